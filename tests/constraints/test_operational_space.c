/* Operational space: inertia, bias, inverse and null space of tasks, beside the equations that define them. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 30, REAL = 2, MOST = 100, ROWS = 24 };

typedef struct subject {
    robot r;
    cdy_row_solver *solver;
    cdy_task tasks[4];
    int count, rows;
    double q[MOST], qd[MOST];
    double *J, *Jbar, *N, Lambda[ROWS * ROWS], mu[ROWS], p[ROWS];
    cdy_operational_space out;
} subject;

static int count_rows(const subject *s)
{
    int rows = 0;
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < 6; k++) {
            rows += (int)(s->tasks[i].rows >> k & 1);
        }
    }
    return rows;
}

static subject make_subject(robot r)
{
    cdy_error error = {0};
    const size_t n = (size_t)r.nv;
    subject s = {.r = r};
    ck_assert_int_le(r.nq, MOST);
    s.J = calloc(ROWS * n, sizeof *s.J);
    s.Jbar = calloc(ROWS * n, sizeof *s.Jbar);
    s.N = calloc(n * n, sizeof *s.N);
    ck_assert_ok(cdy_row_solver_create(r.model, ROWS, &s.solver, &error), error);
    return s;
}

static void free_subject(subject *s)
{
    free(s->J);
    free(s->Jbar);
    free(s->N);
    cdy_row_solver_destroy(s->solver);
    free_robot(&s->r);
}

static void compute(subject *s, double tolerance)
{
    cdy_error error = {0};
    s->rows = count_rows(s);
    s->out = (cdy_operational_space){s->J, s->Lambda, s->Jbar, s->N, s->mu, s->p, -1};
    ck_assert_ok(
        cdy_task_dynamics(
            s->r.model, s->r.work, s->solver,
            &(cdy_task_state){.q = s->q, .qd = s->qd, .tasks = s->tasks, .count = s->count, .tolerance = tolerance},
            &s->out, &error),
        error);
}

/* Any tasks of any robot: points of the last frame and of others. */
static subject draw_subject(int number)
{
    uint64_t state = (uint64_t)number * 31 + 11;
    subject s = make_subject(number == TREES ? load_bundled_robot("universalUR5e")
                             : number == TREES + 1
                                 ? load_bundled_robot("kukaIiwa14")
                                 : make_robot(random_tree((uint64_t)number + 70, 3 + number, RANDOM_JOINTS_ALL)));
    if (number < TREES) {
        random_state(&state, s.r.tree, s.q);
    } else {
        cdy_random_configuration(s.r.model, &state, s.q);
    }
    draw_array(&state, 1, s.qd, s.r.nv);
    s.count = 1 + draw_below(&state, 3);
    for (int i = 0; i < s.count; i++) {
        int frames = cdy_model_frame_count(s.r.model);
        s.tasks[i].frame = i == 0 ? frames - 1 : draw_below(&state, frames);
        s.tasks[i].axes = draw_below(&state, 2) ? CDY_AXES_BODY : CDY_AXES_BASE;
        s.tasks[i].rows = draw_below(&state, 4) ? 1 + (unsigned)draw_below(&state, CDY_ROWS_ALL) : CDY_ROWS_ALL;
        draw_array(&state, 0.2, s.tasks[i].point, 3);
    }
    compute(&s, 0);
    return s;
}

/* C (rows x columns) = A (rows x inner) B. */
static void multiply(int rows, int inner, int columns, const double *A, const double *B, double *C)
{
    for (int i = 0; i < rows * columns; i++) {
        C[i] = 0;
        for (int k = 0; k < inner; k++) {
            C[i] += A[i / columns * inner + k] * B[k * columns + i % columns];
        }
    }
}

static void transpose(int rows, int columns, const double *A, double *At)
{
    for (int i = 0; i < rows * columns; i++) {
        At[i % columns * rows + i / columns] = A[i];
    }
}

/* ---- rows ---- */

