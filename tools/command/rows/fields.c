#include "rows/fields.h"

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
    list->items[list->count++] = f;
    return EXIT_FINE;
}

void field_list_clear(field_list *list)
{
    free(list->items);
    *list = (field_list){0};
}

exit_code field_list_make(field_list *list, const computation *t, quantity_set set)
{
    exit_code code = EXIT_FINE;
    quantity_set inputs = set & ~t->results & ~BIT(QUANTITY_WRENCHES);
    const quantity_set parts[] = {inputs, set & BIT(QUANTITY_WRENCHES), set & t->results};
    for (size_t part = 0; part < 3; part++) {
        for (int kind = 0; kind < QUANTITY_COUNT && code == EXIT_FINE; kind++) {
            code = parts[part] & BIT(kind) ? add(list, (field){.kind = (quantity)kind, .whole = true}) : code;
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
            *found = (field){.kind = QUANTITY_WRENCHES, .element = k, .wrench = index};
            *no_memory = index < 0;
            return index >= 0;
        }
    }
    return false;
}

/* Returns the position of an element. With --deg, angles may have the names of their columns, which end in [deg]. */
static int find_element(const computation *t, quantity kind, const char *name, size_t length)
{
    const int whole = elements_find(&t->elements, (vector_kind)kind, name, length);
    if (whole >= 0 || !t->options->numbers.degrees || elements_take_unit(name, &length) != UNIT_DEG) {
        return whole;
    }
    const int index = elements_find(&t->elements, (vector_kind)kind, name, length);
    return index >= 0 && quantity_is_angle(t->robot->model, kind, (size_t)index) ? index : -1;
}

/* Finds the field with a name of --fields; sets *no_memory where the search lacks memory. */
static bool find_field(computation *t, const char *name, size_t length, field *found, bool *no_memory)
{
    quantity_set known = t->inputs | t->results;
    for (int kind = 0; kind < QUANTITY_WRENCHES; kind++) {
        const char *key = quantity_name((quantity)kind);
        size_t size = strlen(key), element;
        *found = (field){.kind = (quantity)kind, .whole = true};
        if (!(known & BIT(kind)) || length < size || memcmp(name, key, size) != 0) {
            continue;
        }
        if (length == size) {
            return true;
        }
        found->whole = false;
        if (quantity_is_vector((quantity)kind) && name[size] == '.') {
            const int index = find_element(t, (quantity)kind, name + size + 1, length - size - 1);
            found->element = (size_t)index;
            if (index >= 0) {
                return true;
            }
        } else if (quantity_find_entry(&t->dimensions, (quantity)kind, name, length, &element)) {
            found->element = element;
            return true;
        }
    }
    if (!t->calculation->wrenches || !t->options->rows.input) {
        return false;
    }
    *found = (field){.kind = QUANTITY_WRENCHES, .whole = true};
    return is_word(name, length, "f") || is_word(name, length, "wrenches") ||
           find_component(t, name, length, found, no_memory);
}

static exit_code fail_field(const computation *t, const char *name)
{
    size_t length = strcspn(name, ","), point = strcspn(name, ".");
    text_buffer word = {0}, message = {0};
    text_add_bytes(&word, name, length);
    text_add(&message, "--fields: '%s' is nothing that '%s' gives", text_get(&word), t->calculation->command);
    cdy_nearest search = cdy_nearest_to(text_get(&word));
    const char *comma = "; it gives ";
    for (int kind = 0; kind < QUANTITY_WRENCHES; kind++) {
        if ((t->inputs | t->results) & BIT(kind)) {
            const char *key = quantity_name((quantity)kind);
            text_add(&message, "%s%s", comma, key);
            cdy_nearest_consider(&search, key);
            comma = ", ";
            if (quantity_is_vector((quantity)kind) && point < length && point == strlen(key) &&
                memcmp(name, key, point) == 0) {
                text_add(&message, " (");
                elements_explain(&t->elements, (vector_kind)kind, name + point + 1, length - point - 1,
                                 &(size_t){SIZE_MAX}, &message);
                text_add(&message, ")");
            }
        }
    }
    message_suggest(&search, &message);
    message.failed = message.failed || word.failed;
    text_clear(&word);
    return fail_text(EXIT_USAGE, &message);
}

/* Joint names may contain commas: the shortest piece that ends at a comma or at the end and names a field is taken. */
exit_code field_list_read(field_list *list, computation *t, const char *given)
{
    enum { MOST_COMMAS = 64 };
    exit_code code = EXIT_FINE;
    for (const char *name = given; code == EXIT_FINE; name++) {
        field found;
        bool no_memory = false;
        int commas = 0;
        size_t length = strcspn(name, ",");
        while (!find_field(t, name, length, &found, &no_memory)) {
            if (no_memory) {
                return fail_memory();
            }
            if (!name[length] || ++commas > MOST_COMMAS) {
                return fail_field(t, name);
            }
            length += 1 + strcspn(name + length + 1, ",");
        }
        code = add(list, found);
        name += length;
        if (!*name) {
            break;
        }
    }
    return code;
}

size_t field_columns(const field *f, const computation *t, size_t wrenches)
{
    if (!f->whole) {
        return 1;
    }
    return f->kind == QUANTITY_WRENCHES ? 6 * wrenches : quantity_length(&t->dimensions, f->kind);
}

double field_value(const field *f, const computation *t, size_t column)
{
    if (f->kind != QUANTITY_WRENCHES) {
        return t->state.values[f->kind][f->whole ? column : f->element];
    }
    return f->whole ? t->wrenches.items[column / 6].values[column % 6]
                    : t->wrenches.items[f->wrench].values[f->element];
}

const double *field_values(const field *f, const computation *t, size_t column, size_t columns, size_t *count)
{
    *count = columns - column;
    if (f->kind != QUANTITY_WRENCHES) {
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
    if (f->kind != QUANTITY_WRENCHES) {
        quantity_add_column(&t->dimensions, f->kind, f->whole ? column : f->element, t->options->numbers.degrees, name);
        return;
    }
    const wrench *w = &t->wrenches.items[f->whole ? column / 6 : (size_t)f->wrench];
    text_add(name, "f.%s%s.%s", cdy_model_frame_name(t->robot->model, w->frame), wrench_suffix(w->kind),
             components[f->whole ? column % 6 : f->element]);
}
