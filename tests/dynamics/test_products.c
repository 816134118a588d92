/* Products of vectors with derivatives: compared with the matrices, on random robots of every joint type, with
 * followers, drives and external forces, and with the complex step. */
#include "support/compare.h"
#include "support/complex_step.h"
#include "support/differences.h"
#include "support/driven.h"
#include "support/suite.h"

#include <condyle/derivatives.h>
#include <condyle/energy.h>
#include <condyle/regressor.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 30, VARIANTS = 4, SQUARE = MOST * MOST };

/* A random robot in a random state, without and with drives and external forces, and vectors to multiply by. */
typedef struct subject {
    driven d;
    const double *fext;
    size_t n;
    double w[MOST], dq[MOST], dqd[MOST], third[MOST];
} subject;

static subject *make_subject(int number)
{
    subject *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    s->d = make_driven_robot(number / VARIANTS, RANDOM_JOINTS_ALL);
    s->n = (size_t)s->d.r.nv;
    uint64_t state = (uint64_t)number + 17;
    if (number % 2) {
        set_drives(&s->d.r, all_drives());
    }
    s->fext = number / 2 % 2 ? s->d.fext : NULL;
    draw_array(&state, 1, s->w, s->d.r.nv);
    draw_array(&state, 1, s->dq, s->d.r.nv);
    draw_array(&state, 1, s->dqd, s->d.r.nv);
    draw_array(&state, 1, s->third, s->d.r.nv);
    return s;
}

static void free_subject(subject *s)
{
    free_robot(&s->d.r);
    free(s);
}

static double *matrix(void)
{
    double *A = calloc(SQUARE, sizeof *A);
    ck_assert_ptr_nonnull(A);
    return A;
}

/* y = w^T A, and y += A x. */
static void times_matrix(const double *w, const double *A, size_t n, double *y)
{
    memset(y, 0, n * sizeof *y);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            y[j] += w[i] * A[i * n + j];
        }
    }
}

static void add_matrix_times(const double *A, const double *x, size_t n, double *y)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            y[i] += A[i * n + j] * x[j];
        }
    }
}

/* The three derivatives of inverse dynamics. */
static void inverse_matrices(subject *s, double *A, double *B, double *C)
{
    cdy_error error = {0};
    robot *r = &s->d.r;
    ck_assert_ok(cdy_inverse_dynamics_derivatives(r->model, r->work, s->d.q, s->d.qd, s->d.qdd, s->fext, A, B, &error),
                 error);
    ck_assert_ok(cdy_mass_matrix(r->model, r->work, s->d.q, C, &error), error);
}

static void forward_matrices(subject *s, double *A, double *B, double *C)
{
    cdy_error error = {0};
    robot *r = &s->d.r;
    const cdy_forward_derivatives places = {A, B, C};
    ck_assert_ok(
        cdy_forward_dynamics_derivatives(r->model, r->work, s->d.q, s->d.qd, s->d.qdd, s->fext, &places, &error),
        error);
}

static cdy_status vjp(subject *s, bool forward, double *by_q, double *by_qd, double *by_third, cdy_error *error)
{
    return (forward ? cdy_forward_dynamics_vjp : cdy_inverse_dynamics_vjp)(
        s->d.r.model, s->d.r.work, s->d.q, s->d.qd, s->d.qdd, s->fext, s->w, by_q, by_qd, by_third, error);
}

static cdy_status jvp(subject *s, bool forward, double *change, cdy_error *error)
{
    return (forward ? cdy_forward_dynamics_jvp : cdy_inverse_dynamics_jvp)(
        s->d.r.model, s->d.r.work, s->d.q, s->d.qd, s->d.qdd, s->fext, s->dq, s->dqd, s->third, change, error);
}

