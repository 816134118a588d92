/* Measures of the rows of a Jacobian that is there already. */
#ifndef CDY_CONSTRAINTS_MANIPULABILITY_H
#define CDY_CONSTRAINTS_MANIPULABILITY_H

#include <condyle/manipulability.h>

/* Fails with CDY_ERROR_ARGUMENT where the rows are none of a Jacobian, or no rows. */
cdy_status cdy_check_task_rows(unsigned rows, cdy_error *error);

/* Gives the measures of the rows `rows` of J (6 x n), which is overwritten. */
void cdy_measure_jacobian(double *J, int n, unsigned rows, cdy_manipulability_measures *measures);

#endif
