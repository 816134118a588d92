/* The methods of lists, tuples, dicts, sets and numbers. */
#include "xacro/dict.h"
#include "xacro/function.h"

#include <math.h>
#include <string.h>

static cdy_value call_index(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_list *list = a->self.list;
    for (size_t i = 0; i < list->count && !x->status; i++) {
        if (cdy_equals(x, list->items[i], a->items[0])) {
            return cdy_of_integer((int64_t)i);
        }
    }
    cdy_report_error(x, "the value is not in the %s", cdy_type_name(a->self));
    return cdy_failed_value;
}

static cdy_value call_count(cdy_interpreter *x, const cdy_arguments *a)
{
    int64_t count = 0;
    for (size_t i = 0; i < a->self.list->count && !x->status; i++) {
        count += cdy_equals(x, a->self.list->items[i], a->items[0]);
    }
    return cdy_of_integer(count);
}

static cdy_value call_append(cdy_interpreter *x, const cdy_arguments *a)
{
    return cdy_append(x, a->self.list, a->items[0]) ? cdy_none : cdy_failed_value;
}

static cdy_value call_extend(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_list *elements = cdy_elements_of(x, a->items[0]);
    const size_t count = elements ? elements->count : 0; /* a list may be added to itself */
    for (size_t i = 0; i < count; i++) {
        if (!cdy_step(x, 1) || !cdy_append(x, a->self.list, elements->items[i])) {
            return cdy_failed_value;
        }
    }
    return elements ? cdy_none : cdy_failed_value;
}

/* Reads an index and returns its place; false if it is out of range. */
static bool read_place(cdy_interpreter *x, cdy_value index, size_t count, size_t *place)
{
    const int64_t given = cdy_is_integer(index) ? cdy_integer_of(index) : INT64_MAX;
    const int64_t i = given < 0 ? given + (int64_t)count : given;
    *place = (size_t)i;
    return (i >= 0 && i < (int64_t)count) ||
           cdy_report_error(x, "the index is outside of a list of %zu elements", count);
}

static cdy_value call_pop(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_list *list = a->self.list;
    size_t place;
    if (!read_place(x, a->count > 0 ? a->items[0] : cdy_of_integer(-1), list->count, &place) ||
        !cdy_step(x, list->count - place)) {
        return cdy_failed_value;
    }
    const cdy_value item = list->items[place];
    memmove(list->items + place, list->items + place + 1, (list->count - place - 1) * sizeof item);
    list->count--;
    return cdy_element_of(a->self, item);
}

static cdy_value call_insert(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_list *list = a->self.list;
    if (!cdy_is_integer(a->items[0]) || !cdy_step(x, list->count) || !cdy_append(x, list, a->items[1])) {
        cdy_report_error(x, "insert() takes a whole number and a value");
        return cdy_failed_value;
    }
    const int64_t last = (int64_t)list->count - 1;
    int64_t place = cdy_integer_of(a->items[0]);
    place = place < 0 ? place + last : place;
    place = place < 0 ? 0 : place > last ? last : place;
    memmove(list->items + place + 1, list->items + place, (size_t)(last - place) * sizeof *list->items);
    list->items[place] = a->items[1];
    return cdy_none;
}

static cdy_value call_remove(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value place = call_index(x, a);
    const cdy_arguments pop = {.self = a->self, .items = &place, .count = 1};
    return place.kind && call_pop(x, &pop).kind ? cdy_none : cdy_failed_value;
}

static cdy_value call_reverse(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_list *list = a->self.list;
    for (size_t i = 0; i < list->count / 2 && cdy_step(x, 1); i++) {
        const cdy_value item = list->items[i];
        list->items[i] = list->items[list->count - 1 - i];
        list->items[list->count - 1 - i] = item;
    }
    return cdy_none;
}

static cdy_value call_sort(cdy_interpreter *x, const cdy_arguments *a)
{
    const bool reverse = cdy_truth_of(cdy_named_argument(a, "reverse", cdy_none));
    return cdy_sort_list(x, a->self.list, cdy_named_argument(a, "key", cdy_none), reverse) ? cdy_none
                                                                                           : cdy_failed_value;
}

