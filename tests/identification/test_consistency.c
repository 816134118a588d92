/* Consistency: the identified bodies are physically possible, also where the true bodies are at the limit of
 * possibility. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/recording.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_JOINTS = 16 };

/* A first moment without mass is in its own units: the pseudo-inertia [0, u; u^T, 0] has the eigenvalues -1 and 1,
 * along whatever axis. */
START_TEST(first_moments_alone_have_a_margin_of_one)
{
    for (int axis = 0; axis < 3; axis++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            double pi[10] = {0}, margin;
            pi[1 + axis] = 5 * sign;
            ck_assert(!cdy_parameters_are_consistent(pi, &margin));
            ck_assert_double_eq_tol(margin, -1, 1e-12);
        }
    }
}
END_TEST

START_TEST(points_of_mass_are_consistent)
{
    uint64_t state = (uint64_t)_i;
    double pi[10] = {0}, margin, nearest[10], distance, again[10];
    cdy_error error = {0};
    ck_assert(cdy_parameters_are_consistent(pi, NULL)); /* a body of zeros */
    for (int i = 0; i < 1 + _i; i++) {
        add_mass_point(pi, draw(&state, 0.1, 2), draw(&state, -1, 1), draw(&state, -1, 1), draw(&state, -1, 1));
        ck_assert(cdy_parameters_are_consistent(pi, &margin)); /* one to three points: at the limit of possibility */
    }
    ck_assert_ok(cdy_parameters_make_consistent(pi, 0, nearest, &distance, &error), error);
    ck_assert_double_le(distance, 1e-12);
    ck_assert_near(nearest, pi, 10, 1e-12);
    /* The triangle inequality holds for a point far out, but the pseudo-inertia is not positive. */
    add_mass_point(pi, -0.5, 3, 3, 3);
    ck_assert(!cdy_parameters_are_consistent(pi, &margin));
    ck_assert_double_lt(margin, 0);
    ck_assert_ok(cdy_parameters_make_consistent(pi, 1e-3, nearest, &distance, &error), error);
    ck_assert(cdy_parameters_are_consistent(nearest, &margin));
    ck_assert_double_gt(margin, 0);
    ck_assert_double_gt(distance, 0.1);
    ck_assert_ok(cdy_parameters_make_consistent(nearest, 1e-3 * (1 - 1e-9), again, &distance, &error), error);
    ck_assert_near(again, nearest, 10, 0); /* once suffices */
    pi[2] = (double)NAN;
    ck_assert(!cdy_parameters_are_consistent(pi, NULL));
    ck_assert_fails(cdy_parameters_make_consistent(pi, 0, again, NULL, &error), CDY_ERROR_ARGUMENT, error);
    double large[10] = {1e308, -1e308, 1e308, 1e308, 1e308, 1e308, -1e308, 1e308, 1e308, 1e308};
    ck_assert_fails(cdy_parameters_make_consistent(large, 1e308, again, NULL, &error), CDY_ERROR_NUMERIC, error);
    for (int i = 0; i < 10; i++) {
        large[i] = i == 0 ? 1e300 : i == 4 || i == 7 || i == 9 ? 1e308 : 0; /* sums of moments are over 1.8e308 */
    }
    ck_assert_ok(cdy_parameters_make_consistent(large, 0, again, &distance, &error), error);
    ck_assert_mem_eq(again, large, sizeof large);
    ck_assert(cdy_parameters_are_consistent(large, NULL));
    ck_assert_fails(cdy_parameters_make_consistent(nearest, -1, again, NULL, &error), CDY_ERROR_ARGUMENT, error);
}
END_TEST

/* Half of the square of the Frobenius norm of the pseudo-inertia of a difference. */
static double distance_of(const double a[10], const double b[10])
{
    double d[10];
    for (int k = 0; k < 10; k++) {
        d[k] = a[k] - b[k];
    }
    double half = (d[4] + d[7] + d[9]) / 2, xx = half - d[4], yy = half - d[7], zz = half - d[9];
    return sqrt(xx * xx + yy * yy + zz * zz + d[0] * d[0] +
                2 * (d[1] * d[1] + d[2] * d[2] + d[3] * d[3] + d[5] * d[5] + d[6] * d[6] + d[8] * d[8]));
}

