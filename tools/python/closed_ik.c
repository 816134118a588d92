#include "laws.h"
#include "module.h"

#include <limits.h>
#include <stdlib.h>

enum { MOST_SOLUTIONS = 64 };

/* A call for `count` targets, and its results. */
typedef struct closed_call {
    cdy_ik_closed *arm;
    Py_ssize_t count;
    double *targets, *starts; /* count x 16; nq: of all targets; NULL: home */
    double given;
    bool has_given;
    double *solutions; /* count x MOST_SOLUTIONS x nq */
    cdy_ik_closed_report *reports;
} closed_call;

static void free_call(closed_call *call)
{
    cdy_ik_closed_destroy(call->arm);
    free(call->targets);
    free(call->starts);
    free(call->solutions);
    free(call->reports);
}

/* Solves for all targets; each has its start, if there is more than one. */
static cdy_status solve_all(const closed_call *call, size_t nq, bool many_starts, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < (size_t)call->count && !status; i++) {
        const cdy_ik_closed_problem problem = {.target = call->targets + 16 * i,
                                               .start = call->starts ? call->starts + (many_starts ? i * nq : 0) : NULL,
                                               .given = call->has_given ? &call->given : NULL};
        status = cdy_ik_closed_solve(call->arm, &problem, MOST_SOLUTIONS, call->solutions + i * MOST_SOLUTIONS * nq,
                                     &call->reports[i], error);
    }
    return status;
}

/* The tuple (count, outside, families, angular error, linear error, solutions one behind the other) of a target. */
static PyObject *make_result(const closed_call *call, size_t nq, size_t i)
{
    const cdy_ik_closed_report *r = &call->reports[i];
    return Py_BuildValue("(iiKddN)", r->count, r->outside, (unsigned long long)r->families, r->angular_error,
                         r->linear_error,
                         copy_vector(call->solutions + i * MOST_SOLUTIONS * nq, (Py_ssize_t)r->count * (Py_ssize_t)nq));
}

static PyObject *make_results(const closed_call *call, size_t nq)
{
    PyObject *list = PyList_New(call->count);
    for (Py_ssize_t i = 0; list && i < call->count; i++) {
        PyObject *item = make_result(call, nq, (size_t)i);
        if (!item) {
            Py_CLEAR(list);
        } else {
            (void)PyList_SetItem(list, i, item);
        }
    }
    const cdy_ik_structure structure = cdy_ik_closed_structure(call->arm);
    return list ? Py_BuildValue("(siN)", cdy_ik_structure_name(structure), cdy_ik_closed_given(call->arm), list) : NULL;
}

static int make_room(closed_call *call, size_t nq)
{
    call->solutions = calloc((size_t)call->count * MOST_SOLUTIONS * nq + 1, sizeof *call->solutions);
    call->reports = calloc((size_t)call->count + 1, sizeof *call->reports);
    if (!call->solutions || !call->reports) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

/* The coordinate of the joint that an object names; -1 for None. */
static int read_given(const robot_object *self, PyObject *object, int *given)
{
    const cdy_model *model = cdy_robot_model(self->robot);
    cdy_moving_joint joint;
    cdy_error error;
    int number;
    *given = -1;
    if (object == Py_None) {
        return 0;
    }
    const char *name = read_name(object);
    if (!name) {
        return -1;
    }
    if (cdy_model_require_joint(model, name, &number, &error)) {
        raise_error(self->state, &error, -1);
        return -1;
    }
    if (cdy_model_joint(model, number, &joint) || joint.is_follower || joint.nq != 1) {
        PyErr_Format(PyExc_ValueError, "given: joint '%s' has no position of its own", name);
        return -1;
    }
    *given = joint.position;
    return 0;
}

/* Reads the arrays of a call for `count` targets and `starts` starts. */
static int read_arrays(closed_call *call, PyObject *targets, PyObject *starts, Py_ssize_t start_count, size_t nq)
{
    if (!(call->targets = read_vector(targets, "target", (int)(16 * call->count)))) {
        return -1;
    }
    if (nq > 0 && (size_t)start_count > INT_MAX / nq) {
        PyErr_Format(PyExc_ValueError, "start: expected at most %d numbers", INT_MAX);
        return -1;
    }
    if (starts != Py_None && !(call->starts = read_vector(starts, "start", (int)((size_t)start_count * nq)))) {
        return -1;
    }
    return make_room(call, nq);
}

/* _closed_inverse_kinematics(frame, targets one behind the other, their number, starts likewise or None, their number,
 * joint or None, its position or the arm angle or None, whether it is an arm angle, ignore limits) -> (structure,
 * coordinate of the given joint, results of the targets) */
static PyObject *robot_closed_ik(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    const size_t nq = (size_t)cdy_robot_nq(self->robot);
    PyObject *frame_object, *targets, *starts, *joint, *position, *result = NULL;
    cdy_ik_closed_options options = cdy_ik_closed_options_default();
    closed_call call = {.arm = NULL};
    Py_ssize_t start_count;
    int frame, is_arm_angle, ignore_limits;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OOnOnOOpp", &frame_object, &targets, &call.count, &starts, &start_count, &joint,
                          &position, &is_arm_angle, &ignore_limits) ||
        read_frame(self, frame_object, &frame) || read_given(self, joint, &options.given)) {
        return NULL;
    }
    if (call.count < 0 || call.count > 1000000 || (start_count != 1 && start_count != call.count)) {
        PyErr_SetString(PyExc_ValueError, "start: expected one, or one for each of at most 1000000 targets");
        return NULL;
    }
    call.has_given = position != Py_None;
    call.given = call.has_given ? PyFloat_AsDouble(position) : 0;
    options.ignore_limits = ignore_limits;
    if (PyErr_Occurred()) {
        return NULL;
    }
    cdy_status status = cdy_ik_closed_create(cdy_robot_model(self->robot), frame, &options, &call.arm, &error);
    if (!status && is_arm_angle && cdy_ik_closed_structure(call.arm) != CDY_IK_ARM_ANGLE) {
        PyErr_SetString(PyExc_ValueError,
                        "arm_angle: the arm has no spherical shoulder and wrist of seven joints; given "
                        "names the joint to choose");
    } else if (!status && !read_arrays(&call, targets, starts, start_count, nq)) {
        PyThreadState *thread = lock_release(self);
        status = solve_all(&call, nq, start_count > 1, &error);
        lock_take(self, thread);
        result = status ? NULL : make_results(&call, nq);
    }
    if (status) {
        raise_error(self->state, &error, -1);
    }
    free_call(&call);
    return result;
}

/* _arm_angle(frame, q) -> rad */
static PyObject *robot_arm_angle(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *frame_object, *q_object;
    cdy_ik_closed *arm = NULL;
    cdy_error error;
    int frame;
    double angle = 0, *q;
    if (!PyArg_ParseTuple(args, "OO", &frame_object, &q_object) || read_frame(self, frame_object, &frame) ||
        !(q = read_vector(q_object, "q", cdy_robot_nq(self->robot)))) {
        return NULL;
    }
    cdy_status status = cdy_ik_closed_create(cdy_robot_model(self->robot), frame, NULL, &arm, &error);
    status = status ? status : cdy_ik_closed_arm_angle(arm, q, &angle, &error);
    cdy_ik_closed_destroy(arm);
    free(q);
    return status ? raise_error(self->state, &error, -1) : PyFloat_FromDouble(angle);
}

PyMethodDef closed_ik_methods[] = {
    {"_closed_inverse_kinematics", robot_closed_ik, METH_VARARGS, NULL},
    {"_arm_angle", robot_arm_angle, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
