/* The files of a package for ros2_control, as templates: '@' stands for the robot's name. Each is a list of pieces that
 * ends with NULL. */
#ifndef CDY_GENERATE_ROS2_TEXT_H
#define CDY_GENERATE_ROS2_TEXT_H

extern const char *const cdy_ros2_controllers_hpp[], *const cdy_ros2_joints_hpp[];
extern const char *const cdy_ros2_tracking_cpp[], *const cdy_ros2_observer_cpp[], *const cdy_ros2_solver_cpp[];
extern const char *const cdy_ros2_package_xml[], *const cdy_ros2_cmake_lists[];
extern const char *const cdy_ros2_controllers_xml[], *const cdy_ros2_solver_xml[], *const cdy_ros2_controllers_yaml[];

#endif
