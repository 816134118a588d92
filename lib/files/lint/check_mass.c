/* Mass: joints that move no inertia, so that the mass matrix is singular. */
#include "lint/check_mass.h"
#include "lint/checks.h"

#include "base/error.h"
#include "base/finite.h"
#include "description/inertia.h"
#include "spatial/placement.h"
#include "tree/inertial.h"
#include "tree/joint_traits.h"

#include <math.h>
#include <stdio.h>

/* Inertia of a link about its origin. */
static inertia own_inertia(const cdy_inertial *inertial)
{
    return inertial->given ? inertial_about_origin(inertial) : (inertia){0};
}

/* Inertia that resists a joint: the smallest diagonal entry of its block of the mass matrix, in the home configuration.
 */
static double least_inertia(const cdy_joint *joint, const inertia *I)
{
    const double *a = joint->axis, largest = fmax(fabs(a[0]), fmax(fabs(a[1]), fabs(a[2])));
    const vec3 axis = {a[0] / largest, a[1] / largest,
                       a[2] / largest}; /* scaled, so that the square neither underflows nor overflows */
    const double rotational = dot(axis, sym3_apply(I->I, axis)) / dot(axis, axis);
    const cdy_joint_traits *traits = cdy_joint_type_traits(joint->type);
    const double about_any = fmin(I->I.xx, fmin(I->I.yy, I->I.zz)), none = (double)INFINITY;
    const double to_turns = traits->turns == 0 ? none : traits->has_axis ? rotational : about_any;
    return fmin(to_turns, traits->slides > 0 ? I->mass : none);
}

/* Whether the inertia about the axis is 0 up to rounding, as for a mass on the axis. */
static bool is_singular(const cdy_joint *joint, const inertia *I)
{
    const double size = fmax(I->I.xx, fmax(I->I.yy, I->I.zz));
    return !(least_inertia(joint, I) > 1e-13 * size);
}

static bool is_welded(const cdy_reader *r, int link)
{
    return r->links[link].joint >= 0 && joint_is_fixed(r->links[link].body.joint.type);
}

static bool is_finite(const inertia *I)
{
    const double numbers[] = {I->mass, I->h.x, I->h.y, I->h.z, I->I.xx, I->I.xy, I->I.xz, I->I.yy, I->I.yz, I->I.zz};
    return cdy_all_finite(numbers, sizeof numbers / sizeof *numbers);
}

/* Whether a joint moves: otherwise forces are of no interest. */
static bool has_moving_joint(const cdy_reader *r)
{
    for (int i = 0; i < r->joint_count; i++) {
        if (!joint_is_fixed(r->links[r->joints[i].child].body.joint.type)) {
            return true;
        }
    }
    return r->options.floating_base;
}

/* Whether all moving joints carry a total mass of 0; `I` is the composite inertia of each link. */
static bool carries_no_mass(const cdy_reader *r, const int *order, const inertia *I)
{
    bool none = !r->options.floating_base || cdy_is_weightless(&I[order[0]]);
    for (int i = 0; i < r->joint_count && none; i++) {
        const int child = r->joints[i].child;
        none = joint_is_fixed(r->links[child].body.joint.type) || cdy_is_weightless(&I[child]);
    }
    return none;
}

/* Marks the links that move: the root if the base floats, welded links with their parents. */
static void find_moving_links(const cdy_reader *r, const int *order, bool *moves)
{
    moves[order[0]] = r->options.floating_base;
    for (int i = 1; i < r->link_count; i++) { /* parents before children */
        const int link = order[i];
        moves[link] = !is_welded(r, link) || moves[r->joints[r->links[link].joint].parent];
    }
}

