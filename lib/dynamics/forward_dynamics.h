/* Steps of forward dynamics that other calls share. */
#ifndef CDY_DYNAMICS_FORWARD_DYNAMICS_H
#define CDY_DYNAMICS_FORWARD_DYNAMICS_H

#include "dynamics/workspace.h"

/* Writes net = tau - ID(q, qd, 0) (nv), the torque that accelerates the joints: tree_q and tree_qd are in tree
 * coordinates, `tau` (NULL: zero) and `fext` (NULL: none) in the caller's. Overwrites workspace->qd if the robot has
 * mimic joints. */
cdy_status cdy_subtract_bias(const cdy_model *model, cdy_workspace *workspace, const double *tree_q,
                             const double *tree_qd, const double *tau, const double *fext, double *net,
                             cdy_error *error);

/* Writes the Cholesky factor of the mass matrix to workspace->L, which must not be NULL. Fails with CDY_ERROR_NUMERIC
 * and a joint's name if the matrix is singular. */
cdy_status cdy_factor_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *tree_q,
                                  cdy_error *error);

/* Fails with CDY_ERROR_NUMERIC. The message names the joint of the row (from 1) at which the mass matrix is singular
 * or, if the masses differ by more than the precision of doubles, the body that is too light for its subtree.
 * Overwrites workspace->tau. */
cdy_status cdy_fail_singular(const cdy_model *model, cdy_workspace *workspace, int row, cdy_error *error);

#endif
