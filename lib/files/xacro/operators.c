/* Operators: arithmetic on numbers, and + * % & | - on texts, lists and sets. */
#include "xacro/dict.h"
#include "xacro/format.h"
#include "xacro/function.h"
#include "xacro/integer.h"
#include "xacro/text.h"

#include <math.h>
#include <string.h>

static cdy_value fail_types(cdy_interpreter *x, const char *operation, cdy_value a, cdy_value b)
{
    cdy_report_error(x, "'%s' does not take values of type %s and %s", operation, cdy_type_name(a), cdy_type_name(b));
    return cdy_failed_value;
}

static cdy_value fail_zero(cdy_interpreter *x)
{
    cdy_report_error(x, "division by zero");
    return cdy_failed_value;
}

/* Floor division; the remainder has the divisor's sign. */
static void divide_integers(int64_t a, int64_t b, int64_t *quotient, int64_t *rest)
{
    *quotient = a / b;
    *rest = a % b;
    if (*rest != 0 && (*rest < 0) != (b < 0)) {
        --*quotient;
        *rest += b;
    }
}

static void divide_numbers(double a, double b, double *quotient, double *rest)
{
    *rest = fmod(a, b);
    double q = (a - *rest) / b;
    if (*rest != 0 && (*rest < 0) != (b < 0)) {
        *rest += b;
        q -= 1;
    } else if (*rest == 0) {
        *rest = copysign(0, b);
    }
    *quotient = q == 0 ? copysign(0, a / b) : floor(q) + (q - floor(q) > 0.5);
}

/* a ** b for b from 0 on; false where it does not fit. */
static bool power_of_integers(int64_t a, int64_t b, int64_t *result)
{
    *result = 1;
    while (b > 0) {
        if (b & 1 && __builtin_mul_overflow(*result, a, result)) {
            return false;
        }
        b >>= 1;
        if (b > 0 && __builtin_mul_overflow(a, a, &a)) {
            return false;
        }
    }
    return true;
}

static cdy_value power(cdy_interpreter *x, double a, double b)
{
    if (a == 0 && b < 0 && isfinite(b)) {
        cdy_report_error(x, "0 cannot be raised to a negative power");
        return cdy_failed_value;
    }
    const double result = pow(a, b);
    if (isfinite(a) && isfinite(b) && !isfinite(result)) {
        cdy_report_error(x, isnan(result) ? "a negative number to the power of a fraction is no real number"
                                          : "the power is too large for a number");
        return cdy_failed_value;
    }
    return cdy_of_number(result);
}

static cdy_value operate_numbers(cdy_interpreter *x, const char *operation, double a, double b)
{
    double quotient, rest;
    switch (*operation) {
    case '+': return cdy_of_number(a + b);
    case '-': return cdy_of_number(a - b);
    case '*': return operation[1] ? power(x, a, b) : cdy_of_number(a * b);
    case '/':
    case '%': break;
    default: return fail_types(x, operation, cdy_of_number(a), cdy_of_number(b));
    }
    if (b == 0) {
        return fail_zero(x);
    }
    if (strcmp(operation, "/") == 0) {
        return cdy_of_number(a / b);
    }
    divide_numbers(a, b, &quotient, &rest);
    return cdy_of_number(*operation == '%' ? rest : quotient);
}

/* A shift in 64 bits; false where it needs more. */
static bool shift(const char *operation, int64_t a, int64_t b, int64_t *result)
{
    if (b < 0) {
        return false;
    }
    if (*operation == '>') {
        *result = b > 62 ? -(a < 0) : a >> b;
        return true;
    }
    const bool fits = a == 0 || (b < 63 && a <= INT64_MAX >> b && a >= INT64_MIN >> b);
    *result = fits ? a * ((int64_t)1 << (a ? b : 0)) : 0;
    return fits;
}

