#include "bench/bench_float.h"

#include "bench/bench_call.h"

#include <stdlib.h>

/* Finds the batch with the case's lanes and threads. */
static cdy_batch_f32 *find_batch(const bench_float *s, const bench_case *c)
{
    size_t i = 0;
    while (cdy_batch_f32_lanes(s->batches[i]) != c->lanes || cdy_batch_f32_threads(s->batches[i]) != c->threads) {
        i++;
    }
    return s->batches[i];
}

static cdy_status run_many(const bench_case *c, size_t repeats, cdy_error *error)
{
    const bench_float *s = (const bench_float *)c->subject;
    const bench_call *call = (const bench_call *)c->call;
    const bench_float_states all = {s->q, s->qd, s->x, s->out};
    cdy_batch_f32 *batch = find_batch(s, c);
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < repeats && status == CDY_OK; i++) {
        status = call->floats(s->model, batch, c->states, all, error);
    }
    return status;
}

/* Converts numbers to float32 (NULL: zeros); NULL where memory runs out. */
static float *to_floats(const double *numbers, size_t count)
{
    float *to = calloc(count ? count : 1, sizeof *to);
    for (size_t i = 0; to && numbers && i < count; i++) {
        to[i] = (float)numbers[i];
    }
    return to;
}

bool bench_float_fill(bench_float *s, const cdy_model *model, const bench_pool *pool, size_t results)
{
    *s = (bench_float){.model = model};
    s->q = to_floats(pool->q, pool->states * pool->nq);
    s->qd = to_floats(pool->qd, pool->states * pool->nv);
    s->x = to_floats(pool->x, pool->states * pool->nv);
    s->out = to_floats(NULL, results);
    return s->q && s->qd && s->x && s->out;
}

static cdy_status add_batch(bench_float *s, int lanes, int threads, cdy_error *error)
{
    const cdy_batch_options options = {.lanes = lanes, .threads = threads};
    cdy_batch_f32 *batch = NULL;
    cdy_status status = cdy_batch_f32_create(s->model, &options, &batch, error);
    if (status == CDY_OK && cdy_batch_f32_threads(batch) == threads && s->batch_count < BENCH_MOST_FLOAT_BATCHES) {
        s->batches[s->batch_count++] = batch;
    } else { /* fewer threads than requested: such a batch exists already */
        cdy_batch_f32_destroy(batch);
    }
    return status == CDY_ERROR_UNSUPPORTED ? CDY_OK : status;
}

cdy_status bench_float_add_batches(bench_float *s, int threads, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int lanes = 4; lanes <= 16 && status == CDY_OK; lanes *= 2) {
        status = add_batch(s, lanes, threads, error);
    }
    return status;
}

void bench_float_add_cases(const bench_float *s, const bench_case *like, bench_list *list)
{
    bench_case c = *like;
    c.engine = "condyle-f32";
    c.run = run_many;
    c.subject = s;
    for (size_t i = 0; i < s->batch_count; i++) {
        c.lanes = cdy_batch_f32_lanes(s->batches[i]);
        c.threads = cdy_batch_f32_threads(s->batches[i]);
        bench_list_add(list, &c);
    }
}

void bench_float_clear(bench_float *s)
{
    for (size_t i = 0; i < s->batch_count; i++) {
        cdy_batch_f32_destroy(s->batches[i]);
    }
    free(s->q);
    free(s->qd);
    free(s->x);
    free(s->out);
    *s = (bench_float){0};
}
