/* Cholesky factors of matrices of every size: whole, in halves and in blocks. */
#include "linalg/cholesky.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef CDY_REPRODUCIBLE
enum { REPRODUCIBLE = 1 };
#else
enum { REPRODUCIBLE = 0 };
#endif

static const int sizes[] = {1, 2, 3, 7, 8, 9, 16, 17, 24, 31, 33, 47, 64, 65, 96, 100, 129};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* A random matrix X^T X + 1, its condition some thousands at most. */
static double *make_matrix(int count, uint64_t seed)
{
    const size_t n = (size_t)count;
    double *A = calloc(n * n, sizeof *A), *X = calloc(n * n, sizeof *X);
    draw_array(&seed, 1, X, count * count);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            A[i * n + j] = i == j;
            for (size_t k = 0; k < n; k++) {
                A[i * n + j] += X[k * n + i] * X[k * n + j];
            }
        }
    }
    free(X);
    return A;
}

static double *copy(const double *from, size_t count)
{
    double *to = malloc(count * sizeof *to);
    memcpy(to, from, count * sizeof *to);
    return to;
}

/* Numbers before and after an array; NaN where a routine may not read the array either. */
enum { FENCE = 24 };

/* A copy of an array, or NaN where `from` is NULL, between two fences of `post`. */
static double *fence(const double *from, size_t count, double post)
{
    double *memory = malloc((count + 2 * FENCE) * sizeof *memory);
    for (size_t i = 0; i < count + 2 * FENCE; i++) {
        const bool inside = i >= FENCE && i - FENCE < count;
        memory[i] = !inside ? post : from ? from[i - FENCE] : (double)NAN;
    }
    return memory + FENCE;
}

/* Checks that the fences stand, and frees the array. */
static void take_down(double *array, size_t count, double post)
{
    for (size_t i = 0; i < FENCE; i++) {
        ck_assert_mem_eq(&array[i + count], &post, sizeof post);
        ck_assert_mem_eq(&(array - FENCE)[i], &post, sizeof post);
    }
    free(array - FENCE);
}

/* The sum of products of a row of A and a column of B, of `columns` columns. */
static double product(const double *A, const double *B, size_t n, size_t columns, size_t i, size_t j)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++) {
        sum += A[i * n + k] * B[k * columns + j];
    }
    return sum;
}

START_TEST(factors_multiply_to_the_matrix)
{
    const size_t n = (size_t)sizes[_i];
    double *A = make_matrix((int)n, (uint64_t)_i), *U = copy(A, n * n);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            U[i * n + j] = (double)NAN; /* not read */
        }
    }
    ck_assert_int_eq(cdy_cholesky_factor((int)n, U), 0);
    const double tolerance = 1e-14 * largest(A, n * n);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k <= i; k++) {
                sum += U[k * n + i] * U[k * n + j];
            }
            ck_assert_near(&sum, &A[i * n + j], 1, tolerance);
        }
        for (size_t j = 0; j < i; j++) {
            ck_assert(isnan(U[i * n + j]));
        }
    }
    free(U);
    free(A);
}
END_TEST

