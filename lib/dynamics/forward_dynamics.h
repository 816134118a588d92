/* The two halves of forward dynamics, for the calls that are built on them. */
#ifndef CDY_DYNAMICS_FORWARD_DYNAMICS_H
#define CDY_DYNAMICS_FORWARD_DYNAMICS_H

#include "dynamics/workspace.h"

/* Writes tau - ID(q, qd, 0), the torque that is left to accelerate, to `rest` (nv): tree_q, tree_qd are the tree's,
 * `tau` (NULL: zero) and `fext` (NULL: none) the caller's.  workspace->qd is used up where joints follow others. */
cdy_status cdy_remaining_torque(const cdy_model *model, cdy_workspace *workspace, const double *tree_q,
                                const double *tree_qd, const double *tau, const double *fext, double *rest,
                                cdy_error *error);

/* Writes the Cholesky factor of the mass matrix to workspace->L, which must be there.  Fails with CDY_ERROR_NUMERIC,
 * naming a joint, where the matrix is singular. */
cdy_status cdy_factor_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *tree_q,
                                  cdy_error *error);

/* Fails with CDY_ERROR_NUMERIC, naming the joint that the row (from 1) of a singular mass matrix belongs to, or where
 * only rounding makes it singular the one whose body is too light beside what it carries.  workspace->tau is used up.
 */
cdy_status cdy_fail_singular(const cdy_model *model, cdy_workspace *workspace, int row, cdy_error *error);

#endif
