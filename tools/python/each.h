/* Each: calls that the library has for one state, or over doubles alone, for arrays of states.  Arrays of float32 are
 * computed in doubles, and give float32. */
#ifndef CONDYLE_PYTHON_EACH_H
#define CONDYLE_PYTHON_EACH_H

#include "array.h"

/* One state for a call: its model, memory to work in, arguments and results. */
typedef struct each {
    const cdy_model *model;
    cdy_workspace *workspace;
    const double *in[MAX_INPUTS]; /* NULL: its default */
    double *out[MAX_OUTPUTS];
    void *context;
    cdy_error *error;
} each;

typedef cdy_status (*each_call)(const each *state);

/* Computes `count` states, whose arguments and results are one array each, without the interpreter's lock.  Returns the
 * status of the first that failed, which *failed becomes (-1: all did), and leaves NaN in its results. */
typedef cdy_status (*each_many)(const each *states, size_t count, Py_ssize_t *failed);

/* Which arrays a call has.  The caller fills names, objects and dimensions; `given` results, the first ones, go to the
 * arrays of `out`, the others to new arrays.  `many`
 * computes several states at once, where the library has a call for it. */
typedef struct each_arrays {
    input inputs[MAX_INPUTS];
    output outputs[MAX_OUTPUTS];
    int input_count, output_count, given;
    PyObject *out;
    each_many many;
    const char *name, *kinds; /* of a call whose results have names where an argument is a table (array.h); or NULL */
    double *in[MAX_INPUTS], *numbers[MAX_OUTPUTS]; /* what the calls read and write; each_state() fills them */
} each_arrays;

/* Add an argument and a result with the dimensions of one state. */
void each_add_input(each_arrays *arrays, const char *name, PyObject *object, core_shape core);
void each_add_output(each_arrays *arrays, core_shape core);

/* Calls `call` for each state, for several ones without the interpreter's lock.  Returns the results, or NULL with the
 * exception of the first state that failed; the results of a failed state among several are NaN. */
PyObject *each_state(robot_object *self, each_arrays *arrays, each_call call, void *context);

#endif
