/* Drives: damping, friction, rotors and springs in every call with drives, and forward dynamics by both methods. */
#include "support/compare.h"
#include "support/driven.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 40 };

static void inverse(robot *r, const double *q, const double *qd, const double *qdd, double *tau)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, NULL, tau, &error), error);
}

/* ---- one joint, by hand ---- */

static const double damping = 0.3, friction = 0.7, stiffness = 2.5, rest = 0.4, rotor = 1e-3, gear = -50, width = 0.1;

/* 2 kg at 0.5 m from a horizontal axis, or along the axis: an inertia of 0.5 or 2 about the joint or about a later one.
 */
static robot make_driven(cdy_joint_type type)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("bob", "joint", type);
    set_inertial(&body, 2, 0.5, 0, 0, (double[6]){0});
    set_axis(&body, 0, type == CDY_JOINT_PRISMATIC ? 0 : -1, type == CDY_JOINT_PRISMATIC ? 1 : 0);
    body.joint.dynamics = (cdy_joint_dynamics){true, damping, friction, stiffness, rest};
    body.joint.rotor_inertia = rotor;
    body.joint.gear_ratio = gear;
    add_body(tree, &body, "base");
    return make_robot(tree);
}

START_TEST(each_drive_adds_its_term)
{
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE, CDY_JOINT_CONTINUOUS, CDY_JOINT_PRISMATIC};
    const double q = 0.9, qd = -0.15, qdd = 1.7;
    const bool slides = types[_i / 16] == CDY_JOINT_PRISMATIC;
    const int set = _i % 16;
    robot r = make_driven(types[_i / 16]);
    set_drives(
        &r,
        (cdy_drive_options){
            .damping = set & 1, .friction = set & 2, .friction_width = width, .rotors = set & 4, .springs = set & 8});
    double inertia = (slides ? 2 : 0.5) + (set & 4 ? rotor * gear * gear : 0);
    double bias = 2 * 9.81 * (slides ? 1 : 0.5 * cos(q));
    bias += (set & 1 ? damping * qd : 0) + (set & 2 ? friction * tanh(qd / width) : 0);
    bias += set & 8 ? stiffness * (q - rest) : 0;
    double tau, M, back, expected = inertia * qdd + bias;
    cdy_error error = {0};
    inverse(&r, &q, &qd, &qdd, &tau);
    ck_assert_near(&tau, &expected, 1, 1e-13);
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, &q, &M, &error), error);
    ck_assert_near(&M, &inertia, 1, 1e-14);
    for (int method = CDY_FORWARD_AUTO; method <= (int)last_method(&r); method++) {
        ck_assert_ok(
            cdy_forward_dynamics_by(r.model, r.work, (cdy_forward_method)method, &q, &qd, &tau, NULL, &back, &error),
            error);
        ck_assert_near(&back, &qdd, 1, 1e-12);
    }
    double product, x = 3, Mx = 3 * inertia;
    ck_assert_ok(cdy_mass_times(r.model, r.work, &q, &x, &product, &error), error);
    ck_assert_near(&product, &Mx, 1, 1e-12);
    ck_assert_ok(cdy_inverse_mass_times(r.model, r.work, &q, &Mx, &product, &error), error);
    ck_assert_near(&product, &x, 1, 1e-12);
    free_robot(&r);
}
END_TEST

START_TEST(bodies_alone_make_velocity_product_and_gravity_torque)
{
    const double q = 0.9, qd = 2, weight = 2 * 9.81 * 0.5 * cos(q), nothing = 0;
    double tau;
    cdy_error error = {0};
    robot r = make_driven(CDY_JOINT_REVOLUTE);
    set_drives(&r, all_drives());
    ck_assert_ok(cdy_gravity_torque(r.model, r.work, &q, &tau, &error), error);
    ck_assert_near(&tau, &weight, 1, 1e-14);
    ck_assert_ok(cdy_velocity_product(r.model, r.work, &q, &qd, &tau, &error), error);
    ck_assert_near(&tau, &nothing, 1, 1e-14);
    free_robot(&r);
}
END_TEST

