/* Constrained forward dynamics and impacts of many states: each state beside the single call, over doubles and floats.
 */
#include "batch/batch_case.h"
#include "support/allocation.h"
#include "support/driven.h"
#include "support/random_constraints.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

enum { ROBOTS = UNLESS_WATCHED(40, 8), STATES = 21, ROWS = 26, MOST_CONSTRAINTS = 5 };

/* States of a robot and constraints on all of them. */
typedef struct subject {
    states s;
    cdy_row_solver *solver;
    cdy_constraint c[MOST_CONSTRAINTS];
    cdy_constraint_options options;
    int count, rows;
    bool collides; /* impacts in place of motions */
    double restitution;
    double *forces;
    cdy_constraint_report reports[STATES];
    double J[3 * 64]; /* rows of the caller's own */
} subject;

static subject make_subject(robot r, uint64_t seed)
{
    cdy_error error = {0};
    subject x = {.s = make_states(r, STATES, seed), .options = cdy_constraint_options_default(), .restitution = 0.25};
    ck_assert_uint_le(x.s.nv, 64);
    ck_assert_ok(cdy_row_solver_create(r.model, ROWS, &x.solver, &error), error);
    x.forces = calloc(STATES * ROWS, sizeof *x.forces);
    ck_assert_ptr_nonnull(x.forces);
    return x;
}

static void free_subject(subject *x)
{
    cdy_row_solver_destroy(x->solver);
    free(x->forces);
    free_states(&x->s);
}

/* Robots of all types of joints, every fourth with mimic joints, every second with drives, with constraints that may
 * depend on each other. */
static subject random_subject(int number)
{
    uint64_t state = (uint64_t)number * 41 + 5;
    cdy_tree *tree = random_tree((uint64_t)number + 700, 3 + number % 12, RANDOM_JOINTS_ALL);
    cdy_tree_set_mimic_independent(tree, number % 4 != 0);
    if (number % 2) {
        drive_joints(tree, &state);
    }
    robot r = make_robot(tree);
    if (number % 2) {
        set_drives(&r, all_drives());
    }
    subject x = make_subject(r, state);
    if (number % 5 == 0) {
        x.options.velocity_gain = 3;
        x.options.position_gain = 5;
    }
    x.count = draw_constraints(x.s.r.model, &state, MOST_CONSTRAINTS - 1, x.c);
    x.rows = cdy_constraint_rows(x.c, x.count);
    return x;
}

/* A floating trunk with legs of revolute joints. */
static robot make_legged(int legs, int joints)
{
    cdy_tree *tree = make_tree("ground", 9.81);
    cdy_body trunk = make_body("trunk", "free", CDY_JOINT_FLOATING);
    set_inertial(&trunk, 20, 0, 0, 0.1, (double[6]){0.4, 0, 0, 0.5, 0, 0.6});
    add_body(tree, &trunk, "ground");
    for (int leg = 0; leg < legs; leg++) {
        char name[2][32] = {"trunk", "trunk"};
        for (int k = 0; k < joints; k++) {
            snprintf(name[k % 2], sizeof name[0], "leg%d_%d", leg, k);
            cdy_body link = make_body(name[k % 2], name[k % 2], CDY_JOINT_REVOLUTE);
            set_axis(&link, k % 3 == 0, k % 3 == 1, k % 3 == 2);
            set_origin(&link, k ? 0.02 : 0.3 * cos(1.7 * leg), k ? 0.02 : 0.3 * sin(1.7 * leg), k ? -0.3 : 0, 0, 0, 0);
            set_inertial(&link, 1, 0, 0, -0.15, (double[6]){0.01, 0, 0, 0.01, 0, 0.002});
            add_body(tree, &link, name[(k + 1) % 2]);
        }
    }
    return make_robot(tree);
}

/* A legged robot that stands on all feet. */
static subject make_standing(int legs, int joints, unsigned rows)
{
    subject x = make_subject(make_legged(legs, joints), 77);
    for (int leg = 0; leg < legs; leg++) {
        x.c[leg] = (cdy_constraint){.frame = 1 + joints * (leg + 1), .rows = rows, .in_frame = {.xyz = {0, 0, -0.3}}};
    }
    x.count = legs;
    x.rows = cdy_constraint_rows(x.c, legs);
    return x;
}

