#include "compute/calculation.h"

#include "compute/batch.h"
#include "compute/call.h"
#include "compute/limit_use.h"
#include "compute/report.h"
#include "values/vector.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* An array that is the output of a slice of the rows is opened when its shape is known. */
static exit_code complete(void *values, const invocation *given)
{
    calculation_options *o = values;
    const char *path = given->output;
    o->invocation.shared_output = o->rows.slice && path && strcmp(path, "-") != 0 && strcmp(path, "/dev/stdout") != 0 &&
                                  o->numbers.format.kind == (int)FORMAT_NPY;
    return EXIT_FINE;
}

static const option_row calculation_rows[] = {
    INCLUDE_TABLE(seed_table, calculation_options, state.seed), INCLUDE_TABLE(row_table, calculation_options, rows),
    INCLUDE_TABLE(slice_table, calculation_options, rows),      INCLUDE_TABLE(robot_table, calculation_options, robot),
    INCLUDE_TABLE(number_table, calculation_options, numbers),  {0},
};
const option_table calculation_table = {.rows = calculation_rows, .complete = complete};

static const option_row body_rows[] = {
    {.kind = OPTION_TEXT, .name = "--body", .metavar = "BODY", .help = "the body, by name", .names = NAMES_BODY},
    {0},
};
const option_table body_table = {.rows = body_rows};

/* Allocates the values of a variable, at least one, as zeros. */
static double *allocate(const dimensions *d, variable kind)
{
    variable_shape shape = variable_shape_of(d, kind);
    size_t rows = shape.rows ? shape.rows : 1, columns = shape.columns ? shape.columns : 1;
    return columns > SIZE_MAX / rows ? NULL : calloc(rows * columns, sizeof(double));
}

static exit_code create_state(computation *t)
{
    const cdy_model *model = t->robot->model;
    state *s = &t->state;
    bool failed = false;
    for (int kind = 0; kind < VARIABLE_WRENCHES; kind++) {
        if (t->inputs.has[kind] || t->results.has[kind]) {
            s->values[kind] = allocate(&t->dimensions, (variable)kind);
            failed = failed || !s->values[kind];
        }
    }
    if (t->calculation->wrenches && (t->wrenches.count > 0 || t->options->rows.input)) {
        s->fext = calloc((size_t)cdy_model_force_rows(model) + 1, 6 * sizeof *s->fext);
        failed = failed || !s->fext;
    }
    if (failed || !elements_create(&t->elements, t->robot) ||
        !limit_watch_open(&t->limits, t->robot, t->options->numbers.degrees)) {
        return fail_memory();
    }
    cdy_error error;
    return cdy_workspace_create(model, &t->workspace, &error) == CDY_OK ? EXIT_FINE : fail_library(&error);
}

static exit_code read_inputs(computation *t)
{
    const calculation_options *o = t->options;
    const char *const *vectors = o->state.vectors;
    exit_code code = EXIT_FINE;
    for (int kind = 0; kind < VECTOR_COUNT && code == EXIT_FINE; kind++) {
        if (t->inputs.has[kind]) {
            const char *given = vectors[kind];
            t->random = t->random || (given && strcmp(given, "random") == 0);
            char option[] = "--qdd"; /* the longest name */
            strcpy(option + 2, vector_name((vector_kind)kind));
            code = vector_read(t->robot, (vector_kind)kind, option, given, o->state.seed, o->numbers.degrees,
                               t->state.values[kind]);
        }
    }
    if (code == EXIT_FINE) {
        limit_watch_state(&t->limits, "--q", vectors[VECTOR_Q] ? t->state.values[VARIABLE_Q] : NULL,
                          vectors[VECTOR_QD] ? t->state.values[VARIABLE_QD] : NULL);
    }
    return code;
}

cdy_status calculation_apply_wrenches(computation *t, cdy_error *error)
{
    state *s = &t->state;
    const cdy_model *model = t->robot->model;
    memset(s->fext, 0, (size_t)cdy_model_force_rows(model) * 6 * sizeof *s->fext);
    return wrench_list_apply(&t->wrenches, model, t->workspace, s->values[VARIABLE_Q], s->fext, error);
}

/* Lists the values of a calculation's results, in the order of the variables. */
static void list_results(const calculation *c, const state *s, double *results[CALL_RESULTS])
{
    int count = 0;
    for (int kind = 0; kind < VARIABLE_WRENCHES && count < CALL_RESULTS; kind++) {
        if (c->results.has[kind]) {
            results[count++] = s->values[kind];
        }
    }
}

cdy_status calculation_compute(computation *t, cdy_error *error)
{
    state *s = &t->state;
    const calculation *c = t->calculation;
    if (c->fill) {
        c->fill(t);
    }
    cdy_status status = s->fext ? calculation_apply_wrenches(t, error) : CDY_OK;
    if (status != CDY_OK) {
        return status;
    }
    double *results[CALL_RESULTS] = {NULL};
    list_results(c, s, results);
    status = c->call ? c->call->one(t->robot->model, t->workspace, s, results, error)
                     : c->compute(t->robot->model, t->workspace, s, error);
    if (status == CDY_OK) {
        limit_use_set(t);
    }
    return status;
}

