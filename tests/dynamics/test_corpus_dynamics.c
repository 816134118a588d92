/* The dynamics of every robot file of the corpus, its base fixed and free: identities that hold for all numbers. */
#include "support/compare.h"
#include "support/differences.h"
#include "support/robot.h"
#include "support/samples.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 160 };

static samples files;

typedef struct subject {
    robot r;
    size_t n;
    double q[2 * MOST], qd[MOST], qdd[MOST], tau[MOST];
    double *M;
} subject;

static subject make_subject(int number)
{
    cdy_error error = {0};
    subject s = {.r = load_robot_file(files.paths[number / 2], number % 2, false)};
    uint64_t state = 3;
    s.n = (size_t)s.r.nv;
    ck_assert_uint_le(s.n, MOST);
    cdy_random_configuration(s.r.model, &state, s.q);
    draw_array(&state, 1, s.qd, s.r.nv);
    draw_array(&state, 1, s.qdd, s.r.nv);
    draw_array(&state, 5, s.tau, s.r.nv);
    s.M = calloc(s.n * s.n + 1, sizeof *s.M);
    ck_assert_ok(cdy_mass_matrix(s.r.model, s.r.work, s.q, s.M, &error), error);
    return s;
}

static void free_subject(subject *s)
{
    free(s->M);
    free_robot(&s->r);
}

static void inverse(subject *s, const double *qd, const double *qdd, double *tau)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_inverse_dynamics(s->r.model, s->r.work, s->q, qd, qdd, NULL, tau, &error), error);
}

START_TEST(mass_matrix_is_symmetric_and_what_unit_accelerations_need)
{
    subject s = make_subject(_i);
    double with[MOST], without[MOST];
    inverse(&s, NULL, NULL, without);
    double size = largest(s.M, s.n * s.n) + largest(without, s.n);
    for (size_t j = 0; j < s.n; j++) {
        double unit[MOST] = {0};
        unit[j] = 1;
        inverse(&s, NULL, unit, with);
        for (size_t i = 0; i < s.n; i++) {
            double m = s.M[i * s.n + j], other = s.M[j * s.n + i];
            ck_assert(m >= other && m <= other);
            ck_assert_msg(fabs(with[i] - without[i] - m) <= 1e-13 * size, "%s: M[%zu][%zu]", files.paths[_i / 2], i, j);
        }
        ck_assert(s.M[j * s.n + j] >= 0);
    }
    free_subject(&s);
}
END_TEST

/* Where M is not singular: ID(FD(tau)) = tau, and M (FD(ID(qdd)) - qdd) = 0, which holds for any condition of M. */
START_TEST(forward_dynamics_and_inverse_dynamics_undo_each_other)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    const cdy_model *m = s.r.model;
    double qdd[MOST], tau[MOST], again[MOST];
    cdy_status status = cdy_forward_dynamics(m, s.r.work, s.q, s.qd, s.tau, NULL, qdd, &error);
    ck_assert_msg(status == CDY_OK || (status == CDY_ERROR_NUMERIC && error.text[0]), "%s: %s", files.paths[_i / 2],
                  error.text);
    if (status == CDY_OK) {
        inverse(&s, s.qd, qdd, tau);
        double size = 1 + largest(s.tau, s.n) + largest(s.M, s.n * s.n) * largest(qdd, s.n);
        ck_assert_near(tau, s.tau, s.n, 1e-12 * size);
        inverse(&s, s.qd, s.qdd, tau);
        ck_assert_ok(cdy_forward_dynamics(m, s.r.work, s.q, s.qd, tau, NULL, qdd, &error), error);
        inverse(&s, s.qd, qdd, again);
        size = 1 + largest(tau, s.n) + largest(s.M, s.n * s.n) * largest(qdd, s.n);
        ck_assert_near(again, tau, s.n, 1e-12 * size);
    }
    free_subject(&s);
}
END_TEST

START_TEST(energy_and_coriolis_matrix_agree_with_the_rest)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    struct {
        double kinetic, potential;
    } e;
    double *C = calloc(s.n * s.n + 1, sizeof *C), product[MOST], sum[MOST] = {0}, kinetic = 0, size = 0;
    ck_assert_ok(cdy_energy(s.r.model, s.r.work, s.q, s.qd, &e.kinetic, &e.potential, &error), error);
    ck_assert_ok(cdy_coriolis_matrix(s.r.model, s.r.work, s.q, s.qd, C, &error), error);
    ck_assert_ok(cdy_velocity_product(s.r.model, s.r.work, s.q, s.qd, product, &error), error);
    for (size_t ij = 0; ij < s.n * s.n; ij++) {
        double term = 0.5 * s.M[ij] * s.qd[ij / s.n] * s.qd[ij % s.n];
        kinetic += term;
        size += fabs(term);
        sum[ij / s.n] += C[ij] * s.qd[ij % s.n];
    }
    ck_assert(fabs(e.kinetic - kinetic) <= 1e-13 * size);
    ck_assert_near(sum, product, s.n, 1e-13 * (largest(C, s.n * s.n) + largest(s.M, s.n * s.n)));
    free(C);
    free_subject(&s);
}
END_TEST

