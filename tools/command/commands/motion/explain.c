/* condyle explain: what the torques of a recording are made of, and why they do not match. */
#include "commands/motion/explain.h"

#include "commands/motion/identify_inputs.h"
#include "options/command.h"
#include "options/ending.h"
#include "options/number_options.h"
#include "rows/payload.h"
#include "values/log_gain.h"
#include "values/state_options.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum explain_format { EXPLAIN_TABLE = 0, EXPLAIN_JSON, EXPLAIN_HTML } explain_format;

static const char *const format_words[] = {"table", "json", "html", NULL};
static const char *const endings[] = {".txt", ".json", ".html", ".htm", NULL};

static exit_code complete(void *values, const invocation *given)
{
    static const explain_format formats[] = {EXPLAIN_TABLE, EXPLAIN_JSON, EXPLAIN_HTML, EXPLAIN_HTML};
    identify_options *o = values;
    const int ending = ending_find(given->output, endings);
    o->format = o->format_given || ending < 0 ? o->format : (int)formats[ending];
    return o->rows.input ? EXIT_FINE
                         : fail(EXIT_USAGE, "'explain' needs --input FILE, a recording of q, qd, qdd and tau");
}

static const option_row option_rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--format",
     .offset = offsetof(identify_options, format),
     .given = offsetof(identify_options, format_given),
     .tells_content = true,
     .help = "format of the report; html is a page with plots (default: by the ending of --output; else table)",
     .words = format_words},
    INCLUDE_TABLE(hold_out_table, identify_options, hold_out),
    {.kind = OPTION_NUMBER,
     .name = "--cutoff",
     .metavar = "HZ",
     .offset = offsetof(identify_options, cutoff),
     .given = offsetof(identify_options, cutoff_given),
     .standard = "10",
     .help = "for rows t, q, tau without qdd: qd and qdd by the filter of 'smooth' with this cutoff",
     .above_zero = true},
    INCLUDE_TABLE(effort_table, identify_options, effort),
    INCLUDE_TABLE(delay_table, identify_options, no_delays),
    {.kind = OPTION_FLAG,
     .name = "--no-presliding",
     .offset = offsetof(identify_options, no_presliding),
     .help = "let friction be that of the velocity alone; otherwise the distance over which the friction of each joint "
             "follows a reversal, and with which it stays at rest, is estimated and told"},
    INCLUDE_TABLE(wrench_table, identify_options, wrenches),
    INCLUDE_TABLE(payload_table, identify_options, payloads),
    INCLUDE_TABLE(row_table, identify_options, rows),
    INCLUDE_TABLE(robot_table, identify_options, robot),
    INCLUDE_TABLE(degree_table, identify_options, degrees),
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

/* Torques of a row with these drives acting. */
static cdy_status torques_with(recording *r, cdy_model *model, cdy_workspace *workspace, cdy_drive_options drives,
                               const double *fext, double *tau, cdy_error *error)
{
    const cdy_status status = cdy_model_set_drives(model, &drives, error);
    return status ? status
                  : cdy_inverse_dynamics(model, workspace, r->values[VARIABLE_Q], r->values[VARIABLE_QD],
                                         r->values[VARIABLE_QDD], fext, tau, error);
}

/* Adds the difference of two torques to a part of the row's joints. */
static void set_part(explained_row *rows, torque_part part, const double *with, const double *without, int n)
{
    for (int i = 0; i < n; i++) {
        rows[i].parts[part] = with[i] - (without ? without[i] : 0);
    }
}

/* The parts of the bodies: gravity, motion, payload. `bodies` (n) receives their torques. */
static cdy_status find_bodies(recording *r, explanation *e, const double *fext, double *bodies, explained_row *rows,
                              cdy_error *error)
{
    const int n = cdy_model_nv(r->robot.model);
    cdy_model *model = e->bare ? e->bare : r->robot.model;
    cdy_workspace *workspace = e->bare ? e->workspace : r->workspace;
    cdy_drive_options none = cdy_drive_options_default();
    double *gravity = e->torques + 2 * n, *own = e->torques + n;
    cdy_status status = torques_with(r, model, workspace, none, fext, own, error);
    status = status ? status : cdy_gravity_torque(model, workspace, r->values[VARIABLE_Q], gravity, error);
    status = status ? status : torques_with(r, r->robot.model, r->workspace, none, fext, bodies, error);
    if (!status) {
        set_part(rows, PART_GRAVITY, gravity, NULL, n);
        set_part(rows, PART_INERTIA, own, gravity, n);
        set_part(rows, PART_PAYLOAD, bodies, own, n);
    }
    return status;
}

