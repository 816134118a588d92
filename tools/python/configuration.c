#include "degrees.h"
#include "each.h"
#include "trajectories.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

PyObject *new_vector(const robot_object *self, Py_ssize_t size, Py_buffer *view)
{
    PyObject *array = module_import_numpy(self->state) ? NULL : PyObject_CallFunction(self->state->empty, "n", size);
    if (array && PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)) {
        Py_CLEAR(array);
    }
    return array;
}

double *read_vector(PyObject *object, const char *name, int count)
{
    double *vector = calloc((size_t)count + 1, sizeof *vector);
    if (!vector) {
        PyErr_NoMemory();
        return NULL;
    }
    if (read_numbers(object, name, count, vector)) {
        free(vector);
        return NULL;
    }
    return vector;
}

static PyObject *robot_home(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    const robot_object *self = (robot_object *)object;
    Py_buffer view;
    PyObject *q = new_vector(self, cdy_robot_nq(self->robot), &view);
    if (q) {
        cdy_robot_home_configuration(self->robot, view.buf);
        PyBuffer_Release(&view);
    }
    return q;
}

static PyObject *robot_random(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    unsigned long long first = 0;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "Kn", &first, &count)) {
        return NULL;
    }
    uint64_t seed = first;
    int nq = cdy_robot_nq(self->robot);
    if (count < 0 || (nq > 0 && count > PY_SSIZE_T_MAX / (Py_ssize_t)sizeof(double) / nq)) {
        PyErr_SetString(PyExc_ValueError, "the number of configurations is out of range");
        return NULL;
    }
    Py_buffer view;
    PyObject *q = new_vector(self, count * nq, &view);
    if (q) {
        PyThreadState *thread = lock_release(self);
        for (Py_ssize_t i = 0; i < count; i++) {
            cdy_robot_random_configuration(self->robot, &seed, (double *)view.buf + i * nq);
        }
        lock_take(self, thread);
        PyBuffer_Release(&view);
    }
    return q;
}

/* Adds an argument that has no default.  Returns 0, or -1 with an exception. */
static int add_required(each_arrays *arrays, PyObject *object, const char *name, Py_ssize_t size)
{
    if (object == Py_None) {
        PyErr_Format(PyExc_TypeError, "%s: expected an array, not None", name);
        return -1;
    }
    each_add_input(arrays, name, object, (core_shape){1, {size}});
    return 0;
}

static cdy_status integrate(const each *e)
{
    return cdy_configuration_integrate(e->model, e->in[0], e->in[1], e->out[0], e->error);
}

static PyObject *robot_integrate(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char first[] = "q", second[] = "step", *names[] = {first, second, NULL};
    robot_object *self = (robot_object *)object;
    const Py_ssize_t nq = cdy_robot_nq(self->robot), nv = cdy_robot_nv(self->robot);
    PyObject *q, *step;
    each_arrays arrays = {0};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO:integrate_configuration", names, &q, &step) ||
        add_required(&arrays, q, "q", nq) || add_required(&arrays, step, "step", nv)) {
        return NULL;
    }
    each_add_output(&arrays, (core_shape){1, {nq}});
    arrays.name = "integrate_configuration";
    arrays.kinds = "q";
    return each_state(self, &arrays, integrate, NULL);
}

static cdy_status subtract(const each *e)
{
    return cdy_configuration_difference(e->model, e->in[0], e->in[1], e->out[0], e->error);
}

static PyObject *robot_difference(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char first[] = "q0", second[] = "q1", *names[] = {first, second, NULL};
    robot_object *self = (robot_object *)object;
    const Py_ssize_t nq = cdy_robot_nq(self->robot);
    PyObject *q0, *q1;
    each_arrays arrays = {0};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO:configuration_difference", names, &q0, &q1) ||
        add_required(&arrays, q0, "q0", nq) || add_required(&arrays, q1, "q1", nq)) {
        return NULL;
    }
    each_add_output(&arrays, (core_shape){1, {cdy_robot_nv(self->robot)}});
    arrays.name = "configuration_difference";
    arrays.kinds = "v";
    return each_state(self, &arrays, subtract, NULL);
}

static cdy_status clamp(const each *e)
{
    memcpy(e->out[0], e->in[0], (size_t)cdy_model_nq(e->model) * sizeof *e->out[0]);
    cdy_configuration_clamp(e->model, e->out[0]);
    return CDY_OK;
}

static PyObject *robot_clamp(PyObject *object, PyObject *q)
{
    robot_object *self = (robot_object *)object;
    const Py_ssize_t nq = cdy_robot_nq(self->robot);
    each_arrays arrays = {0};
    if (add_required(&arrays, q, "q", nq)) {
        return NULL;
    }
    each_add_output(&arrays, (core_shape){1, {nq}});
    arrays.name = "clamp_configuration";
    arrays.kinds = "q";
    return each_state(self, &arrays, clamp, NULL);
}

