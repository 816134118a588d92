/* Joints: types, axes, limits, passive forces, followers. */
#include "base/error.h"
#include "base/format.h"
#include "description/assembly.h"
#include "sdf/sdf.h"
#include "tree/joint_traits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Types of joints: how many axes, and the type of each. */
typedef struct joint_kind {
    const char *name;
    int axes;
    cdy_joint_type type;
} joint_kind;

static const joint_kind kinds[] = {
    {"fixed", 0, CDY_JOINT_FIXED},           {"revolute", 1, CDY_JOINT_REVOLUTE},
    {"continuous", 1, CDY_JOINT_CONTINUOUS}, {"prismatic", 1, CDY_JOINT_PRISMATIC},
    {"revolute2", 2, CDY_JOINT_REVOLUTE},    {"universal", 2, CDY_JOINT_REVOLUTE},
    {"ball", 1, CDY_JOINT_SPHERICAL},        {"screw", 2, CDY_JOINT_REVOLUTE}, /* a turn, and a slide that follows it */
};

static cdy_status find_kind(cdy_sdf *s, const cdy_element *e, const joint_kind **kind)
{
    const cdy_attribute *a = cdy_find_attribute(e, "type");
    const char *type = a ? a->text : "";
    const cdy_place at = a ? a->at : e->at;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, type) == 0) {
            *kind = &kinds[i];
            return CDY_OK;
        }
    }
    return cdy_fault(s->r, CDY_RULE_JOINT_TYPE, at,
                     "type '%.80s' is unknown; expected fixed, revolute, continuous, prismatic, revolute2, universal, "
                     "screw, gearbox or ball",
                     type);
}

/* ---- links of a joint ---- */

/* In a world, "world" is a link too, in a model as well. */
cdy_status cdy_sdf_find_end(cdy_sdf *s, const cdy_sdf_node *n, const char *which, int *link, int *node)
{
    const cdy_element *e = cdy_first_child(n->e, which);
    const char *name = cdy_sdf_text(s, n->e, which);
    *node = -1;
    *link = 0;
    if (!name) {
        return cdy_fail_memory(s->r->error);
    }
    if (!*name) {
        return cdy_fault(s->r, CDY_RULE_ELEMENT_MISSING, e ? e->at : n->e->at,
                         "the joint lacks <%s>; expected the name of a link", which);
    }
    if (strcmp(name, "world") == 0) {
        return CDY_OK;
    }
    const cdy_status status = cdy_sdf_find(s, n->scope, name, e->at, node);
    *link = status ? -1 : cdy_sdf_link_of(s, *node, n->scope);
    return status;
}

/* ---- axes ---- */

/* The frame that an axis is written in: before SDF 1.7 the joint's or the model's, before 1.5 the model's. */
static cdy_status read_frame_of_axis(cdy_sdf *s, const cdy_sdf_node *n, const cdy_element *e, bool *own, int *node)
{
    const cdy_element *xyz = cdy_first_child(e, "xyz");
    const cdy_attribute *a = xyz ? cdy_find_attribute(xyz, "expressed_in") : NULL;
    bool in_model = s->scopes[n->scope].minor < 5;
    cdy_status status = cdy_sdf_flag(s, e, "use_parent_model_frame", &in_model);
    *own = !in_model && !(a && *a->text);
    *node = -1;
    if (!status && a && *a->text) {
        status = cdy_sdf_find(s, n->scope, a->text, a->at, node);
    }
    return status;
}

/* Turns an axis into the frame of the joint. */
static void express_in_joint(const cdy_sdf *s, const cdy_sdf_node *n, int node, double axis[3])
{
    const cdy_pose from =
        node >= 0 ? s->nodes[node].scope == n->scope ? s->nodes[node].pose : cdy_sdf_pose_in(s, node, n->scope)
                  : cdy_pose_still;
    const cdy_pose joint = cdy_pose_invert(&n->pose);
    cdy_rotate(from.q, axis, axis);
    cdy_rotate(joint.q, axis, axis);
}

