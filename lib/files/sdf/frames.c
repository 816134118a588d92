/* Frames: where nodes stand, and with which link they move. */
#include "base/error.h"
#include "sdf/sdf.h"

#include <stdio.h>
#include <string.h>

/* Returns the node of a name in a scope; -1: none. */
static int look_up(const cdy_sdf *s, int scope, const char *name)
{
    char key[2048];
    const int length = snprintf(key, sizeof key, "%s%s", s->scopes[scope].prefix, name);
    return length < (int)sizeof key ? cdy_name_table_find(&s->node_numbers, key) : -1;
}

/* Whether a name is the scope's own frame: __model__ in a model, world outside of models. */
static bool names_scope(const cdy_sdf *s, int scope, const char *name)
{
    return strcmp(name, scope == 0 ? "world" : "__model__") == 0 && s->scopes[scope].e;
}

cdy_status cdy_sdf_find(cdy_sdf *s, int scope, const char *name, cdy_place at, int *node)
{
    static const char suffix[] = "::__model__";
    const size_t length = strlen(name), end = strlen(suffix);
    char model[2048];
    *node = -1;
    if (names_scope(s, scope, name)) {
        return CDY_OK;
    }
    *node = look_up(s, scope, name);
    if (*node < 0 && length > end && length < sizeof model && strcmp(name + length - end, suffix) == 0) {
        snprintf(model, sizeof model, "%.*s", (int)(length - end), name);
        *node = look_up(s, scope, model);
    }
    return *node >= 0 ? CDY_OK
                      : cdy_fault(s->r, CDY_RULE_REFERENCE_UNKNOWN, at,
                                  "'%.80s' names no link, joint, frame or model here; expected one of this model, or "
                                  "MODEL::NAME of a model in it",
                                  name);
}

/* Returns the pose of a node in a scope around it, which must be placed up to there. */
cdy_pose cdy_sdf_pose_in(const cdy_sdf *s, int node, int scope)
{
    cdy_pose pose = node < 0 ? cdy_pose_still : s->nodes[node].pose;
    for (int at = node < 0 ? scope : s->nodes[node].scope; at != scope && at > 0;) {
        const cdy_sdf_node *model = &s->nodes[s->scopes[at].node];
        pose = cdy_pose_compose(&model->pose, &pose);
        at = model->scope;
    }
    return pose;
}

/* Returns the node of `scope` that a node in one of its models stands in, or the node itself. */
static int within(const cdy_sdf *s, int node, int scope)
{
    while (node >= 0 && s->nodes[node].scope != scope) {
        node = s->scopes[s->nodes[node].scope].node;
    }
    return node;
}

/* ---- where nodes stand ---- */

/* The element with the pose: an <include> precedes the model that it names. */
static const cdy_element *element_with_pose(const cdy_sdf *s, const cdy_sdf_node *n)
{
    const cdy_sdf_scope *inner = n->inner >= 0 ? &s->scopes[n->inner] : NULL;
    return inner && inner->include && cdy_first_child(inner->include, "pose") ? inner->include
           : inner                                                            ? inner->e
                                                                              : n->e;
}

/* Returns the frame that a node stands in where <pose> names none; *at is its place. NULL: the model. */
static const char *usual_base(cdy_sdf *s, const cdy_sdf_node *n, cdy_place *at)
{
    const cdy_attribute *attached = cdy_find_attribute(n->e, "attached_to");
    if (n->kind == CDY_SDF_FRAME && attached && *attached->text) {
        *at = attached->at;
        return attached->text;
    }
    const cdy_element *child = n->kind == CDY_SDF_JOINT ? cdy_first_child(n->e, "child") : NULL;
    *at = child ? child->at : n->e->at;
    return child ? cdy_sdf_text(s, n->e, "child") : NULL;
}

/* The frame of a model whose pose is that of a frame in it. */
static cdy_status apply_placement_frame(cdy_sdf *s, cdy_sdf_node *n)
{
    const cdy_sdf_scope *inner = &s->scopes[n->inner];
    const char *name = inner->include ? cdy_sdf_text(s, inner->include, "placement_frame") : "";
    const cdy_attribute *a = cdy_find_attribute(inner->e, "placement_frame");
    name = name && !*name && a ? a->text : name;
    if (!name || !*name) {
        return name ? CDY_OK : cdy_fail_memory(s->r->error);
    }
    int node;
    const cdy_status status = cdy_sdf_find(s, n->inner, name, n->e->at, &node);
    if (!status) {
        const cdy_pose placed = cdy_sdf_pose_in(s, node, n->inner), back = cdy_pose_invert(&placed);
        n->local = cdy_pose_compose(&n->local, &back);
    }
    return status;
}

