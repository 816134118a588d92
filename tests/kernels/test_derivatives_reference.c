/* Derivatives compared with the samples of another engine; and, on every robot of the corpus, derivatives of inverse
 * dynamics with the complex step, and derivatives of forward dynamics times M with those of inverse dynamics. */
#include "dynamics/arguments.h"
#include "kernels/kernels.h"
#include "support/compare.h"
#include "support/complex_step.h"
#include "support/reference.h"
#include "support/samples.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128 };

static samples files;

static double worse(double a, double b)
{
    return isnan(b) || b > a ? b : a;
}

typedef struct errors {
    double inverse, forward;
} errors;

static void compare_sample(reference_case *c, const json_t *sample, errors *worst)
{
    static double expected[MOST * MOST], by_q[MOST * MOST], by_qd[MOST * MOST];
    cdy_error error = {0};
    const size_t size = (size_t)c->r.nv * (size_t)c->r.nv;
    double q[MOST + 1], v[MOST], third[MOST];
    reference_positions(c, sample, "q", q);
    reference_velocities(c, sample, "v", v);
    reference_velocities(c, sample, "a", third);
    ck_assert_ok(cdy_inverse_dynamics_derivatives(c->r.model, c->r.work, q, v, third, NULL, by_q, by_qd, &error),
                 error);
    reference_matrix(c, sample, "dtau_dq", expected);
    worst->inverse = worse(worst->inverse, relative_error(by_q, expected, size, 0));
    reference_matrix(c, sample, "dtau_dv", expected);
    worst->inverse = worse(worst->inverse, relative_error(by_qd, expected, size, 0));
    reference_velocities(c, sample, "tau_in", third);
    ck_assert_ok(cdy_forward_dynamics_derivatives(c->r.model, c->r.work, q, v, third, NULL,
                                                  &(const cdy_forward_derivatives){by_q, by_qd, NULL}, &error),
                 error);
    reference_matrix(c, sample, "dqdd_dq", expected);
    worst->forward = worse(worst->forward, relative_error(by_q, expected, size, 0));
    reference_matrix(c, sample, "dqdd_dv", expected);
    worst->forward = worse(worst->forward, relative_error(by_qd, expected, size, 0));
}

START_TEST(every_sample_comes_out)
{
    reference_case c = load_reference(files.paths[_i]);
    errors worst = {0};
    ck_assert_int_le(c.r.nv, MOST);
    for (size_t i = 0; i < json_array_size(c.samples); i++) {
        compare_sample(&c, json_array_get(c.samples, i), &worst);
    }
    fprintf(stderr, "%s: worst relative errors: inverse %.2g, forward %.2g\n", strrchr(files.paths[_i], '/') + 1,
            worst.inverse, worst.forward);
    ck_assert_msg(worst.inverse <= 1e-10 && worst.forward <= 1e-8, "inverse %g, forward %g", worst.inverse,
                  worst.forward);
    free_reference(&c);
}
END_TEST

/* The largest entry of M X + Y, relative to Y. */
static double remainder_of(const double *M, const double *X, const double *Y, size_t n)
{
    double most = 0, scale = largest(Y, n * n); /* or relative to the canceling terms, where these are larger */
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double sum = Y[i * n + j];
            for (size_t k = 0; k < n; k++) {
                sum += M[i * n + k] * X[k * n + j];
                scale = worse(scale, fabs(M[i * n + k] * X[k * n + j]));
            }
            most = worse(most, fabs(sum));
        }
    }
    return scale > 1e-9 ? most / scale : most;
}

/* The tolerance allows rounding of the derivative, of torques of some N m that cancel in it, and of positions far out:
 * some robots move a million meters. */
static void check_derivative(const cdy_model *model, const char *by, const double *actual, const double *expected)
{
    const size_t count = (size_t)model->nv * (size_t)model->nv;
    const double error = largest_difference(actual, expected, count);
    ck_assert_msg(error <= 1e-12 * largest(expected, count) + 1e-15, "%s: by %s off by %g, of %g",
                  cdy_model_name(model), by, error, largest(expected, count));
}

