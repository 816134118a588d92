/* The mass matrix, for the calls that are built on it. */
#ifndef CDY_DYNAMICS_MASS_MATRIX_H
#define CDY_DYNAMICS_MASS_MATRIX_H

#include "dynamics/workspace.h"

/* Writes M (nv x nv) at the tree's configuration tree_q (tree_nq).  Fails with CDY_ERROR_UNSUPPORTED where joints
 * follow leaders and the workspace has no room for the tree's own matrix, and with CDY_ERROR_NUMERIC. */
cdy_status cdy_compute_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *tree_q, double *M,
                                   cdy_error *error);

/* Fails with CDY_ERROR_NUMERIC where a number of M (nv x nv) is not finite. */
cdy_status cdy_check_mass_matrix(const cdy_model *model, const cdy_workspace *workspace, const double *M,
                                 cdy_error *error);

#endif
