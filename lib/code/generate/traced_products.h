/* Products of a vector with the derivatives of inverse and forward dynamics as expressions, without matrices: the
 * routines (routine.h). */
#ifndef CDY_GENERATE_TRACED_PRODUCTS_H
#define CDY_GENERATE_TRACED_PRODUCTS_H

#include "generate/tracer.h"

bool cdy_trace_inverse_dynamics_products(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_forward_dynamics_products(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_inverse_dynamics_vjp(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_forward_dynamics_vjp(tracer *t, expression *const outputs[MOST_OUTPUTS]);

#endif
