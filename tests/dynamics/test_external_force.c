/* External forces: frames of wrenches, rows of the matrix, and their joint torques. Joint reactions: closed forms,
 * Newton-Euler over whole subtrees in the base frame, and the joint torques as their components along the joints'
 * motions. */
#include "support/compare.h"
#include "support/driven.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double unit[6] = {1, 0, 0, 1, 0, 1};
static const double half_pi = 1.57079632679489661923;

enum { TREES = 60 };

/* base - (lift, prismatic along z) carriage - (hinge at x = 1, about z) arm - (weld at x = 2) hand; a sensor is welded
 * to the base. */
static robot make_arm(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("carriage", "lift", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    body = make_body("arm", "hinge", CDY_JOINT_REVOLUTE);
    set_origin(&body, 1, 0, 0, 0, 0, 0);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "carriage");
    body = make_body("hand", "weld", CDY_JOINT_FIXED);
    set_origin(&body, 2, 0, 0, 0, 0, half_pi);
    add_body(tree, &body, "arm");
    body = make_body("sensor", "base_weld", CDY_JOINT_FIXED);
    add_body(tree, &body, "base");
    return make_robot(tree);
}

static void push(robot *r, const char *frame, const double wrench[6], const double *q, double *fext)
{
    cdy_error error = {0};
    int index = cdy_model_find_frame(r->model, frame);
    ck_assert_int_ge(index, 0);
    ck_assert_ok(cdy_external_force(r->model, r->work, index, wrench, q, fext, &error), error);
}

/* ---- frames ---- */

START_TEST(a_wrench_in_the_base_frame_is_taken_as_it_is)
{
    const double wrench[6] = {1, 2, 3, 4, 5, 6};
    double fext[12] = {0}, expected[12] = {0};
    robot r = make_arm();
    push(&r, "hand", wrench, NULL, fext);
    memcpy(expected + 6, wrench, sizeof wrench); /* the row of the hinge, which moves the hand */
    ck_assert_near(fext, expected, 12, 0);
    push(&r, "arm", wrench, NULL, fext);
    for (int i = 6; i < 12; i++) {
        expected[i] *= 2;
    }
    ck_assert_near(fext, expected, 12, 0);
    push(&r, "carriage", wrench, NULL, fext);
    memcpy(expected, wrench, sizeof wrench);
    ck_assert_near(fext, expected, 12, 0);
    free_robot(&r);
}
END_TEST

/* With the hinge turned by a quarter the hand stands at (1, 2, h), its x axis along -x of the base, its y along -y. */
START_TEST(a_wrench_in_the_bodys_frame_is_carried_to_the_base)
{
    const double q[2] = {0.5, half_pi}, wrench[6] = {0.1, 0.2, 0.3, 1, 2, 3};
    double fext[12] = {0};
    robot r = make_arm();
    push(&r, "hand", wrench, q, fext);
    /* F = (-1, -2, 3); T = (-0.1, -0.2, 0.3) + (1, 2, 0.5) x F = ... + (7, -3.5, 0) */
    const double expected[12] = {0, 0, 0, 0, 0, 0, 6.9, -3.7, 0.3, -1, -2, 3};
    ck_assert_near(fext, expected, 12, 1e-14);
    free_robot(&r);
}
END_TEST

/* The wrench of a force on a floating or planar body shows the position of the body: T = p x F. */
START_TEST(bodies_stand_where_their_coordinates_say)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("bird", "fly", CDY_JOINT_FLOATING);
    set_origin(&body, 0, 0, 10, 0, 0, half_pi);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    body = make_body("puck", "glide", CDY_JOINT_PLANAR);
    set_axis(&body, 1, 0, 0);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    /* The bird: turned by a quarter about x, at (1, 2, 3) of a frame that is turned about z and raised. */
    const double q[10] = {2, 2, 0, 0, 1, 2, 3, 4, 5, half_pi}, along_y[6] = {0, 0, 0, 0, 1, 0};
    double fext[54] = {0};
    push(&r, "bird", along_y, q, fext);
    /* its y axis is z; it stands at (-2, 1, 13): T = p x z = (1, 2, 0) */
    const double bird[6] = {1, 2, 0, 0, 0, 1};
    ck_assert_near(fext, bird, 6, 1e-14);
    memset(fext, 0, sizeof fext);
    push(&r, "puck", along_y, q, fext);
    /* the plane's axes are -z and y: the puck stands at (0, 5, -4); turned by a quarter about x its y axis is z */
    const double puck[6] = {5, 0, 0, 0, 0, 1};
    ck_assert_near(fext + 36, puck, 6, 1e-14);
    free_robot(&r);
}
END_TEST

