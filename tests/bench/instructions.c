/* Calls one quantity of a compiled model so many times, for instructions.sh, which counts what a call takes:
 *
 *   instructions MODEL QUANTITY CALLS           # one state a call
 *   instructions MODEL QUANTITY CALLS STATES    # batches of so many states, two lanes
 *
 * and for wasm.sh prints the minimum of the nanoseconds that a state takes, where CALLS is negative: of -CALLS rounds.
 */
#include "bench/bench_call.h"
#include "rounds.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_STATES = 64 };

/* Fills the states: all coordinates differ, quaternions are of length 1. */
static double *make_states(const cdy_model *model, size_t states, size_t width, bench_states *s)
{
    const size_t nq = (size_t)cdy_model_nq(model), n = (size_t)cdy_model_nv(model);
    double *numbers = calloc(states * (nq + 2 * n + width) + 1, sizeof *numbers);
    if (!numbers) {
        return NULL;
    }
    double *q = numbers, *qd = q + states * nq, *x = qd + states * n;
    for (size_t i = 0; i < states; i++) {
        cdy_home_configuration(model, q + i * nq);
        for (size_t k = 0; k < n; k++) {
            qd[i * n + k] = sin(1 + 1.3 * (double)k + 0.1 * (double)i);
            x[i * n + k] = cos(2 + 0.7 * (double)k + 0.1 * (double)i);
        }
        if (cdy_configuration_integrate(model, q + i * nq, qd + i * n, q + i * nq, NULL)) {
            free(numbers);
            return NULL;
        }
    }
    *s = (bench_states){.q = q, .qd = qd, .x = x, .out = x + states * n};
    return numbers;
}

/* A call of a quantity with the model, the memory and the states that it works on. */
typedef struct subject {
    const bench_call *call;
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_batch *batch;
    bench_states s;
    size_t states; /* of a batch; 0: one state, without a batch */
} subject;

static cdy_status repeat(const subject *on, long count, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (long i = 0; i < count && !status; i++) {
        status = on->states ? on->call->many(on->model, on->batch, on->states, on->s, error)
                            : on->call->one(on->model, on->workspace, on->s, error);
    }
    return status;
}

/* Prints the least time of a state over the rounds; a round takes some 50 us, which seldom meets another program. */
static cdy_status print_time(const subject *on, long rounds, cdy_error *error)
{
    const double states = on->states ? (double)on->states : 1, round_time = 5e4;
    double start = now(), least = INFINITY;
    const long warm = 20;
    cdy_status status = repeat(on, warm, error);
    const long count = 1 + (long)(round_time / ((now() - start) / (double)warm));
    for (long i = 0; i < rounds && !status; i++) {
        start = now();
        status = repeat(on, count, error);
        least = fmin(least, (now() - start) / ((double)count * states));
    }
    if (!status) {
        printf("%.1f\n", least);
    }
    return status;
}

static cdy_status make_calls(const bench_call *call, const cdy_model *model, long count, size_t states,
                             cdy_error *error)
{
    const cdy_batch_options options = {.threads = 1, .lanes = 2};
    cdy_workspace *workspace = NULL;
    cdy_batch *batch = NULL;
    bench_states s;
    double *numbers = make_states(model, states ? states : 1, call->width(model), &s);
    cdy_status status = numbers ? cdy_workspace_create(model, &workspace, error) : CDY_ERROR_MEMORY;
    if (!status && states) {
        status = cdy_batch_create(model, &options, &batch, error);
    }
    if (!status) {
        const subject on = {call, model, workspace, batch, s, states};
        status = count < 0 ? print_time(&on, -count, error) : repeat(&on, count, error);
    }
    cdy_batch_destroy(batch);
    cdy_workspace_destroy(workspace);
    free(numbers);
    return status;
}

int main(int count, char **words)
{
    cdy_error error = {0};
    cdy_model *model = NULL;
    const bench_call *call = count > 3 ? bench_find_call(words[2]) : NULL;
    const long states = count > 4 ? strtol(words[4], NULL, 10) : 0;
    if (!call || states < 0 || states > MOST_STATES) {
        fprintf(stderr, "usage: instructions MODEL QUANTITY CALLS [STATES]\n");
        return 2;
    }
    cdy_status status = cdy_model_load(words[1], &model, &error);
    status = status ? status : make_calls(call, model, strtol(words[3], NULL, 10), (size_t)states, &error);
    if (status) {
        fprintf(stderr, "%s: %s\n", words[2], error.text);
    }
    cdy_model_destroy(model);
    return status != CDY_OK;
}