START_TEST(the_nearest_is_nearer_than_others)
{
    uint64_t state = (uint64_t)_i + 3;
    cdy_error error = {0};
    double pi[10], nearest[10], distance;
    draw_array(&state, 1, pi, 10);
    ck_assert_ok(cdy_parameters_make_consistent(pi, 0, nearest, &distance, &error), error);
    ck_assert_double_eq_tol(distance_of(pi, nearest), distance, 1e-12);
    for (int i = 0; i < 200; i++) {
        double other[10] = {0};
        memcpy(other, nearest, sizeof other);
        add_mass_point(other, draw(&state, 0, 0.1), draw(&state, -1, 1), draw(&state, -1, 1), draw(&state, -1, 1));
        ck_assert_double_ge(distance_of(pi, other), distance - 1e-12);
        for (int k = 0; k < 10; k++) {
            other[k] = 0.9 * nearest[k];
        }
        ck_assert_double_ge(distance_of(pi, other), distance - 1e-12);
    }
}
END_TEST

/* Noise gives an impossible estimate; the result is a possible body, which fits nearly as well. */
START_TEST(noisy_estimates_become_consistent)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    const double noise[6] = {2, 2, 2, 0.5, 0.5, 0.5};
    double *truth = other_parameters(&r, 8), *masses = new_array(60);
    uint64_t state = (uint64_t)_i + 1;
    cdy_identification_options options = cdy_identification_options_default();
    cdy_identification_result result, loose;
    cdy_identification *id = make_identification(&r, &options);
    uint64_t same = state;
    record(&r, id, NULL, truth, 100, noise, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    options.consistent = false;
    cdy_identification *free_id = make_identification(&r, &options);
    record(&r, free_id, NULL, truth, 100, noise, &same);
    ck_assert_ok(cdy_identification_solve(free_id, &loose, &error), error);
    ck_assert_int_gt(result.inconsistent_before, 0);
    ck_assert_int_eq(result.inconsistent_after, 0);
    ck_assert_int_eq(loose.inconsistent_after, loose.inconsistent_before);
    for (int i = 0; i < 60; i += 10) {
        double margin;
        ck_assert(cdy_parameters_are_consistent(result.parameters + i, &margin));
        ck_assert_double_gt(margin, 0);
    }
    /* The true body is possible and some sqrt(36) standard deviations away; the likeliest possible body is no farther.
     */
    ck_assert_double_lt(result.consistency_cost, 9);
    for (int i = 0; i < 6; i++) {
        ck_assert_double_le(result.joint_rms[i], 1.5 * loose.joint_rms[i]);
    }
    free(truth);
    free(masses);
    cdy_identification_destroy(id);
    cdy_identification_destroy(free_id);
    free_robot(&r);
}
END_TEST

/* Torques of an impossible robot, whose last body lacks 0.12 kg m^2 about each axis: a possible robot explains them
 * worse than the estimate does, but better than their means do. */
