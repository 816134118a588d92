/* An arm whose structure has been recognised, for inverse kinematics in closed form. */
#ifndef CDY_IK_CLOSED_ARM_H
#define CDY_IK_CLOSED_ARM_H

#include "ik/closed.h"

#include <math.h>

struct cdy_ik_closed {
    closed_chain chain; /* in a frame at `origin`, and in parts of `unit`: rounding is that of the arm alone */
    closed_chain arm;   /* of seven joints with an arm angle: with shoulder and wrist as one point each */
    closed_form form;   /* of six joints */
    general_form general;
    cdy_ik_closed_options options;
    cdy_ik_structure structure;
    vec3 origin;               /* m: a point of the first axis, in the base frame */
    double unit;               /* m: the arm's length */
    int given;                 /* of the chain's joints; -1: none */
    int position[MOST_JOINTS]; /* of each joint in q */
    double lower[MOST_JOINTS], upper[MOST_JOINTS];
    int nq;
    double home[]; /* nq */
};

/* The point of the unit circle at an angle. */
static inline circle_point cdy_circle_point(double angle)
{
    return (circle_point){cos(angle), sin(angle)};
}

#endif
