/* Arguments: from what the caller gives to what the kernels take, and back.
 *
 * NULL becomes the default, numbers that are not finite are refused, and coordinates go from the caller's to the
 * tree's own, in which joints that follow a leader have coordinates too: q_tree = multiplier * q + offset. */
#ifndef CDY_DYNAMICS_ARGUMENTS_H
#define CDY_DYNAMICS_ARGUMENTS_H

#include "base/finite.h"
#include "dynamics/workspace.h"

#include <condyle/kinematics.h>

/* Gives in *tree_q (tree_nq) the configuration q (nq; NULL: home); it lies in q itself or in the workspace. */
cdy_status cdy_read_position(const cdy_model *model, cdy_workspace *workspace, const double *q, const double **tree_q,
                             cdy_error *error);

/* Gives in *tree_qd (tree_nv) the velocity or acceleration qd (nv; NULL: zero); it lies in qd itself or in `room`
 * (tree_nv). `what` names the vector in the error. */
cdy_status cdy_read_velocity(const cdy_model *model, const cdy_workspace *workspace, const double *qd, double *room,
                             const char *what, const double **tree_qd, cdy_error *error);

/* Checks an external force matrix (force_rows x 6; NULL: none). */
cdy_status cdy_check_forces(const cdy_model *model, const double *forces, cdy_error *error);

/* Writes the torques (nv) that the tree's own torques, workspace->tau, are for the caller: a leader feels its
 * followers.  Fails with CDY_ERROR_NUMERIC where they are not finite; then `tau` is as it was. */
cdy_status cdy_write_torque(const cdy_model *model, const cdy_workspace *workspace, double *tau, cdy_error *error);

/* Projects the columns of a matrix of the tree (rows x tree_nv) onto the caller's velocities: J (rows x nv), which
 * must not overlap it. */
void cdy_project_columns(const cdy_model *model, size_t rows, const double *tree_J, double *J);

/* Writes the tree's coordinates (tree_nq) of a configuration (nq). */
void cdy_expand_position(const cdy_model *model, const double *q, double *tree_q);

/* Checks the quaternions in a configuration q (nq).  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_quaternions(const cdy_model *model, const double *q, cdy_error *error);

/* Checks the number of a frame.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_frame(const cdy_model *model, int frame, cdy_error *error);

/* Checks the name of axes.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_axes(cdy_axes axes, cdy_error *error);

/* Checks that a result is finite.  Fails with CDY_ERROR_NUMERIC. */
cdy_status cdy_check_result(const double *numbers, size_t count, cdy_error *error);

/* Tells whether all numbers of a matrix are finite, by the machine's widest instructions. */
bool cdy_matrix_is_finite(const cdy_workspace *workspace, const double *matrix, size_t count);

/* As cdy_check_result() for a matrix. */
cdy_status cdy_check_matrix(const cdy_workspace *workspace, const double *matrix, size_t count, cdy_error *error);

/* Hands a result over to the caller if it is finite.  Fails as cdy_check_result(). */
cdy_status cdy_give_result(const double *from, size_t count, double *to, cdy_error *error);

#endif
