/* Robots in motion: a random robot with its naive twin in a random state. */
#ifndef CDY_TESTS_MOVING_H
#define CDY_TESTS_MOVING_H

#include "support/naive.h"
#include "support/random_tree.h"
#include "support/robot.h"

enum { MOVING_MOST = 400 };

typedef struct moving {
    robot r;
    naive_robot naive;
    double q[MOVING_MOST], qd[MOVING_MOST], qdd[MOVING_MOST];
} moving;

/* Makes random robot `number`, with number + 1 joints or so; `independent`: without mimic joints. */
moving make_moving(int number, random_joints joints, bool independent);
void free_moving(moving *m);

/* Gives the configuration after time t of the motion q, qd, and the velocity qd + t qdd. */
void moving_at(const moving *m, double t, double *q, double *qd);

/* Gives the time derivative of the coordinates (nq) at q, qd: for floating and planar joints it differs from the
 * velocity. */
void moving_coordinate_rate(const moving *m, double *rate);

/* Returns zeros, which the caller frees. */
double *new_zeros(size_t count);

#endif
