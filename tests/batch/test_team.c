/* Threads of POSIX that share the work of a batch: each share once, each on a thread of its own, also after a fork. */
#include "batch/team.h"

#include "support/suite.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 200 };

/* Observations of each share; no other share writes its elements. */
typedef struct record {
    int calls[MOST];
    int threads[MOST];
    pthread_t thread[MOST];
    bool signals[MOST]; /* SIGTERM is not blocked in the thread */
} record;

static void work(const void *job, int thread, int threads)
{
    record *r = *(record *const *)job;
    sigset_t blocked;
    r->calls[thread]++;
    r->threads[thread] = threads;
    r->thread[thread] = pthread_self();
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    r->signals[thread] = !sigismember(&blocked, SIGTERM);
}

static void check_shares(int wanted)
{
    static record r;
    record *const job = &r;
    memset(&r, 0, sizeof r);
    ck_assert_int_eq(cdy_team_share(wanted, work, &job), wanted);
    for (int i = 0; i < MOST; i++) {
        ck_assert_int_eq(r.calls[i], i < wanted);
        ck_assert_int_eq(r.threads[i], i < wanted ? wanted : 0);
    }
    ck_assert(pthread_equal(r.thread[0], pthread_self()));
    ck_assert(r.signals[0]);
    for (int i = 1; i < wanted; i++) {
        ck_assert(r.signals[i] == (bool)pthread_equal(r.thread[i], pthread_self()));
    }
}

START_TEST(each_share_is_computed_once)
{
    const int sizes[] = {1, 2, 3, 64, 65, MOST};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_shares(sizes[i]);
    }
}
END_TEST

/* Two threads at the same time: each waits for the other. */
static void meet(const void *job, int thread, int threads)
{
    (void)thread;
    (void)threads;
    pthread_barrier_wait(*(pthread_barrier_t *const *)job);
}

START_TEST(shares_run_beside_each_other)
{
    pthread_barrier_t barrier, *const job = &barrier;
    ck_assert_int_eq(pthread_barrier_init(&barrier, NULL, 3), 0);
    ck_assert_int_eq(cdy_team_share(3, meet, &job), 3);
    pthread_barrier_destroy(&barrier);
}
END_TEST

START_TEST(a_forked_process_has_threads_too)
{
    check_shares(2);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        check_shares(3);
        _exit(7);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 7);
}
END_TEST

START_TEST(all_cores_are_counted)
{
    ck_assert_int_eq(cdy_team_size(3), 3);
    ck_assert_int_ge(cdy_team_size(0), 1);
    ck_assert_int_le(cdy_team_size(0), (int)sysconf(_SC_NPROCESSORS_CONF));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("team");
    TCase *tests = add_case(suite, "team", each_share_is_computed_once);
    tcase_add_test(tests, shares_run_beside_each_other);
    tcase_add_test(tests, a_forked_process_has_threads_too);
    tcase_add_test(tests, all_cores_are_counted);
    return run_suites(suite, NULL);
}
