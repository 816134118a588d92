/* The factors of the mass matrix, for the calls that solve with it.
 *
 * Robots with branches have sparse factors, which the kernels make and use; a long chain has a dense one, and so have
 * branches that followers tie together: those are LAPACK's business. */
#ifndef CDY_DYNAMICS_MASS_FACTOR_H
#define CDY_DYNAMICS_MASS_FACTOR_H

#include "dynamics/workspace.h"

typedef struct mass_factor {
    const cdy_model *model;
    cdy_workspace *workspace; /* M, then its factor in L; by branches, the pivots in tau */
    bool dense;
    int row;      /* from 1, of the first pivot that is rounding noise; 0 where none is */
    double least; /* the smallest pivot beside the diagonal element that it came from */
} mass_factor;

/* Factors the mass matrix of which the lower half is in workspace->L; where the factor is dense its upper half is
 * written too.  workspace->tau and block are used up.  Returns whether all pivots are far from rounding noise: if not,
 * cdy_judge_mass() of the matrix, made anew, has the last word. */
bool cdy_factor_sound_mass(const cdy_model *model, cdy_workspace *workspace, mass_factor *factor);

/* Factors the mass matrix whose upper half is in workspace->L densely.  workspace->M is used up.  Fails with
 * CDY_ERROR_NUMERIC, naming a joint, where it is singular: where a pivot is rounding noise when joints are
 * eliminated from the leaves inward or from the base outward.  What is noise beside its diagonal element in one order
 * may have grown in the other.
 *
 * On the line that it draws at 4 n DBL_EPSILON rounding decides.  All calls that solve with M therefore bring whatever
 * is not far from the line to this one judge, with the same M from cdy_compute_mass_matrix() and go on with its
 * factors, so that they refuse the same states. */
cdy_status cdy_judge_mass(const cdy_model *model, cdy_workspace *workspace, mass_factor *factor, cdy_error *error);

/* Factors the mass matrix in workspace->L, both halves of it, symmetric to the last bit.  workspace->tau, block and M
 * are used up.  Fails as cdy_judge_mass() does, which has the last word. */
cdy_status cdy_factor_mass(const cdy_model *model, cdy_workspace *workspace, mass_factor *factor, cdy_error *error);

/* The same, but with LAPACK's factor in the upper half of workspace->L whatever the robot is. */
cdy_status cdy_factor_dense_mass(const cdy_model *model, cdy_workspace *workspace, cdy_error *error);

/* x := M^-1 x (nv) */
void cdy_mass_solve(const mass_factor *factor, double *x);

/* by_q := -M^-1 by_q and by_qd := -M^-1 by_qd (nv x nv each), which must be zero where neither of two joints carries
 * the other; inverse := M^-1 (nv x nv), symmetric to the last bit.  NULL: not wanted. */
void cdy_mass_turn_over(const mass_factor *factor, double *by_q, double *by_qd, double *inverse);

#endif