static cdy_batch *make_room(const subject *x, cdy_batch_options options)
{
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    options.constraint_rows = ROWS;
    cdy_status status = cdy_batch_create(x->s.r.model, &options, &batch, &error);
    ck_assert_msg(status == CDY_OK || status == CDY_ERROR_UNSUPPORTED, "%s", error.text);
    return batch;
}

static cdy_status run(subject *x, cdy_batch *batch, cdy_error *error)
{
    const states *s = &x->s;
    const cdy_constrained_state many = {s->q, s->qd, s->qdd, s->fext, x->c, x->count, &x->options, x->restitution};
    if (x->collides) {
        return cdy_batch_impact(s->r.model, batch, s->count, &many, s->out, x->forces, x->reports, s->statuses, error);
    }
    return cdy_batch_constrained_forward_dynamics(s->r.model, batch, s->count, &many, s->out, x->forces, x->reports,
                                                  s->statuses, error);
}

/* The single call of state b; its results go to `expected`, its forces to `expected_second`. */
static cdy_status run_single(const subject *x, size_t b, cdy_constraint_report *report)
{
    const states *s = &x->s;
    const cdy_constrained_state state = {.q = s->q + b * s->nq,
                                         .qd = s->qd + b * s->nv,
                                         .tau = s->qdd + b * s->nv,
                                         .fext = s->fext + b * s->rows6,
                                         .constraints = x->c,
                                         .count = x->count,
                                         .options = &x->options,
                                         .restitution = x->restitution};
    if (x->collides) {
        return cdy_impact(s->r.model, s->r.work, x->solver, &state, s->expected, s->expected_second, report, NULL);
    }
    return cdy_constrained_forward_dynamics(s->r.model, s->r.work, x->solver, &state, s->expected, s->expected_second,
                                            report, NULL);
}

static void check_state(const subject *x, size_t b, double tolerance)
{
    const states *s = &x->s;
    const size_t m = (size_t)x->rows;
    cdy_constraint_report report = {0};
    const cdy_status status = run_single(x, b, &report);
    ck_assert_int_eq(s->statuses[b], status);
    ck_assert_int_eq(x->reports[b].rows, x->rows);
    if (status) {
        ck_assert(isnan(x->reports[b].residual) && x->reports[b].rank == 0);
        for (size_t i = 0; i < s->nv + m; i++) {
            ck_assert(isnan(i < s->nv ? s->out[b * s->nv + i] : x->forces[b * m + i - s->nv]));
        }
        return;
    }
    ck_assert_int_eq(x->reports[b].rank, report.rank);
    ck_assert_near(s->out + b * s->nv, s->expected, s->nv, tolerance * (1 + largest(s->expected, s->nv)));
    ck_assert_near(x->forces + b * m, s->expected_second, m, tolerance * (1 + largest(s->expected_second, m)));
    ck_assert_near(&x->reports[b].residual, &report.residual, 1, tolerance * (1 + largest(s->expected, s->nv)));
}

START_TEST(states_have_the_results_of_the_single_call)
{
    static const int lanes[] = {0, 1, 2, 4};
    for (int number = _i; number < ROBOTS; number += 4) {
        cdy_error error = {0};
        subject x = random_subject(number);
        cdy_batch *batch = make_room(&x, (cdy_batch_options){.lanes = lanes[_i], .threads = 1 + number % 2});
        for (size_t b = 3; b < STATES; b += 7) { /* beside the others */
            x.s.qd[b * x.s.nv] = b % 2 ? (double)NAN : (double)INFINITY;
        }
        for (int collides = 0; batch && collides < 2; collides++) {
            x.collides = collides;
            ck_assert_int_eq(run(&x, batch, &error), CDY_ERROR_ARGUMENT);
            ck_assert_msg(strncmp(error.text, "row 3: the velocity", 19) == 0, "%s", error.text);
            for (size_t b = 0; b < STATES; b++) {
                check_state(&x, b, 1e-8);
            }
        }
        cdy_batch_destroy(batch);
        free_subject(&x);
    }
}
END_TEST

