/* Dynamics of tasks at many states: each state beside the single call. */
#include "batch/batch_case.h"
#include "support/allocation.h"
#include "support/driven.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

enum { ROBOTS = UNLESS_WATCHED(40, 8), STATES = 21, ROWS = 18, MOST_TASKS = 3 };

/* Results: J, Lambda, Jbar, N, mu, p. */
enum { RESULTS = 6 };

typedef struct subject {
    states s;
    cdy_row_solver *solver;
    cdy_task tasks[MOST_TASKS];
    int count, rows;
    double *found[RESULTS], *expected[RESULTS];
    void *blocks[RESULTS];
    int ranks[STATES];
} subject;

static size_t width(const subject *x, int result)
{
    const size_t m = (size_t)x->rows, n = x->s.nv;
    const size_t widths[RESULTS] = {m * n, m * m, n * m, n * n, m, m};
    return widths[result];
}

static void count_rows(subject *x)
{
    x->rows = 0;
    for (int i = 0; i < x->count; i++) {
        for (unsigned mask = x->tasks[i].rows; mask; mask >>= 1) {
            x->rows += (int)(mask & 1);
        }
    }
}

static subject make_subject(robot r, uint64_t seed)
{
    cdy_error error = {0};
    subject x = {.s = make_states(r, STATES, seed)};
    const size_t most = (x.s.nv + ROWS) * (x.s.nv + ROWS);
    ck_assert_ok(cdy_row_solver_create(r.model, ROWS, &x.solver, &error), error);
    for (int i = 0; i < RESULTS; i++) {
        x.found[i] = allocate_odd(&x.blocks[i], STATES * most);
        x.expected[i] = calloc(most, sizeof(double));
        ck_assert_ptr_nonnull(x.expected[i]);
    }
    return x;
}

static void free_subject(subject *x)
{
    for (int i = 0; i < RESULTS; i++) {
        free(x->blocks[i]);
        free(x->expected[i]);
    }
    cdy_row_solver_destroy(x->solver);
    free_states(&x->s);
}

/* Robots of all types of joints, every fourth with mimic joints, and up to three tasks that may depend on each other.
 */