START_TEST(solutions_solve)
{
    enum { ROWS = 5 };
    const size_t n = (size_t)sizes[_i];
    uint64_t seed = 77;
    double *A = make_matrix((int)n, (uint64_t)_i), *U = copy(A, n * n), *B = calloc(n * n, sizeof *B);
    double *b = calloc(n, sizeof *b), *rows = calloc(ROWS * n, sizeof *rows);
    draw_array(&seed, 1, B, (int)(n * n));
    draw_array(&seed, 1, b, (int)n);
    draw_array(&seed, 1, rows, (int)(ROWS * n));
    double *X = copy(B, n * n), *x = copy(b, n), *y = copy(rows, ROWS * n);
    ck_assert_int_eq(cdy_cholesky_factor((int)n, U), 0);
    cdy_cholesky_solve((int)n, U, x);
    cdy_cholesky_solve_square((int)n, U, X);
    cdy_cholesky_forward((int)n, U, ROWS, y);
    const double tolerance = 1e-14 * (double)n * largest(A, n * n), size = largest(X, n * n);
    for (size_t i = 0; i < n; i++) {
        double sum = product(A, x, n, 1, i, 0);
        ck_assert_near(&sum, &b[i], 1, tolerance * (1 + size));
        for (size_t j = 0; j < n; j++) {
            sum = product(A, X, n, n, i, j);
            ck_assert_near(&sum, &B[i * n + j], 1, tolerance * size);
        }
        for (size_t r = 0; r < ROWS; r++) {
            sum = 0;
            for (size_t k = 0; k <= i; k++) {
                sum += U[k * n + i] * y[r * n + k];
            }
            ck_assert_near(&sum, &rows[r * n + i], 1, tolerance);
        }
    }
    double *all[] = {A, U, B, b, rows, X, x, y};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        free(all[k]);
    }
}
END_TEST

START_TEST(inverses_are_symmetric_and_undo)
{
    const size_t n = (size_t)sizes[_i];
    double *A = make_matrix((int)n, (uint64_t)_i), *U = copy(A, n * n), *X = calloc(n * n, sizeof *X);
    ck_assert_int_eq(cdy_cholesky_factor((int)n, U), 0);
    cdy_cholesky_invert((int)n, U, X);
    const double tolerance = 1e-14 * (double)n * largest(A, n * n) * largest(X, n * n);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            const double one = i == j, sum = product(A, X, n, n, i, j);
            ck_assert_near(&sum, &one, 1, tolerance);
            ck_assert_mem_eq(&X[i * n + j], &X[j * n + i], sizeof *X);
        }
    }
    free(X);
    free(U);
    free(A);
}
END_TEST

/* Makes row and column `row` a combination of the rows and columns before; row 0 becomes zero. */
START_TEST(singular_rows_are_told)
{
    const size_t n = (size_t)sizes[_i], row = n / 2;
    double *A = make_matrix((int)n, (uint64_t)_i);
    for (size_t j = 0; j < n; j++) {
        A[row * n + j] = row ? A[j] : 0;
    }
    for (size_t i = 0; i < n; i++) {
        A[i * n + row] = row ? A[i * n] : 0;
    }
    ck_assert_int_eq(cdy_cholesky_factor((int)n, A), (int)row + 1);
    free(A);
}
END_TEST

/* The calls neither read nor write numbers around the arrays, the lower half of U, and the old content of X. */
START_TEST(only_their_numbers_are_used)
{
    enum { ROWS = 3 };
    const size_t n = (size_t)sizes[_i];
    uint64_t seed = 5;
    double *A = make_matrix((int)n, (uint64_t)_i), *B = calloc(n * n, sizeof *B);
    draw_array(&seed, 1, B, (int)(n * n));
    for (int pass = 0; pass < 2; pass++) {
        const double post = pass ? 123 : (double)NAN;
        double *U = fence(A, n * n, post), *X = fence(NULL, n * n, post), *b = fence(B, n, post);
        double *rows = fence(B, (n < ROWS ? n : ROWS) * n, post), *square = fence(B, n * n, post);
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < i; j++) {
                U[i * n + j] = post;
            }
        }
        ck_assert_int_eq(cdy_cholesky_factor((int)n, U), 0);
        cdy_cholesky_solve((int)n, U, b);
        cdy_cholesky_forward((int)n, U, (int)(n < ROWS ? n : ROWS), rows);
        cdy_cholesky_solve_square((int)n, U, square);
        cdy_cholesky_invert((int)n, U, X);
        ck_assert(largest(b, n) < 1e9 && largest(rows, n) < 1e9);
        ck_assert(largest(square, n * n) < 1e9 && largest(X, n * n) < 1e9);
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < i; j++) {
                ck_assert_mem_eq(&U[i * n + j], &post, sizeof post);
            }
        }
        take_down(U, n * n, post);
        take_down(X, n * n, post);
        take_down(b, n, post);
        take_down(rows, (n < ROWS ? n : ROWS) * n, post);
        take_down(square, n * n, post);
    }
    free(A);
    free(B);
}
END_TEST

