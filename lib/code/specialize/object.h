/* Compiled code: loading, and comparing with the general code. */
#ifndef CDY_SPECIALIZE_OBJECT_H
#define CDY_SPECIALIZE_OBJECT_H

#include "specialize/specialization.h"

/* Loads the functions of a file and compares their results with the general calls in some states. `s` has its
 * constants. Fails with CDY_ERROR_IO where the file cannot be loaded or lacks a function, CDY_ERROR_NUMERIC where
 * results differ, or CDY_ERROR_MEMORY; nothing remains loaded. */
cdy_status cdy_load_code(cdy_specialization *s, const cdy_model *model, const cdy_specialize_options *o,
                         const char *path, cdy_error *error);

#endif
