/* Smoothing: cubics are unchanged, sines have the documented response, uneven times, manifolds, errors. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 400, MOST = 64 };
static const double pi = 3.14159265358979323846;

static robot make_slider(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "rail", CDY_JOINT_PRISMATIC);
    add_body(tree, &body, "base");
    return make_robot(tree);
}

/* Times from 0 on, 0.01 s apart on average; `uneven`: by 0.002 to 0.018 s. */
static void fill_times(bool uneven, double *t)
{
    uint64_t seed = 9;
    double draw;
    t[0] = 0;
    for (int i = 1; i < ROWS; i++) {
        draw_array(&seed, 1, &draw, 1);
        t[i] = t[i - 1] + 0.01 + (uneven ? 0.008 * draw : 0);
    }
}

START_TEST(cubics_come_out_as_they_are)
{
    robot r = make_slider();
    double t[ROWS], q[ROWS], smooth[ROWS], qd[ROWS], qdd[ROWS];
    cdy_error error = {0};
    fill_times(_i == 1, t);
    for (int i = 0; i < ROWS; i++) {
        q[i] = 1 - 2 * t[i] + 3 * t[i] * t[i] - t[i] * t[i] * t[i];
    }
    ck_assert_ok(cdy_smoothing_rows(r.model, &(const cdy_recorded_motion){ROWS, t, q, 4}, smooth, qd, qdd, &error),
                 error);
    ck_assert_near(smooth, q, ROWS, 1e-10);
    for (int i = 0; i < ROWS; i++) {
        ck_assert_double_eq_tol(qd[i], -2 + 6 * t[i] - 3 * t[i] * t[i], 1e-8);
        ck_assert_double_eq_tol(qdd[i], 6 - 6 * t[i], 1e-6);
    }
    free_robot(&r);
}
END_TEST

/* The variance of the acceleration in a row, from unit noise in all rows: the sum of its squared weights. */
static double noise_of(const robot *r, const double *t, size_t row)
{
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
        double q[ROWS] = {0}, smooth, qd, qdd;
        cdy_error error = {0};
        q[i] = 1;
        ck_assert_ok(
            cdy_smoothing_row(r->model, &(const cdy_recorded_motion){ROWS, t, q, 2}, row, &smooth, &qd, &qdd, &error),
            error);
        sum += qdd * qdd;
    }
    return sum;
}

/* At the ends the fit is one-sided: accelerations have 25 times the noise there. */
START_TEST(the_ends_are_noisier)
{
    robot r = make_slider();
    double t[ROWS];
    fill_times(false, t);
    const double middle = noise_of(&r, t, ROWS / 2), begin = noise_of(&r, t, 0), end = noise_of(&r, t, ROWS - 1);
    ck_assert_double_eq_tol(sqrt(begin / middle), 25, 3);
    ck_assert_double_eq_tol(sqrt(end / middle), 25, 3);
    free_robot(&r);
}
END_TEST

/* A sine at the cutoff has half its amplitude and no delay; a sine far below it is unchanged, one far above vanishes.
 */
START_TEST(sines_pass_as_the_cutoff_says)
{
    static const struct {
        double frequency, gain, tolerance;
    } cases[] = {{5, 0.5, 0.01},     {0.5, 1, 0.01},     {1.25, 1, 0.01},
                 {2.5, 0.94, 0.005}, {10, -0.02, 0.005}, {20, 0, 0.01}};
    robot r = make_slider();
    double t[ROWS], q[ROWS], smooth[ROWS];
    cdy_error error = {0};
    fill_times(false, t);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const double w = 2 * pi * cases[k].frequency;
        double even = 0, odd = 0;
        int count = 0;
        for (int i = 0; i < ROWS; i++) {
            q[i] = sin(w * t[i]);
        }
        ck_assert_ok(
            cdy_smoothing_rows(r.model, &(const cdy_recorded_motion){ROWS, t, q, 5}, smooth, NULL, NULL, &error),
            error);
        for (int i = 100; i < 300; i++, count++) { /* whole periods, away from the ends */
            even += 2 * smooth[i] * sin(w * t[i]);
            odd += 2 * smooth[i] * cos(w * t[i]);
        }
        ck_assert_double_eq_tol(even / count, cases[k].gain, cases[k].tolerance);
        ck_assert_double_eq_tol(odd / count, 0, 1e-3);
    }
    ck_assert_double_eq_tol(cdy_smoothing_half_width(5), 0.947337 / 5, 1e-6);
    ck_assert(isnan(cdy_smoothing_half_width(0)));
    free_robot(&r);
}
END_TEST

