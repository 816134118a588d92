/* The calls on tasks and constraints as calls: arguments, refusals, aliases, memory. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/batch_float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 11, MOST = 64 };

typedef struct subject {
    robot r;
    cdy_row_solver *solver;
    cdy_constraint c[2];
    cdy_task task;
    double q[MOST], qd[MOST], tau[MOST];
} subject;

/* The last frame that turns as the robot moves. */
static int last_turning_frame(subject *s)
{
    cdy_error error = {0};
    double v[6] = {0};
    int frame = cdy_model_frame_count(s->r.model);
    while (frame > 4 && !(fabs(v[0]) > 0)) {
        frame--;
        ck_assert_ok(cdy_frame_velocity(s->r.model, s->r.work, frame, CDY_AXES_BASE, s->q, s->qd, v, &error), error);
    }
    ck_assert_int_gt(frame, 4);
    return frame;
}

/* A floating base, followers among the joints; a weld and a hinge between its ends. */
static subject make_subject(void)
{
    cdy_error error = {0};
    uint64_t state = 6;
    subject s = {.r = make_robot(random_tree(8, 20, RANDOM_JOINTS_ALL))};
    ck_assert_int_le(s.r.nq, MOST);
    random_state(&state, s.r.tree, s.q);
    draw_array(&state, 1, s.qd, s.r.nv);
    int last = last_turning_frame(&s);
    draw_array(&state, 1, s.tau, s.r.nv);
    s.c[0] = (cdy_constraint){.frame = last, .rows = CDY_ROWS_WELD};
    s.c[1] = (cdy_constraint){.frame = last - 1, .other = 3, .rows = CDY_ROWS_REVOLUTE};
    s.task = (cdy_task){.frame = last, .rows = CDY_ROWS_ALL};
    ck_assert_ok(cdy_row_solver_create(s.r.model, ROWS, &s.solver, &error), error);
    return s;
}

static void free_subject(subject *s)
{
    cdy_row_solver_destroy(s->solver);
    free_robot(&s->r);
}

typedef enum call { FORWARD, IMPACT, WRENCHES, GAP, PROJECT, TASK, CALLS } call;

/* The output arrays of all calls. */
typedef struct outputs {
    double vector[MOST], rows[ROWS], wrenches[12];
    cdy_constraint_report report;
    cdy_projection_report projection;
    cdy_operational_space space;
    double J[6 * MOST], Lambda[36], mu[6], p[6];
} outputs;

static cdy_status run(call c, const cdy_model *m, cdy_workspace *w, cdy_row_solver *v, const subject *s,
                      const cdy_constraint *constraints, int count, outputs *o, cdy_error *error)
{
    double forces[ROWS] = {1, 2, 3};
    cdy_operational_space space = {o->J, o->Lambda, NULL, NULL, o->mu, o->p, 0};
    switch (c) {
    case FORWARD:
        return cdy_constrained_forward_dynamics(
            m, w, v,
            &(cdy_constrained_state){.q = s->q, .qd = s->qd, .tau = s->tau, .constraints = constraints, .count = count},
            o->vector, o->rows, &o->report, error);
    case IMPACT:
        return cdy_impact(m, w, v,
                          &(cdy_constrained_state){
                              .q = s->q, .qd = s->qd, .constraints = constraints, .count = count, .restitution = 0.5},
                          o->vector, o->rows, &o->report, error);
    case WRENCHES: return cdy_constraint_wrenches(m, w, s->q, constraints, count, forces, o->wrenches, error);
    case GAP: return cdy_constraint_gap(m, w, s->q, constraints, count, o->rows, error);
    case PROJECT:
        return cdy_constraint_project(m, w, v,
                                      &(cdy_constrained_state){.q = s->q, .constraints = constraints, .count = count},
                                      o->vector, &o->projection, error);
    case TASK:
    case CALLS: break;
    }
    cdy_status status = cdy_task_dynamics(
        m, w, v, &(cdy_task_state){.q = s->q, .qd = s->qd, .tasks = &s->task, .count = 1}, &space, error);
    if (!status) {
        o->space.rank = space.rank;
    }
    return status;
}

