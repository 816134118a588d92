/* Joints: names, coordinates and limits of the joint types. */
#include "tree/node.h"

#include <math.h>

typedef struct joint_type_info {
    const char *name;
    int nq, nv;
} joint_type_info;

static const joint_type_info joint_types[] = {
    [CDY_JOINT_FIXED] = {"fixed", 0, 0},           [CDY_JOINT_REVOLUTE] = {"revolute", 1, 1},
    [CDY_JOINT_CONTINUOUS] = {"continuous", 1, 1}, [CDY_JOINT_PRISMATIC] = {"prismatic", 1, 1},
    [CDY_JOINT_PLANAR] = {"planar", 3, 3},         [CDY_JOINT_FLOATING] = {"floating", 7, 6},
};

static bool is_joint_type(cdy_joint_type type)
{
    return (unsigned)type < sizeof joint_types / sizeof *joint_types;
}

static const joint_type_info *find_type(cdy_joint_type type)
{
    static const joint_type_info none = {"unknown", 0, 0};
    return is_joint_type(type) ? &joint_types[type] : &none;
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
    bool limited = joint->type == CDY_JOINT_REVOLUTE || joint->type == CDY_JOINT_PRISMATIC;
    *lower = -HUGE_VAL;
    *upper = HUGE_VAL;
    if (limited && joint->limit.given) {
        *lower = fmin(joint->limit.lower, joint->limit.upper);
        *upper = fmax(joint->limit.lower, joint->limit.upper);
    }
}