static PyObject *robot_inertial_parameters(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    const robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    cdy_error error;
    Py_buffer view;
    PyObject *result = new_vector(self, cdy_parameter_count(model, NULL), &view);
    if (result) {
        cdy_status status = cdy_inertial_parameters(model, view.buf, &error);
        PyBuffer_Release(&view);
        if (status) {
            Py_CLEAR(result);
            raise_error(self->state, &error, -1);
        }
    }
    return result;
}

/* _set_drives(damping, friction, friction_width, rotors, springs, load, offsets) */
static PyObject *robot_set_drives(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    int damping, friction, rotors, springs, load, offsets;
    double width;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "ppdpppp", &damping, &friction, &width, &rotors, &springs, &load, &offsets) ||
        require_idle(self)) {
        return NULL;
    }
    cdy_drive_options options = {.damping = damping,
                                 .friction = friction,
                                 .friction_width = width,
                                 .rotors = rotors,
                                 .springs = springs,
                                 .load = load,
                                 .offsets = offsets};
    if (cdy_model_set_drives(cdy_robot_model(self->robot), &options, &error)) {
        return raise_error(self->state, &error, -1);
    }
    Py_INCREF(Py_None);
    return Py_None;
}

/* _get_drives() -> (damping, friction, friction_width, rotors, springs, load, offsets) */
static PyObject *robot_get_drives(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    cdy_drive_options o = cdy_drive_options_default();
    cdy_model_get_drives(cdy_robot_model(((robot_object *)object)->robot), &o);
    return Py_BuildValue("(OOdOOOO)", o.damping ? Py_True : Py_False, o.friction ? Py_True : Py_False, o.friction_width,
                         o.rotors ? Py_True : Py_False, o.springs ? Py_True : Py_False, o.load ? Py_True : Py_False,
                         o.offsets ? Py_True : Py_False);
}

/* _set_temperatures(rise) */
static PyObject *robot_set_temperatures(PyObject *object, PyObject *rise)
{
    robot_object *self = (robot_object *)object;
    cdy_error error;
    double *numbers = NULL;
    if (require_idle(self) || (rise != Py_None && !(numbers = read_vector(rise, "rise", cdy_robot_nv(self->robot))))) {
        return NULL;
    }
    const cdy_status status = cdy_model_set_temperatures(cdy_robot_model(self->robot), numbers, &error);
    free(numbers);
    if (status) {
        return raise_error(self->state, &error, -1);
    }
    Py_INCREF(Py_None);
    return Py_None;
}

/* _get_payload(frame) -> (mass, center of mass, inertia), or None */
static PyObject *robot_get_payload(PyObject *object, PyObject *frame_object)
{
    const robot_object *self = (robot_object *)object;
    cdy_payload payload;
    int frame;
    if (read_frame(self, frame_object, &frame)) {
        return NULL;
    }
    if (!cdy_model_get_payload(cdy_robot_model(self->robot), frame, &payload)) {
        return Py_BuildValue("");
    }
    return Py_BuildValue("(dNN)", payload.mass, build_numbers(payload.center_of_mass, 3),
                         build_numbers(payload.inertia, 6));
}

/* _frame_is_fixed(frame) -> bool */
static PyObject *robot_frame_is_fixed(PyObject *object, PyObject *frame_object)
{
    const robot_object *self = (robot_object *)object;
    int frame;
    if (read_frame(self, frame_object, &frame)) {
        return NULL;
    }
    return PyBool_FromLong(cdy_model_frame_is_fixed(cdy_robot_model(self->robot), frame));
}

/* _limit_violations(q, tolerance) -> list of coordinates */
static PyObject *robot_limit_violations(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    PyObject *q_object, *list = NULL;
    double tolerance;
    if (!PyArg_ParseTuple(args, "Od", &q_object, &tolerance)) {
        return NULL;
    }
    const int nq = cdy_robot_nq(self->robot);
    double *q = read_vector(q_object, "q", nq);
    int *outside = calloc((size_t)nq + 1, sizeof *outside);
    if (q && outside) {
        int count = cdy_configuration_limit_violations(cdy_robot_model(self->robot), q, tolerance, outside);
        list = PyList_New(0);
        for (int i = 0; list && i < count; i++) {
            PyObject *index = PyLong_FromLong(outside[i]);
            if (!index || PyList_Append(list, index)) {
                Py_CLEAR(list);
            }
            Py_XDECREF(index);
        }
    } else if (q) {
        PyErr_NoMemory();
    }
    free(q);
    free(outside);
    return list;
}

