/* The program that tests a robot's code. */
#ifndef CDY_GENERATE_SELF_TEST_H
#define CDY_GENERATE_SELF_TEST_H

#include "generate/program.h"

/* Writes NAME_test.c: results of the library for some states, as numbers, beside those of the code; products with
 * vectors beside differences of the functions that they are derivatives of. Fails with CDY_ERROR_MEMORY or as the
 * library's calls do. */
cdy_status cdy_self_test_write(source_text *t, const program *p, cdy_error *error);

#endif
