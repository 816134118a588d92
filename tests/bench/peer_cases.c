#include "peer_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static peer_state state_of(const bench_pool *pool, size_t i)
{
    return (peer_state){pool->q + i * pool->nq, pool->qd + i * pool->nv, pool->x + i * pool->nv};
}

/* The numbers of a result. */
static size_t width_of(int algorithm, size_t nv)
{
    static const size_t matrices[PEER_ALGORITHMS] = {0, 1, 0, 2, 3};
    return matrices[algorithm] ? matrices[algorithm] * nv * nv : nv;
}

/* The library's result for one state. */
static cdy_status compute(const bench_condyle *b, int algorithm, const peer_state *s, double *out)
{
    const size_t square = b->one.nv * b->one.nv;
    switch (algorithm) {
    case PEER_RNEA: return cdy_inverse_dynamics(b->model, b->workspace, s->q, s->qd, s->x, NULL, out, NULL);
    case PEER_CRBA: return cdy_mass_matrix(b->model, b->workspace, s->q, out, NULL);
    case PEER_ABA: return cdy_forward_dynamics(b->model, b->workspace, s->q, s->qd, s->x, NULL, out, NULL);
    case PEER_DRNEA:
        return cdy_inverse_dynamics_derivatives(b->model, b->workspace, s->q, s->qd, s->x, NULL, out, out + square,
                                                NULL);
    default:
        return cdy_forward_dynamics_derivatives(b->model, b->workspace, s->q, s->qd, s->x, NULL,
                                                &(cdy_forward_derivatives){out, out + square, out + 2 * square}, NULL);
    }
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

/* The engine's copy of the library's states, for one algorithm. */
static bool convert_states(peer_cases *p, const bench_condyle *b, int algorithm)
{
    bench_pool *to = &p->states[algorithm];
    if (!bench_pool_fill(to, b->model, b->one.states, width_of(algorithm, b->one.nv), 0)) {
        return false;
    }
    for (size_t i = 0; i < to->states; i++) {
        const peer_state source = state_of(&b->one, i), target = state_of(to, i);
        if (p->engine.convert) {
            p->engine.convert(p->engine.self, algorithm, &source, &target);
        } else {
            memcpy(target.q, source.q, to->nq * sizeof(double));
            memcpy(target.qd, source.qd, to->nv * sizeof(double));
            memcpy(target.x, source.x, to->nv * sizeof(double));
        }
    }
    return true;
}

static bool compare(peer_cases *p, const bench_condyle *b, int algorithm, double *actual, double *expected)
{
    const bench_pool *pool = &p->states[algorithm];
    const size_t count = width_of(algorithm, pool->nv);
    for (size_t i = 0; i < pool->states; i++) {
        const peer_state ours = state_of(&b->one, i), theirs = state_of(pool, i);
        p->engine.run[algorithm](p->engine.self, theirs.q, theirs.qd, theirs.x, pool->out);
        if (p->engine.convert_back) {
            p->engine.convert_back(p->engine.self, algorithm, &ours, pool->out, actual);
        } else {
            memcpy(actual, pool->out, count * sizeof *actual);
        }
        if (compute(b, algorithm, &ours, expected) != CDY_OK) {
            return false;
        }
        const double d = difference(actual, expected, count);
        p->error[algorithm] = d > p->error[algorithm] || isnan(d) ? d : p->error[algorithm];
    }
    return true;
}

bool peer_cases_compare(peer_cases *p, const bench_condyle *b)
{
    const size_t numbers = width_of(PEER_DABA, b->one.nv) + 1;
    double *actual = calloc(2 * numbers, sizeof *actual);
    bool fine = actual != NULL;
    for (int a = 0; a < PEER_ALGORITHMS && fine; a++) {
        fine = !p->engine.run[a] || (convert_states(p, b, a) && compare(p, b, a, actual, actual + numbers));
    }
    free(actual);
    return fine;
}

static cdy_status run_peer(const bench_case *c, size_t repeats, cdy_error *error)
{
    const peer_cases *p = (const peer_cases *)c->subject;
    const int algorithm = *(const int *)c->call;
    const bench_pool *s = &p->states[algorithm];
    size_t state = 0;
    (void)error;
    for (size_t i = 0; i < repeats; i++) {
        p->engine.run[algorithm](p->engine.self, s->q + state * s->nq, s->qd + state * s->nv, s->x + state * s->nv,
                                 s->out);
        state = state + 1 == s->states ? 0 : state + 1;
    }
    return CDY_OK;
}

void peer_cases_add(peer_cases *p, const char *robot, bench_list *list)
{
    static const int numbers[PEER_ALGORITHMS] = {PEER_RNEA, PEER_CRBA, PEER_ABA, PEER_DRNEA, PEER_DABA};
    for (int a = 0; a < PEER_ALGORITHMS; a++) {
        const bench_case c = {.robot = robot,
                              .algorithm = bench_algorithms[a],
                              .engine = p->engine.engine,
                              .lanes = 1,
                              .threads = 1,
                              .states = 1,
                              .run = run_peer,
                              .call = &numbers[a],
                              .subject = p};
        if (p->engine.run[a]) {
            bench_list_add(list, &c);
        }
    }
}

void peer_cases_clear(peer_cases *p)
{
    if (p->engine.close) {
        p->engine.close(p->engine.self);
    }
    for (int a = 0; a < PEER_ALGORITHMS; a++) {
        bench_pool_clear(&p->states[a]);
    }
    *p = (peer_cases){0};
}