/* The follower turns at -2 times the velocity of the leader: its drive acts on the leader by this ratio. */
START_TEST(leader_feels_the_drive_of_its_follower)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("a", "lead", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    body = make_body("b", "tied", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    body.joint.dynamics = (cdy_joint_dynamics){true, damping, friction, stiffness, rest};
    body.joint.rotor_inertia = rotor;
    body.joint.gear_ratio = gear;
    body.joint.mimic = (cdy_mimic){"lead", -2, 0.1};
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    set_drives(&r, all_drives());
    const double q = 0.3, qd = 0.04, qdd = 1.5;
    double tau, back,
        follower = damping * -2 * qd + friction * tanh(-2 * qd / width) + stiffness * (-2 * q + 0.1 - rest) +
                   rotor * gear * gear * -2 * qdd;
    double expected = (1 + 4) * qdd - 2 * follower;
    inverse(&r, &q, &qd, &qdd, &tau);
    ck_assert_near(&tau, &expected, 1, 1e-13);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, &q, &qd, &tau, NULL, &back, &error), error);
    ck_assert_near(&back, &qdd, 1, 1e-13);
    ck_assert_fails(
        cdy_forward_dynamics_by(r.model, r.work, CDY_FORWARD_ARTICULATED_BODIES, &q, &qd, &tau, NULL, &back, &error),
        CDY_ERROR_UNSUPPORTED, error);
    free_robot(&r);
}
END_TEST

/* Damping acts on each of the six velocities; rotor and spring need an axis, and have no effect here. */
START_TEST(floating_joint_has_damping_and_friction_only)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("ball", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){3, 0, 0, 3, 0, 3});
    body.joint.dynamics = (cdy_joint_dynamics){true, damping, friction, stiffness, rest};
    body.joint.rotor_inertia = 7;
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    set_drives(&r, all_drives());
    const double qd[6] = {0.1, 0, -0.2, 0, 0.3, 0}, qdd[6] = {1, 2, 3, 0, 0, 0};
    double tau[6], expected[6];
    for (int i = 0; i < 6; i++) {
        expected[i] = damping * qd[i] + friction * tanh(qd[i] / width) + 3 * qdd[i];
    }
    /* The axes of the body turn, which adds w x v of w = 0.1 0 -0.2 and v = 0 0.3 0 to the acceleration, times the
     * mass. */
    expected[3] += 2 * 0.2 * 0.3;
    expected[5] += 2 * 0.1 * 0.3;
    inverse(&r, NULL, qd, qdd, tau);
    ck_assert_near(tau, expected, 6, 1e-14);
    free_robot(&r);
}
END_TEST

/* ---- random robots ---- */

static bool has_followers(const robot *r)
{
    return cdy_model_force_rows(r->model) > r->nv;
}

static void check_forward(driven *s, cdy_forward_method method)
{
    cdy_error error = {0};
    double tau[MOST], qdd[MOST];
    robot *r = &s->r;
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, s->q, s->qd, s->qdd, s->fext, tau, &error), error);
    if (method == CDY_FORWARD_ARTICULATED_BODIES && has_followers(r)) {
        ck_assert_fails(cdy_forward_dynamics_by(r->model, r->work, method, s->q, s->qd, tau, s->fext, qdd, &error),
                        CDY_ERROR_UNSUPPORTED, error);
        return;
    }
    ck_assert_ok(cdy_forward_dynamics_by(r->model, r->work, method, s->q, s->qd, tau, s->fext, qdd, &error), error);
    ck_assert_relative(qdd, s->qdd, (size_t)r->nv, 1e-8);
}

START_TEST(forward_dynamics_undoes_inverse_dynamics)
{
    for (int joints = RANDOM_JOINTS_ALL; joints <= RANDOM_JOINTS_ONE_DEGREE; joints++) {
        driven s = make_driven_robot(_i, (random_joints)joints);
        for (int on = 0; on < 2; on++) {
            set_drives(&s.r, on ? all_drives() : cdy_drive_options_default());
            check_forward(&s, CDY_FORWARD_AUTO);
            check_forward(&s, CDY_FORWARD_ARTICULATED_BODIES);
            check_forward(&s, CDY_FORWARD_MASS_MATRIX);
            check_forward(&s, last_method(&s.r));
        }
        free_robot(&s.r);
    }
}
END_TEST

