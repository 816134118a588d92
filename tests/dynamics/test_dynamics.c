/* Dynamics against closed forms: robots whose equations of motion fit on a line or two. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double g = 9.81;

/* A state with the inputs of all calls compared below. */
typedef struct sample {
    double q[16], qd[16], qdd[16], tau[16];
} sample;

static sample draw_sample(uint64_t *state)
{
    sample s;
    draw_array(state, 3, s.q, 16);
    draw_array(state, 2, s.qd, 16);
    draw_array(state, 5, s.qdd, 16);
    return s;
}

/* Checks tau = M qdd + product + gravity, given in closed form, through every call. */
static void check_equation(robot *r, const sample *s, const double *M, const double *product, const double *gravity)
{
    cdy_error error = {0};
    double tau[16] = {0}, out[256];
    size_t n = (size_t)r->nv;
    for (size_t i = 0; i < n; i++) {
        tau[i] = product[i] + gravity[i];
        for (size_t j = 0; j < n; j++) {
            tau[i] += M[i * n + j] * s->qdd[j];
        }
    }
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, s->q, s->qd, s->qdd, NULL, out, &error), error);
    ck_assert_near(out, tau, n, 1e-12 * (1 + largest(tau, n)));
    ck_assert_ok(cdy_mass_matrix(r->model, r->work, s->q, out, &error), error);
    ck_assert_near(out, M, n * n, 1e-13 * (1 + largest(M, n * n)));
    ck_assert_ok(cdy_velocity_product(r->model, r->work, s->q, s->qd, out, &error), error);
    ck_assert_near(out, product, n, 1e-12 * (1 + largest(product, n)));
    ck_assert_ok(cdy_gravity_torque(r->model, r->work, s->q, out, &error), error);
    ck_assert_near(out, gravity, n, 1e-12 * (1 + largest(gravity, n)));
    ck_assert_ok(cdy_forward_dynamics(r->model, r->work, s->q, s->qd, tau, NULL, out, &error), error);
    ck_assert_near(out, s->qdd, n, 1e-10);
}

/* ---- one joint ---- */

/* (I + m l^2) q'' + m g l sin q = tau; the joint turns the hanging rod forward about -y. */
START_TEST(pendulum)
{
    const double m = 1.7, l = 0.6, inertia[6] = {0.1, 0, 0, 0.2, 0, 0.3}, none[1] = {0};
    cdy_tree *tree = make_tree("ceiling", g);
    cdy_body rod = make_body("rod", "hinge", CDY_JOINT_CONTINUOUS);
    set_origin(&rod, 1, 2, 3, 0, 0, 0);
    set_axis(&rod, 0, -3, 0);
    set_inertial(&rod, m, 0, 0, -l, inertia);
    add_body(tree, &rod, "ceiling");
    robot r = make_robot(tree);
    uint64_t state = 1;
    for (int i = 0; i < 20; i++) {
        sample s = draw_sample(&state);
        const double M[1] = {0.2 + m * l * l}, gravity[1] = {m * g * l * sin(s.q[0])};
        check_equation(&r, &s, M, none, gravity);
    }
    free_robot(&r);
}
END_TEST

/* m (q'' - g . axis) = tau */
START_TEST(mass_on_a_slope)
{
    const double m = 2.5, inertia[6] = {1, 0, 0, 1, 0, 1}, none[1] = {0};
    cdy_tree *tree = make_tree("ground", g);
    cdy_body block = make_body("block", "slope", CDY_JOINT_PRISMATIC);
    set_axis(&block, 3, 0, 4);
    set_inertial(&block, m, 0.3, 0.2, 0.1, inertia);
    add_body(tree, &block, "ground");
    robot r = make_robot(tree);
    uint64_t state = 2;
    sample s = draw_sample(&state);
    const double M[1] = {m}, gravity[1] = {m * g * 0.8};
    check_equation(&r, &s, M, none, gravity);
    free_robot(&r);
}
END_TEST

/* ---- two joints ---- */

typedef struct two_links {
    double m1, m2, l1, c1, c2, I1, I2;
} two_links;

static const two_links arm = {2.0, 1.5, 0.7, 0.3, 0.25, 0.05, 0.04};

