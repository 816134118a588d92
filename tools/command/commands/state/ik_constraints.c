#include "commands/state/ik_constraints.h"

#include "commands/state/constraint_json.h"
#include "commands/state/row_names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = CDY_IK_PRISMATIC_JOINT + 1, WEIGHTS = 7 };

/* A constraint while its object is read. */
typedef struct reading {
    const json_source *source;
    cdy_ik_constraint *made;
    const char *name;
    cdy_placement at, target;
} reading;

static exit_code read_kind(const json_source *s, json_t *object, cdy_ik_constraint *made)
{
    const char *word = json_string_value(json_object_get(object, "kind"));
    for (int k = 0; word && k < KINDS; k++) {
        if (strcmp(word, cdy_ik_constraint_kind_name((cdy_ik_constraint_kind)k)) == 0) {
            *made = cdy_ik_constraint_default((cdy_ik_constraint_kind)k);
            return EXIT_FINE;
        }
    }
    return constraint_json_fail(s, "kind",
                                "pose, position, orientation, aiming, cartesian, distance, joint, fixed, revolute or "
                                "prismatic");
}

/* The coordinate of a joint that has one of its own. */
static exit_code read_joint(const json_source *s, const json_t *value, int *position)
{
    cdy_error error;
    cdy_moving_joint joint;
    int number;
    if (!json_is_string(value)) {
        return constraint_json_fail(s, "joint", "the name of a joint");
    }
    if (cdy_model_require_joint(s->model, json_string_value(value), &number, &error) != CDY_OK) {
        return fail(EXIT_INPUT, "%s: constraint %zu: %s", s->path, s->index + 1, error.text);
    }
    if (cdy_model_joint(s->model, number, &joint) != CDY_OK || joint.is_follower || joint.nq != 1) {
        return fail(EXIT_INPUT, "%s: constraint %zu: joint '%.80s' %s", s->path, s->index + 1, joint.name,
                    joint.is_follower ? "follows another one; bound that one"
                                      : "has several degrees of freedom; bound its body");
    }
    *position = joint.position;
    return EXIT_FINE;
}

/* A pair [least, most], in which null is no bound. */
static bool read_pair(const json_t *value, double bounds[2])
{
    bool good = json_array_size(value) == 2;
    for (size_t k = 0; k < 2 && good; k++) {
        const json_t *item = json_array_get(value, k);
        good = json_is_number(item) || json_is_null(item);
        bounds[k] = json_is_number(item) ? json_number_value(item) : k ? HUGE_VAL : -HUGE_VAL;
    }
    return good;
}

static exit_code read_bounds(const json_source *s, const json_t *value, cdy_ik_constraint *made)
{
    const bool is_box = made->kind == CDY_IK_CARTESIAN_BOUNDS;
    bool good = is_box ? json_array_size(value) == 3 : read_pair(value, made->bounds[0]);
    for (size_t i = 0; i < 3 && is_box && good; i++) {
        good = read_pair(json_array_get(value, i), made->bounds[i]);
    }
    return good ? EXIT_FINE
                : constraint_json_fail(s, "bounds",
                                       is_box ? "a list of three pairs [least, most]" : "a pair [least, most]");
}

static exit_code read_weights(const json_source *s, const json_t *value, cdy_ik_constraint *made)
{
    if (!json_is_number(value)) {
        return constraint_json_numbers(s, "weights", value, WEIGHTS, "a number or a list of seven numbers",
                                       made->weights);
    }
    for (int i = 0; i < WEIGHTS; i++) {
        made->weights[i] = json_number_value(value);
    }
    return EXIT_FINE;
}

static exit_code read_tolerance(const json_source *s, const char *key, const json_t *value, double *tolerance)
{
    *tolerance = json_number_value(value);
    return json_is_number(value) ? EXIT_FINE : constraint_json_fail(s, key, "a number");
}

