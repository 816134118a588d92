// Generated controllers in closed loop: they are made by the names of their plugins, and a robot that the library
// simulates moves by their torques, at 1 kHz.
#include <controller_interface/chainable_controller_interface.hpp>
#include <geometry_msgs/msg/wrench_stamped.hpp>
#include <inverse_dynamics_solver/inverse_dynamics_solver.hpp>
#include <pluginlib/class_list_macros.hpp>
#include <sensor_msgs/msg/joint_state.hpp>

#include <condyle/condyle.h>
#include <condyle/kinematics.h>
#include <condyle/model_file.h>
#include <condyle/simulation.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>

using controller_interface::CallbackReturn;
using controller_interface::ChainableControllerInterface;
using controller_interface::return_type;

namespace
{
constexpr std::size_t n = 6;
constexpr double step = 0.001, pi = 3.14159265358979323846;
int failures;

void expect(bool holds, const char *what, double found)
{
    if (!holds) {
        std::printf("FAILED: %s (%g)\n", what, found);
        failures++;
    }
}

// The joints as the hardware has them: a number for each interface.
struct joints {
    double q[n] = {}, qd[n] = {}, measured[n] = {}, effort[n] = {};
};

const char *const joint_names[n] = {"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint",
                                    "wrist_1_joint",      "wrist_2_joint",       "wrist_3_joint"};

// The number of the joint in JOINT/KIND, where the hardware has it and the kind is one of those.
std::size_t joint_of(const std::string &name, const std::vector<std::string> &kinds)
{
    for (std::size_t i = 0; i < n; i++) {
        for (const std::string &kind : kinds) {
            if (name == joint_names[i] + ("/" + kind)) {
                return i;
            }
        }
    }
    throw std::runtime_error("the hardware has no interface " + name);
}

// Lends a controller the interfaces that it asks for by their names, in its order.
void assign(controller_interface::ControllerInterfaceBase &controller, joints &arm)
{
    std::vector<hardware_interface::LoanedCommandInterface> commands;
    std::vector<hardware_interface::LoanedStateInterface> states;
    for (const std::string &name : controller.command_interface_configuration().names) {
        commands.emplace_back(&arm.effort[joint_of(name, {"effort"})]);
    }
    for (const std::string &name : controller.state_interface_configuration().names) {
        const std::size_t i = joint_of(name, {"position", "velocity", "effort"});
        const std::string kind = name.substr(name.find('/') + 1);
        states.emplace_back(&(kind == "position" ? arm.q : kind == "velocity" ? arm.qd : arm.measured)[i]);
    }
    controller.assign_interfaces(std::move(commands), std::move(states));
}

// A controller of a type, with its references and the parameters that are given, behind another one (chained) or not.
struct running {
    joints &arm;
    std::unique_ptr<ChainableControllerInterface> controller;
    std::vector<hardware_interface::CommandInterface> references;

    running(const char *type, joints &given, const std::map<std::string, std::vector<double>> &parameters,
            bool chained = false)
        : arm(given), controller(pluginlib::make<ChainableControllerInterface>(type))
    {
        expect(controller->init("law") == CallbackReturn::SUCCESS, "a controller begins", 0);
        for (const auto &[name, value] : parameters) {
            controller->get_node()->set_parameter(name, value);
        }
        expect(controller->configure() == CallbackReturn::SUCCESS, "a controller is configured", 0);
        references = controller->export_reference_interfaces();
        expect(references.size() == 3 * n, "three references of each joint are exported",
               static_cast<double>(references.size()));
        expect(references.at(n + 1).get_name() == "law/shoulder_lift_joint/velocity", "references have their names", 0);
        expect(activate(chained) == CallbackReturn::SUCCESS, "a controller is activated", 0);
    }
    CallbackReturn activate(bool chained)
    {
        expect(controller->set_chained_mode(chained), "the mode of an inactive controller is set", 0);
        assign(*controller, arm);
        return controller->activate();
    }
    // Hardware keeps the last command: that is no torque.
    void deactivate()
    {
        expect(controller->deactivate() == CallbackReturn::SUCCESS, "a controller is deactivated", 0);
        expect_no_torque("a controller that ended commands no torque");
    }
    void expect_no_torque(const char *what) const
    {
        for (double effort : arm.effort) {
            expect(effort == 0, what, effort);
        }
    }
    void refer(std::size_t kind, std::size_t i, double value)
    {
        *references.at(kind * n + i).place() = value;
    }
};

// A simulation whose torques a function gives at each cycle, and a wrench on a frame.
struct simulation {
    joints &arm;
    std::function<void(double t)> cycle;
    const cdy_model *model;
    cdy_workspace *workspace = nullptr;
    int frame = 0;
    double wrench[6] = {};
    cdy_simulation *robot = nullptr;

