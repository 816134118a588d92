/* Massless links between joints: relative motions of these joints that no inertia resists. */
#include "lint/check_mass.h"

#include "base/error.h"
#include "spatial/exponential.h"
#include "spatial/placement.h"
#include "tree/joint_traits.h"

#include <math.h>

enum { DIMENSIONS = 6, MOST_COLUMNS = 2 * DIMENSIONS }; /* more columns than dimensions are linearly dependent */

/* A set of welded links, stored at the link that a joint moves: the number of joints that it carries, and the link of
 * the last of these joints. */
typedef struct group {
    int root;                   /* the set's moved link; valid for every link */
    int carried, next, sibling; /* links moved by joints: `next` is the last that the set carries, `sibling` the one
                                   before it in the same list */
    bool coupled;               /* a mimic joint or its leader, so that inertia elsewhere may resist the joint */
} group;

/* Motion subspaces of consecutive joints, in the frame of the link that the last one moves. */
typedef struct joint_chain {
    motion columns[MOST_COLUMNS];
    int count;
} joint_chain;

static int parent_of(const cdy_reader *r, int link)
{
    return r->joints[r->links[link].joint].parent;
}

static const cdy_joint *joint_of(const cdy_reader *r, int link)
{
    return &r->links[link].body.joint;
}

static void find_groups(const cdy_reader *r, const int *order, group *groups)
{
    for (int i = 0; i < r->link_count; i++) {
        const int link = order[i];
        const bool moved = i > 0, welded = moved && joint_is_fixed(joint_of(r, link)->type);
        groups[link] = (group){welded ? groups[parent_of(r, link)].root : link, 0, -1, -1, false};
        if (moved && !welded) {
            group *carrier = &groups[groups[parent_of(r, link)].root];
            carrier->carried++;
            groups[link].sibling = carrier->next;
            carrier->next = link;
        }
    }
}

static void mark_coupled(const cdy_reader *r, group *groups)
{
    for (int i = 0; i < r->joint_count; i++) {
        const char *mimicked = joint_of(r, r->joints[i].child)->mimic.joint;
        const int leader = mimicked ? cdy_name_table_find(&r->joint_numbers, mimicked) : -1;
        if (leader >= 0) {
            groups[r->joints[i].child].coupled = groups[r->joints[leader].child].coupled = true;
        }
    }
}

/* Whether the group of a link has no mass and carries exactly one joint. */
static bool is_massless_serial(const inertia *bodies, const group *groups, int link)
{
    return groups[link].carried == 1 && cdy_is_weightless(&bodies[link]);
}

static void add_column(joint_chain *chain, vec3 angular, vec3 linear)
{
    const motion column = {angular, linear};
    if (chain->count < MOST_COLUMNS) {
        chain->columns[chain->count++] = motion_scale(1 / sqrt(dot(angular, angular) + dot(linear, linear)), column);
    }
}

static vec3 axis_of(const cdy_joint *joint)
{
    const double *a = joint->axis, largest = fmax(fabs(a[0]), fmax(fabs(a[1]), fabs(a[2])));
    const vec3 axis = {a[0] / largest, a[1] / largest,
                       a[2] / largest}; /* scaled, so that the square neither underflows nor overflows */
    return scale(1 / length(axis), axis);
}

static void add_joint(joint_chain *chain, const cdy_joint *joint)
{
    const vec3 none = {0, 0, 0};
    const cdy_joint_traits *traits = cdy_joint_type_traits(joint->type);
    const bool turns_freely = traits->turns == 3;
    const rotation E = traits->has_axis ? rotation_z_to(axis_of(joint)) : rotation_identity();
    if (traits->slides > 1) {
        add_column(chain, none, E.x);
        add_column(chain, none, E.y);
    }
    if (turns_freely) {
        add_column(chain, E.x, none);
        add_column(chain, E.y, none);
    }
    if (traits->slides % 2 == 1) {
        add_column(chain, none, E.z);
    }
    if (traits->turns > 0) {
        add_column(chain, E.z, none);
    }
}

static void transform_columns(joint_chain *chain, transform X)
{
    for (int i = 0; i < chain->count; i++) {
        chain->columns[i] = transform_motion(X, chain->columns[i]);
    }
}

/* Transform of a joint at a generic position, nonzero in all directions: a rank found there holds almost everywhere. */
static transform generic_transform(const cdy_joint *joint, double amount)
{
    const vec3 none = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, generic = {0.4, -0.7, 0.6};
    const vec3 axis = cdy_joint_type_traits(joint->type)->has_axis ? axis_of(joint) : generic;
    const quaternion turn = quaternion_exponential(scale(amount, axis));
    const rotation E = {quaternion_turn(turn, x), quaternion_turn(turn, y), quaternion_turn(turn, z)};
    if (joint_slides(joint->type)) {
        return (transform){rotation_identity(), scale(amount, axis)};
    }
    switch (cdy_joint_type_traits(joint->type)->slides) {
    case 0: return (transform){E, none};
    case 2: return (transform){E, cross(generic, axis)};
    default: return (transform){E, y};
    }
}

/* Transforms the columns to the next link that a joint moves, and adds that joint's columns. */
static void advance(const cdy_reader *r, joint_chain *chain, int from, int link)
{
    transform X = generic_transform(joint_of(r, link), 0.7 + 0.3 * chain->count);
    for (int at = link; at != from; at = parent_of(r, at)) {
        const cdy_placement *origin = &joint_of(r, at)->origin;
        X = transform_multiply(X, transform_from_placement(origin->xyz, origin->rpy));
    }
    transform_columns(chain, X);
    add_joint(chain, joint_of(r, link));
}

