/* Control laws: their documented responses, in simulations and alone, and a control loop that does not allocate. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static cdy_motion_model *make_law(const robot *r, cdy_motion_type type)
{
    cdy_error error = {0};
    cdy_motion_model *law = NULL;
    ck_assert_ok(cdy_motion_model_create(r->model, type, &law, &error), error);
    return law;
}

static cdy_simulation *simulate(const robot *r, cdy_motion_model *law, double h)
{
    cdy_error error = {0};
    cdy_simulation *s = NULL;
    cdy_simulation_options o = cdy_simulation_options_default();
    o.step = h;
    o.control = cdy_motion_model_control;
    o.control_user = law;
    ck_assert_ok(cdy_simulation_create(r->model, &o, &s, &error), error);
    return s;
}

static void run(cdy_simulation *s, int steps)
{
    cdy_error error = {0};
    for (int i = 0; i < steps; i++) {
        ck_assert_ok(cdy_simulation_step(s, &error), error);
    }
}

/* e(t) of edd + 2 zeta w ed + w^2 e = 0 from e0 at rest. */
static double response(double w, double zeta, double e0, double t)
{
    if (zeta < 1) {
        double damped = w * sqrt(1 - zeta * zeta);
        return e0 * exp(-zeta * w * t) * (cos(damped * t) + zeta * w / damped * sin(damped * t));
    }
    return e0 * exp(-w * t) * (1 + w * t); /* zeta = 1 */
}