/* The same wrench in the base frame and in the body's frame causes the same accelerations. */
START_TEST(both_frames_tell_the_same)
{
    cdy_error error = {0};
    robot r = make_arm();
    const double q[2] = {0.5, 0.7}, own[6] = {0.3, -0.2, 0.5, 1, -2, 3};
    /* The hand's frame: turned by 0.7 + pi/2 about z, at (1 + 2 cos 0.7, 2 sin 0.7, 0.5). */
    double c = cos(0.7 + half_pi), s = sin(0.7 + half_pi), p[3] = {1 + 2 * cos(0.7), 2 * sin(0.7), 0.5};
    const double F[3] = {c * own[3] - s * own[4], s * own[3] + c * own[4], own[5]};
    const double base[6] = {c * own[0] - s * own[1] + p[1] * F[2] - p[2] * F[1],
                            s * own[0] + c * own[1] + p[2] * F[0] - p[0] * F[2],
                            own[2] + p[0] * F[1] - p[1] * F[0],
                            F[0],
                            F[1],
                            F[2]};
    double f1[12] = {0}, f2[12] = {0}, qdd1[2], qdd2[2];
    push(&r, "hand", own, q, f1);
    push(&r, "hand", base, NULL, f2);
    ck_assert_near(f1, f2, 12, 1e-14);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, NULL, NULL, f1, qdd1, &error), error);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, NULL, NULL, f2, qdd2, &error), error);
    ck_assert_near(qdd1, qdd2, 2, 1e-14);
    ck_assert(fabs(qdd1[0]) > 0.1 && fabs(qdd1[1]) > 0.1);
    free_robot(&r);
}
END_TEST

/* ---- joint torques ---- */

START_TEST(joints_hold_against_a_wrench)
{
    cdy_error error = {0};
    const double q[2] = {0.5, half_pi}, wrench[6] = {0.1, 0.2, 0.3, 1, 2, 3};
    double fext[12] = {0}, tau[2], qdd[2];
    robot r = make_arm();
    push(&r, "hand", wrench, q, fext);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, fext, tau, &error), error);
    /* The lift bears Fz = 3; the hinge, at (1, 0), the moment 0.3 + 2 (1) of the force -x on the arm's end at y = 2. */
    const double expected[2] = {-3, -2.3};
    ck_assert_near(tau, expected, 2, 1e-14);
    /* Without torques the forces move the robot: 2 kg on the lift, 1 kg m2 on the hinge. */
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, NULL, NULL, fext, qdd, &error), error);
    const double given[2] = {1.5, 2.3};
    ck_assert_near(qdd, given, 2, 1e-14);
    free_robot(&r);
}
END_TEST

START_TEST(what_is_welded_to_the_base_feels_nothing)
{
    const double q[2] = {0.5, 1}, wrench[6] = {1, 2, 3, 4, 5, 6}, none[12] = {0};
    double fext[12] = {0};
    robot r = make_arm();
    push(&r, "base", wrench, NULL, fext);
    push(&r, "sensor", wrench, NULL, fext);
    push(&r, "sensor", wrench, q, fext);
    ck_assert_near(fext, none, 12, 0);
    free_robot(&r);
}
END_TEST

/* A joint with several degrees of freedom has several rows; a wrench has the same effect in each of them. */
START_TEST(rows_of_one_joint_act_together)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("puck", "glide", CDY_JOINT_PLANAR);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    const double wrench[6] = {1, 2, 3, 4, 5, 6}, q[3] = {1, 2, 0};
    double first[18] = {0}, spread[18] = {0}, tau[3], again[3];
    push(&r, "puck", wrench, NULL, first);
    const double none[12] = {0};
    ck_assert_near(first, wrench, 6, 0);
    ck_assert_near(first + 6, none, 12, 0);
    memcpy(spread + 6, wrench, 3 * sizeof(double));
    memcpy(spread + 15, wrench + 3, 3 * sizeof(double));
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, first, tau, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, spread, again, &error), error);
    /* The forces add up; the moment about (1, 2) is 3 - (1 5 - 2 4) = 6. */
    const double expected[3] = {-4, -5, -6};
    ck_assert_near(tau, expected, 3, 1e-14);
    ck_assert_near(again, expected, 3, 1e-14);
    free_robot(&r);
}
END_TEST

