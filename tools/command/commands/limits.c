/* condyle limits: the limits of the joints that a motion uses. */
#include "commands/limits.h"

#include "options/drives.h"
#include "options/payload.h"
#include "options/row_options.h"
#include "options/state_options.h"
#include "options/wrench.h"
#include "rows/rows.h"
#include "run/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct limits_options {
    invocation invocation;
    row_options rows;
    text_list wrenches;
    text_list payloads;
    drive_options drives;
    robot_options robot;
    format_options format;
    int precision; /* significant digits of csv; 0: as many as needed */
    bool degrees;
} limits_options;

static exit_code complete(void *values, const invocation *given)
{
    const limits_options *o = values;
    (void)given;
    return o->rows.input ? EXIT_FINE : fail(EXIT_USAGE, "'limits' needs --input FILE: rows of t, q, qd and tau or qdd");
}

static const option_row option_rows[] = {
    INCLUDE_TABLE(row_table, limits_options, rows),
    INCLUDE_TABLE(wrench_table, limits_options, wrenches),
    INCLUDE_TABLE(payload_table, limits_options, payloads),
    INCLUDE_TABLE(drive_table, limits_options, drives),
    INCLUDE_TABLE(robot_table, limits_options, robot),
    INCLUDE_TABLE(format_table, limits_options, format),
    {.kind = OPTION_INTEGER,
     .name = "--precision",
     .metavar = "D",
     .offset = offsetof(limits_options, precision),
     .help = "significant digits of csv, 1 to 17 (default: as many as read back exactly)",
     .least = 1,
     .most = 17},
    INCLUDE_TABLE(degree_table, limits_options, degrees),
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

static const quantity_set inputs =
    BIT(QUANTITY_Q) | BIT(QUANTITY_QD) | BIT(QUANTITY_QDD) | BIT(QUANTITY_TAU) | BIT(QUANTITY_TIME);

/* A motion and the report that it feeds. */
typedef struct motion {
    const limits_options *options;
    robot robot;
    elements elements;
    row_reader rows;
    double *values[QUANTITY_COUNT];
    double *filled[VECTOR_COUNT]; /* of inverse dynamics: values with home and 0 for what is not known */
    double *home, *tau, *fext;
    wrench_list wrenches;
    cdy_workspace *workspace;
    cdy_limit_report *report;
    progress progress;
    uint64_t skipped;
    bool any_number; /* a row gives a position, velocity, acceleration or torque */
} motion;

static bool create_vectors(motion *m)
{
    const cdy_model *model = m->robot.model;
    bool made = elements_create(&m->elements, &m->robot);
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        m->values[kind] = calloc(quantity_size(model, (quantity)kind) + 1, sizeof(double));
        m->filled[kind] = calloc(quantity_size(model, (quantity)kind) + 1, sizeof(double));
        made = m->values[kind] && m->filled[kind] && made;
    }
    m->values[QUANTITY_TIME] = calloc(1, sizeof(double));
    m->home = calloc((size_t)cdy_model_nq(model) + 1, sizeof *m->home);
    m->tau = calloc((size_t)cdy_model_nv(model) + 1, sizeof *m->tau);
    m->fext = calloc((size_t)cdy_model_force_rows(model) + 1, 6 * sizeof *m->fext);
    if (m->home) {
        cdy_home_configuration(model, m->home);
    }
    return made && m->values[QUANTITY_TIME] && m->home && m->tau && m->fext;
}

static exit_code create(motion *m)
{
    cdy_error error;
    if (!create_vectors(m)) {
        return fail_memory();
    }
    cdy_status status = cdy_workspace_create(m->robot.model, &m->workspace, &error);
    status = status ? status : cdy_limit_report_create(m->robot.model, &m->report, &error);
    return status ? fail_library(&error) : EXIT_FINE;
}

static void clear(motion *m)
{
    for (int kind = 0; kind < QUANTITY_COUNT; kind++) {
        free(m->values[kind]);
    }
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        free(m->filled[kind]);
    }
    free(m->home);
    free(m->tau);
    free(m->fext);
    wrench_list_clear(&m->wrenches);
    cdy_workspace_destroy(m->workspace);
    cdy_limit_report_destroy(m->report);
    row_reader_close(&m->rows);
    elements_clear(&m->elements);
    robot_clear(&m->robot);
}

