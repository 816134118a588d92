/* Jacobians of a routine's one result by the numbers of its inputs. */
#ifndef CDY_GENERATE_TRACED_JACOBIAN_H
#define CDY_GENERATE_TRACED_JACOBIAN_H

#include "generate/routine.h"

/* Traces the derivatives of the result of a routine over a simplified model: by_input[k], for the inputs that the
 * routine takes, receives a column for each number of input k, each as long as the result. Derivatives of inverse and
 * forward dynamics by positions that are sums of steps are the analytic ones of the kernels (Carpentier and Mansard
 * 2018); all others differentiate the operations. Returns false where memory runs out. */
bool cdy_trace_jacobian(const routine *r, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena,
                        expression *by_input[INPUT_COUNT]);

/* Whether velocities are the slopes of the numbers of q: no joint is on a manifold. */
bool cdy_has_plain_positions(const cdy_model *model);

#endif