static cdy_value call_clear(cdy_interpreter *x, const cdy_arguments *a)
{
    (void)x;
    a->self.list->count = 0;
    return cdy_none;
}

static cdy_value call_copy(cdy_interpreter *x, const cdy_arguments *a)
{
    return cdy_slice_value(x, a->self, cdy_none, cdy_none, cdy_none);
}

const cdy_function cdy_list_methods[] = {
    {.name = "index", .call = call_index, .least = 1, .most = 1},
    {.name = "count", .call = call_count, .least = 1, .most = 1},
    {.name = "append", .call = call_append, .least = 1, .most = 1},
    {.name = "extend", .call = call_extend, .least = 1, .most = 1},
    {.name = "insert", .call = call_insert, .least = 2, .most = 2},
    {.name = "pop", .call = call_pop, .least = 0, .most = 1},
    {.name = "remove", .call = call_remove, .least = 1, .most = 1},
    {.name = "reverse", .call = call_reverse, .least = 0, .most = 0},
    {.name = "sort", .call = call_sort, .least = 0, .most = 0, .names = {"key", "reverse"}, .place = -1},
    {.name = "clear", .call = call_clear, .least = 0, .most = 0},
    {.name = "copy", .call = call_copy, .least = 0, .most = 0},
    {.name = NULL},
};

const cdy_function cdy_tuple_methods[] = {
    {.name = "index", .call = call_index, .least = 1, .most = 1},
    {.name = "count", .call = call_count, .least = 1, .most = 1},
    {.name = NULL},
};

static cdy_value call_get(cdy_interpreter *x, const cdy_arguments *a)
{
    size_t place;
    if (cdy_dict_find(x, a->self.dict, a->items[0], &place)) {
        return a->self.dict->values[place];
    }
    return x->status ? cdy_failed_value : a->count > 1 ? a->items[1] : cdy_none;
}

/* A view of a dict: a copy of its keys, its values, or (key, value) tuples. */
static cdy_value view(cdy_interpreter *x, const cdy_dict *dict, bool keys, bool values)
{
    cdy_value list = cdy_new_list(x, CDY_KIND_VIEW, dict->count);
    if (list.kind) {
        list.list->origin = !keys ? "dict_values" : values ? "dict_items" : "dict_keys";
    }
    for (size_t i = 0; i < dict->count && list.kind; i++) {
        cdy_value item = keys ? dict->keys[i] : dict->values[i];
        if (keys && values) {
            item = cdy_new_list(x, CDY_KIND_TUPLE, 2);
            if (!item.kind || !cdy_append(x, item.list, dict->keys[i]) || !cdy_append(x, item.list, dict->values[i])) {
                return cdy_failed_value;
            }
        }
        if (!cdy_step(x, 1) || !cdy_append(x, list.list, item)) {
            return cdy_failed_value;
        }
    }
    return list;
}

static cdy_value call_keys(cdy_interpreter *x, const cdy_arguments *a)
{
    return view(x, a->self.dict, true, false);
}

static cdy_value call_values(cdy_interpreter *x, const cdy_arguments *a)
{
    return view(x, a->self.dict, false, true);
}

static cdy_value call_items(cdy_interpreter *x, const cdy_arguments *a)
{
    return view(x, a->self.dict, true, true);
}

static cdy_value copy_dict(cdy_interpreter *x, const cdy_dict *dict, cdy_kind kind)
{
    const cdy_value copy = cdy_new_dict(x, kind);
    return copy.kind && cdy_dict_update(x, copy.dict, dict) ? copy : cdy_failed_value;
}

static cdy_value call_copy_dict(cdy_interpreter *x, const cdy_arguments *a)
{
    return copy_dict(x, a->self.dict, a->self.kind);
}

