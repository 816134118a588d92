/* Pieces of URDF text: a body whose numbers all differ, joints about an axis that is not a unit vector. */
#ifndef CDY_TESTS_URDF_TEXT_H
#define CDY_TESTS_URDF_TEXT_H

#define BODY(name)                                                                                                     \
    "<link name='" name "'><inertial><origin xyz='0.1 0.2 0.3'/><mass value='2'/><inertia ixx='0.3' ixy='0.01' "       \
    "ixz='0.02' iyy='0.4' iyz='0.03' izz='0.5'/></inertial></link>\n"
#define JOINT(name, type, parent, child, more)                                                                         \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child                            \
    "'/><origin xyz='0.1 0 0.2' rpy='0.3 0 0'/><axis xyz='0 2 0'/>" more "</joint>\n"
#define LIMIT "<limit lower='-1' upper='2' effort='10' velocity='3'/>"

#endif
