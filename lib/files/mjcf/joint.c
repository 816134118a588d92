/* Joints: type, place, limits, passive forces. */
#include "mjcf/mjcf.h"
#include "tree/joint_traits.h"

#include <math.h>
#include <string.h>

static const double degree = 0.017453292519943295;

/* A joint while it is read. */
typedef struct reading {
    cdy_mjcf *m;
    const cdy_element *e;
    int class_number;
    cdy_joint *joint;
    double unit;  /* of its positions in the file, rad or m */
    double at[3]; /* a point of the axis, in the body */
    double ref;
} reading;

static cdy_status read_type(reading *j, const char **type)
{
    const cdy_attribute *a = cdy_mjcf_find(j->m, j->e, j->class_number, "type");
    *type = strcmp(j->e->name, "freejoint") == 0 ? "free" : a ? a->text : "hinge";
    if (strcmp(*type, "hinge") == 0) {
        j->joint->type = CDY_JOINT_CONTINUOUS;
        j->unit = cdy_mjcf_model_of(j->m, j->e)->compiler.radians ? 1 : degree;
        return CDY_OK;
    }
    const bool slides = strcmp(*type, "slide") == 0, is_ball = strcmp(*type, "ball") == 0;
    j->joint->type = slides ? CDY_JOINT_PRISMATIC : is_ball ? CDY_JOINT_SPHERICAL : CDY_JOINT_FLOATING;
    j->unit = 1;
    return slides || is_ball || strcmp(*type, "free") == 0
               ? CDY_OK
               : cdy_fault(j->m->r, CDY_RULE_JOINT_TYPE, a->at,
                           "type '%.80s' is unknown; expected hinge, slide, ball or free", *type);
}

/* Reads the axis and a point of it, which a frame around the joint moves. */
static cdy_status read_axis(reading *j, const cdy_mjcf_scope *scope)
{
    double *axis = j->joint->axis;
    const cdy_attribute *a = cdy_mjcf_find(j->m, j->e, j->class_number, "axis");
    cdy_status status = cdy_mjcf_numbers(j->m, j->e, j->class_number, "pos", j->at, 3, 3, NULL);
    if (!status) {
        status = cdy_mjcf_numbers(j->m, j->e, j->class_number, "axis", axis, 3, 3, NULL);
    }
    const double length = hypot(hypot(axis[0], axis[1]), axis[2]);
    if (!status && !(length > 0) && !cdy_joint_type_traits(j->joint->type)->has_axis) {
        axis[0] = axis[1] = 0; /* of a ball, or a free joint, it says nothing */
        axis[2] = 1;
    } else if (!status && !(length > CDY_MJCF_SHORTEST)) {
        status = cdy_fault(j->m->r, CDY_RULE_AXIS_ZERO, a->at, "the axis is zero%s; expected a direction such as 0 0 1",
                           length > 0 ? " to MuJoCo, which takes 1e-7 and less for that" : "");
    }
    if (status) {
        return status;
    }
    if (scope->body != 0 && scope != &j->m->scopes[scope->body]) {
        cdy_rotate(scope->pose.q, axis, axis);
        cdy_rotate(scope->pose.q, j->at, j->at);
        for (int i = 0; i < 3; i++) {
            j->at[i] += scope->pose.p[i];
        }
    }
    return CDY_OK;
}

/* Whether a range has an effect: where a flag says so, or by itself with autolimits; one of two equal numbers that no
 * flag turns on has none. */
static cdy_status read_range(reading *j, const char *flag, const char *name, double range[2], bool *limited)
{
    const cdy_attribute *a = cdy_mjcf_find(j->m, j->e, j->class_number, name);
    const bool judges = cdy_joint_type_nv(j->joint->type) == 1;
    int value = 2, count = 0;
    cdy_status status = cdy_mjcf_flag(j->m, j->e, j->class_number, flag, &value);
    if (!status) {
        status = cdy_mjcf_numbers(j->m, j->e, j->class_number, name, range, 2, 2, &count);
    }
    const bool wide = range[0] < range[1], empty = !(wide || range[0] > range[1]);
    *limited = value == 1 || (value == 2 && count == 2 && cdy_mjcf_model_of(j->m, j->e)->compiler.autolimits && !empty);
    if (!status && judges && value == 1 && empty) {
        status = cdy_fault(j->m->r, CDY_RULE_NUMBER, a ? a->at : j->e->at,
                           "%s is true, and %s has no width; expected two numbers, the smaller one first", flag, name);
    }
    if (!status && judges && wide && value == 2 && !cdy_mjcf_model_of(j->m, j->e)->compiler.autolimits) {
        status = cdy_fault(j->m->r, CDY_RULE_NUMBER, a ? a->at : j->e->at,
                           "%s is given without %s, and <compiler> has autolimits=\"false\"; expected %s=\"true\" or "
                           "\"false\"",
                           name, flag, flag);
    }
    return status;
}

