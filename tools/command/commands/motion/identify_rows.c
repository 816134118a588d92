#include "commands/motion/identify_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const variable_set inputs = SET_OF(HAS(TIME), HAS(Q), HAS(QD), HAS(QDD), HAS(TAU));

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
    memcpy(r->values[VARIABLE_Q] + position->first, r->home + position->first,
           (size_t)position->count * sizeof *r->home);
    memset(r->values[VARIABLE_QD] + velocity->first, 0, (size_t)velocity->count * sizeof(double));
    memset(r->values[VARIABLE_QDD] + velocity->first, 0, (size_t)velocity->count * sizeof(double));
}

static exit_code report_missing(recording *r, const char *joint, vector_kind missing)
{
    text_buffer message = {0};
    text_add(
        &message,
        "joint '%s' has no %s, which its torque needs; expected q, qd and qdd of every joint, 0 for a joint at rest, "
        "or a column t, from which and q they are differentiated as by 'condyle smooth'",
        joint, vector_name(missing));
    exit_code code =
        message.failed ? fail_memory() : row_pass_report(&r->pass, EXIT_NUMERICAL, text_get(&message), false);
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
            r->absent[j] = true;
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
    return wrench_list_apply(&r->wrenches, model, r->workspace, r->values[VARIABLE_Q], r->fext, error);
}

/* Makes joint torques of the row's efforts. */
static cdy_status take_efforts(recording *r, cdy_error *error)
{
    double *tau = r->values[VARIABLE_TAU];
    if (r->plain_efforts) {
        return CDY_OK;
    }
    const bool lacks_gravity = r->options->effort == EFFORT_GRAVITY_FREE;
    const int n = cdy_model_nv(r->robot.model);
    const cdy_status status =
        cdy_gravity_torque(r->robot.model, r->workspace, r->values[VARIABLE_Q], r->gravity, error);
    for (int i = 0; i < n && !status; i++) {
        tau[i] *= r->factors[i];
    }
    if (!status) {
        effort_watch_row(&r->efforts, r->values[VARIABLE_QD], r->values[VARIABLE_QDD], r->gravity, tau);
    }
    for (int i = 0; i < n && !status && lacks_gravity; i++) {
        tau[i] += r->gravity[i];
    }
    return status;
}

static const double largest_torque = 1e100; /* products of such numbers stay finite */

/* Whether all torques that were recorded can be computed with; else a report has told of the one that cannot. */
static bool check_torques(recording *r, exit_code *code)
{
    for (int i = 0; i < cdy_model_nv(r->robot.model); i++) {
        const double tau = r->values[VARIABLE_TAU][i];
        if (!isnan(tau) && !(fabs(tau) < largest_torque)) {
            text_buffer message = {0};
            text_add(&message, "the torque of joint '%s', %g, is not finite or too large; expected one in N m or N",
                     vector_coordinate(r->robot.model, VECTOR_TAU, i).joint, tau);
            *code = message.failed ? fail_memory() : row_pass_report(&r->pass, EXIT_INPUT, text_get(&message), false);
            text_clear(&message);
            return false;
        }
    }
    return true;
}

/* Adds a complete row to the identification. Torques that were not recorded have weight 0. */
static exit_code add_complete(recording *r, const double *fext)
{
    cdy_error error;
    double *tau = r->values[VARIABLE_TAU];
    if (take_efforts(r, &error) != CDY_OK) {
        return row_pass_report(&r->pass, exit_code_of(error.status), error.text, error.status == CDY_ERROR_MEMORY);
    }
    exit_code refused;
    if (!check_torques(r, &refused)) {
        return refused;
    }
    limit_watch_rows(&r->limits, r->pass.rows.in.name, 1, &r->pass.rows.line, r->values[VARIABLE_Q],
                     r->values[VARIABLE_QD], &r->pass.progress);
    for (int i = 0; i < cdy_model_nv(r->robot.model); i++) {
        r->weights[i] = isnan(tau[i]) ? 0 : 1;
        tau[i] = isnan(tau[i]) ? 0 : tau[i];
        r->any_torque = r->any_torque || fabs(tau[i]) > 0;
    }
    if (r->add(r, fext, &error) == CDY_OK) {
        r->any_row = true;
        return EXIT_FINE;
    }
    const exit_code code = error.status == CDY_ERROR_ARGUMENT ? EXIT_INPUT : exit_code_of(error.status);
    return row_pass_report(&r->pass, code, error.text, error.status == CDY_ERROR_MEMORY);
}