/* Floating and planar joints that move with a constant twist keep that twist. */
START_TEST(screws_come_out_as_they_are)
{
    robot r = make_robot(random_tree(11, 6, RANDOM_JOINTS_ALL));
    enum { FEW = 60 };
    double t[ROWS], twist[MOST], step[MOST], qd[MOST], qdd[MOST], smooth[MOST];
    double *q = calloc((size_t)FEW * (size_t)r.nq, sizeof *q);
    uint64_t seed = 4;
    cdy_error error = {0};
    fill_times(true, t);
    draw_array(&seed, 1, twist, r.nv);
    cdy_random_configuration(r.model, &seed, q);
    for (int i = 1; i < FEW; i++) {
        for (int j = 0; j < r.nv; j++) {
            step[j] = t[i] * twist[j];
        }
        ck_assert_ok(cdy_configuration_integrate(r.model, q, step, q + i * r.nq, &error), error);
    }
    for (size_t row = 0; row < FEW; row += 7) {
        ck_assert_ok(
            cdy_smoothing_row(r.model, &(const cdy_recorded_motion){FEW, t, q, 5}, row, smooth, qd, qdd, &error),
            error);
        ck_assert_near(qd, twist, (size_t)r.nv, 1e-8);
        ck_assert_double_le(largest(qdd, (size_t)r.nv), 1e-5);
        ck_assert_ok(cdy_configuration_difference(r.model, q + row * (size_t)r.nq, smooth, step, &error), error);
        ck_assert_double_le(largest(step, (size_t)r.nv), 1e-9);
    }
    const size_t calls = heap_count().calls;
    cdy_smoothing_row(r.model, &(const cdy_recorded_motion){FEW, t, q, 5}, 10, smooth, qd, qdd, NULL);
    ck_assert_uint_eq(heap_count().calls, calls);
    free(q);
    free_robot(&r);
}
END_TEST

/* Where the rows are further apart than the filter's window, the nearest eight are used. */
START_TEST(sparse_rows_are_bridged)
{
    robot r = make_slider();
    double t[ROWS], q[ROWS], smooth, qd, qdd;
    cdy_error error = {0};
    for (int i = 0; i < 10; i++) {
        t[i] = i * i;
        q[i] = 2 * t[i] + t[i] * t[i];
    }
    for (size_t row = 0; row < 10; row++) {
        ck_assert_ok(
            cdy_smoothing_row(r.model, &(const cdy_recorded_motion){10, t, q, 100}, row, &smooth, &qd, &qdd, &error),
            error);
        ck_assert_double_eq_tol(smooth, q[row], 1e-6 * (1 + q[row]));
        ck_assert_double_eq_tol(qd, 2 + 2 * t[row], 1e-6 * (1 + t[row]));
        ck_assert_double_eq_tol(qdd, 2, 1e-5);
    }
    ck_assert_ok(cdy_smoothing_row(r.model, &(const cdy_recorded_motion){4, t, q, 100}, 1, &smooth, &qd, &qdd, &error),
                 error);
    ck_assert_double_eq_tol(qdd, 2, 1e-5);
    free_robot(&r);
}
END_TEST

static void expect(const robot *r, size_t count, const double *t, const double *q, size_t row, double cutoff,
                   cdy_status status, const char *words)
{
    cdy_error error = {0};
    double out[MOST];
    ck_assert_int_eq(
        cdy_smoothing_row(r->model, &(const cdy_recorded_motion){count, t, q, cutoff}, row, out, out, out, &error),
        status);
    ck_assert_msg(strstr(error.text, words) != NULL, "'%s' lacks '%s'", error.text, words);
}

