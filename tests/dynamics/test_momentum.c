/* Centroidal momentum: the naive sum, its matrix, and its rate, which is the sum of all outer forces. */
#include "support/compare.h"
#include "support/differences.h"
#include "support/moving.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

enum { TREES = 40 };

static void momentum_at(moving *m, const double *q, const double *qd, double h[6])
{
    cdy_error error = {0};
    ck_assert_ok(cdy_centroidal_momentum(m->r.model, m->r.work, q, qd, NULL, h, NULL, &error), error);
}

START_TEST(momentum_is_the_naive_one)
{
    moving m = make_moving(_i, RANDOM_JOINTS_ALL, false);
    double h[6], naive[6];
    momentum_at(&m, m.q, m.qd, h);
    naive_momentum(&m.naive, m.q, m.qd, naive);
    ck_assert_relative(h, naive, 6, 1e-11);
    free_moving(&m);
}
END_TEST

START_TEST(matrix_times_velocity_is_momentum)
{
    cdy_error error = {0};
    moving m = make_moving(_i, RANDOM_JOINTS_ALL, false);
    size_t n = (size_t)m.r.nv;
    double *A = new_zeros(6 * n), h[6], product[6] = {0};
    momentum_at(&m, m.q, m.qd, h);
    ck_assert_ok(cdy_centroidal_momentum_matrix(m.r.model, m.r.work, m.q, A, &error), error);
    for (size_t i = 0; i < 6 * n; i++) {
        product[i / n] += A[i] * m.qd[i % n];
    }
    ck_assert_near(product, h, 6, 1e-12 * (largest(h, 6) + largest(A, 6 * n)));
    free(A);
    free_moving(&m);
}
END_TEST

static void momentum_along(void *context, double t, double *result)
{
    moving *m = context;
    double q[MOVING_MOST], qd[MOVING_MOST];
    moving_at(m, t, q, qd);
    momentum_at(m, q, qd, result);
}

START_TEST(rate_is_the_derivative)
{
    cdy_error error = {0};
    moving m = make_moving(_i, RANDOM_JOINTS_ALL, false);
    size_t n = (size_t)m.r.nv;
    double rate[6], bias[6], difference[6], h[6], *A = new_zeros(6 * n);
    ck_assert_ok(cdy_centroidal_momentum(m.r.model, m.r.work, m.q, m.qd, m.qdd, NULL, rate, &error), error);
    differentiate(momentum_along, &m, 2e-4, difference, 6);
    momentum_at(&m, m.q, m.qd, h);
    ck_assert_near(rate, difference, 6, 1e-9 * (1 + largest(rate, 6) + largest(h, 6)));
    ck_assert_ok(cdy_centroidal_momentum(m.r.model, m.r.work, m.q, m.qd, NULL, NULL, bias, &error), error);
    ck_assert_ok(cdy_centroidal_momentum_matrix(m.r.model, m.r.work, m.q, A, &error), error);
    for (size_t i = 0; i < 6 * n; i++) {
        bias[i / n] += A[i] * m.qdd[i % n];
    }
    ck_assert_near(bias, rate, 6, 1e-12 * (largest(rate, 6) + largest(A, 6 * n)));
    free(A);
    free_moving(&m);
}
END_TEST

/* A trunk that flies, with joints of every type on it. */
static robot make_flier(void)
{
    static const cdy_joint_type types[4] = {CDY_JOINT_REVOLUTE, CDY_JOINT_PRISMATIC, CDY_JOINT_PLANAR,
                                            CDY_JOINT_FLOATING};
    static const char *const names[5] = {"trunk", "a", "b", "c", "d"};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("trunk", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 3, 0.1, -0.2, 0.3, (double[6]){1, 0.1, 0, 1.2, 0, 1.5});
    add_body(tree, &body, "world");
    for (int i = 0; i < 4; i++) {
        body = make_body(names[i + 1], names[i + 1], types[i]);
        set_origin(&body, 0.3, 0.1 * i, -0.2, 0.4, 0.5 * i, 0.6);
        set_axis(&body, 1, i, 2);
        set_inertial(&body, 1 + 0.5 * i, 0.2, 0.1, 0.3, (double[6]){0.5, 0.02, 0, 0.6, 0.01, 0.7});
        add_body(tree, &body, names[i]);
    }
    return make_robot(tree);
}

