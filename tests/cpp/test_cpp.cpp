/* The C++ headers: every call gives the result of the C call, to the bit; owners, views, exceptions and reports. */
#include <algorithm>
#include <cmath>
#include <condyle/condyle.hpp>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>
#if defined(__has_include)
#if __has_include(<Eigen/Dense>) && !defined(NO_EIGEN)
#include <Eigen/Dense>
#define HAVE_EIGEN
#endif
#endif

namespace
{

int failures = 0, checks = 0;

void check(bool holds, const char *what, int line)
{
    checks++;
    if (!holds) {
        failures++;
        std::printf("not ok %d - line %d: %s\n", checks, line, what);
    }
}

#define CHECK(condition) check((condition), #condition, __LINE__)

template <class Call> std::string thrown_by(Call call, cdy_status status)
{
    try {
        call();
    } catch (const condyle::error &e) {
        return e.status() == status ? e.what() : "another status";
    }
    return "nothing was thrown";
}

#define CHECK_THROWS(status, text, ...)                                                                                \
    check(thrown_by([&] { __VA_ARGS__; }, status).find(text) != std::string::npos,                                     \
          thrown_by([&] { __VA_ARGS__; }, status).c_str(), __LINE__)

using numbers = std::vector<double>;

/* A state of a robot, with forces. */
struct state {
    explicit state(const condyle::robot &r)
        : q(r.nq()), qd(r.nv()), qdd(r.nv()), fext(r.model().force_rows() * 6), seed(3)
    {
        q = r.model().random_configuration(seed);
        for (std::size_t i = 0; i < qd.size(); i++) {
            qd[i] = 0.3 * std::sin(static_cast<double>(i) + 1);
            qdd[i] = std::cos(static_cast<double>(i));
        }
        for (std::size_t i = 0; i < fext.size(); i++) {
            fext[i] = static_cast<double>(i % 5);
        }
    }
    numbers q, qd, qdd, fext;
    std::uint64_t seed;
};

/* Compares both forms of a call with the C call's numbers. */
template <class C, class Out, class Value> void compare(std::size_t size, C c, Out out, Value value, int line)
{
    numbers expected(size, -1), given(size, -2);
    check(c(expected.data()) == CDY_OK, "the C call", line);
    check(out(condyle::output(given)) == CDY_OK, "status", line);
    check(given == expected, "the view has the numbers of the C call", line);
    check(value() == expected, "the vector has the numbers of the C call", line);
    given.resize(size + 1);
    check(!thrown_by([&] { out(condyle::output(given)); }, CDY_ERROR_ARGUMENT).empty() &&
              thrown_by([&] { out(condyle::output(given)); }, CDY_ERROR_ARGUMENT).find("expected") != std::string::npos,
          "a view of another size is refused", line);
}

#define COMPARE(size, name, c_arguments, arguments)                                                                    \
    compare(                                                                                                           \
        size, [&](double *x) { return cdy_##name(m, w, UNPACK c_arguments, x, nullptr); },                             \
        [&](condyle::output x) { return r.name(UNPACK arguments, x); }, [&] { return r.name(UNPACK arguments); },      \
        __LINE__)
#define UNPACK(...) __VA_ARGS__

void test_calls(const char *name, const char *body)
{
    condyle::robot r(name, {0, 0, -9.81});
    const cdy_model *m = r.model().get();
    cdy_workspace *w = r.workspace();
    const std::size_t n = r.nv();
    const state s(r);
    const double *q = s.q.data(), *qd = s.qd.data(), *qdd = s.qdd.data(), *f = s.fext.data();
    const int frame = r.model().require_frame(body);
    COMPARE(n, inverse_dynamics, (q, qd, qdd, f), (s.q, s.qd, s.qdd, s.fext));
    COMPARE(r.model().joint_count() * 6, joint_reactions, (q, qd, qdd, f), (s.q, s.qd, s.qdd, s.fext));
    COMPARE(n, forward_dynamics, (q, qd, qdd, f), (s.q, s.qd, s.qdd, s.fext));
    COMPARE(n, mass_times, (q, qd), (s.q, s.qd));
    COMPARE(n, inverse_mass_times, (q, qd), (s.q, s.qd));
    COMPARE(n * n, mass_matrix, (q), (s.q));
    COMPARE(n * n, inverse_mass_matrix, (q), (s.q));
    COMPARE(n, velocity_product, (q, qd), (s.q, s.qd));
    COMPARE(n * n, coriolis_matrix, (q, qd), (s.q, s.qd));
    COMPARE(n, gravity_torque, (q), (s.q));
    COMPARE(r.model().frame_count() * 16, forward_kinematics, (q), (s.q));
    COMPARE(6 * n, centroidal_momentum_matrix, (q), (s.q));
    compare(
        6, [&](double *x) { return cdy_centroidal_momentum(m, w, q, qd, nullptr, x, nullptr, nullptr); },
        [&](condyle::output x) { return r.centroidal_momentum(s.q, s.qd, x); },
        [&] { return r.centroidal_momentum(s.q, s.qd); }, __LINE__);
    compare(
        6, [&](double *x) { return cdy_centroidal_momentum(m, w, q, qd, nullptr, nullptr, x, nullptr); },
        [&](condyle::output x) { return r.centroidal_momentum_bias(s.q, s.qd, x); },
        [&] { return r.centroidal_momentum_bias(s.q, s.qd); }, __LINE__);
    compare(
        6, [&](double *x) { return cdy_centroidal_momentum(m, w, q, qd, qdd, nullptr, x, nullptr); },
        [&](condyle::output x) { return r.centroidal_momentum_rate(s.q, s.qd, s.qdd, x); },
        [&] { return r.centroidal_momentum_rate(s.q, s.qd, s.qdd); }, __LINE__);
    compare(
        n, [&](double *x) { return cdy_forward_dynamics_by(m, w, CDY_FORWARD_MASS_MATRIX, q, qd, qdd, f, x, nullptr); },
        [&](condyle::output x) { return r.forward_dynamics_by(CDY_FORWARD_MASS_MATRIX, s.q, s.qd, s.qdd, s.fext, x); },
        [&] { return r.forward_dynamics_by(CDY_FORWARD_MASS_MATRIX, s.q, s.qd, s.qdd, s.fext); }, __LINE__);
#define COMPARE_FRAME(size, name, c_arguments, arguments)                                                              \
    compare(                                                                                                           \
        size, [&](double *x) { return cdy_##name(m, w, frame, CDY_AXES_BODY, UNPACK c_arguments, x, nullptr); },       \
        [&](condyle::output x) { return r.name(body, CDY_AXES_BODY, UNPACK arguments, x); },                           \
        [&] { return r.name(frame, CDY_AXES_BODY, UNPACK arguments); }, __LINE__)
    COMPARE_FRAME(6 * n, geometric_jacobian, (q), (s.q));
    COMPARE_FRAME(6 * n, jacobian_dot, (q, qd), (s.q, s.qd));
    COMPARE_FRAME(6, jacobian_dot_qd, (q, qd), (s.q, s.qd));
    COMPARE_FRAME(6, frame_velocity, (q, qd), (s.q, s.qd));
    COMPARE_FRAME(6, frame_acceleration, (q, qd, qdd), (s.q, s.qd, s.qdd));
    COMPARE_FRAME(6 * n * n, jacobian_derivative, (q), (s.q));
    compare(
        16, [&](double *x) { return cdy_get_transform(m, w, frame, 0, q, x, nullptr); },
        [&](condyle::output x) { return r.get_transform(std::string(body), 0, s.q, x); },
        [&] { return r.get_transform(body, s.q); }, __LINE__);
    compare(
        n * 16, [&](double *x) { return cdy_transform_derivative(m, w, frame, q, x, nullptr); },
        [&](condyle::output x) { return r.transform_derivative(body, s.q, x); },
        [&] { return r.transform_derivative(body, s.q); }, __LINE__);
}

void test_results_of_other_forms()
{
    condyle::robot r("universalUR5e", {0, 0, -9.81});
    const cdy_model *m = r.model().get();
    cdy_workspace *w = r.workspace();
    const std::size_t n = r.nv();
    const state s(r);
    const double *q = s.q.data(), *qd = s.qd.data(), *qdd = s.qdd.data(), *f = s.fext.data();
    numbers a(n * n), b(n * n), c(n * n), x(n * n), y(n * n), z(n * n);

    r.inverse_dynamics_derivatives(s.q, s.qd, s.qdd, s.fext, a, b);
    cdy_inverse_dynamics_derivatives(m, w, q, qd, qdd, f, x.data(), y.data(), nullptr);
    CHECK(a == x && b == y);
    r.forward_dynamics_derivatives(s.q, s.qd, s.qdd, s.fext, a, nullptr, c);
    const cdy_forward_derivatives places{x.data(), nullptr, z.data()};
    cdy_forward_dynamics_derivatives(m, w, q, qd, qdd, f, &places, nullptr);
    CHECK(a == x && c == z);

    const std::size_t cube = n * n * n;
    numbers twice(4 * cube), also(4 * cube);
    const condyle::output parts[4] = {{twice.data(), cube},
                                      {twice.data() + cube, cube},
                                      {twice.data() + 2 * cube, cube},
                                      {twice.data() + 3 * cube, cube}};
    const cdy_second_derivatives second{also.data(), also.data() + cube, also.data() + 2 * cube,
                                        also.data() + 3 * cube};
    r.inverse_dynamics_second_derivatives(s.q, s.qd, s.qdd, s.fext, parts[0], parts[1], parts[2], parts[3]);
    cdy_inverse_dynamics_second_derivatives(m, w, q, qd, qdd, f, &second, nullptr);
    CHECK(twice == also);
    numbers alone(cube);
    r.inverse_dynamics_second_derivatives(s.q, s.qd, s.qdd, s.fext, nullptr, alone, nullptr, nullptr);
    CHECK(std::equal(alone.begin(), alone.end(), also.begin() + static_cast<std::ptrdiff_t>(cube)));

    std::array<double, 3> com = r.center_of_mass(s.q), expected{};
    numbers J(3 * n), J_c(3 * n);
    r.center_of_mass(s.q, com, J);
    cdy_center_of_mass(m, w, q, expected.data(), J_c.data(), nullptr);
    CHECK(com == expected && J == J_c && com == r.center_of_mass(s.q));

    condyle::energies energies{};
    cdy_energy(m, w, q, qd, &energies.kinetic, &energies.potential, nullptr);
    const condyle::energies got = r.energy(s.q, s.qd);
    CHECK(!std::memcmp(&energies, &got, sizeof got));
    CHECK(!(r.kinetic_energy(s.q, s.qd) < energies.kinetic) && !(r.kinetic_energy(s.q, s.qd) > energies.kinetic));
    CHECK(std::abs(r.potential_energy(s.q) - energies.potential) <= 1e-12);

    numbers fext(n * 6), fext_c(n * 6);
    r.external_force("tool0", {0, 0, 0, 1, 2, 3}, s.q, fext);
    r.external_force_at("tool0", CDY_AXES_BASE, {1, 0, 0, 0, 2, 3}, s.q, fext);
    const double wrench[6] = {0, 0, 0, 1, 2, 3}, other[6] = {1, 0, 0, 0, 2, 3};
    const int tool = cdy_model_find_frame(m, "tool0");
    cdy_external_force(m, w, tool, wrench, q, fext_c.data(), nullptr);
    cdy_external_force_at(m, w, tool, CDY_AXES_BASE, other, q, fext_c.data(), nullptr);
    CHECK(fext == fext_c);

    cdy_regressor_options options = cdy_regressor_options_default();
    options.damping = true;
    numbers Y(n * r.model().parameter_count(options)), Y_c(Y.size());
    r.regressor(s.q, s.qd, s.qdd, options, Y);
    cdy_regressor(m, w, q, qd, qdd, &options, Y_c.data(), nullptr);
    CHECK(Y == Y_c && r.model().inertial_parameters().size() == r.model().parameter_count());

    numbers solution(r.nq());
    const numbers target = r.get_transform("tool0", {0.1, -1, 1, 0.3, 0.2, 0});
    CHECK(r.inverse_kinematics("tool0", target, nullptr, solution).converged);
    CHECK(std::abs(r.get_transform("tool0", solution)[3] - target[3]) < 1e-7);

    std::vector<cdy_ik_constraint> constraints(2, cdy_ik_constraint_default(CDY_IK_POSE));
    constraints[0].frame = tool;
    std::copy(target.begin(), target.end(), constraints[0].in_reference);
    constraints[1] = cdy_ik_constraint_default(CDY_IK_JOINT_BOUNDS);
    constraints[1].position = 2;
    constraints[1].bounds[0][1] = 3;
    CHECK(r.generalized_inverse_kinematics(constraints, nullptr, solution).converged);
    CHECK(solution[2] > -1e-6 && std::abs(r.get_transform("tool0", solution)[3] - target[3]) < 1e-6);
    CHECK(r.ik_violations(solution, constraints)[0].size < 1e-6);
    solution[2] = -0.5;
    CHECK(std::abs(r.ik_violations(solution, constraints)[1].bound + 0.5) < 1e-15);
}

void test_model()
{
    const condyle::robot r("ur5e");
    condyle::model m(condyle::tree::load_bundled("universalUR5e"));
    CHECK(m.name() == "ur5e_robot" && m.nv() == 6 && m.nq() == 6 && m.force_rows() == 6 && m.frame_count() == 11);
    CHECK(m.find_frame("tool0") == m.require_frame("tool0") && m.find_frame("no") == -1);
    CHECK(std::string(m.frame_name(0)) == "base_link" && m.frame_is_fixed(0) && m.find_joint("elbow_joint") == 2);
    CHECK(m.joint("elbow_joint").position == 2 && m.joint(2).velocity == 2 && m.joint_count() == 6);
    CHECK(std::string(m.velocity(1).joint) == "shoulder_lift_joint" && m.position(1).angular);
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "index", m.joint(17));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "did you mean", m.joint("elbo_joint"));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "degree", m.velocity(6));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "coordinate", m.position(-1));
    m.set_gravity({0, 0, -1});
    CHECK(m.gravity()[2] < -0.9);
    cdy_drive_options drives = m.drives();
    drives.damping = true;
    m.set_drives(drives);
    CHECK(m.drives().damping);
    const double before = m.total_mass();
    m.set_payload("tool0", cdy_payload{2, {0, 0, 0}, {0, 0, 0, 0, 0, 0}});
    CHECK(std::abs(m.total_mass() - before - 2) < 1e-12 && m.payload("tool0").mass > 1.9);
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "did you mean 'tool0'", m.set_payload("tol0", cdy_payload{}));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "did you mean 'tool0'", m.payload("tol0"));

    const numbers home = m.home_configuration();
    std::uint64_t seed = 5;
    numbers q = m.random_configuration(seed), step(6), back(6);
    m.configuration_difference(home, q, step);
    m.integrate_configuration(home, step, back);
    CHECK(std::abs(back[3] - q[3]) < 1e-12);
    q[2] = 100;
    CHECK(m.limit_violations(q) == std::vector<int>{2} && m.clamp_configuration(q) == 1 &&
          m.limit_violations(q).empty());
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "q has 2 numbers; expected 6", m.limit_violations({1, 2}));

    const std::vector<unsigned char> bytes = m.to_bytes();
    condyle::model copy = condyle::model::from_bytes(bytes.data(), bytes.size());
    CHECK(copy.to_bytes() == bytes);
    CHECK_THROWS(CDY_ERROR_ROBOT, "", condyle::model::from_bytes("nothing", 7));
    condyle::model moved(std::move(copy));
    CHECK(!copy && moved && moved.nv() == 6); // NOLINT(bugprone-use-after-move): moved from is empty
    copy = std::move(moved);
    CHECK(copy && !moved); // NOLINT(bugprone-use-after-move)
    condyle::workspace w(copy);
    condyle::workspace v(std::move(w));
    w = std::move(v);
    CHECK(w.gravity_torque({0, -1, 0, 0, 0, 0}).size() == 6 && w.nq() == 6);
    const condyle::model none;
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "", condyle::workspace{none});
    CHECK(none.name().empty() && condyle::robot().name().empty() && condyle::tree().name().empty());
    CHECK(condyle::robot().model().name().empty() && condyle::tree().show_details().empty());
}