/* ---- rows ---- */

/* Marks all values of the row as not known (NaN). */
static void reset(motion *m)
{
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        const size_t length = quantity_size(m->robot.model, (quantity)kind);
        for (size_t i = 0; i < length; i++) {
            m->values[kind][i] = (double)NAN;
        }
    }
    m->values[QUANTITY_TIME][0] = (double)NAN;
    wrench_list_reset(&m->wrenches);
}

static bool has_number(const motion *m, vector_kind kind)
{
    const size_t length = quantity_size(m->robot.model, (quantity)kind);
    bool any = false;
    for (size_t i = 0; i < length; i++) {
        any = any || !isnan(m->values[kind][i]);
    }
    return any;
}

/* The torques that the row's motion needs; joints that it leaves out stay home at rest. */
static cdy_status find_torques(motion *m, cdy_error *error)
{
    const cdy_model *model = m->robot.model;
    for (int kind = VECTOR_Q; kind <= VECTOR_QDD; kind++) {
        const size_t length = quantity_size(model, (quantity)kind);
        for (size_t i = 0; i < length; i++) {
            const double value = m->values[kind][i];
            m->filled[kind][i] = !isnan(value) ? value : kind == VECTOR_Q ? m->home[i] : 0;
        }
    }
    memset(m->fext, 0, 6 * (size_t)cdy_model_force_rows(model) * sizeof *m->fext);
    cdy_status status = wrench_list_apply(&m->wrenches, model, m->workspace, m->filled[VECTOR_Q], m->fext, error);
    return status ? status
                  : cdy_inverse_dynamics(model, m->workspace, m->filled[VECTOR_Q], m->filled[VECTOR_QD],
                                         m->filled[VECTOR_QDD], m->fext, m->tau, error);
}

static exit_code report_row(motion *m, exit_code code, const char *problem, bool fatal)
{
    progress_clear(&m->progress);
    if (!m->options->rows.keep_going || fatal) {
        error_at(m->rows.in.name, m->rows.line, problem);
        return code;
    }
    m->skipped++;
    text_buffer message = {0};
    text_add(&message, "row skipped: %s", problem);
    if (m->skipped <= 10) {
        warn_at(m->rows.in.name, m->rows.line, message.failed ? problem : text_get(&message));
    }
    text_clear(&message);
    return EXIT_FINE;
}

static exit_code add_row(motion *m)
{
    cdy_error error;
    const double *q = has_number(m, VECTOR_Q) ? m->values[VECTOR_Q] : NULL;
    const double *qd = has_number(m, VECTOR_QD) ? m->values[VECTOR_QD] : NULL;
    const double *tau = has_number(m, VECTOR_TAU) ? m->values[VECTOR_TAU] : NULL, *t = m->values[QUANTITY_TIME];
    cdy_status status = CDY_OK;
    m->any_number = m->any_number || q || qd || tau || has_number(m, VECTOR_QDD);
    if (!tau && has_number(m, VECTOR_QDD)) {
        status = find_torques(m, &error);
        tau = m->tau;
    }
    status = status ? status : cdy_limit_report_add(m->report, isnan(*t) ? NULL : t, q, qd, tau, &error);
    if (status) {
        const exit_code code = status == CDY_ERROR_ARGUMENT ? EXIT_INPUT : exit_code_of(status);
        return report_row(m, code, error.text, status == CDY_ERROR_MEMORY);
    }
    return EXIT_FINE;
}