/* With cutoffs far below the resolution of the rows the fit is the cubic of all rows, whatever the cutoff is. */
START_TEST(low_cutoffs_fit_one_cubic)
{
    static const double cutoffs[] = {1e-4, 1e-12, 1e-200, 1e-320};
    robot r = make_slider();
    double t[ROWS], q[ROWS], smooth, qd, qdd;
    cdy_error error = {0};
    for (int i = 0; i < 20; i++) {
        t[i] = 0.1 * i;
        q[i] = 0.5 - t[i] + 0.3 * t[i] * t[i] - 0.1 * t[i] * t[i] * t[i];
    }
    for (size_t i = 0; i < sizeof cutoffs / sizeof *cutoffs; i++) {
        ck_assert_ok(cdy_smoothing_row(r.model, &(const cdy_recorded_motion){20, t, q, cutoffs[i]}, 7, &smooth, &qd,
                                       &qdd, &error),
                     error);
        ck_assert_double_eq_tol(smooth, q[7], 1e-9);
        ck_assert_double_eq_tol(qd, -1 + 0.6 * t[7] - 0.3 * t[7] * t[7], 1e-9);
        ck_assert_double_eq_tol(qdd, 0.6 - 0.6 * t[7], 1e-8);
    }
    free_robot(&r);
}
END_TEST

START_TEST(what_cannot_be_smoothed_is_refused)
{
    robot r = make_slider();
    double t[ROWS], q[ROWS] = {0}, out[ROWS];
    cdy_error error = {0};
    fill_times(false, t);
    expect(&r, 3, t, q, 0, 5, CDY_ERROR_ARGUMENT, "4 rows");
    expect(&r, 10, t, q, 10, 5, CDY_ERROR_ARGUMENT, "no row 11");
    expect(&r, 10, t, q, 0, 0, CDY_ERROR_ARGUMENT, "cutoff");
    expect(&r, 10, NULL, q, 0, 5, CDY_ERROR_ARGUMENT, "needs a model");
    t[3] = t[2];
    expect(&r, 10, t, q, 0, 5, CDY_ERROR_ARGUMENT, "time of row 4");
    t[2] = (double)NAN;
    expect(&r, 10, t, q, 4, 200, CDY_ERROR_ARGUMENT, "time of row 3"); /* behind the last row there is no row */
    t[2] = (t[1] + t[4]) / 2;
    t[3] = (t[2] + t[4]) / 2;
    for (int i = 0; i < 10; i++) {
        out[i] = 1e-160 * i;
    }
    expect(&r, 10, out, q, 3, 1, CDY_ERROR_ARGUMENT, "the rows around row 4 reach 6e-160 s to either side");
    expect(&r, 10, out, q, 3, 1e170, CDY_ERROR_ARGUMENT, "expected times in s");
    for (int i = 0; i < 10; i++) {
        out[i] = 1e90 * i;
    }
    expect(&r, 10, out, q, 0, 1, CDY_ERROR_ARGUMENT, "the rows around row 1 reach");
    q[5] = -1e101;
    expect(&r, 10, t, q, 0, 5, CDY_ERROR_ARGUMENT, "row 6 has the position -1e+101; expected rad or m");
    q[5] = (double)NAN;
    expect(&r, 10, t, q, 0, 5, CDY_ERROR_ARGUMENT, "row 6 has a number that is not finite");
    ck_assert_int_eq(cdy_smoothing_rows(r.model, &(const cdy_recorded_motion){3, t, q, 5}, out, NULL, NULL, &error),
                     CDY_ERROR_ARGUMENT);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("smoothing");
    TCase *tests = tcase_create("filter");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, cubics_come_out_as_they_are, 0, 2);
    tcase_add_test(tests, sines_pass_as_the_cutoff_says);
    tcase_add_test(tests, the_ends_are_noisier);
    tcase_add_test(tests, screws_come_out_as_they_are);
    tcase_add_test(tests, sparse_rows_are_bridged);
    tcase_add_test(tests, low_cutoffs_fit_one_cubic);
    tcase_add_test(tests, what_cannot_be_smoothed_is_refused);
    return run_suites(suite, NULL);
}
