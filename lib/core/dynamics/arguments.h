/* Arguments: conversion of the caller's vectors to the kernels' coordinates, and of results to the caller's.
 *
 * A NULL vector is replaced by its default, and numbers that are not finite are refused. The caller's coordinates are
 * expanded to the tree's coordinates, in which mimic joints have coordinates of their own: q_tree = multiplier * q +
 * offset. */
#ifndef CDY_DYNAMICS_ARGUMENTS_H
#define CDY_DYNAMICS_ARGUMENTS_H

#include "base/finite.h"
#include "dynamics/workspace.h"

#include <condyle/kinematics.h>

/* Sets *tree_q (tree_nq) to the expanded configuration q (nq; NULL: home), stored in q itself or in the workspace. */
cdy_status cdy_read_position(const cdy_model *model, cdy_workspace *workspace, const double *q, const double **tree_q,
                             cdy_error *error);

/* Sets *tree_qd (tree_nv) to the expanded velocity or acceleration qd (nv; NULL: zero), stored in qd itself or in
 * `buffer` (tree_nv). `name` is what the error message calls the vector. */
cdy_status cdy_read_velocity(const cdy_model *model, const cdy_workspace *workspace, const double *qd, double *buffer,
                             const char *name, const double **tree_qd, cdy_error *error);

/* Sets *read to a torque (nv; NULL: zero) in the caller's coordinates. */
cdy_status cdy_read_torque(const cdy_model *model, const cdy_workspace *workspace, const double *tau,
                           const double **read, cdy_error *error);

/* Checks an external force matrix (force_rows x 6; NULL: none). */
cdy_status cdy_check_forces(const cdy_model *model, const double *forces, cdy_error *error);

/* Writes tau (nv), the projection of workspace->tau (tree_nv): the torque of a mimic joint, times its multiplier, adds
 * to the leader's torque. Fails with CDY_ERROR_NUMERIC if tau is not finite, and leaves `tau` unchanged. */
cdy_status cdy_write_torque(const cdy_model *model, const cdy_workspace *workspace, double *tau, cdy_error *error);

/* Checks the norms of the quaternions in a configuration q (nq). Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_quaternions(const cdy_model *model, const double *q, cdy_error *error);

/* Fail for a frame or for axes that do not exist. */
cdy_status cdy_fail_frame(const cdy_model *model, int frame, cdy_error *error);
cdy_status cdy_fail_axes(cdy_axes axes, cdy_error *error);

/* Checks a frame number. Fails with CDY_ERROR_ARGUMENT. */
static inline cdy_status cdy_check_frame(const cdy_model *model, int frame, cdy_error *error)
{
    return frame >= 0 && frame < model->frame_count ? CDY_OK : cdy_fail_frame(model, frame, error);
}

/* Checks that `axes` is a value of its enumeration. Fails with CDY_ERROR_ARGUMENT. */
static inline cdy_status cdy_check_axes(cdy_axes axes, cdy_error *error)
{
    return axes == CDY_AXES_BASE || axes == CDY_AXES_BODY ? CDY_OK : cdy_fail_axes(axes, error);
}

/* Fails with CDY_ERROR_UNSUPPORTED: the workspace has no room for a matrix, named `title`, of the tree's coordinates.
 */
cdy_status cdy_fail_large_matrix(const cdy_model *model, const char *title, cdy_error *error);

/* Fails with CDY_ERROR_NUMERIC, for a result that is not finite. */
cdy_status cdy_fail_not_finite(cdy_error *error);

/* Checks that a result is finite. Fails with CDY_ERROR_NUMERIC. */
cdy_status cdy_check_result(const double *numbers, size_t count, cdy_error *error);

/* Fails where nothing that moves has mass. */
cdy_status cdy_check_moving_mass(const cdy_model *model, cdy_error *error);

/* Returns whether all numbers of a matrix are finite; uses the vector instructions of the kernels. */
bool cdy_matrix_is_finite(const cdy_workspace *workspace, const double *matrix, size_t count);

/* Like cdy_check_result(), for a matrix. */
cdy_status cdy_check_matrix(const cdy_workspace *workspace, const double *matrix, size_t count, cdy_error *error);

/* Copies a result to the caller's memory if it is finite. Fails like cdy_check_result(). */
cdy_status cdy_write_result(const double *from, size_t count, double *to, cdy_error *error);

#endif
