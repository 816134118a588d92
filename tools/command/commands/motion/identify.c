/* condyle identify: the parameters of a robot from recorded motions and torques. */
#include "commands/motion/identify.h"

#include "commands/motion/hold_out.h"
#include "commands/motion/identify_inputs.h"
#include "commands/motion/identify_rows.h"
#include "options/command.h"
#include "options/ending.h"
#include "options/number_options.h"
#include "rows/payload.h"
#include "values/state_options.h"
#include "values/variable.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum identify_format { IDENTIFY_TABLE = 0, IDENTIFY_JSON } identify_format;

static const char *const friction_words[] = {"none", "coulomb", "offset", "stribeck", "full", NULL};
static const char *const body_words[] = {"identify", "keep", NULL};
static const char *const weight_words[] = {"joint", "equal", NULL};
static const char *const format_words[] = {"table", "json", NULL};

static exit_code complete(void *values, const invocation *given)
{
    const identify_options *o = values;
    (void)given;
    if (o->width_given && o->friction != FRICTION_COULOMB) {
        return fail(EXIT_USAGE, "--friction-width needs --friction coulomb%s",
                    o->friction > FRICTION_COULOMB ? ": the other laws find each joint's width" : "");
    }
    if (o->gains && o->effort != EFFORT_TORQUE && o->effort != EFFORT_CURRENT) {
        return fail(EXIT_USAGE, "--gains needs --effort torque or current, of which it finds the gains");
    }
    if (!o->rows.input) {
        return fail(EXIT_USAGE, "'identify' needs --input FILE, a recording of q, qd, qdd and tau");
    }
    return EXIT_FINE;
}

static const option_row option_rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--friction",
     .offset = offsetof(identify_options, friction),
     .standard = "none",
     .help = "friction of the joints: damping and Coulomb's; with an offset; with Stribeck's; and by the load (full)",
     .words = friction_words},
    {.kind = OPTION_NUMBER,
     .name = "--friction-width",
     .metavar = "W",
     .offset = offsetof(identify_options, friction_width),
     .given = offsetof(identify_options, width_given),
     .standard = "0.005",
     .help = "width of the sign change of friction, rad/s or m/s: Coulomb friction times tanh(qd/W)",
     .above_zero = true},
    {.kind = OPTION_FLAG,
     .name = "--rotors",
     .offset = offsetof(identify_options, rotors),
     .help = "identify rotor inertias of the joints too"},
    {.kind = OPTION_CHOICE,
     .name = "--bodies",
     .offset = offsetof(identify_options, bodies),
     .standard = "identify",
     .help = "identify the bodies, or keep those of ROBOT and find the drives alone",
     .words = body_words},
    {.kind = OPTION_FLAG,
     .name = "--gains",
     .offset = offsetof(identify_options, gains),
     .help = "find the gains of the drives too, from inputs without and with a load of known mass: the --payload "
             "behind an --input"},
    INCLUDE_TABLE(effort_table, identify_options, effort),
    INCLUDE_TABLE(delay_table, identify_options, no_delays),
    INCLUDE_TABLE(hold_out_table, identify_options, hold_out),
    {.kind = OPTION_NUMBER,
     .name = "--prior",
     .metavar = "WEIGHT",
     .offset = offsetof(identify_options, prior),
     .standard = "0",
     .help = "keep parameters near ROBOT's: a change by 100 % counts like a residual of WEIGHT N m"},
    {.kind = OPTION_CHOICE,
     .name = "--weights",
     .offset = offsetof(identify_options, equal_weights),
     .standard = "joint",
     .help = "weight of a joint: by its residuals, or equal for all",
     .words = weight_words},
    {.kind = OPTION_FLAG,
     .name = "--no-consistency",
     .offset = offsetof(identify_options, no_consistency),
     .help = "allow physically inconsistent bodies"},
    {.kind = OPTION_CHOICE,
     .name = "--format",
     .offset = offsetof(identify_options, format),
     .standard = "table",
     .help = "format of the report",
     .words = format_words},
    {.kind = OPTION_NUMBER,
     .name = "--cutoff",
     .metavar = "HZ",
     .offset = offsetof(identify_options, cutoff),
     .given = offsetof(identify_options, cutoff_given),
     .standard = "10",
     .help = "for rows t, q, tau without qdd: qd and qdd by the filter of 'smooth' with this cutoff",
     .above_zero = true},
    INCLUDE_TABLE(wrench_table, identify_options, wrenches),
    INCLUDE_TABLE(payload_table, identify_options, payloads),
    INCLUDE_TABLE(repeated_row_table, identify_options, rows),
    INCLUDE_TABLE(robot_table, identify_options, robot),
    INCLUDE_TABLE(degree_table, identify_options, degrees),
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

