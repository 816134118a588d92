// The interface of inverse_dynamics_solver in its documented shape.
#ifndef TESTS_ROS2_INVERSE_DYNAMICS_SOLVER_HPP
#define TESTS_ROS2_INVERSE_DYNAMICS_SOLVER_HPP

#include <eigen3/Eigen/Core>
#include <rclcpp/node_interfaces/node_parameters_interface.hpp>
#include <string>

namespace inverse_dynamics_solver
{
class InverseDynamicsSolver
{
  public:
    virtual ~InverseDynamicsSolver() = default;
    virtual void
    initialize(rclcpp::node_interfaces::NodeParametersInterface::ConstSharedPtr parameters_interface = nullptr,
               const std::string &param_namespace = "", const std::string &robot_description = "") = 0;
    virtual Eigen::MatrixXd getInertiaMatrix(const Eigen::VectorXd &joint_positions) const = 0;
    virtual Eigen::VectorXd getCoriolisVector(const Eigen::VectorXd &joint_positions,
                                              const Eigen::VectorXd &joint_velocities) const = 0;
    virtual Eigen::VectorXd getGravityVector(const Eigen::VectorXd &joint_positions) const = 0;
    virtual Eigen::VectorXd getFrictionVector(const Eigen::VectorXd &joint_velocities) const = 0;

  protected:
    InverseDynamicsSolver() = default;
};
} // namespace inverse_dynamics_solver

#endif
