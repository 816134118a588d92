#include "compute/batch.h"

#include "compute/block.h"
#include "compute/row_writer.h"
#include "rows/row_pass.h"
#include "run/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Initial values of a variable, from the options; a row may leave the variable out. */
typedef struct initial {
    variable kind;
    size_t size;
    double *values;
} initial;

typedef struct batch {
    computation *computation;
    block block;
    row_reader rows;
    row_writer writer;
    initial initial[VARIABLE_COUNT];
    size_t initial_count;
    progress progress;
    uint64_t left;      /* rows still to be read */
    bool writes_blocks; /* rows go from the block to the array as they lie there */
    row_faults faults;
    uint64_t unreached; /* searches of inverse kinematics without success */
} batch;

static exit_code keep_initial(batch *b)
{
    for (int kind = 0; kind < VARIABLE_WRENCHES; kind++) {
        if (b->computation->inputs.has[kind]) {
            const size_t size = variable_length(&b->computation->dimensions, (variable)kind);
            double *values = calloc(size + 1, sizeof(double));
            if (!values) {
                return fail_memory();
            }
            memcpy(values, b->computation->state.values[kind], size * sizeof(double));
            b->initial[b->initial_count++] = (initial){(variable)kind, size, values};
        }
    }
    return EXIT_FINE;
}

/* Reset the state to the initial values, except for variables that every row overwrites, and positions that the
 * calculation fills. */
static void reset(batch *b)
{
    const bool fills = b->computation->calculation->fill != NULL;
    for (size_t i = 0; i < b->initial_count; i++) {
        const initial *given = &b->initial[i];
        if (!b->rows.whole.has[given->kind]) {
            double *values = b->computation->state.values[given->kind];
            memcpy(values, given->values, given->size * sizeof(double));
            for (size_t k = 0; k < given->size && fills && given->kind == VARIABLE_Q; k++) {
                values[k] = (double)NAN;
            }
        }
    }
    if (b->computation->calculation->wrenches) {
        wrench_list_reset(&b->computation->wrenches);
    }
    passed_reset(&b->computation->passed);
}

/* Reports the problem of the row that begins at `line`. Returns EXIT_FINE where the row is skipped. */
static exit_code report_row(batch *b, long long line, exit_code code, const char *problem, bool fatal)
{
    const char *file = b->rows.in.name;
    if (!file) { /* random rows have no file */
        progress_clear(&b->progress);
        return fail(code, "%s", problem);
    }
    code = row_faults_report(&b->faults, file, line, code, problem, fatal, &b->progress);
    if (code == EXIT_FINE) {
        row_writer_skip(&b->writer);
    }
    return code;
}

/* Reports the error that a library call returned for a row. */
static exit_code report_row_error(batch *b, long long line, const cdy_error *error)
{
    exit_code code = error->status == CDY_ERROR_ARGUMENT ? EXIT_INPUT : exit_code_of(error->status);
    const bool of_robot = error->status == CDY_ERROR_MEMORY || error->status == CDY_ERROR_UNSUPPORTED;
    return report_row(b, line, code, error->text, of_robot);
}

static exit_code write_row(batch *b, long long line)
{
    computation *t = b->computation;
    for (int kind = 0; kind < VARIABLE_WRENCHES && t->options->numbers.degrees; kind++) {
        if (t->state.values[kind]) {
            variable_to_degrees(t->robot->model, (variable)kind, t->state.values[kind]);
        }
    }
    b->unreached += t->calculation->search && !(t->state.values[VARIABLE_CONVERGED][0] > 0);
    const char *problem = row_writer_add(&b->writer);
    return problem ? report_row(b, line, EXIT_INPUT, problem, false) : EXIT_FINE;
}

static void show_progress(batch *b)
{
    uint64_t rows;
    if (row_reader_count(&b->rows, &rows)) {
        progress_show(&b->progress, (uint64_t)b->rows.line, rows);
    } else {
        progress_show(&b->progress, b->rows.in.taken, b->rows.in.total);
    }
}

/* Checks the limits of the inputs before the rows are computed, since a result may overwrite an input. */
static void watch_limits(batch *b)
{
    computation *t = b->computation;
    limit_watch_rows(&t->limits, b->rows.in.name, b->block.count, b->block.lines,
                     t->inputs.has[VARIABLE_Q] ? block_values(&b->block, VARIABLE_Q) : NULL,
                     t->inputs.has[VARIABLE_QD] ? block_values(&b->block, VARIABLE_QD) : NULL, &b->progress);
}

/* Writes row *i of the block, or all rows from there on that can be written at once. */
static exit_code write_rows(batch *b, size_t *i)
{
    cdy_error error;
    const size_t at_once = b->writes_blocks ? block_computed(&b->block, *i) : 0;
    const long long line = b->block.lines[*i];
    if (at_once) {
        row_writer_add_rows(&b->writer, &b->block, *i, at_once);
        *i += at_once;
        return EXIT_FINE;
    }
    ++*i;
    return block_take(&b->block, *i - 1, &error) == CDY_OK ? write_row(b, line) : report_row_error(b, line, &error);
}

