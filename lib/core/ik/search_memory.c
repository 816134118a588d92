/* The memory of searches: in a block of its own, or in a workspace. */
#include "ik/search.h"

#include <condyle/configuration.h>
#include <string.h>

enum { ALIGNMENT = 64 };

/* The next array of `count` numbers a lane; `*size` is the number of bytes already in use. */
static double *next_array(char *memory, size_t lanes, size_t count, size_t *size)
{
    double *array = memory ? (void *)(memory + *size) : NULL;
    *size += (count * lanes * sizeof *array + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return array;
}

/* Places the arrays of SEARCH_SMALL numbers a lane; nowhere without memory. */
static void place_small(ik_search *s, double *memory)
{
    double **const arrays[] = {&s->placement, &s->target,     &s->between,        &s->error,
                               &s->cotangent, &s->next_error, &s->next_cotangent, &s->residual,
                               &s->damping,   &s->decrease,   &s->step_scratch};
    static const size_t sizes[] = {16, 16, 16, 6, 1, 6, 1, 6, 1, 1, STEP_SCRATCH};
    for (size_t i = 0; memory && i < sizeof sizes / sizeof *sizes; i++) {
        *arrays[i] = memory;
        memory += sizes[i] * s->lanes;
    }
}

static size_t lay_out(ik_search *s, char *memory)
{
    const size_t nq = (size_t)s->model->nq, n = (size_t)s->model->nv, L = s->lanes;
    const size_t tree_n = (size_t)s->model->tree_nv;
    size_t size = 0;
    s->q = next_array(memory, L, nq, &size);
    s->trial = next_array(memory, L, nq, &size);
    s->best = next_array(memory, L, nq, &size);
    s->row = next_array(memory, 1, nq, &size);
    s->tree_q = next_array(memory, L, (size_t)s->model->tree_nq, &size);
    s->tree_J = next_array(memory, L, 6 * tree_n, &size);
    s->J = s->model->has_followers ? next_array(memory, L, 6 * n, &size) : s->tree_J;
    s->A = next_array(memory, L, 6 * n, &size);
    s->x = next_array(memory, L, n, &size);
    s->y = next_array(memory, L, n, &size);
    s->mask = next_array(memory, L, n, &size);
    s->lower = next_array(memory, L, n, &size);
    s->upper = next_array(memory, L, n, &size);
    place_small(s, next_array(memory, L, SEARCH_SMALL, &size));
    s->columns = (void *)next_array(memory, 1, n, &size);
    return size;
}

size_t cdy_ik_search_size(const cdy_model *model, int lanes)
{
    ik_search s = {.model = model, .lanes = (size_t)lanes};
    return lay_out(&s, NULL);
}

void cdy_ik_search_place(ik_search *s, const cdy_model *model, const cdy_kernels *kernels, void *memory)
{
    *s = (ik_search){.model = model, .kernels = kernels, .lanes = (size_t)kernels->lanes};
    memset(memory, 0, lay_out(s, memory));
    cdy_home_configuration(model, s->row); /* for lanes without a search */
    for (size_t i = 0; i < (size_t)model->nq * s->lanes; i++) {
        s->trial[i] = s->row[i / s->lanes];
    }
}

void cdy_ik_search_in(ik_search *s, const cdy_model *model, cdy_workspace *w, double *small)
{
    double *J = model->has_followers ? w->block : w->columns;
    *s = (ik_search){.model = model,
                     .kernels = w->kernels,
                     .kernel_scratch = w->kernel_scratch,
                     .lanes = 1,
                     .columns = w->ik.columns,
                     .q = w->ik.q,
                     .trial = w->ik.trial,
                     .best = w->ik.best,
                     .tree_q = w->q,
                     .tree_J = w->columns,
                     .J = J,
                     .A = w->ik.J,
                     .x = w->ik.step,
                     .y = w->block + 6 * (size_t)model->tree_nv,
                     .mask = w->tau,
                     .lower = w->ik.lower,
                     .upper = w->ik.upper};
    place_small(s, small);
}
