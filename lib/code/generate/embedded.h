/* A robot's code for microcontrollers: single precision without a library of C. */
#ifndef CDY_GENERATE_EMBEDDED_H
#define CDY_GENERATE_EMBEDDED_H

#include "generate/program.h"

/* Appends NAME_sincos(), NAME_root() and the like over float, as used, with no function of a library. */
void cdy_embedded_add_math(source_text *t, const char *name, functions_used used, bool observer);

/* Writes the beginning of the test, which needs no library where NAME_BARE is defined. */
void cdy_embedded_test_begin(source_text *t, const char *name);

/* Writes the end of the test for NAME_BARE: where the program begins, and calls whose instructions are counted. */
void cdy_embedded_test_end(source_text *t, const program *p);

/* Writes the script that measures the code. Fails where memory runs out. */
cdy_status cdy_embedded_write(const program *p, cdy_generated *code, cdy_error *error);

#endif
