/* The kind of joint that the kernels know, from the type in the file. */
#include "model/model.h"

/* Number of rotations among the degrees of freedom of joints of a kind. */
static int turn_count(joint_kind kind)
{
    int count = 0;
    for (int k = 0; k < degree_count(kind); k++) {
        count += joint_row_of(kind, k) < 3;
    }
    return count;
}

/* Kinds differ in how many of their degrees of freedom are rotations, and in their number. */
int cdy_kind_of(cdy_joint_type type)
{
    const cdy_joint_traits *traits = cdy_joint_type_traits(type);
    for (int i = 0; traits && i < JOINT_KIND_COUNT; i++) {
        const joint_kind kind = (joint_kind)i;
        if (degree_count(kind) == traits->nv && turn_count(kind) == traits->turns) {
            return i;
        }
    }
    return -1;
}
