/* The calls for many states of all quantities (dynamics/quantity.h). */
#include "base/error.h"
#include "batch/batch.h"

#include <condyle/energy.h>
#include <condyle/momentum.h>
#include <string.h>

/* A place for a result of the kernels; matrices that are not wanted have none. */
static inline scalar *result_place(const quantity_result *r, const batch_output *wanted, scalar *place)
{
    return quantity_is_square(r) && !wanted->numbers ? NULL : place;
}

/* Runs the step of a quantity for one block.  Inlined where the quantity is a constant. */
static inline __attribute__((always_inline)) void compute_step(const quantity *x, const batch_call *call,
                                                               batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const quantity_step step = {.model = call->model,
                                .kernel_model = call->kernel_model,
                                .kernels = call->batch->kernels,
                                .special = special_packed(call->batch->special, call->model),
                                .kernel_scratch = slot->kernel_scratch,
                                .settings = call->settings,
                                .scratch = {slot->numbers[0], slot->numbers[1]},
                                .columns = slot->columns,
                                .load = slot->columns,
                                .block = slot->scratch,
                                .has_zeros = call->has_zeros};
    scalar *const out[QUANTITY_RESULTS] = {result_place(&x->results[0], &call->out[0], slot->out[0]),
                                           result_place(&x->results[1], &call->out[1], slot->out[1]),
                                           result_place(&x->results[2], &call->out[2], slot->out[2])};
    x->compute(&step, in, out);
}

/* Whether a quantity is computed by a mass matrix of each state. */
static bool factors_mass_matrix(const quantity *x, const cdy_model *model, cdy_forward_method method)
{
    return x->needs == NEEDS_DEFINITE ||
           (x->needs == NEEDS_ARTICULATED && (model->has_followers || method >= CDY_FORWARD_MASS_MATRIX));
}

/* Whether a quantity is computed with matrices of the degrees of freedom, or is as wide. */
static bool needs_matrices(const quantity *x, const cdy_model *model, cdy_forward_method method)
{
    const quantity_result *r = &x->results[0];
    return quantity_is_square(r) || r->count == PER_PAIR || r->count == PER_PARAMETER ||
           factors_mass_matrix(x, model, method);
}

/* Whether a quantity is computed with more matrices than its result or the mass matrix, or is wider than these. */
static bool needs_more_matrices(const quantity *x)
{
    const result_count count = x->results[0].count;
    return x->needs == NEEDS_DEFINITE || quantity_is_square(&x->results[1]) || count == PER_PAIR ||
           count == PER_PARAMETER;
}

/* Fails with CDY_ERROR_UNSUPPORTED where the slots have no mass matrices, or no room for the first result. */
static cdy_status check_room(const quantity *x, const cdy_model *model, const cdy_batch *batch,
                             const quantity_settings *settings, cdy_error *error)
{
    const quantity_result *r = &x->results[0];
    const size_t width = quantity_result_size(model, r, settings);
    const bool dense = needs_matrices(x, model, settings->method);
    const cdy_status status = dense ? cdy_batch_check_dense(model, error) : CDY_OK;
    if (status) {
        return status;
    }
    if (width > batch->widest_output) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the result of a state has %zu numbers; batches of this robot have room for %zu, the calls "
                        "for one state take larger ones",
                        width, batch->widest_output);
    }
    return CDY_OK;
}

static cdy_status check_call(const quantity *x, const cdy_model *model, const cdy_batch *batch,
                             const quantity_settings *settings, cdy_error *error)
{
    cdy_status status = cdy_check_settings(x->needs, model, settings, error);
    if (!status && settings->method == CDY_FORWARD_ARTICULATED_BODIES && model->has_followers) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "articulated bodies take no mimic joints; use the mass matrix, which takes them");
    }
    return status ? status : check_room(x, model, batch, settings, error);
}

#ifdef CDY_FLOAT

/* There are several lanes. */
static bool compute_one_row(const batch_call *call, const scalar *const in[QUANTITY_INPUTS],
                            scalar *const out[QUANTITY_RESULTS])
{
    (void)call, (void)in, (void)out;
    return false;
}

