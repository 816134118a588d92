/* The momentum observer on simulated robots. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/driven.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 10 };

typedef struct observed {
    driven s;
    void *memory;
    cdy_momentum_observer *observer;
    double gain;
} observed;

static observed observe(driven s, double gain)
{
    cdy_error error = {0};
    double gains[MOST];
    for (int i = 0; i < s.r.nv; i++) {
        gains[i] = gain;
    }
    observed o = {.s = s, .gain = gain};
    const size_t size = cdy_momentum_observer_size(s.r.model);
    o.memory = malloc(size);
    ck_assert_ok(cdy_momentum_observer_init(o.memory, size, s.r.model, gains, &o.observer, &error), error);
    return o;
}

static void free_observed(observed *o)
{
    free(o->memory);
    free_robot(&o->s.r);
}

/* A motion of sines in velocity coordinates about the robot's state, without limits: q by integrating the steps from
 * the first configuration, so that floating joints take part. */
static void motion_at(const driven *s, double t, double *step, double *qd, double *qdd)
{
    for (int i = 0; i < s->r.nv; i++) {
        const double w = 2 + 0.7 * (i % 5), a = 0.2 + 0.05 * (i % 3);
        step[i] = a * sin(w * t);
        qd[i] = a * w * cos(w * t);
        qdd[i] = -a * w * w * sin(w * t);
    }
}

/* The largest residual, relative to the largest torque, over 0.5 s of a motion with one-degree joints whose torques are
 * exact, with external torques that are `external` J^T of a wrench; `steps` a second. */