static void check_refused(call c, const cdy_model *m, cdy_workspace *w, cdy_row_solver *v, const subject *s,
                          const cdy_constraint *constraints, int count, cdy_status expected)
{
    cdy_error error = {0};
    outputs o, before;
    memset(&o, 0x44, sizeof o);
    memcpy(&before, &o, sizeof o);
    ck_assert_fails(run(c, m, w, v, s, constraints, count, &o, &error), expected, error);
    ck_assert_int_eq(run(c, m, w, v, s, constraints, count, &o, NULL), expected);
    ck_assert_msg(memcmp(&o, &before, sizeof o) == 0, "call %d failed, but wrote: %s", (int)c, error.text);
}

static bool has_solver(call c)
{
    return c != WRENCHES && c != GAP;
}

START_TEST(missing_and_foreign_objects_are_refused)
{
    subject s = make_subject();
    robot other = load_bundled_robot("universalUR5e");
    for (call c = FORWARD; c < CALLS; c++) {
        const cdy_status wrong = CDY_ERROR_ARGUMENT;
        check_refused(c, NULL, s.r.work, s.solver, &s, s.c, 2, wrong);
        check_refused(c, s.r.model, NULL, s.solver, &s, s.c, 2, wrong);
        check_refused(c, s.r.model, other.work, s.solver, &s, s.c, 2, wrong);
        if (has_solver(c)) {
            check_refused(c, s.r.model, s.r.work, NULL, &s, s.c, 2, wrong);
            check_refused(c, other.model, other.work, s.solver, &s, s.c, 2, wrong);
        }
        if (c != TASK) {
            check_refused(c, s.r.model, s.r.work, s.solver, &s, NULL, 2, wrong);
            check_refused(c, s.r.model, s.r.work, s.solver, &s, s.c, -1, wrong);
        }
    }
    free_robot(&other);
    free_subject(&s);
}
END_TEST

START_TEST(numbers_that_are_not_finite_are_refused)
{
    subject s = make_subject();
    static const double bad[3] = {(double)NAN, HUGE_VAL, 1e300};
    for (call c = FORWARD; c < CALLS; c++) {
        for (int k = 0; k < 2; k++) {
            subject t = s;
            t.q[3] = bad[k];
            check_refused(c, s.r.model, s.r.work, s.solver, &t, s.c, 2, CDY_ERROR_ARGUMENT);
            if (c == FORWARD || c == IMPACT || c == TASK) {
                t = s;
                t.qd[2] = bad[k];
                check_refused(c, s.r.model, s.r.work, s.solver, &t, s.c, 2, CDY_ERROR_ARGUMENT);
            }
        }
        if (c == FORWARD || c == TASK) {
            subject t = s;
            t.qd[0] = t.qd[1] = t.qd[2] = t.qd[3] = bad[2];
            check_refused(c, s.r.model, s.r.work, s.solver, &t, s.c, 2, CDY_ERROR_NUMERIC);
        }
    }
    subject t = s;
    t.tau[0] = (double)NAN;
    check_refused(FORWARD, s.r.model, s.r.work, s.solver, &t, s.c, 2, CDY_ERROR_ARGUMENT);
    t = s;
    t.task.point[1] = (double)NAN;
    check_refused(TASK, s.r.model, s.r.work, s.solver, &t, s.c, 2, CDY_ERROR_ARGUMENT);
    t = s;
    t.task.point[1] = 1e200;
    check_refused(TASK, s.r.model, s.r.work, s.solver, &t, s.c, 2, CDY_ERROR_NUMERIC);
    free_subject(&s);
}
END_TEST

