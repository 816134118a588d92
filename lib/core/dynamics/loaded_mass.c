#include "dynamics/loaded_mass.h"

#include "base/error.h"
#include "dynamics/mass_matrix.h"

cdy_status cdy_find_loads(const cdy_model *model, cdy_workspace *w, const double *const state[4], double *memory,
                          drive_load *load, cdy_error *error)
{
    if (model->has_followers) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "derivatives of forward dynamics take no friction by the load where joints mimic others; set "
                        "drives without it");
    }
    if (!w->L) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "derivatives of forward dynamics with friction by the load take at most %d degrees of freedom; "
                        "the robot has %d",
                        LARGEST_DENSE, (int)model->tree_nv);
    }
    w->kernels->rnea(model, w->kernel_scratch, model->gravity, state[0], state[1], state[2], state[3], memory);
    *load = cdy_drive_load(model, 1, state[0], state[1], memory);
    return CDY_OK;
}

cdy_status cdy_factor_loaded_mass(const cdy_model *model, cdy_workspace *w, const double *tree_q,
                                  const drive_load *load, mass_factor *factor, cdy_error *error)
{
    const model_drive *drives = model_drives(model);
    const size_t n = (size_t)model->nv;
    const cdy_status status = cdy_compute_mass_matrix(model, w, tree_q, w->L, error);
    for (size_t i = 0; !status && i < n; i++) {
        w->L[i * (n + 1)] += drives[i].rotor / (1 + load->slopes[i]) - drives[i].rotor;
    }
    return status ? status : cdy_factor_mass(model, w, factor, error);
}

void cdy_divide_by_load(const cdy_model *model, const drive_load *load, double *x)
{
    for (int i = 0; i < model->nv; i++) {
        x[i] /= 1 + load->slopes[i];
    }
}