static subject random_subject(int number)
{
    uint64_t state = (uint64_t)number * 43 + 7;
    cdy_tree *tree = random_tree((uint64_t)number + 300, 2 + number % 13, RANDOM_JOINTS_ALL);
    cdy_tree_set_mimic_independent(tree, number % 4 != 0);
    if (number % 2) {
        drive_joints(tree, &state);
    }
    robot r = make_robot(tree);
    if (number % 2) {
        set_drives(&r, all_drives());
    }
    subject x = make_subject(r, state);
    x.count = draw_below(&state, MOST_TASKS + 1);
    for (int i = 0; i < x.count; i++) {
        x.tasks[i] = (cdy_task){.frame = draw_below(&state, cdy_model_frame_count(r.model)),
                                .axes = draw_below(&state, 2) ? CDY_AXES_BODY : CDY_AXES_BASE,
                                .rows = 1 + (unsigned)draw_below(&state, CDY_ROWS_ALL)};
        draw_array(&state, 0.5, x.tasks[i].point, 3);
    }
    count_rows(&x);
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

static cdy_operational_space space_of(double *const results[RESULTS])
{
    return (cdy_operational_space){results[0], results[1], results[2], results[3], results[4], results[5], 0};
}

static cdy_status run(subject *x, cdy_batch *batch, cdy_error *error)
{
    const states *s = &x->s;
    const cdy_operational_space space = space_of(x->found);
    const cdy_task_state many = {.q = s->q, .qd = s->qd, .tasks = x->tasks, .count = x->count};
    return cdy_batch_task_dynamics(s->r.model, batch, s->count, &many, &space, x->ranks, s->statuses, error);
}

static void check_state(const subject *x, size_t b, double tolerance)
{
    const states *s = &x->s;
    const cdy_task_state state = {.q = s->q + b * s->nq, .qd = s->qd + b * s->nv, .tasks = x->tasks, .count = x->count};
    cdy_operational_space space = space_of(x->expected);
    const cdy_status status = cdy_task_dynamics(s->r.model, s->r.work, x->solver, &state, &space, NULL);
    ck_assert_int_eq(s->statuses[b], status);
    ck_assert_int_eq(x->ranks[b], status ? 0 : space.rank);
    for (int i = 0; i < RESULTS; i++) {
        const size_t size = width(x, i);
        const double *found = x->found[i] + b * size;
        for (size_t k = 0; status && k < size; k++) {
            ck_assert(isnan(found[k]));
        }
        if (!status) {
            ck_assert_near(found, x->expected[i], size, tolerance * (1 + largest(x->expected[i], size)));
        }
    }
}

START_TEST(states_have_the_results_of_the_single_call)
{
    static const int lanes[] = {0, 1, 2, 4};
    int full = 0, partial = 0;
    for (int number = _i; number < ROBOTS; number += 4) {
        cdy_error error = {0};
        subject x = random_subject(number);
        cdy_batch *batch = make_room(&x, (cdy_batch_options){.lanes = lanes[_i], .threads = 1 + number % 2});
        for (size_t b = 3; b < STATES; b += 7) { /* beside the others */
            x.s.qd[b * x.s.nv] = b % 2 ? (double)NAN : (double)INFINITY;
        }
        if (batch) {
            ck_assert_int_eq(run(&x, batch, &error), CDY_ERROR_ARGUMENT);
            ck_assert_msg(strncmp(error.text, "row 3: the velocity", 19) == 0, "%s", error.text);
            for (size_t b = 0; b < STATES; b++) {
                check_state(&x, b, 1e-8);
                full += x.ranks[b] == x.rows;
                partial += x.ranks[b] < x.rows;
            }
        }
        cdy_batch_destroy(batch);
        free_subject(&x);
    }
    /* a watched build has few robots, which may all have full rank or all less */
    ck_assert(UNLESS_WATCHED(full > 0 && partial > 0, full + partial > 0));
}
END_TEST

/* An arm's hand: Lambda J M^-1 J^T = 1, Jbar = M^-1 J^T Lambda and N^T tau does not accelerate it, by other calls. */
START_TEST(results_have_their_properties)
{
    cdy_error error = {0};
    subject x = make_subject(load_bundled_robot(_i ? "kukaIiwa14" : "universalUR5e"), 5);
    const states *s = &x.s;
    const size_t n = s->nv;
    cdy_batch *batch = make_room(&x, (cdy_batch_options){.threads = 1});
    double *M = calloc(STATES * n * n, sizeof *M);
    x.count = 1;
    x.tasks[0] = (cdy_task){.frame = (int)s->frames - 1, .rows = CDY_ROWS_LINEAR};
    count_rows(&x);
    ck_assert_ok(run(&x, batch, &error), error);
    ck_assert_ok(cdy_batch_mass_matrix(s->r.model, batch, STATES, s->q, M, NULL, &error), error);
    for (size_t b = 0; b < STATES; b++) {
        const double *J = x.found[0] + b * 3 * n, *Lambda = x.found[1] + b * 9, *Jbar = x.found[2] + b * 3 * n;
        const double *N = x.found[3] + b * n * n;
        ck_assert_int_eq(x.ranks[b], 3);
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < 3; k++) { /* M Jbar = J^T Lambda, J N = 0 */
                double left = 0, right = 0, moved = 0;
                for (size_t j = 0; j < n; j++) {
                    left += M[(b * n + i) * n + j] * Jbar[j * 3 + k];
                    moved += J[k * n + j] * N[j * n + i];
                }
                for (size_t j = 0; j < 3; j++) {
                    right += J[j * n + i] * Lambda[j * 3 + k];
                }
                ck_assert_double_eq_tol(left, right, 1e-9 * (1 + largest(Lambda, 9)));
                ck_assert_double_eq_tol(moved, 0, 1e-9 * (1 + largest(Lambda, 9)));
            }
        }
    }
    free(M);
    cdy_batch_destroy(batch);
    free_subject(&x);
}
END_TEST

/* Rows that nothing moves have rounding errors alone: rank 0, as in the single call. */
START_TEST(rounding_errors_are_no_rows)
{
    cdy_error error = {0};
    subject x = make_subject(load_bundled_robot("omronEcobra600"), 5);
    cdy_batch *batch = make_room(&x, (cdy_batch_options){.threads = 1});
    x.count = 1;
    x.tasks[0] = (cdy_task){.frame = (int)x.s.frames - 1, .rows = CDY_ROW_WX | CDY_ROW_WY, .point = {0.1, 0.2, 0.3}};
    count_rows(&x);
    ck_assert_ok(run(&x, batch, &error), error);
    for (size_t b = 0; b < STATES; b++) {
        ck_assert_int_eq(x.ranks[b], 0);
        check_state(&x, b, 0);
    }
    cdy_batch_destroy(batch);
    free_subject(&x);
}
END_TEST

