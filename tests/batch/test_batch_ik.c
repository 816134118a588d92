/* Inverse kinematics of many targets: beside the single call, and each target independent of the others. */
#include "batch/batch_case.h"
#include "support/gik_case.h"
#include "support/ik_case.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

enum { ROBOTS = UNLESS_WATCHED(24, 6), MOST_TARGETS = UNLESS_WATCHED(1000, 100), TARGETS = UNLESS_WATCHED(100, 20) };

/* Targets that a robot can reach, starts, and room for results. */
typedef struct targets {
    robot r;
    int frame;
    size_t count, nq;
    double *T, *starts, *q;
    cdy_ik_report *reports;
    cdy_status *statuses;
    cdy_ik_options options;
    void *blocks[3];
} targets;

static targets make_targets(robot r, int frame, size_t count, uint64_t seed)
{
    targets t = {.r = r, .frame = frame, .count = count, .nq = (size_t)r.nq, .options = cdy_ik_options_default()};
    const size_t room = count + 16; /* whole blocks */
    t.T = allocate_odd(&t.blocks[0], room * 16);
    t.starts = allocate_odd(&t.blocks[1], room * t.nq);
    t.q = allocate_odd(&t.blocks[2], room * t.nq);
    t.reports = calloc(room, sizeof *t.reports);
    t.statuses = calloc(room, sizeof *t.statuses);
    ck_assert(t.reports && t.statuses);
    for (size_t b = 0; b < count; b++) {
        cdy_random_configuration(r.model, &seed, t.starts + b * t.nq);
        place(&t.r, frame, t.starts + b * t.nq, t.T + 16 * b);
    }
    for (size_t b = 0; b < count; b++) {
        cdy_random_configuration(r.model, &seed, t.starts + b * t.nq);
    }
    return t;
}

static void free_targets(targets *t)
{
    for (size_t i = 0; i < 3; i++) {
        free(t->blocks[i]);
    }
    free(t->reports);
    free(t->statuses);
    free_robot(&t->r);
}

static const struct {
    const char *name, *frame;
} arms[] = {{"universalUR5e", "tool0"}, {"kukaIiwa14", "iiwa_link_ee_kuka"}, {"omronEcobra600", NULL}};
enum { ARMS = sizeof arms / sizeof arms[0] };

static targets arm_targets(int number, size_t count)
{
    robot r = load_bundled_robot(arms[number].name);
    const int last = cdy_model_frame_count(r.model) - 1;
    return make_targets(r, arms[number].frame ? cdy_model_find_frame(r.model, arms[number].frame) : last, count, 3);
}

/* Robots of all types of joints, every third with mimic joints, and their last frame. */
static targets random_targets(int number, size_t count)
{
    cdy_tree *tree = random_tree((uint64_t)number + 90, 2 + number % 11, RANDOM_JOINTS_ALL);
    cdy_tree_set_mimic_independent(tree, number % 3 != 0);
    robot r = make_robot(tree);
    targets t = make_targets(r, cdy_model_frame_count(r.model) - 1, count, (uint64_t)number);
    t.options.restarts = 4;
    t.options.ignore_limits = number % 5 == 4;
    return t;
}

static cdy_status run(targets *t, cdy_batch *batch, cdy_error *error)
{
    const cdy_ik_problem problems = {t->frame, t->T, t->starts, &t->options};
    return cdy_batch_inverse_kinematics(t->r.model, batch, t->count, &problems, t->q, t->reports, t->statuses, error);
}

static void run_with(targets *t, int lanes, int threads)
{
    cdy_error error = {0};
    cdy_batch *batch = make_batch(t->r.model, lanes, threads, CDY_BATCH_ROWS);
    if (batch) {
        memset(t->q, 0x55, t->count * t->nq * sizeof *t->q);
        ck_assert_ok(run(t, batch, &error), error);
    }
    cdy_batch_destroy(batch);
}

/* A batch of one lane computes as the single call does. */
START_TEST(one_lane_gives_the_bits_of_the_single_call)
{
    targets t = random_targets(_i, TARGETS);
    double *q = calloc(t.nq, sizeof *q);
    run_with(&t, 1, 1);
    for (size_t b = 0; b < t.count; b++) {
        const cdy_ik_report report = solve(&t.r, t.frame, t.T + 16 * b, t.starts + b * t.nq, &t.options, q);
        ck_assert_mem_eq(q, t.q + b * t.nq, t.nq * sizeof *q);
        ck_assert_int_eq(report.iterations, t.reports[b].iterations);
        ck_assert_int_eq(report.restarts, t.reports[b].restarts);
        ck_assert_int_eq(report.at_limit, t.reports[b].at_limit);
        ck_assert_int_eq(report.converged, t.reports[b].converged);
        ck_assert_double_eq(report.angular_error, t.reports[b].angular_error);
        ck_assert_double_eq(report.linear_error, t.reports[b].linear_error);
        ck_assert_int_eq(t.statuses[b], CDY_OK);
    }
    free(q);
    free_targets(&t);
}
END_TEST

