/* Manipulability: how well a pose lets a frame move in every direction (Yoshikawa 1985).
 *
 * The joint velocities of norm 1 move a frame by an ellipsoid of velocities; its half axes are the singular values of
 * the Jacobian. Arrays, defaults, workspaces and errors are those of dynamics.h, frames and axes those of
 * kinematics.h. */
#ifndef CONDYLE_MANIPULABILITY_H
#define CONDYLE_MANIPULABILITY_H

#include <condyle/operational_space.h>

/* Measures of the Jacobian's rows. Angular and linear rows have different units, so that those of CDY_ROWS_ALL depend
 * on the unit of length (here 1 m); those of CDY_ROWS_ANGULAR and CDY_ROWS_LINEAR do not. */
typedef struct cdy_manipulability_measures {
    double measure;            /* sqrt(det(J J^T)), the product of the singular values; 0 in a singular pose */
    double condition;          /* the largest singular value by the smallest; infinite in a singular pose */
    double singular_values[6]; /* descending, one for each row; the remaining ones are 0 */
    int count;                 /* number of rows */
} cdy_manipulability_measures;

/* Gives the measures of the rows `rows` (CDY_ROWS_LINEAR and so on) of the Jacobian of a frame at q, in the axes
 * `axes`. A singular value below 4 n 2^-52 of the largest is rounding, and given as 0. Fails with
 * CDY_ERROR_ARGUMENT where no row is selected. */
CDY_API cdy_status cdy_manipulability(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                      unsigned rows, const double *q, cdy_manipulability_measures *measures,
                                      cdy_error *error);

#endif