void test_trees()
{
    condyle::tree t = condyle::tree::load_bundled("universalUR5e");
    CHECK(t && t.name() == "ur5e_robot" && t.body_count() == 10 && std::string(t.body(0)->name) == "base_link");
    const condyle::tree copy = t;
    condyle::tree arm = t.remove_body("wrist_1_link");
    CHECK(t.body_count() == 5 && copy.body_count() == 10 && arm.body_count() == 5);
    t.add_subtree("forearm_link", arm);
    CHECK(t.body_count() == 10 && t.to_urdf() == copy.to_urdf() && t.show_details() == copy.show_details());
    CHECK(t.subtree("tool0").body_count() == 1 && t.find_joint("elbow_joint") == t.require_joint("elbow_joint"));
    CHECK(t.parent(t.find_body("tool0")) == t.require_body("flange") && t.first_child(0) > 0 && t.next_sibling(1) == 2);

    cdy_body tool = cdy_body_default();
    tool.name = "gripper";
    tool.joint.name = "gripper_joint";
    t.add_body(tool, "tool0");
    cdy_inertial inertial = t.body(t.require_body("gripper"))->inertial;
    inertial.mass = 2;
    t.set_inertial("gripper", inertial);
    cdy_joint joint = t.body(t.require_body("gripper"))->joint;
    joint.origin.xyz[2] = 0.1;
    t.replace_joint("gripper", joint);
    tool.name = "hand";
    t.replace_body("gripper", tool);
    t.set_name("ur");
    t.set_gravity({0, 0, -9.81});
    t.set_mimic_independent(true);
    CHECK(t.name() == "ur" && t.gravity()[2] < -9 && t.mimic_independent() && t.find_body("hand") == t.body_count());
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "did you mean 'tool0'", t.require_body("tool1"));
    condyle::robot r(t);
    CHECK(r.name() == "ur" && r.described() && r.get_transform("hand", {0, 0, 0, 0, 0, 0}).size() == 16);

    cdy_body base = cdy_body_default();
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "", condyle::tree("own", base));
    base.name = "base";
    CHECK(condyle::tree("own", base).body_count() == 0);
}

