/* condyle velocity: the velocity of a body, or of all bodies. */
#include "commands/frames.h"
#include "report/call.h"
#include "run/command.h"

static cdy_status compute_one(const cdy_model *model, cdy_workspace *workspace, int frame, const state *s,
                              double result[6], cdy_error *error)
{
    return cdy_frame_velocity(model, workspace, frame, s->axes, s->values[QUANTITY_Q], s->values[QUANTITY_QD], result,
                              error);
}

static cdy_status compute_all(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    return frames_compute_all(model, workspace, s, compute_one, s->values[QUANTITY_VELOCITIES], error);
}

static const calculation of_body = {
    .command = "velocity",
    .title = "Velocity of a body",
    .inputs = BIT(QUANTITY_Q) | BIT(QUANTITY_QD),
    .results = BIT(QUANTITY_VELOCITY),
    .prepare = frames_prepare,
    .call = &call_frame_velocity,
};

static const calculation of_all = {
    .command = "velocity",
    .title = "Velocities of all bodies",
    .inputs = BIT(QUANTITY_Q) | BIT(QUANTITY_QD),
    .results = BIT(QUANTITY_VELOCITIES),
    .prepare = frames_prepare,
    .compute = compute_all,
};

static const option_row rows[] = {
    {.kind = OPTION_TABLE, .table = &frame_table},
    INCLUDE_TABLE(q_table, frame_options, calculation.state),
    INCLUDE_TABLE(qd_table, frame_options, calculation.state),
    INCLUDE_TABLE(calculation_table, frame_options, calculation),
    INCLUDE_TABLE(thread_table, frame_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    const frame_options *o = options;
    return calculation_run(o->all ? &of_all : &of_body, options, out);
}

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
    .options = &table,
    .size = sizeof(frame_options),
    .run = run,
};