static double follow(observed *o, int steps, bool pushed, double *largest_error)
{
    cdy_error error = {0};
    driven *s = &o->s;
    const int n = s->r.nv;
    double step[MOST], q[MOST], qd[MOST], qdd[MOST], tau[MOST], residual[MOST], expected[MOST] = {0}, most = 0;
    *largest_error = 0;
    cdy_momentum_observer_reset(o->observer);
    for (int k = 0; k <= steps / 2; k++) {
        const double t = (double)k / steps;
        motion_at(s, t, step, qd, qdd);
        ck_assert_ok(cdy_configuration_integrate(s->r.model, s->q, step, q, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(s->r.model, s->r.work, q, qd, qdd, NULL, tau, &error), error);
        for (int i = 0; i < n; i++) {
            const double external = pushed ? 3 * sin(4 * t + i) : 0;
            tau[i] -= external;
            most = fmax(most, fabs(tau[i]));
            /* the filter's response to that, from 0 */
            const double K = o->gain, w = 4, phase = i;
            const double size = 3 * K / sqrt(K * K + w * w), lag = atan2(w, K);
            expected[i] = pushed ? size * (sin(w * t + phase - lag) - sin(phase - lag) * exp(-K * t)) : 0;
        }
        ck_assert_ok(
            cdy_momentum_observer_update(o->observer, s->r.model, s->r.work, 1.0 / steps, q, qd, tau, residual, &error),
            error);
        *largest_error = fmax(*largest_error, largest_difference(residual, expected, (size_t)n));
    }
    return most;
}

/* J^T of a force on the last frame. */
static void torques_of(const driven *s, const double *q, const double force[6], double *torques)
{
    cdy_error error = {0};
    const int n = s->r.nv, frame = cdy_model_frame_count(s->r.model) - 1;
    double J[6 * MOST];
    ck_assert_ok(cdy_geometric_jacobian(s->r.model, s->r.work, frame, CDY_AXES_BASE, q, J, &error), error);
    for (int i = 0; i < n; i++) {
        torques[i] = 0;
        for (int row = 0; row < 6; row++) {
            torques[i] += J[row * n + i] * force[row];
        }
    }
}

/* Without a push the residual is the error of the trapezoidal rule, which falls by four as the step is halved; with one
 * it is the response of the filter. */
static void check_following(driven s, const cdy_drive_options *drives)
{
    set_drives(&s.r, *drives);
    observed o = observe(s, 30);
    /* A push loads the gears, which the torques of this test leave out of their friction. */
    for (int pushed = 0; pushed < (drives->load ? 1 : 2); pushed++) {
        double coarse, fine;
        const double most = follow(&o, 500, pushed, &coarse);
        follow(&o, 1000, pushed, &fine);
        ck_assert_msg(fine <= 1e-3 * most && fine <= 0.3 * coarse + 1e-9 * most,
                      "pushed %d: off by %g, then %g, of torques up to %g", pushed, coarse, fine, most);
    }
    free_observed(&o);
}

START_TEST(residual_is_the_filtered_external_torque)
{
    const cdy_drive_options none = cdy_drive_options_default();
    check_following(make_driven_robot(_i, RANDOM_JOINTS_ONE_DEGREE), &none);
}
END_TEST

START_TEST(drives_that_act_are_no_external_torque)
{
    cdy_drive_options drives = all_drives();
    drives.friction_width = 1;
    check_following(make_driven_robot(_i, RANDOM_JOINTS_ONE_DEGREE), &drives);
    drives.load = drives.offsets = true;
    drives.rotors = false; /* friction by the load is that of a drive without rotor */
    check_following(make_robot_with_laws(_i, RANDOM_JOINTS_ONE_DEGREE, 0.4), &drives);
}
END_TEST

/* A simulated motion of any joints, floating ones too, under a wrench on the last body: the residual becomes its joint
 * torques. */
START_TEST(a_wrench_on_a_simulated_robot_comes_out)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    cdy_drive_options drives = {.damping = true, .rotors = true, .springs = true, .friction_width = 1};
    set_drives(&s.r, drives);
    observed o = observe(s, 200);
    const int n = s.r.nv, frame = cdy_model_frame_count(s.r.model) - 1;
    double q[MOST], qd[MOST], qdd[MOST], residual[MOST], expected[MOST] = {0}, wrench[6], step[MOST];
    const double force[6] = {1, -2, 0.5, 4, -3, 6}, tau[MOST] = {0}, dt = 1e-4;
    memcpy(q, s.q, sizeof q);
    memcpy(qd, s.qd, sizeof qd);
    for (int k = 0; k <= 500; k++) {
        ck_assert_ok(cdy_momentum_observer_update(o.observer, s.r.model, s.r.work, dt, q, qd, tau, residual, &error),
                     error);
        torques_of(&s, q, force, expected);
        ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, q, qd, expected, NULL, qdd, &error), error);
        for (int i = 0; i < n; i++) {
            qd[i] += dt * qdd[i];
            step[i] = dt * (qd[i] - dt * qdd[i] / 2);
        }
        double next[MOST];
        ck_assert_ok(cdy_configuration_integrate(s.r.model, q, step, next, &error), error);
        memcpy(q, next, sizeof q);
    }
    ck_assert_relative(residual, expected, (size_t)n, 0.03);
    torques_of(&s, q, force, expected);
    if (cdy_observed_wrench(s.r.model, s.r.work, frame, CDY_ROWS_ALL, q, expected, wrench, &error) == CDY_OK) {
        ck_assert_near(wrench, force, 6, 1e-6);
    } else {
        ck_assert_int_eq(error.status, CDY_ERROR_NUMERIC);
    }
    free_observed(&o);
}
END_TEST

/* The steps of the filter are exact for a torque that is constant, however large the gain times the step. */
START_TEST(steps_are_exact)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("disk", "axle", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 0, 0, 1);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){2, 0, 0, 2, 0, 2});
    add_body(tree, &body, "base");
    driven s = {.r = make_robot(tree)};
    observed o = observe(s, 5);
    const double external = 3, tau = 1, times[] = {0, 0.01, 0.02, 0.5, 0.6, 5};
    for (int k = 0; k < 6; k++) {
        const double t = times[k], qd = (external + tau) / 2 * t, q = qd * t / 2;
        const double expected = external * (1 - exp(-5 * t));
        double residual = 7;
        ck_assert_ok(cdy_momentum_observer_update(o.observer, s.r.model, s.r.work, k ? t - times[k - 1] : 0, &q, &qd,
                                                  &tau, &residual, &error),
                     error);
        ck_assert_double_eq_tol(residual, expected, 1e-13);
    }
    free_observed(&o);
}
END_TEST

