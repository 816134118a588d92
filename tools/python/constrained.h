/* Constraints as the calls of Python have them. */
#ifndef CONDYLE_PYTHON_CONSTRAINED_H
#define CONDYLE_PYTHON_CONSTRAINED_H

#include "each.h"

/* Constraints, the memory of their rows, and the solver. */
typedef struct constraint_list {
    cdy_constraint *constraints;
    double **rows; /* of each constraint: J and gamma of the caller's own; NULL: none */
    int count, row_count;
    cdy_constraint_options options;
    double restitution;
    int threads; /* of many states */
    cdy_row_solver *solver;
} constraint_list;

/* Reads a tuple of constraints; free them in both cases. */
int read_constraints(const robot_object *self, PyObject *tuple, constraint_list *list);
void free_constraints(constraint_list *list);

#endif
