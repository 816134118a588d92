#include "values/assignment.h"

#include "run/number.h"
#include "values/elements.h"
#include "values/variable.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Elements of the vector to set, and which of them are set already. */
typedef struct target {
    elements elements;
    vector_kind kind;
    const char *option;
    bool *set;
} target;

/* One `name=value`; the text after it begins at `behind`. */
typedef struct assignment {
    const char *name;
    size_t length;
    double value;
    const char *rest;
} assignment;

static exit_code fail_element(const target *t, const char *name, size_t length)
{
    text_buffer message = {0};
    text_add(&message, "%s: ", t->option);
    elements_explain(&t->elements, t->kind, name, length, &(size_t){SIZE_MAX}, &message);
    return fail_text(EXIT_USAGE, &message);
}

/* Finds the first assignment of `list`. Names may contain ',' and '=': a name ends at an '=' before a number that a
 * comma or the end follows. Among several such '=', the first that gives the name of an element is taken. */
static bool find_assignment(const target *t, const char *list, assignment *found)
{
    bool any = false;
    for (const char *equals = strchr(list, '='); equals; equals = strchr(equals + 1, '=')) {
        assignment a = {.name = list, .length = (size_t)(equals - list)};
        if (number_scan(equals + 1, &a.value, &a.rest) != CDY_NUMBER_OK || (*a.rest && *a.rest != ',')) {
            continue;
        }
        if (elements_find(&t->elements, t->kind, a.name, a.length) >= 0) {
            *found = a;
            return true;
        }
        if (!any) {
            *found = a;
            any = true;
        }
    }
    return any;
}

static exit_code assign_all(target *t, const char *list, bool degrees, double *values)
{
    for (;; list++) {
        list += strspn(list, " \t\n\r");
        assignment a;
        if (!find_assignment(t, list, &a)) {
            size_t length = strcspn(list, ",");
            return fail(EXIT_USAGE, "%s: '%.*s' is not joint=value with a decimal number", t->option,
                        length < INT_MAX ? (int)length : INT_MAX, list);
        }
        int element = elements_find(&t->elements, t->kind, a.name, a.length);
        if (element < 0) {
            return fail_element(t, a.name, a.length);
        }
        if (t->set[element]) {
            return fail(EXIT_USAGE, "%s: '%.*s' is given twice", t->option, (int)a.length, a.name);
        }
        t->set[element] = true;
        bool angle = degrees && variable_is_angle(t->elements.robot->model, (variable)t->kind, (size_t)element);
        values[element] = angle ? radians(a.value) : a.value;
        list = a.rest;
        if (!*list) {
            return EXIT_FINE;
        }
    }
}

exit_code assignment_read(const robot *r, vector_kind kind, const char *option, const char *list, bool degrees,
                          double *values)
{
    target t = {.kind = kind, .option = option};
    int length = vector_length(r->model, kind);
    t.set = calloc(length > 0 ? (size_t)length : 1, sizeof *t.set);
    exit_code code;
    bool made = elements_create(&t.elements, r);
    if (!t.set || !made) {
        code = fail_memory();
    } else {
        code = assign_all(&t, list, degrees, values);
    }
    elements_clear(&t.elements);
    free(t.set);
    return code;
}
