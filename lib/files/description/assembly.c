/* The tree that spans the links: joints by their parents first, against their direction where nothing else leads to a
 * link; joints that close loops are cut. */
#include "description/assembly.h"

#include "base/error.h"
#include "tree/joint_traits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static cdy_status allocate(cdy_assembly *a)
{
    cdy_reader *r = a->r;
    const size_t links = (size_t)a->link_count + 1, edges = (size_t)a->edge_count + 1;
    const size_t all = links + edges + (size_t)a->spare;
    a->first = cdy_arena_allocate(&r->memory, links, sizeof *a->first);
    a->next = cdy_arena_allocate(&r->memory, edges, 2 * sizeof *a->next);
    a->queue = cdy_arena_allocate(&r->memory, links, sizeof *a->queue);
    a->parts = cdy_arena_allocate(&r->memory, links, sizeof *a->parts);
    a->against = cdy_arena_allocate(&r->memory, edges, sizeof *a->against);
    a->by = cdy_arena_allocate(&r->memory, links, sizeof *a->by);
    a->tied = cdy_arena_allocate(&r->memory, links, sizeof *a->tied);
    a->reached = cdy_arena_allocate(&r->memory, links, sizeof *a->reached);
    a->used = cdy_arena_allocate(&r->memory, edges, sizeof *a->used);
    r->links = cdy_arena_allocate(&r->memory, all, sizeof *r->links);
    r->joints = cdy_arena_allocate(&r->memory, all, sizeof *r->joints);
    return r->memory.failed ? cdy_fail_memory(r->error) : CDY_OK;
}

/* ---- the search ---- */

static void list_edges(cdy_assembly *a)
{
    for (int i = 0; i < a->link_count; i++) {
        a->first[i] = -1;
        a->by[i] = -1;
    }
    for (int i = a->edge_count - 1; i >= 0; i--) {
        const int ends[2] = {a->edges[i].parent, a->edges[i].child};
        for (int end = 0; end < 2; end++) {
            a->next[2 * i + end] = a->first[ends[end]];
            a->first[ends[end]] = 2 * i + end;
        }
    }
}

static void reach(cdy_assembly *a, int link, int edge)
{
    if (a->reached[link]) {
        return;
    }
    a->reached[link] = true;
    a->by[link] = edge;
    if (edge >= 0) {
        a->used[edge] = true;
    }
    a->queue[a->queued++] = link;
}

/* Spans what hangs together with the links in the queue. */
static void span(cdy_assembly *a)
{
    while (a->done < a->queued || a->against_done < a->against_count) {
        if (a->done == a->queued) {
            const int edge = a->against[a->against_done++];
            reach(a, a->edges[edge].parent, edge);
            continue;
        }
        const int link = a->queue[a->done++];
        for (int at = a->first[link]; at >= 0; at = a->next[at]) {
            if (at % 2 == 0) {
                reach(a, a->edges[at / 2].child, at / 2);
            } else {
                a->against[a->against_count++] = at / 2;
            }
        }
    }
}

/* Whether a link is the child of no joint. */
static bool is_root(const cdy_assembly *a, int link)
{
    for (int at = a->first[link]; at >= 0; at = a->next[at]) {
        if (at % 2 == 1) {
            return false;
        }
    }
    return true;
}

/* Spans all parts. The first is the one with the world. */
static void span_parts(cdy_assembly *a)
{
    reach(a, 0, -1);
    span(a);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 1; i < a->link_count; i++) {
            if (!a->reached[i] && (pass == 1 || is_root(a, i))) {
                a->parts[a->part_count++] = i;
                reach(a, i, -1);
                span(a);
            }
        }
    }
}

/* ---- entries ---- */

/* Returns a name that a table does not have, with up to four underscores behind it, or a number, and enters it; NULL if
 * memory runs out. */
