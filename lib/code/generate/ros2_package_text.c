#include "generate/ros2_text.h"

#include <stddef.h>

/* In these texts '@' stands for the robot's name and '$' for the number of its degrees of freedom, in CMake's for
 * itself. */

const char *const cdy_ros2_solver_cpp[] = {
    ("// @: the inverse dynamics of the robot as a plugin of inverse_dynamics_solver.\n"
     "#include <array>\n"
     "#include <cstddef>\n"
     "#include <stdexcept>\n"
     "#include <string>\n"
     "\n"),
    ("#include <inverse_dynamics_solver/inverse_dynamics_solver.hpp>\n"
     "#include <pluginlib/class_list_macros.hpp>\n"
     "\n"),
    ("#include \"@.h\"\n"
     "\n"),
    ("namespace @\n"
     "{\n"
     "namespace\n"
     "{\n"
     "constexpr std::size_t FREEDOM = $;\n"
     "using Vector = std::array<double, FREEDOM>;\n"
     "\n"),
    ("Vector read(const Eigen::VectorXd &x, const char *what)\n"
     "{\n"
     "    Vector numbers{};\n"
     "    if (x.size() != static_cast<Eigen::Index>(FREEDOM)) {\n"
     "        throw std::invalid_argument(std::string(what) + \": expected \" + std::to_string(FREEDOM) +\n"
     "                                    \" numbers, one a joint, not \" + std::to_string(x.size()));\n"
     "    }\n"
     "    for (std::size_t i = 0; i < FREEDOM; i++) {\n"
     "        numbers[i] = x(static_cast<Eigen::Index>(i));\n"
     "    }\n"
     "    return numbers;\n"
     "}\n"
     "\n"),
    ("Eigen::VectorXd write(const Vector &numbers)\n"
     "{\n"
     "    Eigen::VectorXd x(static_cast<Eigen::Index>(FREEDOM));\n"
     "    for (std::size_t i = 0; i < FREEDOM; i++) {\n"
     "        x(static_cast<Eigen::Index>(i)) = numbers[i];\n"
     "    }\n"
     "    return x;\n"
     "}\n"
     "} // namespace\n"
     "\n"),
    ("// The order of the joints is that of @.h. The code is that of one robot: parameters and descriptions are not "
     "read.\n"
     "class Solver : public inverse_dynamics_solver::InverseDynamicsSolver\n"
     "{\n"
     "public:\n"
     "    void initialize(rclcpp::node_interfaces::NodeParametersInterface::ConstSharedPtr, const std::string &,\n"
     "                    const std::string &) override\n"
     "    {\n"
     "    }\n"
     "\n"),
    ("    Eigen::MatrixXd getInertiaMatrix(const Eigen::VectorXd &joint_positions) const override\n"
     "    {\n"
     "        const Vector q = read(joint_positions, \"joint positions\");\n"
     "        std::array<double, FREEDOM * FREEDOM> M{};\n"
     "        @_mass_matrix(q.data(), M.data());\n"
     "        Eigen::MatrixXd H(static_cast<Eigen::Index>(FREEDOM), static_cast<Eigen::Index>(FREEDOM));\n"
     "        for (std::size_t i = 0; i < FREEDOM * FREEDOM; i++) {\n"
     "            H(static_cast<Eigen::Index>(i / FREEDOM), static_cast<Eigen::Index>(i % FREEDOM)) = M[i];\n"
     "        }\n"
     "        return H;\n"
     "    }\n"
     "\n"),
    ("    Eigen::VectorXd getCoriolisVector(const Eigen::VectorXd &joint_positions,\n"
     "                                      const Eigen::VectorXd &joint_velocities) const override\n"
     "    {\n"
     "        const Vector q = read(joint_positions, \"joint positions\"), qd = read(joint_velocities, \"joint "
     "velocities\");\n"
     "        Vector tau{};\n"
     "        @_velocity_product(q.data(), qd.data(), tau.data());\n"
     "        return write(tau);\n"
     "    }\n"
     "\n"),
    ("    Eigen::VectorXd getGravityVector(const Eigen::VectorXd &joint_positions) const override\n"
     "    {\n"
     "        const Vector q = read(joint_positions, \"joint positions\");\n"
     "        Vector tau{};\n"
     "        @_gravity_torque(q.data(), tau.data());\n"
     "        return write(tau);\n"
     "    }\n"
     "\n"),
    ("    // What the drives take of the torques at a velocity and not at rest: friction and damping. Friction by the "
     "load is\n"
     "    // that of the zero configuration, since the interface gives no other.\n"
     "    Eigen::VectorXd getFrictionVector(const Eigen::VectorXd &joint_velocities) const override\n"
     "    {\n"
     "        const Vector zero{}, qd = read(joint_velocities, \"joint velocities\");\n"
     "        Vector moving{}, resting{}, product{};\n"
     "        @_inverse_dynamics(zero.data(), qd.data(), zero.data(), moving.data());\n"
     "        @_inverse_dynamics(zero.data(), zero.data(), zero.data(), resting.data());\n"
     "        @_velocity_product(zero.data(), qd.data(), product.data());\n"
     "        for (std::size_t i = 0; i < FREEDOM; i++) {\n"
     "            moving[i] -= resting[i] + product[i];\n"
     "        }\n"
     "        return write(moving);\n"
     "    }\n"
     "};\n"
     "} // namespace @\n"
     "\n"),
    "PLUGINLIB_EXPORT_CLASS(@::Solver, inverse_dynamics_solver::InverseDynamicsSolver)\n",
    NULL};

