/* Torques of the joints' drives (condyle/drives.h) as expressions, and their derivatives. */
#ifndef CDY_GENERATE_TRACED_DRIVES_H
#define CDY_GENERATE_TRACED_DRIVES_H

#include "generate/tracer.h"

/* Torque of the spring of tree velocity `i`. */
expression cdy_express_spring(const cdy_model *model, int i, const expression *q);

/* Torque of damping and friction of tree velocity `i`, and its offset, without friction by the load. */
expression cdy_express_friction(const cdy_model *model, int i, const expression *qd);

/* Both together. */
expression cdy_express_drive_torque(const tracer *t, int i, const expression *q, const expression *qd);

/* Friction by the load of tree velocity `i` at a load: L (a + b g) with size L and sign g of the load. */
typedef struct load_friction {
    expression a, b, torque, by_load, by_qd; /* its numbers, itself, and its derivatives */
} load_friction;

/* Zeros where the drive has no friction by the load. */
load_friction cdy_express_load_friction(const cdy_model *model, int i, const expression *qd, expression load);

/* Derivatives of the torque of a drive by its position and its velocity, without friction by the load; it depends on no
 * others. */
typedef struct drive_slope {
    expression by_q, by_qd;
} drive_slope;

drive_slope cdy_express_drive_slope(const cdy_model *model, int i, const expression *qd);

/* Gives the derivative by tree velocity `i` of an expression that depends on this velocity alone. Returns false where
 * memory runs out. */
bool cdy_express_curvature(const tracer *t, int i, expression slope, expression *curvature);

/* Second derivatives of friction by the load of tree velocity `i` at a load u. */
typedef struct load_curvature {
    expression by_u_u, by_u_qd, by_qd_qd;
} load_curvature;

/* Zeros where the drive has no friction by the load. Returns false where memory runs out. */
bool cdy_express_load_curvature(const tracer *t, int i, const expression *qd, expression load, load_curvature *c);

/* Adds the derivatives of drive torques to matrices of the tree's velocities.  `bodies` are the torques of the bodies,
 * which are read where friction by the load acts. */
void cdy_express_drive_slopes(const tracer *t, const expression *q, const expression *qd, const expression *bodies,
                              expression *by_q, expression *by_qd);

#endif
