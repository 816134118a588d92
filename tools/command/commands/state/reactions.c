/* condyle reactions: the forces that the joints transmit. */
#include "compute/call.h"
#include "options/command.h"

static const calculation joint_reactions = {
    .command = "reactions",
    .title = "Joint reactions",
    .inputs = BIT(QUANTITY_Q) | BIT(QUANTITY_QD) | BIT(QUANTITY_QDD),
    .wrenches = true,
    .results = BIT(QUANTITY_REACTIONS),
    .gravity = true,
    .call = &call_joint_reactions,
};

static const option_row rows[] = {
    INCLUDE_TABLE(q_table, calculation_options, state),
    INCLUDE_TABLE(qd_table, calculation_options, state),
    INCLUDE_TABLE(qdd_table, calculation_options, state),
    INCLUDE_TABLE(wrench_table, calculation_options, state.wrenches),
    INCLUDE_TABLE(payload_table, calculation_options, payloads),
    {.kind = OPTION_TABLE, .table = &calculation_table},
    INCLUDE_TABLE(thread_table, calculation_options, rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&joint_reactions, options, out);
}

const command command_reactions = {
    .name = "reactions",
    .summary = "joint reactions: loads of the bearings",
    .description = "Joint reactions: the moment T (N m) and the force F (N) that each moving joint transmits from the\n"
                   "parent to the body that it moves, about the origin of this body's frame and in its axes, at the\n"
                   "configuration q, the velocities qd and the accelerations qdd, while the environment applies the\n"
                   "wrenches f on the bodies.  Joints that mimic others have reactions of their own; what is bolted\n"
                   "to a body belongs to it.  Along the joint's own motion the reaction is what the body receives\n"
                   "from motor, gear, friction and spring together, so that drives have no part in it.\n"
                   "\n"
                   "csv and rows have the columns reactions.JOINT.Tx to reactions.JOINT.Fz; JSON has reactions as a\n"
                   "list of [Tx Ty Tz Fx Fy Fz], one for each of moving_joints.\n",
    .examples = "condyle reactions universalUR5e\n"
                "condyle reactions universalUR5e --qd 0,2,0,0,0,0 --fields reactions.elbow_joint.Fx\n"
                "condyle reactions universalUR5e --wrench tool0:0,0,0,0,0,-50 --format csv\n"
                "condyle reactions kukaIiwa14 --q random --qd random --seed 3 --format json\n",
    .options = &table,
    .size = sizeof(calculation_options),
    .uses_mass = true,
    .run = run,
};
