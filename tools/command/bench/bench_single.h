/* Bench of Condyle's batches over floats: the states of the batches over doubles once more. */
#ifndef CONDYLE_TOOLS_BENCH_SINGLE_H
#define CONDYLE_TOOLS_BENCH_SINGLE_H

#include "bench/bench_case.h"
#include "bench/bench_pool.h"

#include <condyle/batch_single.h>

enum { BENCH_MOST_SINGLE_BATCHES = 64 };

typedef struct bench_single {
    const cdy_model *model;
    float *q, *qd, *x, *out; /* as bench_pool has them */
    cdy_batch_f32 *batches[BENCH_MOST_SINGLE_BATCHES];
    size_t batch_count;
} bench_single;

/* Takes over the states of a pool, with room for `results` numbers; false where memory runs out.  bench_single_clear()
 * frees it, also then. */
bool bench_single_fill(bench_single *s, const cdy_model *model, const bench_pool *pool, size_t results);

/* Adds a batch of every width for so many threads.  What the machine does not have is left out. */
cdy_status bench_single_add_batches(bench_single *s, int threads, cdy_error *error);

/* Adds the cases of an algorithm, like `c` but for what tells them apart; none where it has no call over floats. */
void bench_single_add_cases(const bench_single *s, const bench_case *c, bench_list *list);

/* Frees what the cases work on. */
void bench_single_clear(bench_single *s);

#endif
