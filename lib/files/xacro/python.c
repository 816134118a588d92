/* Built-in functions of Python that expressions use. */
#include "xacro/dict.h"
#include "xacro/format.h"
#include "xacro/function.h"
#include "xacro/integer.h"
#include "xacro/literal.h"
#include "xacro/show.h"
#include "xacro/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cdy_value fail_type(cdy_interpreter *x, const char *name, cdy_value v)
{
    cdy_report_error(x, "%s() does not take a value of type %s", name, cdy_type_name(v));
    return cdy_failed_value;
}

/* A new list, tuple, ... of the elements of a value. */
static cdy_value gather(cdy_interpreter *x, const cdy_arguments *a, cdy_kind kind)
{
    const cdy_list *elements = a->count > 0 ? cdy_elements_of(x, a->items[0]) : NULL;
    cdy_value list = x->status ? cdy_failed_value : cdy_new_list(x, kind, elements ? elements->count : 0);
    if (list.kind && elements && elements->count > 0) {
        if (!cdy_step(x, elements->count)) {
            return cdy_failed_value;
        }
        memcpy(list.list->items, elements->items, elements->count * sizeof *elements->items);
        list.list->count = elements->count;
    }
    return list;
}

static cdy_value call_list(cdy_interpreter *x, const cdy_arguments *a)
{
    return gather(x, a, CDY_KIND_LIST);
}

static cdy_value call_tuple(cdy_interpreter *x, const cdy_arguments *a)
{
    return gather(x, a, CDY_KIND_TUPLE);
}

static cdy_value call_set(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value elements = gather(x, a, CDY_KIND_LIST);
    const cdy_value set = elements.kind ? cdy_new_dict(x, CDY_KIND_SET) : elements;
    for (size_t i = 0; set.kind && i < elements.list->count; i++) {
        if (!cdy_dict_set(x, set.dict, elements.list->items[i], cdy_none)) {
            return cdy_failed_value;
        }
    }
    return set;
}

/* Adds pairs of key and value. */
static bool add_pairs(cdy_interpreter *x, cdy_dict *dict, cdy_value pairs)
{
    const cdy_list *elements = cdy_elements_of(x, pairs);
    bool added = elements != NULL;
    for (size_t i = 0; added && i < elements->count; i++) {
        const cdy_list *pair = cdy_elements_of(x, elements->items[i]);
        if (pair && pair->count != 2) {
            return cdy_report_error(x, "dict() takes pairs of key and value");
        }
        added = pair && cdy_dict_set(x, dict, pair->items[0], pair->items[1]);
    }
    return added;
}

static cdy_value call_dict(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value dict = cdy_new_dict(x, CDY_KIND_DICT);
    bool added = dict.kind;
    if (added && a->count > 0) {
        added = a->items[0].kind == CDY_KIND_DICT ? cdy_dict_update(x, dict.dict, a->items[0].dict)
                                                  : add_pairs(x, dict.dict, a->items[0]);
    }
    for (size_t i = 0; i < a->named_count && added; i++) {
        added = cdy_dict_set(x, dict.dict, cdy_of_words(a->names[i]), a->named[i]);
    }
    return added ? dict : cdy_failed_value;
}

static cdy_value call_len(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value v = a->items[0];
    if (v.kind == CDY_KIND_TEXT) {
        return cdy_step(x, v.text.length / 64) ? cdy_of_integer((int64_t)cdy_count_characters(v)) : cdy_failed_value;
    }
    if (v.kind == CDY_KIND_DICT || v.kind == CDY_KIND_SET) {
        return cdy_of_integer((int64_t)v.dict->count);
    }
    return cdy_has_list(v) && v.kind != CDY_KIND_ITERATOR ? cdy_of_integer((int64_t)v.list->count)
                                                          : fail_type(x, "len", v);
}

static cdy_value call_str(cdy_interpreter *x, const cdy_arguments *a)
{
    return a->count > 0 ? cdy_to_text(x, a->items[0]) : cdy_of_words("");
}

static cdy_value call_repr(cdy_interpreter *x, const cdy_arguments *a)
{
    cdy_builder b = {.x = x};
    cdy_add_repr(&b, a->items[0]);
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}