START_TEST(products_are_those_of_the_matrix)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    const size_t n = (size_t)s.r.nv;
    double *M = calloc(n * n, sizeof *M), product[MOST], expected[MOST] = {0}, back[MOST];
    ck_assert_ptr_nonnull(M);
    set_drives(&s.r, all_drives());
    ck_assert_ok(cdy_mass_matrix(s.r.model, s.r.work, s.q, M, &error), error);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            ck_assert(!(M[i * n + j] < M[j * n + i] || M[i * n + j] > M[j * n + i]));
            expected[i] += M[i * n + j] * s.qdd[j];
        }
    }
    ck_assert_ok(cdy_mass_times(s.r.model, s.r.work, s.q, s.qdd, product, &error), error);
    ck_assert_relative(product, expected, n, 1e-11);
    ck_assert_ok(cdy_inverse_mass_times(s.r.model, s.r.work, s.q, product, back, &error), error);
    ck_assert_relative(back, s.qdd, n, 1e-8);
    memcpy(back, product, n * sizeof *back); /* in place, and without the arguments that are NULL */
    ck_assert_ok(cdy_inverse_mass_times(s.r.model, s.r.work, s.q, back, back, &error), error);
    ck_assert_relative(back, s.qdd, n, 1e-8);
    ck_assert_ok(cdy_mass_times(s.r.model, s.r.work, NULL, NULL, back, &error), error);
    ck_assert_double_eq(largest(back, n), 0);
    free(M);
    free_robot(&s.r);
}
END_TEST

/* Rotors increase every pivot of M, so that even a robot of massless bodies has accelerations. */
START_TEST(rotors_let_massless_bodies_move)
{
    cdy_error error = {0};
    double qdd, tau = 5, expected = 5 / (rotor * gear * gear);
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("nothing", "joint", CDY_JOINT_REVOLUTE);
    body.joint.rotor_inertia = rotor;
    body.joint.gear_ratio = gear;
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    for (int method = CDY_FORWARD_AUTO; method <= (int)last_method(&r); method++) {
        set_drives(&r, cdy_drive_options_default());
        qdd = 7;
        ck_assert_fails(
            cdy_forward_dynamics_by(r.model, r.work, (cdy_forward_method)method, NULL, NULL, &tau, NULL, &qdd, &error),
            CDY_ERROR_NUMERIC, error);
        ck_assert_ptr_nonnull(strstr(error.text, "'joint'"));
        ck_assert_double_eq(qdd, 7);
        set_drives(&r, all_drives());
        ck_assert_ok(
            cdy_forward_dynamics_by(r.model, r.work, (cdy_forward_method)method, NULL, NULL, &tau, NULL, &qdd, &error),
            error);
        ck_assert_near(&qdd, &expected, 1, 1e-12);
    }
    free_robot(&r);
}
END_TEST

/* Two joints about one axis with a transform between them that rounds: the pivot of the first joint is not quite zero.
 */
START_TEST(all_methods_find_the_joint_without_inertia_of_its_own)
{
    cdy_error error = {0};
    double qdd[2] = {1, 2};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("ring", "first", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0.3, -0.4, 0.7);
    add_body(tree, &body, "base");
    body = make_body("bob", "second", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0.3, -0.4, 0.7);
    set_inertial(&body, 1.7, 0.3, 0.1, -0.2, (double[6]){0.013, 0.001, 0, 0.017, 0.002, 0.011});
    add_body(tree, &body, "ring");
    robot r = make_robot(tree);
    const double q[2] = {0.1 * _i, 0.7};
    for (int method = CDY_FORWARD_AUTO; method <= (int)last_method(&r); method++) {
        ck_assert_fails(
            cdy_forward_dynamics_by(r.model, r.work, (cdy_forward_method)method, q, NULL, NULL, NULL, qdd, &error),
            CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strstr(error.text, "'first'") || strstr(error.text, "'second'"), "%s", error.text);
        ck_assert(qdd[0] > 0.5 && qdd[1] > 1.5);
    }
    free_robot(&r);
}
END_TEST

