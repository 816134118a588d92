/* The Coriolis matrix: C qd is the velocity product, Mdot - 2 C is skew-symmetric, and C is Christoffel's. */
#include "kernels/kernels.h"
#include "support/compare.h"
#include "support/moving.h"
#include "support/suite.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#undef I

extern const cdy_kernels cdy_kernels_complex_double;

enum { TREES = 40 };

/* Returns C at q, qd; the caller frees it. */
static double *coriolis_matrix(moving *m)
{
    cdy_error error = {0};
    double *C = new_zeros((size_t)m->r.nv * (size_t)m->r.nv);
    ck_assert_ok(cdy_coriolis_matrix(m->r.model, m->r.work, m->q, m->qd, C, &error), error);
    return C;
}

/* Gives the derivative of M along a rate of the coordinates, to all digits: the imaginary part after a complex step. */
static void mass_matrix_rate(const moving *m, const double *coordinate_rate, double *rate)
{
    const cdy_kernels *k = &cdy_kernels_complex_double;
    size_t n = (size_t)m->r.nv, nq = (size_t)m->r.nq, bytes = k->scratch_size(m->r.model);
    double _Complex *q = calloc(nq + 1, sizeof *q), *M = calloc(n * n + 1, sizeof *M);
    void *kernel_scratch = aligned_alloc(64, (bytes + 127) / 64 * 64);
    const double step = 1e-40;
    for (size_t i = 0; i < nq; i++) {
        const double parts[2] = {m->q[i], step * coordinate_rate[i]};
        memcpy(&q[i], parts, sizeof parts);
    }
    k->crba(m->r.model, kernel_scratch, (const double *)q, (double *)M);
    for (size_t i = 0; i < n * n; i++) {
        rate[i] = cimag(M[i]) / step;
    }
    free(kernel_scratch);
    free(M);
    free(q);
}

START_TEST(times_velocity_it_is_the_velocity_product)
{
    cdy_error error = {0};
    moving m = make_moving(_i, RANDOM_JOINTS_ALL, false);
    size_t n = (size_t)m.r.nv;
    double *C = coriolis_matrix(&m), *product = new_zeros(n), *sum = new_zeros(n);
    for (size_t ij = 0; ij < n * n; ij++) {
        sum[ij / n] += C[ij] * m.qd[ij % n];
    }
    ck_assert_ok(cdy_velocity_product(m.r.model, m.r.work, m.q, m.qd, product, &error), error);
    ck_assert_near(sum, product, n, 1e-12 * (largest(product, n) + largest(C, n * n)));
    free(sum);
    free(product);
    free(C);
    free_moving(&m);
}
END_TEST

START_TEST(with_its_transpose_it_is_the_rate_of_the_mass_matrix)
{
    moving m = make_moving(_i, RANDOM_JOINTS_ALL, true);
    size_t n = (size_t)m.r.nv;
    double *C = coriolis_matrix(&m), *both = new_zeros(n * n), *rate = new_zeros(n * n);
    double *coordinate_rate = new_zeros((size_t)m.r.nq);
    moving_coordinate_rate(&m, coordinate_rate);
    mass_matrix_rate(&m, coordinate_rate, rate);
    for (size_t ij = 0; ij < n * n; ij++) {
        both[ij] = C[ij] + C[ij % n * n + ij / n];
    }
    ck_assert_near(both, rate, n * n, 1e-12 * (largest(rate, n * n) + largest(C, n * n)));
    free(coordinate_rate);
    free(rate);
    free(both);
    free(C);
    free_moving(&m);
}
END_TEST

/* C of a robot with followers is C of the robot with all joints free at the same motion, projected in the same way as
 * M. */
