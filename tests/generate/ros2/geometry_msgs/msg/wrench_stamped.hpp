#ifndef TESTS_ROS2_WRENCH_STAMPED_HPP
#define TESTS_ROS2_WRENCH_STAMPED_HPP

#include <sensor_msgs/msg/joint_state.hpp>

namespace geometry_msgs::msg
{
struct Vector3 {
    double x = 0, y = 0, z = 0;
};

struct Wrench {
    Vector3 force, torque;
};

struct WrenchStamped {
    std_msgs::msg::Header header;
    Wrench wrench;
};
} // namespace geometry_msgs::msg

#endif
