/* Robots of the suites of specialization, whose bodies have masses and offsets in every direction. */
#ifndef CDY_TESTS_SPECIALIZE_ROBOTS_H
#define CDY_TESTS_SPECIALIZE_ROBOTS_H

#include "support/robot.h"

/* Adds a body under a parent, moved by a joint `to NAME` that stands at `x` m. */
void add_link(cdy_tree *tree, const char *name, const char *parent, cdy_joint_type type, double x);

/* Joints of every type, two branches, on a floating base. */
robot make_floating(void);

/* Turning joints one after another, with offsets that are no quarter turns. */
robot make_chain(void);

/* One turning joint: every vector is one number. */
robot make_pendulum(void);

#endif
