/* Limit reports: peaks with their rows, means, energies, exceeded limits, and no allocation. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A revolute joint with limits, a sliding one whose limits are not known, and a planar one. */
static robot make_subject(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("arm", "a", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0.5, 0, 0, (double[6]){0});
    body.joint.limit = (cdy_limit){true, -1, 2, 10, 3};
    add_body(tree, &body, "base");
    body = make_body("slide", "b", CDY_JOINT_PRISMATIC);
    body.joint.limit = (cdy_limit){true, 0, 0.5, 0, 0};
    add_body(tree, &body, "arm");
    body = make_body("plate", "c", CDY_JOINT_PLANAR);
    add_body(tree, &body, "slide");
    return make_robot(tree);
}

static void add(cdy_limit_report *report, double t, double q, double qd, double tau)
{
    const double qs[5] = {q, 0.2, 0, 0, 0}, qds[5] = {qd, 0.1, 0, 0, 0}, taus[5] = {tau, -4, 0, 0, 0};
    cdy_error error = {0};
    ck_assert_ok(cdy_limit_report_add(report, isnan(t) ? NULL : &t, qs, qds, taus, &error), error);
}

static cdy_limit_use use_of(const cdy_limit_report *report, int velocity)
{
    cdy_error error = {0};
    cdy_limit_use use;
    ck_assert_ok(cdy_limit_report_use(report, velocity, &use, &error), error);
    return use;
}

START_TEST(peaks_stand_where_they_are)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 0);
    ck_assert(isnan(use_of(report, 0).torque.value) && isnan(use_of(report, 0).rms_torque));
    add(report, 0, 0, 1, 2);
    add(report, 1, 1.5, -2, 8);
    add(report, 3, 1, 1, -9);
    add(report, 4, 0.5, 0, -9);
    ck_assert_uint_eq(cdy_limit_report_rows(report), 4);
    const cdy_limit_use a = use_of(report, 0), b = use_of(report, 1), c = use_of(report, 3);
    ck_assert(a.torque.value <= -9 && a.torque.row == 2 && a.torque.time >= 3);
    ck_assert_near(&a.effort_used, &(double){0.9}, 1, 1e-15);
    ck_assert(a.speed.value <= -2 && a.speed.row == 1);
    ck_assert_near(&a.velocity_used, &(double){2.0 / 3}, 1, 1e-15);
    ck_assert_near(&a.margin.value, &(double){0.5}, 1, 1e-15);
    ck_assert_uint_eq(a.margin.row, 1);
    ck_assert(a.power.value <= -16 && a.power.row == 1);
    /* trapezoids of tau^2: 34, 145, 81; of the power above 0: 2 at first; below 0: 16 and 9 */
    ck_assert_near(&a.rms_torque, &(double){sqrt((34 + 145 + 81) / 4.0)}, 1, 1e-12);
    ck_assert_near(&a.energy_driven, &(double){1}, 1, 1e-12);
    ck_assert_near(&a.energy_braked, &(double){8 + 25 + 4.5}, 1, 1e-12);
    ck_assert(!a.effort_exceeded && !a.velocity_exceeded && !a.position_exceeded);
    ck_assert(isnan(b.effort_used) && isnan(b.velocity_used) && !b.effort_exceeded);
    ck_assert_near(&b.margin.value, &(double){0.2}, 1, 1e-15);
    ck_assert(isnan(c.margin.value) && isnan(c.effort_used));
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 0);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

START_TEST(what_is_beyond_counts)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    add(report, (double)NAN, 2, 3, 10);
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 0); /* at the limit, not beyond */
    add(report, (double)NAN, 2.001, 0, 0);
    ck_assert(use_of(report, 0).position_exceeded && !use_of(report, 0).effort_exceeded);
    add(report, (double)NAN, 0, -3.01, 0);
    ck_assert(use_of(report, 0).velocity_exceeded);
    add(report, (double)NAN, 0, 0, -10.1);
    ck_assert(use_of(report, 0).effort_exceeded);
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 1);
    /* without times the mean is over rows, and there is no energy */
    const double rms = use_of(report, 0).rms_torque;
    ck_assert_near(&rms, &(double){sqrt((100 + 10.1 * 10.1) / 4)}, 1, 1e-12);
    ck_assert(isnan(use_of(report, 0).energy_driven) && isnan(use_of(report, 0).torque.time));
    cdy_limit_report_clear(report);
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 0);
    ck_assert_uint_eq(cdy_limit_report_rows(report), 0);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

