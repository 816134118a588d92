/* condyle payload: the largest mass that a robot can hold within its effort limits. */
#include "commands/motion/payload.h"

#include "commands/motion/identify_rows.h"
#include "compute/report.h"
#include "options/command.h"
#include "options/ending.h"

#include <string.h>

static exit_code prepare(computation *t)
{
    const payload_options *o = t->own;
    memcpy(t->state.point, o->com, sizeof o->com);
    return calculation_find_body(t, "--body", o->calculation.body, &t->state.frame);
}

static void store(state *s, const cdy_capacity *capacity)
{
    s->values[VARIABLE_MASS][0] = capacity->mass;
    s->values[VARIABLE_JOINT][0] = capacity->velocity;
    s->values[VARIABLE_UNLOADED_PERCENT][0] = 100 * capacity->unloaded;
}

static cdy_status compute(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error)
{
    cdy_capacity capacity;
    const cdy_capacity_state carrying = {.frame = s->frame,
                                         .center_of_mass = s->point,
                                         .q = s->values[VARIABLE_Q],
                                         .qd = s->values[VARIABLE_QD],
                                         .qdd = s->values[VARIABLE_QDD],
                                         .fext = s->fext};
    const cdy_status status = cdy_payload_capacity(model, workspace, &carrying, &capacity, error);
    if (status == CDY_OK) {
        store(s, &capacity);
    }
    return status;
}

cdy_capacity_options payload_search_options(const payload_options *o)
{
    cdy_capacity_options search = map_search(&o->calculation, &o->grid);
    memcpy(search.center_of_mass, o->com, sizeof o->com);
    return search;
}

/* Writes the pose that holds least. */
static exit_code write_worst_pose(computation *t, output *out)
{
    const cdy_capacity_options search = payload_search_options(t->own);
    cdy_worst_pose worst;
    cdy_error error;
    if (cdy_payload_capacity_anywhere(t->robot->model, t->state.frame, &search, &worst, t->state.values[VARIABLE_Q],
                                      &error) != CDY_OK) {
        return fail_library(&error);
    }
    store(&t->state, &worst.capacity);
    t->state.values[VARIABLE_SECOND_MASS][0] = worst.second_mass;
    if (t->options->numbers.degrees) {
        variable_to_degrees(t->robot->model, VARIABLE_Q, t->state.values[VARIABLE_Q]);
    }
    return report_write(t, out);
}

#define CAPACITY HAS(MASS), HAS(JOINT), HAS(UNLOADED_PERCENT)

static const calculation capacity = {
    .command = "payload",
    .title = "Carrying capacity",
    .inputs = SET_OF(HAS(Q), HAS(QD), HAS(QDD)),
    .results = SET_OF(CAPACITY),
    .wrenches = true,
    .gravity = true,
    .prepare = prepare,
    .compute = compute,
};

static const calculation worst_pose = {
    .command = "payload",
    .title = "Carrying capacity in the worst pose",
    .results = SET_OF(CAPACITY, HAS(Q), HAS(SECOND_MASS)),
    .gravity = true,
    .prepare = prepare,
    .compute = compute, /* one state: a table by default */
    .run = write_worst_pose,
};

static const calculation map = {
    .command = "payload",
    .title = "Carrying capacity over radius and height",
    .gravity = true,
    .prepare = prepare,
    .run = payload_write_map,
};

/* The options of --identify, which has rows and no state. */
static exit_code complete_identification(const payload_options *o)
{
    const state_options *s = &o->calculation.state;
    if (o->anywhere || o->map) {
        return fail(EXIT_USAGE, "--identify and %s are two results; give one of them",
                    o->anywhere ? "--anywhere" : "--grid");
    }
    if (!o->calculation.rows.input) {
        return fail(EXIT_USAGE, "--identify needs --input FILE, a recording of q, qd, qdd and tau with the payload");
    }
    if (s->vectors[VECTOR_Q] || s->vectors[VECTOR_QD] || s->vectors[VECTOR_QDD]) {
        return fail(EXIT_USAGE, "--identify takes its states from --input: no --q, --qd, --qdd");
    }
    const output_format_kind format = format_or(&o->calculation.numbers.format, FORMAT_TABLE);
    return format == FORMAT_TABLE || format == FORMAT_JSON ? EXIT_FINE
                                                           : fail(EXIT_USAGE, "--identify writes table or json");
}

/* Options of a state have no meaning where all poses are searched. */
static exit_code complete(void *values, const invocation *given)
{
    const payload_options *o = values;
    const state_options *s = &o->calculation.state;
    (void)given;
    const bool search = o->anywhere || o->map;
    if (o->identify) {
        return complete_identification(o);
    }
    if (o->empty || o->cutoff_given || o->effort || o->no_delays) {
        return fail(EXIT_USAGE, "%s needs --identify",
                    o->empty          ? "--empty"
                    : o->effort       ? "--effort"
                    : o->cutoff_given ? "--cutoff"
                                      : "--no-delays");
    }
    if (o->anywhere && o->map) {
        return fail(EXIT_USAGE, "--anywhere and --grid are two results; give one of them");
    }
    if (search && (s->vectors[VECTOR_Q] || s->vectors[VECTOR_QD] || s->vectors[VECTOR_QDD] || s->wrenches.count > 0 ||
                   o->calculation.rows.input)) {
        return fail(EXIT_USAGE, "%s is about every pose at rest: no --q, --qd, --qdd, --wrench or --input",
                    o->anywhere ? "--anywhere" : "--grid");
    }
    if (!search && o->grid.samples_given) {
        return fail(EXIT_USAGE, "--samples needs --anywhere or --grid");
    }
    return o->map ? map_check(&o->calculation, &o->grid, "--grid") : map_check_none(&o->calculation, &o->grid, search);
}