const char *const cdy_ros2_package_xml[] = {
    ("<?xml version=\"1.0\"?>\n"
     "<package format=\"3\">\n"
     "  <name>@</name>\n"
     "  <version>0.1.0</version>\n"
     "  <description>Model-based controllers of one robot: gravity compensation, computed torque, external "
     "torques</description>\n"
     "  <maintainer email=\"TODO@@example.com\">TODO: the maintainer</maintainer>\n"
     "  <license>TODO: the license</license>\n"
     "\n"),
    ("  <buildtool_depend>ament_cmake</buildtool_depend>\n"
     "  <depend>controller_interface</depend>\n"
     "  <depend>geometry_msgs</depend>\n"
     "  <depend>hardware_interface</depend>\n"
     "  <depend>pluginlib</depend>\n"
     "  <depend>rclcpp</depend>\n"
     "  <depend>rclcpp_lifecycle</depend>\n"
     "  <depend>realtime_tools</depend>\n"
     "  <depend>sensor_msgs</depend>\n"
     "  <!-- @_solver is built where inverse_dynamics_solver is found. In a workspace that has it, add\n"
     "       <depend>inverse_dynamics_solver</depend>. -->\n"
     "\n"),
    ("  <export>\n"
     "    <build_type>ament_cmake</build_type>\n"
     "  </export>\n"
     "</package>\n"),
    NULL};

