/* Long chains and large trees: every method computes the same dynamics. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum shape { CHAIN, BINARY_TREE, SHAPES, FORK = SHAPES, COMB, FOREST, ALL_SHAPES } shape;

/* A robot in a random state. */
typedef struct subject {
    robot r;
    size_t n;
    double *q, *qd, *qdd, *tau;
} subject;

static double *numbers(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

/* Number of the body that carries body i, of `count`. The two branches of a fork begin after a quarter of the bodies; a
 * comb is a chain with a body on every other link; a forest has a small tree on the base before a chain, and one behind
 * it. */
static int parent_of(shape kind, int i, int count)
{
    switch (kind) {
    case BINARY_TREE: return i / 2;
    case FORK: return i == count / 2 + count / 8 ? count / 4 : i - 1;
    case COMB: return i % 3 == 1 && i > 1 ? i - 2 : i - 1;
    case FOREST: return i == 1 || i == 3 || i == count - 1 ? 0 : i - 1;
    case CHAIN:
    case ALL_SHAPES: break;
    }
    return i - 1;
}

/* Revolute and prismatic joints, and a floating and a planar one in a comb. */
static cdy_joint_type joint_of(shape kind, int i)
{
    if (kind == COMB && i < 3) {
        return i == 1 ? CDY_JOINT_FLOATING : CDY_JOINT_PLANAR;
    }
    return i % 3 ? CDY_JOINT_REVOLUTE : CDY_JOINT_PRISMATIC;
}

/* Bodies with random axes, revolute and prismatic; the last body without mass where wanted. */
static subject make_subject(shape kind, int count, bool last_is_massless)
{
    uint64_t state = (uint64_t)count + (uint64_t)kind;
    cdy_tree *tree = make_tree("l0", 9.81);
    for (int i = 1; i <= count; i++) {
        char name[16], parent[16];
        snprintf(name, sizeof name, "l%d", i);
        snprintf(parent, sizeof parent, "l%d", parent_of(kind, i, count));
        cdy_body body = make_body(name, name, joint_of(kind, i));
        set_axis(&body, draw(&state, 0.1, 1), draw(&state, -1, 1), draw(&state, -1, 1));
        set_origin(&body, 0.1, draw(&state, -0.1, 0.1), 0, draw(&state, -3, 3), 0.3, 0);
        if (i < count || !last_is_massless) {
            set_inertial(&body, 1, 0.05, 0, 0.02, (double[6]){0.1, 0, 0, 0.2, 0, 0.15});
        }
        add_body(tree, &body, parent);
    }
    subject s = {.r = make_robot(tree)};
    const int nq = cdy_model_nq(s.r.model), nv = cdy_model_nv(s.r.model);
    s.n = (size_t)nv;
    s.q = numbers((size_t)nq);
    s.qd = numbers(s.n);
    s.qdd = numbers(s.n);
    s.tau = numbers(s.n);
    draw_array(&state, 1, s.q, nq);
    draw_array(&state, 0.1, s.qd, nv);
    draw_array(&state, 1, s.qdd, nv);
    draw_array(&state, 5, s.tau, nv);
    return s;
}

static void free_subject(subject *s)
{
    free(s->q);
    free(s->qd);
    free(s->qdd);
    free(s->tau);
    free_robot(&s->r);
}

/* Fails where inverse dynamics of the accelerations does not give the torques; the accelerations of a chain may be off
 * by the condition of M, the torques may not. */
static void check_accelerations(const subject *s, cdy_forward_method method)
{
    cdy_error error = {0};
    double *again = numbers(s->n);
    ck_assert_ok(cdy_forward_dynamics_by(s->r.model, s->r.work, method, s->q, s->qd, s->tau, NULL, s->qdd, &error),
                 error);
    ck_assert_ok(cdy_inverse_dynamics(s->r.model, s->r.work, s->q, s->qd, s->qdd, NULL, again, &error), error);
    for (size_t i = 0; i < s->n; i++) {
        again[i] = (again[i] - s->tau[i]) / (1 + largest(s->qdd, s->n));
    }
    ck_assert_msg(largest(again, s->n) < 1e-8, "torques are off by %g", largest(again, s->n));
    free(again);
}

START_TEST(accelerations_need_their_torques)
{
    static const int sizes[] = {64, 512, 1024, 4096}; /* LAPACK factors chains from 1024 on */
    subject s = make_subject((shape)(_i % SHAPES), sizes[_i / SHAPES], false);
    check_accelerations(&s, CDY_FORWARD_ARTICULATED_BODIES);
    if (s.n <= 1024) {
        check_accelerations(&s, CDY_FORWARD_MASS_MATRIX);
        check_accelerations(&s, last_method(&s.r));
    }
    free_subject(&s);
}
END_TEST

/* Fails where M X differs from B by more than `rounding` times sums of the size of |M| |X|. */
static void check_product(const subject *s, const double *M, const double *X, const double *B, double rounding)
{
    const size_t n = s->n;
    const double scale = (double)n * largest(M, n * n) * largest(X, n * n);
    double worst = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum += M[i * n + k] * X[k * n + j];
            }
            worst = fmax(worst, fabs(sum - B[i * n + j]));
        }
    }
    ck_assert_msg(worst <= rounding * scale, "the product is off by %g, beside %g", worst, scale);
}

