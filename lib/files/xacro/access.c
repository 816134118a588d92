/* Access to the parts of a value: by index, by slice, by attribute. */
#include "text/nearest.h"
#include "xacro/dict.h"
#include "xacro/function.h"
#include "xacro/scope.h"
#include "xacro/show.h"
#include "xacro/text.h"

#include <string.h>

static size_t length_of(cdy_value v)
{
    return v.kind == CDY_KIND_TEXT ? cdy_count_characters(v) : v.list->count;
}

static bool is_row(cdy_value v)
{
    return v.kind == CDY_KIND_TEXT || v.kind == CDY_KIND_LIST || v.kind == CDY_KIND_TUPLE || v.kind == CDY_KIND_RANGE;
}

/* Reports a key that a dict does not have, with the most similar key. */
static cdy_value fail_key(cdy_interpreter *x, const cdy_dict *dict, cdy_value key)
{
    enum { MOST = 1000 };
    cdy_builder b = {.x = x};
    cdy_add_repr(&b, key);
    if (x->status) {
        return cdy_failed_value;
    }
    cdy_nearest search = cdy_nearest_to(key.kind == CDY_KIND_TEXT ? key.text.bytes : "");
    for (size_t i = 0; i < dict->count && i < MOST; i++) {
        if (dict->keys[i].kind == CDY_KIND_TEXT) {
            cdy_nearest_consider(&search, dict->keys[i].text.bytes);
        }
    }
    if (search.name) {
        cdy_report_error(x, "the dict has no key %.80s; did you mean '%.80s'?", b.text, search.name);
    } else {
        cdy_report_error(x, "the dict has no key %.80s", b.text);
    }
    return cdy_failed_value;
}

static cdy_value index_dict(cdy_interpreter *x, cdy_value container, cdy_value key)
{
    size_t place;
    if (cdy_dict_find(x, container.dict, key, &place)) {
        return cdy_element_of(container, container.dict->values[place]);
    }
    return x->status ? cdy_failed_value : fail_key(x, container.dict, key);
}

cdy_value cdy_index_value(cdy_interpreter *x, cdy_value container, cdy_value index)
{
    if (container.kind == CDY_KIND_DICT) {
        return index_dict(x, container, index);
    }
    if (container.kind == CDY_KIND_SPACE && index.kind == CDY_KIND_TEXT) {
        return cdy_attribute_of(x, container, index.text.bytes);
    }
    if (!is_row(container) || !cdy_is_integer(index)) {
        cdy_report_error(x, "a value of type %s takes no index of type %s", cdy_type_name(container),
                         cdy_type_name(index));
        return cdy_failed_value;
    }
    const size_t length = length_of(container);
    const int64_t given = cdy_integer_of(index), i = given < 0 ? given + (int64_t)length : given;
    if (i < 0 || i >= (int64_t)length) {
        cdy_report_error(x, "index %lld is outside of a value of %zu elements", (long long)given, length);
        return cdy_failed_value;
    }
    if (container.kind != CDY_KIND_TEXT) {
        return cdy_element_of(container, container.list->items[i]);
    }
    const size_t offset = cdy_offset_of(container, (size_t)i);
    return cdy_step(x, container.text.length / 64)
               ? cdy_copy_of_text(x, container.text.bytes + offset, cdy_character_length(container.text.bytes + offset))
               : cdy_failed_value;
}

/* Bounds of a slice as in Python: negative ones count from the end; all are clamped to the length. */
static bool read_bound(cdy_interpreter *x, cdy_value bound, int64_t length, int64_t step, int64_t standard, int64_t *i)
{
    if (bound.kind == CDY_KIND_NONE) {
        *i = standard;
        return true;
    }
    if (!cdy_is_integer(bound)) {
        return cdy_report_error(x, "expected whole numbers in a slice, not a value of type %s", cdy_type_name(bound));
    }
    const int64_t lowest = step < 0 ? -1 : 0, highest = step < 0 ? length - 1 : length;
    *i = cdy_integer_of(bound);
    *i = *i < 0 ? (*i < -length ? lowest : *i + length) : *i;
    *i = *i < lowest ? lowest : *i > highest ? highest : *i;
    return true;
}

/* Sets what the slice of a range has as its start, stop and step. */
static void set_bounds(cdy_list *slice, const int64_t whole[3], int64_t first, int64_t last, int64_t step)
{
    int64_t offset;
    const int64_t places[2] = {first, last};
    for (int k = 0; k < 2; k++) {
        if (__builtin_mul_overflow(places[k], whole[2], &offset) ||
            __builtin_add_overflow(whole[0], offset, &slice->bounds[k])) {
            slice->bounds[k] = whole[k];
        }
    }
    if (__builtin_mul_overflow(whole[2], step, &slice->bounds[2])) {
        slice->bounds[2] = whole[2];
    }
}