/* An arm in the x y plane, gravity along -y. */
static cdy_tree *make_two_links(const char *leader)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    ck_assert_ok(cdy_tree_set_gravity(tree, (double[3]){0, -g, 0}, &error), error);
    cdy_body upper = make_body("upper", "shoulder", CDY_JOINT_REVOLUTE);
    set_inertial(&upper, arm.m1, arm.c1, 0, 0, (double[6]){0.2, 0, 0, 0.3, 0, arm.I1});
    add_body(tree, &upper, "base");
    cdy_body lower = make_body("lower", "elbow", CDY_JOINT_REVOLUTE);
    set_origin(&lower, arm.l1, 0, 0.1, 0, 0, 0);
    set_inertial(&lower, arm.m2, arm.c2, 0, 0, (double[6]){0.2, 0, 0, 0.3, 0, arm.I2});
    lower.joint.mimic = (cdy_mimic){leader, 1.5, 0.4};
    add_body(tree, &lower, "upper");
    return tree;
}

/* Spong, Hutchinson and Vidyasagar, Robot Modeling and Control (2006), section 7.4: the planar elbow manipulator. */
static void two_link_equation(const double q[2], const double v[2], double M[4], double product[2], double gravity[2])
{
    const two_links *a = &arm;
    double h = -a->m2 * a->l1 * a->c2 * sin(q[1]);
    M[3] = a->m2 * a->c2 * a->c2 + a->I2;
    M[1] = M[2] = M[3] + a->m2 * a->l1 * a->c2 * cos(q[1]);
    M[0] =
        a->m1 * a->c1 * a->c1 + a->m2 * (a->l1 * a->l1 + a->c2 * a->c2 + 2 * a->l1 * a->c2 * cos(q[1])) + a->I1 + a->I2;
    product[0] = h * v[1] * (2 * v[0] + v[1]);
    product[1] = -h * v[0] * v[0];
    gravity[1] = a->m2 * a->c2 * g * cos(q[0] + q[1]);
    gravity[0] = (a->m1 * a->c1 + a->m2 * a->l1) * g * cos(q[0]) + gravity[1];
}

START_TEST(two_link_arm)
{
    robot r = make_robot(make_two_links(NULL));
    uint64_t state = 3;
    for (int i = 0; i < 20; i++) {
        sample s = draw_sample(&state);
        double M[4], product[2], gravity[2];
        two_link_equation(s.q, s.qd, M, product, gravity);
        check_equation(&r, &s, M, product, gravity);
    }
    free_robot(&r);
}
END_TEST

/* The elbow follows the shoulder, q2 = 1.5 q1 + 0.4: the sum of both equations with the weights 1 and 1.5. */
START_TEST(two_link_arm_with_a_geared_elbow)
{
    robot r = make_robot(make_two_links("shoulder"));
    uint64_t state = 4;
    ck_assert_int_eq(r.nv, 1);
    for (int i = 0; i < 20; i++) {
        sample s = draw_sample(&state);
        const double k = 1.5, q[2] = {s.q[0], k * s.q[0] + 0.4}, v[2] = {s.qd[0], k * s.qd[0]};
        double M[4], product[2], gravity[2];
        two_link_equation(q, v, M, product, gravity);
        const double one_M[1] = {M[0] + k * (M[1] + M[2]) + k * k * M[3]};
        const double one_product[1] = {product[0] + k * product[1]};
        const double one_gravity[1] = {gravity[0] + k * gravity[1]};
        check_equation(&r, &s, one_M, one_product, one_gravity);
    }
    free_robot(&r);
}
END_TEST

/* Two shafts geared -3 : 1, an arm on the second: (I1 + k^2 (I2 + m l^2)) q'' + k m g l cos(k q + c) = tau.
 * The leader comes after its follower in the order of bodies. */
START_TEST(two_gears)
{
    const double m = 0.8, l = 0.4, I1 = 0.3, I2 = 0.02, k = -3, c = 0.7, none[1] = {0};
    cdy_tree *tree = make_tree("frame", g);
    cdy_body motor = make_body("motor", "z_motor", CDY_JOINT_CONTINUOUS);
    set_axis(&motor, 0, 1, 0);
    set_inertial(&motor, 5, 0, 0, 0, (double[6]){1, 0, 0, I1, 0, 1});
    add_body(tree, &motor, "frame");
    cdy_body wheel = make_body("wheel", "a_gear", CDY_JOINT_REVOLUTE);
    set_axis(&wheel, 0, -1, 0);
    set_inertial(&wheel, m, l, 0, 0, (double[6]){1, 0, 0, I2, 0, 1});
    wheel.joint.mimic = (cdy_mimic){"z_motor", k, c};
    add_body(tree, &wheel, "frame");
    robot r = make_robot(tree);
    uint64_t state = 5;
    for (int i = 0; i < 10; i++) {
        sample s = draw_sample(&state);
        const double M[1] = {I1 + k * k * (I2 + m * l * l)}, gravity[1] = {k * m * g * l * cos(k * s.q[0] + c)};
        check_equation(&r, &s, M, none, gravity);
    }
    free_robot(&r);
}
END_TEST

