/* condyle motion: the rows of a log as the robot reads them. */
#include "compute/calculation.h"
#include "compute/row_writer.h"
#include "options/command.h"
#include "rows/row_pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct motion_options {
    calculation_options calculation;
} motion_options;

/* The variables of a row, in the order of the columns. */
static const struct {
    variable kind;
    const char *name;
} vectors[] = {
    {VARIABLE_TIME, "t"}, {VARIABLE_Q, "q"}, {VARIABLE_QD, "qd"}, {VARIABLE_QDD, "qdd"}, {VARIABLE_TAU, "tau"}};

enum { VECTORS = sizeof vectors / sizeof *vectors };

typedef struct reading {
    computation *computation;
    calculation_options options; /* with the fields of the rows */
    row_pass pass;
    row_writer writer;
    output *out;
    bool *columns[VECTORS]; /* by element: it has a column; NULL where the first row gives none of the vector */
    text_buffer fields;     /* of all columns */
    double *last;           /* nq: the configuration of the row before, at first home */
    bool begun;
    bool gives_position; /* the row that was read has a coordinate of q */
} reading;

static size_t size_of(const reading *r, int vector)
{
    return variable_size(r->computation->robot->model, vectors[vector].kind);
}

/* Whether a number of the row that was read is there. Every coordinate of q is, where the row gives one. */
static bool is_given(const reading *r, int vector, size_t element)
{
    return vectors[vector].kind == VARIABLE_Q ? r->gives_position
                                              : !isnan(r->computation->state.values[vectors[vector].kind][element]);
}

static bool finds_position(const reading *r)
{
    const double *q = r->computation->state.values[VARIABLE_Q];
    const int nq = cdy_model_nq(r->computation->robot->model);
    int i = 0;
    while (i < nq && isnan(q[i])) {
        i++;
    }
    return i < nq;
}

/* Notes which elements of a vector the first row gives; *whole: all of them. */
static bool find_columns(reading *r, int vector, bool *whole)
{
    const size_t size = size_of(r, vector);
    bool any = false;
    *whole = true;
    r->columns[vector] = calloc(size + 1, sizeof(bool));
    for (size_t i = 0; r->columns[vector] && i < size; i++) {
        r->columns[vector][i] = is_given(r, vector, i);
        any = any || r->columns[vector][i];
        *whole = *whole && r->columns[vector][i];
    }
    return any;
}

/* Adds the names of a vector's columns to the fields: that of the vector where all elements have one. */
static void add_fields(reading *r, int vector, bool whole)
{
    const field each = {.kind = vectors[vector].kind, .whole = true};
    for (size_t i = 0; i < (whole ? 1 : size_of(r, vector)); i++) {
        if (whole || r->columns[vector][i]) {
            text_add(&r->fields, "%s", r->fields.length > 0 ? "," : "");
            if (whole) {
                text_add(&r->fields, "%s", vectors[vector].name);
            } else {
                field_add_column(&each, r->computation, i, &r->fields);
            }
        }
    }
}

/* Opens the output at the first row, which names the columns. */
static exit_code begin(reading *r)
{
    uint64_t rows;
    r->begun = true;
    for (int i = 0; i < VECTORS; i++) {
        bool whole;
        if (find_columns(r, i, &whole)) {
            add_fields(r, i, whole);
        }
        if (!r->columns[i] || r->fields.failed) {
            return fail_memory();
        }
    }
    if (!r->options.numbers.fields) {
        r->options.numbers.fields = text_get(&r->fields);
    }
    const exit_code code = row_writer_open(&r->writer, r->computation, r->out, NO_VARIABLES);
    if (row_reader_count(&r->pass.rows, &rows)) {
        row_writer_expect(&r->writer, rows);
    }
    return code == EXIT_FINE ? row_writer_check(&r->writer) : code;
}

/* Refuses a row that gives a number for which there is no column. */
static exit_code check_columns(reading *r)
{
    for (int vector = 0; vector < VECTORS; vector++) {
        for (size_t i = 0; i < size_of(r, vector); i++) {
            if (is_given(r, vector, i) && !r->columns[vector][i]) {
                const field each = {.kind = vectors[vector].kind, .whole = true};
                text_buffer problem = {0};
                text_add(&problem, "the row gives '");
                field_add_column(&each, r->computation, i, &problem);
                text_add(&problem, "', which the first row lacks; expected the same numbers in each row");
                const exit_code code =
                    problem.failed ? fail_memory() : row_pass_report(&r->pass, EXIT_INPUT, text_get(&problem), false);
                text_clear(&problem);
                return code;
            }
        }
    }
    return EXIT_FINE;
}

