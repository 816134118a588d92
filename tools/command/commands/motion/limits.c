/* condyle limits: the limits of the joints that a motion uses. */
#include "commands/motion/limits.h"

#include "commands/motion/recording.h"
#include "options/command.h"
#include "options/ending.h"

#include <math.h>
#include <stdlib.h>

typedef struct limits_options {
    invocation invocation;
    recording_options recording;
    verdict_options verdict;
    format_options format;
    int precision; /* significant digits of csv; 0: as many as needed */
    clearance_options clearance;
} limits_options;

static exit_code complete(void *values, const invocation *given)
{
    limits_options *o = values;
    (void)given;
    o->recording.robot.srdf = o->clearance.srdf;
    return o->recording.rows.input ? EXIT_FINE
                                   : fail(EXIT_USAGE, "'limits' needs --input FILE: rows of t, q, qd and tau or qdd");
}

static const option_row verdict_rows[] = {
    {.kind = OPTION_NUMBER,
     .name = "--tolerance",
     .metavar = "P",
     .offset = offsetof(verdict_options, tolerance),
     .standard = "1e-9",
     .help = "part of a limit, or of the range of positions, by which it may be exceeded",
     .most = 1},
    {.kind = OPTION_FLAG,
     .name = "--strict",
     .offset = offsetof(verdict_options, strict),
     .help = "exit code 5 also where a limit is not known, or rows do not tell what it bounds"},
    {0},
};
const option_table verdict_table = {.rows = verdict_rows};

