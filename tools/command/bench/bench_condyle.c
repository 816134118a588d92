#include "bench/bench_condyle.h"

#include "bench/bench_call.h"

#include <stdio.h>

const char *const bench_algorithms[] = {"rnea", "crba", "aba", "drnea", "daba", NULL};

/* The quantities of the algorithms, in the order of bench_algorithms. */
static const char *const quantities[BENCH_ALGORITHMS] = {"inverse_dynamics", "mass_matrix", "forward_dynamics",
                                                         "inverse_dynamics_derivatives",
                                                         "forward_dynamics_derivatives"};

/* Functions of the code for the robot, likewise. */
static const unsigned functions[BENCH_ALGORITHMS] = {
    CDY_GENERATE_INVERSE_DYNAMICS, CDY_GENERATE_MASS_MATRIX, CDY_GENERATE_FORWARD_DYNAMICS,
    CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES, CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES};

/* Returns the code that computes a case, NULL where that is the library's. */
static const cdy_specialization *code_of(const bench_condyle *b, const bench_case *c)
{
    size_t a = 0;
    while (c->algorithm != bench_algorithms[a]) {
        a++;
    }
    return c->is_specialized ? b->code[a] : NULL;
}

static cdy_status run_one(const bench_case *c, size_t repeats, cdy_error *error)
{
    const bench_condyle *b = (const bench_condyle *)c->subject;
    const bench_call *call = (const bench_call *)c->call;
    const bench_pool *p = &b->one;
    size_t state = c->first;
    cdy_status status = cdy_workspace_specialize(b->workspace, code_of(b, c), error);
    for (size_t i = 0; i < repeats && status == CDY_OK; i++) {
        const bench_states now = {p->q + state * p->nq, p->qd + state * p->nv, p->x + state * p->nv, p->out};
        status = call->one(b->model, b->workspace, now, error);
        state = state + 1 == b->one.states ? 0 : state + 1;
    }
    return status;
}

/* Finds the batch with the case's lanes and threads. */
static cdy_batch *find_batch(const bench_condyle *b, const bench_case *c)
{
    size_t i = 0;
    while (cdy_batch_lanes(b->batches[i]) != c->lanes || cdy_batch_threads(b->batches[i]) != c->threads) {
        i++;
    }
    return b->batches[i];
}

static cdy_status run_many(const bench_case *c, size_t repeats, cdy_error *error)
{
    const bench_condyle *b = (const bench_condyle *)c->subject;
    const bench_call *call = (const bench_call *)c->call;
    const bench_states all = {b->many.q, b->many.qd, b->many.x, b->many.out};
    cdy_batch *batch = find_batch(b, c);
    cdy_status status = cdy_batch_specialize(batch, code_of(b, c), error);
    for (size_t i = 0; i < repeats && status == CDY_OK; i++) {
        status = call->many(b->model, batch, c->states, all, error);
    }
    return status;
}

/* ---- cases ---- */

/* Returns the number of states in a batch of an algorithm. */
static size_t states_of(size_t algorithm, const cdy_model *model)
{
    const size_t nq = (size_t)cdy_model_nq(model), nv = (size_t)cdy_model_nv(model);
    return bench_pool_fit(nq + 2 * nv + bench_find_call(quantities[algorithm])->width(model), (size_t)1 << 20, 4096);
}

static bool fill_pools(bench_condyle *b, const bench_plan *plan)
{
    const size_t nq = (size_t)cdy_model_nq(b->model), nv = (size_t)cdy_model_nv(b->model);
    size_t one = 0, many = 0, states = 0;
    for (size_t a = 0; a < BENCH_ALGORITHMS; a++) {
        const size_t results = plan->algorithms & 1u << a ? bench_find_call(quantities[a])->width(b->model) : 0;
        const size_t count = results ? states_of(a, b->model) : 0;
        one = results > one ? results : one;
        many = results * count > many ? results * count : many;
        states = count > states ? count : states;
    }
    return bench_pool_fill(&b->one, b->model, bench_pool_fit(nq + 2 * nv, (size_t)1 << 14, 4096), one, plan->seed) &&
           bench_pool_fill(&b->many, b->model, states, many, plan->seed) &&
           bench_float_fill(&b->floats, b->model, &b->many, many);
}

/* Adds a batch with these lanes and threads, unless the machine does not support them. */
static cdy_status add_batch(bench_condyle *b, int lanes, int threads, cdy_error *error)
{
    const cdy_batch_options options = {.lanes = lanes, .threads = threads};
    cdy_status status = cdy_batch_create(b->model, &options, &b->batches[b->batch_count], error);
    if (status == CDY_OK && cdy_batch_threads(b->batches[b->batch_count]) == threads) {
        b->batch_count++;
    } else if (status == CDY_OK) { /* fewer threads than requested: such a batch exists already */
        cdy_batch_destroy(b->batches[b->batch_count]);
    }
    return status == CDY_ERROR_UNSUPPORTED ? CDY_OK : status;
}

static int count_threads(const cdy_model *model)
{
    const cdy_batch_options options = {.lanes = 1};
    cdy_batch *batch = NULL;
    int threads = cdy_batch_create(model, &options, &batch, NULL) == CDY_OK ? cdy_batch_threads(batch) : 1;
    cdy_batch_destroy(batch);
    return threads;
}

