#include "commands/state/frames.h"

#include "compute/call.h"

static const char *const axes_words[] = {"base", "body", NULL};

static const option_row rows[] = {
    INCLUDE_TABLE(body_table, frame_options, calculation.body),
    {.kind = OPTION_FLAG,
     .name = "--all",
     .offset = offsetof(frame_options, all),
     .help = "all bodies, in place of --body"},
    {.kind = OPTION_CHOICE,
     .name = "--in",
     .offset = offsetof(frame_options, in_body_axes),
     .standard = "base",
     .help = "axes of the results",
     .words = axes_words},
    {0},
};
static const option_table frame_table = {.rows = rows};

#define STATE_TABLES                                                                                                   \
    {.kind = OPTION_TABLE, .table = &frame_table}, INCLUDE_TABLE(q_table, frame_options, calculation.state),           \
        INCLUDE_TABLE(qd_table, frame_options, calculation.state)
#define CALCULATION_TABLES                                                                                             \
    INCLUDE_TABLE(calculation_table, frame_options, calculation),                                                      \
        INCLUDE_TABLE(thread_table, frame_options, calculation.rows),                                                  \
    {                                                                                                                  \
        0                                                                                                              \
    }

static const option_row velocity_rows[] = {STATE_TABLES, CALCULATION_TABLES};
static const option_row acceleration_rows[] = {STATE_TABLES, INCLUDE_TABLE(qdd_table, frame_options, calculation.state),
                                               CALCULATION_TABLES};
const option_table frame_velocity_table = {.rows = velocity_rows};
const option_table frame_acceleration_table = {.rows = acceleration_rows};

/* Finds the frame of --body and the axes of --in; fails where --body and --all are given both, or neither. */
static exit_code prepare(computation *t)
{
    const frame_options *o = t->own;
    t->state.axes = o->in_body_axes ? CDY_AXES_BODY : CDY_AXES_BASE;
    if (o->all && o->calculation.body) {
        return fail(EXIT_USAGE, "--body and --all exclude each other; give one of them");
    }
    if (!o->all && !o->calculation.body) {
        return fail(EXIT_USAGE, "'%s' needs --body NAME, a body of the robot, or --all", t->calculation->command);
    }
    return o->all ? EXIT_FINE : calculation_find_body(t, "--body", o->calculation.body, &t->state.frame);
}

static cdy_status compute_velocities(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    double *const *v = s->values;
    cdy_status status = CDY_OK;
    for (int i = 0; i < cdy_model_frame_count(model) && status == CDY_OK; i++) {
        status = cdy_frame_velocity(model, workspace, i, s->axes, v[VARIABLE_Q], v[VARIABLE_QD],
                                    v[VARIABLE_VELOCITIES] + 6 * (size_t)i, error);
    }
    return status;
}

static cdy_status compute_accelerations(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    double *const *v = s->values;
    cdy_status status = CDY_OK;
    for (int i = 0; i < cdy_model_frame_count(model) && status == CDY_OK; i++) {
        status = cdy_frame_acceleration(model, workspace, i, s->axes, v[VARIABLE_Q], v[VARIABLE_QD], v[VARIABLE_QDD],
                                        v[VARIABLE_ACCELERATIONS] + 6 * (size_t)i, error);
    }
    return status;
}

/* Each motion of one body, and of all bodies. */
static const calculation velocity[] = {
    {.command = "velocity",
     .title = "Velocity of a body",
     .inputs = SET_OF(HAS(Q), HAS(QD)),
     .results = SET_OF(HAS(VELOCITY)),
     .prepare = prepare,
     .call = &call_frame_velocity},
    {.command = "velocity",
     .title = "Velocities of all bodies",
     .inputs = SET_OF(HAS(Q), HAS(QD)),
     .results = SET_OF(HAS(VELOCITIES)),
     .prepare = prepare,
     .compute = compute_velocities},
};
static const calculation acceleration[] = {
    {.command = "acceleration",
     .title = "Acceleration of a body",
     .inputs = SET_OF(HAS(Q), HAS(QD), HAS(QDD)),
     .results = SET_OF(HAS(ACCELERATION)),
     .prepare = prepare,
     .call = &call_frame_acceleration},
    {.command = "acceleration",
     .title = "Accelerations of all bodies",
     .inputs = SET_OF(HAS(Q), HAS(QD), HAS(QDD)),
     .results = SET_OF(HAS(ACCELERATIONS)),
     .prepare = prepare,
     .compute = compute_accelerations},
};

exit_code frame_velocity_run(const void *options, output *out)
{
    return calculation_run(&velocity[((const frame_options *)options)->all], options, out);
}

exit_code frame_acceleration_run(const void *options, output *out)
{
    return calculation_run(&acceleration[((const frame_options *)options)->all], options, out);
}