/* ---- the switch ---- */

START_TEST(off_is_as_never_on)
{
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    cdy_drive_options options;
    cdy_error error = {0};
    double before[MOST], after[MOST], with[MOST];
    cdy_model_get_drives(s.r.model, &options);
    ck_assert(!options.damping && !options.friction && !options.rotors && !options.springs);
    inverse(&s.r, s.q, s.qd, s.qdd, before);
    set_drives(&s.r, all_drives());
    cdy_model_get_drives(s.r.model, &options);
    ck_assert(options.damping && options.friction && options.rotors && options.springs);
    inverse(&s.r, s.q, s.qd, s.qdd, with);
    ck_assert(memcmp(before, with, (size_t)s.r.nv * sizeof *before) != 0);
    options.friction_width = 0;
    ck_assert_fails(cdy_model_set_drives(s.r.model, &options, &error), CDY_ERROR_ARGUMENT, error);
    inverse(&s.r, s.q, s.qd, s.qdd, after);
    ck_assert_mem_eq(with, after, (size_t)s.r.nv * sizeof *before);
    set_drives(&s.r, cdy_drive_options_default());
    inverse(&s.r, s.q, s.qd, s.qdd, after);
    ck_assert_mem_eq(before, after, (size_t)s.r.nv * sizeof *before);
    free_robot(&s.r);
}
END_TEST

START_TEST(bad_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = make_driven(CDY_JOINT_REVOLUTE);
    const double widths[] = {0, -1, (double)NAN, (double)INFINITY}, nan = (double)NAN;
    double x = 1, y = 7;
    for (int i = 0; i < 4; i++) {
        cdy_drive_options options = {.friction_width = widths[i]};
        ck_assert_fails(cdy_model_set_drives(r.model, &options, &error), CDY_ERROR_ARGUMENT, error);
    }
    ck_assert_fails(cdy_model_set_drives(r.model, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_set_drives(NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_model_get_drives(NULL, NULL);
    ck_assert_fails(cdy_forward_dynamics_by(r.model, r.work, (cdy_forward_method)4, NULL, NULL, NULL, NULL, &y, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mass_times(r.model, r.work, NULL, &x, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mass_times(r.model, r.work, NULL, &nan, &y, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mass_times(r.model, NULL, NULL, &x, &y, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_inverse_mass_times(r.model, r.work, NULL, &x, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_inverse_mass_times(r.model, r.work, &nan, &x, &y, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_inverse_mass_times(NULL, r.work, NULL, &x, &y, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_double_eq(y, 7);
    cdy_joint joint = cdy_tree_body(r.tree, 1)->joint;
    joint.dynamics.stiffness = -1;
    ck_assert_fails(cdy_tree_replace_joint(r.tree, "bob", &joint, &error), CDY_ERROR_ARGUMENT, error);
    joint.dynamics.stiffness = 1;
    joint.dynamics.spring_rest = nan;
    ck_assert_fails(cdy_tree_replace_joint(r.tree, "bob", &joint, &error), CDY_ERROR_ARGUMENT, error);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("drives");
    TCase *hand = add_case(suite, "by hand", bodies_alone_make_velocity_product_and_gravity_torque);
    tcase_add_loop_test(hand, each_drive_adds_its_term, 0, 48);
    tcase_add_test(hand, leader_feels_the_drive_of_its_follower);
    tcase_add_test(hand, floating_joint_has_damping_and_friction_only);
    TCase *random = add_case(suite, "robots", rotors_let_massless_bodies_move);
    tcase_add_loop_test(random, forward_dynamics_undoes_inverse_dynamics, 0, TREES);
    tcase_add_loop_test(random, products_are_those_of_the_matrix, 0, TREES);
    tcase_add_loop_test(random, all_methods_find_the_joint_without_inertia_of_its_own, 0, 10);
    TCase *setting = add_case(suite, "setting", bad_arguments_are_refused);
    tcase_add_loop_test(setting, off_is_as_never_on, 0, TREES);
    return run_suites(suite, NULL);
}
