/* Bench pool: random states that calls cycle through, and room for their results. */
#ifndef CONDYLE_TOOLS_BENCH_POOL_H
#define CONDYLE_TOOLS_BENCH_POOL_H

#include <condyle/model.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bench_pool {
    size_t states, nq, nv;
    double *q;   /* states x nq, random within the limits */
    double *qd;  /* states x nv, in (-1, 1] */
    double *x;   /* states x nv, in (-1, 1]: accelerations or torques */
    double *out; /* the largest result of a call */
} bench_pool;

/* Returns how many states of `numbers` doubles fit into `bytes`: a power of 2 from 8 to `most`. */
size_t bench_pool_fit(size_t numbers, size_t bytes, size_t most);

/* Fills a pool with states from a seed and allocates `results` numbers; false where memory runs out. bench_pool_clear()
 * frees it, also after a failure. */
bool bench_pool_fill(bench_pool *pool, const cdy_model *model, size_t states, size_t results, uint64_t seed);

/* Frees a pool. */
void bench_pool_clear(bench_pool *pool);

#endif