/* Long and short branches have different algorithms, as kernels/mass_matrix.h chooses. */
START_TEST(mass_matrix_is_what_unit_accelerations_need)
{
    static const int sizes[] = {3, 23, 24, 25, 31, 50, 64, 130};
    cdy_error error = {0};
    subject s = make_subject((shape)(_i % (SHAPES + 1)), sizes[_i / (SHAPES + 1)], false);
    double *M = numbers(s.n * s.n), *column = numbers(s.n), *unit = numbers(s.n);
    ck_assert_ok(cdy_mass_matrix(s.r.model, s.r.work, s.q, M, &error), error);
    for (size_t j = 0; j < s.n; j++) {
        unit[j] = 1;
        ck_assert_ok(cdy_mass_times(s.r.model, s.r.work, s.q, unit, column, &error), error);
        unit[j] = 0;
        for (size_t i = 0; i < s.n; i++) {
            ck_assert(M[i * s.n + j] == M[j * s.n + i]); /* symmetric to the last bit */
            column[i] -= M[i * s.n + j];
        }
        ck_assert_msg(largest(column, s.n) <= 1e-13 * largest(M, s.n * s.n), "column %zu is off by %g, beside %g", j,
                      largest(column, s.n), largest(M, s.n * s.n));
    }
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        const cdy_batch_options options = {.threads = 1, .lanes = lanes};
        double *many = numbers(s.n * s.n);
        cdy_batch *batch = NULL;
        if (!cdy_batch_create(s.r.model, &options, &batch, NULL)) {
            ck_assert_ok(cdy_batch_mass_matrix(s.r.model, batch, 1, s.q, many, NULL, &error), error);
            ck_assert_relative(many, M, s.n * s.n, 1e-13);
        }
        cdy_batch_destroy(batch);
        free(many);
    }
    free(M);
    free(column);
    free(unit);
    free_subject(&s);
}
END_TEST

/* The derivatives in batches of every width equal those of the call for one state, up to the largest robot of batches.
 */
static void check_batches(const subject *s, const double *by_q, const double *by_qd, const double *by_tau)
{
    const size_t square = s->n * s->n;
    for (int lanes = 1; s->n <= 256 && lanes <= 8; lanes *= 2) {
        cdy_error error = {0};
        const cdy_batch_options options = {.threads = 1, .lanes = lanes};
        double *const many[] = {numbers(square), numbers(square), numbers(square)};
        cdy_batch *batch = NULL;
        if (!cdy_batch_create(s->r.model, &options, &batch, NULL)) {
            ck_assert_ok(cdy_batch_forward_dynamics_derivatives(
                             s->r.model, batch, 1, s->q, s->qd, s->tau, NULL,
                             &(const cdy_forward_derivatives){many[0], many[1], many[2]}, NULL, &error),
                         error);
            ck_assert_relative(many[0], by_q, square, 1e-9);
            ck_assert_relative(many[1], by_qd, square, 1e-9);
            ck_assert_relative(many[2], by_tau, square, 1e-9);
            ck_assert_ok(cdy_batch_inverse_mass_matrix(s->r.model, batch, 1, s->q, many[0], NULL, &error), error);
            ck_assert_relative(many[0], by_tau, square, 1e-9);
        }
        cdy_batch_destroy(batch);
        for (int i = 0; i < 3; i++) {
            free(many[i]);
        }
    }
}