/* Every joint of an arm responds as a second-order system of its own, independent of the other joints. */
START_TEST(computed_torque_gives_the_documented_response)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    cdy_motion_model *law = make_law(&r, _i ? CDY_INDEPENDENT_JOINT_MOTION : CDY_COMPUTED_TORQUE_CONTROL);
    const double target[6] = {0.5, -1.2, 1.1, -0.4, 0.3, 2}, omega[6] = {10, 8, 12, 10, 6, 20};
    const double zeta[6] = {1, 0.7, 0.5, 1, 0.9, 0.3};
    ck_assert_ok(cdy_motion_model_set_error_dynamics(law, omega, zeta, &error), error);
    ck_assert_ok(cdy_motion_model_set_reference(law, target, NULL, NULL, &error), error);
    cdy_simulation *s = simulate(&r, law, 0.002);
    for (int k = 1; k <= 3; k++) {
        run(s, 50);
        for (int i = 0; i < 6; i++) {
            double expected = target[i] + response(omega[i], zeta[i], -target[i], 0.1 * k);
            ck_assert_double_eq_tol(cdy_simulation_q(s)[i], expected, 1e-6);
        }
    }
    cdy_simulation_destroy(s);
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* Torques that overflow are refused, and no torque is written. */
START_TEST(accelerations_beyond_all_numbers_are_refused)
{
    static const cdy_motion_type types[] = {CDY_COMPUTED_TORQUE_CONTROL, CDY_PD_CONTROL, CDY_INDEPENDENT_JOINT_MOTION};
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    cdy_motion_model *law = make_law(&r, types[_i]);
    const double q[6] = {0}, qd[6] = {1e308, 1e308, 1e308, 1e308, 1e308, 1e308};
    double qdd[6] = {7, 7, 7, 7, 7, 7};
    ck_assert_fails(cdy_motion_model_derivative(law, q, qd, NULL, qdd, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_near(qdd, ((double[6]){7, 7, 7, 7, 7, 7}), 6, 0);
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* The defaults: omega 10, zeta 1, and home at rest. */
START_TEST(the_defaults_are_those_of_the_page)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    const double q[6] = {0.3, 0.2, -0.1, 0.4, 0.5, -0.6}, qd[6] = {1, -1, 0.5, 0.2, 0, 2};
    double tau[6], expected[6], a[6];
    cdy_motion_model *law = make_law(&r, CDY_PD_CONTROL);
    ck_assert_int_eq(cdy_motion_model_control(law, 0, q, qd, tau), CDY_OK);
    ck_assert_ok(cdy_gravity_torque(r.model, r.work, q, expected, &error), error);
    for (int i = 0; i < 6; i++) {
        expected[i] -= 100 * q[i] + 10 * qd[i];
        a[i] = -20 * qd[i] - 100 * q[i];
    }
    ck_assert_near(tau, expected, 6, 1e-12);
    cdy_motion_model_destroy(law);
    law = make_law(&r, CDY_COMPUTED_TORQUE_CONTROL);
    ck_assert_int_eq(cdy_motion_model_control(law, 0, q, qd, tau), CDY_OK);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, a, NULL, expected, &error), error);
    ck_assert_near(tau, expected, 6, 1e-10);
    double qdd[6];
    ck_assert_ok(cdy_motion_model_derivative(law, q, qd, NULL, qdd, &error), error);
    ck_assert_near(qdd, a, 6, 1e-9);
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* Gains by inertia: omega^2 M_ii and 2 zeta omega M_ii at the reference, or at another configuration; and the
 * derivatives of the law. */
START_TEST(gains_scale_with_the_inertia)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    cdy_motion_model *law = make_law(&r, CDY_PD_CONTROL);
    const double goal[6] = {0.3, -0.6, 0.5, 0, 0.2, 0}, omega[6] = {1, 2, 3, 4, 5, 6}, zeta[6] = {1, 0.5, 1, 2, 1, 0};
    double M[36], Kp[36], Kd[36], stiffness[6] = {0}, damping[6] = {0};
    ck_assert_ok(cdy_motion_model_set_error_dynamics(law, omega, zeta, &error), error);
    ck_assert_ok(cdy_motion_model_set_reference(law, goal, NULL, NULL, &error), error);
    for (int k = 0; k < 2; k++) {
        const double q[6] = {0, 0, 1.5, 0, 0, 0};
        draw_array(&(uint64_t){1}, 1, Kp, 36); /* full matrices, which the law must overwrite */
        ck_assert_ok(cdy_motion_model_set_gains(law, Kp, Kp, &error), error);
        ck_assert_ok(cdy_motion_model_set_inertia_gains(law, k ? q : NULL, &error), error);
        ck_assert_ok(cdy_motion_model_get_gains(law, Kp, Kd, &error), error);
        ck_assert_ok(cdy_mass_matrix(r.model, r.work, k ? q : goal, M, &error), error);
        for (int i = 0; i < 36; i++) {
            const double inertia = i % 7 ? 0 : M[i], w = omega[i / 6], z = zeta[i / 6];
            ck_assert_double_eq_tol(Kp[i], w * w * inertia, 1e-12);
            ck_assert_double_eq_tol(Kd[i], 2 * z * w * inertia, 1e-12);
        }
    }
    Kp[1] = -3; /* couples joints */
    Kd[7] = -2;
    ck_assert_ok(cdy_motion_model_set_gains(law, Kp, Kd, &error), error);
    ck_assert_int_eq(cdy_motion_model_slopes(law, 0, goal, omega, stiffness, damping), CDY_OK);
    ck_assert_double_eq(stiffness[0], Kp[0] + 3);
    ck_assert_double_eq(stiffness[1], Kp[7]);
    ck_assert_double_eq(damping[1], 0);
    cdy_motion_model_destroy(law);
    law = make_law(&r, CDY_COMPUTED_TORQUE_CONTROL);
    ck_assert_int_eq(cdy_motion_model_slopes(law, 0, goal, omega, stiffness, damping), CDY_OK);
    ck_assert_double_eq(largest(stiffness, 6), 0);
    for (int i = 0; i < 6; i++) {
        M[i] = 1e160;
    }
    ck_assert_ok(cdy_motion_model_set_error_dynamics(law, M, NULL, &error), error);
    ck_assert_fails(cdy_motion_model_set_inertia_gains(law, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "lower the frequency"));
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* The law follows a moving reference without an error from the start. */
START_TEST(a_moving_reference_counts)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("kukaIiwa14");
    cdy_motion_model *law = make_law(&r, CDY_COMPUTED_TORQUE_CONTROL);
    const double q[7] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, qd[7] = {1, 2, -1, 0.5, 0, 1, -2};
    const double qdd[7] = {1, -1, 2, 0.3, 0, 0, 5};
    double result[7];
    ck_assert_ok(cdy_motion_model_set_reference(law, q, qd, qdd, &error), error);
    ck_assert_ok(cdy_motion_model_derivative(law, q, qd, NULL, result, &error), error);
    ck_assert_near(result, qdd, 7, 1e-8);
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* PD control with gravity compensation comes to rest at its target, and the energy of spring and body only falls. */
START_TEST(pd_control_settles)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    cdy_motion_model *law = make_law(&r, CDY_PD_CONTROL);
    const double target[6] = {0.3, -0.6, 0.5, 0, 0.2, 0};
    double Kp[36] = {0}, Kd[36] = {0};
    for (int i = 0; i < 6; i++) {
        Kp[7 * i] = i < 3 ? 300 : 2;
        Kd[7 * i] = i < 3 ? 60 : 0.2;
    }
    Kp[1] = Kp[6] = 20; /* gains that couple joints */
    ck_assert_ok(cdy_motion_model_set_gains(law, Kp, Kd, &error), error);
    ck_assert_ok(cdy_motion_model_set_reference(law, target, NULL, NULL, &error), error);
    cdy_simulation *s = simulate(&r, law, 0.001);
    run(s, 3000);
    ck_assert_near(cdy_simulation_q(s), target, 6, 2e-3);
    ck_assert_double_lt(largest(cdy_simulation_qd(s), 6), 2e-2);
    cdy_simulation_destroy(s);
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* On floating joints the error is a screw; the control still reaches the pose. */
START_TEST(floating_bodies_reach_their_pose)
{
    cdy_error error = {0};
    uint64_t state = 5;
    robot r = make_robot(random_tree(23, 6, RANDOM_JOINTS_ALL));
    cdy_motion_model *law = make_law(&r, CDY_COMPUTED_TORQUE_CONTROL);
    double target[MOST], step[MOST], q[MOST];
    cdy_home_configuration(r.model, q);
    draw_array(&state, 0.5, step, r.nv);
    ck_assert_ok(cdy_configuration_integrate(r.model, q, step, target, &error), error);
    ck_assert_ok(cdy_motion_model_set_reference(law, target, NULL, NULL, &error), error);
    cdy_simulation *s = simulate(&r, law, 0.005);
    run(s, 500);
    ck_assert_ok(cdy_configuration_difference(r.model, cdy_simulation_q(s), target, step, &error), error);
    ck_assert_double_lt(largest(step, (size_t)r.nv), 1e-5);
    cdy_simulation_destroy(s);
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* Under a wrench, an arm with PD control comes to rest where the springs balance the wrench: Kp e = J^T f. */
START_TEST(wrenches_act_beside_the_law)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    cdy_motion_model *law = make_law(&r, CDY_PD_CONTROL);
    double fext[36] = {0}, qdd[6], expected[6], tau[6];
    const double q[6] = {0.1, -0.7, 0.6, 0, 0.2, 0}, qd[6] = {0.5, 0.1, 0, -0.3, 0, 0}, f[6] = {0, 0, 0, 10, 0, 5};
    ck_assert_ok(cdy_external_force(r.model, r.work, cdy_model_find_frame(r.model, "tool0"), f, q, fext, &error),
                 error);
    ck_assert_ok(cdy_motion_model_derivative(law, q, qd, fext, qdd, &error), error);
    ck_assert_int_eq(cdy_motion_model_control(law, 0, q, qd, tau), CDY_OK);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, qd, tau, fext, expected, &error), error);
    ck_assert_near(qdd, expected, 6, 1e-9);
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