static const char *enter(cdy_reader *r, cdy_name_table *table, const char *name, int number)
{
    enum { MOST_UNDERSCORES = 4, LONGEST_NUMBER = 16 };
    const size_t size = strlen(name) + LONGEST_NUMBER;
    char *longer = NULL;
    if (cdy_name_table_find(table, name) >= 0) {
        longer = cdy_arena_allocate(&r->memory, size, 1);
        if (!longer) {
            return NULL;
        }
        for (int k = 1; k == 1 || cdy_name_table_find(table, longer) >= 0; k++) {
            if (k <= MOST_UNDERSCORES) {
                snprintf(longer, size, "%s%.*s", name, k, "____");
            } else {
                snprintf(longer, size, "%s_%d", name, number + k - MOST_UNDERSCORES - 1);
            }
        }
    }
    const char *entered = longer ? longer : name;
    return cdy_name_table_set(table, entered, number) ? entered : NULL;
}

const char *cdy_extend_name(cdy_reader *r, const char *name, const char *suffix)
{
    const size_t size = strlen(name) + strlen(suffix) + 1;
    char *longer = cdy_arena_allocate(&r->memory, size, 1);
    if (longer) {
        snprintf(longer, size, "%s%s", name, suffix);
    }
    return longer;
}

int cdy_assembly_add_link(cdy_reader *r, const cdy_link_entry *entry)
{
    const int number = r->link_count++;
    r->links[number] = *entry;
    r->links[number].joint = -1;
    r->links[number].body.name = enter(r, &r->link_numbers, entry->body.name, number);
    return r->links[number].body.name ? number : -1;
}

bool cdy_assembly_add_joint(cdy_reader *r, int parent, int child, const char *name, const cdy_element *e,
                            cdy_joint joint)
{
    const int number = r->joint_count++;
    const char *entered = enter(r, &r->joint_numbers, name, number);
    r->joints[number] = (cdy_joint_entry){.name = entered, .element = e, .at = e->at, .parent = parent, .child = child};
    joint.name = entered;
    r->links[child].joint = number;
    r->links[child].body.joint = joint;
    return entered != NULL;
}

cdy_joint cdy_fixed_joint(const cdy_pose *place)
{
    cdy_joint joint = {.type = CDY_JOINT_FIXED, .axis = {0, 0, 1}, .gear_ratio = 1, .mimic = {.multiplier = 1}};
    cdy_pose_to_placement(place, &joint.origin);
    return joint;
}

cdy_joint cdy_floating_joint(const cdy_pose *place)
{
    cdy_joint joint = cdy_fixed_joint(&cdy_pose_still);
    joint.type = CDY_JOINT_FLOATING;
    joint.home_given = true;
    memcpy(joint.home, place->q, sizeof place->q);
    memcpy(joint.home + 4, place->p, sizeof place->p);
    return joint;
}

/* Adds the joint that leads to a link. */
static bool add_edge(cdy_assembly *a, int link)
{
    const int edge = a->by[link];
    const bool against = a->edges[edge].parent == link;
    const int from = against ? a->edges[edge].child : a->edges[edge].parent;
    return a->add_edge(a, edge, against, a->tied[from], a->tied[link]);
}

/* Adds a link that no joint leads to: at the base, or free. */
static bool add_base(cdy_assembly *a, int link, bool floats)
{
    const cdy_link_entry *entry = &a->links[link];
    const char *name = cdy_extend_name(a->r, entry->body.name, floats ? "_free" : "_fixed");
    return name &&
           cdy_assembly_add_joint(a->r, 0, a->tied[link], name, entry->element,
                                  floats ? cdy_floating_joint(&a->places[link]) : cdy_fixed_joint(&a->places[link]));
}

static bool stands_at_origin(const cdy_pose *p)
{
    return memcmp(p->p, cdy_pose_still.p, sizeof p->p) == 0 && memcmp(p->q, cdy_pose_still.q, sizeof p->q) == 0;
}

/* The base is the only root link, where it stands at the origin or a floating joint puts it anywhere; else the world.
 * Several parts without a joint between them move freely. */
