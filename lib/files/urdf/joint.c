/* Reading of joints. */
#include "base/error.h"
#include "description/spelling.h"
#include "description/value.h"
#include "text/nearest.h"
#include "tree/joint_traits.h"
#include "urdf/urdf.h"

#include <math.h>
#include <string.h>

static bool has_one_degree(cdy_joint_type type)
{
    return cdy_joint_type_nv(type) == 1;
}

static const cdy_joint_type types[] = {CDY_JOINT_FIXED,     CDY_JOINT_REVOLUTE, CDY_JOINT_CONTINUOUS,
                                       CDY_JOINT_PRISMATIC, CDY_JOINT_PLANAR,   CDY_JOINT_FLOATING};

bool cdy_urdf_has_type(cdy_joint_type type)
{
    size_t i = 0;
    while (i < sizeof types / sizeof *types && types[i] != type) {
        i++;
    }
    return i < sizeof types / sizeof *types;
}

/* Reads the type of a joint. Spherical is none of URDF's; MuJoCo and Bullet read it. */
static cdy_status read_type(cdy_reader *r, const cdy_element *element, cdy_joint_type *type)
{
    enum { COUNT = sizeof types / sizeof *types };
    const char *names[COUNT];
    const char *name;
    cdy_status status = cdy_required_text(r, element, "type", "revolute", &name);
    if (status) {
        return status;
    }
    for (int i = 0; i < COUNT; i++) {
        names[i] = cdy_joint_type_name(types[i]);
        if (strcmp(name, names[i]) == 0) {
            *type = types[i];
            return CDY_OK;
        }
    }
    if (strcmp(name, cdy_joint_type_name(CDY_JOINT_SPHERICAL)) == 0) {
        *type = CDY_JOINT_SPHERICAL;
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_EVERY_URDFDOM | CDY_FOR_DRAKE,
                     cdy_place_of(element, NULL, "type"),
                     "URDF has no spherical joints, and readers other than those of MuJoCo and Bullet refuse the file; "
                     "expected another type, for instance three continuous joints with massless links between them");
        return CDY_OK;
    }
    cdy_nearest search = cdy_nearest_to(name);
    for (int i = 0; i < COUNT; i++) {
        cdy_nearest_consider(&search, names[i]);
    }
    char hint[CDY_HINT_SIZE];
    const cdy_attribute *a = cdy_find_attribute(element, "type");
    /* The rest of the joint is checked with the type that is probably meant. */
    for (int i = 0; i < COUNT && cdy_is_misspelled(&search); i++) {
        *type = search.name == names[i] ? types[i] : *type;
    }
    if (cdy_is_misspelled(&search)) {
        cdy_propose_nearest(r, CDY_RULE_JOINT_TYPE, element, a, &search);
    }
    return cdy_fault(r, CDY_RULE_JOINT_TYPE, a->at,
                     "type '%.80s' is unknown; expected fixed, revolute, continuous, prismatic, planar or floating%s",
                     name, cdy_hint(hint, search.name));
}

/* Reads <parent> or <child> and finds the number of its link. */
static cdy_status read_link_reference(cdy_reader *r, const cdy_element *element, const char *element_name, int *link)
{
    const cdy_element *end;
    const char *name;
    cdy_status status = cdy_only_child(r, element, element_name, &end);
    if (status) {
        return status;
    }
    if (!end) {
        return cdy_fault(r, CDY_RULE_ELEMENT_MISSING, element->at, "there is no <%s>; expected <%s link=\"...\"/>",
                         element_name, element_name);
    }
    status = cdy_required_text(r, end, "link", "name_of_a_link", &name);
    if (status) {
        return status;
    }
    *link = cdy_name_table_find(&r->link_numbers, name);
    char hint[CDY_HINT_SIZE];
    return *link >= 0 ? CDY_OK
                      : cdy_fault(r, CDY_RULE_LINK_UNDECLARED, end->at,
                                  "the %s link '%.80s' is not declared; expected the name of a link%s", element_name,
                                  name, cdy_hint_link(r, hint, name));
}

static cdy_status read_links(cdy_reader *r, const cdy_element *element, int number)
{
    cdy_joint_entry *joint = &r->joints[number];
    cdy_status status = cdy_continue_reading(r, read_link_reference(r, element, "parent", &joint->parent), NULL);
    if (!status) {
        status = cdy_continue_reading(r, read_link_reference(r, element, "child", &joint->child), NULL);
    }
    if (status || joint->child < 0) {
        return status;
    }
    cdy_link_entry *child = &r->links[joint->child];
    if (joint->parent == joint->child) {
        return cdy_fault(r, CDY_RULE_CYCLE, element->at,
                         "link '%.80s' is both its parent and its child; expected two links", child->body.name);
    }
    if (child->joint >= 0) {
        const cdy_joint_entry *other = &r->joints[child->joint];
        return cdy_fault(r, CDY_RULE_TWO_PARENTS, element->at,
                         "link '%.80s' has a parent already, through joint '%.80s' in line %d; expected one parent; "
                         "a closed loop is cut here, and closed by 'condyle constrained --loop'",
                         child->body.name, other->name, other->at.line);
    }
    child->joint = number;
    return CDY_OK;
}

