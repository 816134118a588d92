#include "batch/team.h"

#include <omp.h>

int cdy_team_size(int wanted)
{
    return wanted ? wanted : omp_get_max_threads();
}

size_t cdy_team_least_work(void)
{
    return 36;
}

/* Not inlined: the function around a parallel region may start the OpenMP runtime at once, which allocates. */
__attribute__((noinline)) int cdy_team_share(int wanted, cdy_team_work *work, const void *job)
{
    int team_size = 1;
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
