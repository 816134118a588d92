/* The tree of a robot: joints in either direction, frames, loops that are cut. */
#include "description/assembly.h"

#include "base/error.h"
#include "tree/joint_traits.h"
#include "usd/usd.h"

#include <string.h>

/* Turns a motion around. */
static void turn_around(cdy_joint *joint)
{
    for (int k = 0; k < 3; k++) {
        joint->axis[k] = 0 - joint->axis[k];
    }
    if (!cdy_joint_type_traits(joint->type)->has_axis && joint->home_given) {
        const cdy_pose home = {{joint->home[4], joint->home[5], joint->home[6]},
                               {joint->home[0], joint->home[1], joint->home[2], joint->home[3]}};
        const cdy_pose turned = cdy_pose_invert(&home);
        memcpy(joint->home, turned.q, sizeof turned.q);
        memcpy(joint->home + 4, turned.p, sizeof turned.p);
    }
}

/* Returns the name of a degree of freedom: the joint's, with its way behind where there are several; NULL if memory
 * runs out. */
static const char *name_degree(cdy_usd *u, const cdy_usd_edge *e, int number)
{
    const char *joint = u->prims[e->prim].name;
    const char *longer = e->other_count > 0 ? cdy_extend_name(u->r, joint, "_") : joint;
    return e->other_count > 0 && longer ? cdy_extend_name(u->r, longer, e->ways[number]) : longer;
}

/* Adds a massless link between two degrees of freedom; -1 if memory runs out. */
static int add_between(cdy_usd *u, const cdy_usd_prim *p, const char *joint)
{
    const cdy_link_entry between = {
        .element = p->element, .at = p->element->at, .body = {.name = cdy_extend_name(u->r, joint, "_link")}};
    return between.body.name ? cdy_assembly_add_link(u->r, &between) : -1;
}

/* Adds a joint's degrees of freedom as joints; against its direction the last one comes first and turns the other way,
 * and what is before and after the motion change places. */
static bool add_edge(cdy_assembly *a, int number, bool against, int parent, int child)
{
    cdy_usd *u = a->context;
    cdy_usd_edge *e = &u->edges[number];
    const cdy_usd_prim *p = &u->prims[e->prim];
    const cdy_pose before = against ? e->in_child : e->in_parent, after = against ? e->in_parent : e->in_child;
    const cdy_pose back = cdy_pose_invert(&after), place = cdy_pose_compose(&before, &back);
    for (int i = 0; i <= e->other_count; i++) {
        const int at = against ? e->other_count - i : i;
        const bool last = i == e->other_count;
        const char *name = name_degree(u, e, at);
        cdy_joint joint = *cdy_usd_degree(e, at);
        const int link = !name || last ? child : add_between(u, p, name);
        if (joint_is_fixed(joint.type)) {
            cdy_pose_to_placement(&place, &joint.origin);
        } else {
            cdy_pose_to_placement(i == 0 ? &before : &cdy_pose_still, &joint.origin);
            cdy_pose_to_placement(last ? &back : &cdy_pose_still, &joint.child);
        }
        if (against) {
            turn_around(&joint);
        }
        if (!name || link < 0 || !cdy_assembly_add_joint(u->r, parent, link, name, p->element, joint)) {
            return false;
        }
        cdy_joint_entry *entry = &u->r->joints[u->r->joint_count - 1];
        entry->mimic_at = e->mimic_at;
        entry->faulty = e->faulty;
        parent = link;
    }
    e->number = e->other_count > 0 ? -1 : u->r->joint_count - 1; /* what has several has no follower */
    return true;
}

/* Names the leader of each joint that follows one, by the name that it has in the tree, or by its path where it is not
 * there. */
static void name_leaders(cdy_usd *u)
{
    for (int i = 0; i < u->edge_count; i++) {
        const cdy_usd_edge *e = &u->edges[i];
        if (e->leader == 0 || e->number < 0) {
            continue;
        }
        const int edge = u->prims[e->leader].edge, leader = edge >= 0 ? u->edges[edge].number : -1;
        cdy_joint_entry *entry = &u->r->joints[e->number];
        entry->mimics = leader >= 0 ? u->r->joints[leader].name : u->prims[e->leader].path;
        u->r->links[entry->child].body.joint.mimic.joint = entry->mimics;
    }
}

/* Whether a prim is a frame of a link: an Xform without shapes at and below it. */
static bool is_frame(const cdy_usd_prim *p)
{
    return p->body > 0 && !p->filled && strcmp(p->type, "Xform") == 0;
}