START_TEST(step_responses_make_error_dynamics)
{
    cdy_error error = {0};
    double omega, zeta, x = 7;
    ck_assert_ok(cdy_error_dynamics_from_step(0.2, 0.1, &omega, &zeta, &error), error);
    /* the overshoot of a second-order system is exp(-pi zeta / sqrt(1 - zeta^2)) */
    ck_assert_double_eq_tol(exp(-3.14159265358979323846 * zeta / sqrt(1 - zeta * zeta)), 0.1, 1e-14);
    ck_assert_double_eq_tol(omega * zeta * 0.2, 4, 1e-14);
    ck_assert_ok(cdy_error_dynamics_from_step(0.5, 0, &omega, &zeta, &error), error);
    ck_assert_double_eq(zeta, 1);
    ck_assert_double_eq(omega, 8);
    ck_assert_fails(cdy_error_dynamics_from_step(0, 0.1, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_error_dynamics_from_step(-0.5, 0.1, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_error_dynamics_from_step(HUGE_VAL, 0.1, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_error_dynamics_from_step(5e-324, 0.1, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_error_dynamics_from_step((double)NAN, 0.1, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_error_dynamics_from_step(1, 1, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_error_dynamics_from_step(1, -0.1, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_error_dynamics_from_step(1, (double)NAN, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_error_dynamics_from_step(1, 0.1, NULL, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_error_dynamics_from_step(1, 0.1, &x, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_double_eq(x, 7);
    ck_assert_fails(cdy_error_dynamics_from_step(1e-308, 0.25, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text,
                     "the settling time of 1e-308 s with an overshoot of 0.25 asks for a frequency that is not "
                     "finite; expected a longer time");
    ck_assert_fails(cdy_error_dynamics_from_step(0, 0.25, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "the settling time is 0 s; expected a positive, finite number");
    ck_assert_fails(cdy_error_dynamics_from_step(-2, 0.25, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "the settling time is -2 s; expected a positive, finite number");
    ck_assert_fails(cdy_error_dynamics_from_step(2, 1.25, &x, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "the overshoot is 1.25; expected a fraction from 0 to under 1");
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    cdy_motion_model *law = NULL;
    double x[36] = {0}, tau[6] = {3, 3, 3, 3, 3, 3};
    ck_assert_fails(cdy_motion_model_create(NULL, CDY_PD_CONTROL, &law, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_motion_model_create(r.model, (cdy_motion_type)9, &law, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_motion_model_create(r.model, CDY_PD_CONTROL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    law = make_law(&r, CDY_COMPUTED_TORQUE_CONTROL);
    x[2] = (double)NAN;
    ck_assert_fails(cdy_motion_model_set_gains(law, x, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_motion_model_set_gains(law, NULL, x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_motion_model_set_reference(law, x, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_motion_model_set_reference(law, NULL, x, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_motion_model_set_reference(law, NULL, NULL, x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_int_eq(cdy_motion_model_control(law, 0, x, x, tau), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_motion_model_control(law, 0, NULL, NULL, tau), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_motion_model_control(NULL, 0, x, x, tau), CDY_ERROR_ARGUMENT);
    x[2] = -1;
    ck_assert_fails(cdy_motion_model_set_error_dynamics(law, x, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_motion_model_set_error_dynamics(law, NULL, x, &error), CDY_ERROR_ARGUMENT, error);
    x[2] = 1e300;
    ck_assert_ok(cdy_motion_model_set_error_dynamics(law, x, NULL, &error), error);
    x[2] = 1;
    ck_assert_int_eq(cdy_motion_model_control(law, 0, x, x, tau), CDY_ERROR_NUMERIC);
    for (int i = 0; i < 6; i++) {
        ck_assert_double_eq(tau[i], 3);
    }
    cdy_motion_model_destroy(law);
    cdy_motion_model_destroy(NULL);
    free_robot(&r);
}
END_TEST

/* Messages name the array, the number and what is expected; what was set before stays. */
START_TEST(wrong_numbers_are_named)
{
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    static const char *const names[] = {"nan", "inf", "-inf"};
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    cdy_motion_model *law = make_law(&r, CDY_COMPUTED_TORQUE_CONTROL);
    const double q[6] = {0.1, 0.2, -0.3, 0.4, 0.5, -0.6}, qd[6] = {1, -1, 0.5, 0.3, 0, 0.2};
    double x[36], before[6], after[6], Kp[36], Kd[36];
    ck_assert_ok(cdy_motion_model_set_error_dynamics(law, (double[6]){1, 2, 3, 4, 5, 0}, (double[6]){0}, &error),
                 error);
    ck_assert_ok(cdy_motion_model_set_reference(law, q, qd, qd, &error), error);
    ck_assert_int_eq(cdy_motion_model_control(law, 0, qd, q, before), CDY_OK);
    for (int i = 0; i < 3 * 36; i++) {
        const int k = i / 3, which = i % 3;
        char text[100];
        for (int j = 0; j < 36; j++) {
            x[j] = j == k ? bad[which] : 1;
        }
        const struct {
            const char *name, *range;
            cdy_status status;
        } cases[] = {
            {"the matrix Kp", "", cdy_motion_model_set_gains(law, x, NULL, NULL)},
            {"the matrix Kd", "", cdy_motion_model_set_gains(law, NULL, x, &error)},
            {"the vector of natural frequencies", " from 0 on",
             k < 6 ? cdy_motion_model_set_error_dynamics(law, x, NULL, NULL) : CDY_OK},
        };
        snprintf(text, sizeof text, "the matrix Kd has the number %s; expected finite numbers", names[which]);
        ck_assert_str_eq(error.text, text);
        ck_assert(cases[0].status == CDY_ERROR_ARGUMENT && cases[1].status == CDY_ERROR_ARGUMENT);
        ck_assert_int_eq(cases[2].status, k < 6 ? CDY_ERROR_ARGUMENT : CDY_OK);
        if (k < 6) {
            ck_assert_fails(cdy_motion_model_set_error_dynamics(law, NULL, x, &error), CDY_ERROR_ARGUMENT, error);
            snprintf(text, sizeof text,
                     "the vector of damping ratios has the number %s; expected finite numbers from 0 on", names[which]);
            ck_assert_str_eq(error.text, text);
            ck_assert_fails(cdy_motion_model_set_reference(law, NULL, x, NULL, &error), CDY_ERROR_ARGUMENT, error);
            ck_assert_fails(cdy_motion_model_set_reference(law, NULL, NULL, x, &error), CDY_ERROR_ARGUMENT, error);
            ck_assert_fails(cdy_motion_model_set_reference(law, x, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
        }
    }
    ck_assert_int_eq(cdy_motion_model_control(law, 0, qd, q, after), CDY_OK);
    ck_assert_near(after, before, 6, 0);
    ck_assert_ok(cdy_motion_model_get_gains(law, Kp, NULL, &error), error);
    ck_assert_ok(cdy_motion_model_get_gains(law, NULL, Kd, &error), error);
    for (int i = 0; i < 36; i++) {
        ck_assert_double_eq(Kp[i], i % 7 ? 0 : 100);
        ck_assert_double_eq(Kd[i], i % 7 ? 0 : 10);
    }
    ck_assert_ok(cdy_motion_model_set_reference(law, NULL, NULL, NULL, &error), error); /* home at rest */
    ck_assert_ok(cdy_motion_model_derivative(law, (double[6]){0}, (double[6]){0}, NULL, after, &error), error);
    ck_assert_near(after, ((double[6]){0}), 6, 1e-9);
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* Negative gains are taken; their slopes are the positive diagonal and all magnitudes beside it. */
START_TEST(slopes_are_sums_of_rows)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    cdy_motion_model *law = make_law(&r, CDY_PD_CONTROL);
    const double q[6] = {0};
    double Kp[36], Kd[36], K[6], D[6];
    uint64_t state = 8;
    draw_array(&state, 5, Kp, 36);
    draw_array(&state, 5, Kd, 36);
    ck_assert_ok(cdy_motion_model_set_gains(law, Kp, Kd, &error), error);
    ck_assert_int_eq(cdy_motion_model_slopes(law, 0, q, q, K, D), CDY_OK);
    for (int i = 0; i < 6; i++) {
        double stiffness = 0, damping = 0;
        for (int j = 0; j < 6; j++) {
            stiffness += i == j ? fmax(Kp[7 * i], 0) : fabs(Kp[6 * i + j]);
            damping += i == j ? fmax(Kd[7 * i], 0) : fabs(Kd[6 * i + j]);
        }
        ck_assert_double_eq_tol(K[i], stiffness, 1e-14);
        ck_assert_double_eq_tol(D[i], damping, 1e-14);
    }
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(cdy_motion_model_slopes(i == 0 ? NULL : law, 0, i == 1 ? NULL : q, i == 2 ? NULL : q,
                                                 i == 3 ? NULL : K, i == 4 ? NULL : D),
                         CDY_ERROR_ARGUMENT);
    }
    for (int k = 0; k < 12; k++) {
        double bad[2][6] = {{0}, {0}};
        bad[k % 2][k / 2] = HUGE_VAL;
        ck_assert_int_eq(cdy_motion_model_slopes(law, 0, bad[0], bad[1], K, D), CDY_ERROR_ARGUMENT);
    }
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* The first degree of freedom whose gains overflow is told, by its frequency and inertia. */
START_TEST(gains_that_overflow_are_named)
{
    for (int i = 0; i < 6; i++) {
        for (int ratio = 0; ratio < 2; ratio++) {
            cdy_error error = {0};
            robot r = load_bundled_robot("universalUR5e");
            cdy_motion_model *law = make_law(&r, CDY_PD_CONTROL);
            double omega[6] = {1, 1, 1, 1, 1, 1}, zeta[6] = {1, 1, 1, 1, 1, 1}, M[36], Kp[36];
            char text[200];
            (ratio ? zeta : omega)[i] = 1e308;
            omega[i] = ratio ? 1e10 : 1e160;
            ck_assert_ok(cdy_motion_model_set_error_dynamics(law, omega, zeta, &error), error);
            ck_assert_fails(cdy_motion_model_set_inertia_gains(law, NULL, &error), CDY_ERROR_NUMERIC, error);
            ck_assert_ok(cdy_mass_matrix(r.model, r.work, NULL, M, &error), error);
            snprintf(text, sizeof text,
                     "a gain of degree of freedom %d is not finite; its natural frequency is %g rad/s, its inertia %g: "
                     "lower the frequency",
                     i, omega[i], M[7 * i]);
            ck_assert_fails(cdy_motion_model_set_inertia_gains(law, NULL, &error), CDY_ERROR_NUMERIC, error);
            ck_assert_str_eq(error.text, text);
            ck_assert_ok(cdy_motion_model_get_gains(law, Kp, NULL, &error), error);
            ck_assert_double_eq(Kp[7 * i], 100);
            cdy_motion_model_destroy(law);
            free_robot(&r);
        }
    }
}
END_TEST

START_TEST(laws_that_find_no_memory_are_told)
{
    if (!heap_is_counted()) {
        return;
    }
    robot r = make_robot(random_tree(23, 6, RANDOM_JOINTS_ALL));
    const size_t live = heap_count().live;
    for (size_t n = 1; n <= 2; n++) {
        cdy_error error = {0};
        cdy_motion_model *law = (cdy_motion_model *)&r;
        heap_fail_at(n);
        const cdy_status status = cdy_motion_model_create(r.model, CDY_PD_CONTROL, &law, &error);
        heap_fail_at(0);
        const size_t kept = heap_count().live;
        ck_assert_int_eq(status, CDY_ERROR_MEMORY);
        ck_assert_str_eq(error.text, "out of memory");
        ck_assert_ptr_null(law);
        ck_assert_uint_eq(kept, live);
    }
    for (int type = -1; type <= CDY_INDEPENDENT_JOINT_MOTION + 1; type++) {
        const bool known = type >= CDY_COMPUTED_TORQUE_CONTROL && type <= CDY_INDEPENDENT_JOINT_MOTION;
        cdy_motion_model *law = (cdy_motion_model *)&r;
        ck_assert_int_eq(cdy_motion_model_create(r.model, (cdy_motion_type)type, &law, NULL),
                         known ? CDY_OK : CDY_ERROR_ARGUMENT);
        ck_assert((law != NULL) == known);
        cdy_motion_model_destroy(law);
    }
    free_robot(&r);
}
END_TEST

/* Control laws and steps do not allocate, CVODE's in its own library included. */
START_TEST(nothing_allocates)
{
    cdy_integrator integrator = (cdy_integrator)_i;
    if (!heap_is_counted() || !cdy_simulation_has_integrator(integrator)) {
        return;
    }
    cdy_error error = {0};
    robot r = make_robot(random_tree(23, 6, RANDOM_JOINTS_ALL));
    cdy_motion_model *law = make_law(&r, CDY_COMPUTED_TORQUE_CONTROL);
    cdy_simulation *s = NULL;
    cdy_simulation_options o = cdy_simulation_options_default();
    double tau[MOST], kinetic, potential;
    o.integrator = integrator;
    o.control = cdy_motion_model_control;
    o.control_user = law;
    ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_step(s, &error), error); /* CVODE allocates its last memory at the first step */
    heap_counts before = heap_count();
    cdy_status status = cdy_motion_model_set_reference(law, NULL, NULL, NULL, &error);
    for (int i = 0; i < 20 && status == CDY_OK; i++) {
        status = cdy_simulation_step(s, &error);
        status = status ? status : cdy_simulation_torque(s, tau, &error);
        status = status ? status : cdy_simulation_energy(s, &kinetic, &potential, &error);
    }
    if (integrator != CDY_CVODE_STIFF && status == CDY_OK) {
        status = cdy_simulation_set_state(s, 0, NULL, NULL, &error);
        status = status ? status : cdy_simulation_step(s, &error);
    }
    heap_counts after = heap_count();
    ck_assert_ok(status, error);
    ck_assert_uint_eq(after.calls, before.calls);
    cdy_simulation_destroy(s);
    cdy_motion_model_destroy(law);
    free_robot(&r);
}
END_TEST

/* A simulation frees all its memory, also the solver's matrix and vectors. */
START_TEST(nothing_is_kept)
{
    size_t live[3] = {0};
    if (!heap_is_counted()) {
        return;
    }
    for (int round = 0; round < 3; round++) { /* libraries allocate once, in the first round, memory that they keep */
        cdy_error error = {0};
        robot r = make_robot(random_tree(23, 6, RANDOM_JOINTS_ALL));
        cdy_simulation *s = NULL;
        cdy_simulation_options o = cdy_simulation_options_default();
        o.integrator = (cdy_integrator)_i;
        const cdy_status status = cdy_simulation_create(r.model, &o, &s, &error);
        if (status != CDY_ERROR_UNSUPPORTED) { /* a build without CVODE */
            ck_assert_ok(status, error);
            ck_assert_ok(cdy_simulation_step(s, &error), error);
            ck_assert_ok(cdy_simulation_step(s, &error), error);
        }
        cdy_simulation_destroy(s);
        free_robot(&r);
        live[round] = heap_count().live;
    }
    ck_assert_uint_eq(live[2], live[1]);
}
END_TEST

/* Where memory runs out, creating a simulation or its first step says so, and nothing of it is kept.  (SUNDIALS does
 * not check all of its own allocations, which come after the first three of CVODE's simulations.) */
START_TEST(memory_that_runs_out_is_told)
{
    const cdy_integrator integrator = (cdy_integrator)_i;
    const bool cvode = integrator == CDY_CVODE || integrator == CDY_CVODE_STIFF;
    if (!heap_is_counted() || !cdy_simulation_has_integrator(integrator)) {
        return;
    }
    robot r = make_robot(random_tree(23, 6, RANDOM_JOINTS_ALL));
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = integrator;
    cdy_error error = {0};
    cdy_simulation *s = NULL;
    const size_t before = heap_count().calls;
    cdy_status made = cdy_simulation_create(r.model, &o, &s, &error); /* with what libraries make once and keep */
    const size_t after = heap_count().calls;
    ck_assert_ok(made, error);
    ck_assert((after - before == 1) == !cvode); /* a simulation is one block, but for CVODE */
    heap_fail_at(cvode);
    cdy_status status = cdy_simulation_step(s, &error), again = CDY_OK;
    heap_fail_at(0);
    again = cdy_simulation_step(s, &error);
    ck_assert_int_eq(status, cvode ? CDY_ERROR_MEMORY : CDY_OK);
    ck_assert_ok(again, error);
    cdy_simulation_destroy(s);
    const size_t live = heap_count().live;
    for (size_t n = 1; n <= (cvode ? 3 : 1); n++) {
        s = (cdy_simulation *)&o; /* no simulation */
        heap_fail_at(n);
        status = cdy_simulation_create(r.model, &o, &s, &error);
        heap_fail_at(0);
        const size_t kept = heap_count().live;
        ck_assert_msg(status == CDY_ERROR_MEMORY, "allocation %zu: %d", n, (int)status);
        ck_assert_ptr_null(s);
        ck_assert_uint_eq(kept, live);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("control");
    TCase *tests = tcase_create("responses");
    tcase_add_loop_test(tests, computed_torque_gives_the_documented_response, 0, 2);
    tcase_add_test(tests, the_defaults_are_those_of_the_page);
    tcase_add_loop_test(tests, accelerations_beyond_all_numbers_are_refused, 0, 3);
    tcase_add_test(tests, gains_scale_with_the_inertia);
    tcase_add_test(tests, a_moving_reference_counts);
    tcase_add_test(tests, pd_control_settles);
    tcase_add_test(tests, floating_bodies_reach_their_pose);
    tcase_add_test(tests, wrenches_act_beside_the_law);
    tcase_add_test(tests, step_responses_make_error_dynamics);
    suite_add_tcase(suite, tests);
    tests = add_case(suite, "errors", wrong_arguments_are_refused);
    tcase_add_test(tests, wrong_numbers_are_named);
    tcase_add_test(tests, slopes_are_sums_of_rows);
    tcase_add_test(tests, gains_that_overflow_are_named);
    tcase_add_test(tests, laws_that_find_no_memory_are_told);
    tcase_add_loop_test(tests, nothing_allocates, 0, CDY_CVODE_STIFF + 1);
    tcase_add_loop_test(tests, nothing_is_kept, 0, CDY_CVODE_STIFF + 1);
    tcase_add_loop_test(tests, memory_that_runs_out_is_told, 0, CDY_CVODE_STIFF + 1);
    return run_suites(suite, NULL);
}
