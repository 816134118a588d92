#include "array.h"
#include "laws.h"

#include <math.h>
#include <stdlib.h>

static const char excitation_name[] = "condyle.excitation";

static void destroy_excitation(PyObject *capsule)
{
    cdy_excitation_destroy(PyCapsule_GetPointer(capsule, excitation_name));
}

/* _excitation(duration, harmonics, velocity, acceleration, effort, scale, damping, coulomb, rotor inertia, friction
 * width, evaluations, seed), limits None or (n,) -> capsule */
static PyObject *robot_excitation(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    static const char *const names[] = {"velocity", "acceleration", "effort"};
    cdy_excitation_options options = cdy_excitation_options_default();
    PyObject *objects[3], *capsule = NULL;
    double *limits[3] = {NULL, NULL, NULL};
    int damping, coulomb, rotor_inertia;
    unsigned long long seed;
    cdy_excitation *excitation;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "diOOOdpppdiK", &options.duration, &options.harmonics, &objects[0], &objects[1],
                          &objects[2], &options.scale, &damping, &coulomb, &rotor_inertia,
                          &options.regressor.friction_width, &options.evaluations, &seed)) {
        return NULL;
    }
    options.regressor.damping = damping;
    options.regressor.coulomb = coulomb;
    options.regressor.rotor_inertia = rotor_inertia;
    options.seed = seed;
    bool read = true;
    for (int i = 0; read && i < 3; i++) {
        limits[i] = objects[i] == Py_None ? NULL : read_vector(objects[i], names[i], cdy_robot_nv(self->robot));
        read = objects[i] == Py_None || limits[i];
    }
    options.velocity = limits[0];
    options.acceleration = limits[1];
    options.effort = limits[2];
    cdy_status status = CDY_OK;
    if (read) {
        PyThreadState *thread = lock_release(self);
        status = cdy_excitation_create(cdy_robot_model(self->robot), &options, &excitation, &error);
        lock_take(self, thread);
    }
    if (status) {
        raise_error(self->state, &error, -1);
    } else if (read && !(capsule = PyCapsule_New(excitation, excitation_name, destroy_excitation))) {
        cdy_excitation_destroy(excitation);
    }
    for (int i = 0; i < 3; i++) {
        free(limits[i]);
    }
    return capsule;
}

/* _excitation_quality(capsule) -> (condition number, rank) */
static PyObject *excitation_quality(PyObject *module, PyObject *capsule)
{
    (void)module;
    const cdy_excitation *excitation = PyCapsule_GetPointer(capsule, excitation_name);
    return excitation ? Py_BuildValue("(di)", cdy_excitation_condition(excitation), cdy_excitation_rank(excitation))
                      : NULL;
}

static cdy_status evaluate_excitation(const void *motion, double t, double *q, double *qd, double *qdd,
                                      cdy_error *error)
{
    return cdy_excitation_evaluate(motion, t, q, qd, qdd, error);
}

/* _excitation_evaluate(capsule, times, q, qd, qdd): fills contiguous arrays of doubles, a row a time. */
static PyObject *robot_excitation_evaluate(PyObject *object, PyObject *args)
{
    PyObject *capsule, *rest;
    if (!PyArg_ParseTuple(args, "OO!", &capsule, &PyTuple_Type, &rest)) {
        return NULL;
    }
    const cdy_excitation *excitation = PyCapsule_GetPointer(capsule, excitation_name);
    return excitation ? fill_motion((robot_object *)object, rest, excitation, evaluate_excitation) : NULL;
}

/* _smoothing(row or -1 for all, cutoff, t, q rows, q, qd, qdd): the last three take the results. */
static PyObject *robot_smoothing(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    const Py_ssize_t number = (Py_ssize_t)sizeof(double), nq = cdy_model_nq(model), nv = cdy_model_nv(model);
    Py_ssize_t row;
    double cutoff;
    Py_buffer b[5];
    if (!PyArg_ParseTuple(args, "ndy*y*w*w*w*", &row, &cutoff, &b[0], &b[1], &b[2], &b[3], &b[4])) {
        return NULL;
    }
    const Py_ssize_t count = b[0].len / number, results = row < 0 ? count : 1;
    bool done = false;
    if (b[1].len != count * nq * number || b[2].len != results * nq * number || b[3].len != results * nv * number ||
        b[4].len != b[3].len) {
        PyErr_SetString(PyExc_ValueError, "the arrays do not have a row for each time");
    } else {
        cdy_error error;
        const cdy_recorded_motion recorded = {.count = (size_t)count, .t = b[0].buf, .q = b[1].buf, .cutoff = cutoff};
        cdy_status status;
        PyThreadState *thread = lock_release(self);
        status = row < 0 ? cdy_smoothing_rows(model, &recorded, b[2].buf, b[3].buf, b[4].buf, &error)
                         : cdy_smoothing_row(model, &recorded, (size_t)row, b[2].buf, b[3].buf, b[4].buf, &error);
        lock_take(self, thread);
        done = !status;
        if (status) {
            raise_error(self->state, &error, -1);
        }
    }
    for (int i = 0; i < 5; i++) {
        PyBuffer_Release(&b[i]);
    }
    return done ? Py_BuildValue("") : NULL;
}