/* The velocity of a task's point computed from the frame's: v + w x r in the task's axes, all six numbers. */
static void point_velocity(subject *s, const cdy_task *task, const double *q, double velocity[6])
{
    cdy_error error = {0};
    const double *r = task->point;
    double v[6], T[16];
    ck_assert_ok(cdy_frame_velocity(s->r.model, s->r.work, task->frame, CDY_AXES_BODY, q, s->qd, v, &error), error);
    ck_assert_ok(cdy_get_transform(s->r.model, s->r.work, task->frame, 0, q, T, &error), error);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        velocity[i] = v[i];
        velocity[3 + i] = v[3 + i] + v[j] * r[k] - v[k] * r[j];
    }
    if (task->axes == CDY_AXES_BASE) {
        memcpy(v, velocity, sizeof v);
        for (int i = 0; i < 6; i++) {
            const double *part = v + i / 3 * 3, *row = T + 4 * (i % 3);
            velocity[i] = row[0] * part[0] + row[1] * part[1] + row[2] * part[2];
        }
    }
}

static void task_velocity(subject *s, const double *q, double *velocity)
{
    for (int i = 0, row = 0; i < s->count; i++) {
        double all[6];
        point_velocity(s, &s->tasks[i], q, all);
        for (int k = 0; k < 6; k++) {
            if (s->tasks[i].rows >> k & 1) {
                velocity[row++] = all[k];
            }
        }
    }
}

START_TEST(rows_give_velocities_of_points)
{
    subject s = draw_subject(_i);
    double v[ROWS], expected[ROWS];
    task_velocity(&s, s.q, expected);
    multiply(s.rows, s.r.nv, 1, s.J, s.qd, v);
    ck_assert_near(v, expected, (size_t)s.rows, 1e-12 * (1 + largest(expected, (size_t)s.rows)));
    free_subject(&s);
}
END_TEST

/* ---- the equation of motion ---- */

/* Under the torques J^T F the task accelerates by vdot = J qdd + Jdot qd, computed by differences: Lambda vdot + mu + p
 * = F where the rows are independent. */
START_TEST(tasks_move_as_their_inertia_says)
{
    const double h = 1e-3;
    cdy_error error = {0};
    subject s = draw_subject(_i);
    uint64_t state = 9;
    double F[ROWS], tau[MOST], qdd[MOST], step[MOST], q[MOST], v[4][ROWS], vdot[ROWS], task_force[ROWS];
    draw_array(&state, 3, F, s.rows);
    if (s.out.rank == s.rows) {
        multiply(1, s.rows, s.r.nv, F, s.J, tau);
        ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q, s.qd, tau, NULL, qdd, &error), error);
        multiply(s.rows, s.r.nv, 1, s.J, qdd, vdot);
        for (int k = 0; k < 4; k++) { /* Jdot qd */
            for (int i = 0; i < s.r.nv; i++) {
                step[i] = h * (k < 2 ? k - 2 : k - 1) * s.qd[i];
            }
            ck_assert_ok(cdy_configuration_integrate(s.r.model, s.q, step, q, &error), error);
            task_velocity(&s, q, v[k]);
        }
        for (int i = 0; i < s.rows; i++) {
            vdot[i] += (8 * (v[2][i] - v[1][i]) - (v[3][i] - v[0][i])) / (12 * h);
        }
        multiply(s.rows, s.rows, 1, s.Lambda, vdot, task_force);
        double size = 1 + largest(vdot, (size_t)s.rows) * largest(s.Lambda, (size_t)(s.rows * s.rows));
        for (int i = 0; i < s.rows; i++) {
            task_force[i] += s.mu[i] + s.p[i];
        }
        ck_assert_near(task_force, F, (size_t)s.rows, 1e-8 * size);
    }
    free_subject(&s);
}
END_TEST

START_TEST(most_draws_are_regular_and_some_are_not)
{
    int regular = 0;
    for (int i = 0; i < TREES + REAL; i++) {
        subject s = draw_subject(i);
        regular += s.out.rank == s.rows;
        free_subject(&s);
    }
    ck_assert_int_ge(regular, 10);
    ck_assert_int_le(regular, TREES + REAL - 3);
}
END_TEST

/* ---- inverses ---- */