/* The parts of the drives, each the difference that its switch makes. Friction by the load counts the springs' load. */
static cdy_status find_drives(recording *r, explanation *e, const double *fext, const double *bodies,
                              explained_row *rows, cdy_error *error)
{
    static const torque_part parts[] = {PART_SPRING, PART_DAMPING, PART_FRICTION, PART_ROTOR, PART_OFFSET, PART_LOAD};
    const int n = cdy_model_nv(r->robot.model);
    double *with = e->torques + n, *springs = e->torques + 2 * n;
    memcpy(springs, bodies, (size_t)n * sizeof *springs);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        cdy_drive_options drives = cdy_drive_options_default();
        const torque_part part = parts[k];
        drives.springs = part == PART_SPRING || part == PART_LOAD;
        drives.damping = part == PART_DAMPING;
        drives.friction = part == PART_FRICTION;
        drives.rotors = part == PART_ROTOR;
        drives.offsets = part == PART_OFFSET;
        drives.load = part == PART_LOAD;
        const cdy_status status = torques_with(r, r->robot.model, r->workspace, drives, fext, with, error);
        if (status) {
            return status;
        }
        set_part(rows, part, with, part == PART_LOAD ? springs : bodies, n);
        if (part == PART_SPRING) {
            memcpy(springs, with, (size_t)n * sizeof *springs);
        }
    }
    return CDY_OK;
}

/* The friction that sliding would have: that of the drives at velocities at which its sign is whole. */
static cdy_status find_grip(recording *r, explanation *e, const double *fext, explained_row *rows, cdy_error *error)
{
    const int n = cdy_model_nv(r->robot.model);
    const double whole = 4; /* widths: tanh(4) = 0.9993 */
    double *qd = r->values[VARIABLE_QD], *own = e->torques, *slid = e->torques + n, *with = e->torques + 2 * n;
    cdy_drive_options drives = cdy_drive_options_default();
    const double width = drives.friction_width;
    drives.springs = true;
    memcpy(own, qd, (size_t)n * sizeof *own);
    for (int i = 0; i < n; i++) {
        const cdy_joint *joint = joint_of_velocity(&r->robot, i);
        const double w = joint && joint->drive.friction_width > 0 ? joint->drive.friction_width : width;
        qd[i] = copysign(fmax(fabs(qd[i]), whole * w), qd[i]);
    }
    cdy_status status = torques_with(r, r->robot.model, r->workspace, drives, fext, slid, error);
    drives.friction = drives.load = true;
    status = status ? status : torques_with(r, r->robot.model, r->workspace, drives, fext, with, error);
    for (int i = 0; i < n && !status; i++) {
        rows[i].grip = fabs(with[i] - slid[i]);
    }
    memcpy(qd, own, (size_t)n * sizeof *own);
    return status;
}

/* Room for one more row; the joints' rows move apart as the capacity grows. */
static bool grow(explanation *e, int n)
{
    enum { FIRST = 1024 };
    if (e->count < e->capacity) {
        return true;
    }
    const size_t capacity = e->capacity ? 2 * e->capacity : FIRST;
    explained_row *rows = malloc((size_t)n * capacity * sizeof *rows);
    for (int i = 0; rows && i < n; i++) {
        if (e->counts[i] > 0) {
            memcpy(rows + (size_t)i * capacity, e->rows + (size_t)i * e->capacity, e->counts[i] * sizeof *rows);
        }
    }
    if (rows) {
        free(e->rows);
        e->rows = rows;
        e->capacity = capacity;
    }
    return rows != NULL;
}

/* The angle of a joint of one degree of freedom; of others 0. */
static double position_of(const recording *r, int velocity)
{
    cdy_moving_joint joint;
    const cdy_coordinate c = vector_coordinate(r->robot.model, VECTOR_QD, velocity);
    const int found = c.count == 1 ? cdy_model_find_joint(r->robot.model, c.joint) : -1;
    return found >= 0 && cdy_model_joint(r->robot.model, found, &joint) == CDY_OK
               ? r->values[VARIABLE_Q][joint.position]
               : 0;
}