/* A pendulum that hangs from a cart: (mc + m) x'' + m l cos(t) t'' - m l sin(t) t'^2 = F,
 * m l cos(t) x'' + (I + m l^2) t'' + m g l sin(t) = T. */
START_TEST(pendulum_on_a_cart)
{
    const double mc = 3, m = 1.2, l = 0.5, I = 0.06;
    cdy_tree *tree = make_tree("rail", g);
    cdy_body cart = make_body("cart", "slide", CDY_JOINT_PRISMATIC);
    set_axis(&cart, 1, 0, 0);
    set_inertial(&cart, mc, 0, 0.1, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &cart, "rail");
    cdy_body rod = make_body("rod", "hinge", CDY_JOINT_REVOLUTE);
    set_axis(&rod, 0, -1, 0);
    set_inertial(&rod, m, 0, 0, -l, (double[6]){1, 0, 0, I, 0, 1});
    add_body(tree, &rod, "cart");
    robot r = make_robot(tree);
    uint64_t state = 6;
    for (int i = 0; i < 20; i++) {
        sample s = draw_sample(&state);
        double t = s.q[1], w = s.qd[1];
        const double M[4] = {mc + m, m * l * cos(t), m * l * cos(t), I + m * l * l};
        const double product[2] = {-m * l * sin(t) * w * w, 0}, gravity[2] = {0, m * g * l * sin(t)};
        check_equation(&r, &s, M, product, gravity);
    }
    free_robot(&r);
}
END_TEST

/* ---- a planar joint ---- */

/* Axes of planar joints, and the plane's two directions: the shortest turn that takes z to the axis, applied to x
 * and y. */
static const struct {
    double axis[3], e1[3], e2[3];
} planes[] = {
    {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
    {{2, 0, 0}, {0, 0, -1}, {0, 1, 0}},
    {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}},
    {{0, 0, -1}, {1, 0, 0}, {0, -1, 0}},
    {{3, 0, -4}, {-0.8, 0, -0.6}, {0, 1, 0}},
    {{1e-9, 0, -1}, {-1, 0, -1e-9}, {0, 1, 0}},
    {{0, 2e-5, -0.9999999999}, {1, 0, 0}, {0, -0.9999999999 / 1.0000000001, -2e-5 / 1.0000000001}},
    {{0.002, 0, -0.999999}, {-0.999999 / 1.000001, 0, -0.002 / 1.000001}, {0, 1, 0}},
    {{0, 1e-7, 1}, {1, 0, 0}, {0, 1, -1e-7}},
};
enum { PLANES = sizeof planes / sizeof planes[0] };

/* A body that slides in a plane: its forces from the accelerations of its centre of mass, in the turned plane axes. */
static void planar_equation(int plane, const sample *s, double m, const double c[2], double I, double M[9],
                            double product[3], double gravity[3])
{
    double ct = cos(s->q[2]), st = sin(s->q[2]);
    double g1 = -g * planes[plane].e1[2], g2 = -g * planes[plane].e2[2]; /* gravity along e1 and e2 */
    double gx = ct * g1 + st * g2, gy = -st * g1 + ct * g2;
    double vx = s->qd[0], vy = s->qd[1], w = s->qd[2];
    const double mass[9] = {m, 0, -m * c[1], 0, m, m * c[0], -m * c[1], m * c[0], I + m * (c[0] * c[0] + c[1] * c[1])};
    memcpy(M, mass, sizeof mass);
    product[0] = m * (-w * vy - w * w * c[0]);
    product[1] = m * (w * vx - w * w * c[1]);
    product[2] = c[0] * product[1] - c[1] * product[0];
    gravity[0] = -m * gx;
    gravity[1] = -m * gy;
    gravity[2] = c[0] * gravity[1] - c[1] * gravity[0];
}