/* Computes and writes the rows of the block. */
static exit_code finish_block(batch *b)
{
    const size_t wrenches =
        b->computation->wrenches.count; /* block_take() sets the count to the row's number of wrenches */
    watch_limits(b);
    exit_code code = block_compute(&b->block);
    for (size_t i = 0; i < b->block.count && code == EXIT_FINE && !b->writer.out->error;) {
        code = write_rows(b, &i);
    }
    b->computation->wrenches.count = wrenches;
    block_reset(&b->block);
    row_writer_flush(&b->writer);
    return code;
}

/* Reads one row; sets *done at the end of the input. A faulty row is reported after the rows before it are written. */
static exit_code run_row(batch *b, bool *done)
{
    reset(b);
    row_status status = b->left > 0 ? row_reader_next(&b->rows) : ROW_END;
    b->left -= b->left > 0;
    exit_code code = EXIT_FINE;
    *done = status == ROW_END;
    if (status == ROW_OK) {
        row_report_unread(&b->rows, &b->progress);
        show_progress(b);
        code = block_add_row(&b->block, row_reader_row(&b->rows), b->rows.line);
    }
    if (code == EXIT_FINE && (status != ROW_OK || b->block.count == b->block.capacity)) {
        code = finish_block(b);
    }
    if (code == EXIT_FINE && (status == ROW_BAD || status == ROW_FATAL) && !b->writer.out->error) {
        code = report_row(b, b->rows.line, b->rows.code, row_problem(&b->rows), status == ROW_FATAL);
    }
    return code;
}

/* Sets the inputs that the rows leave out to their initial values. */
static void fill_initial(batch *b, double *const *places, size_t count)
{
    for (size_t i = 0; i < b->initial_count; i++) {
        const initial *given = &b->initial[i];
        for (size_t row = 0; row < count && !b->rows.whole.has[given->kind]; row++) {
            memcpy(places[given->kind] + row * given->size, given->values, given->size * sizeof(double));
        }
    }
}

/* Reads a block of rows at once; sets *done at the end of the input. */
static exit_code run_block(batch *b, bool *done)
{
    double *places[VARIABLE_COUNT];
    size_t count = b->left < b->block.capacity ? (size_t)b->left : b->block.capacity;
    const uint64_t first = row_reader_row(&b->rows) + 1;
    block_places(&b->block, places);
    const row_status status = npy_rows_take(&b->rows, count, places, &count);
    b->left -= count;
    *done = status == ROW_END || b->left == 0;
    fill_initial(b, places, count);
    block_add_rows(&b->block, count, first);
    show_progress(b);
    const exit_code code = finish_block(b);
    return code == EXIT_FINE && status == ROW_FATAL && !b->writer.out->error
               ? report_row(b, b->rows.line, b->rows.code, row_problem(&b->rows), true)
               : code;
}

/* Whether rows go from an array to the block as they lie there. */
static bool reads_blocks(const batch *b)
{
    return b->rows.format == INPUT_NPY && b->rows.native && b->rows.npy.columns > 0 && b->block.batch &&
           b->computation->wrenches.count == 0;
}

/* Variables that the command line sets, and that therefore are printed as inputs. */
static variable_set given_by_options(const computation *t)
{
    variable_set given = NO_VARIABLES;
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        given.has[kind] = t->options->state.vectors[kind] != NULL;
    }
    return given;
}

/* Logs have velocities and no accelerations, which then count as 0: easily taken for the torques of the motion. */
static void note_missing_accelerations(batch *b, variable_set given)
{
    const bool is_log = b->rows.is_log || b->rows.dialect;
    if (is_log && b->computation->inputs.has[VARIABLE_QDD] && given.has[VARIABLE_QD] && !given.has[VARIABLE_QDD]) {
        progress_clear(&b->progress);
        note("the log gives no accelerations qdd: they count as 0; 'condyle smooth' computes them from q and t");
    }
}

static exit_code open_rows(batch *b)
{
    computation *t = b->computation;
    const calculation_options *o = t->options;
    exit_code code = t->calculation->wrenches ? wrench_list_open(&t->wrenches, t->robot->model) : EXIT_FINE;
    if (code != EXIT_FINE) {
        return code;
    }
    t->passed.format = t->format;
    row_target target = {
        .elements = &t->elements,
        .inputs = t->inputs,
        .needed = {{[VARIABLE_T] = t->inputs.has[VARIABLE_T]}},
        .replaced = variable_set_difference(t->calculation->inputs, t->inputs),
        .values = t->state.values,
        .wrenches = t->calculation->wrenches ? &t->wrenches : NULL,
        .passed = &t->passed,
        .map = &o->rows.map,
        .topic = o->rows.topic,
        .degrees = o->numbers.degrees,
        .gravity = t->calculation->gravity && !o->robot.gravity_given,
    };
    if (row_reader_open(&b->rows, o->rows.input, (input_format)o->rows.format, &target) != ROW_OK) {
        return report_row(b, b->rows.line, b->rows.code, row_problem(&b->rows), true);
    }
    if (b->rows.format == INPUT_NPY) {
        passed_complete(&t->passed); /* an array has no names */
    }
    row_report_unread(&b->rows, &b->progress);
    const variable_set named = variable_set_union(b->rows.given, given_by_options(t));
    const variable_set given = variable_set_intersection(named, t->inputs);
    note_missing_accelerations(b, given);
    return row_writer_open(&b->writer, t, b->writer.out, given);
}

