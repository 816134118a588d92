/* Memory: the numbers of an object with the buffer protocol, in most calls a NumPy array. */
#ifndef CONDYLE_PYTHON_MEMORY_H
#define CONDYLE_PYTHON_MEMORY_H

#include "module.h"

/* Contiguous memory of an object, which stays while it is held. */
typedef struct memory {
    PyObject *owner; /* a reference; NULL: nothing is held */
    void *data;
    Py_ssize_t bytes, itemsize;
    int rank;
    const Py_ssize_t *shape;
    char kind;      /* 'd' or 'f'; 0: other numbers, or not aligned */
    bool is_buffer; /* `view` is held too */
    Py_buffer view;
} memory;

/* The order of an array's numbers: the last dimension's side by side, or the first's. */
typedef enum array_order { ORDER_C = 1, ORDER_F = 2 } array_order;

/* Acquires an object's memory.  Returns 0, or -1 with an exception where the object has none that is contiguous in this
 * order, and writable where `writable` asks for it; then nothing is held. */
int memory_take(module_state *state, PyObject *object, array_order order, bool writable, memory *m);

/* Releases memory; accepts one that holds nothing. */
void memory_release(memory *m);

/* Learns how NumPy's arrays lie in memory, so that memory_take() need not ask them; where they lie otherwise than
 * expected, arrays are asked.  Returns 0, or -1 with an exception. */
int memory_learn(module_state *state, PyObject *numpy);

#endif
