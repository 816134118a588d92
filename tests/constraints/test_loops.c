/* Closed loops: compared with trees that move alike, drift, and out of reach. */
#include "support/compare.h"
#include "support/loaded_chain.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

typedef struct subject {
    robot r;
    cdy_row_solver *solver;
    cdy_constraint c[1];
    int count, rows;
    double q[10], qd[9], tau[9];
} subject;

static void free_subject(subject *s)
{
    cdy_row_solver_destroy(s->solver);
    free_robot(&s->r);
}

static cdy_constraint_report accelerate(subject *s, const cdy_constraint_options *options, double *qdd, double *forces)
{
    cdy_error error = {0};
    cdy_constraint_report report;
    ck_assert_ok(
        cdy_constrained_forward_dynamics(
            s->r.model, s->r.work, s->solver,
            &(cdy_constrained_state){
                .q = s->q, .qd = s->qd, .tau = s->tau, .constraints = s->c, .count = s->count, .options = options},
            qdd, forces, &report, &error),
        error);
    return report;
}

/* ---- beside trees ---- */

/* Crank a and rocker c of 0.5 m on the ground 0.8 m apart, coupler b on the crank; the loop closed by b's end on c's,
 * or both b and c following a. */
static subject make_parallelogram(bool follows)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("ground", 9.81);
    cdy_body a = make_bar("a", 1, 0.5, 0), b = make_bar("b", 2, 0.8, 0.5), c = make_bar("c", 1.5, 0.5, 0.8);
    if (follows) {
        b.joint.mimic = (cdy_mimic){"a", -1, 0};
        c.joint.mimic = (cdy_mimic){"a", 1, 0};
    }
    add_body(tree, &a, "ground");
    add_body(tree, &b, "a");
    add_body(tree, &c, "ground");
    subject s = {.r = make_robot(tree), .count = 1, .rows = 5, .q = {0.7, -0.7, 0.7}, .qd = {1.2, -1.2, 1.2}};
    s.tau[0] = 0.6;
    s.c[0] = (cdy_constraint){.frame = cdy_model_find_frame(s.r.model, "b"),
                              .other = cdy_model_find_frame(s.r.model, "c"),
                              .rows = CDY_ROWS_REVOLUTE,
                              .in_frame = {{0.8, 0, 0}, {-acos(-1) / 2, 0, 0}},
                              .in_other = {{0.5, 0, 0}, {-acos(-1) / 2, 0, 0}}};
    ck_assert_ok(cdy_row_solver_create(s.r.model, 12, &s.solver, &error), error);
    return s;
}

START_TEST(a_parallelogram_is_its_mimic_tree)
{
    cdy_error error = {0};
    subject loop = make_parallelogram(false), tree = make_parallelogram(true);
    double qdd[3], expected, gap[5];
    ck_assert_int_eq(tree.r.nv, 1);
    ck_assert_ok(cdy_forward_dynamics(tree.r.model, tree.r.work, tree.q, tree.qd, tree.tau, NULL, &expected, &error),
                 error);
    cdy_constraint_report report = accelerate(&loop, NULL, qdd, NULL);
    ck_assert_int_eq(report.rank, 2);
    ck_assert_near(qdd, ((double[3]){expected, -expected, expected}), 3, 1e-11);
    ck_assert_ok(cdy_constraint_gap(loop.r.model, loop.r.work, loop.q, loop.c, 1, gap, &error), error);
    ck_assert_near(gap, ((double[5]){0}), 5, 1e-15);
    /* A loop that followers close already needs no constraint force. */
    report = accelerate(&tree, NULL, qdd, NULL);
    ck_assert_int_eq(report.rank, 0);
    ck_assert_double_eq_tol(qdd[0], expected, 1e-12);
    free_subject(&loop);
    free_subject(&tree);
}
END_TEST

static subject make_loaded_chain(bool welded)
{
    cdy_error error = {0};
    subject s = {
        .r = make_loaded_chain_robot(welded), .count = 1, .rows = 6, .q = {0.4, -0.9, 1.3, 1}, .qd = {0.6, 1.1, -0.7}};
    memcpy(s.tau, ((double[3]){1, -2, 3}), 3 * sizeof(double));
    s.c[0] = load_weld(s.r.model);
    ck_assert_ok(cdy_row_solver_create(s.r.model, 6, &s.solver, &error), error);
    return s;
}