    simulation(const cdy_model *given_model, joints &given, std::function<void(double)> given_cycle)
        : arm(given), cycle(std::move(given_cycle)), model(given_model)
    {
        cdy_simulation_options options = cdy_simulation_options_default();
        options.step = step;
        options.sampled_control = true;
        options.control = [](void *user, double t, const double *q, const double *qd, double *tau) {
            auto *s = static_cast<simulation *>(user);
            std::copy(q, q + n, s->arm.q);
            std::copy(qd, qd + n, s->arm.qd);
            s->cycle(t);
            std::copy(s->arm.effort, s->arm.effort + n, tau);
            return CDY_OK;
        };
        options.control_user = this;
        options.environment = [](void *user, double, const double *q, const double *, double *fext) {
            auto *s = static_cast<simulation *>(user);
            return cdy_external_force_at(s->model, s->workspace, s->frame, CDY_AXES_BODY, s->wrench, q, fext, nullptr);
        };
        options.environment_user = this;
        if (cdy_model_require_frame(model, "tool0", &frame, nullptr) ||
            cdy_workspace_create(model, &workspace, nullptr) ||
            cdy_simulation_create(model, &options, &robot, nullptr) ||
            cdy_simulation_set_state(robot, 0, arm.q, arm.qd, nullptr)) {
            throw std::runtime_error("no simulation");
        }
    }
    simulation(const simulation &) = delete;
    ~simulation()
    {
        cdy_simulation_destroy(robot);
        cdy_workspace_destroy(workspace);
    }
    void run(double seconds)
    {
        for (int k = 0; k < static_cast<int>(std::lround(seconds / step)); k++) {
            if (cdy_simulation_step(robot, nullptr)) {
                throw std::runtime_error("the simulation ends");
            }
        }
    }
    const double *q() const
    {
        return cdy_simulation_q(robot);
    }
};

const double start[n] = {0.3, -1.2, 1.4, -0.6, 0.7, 0.2};

joints begin(const double *offsets = nullptr)
{
    joints arm;
    for (std::size_t i = 0; i < n; i++) {
        arm.q[i] = start[i] + (offsets ? offsets[i] : 0);
    }
    return arm;
}

std::function<void(double)> update_of(ChainableControllerInterface &controller)
{
    return [&controller](double t) {
        expect(controller.update(rclcpp::Time(t), rclcpp::Duration(step)) == return_type::OK, "an update succeeds", t);
    };
}

double distance(const double *a, const double *b)
{
    double most = 0;
    for (std::size_t i = 0; i < n; i++) {
        most = std::max(most, std::fabs(a[i] - b[i]));
    }
    return most;
}

// Without gains an arm at rest weighs nothing and stays; with gains it goes to its reference, and stays where it is
// when the reference ends.
void gravity_compensation_holds(const cdy_model *model)
{
    joints arm = begin();
    running free("arm::GravityCompensation", arm, {});
    simulation still(model, arm, update_of(*free.controller));
    still.run(1);
    expect(distance(still.q(), start) < 1e-6, "an arm without weight stays at rest", distance(still.q(), start));

    joints led = begin();
    running pd("arm::GravityCompensation", led,
               {{"p_gains", {2000, 2000, 1000, 300, 20, 2}}, {"d_gains", {200, 200, 100, 20, 0.5, 0.04}}}, true);
    double goal[n];
    for (std::size_t i = 0; i < n; i++) {
        goal[i] = start[i] + 0.1;
        pd.refer(0, i, goal[i]);
    }
    simulation moved(model, led, update_of(*pd.controller));
    moved.run(3);
    expect(distance(moved.q(), goal) < 5e-3, "the arm goes to its reference", distance(moved.q(), goal));
    for (std::size_t i = 0; i < n; i++) {
        pd.refer(0, i, std::nan(""));
    }
    moved.run(1);
    expect(distance(moved.q(), goal) < 5e-3, "the arm stays without a reference", distance(moved.q(), goal));
    pd.deactivate();
    expect(pd.activate(false) == CallbackReturn::SUCCESS, "a controller goes on without another", 0);
    moved.run(1);
    expect(distance(moved.q(), goal) < 5e-3, "the arm stays without a controller in front", distance(moved.q(), goal));
}

// Errors of computed torque obey e'' + D e' + P e = 0: with P = 100 and D = 20 an error at rest decays as
// e0 (1 + 10 t) exp(-10 t), along any reference, under friction and with rotors.
void computed_torque_tracks(const cdy_model *model)
{
    const double offsets[n] = {0.02, -0.02, 0.015, -0.01, 0.02, 0.01};
    joints arm = begin(offsets);
    running law("arm::ComputedTorque", arm, {}, true);
    const auto update = update_of(*law.controller);
    const auto refer = [&law](double t, double *q) {
        for (std::size_t i = 0; i < n; i++) {
            const double w = 2 * pi * (0.3 + 0.05 * static_cast<double>(i)), A = 0.3;
            q[i] = start[i] + A * (1 - std::cos(w * t));
            law.refer(0, i, q[i]);
            law.refer(1, i, A * w * std::sin(w * t));
            law.refer(2, i, A * w * w * std::cos(w * t));
        }
    };
    double worst = 0;
    simulation moving(model, arm, [&](double t) {
        double q[n];
        refer(t, q);
        for (std::size_t i = 0; i < n; i++) {
            const double error = offsets[i] * (1 + 10 * t) * std::exp(-10 * t);
            worst = std::max(worst, std::fabs(arm.q[i] - q[i] - error));
        }
        update(t);
    });
    moving.run(2);
    /* Torques hold for a cycle, about 0.5 ms late on the mean. */
    expect(worst < 1e-3, "errors decay as their equation says", worst);
}

// The observer finds the torques J^T f of a wrench that presses on the tool, and the wrench.
void observer_finds_a_wrench(const cdy_model *model)
{
    joints arm = begin();
    running law("arm::ComputedTorque", arm, {});
    auto observer = pluginlib::make<controller_interface::ControllerInterface>("arm::ExternalTorques");
    expect(observer->init("observer") == CallbackReturn::SUCCESS, "the observer begins", 0);
    expect(observer->configure() == CallbackReturn::SUCCESS, "the observer is configured", 0);
    assign(*observer, arm);
    expect(observer->activate() == CallbackReturn::SUCCESS, "the observer is activated", 0);
    const auto update = update_of(*law.controller);
    simulation pressed(model, arm, [&](double t) {
        std::copy(arm.effort, arm.effort + n, arm.measured); // of the cycle before
        expect(observer->update(rclcpp::Time(t), rclcpp::Duration(step)) == return_type::OK, "a sample is taken", t);
        update(t);
    });
    const double wrench[6] = {0.5, -0.4, 0.3, 10, -6, 15};
    pressed.run(0.2);
    std::copy(wrench, wrench + 6, pressed.wrench);
    pressed.run(2);

    double J[6 * n], found[6];
    const auto &told = observer->get_node()->publisher<sensor_msgs::msg::JointState>("~/external_torques").last;
    const auto &at = observer->get_node()->publisher<geometry_msgs::msg::WrenchStamped>("~/external_wrench").last;
    cdy_geometric_jacobian(model, pressed.workspace, pressed.frame, CDY_AXES_BODY, pressed.q(), J, nullptr);
    for (std::size_t k = 0; k < n; k++) {
        double torque = 0;
        for (std::size_t i = 0; i < 6; i++) {
            torque += J[i * n + k] * wrench[i];
        }
        expect(std::fabs(told.effort.at(k) - torque) < 0.01, "external torques are J^T f", told.effort.at(k) - torque);
    }
    const auto &w = at.wrench;
    const double all[6] = {w.torque.x, w.torque.y, w.torque.z, w.force.x, w.force.y, w.force.z};
    std::copy(all, all + 6, found);
    expect(distance(found, wrench) < 0.05, "the wrench is found", distance(found, wrench));
    expect(at.header.frame_id == "tool0", "the wrench is that at the frame", 0);
    expect(told.name.at(1) == "shoulder_lift_joint", "torques have the names of the joints", 0);
}

// Torques stay within their limits; a number that is none, and wrong parameters, are refused, and no torque stays
// behind.
void limits_are_kept(const cdy_model *)
{
    joints arm = begin();
    running law("arm::ComputedTorque", arm, {{"effort_limits", {1, 2, 3, 0.5, 0, 0.01}}}, true);
    const double limits[n] = {1, 2, 3, 0.5, 0, 0.01};
    law.refer(0, 0, 3);
    law.refer(0, 5, -3);
    expect(law.controller->update(rclcpp::Time(), rclcpp::Duration(step)) == return_type::OK, "an update", 0);
    for (std::size_t i = 0; i < n; i++) {
        expect(std::fabs(arm.effort[i]) <= limits[i], "torques stay within their limits", arm.effort[i]);
    }
    expect(arm.effort[0] == 1 && arm.effort[5] == -0.01, "torques reach their limits", arm.effort[0]);
    arm.qd[2] = std::nan("");
    expect(law.controller->update(rclcpp::Time(), rclcpp::Duration(step)) == return_type::ERROR,
           "a velocity that is no number is refused", 0);
    law.expect_no_torque("after an error no torque is commanded");
    arm.qd[2] = 0;
    expect(law.controller->update(rclcpp::Time(), rclcpp::Duration(step)) == return_type::OK, "a state is back", 0);
    expect(arm.effort[0] == 1, "torques are back with the state", arm.effort[0]);
    law.refer(0, 4, 1e308); // whose torque overflows
    expect(law.controller->update(rclcpp::Time(), rclcpp::Duration(step)) == return_type::ERROR,
           "a torque that is no number is refused", 0);
    law.expect_no_torque("after an error no torque is commanded");
    law.refer(0, 4, start[4]);
    expect(law.controller->update(rclcpp::Time(), rclcpp::Duration(step)) == return_type::OK, "a state is back", 0);
    law.deactivate();
    arm.qd[2] = std::nan("");
    expect(law.activate(true) == CallbackReturn::FAILURE, "nothing begins with such a velocity", 0);
    for (const std::vector<double> &wrong : {std::vector<double>{1, 2}, std::vector<double>(n, -1)}) {
        law.controller->get_node()->set_parameter("p_gains", wrong);
        expect(law.controller->configure() == CallbackReturn::FAILURE, "wrong gains are refused", wrong[0]);
    }
}

// Wrong gains of the observer are refused by one message.
void observer_refuses_gains_by_one_message()
{
    auto observer = pluginlib::make<controller_interface::ControllerInterface>("arm::ExternalTorques");
    expect(observer->init("observer") == CallbackReturn::SUCCESS, "the observer begins", 0);
    for (const std::vector<double> &wrong :
         {std::vector<double>{1, 2}, std::vector<double>(n, 0), std::vector<double>(n, -1),
          std::vector<double>(n, HUGE_VAL), std::vector<double>(n, std::nan(""))}) {
        const int before = rclcpp::messages;
        observer->get_node()->set_parameter("gains", wrong);
        expect(observer->configure() == CallbackReturn::FAILURE, "wrong gains are refused", wrong[0]);
        expect(rclcpp::messages == before + 1, "one message tells of wrong gains", rclcpp::messages - before);
    }
}

// The plugin of inverse_dynamics_solver gives the parts of the library's inverse dynamics.
void solver_gives_the_parts(const cdy_model *model)
{
    auto solver = pluginlib::make<inverse_dynamics_solver::InverseDynamicsSolver>("arm::Solver");
    cdy_workspace *workspace = nullptr;
    const double v[n] = {0.5, -0.4, 0.7, 1, -1, 0.2}, a[n] = {1, -2, 0.5, 3, 1, -1};
    double tau[n];
    Eigen::VectorXd q(n), qd(n);
    for (std::size_t i = 0; i < n; i++) {
        q(static_cast<Eigen::Index>(i)) = start[i];
        qd(static_cast<Eigen::Index>(i)) = v[i];
    }
    solver->initialize();
    const auto H = solver->getInertiaMatrix(q);
    const auto C = solver->getCoriolisVector(q, qd), G = solver->getGravityVector(q), F = solver->getFrictionVector(qd);
    if (cdy_workspace_create(model, &workspace, nullptr) ||
        cdy_inverse_dynamics(model, workspace, start, v, a, nullptr, tau, nullptr)) {
        throw std::runtime_error("no inverse dynamics");
    }
    cdy_workspace_destroy(workspace);
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(n); i++) {
        double sum = C(i) + G(i) + F(i);
        for (std::size_t k = 0; k < n; k++) {
            sum += H(i, static_cast<Eigen::Index>(k)) * a[k];
        }
        expect(std::fabs(sum - tau[i]) < 1e-9, "H a + C + G + F are the torques", sum - tau[i]);
    }
    bool refused = false;
    try {
        solver->getGravityVector(Eigen::VectorXd(5));
    } catch (const std::invalid_argument &) {
        refused = true;
    }
    expect(refused, "too few positions are refused", 0);
}
} // namespace

int main(int argc, char **argv)
{
    cdy_model *model = nullptr;
    if (argc != 2 || cdy_model_load(argv[1], &model, nullptr)) {
        std::printf("usage: loop MODEL\n");
        return EXIT_FAILURE;
    }
    gravity_compensation_holds(model);
    computed_torque_tracks(model);
    observer_finds_a_wrench(model);
    observer_refuses_gains_by_one_message();
    limits_are_kept(model);
    solver_gives_the_parts(model);
    cdy_model_destroy(model);
    std::printf("%d failures\n", failures);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
