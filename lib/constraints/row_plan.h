/* The plan of constraints for the elimination of their rows: what does not depend on the state. */
#ifndef CDY_CONSTRAINTS_ROW_PLAN_H
#define CDY_CONSTRAINTS_ROW_PLAN_H

#include "constraints/row_solver.h"

#include <condyle/constraints.h>

/* Fills the group and the two moving bodies of each of `count` constraints, which have `rows` rows. Returns whether the
 * elimination knows the robot and the constraints: no mimic joints, no rows of the caller's own, no more rows than
 * degrees of freedom, and two bodies for each constraint, of which the base may be one. */
bool cdy_plan_rows(const cdy_model *model, const cdy_constraint *constraints, int count, int rows, row_group *groups,
                   int *bodies);

#endif