/* Robots with long branches have factors of articulated bodies, as dynamics/mass_factor.c chooses, from another size in
 * each width; others sparse factors of M. */
enum { INVERTED_SIZES = 10 };
START_TEST(inverse_and_derivatives_are_those_of_the_mass_matrix)
{
    static const int sizes[INVERTED_SIZES] = {15, 16, 17, 19, 23, 27, 35, 40, 67, UNLESS_WATCHED(256, 100)};
    cdy_error error = {0};
    subject s = make_subject((shape)(_i % ALL_SHAPES), sizes[_i / ALL_SHAPES], false);
    const size_t n = s.n, square = n * n;
    double *M = numbers(square), *X = numbers(square), *one = numbers(square);
    double *A[2] = {numbers(square), numbers(square)}, *B[2] = {numbers(square), numbers(square)};
    cdy_workspace *w = s.r.work;
    for (size_t i = 0; i < n; i++) {
        one[i * n + i] = 1;
    }
    ck_assert_ok(cdy_mass_matrix(s.r.model, w, s.q, M, &error), error);
    ck_assert_ok(cdy_inverse_mass_matrix(s.r.model, w, s.q, X, &error), error);
    check_product(&s, M, X, one, 1e-13);
    ck_assert_ok(cdy_forward_dynamics_derivatives(s.r.model, w, s.q, s.qd, s.tau, NULL,
                                                  &(const cdy_forward_derivatives){A[0], A[1], X}, &error),
                 error);
    check_product(&s, M, X, one, 1e-13);
    check_batches(&s, A[0], A[1], X);
    ck_assert_ok(cdy_forward_dynamics(s.r.model, w, s.q, s.qd, s.tau, NULL, s.qdd, &error), error);
    ck_assert_ok(cdy_inverse_dynamics_derivatives(s.r.model, w, s.q, s.qd, s.qdd, NULL, B[0], B[1], &error), error);
    for (size_t i = 0; i < square; i++) {
        A[0][i] = -A[0][i];
        A[1][i] = -A[1][i];
        ck_assert(X[i] == X[i % n * n + i / n]); /* symmetric to the last bit */
    }
    check_product(&s, M, A[0], B[0], 2e-12); /* accelerations by bodies and by M differ by rounding */
    check_product(&s, M, A[1], B[1], 1e-13);
    ck_assert_ok(cdy_forward_dynamics_derivatives(s.r.model, w, s.q, s.qd, s.tau, NULL,
                                                  &(const cdy_forward_derivatives){B[0], B[1], NULL}, &error),
                 error);
    for (size_t i = 0; i < square; i++) {
        B[0][i] += A[0][i];
        B[1][i] += A[1][i];
    }
    ck_assert(largest(B[0], square) <= 1e-12 * largest(A[0], square)); /* the same where M^-1 is not wanted */
    ck_assert(largest(B[1], square) <= 1e-12 * largest(A[1], square));
    double *const arrays[] = {M, X, one, A[0], A[1], B[0], B[1]};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free_subject(&s);
}
END_TEST