static cdy_value call_bool(cdy_interpreter *x, const cdy_arguments *a)
{
    (void)x;
    return cdy_of_bool(a->count > 0 && cdy_truth_of(a->items[0]));
}

static cdy_value call_float(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value v = a->count > 0 ? a->items[0] : cdy_of_number(0);
    cdy_value number;
    if (cdy_is_number(v)) {
        double plain;
        return cdy_to_number(x, v, &plain) ? cdy_of_number(plain) : cdy_failed_value;
    }
    if (v.kind != CDY_KIND_TEXT) {
        return fail_type(x, "float", v);
    }
    if (!cdy_read_float(v.text.bytes, v.text.length, &number)) {
        cdy_report_error(x, "'%.80s' is no number", v.text.bytes);
        return cdy_failed_value;
    }
    return number;
}

/* An int that a bool is, or the int itself. */
static cdy_value as_int(cdy_value v)
{
    return v.kind == CDY_KIND_BOOL ? cdy_of_integer(v.truth) : v;
}

static cdy_value call_int(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value v = a->count > 0 ? a->items[0] : cdy_of_integer(0);
    const cdy_value base = a->count > 1 ? a->items[1] : cdy_named_argument(a, "base", cdy_of_integer(10));
    cdy_value number;
    if ((a->count > 1 || a->named_count > 0) && v.kind != CDY_KIND_TEXT) {
        cdy_report_error(x, "int() takes a base for a text only, not for a value of type %s", cdy_type_name(v));
        return cdy_failed_value;
    }
    if (cdy_is_whole(v)) {
        return as_int(v);
    }
    if (v.kind == CDY_KIND_FLOAT) {
        if (!isfinite(v.number)) {
            cdy_report_error(x, "%s is no whole number", isnan(v.number) ? "nan" : "infinity");
            return cdy_failed_value;
        }
        return cdy_whole_of_number(x, trunc(v.number));
    }
    if (v.kind != CDY_KIND_TEXT) {
        return fail_type(x, "int", v);
    }
    if (!cdy_is_integer(base) || cdy_integer_of(base) < 0 || cdy_integer_of(base) > 36 || cdy_integer_of(base) == 1 ||
        !cdy_read_integer(x, v.text.bytes, v.text.length, (int)cdy_integer_of(base), &number)) {
        cdy_report_error(x, "'%.80s' is no whole number", v.text.bytes);
        return cdy_failed_value;
    }
    return number;
}

/* The smallest or largest of the arguments, or of the elements of the only one. */
static cdy_value find_extreme(cdy_interpreter *x, const cdy_arguments *a, const char *name, int wanted)
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the list is only read
    const cdy_list given = {.items = (cdy_value *)(uintptr_t)a->items, .count = a->count, .capacity = a->count};
    const cdy_list *elements = a->count == 1 ? cdy_elements_of(x, a->items[0]) : &given;
    const cdy_value key = cdy_named_argument(a, "key", cdy_none);
    if (!elements) {
        return cdy_failed_value;
    }
    if (elements->count == 0) {
        const cdy_value standard = cdy_named_argument(a, "default", cdy_failed_value);
        if (!standard.kind) {
            cdy_report_error(x, "%s() of nothing", name);
        }
        return standard;
    }
    cdy_value best = elements->items[0], best_rank = best;
    for (size_t i = 0; i < elements->count; i++) {
        const cdy_value item = elements->items[i];
        const cdy_value rank = key.kind == CDY_KIND_NONE ? item : cdy_call_with(x, key, item);
        int order = 0;
        if (!rank.kind || (i > 0 && !cdy_compare(x, rank, best_rank, &order))) {
            return cdy_failed_value;
        }
        if (i == 0 || order == wanted) {
            best = item;
            best_rank = rank;
        }
    }
    return best;
}

static cdy_value call_min(cdy_interpreter *x, const cdy_arguments *a)
{
    return find_extreme(x, a, "min", -1);
}

static cdy_value call_max(cdy_interpreter *x, const cdy_arguments *a)
{
    return find_extreme(x, a, "max", 1);
}

static cdy_value call_abs(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value v = a->items[0];
    if (!cdy_is_number(v)) {
        return fail_type(x, "abs", v);
    }
    return v.kind == CDY_KIND_FLOAT ? cdy_of_number(fabs(v.number)) : cdy_magnitude(x, v);
}

