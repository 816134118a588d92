#include "commands/motion/recording.h"

#include "options/number_options.h"
#include "rows/payload.h"
#include "values/state_options.h"

#include <math.h>
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

static const quantity_set inputs =
    BIT(QUANTITY_Q) | BIT(QUANTITY_QD) | BIT(QUANTITY_QDD) | BIT(QUANTITY_TAU) | BIT(QUANTITY_TIME);

/* ---- opening ---- */

static bool create_vectors(recording *r)
{
    const cdy_model *model = r->robot.model;
    bool made = elements_create(&r->elements, &r->robot);
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        r->values[kind] = calloc(quantity_size(model, (quantity)kind) + 1, sizeof(double));
        r->filled[kind] = calloc(quantity_size(model, (quantity)kind) + 1, sizeof(double));
        made = r->values[kind] && r->filled[kind] && made;
    }
    r->values[QUANTITY_TIME] = calloc(1, sizeof(double));
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
    return made && r->values[QUANTITY_TIME] && r->home && r->tau && r->fext && r->factors &&
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

void recording_close(recording *r)
{
    for (int kind = 0; kind < QUANTITY_COUNT; kind++) {
        free(r->values[kind]);
    }
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        free(r->filled[kind]);
    }
    free(r->home);
    free(r->tau);
    free(r->fext);
    free(r->factors);
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
    const size_t length = quantity_size(r->robot.model, (quantity)kind);
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
        const size_t length = quantity_size(model, (quantity)kind);
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
    bool known = q != NULL;
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

/* Gives the row that was read to `add`. */
static exit_code add_row(void *context)
{
    recording *r = context;
    cdy_error error;
    const double *q = has_number(r, VECTOR_Q) ? r->values[VECTOR_Q] : NULL;
    const double *qd = has_number(r, VECTOR_QD) ? r->values[VECTOR_QD] : NULL;
    const double *tau = has_number(r, VECTOR_TAU) ? r->values[VECTOR_TAU] : NULL, *t = r->values[QUANTITY_TIME];
    cdy_status status = CDY_OK;
    r->any_number = r->any_number || q || qd || tau || has_number(r, VECTOR_QDD);
    r->torques_given = r->torques_given || tau;
    if (!tau && has_number(r, VECTOR_QDD)) {
        status = find_torques(r, &error);
        tau = r->tau;
        r->torques_computed = true;
    } else if (tau) {
        status = take_efforts(r, q, qd, &tau, &error);
    }
    status = status ? status : r->add(r->to, isnan(*t) ? NULL : t, q, qd, tau, &error);
    if (status) {
        const exit_code code = status == CDY_ERROR_ARGUMENT ? EXIT_INPUT : exit_code_of(status);
        return row_pass_report(&r->pass, code, error.text, status == CDY_ERROR_MEMORY);
    }
    r->taken++;
    return EXIT_FINE;
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
