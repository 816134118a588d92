#include "commands/state/constraint_list.h"

#include "commands/state/constraint_json.h"
#include "values/place.h"
#include "values/task_rows.h"

#include <stdlib.h>
#include <string.h>

static const option_row contact_rows[] = {
    {.kind = OPTION_TEXTS,
     .name = "--contact",
     .metavar = "BODY[:X,Y,Z][:ROWS]",
     .names = NAMES_BODY,
     .help = "the point X,Y,Z of BODY (m, in its frame; default its origin) stays where it is in the base frame.\n"
             "ROWS: linear (default), angular, all, or wx, wy, wz, vx, vy, vz, separated by commas"},
    {0},
};
/* Of a text_list. */
static const option_table contact_table = {.rows = contact_rows};

static const option_row loop_rows[] = {
    {.kind = OPTION_TEXTS,
     .name = "--loop",
     .metavar = "BODY1,BODY2[:JOINT]",
     .names = NAMES_BODY_PAIR,
     .offset = offsetof(loop_options, loops),
     .help = "the frames of two bodies are tied by a joint: weld (default), ball, revolute, prismatic,\n"
             "cylindrical (about or along z of BODY2) or plane (normal z of BODY2)"},
    {.kind = OPTION_READ_FILE,
     .name = "--constraints",
     .metavar = "FILE",
     .offset = offsetof(loop_options, file),
     .help = "further constraints, a JSON list of objects, which 'condyle mechanism --help' describes"},
    {0},
};
const option_table loop_table = {.rows = loop_rows};

static const option_row rows[] = {
    INCLUDE_TABLE(contact_table, constraint_options, contacts),
    INCLUDE_TABLE(loop_table, constraint_options, tied),
    {0},
};
static const char note_text[] =
    "Objects of --constraints; all keys but \"body\" may be missing:\n"
    "  body, at, rpy               body; point (m) and fixed-axis angles (rad) of a place in its frame\n"
    "  other, other_at, other_rpy  the body that it is tied to (default: the base) and the place there\n"
    "  joint                       \"weld\", \"ball\", \"revolute\", \"prismatic\", \"cylindrical\" or \"plane\"\n"
    "  rows                        in place of joint: a list of \"wx\" to \"vz\", \"linear\", \"angular\", \"all\"\n"
    "  anchored                    true: the other place is where the first one is in each state; default:\n"
    "                              true without other_at and other_rpy where other is missing\n";
const option_table constraint_table = {.title = "Constraints", .rows = rows, .note = note_text};
const option_table described_loop_table = {.title = "Constraints", .rows = loop_rows, .note = note_text};

static const struct {
    const char *word;
    unsigned rows;
} joints[] = {{"weld", CDY_ROWS_WELD},
              {"ball", CDY_ROWS_BALL},
              {"revolute", CDY_ROWS_REVOLUTE},
              {"prismatic", CDY_ROWS_PRISMATIC},
              {"cylindrical", CDY_ROWS_CYLINDRICAL},
              {"plane", CDY_ROWS_PLANE_CONTACT}};
enum { JOINTS = sizeof joints / sizeof *joints };

/* Returns the rows of a joint, 0 where there is none of this name. */
static unsigned rows_of_joint(const char *word)
{
    for (size_t i = 0; i < JOINTS; i++) {
        if (strcmp(word, joints[i].word) == 0) {
            return joints[i].rows;
        }
    }
    return 0;
}

static listed_constraint *add(constraint_list *list)
{
    listed_constraint *larger = realloc(list->items, (list->count + 1) * sizeof *larger);
    if (larger) {
        list->items = larger;
        larger += list->count++;
        *larger = (listed_constraint){.anchored = false};
    }
    return larger;
}

void constraint_list_clear(constraint_list *list)
{
    free(list->items);
    *list = (constraint_list){0};
}

static exit_code read_contact(constraint_list *list, const cdy_model *model, const char *text)
{
    place p;
    const exit_code code = place_read(model, "--contact", text, true, &p);
    listed_constraint *added = code == EXIT_FINE ? add(list) : NULL;
    if (added) {
        *added = (listed_constraint){.constraint = {.frame = p.frame, .rows = p.rows ? p.rows : CDY_ROWS_LINEAR},
                                     .anchored = true};
        memcpy(added->constraint.in_frame.xyz, p.point, sizeof p.point);
    }
    return code == EXIT_FINE && !added ? fail_memory() : code;
}

