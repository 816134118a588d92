#include "commands/motion/sim_input.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const variable_set inputs = SET_OF(HAS(TIME), HAS(TAU), HAS(Q), HAS(QD));

static size_t width_of(const sim_input *in)
{
    return (size_t)cdy_model_nv(in->computation->robot->model) + 1;
}

static const double *kept_row(const sim_input *in, size_t index)
{
    return in->kept + (in->first + index) * width_of(in);
}

static const double *last_row(const sim_input *in)
{
    return kept_row(in, in->count - 1);
}

/* Makes room for a row after the kept ones. */
static bool reserve(sim_input *in)
{
    const size_t width = width_of(in);
    if (in->first + in->count < in->capacity) {
        return true;
    }
    if (in->first > 0) {
        memmove(in->kept, in->kept + in->first * width, in->count * width * sizeof *in->kept);
        in->first = 0;
        return true;
    }
    const size_t capacity = 2 * in->capacity + 16;
    double *kept =
        capacity < SIZE_MAX / sizeof *kept / width ? realloc(in->kept, capacity * width * sizeof *kept) : NULL;
    if (kept) {
        in->kept = kept;
        in->capacity = capacity;
    }
    return kept != NULL;
}

/* Reports a faulty row; with --keep-going it is skipped. */
static void report_row(sim_input *in, exit_code code, const char *problem, bool fatal)
{
    in->code = row_faults_report(&in->faults, in->rows.in.name, in->rows.line, code, problem, fatal, NULL);
}

/* Keeps the row that was read. */
static void keep_row(sim_input *in)
{
    const double t = in->values[VARIABLE_TIME][0];
    const size_t n = width_of(in) - 1;
    if (!isfinite(t)) {
        report_row(in, EXIT_INPUT, "the row has no time t", false);
    } else if (in->count > 0 && !(t > last_row(in)[0])) {
        text_buffer message = {0};
        text_add(&message, "t = %.9g s is not after that of the row before, %.9g s", t, last_row(in)[0]);
        report_row(in, EXIT_INPUT, message.failed ? "t does not grow" : text_get(&message), false);
        text_clear(&message);
    } else if (t - fmin(in->start, t) > in->reach) {
        text_buffer message = {0};
        text_add(&message,
                 "t = %.9g s is %.9g s after the first row, farther than the motion can be followed; expected %.9g s "
                 "at most: take a longer --dt, or give --time",
                 t, t - in->start, in->reach);
        report_row(in, EXIT_INPUT, message.failed ? "t is too far" : text_get(&message), false);
        text_clear(&message);
    } else if (!reserve(in)) {
        in->code = fail_memory();
    } else {
        double *row = in->kept + (in->first + in->count) * (n + 1);
        row[0] = t;
        in->start = fmin(in->start, t);
        memcpy(row + 1, in->values[VARIABLE_TAU], n * sizeof *row);
        in->count++;
    }
}

/* Reads the next row that can be kept, or the end. */
static void read_row(sim_input *in)
{
    const size_t count = in->count;
    while (in->code == EXIT_FINE && !in->ended && in->count == count) {
        in->values[VARIABLE_TIME][0] = (double)NAN;
        const row_status status = row_reader_next(&in->rows);
        if (status == ROW_END) {
            in->ended = true;
        } else if (status == ROW_OK) {
            keep_row(in);
        } else {
            report_row(in, in->rows.code, row_problem(&in->rows), status == ROW_FATAL);
        }
    }
}

static bool create_values(sim_input *in)
{
    const cdy_model *model = in->computation->robot->model;
    bool made = true;
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        if (inputs.has[kind]) {
            in->values[kind] = calloc(variable_size(model, (variable)kind) + 1, sizeof(double));
            made = made && in->values[kind];
        }
    }
    return made;
}

/* The state that the first row gives, where the command line gives none. */
static void take_initial_state(sim_input *in)
{
    const computation *t = in->computation;
    for (int kind = VARIABLE_Q; kind <= VARIABLE_QD; kind++) {
        if (!t->options->state.vectors[kind]) {
            memcpy(t->state.values[kind], in->values[kind],
                   variable_size(t->robot->model, (variable)kind) * sizeof(double));
        }
    }
}

exit_code sim_input_open(sim_input *in, const computation *t, double reach)
{
    const row_options *o = &t->options->rows;
    *in = (sim_input){
        .computation = t, .reach = reach, .start = HUGE_VAL, .open = true, .faults.keep_going = o->keep_going};
    if (!create_values(in)) {
        return fail_memory();
    }
    for (int kind = VARIABLE_Q; kind <= VARIABLE_QD; kind++) {
        memcpy(in->values[kind], t->state.values[kind],
               variable_size(t->robot->model, (variable)kind) * sizeof(double));
    }
    const row_target target = {.elements = &t->elements,
                               .inputs = inputs,
                               .needed = SET_OF(HAS(TIME), HAS(TAU)),
                               .values = in->values,
                               .map = &o->map,
                               .topic = o->topic,
                               .degrees = t->options->numbers.degrees,
                               .gravity = !t->options->robot.gravity_given};
    if (row_reader_open(&in->rows, o->input, (input_format)o->format, &target) != ROW_OK) {
        report_row(in, in->rows.code, row_problem(&in->rows), true);
        return in->code;
    }
    read_row(in);
    if (in->code == EXIT_FINE && in->count == 0) {
        return fail(EXIT_INPUT, "the input has no rows");
    }
    if (in->code == EXIT_FINE) {
        take_initial_state(in);
    }
    return in->code;
}

double sim_input_start(const sim_input *in)
{
    return kept_row(in, 0)[0];
}

bool sim_input_reaches(sim_input *in, double t, double slack)
{
    while (in->code == EXIT_FINE && !in->ended && last_row(in)[0] < t) {
        read_row(in);
    }
    return in->code == EXIT_FINE && last_row(in)[0] >= t - slack;
}

bool sim_input_add(sim_input *in, double t, double *tau)
{
    sim_input_reaches(in, t, 0);
    size_t next = 0;
    while (next < in->count && kept_row(in, next)[0] <= t) {
        next++;
    }
    const double *after = kept_row(in, next < in->count ? next : in->count - 1);
    const double *before = kept_row(in, next > 0 ? next - 1 : 0);
    const double part = after == before ? 0 : (t - before[0]) / (after[0] - before[0]);
    for (size_t i = 1; i < width_of(in); i++) {
        tau[i - 1] += before[i] + part * (after[i] - before[i]);
    }
    return in->code == EXIT_FINE;
}

void sim_input_forget(sim_input *in, double t)
{
    while (in->count > 1 && kept_row(in, 1)[0] <= t) {
        in->first++;
        in->count--;
    }
}

void sim_input_close(sim_input *in)
{
    if (!in->open) {
        return;
    }
    row_faults_finish(&in->faults);
    row_reader_close(&in->rows);
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        free(in->values[kind]);
    }
    free(in->kept);
    *in = (sim_input){0};
}
