#include "xacro/value.h"

#include "xacro/dict.h"
#include "xacro/function.h"
#include "xacro/text.h"

#include <math.h>
#include <string.h>

const cdy_value cdy_failed_value = {.kind = CDY_KIND_FAILED};
const cdy_value cdy_none = {.kind = CDY_KIND_NONE};

cdy_value cdy_of_bool(bool truth)
{
    return (cdy_value){.kind = CDY_KIND_BOOL, .truth = truth};
}

cdy_value cdy_of_integer(int64_t integer)
{
    return (cdy_value){.kind = CDY_KIND_INT, .integer = integer};
}

cdy_value cdy_of_number(double number)
{
    return (cdy_value){.kind = CDY_KIND_FLOAT, .number = number};
}

cdy_value cdy_of_text(const char *bytes, size_t length)
{
    return (cdy_value){.kind = CDY_KIND_TEXT, .text = {bytes, length}};
}

cdy_value cdy_copy_of_text(cdy_interpreter *x, const char *bytes, size_t length)
{
    const char *copy = cdy_take_text(x, bytes, length);
    return copy ? cdy_of_text(copy, length) : cdy_failed_value;
}

cdy_value cdy_of_words(const char *text)
{
    return cdy_of_text(text, strlen(text));
}

cdy_value cdy_new_list(cdy_interpreter *x, cdy_kind kind, size_t room)
{
    cdy_list *list = cdy_take(x, 1, sizeof *list);
    if (!list) {
        return cdy_failed_value;
    }
    if (room > 0) {
        list->items = cdy_take(x, room, sizeof *list->items);
        if (!list->items) {
            return cdy_failed_value;
        }
        list->capacity = room;
    }
    return (cdy_value){.kind = kind, .list = list};
}

bool cdy_append(cdy_interpreter *x, cdy_list *list, cdy_value item)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity ? 2 * list->capacity : 4;
        cdy_value *items = cdy_take(x, capacity, sizeof *items);
        if (!items) {
            return false;
        }
        if (list->count > 0) {
            memcpy(items, list->items, list->count * sizeof *items);
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = item;
    return true;
}

bool cdy_has_list(cdy_value v)
{
    return v.kind >= CDY_KIND_LIST && v.kind <= CDY_KIND_ITERATOR;
}

bool cdy_is_integer(cdy_value v)
{
    return v.kind == CDY_KIND_BOOL || v.kind == CDY_KIND_INT;
}

bool cdy_is_number(cdy_value v)
{
    return cdy_is_integer(v) || v.kind == CDY_KIND_FLOAT;
}

int64_t cdy_integer_of(cdy_value v)
{
    return v.kind == CDY_KIND_BOOL ? v.truth : v.integer;
}

double cdy_number_of(cdy_value v)
{
    return v.kind == CDY_KIND_FLOAT ? v.number : (double)cdy_integer_of(v);
}

cdy_value cdy_element_of(cdy_value container, cdy_value element)
{
    element.dotted =
        element.dotted || (container.dotted && (element.kind == CDY_KIND_DICT || element.kind == CDY_KIND_LIST));
    return element;
}

const char *cdy_type_name(cdy_value v)
{
    static const char *const names[] = {[CDY_KIND_FAILED] = "nothing",    [CDY_KIND_NONE] = "NoneType",
                                        [CDY_KIND_BOOL] = "bool",         [CDY_KIND_INT] = "int",
                                        [CDY_KIND_FLOAT] = "float",       [CDY_KIND_TEXT] = "str",
                                        [CDY_KIND_LIST] = "list",         [CDY_KIND_TUPLE] = "tuple",
                                        [CDY_KIND_RANGE] = "range",       [CDY_KIND_VIEW] = "view of a dict",
                                        [CDY_KIND_ITERATOR] = "iterator", [CDY_KIND_DICT] = "dict",
                                        [CDY_KIND_SET] = "set",           [CDY_KIND_FUNCTION] = "function",
                                        [CDY_KIND_METHOD] = "method",     [CDY_KIND_LAMBDA] = "function",
                                        [CDY_KIND_MODULE] = "namespace",  [CDY_KIND_SPACE] = "namespace",
                                        [CDY_KIND_BLOCK] = "block",       [CDY_KIND_MACRO] = "macro",
                                        [CDY_KIND_SLOT] = "property"};
    return names[v.kind];
}

