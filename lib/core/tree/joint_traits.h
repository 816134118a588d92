/* What joints of a type have, in words: predicates over the table of joint.c. Code asks these, or the table, and does
 * not compare types. */
#ifndef CDY_TREE_JOINT_TRAITS_H
#define CDY_TREE_JOINT_TRAITS_H

#include <condyle/tree.h>

/* Whether joints of this type have a turn or a path along an axis alone, as the rest of this file tells apart. */
static inline bool joint_has_one_degree(cdy_joint_type type)
{
    return cdy_joint_type_nv(type) == 1;
}

static inline bool joint_is_fixed(cdy_joint_type type)
{
    return cdy_joint_type_nv(type) == 0;
}

/* Whether the joint is none: the body moves in all six directions. */
static inline bool joint_is_free(cdy_joint_type type)
{
    return cdy_joint_type_nv(type) == 6;
}

/* Whether joints of this type turn about every axis, and nothing else. */
static inline bool joint_is_ball(cdy_joint_type type)
{
    return cdy_joint_type_nv(type) == 3 && cdy_joint_type_traits(type)->turns == 3;
}

/* Whether joints of this type turn about their axis, and nothing else. */
static inline bool joint_turns(cdy_joint_type type)
{
    return joint_has_one_degree(type) && cdy_joint_type_traits(type)->turns == 1;
}

/* Whether joints of this type slide along their axis, and nothing else. */
static inline bool joint_slides(cdy_joint_type type)
{
    return joint_has_one_degree(type) && cdy_joint_type_traits(type)->slides == 1;
}

/* Whether limits bound the position. */
static inline bool joint_has_range(cdy_joint_type type)
{
    return cdy_joint_type_traits(type)->has_range;
}

/* Whether joints of this type turn about their axis on and on. */
static inline bool joint_is_endless(cdy_joint_type type)
{
    return joint_turns(type) && !joint_has_range(type);
}

/* Whether joints of this type slide in several directions, which many formats do not have. */
static inline bool joint_roams(cdy_joint_type type)
{
    return cdy_joint_type_traits(type)->slides > 1;
}

#endif
