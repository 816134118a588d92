#include "specialize/robots.h"

#include <stdio.h>

void add_link(cdy_tree *tree, const char *name, const char *parent, cdy_joint_type type, double x)
{
    static const double inertia[6] = {0.02, 0.001, -0.002, 0.03, 0.003, 0.025};
    char joint[64];
    snprintf(joint, sizeof joint, "to %s", name);
    cdy_body body = make_body(name, joint, type);
    set_inertial(&body, 1.5, x, 0.05, -0.1, inertia);
    set_origin(&body, x, -0.1, 0.2, 0.3, -0.2, 0.5);
    add_body(tree, &body, parent);
}

robot make_floating(void)
{
    cdy_tree *tree = make_tree("world", 9.81);
    add_link(tree, "trunk", "world", CDY_JOINT_FLOATING, 0.1);
    add_link(tree, "hip", "trunk", CDY_JOINT_REVOLUTE, 0.2);
    add_link(tree, "leg", "hip", CDY_JOINT_PRISMATIC, 0.3);
    add_link(tree, "shoulder", "trunk", CDY_JOINT_CONTINUOUS, -0.2);
    add_link(tree, "table", "shoulder", CDY_JOINT_PLANAR, 0.15);
    return make_robot(tree);
}

robot make_chain(void)
{
    cdy_tree *tree = make_tree("world", 9.81);
    add_link(tree, "shoulder", "world", CDY_JOINT_REVOLUTE, 0.1);
    add_link(tree, "elbow", "shoulder", CDY_JOINT_REVOLUTE, 0.2);
    add_link(tree, "wrist", "elbow", CDY_JOINT_REVOLUTE, -0.2);
    return make_robot(tree);
}

robot make_pendulum(void)
{
    cdy_tree *tree = make_tree("world", 9.81);
    add_link(tree, "arm", "world", CDY_JOINT_REVOLUTE, 0.3);
    return make_robot(tree);
}
