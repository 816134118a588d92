/* Equality and order of values. */
#include "xacro/dict.h"
#include "xacro/integer.h"

#include <math.h>
#include <string.h>

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

/* Integers are compared with each other and with floats as they are, without rounding; 2: a NaN. */
static int order_of_numbers(cdy_value a, cdy_value b)
{
    if (cdy_is_whole(a) && cdy_is_whole(b)) {
        return cdy_compare_whole(a, b);
    }
    if ((a.kind == CDY_KIND_FLOAT && isnan(a.number)) || (b.kind == CDY_KIND_FLOAT && isnan(b.number))) {
        return 2;
    }
    if (cdy_is_whole(a)) {
        return cdy_compare_with_number(a, b.number);
    }
    return cdy_is_whole(b) ? -cdy_compare_with_number(b, a.number) : a.number < b.number ? -1 : a.number > b.number;
}

bool cdy_equals(cdy_interpreter *x, cdy_value a, cdy_value b)
{
    if (!cdy_step(x, 1)) {
        return false;
    }
    if (cdy_is_number(a) && cdy_is_number(b)) {
        return order_of_numbers(a, b) == 0;
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
