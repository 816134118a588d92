#include "dynamics/workspace.h"

#include "base/error.h"
#include "base/memory.h"
#include "dynamics/arguments.h"
#include "dynamics/widths.h"

#include <condyle/static.h>
#include <string.h>

enum { ALIGNMENT = 64 }; /* a cache line, and the widest vector */

typedef struct layout { /* offsets */
    size_t kernel_scratch, home, zero, q, qd, qdd, tau, columns, block, M, L;
    size_t ik_q, ik_trial, ik_best, ik_J, ik_step, ik_lower, ik_upper, ik_columns;
    size_t size;
} layout;

/* Bounds of condyle/static.h: at most 30 numbers for each velocity and 7 for each position, which include sine and
 * cosine; there are up to 7/6 positions for a velocity. Each array ends with a gap. */
enum { ARRAYS = sizeof(layout) / sizeof(size_t) };
_Static_assert(sizeof(cdy_workspace) + ARRAYS * ALIGNMENT <= CDY_WORKSPACE_HEADER_BYTES,
               "raise CDY_WORKSPACE_HEADER_BYTES");
_Static_assert((6 * 30 + 7 * 7) * sizeof(double) <= 6 * (CDY_WORKSPACE_DEGREE_BYTES - CDY_SCRATCH_DEGREE_BYTES) &&
                   LARGEST_DENSE == CDY_DENSE_DEGREES(LARGEST_DENSE + 1),
               "raise CDY_WORKSPACE_DEGREE_BYTES");

static size_t reserve(layout *l, size_t bytes)
{
    size_t offset = l->size;
    l->size += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return offset;
}

static layout make_layout(const cdy_model *model, const cdy_kernels *kernels)
{
    const size_t number = sizeof(double);
    size_t nq = (size_t)model->tree_nq, tree_nv = (size_t)model->tree_nv, nv = (size_t)model->nv;
    bool dense = model->tree_nv <= LARGEST_DENSE;
    layout l = {0};
    reserve(&l, sizeof(cdy_workspace));
    l.kernel_scratch = reserve(&l, kernels->scratch_size(model));
    l.home = reserve(&l, nq * number);
    l.zero = reserve(&l, tree_nv * number);
    l.q = reserve(&l, nq * number);
    l.qd = reserve(&l, tree_nv * number);
    l.qdd = reserve(&l, tree_nv * number);
    l.tau = reserve(&l, tree_nv * number);
    l.columns = reserve(&l, 6 * tree_nv * number);
    l.block = reserve(&l, 10 * tree_nv * number);
    l.M = reserve(&l, dense ? tree_nv * tree_nv * number : 0);
    l.L = reserve(&l, dense ? tree_nv * tree_nv * number : 0);
    l.ik_q = reserve(&l, nq * number);
    l.ik_trial = reserve(&l, nq * number);
    l.ik_best = reserve(&l, nq * number);
    l.ik_J = reserve(&l, 6 * nv * number);
    l.ik_step = reserve(&l, nv * number);
    l.ik_lower = reserve(&l, nv * number);
    l.ik_upper = reserve(&l, nv * number);
    l.ik_columns = reserve(&l, nv * sizeof(int32_t));
    return l;
}

size_t cdy_workspace_size(const cdy_model *model)
{
    return model ? make_layout(model, cdy_choose_kernels(1)).size + ALIGNMENT - 1 : 0;
}

cdy_status cdy_workspace_init(void *memory, size_t size, const cdy_model *model, cdy_workspace **workspace,
                              cdy_error *error)
{
    if (workspace) {
        *workspace = NULL;
    }
    if (!memory || !model || !workspace) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "making a workspace needs memory, a model and a pointer for the workspace");
    }
    if (size < cdy_workspace_size(model)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the workspace takes %zu bytes, but %zu were given",
                        cdy_workspace_size(model), size);
    }
    const cdy_kernels *kernels = cdy_choose_kernels(1);
    layout l = make_layout(model, kernels);
    bool dense = model->tree_nv <= LARGEST_DENSE;
    char *start = (char *)memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
    cdy_workspace *w = (void *)start;
    *w = (cdy_workspace){
        .kernels = kernels,
        .fingerprint = model->fingerprint,
        .kernel_scratch = start + l.kernel_scratch,
        .home = (void *)(start + l.home),
        .zero = (void *)(start + l.zero),
        .q = (void *)(start + l.q),
        .qd = (void *)(start + l.qd),
        .qdd = (void *)(start + l.qdd),
        .tau = (void *)(start + l.tau),
        .M = dense ? (void *)(start + l.M) : NULL,
        .L = dense ? (void *)(start + l.L) : NULL,
        .columns = (void *)(start + l.columns),
        .block = (void *)(start + l.block),
        .ik = {.q = (void *)(start + l.ik_q),
               .trial = (void *)(start + l.ik_trial),
               .best = (void *)(start + l.ik_best),
               .J = (void *)(start + l.ik_J),
               .step = (void *)(start + l.ik_step),
               .lower = (void *)(start + l.ik_lower),
               .upper = (void *)(start + l.ik_upper),
               .columns = (void *)(start + l.ik_columns)},
    };
    memset(w->zero, 0, (size_t)model->tree_nv * sizeof(double));
    cdy_home_configuration(model, w->q);
    kernels->expand_positions(model, w->q, w->home);
    *workspace = w;
    return CDY_OK;
}

cdy_status cdy_workspace_create(const cdy_model *model, cdy_workspace **workspace, cdy_error *error)
{
    if (workspace) {
        *workspace = NULL;
    }
    if (!model || !workspace) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a workspace needs a model and a pointer for the workspace");
    }
    size_t size = cdy_workspace_size(model);
    void *memory = cdy_allocate(1, size);
    if (!memory) {
        return cdy_fail_memory(error);
    }
    cdy_status status = cdy_workspace_init(memory, size, model, workspace, error);
    if (status) {
        cdy_release(memory);
        return status;
    }
    (*workspace)->allocation = memory;
    return CDY_OK;
}

void cdy_workspace_destroy(cdy_workspace *workspace)
{
    if (workspace) {
        cdy_release(workspace->allocation);
    }
}

cdy_status cdy_check_workspace(const cdy_model *model, const cdy_workspace *workspace, cdy_error *error)
{
    if (!model || !workspace) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the call needs a model and a workspace made for it");
    }
    if (workspace->fingerprint != model->fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the workspace was made for another model");
    }
    return CDY_OK;
}
