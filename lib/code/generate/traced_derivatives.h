/* Matrices of the derivatives of inverse and forward dynamics as expressions: the routines (routine.h). */
#ifndef CDY_GENERATE_TRACED_DERIVATIVES_H
#define CDY_GENERATE_TRACED_DERIVATIVES_H

#include "generate/tracer.h"

bool cdy_trace_inverse_dynamics_derivatives(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_forward_dynamics_derivatives(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_forward_derivatives_with_pivots(tracer *t, expression *const outputs[MOST_OUTPUTS]);

#endif