static cdy_status read_axis(cdy_reader *r, const cdy_element *element, cdy_joint *joint)
{
    const cdy_element *axis;
    cdy_status status = cdy_only_child(r, element, "axis", &axis);
    if (status || !axis) {
        return status;
    }
    status = cdy_required_numbers(r, axis, "xyz", joint->axis, 3);
    if (status) {
        return status;
    }
    bool needed = cdy_joint_type_traits(joint->type)->has_axis;
    bool zero = !(fabs(joint->axis[0]) > 0 || fabs(joint->axis[1]) > 0 || fabs(joint->axis[2]) > 0);
    return needed && zero ? cdy_fault(r, CDY_RULE_AXIS_ZERO, cdy_find_attribute(axis, "xyz")->at,
                                      "the axis is zero; expected a direction such as 0 0 1")
                          : CDY_OK;
}

static void warn_if_negative(cdy_reader *r, cdy_rule rule, const cdy_element *element, const char *attribute,
                             double value)
{
    if (value < 0) {
        cdy_warn(r, rule, cdy_place_of(element, NULL, attribute), "<%s> %s is %g; expected 0 or more", element->name,
                 attribute, value);
    }
}

/* A missing limit is 0. If the signs do not prove that the limits are swapped, one of them may have lost its sign. */
static void check_reversed(cdy_reader *r, const cdy_element *element, const cdy_limit *limit)
{
    const bool lower = cdy_find_attribute(element, "lower"), upper = cdy_find_attribute(element, "upper");
    if (!lower || !upper) {
        cdy_warn(r, CDY_RULE_LIMITS_REVERSED, cdy_place_of(element, NULL, lower ? "lower" : "upper"),
                 "<limit> lacks %s, taken as 0, and has %s=%g %s it; expected both limits", lower ? "upper" : "lower",
                 lower ? "lower" : "upper", lower ? limit->lower : limit->upper, lower ? "above" : "below");
        return;
    }
    const bool surely_swapped = limit->lower > 0 && limit->upper < 0;
    if (surely_swapped) {
        cdy_propose(r, CDY_RULE_LIMITS_REVERSED, element, NULL, NULL);
    }
    cdy_warn(r, CDY_RULE_LIMITS_REVERSED, element->at,
             "the lower limit %g is above the upper limit %g; expected it below%s", limit->lower, limit->upper,
             surely_swapped ? "" : ", by a swap or by a sign that was lost");
}

static void check_limit(cdy_reader *r, const cdy_element *limit, const cdy_joint *joint)
{
    bool limited = joint_has_range(joint->type);
    bool driven = !joint_is_fixed(joint->type);
    bool effort = cdy_find_attribute(limit, "effort"), velocity = cdy_find_attribute(limit, "velocity");
    if (driven && (!effort || !velocity)) {
        cdy_warn(r, CDY_RULE_LIMIT_INCOMPLETE, limit->at,
                 "<limit> lacks %s, taken as unknown; expected the limits of the joint's drive",
                 effort     ? "velocity"
                 : velocity ? "effort"
                            : "effort and velocity");
    }
    if (limited && !cdy_find_attribute(limit, "lower") && !cdy_find_attribute(limit, "upper")) {
        cdy_warn(r, CDY_RULE_LIMIT_WITHOUT_RANGE, limit->at,
                 "<limit> has neither lower nor upper, which are both taken as 0; expected the range of the joint");
    }
    if (driven) {
        warn_if_negative(r, CDY_RULE_LIMIT_NEGATIVE, limit, "effort", joint->limit.effort);
        warn_if_negative(r, CDY_RULE_LIMIT_NEGATIVE, limit, "velocity", joint->limit.velocity);
    }
    if (limited && joint->limit.lower > joint->limit.upper) {
        check_reversed(r, limit, &joint->limit);
    }
}

