/* The test of code for CasADi: recorded results, and Jacobians beside differences. */
#ifndef CDY_GENERATE_CASADI_TEST_H
#define CDY_GENERATE_CASADI_TEST_H

#include "generate/program.h"

/* Writes what the tests of all functions call, behind compare(); `states` are recorded, `step` is that of
 * differences. */
void cdy_casadi_test_begin(source_text *t, const program *p, int states, double step);

/* Writes the test of a routine, of its Jacobian and of its second derivatives, behind the recorded results. */
void cdy_casadi_test_add(source_text *t, const program *p, const routine *r, double tolerance);

#endif
