// Controllers in the documented shape.
#ifndef TESTS_ROS2_CONTROLLER_INTERFACE_HPP
#define TESTS_ROS2_CONTROLLER_INTERFACE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <hardware_interface/handle.hpp>
#include <rclcpp/rclcpp.hpp>

namespace controller_interface
{
enum class return_type : std::uint8_t { OK = 0, ERROR = 1 };
enum class interface_configuration_type : std::uint8_t { ALL = 0, INDIVIDUAL = 1, NONE = 2 };
enum class CallbackReturn : std::uint8_t { SUCCESS = 97, FAILURE = 98, ERROR = 99 };

struct InterfaceConfiguration {
    interface_configuration_type type;
    std::vector<std::string> names = {};
};

class ControllerInterfaceBase
{
  public:
    virtual ~ControllerInterfaceBase() = default;
    virtual InterfaceConfiguration command_interface_configuration() const = 0;
    virtual InterfaceConfiguration state_interface_configuration() const = 0;
    virtual CallbackReturn on_init() = 0;
    virtual CallbackReturn on_configure(const rclcpp_lifecycle::State &)
    {
        return CallbackReturn::SUCCESS;
    }
    virtual CallbackReturn on_activate(const rclcpp_lifecycle::State &)
    {
        return CallbackReturn::SUCCESS;
    }
    virtual CallbackReturn on_deactivate(const rclcpp_lifecycle::State &)
    {
        return CallbackReturn::SUCCESS;
    }
    virtual return_type update(const rclcpp::Time &time, const rclcpp::Duration &period) = 0;

    std::shared_ptr<rclcpp_lifecycle::LifecycleNode> get_node()
    {
        return node_;
    }

    // What the controller manager does.
    CallbackReturn init(const std::string &name)
    {
        node_ = std::make_shared<rclcpp_lifecycle::LifecycleNode>(name);
        return on_init();
    }
    CallbackReturn configure()
    {
        return on_configure({});
    }
    CallbackReturn activate()
    {
        const CallbackReturn result = on_activate({});
        active = result == CallbackReturn::SUCCESS;
        return result;
    }
    // Interfaces are lent until the controller has been asked to stop, whose last commands the hardware keeps.
    CallbackReturn deactivate()
    {
        const CallbackReturn result = on_deactivate({});
        active = false;
        command_interfaces_.clear();
        state_interfaces_.clear();
        return result;
    }
    bool is_active() const
    {
        return active;
    }
    void assign_interfaces(std::vector<hardware_interface::LoanedCommandInterface> commands,
                           std::vector<hardware_interface::LoanedStateInterface> states)
    {
        command_interfaces_ = std::move(commands);
        state_interfaces_ = std::move(states);
    }

  protected:
    template <class Value> auto auto_declare(const std::string &name, const Value &standard) -> Value
    {
        if (!node_->has_parameter(name)) {
            node_->set_parameter(name, standard);
        }
        return standard;
    }

    std::vector<hardware_interface::LoanedCommandInterface> command_interfaces_;
    std::vector<hardware_interface::LoanedStateInterface> state_interfaces_;

  private:
    std::shared_ptr<rclcpp_lifecycle::LifecycleNode> node_;
    bool active = false;
};

class ControllerInterface : public ControllerInterfaceBase
{
};
} // namespace controller_interface

#endif