/* Finds the comma between the names of two bodies, which may contain commas themselves. */
static bool split_bodies(const cdy_model *model, const char *text, size_t length, int frames[2])
{
    for (const char *comma = text; (comma = memchr(comma, ',', length - (size_t)(comma - text))) != NULL; comma++) {
        frames[0] = place_frame(model, text, (size_t)(comma - text));
        frames[1] = place_frame(model, comma + 1, length - (size_t)(comma - text) - 1);
        if (frames[0] >= 0 && frames[1] >= 0) {
            return true;
        }
    }
    return false;
}

/* Reports the fault in the bodies of a loop. */
static exit_code fail_loop(const cdy_model *model, const char *text, size_t length)
{
    const char *comma = memchr(text, ',', length);
    int frame;
    if (!comma || memchr(comma + 1, ',', length - (size_t)(comma - text) - 1)) {
        return fail(EXIT_USAGE, "--loop: '%s' is not BODY1,BODY2[:JOINT] with bodies of the robot", text);
    }
    exit_code code = place_find_body(model, "--loop", text, (size_t)(comma - text), &frame);
    if (code == EXIT_FINE) {
        code = place_find_body(model, "--loop", comma + 1, length - (size_t)(comma - text) - 1, &frame);
    }
    return code == EXIT_FINE ? fail_memory() : code; /* both exist: the search lacked memory */
}

static exit_code read_loop(constraint_list *list, const cdy_model *model, const char *text)
{
    int frames[2];
    const char *colon = strrchr(text, ':');
    size_t length = strlen(text);
    unsigned tied = CDY_ROWS_WELD;
    if (!split_bodies(model, text, length, frames)) {
        if (colon) {
            tied = rows_of_joint(colon + 1);
            length = (size_t)(colon - text);
        }
        if (!split_bodies(model, text, length, frames)) {
            return fail_loop(model, text, length);
        }
        if (!tied) {
            return fail(EXIT_USAGE,
                        "--loop: '%s' is no joint; expected weld, ball, revolute, prismatic, cylindrical or plane",
                        colon + 1);
        }
    }
    if (frames[0] == frames[1]) {
        return fail(EXIT_USAGE, "--loop: '%s' ties body '%.80s' with itself; expected two bodies of the robot", text,
                    cdy_model_frame_name(model, frames[0]));
    }
    listed_constraint *added = add(list);
    if (!added) {
        return fail_memory();
    }
    added->constraint = (cdy_constraint){.frame = frames[0], .other = frames[1], .rows = tied};
    return EXIT_FINE;
}

static exit_code read_triple(const json_source *s, const char *key, const json_t *value, double numbers[3])
{
    return constraint_json_numbers(s, key, value, 3, "a list of three numbers", numbers);
}

static exit_code read_rows(const json_source *s, const char *key, const json_t *value, unsigned *selected)
{
    bool good = json_array_size(value) > 0;
    *selected = 0;
    for (size_t k = 0; k < json_array_size(value) && good; k++) {
        const char *word = json_string_value(json_array_get(value, k));
        unsigned meant = 0;
        good = word && task_rows_read(word, strlen(word), ',', &meant);
        *selected |= meant;
    }
    return good ? EXIT_FINE
                : constraint_json_fail(s, key, "a list of \"wx\" to \"vz\", \"linear\", \"angular\" or \"all\"");
}

static exit_code read_joint(const json_source *s, const char *key, const json_t *value, unsigned *selected)
{
    *selected = json_is_string(value) ? rows_of_joint(json_string_value(value)) : 0;
    return *selected ? EXIT_FINE
                     : constraint_json_fail(
                           s, key, "\"weld\", \"ball\", \"revolute\", \"prismatic\", \"cylindrical\" or \"plane\"");
}

