/* Options of generated code. */
#ifndef CDY_GENERATE_OPTIONS_H
#define CDY_GENERATE_OPTIONS_H

#include <condyle/generate.h>

/* Checks the options. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_generate_options(const cdy_generate_options *options, cdy_error *error);

#endif