static cdy_status read_limit(cdy_reader *r, const cdy_element *element, cdy_joint *joint)
{
    static const char *const names[] = {"lower", "upper", "effort", "velocity", "acceleration", NULL};
    const cdy_element *limit;
    cdy_status status = cdy_only_child(r, element, "limit", &limit);
    if (status) {
        return status;
    }
    if (!limit) {
        if (joint_has_range(joint->type)) {
            cdy_warn(r, CDY_RULE_LIMIT_MISSING, element->at,
                     "a %s joint without <limit>, taken as unlimited; expected <limit lower=... upper=... effort=... "
                     "velocity=.../>",
                     cdy_joint_type_name(joint->type));
        }
        return CDY_OK;
    }
    cdy_limit *l = &joint->limit;
    l->given = true;
    status = cdy_optional_list(
        r, limit, names, (double *const[]){&l->lower, &l->upper, &l->effort, &l->velocity, &joint->acceleration_limit});
    if (!status) {
        check_limit(r, limit, joint);
    }
    if (!status && !cdy_urdf_has_type(joint->type) && (l->lower < 0 || l->lower > 0 || l->upper < 0 || l->upper > 0)) {
        cdy_warn(r, CDY_RULE_PART_UNREAD, limit->at, "the range of a %s joint is not read: it has no equivalent here",
                 cdy_joint_type_name(joint->type));
        l->lower = l->upper = 0;
    }
    return status;
}

static cdy_status read_dynamics(cdy_reader *r, const cdy_element *element, cdy_joint *joint)
{
    static const char *const names[] = {"damping", "friction", NULL};
    const cdy_element *dynamics;
    cdy_status status = cdy_only_child(r, element, "dynamics", &dynamics);
    if (status || !dynamics) {
        return status;
    }
    cdy_joint_dynamics *d = &joint->dynamics;
    d->given = true;
    status = cdy_optional_list(r, dynamics, names, (double *const[]){&d->damping, &d->friction});
    if (!status) {
        warn_if_negative(r, CDY_RULE_NEGATIVE_DAMPING, dynamics, "damping", d->damping);
        warn_if_negative(r, CDY_RULE_NEGATIVE_DAMPING, dynamics, "friction", d->friction);
    }
    return status;
}

/* The leader is checked when all joints are read. */
static cdy_status read_mimic(cdy_reader *r, const cdy_element *element, cdy_joint *joint, cdy_joint_entry *entry)
{
    static const char *const names[] = {"multiplier", "offset", NULL};
    const cdy_element *e;
    joint->mimic.multiplier = 1;
    cdy_status status = cdy_only_child(r, element, "mimic", &e);
    if (status || !e) {
        return status;
    }
    cdy_mimic mimic = {.multiplier = 1};
    bool faulty = false;
    status = cdy_continue_reading(r, cdy_required_text(r, e, "joint", "name_of_another_joint", &mimic.joint), &faulty);
    if (!status) {
        status = cdy_continue_reading(
            r, cdy_optional_list(r, e, names, (double *const[]){&mimic.multiplier, &mimic.offset}), &faulty);
    }
    if (status || faulty) {
        return status ? status : CDY_ERROR_ROBOT;
    }
    if (!has_one_degree(joint->type) && !entry->faulty) {
        cdy_warn(r, CDY_RULE_MIMIC_IGNORED, e->at,
                 "a %s joint cannot mimic another; <mimic> is ignored, expected in joints of one degree of freedom",
                 cdy_joint_type_name(joint->type));
        return CDY_OK;
    }
    joint->mimic = mimic;
    entry->mimics = mimic.joint;
    entry->mimic_at = e->at;
    return CDY_OK;
}

static cdy_status read_safety(cdy_reader *r, const cdy_element *element, cdy_joint *joint)
{
    static const char *const names[] = {"soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity", NULL};
    const cdy_element *e;
    cdy_status status = cdy_only_child(r, element, "safety_controller", &e);
    if (status || !e) {
        return status;
    }
    cdy_safety *s = &joint->safety;
    s->given = true;
    return cdy_optional_list(r, e, names,
                             (double *const[]){&s->soft_lower, &s->soft_upper, &s->k_position, &s->k_velocity});
}

static cdy_status read_calibration(cdy_reader *r, const cdy_element *element, cdy_joint *joint)
{
    static const char *const names[] = {"rising", "falling", NULL};
    const cdy_element *e;
    cdy_status status = cdy_only_child(r, element, "calibration", &e);
    if (status || !e) {
        return status;
    }
    cdy_calibration *c = &joint->calibration;
    c->rising_given = cdy_find_attribute(e, "rising") != NULL;
    c->falling_given = cdy_find_attribute(e, "falling") != NULL;
    return cdy_optional_list(r, e, names, (double *const[]){&c->rising, &c->falling});
}

/* Sets the name of a joint and adds it to the table of names. */
static cdy_status register_joint(cdy_reader *r, const cdy_element *element, int number)
{
    cdy_joint_entry *joint = &r->joints[number];
    joint->at = element->at;
    joint->element = element;
    cdy_about_robot(r);
    joint->name = "";
    joint->parent = joint->child = -1;
    cdy_status status = cdy_required_text(r, element, "name", "a_name_of_its_own", &joint->name);
    if (status) {
        return status;
    }
    cdy_about_joint(r, joint->name);
    int registered = cdy_name_table_find(&r->joint_numbers, joint->name);
    if (registered >= 0) {
        return cdy_fault(r, CDY_RULE_NAME_REPEATED, element->at,
                         "there is a joint of this name in line %d already; names must differ",
                         r->joints[registered].at.line);
    }
    return cdy_name_table_set(&r->joint_numbers, joint->name, number) ? CDY_OK : cdy_fail_memory(r->error);
}

