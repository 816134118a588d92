/* What the efforts of a recording are, and the factors that make torques of the joints of them: --effort. */
#ifndef CONDYLE_TOOLS_EFFORTS_H
#define CONDYLE_TOOLS_EFFORTS_H

#include "options/option.h"
#include "values/robot.h"

/* What the efforts of the rows are. */
typedef enum effort_kind {
    EFFORT_TORQUE = 0,   /* of the joint, times the torque gain of the robot */
    EFFORT_CURRENT,      /* times the current gain */
    EFFORT_GRAVITY_FREE, /* of the joint, without the torque that gravity needs */
    EFFORT_MOTOR         /* at the motor's side of the gear, times its ratio */
} effort_kind;

/* --effort alone; the struct is an int. */
extern const option_table effort_table;

/* The words of the kinds; NULL ends them. */
extern const char *const effort_words[];

/* Gives what an effort of a degree of freedom is times to be its torque, by the robot's file; 0 where that does not
 * say. */
double effort_factor(const robot *r, effort_kind kind, int velocity);

/* Finds the factors (nv) of all degrees of freedom; fails where the robot does not say one. Notes torque gains. */
exit_code effort_factors(const robot *r, effort_kind kind, double *factors);

#endif
