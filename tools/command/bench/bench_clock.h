/* Bench clock. */
#ifndef CONDYLE_TOOLS_BENCH_CLOCK_H
#define CONDYLE_TOOLS_BENCH_CLOCK_H

#include <time.h>

/* Returns monotonic time, ns. */
static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

#endif