cdy_status cdy_sdf_read_axis(cdy_sdf *s, const cdy_sdf_node *n, const cdy_element *e, double axis[3])
{
    bool own;
    int node;
    axis[0] = axis[1] = 0;
    axis[2] = 1;
    cdy_status status = cdy_sdf_numbers(s, e, "xyz", axis, 3);
    const double length = hypot(hypot(axis[0], axis[1]), axis[2]);
    if (!status && (!(length > 0) || !isfinite(length))) {
        status = cdy_fault(s->r, CDY_RULE_AXIS_ZERO, cdy_first_child(e, "xyz")->at,
                           "the axis is no direction; expected one such as 0 0 1");
    }
    if (!status) {
        status = read_frame_of_axis(s, n, e, &own, &node);
    }
    if (!status && !own) {
        express_in_joint(s, n, node, axis);
    }
    return status;
}

/* Where a limit is so far away that it is none: 1e16 is what SDF has for infinity. */
static bool is_far(double limit)
{
    return !(fabs(limit) < 1e15);
}

/* Negative and infinite limits of effort and velocity are none. */
static double known(double most)
{
    return most > 0 && !is_far(most) ? most : 0;
}

static cdy_status read_limits(cdy_sdf *s, const cdy_element *e, cdy_joint *joint)
{
    const cdy_element *limit = cdy_first_child(e, "limit");
    double lower = -HUGE_VAL, upper = HUGE_VAL, effort = -1, velocity = -1;
    if (limit) {
        static const char *const names[] = {"lower", "upper", "effort", "velocity"};
        double *const values[] = {&lower, &upper, &effort, &velocity};
        for (int i = 0; i < 4; i++) {
            const cdy_status status = cdy_sdf_number(s, limit, names[i], values[i]);
            if (status) {
                return status;
            }
        }
        cdy_sdf_check_children(s, limit);
    }
    if (limit && lower > upper) {
        return cdy_fault(s->r, CDY_RULE_LIMITS_REVERSED, limit->at,
                         "the lower limit %g is above the upper limit %g; expected it below", lower, upper);
    }
    const bool free = joint_is_endless(joint->type) || (is_far(lower) && is_far(upper));
    const bool slides = joint_slides(joint->type);
    joint->type = free && !slides ? CDY_JOINT_CONTINUOUS : joint->type;
    cdy_limit *l = &joint->limit;
    *l = (cdy_limit){.effort = known(effort), .velocity = known(velocity)};
    l->given = !free || l->effort > 0 || l->velocity > 0;
    if (l->given && (!free || slides)) {
        l->lower = is_far(lower) ? -HUGE_VAL : lower;
        l->upper = is_far(upper) ? HUGE_VAL : upper;
    }
    return CDY_OK;
}

static cdy_status read_dynamics(cdy_sdf *s, const cdy_element *e, cdy_joint_dynamics *d)
{
    static const char *const names[] = {"damping", "friction", "spring_stiffness", "spring_reference"};
    double *const values[] = {&d->damping, &d->friction, &d->stiffness, &d->spring_rest};
    const cdy_element *dynamics = cdy_first_child(e, "dynamics");
    if (dynamics) {
        cdy_sdf_check_children(s, dynamics);
    }
    for (int i = 0; i < 4 && dynamics; i++) {
        const cdy_status status = cdy_sdf_number(s, dynamics, names[i], values[i]);
        const bool negative = !status && i < 3 && !(*values[i] >= 0 && isfinite(*values[i]));
        if (status || negative) {
            return status ? status
                          : cdy_fault(s->r, CDY_RULE_NEGATIVE_DAMPING, cdy_first_child(dynamics, names[i])->at,
                                      "<%s> is %g; expected 0 or more", names[i], *values[i]);
        }
    }
    d->given = d->damping > 0 || d->friction > 0 || d->stiffness > 0;
    return CDY_OK;
}

