/* Groups of constraint rows and their bodies, found once for all states (row_elimination.h). */
#ifndef CDY_CONSTRAINTS_ROW_PLAN_H
#define CDY_CONSTRAINTS_ROW_PLAN_H

#include "constraints/row_solver.h"

#include <condyle/constraints.h>

/* Fills the group and the two moving bodies of each of `count` constraints, which have `rows` rows; the paths of the
 * groups are in `paths` (count x nv). Returns whether the elimination supports the robot and the constraints: no mimic
 * joints, no rows of the caller's own, no more rows than degrees of freedom, and two bodies for each constraint, of
 * which the base may be one. */
bool cdy_plan_rows(const cdy_model *model, const cdy_constraint *constraints, int count, int rows, row_group *groups,
                   int *bodies, int *paths);

#endif
