/* Results of calculations with constraints: the names of their rows, and the wrenches at their places. */
#ifndef CONDYLE_TOOLS_CONSTRAINT_RESULTS_H
#define CONDYLE_TOOLS_CONSTRAINT_RESULTS_H

#include "commands/state/constraint_list.h"
#include "compute/calculation.h"

/* Names the constraints of a list by their bodies, and their rows, and counts these. */
exit_code constraint_results_name(computation *t, const constraint_list *list, size_t *rows);

/* Computes the wrenches of the constraints about their places, in the axes of the base, from the forces or impulses of
 * their rows. */
cdy_status constraint_results_wrenches(const cdy_model *model, cdy_workspace *workspace,
                                       const cdy_constraint *constraints, int count, const state *s,
                                       const double *forces, cdy_error *error);

#endif