START_TEST(legged_robots_stand_as_in_the_single_call)
{
    subject all[] = {make_standing(4, 3, CDY_ROWS_BALL), make_standing(2, 6, CDY_ROWS_WELD),
                     make_standing(1, 6, CDY_ROWS_REVOLUTE)};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        cdy_error error = {0};
        subject *x = &all[k];
        cdy_batch *batch = make_room(x, (cdy_batch_options){.threads = 1});
        x->options.velocity_gain = k == 1 ? 20 : 0;
        x->options.position_gain = k == 1 ? 100 : 0;
        for (int collides = 0; collides < 2; collides++) {
            x->collides = collides;
            ck_assert_ok(run(x, batch, &error), error);
            for (size_t b = 0; b < STATES; b++) {
                check_state(x, b, 1e-9);
                ck_assert_double_le(x->reports[b].residual, 1e-9 * (1 + largest(x->s.out + b * x->s.nv, x->s.nv)));
            }
        }
        cdy_batch_destroy(batch);
        free_subject(x);
    }
}
END_TEST

/* A state whose motion is too fast for doubles fails alone, and leaves the bits of the states beside it. */
START_TEST(states_beyond_all_numbers_fail_alone)
{
    cdy_error error = {0};
    subject x = make_standing(4, 3, CDY_ROWS_BALL);
    const size_t numbers = STATES * x.s.nv, bad = 5;
    cdy_batch *batch = make_room(&x, (cdy_batch_options){.threads = 1});
    double *clean = malloc(numbers * sizeof *clean);
    ck_assert_ptr_nonnull(clean);
    ck_assert_ok(run(&x, batch, &error), error);
    memcpy(clean, x.s.out, numbers * sizeof *clean);
    x.s.qd[bad * x.s.nv + 7] = 1e200;
    ck_assert_fails(run(&x, batch, &error), CDY_ERROR_NUMERIC, error);
    for (size_t b = 0; b < STATES; b++) {
        check_state(&x, b, 1e-9);
        ck_assert_int_eq(x.s.statuses[b], b == bad ? CDY_ERROR_NUMERIC : CDY_OK);
        ck_assert(b == bad || memcmp(x.s.out + b * x.s.nv, clean + b * x.s.nv, x.s.nv * sizeof *clean) == 0);
    }
    free(clean);
    cdy_batch_destroy(batch);
    free_subject(&x);
}
END_TEST

/* A foot that is held twice, one that is drawn in two directions, and rows of the caller's own: the ranks and forces of
 * least norm of the single call, to the bit, which computes them. */
START_TEST(dependent_and_contradicting_rows_go_to_the_single_call)
{
    cdy_error error = {0};
    subject x = make_standing(4, 3, CDY_ROWS_BALL);
    cdy_batch *batch = make_room(&x, (cdy_batch_options){.threads = 1});
    x.c[4] = x.c[3];
    x.count = 5;
    for (int i = 0; i < 8; i++) {
        const int k = i % 4;
        x.collides = i >= 4;
        x.options.position_gain = k == 1 ? 10 : 0;
        x.c[4] = k < 2 ? x.c[3] : x.c[4];
        x.c[4].in_other.xyz[0] = k == 1 ? 0.5 : 0;
        if (k == 2) {
            x.c[4] = (cdy_constraint){.frame = 0, .rows = CDY_ROW_VX}; /* nothing moves */
        } else if (k == 3) {
            draw_array(&(uint64_t){9}, 1, x.J, (int)x.s.nv);
            x.c[4] = (cdy_constraint){.row_count = 1, .J = x.J};
        }
        x.rows = cdy_constraint_rows(x.c, x.count);
        ck_assert_ok(run(&x, batch, &error), error);
        for (size_t b = 0; b < STATES; b++) {
            check_state(&x, b, 0);
            ck_assert_int_eq(x.reports[b].rank, k == 3 ? 13 : 12);
            ck_assert(i != 1 || x.reports[b].residual > 1e-3);
        }
    }
    cdy_batch_destroy(batch);
    free_subject(&x);
}
END_TEST

