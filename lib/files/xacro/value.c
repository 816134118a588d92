#include "xacro/value.h"

#include "xacro/big.h"
#include "xacro/dict.h"
#include "xacro/function.h"

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

cdy_value cdy_new_list(cdy_interpreter *x, cdy_kind kind, size_t capacity)
{
    cdy_list *list = cdy_take(x, 1, sizeof *list);
    if (!list) {
        return cdy_failed_value;
    }
    if (capacity > 0) {
        list->items = cdy_take(x, capacity, sizeof *list->items);
        if (!list->items) {
            return cdy_failed_value;
        }
        list->capacity = capacity;
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
    return cdy_is_integer(v) || v.kind == CDY_KIND_FLOAT || v.kind == CDY_KIND_BIG;
}

int64_t cdy_integer_of(cdy_value v)
{
    return v.kind == CDY_KIND_BOOL ? v.truth : v.integer;
}

double cdy_number_of(cdy_value v)
{
    return v.kind == CDY_KIND_FLOAT ? v.number
           : v.kind == CDY_KIND_BIG ? cdy_big_number(v.big)
                                    : (double)cdy_integer_of(v);
}

bool cdy_to_number(cdy_interpreter *x, cdy_value v, double *number)
{
    *number = cdy_number_of(v);
    return v.kind != CDY_KIND_BIG || isfinite(*number) ||
           cdy_report_error(x, "an integer of some hundred digits is too large for a number here");
}

cdy_value cdy_element_of(cdy_value container, cdy_value element)
{
    element.dotted =
        element.dotted || (container.dotted && (element.kind == CDY_KIND_DICT || element.kind == CDY_KIND_LIST));
    return element;
}

const char *cdy_type_name(cdy_value v)
{
    static const char *const names[] = {[CDY_KIND_FAILED] = "nothing",
                                        [CDY_KIND_NONE] = "NoneType",
                                        [CDY_KIND_BOOL] = "bool",
                                        [CDY_KIND_INT] = "int",
                                        [CDY_KIND_BIG] = "int",
                                        [CDY_KIND_FLOAT] = "float",
                                        [CDY_KIND_TEXT] = "str",
                                        [CDY_KIND_LIST] = "list",
                                        [CDY_KIND_TUPLE] = "tuple",
                                        [CDY_KIND_RANGE] = "range",
                                        [CDY_KIND_VIEW] = "view of a dict",
                                        [CDY_KIND_ITERATOR] = "iterator",
                                        [CDY_KIND_DICT] = "dict",
                                        [CDY_KIND_SET] = "set",
                                        [CDY_KIND_FUNCTION] = "function",
                                        [CDY_KIND_METHOD] = "method",
                                        [CDY_KIND_LAMBDA] = "function",
                                        [CDY_KIND_MODULE] = "namespace",
                                        [CDY_KIND_SPACE] = "namespace",
                                        [CDY_KIND_BLOCK] = "block",
                                        [CDY_KIND_MACRO] = "macro",
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
    case CDY_KIND_BIG: return true;
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
    case CDY_KIND_BIG: return cdy_big_equals(a.big, b.big);
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
