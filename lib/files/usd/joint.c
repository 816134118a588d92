/* Joints: links and frames, types, axes, limits, drives, followers. */
#include "base/error.h"
#include "tree/joint_traits.h"
#include "usd/usd.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double degree = 0.017453292519943295;

/* Types of prims that are joints; -1: generic, by the limits of its six degrees of freedom. */
static const struct {
    const char *name;
    int type;
} kinds[] = {{"PhysicsFixedJoint", CDY_JOINT_FIXED},
             {"PhysicsRevoluteJoint", CDY_JOINT_REVOLUTE},
             {"PhysicsPrismaticJoint", CDY_JOINT_PRISMATIC},
             {"PhysicsSphericalJoint", CDY_JOINT_SPHERICAL},
             {"PhysicsJoint", -1}};

static int kind_of(const cdy_usd_prim *p)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, p->type) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool cdy_usd_is_joint(const cdy_usd_prim *p)
{
    return kind_of(p) >= 0;
}

/* ---- links ---- */

/* Finds the link of a body of a joint; the world where it has none. */
static cdy_status find_end(cdy_usd *u, const cdy_usd_prim *p, const char *name, int *link)
{
    int prim = -1;
    cdy_place at = p->element->at;
    const cdy_status status = cdy_usd_target(u, p, name, &prim, &at);
    *link = prim >= 0 ? u->prims[prim].body : 0;
    return status;
}

/* Whether a joint holds something: it is enabled, and between two links. */
static cdy_status is_part(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_edge *e, bool *part)
{
    bool enabled = true;
    cdy_status status = cdy_usd_flag(u, p, "physics:jointEnabled", &enabled);
    status = status ? status : cdy_usd_flag(u, p, "physics:excludeFromArticulation", &e->left_out);
    const char *why = !enabled                ? "physics:jointEnabled is false, so that it holds nothing"
                      : e->parent == e->child ? "its bodies are one link, or none"
                                              : NULL;
    *part = !status && !why;
    if (!status && why) {
        cdy_about_joint(u->r, p->name);
        cdy_warn(u->r, CDY_RULE_DYNAMICS_UNREAD, p->element->at, "the joint is no part of the tree: %s", why);
        cdy_about_robot(u->r);
    }
    return status;
}

/* Lists a joint between two links. */
static cdy_status list_joint(cdy_usd *u, int number, cdy_usd_edge *left_out, int *left_out_count)
{
    const cdy_usd_prim *p = &u->prims[number];
    cdy_usd_edge e = {.prim = number, .number = -1, .in_parent = cdy_pose_still, .in_child = cdy_pose_still};
    bool part = false, faulty = false;
    cdy_about_joint(u->r, p->name);
    cdy_status status = find_end(u, p, "physics:body0", &e.parent);
    status = status ? status : find_end(u, p, "physics:body1", &e.child);
    status = status ? status : is_part(u, p, &e, &part);
    status = cdy_continue_reading(u->r, status, &faulty);
    if (part && !faulty) {
        *(e.left_out ? &left_out[(*left_out_count)++] : &u->edges[u->edge_count++]) = e;
    }
    cdy_about_robot(u->r);
    return status;
}

cdy_status cdy_usd_list_joints(cdy_usd *u)
{
    cdy_status status = CDY_OK;
    int count = 0, left_out_count = 0;
    for (int i = 1; i < u->prim_count; i++) {
        count += cdy_usd_is_joint(&u->prims[i]);
    }
    u->edges = cdy_arena_allocate(&u->r->memory, (size_t)count + 1, sizeof *u->edges);
    cdy_usd_edge *left_out = cdy_arena_allocate(&u->r->memory, (size_t)count + 1, sizeof *left_out);
    if (!u->edges || !left_out) {
        return cdy_fail_memory(u->r->error);
    }
    for (int i = 1; i < u->prim_count && !status; i++) {
        status = cdy_usd_is_joint(&u->prims[i]) ? list_joint(u, i, left_out, &left_out_count) : CDY_OK;
    }
    memcpy(u->edges + u->edge_count, left_out, (size_t)left_out_count * sizeof *left_out);
    u->edge_count += left_out_count;
    return status;
}

/* ---- frames ---- */