static void check_products(int number, bool forward, double tolerance)
{
    cdy_error error = {0};
    subject *s = make_subject(number);
    double *A = matrix(), *B = matrix(), *C = matrix();
    double by_q[MOST], by_qd[MOST], by_third[MOST], change[MOST], expected[MOST] = {0};
    (forward ? forward_matrices : inverse_matrices)(s, A, B, C);
    ck_assert_ok(vjp(s, forward, by_q, by_qd, by_third, &error), error);
    times_matrix(s->w, A, s->n, expected);
    ck_assert_relative(by_q, expected, s->n, tolerance);
    times_matrix(s->w, B, s->n, expected);
    ck_assert_relative(by_qd, expected, s->n, tolerance);
    times_matrix(s->w, C, s->n, expected);
    ck_assert_relative(by_third, expected, s->n, tolerance);
    ck_assert_ok(jvp(s, forward, change, &error), error);
    memset(expected, 0, sizeof expected);
    add_matrix_times(A, s->dq, s->n, expected);
    add_matrix_times(B, s->dqd, s->n, expected);
    add_matrix_times(C, s->third, s->n, expected);
    ck_assert_relative(change, expected, s->n, tolerance);
    free(A);
    free(B);
    free(C);
    free_subject(s);
}

START_TEST(products_of_inverse_dynamics_are_those_with_the_matrices)
{
    check_products(_i, false, 1e-11);
}
END_TEST

/* Tolerances in proportion to the condition of M. */
START_TEST(products_of_forward_dynamics_are_those_with_the_matrices)
{
    check_products(_i, true, 1e-7);
}
END_TEST

