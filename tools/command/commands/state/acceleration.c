/* condyle acceleration: the acceleration of a body, or of all bodies. */
#include "commands/state/frames.h"
#include "options/command.h"

const command command_acceleration = {
    .name = "acceleration",
    .summary = "acceleration of a body, or of all bodies",
    .description =
        "Acceleration: [alphax alphay alphaz ax ay az] of the frame of --body relative to the base, alpha in\n"
        "rad/s2 and a of the frame's origin in m/s2, at the configuration q, the velocities qd and the\n"
        "accelerations qdd: the time derivative of the velocity in the axes of the base, turned with --in\n"
        "body into those of the body.  Gravity has no part in it.  --all gives those of all bodies, which\n"
        "the table and csv list one a line.\n"
        "\n"
        "csv and rows have the columns acceleration.alphax to acceleration.az, with --all\n"
        "accelerations.BODY.alphax and so on; JSON has acceleration, or accelerations as a list in the order\n"
        "of bodies.\n",
    .examples = "condyle acceleration universalUR5e --body tool0 --qd 0.5,0.4,-0.3,0,0,0 --qdd 1,0,0,0,0,0\n"
                "condyle acceleration universalUR5e --all --qd random --qdd random --format json\n",
    .options = &frame_acceleration_table,
    .size = sizeof(frame_options),
    .run = frame_acceleration_run,
};