/* Skips the rows before the slice of --rows, and opens the array that the slice is written into. */
static exit_code open_slice(batch *b)
{
    const calculation_options *o = b->computation->options;
    const row_status status = row_reader_skip(&b->rows, o->rows.first);
    if (status == ROW_FATAL) {
        return report_row(b, b->rows.line, b->rows.code, row_problem(&b->rows), true);
    }
    uint64_t total, last = UINT64_MAX;
    const bool known = row_reader_count(&b->rows, &total);
    if (status == ROW_END && o->rows.count > 0) {
        note("--rows %s: the input ends before row %llu", o->rows.slice, (unsigned long long)o->rows.first);
    }
    b->left = status == ROW_END ? 0 : o->rows.count;
    if (known) {
        const uint64_t first = o->rows.first < total ? o->rows.first : total;
        b->left = b->left < total - first ? b->left : total - first;
        last = first + b->left;
        row_writer_expect(&b->writer, b->left);
    }
    if (!o->invocation.shared_output) {
        return EXIT_FINE;
    }
    if (!known) {
        return fail(EXIT_USAGE, "--rows into an npy file needs rows whose number is known: an npy file as --input");
    }
    const array_slice slice = {.path = o->invocation.output,
                               .rows = total,
                               .first = last - b->left,
                               .last = last,
                               .replace = o->invocation.force};
    return row_writer_share(&b->writer, &slice);
}

static exit_code summarize(const batch *b)
{
    row_faults_finish(&b->faults);
    if (b->unreached) {
        return fail(EXIT_NUMERICAL, "%llu of %llu targets not reached", (unsigned long long)b->unreached,
                    (unsigned long long)b->writer.written);
    }
    return EXIT_FINE;
}

/* Computes states from the rows of --input. */
static exit_code run_rows(batch *b, output *out)
{
    uint64_t rows;
    bool done = false;
    exit_code code = open_rows(b);
    if (code == EXIT_FINE && row_reader_count(&b->rows, &rows) && !b->computation->options->rows.keep_going) {
        row_writer_expect(&b->writer, rows);
    }
    b->left = UINT64_MAX;
    if (code == EXIT_FINE && b->computation->options->rows.slice) {
        code = open_slice(b);
    }
    code = code == EXIT_FINE ? row_writer_check(&b->writer) : code;
    code = code == EXIT_FINE ? block_open(&b->block, b->computation) : code;
    const bool blocks = code == EXIT_FINE && reads_blocks(b);
    b->writes_blocks = blocks && row_writer_takes_rows(&b->writer, &b->block);
    while (code == EXIT_FINE && !done && !out->error) {
        code = blocks ? run_block(b, &done) : run_row(b, &done);
    }
    progress_clear(&b->progress);
    if (code != EXIT_FINE) {
        return code;
    }
    code = row_writer_finish(&b->writer);
    exit_code result = summarize(b);
    out->complete = code == EXIT_FINE;
    return code == EXIT_FINE ? result : code;
}

/* Draws random rows. */
static exit_code run_random(batch *b, output *out)
{
    computation *t = b->computation;
    uint64_t count = t->random_rows;
    exit_code code = row_writer_open(&b->writer, t, out, NO_VARIABLES);
    row_writer_expect(&b->writer, count);
    for (uint64_t i = 0; i < count && code == EXIT_FINE && !out->error; i++) {
        t->calculation->draw(t);
        progress_show(&b->progress, i, count);
        code = write_row(b, 0);
    }
    progress_clear(&b->progress);
    return code == EXIT_FINE ? row_writer_finish(&b->writer) : code;
}

exit_code batch_run(computation *t, output *out)
{
    batch b = {.computation = t,
               .faults.keep_going = t->options->rows.keep_going,
               .progress = progress_begin(),
               .writer = {.out = out}};
    exit_code code = keep_initial(&b);
    if (code == EXIT_FINE) {
        code = t->options->rows.input ? run_rows(&b, out) : run_random(&b, out);
    }
    for (size_t i = 0; i < b.initial_count; i++) {
        free(b.initial[i].values);
    }
    row_writer_close(&b.writer);
    block_close(&b.block);
    row_reader_close(&b.rows);
    return code;
}
