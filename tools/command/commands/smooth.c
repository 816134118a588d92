/* condyle smooth: velocities and accelerations from recorded positions. */
#include "report/calculation.h"
#include "rows/row_writer.h"
#include "rows/rows.h"
#include "run/command.h"
#include "run/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct smooth_options {
    calculation_options calculation;
    double cutoff; /* --cutoff, Hz */
} smooth_options;

/* Rows that the filter still needs: of those before `next`, the row to write, only some within its reach. */
typedef struct window {
    double *t, *q, *tau; /* capacity, x nq, x n */
    size_t count, capacity, next;
} window;

typedef struct smoothing {
    task *task;
    calculation_options options; /* with the default fields of the rows */
    row_reader rows;
    row_writer writer;
    window window;
    double *home; /* nq: what rows leave out */
    double reach;
    bool ended, torques; /* the rows have ended; they have torques */
    progress progress;
    size_t nq, n;
} smoothing;

enum { LEAST_ROWS = 8 }; /* on either side, which the filter may need where rows are sparse */

static exit_code report_row(smoothing *s, exit_code code, const char *problem)
{
    progress_clear(&s->progress);
    error_at(s->rows.in.name, s->rows.line, problem);
    return code;
}

/* Forgets rows that no row from `next` on needs. */
static void drop_rows(smoothing *s)
{
    window *w = &s->window;
    size_t first = 0;
    while (first + LEAST_ROWS < w->next && w->t[w->next] - w->t[first] > s->reach) {
        first++;
    }
    if (first > 0) {
        w->count -= first;
        w->next -= first;
        memmove(w->t, w->t + first, w->count * sizeof *w->t);
        memmove(w->q, w->q + first * s->nq, w->count * s->nq * sizeof *w->q);
        memmove(w->tau, w->tau + first * s->n, w->count * s->n * sizeof *w->tau);
    }
}

static bool grow(double **numbers, size_t count, size_t width)
{
    double *larger = realloc(*numbers, (count * width + 1) * sizeof *larger);
    if (!larger) {
        return false;
    }
    *numbers = larger;
    return true;
}

static bool make_room(smoothing *s)
{
    window *w = &s->window;
    if (w->count < w->capacity) {
        return true;
    }
    if (w->next > w->capacity / 2) {
        drop_rows(s);
    }
    const size_t capacity = w->count < w->capacity ? w->capacity : 2 * w->capacity + 64;
    const bool grown = grow(&w->t, capacity, 1) && grow(&w->q, capacity, s->nq) && grow(&w->tau, capacity, s->n);
    w->capacity = grown ? capacity : w->capacity;
    return grown;
}

/* Takes whole turns out of the steps of joints that turn on and on: their positions are recorded between -pi and pi. */
static void unwrap(const smoothing *s, const double *before, double *q)
{
    const double turn = 2 * 3.14159265358979323846;
    for (size_t i = 0; i < s->nq; i++) {
        const cdy_coordinate c = vector_coordinate(s->task->robot->model, VECTOR_Q, (int)i);
        if (c.type == CDY_JOINT_CONTINUOUS) {
            q[i] -= turn * round((q[i] - before[i]) / turn);
        }
    }
}

/* Whether a row has torques where the first has none, or the other way round; columns are the same for all rows. */
static bool differs_in_torques(const smoothing *s)
{
    const bool torques = s->rows.read & BIT(QUANTITY_TAU);
    return s->rows.format == INPUT_JSON && s->window.count > 0 && torques != s->torques;
}

