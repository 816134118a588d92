/* The mass matrix as expressions, and its inverse. Functions return false where memory runs out. */
#ifndef CDY_GENERATE_TRACED_MASS_H
#define CDY_GENERATE_TRACED_MASS_H

#include "generate/tracer.h"

/* M (nv x nv) with the inertias of rotors. */
bool cdy_express_mass_matrix(const tracer *t, const expression *q, expression *M);

/* Inverse of a dense matrix (nv x nv) by its factors L and D: its columns, of which the lower half is kept. `inverse`
 * holds zeros. */
void cdy_express_inverse_of_factors(const tracer *t, const expression *L, const expression *D, expression *inverse);

/* The routines (routine.h). */
bool cdy_trace_mass_matrix(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_inverse_mass_matrix(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_inverse_with_pivots(tracer *t, expression *const outputs[MOST_OUTPUTS]);

#endif
