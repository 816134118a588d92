/* Closed forms and printed figures of books and papers, each with its source. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

static const double g = 9.81;

/* ---- arms of two links in the plane ---- */

/* Masses, lengths, distances of the centres of mass, inertias about them. */
typedef struct two_links {
    double m1, m2, l1, c1, c2, I1, I2;
} two_links;

/* Both joints about z, the links along x at q = 0; gravity along x (down = 0) or against y. */
static robot make_two_links(const two_links *p, bool hangs)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    ck_assert_ok(cdy_tree_set_gravity(tree, (double[3]){hangs ? g : 0, hangs ? 0 : -g, 0}, &error), error);
    cdy_body body = make_body("upper", "shoulder", CDY_JOINT_REVOLUTE);
    set_inertial(&body, p->m1, p->c1, 0, 0, (double[6]){0, 0, 0, p->I1, 0, p->I1});
    add_body(tree, &body, "base");
    body = make_body("lower", "elbow", CDY_JOINT_REVOLUTE);
    set_origin(&body, p->l1, 0, 0, 0, 0, 0);
    set_inertial(&body, p->m2, p->c2, 0, 0, (double[6]){0, 0, 0, p->I2, 0, p->I2});
    add_body(tree, &body, "upper");
    return make_robot(tree);
}

/* Spong, Hutchinson and Vidyasagar 2006, section 7.4 (planar elbow manipulator): M, C and the gravity torque; with the
 * angles from the vertical the acrobot of Spong 1995, whose gravity terms have sines instead. */
START_TEST(two_link_arm_and_acrobot)
{
    cdy_error error = {0};
    const two_links p = {1.3, 0.8, 0.6, 0.25, 0.35, 0.04, 0.03};
    robot r = make_two_links(&p, _i);
    const double q[2] = {0.7, -1.1}, qd[2] = {1.5, -2.3}, c = cos(q[1]);
    const double h = -p.m2 * p.l1 * p.c2 * sin(q[1]);
    const double M12 = p.m2 * (p.c2 * p.c2 + p.l1 * p.c2 * c) + p.I2;
    const double M11 = p.m1 * p.c1 * p.c1 + p.m2 * (p.l1 * p.l1 + p.c2 * p.c2 + 2 * p.l1 * p.c2 * c) + p.I1 + p.I2;
    const double M[4] = {M11, M12, M12, p.m2 * p.c2 * p.c2 + p.I2};
    const double C[4] = {h * qd[1], h * (qd[1] + qd[0]), -h * qd[0], 0};
    const double arm1 = _i ? sin(q[0]) : cos(q[0]), arm2 = _i ? sin(q[0] + q[1]) : cos(q[0] + q[1]);
    const double G[2] = {(p.m1 * p.c1 + p.m2 * p.l1) * g * arm1 + p.m2 * p.c2 * g * arm2, p.m2 * p.c2 * g * arm2};
    double matrix[4], torque[2];
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, q, matrix, &error), error);
    ck_assert_relative(matrix, M, 4, 1e-14);
    ck_assert_ok(cdy_coriolis_matrix(r.model, r.work, q, qd, matrix, &error), error);
    ck_assert_relative(matrix, C, 4, 1e-14);
    ck_assert_ok(cdy_gravity_torque(r.model, r.work, q, torque, &error), error);
    ck_assert_relative(torque, G, 2, 1e-14);
    free_robot(&r);
}
END_TEST

/* The double pendulum of two point masses, its angles from the vertical (Landau and Lifshitz, Mechanics, section 5,
 * problem 1: the Lagrangian; solved for the accelerations), and its energy. */
START_TEST(double_pendulum)
{
    cdy_error error = {0};
    const two_links p = {1.2, 0.7, 0.9, 0.9, 0.5, 0, 0};
    robot r = make_two_links(&p, true);
    const double a = 0.8, b = -0.4, va = 1.7, vb = -0.6, l1 = p.l1, l2 = p.c2, m1 = p.m1, m2 = p.m2, d = a - b;
    const double q[2] = {a, b - a}, qd[2] = {va, vb - va}, share = 2 * m1 + m2 - m2 * cos(2 * d);
    const double first = (-g * (2 * m1 + m2) * sin(a) - m2 * g * sin(a - 2 * b) -
                          2 * sin(d) * m2 * (vb * vb * l2 + va * va * l1 * cos(d))) /
                         (l1 * share);
    const double second =
        2 * sin(d) * (va * va * l1 * (m1 + m2) + g * (m1 + m2) * cos(a) + vb * vb * l2 * m2 * cos(d)) / (l2 * share);
    const double expected[2] = {first, second - first};
    const double kinetic =
        0.5 * (m1 + m2) * l1 * l1 * va * va + 0.5 * m2 * l2 * l2 * vb * vb + m2 * l1 * l2 * va * vb * cos(d);
    const double potential = -(m1 + m2) * g * l1 * cos(a) - m2 * g * l2 * cos(b);
    double qdd[2];
    struct {
        double kinetic, potential;
    } e;
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, qd, NULL, NULL, qdd, &error), error);
    ck_assert_relative(qdd, expected, 2, 1e-13);
    ck_assert_ok(cdy_energy(r.model, r.work, q, qd, &e.kinetic, &e.potential, &error), error);
    ck_assert_relative(&e.kinetic, &kinetic, 1, 1e-14);
    ck_assert_relative(&e.potential, &potential, 1, 1e-14);
    free_robot(&r);
}
END_TEST