/* _set_payload(frame, mass, center of mass, inertia) */
static PyObject *robot_set_payload(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *frame_object, *center, *inertia;
    cdy_payload payload;
    cdy_error error;
    int frame;
    if (!PyArg_ParseTuple(args, "OdOO", &frame_object, &payload.mass, &center, &inertia) ||
        read_frame(self, frame_object, &frame) || read_numbers(center, "center_of_mass", 3, payload.center_of_mass) ||
        read_numbers(inertia, "inertia", 6, payload.inertia) || require_idle(self)) {
        return NULL;
    }
    if (cdy_model_set_payload(cdy_robot_model(self->robot), frame, &payload, &error)) {
        return raise_error(self->state, &error, -1);
    }
    Py_INCREF(Py_None);
    return Py_None;
}

/* _inverse_kinematics(frame, target, start or None, options) -> (q, converged, angular error, linear error, iterations,
 * restarts, at_limit) */
static PyObject *robot_inverse_kinematics(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *frame_object, *target_object, *start_object, *tuple;
    cdy_ik_options options;
    cdy_ik_report report;
    cdy_error error;
    int frame;
    double target[16];
    if (!PyArg_ParseTuple(args, "OOOO", &frame_object, &target_object, &start_object, &tuple) ||
        read_frame(self, frame_object, &frame) || read_numbers(target_object, "target", 16, target) ||
        read_ik_options(tuple, &options)) {
        return NULL;
    }
    int nq = cdy_robot_nq(self->robot);
    double *start = NULL;
    if (start_object != Py_None && !(start = read_vector(start_object, "start", nq))) {
        return NULL;
    }
    const cdy_ik_problem problem = {.frame = frame, .target = target, .start = start, .options = &options};
    Py_buffer view;
    PyObject *result = NULL;
    PyObject *q = new_vector(self, nq, &view);
    if (q) {
        cdy_status status = cdy_inverse_kinematics(cdy_robot_model(self->robot), cdy_robot_workspace(self->robot),
                                                   &problem, view.buf, &report, &error);
        PyBuffer_Release(&view);
        if (status) {
            raise_error(self->state, &error, -1);
        } else {
            result = Py_BuildValue("(OOddiii)", q, report.converged ? Py_True : Py_False, report.angular_error,
                                   report.linear_error, report.iterations, report.restarts, report.at_limit);
        }
        Py_DECREF(q);
    }
    free(start);
    return result;
}

/* Searches for many targets. */
typedef struct ik_many {
    int frame, threads;
    cdy_ik_options options;
} ik_many;

static cdy_status search_one(const each *e)
{
    const ik_many *many = e->context;
    const cdy_ik_problem problem = {
        .frame = many->frame, .target = e->in[0], .start = e->in[1], .options = &many->options};
    cdy_ik_report report;
    const cdy_status status = cdy_inverse_kinematics(e->model, e->workspace, &problem, e->out[0], &report, e->error);
    if (!status) {
        const double numbers[6] = {report.converged,  report.angular_error, report.linear_error,
                                   report.iterations, report.restarts,      report.at_limit};
        for (int i = 0; i < 6; i++) {
            *e->out[1 + i] = numbers[i];
        }
    }
    return status;
}

static Py_ssize_t read_reports(const each *e, size_t count, const cdy_ik_report *reports, const cdy_status *statuses)
{
    Py_ssize_t failed = -1;
    for (size_t i = 0; i < count; i++) {
        const cdy_ik_report *r = &reports[i];
        const double numbers[6] = {r->converged,  r->angular_error, r->linear_error,
                                   r->iterations, r->restarts,      r->at_limit};
        for (int k = 0; k < 6; k++) {
            e->out[1 + k][i] = statuses[i] ? (double)NAN : numbers[k];
        }
        failed = statuses[i] && failed < 0 ? (Py_ssize_t)i : failed;
    }
    return failed;
}

static cdy_status search_many(const each *e, size_t count, Py_ssize_t *failed)
{
    const ik_many *many = e->context;
    cdy_batch_options options = cdy_batch_options_default();
    cdy_batch *batch = NULL;
    cdy_ik_report *reports = calloc(count + 1, sizeof *reports);
    cdy_status *statuses = calloc(count + 1, sizeof *statuses);
    options.threads = many->threads;
    cdy_status status = CDY_ERROR_MEMORY;
    *e->error = (cdy_error){.status = status};
    if (reports && statuses) {
        status = cdy_batch_create(e->model, &options, &batch, e->error);
    }
    if (!status) {
        const cdy_ik_problem problems = {many->frame, e->in[0], e->in[1], &many->options};
        status =
            cdy_batch_inverse_kinematics(e->model, batch, count, &problems, e->out[0], reports, statuses, e->error);
        *failed = read_reports(e, count, reports, statuses);
    }
    cdy_batch_destroy(batch);
    free(reports);
    free(statuses);
    return status;
}