/* Whether the columns are linearly dependent, by elimination with row pivots. */
static bool is_dependent(joint_chain chain)
{
    for (int i = 0; i < chain.count; i++) {
        motion *column = &chain.columns[i];
        int pivot = 0;
        for (int k = 1; k < DIMENSIONS; k++) {
            pivot = fabs(*motion_row(column, k)) > fabs(*motion_row(column, pivot)) ? k : pivot;
        }
        const double most = *motion_row(column, pivot);
        if (!(fabs(most) > 1e-8)) {
            return true;
        }
        for (int j = i + 1; j < chain.count; j++) {
            const double part = -*motion_row(&chain.columns[j], pivot) / most;
            chain.columns[j] = motion_add(chain.columns[j], motion_scale(part, *column));
        }
    }
    return false;
}

/* Whether the group of a link has no mass and carries several joints. */
static bool is_massless_fork(const inertia *bodies, const group *groups, int link)
{
    return groups[link].carried > 1 && cdy_is_weightless(&bodies[link]);
}

/* Adds the joints beyond `link` up to the first group with mass, and returns the group's link. */
static int advance_to_mass(const cdy_reader *r, const inertia *bodies, const group *groups, joint_chain *chain,
                           int link, bool *coupled)
{
    *coupled = *coupled || groups[link].coupled;
    while (is_massless_serial(bodies, groups, link)) {
        const int next = groups[link].next;
        *coupled = *coupled || groups[next].coupled;
        advance(r, chain, link, next);
        link = next;
    }
    return link;
}

/* Whether the joints of a branch can compensate the motion of the fork's joint: the columns of the branch are
 * independent up to the next mass, and dependent together with the fork's. */
static bool can_compensate(const cdy_reader *r, const inertia *bodies, const group *groups, int fork, int branch)
{
    joint_chain chain = {.count = 0}, branch_chain = {.count = 0};
    bool coupled = groups[fork].coupled;
    add_joint(&branch_chain, joint_of(r, branch));
    advance_to_mass(r, bodies, groups, &branch_chain, branch, &coupled);
    add_joint(&chain, joint_of(r, fork));
    advance(r, &chain, fork, branch);
    const int last = advance_to_mass(r, bodies, groups, &chain, branch, &coupled);
    const bool massless_tip = groups[last].carried != 1 && cdy_is_weightless(&bodies[last]);
    return !coupled && !massless_tip && is_dependent(chain) && !is_dependent(branch_chain);
}

/* Checks a massless link that carries several joints: no inertia resists where all branches can compensate. A floating
 * branch compensates any motion. */
static void check_fork(cdy_reader *r, const inertia *bodies, const group *groups, int fork)
{
    const cdy_joint_entry *entry = &r->joints[r->links[fork].joint];
    const bool one = cdy_joint_type_nv(joint_of(r, fork)->type) == 1;
    bool idle = !groups[fork].coupled;
    for (int branch = groups[fork].next; branch >= 0 && idle; branch = groups[branch].sibling) {
        const bool floating = joint_is_free(joint_of(r, branch)->type) && !cdy_is_weightless(&bodies[branch]);
        idle = floating || (one && can_compensate(r, bodies, groups, fork, branch));
    }
    if (idle) {
        cdy_about_joint(r, entry->name);
        cdy_warn(r, CDY_RULE_SINGULAR_MASS, entry->at,
                 "link '%.80s' has no mass, and nothing resists when this joint moves against the %d joints that it "
                 "carries; expected inertia in between, without which the mass matrix is singular",
                 r->links[fork].body.name, groups[fork].carried);
    }
}

static void warn_of_chain(cdy_reader *r, int first, int last)
{
    const cdy_joint_entry *entry = &r->joints[r->links[first].joint];
    cdy_about_joint(r, entry->name);
    cdy_warn(r, CDY_RULE_SINGULAR_MASS, entry->at,
             "link '%.80s' has no mass, and nothing resists when the joints from here to '%.80s' move against each "
             "other; expected inertia in between, without which the mass matrix is singular",
             r->links[first].body.name, r->joints[r->links[last].joint].name);
}

/* Checks the joints from the joint that moves `first` to the first group with mass. */
static void check_chain(cdy_reader *r, const inertia *bodies, const group *groups, int first)
{
    joint_chain chain = {.count = 0};
    int link = first;
    bool coupled = false;
    add_joint(&chain, joint_of(r, link));
    link = advance_to_mass(r, bodies, groups, &chain, link, &coupled);
    const bool massless_tip = groups[link].carried == 0 && cdy_is_weightless(&bodies[link]);
    if (!coupled && !massless_tip && is_dependent(chain)) {
        warn_of_chain(r, first, link);
    }
}

cdy_status cdy_check_idle_links(cdy_reader *r, const int *order, const inertia *bodies)
{
    group *groups = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *groups);
    if (!groups) {
        return cdy_fail_memory(r->error);
    }
    find_groups(r, order, groups);
    mark_coupled(r, groups);
    for (int i = 1; i < r->link_count; i++) {
        const int link = order[i];
        if (groups[link].root == link && is_massless_fork(bodies, groups, link)) {
            check_fork(r, bodies, groups, link);
        }
        if (groups[link].root != link || !is_massless_serial(bodies, groups, link)) {
            continue;
        }
        const int carrier = groups[parent_of(r, link)].root;
        if (carrier == order[0] ||
            !is_massless_serial(bodies, groups, carrier)) { /* otherwise the link is part of a chain checked before */
            check_chain(r, bodies, groups, link);
        }
    }
    return CDY_OK;
}
