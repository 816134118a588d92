#ifndef TESTS_ROS2_JOINT_STATE_HPP
#define TESTS_ROS2_JOINT_STATE_HPP

#include <rclcpp/rclcpp.hpp>
#include <string>
#include <vector>

namespace std_msgs::msg
{
struct Header {
    rclcpp::Time stamp;
    std::string frame_id;
};
} // namespace std_msgs::msg

namespace sensor_msgs::msg
{
struct JointState {
    std_msgs::msg::Header header;
    std::vector<std::string> name;
    std::vector<double> position, velocity, effort;
};
} // namespace sensor_msgs::msg

#endif
