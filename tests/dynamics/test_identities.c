/* Identities that hold for every robot, on random robots, and the naive equations of motion beside the library's. */
#include "support/compare.h"
#include "support/naive.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 60, MOST = 400 };

/* A random robot in a random state, with some wrenches on it. */
typedef struct subject {
    robot r;
    naive_robot naive;
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], fext[6 * MOST];
} subject;

static subject make_subject(int number, random_joints joints)
{
    subject s = {0};
    uint64_t state = (uint64_t)number * 1000 + 1;
    s.r = make_robot(random_tree((uint64_t)number, number + 1, joints));
    s.naive = naive_create(s.r.tree);
    ck_assert_int_eq(s.naive.nq, s.r.nq);
    ck_assert_int_eq(s.naive.nv, s.r.nv);
    ck_assert_int_le(cdy_model_force_rows(s.r.model), MOST);
    random_state(&state, s.r.tree, s.q);
    draw_array(&state, 1, s.qd, s.r.nv);
    draw_array(&state, 1, s.qdd, s.r.nv);
    draw_array(&state, 5, s.tau, s.r.nv);
    draw_array(&state, 3, s.fext, 6 * cdy_model_force_rows(s.r.model));
    return s;
}

static void free_subject(subject *s)
{
    naive_free(&s->naive);
    free_robot(&s->r);
}

static double *new_array(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

static void inverse(subject *s, const double *q, const double *qd, const double *qdd, const double *fext, double *tau)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_inverse_dynamics(s->r.model, s->r.work, q, qd, qdd, fext, tau, &error), error);
}

/* Returns M at q; the caller frees it. */
static double *mass_matrix(subject *s, const double *q)
{
    cdy_error error = {0};
    double *M = new_array((size_t)s->r.nv * (size_t)s->r.nv);
    ck_assert_ok(cdy_mass_matrix(s->r.model, s->r.work, q, M, &error), error);
    return M;
}

/* ---- forward and inverse dynamics ---- */

START_TEST(forward_dynamics_undoes_inverse_dynamics)
{
    cdy_error error = {0};
    subject s = make_subject(_i, RANDOM_JOINTS_ALL);
    double tau[MOST], qdd[MOST];
    size_t n = (size_t)s.r.nv;
    inverse(&s, s.q, s.qd, s.qdd, s.fext, tau);
    ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q, s.qd, tau, s.fext, qdd, &error), error);
    ck_assert_relative(qdd, s.qdd, n, 1e-8);
    ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q, s.qd, s.tau, s.fext, qdd, &error), error);
    inverse(&s, s.q, s.qd, qdd, s.fext, tau);
    double scale = largest(qdd, n) + largest(s.tau, n); /* accelerations of light links are large */
    ck_assert_near(tau, s.tau, n, 1e-10 * scale);
    free_subject(&s);
}
END_TEST

/* ---- the mass matrix ---- */

static bool is_positive_definite(const double *M, size_t n)
{
    double *L = new_array(n * n);
    bool positive = true;
    for (size_t i = 0; i < n && positive; i++) {
        for (size_t j = 0; j <= i; j++) {
            double sum = M[i * n + j];
            for (size_t k = 0; k < j; k++) {
                sum -= L[i * n + k] * L[j * n + k];
            }
            positive = positive && (i != j || sum > 0);
            L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
        }
    }
    free(L);
    return positive;
}

START_TEST(mass_matrix_is_what_unit_accelerations_need)
{
    subject s = make_subject(_i, RANDOM_JOINTS_ALL);
    size_t n = (size_t)s.r.nv;
    double *M = mass_matrix(&s, s.q), *columns = new_array(n * n);
    double with[MOST], without[MOST];
    inverse(&s, s.q, NULL, NULL, NULL, without);
    for (size_t j = 0; j < n; j++) {
        double unit[MOST] = {0};
        unit[j] = 1;
        inverse(&s, s.q, NULL, unit, NULL, with);
        for (size_t i = 0; i < n; i++) {
            columns[i * n + j] = with[i] - without[i];
            ck_assert(!(M[i * n + j] < M[j * n + i] || M[i * n + j] > M[j * n + i]));
        }
    }
    ck_assert_near(columns, M, n * n, 1e-13 * (largest(M, n * n) + largest(without, n)));
    ck_assert(is_positive_definite(M, n));
    free(columns);
    free(M);
    free_subject(&s);
}
END_TEST

START_TEST(mass_matrix_is_the_naive_one)
{
    subject s = make_subject(_i, RANDOM_JOINTS_ALL);
    size_t n = (size_t)s.r.nv;
    double *M = mass_matrix(&s, s.q), *naive = new_array(n * n);
    naive_mass_matrix(&s.naive, s.q, naive);
    ck_assert_relative(M, naive, n * n, 1e-12);
    free(naive);
    free(M);
    free_subject(&s);
}
END_TEST

/* ---- the terms of the equation of motion ---- */