START_TEST(faults_leave_the_observer_as_it_was)
{
    cdy_error error = {0};
    driven s = make_driven_robot(5, RANDOM_JOINTS_ONE_DEGREE), other = make_driven_robot(6, RANDOM_JOINTS_ONE_DEGREE);
    observed o = observe(s, 10);
    cdy_model *model = s.r.model;
    cdy_momentum_observer *none = o.observer;
    double gains[MOST], tau[MOST] = {0}, bad[MOST] = {0}, residual[MOST], again[MOST], wrench[6];
    for (int i = 0; i < s.r.nv; i++) {
        gains[i] = 10;
    }
    bad[0] = (double)NAN;
    const size_t size = cdy_momentum_observer_size(model);
    void *memory = malloc(size + 8);
    ck_assert_uint_eq(cdy_momentum_observer_size(NULL), 0);
    ck_assert_fails(cdy_momentum_observer_init(memory, size - 1, model, gains, &none, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_ptr_null(none);
    ck_assert_fails(cdy_momentum_observer_init((char *)memory + 1, size, model, gains, &none, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_momentum_observer_init(memory, size, NULL, gains, &none, &error), CDY_ERROR_ARGUMENT, error);
    gains[0] = 0;
    ck_assert_fails(cdy_momentum_observer_init(memory, size, model, gains, &none, &error), CDY_ERROR_ARGUMENT, error);
    gains[0] = (double)INFINITY;
    ck_assert_fails(cdy_momentum_observer_init(memory, size, model, gains, &none, &error), CDY_ERROR_ARGUMENT, error);
    cdy_momentum_observer_reset(NULL);
#define UPDATE(observer, model, dt, q, qd, tau)                                                                        \
    cdy_momentum_observer_update((observer), (model), s.r.work, (dt), (q), (qd), (tau), residual, &error)
    ck_assert_ok(UPDATE(o.observer, model, 0, s.q, s.qd, tau), error);
    const double dts[] = {0, -1, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 4; i++) {
        ck_assert_fails(UPDATE(o.observer, model, dts[i], s.q, s.qd, tau), CDY_ERROR_ARGUMENT, error);
    }
    ck_assert_fails(UPDATE(o.observer, model, 1, bad, s.qd, tau), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(UPDATE(o.observer, model, 1, s.q, bad, tau), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(UPDATE(o.observer, model, 1, s.q, s.qd, bad), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(UPDATE(o.observer, model, 1, NULL, s.qd, tau), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(UPDATE(NULL, model, 1, s.q, s.qd, tau), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(UPDATE(o.observer, other.r.model, 1, s.q, s.qd, tau), CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(UPDATE(o.observer, model, 0.1, s.q, s.qd, tau), error);
    memcpy(again, residual, sizeof again);
    observed fresh = observe(make_driven_robot(5, RANDOM_JOINTS_ONE_DEGREE), 10);
    ck_assert_ok(UPDATE(fresh.observer, model, 0, s.q, s.qd, tau), error);
    ck_assert_ok(UPDATE(fresh.observer, model, 0.1, s.q, s.qd, tau), error);
    ck_assert_mem_eq(again, residual, (size_t)s.r.nv * sizeof *again);
    ck_assert_fails(cdy_observed_wrench(model, s.r.work, 1, 0, s.q, tau, wrench, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_observed_wrench(model, s.r.work, 1, 64, s.q, tau, wrench, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_observed_wrench(model, s.r.work, -1, 63, s.q, tau, wrench, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_observed_wrench(model, s.r.work, 1, 63, s.q, bad, wrench, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_observed_wrench(model, s.r.work, 1, 63, s.q, tau, wrench, &error), CDY_ERROR_NUMERIC, error);
    free(memory);
    free_observed(&fresh);
    free_observed(&o);
    free_robot(&other.r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("observer");
    TCase *tests = add_case(suite, "observer", steps_are_exact);
    tcase_add_loop_test(tests, residual_is_the_filtered_external_torque, 0, TREES);
    tcase_add_loop_test(tests, drives_that_act_are_no_external_torque, 0, TREES);
    tcase_add_loop_test(tests, a_wrench_on_a_simulated_robot_comes_out, 0, TREES);
    tcase_add_test(tests, faults_leave_the_observer_as_it_was);
    return run_suites(suite, NULL);
}
