/* Child elements: distinction between misspelled elements and extensions of URDF. */
#include "description/spelling.h"
#include "text/nearest.h"
#include "text/number.h"
#include "urdf/urdf.h"

#include <math.h>
#include <string.h>

/* Elements that simulators and controllers add to URDF. Elements with a namespace prefix are not in the document. */
static bool is_extension(const char *name)
{
    static const char *const names[] = {
        "actuator",
        "cable",
        "chain",
        "collision_checking",
        "contact",
        "force_element",
        "frame",
        "gazebo",
        "gearing",
        "gravity",
        "group",
        "group_state",
        "hardwareInterface",
        "joint_properties",
        "kinematic",
        "loop_joint",
        "mujoco",
        "parameter",
        "plugin",
        "property",
        "resource",
        "ros2_control",
        "self_collision_checking",
        "self_filter",
        "sensor",
        "soft_limit",
        "traits",
        "transmission",
        "verbose",
    };
    return cdy_is_among(name, sizeof names / sizeof *names, names);
}

/* The children that an element may have, and a mask of the present ones: bit i for name i. */
typedef struct contents {
    size_t count; /* at most 32 */
    const char *const *names;
    uint32_t present;
} contents;

/* Found once per element, since files may have thousands of misspelled children. */
static contents find_contents(const cdy_element *element, size_t count, const char *const *names)
{
    contents c = {count, names, 0};
    for (const cdy_element *e = element->first_child; e; e = e->next) {
        for (size_t i = 0; i < count; i++) {
            if (strcmp(e->name, names[i]) == 0) {
                c.present |= (uint32_t)1 << i;
            }
        }
    }
    return c;
}

static bool is_present(const contents *c, const char *name)
{
    for (size_t i = 0; i < c->count; i++) {
        if (c->names[i] == name) {
            return c->present >> i & 1;
        }
    }
    return false;
}

/* Whether a misspelled element can stand for a child of this name: the child is absent or may be repeated. */
static bool may_be_intended(const contents *c, const char *name)
{
    static const char *const repeatable[] = {"link", "joint", "material", "visual", "collision"};
    return !is_present(c, name) || cdy_is_among(name, sizeof repeatable / sizeof *repeatable, repeatable);
}

/* Returns the parent element of a URDF element; "" if the name is not one. */
static const char *parent_element_of(const char *name)
{
    static const char *const parents[][2] = {
        {"axis", "<joint>"},        {"box", "<geometry>"},
        {"calibration", "<joint>"}, {"capsule", "<geometry>"},
        {"child", "<joint>"},       {"collision", "<link>"},
        {"color", "<material>"},    {"cylinder", "<geometry>"},
        {"dynamics", "<joint>"},    {"geometry", "<visual> or <collision>"},
        {"inertia", "<inertial>"},  {"inertial", "<link>"},
        {"joint", "<robot>"},       {"limit", "<joint>"},
        {"link", "<robot>"},        {"mass", "<inertial>"},
        {"material", "<visual>"},   {"mesh", "<geometry>"},
        {"mimic", "<joint>"},       {"origin", "<joint>, <inertial>, <visual> or <collision>"},
        {"parent", "<joint>"},      {"safety_controller", "<joint>"},
        {"sphere", "<geometry>"},   {"texture", "<material>"},
        {"visual", "<link>"},
    };
    for (size_t i = 0; i < sizeof parents / sizeof *parents; i++) {
        if (strcmp(name, parents[i][0]) == 0) {
            return parents[i][1];
        }
    }
    return "";
}

/* Real robots have misplaced elements in <robot>, in addition to the effective ones, and materials in <geometry>. */
static bool is_harmless(const cdy_element *element, const char *name)
{
    return !element->parent || (strcmp(element->name, "geometry") == 0 && strcmp(name, "material") == 0);
}