static cdy_status add_row(recording *r, const double *fext, cdy_error *error)
{
    explanation *e = r->to;
    const int n = cdy_model_nv(r->robot.model);
    explained_row *row = calloc((size_t)n + 1, sizeof *row);
    double *bodies = e->torques;
    cdy_status status = row && grow(e, n) ? CDY_OK : CDY_ERROR_MEMORY;
    if (status) {
        *error = (cdy_error){.status = status, .text = "out of memory"};
    }
    status = status ? status : find_bodies(r, e, fext, bodies, row, error);
    status = status ? status : find_drives(r, e, fext, bodies, row, error);
    status = status ? status : find_grip(r, e, fext, row, error);
    e->begin = e->count == 0 ? r->values[VARIABLE_TIME][0] : e->begin;
    for (int i = 0; i < n && !status; i++) {
        const double t = r->values[VARIABLE_TIME][0];
        e->untimed = e->untimed || isnan(t);
        row[i].held = e->holding || hold_out_has(e->share, t, e->begin, e->count);
        row[i].held_file = e->holding;
        e->any_held = e->any_held || row[i].held;
        row[i].position = position_of(r, i);
        row[i].t = isnan(t) ? (double)e->count : t;
        row[i].measured = r->values[VARIABLE_TAU][i];
        row[i].velocity = r->values[VARIABLE_QD][i];
        row[i].acceleration = r->values[VARIABLE_QDD][i];
        if (r->weights[i] > 0) {
            e->rows[(size_t)i * e->capacity + e->counts[i]++] = row[i];
        }
    }
    e->count += status == CDY_OK;
    free(row);
    return status;
}

/* ---- the command ---- */

/* Makes the model without payloads where the robot carries any in a recording. */
static cdy_status create_bare(const recording *r, const recorded_inputs *inputs, explanation *e, cdy_error *error)
{
    if (inputs->list[0].payloads.count == 0 && inputs->held.payloads.count == 0) {
        return CDY_OK;
    }
    double gravity[3];
    cdy_model_get_gravity(r->robot.model, gravity);
    cdy_status status = cdy_model_create(r->robot.tree, &e->bare, error);
    status = status ? status : cdy_model_set_gravity(e->bare, gravity, error);
    return status ? status : cdy_workspace_create(e->bare, &e->workspace, error);
}

static exit_code create(recording *r, const recorded_inputs *inputs, explanation *e)
{
    cdy_error error;
    const size_t n = (size_t)cdy_model_nv(r->robot.model);
    e->torques = calloc(3 * n + 1, sizeof *e->torques);
    e->counts = calloc(n + 1, sizeof *e->counts);
    e->joints = calloc(n + 1, sizeof *e->joints);
    if (!e->torques || !e->counts || !e->joints || !recording_create(r)) {
        return fail_memory();
    }
    r->add = add_row;
    r->to = e;
    cdy_status status = cdy_workspace_create(r->robot.model, &r->workspace, &error);
    status = status ? status : create_bare(r, inputs, e, &error);
    return status == CDY_OK ? EXIT_FINE : fail_library(&error);
}

/* The motor's angle by that of the joint, 0 where the file does not tell it. */
static double gear_of(const recording *r, int velocity)
{
    const cdy_joint *joint = joint_of_velocity(&r->robot, velocity);
    return joint && fabs(fabs(joint->gear_ratio) - 1) > 0 && cdy_joint_type_nv(joint->type) == 1 ? joint->gear_ratio
                                                                                                 : 0;
}

/* Reads the rows, and those of the file that is held out, each with what the robot carries in it. */
static exit_code read_rows(recording *r, const recorded_inputs *inputs, explanation *e)
{
    const char *file;
    exit_code code = hold_out_parse(r->options->hold_out, &e->share, &file);
    code = code == EXIT_FINE ? inputs_carry_one(&r->robot, inputs, 0, NULL) : code;
    code = code == EXIT_FINE ? identify_rows_read(r) : code;
    if (code == EXIT_FINE) {
        effort_watch_tell(&r->efforts, (effort_kind)r->options->effort);
    }
    if (code == EXIT_FINE && e->count == 0) {
        code = fail(EXIT_INPUT, "the input has no rows");
    }
    if (code == EXIT_FINE && e->share > 0 && !e->any_held) {
        code = fail(EXIT_INPUT,
                    "--hold-out %g: the rows end before the first share of 5 s; expected a longer recording, "
                    "or a larger share",
                    e->share);
    }
    if (code == EXIT_FINE && file) {
        const size_t count = e->count;
        recording_rewind(r);
        r->file = file;
        e->holding = true;
        code = inputs_carry_one(&r->robot, inputs, 1, NULL);
        code = code == EXIT_FINE ? identify_rows_read(r) : code;
        code = code == EXIT_FINE && e->count == count ? fail(EXIT_INPUT, "%s has no rows", file) : code;
    }
    return code;
}

