#include "commands/frames.h"

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
const option_table frame_table = {.rows = rows};

exit_code frames_prepare(task *t)
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

cdy_status frames_compute_all(const cdy_model *model, cdy_workspace *workspace, const state *s, frame_call *of_frame,
                              double *results, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < cdy_model_frame_count(model) && status == CDY_OK; i++) {
        status = of_frame(model, workspace, i, s, results + 6 * (size_t)i, error);
    }
    return status;
}