/* The keys that kinds have, each with a bit for each kind. */
enum {
    ALL = (1 << KINDS) - 1,
    FRAMES = ALL - (1 << CDY_IK_JOINT_BOUNDS),
    JOINTS = 1 << CDY_IK_FIXED_JOINT | 1 << CDY_IK_REVOLUTE_JOINT | 1 << CDY_IK_PRISMATIC_JOINT,
    FREE_BOUNDS = 1 << CDY_IK_CARTESIAN_BOUNDS | 1 << CDY_IK_DISTANCE_BOUNDS | 1 << CDY_IK_JOINT_BOUNDS,
    BOUNDS = FREE_BOUNDS | 1 << CDY_IK_REVOLUTE_JOINT | 1 << CDY_IK_PRISMATIC_JOINT,
    TURNS = JOINTS | 1 << CDY_IK_POSE | 1 << CDY_IK_ORIENTATION | 1 << CDY_IK_AIMING,
    SHIFTS = JOINTS | 1 << CDY_IK_POSE | 1 << CDY_IK_POSITION
};
static const struct {
    const char *key;
    int kinds, needed;
} keys[] = {
    {"kind", ALL, ALL},
    {"name", ALL, 0},
    {"joint", 1 << CDY_IK_JOINT_BOUNDS, 1 << CDY_IK_JOINT_BOUNDS},
    {"body", FRAMES, FRAMES},
    {"at", FRAMES, 0},
    {"rpy", FRAMES, 0},
    {"relative_to", FRAMES, 0},
    {"target", FRAMES, 0},
    {"target_rpy", FRAMES, 0},
    {"axis", 1 << CDY_IK_AIMING, 0},
    {"bounds", BOUNDS, FREE_BOUNDS},
    {"angular_tolerance", TURNS, 0},
    {"linear_tolerance", SHIFTS, 0},
    {"weights", ALL, 0},
};
enum { KEYS = sizeof keys / sizeof *keys };

/* Refuses keys that a kind does not have. */
static exit_code check_key(const reading *r, const char *key)
{
    text_buffer expected = {0};
    bool known = false;
    for (size_t i = 0; i < KEYS; i++) {
        if (keys[i].kinds >> r->made->kind & 1) {
            known = known || strcmp(keys[i].key, key) == 0;
            text_add(&expected, "%s%s", expected.length ? ", " : "", keys[i].key);
        }
    }
    const exit_code code =
        known ? EXIT_FINE
        : expected.failed
            ? fail_memory()
            : fail(EXIT_INPUT, "%s: constraint %zu: there is no \"%.80s\" of kind %s; expected %s", r->source->path,
                   r->source->index + 1, key, cdy_ik_constraint_kind_name(r->made->kind), text_get(&expected));
    text_clear(&expected);
    return code;
}

/* Asks for the keys that a kind needs. */
static exit_code check_needed(const reading *r, const json_t *object)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < KEYS && code == EXIT_FINE; i++) {
        if (keys[i].needed >> r->made->kind & 1 && !json_object_get(object, keys[i].key)) {
            code = fail(EXIT_INPUT, "%s: constraint %zu: a constraint of kind %s needs \"%s\"", r->source->path,
                        r->source->index + 1, cdy_ik_constraint_kind_name(r->made->kind), keys[i].key);
        }
    }
    return code;
}

/* Asks for the place of a target: without one, the constraint would mean the base's origin and axes, which nobody does.
 * A body that the constraint is relative to is a place by itself. */
static exit_code check_target(const reading *r, const json_t *object)
{
    const cdy_ik_constraint_kind kind = r->made->kind;
    const char *key = kind == CDY_IK_ORIENTATION ? "target_rpy" : "target";
    const bool aims =
        kind == CDY_IK_POSE || kind == CDY_IK_POSITION || kind == CDY_IK_ORIENTATION || kind == CDY_IK_AIMING;
    return !aims || json_object_get(object, key) || json_object_get(object, "relative_to")
               ? EXIT_FINE
               : fail(EXIT_INPUT,
                      "%s: constraint %zu: a constraint of kind %s needs \"%s\", three numbers, or the body "
                      "\"relative_to\"",
                      r->source->path, r->source->index + 1, cdy_ik_constraint_kind_name(kind), key);
}

/* The lists of three numbers. */
static double *triple_of(reading *r, const char *key)
{
    return strcmp(key, "at") == 0           ? r->at.xyz
           : strcmp(key, "rpy") == 0        ? r->at.rpy
           : strcmp(key, "target") == 0     ? r->target.xyz
           : strcmp(key, "target_rpy") == 0 ? r->target.rpy
           : strcmp(key, "axis") == 0       ? r->made->axis
                                            : NULL;
}

