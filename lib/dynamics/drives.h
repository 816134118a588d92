/* Drives: what damping, friction, springs and rotors add to the dynamics, in the coordinates of the tree, so before
 * followers are projected onto their leaders.
 *
 * They are over scalars, as batches are (single.h).  Vectors are lane-packed, `lanes` numbers a degree of freedom; 1
 * for a single state.  Where no drive acts, each call costs one branch and changes nothing. */
#ifndef CDY_DYNAMICS_DRIVES_H
#define CDY_DYNAMICS_DRIVES_H

#include "dynamics/single.h"
#include "model/model.h"

/* Adds to tau (tree_nv) what the drives need at q (tree_nq), qd, qdd (tree_nv): inverse dynamics. */
void cdy_add_drive_torque(const cdy_model *model, int lanes, const scalar *q, const scalar *qd, const scalar *qdd,
                          scalar *tau);

/* Adds to tau (tree_nv) what the rotors need for the accelerations qdd (tree_nv), and nothing else. */
void cdy_add_rotor_torque(const cdy_model *model, int lanes, const scalar *qdd, scalar *tau);

/* Subtracts from tau (tree_nv) what the drives take away from it, the rotors' inertia excepted: forward dynamics. */
void cdy_subtract_drive_torque(const cdy_model *model, int lanes, const scalar *q, const scalar *qd, scalar *tau);

/* Adds the rotors' inertia to the diagonal of M (tree_nv x tree_nv, packed). */
void cdy_add_rotor_inertia(const cdy_model *model, int lanes, scalar *M);

/* Adds the derivatives of the torque that cdy_add_drive_torque() adds to those of inverse dynamics with respect to q
 * (in tangent space) and qd, both tree_nv x tree_nv, packed; either may be NULL.  They are diagonal. */
void cdy_add_drive_derivatives(const cdy_model *model, int lanes, const scalar *qd, scalar *dtau_dq, scalar *dtau_dqd);

/* Writes of_q times the derivative of that torque with respect to q plus of_qd times that with respect to qd, the
 * diagonal of it (tree_nv), at the velocity qd (tree_nv). */
void cdy_drive_slopes(const cdy_model *model, const scalar *qd, scalar of_q, scalar of_qd, scalar *slopes);

/* Returns the energy in the springs, sum of stiffness (q - rest)^2 / 2, J. */
scalar cdy_spring_energy(const cdy_model *model, const scalar *q);

/* Returns the kinetic energy of the rotors, sum of rotor qd^2 / 2, J. */
scalar cdy_rotor_energy(const cdy_model *model, const scalar *qd);

#endif
