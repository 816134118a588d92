#ifndef TESTS_ROS2_NODE_PARAMETERS_INTERFACE_HPP
#define TESTS_ROS2_NODE_PARAMETERS_INTERFACE_HPP

#include <memory>

namespace rclcpp::node_interfaces
{
class NodeParametersInterface
{
  public:
    using ConstSharedPtr = std::shared_ptr<const NodeParametersInterface>;
};
} // namespace rclcpp::node_interfaces

#endif