void test_failures()
{
    CHECK_THROWS(CDY_ERROR_ROBOT, "robot.urdf:3: ",
                 condyle::tree::load_text("<robot name='r'>\n<link name='a'/>\n<joint/></robot>", "robot.urdf"));
    try {
        condyle::tree::load_text("<robot>\n<link/></robot>", "robot.urdf");
    } catch (const condyle::error &e) {
        CHECK(e.file() == "robot.urdf" && e.line() > 0 && !e.text().empty() && e.status() == CDY_ERROR_ROBOT);
    }
    CHECK_THROWS(CDY_ERROR_IO, "", condyle::robot("no such robot"));
    CHECK_THROWS(CDY_ERROR_IO, "", condyle::model::load("/no such file"));
    cdy_error e{};
    CHECK(!condyle::robot("no such robot", {}, e) && e.status == CDY_ERROR_IO);
    CHECK(!condyle::tree::load_file("/no such file", cdy_load_options_default(), e) && e.status == CDY_ERROR_IO);
    condyle::robot r("ur5e");
    numbers tau(6);
    CHECK(r.gravity_torque({1, 2, 3}, tau, e) == CDY_ERROR_ARGUMENT);
    CHECK(std::string(e.text) == "q has 3 numbers; expected 6" && e.line == 0 && e.file[0] == 0);
    CHECK(r.gravity_torque(nullptr, tau, e) == CDY_OK);
    CHECK(r.geometric_jacobian("tol0", CDY_AXES_BASE, nullptr, nullptr, e) == CDY_ERROR_ARGUMENT);
    CHECK(std::string(e.text).find("did you mean 'tool0'") != std::string::npos);
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "q has 0 numbers", r.gravity_torque(numbers()));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "not finite", r.gravity_torque({NAN, 0, 0, 0, 0, 0}));
    condyle::robot moved(std::move(r));
    r = std::move(moved);
    CHECK(r && !moved && r.nv() == 6); // NOLINT(bugprone-use-after-move)
    const std::vector<unsigned char> bytes = r.model().to_bytes();
    CHECK(condyle::robot::open_bytes(bytes.data(), bytes.size(), "bytes").described() == nullptr);
    const std::vector<std::string> names = condyle::bundled_robots();
    CHECK(std::find(names.begin(), names.end(), "kukaIiwa14") != names.end());
    try {
        condyle::robot robot("no such robot");
    } catch (const std::exception &standard) {
        CHECK(std::string(standard.what()).find("no such robot") != std::string::npos);
    }
}