/* Each result may be NULL, input vectors may be NULL, and results may overlap inputs. */
START_TEST(results_and_vectors_may_be_left_out)
{
    cdy_error error = {0};
    const bool forward = _i / (2 * VARIANTS);
    subject *s = make_subject(60 + _i % (2 * VARIANTS));
    double all[3][MOST], one[MOST], change[MOST], zeros[MOST] = {0};
    ck_assert_ok(vjp(s, forward, all[0], all[1], all[2], &error), error);
    for (int i = 0; i < 3; i++) {
        memset(one, 0, sizeof one);
        ck_assert_ok(vjp(s, forward, i == 0 ? one : NULL, i == 1 ? one : NULL, i == 2 ? one : NULL, &error), error);
        ck_assert_mem_eq(one, all[i], s->n * sizeof *one);
    }
    ck_assert_int_eq(vjp(s, forward, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ok(jvp(s, forward, change, &error), error);
    ck_assert_ok(jvp(s, forward, s->third, &error), error);
    ck_assert_mem_eq(change, s->third, s->n * sizeof *change);
    double *exact = malloc(s->n * sizeof *exact); /* of nv numbers, where the tree may have more */
    ck_assert_ptr_nonnull(exact);
    memcpy(exact, change, s->n * sizeof *exact);
    ck_assert_ok((forward ? cdy_forward_dynamics_jvp : cdy_inverse_dynamics_jvp)(
                     s->d.r.model, s->d.r.work, s->d.q, s->d.qd, s->d.qdd, s->fext, NULL, NULL, exact, exact, &error),
                 error);
    free(exact);
    ck_assert_ok((forward ? cdy_forward_dynamics_jvp : cdy_inverse_dynamics_jvp)(
                     s->d.r.model, s->d.r.work, s->d.q, s->d.qd, s->d.qdd, s->fext, NULL, NULL, NULL, change, &error),
                 error);
    ck_assert_near(change, zeros, s->n, 1e-12);
    ck_assert_ok(vjp(s, forward, s->d.q, s->d.qd, s->w, &error), error); /* with floating joints, nq > nv */
    ck_assert_mem_eq(s->d.q, all[0], s->n * sizeof *one);
    ck_assert_mem_eq(s->d.qd, all[1], s->n * sizeof *one);
    ck_assert_mem_eq(s->w, all[2], s->n * sizeof *one);
    free_subject(s);
}
END_TEST

/* If one result is not finite, all results stay unchanged. */
START_TEST(failures_leave_results_as_they_were)
{
    cdy_error error = {0};
    subject *s = make_subject(40);
    double by_q[MOST], by_qd[MOST], by_qdd[MOST], before[MOST];
    for (int i = 0; i < MOST; i++) {
        before[i] = by_q[i] = by_qd[i] = by_qdd[i] = 7;
    }
    for (size_t i = 0; i < s->n; i++) {
        s->d.qd[i] = 1e200; /* the gradient by qdd would be finite */
    }
    ck_assert_int_eq(vjp(s, false, by_q, by_qd, by_qdd, &error), CDY_ERROR_NUMERIC);
    ck_assert_mem_eq(by_q, before, sizeof before);
    ck_assert_mem_eq(by_qd, before, sizeof before);
    ck_assert_mem_eq(by_qdd, before, sizeof before);
    s->w[0] = (double)NAN;
    s->d.qd[0] = 0;
    ck_assert_int_eq(vjp(s, false, by_q, by_qd, by_qdd, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "vector"));
    free_subject(s);
}
END_TEST

/* Robots without followers, by the complex step over the kernels. */
START_TEST(products_agree_with_the_complex_step)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 400;
    cdy_tree *tree = random_tree((uint64_t)_i + 400, 1 + _i, RANDOM_JOINTS_ALL);
    cdy_tree_set_mimic_independent(tree, true);
    double q[MOST], v[6][MOST], fext[6 * MOST], got[3][MOST], expected[MOST], *A = matrix(), *B = matrix();
    random_state(&state, tree, q);
    robot r = make_robot(tree);
    const size_t n = (size_t)r.nv;
    for (int i = 0; i < 6; i++) {
        draw_array(&state, 1, v[i], r.nv);
    }
    draw_array(&state, 5, fext, 6 * cdy_model_force_rows(r.model));
    const step_state at = {r.model, q, v[0], v[1], fext};
    ck_assert_ok(cdy_inverse_dynamics_vjp(r.model, r.work, q, v[0], v[1], fext, v[2], got[0], got[1], NULL, &error),
                 error);
    ck_assert_ok(cdy_inverse_dynamics_jvp(r.model, r.work, q, v[0], v[1], fext, v[3], v[4], NULL, got[2], &error),
                 error);
    complex_derivative(&at, false, STEP_Q, A);
    complex_derivative(&at, false, STEP_QD, B);
    times_matrix(v[2], A, n, expected);
    ck_assert_relative(got[0], expected, n, 1e-11);
    times_matrix(v[2], B, n, expected);
    ck_assert_relative(got[1], expected, n, 1e-11);
    memset(expected, 0, sizeof expected);
    add_matrix_times(A, v[3], n, expected);
    add_matrix_times(B, v[4], n, expected);
    ck_assert_relative(got[2], expected, n, 1e-11);
    free(A);
    free(B);
    free_robot(&r);
}
END_TEST

/* ---- loads, energies, masses ---- */

static double inner(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* w . tau is linear in external forces and gravity: differences of any size are derivatives. */
START_TEST(loads_act_as_their_gradient_says)
{
    cdy_error error = {0};
    subject *s = make_subject(_i);
    robot *r = &s->d.r;
    const int rows = 6 * cdy_model_force_rows(r->model);
    double by_fext[6 * MOST], by_gravity[3], gravity[3], with[MOST], without[MOST];
    cdy_model_get_gravity(r->model, gravity);
    ck_assert_ok(cdy_load_vjp(r->model, r->work, s->d.q, s->w, by_fext, by_gravity, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, s->d.q, NULL, NULL, s->d.fext, with, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, s->d.q, NULL, NULL, NULL, without, &error), error);
    const double change = inner(s->w, with, s->n) - inner(s->w, without, s->n);
    const double size = 1 + fabs(inner(s->w, without, s->n));
    ck_assert_double_eq_tol(inner(by_fext, s->d.fext, (size_t)rows), change, 1e-10 * (size + fabs(change)));
    double alone[3];
    ck_assert_ok(cdy_load_vjp(r->model, r->work, s->d.q, s->w, NULL, alone, &error), error);
    ck_assert_mem_eq(alone, by_gravity, sizeof alone);
    const double more[3] = {gravity[0] + 1, gravity[1] - 2, gravity[2] + 3}, step[3] = {1, -2, 3};
    ck_assert_ok(cdy_model_set_gravity(r->model, more, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, s->d.q, NULL, NULL, NULL, with, &error), error);
    const double pull = inner(s->w, with, s->n) - inner(s->w, without, s->n);
    ck_assert_double_eq_tol(inner(by_gravity, step, 3), pull, 1e-10 * (size + fabs(pull)));
    free_subject(s);
}
END_TEST

typedef struct along {
    subject *s;
    const double *dq, *dqd;
} along;

/* Kinetic and potential energy after a step of t. */
static void energies_at(void *context, double t, double *result)
{
    const along *a = context;
    subject *s = a->s;
    cdy_error error = {0};
    double q[MOST], step[MOST], qd[MOST];
    for (size_t i = 0; i < s->n; i++) {
        step[i] = t * a->dq[i];
        qd[i] = s->d.qd[i] + t * a->dqd[i];
    }
    ck_assert_ok(cdy_configuration_integrate(s->d.r.model, s->d.q, step, q, &error), error);
    ck_assert_ok(cdy_energy(s->d.r.model, s->d.r.work, q, qd, result, result + 1, &error), error);
}

START_TEST(energies_change_as_their_gradients_say)
{
    cdy_error error = {0};
    subject *s = make_subject(_i);
    double by_q[MOST], by_qd[MOST], potential[MOST], slopes[2];
    ck_assert_ok(cdy_energy_gradient(s->d.r.model, s->d.r.work, s->d.q, s->d.qd, by_q, by_qd, potential, &error),
                 error);
    along a = {s, s->dq, s->dqd};
    differentiate(energies_at, &a, 1e-3, slopes, 2);
    const double kinetic = inner(by_q, s->dq, s->n) + inner(by_qd, s->dqd, s->n);
    ck_assert_double_eq_tol(kinetic, slopes[0], 1e-6 * (1 + fabs(slopes[0])));
    const double fall = inner(potential, s->dq, s->n);
    ck_assert_double_eq_tol(fall, slopes[1], 1e-6 * (1 + largest(potential, s->n)));
    free_subject(s);
}
END_TEST

START_TEST(the_regressor_is_multiplied_without_it)
{
    cdy_error error = {0};
    subject *s = make_subject(_i);
    robot *r = &s->d.r;
    const cdy_regressor_options all = {.damping = true, .coulomb = true, .rotor_inertia = true, .friction_width = 0.3},
                                *const options = _i % 2 ? &all : NULL;
    const size_t p = (size_t)cdy_parameter_count(r->model, options);
    double *Y = calloc(s->n * p, sizeof *Y), *product = calloc(p, sizeof *product), *expected = calloc(p, sizeof *Y);
    ck_assert_ok(cdy_regressor(r->model, r->work, s->d.q, s->d.qd, s->d.qdd, options, Y, &error), error);
    ck_assert_ok(
        cdy_regressor_transpose_times(r->model, r->work, s->d.q, s->d.qd, s->d.qdd, options, s->w, product, &error),
        error);
    for (size_t i = 0; i < s->n; i++) {
        for (size_t j = 0; j < p; j++) {
            expected[j] += s->w[i] * Y[i * p + j];
        }
    }
    ck_assert_relative(product, expected, p, 1e-12);
    free(Y);
    free(product);
    free(expected);
    free_subject(s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("products");
    TCase *tests = tcase_create("products");
    tcase_add_loop_test(tests, products_of_inverse_dynamics_are_those_with_the_matrices, 0, VARIANTS * TREES);
    tcase_add_loop_test(tests, products_of_forward_dynamics_are_those_with_the_matrices, 0, VARIANTS * TREES);
    tcase_add_loop_test(tests, results_and_vectors_may_be_left_out, 0, 4 * VARIANTS);
    tcase_add_test(tests, failures_leave_results_as_they_were);
    tcase_add_loop_test(tests, products_agree_with_the_complex_step, 0, TREES);
    tcase_add_loop_test(tests, loads_act_as_their_gradient_says, 0, VARIANTS * TREES);
    tcase_add_loop_test(tests, energies_change_as_their_gradients_say, 0, VARIANTS * TREES);
    tcase_add_loop_test(tests, the_regressor_is_multiplied_without_it, 0, VARIANTS * TREES);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