static exit_code read_member(const json_source *s, const char *key, const json_t *value, listed_constraint *c)
{
    cdy_constraint *made = &c->constraint;
    if (strcmp(key, "body") == 0) {
        return constraint_json_body(s, key, value, &made->frame);
    }
    if (strcmp(key, "other") == 0) {
        return constraint_json_body(s, key, value, &made->other);
    }
    if (strcmp(key, "at") == 0) {
        return read_triple(s, key, value, made->in_frame.xyz);
    }
    if (strcmp(key, "rpy") == 0) {
        return read_triple(s, key, value, made->in_frame.rpy);
    }
    if (strcmp(key, "other_at") == 0) {
        return read_triple(s, key, value, made->in_other.xyz);
    }
    if (strcmp(key, "other_rpy") == 0) {
        return read_triple(s, key, value, made->in_other.rpy);
    }
    if (strcmp(key, "joint") == 0) {
        return read_joint(s, key, value, &made->rows);
    }
    if (strcmp(key, "rows") == 0) {
        return read_rows(s, key, value, &made->rows);
    }
    if (strcmp(key, "anchored") == 0) {
        c->anchored = json_is_true(value);
        return json_is_boolean(value) ? EXIT_FINE : constraint_json_fail(s, key, "true or false");
    }
    return fail(EXIT_INPUT,
                "%s: constraint %zu: there is no \"%.80s\"; expected body, at, rpy, other, other_at, other_rpy, joint, "
                "rows or anchored",
                s->path, s->index + 1, key);
}

static exit_code read_object(const json_source *s, json_t *object, constraint_list *list)
{
    const char *key;
    json_t *value;
    listed_constraint *added = add(list);
    if (!added) {
        return fail_memory();
    }
    if (!json_is_object(object) || !json_object_get(object, "body")) {
        return fail(EXIT_INPUT, "%s: constraint %zu is no object with a \"body\"", s->path, s->index + 1);
    }
    if (json_object_get(object, "joint") && json_object_get(object, "rows")) {
        return fail(EXIT_INPUT, "%s: constraint %zu has both \"joint\" and \"rows\"; give one of them", s->path,
                    s->index + 1);
    }
    added->constraint.rows = CDY_ROWS_WELD;
    added->anchored = !json_object_get(object, "other") && !json_object_get(object, "other_at") &&
                      !json_object_get(object, "other_rpy");
    exit_code code = EXIT_FINE;
    json_object_foreach(object, key, value)
    {
        code = code == EXIT_FINE ? read_member(s, key, value, added) : code;
    }
    if (code == EXIT_FINE && !added->anchored && added->constraint.frame == added->constraint.other) {
        code = fail(EXIT_INPUT, "%s: constraint %zu ties body '%.80s' with itself; \"other\" is another one", s->path,
                    s->index + 1, cdy_model_frame_name(s->model, added->constraint.frame));
    }
    return code;
}

static exit_code read_file(constraint_list *list, const cdy_model *model, const char *path)
{
    json_t *array;
    exit_code code = constraint_json_load(path, "[{\"body\": \"NAME\", ...}, ...]", &array);
    json_source source = {.path = path, .model = model};
    for (; code == EXIT_FINE && source.index < json_array_size(array); source.index++) {
        code = read_object(&source, json_array_get(array, source.index), list);
    }
    json_decref(array);
    return code;
}

exit_code constraint_list_read_loops(constraint_list *list, const cdy_model *model, const loop_options *o)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < o->loops.count && code == EXIT_FINE; i++) {
        code = read_loop(list, model, o->loops.items[i]);
    }
    return code == EXIT_FINE && o->file ? read_file(list, model, o->file) : code;
}

exit_code constraint_list_read(constraint_list *list, const cdy_model *model, const constraint_options *o)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < o->contacts.count && code == EXIT_FINE; i++) {
        code = read_contact(list, model, o->contacts.items[i]);
    }
    return code == EXIT_FINE ? constraint_list_read_loops(list, model, &o->tied) : code;
}

exit_code constraint_list_add_loops(constraint_list *list, const robot *r)
{
    cdy_error error;
    for (int i = 0; i < cdy_tree_loop_count(r->tree); i++) {
        listed_constraint *added = add(list);
        if (!added) {
            return fail_memory();
        }
        if (cdy_constraint_from_loop(r->model, cdy_tree_loop(r->tree, i), &added->constraint, &error) != CDY_OK) {
            return fail_library(&error);
        }
    }
    return EXIT_FINE;
}
