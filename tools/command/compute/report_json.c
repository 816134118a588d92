/* A report as one JSON object: the inputs and the results. */
#include "compute/report.h"
#include "compute/row_writer.h"
#include "rows/json.h"

#include <string.h>

/* The object under construction. Numbers are written one by one: a matrix of JSON values would take many times its
 * memory. */
typedef struct object {
    const computation *computation;
    output *out;
    text_buffer text;
    bool begun, failed;
} object;

static void put_key(object *o, const char *key)
{
    output_format(o->out, "%s\"%s\": ", o->begun ? ", " : "{", key);
    o->begun = true;
}

/* Writes a jansson value under a key. */
static void put(object *o, const char *key, json_t *value)
{
    put_key(o, key);
    o->failed = json_write(o->out, value) != EXIT_FINE || o->failed;
}

static void put_list(object *o, const double *values, size_t count)
{
    text_reset(&o->text);
    text_add_bytes(&o->text, "[", 1);
    for (size_t i = 0; i < count; i++) {
        text_add_bytes(&o->text, ", ", i ? 2 : 0);
        row_add_json(&o->text, values[i], TYPE_REAL, o->computation->options->numbers.precision);
    }
    text_add_bytes(&o->text, "]", 1);
    output_bytes(o->out, text_get(&o->text), o->text.length);
    o->failed = o->failed || o->text.failed;
}

static void put_numbers(object *o, const char *key, const double *values, size_t count)
{
    put_key(o, key);
    put_list(o, values, count);
}

/* Writes the name of a degree of freedom, or null. */
static void put_joint(object *o, const char *key, double value)
{
    text_buffer name = {0};
    variable_add_joint(o->computation->robot->model, value, &name);
    put(o, key, value >= 0 && !name.failed ? json_from_text(text_get(&name)) : json_null());
    o->failed = o->failed || name.failed;
    text_clear(&name);
}

static void put_variable(object *o, variable kind)
{
    const double *values = o->computation->state.values[kind];
    variable_shape shape = variable_shape_of(&o->computation->dimensions, kind);
    if (variable_type_of(kind) == TYPE_JOINT) {
        put_joint(o, variable_name(kind), values[0]);
        return;
    }
    put_key(o, variable_name(kind));
    if (shape.dimensions == 0) {
        text_reset(&o->text);
        row_add_json(&o->text, values[0], variable_type_of(kind), o->computation->options->numbers.precision);
        output_text(o->out, text_get(&o->text));
    } else if (shape.dimensions == 1) {
        put_list(o, values, shape.columns);
    } else {
        for (size_t i = 0; i < shape.rows; i++) {
            output_text(o->out, i ? ", " : "[");
            put_list(o, values + i * shape.columns, shape.columns);
        }
        output_text(o->out, shape.rows ? "]" : "[]");
    }
}

static void put_wrenches(object *o)
{
    const wrench_list *list = &o->computation->wrenches;
    put_key(o, "wrenches");
    output_text(o->out, "[");
    for (size_t i = 0; i < list->count; i++) {
        const wrench *w = &list->items[i];
        object item = {.computation = o->computation, .out = o->out};
        output_text(o->out, i ? ", " : "");
        put(&item, "body", json_from_text(cdy_model_frame_name(o->computation->robot->model, w->frame)));
        put(&item, "frame", json_string(wrench_word(w->kind)));
        put_numbers(&item, "wrench", w->values, 6);
        output_text(o->out, "}");
        o->failed = o->failed || item.failed;
        text_clear(&item.text);
    }
    output_text(o->out, "]");
}

/* Writes the names of the active drives, if any. */
static void put_drives(object *o)
{
    cdy_drive_options acting, *drives = &acting;
    cdy_model_get_drives(o->computation->robot->model, drives);
    const char *names[MOST_DRIVES];
    const size_t count = drives_names(drives, names);
    if (count == 0) {
        return;
    }
    json_t *list = json_array();
    bool failed = !list;
    for (size_t i = 0; i < count && !failed; i++) {
        failed = json_array_append_new(list, json_string(names[i])) != 0;
    }
    if (failed) {
        json_decref(list);
        list = NULL;
    }
    put(o, "drives", list);
    if (drives->friction) {
        put_key(o, "friction_width");
        text_reset(&o->text);
        row_add_json(&o->text, drives->friction_width, TYPE_REAL, o->computation->options->numbers.precision);
        output_text(o->out, text_get(&o->text));
    }
}