cdy_value cdy_slice_value(cdy_interpreter *x, cdy_value v, cdy_value from, cdy_value to, cdy_value by)
{
    if (!is_row(v)) {
        cdy_report_error(x, "a value of type %s cannot be sliced", cdy_type_name(v));
        return cdy_failed_value;
    }
    const int64_t length = (int64_t)length_of(v), step = by.kind == CDY_KIND_NONE ? 1 : cdy_integer_of(by);
    int64_t first = 0, last = 0;
    if ((by.kind != CDY_KIND_NONE && !cdy_is_integer(by)) || step == 0) {
        cdy_report_error(x, "the step of a slice has to be a whole number other than 0");
        return cdy_failed_value;
    }
    if (!read_bound(x, from, length, step, step < 0 ? length - 1 : 0, &first) ||
        !read_bound(x, to, length, step, step < 0 ? -1 : length, &last) || !cdy_step(x, (size_t)length / 16)) {
        return cdy_failed_value;
    }
    if (v.kind == CDY_KIND_TEXT && step == 1) {
        const size_t start = cdy_offset_of(v, (size_t)first),
                     end = first < last ? cdy_offset_of(v, (size_t)last) : start;
        return cdy_copy_of_text(x, v.text.bytes + start, end - start);
    }
    const cdy_list *elements = v.kind == CDY_KIND_TEXT ? cdy_elements_of(x, v) : v.list;
    cdy_value list = cdy_new_list(x, v.kind == CDY_KIND_TEXT ? CDY_KIND_LIST : v.kind, 0);
    bool good = elements && list.kind;
    if (good && v.kind == CDY_KIND_RANGE) {
        set_bounds(list.list, v.list->bounds, first, last, step);
    }
    for (int64_t i = first; good && (step > 0 ? i < last : i > last);) {
        good = cdy_step(x, 1) && cdy_append(x, list.list, elements->items[i]);
        if (__builtin_add_overflow(i, step, &i)) {
            break;
        }
    }
    list.dotted = v.dotted;
    if (!good || v.kind != CDY_KIND_TEXT) {
        return good ? list : cdy_failed_value;
    }
    cdy_builder b = {.x = x};
    cdy_add_text(&b, "");
    for (size_t i = 0; i < list.list->count; i++) {
        cdy_add_value(&b, list.list->items[i]);
    }
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}

static const cdy_function *methods_of(cdy_value v)
{
    switch (v.kind) {
    case CDY_KIND_TEXT: return cdy_text_methods;
    case CDY_KIND_LIST: return cdy_list_methods;
    case CDY_KIND_TUPLE:
    case CDY_KIND_RANGE: return cdy_tuple_methods;
    case CDY_KIND_DICT: return cdy_dict_methods;
    case CDY_KIND_SET: return cdy_set_methods;
    case CDY_KIND_BOOL:
    case CDY_KIND_INT:
    case CDY_KIND_BIG:
    case CDY_KIND_FLOAT: return cdy_number_methods;
    case CDY_KIND_FAILED:
    case CDY_KIND_NONE:
    case CDY_KIND_VIEW:
    case CDY_KIND_ITERATOR:
    case CDY_KIND_FUNCTION:
    case CDY_KIND_METHOD:
    case CDY_KIND_LAMBDA:
    case CDY_KIND_MODULE:
    case CDY_KIND_SPACE:
    case CDY_KIND_BLOCK:
    case CDY_KIND_MACRO:
    case CDY_KIND_SLOT: return NULL;
    }
    return NULL;
}

static cdy_value method_of(cdy_interpreter *x, cdy_value v, const cdy_function *function)
{
    cdy_method *method = cdy_take(x, 1, sizeof *method);
    if (!method) {
        return cdy_failed_value;
    }
    *method = (cdy_method){function, v};
    return (cdy_value){.kind = CDY_KIND_METHOD, .method = method};
}

static cdy_value attribute_of_space(cdy_interpreter *x, cdy_value v, const char *name)
{
    const cdy_value value = cdy_look_up(x, v.space, name);
    if (!value.kind) {
        cdy_report_error(x, "the property '%.80s' is not defined in this namespace", name);
    }
    return value;
}

cdy_value cdy_attribute_of(cdy_interpreter *x, cdy_value v, const char *name)
{
    if (v.kind == CDY_KIND_MODULE) {
        const cdy_function *function = cdy_find_function(v.module->functions, name);
        if (!function) {
            cdy_report_error(x, "'%s' has no '%.80s'", v.module->name, name);
        }
        return function ? cdy_of_function(function) : cdy_failed_value;
    }
    if (v.kind == CDY_KIND_SPACE) {
        return attribute_of_space(x, v, name);
    }
    const cdy_function *methods = methods_of(v);
    const cdy_function *method = methods ? cdy_find_function(methods, name) : NULL;
    if (method) {
        return method_of(x, v, method);
    }
    if (v.kind == CDY_KIND_DICT && v.dotted) {
        return index_dict(x, v, cdy_of_words(name));
    }
    if (v.kind == CDY_KIND_DICT) {
        cdy_report_error(x, "a dict has no '%.80s'; write ['%.80s'], or xacro.dotify(...) around the dict", name, name);
    }
    cdy_report_error(x, "a value of type %s has no '%.80s'", cdy_type_name(v), name);
    return cdy_failed_value;
}
