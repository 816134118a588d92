/* Singular values: A = U diag(s) V^T, by LAPACK and by its stand-in. */
#include "linalg/svd.h"

#include "support/compare.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST = 24, ROOM = MOST * MOST, GUARD = 8 };

typedef struct factors {
    int n;
    double A[ROOM], U[ROOM + GUARD], V[ROOM + GUARD], s[MOST + GUARD], scratch[ROOM + 32 * MOST];
} factors;

/* The number behind each array, which may not change. */
static const double guard = 12345;

static void factor(factors *f)
{
    const int size = f->n * f->n;
    memcpy(f->U, f->A, sizeof f->A);
    f->U[size] = f->V[size] = f->s[f->n] = guard;
    ck_assert(cdy_svd(f->n, f->U, f->s, f->V, f->scratch));
    ck_assert_double_eq(f->U[size], guard);
    ck_assert_double_eq(f->V[size], guard);
    ck_assert_double_eq(f->s[f->n], guard);
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* Checks that the singular values descend, that V is orthonormal, and U in the columns whose singular values exceed
 * rounding errors, and that the product is A. */
static void check_factors(const factors *f)
{
    const int n = f->n;
    const double largest = f->s[0], rounding = 1e-13 * n;
    for (int i = 0; i < n; i++) {
        ck_assert_msg(f->s[i] >= 0 && (i == 0 || f->s[i] <= f->s[i - 1]), "value %d is %g", i, f->s[i]);
        for (int j = 0; j <= i; j++) {
            const double of_v = dot(n, f->V + i * n, f->V + j * n), of_u = dot(n, f->U + i * n, f->U + j * n);
            ck_assert_msg(fabs(of_v - (i == j)) <= rounding, "V: columns %d and %d: %g", i, j, of_v);
            ck_assert_msg(f->s[i] <= 1e-3 * largest || fabs(of_u - (i == j)) <= rounding, "U: columns %d and %d: %g", i,
                          j, of_u);
        }
    }
    for (int column = 0; column < n; column++) {
        for (int row = 0; row < n; row++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += f->s[k] > 0 ? f->U[k * n + row] * f->s[k] * f->V[k * n + column] : 0;
            }
            ck_assert_msg(fabs(sum - f->A[column * n + row]) <= rounding * largest, "A(%d, %d) comes to %g, not %g",
                          row, column, sum, f->A[column * n + row]);
        }
    }
}

START_TEST(factors_multiply_to_the_matrix)
{
    static factors f;
    uint64_t seed = (uint64_t)_i + 3;
    f.n = 1 + _i;
    draw_array(&seed, 2, f.A, f.n * f.n);
    factor(&f);
    check_factors(&f);
    /* The sum of the squares of the singular values is the sum of the squares of the elements. */
    ck_assert_double_eq_tol(dot(f.n, f.s, f.s) / dot(f.n * f.n, f.A, f.A), 1, 1e-13);
}
END_TEST

/* Columns that are multiples of the first columns give singular values of rounding errors. */
START_TEST(ranks_are_seen)
{
    static factors f;
    const int rank = 1 + _i;
    uint64_t seed = (uint64_t)_i + 3;
    f.n = 12;
    draw_array(&seed, 2, f.A, f.n * f.n);
    for (int column = rank; column < f.n; column++) {
        const double factor = draw(&seed, -2, 2);
        for (int row = 0; row < f.n; row++) {
            f.A[column * f.n + row] = factor * f.A[column % rank * f.n + row];
        }
    }
    factor(&f);
    check_factors(&f);
    ck_assert_double_gt(f.s[rank - 1], 1e-3 * f.s[0]);
    ck_assert_double_le(f.s[rank], 1e-13 * f.s[0]);
}
END_TEST

START_TEST(diagonals_are_sorted)
{
    static const double expected[5] = {7, 4, 3, 0.5, 0};
    static factors f;
    f.n = 5;
    memset(f.A, 0, sizeof f.A);
    f.A[0] = 0.5;
    f.A[6] = -4;
    f.A[18] = 7;
    f.A[24] = -3;
    factor(&f);
    check_factors(&f);
    ck_assert_near(f.s, expected, 5, 1e-14);
}
END_TEST

START_TEST(zeros_have_values_of_zero)
{
    static factors f;
    for (f.n = 1; f.n <= 3; f.n++) {
        memset(f.A, 0, sizeof f.A);
        factor(&f);
        check_factors(&f);
        ck_assert_near(f.s, f.A, (size_t)f.n, 0);
        ck_assert(largest(f.U, (size_t)(f.n * f.n)) <= 1); /* and no NaN */
    }
}
END_TEST

/* Sizes near the numbers whose squares overflow or underflow. */
START_TEST(values_have_the_size_of_their_matrix)
{
    static const double sizes[] = {1e-100, 1e-10, 1e10, 1e100};
    static factors f;
    double expected[6];
    uint64_t seed = 9;
    f.n = 6;
    draw_array(&seed, 1, f.A, 36);
    factor(&f);
    memcpy(expected, f.s, sizeof expected);
    for (int i = 0; i < 36; i++) {
        f.A[i] *= sizes[_i];
    }
    factor(&f);
    check_factors(&f);
    for (int i = 0; i < 6; i++) {
        ck_assert_double_eq_tol(f.s[i] / sizes[_i] / expected[i], 1, 1e-11);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("svd");
    TCase *tests = tcase_create("factors");
    tcase_add_loop_test(tests, factors_multiply_to_the_matrix, 0, MOST);
    tcase_add_loop_test(tests, ranks_are_seen, 0, 11);
    tcase_add_test(tests, diagonals_are_sorted);
    tcase_add_test(tests, zeros_have_values_of_zero);
    tcase_add_loop_test(tests, values_have_the_size_of_their_matrix, 0, 4);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