/* ---- the cart and its pole ---- */

/* Tedrake, Underactuated Robotics, section 3.2.1: the pole hangs down at 0; a force pushes the cart. */
START_TEST(cart_and_pole)
{
    cdy_error error = {0};
    const double cart = 2, pole = 0.5, l = 0.7, force = 3, q[2] = {0.4, 2.3}, qd[2] = {-1, 1.9};
    cdy_tree *tree = make_tree("ground", g);
    cdy_body body = make_body("cart", "rail", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 0, 0);
    set_inertial(&body, cart, 0, 0, 0, (double[6]){0});
    add_body(tree, &body, "ground");
    body = make_body("pole", "pivot", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 0, -1, 0); /* from down towards x */
    set_inertial(&body, pole, 0, 0, -l, (double[6]){0});
    add_body(tree, &body, "cart");
    robot r = make_robot(tree);
    const double s = sin(q[1]), c = cos(q[1]), share = cart + pole * s * s, w2 = qd[1] * qd[1];
    const double expected[2] = {(force + pole * s * (l * w2 + g * c)) / share,
                                (-force * c - pole * l * w2 * c * s - (cart + pole) * g * s) / (l * share)};
    double qdd[2];
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, qd, (double[2]){force, 0}, NULL, qdd, &error), error);
    ck_assert_relative(qdd, expected, 2, 1e-13);
    free_robot(&r);
}
END_TEST

/* ---- a body in free flight ---- */

/* Euler's equations (Goldstein, Classical Mechanics, section 5.5): I w' = (I w) x w + moment, and the precession of a
 * symmetric top without torques: w turns about the axis of symmetry at (I3 - I1) / I1 w3 (section 5.6). */
START_TEST(eulers_equations)
{
    cdy_error error = {0};
    const double I[3] = {0.4, _i ? 0.4 : 0.9, 1.1}, w[3] = {1.3, -0.7, 2.1};
    const double moment[3] = {_i ? 0 : 0.5, _i ? 0 : -0.2, _i ? 0 : 0.9};
    cdy_tree *tree = make_tree("world", 0);
    cdy_body body = make_body("top", "free", CDY_JOINT_FLOATING);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){I[0], 0, 0, I[1], 0, I[2]});
    add_body(tree, &body, "world");
    robot r = make_robot(tree);
    const double q[7] = {0.5, 0.5, -0.5, 0.5, 1, 2, 3}, qd[6] = {w[0], w[1], w[2], 0, 0, 0};
    const double tau[6] = {moment[0], moment[1], moment[2], 0, 0, 0};
    double expected[6] = {0}, qdd[6], h[6], rate[6];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        expected[i] = ((I[j] - I[k]) * w[j] * w[k] + moment[i]) / I[i];
    }
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, qd, tau, NULL, qdd, &error), error);
    ck_assert_near(qdd, expected, 6, 1e-14);
    if (_i) {
        const double turning = (I[2] - I[0]) / I[0] * w[2], precession[3] = {-turning * w[1], turning * w[0], 0};
        const double zero[6] = {0};
        ck_assert_near(qdd, precession, 3, 1e-14);
        ck_assert_ok(cdy_centroidal_momentum(r.model, r.work, q, qd, qdd, NULL, rate, &error), error);
        ck_assert_near(rate, zero, 6, 1e-14);
    }
    /* This quaternion turns by 120 degrees about (1, -1, 1): the body's x, y, z are z, -x, -y of the base. */
    const double L[3] = {I[0] * w[0], I[1] * w[1], I[2] * w[2]};
    const double turned[6] = {-L[1], -L[2], L[0], 0, 0, 0};
    ck_assert_ok(cdy_centroidal_momentum(r.model, r.work, q, qd, NULL, h, NULL, &error), error);
    ck_assert_near(h, turned, 6, 1e-14);
    free_robot(&r);
}
END_TEST

/* ---- three links of a UR5 ---- */

/* Lynch and Park 2017, Modern Robotics, chapter 8, and the printed results of the book's code library for its
 * functions.  The first screw of the example, (1 0 1; 0 1 0), is not a unit screw: its axis through (-1 0 1) / 2 turns
 * by sqrt 2 times the coordinate. */
typedef struct three_links {
    robot r;
    int tip;
    double scale[3]; /* the library's coordinate over the book's */
} three_links;

