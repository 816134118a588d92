/* Second derivatives of inverse dynamics as expressions. */
#ifndef CDY_GENERATE_TRACED_SECOND_DERIVATIVES_H
#define CDY_GENERATE_TRACED_SECOND_DERIVATIVES_H

#include "generate/routine.h"

/* The results, nv x nv x nv each, as cdy_second_derivatives has them. */
bool cdy_trace_inverse_dynamics_second_derivatives(tracer *t, expression *const outputs[MOST_OUTPUTS]);

/* Results of the two functions below, of which the second derivatives of w . result are made (nv x nv each): by q and
 * q, q and qd, qd and qd, q and the third input; by the others they are zero. Without friction by the load. */
enum { HESSIAN_Q_Q, HESSIAN_Q_QD, HESSIAN_QD_QD, HESSIAN_Q_THIRD };

/* Of inverse dynamics, whose third input is the acceleration, and of forward dynamics, whose third input is the
 * torques; both take weights. */
extern const routine cdy_inverse_dynamics_hessian, cdy_forward_dynamics_hessian;

#endif