START_TEST(body_on_a_plane)
{
    const double m = 1.3, I = 0.4, c[2] = {0.2, -0.3};
    const double *n = planes[_i].axis, *e1 = planes[_i].e1, *e2 = planes[_i].e2;
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), inertia[6], center[3];
    /* About the centre of mass: I around the axis, more around the others. */
    const int rows[6] = {0, 0, 0, 1, 1, 2}, columns[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++) {
        int i = rows[k], j = columns[k];
        inertia[k] = I * n[i] * n[j] / (length * length) + 0.7 * e1[i] * e1[j] + 0.6 * e2[i] * e2[j];
    }
    for (int k = 0; k < 3; k++) {
        center[k] = c[0] * e1[k] + c[1] * e2[k] + 0.5 * n[k] / length;
    }
    cdy_tree *tree = make_tree("table", g);
    cdy_body puck = make_body("puck", "glide", CDY_JOINT_PLANAR);
    set_axis(&puck, n[0], n[1], n[2]);
    set_inertial(&puck, m, center[0], center[1], center[2], inertia);
    add_body(tree, &puck, "table");
    robot r = make_robot(tree);
    uint64_t state = 7;
    for (int i = 0; i < 10; i++) {
        sample s = draw_sample(&state);
        double M[9], product[3], gravity[3];
        planar_equation(_i, &s, m, c, I, M, product, gravity);
        check_equation(&r, &s, M, product, gravity);
    }
    free_robot(&r);
}
END_TEST

/* ---- a floating joint ---- */

static void cross(const double a[3], const double b[3], double c[3])
{
    for (int i = 0; i < 3; i++) {
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

static void apply(const double I[6], const double w[3], double h[3])
{
    h[0] = I[0] * w[0] + I[1] * w[1] + I[2] * w[2];
    h[1] = I[1] * w[0] + I[3] * w[1] + I[4] * w[2];
    h[2] = I[2] * w[0] + I[4] * w[1] + I[5] * w[2];
}

/* v turned back by the quaternion e = [w x y z] of any length: conj(e) v e, written out. */
static void turn_back(const double e[4], const double v[3], double out[3])
{
    const double u[3] = {-e[1], -e[2], -e[3]};
    double square = e[0] * e[0] + u[0] * u[0] + u[1] * u[1] + u[2] * u[2], once[3], twice[3];
    cross(u, v, once);
    cross(u, once, twice);
    for (int i = 0; i < 3; i++) {
        out[i] = v[i] + 2 * (e[0] * once[i] + twice[i]) / square;
    }
}

static const double body_mass = 1.9, body_center[3] = {0.1, -0.2, 0.3};
static const double body_inertia[6] = {0.5, 0.02, -0.03, 0.6, 0.04, 0.7};

static robot make_bird(void)
{
    cdy_tree *tree = make_tree("world", g);
    cdy_body bird = make_body("bird", "fly", CDY_JOINT_FLOATING);
    set_inertial(&bird, body_mass, body_center[0], body_center[1], body_center[2], body_inertia);
    add_body(tree, &bird, "world");
    return make_robot(tree);
}

/* Newton and Euler for one body in its own axes: F = m (a + w' x c + w x (w x c) - g), a = v' + w x v,
 * T = I w' + w x I w + c x F. */
static void newton_euler(const double *v, const double *vd, const double gravity[3], double tau[6])
{
    const double *w = v, *wd = vd, *c = body_center;
    double wxv[3], wdxc[3], wxc[3], wxwxc[3], Iw[3], Iwd[3], wxIw[3], cxF[3], F[3];
    cross(w, v + 3, wxv);
    cross(wd, c, wdxc);
    cross(w, c, wxc);
    cross(w, wxc, wxwxc);
    apply(body_inertia, w, Iw);
    apply(body_inertia, wd, Iwd);
    cross(w, Iw, wxIw);
    for (int i = 0; i < 3; i++) {
        F[i] = body_mass * (vd[3 + i] + wxv[i] + wdxc[i] + wxwxc[i] - gravity[i]);
    }
    cross(c, F, cxF);
    for (int i = 0; i < 3; i++) {
        tau[i] = Iwd[i] + wxIw[i] + cxF[i];
        tau[3 + i] = F[i];
    }
}

START_TEST(floating_body)
{
    const double down[3] = {0, 0, -g}, none[6] = {0};
    robot r = make_bird();
    uint64_t state = 8;
    for (int i = 0; i < 20; i++) {
        sample s = draw_sample(&state);
        double gravity_here[3], zero[3] = {0}, M[36], column[6], product[6], gravity[6];
        turn_back(s.q, down, gravity_here);
        newton_euler(s.qd, none, zero, product);
        newton_euler(none, none, gravity_here, gravity);
        for (int j = 0; j < 6; j++) {
            double unit[6] = {0};
            unit[j] = 1;
            newton_euler(none, unit, zero, column);
            for (int k = 0; k < 6; k++) {
                M[6 * k + j] = column[k];
            }
        }
        check_equation(&r, &s, M, product, gravity);
    }
    free_robot(&r);
}
END_TEST

/* Without torques the body falls, and keeps turning about its centre of mass: I w' = -w x I w there. */
START_TEST(free_fall)
{
    const double down[3] = {0, 0, -g};
    cdy_error error = {0};
    robot r = make_bird();
    uint64_t state = 9;
    sample s = draw_sample(&state);
    double acceleration[6], expected[3], Iw[3], gyroscopic[3], Iwd[3];
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, s.q, NULL, NULL, NULL, acceleration, &error), error);
    turn_back(s.q, down, expected);
    ck_assert_near(acceleration, ((double[3]){0, 0, 0}), 3, 1e-13);
    ck_assert_near(acceleration + 3, expected, 3, 1e-12);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, s.q, s.qd, NULL, NULL, acceleration, &error), error);
    apply(body_inertia, s.qd, Iw);
    cross(Iw, s.qd, gyroscopic);
    apply(body_inertia, acceleration, Iwd);
    ck_assert_near(Iwd, gyroscopic, 3, 1e-12);
    free_robot(&r);
}
END_TEST

