#include "memory.h"

#include <string.h>

/* PyArrayObject as NumPy documents it: the same in its versions 1 and 2.  Reading it costs a tenth of what the buffer
 * protocol costs, and no header of NumPy's is needed. */
typedef struct numpy_array {
    PyObject_HEAD void *data;
    int rank;
    Py_ssize_t *shape, *strides;
    PyObject *base, *dtype;
    int flags;
} numpy_array;

/* Flags of an array: NPY_ARRAY_C_CONTIGUOUS and so on (numpy/ndarraytypes.h). */
enum { CONTIGUOUS_IN_C = 0x1, CONTIGUOUS_IN_F = 0x2, ALIGNED = 0x100, WRITEABLE = 0x400 };

/* Returns the kind of a buffer's numbers: 'd', 'f', or 0 for any other. */
static char kind_of(const Py_buffer *view)
{
    const char *format = view->format;
    if (!format || !format[0] || format[1]) {
        return 0;
    }
    bool is_double = format[0] == 'd' && view->itemsize == (Py_ssize_t)sizeof(double);
    bool is_float = format[0] == 'f' && view->itemsize == (Py_ssize_t)sizeof(float);
    bool is_aligned = (is_double || is_float) && (uintptr_t)view->buf % (size_t)view->itemsize == 0;
    return is_aligned ? format[0] : 0;
}

static int take_buffer(PyObject *object, array_order order, bool writable, memory *m)
{
    int flags =
        (order == ORDER_F ? PyBUF_F_CONTIGUOUS : PyBUF_C_CONTIGUOUS) | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, &m->view, flags)) {
        return -1;
    }
    Py_INCREF(object);
    m->owner = object;
    m->is_buffer = true;
    m->data = m->view.buf;
    m->bytes = m->view.len;
    m->itemsize = m->view.itemsize;
    m->rank = m->view.ndim;
    m->shape = m->view.shape;
    m->kind = kind_of(&m->view);
    return 0;
}

/* Reads an array of NumPy's directly.  Returns false where it is not one of plain doubles or floats. */
static bool take_array(const module_state *state, PyObject *object, array_order order, bool writable, memory *m)
{
    if ((PyObject *)Py_TYPE(object) != state->array_type) {
        return false;
    }
    const numpy_array *array = (const numpy_array *)(const void *)object;
    int needed = (order == ORDER_F ? CONTIGUOUS_IN_F : CONTIGUOUS_IN_C) | ALIGNED | (writable ? WRITEABLE : 0);
    bool is_double = array->dtype == state->double_dtype;
    if ((array->flags & needed) != needed || (!is_double && array->dtype != state->float_dtype)) {
        return false;
    }
    Py_INCREF(object);
    m->owner = object;
    m->is_buffer = false;
    m->data = array->data;
    m->itemsize = is_double ? (Py_ssize_t)sizeof(double) : (Py_ssize_t)sizeof(float);
    m->kind = is_double ? 'd' : 'f';
    m->rank = array->rank;
    m->shape = array->shape;
    m->bytes = m->itemsize;
    for (int i = 0; i < m->rank; i++) {
        m->bytes *= m->shape[i];
    }
    return true;
}

int memory_take(module_state *state, PyObject *object, array_order order, bool writable, memory *m)
{
    m->owner = NULL;
    module_meet_numpy(state);
    return take_array(state, object, order, writable, m) ? 0 : take_buffer(object, order, writable, m);
}

void memory_release(memory *m)
{
    if (m->owner) {
        if (m->is_buffer) {
            PyBuffer_Release(&m->view);
        }
        Py_CLEAR(m->owner);
    }
}

/* Tells whether an array lies as expected: as the buffer protocol says. */
static bool lies_as_expected(const module_state *state, PyObject *object, bool writable)
{
    memory direct, asked;
    bool taken = take_array(state, object, ORDER_C, true, &direct);
    if (!taken || take_buffer(object, ORDER_C, writable, &asked)) {
        PyErr_Clear();
        if (taken) {
            memory_release(&direct);
        }
        return taken == writable;
    }
    bool same = direct.data == asked.data && direct.bytes == asked.bytes && direct.rank == asked.rank &&
                direct.kind == asked.kind &&
                memcmp(direct.shape, asked.shape, (size_t)asked.rank * sizeof *asked.shape) == 0;
    memory_release(&direct);
    memory_release(&asked);
    return same && writable;
}

/* Makes three arrays, the last read-only, and compares how they lie. */
static bool expected_of_numpy(module_state *state, PyObject *numpy)
{
    PyObject *doubles = PyObject_CallMethod(numpy, "zeros", "((ii))", 3, 5);
    PyObject *floats = PyObject_CallMethod(numpy, "zeros", "((iii)O)", 2, 1, 7, state->float32);
    PyObject *frozen = PyObject_CallMethod(numpy, "zeros", "(i)", 4);
    PyObject *set = frozen ? PyObject_CallMethod(frozen, "setflags", "i", 0) : NULL;
    bool as_expected = doubles && floats && set && lies_as_expected(state, doubles, true) &&
                       lies_as_expected(state, floats, true) && lies_as_expected(state, frozen, false);
    Py_XDECREF(doubles);
    Py_XDECREF(floats);
    Py_XDECREF(frozen);
    Py_XDECREF(set);
    return as_expected;
}

int memory_learn(module_state *state, PyObject *numpy)
{
    state->array_type = PyObject_GetAttrString(numpy, "ndarray");
    state->double_dtype = PyObject_CallMethod(numpy, "dtype", "s", "float64");
    state->float_dtype = PyObject_CallMethod(numpy, "dtype", "s", "float32");
    if (!state->array_type || !state->double_dtype || !state->float_dtype) {
        return -1;
    }
    if (!expected_of_numpy(state, numpy)) {
        PyErr_Clear();
        Py_CLEAR(state->array_type);
    }
    return 0;
}
