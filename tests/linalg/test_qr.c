/* QR factorizations: R^T R = A^T A, and the columns in the order of qr.h: independent columns first, then the columns
 * that are combinations of them. */
#include "linalg/qr.h"

#include "support/compare.h"
#include "support/suite.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST = 40 };

/* ---- R ---- */

static const int shapes[][2] = {{1, 1}, {5, 5}, {7, 4}, {4, 7}, {40, 33}, {33, 40}};

START_TEST(a_factor_has_the_squares_of_its_matrix)
{
    const int rows = shapes[_i][0], columns = shapes[_i][1], stride = rows + 2,
              height = rows < columns ? rows : columns;
    static double A[(MOST + 2) * (MOST + 1)], R[(MOST + 2) * (MOST + 1)], scratch[33 * MOST];
    uint64_t seed = 5;
    draw_array(&seed, 3, A, stride * (columns + 1)); /* and a column outside of the matrix */
    memcpy(R, A, sizeof R);
    cdy_qr_reduce(rows, columns, R, stride, scratch);
    ck_assert_mem_eq(R + stride * columns, A + stride * columns, (size_t)stride * sizeof *A);
    for (int a = 0; a < columns; a++) {
        for (int i = a + 1; i < height; i++) {
            ck_assert_msg(!(fabs(R[a * stride + i]) > 0), "R(%d, %d) is %g", i, a, R[a * stride + i]);
        }
        for (int i = rows; i < stride; i++) {
            ck_assert_double_eq(R[a * stride + i], A[a * stride + i]); /* numbers beside the matrix stay unchanged */
        }
        for (int b = 0; b < columns; b++) {
            double expected = 0, product = 0;
            for (int i = 0; i < rows; i++) {
                expected += A[a * stride + i] * A[b * stride + i];
            }
            for (int i = 0; i < height; i++) {
                product += R[a * stride + i] * R[b * stride + i];
            }
            ck_assert_msg(fabs(product - expected) <= 1e-11 * rows, "columns %d and %d: %.17g, not %.17g", a, b,
                          product, expected);
        }
    }
}
END_TEST

START_TEST(a_column_of_zeros_stays_one)
{
    double A[3 * 3] = {0, 0, 0, 3, 4, 0, 1, 1, 1}, scratch[33 * 3];
    cdy_qr_reduce(3, 3, A, 3, scratch);
    const double column[3] = {0, 0, 0}, lengths[2] = {5, sqrt(3)};
    ck_assert_near(A, column, 3, 0);
    ck_assert_near(&(double){hypot(A[3], A[4])}, &lengths[0], 1, 1e-14);
    ck_assert_near(&(double){hypot(hypot(A[6], A[7]), A[8])}, &lengths[1], 1, 1e-14);
}
END_TEST

/* ---- columns ---- */

/* Checks that the order is ascending in both its parts and names every column once. */
static void check_order(int count, int columns, const int *order)
{
    bool seen[MOST] = {false};
    for (int j = 0; j < columns; j++) {
        ck_assert_msg(order[j] >= 0 && order[j] < columns && !seen[order[j]], "column %d is named twice", order[j]);
        seen[order[j]] = true;
        ck_assert_msg(j == 0 || j == count || order[j] > order[j - 1], "column %d stands behind %d", order[j],
                      order[j - 1]);
    }
}

/* Checks that the picked columns times the factors are the other columns: A1 F = A2. */
static void check_factors(int count, int columns, const double *A, const double *F, const int *order)
{
    for (int j = count; j < columns; j++) {
        for (int i = 0; i < count; i++) {
            double sum = 0;
            for (int k = 0; k < count; k++) {
                sum += A[order[k] * count + i] * F[j * count + k];
            }
            ck_assert_msg(fabs(sum - A[order[j] * count + i]) <= 1e-10, "column %d, row %d: %.17g, not %.17g", order[j],
                          i, sum, A[order[j] * count + i]);
        }
    }
}

START_TEST(picked_columns_make_the_others)
{
    static double A[MOST * MOST], F[MOST * MOST];
    int order[MOST];
    uint64_t seed = (uint64_t)_i + 1;
    const int count = 1 + draw_below(&seed, 12), columns = count + draw_below(&seed, 12);
    draw_array(&seed, 1, A, count * columns);
    for (int i = 0; i < count && _i % 2; i++) {
        A[i] = 0; /* the first column: never picked */
    }
    if (_i % 2 && count == columns) {
        return;
    }
    memcpy(F, A, sizeof F);
    cdy_qr_pick(count, columns, F, order);
    check_order(count, columns, order);
    check_factors(count, columns, A, F, order);
    ck_assert(_i % 2 == 0 || order[0] != 0);
}
END_TEST

/* Pivots in descending order of their columns' numbers, and the other columns likewise: both parts have to be reversed.
 */
START_TEST(columns_are_put_in_their_order)
{
    const double A[6 * 3] = {1, 0, 0, /**/ 0, 2, 0, /**/ 0.1, 0.2, 0.3, /**/ 0, 0, 3, /**/ 0, 1, 1, /**/ 0.5, 0, 0.25};
    const int expected[6] = {0, 1, 3, 2, 4, 5};
    double F[6 * 3];
    int order[6];
    memcpy(F, A, sizeof F);
    cdy_qr_pick(3, 6, F, order);
    for (int j = 0; j < 6; j++) {
        ck_assert_int_eq(order[j], expected[j]);
    }
    const double factors[9] = {0.1, 0.1, 0.1, 0, 0.5, 1.0 / 3, 0.5, 0, 0.25 / 3};
    ck_assert_near(F + 9, factors, 9, 1e-15);
}
END_TEST