/* Compares derivatives of inverse dynamics with the complex step in the tree's coordinates, projected. */
static void check_inverse(robot *r, const double *q, const double *qd, const double *qdd, const double *A,
                          const double *B)
{
    const cdy_model *m = r->model;
    const size_t n = (size_t)r->nv, tree_n = (size_t)m->tree_nv;
    double *room = calloc(tree_n * tree_n + n * n + 2 * tree_n + (size_t)m->tree_nq + 1, sizeof *room);
    double *D = room, *expected = D + tree_n * tree_n, *tree_qd = expected + n * n, *tree_qdd = tree_qd + tree_n;
    double *tree_q = tree_qdd + tree_n;
    cdy_kernels_x1.expand_positions(m, q, tree_q);
    for (size_t i = 0; i < tree_n; i++) {
        const model_coordinate *c = &model_velocities(m)[i];
        tree_qd[i] = c->multiplier * qd[c->index];
        tree_qdd[i] = c->multiplier * qdd[c->index];
    }
    const step_state state = {m, tree_q, tree_qd, tree_qdd, NULL};
    complex_derivative(&state, false, STEP_Q, D);
    cdy_kernels_x1.project_square(m, D, expected);
    check_derivative(m, "q", A, expected);
    complex_derivative(&state, false, STEP_QD, D);
    cdy_kernels_x1.project_square(m, D, expected);
    check_derivative(m, "qd", B, expected);
    free(room);
}

static void check_robot(robot *r)
{
    const size_t n = (size_t)r->nv;
    cdy_error error = {0};
    uint64_t seed = 3;
    double *room = calloc(5 * n * n + 5 * n + (size_t)r->nq + 1, sizeof *room);
    double *M = room, *A = M + n * n, *B = A + n * n, *C = B + n * n, *D = C + n * n;
    double *qd = D + n * n, *tau = qd + n, *qdd = tau + n, *q = qdd + n;
    cdy_random_configuration(r->model, &seed, q);
    for (int i = 0; i < r->nq; i++) { /* one robot may go a million metres, where no number has digits left */
        q[i] = fmax(-10, fmin(10, q[i]));
    }
    draw_array(&seed, 1, qd, r->nv);
    draw_array(&seed, 5, tau, r->nv);
    if (cdy_forward_dynamics(r->model, r->work, q, qd, tau, NULL, qdd, &error) == CDY_OK) {
        ck_assert_ok(cdy_mass_matrix(r->model, r->work, q, M, &error), error);
        ck_assert_ok(cdy_inverse_dynamics_derivatives(r->model, r->work, q, qd, qdd, NULL, A, B, &error), error);
        ck_assert_ok(cdy_forward_dynamics_derivatives(r->model, r->work, q, qd, tau, NULL,
                                                      &(const cdy_forward_derivatives){C, D, NULL}, &error),
                     error);
        check_inverse(r, q, qd, qdd, A, B);
        const double by_q = remainder_of(M, C, A, n), by_qd = remainder_of(M, D, B, n);
        ck_assert_msg(by_q <= 1e-7 && by_qd <= 1e-7, "%s: by q %g, by qd %g; %g %g", cdy_model_name(r->model), by_q,
                      by_qd, largest(A, n * n), largest(C, n * n));
    } else {
        cdy_status status = cdy_forward_dynamics_derivatives(r->model, r->work, q, qd, tau, NULL,
                                                             &(const cdy_forward_derivatives){C, D, NULL}, &error);
        ck_assert_int_eq(status, CDY_ERROR_NUMERIC);
        ck_assert_ok(cdy_inverse_dynamics_derivatives(r->model, r->work, q, qd, tau, NULL, A, B, &error), error);
        check_inverse(r, q, qd, tau, A, B);
    }
    free(room);
}

START_TEST(every_robot_has_derivatives)
{
    robot r = load_robot_file(files.paths[_i], _i % 2, _i % 3 == 0);
    check_robot(&r);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("derivatives beside references");
    find_samples(&files, "vectors", ".json");
    add_sample_tests(suite, &files, 0, every_sample_comes_out);
    const int first = files.count;
    find_samples(&files, "corpus/robots", ".urdf");
    add_sample_tests(suite, &files, first, every_robot_has_derivatives);
    return run_samples(suite, &files);
}