START_TEST(wrong_constraints_are_refused)
{
    subject s = make_subject();
    double J[ROWS * MOST] = {0}, gamma[2] = {0, (double)NAN};
    const cdy_constraint right = s.c[0];
    cdy_constraint wrong[] = {right, right, right, right, right, right, right, right, right, right};
    wrong[0].frame = -1;
    wrong[1].frame = cdy_model_frame_count(s.r.model);
    wrong[2].other = -1;
    wrong[3].rows = 0;
    wrong[4].rows = 64;
    wrong[5].in_frame.xyz[1] = (double)NAN;
    wrong[6].in_other.rpy[2] = HUGE_VAL;
    wrong[7] = (cdy_constraint){.row_count = 2};
    wrong[8] = (cdy_constraint){.row_count = -1, .J = J};
    wrong[9] = (cdy_constraint){.row_count = 2, .J = J, .gamma = gamma};
    for (call c = FORWARD; c < TASK; c++) {
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            check_refused(c, s.r.model, s.r.work, s.solver, &s, &wrong[i], 1, CDY_ERROR_ARGUMENT);
        }
        cdy_constraint three[3] = {right, right, right};
        if (has_solver(c)) {
            check_refused(c, s.r.model, s.r.work, s.solver, &s, three, 3, CDY_ERROR_ARGUMENT);
        }
    }
    J[3] = (double)NAN;
    wrong[9].gamma = NULL;
    check_refused(FORWARD, s.r.model, s.r.work, s.solver, &s, &wrong[9], 1, CDY_ERROR_ARGUMENT);
    s.c[0].in_frame.xyz[0] = 1e200;
    check_refused(FORWARD, s.r.model, s.r.work, s.solver, &s, s.c, 1, CDY_ERROR_NUMERIC);
    ck_assert_int_eq(cdy_constraint_rows(&wrong[3], 1), -1);
    ck_assert_int_eq(cdy_constraint_rows(NULL, 1), -1);
    ck_assert_int_eq(cdy_constraint_rows(NULL, 0), 0);
    for (int more = 1; more <= 2; more++) { /* the largest int is the end */
        const cdy_constraint many[] = {{.row_count = INT_MAX - 1, .J = J}, {.row_count = more, .J = J}};
        ck_assert_int_eq(cdy_constraint_rows(many, 2), more == 1 ? INT_MAX : -1);
    }
    free_subject(&s);
}
END_TEST

