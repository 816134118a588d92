/* Products of square matrices. */
#include "linalg/cholesky.h"
#include "linalg/product.h"
#include "support/compare.h"
#include "support/suite.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { MOST = 20 };

START_TEST(products_are_negative_and_leave_their_factors)
{
    const int n = 1 + _i;
    uint64_t seed = (uint64_t)_i + 1;
    double A[MOST * MOST], B[MOST * MOST], C[MOST * MOST + 1], given[2][MOST * MOST];
    draw_array(&seed, 2, given[0], n * n);
    draw_array(&seed, 2, given[1], n * n);
    for (int i = 0; i < n * n; i++) {
        A[i] = given[0][i];
        B[i] = given[1][i];
        C[i] = (double)NAN; /* the old content does not count */
    }
    C[n * n] = 77;
    cdy_multiply_negative(n, A, B, C);
    for (int i = 0; i < n * n; i++) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum -= A[i / n * n + k] * B[k * n + i % n];
        }
        ck_assert_double_eq_tol(C[i], sum, 1e-13);
    }
    ck_assert_double_eq(C[n * n], 77);
    ck_assert_near(A, given[0], (size_t)(n * n), 0);
    ck_assert_near(B, given[1], (size_t)(n * n), 0);
}
END_TEST

/* Where the blocked routine of BLAS is the faster: from 128 rows on. Reproducible builds do without. */
START_TEST(blocks_begin_at_128_rows)
{
#ifdef CDY_REPRODUCIBLE
    const bool blocks = false;
#else
    const bool blocks = cdy_has_lapack();
#endif
    ck_assert(!cdy_product_is_fast(127));
    ck_assert(cdy_product_is_fast(128) == blocks);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("square_product");
    TCase *tests = tcase_create("products");
    tcase_add_loop_test(tests, products_are_negative_and_leave_their_factors, 0, MOST);
    tcase_add_test(tests, blocks_begin_at_128_rows);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
