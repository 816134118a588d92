/* All terms of many states: one sweep over a block of states; then each wanted term is read from the sweep, projected
 * and written, one term after another, so that the block needs memory for one term only. */
#include "dynamics/terms.h"

#include "base/error.h"
#include "batch/batch.h"

/* A wanted term; `frame` and `in_body` apply to terms of a frame. */
typedef struct wanted_term {
    const term *term;
    batch_output output;
    int frame;
    bool in_body;
} wanted_term;

static wanted_term describe_term(const cdy_model *model, const term *t, scalar *place, int frame, cdy_axes axes)
{
    const quantity_settings none = {0};
    const batch_output output = {t->result.kind, quantity_result_size(model, &t->result, &none), place};
    return (wanted_term){t, output, frame, axes == CDY_AXES_BODY};
}

/* Calls `step` for each wanted term. */
static void for_each_term(const cdy_model *model, const term_places *terms,
                          void (*step)(void *context, const wanted_term *wanted), void *context)
{
#define TERM(member, title, form, passes, tolerance)                                                                   \
    if (terms->member) {                                                                                               \
        const wanted_term wanted = describe_term(model, &term_##member, terms->member, 0, CDY_AXES_BASE);              \
        step(context, &wanted);                                                                                        \
    }
#define FRAME_TERM(member, title, form, passes, tolerance)                                                             \
    for (int i = 0; i < terms->frame_count; i++) {                                                                     \
        const frame_term_places *f = &terms->frames[i];                                                                \
        const wanted_term wanted = describe_term(model, &term_##member, f->member, f->frame, f->axes);                 \
        if (f->member) {                                                                                               \
            step(context, &wanted);                                                                                    \
        }                                                                                                              \
    }
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
}

/* Requirements of the wanted terms on the batch. */
typedef struct term_needs {
    bool matrices;
    uintptr_t bits; /* of the addresses of all places */
} term_needs;

static void add_needs(void *context, const wanted_term *wanted)
{
    term_needs *needs = context;
    needs->matrices = needs->matrices || quantity_is_square(&wanted->term->result);
    needs->bits |= (uintptr_t)wanted->output.numbers;
}

/* Checks the places of the terms, and chooses the batch that takes them. */
static cdy_status check_places(const cdy_model *model, cdy_batch **batch, const term_places *terms, cdy_error *error)
{
    term_needs needs = {0};
    for_each_term(model, terms, add_needs, &needs);
    *batch = needs.matrices ? batch_for_matrices(*batch, false) : *batch;
    const cdy_status status = needs.matrices ? cdy_batch_check_dense(model, error) : CDY_OK;
    return status ? status : cdy_batch_check_alignment(*batch, needs.bits, error);
}

/* A block whose terms are read. */
typedef struct read_block {
    const batch_block *block;
    term_source source;
} read_block;

static void write_term(void *context, const wanted_term *wanted)
{
    read_block *r = context;
    scalar *out = r->block->slot->out[0];
    r->source.frame = wanted->frame;
    r->source.in_body = wanted->in_body;
    wanted->term->read(&r->source, out);
    cdy_batch_write_output(r->block, &wanted->output, out);
}

static void write_terms(const batch_block *b, const scalar *const in[BATCH_INPUTS])
{
    const batch_call *call = b->call;
    read_block r = {b,
                    {.model = call->model,
                     .kernel_model = call->kernel_model,
                     .kernels = call->batch->kernels,
                     .kernel_scratch = b->slot->kernel_scratch,
                     .in = {in[0], in[1], in[2], in[3]},
                     .inverse_mass = call->sweep.inverse_mass,
                     .scratch = b->slot->numbers[0],
                     .load = b->slot->columns}};
    for_each_term(call->model, call->sweep.terms, write_term, &r);
}

/* A state that has failed. */
typedef struct failed_state {
    const batch_block *block;
    size_t lane;
} failed_state;

static void erase_term(void *context, const wanted_term *wanted)
{
    const failed_state *f = context;
    cdy_batch_erase_output(f->block, &wanted->output, f->lane);
}

static void erase_terms(const batch_block *b, size_t lane)
{
    failed_state f = {b, lane};
    for_each_term(b->call->model, b->call->sweep.terms, erase_term, &f);
}

static void sweep_block(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    call->batch->kernels->sweep(call->kernel_model, slot->kernel_scratch, call->sweep.passes, call->model->gravity,
                                in[0], in[1], in[2], in[3]);
}

cdy_status cdy_batch_all_terms(const cdy_model *model, cdy_batch *batch, size_t count, const scalar *q,
                               const scalar *qd, const scalar *qdd, const scalar *fext, const term_places *terms,
                               cdy_status *statuses, cdy_error *error)
{
    const scalar wanted = 0; /* cdy_check_terms() tells whether any term is */
    unsigned passes;
    cdy_status status = cdy_batch_check(model, batch, &wanted, error);
    status = status ? status : cdy_check_terms(model, terms, &passes, error);
    status = status ? status : check_places(model, &batch, terms, error);
    if (status) {
        return status;
    }
    batch_call call = {
        .model = model,
        .batch = batch,
        .count = count,
        .compute = sweep_block,
        .in = {{INPUT_POSITION, q}, {INPUT_VELOCITY, qd}, {INPUT_ACCELERATION, qdd}, {INPUT_FORCES, fext}},
        .statuses = statuses,
        .sweep = {.terms = terms, .passes = passes, .inverse_mass = inverse_mass(model)},
        .write_own = write_terms,
        .erase_own = erase_terms};
    return cdy_batch_run(&call, error);
}
