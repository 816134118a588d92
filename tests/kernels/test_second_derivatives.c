/* Second derivatives of inverse dynamics: beside the complex step of the first derivatives on random robots of every
 * joint type, with followers and external forces, beside differences where drives act, and by their identities. */
#include "dynamics/workspace.h"
#include "support/compare.h"
#include "support/complex_step.h"
#include "support/differences.h"
#include "support/driven.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 40, FEW = 10, CUBES = 4 };

/* A random robot in a random state, and room for the four results. */
typedef struct subject {
    robot r;
    size_t n;
    double q[MOST], qd[MOST], qdd[MOST], fext[6 * MOST];
    double *cubes[CUBES], *expected[CUBES]; /* by_q_q, by_q_qd, by_qd_qd, mass_by_q */
} subject;

static const char *const names[CUBES] = {"by_q_q", "by_q_qd", "by_qd_qd", "mass_by_q"};

static double *zeros(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

static void make_room(subject *s)
{
    for (size_t i = 0; i < CUBES; i++) {
        s->cubes[i] = zeros(s->n * s->n * s->n);
        s->expected[i] = zeros(s->n * s->n * s->n);
    }
}

static subject make_subject(int number, int joints, random_joints kinds)
{
    subject s = {0};
    uint64_t state = (uint64_t)number * 31 + 7;
    cdy_tree *tree = random_tree((uint64_t)number + 400, joints, kinds);
    s.r = make_robot(tree);
    s.n = (size_t)s.r.nv;
    ck_assert_int_le(s.r.nq, MOST);
    random_state(&state, tree, s.q);
    draw_array(&state, 2, s.qd, s.r.nv);
    draw_array(&state, 3, s.qdd, s.r.nv);
    draw_array(&state, 15, s.fext, 6 * cdy_model_force_rows(s.r.model));
    make_room(&s);
    return s;
}

/* A random robot with the laws of drives in its joints, friction by the load among them. */
static subject make_driven_subject(int number)
{
    const driven d = make_robot_with_laws(number, RANDOM_JOINTS_ALL, 0.5);
    subject s = {.r = d.r, .n = (size_t)d.r.nv};
    memcpy(s.q, d.q, sizeof s.q);
    memcpy(s.qd, d.qd, sizeof s.qd);
    memcpy(s.qdd, d.qdd, sizeof s.qdd);
    memcpy(s.fext, d.fext, sizeof s.fext);
    make_room(&s);
    return s;
}

static void free_subject(subject *s)
{
    for (size_t i = 0; i < CUBES; i++) {
        free(s->cubes[i]);
        free(s->expected[i]);
    }
    free_robot(&s->r);
}

static cdy_second_derivatives places(double *const cubes[CUBES])
{
    return (cdy_second_derivatives){cubes[0], cubes[1], cubes[2], cubes[3]};
}

static void differentiate_twice(subject *s, const double *fext)
{
    cdy_error error = {0};
    const cdy_second_derivatives d = places(s->cubes);
    ck_assert_ok(cdy_inverse_dynamics_second_derivatives(s->r.model, s->r.work, s->q, s->qd, s->qdd, fext, &d, &error),
                 error);
}

/* to[i][j][k] += factor from[i][j] */
static void add_layer(size_t n, double factor, const double *from, size_t k, double *to)
{
    for (size_t i = 0; i < n * n; i++) {
        to[i * n + k] += factor * from[i];
    }
}

/* Sums the derivatives along steps of the tree's joints over the motion that the caller's coordinates give them. */
static void expect(subject *s, const double *fext)
{
    const cdy_model *m = s->r.model;
    const model_coordinate *c = model_velocities(m);
    const size_t n = s->n, tree_n = (size_t)m->tree_nv;
    double *tree_q = zeros((size_t)m->tree_nq), *tree_qd = zeros(tree_n), *tree_qdd = zeros(tree_n);
    double *by[3] = {zeros(tree_n * tree_n), zeros(tree_n * tree_n), zeros(tree_n * tree_n)}, *layer = zeros(n * n);
    cdy_kernels_x1.expand_positions(m, s->q, tree_q);
    cdy_kernels_x1.expand_velocities(m, s->qd, tree_qd);
    cdy_kernels_x1.expand_velocities(m, s->qdd, tree_qdd);
    const step_state state = {m, tree_q, tree_qd, tree_qdd, fext};
    for (size_t i = 0; i < CUBES; i++) {
        memset(s->expected[i], 0, n * n * n * sizeof(double));
    }
    for (size_t j = 0; j < tree_n; j++) {
        for (size_t i = 0; i < CUBES; i++) {
            static const int matrix[CUBES] = {0, 0, 1, 2};
            if (i < 3) {
                complex_second_derivatives(&state, i == 0 ? STEP_Q : STEP_QD, (int)j, by[0], by[1], by[2]);
            } else {
                complex_second_derivatives(&state, STEP_Q, (int)j, by[0], by[1], by[2]);
            }
            cdy_kernels_x1.project_square(m, by[matrix[i]], layer);
            add_layer(n, c[j].multiplier, layer, (size_t)c[j].index, s->expected[i]);
        }
    }
    double *const arrays[] = {tree_q, tree_qd, tree_qdd, by[0], by[1], by[2], layer};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
}

static void compare(subject *s, double tolerance)
{
    for (size_t i = 0; i < CUBES; i++) {
        const double size = largest(s->expected[i], s->n * s->n * s->n);
        for (size_t e = 0; e < s->n * s->n * s->n; e++) {
            ck_assert_msg(fabs(s->cubes[i][e] - s->expected[i][e]) <= tolerance * (1 + size),
                          "%s[%zu][%zu][%zu]: %.15g, expected %.15g", names[i], e / s->n / s->n, e / s->n % s->n,
                          e % s->n, s->cubes[i][e], s->expected[i][e]);
        }
    }
}

START_TEST(all_agree_with_the_complex_step)
{
    subject s = make_subject(_i, 1 + _i % 14, RANDOM_JOINTS_ALL);
    differentiate_twice(&s, NULL);
    expect(&s, NULL);
    compare(&s, 1e-12);
    differentiate_twice(&s, s.fext);
    expect(&s, s.fext);
    compare(&s, 1e-12);
    free_subject(&s);
}
END_TEST

/* ---- identities ---- */

static double entry(const subject *s, const double *cube, size_t i, size_t j, size_t k)
{
    return cube[(i * s->n + j) * s->n + k];
}

/* The velocity product is a square form of the velocity, half of whose matrix is by_qd_qd. */
START_TEST(velocities_give_the_velocity_product)
{
    cdy_error error = {0};
    subject s = make_subject(_i, 3 + _i, RANDOM_JOINTS_ALL);
    double product[MOST], sum[MOST] = {0};
    differentiate_twice(&s, NULL);
    ck_assert_ok(cdy_velocity_product(s.r.model, s.r.work, s.q, s.qd, product, &error), error);
    for (size_t i = 0; i < s.n; i++) {
        for (size_t j = 0; j < s.n; j++) {
            for (size_t k = 0; k < s.n; k++) {
                sum[i] += entry(&s, s.cubes[2], i, j, k) * s.qd[j] * s.qd[k] / 2;
            }
        }
    }
    ck_assert_relative(sum, product, s.n, 1e-12);
    free_subject(&s);
}
END_TEST

/* Christoffel's symbols: where coordinates are no displacements, by_qd_qd[i][j][k] = dM_ij/dq_k + dM_ik/dq_j -
 * dM_jk/dq_i. */
START_TEST(velocities_have_christoffels_symbols)
{
    subject s = make_subject(_i, 4 + _i, RANDOM_JOINTS_ONE_DEGREE);
    const double *M = s.cubes[3];
    differentiate_twice(&s, NULL);
    for (size_t i = 0; i < s.n; i++) {
        for (size_t j = 0; j < s.n; j++) {
            for (size_t k = 0; k < s.n; k++) {
                s.expected[2][(i * s.n + j) * s.n + k] =
                    entry(&s, M, i, j, k) + entry(&s, M, i, k, j) - entry(&s, M, j, k, i);
            }
        }
    }
    ck_assert_relative(s.cubes[2], s.expected[2], s.n * s.n * s.n, 1e-12);
    free_subject(&s);
}
END_TEST

/* Where coordinates are no displacements, steps commute. */
START_TEST(steps_of_single_joints_commute)
{
    subject s = make_subject(_i, 4 + _i, RANDOM_JOINTS_ONE_DEGREE);
    differentiate_twice(&s, s.fext);
    for (size_t i = 0; i < s.n * s.n * s.n; i++) {
        const size_t turned = i / (s.n * s.n) * s.n * s.n + i % s.n * s.n + i / s.n % s.n;
        for (size_t cube = 0; cube < CUBES; cube++) {
            s.expected[cube][turned] = s.cubes[cube][i];
        }
    }
    ck_assert_relative(s.cubes[0], s.expected[0], s.n * s.n * s.n, 1e-14);
    ck_assert_relative(s.cubes[2], s.expected[2], s.n * s.n * s.n, 1e-14);
    free_subject(&s);
}
END_TEST

/* Inverse dynamics is linear in the acceleration: its derivative by q grows by that of M times the acceleration. */
START_TEST(the_mass_matrix_changes_with_the_acceleration)
{
    cdy_error error = {0};
    subject s = make_subject(_i, 5 + _i, RANDOM_JOINTS_ALL);
    double *before = zeros(s.n * s.n), *after = zeros(s.n * s.n), *by = zeros(s.n * s.n), none[MOST] = {0};
    differentiate_twice(&s, NULL);
    ck_assert_ok(cdy_inverse_dynamics_derivatives(s.r.model, s.r.work, s.q, s.qd, s.qdd, NULL, after, NULL, &error),
                 error);
    ck_assert_ok(cdy_inverse_dynamics_derivatives(s.r.model, s.r.work, s.q, s.qd, none, NULL, before, NULL, &error),
                 error);
    for (size_t i = 0; i < s.n; i++) {
        for (size_t k = 0; k < s.n; k++) {
            after[i * s.n + k] -= before[i * s.n + k];
            for (size_t j = 0; j < s.n; j++) {
                by[i * s.n + k] += entry(&s, s.cubes[3], i, j, k) * s.qdd[j];
            }
        }
    }
    ck_assert_relative(by, after, s.n * s.n, 1e-11);
    free(before);
    free(after);
    free(by);
    free_subject(&s);
}
END_TEST

/* ---- drives ---- */

/* A step of the velocity along one coordinate. */
typedef struct along {
    subject *s;
    size_t coordinate;
} along;

static void derivative_along(void *context, double t, double *by_qd)
{
    const along *a = context;
    cdy_error error = {0};
    double qd[MOST];
    memcpy(qd, a->s->qd, sizeof qd);
    qd[a->coordinate] += t;
    ck_assert_ok(cdy_inverse_dynamics_derivatives(a->s->r.model, a->s->r.work, a->s->q, qd, a->s->qdd, NULL, NULL,
                                                  by_qd, &error),
                 error);
}

/* Damping, springs and rotors have no second derivatives, friction those by velocities alone. */
START_TEST(drives_add_what_friction_curves)
{
    subject s = make_driven_subject(_i);
    cdy_drive_options options = all_drives();
    double *by_qd = zeros(s.n * s.n);
    options.offsets = true;
    options.friction_width = 0.4;
    expect(&s, s.fext); /* without drives */
    memset(s.expected[2], 0, s.n * s.n * s.n * sizeof(double));
    set_drives(&s.r, options);
    differentiate_twice(&s, s.fext);
    for (size_t k = 0; k < s.n; k++) {
        along a = {&s, k};
        differentiate(derivative_along, &a, 1e-4, by_qd, (int)(s.n * s.n));
        add_layer(s.n, 1, by_qd, k, s.expected[2]);
    }
    for (size_t i = 0; i < CUBES; i++) {
        ck_assert_relative(s.cubes[i], s.expected[i], s.n * s.n * s.n, i == 2 ? 1e-7 : 1e-12);
    }
    free(by_qd);
    free_subject(&s);
}
END_TEST

/* The derivatives of the first derivatives along one coordinate of q, or of qd, by differences. */
typedef struct first_along {
    subject *s;
    size_t coordinate;
    bool by_velocity;
} first_along;

static void first_derivatives_along(void *context, double t, double *both)
{
    const first_along *a = context;
    cdy_error error = {0};
    const subject *s = a->s;
    double q[MOST], qd[MOST], step[MOST] = {0};
    memcpy(q, s->q, sizeof q);
    memcpy(qd, s->qd, sizeof qd);
    step[a->coordinate] = t;
    if (a->by_velocity) {
        qd[a->coordinate] += t;
    } else {
        ck_assert_ok(cdy_configuration_integrate(s->r.model, s->q, step, q, &error), error);
    }
    ck_assert_ok(cdy_inverse_dynamics_derivatives(s->r.model, s->r.work, q, qd, s->qdd, s->fext, both,
                                                  both + s->n * s->n, &error),
                 error);
}

START_TEST(friction_by_the_load_curves_with_it)
{
    subject s = make_driven_subject(_i);
    cdy_drive_options options = all_drives();
    double *both = zeros(2 * s.n * s.n), *M = zeros(s.n * s.n * s.n);
    differentiate_twice(&s, s.fext);
    memcpy(M, s.cubes[3], s.n * s.n * s.n * sizeof(double));
    options.offsets = options.load = true;
    options.friction_width = 0.4;
    set_drives(&s.r, options);
    differentiate_twice(&s, s.fext);
    for (size_t k = 0; k < s.n; k++) {
        first_along a = {&s, k, false};
        differentiate(first_derivatives_along, &a, 1e-4, both, (int)(2 * s.n * s.n));
        add_layer(s.n, 1, both, k, s.expected[0]);
        a.by_velocity = true;
        differentiate(first_derivatives_along, &a, 1e-4, both, (int)(2 * s.n * s.n));
        add_layer(s.n, 1, both, k, s.expected[1]);
        add_layer(s.n, 1, both + s.n * s.n, k, s.expected[2]);
    }
    for (size_t i = 0; i < 3; i++) {
        ck_assert_relative(s.cubes[i], s.expected[i], s.n * s.n * s.n, 1e-6);
    }
    ck_assert_near(s.cubes[3], M, s.n * s.n * s.n, 0); /* M has no friction */
    free(both);
    free(M);
    free_subject(&s);
}
END_TEST

/* ---- widths, memory, arguments ---- */

static const cdy_kernels *const lanes[] = {
#ifdef __x86_64__
    &cdy_kernels_x2,
#endif
    &cdy_kernels_x1,
};

/* Repeats each number of an array in every lane. */
static double *spread(const double *x, size_t count, size_t lane_count)
{
    double *all = aligned_alloc(64, (count * lane_count * sizeof *all + 127) / 64 * 64);
    ck_assert_ptr_nonnull(all);
    for (size_t i = 0; i < count * lane_count; i++) {
        all[i] = x[i / lane_count];
    }
    return all;
}

/* Other kernels give the same in every lane. */
START_TEST(other_widths_agree)
{
    subject s = make_subject(_i, 2 + _i, RANDOM_JOINTS_ALL);
    const cdy_model *m = s.r.model;
    const size_t cube = s.n * s.n * s.n, rows = 6 * (size_t)cdy_model_force_rows(m);
    double tree_q[2 * MOST], tree_qd[MOST], tree_qdd[MOST];
    cdy_kernels_x1.expand_positions(m, s.q, tree_q);
    cdy_kernels_x1.expand_velocities(m, s.qd, tree_qd);
    cdy_kernels_x1.expand_velocities(m, s.qdd, tree_qdd);
    differentiate_twice(&s, s.fext);
    for (size_t w = 0; w < sizeof lanes / sizeof lanes[0]; w++) {
        const cdy_kernels *k = lanes[w];
        const size_t count = (size_t)k->lanes;
        double *in[] = {spread(tree_q, (size_t)m->tree_nq, count), spread(tree_qd, (size_t)m->tree_nv, count),
                        spread(tree_qdd, (size_t)m->tree_nv, count), spread(s.fext, rows, count)};
        double *out[CUBES], *scratch = aligned_alloc(64, (k->scratch_size(m) + 63) / 64 * 64);
        for (size_t i = 0; i < CUBES; i++) {
            out[i] = spread(s.expected[i], cube, count);
        }
        k->second_derivatives(m, scratch, m->gravity, in[0], in[1], in[2], in[3], NULL, out[0], out[1], out[2], out[3]);
        for (size_t i = 0; i < CUBES; i++) {
            const double size = largest(s.cubes[i], cube);
            for (size_t e = 0; e < cube * count; e++) {
                ck_assert_double_eq_tol(out[i][e], s.cubes[i][e / count], 1e-12 * (1 + size));
            }
            free(out[i]);
            free(in[i]);
        }
        free(scratch);
    }
    free_subject(&s);
}
END_TEST

/* A result may lie where the arguments are, and is the same without the other ones. */
START_TEST(each_result_stands_alone_on_the_arguments)
{
    cdy_error error = {0};
    subject s = make_driven_subject(6 + _i);
    const size_t cube = s.n * s.n * s.n;
    cdy_drive_options options = all_drives();
    options.load = _i % 2;
    set_drives(&s.r, options);
    differentiate_twice(&s, s.fext);
    for (size_t i = 0; i < CUBES; i++) {
        double *shared = zeros(cube + 4 * MOST), *only[CUBES] = {NULL};
        double *const x[4] = {shared, shared + s.r.nq, shared + s.r.nq + s.n, shared + s.r.nq + 2 * s.n};
        memcpy(x[0], s.q, (size_t)s.r.nq * sizeof(double));
        memcpy(x[1], s.qd, s.n * sizeof(double));
        memcpy(x[2], s.qdd, s.n * sizeof(double));
        only[i] = shared;
        const cdy_second_derivatives d = places(only);
        ck_assert_ok(cdy_inverse_dynamics_second_derivatives(s.r.model, s.r.work, x[0], x[1], x[2], s.fext, &d, &error),
                     error);
        ck_assert_mem_eq(shared, s.cubes[i], cube * sizeof(double));
        free(shared);
    }
    free_subject(&s);
}
END_TEST

START_TEST(arguments_are_checked)
{
    cdy_error error = {0};
    subject s = make_subject(2, 5, RANDOM_JOINTS_ALL), other = make_subject(3, 4, RANDOM_JOINTS_ALL);
    const cdy_second_derivatives none = {NULL, NULL, NULL, NULL}, all = places(s.cubes);
    const cdy_model *m = s.r.model;
    cdy_workspace *w = s.r.work;
    double bad[MOST], huge[6 * MOST];
    for (size_t i = 0; i < MOST; i++) {
        bad[i] = (double)NAN;
    }
    for (size_t i = 0; i < 6 * MOST; i++) {
        huge[i] = 1e300;
    }
    const cdy_status wrong = CDY_ERROR_ARGUMENT;
    ck_assert_fails(cdy_inverse_dynamics_second_derivatives(m, w, 0, 0, 0, 0, NULL, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_second_derivatives(m, w, 0, 0, 0, 0, &none, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_second_derivatives(m, other.r.work, 0, 0, 0, 0, &all, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_second_derivatives(m, NULL, 0, 0, 0, 0, &all, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_second_derivatives(NULL, w, 0, 0, 0, 0, &all, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_second_derivatives(m, w, bad, 0, 0, 0, &all, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_second_derivatives(m, w, 0, bad, 0, 0, &all, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_second_derivatives(m, w, 0, 0, bad, 0, &all, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_second_derivatives(m, w, 0, 0, 0, bad, &all, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_second_derivatives(m, w, 0, huge, 0, 0, &all, &error), CDY_ERROR_NUMERIC,
                    error);
    free_subject(&s);
    free_subject(&other);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("second_derivatives");
    TCase *tests = tcase_create("second_derivatives");
    tcase_add_loop_test(tests, all_agree_with_the_complex_step, 0, TREES);
    tcase_add_loop_test(tests, velocities_give_the_velocity_product, 0, FEW);
    tcase_add_loop_test(tests, velocities_have_christoffels_symbols, 0, FEW);
    tcase_add_loop_test(tests, steps_of_single_joints_commute, 0, FEW);
    tcase_add_loop_test(tests, the_mass_matrix_changes_with_the_acceleration, 0, FEW);
    tcase_add_loop_test(tests, drives_add_what_friction_curves, 0, FEW);
    tcase_add_loop_test(tests, friction_by_the_load_curves_with_it, 0, FEW);
    tcase_add_loop_test(tests, other_widths_agree, 0, FEW);
    tcase_add_loop_test(tests, each_result_stands_alone_on_the_arguments, 0, FEW);
    tcase_add_test(tests, arguments_are_checked);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