static exit_code create_identification(recording *r, const cdy_regressor_options *regressor)
{
    const cdy_model *model = r->robot.model;
    cdy_identification_options o = cdy_identification_options_default();
    cdy_error error;
    double *prior = calloc((size_t)cdy_parameter_count(model, regressor) + 1, sizeof *prior);
    if (!prior || !recording_create(r)) {
        free(prior);
        return fail_memory();
    }
    o.regressor = *regressor;
    o.prior = prior;
    o.prior_weight = r->options->prior;
    o.weight_by_joint = !r->options->equal_weights;
    o.consistent = !r->options->no_consistency;
    cdy_status status = cdy_tree_parameters(r->robot.tree, model, regressor, prior, &error);
    status = status ? status : cdy_identification_create(model, &o, &r->identification, &error);
    status = status ? status : cdy_workspace_create(model, &r->workspace, &error);
    free(prior);
    return status == CDY_OK ? EXIT_FINE : fail_library(&error);
}

determination identified_determination(const identified *i, int parameter)
{
    const double share = i->result.identifiability[parameter], rounding = 1e-6;
    return share > 1 - rounding ? DETERMINED_ALONE : share > rounding ? DETERMINED_WITH_OTHERS : DETERMINED_NOT;
}

cdy_parameter identified_parameter(const identified *i, int parameter)
{
    cdy_parameter p = {.link = ""};
    cdy_parameter_describe(i->robot->model, &i->regressor, parameter, &p);
    return p;
}

void identified_add_name(const identified *i, int parameter, text_buffer *name)
{
    cdy_parameter p = identified_parameter(i, parameter);
    if (p.velocity < 0) {
        text_add(name, "%s.%s", p.link, cdy_parameter_kind_name(p.kind));
        return;
    }
    cdy_coordinate coordinate = vector_coordinate(i->robot->model, VECTOR_QD, p.velocity);
    text_add(name, "%s.", cdy_parameter_kind_name(p.kind));
    coordinate_add_label(&coordinate, name);
}

/* Write errors are kept in the output and reported at the end. */
static cdy_status write_piece(void *context, const char *text, size_t size)
{
    output_bytes((output *)context, text, size);
    return CDY_OK;
}

/* The robot that was found, which the caller frees. */
static exit_code make_tree(const identified *i, cdy_tree **tree)
{
    cdy_error error;
    const cdy_tree *given = i->robot->tree;
    const cdy_model *model = i->robot->model;
    *tree = NULL;
    cdy_status status =
        i->drives ? cdy_tree_apply_drive_identification(given, model, &i->calibration, tree, &error)
                  : cdy_tree_apply_parameters(given, model, &i->regressor, i->result.parameters, tree, &error);
    if (!status && i->gains) {
        status = gains_apply(i->gains, i->robot, *tree, &error);
    }
    return status == CDY_OK ? EXIT_FINE : fail_library(&error);
}

static exit_code write_robot(const identified *i, output *out)
{
    cdy_error error;
    cdy_tree *tree;
    const exit_code code = make_tree(i, &tree);
    const bool failed = code == EXIT_FINE && cdy_urdf_write(tree, write_piece, out, &error);
    cdy_tree_destroy(tree);
    return failed ? fail_library(&error) : code;
}

/* The drives that were looked for. */
static cdy_drive_options sought_drives(const identify_options *o)
{
    cdy_drive_options drives = cdy_drive_options_default();
    drives.damping = drives.friction = o->friction >= FRICTION_COULOMB;
    drives.friction_width = o->friction_width;
    drives.offsets = o->friction >= FRICTION_OFFSET;
    drives.load = o->friction >= FRICTION_FULL;
    drives.rotors = o->rotors;
    return drives;
}

/* Compares the rows that were held out with the robot that was found. */
static exit_code judge(recording *r, const recorded_inputs *inputs, identified *found)
{
    cdy_tree *tree;
    const cdy_drive_options drives = sought_drives(r->options);
    exit_code code = make_tree(found, &tree);
    code = code == EXIT_FINE ? hold_out_judge(r, inputs, found, tree, &drives) : code;
    cdy_tree_destroy(tree);
    found->held = r->hold->joints;
    return code;
}

/* Writes the robot to --output, and the report to the standard output unless the robot goes there. */
static exit_code write_results(const recording *r, const identified *i, output *out)
{
    exit_code code = r->options->invocation.output ? write_robot(i, out) : EXIT_FINE;
    output own = {.file = stdout}, *report = r->options->invocation.output ? &own : out;
    if (code != EXIT_FINE || (r->options->invocation.output && (out->file == stdout || !output_flush(out)))) {
        return code; /* write errors are reported at the end */
    }
    code = r->options->format == IDENTIFY_JSON ? identified_write_json(i, report) : identified_write_table(i, report);
    return report == out ? code : output_finish(report, code);
}