bool cdy_truth_of(cdy_value v)
{
    switch (v.kind) {
    case CDY_KIND_FAILED:
    case CDY_KIND_NONE: return false;
    case CDY_KIND_BOOL:
    case CDY_KIND_INT: return cdy_integer_of(v) != 0;
    case CDY_KIND_FLOAT: return v.number != 0;
    case CDY_KIND_TEXT: return v.text.length > 0;
    case CDY_KIND_LIST:
    case CDY_KIND_TUPLE:
    case CDY_KIND_RANGE:
    case CDY_KIND_VIEW: return v.list->count > 0;
    case CDY_KIND_DICT:
    case CDY_KIND_SET: return v.dict->count > 0;
    case CDY_KIND_ITERATOR:
    case CDY_KIND_FUNCTION:
    case CDY_KIND_METHOD:
    case CDY_KIND_LAMBDA:
    case CDY_KIND_MODULE:
    case CDY_KIND_SPACE:
    case CDY_KIND_BLOCK:
    case CDY_KIND_MACRO:
    case CDY_KIND_SLOT: return true;
    }
    return true;
}

bool cdy_is_same(cdy_value a, cdy_value b)
{
    if (a.kind != b.kind) {
        return false;
    }
    switch (a.kind) {
    case CDY_KIND_FAILED:
    case CDY_KIND_NONE: return true;
    case CDY_KIND_BOOL:
    case CDY_KIND_INT: return cdy_integer_of(a) == cdy_integer_of(b);
    case CDY_KIND_FLOAT: return a.number == b.number;
    case CDY_KIND_TEXT: return a.text.length == b.text.length && memcmp(a.text.bytes, b.text.bytes, a.text.length) == 0;
    case CDY_KIND_LIST:
    case CDY_KIND_TUPLE:
    case CDY_KIND_RANGE:
    case CDY_KIND_VIEW:
    case CDY_KIND_ITERATOR: return a.list == b.list;
    case CDY_KIND_DICT:
    case CDY_KIND_SET: return a.dict == b.dict;
    case CDY_KIND_FUNCTION: return a.function == b.function;
    case CDY_KIND_METHOD: return a.method == b.method;
    case CDY_KIND_LAMBDA: return a.lambda == b.lambda;
    case CDY_KIND_MODULE: return a.module == b.module;
    case CDY_KIND_SPACE: return a.space == b.space;
    case CDY_KIND_BLOCK: return a.block == b.block;
    case CDY_KIND_MACRO: return a.macro == b.macro;
    case CDY_KIND_SLOT: return a.slot == b.slot;
    }
    return false;
}

static bool lists_equal(cdy_interpreter *x, const cdy_list *a, const cdy_list *b)
{
    bool same = a->count == b->count && cdy_enter(x);
    if (!same) {
        return false;
    }
    for (size_t i = 0; i < a->count && same; i++) {
        same = cdy_equals(x, a->items[i], b->items[i]);
    }
    cdy_leave(x);
    return same;
}

static bool dicts_equal(cdy_interpreter *x, const cdy_dict *a, const cdy_dict *b, bool values)
{
    bool same = a->count == b->count && cdy_enter(x);
    if (!same) {
        return false;
    }
    for (size_t i = 0; i < a->count && same; i++) {
        size_t place;
        same = cdy_dict_find(x, b, a->keys[i], &place) && (!values || cdy_equals(x, a->values[i], b->values[place]));
    }
    cdy_leave(x);
    return same;
}

bool cdy_equals(cdy_interpreter *x, cdy_value a, cdy_value b)
{
    if (!cdy_step(x, 1)) {
        return false;
    }
    if (cdy_is_number(a) && cdy_is_number(b)) {
        return cdy_is_integer(a) && cdy_is_integer(b) ? cdy_integer_of(a) == cdy_integer_of(b)
                                                      : cdy_number_of(a) == cdy_number_of(b);
    }
    if (a.kind != b.kind) {
        return false;
    }
    if (a.kind == CDY_KIND_LIST || a.kind == CDY_KIND_TUPLE || a.kind == CDY_KIND_RANGE) {
        return lists_equal(x, a.list, b.list);
    }
    if (a.kind == CDY_KIND_DICT || a.kind == CDY_KIND_SET) {
        return dicts_equal(x, a.dict, b.dict, a.kind == CDY_KIND_DICT);
    }
    return cdy_is_same(a, b);
}

