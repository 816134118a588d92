/* The twist of one joint, in the body's axes, from its velocity coordinates and back. */
#ifndef CDY_MODEL_TWIST_H
#define CDY_MODEL_TWIST_H

#include "model/model.h"
#include "spatial/motion.h"

static inline motion joint_twist(joint_kind kind, const double *x)
{
    double rows[6] = {0};
    for (int k = 0; k < degree_count(kind); k++) {
        rows[joint_row_of(kind, k)] = x[k];
    }
    return (motion){vec3_from(rows), vec3_from(rows + 3)};
}

/* The components along the joint's degrees of freedom; others are left out. */
static inline void write_joint_twist(joint_kind kind, motion m, double *x)
{
    const double rows[6] = {m.angular.x, m.angular.y, m.angular.z, m.linear.x, m.linear.y, m.linear.z};
    for (int k = 0; k < degree_count(kind); k++) {
        x[k] = rows[joint_row_of(kind, k)];
    }
}

#endif
