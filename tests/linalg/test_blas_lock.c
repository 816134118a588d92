/* OpenBLAS built without threads has one thread inside at a time: each routine runs while its mutex is locked. */
#include "linalg/cholesky.h"
#include "linalg/routines.h"
#include "linalg/svd.h"
#include "linalg/symmetric.h"
#include "support/suite.h"

#include <cblas.h>
#include <lapacke.h>
#include <pthread.h>
#include <stddef.h>

/* Mutexes that are locked, routines that ran, and how many of them ran without a lock, or with two. */
static int locked, ran, unlocked;

int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __wrap_openblas_get_parallel(void);

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex)
{
    locked++;
    return __real_pthread_mutex_lock(mutex);
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    locked--;
    return __real_pthread_mutex_unlock(mutex);
}

static int parallel;

int __wrap_openblas_get_parallel(void)
{
    return parallel;
}

/* A routine under the name `__wrap_NAME`, in whose place the linker calls it; it counts itself and calls the routine.
 */
#define COUNTED(type, name, parameters, arguments)                                                                     \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        ran++;                                                                                                         \
        unlocked += locked != 1;                                                                                       \
        return __real_##name arguments;                                                                                \
    }

/* Those that return nothing. */
#define COUNTED_VOID(name, parameters, arguments)                                                                      \
    void __real_##name parameters;                                                                                     \
    void __wrap_##name parameters;                                                                                     \
    void __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        ran++;                                                                                                         \
        unlocked += locked != 1;                                                                                       \
        __real_##name arguments;                                                                                       \
    }

COUNTED(lapack_int, LAPACKE_dpotrf_work, (int layout, char uplo, lapack_int n, double *a, lapack_int lda),
        (layout, uplo, n, a, lda))
COUNTED(lapack_int, LAPACKE_dlauum_work, (int layout, char uplo, lapack_int n, double *a, lapack_int lda),
        (layout, uplo, n, a, lda))
COUNTED(lapack_int, LAPACKE_dtrtri_work, (int layout, char uplo, char diag, lapack_int n, double *a, lapack_int lda),
        (layout, uplo, diag, n, a, lda))
COUNTED(lapack_int, LAPACKE_dgeqrf_work,
        (int layout, lapack_int m, lapack_int n, double *a, lapack_int lda, double *tau, double *work,
         lapack_int lwork),
        (layout, m, n, a, lda, tau, work, lwork))
COUNTED(lapack_int, LAPACKE_dsyevd_work,
        (int layout, char jobz, char uplo, lapack_int n, double *a, lapack_int lda, double *w, double *work,
         lapack_int lwork, lapack_int *iwork, lapack_int liwork),
        (layout, jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork))
COUNTED(lapack_int, LAPACKE_dgesvd_work,
        (int layout, char jobu, char jobvt, lapack_int m, lapack_int n, double *a, lapack_int lda, double *s, double *u,
         lapack_int ldu, double *vt, lapack_int ldvt, double *work, lapack_int lwork),
        (layout, jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork))
COUNTED_VOID(cblas_dtrsv,
             (CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, blasint n, const double *a,
              blasint lda, double *x, blasint incx),
             (layout, uplo, trans, diag, n, a, lda, x, incx))
COUNTED_VOID(cblas_dtrsm,
             (CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, blasint m,
              blasint n, double alpha, const double *a, blasint lda, double *b, blasint ldb),
             (layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb))

enum { N = 3 };

/* ---- every call of the room that enters OpenBLAS ---- */

static double A[N * N], B[N * N], C[N * N], s[N], scratch[512];
static int integers[64];

static void factor(void)
{
    cdy_cholesky_factor(N, A);
}
static void solve(void)
{
    cdy_cholesky_solve(N, A, B);
}
static void forward(void)
{
    cdy_cholesky_forward(N, A, 2, B);
}
static void solve_square(void)
{
    cdy_cholesky_solve_square(N, A, B);
}
static void invert(void)
{
    cdy_cholesky_invert(N, A, C);
}
static void reduce(void)
{
    cdy_geqrf(N, N, A, N, scratch);
}
static void singular(void)
{
    ck_assert(cdy_svd(N, A, s, B, scratch));
}
static void eigen(void)
{
    ck_assert(cdy_symmetric_eigen(N, A, s, scratch, integers) == 0);
}

static void (*const calls[])(void) = {factor, solve, forward, solve_square, invert, reduce, singular, eigen};
enum { CALLS = sizeof calls / sizeof *calls };

/* A build with threads needs no lock, one without threads one lock around all that a call does. */
START_TEST(a_thread_is_alone_inside)
{
    for (parallel = 0; parallel < 3; parallel++) { /* 0: without threads, 1: threads of its own, 2: OpenMP */
        for (int i = 0; i < N * N; i++) {
            A[i] = i % (N + 1) == 0 ? 4 + i : 0.5;
            B[i] = i;
        }
        locked = ran = unlocked = 0;
        calls[_i]();
        ck_assert_int_gt(ran, 0);
        ck_assert_int_eq(unlocked, parallel ? ran : 0);
        ck_assert_int_eq(locked, 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("blas_lock");
    TCase *tests = tcase_create("calls");
    tcase_add_loop_test(tests, a_thread_is_alone_inside, 0, CALLS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
