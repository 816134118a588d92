/* The factors that turn the torques of a log into torques of the joints. */
#ifndef CONDYLE_TOOLS_LOG_GAIN_H
#define CONDYLE_TOOLS_LOG_GAIN_H

#include "values/robot.h"

/* Returns the joint of a degree of freedom; NULL where the robot keeps no joints (a compiled model). */
const cdy_joint *joint_of_velocity(const robot *r, int velocity);

/* Returns the factor of logged torques of a degree of freedom, the drive's torque_gain; 1 where it is not known. */
double torque_gain_of(const robot *r, int velocity);

#endif
