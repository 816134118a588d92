/* Limits in a motion: torques that saturate at effort limits, and joints that stop at position limits. */
#include "simulation/simulation_case.h"
#include "support/allocation.h"

#include <stdlib.h>

/* A cart of 2 kg that slides along -z from 1 m to -0.5 m, with an effort limit of 5 N. */
static robot make_drop(double g)
{
    cdy_tree *tree = make_tree("base", g);
    cdy_body body = make_body("cart", "rail", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    body.joint.limit = (cdy_limit){.given = true, .lower = -0.5, .upper = 1, .effort = 5, .velocity = 9};
    add_body(tree, &body, "base");
    return make_robot(tree);
}

/* Two rods of 1 m and 1 kg, joints about y, the elbow between two limits; the arm hangs from (0, 0). */
static robot make_arm(double lower, double upper)
{
    cdy_tree *tree = make_tree("base", 9.81);
    static const char *const names[2][2] = {{"upper", "shoulder"}, {"lower", "elbow"}};
    const double ranges[2][2] = {{-1, 0.7}, {lower, upper}};
    for (int i = 0; i < 2; i++) {
        cdy_body body = make_body(names[i][0], names[i][1], CDY_JOINT_REVOLUTE);
        set_inertial(&body, 1, 0.5, 0, 0, (double[6]){0.01, 0, 0, 0.02, 0, 0.02});
        set_axis(&body, 0, 1, 0);
        set_origin(&body, i, 0, 0, 0, 0, 0);
        body.joint.limit =
            (cdy_limit){.given = true, .lower = ranges[i][0], .upper = ranges[i][1], .effort = 60, .velocity = 3};
        add_body(tree, &body, i ? "upper" : "base");
    }
    return make_robot(tree);
}

static cdy_simulation *begin(const robot *r, cdy_simulation_options o, const double *q, const double *qd)
{
    cdy_error error = {0};
    cdy_simulation *s = NULL;
    ck_assert_ok(cdy_simulation_create(r->model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0, q, qd, &error), error);
    return s;
}

static cdy_simulation_options with_stops(void)
{
    cdy_simulation_options o = cdy_simulation_options_default();
    o.stops = true;
    return o;
}

static cdy_status push(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)t, (void)q, (void)qd;
    tau[0] = *(const double *)user;
    return CDY_OK;
}

static cdy_status push_both(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)t, (void)q, (void)qd;
    memcpy(tau, user, 2 * sizeof *tau);
    return CDY_OK;
}

/* x = F t^2 / (2 m) with F cut to 5 N, by every integrator, sampled or not. */
START_TEST(torques_saturate_at_the_effort_limit)
{
    static const double tolerance[INTEGRATORS] = {1e-3, 1e-7, 1e-7, 1e-5, 1e-5, 1e-7};
    SKIP_WITHOUT(integrators[_i]);
    for (int sampled = 0; sampled < 2; sampled++) {
        robot r = make_drop(0);
        cdy_error error = {0};
        double force = -80, tau;
        cdy_simulation_options o = cdy_simulation_options_default();
        o.integrator = integrators[_i];
        o.control = push;
        o.control_user = &force;
        o.saturate = true;
        o.sampled_control = sampled;
        cdy_simulation *s = begin(&r, o, NULL, NULL);
        run(s, 500);
        ck_assert_double_eq_tol(*cdy_simulation_q(s), -5 * 0.25 / 4, tolerance[_i]);
        ck_assert_ok(cdy_simulation_torque(s, &tau, &error), error);
        ck_assert_double_eq(tau, -5);
        force = 3; /* within the limit */
        ck_assert_ok(cdy_simulation_torque(s, &tau, &error), error);
        ck_assert_double_eq(tau, 3);
        cdy_simulation_destroy(s);
        free_robot(&r);
    }
}
END_TEST