/* Rounds to `digits` decimals, halves to even, from the exact decimal value. */
static double round_number(double number, int digits)
{
    char text[400];
    if (!isfinite(number) || digits > 17 + 308) {
        return number;
    }
    if (digits < 0) {
        const double power = pow(10, -digits);
        return isfinite(power) ? nearbyint(number / power) * power : 0;
    }
    snprintf(text, sizeof text, "%.*f", digits > 340 ? 340 : digits, number);
    cdy_fix_point(text);
    cdy_value rounded;
    return cdy_read_float(text, strlen(text), &rounded) ? rounded.number : number;
}

/* Rounds to a multiple of 10^digits, halves to even. */
static cdy_value round_integer(cdy_interpreter *x, cdy_value v, int64_t digits)
{
    const cdy_value power = cdy_operate(x, "**", cdy_of_integer(10), cdy_of_integer(digits));
    const cdy_value rest = power.kind ? cdy_operate(x, "%", v, power) : power; /* from 0 on */
    const cdy_value twice = rest.kind ? cdy_operate(x, "*", rest, cdy_of_integer(2)) : rest;
    const cdy_value below = twice.kind ? cdy_operate(x, "-", v, rest) : twice;
    const cdy_value quotient = below.kind ? cdy_operate(x, "//", below, power) : below;
    const cdy_value odd = quotient.kind ? cdy_operate(x, "%", quotient, cdy_of_integer(2)) : quotient;
    if (!odd.kind) {
        return cdy_failed_value;
    }
    const int order = cdy_compare_whole(twice, power);
    return order > 0 || (order == 0 && cdy_truth_of(odd)) ? cdy_operate(x, "+", below, power) : below;
}

static cdy_value call_round(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value v = a->items[0];
    const cdy_value digits = a->count > 1 ? a->items[1] : cdy_named_argument(a, "ndigits", cdy_none);
    enum { MOST_DIGITS = 4316 }; /* of an integer, and one more */
    if (!cdy_is_number(v) || (digits.kind != CDY_KIND_NONE && !cdy_is_integer(digits))) {
        return fail_type(x, "round", cdy_is_number(v) ? digits : v);
    }
    int64_t count = digits.kind == CDY_KIND_NONE ? 0 : cdy_integer_of(digits);
    if (cdy_is_whole(v)) {
        const int64_t most = cdy_is_integer(v) ? 19 : MOST_DIGITS;
        return count < -most ? cdy_of_integer(0) : count < 0 ? round_integer(x, v, -count) : as_int(v);
    }
    count = count > 400 ? 400 : count < -400 ? -400 : count;
    if (digits.kind != CDY_KIND_NONE) {
        return cdy_of_number(round_number(v.number, (int)count));
    }
    if (!isfinite(v.number)) {
        cdy_report_error(x, "%s cannot be rounded to a whole number", isnan(v.number) ? "nan" : "infinity");
        return cdy_failed_value;
    }
    return cdy_whole_of_number(x, v.number - remainder(v.number, 1)); /* halves to even */
}

static cdy_value call_sum(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_list *elements = cdy_elements_of(x, a->items[0]);
    cdy_value sum = a->count > 1 ? a->items[1] : cdy_named_argument(a, "start", cdy_of_integer(0));
    if (sum.kind == CDY_KIND_TEXT) {
        cdy_report_error(x, "sum() does not add texts; write ''.join(...)");
        return cdy_failed_value;
    }
    for (size_t i = 0; elements && sum.kind && i < elements->count; i++) {
        sum = cdy_step(x, 1) ? cdy_operate(x, "+", sum, elements->items[i]) : cdy_failed_value;
    }
    return elements ? sum : cdy_failed_value;
}

static cdy_value look_for(cdy_interpreter *x, const cdy_arguments *a, bool truth)
{
    const cdy_list *elements = cdy_elements_of(x, a->items[0]);
    for (size_t i = 0; elements && i < elements->count; i++) {
        if (cdy_truth_of(elements->items[i]) == truth) {
            return cdy_of_bool(truth);
        }
    }
    return elements ? cdy_of_bool(!truth) : cdy_failed_value;
}

static cdy_value call_any(cdy_interpreter *x, const cdy_arguments *a)
{
    return look_for(x, a, true);
}

