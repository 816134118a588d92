/* Constrained dynamics by the structure of the tree: compared with the equations of motion and of the constraints as
 * one dense system, and the cases that are left to the dense factors. */
#include "constraints/eliminated_rows.h"
#include "dynamics/arguments.h"
#include "support/allocation.h"
#include "support/compare.h"
#include "support/driven.h"
#include "support/random_constraints.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROBOTS = UNLESS_WATCHED(120, 20), ROWS = 24, COUNT = 4, SIDE = MOST + ROWS };

/* A robot without mimic joints, in a state with constraints between frames. */
typedef struct subject {
    robot r;
    cdy_row_solver *solver;
    cdy_constraint c[COUNT];
    cdy_constraint_options options;
    int count, rows;
    double q[MOST], qd[MOST], tau[MOST], fext[6 * MOST];
} subject;

static cdy_constrained_state state_of(const subject *s)
{
    return (cdy_constrained_state){.q = s->q,
                                   .qd = s->qd,
                                   .tau = s->tau,
                                   .fext = s->fext,
                                   .constraints = s->c,
                                   .count = s->count,
                                   .options = &s->options};
}

/* Leaves of every turn of the constraints the angle about one axis. */
static void keep_one_angle(cdy_constraint *constraints, int count, int axis)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            constraints[i].in_frame.rpy[k] *= k == axis;
            constraints[i].in_other.rpy[k] *= k == axis;
        }
    }
}

/* Trees of all types of joints, every second tree with drives, every third with a payload; every fourth has constraints
 * that are turned about one axis. */
static subject make_subject(int number)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)number * 31 + 7;
    cdy_tree *tree = random_tree((uint64_t)number + 300, 3 + number % 25, RANDOM_JOINTS_ALL);
    cdy_tree_set_mimic_independent(tree, true);
    if (number % 2) {
        drive_joints(tree, &state);
    }
    subject s = {.r = make_robot(tree), .options = cdy_constraint_options_default()};
    ck_assert_int_le(s.r.nq, MOST);
    if (number % 2) {
        set_drives(&s.r, all_drives());
    }
    if (number % 3 == 0) {
        const cdy_payload load = {.mass = 1.5, .center_of_mass = {0.1, -0.2, 0.1}};
        cdy_model_set_payload(s.r.model, cdy_model_frame_count(s.r.model) - 1, &load, NULL);
    }
    ck_assert_ok(cdy_row_solver_create(s.r.model, ROWS, &s.solver, &error), error);
    random_state(&state, tree, s.q);
    draw_array(&state, 1, s.qd, s.r.nv);
    draw_array(&state, 5, s.tau, s.r.nv);
    draw_array(&state, 2, s.fext, 6 * cdy_model_force_rows(s.r.model));
    if (number % 4 == 0) {
        s.options.velocity_gain = 3;
        s.options.position_gain = 5;
    }
    s.count = draw_constraints(s.r.model, &state, COUNT, s.c);
    if (number % 4 == 1) {
        keep_one_angle(s.c, s.count, number / 4 % 3);
    }
    s.rows = cdy_constraint_rows(s.c, s.count);
    return s;
}

static void free_subject(subject *s)
{
    cdy_row_solver_destroy(s->solver);
    free_robot(&s->r);
}

static constraint_problem problem_of(const subject *s, const double **tree_qd)
{
    cdy_error error = {0};
    constraint_problem p;
    const cdy_constrained_state state = state_of(s);
    ck_assert_ok(cdy_read_constraints(s->r.model, s->r.work, s->solver, &state, &p, &error), error);
    ck_assert_ok(cdy_read_velocity(s->r.model, s->r.work, s->qd, s->r.work->qd, "velocity", tree_qd, &error), error);
    return p;
}

/* x := A^-1 x by Gaussian elimination with row exchanges, over long double. */
static void solve_dense(int n, long double *A, long double *x)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            best = fabsl(A[i * SIDE + k]) > fabsl(A[best * SIDE + k]) ? i : best;
        }
        for (int j = 0; j < n; j++) {
            const long double kept = A[k * SIDE + j];
            A[k * SIDE + j] = A[best * SIDE + j];
            A[best * SIDE + j] = kept;
        }
        const long double kept = x[k];
        x[k] = x[best];
        x[best] = kept;
        for (int i = k + 1; i < n; i++) {
            const long double factor = A[i * SIDE + k] / A[k * SIDE + k];
            for (int j = k; j < n; j++) {
                A[i * SIDE + j] -= factor * A[k * SIDE + j];
            }
            x[i] -= factor * x[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            x[i] -= A[i * SIDE + j] * x[j];
        }
        x[i] /= A[i * SIDE + i];
    }
}