static cdy_status read_limits(reading *j)
{
    double range[2] = {0, 0}, force[2] = {0, 0};
    bool limited, weak;
    cdy_limit *l = &j->joint->limit;
    cdy_status status = read_range(j, "limited", "range", range, &limited);
    if (!status) {
        status = read_range(j, "actuatorfrclimited", "actuatorfrcrange", force, &weak);
    }
    if (status) {
        return status;
    }
    if (limited && joint_is_endless(j->joint->type)) {
        j->joint->type = CDY_JOINT_REVOLUTE;
    }
    l->given = limited || weak;
    l->lower = limited ? range[0] * j->unit : -HUGE_VAL;
    l->upper = limited ? range[1] * j->unit : HUGE_VAL;
    l->effort = weak ? fmin(fabs(force[0]), fabs(force[1])) : 0;
    if (!limited && (!weak || !joint_slides(j->joint->type))) {
        l->lower = l->upper = 0;
    }
    if (limited && l->lower > l->upper) {
        const cdy_attribute *a = cdy_mjcf_find(j->m, j->e, j->class_number, "range");
        return cdy_fault(j->m->r, CDY_RULE_LIMITS_REVERSED, a ? a->at : j->e->at,
                         "the lower limit %g is above the upper limit %g; expected it below", range[0], range[1]);
    }
    return CDY_OK;
}

/* Reads a damping or stiffness: MuJoCo 4 has up to three coefficients, of which the first is the linear one. */
static cdy_status read_coefficients(reading *j, const char *name, double *value)
{
    double numbers[3] = {*value, 0, 0};
    const cdy_attribute *a = cdy_mjcf_find(j->m, j->e, j->class_number, name);
    const cdy_status status = cdy_mjcf_numbers(j->m, j->e, j->class_number, name, numbers, 1, 3, NULL);
    *value = numbers[0];
    if (!status && a && (numbers[1] != 0 || numbers[2] != 0)) {
        cdy_warn(j->m->r, CDY_RULE_DYNAMICS_UNREAD, a->at,
                 "coefficients of %s of a higher degree are not read; torques here have the linear one", name);
    }
    return status;
}

static cdy_status read_dynamics(reading *j)
{
    cdy_joint_dynamics *d = &j->joint->dynamics;
    static const char *const names[] = {"damping", "frictionloss", "stiffness", "springref", "armature", "ref"};
    double *const values[] = {&d->damping, &d->friction, &d->stiffness, &d->spring_rest, &j->joint->rotor_inertia,
                              &j->ref};
    cdy_status status = CDY_OK;
    for (int i = 0; i < 6 && !status; i++) {
        status = i % 2 == 0 && i < 4 ? read_coefficients(j, names[i], values[i])
                                     : cdy_mjcf_number(j->m, j->e, j->class_number, names[i], values[i]);
    }
    d->spring_rest = d->stiffness != 0 ? d->spring_rest * j->unit : 0; /* no spring has no rest */
    j->ref *= j->unit;
    d->given = d->damping != 0 || d->friction != 0 || d->stiffness != 0;
    const cdy_attribute *tuned = cdy_mjcf_find(j->m, j->e, j->class_number, "springdamper");
    if (tuned && strcmp(tuned->text, "0 0") != 0) {
        cdy_warn(j->m->r, CDY_RULE_DYNAMICS_UNREAD, tuned->at,
                 "springdamper is not read; expected the stiffness and damping that MuJoCo makes of it");
    }
    return status;
}

/* The body before the motion stands at `pose`, the joint at a point of the body. After the motion the body stands at
 * the joint's frame, turned or moved back by `ref`, less that point. */