static exit_code fail_forces(recording *r, const cdy_error *error)
{
    const exit_code code = error->status == CDY_ERROR_ARGUMENT ? EXIT_INPUT : exit_code_of(error->status);
    return row_pass_report(&r->pass, code, error->text, error->status == CDY_ERROR_MEMORY);
}

/* Adds a row with velocities and accelerations. */
static exit_code add_row(recording *r)
{
    cdy_error error;
    bool complete;
    const exit_code code = complete_row(r, &complete);
    if (!complete) {
        return code;
    }
    return compute_external_forces(r, &error) == CDY_OK ? add_complete(r, r->fext) : fail_forces(r, &error);
}

/* ---- rows without accelerations ---- */

static size_t count_forces(const recording *r)
{
    return 6 * (size_t)cdy_model_force_rows(r->robot.model);
}

/* Adds the rows whose neighbours are known, differentiated. */
static exit_code add_differentiated(recording *r)
{
    const size_t n = (size_t)cdy_model_nv(r->robot.model);
    exit_code code = EXIT_FINE;
    while (code == EXIT_FINE && filter_window_is_ready(&r->window) && !filter_window_is_done(&r->window)) {
        const double *others;
        cdy_error error;
        if (filter_window_take(&r->window, r->values[VARIABLE_TIME], r->values[VARIABLE_Q], r->values[VARIABLE_QD],
                               r->values[VARIABLE_QDD], &others, &error) != CDY_OK) {
            return fail(EXIT_INPUT, "%s: %s", r->pass.rows.in.name, error.text);
        }
        memcpy(r->values[VARIABLE_TAU], others, n * sizeof(double));
        const long long latest = r->pass.rows.line;
        r->pass.rows.line = (long long)others[n + count_forces(r)];
        code = add_complete(r, others + n);
        r->pass.rows.line = latest;
    }
    return code;
}

/* Whether the row has the positions that the first row has; the others are home at rest. */
static bool has_same_positions(recording *r, const char **joint)
{
    const int nq = cdy_model_nq(r->robot.model);
    for (int i = 0; i < nq; i++) {
        double *q = &r->values[VARIABLE_Q][i];
        r->recorded[i] = r->window.count > 0 ? r->recorded[i] : !isnan(*q);
        if (r->recorded[i] == isnan(*q)) {
            *joint = vector_coordinate(r->robot.model, VECTOR_Q, i).joint;
            return false;
        }
    }
    for (size_t j = 0; j < r->elements.positions.count; j++) {
        r->absent[j] = r->absent[j] || count_given(r, VECTOR_Q, &r->elements.positions.entries[j]) == 0;
    }
    for (int i = 0; i < nq; i++) {
        double *q = &r->values[VARIABLE_Q][i];
        *q = isnan(*q) ? r->home[i] : *q;
    }
    return true;
}

/* Whether a joint has a torque but no position; *joint becomes its name. */
static bool lacks_position(const recording *r, const char **joint)
{
    const joint_index *positions = &r->elements.positions, *velocities = &r->elements.velocities;
    for (size_t j = 0; j < positions->count; j++) {
        if (count_given(r, VECTOR_TAU, &velocities->entries[j]) &&
            count_given(r, VECTOR_Q, &positions->entries[j]) < positions->entries[j].count) {
            *joint = positions->entries[j].name;
            return true;
        }
    }
    return false;
}

/* Keeps a row t, q, tau until all rows for its derivatives have been read. */
static exit_code keep_row(recording *r)
{
    const size_t n = (size_t)cdy_model_nv(r->robot.model);
    const char *joint = "";
    text_buffer problem = {0};
    cdy_error error;
    exit_code code = EXIT_INPUT;
    if (isnan(r->values[VARIABLE_TIME][0])) {
        text_add(&problem, "the row has no t, by which it is differentiated");
    } else if (lacks_position(r, &joint)) {
        text_add(&problem, "joint '%s' has no q, which its torque needs", joint);
    } else if (!has_same_positions(r, &joint)) {
        text_add(&problem,
                 "joint '%s' has a position in some rows only, and rows are differentiated; expected the "
                 "same joints in every row",
                 joint);
    } else if (compute_external_forces(r, &error) != CDY_OK) {
        return fail_forces(r, &error);
    } else {
        memcpy(r->others, r->values[VARIABLE_TAU], n * sizeof(double));
        memcpy(r->others + n, r->fext, count_forces(r) * sizeof(double));
        r->others[n + count_forces(r)] = (double)r->pass.rows.line;
        code = filter_window_add(&r->window, r->values[VARIABLE_TIME][0], r->values[VARIABLE_Q], r->others, &problem);
    }
    if (code == EXIT_FINE) {
        return add_differentiated(r);
    }
    code =
        code == EXIT_IO || problem.failed ? fail_memory() : row_pass_report(&r->pass, code, text_get(&problem), false);
    text_clear(&problem);
    return code;
}

