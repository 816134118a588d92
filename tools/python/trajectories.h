/* Options of the calls that make trajectories, and the capsule that owns a trajectory. */
#ifndef CONDYLE_PYTHON_TRAJECTORIES_H
#define CONDYLE_PYTHON_TRAJECTORIES_H

#include "module.h"

/* Options of a trajectory, and the memory of its limits: velocity, acceleration, effort, jerk; contacts. */
typedef struct trajectory_limits {
    cdy_trajectory_options options;
    double *limits[4];
    cdy_contact_point *contacts;
    bool *locked; /* n + 1 for each contact */
} trajectory_limits;

/* Reads (profile, velocity, acceleration, effort, scale, jerk, blend, contacts, linear and angular deviation), the last
 * five optional, limits None or (n,), contacts a tuple of (frame, point, names of locked joints, force, energy,
 * stiffness, mass of the region).  Returns 0, or -1 with an exception; free the limits in both cases. */
int read_trajectory_limits(robot_object *self, PyObject *tuple, trajectory_limits *limits);
void free_trajectory_limits(trajectory_limits *limits);

/* Marks the degrees of freedom of joints by their names.  Returns 0, or -1 with an exception. */
int read_locked(robot_object *self, PyObject *names, bool *locked);

/* Returns a capsule that owns a trajectory; NULL with an exception, the trajectory is then destroyed. */
PyObject *trajectory_capsule(cdy_trajectory *trajectory);

/* Reads the options of a search by inverse kinematics: (weights, angular tolerance, linear tolerance, iterations,
 * restarts, seed, ignore_limits).  Returns 0, or -1 with an exception. */
int read_ik_options(PyObject *tuple, cdy_ik_options *options);

#endif