/* The rows J and their gamma, or -(1 + restitution) J qd, from the dense method; `solver` owns J. */
static void dense_rows(const subject *s, double restitution, double *target)
{
    const double *tree_qd = NULL;
    double gap[ROWS], rate[ROWS];
    cdy_error error = {0};
    const constraint_problem p = problem_of(s, &tree_qd);
    ck_assert_ok(cdy_constraint_gap(s->r.model, s->r.work, s->q, s->c, s->count, gap, &error), error);
    cdy_fill_constraint_rows(&p, tree_qd);
    cdy_multiply_rows(s->r.model, s->solver, s->qd, rate);
    for (int i = 0; i < s->rows; i++) {
        target[i] = restitution >= 0
                        ? -(1 + restitution) * rate[i]
                        : -s->solver->bias[i] - s->options.velocity_gain * rate[i] - s->options.position_gain * gap[i];
    }
}

/* Solves M x - J^T f = net, J x = target as one system; net are the torques less the bias, or zero for an impact, where
 * the restitution is not negative. */
static void solve_together(const subject *s, double restitution, double *x, double *f)
{
    const int n = s->r.nv, m = s->rows;
    long double *A = calloc((size_t)SIDE * SIDE, sizeof *A), b[SIDE] = {0};
    double *M = calloc((size_t)(n * n), sizeof *M), bias[MOST], target[ROWS];
    cdy_error error = {0};
    dense_rows(s, restitution, target);
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < n; k++) {
            A[(n + i) * SIDE + k] = (long double)s->solver->J[i * n + k];
            A[k * SIDE + n + i] = -(long double)s->solver->J[i * n + k];
        }
        b[n + i] = (long double)target[i];
    }
    ck_assert_ok(cdy_mass_matrix(s->r.model, s->r.work, s->q, M, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(s->r.model, s->r.work, s->q, s->qd, NULL, s->fext, bias, &error), error);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            A[i * SIDE + k] = (long double)M[i * n + k];
        }
        b[i] = restitution >= 0 ? 0 : (long double)(s->tau[i] - bias[i]);
    }
    solve_dense(n + m, A, b);
    for (int i = 0; i < n + m; i++) {
        *(i < n ? &x[i] : &f[i - n]) = (double)b[i];
    }
    free(M);
    free(A);
}

static bool constrain(const subject *s, double *residual)
{
    const double *tree_qd = NULL;
    const constraint_problem p = problem_of(s, &tree_qd);
    return cdy_constrain_by_elimination(&p, tree_qd, s->tau, s->fext, residual);
}

START_TEST(motions_satisfy_both_equations)
{
    int solved = 0;
    for (int number = 0; number < ROBOTS; number++) {
        subject s = make_subject(number);
        double x[MOST], f[ROWS], residual = -1;
        solve_together(&s, -1, x, f);
        if (constrain(&s, &residual)) {
            solved++;
            ck_assert_double_le(relative_error(s.solver->x, x, (size_t)s.r.nv, 1e-9), 1e-10);
            ck_assert_double_le(relative_error(s.solver->f, f, (size_t)s.rows, 1e-9), 1e-10);
            ck_assert_double_ge(residual, 0);
            ck_assert_double_le(residual, 1e-10 * (1 + largest(x, (size_t)s.r.nv)));
        }
        free_subject(&s);
    }
    ck_assert_int_ge(solved, ROBOTS / 3);
}
END_TEST

START_TEST(impacts_satisfy_both_equations)
{
    int solved = 0;
    for (int number = 0; number < ROBOTS; number++) {
        subject s = make_subject(number);
        double x[MOST], f[ROWS], residual = -1;
        const double *tree_qd = NULL;
        const double restitution = number % 5 * 0.25;
        solve_together(&s, restitution, x, f);
        const constraint_problem p = problem_of(&s, &tree_qd);
        if (cdy_collide_by_elimination(&p, tree_qd, restitution, &residual)) {
            solved++;
            ck_assert_near(s.solver->x, x, (size_t)s.r.nv, 1e-10 * (1 + largest(x, (size_t)s.r.nv)));
            ck_assert_near(s.solver->f, f, (size_t)s.rows, 1e-10 * (1 + largest(f, (size_t)s.rows)));
            ck_assert_double_le(residual, 1e-10 * (1 + largest(s.qd, (size_t)s.r.nv)));
        }
        free_subject(&s);
    }
    ck_assert_int_ge(solved, ROBOTS / 3);
}
END_TEST