/* q = multiplier (q' - reference) + offset. */
static cdy_status read_mimic(cdy_sdf *s, const cdy_sdf_node *n, const cdy_element *e, cdy_sdf_axis *axis)
{
    const cdy_element *mimic = cdy_first_child(e, "mimic");
    const cdy_attribute *leader = mimic ? cdy_find_attribute(mimic, "joint") : NULL;
    double factor = 1, offset = 0, reference = 0;
    if (!mimic) {
        return CDY_OK;
    }
    if (!leader) {
        return cdy_fault(s->r, CDY_RULE_ATTRIBUTE_MISSING, mimic->at,
                         "<mimic> lacks joint; expected the name of the joint that this one follows");
    }
    int node;
    cdy_status status = cdy_sdf_find(s, n->scope, leader->text, leader->at, &node);
    status = status ? status : cdy_sdf_number(s, mimic, "multiplier", &factor);
    status = status ? status : cdy_sdf_number(s, mimic, "offset", &offset);
    status = status ? status : cdy_sdf_number(s, mimic, "reference", &reference);
    if (status || node < 0 || s->nodes[node].kind != CDY_SDF_JOINT) {
        return status ? status
                      : cdy_fault(s->r, CDY_RULE_MIMIC_UNKNOWN, leader->at,
                                  "mimics '%.80s', which is no joint; expected one of this model", leader->text);
    }
    const cdy_attribute *second = cdy_find_attribute(mimic, "axis");
    axis->mimics = cdy_sdf_shown(s, s->nodes[node].name);
    if (second && strcmp(second->text, "axis2") == 0) {
        axis->mimics = cdy_sdf_second_name(s, axis->mimics);
    }
    axis->mimic_at = mimic->at;
    axis->joint.mimic = (cdy_mimic){axis->mimics, factor, offset - factor * reference};
    return axis->mimics ? CDY_OK : cdy_fail_memory(s->r->error);
}

const char *cdy_sdf_second_name(cdy_sdf *s, const char *joint)
{
    const size_t size = strlen(joint) + sizeof "_axis2";
    char *name = cdy_arena_allocate(&s->r->memory, size, 1);
    if (name) {
        snprintf(name, size, "%s_axis2", joint);
    }
    return name;
}

/* Reads <axis> or <axis2>. */
static cdy_status read_degree(cdy_sdf *s, const cdy_sdf_node *n, const char *which, cdy_joint_type type,
                              cdy_sdf_axis *axis)
{
    const cdy_element *e = cdy_first_child(n->e, which);
    axis->joint =
        (cdy_joint){.name = axis->name, .type = type, .axis = {0, 0, 1}, .gear_ratio = 1, .mimic = {.multiplier = 1}};
    if (!cdy_joint_type_traits(type)->has_axis) {
        if (e) {
            cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, e->at, "<%s> of a ball joint is not read; expected none", which);
        }
        return CDY_OK;
    }
    if (!e) {
        return cdy_fault(s->r, CDY_RULE_ELEMENT_MISSING, n->e->at, "the joint lacks <%s>; expected its <xyz>", which);
    }
    cdy_sdf_check_children(s, e);
    cdy_status status = cdy_sdf_read_axis(s, n, e, axis->joint.axis);
    status = status ? status : read_limits(s, e, &axis->joint);
    status = status ? status : read_dynamics(s, e, &axis->joint.dynamics);
    return status ? status : read_mimic(s, n, e, axis);
}

/* ---- screws ---- */

/* Reads how far a screw moves along its axis while it turns by 1 rad: <screw_thread_pitch>, m a turn, or <thread_pitch>
 * of older files, of the opposite sign and rad/m. */
static cdy_status read_lead(cdy_sdf *s, const cdy_element *e, double *lead)
{
    static const double turn = 6.283185307179586;
    const cdy_element *old = cdy_first_child(e, "thread_pitch");
    double pitch = 1, angle = 0;
    cdy_status status = cdy_sdf_number(s, e, "screw_thread_pitch", &pitch);
    const cdy_element *own = cdy_first_child(e, "screw_thread_pitch");
    if (status || own || !old) {
        *lead = pitch / turn;
        return !status && own && !isfinite(pitch)
                   ? cdy_fault(s->r, CDY_RULE_NUMBER, own->at, "<screw_thread_pitch> is %g; expected meters a turn",
                               pitch)
                   : status;
    }
    status = cdy_sdf_number(s, e, "thread_pitch", &angle);
    *lead = -1 / angle;
    if (!status && !(isfinite(angle) && isfinite(*lead))) {
        status = cdy_fault(s->r, CDY_RULE_NUMBER, old->at,
                           "<thread_pitch> is %g; expected a finite number other than 0", angle);
    }
    return status;
}

/* Adds the slide of a screw, which follows its turn. */
static cdy_status read_slide(cdy_sdf *s, const cdy_element *e, const cdy_sdf_axis *turn, cdy_sdf_axis *slide)
{
    double lead = 0;
    const cdy_status status = read_lead(s, e, &lead);
    slide->mimics = turn->name;
    slide->mimic_at = e->at;
    slide->joint =
        (cdy_joint){.name = slide->name, .type = CDY_JOINT_PRISMATIC, .gear_ratio = 1, .mimic = {turn->name, lead, 0}};
    memcpy(slide->joint.axis, turn->joint.axis, sizeof turn->joint.axis);
    return status;
}

