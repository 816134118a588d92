/* condyle coriolis: the velocity product. */
#include "report/call.h"
#include "run/command.h"

static const calculation velocity_product = {
    .command = "coriolis",
    .title = "Velocity product",
    .inputs = 1u << QUANTITY_Q | 1u << QUANTITY_QD,
    .results = 1u << QUANTITY_TAU,
    .gravity = true,
    .call = &call_velocity_product,
};

static const option_row rows[] = {
    INCLUDE_TABLE(q_table, calculation_options, state),          INCLUDE_TABLE(qd_table, calculation_options, state),
    INCLUDE_TABLE(payload_table, calculation_options, payloads), {.kind = OPTION_TABLE, .table = &calculation_table},
    INCLUDE_TABLE(thread_table, calculation_options, rows),      {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&velocity_product, options, out);
}

const command command_coriolis = {
    .name = "coriolis",
    .summary = "velocity product C qd: Coriolis and centrifugal torques",
    .description = "Velocity product: the torques and forces tau = C(q,qd) qd of the Coriolis and centrifugal effects\n"
                   "at the configuration q and the velocities qd, without gravity; the term C qd of\n"
                   "\n"
                   "  M(q) qdd + C(q,qd) qd + G(q) = tau + J(q)^T f\n"
                   "\n"
                   "csv has a column tau.JOINT for each degree of freedom; JSON has q, qd and tau.\n",
    .examples = "condyle coriolis universalUR5e --qd 1,1,1,0,0,0\n"
                "condyle coriolis universalUR5e --q random --qd random --seed 3\n"
                "condyle coriolis kukaIiwa14 --qd iiwa_joint_2=1,iiwa_joint_4=-1 --format json\n",
    .options = &table,
    .size = sizeof(calculation_options),
    .uses_mass = true,
    .run = run,
};
