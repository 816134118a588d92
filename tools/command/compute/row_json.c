/* Rows as JSON, one object a line. */
#include "compute/row_writer.h"
#include "rows/json.h"

#include <stdlib.h>
#include <string.h>

static void add_text(text_buffer *row, const char *text)
{
    text_add_bytes(row, text, strlen(text));
}

/* Adds a name in quotes, escaped. */
static void add_name(text_buffer *row, const char *name)
{
    json_t *value = json_from_text(name);
    char *written = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
    if (written) {
        add_text(row, written);
    }
    row->failed = row->failed || !written;
    free(written);
    json_decref(value);
}

static void add_numbers(text_buffer *row, const double *values, size_t count, int precision)
{
    add_text(row, "[");
    for (size_t i = 0; i < count; i++) {
        add_text(row, i ? ", " : "");
        row_add_json(row, values[i], TYPE_REAL, precision);
    }
    add_text(row, "]");
}

static bool has_wrenches(const wrench_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (wrench_is_there(&list->items[i])) {
            return true;
        }
    }
    return false;
}

static void add_wrenches(row_writer *w)
{
    const wrench_list *list = &w->computation->wrenches;
    bool begun = false;
    add_text(&w->row, "[");
    for (size_t i = 0; i < list->count; i++) {
        const wrench *item = &list->items[i];
        if (!wrench_is_there(item)) {
            continue;
        }
        add_text(&w->row, begun ? ", {\"body\": " : "{\"body\": ");
        begun = true;
        add_name(&w->row, cdy_model_frame_name(w->computation->robot->model, item->frame));
        text_add(&w->row, ", \"frame\": \"%s\", \"wrench\": ", wrench_word(item->kind));
        add_numbers(&w->row, item->values, 6, w->computation->options->numbers.precision);
        add_text(&w->row, "}");
    }
    add_text(&w->row, "]");
}

/* Adds the name of a joint, or null. */
static void add_joint(row_writer *w, double value)
{
    text_buffer name = {0};
    variable_add_joint(w->computation->robot->model, value, &name);
    if (value >= 0) {
        add_name(&w->row, text_get(&name));
    } else {
        add_text(&w->row, "null");
    }
    w->row.failed = w->row.failed || name.failed;
    text_clear(&name);
}

/* Adds a number, an array, or an array of arrays. */
static void add_variable(row_writer *w, variable kind)
{
    const double *values = w->computation->state.values[kind];
    variable_shape shape = variable_shape_of(&w->computation->dimensions, kind);
    int precision = w->computation->options->numbers.precision;
    if (variable_type_of(kind) == TYPE_JOINT) {
        add_joint(w, values[0]);
    } else if (shape.dimensions == 0) {
        row_add_json(&w->row, values[0], variable_type_of(kind), precision);
    } else if (shape.dimensions == 1) {
        add_numbers(&w->row, values, shape.columns, precision);
    } else {
        add_text(&w->row, "[");
        for (size_t i = 0; i < shape.rows; i++) {
            add_text(&w->row, i ? ", " : "");
            add_numbers(&w->row, values + i * shape.columns, shape.columns, precision);
        }
        add_text(&w->row, "]");
    }
}

/* Adds a single element under the name of its column; "angle_unit" gives the unit. */
static void add_element(row_writer *w, const field *f)
{
    text_buffer name = {0};
    field_add_column(f, w->computation, 0, &name);
    add_name(&w->row, text_get(&name));
    w->row.failed = w->row.failed || name.failed;
    text_clear(&name);
    add_text(&w->row, ": ");
    row_add_json(&w->row, field_value(f, w->computation, 0), variable_type_of(f->kind),
                 w->computation->options->numbers.precision);
}

/* Adds a passed column as a member of the object, where the row has it; returns whether the object has members. */
static bool add_passed(row_writer *w, size_t number, bool begun)
{
    size_t length;
    const char *value = passed_value(w->computation->passed_row, number, &length);
    if (length > 0) {
        add_text(&w->row, begun ? ", " : "");
        passed_add_name(&w->computation->passed, number, &w->row);
        add_text(&w->row, ": ");
        text_add_bytes(&w->row, value, length);
    }
    return begun || length > 0;
}

void json_row_put(row_writer *w)
{
    const size_t front = w->fields.passes ? 0 : w->computation->passed.count;
    add_text(&w->row, w->computation->options->numbers.degrees ? "{\"angle_unit\": \"deg\"" : "{");
    bool begun = w->computation->options->numbers.degrees;
    for (size_t i = 0; i < front; i++) {
        begun = add_passed(w, i, begun);
    }
    for (size_t i = 0; i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        if (f->passed > 0) {
            begun = add_passed(w, f->passed - 1, begun);
            continue;
        }
        if (f->kind == VARIABLE_WRENCHES && f->whole && !has_wrenches(&w->computation->wrenches) &&
            !w->computation->options->numbers.fields) {
            continue;
        }
        add_text(&w->row, begun ? ", " : "");
        begun = true;
        if (!f->whole) {
            add_element(w, f);
            continue;
        }
        text_add(&w->row, "\"%s\": ", variable_name(f->kind));
        if (f->kind == VARIABLE_WRENCHES) {
            add_wrenches(w);
        } else {
            add_variable(w, f->kind);
        }
    }
    add_text(&w->row, "}\n");
}
