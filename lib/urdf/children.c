/* Children: finding them, and telling misspelled ones from extensions. */
#include "text/nearest.h"
#include "urdf/reader.h"
#include "urdf/spelling.h"

#include <string.h>

cdy_status cdy_only_child(cdy_reader *r, const cdy_element *element, const char *name, const cdy_element **child)
{
    *child = cdy_first_child(element, name);
    const cdy_element *second = *child ? cdy_next_alike(*child) : NULL;
    return second ? cdy_fault(r, CDY_RULE_ELEMENT_REPEATED, second->at,
                              "<%.40s> has a second <%s>, after that in line %d; expected only one", element->name,
                              name, (*child)->at.line)
                  : CDY_OK;
}

int cdy_count_children(const cdy_element *element, const char *name)
{
    int count = 0;
    for (const cdy_element *e = cdy_first_child(element, name); e; e = cdy_next_alike(e)) {
        count++;
    }
    return count;
}

bool cdy_is_among(const char *name, size_t count, const char *const *names)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* What simulators and controllers add to URDF.  Elements with a prefix never come here. */
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

/* What an element may hold, and which of that it does hold: bit i for name i. */
typedef struct contents {
    size_t count; /* 32 at most */
    const char *const *names;
    uint32_t present;
} contents;

/* Looked for once, since files may have misspelled children by the thousand. */
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

/* Of links, joints, shapes and materials there may be more. */
static bool may_be_missing(const contents *c, const char *name)
{
    static const char *const many[] = {"link", "joint", "material", "visual", "collision"};
    return !is_present(c, name) || cdy_is_among(name, sizeof many / sizeof *many, many);
}

/* Where an element of URDF's belongs; "" where it is none. */
static const char *home_of(const char *name)
{
    static const char *const homes[][2] = {
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
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        if (strcmp(name, homes[i][0]) == 0) {
            return homes[i][1];
        }
    }
    return "";
}

/* Real robots have elements misplaced in <robot>, beside those that count, and materials in <geometry>. */
static bool is_harmless(const cdy_element *element, const char *name)
{
    return !element->parent || (strcmp(element->name, "geometry") == 0 && strcmp(name, "material") == 0);
}

static cdy_rule judge(const cdy_element *element, const char *name, const contents *c, const cdy_nearest *search)
{
    if (strcmp(name, "robot") == 0) {
        return CDY_RULE_ELEMENT_MISPLACED;
    }
    if (cdy_is_urdf_element(name)) {
        return is_harmless(element, name) ? CDY_RULE_UNKNOWN_ELEMENT : CDY_RULE_ELEMENT_MISPLACED;
    }
    return cdy_is_misspelled(search) && may_be_missing(c, search->name) ? CDY_RULE_ELEMENT_MISSPELLED
                                                                        : CDY_RULE_UNKNOWN_ELEMENT;
}

static void check_child(cdy_reader *r, const cdy_element *e, const contents *c)
{
    if (cdy_is_among(e->name, c->count, c->names) || is_extension(e->name)) {
        return;
    }
    char hint[CDY_HINT_SIZE];
    cdy_nearest search = cdy_nearest_to(e->name);
    for (size_t i = 0; i < c->count; i++) {
        cdy_nearest_consider(&search, c->names[i]);
    }
    const cdy_rule rule = judge(e->parent, e->name, c, &search);
    const char *home = home_of(e->name);
    if (strcmp(e->name, "robot") == 0) {
        cdy_warn(r, rule, e->at,
                 "<robot> in <%.40s> is ignored, with its links and joints; expected one <robot>, which is outermost",
                 e->parent->name);
        return;
    }
    if (*home) {
        cdy_warn(r, rule, e->at, "<%.80s> in <%.40s> is misplaced and ignored; expected in %s", e->name,
                 e->parent->name, home);
        return;
    }
    if (rule == CDY_RULE_ELEMENT_MISSPELLED && !cdy_first_child(e, search.name)) { /* else a list of such elements */
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
