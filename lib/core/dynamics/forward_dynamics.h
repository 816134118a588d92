/* Steps of forward dynamics for use by other calls. */
#ifndef CDY_DYNAMICS_FORWARD_DYNAMICS_H
#define CDY_DYNAMICS_FORWARD_DYNAMICS_H

#include "dynamics/workspace.h"

/* Writes net = tau - ID(q, qd, 0) (nv), the torque that accelerates the joints: tree_q and tree_qd are in tree
 * coordinates, `tau` (NULL: zero) and `fext` (NULL: none) in the caller's. Overwrites workspace->qd if the robot has
 * mimic joints. */
cdy_status cdy_subtract_bias(const cdy_model *model, cdy_workspace *workspace, const double *tree_q,
                             const double *tree_qd, const double *tau, const double *fext, double *net,
                             cdy_error *error);

/* Computes the accelerations in workspace->qdd (nv), as cdy_forward_dynamics() does. Overwrites workspace->tau, M and
 * L. */
cdy_status cdy_compute_accelerations(const cdy_model *model, cdy_workspace *workspace, const double *tree_q,
                                     const double *tree_qd, const double *tau, const double *fext, cdy_error *error);

/* Whether none of the pivots (nv) of the kernel aba can be a rounding error; where one can, the mass matrix decides
 * whether it is singular. */
bool cdy_pivots_are_significant(const cdy_model *model, const double *pivots);

/* Checks that a method exists and that the build has it: fails with CDY_ERROR_ARGUMENT or CDY_ERROR_UNSUPPORTED. */
cdy_status cdy_check_forward_method(cdy_forward_method method, cdy_error *error);

#endif