START_TEST(inverses_are_what_they_claim)
{
    cdy_error error = {0};
    subject s = draw_subject(_i);
    const int m = s.rows, n = s.r.nv;
    const size_t size = (size_t)(m * m);
    double *M = calloc((size_t)(n * n), sizeof *M), *MJbar = calloc((size_t)(n * m), sizeof *M);
    double *JtL = calloc((size_t)(n * m), sizeof *M), *Jt = calloc((size_t)(n * m), sizeof *M);
    double *JN = calloc((size_t)(n * m), sizeof *M), *NN = calloc((size_t)(n * n), sizeof *M);
    double *JJbar = calloc(size, sizeof *M), *again = calloc(size, sizeof *M);
    ck_assert_ok(cdy_mass_matrix(s.r.model, s.r.work, s.q, M, &error), error);

    /* M Jbar = J^T Lambda, and Lambda (J M^-1 J^T) Lambda = Lambda, which is Lambda J Jbar = Lambda. */
    transpose(m, n, s.J, Jt);
    multiply(n, m, m, Jt, s.Lambda, JtL);
    multiply(n, n, m, M, s.Jbar, MJbar);
    const double big = 1 + largest(s.Lambda, size);
    ck_assert_near(MJbar, JtL, (size_t)(n * m), 1e-9 * big);
    multiply(m, n, m, s.J, s.Jbar, JJbar);
    multiply(m, m, m, s.Lambda, JJbar, again);
    ck_assert_near(again, s.Lambda, size, 1e-8 * big);
    double trace = 0;
    for (int i = 0; i < m; i++) {
        trace += JJbar[i * m + i];
        for (int k = 0; s.out.rank == m && k < m; k++) { /* J Jbar = 1 */
            ck_assert_double_eq_tol(JJbar[i * m + k], i == k, 1e-7);
        }
    }
    ck_assert_double_eq_tol(trace, s.out.rank, 1e-7);

    /* J N = 0, N N = N, and torques N^T tau do not accelerate the task: J M^-1 N^T = 0 is N M^-1 J^T = 0. */
    multiply(m, n, n, s.J, s.N, JN);
    ck_assert_near(JN, ((double[ROWS *MOST]){0}), (size_t)(n * m), 1e-7);
    multiply(n, n, n, s.N, s.N, NN);
    ck_assert_near(NN, s.N, (size_t)(n * n), 1e-7 * (1 + largest(s.N, (size_t)(n * n))));
    multiply(n, n, m, s.N, s.Jbar, JN);
    ck_assert_near(JN, ((double[ROWS *MOST]){0}), (size_t)(n * m), 1e-7 * (1 + largest(s.Jbar, (size_t)(n * m))));
    free(M);
    free(MJbar);
    free(JtL);
    free(Jt);
    free(JN);
    free(NN);
    free(JJbar);
    free(again);
    free_subject(&s);
}
END_TEST

/* Each result is the same whether the others are wanted or not. */
START_TEST(results_come_alone_as_together)
{
    cdy_error error = {0};
    subject s = draw_subject(_i);
    const size_t n = (size_t)s.r.nv, m = (size_t)s.rows, sizes[] = {m * n, m * m, n * m, n * n, m, m};
    const double *together[] = {s.J, s.Lambda, s.Jbar, s.N, s.mu, s.p};
    for (int k = 0; k < 6; k++) {
        double *alone = malloc((sizes[k] + 1) * sizeof *alone);
        ck_assert_ptr_nonnull(alone);
        cdy_operational_space one = {.J = k == 0 ? alone : NULL,
                                     .Lambda = k == 1 ? alone : NULL,
                                     .Jbar = k == 2 ? alone : NULL,
                                     .N = k == 3 ? alone : NULL,
                                     .mu = k == 4 ? alone : NULL,
                                     .p = k == 5 ? alone : NULL};
        const cdy_task_state state = {.q = s.q, .qd = s.qd, .tasks = s.tasks, .count = s.count};
        ck_assert_ok(cdy_task_dynamics(s.r.model, s.r.work, s.solver, &state, &one, &error), error);
        ck_assert_mem_eq(alone, together[k], sizes[k] * sizeof *alone);
        ck_assert_int_eq(one.rank, s.out.rank);
        free(alone);
    }
    free_subject(&s);
}
END_TEST