static cdy_status add_frames(const cdy_assembly *a, cdy_usd *u)
{
    for (int i = 1; i < u->prim_count; i++) {
        const cdy_usd_prim *p = &u->prims[i];
        cdy_pose there;
        if (!is_frame(p)) {
            continue;
        }
        const cdy_status status = cdy_continue_reading(u->r, cdy_usd_pose_of(u, p, &there, NULL), NULL);
        if (status) {
            return status;
        }
        const cdy_link_entry frame = {.element = p->element, .at = p->element->at, .body = {.name = p->name}};
        const int link = cdy_assembly_add_link(u->r, &frame);
        const cdy_pose back = cdy_pose_invert(&u->places[p->body]), place = cdy_pose_compose(&back, &there);
        const char *name = cdy_extend_name(u->r, p->name, "_frame");
        if (link < 0 || !name ||
            !cdy_assembly_add_joint(u->r, a->tied[p->body], link, name, p->element, cdy_fixed_joint(&place))) {
            return cdy_fail_memory(u->r->error);
        }
    }
    return CDY_OK;
}

static cdy_status name_loops(const cdy_assembly *a, const cdy_usd *u)
{
    bool kept = true;
    for (int i = 0; i < u->edge_count; i++) {
        const cdy_usd_edge *e = &u->edges[i];
        if (e->left_out || !a->used[i]) {
            const cdy_usd_prim *p = &u->prims[e->prim];
            const cdy_loop_entry *before = u->r->last_loop;
            kept = kept && (e->other_count > 0 || cdy_assembly_keep_loop(a, i, p->name, p->element->at, &e->joint,
                                                                         &e->in_parent, &e->in_child));
            cdy_about_joint(u->r, u->prims[e->prim].name);
            cdy_warn(u->r, CDY_RULE_DYNAMICS_UNREAD, u->prims[e->prim].element->at,
                     "the joint closes a loop between '%.80s' and '%.80s', which is open in the tree; 'condyle "
                     "%s' closes it",
                     u->links[e->parent].body.name, u->links[e->child].body.name,
                     u->r->last_loop == before ? "constrained --loop" : "mechanism");
            cdy_assembly_name_lost(u->r, &e->joint, e->leader > 0, p->element->at);
            for (int k = 0; k < e->other_count; k++) {
                cdy_assembly_name_lost(u->r, &e->others[k], false, p->element->at);
            }
        }
    }
    cdy_about_robot(u->r);
    return kept ? CDY_OK : cdy_fail_memory(u->r->error);
}

/* A prim with filtered pairs, while they are kept. */
typedef struct filtering {
    const cdy_assembly *a;
    const cdy_usd_prim *p;
} filtering;

/* Whether a prim is a body, not one of its shapes. */
static bool is_link(const cdy_usd *u, const cdy_usd_prim *p)
{
    return p->body > 0 && &u->prims[u->link_prims[p->body]] == p;
}

/* Keeps a filtered pair of two bodies. */
static cdy_status keep_filtered(cdy_usd *u, void *context, int prim, cdy_place at)
{
    const filtering *f = context;
    const cdy_usd_prim *other = &u->prims[prim];
    if (f->p->body < 0 || other->body < 0) {
        return CDY_OK; /* of a body that is left out, which is told where it is */
    }
    if (!is_link(u, f->p) || !is_link(u, other) || other == f->p) {
        cdy_warn(u->r, CDY_RULE_PART_UNREAD, at,
                 "the filtered pair of '%.80s' and '%.80s' is not kept; expected two rigid bodies", f->p->name,
                 other->name);
        return CDY_OK;
    }
    const char *first = u->r->links[f->a->tied[f->p->body]].body.name;
    const char *second = u->r->links[f->a->tied[other->body]].body.name;
    return cdy_keep_exclusion(u->r, first, second, at) ? CDY_OK : cdy_fail_memory(u->r->error);
}

/* Keeps the pairs of bodies that physics:filteredPairs leaves out. */
static cdy_status keep_exclusions(const cdy_assembly *a, cdy_usd *u)
{
    cdy_status status = CDY_OK;
    for (int i = 1; i < u->prim_count && !status; i++) {
        filtering f = {a, &u->prims[i]};
        status = cdy_usd_each_target(u, f.p, "physics:filteredPairs", keep_filtered, &f);
    }
    return status;
}

cdy_status cdy_usd_build(cdy_usd *u)
{
    cdy_ends *ends = cdy_arena_allocate(&u->r->memory, (size_t)u->edge_count + 1, sizeof *ends);
    int frames = 0, between = 0, parts = 0; /* of the tree, which come first */
    if (!ends) {
        return cdy_fail_memory(u->r->error);
    }
    for (int i = 0; i < u->edge_count; i++) {
        ends[i] = (cdy_ends){u->edges[i].parent, u->edges[i].child};
        between += u->edges[i].other_count;
        parts += !u->edges[i].left_out;
    }
    for (int i = 1; i < u->prim_count; i++) {
        frames += is_frame(&u->prims[i]);
    }
    cdy_assembly a = {.r = u->r,
                      .links = u->links,
                      .places = u->places,
                      .link_count = u->link_count,
                      .edges = ends,
                      .edge_count = parts,
                      .spare = frames + between,
                      .add_edge = add_edge,
                      .context = u};
    cdy_status status = cdy_assemble(&a);
    if (!status) {
        name_leaders(u);
    }
    status = status ? status : add_frames(&a, u);
    status = status ? status : keep_exclusions(&a, u);
    return status ? status : name_loops(&a, u);
}