/* Without constraints the result equals forward dynamics, to the bit. */
START_TEST(no_constraints_leave_forward_dynamics)
{
    subject s = make_subject(_i);
    cdy_error error = {0};
    double qdd[MOST], residual = 0;
    s.count = s.rows = 0;
    ck_assert(constrain(&s, &residual));
    ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q, s.qd, s.tau, s.fext, qdd, &error), error);
    ck_assert_near(s.solver->x, qdd, (size_t)s.r.nv, 0);
    free_subject(&s);
}
END_TEST

/* ---- cases that are left to the dense factors ---- */

/* A floating trunk with three legs of three joints. */
static subject make_walker(void)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("ground", 9.81);
    cdy_body trunk = make_body("trunk", "free", CDY_JOINT_FLOATING);
    set_inertial(&trunk, 20, 0, 0, 0.1, (double[6]){0.4, 0, 0, 0.5, 0, 0.6});
    add_body(tree, &trunk, "ground");
    for (int leg = 0; leg < 3; leg++) {
        char name[2][16] = {"trunk", "trunk"};
        for (int k = 0; k < 3; k++) {
            snprintf(name[k % 2], sizeof name[0], "leg%d_%d", leg, k);
            cdy_body link = make_body(name[k % 2], name[k % 2], CDY_JOINT_REVOLUTE);
            set_axis(&link, k == 0, k != 0, 0);
            set_origin(&link, k ? 0 : 0.3 * cos(2.1 * leg), k ? 0.02 : 0.3 * sin(2.1 * leg), k ? -0.3 : 0, 0, 0, 0);
            set_inertial(&link, 1, 0, 0, -0.15, (double[6]){0.01, 0, 0, 0.01, 0, 0.002});
            add_body(tree, &link, name[(k + 1) % 2]);
        }
    }
    subject s = {.r = make_robot(tree), .options = cdy_constraint_options_default(), .q = {1}};
    ck_assert_ok(cdy_row_solver_create(s.r.model, ROWS, &s.solver, &error), error);
    uint64_t state = 3;
    draw_array(&state, 0.8, s.q + 7, 9);
    draw_array(&state, 1, s.qd, s.r.nv);
    for (int leg = 0; leg < 3; leg++) {
        s.c[leg] = (cdy_constraint){.frame = 4 + 3 * leg, .rows = CDY_ROWS_BALL, .in_frame = {.xyz = {0, 0, -0.3}}};
    }
    s.count = 3;
    s.rows = 9;
    return s;
}

START_TEST(a_walker_needs_no_dense_factors)
{
    subject s = make_walker();
    double residual = 1;
    ck_assert(constrain(&s, &residual));
    ck_assert_double_le(residual, 1e-12);
    free_subject(&s);
}
END_TEST

START_TEST(doubtful_rows_are_left_to_the_dense_factors)
{
    subject s = make_walker();
    double residual = 0;
    s.count = 4; /* two points of one leg, closer and closer: six rows, five of which are independent */
    s.rows = 12;
    s.c[3] = s.c[2];
    ck_assert(!constrain(&s, &residual));
    s.c[3].in_frame.xyz[0] += 0.1;
    ck_assert(!constrain(&s, &residual));
    s.c[3] = (cdy_constraint){.frame = 4, .other = 4, .rows = CDY_ROWS_BALL}; /* no joint moves the frame */
    ck_assert(!constrain(&s, &residual));
    s.c[3] = (cdy_constraint){.frame = 0, .rows = CDY_ROW_VX};
    ck_assert(!constrain(&s, &residual));
    s.c[3] = (cdy_constraint){.row_count = 1, .J = s.fext}; /* a row of zeros */
    ck_assert(!constrain(&s, &residual));
    for (int k = 0; k < 4; k++) { /* rows of the caller's own, whatever the members say that are not read */
        double J[2 * MOST] = {0};
        J[4] = J[MOST + 9] = 1;
        s.c[3] = (cdy_constraint){.row_count = 1 + k / 2, .J = J, .rows = (unsigned)CDY_ROW_VX << (k / 2)};
        s.c[3].rows |= CDY_ROW_VX;
        *(k % 2 ? &s.c[3].other : &s.c[3].frame) = 12;
        s.count = 4;
        ck_assert(!constrain(&s, &residual));
    }
    s.c[0] = s.c[1] = s.c[2] = s.c[3] = (cdy_constraint){.frame = 7, .rows = CDY_ROWS_WELD}; /* more rows than joints */
    ck_assert(!constrain(&s, &residual));
    free_subject(&s);
}
END_TEST