/* A pivot counts as 0 up to 4 n epsilon of its diagonal element; *least is the smallest ratio of the two. */
START_TEST(pivots_end_at_rounding)
{
    for (int n = 2; n <= 20; n++) {
        for (int row = 1; row < n; row++) {
            for (int inside = 0; inside < 2; inside++) {
                const double ratio = 4 * n * DBL_EPSILON * (inside ? 1.06 : 0.94), root = 0x1p12;
                double *A = calloc((size_t)(n * n), sizeof *A), least = -1;
                for (int i = 0; i < n; i++) {
                    A[i * n + i] = 4;
                }
                /* U has 2 on the diagonal, but sqrt(pivot) in this row, below an element that is 2^12 times 2. */
                A[(row - 1) * n + row] = 2 * root;
                A[row * n + row] = root * root + ratio * root * root;
                const double pivot = A[row * n + row] - root * root, found = pivot / A[row * n + row];
                const bool regular = found > 4 * n * DBL_EPSILON;
                ck_assert_int_eq(cdy_cholesky_factor_least(n, A, &least), regular ? 0 : row + 1);
                ck_assert_msg(!regular || fabs(least / found - 1) < 1e-6, "n = %d, row %d: %g, not %g", n, row, least,
                              found);
                ck_assert(regular || !(least > 0 || least < 0));
                free(A);
            }
        }
    }
}
END_TEST

START_TEST(the_least_ratio_is_told)
{
    double A[9] = {4, 2, 0, 0, 2, 0, 0, 0, 9}, B[4] = {1, 0, 0, 4}, least = -1; /* U: 2 1; 1; 3 */
    ck_assert_int_eq(cdy_cholesky_factor_least(3, A, &least), 0);
    ck_assert_double_eq_tol(least, 0.5, 1e-15);
    ck_assert_near(A, ((double[9]){2, 1, 0, 0, 1, 0, 0, 0, 3}), 9, 1e-15);
    ck_assert_int_eq(cdy_cholesky_factor_least(2, B, &least), 0);
    ck_assert(least >= 1 && least <= 1);
    ck_assert_int_eq(cdy_cholesky_factor_least(2, B, NULL), 0);
    ck_assert_int_eq(cdy_cholesky_factor_least(1, (double[1]){0}, &least), 1);
    ck_assert(least >= 0 && least <= 0);
    ck_assert_int_eq(cdy_cholesky_factor_least(1, (double[1]){-1}, &least), 1);
    ck_assert_int_eq(cdy_cholesky_factor_least(1, (double[1]){(double)NAN}, &least), 1);
    double C[4] = {1, 2, 0, 3};
    ck_assert_int_eq(cdy_cholesky_factor_least(2, C, &least), 2);
}
END_TEST

/* Where LAPACK's blocked routine is the faster: by the times in tests/bench/large.c, from 1024 rows on. */
START_TEST(blocks_begin_at_1024_rows)
{
    ck_assert(!cdy_cholesky_is_fast(1023));
    ck_assert(cdy_cholesky_is_fast(1024) == (cdy_has_lapack() && !REPRODUCIBLE));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cholesky");
    TCase *tests = tcase_create("sizes");
    tcase_add_loop_test(tests, factors_multiply_to_the_matrix, 0, SIZES);
    tcase_add_loop_test(tests, solutions_solve, 0, SIZES);
    tcase_add_loop_test(tests, inverses_are_symmetric_and_undo, 0, SIZES);
    tcase_add_loop_test(tests, singular_rows_are_told, 0, SIZES);
    tcase_add_loop_test(tests, only_their_numbers_are_used, 0, SIZES);
    tcase_add_test(tests, pivots_end_at_rounding);
    tcase_add_test(tests, the_least_ratio_is_told);
    tcase_add_test(tests, blocks_begin_at_1024_rows);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
