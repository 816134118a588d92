/* The mass matrix, for the calls that need it as a step. */
#ifndef CDY_DYNAMICS_MASS_MATRIX_H
#define CDY_DYNAMICS_MASS_MATRIX_H

#include "dynamics/workspace.h"

/* Writes M (nv x nv) at tree_q (tree_nq), in the caller's coordinates. The workspace has room for matrices (M is not
 * NULL). Fails with CDY_ERROR_NUMERIC if M is not finite. */
cdy_status cdy_compute_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *tree_q, double *M,
                                   cdy_error *error);

#endif
