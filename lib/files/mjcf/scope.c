/* Scopes: the bodies and frames of <worldbody> in document order, with the joints, geoms and sites of each body. */
#include "base/error.h"
#include "mjcf/mjcf.h"

#include <string.h>

static bool is_body(const cdy_element *e)
{
    return strcmp(e->name, "body") == 0;
}

static bool is_copy(const cdy_element *e)
{
    return strcmp(e->name, "replicate") == 0;
}

static bool is_frame(const cdy_element *e)
{
    return strcmp(e->name, "frame") == 0 || is_copy(e);
}

/* A walk through the elements of all <worldbody>, in document order. */
typedef struct walk {
    const cdy_element *e;
    int depth;
} walk;

static void enter(walk *w)
{
    while (w->e && w->depth == 0 && !w->e->first_child) {
        w->e = cdy_next_alike(w->e);
    }
    if (w->e && w->depth == 0) {
        w->e = w->e->first_child;
        w->depth = 1;
    }
}

/* Steps to the next element; *left counts the scopes that end before it. */
static void step(walk *w, int *left)
{
    *left = 0;
    if ((is_body(w->e) || is_frame(w->e)) && w->e->first_child) {
        w->e = w->e->first_child;
        w->depth++;
        return;
    }
    *left += is_body(w->e) || is_frame(w->e);
    while (w->depth > 0 && !w->e->next) {
        w->e = w->e->parent;
        w->depth--;
        *left += w->depth > 0;
    }
    if (w->depth > 0) {
        w->e = w->e->next;
    } else {
        w->e = cdy_next_alike(w->e);
        enter(w);
    }
}

static walk begin(const cdy_mjcf *m)
{
    walk w = {cdy_first_child(m->root, "worldbody"), 0};
    enter(&w);
    return w;
}

static size_t count_scopes(const cdy_mjcf *m)
{
    size_t count = 1;
    int left;
    for (walk w = begin(m); w.e; step(&w, &left)) {
        count += is_body(w.e) || is_frame(w.e);
    }
    return count;
}

static void begin_parts(cdy_mjcf_scope *scope)
{
    scope->joints.end = &scope->joints.first;
    scope->geoms.end = &scope->geoms.first;
    scope->sites.end = &scope->sites.first;
}

static cdy_status add_part(cdy_mjcf *m, cdy_mjcf_parts *parts, const cdy_element *e, int scope)
{
    cdy_mjcf_part *part = cdy_arena_allocate(&m->r->memory, 1, sizeof *part);
    if (!part) {
        return cdy_fail_memory(m->r->error);
    }
    *part = (cdy_mjcf_part){e, scope, NULL};
    *parts->end = part;
    parts->end = &part->next;
    parts->count++;
    return CDY_OK;
}

/* Opens the scope of a body or a frame; frames in frames stand in their body. */
static cdy_status open_scope(cdy_mjcf *m, const cdy_element *e, int outer)
{
    const int number = m->scope_count++;
    cdy_mjcf_scope *scope = &m->scopes[number];
    const int body = m->scopes[outer].body;
    *scope = (cdy_mjcf_scope){.element = e, .outer = outer, .body = is_body(e) ? number : body, .link = -1};
    scope->copied = is_copy(e) || (is_frame(e) && m->scopes[outer].copied);
    begin_parts(scope);
    cdy_mjcf_check_attributes(m, e);
    const bool attached = cdy_mjcf_model_number(m, e) != cdy_mjcf_model_number(m, m->scopes[outer].element);
    const int usual = attached ? cdy_mjcf_main_class(m, e) : m->scopes[outer].class_number;
    cdy_status status = cdy_mjcf_find_class(m, e, "childclass", usual, &scope->class_number);
    if (!status) {
        status = cdy_mjcf_read_pose(m, e, -1, &scope->pose);
    }
    memcpy(scope->own, scope->pose.p, sizeof scope->own);
    if (is_frame(m->scopes[outer].element)) {
        scope->pose = cdy_pose_compose(&m->scopes[outer].pose, &scope->pose);
    }
    return status;
}

/* Elements that make bodies by rules of their own. */
static bool makes_bodies(const char *name)
{
    static const char *const names[] = {"composite", "flexcomp"};
    return cdy_is_among(name, sizeof names / sizeof *names, names);
}