/* Moves the state by the time t with the velocity qd and the acceleration qdd. */
static void move(subject *s, double t, double *q, double *qd)
{
    cdy_error error = {0};
    double step[MOST];
    for (size_t i = 0; i < s->n; i++) {
        step[i] = t * s->qd[i];
        qd[i] = s->qd[i] + t * s->qdd[i];
    }
    ck_assert_ok(cdy_configuration_integrate(s->r.model, s->q, step, q, &error), error);
}

static void mass_matrix_after(void *context, double t, double *M)
{
    subject *s = context;
    cdy_error error = {0};
    double q[2 * MOST], qd[MOST];
    move(s, t, q, qd);
    ck_assert_ok(cdy_mass_matrix(s->r.model, s->r.work, q, M, &error), error);
}

/* Kinetic and potential energy. */
static void energies_after(void *context, double t, double *energies)
{
    subject *s = context;
    cdy_error error = {0};
    struct {
        double kinetic, potential;
    } e;
    double q[2 * MOST], qd[MOST];
    move(s, t, q, qd);
    ck_assert_ok(cdy_energy(s->r.model, s->r.work, q, qd, &e.kinetic, &e.potential, &error), error);
    energies[0] = e.kinetic;
    energies[1] = e.potential;
}

/* M' - 2 C is skew-symmetric: M' = C + C^T. */
START_TEST(mass_matrix_less_twice_coriolis_matrix_is_skew)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    const size_t n = s.n;
    double *C = calloc(2 * n * n + 1, sizeof *C), *rate = C + n * n;
    ck_assert_ok(cdy_coriolis_matrix(s.r.model, s.r.work, s.q, s.qd, C, &error), error);
    differentiate(mass_matrix_after, &s, 1e-3, rate, (int)(n * n));
    const double size = largest(s.M, n * n) + largest(C, n * n);
    for (size_t ij = 0; ij < n * n; ij++) {
        const double both = C[ij] + C[ij % n * n + ij / n];
        ck_assert_msg(fabs(rate[ij] - both) <= 1e-9 * size, "%s: %zu: %g, not %g", files.paths[_i / 2], ij, rate[ij],
                      both);
    }
    free(C);
    free_subject(&s);
}
END_TEST

/* The rate of the potential energy is the power of the gravity torques; the rate of the total energy is the power of
 * all torques. */
START_TEST(energy_changes_with_the_power_of_torques)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    double G[MOST], tau[MOST], rates[2], potential = 0, all = 0, size = 1e-9;
    ck_assert_ok(cdy_gravity_torque(s.r.model, s.r.work, s.q, G, &error), error);
    inverse(&s, s.qd, s.qdd, tau);
    for (size_t i = 0; i < s.n; i++) {
        potential += G[i] * s.qd[i];
        all += tau[i] * s.qd[i];
        size += (fabs(G[i]) + fabs(tau[i])) * fabs(s.qd[i]);
    }
    differentiate(energies_after, &s, 1e-3, rates, 2);
    ck_assert_msg(fabs(rates[1] - potential) <= 1e-9 * size, "%s: %g, not %g", files.paths[_i / 2], rates[1],
                  potential);
    ck_assert_msg(fabs(rates[0] + rates[1] - all) <= 1e-9 * size, "%s: %g, not %g", files.paths[_i / 2],
                  rates[0] + rates[1], all);
    free_subject(&s);
}
END_TEST

START_TEST(regressor_times_parameters_is_inverse_dynamics)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    const size_t p = (size_t)cdy_parameter_count(s.r.model, NULL);
    double *Y = calloc((s.n + 1) * p + 1, sizeof *Y), *pi = Y + s.n * p, tau[MOST], product[MOST] = {0}, size = 0;
    ck_assert_ok(cdy_regressor(s.r.model, s.r.work, s.q, s.qd, s.qdd, NULL, Y, &error), error);
    ck_assert_ok(cdy_inertial_parameters(s.r.model, pi, &error), error);
    inverse(&s, s.qd, s.qdd, tau);
    for (size_t ik = 0; ik < s.n * p; ik++) {
        product[ik / p] += Y[ik] * pi[ik % p];
        size = fmax(size, fabs(Y[ik] * pi[ik % p]));
    }
    ck_assert_near(product, tau, s.n, 1e-12 * size);
    free(Y);
    free_subject(&s);
}
END_TEST

int main(void)
{
    find_samples(&files, "corpus/robots", ".urdf");
    Suite *suite = suite_create("corpus_dynamics");
    TCase *tests = tcase_create("robots");
    tcase_add_loop_test(tests, mass_matrix_is_symmetric_and_what_unit_accelerations_need, 0, 2 * files.count);
    tcase_add_loop_test(tests, forward_dynamics_and_inverse_dynamics_undo_each_other, 0, 2 * files.count);
    tcase_add_loop_test(tests, energy_and_coriolis_matrix_agree_with_the_rest, 0, 2 * files.count);
    tcase_add_loop_test(tests, mass_matrix_less_twice_coriolis_matrix_is_skew, 0, 2 * files.count);
    tcase_add_loop_test(tests, energy_changes_with_the_power_of_torques, 0, 2 * files.count);
    tcase_add_loop_test(tests, regressor_times_parameters_is_inverse_dynamics, 0, 2 * files.count);
    suite_add_tcase(suite, tests);
    return run_samples(suite, &files);
}
