/* The terms of the momentum observer (condyle/observer.h) at one sample, as expressions of the generated code. */
#ifndef CDY_GENERATE_TRACED_OBSERVER_H
#define CDY_GENERATE_TRACED_OBSERVER_H

#include "generate/tracer.h"

/* Traces the momentum M qd (nv) and the known part of its rate, tau - drives + C^T qd - G (nv), where friction by the
 * load is that of a drive without rotor.  Returns false where memory runs out. */
bool cdy_trace_momentum(tracer *t, expression *const outputs[MOST_OUTPUTS]);

#endif
