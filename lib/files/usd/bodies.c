/* Rigid bodies: which prims are links, and which of them are the robot. */
#include "base/error.h"
#include "description/listed_names.h"
#include "usd/usd.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROOTS = 64 };

/* ---- which prims are bodies ---- */

static cdy_status look_at(cdy_usd *u, cdy_usd_prim *p, int number, bool *enabled)
{
    const cdy_usd_prim *above = &u->prims[p->parent];
    const char *visibility = "inherited", *purpose = "default";
    bool collides = true;
    *enabled = cdy_usd_has_api(u, p, "PhysicsRigidBodyAPI");
    cdy_status status = *enabled ? cdy_usd_flag(u, p, "physics:rigidBodyEnabled", enabled) : CDY_OK;
    status = status ? status : cdy_usd_word(u, p, "visibility", &visibility);
    status = status ? status : cdy_usd_word(u, p, "purpose", &purpose);
    const bool own = !status && cdy_usd_has_api(u, p, "PhysicsCollisionAPI");
    if (own) {
        status = cdy_usd_flag(u, p, "physics:collisionEnabled", &collides);
    }
    p->is_body = *enabled;
    p->body = *enabled ? number : above->body;
    p->collides = own ? collides : above->collides && !p->is_body;
    p->shown = (above->shown || above->parent < 0) && strcmp(visibility, "invisible") != 0 &&
               strcmp(purpose, "guide") != 0 && strcmp(purpose, "proxy") != 0;
    return status;
}

/* Numbers the bodies, from 1, and tells of each prim with which it moves. */
static cdy_status number_bodies(cdy_usd *u)
{
    cdy_status status = CDY_OK;
    u->link_prims = cdy_arena_allocate(&u->r->memory, (size_t)u->prim_count + 1, sizeof *u->link_prims);
    u->link_count = 1;
    u->prims[0].shown = true;
    for (int i = 1; i < u->prim_count && u->link_prims && !status; i++) {
        bool body;
        status = look_at(u, &u->prims[i], u->link_count, &body);
        if (!status && body) {
            u->link_prims[u->link_count++] = i;
        }
    }
    return u->link_prims ? status : cdy_fail_memory(u->r->error);
}

/* ---- which bodies are the robot ---- */

static int find_group(int *group, int body)
{
    while (group[body] != body) {
        group[body] = group[group[body]];
        body = group[body];
    }
    return body;
}

static bool is_at_or_below(const cdy_usd *u, int prim, int above)
{
    while (prim > above) {
        prim = u->prims[prim].parent;
    }
    return prim == above;
}

/* Marks what hangs together with a body or a joint at or below an articulation's root; returns how many bodies. */
static int mark(const cdy_usd *u, int root, int *group, bool *kept)
{
    int count = 0;
    for (int i = 1; i < u->link_count; i++) {
        kept[find_group(group, i)] |= is_at_or_below(u, u->link_prims[i], root);
    }
    for (int i = 0; i < u->edge_count; i++) {
        const cdy_usd_edge *e = &u->edges[i];
        const int body = e->child > 0 ? e->child : e->parent;
        kept[find_group(group, body)] |= is_at_or_below(u, e->prim, root);
    }
    for (int i = 1; i < u->link_count; i++) {
        count += kept[find_group(group, i)];
    }
    return count;
}

static bool is_chosen(const cdy_usd *u, const cdy_usd_prim *p)
{
    const char *model = u->r->options.model;
    return !model || strcmp(model, p->name) == 0 || strcmp(model, p->path) == 0;
}

/* Gives the paths of all articulations with bodies to what reads them one after the other, which ends this reading. */
static cdy_status keep_roots(cdy_usd *u, int *group, bool *kept)
{
    for (int i = 1; i < u->prim_count; i++) {
        const cdy_usd_prim *p = &u->prims[i];
        if (!cdy_usd_has_api(u, p, "PhysicsArticulationRootAPI")) {
            continue;
        }
        memset(kept, 0, (size_t)u->link_count * sizeof *kept);
        if (mark(u, i, group, kept) > 0 && !cdy_keep_model(u->r, p->path)) {
            return cdy_fail_memory(u->r->error);
        }
    }
    return CDY_ERROR_ROBOT;
}