/* ---- where M is singular ---- */

START_TEST(a_singular_mass_matrix_names_its_joint)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", g);
    cdy_body body = make_body("arm", "shoulder", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 1, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    body = make_body("ghost", "massless_wrist", CDY_JOINT_REVOLUTE);
    set_origin(&body, 1, 0, 0, 0.3, 0.2, 0.1);
    add_body(tree, &body, "arm");
    robot r = make_robot(tree);
    double qdd[2] = {7, 8}, tau[2] = {1, 1}, M[4];
    ck_assert_fails(cdy_forward_dynamics(r.model, r.work, NULL, NULL, tau, NULL, qdd, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert_msg(strstr(error.text, "massless_wrist") != NULL, "%s", error.text);
    ck_assert_double_eq(qdd[0], 7);
    ck_assert_double_eq(qdd[1], 8);
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, NULL, M, &error), error); /* M is written all the same */
    ck_assert_double_eq_tol(M[0], 2, 1e-14);
    ck_assert_double_eq_tol(M[3], 0, 1e-14);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, NULL, NULL, qdd, NULL, tau, &error), error);
    free_robot(&r);
}
END_TEST

/* The message is about a mass where the mass is below 1e-9 of the mass of the link and all links behind it, and not at
 * 1e-9. */
START_TEST(masses_too_unlike_are_named)
{
    static const double masses[] = {0.996e-9, 1e-9, 1.004e-9};
    for (int i = 0; i < 3; i++) {
        cdy_error error = {0};
        double qdd[4];
        cdy_tree *tree = make_tree("base", 0);
        cdy_body body = make_body("light", "slide", CDY_JOINT_PRISMATIC);
        set_inertial(&body, masses[i], 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, "base");
        body = make_body("heavy", "other", CDY_JOINT_PRISMATIC);
        set_inertial(&body, 1 - masses[i], 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, "light");
        /* A hinge whose body has 2e-15 of the inertia behind the hinge. */
        body = make_body("thin", "hinge", CDY_JOINT_REVOLUTE);
        set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 2e-15});
        add_body(tree, &body, "base");
        body = make_body("wide", "turn", CDY_JOINT_REVOLUTE);
        set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, "thin");
        robot r = make_robot(tree);
        ck_assert_fails(
            cdy_forward_dynamics_by(r.model, r.work, CDY_FORWARD_MASS_MATRIX, NULL, NULL, NULL, NULL, qdd, &error),
            CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strstr(error.text, i == 0
                                             ? "joint 'slide' has 9.96e-10 kg and carries 1 kg"
                                             : "at joint 'turn': it can move together with the joints before") != NULL,
                      "%g kg: %s", masses[i], error.text);
        free_robot(&r);
    }
}
END_TEST

/* Two hinges about one line move one body: each hinge moves inertia, but M is singular in their difference; the message
 * names the two. */
