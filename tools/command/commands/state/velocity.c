/* condyle velocity: the velocity of a body, or of all bodies. */
#include "commands/state/frames.h"
#include "options/command.h"

const command command_velocity = {
    .name = "velocity",
    .summary = "velocity of a body, or of all bodies",
    .description =
        "Velocity: [wx wy wz vx vy vz] of the frame of --body relative to the base, w in rad/s and v of the\n"
        "frame's origin in m/s, at the configuration q and the velocities qd; in the axes of the base or,\n"
        "with --in body, of the body.  --all gives those of all bodies, which the table and csv list one a\n"
        "line.\n"
        "\n"
        "csv and rows have the columns velocity.wx to velocity.vz, with --all velocities.BODY.wx and so on;\n"
        "JSON has velocity, or velocities as a list in the order of bodies.\n",
    .examples =
        "condyle velocity universalUR5e --body tool0 --qd 0.5,0.4,-0.3,0,0,0\n"
        "condyle velocity universalUR5e --all --q 0,-1.57,1.57,0,0,0 --qd random --format csv\n"
        "condyle random universalUR5e -n 3 | condyle velocity universalUR5e --body tool0 --qd 1,0,0,0,0,0 -i -\n",
    .options = &frame_velocity_table,
    .size = sizeof(frame_options),
    .run = frame_velocity_run,
};
