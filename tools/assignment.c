#include "assignment.h"

#include "joint_index.h"
#include "nearest.h"
#include "number.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Where the elements of one vector are looked up, and which of them are set already. */
typedef struct target {
    const robot *robot;
    vector_kind kind;
    joint_index joints;
    bool *set;
} target;

/* One `name=value`, and the place behind it. */
typedef struct assignment {
    const char *name;
    size_t length;
    double value;
    const char *behind;
} assignment;

/* Splits `joint[3]` into the length of `joint` and 3; false where the name has no such end. */
static bool split_component(const char *name, size_t length, size_t *joint_length, int *component)
{
    size_t digits = 0;
    int value = 0;
    if (length < 4 || name[length - 1] != ']') {
        return false;
    }
    size_t open = length - 1;
    while (open > 0 && name[open - 1] >= '0' && name[open - 1] <= '9') {
        open--;
        digits++;
    }
    if (open == 0 || name[open - 1] != '[' || digits == 0 || digits > 6) {
        return false;
    }
    for (size_t i = open; i < length - 1; i++) {
        value = 10 * value + (name[i] - '0');
    }
    *joint_length = open - 1;
    *component = value;
    return true;
}

/* Returns the place of a named element in the vector, -1 if there is none. */
static int find_element(const target *t, const char *name, size_t length)
{
    const joint_entry *joint = joint_index_find(&t->joints, name, length);
    if (joint) {
        return joint->count == 1 ? joint->first : -1;
    }
    size_t joint_length;
    int component;
    if (split_component(name, length, &joint_length, &component)) {
        joint = joint_index_find(&t->joints, name, joint_length);
        return joint && component < joint->count ? joint->first + component : -1;
    }
    return -1;
}

/* Says why a joint that the robot has cannot be set. */
static void explain_joint(const target *t, const char *name, const cdy_joint *joint, text_buffer *message)
{
    const joint_entry *entry = joint_index_find(&t->joints, name, strlen(name));
    if (entry) {
        text_add(message, "joint '%s' has %d values: give them as %s[0] to %s[%d]", name, entry->count, name, name,
                 entry->count - 1);
    } else if (joint->mimic.joint) {
        text_add(message, "joint '%s' follows '%s' and takes no value; set '%s', or use --mimic independent", name,
                 joint->mimic.joint, joint->mimic.joint);
    } else {
        text_add(message, "joint '%s' is %s: it has no degree of freedom", name, cdy_joint_type_name(joint->type));
    }
}

static void explain_unknown(const target *t, const char *name, text_buffer *message)
{
    size_t joint_length;
    int component;
    if (split_component(name, strlen(name), &joint_length, &component)) {
        const joint_entry *entry = joint_index_find(&t->joints, name, joint_length);
        if (entry) {
            text_add(message, "joint '%s' has %d value%s in %s: there is no '%s'", entry->name, entry->count,
                     entry->count == 1 ? "" : "s", vector_name(t->kind), name);
            return;
        }
    }
    nearest search = nearest_to(name);
    for (size_t i = 0; i < t->joints.count; i++) {
        nearest_consider(&search, t->joints.entries[i].name);
    }
    text_add(message, "the robot has no joint '%s'", name);
    nearest_suggest(&search, message);
}

static exit_code fail_element(const target *t, const char *name, size_t length)
{
    text_buffer copy = {0}, message = {0};
    text_add_bytes(&copy, name, length);
    text_add(&message, "--%s: ", vector_name(t->kind));
    int body = copy.failed ? -1 : cdy_tree_find_joint(t->robot->tree, text_get(&copy));
    const cdy_body *moved = cdy_tree_body(t->robot->tree, body);
    if (moved) {
        explain_joint(t, text_get(&copy), &moved->joint, &message);
    } else {
        explain_unknown(t, text_get(&copy), &message);
    }
    message.failed = message.failed || copy.failed;
    text_clear(&copy);
    return fail_text(EXIT_USAGE, &message);
}

/* Finds the assignment that `list` begins with.  Names may hold ',' and '=', so a name ends at an '=' with a number
 * and a comma or the end behind it; where several do, the first that names an element counts. */
static bool find_assignment(const target *t, const char *list, assignment *found)
{
    bool any = false;
    for (const char *equals = strchr(list, '='); equals; equals = strchr(equals + 1, '=')) {
        assignment a = {.name = list, .length = (size_t)(equals - list)};
        if (number_scan(equals + 1, &a.value, &a.behind) != NUMBER_OK || (*a.behind && *a.behind != ',')) {
            continue;
        }
        if (find_element(t, a.name, a.length) >= 0) {
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

static exit_code assign_all(target *t, const char *list, double *values)
{
    for (;; list++) {
        list += strspn(list, " \t\n\r");
        assignment a;
        if (!find_assignment(t, list, &a)) {
            size_t length = strcspn(list, ",");
            return fail(EXIT_USAGE, "--%s: '%.*s' is not joint=value with a decimal number", vector_name(t->kind),
                        length < INT_MAX ? (int)length : INT_MAX, list);
        }
        int element = find_element(t, a.name, a.length);
        if (element < 0) {
            return fail_element(t, a.name, a.length);
        }
        if (t->set[element]) {
            return fail(EXIT_USAGE, "--%s: '%.*s' is given twice", vector_name(t->kind), (int)a.length, a.name);
        }
        t->set[element] = true;
        values[element] = a.value;
        list = a.behind;
        if (!*list) {
            return EXIT_FINE;
        }
    }
}

exit_code assignment_read(const robot *r, vector_kind kind, const char *list, double *values)
{
    target t = {.robot = r, .kind = kind};
    int length = vector_length(r->model, kind);
    t.set = calloc(length > 0 ? (size_t)length : 1, sizeof *t.set);
    exit_code code;
    if (!t.set || !joint_index_create(&t.joints, r->model, kind)) {
        code = fail_memory();
    } else {
        code = assign_all(&t, list, values);
    }
    joint_index_clear(&t.joints);
    free(t.set);
    return code;
}
