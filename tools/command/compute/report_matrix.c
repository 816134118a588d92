/* A matrix as a table for people, in blocks of as many columns as fit a page. */
#include "compute/report.h"
#include "run/number_style.h"

#include <string.h>

enum {
    DIGITS = 8,
    PAGE_WIDTH = 100 /* width above which a matrix is split into blocks */
};

/* Layout of a matrix. */
typedef struct layout {
    const computation *computation;
    variable kind;
    variable_shape shape;
    const double *values;
    number_style style;
    size_t index_width, name_width, width; /* widths of a row's number, of its name, of an entry */
    bool numbered;                         /* rows have numbers and names */
    int per;                               /* kind of the rows' elements, as in variable_description */
} layout;

/* Writes the name of a row and returns its width; `out` NULL: returns the width only. */
static size_t row_name(const layout *l, size_t row, output *out)
{
    if (l->per != PER_DEGREE) {
        const char *name = l->per < 0 ? variable_element_name(&l->computation->dimensions, l->per, row)
                                      : report_row_name(l->kind, row);
        output_short_name(out ? out : &(output){.error = 1}, name);
        return output_short_columns(name);
    }
    cdy_coordinate c = vector_coordinate(l->computation->robot->model, VECTOR_QD, (int)row);
    const char *component = c.count > 1 ? coordinate_component(VECTOR_QD, &c) : "";
    if (out) {
        output_short_name(out, c.joint);
    }
    if (out && c.count > 1) {
        output_format(out, "[%d] %s", c.component, component);
    }
    return output_short_columns(c.joint) +
           (c.count > 1 ? 4 + strlen(component) : 0); /* at most 7 components: one digit */
}

/* Writes the meaning of the matrix and the units of its entries. */
static void write_title(const layout *l, output *out)
{
    const cdy_model *model = l->computation->robot->model;
    bool angular = false, linear = false;
    for (int i = 0; i < cdy_model_nv(model); i++) {
        bool is_angular = vector_coordinate(model, VECTOR_QD, i).angular;
        angular = angular || is_angular;
        linear = linear || !is_angular;
    }
    if (variable_describe(l->kind)->title) {
        output_format(out, "\n  %s\n", variable_describe(l->kind)->title);
    } else if (l->kind == VARIABLE_T) {
        bool target = l->computation->inputs.has[VARIABLE_T];
        output_text(out, target ? "\n  T, where the body is to be in the base frame (m)\n"
                                : "\n  T, which turns coordinates in the body's frame into those it is seen in (m)\n");
    } else if (l->kind == VARIABLE_M) {
        output_text(out, "\n  M, rows and columns in the order of the joints, in ");
        output_text(out, !linear    ? "kg m2\n"
                         : !angular ? "kg\n"
                                    : "kg m2 (two angles), kg m (angle and length), kg (two lengths)\n");
    } else if (variable_is_square(l->kind)) {
        output_format(out, "\n  %s, rows and columns in the order of the joints, in SI units of both\n",
                      variable_name(l->kind));
    } else {
        output_text(out, l->kind == VARIABLE_COM_J
                             ? "\n  J of the center of mass, columns in the order of the joints: m/s"
                             : "\n  J, columns in the order of the joints: rad/s (rows w) and m/s (rows v)");
        output_format(out, " for a joint at %s\n", !linear ? "1 rad/s" : !angular ? "1 m/s" : "1 rad/s or 1 m/s");
    }
}

static layout lay_out(const computation *done, variable kind)
{
    const variable_description *described = variable_describe(kind);
    variable_shape shape = variable_shape_of(&done->dimensions, kind);
    char last[NUMBER_STYLE_SIZE];
    layout l = {
        .computation = done, .kind = kind, .shape = shape, .values = done->state.values[kind], .per = described->rows};
    l.style = number_style_fit(l.values, shape.rows * shape.columns,
                               done->options->numbers.precision ? done->options->numbers.precision : DIGITS);
    if (described->transposed) {
        l.per = described->columns;
        l.shape = (variable_shape){2, shape.columns, shape.rows};
    }
    l.numbered = l.per == PER_DEGREE || l.per == PER_ROW || l.per == PER_PARAMETER;
    const size_t most = l.shape.columns > l.shape.rows ? l.shape.columns : l.shape.rows;
    l.index_width = (size_t)snprintf(last, sizeof last, "%zu", most);
    l.width = l.style.width > l.index_width ? l.style.width : l.index_width;
    for (size_t k = 0; described->components && k < l.shape.columns; k++) {
        const size_t width = strlen(described->components[k]);
        l.width = width > l.width ? width : l.width;
    }
    for (size_t i = 0; i < l.shape.rows; i++) {
        size_t width = row_name(&l, i, NULL);
        l.name_width = width > l.name_width ? width : l.name_width;
    }
    return l;
}

/* Writes an entry. An exact zero is written as 0: the two joints are not coupled. */
static void write_entry(const layout *l, double value, output *out)
{
    char number[NUMBER_STYLE_SIZE] = "0";
    if (value < 0 || value > 0) {
        number_style_write(&l->style, value, number);
    }
    output_format(out, "  %*s", (int)l->width, number);
}

/* Returns the width before the entries. */
static size_t margin(const layout *l)
{
    return 2 + (l->numbered ? l->index_width + 2 : 0) + l->name_width;
}

/* Writes columns first to end - 1 of the matrix. */
static void write_block(const layout *l, size_t first, size_t end, output *out)
{
    output_text(out, "\n");
    if (l->kind != VARIABLE_T) {
        output_repeat(out, ' ', margin(l));
        const char *const *names = variable_describe(l->kind)->components;
        for (size_t j = first; j < end; j++) {
            if (names) {
                output_format(out, "  %*s", (int)l->width, names[j]);
            } else {
                output_format(out, "  %*zu", (int)l->width, j + 1);
            }
        }
        output_text(out, "\n");
    }
    for (size_t i = 0; i < l->shape.rows; i++) {
        output_text(out, "  ");
        if (l->numbered) {
            output_format(out, "%*zu  ", (int)l->index_width, i + 1);
        }
        output_repeat(out, ' ', l->name_width - row_name(l, i, out));
        for (size_t j = first; j < end; j++) {
            const bool transposed = variable_describe(l->kind)->transposed;
            write_entry(l, l->values[transposed ? j * l->shape.rows + i : i * l->shape.columns + j], out);
        }
        output_text(out, "\n");
    }
}

void report_write_matrix(const computation *done, variable kind, output *out)
{
    layout l = lay_out(done, kind);
    size_t used = margin(&l);
    size_t fitting = used + l.width + 2 < PAGE_WIDTH ? (PAGE_WIDTH - used) / (l.width + 2) : 1;
    write_title(&l, out);
    for (size_t first = 0; first < l.shape.columns; first += fitting) {
        size_t left = l.shape.columns - first;
        write_block(&l, first, first + (left < fitting ? left : fitting), out);
    }
}
