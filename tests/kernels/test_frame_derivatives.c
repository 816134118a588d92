/* Derivatives of Jacobians and placements beside the complex step, to nearly all digits. */
#include "dynamics/arguments.h"
#include "support/compare.h"
#include "support/complex_step.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

enum { TREES = 40, MOST = 128 };

static double *zeros(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

/* Sums over the tree's joints by the motion that the caller's coordinates give them: dJ (6 x n x n) and dT (n x 16). */
static void expect(const robot *r, int frame, bool in_body, const double *q, double *dJ, double *dT)
{
    const cdy_model *m = r->model;
    const model_coordinate *c = model_velocities(m);
    const size_t n = (size_t)r->nv, tree_n = (size_t)m->tree_nv;
    double *tree_q = zeros((size_t)m->tree_nq), *J = zeros(6 * tree_n), *projected = zeros(6 * n), T[16];
    cdy_kernels_x1.expand_positions(m, q, tree_q);
    for (size_t j = 0; j < tree_n; j++) {
        const size_t k = (size_t)c[j].index;
        complex_frame_derivative(m, tree_q, frame, in_body, (int)j, J, T);
        cdy_kernels_x1.project_columns(m, 6, J, projected);
        for (size_t i = 0; i < 6 * n; i++) {
            dJ[i * n + k] += c[j].multiplier * projected[i];
        }
        for (size_t i = 0; i < 16; i++) {
            dT[16 * k + i] += c[j].multiplier * T[i];
        }
    }
    free(tree_q);
    free(J);
    free(projected);
}

START_TEST(frames_agree_with_the_complex_step)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 3;
    robot r = make_robot(random_tree((uint64_t)_i + 1, 1 + _i % 12, RANDOM_JOINTS_ALL));
    const size_t n = (size_t)r.nv;
    double q[MOST], qd[MOST], *actual = zeros(6 * n * n + 16 * n), *expected = zeros(6 * n * n + 16 * n);
    double *J_dot = zeros(6 * n), *sum = zeros(6 * n);
    ck_assert_int_le(r.nq, MOST);
    random_state(&state, r.tree, q);
    draw_array(&state, 2, qd, r.nv);
    const int frame = 1 + draw_below(&state, cdy_model_frame_count(r.model) - 1);
    const cdy_axes axes = _i % 2 ? CDY_AXES_BODY : CDY_AXES_BASE;
    expect(&r, frame, axes == CDY_AXES_BODY, q, expected, expected + 6 * n * n);
    ck_assert_ok(cdy_jacobian_derivative(r.model, r.work, frame, axes, q, actual, &error), error);
    ck_assert_ok(cdy_transform_derivative(r.model, r.work, frame, q, actual + 6 * n * n, &error), error);
    ck_assert_relative(actual, expected, 6 * n * n, 1e-12);
    ck_assert_relative(actual + 6 * n * n, expected + 6 * n * n, 16 * n, 1e-12);
    ck_assert_ok(cdy_jacobian_dot(r.model, r.work, frame, axes, q, qd, J_dot, &error), error);
    for (size_t i = 0; i < 6 * n * n; i++) {
        sum[i / n] += expected[i] * qd[i % n];
    }
    ck_assert_relative(J_dot, sum, 6 * n, 1e-12);
    free(actual);
    free(expected);
    free(J_dot);
    free(sum);
    free_robot(&r);
}
END_TEST

START_TEST(results_may_lie_on_inputs)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 3;
    robot r = make_robot(random_tree((uint64_t)_i + 1, 3 + _i % 8, RANDOM_JOINTS_ALL));
    const size_t n = (size_t)r.nv, nq = (size_t)r.nq, room = 16 * n + 6 * n * n + nq;
    double q[MOST], qd[MOST], *shared = zeros(room), *expected = zeros(room);
    const cdy_model *m = r.model;
    const int frame = cdy_model_frame_count(m) - 1;
    ck_assert_int_le(r.nq, MOST);
    random_state(&state, r.tree, q);
    draw_array(&state, 2, qd, r.nv);
    ck_assert_ok(cdy_jacobian_dot(m, r.work, frame, CDY_AXES_BASE, q, qd, expected, &error), error);
    memcpy(shared, qd, n * sizeof *shared);
    ck_assert_ok(cdy_jacobian_dot(m, r.work, frame, CDY_AXES_BASE, q, shared, shared, &error), error);
    ck_assert_near(shared, expected, 6 * n, 0);
    memcpy(shared, q, nq * sizeof *shared);
    ck_assert_ok(cdy_jacobian_dot(m, r.work, frame, CDY_AXES_BASE, shared, qd, shared, &error), error);
    ck_assert_near(shared, expected, 6 * n, 0);
    ck_assert_ok(cdy_jacobian_derivative(m, r.work, frame, CDY_AXES_BODY, q, expected, &error), error);
    memcpy(shared, q, nq * sizeof *shared);
    ck_assert_ok(cdy_jacobian_derivative(m, r.work, frame, CDY_AXES_BODY, shared, shared, &error), error);
    ck_assert_near(shared, expected, 6 * n * n, 0);
    ck_assert_ok(cdy_transform_derivative(m, r.work, frame, q, expected, &error), error);
    memcpy(shared, q, nq * sizeof *shared);
    ck_assert_ok(cdy_transform_derivative(m, r.work, frame, shared, shared, &error), error);
    ck_assert_near(shared, expected, 16 * n, 0);
    free(shared);
    free(expected);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("frame_derivatives");
    TCase *tests = tcase_create("frames");
    tcase_add_loop_test(tests, frames_agree_with_the_complex_step, 0, TREES);
    tcase_add_loop_test(tests, results_may_lie_on_inputs, 0, 12);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
