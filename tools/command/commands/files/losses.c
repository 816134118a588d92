#include "commands/files/losses.h"

#include "commands/files/diff.h"

#include <condyle/load.h>
#include <stdlib.h>
#include <string.h>

/* States that are compared, fewer where a robot has so many joints that it would take long. */
enum { SAMPLES = 1000, LEAST_SAMPLES = 20, MOST_TORQUES = 500000 };

/* What of a joint or link the file has otherwise: a part that no torque depends on, the axes that torques are about, a
 * part that torques depend on, or one that the table below does not know. */
typedef enum lost_part { UNKNOWN = 0, UNFELT, LOOP, AXES, ROTOR, GEAR, LAW, PASSIVE, WEIGHT } lost_part;

/* The first words of losses. */
static const struct {
    const char *words;
    lost_part part;
} parts[] = {
    {"its rotor inertia", ROTOR},
    {"its gear ratio", GEAR},
    {"its law of friction", LAW},
    {"its damping and friction", PASSIVE},
    {"that it has no mass", WEIGHT},
    {"its inertia", WEIGHT},
    {"the axes of its velocities", AXES},
    {"its velocities along", AXES},
    {"its limit", UNFELT},
    {"itself", LOOP},
    {"its soft limits", UNFELT},
    {"its reference switch", UNFELT},
    {"its home position", UNFELT},
    {"its name", UNFELT},
    {"its frame", UNFELT},
    {"its mesh", UNFELT},
    {"its textures", UNFELT},
    {"that its bodies are not looked at", UNFELT},
    {"a shape of size 0", UNFELT},
    {"its mass, which the world", UNFELT},
    {"its mass and shapes, which the world", UNFELT},
};

/* ---- the list ---- */

static bool add_element(loss *item, const char *element)
{
    char *copy = strdup(element);
    char **grown = copy ? realloc(item->elements, (item->count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(copy);
        return false;
    }
    item->elements = grown;
    grown[item->count++] = copy;
    return true;
}

void losses_add(void *context, const char *element, const char *what)
{
    losses *l = context;
    int i = 0;
    while (i < l->count && strcmp(l->items[i].what, what) != 0) {
        i++;
    }
    if (i == l->count && l->count < MOST_LOSSES) {
        l->items[l->count++] = (loss){.what = what};
    }
    l->out_of_memory = l->out_of_memory || (i < MOST_LOSSES && !add_element(&l->items[i], element));
}

void losses_clear(losses *l)
{
    for (int i = 0; i < l->count; i++) {
        for (size_t k = 0; k < l->items[i].count; k++) {
            free(l->items[i].elements[k]);
        }
        free(l->items[i].elements);
    }
    l->count = 0;
}

/* ---- costs ---- */

static lost_part part_of(const loss *item)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strncmp(item->what, parts[i].words, strlen(parts[i].words)) == 0) {
            return parts[i].part;
        }
    }
    return UNKNOWN;
}

/* Gives the name in "joint 'elbow'", a copy for free(), to *name; NULL where there is none. */
static cdy_status find_name(const char *element, char **name, cdy_error *error)
{
    const char *begin = strchr(element, '\'');
    const size_t length = begin ? strlen(begin + 1) : 0;
    *name = length > 0 ? strndup(begin + 1, length - 1) : NULL;
    if (length > 0 && !*name) {
        *error = (cdy_error){.status = CDY_ERROR_MEMORY, .text = "out of memory"};
        return CDY_ERROR_MEMORY;
    }
    return CDY_OK;
}

/* Gives a joint of a copy what the file has of it; *found is false where either has no such joint. */
static cdy_status change_joint(cdy_tree *copy, const char *name, const cdy_tree *file, lost_part part, bool *found,
                               cdy_error *error)
{
    const int at = cdy_tree_find_joint(copy, name), there = cdy_tree_find_joint(file, name);
    if (at < 0 || there < 0) {
        *found = false;
        return CDY_OK;
    }
    const cdy_body *body = cdy_tree_body(copy, at);
    const cdy_joint *read = &cdy_tree_body(file, there)->joint;
    cdy_joint joint = body->joint;
    switch (part) {
    case ROTOR: joint.rotor_inertia = read->rotor_inertia; break;
    case GEAR:
        joint.rotor_inertia = read->rotor_inertia > 0 ? read->rotor_inertia : joint.rotor_inertia;
        joint.gear_ratio = read->gear_ratio;
        break;
    case LAW: joint.drive = read->drive; break;
    case PASSIVE: joint.dynamics = read->dynamics; break;
    case UNKNOWN:
    case UNFELT:
    case LOOP:
    case AXES:
    case WEIGHT: break;
    }
    return cdy_tree_replace_joint(copy, body->name, &joint, error);
}

/* Gives a link of a copy the inertia that the file has of it; the base's moves nothing. */
static cdy_status change_link(cdy_tree *copy, const char *name, const cdy_tree *file, bool *found, cdy_error *error)
{
    const int at = cdy_tree_find_body(copy, name), there = cdy_tree_find_body(file, name);
    *found = *found && at >= 0 && there >= 0;
    return at > 0 && there >= 0 ? cdy_tree_set_inertial(copy, name, &cdy_tree_body(file, there)->inertial, error)
                                : CDY_OK;
}

/* Changes all elements of a loss; *found is false where one of them is not found. */
static cdy_status change(const loss *item, lost_part part, const cdy_tree *file, cdy_tree *copy, bool *found,
                         cdy_error *error)
{
    cdy_status status = CDY_OK;
    *found = true;
    for (size_t i = 0; i < item->count && !status; i++) {
        char *name = NULL;
        status = find_name(item->elements[i], &name, error);
        *found = *found && name;
        if (name) {
            status = part == WEIGHT ? change_link(copy, name, file, found, error)
                                    : change_joint(copy, name, file, part, found, error);
        }
        free(name);
    }
    return status;
}

