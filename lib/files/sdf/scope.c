/* Scopes and nodes: the models of a robot, and what has a frame in them. */
#include "base/error.h"
#include "description/listed_names.h"
#include "sdf/sdf.h"
#include "text/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 1000 };

/* Makes room for one more element of a list; false if memory runs out. */
static bool grow(cdy_sdf *s, void **list, int count, int *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const int larger = *capacity > 0 ? 2 * *capacity : 16;
    void *copy = cdy_arena_allocate(&s->r->memory, (size_t)larger, size);
    if (copy && count > 0) {
        memcpy(copy, *list, (size_t)count * size);
    }
    *list = copy ? copy : *list;
    *capacity = copy ? larger : *capacity;
    return copy != NULL;
}

/* Returns `prefix` and `name` and `behind` in one; NULL if memory runs out. */
static const char *join(cdy_sdf *s, const char *prefix, const char *name, const char *behind)
{
    const size_t size = strlen(prefix) + strlen(name) + strlen(behind) + 1;
    char *joined = cdy_arena_allocate(&s->r->memory, size, 1);
    if (joined) {
        snprintf(joined, size, "%s%s%s", prefix, name, behind);
    }
    return joined;
}

/* ---- nodes ---- */

static cdy_status add_node(cdy_sdf *s, cdy_sdf_kind kind, const cdy_element *e, int scope, const char *own)
{
    const char *prefix = s->scopes[scope].prefix;
    void *list = s->nodes;
    if (strlen(prefix) + strlen(own) > LONGEST_NAME) {
        return cdy_fault(s->r, CDY_RULE_REFUSED, e->at,
                         "the name '%.80s' with those of the models around it is longer "
                         "than %d bytes; expected a shorter one",
                         own, LONGEST_NAME);
    }
    const char *name = join(s, prefix, own, "");
    if (!name || !grow(s, &list, s->node_count, &s->node_capacity, sizeof *s->nodes)) {
        return cdy_fail_memory(s->r->error);
    }
    s->nodes = list;
    if (cdy_name_table_find(&s->node_numbers, name) >= 0) {
        return cdy_fault(s->r, CDY_RULE_NAME_REPEATED, e->at,
                         "<%.40s> '%.80s': the model has a link, joint, frame or model of this name already; names "
                         "must differ",
                         e->name, own);
    }
    s->nodes[s->node_count] = (cdy_sdf_node){.kind = kind,
                                             .e = e,
                                             .name = name,
                                             .scope = scope,
                                             .inner = -1,
                                             .base = -1,
                                             .attached = -1,
                                             .link = -1,
                                             .local = cdy_pose_still,
                                             .offset = cdy_pose_still,
                                             .pose = cdy_pose_still};
    return cdy_name_table_set(&s->node_numbers, name, s->node_count++) ? CDY_OK : cdy_fail_memory(s->r->error);
}

/* Returns the name that an element has; a missing one is a fault. */
static cdy_status read_name(cdy_sdf *s, const cdy_element *e, const char **name)
{
    const cdy_attribute *a = cdy_find_attribute(e, "name");
    *name = a ? a->text : "";
    if (!**name) {
        return cdy_fault(s->r, CDY_RULE_ATTRIBUTE_MISSING, e->at, "<%.40s> lacks name; expected name=\"...\"", e->name);
    }
    return strstr(*name, "::") && s->scopes[0].minor >= 8
               ? cdy_fault(s->r, CDY_RULE_NAME_COLLISION, a->at,
                           "the name '%.80s' has '::', which stands between models and what is in them; expected none",
                           *name)
               : CDY_OK;
}

/* ---- scopes ---- */

/* Adds the scope of a model, whose node is the newest one; merged ones add names to the model around them. */
static cdy_status add_scope(cdy_sdf *s, cdy_sdf_scope scope, bool merged)
{
    void *list = s->scopes;
    const int node = s->node_count - 1;
    scope.node = node;
    scope.prefix = merged ? s->scopes[scope.outer].prefix : join(s, s->nodes[node].name, "::", "");
    if (!scope.prefix || !grow(s, &list, s->scope_count, &s->scope_capacity, sizeof *s->scopes)) {
        return cdy_fail_memory(s->r->error);
    }
    s->scopes = list;
    s->nodes[node].inner = s->scope_count;
    s->scopes[s->scope_count++] = scope;
    return CDY_OK;
}

static cdy_status add_model(cdy_sdf *s, const cdy_element *e, int outer)
{
    const char *name;
    cdy_status status = read_name(s, e, &name);
    if (!status) {
        status = add_node(s, CDY_SDF_MODEL, e, outer, name);
    }
    const cdy_sdf_scope *around = &s->scopes[outer];
    return status
               ? status
               : add_scope(s, (cdy_sdf_scope){.e = e, .folder = around->folder, .outer = outer, .minor = around->minor},
                           false);
}