START_TEST(wrong_options_and_tasks_are_refused)
{
    cdy_error error = {0};
    subject s = make_subject();
    double x[MOST];
    cdy_constraint_options options[6];
    for (int i = 0; i < 6; i++) {
        options[i] = cdy_constraint_options_default();
    }
    options[0].rank_tolerance = -1;
    options[1].rank_tolerance = 1;
    options[2].velocity_gain = -1;
    options[3].position_gain = (double)NAN;
    options[4].gap_tolerance = 0;
    options[5].iterations = -1;
    for (int i = 0; i < 6; i++) {
        ck_assert_fails(cdy_constraint_project(
                            s.r.model, s.r.work, s.solver,
                            &(cdy_constrained_state){.q = s.q, .constraints = s.c, .count = 2, .options = &options[i]},
                            x, NULL, &error),
                        CDY_ERROR_ARGUMENT, error);
    }
    for (int i = 0; i < 3; i++) {
        ck_assert_fails(cdy_impact(s.r.model, s.r.work, s.solver,
                                   &(cdy_constrained_state){.q = s.q,
                                                            .qd = s.qd,
                                                            .constraints = s.c,
                                                            .count = 2,
                                                            .restitution = ((double[3]){-0.1, 1.1, (double)NAN})[i]},
                                   x, NULL, NULL, &error),
                        CDY_ERROR_ARGUMENT, error);
    }
    cdy_task tasks[4] = {s.task, s.task, s.task, s.task};
    cdy_operational_space out = {.rank = 0};
    tasks[0].frame = -1;
    tasks[1].rows = 0;
    tasks[2].rows = 64;
    tasks[3].axes = (cdy_axes)7;
    for (int i = 0; i < 4; i++) {
        ck_assert_fails(cdy_task_dynamics(s.r.model, s.r.work, s.solver,
                                          &(cdy_task_state){.q = s.q, .qd = s.qd, .tasks = &tasks[i], .count = 1}, &out,
                                          &error),
                        CDY_ERROR_ARGUMENT, error);
    }
    tasks[0] = tasks[1] = s.task;
    ck_assert_fails(cdy_task_dynamics(s.r.model, s.r.work, s.solver,
                                      &(cdy_task_state){.q = s.q, .qd = s.qd, .tasks = tasks, .count = 2}, &out,
                                      &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(
        cdy_task_dynamics(s.r.model, s.r.work, s.solver,
                          &(cdy_task_state){.q = s.q, .qd = s.qd, .tasks = tasks, .count = 1, .tolerance = 2}, &out,
                          &error),
        CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_task_dynamics(s.r.model, s.r.work, s.solver,
                                      &(cdy_task_state){.q = s.q, .qd = s.qd, .tasks = tasks, .count = 1}, NULL,
                                      &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_task_dynamics(s.r.model, s.r.work, s.solver,
                                      &(cdy_task_state){.q = s.q, .qd = s.qd, .count = 1}, &out, &error),
                    CDY_ERROR_ARGUMENT, error);
    free_subject(&s);
}
END_TEST

START_TEST(without_constraints_nothing_changes)
{
    cdy_error error = {0};
    subject s = make_subject();
    double free_qdd[MOST], qdd[MOST];
    cdy_constraint_report report;
    ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q, s.qd, s.tau, NULL, free_qdd, &error), error);
    ck_assert_ok(cdy_constrained_forward_dynamics(s.r.model, s.r.work, s.solver,
                                                  &(cdy_constrained_state){.q = s.q, .qd = s.qd, .tau = s.tau}, qdd,
                                                  NULL, &report, &error),
                 error);
    ck_assert_near(qdd, free_qdd, (size_t)s.r.nv, 1e-10 * (1 + largest(free_qdd, (size_t)s.r.nv)));
    ck_assert_int_eq(report.rows, 0);
    ck_assert_int_eq(report.rank, 0);
    ck_assert_double_eq(report.residual, 0);
    ck_assert_ok(cdy_impact(s.r.model, s.r.work, s.solver, &(cdy_constrained_state){.q = s.q, .qd = s.qd}, qdd, NULL,
                            NULL, &error),
                 error);
    ck_assert_near(qdd, s.qd, (size_t)s.r.nv, 0);
    ck_assert_ok(
        cdy_constraint_project(s.r.model, s.r.work, s.solver, &(cdy_constrained_state){.q = s.q}, qdd, NULL, &error),
        error);
    ck_assert_near(qdd, s.q, (size_t)s.r.nq, 0);
    free_subject(&s);
}
END_TEST

START_TEST(null_means_home_and_zero)
{
    cdy_error error = {0};
    subject s = make_subject();
    double home[MOST], zero[MOST] = {0}, a[MOST], b[MOST];
    cdy_home_configuration(s.r.model, home);
    ck_assert_ok(cdy_constrained_forward_dynamics(s.r.model, s.r.work, s.solver,
                                                  &(cdy_constrained_state){.constraints = s.c, .count = 2}, a, NULL,
                                                  NULL, &error),
                 error);
    ck_assert_ok(cdy_constrained_forward_dynamics(
                     s.r.model, s.r.work, s.solver,
                     &(cdy_constrained_state){.q = home, .qd = zero, .tau = zero, .constraints = s.c, .count = 2}, b,
                     NULL, NULL, &error),
                 error);
    ck_assert_near(a, b, (size_t)s.r.nv, 0);
    ck_assert_ok(cdy_impact(s.r.model, s.r.work, s.solver,
                            &(cdy_constrained_state){.constraints = s.c, .count = 2, .restitution = 1}, a, NULL, NULL,
                            &error),
                 error);
    ck_assert_near(a, zero, (size_t)s.r.nv, 0);
    /* Results may overlap arguments. */
    memcpy(b, s.tau, sizeof b);
    ck_assert_ok(cdy_constrained_forward_dynamics(
                     s.r.model, s.r.work, s.solver,
                     &(cdy_constrained_state){.q = s.q, .qd = s.qd, .tau = s.tau, .constraints = s.c, .count = 2}, a,
                     NULL, NULL, &error),
                 error);
    ck_assert_ok(cdy_constrained_forward_dynamics(
                     s.r.model, s.r.work, s.solver,
                     &(cdy_constrained_state){.q = s.q, .qd = s.qd, .tau = b, .constraints = s.c, .count = 2}, b, NULL,
                     NULL, &error),
                 error);
    ck_assert_near(a, b, (size_t)s.r.nv, 0);
    free_subject(&s);
}
END_TEST

START_TEST(a_rock_has_nothing_to_constrain)
{
    cdy_error error = {0};
    robot rock = make_robot(make_tree("rock", 9.81));
    cdy_row_solver *solver = NULL;
    ck_assert_ok(cdy_row_solver_create(rock.model, 12, &solver, &error), error);
    const cdy_constraint c = {.frame = 0, .rows = CDY_ROWS_WELD, .in_frame = {.xyz = {0, 0, 0.25}}};
    const cdy_task task = {.frame = 0, .rows = CDY_ROWS_ALL};
    double none[1] = {7}, forces[6], mu[6], Lambda[36], gap[6];
    cdy_constraint_report report;
    cdy_projection_report projection;
    cdy_operational_space out = {.Lambda = Lambda, .mu = mu};
    ck_assert_ok(cdy_constrained_forward_dynamics(rock.model, rock.work, solver,
                                                  &(cdy_constrained_state){.constraints = &c, .count = 1}, none, forces,
                                                  &report, &error),
                 error);
    ck_assert_int_eq(report.rank, 0);
    ck_assert_near(forces, ((double[6]){0}), 6, 0);
    ck_assert_ok(cdy_impact(rock.model, rock.work, solver, &(cdy_constrained_state){.constraints = &c, .count = 1},
                            none, NULL, NULL, &error),
                 error);
    ck_assert_ok(
        cdy_task_dynamics(rock.model, rock.work, solver, &(cdy_task_state){.tasks = &task, .count = 1}, &out, &error),
        error);
    ck_assert_int_eq(out.rank, 0);
    ck_assert_ok(cdy_constraint_gap(rock.model, rock.work, NULL, &c, 1, gap, &error), error);
    ck_assert_double_eq(gap[5], 0.25);
    ck_assert_ok(cdy_constraint_project(rock.model, rock.work, solver,
                                        &(cdy_constrained_state){.constraints = &c, .count = 1}, none, &projection,
                                        &error),
                 error);
    ck_assert(!projection.converged);
    ck_assert_double_eq(none[0], 7);
    cdy_row_solver_destroy(solver);
    free_robot(&rock);
}
END_TEST

/* Finite positions, for which the gap is not finite. */
START_TEST(an_infinite_gap_is_refused)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < 2; i++) {
        cdy_body body = make_body(i ? "second" : "first", i ? "b" : "a", CDY_JOINT_PRISMATIC);
        set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, i ? "first" : "base");
    }
    robot r = make_robot(tree);
    cdy_row_solver *solver = NULL;
    ck_assert_ok(cdy_row_solver_create(r.model, 1, &solver, &error), error);
    const cdy_constraint c = {.frame = 2, .rows = CDY_ROW_VZ};
    cdy_projection_report report;
    double q[2] = {1.7e308, 1.7e308};
    const cdy_constrained_state state = {.q = q, .constraints = &c, .count = 1};
    ck_assert_fails(cdy_constraint_project(r.model, r.work, solver, &state, q, &report, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert(q[0] >= 1.7e308 && q[1] >= 1.7e308);
    double gap = 7;
    ck_assert_fails(cdy_constraint_gap(r.model, r.work, q, &c, 1, &gap, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_double_eq(gap, 7);
    cdy_row_solver_destroy(solver);
    free_robot(&r);
}
END_TEST

/* A gap just above the tolerance is too large, a gap at the tolerance is not. */
START_TEST(a_gap_as_large_as_the_tolerance_stays)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "slide", CDY_JOINT_PRISMATIC);
    set_axis(&body, 0, 0, 1);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    cdy_row_solver *solver = NULL;
    ck_assert_ok(cdy_row_solver_create(r.model, 1, &solver, &error), error);
    const cdy_constraint c = {.frame = 1, .rows = CDY_ROW_VZ};
    for (int above = 0; above < 2; above++) {
        cdy_constraint_options options = cdy_constraint_options_default();
        cdy_projection_report report;
        double q = 0.25;
        options.gap_tolerance = above ? 0.2499 : 0.25;
        const cdy_constrained_state state = {.q = &q, .constraints = &c, .count = 1, .options = &options};
        ck_assert_ok(cdy_constraint_project(r.model, r.work, solver, &state, &q, &report, &error), error);
        ck_assert(report.converged);
        ck_assert_int_eq(report.iterations, above);
        ck_assert_double_eq_tol(report.gap, above ? 0 : 0.25, 1e-15);
        ck_assert_double_eq_tol(q, above ? 0 : 0.25, 1e-15);
    }
    cdy_row_solver_destroy(solver);
    free_robot(&r);
}
END_TEST

START_TEST(a_body_without_mass_is_named)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("ghost", "hinge", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    cdy_row_solver *solver = NULL;
    double qdd = 5;
    const cdy_constraint c = {.frame = 1, .rows = CDY_ROWS_WELD};
    ck_assert_ok(cdy_row_solver_create(r.model, 6, &solver, &error), error);
    ck_assert_fails(cdy_constrained_forward_dynamics(r.model, r.work, solver,
                                                     &(cdy_constrained_state){.constraints = &c, .count = 1}, &qdd,
                                                     NULL, NULL, &error),
                    CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "hinge"));
    ck_assert_double_eq(qdd, 5);
    cdy_row_solver_destroy(solver);
    free_robot(&r);
}
END_TEST