/* Reads the pose of a node, and the frame that it stands in. */
static cdy_status read_base(cdy_sdf *s, cdy_sdf_node *n)
{
    const cdy_attribute *relative = NULL;
    cdy_place at = n->e->at;
    cdy_status status = cdy_sdf_read_pose(s, element_with_pose(s, n), &n->local, &relative);
    const char *name = relative ? relative->text : usual_base(s, n, &at);
    int named = -1;
    at = relative ? relative->at : at;
    if (!status && name && *name) {
        status = cdy_sdf_find(s, n->scope, name, at, &named);
    }
    if (status) {
        return status;
    }
    if (named >= 0 && s->nodes[named].scope != n->scope) {
        n->base = within(s, named, n->scope);
        if (n->base < 0) {
            return cdy_fault(s->r, CDY_RULE_REFERENCE_UNKNOWN, at,
                             "'%.80s' stands outside of the model; expected a frame of this model", name);
        }
        const cdy_pose whole = cdy_sdf_pose_in(s, named, s->nodes[n->base].inner);
        n->offset = whole;
    } else {
        n->base = named;
    }
    return n->kind == CDY_SDF_MODEL ? apply_placement_frame(s, n) : CDY_OK;
}

/* Places a node and those that it stands in: walks to one that is placed, then back by the list `behind`. */
static cdy_status place(cdy_sdf *s, int node, int *behind)
{
    int at = node, before = -1;
    for (; at >= 0 && s->nodes[at].placed == CDY_SDF_NEW; before = at, at = s->nodes[at].base) {
        s->nodes[at].placed = CDY_SDF_ENTERED;
        behind[at] = before;
    }
    if (at >= 0 && s->nodes[at].placed == CDY_SDF_ENTERED) {
        for (int n = before; n >= 0; n = behind[n]) {
            s->nodes[n].placed = CDY_SDF_RESOLVED;
        }
        return cdy_fault(s->r, CDY_RULE_CYCLE, s->nodes[at].e->at,
                         "the pose of '%.80s' depends on itself; expected relative_to to lead to the model",
                         cdy_sdf_shown(s, s->nodes[at].name));
    }
    for (int n = before; n >= 0; n = behind[n]) {
        cdy_sdf_node *placed = &s->nodes[n];
        const cdy_pose in_base = cdy_pose_compose(&placed->offset, &placed->local);
        placed->pose = placed->base < 0 ? in_base : cdy_pose_compose(&s->nodes[placed->base].pose, &in_base);
        placed->placed = CDY_SDF_RESOLVED;
    }
    return CDY_OK;
}

/* ---- what nodes move with ---- */

/* Finds the node that a node without a link of its own moves with; -1: the link of its model. */
static cdy_status read_attachment(cdy_sdf *s, cdy_sdf_node *n)
{
    const cdy_attribute *a = NULL;
    cdy_place at = n->e->at;
    int scope = n->scope;
    if (n->kind == CDY_SDF_MODEL) {
        scope = n->inner;
        a = cdy_find_attribute(s->scopes[scope].e, "canonical_link");
    } else if (n->kind == CDY_SDF_FRAME) {
        a = cdy_find_attribute(n->e, "attached_to");
    }
    const char *name = a ? a->text : n->kind == CDY_SDF_JOINT ? usual_base(s, n, &at) : NULL;
    n->attached = -1;
    return name && *name ? cdy_sdf_find(s, scope, name, a ? a->at : at, &n->attached) : CDY_OK;
}

/* The node that a node moves with: by its file, the model of a frame without attached_to, the first link or model of a
 * model; -1: the world, or nothing. */
static int holder(const cdy_sdf *s, int node, const int *first)
{
    const cdy_sdf_node *n = &s->nodes[node];
    return n->attached >= 0           ? n->attached
           : n->kind == CDY_SDF_MODEL ? first[n->inner]
           : n->scope > 0             ? s->scopes[n->scope].node
                                      : -1;
}

