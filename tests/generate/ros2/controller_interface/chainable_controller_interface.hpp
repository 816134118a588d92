// Controllers that another controller may precede, in the documented shape: that of Humble, or with ROS2_NEWER that of
// the distributions since.
#ifndef TESTS_ROS2_CHAINABLE_CONTROLLER_INTERFACE_HPP
#define TESTS_ROS2_CHAINABLE_CONTROLLER_INTERFACE_HPP

#include <controller_interface/controller_interface.hpp>

#include <set>
#include <stdexcept>

namespace controller_interface
{
class ChainableControllerInterface : public ControllerInterfaceBase
{
  public:
    return_type update(const rclcpp::Time &time, const rclcpp::Duration &period) final
    {
        return_type result = return_type::OK;
        if (!chained) {
#ifdef ROS2_NEWER
            result = update_reference_from_subscribers(time, period);
#else
            result = update_reference_from_subscribers();
#endif
        }
        return result == return_type::OK ? update_and_write_commands(time, period) : result;
    }
    // Each reference has its place, a name of its own, and the controller's name as its prefix, no more and no less;
    // else none is exported. Newer distributions throw then.
    std::vector<hardware_interface::CommandInterface> export_reference_interfaces()
    {
        auto references = on_export_reference_interfaces();
        std::set<std::string> names;
        bool good = references.size() == reference_interfaces_.size();
        for (const auto &reference : references) {
            good = good && reference.get_prefix_name() == get_node()->get_name() &&
                   names.insert(reference.get_interface_name()).second;
        }
        if (!good) {
#ifdef ROS2_NEWER
            throw std::runtime_error("references without a place, a name of their own or the controller's prefix");
#else
            references.clear();
            reference_interfaces_.clear();
#endif
        }
        return references;
    }
    // The mode of an active controller stays.
    bool set_chained_mode(bool given)
    {
        const bool set = !is_active() && on_set_chained_mode(given);
        chained = set ? given : chained;
        return set;
    }

  protected:
    virtual std::vector<hardware_interface::CommandInterface> on_export_reference_interfaces() = 0;
    virtual bool on_set_chained_mode(bool)
    {
        return true;
    }
#ifdef ROS2_NEWER
    virtual return_type update_reference_from_subscribers(const rclcpp::Time &time, const rclcpp::Duration &period) = 0;
#else
    virtual return_type update_reference_from_subscribers() = 0;
#endif
    virtual return_type update_and_write_commands(const rclcpp::Time &time, const rclcpp::Duration &period) = 0;

    std::vector<double> reference_interfaces_;

  private:
    bool chained = false;
};
} // namespace controller_interface

#endif