/* Texts with a byte of zero, at which C would cut them: nobody's name, and no path. */
void test_texts_with_zero()
{
    using namespace std::string_literals;
    const std::string tool = "tool0\0x"s, elbow = "elbow_joint\0"s, source = "ur5e\0x"s,
                      zero = "is zero; expected text";
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "byte 5 of the 6 of a path or name is zero; expected text",
                 condyle::robot{source});
    condyle::robot r("ur5e");
    condyle::tree t = condyle::tree::load_bundled("ur5e");
    const std::string urdf = t.to_urdf();
    const std::vector<unsigned char> bytes = r.model().to_bytes();
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, condyle::robot::open_bytes(bytes.data(), bytes.size(), source));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, condyle::tree::load_bundled(source));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, condyle::tree::load_file(source));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, condyle::tree::load_text(urdf, source));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, condyle::model::load(source));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, r.model().save(source));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.save(source));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.load_drives(source));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.save_drives(source));
    CHECK(!std::filesystem::exists("ur5e"));

    CHECK(r.model().find_frame(tool) == -1 && r.model().find_joint(elbow) == -1);
    CHECK(t.find_body(tool) == -1 && t.find_joint(elbow) == -1);
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "byte 6 of the 7 of a frame's name is zero", r.model().require_frame(tool));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "byte 12 of the 12 of a joint's name is zero", r.model().joint(elbow));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, r.get_transform(tool, {0, 0, 0, 0, 0, 0}));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, r.model().set_payload(tool, cdy_payload{}));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.require_body(tool));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.require_joint(elbow));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.subtree(tool));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.remove_body(tool));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.add_subtree(tool, t));
    cdy_body body = cdy_body_default();
    body.name = "hand";
    body.joint.name = "hand_joint";
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.add_body(body, tool));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.replace_body(tool, body));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.replace_joint(tool, body.joint));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.set_inertial(tool, body.inertial));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, t.set_name(source));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, zero, condyle::tree(source, body));
    CHECK(t.to_urdf() == urdf);
    cdy_error e{};
    CHECK(!condyle::robot(source, {}, e) && e.status == CDY_ERROR_ARGUMENT && r.model().require_frame(tool, e) == -1);
}

