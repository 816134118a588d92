/* Rows as comma-separated values under a header of names. */
#include "compute/row_writer.h"
#include "run/csv.h"
#include "text/decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A column: its name, at `offset` in the text of all names, and its element of a variable. */
typedef struct named_column {
    const char *name;
    size_t offset, element;
    variable kind;
} named_column;

static int compare_columns(const void *a, const void *b)
{
    return strcmp(((const named_column *)a)->name, ((const named_column *)b)->name);
}

/* Writes the names of all columns to w->row, each with a terminating NUL. */
static size_t list_columns(row_writer *w, named_column *columns)
{
    size_t count = 0;
    for (size_t i = 0; i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        const size_t width = field_columns(f, w->computation, w->wrenches);
        for (size_t k = 0; k < width; k++) {
            const size_t within = f->kind == VARIABLE_WRENCHES ? 6 * (size_t)f->wrench + f->element : f->element;
            columns[count++] = (named_column){NULL, w->row.length, f->whole ? k : within, f->kind};
            field_add_column(f, w->computation, k, &w->row);
            text_add_bytes(&w->row, "", 1);
        }
    }
    for (size_t i = 0; i < count && !w->row.failed; i++) {
        columns[i].name = w->row.bytes + columns[i].offset;
    }
    return w->row.failed ? 0 : count;
}

/* Refuses two different columns with the same name: bodies `b` and `b@body`, or joints `j` and `j[0]`, may give one. */
static void check_columns(row_writer *w)
{
    named_column *columns = calloc(w->columns + 1, sizeof *columns);
    const size_t count = columns ? list_columns(w, columns) : 0;
    w->failed = w->failed || !columns;
    if (count) {
        qsort(columns, count, sizeof *columns, compare_columns);
    }
    for (size_t i = 1; i < count && !w->problem; i++) {
        const named_column *a = &columns[i - 1], *b = &columns[i];
        if (strcmp(a->name, b->name) == 0 && (a->kind != b->kind || a->element != b->element)) {
            w->problem = "two columns of the output would have one name, for the robot has names that look like others "
                         "with an index, a unit or a frame; rename them, or use --format json";
        }
    }
    free(columns);
    w->failed = w->failed || w->row.failed;
    text_reset(&w->row);
}

void csv_row_header(row_writer *w)
{
    csv_row header = {.out = w->out};
    check_columns(w);
    if (w->problem) {
        return;
    }
    const passed *front = &w->computation->passed;
    text_reset(&w->row);
    for (size_t i = 0; i < front->count && !w->fields.passes; i++) {
        passed_add_name(front, i, &w->row);
        text_add_bytes(&w->row, ",", 1);
    }
    output_bytes(w->out, text_get(&w->row), w->row.length);
    for (size_t i = 0; i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        size_t columns = field_columns(f, w->computation, w->wrenches);
        for (size_t k = 0; k < columns; k++) {
            text_reset(&w->row);
            field_add_column(f, w->computation, k, &w->row);
            csv_add_text(&header, text_get(&w->row));
        }
    }
    csv_end_row(&header);
}

/* Writes each number, exactly or with `precision` digits, and a comma; only the comma where it is not finite. */
static char *put_numbers(const double *values, size_t count, int precision, char *end)
{
    for (size_t i = 0; i < count; i++) {
        end += isfinite(values[i]) ? cdy_write_decimal(values[i], precision, end) : 0;
        *end++ = ',';
    }
    return end;
}

/* The longest name of a joint in a row, quoted, with its comma. */
static size_t name_room(const row_writer *w)
{
    size_t longest = 0;
    for (int i = 0; i < cdy_model_nv(w->computation->robot->model); i++) {
        cdy_coordinate coordinate;
        if (cdy_model_velocity(w->computation->robot->model, i, &coordinate) == CDY_OK) {
            const size_t length = strlen(coordinate.joint);
            longest = length > longest ? length : longest;
        }
    }
    return 2 * longest + 16;
}

/* Writes the name of a joint in quotes, with `"` doubled, and a comma; only the comma where there is none. */
static char *put_joint(row_writer *w, double value, char *end)
{
    text_buffer name = {0};
    variable_add_joint(w->computation->robot->model, value, &name);
    const char *c = text_get(&name);
    const bool quoted = strpbrk(c, ",\"\r\n") != NULL;
    for (*end = '"', end += quoted; *c; c++) {
        *end = '"';
        end += *c == '"';
        *end++ = *c;
    }
    *end = '"';
    end += quoted;
    *end++ = ',';
    w->failed = w->failed || name.failed;
    text_clear(&name);
    return end;
}

/* Writes the value of a passed column, and a comma. */
static char *put_passed(const row_writer *w, size_t number, char *end)
{
    size_t length;
    const char *value = passed_value(w->computation->passed_row, number, &length);
    memcpy(end, value, length);
    end[length] = ',';
    return end + length + 1;
}

/* The length of all passed columns, with their commas. */
static size_t passed_room(const row_writer *w)
{
    size_t room = 0, length;
    for (size_t i = 0; i < w->computation->passed.count; i++) {
        passed_value(w->computation->passed_row, i, &length);
        room += length + 1;
    }
    return room;
}

/* Writes the numbers of a field. */
static char *put_field(const row_writer *w, const field *f, char *end)
{
    const size_t columns = field_columns(f, w->computation, w->wrenches);
    size_t count;
    for (size_t k = 0; k < columns; k += count) {
        const double *values = field_values(f, w->computation, k, columns, &count);
        end = put_numbers(values, count, w->computation->options->numbers.precision, end);
    }
    return end;
}

/* Room for the texts of a row. A column that --fields names twice needs its room twice. */
static size_t text_room_of(const row_writer *w)
{
    size_t room = w->fields.passes ? 0 : passed_room(w), length;
    for (size_t i = 0; i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        if (f->passed > 0) {
            passed_value(w->computation->passed_row, f->passed - 1, &length);
            room += length + 1;
        } else {
            room += variable_type_of(f->kind) == TYPE_JOINT ? name_room(w) : 0;
        }
    }
    return room;
}

void csv_row_put(row_writer *w)
{
    const size_t front = w->fields.passes ? 0 : w->computation->passed.count;
    char *begin = text_room(&w->row, w->columns * (CDY_DECIMAL_SIZE + 1) + text_room_of(w) + 1), *end = begin;
    for (size_t i = 0; begin && i < front; i++) {
        end = put_passed(w, i, end);
    }
    for (size_t i = 0; begin && i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        if (f->passed > 0) {
            end = put_passed(w, f->passed - 1, end);
        } else if (variable_type_of(f->kind) == TYPE_JOINT) {
            end = put_joint(w, w->computation->state.values[f->kind][0], end);
        } else {
            end = put_field(w, f, end);
        }
    }
    if (begin) {
        end -= end > begin && w->columns > 0; /* the last comma */
        *end++ = '\n';
        text_take(&w->row, end);
    }
}
