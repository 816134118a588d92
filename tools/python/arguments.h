/* Arguments of the calls of quantities: by place and by keyword, and as docstrings describe them. */
#ifndef CONDYLE_PYTHON_ARGUMENTS_H
#define CONDYLE_PYTHON_ARGUMENTS_H

#include "quantity.h"

/* Arguments of a call besides arrays, and the place of its results. */
typedef struct given {
    PyObject *inputs[MAX_INPUTS];
    PyObject *frame, *relative_to, *axes, *method;
    PyObject *damping, *coulomb, *rotor_inertia, *friction_width;
    PyObject *out, *threads;
} given;

/* Returns a row's docstring with a line for each argument before its example; NULL where memory runs out. */
char *arguments_make_doc(const quantity *row);

/* Puts the arguments of a method in their places. Returns 0, or -1 with an exception. */
int arguments_bind(const quantity *row, given *g, PyObject *const *arguments, Py_ssize_t count, PyObject *names);

/* Reads what is no array. Returns 0, or -1 with an exception. */
int arguments_read_extras(const robot_object *self, const given *g, call *c, int *threads);

#endif