/* Finds the link of a node, and of those between. */
static cdy_status hold(cdy_sdf *s, int node, const int *first)
{
    int at = node, link = 0;
    for (; at >= 0 && s->nodes[at].held == CDY_SDF_NEW; at = holder(s, at, first)) {
        s->nodes[at].held = CDY_SDF_ENTERED;
    }
    if (at >= 0 && s->nodes[at].held == CDY_SDF_ENTERED) {
        s->nodes[at].held = CDY_SDF_RESOLVED;
        return cdy_fault(s->r, CDY_RULE_CYCLE, s->nodes[at].e->at,
                         "'%.80s' is attached to itself; expected attached_to to lead to a link",
                         cdy_sdf_shown(s, s->nodes[at].name));
    }
    link = at >= 0 ? s->nodes[at].link : 0;
    for (int n = node; n != at && n >= 0; n = holder(s, n, first)) {
        s->nodes[n].link = link;
        s->nodes[n].held = CDY_SDF_RESOLVED;
    }
    return CDY_OK;
}

int cdy_sdf_link_of(const cdy_sdf *s, int node, int scope)
{
    return node >= 0 ? s->nodes[node].link : scope > 0 ? s->nodes[s->scopes[scope].node].link : 0;
}

/* Numbers the links of the robot, in the order of the scopes. */
static cdy_status number_links(cdy_sdf *s, int *first)
{
    s->link_nodes = cdy_arena_allocate(&s->r->memory, (size_t)s->node_count + 1, sizeof *s->link_nodes);
    if (!s->link_nodes) {
        return cdy_fail_memory(s->r->error);
    }
    s->link_count = 1;
    for (int i = 0; i < s->scope_count; i++) {
        first[i] = -1;
    }
    for (int i = 0; i < s->node_count; i++) {
        cdy_sdf_node *n = &s->nodes[i];
        if (n->kind == CDY_SDF_LINK) {
            n->held = CDY_SDF_RESOLVED;
            n->link = n->scope > 0 ? s->link_count++ : 0;
            s->link_nodes[n->link] = i;
        }
        const bool canonical = n->kind == CDY_SDF_LINK || n->kind == CDY_SDF_MODEL;
        if (canonical &&
            (first[n->scope] < 0 || (s->nodes[first[n->scope]].kind == CDY_SDF_MODEL && n->kind == CDY_SDF_LINK))) {
            first[n->scope] = i;
        }
    }
    return s->link_count > 1 ? CDY_OK
                             : cdy_fault(s->r, CDY_RULE_ROBOT_EMPTY, s->scopes[s->scope_count > 1 ? 1 : 0].e->at,
                                         "the model has no <link>; expected one or more");
}

/* Nodes of the models in a model are placed before those of the model itself. */
cdy_status cdy_sdf_resolve(cdy_sdf *s)
{
    int *work = cdy_arena_allocate(&s->r->memory, (size_t)s->node_count + 1, sizeof *work);
    int *first = cdy_arena_allocate(&s->r->memory, (size_t)s->scope_count + 1, sizeof *first);
    int *start = cdy_arena_allocate(&s->r->memory, (size_t)s->scope_count + 1, sizeof *start);
    int *next = cdy_arena_allocate(&s->r->memory, (size_t)s->node_count + 1, sizeof *next);
    cdy_status status = work && first && start && next ? number_links(s, first) : cdy_fail_memory(s->r->error);
    for (int i = 0; i < s->scope_count && !status; i++) {
        start[i] = -1;
    }
    for (int i = s->node_count - 1; i >= 0 && !status; i--) {
        next[i] = start[s->nodes[i].scope];
        start[s->nodes[i].scope] = i;
    }
    for (int scope = s->scope_count - 1; scope >= 0 && !status; scope--) {
        for (int i = start[scope]; i >= 0 && !status; i = next[i]) {
            status = cdy_continue_reading(s->r, read_base(s, &s->nodes[i]), NULL);
        }
        for (int i = start[scope]; i >= 0 && !status; i = next[i]) {
            status = cdy_continue_reading(s->r, place(s, i, work), NULL);
        }
    }
    for (int i = 0; i < s->node_count && !status; i++) {
        status = s->nodes[i].held ? CDY_OK : cdy_continue_reading(s->r, read_attachment(s, &s->nodes[i]), NULL);
    }
    for (int i = 0; i < s->node_count && !status; i++) {
        status = cdy_continue_reading(s->r, hold(s, i, first), NULL);
    }
    return status;
}