/* Reports a robot without mass, with some of the links that move. */
static cdy_status warn_of_weightless_robot(cdy_reader *r, const int *order)
{
    enum { NAMED = 3 };
    bool *moves = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *moves);
    if (!moves) {
        return cdy_fail_memory(r->error);
    }
    find_moving_links(r, order, moves);
    char names[NAMED * 48 + 1] = "";
    int count = 0;
    size_t length = 0;
    for (int i = 0; i < r->link_count; i++) {
        const cdy_link_entry *link = &r->links[order[i]];
        if (moves[order[i]] && count++ < NAMED) {
            length += (size_t)snprintf(names + length, sizeof names - length, "%s'%.40s'", length ? ", " : "",
                                       link->body.name);
        }
    }
    cdy_about_robot(r);
    cdy_warn(r, CDY_RULE_ROBOT_WEIGHTLESS, r->document.root->at,
             "no link that moves has a mass (%s%s), so that all forces and torques are 0; expected <inertial> in those "
             "that move; 'condyle inertia ROBOT --density KG_M3 -o FILE' makes them from the shapes",
             names, count > NAMED ? " and others" : "");
    return CDY_OK;
}

/* Reports mass on the root link, which KDL ignores. The root does not move, unless it floats. */
static void check_root(cdy_reader *r, int root)
{
    const cdy_link_entry *link = &r->links[root];
    if (link->body.inertial.given && link->body.inertial.mass > 0 && has_moving_joint(r)) {
        cdy_about_link(r, link->body.name);
        cdy_warn(r, CDY_RULE_ROOT_INERTIA, cdy_place_of(link->element, "inertial", NULL),
                 "the root link has a mass of %g kg, which KDL ignores; expected one without, with this link fixed to "
                 "it",
                 link->body.inertial.mass);
    }
}

/* Reports a sum of masses or inertias that overflows, since the model cannot be built. */
static void warn_of_overflow(cdy_reader *r, int link)
{
    cdy_about_link(r, r->links[link].body.name);
    cdy_warn(r, CDY_RULE_NUMBER, cdy_place_of(r->links[link].element, "inertial", NULL),
             "the mass or inertia of the link with the links welded to it is too large for a double; expected masses "
             "in kg, lengths in m");
}

/* Reports an offset whose products overflow, since the model cannot be built. */
static void warn_of_distance(cdy_reader *r, const cdy_joint_entry *entry)
{
    const double *xyz = r->links[entry->child].body.joint.origin.xyz, farthest = 1e100;
    if (!(fabs(xyz[0]) <= farthest && fabs(xyz[1]) <= farthest && fabs(xyz[2]) <= farthest)) {
        cdy_about_joint(r, entry->name);
        cdy_warn(r, CDY_RULE_NUMBER, entry->at, "its origin is %.6g, %.6g, %.6g m away; expected some meters", xyz[0],
                 xyz[1], xyz[2]);
    }
}

/* Checks the inertia of a set of welded links as a whole: a massless link in it is harmless. */
static void check_body(cdy_reader *r, int link, const inertia *body)
{
    if (!(body->mass > 0)) {
        return;
    }
    const vec3 center = scale(-1 / body->mass, body->h);
    const sym3 I = sym3_add(body->I, sym3_steiner(body->h, center));
    const double about_center[6] = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
    const double size = body->I.xx + body->I.yy + body->I.zz;
    double moments[3];
    cdy_is_physical_inertia(about_center, moments);
    if (moments[0] < -0.02 * moments[2] && moments[0] < -1e-9 * size && !r->links[link].negative) {
        const bool alone = cdy_same_number(body->mass, own_inertia(&r->links[link].body.inertial).mass);
        cdy_about_link(r, r->links[link].body.name);
        cdy_warn(r, CDY_RULE_INERTIA_NOT_POSITIVE,
                 alone ? cdy_place_in_inertial(&r->links[link], "inertia", NULL)
                       : cdy_place_of(r->links[link].element, "inertial", NULL),
                 "the principal moments of inertia%s are %.6g, %.6g and %.6g kg m^2; expected none to be negative",
                 alone ? "" : " of the link with the links welded to it", moments[0], moments[1], moments[2]);
    }
}