START_TEST(rows_may_give_a_part)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    const double qd[5] = {1, 0, 0, 0, 0}, tau[5] = {4, 0, 0, 0, 0};
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    for (int i = 0; i < 4; i++) {
        const double t = i;
        ck_assert_ok(cdy_limit_report_add(report, &t, NULL, i < 2 ? NULL : qd, i == 1 ? NULL : tau, &error), error);
    }
    const cdy_limit_use a = use_of(report, 0);
    ck_assert_near(&a.rms_torque, &(double){4}, 1, 1e-15);
    ck_assert_near(&a.energy_driven, &(double){4}, 1, 1e-15); /* between the last two rows */
    ck_assert(isnan(a.margin.value) && a.speed.row == 2);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

START_TEST(single_numbers_may_be_unknown)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    const double none = (double)NAN, x[5] = {none, 0.1, 0, none, 0};
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    add(report, (double)NAN, 0.5, 1, 2);
    ck_assert_ok(cdy_limit_report_add(report, NULL, x, x, x, &error), error);
    const cdy_limit_use a = use_of(report, 0);
    ck_assert(a.torque.value >= 2 && a.speed.value >= 1 && a.margin.row == 0 && a.power.row == 0);
    ck_assert_near(&a.rms_torque, &(double){2}, 1, 1e-15);
    ck_assert_uint_eq(use_of(report, 1).margin.row, 1);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

/* Without excess the report says whether there can be one that no row tells, or whose limit nobody gave. */
START_TEST(what_stays_open_is_told)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    const double none = (double)NAN, x[5] = {none, 0.1, 0, none, 0}, zeros[5] = {0};
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    add(report, 0, 0, 1, 2);
    const cdy_limit_use a = use_of(report, 0), b = use_of(report, 1), c = use_of(report, 2);
    ck_assert(!a.effort_unknown && !a.velocity_unknown && !a.position_unknown);
    ck_assert(b.effort_unknown && b.velocity_unknown && !b.position_unknown);   /* 0 in the file */
    ck_assert(!c.effort_unknown && !c.velocity_unknown && !c.position_unknown); /* has no limits */
    ck_assert_int_eq(cdy_limit_report_unknown(report), 1);
    const double *const lacking[3][3] = {{zeros, zeros, x}, {zeros, NULL, zeros}, {x, zeros, zeros}};
    for (int i = 0; i < 3; i++) {
        cdy_limit_report_clear(report);
        add(report, 0, 0, 1, 2);
        ck_assert_ok(cdy_limit_report_add(report, NULL, lacking[i][0], lacking[i][1], lacking[i][2], &error), error);
        const cdy_limit_use use = use_of(report, 0);
        ck_assert(use.effort_unknown == (i == 0) && use.velocity_unknown == (i == 1));
        ck_assert(use.position_unknown == (i == 2) && !use.effort_exceeded);
        ck_assert_int_eq(cdy_limit_report_unknown(report), 2);
    }
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

/* 10.1 of 10 N m and 3.03 of 3 rad/s are 1 % beyond, 2.03 rad 1 % of the range. */
START_TEST(an_excess_may_be_tolerated)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    ck_assert_near(&(double){cdy_limit_report_tolerance(report)}, &(double){1e-9}, 1, 1e-24);
    add(report, 0, 2.03, 3.03, 10.1);
    ck_assert_ok(cdy_limit_report_set_tolerance(report, 0.0101, &error), error);
    ck_assert_int_eq(cdy_limit_report_exceeded(report), 0);
    ck_assert_ok(cdy_limit_report_set_tolerance(report, 0.0099, &error), error);
    const cdy_limit_use use = use_of(report, 0);
    ck_assert(use.effort_exceeded && use.velocity_exceeded && use.position_exceeded);
    const double wrong[] = {-1e-9, 1.5, (double)NAN};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_fails(cdy_limit_report_set_tolerance(report, wrong[i], &error), CDY_ERROR_ARGUMENT, error);
    }
    ck_assert_fails(cdy_limit_report_set_tolerance(NULL, 0, &error), CDY_ERROR_ARGUMENT, error);
    cdy_limit_report_clear(report);
    ck_assert_near(&(double){cdy_limit_report_tolerance(report)}, &(double){0.0099}, 1, 1e-15);
    ck_assert(!(cdy_limit_report_tolerance(NULL) > 0));
    ck_assert_int_eq(cdy_limit_report_unknown(NULL), 0);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