/* The reports are true of q by the placement of the single call, and no coordinate leaves its limits. */
static int check_reports(targets *t)
{
    int converged = 0;
    for (size_t b = 0; b < t->count; b++) {
        const cdy_ik_report *report = &t->reports[b];
        const double *q = t->q + b * t->nq;
        double reached[16], distance, half_sine;
        place(&t->r, t->frame, q, reached);
        compare_placements(reached, t->T + 16 * b, &distance, &half_sine);
        ck_assert_double_eq_tol(distance, report->linear_error, 1e-12 + 1e-9 * distance);
        ck_assert_double_eq_tol(half_sine, sin(report->angular_error / 2), 1e-12 + 1e-9 * half_sine);
        ck_assert_int_eq(report->converged, report->linear_error <= 1e-8 && report->angular_error <= 1e-8);
        ck_assert(t->options.ignore_limits || cdy_configuration_limit_violations(t->r.model, q, 0, NULL) == 0);
        converged += report->converged;
    }
    return converged;
}

START_TEST(lanes_reach_their_targets)
{
    targets t = arm_targets(_i, MOST_TARGETS);
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        run_with(&t, lanes, 1);
        ck_assert_uint_eq((size_t)check_reports(&t), t.count);
    }
    free_targets(&t);
}
END_TEST

/* Searches in lanes go the way of the single search, but for a few in which rounding decides. */
START_TEST(lanes_take_the_steps_of_the_single_call)
{
    targets t = random_targets(_i, TARGETS);
    size_t same = 0, converged = 0, reached;
    double *q = calloc(t.nq, sizeof *q);
    run_with(&t, 0, 1);
    reached = (size_t)check_reports(&t);
    for (size_t b = 0; b < t.count; b++) {
        const cdy_ik_report report = solve(&t.r, t.frame, t.T + 16 * b, t.starts + b * t.nq, &t.options, q);
        same += report.iterations == t.reports[b].iterations && report.restarts == t.reports[b].restarts;
        converged += report.converged;
    }
    ck_assert_uint_ge(20 * reached + 20, 19 * converged);
    ck_assert_msg(2 * same >= t.count, "%zu of %zu searches are the same", same, t.count);
    free(q);
    free_targets(&t);
}
END_TEST

/* Results have the same bits wherever a target stands, and on any number of threads. */
START_TEST(targets_do_not_depend_on_others)
{
    targets all = random_targets(_i, 3 * TARGETS);
    run_with(&all, 0, 1);
    double *q = calloc(all.count * all.nq, sizeof *q);
    memcpy(q, all.q, all.count * all.nq * sizeof *q);
    for (int threads = 2; threads <= 3; threads++) {
        run_with(&all, 0, threads);
        ck_assert_mem_eq(q, all.q, all.count * all.nq * sizeof *q);
    }
    static const size_t counts[] = {0, 1, 7, 9};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        targets few = all;
        const size_t first = 5 * i;
        few.count = counts[i];
        few.T = all.T + 16 * first;
        few.starts = all.starts + first * all.nq;
        run_with(&few, 0, 1);
        ck_assert_mem_eq(q + first * all.nq, few.q, few.count * all.nq * sizeof *q);
    }
    free(q);
    free_targets(&all);
}
END_TEST

/* Number k of a state in a layout, of rows of `width` numbers. */
static size_t place_in(cdy_batch_layout layout, size_t lanes, size_t count, size_t width, size_t state, size_t k)
{
    switch (layout) {
    case CDY_BATCH_LANES: return (state / lanes * width + k) * lanes + state % lanes;
    case CDY_BATCH_COLUMNS: return k * count + state;
    case CDY_BATCH_ROWS: break;
    }
    return state * width + k;
}

