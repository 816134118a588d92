#include "laws.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = CDY_IK_PRISMATIC_JOINT + 1, NUMBERS = 8 };

static int read_kind(const char *name, cdy_ik_constraint_kind *kind)
{
    for (int k = 0; k < KINDS; k++) {
        if (!strcmp(cdy_ik_constraint_kind_name((cdy_ik_constraint_kind)k), name)) {
            *kind = (cdy_ik_constraint_kind)k;
            return 0;
        }
    }
    PyErr_Format(PyExc_ValueError, "constraints: there is no kind '%s'", name);
    return -1;
}

/* The coordinate of a joint's position. */
static int read_joint(const robot_object *self, PyObject *object, int *position)
{
    const cdy_model *model = cdy_robot_model(self->robot);
    const char *name = read_name(object);
    cdy_moving_joint joint;
    cdy_error error;
    int number;
    if (!name) {
        return -1;
    }
    if (cdy_model_require_joint(model, name, &number, &error)) {
        raise_error(self->state, &error, -1);
        return -1;
    }
    if (cdy_model_joint(model, number, &joint) || joint.is_follower) {
        PyErr_Format(PyExc_ValueError, "joint '%s' follows another one; bound that one instead", name);
        return -1;
    }
    *position = joint.position;
    return 0;
}

/* Reads (kind, frame, relative_to, joint or None, place, target, axis, bounds, angular tolerance, linear tolerance,
 * weights).  Returns 0, or -1 with an exception. */
static int read_constraint(const robot_object *self, PyObject *tuple, cdy_ik_constraint *c)
{
    PyObject *frame, *reference, *joint, *place, *target, *axis, *bounds, *weights;
    const char *name;
    double angular, linear, flat[6];
    if (!PyArg_ParseTuple(tuple, "sOOOOOOOddO", &name, &frame, &reference, &joint, &place, &target, &axis, &bounds,
                          &angular, &linear, &weights) ||
        read_kind(name, &c->kind)) {
        return -1;
    }
    *c = cdy_ik_constraint_default(c->kind);
    c->angular_tolerance = angular;
    c->linear_tolerance = linear;
    if (c->kind == CDY_IK_JOINT_BOUNDS) {
        if (read_joint(self, joint, &c->position)) {
            return -1;
        }
    } else if (read_frame(self, frame, &c->frame) || read_frame(self, reference, &c->relative_to)) {
        return -1;
    }
    if (read_numbers(place, "place", 16, c->in_frame) || read_numbers(target, "target", 16, c->in_reference) ||
        read_numbers(axis, "axis", 3, c->axis) || read_numbers(bounds, "bounds", 6, flat) ||
        read_numbers(weights, "weights", 7, c->weights)) {
        return -1;
    }
    memcpy(c->bounds, flat, sizeof flat);
    return 0;
}

/* Reads a list of constraints to `list`; returns how many of at most `room` there are, or -1 with an exception. */
static Py_ssize_t read_list(const robot_object *self, PyObject *object, Py_ssize_t room, cdy_ik_constraint *list)
{
    const Py_ssize_t count = PySequence_Size(object);
    if (count > room) {
        PyErr_SetString(PyExc_ValueError, "constraints: expected rows of the same length");
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(object, i);
        const int failed = !item || read_constraint(self, item, &list[i]);
        Py_XDECREF(item);
        if (failed) {
            return -1;
        }
    }
    return count;
}

/* A call, and the memory of its results. */
typedef struct gik_call {
    Py_ssize_t rows, count; /* searches, constraints of each */
    cdy_ik_constraint *constraints;
    double *starts, *q;
    cdy_gik_report *reports;
    cdy_ik_violation *violations;
    cdy_gik_options options;
    int threads;
} gik_call;

static void free_call(gik_call *call)
{
    free(call->constraints);
    free(call->starts);
    free(call->q);
    free(call->reports);
    free(call->violations);
}

