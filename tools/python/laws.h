/* Laws: what moves a simulated robot, and what simulations and ready-made control laws share. */
#ifndef CONDYLE_PYTHON_LAWS_H
#define CONDYLE_PYTHON_LAWS_H

#include "module.h"

/* Returns a new array with a copy of `count` numbers; NULL with an exception. */
PyObject *copy_vector(const double *values, Py_ssize_t count);

/* Returns a copy of a model, which the caller destroys; NULL with an error. */
cdy_model *copy_model(const cdy_model *model, cdy_error *error);

/* Returns the ready-made law in a capsule, NULL where the object is none. */
cdy_motion_model *motion_of(PyObject *capsule);

/* Tells whether a ready-made law has as many coordinates as a model. */
bool motion_fits(PyObject *capsule, const cdy_model *model);

/* Mark a ready-made law as used, so that no other thread changes it meanwhile.  motion_begin() returns 0, or -1 with an
 * exception where it is used already or the object is none. */
int motion_begin(PyObject *capsule);
void motion_end(PyObject *capsule);

/* Names of enum cdy_integrator; NULL ends them. */
extern const char *const integrator_names[];

#endif