/* Finds what a loss does to torques by itself: those of a copy that has this one part as the file has it. Where no
 * copy can be made, *known says whether the torques of the whole file are those of the robot. */
static exit_code find_cost(const diff_report *d, const loss *item, diff_cause *cost, bool *known)
{
    const lost_part part = part_of(item);
    cdy_tree *copy = NULL;
    cdy_error error;
    const bool same = d->robots[1]->tree && d->torque.complete && d->degree_count == 0;
    *known = same || part == UNFELT;
    if (part <= AXES || !d->robots[1]->tree) {
        return EXIT_FINE;
    }
    bool found = false;
    cdy_status status = cdy_tree_copy(d->robots[0]->tree, &copy, &error);
    status = status ? status : change(item, part, d->robots[1]->tree, copy, &found, &error);
    *known = found || same;
    const exit_code code = status ? fail_library(&error) : diff_compare_with(d, copy, d->samples, cost);
    cdy_tree_destroy(copy);
    return code;
}

/* ---- the report ---- */

static exit_code note_loss(const diff_report *d, const loss *item, const char *format)
{
    text_buffer t = {0};
    diff_cause cost = {0};
    bool known = false;
    exit_code code = find_cost(d, item, &cost, &known);
    text_add(&t, "not written in %s: of %s", format, item->elements[0]);
    if (item->count > 1) {
        text_add(&t, " and %zu other%s", item->count - 1, item->count == 2 ? "" : "s");
    }
    text_add(&t, ", %s; ", item->what);
    if (cost.joint) {
        text_add(&t, "it costs %.3g %s rms, %.3g %s peak at joint %s", cost.rms, cost.unit, cost.peak, cost.unit,
                 cost.joint);
    } else {
        text_add(&t, "%s",
                 part_of(item) == LOOP   ? "torques are those of the open tree"
                 : known                 ? "it costs no torque"
                 : part_of(item) == AXES ? "torques are the same, about other axes"
                                         : "its cost is not known");
    }
    code = t.failed ? fail_memory() : code;
    if (code == EXIT_FINE) {
        note("%s", text_get(&t));
    }
    text_clear(&t);
    return code;
}

/* Whether a robot is one tree whose root link moves freely: SDF has no joint for it, so that its reader is told.  Of
 * several trees the reader frees those that no joint ties to the world, and other formats have joints. */
static bool is_free_in_sdf(const robot *r, const char *format)
{
    int roots = 0, free_roots = 0;
    for (int i = 1; i <= cdy_tree_body_count(r->tree); i++) {
        const bool is_root = cdy_tree_parent(r->tree, i) == 0;
        roots += is_root;
        free_roots += is_root && cdy_tree_body(r->tree, i)->joint.type == CDY_JOINT_FLOATING;
    }
    return strcmp(format, "sdf") == 0 && roots == 1 && free_roots == 1;
}

/* Reads the file back. What cannot be read has no tree. */
static exit_code read_back(robot *file, const robot *r, const robot_options *o, const text_buffer *written,
                           const char *format)
{
    cdy_error error;
    cdy_load_options options = cdy_load_options_default();
    memcpy(options.gravity, o->gravity, sizeof options.gravity);
    options.max_depth = o->reading.depth;
    options.floating_base = is_free_in_sdf(r, format);
    cdy_status status =
        cdy_load_text(written->bytes, written->length, "the written file", &options, &file->tree, &error);
    status = status ? status : cdy_model_create(file->tree, &file->model, &error);
    if (status == CDY_ERROR_MEMORY) {
        return fail_library(&error);
    }
    if (status) {
        note("what is written cannot be read back, so that torques are not compared: %s", error.text);
        cdy_tree_destroy(file->tree);
        file->tree = NULL;
    }
    return EXIT_FINE;
}

static void note_degrees(const diff_report *d, const char *format)
{
    for (size_t i = 0; i < d->degree_count; i++) {
        const diff_degree *g = &d->degrees[i];
        note("torque in %s differs at joint %s%s%s by %.3g %s rms, %.3g %s peak", format, g->joint, *g->part ? " " : "",
             g->part, g->rms, g->unit, g->peak, g->unit);
    }
}

static int count_samples(const robot *r)
{
    const int most = MOST_TORQUES / (cdy_tree_body_count(r->tree) + 1);
    return most > SAMPLES ? SAMPLES : most < LEAST_SAMPLES ? LEAST_SAMPLES : most;
}

exit_code losses_report(const losses *l, const robot *r, const robot_options *o, const text_buffer *written,
                        const char *format)
{
    robot file = {.source = "the written file"};
    const diff_options options = {.same = 1e-9};
    diff_report d = {.options = &options, .robots = {r, &file}, .samples = count_samples(r)};
    exit_code code = l->out_of_memory ? fail_memory() : EXIT_FINE;
    code = code == EXIT_FINE ? read_back(&file, r, o, written, format) : code;
    if (code == EXIT_FINE && file.tree) {
        code = diff_torques(&d);
        code = code == EXIT_FINE ? diff_degrees(&d) : code;
    }
    for (int i = 0; i < l->count && code == EXIT_FINE; i++) {
        code = note_loss(&d, &l->items[i], format);
    }
    if (code == EXIT_FINE) {
        note_degrees(&d, format);
    }
    free(d.items);
    free(d.degrees);
    cdy_model_destroy(file.model);
    cdy_tree_destroy(file.tree);
    return code;
}