/* An operation in 64 bits; false where it needs more, or another way. */
static bool operate_small(const char *operation, int64_t a, int64_t b, int64_t *result)
{
    int64_t rest;
    switch (*operation) {
    case '+': return !__builtin_add_overflow(a, b, result);
    case '-': return !__builtin_sub_overflow(a, b, result);
    case '*': return operation[1] ? power_of_integers(a, b, result) : !__builtin_mul_overflow(a, b, result);
    case '&': *result = a & b; return true;
    case '|': *result = a | b; return true;
    case '^': *result = a ^ b; return true;
    case '<':
    case '>': return shift(operation, a, b, result);
    default: break; /* / // % */
    }
    if (strcmp(operation, "/") == 0 || b == -1) { /* INT64_MIN % -1 traps */
        return false;
    }
    divide_integers(a, b, *operation == '%' ? &rest : result, *operation == '%' ? result : &rest);
    return true;
}

/* Whether an integer is a number as it is. */
static bool is_exact(cdy_value v)
{
    const int64_t most = (int64_t)1 << 53;
    return cdy_is_integer(v) && cdy_integer_of(v) <= most && cdy_integer_of(v) >= -most;
}

static cdy_value operate_integers(cdy_interpreter *x, const char *operation, cdy_value a, cdy_value b)
{
    int64_t result;
    double numbers[2];
    const bool quotient = *operation == '/' || *operation == '%', small = cdy_is_integer(a) && cdy_is_integer(b);
    if (quotient && !cdy_truth_of(b)) {
        return fail_zero(x);
    }
    if (strcmp(operation, "**") == 0 && cdy_is_negative(b)) { /* a float */
        return cdy_to_number(x, a, &numbers[0]) && cdy_to_number(x, b, &numbers[1])
                   ? operate_numbers(x, operation, numbers[0], numbers[1])
                   : cdy_failed_value;
    }
    if (strcmp(operation, "/") == 0 && is_exact(a) && is_exact(b)) {
        return operate_numbers(x, operation, cdy_number_of(a), cdy_number_of(b));
    }
    if (small && operate_small(operation, cdy_integer_of(a), cdy_integer_of(b), &result)) {
        return cdy_of_integer(result);
    }
    return cdy_operate_whole(x, operation, a, b);
}

static cdy_value join_texts(cdy_interpreter *x, cdy_value a, cdy_value b)
{
    char *text =
        cdy_step(x, (a.text.length + b.text.length) / 64) ? cdy_take(x, a.text.length + b.text.length + 1, 1) : NULL;
    if (!text) {
        return cdy_failed_value;
    }
    memcpy(text, a.text.bytes, a.text.length);
    memcpy(text + a.text.length, b.text.bytes, b.text.length);
    return cdy_of_text(text, a.text.length + b.text.length);
}

static cdy_value join_lists(cdy_interpreter *x, cdy_value a, cdy_value b)
{
    cdy_value list = cdy_new_list(x, a.kind, a.list->count + b.list->count);
    bool added = list.kind && cdy_step(x, a.list->count + b.list->count);
    for (size_t i = 0; i < a.list->count && added; i++) {
        added = cdy_append(x, list.list, a.list->items[i]);
    }
    for (size_t i = 0; i < b.list->count && added; i++) {
        added = cdy_append(x, list.list, b.list->items[i]);
    }
    return added ? list : cdy_failed_value;
}

static cdy_value repeat(cdy_interpreter *x, cdy_value v, int64_t count)
{
    const size_t size = v.kind == CDY_KIND_TEXT ? v.text.length : v.list->count;
    const size_t times = count > 0 && size > 0 ? (size_t)count : 0;
    if (times > 0 && (times > SIZE_MAX / 64 / size || !cdy_step(x, times))) {
        cdy_report_error(x, "a value repeated %lld times is beyond every limit", (long long)count);
        return cdy_failed_value;
    }
    if (v.kind == CDY_KIND_TEXT) {
        char *text = cdy_take(x, times * size + 1, 1);
        for (size_t i = 0; i < times && text; i++) {
            memcpy(text + i * size, v.text.bytes, size);
        }
        return text ? cdy_of_text(text, times * size) : cdy_failed_value;
    }
    cdy_value list = cdy_new_list(x, v.kind, times * size);
    for (size_t i = 0; i < times * size && list.kind; i++) {
        cdy_append(x, list.list, v.list->items[i % size]);
    }
    return list;
}