/* Returns the names of the rows or columns of matrices and lists; NULL where memory runs out. */
static json_t *json_names(const dimensions *d, int per, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < count; i++) {
        if (json_array_append_new(list, json_from_text(variable_element_name(d, per, i))) != 0) {
            json_decref(list);
            list = NULL;
        }
    }
    return list;
}

/* Writes the names of the elements that a result has rows or columns for. */
static void put_names(object *o)
{
    static const struct {
        int per;
        const char *key;
    } kinds[] = {{PER_JOINT, "moving_joints"},
                 {PER_BODY, "bodies"},
                 {PER_ROW, "rows"},
                 {PER_CONSTRAINT, "constraints"},
                 {PER_PARAMETER, "parameters"}};
    const computation *t = o->computation;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        bool found = false;
        for (int kind = 0; kind < VARIABLE_COUNT && !found; kind++) {
            const variable_description *described = variable_describe((variable)kind);
            const variable_shape shape = variable_shape_of(&t->dimensions, (variable)kind);
            const bool rows = described->rows == kinds[i].per;
            found = t->results.has[kind] && (rows || described->columns == kinds[i].per);
            if (found) {
                put(o, kinds[i].key, json_names(&t->dimensions, kinds[i].per, rows ? shape.rows : shape.columns));
            }
        }
    }
}

static void put_payloads(object *o)
{
    size_t count;
    json_t *list = payloads_to_json(o->computation->robot->model, &count);
    if (count > 0 || !list) {
        put(o, "payloads", list);
    } else {
        json_decref(list);
    }
}

/* Writes the subject of the results: robot, joints, bodies. */
static void put_head(object *o)
{
    const computation *t = o->computation;
    const cdy_model *model = t->robot->model;
    double gravity[3];
    put(o, "command", json_string(t->calculation->command));
    put(o, "robot", json_from_text(cdy_model_name(t->robot->model)));
    if (t->calculation->gravity) {
        cdy_model_get_gravity(model, gravity);
        put_numbers(o, "gravity", gravity, 3);
    }
    put_drives(o);
    put_payloads(o);
    put(o, "joints", json_labels(model, VECTOR_QD));
    if (cdy_model_nq(model) != cdy_model_nv(model)) {
        put(o, "positions", json_labels(model, VECTOR_Q));
    }
    put_names(o);
    if (t->options->numbers.degrees) {
        put(o, "angle_unit", json_string("deg"));
    }
    if (t->random) {
        put(o, "seed", json_integer((json_int_t)t->options->state.seed));
    }
    if (t->options->body) {
        put(o, "body", json_from_text(cdy_model_frame_name(model, t->state.frame)));
    }
    if (t->results.has[VARIABLE_POSES] || (t->options->body && t->results.has[VARIABLE_T])) {
        put(o, "to", json_from_text(cdy_model_frame_name(model, t->state.relative_to)));
    }
    if (calculation_has_axes(t)) {
        put(o, "in", json_string(t->state.axes == CDY_AXES_BODY ? "body" : "base"));
    }
}

exit_code report_write_json(const computation *done, output *out)
{
    object o = {.computation = done, .out = out};
    put_head(&o);
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        if (done->inputs.has[kind] && !done->results.has[kind]) {
            put_variable(&o, (variable)kind);
        }
    }
    if (done->calculation->wrenches) {
        put_wrenches(&o);
    }
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        if (done->results.has[kind]) {
            put_variable(&o, (variable)kind);
        }
    }
    output_text(out, "}\n");
    o.failed = o.failed || o.text.failed;
    text_clear(&o.text);
    return o.failed ? fail_memory() : EXIT_FINE;
}
