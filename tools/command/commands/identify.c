/* condyle identify: the parameters of a robot from recorded motions and torques. */
#include "commands/identify.h"

#include "commands/limit_watch.h"
#include "options/number_options.h"
#include "options/payload.h"
#include "options/row_options.h"
#include "options/state_options.h"
#include "options/wrench.h"
#include "report/quantity.h"
#include "rows/rows.h"
#include "run/command.h"
#include "run/progress.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct identify_options {
    invocation invocation;
    robot_options robot;
    row_options rows;
    text_list wrenches;
    text_list payloads;
    bool degrees;
    int format; /* --format, an identify_format */
    bool friction, rotors;
    double friction_width; /* --friction-width, rad/s or m/s */
    bool width_given;
    double prior;      /* --prior: weight of the given robot's parameters */
    int equal_weights; /* --weights: 1: equal */
    bool no_consistency;
} identify_options;

typedef enum identify_format { IDENTIFY_TABLE = 0, IDENTIFY_JSON } identify_format;

static const char *const weight_words[] = {"joint", "equal", NULL};
static const char *const format_words[] = {"table", "json", NULL};

static exit_code complete(void *values, const invocation *given)
{
    const identify_options *o = values;
    (void)given;
    if (o->width_given && !o->friction) {
        return fail(EXIT_USAGE, "--friction-width needs --friction");
    }
    if (!o->rows.input) {
        return fail(EXIT_USAGE, "'identify' needs --input FILE, a recording of q, qd, qdd and tau");
    }
    return EXIT_FINE;
}

static const option_row option_rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--friction",
     .offset = offsetof(identify_options, friction),
     .help = "identify damping and Coulomb friction of the joints too"},
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
     .help = "identify rotor inertias of the joints too; URDF cannot hold them"},
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
    INCLUDE_TABLE(wrench_table, identify_options, wrenches),
    INCLUDE_TABLE(payload_table, identify_options, payloads),
    INCLUDE_TABLE(row_table, identify_options, rows),
    INCLUDE_TABLE(robot_table, identify_options, robot),
    INCLUDE_TABLE(degree_table, identify_options, degrees),
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

enum { SHOWN = 10 }; /* skipped rows reported one by one; the rest are only counted */

static const quantity_set inputs = BIT(QUANTITY_Q) | BIT(QUANTITY_QD) | BIT(QUANTITY_QDD) | BIT(QUANTITY_TAU);

/* A recording and the identification that it feeds. */
typedef struct recording {
    const identify_options *options;
    robot robot;
    elements elements;
    row_reader rows;
    double *values[QUANTITY_COUNT];
    double *home, *weights, *fext;
    wrench_list wrenches;
    limit_watch limits;
    cdy_workspace *workspace;
    cdy_identification *identification;
    progress progress;
    uint64_t skipped;
    bool any_row, any_torque; /* there is a row, and a nonzero torque */
} recording;

static bool create_vectors(recording *r)
{
    const cdy_model *model = r->robot.model;
    bool made =
        elements_create(&r->elements, &r->robot) && limit_watch_open(&r->limits, &r->robot, r->options->degrees);
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        r->values[kind] = calloc(quantity_size(model, (quantity)kind) + 1, sizeof(double));
        made = r->values[kind] && made;
    }
    r->home = calloc((size_t)cdy_model_nq(model) + 1, sizeof *r->home);
    r->weights = calloc((size_t)cdy_model_nv(model) + 1, sizeof *r->weights);
    r->fext = calloc((size_t)cdy_model_force_rows(model) + 1, 6 * sizeof *r->fext);
    if (r->home) {
        cdy_home_configuration(model, r->home);
    }
    return made && r->home && r->weights && r->fext;
}

