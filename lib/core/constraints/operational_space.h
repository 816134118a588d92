/* Checks of tasks, for one state and for many. */
#ifndef CDY_CONSTRAINTS_OPERATIONAL_SPACE_H
#define CDY_CONSTRAINTS_OPERATIONAL_SPACE_H

#include "constraints/row_solver.h"

/* Checks tasks and counts their rows. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_tasks(const cdy_model *model, const cdy_task *tasks, int count, int *rows, cdy_error *error);

#endif
