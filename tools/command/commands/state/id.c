/* condyle id: inverse dynamics. */
#include "compute/call.h"
#include "compute/limit_use.h"
#include "options/command.h"

static const calculation inverse_dynamics = {
    .command = "id",
    .title = "Inverse dynamics",
    .inputs = SET_OF(HAS(Q), HAS(QD), HAS(QDD)),
    .wrenches = true,
    .results = SET_OF(HAS(TAU)),
    .gravity = true,
    .call = &call_inverse_dynamics,
};

static const option_row rows[] = {
    INCLUDE_TABLE(q_table, calculation_options, state),
    INCLUDE_TABLE(qd_table, calculation_options, state),
    INCLUDE_TABLE(qdd_table, calculation_options, state),
    INCLUDE_TABLE(wrench_table, calculation_options, state.wrenches),
    INCLUDE_TABLE(payload_table, calculation_options, payloads),
    INCLUDE_TABLE(drive_table, calculation_options, drives),
    INCLUDE_TABLE(limits_table, calculation_options, limits),
    {.kind = OPTION_TABLE, .table = &calculation_table},
    INCLUDE_TABLE(thread_table, calculation_options, rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&inverse_dynamics, options, out);
}

const command command_id = {
    .name = "id",
    .summary = "inverse dynamics: torques for given accelerations",
    .description = "Inverse dynamics: the torques and forces tau of the joints for the accelerations qdd at the\n"
                   "configuration q and the velocities qd, under the wrenches f of the environment on the bodies:\n"
                   "\n"
                   "  tau = M(q) qdd + C(q,qd) qd + G(q) - J(q)^T f\n"
                   "\n"
                   "by the recursive Newton-Euler algorithm.  Without --qd and --qdd the result holds the robot at\n"
                   "rest.  --drives adds the torques of damping, friction, springs and rotor inertias.\n"
                   "csv has a column tau.JOINT for each degree of freedom; JSON has the inputs and tau.\n",
    .examples = "condyle id universalUR5e\n"
                "condyle id universalUR5e --q 0,-1.57,1.57,0,0,0 --qd random --seed 7\n"
                "condyle id universalUR5e --q elbow_joint=1.2,wrist_1_joint=-0.4 --qdd elbow_joint=1\n"
                "condyle id universalUR5e --wrench shoulder_link:0,0,0,0.1,0,0 --wrench tool0@body:0,0,0,0.1,0,0\n"
                "condyle id kukaIiwa14 --qd 0.1,0,0,0,0,0,0 --drives damping,friction\n"
                "condyle id omronEcobra600 --q random --format json\n",
    .options = &table,
    .size = sizeof(calculation_options),
    .uses_mass = true,
    .run = run,
};
