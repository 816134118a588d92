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

/* Whether a joint is a part of the tree: enabled, between two links, and not left out of the articulation. */
static cdy_status is_part(cdy_usd *u, const cdy_usd_prim *p, const cdy_usd_edge *e, bool *part)
{
    bool enabled = true, left_out = false;
    cdy_status status = cdy_usd_flag(u, p, "physics:jointEnabled", &enabled);
    status = status ? status : cdy_usd_flag(u, p, "physics:excludeFromArticulation", &left_out);
    const char *why = !enabled                ? "physics:jointEnabled is false, so that it holds nothing"
                      : e->parent == e->child ? "its bodies are one link, or none"
                      : left_out ? "excludeFromArticulation closes a loop with it, which is open here; 'condyle "
                                   "constrained --loop' closes it"
                                 : NULL;
    *part = !status && !why;
    if (!status && why) {
        cdy_about_joint(u->r, p->name);
        cdy_warn(u->r, CDY_RULE_DYNAMICS_UNREAD, p->element->at, "the joint is no part of the tree: %s", why);
        cdy_about_robot(u->r);
    }
    return status;
}

cdy_status cdy_usd_list_joints(cdy_usd *u)
{
    cdy_status status = CDY_OK;
    int count = 0;
    for (int i = 1; i < u->prim_count; i++) {
        count += cdy_usd_is_joint(&u->prims[i]);
    }
    u->edges = cdy_arena_allocate(&u->r->memory, (size_t)count + 1, sizeof *u->edges);
    for (int i = 1; i < u->prim_count && u->edges && !status; i++) {
        const cdy_usd_prim *p = &u->prims[i];
        cdy_usd_edge e = {.prim = i, .number = -1, .in_parent = cdy_pose_still, .in_child = cdy_pose_still};
        bool part = false, faulty = false;
        if (!cdy_usd_is_joint(p)) {
            continue;
        }
        cdy_about_joint(u->r, p->name);
        status = find_end(u, p, "physics:body0", &e.parent);
        status = status ? status : find_end(u, p, "physics:body1", &e.child);
        status = status ? status : is_part(u, p, &e, &part);
        status = cdy_continue_reading(u->r, status, &faulty);
        if (part && !faulty) {
            u->edges[u->edge_count++] = e;
        }
        cdy_about_robot(u->r);
    }
    return u->edges ? status : cdy_fail_memory(u->r->error);
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
    const cdy_status status = cdy_usd_word(u, p, "physics:axis", &word);
    for (int i = 0; i < 3; i++) {
        axis[i] = *word == "XYZ"[i];
    }
    return status || (*word >= 'X' && *word <= 'Z' && word[1] == '\0')
               ? status
               : cdy_fault(u->r, CDY_RULE_AXIS_ZERO, p->element->at, "physics:axis is '%.40s'; expected X, Y or Z",
                           word);
}

/* Sets the limits of a joint, in units of the stage and degrees. */
static cdy_status set_range(cdy_usd *u, const cdy_usd_prim *p, cdy_joint *joint, double lower, double upper)
{
    const double unit = joint_slides(joint->type) ? u->meters : degree;
    if (lower > upper) {
        return cdy_fault(u->r, CDY_RULE_LIMITS_REVERSED, p->element->at,
                         "the lower limit %g is above the upper limit %g; expected it below", lower, upper);
    }
    joint->limit.lower = lower * unit;
    joint->limit.upper = upper * unit;
    joint->limit.given = isfinite(lower) || isfinite(upper);
    if (!joint->limit.given && joint_turns(joint->type)) {
        joint->type = CDY_JOINT_CONTINUOUS;
    }
    if (!joint->limit.given) {
        joint->limit.lower = joint->limit.upper = 0;
    }
    return CDY_OK;
}

static const char *const degrees_of_freedom[] = {"transX", "transY", "transZ", "rotX", "rotY", "rotZ"};

/* Finds the range of a degree of freedom of a generic joint; it is locked where the lower limit is not below. */
static cdy_status read_range(cdy_usd *u, const cdy_usd_prim *p, int degree_of_freedom, double *low, double *high,
                             bool *free)
{
    char name[64];
    *low = -HUGE_VAL;
    *high = HUGE_VAL;
    *free = true;
    snprintf(name, sizeof name, "PhysicsLimitAPI:%s", degrees_of_freedom[degree_of_freedom]);
    if (!cdy_usd_has_api(u, p, name)) {
        return CDY_OK;
    }
    snprintf(name, sizeof name, "limit:%s:physics:low", degrees_of_freedom[degree_of_freedom]);
    cdy_status status = cdy_usd_number(u, p, name, low);
    snprintf(name, sizeof name, "limit:%s:physics:high", degrees_of_freedom[degree_of_freedom]);
    status = status ? status : cdy_usd_number(u, p, name, high);
    *free = *low < *high;
    return status;
}

