/* Joints: what their types mean. */
#include "tree/node.h"

#include <math.h>

typedef struct type_facts {
    const char *name;
    int nq, nv;
} type_facts;

static const type_facts facts[] = {
    [CDY_JOINT_FIXED] = {"fixed", 0, 0},           [CDY_JOINT_REVOLUTE] = {"revolute", 1, 1},
    [CDY_JOINT_CONTINUOUS] = {"continuous", 1, 1}, [CDY_JOINT_PRISMATIC] = {"prismatic", 1, 1},
    [CDY_JOINT_PLANAR] = {"planar", 3, 3},         [CDY_JOINT_FLOATING] = {"floating", 7, 6},
};

static bool is_joint_type(cdy_joint_type type)
{
    return (unsigned)type < sizeof facts / sizeof *facts;
}

static const type_facts *find_facts(cdy_joint_type type)
{
    static const type_facts none = {"unknown", 0, 0};
    return is_joint_type(type) ? &facts[type] : &none;
}

const char *cdy_joint_type_name(cdy_joint_type type)
{
    return find_facts(type)->name;
}

int cdy_joint_type_nq(cdy_joint_type type)
{
    return find_facts(type)->nq;
}

int cdy_joint_type_nv(cdy_joint_type type)
{
    return find_facts(type)->nv;
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
