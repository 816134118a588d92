#include "commands/motion/hold_out.h"

#include "text/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

exit_code hold_out_parse(const char *text, double *share, const char **file)
{
    *file = NULL;
    *share = 0;
    if (!text) {
        return EXIT_FINE;
    }
    if (cdy_parse_number(text, strlen(text), share) != CDY_NUMBER_OK) {
        *file = text;
        *share = 0;
        return EXIT_FINE;
    }
    return *share > 0 && *share < 1
               ? EXIT_FINE
               : fail(EXIT_USAGE, "--hold-out %.40s: expected a share above 0 and below 1, or a file", text);
}

bool hold_out_has(double share, double t, double begin, size_t row)
{
    const double period = 5, rows = 50;
    const double place = isnan(t) ? (double)row / rows : (t - begin) / period;
    return share > 0 && place - floor(place) >= 1 - share;
}

double residual_percent(double residual_rms, double measured_deviation, double measured_rms)
{
    const double rounding = 1e-7;
    return measured_deviation > rounding * measured_rms ? 100 * residual_rms / measured_deviation : (double)NAN;
}

void write_percent(output *out, double percent)
{
    if (isnan(percent)) {
        output_format(out, " %10s\n", "-");
    } else {
        output_format(out, " %10.3g\n", percent);
    }
}

double hold_out_percent(const held_out *h)
{
    return residual_percent(h->residual_rms, h->measured_deviation, h->measured_rms);
}

void hold_out_clear(hold_out *h)
{
    free(h->rows);
    free(h->joints);
}

void hold_out_begin(hold_out *h, size_t number)
{
    h->input = number;
    h->of_input = 0;
}

/* ---- the rows ---- */

/* Where the numbers of a row are: time, input, whether it is held out, q, qd, qdd, tau, weights, external forces; then
 * the model's torque. */
typedef struct row_layout {
    size_t nq, n, forces, q, qd, qdd, tau, weights, fext, model, size;
} row_layout;

enum { ROW_TIME, ROW_INPUT, ROW_HELD, ROW_BEGIN };

static row_layout layout_of(const recording *r)
{
    const cdy_model *model = r->robot.model;
    const size_t nq = (size_t)cdy_model_nq(model), n = (size_t)cdy_model_nv(model);
    row_layout l = {.nq = nq, .n = n, .forces = 6 * (size_t)cdy_model_force_rows(model), .q = ROW_BEGIN};
    l.qd = l.q + nq;
    l.qdd = l.qd + n;
    l.tau = l.qdd + n;
    l.weights = l.tau + n;
    l.fext = l.weights + n;
    l.model = l.fext + l.forces;
    l.size = l.model + n;
    return l;
}

static bool make_room(hold_out *h, size_t size)
{
    enum { FIRST = 1024 };
    if (h->count < h->capacity) {
        return true;
    }
    const size_t capacity = h->capacity ? 2 * h->capacity : FIRST;
    double *rows = capacity < SIZE_MAX / sizeof *rows / size ? realloc(h->rows, capacity * size * sizeof *rows) : NULL;
    if (rows) {
        h->rows = rows;
        h->capacity = capacity;
    }
    return rows != NULL;
}

bool hold_out_leaves(hold_out *h, double t)
{
    h->begin = h->of_input == 0 ? t : h->begin;
    const bool held = h->holding || hold_out_has(h->share, t, h->begin, h->of_input);
    h->of_input++;
    return held;
}

cdy_status hold_out_add(recording *r, const double *fext, cdy_error *error)
{
    hold_out *h = r->hold;
    const row_layout l = layout_of(r);
    const double t = r->values[VARIABLE_TIME][0];
    const bool held = hold_out_leaves(h, t);
    if (!make_room(h, l.size)) {
        *error = (cdy_error){.status = CDY_ERROR_MEMORY, .text = "out of memory"};
        return CDY_ERROR_MEMORY;
    }
    double *row = h->rows + h->count * l.size;
    row[ROW_TIME] = t;
    row[ROW_INPUT] = (double)h->input;
    row[ROW_HELD] = held;
    memcpy(row + l.q, r->values[VARIABLE_Q], l.nq * sizeof *row);
    memcpy(row + l.qd, r->values[VARIABLE_QD], l.n * sizeof *row);
    memcpy(row + l.qdd, r->values[VARIABLE_QDD], l.n * sizeof *row);
    memcpy(row + l.tau, r->values[VARIABLE_TAU], l.n * sizeof *row);
    memcpy(row + l.weights, r->weights, l.n * sizeof *row);
    memcpy(row + l.fext, fext, l.forces * sizeof *row);
    h->any = h->any || held;
    h->count++;
    return held ? CDY_OK : h->taker(r, fext, error);
}