static const option_row rows[] = {
    INCLUDE_TABLE(body_table, payload_options, calculation.body),
    {.kind = OPTION_NUMBERS,
     .name = "--com",
     .metavar = "X,Y,Z",
     .offset = offsetof(payload_options, com),
     .standard = "0,0,0",
     .help = "center of the mass in the body's frame, m",
     .count = 3,
     .expected = "X,Y,Z in m"},
    {.kind = OPTION_FLAG,
     .name = "--anywhere",
     .offset = offsetof(payload_options, anywhere),
     .help = "the pose at rest, within the position limits, that holds least"},
    {.kind = OPTION_FLAG,
     .name = "--grid",
     .offset = offsetof(payload_options, map),
     .help = "rows of the radii and heights that the body reaches, with the masses that poses there hold"},
    INCLUDE_TABLE(map_table, payload_options, grid),
    {.kind = OPTION_FLAG,
     .name = "--identify",
     .offset = offsetof(payload_options, identify),
     .help = "identify what the robot of --input carries: mass, center of mass and inertia"},
    {.kind = OPTION_READ_FILE,
     .name = "--empty",
     .metavar = "FILE",
     .offset = offsetof(payload_options, empty),
     .help = "rows without the payload, from which bodies and drives are identified before"},
    {.kind = OPTION_NUMBER,
     .name = "--cutoff",
     .metavar = "HZ",
     .offset = offsetof(payload_options, cutoff),
     .given = offsetof(payload_options, cutoff_given),
     .standard = "10",
     .help = "with --identify, for rows t, q, tau without qdd: qd and qdd by the filter of 'smooth' with this cutoff",
     .above_zero = true},
    INCLUDE_TABLE(effort_table, payload_options, effort),
    INCLUDE_TABLE(delay_table, payload_options, no_delays),
    INCLUDE_TABLE(q_table, payload_options, calculation.state),
    INCLUDE_TABLE(qd_table, payload_options, calculation.state),
    INCLUDE_TABLE(qdd_table, payload_options, calculation.state),
    INCLUDE_TABLE(wrench_table, payload_options, calculation.state.wrenches),
    INCLUDE_TABLE(payload_table, payload_options, calculation.payloads),
    INCLUDE_TABLE(drive_table, payload_options, calculation.drives),
    INCLUDE_TABLE(calculation_table, payload_options, calculation),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    const payload_options *o = options;
    if (o->identify) {
        return payload_identify(o, out);
    }
    return calculation_run(o->anywhere ? &worst_pose : o->map ? &map : &capacity, options, out);
}

const command command_payload = {
    .name = "payload",
    .summary = "the largest mass that a pose can hold; what a recorded robot carries",
    .description =
        "Carrying capacity: the largest mass (kg, its center at --com) that --body can carry at the\n"
        "configuration q, moving with qd and qdd, so that every joint stays within its effort limit, and the\n"
        "joint that bounds it.  Torques are affine in the mass, so that the result is exact.  A mass of 0: the\n"
        "robot itself exceeds a limit; unloaded_percent is the largest torque without the mass, in per cent of\n"
        "the limit.  Joints whose file gives no effort limit, or 0, bound nothing.\n"
        "--anywhere searches the pose at rest that holds least: random poses from --seed, the best of them\n"
        "improved with derivatives of the torques, again and again until a search finds nothing less;\n"
        "second_mass is the least of all other searches.  --grid gives rows of a grid over radius (from the\n"
        "base's z axis) and height of the body: the least and the largest mass of random poses there; with\n"
        "-o FILE.svg it draws a picture of the least mass, or of the column that --show names.\n"
        "\n"
        "--identify tells what the robot of a recording carries: mass, center of mass and inertia at --body\n"
        "(default: tool0, else the link of the last joint), with standard deviations, as a body that can\n"
        "exist.  Rows are those of 'identify'.  The drives of ROBOT act, all of them unless --drives says\n"
        "which; with --empty, a recording without the payload, its bodies and drives are identified from\n"
        "that first, as by 'identify --friction full --rotors'.  A --payload was carried in both\n"
        "recordings; one at --body is part of the result.\n"
        "\n"
        "csv and JSON have mass, joint (JSON null: none) and unloaded_percent; --anywhere also q and\n"
        "second_mass.  An unlimited mass is empty in csv and null in JSON.\n",
    .examples = "condyle payload universalUR5e --body tool0 --q 0,-1.57,1.57,0,0,0\n"
                "condyle payload universalUR5e --body tool0 --com 0,0,0.05 --anywhere\n"
                "condyle payload universalUR5e --body tool0 --grid --format csv\n"
                "condyle payload universalUR5e --body tool0 --grid -o masses.svg\n"
                "condyle payload universalUR5e --identify --input loaded.csv --empty empty.csv\n"
                "condyle random universalUR5e --count 3 --format csv | condyle payload universalUR5e --body tool0 "
                "--input -\n",
    .options = &table,
    .endings = ending_rows_or_svg,
    .size = sizeof(payload_options),
    .uses_mass = true,
    .run = run,
};
