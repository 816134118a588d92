#include "peer_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bench_states states_at(const bench_pool *pool, size_t i, double *out)
{
    return (bench_states){pool->q + i * pool->nq, pool->qd + i * pool->nv, pool->x + i * pool->nv, out};
}

static peer_state state_of(const bench_pool *pool, size_t i)
{
    return (peer_state){pool->q + i * pool->nq, pool->qd + i * pool->nv, pool->x + i * pool->nv};
}

bool peer_cases_offers(const peer_cases *p, int row)
{
    return p->engine.ways[row][0].run != NULL;
}

/* The greatest difference as a part of the largest number. */
static double difference(const double *actual, const double *expected, size_t count)
{
    double most = 0, scale = 0;
    for (size_t i = 0; i < count; i++) {
        const double d = fabs(actual[i] - expected[i]);
        most = d > most || isnan(d) ? d : most;
        scale = fmax(scale, fabs(expected[i]));
    }
    return scale > 0 ? most / scale : most;
}

/* The engine's copy of the library's states, for one row. */
static bool convert_states(peer_cases *p, const peer_library *l, int row)
{
    const bench_pool *from = peer_library_states(l, row);
    bench_pool *to = &p->states[row];
    if (!bench_pool_fill(to, l->robot->model, from->states, peer_library_width(l, row), 0)) {
        return false;
    }
    for (size_t i = 0; i < to->states; i++) {
        const peer_state source = state_of(from, i), target = state_of(to, i);
        if (p->engine.convert) {
            p->engine.convert(p->engine.self, row, &source, &target);
        } else {
            memcpy(target.q, source.q, to->nq * sizeof(double));
            memcpy(target.qd, source.qd, to->nv * sizeof(double));
            memcpy(target.x, source.x, to->nv * sizeof(double));
        }
    }
    return true;
}

/* The engine's result for state `i`, in the library's coordinates. */
static void compute(const peer_cases *p, const peer_state *ours, int row, int way, size_t i, double *result)
{
    const bench_pool *pool = &p->states[row];
    const peer_state at = state_of(pool, i);
    p->engine.ways[row][way].run(p->engine.self, at.q, at.qd, at.x, pool->out);
    if (p->engine.convert_back) {
        p->engine.convert_back(p->engine.self, row, ours, pool->out, result);
    }
}

static bool compare(peer_cases *p, const peer_library *l, int row)
{
    const bench_pool *pool = peer_library_states(l, row);
    const size_t count = peer_library_width(l, row);
    double *result = calloc(count, sizeof *result);
    bool fine = result != NULL;
    for (size_t i = 0; i < pool->states && fine; i++) {
        const peer_state ours = state_of(pool, i);
        fine = peer_library_compute(l, row, states_at(pool, i, pool->out), NULL) == CDY_OK;
        for (int way = 0; way < PEER_WAYS && p->engine.ways[row][way].run && fine; way++) {
            compute(p, &ours, row, way, i, result);
            const double d = difference(p->engine.convert_back ? result : p->states[row].out, pool->out, count);
            p->error[row] = d > p->error[row] || isnan(d) ? d : p->error[row];
        }
    }
    free(result);
    return fine;
}

bool peer_cases_compare(peer_cases *p, const peer_library *l, unsigned rows)
{
    bool fine = true;
    for (int row = 0; row < PEER_ROWS && fine; row++) {
        if (rows & 1u << row && peer_cases_offers(p, row)) {
            fine = convert_states(p, l, row) && compare(p, l, row);
        }
    }
    return fine;
}

static cdy_status run_peer(const bench_case *c, size_t repeats, cdy_error *error)
{
    const peer_cases *p = (const peer_cases *)c->subject;
    const peer_call *call = (const peer_call *)c->call;
    const peer_way *way = &p->engine.ways[call->row][call->way];
    const bench_pool *s = &p->states[call->row];
    size_t state = 0;
    (void)error;
    for (size_t i = 0; i < repeats; i++) {
        way->run(p->engine.self, s->q + state * s->nq, s->qd + state * s->nv, s->x + state * s->nv, s->out);
        state = state + 1 == s->states ? 0 : state + 1;
    }
    return CDY_OK;
}

void peer_cases_add(peer_cases *p, const char *robot, unsigned rows, bench_list *list)
{
    for (int row = 0; row < PEER_ROWS; row++) {
        for (int way = 0; rows & 1u << row && way < PEER_WAYS && p->engine.ways[row][way].run; way++) {
            const bench_case c = {.robot = robot,
                                  .algorithm = peer_row_name(row),
                                  .engine = p->engine.engine,
                                  .lanes = 1,
                                  .threads = 1,
                                  .states = 1,
                                  .run = run_peer,
                                  .call = &p->calls[row][way],
                                  .subject = p};
            p->calls[row][way] = (peer_call){row, way};
            bench_list_add(list, &c);
        }
    }
}

const char *peer_cases_way(const bench_case *c)
{
    const peer_call *call = (const peer_call *)c->call;
    return c->run == run_peer ? ((const peer_cases *)c->subject)->engine.ways[call->row][call->way].name : NULL;
}

void peer_cases_clear(peer_cases *p)
{
    if (p->engine.close) {
        p->engine.close(p->engine.self);
    }
    for (int row = 0; row < PEER_ROWS; row++) {
        bench_pool_clear(&p->states[row]);
    }
    *p = (peer_cases){0};
}