static cdy_rule classify_child(const cdy_element *element, const char *name, const contents *c,
                               const cdy_nearest *search)
{
    if (strcmp(name, "robot") == 0) {
        return CDY_RULE_ELEMENT_MISPLACED;
    }
    if (cdy_is_urdf_element(name)) {
        return is_harmless(element, name) ? CDY_RULE_UNKNOWN_ELEMENT : CDY_RULE_ELEMENT_MISPLACED;
    }
    return cdy_is_misspelled(search) && may_be_intended(c, search->name) ? CDY_RULE_ELEMENT_MISSPELLED
                                                                         : CDY_RULE_UNKNOWN_ELEMENT;
}

static bool is_zero(const cdy_element *e, const char *attribute)
{
    const cdy_attribute *a = cdy_find_attribute(e, attribute);
    double numbers[3] = {0};
    const bool read = !a || cdy_parse_numbers(a->text, strlen(a->text), numbers, 3) == CDY_NUMBER_OK;
    return read && !(fabs(numbers[0]) > 0 || fabs(numbers[1]) > 0 || fabs(numbers[2]) > 0);
}

/* Whether an element is an <origin> in <link> that says nothing: exporters write one into every frame. */
static bool is_idle_origin(const cdy_element *e)
{
    return strcmp(e->name, "origin") == 0 && strcmp(e->parent->name, "link") == 0 &&
           !cdy_find_attribute(e, "quat_xyzw") && is_zero(e, "xyz") && is_zero(e, "rpy");
}

/* Proposes to remove an idle origin, unless an attribute or a child that nobody reads may say what was meant. */
static void propose_removal(cdy_reader *r, const cdy_element *origin)
{
    size_t known = cdy_find_attribute(origin, "xyz") ? 1 : 0;
    known += cdy_find_attribute(origin, "rpy") ? 1 : 0;
    if (origin->attribute_count == known && !origin->first_child) {
        cdy_propose(r, CDY_RULE_ORIGIN_OF_LINK, origin, NULL, NULL);
    }
}

static void check_child(cdy_reader *r, const cdy_element *e, const contents *c)
{
    if (cdy_is_among(e->name, c->count, c->names)) {
        return;
    }
    if (r->options.unread) {
        r->options.unread(r->options.context, e->name);
    }
    if (is_extension(e->name)) {
        return;
    }
    char hint[CDY_HINT_SIZE];
    cdy_nearest search = cdy_nearest_to(e->name);
    for (size_t i = 0; i < c->count; i++) {
        cdy_nearest_consider(&search, c->names[i]);
    }
    const cdy_rule rule = classify_child(e->parent, e->name, c, &search);
    const char *parent = parent_element_of(e->name);
    if (strcmp(e->name, "robot") == 0) {
        cdy_warn(r, rule, e->at,
                 "<robot> in <%.40s> is ignored, with its links and joints; expected one <robot>, which is outermost",
                 e->parent->name);
        return;
    }
    if (is_idle_origin(e)) {
        propose_removal(r, e);
        cdy_warn(r, CDY_RULE_ORIGIN_OF_LINK, e->at, "<origin> in <link> is ignored, and zero; expected none");
        return;
    }
    if (*parent) {
        cdy_warn(r, rule, e->at, "<%.80s> in <%.40s> is misplaced and ignored; expected in %s", e->name,
                 e->parent->name, parent);
        return;
    }
    /* An element that contains elements of the nearest name is a list of such elements, not a misspelled one. */
    if (rule == CDY_RULE_ELEMENT_MISSPELLED && !cdy_first_child(e, search.name)) {
        cdy_propose_nearest(r, rule, e, NULL, &search);
    }
    cdy_warn(r, rule, e->at, "<%.80s> in <%.40s> is unknown and ignored%s", e->name, e->parent->name,
             cdy_hint(hint, cdy_means_something_else(e->name) ? NULL : search.name));
}

void cdy_check_children(cdy_reader *r, const cdy_element *element, size_t count, const char *const *names)
{
    const contents c = find_contents(element, count, names);
    for (const cdy_element *e = element->first_child; e; e = e->next) {
        check_child(r, e, &c);
    }
}

void cdy_check_followers(cdy_reader *r, const cdy_element *element, size_t count, const char *const *names)
{
    const contents c = find_contents(element->parent, count, names);
    for (const cdy_element *e = element->next; e; e = e->next) {
        check_child(r, e, &c);
    }
}