/* Products with derivatives, beside the calls of C. */
void test_products()
{
    condyle::robot r("kukaIiwa14", {0, 0, -9.81});
    const cdy_model *m = r.model().get();
    cdy_workspace *w = r.workspace();
    const std::size_t n = r.nv(), p = r.model().parameter_count(), rows = r.model().force_rows() * 6;
    const state s(r);
    const double *q = s.q.data(), *qd = s.qd.data(), *qdd = s.qdd.data(), *f = s.fext.data();
    COMPARE(n, inverse_dynamics_jvp, (q, qd, qdd, f, qd, qdd, q), (s.q, s.qd, s.qdd, s.fext, s.qd, s.qdd, s.q));
    COMPARE(n, forward_dynamics_jvp, (q, qd, qdd, f, qd, qdd, q), (s.q, s.qd, s.qdd, s.fext, s.qd, s.qdd, s.q));
    numbers a(n), b(n), c(n), x(n), y(n), z(n);
    CHECK(cdy_inverse_dynamics_vjp(m, w, q, qd, qdd, f, qd, a.data(), b.data(), c.data(), nullptr) == CDY_OK);
    CHECK(r.inverse_dynamics_vjp(s.q, s.qd, s.qdd, s.fext, s.qd, x, y, z) == CDY_OK && x == a && y == b && z == c);
    CHECK(cdy_forward_dynamics_vjp(m, w, q, qd, qdd, f, qd, a.data(), b.data(), c.data(), nullptr) == CDY_OK);
    CHECK(r.forward_dynamics_vjp(s.q, s.qd, s.qdd, s.fext, s.qd, x, y, z) == CDY_OK && x == a && y == b && z == c);
    CHECK(r.forward_dynamics_vjp(s.q, s.qd, s.qdd, s.fext, s.qd, nullptr, y, nullptr) == CDY_OK && y == b);
    CHECK(cdy_energy_gradient(m, w, q, qd, a.data(), b.data(), c.data(), nullptr) == CDY_OK);
    CHECK(r.energy_gradient(s.q, s.qd, x, y, z) == CDY_OK && x == a && y == b && z == c);
    numbers by_f(rows), by_g(3), given_f(rows), given_g(3), product(p), given_product(p);
    CHECK(cdy_load_vjp(m, w, q, qd, by_f.data(), by_g.data(), nullptr) == CDY_OK);
    CHECK(r.load_vjp(s.q, s.qd, given_f, given_g) == CDY_OK && given_f == by_f && given_g == by_g);
    const cdy_regressor_options options = cdy_regressor_options_default();
    CHECK(cdy_regressor_transpose_times(m, w, q, qd, qdd, &options, qd, product.data(), nullptr) == CDY_OK);
    CHECK(r.regressor_transpose_times(s.q, s.qd, s.qdd, options, s.qd, given_product) == CDY_OK);
    CHECK(given_product == product);
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "by_qd has 3 numbers",
                 r.inverse_dynamics_vjp(s.q, s.qd, s.qdd, s.fext, s.qd, x, by_g, z));

    condyle::batch many(r.model());
    many.inverse_dynamics_vjp(1, s.q, s.qd, s.qdd, s.fext, s.qd, x, nullptr, z);
    CHECK(std::abs(z[2] - r.mass_times(s.q, s.qd)[2]) < 1e-12);
    many.inverse_dynamics_jvp(1, s.q, s.qd, s.qdd, s.fext, nullptr, nullptr, s.qd, x);
    CHECK(std::abs(x[2] - z[2]) < 1e-12);
    many.forward_dynamics_vjp(1, s.q, s.qd, s.qdd, s.fext, x, nullptr, nullptr, y);
    CHECK(std::abs(y[2] - s.qd[2]) < 1e-9);
    many.forward_dynamics_jvp(1, s.q, s.qd, s.qdd, s.fext, nullptr, nullptr, x, z);
    CHECK(std::abs(z[2] - s.qd[2]) < 1e-9);
    many.load_vjp(1, s.q, s.qd, given_f, nullptr);
    CHECK(std::abs(given_f[40] - by_f[40]) < 1e-12);
    many.energy_gradient(1, s.q, s.qd, nullptr, nullptr, x);
    CHECK(std::abs(x[1] - c[1]) < 1e-12);
    many.regressor_transpose_times(1, s.q, s.qd, s.qdd, options, s.qd, given_product);
    CHECK(std::abs(given_product[9] - product[9]) < 1e-10);
}

double largest_difference(const numbers &a, const numbers &b)
{
    double largest = a.size() == b.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < a.size() && i < b.size(); i++) {
        largest = std::max(largest, std::abs(a[i] - b[i]));
    }
    return largest;
}

/* The terms of one sweep are those of the single calls. */
void test_terms()
{
    condyle::robot r("kukaIiwa14", {0, 0, -9.81});
    const std::size_t n = r.nv(), count = 11;
    const state s(r);
    numbers M(n * n), tau(n), J(6 * n), velocity(6), kinetic(1);
    condyle::terms wanted;
    wanted.mass_matrix = M;
    wanted.torques = tau;
    wanted.kinetic_energy = kinetic;
    const std::string body = r.model().frame_name(static_cast<int>(r.model().frame_count()) - 1);
    std::array<condyle::frame_terms, 1> frames{{{body}}};
    frames[0].jacobian = J;
    frames[0].velocity = velocity;
    r.all_terms(s.q, s.qd, s.qdd, s.fext, wanted, frames);
    CHECK(largest_difference(M, r.mass_matrix(s.q)) < 1e-12 &&
          largest_difference(tau, r.inverse_dynamics(s.q, s.qd, s.qdd, s.fext)) < 1e-10);
    CHECK(largest_difference(J, r.geometric_jacobian(body, CDY_AXES_BASE, s.q)) < 1e-12);
    CHECK(largest_difference(velocity, r.frame_velocity(body, CDY_AXES_BASE, s.q, s.qd)) < 1e-12);
    CHECK(std::abs(kinetic[0] - r.kinetic_energy(s.q, s.qd)) < 1e-12);

    std::vector<numbers> each(12, numbers(6));
    std::vector<condyle::frame_terms> places;
    for (numbers &place : each) {
        places.push_back({body});
        places.back().velocity = place;
    }
    r.all_terms(s.q, s.qd, nullptr, nullptr, {}, places);
    CHECK(each[11] == each[0] && largest_difference(each[0], velocity) < 1e-12);
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "mass_matrix has 6 numbers; expected 49", [&] {
        condyle::terms wrong;
        wrong.mass_matrix = velocity;
        r.all_terms(s.q, s.qd, nullptr, nullptr, wrong);
    }());
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "no body 'flange7'", [&] {
        const std::array<condyle::frame_terms, 1> unknown{{{"flange7"}}};
        r.all_terms(s.q, s.qd, nullptr, nullptr, wanted, unknown);
    }());
    cdy_error e{};
    CHECK(r.all_terms(s.q, s.qd, nullptr, nullptr, {}, {}, e) == CDY_ERROR_ARGUMENT);

    numbers q, all(count * n * n), velocities(count * 6);
    for (std::size_t i = 0; i < count; i++) {
        q.insert(q.end(), s.q.begin(), s.q.end());
    }
    condyle::terms of_all;
    of_all.mass_matrix = all;
    frames[0] = {body};
    frames[0].velocity = velocities;
    condyle::batch b(r.model());
    b.all_terms(count, q, q, nullptr, nullptr, of_all, frames);
    CHECK(largest_difference(numbers(all.end() - static_cast<std::ptrdiff_t>(n * n), all.end()), M) < 1e-12);
    CHECK(largest_difference(numbers(velocities.begin(), velocities.begin() + 6),
                             r.frame_velocity(body, CDY_AXES_BASE, s.q, s.q)) < 1e-12);
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "mass_matrix has 539 numbers",
                 b.all_terms(count + 1, nullptr, nullptr, nullptr, nullptr, of_all));

    const std::vector<float> q_f(q.begin(), q.end());
    std::vector<float> all_f(count * n * n), velocities_f(count * 6);
    condyle::terms_f32 of_floats;
    of_floats.mass_matrix = all_f;
    std::array<condyle::frame_terms_f32, 1> frames_f{{{body}}};
    frames_f[0].velocity = velocities_f;
    const condyle::batch_f32 floats(r.model());
    floats.all_terms(count, q_f, q_f, nullptr, nullptr, of_floats, frames_f);
    CHECK(largest_difference(numbers(all_f.begin(), all_f.end()), all) < 1e-5);
    CHECK(largest_difference(numbers(velocities_f.begin(), velocities_f.end()), velocities) < 1e-5);
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "velocity has 66 numbers; expected 72",
                 floats.all_terms(count + 1, nullptr, nullptr, nullptr, nullptr, {}, frames_f));
}