/* An included model has the name that <include> gives it, or its own; the frame of a merged one has a name that no
 * other can have. */
static cdy_status add_include(cdy_sdf *s, const cdy_element *include, int outer)
{
    cdy_sdf_scope scope = {.include = include, .outer = outer};
    bool merged = false;
    cdy_status status = cdy_sdf_attribute_flag(s, include, "merge", &merged);
    if (!status) {
        status = cdy_sdf_include(s, &s->scopes[outer], include, &scope);
    }
    const char *name = status ? "" : cdy_sdf_text(s, include, "name");
    if (!status && name && !*name) {
        status = read_name(s, scope.e, &name);
    }
    if (!status && name && merged) {
        name = join(s, "_merged__", name, "__model__");
    }
    if (!status) {
        status = name ? add_node(s, CDY_SDF_MODEL, include, outer, name) : cdy_fail_memory(s->r->error);
    }
    return status ? status : add_scope(s, scope, merged);
}

static cdy_status add_child(cdy_sdf *s, const cdy_element *e, int scope)
{
    static const struct {
        const char *name;
        cdy_sdf_kind kind;
    } kinds[] = {{"link", CDY_SDF_LINK}, {"joint", CDY_SDF_JOINT}, {"frame", CDY_SDF_FRAME}};
    if (strcmp(e->name, "model") == 0) {
        return add_model(s, e, scope);
    }
    if (strcmp(e->name, "include") == 0) {
        return add_include(s, e, scope);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *name;
        if (strcmp(e->name, kinds[i].name) == 0) {
            const cdy_status status = read_name(s, e, &name);
            return status ? status : add_node(s, kinds[i].kind, e, scope, name);
        }
    }
    return CDY_OK;
}

/* ---- the robot ---- */

static bool is_model(const cdy_element *e)
{
    return strcmp(e->name, "model") == 0 || strcmp(e->name, "include") == 0;
}

/* Whether a model cannot move, as far as its element says. */
static bool is_static(cdy_sdf *s, const cdy_element *e)
{
    const char *text = cdy_sdf_text(s, e, "static");
    const cdy_attribute *a = cdy_find_attribute(e, "static");
    text = a ? a->text : text;
    return text && (strcmp(text, "true") == 0 || strcmp(text, "1") == 0);
}

/* Writes the name of a model or an include: its own, or the last part of its uri. */
static const char *name_of(cdy_sdf *s, const cdy_element *e)
{
    const cdy_attribute *a = cdy_find_attribute(e, "name");
    const char *name = a ? a->text : cdy_sdf_text(s, e, "name"), *uri = cdy_sdf_text(s, e, "uri");
    const char *slash = uri ? strrchr(uri, '/') : NULL;
    return name && *name ? name : slash ? slash + 1 : "";
}

/* Gives the names of all models to what reads them one after the other, which ends this reading. */
static cdy_status keep_models(cdy_sdf *s, const cdy_element *first)
{
    for (const cdy_element *e = first; e; e = e->next) {
        if (is_model(e) && !cdy_keep_model(s->r, name_of(s, e))) {
            return cdy_fail_memory(s->r->error);
        }
    }
    return CDY_ERROR_ROBOT;
}

/* Refuses a file with several models that move, or with several of which none moves. */
static cdy_status fail_several(cdy_sdf *s, const cdy_element *world, const cdy_element *first, bool moving)
{
    cdy_listed_names names = {0};
    if (cdy_wants_models(s->r)) {
        return keep_models(s, first);
    }
    for (const cdy_element *e = first; e; e = e->next) {
        if (is_model(e) && !(moving && is_static(s, e))) {
            cdy_list_name(&names, name_of(s, e));
        }
    }
    return cdy_fault(
        s->r, CDY_RULE_ROOTS, world->at,
        "the file has several models%s: %s; expected the name of one, by --model, of an obstacle by --with "
        "FILE#NAME, or by the option `model`",
        moving ? " that move" : ", and none that moves", cdy_end_names(&names));
}

static cdy_status fail_unknown(cdy_sdf *s, const cdy_element *world, const char *wanted)
{
    cdy_listed_names names = {0};
    for (const cdy_element *e = world->first_child; e; e = e->next) {
        if (is_model(e)) {
            cdy_list_name(&names, name_of(s, e));
        }
    }
    return cdy_fault(s->r, CDY_RULE_REFERENCE_UNKNOWN, world->at, "no model has the name '%.80s'; expected one of %s",
                     wanted, cdy_end_names(&names));
}

