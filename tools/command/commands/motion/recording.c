#include "commands/motion/recording.h"

#include "options/number_options.h"
#include "rows/payload.h"
#include "values/state_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const option_row option_rows[] = {
    INCLUDE_TABLE(row_table, recording_options, rows),
    INCLUDE_TABLE(wrench_table, recording_options, wrenches),
    INCLUDE_TABLE(payload_table, recording_options, payloads),
    INCLUDE_TABLE(drive_table, recording_options, drives),
    INCLUDE_TABLE(robot_table, recording_options, robot),
    INCLUDE_TABLE(degree_table, recording_options, degrees),
    {0},
};
const option_table recording_table = {.rows = option_rows};

static const option_row effort_rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--effort",
     .offset = offsetof(recording_options, effort),
     .given = offsetof(recording_options, effort_given),
     .help = "what tau of the rows is: torques times the torque gains of ROBOT; currents of the motors, times its "
             "current gains; torques without those that gravity needs; torques at the motors' side, times the gear "
             "ratios of ROBOT (default: torques of the joints)",
     .words = effort_words},
    {0},
};
const option_table recorded_effort_table = {.rows = effort_rows};

static const variable_set inputs = SET_OF(HAS(Q), HAS(QD), HAS(QDD), HAS(TAU), HAS(TIME));

/* ---- opening ---- */

static bool create_vectors(recording *r)
{
    const cdy_model *model = r->robot.model;
    bool made = elements_create(&r->elements, &r->robot);
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        r->values[kind] = calloc(variable_size(model, (variable)kind) + 1, sizeof(double));
        r->filled[kind] = calloc(variable_size(model, (variable)kind) + 1, sizeof(double));
        made = r->values[kind] && r->filled[kind] && made;
    }
    r->values[VARIABLE_TIME] = calloc(1, sizeof(double));
    r->home = calloc((size_t)cdy_model_nq(model) + 1, sizeof *r->home);
    r->tau = calloc((size_t)cdy_model_nv(model) + 1, sizeof *r->tau);
    r->fext = calloc((size_t)cdy_model_force_rows(model) + 1, 6 * sizeof *r->fext);
    if (r->home) {
        cdy_home_configuration(model, r->home);
    }
    r->factors = calloc((size_t)cdy_model_nv(model) + 1, 3 * sizeof *r->factors);
    if (r->factors) {
        r->gravity = r->factors + cdy_model_nv(model);
        r->efforts = r->gravity + cdy_model_nv(model);
    }
    return made && r->values[VARIABLE_TIME] && r->home && r->tau && r->fext && r->factors &&
           effort_watch_open(&r->watch, cdy_model_nv(model));
}

exit_code recording_open(recording *r, const recording_options *o, const char *source)
{
    cdy_error error;
    *r = (recording){.options = o, .pass.progress = progress_begin()};
    exit_code code = robot_load(&r->robot, source, &o->robot, &o->drives);
    code = code == EXIT_FINE ? payloads_apply(&r->robot, &o->payloads) : code;
    code = code == EXIT_FINE ? wrench_list_read(&r->wrenches, &r->robot, &o->wrenches) : code;
    code = code == EXIT_FINE ? wrench_list_open(&r->wrenches, r->robot.model) : code;
    if (code == EXIT_FINE && !create_vectors(r)) {
        return fail_memory();
    }
    if (code == EXIT_FINE && cdy_workspace_create(r->robot.model, &r->workspace, &error) != CDY_OK) {
        return fail_library(&error);
    }
    for (int i = 0; code == EXIT_FINE && i < cdy_model_nv(r->robot.model); i++) {
        r->factors[i] = 1;
    }
    return code == EXIT_FINE && o->effort_given ? effort_factors(&r->robot, (effort_kind)o->effort, r->factors) : code;
}

exit_code recording_close_loops(recording *r, const char *command)
{
    const recording_options *o = r->options;
    if (!closure_is_needed(&r->robot, &o->closure)) {
        return o->closure.actuated.count ? closure_refuse_drives(&r->robot) : EXIT_FINE;
    }
    if (!o->closure.actuated.count) {
        return fail(EXIT_USAGE,
                    "the robot has closed loops, and its torques are those of the joints that have drives: '%s' needs "
                    "--actuated JOINT, for each of them",
                    command);
    }
    if (o->effort_given && o->effort == EFFORT_GRAVITY_FREE) {
        return fail(EXIT_USAGE, "--effort: torques without those that gravity needs are not known of closed loops");
    }
    return closure_open(&r->closure, &r->robot, &o->closure, command);
}

bool recording_is_passive(const recording *r, int degree)
{
    return r->closure.mechanism && !r->closure.actuated[degree];
}

