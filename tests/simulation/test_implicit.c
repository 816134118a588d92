/* The implicit integrator: closed forms with stiff forces, its order, slopes of control laws, and its refusals. */
#include "simulation/simulation_case.h"
#include "support/driven.h"

#include <stdlib.h>

/* A cart of 2 kg on a rail without gravity. */
static robot make_cart(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "rail", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    return make_robot(tree);
}

/* A spring and a damper between the cart and the position 0. */
typedef struct spring {
    double k, d;
    int calls;
    double slope; /* factor of the slopes that the law returns, 1: the right ones */
} spring;

static cdy_status pull(void *user, double t, const double *q, const double *qd, double *tau)
{
    spring *s = user;
    (void)t;
    s->calls++;
    tau[0] = -s->k * q[0] - s->d * qd[0];
    return CDY_OK;
}

static cdy_status tell_slopes(void *user, double t, const double *q, const double *qd, double *K, double *D)
{
    const spring *s = user;
    (void)t, (void)q, (void)qd;
    K[0] = s->slope * s->k;
    D[0] = s->slope * s->d;
    return CDY_OK;
}

static cdy_simulation *hang_on_spring(const robot *r, spring *law, double h, cdy_control_slopes slopes)
{
    cdy_error error = {0};
    cdy_simulation *s = NULL;
    cdy_simulation_options o = cdy_simulation_options_default();
    o.step = h;
    o.control = pull;
    o.control_slopes = slopes;
    o.control_user = law;
    ck_assert_ok(cdy_simulation_create(r->model, &o, &s, &error), error);
    return s;
}

/* m x'' + d x' + k x = 0 from x = 1 at rest, with roots of the characteristic polynomial that are real and far apart.
 */
static double overdamped(double m, double k, double d, double t)
{
    const double a = -2 * k / (d + sqrt(d * d - 4 * m * k)), b = -(d + sqrt(d * d - 4 * m * k)) / (2 * m);
    return (b * exp(a * t) - a * exp(b * t)) / (b - a);
}

/* Rates up to 5e8 a second, and steps of 0.01 s: the slow root decides the motion. */
START_TEST(stiff_dampers_need_no_short_steps)
{
    static const double dampings[3] = {1e4, 1e6, 1e9};
    robot r = make_cart();
    cdy_error error = {0};
    const double d = dampings[_i], k = d, q = 1, h = 0.01; /* the slow root is near -1 1/s */
    spring law = {.k = k, .d = d, .slope = 1};
    cdy_simulation *s = hang_on_spring(&r, &law, h, tell_slopes);
    ck_assert_ok(cdy_simulation_set_state(s, 0, &q, NULL, &error), error);
    run(s, 100);
    ck_assert_double_eq_tol(*cdy_simulation_q(s), overdamped(2, k, d, 1), 1e-4);
    ck_assert_msg(law.calls < 20000, "%d evaluations of the law", law.calls);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* Slopes affect the integrator's work alone: wrong slopes and missing slopes lead to the same motion within the
 * tolerances. */
START_TEST(slopes_change_no_result)
{
    robot r = make_cart();
    cdy_error error = {0};
    const double q = 1, factors[4] = {0, 0.3, 1, 3};
    spring law = {.k = 200, .d = 3, .slope = factors[_i]};
    cdy_simulation *s = hang_on_spring(&r, &law, 0.01, tell_slopes);
    const double rate = 3.0 / 4, w = sqrt(100 - rate * rate), T = 1;
    ck_assert_ok(cdy_simulation_set_state(s, 0, &q, NULL, &error), error);
    run(s, 100);
    const double expected = exp(-rate * T) * (cos(w * T) + rate / w * sin(w * T));
    ck_assert_double_eq_tol(*cdy_simulation_q(s), expected, 1e-3);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

static cdy_status rest(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)user, (void)t, (void)q, (void)qd, (void)tau;
    return CDY_OK;
}

/* Slopes of a law without torques. */
static cdy_status tell_false_slopes(void *user, double t, const double *q, const double *qd, double *K, double *D)
{
    const robot *r = user;
    (void)t, (void)q, (void)qd;
    for (int i = 0; i < r->nv; i++) {
        K[i] = D[i] = 0.1;
    }
    return CDY_OK;
}

/* With tolerances that reject no step, halving the step divides the error by 32, and by 16 where slopes act. */
START_TEST(the_order_is_five_or_four)
{
    const bool slopes = _i >= 2;
    const int expected = slopes ? 4 : 5;
    robot r = make_robot(random_tree(_i % 2 ? 28 : 23, 7, RANDOM_JOINTS_ALL));
    uint64_t state = 11;
    double q[ROOM], qd[ROOM], q_true[ROOM], qd_true[ROOM], errors[2];
    cdy_error error = {0};
    cdy_random_configuration(r.model, &state, q);
    draw_array(&state, 1, qd, r.nv);
    end_of(&r, CDY_RK4, 0.2, 2000, q, qd, q_true, qd_true);
    for (int i = 0; i < 2; i++) {
        cdy_simulation_options o = cdy_simulation_options_default();
        cdy_simulation *s = NULL;
        const int steps = 8 << i;
        o.step = 0.2 / steps;
        o.relative_tolerance = o.absolute_tolerance = 1e6;
        o.control = slopes ? rest : NULL;
        o.control_slopes = slopes ? tell_false_slopes : NULL;
        o.control_user = &r;
        ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
        ck_assert_ok(cdy_simulation_set_state(s, 0, q, qd, &error), error);
        run(s, steps);
        errors[i] = distance(&r, q_true, qd_true, cdy_simulation_q(s), cdy_simulation_qd(s));
        cdy_simulation_destroy(s);
    }
    const double order = log2(errors[0] / errors[1]);
    ck_assert_msg(fabs(order - expected) < 0.6, "errors %g, %g, order %g", errors[0], errors[1], order);
    free_robot(&r);
}
END_TEST

/* Random robots with damping, friction, springs and rotors, and with followers, move as by short steps of RK4. */
START_TEST(driven_robots_move_as_by_other_integrators)
{
    driven d = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    set_drives(&d.r, all_drives());
    double q_true[ROOM], qd_true[ROOM], q_end[ROOM], qd_end[ROOM];
    end_of(&d.r, CDY_RK4, 0.05, 5000, d.q, d.qd, q_true, qd_true);
    end_of(&d.r, CDY_IMPLICIT, 0.05, 50, d.q, d.qd, q_end, qd_end);
    const double error = distance(&d.r, q_true, qd_true, q_end, qd_end);
    ck_assert_msg(error < 2e-3, "robot %d is off by %g", _i, error);
    free_robot(&d.r);
}
END_TEST

/* A joint that moves no mass comes to rest at once where it is damped, and is refused where it is not. */
START_TEST(damped_joints_need_no_mass)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("ghost", "hinge", CDY_JOINT_CONTINUOUS);
    body.joint.dynamics = (cdy_joint_dynamics){.given = true, .damping = 0.5};
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    const double qd = 3;
    cdy_simulation *s = simulate(&r, CDY_IMPLICIT, 0.01, NULL, &qd);
    ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "at t = 0 s"));
    ck_assert_ptr_nonnull(strstr(error.text, "'hinge'"));
    set_drives(&r, (cdy_drive_options){.damping = true, .friction_width = 5e-3});
    run(s, 1);
    ck_assert_double_eq_tol(*cdy_simulation_qd(s), 0, 1e-6);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

