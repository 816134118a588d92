/* Constraints as rows: Jacobian, velocity-dependent bias and gap. */
#ifndef CDY_CONSTRAINTS_CONSTRAINT_H
#define CDY_CONSTRAINTS_CONSTRAINT_H

#include "constraints/point.h"
#include "constraints/row_solver.h"

#include <condyle/constraints.h>

/* Checks constraints and counts their rows. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_constraints(const cdy_model *model, const cdy_constraint *constraints, int count, int *rows,
                                 cdy_error *error);

/* The checked arguments that all calls on constraints share: model, workspace and solver that match, constraints whose
 * rows fit the solver, options (NULL: defaults) within their ranges, and a configuration. */
typedef struct constraint_problem {
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_row_solver *solver;
    const cdy_constraint *constraints;
    int count;
    cdy_constraint_options options;
    const double *tree_q;
} constraint_problem;

cdy_status cdy_read_constraints(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                                const cdy_constrained_state *state, constraint_problem *problem, cdy_error *error);

/* Checks the arguments of calls without a solver and reads q; sets *rows to the number of rows of all constraints. */
cdy_status cdy_read_rows(const cdy_model *model, cdy_workspace *workspace, const cdy_constraint *constraints, int count,
                         const double *q, int *rows, const double **tree_q, cdy_error *error);

/* Checks the options and fills defaults. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_constraint_options(cdy_constraint_options *options, cdy_error *error);

/* Returns the number of rows of one constraint; 0 if it has none. */
int cdy_rows_of(const cdy_constraint *constraint);

/* Placement and motion of the two frames of a constraint (tree_qd NULL: at rest). */
typedef struct constraint_sides {
    placed_frame frame, other;
    vec3 frame_arm, other_arm; /* from the origins of the model's frames, base axes */
} constraint_sides;

constraint_sides cdy_constraint_sides(const cdy_model *model, cdy_workspace *workspace,
                                      const cdy_constraint *constraint, const double *tree_q, const double *tree_qd);

/* Writes the rotation vector of the angular gap for a constraint's rows; R (3 x 3): the axes of `frame` in the axes of
 * `other`, by columns. */
void cdy_angular_gap(const double R[9], unsigned rows, double gap[3]);

/* Fills J, `unit` and `bias` of the solver, whose size is checked: the constraints are J qdd = -bias. If tree_qd is
 * NULL, the bias is not meaningful. */
void cdy_fill_constraint_rows(const constraint_problem *problem, const double *tree_qd);

/* Writes the gap of each row: its error in position or orientation, 0 for rows that the caller gives as J. */
void cdy_fill_gaps(const cdy_model *model, cdy_workspace *workspace, const cdy_constraint *constraints, int count,
                   const double *tree_q, double *gap);

/* Fails with CDY_ERROR_UNSUPPORTED where friction by the load acts, which the forces in constraints would change. */
cdy_status cdy_refuse_load(const cdy_model *model, cdy_error *error);

#endif
