/* A package for ros2_control: controllers and a solver in C++ around a robot's generated functions. */
#ifndef CDY_GENERATE_ROS2_H
#define CDY_GENERATE_ROS2_H

#include "generate/program.h"

/* The functions that the package calls. */
enum {
    ROS2_CALLS = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_MASS_MATRIX | CDY_GENERATE_GRAVITY_TORQUE |
                 CDY_GENERATE_VELOCITY_PRODUCT | CDY_GENERATE_OBSERVER | CDY_GENERATE_TRANSFORM | CDY_GENERATE_JACOBIAN
};

/* Fails where a robot's joints cannot be those of ros2_control. */
cdy_status cdy_ros2_check(const program *p, cdy_error *error);

/* Writes the files of the package besides the robot's code. Fails where memory runs out. */
cdy_status cdy_ros2_write(const program *p, cdy_generated *code, cdy_error *error);

#endif