static const option_row option_rows[] = {
    INCLUDE_TABLE(recording_table, limits_options, recording),
    INCLUDE_TABLE(recorded_effort_table, limits_options, recording),
    INCLUDE_TABLE(closure_table, limits_options, recording.closure),
    INCLUDE_TABLE(verdict_table, limits_options, verdict),
    INCLUDE_TABLE(clearance_table, limits_options, clearance),
    INCLUDE_TABLE(format_table, limits_options, format),
    {.kind = OPTION_INTEGER,
     .name = "--precision",
     .metavar = "D",
     .offset = offsetof(limits_options, precision),
     .help = "significant digits of csv, 1 to 17 (default: as many as read back exactly)",
     .least = 1,
     .most = 17},
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

/* A motion, and the limit report to which its rows are added. */
typedef struct motion {
    const limits_options *options;
    recording recording;
    cdy_limit_report *report;
    clearance clearance;
} motion;

static cdy_status add_row(void *to, uint64_t row, const double *t, const double *q, const double *qd, const double *tau,
                          cdy_error *error)
{
    motion *m = to;
    cdy_status status = cdy_limit_report_add(m->report, t, q, qd, tau, error);
    if (!status && m->options->clearance.given) {
        status = clearance_add(&m->clearance, row, t, q, error);
    }
    return status;
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

bool limit_row_is_unknown(const limit_row *row)
{
    return row->use.effort_unknown || row->use.velocity_unknown || row->use.position_unknown;
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

/* Sets the range of positions; a joint with several degrees of freedom has none. */
static void set_range(const cdy_model *model, limit_row *row)
{
    cdy_moving_joint joint;
    cdy_coordinate position = {.lower = -HUGE_VAL, .upper = HUGE_VAL};
    if (row->coordinate.count == 1 &&
        cdy_model_joint(model, cdy_model_find_joint(model, row->coordinate.joint), &joint) == CDY_OK) {
        cdy_model_position(model, joint.position, &position);
    }
    row->lower = position.lower;
    row->upper = position.upper;
}

/* The report counts the rows that it was given; a peak tells the row of the input. */
static void place_peaks(cdy_limit_use *use, const recording *of)
{
    cdy_limit_peak *const peaks[] = {&use->torque, &use->speed, &use->margin, &use->power};
    for (size_t i = 0; i < sizeof peaks / sizeof *peaks; i++) {
        peaks[i]->row = recording_row(of, peaks[i]->row) - 1;
    }
}

/* A joint without a drive has no torque and no limit of it. */
static void leave_efforts_out(limit_row *row)
{
    const double none = (double)NAN;
    cdy_limit_use *use = &row->use;
    row->passive = true;
    row->coordinate.effort = HUGE_VAL;
    use->effort_unknown = use->effort_exceeded = false;
    use->torque.value = use->torque.time = use->power.value = use->power.time = none;
    use->rms_torque = use->effort_used = use->energy_driven = use->energy_braked = none;
}

exit_code limit_results_make(limit_results *results, const recording *of, const cdy_limit_report *report, bool degrees)
{
    cdy_error error;
    const robot *r = &of->robot;
    int unknown = 0;
    *results = (limit_results){.robot = r,
                               .count = cdy_model_nv(r->model),
                               .motion_rows = cdy_limit_report_rows(report),
                               .exceeded = cdy_limit_report_exceeded(report),
                               .tolerance = cdy_limit_report_tolerance(report),
                               .degrees = degrees};
    results->rows = calloc((size_t)results->count + 1, sizeof *results->rows);
    for (int i = 0; results->rows && i < results->count; i++) {
        limit_row *row = &results->rows[i];
        if (cdy_model_velocity(r->model, i, &row->coordinate) != CDY_OK ||
            cdy_limit_report_use(report, i, &row->use, &error) != CDY_OK) {
            return fail_library(&error);
        }
        if (recording_is_passive(of, i)) {
            leave_efforts_out(row);
        }
        place_peaks(&row->use, of);
        set_range(r->model, row);
        set_numbers(row, degrees);
        unknown += limit_row_is_unknown(row);
    }
    results->unknown = unknown;
    return results->rows ? EXIT_FINE : fail_memory();
}

exit_code limit_results_verdict(const limit_results *results, const verdict_options *o, output *out)
{
    if (results->exceeded > 0) {
        out->complete = true;
        return fail(EXIT_EXCEEDED, "%d of %d degrees of freedom exceed a limit", results->exceeded, results->count);
    }
    if (o->strict && results->unknown > 0) {
        out->complete = true;
        return fail(EXIT_EXCEEDED,
                    "%d of %d degrees of freedom may exceed a limit, which is not known or which the rows do not tell",
                    results->unknown, results->count);
    }
    return EXIT_FINE;
}

void limit_results_clear(limit_results *results)
{
    free(results->rows);
}

/* What a limit bounds, as messages name it. */
typedef struct limit_words {
    limit_number peak;
    const char *limit, *variable, *columns;
} limit_words;

static const limit_words words[] = {{PEAK_TORQUE, "effort", "torques", "tau or qdd"},
                                    {PEAK_VELOCITY, "velocity", "velocities", "qd"},
                                    {LEAST_MARGIN, "position", "positions", "q"}};

static bool is_unknown(const limit_row *row, limit_number peak)
{
    return peak == PEAK_TORQUE     ? row->use.effort_unknown
           : peak == PEAK_VELOCITY ? row->use.velocity_unknown
                                   : row->use.position_unknown;
}

static bool has_limit(const limit_row *row, limit_number peak)
{
    return peak == LEAST_MARGIN || !isinf(peak == PEAK_TORQUE ? row->coordinate.effort : row->coordinate.velocity);
}

/* Counts the degrees of freedom whose limit is not known, or those that have one but not in every row what it bounds;
 * *first becomes the first of them, and *any whether a row tells of one of them. */
static int count_unknown(const limit_results *results, limit_number peak, bool limited, const char **first, bool *any)
{
    int count = 0;
    for (int i = 0; i < results->count; i++) {
        const limit_row *row = &results->rows[i];
        if (is_unknown(row, peak) && has_limit(row, peak) == limited) {
            *first = count++ ? *first : row->coordinate.joint;
            *any = *any || !isnan(row->numbers[peak]);
        }
    }
    return count;
}

/* Notes what keeps a limit from being judged. */
static void note_unknown(const limit_results *results)
{
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        const limit_words *w = &words[k];
        const char *joint = NULL;
        bool any = false;
        int count = count_unknown(results, w->peak, false, &joint, &any);
        if (count) {
            note("the %s limit of joint '%s'%s is not known (0 or missing)", w->limit, joint,
                 count > 1 ? " and of others" : "");
        }
        any = false;
        count = count_unknown(results, w->peak, true, &joint, &any);
        if (count) {
            note("%s no %s of joint '%s'%s (%s): whether %s limits are kept is not known",
                 any ? "some rows give" : "the rows give", w->variable, joint, count > 1 ? " and of others" : "",
                 w->columns, w->limit);
        }
    }
}

static exit_code write_results(const limits_options *o, const limit_results *results, output *out)
{
    exit_code code = EXIT_FINE;
    switch (format_or(&o->format, FORMAT_TABLE)) {
    case FORMAT_TABLE: code = limits_write_table(results, out); break;
    case FORMAT_CSV: code = limits_write_csv(results, out); break;
    case FORMAT_JSON: code = limits_write_json(results, out); break;
    case FORMAT_NPY: return fail(EXIT_USAGE, "'limits' has no npy output; expected --format table, csv or json");
    }
    note_unknown(results);
    code = code == EXIT_FINE ? limit_results_verdict(results, &o->verdict, out) : code;
    return code == EXIT_FINE && results->clearance ? clearance_judge(results->clearance, out) : code;
}

static exit_code analyze(motion *m, output *out)
{
    cdy_error error;
    limit_results results = {0};
    if (cdy_limit_report_create(m->recording.robot.model, &m->report, &error) != CDY_OK ||
        cdy_limit_report_set_tolerance(m->report, m->options->verdict.tolerance, &error) != CDY_OK) {
        return fail_library(&error);
    }
    exit_code code = m->options->clearance.given ? clearance_open(&m->clearance, &m->recording.robot,
                                                                  &m->options->recording.robot, &m->options->clearance)
                                                 : EXIT_FINE;
    code = code == EXIT_FINE ? recording_read(&m->recording, add_row, m) : code;
    if (code == EXIT_FINE) {
        effort_watch_tell(&m->recording.watch, m->options->recording.effort_given
                                                   ? (effort_kind)m->options->recording.effort
                                                   : EFFORT_TORQUE);
        code = limit_results_make(&results, &m->recording, m->report, m->options->recording.degrees);
        results.precision = m->options->precision;
        results.clearance = m->options->clearance.given ? &m->clearance : NULL;
        code = code == EXIT_FINE ? write_results(m->options, &results, out) : code;
        limit_results_clear(&results);
    }
    return code;
}

static exit_code run(const void *options, output *out)
{
    const limits_options *o = options;
    motion m = {.options = o};
    exit_code code = recording_open(&m.recording, &o->recording, o->invocation.robot);
    code = code == EXIT_FINE ? recording_close_loops(&m.recording, "limits") : code;
    code = code == EXIT_FINE ? analyze(&m, out) : code;
    clearance_close(&m.clearance);
    cdy_limit_report_destroy(m.report);
    recording_close(&m.recording);
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
        "(from 1) and its time t.  Torques are tau where the rows give it (--effort: as\n"
        "currents and other efforts), else what qdd needs.  Means and energies are over time where every row has\n"
        "t; without t means are over rows, and there is no energy.\n"
        "A limit of 0 or none in the robot's file is not known, nor is the use of one of which some row does not\n"
        "tell; a note says so, and --strict makes it a failure.  Exit code 5: a limit is exceeded by more than\n"
        "--tolerance.\n"
        "\n"
        "Of a robot with closed loops, in its file or of --loop and --constraints, --actuated names the joints\n"
        "that have drives.  The loops are closed in every row by moving the joints that depend on others, whose\n"
        "positions rows need not give; velocities of all joints are those of the independent ones, which rows\n"
        "with velocities or accelerations must give, and torques those of the drives.\n"
        "\n"
        "--clearance adds the least distance between bodies to the table and to JSON (\"clearance\"), in rows\n"
        "and between them, where each joint goes evenly from one row to the next, with a \"bound\" that no\n"
        "two bodies are below anywhere; and the exit code where the bound is not above M.\n"
        "\n"
        "csv has one row a joint, JSON \"joints\" with the same names, and \"exceeded\" and \"unknown\".\n",
    .examples = "condyle limits universalUR5e --input motion.csv\n"
                "condyle sim universalUR5e --time 1 --format csv | condyle limits universalUR5e --input -\n"
                "condyle limits universalUR5e --input motion.csv --payload tool0:3 --format json\n",
    .options = &table,
    .endings = ending_table,
    .size = sizeof(limits_options),
    .uses_mass = true,
    .closes_loops = true,
    .run = run,
};
