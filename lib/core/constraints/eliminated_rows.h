/* Constrained dynamics of one state by the structure of the tree (row_elimination.h), for robots without mimic joints
 * and constraints between frames. */
#ifndef CDY_CONSTRAINTS_ELIMINATED_ROWS_H
#define CDY_CONSTRAINTS_ELIMINATED_ROWS_H

#include "constraints/constraint.h"

/* Writes solver->x (nv), the accelerations, solver->f, the constraint forces, and the largest |J qdd - gamma|. Returns
 * false where the rows are nearly dependent, where M is nearly singular or not positive definite, and where a result is
 * not finite: these cases, and those that the method does not know, are left to the dense factors of M. */
bool cdy_constrain_by_elimination(const constraint_problem *problem, const double *tree_qd, const double *tau,
                                  const double *fext, double *residual);

/* The same for an impact: solver->x becomes the change of velocity, solver->f the impulses. */
bool cdy_collide_by_elimination(const constraint_problem *problem, const double *tree_qd, double restitution,
                                double *residual);

#endif