static int order_of_numbers(cdy_value a, cdy_value b)
{
    if (cdy_is_integer(a) && cdy_is_integer(b)) {
        const int64_t p = cdy_integer_of(a), q = cdy_integer_of(b);
        return p < q ? -1 : p > q;
    }
    const double p = cdy_number_of(a), q = cdy_number_of(b);
    return isnan(p) || isnan(q) ? 2 : p < q ? -1 : p > q;
}

static int order_of_texts(cdy_value a, cdy_value b)
{
    const size_t shorter = a.text.length < b.text.length ? a.text.length : b.text.length;
    const int order = memcmp(a.text.bytes, b.text.bytes, shorter);
    return order < 0 ? -1 : order > 0 ? 1 : a.text.length < b.text.length ? -1 : a.text.length > b.text.length;
}

static bool compare_lists(cdy_interpreter *x, const cdy_list *a, const cdy_list *b, int *order)
{
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        if (!cdy_equals(x, a->items[i], b->items[i])) {
            return !x->status && cdy_compare(x, a->items[i], b->items[i], order);
        }
    }
    *order = a->count < b->count ? -1 : a->count > b->count;
    return true;
}

bool cdy_compare(cdy_interpreter *x, cdy_value a, cdy_value b, int *order)
{
    bool found = cdy_step(x, 1) && cdy_enter(x);
    if (!found) {
        return false;
    }
    if (cdy_is_number(a) && cdy_is_number(b)) {
        *order = order_of_numbers(a, b);
    } else if (a.kind == CDY_KIND_TEXT && b.kind == CDY_KIND_TEXT) {
        *order = order_of_texts(a, b);
    } else if (a.kind == b.kind && (a.kind == CDY_KIND_LIST || a.kind == CDY_KIND_TUPLE)) {
        found = compare_lists(x, a.list, b.list, order);
    } else {
        found = cdy_report_error(x, "values of type %s and %s have no order", cdy_type_name(a), cdy_type_name(b));
    }
    cdy_leave(x);
    return found;
}

static const cdy_list *characters_of(cdy_interpreter *x, cdy_value v)
{
    cdy_value characters = cdy_new_list(x, CDY_KIND_LIST, v.text.length);
    if (!characters.kind || !cdy_step(x, v.text.length)) {
        return NULL;
    }
    for (size_t i = 0, length; i < v.text.length; i += length) {
        length = cdy_character_length(v.text.bytes + i);
        const cdy_value character = cdy_copy_of_text(x, v.text.bytes + i, length);
        if (!character.kind || !cdy_append(x, characters.list, character)) {
            return NULL;
        }
    }
    return characters.list;
}

const cdy_list *cdy_elements_of(cdy_interpreter *x, cdy_value v)
{
    if (cdy_has_list(v) && !v.dotted) {
        return v.list;
    }
    if (v.kind == CDY_KIND_TEXT) {
        return characters_of(x, v);
    }
    if (v.kind != CDY_KIND_LIST && v.kind != CDY_KIND_DICT && v.kind != CDY_KIND_SET) {
        cdy_report_error(x, "a value of type %s has no elements to go through", cdy_type_name(v));
        return NULL;
    }
    const size_t count = v.kind == CDY_KIND_LIST ? v.list->count : v.dict->count;
    cdy_value copy = cdy_new_list(x, CDY_KIND_LIST, count);
    for (size_t i = 0; i < count && copy.kind; i++) {
        const cdy_value item = v.kind == CDY_KIND_LIST ? cdy_element_of(v, v.list->items[i]) : v.dict->keys[i];
        if (!cdy_append(x, copy.list, item)) {
            return NULL;
        }
    }
    return copy.kind ? copy.list : NULL;
}