static exit_code write_results(const recording *r, const explanation *e, output *out)
{
    switch ((explain_format)r->options->format) {
    case EXPLAIN_JSON: return explain_write_json(r, e, out);
    case EXPLAIN_HTML: return explain_write_page(r, e, out);
    case EXPLAIN_TABLE: break;
    }
    return explain_write_table(r, e, out);
}

static exit_code explain_recording(recording *r, const recorded_inputs *inputs, explanation *e, output *out)
{
    exit_code code = create(r, inputs, e);
    code = code == EXIT_FINE ? wrench_list_read(&r->wrenches, &r->robot, &r->options->wrenches) : code;
    code = code == EXIT_FINE ? wrench_list_open(&r->wrenches, r->robot.model) : code;
    code = code == EXIT_FINE ? read_rows(r, inputs, e) : code;
    explained_how how = {.aligned = !e->untimed && !r->options->no_delays,
                         .preslides = !e->untimed && !r->options->no_presliding};
    for (int i = 0; i < cdy_model_nv(r->robot.model) && code == EXIT_FINE; i++) {
        explained_row *rows = e->rows + (size_t)i * e->capacity;
        how.gear = gear_of(r, i);
        code = explain_joint(rows, e->counts[i], &how, &e->joints[i]) ? EXIT_FINE : fail_memory();
    }
    return code == EXIT_FINE ? write_results(r, e, out) : code;
}

static exit_code run(const void *options, output *out)
{
    const identify_options *o = options;
    recording r = {.options = o, .pass.progress = progress_begin()};
    recorded_inputs inputs = {.list = NULL};
    explanation e = {.count = 0};
    exit_code code = robot_load(&r.robot, o->invocation.robot, &o->robot, NULL);
    code = code == EXIT_FINE ? inputs_find(&inputs, o) : code;
    code = code == EXIT_FINE ? robot_needs_tree(&r.robot, "explain") : code;
    code = code == EXIT_FINE ? explain_recording(&r, &inputs, &e, out) : code;
    inputs_clear(&inputs);
    cdy_workspace_destroy(e.workspace);
    cdy_model_destroy(e.bare);
    free(e.torques);
    free(e.rows);
    free(e.counts);
    free(e.joints);
    recording_clear(&r);
    return code;
}

const command command_explain = {
    .name = "explain",
    .summary = "what recorded torques are made of, and why they do not match",
    .description =
        "Compares the torques of a recording with those of ROBOT and its drives, all of which act: damping,\n"
        "friction, friction by the load, rotors, springs, offsets.  For each joint: the root mean squares of\n"
        "the measured torque, of its variation about the mean and of what the model leaves, at rest (slower\n"
        "than 1 % of the fastest velocity, where stiction takes any value) and moving; by how much torques\n"
        "come later than positions, and over which distance friction follows a reversal of the velocity\n"
        "(presliding: a joint at rest keeps the friction of its last way), which the residual accounts for\n"
        "both; the parts of the model's torque; and\n"
        "what the rest still goes along with, by least squares of each cause alone: a constant, the sign of\n"
        "the velocity, the velocity, the load, the acceleration, the model itself (a gain), its rate (a\n"
        "delay), the time (a drift), time with the sign of the velocity (temperature), the angle of the motor\n"
        "where the file tells the gear, with the option that models it.\n"
        "\n"
        "Rows are those of 'identify': q, qd, qdd and tau, or t, q and tau, which are differentiated by the\n"
        "filter of 'smooth' with --cutoff.  To judge a model, explain a recording that it was not identified\n"
        "from, as --hold-out FILE beside the one that it was.  --format html is a page with plots of each\n"
        "joint: measured torque, model and residual over time, and the residual over velocity and load.\n",
    .examples = "condyle explain universalUR10e --input log.csv\n"
                "condyle explain arm.urdf --input log.csv --hold-out other.csv --format json\n"
                "condyle explain arm.urdf --input log.csv --format html -o why.html\n",
    .options = &table,
    .endings = endings,
    .size = sizeof(identify_options),
    .uses_mass = true,
    .run = run,
    .needs_file = true,
};
