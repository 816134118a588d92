/* Torques of the joints' drives as expressions, and their derivatives. */
#ifndef CDY_GENERATE_TRACED_DRIVES_H
#define CDY_GENERATE_TRACED_DRIVES_H

#include "generate/tracer.h"

/* Torque of damping, friction and spring of tree velocity `i`. */
expression cdy_express_drive_torque(const tracer *t, int i, const expression *q, const expression *qd);

/* Derivatives of the torque of a drive by its position and its velocity; it depends on no others. */
typedef struct drive_slope {
    expression by_q, by_qd;
} drive_slope;

drive_slope cdy_express_drive_slope(const cdy_model *model, int i, const expression *qd);

/* Adds the derivatives of drive torques, which are diagonal, to matrices of the tree's velocities. */
void cdy_express_drive_slopes(const tracer *t, const expression *qd, expression *by_q, expression *by_qd);

#endif