/* Refuses a result that the rows do not determine: such parameters describe neither ROBOT nor the real robot. */
static exit_code check_determined(const recording *r, const cdy_identification_result *result)
{
    const int total = result->full_rank, certain = result->certain;
    if (r->options->prior > 0 || result->rows == 0) { /* the bodies are the robot's */
        return EXIT_FINE;
    }
    if (result->rank < total || 2 * certain < total) {
        const bool poor = result->rank == total;
        return fail(
            EXIT_NUMERICAL,
            "the rows determine %d of %d base parameters%s, and nothing is written; expected motions of every joint "
            "with many speeds and accelerations; --prior WEIGHT keeps the others near the values of ROBOT",
            poor ? certain : result->rank, total, poor ? " beyond the noise" : "");
    }
    if (certain < total) {
        note("%d of %d base parameters have standard deviations above 100 %%; --prior WEIGHT keeps them near the "
             "values of "
             "ROBOT",
             total - certain, total);
    }
    return EXIT_FINE;
}

static exit_code create_calibration(recording *r)
{
    const identify_options *o = r->options;
    const cdy_model *model = r->robot.model;
    cdy_drive_identification_options c = cdy_drive_identification_options_default();
    cdy_error error;
    c.rotors = o->rotors;
    c.damping = c.friction = o->friction >= FRICTION_COULOMB;
    c.offsets = o->friction >= FRICTION_OFFSET;
    c.stribeck = o->friction >= FRICTION_STRIBECK;
    c.load = o->friction >= FRICTION_FULL;
    c.bodies = o->bodies == 0;
    c.delays = !o->no_delays;
    c.consistent = !o->no_consistency;
    c.prior_weight = o->prior;
    if (!recording_create(r)) {
        return fail_memory();
    }
    cdy_status status = cdy_drive_identification_create(model, &c, &r->calibration, &error);
    status = status ? status : cdy_workspace_create(model, &r->workspace, &error);
    return status == CDY_OK ? EXIT_FINE : fail_library(&error);
}

static cdy_status add_to_identification(recording *r, const double *fext, cdy_error *error)
{
    return cdy_identification_add(r->identification, r->values[VARIABLE_Q], r->values[VARIABLE_QD],
                                  r->values[VARIABLE_QDD], fext, r->values[VARIABLE_TAU], r->weights, error);
}

static cdy_status add_to_calibration(recording *r, const double *fext, cdy_error *error)
{
    cdy_drive_identification_set_time(r->calibration, r->values[VARIABLE_TIME][0]);
    return cdy_drive_identification_add(r->calibration, r->values[VARIABLE_Q], r->values[VARIABLE_QD],
                                        r->values[VARIABLE_QDD], fext, r->values[VARIABLE_TAU], r->weights, error);
}

static cdy_status solve(recording *r, identified *found, cdy_error *error)
{
    if (!found->drives) {
        return cdy_identification_solve(r->identification, &found->result, error);
    }
    const cdy_status status = cdy_drive_identification_solve(r->calibration, &found->calibration, error);
    found->result = found->calibration.bodies;
    if (!status && found->result.rows > 0) {
        found->result.joint_rms = found->calibration.joint_rms;
        found->result.joint_prior_rms = found->calibration.joint_prior_rms;
    }
    return status;
}

