/* Descent within ranges: the poses that are tried, which step is taken, and where it ends, on functions whose values
 * and slopes the tests choose. */
#include "capacity/descent.h"
#include "support/compare.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

enum { MOST = 4, MOST_TRIED = 2000 };

/* A function of n numbers that keeps the poses at which it is evaluated. */
typedef struct probe {
    int n;
    double (*value)(const struct probe *p, const double *q);
    void (*slopes)(const struct probe *p, const double *q, double *gradient);
    double first, second;     /* parameters of the function */
    int fails_from, fails_to; /* numbers of evaluations that fail, from 1 on; 0: none */
    int evaluations, gradients;
    double tried[MOST_TRIED][MOST];
} probe;

static bool evaluate(void *context, const double *q, double *value)
{
    probe *p = context;
    ck_assert_int_lt(p->evaluations, MOST_TRIED);
    memcpy(p->tried[p->evaluations++], q, (size_t)p->n * sizeof *q);
    *value = p->value(p, q);
    return p->evaluations < p->fails_from || p->evaluations > p->fails_to;
}

static bool differentiate(void *context, const double *q, double value, double *gradient)
{
    probe *p = context;
    p->gradients++;
    ck_assert_double_eq(value, p->value(p, q));
    ck_assert_mem_eq(q, p->tried[p->evaluations - 1], (size_t)p->n * sizeof *q); /* evaluated last */
    p->slopes(p, q, gradient);
    return true;
}

/* Ranges from -limit to limit; number i is coordinate n - 1 - i. */
static void make_ranges(int n, double limit, pose_range *ranges)
{
    for (int i = 0; i < n; i++) {
        ranges[i] = (pose_range){.varies = true, .position = n - 1 - i, .lower = -limit, .upper = limit};
    }
}

static void descend(probe *p, const pose_range *ranges, double *q)
{
    descent d;
    const pose_function f = {evaluate, differentiate, p};
    p->evaluations = p->gradients = 0;
    ck_assert(cdy_descent_open(&d, p->n, p->n, ranges));
    cdy_descend(&d, &f, q);
    cdy_descent_close(&d);
}

/* Descends from a pose of one joint and returns where that ends. */
static double descend_alone(probe *p, double limit, double q)
{
    pose_range range;
    make_ranges(1, limit, &range);
    descend(p, &range, &q);
    return q;
}

/* Descends from a pose of two joints to where that ends. */
static void descend_together(probe *p, double limit, double q[2])
{
    pose_range ranges[2];
    make_ranges(2, limit, ranges);
    descend(p, ranges, q);
}

/* ---- lines ---- */

/* first - second * q[0]. */
static double linear(const probe *p, const double *q)
{
    return p->first - p->second * q[0];
}

static void linear_slopes(const probe *p, const double *q, double *gradient)
{
    (void)q;
    gradient[0] = -p->second;
}

/* Steps have at most 0.5 rad; shorter ones are the slope. */
START_TEST(steps_have_half_a_radian_at_most)
{
    static const double slopes[] = {0.4, 0.498, 0.502, 3, 1000};
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
        probe p = {.n = 1, .value = linear, .slopes = linear_slopes, .first = 1e4, .second = slopes[i]};
        (void)descend_alone(&p, 1e9, 0.25);
        ck_assert_double_eq(p.tried[0][0], 0.25);
        ck_assert_double_eq_tol(p.tried[1][0], 0.25 + fmin(0.5, slopes[i]), 1e-15);
    }
}
END_TEST

/* A function that falls for ever: two hundred steps. */
START_TEST(descents_have_two_hundred_steps_at_most)
{
    probe p = {.n = 1, .value = linear, .slopes = linear_slopes, .first = 1e4, .second = 1};
    const double q = descend_alone(&p, 1e9, 0);
    ck_assert_double_eq(q, 100);
    ck_assert_int_eq(p.evaluations, 201);
    ck_assert_int_eq(p.gradients, 201);
}
END_TEST