#else

/* Whether a batch of one lane has one state that the call for one state can take: it runs the same step, the rows are
 * aligned, and no result is in the place of an input, which has to be read once more if that call fails. */
static bool has_one_row(const batch_call *call, const double *const in[QUANTITY_INPUTS],
                        double *const out[QUANTITY_RESULTS])
{
    const cdy_batch *batch = call->batch;
    if (call->count != 1 || batch->kernels->lanes != 1 || batch->layout == CDY_BATCH_LANES || batch->special ||
        call->has_pivots) {
        return false;
    }
    uintptr_t bits = (uintptr_t)out[0] | (uintptr_t)out[1] | (uintptr_t)out[2];
    bool apart = true;
    for (int i = 0; i < QUANTITY_INPUTS; i++) {
        bits |= (uintptr_t)in[i];
        apart &= !in[i] || (in[i] != out[0] && in[i] != out[1] && in[i] != out[2]);
    }
    return apart && bits % sizeof(double) == 0;
}

/* Computes one state in one lane by the call for one state, which takes less time than a block and gives the same
 * bits. Where it fails, a block finds the fault. */
static bool compute_one_row(const batch_call *call, const double *const in[QUANTITY_INPUTS],
                            double *const out[QUANTITY_RESULTS])
{
    if (!has_one_row(call, in, out) || call->one_state(call, batch_slot_of(call->batch, 0), in, out, NULL, NULL)) {
        return false;
    }
    if (call->statuses) {
        const cdy_status status = CDY_OK;
        memcpy((void *)call->statuses, &status, sizeof status);
    }
    return true;
}

#endif

/* Runs a call that has its model, batch, count, quantity, functions, settings and statuses. */
static cdy_status run(batch_call *call, const scalar *const in[QUANTITY_INPUTS], scalar *const out[QUANTITY_RESULTS],
                      cdy_error *error)
{
    const quantity *x = call->quantity;
    const scalar *wanted = out[0] ? out[0] : out[1] ? out[1] : out[2];
    cdy_status status = cdy_batch_check(call->model, call->batch, wanted, error);
    if (!status && needs_matrices(x, call->model, call->settings.method)) {
        call->batch = batch_for_matrices(call->batch, needs_more_matrices(x));
    }
    status = status ? status : check_call(x, call->model, call->batch, &call->settings, error);
    if (status || compute_one_row(call, in, out)) {
        return status;
    }
    call->articulated = x->needs == NEEDS_ARTICULATED && !factors_mass_matrix(x, call->model, call->settings.method);
    for (int i = 0; i < QUANTITY_RESULTS; i++) {
        const quantity_result *r = &x->results[i];
        if (out[i]) {
            call->out[i] = (batch_output){r->kind, quantity_result_size(call->model, r, &call->settings), out[i]};
        }
    }
    if (x->results[0].kind == OUTPUT_REGRESSOR) {
        cdy_batch_list_moved(cdy_batch_kernel_model(call->model, call->batch->float_model), call->batch,
                             (size_t)cdy_parameter_count(call->model, call->settings.regressor));
    }
    call->has_zeros = call->batch->kernels->lanes > 1 && batch_runs_of(call, x->results[0].kind).count > 0;
    for (int i = 0; i < QUANTITY_INPUTS; i++) { /* velocity and acceleration are 0 where the quantity has none */
        const input_kind unused = i == 1 || i == 2 ? INPUT_VELOCITY : INPUT_NOTHING;
        call->in[i] = (batch_input){x->in[i] ? x->in[i] : unused, in[i]};
    }
    return cdy_batch_run(call, error);
}

