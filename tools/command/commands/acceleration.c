/* condyle acceleration: the acceleration of a body, or of all bodies. */
#include "commands/frames.h"
#include "report/call.h"
#include "run/command.h"

static cdy_status compute_one(const cdy_model *model, cdy_workspace *workspace, int frame, const state *s,
                              double result[6], cdy_error *error)
{
    return cdy_frame_acceleration(model, workspace, frame, s->axes, s->values[QUANTITY_Q], s->values[QUANTITY_QD],
                                  s->values[QUANTITY_QDD], result, error);
}

static cdy_status compute_all(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    return frames_compute_all(model, workspace, s, compute_one, s->values[QUANTITY_ACCELERATIONS], error);
}

static const calculation of_body = {
    .command = "acceleration",
    .title = "Acceleration of a body",
    .inputs = BIT(QUANTITY_Q) | BIT(QUANTITY_QD) | BIT(QUANTITY_QDD),
    .results = BIT(QUANTITY_ACCELERATION),
    .prepare = frames_prepare,
    .call = &call_frame_acceleration,
};

static const calculation of_all = {
    .command = "acceleration",
    .title = "Accelerations of all bodies",
    .inputs = BIT(QUANTITY_Q) | BIT(QUANTITY_QD) | BIT(QUANTITY_QDD),
    .results = BIT(QUANTITY_ACCELERATIONS),
    .prepare = frames_prepare,
    .compute = compute_all,
};

static const option_row rows[] = {
    {.kind = OPTION_TABLE, .table = &frame_table},
    INCLUDE_TABLE(q_table, frame_options, calculation.state),
    INCLUDE_TABLE(qd_table, frame_options, calculation.state),
    INCLUDE_TABLE(qdd_table, frame_options, calculation.state),
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
    .options = &table,
    .size = sizeof(frame_options),
    .run = run,
};