static void place(const reading *j, const cdy_pose *pose)
{
    cdy_joint *joint = j->joint;
    cdy_pose at = cdy_pose_still, back = cdy_pose_still;
    memcpy(at.p, j->at, sizeof at.p);
    at = cdy_pose_compose(pose, &at);
    cdy_pose_to_placement(&at, &joint->origin);
    const double length = hypot(hypot(joint->axis[0], joint->axis[1]), joint->axis[2]);
    double rest[3];
    if (!joint_slides(joint->type) && (j->ref < 0 || j->ref > 0)) {
        cdy_quaternion_about(joint->axis, 0 - j->ref, back.q);
    }
    cdy_rotate(back.q, j->at, rest);
    for (int i = 0; i < 3; i++) {
        back.p[i] = 0 - rest[i];
        back.p[i] -= joint_slides(joint->type) ? joint->axis[i] / length * j->ref : 0;
    }
    cdy_pose_to_placement(&back, &joint->child);
    const bool within = !joint->limit.given || joint_is_endless(joint->type) ||
                        (joint->limit.lower <= j->ref && j->ref <= joint->limit.upper);
    joint->home_given = within && (j->ref < 0 || j->ref > 0);
    joint->home[0] = j->ref;
}

/* Drops what acts on joints with one degree of freedom alone; `ref` has no effect on others in MuJoCo either. */
static void drop_single_terms(reading *j, const char *type)
{
    cdy_joint *joint = j->joint;
    if (joint->rotor_inertia > 0) {
        cdy_warn(j->m->r, CDY_RULE_DYNAMICS_UNREAD, j->e->at,
                 "armature of a %s joint is not read; expected it at joints with one degree of freedom", type);
        joint->rotor_inertia = 0;
    }
    if (joint->dynamics.stiffness > 0) {
        cdy_warn(j->m->r, CDY_RULE_DYNAMICS_UNREAD, j->e->at,
                 "stiffness of a %s joint is not read; expected it at joints with one degree of freedom", type);
        joint->dynamics.stiffness = joint->dynamics.spring_rest = 0;
    }
    if (joint->limit.given && !joint_roams(joint->type)) { /* a free joint has none in MuJoCo either */
        cdy_warn(j->m->r, CDY_RULE_DYNAMICS_UNREAD, j->e->at,
                 "limits of a %s joint are not read; expected them at joints with one degree of freedom", type);
    }
    joint->limit = (cdy_limit){0};
    j->ref = 0;
}

/* The position of a free joint is the pose of its body in the world; at home it is where the file puts the body. */
static cdy_status place_free(reading *j, const cdy_mjcf_scope *body, const cdy_pose *pose)
{
    cdy_joint *joint = j->joint;
    if (j->m->scopes[body->outer].body != 0 || body->joints.count > 1) {
        return cdy_fault(j->m->r, CDY_RULE_JOINT_TYPE, j->e->at,
                         "a free joint in a body that another carries, or beside other joints; expected it alone, in "
                         "a body of the world");
    }
    const cdy_attribute *align = cdy_find_attribute(j->e, "align");
    if (align && strcmp(align->text, "true") == 0) {
        cdy_warn(j->m->r, CDY_RULE_DYNAMICS_UNREAD, align->at,
                 "align is not read: positions and velocities here are those of the body's frame, not of one at its "
                 "center of mass");
    }
    joint->home_given = true;
    memcpy(joint->home, pose->q, sizeof pose->q);
    memcpy(joint->home + 4, pose->p, sizeof pose->p);
    return CDY_OK;
}

cdy_status cdy_mjcf_read_joint(cdy_mjcf *m, const cdy_mjcf_part *part, const cdy_pose *pose, cdy_joint *joint,
                               double *ref)
{
    const cdy_mjcf_scope *scope = &m->scopes[part->scope];
    reading j = {.m = m, .e = part->element, .joint = joint};
    const char *type = "";
    joint->axis[0] = joint->axis[1] = 0;
    joint->axis[2] = 1;
    cdy_mjcf_check_attributes(m, j.e);
    cdy_status status = CDY_OK;
    if (strcmp(j.e->name, "freejoint") == 0) {
        j.class_number = -1;
    } else {
        status = cdy_mjcf_find_class(m, j.e, "class", scope->class_number, &j.class_number);
    }
    if (!status) {
        status = read_type(&j, &type);
    }
    if (!status) {
        status = read_axis(&j, scope);
    }
    if (!status) {
        status = read_limits(&j);
    }
    if (!status) {
        status = read_dynamics(&j);
    }
    if (status) {
        return status;
    }
    if (cdy_joint_type_nv(joint->type) > 1) {
        drop_single_terms(&j, type);
    }
    *ref = j.ref;
    if (joint_is_free(joint->type)) {
        return place_free(&j, &m->scopes[scope->body], pose);
    }
    place(&j, pose);
    return CDY_OK;
}
