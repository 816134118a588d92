/* Body: a body with its joint, from the keywords of Python and back. */
#ifndef CONDYLE_PYTHON_BODY_H
#define CONDYLE_PYTHON_BODY_H

#include "module.h"

/* Changes a body by a list of (keyword, value); texts live as long as the list.  Returns 0, or -1 with an exception. */
int body_read(PyObject *changes, cdy_body *body);

/* Returns a dictionary of the keywords that a body has; NULL with an exception. */
PyObject *body_describe(const cdy_body *body);

#endif