/* Adds every number of lanes on 1, 2, 4, ... and on all threads. */
static cdy_status add_batches(bench_condyle *b, int most_threads, cdy_error *error)
{
    const int most = most_threads ? most_threads : count_threads(b->model);
    cdy_status status = CDY_OK;
    for (int threads = 1; threads <= most; threads = threads < most && 2 * threads > most ? most : 2 * threads) {
        for (int lanes = 1; lanes <= 8 && status == CDY_OK; lanes *= 2) {
            status = add_batch(b, lanes, threads, error);
        }
        status = status == CDY_OK ? bench_float_add_batches(&b->floats, threads, error) : status;
    }
    return status;
}

/* Makes the code of an algorithm for the robot, unless that is impossible: then the reason is kept. Where instructions
 * are counted, the code is one whose file lies in the cache. */
static cdy_status make_code(bench_condyle *b, const bench_plan *plan, size_t algorithm, cdy_error *error)
{
    cdy_specialize_options options = cdy_specialize_options_default();
    cdy_error *reason = &b->no_code[algorithm];
    options.calls = functions[algorithm];
    cdy_status status = cdy_specialize(b->model, &options, &b->code[algorithm], reason);
    b->was_cached[algorithm] = cdy_specialization_is_cached(b->code[algorithm]);
    if (status == CDY_OK && plan->counts && !b->was_cached[algorithm]) {
        cdy_specialization_destroy(b->code[algorithm]); /* its file was moved to the cache when it was loaded */
        status = cdy_specialize(b->model, &options, &b->code[algorithm], reason);
    }
    if (status == CDY_ERROR_MEMORY) {
        *error = *reason;
        return status;
    }
    return CDY_OK;
}

/* Of each algorithm by itself, so that one whose code is too large leaves the others theirs. */
static cdy_status make_codes(bench_condyle *b, const bench_plan *plan, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (size_t a = 0; a < BENCH_ALGORITHMS && plan->specialize && status == CDY_OK; a++) {
        if (plan->algorithms & 1u << a) {
            status = make_code(b, plan, a, error);
        }
    }
    return status;
}

/* Adds the case once more, computed by the code for the robot, where that has the algorithm and, of a batch, the lanes.
 */
static void add_specialized(const bench_condyle *b, const bench_case *general, size_t algorithm, bench_list *list)
{
    bench_case c = *general;
    cdy_batch *batch = c.states > 1 ? find_batch(b, &c) : NULL;
    c.engine = BENCH_CODE;
    c.is_specialized = true;
    if (b->code[algorithm] && (!batch || cdy_batch_specialize(batch, b->code[algorithm], NULL) == CDY_OK)) {
        bench_list_add(list, &c);
    }
}

static void add_cases(const bench_condyle *b, const char *robot, size_t algorithm, bench_list *list)
{
    bench_case c = {.robot = robot,
                    .algorithm = bench_algorithms[algorithm],
                    .engine = "condyle",
                    .lanes = 1,
                    .threads = 1,
                    .states = 1,
                    .turns = b->one.states,
                    .run = run_one,
                    .call = bench_find_call(quantities[algorithm]),
                    .subject = b};
    bench_list_add(list, &c);
    add_specialized(b, &c, algorithm, list);
    c.turns = 0;
    for (size_t i = 0; i < b->batch_count; i++) {
        c.lanes = cdy_batch_lanes(b->batches[i]);
        c.threads = cdy_batch_threads(b->batches[i]);
        c.states = states_of(algorithm, b->model);
        c.run = run_many;
        bench_list_add(list, &c);
        add_specialized(b, &c, algorithm, list);
    }
    c.states = states_of(algorithm, b->model);
    bench_float_add_cases(&b->floats, &c, list);
}

static cdy_status fail_memory_of_bench(cdy_error *error)
{
    *error = (cdy_error){.status = CDY_ERROR_MEMORY};
    snprintf(error->text, sizeof error->text, "out of memory");
    return CDY_ERROR_MEMORY;
}

cdy_status bench_condyle_add(bench_condyle *b, const cdy_model *model, const char *robot, const bench_plan *plan,
                             bench_list *list, cdy_error *error)
{
    *b = (bench_condyle){.model = model};
    cdy_status status = cdy_workspace_create(model, &b->workspace, error);
    if (status == CDY_OK && !fill_pools(b, plan)) {
        return fail_memory_of_bench(error);
    }
    status = status == CDY_OK ? add_batches(b, plan->threads, error) : status;
    status = status == CDY_OK ? make_codes(b, plan, error) : status;
    for (size_t a = 0; a < BENCH_ALGORITHMS && status == CDY_OK; a++) {
        if (plan->algorithms & 1u << a) {
            add_cases(b, robot, a, list);
        }
    }
    return status == CDY_OK && list->failed ? fail_memory_of_bench(error) : status;
}

void bench_condyle_clear(bench_condyle *b)
{
    for (size_t i = 0; i < b->batch_count; i++) {
        cdy_batch_destroy(b->batches[i]);
    }
    bench_float_clear(&b->floats);
    bench_pool_clear(&b->one);
    bench_pool_clear(&b->many);
    cdy_workspace_destroy(b->workspace);
    for (size_t a = 0; a < BENCH_ALGORITHMS; a++) {
        cdy_specialization_destroy(b->code[a]);
    }
    *b = (bench_condyle){0};
}
