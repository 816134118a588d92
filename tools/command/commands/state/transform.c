/* condyle transform: the pose of a body. */
#include "compute/call.h"
#include "options/command.h"

#include <string.h>

typedef struct transform_options {
    calculation_options calculation;
    const char *to; /* --to; NULL: the base */
    bool all;       /* --all */
} transform_options;

static exit_code prepare(computation *t)
{
    const transform_options *o = t->own;
    if (o->all && o->calculation.body) {
        return fail(EXIT_USAGE, "--body and --all exclude each other; give one of them");
    }
    exit_code code = o->all ? EXIT_FINE : calculation_find_body(t, "--body", o->calculation.body, &t->state.frame);
    return code == EXIT_FINE && o->to ? calculation_find_body(t, "--to", o->to, &t->state.relative_to) : code;
}

static const calculation placement = {
    .command = "transform",
    .title = "Placement of a body",
    .inputs = SET_OF(HAS(Q)),
    .results = SET_OF(HAS(T)),
    .prepare = prepare,
    .call = &call_get_transform,
};

static cdy_status compute_all(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < cdy_model_frame_count(model) && status == CDY_OK; i++) {
        double T[16], *pose = s->values[VARIABLE_POSES] + 6 * (size_t)i;
        cdy_placement p;
        status = cdy_get_transform(model, workspace, i, s->relative_to, s->values[VARIABLE_Q], T, error);
        status = status ? status : cdy_placement_from_matrix(T, &p, error);
        if (status == CDY_OK) {
            memcpy(pose, p.xyz, sizeof p.xyz);
            memcpy(pose + 3, p.rpy, sizeof p.rpy);
        }
    }
    return status;
}

static const calculation all_placements = {
    .command = "transform",
    .title = "Placements of all bodies",
    .inputs = SET_OF(HAS(Q)),
    .results = SET_OF(HAS(POSES)),
    .prepare = prepare,
    .compute = compute_all,
};

static const option_row rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--all",
     .offset = offsetof(transform_options, all),
     .help = "all bodies, as positions and angles, in place of --body"},
    {.kind = OPTION_TEXT,
     .name = "--to",
     .metavar = "BODY",
     .names = NAMES_BODY,
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
    const transform_options *o = options;
    return calculation_run(o->all ? &all_placements : &placement, options, out);
}

const command command_transform = {
    .name = "transform",
    .summary = "placement T of a body, or of all bodies, in the base or another body",
    .description =
        "Placement: the matrix T (4 x 4) that maps coordinates in the frame of --body to coordinates in the\n"
        "frame of --to, by default the base, at the configuration q:\n"
        "\n"
        "  T = [R p; 0 0 0 1],   x_to = R x_body + p   (p in m)\n"
        "\n"
        "--all gives the positions x, y, z (m) and the fixed-axis angles roll, pitch, yaw (rad, or degrees\n"
        "with --deg) of all bodies: R = Rz(yaw) Ry(pitch) Rx(roll), as --pose of 'ik' and <origin> of URDF.\n"
        "\n"
        "csv and rows have the columns T[0][0] to T[3][3], row by row; JSON has T as a list of rows.  With\n"
        "--all csv has a line for each body, rows have the columns pose.BODY.x to pose.BODY.yaw, and JSON has\n"
        "pose, a list in the order of bodies.\n",
    .examples = "condyle transform universalUR5e --body tool0\n"
                "condyle transform universalUR5e --body tool0 --to forearm_link --q 0,-90,90,0,0,0 --deg\n"
                "condyle transform universalUR5e --all --deg\n"
                "condyle transform kukaIiwa14 --body iiwa_link_ee --q random --format json\n",
    .options = &table,
    .size = sizeof(transform_options),
    .run = run,
};