/* Chooses the model of the name in the options, or the only one that moves, or the only one. */
static cdy_status choose(cdy_sdf *s, const cdy_element *world, const cdy_element **robot)
{
    const char *wanted = s->r->options.model;
    const cdy_element *moving = NULL, *any = NULL, *named = NULL;
    int moving_count = 0, count = 0;
    for (const cdy_element *e = world->first_child; e; e = e->next) {
        if (!is_model(e)) {
            continue;
        }
        if (wanted && strcmp(name_of(s, e), wanted) == 0) {
            if (named) {
                return cdy_fault(s->r, CDY_RULE_NAME_REPEATED, e->at,
                                 "the model in line %d has the name '%.80s' as well; expected names of their own",
                                 named->at.line, wanted);
            }
            named = e;
        }
        any = any ? any : e;
        count++;
        if (!is_static(s, e)) {
            moving = moving ? moving : e;
            moving_count++;
        }
    }
    if (named) {
        *robot = named;
        return CDY_OK;
    }
    if (wanted && count > 0) {
        return fail_unknown(s, world, wanted);
    }
    if (count == 0) {
        return cdy_fault(s->r, CDY_RULE_ROBOT_EMPTY, world->at, "<%.40s> has no <model>; expected one with links",
                         world->name);
    }
    *robot = moving_count == 1 ? moving : any;
    return moving_count > 1 || (moving_count == 0 && count > 1)
               ? fail_several(s, world, world->first_child, moving_count > 1)
               : CDY_OK;
}

static void name_others(cdy_sdf *s, const cdy_element *world, const cdy_element *robot)
{
    for (const cdy_element *e = world->first_child; e; e = e->next) {
        if (is_model(e) && e != robot && !(s->r->models && s->r->models->count > 0)) { /* else they are read next */
            cdy_warn(s->r, CDY_RULE_MODEL_UNREAD, e->at, "the model '%.80s' beside the robot is not read",
                     name_of(s, e));
        }
    }
}

/* Reads the version 1.MINOR of a document. */
static cdy_status read_version(cdy_sdf *s, int *minor)
{
    const cdy_attribute *a = cdy_find_attribute(s->root, "version");
    const char *text = a ? a->text : "";
    char *end = NULL;
    const long number = strncmp(text, "1.", 2) == 0 ? strtol(text + 2, &end, 10) : -1;
    *minor = 12;
    if (number >= 0 && number <= 12 && end && !*end) {
        *minor = (int)number;
    } else {
        cdy_warn(s->r, CDY_RULE_VERSION, a ? a->at : s->root->at,
                 "version '%.40s' of SDF is read as 1.12; expected "
                 "1.2 to 1.12",
                 text);
    }
    return CDY_OK;
}

/* The first scope is the world or the file, the second the robot; models in it follow. */
cdy_status cdy_sdf_read_scopes(cdy_sdf *s)
{
    const cdy_element *world = cdy_first_child(s->root, "world"), *robot = NULL;
    void *list = NULL;
    int minor;
    world = world && !cdy_first_child(s->root, "model") ? world : s->root;
    cdy_status status = read_version(s, &minor);
    if (status) {
        return status;
    }
    if (!grow(s, &list, 0, &s->scope_capacity, sizeof *s->scopes)) {
        return cdy_fail_memory(s->r->error);
    }
    s->scopes = list;
    s->scopes[s->scope_count++] =
        (cdy_sdf_scope){.e = world, .folder = "", .prefix = "", .outer = -1, .node = -1, .minor = minor};
    status = choose(s, world, &robot);
    if (status) {
        return status;
    }
    name_others(s, world, robot);
    s->still = is_static(s, robot);
    status = add_child(s, robot, 0);
    for (const cdy_element *e = world->first_child; e && !status; e = e->next) {
        status = is_model(e) ? CDY_OK : cdy_continue_reading(s->r, add_child(s, e, 0), NULL);
    }
    s->name_skip = s->scope_count > 1 ? strlen(s->scopes[1].prefix) : 0;
    for (int i = 1; i < s->scope_count && !status; i++) {
        cdy_sdf_check_children(s, s->scopes[i].e);
        for (const cdy_element *e = s->scopes[i].e->first_child; e && !status; e = e->next) {
            status = cdy_continue_reading(s->r, add_child(s, e, i), NULL);
        }
    }
    const bool merged = s->scope_count > 1 && s->scopes[1].prefix == s->scopes[0].prefix;
    s->name_skip = merged ? 0 : s->name_skip;
    s->still = s->still || (s->scope_count > 1 && is_static(s, s->scopes[1].e));
    return status;
}