START_TEST(inverse_dynamics_is_the_sum_of_its_terms)
{
    cdy_error error = {0};
    subject s = make_subject(_i, RANDOM_JOINTS_ALL);
    size_t n = (size_t)s.r.nv;
    double tau[MOST], product[MOST], gravity[MOST], held[MOST], sum[MOST];
    double *M = mass_matrix(&s, s.q);
    inverse(&s, s.q, s.qd, s.qdd, s.fext, tau);
    ck_assert_ok(cdy_velocity_product(s.r.model, s.r.work, s.q, s.qd, product, &error), error);
    ck_assert_ok(cdy_gravity_torque(s.r.model, s.r.work, s.q, gravity, &error), error);
    inverse(&s, s.q, NULL, NULL, s.fext, held); /* gravity - J^T f */
    for (size_t i = 0; i < n; i++) {
        sum[i] = product[i] + held[i];
        for (size_t j = 0; j < n; j++) {
            sum[i] += M[i * n + j] * s.qdd[j];
        }
    }
    ck_assert_near(tau, sum, n, 1e-12 * (1 + largest(sum, n)));
    inverse(&s, s.q, NULL, NULL, NULL, held);
    ck_assert_near(held, gravity, n, 1e-12 * (1 + largest(held, n)));
    /* The velocity -qd has the same velocity product as qd, 2 qd has four times that product. */
    for (size_t i = 0; i < n; i++) {
        s.qd[i] *= -2;
    }
    ck_assert_ok(cdy_velocity_product(s.r.model, s.r.work, s.q, s.qd, sum, &error), error);
    for (size_t i = 0; i < n; i++) {
        sum[i] /= 4;
    }
    ck_assert_near(sum, product, n, 1e-13 * (1 + largest(product, n)));
    free(M);
    free_subject(&s);
}
END_TEST

/* G is the rate of the potential energy along each velocity: difference of the second order, whose error for steps of
 * 1e-5 is some 1e-10 by the step and some 1e-11 of the energy by rounding. */
START_TEST(gravity_torque_is_the_rate_of_potential_energy)
{
    cdy_error error = {0};
    subject s = make_subject(_i, RANDOM_JOINTS_ALL);
    const double h = 1e-5;
    double gravity[MOST], rate[MOST], moved[MOST], energy = 0;
    ck_assert_ok(cdy_gravity_torque(s.r.model, s.r.work, s.q, gravity, &error), error);
    for (int i = 0; i < s.r.nv; i++) {
        double unit[MOST] = {0};
        unit[i] = 1;
        memcpy(moved, s.q, sizeof moved);
        naive_integrate(&s.naive, s.q, unit, h, moved);
        double ahead = naive_potential(&s.naive, moved);
        naive_integrate(&s.naive, s.q, unit, -h, moved);
        double behind = naive_potential(&s.naive, moved);
        rate[i] = (ahead - behind) / (2 * h);
        energy = fmax(energy, fabs(ahead));
    }
    ck_assert_near(gravity, rate, (size_t)s.r.nv, 1e-9 * (1 + largest(rate, (size_t)s.r.nv)) + 1e-10 * energy);
    free_subject(&s);
}
END_TEST

START_TEST(inertial_torques_are_the_naive_ones)
{
    subject s = make_subject(_i, RANDOM_JOINTS_ALL);
    size_t n = (size_t)s.r.nv;
    double tau[MOST], naive[MOST];
    cdy_error error = {0};
    ck_assert_ok(cdy_model_set_gravity(s.r.model, (double[3]){0, 0, 0}, &error), error);
    inverse(&s, s.q, s.qd, s.qdd, NULL, tau);
    naive_inertial_torque(&s.naive, s.q, s.qd, s.qdd, naive);
    ck_assert_relative(tau, naive, n, 1e-8);
    free_subject(&s);
}
END_TEST

/* c_i = sum_jk (dM_ij/dq_k - 1/2 dM_jk/dq_i) v_j v_k for joints of one degree of freedom, the derivatives by
 * differences of the second order with steps of 1e-5: good for 1e-8 of the sum of the terms. */
START_TEST(velocity_product_comes_from_the_rates_of_the_mass_matrix)
{
    cdy_error error = {0};
    subject s = make_subject(_i, RANDOM_JOINTS_ONE_DEGREE);
    const double h = 1e-5;
    size_t n = (size_t)s.r.nv;
    double product[MOST], sum[MOST] = {0}, size = 0;
    for (size_t k = 0; k < n; k++) {
        double q = s.q[k];
        s.q[k] = q + h;
        double *ahead = mass_matrix(&s, s.q);
        s.q[k] = q - h;
        double *behind = mass_matrix(&s, s.q);
        s.q[k] = q;
        for (size_t ij = 0; ij < n * n; ij++) {
            double rate = (ahead[ij] - behind[ij]) / (2 * h);
            sum[ij / n] += rate * s.qd[ij % n] * s.qd[k];
            sum[k] -= 0.5 * rate * s.qd[ij / n] * s.qd[ij % n];
            size = fmax(size, fabs(rate));
        }
        free(ahead);
        free(behind);
    }
    ck_assert_ok(cdy_velocity_product(s.r.model, s.r.work, s.q, s.qd, product, &error), error);
    ck_assert_near(product, sum, n, 1e-8 * (1 + largest(sum, n) + size));
    free_subject(&s);
}
END_TEST