/* A follower has a row of its own after the degrees of freedom; its wrench acts on the leader by the multiplier. */
START_TEST(a_follower_has_a_row_of_its_own)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("wheel", "b_lead", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    body = make_body("slider", "a_follow", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 0, 0);
    set_inertial(&body, 1, 0, 0, 0, unit);
    body.joint.mimic = (cdy_mimic){"b_lead", -0.5, 2};
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    ck_assert_int_eq(r.nv, 1);
    ck_assert_int_eq(cdy_model_force_rows(r.model), 2);
    const double wrench[6] = {0, 0, 0, 8, 0, 3}, q[1] = {4}, none[6] = {0};
    double fext[12] = {0}, tau;
    push(&r, "slider", wrench, q, fext);
    /* q = -0.5 4 + 2 = 0: the slider stands at the base's origin */
    ck_assert_near(fext, none, 6, 0);
    ck_assert_near(fext + 6, wrench, 6, 1e-14);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, fext, &tau, &error), error);
    ck_assert_double_eq_tol(tau, 4, 1e-14);
    free_robot(&r);
}
END_TEST

/* ---- joint reactions ---- */

/* A link of 2 kg whose center of mass is 0.5 m below a hinge about y, with products of inertia. */
static robot make_pendulum(double g)
{
    cdy_tree *tree = make_tree("ceiling", g);
    cdy_body body = make_body("rod", "hinge", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 0, 1, 0);
    set_inertial(&body, 2, 0, 0, -0.5, (double[6]){0.3, 0.02, 0, 0.4, 0.05, 0.2});
    add_body(tree, &body, "ceiling");
    return make_robot(tree);
}

/* At rest the hinge carries the weight: F = m g upwards, and its moment c x F. */
START_TEST(a_hinge_carries_the_weight_of_a_pendulum)
{
    cdy_error error = {0};
    robot r = make_pendulum(10);
    for (double q = -3; q < 3; q += 0.7) {
        const double expected[6] = {0, 10 * sin(q), 0, -20 * sin(q), 0, 20 * cos(q)};
        double reaction[6];
        ck_assert_ok(cdy_joint_reactions(r.model, r.work, &q, NULL, NULL, NULL, reaction, &error), error);
        ck_assert_near(reaction, expected, 6, 1e-14);
    }
    free_robot(&r);
}
END_TEST

/* In motion: m times the acceleration (-l qdd, 0, l qd^2) of the center of mass, and I w' + w x I w about the hinge. */
START_TEST(a_hinge_holds_a_spinning_pendulum)
{
    cdy_error error = {0};
    robot r = make_pendulum(0);
    const double q = 0.3, w = 4, a = 3, Ixy = 0.02, Iyz = 0.05, Iyy = 0.4 + 2 * 0.5 * 0.5;
    const double expected[6] = {Ixy * a + Iyz * w * w, Iyy * a, Iyz * a - Ixy * w * w, -a, 0, w * w};
    double reaction[6];
    ck_assert_ok(cdy_joint_reactions(r.model, r.work, &q, &w, &a, NULL, reaction, &error), error);
    ck_assert_near(reaction, expected, 6, 1e-13);
    free_robot(&r);
}
END_TEST

/* A cart on a rail along x, a mast bolted to the cart, and a bob that hangs from the mast's top: each joint carries the
 * bodies beyond it; its reaction is in the axes of its own body, which the bob's joint turns by a quarter about z. */