static cdy_value call_pop_key(cdy_interpreter *x, const cdy_arguments *a)
{
    size_t place;
    if (cdy_dict_find(x, a->self.dict, a->items[0], &place)) {
        const cdy_value value = a->self.dict->values[place];
        cdy_dict_remove(x, a->self.dict, place);
        return value;
    }
    if (!x->status && a->count < 2) {
        cdy_report_error(x, "the dict has no such key");
    }
    return x->status ? cdy_failed_value : a->items[1];
}

static cdy_value call_setdefault(cdy_interpreter *x, const cdy_arguments *a)
{
    size_t place;
    if (cdy_dict_find(x, a->self.dict, a->items[0], &place)) {
        return a->self.dict->values[place];
    }
    const cdy_value value = a->count > 1 ? a->items[1] : cdy_none;
    return cdy_dict_set(x, a->self.dict, a->items[0], value) ? value : cdy_failed_value;
}

static cdy_value call_update(cdy_interpreter *x, const cdy_arguments *a)
{
    bool added = true;
    if (a->count > 0) {
        added = a->items[0].kind == CDY_KIND_DICT ? cdy_dict_update(x, a->self.dict, a->items[0].dict)
                                                  : cdy_report_error(x, "update() takes a dict");
    }
    for (size_t i = 0; i < a->named_count && added; i++) {
        added = cdy_dict_set(x, a->self.dict, cdy_of_words(a->names[i]), a->named[i]);
    }
    return added ? cdy_none : cdy_failed_value;
}

const cdy_function cdy_dict_methods[] = {
    {.name = "get", .call = call_get, .least = 1, .most = 2},
    {.name = "keys", .call = call_keys, .least = 0, .most = 0},
    {.name = "values", .call = call_values, .least = 0, .most = 0},
    {.name = "items", .call = call_items, .least = 0, .most = 0},
    {.name = "copy", .call = call_copy_dict, .least = 0, .most = 0},
    {.name = "pop", .call = call_pop_key, .least = 1, .most = 2},
    {.name = "setdefault", .call = call_setdefault, .least = 1, .most = 2},
    {.name = "update", .call = call_update, .least = 0, .most = 1, .takes_names = true},
    {.name = NULL},
};

static cdy_value combine(cdy_interpreter *x, const cdy_arguments *a, const char *operation)
{
    const cdy_function *set = cdy_find_function(cdy_python_functions, "set");
    const cdy_value other = cdy_call_with(x, cdy_of_function(set), a->items[0]);
    return other.kind ? cdy_operate(x, operation, a->self, other) : other;
}

static cdy_value call_union(cdy_interpreter *x, const cdy_arguments *a)
{
    return combine(x, a, "|");
}

static cdy_value call_intersection(cdy_interpreter *x, const cdy_arguments *a)
{
    return combine(x, a, "&");
}

static cdy_value call_difference(cdy_interpreter *x, const cdy_arguments *a)
{
    return combine(x, a, "-");
}

static cdy_value call_issubset(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value rest = combine(x, a, "-");
    return rest.kind ? cdy_of_bool(rest.dict->count == 0) : rest;
}

static cdy_value call_add(cdy_interpreter *x, const cdy_arguments *a)
{
    return cdy_dict_set(x, a->self.dict, a->items[0], cdy_none) ? cdy_none : cdy_failed_value;
}

const cdy_function cdy_set_methods[] = {
    {.name = "union", .call = call_union, .least = 1, .most = 1},
    {.name = "intersection", .call = call_intersection, .least = 1, .most = 1},
    {.name = "difference", .call = call_difference, .least = 1, .most = 1},
    {.name = "issubset", .call = call_issubset, .least = 1, .most = 1},
    {.name = "copy", .call = call_copy_dict, .least = 0, .most = 0},
    {.name = "add", .call = call_add, .least = 1, .most = 1},
    {.name = NULL},
};

static cdy_value call_is_integer(cdy_interpreter *x, const cdy_arguments *a)
{
    (void)x;
    const double n = cdy_number_of(a->self);
    return cdy_of_bool(isfinite(n) && n == floor(n));
}

const cdy_function cdy_number_methods[] = {
    {.name = "is_integer", .call = call_is_integer, .least = 0, .most = 0},
    {.name = NULL},
};