START_TEST(layouts_hold_the_same_numbers)
{
    cdy_error error = {0};
    subject x = random_subject(2);
    const states *s = &x.s;
    x.count = 1;
    x.tasks[0] = (cdy_task){.frame = (int)s->frames - 1, .axes = CDY_AXES_BODY, .rows = CDY_ROW_VX | CDY_ROW_WZ};
    count_rows(&x);
    cdy_batch *rows = make_room(&x, (cdy_batch_options){.threads = 1}),
              *columns = make_room(&x, (cdy_batch_options){.threads = 1, .layout = CDY_BATCH_COLUMNS});
    double *q = malloc(STATES * s->nq * sizeof *q), *Jbar = malloc(STATES * 2 * s->nv * sizeof *Jbar);
    ck_assert(q && Jbar);
    for (size_t i = 0; i < STATES * s->nq; i++) {
        q[i % s->nq * STATES + i / s->nq] = s->q[i];
    }
    const cdy_operational_space space = space_of(x.found), only = {.Jbar = Jbar};
    const cdy_task_state by_rows = {.q = s->q, .tasks = x.tasks, .count = 1},
                         by_columns = {.q = q, .tasks = x.tasks, .count = 1};
    ck_assert_ok(cdy_batch_task_dynamics(s->r.model, rows, STATES, &by_rows, &space, NULL, NULL, &error), error);
    ck_assert_ok(cdy_batch_task_dynamics(s->r.model, columns, STATES, &by_columns, &only, NULL, NULL, &error), error);
    for (size_t i = 0; i < STATES * 2 * s->nv; i++) {
        ck_assert_double_eq(Jbar[i % (2 * s->nv) * STATES + i / (2 * s->nv)], x.found[2][i]);
    }
    free(q);
    free(Jbar);
    cdy_batch_destroy(rows);
    cdy_batch_destroy(columns);
    free_subject(&x);
}
END_TEST

/* Velocities about where their squares overflow: a state fails in a batch where the single call fails, whose results
 * are those that are wanted. The Jacobian does not depend on velocities. */
START_TEST(large_velocities_fail_as_in_the_single_call)
{
    cdy_error error = {0};
    subject x = make_subject(load_bundled_robot(_i % 2 ? "omronEcobra600" : "universalUR5e"), 5);
    states *s = &x.s;
    uint64_t seed = (uint64_t)_i + 1;
    int failed = 0;
    cdy_batch *batch = make_room(&x, (cdy_batch_options){.threads = 1});
    x.count = 1;
    x.tasks[0] = (cdy_task){.frame = (int)s->frames - 1, .rows = CDY_ROWS_LINEAR};
    count_rows(&x);
    for (int turn = 0; turn < UNLESS_WATCHED(1000, 50); turn++) {
        double *wanted[RESULTS] = {0}, *expected[RESULTS] = {0};
        for (int i = 0; i < RESULTS; i++) {
            const bool all = turn % (RESULTS + 1) == RESULTS;
            wanted[i] = all || turn % (RESULTS + 1) == i ? x.found[i] : NULL;
            expected[i] = wanted[i] ? x.expected[i] : NULL;
        }
        for (size_t b = 0; b < STATES; b++) { /* one joint alone, or all */
            const double size = pow(10, draw(&seed, 152, 155));
            for (size_t k = 0; k < s->nv; k++) {
                s->qd[b * s->nv + k] = k == b % (s->nv + 1) || b % (s->nv + 1) == s->nv ? draw(&seed, -size, size) : 0;
            }
        }
        const cdy_operational_space space = space_of(wanted);
        const cdy_task_state many = {.q = s->q, .qd = s->qd, .tasks = x.tasks, .count = 1};
        cdy_batch_task_dynamics(s->r.model, batch, STATES, &many, &space, NULL, s->statuses, NULL);
        for (size_t b = 0; b < STATES; b++) {
            const cdy_task_state one = {.q = s->q + b * s->nq, .qd = s->qd + b * s->nv, .tasks = x.tasks, .count = 1};
            cdy_operational_space alone = space_of(expected);
            const cdy_status status = cdy_task_dynamics(s->r.model, s->r.work, x.solver, &one, &alone, &error);
            ck_assert_msg(status == s->statuses[b], "turn %d, state %zu: %s alone, %s in a batch", turn, b,
                          cdy_status_text(status), cdy_status_text(s->statuses[b]));
            ck_assert(!status || wanted[4]);
            failed += status != CDY_OK;
        }
    }
    ck_assert_int_gt(failed, 0);
    cdy_batch_destroy(batch);
    free_subject(&x);
}
END_TEST