/* a | b, a & b, a - b, a ^ b of sets, and a | b of dicts. */
static cdy_value operate_sets(cdy_interpreter *x, const char *operation, cdy_value a, cdy_value b)
{
    cdy_value result = cdy_new_dict(x, a.kind);
    bool good = result.kind;
    const bool wants_both = *operation == '&', all = *operation == '|';
    for (size_t i = 0; i < a.dict->count && good; i++) {
        size_t place;
        const bool both = !all && cdy_dict_find(x, b.dict, a.dict->keys[i], &place);
        good = !x->status && (both != wants_both || cdy_dict_set(x, result.dict, a.dict->keys[i], a.dict->values[i]));
    }
    for (size_t i = 0; i < b.dict->count && good && (all || *operation == '^'); i++) {
        size_t place;
        const bool both = !all && cdy_dict_find(x, a.dict, b.dict->keys[i], &place);
        good = !x->status && (both || cdy_dict_set(x, result.dict, b.dict->keys[i], b.dict->values[i]));
    }
    return good ? result : cdy_failed_value;
}

cdy_value cdy_operate(cdy_interpreter *x, const char *operation, cdy_value a, cdy_value b)
{
    const bool plus = strcmp(operation, "+") == 0, times = strcmp(operation, "*") == 0;
    if (a.kind == CDY_KIND_BOOL && b.kind == CDY_KIND_BOOL && strchr("&|^", *operation)) {
        return cdy_of_bool(cdy_truth_of(operate_integers(x, operation, a, b)));
    }
    if (cdy_is_whole(a) && cdy_is_whole(b)) {
        return operate_integers(x, operation, a, b);
    }
    if (cdy_is_number(a) && cdy_is_number(b)) {
        double p, q;
        return cdy_to_number(x, a, &p) && cdy_to_number(x, b, &q) ? operate_numbers(x, operation, p, q)
                                                                  : cdy_failed_value;
    }
    const bool a_row = a.kind == CDY_KIND_TEXT || a.kind == CDY_KIND_LIST || a.kind == CDY_KIND_TUPLE;
    const bool b_row = b.kind == CDY_KIND_TEXT || b.kind == CDY_KIND_LIST || b.kind == CDY_KIND_TUPLE;
    if (times && a_row && cdy_is_integer(b)) {
        return repeat(x, a, cdy_integer_of(b));
    }
    if (times && b_row && cdy_is_integer(a)) {
        return repeat(x, b, cdy_integer_of(a));
    }
    if (plus && a_row && a.kind == b.kind) {
        return a.kind == CDY_KIND_TEXT ? join_texts(x, a, b) : join_lists(x, a, b);
    }
    if (strcmp(operation, "%") == 0 && a.kind == CDY_KIND_TEXT) {
        return cdy_format_percent(x, a, b);
    }
    const bool sets = a.kind == CDY_KIND_SET && b.kind == CDY_KIND_SET && !operation[1] && strchr("|&^-", *operation);
    const bool dicts = a.kind == CDY_KIND_DICT && b.kind == CDY_KIND_DICT && *operation == '|';
    return sets || dicts ? operate_sets(x, operation, a, b) : fail_types(x, operation, a, b);
}

bool cdy_contains(cdy_interpreter *x, cdy_value container, cdy_value item)
{
    size_t place;
    if (container.kind == CDY_KIND_TEXT && item.kind == CDY_KIND_TEXT) {
        return cdy_step(x, container.text.length / 16) && cdy_find_part(container, item, 0) != SIZE_MAX;
    }
    if (container.kind == CDY_KIND_DICT || container.kind == CDY_KIND_SET) {
        return cdy_dict_find(x, container.dict, item, &place);
    }
    if (!cdy_has_list(container)) {
        return cdy_report_error(x, "nothing of type %s can be in a value of type %s", cdy_type_name(item),
                                cdy_type_name(container));
    }
    for (size_t i = 0; i < container.list->count && !x->status; i++) {
        if (cdy_equals(x, container.list->items[i], item)) {
            return true;
        }
    }
    return false;
}