/* The calls for one state, for batches of one lane and for the states of a block whose mass matrix may be singular. */
#define ONE_STATE(name, inputs, results)                                                                               \
    static cdy_status one_##name(const batch_call *call, const batch_slot *slot, const double *const in[BATCH_INPUTS], \
                                 double *const out_[BATCH_OUTPUTS], cdy_constraint_report *report, cdy_error *error)   \
    {                                                                                                                  \
        (void)report;                                                                                                  \
        DECLARE_INPUTS(double, in[0], in[1], in[2], in[2], in[2], in[3], in[4], in[5], in[6]);                         \
        DECLARE_SETTINGS(call->settings.frame, call->settings.relative_to, call->settings.axes, call->settings.method, \
                         call->settings.regressor);                                                                    \
        DECLARE_PLACES(double, out_[0], out_[1], out_[2]);                                                             \
        return cdy_##name(call->model, slot->fallback.workspace, ARGUMENTS_##inputs, OUT_##results, error);            \
    }
#ifdef CDY_FLOAT /* there are several lanes, and these quantities have no pivots */
#define ONE_STATE_NOTHING(name, inputs, results)
#define ONE_NOTHING(name) NULL
#else
#define ONE_STATE_NOTHING(name, inputs, results) ONE_STATE(name, inputs, results)
#define ONE_NOTHING(name)                        one_##name
#endif
#define ONE_STATE_MASS(name, inputs, results)        ONE_STATE_NOTHING(name, inputs, results)
#define ONE_STATE_DEFINITE(name, inputs, results)    ONE_STATE(name, inputs, results)
#define ONE_STATE_ARTICULATED(name, inputs, results) ONE_STATE(name, inputs, results)

/* The step of a quantity for one block. */
#define STEP_NOTHING(name)                                                                                             \
    static void step_##name(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])            \
    {                                                                                                                  \
        compute_step(&quantity_##name, call, slot, in);                                                                \
    }
#define STEP_MASS(name) STEP_NOTHING(name)
#define STEP_DEFINITE(name)
#define STEP_ARTICULATED(name)

/* The function for a block, and that in lanes of doubles. */
#define SOLVE_FLOATS(name) cdy_batch_solve_##name
#ifdef CDY_FLOAT
#define SOLVE_DOUBLES(name) NULL
#define DOUBLES(name)       cdy_double_lanes_##name
#else
#define SOLVE_DOUBLES(name) SOLVE_FLOATS(name)
#define DOUBLES(name)       NULL
#endif

/* The functions of a call. */
#define FUNCTIONS_NOTHING(name, numbers) .compute = step_##name, .one_state = ONE_NOTHING(name)
#define FUNCTIONS_MASS(name, numbers)    FUNCTIONS_NOTHING(name, numbers)
#define FUNCTIONS_DEFINITE(name, numbers)                                                                              \
    .compute = SOLVE_##numbers(name), .one_state = one_##name, .has_pivots = true, .doubles = DOUBLES(name)
#define FUNCTIONS_ARTICULATED(name, numbers) FUNCTIONS_DEFINITE(name, numbers)

#define CALL(name, inputs, results, needs, numbers)                                                                    \
    ONE_STATE_##needs(name, inputs, results) STEP_##needs(name) cdy_status cdy_batch_##name(                           \
        const cdy_model *model, cdy_batch *batch, size_t count, PARAMETERS_##inputs(scalar), ROWS_##results,           \
        cdy_status *statuses, cdy_error *error)                                                                        \
    {                                                                                                                  \
        const quantity_given given = {GIVEN_##inputs};                                                                 \
        scalar *const out_[QUANTITY_RESULTS] = {POINTERS_##results};                                                   \
        batch_call call = {.model = model,                                                                             \
                           .batch = batch,                                                                             \
                           .count = count,                                                                             \
                           .quantity = &quantity_##name,                                                               \
                           .settings = given.settings,                                                                 \
                           FUNCTIONS_##needs(name, numbers),                                                           \
                           .statuses = statuses};                                                                      \
        return run(&call, given.in, out_, error);                                                                      \
    }
#define QUANTITY(name, title, inputs, results, needs, numbers, ...) CALL(name, inputs, results, needs, numbers)
#include "dynamics/quantities.def"
#undef QUANTITY
