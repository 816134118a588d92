/* A spherical joint against three revolute joints with massless links between them, about z, y and x: the angular
 * velocity is w = J(angles) rates, so that torques of the three are J^T times those of the one. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

enum { ONE_Q = 6, THREE_Q = 5, N = 5, STATES = 10 }; /* a hinge below and one above the joint */

/* Adds the links that the joint `shoulder` carries. */
static robot finish(cdy_tree *tree, cdy_body *arm, const char *parent)
{
    set_inertial(arm, 2, 0.1, -0.2, 0.3, (double[6]){0.2, 0.01, -0.02, 0.3, 0.03, 0.25});
    add_body(tree, arm, parent);
    cdy_body tip = make_body("tip", "elbow", CDY_JOINT_REVOLUTE);
    set_axis(&tip, 1, 2, -1);
    set_origin(&tip, 0.3, 0.1, -0.2, 0.5, -0.4, 0.3);
    set_inertial(&tip, 1.5, -0.1, 0.05, 0.2, (double[6]){0.1, 0, 0.01, 0.12, 0, 0.09});
    add_body(tree, &tip, "arm");
    return make_robot(tree);
}

static cdy_tree *make_stand(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body stand = make_body("stand", "turntable", CDY_JOINT_REVOLUTE);
    set_axis(&stand, 1, 1, 0);
    set_inertial(&stand, 3, 0.2, 0, 0.1, (double[6]){0.1, 0, 0, 0.2, 0, 0.3});
    add_body(tree, &stand, "base");
    return tree;
}

static robot make_one(void)
{
    cdy_body arm = make_body("arm", "shoulder", CDY_JOINT_SPHERICAL);
    set_axis(&arm, 0, 0, 0); /* it has none */
    set_origin(&arm, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6);
    return finish(make_stand(), &arm, "stand");
}

static robot make_three(void)
{
    cdy_tree *tree = make_stand();
    cdy_body yaw = make_body("yaw", "a", CDY_JOINT_CONTINUOUS), pitch = make_body("pitch", "b", CDY_JOINT_CONTINUOUS);
    cdy_body arm = make_body("arm", "c", CDY_JOINT_CONTINUOUS);
    set_origin(&yaw, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6);
    set_axis(&pitch, 0, 1, 0);
    set_axis(&arm, 1, 0, 0);
    add_body(tree, &yaw, "stand");
    add_body(tree, &pitch, "yaw");
    return finish(tree, &arm, "pitch");
}

/* One motion of both robots. */
typedef struct motion_of_both {
    double q3[THREE_Q], qd3[N], qdd3[N], q1[ONE_Q], qd1[N], qdd1[N];
    double J[3][3];
} motion_of_both;

static void product(const double J[3][3], const double *x, double y[3])
{
    for (int i = 0; i < 3; i++) {
        y[i] = J[i][0] * x[0] + J[i][1] * x[1] + J[i][2] * x[2];
    }
}

/* Rz(a) Ry(b) Rx(c) as a quaternion of some length, which must not matter. */
static void quaternion_of(const double angles[3], double length, double q[4])
{
    const double cz = cos(angles[0] / 2), sz = sin(angles[0] / 2), cy = cos(angles[1] / 2), sy = sin(angles[1] / 2);
    const double cx = cos(angles[2] / 2), sx = sin(angles[2] / 2);
    q[0] = length * (cz * cy * cx + sz * sy * sx);
    q[1] = length * (cz * cy * sx - sz * sy * cx);
    q[2] = length * (cz * sy * cx + sz * cy * sx);
    q[3] = length * (sz * cy * cx - cz * sy * sx);
}

static motion_of_both draw_motion(int number)
{
    motion_of_both m;
    uint64_t state = (uint64_t)number + 1;
    draw_array(&state, 1.3, m.q3, THREE_Q);
    draw_array(&state, 2, m.qd3, N);
    draw_array(&state, 3, m.qdd3, N);
    memcpy(m.qd1, m.qd3, sizeof m.qd1);
    memcpy(m.qdd1, m.qdd3, sizeof m.qdd1);
    m.q1[0] = m.q3[0];
    m.q1[5] = m.q3[4];
    quaternion_of(m.q3 + 1, 1 + 0.2 * number, m.q1 + 1);
    const double cb = cos(m.q3[2]), sb = sin(m.q3[2]), cc = cos(m.q3[3]), sc = sin(m.q3[3]);
    const double b = m.qd3[2], c = m.qd3[3];
    const double J[3][3] = {{-sb, 0, 1}, {cb * sc, cc, 0}, {cb * cc, -sc, 0}};
    const double rate[3][3] = {
        {-cb * b, 0, 0}, {-sb * b * sc + cb * cc * c, -sc * c, 0}, {-sb * b * cc - cb * sc * c, -cc * c, 0}};
    double turned[3], accelerated[3];
    memcpy(m.J, J, sizeof J);
    product(J, m.qd3 + 1, m.qd1 + 1);
    product(J, m.qdd3 + 1, turned);
    product(rate, m.qd3 + 1, accelerated);
    for (int i = 0; i < 3; i++) {
        m.qdd1[1 + i] = turned[i] + accelerated[i];
    }
    return m;
}

