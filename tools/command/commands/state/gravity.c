/* condyle gravity: the gravity torque. */
#include "compute/call.h"
#include "options/command.h"

static const calculation gravity_torque = {
    .command = "gravity",
    .title = "Gravity torque",
    .inputs = SET_OF(HAS(Q)),
    .results = SET_OF(HAS(TAU)),
    .gravity = true,
    .call = &call_gravity_torque,
};

static const option_row rows[] = {
    INCLUDE_TABLE(q_table, calculation_options, state),
    INCLUDE_TABLE(payload_table, calculation_options, payloads),
    {.kind = OPTION_TABLE, .table = &calculation_table},
    INCLUDE_TABLE(thread_table, calculation_options, rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&gravity_torque, options, out);
}

const command command_gravity = {
    .name = "gravity",
    .summary = "gravity torque G: torques that hold the robot at rest",
    .description = "Gravity torque: the torques and forces tau = G(q) of the joints that hold the robot at rest\n"
                   "against gravity at the configuration q; the term G of\n"
                   "\n"
                   "  M(q) qdd + C(q,qd) qd + G(q) = tau + J(q)^T f\n"
                   "\n"
                   "csv has a column tau.JOINT for each degree of freedom; JSON has q and tau.\n",
    .examples = "condyle gravity universalUR5e\n"
                "condyle gravity universalUR5e --gravity 0,0,-1.62\n"
                "condyle gravity kukaIiwa14 --q random --seed 3 --format csv\n",
    .options = &table,
    .size = sizeof(calculation_options),
    .uses_mass = true,
    .run = run,
};
