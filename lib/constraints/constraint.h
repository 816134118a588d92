/* Constraints as rows: their Jacobians, what the velocities leave, and how far they are from being kept. */
#ifndef CDY_CONSTRAINTS_CONSTRAINT_H
#define CDY_CONSTRAINTS_CONSTRAINT_H

#include "constraints/point.h"
#include "constraints/row_solver.h"

#include <condyle/constraints.h>

/* Checks constraints and counts their rows.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_constraints(const cdy_model *model, const cdy_constraint *constraints, int count, int *rows,
                                 cdy_error *error);

/* What every call on constraints begins with: model, workspace and solver that belong together, constraints with room
 * in the solver, options (NULL: the defaults) in their ranges, a configuration. */
typedef struct constraint_problem {
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_row_solver *solver;
    const cdy_constraint *constraints;
    int count;
    cdy_constraint_options options;
    const double *tree_q;
} constraint_problem;

cdy_status cdy_read_constraints(constraint_problem *problem, const double *q, const cdy_constraint_options *options,
                                cdy_error *error);

/* Checks the arguments of calls that need no solver, and reads q; gives the constraints' rows in all. */
cdy_status cdy_read_rows(const cdy_model *model, cdy_workspace *workspace, const cdy_constraint *constraints, int count,
                         const double *q, int *rows, const double **tree_q, cdy_error *error);

/* Returns the number of rows of one constraint, 0 where it has none. */
int cdy_rows_of(const cdy_constraint *constraint);

/* Where the two sides of a constraint are, and how they move (tree_qd NULL: not asked). */
typedef struct constraint_sides {
    place frame, other;
} constraint_sides;

constraint_sides cdy_constraint_sides(const cdy_model *model, cdy_workspace *workspace,
                                      const cdy_constraint *constraint, const double *tree_q, const double *tree_qd);

/* Fills J, `unit` and `bias` of a solver with room for the rows: constraints ask for J qdd = -bias.  Where tree_qd is
 * NULL the bias holds nothing of use. */
void cdy_fill_constraint_rows(const constraint_problem *problem, const double *tree_qd);

/* Gives the gap of each row. */
void cdy_fill_gaps(const cdy_model *model, cdy_workspace *workspace, const cdy_constraint *constraints, int count,
                   const double *tree_q, double *gap);

#endif
