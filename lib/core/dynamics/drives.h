/* Drives: the contributions of damping, friction, springs and rotors to the dynamics, in the coordinates of the tree,
 * before the projection of mimic joints.
 *
 * Numbers are scalars, for batches over floats. Vectors are lane-packed with `lanes` numbers a degree of
 * freedom; a single state has one lane. If no drive acts, a call costs one branch and changes nothing. */
#ifndef CDY_DYNAMICS_DRIVES_H
#define CDY_DYNAMICS_DRIVES_H

#ifdef CDY_FLOAT
#include "dynamics_float_names.h"
#endif
#include "model/model.h"

/* The loads of the drives at a state, for derivatives where friction by the load acts: the torques of bodies, external
 * forces and springs, and how fast friction grows with them (tree_nv each). */
typedef struct drive_load {
    const scalar *torque, *slopes;
} drive_load;

/* Makes the loads in `memory` (2 x tree_nv), the first half of which has the torques of bodies and external forces. */
drive_load cdy_drive_load(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, scalar *memory);

/* scaled (tree_nv) = (1 + slopes) w: the weights of the torques of the bodies where w are those of the motors. */
void cdy_scale_by_load(const kernel_model *model, int lanes, const drive_load *load, const scalar *w, scalar *scaled);

/* Adds the drive torques at q (tree_nq), qd, qdd (tree_nv) to tau (tree_nv), for inverse dynamics. */
void cdy_add_drive_torque(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, const scalar *qdd,
                          scalar *tau);

/* Adds the rotor torques, rotor * qdd, to tau (tree_nv). */
void cdy_add_rotor_torque(const kernel_model *model, int lanes, const scalar *qdd, scalar *tau);

/* Subtracts the torques of damping, friction, springs and offsets from tau (tree_nv), for forward dynamics; rotors are
 * excluded, and friction by the load is that of a drive without rotor. */
void cdy_subtract_drive_torque(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, scalar *tau);

/* Adds the rotor inertias to the diagonal of M (tree_nv x tree_nv, packed). */
void cdy_add_rotor_inertia(const kernel_model *model, int lanes, scalar *M);

/* Adds the derivatives of the drive torques with respect to q (in tangent space) and qd to the derivatives of inverse
 * dynamics, both tree_nv x tree_nv, packed; either may be NULL. `load` is NULL where no friction by the load acts: the
 * derivatives of the drive torques are then diagonal. */
void cdy_add_drive_derivatives(const kernel_model *model, int lanes, const scalar *qd, const drive_load *load,
                               scalar *dtau_dq, scalar *dtau_dqd);

/* Adds the second derivatives of the drive torques by qd (tree_nv) to those of inverse dynamics by qd and qd (nv x nv x
 * nv, in the caller's coordinates, one state), without friction by the load. */
void cdy_add_drive_curvature(const kernel_model *model, const scalar *qd, scalar *by_qd_qd);

/* Second derivatives of friction by the load in the drive of one degree of freedom, by the load u and by qd. */
typedef struct load_curvature {
    scalar by_u_u, by_u_qd, by_qd_qd;
} load_curvature;

/* Gives those of degree of freedom i at the velocity qd (tree_nv) and the loads; all 0 where none acts on the drive. */
load_curvature cdy_load_curvature(const kernel_model *model, int i, const scalar *qd, const drive_load *load);

/* Adds the products of w (tree_nv) with the derivatives of the drive torques at the velocity qd to the products of w
 * with the derivatives of inverse dynamics (tree_nv each); with a load, to the products of the scaled w
 * (cdy_scale_by_load). */
void cdy_add_drive_products(const kernel_model *model, int lanes, const scalar *qd, const drive_load *load,
                            const scalar *w, scalar *by_q, scalar *by_qd, scalar *by_qdd);

/* Adds the change of the drive torques at the velocity qd along steps of position, velocity and acceleration (tree_nv
 * each) to dtau. */
void cdy_add_drive_change(const kernel_model *model, int lanes, const scalar *qd, const drive_load *load,
                          const scalar *dq, const scalar *dqd, const scalar *dqdd, scalar *dtau);

/* Writes the diagonal (tree_nv) of q_weight * d tau / d q + qd_weight * d tau / d qd for the drive torque tau at the
 * velocity qd (tree_nv), without friction by the load. */
void cdy_drive_slopes(const kernel_model *model, const scalar *qd, scalar q_weight, scalar qd_weight, scalar *diagonal);

/* Adds the energy of the rotors, sum of rotor qd^2 / 2, to the kinetic energy, and the energy of the springs, sum of
 * stiffness (q - rest)^2 / 2 and of offset q, to the potential energy (1 each, J). */
void cdy_add_drive_energies(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, scalar *kinetic,
                            scalar *potential);

#endif