START_TEST(layouts_have_the_same_numbers)
{
    targets t = random_targets(7, 21);
    run_with(&t, 0, 1);
    const size_t width = 16 + 2 * t.nq, room = (t.count + 16) * width;
    for (cdy_batch_layout layout = CDY_BATCH_LANES; layout <= CDY_BATCH_COLUMNS; layout++) {
        cdy_error error = {0};
        cdy_batch *batch = make_batch(t.r.model, 0, 1, layout);
        const size_t lanes = (size_t)cdy_batch_lanes(batch);
        double *T = aligned_alloc(64, (room * sizeof *T + 63) / 64 * 64);
        ck_assert_ptr_nonnull(T);
        double *starts = T + 16 * (t.count + 16) / 8 * 8, *q = starts; /* results may take the place of the starts */
        for (size_t b = 0; b < t.count; b++) {
            for (size_t k = 0; k < 16; k++) {
                T[place_in(layout, lanes, t.count, 16, b, k)] = t.T[16 * b + k];
            }
            for (size_t k = 0; k < t.nq; k++) {
                starts[place_in(layout, lanes, t.count, t.nq, b, k)] = t.starts[t.nq * b + k];
            }
        }
        const cdy_ik_problem problems = {t.frame, T, starts, &t.options}, unaligned = {t.frame, t.T, NULL, NULL};
        ck_assert_ok(cdy_batch_inverse_kinematics(t.r.model, batch, t.count, &problems, q, NULL, NULL, &error), error);
        for (size_t i = 0; i < t.count * t.nq; i++) {
            ck_assert_double_eq(q[place_in(layout, lanes, t.count, t.nq, i / t.nq, i % t.nq)], t.q[i]);
        }
        if (layout == CDY_BATCH_LANES) {
            ck_assert_int_eq(cdy_batch_inverse_kinematics(t.r.model, batch, t.count, &unaligned, q, NULL, NULL, &error),
                             CDY_ERROR_ARGUMENT);
        }
        free(T);
        cdy_batch_destroy(batch);
    }
    free_targets(&t);
}
END_TEST

/* A target without a search fails alone, and the error names the first. */
START_TEST(targets_fail_alone)
{
    targets t = arm_targets(0, 33);
    run_with(&t, 0, 1);
    double *q = calloc(t.count * t.nq, sizeof *q);
    memcpy(q, t.q, t.count * t.nq * sizeof *q);
    t.T[16 * 9 + 4] = (double)NAN;
    t.starts[19 * t.nq + 2] = (double)INFINITY;
    t.T[16 * 20] += 0.5;
    for (int threads = 1; threads <= 3; threads++) {
        cdy_error error = {0};
        cdy_batch *batch = make_batch(t.r.model, 0, threads, CDY_BATCH_ROWS);
        ck_assert_int_eq(run(&t, batch, &error), CDY_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, "row 9: the target is no placement"), "%s", error.text);
        for (size_t b = 0; b < t.count; b++) {
            const bool fails = b == 9 || b == 19 || b == 20;
            ck_assert_int_eq(t.statuses[b], fails ? CDY_ERROR_ARGUMENT : CDY_OK);
            ck_assert_int_eq(t.reports[b].converged, !fails);
            ck_assert_int_eq(isnan(t.reports[b].linear_error) != 0, fails);
            for (size_t k = 0; k < t.nq; k++) {
                ck_assert(fails ? isnan(t.q[b * t.nq + k]) != 0 : t.q[b * t.nq + k] == q[b * t.nq + k]);
            }
        }
        cdy_batch_destroy(batch);
    }
    free(q);
    free_targets(&t);
}
END_TEST

/* Numbers of any size fail or give finite results. */
START_TEST(far_targets_end)
{
    targets t = random_targets(_i, 16);
    t.options.iterations = 20;
    for (size_t b = 0; b < t.count; b++) {
        for (size_t k = 3; k < 12; k += 4) {
            t.T[16 * b + k] *= pow(10, 24 * (double)b);
        }
    }
    cdy_batch *batch = make_batch(t.r.model, 0, 1, CDY_BATCH_ROWS);
    const cdy_status status = run(&t, batch, NULL);
    bool failed = false;
    for (size_t b = 0; b < t.count; b++) {
        failed = failed || t.statuses[b];
        for (size_t k = 0; k < t.nq; k++) {
            ck_assert_int_eq(isfinite(t.q[b * t.nq + k]) != 0, t.statuses[b] == CDY_OK);
        }
    }
    ck_assert_int_eq(status != CDY_OK, failed);
    cdy_batch_destroy(batch);
    free_targets(&t);
}
END_TEST