/* Finds the root of the articulation that is the robot; -1: there is none, and all bodies are. */
static cdy_status choose_root(cdy_usd *u, int *group, bool *kept, int *root)
{
    cdy_listed_names names = {0};
    int count = 0, roots = 0;
    *root = -1;
    for (int i = 1; i < u->prim_count; i++) {
        const cdy_usd_prim *p = &u->prims[i];
        if (!cdy_usd_has_api(u, p, "PhysicsArticulationRootAPI")) {
            continue;
        }
        cdy_list_name(&names, p->path);
        if (is_chosen(u, p) && ++roots > MOST_ROOTS) {
            return cdy_fault(u->r, CDY_RULE_REFUSED, p->element->at, "the stage has more than %d articulations",
                             MOST_ROOTS);
        }
        if (is_chosen(u, p)) {
            count += mark(u, i, group, kept) > 0;
            *root = *root < 0 ? i : *root;
        }
    }
    const char *model = u->r->options.model;
    int groups = 0;
    for (int i = 1; i < u->link_count; i++) {
        groups += kept[i];
    }
    if (model && *root < 0) {
        return cdy_fault(u->r, CDY_RULE_REFERENCE_UNKNOWN, (cdy_place){1, 1, 0},
                         "there is no articulation '%.80s' in the stage%s%s", model,
                         names.length > 0 ? "; expected one of " : "", cdy_end_names(&names));
    }
    if (count > 1 && groups > 1 && cdy_wants_models(u->r)) {
        return keep_roots(u, group, kept);
    }
    return count > 1 && groups > 1
               ? cdy_fault(u->r, CDY_RULE_ROOTS, u->prims[*root].element->at,
                           "the stage has several articulations, %s; expected the name of one, by --model, of an "
                           "obstacle by --with FILE#NAME, or by the option 'model'",
                           cdy_end_names(&names))
               : CDY_OK;
}

/* Whether a body is left out of this articulation since it is of another one that is read as well. */
static bool is_read_elsewhere(cdy_usd *u, int prim)
{
    const bool all = u->r->models && u->r->models->count > 0;
    while (all && prim > 0 && !cdy_usd_has_api(u, &u->prims[prim], "PhysicsArticulationRootAPI")) {
        prim = u->prims[prim].parent;
    }
    return all && prim > 0;
}

/* Leaves out the bodies that are not kept. */
static void leave_out(cdy_usd *u, int *group, const bool *kept, int *numbers)
{
    int count = 1, edges = 0;
    numbers[0] = 0;
    for (int i = 1; i < u->link_count; i++) {
        const bool stays = kept[find_group(group, i)];
        if (!stays && !is_read_elsewhere(u, u->link_prims[i])) {
            cdy_usd_tell(u, u->prims[u->link_prims[i]].name, u->prims[u->link_prims[i]].element->at,
                         "the rigid body is no part of the articulation");
        }
        numbers[i] = stays ? count : -1;
        u->link_prims[count] = u->link_prims[i];
        count += stays;
    }
    for (int i = 0; i < u->prim_count; i++) {
        u->prims[i].body = u->prims[i].body >= 0 ? numbers[u->prims[i].body] : -1;
    }
    for (int i = 0; i < u->edge_count; i++) {
        cdy_usd_edge e = u->edges[i];
        e.parent = numbers[e.parent];
        e.child = numbers[e.child];
        if (e.parent >= 0 && e.child >= 0) {
            u->edges[edges++] = e;
        }
    }
    u->link_count = count;
    u->edge_count = edges;
}

/* The name is that of the articulation's prim, if it is neither a joint nor a body; or of the stage's first prim. */
static void name_robot(cdy_usd *u, int root)
{
    int named = root >= 0 ? root : u->link_prims[1];
    while (u->prims[named].parent > 0 && (root < 0 || u->prims[named].is_body || cdy_usd_is_joint(&u->prims[named]))) {
        named = u->prims[named].parent;
    }
    u->r->name = u->prims[named].name;
}

