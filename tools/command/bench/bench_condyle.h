/* Bench of Condyle: the library's calls on one robot, as cases. */
#ifndef CONDYLE_TOOLS_BENCH_CONDYLE_H
#define CONDYLE_TOOLS_BENCH_CONDYLE_H

#include "bench/bench_case.h"
#include "bench/bench_float.h"
#include "bench/bench_pool.h"

#include <condyle/specialize.h>

enum { BENCH_RNEA, BENCH_CRBA, BENCH_ABA, BENCH_DRNEA, BENCH_DABA, BENCH_ALGORITHMS };

/* Names of the algorithms; ends with NULL. */
extern const char *const bench_algorithms[];

/* Selection of cases. */
typedef struct bench_plan {
    unsigned algorithms; /* algorithms to measure, as bits */
    int threads;         /* at most; 0: OpenMP's default */
    uint64_t seed;
    bool specialize; /* measure code for the robot besides, where it can be made */
    bool counts;     /* instructions will be counted */
} bench_plan;

enum { BENCH_MOST_BATCHES = 64 };

/* A robot with its states and results. Single calls cycle through states whose inputs fit the L1 cache (16 KiB);
 * batches have as many states as fit the L2 cache with their results (1 MiB, at most 4096 states). */
typedef struct bench_condyle {
    const cdy_model *model;
    cdy_workspace *workspace;
    bench_pool one, many;
    bench_float floats; /* the states of `many` in float32 */
    cdy_batch *batches[BENCH_MOST_BATCHES];
    size_t batch_count;
    cdy_specialization *code[BENCH_ALGORITHMS]; /* NULL: none */
    bool was_cached[BENCH_ALGORITHMS];          /* the code was in the cache before */
    cdy_error no_code[BENCH_ALGORITHMS];        /* why there is none, where it was asked for */
} bench_condyle;

/* The engine of cases that the code for the robot computes. */
#define BENCH_CODE "condyle-code"

/* Allocates the states and adds the cases; `robot` is the label of the cases. A failure, including lack of memory, is
 * in `error`; bench_condyle_clear() frees, also after a failure. */
cdy_status bench_condyle_add(bench_condyle *b, const cdy_model *model, const char *robot, const bench_plan *plan,
                             bench_list *list, cdy_error *error);

/* Frees states, results and batches. */
void bench_condyle_clear(bench_condyle *b);

#endif