static cdy_status fail_slopes(void *user, double t, const double *q, const double *qd, double *K, double *D)
{
    const double *bad = user;
    (void)t, (void)q, (void)qd;
    K[0] = bad[0];
    D[0] = bad[1];
    return bad[2] > 0 ? CDY_ERROR_IO : CDY_OK;
}

START_TEST(wrong_slopes_are_refused)
{
    static const struct {
        double numbers[3];
        cdy_status status;
        const char *said;
    } cases[] = {{{-1, 0, 0}, CDY_ERROR_ARGUMENT, "is -1; expected a finite number from 0 on"},
                 {{0, -2, 0}, CDY_ERROR_ARGUMENT, "is -2"},
                 {{0, HUGE_VAL, 0}, CDY_ERROR_ARGUMENT, "is inf"},
                 {{0, 0, 1}, CDY_ERROR_IO, "slopes of the control law fail at t = 0 s"}};
    cdy_error error = {0};
    robot r = make_cart();
    cdy_simulation_options o = cdy_simulation_options_default();
    cdy_simulation *s = NULL;
    double numbers[3];
    memcpy(numbers, cases[_i].numbers, sizeof numbers);
    o.control = rest;
    o.control_slopes = fail_slopes;
    o.control_user = numbers;
    ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
    ck_assert_fails(cdy_simulation_step(s, &error), cases[_i].status, error);
    ck_assert_msg(strstr(error.text, cases[_i].said) != NULL, "%s", error.text);
    ck_assert_double_eq(cdy_simulation_time(s), 0);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* A torque that jumps back and forth with the position has no solution that steps can follow. */
static cdy_status chatter(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)user, (void)t, (void)qd;
    tau[0] = q[0] > 0 ? -1e9 : 1e9;
    return CDY_OK;
}

/* The message names the step and a remedy, and the state is unchanged. */
START_TEST(what_steps_cannot_follow_is_an_error)
{
    cdy_error error = {0};
    robot r = make_cart();
    cdy_simulation_options o = cdy_simulation_options_default();
    cdy_simulation *s = NULL;
    o.control = chatter;
    o.relative_tolerance = o.absolute_tolerance = 1e-12;
    ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
    cdy_status status = CDY_OK;
    for (int i = 0; i < 3 && !status; i++) {
        status = cdy_simulation_step(s, &error);
    }
    ck_assert_int_eq(status, CDY_ERROR_NUMERIC);
    ck_assert_msg(strstr(error.text, "steps under 1e-12 s; ") && strstr(error.text, "raise the tolerances") &&
                      strstr(error.text, "lower the gains"),
                  "%s", error.text);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("implicit");
    TCase *tests = tcase_create("implicit");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, stiff_dampers_need_no_short_steps, 0, 3);
    tcase_add_loop_test(tests, slopes_change_no_result, 0, 4);
    tcase_add_loop_test(tests, the_order_is_five_or_four, 0, 4);
    tcase_add_loop_test(tests, driven_robots_move_as_by_other_integrators, 0, 6);
    tcase_add_test(tests, damped_joints_need_no_mass);
    tcase_add_loop_test(tests, wrong_slopes_are_refused, 0, 4);
    tcase_add_test(tests, what_steps_cannot_follow_is_an_error);
    return run_suites(suite, NULL);
}