static three_links make_three_links(void)
{
    const double mass[3] = {3.7, 8.393, 2.275}, xy[3] = {0.010267, 0.22689, 0.0494433};
    const double z[3] = {0.00666, 0.0151074, 0.004095};
    const double axis[3][3] = {{1, 0, 1}, {0, 1, 0}, {0, 1, 0}};
    const double at[3][3] = {{-0.5, 0, 0.5}, {0, 0, 0.089}, {0.425, 0, 0.089}};
    /* The links' frames, at their centres of mass, in the base at 0: M01, M01 M12, M01 M12 M23; the axes of the second
     * and third frames are turned by 90 degrees about y. */
    const double center[3][3] = {{0, 0, 0.089159}, {0.28, 0.13585, 0.089159}, {0.675, 0.01615, 0.089159}};
    const char *const names[4] = {"base", "one", "two", "three"};
    const double quarter = acos(0);
    double origin[3] = {0, 0, 0};
    cdy_tree *tree = make_tree("base", 9.8);
    for (int i = 0; i < 3; i++) { /* every body's axes are those of the base at 0, its origin a point on its axis */
        cdy_body body = make_body(names[i + 1], names[i + 1], CDY_JOINT_CONTINUOUS);
        set_axis(&body, axis[i][0], axis[i][1], axis[i][2]);
        set_origin(&body, at[i][0] - origin[0], at[i][1] - origin[1], at[i][2] - origin[2], 0, 0, 0);
        set_inertial(&body, mass[i], center[i][0] - at[i][0], center[i][1] - at[i][1], center[i][2] - at[i][2],
                     (double[6]){xy[i], 0, 0, xy[i], 0, z[i]});
        body.inertial.origin.rpy[1] = i ? quarter : 0;
        add_body(tree, &body, names[i]);
        memcpy(origin, at[i], sizeof origin);
    }
    cdy_body tip = make_body("tip", "tip", CDY_JOINT_FIXED); /* M34: 0.14225 along z of the third, which is x */
    set_origin(&tip, center[2][0] + 0.14225 - origin[0], center[2][1], center[2][2] - origin[2], 0, quarter, 0);
    add_body(tree, &tip, "three");
    three_links t = {.r = make_robot(tree), .scale = {sqrt(2), 1, 1}};
    t.tip = cdy_model_find_frame(t.r.model, "tip");
    ck_assert_int_gt(t.tip, 0);
    return t;
}

/* Torques of the example: power is the same in both coordinates. */
static void check_torques(const three_links *t, double *tau, const double expected[3])
{
    for (int i = 0; i < 3; i++) {
        tau[i] *= t->scale[i];
    }
    ck_assert_near(tau, expected, 3, 1e-8);
}

START_TEST(modern_robotics_three_links)
{
    cdy_error error = {0};
    three_links t = make_three_links();
    double q[3] = {0.1, 0.1, 0.1}, qd[3] = {0.1, 0.2, 0.3}, qdd[3] = {2, 1.5, 1}, tau[3], M[9], fext[18] = {0};
    for (int i = 0; i < 3; i++) {
        q[i] *= t.scale[i];
        qd[i] *= t.scale[i];
        qdd[i] *= t.scale[i];
    }
    const double tip[6] = {-1, -1, -1, -1, -1, -1}; /* the book's wrench is the robot's on the environment */
    ck_assert_ok(cdy_external_force(t.r.model, t.r.work, t.tip, tip, q, fext, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(t.r.model, t.r.work, q, qd, qdd, fext, tau, &error), error);
    check_torques(&t, tau, (double[3]){74.69616155, -33.06766016, -3.23057314});
    ck_assert_ok(cdy_velocity_product(t.r.model, t.r.work, q, qd, tau, &error), error);
    check_torques(&t, tau, (double[3]){0.26453118, -0.05505157, -0.00689132});
    ck_assert_ok(cdy_gravity_torque(t.r.model, t.r.work, q, tau, &error), error);
    check_torques(&t, tau, (double[3]){28.40331262, -37.64094817, -5.4415892});
    ck_assert_ok(cdy_mass_matrix(t.r.model, t.r.work, q, M, &error), error);
    const double expected[9] = {22.5433380,     -0.307146754,    -7.18426391e-03, -0.307146754,  1.96850717,
                                4.32157368e-01, -7.18426391e-03, 4.32157368e-01,  1.91630858e-01};
    for (int i = 0; i < 9; i++) {
        M[i] *= t.scale[i / 3] * t.scale[i % 3];
    }
    ck_assert_near(M, expected, 9, 5e-8);
    /* Forward dynamics under the torques 0.5, 0.6, 0.7. */
    const double given[3] = {0.5 / t.scale[0], 0.6, 0.7}, accelerations[3] = {-0.97392907, 25.58466784, -32.91499212};
    ck_assert_ok(cdy_forward_dynamics(t.r.model, t.r.work, q, qd, given, fext, qdd, &error), error);
    for (int i = 0; i < 3; i++) {
        qdd[i] /= t.scale[i];
    }
    ck_assert_near(qdd, accelerations, 3, 1e-7);
    free_robot(&t.r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("literature");
    TCase *tests = add_case(suite, "closed forms", double_pendulum);
    tcase_add_loop_test(tests, two_link_arm_and_acrobot, 0, 2);
    tcase_add_test(tests, cart_and_pole);
    tcase_add_loop_test(tests, eulers_equations, 0, 2);
    add_case(suite, "printed figures", modern_robotics_three_links);
    return run_suites(suite, NULL);
}