START_TEST(every_joint_carries_what_is_beyond_it)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("rail", 10);
    cdy_body cart = make_body("cart", "slide", CDY_JOINT_PRISMATIC), mast = make_body("mast", "bolts", CDY_JOINT_FIXED),
             bob = make_body("bob", "hinge", CDY_JOINT_REVOLUTE);
    set_axis(&cart, 1, 0, 0);
    set_inertial(&cart, 3, 0.1, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    set_origin(&mast, 0, 0.2, 0.5, 0, 0, 0);
    set_inertial(&mast, 1, 0, 0, 0.5, (double[6]){1, 0, 0, 1, 0, 1});
    set_origin(&bob, 0, 0, 1, 0, 0, acos(0));
    set_axis(&bob, 1, 0, 0);
    set_inertial(&bob, 2, 0.4, 0, -1, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &cart, "rail");
    add_body(tree, &mast, "cart");
    add_body(tree, &bob, "mast");
    robot r = make_robot(tree);
    /* centers of mass in the cart's axes: (0.1 0 0), (0 0.2 1) and (0 0.2 + 0.4 0.5); weights 30, 10 and 20 N */
    const double expected[12] = {30 * 0 + 10 * 0.2 + 20 * 0.6, -30 * 0.1, 0, 0, 0, 60, 0, -20 * 0.4, 0, 0, 0, 20};
    double reactions[12];
    ck_assert_int_eq(cdy_model_joint_count(r.model), 2);
    ck_assert_ok(cdy_joint_reactions(r.model, r.work, NULL, NULL, NULL, NULL, reactions, &error), error);
    ck_assert_near(reactions, expected, 12, 1e-13);
    free_robot(&r);
}
END_TEST

/* ---- random trees ---- */

static void cross(const double a[3], const double b[3], double c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* y = R x, or R^T x, for the rotation in a placement. */
static void rotate(const double T[16], const double x[3], bool back, double y[3])
{
    for (int i = 0; i < 3; i++) {
        y[i] = 0;
        for (int j = 0; j < 3; j++) {
            y[i] += (back ? T[4 * j + i] : T[4 * i + j]) * x[j];
        }
    }
}

/* y = R I R^T x for an inertia about the center of mass in the frame of `inertial`, R from that frame to the base. */
static void apply_inertia(const double I[6], const double R[16], const double x[3], double y[3])
{
    double local[3], product[3];
    rotate(R, x, true, local);
    product[0] = I[0] * local[0] + I[1] * local[1] + I[2] * local[2];
    product[1] = I[1] * local[0] + I[3] * local[1] + I[4] * local[2];
    product[2] = I[2] * local[0] + I[4] * local[1] + I[5] * local[2];
    rotate(R, product, false, y);
}

/* Adds to `f` the force [moment about the base's origin; force], in the base's axes, that a body needs beside gravity:
 * m (a_c - g), and I w' + w x I w + c x m (a_c - g). */
static void add_body_force(const driven *d, int body, double f[6])
{
    cdy_error error = {0};
    const cdy_inertial *in = &cdy_tree_body(d->r.tree, body)->inertial;
    double T[16], v[6], a[6], g[3], c[3], turned[3], Iw[3], Ia[3], force[3], moment[3];
    if (!in->given) {
        return;
    }
    ck_assert_ok(cdy_get_transform(d->r.model, d->r.work, body, 0, d->q, T, &error), error);
    ck_assert_ok(cdy_frame_velocity(d->r.model, d->r.work, body, CDY_AXES_BASE, d->q, d->qd, v, &error), error);
    ck_assert_ok(cdy_frame_acceleration(d->r.model, d->r.work, body, CDY_AXES_BASE, d->q, d->qd, d->qdd, a, &error),
                 error);
    cdy_model_get_gravity(d->r.model, g);
    double frame[16], R[16] = {0};
    cdy_placement_to_matrix(&in->origin, frame);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            R[4 * i + j] = T[4 * i] * frame[j] + T[4 * i + 1] * frame[4 + j] + T[4 * i + 2] * frame[8 + j];
        }
    }
    rotate(T, in->origin.xyz, false, c); /* from the body's origin to its center of mass */
    cross(v, c, turned);
    cross(v, turned, force);
    cross(a, c, turned);
    for (int i = 0; i < 3; i++) {
        force[i] = in->mass * (a[3 + i] + turned[i] + force[i] - g[i]);
        c[i] += T[4 * i + 3];
    }
    apply_inertia(in->inertia, R, v, Iw);
    apply_inertia(in->inertia, R, a, Ia);
    cross(v, Iw, turned);
    cross(c, force, moment);
    for (int i = 0; i < 3; i++) {
        f[i] += Ia[i] + turned[i] + moment[i];
        f[3 + i] += force[i];
    }
}

static bool is_beyond(const cdy_tree *tree, int body, int joint_body)
{
    while (body > joint_body) {
        body = cdy_tree_parent(tree, body);
    }
    return body == joint_body;
}

