/* Independent rows of residuals: closed forms, all lags one by one, and residuals that never change their sign. */
#include "identification/independent_rows.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/recording.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 4000, MANY = UNLESS_WATCHED(1000000, 50000) };

/* Residuals each of which is a part of the one before, and chance. */
static double *make_chain(size_t count, double part, uint64_t seed)
{
    double *x = malloc(count * sizeof *x);
    double at = 0;
    ck_assert_ptr_nonnull(x);
    for (size_t i = 0; i < count; i++) {
        at = part * at + sqrt(1 - part * part) * draw_normal(&seed);
        x[i] = at;
    }
    return x;
}

/* The share with every lag by itself. */
static double share_by_all_lags(const double *x, size_t count)
{
    double square = 0, sum = 0;
    for (size_t i = 0; i < count; i++) {
        square += x[i] * x[i];
    }
    for (size_t lag = 1; lag < count / 4; lag++) {
        double product = 0;
        for (size_t i = lag; i < count; i++) {
            product += x[i] * x[i - lag];
        }
        if (!(product > 0)) {
            break;
        }
        sum += product / square;
    }
    return 1 / (1 + 2 * sum);
}

START_TEST(shares_are_those_of_all_lags)
{
    static const double parts[] = {0, 0.5, 0.9, 0.99, 0.999};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        for (uint64_t seed = 1; seed < 6; seed++) {
            double *x = make_chain(FEW, parts[k], seed);
            const double expected = share_by_all_lags(x, FEW);
            const double share = cdy_independent_rows(x, FEW);
            ck_assert_msg(fabs(share / expected - 1) < 0.02, "part %g: %g, expected %g", parts[k], share, expected);
            free(x);
        }
    }
    for (size_t count = 0; count < 40; count++) { /* few rows */
        double *x = make_chain(count + 1, 0.7, count);
        const double expected = share_by_all_lags(x, count);
        ck_assert_double_eq_tol(cdy_independent_rows(x, count), expected, 1e-12);
        free(x);
    }
}
END_TEST

/* A chain has the autocorrelations part^lag, whose sum is known. */
START_TEST(chains_have_the_share_of_their_sum)
{
    static const double parts[] = {0.5, 0.9, 0.99};
    for (size_t k = 0; k < 3; k++) {
        double *x = make_chain(MANY, parts[k], 7);
        const double expected = (1 - parts[k]) / (1 + parts[k]), share = cdy_independent_rows(x, MANY);
        ck_assert_msg(fabs(share / expected - 1) < UNLESS_WATCHED(0.1, 0.3), "%g, expected %g", share, expected);
        free(x);
    }
}
END_TEST

/* A ramp from 1 to 1 - slope has positive products at all lags: the quarter of the rows ends them. The mean of these
 * products over the lags is known, by the integral of (1 - slope x) (1 - slope (x + lag)). Each of a million rows
 * beside a quarter of a million lags would be too many. */
START_TEST(residuals_that_drift_are_measured)
{
    const double slope = 0.5;
    double *x = malloc(MANY * sizeof *x), sum = 0, square = 0;
    ck_assert_ptr_nonnull(x);
    for (int i = 0; i < MANY; i++) {
        x[i] = 1 - slope * i / (double)MANY;
    }
    for (int k = 0; k < 1000; k++) {
        const double lag = 0.25 * (k + 0.5) / 1000, l = 1 - lag; /* of all rows */
        const double product =
            l * (1 - slope * lag) - slope * (2 - slope * lag) * l * l / 2 + slope * slope * l * l * l / 3;
        sum += 0.25 * product / 1000;
    }
    square = 1 - slope + slope * slope / 3;
    const double expected = 1 / (1 + 2 * MANY * sum / square), share = cdy_independent_rows(x, MANY);
    ck_assert_msg(fabs(share / expected - 1) < 0.01, "%g, expected %g", share, expected);
    free(x);
}
END_TEST

START_TEST(residuals_without_size_are_independent)
{
    double zero[100] = {0}, huge[100];
    for (int i = 0; i < 100; i++) {
        huge[i] = DBL_MAX / 2;
    }
    ck_assert_double_eq(cdy_independent_rows(zero, 100), 1);
    ck_assert_double_eq(cdy_independent_rows(huge, 100), 1); /* squares that are too large for a double */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("independent rows");
    TCase *tests = tcase_create("independent rows");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, shares_are_those_of_all_lags);
    tcase_add_test(tests, chains_have_the_share_of_their_sum);
    tcase_add_test(tests, residuals_that_drift_are_measured);
    tcase_add_test(tests, residuals_without_size_are_independent);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