/* _smoothing_half_width(cutoff) -> float */
static PyObject *smoothing_half_width(PyObject *module, PyObject *cutoff)
{
    (void)module;
    double frequency = PyFloat_AsDouble(cutoff);
    return PyErr_Occurred() ? NULL : PyFloat_FromDouble(cdy_smoothing_half_width(frequency));
}

static PyObject *build_peak(const cdy_limit_peak *peak)
{
    return Py_BuildValue("(dKd)", peak->value, peak->row, peak->time);
}

/* Describes one degree of freedom in the order of condyle.LimitUse. */
static PyObject *build_use(const cdy_limit_use *u)
{
    const bool verdicts[6] = {u->effort_exceeded, u->velocity_exceeded, u->position_exceeded,
                              u->effort_unknown,  u->velocity_unknown,  u->position_unknown};
    PyObject *said[6];
    for (int i = 0; i < 6; i++) {
        said[i] = verdicts[i] ? Py_True : Py_False;
    }
    return Py_BuildValue("(NddNdNNddOOOOOO)", build_peak(&u->torque), u->rms_torque, u->effort_used,
                         build_peak(&u->speed), u->velocity_used, build_peak(&u->margin), build_peak(&u->power),
                         u->energy_driven, u->energy_braked, said[0], said[1], said[2], said[3], said[4], said[5]);
}

/* Adds the rows of arrays to a report; *failed becomes the row that is refused. */
static cdy_status add_rows(cdy_limit_report *report, const input in[4], size_t count, size_t *failed, cdy_error *error)
{
    for (size_t row = 0; row < count; row++) {
        const double *values[4];
        for (int i = 0; i < 4; i++) {
            size_t size = in[i].core.rank ? (size_t)in[i].core.size[0] : 1;
            values[i] = in[i].held.owner ? (const double *)in[i].held.data + row * size : NULL;
        }
        cdy_status status = cdy_limit_report_add(report, values[0], values[1], values[2], values[3], error);
        if (status) {
            *failed = row;
            return status;
        }
    }
    return CDY_OK;
}

/* Returns (uses, number of those that exceed a limit, rows, number of those of which that is not known, tolerance). */
static PyObject *build_report(const robot_object *self, const cdy_limit_report *report)
{
    const int n = cdy_robot_nv(self->robot);
    PyObject *uses = PyTuple_New(n);
    for (int i = 0; uses && i < n; i++) {
        cdy_limit_use use;
        cdy_error error;
        PyObject *item =
            cdy_limit_report_use(report, i, &use, &error) ? raise_error(self->state, &error, -1) : build_use(&use);
        if (!item || PyTuple_SetItem(uses, i, item)) {
            Py_CLEAR(uses);
        }
    }
    return uses ? Py_BuildValue("(NiKid)", uses, cdy_limit_report_exceeded(report), cdy_limit_report_rows(report),
                                cdy_limit_report_unknown(report), cdy_limit_report_tolerance(report))
                : NULL;
}

/* _limit_report(t, q, qd, tau, tolerance), each None or an array, but for the tolerance */
static PyObject *robot_limit_report(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    PyObject *o[4], *result = NULL;
    cdy_limit_report *report;
    cdy_error error;
    leading_shape leading = {0};
    bool is_float;
    size_t failed = 0;
    double tolerance;
    if (!PyArg_ParseTuple(args, "OOOOd", &o[0], &o[1], &o[2], &o[3], &tolerance)) {
        return NULL;
    }
    const core_shape v = {1, {cdy_model_nv(model)}};
    input in[4] = {{"t", {0, {0}}, o[0], {0}},
                   {"q", {1, {cdy_model_nq(model)}}, o[1], {0}},
                   {"qd", v, o[2], {0}},
                   {"tau", v, o[3], {0}}};
    if (cdy_limit_report_create(model, &report, &error)) {
        return raise_error(self->state, &error, -1);
    }
    if (cdy_limit_report_set_tolerance(report, tolerance, &error)) {
        raise_error(self->state, &error, -1);
    } else if (!inputs_take(self->state, object, in, 4, true, &leading, &is_float)) {
        result = add_rows(report, in, leading.count, &failed, &error)
                     ? raise_error(self->state, &error, leading.rank ? (Py_ssize_t)failed : -1)
                     : build_report(self, report);
    }
    leading_release(&leading);
    inputs_release(in, 4);
    cdy_limit_report_destroy(report);
    return result;
}

PyMethodDef recording_methods[] = {
    {"_excitation", robot_excitation, METH_VARARGS, NULL},
    {"_excitation_evaluate", robot_excitation_evaluate, METH_VARARGS, NULL},
    {"_limit_report", robot_limit_report, METH_VARARGS, NULL},
    {"_smoothing", robot_smoothing, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMethodDef recording_functions[] = {
    {"_excitation_quality", excitation_quality, METH_O, NULL},
    {"_smoothing_half_width", smoothing_half_width, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