/* Sums the inertias of welded links and checks each sum; `I` is overwritten. */
static void check_bodies(cdy_reader *r, const int *order, inertia *I)
{
    for (int i = r->link_count - 1; i >= 0; i--) {
        if (is_welded(r, order[i])) {
            const cdy_placement *origin = &r->links[order[i]].body.joint.origin;
            const transform X = transform_from_placement(origin->xyz, origin->rpy);
            const int parent = r->joints[r->links[order[i]].joint].parent;
            I[parent] = inertia_add(I[parent], transform_inertia_back(X, I[order[i]]));
        } else if (!is_finite(&I[order[i]])) {
            warn_of_overflow(r, order[i]);
        } else {
            check_body(r, order[i], &I[order[i]]);
        }
    }
}

static void set_own_inertias(const cdy_reader *r, inertia *I)
{
    for (int i = 0; i < r->link_count; i++) {
        I[i] = own_inertia(&r->links[i].body.inertial);
    }
}

static void warn_of_joint(cdy_reader *r, const cdy_joint_entry *entry, const inertia *I)
{
    cdy_about_joint(r, entry->name);
    cdy_warn(r, CDY_RULE_SINGULAR_MASS, entry->at,
             "link '%.80s' and its descendants have %s, so that the mass matrix is singular; expected mass and inertia",
             r->links[entry->child].body.name,
             cdy_is_weightless(I) ? "no mass" : "no inertia along the joint's motion");
}

/* Whether no report is due: another joint resists, the parent joint without mass is reported, or the joint is a mimic.
 */
static bool needs_no_report(const cdy_reader *r, const inertia *I, const cdy_joint_entry *entry)
{
    const int above = r->links[entry->parent].joint;
    const bool carried = above >= 0 && !joint_is_fixed(r->links[entry->parent].body.joint.type);
    return entry->resisted || (carried && cdy_is_weightless(&I[entry->parent])) ||
           r->links[entry->child].body.joint.mimic.joint;
}

/* Marks the leaders of mimic joints with inertia, along the whole chain, as resisted. */
static void mark_leaders(cdy_reader *r, const int *order, const inertia *I)
{
    enum { LONGEST_CHAIN = 64 };
    for (int i = 1; i < r->link_count; i++) {
        const cdy_joint *joint = &r->links[order[i]].body.joint;
        const bool resists = joint->mimic.joint && !is_singular(joint, &I[order[i]]);
        for (int k = 0; resists && joint->mimic.joint && k < LONGEST_CHAIN; k++) {
            cdy_joint_entry *leader = &r->joints[cdy_name_table_find(&r->joint_numbers, joint->mimic.joint)];
            leader->resisted = true;
            joint = &r->links[leader->child].body.joint;
        }
    }
}

static void warn_of_joints(cdy_reader *r, const int *order, const inertia *I)
{
    mark_leaders(r, order, I);
    for (int i = 1; i < r->link_count; i++) {
        const cdy_joint_entry *entry = &r->joints[r->links[order[i]].joint];
        const inertia *moved = &I[entry->child];
        const cdy_joint *joint = &r->links[entry->child].body.joint;
        if (is_finite(moved) && is_singular(joint, moved) && !needs_no_report(r, I, entry)) {
            warn_of_joint(r, entry, moved);
        }
    }
}

cdy_status cdy_check_mass(cdy_reader *r, const int *order)
{
    inertia *I = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *I);
    if (!I) {
        return cdy_fail_memory(r->error);
    }
    set_own_inertias(r, I);
    check_bodies(r, order, I);
    cdy_status status = cdy_check_idle_links(r, order, I);
    if (status) {
        return status;
    }
    set_own_inertias(r, I);
    for (int i = r->link_count - 1; i > 0; i--) { /* children before parents */
        const cdy_joint_entry *entry = &r->joints[r->links[order[i]].joint];
        const cdy_placement *origin = &r->links[entry->child].body.joint.origin;
        const transform X = transform_from_placement(origin->xyz, origin->rpy);
        warn_of_distance(r, entry);
        I[entry->parent] = inertia_add(I[entry->parent], transform_inertia_back(X, I[entry->child]));
    }
    check_root(r, order[0]);
    if (has_moving_joint(r) && carries_no_mass(r, order, I)) {
        status = warn_of_weightless_robot(r, order);
    } else {
        warn_of_joints(r, order, I);
    }
    cdy_about_robot(r);
    return status;
}
