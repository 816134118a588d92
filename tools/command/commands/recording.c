#include "commands/recording.h"

#include "options/number_options.h"
#include "options/payload.h"
#include "options/state_options.h"

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
    return made && r->values[QUANTITY_TIME] && r->home && r->tau && r->fext;
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
    return code;
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
                               .degrees = o->degrees,
                               .gravity = !o->robot.gravity_given};
    r->add = add;
    r->to = to;
    const exit_code code = row_pass_read(&r->pass, &o->rows, &target, add_row, r);
    return code == EXIT_FINE ? finish(r) : code;
}
