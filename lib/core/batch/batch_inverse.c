/* Inverse mass matrices of blocks of states. */
#include "batch/batch.h"

#include <string.h>

void cdy_batch_invert_mimic(const batch_call *call, const batch_slot *slot, scalar *X)
{
    const cdy_kernels *kernels = call->batch->kernels;
    const size_t n = (size_t)call->model->nv, lanes = (size_t)kernels->lanes;
    memset(X, 0, n * n * lanes * sizeof *X);
    for (size_t i = 0; i < n * lanes; i++) {
        X[i / lanes * (n + 1) * lanes + i % lanes] = 1;
    }
    kernels->ldl_solve(n, slot->scratch, slot->pivots, n, X);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            memcpy(X + (i * n + j) * lanes, X + (j * n + i) * lanes, lanes * sizeof *X);
        }
    }
}

/* Whether the code for one robot has inverted M; of its results the diagonal of M is not needed. */
static bool invert_by_special_code(const batch_call *call, const batch_slot *slot, const scalar *q)
{
    const special_functions *special = special_packed(call->batch->special, call->model);
    return special && special->inverse_with_pivots &&
           special->inverse_with_pivots(q, slot->out[0], slot->pivots, slot->torque);
}

void cdy_batch_solve_inverse_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    if (invert_by_special_code(call, slot, in[0])) {
        return;
    }
    if (call->model->has_followers) {
        cdy_batch_project_mass_matrix(call, slot, in[0], slot->scratch);
        kernels->ldl_factor((size_t)call->model->nv, slot->scratch, slot->pivots);
        cdy_batch_invert_mimic(call, slot, slot->out[0]);
        cdy_batch_fail_nonfinite(call, slot, (size_t)call->model->nv, slot->pivots);
        return;
    }
    if (call->batch->prefers_articulated_factors) {
        kernels->articulated_factors(call->kernel_model, slot->kernel_scratch, in[0], slot->factors, slot->pivots,
                                     slot->torque);
        kernels->articulated_products(call->kernel_model, slot->kernel_scratch, slot->factors, NULL, NULL,
                                      slot->out[0]);
        return;
    }
    cdy_batch_make_mass_matrix(call, slot, in[0], slot->M);
    kernels->ltdl_factor(call->kernel_model, slot->kernel_scratch, slot->M, slot->pivots);
    kernels->ltdl_solve_with_inverse(call->kernel_model, slot->kernel_scratch, slot->M, NULL, NULL, slot->out[0]);
}