START_TEST(a_weld_is_a_fixed_joint)
{
    cdy_error error = {0};
    subject loop = make_loaded_chain(true), tree = make_loaded_chain(false);
    double qdd[9], expected[3], velocity[6];
    cdy_projection_report report;
    /* The projection must not move the chain to place the free load: place it directly. */
    double T[16];
    int load = cdy_model_find_frame(tree.r.model, "z");
    ck_assert_ok(cdy_get_transform(tree.r.model, tree.r.work, load, 0, tree.q, T, &error), error);
    double w = sqrt(1 + T[0] + T[5] + T[10]) / 2;
    const double pose[7] = {w,    (T[9] - T[6]) / (4 * w), (T[2] - T[8]) / (4 * w), (T[4] - T[1]) / (4 * w), T[3], T[7],
                            T[11]};
    memcpy(loop.q + 3, pose, sizeof pose);
    ck_assert_ok(cdy_constraint_project(loop.r.model, loop.r.work, loop.solver,
                                        &(cdy_constrained_state){.q = loop.q, .constraints = loop.c, .count = 1},
                                        loop.q, &report, &error),
                 error);
    ck_assert(report.converged);
    ck_assert_int_eq(report.iterations, 0);
    ck_assert_ok(cdy_frame_velocity(tree.r.model, tree.r.work, load, CDY_AXES_BODY, tree.q, tree.qd, velocity, &error),
                 error);
    memcpy(loop.qd + 3, velocity, sizeof velocity);

    ck_assert_ok(cdy_forward_dynamics(tree.r.model, tree.r.work, tree.q, tree.qd, tree.tau, NULL, expected, &error),
                 error);
    cdy_constraint_report how = accelerate(&loop, NULL, qdd, NULL);
    ck_assert_int_eq(how.rank, 6);
    ck_assert_near(qdd, expected, 3, 1e-9 * (1 + largest(expected, 3)));
    free_subject(&loop);
    free_subject(&tree);
}
END_TEST

/* ---- drift ---- */

/* Moves the parallelogram on for a time by Runge-Kutta's midpoint and returns the largest gap at its end. */
static double drift(subject *s, const cdy_constraint_options *options, double time)
{
    cdy_error error = {0};
    const double h = 2e-3;
    double gap[5], qdd[3], q[3], qd[3];
    for (int k = 0; k < (int)(time / h); k++) {
        memcpy(q, s->q, sizeof q);
        memcpy(qd, s->qd, sizeof qd);
        accelerate(s, options, qdd, NULL);
        for (int i = 0; i < 3; i++) {
            s->q[i] = q[i] + h / 2 * qd[i];
            s->qd[i] = qd[i] + h / 2 * qdd[i];
        }
        accelerate(s, options, qdd, NULL);
        for (int i = 0; i < 3; i++) {
            s->q[i] = q[i] + h * s->qd[i];
            s->qd[i] = qd[i] + h * qdd[i];
        }
    }
    ck_assert_ok(cdy_constraint_gap(s->r.model, s->r.work, s->q, s->c, 1, gap, &error), error);
    return largest(gap, 5);
}

START_TEST(baumgarte_closes_a_loop_again)
{
    cdy_constraint_options options = cdy_constraint_options_default();
    subject loose = make_parallelogram(false), tight = make_parallelogram(false);
    options.velocity_gain = 20;
    options.position_gain = 100;
    loose.q[1] += 0.01;
    tight.q[1] += 0.01;
    double left = drift(&loose, NULL, 1), closed = drift(&tight, &options, 1.5);
    ck_assert_double_gt(left, 5e-3);
    ck_assert_double_lt(closed, 5e-5);
    free_subject(&loose);
    free_subject(&tight);
}
END_TEST

/* ---- out of reach ---- */

START_TEST(what_cannot_be_reached_is_told)
{
    cdy_error error = {0};
    subject s = make_parallelogram(false);
    double q[3] = {9, 9, 9};
    cdy_projection_report report;
    s.c[0] = (cdy_constraint){.frame = s.c[0].frame, .rows = CDY_ROWS_BALL, .in_other = {.xyz = {3, 0, 0}}};
    ck_assert_ok(cdy_constraint_project(s.r.model, s.r.work, s.solver,
                                        &(cdy_constrained_state){.q = s.q, .constraints = s.c, .count = 1}, q, &report,
                                        &error),
                 error);
    ck_assert(!report.converged);
    ck_assert_double_eq_tol(report.gap, 2.5, 1e-3); /* the coupler's joint is 0.5 m from the ground's origin at most */
    free_subject(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("loops");
    TCase *tests = tcase_create("loops");
    tcase_add_test(tests, a_parallelogram_is_its_mimic_tree);
    tcase_add_test(tests, a_weld_is_a_fixed_joint);
    tcase_add_test(tests, baumgarte_closes_a_loop_again);
    tcase_add_test(tests, what_cannot_be_reached_is_told);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