/* Reads the frame of a joint in the link of one of its bodies; 0: body0. */
static cdy_status read_frame(cdy_usd *u, const cdy_usd_prim *p, int which, int link, cdy_pose *pose)
{
    static const char *const bodies[] = {"physics:body0", "physics:body1"};
    static const char *const positions[] = {"physics:localPos0", "physics:localPos1"};
    static const char *const rotations[] = {"physics:localRot0", "physics:localRot1"};
    cdy_pose local = cdy_pose_still, there = cdy_pose_still;
    double scale[3] = {u->meters, u->meters, u->meters};
    int prim = -1;
    cdy_place at = p->element->at;
    cdy_status status = cdy_usd_target(u, p, bodies[which], &prim, &at);
    status = status ? status : cdy_usd_numbers(u, p, positions[which], local.p, 3, NULL);
    status = status ? status : cdy_usd_numbers(u, p, rotations[which], local.q, 4, NULL);
    if (!status && prim >= 0) {
        status = cdy_usd_pose_of(u, &u->prims[prim], &there, scale);
    }
    const double length =
        sqrt(local.q[0] * local.q[0] + local.q[1] * local.q[1] + local.q[2] * local.q[2] + local.q[3] * local.q[3]);
    bool right = length > 1e-12 && isfinite(length);
    for (int i = 0; i < 4 && right; i++) {
        local.q[i] /= length;
        local.p[i % 3] *= i < 3 ? scale[i] : 1;
        right = isfinite(local.p[i % 3]);
    }
    if (status || !right) {
        return status ? status
                      : cdy_fault(u->r, CDY_RULE_ROTATION, p->element->at, "%s or %s is no frame", positions[which],
                                  rotations[which]);
    }
    if (prim < 0) {
        cdy_usd_raise(u, &local);
    } else if (link == 0 || u->link_prims[link] != prim) {
        const cdy_pose back = cdy_pose_invert(&u->places[link]), in_link = cdy_pose_compose(&back, &there);
        local = cdy_pose_compose(&in_link, &local);
    }
    *pose = local;
    return CDY_OK;
}

/* ---- types ---- */

static cdy_status read_axis(cdy_usd *u, const cdy_usd_prim *p, double axis[3])
{
    const char *word = "X";
    cdy_status status = cdy_usd_word(u, p, "physics:axis", &word);
    for (int i = 0; i < 3; i++) {
        axis[i] = *word == "XYZ"[i];
    }
    if (!status && !(*word >= 'X' && *word <= 'Z' && word[1] == '\0')) {
        status =
            cdy_fault(u->r, CDY_RULE_AXIS_ZERO, p->element->at, "physics:axis is '%.40s'; expected X, Y or Z", word);
    }
    return status;
}

static cdy_status read_type(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_edge *e)
{
    cdy_joint *joint = &e->joint;
    double lower = -HUGE_VAL, upper = HUGE_VAL;
    const int type = kinds[kind_of(p)].type;
    if (type < 0) {
        return cdy_usd_read_generic(u, p, e);
    }
    joint->type = (cdy_joint_type)type;
    if (!cdy_joint_type_traits(joint->type)->has_axis) {
        return CDY_OK;
    }
    cdy_status status = read_axis(u, p, joint->axis);
    status = status ? status : cdy_usd_number(u, p, "physics:lowerLimit", &lower);
    status = status ? status : cdy_usd_number(u, p, "physics:upperLimit", &upper);
    return status ? status : cdy_usd_set_range(u, p, joint, lower, upper);
}

/* ---- forces ---- */

/* Reads a number of 0 or more; an infinite one stays as it was. */
static cdy_status read_positive(cdy_usd *u, const cdy_usd_prim *p, const char *name, double unit, double *value)
{
    double number = HUGE_VAL;
    const cdy_status status = cdy_usd_number(u, p, name, &number);
    if (!status && number < 0) {
        return cdy_fault(u->r, CDY_RULE_NEGATIVE_DAMPING, p->element->at, "%.80s is %g; expected 0 or more", name,
                         number);
    }
    *value = isfinite(number) ? number * unit : *value;
    return status;
}