cdy_status cdy_usd_choose_bodies(cdy_usd *u)
{
    int *group = cdy_arena_allocate(&u->r->memory, (size_t)u->link_count + 1, sizeof *group);
    int *numbers = cdy_arena_allocate(&u->r->memory, (size_t)u->link_count + 1, sizeof *numbers);
    bool *kept = cdy_arena_allocate(&u->r->memory, (size_t)u->link_count + 1, sizeof *kept);
    int root = -1;
    if (!group || !numbers || !kept) {
        return cdy_fail_memory(u->r->error);
    }
    for (int i = 0; i < u->link_count; i++) {
        group[i] = i;
    }
    for (int i = 0; i < u->edge_count; i++) {
        const cdy_usd_edge *e = &u->edges[i];
        if (e->parent > 0 && e->child > 0 && !e->left_out) {
            group[find_group(group, e->child)] = find_group(group, e->parent);
        }
    }
    const cdy_status status = choose_root(u, group, kept, &root);
    if (status) {
        return status;
    }
    if (root >= 0) {
        leave_out(u, group, kept, numbers);
    }
    if (u->link_count < 2) {
        return cdy_fault(u->r, CDY_RULE_ROBOT_EMPTY, (cdy_place){1, 1, 0},
                         "the stage has no rigid body%s; expected prims with PhysicsRigidBodyAPI",
                         root >= 0 ? " in the articulation" : "");
    }
    name_robot(u, root);
    return CDY_OK;
}

cdy_status cdy_usd_read_bodies(cdy_usd *u)
{
    return number_bodies(u);
}

/* ---- links ---- */

static cdy_status warn_of_forces(cdy_usd *u, const cdy_usd_prim *p)
{
    bool kinematic = false, weightless = false;
    cdy_status status = cdy_usd_flag(u, p, "physics:kinematicEnabled", &kinematic);
    status = status ? status : cdy_usd_flag(u, p, "physxRigidBody:disableGravity", &weightless);
    if (!status && kinematic) {
        cdy_warn(u->r, CDY_RULE_DYNAMICS_UNREAD, p->element->at,
                 "physics:kinematicEnabled is not read; the link moves by forces here");
    }
    if (!status && weightless) {
        cdy_warn(u->r, CDY_RULE_DYNAMICS_UNREAD, p->element->at,
                 "physxRigidBody:disableGravity is not read; torques here hold the weight of this link too");
    }
    return status;
}

static cdy_status read_link(cdy_usd *u, int number)
{
    const cdy_usd_prim *p = &u->prims[u->link_prims[number]];
    cdy_link_entry *link = &u->links[number];
    *link = (cdy_link_entry){.element = p->element, .at = p->element->at, .joint = -1, .body = {.name = p->name}};
    cdy_about_link(u->r, p->name);
    u->places[number] = cdy_pose_still;
    cdy_status status =
        cdy_continue_reading(u->r, cdy_usd_pose_of(u, p, &u->places[number], u->scales[number]), &link->faulty);
    status = status ? status : cdy_continue_reading(u->r, warn_of_forces(u, p), &link->faulty);
    if (!status) {
        status = cdy_continue_reading(u->r, cdy_usd_read_mass(u, number), &link->unweighed);
    }
    if (!status) {
        status = cdy_continue_reading(u->r, cdy_usd_read_shapes(u, number), &link->faulty);
    }
    link->faulty = link->faulty || link->unweighed;
    return status;
}

cdy_status cdy_usd_read_links(cdy_usd *u)
{
    const size_t count = (size_t)u->link_count;
    u->links = cdy_arena_allocate(&u->r->memory, count, sizeof *u->links);
    u->places = cdy_arena_allocate(&u->r->memory, count, sizeof *u->places);
    u->scales = cdy_arena_allocate(&u->r->memory, count, sizeof *u->scales);
    cdy_status status = u->links && u->places && u->scales ? cdy_usd_list_shapes(u) : cdy_fail_memory(u->r->error);
    if (!status) {
        u->links[0] = (cdy_link_entry){
            .element = u->prims[0].element, .at = u->prims[0].element->at, .joint = -1, .body = {.name = "world"}};
        u->places[0] = cdy_pose_still;
    }
    for (int i = 1; i < u->link_count && !status; i++) {
        status = read_link(u, i);
    }
    cdy_about_robot(u->r);
    return status;
}
