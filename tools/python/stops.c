/* Stops of a robot in motion. */
#include "module.h"

#include <condyle/stop.h>

/* Reads an array of n numbers to `numbers`, which *array becomes; None leaves *array NULL. */
static int read_optional(PyObject *object, const char *name, Py_ssize_t n, double *numbers, const double **array)
{
    if (object == Py_None) {
        return 0;
    }
    *array = numbers;
    return read_numbers(object, name, n, numbers);
}

/* The state of a stop as Python gives it, with the memory of its arrays. */
typedef struct stop_request {
    cdy_stop_state state;
    double *numbers;
} stop_request;

/* Reads (category, fastest, q, qd, brakes, effort, deceleration, frame, point, step, most time) to a request, whose
 * numbers the caller frees, also after a failure.  Returns 0, or -1 with an exception. */
static int read_stop(robot_object *self, PyObject *given, stop_request *request)
{
    static const char *const names[] = {"q", "qd", "brakes", "effort", "deceleration"};
    const Py_ssize_t n = cdy_robot_nv(self->robot);
    cdy_stop_state *s = &request->state;
    PyObject *arrays[5], *frame, *point;
    const double **const members[] = {&s->q, &s->qd, &s->brakes, &s->effort, &s->deceleration};
    int category, fastest;
    if (!PyArg_ParseTuple(given, "ipOOOOOOOdd", &category, &fastest, &arrays[0], &arrays[1], &arrays[2], &arrays[3],
                          &arrays[4], &frame, &point, &s->step, &s->most_time) ||
        read_frame(self, frame, &s->frame) || read_numbers(point, "point", 3, s->point)) {
        return -1;
    }
    s->category = (cdy_stop_category)category;
    s->fastest = fastest;
    request->numbers = PyMem_Calloc(5 * (size_t)n + 1, sizeof *request->numbers);
    if (!request->numbers) {
        PyErr_NoMemory();
        return -1;
    }
    for (int k = 0; k < 5; k++) {
        if (read_optional(arrays[k], names[k], n, request->numbers + k * n, members[k])) {
            return -1;
        }
    }
    return 0;
}

/* _find_stop(request) -> (stopped, time, length, q at the end) */
static PyObject *robot_find_stop(PyObject *object, PyObject *given)
{
    robot_object *self = (robot_object *)object;
    PyObject *q_end = NULL, *result = NULL;
    stop_request request = {0};
    Py_buffer view;
    if (!read_stop(self, given, &request) && (q_end = new_vector(self, cdy_robot_nv(self->robot), &view))) {
        cdy_stop stop = {0};
        cdy_error error;
        PyThreadState *thread = lock_release(self);
        const cdy_status status = cdy_find_stop(cdy_robot_model(self->robot), &request.state, &stop, view.buf, &error);
        lock_take(self, thread);
        PyBuffer_Release(&view);
        result = status ? raise_error(self->state, &error, -1)
                        : Py_BuildValue("(OddO)", stop.stopped ? Py_True : Py_False, stop.time, stop.length, q_end);
        Py_DECREF(q_end);
    }
    PyMem_Free(request.numbers);
    return result;
}

/* _find_worst_stop(request, least reach, most reach, poses, seed) -> (time, length, travel, reach, poses, unstopped, q,
 * joint, stuck, beyond) */
static PyObject *robot_find_worst_stop(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *given, *q = NULL, *result = NULL;
    stop_request request = {0};
    cdy_stop_region region = {0};
    unsigned long long seed;
    Py_ssize_t poses;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "O!ddnK", &PyTuple_Type, &given, &region.least_reach, &region.most_reach, &poses,
                          &seed)) {
        return NULL;
    }
    region.poses = poses > 0 ? (size_t)poses : 0;
    region.seed = seed;
    if (!read_stop(self, given, &request) && (q = new_vector(self, cdy_robot_nv(self->robot), &view))) {
        cdy_worst_stop worst = {0};
        cdy_error error;
        PyThreadState *thread = lock_release(self);
        const cdy_status status =
            cdy_find_worst_stop(cdy_robot_model(self->robot), &request.state, &region, &worst, view.buf, &error);
        lock_take(self, thread);
        PyBuffer_Release(&view);
        result = status ? raise_error(self->state, &error, -1)
                        : Py_BuildValue("(ddddnnOinn)", worst.time, worst.length, worst.travel, worst.reach,
                                        (Py_ssize_t)worst.poses, (Py_ssize_t)worst.unstopped, q, worst.joint,
                                        (Py_ssize_t)worst.stuck, (Py_ssize_t)worst.beyond);
        Py_DECREF(q);
    }
    PyMem_Free(request.numbers);
    return result;
}

PyMethodDef stop_methods[] = {
    {"_find_stop", robot_find_stop, METH_O, NULL},
    {"_find_worst_stop", robot_find_worst_stop, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