/* Reads the drive of a joint, of which a tree keeps the largest effort, and what PhysX adds to joints. */
static cdy_status read_forces(cdy_usd *u, const cdy_usd_prim *p, const char *way, cdy_joint *joint)
{
    const bool slides = joint_slides(joint->type);
    const double force = u->kilograms * u->meters, torque = force * u->meters;
    const double unit = slides ? force : torque, inertia = slides ? u->kilograms : torque;
    const double rate = slides ? u->meters : degree;
    char api[64], name[96];
    cdy_status status = CDY_OK;
    snprintf(api, sizeof api, "PhysicsDriveAPI:%s", way);
    snprintf(name, sizeof name, "drive:%s:physics:maxForce", way);
    if (cdy_usd_has_api(u, p, api)) {
        status = read_positive(u, p, name, unit, &joint->limit.effort);
    } else {
        const cdy_usd_field *unused = cdy_usd_find(u, p, name, NULL);
        if (unused) {
            cdy_usd_tell(u, unused->name, unused->at,
                         "the joint does not have the schema PhysicsDriveAPI of this name");
        }
    }
    status = status ? status : read_positive(u, p, "physxJoint:maxJointVelocity", rate, &joint->limit.velocity);
    status = status ? status : read_positive(u, p, "physxJoint:armature", inertia, &joint->rotor_inertia);
    snprintf(name, sizeof name, "physxJointAxis:%s:maxJointVelocity", way);
    status = status ? status : read_positive(u, p, name, rate, &joint->limit.velocity);
    snprintf(name, sizeof name, "physxJointAxis:%s:armature", way);
    status = status ? status : read_positive(u, p, name, inertia, &joint->rotor_inertia);
    snprintf(name, sizeof name, "physxJointAxis:%s:dynamicFrictionEffort", way);
    status = status ? status : read_positive(u, p, name, unit, &joint->dynamics.friction);
    snprintf(name, sizeof name, "physxJointAxis:%s:viscousFrictionCoefficient", way);
    status = status ? status
                    : read_positive(u, p, name, slides ? force / u->meters : unit / degree, &joint->dynamics.damping);
    if (joint->limit.velocity > 9.9e5 * rate) {
        joint->limit.velocity = 0; /* as good as none: PhysX has 1e6 where nothing is said */
    }
    joint->limit.given = joint->limit.given || joint->limit.effort > 0 || joint->limit.velocity > 0;
    joint->dynamics.given = joint->dynamics.friction > 0 || joint->dynamics.damping > 0;
    return status;
}

/* ---- followers ---- */

/* Reads PhysxMimicJointAPI of one axis: q + gearing q_leader + offset = 0, in degrees and units of the stage. */
static cdy_status read_mimic(cdy_usd *u, const cdy_usd_prim *p, const char *axis, cdy_usd_edge *e)
{
    char name[96];
    double gearing = 1, offset = 0;
    int leader = -1;
    cdy_place at = p->element->at;
    snprintf(name, sizeof name, "physxMimicJoint:%s:referenceJoint", axis);
    cdy_status status = cdy_usd_target(u, p, name, &leader, &at);
    snprintf(name, sizeof name, "physxMimicJoint:%s:gearing", axis);
    status = status ? status : cdy_usd_number(u, p, name, &gearing);
    snprintf(name, sizeof name, "physxMimicJoint:%s:offset", axis);
    status = status ? status : cdy_usd_number(u, p, name, &offset);
    if (status || leader < 0 || !cdy_usd_is_joint(&u->prims[leader])) {
        return status ? status
                      : cdy_fault(u->r, CDY_RULE_MIMIC_UNKNOWN, at,
                                  "the joint mimics no joint; expected referenceJoint with the path of one");
    }
    const int edge = u->prims[leader].edge; /* -1: the leader holds nothing, and is no joint of the tree */
    const double own = joint_slides(e->joint.type) ? u->meters : degree;
    const double other = edge >= 0 && joint_slides(u->edges[edge].joint.type) ? u->meters : degree;
    e->leader = leader;
    e->mimic_at = at;
    e->joint.mimic = (cdy_mimic){u->prims[leader].path, 0 - gearing * (own / other), 0 - offset * own};
    return CDY_OK;
}

static cdy_status read_mimics(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_edge *e)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < 6 && !status; i++) {
        char api[64];
        snprintf(api, sizeof api, "PhysxMimicJointAPI:%s", cdy_usd_degrees[i]);
        if (!cdy_usd_has_api(u, p, api)) {
            continue;
        }
        if (e->other_count > 0) {
            cdy_warn(u->r, CDY_RULE_DYNAMICS_UNREAD, p->element->at,
                     "%s of a joint with several degrees of freedom is not read; expected it at joints with one", api);
        } else {
            status = read_mimic(u, p, cdy_usd_degrees[i], e);
        }
    }
    return status;
}

/* ---- home ---- */

static void set_home(cdy_joint *j, double position)
{
    double lower = -HUGE_VAL, upper = HUGE_VAL;
    if (joint_has_range(j->type)) {
        cdy_joint_position_limits(j, &lower, &upper);
    }
    if (fabs(position) > 1e-5 && position >= lower && position <= upper) {
        j->home_given = true;
        j->home[0] = position;
    }
}

/* Sets how far the degrees of freedom have moved where the file puts the links. */
static void set_homes(cdy_usd_edge *e, const cdy_pose *rest, const double *positions)
{
    for (int i = 0; i <= e->other_count; i++) {
        cdy_joint *j = cdy_usd_degree(e, i);
        if (joint_slides(j->type) || joint_turns(j->type)) {
            set_home(j, e->leader == 0 ? positions[i] : 0);
        } else if (!joint_is_fixed(j->type)) {
            memcpy(j->home, rest->q, sizeof rest->q);
            memcpy(j->home + 4, joint_is_free(j->type) ? rest->p : cdy_pose_still.p, sizeof rest->p);
            j->home_given = true;
        }
    }
}

