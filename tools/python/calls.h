/* Calls: the methods of a robot that compute something for one state or for many. */
#ifndef CONDYLE_PYTHON_CALLS_H
#define CONDYLE_PYTHON_CALLS_H

#include "array.h"

/* Number of those methods. */
int calls_count(void);

/* Describes method `index` for the type. */
PyMethodDef calls_method(int index);

/* A call for many states, of memory: for engines that compute without the interpreter. */
typedef struct raw_call {
    int quantity; /* its place in the table */
    int frame;
    int drives; /* columns of the regressor: bits of damping, friction, rotor inertia */
    size_t count;
    bool is_float;
    void *batch;                /* of batches_make() */
    const void *in[MAX_INPUTS]; /* NULL: its default */
    void *out[MAX_OUTPUTS];
    cdy_error *error;
} raw_call;

cdy_status calls_compute_raw(const robot_object *self, const raw_call *raw);

/* _call_shapes(name, drives): a call's place in the table, and the dimensions of one state of its arguments and of its
 * results. */
PyObject *calls_shapes(PyObject *self, PyObject *arguments);

#endif
