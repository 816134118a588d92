/* LAPACK's factorizations, by LAPACKE and OpenBLAS. Matrices of the library are row-major, so that their upper half is
 * the lower half of LAPACK's column-major matrix, and nothing is transposed. */
#include "linalg/cholesky.h"
#include "linalg/routines.h"
#include "linalg/svd.h"
#include "linalg/symmetric.h"

#include <cblas.h>
#include <lapacke.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

/* OpenBLAS built without threads takes the buffers of its products from a list that it does not lock, unless it was
 * built with USE_LOCKING: two threads of the caller may get the same buffer, and wrong numbers. With such a build one
 * thread at a time is inside; without others that takes some 4 ns a call. */
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static void lock_blas(void)
{
    pthread_mutex_lock(&one_at_a_time);
}

static void unlock_blas(void)
{
    pthread_mutex_unlock(&one_at_a_time);
}

/* No thread is inside at the time of a fork: in the child it would never come out. */
static void prepare_forks(void)
{
    (void)pthread_atfork(lock_blas, unlock_blas, unlock_blas);
}

static void enter_blas(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (openblas_get_parallel() == 0) {
        pthread_once(&once, prepare_forks);
        lock_blas();
    }
}

static void leave_blas(void)
{
    if (openblas_get_parallel() == 0) {
        unlock_blas();
    }
}

bool cdy_has_lapack(void)
{
    return true;
}

/* Of LAPACK's two halves the lower is the faster: n = 256 takes OpenBLAS 0.3.21 253 us, the upper 410 us (AVX-512, one
 * thread). */
int cdy_potrf(int n, double *A)
{
    enter_blas();
    const int row = LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, A, n);
    leave_blas();
    return row;
}

/* BLAS sums large matrices in another order on another machine, so that reproducible builds do without. */
#ifdef CDY_REPRODUCIBLE
enum { LEAST_ROWS_OF_FACTORS = INT_MAX };
#else
enum { LEAST_ROWS_OF_FACTORS = 1024 };
#endif

bool cdy_cholesky_is_fast(int n)
{
    return n >= LEAST_ROWS_OF_FACTORS;
}

void cdy_cholesky_solve(int n, const double *U, double *b)
{
    enter_blas();
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, n, U, n, b, 1);
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, n, U, n, b, 1);
    leave_blas();
}

void cdy_cholesky_forward(int n, const double *U, int count, double *B)
{
    enter_blas();
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, count, 1, U, n, B, n);
    leave_blas();
}

void cdy_cholesky_solve_square(int n, const double *U, double *B)
{
    enter_blas();
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasTrans, CblasNonUnit, n, n, 1, U, n, B, n);
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, n, n, 1, U, n, B, n);
    leave_blas();
}

/* U := U^-1 by blocks; the upper right block becomes -U11^-1 U12 U22^-1. The halving is kept beside LAPACKE_dpotri()
 * because matrix products do most of its work: tests/bench/factors.c measures 52 us for n = 128, dpotri 99 us; for
 * n = 256 407 and 690 us. */
static void invert_upper(int n, int width, double *U)
{
    enum { SMALL = 16 };
    if (n <= SMALL) {
        LAPACKE_dtrtri_work(LAPACK_COL_MAJOR, 'L', 'N', n, U, width);
        return;
    }
    const int h = (n / 2 + 7) / 8 * 8; /* whole vectors */
    double *last = U + (size_t)h * (size_t)width + (size_t)h;
    invert_upper(h, width, U);
    invert_upper(n - h, width, last);
    cblas_dtrmm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, h, n - h, -1, U, width, U + h, width);
    cblas_dtrmm(CblasRowMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, h, n - h, 1, last, width, U + h,
                width);
}

void cdy_potri(int n, const double *U, double *X)
{
    memcpy(X, U, (size_t)n * (size_t)n * sizeof *X);
    enter_blas();
    invert_upper(n, n, X);
    LAPACKE_dlauum_work(LAPACK_COL_MAJOR, 'L', n, X, n); /* U^-1 U^-T */
    leave_blas();
}

void cdy_geqrf(int rows, int columns, double *A, int stride, double *scratch)
{
    enter_blas();
    LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, rows, columns, A, stride, scratch, scratch + columns, 32 * columns);
    leave_blas();
}

/* LAPACK returns V^T: transpose it in place. */
static void transpose(int n, double *V)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double *a = &V[(size_t)i * (size_t)n + (size_t)j], *b = &V[(size_t)j * (size_t)n + (size_t)i], saved = *a;
            *a = *b;
            *b = saved;
        }
    }
}

bool cdy_svd(int n, double *A, double *s, double *V, double *scratch)
{
    double none = 0;
    int size = n * n + 32 * n;
    enter_blas();
    const int failure = LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'O', 'A', n, n, A, n, s, &none, 1, V, n, scratch, size);
    leave_blas();
    if (failure) {
        return false;
    }
    transpose(n, V);
    return true;
}

/* The workspace that dsyevd documents for eigenvectors, plus eigenvalues and matrix. */
size_t cdy_symmetric_scratch_size(int n)
{
    size_t m = (size_t)n;
    return 1 + 7 * m + 3 * m * m;
}

size_t cdy_symmetric_integers(int n)
{
    return 3 + 5 * (size_t)n;
}

int cdy_symmetric_eigen(int n, double *A, double *values, double *scratch, int *integers)
{
    enter_blas();
    const int failure = LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', n, A, n, values, scratch, 1 + 6 * n + 2 * n * n,
                                            integers, 3 + 5 * n);
    leave_blas();
    return failure;
}
