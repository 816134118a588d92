/* A report as a table for people: every value with its joint and its unit. */
#include "number_style.h"
#include "report.h"
#include "utf8.h"

#include <string.h>

enum {
    INPUT_DIGITS = 10,
    RESULT_DIGITS = 12,
    MATRIX_DIGITS = 8,
    PAGE_WIDTH = 100 /* columns that a matrix may take before it is cut into blocks */
};

/* One vector of the table. */
typedef struct column {
    vector_kind kind;
    const double *values;
    number_style style;
    size_t width;      /* of the numbers and the heading */
    size_t unit_width; /* of the longest unit */
} column;

/* The vectors whose elements belong to the same rows. */
typedef struct grid {
    const cdy_model *model;
    column columns[VECTOR_COUNT];
    size_t count;
    size_t name_width, type_width;
} grid;

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Writes a row's name: the joint, the place in it and what stands there. */
static void write_label(output *out, vector_kind kind, const cdy_coordinate *coordinate)
{
    output_name(out, coordinate->joint);
    if (coordinate->count > 1) {
        output_format(out, "[%d] %s", coordinate->component, coordinate_component(kind, coordinate));
    }
}

static size_t label_width(vector_kind kind, const cdy_coordinate *coordinate)
{
    size_t width = utf8_columns(coordinate->joint);
    if (coordinate->count > 1) {
        width += 4 + strlen(coordinate_component(kind, coordinate)); /* at most 7 components: one digit */
    }
    return width;
}

static void grid_add(grid *g, vector_kind kind, const double *values, int digits)
{
    size_t length = (size_t)vector_length(g->model, kind);
    column c = {.kind = kind, .values = values, .style = number_style_fit(values, length, digits)};
    c.width = larger(c.style.width, strlen(vector_name(kind)));
    for (size_t i = 0; i < length; i++) {
        cdy_coordinate coordinate = vector_coordinate(g->model, kind, (int)i);
        c.unit_width = larger(c.unit_width, strlen(coordinate_unit(kind, &coordinate)));
        g->name_width = larger(g->name_width, label_width(kind, &coordinate));
        g->type_width = larger(g->type_width, strlen(cdy_joint_type_name(coordinate.type)));
    }
    g->columns[g->count++] = c;
}

static void write_heading(const grid *g, output *out)
{
    output_text(out, "\n  joint");
    output_repeat(out, ' ', g->name_width - strlen("joint"));
    output_text(out, "  type");
    for (size_t i = 0; i < g->count; i++) {
        const column *c = &g->columns[i];
        size_t before = i ? g->columns[i - 1].unit_width : g->type_width - strlen("type");
        output_repeat(out, ' ', before + 2 + (i ? 1 : 0));
        output_format(out, "%*s", (int)c->width, vector_name(c->kind));
    }
    output_text(out, "\n  ");
    output_repeat(out, '-', g->name_width);
    output_text(out, "  ");
    output_repeat(out, '-', g->type_width);
    for (size_t i = 0; i < g->count; i++) {
        output_text(out, "  ");
        output_repeat(out, '-', g->columns[i].width + 1 + g->columns[i].unit_width);
    }
    output_text(out, "\n");
}

static void write_row(const grid *g, output *out, int row)
{
    vector_kind kind = g->columns[0].kind;
    cdy_coordinate coordinate = vector_coordinate(g->model, kind, row);
    const char *type = cdy_joint_type_name(coordinate.type);
    output_text(out, "  ");
    write_label(out, kind, &coordinate);
    output_repeat(out, ' ', g->name_width - label_width(kind, &coordinate));
    output_format(out, "  %s", type);
    size_t gap = g->type_width - strlen(type);
    for (size_t i = 0; i < g->count; i++) {
        const column *c = &g->columns[i];
        cdy_coordinate element = vector_coordinate(g->model, c->kind, row);
        const char *unit = coordinate_unit(c->kind, &element);
        char number[NUMBER_STYLE_SIZE];
        number_style_write(&c->style, c->values[row], number);
        output_repeat(out, ' ', gap + 2);
        output_format(out, "%*s%s%s", (int)c->width, number, *unit ? " " : "", unit);
        gap = c->unit_width - strlen(unit) + (*unit ? 0 : 1);
    }
    output_text(out, "\n");
}

static void write_grid(grid *g, output *out)
{
    if (!g->count) {
        return;
    }
    g->name_width = larger(g->name_width, strlen("joint"));
    g->type_width = larger(g->type_width, strlen("type"));
    write_heading(g, out);
    int rows = vector_length(g->model, g->columns[0].kind);
    for (int row = 0; row < rows; row++) {
        write_row(g, out, row);
    }
}

static void write_wrench(const report *done, const wrench *w, output *out)
{
    const double *v = w->values;
    output_text(out, "  wrench   on ");
    output_name(out, cdy_model_frame_name(done->robot->model, w->frame));
    output_format(out, ": moment %.10g %.10g %.10g N m, force %.10g %.10g %.10g N, %s\n", v[0], v[1], v[2], v[3], v[4],
                  v[5], w->in_body ? "in its own frame" : "in the base frame");
}