START_TEST(wrong_calls_change_nothing)
{
    targets t = arm_targets(1, 9), empty = t;
    cdy_error error = {0};
    cdy_batch *batch = make_batch(t.r.model, 0, 1, CDY_BATCH_ROWS);
    memset(t.q, 0x55, t.count * t.nq * sizeof *t.q);
    double untouched;
    memset(&untouched, 0x55, sizeof untouched);
    for (int wrong = 0; wrong < 8; wrong++) {
        targets x = t;
        x.frame = wrong == 0 ? -1 : wrong == 1 ? 1000 : t.frame;
        x.options.iterations = wrong == 2 ? 0 : 10;
        x.options.angular_tolerance = wrong == 3 ? 0 : 1e-8;
        x.options.weights[2] = wrong == 4 ? -1 : 1;
        x.T = wrong == 5 ? NULL : t.T;
        x.q = wrong == 6 ? NULL : t.q;
        x.count = wrong == 7 ? SIZE_MAX / 8 : t.count;
        ck_assert_int_eq(run(&x, batch, &error), CDY_ERROR_ARGUMENT);
        ck_assert_double_eq(t.q[0], untouched);
    }
    ck_assert_int_eq(run(&empty, NULL, &error), CDY_ERROR_ARGUMENT);
    cdy_batch_destroy(batch);
    free_targets(&t);
}
END_TEST

/* Without starts, options, reports and statuses: from home, with the defaults. */
START_TEST(what_is_not_given_has_defaults)
{
    targets t = arm_targets(0, 17);
    cdy_error error = {0};
    cdy_batch *batch = make_batch(t.r.model, 1, 1, CDY_BATCH_ROWS);
    const cdy_ik_problem problems = {.frame = t.frame, .target = t.T};
    ck_assert_ok(cdy_batch_inverse_kinematics(t.r.model, batch, t.count, &problems, t.q, NULL, NULL, &error), error);
    for (size_t b = 0; b < t.count; b++) {
        double q[6];
        solve(&t.r, t.frame, t.T + 16 * b, NULL, NULL, q);
        ck_assert_mem_eq(q, t.q + b * t.nq, sizeof q);
    }
    cdy_batch_destroy(batch);
    free_targets(&t);
}
END_TEST

/* A frame of a floating robot goes to a target far away by translation. */
START_TEST(floating_robots_travel)
{
    cdy_tree *tree = make_tree("ground", 9.81);
    cdy_body trunk = make_body("trunk", "free", CDY_JOINT_FLOATING);
    add_body(tree, &trunk, "ground");
    cdy_body arm = make_body("arm", "shoulder", CDY_JOINT_REVOLUTE);
    set_origin(&arm, 0.3, 0, 0, 0, 0, 0);
    add_body(tree, &arm, "trunk");
    targets t = make_targets(make_robot(tree), 2, 40, 8);
    for (size_t b = 0; b < t.count; b++) {
        t.T[16 * b + 3] += 100.0 * (double)b;
    }
    run_with(&t, 0, 1);
    for (size_t b = 0; b < t.count; b++) {
        ck_assert(t.reports[b].converged);
        ck_assert_int_eq(t.reports[b].restarts, 0);
    }
    check_reports(&t);
    free_targets(&t);
}
END_TEST

/* ---- lists of constraints ---- */

enum { GIK_ROWS = 40, GIK_LIST = 3 };

/* Problems of three constraints, a row each. */
typedef struct gik_rows {
    robot r;
    cdy_ik_constraint constraints[GIK_ROWS * GIK_LIST];
    double starts[GIK_ROWS * 6], q[GIK_ROWS * 6];
    cdy_gik_report reports[GIK_ROWS];
    cdy_ik_violation violations[GIK_ROWS * GIK_LIST];
    cdy_status statuses[GIK_ROWS];
} gik_rows;

static void make_gik_rows(gik_rows *t)
{
    uint64_t seed = 21;
    t->r = load_bundled_robot("universalUR5e");
    for (int b = 0; b < GIK_ROWS; b++) {
        double q[6];
        cdy_random_configuration(t->r.model, &seed, q);
        cdy_random_configuration(t->r.model, &seed, t->starts + 6 * b);
        for (int i = 0; i < GIK_LIST; i++) {
            t->constraints[GIK_LIST * b + i] = draw_any_constraint(&t->r, q, &seed);
        }
    }
}

