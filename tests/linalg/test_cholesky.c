/* Cholesky factors of matrices of every size: whole, in halves and in blocks. */
#include "linalg/cholesky.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Row and column `row` become a combination of those before; the first one vanishes. */
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

int main(void)
{
    Suite *suite = suite_create("cholesky");
    TCase *tests = tcase_create("sizes");
    tcase_add_loop_test(tests, factors_multiply_to_the_matrix, 0, SIZES);
    tcase_add_loop_test(tests, solutions_solve, 0, SIZES);
    tcase_add_loop_test(tests, inverses_are_symmetric_and_undo, 0, SIZES);
    tcase_add_loop_test(tests, singular_rows_are_told, 0, SIZES);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
