/* Joints: names, coordinates and limits of the joint types. */
#include "tree/node.h"

#include <math.h>

/* The one table of what joints have; code asks it, or model/model.h, instead of comparing types. */
static const cdy_joint_traits joint_types[] = {
    [CDY_JOINT_FIXED] = {.name = "fixed", .quaternion = -1},
    [CDY_JOINT_REVOLUTE] =
        {.name = "revolute", .nq = 1, .nv = 1, .turns = 1, .quaternion = -1, .has_axis = true, .has_range = true},
    [CDY_JOINT_CONTINUOUS] = {.name = "continuous", .nq = 1, .nv = 1, .turns = 1, .quaternion = -1, .has_axis = true},
    [CDY_JOINT_PRISMATIC] =
        {.name = "prismatic", .nq = 1, .nv = 1, .slides = 1, .quaternion = -1, .has_axis = true, .has_range = true},
    [CDY_JOINT_PLANAR] = {.name = "planar",
                          .nq = 3,
                          .nv = 3,
                          .turns = 1,
                          .slides = 2,
                          .quaternion = -1,
                          .has_axis = true,
                          .positions = {"x", "y", "theta"},
                          .velocities = {"vx", "vy", "w"},
                          .accelerations = {"ax", "ay", "dw"},
                          .forces = {"Fx", "Fy", "T"}},
    [CDY_JOINT_FLOATING] = {.name = "floating",
                            .nq = 7,
                            .nv = 6,
                            .turns = 3,
                            .slides = 3,
                            .positions = {"qw", "qx", "qy", "qz", "x", "y", "z"},
                            .velocities = {"wx", "wy", "wz", "vx", "vy", "vz"},
                            .accelerations = {"dwx", "dwy", "dwz", "ax", "ay", "az"},
                            .forces = {"Tx", "Ty", "Tz", "Fx", "Fy", "Fz"}},
    [CDY_JOINT_SPHERICAL] = {.name = "spherical",
                             .nq = 4,
                             .nv = 3,
                             .turns = 3,
                             .positions = {"qw", "qx", "qy", "qz"},
                             .velocities = {"wx", "wy", "wz"},
                             .accelerations = {"dwx", "dwy", "dwz"},
                             .forces = {"Tx", "Ty", "Tz"}},
};

const cdy_joint_traits *cdy_joint_type_traits(cdy_joint_type type)
{
    return (unsigned)type < sizeof joint_types / sizeof *joint_types ? &joint_types[type] : NULL;
}

static const cdy_joint_traits *find_type(cdy_joint_type type)
{
    static const cdy_joint_traits none = {.name = "unknown", .quaternion = -1};
    const cdy_joint_traits *traits = cdy_joint_type_traits(type);
    return traits ? traits : &none;
}

const char *cdy_joint_type_name(cdy_joint_type type)
{
    return find_type(type)->name;
}

int cdy_joint_type_nq(cdy_joint_type type)
{
    return find_type(type)->nq;
}

int cdy_joint_type_nv(cdy_joint_type type)
{
    return find_type(type)->nv;
}

void cdy_joint_position_limits(const cdy_joint *joint, double *lower, double *upper)
{
    if (!joint || !lower || !upper) {
        return;
    }
    *lower = -HUGE_VAL;
    *upper = HUGE_VAL;
    if (find_type(joint->type)->has_range && joint->limit.given) {
        *lower = fmin(joint->limit.lower, joint->limit.upper);
        *upper = fmax(joint->limit.lower, joint->limit.upper);
    }
}