void recording_close(recording *r)
{
    closure_close(&r->closure);
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        free(r->values[kind]);
    }
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        free(r->filled[kind]);
    }
    free(r->home);
    free(r->tau);
    free(r->fext);
    free(r->factors);
    free(r->runs);
    effort_watch_close(&r->watch);
    wrench_list_clear(&r->wrenches);
    cdy_workspace_destroy(r->workspace);
    row_reader_close(&r->pass.rows);
    elements_clear(&r->elements);
    robot_clear(&r->robot);
}

/* ---- rows ---- */

static bool has_number(const recording *r, vector_kind kind)
{
    const size_t length = variable_size(r->robot.model, (variable)kind);
    bool any = false;
    for (size_t i = 0; i < length; i++) {
        any = any || !isnan(r->values[kind][i]);
    }
    return any;
}

/* Computes the torques of the row's motion; joints that the row leaves out are at home, at rest. */
static cdy_status find_torques(recording *r, cdy_error *error)
{
    const cdy_model *model = r->robot.model;
    for (int kind = VECTOR_Q; kind <= VECTOR_QDD; kind++) {
        const size_t length = variable_size(model, (variable)kind);
        for (size_t i = 0; i < length; i++) {
            const double value = r->values[kind][i];
            r->filled[kind][i] = !isnan(value) ? value : kind == VECTOR_Q ? r->home[i] : 0;
        }
    }
    memset(r->fext, 0, 6 * (size_t)cdy_model_force_rows(model) * sizeof *r->fext);
    cdy_status status = wrench_list_apply(&r->wrenches, model, r->workspace, r->filled[VECTOR_Q], r->fext, error);
    return status ? status
                  : cdy_inverse_dynamics(model, r->workspace, r->filled[VECTOR_Q], r->filled[VECTOR_QD],
                                         r->filled[VECTOR_QDD], r->fext, r->tau, error);
}

/* Makes torques of the joints of the row's efforts, beside the torques that gravity needs where the position is known.
 */
static cdy_status take_efforts(recording *r, const double *q, const double *qd, const double **tau, cdy_error *error)
{
    const int n = cdy_model_nv(r->robot.model);
    const bool lacks_gravity = r->options->effort_given && r->options->effort == EFFORT_GRAVITY_FREE;
    bool known = q != NULL && !r->closure.mechanism;
    for (int i = 0; q && i < cdy_model_nq(r->robot.model); i++) {
        r->filled[VECTOR_Q][i] = isnan(q[i]) ? r->home[i] : q[i];
        known = known && !isnan(q[i]);
    }
    if (lacks_gravity && !q) {
        *error = (cdy_error){.status = CDY_ERROR_ARGUMENT,
                             .text = "the row has torques without gravity and no q, which tells what gravity needs"};
        return error->status;
    }
    const cdy_status status = known || lacks_gravity ? cdy_gravity_torque(r->robot.model, r->workspace,
                                                                          r->filled[VECTOR_Q], r->gravity, error)
                                                     : CDY_OK;
    for (int i = 0; i < n && !status; i++) {
        r->efforts[i] = (*tau)[i] * r->factors[i];
    }
    if (known && !status) {
        effort_watch_row(&r->watch, qd, r->values[VECTOR_QDD], r->gravity, r->efforts);
    }
    for (int i = 0; i < n && !status && lacks_gravity; i++) {
        r->efforts[i] += r->gravity[i];
    }
    *tau = r->efforts;
    return status;
}

/* ---- closed loops ---- */

/* Fills the row's numbers of this kind, with those of the last configuration, or 0, for ones that it leaves out. */
static void fill_row(recording *r, vector_kind kind)
{
    const size_t length = variable_size(r->robot.model, (variable)kind);
    for (size_t i = 0; i < length; i++) {
        const double value = r->values[kind][i];
        r->filled[kind][i] = !isnan(value) ? value : kind == VECTOR_Q ? r->closure.last[i] : 0;
    }
}

/* Fails where the row gives numbers of this kind, but not those of all joints with an independent degree, which tell
 * the others. */
static cdy_status check_independent(const recording *r, vector_kind kind, cdy_error *error)
{
    static const char *const words[] = {
        [VECTOR_Q] = "positions", [VECTOR_QD] = "velocities", [VECTOR_QDD] = "accelerations"};
    const cdy_model *model = r->robot.model;
    cdy_moving_joint joint;
    cdy_coordinate coordinate;
    for (int i = 0; i < cdy_model_joint_count(model) && has_number(r, kind); i++) {
        if (cdy_model_joint(model, i, &joint) || joint.is_follower || !closure_holds(&r->closure, &joint) ||
            cdy_model_velocity(model, joint.velocity, &coordinate)) {
            continue;
        }
        const int first = kind == VECTOR_Q ? joint.position : joint.velocity;
        for (int k = 0; k < (kind == VECTOR_Q ? joint.nq : joint.nv); k++) {
            if (isnan(r->values[kind][first + k])) {
                *error = (cdy_error){.status = CDY_ERROR_ARGUMENT};
                snprintf(error->text, sizeof error->text,
                         "the row gives %s, but not that of the independent joint '%.80s', which tells those of the "
                         "joints that depend on it",
                         words[kind], coordinate.joint);
                return error->status;
            }
        }
    }
    return CDY_OK;
}

