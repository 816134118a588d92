/* Inverse and forward dynamics as expressions. Functions return false where memory runs out. */
#ifndef CDY_GENERATE_TRACED_DYNAMICS_H
#define CDY_GENERATE_TRACED_DYNAMICS_H

#include "generate/tracer.h"

/* tau (nv) = ID(q, qd, qdd), with drives where `drives` says so. */
bool cdy_express_inverse_dynamics(const tracer *t, const expression gravity[3], const tree_state *s, bool drives,
                                  expression *tau);

/* Articulated bodies, which take no mimic joints; D receives the pivots of the mass matrix. */
bool cdy_express_articulated_bodies(const tracer *t, const tree_state *s, expression *qdd, expression *D);

/* M qdd = tau - ID(q, qd, 0) with mimic joints projected. M (nv x nv) and D (nv) receive the factors. */
bool cdy_express_accelerations(const tracer *t, const tree_state *s, expression *qdd, expression *M, expression *D);

/* The routines (routine.h). */
bool cdy_trace_inverse_dynamics(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_gravity_torque(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_velocity_product(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_forward_dynamics(tracer *t, expression *const outputs[MOST_OUTPUTS]);
bool cdy_trace_articulated_bodies(tracer *t, expression *const outputs[MOST_OUTPUTS]);

#endif