START_TEST(impossible_bodies_are_replaced)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    const double noise[6] = {0.05, 0.05, 0.05, 0.05, 0.05, 0.05};
    double *truth = other_parameters(&r, 8);
    uint64_t state = 3;
    const cdy_identification_options options = cdy_identification_options_default();
    cdy_identification_result result;
    cdy_identification *id = make_identification(&r, &options);
    for (int i = 4; i < 10; i++) {
        truth[50 + i] -= i == 4 || i == 7 || i == 9 ? 0.12 : 0;
    }
    record(&r, id, NULL, truth, 100, noise, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_gt(result.inconsistent_before, 0);
    ck_assert_int_eq(result.inconsistent_after, 0);
    ck_assert_double_gt(result.joint_rms[5], 3 * noise[5]);
    free(truth);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* Two joints whose damping pushes instead of braking are counted, beside bodies that can exist; the consistent
 * parameters have none. */
START_TEST(drives_that_push_are_counted)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    cdy_identification_options options = cdy_identification_options_default();
    options.regressor.damping = true;
    options.consistent = _i == 1;
    const int p = cdy_parameter_count(r.model, &options.regressor);
    double *bodies = other_parameters(&r, 8), *truth = new_array((size_t)p);
    memcpy(truth, bodies, 60 * sizeof *truth);
    for (int i = 0; i < 6; i++) {
        truth[60 + i] = i == 1 || i == 4 ? -0.2 : 0.3;
    }
    uint64_t state = 7;
    const double noise[6] = {1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3};
    cdy_identification_result result;
    options.prior = truth;
    cdy_identification *id = make_identification(&r, &options);
    record(&r, id, &options.regressor, truth, 200, noise, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(result.inconsistent_before, 2);
    ck_assert_int_eq(result.inconsistent_after, options.consistent ? 0 : 2);
    for (int i = 0; i < 6; i++) {
        const double found = result.parameters[60 + i];
        ck_assert(options.consistent ? found >= 0 : fabs(found - truth[60 + i]) < 0.01);
    }
    free(truth);
    free(bodies);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* ---- true bodies at the limit of possibility ---- */

/* Replaces a body by a point of its mass at its center of mass. */
static void make_point(double pi[10])
{
    const double m = pi[0], x = pi[1] / m, y = pi[2] / m, z = pi[3] / m;
    memset(pi, 0, 10 * sizeof *pi);
    add_mass_point(pi, m, x, y, z);
}

/* The prior: a robot with other bodies, one with some of the same bodies, or the true robot. */
typedef enum prior_kind { OTHER_BODIES, SAME_BODIES, TRUTH } prior_kind;

typedef struct border {
    const char *name;     /* of a bundled robot; NULL: a random tree */
    int massless, points; /* the last links without mass, the first that are points */
    bool drives;          /* with damping and friction, which are 0 but for the last, 0.4 */
    double noise;
    prior_kind prior;
} border;

static const border borders[] = {{"omronEcobra600", 0, 4, false, 0, OTHER_BODIES},
                                 {"omronEcobra600", 1, 0, false, 0, SAME_BODIES},
                                 {"omronEcobra600", 0, 4, false, 0, SAME_BODIES},
                                 {"omronEcobra600", 4, 0, false, 0, SAME_BODIES},
                                 {"universalUR5e", 2, 0, false, 0, OTHER_BODIES},
                                 {"universalUR5e", 2, 0, false, 0, SAME_BODIES},
                                 {"universalUR5e", 0, 6, false, 0, OTHER_BODIES},
                                 {"universalUR5e", 6, 0, false, 0, OTHER_BODIES},
                                 {"universalUR5e", 2, 1, true, 0, TRUTH},
                                 {"universalUR5e", 1, 2, true, 0, OTHER_BODIES},
                                 {"kukaIiwa14", 1, 3, true, 0, OTHER_BODIES},
                                 {"kukaIiwa14", 1, 3, true, 0, TRUTH},
                                 {NULL, 1, 1, false, 0, OTHER_BODIES},
                                 {NULL, 2, 3, true, 0, OTHER_BODIES},
                                 {NULL, 1, 1, true, 0, TRUTH},
                                 {"universalUR5e", 2, 2, false, 1e-3, OTHER_BODIES},
                                 {"omronEcobra600", 1, 2, true, 1e-6, SAME_BODIES}};

enum { BORDERS = sizeof borders / sizeof *borders };

static double *border_parameters(robot *r, const border *b, int p)
{
    cdy_error error = {0};
    double *truth = new_array((size_t)p), *bodies = other_parameters(r, 8);
    const int count = cdy_parameter_count(r->model, NULL) / 10;
    if (b->prior == SAME_BODIES) {
        ck_assert_ok(cdy_inertial_parameters(r->model, bodies, &error), error);
    }
    memcpy(truth, bodies, 10 * (size_t)count * sizeof *truth);
    for (int i = 0; i < count; i++) {
        if (i < b->points) {
            make_point(truth + 10 * i);
        }
        if (i >= count - b->massless) {
            memset(truth + 10 * i, 0, 10 * sizeof *truth);
        }
    }
    if (p > 10 * count) {
        truth[p - 1] = 0.4;
    }
    free(bodies);
    return truth;
}

/* Without noise the nearest parameters that can exist are as likely as the estimate: chi square loses 1e-3 at most. */
START_TEST(truths_on_the_border_come_back)
{
    const border *b = &borders[_i];
    cdy_error error = {0};
    robot r = b->name ? load_bundled_robot(b->name) : make_robot(random_tree((uint64_t)_i, 4, RANDOM_JOINTS_ALL));
    cdy_identification_options options = cdy_identification_options_default();
    cdy_identification_result result;
    options.regressor.damping = options.regressor.coulomb = b->drives;
    const int p = cdy_parameter_count(r.model, &options.regressor);
    double *truth = border_parameters(&r, b, p), noise[16];
    options.prior = b->prior == TRUTH ? truth : NULL;
    uint64_t state = (uint64_t)_i + 1;
    for (int i = 0; i < 16; i++) {
        noise[i] = b->noise;
    }
    cdy_identification *id = make_identification(&r, &options);
    record(&r, id, &options.regressor, truth, 2 * p, b->noise > 0 ? noise : NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(result.inconsistent_after, 0);
    check_same_torques(&r, &options.regressor, result.parameters, truth, b->noise > 0 ? 3 * b->noise : 1e-9);
    ck_assert(b->noise > 0 || result.consistency_cost < 1e-3);
    const double size = largest(truth, (size_t)p) + largest(result.prior, (size_t)p);
    ck_assert_double_le(largest(result.parameters, (size_t)p), 10 * size);
    if (b->prior == TRUTH) {
        ck_assert_near(result.parameters, truth, (size_t)p, 1e-9 * size);
    }
    free(truth);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* ---- exact torques ---- */

/* Bodies 1.3 times as heavy: 0.3 times the mass of each is added at its center of mass. */
static double *heavy_parameters(robot *r)
{
    cdy_error error = {0};
    const int p = cdy_parameter_count(r->model, NULL);
    double *pi = new_array((size_t)p);
    ck_assert_ok(cdy_inertial_parameters(r->model, pi, &error), error);
    for (int i = 0; i < p; i += 10) {
        const double m = pi[i];
        add_mass_point(pi + i, 0.3 * m, pi[i + 1] / m, pi[i + 2] / m, pi[i + 3] / m);
    }
    return pi;
}

static void record_at_rest(robot *r, cdy_identification *id, const double *parameters, int rows, uint64_t *state)
{
    cdy_error error = {0};
    double q[MOST_JOINTS], qd[MOST_JOINTS], qdd[MOST_JOINTS], tau[MOST_JOINTS];
    for (int row = 0; row < rows; row++) {
        draw_state(r, state, q, qd, qdd);
        torques_of(r, NULL, q, NULL, NULL, parameters, tau);
        ck_assert_ok(cdy_identification_add(id, q, NULL, NULL, NULL, tau, NULL, &error), error);
    }
}

/* Beside exact torques the prior is many millions of standard deviations away, whatever its weight and the number of
 * rows. The robot that made the torques exists, so that a robot that can exist explains them. */
START_TEST(exact_torques_at_rest_are_explained)
{
    static const char *const names[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
    static const double priors[] = {1e-4, 1e-2, 1};
    cdy_error error = {0};
    robot r = load_bundled_robot(names[_i % 3]);
    double *truth = heavy_parameters(&r);
    for (int rows = 199; rows < 202; rows++) {
        for (int k = 0; k < 3; k++) {
            cdy_identification_options options = cdy_identification_options_default();
            cdy_identification_result result;
            uint64_t state = (uint64_t)(_i + 1);
            options.prior_weight = priors[k];
            cdy_identification *id = make_identification(&r, &options);
            record_at_rest(&r, id, truth, rows, &state);
            ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
            ck_assert_int_eq(result.inconsistent_after, 0);
            for (int i = 0; i < result.velocity_count; i++) {
                ck_assert_double_le(result.joint_rms[i], 1e-3 * priors[k] + 1e-8);
            }
            cdy_identification_destroy(id);
        }
    }
    free(truth);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("consistency");
    TCase *tests = tcase_create("bodies");
    tcase_add_test(tests, first_moments_alone_have_a_margin_of_one);
    tcase_add_loop_test(tests, points_of_mass_are_consistent, 0, 6);
    tcase_add_loop_test(tests, the_nearest_is_nearer_than_others, 0, 20);
    suite_add_tcase(suite, tests);
    tests = tcase_create("estimates");
    tcase_add_loop_test(tests, noisy_estimates_become_consistent, 0, 3);
    tcase_add_test(tests, impossible_bodies_are_replaced);
    tcase_add_loop_test(tests, drives_that_push_are_counted, 0, 2);
    tcase_add_loop_test(tests, truths_on_the_border_come_back, 0, BORDERS);
    tcase_add_loop_test(tests, exact_torques_at_rest_are_explained, 0, 9);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
