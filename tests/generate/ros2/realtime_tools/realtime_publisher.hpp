// Publishers that do not wait, in the documented shape: that of Humble and Jazzy, or with ROS2_NEWER that since.
#ifndef TESTS_ROS2_REALTIME_PUBLISHER_HPP
#define TESTS_ROS2_REALTIME_PUBLISHER_HPP

#include <rclcpp/rclcpp.hpp>

namespace realtime_tools
{
template <class Message> class RealtimePublisher
{
  public:
    explicit RealtimePublisher(typename rclcpp::Publisher<Message>::SharedPtr given) : publisher(std::move(given))
    {
    }
#ifdef ROS2_NEWER
    bool try_publish(const Message &message)
    {
        publisher->publish(message);
        return true;
    }
#else
    bool trylock()
    {
        return true;
    }
    void unlockAndPublish()
    {
        publisher->publish(msg_);
    }
    Message msg_;
#endif

  private:
    typename rclcpp::Publisher<Message>::SharedPtr publisher;
};
} // namespace realtime_tools

#endif