/* A coordinate that the row does not give stays where the row before had it. */
static void keep_coordinates(const reading *r)
{
    double *q = r->computation->state.values[VARIABLE_Q];
    const size_t nq = (size_t)cdy_model_nq(r->computation->robot->model);
    for (size_t i = 0; i < nq; i++) {
        q[i] = isnan(q[i]) ? r->last[i] : q[i];
    }
    memcpy(r->last, q, nq * sizeof *q);
}

static exit_code take_row(void *context)
{
    reading *r = context;
    double *const *values = r->computation->state.values;
    const uint64_t skipped = r->pass.faults.skipped;
    r->gives_position = finds_position(r);
    exit_code code = r->begun ? EXIT_FINE : begin(r);
    code = code == EXIT_FINE ? check_columns(r) : code;
    if (code != EXIT_FINE || r->pass.faults.skipped > skipped) {
        return code;
    }
    keep_coordinates(r);
    for (int i = 0; i < VECTORS && r->options.numbers.degrees; i++) {
        variable_to_degrees(r->computation->robot->model, vectors[i].kind, values[vectors[i].kind]);
    }
    const char *problem = row_writer_add(&r->writer);
    return problem ? fail(EXIT_IO, "%s", problem) : r->out->error ? EXIT_IO : EXIT_FINE;
}

static exit_code read_rows(reading *r)
{
    const row_target target = {.elements = &r->computation->elements,
                               .inputs = r->computation->calculation->results,
                               .values = r->computation->state.values,
                               .map = &r->options.rows.map,
                               .topic = r->options.rows.topic,
                               .degrees = r->options.numbers.degrees,
                               .notes_results = true};
    exit_code code = row_pass_read(&r->pass, &r->options.rows, &target, take_row, r);
    if (code == EXIT_FINE && !r->begun) {
        code = fail(EXIT_INPUT, "'%s' has no rows", r->options.rows.input);
    }
    code = code == EXIT_FINE ? row_writer_finish(&r->writer) : code;
    row_reader_close(&r->pass.rows);
    row_faults_finish(&r->pass.faults);
    row_writer_close(&r->writer);
    return code;
}

static exit_code run_computation(computation *t, output *out)
{
    const calculation_options *given = t->options;
    reading r = {.computation = t,
                 .options = *given,
                 .pass.progress = progress_begin(),
                 .out = out,
                 .last = calloc((size_t)cdy_model_nq(t->robot->model) + 1, sizeof *r.last)};
    if (!r.last) {
        return fail_memory();
    }
    cdy_home_configuration(t->robot->model, r.last);
    t->options = &r.options;
    const exit_code code = read_rows(&r);
    t->options = given;
    for (int i = 0; i < VECTORS; i++) {
        free(r.columns[i]);
    }
    text_clear(&r.fields);
    free(r.last);
    return code;
}

static const calculation motion_rows = {
    .command = "motion",
    .title = "Motion",
    .results = SET_OF(HAS(TIME), HAS(Q), HAS(QD), HAS(QDD), HAS(TAU)),
    .run = run_computation,
};

static exit_code complete(void *values, const invocation *given)
{
    const motion_options *o = values;
    (void)given;
    return o->calculation.rows.input ? EXIT_FINE : fail(EXIT_USAGE, "'motion' needs --input FILE, a log or rows");
}

static const option_row rows[] = {
    INCLUDE_TABLE(row_table, motion_options, calculation.rows),
    INCLUDE_TABLE(robot_table, motion_options, calculation.robot),
    INCLUDE_TABLE(number_table, motion_options, calculation.numbers),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

static exit_code run(const void *options, output *out)
{
    return calculation_run(&motion_rows, options, out);
}

const command command_motion = {
    .name = "motion",
    .summary = "the rows of a log as this robot reads them",
    .description =
        "Motion: rows t, q, qd, qdd and tau of --input, in any format that is read, under the robot's names,\n"
        "in its order and in SI units.  The columns are what the first row gives, and all of q.  A\n"
        "coordinate of q that a row lacks stays where the row before had it, at first at home; another\n"
        "number that a later row lacks is empty in csv, null in json, NaN in npy.  Columns of npy, which\n"
        "have no names, are t, q, qd, qdd and tau in this order, read and written: commands without times\n"
        "take the first for q, so that --fields q,qd,qdd makes arrays for them.  'rows LOG --extract'\n"
        "writes the rows of a log of ROS under the log's own names, without a robot.\n",
    .examples = "condyle motion universalUR5e --input log.csv --map timestamp=t --map actual_q_=q. -o motion.csv\n"
                "condyle motion arm.urdf --input drive.mcap --fields t,q --format npy -o motion.npy\n",
    .options = &table,
    .size = sizeof(motion_options),
    .run = run,
};
