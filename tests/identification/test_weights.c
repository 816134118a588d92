/* Weights of the joints: from their noise where the torques tell it, of one size where they do not; and what weights of
 * rows and sizes of torques are taken. */
#include "support/compare.h"
#include "support/recording.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 6 };

/* A UR5e whose bodies are not those of the prior, and the options of its identification. */
typedef struct subject {
    robot r;
    double *truth;
    uint64_t state;
    cdy_identification_options options;
} subject;

static subject make_subject(double prior_weight)
{
    subject s = {.r = load_bundled_robot("universalUR5e"), .state = 2};
    s.truth = other_parameters(&s.r, 2);
    s.options = cdy_identification_options_default();
    s.options.prior_weight = prior_weight;
    return s;
}

static void free_subject(subject *s)
{
    free(s->truth);
    free_robot(&s->r);
}

/* The torques of a recording: noise of each joint, a factor of all torques, the weight of each joint's rows (NULL: 1),
 * and a joint whose sensor reads 0 (-1: none). */
typedef struct torques {
    double noise[JOINTS], factor;
    const double *weights;
    int silent;
} torques;

/* Solves for the rows of random motions. */
static cdy_status identify(subject *s, int rows, const torques *t, cdy_identification **id,
                           cdy_identification_result *result, cdy_error *error)
{
    *id = make_identification(&s->r, &s->options);
    for (int row = 0; row < rows; row++) {
        double q[JOINTS], qd[JOINTS], qdd[JOINTS], tau[JOINTS];
        draw_state(&s->r, &s->state, q, qd, qdd);
        torques_of(&s->r, NULL, q, qd, qdd, s->truth, tau);
        for (int i = 0; i < JOINTS; i++) {
            tau[i] = i == t->silent ? 0 : t->factor * (tau[i] + t->noise[i] * draw_normal(&s->state));
        }
        ck_assert_ok(cdy_identification_add(*id, q, qd, qdd, NULL, tau, t->weights, error), *error);
    }
    return cdy_identification_solve(*id, result, error);
}