/* M^-1 M x = x. */
START_TEST(derivatives_of_long_chains_come_with_the_whole_inverse)
{
    cdy_error error = {0};
    subject s = make_subject(CHAIN, 1024, false);
    const size_t n = s.n;
    uint64_t seed = 3;
    double *M = numbers(n * n), *X = numbers(n * n), *x = numbers(n), *y = numbers(n);
    ck_assert_ok(cdy_mass_matrix(s.r.model, s.r.work, s.q, M, &error), error);
    ck_assert_ok(cdy_forward_dynamics_derivatives(s.r.model, s.r.work, s.q, s.qd, s.tau, NULL,
                                                  &(const cdy_forward_derivatives){NULL, NULL, X}, &error),
                 error);
    draw_array(&seed, 1, x, (int)n);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            y[i] += M[i * n + k] * x[k];
        }
    }
    double worst = 0;
    for (size_t i = 0; i < n; i++) {
        double sum = -x[i];
        for (size_t k = 0; k < n; k++) {
            sum += X[i * n + k] * y[k];
        }
        worst = fmax(worst, fabs(sum));
    }
    ck_assert_msg(worst < 1e-6, "the product is off by %g", worst);
    free(M);
    free(X);
    free(x);
    free(y);
    free_subject(&s);
}
END_TEST

START_TEST(a_massless_end_is_named)
{
    static const int sizes[] = {64, 1024};
    cdy_error error = {0};
    subject s = make_subject((shape)(_i % SHAPES), sizes[_i / SHAPES], true);
    double *X = numbers(s.n * s.n);
    char name[16];
    snprintf(name, sizeof name, "'l%d'", sizes[_i / SHAPES]);
    ck_assert_fails(cdy_inverse_mass_matrix(s.r.model, s.r.work, s.q, X, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, name));
    ck_assert_fails(cdy_forward_dynamics_derivatives(s.r.model, s.r.work, s.q, s.qd, s.tau, NULL,
                                                     &(const cdy_forward_derivatives){X, NULL, NULL}, &error),
                    CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, name));
    free(X);
    free_subject(&s);
}
END_TEST

/* A floating robot far from the base has the same relative placements as near it: no digits are lost. */
START_TEST(derivatives_do_not_depend_on_the_place)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("hull", "float", CDY_JOINT_FLOATING);
    set_inertial(&body, 2, 0.01, 0.02, 0, (double[6]){0.01, 0, 0, 0.02, 0, 0.015});
    add_body(tree, &body, "world");
    body = make_body("arm", "swing", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 0.5, 0.1, 0, 0, (double[6]){0.001, 0, 0, 0.001, 0, 0.001});
    add_body(tree, &body, "hull");
    robot r = make_robot(tree);
    const double turned[4] = {0.8, 0.2, -0.3, 0.4}, qd[7] = {1, 2, 3, 0.1, 0.2, 0.3, 2}, tau[7] = {1, 0, 0, 0, 0, 9, 1};
    double near[3][49], far[3][49], q[8] = {0};
    memcpy(q, turned, sizeof turned);
    q[7] = 0.6;
    ck_assert_ok(cdy_forward_dynamics_derivatives(r.model, r.work, q, qd, tau, 0,
                                                  &(const cdy_forward_derivatives){near[0], near[1], near[2]}, &error),
                 error);
    q[4] = 1e5;
    q[5] = -1e5;
    ck_assert_ok(cdy_forward_dynamics_derivatives(r.model, r.work, q, qd, tau, 0,
                                                  &(const cdy_forward_derivatives){far[0], far[1], far[2]}, &error),
                 error);
    for (int i = 0; i < 3; i++) {
        ck_assert_relative(far[i], near[i], 49, 1e-13);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("large");
    TCase *tests = tcase_create("large");
    tcase_add_loop_test(tests, accelerations_need_their_torques, 0, UNLESS_WATCHED(4, 3) * SHAPES);
    tcase_add_loop_test(tests, mass_matrix_is_what_unit_accelerations_need, 0, 8 * (SHAPES + 1));
    tcase_add_loop_test(tests, inverse_and_derivatives_are_those_of_the_mass_matrix, 0, INVERTED_SIZES * ALL_SHAPES);
    tcase_add_test(tests, derivatives_of_long_chains_come_with_the_whole_inverse);
    tcase_add_loop_test(tests, a_massless_end_is_named, 0, 2 * SHAPES);
    tcase_add_test(tests, derivatives_do_not_depend_on_the_place);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
