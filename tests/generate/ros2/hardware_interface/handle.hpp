// Interfaces of joints in the documented shape: ROS2_NEWER for that of the distributions after Jazzy, which may have no
// number and report whether one was taken.
#ifndef TESTS_ROS2_HANDLE_HPP
#define TESTS_ROS2_HANDLE_HPP

#include <optional>
#include <string>

namespace hardware_interface
{
class CommandInterface
{
  public:
    CommandInterface(std::string given_prefix, std::string given_name, double *given_value)
        : prefix(std::move(given_prefix)), name(std::move(given_name)), value(given_value)
    {
    }
    std::string get_name() const
    {
        return prefix + "/" + name;
    }
    const std::string &get_prefix_name() const
    {
        return prefix;
    }
    const std::string &get_interface_name() const
    {
        return name;
    }
    double *place() const
    {
        return value;
    }

  private:
    std::string prefix, name;
    double *value;
};

class LoanedStateInterface
{
  public:
    explicit LoanedStateInterface(const double *given) : value(given)
    {
    }
#ifdef ROS2_NEWER
    template <class T = double> std::optional<T> get_optional() const
    {
        return *value;
    }
#else
    double get_value() const
    {
        return *value;
    }
#endif

  private:
    const double *value;
};

class LoanedCommandInterface
{
  public:
    explicit LoanedCommandInterface(double *given) : value(given)
    {
    }
#ifdef ROS2_NEWER
    template <class T> [[nodiscard]] bool set_value(const T &given)
    {
        *value = given;
        return true;
    }
#else
    void set_value(double given)
    {
        *value = given;
    }
#endif

  private:
    double *value;
};
} // namespace hardware_interface

#endif
