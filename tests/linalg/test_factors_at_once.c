/* Factorizations on several threads at once, and after a fork: OpenBLAS built without threads locks nothing itself. */
#include "linalg/cholesky.h"
#include "support/compare.h"
#include "support/suite.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 9, THREADS = 4, PARTS = 4 };

/* All results from one matrix: the factor, solutions for rows and for a whole matrix, the inverse. */
typedef struct factored {
    double parts[PARTS][N * N];
} factored;

static void factor_all(const double *A, factored *f)
{
    for (size_t i = 0; i < PARTS; i++) {
        memcpy(f->parts[i], A, sizeof f->parts[i]);
    }
    cdy_cholesky_factor(N, f->parts[0]);
    cdy_cholesky_forward(N, f->parts[0], N, f->parts[1]);
    cdy_cholesky_solve_square(N, f->parts[0], f->parts[2]);
    cdy_cholesky_invert(N, f->parts[0], f->parts[3]);
}

/* A thread that factors its matrix again and again. */
typedef struct factoring {
    pthread_t thread;
    double A[N * N];
    factored alone; /* the results without other threads */
    atomic_bool *ends;
    int rounds, wrong; /* repetitions, 0: until *ends; how often the results differed */
} factoring;

static void *factor_again(void *argument)
{
    factoring *f = argument;
    for (int i = 0; f->rounds ? i < f->rounds : !atomic_load(f->ends); i++) {
        factored again;
        factor_all(f->A, &again);
        f->wrong += memcmp(&again, &f->alone, sizeof again) != 0;
    }
    return NULL;
}

/* Sets a symmetric matrix whose diagonal is larger than the sum of the other elements of a row. */
static void set_matrix(uint64_t seed, double *A)
{
    draw_array(&seed, 1, A, N * N);
    for (size_t i = 0; i < N; i++) {
        A[i * N + i] += 2 * N;
        for (size_t j = 0; j < i; j++) {
            A[i * N + j] = A[j * N + i];
        }
    }
}

static void start(factoring *f, uint64_t seed, int rounds, atomic_bool *ends)
{
    *f = (factoring){.rounds = rounds, .ends = ends};
    set_matrix(seed, f->A);
    factor_all(f->A, &f->alone);
    ck_assert_int_eq(pthread_create(&f->thread, NULL, factor_again, f), 0);
}

START_TEST(threads_get_the_bits_of_one_thread)
{
    factoring all[THREADS];
    for (int i = 0; i < THREADS; i++) {
        start(&all[i], (uint64_t)i, UNLESS_WATCHED(5000, 50), NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(all[i].thread, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        ck_assert_msg(all[i].wrong == 0, "thread %d: %d of %d results differ", i, all[i].wrong, all[i].rounds);
    }
}
END_TEST

/* A child that waits for a lock of a thread that it does not have would never end; the alarm ends it. */
START_TEST(a_child_factors_while_threads_of_the_parent_do)
{
    factoring others[2];
    atomic_bool ends = false;
    start(&others[0], 1, 0, &ends);
    start(&others[1], 2, 0, &ends);
    int waiting = 0;
    for (int i = 0; i < UNLESS_WATCHED(200, 5) && !waiting; i++) {
        const pid_t child = fork();
        if (child == 0) {
            factored f;
            signal(SIGALRM, SIG_DFL); /* in place of Check's handler, which would end the whole suite */
            alarm(2);
            factor_all(others[0].A, &f);
            _exit(memcmp(&f, &others[0].alone, sizeof f) != 0);
        }
        int status = -1;
        ck_assert(child > 0 && waitpid(child, &status, 0) == child);
        waiting = status;
    }
    atomic_store(&ends, true);
    pthread_join(others[0].thread, NULL);
    pthread_join(others[1].thread, NULL);
    ck_assert_int_eq(waiting, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("factors_at_once");
    TCase *tests = tcase_create("threads");
    tcase_add_test(tests, threads_get_the_bits_of_one_thread);
    tcase_add_test(tests, a_child_factors_while_threads_of_the_parent_do);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
