/* Benchmark of lib/core/linalg beside plain LAPACK: the solution of U^T U X = B for n columns, against dtrsm, and the
 * inverse of U^T U, against dpotri; us a call by n.  lib/core/linalg/lapacke.c keeps its recursion over matrix products
 * as long as this benchmark shows that it is faster. */
#include "linalg/cholesky.h"
#include "rounds.h"

#include <cblas.h>
#include <lapacke.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1024 };

typedef struct matrices {
    int n;
    double *U; /* the factor U */
    double *B; /* right sides, or the factor to invert */
    double *X;
} matrices;

static void load(const matrices *m, const double *from)
{
    memcpy(m->X, from, (size_t)m->n * (size_t)m->n * sizeof *m->X);
}

static void solve(const matrices *m)
{
    load(m, m->B);
    cdy_cholesky_solve_square(m->n, m->U, m->X);
}

static void solve_by_blas(const matrices *m)
{
    load(m, m->B);
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasTrans, CblasNonUnit, m->n, m->n, 1, m->U, m->n, m->X, m->n);
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, m->n, m->n, 1, m->U, m->n, m->X,
                m->n);
}

static void invert(const matrices *m)
{
    cdy_cholesky_invert(m->n, m->U, m->X);
}

static void invert_by_lapack(const matrices *m)
{
    load(m, m->U);
    LAPACKE_dpotri_work(LAPACK_COL_MAJOR, 'L', m->n, m->X, m->n);
}

/* The least time of a call, us. */
static double least_time(const matrices *m, void (*run)(const matrices *m))
{
    double least = -1;
    for (int round = 0; round < 9; round++) {
        const int calls = 1 + 40000 / (m->n * m->n);
        const double start = now();
        for (int i = 0; i < calls; i++) {
            run(m);
        }
        const double time = (now() - start) / calls / 1000;
        least = least < 0 || time < least ? time : least;
    }
    return least;
}

/* A = n 1 + e e^T, and its factor. */
static int fill(matrices *m)
{
    for (int i = 0; i < m->n * m->n; i++) {
        m->U[i] = i % (m->n + 1) ? 1 : m->n + 1;
        m->B[i] = 0.01 * (i % 31);
    }
    return cdy_cholesky_factor(m->n, m->U);
}

int main(void)
{
    const size_t size = (size_t)LARGEST * LARGEST;
    matrices m = {0, calloc(size, sizeof *m.U), calloc(size, sizeof *m.B), calloc(size, sizeof *m.X)};
    int failed = !m.U || !m.B || !m.X;
    for (int n = 8; n <= LARGEST && !failed; n *= 2) {
        m.n = n;
        failed = fill(&m);
        printf("n %4d  solve n columns %10.2f us  dtrsm  %10.2f us  invert %10.2f us  dpotri %10.2f us\n", n,
               least_time(&m, solve), least_time(&m, solve_by_blas), least_time(&m, invert),
               least_time(&m, invert_by_lapack));
    }
    free(m.U);
    free(m.B);
    free(m.X);
    return failed;
}