START_TEST(followers_hand_their_part_to_leaders)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("one", "a", CDY_JOINT_REVOLUTE);
    set_origin(&body, 0.1, 0, 0.2, 0.3, 0, 0);
    set_inertial(&body, 2, 0.2, 0.1, 0.3, (double[6]){1, 0.1, 0, 2, 0, 1.5});
    add_body(tree, &body, "base");
    body.name = "two";
    body.joint.name = "b";
    body.joint.mimic = (cdy_mimic){"a", -1.5, 0.25};
    set_axis(&body, 1, 2, 0);
    add_body(tree, &body, "one");
    body.name = "three";
    body.joint.name = "c";
    body.joint.mimic = (cdy_mimic){0};
    body.joint.type = CDY_JOINT_PRISMATIC;
    add_body(tree, &body, "two");
    robot tied = make_robot(tree);
    const double q[2] = {0.4, 0.7}, qd[2] = {1.1, -0.6}, G[6] = {1, 0, -1.5, 0, 0, 1};
    double C[4], free_C[9], projected[4] = {0};
    ck_assert_int_eq(tied.nv, 2);
    ck_assert_ok(cdy_coriolis_matrix(tied.model, tied.work, q, qd, C, &error), error);
    cdy_tree_set_mimic_independent(tree, true);
    tied.tree = NULL;
    robot loose = make_robot(tree);
    const double all_q[3] = {q[0], -1.5 * q[0] + 0.25, q[1]}, all_qd[3] = {qd[0], -1.5 * qd[0], qd[1]};
    ck_assert_int_eq(loose.nv, 3);
    ck_assert_ok(cdy_coriolis_matrix(loose.model, loose.work, all_q, all_qd, free_C, &error), error);
    for (int i = 0; i < 36; i++) {
        int r = i / 18, c = i / 9 % 2, k = i % 9 / 3, l = i % 3;
        projected[2 * r + c] += G[2 * k + r] * free_C[3 * k + l] * G[2 * l + c];
    }
    ck_assert_relative(C, projected, 4, 1e-14);
    ck_assert_double_gt(fabs(C[1] - C[2]), 1e-3); /* the projection keeps C unsymmetric */
    free_robot(&loose);
    free_robot(&tied);
}
END_TEST

/* c_ij = sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k / 2. */
START_TEST(joints_of_one_degree_give_christoffel_symbols)
{
    moving m = make_moving(_i, RANDOM_JOINTS_ONE_DEGREE, true);
    size_t n = (size_t)m.r.nv;
    double *C = coriolis_matrix(&m), *sum = new_zeros(n * n), *rate = new_zeros(n * n), *unit = new_zeros(n);
    for (size_t k = 0; k < n; k++) {
        unit[k] = 1;
        mass_matrix_rate(&m, unit, rate);
        unit[k] = 0;
        for (size_t ij = 0; ij < n * n; ij++) {
            size_t i = ij / n, j = ij % n;
            sum[i * n + j] += 0.5 * rate[ij] * m.qd[k];
            sum[i * n + k] += 0.5 * rate[ij] * m.qd[j];
            sum[k * n + i] -= 0.5 * rate[ij] * m.qd[j];
        }
    }
    ck_assert_near(C, sum, n * n, 1e-11 * (1 + largest(sum, n * n)));
    free(unit);
    free(rate);
    free(sum);
    free(C);
    free_moving(&m);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    cdy_error error = {0};
    moving m = make_moving(3, RANDOM_JOINTS_ONE_DEGREE, true);
    size_t n = (size_t)m.r.nv;
    double *C = new_zeros(n * n), *again = coriolis_matrix(&m);
    ck_assert_fails(cdy_coriolis_matrix(NULL, m.r.work, m.q, m.qd, C, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_coriolis_matrix(m.r.model, NULL, m.q, m.qd, C, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_coriolis_matrix(m.r.model, m.r.work, m.q, m.qd, NULL, &error), CDY_ERROR_ARGUMENT, error);
    memcpy(C, m.qd, n * sizeof *C); /* the input velocities may lie in the memory of C */
    ck_assert_ok(cdy_coriolis_matrix(m.r.model, m.r.work, m.q, C, C, &error), error);
    ck_assert_near(C, again, n * n, 0);
    m.qd[0] = (double)NAN;
    ck_assert_fails(cdy_coriolis_matrix(m.r.model, m.r.work, m.q, m.qd, C, &error), CDY_ERROR_ARGUMENT, error);
    m.qd[0] = 1.7e308;
    m.qd[1] = 1.7e308;
    m.qd[2] = 1.7e308;
    ck_assert_fails(cdy_coriolis_matrix(m.r.model, m.r.work, m.q, m.qd, C, &error), CDY_ERROR_NUMERIC, error);
    free(again);
    free(C);
    free_moving(&m);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("coriolis");
    TCase *tests = add_case(suite, "Coriolis matrix", wrong_arguments_are_refused);
    tcase_add_loop_test(tests, times_velocity_it_is_the_velocity_product, 0, TREES);
    tcase_add_loop_test(tests, with_its_transpose_it_is_the_rate_of_the_mass_matrix, 0, TREES);
    tcase_add_loop_test(tests, joints_of_one_degree_give_christoffel_symbols, 0, TREES / 2);
    tcase_add_test(tests, followers_hand_their_part_to_leaders);
    return run_suites(suite, NULL);
}