static cdy_status run_gik(gik_rows *t, cdy_batch *batch, cdy_error *error)
{
    const cdy_gik_problem problems = {.constraints = t->constraints, .count = GIK_LIST, .start = t->starts};
    memset(t->q, 0x55, sizeof t->q);
    memset(t->reports, 0x55, sizeof t->reports);
    return cdy_batch_generalized_inverse_kinematics(t->r.model, batch, GIK_ROWS, &problems, t->q, t->reports,
                                                    t->violations, t->statuses, error);
}

/* Any number of lanes and threads gives the bits of the single call. */
START_TEST(lists_of_constraints_are_solved_a_row_each)
{
    static gik_rows t;
    const int shapes[][2] = {{1, 1}, {1, 3}, {4, 2}};
    make_gik_rows(&t);
    for (int k = 0; k < 3; k++) {
        cdy_error error = {0};
        cdy_batch *batch = make_batch(t.r.model, shapes[k][0], shapes[k][1], CDY_BATCH_ROWS);
        if (!batch) {
            continue;
        }
        ck_assert_ok(run_gik(&t, batch, &error), error);
        for (int b = 0; b < GIK_ROWS; b++) {
            double q[6];
            cdy_ik_violation v[GIK_LIST];
            const cdy_gik_report report =
                solve_constraints(&t.r, t.constraints + GIK_LIST * b, GIK_LIST, t.starts + 6 * b, NULL, q, v);
            ck_assert_mem_eq(q, t.q + 6 * b, sizeof q);
            ck_assert_mem_eq(v, t.violations + GIK_LIST * b, sizeof v);
            ck_assert_int_eq(report.iterations, t.reports[b].iterations);
            ck_assert_int_eq(report.converged, t.reports[b].converged);
            ck_assert_double_eq(report.violation, t.reports[b].violation);
            ck_assert_int_eq(t.statuses[b], CDY_OK);
        }
        cdy_batch_destroy(batch);
    }
    free_robot(&t.r);
}
END_TEST

/* A row that has no result has no numbers; the others are as before. */
START_TEST(a_list_that_is_wrong_does_not_stop_the_others)
{
    static gik_rows t, good;
    cdy_error error = {0};
    make_gik_rows(&t);
    make_gik_rows(&good);
    t.constraints[GIK_LIST * 7 + 1].relative_to = 99;
    t.constraints[GIK_LIST * 7 + 1].kind = CDY_IK_POSE;
    t.starts[6 * 9 + 2] = (double)NAN;
    cdy_batch *batch = make_batch(t.r.model, 1, 2, CDY_BATCH_ROWS);
    ck_assert_ok(run_gik(&good, batch, &error), error);
    ck_assert_fails(run_gik(&t, batch, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(!strncmp(error.text, "row 7: constraint number 1", 26), "'%s'", error.text);
    for (int b = 0; b < GIK_ROWS; b++) {
        const bool is_wrong = b == 7 || b == 9;
        ck_assert_int_eq(t.statuses[b], is_wrong ? CDY_ERROR_ARGUMENT : CDY_OK);
        ck_assert(is_wrong == isnan(t.reports[b].violation) && is_wrong == isnan(t.violations[GIK_LIST * b].size));
        for (int i = 0; i < 6; i++) {
            ck_assert(is_wrong ? isnan(t.q[6 * b + i]) : t.q[6 * b + i] == good.q[6 * b + i]);
        }
    }
    cdy_batch_destroy(batch);
    free_robot(&t.r);
    free_robot(&good.r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_ik");
    TCase *tests = tcase_create("searches");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, one_lane_gives_the_bits_of_the_single_call, 0, ROBOTS);
    tcase_add_loop_test(tests, lanes_reach_their_targets, 0, ARMS);
    tcase_add_loop_test(tests, lanes_take_the_steps_of_the_single_call, 0, ROBOTS);
    tcase_add_loop_test(tests, targets_do_not_depend_on_others, 0, ROBOTS);
    tcase_add_test(tests, floating_robots_travel);
    tests = add_case(suite, "arguments", layouts_have_the_same_numbers);
    tcase_add_test(tests, targets_fail_alone);
    tcase_add_loop_test(tests, far_targets_end, 0, ROBOTS);
    tcase_add_test(tests, wrong_calls_change_nothing);
    tcase_add_test(tests, what_is_not_given_has_defaults);
    TCase *lists = add_case(suite, "lists of constraints", lists_of_constraints_are_solved_a_row_each);
    tcase_add_test(lists, a_list_that_is_wrong_does_not_stop_the_others);
    return run_suites(suite, NULL);
}