static exit_code keep_row(smoothing *s)
{
    window *w = &s->window;
    double *const *values = s->task->state.values;
    const double t = values[QUANTITY_TIME][0];
    if (differs_in_torques(s)) {
        return report_row(s, EXIT_INPUT,
                          s->torques ? "the row has no \"tau\", which the first row has"
                                     : "the row has a \"tau\", which the first row has not");
    }
    if (w->count > 0 && !(t > w->t[w->count - 1])) {
        text_buffer message = {0};
        text_add(&message, "t is %.9g, after %.9g; expected times that increase", t, w->t[w->count - 1]);
        const exit_code code = report_row(s, EXIT_INPUT, text_get(&message));
        text_clear(&message);
        return code;
    }
    if (!make_room(s)) {
        return fail_memory();
    }
    double *q = w->q + w->count * s->nq;
    memcpy(q, values[QUANTITY_Q], s->nq * sizeof *q);
    if (w->count > 0) {
        unwrap(s, q - s->nq, q);
    }
    memcpy(w->tau + w->count * s->n, values[QUANTITY_TAU], s->n * sizeof *w->tau);
    w->t[w->count++] = t;
    return EXIT_FINE;
}

static exit_code read_row(smoothing *s)
{
    memcpy(s->task->state.values[QUANTITY_Q], s->home, s->nq * sizeof *s->home);
    const row_status status = row_reader_next(&s->rows);
    s->ended = status == ROW_END;
    if (status != ROW_OK) {
        return s->ended ? EXIT_FINE : report_row(s, s->rows.code, row_problem(&s->rows));
    }
    row_report_unread(&s->rows, &s->progress);
    progress_show(&s->progress, s->rows.in.taken, s->rows.in.total);
    return keep_row(s);
}

/* Whether all rows are there that the next row needs. */
static bool is_ready(const smoothing *s)
{
    const window *w = &s->window;
    return s->ended ||
           (w->next < w->count && w->count - w->next > LEAST_ROWS && w->t[w->count - 1] - w->t[w->next] > s->reach);
}

static exit_code write_row(smoothing *s)
{
    const smooth_options *o = s->task->own;
    const window *w = &s->window;
    double *const *values = s->task->state.values;
    cdy_error error;
    values[QUANTITY_TIME][0] = w->t[w->next];
    memcpy(values[QUANTITY_TAU], w->tau + w->next * s->n, s->n * sizeof(double));
    if (cdy_smoothing_row(s->task->robot->model, w->count, w->t, w->q, w->next, o->cutoff, values[QUANTITY_Q],
                          values[QUANTITY_QD], values[QUANTITY_QDD], &error) != CDY_OK) {
        progress_clear(&s->progress);
        return fail(error.status == CDY_ERROR_ARGUMENT ? EXIT_INPUT : exit_code_of(error.status), "%s: %s",
                    s->rows.in.name, error.text);
    }
    for (int kind = 0; kind < VECTOR_COUNT && o->calculation.numbers.degrees; kind++) {
        quantity_to_degrees(s->task->robot->model, (quantity)kind, values[kind]);
    }
    const char *problem = row_writer_add(&s->writer);
    return problem ? fail(EXIT_IO, "%s", problem) : EXIT_FINE;
}

/* Opens the output, whose columns are known after the first row: JSON rows may lack torques. */
static exit_code open_output(smoothing *s, output *out)
{
    uint64_t rows;
    const quantity_set given = s->rows.format == INPUT_JSON ? s->rows.read : s->rows.given;
    s->torques = given & BIT(QUANTITY_TAU);
    if (!s->options.numbers.fields) {
        s->options.numbers.fields = s->torques ? "t,q,qd,qdd,tau" : "t,q,qd,qdd";
    }
    s->task->options = &s->options;
    exit_code code = row_writer_open(&s->writer, s->task, out, 0);
    if (row_reader_count(&s->rows, &rows)) {
        row_writer_expect(&s->writer, rows);
    }
    return code == EXIT_FINE ? row_writer_check(&s->writer) : code;
}

static exit_code smooth_rows(smoothing *s, output *out)
{
    exit_code code = read_row(s);
    code = code == EXIT_FINE ? open_output(s, out) : code;
    while (code == EXIT_FINE && !out->error && !(s->ended && s->window.next == s->window.count)) {
        if (is_ready(s)) {
            code = write_row(s);
            s->window.next++;
        } else {
            code = read_row(s);
        }
    }
    progress_clear(&s->progress);
    return code == EXIT_FINE ? row_writer_finish(&s->writer) : code;
}