/* Many states of a robot whose tool stands on a table. */
void test_constrained_batches()
{
    condyle::robot r("universalUR5e", {0, 0, -9.81});
    const std::size_t n = r.nv(), count = 9;
    const numbers q{0, -1.5, 1.5, 0.3, 0.4, 0};
    cdy_constraint table{};
    table.frame = r.model().require_frame("tool0");
    table.rows = CDY_ROWS_LINEAR;
    cdy_row_solver *solver = nullptr;
    const cdy_constraint_options options = cdy_constraint_options_default();
    CHECK(cdy_row_solver_create(r.model().get(), 3, &solver, nullptr) == CDY_OK);
    cdy_constrained_state single{};
    single.q = q.data();
    single.constraints = &table;
    single.count = 1;
    numbers qdd(n), forces(3);
    CHECK(cdy_constrained_forward_dynamics(r.model().get(), r.workspace(), solver, &single, qdd.data(), forces.data(),
                                           nullptr, nullptr) == CDY_OK);
    cdy_row_solver_destroy(solver);
    numbers states, all(count * n), all_forces(count * 3);
    for (std::size_t i = 0; i < count; i++) {
        states.insert(states.end(), q.begin(), q.end());
    }
    cdy_batch_options room = cdy_batch_options_default();
    room.constraint_rows = 3;
    condyle::batch b(r.model(), room);
    std::vector<cdy_constraint_report> reports(count);
    const std::array<cdy_constraint, 1> constraints{table};
    b.constrained_forward_dynamics(count, constraints, options, states, nullptr, nullptr, nullptr, all, all_forces,
                                   reports);
    CHECK(std::abs(all[8 * n + 1] - qdd[1]) < 1e-8 && std::abs(all_forces[8 * 3 + 2] - forces[2]) < 1e-7);
    CHECK(reports[8].rank == 3 && reports[8].rows == 3);
    b.constrained_forward_dynamics(count, constraints, options, states, nullptr, nullptr, nullptr, all);
    CHECK_THROWS(
        CDY_ERROR_ARGUMENT, "forces has 54 numbers; expected 27",
        b.constrained_forward_dynamics(count, constraints, options, states, nullptr, nullptr, nullptr, all, all));
    condyle::batch without(r.model());
    CHECK_THROWS(
        CDY_ERROR_ARGUMENT, "rows",
        without.constrained_forward_dynamics(count, constraints, options, states, nullptr, nullptr, nullptr, all));
    condyle::batch_f32 floats(r.model(), room);
    const std::vector<float> states_f(states.begin(), states.end());
    std::vector<float> all_f(count * n);
    floats.constrained_forward_dynamics(count, constraints, options, states_f, nullptr, nullptr, nullptr, all_f);
    CHECK(std::abs(static_cast<double>(all_f[1]) - qdd[1]) < 1e-2);
}

/* Batches of doubles and of floats have the same calls. */
template <class Number>
void make_all_calls(const condyle::robot &r, const condyle::basic_batch<Number> &b, std::size_t count,
                    const std::vector<Number> &q)
{
    const std::size_t n = r.nv();
    std::vector<Number> C(count * n), D(count * n * n), Y(count * n * r.model().parameter_count()), F(count * n * 6);
    std::vector<Number> h(count * 6), tau(count * n), p(count * r.model().parameter_count());
    const condyle::basic_input<Number> forces(F);
    b.forward_dynamics(count, q, q, tau, forces, C);
    b.forward_dynamics_by(count, CDY_FORWARD_MASS_MATRIX, q, q, tau, nullptr, C);
    b.inverse_dynamics(count, q, q, q, nullptr, C);
    b.joint_reactions(count, q, q, q, nullptr, F);
    b.mass_times(count, q, q, C);
    b.inverse_mass_times(count, q, q, C);
    b.velocity_product(count, q, q, C);
    b.coriolis_matrix(count, q, q, D);
    b.inverse_mass_matrix(count, q, D);
    b.inverse_dynamics_derivatives(count, q, q, q, nullptr, D, nullptr);
    b.forward_dynamics_derivatives(count, q, q, q, nullptr, nullptr, nullptr, D);
    b.centroidal_momentum(count, q, q, nullptr, h, nullptr);
    b.centroidal_momentum_matrix(count, q, F);
    b.regressor(count, q, q, q, cdy_regressor_options_default(), Y);
    b.regressor_transpose_times(count, q, q, q, cdy_regressor_options_default(), q, p);
    b.geometric_jacobian(count, "tool0", CDY_AXES_BASE, q, F);
    b.jacobian_dot(count, "tool0", CDY_AXES_BASE, q, q, F);
    b.jacobian_dot_qd(count, "tool0", CDY_AXES_BASE, q, q, h);
    b.frame_velocity(count, "tool0", CDY_AXES_BASE, q, q, h);
    b.frame_acceleration(count, "tool0", CDY_AXES_BASE, q, q, q, h);
    b.external_force(count, "tool0", h, q, F);
    b.external_force_at(count, "tool0", CDY_AXES_BASE, h, q, F);
    std::vector<Number> all(count * r.model().frame_count() * 16), T_q(count * n * 16);
    std::vector<Number> J_q(count * 6 * n * n);
    b.forward_kinematics(count, q, all);
    b.transform_derivative(count, "tool0", q, T_q);
    b.jacobian_derivative(count, "tool0", CDY_AXES_BASE, q, J_q);
}