/* The reaction of a joint: the sum of the forces that the bodies beyond the joint need, less the wrenches on them
 * (bodies x 6, base frame), in the frame of the joint's body. */
static void expect_reaction(const driven *d, int joint_body, const double *wrenches, double reaction[6])
{
    cdy_error error = {0};
    double f[6] = {0}, T[16], moment[3];
    for (int body = joint_body; body < cdy_model_frame_count(d->r.model); body++) {
        if (is_beyond(d->r.tree, body, joint_body)) {
            add_body_force(d, body, f);
            for (int i = 0; i < 6; i++) {
                f[i] -= wrenches[6 * body + i];
            }
        }
    }
    ck_assert_ok(cdy_get_transform(d->r.model, d->r.work, joint_body, 0, d->q, T, &error), error);
    cross((double[3]){T[3], T[7], T[11]}, f + 3, moment);
    for (int i = 0; i < 3; i++) {
        moment[i] = f[i] - moment[i];
    }
    rotate(T, moment, true, reaction);
    rotate(T, f + 3, true, reaction + 3);
}

START_TEST(reactions_carry_the_whole_subtree)
{
    cdy_error error = {0};
    driven d = make_driven_robot(_i % 20, _i < TREES / 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE);
    const int count = cdy_model_joint_count(d.r.model), frames = cdy_model_frame_count(d.r.model);
    uint64_t seed = (uint64_t)_i;
    double *wrenches = calloc(6 * (size_t)frames, sizeof *wrenches),
           *reactions = calloc(6 * (size_t)count, sizeof *wrenches);
    memset(d.fext, 0, sizeof d.fext);
    draw_array(&seed, 5, wrenches, 6 * frames);
    for (int frame = 0; frame < frames; frame++) {
        ck_assert_ok(cdy_external_force(d.r.model, d.r.work, frame, wrenches + 6 * frame, NULL, d.fext, &error), error);
    }
    ck_assert_ok(cdy_joint_reactions(d.r.model, d.r.work, d.q, d.qd, d.qdd, d.fext, reactions, &error), error);
    for (int i = 0; i < count; i++) {
        cdy_moving_joint joint;
        double expected[6];
        ck_assert_int_eq(cdy_model_joint(d.r.model, i, &joint), CDY_OK);
        expect_reaction(&d, joint.frame, wrenches, expected);
        const double error_of = relative_error(reactions + 6 * i, expected, 6, 1e-3);
        ck_assert_msg(error_of <= 1e-10, "joint '%s' of tree %d: differs by %g", joint.name, _i, error_of);
    }
    free(wrenches);
    free(reactions);
    free_robot(&d.r);
}
END_TEST

/* tau = S^T f for every joint, followers independent: S is the joint's columns in the Jacobian of its body, since no
 * other joint moves the body relative to its parent. */
START_TEST(torques_are_the_reactions_along_the_joints)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree((uint64_t)(_i + 1), 1 + _i % 20, RANDOM_JOINTS_ALL);
    cdy_tree_set_mimic_independent(tree, true);
    robot r = make_robot(tree);
    const size_t n = (size_t)r.nv;
    const int count = cdy_model_joint_count(r.model);
    uint64_t seed = (uint64_t)_i;
    double *numbers = calloc(12 * n + 6 * (size_t)count + (size_t)r.nq, sizeof *numbers);
    double *qd = numbers, *qdd = qd + n, *tau = qdd + n, *J = tau + n, *reactions = J + 6 * n;
    double *q = reactions + 6 * count;
    random_state(&seed, tree, q);
    draw_array(&seed, 2, qd, 2 * r.nv);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
    ck_assert_ok(cdy_joint_reactions(r.model, r.work, q, qd, qdd, NULL, reactions, &error), error);
    const double size = largest(tau, n);
    for (int i = 0; i < count; i++) {
        cdy_moving_joint joint;
        ck_assert_int_eq(cdy_model_joint(r.model, i, &joint), CDY_OK);
        ck_assert_ok(cdy_geometric_jacobian(r.model, r.work, joint.frame, CDY_AXES_BODY, q, J, &error), error);
        for (size_t v = (size_t)joint.velocity; v < (size_t)(joint.velocity + joint.nv); v++) {
            double sum = 0;
            for (size_t k = 0; k < 6; k++) {
                sum += J[k * n + v] * reactions[6 * (size_t)i + k];
            }
            ck_assert_msg(fabs(sum - tau[v]) <= 1e-11 * (1 + size), "joint '%s': %g, not %g", joint.name, sum, tau[v]);
        }
    }
    free(numbers);
    free_robot(&r);
}
END_TEST