void cdy_judge_part(cdy_reader *r, const cdy_element *part)
{
    static const char *const parts[] = {"axis", "limit", "dynamics", "safety_controller", "calibration"};
    const bool of_joint = part->parent && strcmp(part->parent->name, "joint") == 0;
    const cdy_attribute *type = of_joint ? cdy_find_attribute(part->parent, "type") : NULL;
    const bool is_axis = strcmp(part->name, "axis") == 0;
    const bool is_loose = type && (strcmp(type->text, "floating") == 0 || strcmp(type->text, "spherical") == 0);
    r->unused_by = NULL;
    r->unused_reads = is_axis ? 0 : CDY_FOR_EVERY_URDFDOM;
    if (type && strcmp(type->text, "fixed") == 0 && cdy_is_among(part->name, sizeof parts / sizeof *parts, parts)) {
        r->unused_by = "fixed";
    } else if (is_loose && (is_axis || strcmp(part->name, "limit") == 0)) {
        r->unused_by = type->text;
    }
}

typedef cdy_status (*property_reader)(cdy_reader *, const cdy_element *, cdy_joint *);

/* Reads a property. Where joints of this type do not use the property, its faults are warnings and its value is
 * ignored. */
static cdy_status read_property(cdy_reader *r, const cdy_element *element, const char *name, property_reader read,
                                cdy_joint *joint)
{
    const cdy_joint before = *joint;
    const cdy_element *part = cdy_first_child(element, name);
    if (part) {
        cdy_judge_part(r, part);
    }
    const bool unused = r->unused_by;
    const cdy_status status = read(r, element, joint);
    r->unused_by = NULL;
    if (unused && status == CDY_ERROR_ROBOT) {
        *joint = before;
        return CDY_OK;
    }
    return status;
}

static cdy_status read_properties(cdy_reader *r, const cdy_element *element, cdy_joint *joint)
{
    static const struct {
        const char *name;
        property_reader read;
    } properties[] = {{"axis", read_axis},
                      {"limit", read_limit},
                      {"dynamics", read_dynamics},
                      {"safety_controller", read_safety},
                      {"calibration", read_calibration}};
    bool faulty = false;
    cdy_status status = cdy_continue_reading(r, cdy_read_origin(r, element, &joint->origin), &faulty);
    for (size_t i = 0; !status && i < sizeof properties / sizeof *properties; i++) {
        status =
            cdy_continue_reading(r, read_property(r, element, properties[i].name, properties[i].read, joint), &faulty);
    }
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}

static cdy_status read_joint(cdy_reader *r, const cdy_element *element, int number)
{
    static const char *const known[] = {
        "origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "safety_controller", "calibration"};
    cdy_joint joint = {.axis = {1, 0, 0}, .gear_ratio = 1};
    cdy_joint_entry *entry = &r->joints[number];
    cdy_status status = cdy_continue_reading(r, register_joint(r, element, number), NULL);
    if (status) {
        return status;
    }
    cdy_check_children(r, element, sizeof known / sizeof *known, known);
    joint.name = entry->name;
    joint.type = CDY_JOINT_CONTINUOUS; /* if the type cannot be read: a moving joint without limits */
    status = cdy_continue_reading(r, read_type(r, element, &joint.type), &entry->faulty);
    if (!status) {
        status = cdy_continue_reading(r, read_links(r, element, number), NULL);
    }
    if (!status) {
        status = cdy_continue_reading(r, read_properties(r, element, &joint), &entry->faulty);
    }
    if (!status) {
        status = cdy_continue_reading(r, read_mimic(r, element, &joint, entry), &entry->faulty);
    }
    if (!status && entry->child >= 0 && r->links[entry->child].joint == number) {
        r->links[entry->child].body.joint = joint;
    }
    return status;
}

cdy_status cdy_read_joints(cdy_reader *r, const cdy_element *robot)
{
    r->joint_count = cdy_count_children(robot, "joint");
    r->joints = cdy_arena_allocate(&r->memory, (size_t)r->joint_count, sizeof *r->joints);
    if (!r->joints) {
        return cdy_fail_memory(r->error);
    }
    cdy_status status = CDY_OK;
    int number = 0;
    for (const cdy_element *e = cdy_first_child(robot, "joint"); e && !status; e = cdy_next_alike(e)) {
        status = cdy_continue_reading(r, read_joint(r, e, number), &r->joints[number].faulty);
        number++;
    }
    cdy_about_robot(r);
    return status;
}
