/* condyle transform: the pose of a body. */
#include "report/call.h"
#include "run/command.h"

typedef struct transform_options {
    calculation_options calculation;
    const char *to; /* --to; NULL: the base */
} transform_options;

static exit_code prepare(task *t)
{
    const transform_options *o = t->own;
    exit_code code = calculation_find_body(t, "--body", o->calculation.body, &t->state.frame);
    return code == EXIT_FINE && o->to ? calculation_find_body(t, "--to", o->to, &t->state.relative_to) : code;
}

static const calculation placement = {
    .command = "transform",
    .title = "Placement of a body",
    .inputs = 1u << QUANTITY_Q,
    .results = 1u << QUANTITY_T,
    .prepare = prepare,
    .call = &call_get_transform,
};

static const option_row rows[] = {
    {.kind = OPTION_TEXT,
     .name = "--to",
     .metavar = "BODY",
     .offset = offsetof(transform_options, to),
     .help = "body of the target frame (default: the base)"},
    INCLUDE_TABLE(body_table, transform_options, calculation.body),
    INCLUDE_TABLE(q_table, transform_options, calculation.state),
    INCLUDE_TABLE(calculation_table, transform_options, calculation),
    INCLUDE_TABLE(thread_table, transform_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&placement, options, out);
}

const command command_transform = {
    .name = "transform",
    .summary = "placement T of a body in the base or another body",
    .description =
        "Placement: the matrix T (4 x 4) that maps coordinates in the frame of --body to coordinates in the\n"
        "frame of --to, by default the base, at the configuration q:\n"
        "\n"
        "  T = [R p; 0 0 0 1],   x_to = R x_body + p   (p in m)\n"
        "\n"
        "csv and rows have the columns T[0][0] to T[3][3], row by row; JSON has T as a list of rows.\n",
    .examples = "condyle transform universalUR5e --body tool0\n"
                "condyle transform universalUR5e --body tool0 --to forearm_link --q 0,-90,90,0,0,0 --deg\n"
                "condyle transform kukaIiwa14 --body iiwa_link_ee --q random --format json\n",
    .options = &table,
    .size = sizeof(transform_options),
    .run = run,
};
