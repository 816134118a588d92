/* condyle jacobian: the geometric Jacobian of a body. */
#include "compute/call.h"
#include "options/command.h"

typedef struct jacobian_options {
    calculation_options calculation;
    int in_body_axes; /* --in: 1: body */
} jacobian_options;

static const char *const frames[] = {"base", "body", NULL};

static exit_code prepare(computation *t)
{
    const jacobian_options *o = t->own;
    t->state.axes = o->in_body_axes ? CDY_AXES_BODY : CDY_AXES_BASE;
    return calculation_find_body(t, "--body", t->options->body, &t->state.frame);
}

static const calculation geometric_jacobian = {
    .command = "jacobian",
    .title = "Geometric Jacobian",
    .inputs = SET_OF(HAS(Q)),
    .results = SET_OF(HAS(J)),
    .prepare = prepare,
    .call = &call_geometric_jacobian,
};

static const option_row rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--in",
     .offset = offsetof(jacobian_options, in_body_axes),
     .standard = "base",
     .help = "axes of the rows",
     .words = frames},
    INCLUDE_TABLE(body_table, jacobian_options, calculation.body),
    INCLUDE_TABLE(q_table, jacobian_options, calculation.state),
    INCLUDE_TABLE(calculation_table, jacobian_options, calculation),
    INCLUDE_TABLE(thread_table, jacobian_options, calculation.rows),
    {0},
};
static const option_table table = {.rows = rows};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&geometric_jacobian, options, out);
}

const command command_jacobian = {
    .name = "jacobian",
    .summary = "geometric Jacobian J of a body",
    .description = "Geometric Jacobian: the matrix J (6 x n) that maps the joint velocities to the velocity of the\n"
                   "frame of --body, at the configuration q:\n"
                   "\n"
                   "  [wx wy wz vx vy vz] = J(q) qd\n"
                   "\n"
                   "angular rows first, in the axes of the base or, with --in body, of the body; v is the velocity of\n"
                   "the frame's origin.  csv has the names of rows and columns; rows have the columns J[0][0] to\n"
                   "J[5][n-1], row by row; JSON has a list of rows.\n",
    .examples = "condyle jacobian universalUR5e --body tool0\n"
                "condyle jacobian universalUR5e --body tool0 --in body --q 0,-1.57,1.57,0,0,0 --format csv\n"
                "condyle jacobian omronEcobra600 --body base --format json --q random\n",
    .options = &table,
    .size = sizeof(jacobian_options),
    .run = run,
};
