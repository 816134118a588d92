/* condyle smooth: velocities and accelerations from recorded positions. */
#include "commands/motion/filter_window.h"
#include "compute/calculation.h"
#include "compute/row_writer.h"
#include "options/command.h"
#include "rows/rows.h"
#include "run/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct smooth_options {
    calculation_options calculation;
    double cutoff; /* --cutoff, Hz */
} smooth_options;

typedef struct smoothing {
    computation *computation;
    calculation_options options; /* with the default fields of the rows */
    row_reader rows;
    row_writer writer;
    filter_window window; /* with the torques */
    double *home;         /* nq: what rows leave out */
    bool torques;         /* the rows have torques */
    progress progress;
    size_t nq, n;
} smoothing;

static exit_code report_row(smoothing *s, exit_code code, const char *problem)
{
    progress_clear(&s->progress);
    error_at(s->rows.in.name, s->rows.line, problem);
    return code;
}

/* Whether a row has torques where the first has none, or the other way round; columns are the same for all rows. */
static bool differs_in_torques(const smoothing *s)
{
    const bool torques = s->rows.read.has[VARIABLE_TAU];
    return s->rows.format == INPUT_JSON && s->window.count > 0 && torques != s->torques;
}

static exit_code keep_row(smoothing *s)
{
    double *const *values = s->computation->state.values;
    if (differs_in_torques(s)) {
        return report_row(s, EXIT_INPUT,
                          s->torques ? "the row has no \"tau\", but the first row has one"
                                     : "the row has \"tau\", but the first row has none");
    }
    text_buffer problem = {0};
    exit_code code =
        filter_window_add(&s->window, values[VARIABLE_TIME][0], values[VARIABLE_Q], values[VARIABLE_TAU], &problem);
    if (code != EXIT_FINE) {
        code = code == EXIT_IO || problem.failed ? fail_memory() : report_row(s, code, text_get(&problem));
    }
    text_clear(&problem);
    return code;
}

static exit_code read_row(smoothing *s)
{
    memcpy(s->computation->state.values[VARIABLE_Q], s->home, s->nq * sizeof *s->home);
    const row_status status = row_reader_next(&s->rows);
    s->window.ended = status == ROW_END;
    if (status != ROW_OK) {
        return s->window.ended ? EXIT_FINE : report_row(s, s->rows.code, row_problem(&s->rows));
    }
    row_report_unread(&s->rows, &s->progress);
    progress_show(&s->progress, s->rows.in.taken, s->rows.in.total);
    return keep_row(s);
}

static exit_code write_row(smoothing *s)
{
    const smooth_options *o = s->computation->own;
    double *const *values = s->computation->state.values;
    const double *torques;
    cdy_error error;
    if (filter_window_take(&s->window, values[VARIABLE_TIME], values[VARIABLE_Q], values[VARIABLE_QD],
                           values[VARIABLE_QDD], &torques, &error) != CDY_OK) {
        progress_clear(&s->progress);
        return fail(error.status == CDY_ERROR_ARGUMENT ? EXIT_INPUT : exit_code_of(error.status), "%s: %s",
                    s->rows.in.name, error.text);
    }
    memcpy(values[VARIABLE_TAU], torques, s->n * sizeof(double));
    for (int kind = 0; kind < VECTOR_COUNT && o->calculation.numbers.degrees; kind++) {
        variable_to_degrees(s->computation->robot->model, (variable)kind, values[kind]);
    }
    const char *problem = row_writer_add(&s->writer);
    return problem ? fail(EXIT_IO, "%s", problem) : EXIT_FINE;
}

/* Opens the output, whose columns are known after the first row: JSON rows may lack torques. */
static exit_code open_output(smoothing *s, output *out)
{
    uint64_t rows;
    const variable_set given = s->rows.format == INPUT_JSON ? s->rows.read : s->rows.given;
    s->torques = given.has[VARIABLE_TAU];
    if (!s->options.numbers.fields) {
        s->options.numbers.fields = s->torques ? "t,q,qd,qdd,tau" : "t,q,qd,qdd";
    }
    s->computation->options = &s->options;
    exit_code code = row_writer_open(&s->writer, s->computation, out, NO_VARIABLES);
    if (row_reader_count(&s->rows, &rows)) {
        row_writer_expect(&s->writer, rows);
    }
    return code == EXIT_FINE ? row_writer_check(&s->writer) : code;
}

static exit_code smooth_rows(smoothing *s, output *out)
{
    exit_code code = read_row(s);
    code = code == EXIT_FINE ? open_output(s, out) : code;
    while (code == EXIT_FINE && !out->error && !filter_window_is_done(&s->window)) {
        code = filter_window_is_ready(&s->window) ? write_row(s) : read_row(s);
    }
    progress_clear(&s->progress);
    return code == EXIT_FINE ? row_writer_finish(&s->writer) : code;
}

static exit_code run_computation(computation *t, output *out)
{
    const smooth_options *o = t->own;
    const calculation_options *given = t->options;
    const cdy_model *model = t->robot->model;
    smoothing s = {.computation = t,
                   .options = *given,
                   .home = calloc((size_t)cdy_model_nq(model) + 1, sizeof *s.home),
                   .window = filter_window_begin(model, o->cutoff, (size_t)cdy_model_nv(model)),
                   .progress = progress_begin(),
                   .nq = (size_t)cdy_model_nq(model),
                   .n = (size_t)cdy_model_nv(model)};
    const row_target target = {.elements = &t->elements,
                               .inputs = SET_OF(HAS(TIME), HAS(Q), HAS(TAU)),
                               .needed = SET_OF(HAS(TIME), HAS(Q)),
                               .values = t->state.values,
                               .map = &given->rows.map,
                               .topic = given->rows.topic,
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
    filter_window_clear(&s.window);
    free(s.home);
    t->options = given;
    return code;
}

static const calculation smoothing_rows = {
    .command = "smooth",
    .title = "Smoothing",
    .results = SET_OF(HAS(TIME), HAS(Q), HAS(QD), HAS(QDD), HAS(TAU)),
    .run = run_computation,
};

static exit_code complete(void *values, const invocation *given)
{
    const smooth_options *o = values;
    (void)given;
    if (!o->calculation.rows.input) {
        return fail(EXIT_USAGE, "'smooth' needs --input FILE, a recording of t and q");
    }
    if (!(o->cutoff > 0)) {
        return fail(EXIT_USAGE, "'smooth' needs --cutoff HZ: motion above this frequency counts as noise");
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
