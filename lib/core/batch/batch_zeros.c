/* Zeros by the structure of the robot: joints on different branches do not influence each other, and a joint does not
 * feel the bodies that it does not move. Results are written run by run between them. */
#include "batch/batch.h"
#include "dynamics/parameters.h"

/* A list of runs that grows in order; it takes whole units. */
typedef struct run_list {
    number_runs *runs;
    size_t width; /* numbers of the result; the last unit has the rest */
} run_list;

/* Where the unit of a number begins. */
static size_t unit_of(const run_list *list, size_t number)
{
    const size_t last = (list->width / RUN_UNIT - 1) * RUN_UNIT, start = number / RUN_UNIT * RUN_UNIT;
    return start < last ? start : last;
}

/* Adds the numbers start <= i < end. */
static void add_run(const run_list *list, size_t start, size_t end)
{
    number_runs *runs = list->runs;
    const size_t first = unit_of(list, start), last = unit_of(list, end - 1);
    const size_t beyond = last + 2 * RUN_UNIT > list->width ? list->width : last + RUN_UNIT;
    if (runs->count == 0 || first > runs->all[runs->count - 1].end) {
        runs->all[runs->count++].start = (uint32_t)first;
    }
    runs->all[runs->count - 1].end = (uint32_t)beyond;
}

/* Gives up a list that has all numbers. */
static void end_list(const run_list *list)
{
    number_runs *runs = list->runs;
    if (runs->count == 1 && runs->all[0].end - runs->all[0].start == list->width) {
        runs->count = 0;
    }
}

size_t cdy_batch_most_related(const cdy_model *model)
{
    const size_t n = (size_t)model->tree_nv;
    return n <= LARGEST_BATCH_DENSE ? n * n / (2 * RUN_UNIT) + 1 : 0;
}

/* Two runs a row: the bodies, and the drives behind all of them. */
size_t cdy_batch_most_moved(const cdy_model *model)
{
    return 2 * (size_t)model->tree_nv;
}

/* The bodies of a subtree follow each other. */
static void list_ends(const kernel_model *model, int *ends)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 0; i < model->body_count; i++) {
        ends[i] = i + 1;
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        int *parent = &ends[bodies[i].parent];
        *parent = *parent < ends[i] ? ends[i] : *parent;
    }
}

/* Adds the row of a degree of freedom of body i. */
static void add_row(const kernel_model *model, const int *ends, int i, size_t row, const run_list *list)
{
    const model_body *bodies = model_bodies(model);
    const size_t start = row * (size_t)model->tree_nv;
    for (int j = 1; j < model->body_count; j++) {
        if ((j <= i && i < ends[j]) || (i < j && j < ends[i])) {
            const size_t first = start + (size_t)bodies[j].v;
            add_run(list, first, first + (size_t)bodies[j].nv);
        }
    }
}

void cdy_batch_list_related(const kernel_model *model, cdy_batch *batch)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    const run_list list = {&batch->related, n * n};
    list_ends(model, batch->ends);
    batch->related.count = batch->moved.count = 0;
    if (n * n < RUN_UNIT || n > LARGEST_BATCH_DENSE) {
        return;
    }
    for (int i = 1; i < model->body_count; i++) {
        for (int k = 0; k < bodies[i].nv; k++) {
            add_row(model, batch->ends, i, (size_t)(bodies[i].v + k), &list);
        }
    }
    end_list(&list);
}

void cdy_batch_list_moved(const kernel_model *model, cdy_batch *batch, size_t p)
{
    const model_body *bodies = model_bodies(model);
    const size_t of_bodies = BODY_PARAMETERS * ((size_t)model->body_count - 1);
    const run_list list = {&batch->moved, (size_t)model->nv * p};
    batch->moved.count = 0;
    for (int i = 1; !model->has_followers && i < model->body_count; i++) {
        for (int k = 0; k < bodies[i].nv; k++) {
            const size_t row = (size_t)(bodies[i].v + k) * p;
            add_run(&list, row + BODY_PARAMETERS * (size_t)(i - 1),
                    row + BODY_PARAMETERS * (size_t)(batch->ends[i] - 1));
            if (of_bodies < p) {
                add_run(&list, row + of_bodies, row + p);
            }
        }
    }
    end_list(&list);
}