START_TEST(layouts_hold_the_same_numbers)
{
    cdy_error error = {0};
    subject x = make_standing(2, 6, CDY_ROWS_WELD);
    const states *s = &x.s;
    const size_t n = s->nv, m = (size_t)x.rows;
    cdy_batch *rows = make_room(&x, (cdy_batch_options){.threads = 1}),
              *columns = make_room(&x, (cdy_batch_options){.threads = 1, .layout = CDY_BATCH_COLUMNS});
    double *q = malloc(STATES * s->nq * sizeof *q), *qdd = malloc(STATES * n * sizeof *qdd);
    double *f = malloc(STATES * m * sizeof *f);
    ck_assert(q && qdd && f);
    for (size_t i = 0; i < STATES * s->nq; i++) {
        q[i % s->nq * STATES + i / s->nq] = s->q[i];
    }
    cdy_constraint_report reports[STATES];
    const cdy_constrained_state by_rows = {.q = s->q, .constraints = x.c, .count = x.count},
                                by_columns = {.q = q, .constraints = x.c, .count = x.count};
    ck_assert_ok(cdy_batch_constrained_forward_dynamics(s->r.model, rows, STATES, &by_rows, s->out, x.forces, NULL,
                                                        NULL, &error),
                 error);
    ck_assert_ok(
        cdy_batch_constrained_forward_dynamics(s->r.model, columns, STATES, &by_columns, qdd, f, reports, NULL, &error),
        error);
    for (size_t b = 0; b < STATES; b++) {
        ck_assert_int_eq(reports[b].rank, 12);
        for (size_t i = 0; i < n + m; i++) {
            const double is = i < n ? qdd[i * STATES + b] : f[(i - n) * STATES + b];
            ck_assert(is == (i < n ? s->out[b * n + i] : x.forces[b * m + i - n]));
        }
    }
    ck_assert_ok(
        cdy_batch_constrained_forward_dynamics(s->r.model, rows, STATES, &by_rows, s->second, NULL, NULL, NULL, &error),
        error); /* forces not wanted */
    ck_assert_near(s->second, s->out, STATES * n, 0);
    free(q);
    free(qdd);
    free(f);
    cdy_batch_destroy(rows);
    cdy_batch_destroy(columns);
    free_subject(&x);
}
END_TEST

/* With the bits of the call without constraints; followers that are tied are eliminated elsewhere. */
START_TEST(no_constraints_leave_forward_dynamics)
{
    cdy_error error = {0};
    subject x = random_subject(1 + _i);
    const states *s = &x.s;
    cdy_batch *batch = make_batch(s->r.model, 0, 1, CDY_BATCH_ROWS);
    x.count = x.rows = 0;
    ck_assert_ok(run(&x, batch, &error), error);
    ck_assert_ok(cdy_batch_forward_dynamics(s->r.model, batch, s->count, s->q, s->qd, s->qdd, s->fext, s->expected,
                                            NULL, &error),
                 error);
    const bool tied = (1 + _i) % 4 == 0;
    ck_assert_relative(s->out, s->expected, STATES * s->nv, tied ? 1e-11 : 0);
    ck_assert_int_eq(x.reports[STATES - 1].rank, 0);
    cdy_batch_destroy(batch);
    free_subject(&x);
}
END_TEST

/* Without constraints nothing collides; with a restitution of 0 all held velocities are 0 after an impact, and with 1
 * its energy stays. */
START_TEST(impacts_keep_energy_as_their_restitution_says)
{
    cdy_error error = {0};
    subject x = make_standing(4, 3, CDY_ROWS_BALL);
    const states *s = &x.s;
    cdy_batch *batch = make_room(&x, (cdy_batch_options){.threads = 1});
    double *before = malloc(STATES * sizeof *before), *after = malloc(STATES * sizeof *after);
    ck_assert(before && after);
    x.collides = true;
    ck_assert_ok(cdy_batch_energy(s->r.model, batch, STATES, s->q, s->qd, before, NULL, NULL, &error), error);
    for (int k = 0; k < 3; k++) {
        x.count = k ? 4 : 0;
        x.restitution = k == 2 ? 1 : 0;
        ck_assert_ok(run(&x, batch, &error), error);
        ck_assert_ok(cdy_batch_energy(s->r.model, batch, STATES, s->q, s->out, after, NULL, NULL, &error), error);
        for (size_t b = 0; b < STATES; b++) {
            ck_assert_double_eq_tol(after[b], k == 1 ? fmin(after[b], 0.99 * before[b]) : before[b], 1e-10 * before[b]);
        }
    }
    static const double wrong[] = {-0.1, 1.1, (double)NAN};
    for (int k = 0; k < 3; k++) {
        x.restitution = wrong[k];
        ck_assert_fails(run(&x, batch, &error), CDY_ERROR_ARGUMENT, error);
    }
    free(before);
    free(after);
    cdy_batch_destroy(batch);
    free_subject(&x);
}
END_TEST