static cdy_value call_all(cdy_interpreter *x, const cdy_arguments *a)
{
    return look_for(x, a, false);
}

static cdy_value call_range(cdy_interpreter *x, const cdy_arguments *a)
{
    int64_t bounds[3] = {0, 0, 1};
    for (size_t i = 0; i < a->count; i++) {
        if (!cdy_is_integer(a->items[i])) {
            return fail_type(x, "range", a->items[i]);
        }
        bounds[a->count == 1 ? 1 : i] = cdy_integer_of(a->items[i]);
    }
    if (bounds[2] == 0) {
        cdy_report_error(x, "the step of a range must not be 0");
        return cdy_failed_value;
    }
    cdy_value list = cdy_new_list(x, CDY_KIND_RANGE, 0);
    if (list.kind) {
        memcpy(list.list->bounds, bounds, sizeof bounds);
    }
    for (int64_t i = bounds[0]; list.kind && (bounds[2] > 0 ? i < bounds[1] : i > bounds[1]);) {
        if (!cdy_step(x, 1) || !cdy_append(x, list.list, cdy_of_integer(i))) {
            return cdy_failed_value;
        }
        if (__builtin_add_overflow(i, bounds[2], &i)) {
            break;
        }
    }
    return list;
}

/* Returns an iterator of what Python calls `origin`. */
static cdy_value new_iterator(cdy_interpreter *x, size_t capacity, const char *origin)
{
    cdy_value list = cdy_new_list(x, CDY_KIND_ITERATOR, capacity);
    if (list.kind) {
        list.list->origin = origin;
    }
    return list;
}

static cdy_value new_tuple(cdy_interpreter *x, const cdy_value *items, size_t count)
{
    cdy_value tuple = cdy_new_list(x, CDY_KIND_TUPLE, count);
    for (size_t i = 0; i < count && tuple.kind; i++) {
        cdy_append(x, tuple.list, items[i]);
    }
    return tuple;
}

static cdy_value call_enumerate(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_list *elements = cdy_elements_of(x, a->items[0]);
    const cdy_value start = a->count > 1 ? a->items[1] : cdy_named_argument(a, "start", cdy_of_integer(0));
    if (!elements || !cdy_is_integer(start)) {
        return elements ? fail_type(x, "enumerate", start) : cdy_failed_value;
    }
    cdy_value list = new_iterator(x, elements->count, "enumerate");
    for (size_t i = 0; i < elements->count && list.kind; i++) {
        const cdy_value number = cdy_operate(x, "+", start, cdy_of_integer((int64_t)i));
        const cdy_value tuple = new_tuple(x, (cdy_value[]){number, elements->items[i]}, 2);
        if (!tuple.kind || !cdy_append(x, list.list, tuple)) {
            return cdy_failed_value;
        }
    }
    return list;
}

/* Zips the elements of all arguments from `first` on into tuples, up to the shortest. */
static cdy_value zip_from(cdy_interpreter *x, const cdy_arguments *a, size_t first)
{
    const cdy_list **lists = cdy_take(x, a->count, sizeof *lists);
    if (!lists) {
        return cdy_failed_value;
    }
    cdy_value result = new_iterator(x, 0, "zip");
    size_t shortest = a->count > first ? SIZE_MAX : 0;
    for (size_t i = first; i < a->count && result.kind; i++) {
        lists[i] = cdy_elements_of(x, a->items[i]);
        if (!lists[i]) {
            return cdy_failed_value;
        }
        shortest = lists[i]->count < shortest ? lists[i]->count : shortest;
    }
    for (size_t k = 0; k < shortest && result.kind; k++) {
        cdy_value tuple = cdy_new_list(x, CDY_KIND_TUPLE, a->count - first);
        for (size_t i = first; i < a->count && tuple.kind; i++) {
            cdy_append(x, tuple.list, lists[i]->items[k]);
        }
        if (!tuple.kind || !cdy_step(x, 1) || !cdy_append(x, result.list, tuple)) {
            return cdy_failed_value;
        }
    }
    return result;
}

static cdy_value call_zip(cdy_interpreter *x, const cdy_arguments *a)
{
    return zip_from(x, a, 0);
}

