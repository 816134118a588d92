/* Identification: torques that were recorded give the parameters back, with errors as large as it says. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128 };

static double *new_array(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

/* Returns a number of the standard normal distribution (Box and Muller 1958). */
static double normal(uint64_t *state)
{
    double u = (draw(state, 0, 1) + 1e-17), v = draw(state, 0, 1);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* Y times parameters at a state. */
static void torques_of(robot *r, const cdy_regressor_options *options, const double *q, const double *qd,
                       const double *qdd, const double *parameters, double *tau)
{
    cdy_error error = {0};
    const int p = cdy_parameter_count(r->model, options);
    double *Y = new_array((size_t)r->nv * (size_t)p);
    ck_assert_ok(cdy_regressor(r->model, r->work, q, qd, qdd, options, Y, &error), error);
    for (int i = 0; i < r->nv; i++) {
        tau[i] = 0;
        for (int k = 0; k < p; k++) {
            tau[i] += Y[i * p + k] * parameters[k];
        }
    }
    free(Y);
}

static void draw_state(robot *r, uint64_t *state, double *q, double *qd, double *qdd)
{
    ck_assert_int_le(r->nq, MOST);
    random_state(state, r->tree, q);
    draw_array(state, 2, qd, r->nv);
    draw_array(state, 4, qdd, r->nv);
}

/* Adds random rows with the torques of given parameters, and noise of a standard deviation for each joint. */
static void record(robot *r, cdy_identification *id, const cdy_regressor_options *options, const double *parameters,
                   int rows, const double *noise, uint64_t *state)
{
    cdy_error error = {0};
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    for (int row = 0; row < rows; row++) {
        draw_state(r, state, q, qd, qdd);
        torques_of(r, options, q, qd, qdd, parameters, tau);
        for (int i = 0; noise && i < r->nv; i++) {
            tau[i] += noise[i] * normal(state);
        }
        ck_assert_ok(cdy_identification_add(id, q, qd, qdd, tau, NULL, &error), error);
    }
}

/* Checks that two sets of parameters give the same torques. */
static void check_same_torques(robot *r, const cdy_regressor_options *options, const double *a, const double *b,
                               double tolerance)
{
    uint64_t state = 4711;
    double q[MOST], qd[MOST], qdd[MOST], tau_a[MOST], tau_b[MOST];
    for (int i = 0; i < 5; i++) {
        draw_state(r, &state, q, qd, qdd);
        torques_of(r, options, q, qd, qdd, a, tau_a);
        torques_of(r, options, q, qd, qdd, b, tau_b);
        ck_assert_relative(tau_a, tau_b, (size_t)r->nv, tolerance);
    }
}

static cdy_identification *make_identification(robot *r, const cdy_identification_options *options)
{
    cdy_error error = {0};
    cdy_identification *id = NULL;
    ck_assert_ok(cdy_identification_create(r->model, options, &id, &error), error);
    return id;
}

/* Parameters that differ from the model's: each body is another one that can exist. */
static double *other_parameters(robot *r, uint64_t seed)
{
    cdy_error error = {0};
    const int p = cdy_parameter_count(r->model, NULL);
    double *pi = new_array((size_t)p);
    ck_assert_ok(cdy_inertial_parameters(r->model, pi, &error), error);
    for (int i = 0; i < p; i += 10) {
        const double x = draw(&seed, -0.1, 0.1), y = draw(&seed, -0.1, 0.1), z = draw(&seed, -0.1, 0.1);
        const double m = draw(&seed, 0.2, 1); /* a point more */
        const double point[10] = {m,
                                  m * x,
                                  m * y,
                                  m * z,
                                  m * (y * y + z * z),
                                  -m * x * y,
                                  -m * x * z,
                                  m * (x * x + z * z),
                                  -m * y * z,
                                  m * (x * x + y * y)};
        for (int k = 0; k < 10; k++) {
            pi[i + k] += point[k];
        }
    }
    return pi;
}

static robot make_subject(int number)
{
    static const char *const names[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
    return number < 3 ? load_bundled_robot(names[number])
                      : make_robot(random_tree((uint64_t)number, 2 + number % 5,
                                               number % 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE));
}

enum { SUBJECTS = 14 };

START_TEST(clean_torques_give_base_parameters_back)
{
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = make_subject(_i);
    uint64_t state = (uint64_t)_i + 1;
    double *truth = other_parameters(&r, (uint64_t)_i + 5);
    cdy_identification *id = make_identification(&r, NULL);
    record(&r, id, NULL, truth, 2 * cdy_parameter_count(r.model, NULL), NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(result.rank, result.full_rank);
    check_same_torques(&r, NULL, result.parameters, truth, 1e-8);
    const int p = result.parameter_count;
    for (int b = 0; b < result.rank; b++) {
        double value = 0, size = 0;
        for (int k = 0; k < p; k++) {
            value += result.base_combinations[b * p + k] * truth[k];
            size += fabs(result.base_combinations[b * p + k] * truth[k]);
        }
        ck_assert_double_eq_tol(result.base_combinations[b * p + result.base_parameters[b]], 1, 1e-15);
        ck_assert_msg(fabs(result.base_values[b] - value) <= 1e-9 * fmax(size, 1), "base parameter %d: %g, not %g", b,
                      result.base_values[b], value);
    }
    ck_assert_int_eq(result.inconsistent_after, 0);
    free(truth);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* Links in a plane that turn about parallel axes: m l and I of each, and nothing else, by Khalil and Dombre. */
static robot make_planar(int links, double g_y)
{
    static const char *const names[] = {"base", "a", "b", "c"}, *const joints[] = {"", "ja", "jb", "jc"};
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    ck_assert_ok(cdy_tree_set_gravity(tree, (double[3]){0, g_y, 0}, &error), error);
    for (int i = 1; i <= links; i++) {
        cdy_body body = make_body(names[i], joints[i], CDY_JOINT_CONTINUOUS);
        set_inertial(&body, 1, 0.2, 0.1, 0, (double[6]){0.1, 0, 0, 0.1, 0, 0.1});
        set_origin(&body, i > 1 ? 0.5 : 0, 0, 0, 0, 0, 0);
        add_body(tree, &body, names[i - 1]);
    }
    return make_robot(tree);
}

static int rank_of(robot *r)
{
    cdy_error error = {0};
    uint64_t state = 9;
    cdy_identification_result result;
    double *pi = other_parameters(r, 3);
    cdy_identification *id = make_identification(r, NULL);
    record(r, id, NULL, pi, 2 * cdy_parameter_count(r->model, NULL), NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(result.rank, result.full_rank);
    int rank = result.rank;
    cdy_identification_destroy(id);
    free(pi);
    free_robot(r);
    return rank;
}

START_TEST(ranks_are_those_of_textbooks)
{
    robot r = load_bundled_robot("universalUR5e"); /* 7 n - 4 - 2 for the parallel second and third axis ... */
    ck_assert_int_eq(rank_of(&r), 36);
    r = make_planar(1, 0); /* Izz */
    ck_assert_int_eq(rank_of(&r), 1);
    r = make_planar(1, -9.81); /* Izz, hx, hy */
    ck_assert_int_eq(rank_of(&r), 3);
    r = make_planar(2, 0); /* Izz of both, hx hy of the second */
    ck_assert_int_eq(rank_of(&r), 4);
    r = make_planar(2, -9.81);
    ck_assert_int_eq(rank_of(&r), 6);
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("drone", "free", CDY_JOINT_FLOATING);
    set_inertial(&body, 1, 0.2, 0.1, 0, (double[6]){0.1, 0, 0, 0.1, 0, 0.1});
    add_body(tree, &body, "base");
    r = make_robot(tree); /* all of a free body */
    ck_assert_int_eq(rank_of(&r), 10);
}
END_TEST

/* The errors of base parameters in units of the covariance that is reported are a chi-square of `rank` degrees of
 * freedom each time; their mean over many recordings is known to a few per cent. */
START_TEST(errors_are_as_large_as_reported)
{
    enum { TRIALS = 60, ROWS = 80 };
    cdy_error error = {0};
    robot r = make_planar(3, -9.81);
    const double noise[3] = {0.5, 0.1, 0.02};
    double *truth = other_parameters(&r, 8), square = 0, weight = 0;
    uint64_t state = 12;
    int count = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        cdy_identification_options options = cdy_identification_options_default();
        cdy_identification_result result;
        options.consistent = false;
        cdy_identification *id = make_identification(&r, &options);
        record(&r, id, NULL, truth, ROWS, noise, &state);
        ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
        ck_assert_int_eq(result.rank, 9);
        for (int b = 0; b < result.rank; b++) {
            double value = 0;
            for (int k = 0; k < result.parameter_count; k++) {
                value += result.base_combinations[b * result.parameter_count + k] * truth[k];
            }
            double off = (result.base_values[b] - value) / result.base_deviations[b];
            square += off * off;
            count++;
        }
        weight += result.joint_weights[1] / TRIALS;
        ck_assert_double_eq_tol(result.joint_rms[0], 0.5, 0.2);
        cdy_identification_destroy(id);
    }
    ck_assert_double_eq_tol(square / count, 1, 0.25);
    ck_assert_double_eq_tol(weight, 0.2, 0.03); /* the second joint is five times as noisy as the third */
    free(truth);
    free_robot(&r);
}
END_TEST

START_TEST(many_rows_are_as_good_as_few)
{
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = make_planar(2, -9.81);
    uint64_t state = 2;
    double *truth = other_parameters(&r, 8);
    cdy_identification *id = make_identification(&r, NULL);
    record(&r, id, NULL, truth, 20000, NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_uint_eq(result.rows, 20000);
    check_same_torques(&r, NULL, result.parameters, truth, 1e-11);
    cdy_identification_destroy(id);
    free(truth);
    free_robot(&r);
}
END_TEST

START_TEST(drives_are_identified)
{
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = load_bundled_robot("universalUR5e");
    cdy_identification_options options = cdy_identification_options_default();
    options.regressor.damping = options.regressor.coulomb = true;
    const int p = cdy_parameter_count(r.model, &options.regressor);
    double *truth = new_array((size_t)p), *bodies = other_parameters(&r, 2);
    memcpy(truth, bodies, 60 * sizeof *truth);
    for (int i = 60; i < p; i++) {
        truth[i] = 0.1 * (i - 50);
    }
    uint64_t state = 2;
    cdy_identification *id = make_identification(&r, &options);
    record(&r, id, &options.regressor, truth, 200, NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(result.rank, 48);
    ck_assert_near(result.parameters + 60, truth + 60, 12, 1e-9);
    for (int i = 60; i < p; i++) {
        ck_assert_double_eq_tol(result.identifiability[i], 1, 1e-9);
    }
    /* Into a tree, and out of it. */
    cdy_tree *tree = NULL;
    double *again = new_array((size_t)p);
    ck_assert_ok(cdy_apply_parameters(r.tree, r.model, &options.regressor, result.parameters, &tree, &error), error);
    robot s = make_robot(tree);
    ck_assert_ok(cdy_tree_parameters(s.tree, s.model, &options.regressor, again, &error), error);
    ck_assert_near(again, result.parameters, (size_t)p, 1e-12);
    free_robot(&s);
    free(again);
    free(truth);
    free(bodies);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

START_TEST(trees_take_parameters)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    robot r = make_robot(random_tree((uint64_t)_i + 1, 6, RANDOM_JOINTS_ALL));
    double *pi = other_parameters(&r, (uint64_t)_i), *again = new_array((size_t)cdy_parameter_count(r.model, NULL));
    if (_i % 2) {
        pi[0] = 1e-3; /* less than what is welded to it may weigh: then the group's links give way */
        memset(pi + 1, 0, 3 * sizeof *pi);
        memcpy(pi + 4, (double[6]){1e-3, 0, 0, 1e-3, 0, 1e-3}, 6 * sizeof *pi);
    }
    ck_assert_ok(cdy_apply_parameters(r.tree, r.model, NULL, pi, &tree, &error), error);
    robot s = make_robot(tree);
    ck_assert_ok(cdy_inertial_parameters(s.model, again, &error), error);
    ck_assert_near(again, pi, (size_t)cdy_parameter_count(r.model, NULL), 1e-12);
    pi[0] = -1;
    tree = s.tree;
    ck_assert_fails(cdy_apply_parameters(r.tree, r.model, NULL, pi, &tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(tree);
    free_robot(&s);
    free(pi);
    free(again);
    free_robot(&r);
}
END_TEST

START_TEST(a_heavy_prior_stays)
{
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = load_bundled_robot("universalUR5e");
    cdy_identification_options options = cdy_identification_options_default();
    options.prior_weight = 1e9;
    double *truth = other_parameters(&r, 2);
    uint64_t state = 2;
    cdy_identification *id = make_identification(&r, &options);
    record(&r, id, NULL, truth, 100, NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_near(result.parameters, result.prior, 60, 1e-6);
    cdy_identification_destroy(id);
    free(truth);
    free_robot(&r);
}
END_TEST

START_TEST(poor_recordings_are_told_apart)
{
    cdy_error error = {0};
    cdy_identification_result result = {0};
    robot r = load_bundled_robot("universalUR5e");
    double tau[6] = {1, 2, 3, 4, 5, 6}, qd[6] = {0}, weights[6] = {1, 1, -1, 1, 1, 1};
    cdy_identification *id = make_identification(&r, NULL);
    ck_assert_fails(cdy_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error);
    tau[2] = (double)NAN;
    ck_assert_fails(cdy_identification_add(id, NULL, NULL, NULL, tau, NULL, &error), CDY_ERROR_ARGUMENT, error);
    tau[2] = 0;
    ck_assert_fails(cdy_identification_add(id, NULL, NULL, NULL, tau, weights, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_identification_add(id, NULL, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    qd[0] = 1e200;
    ck_assert_fails(cdy_identification_add(id, NULL, qd, NULL, tau, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ok(cdy_identification_add(id, (double[6]){1, 2, 3, 4, 5, 6}, tau, tau, tau, NULL, &error), error);
    ck_assert_fails(cdy_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "too few"));
    cdy_identification_destroy(id);
    id = make_identification(&r, NULL);
    for (int i = 0; i < 50; i++) {
        ck_assert_ok(cdy_identification_add(id, NULL, NULL, NULL, tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error); /* at rest in one place */
    ck_assert_int_lt(result.rank, 6);
    ck_assert_int_eq(result.full_rank, 36);
    cdy_identification_destroy(id);
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0, 0, 0}, &error), error);
    id = make_identification(&r, NULL);
    for (int i = 0; i < 50; i++) {
        ck_assert_ok(cdy_identification_add(id, NULL, NULL, NULL, tau, NULL, &error), error);
    }
    ck_assert_fails(cdy_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error); /* nothing moves */
    ck_assert_ptr_nonnull(strstr(error.text, "excite"));
    cdy_identification_destroy(id);
    cdy_identification_destroy(NULL);
    free_robot(&r);
}
END_TEST

START_TEST(bad_options_are_refused)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e"), nothing = make_robot(make_tree("base", 9.81));
    cdy_identification *id = NULL;
    double prior[60] = {0};
    prior[3] = HUGE_VAL;
    for (int i = 0; i < 4; i++) {
        cdy_identification_options options = cdy_identification_options_default();
        options.prior_weight = i == 0 ? (double)NAN : 0;
        options.rank_tolerance = i == 1 ? 1 : 1e-10;
        options.prior = i == 2 ? prior : NULL;
        options.regressor.coulomb = i == 3;
        options.regressor.coulomb_velocity = -1;
        ck_assert_fails(cdy_identification_create(r.model, &options, &id, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_null(id);
    }
    ck_assert_fails(cdy_identification_create(NULL, NULL, &id, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_identification_create(r.model, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_identification_create(nothing.model, NULL, &id, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_identification_solve(NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_parameters(nothing.tree, r.model, NULL, prior, &error), CDY_ERROR_ARGUMENT, error);
    free_robot(&nothing);
    free_robot(&r);
}
END_TEST

/* ---- bodies that can exist ---- */

/* Mass at points, with signs: negative ones make a body that cannot exist. */
static void add_point(double pi[10], double m, double x, double y, double z)
{
    const double point[10] = {m,
                              m * x,
                              m * y,
                              m * z,
                              m * (y * y + z * z),
                              -m * x * y,
                              -m * x * z,
                              m * (x * x + z * z),
                              -m * y * z,
                              m * (x * x + y * y)};
    for (int k = 0; k < 10; k++) {
        pi[k] += point[k];
    }
}

START_TEST(points_of_mass_are_consistent)
{
    uint64_t state = (uint64_t)_i;
    double pi[10] = {0}, margin, nearest[10], distance, again[10];
    cdy_error error = {0};
    ck_assert(cdy_is_consistent(pi, NULL)); /* nothing at all */
    for (int i = 0; i < 1 + _i; i++) {
        add_point(pi, draw(&state, 0.1, 2), draw(&state, -1, 1), draw(&state, -1, 1), draw(&state, -1, 1));
        ck_assert(cdy_is_consistent(pi, &margin)); /* one to three points: at the border */
    }
    ck_assert_ok(cdy_nearest_consistent(pi, 0, nearest, &distance, &error), error);
    ck_assert_double_le(distance, 1e-12);
    ck_assert_near(nearest, pi, 10, 1e-12);
    /* The triangle inequality is not enough for a point far out, but the pseudo-inertia sees it. */
    add_point(pi, -0.5, 3, 3, 3);
    ck_assert(!cdy_is_consistent(pi, &margin));
    ck_assert_double_lt(margin, 0);
    ck_assert_ok(cdy_nearest_consistent(pi, 1e-3, nearest, &distance, &error), error);
    ck_assert(cdy_is_consistent(nearest, &margin));
    ck_assert_double_gt(margin, 0);
    ck_assert_double_gt(distance, 0.1);
    ck_assert_ok(cdy_nearest_consistent(nearest, 1e-3 * (1 - 1e-9), again, &distance, &error), error);
    ck_assert_near(again, nearest, 10, 0); /* once is enough */
    pi[2] = (double)NAN;
    ck_assert(!cdy_is_consistent(pi, NULL));
    ck_assert_fails(cdy_nearest_consistent(pi, 0, again, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_nearest_consistent(nearest, -1, again, NULL, &error), CDY_ERROR_ARGUMENT, error);
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
    ck_assert_ok(cdy_nearest_consistent(pi, 0, nearest, &distance, &error), error);
    ck_assert_double_eq_tol(distance_of(pi, nearest), distance, 1e-12);
    for (int i = 0; i < 200; i++) {
        double other[10] = {0};
        memcpy(other, nearest, sizeof other);
        add_point(other, draw(&state, 0, 0.1), draw(&state, -1, 1), draw(&state, -1, 1), draw(&state, -1, 1));
        ck_assert_double_ge(distance_of(pi, other), distance - 1e-12);
        for (int k = 0; k < 10; k++) {
            other[k] = 0.9 * nearest[k];
        }
        ck_assert_double_ge(distance_of(pi, other), distance - 1e-12);
    }
}
END_TEST

/* Noise makes the estimate one that cannot exist; what is given instead can, and fits nearly as well. */
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
        ck_assert(cdy_is_consistent(result.parameters + i, &margin));
        ck_assert_double_gt(margin, 0);
    }
    /* The truth can exist and is some sqrt(36) away; the likeliest that can is no farther. */
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

int main(void)
{
    Suite *suite = suite_create("identification");
    TCase *tests = tcase_create("estimates");
    tcase_add_loop_test(tests, clean_torques_give_base_parameters_back, 0, SUBJECTS);
    tcase_add_test(tests, ranks_are_those_of_textbooks);
    tcase_add_test(tests, errors_are_as_large_as_reported);
    tcase_add_test(tests, many_rows_are_as_good_as_few);
    tcase_add_test(tests, drives_are_identified);
    tcase_add_loop_test(tests, trees_take_parameters, 0, 10);
    tcase_add_test(tests, a_heavy_prior_stays);
    suite_add_tcase(suite, tests);
    tests = tcase_create("refusals");
    tcase_add_test(tests, poor_recordings_are_told_apart);
    tcase_add_test(tests, bad_options_are_refused);
    suite_add_tcase(suite, tests);
    tests = tcase_create("consistency");
    tcase_add_loop_test(tests, points_of_mass_are_consistent, 0, 6);
    tcase_add_loop_test(tests, the_nearest_is_nearer_than_others, 0, 20);
    tcase_add_loop_test(tests, noisy_estimates_become_consistent, 0, 3);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