static cdy_status add_all(cdy_assembly *a)
{
    const bool held = a->first[0] >= 0, floating = a->r->options.floating_base;
    const bool alone = a->part_count == 1 && !held && !a->still;
    const bool free = !a->still && (held || a->part_count > 1);
    a->world = !alone || (!floating && !stands_at_origin(&a->places[a->parts[0]]));
    if (free && a->part_count > 0 && floating) {
        return cdy_fault(a->r, CDY_RULE_ROOTS, a->links[a->parts[0]].at,
                         "no joint leads from the rest of the robot to link '%.80s', which moves freely; expected no "
                         "floating base besides",
                         a->links[a->parts[0]].body.name);
    }
    a->tied[0] = a->world ? cdy_assembly_add_link(a->r, &a->links[0]) : -1;
    bool ok = !a->world || a->tied[0] >= 0;
    for (int i = 0; i < a->queued && ok; i++) {
        const int link = a->queue[i];
        if (link == 0) {
            continue;
        }
        a->tied[link] = cdy_assembly_add_link(a->r, &a->links[link]);
        ok = a->tied[link] >= 0 && (a->by[link] >= 0 ? add_edge(a, link) : !a->world || add_base(a, link, free));
    }
    if (!ok) {
        return cdy_fail_memory(a->r->error);
    }
    if (alone && floating) {
        a->r->links[0].body.joint = cdy_floating_joint(&a->places[a->parts[0]]);
    }
    return CDY_OK;
}

cdy_status cdy_assemble(cdy_assembly *a)
{
    const cdy_status status = allocate(a);
    if (status) {
        return status;
    }
    list_edges(a);
    span_parts(a);
    return add_all(a);
}

/* Returns the rows of a constraint that is a joint with these traits, its axis z; 0: there is none. */
static unsigned loop_rows(const cdy_joint_traits *traits)
{
    const int motions = 10 * traits->turns + traits->slides;
    return motions == 0    ? CDY_LOOP_WELD
           : motions == 10 ? CDY_LOOP_REVOLUTE
           : motions == 1  ? CDY_LOOP_PRISMATIC
           : motions == 30 ? CDY_LOOP_BALL
                           : 0;
}

bool cdy_assembly_keep_loop(const cdy_assembly *a, int edge, const char *name, cdy_place at, const cdy_joint *joint,
                            const cdy_pose *in_parent, const cdy_pose *in_child)
{
    const int parent = a->tied[a->edges[edge].parent], child = a->tied[a->edges[edge].child];
    const cdy_joint_traits *traits = cdy_joint_type_traits(joint->type);
    cdy_loop loop = {.name = name, .rows = loop_rows(traits)};
    if (parent < 0 || child < 0 || !loop.rows) {
        return true;
    }
    cdy_pose turned = cdy_pose_still;
    if (traits->has_axis) {
        cdy_quaternion_z_to(joint->axis, turned.q);
    }
    const cdy_pose there = cdy_pose_compose(in_child, &turned), here = cdy_pose_compose(in_parent, &turned);
    loop.body = a->r->links[child].body.name;
    loop.other = a->r->links[parent].body.name;
    cdy_pose_to_placement(&there, &loop.in_body);
    cdy_pose_to_placement(&here, &loop.in_other);
    return cdy_keep_loop(a->r, &loop, at);
}

void cdy_assembly_name_lost(cdy_reader *r, const cdy_joint *joint, bool follows, cdy_place at)
{
    const cdy_limit *l = &joint->limit;
    const bool ranged = l->given && !joint_is_endless(joint->type) && (isfinite(l->lower) || isfinite(l->upper)) &&
                        (l->lower < 0 || l->lower > 0 || l->upper < 0 || l->upper > 0);
    const struct {
        bool lost;
        const char *what;
    } parts[] = {{ranged, "limits of position"},
                 {l->given && l->effort > 0, "limit of effort"},
                 {l->given && l->velocity > 0, "limit of velocity"},
                 {joint->dynamics.damping > 0, "damping"},
                 {joint->dynamics.friction > 0, "friction"},
                 {joint->dynamics.stiffness > 0, "spring"},
                 {joint->rotor_inertia > 0, "rotor inertia"},
                 {follows, "leader"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].lost) {
            cdy_warn(r, CDY_RULE_DYNAMICS_UNREAD, at, "the %s of a joint that closes a loop is not read",
                     parts[i].what);
        }
    }
}