/* Notes how far the loops moved the numbers that the row gives. */
static void compare_numbers(recording *r)
{
    for (int kind = VECTOR_Q; kind <= VECTOR_QDD; kind++) {
        const size_t length = variable_size(r->robot.model, (variable)kind);
        for (size_t i = 0; i < length; i++) {
            const double moved = fabs(r->filled[kind][i] - r->values[kind][i]);
            r->moved[kind] = moved > r->moved[kind] ? moved : r->moved[kind];
        }
    }
}

/* Leaves out torques that the row gives of joints without drives, and keeps the largest of them; returns whether the
 * row gives a torque of a drive. */
static bool drop_torques(recording *r)
{
    const closure *c = &r->closure;
    bool driven = false;
    for (int i = 0; i < cdy_model_nv(r->robot.model); i++) {
        driven = driven || (c->actuated[i] && !isnan(r->values[VECTOR_TAU][i]));
        if (!c->actuated[i]) {
            if (fabs(r->efforts[i]) > fabs(r->dropped)) {
                r->dropped = r->efforts[i];
                r->dropped_degree = i;
            }
            r->efforts[i] = 0;
        }
    }
    return driven;
}

/* Writes the torques of the drives for the row's motion to r->tau. */
static cdy_status find_drive_torques(recording *r, cdy_error *error)
{
    const cdy_model *model = r->robot.model;
    const closure *c = &r->closure;
    memset(r->fext, 0, 6 * (size_t)cdy_model_force_rows(model) * sizeof *r->fext);
    const cdy_status status = wrench_list_apply(&r->wrenches, model, r->workspace, r->filled[VECTOR_Q], r->fext, error);
    return status ? status
                  : cdy_mechanism_inverse_dynamics(c->mechanism, model, r->workspace, r->filled[VECTOR_Q], c->u, c->du,
                                                   r->fext, r->tau, NULL, error);
}

/* Closes the loops at the row's position, and replaces what the independent coordinates tell: positions and velocities
 * of all joints, and torques where the row has accelerations in place of those of drives. Joints without drives have no
 * torque. Fails where the row gives only numbers that depend on others. */
static cdy_status close_row(recording *r, const double **q, const double **qd, const double **tau, cdy_error *error)
{
    const cdy_model *model = r->robot.model;
    closure *c = &r->closure;
    const bool driven = *tau && drop_torques(r); /* those of the row are in r->efforts */
    const bool computes = !driven && has_number(r, VECTOR_QDD);
    const bool closes = *q || computes;
    for (int kind = VECTOR_Q; kind <= VECTOR_QDD; kind++) {
        fill_row(r, (vector_kind)kind);
    }
    cdy_status status = closes ? closure_assemble(c, r->workspace, r->filled[VECTOR_Q], error) : CDY_OK;
    for (int kind = VECTOR_Q; kind <= VECTOR_QDD && closes && !status; kind++) {
        status = check_independent(r, (vector_kind)kind, error);
    }
    if (!status && closes) {
        closure_pick(c, r->filled[VECTOR_QD], r->filled[VECTOR_QDD]);
        status = cdy_mechanism_motion(c->mechanism, model, r->workspace, r->filled[VECTOR_Q], c->u, c->du,
                                      r->filled[VECTOR_QD], r->filled[VECTOR_QDD], error);
    }
    if (!status && closes) {
        compare_numbers(r);
    }
    status = !status && computes ? find_drive_torques(r, error) : status;
    if (!status && *q) {
        *q = r->filled[VECTOR_Q];
        *qd = *qd ? r->filled[VECTOR_QD] : NULL;
    }
    r->torques_given = r->torques_given || driven;
    r->torques_computed = r->torques_computed || computes;
    *tau = computes ? r->tau : driven ? *tau : NULL;
    return status;
}

/* ---- rows ---- */