/* Followers have reactions of their own: the same as with all joints independent, at the same coordinates. Drives have
 * no part in any reaction. */
START_TEST(followers_have_reactions_and_drives_have_no_part)
{
    cdy_error error = {0};
    cdy_tree *trees[2];
    robot r[2];
    double reactions[3][18], q[] = {0.4}, qd[] = {2}, qdd[] = {-3};
    double all_q[] = {0.4, -0.7, 0}, all_qd[] = {2, -4, 0}, all_qdd[] = {-3, 6, 0};
    for (int k = 0; k < 2; k++) {
        trees[k] = make_tree("palm", 9.81);
        cdy_body body = make_body("a", "lead", CDY_JOINT_REVOLUTE);
        set_axis(&body, 0, 1, 0);
        set_inertial(&body, 1, 0.2, 0.1, 0, (double[6]){1, 0, 0, 2, 0, 3});
        add_body(trees[k], &body, "palm");
        body = make_body("b", "tip", CDY_JOINT_REVOLUTE);
        set_origin(&body, 0.5, 0, 0, 0, 0, 0);
        set_axis(&body, 0, 0, 1);
        set_inertial(&body, 2, 0.3, 0, 0.1, (double[6]){1, 0, 0, 2, 0, 3});
        body.joint.mimic = (cdy_mimic){"lead", -2, 0.1};
        add_body(trees[k], &body, "a");
        cdy_tree_set_mimic_independent(trees[k], k == 1);
        r[k] = make_robot(trees[k]);
    }
    ck_assert_int_eq(cdy_model_joint_count(r[0].model), 2);
    ck_assert_ok(cdy_joint_reactions(r[0].model, r[0].work, q, qd, qdd, NULL, reactions[0], &error), error);
    ck_assert_ok(cdy_joint_reactions(r[1].model, r[1].work, all_q, all_qd, all_qdd, NULL, reactions[1], &error), error);
    ck_assert_near(reactions[0], reactions[1], 12, 1e-13);
    set_drives(&r[0], all_drives());
    ck_assert_ok(cdy_joint_reactions(r[0].model, r[0].work, q, qd, qdd, NULL, reactions[2], &error), error);
    ck_assert_near(reactions[2], reactions[0], 12, 0);
    free_robot(&r[0]);
    free_robot(&r[1]);
}
END_TEST

START_TEST(results_that_are_not_finite_are_refused)
{
    cdy_error error = {0};
    robot r = make_pendulum(10);
    const double fast = 1e200, nan = (double)NAN;
    double reaction[6];
    ck_assert_fails(cdy_joint_reactions(r.model, r.work, NULL, &fast, NULL, NULL, reaction, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert_fails(cdy_joint_reactions(r.model, r.work, &nan, NULL, NULL, NULL, reaction, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_joint_reactions(r.model, r.work, NULL, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("external_force");
    TCase *tests = add_case(suite, "frames", a_wrench_in_the_base_frame_is_taken_as_it_is);
    tcase_add_test(tests, a_wrench_in_the_bodys_frame_is_carried_to_the_base);
    tcase_add_test(tests, bodies_stand_where_their_coordinates_say);
    tcase_add_test(tests, both_frames_tell_the_same);
    tests = add_case(suite, "joints", joints_hold_against_a_wrench);
    tcase_add_test(tests, what_is_welded_to_the_base_feels_nothing);
    tcase_add_test(tests, rows_of_one_joint_act_together);
    tcase_add_test(tests, a_follower_has_a_row_of_its_own);
    tests = add_case(suite, "reactions", a_hinge_carries_the_weight_of_a_pendulum);
    tcase_add_test(tests, a_hinge_holds_a_spinning_pendulum);
    tcase_add_test(tests, every_joint_carries_what_is_beyond_it);
    tcase_add_loop_test(tests, reactions_carry_the_whole_subtree, 0, TREES);
    tcase_add_loop_test(tests, torques_are_the_reactions_along_the_joints, 0, TREES);
    tcase_add_test(tests, followers_have_reactions_and_drives_have_no_part);
    tcase_add_test(tests, results_that_are_not_finite_are_refused);
    return run_suites(suite, NULL);
}