/* The first value that is not above 0 ends the descent; so does one that is not finite, where it begins. */
START_TEST(descents_end_where_nothing_is_left)
{
    static const struct {
        double first, end;
        int evaluations, gradients;
    } rows[] = {{1.2, 1.5, 4, 4}, {1, 1, 3, 3},        {0, 0, 1, 0},
                {-1, 0, 1, 0},    {HUGE_VAL, 0, 1, 0}, {(double)NAN, 0, 1, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        probe p = {.n = 1, .value = linear, .slopes = linear_slopes, .first = rows[i].first, .second = 1};
        const double q = descend_alone(&p, 1e9, 0);
        ck_assert_double_eq(q, rows[i].end);
        ck_assert_int_eq(p.evaluations, rows[i].evaluations);
        ck_assert_int_eq(p.gradients, rows[i].gradients);
    }
}
END_TEST

/* A limit stops the descent there: the step is cut, and then there is no direction. */
START_TEST(limits_end_a_descent)
{
    for (int side = -1; side <= 1; side += 2) {
        probe p = {.n = 1, .value = linear, .slopes = linear_slopes, .first = 100, .second = side};
        const double q = descend_alone(&p, 0.75, 0);
        ck_assert_double_eq(q, 0.75 * side);
        ck_assert_int_eq(p.evaluations, 3); /* 0, 0.5, 0.75 */
    }
}
END_TEST

/* A pose where the function cannot be evaluated counts as one where it does not fall; the first one ends all. */
START_TEST(failing_poses_are_left_out)
{
    probe p = {
        .n = 1, .value = linear, .slopes = linear_slopes, .first = 1.1, .second = 1, .fails_from = 2, .fails_to = 2};
    double q = descend_alone(&p, 1e9, 0);
    ck_assert_double_eq(p.tried[1][0], 0.5);
    ck_assert_double_eq(p.tried[2][0], 0.125);
    ck_assert_double_eq(q, 1.125);
    p.fails_from = 1;
    q = descend_alone(&p, 1e9, 0);
    ck_assert_int_eq(p.evaluations, 1);
    ck_assert_int_eq(p.gradients, 0);
    ck_assert_double_eq(q, 0);
}
END_TEST

/* ---- lengths ---- */

/* From 0 the value first; elsewhere as much more as `second` says, whatever the slope promises. */
static double jump(const probe *p, const double *q)
{
    return fabs(q[0]) > 0 ? p->first + p->second : p->first;
}

static void falling(const probe *p, const double *q, double *gradient)
{
    (void)p;
    gradient[0] = fabs(q[0]) > 0 ? 0 : -1;
}

/* Twenty lengths, each a quarter of the one before. */
START_TEST(lengths_are_quartered)
{
    probe p = {.n = 1, .value = jump, .slopes = falling, .first = 1, .second = 1};
    double expected = 0.5;
    const double q = descend_alone(&p, 1e9, 0);
    ck_assert_int_eq(p.evaluations, 21);
    for (int i = 1; i < p.evaluations; i++) {
        ck_assert_double_eq(p.tried[i][0], expected);
        expected /= 4;
    }
    ck_assert_int_eq(p.gradients, 1);
    ck_assert_double_eq(q, 0);
}
END_TEST

/* A step of 0.5 at the slope -1 has to lower the value by 0.5e-4 (Armijo); of a value so large that this is lost beside
 * it, by anything. */
START_TEST(steps_that_hardly_lower_the_value_are_not_taken)
{
    static const struct {
        double value, change;
        bool taken;
    } rows[] = {{1, -0.5e-4 * 1.002, true}, {1, -0.5e-4 * 0.998, false}, {1e16, 0, false}, {1e16, -2, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        probe p = {.n = 1, .value = jump, .slopes = falling, .first = rows[i].value, .second = rows[i].change};
        (void)descend_alone(&p, 1e9, 0);
        ck_assert_msg((p.evaluations == 2) == rows[i].taken, "row %zu: %d evaluations", i, p.evaluations);
    }
}
END_TEST

/* A step that lowers a value by a part in 1e15 or less is the last one; here steps of 0.5 lower it by 1. */
START_TEST(steps_within_rounding_are_the_last)
{
    static const struct {
        double value;
        bool last;
    } rows[] = {{0.996e15, false}, {1e15, true}, {1.004e15, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        probe p = {.n = 1, .value = linear, .slopes = linear_slopes, .first = rows[i].value, .second = 2};
        (void)descend_alone(&p, 1e9, 0);
        ck_assert_int_eq(p.evaluations, rows[i].last ? 2 : 201);
    }
}
END_TEST

/* ---- several joints ---- */

/* 1 + first / 2 (q0 - 0.3)^2 + (q0 - 0.3) (q1 + 0.2) + second / 2 (q1 + 0.2)^2. */
static double quadratic(const probe *p, const double *q)
{
    const double x = q[0] - 0.3, y = q[1] + 0.2;
    return 1 + p->first * x * x / 2 + x * y + p->second * y * y / 2;
}

/* Range 0 is coordinate 1. */
static void quadratic_slopes(const probe *p, const double *q, double *gradient)
{
    const double x = q[0] - 0.3, y = q[1] + 0.2;
    gradient[1] = p->first * x + y;
    gradient[0] = x + p->second * y;
}

/* A long narrow valley, in which steps along the slope alone would need thousands of evaluations. */
START_TEST(narrow_valleys_take_few_evaluations)
{
    probe p = {.n = 2, .value = quadratic, .slopes = quadratic_slopes, .first = 1000, .second = 0.1};
    double q[2] = {-0.9, 0.8};
    descend_together(&p, 10, q);
    ck_assert_double_eq_tol(q[0], 0.3, 1e-8);
    ck_assert_double_eq_tol(q[1], -0.2, 1e-6);
    ck_assert_int_lt(p.evaluations, 40);
}
END_TEST

/* After a step s the next one solves the secant equation: of a + c q^2 / 2 it goes to the least place at once. */
static double parabola(const probe *p, const double *q)
{
    return p->first + p->second * q[0] * q[0] / 2;
}

static void parabola_slopes(const probe *p, const double *q, double *gradient)
{
    gradient[0] = p->second * q[0];
}

START_TEST(the_second_step_along_a_parabola_is_exact)
{
    static const double curvatures[] = {0.3, 0.9, 5, 70};
    for (size_t i = 0; i < sizeof curvatures / sizeof *curvatures; i++) {
        probe p = {.n = 1, .value = parabola, .slopes = parabola_slopes, .first = 1, .second = curvatures[i]};
        const double q = descend_alone(&p, 10, 0.7);
        ck_assert_double_eq_tol(q, 0, 1e-8);
        int taken = 1; /* the pose after the first step that lowers the value */
        while (parabola(&p, p.tried[taken]) >= parabola(&p, p.tried[0])) {
            taken++;
        }
        ck_assert_double_eq_tol(p.tried[taken + 1][0], 0, 1e-15);
    }
}
END_TEST

/* On a hill, where the slope grows with the step, H says nothing: each step is that of the slope, none is lost. */
START_TEST(hills_are_descended_along_the_slope)
{
    probe p = {.n = 1, .value = parabola, .slopes = parabola_slopes, .first = 1e4, .second = -1};
    const double q = descend_alone(&p, 1e9, 1);
    ck_assert_double_eq(q, 101);
    ck_assert_int_eq(p.evaluations, 201);
}
END_TEST

/* Where the direction of the method leads nowhere, the slope is tried once more. */
START_TEST(the_slope_is_tried_before_the_end)
{
    probe p = {.n = 2, .value = quadratic, .slopes = quadratic_slopes, .first = 3, .second = 2};
    double q[2] = {-0.9, 0.8};
    p.fails_from = 3; /* the first line takes one evaluation, and the second line fails in all twenty */
    p.fails_to = 22;
    descend_together(&p, 10, q);
    ck_assert_double_eq_tol(q[0], 0.3, 1e-6);
    ck_assert_double_eq_tol(q[1], -0.2, 1e-6);
}
END_TEST

/* first - 100 q0 - q1: the joint at its limit is no part of the direction, and does not shorten the step of the other.
 */
static double plane(const probe *p, const double *q)
{
    return p->first - p->second * 100 * q[0] - p->second * q[1];
}

static void plane_slopes(const probe *p, const double *q, double *gradient)
{
    (void)q;
    gradient[1] = -100 * p->second;
    gradient[0] = -p->second;
}

START_TEST(joints_at_a_limit_do_not_hold_the_others)
{
    for (int side = -1; side <= 1; side += 2) {
        probe p = {.n = 2, .value = plane, .slopes = plane_slopes, .first = 1e4, .second = side};
        double q[2] = {10 * side, 0.5};
        descend_together(&p, 10, q);
        ck_assert_double_eq(p.tried[1][0], 10 * side);
        ck_assert_double_eq(p.tried[1][1], 0.5 + 0.5 * side);
        ck_assert_double_eq(q[1], 10 * side);
    }
}
END_TEST

/* A joint at a limit from which the function falls inward is free; one that does not vary stays. */
START_TEST(joints_leave_their_limits_inward)
{
    for (int side = -1; side <= 1; side += 2) {
        probe p = {.n = 2, .value = plane, .slopes = plane_slopes, .first = 1e4, .second = side};
        pose_range ranges[MOST];
        double q[2] = {0.125, -10 * side};
        make_ranges(2, 10, ranges);
        ranges[1].varies = false;
        descend(&p, ranges, q);
        ck_assert_double_eq(p.tried[1][1], -9.5 * side);
        ck_assert_double_eq(q[0], 0.125);
        ck_assert_double_eq(q[1], 10 * side);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("descent");
    TCase *tests = tcase_create("descent");
    tcase_add_test(tests, steps_have_half_a_radian_at_most);
    tcase_add_test(tests, descents_have_two_hundred_steps_at_most);
    tcase_add_test(tests, descents_end_where_nothing_is_left);
    tcase_add_test(tests, limits_end_a_descent);
    tcase_add_test(tests, failing_poses_are_left_out);
    tcase_add_test(tests, lengths_are_quartered);
    tcase_add_test(tests, steps_that_hardly_lower_the_value_are_not_taken);
    tcase_add_test(tests, steps_within_rounding_are_the_last);
    tcase_add_test(tests, narrow_valleys_take_few_evaluations);
    tcase_add_test(tests, the_second_step_along_a_parabola_is_exact);
    tcase_add_test(tests, hills_are_descended_along_the_slope);
    tcase_add_test(tests, the_slope_is_tried_before_the_end);
    tcase_add_test(tests, joints_at_a_limit_do_not_hold_the_others);
    tcase_add_test(tests, joints_leave_their_limits_inward);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
