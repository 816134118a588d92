/* Online trajectories: planners of plain coordinates, which belong to no robot. */
#include "module.h"

#include <stdlib.h>

enum { VECTORS = 9, ROWS = 4 };

static const char planner_name[] = "condyle.online_trajectory";

static void destroy_planner(PyObject *capsule)
{
    cdy_online_trajectory_destroy(PyCapsule_GetPointer(capsule, planner_name));
}

/* _online_create(n) -> capsule */
static PyObject *online_create(PyObject *module, PyObject *args)
{
    (void)module;
    int n;
    cdy_online_trajectory *trajectory;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "i", &n)) {
        return NULL;
    }
    if (cdy_online_trajectory_create(n, &trajectory, &error)) {
        return raise_error(module_get_state(), &error, -1);
    }
    PyObject *capsule = PyCapsule_New(trajectory, planner_name, destroy_planner);
    if (!capsule) {
        cdy_online_trajectory_destroy(trajectory);
    }
    return capsule;
}

/* (duration, list of the least duration of each coordinate) */
static PyObject *durations_of(const cdy_online_trajectory *trajectory, int n)
{
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) {
        PyObject *number = PyFloat_FromDouble(cdy_online_trajectory_least_duration(trajectory, i));
        if (!number) {
            Py_CLEAR(list);
        } else {
            (void)PyList_SetItem(list, i, number);
        }
    }
    return list ? Py_BuildValue("(dN)", cdy_online_trajectory_duration(trajectory), list) : NULL;
}

/* _online_plan(capsule, n, (q, qd, qdd, goal_q, goal_qd, goal_qdd, velocity, acceleration, jerk), least_duration) ->
 * (duration, list of the least duration of each coordinate).  Velocity and acceleration may be None. */
static PyObject *online_plan(PyObject *module, PyObject *args)
{
    (void)module;
    static const char *const names[VECTORS] = {"q",        "qd",       "qdd",          "goal_q", "goal_qd",
                                               "goal_qdd", "velocity", "acceleration", "jerk"};
    PyObject *capsule, *tuple, *result = NULL;
    int n, read = 0;
    double *values[VECTORS] = {NULL}, least;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OiO!d", &capsule, &n, &PyTuple_Type, &tuple, &least)) {
        return NULL;
    }
    cdy_online_trajectory *trajectory = PyCapsule_GetPointer(capsule, planner_name);
    while (trajectory && read < VECTORS) {
        PyObject *object = PyTuple_GetItem(tuple, read);
        if (!object || (object != Py_None && !(values[read] = read_vector(object, names[read], n)))) {
            break;
        }
        read++;
    }
    if (read == VECTORS) {
        const cdy_online_motion motion = {values[0], values[1], values[2], values[3], values[4],
                                          values[5], values[6], values[7], values[8], least};
        result = cdy_online_trajectory_plan(trajectory, &motion, &error) ? raise_error(module_get_state(), &error, -1)
                                                                         : durations_of(trajectory, n);
    }
    for (int i = 0; i < VECTORS; i++) {
        free(values[i]);
    }
    return result;
}

/* Fills rows of n doubles, one a time.  Returns 0, or -1 with an exception. */
static int fill_rows(const cdy_online_trajectory *trajectory, Py_ssize_t n, const Py_buffer *t,
                     const Py_buffer rows[ROWS])
{
    const Py_ssize_t number = (Py_ssize_t)sizeof(double), count = t->len / number;
    const double *times = t->buf;
    cdy_error error;
    for (int k = 0; k < ROWS; k++) {
        if (rows[k].len != count * n * number) {
            PyErr_SetString(PyExc_ValueError, "the arrays do not have a row for each time");
            return -1;
        }
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        double *row[ROWS];
        for (int k = 0; k < ROWS; k++) {
            row[k] = (double *)rows[k].buf + i * n;
        }
        if (cdy_online_trajectory_evaluate(trajectory, times[i], row[0], row[1], row[2], row[3], &error)) {
            raise_error(module_get_state(), &error, i);
            return -1;
        }
    }
    return 0;
}

/* _online_evaluate(capsule, n, (times, q, qd, qdd, qddd)): fills contiguous arrays of doubles, a row a time. */
static PyObject *online_evaluate(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule;
    int n;
    Py_buffer t, rows[ROWS];
    if (!PyArg_ParseTuple(args, "Oi(y*w*w*w*w*)", &capsule, &n, &t, &rows[0], &rows[1], &rows[2], &rows[3])) {
        return NULL;
    }
    const cdy_online_trajectory *trajectory = PyCapsule_GetPointer(capsule, planner_name);
    const int failed = trajectory ? fill_rows(trajectory, n, &t, rows) : -1;
    PyBuffer_Release(&t);
    for (int k = 0; k < ROWS; k++) {
        PyBuffer_Release(&rows[k]);
    }
    return failed ? NULL : Py_BuildValue("");
}

PyMethodDef online_functions[] = {
    {"_online_create", online_create, METH_VARARGS, NULL},
    {"_online_plan", online_plan, METH_VARARGS, NULL},
    {"_online_evaluate", online_evaluate, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
