/* Symmetric matrices: eigenvectors, and pseudo-inverses of singular matrices. */
#include "linalg/symmetric.h"
#include "support/compare.h"
#include "support/suite.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40, CASES = 60 };

typedef struct problem {
    int n, rank;
    double A[MOST * MOST], scale[MOST], inverse[MOST * MOST], *scratch;
    int *integers;
} problem;

static void multiply(int n, const double *A, const double *B, double *C)
{
    for (int i = 0; i < n * n; i++) {
        C[i] = 0;
        for (int k = 0; k < n; k++) {
            C[i] += A[i / n * n + k] * B[k * n + i % n];
        }
    }
}

/* A sum of `rank` squares in rows whose units differ by up to `spread`. */
static problem make_problem(int number, double spread)
{
    uint64_t state = (uint64_t)number + 3;
    problem p = {.n = 1 + number % 20 + (number == 7 ? 20 : 0)};
    double row[MOST];
    p.rank = draw_below(&state, p.n + 1);
    p.scratch = calloc(cdy_symmetric_scratch_size(p.n), sizeof *p.scratch);
    p.integers = calloc(cdy_symmetric_integers(p.n), sizeof *p.integers);
    for (int i = 0; i < p.n; i++) {
        p.scale[i] = pow(spread, draw(&state, -0.5, 0.5));
    }
    for (int r = 0; r < p.rank; r++) {
        draw_array(&state, 1, row, p.n);
        for (int i = 0; i < p.n * p.n; i++) {
            p.A[i] += p.scale[i / p.n] * row[i / p.n] * row[i % p.n] * p.scale[i % p.n];
        }
    }
    return p;
}

static int invert(problem *p, double tolerance)
{
    return cdy_pseudo_inverse(&(pseudo_inverse){p->n, p->A, p->scale, tolerance, p->inverse, p->scratch, p->integers});
}

static void free_problem(problem *p)
{
    free(p->scratch);
    free(p->integers);
}

START_TEST(eigenvectors_make_the_matrix)
{
    problem p = make_problem(_i, 1);
    double V[MOST * MOST], values[MOST], DV[MOST * MOST], again[MOST * MOST], Vt[MOST * MOST], one[MOST * MOST];
    memcpy(V, p.A, sizeof V);
    ck_assert_int_eq(cdy_symmetric_eigen(p.n, V, values, p.scratch, p.integers), 0);
    for (int i = 0; i < p.n * p.n; i++) {
        DV[i] = values[i / p.n] * V[i];
        Vt[i] = V[i % p.n * p.n + i / p.n];
        one[i] = i / p.n == i % p.n;
    }
    multiply(p.n, Vt, DV, again);
    ck_assert_near(again, p.A, (size_t)(p.n * p.n), 1e-13 * (1 + largest(p.A, (size_t)(p.n * p.n))));
    multiply(p.n, V, Vt, again);
    ck_assert_near(again, one, (size_t)(p.n * p.n), 1e-13);
    for (int i = 1; i < p.n; i++) {
        ck_assert_double_le(values[i - 1], values[i]);
    }
    free_problem(&p);
}
END_TEST

/* The four conditions of Penrose (1955). */
START_TEST(penrose_finds_nothing_amiss)
{
    problem p = make_problem(_i, 100);
    size_t size = (size_t)(p.n * p.n);
    double AG[MOST * MOST], GA[MOST * MOST], AGA[MOST * MOST], GAG[MOST * MOST], turned[MOST * MOST];
    ck_assert_int_eq(invert(&p, 1e-10), p.rank);
    multiply(p.n, p.A, p.inverse, AG);
    multiply(p.n, p.inverse, p.A, GA);
    multiply(p.n, AG, p.A, AGA);
    multiply(p.n, GA, p.inverse, GAG);
    const double tolerance = 1e-14 * (1 + largest(p.A, size)) * (1 + largest(p.inverse, size)) * p.n;
    ck_assert_near(AGA, p.A, size, tolerance * largest(p.A, size) + 1e-15);
    ck_assert_near(GAG, p.inverse, size, tolerance * largest(p.inverse, size) + 1e-15);
    for (int k = 0; k < 3; k++) {
        const double *B = k == 0 ? AG : k == 1 ? GA : p.inverse;
        for (int i = 0; i < p.n * p.n; i++) {
            turned[i] = B[i % p.n * p.n + i / p.n];
        }
        ck_assert_near(turned, B, size, k == 2 ? 0 : tolerance);
    }
    free_problem(&p);
}
END_TEST

START_TEST(units_do_not_change_the_rank)
{
    problem p = make_problem(_i, 1e12);
    ck_assert_int_eq(invert(&p, 1e-10), p.rank);
    free_problem(&p);
}
END_TEST

START_TEST(the_tolerance_decides)
{
    problem p = make_problem(1, 1);
    const double A[4] = {1, 0, 0, 1e-5};
    memcpy(p.A, A, sizeof A);
    ck_assert_int_eq(p.n, 2);
    p.scale[0] = p.scale[1] = 1;
    ck_assert_int_eq(invert(&p, 1e-6), 2);
    ck_assert_near(p.inverse, ((double[4]){1, 0, 0, 1e5}), 4, 1e-9);
    ck_assert_int_eq(invert(&p, 1e-4), 1);
    ck_assert_near(p.inverse, ((double[4]){1, 0, 0, 0}), 4, 1e-15);
    memset(p.A, 0, sizeof A);
    ck_assert_int_eq(invert(&p, 1e-4), 0);
    ck_assert_near(p.inverse, ((double[4]){0}), 4, 0);
    p.n = 0;
    ck_assert_int_eq(invert(&p, 1e-4), 0);
    free_problem(&p);
}
END_TEST

