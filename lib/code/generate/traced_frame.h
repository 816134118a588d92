/* Placement and Jacobian of a frame over expressions. */
#ifndef CDY_GENERATE_TRACED_FRAME_H
#define CDY_GENERATE_TRACED_FRAME_H

#include "generate/tracer.h"

/* Traces of routines (routine.h), named like their results. */
bool cdy_trace_transform(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_geometric_jacobian(tracer *t, expression *const outputs[MOST_OUTPUTS]);

#endif