void test_batches()
{
    condyle::robot r("universalUR5e", {0, 0, -9.81});
    const std::size_t count = 13, n = r.nv();
    numbers q, tau(count * n), one(n), M(count * n * n), T(count * 16), com(count * 3), kinetic(count);
    std::uint64_t seed = 1;
    for (std::size_t i = 0; i < count; i++) {
        const numbers next = r.model().random_configuration(seed);
        q.insert(q.end(), next.begin(), next.end());
    }
    condyle::batch b(r.model());
    CHECK(b && b.lanes() >= 1 && b.threads() == 1);
    b.gravity_torque(count, q, tau);
    b.mass_matrix(count, q, M);
    b.get_transform(count, "tool0", "base_link", q, T);
    b.center_of_mass(count, q, com, nullptr);
    b.energy(count, q, q, kinetic, nullptr);
    for (std::size_t i = 0; i < count; i++) {
        const condyle::input state(&q[i * n], n);
        one = r.gravity_torque(state);
        CHECK(std::abs(one[1] - tau[i * n + 1]) < 1e-12);
        CHECK(std::abs(r.mass_matrix(state)[7] - M[i * n * n + 7]) < 1e-12);
        CHECK(std::abs(r.get_transform("tool0", state)[3] - T[i * 16 + 3]) < 1e-12);
        CHECK(std::abs(r.kinetic_energy(state, state) - kinetic[i]) < 1e-12);
    }
    make_all_calls(r, b, count, q);

    std::vector<cdy_status> rows(count);
    cdy_error e{};
    q[5 * n] = NAN;
    CHECK(b.gravity_torque(count, q, tau, rows, e) == CDY_ERROR_ARGUMENT && std::strstr(e.text, "row 5"));
    CHECK(rows[5] == CDY_ERROR_ARGUMENT && rows[4] == CDY_OK);
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "row 5", b.gravity_torque(count, q, tau));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "q has 78 numbers; expected 84", b.gravity_torque(count + 1, q, tau));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "q has 78 numbers", b.gravity_torque(~static_cast<std::size_t>(0) / 3, q, tau));

    condyle::batch_f32 single(r.model());
    std::vector<float> q_single(count * n, 0.5F), tau_single(count * n);
    single.gravity_torque(count, q_single, tau_single);
    make_all_calls(r, single, count, q_single);
    one = r.gravity_torque({0.5, 0.5, 0.5, 0.5, 0.5, 0.5});
    CHECK(std::abs(static_cast<double>(tau_single[n + 1]) - one[1]) < 1e-4);

    cdy_batch_options packed = cdy_batch_options_default();
    packed.layout = CDY_BATCH_LANES;
    condyle::batch in_lanes(r.model(), packed);
    const std::size_t L = static_cast<std::size_t>(in_lanes.lanes()), padded = (count + L - 1) / L * L;
    if (padded > count) {
        CHECK_THROWS(CDY_ERROR_ARGUMENT, "expected", in_lanes.gravity_torque(count, numbers(count * n), tau));
    }
    condyle::batch other(std::move(in_lanes));
    other = condyle::batch(r.model());
    CHECK(other.get() && !in_lanes); // NOLINT(bugprone-use-after-move)
}

/* A matrix with the members of Eigen's matrices that the headers use. */
struct row_matrix {
    enum { IsRowMajor = 1, IsVectorAtCompileTime = 0, InnerStrideAtCompileTime = 1, OuterStrideAtCompileTime = -1 };
    double *data()
    {
        return numbers.data();
    }
    const double *data() const
    {
        return numbers.data();
    }
    std::ptrdiff_t size() const
    {
        return static_cast<std::ptrdiff_t>(numbers.size());
    }
    std::array<double, 36> numbers{};
};

void test_views()
{
    condyle::robot r("ur5e");
    const double plain[6] = {0, -1, 1, 0, 0, 0};
    const std::array<double, 6> array{0, -1, 1, 0, 0, 0};
    const numbers vector(array.begin(), array.end()), M = r.mass_matrix(array);
    const condyle::span<const double> span(vector);
    CHECK(r.mass_matrix(plain) == M && r.mass_matrix(vector) == M && r.mass_matrix(span) == M &&
          r.mass_matrix({0, -1, 1, 0, 0, 0}) == M && r.mass_matrix({plain, 6}) == M);
    row_matrix matrix;
    double square[36];
    r.mass_matrix(array, matrix);
    r.mass_matrix(array, square);
    CHECK(std::equal(M.begin(), M.end(), matrix.numbers.begin()) && std::equal(M.begin(), M.end(), square));
#ifdef HAVE_EIGEN
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::VectorXd q(6), tau(6);
    q << 0, -1, 1, 0, 0, 0;
    Rows mass(6, 6);
    r.mass_matrix(q, mass);
    CHECK(std::equal(M.begin(), M.end(), mass.data()));
    numbers storage(36);
    Eigen::Map<Rows> mapped(storage.data(), 6, 6);
    r.mass_matrix(q, mapped);
    const auto again = condyle::map<Eigen::Map<Rows>>(storage, 6, 6);
    CHECK(storage == M && (again - mass).norm() <= 0.0);
    r.gravity_torque(Eigen::Map<const Eigen::VectorXd>(plain, 6), tau);
#endif
}