/* The call uses exactly the documented count of numbers of scratch memory, and their previous content does not matter.
 */
START_TEST(the_room_suffices)
{
    enum { FENCE = 64 };
    problem p = make_problem(_i, 10);
    const size_t count = cdy_symmetric_scratch_size(p.n), integers = cdy_symmetric_integers(p.n);
    double *fenced = malloc((count + FENCE) * sizeof *fenced), V[MOST * MOST], values[MOST];
    int *counted = malloc((integers + FENCE) * sizeof *counted);
    for (size_t i = 0; i < count + FENCE; i++) {
        fenced[i] = i < count ? (double)NAN : 123;
    }
    for (size_t i = 0; i < integers + FENCE; i++) {
        counted[i] = 77;
    }
    for (int i = 0; i < p.n * p.n; i++) {
        p.inverse[i] = (double)NAN;
    }
    p.inverse[p.n * p.n] = 321;
    ck_assert_int_eq(cdy_pseudo_inverse(&(pseudo_inverse){p.n, p.A, p.scale, 1e-10, p.inverse, fenced, counted}),
                     p.rank);
    memcpy(V, p.A, sizeof V);
    V[p.n * p.n] = values[p.n] = 321;
    ck_assert_int_eq(cdy_symmetric_eigen(p.n, V, values, fenced, counted), 0);
    for (size_t i = 0; i < FENCE; i++) {
        ck_assert(fenced[count + i] >= 123 && fenced[count + i] <= 123);
        ck_assert_int_eq(counted[integers + i], 77);
    }
    ck_assert(p.inverse[p.n * p.n] >= 321 && V[p.n * p.n] >= 321 && values[p.n] >= 321);
    ck_assert(largest(p.inverse, (size_t)(p.n * p.n)) < 1e12);
    free(fenced);
    free(counted);
    free_problem(&p);
}
END_TEST

/* Eigenvalues count as 0 below the tolerance, and below n epsilon whatever the tolerance is. The direct way needs
 * tolerance trace(B) trace(B^-1) < 1; both give the same inverse. */
START_TEST(ranks_end_at_the_tolerance)
{
    static const struct {
        double values[3], tolerance;
        int rank;
    } cases[] = {
        {{1, 1, 1.01e-6}, 1e-6, 3}, {{1, 1, 0.99e-6}, 1e-6, 2},  {{1, 1.01e-6, 0.99e-6}, 1e-6, 2},
        {{4, 1, 4.05e-3}, 1e-3, 3}, {{4, 1, 3.95e-3}, 1e-3, 2},  {{1, 1, 1}, 0.05, 3},
        {{1, 1, 1}, 0.2, 3},        {{1, 1, 0.5}, 0.49, 3},      {{1, 1, 0.5}, 0.51, 2},
        {{1, 1, 7e-16}, 4e-16, 3},  {{1, 1, 6.3e-16}, 4e-16, 2}, {{1e-300, 1e-300, 1e-300}, 1e-6, 3},
    };
    for (size_t c = 0; c < 3 * sizeof cases / sizeof *cases; c++) {
        const int turn = (int)c % 3; /* the least may stand first, in the middle or last */
        problem p = make_problem(2, 1);
        ck_assert_int_eq(p.n, 3);
        memset(p.A, 0, sizeof p.A);
        for (int i = 0; i < 3; i++) {
            p.scale[i] = i + 1; /* the call divides the scale out */
            p.A[4 * i] = cases[c / 3].values[(i + turn) % 3] * p.scale[i] * p.scale[i];
        }
        for (size_t i = 0; i < cdy_symmetric_scratch_size(p.n); i++) {
            p.scratch[i] = turn ? i % 4 == 0 : -1e100; /* content of a previous call, which has no effect */
        }
        ck_assert_msg(invert(&p, cases[c / 3].tolerance) == cases[c / 3].rank, "case %zu", c);
        for (int i = 0; i < 9; i++) {
            const bool kept = i % 4 == 0 && (i / 4 + turn) % 3 < cases[c / 3].rank;
            ck_assert_double_eq_tol(p.inverse[i] * (kept ? p.A[i] : 1), kept, 1e-12);
        }
        free_problem(&p);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pseudo_inverse");
    TCase *tests = tcase_create("symmetric");
    tcase_add_loop_test(tests, eigenvectors_make_the_matrix, 0, CASES);
    tcase_add_loop_test(tests, penrose_finds_nothing_amiss, 0, CASES);
    tcase_add_loop_test(tests, units_do_not_change_the_rank, 0, CASES);
    tcase_add_test(tests, the_tolerance_decides);
    tcase_add_loop_test(tests, the_room_suffices, 0, CASES);
    tcase_add_test(tests, ranks_end_at_the_tolerance);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