/* The first row tells whether the rows have accelerations, else times to differentiate by. */
static exit_code choose(recording *r)
{
    const cdy_model *model = r->robot.model;
    const variable_set given = r->pass.rows.format == INPUT_JSON ? r->pass.rows.read : r->pass.rows.given;
    r->chosen = true;
    r->differentiates = given.has[VARIABLE_TIME] && !given.has[VARIABLE_QDD];
    if (r->differentiates) {
        progress_clear(&r->pass.progress);
        note("the rows have no accelerations: qd and qdd are differentiated from t and q as by 'condyle smooth' "
             "--cutoff %g",
             r->options->cutoff);
        r->window = filter_window_begin(model, r->options->cutoff, (size_t)cdy_model_nv(model) + count_forces(r) + 1);
    } else if (r->options->cutoff_given) {
        return fail(EXIT_USAGE, "--cutoff is for rows with t and without qdd; %s",
                    given.has[VARIABLE_QDD] ? "these have qdd" : "these have no t");
    }
    return EXIT_FINE;
}

static void watch_time(time_watch *w, double t)
{
    if (!isnan(t)) {
        w->first = w->count == 0 ? t : w->first;
        w->repeats += w->count > 0 && !(t > w->last);
        w->last = t;
        w->count++;
    }
}

static exit_code take_row(void *context)
{
    recording *r = context;
    watch_time(&r->times, r->values[VARIABLE_TIME][0]);
    const exit_code code = r->chosen ? EXIT_FINE : choose(r);
    return code != EXIT_FINE ? code : r->differentiates ? keep_row(r) : add_row(r);
}

/* ---- efforts ---- */

static const option_row delay_rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--no-delays",
     .help = "take torques for those of their rows' times; otherwise the delay of each joint's torques behind the "
             "positions, as by a filter of currents, is estimated and told"},
    {0},
};
const option_table delay_table = {.rows = delay_rows};

static const option_row hold_out_rows[] = {
    {.kind = OPTION_TEXT,
     .name = "--hold-out",
     .metavar = "FILE|SHARE",
     .reads = true,
     .step = true,
     .help = "rows that the numbers are told of by themselves: those of another file, recorded with the payloads in "
             "front of it and of every --input and with those behind it, or this share of every 5 s, above 0 and "
             "below 1"},
    {0},
};
const option_table hold_out_table = {.rows = hold_out_rows};

exit_code recording_allocate_factors(recording *r)
{
    const size_t n = (size_t)cdy_model_nv(r->robot.model);
    r->factors = calloc(n + 1, sizeof *r->factors);
    r->gravity = calloc(n + 1, sizeof *r->gravity);
    return r->factors && r->gravity ? EXIT_FINE : fail_memory();
}

exit_code recording_find_factors(recording *r)
{
    if (r->factors || r->plain_efforts) {
        return EXIT_FINE;
    }
    const exit_code code = recording_allocate_factors(r);
    return code == EXIT_FINE ? effort_factors(&r->robot, (effort_kind)r->options->effort, r->factors) : code;
}

void recording_rewind(recording *r)
{
    row_reader_close(&r->pass.rows);
    r->pass.rows = (row_reader){0};
    filter_window_clear(&r->window);
    r->times = (time_watch){.count = 0};
    r->chosen = r->differentiates = false;
}

/* Tells once of the joints that the rows do not have: where they stand changes the torques of others. */
static void tell_absent(recording *r)
{
    const joint_index *joints = &r->elements.positions;
    text_buffer names = {0};
    for (size_t j = 0; j < joints->count; j++) {
        if (r->absent[j]) {
            text_add(&names, "%s'%s'", names.length > 0 ? ", " : "", joints->entries[j].name);
        }
        r->absent[j] = false;
    }
    if (names.length > 0) {
        note("the rows have nothing of joint %s: taken to be at home and at rest, on which other torques depend",
             text_get(&names));
    }
    text_clear(&names);
}