START_TEST(adding_does_not_allocate)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    robot r = make_subject();
    const size_t size = cdy_limit_report_size(r.model);
    char *memory = malloc(size + 1);
    const double x[5] = {0.1, 0.2, 0.3, 0.4, 0.5};
    ck_assert_ok(cdy_limit_report_init(memory + 1, size, r.model, &report, &error), error);
    const heap_counts before = heap_count();
    for (int i = 0; i < 1000; i++) {
        const double t = i;
        if (cdy_limit_report_add(report, &t, x, x, x, &error)) {
            break;
        }
    }
    const size_t calls = heap_count().calls - before.calls;
    ck_assert_uint_eq(calls, 0);
    ck_assert_uint_eq(cdy_limit_report_rows(report), 1000);
    free(memory);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_rows_are_refused)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    cdy_limit_use use;
    char memory[8];
    const double wrong[5] = {0, (double)INFINITY, 0, 0, 0}, no_time = (double)NAN, large[5] = {1e200, 0, 0, 0, 0},
                 early = -1;
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    add(report, 0, 0, 0, 0);
    ck_assert_fails(cdy_limit_report_add(report, NULL, wrong, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_add(report, NULL, NULL, wrong, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_add(report, NULL, NULL, NULL, wrong, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_add(report, &no_time, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_add(report, &early, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_add(NULL, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_uint_eq(cdy_limit_report_rows(report), 1);
    ck_assert_fails(cdy_limit_report_use(report, 5, &use, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_use(report, 0, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(cdy_limit_report_add(report, NULL, NULL, large, large, &error), error);
    ck_assert_fails(cdy_limit_report_use(report, 0, &use, &error), CDY_ERROR_NUMERIC, error);
    cdy_limit_report *other = NULL;
    ck_assert_fails(cdy_limit_report_create(NULL, &other, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_init(memory, 8, r.model, &other, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_init(NULL, 8, r.model, &other, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_uint_eq(cdy_limit_report_rows(NULL), 0);
    ck_assert_int_eq(cdy_limit_report_exceeded(NULL), 0);
    cdy_limit_report_clear(NULL);
    cdy_limit_report_destroy(report);
    cdy_limit_report_destroy(NULL);
    free_robot(&r);
}
END_TEST

/* Beyond a limit by up to a part in 1e9 is rounding; of a position, of the range between its limits. */
START_TEST(what_is_beyond_by_rounding_does_not_count)
{
    static const struct {
        double q, qd, tau; /* in limits of -1 to 2 rad, 3 rad/s and 10 Nm */
        bool position, velocity, effort;
    } cases[] = {
        {2 + 3 * 0.996e-9, 3 * (1 + 0.996e-9), 10 * (1 + 0.996e-9), false, false, false},
        {-1 - 3 * 0.996e-9, -3 * (1 + 0.996e-9), -10 * (1 + 0.996e-9), false, false, false},
        {2 + 3 * 1.004e-9, 0, 0, true, false, false},
        {-1 - 3 * 1.004e-9, 0, 0, true, false, false},
        {0, 3 * (1 + 1.004e-9), 0, false, true, false},
        {0, -3 * (1 + 1.004e-9), 0, false, true, false},
        {0, 0, 10 * (1 + 1.004e-9), false, false, true},
        {0, 0, -10 * (1 + 1.004e-9), false, false, true},
    };
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_limit_report_clear(report);
        add(report, 0, cases[i].q, cases[i].qd, cases[i].tau);
        const cdy_limit_use use = use_of(report, 0);
        ck_assert(use.position_exceeded == cases[i].position && use.velocity_exceeded == cases[i].velocity &&
                  use.effort_exceeded == cases[i].effort);
        ck_assert_int_eq(cdy_limit_report_exceeded(report), cases[i].position || cases[i].velocity || cases[i].effort);
    }
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

/* With one limit only there is no range: a metre or a radian stands for it. */
START_TEST(joints_with_one_limit_have_a_margin)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < 2; i++) {
        cdy_body body = make_body(i ? "second" : "first", i ? "b" : "a", CDY_JOINT_PRISMATIC);
        body.joint.limit = (cdy_limit){true, i ? -(double)INFINITY : -2, i ? 5 : (double)INFINITY, 1, 1};
        add_body(tree, &body, i ? "first" : "base");
    }
    robot r = make_robot(tree);
    cdy_limit_report *report = NULL;
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    for (int beyond = 0; beyond < 2; beyond++) {
        const double part = beyond ? 1.004e-9 : 0.996e-9, q[2] = {-2 - part, 5 + part};
        ck_assert_ok(cdy_limit_report_add(report, NULL, q, NULL, NULL, &error), error);
        ck_assert_int_eq(cdy_limit_report_exceeded(report), beyond ? 2 : 0);
        ck_assert_double_eq_tol(use_of(report, 0).margin.value, -part, 1e-15);
        ck_assert_uint_eq(use_of(report, 1).margin.row, (unsigned)beyond);
    }
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

/* The first of equal peaks stays; every vector of a row is looked at to its end. */
START_TEST(the_first_of_equal_peaks_stays)
{
    cdy_error error = {0};
    cdy_limit_report *report = NULL;
    const double inf = (double)INFINITY;
    robot r = make_subject();
    ck_assert_ok(cdy_limit_report_create(r.model, &report, &error), error);
    add(report, 2, 1.5, 2, 4);
    add(report, 2, 1.5, -2, -4);
    add(report, 7, 1.5, 2, 4);
    const cdy_limit_use use = use_of(report, 0);
    const cdy_limit_peak peaks[] = {use.torque, use.speed, use.margin, use.power};
    for (int i = 0; i < 4; i++) {
        ck_assert_uint_eq(peaks[i].row, 0);
        ck_assert_double_eq(peaks[i].time, 2);
    }
    /* over 5 s: the square of the torque is 16, the power 8 W; rows at the same time have no duration */
    ck_assert_double_eq_tol(use.rms_torque, 4, 1e-14);
    ck_assert_double_eq_tol(use.energy_driven, 40, 1e-13);
    ck_assert_double_eq_tol(use.energy_braked, 0, 1e-13);
    static const char *const names[] = {"configuration", "velocity", "torque", "time"};
    for (int i = 0; i < 4; i++) {
        const double last[5] = {0, 0, 0, 0, -inf};
        char text[64];
        ck_assert_fails(cdy_limit_report_add(report, i == 3 ? &inf : NULL, i == 0 ? last : NULL, i == 1 ? last : NULL,
                                             i == 2 ? last : NULL, &error),
                        CDY_ERROR_ARGUMENT, error);
        snprintf(text, sizeof text, "the %s has a number that is infinite", names[i]);
        ck_assert_str_eq(error.text, text);
    }
    ck_assert_fails(cdy_limit_report_add(report, &(double){6.5}, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text,
                     "the time 6.5 s is before that of the last row, 7 s; expected rows in the order of time");
    ck_assert_uint_eq(cdy_limit_report_rows(report), 3);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

/* A report fits its size, wherever it begins, and no smaller one. */
START_TEST(a_report_fits_its_size)
{
    cdy_error error = {0};
    robot r = make_subject();
    const size_t size = cdy_limit_report_size(r.model);
    char *memory = malloc(size);
    cdy_limit_report *report = NULL;
    ck_assert_ok(cdy_limit_report_init(memory, size, r.model, &report, &error), error);
    add(report, 0, 0, 1, 2);
    ck_assert_double_eq(use_of(report, 4).torque.value, 0);
    ck_assert_fails(cdy_limit_report_use(report, -1, &(cdy_limit_use){0}, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_limit_report_use(report, 5, &(cdy_limit_use){0}, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "there is no degree of freedom number 5; expected 0 to 4");
    ck_assert_fails(cdy_limit_report_init(memory, size - 1, r.model, &report, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(report);
    ck_assert_uint_eq(cdy_limit_report_size(NULL), 0);
    free(memory);
    heap_fail_at(1);
    const cdy_status status = cdy_limit_report_create(r.model, &report, &error);
    ck_assert(!heap_has_failed() || (status == CDY_ERROR_MEMORY && !report));
    heap_fail_at(0);
    cdy_limit_report_destroy(report);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("limit_report");
    TCase *tests = add_case(suite, "limit reports", peaks_stand_where_they_are);
    tcase_add_test(tests, what_is_beyond_counts);
    tcase_add_test(tests, rows_may_give_a_part);
    tcase_add_test(tests, single_numbers_may_be_unknown);
    tcase_add_test(tests, what_stays_open_is_told);
    tcase_add_test(tests, an_excess_may_be_tolerated);
    tcase_add_test(tests, adding_does_not_allocate);
    tcase_add_test(tests, wrong_rows_are_refused);
    tcase_add_test(tests, what_is_beyond_by_rounding_does_not_count);
    tcase_add_test(tests, joints_with_one_limit_have_a_margin);
    tcase_add_test(tests, the_first_of_equal_peaks_stays);
    tcase_add_test(tests, a_report_fits_its_size);
    return run_suites(suite, NULL);
}