static exit_code run_task(task *t, output *out)
{
    const smooth_options *o = t->own;
    const calculation_options *given = t->options;
    const cdy_model *model = t->robot->model;
    smoothing s = {.task = t,
                   .options = *given,
                   .home = calloc((size_t)cdy_model_nq(model) + 1, sizeof *s.home),
                   .reach = cdy_smoothing_reach(o->cutoff),
                   .progress = progress_begin(),
                   .nq = (size_t)cdy_model_nq(model),
                   .n = (size_t)cdy_model_nv(model)};
    const row_target target = {.elements = &t->elements,
                               .inputs = BIT(QUANTITY_TIME) | BIT(QUANTITY_Q) | BIT(QUANTITY_TAU),
                               .needed = BIT(QUANTITY_TIME) | BIT(QUANTITY_Q),
                               .values = t->state.values,
                               .map = &given->rows.map,
                               .degrees = given->numbers.degrees};
    if (!s.home) {
        return fail_memory();
    }
    cdy_home_configuration(model, s.home);
    exit_code code;
    if (row_reader_open(&s.rows, given->rows.input, (input_format)given->rows.format, &target) != ROW_OK) {
        code = report_row(&s, s.rows.code, row_problem(&s.rows));
    } else {
        row_report_unread(&s.rows, &s.progress);
        code = smooth_rows(&s, out);
    }
    row_reader_close(&s.rows);
    row_writer_close(&s.writer);
    free(s.window.t);
    free(s.window.q);
    free(s.window.tau);
    free(s.home);
    t->options = given;
    return code;
}

static const calculation smoothing_rows = {
    .command = "smooth",
    .title = "Smoothing",
    .results = BIT(QUANTITY_TIME) | BIT(QUANTITY_Q) | BIT(QUANTITY_QD) | BIT(QUANTITY_QDD) | BIT(QUANTITY_TAU),
    .run = run_task,
};

static exit_code complete(void *values, const invocation *given)
{
    const smooth_options *o = values;
    (void)given;
    if (!o->calculation.rows.input) {
        return fail(EXIT_USAGE, "'smooth' needs --input FILE, a recording of t and q");
    }
    if (!(o->cutoff > 0)) {
        return fail(EXIT_USAGE, "'smooth' needs --cutoff HZ: what is faster in the recording counts as noise");
    }
    if (o->calculation.rows.keep_going) {
        return fail(EXIT_USAGE, "'smooth' cannot leave out rows; mend the rows at fault, or remove them");
    }
    return EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_NUMBER,
     .name = "--cutoff",
     .metavar = "HZ",
     .offset = offsetof(smooth_options, cutoff),
     .help = "of a sine of this frequency half the amplitude remains",
     .above_zero = true},
    INCLUDE_TABLE(row_table, smooth_options, calculation.rows),
    INCLUDE_TABLE(robot_table, smooth_options, calculation.robot),
    INCLUDE_TABLE(number_table, smooth_options, calculation.numbers),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&smoothing_rows, options, out);
}

const command command_smooth = {
    .name = "smooth",
    .summary = "velocities and accelerations from recorded positions",
    .description = "Smoothing: rows t, q of --input become rows t, q, qd, qdd; torques tau of the rows stay as\n"
                   "they are. At each row a cubic is fitted to the rows around it, up to 0.947 / HZ s to either\n"
                   "side, by least squares with the weights (1 - (dt/r)^2)^3. Nothing is delayed, and times need\n"
                   "not be evenly spaced; where fewer than 8 rows lie within reach, the nearest 8 serve. Towards\n"
                   "the first and the last row the fit becomes one-sided, and accelerations there have some ten\n"
                   "times the noise: record more than you need. Joints that turn on and on may be recorded between\n"
                   "-pi and pi. Memory does not grow with the number of rows.\n",
    .examples = "condyle trajectory universalUR5e --through way.csv --acceleration 5 --fields t,q |\n"
                "    condyle smooth universalUR5e --input - --cutoff 10\n"
                "condyle smooth universalUR5e --input log.csv --cutoff 10 --map timestamp=t --map actual_q_=q.\n",
    .options = &table,
    .size = sizeof(smooth_options),
    .run = run,
};
