/* Forward dynamics, for the calls that are built on it. */
#ifndef CDY_DYNAMICS_FORWARD_DYNAMICS_H
#define CDY_DYNAMICS_FORWARD_DYNAMICS_H

#include "dynamics/workspace.h"

/* Writes the torque that is left to accelerate, rest (nv) = tau - ID(q, qd, 0), for the tree's q and qd; writes over
 * the workspace's tau, and over its qd where joints follow others.  Fails with CDY_ERROR_NUMERIC. */
cdy_status cdy_remaining_torque(const cdy_model *model, cdy_workspace *workspace, const double *tree_q,
                                const double *tree_qd, const double *tau, const double *fext, double *rest,
                                cdy_error *error);

/* Fails with CDY_ERROR_NUMERIC, naming the joint that the row (from 1) of a singular mass matrix belongs to. */
cdy_status cdy_fail_singular(const cdy_model *model, int row, cdy_error *error);

#endif