/* Notes where the row that is taken next stands in the input; returns false where memory runs out. */
static bool place_row(recording *r, uint64_t row)
{
    enum { FIRST = 16 };
    const uint64_t skipped = row - 1 - r->taken;
    if (r->run_count > 0 && r->runs[r->run_count - 1].skipped == skipped) {
        return true;
    }
    if (r->run_count == r->run_capacity) {
        const size_t larger = r->run_capacity ? 2 * r->run_capacity : FIRST;
        row_run *grown = realloc(r->runs, larger * sizeof *grown);
        if (!grown) {
            return false;
        }
        r->runs = grown;
        r->run_capacity = larger;
    }
    r->runs[r->run_count++] = (row_run){r->taken, skipped};
    return true;
}

uint64_t recording_row(const recording *r, uint64_t taken)
{
    size_t first = 0, end = r->run_count; /* the last run that begins at or before the row is in first ... end - 1 */
    while (end - first > 1) {
        const size_t middle = first + (end - first) / 2;
        if (r->runs[middle].taken <= taken) {
            first = middle;
        } else {
            end = middle;
        }
    }
    return taken + 1 + (r->run_count > 0 ? r->runs[first].skipped : 0);
}

/* Gives the row that was read to `add`. */
static exit_code add_row(void *context)
{
    recording *r = context;
    cdy_error error;
    const double *q = has_number(r, VECTOR_Q) ? r->values[VECTOR_Q] : NULL;
    const double *qd = has_number(r, VECTOR_QD) ? r->values[VECTOR_QD] : NULL;
    const double *tau = has_number(r, VECTOR_TAU) ? r->values[VECTOR_TAU] : NULL, *t = r->values[VARIABLE_TIME];
    cdy_status status = CDY_OK;
    r->any_number = r->any_number || q || qd || tau || has_number(r, VECTOR_QDD);
    if (tau) {
        status = take_efforts(r, q, qd, &tau, &error);
        r->torques_given = r->torques_given || !r->closure.mechanism;
    } else if (has_number(r, VECTOR_QDD) && !r->closure.mechanism) {
        status = find_torques(r, &error);
        tau = r->tau;
        r->torques_computed = true;
    }
    if (!status && r->closure.mechanism) {
        status = close_row(r, &q, &qd, &tau, &error);
    }
    const uint64_t row = row_reader_row(&r->pass.rows);
    status = status ? status : r->add(r->to, row, isnan(*t) ? NULL : t, q, qd, tau, &error);
    if (!status && !place_row(r, row)) {
        return fail_memory();
    }
    if (status) {
        const exit_code code = status == CDY_ERROR_ARGUMENT ? EXIT_INPUT : exit_code_of(status);
        return row_pass_report(&r->pass, code, error.text, status == CDY_ERROR_MEMORY);
    }
    r->taken++;
    return EXIT_FINE;
}

/* Notes what closing the loops made of numbers that the rows give. */
static void tell_replaced(const recording *r)
{
    const double far = 1e-3;
    cdy_coordinate c;
    if (r->moved[VECTOR_Q] > far) {
        note("closing the loops moved positions of the rows by up to %.3g rad or m", r->moved[VECTOR_Q]);
    }
    if (r->moved[VECTOR_QD] > far) {
        note("closing the loops replaced velocities of the rows, by up to %.3g rad/s or m/s", r->moved[VECTOR_QD]);
    }
    if (r->moved[VECTOR_QDD] > far) {
        note("closing the loops replaced accelerations of the rows, by up to %.3g rad/s2 or m/s2",
             r->moved[VECTOR_QDD]);
    }
    if (fabs(r->dropped) > 0 && cdy_model_velocity(r->robot.model, r->dropped_degree, &c) == CDY_OK) {
        note("torques of joints without a drive are left out, such as %.3g of joint '%.80s': name those that have one "
             "by --actuated",
             r->dropped, c.joint);
    }
}

/* Fails where no row gives a number, and notes the number of skipped rows. */
static exit_code finish(const recording *r)
{
    if (!r->any_number && r->taken > 0) {
        return fail(EXIT_INPUT, "no row gives q, qd, qdd or tau");
    }
    if (r->taken == 0) {
        return fail(EXIT_INPUT, "the input has no rows");
    }
    row_faults_finish(&r->pass.faults);
    tell_replaced(r);
    return EXIT_FINE;
}

exit_code recording_read(recording *r, recording_add add, void *to)
{
    const recording_options *o = r->options;
    const row_target target = {.elements = &r->elements,
                               .inputs = inputs,
                               .values = r->values,
                               .wrenches = &r->wrenches,
                               .map = &o->rows.map,
                               .topic = o->rows.topic,
                               .degrees = o->degrees,
                               .gravity = !o->robot.gravity_given};
    r->add = add;
    r->to = to;
    const exit_code code = row_pass_read(&r->pass, &o->rows, &target, add_row, r);
    return code == EXIT_FINE ? finish(r) : code;
}