START_TEST(calls_that_cannot_begin_leave_everything)
{
    cdy_error error = {0};
    subject x = make_subject(load_bundled_robot("universalUR5e"), 5);
    const states *s = &x.s;
    cdy_batch *batch = make_room(&x, (cdy_batch_options){.threads = 1}), *small = NULL;
    ck_assert_ok(cdy_batch_create(s->r.model, &(cdy_batch_options){.threads = 1, .constraint_rows = 2}, &small, &error),
                 error);
    const cdy_operational_space space = space_of(x.found);
    const cdy_task good = {.frame = 1, .rows = CDY_ROWS_LINEAR}, wrong[] = {{.frame = 99, .rows = 1},
                                                                            {.frame = 1, .rows = 64},
                                                                            {.frame = 1, .rows = 0},
                                                                            {.frame = 1, .rows = 1, .axes = 7}};
    cdy_status row = CDY_ERROR_IO;
    int rank = 77;
    x.found[0][0] = 3;
#define REFUSED(BATCH, TASKS, COUNT, TOLERANCE, RESULT)                                                                \
    do {                                                                                                               \
        const cdy_task_state many = {.q = s->q, .tasks = (TASKS), .count = (COUNT), .tolerance = (TOLERANCE)};         \
        ck_assert_fails(cdy_batch_task_dynamics(s->r.model, BATCH, 1, &many, RESULT, &rank, &row, &error),             \
                        CDY_ERROR_ARGUMENT, error);                                                                    \
    } while (0)
    REFUSED(NULL, &good, 1, 0, &space);
    REFUSED(batch, &good, -1, 0, &space);
    REFUSED(batch, NULL, 1, 0, &space);
    REFUSED(batch, &good, 1, -1, &space);
    REFUSED(batch, &good, 1, 0, NULL);
    REFUSED(small, &good, 1, 0, &space);
    ck_assert_ptr_nonnull(strstr(error.text, "constraint_rows"));
    for (int i = 0; i < 4; i++) {
        REFUSED(batch, wrong + i, 1, 0, &space);
    }
#undef REFUSED
    ck_assert(x.found[0][0] == 3 && row == CDY_ERROR_IO && rank == 77);
    cdy_batch_destroy(batch);
    cdy_batch_destroy(small);
    free_subject(&x);
}
END_TEST

START_TEST(calls_do_not_allocate)
{
    cdy_error error = {0};
    subject x = random_subject(5);
    cdy_batch *batch = make_room(&x, (cdy_batch_options){.threads = 1});
    x.count = 2; /* the second call is the single call's */
    x.tasks[0] = x.tasks[1] = (cdy_task){.frame = (int)x.s.frames - 1, .rows = CDY_ROW_VX};
    count_rows(&x);
    const size_t before = heap_count().calls;
    const cdy_status first = run(&x, batch, &error);
    x.count = x.rows = 1;
    const cdy_status second = run(&x, batch, &error);
    x.count = x.rows = 0;
    const cdy_status third = run(&x, batch, &error);
    ck_assert_uint_eq(heap_count().calls, before);
    ck_assert(!first && !second && !third);
    check_state(&x, 1, 1e-12);
    cdy_batch_destroy(batch);
    free_subject(&x);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_task");
    TCase *tests = add_case(suite, "batch_task", layouts_hold_the_same_numbers);
    tcase_add_loop_test(tests, states_have_the_results_of_the_single_call, 0, 4);
    tcase_add_loop_test(tests, results_have_their_properties, 0, 2);
    tcase_add_loop_test(tests, large_velocities_fail_as_in_the_single_call, 0, 2);
    tcase_add_test(tests, calls_that_cannot_begin_leave_everything);
    tcase_add_test(tests, calls_do_not_allocate);
    tcase_add_test(tests, rounding_errors_are_no_rows);
    return run_suites(suite, NULL);
}