static exit_code create_identification(recording *r, const cdy_regressor_options *regressor)
{
    const cdy_model *model = r->robot.model;
    cdy_identification_options o = cdy_identification_options_default();
    cdy_error error;
    double *prior = calloc((size_t)cdy_parameter_count(model, regressor) + 1, sizeof *prior);
    if (!prior || !create_vectors(r)) {
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

/* Reports the problem of the current row. Returns EXIT_FINE where the row is skipped. */
static exit_code report_row(recording *r, exit_code code, const char *problem, bool fatal)
{
    progress_clear(&r->progress);
    if (!r->options->rows.keep_going || fatal) {
        error_at(r->rows.in.name, r->rows.line, problem);
        return code;
    }
    if (r->skipped++ < SHOWN) {
        text_buffer message = {0};
        text_add(&message, "row skipped: %s", problem);
        warn_at(r->rows.in.name, r->rows.line, message.failed ? problem : text_get(&message));
        text_clear(&message);
    }
    return EXIT_FINE;
}

/* Marks all values of the row as missing (NaN) and resets the wrenches to those of the options. */
static void reset(recording *r)
{
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        const int length = vector_length(r->robot.model, (vector_kind)kind);
        for (int i = 0; i < length; i++) {
            r->values[kind][i] = (double)NAN;
        }
    }
    wrench_list_reset(&r->wrenches);
}

/* Returns the number of a joint's elements that the row gives. */
static int count_given(const recording *r, vector_kind kind, const joint_entry *joint)
{
    int count = 0;
    for (int i = 0; i < joint->count; i++) {
        count += !isnan(r->values[kind][joint->first + i]);
    }
    return count;
}

/* Sets a joint that the row leaves out to its home position at rest. */
static void set_home(recording *r, const joint_entry *position, const joint_entry *velocity)
{
    memcpy(r->values[QUANTITY_Q] + position->first, r->home + position->first,
           (size_t)position->count * sizeof *r->home);
    memset(r->values[QUANTITY_QD] + velocity->first, 0, (size_t)velocity->count * sizeof(double));
    memset(r->values[QUANTITY_QDD] + velocity->first, 0, (size_t)velocity->count * sizeof(double));
}

static exit_code report_missing(recording *r, const char *joint, vector_kind missing)
{
    text_buffer message = {0};
    text_add(
        &message,
        "joint '%s' has no %s, which its torque needs; expected q, qd and qdd of every joint, 0 for a joint at rest "
        "('condyle smooth' makes qd and qdd of t and q)",
        joint, vector_name(missing));
    exit_code code = message.failed ? fail_memory() : report_row(r, EXIT_NUMERICAL, text_get(&message), false);
    text_clear(&message);
    return code;
}

/* Fills in the joints that the row leaves out. A joint with a torque or a part of its motion needs q, qd and qdd;
 * *complete is false where they are missing. */
static exit_code complete_row(recording *r, bool *complete)
{
    const joint_index *positions = &r->elements.positions, *velocities = &r->elements.velocities;
    for (size_t j = 0; j < positions->count; j++) {
        int given = count_given(r, VECTOR_TAU, &velocities->entries[j]);
        vector_kind missing = VECTOR_COUNT;
        for (int kind = VECTOR_QDD; kind >= VECTOR_Q; kind--) {
            const joint_entry *joint = &(kind == VECTOR_Q ? positions : velocities)->entries[j];
            const int count = count_given(r, (vector_kind)kind, joint);
            given += count;
            missing = count < joint->count ? (vector_kind)kind : missing;
        }
        if (given == 0) {
            set_home(r, &positions->entries[j], &velocities->entries[j]);
        } else if (missing != VECTOR_COUNT) {
            *complete = false;
            return report_missing(r, positions->entries[j].name, missing);
        }
    }
    *complete = true;
    return EXIT_FINE;
}

/* Computes the external force matrix of the row's wrenches at its configuration. */
static cdy_status compute_external_forces(recording *r, cdy_error *error)
{
    const cdy_model *model = r->robot.model;
    memset(r->fext, 0, 6 * (size_t)cdy_model_force_rows(model) * sizeof *r->fext);
    return wrench_list_apply(&r->wrenches, model, r->workspace, r->values[QUANTITY_Q], r->fext, error);
}

/* Adds the row to the identification. Torques that were not recorded have weight 0. */
static exit_code add_row(recording *r)
{
    cdy_error error;
    double *tau = r->values[QUANTITY_TAU];
    bool complete;
    exit_code code = complete_row(r, &complete);
    if (!complete) {
        return code;
    }
    limit_watch_rows(&r->limits, r->rows.in.name, 1, &r->rows.line, r->values[QUANTITY_Q], r->values[QUANTITY_QD],
                     &r->progress);
    for (int i = 0; i < cdy_model_nv(r->robot.model); i++) {
        r->weights[i] = isnan(tau[i]) ? 0 : 1;
        tau[i] = isnan(tau[i]) ? 0 : tau[i];
        r->any_torque = r->any_torque || fabs(tau[i]) > 0;
    }
    cdy_status status = compute_external_forces(r, &error);
    status = status ? status
                    : cdy_identification_add(r->identification, r->values[QUANTITY_Q], r->values[QUANTITY_QD],
                                             r->values[QUANTITY_QDD], r->fext, tau, r->weights, &error);
    if (status == CDY_OK) {
        r->any_row = true;
        return EXIT_FINE;
    }
    code = error.status == CDY_ERROR_ARGUMENT ? EXIT_INPUT : exit_code_of(error.status);
    return report_row(r, code, error.text, error.status == CDY_ERROR_MEMORY);
}

static void show_progress(recording *r)
{
    uint64_t rows;
    if (row_reader_count(&r->rows, &rows)) {
        progress_show(&r->progress, (uint64_t)r->rows.line, rows);
    } else {
        progress_show(&r->progress, r->rows.in.taken, r->rows.in.total);
    }
}

static exit_code read_rows(recording *r)
{
    const identify_options *o = r->options;
    row_target target = {.elements = &r->elements,
                         .inputs = inputs,
                         .needed = BIT(QUANTITY_Q) | BIT(QUANTITY_TAU),
                         .values = r->values,
                         .wrenches = &r->wrenches,
                         .map = &o->rows.map,
                         .degrees = o->degrees,
                         .gravity = !o->robot.gravity_given};
    if (row_reader_open(&r->rows, o->rows.input, (input_format)o->rows.format, &target) != ROW_OK) {
        return report_row(r, r->rows.code, row_problem(&r->rows), true);
    }
    row_report_unread(&r->rows, &r->progress);
    exit_code code = EXIT_FINE;
    while (code == EXIT_FINE) {
        reset(r);
        row_status status = row_reader_next(&r->rows);
        if (status == ROW_END) {
            break;
        }
        row_report_unread(&r->rows, &r->progress);
        show_progress(r);
        code = status == ROW_OK ? add_row(r) : report_row(r, r->rows.code, row_problem(&r->rows), status == ROW_FATAL);
    }
    progress_clear(&r->progress);
    if (r->skipped) {
        note("%llu row%s skipped", (unsigned long long)r->skipped, r->skipped == 1 ? "" : "s");
    }
    return code;
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

static exit_code write_robot(const identified *i, output *out)
{
    cdy_error error;
    cdy_tree *tree = NULL;
    cdy_status status =
        cdy_tree_apply_parameters(i->robot->tree, i->robot->model, &i->regressor, i->result.parameters, &tree, &error);
    status = status ? status : cdy_urdf_write(tree, write_piece, out, &error);
    cdy_tree_destroy(tree);
    if (status == CDY_OK && i->regressor.rotor_inertia) {
        note("URDF cannot hold rotor inertias: the written robot lacks the identified ones");
    }
    return status == CDY_OK ? EXIT_FINE : fail_library(&error);
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

/* Refuses a result that the rows do not determine: such parameters are neither those of ROBOT nor those of the real
 * robot. */
static exit_code check_determined(const recording *r, const cdy_identification_result *result)
{
    const int total = result->full_rank, certain = result->certain;
    if (r->options->prior > 0) {
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

static exit_code identify(recording *r, output *out)
{
    cdy_error error;
    identified found = {.robot = &r->robot, .regressor = cdy_regressor_options_default()};
    found.regressor.damping = found.regressor.coulomb = r->options->friction;
    found.regressor.rotor_inertia = r->options->rotors;
    found.regressor.friction_width = r->options->friction_width;
    exit_code code = create_identification(r, &found.regressor);
    code = code == EXIT_FINE ? wrench_list_read(&r->wrenches, &r->robot, &r->options->wrenches) : code;
    if (code == EXIT_FINE) {
        wrench_list_hint(&r->wrenches, r->robot.model);
    }
    code = code == EXIT_FINE ? wrench_list_open(&r->wrenches, r->robot.model) : code;
    code = code == EXIT_FINE ? read_rows(r) : code;
    if (code == EXIT_FINE && r->any_row && !r->any_torque) {
        code = fail(EXIT_NUMERICAL, "every torque of the rows is 0; expected recorded torques");
    }
    if (code == EXIT_FINE && cdy_identification_solve(r->identification, &found.result, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    code = code == EXIT_FINE ? check_determined(r, &found.result) : code;
    return code == EXIT_FINE ? write_results(r, &found, out) : code;
}

static exit_code run(const void *options, output *out)
{
    const identify_options *o = options;
    recording r = {.options = o, .progress = progress_begin()};
    exit_code code = robot_load(&r.robot, o->invocation.robot, &o->robot, NULL);
    code = code == EXIT_FINE ? payloads_apply(&r.robot, &o->payloads) : code;
    code = code == EXIT_FINE ? robot_needs_tree(&r.robot, "identify") : code;
    code = code == EXIT_FINE ? identify(&r, out) : code;
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        free(r.values[kind]);
    }
    free(r.home);
    free(r.weights);
    free(r.fext);
    wrench_list_clear(&r.wrenches);
    cdy_workspace_destroy(r.workspace);
    row_reader_close(&r.rows);
    cdy_identification_destroy(r.identification);
    elements_clear(&r.elements);
    limit_watch_close(&r.limits);
    robot_clear(&r.robot);
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
        "A row needs q, qd and qdd of every joint with a torque tau, 0 for a joint at rest.  Torques that a\n"
        "row lacks are ignored.  Accelerations are often differentiated from velocities: filter both\n"
        "alike.  Wrenches on the robot, in the rows or by --wrench, and its payloads are taken into account:\n"
        "the parameters are those of the robot alone.  If the rows do\n"
        "not determine all base parameters (too few poses, or little motion beside the noise), nothing is\n"
        "written and the exit code is 4; --prior keeps the undetermined parameters near the values of\n"
        "ROBOT.\n",
    .examples = "condyle identify universalUR5e --input log.csv\n"
                "condyle identify universalUR5e --input log.csv --friction -o identified.urdf\n"
                "condyle identify kukaIiwa14 --input log.npy --prior 0.5 --format json\n",
    .options = &table,
    .size = sizeof(identify_options),
    .uses_mass = true,
    .run = run,
    .needs_file = true,
};