static exit_code read_rows(motion *m)
{
    const limits_options *o = m->options;
    row_target target = {.elements = &m->elements,
                         .inputs = inputs,
                         .values = m->values,
                         .wrenches = &m->wrenches,
                         .map = &o->rows.map,
                         .degrees = o->degrees,
                         .gravity = !o->robot.gravity_given};
    if (row_reader_open(&m->rows, o->rows.input, (input_format)o->rows.format, &target) != ROW_OK) {
        return report_row(m, m->rows.code, row_problem(&m->rows), true);
    }
    exit_code code = EXIT_FINE;
    while (code == EXIT_FINE) {
        reset(m);
        const row_status status = row_reader_next(&m->rows);
        if (status == ROW_END) {
            break;
        }
        progress_show(&m->progress, m->rows.in.taken, m->rows.in.total);
        code = status == ROW_OK ? add_row(m) : report_row(m, m->rows.code, row_problem(&m->rows), status == ROW_FATAL);
    }
    progress_clear(&m->progress);
    if (code == EXIT_FINE && !m->any_number && cdy_limit_report_rows(m->report) > 0) {
        return fail(EXIT_INPUT, "no row gives q, qd, qdd or tau");
    }
    if (code == EXIT_FINE && cdy_limit_report_rows(m->report) == 0) {
        return fail(EXIT_INPUT, "the input has no rows");
    }
    if (m->skipped) {
        note("%llu row%s skipped", (unsigned long long)m->skipped, m->skipped == 1 ? "" : "s");
    }
    return code;
}

/* ---- results ---- */

const char *limit_number_name(limit_number number)
{
    static const char *const names[LIMIT_NUMBERS] = {
        "peak_torque",      "peak_torque_row", "peak_torque_t",     "rms_torque",      "effort_limit",
        "effort_percent",   "peak_velocity",   "peak_velocity_row", "peak_velocity_t", "velocity_limit",
        "velocity_percent", "least_margin",    "least_margin_row",  "least_margin_t",  "peak_power",
        "peak_power_row",   "peak_power_t",    "energy_driven",     "energy_braked"};
    return names[number];
}

bool limit_row_exceeds(const limit_row *row)
{
    return row->use.effort_exceeded || row->use.velocity_exceeded || row->use.position_exceeded;
}

/* Writes value, row (from 1) and time of a peak. */
static void set_peak(double *numbers, const cdy_limit_peak *peak, double factor)
{
    const bool known = !isnan(peak->value);
    numbers[0] = factor * peak->value;
    numbers[1] = known ? (double)peak->row + 1 : peak->value;
    numbers[2] = peak->time;
}

static double known_limit(double limit)
{
    return isinf(limit) ? (double)NAN : limit;
}

static void set_numbers(limit_row *row, bool degrees)
{
    const cdy_limit_use *use = &row->use;
    double *n = row->numbers;
    const double factor = degrees && row->coordinate.angular ? 1 / radians(1) : 1;
    set_peak(n + PEAK_TORQUE, &use->torque, 1);
    set_peak(n + PEAK_VELOCITY, &use->speed, factor);
    set_peak(n + LEAST_MARGIN, &use->margin, factor);
    set_peak(n + PEAK_POWER, &use->power, 1);
    n[RMS_TORQUE] = use->rms_torque;
    n[EFFORT_LIMIT] = known_limit(row->coordinate.effort);
    n[EFFORT_PERCENT] = 100 * use->effort_used;
    n[VELOCITY_LIMIT] = factor * known_limit(row->coordinate.velocity);
    n[VELOCITY_PERCENT] = 100 * use->velocity_used;
    n[ENERGY_DRIVEN] = use->energy_driven;
    n[ENERGY_BRAKED] = use->energy_braked;
}

static exit_code fill_results(const motion *m, limit_results *results)
{
    cdy_error error;
    for (int i = 0; i < results->count; i++) {
        limit_row *row = &results->rows[i];
        if (cdy_model_velocity(m->robot.model, i, &row->coordinate) != CDY_OK ||
            cdy_limit_report_use(m->report, i, &row->use, &error) != CDY_OK) {
            return fail_library(&error);
        }
        set_numbers(row, results->degrees);
    }
    return EXIT_FINE;
}