/* Finds how far a joint has moved where the file puts its links; tells of frames that do not meet there. */
static void find_home(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_edge *e)
{
    const cdy_pose a = cdy_pose_compose(&u->places[e->parent], &e->in_parent);
    const cdy_pose b = cdy_pose_compose(&u->places[e->child], &e->in_child), back = cdy_pose_invert(&a);
    double positions[CDY_USD_MOST_OTHERS + 1];
    cdy_pose rest = cdy_pose_compose(&back, &b);
    const cdy_pose moved = cdy_usd_find_positions(e, &rest, positions), undone = cdy_pose_invert(&moved);
    set_homes(e, &rest, positions);
    if (joint_is_free(e->joint.type)) {
        return;
    }
    rest = cdy_pose_compose(&undone, &rest);
    const double far = hypot(hypot(rest.p[0], rest.p[1]), rest.p[2]);
    const double turned = 2 * atan2(hypot(hypot(rest.q[1], rest.q[2]), rest.q[3]), fabs(rest.q[0]));
    if (far > 1e-3 || turned > 1e-2) {
        cdy_warn(u->r, CDY_RULE_READ_OTHERWISE, p->element->at,
                 "the frames of the joint do not meet where the file puts its links, which are %g m and %g rad apart; "
                 "the frames count here",
                 far, turned);
    }
}

/* ---- joints ---- */

/* Returns the name that drives of a degree of freedom have. */
static const char *name_way(cdy_usd *u, const cdy_usd_prim *p, const cdy_usd_edge *e, int number, const cdy_joint *j)
{
    char api[64];
    const char *usual = joint_slides(j->type) ? "linear" : "angular", *own = e->ways[number];
    snprintf(api, sizeof api, "PhysicsDriveAPI:%s", own ? own : usual);
    return own && (e->other_count > 0 || cdy_usd_has_api(u, p, api)) ? own : usual;
}

static cdy_status read_joint(cdy_usd *u, cdy_usd_edge *e)
{
    const cdy_usd_prim *p = &u->prims[e->prim];
    e->joint = (cdy_joint){.name = p->name, .axis = {1, 0, 0}, .gear_ratio = 1, .mimic = {.multiplier = 1}};
    cdy_status status = read_frame(u, p, 0, e->parent, &e->in_parent);
    status = status ? status : read_frame(u, p, 1, e->child, &e->in_child);
    status = status ? status : read_type(u, p, e);
    for (int i = 0; i <= e->other_count && !status; i++) {
        cdy_joint *j = cdy_usd_degree(e, i);
        if (cdy_joint_type_traits(j->type)->has_axis) {
            status = read_forces(u, p, name_way(u, p, e, i, j), j);
        }
    }
    return status;
}

/* Reads what depends on other joints and on where the links stand, once the types of all joints are known. */
static cdy_status complete_joint(cdy_usd *u, cdy_usd_edge *e)
{
    const cdy_usd_prim *p = &u->prims[e->prim];
    const cdy_status status = cdy_joint_type_traits(e->joint.type)->has_axis ? read_mimics(u, p, e) : CDY_OK;
    if (!status) {
        find_home(u, p, e);
    }
    return status;
}

/* Notes at each prim which edge it is, once edges of other articulations are left out. */
static void number_edges(cdy_usd *u)
{
    for (int i = 0; i < u->prim_count; i++) {
        u->prims[i].edge = -1;
    }
    for (int i = 0; i < u->edge_count; i++) {
        u->prims[u->edges[i].prim].edge = i;
    }
}

cdy_status cdy_usd_read_joints(cdy_usd *u)
{
    cdy_status status = CDY_OK;
    number_edges(u);
    for (int i = 0; i < u->edge_count && !status; i++) {
        cdy_about_joint(u->r, u->prims[u->edges[i].prim].name);
        status = cdy_continue_reading(u->r, read_joint(u, &u->edges[i]), &u->edges[i].faulty);
    }
    for (int i = 0; i < u->edge_count && !status; i++) {
        cdy_usd_edge *e = &u->edges[i];
        cdy_about_joint(u->r, u->prims[e->prim].name);
        status = e->faulty ? CDY_OK : cdy_continue_reading(u->r, complete_joint(u, e), &e->faulty);
    }
    cdy_about_robot(u->r);
    return status;
}