/* Finds the type of a generic joint by what is free. */
static cdy_status read_generic(cdy_usd *u, const cdy_usd_prim *p, cdy_joint *joint)
{
    unsigned free = 0;
    double low = 0, high = 0;
    for (int i = 0; i < 6; i++) {
        double from, to;
        bool can;
        const cdy_status status = read_range(u, p, i, &from, &to, &can);
        if (status) {
            return status;
        }
        if (can) {
            free |= 1U << i;
            low = from;
            high = to;
            joint->axis[0] = i % 3 == 0;
            joint->axis[1] = i % 3 == 1;
            joint->axis[2] = i % 3 == 2;
        }
    }
    if (free == 0 || free == 070 || free == 077) {
        joint->type = free == 0 ? CDY_JOINT_FIXED : free == 070 ? CDY_JOINT_SPHERICAL : CDY_JOINT_FLOATING;
        return CDY_OK;
    }
    if (free & (free - 1)) {
        return cdy_fault(u->r, CDY_RULE_JOINT_TYPE, p->element->at,
                         "the joint is free in several directions, of no type that is read; expected one, three "
                         "rotations or all six");
    }
    joint->type = free < 010 ? CDY_JOINT_PRISMATIC : CDY_JOINT_REVOLUTE;
    return set_range(u, p, joint, low, high);
}

static cdy_status read_type(cdy_usd *u, const cdy_usd_prim *p, cdy_joint *joint)
{
    double lower = -HUGE_VAL, upper = HUGE_VAL;
    const int type = kinds[kind_of(p)].type;
    if (type < 0) {
        return read_generic(u, p, joint);
    }
    joint->type = (cdy_joint_type)type;
    if (!cdy_joint_type_traits(joint->type)->has_axis) {
        return CDY_OK;
    }
    cdy_status status = read_axis(u, p, joint->axis);
    status = status ? status : cdy_usd_number(u, p, "physics:lowerLimit", &lower);
    status = status ? status : cdy_usd_number(u, p, "physics:upperLimit", &upper);
    return status ? status : set_range(u, p, joint, lower, upper);
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
static cdy_status read_forces(cdy_usd *u, const cdy_usd_prim *p, cdy_joint *joint)
{
    const bool slides = joint_slides(joint->type);
    const char *way = slides ? "linear" : "angular";
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
    cdy_joint leading = {.axis = {1, 0, 0}};
    status = read_type(u, &u->prims[leader], &leading);
    if (status) {
        return status;
    }
    const double own = joint_slides(e->joint.type) ? u->meters : degree;
    const double other = joint_slides(leading.type) ? u->meters : degree;
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
        snprintf(api, sizeof api, "PhysxMimicJointAPI:%s", degrees_of_freedom[i]);
        if (cdy_usd_has_api(u, p, api)) {
            status = read_mimic(u, p, degrees_of_freedom[i], e);
        }
    }
    return status;
}

/* ---- home ---- */

/* Finds how far a joint has moved where the file puts its links; tells of frames that do not meet there. */
static void find_home(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_edge *e)
{
    const cdy_pose a = cdy_pose_compose(&u->places[e->parent], &e->in_parent);
    const cdy_pose b = cdy_pose_compose(&u->places[e->child], &e->in_child), back = cdy_pose_invert(&a);
    cdy_pose rest = cdy_pose_compose(&back, &b), undone = cdy_pose_still;
    cdy_joint *j = &e->joint;
    const double *axis = j->axis, sign = rest.q[0] < 0 ? -1 : 1;
    double home = 0;
    if (joint_turns(j->type)) {
        home = 2 * atan2(sign * (rest.q[1] * axis[0] + rest.q[2] * axis[1] + rest.q[3] * axis[2]), sign * rest.q[0]);
        cdy_quaternion_about(axis, -home, undone.q);
    } else if (joint_slides(j->type)) {
        home = rest.p[0] * axis[0] + rest.p[1] * axis[1] + rest.p[2] * axis[2];
        for (int i = 0; i < 3; i++) {
            undone.p[i] = 0 - home * axis[i];
        }
    } else if (!joint_is_fixed(j->type)) {
        memcpy(j->home, rest.q, sizeof rest.q);
        memcpy(j->home + 4, rest.p, sizeof rest.p);
        j->home_given = true;
        if (joint_is_free(j->type)) {
            return;
        }
        memcpy(rest.q, cdy_pose_still.q, sizeof rest.q);
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
    const double most = fabs(home) > 1e-5 && e->leader == 0 ? home : 0;
    double lower = -HUGE_VAL, upper = HUGE_VAL;
    if (joint_has_range(j->type)) {
        cdy_joint_position_limits(j, &lower, &upper);
    }
    if (most != 0 && most >= lower && most <= upper) {
        j->home_given = true;
        j->home[0] = most;
    }
}

/* ---- joints ---- */

static cdy_status read_joint(cdy_usd *u, cdy_usd_edge *e)
{
    const cdy_usd_prim *p = &u->prims[e->prim];
    e->joint = (cdy_joint){.name = p->name, .axis = {1, 0, 0}, .gear_ratio = 1, .mimic = {.multiplier = 1}};
    cdy_status status = read_frame(u, p, 0, e->parent, &e->in_parent);
    status = status ? status : read_frame(u, p, 1, e->child, &e->in_child);
    status = status ? status : read_type(u, p, &e->joint);
    if (!status && cdy_joint_type_traits(e->joint.type)->has_axis) {
        status = read_forces(u, p, &e->joint);
        status = status ? status : read_mimics(u, p, e);
    }
    if (!status) {
        find_home(u, p, e);
    }
    return status;
}

cdy_status cdy_usd_read_joints(cdy_usd *u)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < u->edge_count && !status; i++) {
        cdy_about_joint(u->r, u->prims[u->edges[i].prim].name);
        status = cdy_continue_reading(u->r, read_joint(u, &u->edges[i]), &u->edges[i].faulty);
    }
    cdy_about_robot(u->r);
    return status;
}