/* Results that overflow, all of them or some, are none: speeds, torques and forces beyond what squares and sums hold.
 */
START_TEST(results_that_are_not_finite_are_left_to_the_dense_factors)
{
    static const double large[] = {1e160, 1e308, 1e308};
    for (int kind = 0; kind < 3; kind++) {
        for (int k = 0; k < 9; k += 4) {
            subject s = make_walker();
            double residual = 0;
            double *const inputs[] = {s.qd, s.tau, s.fext};
            s.count = 2;
            s.rows = 6;
            ck_assert(constrain(&s, &residual));
            for (int i = k; i < k + 3; i++) {
                inputs[kind][6 + i] = large[kind];
            }
            ck_assert_int_eq(constrain(&s, &residual), cdy_all_finite(s.solver->x, (size_t)s.r.nv) &&
                                                           cdy_all_finite(s.solver->f, 6) && isfinite(residual));
            free_subject(&s);
        }
    }
}
END_TEST

/* A hand on two revolute joints, with two fingers that slide. */
static subject make_gripper(void)
{
    static const char *const parents[] = {"ground", "arm", "hand", "hand"}, *const names[] = {"arm", "hand", "f1",
                                                                                              "f2"};
    cdy_error error = {0};
    cdy_tree *tree = make_tree("ground", 9.81);
    for (int i = 0; i < 4; i++) {
        cdy_body body = make_body(names[i], names[i], i < 2 ? CDY_JOINT_REVOLUTE : CDY_JOINT_PRISMATIC);
        set_axis(&body, 0.6, i == 1, 0.8);
        set_origin(&body, 0.1, 0.2 * i, -0.1, 0.3 + i, 0.7 * i, -0.4);
        set_inertial(&body, 1, 0, 0.05, -0.1, (double[6]){0.02, 0, 0, 0.02, 0, 0.01});
        add_body(tree, &body, parents[i]);
    }
    subject s = {.r = make_robot(tree), .options = cdy_constraint_options_default()};
    ck_assert_ok(cdy_row_solver_create(s.r.model, ROWS, &s.solver, &error), error);
    return s;
}

/* The forces on the two fingers cancel in the hand, but for rounding errors. */
START_TEST(joints_that_slide_leave_no_angular_rows)
{
    cdy_error error = {0};
    subject s = make_gripper();
    uint64_t random = 11;
    s.count = 1;
    s.c[0] = (cdy_constraint){.frame = 3, .other = 4, .rows = CDY_ROW_WX};
    for (int i = 0; i < 20; i++) {
        double qdd[MOST], free_qdd[MOST], after[MOST], forces[ROWS];
        cdy_constraint_report report;
        draw_array(&random, 1, s.q, s.r.nv);
        draw_array(&random, 1, s.qd, s.r.nv);
        draw_array(&random, 5, s.tau, s.r.nv);
        const cdy_constrained_state state = state_of(&s);
        ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q, s.qd, s.tau, s.fext, free_qdd, &error), error);
        ck_assert_ok(
            cdy_constrained_forward_dynamics(s.r.model, s.r.work, s.solver, &state, qdd, forces, &report, &error),
            error);
        ck_assert_int_eq(report.rank, 0);
        ck_assert(forces[0] == 0);
        ck_assert_relative(qdd, free_qdd, (size_t)s.r.nv, 1e-12);
        ck_assert_ok(cdy_impact(s.r.model, s.r.work, s.solver, &state, after, forces, &report, &error), error);
        ck_assert_int_eq(report.rank, 0);
        ck_assert_near(after, s.qd, (size_t)s.r.nv, 0);
    }
    free_subject(&s);
}
END_TEST