bool calculation_has_rows(const calculation *c)
{
    return c->call || c->compute_rows;
}

cdy_status calculation_compute_rows(const computation *t, const state *rows, cdy_batch *batch, size_t count,
                                    cdy_status *statuses)
{
    const calculation *c = t->calculation;
    if (c->call) {
        double *results[CALL_RESULTS] = {NULL};
        list_results(c, rows, results);
        c->call->many(t->robot->model, batch, count, rows, results, statuses);
        return CDY_OK;
    }
    return c->compute_rows(t->robot->model, batch, count, rows, statuses);
}

bool calculation_has_axes(const computation *t)
{
    static const variable_set with_axes = SET_OF(HAS(J), HAS(VELOCITY), HAS(VELOCITIES), HAS(ACCELERATION),
                                                 HAS(ACCELERATIONS), HAS(SINGULAR_VALUES), HAS(TASK_J));
    return variable_set_count(variable_set_intersection(t->results, with_axes)) > 0;
}

exit_code calculation_find_body(const computation *t, const char *option, const char *name, int *frame)
{
    if (!name) {
        return fail(EXIT_USAGE, "'%s' needs %s NAME, a body of the robot", t->calculation->command, option);
    }
    *frame = cdy_model_find_frame(t->robot->model, name);
    if (*frame >= 0) {
        return EXIT_FINE;
    }
    cdy_nearest search = cdy_nearest_to(name);
    for (int i = 0; i < cdy_model_frame_count(t->robot->model); i++) {
        cdy_nearest_consider(&search, cdy_model_frame_name(t->robot->model, i));
    }
    text_buffer message = {0};
    text_add(&message, "%s: the robot has no body '%s'", option, name);
    message_suggest(&search, &message);
    return fail_text(EXIT_USAGE, &message);
}

/* Computes one state, given by the options. */
static exit_code run_single(computation *t, output *out)
{
    cdy_error error;
    if (calculation_compute(t, &error) != CDY_OK) {
        return fail_library(&error);
    }
    for (int kind = 0; kind < VARIABLE_WRENCHES && t->options->numbers.degrees; kind++) {
        if (t->state.values[kind]) {
            variable_to_degrees(t->robot->model, (variable)kind, t->state.values[kind]);
        }
    }
    exit_code code = report_write(t, out);
    if (code == EXIT_FINE && t->calculation->search && !(t->state.values[VARIABLE_CONVERGED][0] > 0)) {
        out->complete = true;
        const double missed = t->state.values[VARIABLE_ERROR][0];
        return t->calculation->in_vain
                   ? fail(EXIT_NUMERICAL, "%s %.6g (rad or m)", t->calculation->in_vain, missed)
                   : fail(EXIT_NUMERICAL,
                          "no configuration reaches the target: the nearest found is %.6g away (rad and m)", missed);
    }
    return code;
}

static exit_code run_on_robot(computation *t, output *out)
{
    exit_code code = wrench_list_read(&t->wrenches, t->robot, &t->options->state.wrenches);
    if (code == EXIT_FINE && t->calculation->measure) {
        code = t->calculation->measure(t);
    }
    if (code == EXIT_FINE) {
        code = create_state(t);
    }
    if (code == EXIT_FINE) {
        code = read_inputs(t);
    }
    if (code == EXIT_FINE && t->calculation->prepare) {
        code = t->calculation->prepare(t);
    }
    if (code != EXIT_FINE) {
        return code;
    }
    if (t->calculation->run && t->options->rows.slice) {
        return fail(EXIT_USAGE, "--rows: this form of '%s' takes all rows together", t->calculation->command);
    }
    limit_use_note(t);
    const bool many = t->options->rows.input || !(t->calculation->call || t->calculation->compute);
    t->format = format_or(&t->options->numbers.format, many ? FORMAT_CSV : FORMAT_TABLE);
    if (t->calculation->run || many) {
        wrench_list_hint(&t->wrenches, t->robot->model);
    }
    if (t->calculation->run) {
        return t->calculation->run(t, out);
    }
    return many ? batch_run(t, out) : run_single(t, out);
}

static void clear(computation *t)
{
    if (t->calculation->clear) {
        t->calculation->clear(t);
    }
    dimensions_clear(&t->dimensions);
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        free(t->state.values[kind]);
    }
    free(t->state.fext);
    cdy_workspace_destroy(t->workspace);
    wrench_list_clear(&t->wrenches);
    elements_clear(&t->elements);
    limit_watch_close(&t->limits);
    passed_clear(&t->passed);
}

exit_code calculation_run(const calculation *c, const void *options, output *out)
{
    const calculation_options *o = options;
    robot r;
    exit_code code = robot_load(&r, o->invocation.robot, &o->robot, &o->drives);
    code = code == EXIT_FINE ? payloads_apply(&r, &o->payloads) : code;
    if (code == EXIT_FINE) {
        computation t = {.calculation = c,
                         .robot = &r,
                         .options = o,
                         .own = options,
                         .dimensions = {.model = r.model},
                         .inputs = c->inputs,
                         .results = o->limits ? variable_set_union(c->results, limit_use) : c->results};
        code = run_on_robot(&t, out);
        clear(&t);
    }
    robot_clear(&r);
    return code;
}
