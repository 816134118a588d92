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
    cdy_error inner = {.status = CDY_OK};
    cdy_status status = cdy_energy(s->model, s->workspace, s->now.q, s->now.qd, &T, &U, &inner);
    status = cdy_simulation_fail_at(cdy_simulation_time(s), status, &inner, error);
    if (status == CDY_OK) {
        *kinetic = T;
        *potential = U;
    }
    return status;
}
