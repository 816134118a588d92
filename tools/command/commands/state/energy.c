/* condyle energy: kinetic and potential energy, and the momentum about the center of mass. */
#include "compute/calculation.h"
#include "options/command.h"

#include <condyle/energy.h>
#include <condyle/momentum.h>
#include <math.h>

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    const double *q = s->values[VARIABLE_Q], *qd = s->values[VARIABLE_QD];
    double *kinetic = s->values[VARIABLE_KINETIC], *potential = s->values[VARIABLE_POTENTIAL];
    cdy_status status = cdy_energy(model, workspace, q, qd, kinetic, potential, error);
    if (status == CDY_OK) {
        s->values[VARIABLE_TOTAL][0] = *kinetic + *potential;
        status = cdy_centroidal_momentum(model, workspace, q, qd, NULL, s->values[VARIABLE_MOMENTUM], NULL, error);
    }
    return status;
}

static cdy_status compute_rows(const cdy_model *model, cdy_batch *batch, size_t count, const state *s,
                               cdy_status *statuses)
{
    const double *q = s->values[VARIABLE_Q], *qd = s->values[VARIABLE_QD];
    double *kinetic = s->values[VARIABLE_KINETIC], *potential = s->values[VARIABLE_POTENTIAL];
    double *momentum = s->values[VARIABLE_MOMENTUM];
    cdy_batch_energy(model, batch, count, q, qd, kinetic, potential, statuses, NULL);
    cdy_batch_centroidal_momentum(model, batch, count, q, qd, NULL, momentum, NULL, NULL, NULL);
    for (size_t i = 0; i < count; i++) {
        s->values[VARIABLE_TOTAL][i] = kinetic[i] + potential[i];
        /* a NaN from either call fails the row */
        statuses[i] = isnan(momentum[6 * i]) ? CDY_ERROR_NUMERIC : statuses[i];
    }
    return CDY_OK;
}

static const calculation energy = {
    .command = "energy",
    .title = "Energy and momentum",
    .inputs = SET_OF(HAS(Q), HAS(QD)),
    .results = SET_OF(HAS(KINETIC), HAS(POTENTIAL), HAS(TOTAL), HAS(MOMENTUM)),
    .gravity = true,
    .compute = compute,
    .compute_rows = compute_rows,
};

static const option_row rows[] = {
    INCLUDE_TABLE(q_table, calculation_options, state),
    INCLUDE_TABLE(qd_table, calculation_options, state),
    INCLUDE_TABLE(payload_table, calculation_options, payloads),
    INCLUDE_TABLE(drive_table, calculation_options, drives),
    {.kind = OPTION_TABLE, .table = &calculation_table},
    INCLUDE_TABLE(thread_table, calculation_options, rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&energy, options, out);
}

const command command_energy = {
    .name = "energy",
    .summary = "kinetic and potential energy, and momentum",
    .description = "Energy: the kinetic energy, the potential energy and their sum (J) at the configuration q and the\n"
                   "velocities qd.  The potential energy is 0 for a center of mass at the origin of the base.\n"
                   "Momentum: about the center of mass in the axes of the base, angular (kg m2/s), then linear (kg\n"
                   "m/s).  Bodies that are welded to the base do not count.\n"
                   "--drives rotors,springs adds the energies of rotors and springs.\n"
                   "\n"
                   "csv and rows have the columns kinetic, potential, total, momentum.Lx, momentum.Ly, momentum.Lz,\n"
                   "momentum.px, momentum.py, momentum.pz; JSON has kinetic, potential, total, momentum.\n",
    .examples = "condyle energy universalUR5e\n"
                "condyle energy universalUR5e --qd 1,1,1,0,0,0 --gravity 0,0,-1.62\n"
                "condyle energy kukaIiwa14 --q random --qd random --seed 3 --format csv\n",
    .options = &table,
    .size = sizeof(calculation_options),
    .uses_mass = true,
    .run = run,
};