/* Columns are taken in their order where they are independent, however short they are; neither combinations of those
 * taken nor zeros are. */
START_TEST(columns_are_picked_in_order)
{
    const double A[7 * 3] = {0,      0, 5,    /**/ 1e-15, 0,    0, /**/ 2, 0, 0,
                             /**/ 8, 0, 1e-9, /**/ 0,     1e-3, 0, /**/ 1, 1, 0,
                             /**/ 4, 0, 0};
    const int preference[7] = {6, 0, 1, 2, 5, 3, 4}, picked[7] = {0, 2, 5, 1, 3, 4, 6};
    double F[7 * 3];
    int order[7];
    memcpy(F, A, sizeof F);
    cdy_qr_pick_in_order(3, 7, preference, F, order);
    for (int j = 0; j < 7; j++) {
        ck_assert_int_eq(order[j], picked[j]);
    }
    const double factors[12] = {0, 0, 0, 2e-10, 4, 0, 0, -5e-4, 1e-3, 0, 2, 0};
    ck_assert_near(F + 9, factors, 12, 1e-14);
}
END_TEST

/* Where less than the needed columns are independent but for rounding, pivoting picks the rest. */
START_TEST(rounding_is_left_to_pivots)
{
    const double A[3 * 2] = {1, 0, 1, 1e-12, 1, -1e-9};
    const int preference[3] = {0, 1, 2};
    double F[3 * 2];
    int order[3];
    memcpy(F, A, sizeof F);
    cdy_qr_pick_in_order(2, 3, preference, F, order);
    ck_assert_int_eq(order[0], 0);
    ck_assert_int_eq(order[1], 2);
    ck_assert_double_eq_tol(F[5], -1e-3, 1e-9);
}
END_TEST

/* Among columns of equal norm the first is picked. */
START_TEST(of_equals_the_first_is_picked)
{
    const double A[4 * 2] = {1, 0, 0, 1, -1, 0, 0, -1};
    double F[4 * 2];
    int order[4];
    memcpy(F, A, sizeof F);
    cdy_qr_pick(2, 4, F, order);
    ck_assert(order[0] == 0 && order[1] == 1 && order[2] == 2 && order[3] == 3);
    const double factors[4] = {-1, 0, 0, -1};
    ck_assert_near(F + 4, factors, 4, 1e-15);
}
END_TEST

/* A column replaces an earlier one as pivot only where its squared norm is larger by more than 1e-9. */
START_TEST(ties_end_at_1e_9)
{
    static const struct {
        double square;
        int picked;
    } cases[] = {{1 + 0.995e-9, 0}, {1 + 1.004e-9, 1}, {1, 0}, {0.5, 0}, {2, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double F[2] = {1, sqrt(cases[i].square)};
        int order[2] = {-1, -1};
        cdy_qr_pick(1, 2, F, order);
        ck_assert_msg(order[0] == cases[i].picked && order[1] == 1 - cases[i].picked, "a square of 1 + %g",
                      cases[i].square - 1);
        ck_assert_double_eq_tol(F[1] * (cases[i].picked ? sqrt(cases[i].square) : 1),
                                cases[i].picked ? 1 : sqrt(cases[i].square), 1e-15);
    }
}
END_TEST

/* The calls neither read nor write numbers behind the arrays. */
START_TEST(arrays_end_where_they_end)
{
    static double A[MOST * MOST + 2], scratch[33 * MOST + 2];
    int order[MOST + 1];
    for (int count = 1; count <= 6; count++) {
        for (int columns = count; columns <= 8; columns++) {
            uint64_t seed = 3;
            draw_array(&seed, 1, A, count * columns);
            A[count * columns] = (double)NAN;
            order[columns] = 77;
            cdy_qr_pick(count, columns, A, order);
            check_order(count, columns, order);
            ck_assert(largest(A + count * count, (size_t)(count * (columns - count))) < 1e9);
            ck_assert(isnan(A[count * columns]));
            ck_assert_int_eq(order[columns], 77);
            draw_array(&seed, 1, A, count * columns);
            A[count * columns] = (double)NAN;
            scratch[33 * columns] = 77;
            cdy_qr_reduce(count, columns, A, count, scratch);
            ck_assert(largest(A, (size_t)(count * columns)) < 1e9 && isnan(A[count * columns]));
            ck_assert(scratch[33 * columns] >= 77 && scratch[33 * columns] <= 77);
            draw_array(&seed, 1, A, count * columns);
            A[count * columns] = (double)NAN;
            cdy_qr_reduce(columns, count, A, columns, scratch);
            ck_assert(largest(A, (size_t)count) < 1e9 && isnan(A[count * columns]));
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("qr");
    TCase *tests = tcase_create("factors");
    tcase_add_loop_test(tests, a_factor_has_the_squares_of_its_matrix, 0, 6);
    tcase_add_test(tests, a_column_of_zeros_stays_one);
    tcase_add_loop_test(tests, picked_columns_make_the_others, 0, 60);
    tcase_add_test(tests, columns_are_put_in_their_order);
    tcase_add_test(tests, of_equals_the_first_is_picked);
    tcase_add_test(tests, columns_are_picked_in_order);
    tcase_add_test(tests, rounding_is_left_to_pivots);
    tcase_add_test(tests, ties_end_at_1e_9);
    tcase_add_test(tests, arrays_end_where_they_end);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