/* Torques of the three joints from those of the one. */
static void map_torque(const motion_of_both *m, const double tau1[N], double tau3[N])
{
    memcpy(tau3, tau1, N * sizeof *tau3);
    for (int k = 0; k < 3; k++) {
        tau3[1 + k] = m->J[0][k] * tau1[1] + m->J[1][k] * tau1[2] + m->J[2][k] * tau1[3];
    }
}

START_TEST(it_moves_and_resists_as_three_revolute_joints)
{
    cdy_error error;
    robot one = make_one(), three = make_three();
    const motion_of_both m = draw_motion(_i);
    double T1[16], T3[16], tau1[N], tau3[N], mapped[N], qdd[N], e1, e3;
    ck_assert_int_eq(one.nq, ONE_Q);
    ck_assert_int_eq(one.nv, N);
    const int frame1 = cdy_model_find_frame(one.model, "tip"), frame3 = cdy_model_find_frame(three.model, "tip");
    ck_assert_ok(cdy_get_transform(one.model, one.work, frame1, 0, m.q1, T1, &error), error);
    ck_assert_ok(cdy_get_transform(three.model, three.work, frame3, 0, m.q3, T3, &error), error);
    ck_assert_relative(T1, T3, 16, 1e-14);
    ck_assert_ok(cdy_inverse_dynamics(one.model, one.work, m.q1, m.qd1, m.qdd1, NULL, tau1, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(three.model, three.work, m.q3, m.qd3, m.qdd3, NULL, tau3, &error), error);
    map_torque(&m, tau1, mapped);
    ck_assert_relative(mapped, tau3, N, 1e-13);
    ck_assert_ok(cdy_forward_dynamics(one.model, one.work, m.q1, m.qd1, tau1, NULL, qdd, &error), error);
    ck_assert_relative(qdd, m.qdd1, N, 1e-12);
    ck_assert_ok(cdy_energy(one.model, one.work, m.q1, m.qd1, &e1, NULL, &error), error);
    ck_assert_ok(cdy_energy(three.model, three.work, m.q3, m.qd3, &e3, NULL, &error), error);
    ck_assert_relative(&e1, &e3, 1, 1e-13);
    free_robot(&one);
    free_robot(&three);
}
END_TEST

/* Two steps about one axis are one: the rotation vector is the step. */
START_TEST(steps_and_differences_are_inverse)
{
    cdy_error error;
    robot r = make_one();
    const motion_of_both m = draw_motion(_i);
    double next[ONE_Q], step[N];
    ck_assert_ok(cdy_configuration_integrate(r.model, m.q1, m.qd1, next, &error), error);
    ck_assert_ok(cdy_configuration_difference(r.model, m.q1, next, step, &error), error);
    const double angle = sqrt(m.qd1[1] * m.qd1[1] + m.qd1[2] * m.qd1[2] + m.qd1[3] * m.qd1[3]);
    const double pi = acos(-1), shorter = angle > pi ? 1 - 2 * pi / angle : 1; /* the other way around */
    const double expected[N] = {m.qd1[0], shorter * m.qd1[1], shorter * m.qd1[2], shorter * m.qd1[3], m.qd1[4]};
    ck_assert_relative(step, expected, N, 1e-12);
    free_robot(&r);
}
END_TEST

START_TEST(its_traits_and_home_are_those_of_a_quaternion)
{
    robot r = make_one();
    const cdy_joint_traits *traits = cdy_joint_type_traits(CDY_JOINT_SPHERICAL);
    double q[ONE_Q];
    cdy_home_configuration(r.model, q);
    ck_assert(fabs(q[1] - 1) < 1e-15 && fabs(q[2]) + fabs(q[3]) + fabs(q[4]) < 1e-15);
    ck_assert_str_eq(cdy_joint_type_name(CDY_JOINT_SPHERICAL), "spherical");
    ck_assert(traits->quaternion == 0 && traits->nq == 4 && traits->nv == 3 && !traits->has_axis && !traits->has_range);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("spherical");
    TCase *tests = add_case(suite, "traits", its_traits_and_home_are_those_of_a_quaternion);
    tcase_add_loop_test(tests, it_moves_and_resists_as_three_revolute_joints, 0, STATES);
    tcase_add_loop_test(tests, steps_and_differences_are_inverse, 0, STATES);
    return run_suites(suite, NULL);
}