START_TEST(mimic_joints_are_left_to_the_dense_factors)
{
    uint64_t state = 6;
    subject s = {.r = make_robot(random_tree(8, 20, RANDOM_JOINTS_ALL)), .options = cdy_constraint_options_default()};
    cdy_error error = {0};
    double residual = 0;
    ck_assert(s.r.model->has_followers);
    random_state(&state, s.r.tree, s.q);
    ck_assert_ok(cdy_row_solver_create(s.r.model, ROWS, &s.solver, &error), error);
    ck_assert(!constrain(&s, &residual));
    free_subject(&s);
}
END_TEST

/* Two points of a link, closer and closer: below some distance rounding errors may make their rows dependent; above
 * it both methods agree. */
START_TEST(both_ways_agree_up_to_doubtful_distances)
{
    cdy_error error = {0};
    int eliminated = 0, dense = 0;
    subject s = make_walker();
    s.count = 4;
    s.rows = 11;
    s.c[3] = s.c[2];
    s.c[3].rows = CDY_ROW_VX | CDY_ROW_VY;
    for (double distance = 1; distance > 1e-9; distance /= 4) {
        double x[MOST], f[ROWS], qdd[MOST], residual = 0;
        cdy_constraint_report report;
        s.c[3].in_frame.xyz[2] = -0.3 + distance;
        solve_together(&s, -1, x, f);
        const bool by_elimination = constrain(&s, &residual);
        if (by_elimination) {
            ck_assert_int_eq(dense, 0);
            ck_assert_relative(s.solver->x, x, (size_t)s.r.nv, 1e-10);
            memcpy(x, s.solver->x, (size_t)s.r.nv * sizeof *x);
        }
        eliminated += by_elimination;
        dense += !by_elimination;
        const cdy_constrained_state state = state_of(&s);
        ck_assert_ok(cdy_constrained_forward_dynamics(s.r.model, s.r.work, s.solver, &state, qdd, f, &report, &error),
                     error);
        ck_assert_int_eq(report.rows, 11);
        if (by_elimination) {
            ck_assert_int_eq(report.rank, 11);
            ck_assert_near(qdd, x, (size_t)s.r.nv, 0);
        }
    }
    ck_assert_int_ge(eliminated, 3);
    ck_assert_int_ge(dense, 3);
    free_subject(&s);
}
END_TEST

START_TEST(calls_repeat_to_the_bit_without_allocating)
{
    subject s = make_walker();
    const double *tree_qd = NULL;
    const constraint_problem p = problem_of(&s, &tree_qd);
    double first[MOST], forces[ROWS], residual = 0;
    const size_t before = heap_count().calls;
    const bool solved = cdy_constrain_by_elimination(&p, tree_qd, s.tau, s.fext, &residual);
    memcpy(first, s.solver->x, sizeof(double) * (size_t)s.r.nv);
    memcpy(forces, s.solver->f, sizeof(double) * (size_t)s.rows);
    s.q[8] += 0.5; /* another state in between */
    cdy_constrain_by_elimination(&p, tree_qd, s.tau, s.fext, &residual);
    const bool differs = largest_difference(s.solver->x, first, (size_t)s.r.nv) > 1e-6;
    s.q[8] -= 0.5;
    cdy_collide_by_elimination(&p, tree_qd, 0.5, &residual);
    const bool again = cdy_constrain_by_elimination(&p, tree_qd, s.tau, s.fext, &residual);
    const size_t after = heap_count().calls;
    ck_assert(solved && differs && again);
    ck_assert_uint_eq(after, before);
    ck_assert_near(s.solver->x, first, (size_t)s.r.nv, 0);
    ck_assert_near(s.solver->f, forces, (size_t)s.rows, 0);
    free_subject(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("eliminated_rows");
    TCase *tests = add_case(suite, "eliminated_rows", motions_satisfy_both_equations);
    tcase_add_test(tests, impacts_satisfy_both_equations);
    tcase_add_loop_test(tests, no_constraints_leave_forward_dynamics, 0, 12);
    tcase_add_test(tests, a_walker_needs_no_dense_factors);
    tcase_add_test(tests, doubtful_rows_are_left_to_the_dense_factors);
    tcase_add_test(tests, results_that_are_not_finite_are_left_to_the_dense_factors);
    tcase_add_test(tests, joints_that_slide_leave_no_angular_rows);
    tcase_add_test(tests, mimic_joints_are_left_to_the_dense_factors);
    tcase_add_test(tests, both_ways_agree_up_to_doubtful_distances);
    tcase_add_test(tests, calls_repeat_to_the_bit_without_allocating);
    return run_suites(suite, NULL);
}
