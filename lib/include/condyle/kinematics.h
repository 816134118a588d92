/* Kinematics of a model: placements, Jacobians, velocities and accelerations of its frames (Featherstone 2008, chapters
 * 2-4).
 *
 * Arrays, defaults, workspaces and errors are those of dynamics.h.  A frame is a body of the tree, moving or fixed, by
 * its index there; CDY_ERROR_ARGUMENT where there is none.  Velocities and accelerations of a frame are those of its
 * origin relative to the base. */
#ifndef CONDYLE_KINEMATICS_H
#define CONDYLE_KINEMATICS_H

#include <condyle/dynamics.h>

/* In whose axes a Jacobian or a motion is given; the point is the frame's origin in both cases. */
typedef enum cdy_axes {
    CDY_AXES_BASE = 0, /* the base frame's axes, as geometricJacobian documents */
    CDY_AXES_BODY      /* the frame's own axes */
} cdy_axes;

/* Gives the placement of `frame` in the frame `relative_to` (0: the base) at q: T, 4 x 4, which turns coordinates in
 * `frame` into coordinates in `relative_to`. */
CDY_API cdy_status cdy_get_transform(const cdy_model *model, cdy_workspace *workspace, int frame, int relative_to,
                                     const double *q, double T[16], cdy_error *error);

/* Gives the placements of all frames in the base frame: cdy_model_frame_count() times 4 x 4. */
CDY_API cdy_status cdy_forward_kinematics(const cdy_model *model, cdy_workspace *workspace, const double *q, double *T,
                                          cdy_error *error);

/* Gives the geometric Jacobian of a frame, 6 x n, angular rows first: J qd is the velocity of the frame. */
CDY_API cdy_status cdy_geometric_jacobian(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                          const double *q, double *J, cdy_error *error);

/* Adds a wrench [Tx Ty Tz Fx Fy Fz] (N m, N) that the environment applies on a frame's body to the external force
 * matrix, as cdy_external_force() does: about the frame's origin at q, in the axes `axes`.  With CDY_AXES_BASE and
 * 0 0 0 0 0 -50 a tool is pressed down with 50 N.  The joint torques of the wrench are the transpose of the Jacobian
 * above times it. */
CDY_API cdy_status cdy_external_force_at(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                         const double wrench[6], const double *q, double *fext, cdy_error *error);

/* Gives the time derivative of the Jacobian (in the same axes) times qd (6): the time derivative of J qd less J qdd.
 * In the axes of the base that is the acceleration of the frame where qdd is zero. */
CDY_API cdy_status cdy_jacobian_dot_qd(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                       const double *q, const double *qd, double product[6], cdy_error *error);

/* Gives the velocity of a frame (6), [angular; linear], rad/s and m/s. */
CDY_API cdy_status cdy_frame_velocity(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                      const double *q, const double *qd, double velocity[6], cdy_error *error);

/* Gives the acceleration of a frame (6), [angular; linear], rad/s2 and m/s2: the time derivative of its velocity in the
 * axes of the base, turned into the axes asked for; gravity does not affect it. */
CDY_API cdy_status cdy_frame_acceleration(const cdy_model *model, cdy_workspace *workspace, int frame, cdy_axes axes,
                                          const double *q, const double *qd, const double *qdd, double acceleration[6],
                                          cdy_error *error);

/* Gives the center of mass (3, m) of all bodies that move, in the base frame, and its Jacobian J (3 x n): J qd is its
 * velocity; either may be NULL: not wanted.  Bodies welded to the base do not count.  Fails with CDY_ERROR_NUMERIC
 * where nothing that moves has mass. */
CDY_API cdy_status cdy_center_of_mass(const cdy_model *model, cdy_workspace *workspace, const double *q, double com[3],
                                      double *J, cdy_error *error);

#endif