/* Notes the limits that are not known, of efforts or of velocities. */
static void note_unknown(const limit_results *results, bool effort)
{
    const char *first = NULL;
    int count = 0;
    for (int i = 0; i < results->count; i++) {
        const limit_row *row = &results->rows[i];
        const bool used = !isnan(row->numbers[effort ? PEAK_TORQUE : PEAK_VELOCITY]);
        if (used && isinf(effort ? row->coordinate.effort : row->coordinate.velocity)) {
            first = count++ ? first : row->coordinate.joint;
        }
    }
    if (count) {
        note("the %s limit of joint '%s'%s is not known (0 or missing)", effort ? "effort" : "velocity", first,
             count > 1 ? " and of others" : "");
    }
}

static exit_code write_results(const motion *m, const limit_results *results, output *out)
{
    exit_code code = EXIT_FINE;
    switch (format_or(&m->options->format, FORMAT_TABLE)) {
    case FORMAT_TABLE: code = limits_write_table(results, out); break;
    case FORMAT_CSV: code = limits_write_csv(results, out); break;
    case FORMAT_JSON: code = limits_write_json(results, out); break;
    case FORMAT_NPY: return fail(EXIT_USAGE, "'limits' has no npy output; expected --format table, csv or json");
    }
    note_unknown(results, true);
    note_unknown(results, false);
    const int exceeded = cdy_limit_report_exceeded(m->report);
    if (code == EXIT_FINE && exceeded > 0) {
        out->complete = true;
        return fail(EXIT_EXCEEDED, "%d of %d degrees of freedom exceed a limit", exceeded, results->count);
    }
    return code;
}

static exit_code analyze(motion *m, output *out)
{
    exit_code code = wrench_list_read(&m->wrenches, &m->robot, &m->options->wrenches);
    code = code == EXIT_FINE ? wrench_list_open(&m->wrenches, m->robot.model) : code;
    code = code == EXIT_FINE ? create(m) : code;
    code = code == EXIT_FINE ? read_rows(m) : code;
    if (code != EXIT_FINE) {
        return code;
    }
    limit_results results = {.robot = &m->robot,
                             .count = cdy_model_nv(m->robot.model),
                             .motion_rows = cdy_limit_report_rows(m->report),
                             .degrees = m->options->degrees,
                             .precision = m->options->precision};
    results.rows = calloc((size_t)results.count + 1, sizeof *results.rows);
    code = results.rows ? fill_results(m, &results) : fail_memory();
    code = code == EXIT_FINE ? write_results(m, &results, out) : code;
    free(results.rows);
    return code;
}

static exit_code run(const void *options, output *out)
{
    const limits_options *o = options;
    motion m = {.options = o, .progress = progress_begin()};
    exit_code code = robot_load(&m.robot, o->invocation.robot, &o->robot, &o->drives);
    code = code == EXIT_FINE ? payloads_apply(&m.robot, &o->payloads) : code;
    code = code == EXIT_FINE ? analyze(&m, out) : code;
    clear(&m);
    return code;
}

const command command_limits = {
    .name = "limits",
    .summary = "the limits of the joints that a motion uses",
    .description =
        "Limits: what the motion of the rows of --input (t, q, qd, and tau or qdd) uses of the limits of the\n"
        "joints.  For each joint: peak and root-mean-square torque, per cent of the effort limit, peak\n"
        "velocity and per cent of its limit, least distance to a position limit (negative: beyond it), peak\n"
        "mechanical power tau qd, and the energy that the joint drives and brakes.  Every peak has its row\n"
        "(from 1) and its time t.  Torques are tau where the rows give it, else what qdd needs.  Means and\n"
        "energies are over time where every row has t; without t means are over rows, and there is no energy.\n"
        "A limit of 0 or none in the robot's file is not known.  Exit code 5: a limit is exceeded.\n"
        "\n"
        "csv has one row a joint, JSON \"joints\" with the same names, and \"exceeded\".\n",
    .examples = "condyle limits universalUR5e --input motion.csv\n"
                "condyle sim universalUR5e --time 1 --format csv | condyle limits universalUR5e --input -\n"
                "condyle limits universalUR5e --input motion.csv --payload tool0:3 --format json\n",
    .options = &table,
    .size = sizeof(limits_options),
    .uses_mass = true,
    .run = run,
};
