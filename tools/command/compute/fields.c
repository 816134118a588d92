#include "compute/fields.h"

#include "rows/rows.h"

#include <stdlib.h>
#include <string.h>

static const char *const components[6] = {"Tx", "Ty", "Tz", "Fx", "Fy", "Fz"};

static exit_code add(field_list *list, field f)
{
    if (list->count == list->capacity) {
        size_t capacity = 2 * list->capacity + 8;
        field *items = realloc(list->items, capacity * sizeof *items);
        if (!items) {
            return fail_memory();
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->passes = list->passes || f.passed > 0;
    list->items[list->count++] = f;
    return EXIT_FINE;
}

void field_list_clear(field_list *list)
{
    free(list->items);
    *list = (field_list){0};
}

exit_code field_list_make(field_list *list, const computation *t, variable_set set)
{
    exit_code code = EXIT_FINE;
    const variable_set results = variable_set_intersection(set, t->results);
    const variable_set wrenches = variable_set_intersection(set, (variable_set)SET_OF(HAS(WRENCHES)));
    const variable_set inputs = variable_set_difference(variable_set_difference(set, results), wrenches);
    const variable_set parts[] = {inputs, wrenches, results};
    for (size_t part = 0; part < 3; part++) {
        for (int kind = 0; kind < VARIABLE_COUNT && code == EXIT_FINE; kind++) {
            code = parts[part].has[kind] ? add(list, (field){.kind = (variable)kind, .whole = true}) : code;
        }
    }
    return code;
}

static bool is_word(const char *name, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(name, word, length) == 0;
}

/* Finds the wrench component named f.BODY.Tx, f.BODY@body.Tx or f.BODY@base-axes.Tx. */
static bool find_component(computation *t, const char *name, size_t length, field *found, bool *no_memory)
{
    if (length < 6 || memcmp(name, "f.", 2) != 0 || name[length - 3] != '.') {
        return false;
    }
    for (size_t k = 0; k < 6; k++) {
        wrench_kind kind;
        int frame = -1;
        if (memcmp(name + length - 2, components[k], 2) == 0) {
            frame = wrench_find_body(t->robot->model, name + 2, length - 5, &kind);
        }
        *no_memory = frame == WRENCH_NO_MEMORY;
        if (frame >= 0) {
            int index = wrench_list_index(&t->wrenches, t->robot->model, frame, kind);
            *found = (field){.kind = VARIABLE_WRENCHES, .element = k, .wrench = index};
            *no_memory = index < 0;
            return index >= 0;
        }
    }
    return false;
}

/* Returns the position of an element. With --deg, angles may have the names of their columns, which end in [deg]. */
static int find_element(const computation *t, variable kind, const char *name, size_t length)
{
    const int whole = elements_find(&t->elements, (vector_kind)kind, name, length);
    if (whole >= 0 || !t->options->numbers.degrees || elements_take_unit(name, &length) != UNIT_DEG) {
        return whole;
    }
    const int index = elements_find(&t->elements, (vector_kind)kind, name, length);
    return index >= 0 && variable_is_angle(t->robot->model, kind, (size_t)index) ? index : -1;
}

static bool find_passed(const computation *t, const char *name, size_t length, field *found)
{
    const int number = passed_known(&t->passed, name, length);
    *found = (field){.passed = (size_t)number + 1, .element = (size_t)number};
    return number >= 0;
}

/* Finds the field with a name of --fields; sets *no_memory where the search lacks memory. */
static bool find_field(computation *t, const char *name, size_t length, field *found, bool *no_memory)
{
    const variable_set known = variable_set_union(t->inputs, t->results);
    for (int kind = 0; kind < VARIABLE_WRENCHES; kind++) {
        const char *key = variable_name((variable)kind);
        size_t size = strlen(key), element;
        *found = (field){.kind = (variable)kind, .whole = true};
        if (!known.has[kind] || length < size || memcmp(name, key, size) != 0) {
            continue;
        }
        if (length == size) {
            return true;
        }
        found->whole = false;
        if (variable_is_vector((variable)kind) && name[size] == '.') {
            const int index = find_element(t, (variable)kind, name + size + 1, length - size - 1);
            found->element = (size_t)index;
            if (index >= 0) {
                return true;
            }
        } else if (variable_find_entry(&t->dimensions, (variable)kind, name, length, &element)) {
            found->element = element;
            return true;
        }
    }
    if (find_passed(t, name, length, found)) {
        return true;
    }
    if (!t->calculation->wrenches || !t->options->rows.input) {
        return false;
    }
    *found = (field){.kind = VARIABLE_WRENCHES, .whole = true};
    return is_word(name, length, "f") || is_word(name, length, "wrenches") ||
           find_component(t, name, length, found, no_memory);
}

/* Appends the columns of the rows that pass to a message, or why none does. */
static void explain_passed(const computation *t, cdy_nearest *search, text_buffer *message)
{
    const char *comma = "; and of the rows ";
    for (size_t i = 0; i < t->passed.count; i++) {
        if (!t->passed.columns[i].awaited) {
            text_add(message, "%s%.80s", comma, t->passed.columns[i].name);
            cdy_nearest_consider(search, t->passed.columns[i].name);
            comma = ", ";
        }
    }
    if (t->options->rows.input && !passed_is_open(&t->passed)) {
        text_add(message, "; other columns of the rows pass to csv and json only");
    }
}

/* Explains that nothing has the name that `name` begins with, of this length. */
static void explain(const computation *t, const char *name, size_t length, text_buffer *message)
{
    const size_t point = strcspn(name, ".");
    text_buffer word = {0};
    text_add_bytes(&word, name, length);
    text_add(message, "--fields: '%s' is nothing that '%s' gives", text_get(&word), t->calculation->command);
    cdy_nearest search = cdy_nearest_to(text_get(&word));
    const char *comma = "; it gives ";
    for (int kind = 0; kind < VARIABLE_WRENCHES; kind++) {
        if (t->inputs.has[kind] || t->results.has[kind]) {
            const char *key = variable_name((variable)kind);
            text_add(message, "%s%s", comma, key);
            cdy_nearest_consider(&search, key);
            comma = ", ";
            if (variable_is_vector((variable)kind) && point < length && point == strlen(key) &&
                memcmp(name, key, point) == 0) {
                text_add(message, " (");
                elements_explain(&t->elements, (vector_kind)kind, name + point + 1, length - point - 1,
                                 &(size_t){SIZE_MAX}, message);
                text_add(message, ")");
            }
        }
    }
    explain_passed(t, &search, message);
    message_suggest(&search, message);
    message->failed = message->failed || word.failed;
    text_clear(&word);
}

static exit_code fail_field(const computation *t, const char *name)
{
    text_buffer message = {0};
    explain(t, name, strcspn(name, ","), &message);
    return fail_text(EXIT_USAGE, &message);
}

bool field_list_check(const field_list *list, const computation *t, text_buffer *problem)
{
    for (size_t i = 0; i < list->count; i++) {
        const size_t number = list->items[i].passed;
        if (number > 0 && t->passed.columns[number - 1].awaited) {
            const char *name = t->passed.columns[number - 1].name;
            explain(t, name, strlen(name), problem);
            return false;
        }
    }
    return true;
}

/* Awaits a name that no field has so far in the rows, which have no header; false where it cannot pass. */
static bool await_passed(computation *t, const char *name, field *found)
{
    const size_t length = strcspn(name, ",");
    return t->options->rows.input && !t->passed.complete && length > 0 && row_passes(name, length) &&
           passed_await(&t->passed, name, length) >= 0 && find_passed(t, name, length, found);
}

/* Finds the field that a list begins with, and its length. Joint names may contain commas: the shortest piece that ends
 * at a comma or at the end and names a field is taken. */
static exit_code find_first(computation *t, const char *name, field *found, size_t *length)
{
    enum { MOST_COMMAS = 64 };
    bool no_memory = false;
    int commas = 0;
    *length = strcspn(name, ",");
    while (!find_field(t, name, *length, found, &no_memory)) {
        if (no_memory) {
            return fail_memory();
        }
        if (!name[*length] || ++commas > MOST_COMMAS) {
            *length = strcspn(name, ",");
            return await_passed(t, name, found) ? EXIT_FINE : fail_field(t, name);
        }
        *length += 1 + strcspn(name + *length + 1, ",");
    }
    return EXIT_FINE;
}

exit_code field_list_read(field_list *list, computation *t, const char *given)
{
    exit_code code = EXIT_FINE;
    for (const char *name = given; code == EXIT_FINE; name++) {
        field found;
        size_t length;
        code = find_first(t, name, &found, &length);
        code = code == EXIT_FINE ? add(list, found) : code;
        name += length;
        if (code != EXIT_FINE || !*name) {
            break;
        }
    }
    return t->passed.failed ? fail_memory() : code;
}

size_t field_columns(const field *f, const computation *t, size_t wrenches)
{
    if (!f->whole || f->passed > 0) {
        return 1;
    }
    return f->kind == VARIABLE_WRENCHES ? 6 * wrenches : variable_length(&t->dimensions, f->kind);
}

double field_value(const field *f, const computation *t, size_t column)
{
    if (f->kind != VARIABLE_WRENCHES) {
        return t->state.values[f->kind][f->whole ? column : f->element];
    }
    return f->whole ? t->wrenches.items[column / 6].values[column % 6]
                    : t->wrenches.items[f->wrench].values[f->element];
}

const double *field_values(const field *f, const computation *t, size_t column, size_t columns, size_t *count)
{
    *count = columns - column;
    if (f->kind != VARIABLE_WRENCHES) {
        return t->state.values[f->kind] + (f->whole ? column : f->element);
    }
    if (!f->whole) {
        return t->wrenches.items[f->wrench].values + f->element;
    }
    *count = 6 - column % 6;
    return t->wrenches.items[column / 6].values + column % 6;
}

void field_add_column(const field *f, const computation *t, size_t column, text_buffer *name)
{
    if (f->passed > 0) {
        text_add(name, "%s", t->passed.columns[f->passed - 1].name);
        return;
    }
    if (f->kind != VARIABLE_WRENCHES) {
        variable_add_column(&t->dimensions, f->kind, f->whole ? column : f->element, t->options->numbers.degrees, name);
        return;
    }
    const wrench *w = &t->wrenches.items[f->whole ? column / 6 : (size_t)f->wrench];
    text_add(name, "f.%s%s.%s", cdy_model_frame_name(t->robot->model, w->frame), wrench_suffix(w->kind),
             components[f->whole ? column % 6 : f->element]);
}
