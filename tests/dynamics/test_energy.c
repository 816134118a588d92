/* Energy: closed forms, its gradient, and its rate along motions. */
#include "support/compare.h"
#include "support/differences.h"
#include "support/moving.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

enum { TREES = 40 };

typedef struct energies {
    double kinetic, potential;
} energies;

static energies energies_at(moving *m, const double *q, const double *qd)
{
    cdy_error error = {0};
    energies e;
    ck_assert_ok(cdy_energy(m->r.model, m->r.work, q, qd, &e.kinetic, &e.potential, &error), error);
    return e;
}

START_TEST(kinetic_energy_is_that_of_the_naive_mass_matrix)
{
    cdy_error error = {0};
    moving m = make_moving(_i, RANDOM_JOINTS_ALL, false);
    size_t n = (size_t)m.r.nv;
    double *M = new_zeros(n * n), expected = 0, kinetic, potential;
    naive_mass_matrix(&m.naive, m.q, M);
    for (size_t ij = 0; ij < n * n; ij++) {
        expected += 0.5 * M[ij] * m.qd[ij / n] * m.qd[ij % n];
    }
    energies both = energies_at(&m, m.q, m.qd);
    ck_assert_relative(&both.kinetic, &expected, 1, 1e-11);
    ck_assert_ok(cdy_energy(m.r.model, m.r.work, m.q, m.qd, &kinetic, NULL, &error), error);
    ck_assert_ok(cdy_energy(m.r.model, m.r.work, m.q, NULL, NULL, &potential, &error), error);
    ck_assert_near(&kinetic, &both.kinetic, 1, 0);
    ck_assert_near(&potential, &both.potential, 1, 0);
    free(M);
    free_moving(&m);
}
END_TEST

START_TEST(potential_energy_is_that_of_the_naive_center_of_mass)
{
    moving m = make_moving(_i, RANDOM_JOINTS_ALL, false);
    double com[3], g[3], *J = new_zeros(3 * (size_t)m.r.nv);
    double mass = naive_center_of_mass(&m.naive, m.q, com, J);
    cdy_model_get_gravity(m.r.model, g);
    double expected = -mass * (g[0] * com[0] + g[1] * com[1] + g[2] * com[2]);
    double potential = energies_at(&m, m.q, NULL).potential;
    ck_assert_near(&potential, &expected, 1, 1e-12 * mass * 10 * (1 + largest(com, 3)));
    free(J);
    free_moving(&m);
}
END_TEST

/* The motion's derivative, one direction of unit velocity at a time. */
static void potential_along(void *context, double t, double *result)
{
    moving *m = context;
    double q[MOVING_MOST], qd[MOVING_MOST];
    moving_at(m, t, q, qd);
    *result = energies_at(m, q, NULL).potential;
}

START_TEST(gravity_torque_is_the_gradient_of_the_potential)
{
    cdy_error error = {0};
    moving m = make_moving(_i, RANDOM_JOINTS_ALL, false);
    size_t n = (size_t)m.r.nv;
    double *tau = new_zeros(n), *gradient = new_zeros(n);
    ck_assert_ok(cdy_gravity_torque(m.r.model, m.r.work, m.q, tau, &error), error);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            m.qd[j] = i == j;
        }
        differentiate(potential_along, &m, 1e-3, &gradient[i], 1);
    }
    double size = fabs(energies_at(&m, m.q, NULL).potential);
    ck_assert_near(gradient, tau, n, 1e-10 * (1 + size + largest(tau, n)));
    free(gradient);
    free(tau);
    free_moving(&m);
}
END_TEST

static void total_along(void *context, double t, double *result)
{
    moving *m = context;
    double q[MOVING_MOST], qd[MOVING_MOST];
    moving_at(m, t, q, qd);
    energies e = energies_at(m, q, qd);
    *result = e.kinetic + e.potential;
}

/* d(T + V)/dt = (tau + J^T f) qd, with J^T f from the naive Jacobian. */
START_TEST(power_is_the_rate_of_energy)
{
    cdy_error error = {0};
    moving m = make_moving(_i, RANDOM_JOINTS_ALL, false);
    int n = m.r.nv, body = m.naive.bodies - 1;
    double *tau = new_zeros((size_t)n), *fext = new_zeros(6 * (size_t)cdy_model_force_rows(m.r.model));
    const double wrench[6] = {1, -2, 3, 4, -5, 6};
    double rate, power = 0, size = 0;
    ck_assert_ok(cdy_external_force(m.r.model, m.r.work, body, wrench, NULL, fext, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(m.r.model, m.r.work, m.q, m.qd, m.qdd, fext, tau, &error), error);
    naive_add_wrench(&m.naive, m.q, body, wrench, tau);
    for (int i = 0; i < n; i++) {
        power += tau[i] * m.qd[i];
        size += fabs(tau[i] * m.qd[i]);
    }
    differentiate(total_along, &m, 2e-4, &rate, 1);
    energies e = energies_at(&m, m.q, m.qd);
    ck_assert_double_eq_tol(rate, power, 1e-8 * (1 + size) + 1e-10 * (fabs(e.potential) + e.kinetic));
    free(fext);
    free(tau);
    free_moving(&m);
}
END_TEST

START_TEST(what_does_not_move_counts_in_nothing)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("stone", "weld", CDY_JOINT_FIXED);
    set_origin(&body, 0, 0, 3, 0, 0, 0);
    set_inertial(&body, 100, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    robot still = make_robot(tree);
    energies e = {7, 7};
    ck_assert_ok(cdy_energy(still.model, still.work, NULL, NULL, &e.kinetic, &e.potential, &error), error);
    ck_assert(fabs(e.kinetic) + fabs(e.potential) <= 0);
    free_robot(&still);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    double number = 7, bad[6] = {(double)NAN}, fast[6] = {1e200, 1e200};
    energies e = {7, 7};
    ck_assert_fails(cdy_energy(NULL, r.work, NULL, NULL, &e.kinetic, &e.potential, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_energy(r.model, NULL, NULL, NULL, &e.kinetic, &e.potential, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_energy(r.model, r.work, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_energy(r.model, r.work, bad, NULL, &e.kinetic, &e.potential, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_energy(r.model, r.work, NULL, fast, &e.kinetic, &e.potential, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert_fails(cdy_energy(r.model, r.work, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_energy(r.model, r.work, NULL, bad, &number, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_energy(r.model, r.work, NULL, fast, &number, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_fails(cdy_energy(r.model, r.work, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_energy(r.model, r.work, bad, NULL, NULL, &number, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert(number >= 7 && number <= 7 && e.kinetic + e.potential >= 14 && e.kinetic + e.potential <= 14);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("energy");
    TCase *tests = add_case(suite, "energy", wrong_arguments_are_refused);
    tcase_add_loop_test(tests, kinetic_energy_is_that_of_the_naive_mass_matrix, 0, TREES);
    tcase_add_loop_test(tests, potential_energy_is_that_of_the_naive_center_of_mass, 0, TREES);
    tcase_add_loop_test(tests, gravity_torque_is_the_gradient_of_the_potential, 0, TREES / 2);
    tcase_add_loop_test(tests, power_is_the_rate_of_energy, 0, TREES);
    tcase_add_test(tests, what_does_not_move_counts_in_nothing);
    return run_suites(suite, NULL);
}