/* Tells of times that look like another unit, that do not grow, and that the cutoff's frequency is not seen in. */
static void tell_times(const recording *r)
{
    const time_watch *w = &r->times;
    const double longest = 0.5; /* s, of the mean step of a log that tells velocities */
    const double step = w->count > 1 ? (w->last - w->first) / (double)(w->count - 1) : 0;
    if (w->repeats > 0) {
        note("%s: %zu of %zu rows have a time that is not after that of the row before: each begins another recording",
             r->pass.rows.in.name, w->repeats, w->count);
    }
    if (step > longest && w->repeats == 0) {
        note("%s: rows are %.3g s apart; if their times are in ms, us or ns, expected s, velocities and delays are "
             "wrong",
             r->pass.rows.in.name, step);
    } else if (r->differentiates && step > 0 && r->options->cutoff * step >= 0.5) {
        note("%s: --cutoff %g is not below half the rate of the rows, %.3g Hz: the filter takes no noise off",
             r->pass.rows.in.name, r->options->cutoff, 1 / step);
    }
}

exit_code identify_rows_read(recording *r)
{
    const identify_options *o = r->options;
    row_options rows = o->rows;
    const exit_code known = recording_find_factors(r);
    if (known != EXIT_FINE) {
        return known;
    }
    rows.input = r->file ? r->file : rows.input;
    const row_target target = {.elements = &r->elements,
                               .inputs = inputs,
                               .needed = SET_OF(HAS(Q), HAS(TAU)),
                               .values = r->values,
                               .wrenches = &r->wrenches,
                               .map = &o->rows.map,
                               .topic = o->rows.topic,
                               .degrees = o->degrees,
                               .gravity = !o->robot.gravity_given};
    exit_code code = row_pass_read(&r->pass, &rows, &target, take_row, r);
    if (code == EXIT_FINE && r->differentiates) {
        r->window.ended = true;
        code = add_differentiated(r);
    }
    progress_clear(&r->pass.progress);
    if (code == EXIT_FINE) {
        tell_absent(r);
        tell_times(r);
    }
    row_faults_finish(&r->pass.faults);
    return code;
}

/* ---- creation ---- */

bool recording_create(recording *r)
{
    const cdy_model *model = r->robot.model;
    bool made =
        elements_create(&r->elements, &r->robot) && limit_watch_open(&r->limits, &r->robot, r->options->degrees);
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        r->values[kind] = calloc(variable_size(model, (variable)kind) + 1, sizeof(double));
        made = r->values[kind] && made;
    }
    r->values[VARIABLE_TIME] = calloc(1, sizeof(double));
    r->recorded = calloc((size_t)cdy_model_nq(model) + 1, sizeof *r->recorded);
    r->others = calloc((size_t)cdy_model_nv(model) + count_forces(r) + 1, sizeof *r->others);
    r->absent = calloc(r->elements.positions.count + 1, sizeof *r->absent);
    made = made && r->values[VARIABLE_TIME] && r->recorded && r->others && r->absent &&
           effort_watch_open(&r->efforts, cdy_model_nv(model));
    r->home = calloc((size_t)cdy_model_nq(model) + 1, sizeof *r->home);
    r->weights = calloc((size_t)cdy_model_nv(model) + 1, sizeof *r->weights);
    r->fext = calloc((size_t)cdy_model_force_rows(model) + 1, 6 * sizeof *r->fext);
    if (r->home) {
        cdy_home_configuration(model, r->home);
    }
    return made && r->home && r->weights && r->fext;
}

void recording_clear(recording *r)
{
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        free(r->values[kind]);
    }
    free(r->values[VARIABLE_TIME]);
    free(r->factors);
    free(r->gravity);
    effort_watch_close(&r->efforts);
    free(r->recorded);
    free(r->absent);
    free(r->others);
    filter_window_clear(&r->window);
    free(r->home);
    free(r->weights);
    free(r->fext);
    wrench_list_clear(&r->wrenches);
    cdy_workspace_destroy(r->workspace);
    row_reader_close(&r->pass.rows);
    cdy_identification_destroy(r->identification);
    cdy_drive_identification_destroy(r->calibration);
    elements_clear(&r->elements);
    limit_watch_close(&r->limits);
    robot_clear(&r->robot);
}