/* A joint is one of the body around it, which <replicate> does not copy. */
static cdy_status add_joint(cdy_mjcf *m, const cdy_element *e, int number)
{
    cdy_mjcf_scope *body = &m->scopes[m->scopes[number].body];
    if (body == m->scopes) {
        return cdy_fault(m->r, CDY_RULE_ELEMENT_MISPLACED, e->at,
                         "<%.40s> in <worldbody> would move the world; expected it in a <body>", e->name);
    }
    if (m->scopes[number].copied) {
        return cdy_fault(m->r, CDY_RULE_ELEMENT_MISPLACED, e->at,
                         "<%.40s> in <replicate> would move the body around it many times; expected it in a <body>",
                         e->name);
    }
    return add_part(m, &body->joints, e, number);
}

/* A body has one inertia; that of a <replicate> is left out, as MuJoCo does. */
static cdy_status add_inertial(cdy_mjcf *m, const cdy_element *e, int number)
{
    cdy_mjcf_scope *body = &m->scopes[m->scopes[number].body];
    if (body == m->scopes) {
        return cdy_fault(m->r, CDY_RULE_ELEMENT_MISPLACED, e->at,
                         "<inertial> in <worldbody>: the world has no inertia; expected it in a <body>");
    }
    if (m->scopes[number].copied) {
        cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, e->at,
                 "<inertial> in <replicate> has no effect; expected it in a <body>");
        return CDY_OK;
    }
    if (body->inertial) {
        return cdy_fault(m->r, CDY_RULE_ELEMENT_REPEATED, e->at, "the body has a second <inertial>; expected one");
    }
    body->inertial = e;
    body->inertial_scope = number;
    return CDY_OK;
}

static cdy_status read_element(cdy_mjcf *m, const cdy_element *e, int number)
{
    cdy_mjcf_scope *body = &m->scopes[m->scopes[number].body];
    if (strcmp(e->name, "joint") == 0 || strcmp(e->name, "freejoint") == 0) {
        return add_joint(m, e, number);
    }
    if (strcmp(e->name, "geom") == 0) {
        return add_part(m, &body->geoms, e, number);
    }
    if (strcmp(e->name, "site") == 0) {
        return add_part(m, &body->sites, e, number);
    }
    if (strcmp(e->name, "inertial") == 0) {
        return add_inertial(m, e, number);
    }
    if (makes_bodies(e->name)) {
        return cdy_fault(
            m->r, CDY_RULE_UNKNOWN_ELEMENT, e->at,
            "<%.40s> makes bodies, which are not read; expected them written out, as mj_saveLastXML() of MuJoCo "
            "does",
            e->name);
    }
    static const char *const harmless[] = {"camera", "light", "plugin", "attach"}; /* a faulty one is told of */
    if (m->r->options.unread) {
        m->r->options.unread(m->r->options.context, e->name);
    }
    if (!cdy_is_among(e->name, 4, harmless)) {
        cdy_mjcf_warn_of_unknown(m, e, cdy_mjcf_in_tree);
    }
    return CDY_OK;
}

cdy_status cdy_mjcf_read_scopes(cdy_mjcf *m)
{
    const size_t count = count_scopes(m);
    const cdy_element *world = cdy_first_child(m->root, "worldbody");
    m->scopes = cdy_arena_allocate(&m->r->memory, count, sizeof *m->scopes);
    if (!m->scopes) {
        return cdy_fail_memory(m->r->error);
    }
    m->scopes[0] = (cdy_mjcf_scope){.element = world ? world : m->root, .outer = -1, .pose = cdy_pose_still};
    begin_parts(&m->scopes[0]);
    m->scope_count = 1;
    cdy_status status = CDY_OK;
    int left = 0, current = 0;
    for (walk w = begin(m); w.e && !status; step(&w, &left)) {
        for (; left > 0 && current > 0; left--) {
            current = m->scopes[current].outer;
        }
        if (is_body(w.e) || is_frame(w.e)) {
            status = cdy_continue_reading(m->r, open_scope(m, w.e, current), NULL);
            current = m->scope_count - 1;
        } else {
            status = cdy_continue_reading(m->r, read_element(m, w.e, current), NULL);
        }
    }
    return status;
}