START_TEST(a_free_body_feels_its_own_inertia)
{
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("body", "free", CDY_JOINT_FLOATING);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){0.1, 0, 0, 0.2, 0, 0.3});
    add_body(tree, &body, "world");
    subject s = make_subject(make_robot(tree));
    memcpy(s.q, ((double[7]){1, 0, 0, 0, 4, 5, 6}), 7 * sizeof(double));
    memcpy(s.qd, ((double[6]){1, 2, 3, 0, 0, 0}), 6 * sizeof(double));
    s.count = 1;
    s.tasks[0] = (cdy_task){.frame = 1, .rows = CDY_ROWS_ALL};
    compute(&s, 0);
    ck_assert_int_eq(s.out.rank, 6);
    const double diagonal[6] = {0.1, 0.2, 0.3, 2, 2, 2};
    for (int i = 0; i < 36; i++) {
        ck_assert_double_eq_tol(s.Lambda[i], i / 6 == i % 6 ? diagonal[i / 6] : 0, 1e-14);
    }
    /* w x I w, and the weight */
    ck_assert_near(s.mu, ((double[6]){2 * 3 * 0.1, 3 * 1 * -0.2, 1 * 2 * 0.1, 0, 0, 0}), 6, 1e-14);
    ck_assert_near(s.p, ((double[6]){0, 0, 0, 0, 0, 2 * 9.81}), 6, 1e-13);
    free_subject(&s);
}
END_TEST

/* ---- cases without an inverse ---- */

START_TEST(a_stretched_arm_loses_a_rank)
{
    subject s = make_subject(load_bundled_robot("universalUR5e"));
    const double bent[6] = {0.3, -1, 1.2, -0.5, 0.8, 0.2};
    s.count = 1;
    s.tasks[0] = (cdy_task){.frame = cdy_model_find_frame(s.r.model, "tool0"), .rows = CDY_ROWS_ALL};
    memcpy(s.q, bent, sizeof bent);
    compute(&s, 0);
    ck_assert_int_eq(s.out.rank, 6);
    s.q[2] = 0; /* the elbow is straight */
    compute(&s, 0);
    ck_assert_int_eq(s.out.rank, 5);
    ck_assert_double_lt(largest(s.Lambda, 36), 1e3);
    s.q[2] = 1.2;
    s.q[4] = 0; /* the wrist's outer axes are parallel */
    compute(&s, 0);
    ck_assert_int_eq(s.out.rank, 5);
    s.q[2] = 1e-3; /* nearly straight: independent or not by the tolerance */
    s.q[4] = 0.8;
    compute(&s, 0);
    ck_assert_int_eq(s.out.rank, 6);
    compute(&s, 1e-4);
    ck_assert_int_eq(s.out.rank, 5);
    free_subject(&s);
}
END_TEST

START_TEST(a_plane_robot_has_a_plane_task)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body a = make_body("a", "a", CDY_JOINT_REVOLUTE), b = make_body("b", "b", CDY_JOINT_REVOLUTE);
    set_origin(&a, 0.1, 0.2, 0.3, acos(-1) / 2, 0, 0.3); /* a plane in general orientation, with rounding errors */
    set_origin(&b, 0.5, 0, 0, 0, 0, 0);
    set_inertial(&a, 1, 0.2, 0, 0, (double[6]){0.1, 0, 0, 0.2, 0, 0.3});
    set_inertial(&b, 1, 0.2, 0, 0, (double[6]){0.1, 0, 0, 0.2, 0, 0.3});
    add_body(tree, &a, "base");
    add_body(tree, &b, "a");
    subject s = make_subject(make_robot(tree));
    s.q[0] = 0.4;
    s.q[1] = 1.1;
    s.count = 1;
    s.tasks[0] = (cdy_task){.frame = 2, .rows = CDY_ROWS_LINEAR, .point = {0.4, 0, 0}};
    compute(&s, 0);
    ck_assert_int_eq(s.out.rank, 2);
    ck_assert_double_lt(largest(s.Lambda, 9), 100);
    s.tasks[0] = (cdy_task){.frame = 1, .rows = CDY_ROWS_LINEAR}; /* a point on the axis, which no joint moves */
    compute(&s, 0);
    ck_assert_int_eq(s.out.rank, 0);
    ck_assert_near(s.Lambda, ((double[9]){0}), 9, 0);
    free_subject(&s);
}
END_TEST