/* ---- joints ---- */

bool cdy_sdf_is_gearbox(const cdy_sdf_node *n)
{
    const cdy_attribute *type = n->kind == CDY_SDF_JOINT ? cdy_find_attribute(n->e, "type") : NULL;
    return type && strcmp(type->text, "gearbox") == 0;
}

/* As ParseJoint of Drake 1.51 has it. */
void cdy_sdf_check_type_for_drake(cdy_sdf *s, const cdy_element *joint)
{
    const cdy_attribute *type = cdy_find_attribute(joint, "type");
    if (type && (strcmp(type->text, "gearbox") == 0 || strcmp(type->text, "revolute2") == 0)) {
        cdy_warn_for(s->r, CDY_RULE_READ_OTHERWISE, CDY_FOR_DRAKE, type->at,
                     "a joint of the type %s is refused; expected another type, for instance revolute", type->text);
    }
}

static cdy_status read_joint(cdy_sdf *s, int node, cdy_sdf_edge *edge)
{
    static const char *const which[CDY_SDF_MOST_AXES] = {"axis", "axis2"};
    const cdy_sdf_node *n = &s->nodes[node];
    const joint_kind *kind = NULL;
    const char *name = cdy_sdf_shown(s, n->name);
    int parent_node = -1, child_node = -1;
    cdy_status status = cdy_sdf_find_end(s, n, "parent", &edge->parent, &parent_node);
    status = status ? status : cdy_sdf_find_end(s, n, "child", &edge->child, &child_node);
    status = status ? status : find_kind(s, n->e, &kind);
    if (status || edge->parent < 0 || edge->child < 0) { /* below 0: a frame at fault, which is reported */
        return status;
    }
    if (edge->parent == edge->child) {
        return cdy_fault(s->r, CDY_RULE_CYCLE, n->e->at, "parent and child are the same link; expected two");
    }
    const bool is_screw = strcmp(kind->name, "screw") == 0;
    edge->axis_count = s->still ? 0 : kind->axes;
    for (int i = 0; i < edge->axis_count; i++) {
        edge->axes[i].name = i == 0     ? name
                             : is_screw ? cdy_extend_name(s->r, name, "_slide")
                                        : cdy_sdf_second_name(s, name);
        if (!edge->axes[i].name) {
            return cdy_fail_memory(s->r->error);
        }
    }
    for (int i = 0; i < CDY_SDF_MOST_AXES && i < edge->axis_count && !status; i++) {
        status = i > 0 && is_screw ? read_slide(s, n->e, &edge->axes[0], &edge->axes[1])
                                   : read_degree(s, n, which[i], kind->type, &edge->axes[i]);
    }
    const bool in_child = n->base >= 0 && n->base == child_node && s->nodes[child_node].kind == CDY_SDF_LINK;
    const cdy_pose child = cdy_pose_invert(&s->places[edge->child]), joint = cdy_sdf_pose_in(s, node, 0);
    edge->in_child = in_child ? n->local : cdy_pose_compose(&child, &joint);
    cdy_sdf_check_type_for_drake(s, n->e);
    cdy_sdf_check_children(s, n->e);
    return status;
}

cdy_status cdy_sdf_read_joints(cdy_sdf *s)
{
    s->edges = cdy_arena_allocate(&s->r->memory, (size_t)s->node_count + 1, sizeof *s->edges);
    cdy_status status = s->edges ? CDY_OK : cdy_fail_memory(s->r->error);
    for (int i = 0; i < s->node_count && !status; i++) {
        if (s->nodes[i].kind != CDY_SDF_JOINT || cdy_sdf_is_gearbox(&s->nodes[i])) {
            continue;
        }
        cdy_sdf_edge *edge = &s->edges[s->edge_count];
        *edge = (cdy_sdf_edge){.node = i, .parent = -1, .child = -1, .in_child = cdy_pose_still};
        cdy_about_joint(s->r, cdy_sdf_shown(s, s->nodes[i].name));
        status = cdy_continue_reading(s->r, read_joint(s, i, edge), &edge->faulty);
        s->edge_count += edge->parent >= 0 && edge->child >= 0;
    }
    cdy_about_robot(s->r);
    return status;
}
