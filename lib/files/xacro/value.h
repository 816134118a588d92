/* Values of expressions, as in Python. */
#ifndef CDY_XACRO_VALUE_H
#define CDY_XACRO_VALUE_H

#include "xacro/interpreter.h"

typedef enum cdy_kind {
    CDY_KIND_FAILED = 0, /* no value: an error was reported */
    CDY_KIND_NONE,
    CDY_KIND_BOOL,
    CDY_KIND_INT,
    CDY_KIND_BIG, /* an int that does not fit into int64_t (big.h) */
    CDY_KIND_FLOAT,
    CDY_KIND_TEXT,
    CDY_KIND_LIST,
    CDY_KIND_TUPLE,
    CDY_KIND_RANGE,
    CDY_KIND_VIEW,     /* the keys, values or items of a dict */
    CDY_KIND_ITERATOR, /* a generator, map, zip ...: all its elements */
    CDY_KIND_DICT,
    CDY_KIND_SET,
    CDY_KIND_FUNCTION,
    CDY_KIND_METHOD,
    CDY_KIND_LAMBDA,
    CDY_KIND_MODULE, /* math, python, xacro */
    CDY_KIND_SPACE,  /* the properties or macros of a file that is included with ns="..." */
    CDY_KIND_BLOCK,  /* elements */
    CDY_KIND_MACRO,
    CDY_KIND_SLOT /* an entry of a scope */
} cdy_kind;

typedef struct cdy_value {
    cdy_kind kind;
    bool dotted; /* of a list or dict from YAML: elements, also nested ones, are accessible as attributes */
    union {
        bool truth;
        int64_t integer;
        const struct cdy_big *big;
        double number;
        struct {
            const char *bytes; /* UTF-8, terminated by 0 */
            size_t length;
        } text;
        struct cdy_list *list; /* of lists, tuples, ranges, views, iterators */
        struct cdy_dict *dict; /* of dicts and sets */
        const struct cdy_function *function;
        struct cdy_method *method;
        struct cdy_lambda *lambda;
        const struct cdy_module *module;
        struct cdy_scope *space;
        struct cdy_node *block;
        struct cdy_macro *macro;
        struct cdy_slot *slot;
    };
} cdy_value;

typedef struct cdy_list {
    cdy_value *items;
    size_t count, capacity;
    int64_t bounds[3];  /* of a range: start, stop, step */
    const char *origin; /* of a view or an iterator: what Python calls it, "dict_keys" or "zip" */
} cdy_list;

/* In the order in which keys were added.  A set has no values. */
typedef struct cdy_dict {
    cdy_value *keys, *values;
    size_t count, capacity;
    uint32_t *places; /* hash table of places + 1; NULL as long as there are few keys */
    size_t place_count;
} cdy_dict;

extern const cdy_value cdy_failed_value, cdy_none;

cdy_value cdy_of_bool(bool truth);
cdy_value cdy_of_integer(int64_t integer);
cdy_value cdy_of_number(double number);

/* Returns the value of a text terminated by 0 that outlives it; cdy_copy_of_text(): of a copy. */
cdy_value cdy_of_text(const char *bytes, size_t length);
cdy_value cdy_copy_of_text(cdy_interpreter *x, const char *bytes, size_t length);
cdy_value cdy_of_words(const char *text);

/* Returns an empty list, tuple ... with capacity for `capacity` elements. */
cdy_value cdy_new_list(cdy_interpreter *x, cdy_kind kind, size_t capacity);
bool cdy_append(cdy_interpreter *x, cdy_list *list, cdy_value item);

/* Whether a value is of a kind that holds a list; a bool or an int of 64 bits; a bool, int or float. */
bool cdy_has_list(cdy_value v);
bool cdy_is_integer(cdy_value v);
bool cdy_is_number(cdy_value v);

/* Returns the integer of a bool or int of 64 bits; the number of a bool, int or float, infinite where an int is too
 * large for one, which cdy_to_number() reports. */
int64_t cdy_integer_of(cdy_value v);
double cdy_number_of(cdy_value v);
bool cdy_to_number(cdy_interpreter *x, cdy_value v, double *number);

/* Returns the value with which elements of a dotted list or dict are dotted as well. */
cdy_value cdy_element_of(cdy_value container, cdy_value element);

/* Returns the name of a value's type as Python has it. */
const char *cdy_type_name(cdy_value v);

/* Truth as Python has it. */
bool cdy_truth_of(cdy_value v);

/* Whether two values are equal; *failed becomes true if the comparison exceeds the limit of steps. */
bool cdy_equals(cdy_interpreter *x, cdy_value a, cdy_value b);

/* Whether two values are the same (`is`). */
bool cdy_is_same(cdy_value a, cdy_value b);

/* Compares two values: *order is negative, 0 or positive, and 2 if a NaN is involved. Fails if their types have no
 * order. */
bool cdy_compare(cdy_interpreter *x, cdy_value a, cdy_value b, int *order);

/* Returns the elements of a value as a list that must not be modified: those of a list, the keys of a dict, the
 * characters of a text. Reports an error and returns NULL. */
const cdy_list *cdy_elements_of(cdy_interpreter *x, cdy_value v);

#endif