START_TEST(solvers_are_made_or_refused)
{
    cdy_error error = {0};
    subject s = make_subject();
    cdy_row_solver *solver = s.solver;
    ck_assert_fails(cdy_row_solver_create(s.r.model, -1, &solver, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(solver);
    ck_assert_fails(cdy_row_solver_create(s.r.model, 5000, &solver, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_row_solver_create(NULL, 5, &solver, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_row_solver_create(s.r.model, 5, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_uint_eq(cdy_row_solver_size(NULL, 5), 0);
    ck_assert_uint_eq(cdy_row_solver_size(s.r.model, -1), 0);
    cdy_row_solver_destroy(NULL);

    size_t size = cdy_row_solver_size(s.r.model, ROWS);
    char *memory = malloc(size + 1);
    ck_assert_fails(cdy_row_solver_init(memory, size - 1, s.r.model, ROWS, &solver, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_row_solver_init(NULL, size, s.r.model, ROWS, &solver, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(cdy_row_solver_init(memory + 1, size, s.r.model, ROWS, &solver, &error), error);
    outputs a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    for (call c = FORWARD; c < CALLS; c++) {
        ck_assert_ok(run(c, s.r.model, s.r.work, s.solver, &s, s.c, 2, &a, &error), error);
        ck_assert_ok(run(c, s.r.model, s.r.work, solver, &s, s.c, 2, &b, &error), error);
    }
    ck_assert_int_eq(memcmp(&a, &b, sizeof a), 0);
    free(memory);
    free_subject(&s);
}
END_TEST

/* The distance of a point does not affect angular rows, the next constraint, or the next call: the size below which
 * numbers count as rounding errors is reset each time. */
START_TEST(far_points_leave_nothing_behind)
{
    cdy_error error = {0};
    subject s = make_subject(), far = s;
    outputs near_by, beside, again;
    s.c[0].rows = far.c[0].rows = CDY_ROWS_ANGULAR;
    far.c[0].in_frame.xyz[0] = far.c[0].in_other.xyz[2] = 1e13;
    for (call c = FORWARD; c < TASK; c++) {
        memset(&near_by, 0, sizeof near_by);
        memset(&beside, 0, sizeof beside);
        memset(&again, 0, sizeof again);
        ck_assert_ok(run(c, s.r.model, s.r.work, s.solver, &s, s.c, 2, &near_by, &error), error);
        ck_assert_ok(run(c, s.r.model, s.r.work, s.solver, &far, far.c, 2, &beside, &error), error);
        ck_assert_msg(memcmp(&near_by, &beside, sizeof near_by) == 0, "call %d sees the point", (int)c);
        far.c[0].rows = CDY_ROWS_WELD;
        run(c, s.r.model, s.r.work, s.solver, &far, far.c, 2, &beside, NULL);
        far.c[0].rows = CDY_ROWS_ANGULAR;
        ck_assert_ok(run(c, s.r.model, s.r.work, s.solver, &s, s.c, 2, &again, &error), error);
        ck_assert_msg(memcmp(&near_by, &again, sizeof near_by) == 0, "call %d remembers the point", (int)c);
    }
    free_subject(&s);
}
END_TEST

/* Each object takes one allocation, of the size that is told. */
START_TEST(objects_take_the_memory_that_is_told)
{
    cdy_error error = {0};
    subject s = make_subject();
    cdy_row_solver *solver = NULL;
    cdy_workspace *work = NULL;
    cdy_batch *batch = NULL;
    cdy_batch_f32 *floats = NULL;
    const cdy_batch_options options = {.threads = 2, .constraint_rows = 3};
    const size_t sizes[] = {cdy_row_solver_size(s.r.model, 6), cdy_workspace_size(s.r.model),
                            cdy_batch_size(s.r.model, &options), cdy_batch_f32_size(s.r.model, &options)};
    for (int i = 0; i < 4; i++) {
        const heap_counts before = heap_count();
        const cdy_status status = i == 0   ? cdy_row_solver_create(s.r.model, 6, &solver, &error)
                                  : i == 1 ? cdy_workspace_create(s.r.model, &work, &error)
                                  : i == 2 ? cdy_batch_create(s.r.model, &options, &batch, &error)
                                           : cdy_batch_f32_create(s.r.model, &options, &floats, &error);
        const heap_counts made = heap_count();
        i == 0   ? cdy_row_solver_destroy(solver)
        : i == 1 ? cdy_workspace_destroy(work)
        : i == 2 ? cdy_batch_destroy(batch)
                 : cdy_batch_f32_destroy(floats);
        const heap_counts after = heap_count();
        ck_assert_int_eq(status, CDY_OK);
        ck_assert_uint_eq(made.calls, before.calls + 1);
        ck_assert_uint_eq(made.bytes, before.bytes + sizes[i]);
        ck_assert_uint_eq(after.calls, before.calls + 2);
        ck_assert_uint_eq(after.live, before.live);
    }
    free_subject(&s);
}
END_TEST

START_TEST(no_memory_is_reported)
{
    cdy_error error = {0};
    subject s = make_subject();
    cdy_row_solver *solver = s.solver;
    heap_fail_at(1);
    cdy_status status = cdy_row_solver_create(s.r.model, 6, &solver, &error);
    heap_fail_at(0);
    ck_assert_int_eq(status, CDY_ERROR_MEMORY);
    ck_assert_ptr_null(solver);
    free_subject(&s);
}
END_TEST

START_TEST(no_call_allocates)
{
    cdy_error error = {0};
    subject s = make_subject();
    outputs o;
    for (call c = FORWARD; c < CALLS; c++) {
        for (int singular = 0; singular < 2; singular++) { /* by Cholesky factors, and by eigenvalues */
            s.c[1] = singular ? s.c[0] : s.c[1];
            s.c[1].rows = singular ? CDY_ROWS_REVOLUTE : s.c[1].rows;
            heap_counts before = heap_count();
            cdy_status status = run(c, s.r.model, s.r.work, s.solver, &s, s.c, 2, &o, &error);
            heap_counts after = heap_count();
            ck_assert_msg(status == CDY_OK, "call %d: %s", (int)c, error.text);
            ck_assert_msg(after.calls == before.calls, "call %d called the heap", (int)c);
        }
    }
    free_subject(&s);
}
END_TEST

START_TEST(anchors_close_and_are_refused)
{
    cdy_error error = {0};
    subject s = make_subject();
    double J[MOST] = {0}, gap[6];
    cdy_constraint c = {.frame = s.c[0].frame, .other = 2, .rows = CDY_ROWS_BALL, .in_other = {.rpy = {1, 2, 3}}};
    ck_assert_ok(cdy_constraint_anchor(s.r.model, s.r.work, s.q, &c, &error), error);
    ck_assert_near(c.in_other.rpy, ((double[3]){1, 2, 3}), 3, 0);
    ck_assert_ok(cdy_constraint_gap(s.r.model, s.r.work, s.q, &c, 1, gap, &error), error);
    ck_assert_near(gap, ((double[3]){0}), 3, 1e-13);
    const cdy_constraint before = c;
    ck_assert_fails(cdy_constraint_anchor(s.r.model, s.r.work, (double[MOST]){(double)NAN}, &c, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_constraint_anchor(s.r.model, NULL, s.q, &c, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_constraint_anchor(s.r.model, s.r.work, s.q, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_near(c.in_other.xyz, before.in_other.xyz, 3, 0);
    c = (cdy_constraint){.row_count = 1, .J = J};
    ck_assert_fails(cdy_constraint_anchor(s.r.model, s.r.work, s.q, &c, &error), CDY_ERROR_ARGUMENT, error);
    free_subject(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("constraint_calls");
    TCase *tests = tcase_create("calls");
    tcase_add_test(tests, missing_and_foreign_objects_are_refused);
    tcase_add_test(tests, numbers_that_are_not_finite_are_refused);
    tcase_add_test(tests, wrong_constraints_are_refused);
    tcase_add_test(tests, wrong_options_and_tasks_are_refused);
    tcase_add_test(tests, without_constraints_nothing_changes);
    tcase_add_test(tests, null_means_home_and_zero);
    tcase_add_test(tests, a_rock_has_nothing_to_constrain);
    tcase_add_test(tests, a_body_without_mass_is_named);
    tcase_add_test(tests, a_gap_as_large_as_the_tolerance_stays);
    tcase_add_test(tests, an_infinite_gap_is_refused);
    tcase_add_test(tests, solvers_are_made_or_refused);
    tcase_add_test(tests, anchors_close_and_are_refused);
    tcase_add_test(tests, far_points_leave_nothing_behind);
    if (heap_is_counted()) {
        tcase_add_test(tests, objects_take_the_memory_that_is_told);
        tcase_add_test(tests, no_memory_is_reported);
        tcase_add_test(tests, no_call_allocates);
    }
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
