#include "batches.h"

static void destroy_batch(const kept_batch *kept)
{
    if (kept->is_float) {
        cdy_batch_f32_destroy(kept->batch);
    } else {
        cdy_batch_destroy(kept->batch);
    }
}

void batches_clear(robot_object *self)
{
    for (int i = 0; i < KEPT_BATCHES; i++) {
        if (self->batches[i].batch) {
            destroy_batch(&self->batches[i]);
            self->batches[i].batch = NULL;
        }
    }
}

/* Finds a place for a batch: one that fits and is free, else an empty one, else a free one, which is emptied; NULL:
 * all are in use. */
static kept_batch *find_place(robot_object *self, int threads, bool by_columns, bool is_float)
{
    kept_batch *empty = NULL, *unused = NULL;
    for (int i = 0; i < KEPT_BATCHES; i++) {
        kept_batch *kept = &self->batches[i];
        if (kept->batch && !kept->in_use && kept->threads == threads && kept->by_columns == by_columns &&
            kept->is_float == is_float) {
            return kept;
        }
        empty = !kept->batch && !kept->in_use ? kept : empty;
        unused = kept->batch && !kept->in_use ? kept : unused;
    }
    if (!empty && unused) {
        destroy_batch(unused);
        unused->batch = NULL;
        empty = unused;
    }
    return empty;
}

static cdy_status make_batch(const cdy_model *model, int threads, kept_batch *kept, cdy_error *error)
{
    cdy_batch_options options = cdy_batch_options_default();
    options.threads = threads;
    options.layout = kept->by_columns ? CDY_BATCH_COLUMNS : CDY_BATCH_ROWS;
    if (kept->is_float) {
        cdy_batch_f32 *batch;
        cdy_status status = cdy_batch_f32_create(model, &options, &batch, error);
        kept->batch = batch;
        return status;
    }
    cdy_batch *batch;
    cdy_status status = cdy_batch_create(model, &options, &batch, error);
    kept->batch = batch;
    return status;
}

cdy_status batches_borrow(robot_object *self, int threads, bool by_columns, bool is_float, batch_loan *loan,
                          cdy_error *error)
{
    loan->own.batch = NULL;
    kept_batch *place = find_place(self, threads, by_columns, is_float), *kept = place ? place : &loan->own;
    cdy_status status = CDY_OK;
    loan->kept = kept;
    kept->in_use = true;
    if (!kept->batch) {
        kept->threads = threads;
        kept->by_columns = by_columns;
        kept->is_float = is_float;
        status = make_batch(cdy_robot_model(self->robot), threads, kept, error);
        if (!status) {
            status = is_float ? cdy_batch_f32_specialize(kept->batch, self->float_code, error)
                              : cdy_batch_specialize(kept->batch, self->code, error);
        }
    }
    return status;
}

void batches_return(batch_loan *loan)
{
    loan->kept->in_use = false;
    if (loan->own.batch) {
        destroy_batch(&loan->own);
    }
}

void *batches_make(const robot_object *self, int threads, bool is_float, cdy_error *error)
{
    kept_batch made = {.is_float = is_float};
    return make_batch(cdy_robot_model(self->robot), threads, &made, error) ? NULL : made.batch;
}

void batches_free(void *batch, bool is_float)
{
    destroy_batch(&(kept_batch){.batch = batch, .is_float = is_float});
}
