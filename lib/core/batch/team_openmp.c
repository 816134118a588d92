#include "batch/team.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

int cdy_team_size(int wanted)
{
    return wanted ? wanted : omp_get_max_threads();
}

size_t cdy_team_least_work(void)
{
    return 36;
}

/* The process that started OpenMP's threads; 0 before. */
static _Atomic long starter;

/* Tells whether this process was forked from the one that started the threads.  fork() copies no thread but the
 * caller's, and OpenMP would wait forever for the others. */
static bool lost_threads(void)
{
    const long own = (long)getpid();
    long none = 0;
    return !atomic_compare_exchange_strong(&starter, &none, own) && none != own;
}

/* Not inlined: the function around a parallel region may start the OpenMP runtime at once, which allocates. */
__attribute__((noinline)) int cdy_team_share(int wanted, cdy_team_work *work, const void *job)
{
    int team_size = 1;
    if (lost_threads()) {
        work(job, 0, 1);
        return team_size;
    }
#pragma omp parallel num_threads(wanted)
    {
        const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        if (thread == 0) {
            team_size = threads; /* may be fewer than wanted */
        }
        work(job, thread, threads);
    }
    return team_size;
}
