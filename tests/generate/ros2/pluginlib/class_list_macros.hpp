// Plugins by the names of their types; tests make them through pluginlib::make().
#ifndef TESTS_ROS2_CLASS_LIST_MACROS_HPP
#define TESTS_ROS2_CLASS_LIST_MACROS_HPP

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace pluginlib
{
template <class Base> std::map<std::string, std::function<std::unique_ptr<Base>()>> &makers()
{
    static std::map<std::string, std::function<std::unique_ptr<Base>()>> all;
    return all;
}

template <class Type, class Base> bool add(const std::string &type)
{
    makers<Base>()[type] = [] { return std::make_unique<Type>(); };
    return true;
}

template <class Base> std::unique_ptr<Base> make(const std::string &type)
{
    return makers<Base>().at(type)();
}
} // namespace pluginlib

#define PLUGINLIB_CAT_(a, b) a##b
#define PLUGINLIB_CAT(a, b)  PLUGINLIB_CAT_(a, b)
#define PLUGINLIB_EXPORT_CLASS(type, base)                                                                             \
    namespace                                                                                                          \
    {                                                                                                                  \
    [[maybe_unused]] const bool PLUGINLIB_CAT(plugin_, __LINE__) = pluginlib::add<type, base>(#type);                  \
    }

#endif