static cdy_value call_map(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value rows = zip_from(x, a, 1);
    if (rows.kind) {
        rows.list->origin = "map";
    }
    for (size_t i = 0; rows.kind && i < rows.list->count; i++) {
        const cdy_list *row = rows.list->items[i].list;
        const cdy_arguments inner = {.items = row->items, .count = row->count};
        rows.list->items[i] = cdy_call_value(x, a->items[0], &inner);
        if (!rows.list->items[i].kind) {
            return cdy_failed_value;
        }
    }
    return rows;
}

static cdy_value call_filter(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_list *elements = cdy_elements_of(x, a->items[1]);
    cdy_value list = elements ? new_iterator(x, 0, "filter") : cdy_failed_value;
    for (size_t i = 0; elements && list.kind && i < elements->count; i++) {
        const cdy_value item = elements->items[i];
        const cdy_value kept = a->items[0].kind == CDY_KIND_NONE ? item : cdy_call_with(x, a->items[0], item);
        if (!kept.kind || (cdy_truth_of(kept) && !cdy_append(x, list.list, item))) {
            return cdy_failed_value;
        }
    }
    return list;
}

static cdy_value call_reversed(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_list *elements = cdy_elements_of(x, a->items[0]);
    const cdy_kind kind = a->items[0].kind;
    cdy_value list = elements ? new_iterator(x, elements->count,
                                             kind == CDY_KIND_LIST    ? "list_reverseiterator"
                                             : kind == CDY_KIND_RANGE ? "range_iterator"
                                                                      : "reversed")
                              : cdy_failed_value;
    for (size_t i = 0; elements && list.kind && i < elements->count; i++) {
        cdy_append(x, list.list, elements->items[elements->count - 1 - i]);
    }
    return list;
}

/* Merges two sorted halves; stable. */
static bool merge(cdy_interpreter *x, const cdy_value *ranks, size_t *from, size_t *to, size_t begin, size_t middle,
                  size_t end, bool reverse)
{
    size_t i = begin, k = middle;
    for (size_t out = begin; out < end; out++) {
        int order = 0;
        if (i < middle && k < end && !cdy_compare(x, ranks[from[k]], ranks[from[i]], &order)) {
            return false;
        }
        const bool second = i == middle || (k < end && order == (reverse ? 1 : -1));
        to[out] = second ? from[k++] : from[i++];
    }
    return true;
}

bool cdy_sort_list(cdy_interpreter *x, cdy_list *list, cdy_value key, bool reverse)
{
    const size_t count = list->count;
    cdy_value *ranks = cdy_take(x, count, 2 * sizeof *ranks);
    size_t *order = cdy_take(x, count, 2 * sizeof *order);
    if (!ranks || !order) {
        return false;
    }
    size_t *other = order + count;
    for (size_t i = 0; i < count; i++) {
        ranks[i] = key.kind == CDY_KIND_NONE ? list->items[i] : cdy_call_with(x, key, list->items[i]);
        ranks[count + i] = list->items[i];
        order[i] = i;
        if (!ranks[i].kind) {
            return false;
        }
    }
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            const size_t middle = begin + width < count ? begin + width : count;
            const size_t end = middle + width < count ? middle + width : count;
            if (!merge(x, ranks, order, other, begin, middle, end, reverse)) {
                return false;
            }
        }
        size_t *sorted = other;
        other = order;
        order = sorted;
    }
    for (size_t i = 0; i < count; i++) {
        list->items[i] = ranks[count + order[i]];
    }
    return true;
}

static cdy_value call_sorted(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value list = gather(x, a, CDY_KIND_LIST);
    const bool reverse = cdy_truth_of(cdy_named_argument(a, "reverse", cdy_none));
    return list.kind && cdy_sort_list(x, list.list, cdy_named_argument(a, "key", cdy_none), reverse) ? list
                                                                                                     : cdy_failed_value;
}

static cdy_value call_divmod(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value quotient = cdy_operate(x, "//", a->items[0], a->items[1]);
    const cdy_value rest = quotient.kind ? cdy_operate(x, "%", a->items[0], a->items[1]) : quotient;
    return rest.kind ? new_tuple(x, (cdy_value[]){quotient, rest}, 2) : cdy_failed_value;
}

