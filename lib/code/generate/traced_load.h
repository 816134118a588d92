/* Forward dynamics with friction by the load as expressions, for robots without mimic joints.
 *
 * Code finds the accelerations by iteration (load_system.h), and a step of Newton's method from them is part of the
 * graph: where the graph is differentiated, that step has the derivatives of the solution. */
#ifndef CDY_GENERATE_TRACED_LOAD_H
#define CDY_GENERATE_TRACED_LOAD_H

#include "generate/tracer.h"

/* Writes the accelerations (nv).  Returns false where memory runs out. */
bool cdy_express_loaded_accelerations(const tracer *t, const tree_state *s, expression *qdd);

/* Subtracts friction by the load, of drives without rotors, from torques at the motors that are less all other torques
 * of the drives (nv), springs among them.  Returns false where memory runs out. */
bool cdy_express_overcome_friction(const tracer *t, const tree_state *s, expression *torque);

/* Writes the derivatives of the accelerations by q, qd and tau (nv x nv each).  Returns false where memory runs out. */
bool cdy_express_loaded_derivatives(const tracer *t, const tree_state *s, expression *const outputs[3]);

#endif