/* Makes room for the results of so many constraints and searches. */
static int make_room(gik_call *call, size_t nq)
{
    const size_t rows = (size_t)call->rows, all = rows * (size_t)call->count;
    call->constraints = calloc(all + 1, sizeof *call->constraints);
    call->violations = calloc(all + 1, sizeof *call->violations);
    call->reports = calloc(rows + 1, sizeof *call->reports);
    call->q = calloc(rows * nq + 1, sizeof *call->q);
    if (!call->constraints || !call->violations || !call->reports || !call->q) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static int read_rows(const robot_object *self, PyObject *object, gik_call *call)
{
    call->rows = PySequence_Size(object);
    PyObject *first = call->rows > 0 ? PySequence_GetItem(object, 0) : NULL;
    call->count = first ? PySequence_Size(first) : 0;
    Py_XDECREF(first);
    if (PyErr_Occurred() || make_room(call, (size_t)cdy_robot_nq(self->robot))) {
        return -1;
    }
    for (Py_ssize_t i = 0; i < call->rows; i++) {
        PyObject *row = PySequence_GetItem(object, i);
        const Py_ssize_t count = row ? read_list(self, row, call->count, call->constraints + i * call->count) : -1;
        Py_XDECREF(row);
        if (count != call->count) {
            if (!PyErr_Occurred()) {
                PyErr_SetString(PyExc_ValueError, "constraints: expected rows of the same length");
            }
            return -1;
        }
    }
    return 0;
}

static cdy_status search_rows(const cdy_model *model, const gik_call *call, Py_ssize_t *failed, cdy_error *error)
{
    cdy_batch_options options = cdy_batch_options_default();
    cdy_batch *batch = NULL;
    cdy_status *statuses = calloc((size_t)call->rows + 1, sizeof *statuses);
    const cdy_gik_problem problems = {
        .constraints = call->constraints, .count = (int)call->count, .start = call->starts, .options = &call->options};
    *error = (cdy_error){.status = CDY_ERROR_MEMORY};
    options.threads = call->threads;
    cdy_status status = statuses ? cdy_batch_create(model, &options, &batch, error) : CDY_ERROR_MEMORY;
    if (!status) {
        status = cdy_batch_generalized_inverse_kinematics(model, batch, (size_t)call->rows, &problems, call->q,
                                                          call->reports, call->violations, statuses, error);
        for (Py_ssize_t i = call->rows - 1; i >= 0; i--) {
            *failed = statuses[i] ? i : *failed;
        }
    }
    cdy_batch_destroy(batch);
    free(statuses);
    return status;
}

/* In a workspace of its own, since another thread may use the robot's. */
static cdy_status search_one(const cdy_model *model, const gik_call *call, cdy_error *error)
{
    cdy_workspace *workspace = NULL;
    const cdy_gik_problem problem = {
        .constraints = call->constraints, .count = (int)call->count, .start = call->starts, .options = &call->options};
    cdy_status status = cdy_workspace_create(model, &workspace, error);
    if (!status) {
        status = cdy_generalized_inverse_kinematics(model, workspace, &problem, call->q, call->reports,
                                                    call->violations, error);
    }
    cdy_workspace_destroy(workspace);
    return status;
}

/* Violations as numbers, NUMBERS each. */
static PyObject *build_violations(const cdy_ik_violation *violations, Py_ssize_t count)
{
    _Static_assert(sizeof(cdy_ik_violation) == NUMBERS * sizeof(double), "a violation is so many numbers");
    return copy_vector((const double *)(const void *)violations, count * NUMBERS);
}

static PyObject *build_reports(const gik_call *call)
{
    double *numbers = calloc((size_t)call->rows * NUMBERS + 1, sizeof *numbers);
    for (Py_ssize_t i = 0; numbers && i < call->rows; i++) {
        const cdy_gik_report *r = &call->reports[i];
        const double row[NUMBERS] = {r->converged, r->at_minimum, r->cost,     r->worst,
                                     r->violation, r->iterations, r->restarts, r->at_limit};
        memcpy(numbers + i * NUMBERS, row, sizeof row);
    }
    PyObject *array = numbers ? copy_vector(numbers, call->rows * NUMBERS) : PyErr_NoMemory();
    free(numbers);
    return array;
}

/* _generalized_inverse_kinematics(rows of constraints, starts one behind the other or None, (tolerance, iterations,
 * restarts, seed, ignore_limits), threads) -> (q, reports, violations) */
static PyObject *robot_generalized_ik(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *rows, *starts, *result = NULL;
    gik_call call = {.options = cdy_gik_options_default()};
    unsigned long long seed;
    int ignore_limits;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OO(diiKp)O&", &rows, &starts, &call.options.tolerance, &call.options.iterations,
                          &call.options.restarts, &seed, &ignore_limits, convert_threads, &call.threads)) {
        return NULL;
    }
    call.options.seed = seed;
    call.options.ignore_limits = ignore_limits;
    const int nq = cdy_robot_nq(self->robot);
    if (!read_rows(self, rows, &call) &&
        (starts == Py_None || (call.starts = read_vector(starts, "start", nq * (int)call.rows)))) {
        const cdy_model *model = cdy_robot_model(self->robot);
        Py_ssize_t failed = -1;
        PyThreadState *thread = lock_release(self);
        const cdy_status status =
            call.rows == 1 ? search_one(model, &call, &error) : search_rows(model, &call, &failed, &error);
        lock_take(self, thread);
        if (status) {
            raise_error(self->state, &error, failed);
        } else {
            result = Py_BuildValue("(NNN)", copy_vector(call.q, call.rows * nq), build_reports(&call),
                                   build_violations(call.violations, call.rows * call.count));
        }
    }
    free_call(&call);
    return result;
}

/* _constraint_violations(constraints, q or None) -> violations */
static PyObject *robot_constraint_violations(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *list, *q_object, *result = NULL;
    gik_call call = {.rows = 1};
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OO", &list, &q_object)) {
        return NULL;
    }
    call.count = PySequence_Size(list);
    if (call.count >= 0 && !make_room(&call, 0) && read_list(self, list, call.count, call.constraints) >= 0 &&
        (q_object == Py_None || (call.starts = read_vector(q_object, "q", cdy_robot_nq(self->robot))))) {
        if (cdy_ik_violations(cdy_robot_model(self->robot), cdy_robot_workspace(self->robot), call.starts,
                              call.constraints, (int)call.count, call.violations, &error)) {
            raise_error(self->state, &error, -1);
        } else {
            result = build_violations(call.violations, call.count);
        }
    }
    free_call(&call);
    return result;
}

PyMethodDef gik_methods[] = {
    {"_generalized_inverse_kinematics", robot_generalized_ik, METH_VARARGS, NULL},
    {"_constraint_violations", robot_constraint_violations, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