/* All solutions of a UR5e, and the arm angle of an iiwa. */
void test_closed_inverse_kinematics()
{
    condyle::robot ur("universalUR5e"), iiwa("kukaIiwa14");
    const numbers q{0.3, -1.2, 1.4, -0.8, 0.9, 0.2}, T = ur.get_transform("tool0", q);
    const condyle::closed_inverse_kinematics arm(ur.model(), "tool0");
    CHECK(arm && arm.structure() == CDY_IK_PARALLEL_AXES);
    numbers found(16 * 6);
    const cdy_ik_closed_report report = arm.solve(T, q, found);
    CHECK(report.count == 8 && report.outside == 0);
    for (std::size_t i = 0; i < 6; i++) {
        CHECK(std::fabs(found[i] - q[i]) < 1e-9);
    }
    cdy_error error;
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "target has 3 numbers", arm.solve({1, 2, 3}, q, found));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "arm angle", arm.arm_angle(q));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "six joints leave none", arm.solve(T, q, found, &q[0]));
    CHECK(std::isnan(arm.solve(T, q, found, &q[0], error).linear_error) && error.status == CDY_ERROR_ARGUMENT);
    CHECK(arm.given() == -1);
    CHECK(std::isnan(arm.arm_angle({1, 2}, error)) && error.status == CDY_ERROR_ARGUMENT);
    CHECK_THROWS(CDY_ERROR_UNSUPPORTED, "joints move", condyle::closed_inverse_kinematics(ur.model(), "forearm_link"));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "tool9", condyle::closed_inverse_kinematics(ur.model(), "tool9"));
    condyle::closed_inverse_kinematics other(iiwa.model(), "iiwa_link_ee"), moved(std::move(other));
    const numbers q7{0.1, 0.5, 0.4, -1, 0.2, 0.3, 0};
    const double angle = moved.arm_angle(q7);
    numbers seven(8 * 7);
    CHECK(!other && moved.solve(iiwa.get_transform("iiwa_link_ee", q7), q7, seven, &angle).count > 0);
    CHECK(std::fabs(seven[3] - q7[3]) < 1e-9);
    other = std::move(moved);
    CHECK(other && other.get() != nullptr);
}

#ifdef __unix__
/* Compiled code of a robot, its workspace and a batch, in a cache of the test's own. */
void test_specialization()
{
    const char *compiler = std::getenv("COMPILER");
    std::string folder = (std::filesystem::temp_directory_path() / "condyle-test-XXXXXX").string();
    if (!std::getenv("MAKES_CODE") || !compiler) {
        return;
    }
    CHECK(mkdtemp(folder.data()) != nullptr);
    condyle::robot r("universalUR5e", {0, 0, -9.81});
    const state s(r);
    const numbers general = r.mass_matrix(s.q);
    cdy_specialize_options options = cdy_specialize_options_default();
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.time_limit = 600;
    options.cache = folder.c_str();
    options.compiler = "no-such-compiler";
    CHECK_THROWS(CDY_ERROR_UNSUPPORTED, "no-such-compiler", condyle::specialization(r.model(), options));
    cdy_error report;
    condyle::specialization code(r.model(), options, report);
    CHECK(!code && !code.is_cached() && code.get() == nullptr && report.status == CDY_ERROR_UNSUPPORTED);
    CHECK(r.specialize(code) == CDY_OK && r.mass_matrix(s.q) == general);
    options.compiler = compiler;
    code = condyle::specialization(r.model(), options);
    condyle::specialization again(r.model(), options), moved(std::move(again));
    CHECK(code && !code.is_cached() && !again && moved.is_cached());
    CHECK(r.specialize(code) == CDY_OK);
    const auto is_near = [&](const numbers &M, double tolerance = 1e-12) {
        double difference = 0;
        for (std::size_t i = 0; i < general.size(); i++) {
            difference = std::max(difference, std::fabs(M[i] - general[i]));
        }
        return difference < tolerance;
    };
    CHECK(is_near(r.mass_matrix(s.q)));
    const condyle::batch batch(r.model());
    numbers M(general.size());
    CHECK(batch.specialize(moved) == CDY_OK && batch.mass_matrix(1, s.q, M) == CDY_OK && is_near(M));
    options.floats = true;
    const condyle::specialization single(r.model(), options);
    const condyle::basic_batch<float> floats(r.model());
    std::vector<float> singles(s.q.begin(), s.q.end()), before(general.size()), after(general.size());
    CHECK(floats.mass_matrix(1, singles, before) == CDY_OK && floats.specialize(single) == CDY_OK);
    CHECK(floats.mass_matrix(1, singles, after) == CDY_OK && before != after);
    CHECK(is_near(numbers(after.begin(), after.end()), 1e-5));
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "over doubles", floats.specialize(code));
    const condyle::robot other("kukaIiwa14");
    CHECK_THROWS(CDY_ERROR_ARGUMENT, "another model", other.specialize(code));
    CHECK(condyle::batch(other.model()).specialize(code, report) == CDY_ERROR_ARGUMENT);
    CHECK(std::filesystem::remove_all(folder) > 1);
}
#endif

} // namespace

int main()
{
    test_calls("universalUR5e", "tool0");
    test_calls("kukaIiwa14", "iiwa_link_4");
    test_results_of_other_forms();
    test_model();
    test_trees();
    test_failures();
    test_texts_with_zero();
    test_batches();
    test_products();
    test_terms();
    test_constrained_batches();
    test_views();
    test_closed_inverse_kinematics();
#ifdef __unix__
    test_specialization();
#endif
    if (failures == 0) {
        std::printf("ok 1 - %d checks\n1..1\n", checks);
    } else {
        std::printf("1..%d\n", checks);
    }
    return failures != 0;
}
