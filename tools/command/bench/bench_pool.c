#include "bench/bench_pool.h"

#include "base/random.h"

#include <condyle/configuration.h>
#include <stdlib.h>

size_t bench_pool_fit(size_t numbers, size_t bytes, size_t most)
{
    size_t states = 8;
    while (2 * states <= most && 2 * states <= bytes / ((numbers + 1) * sizeof(double))) {
        states *= 2;
    }
    return states;
}

/* Allocates rows x numbers; NULL where memory runs out or the size overflows. */
static double *make_rows(size_t rows, size_t numbers)
{
    return calloc(rows ? rows : 1, (numbers ? numbers : 1) * sizeof(double));
}

bool bench_pool_fill(bench_pool *pool, const cdy_model *model, size_t states, size_t results, uint64_t seed)
{
    const size_t nq = (size_t)cdy_model_nq(model), nv = (size_t)cdy_model_nv(model);
    *pool = (bench_pool){.states = states, .nq = nq, .nv = nv};
    pool->q = make_rows(states, nq);
    pool->qd = make_rows(states, nv);
    pool->x = make_rows(states, nv);
    pool->out = make_rows(1, results);
    if (!pool->q || !pool->qd || !pool->x || !pool->out) {
        return false;
    }
    for (size_t i = 0; i < states; i++) {
        cdy_random_configuration(model, &seed, pool->q + i * nq);
    }
    for (size_t i = 0; i < states * nv; i++) {
        pool->qd[i] = cdy_random_between(&seed, -1, 1);
        pool->x[i] = cdy_random_between(&seed, -1, 1);
    }
    return true;
}

void bench_pool_clear(bench_pool *pool)
{
    free(pool->q);
    free(pool->qd);
    free(pool->x);
    free(pool->out);
    *pool = (bench_pool){0};
}
