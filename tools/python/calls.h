/* Calls: the methods of a robot that compute something for one state or for many. */
#ifndef CONDYLE_PYTHON_CALLS_H
#define CONDYLE_PYTHON_CALLS_H

#include "array.h"

/* Number of those methods. */
int calls_count(void);

/* Describes method `index` for the type. */
PyMethodDef calls_method(int index);

/* Frees the batches that a robot keeps. */
void calls_clear(robot_object *self);

/* A batch for a call: one that the robot keeps or, while all of those are in use, the call's own. */
typedef struct batch_loan {
    kept_batch own, *kept;
} batch_loan;

/* Lends loan->kept->batch, of floats or doubles, by rows or by columns.  Return it also where this fails. */
cdy_status calls_borrow_batch(robot_object *self, int threads, bool by_columns, bool is_float, batch_loan *loan,
                              cdy_error *error);
void calls_return_batch(batch_loan *loan);

/* A call for many states, of memory: for engines that compute without the interpreter. */
typedef struct raw_call {
    int quantity; /* its place in the table */
    int frame;
    int drives; /* columns of the regressor: bits of damping, friction, rotor inertia */
    size_t count;
    bool is_float;
    void *batch;                /* of calls_make_batch() */
    const void *in[MAX_INPUTS]; /* NULL: its default */
    void *out[MAX_OUTPUTS];
    cdy_error *error;
} raw_call;

cdy_status calls_compute_raw(const robot_object *self, const raw_call *raw);

/* Tells whether the library has a call in doubles alone. */
bool calls_in_doubles_only(int quantity);

/* Makes a batch for calls of a robot in floats or doubles; NULL: the error says why. */
void *calls_make_batch(const robot_object *self, int threads, bool is_float, cdy_error *error);
void calls_free_batch(void *batch, bool is_float);

/* _call_shapes(name, drives): a call's place in the table, and the dimensions of one state of its arguments and of its
 * results. */
PyObject *calls_shapes(PyObject *self, PyObject *arguments);

#endif