/* _inverse_kinematics_many(frame, targets, starts or None, options, threads) -> arrays of the members of an IKResult */
static PyObject *robot_inverse_kinematics_many(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *frame, *targets, *starts, *tuple;
    each_arrays arrays = {.many = search_many};
    ik_many many;
    if (!PyArg_ParseTuple(args, "OOOOO&", &frame, &targets, &starts, &tuple, convert_threads, &many.threads) ||
        read_frame(self, frame, &many.frame) || read_ik_options(tuple, &many.options)) {
        return NULL;
    }
    const core_shape q = {1, {cdy_robot_nq(self->robot)}};
    each_add_input(&arrays, "target", targets, (core_shape){2, {4, 4}});
    each_add_input(&arrays, "start", starts, q);
    each_add_output(&arrays, q);
    for (int i = 0; i < 6; i++) {
        each_add_output(&arrays, (core_shape){0});
    }
    return each_state(self, &arrays, search_one, &many);
}

PyMethodDef configuration_methods[] = {
    {"home_configuration", robot_home, METH_NOARGS,
     "home_configuration($self)\n--\n\nReturn the home configuration (nq,).\n\n"
     ">>> import condyle\n"
     ">>> condyle.load('universalUR5e').home_configuration()\n"
     "array([0., 0., 0., 0., 0., 0.])\n"},
    {"_random_configurations", robot_random, METH_VARARGS, NULL},
    {"_watch_degrees", degrees_watch_array, METH_VARARGS, NULL},
    {"integrate_configuration", (PyCFunction)(void (*)(void))robot_integrate, METH_VARARGS | METH_KEYWORDS,
     "integrate_configuration($self, q, step)\n--\n\n"
     "Return the configuration (..., nq) that the velocity step (..., n) leads to from q (..., nq) in unit time.\n\n"
     "q: rad or m; step: rad or m, along the velocities\n\n"
     ">>> import condyle\n"
     ">>> condyle.load('universalUR5e').integrate_configuration([0] * 6, [0.5] * 6)\n"
     "array([0.5, 0.5, 0.5, 0.5, 0.5, 0.5])\n"},
    {"configuration_difference", (PyCFunction)(void (*)(void))robot_difference, METH_VARARGS | METH_KEYWORDS,
     "configuration_difference($self, q0, q1)\n--\n\n"
     "Return the shortest step (..., n) from q0 (..., nq) to q1 (..., nq), rad or m along the velocities.\n\n"
     ">>> import condyle\n"
     ">>> condyle.load('universalUR5e').configuration_difference([0] * 6, [0.5] * 6)\n"
     "array([0.5, 0.5, 0.5, 0.5, 0.5, 0.5])\n"},
    {"clamp_configuration", robot_clamp, METH_O,
     "clamp_configuration($self, q, /)\n--\n\nReturn q (..., nq) with every coordinate, rad or m, moved within its "
     "limits.\n\n"
     ">>> import condyle\n"
     ">>> condyle.load('universalUR5e').clamp_configuration([9, 0, 0, 0, 0, 0]).round(3)\n"
     "array([6.283, 0.   , 0.   , 0.   , 0.   , 0.   ])\n"},
    {"inertial_parameters", robot_inertial_parameters, METH_NOARGS,
     "inertial_parameters($self)\n--\n\n"
     "Return the ten parameters [m hx hy hz Ixx Ixy Ixz Iyy Iyz Izz] of each moving body, in a row.\n\n"
     ">>> import condyle\n"
     ">>> condyle.load('universalUR5e').inertial_parameters().shape\n"
     "(60,)\n"},
    {"_set_drives", robot_set_drives, METH_VARARGS, NULL},
    {"_frame_is_fixed", robot_frame_is_fixed, METH_O, NULL},
    {"_get_drives", robot_get_drives, METH_NOARGS, NULL},
    {"_set_temperatures", robot_set_temperatures, METH_O, NULL},
    {"_get_payload", robot_get_payload, METH_O, NULL},
    {"_limit_violations", robot_limit_violations, METH_VARARGS, NULL},
    {"_set_payload", robot_set_payload, METH_VARARGS, NULL},
    {"_inverse_kinematics", robot_inverse_kinematics, METH_VARARGS, NULL},
    {"_inverse_kinematics_many", robot_inverse_kinematics_many, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
