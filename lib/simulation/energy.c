/* Energies of the present state. */
#include "base/error.h"
#include "model/model.h"
#include "simulation/simulation.h"

#include <condyle/energy.h>

cdy_status cdy_simulation_energy(cdy_simulation *s, double *kinetic, double *potential, cdy_error *error)
{
    double T, U;
    if (!s || !kinetic || !potential) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the call needs a simulation and places for both energies");
    }
    cdy_status status = cdy_kinetic_energy(s->model, s->workspace, s->now.q, s->now.qd, &T, error);
    status = status ? status : cdy_potential_energy(s->model, s->workspace, s->now.q, &U, error);
    if (status == CDY_OK) {
        *kinetic = T;
        *potential = U;
    }
    return status;
}