/* PD control whose gains ask for more than the effort limits reaches its goal, within the limits. */
START_TEST(saturated_control_reaches_its_goal)
{
    cdy_error error = {0};
    robot r = make_arm(-0.5, 0.4);
    const double goal[2] = {0.3, 0.2}, start[2] = {-0.9, -0.4};
    double Kp[4] = {4e4, 0, 0, 4e4}, Kd[4] = {4e3, 0, 0, 4e3}, tau[2];
    cdy_motion_model *law = NULL;
    ck_assert_ok(cdy_motion_model_create(r.model, CDY_PD_CONTROL, &law, &error), error);
    ck_assert_ok(cdy_motion_model_set_gains(law, Kp, Kd, &error), error);
    ck_assert_ok(cdy_motion_model_set_reference(law, goal, NULL, NULL, &error), error);
    cdy_simulation_options o = with_stops();
    o.control = cdy_motion_model_control;
    o.control_slopes = cdy_motion_model_slopes;
    o.control_user = law;
    o.saturate = true;
    o.step = 0.004;
    cdy_simulation *s = begin(&r, o, start, NULL);
    for (int i = 0; i < 750; i++) {
        run(s, 1);
        ck_assert_ok(cdy_simulation_torque(s, tau, &error), error);
        ck_assert_double_le(largest(tau, 2), 60);
        ck_assert_int_eq(cdy_configuration_limit_violations(r.model, cdy_simulation_q(s), 0, NULL), 0);
    }
    ck_assert_near(cdy_simulation_q(s), goal, 2, 1e-3);
    cdy_simulation_destroy(s);
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* A falling cart reaches the stop after sqrt(2 s / g) and stays there; a force above its weight lifts it again. */
START_TEST(a_falling_cart_stops_and_leaves)
{
    robot r = make_drop(9.81);
    cdy_error error = {0};
    double force = 0;
    const double q = 0.5, fall = sqrt(2 * 1 / 9.81);
    cdy_simulation_options o = with_stops();
    o.control = push;
    o.control_user = &force;
    cdy_simulation *s = begin(&r, o, &q, NULL);
    double last = q;
    for (int i = 1; i <= 600; i++) {
        run(s, 1);
        const double t = i * 0.001, x = *cdy_simulation_q(s);
        ck_assert_double_eq_tol(x, t < fall ? q - 9.81 * t * t / 2 : -0.5, 1e-8);
        ck_assert_double_le(x, last);
        last = x;
    }
    ck_assert_double_eq(*cdy_simulation_q(s), -0.5);
    ck_assert_double_eq(*cdy_simulation_qd(s), 0);
    force = 2 * 9.81 + 4; /* 2 m/s2 upward */
    run(s, 500);
    ck_assert_double_eq_tol(*cdy_simulation_q(s), -0.5 + 2 * 0.25 / 2, 1e-6);
    run(s, 2000);
    ck_assert_double_eq(*cdy_simulation_q(s), 1);
    ck_assert_double_eq(*cdy_simulation_qd(s), 0);
    ck_assert_ok(cdy_simulation_set_state(s, 0, &(double){1}, &(double){3}, &error), error);
    run(s, 1);
    ck_assert_double_eq(*cdy_simulation_q(s), 1);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* An impact at one joint changes the velocities of all: M (qd+ - qd-) = e_i impulse, with qd+_i = 0. */
START_TEST(impacts_reach_all_joints)
{
    robot r = make_arm(-0.5, 0.4);
    cdy_error error = {0};
    const double q[2] = {0.1, 0.4}, qd[2] = {0.5, 2}; /* the elbow stands at its upper limit and moves on */
    double M[4], none[3] = {0, 0, 0};
    ck_assert_ok(cdy_model_set_gravity(r.model, none, &error), error);
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, q, M, &error), error);
    cdy_simulation_options o = with_stops();
    o.step = 1e-7;
    cdy_simulation *s = begin(&r, o, q, qd);
    run(s, 1);
    ck_assert_double_eq_tol(cdy_simulation_qd(s)[1], 0, 1e-5);
    ck_assert_double_eq_tol(cdy_simulation_qd(s)[0], qd[0] + M[1] / M[0] * qd[1],
                            1e-6); /* the row of the other joint */
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* A falling arm stays within its limits, and its energy never increases: stops take energy and give none. */
START_TEST(a_falling_arm_comes_to_rest_in_its_limits)
{
    static const double starts[3][2] = {{0, 0}, {-1, -0.5}, {0.69, -0.5}};
    robot r = make_arm(-0.5, 0.4);
    const double upper[2] = {0.7, 0.4};
    cdy_simulation *s = begin(&r, with_stops(), starts[_i], NULL);
    double last = total_energy(s);
    for (int i = 0; i < 3000; i++) {
        run(s, 1);
        ck_assert_int_eq(cdy_configuration_limit_violations(r.model, cdy_simulation_q(s), 0, NULL), 0);
        const double now = total_energy(s);
        ck_assert_msg(now <= last + 1e-6, "step %d: the energy grows from %g to %g J", i, last, now);
        last = now;
    }
    ck_assert_near(cdy_simulation_q(s), upper, 2, 0);
    ck_assert_double_eq(largest(cdy_simulation_qd(s), 2), 0);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* A joint with equal limits is fixed. */
START_TEST(a_range_of_one_point_holds)
{
    cdy_error error = {0};
    robot r = make_arm(0.2, 0.2);
    cdy_coordinate c;
    ck_assert_ok(cdy_model_position(r.model, 1, &c), error);
    const double q[2] = {0, 0.2};
    ck_assert_double_eq(c.lower, c.upper);
    cdy_simulation *s = begin(&r, with_stops(), q, NULL);
    run(s, 300);
    ck_assert_double_eq(cdy_simulation_q(s)[1], 0.2);
    ck_assert_double_gt(cdy_simulation_q(s)[0], 0.2);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_uses_of_stops_are_refused)
{
    cdy_error error = {0};
    robot r = make_arm(-0.5, 0.4);
    cdy_simulation *s = NULL;
    cdy_simulation_options o = with_stops();
    const double beyond[2] = {0.8, 0};
    o.integrator = CDY_RK4;
    ck_assert_fails(cdy_simulation_create(r.model, &o, &s, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "'implicit'"));
    s = begin(&r, with_stops(), NULL, NULL);
    ck_assert_fails(cdy_simulation_set_state(s, 0, beyond, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "'shoulder' begins at 0.8, beyond its limit of 0.7"));
    ck_assert_double_eq(cdy_simulation_q(s)[0], 0);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* A motion begins at a limit, and not beyond; the joint, its place and its limit are named. */
START_TEST(motions_begin_within_the_limits)
{
    static const struct {
        double q[2];
        const char *text; /* NULL: none */
    } cases[] = {{{-1, -0.5}, NULL},
                 {{0.7, 0.4}, NULL},
                 {{-1.25, 0}, "joint 'shoulder' begins at -1.25, beyond its limit of -1;"},
                 {{0.75, 0}, "joint 'shoulder' begins at 0.75, beyond its limit of 0.7;"},
                 {{0, -0.75}, "joint 'elbow' begins at -0.75, beyond its limit of -0.5;"},
                 {{0.7, 0.5}, "joint 'elbow' begins at 0.5, beyond its limit of 0.4;"}};
    robot r = make_arm(-0.5, 0.4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        cdy_simulation *s = begin(&r, with_stops(), NULL, NULL);
        const cdy_status status = cdy_simulation_set_state(s, 1, cases[i].q, NULL, &error);
        ck_assert_int_eq(status, cases[i].text ? CDY_ERROR_ARGUMENT : CDY_OK);
        ck_assert_msg(!cases[i].text || strncmp(error.text, cases[i].text, strlen(cases[i].text)) == 0, "%s",
                      error.text);
        ck_assert_double_eq(cdy_simulation_time(s), cases[i].text ? 0 : 1);
        cdy_simulation_destroy(s);
        s = begin(&r, cdy_simulation_options_default(), cases[i].q, NULL); /* without stops anywhere */
        cdy_simulation_destroy(s);
    }
    free_robot(&r);
}
END_TEST

/* Each joint's torque is cut at its own limit, on both sides. */
START_TEST(each_torque_has_its_own_limit)
{
    static const double asked[2] = {-75, 130}, limits[2] = {60, 45};
    cdy_error error = {0};
    robot r = make_arm(-0.5, 0.4);
    cdy_joint joint = cdy_tree_body(r.tree, 2)->joint;
    joint.limit.effort = limits[1];
    ck_assert_ok(cdy_tree_replace_joint(r.tree, cdy_tree_body(r.tree, 2)->name, &joint, &error), error);
    robot changed = {.tree = r.tree};
    ck_assert_ok(cdy_model_create(r.tree, &changed.model, &error), error);
    for (int sign = -1; sign <= 1; sign += 2) {
        double torques[2] = {sign * asked[0], sign * asked[1]}, tau[2];
        cdy_simulation_options o = cdy_simulation_options_default();
        o.control = push_both;
        o.control_user = torques;
        o.saturate = true;
        cdy_simulation *s = begin(&changed, o, NULL, NULL);
        ck_assert_ok(cdy_simulation_torque(s, tau, &error), error);
        ck_assert_double_eq(tau[0], -sign * limits[0]);
        ck_assert_double_eq(tau[1], sign * limits[1]);
        cdy_simulation_destroy(s);
    }
    cdy_model_destroy(changed.model);
    free_robot(&r);
}
END_TEST

/* A control law with drives, stops and saturation does not allocate. */
START_TEST(steps_allocate_nothing)
{
    robot r = make_arm(-0.5, 0.4);
    cdy_error error = {0};
    double torque = 100;
    cdy_simulation_options o = with_stops();
    o.control = push;
    o.control_user = &torque;
    o.saturate = true;
    cdy_simulation *s = begin(&r, o, NULL, NULL);
    heap_counts before = heap_count();
    cdy_status status = CDY_OK;
    for (int i = 0; i < 1000 && !status; i++) {
        status = cdy_simulation_step(s, &error);
    }
    heap_counts after = heap_count();
    ck_assert_ok(status, error);
    if (heap_is_counted()) {
        ck_assert_uint_eq(after.calls, before.calls);
    }
    ck_assert_double_eq(cdy_simulation_q(s)[0], 0.7);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("joint_limits");
    TCase *tests = tcase_create("limits");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, torques_saturate_at_the_effort_limit, 0, INTEGRATORS);
    tcase_add_test(tests, saturated_control_reaches_its_goal);
    tcase_add_test(tests, a_falling_cart_stops_and_leaves);
    tcase_add_test(tests, impacts_reach_all_joints);
    tcase_add_loop_test(tests, a_falling_arm_comes_to_rest_in_its_limits, 0, 3);
    tcase_add_test(tests, a_range_of_one_point_holds);
    tcase_add_test(tests, wrong_uses_of_stops_are_refused);
    tcase_add_test(tests, motions_begin_within_the_limits);
    tcase_add_test(tests, each_torque_has_its_own_limit);
    tcase_add_test(tests, steps_allocate_nothing);
    return run_suites(suite, NULL);
}