START_TEST(joints_that_do_the_same_are_singular)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", g);
    cdy_body body = make_body("ring", "first", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0.3, 0.5, 0.7);
    add_body(tree, &body, "base");
    body = make_body("disc", "second", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0.3, 0.5, 0.7);
    set_inertial(&body, 1, 0.1, 0.2, 0.5, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "ring");
    robot r = make_robot(tree);
    double qdd[2], tau[2] = {1, 2};
    for (int i = 0; i < 50; i++) {
        const double q[2] = {0.1 * i, -0.07 * i};
        ck_assert_fails(cdy_forward_dynamics(r.model, r.work, q, NULL, tau, NULL, qdd, &error), CDY_ERROR_NUMERIC,
                        error);
        ck_assert_msg(strstr(error.text, "singular in every state: no inertia resists when joint 'first' moves against "
                                         "'second' (1 of the robot's 2 degrees of freedom); give the links") != NULL,
                      "%s", error.text);
    }
    free_robot(&r);
}
END_TEST

/* Four slides move one body, for which three slides, along x, y and z or nearly so, suffice: the last pivot is rounding
 * noise of any sign. */
START_TEST(one_slide_too_many_is_singular)
{
    static const char *const names[] = {"s0", "s1", "s2", "s3"};
    cdy_error error = {0};
    uint64_t state = 10;
    for (int i = 0; i < 50; i++) {
        cdy_tree *tree = make_tree("base", g);
        for (int k = 0; k < 4; k++) {
            cdy_body body = make_body(names[k], names[k], CDY_JOINT_PRISMATIC);
            draw_array(&state, k < 3 ? 0.2 : 1, body.joint.axis, 3);
            body.joint.axis[k % 3] += 1;
            if (k == 3) {
                set_inertial(&body, draw(&state, 0.1, 10), 0.1, 0.2, 0.3, (double[6]){1, 0, 0, 1, 0, 1});
            }
            add_body(tree, &body, k ? names[k - 1] : "base");
        }
        robot r = make_robot(tree);
        double qdd[4];
        ck_assert_fails(cdy_forward_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, qdd, &error), CDY_ERROR_NUMERIC,
                        error);
        ck_assert_msg(strstr(error.text, "'s3'") != NULL, "%s", error.text);
        free_robot(&r);
    }
}
END_TEST

/* Two points on a free body and a hinge: rotations about the line between the points have no inertia.  In an
 * elimination from the base outward, the pivots of M are noise of up to a thousand times its rounding errors. */
START_TEST(a_turn_about_two_points_is_singular)
{
    enum { TRIALS = 200 };
    cdy_error error = {0};
    uint64_t seed = 3;
    cdy_tree *tree = make_tree("base", g);
    cdy_body body = make_body("a", "free", CDY_JOINT_FLOATING);
    set_origin(&body, -0.77, 0.05, -0.81, 3.8, -2.7, -0.9);
    set_inertial(&body, 0.75, 0.3, -0.13, -0.23, (double[6]){0});
    add_body(tree, &body, "base");
    body = make_body("b", "hinge", CDY_JOINT_CONTINUOUS);
    set_origin(&body, 0.88, -0.47, -0.4, 0, 0, 0);
    set_axis(&body, 1, 2, -3);
    set_inertial(&body, 0.05, 0.12, 0.04, -0.29, (double[6]){0});
    add_body(tree, &body, "a");
    robot r = make_robot(tree);
    double q[8], qdd[7];
    for (int i = 0; i < TRIALS; i++) {
        cdy_random_configuration(r.model, &seed, q);
        for (int k = 0; k < 3; k++) {
            ck_assert_fails(
                cdy_forward_dynamics_by(r.model, r.work, (cdy_forward_method)k, q, NULL, NULL, NULL, qdd, &error),
                CDY_ERROR_NUMERIC, error);
            ck_assert_msg(strstr(error.text, "joint '") != NULL, "%s", error.text);
        }
    }
    free_robot(&r);
}
END_TEST