START_TEST(calls_that_cannot_begin_leave_everything)
{
    cdy_error error = {0};
    subject x = make_standing(2, 6, CDY_ROWS_WELD);
    const states *s = &x.s;
    cdy_status row = CDY_ERROR_IO;
    cdy_constraint_report report = {.rank = 77};
    double out[64] = {1, 2, 3}, forces[ROWS] = {4, 5, 6}, before[64], forces_before[ROWS];
    cdy_batch *batch = make_room(&x, (cdy_batch_options){.threads = 1}), *small = NULL, *none = NULL;
    ck_assert_ok(
        cdy_batch_create(s->r.model, &(cdy_batch_options){.threads = 1, .constraint_rows = 11}, &small, &error), error);
    ck_assert_fails(cdy_batch_create(s->r.model, &(cdy_batch_options){.constraint_rows = -1}, &none, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_create(s->r.model, &(cdy_batch_options){.constraint_rows = 4097}, &none, &error),
                    CDY_ERROR_ARGUMENT, error);
    memcpy(before, out, sizeof out);
    memcpy(forces_before, forces, sizeof forces);
    cdy_constraint strange[] = {x.c[0], {.frame = 1, .rows = 64}, {.frame = 99, .rows = 1}, {.frame = 1, .rows = 1}};
    strange[3].in_frame.xyz[1] = (double)NAN;
    const cdy_constraint_options negative = {.rank_tolerance = -1, .gap_tolerance = 1};
#define REFUSED(BATCH, C, COUNT, OPTIONS, OUT)                                                                         \
    do {                                                                                                               \
        const cdy_constrained_state many = {.q = s->q, .constraints = (C), .count = (COUNT), .options = (OPTIONS)};    \
        ck_assert_fails(                                                                                               \
            cdy_batch_constrained_forward_dynamics(s->r.model, BATCH, 1, &many, OUT, forces, &report, &row, &error),   \
            CDY_ERROR_ARGUMENT, error);                                                                                \
    } while (0)
    REFUSED(small, x.c, 2, NULL, out);
    ck_assert_ptr_nonnull(strstr(error.text, "constraint_rows"));
    REFUSED(NULL, x.c, 2, NULL, out);
    REFUSED(batch, x.c, 2, NULL, NULL);
    REFUSED(batch, x.c, -1, NULL, out);
    REFUSED(batch, NULL, 1, NULL, out);
    REFUSED(batch, x.c, 2, &negative, out);
    for (int k = 1; k < 4; k++) {
        REFUSED(batch, strange + k, 1, NULL, out);
    }
#undef REFUSED
    ck_assert_mem_eq(out, before, sizeof out);
    ck_assert_mem_eq(forces, forces_before, sizeof forces);
    ck_assert(report.rank == 77 && row == CDY_ERROR_IO);
    cdy_batch_destroy(batch);
    cdy_batch_destroy(small);
    free_subject(&x);
}
END_TEST

START_TEST(calls_do_not_allocate)
{
    cdy_error error = {0};
    subject x = make_standing(4, 3, CDY_ROWS_BALL);
    cdy_batch *batch = make_room(&x, (cdy_batch_options){.threads = 1});
    x.c[4] = x.c[0]; /* the second call is the fallback's */
    const size_t before = heap_count().calls;
    const cdy_status first = run(&x, batch, &error);
    x.count = 5;
    const cdy_status second = run(&x, batch, &error);
    x.collides = true;
    const cdy_status third = run(&x, batch, &error);
    ck_assert_uint_eq(heap_count().calls, before);
    ck_assert(!first && !second && !third);
    cdy_batch_destroy(batch);
    free_subject(&x);
}
END_TEST

/* ---- floats ---- */

static float *narrow_array(const double *numbers, size_t count)
{
    float *narrow = malloc((count + 1) * sizeof *narrow);
    ck_assert_ptr_nonnull(narrow);
    for (size_t i = 0; i < count; i++) {
        narrow[i] = (float)numbers[i];
    }
    return narrow;
}

/* Rounds the inputs to floats, so that both calls have the same. */
static void round_inputs(const states *s)
{
    double *const arrays[] = {s->q, s->qd, s->qdd, s->fext};
    const size_t widths[] = {s->nq, s->nv, s->nv, s->rows6};
    for (size_t k = 0; k < 4; k++) {
        for (size_t i = 0; i < s->count * widths[k]; i++) {
            arrays[k][i] = (double)(float)arrays[k][i];
        }
    }
}

/* Runs the call over floats, and widens its results. */
static cdy_status run_over_floats(subject *x, int lanes, cdy_error *error)
{
    const states *s = &x->s;
    cdy_batch_f32 *batch = NULL;
    const cdy_batch_options options = {.threads = 1, .lanes = lanes, .constraint_rows = ROWS};
    cdy_status status = cdy_batch_f32_create(s->r.model, &options, &batch, error);
    if (status) {
        return status;
    }
    float *q = narrow_array(s->q, s->count * s->nq), *qd = narrow_array(s->qd, s->count * s->nv);
    float *tau = narrow_array(s->qdd, s->count * s->nv), *fext = narrow_array(s->fext, s->count * s->rows6);
    float *qdd = narrow_array(s->qdd, s->count * s->nv), *forces = narrow_array(x->forces, STATES * ROWS);
    const cdy_constrained_state_f32 many = {q, qd, tau, fext, x->c, x->count, &x->options, x->restitution};
    if (x->collides) {
        status = cdy_batch_f32_impact(s->r.model, batch, s->count, &many, qdd, forces, x->reports, s->statuses, error);
    } else {
        status = cdy_batch_f32_constrained_forward_dynamics(s->r.model, batch, s->count, &many, qdd, forces, x->reports,
                                                            s->statuses, error);
    }
    for (size_t i = 0; i < s->count * s->nv; i++) {
        s->out[i] = (double)qdd[i];
    }
    for (size_t i = 0; i < s->count * (size_t)x->rows; i++) {
        x->forces[i] = (double)forces[i];
    }
    float *const arrays[] = {q, qd, tau, fext, qdd, forces};
    for (size_t i = 0; i < 6; i++) {
        free(arrays[i]);
    }
    cdy_batch_f32_destroy(batch);
    return status;
}

START_TEST(floats_have_the_results_of_doubles)
{
    static const int lanes[] = {0, 4};
    for (int number = 0; number < ROBOTS / 2; number++) {
        cdy_error error = {0};
        subject x = random_subject(number);
        round_inputs(&x.s);
        x.s.q[x.s.nq] = (double)NAN;
        x.collides = number % 4 >= 2;
        const cdy_status status = run_over_floats(&x, lanes[number % 2], &error);
        ck_assert_msg(status == CDY_ERROR_ARGUMENT, "%s", error.text);
        ck_assert_int_eq(x.s.statuses[1], CDY_ERROR_ARGUMENT);
        for (size_t b = 0; b < STATES; b++) {
            check_state(&x, b, 0.02);
        }
        free_subject(&x);
    }
}
END_TEST

START_TEST(legged_robots_stand_in_floats)
{
    subject all[] = {make_standing(4, 3, CDY_ROWS_BALL), make_standing(2, 6, CDY_ROWS_WELD)};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        cdy_error error = {0};
        subject *x = &all[k];
        round_inputs(&x->s);
        for (int collides = 0; collides < 2; collides++) {
            x->collides = collides;
            ck_assert_ok(run_over_floats(x, 0, &error), error);
            for (size_t b = 0; b < STATES; b++) {
                check_state(x, b, 1e-3);
            }
        }
        free_subject(x);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_constrained");
    TCase *tests = add_case(suite, "batch_constrained", legged_robots_stand_as_in_the_single_call);
    tcase_add_loop_test(tests, states_have_the_results_of_the_single_call, 0, 4);
    tcase_add_test(tests, states_beyond_all_numbers_fail_alone);
    tcase_add_test(tests, dependent_and_contradicting_rows_go_to_the_single_call);
    tcase_add_test(tests, layouts_hold_the_same_numbers);
    tcase_add_loop_test(tests, no_constraints_leave_forward_dynamics, 0, 4);
    tcase_add_test(tests, impacts_keep_energy_as_their_restitution_says);
    tcase_add_test(tests, calls_that_cannot_begin_leave_everything);
    tcase_add_test(tests, calls_do_not_allocate);
    tcase_add_test(tests, floats_have_the_results_of_doubles);
    tcase_add_test(tests, legged_robots_stand_in_floats);
    return run_suites(suite, NULL);
}