exit_code hold_out_read(recording *r, const recorded_inputs *inputs)
{
    hold_out *h = r->hold;
    if (h->file) {
        recording_rewind(r);
        r->file = h->file;
        h->holding = true;
        hold_out_begin(h, inputs->count);
        const exit_code code = identify_rows_read(r);
        return code == EXIT_FINE && !h->any ? fail(EXIT_INPUT, "%s has no rows", h->file) : code;
    }
    return h->any ? EXIT_FINE
                  : fail(EXIT_INPUT,
                         "--hold-out %g: the rows end before the first share of 5 s; expected a longer recording, "
                         "or a larger share",
                         h->share);
}

/* ---- the judgement ---- */

/* Computes the model's torques of all rows. */
static exit_code compute_torques(robot *judged, const hold_out *h, const row_layout *l, const recorded_inputs *inputs,
                                 const identified_gains *gains)
{
    cdy_error error;
    cdy_workspace *workspace = NULL;
    cdy_status status = cdy_workspace_create(judged->model, &workspace, &error);
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < h->count && !status && code == EXIT_FINE; i++) {
        double *row = h->rows + i * l->size;
        const size_t number = (size_t)row[ROW_INPUT];
        if (i == 0 || number != (size_t)(row - l->size)[ROW_INPUT]) {
            code = inputs_carry_one(judged, inputs, number, gains);
        }
        if (code == EXIT_FINE) {
            status = cdy_inverse_dynamics(judged->model, workspace, row + l->q, row + l->qd, row + l->qdd,
                                          row + l->fext, row + l->model, &error);
        }
    }
    cdy_workspace_destroy(workspace);
    return code != EXIT_FINE ? code : status ? fail_library(&error) : EXIT_FINE;
}

/* Whether a row goes on with the one before. */
static bool goes_on(const double *row, const row_layout *l)
{
    const double *before = row - l->size;
    return before[ROW_INPUT] >= row[ROW_INPUT] && before[ROW_TIME] < row[ROW_TIME];
}

/* The model's torque of a joint a delay before row `i`, on the line between two rows of its recording; at the ends that
 * of the first or the last row. */
static double model_before(const hold_out *h, const row_layout *l, size_t i, size_t joint, double delay)
{
    const double *row = h->rows + i * l->size, t = row[ROW_TIME] - delay;
    while (row[ROW_TIME] > t && row > h->rows && goes_on(row, l)) {
        row -= l->size;
    }
    const double *last = h->rows + (h->count - 1) * l->size;
    while (row < last && goes_on(row + l->size, l) && (row + l->size)[ROW_TIME] <= t) {
        row += l->size;
    }
    const double *next = row + l->size;
    if (row == last || !goes_on(next, l) || !(t > row[ROW_TIME])) {
        return row[l->model + joint];
    }
    const double part = (t - row[ROW_TIME]) / (next[ROW_TIME] - row[ROW_TIME]);
    return row[l->model + joint] + part * (next[l->model + joint] - row[l->model + joint]);
}

static held_out sum_up(const hold_out *h, const row_layout *l, size_t joint, double delay)
{
    held_out sums = {.rows = 0};
    double measured = 0, sum = 0, residual = 0;
    for (size_t i = 0; i < h->count; i++) {
        const double *row = h->rows + i * l->size, tau = row[l->tau + joint];
        if (row[ROW_HELD] > 0 && row[l->weights + joint] > 0) {
            const double rest = tau - model_before(h, l, i, joint, delay);
            measured += tau * tau;
            sum += tau;
            residual += rest * rest;
            sums.rows++;
        }
    }
    const double count = sums.rows > 0 ? (double)sums.rows : (double)NAN, mean = sum / count;
    sums.measured_rms = sqrt(measured / count);
    sums.measured_deviation = sums.rows > 0 ? sqrt(fmax(measured / count - mean * mean, 0)) : (double)NAN;
    sums.residual_rms = sqrt(residual / count);
    return sums;
}

/* The robot that was found, with the drives that were looked for. */
static exit_code make_judged(const recording *r, const cdy_tree *tree, const cdy_drive_options *drives, robot *judged)
{
    cdy_error error;
    double gravity[3];
    cdy_model_get_gravity(r->robot.model, gravity);
    cdy_status status = cdy_model_create(tree, &judged->model, &error);
    status = status ? status : cdy_model_set_gravity(judged->model, gravity, &error);
    status = status ? status : cdy_model_set_drives(judged->model, drives, &error);
    return status ? fail_library(&error) : EXIT_FINE;
}

exit_code hold_out_judge(recording *r, const recorded_inputs *inputs, const identified *found, const cdy_tree *tree,
                         const cdy_drive_options *drives)
{
    hold_out *h = r->hold;
    const row_layout l = layout_of(r);
    robot judged = {.source = r->robot.source, .tree = r->robot.tree};
    h->joints = calloc(l.n + 1, sizeof *h->joints);
    exit_code code = h->joints ? make_judged(r, tree, drives, &judged) : fail_memory();
    code = code == EXIT_FINE ? compute_torques(&judged, h, &l, inputs, found->gains) : code;
    for (size_t i = 0; i < l.n && code == EXIT_FINE; i++) {
        h->joints[i] = sum_up(h, &l, i, found->drives ? found->calibration.delays[i] : 0);
    }
    cdy_model_destroy(judged.model);
    return code;
}
