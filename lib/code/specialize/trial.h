/* A trial of loaded code: its results beside those of the general code. */
#ifndef CDY_SPECIALIZE_TRIAL_H
#define CDY_SPECIALIZE_TRIAL_H

#include "specialize/specialization.h"

/* Computes random states by the code and by the general calls, one by one and as a batch. Fails with CDY_ERROR_NUMERIC
 * where the results differ by more than rounding, or CDY_ERROR_MEMORY. */
cdy_status cdy_try_code(const cdy_specialization *s, const cdy_model *model, const cdy_specialize_options *o,
                        cdy_error *error);

/* The same for code over floats, for batches alone. */
cdy_status cdy_try_float_code(const cdy_specialization *s, const cdy_model *model, const cdy_specialize_options *o,
                              cdy_error *error);

/* Fails with CDY_ERROR_NUMERIC: results of a function, `name` in the message, differ. */
cdy_status cdy_fail_trial(const char *name, cdy_error *error);

#endif