/* Newton and Euler: gravity and external wrenches change the momentum of a robot, its joint torques do not. */
START_TEST(rate_is_the_sum_of_outer_forces)
{
    enum { N = 17 }; /* 6 + 1 + 1 + 3 + 6 */
    cdy_error error = {0};
    robot r = make_flier();
    ck_assert_int_eq(r.nv, N);
    uint64_t state = 5;
    double q[N + 2], qd[N], tau[N], qdd[N], fext[6 * N] = {0}, rate[6], com[3], expected[6];
    const double wrench[6] = {1, -2, 3, -4, 5, 6};
    cdy_random_configuration(r.model, &state, q);
    draw_array(&state, 2, qd, N);
    draw_array(&state, 9, tau, N);
    for (int i = 0; i < 6; i++) {
        tau[i] = 0; /* no joint holds the trunk */
    }
    ck_assert_ok(cdy_external_force(r.model, r.work, 4, wrench, NULL, fext, &error), error);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, qd, tau, fext, qdd, &error), error);
    ck_assert_ok(cdy_centroidal_momentum(r.model, r.work, q, qd, qdd, NULL, rate, &error), error);
    ck_assert_ok(cdy_center_of_mass(r.model, r.work, q, com, NULL, &error), error);
    const double *F = wrench + 3;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        expected[i] = wrench[i] - (com[j] * F[k] - com[k] * F[j]);
        expected[3 + i] = F[i];
    }
    expected[5] -= 9.81 * cdy_total_mass(r.model);
    ck_assert_near(rate, expected, 6, 1e-11 * (100 + largest(qdd, N)));
    free_robot(&r);
}
END_TEST

/* Without mass the moment is the same about every point. */
START_TEST(inertia_without_mass_has_momentum)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("wheel", "spin", CDY_JOINT_CONTINUOUS);
    set_origin(&body, 1, 2, 3, 0, 0, 0);
    set_inertial(&body, 0, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 0.5});
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    double h[6];
    const double speed = 4, expected[6] = {0, 0, 2, 0, 0, 0};
    ck_assert_ok(cdy_centroidal_momentum(r.model, r.work, NULL, &speed, NULL, h, NULL, &error), error);
    ck_assert_near(h, expected, 6, 1e-15);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    const cdy_model *m = r.model;
    double h[6] = {7}, bad[6] = {(double)NAN}, fast[6] = {1e200, 1e200};
    ck_assert_fails(cdy_centroidal_momentum(NULL, r.work, NULL, NULL, NULL, h, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_centroidal_momentum(m, r.work, NULL, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_centroidal_momentum(m, r.work, bad, NULL, NULL, h, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_centroidal_momentum(m, r.work, NULL, bad, NULL, NULL, h, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_centroidal_momentum(m, r.work, NULL, fast, NULL, NULL, h, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_fails(cdy_centroidal_momentum(m, r.work, NULL, NULL, bad, NULL, h, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_centroidal_momentum_matrix(m, NULL, NULL, h, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_centroidal_momentum_matrix(m, r.work, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_centroidal_momentum_matrix(m, r.work, bad, h, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert(h[0] >= 7 && h[0] <= 7);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("momentum");
    TCase *tests = add_case(suite, "momentum", wrong_arguments_are_refused);
    tcase_add_loop_test(tests, momentum_is_the_naive_one, 0, TREES);
    tcase_add_loop_test(tests, matrix_times_velocity_is_momentum, 0, TREES);
    tcase_add_loop_test(tests, rate_is_the_derivative, 0, TREES);
    tcase_add_test(tests, rate_is_the_sum_of_outer_forces);
    tcase_add_test(tests, inertia_without_mass_has_momentum);
    return run_suites(suite, NULL);
}
