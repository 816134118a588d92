/* Kinetic and potential energy. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"

#include <condyle/energy.h>

/* Checks the arguments and computes both energies; `result` is the caller's pointer to the results. */
static cdy_status compute_energies(const cdy_model *model, cdy_workspace *w, const double *q, const double *qd,
                                   const void *result, cdy_energies *energies, cdy_error *error)
{
    const double *tree_q = NULL, *tree_qd = NULL;
    cdy_status status = cdy_check_workspace(model, w, error);
    if (!status && !result) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the energy was given");
    }
    if (status || (status = cdy_read_position(model, w, q, &tree_q, error)) ||
        (status = cdy_read_velocity(model, w, qd, w->qd, "velocity", &tree_qd, error))) {
        return status;
    }
    w->kernels->energy(model, w->state, model->gravity, tree_q, tree_qd, &energies->kinetic, &energies->potential);
    if (model->drives_act) {
        energies->kinetic += cdy_rotor_energy(model, tree_qd);
        energies->potential += cdy_spring_energy(model, tree_q);
    }
    return CDY_OK;
}

cdy_status cdy_kinetic_energy(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                              double *kinetic, cdy_error *error)
{
    cdy_energies computed;
    cdy_status status = compute_energies(model, workspace, q, qd, kinetic, &computed, error);
    status = status ? status : cdy_check_result(&computed.kinetic, 1, error);
    if (!status) {
        *kinetic = computed.kinetic;
    }
    return status;
}

cdy_status cdy_potential_energy(const cdy_model *model, cdy_workspace *workspace, const double *q, double *potential,
                                cdy_error *error)
{
    cdy_energies computed;
    cdy_status status = compute_energies(model, workspace, q, NULL, potential, &computed, error);
    status = status ? status : cdy_check_result(&computed.potential, 1, error);
    if (!status) {
        *potential = computed.potential;
    }
    return status;
}

cdy_status cdy_energy(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                      cdy_energies *energies, cdy_error *error)
{
    cdy_energies computed;
    cdy_status status = compute_energies(model, workspace, q, qd, energies, &computed, error);
    status = status ? status : cdy_check_result((double[2]){computed.kinetic, computed.potential}, 2, error);
    if (!status) {
        *energies = computed;
    }
    return status;
}
