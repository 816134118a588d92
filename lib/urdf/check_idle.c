/* Links without mass between joints: motions of these joints against each other that nothing resists. */
#include "urdf/check_mass.h"

#include "base/error.h"
#include "spatial/exponential.h"
#include "spatial/placement.h"

#include <math.h>

enum { DIMENSIONS = 6, MOST_COLUMNS = 2 * DIMENSIONS }; /* more than there are directions cannot all be different */

/* What is welded together, told at the link that a joint moves: how many joints it carries, and the last one's link. */
typedef struct group {
    int root; /* that link, of every link */
    int carried, next;
    bool tied; /* the joint mimics another or is mimicked, so that something elsewhere may resist it */
} group;

/* The motions of joints in a row, in the frame of the link that the last one moves. */
typedef struct joint_row {
    motion columns[MOST_COLUMNS];
    int count;
} joint_row;

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
        const bool moved = i > 0, welded = moved && joint_of(r, link)->type == CDY_JOINT_FIXED;
        groups[link] = (group){welded ? groups[parent_of(r, link)].root : link, 0, -1, false};
        if (moved && !welded) {
            group *carrier = &groups[groups[parent_of(r, link)].root];
            carrier->carried++;
            carrier->next = link;
        }
    }
}

static void mark_tied(const cdy_reader *r, group *groups)
{
    for (int i = 0; i < r->joint_count; i++) {
        const char *mimicked = joint_of(r, r->joints[i].child)->mimic.joint;
        const int leader = mimicked ? cdy_name_table_find(&r->joint_numbers, mimicked) : -1;
        if (leader >= 0) {
            groups[r->joints[i].child].tied = groups[r->joints[leader].child].tied = true;
        }
    }
}

/* Whether the joint of a link moves mass only by way of one further joint. */
static bool is_idle(const inertia *bodies, const group *groups, int link)
{
    return groups[link].carried == 1 && cdy_is_weightless(&bodies[link]);
}

static void add_column(joint_row *row, vec3 angular, vec3 linear)
{
    const motion column = {angular, linear};
    if (row->count < MOST_COLUMNS) {
        row->columns[row->count++] = motion_scale(1 / sqrt(dot(angular, angular) + dot(linear, linear)), column);
    }
}

static vec3 axis_of(const cdy_joint *joint)
{
    const double *a = joint->axis, largest = fmax(fabs(a[0]), fmax(fabs(a[1]), fabs(a[2])));
    const vec3 axis = {a[0] / largest, a[1] / largest, a[2] / largest}; /* its square neither vanishes nor overflows */
    return scale(1 / length(axis), axis);
}

static void add_joint(joint_row *row, const cdy_joint *joint)
{
    const vec3 none = {0, 0, 0};
    const bool floats = joint->type == CDY_JOINT_FLOATING, slides = joint->type == CDY_JOINT_PRISMATIC;
    const rotation E = floats ? rotation_identity() : rotation_z_to(axis_of(joint));
    if (floats || joint->type == CDY_JOINT_PLANAR) {
        add_column(row, none, E.x);
        add_column(row, none, E.y);
    }
    if (floats) {
        add_column(row, E.x, none);
        add_column(row, E.y, none);
    }
    if (floats || slides) {
        add_column(row, none, E.z);
    }
    if (!slides) {
        add_column(row, E.z, none);
    }
}

static void carry_columns(joint_row *row, transform X)
{
    for (int i = 0; i < row->count; i++) {
        row->columns[i] = transform_motion(X, row->columns[i]);
    }
}

/* Where a joint stands somewhere on its way, in all its directions: what holds there holds nearly everywhere. */
static transform displace(const cdy_joint *joint, double way)
{
    const vec3 none = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, askew = {0.4, -0.7, 0.6};
    const bool floats = joint->type == CDY_JOINT_FLOATING;
    const vec3 axis = floats ? askew : axis_of(joint);
    const quaternion turn = quaternion_exponential(scale(way, axis));
    const rotation E = {quaternion_turn(turn, x), quaternion_turn(turn, y), quaternion_turn(turn, z)};
    if (joint->type == CDY_JOINT_PRISMATIC) {
        return (transform){rotation_identity(), scale(way, axis)};
    }
    if (joint->type == CDY_JOINT_PLANAR) {
        return (transform){E, cross(askew, axis)};
    }
    return (transform){E, floats ? y : none};
}

/* Takes a row on to the next link that a joint moves, and adds that joint. */
static void carry_on(const cdy_reader *r, joint_row *row, int from, int link)
{
    transform X = displace(joint_of(r, link), 0.7 + 0.3 * row->count);
    for (int at = link; at != from; at = parent_of(r, at)) {
        const cdy_placement *origin = &joint_of(r, at)->origin;
        X = transform_multiply(X, transform_from_placement(origin->xyz, origin->rpy));
    }
    carry_columns(row, X);
    add_joint(row, joint_of(r, link));
}

/* Whether some of the motions are made of the others, by elimination. */
static bool is_dependent(joint_row row)
{
    for (int i = 0; i < row.count; i++) {
        motion *column = &row.columns[i];
        int pivot = 0;
        for (int k = 1; k < DIMENSIONS; k++) {
            pivot = fabs(*motion_row(column, k)) > fabs(*motion_row(column, pivot)) ? k : pivot;
        }
        const double most = *motion_row(column, pivot);
        if (!(fabs(most) > 1e-8)) {
            return true;
        }
        for (int j = i + 1; j < row.count; j++) {
            const double part = -*motion_row(&row.columns[j], pivot) / most;
            row.columns[j] = motion_add(row.columns[j], motion_scale(part, *column));
        }
    }
    return false;
}

static void warn_of_row(cdy_reader *r, int first, int last)
{
    const cdy_urdf_joint *entry = &r->joints[r->links[first].joint];
    cdy_about_joint(r, entry->name);
    cdy_warn(r, CDY_RULE_SINGULAR_MASS, entry->at,
             "link '%.80s' has no mass, and nothing resists when the joints from here to '%.80s' move against each "
             "other; expected inertia in between, without which the mass matrix is singular",
             r->links[first].body.name, r->joints[r->links[last].joint].name);
}

/* The joints from that of link `first` to the first one that moves mass by itself. */
static void check_row(cdy_reader *r, const inertia *bodies, const group *groups, int first)
{
    joint_row row = {.count = 0};
    int link = first;
    bool tied = groups[link].tied;
    add_joint(&row, joint_of(r, link));
    while (is_idle(bodies, groups, link)) {
        const int next = groups[link].next;
        tied |= groups[next].tied;
        carry_on(r, &row, link, next);
        link = next;
    }
    const bool ends = groups[link].carried == 0 && cdy_is_weightless(&bodies[link]);
    if (!tied && !ends && is_dependent(row)) {
        warn_of_row(r, first, link);
    }
}

cdy_status cdy_check_idle_links(cdy_reader *r, const int *order, const inertia *bodies)
{
    group *groups = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *groups);
    if (!groups) {
        return cdy_fail_memory(r->error);
    }
    find_groups(r, order, groups);
    mark_tied(r, groups);
    for (int i = 1; i < r->link_count; i++) {
        const int link = order[i];
        if (groups[link].root != link || !is_idle(bodies, groups, link)) {
            continue;
        }
        const int carrier = groups[parent_of(r, link)].root;
        if (carrier == order[0] || !is_idle(bodies, groups, carrier)) { /* else it was in a row already */
            check_row(r, bodies, groups, link);
        }
    }
    return CDY_OK;
}