static const torques noisy = {{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, 1, NULL, -1};

/* Where 10 torques of a joint are hardly more than the parameters that they determine, its residuals do not tell its
 * noise: a fit without the prior takes them for exact. A factor of a joint's row weights plays no part. */
START_TEST(few_rows_weigh_alike)
{
    static const int rows[] = {7, 8, 12};
    static const double priors[] = {0.01, 0.1, 1};
    static const double weights[JOINTS] = {1e-6, 1, 1, 1, 1, 1e6};
    for (int exact = 0; exact < 2; exact++) {
        torques t = {.noise = {0}, .factor = 1, .silent = -1};
        if (!exact) {
            t = noisy;
        }
        t.weights = weights;
        cdy_error error = {0};
        cdy_identification_result result;
        cdy_identification *id;
        subject s = make_subject(priors[_i / 3]);
        ck_assert_ok(identify(&s, rows[_i % 3], &t, &id, &result, &error), error);
        for (int i = 0; i < JOINTS; i++) {
            ck_assert_double_eq_tol(result.joint_weights[i] * weights[i], 1, 1e-12);
        }
        cdy_identification_destroy(id);
        free_subject(&s);
    }
}
END_TEST

/* Weights of 100 rows' noise are right to twice the standard deviation of such an estimate, 1 / sqrt(2 * 100), and more
 * for the parameters that the rows determine. */
START_TEST(noise_of_many_rows_is_told)
{
    static const torques recordings[] = {
        {{1, 0.3, 0.1, 0.03, 0.01, 0.001}, 1, NULL, -1},
        {{0.001, 0.01, 0.03, 0.1, 0.3, 1}, 1, NULL, -1},
        {{0.1, 0.1, 100, 0.1, 0.1, 0.1}, 1, NULL, -1},
    };
    const torques *t = &recordings[_i / 2];
    cdy_error error = {0};
    cdy_identification_result result;
    cdy_identification *id;
    double least = HUGE_VAL;
    subject s = make_subject(_i % 2 ? 0.01 : 0);
    s.options.consistent = false;
    ck_assert_ok(identify(&s, 100, t, &id, &result, &error), error);
    for (int i = 0; i < JOINTS; i++) {
        least = fmin(least, t->noise[i]);
    }
    for (int i = 0; i < JOINTS; i++) {
        ck_assert_msg(fabs(result.joint_weights[i] * t->noise[i] / least - 1) < 0.25, "joint %d weighs %g", i,
                      result.joint_weights[i]);
    }
    cdy_identification_destroy(id);
    free_subject(&s);
}
END_TEST

/* A sensor that reads 0 where the torques are less than the noise of the others: a robot whose last link is without
 * mass explains it exactly. Its joint weighs no more than the others, whatever the unit of its rows' weights, and the
 * prior does not hide what their torques tell. */
START_TEST(a_silent_joint_weighs_like_the_others)
{
    static const double priors[] = {0, 0.01, 1}, factors[] = {1, 1e6, 1e-6};
    const double weights[JOINTS] = {1, 1, 1, 1, 1, factors[_i / 3]};
    torques t = noisy;
    t.silent = JOINTS - 1;
    t.weights = weights;
    cdy_error error = {0};
    cdy_identification_result result;
    cdy_identification *id;
    subject s = make_subject(priors[_i % 3]);
    ck_assert_ok(cdy_inertial_parameters(s.r.model, s.truth, &error), error);
    for (int k = 0; k < cdy_parameter_count(s.r.model, NULL); k++) {
        s.truth[k] *= 1.3;
    }
    ck_assert_ok(identify(&s, 200, &t, &id, &result, &error), error);
    for (int i = 0; i < JOINTS - 1; i++) {
        ck_assert_msg(result.joint_weights[i] > 0.7, "joint %d weighs %g", i, result.joint_weights[i]);
        ck_assert_msg(result.joint_rms[i] < 0.3, "joint %d has residuals of %g", i, result.joint_rms[i]);
    }
    cdy_identification_destroy(id);
    free_subject(&s);
}
END_TEST

/* A SCARA at rest: gravity acts on its third joint alone, whose noisy torques determine the mass that it bears; those
 * of the others are rounding. The prior's masses are too small by 0.6 kg, which a weight of 1 N changes by little. */
START_TEST(joints_without_torque_hide_no_mass)
{
    static const double priors[] = {0, 0.01, 1};
    enum { MASS_OF_THIRD = 20, MASS_OF_FOURTH = 30, ROWS = 50 };
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = load_bundled_robot("omronEcobra600");
    const int p = cdy_parameter_count(r.model, NULL);
    double q[4], unused[4], tau[4], truth[40];
    uint64_t state = 3;
    cdy_identification_options options = cdy_identification_options_default();
    options.prior_weight = priors[_i];
    cdy_identification *id = make_identification(&r, &options);
    ck_assert_int_eq(p, 40);
    ck_assert_ok(cdy_inertial_parameters(r.model, truth, &error), error);
    for (int k = 0; k < p; k++) {
        truth[k] *= 1.3;
    }
    for (int row = 0; row < ROWS; row++) {
        const double rest[4] = {0};
        draw_state(&r, &state, q, unused, unused);
        torques_of(&r, NULL, q, rest, rest, truth, tau);
        tau[2] += 0.1 * draw_normal(&state);
        ck_assert_ok(cdy_identification_add(id, q, NULL, NULL, NULL, tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_double_eq_tol(result.parameters[MASS_OF_THIRD] + result.parameters[MASS_OF_FOURTH],
                            truth[MASS_OF_THIRD] + truth[MASS_OF_FOURTH], 0.01);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* Weights of rows by one factor for a joint, or for all, are in no joint's favour and none in the prior's, whose unit
 * is a torque. */
START_TEST(factors_of_row_weights_play_no_part)
{
    static const double factors[] = {1e-99, 1e-10, 1e10, 1e99};
    cdy_error error = {0};
    cdy_identification_result plain, result;
    cdy_identification *id, *weighted;
    subject s = make_subject(0.1);
    ck_assert_ok(identify(&s, 100, &noisy, &id, &plain, &error), error);
    for (int all = 0; all < 2; all++) {
        double weights[JOINTS];
        for (int i = 0; i < JOINTS; i++) {
            weights[i] = all || i == 2 ? factors[_i] : 1;
        }
        torques t = noisy;
        t.weights = weights;
        s.state = 2;
        ck_assert_ok(identify(&s, 100, &t, &weighted, &result, &error), error);
        ck_assert_relative(result.parameters, plain.parameters, 60, 1e-3);
        ck_assert_double_eq_tol(result.noise / plain.noise, 1, 1e-3);
        for (int i = 0; i < JOINTS; i++) {
            ck_assert_double_eq_tol(result.joint_weights[i] * weights[i] / plain.joint_weights[i], 1, 1e-2);
        }
        cdy_identification_destroy(weighted);
    }
    cdy_identification_destroy(id);
    free_subject(&s);
}
END_TEST

/* Bodies a hundred times as large as the prior's are found, a thousand times as large are not: torques in N mm, for
 * one, whose message tells so. */
START_TEST(far_too_large_torques_are_told)
{
    static const double factors[] = {100, 1e4, 1e6, 1e90};
    for (int weight = 0; weight < 2; weight++) {
        torques t = noisy;
        t.factor = factors[_i];
        cdy_error error = {0};
        cdy_identification_result result;
        cdy_identification *id;
        subject s = make_subject(weight);
        const cdy_status status = identify(&s, 100, &t, &id, &result, &error);
        ck_assert_int_eq(status, _i == 0 ? CDY_OK : CDY_ERROR_NUMERIC);
        ck_assert_msg(_i == 0 || strstr(error.text, "times as large as those of bodies of the prior's size"), "%s",
                      error.text);
        cdy_identification_destroy(id);
        free_subject(&s);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("weights");
    TCase *tests = tcase_create("weights");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, few_rows_weigh_alike, 0, 9);
    tcase_add_loop_test(tests, noise_of_many_rows_is_told, 0, 6);
    tcase_add_loop_test(tests, a_silent_joint_weighs_like_the_others, 0, 9);
    tcase_add_loop_test(tests, joints_without_torque_hide_no_mass, 0, 3);
    tcase_add_loop_test(tests, factors_of_row_weights_play_no_part, 0, 4);
    tcase_add_loop_test(tests, far_too_large_torques_are_told, 0, 4);
    return run_suites(suite, NULL);
}