static exit_code read_member(reading *r, const char *key, const json_t *value)
{
    const json_source *s = r->source;
    cdy_ik_constraint *made = r->made;
    double *triple = triple_of(r, key);
    if (triple) {
        return constraint_json_numbers(s, key, value, 3, "a list of three numbers", triple);
    }
    if (strcmp(key, "name") == 0) {
        r->name = json_string_value(value);
        return r->name ? EXIT_FINE : constraint_json_fail(s, key, "a name");
    }
    if (strcmp(key, "joint") == 0) {
        return read_joint(s, value, &made->position);
    }
    if (strcmp(key, "body") == 0) {
        return constraint_json_body(s, key, value, &made->frame);
    }
    if (strcmp(key, "relative_to") == 0) {
        return constraint_json_body(s, key, value, &made->relative_to);
    }
    if (strcmp(key, "bounds") == 0) {
        return read_bounds(s, value, made);
    }
    if (strcmp(key, "weights") == 0) {
        return read_weights(s, value, made);
    }
    if (strcmp(key, "angular_tolerance") == 0) {
        return read_tolerance(s, key, value, &made->angular_tolerance);
    }
    return strcmp(key, "linear_tolerance") == 0 ? read_tolerance(s, key, value, &made->linear_tolerance) : EXIT_FINE;
}

/* Names a constraint: as the file does, or by its body or joint and its kind. */
static exit_code name_constraint(const reading *r, dimensions *d)
{
    const cdy_ik_constraint *c = r->made;
    cdy_coordinate coordinate = {.joint = ""};
    text_buffer name = {0};
    size_t row = 0;
    if (r->name) {
        text_add(&name, "%s", r->name);
    } else if (c->kind == CDY_IK_JOINT_BOUNDS && cdy_model_position(d->model, c->position, &coordinate) == CDY_OK) {
        text_add(&name, "%s.joint", coordinate.joint);
    } else {
        text_add(&name, "%s.%s", cdy_model_frame_name(d->model, c->frame), cdy_ik_constraint_kind_name(c->kind));
    }
    const exit_code code = name.failed ? fail_memory() : row_names_add(d, r->source->index, text_get(&name), 0, &row);
    text_clear(&name);
    return code;
}

static exit_code read_object(const json_source *s, json_t *object, cdy_ik_constraint *made, dimensions *d)
{
    reading r = {.source = s, .made = made};
    const char *key;
    json_t *value;
    exit_code code = json_is_object(object)
                         ? read_kind(s, object, made)
                         : fail(EXIT_INPUT, "%s: constraint %zu is no object", s->path, s->index + 1);
    code = code == EXIT_FINE ? check_needed(&r, object) : code;
    json_object_foreach(object, key, value)
    {
        code = code == EXIT_FINE ? check_key(&r, key) : code;
        code = code == EXIT_FINE ? read_member(&r, key, value) : code;
    }
    code = code == EXIT_FINE ? check_target(&r, object) : code;
    if (code == EXIT_FINE) {
        cdy_placement_to_matrix(&r.at, made->in_frame);
        cdy_placement_to_matrix(&r.target, made->in_reference);
        code = name_constraint(&r, d);
    }
    return code;
}

exit_code ik_constraints_read(const char *path, const cdy_model *model, ik_constraint_list *list, dimensions *d)
{
    json_t *array;
    json_source source = {.path = path, .model = model};
    exit_code code = constraint_json_load(path, "[{\"kind\": \"position\", \"body\": \"NAME\", ...}, ...]", &array);
    const size_t count = code == EXIT_FINE ? json_array_size(array) : 0;
    if (code == EXIT_FINE && count == 0) {
        code = fail(EXIT_INPUT, "%s has no constraints, so there is nothing to look for", path);
    }
    list->items = calloc(count + 1, sizeof *list->items);
    code = code == EXIT_FINE && !list->items ? fail_memory() : code;
    code = code == EXIT_FINE ? row_names_begin(d, count, 0) : code;
    for (; code == EXIT_FINE && source.index < count; source.index++) {
        code = read_object(&source, json_array_get(array, source.index), &list->items[source.index], d);
    }
    list->count = count;
    json_decref(array);
    return code;
}

void ik_constraints_clear(ik_constraint_list *list)
{
    free(list->items);
    *list = (ik_constraint_list){0};
}
