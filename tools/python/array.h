/* Arrays: arguments and results of calls as numbers in memory. */
#ifndef CONDYLE_PYTHON_ARRAY_H
#define CONDYLE_PYTHON_ARRAY_H

#include "memory.h"

enum { MAX_RANK = 3, MAX_LEADING = 24, MAX_INPUTS = 7, MAX_OUTPUTS = 7 };

/* The dimensions that belong to one state. */
typedef struct core_shape {
    int rank;
    Py_ssize_t size[MAX_RANK];
} core_shape;

/* Returns the core dimensions as a tuple; NULL with an exception. */
PyObject *core_tuple(const core_shape *core);

/* The leading dimensions: those of the states. */
typedef struct leading_shape {
    int rank;
    Py_ssize_t size[MAX_LEADING];
    size_t count; /* of states: the product */
    array_order order;
    PyObject *table; /* the argument that was a table (condyle._frames); NULL: none; leading_release() */
} leading_shape;

/* An array argument: its name, the object given (NULL or None: its default), and its memory. */
typedef struct input {
    const char *name;
    core_shape core;
    PyObject *object; /* borrowed */
    memory held;
} input;

/* A result: the memory of its array. */
typedef struct output {
    core_shape core;
    memory held;
} output;

/* Acquires the memory of all inputs: contiguous, of one kind of number and the same leading dimensions.  NumPy first
 * converts any other input (a list, integers, a strided array, doubles among floats, dimensions to be broadcast).
 *  A table gives its columns by the names of `robot`,
 * which may be NULL.  *is_float becomes true where all arrays are float32, and false where there are none, or `doubles`
 * asks for doubles whatever is given.  0, or -1 with an exception; release them in both cases. */
int inputs_take(module_state *state, PyObject *robot, input *inputs, int count, bool doubles, leading_shape *leading,
                bool *is_float);

/* As inputs_take(), and takes inputs whose states lie by columns (order F) as they are where no array has more than one
 * dimension a state, and results that are given lie likewise: leading->order tells. */
int inputs_take_in_order(module_state *state, PyObject *robot, input *inputs, int count, bool doubles,
                         const output *outputs, int output_count, PyObject *out, leading_shape *leading,
                         bool *is_float);

/* Releases the table of the arguments. */
void leading_release(leading_shape *leading);

/* Returns the results with the names of the table of the arguments, where there is one; `kinds` as in
 * condyle._frames.name_results().  Takes the reference to `results`, and gives a new one; NULL with an exception. */
PyObject *name_results(module_state *state, const leading_shape *leading, const char *call, const char *kinds,
                       PyObject *results);

/* Releases the memory of all inputs. */
void inputs_release(input *inputs, int count);

/* Makes the results' arrays, or takes those of `out` (NULL or None: not given; a tuple where there are several).
 * Arrays of `out` must be writable, contiguous, of the right shape and kind, and overlap an input only where they are
 * the same array.  Returns 0, or -1 with an exception; release them in both cases. */
int outputs_take(module_state *state, output *outputs, int count, PyObject *out, const leading_shape *leading,
                 bool is_float, const input *inputs, int input_count);

/* Gives the results to the caller: one object, or a tuple.  NULL with an exception. */
PyObject *outputs_give(output *outputs, int count, const leading_shape *leading);

/* Releases the memory of the results. */
void outputs_release(output *outputs, int count);

#endif
