/* Bench of Condyle's single-precision batches, on the states of the double-precision ones. */
#ifndef CONDYLE_TOOLS_BENCH_SINGLE_H
#define CONDYLE_TOOLS_BENCH_SINGLE_H

#include "bench/bench_case.h"
#include "bench/bench_pool.h"

#include <condyle/batch_single.h>

enum { BENCH_MOST_SINGLE_BATCHES = 64 };

typedef struct bench_single {
    const cdy_model *model;
    float *q, *qd, *x, *out; /* as in bench_pool */
    cdy_batch_f32 *batches[BENCH_MOST_SINGLE_BATCHES];
    size_t batch_count;
} bench_single;

/* Copies the states of a pool and allocates `results` numbers; false where memory runs out. bench_single_clear() frees
 * it, also after a failure. */
bool bench_single_fill(bench_single *s, const cdy_model *model, const bench_pool *pool, size_t results);

/* Adds a batch of every number of lanes for `threads` threads, as far as the machine supports them. */
cdy_status bench_single_add_batches(bench_single *s, int threads, cdy_error *error);

/* Adds the cases of an algorithm, which copy the other fields of `c`; none where there is no single-precision call. */
void bench_single_add_cases(const bench_single *s, const bench_case *c, bench_list *list);

/* Frees states, results and batches. */
void bench_single_clear(bench_single *s);

#endif