static exit_code identify(recording *r, const recorded_inputs *inputs, identified_gains *gains, output *out)
{
    cdy_error error;
    identified found = {
        .robot = &r->robot, .regressor = cdy_regressor_options_default(), .gains = r->options->gains ? gains : NULL};
    found.drives = r->options->friction > FRICTION_COULOMB || r->options->bodies;
    found.regressor.damping = found.regressor.coulomb = !found.drives && r->options->friction;
    found.regressor.rotor_inertia = r->options->rotors;
    found.regressor.friction_width = r->options->friction_width;
    r->add = found.drives ? add_to_calibration : add_to_identification;
    if (r->hold) {
        r->hold->taker = r->add;
        r->add = hold_out_add;
    }
    exit_code code = found.drives ? create_calibration(r) : create_identification(r, &found.regressor);
    code = code == EXIT_FINE ? wrench_list_read(&r->wrenches, &r->robot, &r->options->wrenches) : code;
    if (code == EXIT_FINE) {
        wrench_list_hint(&r->wrenches, r->robot.model);
    }
    code = code == EXIT_FINE ? wrench_list_open(&r->wrenches, r->robot.model) : code;
    code = code == EXIT_FINE && found.gains ? gains_find(r, inputs, gains) : code;
    code = code == EXIT_FINE ? inputs_read(r, inputs, found.gains) : code;
    code = code == EXIT_FINE && r->hold ? hold_out_read(r, inputs) : code;
    if (code == EXIT_FINE) {
        effort_watch_tell(&r->efforts, (effort_kind)r->options->effort);
    }
    if (code == EXIT_FINE && r->any_row && !r->any_torque) {
        code = fail(EXIT_NUMERICAL, "every torque of the rows is 0; expected recorded torques");
    }
    if (code == EXIT_FINE && solve(r, &found, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    code = code == EXIT_FINE ? check_determined(r, &found.result) : code;
    code = code == EXIT_FINE && r->hold ? judge(r, inputs, &found) : code;
    return code == EXIT_FINE ? write_results(r, &found, out) : code;
}

static exit_code run(const void *options, output *out)
{
    const identify_options *o = options;
    recording r = {.options = o, .pass.progress = progress_begin()};
    recorded_inputs inputs = {.list = NULL};
    identified_gains gains = {.nominal = NULL};
    hold_out hold = {.rows = NULL};
    r.hold = o->hold_out ? &hold : NULL;
    exit_code code = hold_out_parse(o->hold_out, &hold.share, &hold.file);
    code = code == EXIT_FINE ? robot_load(&r.robot, o->invocation.robot, &o->robot, NULL) : code;
    code = code == EXIT_FINE ? inputs_find(&inputs, o) : code;
    code = code == EXIT_FINE ? inputs_carry(&r.robot, &inputs.common) : code;
    code = code == EXIT_FINE ? robot_needs_tree(&r.robot, "identify") : code;
    code = code == EXIT_FINE ? identify(&r, &inputs, &gains, out) : code;
    gains_clear(&gains);
    hold_out_clear(&hold);
    inputs_clear(&inputs);
    recording_clear(&r);
    return code;
}

const command command_identify = {
    .name = "identify",
    .summary = "masses, inertias and friction from recorded torques",
    .description =
        "Identification: masses, centers of mass and inertias from rows of q, qd, qdd and tau, by least\n"
        "squares.  Torques determine only combinations of these parameters, the base parameters, which are\n"
        "listed with standard deviations; other combinations keep the values of ROBOT, as far as the bodies\n"
        "stay physically consistent.  --output writes ROBOT with the identified parameters as URDF; the\n"
        "report, a table or --format json, goes to the standard output.\n"
        "\n"
        "--friction full finds the drives of a real arm as well: damping, Coulomb and Stribeck friction,\n"
        "friction by the load of the gear and an offset of each joint, written into the URDF with the\n"
        "rotors.  Outliers count less (Huber), terms that tell held-out blocks of rows no better are left\n"
        "out, and delays of the torques are found, which the report tells.  'condyle explain' then tells what is left "
        "on another recording.\n"
        "\n"
        "Several --input are read in turn; a --payload in front of the first is carried in all of them, one\n"
        "behind an --input in that recording alone.  --gains finds the gains of the drives, by which torques\n"
        "(--effort torque) or currents are multiplied, from recordings without a load and with one of known\n"
        "mass; its center of mass and inertia are found where --payload does not give them.  They are written\n"
        "into the URDF, and other commands use them.\n"
        "\n"
        "--hold-out judges: rows of another file, or the last share of every 5 s (of 50 rows without times), have\n"
        "no part in the result, and the report tells what it leaves of their torques, by joint.\n"
        "\n"
        "A row needs q, qd and qdd of every joint with a torque tau, 0 for a joint at rest.  Torques that a\n"
        "row lacks are ignored.  Rows with t and without qdd are differentiated by the filter of 'smooth'\n"
        "with --cutoff, which a message says; motion above that frequency is lost.  Wrenches on the robot,\n"
        "in the rows or by --wrench, and its payloads are taken into account: the parameters are those of\n"
        "the robot alone.  If the rows do not determine all base parameters (too few poses, or little motion\n"
        "beside the noise), nothing is written and the exit code is 4; --prior keeps the undetermined\n"
        "parameters near the values of ROBOT.\n",
    .examples = "condyle identify universalUR5e --input log.csv\n"
                "condyle identify universalUR5e --input log.csv --friction coulomb -o identified.urdf\n"
                "condyle identify universalUR10e --input log.csv --friction full --rotors -o arm.urdf\n"
                "condyle identify universalUR10e --gains --input empty.csv --input loaded.csv --payload tool0:2.8 \\\n"
                "    --friction full --rotors -o arm.urdf\n"
                "condyle identify kukaIiwa14 --input log.npy --prior 0.5 --format json\n",
    .options = &table,
    .endings = ending_urdf,
    .size = sizeof(identify_options),
    .uses_mass = true,
    .run = run,
    .needs_file = true,
};
