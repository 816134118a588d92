// What generated controllers use of rclcpp and rclcpp_lifecycle, in the documented shape: a node has a name, parameters
// and publishers, of which each keeps the last message.
#ifndef TESTS_ROS2_RCLCPP_HPP
#define TESTS_ROS2_RCLCPP_HPP

#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace rclcpp
{
class Time
{
  public:
    Time() = default;
    explicit Time(double s) : at(s)
    {
    }
    double seconds() const
    {
        return at;
    }

  private:
    double at = 0;
};

class Duration
{
  public:
    explicit Duration(double s) : length(s)
    {
    }
    double seconds() const
    {
        return length;
    }

  private:
    double length;
};

struct Logger {
    std::string name;
};

class Parameter
{
  public:
    using Value = std::variant<double, std::vector<double>>;
    explicit Parameter(Value given) : value(std::move(given))
    {
    }
    double as_double() const
    {
        return std::get<double>(value);
    }
    std::vector<double> as_double_array() const
    {
        return std::get<std::vector<double>>(value);
    }

  private:
    Value value;
};

struct SystemDefaultsQoS {
};

template <class Message> class Publisher
{
  public:
    using SharedPtr = std::shared_ptr<Publisher>;
    void publish(const Message &message)
    {
        last = message;
        count++;
    }

    Message last{};
    int count = 0;
};
} // namespace rclcpp

namespace rclcpp_lifecycle
{
class State
{
};

class LifecycleNode
{
  public:
    explicit LifecycleNode(std::string given) : name(std::move(given))
    {
    }
    const char *get_name() const
    {
        return name.c_str();
    }
    rclcpp::Logger get_logger() const
    {
        return {name};
    }
    bool has_parameter(const std::string &key) const
    {
        return values.count(key) > 0;
    }
    void set_parameter(const std::string &key, rclcpp::Parameter::Value value)
    {
        values[key] = std::move(value);
    }
    rclcpp::Parameter get_parameter(const std::string &key) const
    {
        return rclcpp::Parameter(values.at(key));
    }

    template <class Message>
    typename rclcpp::Publisher<Message>::SharedPtr create_publisher(const std::string &topic,
                                                                    const rclcpp::SystemDefaultsQoS &)
    {
        auto made = std::make_shared<rclcpp::Publisher<Message>>();
        publishers[topic] = made;
        return made;
    }

    // For tests: the publisher of a topic.
    template <class Message> const rclcpp::Publisher<Message> &publisher(const std::string &topic) const
    {
        return *static_cast<const rclcpp::Publisher<Message> *>(publishers.at(topic).get());
    }

  private:
    std::string name;
    std::map<std::string, rclcpp::Parameter::Value> values;
    std::map<std::string, std::shared_ptr<void>> publishers;
};
} // namespace rclcpp_lifecycle

namespace rclcpp
{
// For tests: the number of messages.
inline int messages = 0;
} // namespace rclcpp

#define RCLCPP_ERROR(logger, ...)                                                                                      \
    ((void)(logger), (void)std::fprintf(stderr, __VA_ARGS__), (void)std::fputc('\n', stderr), (void)rclcpp::messages++)
#define RCLCPP_WARN(logger, ...) RCLCPP_ERROR(logger, __VA_ARGS__)

#endif
