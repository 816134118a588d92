/* The kind of joint that the kernels know, from the type in the file. */
#include "model/model.h"

joint_kind cdy_kind_of(cdy_joint_type type)
{
    switch (type) {
    case CDY_JOINT_PRISMATIC: return JOINT_PRISMATIC;
    case CDY_JOINT_PLANAR: return JOINT_PLANAR;
    case CDY_JOINT_FLOATING: return JOINT_FLOATING;
    case CDY_JOINT_SPHERICAL: return JOINT_SPHERICAL;
    case CDY_JOINT_FIXED:
    case CDY_JOINT_REVOLUTE:
    case CDY_JOINT_CONTINUOUS: break;
    }
    return JOINT_REVOLUTE;
}
