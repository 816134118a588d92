/* condyle manipulability: singular values of a body's Jacobian. */
#include "compute/calculation.h"
#include "options/command.h"
#include "values/task_rows.h"

#include <string.h>

typedef struct manipulability_options {
    calculation_options calculation;
    int in_body_axes; /* --in: 1: body */
    unsigned rows;    /* --rows, as in cdy_task */
} manipulability_options;

static exit_code measure(computation *t)
{
    const manipulability_options *o = t->own;
    t->state.rows = o->rows;
    for (unsigned bits = o->rows; bits; bits >>= 1) {
        t->dimensions.values += bits & 1;
    }
    return EXIT_FINE;
}

static exit_code prepare(computation *t)
{
    const manipulability_options *o = t->own;
    t->state.axes = o->in_body_axes ? CDY_AXES_BODY : CDY_AXES_BASE;
    return calculation_find_body(t, "--body", t->options->body, &t->state.frame);
}

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    cdy_manipulability_measures m;
    const cdy_status status =
        cdy_manipulability(model, workspace, s->frame, s->axes, s->rows, s->values[VARIABLE_Q], &m, error);
    if (status == CDY_OK) {
        s->values[VARIABLE_MANIPULABILITY][0] = m.measure;
        s->values[VARIABLE_CONDITION][0] = m.condition;
        memcpy(s->values[VARIABLE_SINGULAR_VALUES], m.singular_values, (size_t)m.count * sizeof(double));
    }
    return status;
}

static const calculation manipulability = {
    .command = "manipulability",
    .title = "Manipulability",
    .inputs = SET_OF(HAS(Q)),
    .results = SET_OF(HAS(MANIPULABILITY), HAS(SINGULAR_VALUES), HAS(CONDITION)),
    .measure = measure,
    .prepare = prepare,
    .compute = compute,
};

static const char *const frames[] = {"base", "body", NULL};

static const option_row rows[] = {
    INCLUDE_TABLE(task_row_table, manipulability_options, rows),
    {.kind = OPTION_CHOICE,
     .name = "--in",
     .offset = offsetof(manipulability_options, in_body_axes),
     .standard = "base",
     .help = "axes of the rows",
     .words = frames},
    INCLUDE_TABLE(body_table, manipulability_options, calculation.body),
    INCLUDE_TABLE(q_table, manipulability_options, calculation.state),
    INCLUDE_TABLE(calculation_table, manipulability_options, calculation),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&manipulability, options, out);
}

const command command_manipulability = {
    .name = "manipulability",
    .summary = "manipulability: how far a pose is from a singular one",
    .description =
        "Manipulability of the frame of --body at the configuration q: the singular values of the rows\n"
        "--components of its Jacobian J, largest first; their product, Yoshikawa's measure sqrt(det(J J^T)); and the\n"
        "condition, the largest by the smallest.  A singular value is the speed of the body, along one\n"
        "direction, for joint velocities of norm 1.  In a singular pose the smallest and the measure are 0,\n"
        "and the condition is infinite (null in JSON, empty in csv).\n"
        "\n"
        "--components linear has units of m/s for 1 rad/s (or 1 m/s) of the joints, --components angular of\n"
        "rad/s.  All six together mix both, so that those numbers depend on the unit of length, here 1 m: compare\n"
        "poses of one robot by them, not different robots.\n"
        "\n"
        "csv and rows have the columns manipulability, singular_values[0] and so on, condition.\n",
    .examples = "condyle manipulability universalUR5e --body tool0 --q 0,-1.57,1.57,0,1.57,0\n"
                "condyle manipulability universalUR5e --body tool0 --components linear --q random --format json\n"
                "condyle random universalUR5e -n 5 | condyle manipulability universalUR5e --body tool0 --input -\n",
    .options = &table,
    .size = sizeof(manipulability_options),
    .run = run,
};