static cdy_value call_ord(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_value v = a->items[0];
    return v.kind == CDY_KIND_TEXT && cdy_count_characters(v) == 1 ? cdy_of_integer(cdy_code_of(v.text.bytes))
                                                                   : fail_type(x, "ord", v);
}

/* Types are functions, identified by their name. */
static bool is_instance(cdy_interpreter *x, cdy_value v, cdy_value type)
{
    if (type.kind == CDY_KIND_TUPLE) {
        for (size_t i = 0; i < type.list->count; i++) {
            if (is_instance(x, v, type.list->items[i])) {
                return true;
            }
        }
        return false;
    }
    if (type.kind != CDY_KIND_FUNCTION) {
        return cdy_report_error(x, "isinstance() takes a type, not a value of type %s", cdy_type_name(type));
    }
    const char *name = type.function->name;
    return strcmp(name, cdy_type_name(v)) == 0 || (v.kind == CDY_KIND_BOOL && strcmp(name, "int") == 0);
}

static cdy_value call_isinstance(cdy_interpreter *x, const cdy_arguments *a)
{
    if (!cdy_enter(x)) {
        return cdy_failed_value;
    }
    const bool is = is_instance(x, a->items[0], a->items[1]);
    cdy_leave(x);
    return x->status ? cdy_failed_value : cdy_of_bool(is);
}

static cdy_value call_type(cdy_interpreter *x, const cdy_arguments *a)
{
    const cdy_function *type = cdy_find_function(cdy_python_functions, cdy_type_name(a->items[0]));
    return type ? cdy_of_function(type) : fail_type(x, "type", a->items[0]);
}

const cdy_function cdy_python_functions[] = {
    {.name = "list", .call = call_list, .least = 0, .most = 1},
    {.name = "dict", .call = call_dict, .least = 0, .most = 1, .takes_names = true},
    {.name = "map", .call = call_map, .least = 2, .most = -1},
    {.name = "len", .call = call_len, .least = 1, .most = 1},
    {.name = "str", .call = call_str, .least = 0, .most = 1},
    {.name = "float", .call = call_float, .least = 0, .most = 1},
    {.name = "int", .call = call_int, .least = 0, .most = 2, .names = {"base"}, .place = 1},
    {.name = "bool", .call = call_bool, .least = 0, .most = 1},
    {.name = "min", .call = call_min, .least = 1, .most = -1, .names = {"key", "default"}, .place = -1},
    {.name = "max", .call = call_max, .least = 1, .most = -1, .names = {"key", "default"}, .place = -1},
    {.name = "round", .call = call_round, .least = 1, .most = 2, .names = {"ndigits"}, .place = 1},
    {.name = "sorted", .call = call_sorted, .least = 1, .most = 1, .names = {"key", "reverse"}, .place = -1},
    {.name = "range", .call = call_range, .least = 1, .most = 3},
    {.name = "abs", .call = call_abs, .least = 1, .most = 1},
    {.name = "all", .call = call_all, .least = 1, .most = 1},
    {.name = "any", .call = call_any, .least = 1, .most = 1},
    {.name = "divmod", .call = call_divmod, .least = 2, .most = 2},
    {.name = "enumerate", .call = call_enumerate, .least = 1, .most = 2, .names = {"start"}, .place = 1},
    {.name = "filter", .call = call_filter, .least = 2, .most = 2},
    {.name = "frozenset", .call = call_set, .least = 0, .most = 1},
    {.name = "isinstance", .call = call_isinstance, .least = 2, .most = 2},
    {.name = "ord", .call = call_ord, .least = 1, .most = 1},
    {.name = "repr", .call = call_repr, .least = 1, .most = 1},
    {.name = "reversed", .call = call_reversed, .least = 1, .most = 1},
    {.name = "set", .call = call_set, .least = 0, .most = 1},
    {.name = "sum", .call = call_sum, .least = 1, .most = 2, .names = {"start"}, .place = 1},
    {.name = "tuple", .call = call_tuple, .least = 0, .most = 1},
    {.name = "type", .call = call_type, .least = 1, .most = 1},
    {.name = "zip", .call = call_zip, .least = 0, .most = -1},
    {.name = "True", .constant = {.kind = CDY_KIND_BOOL, .truth = true}},
    {.name = "False", .constant = {.kind = CDY_KIND_BOOL, .truth = false}},
    {.name = NULL},
};