START_TEST(the_same_task_twice_is_one)
{
    subject s = make_subject(load_bundled_robot("kukaIiwa14"));
    double once[36], N[49];
    uint64_t state = 3;
    cdy_random_configuration(s.r.model, &state, s.q);
    s.count = 1;
    s.tasks[0] = (cdy_task){.frame = cdy_model_frame_count(s.r.model) - 1, .rows = CDY_ROWS_ALL};
    compute(&s, 0);
    memcpy(once, s.Lambda, sizeof once);
    memcpy(N, s.N, sizeof N);
    s.count = 2;
    s.tasks[1] = s.tasks[0];
    compute(&s, 0);
    ck_assert_int_eq(s.out.rank, 6);
    ck_assert_near(s.N, N, 49, 1e-8);
    for (int i = 0; i < 144; i++) { /* of least norm: a quarter in each block */
        ck_assert_double_eq_tol(s.Lambda[i], once[i / 12 % 6 * 6 + i % 6] / 4, 1e-8 * (1 + largest(once, 36)));
    }
    free_subject(&s);
}
END_TEST

/* A point far away gives rounding errors larger than the Jacobian of a near point; the next call must not treat that
 * Jacobian as rounding errors. */
START_TEST(a_far_task_leaves_nothing_behind)
{
    subject s = make_subject(load_bundled_robot("kukaIiwa14"));
    double Lambda[36], mu[6], p[6], J[6 * 7];
    uint64_t state = 5;
    cdy_random_configuration(s.r.model, &state, s.q);
    draw_array(&state, 1, s.qd, s.r.nv);
    const cdy_task near = {.frame = cdy_model_frame_count(s.r.model) - 1, .rows = CDY_ROWS_ALL};
    s.count = 1;
    s.tasks[0] = near;
    compute(&s, 0);
    memcpy(Lambda, s.Lambda, sizeof Lambda);
    memcpy(mu, s.mu, sizeof mu);
    memcpy(p, s.p, sizeof p);
    memcpy(J, s.J, sizeof J);
    for (int k = 0; k < 3; k++) {
        s.tasks[0].point[k] = 1e18;
    }
    s.tasks[0].rows = CDY_ROWS_LINEAR;
    compute(&s, 0);
    s.tasks[0] = near;
    compute(&s, 0);
    ck_assert_mem_eq(s.J, J, sizeof J);
    ck_assert_mem_eq(s.Lambda, Lambda, sizeof Lambda);
    ck_assert_mem_eq(s.mu, mu, sizeof mu);
    ck_assert_mem_eq(s.p, p, sizeof p);
    free_subject(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("operational_space");
    TCase *tests = tcase_create("tasks");
    tcase_add_loop_test(tests, rows_give_velocities_of_points, 0, TREES + REAL);
    tcase_add_loop_test(tests, tasks_move_as_their_inertia_says, 0, TREES + REAL);
    tcase_add_test(tests, most_draws_are_regular_and_some_are_not);
    tcase_add_loop_test(tests, inverses_are_what_they_claim, 0, TREES + REAL);
    tcase_add_loop_test(tests, results_come_alone_as_together, 0, TREES + REAL);
    tcase_add_test(tests, a_free_body_feels_its_own_inertia);
    tcase_add_test(tests, a_stretched_arm_loses_a_rank);
    tcase_add_test(tests, a_plane_robot_has_a_plane_task);
    tcase_add_test(tests, the_same_task_twice_is_one);
    tcase_add_test(tests, a_far_task_leaves_nothing_behind);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
