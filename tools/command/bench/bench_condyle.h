/* Bench of Condyle: the library's calls on one robot, as cases to measure. */
#ifndef CONDYLE_TOOLS_BENCH_CONDYLE_H
#define CONDYLE_TOOLS_BENCH_CONDYLE_H

#include "bench/bench_case.h"
#include "bench/bench_pool.h"
#include "bench/bench_single.h"

#include <condyle/batch.h>

enum { BENCH_RNEA, BENCH_CRBA, BENCH_ABA, BENCH_DRNEA, BENCH_DABA, BENCH_ALGORITHMS };

/* The algorithms' names, in this order; ends with NULL. */
extern const char *const bench_algorithms[];

/* What is asked for. */
typedef struct bench_plan {
    unsigned algorithms; /* bit BENCH_...: measured */
    int threads;         /* the most; 0: as many as OpenMP would take */
    uint64_t seed;
} bench_plan;

enum { BENCH_MOST_BATCHES = 64 };

/* A robot with all that its calls write.  Single calls take turns among states whose inputs fit the first-level cache
 * (16 KiB), batches have as many states as fit the second (1 MiB with their results, 4096 at most). */
typedef struct bench_condyle {
    const cdy_model *model;
    cdy_workspace *workspace;
    bench_pool one, many;
    bench_single single; /* the states of `many` in floats */
    cdy_batch *batches[BENCH_MOST_BATCHES];
    size_t batch_count;
} bench_condyle;

/* Makes them and adds the cases; `robot` is what the cases are called by.  A failure, of memory too, is in `error`;
 * bench_condyle_clear() frees, also then. */
cdy_status bench_condyle_add(bench_condyle *b, const cdy_model *model, const char *robot, const bench_plan *plan,
                             bench_list *list, cdy_error *error);

/* Frees what the cases work on. */
void bench_condyle_clear(bench_condyle *b);

#endif