START_TEST(a_build_with_lapack_solves_by_it)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("ceiling", g);
    cdy_body rod = make_body("rod", "hinge", CDY_JOINT_CONTINUOUS);
    set_axis(&rod, 0, 1, 0);
    set_inertial(&rod, 1, 0, 0, -0.5, (double[6]){0.1, 0, 0, 0.2, 0, 0.3});
    add_body(tree, &rod, "ceiling");
    robot r = make_robot(tree);
    const double q = 0.5;
    double qdd[2] = {0};
    for (int k = 0; k < 2; k++) {
        const cdy_forward_method method = k ? CDY_FORWARD_LAPACK : CDY_FORWARD_MASS_MATRIX;
        ck_assert_ok(cdy_forward_dynamics_by(r.model, r.work, method, &q, NULL, NULL, NULL, &qdd[k], &error), error);
    }
    ck_assert_double_eq_tol(qdd[1], qdd[0], 1e-13);
    ck_assert_fails(cdy_forward_dynamics_by(r.model, r.work, CDY_FORWARD_LAPACK + 1, &q, NULL, NULL, NULL, qdd, &error),
                    CDY_ERROR_ARGUMENT, error);
    free_robot(&r);
}
END_TEST

/* Bodies of a gram beside bodies of a ton are not singular. */
START_TEST(masses_of_any_size_are_solved)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", g);
    cdy_body body = make_body("crane", "turn", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1e5, 1, 0, 0, (double[6]){1e5, 0, 0, 1e5, 0, 1e5});
    add_body(tree, &body, "base");
    body = make_body("needle", "swing", CDY_JOINT_REVOLUTE);
    set_origin(&body, 0.1, 0, 0, 1, 0, 0);
    set_inertial(&body, 1e-3, 1e-3, 0, 0, (double[6]){1e-9, 0, 0, 1e-9, 0, 1e-9});
    add_body(tree, &body, "crane");
    robot r = make_robot(tree);
    const double qdd[2] = {0.5, -300}, q[2] = {0.3, 0.4}, qd[2] = {0.1, 0.2};
    double tau[2], again[2];
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, qd, tau, NULL, again, &error), error);
    ck_assert_near(again, qdd, 1, 1e-9);
    ck_assert_near(again + 1, qdd + 1, 1, 1e-6);
    free_robot(&r);
}
END_TEST

/* 27 links of a gram, and a last one of a million tons: no link is massless, and the message says so. */
START_TEST(a_light_cable_with_a_heavy_end_is_told_from_a_massless_one)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("hook", 9.81);
    char name[16], parent[16] = "hook";
    for (int i = 1; i <= 27; i++) {
        const double mass = i == 27 ? 1e9 : 1e-3, inertia[6] = {1e-3 * mass, 0, 0, 1e-3 * mass, 0, 1e-3 * mass};
        snprintf(name, sizeof name, "link%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_CONTINUOUS);
        set_axis(&body, i % 2, (i + 1) % 2, 0);
        set_origin(&body, 0, 0, i == 1 ? 0 : -0.1, 0, 0, 0);
        set_inertial(&body, mass, 0, 0, -0.05, inertia);
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof parent);
    }
    robot r = make_robot(tree);
    double qdd[27];
    ck_assert_fails(cdy_forward_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, qdd, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert_ptr_nonnull(strstr(error.text, "'link1' has 0.001 kg and carries 1e+09 kg"));
    ck_assert_ptr_null(strstr(error.text, "no positive inertia"));
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("dynamics");
    TCase *tests = add_case(suite, "one joint", pendulum);
    tcase_add_test(tests, mass_on_a_slope);
    tests = add_case(suite, "two joints", two_link_arm);
    tcase_add_test(tests, two_link_arm_with_a_geared_elbow);
    tcase_add_test(tests, two_gears);
    tcase_add_test(tests, pendulum_on_a_cart);
    tests = tcase_create("planar");
    tcase_add_loop_test(tests, body_on_a_plane, 0, PLANES);
    suite_add_tcase(suite, tests);
    tests = add_case(suite, "floating", floating_body);
    tcase_add_test(tests, free_fall);
    tests = add_case(suite, "singular", a_singular_mass_matrix_names_its_joint);
    tcase_add_test(tests, masses_too_unlike_are_named);
    tcase_add_test(tests, joints_that_do_the_same_are_singular);
    tcase_add_test(tests, one_slide_too_many_is_singular);
    tcase_add_test(tests, a_turn_about_two_points_is_singular);
    tcase_add_test(tests, masses_of_any_size_are_solved);
    if (getenv("HAVE_LAPACK")) {
        tcase_add_test(tests, a_build_with_lapack_solves_by_it);
    }
    add_case(suite, "cable", a_light_cable_with_a_heavy_end_is_told_from_a_massless_one);
    return run_suites(suite, NULL);
}
