/* Bench of Condyle's float32 batches, on the same states as the batches over doubles. */
#ifndef CONDYLE_TOOLS_BENCH_FLOAT_H
#define CONDYLE_TOOLS_BENCH_FLOAT_H

#include "bench/bench_case.h"
#include "bench/bench_pool.h"

#include <condyle/batch_float.h>

enum { BENCH_MOST_FLOAT_BATCHES = 64 };

typedef struct bench_float {
    const cdy_model *model;
    float *q, *qd, *x, *out; /* as in bench_pool */
    cdy_batch_f32 *batches[BENCH_MOST_FLOAT_BATCHES];
    size_t batch_count;
} bench_float;

/* Copies the states of a pool and allocates `results` numbers; false where memory runs out. bench_float_clear() frees
 * it, also after a failure. */
bool bench_float_fill(bench_float *s, const cdy_model *model, const bench_pool *pool, size_t results);

/* Adds a batch of every number of lanes for `threads` threads, as far as the machine supports them. */
cdy_status bench_float_add_batches(bench_float *s, int threads, cdy_error *error);

/* Adds the cases of an algorithm, which copy the other fields of `c`; none where there is no float32 call. */
void bench_float_add_cases(const bench_float *s, const bench_case *c, bench_list *list);

/* Frees states, results and batches. */
void bench_float_clear(bench_float *s);

#endif