const char *const cdy_ros2_cmake_lists[] = {
    ("cmake_minimum_required(VERSION 3.16)\n"
     "project(@ LANGUAGES C CXX)\n"
     "set(CMAKE_CXX_STANDARD 17)\n"
     "set(CMAKE_CXX_STANDARD_REQUIRED ON)\n"
     "set(CMAKE_POSITION_INDEPENDENT_CODE ON)\n"
     "if(NOT CMAKE_BUILD_TYPE)\n"
     "  set(CMAKE_BUILD_TYPE Release)\n"
     "endif()\n"
     "\n"),
    ("find_package(ament_cmake REQUIRED)\n"
     "foreach(needed controller_interface geometry_msgs hardware_interface pluginlib rclcpp rclcpp_lifecycle "
     "realtime_tools\n"
     "    sensor_msgs)\n"
     "  find_package(${needed} REQUIRED)\n"
     "endforeach()\n"
     "\n"),
    ("add_library(@ SHARED @.c @_joints.cpp @_tracking.cpp @_observer.cpp)\n"
     "target_include_directories(@ PUBLIC \"$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>\" "
     "\"$<INSTALL_INTERFACE:include/@>\")\n"
     "target_link_libraries(@ PUBLIC ${controller_interface_TARGETS} ${geometry_msgs_TARGETS} "
     "${hardware_interface_TARGETS}\n"
     "  ${pluginlib_TARGETS} ${rclcpp_TARGETS} ${rclcpp_lifecycle_TARGETS} ${realtime_tools_TARGETS} "
     "${sensor_msgs_TARGETS})\n"
     "pluginlib_export_plugin_description_file(controller_interface @_controllers.xml)\n"
     "install(TARGETS @ RUNTIME DESTINATION bin LIBRARY DESTINATION lib ARCHIVE DESTINATION lib)\n"
     "install(FILES @.h @_controllers.hpp DESTINATION include/@)\n"
     "install(FILES @_controllers.yaml DESTINATION share/@)\n"
     "\n"),
    ("# The solver, where its interface is installed.\n"
     "find_package(inverse_dynamics_solver QUIET)\n"
     "if(inverse_dynamics_solver_FOUND)\n"
     "  add_library(@_solver SHARED @.c @_solver.cpp)\n"
     "  target_link_libraries(@_solver PUBLIC ${inverse_dynamics_solver_TARGETS} ${pluginlib_TARGETS} "
     "${rclcpp_TARGETS})\n"
     "  pluginlib_export_plugin_description_file(inverse_dynamics_solver @_solver.xml)\n"
     "  install(TARGETS @_solver RUNTIME DESTINATION bin LIBRARY DESTINATION lib ARCHIVE DESTINATION lib)\n"
     "endif()\n"
     "\n"),
    ("# The results of the library, as they were recorded.\n"
     "if(BUILD_TESTING)\n"
     "  add_executable(@_test @_test.c @.c)\n"
     "  if(UNIX)\n"
     "    target_link_libraries(@_test m)\n"
     "  endif()\n"
     "  add_test(NAME @_test COMMAND @_test)\n"
     "endif()\n"
     "\n"),
    "ament_package()\n",
    NULL};

const char *const cdy_ros2_controllers_xml[] = {
    ("<library path=\"@\">\n"
     "  <class name=\"@/GravityCompensation\" type=\"@::GravityCompensation\"\n"
     "         base_class_type=\"controller_interface::ChainableControllerInterface\">\n"
     "    <description>Gravity compensation with proportional and derivative gains</description>\n"
     "  </class>\n"
     "  <class name=\"@/ComputedTorque\" type=\"@::ComputedTorque\"\n"
     "         base_class_type=\"controller_interface::ChainableControllerInterface\">\n"
     "    <description>Computed torque with the friction of the model</description>\n"
     "  </class>\n"
     "  <class name=\"@/ExternalTorques\" type=\"@::ExternalTorques\"\n"
     "         base_class_type=\"controller_interface::ControllerInterface\">\n"
     "    <description>External torques and wrench by the momentum observer</description>\n"
     "  </class>\n"
     "</library>\n"),
    NULL};

const char *const cdy_ros2_solver_xml[] = {
    ("<library path=\"@_solver\">\n"
     "  <class name=\"@/Solver\" type=\"@::Solver\" "
     "base_class_type=\"inverse_dynamics_solver::InverseDynamicsSolver\">\n"
     "    <description>Inverse dynamics of one robot, from generated code</description>\n"
     "  </class>\n"
     "</library>\n"),
    NULL};

const char *const cdy_ros2_controllers_yaml[] = {("# Parameters that ros2_control reads: an example to begin with.\n"
                                                  "controller_manager:\n"
                                                  "  ros__parameters:\n"
                                                  "    update_rate: 1000\n"
                                                  "    @_computed_torque:\n"
                                                  "      type: @/ComputedTorque\n"
                                                  "    @_gravity_compensation:\n"
                                                  "      type: @/GravityCompensation\n"
                                                  "    @_external_torques:\n"
                                                  "      type: @/ExternalTorques\n"),
                                                 NULL};
