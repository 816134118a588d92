/* Small positive definite systems (kernels/gram.h), in every width of doubles that runs on this machine. */
#include "base/random.h"
#include "support/any_kernels.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 26, CHUNK = 8, MOST_LANES = 8, WIDE = MOST_ROWS + CHUNK, ROOM = WIDE * MOST_LANES };

/* Those for any machine, and the library's of one lane: the widest and AVX2's. */
enum { WIDTHS = ANY_MACHINE + 2 };

/* NULL where this machine lacks the instructions. */
static const cdy_kernels *kernels_of(int i)
{
    if (i < ANY_MACHINE) {
        return kernels_for_any_machine(i);
    }
    if (i == ANY_MACHINE) {
        return cdy_choose_kernels(1);
    }
#ifdef CDY_HAVE_X1_FMA
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &cdy_kernels_x1_fma : NULL;
#else
    return NULL;
#endif
}

/* A system for each lane, and its factors and solution; numbers of the lanes lie next to each other. */
typedef struct gram_system {
    const cdy_kernels *kernels;
    size_t n, stride, lanes;
    double *A, *inverse;
    _Alignas(64) double inverse_D[ROOM];
    double diagonal[2 * ROOM], scratch[2 * ROOM], r[ROOM], f[ROOM]; /* whose sizes keep the alignment */
} gram_system;
_Static_assert(ROOM * sizeof(double) % 64 == 0, "registers of 64 bytes can be loaded from all arrays");

static double *number_of(const gram_system *s, double *A, size_t i, size_t j, size_t lane)
{
    return &A[(i * s->stride + j) * s->lanes + lane];
}

/* A = B B^T + margin for a random B (n x n) of each lane, with zeros in a row behind the first n numbers. */
static void draw_matrices(gram_system *s, uint64_t *state, double margin)
{
    for (size_t lane = 0; lane < s->lanes; lane++) {
        double B[MOST_ROWS][MOST_ROWS];
        for (size_t i = 0; i < s->n; i++) {
            draw_array(state, 1, B[i], (int)s->n);
        }
        for (size_t i = 0; i < s->n; i++) {
            for (size_t j = 0; j < s->n; j++) {
                double sum = i == j ? margin : 0;
                for (size_t k = 0; k < s->n; k++) {
                    sum += B[i][k] * B[j][k];
                }
                *number_of(s, s->A, i, j, lane) = sum;
            }
        }
    }
}

/* Factors the upper halves. */
static void factor(gram_system *s)
{
    memset(s->inverse, 0, s->n * s->stride * s->lanes * sizeof *s->inverse);
    for (size_t i = 0; i < s->n; i++) {
        memcpy(number_of(s, s->inverse, i, i, 0), number_of(s, s->A, i, i, 0),
               (s->n - i) * s->lanes * sizeof *s->inverse);
    }
    s->kernels->gram_factor(s->n, s->stride, s->inverse, s->inverse_D, s->diagonal);
}

static gram_system *make_system(const cdy_kernels *kernels, size_t n, double margin)
{
    uint64_t state = n + 1;
    gram_system *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
    ck_assert_ptr_nonnull(s);
    memset(s, 0, sizeof *s);
    s->kernels = kernels;
    s->n = n;
    s->lanes = (size_t)kernels->lanes;
    s->stride = s->lanes == 1 ? (n + CHUNK - 1) / CHUNK * CHUNK : n;
    const size_t bytes = (n + 1) * (s->stride + CHUNK) * s->lanes * sizeof(double);
    s->A = aligned_alloc(64, (bytes + 63) / 64 * 64);
    s->inverse = aligned_alloc(64, (bytes + 63) / 64 * 64);
    ck_assert(s->A && s->inverse);
    memset(s->A, 0, bytes);
    draw_matrices(s, &state, margin);
    draw_array(&state, 1, s->r, (int)(n * s->lanes));
    factor(s);
    return s;
}

static void free_system(gram_system *s)
{
    free(s->A);
    free(s->inverse);
    free(s);
}

static void solve(gram_system *s)
{
    s->kernels->gram_solve(s->n, s->stride, s->A, s->inverse, s->inverse_D, s->r, s->f, s->scratch);
}

/* The largest |A f - r|_i over the largest |A|_ij |f|_j of a lane. */
static double error_of(gram_system *s, size_t lane)
{
    double largest = 0, scale = DBL_MIN;
    for (size_t i = 0; i < s->n; i++) {
        double sum = -s->r[i * s->lanes + lane];
        for (size_t j = 0; j < s->n; j++) {
            const double product = *number_of(s, s->A, i, j, lane) * s->f[j * s->lanes + lane];
            sum += product;
            scale = fmax(scale, fabs(product));
        }
        largest = fmax(largest, fabs(sum));
    }
    return largest / scale;
}

START_TEST(solutions_satisfy_the_equations)
{
    const cdy_kernels *kernels = kernels_of(_i);
    for (size_t n = 0; kernels && n <= MOST_ROWS; n++) {
        gram_system *s = make_system(kernels, n, 1e-3);
        solve(s);
        for (size_t lane = 0; lane < s->lanes; lane++) {
            ck_assert_double_le(error_of(s, lane), 8 * DBL_EPSILON);
            for (size_t i = 0; i < n; i++) {
                ck_assert_double_gt(s->inverse_D[i * s->lanes + lane], 0);
            }
        }
        free_system(s);
    }
}
END_TEST

/* Column i of A^-1 is the solution of a unit vector. */
START_TEST(diagonals_are_those_of_the_inverses)
{
    const cdy_kernels *kernels = kernels_of(_i);
    for (size_t n = 1; kernels && n <= MOST_ROWS; n++) {
        gram_system *s = make_system(kernels, n, 0.1);
        for (size_t i = 0; i < n * s->lanes; i++) {
            memset(s->r, 0, sizeof s->r);
            s->r[i] = 1;
            solve(s);
            ck_assert_double_le(fabs(s->f[i] - s->diagonal[i]), 1e-11 * s->f[i]);
        }
        free_system(s);
    }
}
END_TEST

/* A - e e^T / (e^T A^-1 e) is singular for a unit vector e, and less of it is not positive definite. */
START_TEST(pivots_tell_what_is_not_positive_definite)
{
    const cdy_kernels *kernels = kernels_of(_i);
    for (size_t n = 1; kernels && n <= MOST_ROWS; n++) {
        for (size_t at = 0; at < n; at++) {
            gram_system *s = make_system(kernels, n, 0.1);
            bool found = false;
            *number_of(s, s->A, at, at, s->lanes - 1) -= 1.01 / s->diagonal[(at + 1) * s->lanes - 1];
            factor(s);
            for (size_t i = 0; i < n; i++) {
                found |= !(s->inverse_D[(i + 1) * s->lanes - 1] > 0);
                for (size_t lane = 0; lane + 1 < s->lanes; lane++) {
                    ck_assert_double_gt(s->inverse_D[i * s->lanes + lane], 0);
                }
            }
            ck_assert(found);
            free_system(s);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gram");
    TCase *c = tcase_create("systems");
    tcase_add_loop_test(c, solutions_satisfy_the_equations, 0, WIDTHS);
    tcase_add_loop_test(c, diagonals_are_those_of_the_inverses, 0, WIDTHS);
    tcase_add_loop_test(c, pivots_tell_what_is_not_positive_definite, 0, WIDTHS);
    suite_add_tcase(suite, c);
    return run_suites(suite, NULL);
}