static void write_head(const report *done, output *out)
{
    double g[3];
    cdy_model_get_gravity(done->robot->model, g);
    const char *name = robot_name(done->robot);
    output_format(out, "%s of ", done->calculation->title);
    output_name(out, name);
    if (strcmp(name, done->robot->source) != 0) {
        output_text(out, " (");
        output_name(out, strcmp(done->robot->source, "-") ? done->robot->source : "standard input");
        output_text(out, ")");
    }
    output_format(out, "\n\n  gravity  %.10g %.10g %.10g m/s2 in the base frame\n", g[0], g[1], g[2]);
    for (size_t i = 0; i < done->wrenches->count; i++) {
        write_wrench(done, &done->wrenches->items[i], out);
    }
    if (done->random) {
        output_format(out, "  random   from seed %llu\n", (unsigned long long)done->options->seed);
    }
}

/* The inputs and then the result; q has its own rows where a floating joint gives it one more element than the
 * others have. */
static void write_vectors(const report *done, output *out)
{
    const calculation *c = done->calculation;
    double *const *vectors = done->state->vectors;
    grid g = {.model = done->robot->model};
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        if (c->inputs & 1u << kind) {
            grid_add(&g, (vector_kind)kind, vectors[kind], INPUT_DIGITS);
        }
        if (kind == VECTOR_Q && cdy_model_nq(g.model) != cdy_model_nv(g.model)) {
            write_grid(&g, out);
            g = (grid){.model = g.model};
        }
    }
    if (!c->matrix) {
        grid_add(&g, c->result, vectors[c->result], RESULT_DIGITS);
    }
    write_grid(&g, out);
}

/* Writes the units that the entries of M have. */
static void write_matrix_units(const cdy_model *model, output *out)
{
    bool angular = false, linear = false;
    for (int i = 0; i < cdy_model_nv(model); i++) {
        bool turns = vector_coordinate(model, VECTOR_QD, i).angular;
        angular = angular || turns;
        linear = linear || !turns;
    }
    output_text(out, "\n  M, rows and columns in the order of the joints, in ");
    output_text(out, !linear    ? "kg m2\n"
                     : !angular ? "kg\n"
                                : "kg m2 (two angles), kg m (angle and length), kg (two lengths)\n");
}

/* How a matrix is laid out. */
typedef struct layout {
    number_style style;
    size_t index_width, name_width, width; /* of a row's number, of its name, of an entry */
} layout;

static layout layout_matrix(const report *done)
{
    const cdy_model *model = done->robot->model;
    size_t n = (size_t)cdy_model_nv(model);
    char last[NUMBER_STYLE_SIZE];
    layout l = {.style = number_style_fit(done->state->M, n * n, MATRIX_DIGITS)};
    l.index_width = (size_t)snprintf(last, sizeof last, "%zu", n);
    l.width = larger(l.style.width, l.index_width);
    for (size_t i = 0; i < n; i++) {
        cdy_coordinate coordinate = vector_coordinate(model, VECTOR_QD, (int)i);
        l.name_width = larger(l.name_width, label_width(VECTOR_QD, &coordinate));
    }
    return l;
}

/* Writes an entry; zeros that are exact show as such, for they are where nothing couples two joints. */
static void write_entry(const layout *l, double value, output *out)
{
    char number[NUMBER_STYLE_SIZE] = "0";
    if (value < 0 || value > 0) {
        number_style_write(&l->style, value, number);
    }
    output_format(out, "  %*s", (int)l->width, number);
}

/* Writes columns first to end - 1 of the matrix. */
static void write_block(const report *done, const layout *l, size_t first, size_t end, output *out)
{
    const cdy_model *model = done->robot->model;
    size_t n = (size_t)cdy_model_nv(model);
    output_text(out, "\n");
    output_repeat(out, ' ', 4 + l->index_width + l->name_width);
    for (size_t j = first; j < end; j++) {
        output_format(out, "  %*zu", (int)l->width, j + 1);
    }
    output_text(out, "\n");
    for (size_t i = 0; i < n; i++) {
        cdy_coordinate coordinate = vector_coordinate(model, VECTOR_QD, (int)i);
        output_format(out, "  %*zu  ", (int)l->index_width, i + 1);
        write_label(out, VECTOR_QD, &coordinate);
        output_repeat(out, ' ', l->name_width - label_width(VECTOR_QD, &coordinate));
        for (size_t j = first; j < end; j++) {
            write_entry(l, done->state->M[i * n + j], out);
        }
        output_text(out, "\n");
    }
}

/* The matrix in blocks of as many columns as a page takes. */
static void write_matrix(const report *done, output *out)
{
    size_t n = (size_t)cdy_model_nv(done->robot->model);
    layout l = layout_matrix(done);
    size_t used = 4 + l.index_width + l.name_width;
    size_t fitting = used + l.width + 2 < PAGE_WIDTH ? (PAGE_WIDTH - used) / (l.width + 2) : 1;
    write_matrix_units(done->robot->model, out);
    for (size_t first = 0; first < n; first += fitting) {
        write_block(done, &l, first, first + fitting < n ? first + fitting : n, out);
    }
}

exit_code report_write_table(const report *done, output *out)
{
    write_head(done, out);
    if (cdy_model_nv(done->robot->model) == 0) {
        output_text(out, "\n  The robot has no degree of freedom.\n");
        return EXIT_FINE;
    }
    write_vectors(done, out);
    if (done->calculation->matrix) {
        write_matrix(done, out);
    }
    return EXIT_FINE;
}