/* The power of the torques is the rate of the energy along the motion: differences of the second order again. */
START_TEST(power_is_the_rate_of_energy)
{
    subject s = make_subject(_i, RANDOM_JOINTS_ALL);
    const double h = 1e-5;
    size_t n = (size_t)s.r.nv;
    double tau[MOST], moved[MOST], energy[2], power = 0, size = 1;
    inverse(&s, s.q, s.qd, s.qdd, NULL, tau);
    for (size_t i = 0; i < n; i++) {
        power += tau[i] * s.qd[i];
        size += fabs(tau[i] * s.qd[i]);
    }
    memcpy(moved, s.q, sizeof moved);
    for (int side = 0; side < 2; side++) {
        double step = side ? h : -h;
        naive_integrate(&s.naive, s.q, s.qd, step, moved);
        double *M = mass_matrix(&s, moved);
        energy[side] = naive_potential(&s.naive, moved);
        for (size_t ij = 0; ij < n * n; ij++) {
            double vi = s.qd[ij / n] + step * s.qdd[ij / n], vj = s.qd[ij % n] + step * s.qdd[ij % n];
            energy[side] += 0.5 * M[ij] * vi * vj;
        }
        size += 1e-2 * fabs(energy[side]);
        free(M);
    }
    ck_assert_double_eq_tol((energy[1] - energy[0]) / (2 * h), power, 1e-8 * size);
    free_subject(&s);
}
END_TEST

/* ---- external forces ---- */

/* One wrench on each body in turn, in the base frame and in the body's own, against the naive J^T f. */
START_TEST(wrenches_act_through_the_naive_jacobian)
{
    cdy_error error = {0};
    subject s = make_subject(_i, RANDOM_JOINTS_ALL);
    size_t n = (size_t)s.r.nv, rows = (size_t)cdy_model_force_rows(s.r.model);
    double held[MOST], with[MOST], expected[MOST], fext[6 * MOST];
    uint64_t state = 77;
    inverse(&s, s.q, NULL, NULL, NULL, held);
    for (int body = 0; body < s.naive.bodies; body++) {
        double own[6], base[6];
        draw_array(&state, 4, own, 6);
        naive_move(&s.naive, s.q);
        const double *T = s.naive.T + 16 * (size_t)body;
        for (int i = 0; i < 6; i++) {
            const double *row = T + 4 * (i % 3), *part = own + i / 3 * 3;
            base[i] = row[0] * part[0] + row[1] * part[1] + row[2] * part[2];
        }
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            base[i] += T[4 * j + 3] * base[3 + k] - T[4 * k + 3] * base[3 + j];
        }
        memset(expected, 0, sizeof expected);
        naive_add_wrench(&s.naive, s.q, body, base, expected);
        for (int way = 0; way < 2; way++) {
            memset(fext, 0, 6 * rows * sizeof(double));
            const double *wrench = way ? own : base, *q = way ? s.q : NULL;
            ck_assert_ok(cdy_external_force(s.r.model, s.r.work, body, wrench, q, fext, &error), error);
            inverse(&s, s.q, NULL, NULL, fext, with);
            for (size_t i = 0; i < n; i++) {
                with[i] = held[i] - with[i];
            }
            ck_assert_near(with, expected, n, 1e-13 * (1 + largest(expected, n) + largest(held, n)));
        }
    }
    free_subject(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("identities");
    TCase *tests = tcase_create("random trees");
    tcase_add_loop_test(tests, forward_dynamics_undoes_inverse_dynamics, 0, TREES);
    tcase_add_loop_test(tests, mass_matrix_is_what_unit_accelerations_need, 0, TREES);
    tcase_add_loop_test(tests, mass_matrix_is_the_naive_one, 0, TREES);
    tcase_add_loop_test(tests, inverse_dynamics_is_the_sum_of_its_terms, 0, TREES);
    tcase_add_loop_test(tests, gravity_torque_is_the_rate_of_potential_energy, 0, TREES);
    tcase_add_loop_test(tests, inertial_torques_are_the_naive_ones, 0, TREES);
    tcase_add_loop_test(tests, velocity_product_comes_from_the_rates_of_the_mass_matrix, 0, TREES / 2);
    tcase_add_loop_test(tests, power_is_the_rate_of_energy, 0, TREES);
    tcase_add_loop_test(tests, wrenches_act_through_the_naive_jacobian, 0, TREES / 2);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
