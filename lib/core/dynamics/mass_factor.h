/* Factors of the mass matrix, for the calls that solve with it.
 *
 * Robots with branches have sparse LTDL factors, computed by the kernels. Long chains have a dense factor, and so have
 * branches coupled by mimic joints: these use LAPACK. Products of M^-1 with matrices do without M for robots with long
 * branches: their factors are those of articulated bodies. */
#ifndef CDY_DYNAMICS_MASS_FACTOR_H
#define CDY_DYNAMICS_MASS_FACTOR_H

#include "dynamics/workspace.h"

typedef struct mass_factor {
    const cdy_model *model;
    cdy_workspace *workspace; /* L holds M, then its factor; tau the pivots of LTDL */
    bool dense;
    bool articulated; /* L holds the factors of articulated bodies */
    int row;          /* first row (from 1) whose pivot is a rounding error; 0: none */
    double least;     /* smallest ratio of a pivot to its diagonal element */
} mass_factor;

/* Whether the pivots of M in workspace->tau are far above rounding errors of its diagonal in workspace->block. */
bool cdy_is_clearly_definite(const cdy_model *model, cdy_workspace *workspace);

/* Whether M^-1 is faster by articulated bodies in kernels of that many lanes; with_derivatives: M^-1 together with the
 * derivatives of inverse dynamics and their products with it. Overwrites workspace->block. */
bool cdy_prefers_articulated_factors(const cdy_model *model, const cdy_workspace *workspace, int lanes,
                                     bool with_derivatives);

/* Factors M^-1 by articulated bodies, for robots without mimic joints that prefer these factors. Overwrites
 * workspace->tau, block and L. Returns whether all pivots are far above rounding errors; otherwise the caller must
 * compute M and call cdy_factor_mass(). */
bool cdy_try_articulated_factors(const cdy_model *model, cdy_workspace *workspace, const double *tree_q,
                                 mass_factor *factor);

/* Factors the mass matrix whose lower half is in workspace->L; a dense factor overwrites the upper half too. Overwrites
 * workspace->tau and block. Returns whether all pivots are far above rounding errors; otherwise the caller must compute
 * M again and call cdy_factor_mass_both_ways(). */
bool cdy_try_factor_mass(const cdy_model *model, cdy_workspace *workspace, mass_factor *factor);

/* Factors the mass matrix whose upper half is in workspace->L by dense Cholesky. Overwrites workspace->M. Fails with
 * CDY_ERROR_NUMERIC and a joint's name if M is singular: if a pivot is a rounding error in the elimination from the
 * leaves inward or from the base outward, because rounding errors that are visible in one order may have grown in the
 * other.
 *
 * At the threshold, 4 n DBL_EPSILON, rounding errors decide. Therefore all calls that solve with M pass doubtful
 * matrices to this one function, with M from cdy_compute_mass_matrix(), and continue with its factors, so that all
 * calls refuse the same states. */
cdy_status cdy_factor_mass_both_ways(const cdy_model *model, cdy_workspace *workspace, mass_factor *factor,
                                     cdy_error *error);

/* Factors the mass matrix in workspace->L, with both halves set and exactly symmetric. Overwrites
 * workspace->tau, block and M. Passes doubtful matrices to cdy_factor_mass_both_ways() and fails like it. */
cdy_status cdy_factor_mass(const cdy_model *model, cdy_workspace *workspace, mass_factor *factor, cdy_error *error);

/* Like cdy_factor_mass(), but always leaves the dense Cholesky factor in the upper half of workspace->L. */
cdy_status cdy_factor_dense_mass(const cdy_model *model, cdy_workspace *workspace, mass_factor *factor,
                                 cdy_error *error);

/* Writes the Cholesky factor of the mass matrix to workspace->L, which must not be NULL. Fails with CDY_ERROR_NUMERIC
 * and a joint's name if the matrix is singular. */
cdy_status cdy_factor_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const double *tree_q,
                                  cdy_error *error);

/* Fails with CDY_ERROR_NUMERIC. The message names the joint of the row (from 1) at which the mass matrix is singular
 * or, if the masses differ by more than the precision of doubles, the body that is too light for its subtree.
 * Overwrites workspace->tau. */
cdy_status cdy_fail_singular(const cdy_model *model, cdy_workspace *workspace, int row, cdy_error *error);

/* x := M^-1 x (nv). Not by factors of articulated bodies. */
void cdy_mass_solve(const mass_factor *factor, double *x);

/* X := -M^-1 X and Y := -M^-1 Y (nv x nv each), derivatives of inverse dynamics, which must be zero between joints on
 * different branches; inverse := M^-1 (nv x nv), exactly symmetric. NULL: not wanted. The last use of the factor: may
 * overwrite it, and M and `block` of the workspace. */
void cdy_mass_solve_with_inverse(const mass_factor *factor, double *X, double *Y, double *inverse);

#endif
