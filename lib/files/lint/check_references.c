/* References: names of links and joints in the extensions of simulators and controllers. */
#include "lint/checks.h"
#include "tree/joint_traits.h"
#include "urdf/urdf.h"

#include <string.h>

/* Kind of a name. */
typedef enum name_kind {
    A_LINK,
    A_JOINT,
    EITHER,
} name_kind;

static bool exists(const cdy_reader *r, const char *name, name_kind what)
{
    return (what != A_JOINT && cdy_name_table_find(&r->link_numbers, name) >= 0) ||
           (what != A_LINK && cdy_name_table_find(&r->joint_numbers, name) >= 0);
}

static void check_name(cdy_reader *r, const cdy_element *element, const char *attribute, name_kind what)
{
    static const char *const words[] = {"link", "joint", "link or joint"};
    const cdy_attribute *a = cdy_find_attribute(element, attribute);
    char hint[CDY_HINT_SIZE];
    if (!a || !*a->text || cdy_is_unexpanded(a->text) || exists(r, a->text, what)) {
        return;
    }
    if (what == A_JOINT || (!*cdy_hint_link(r, hint, a->text) && what == EITHER)) {
        cdy_hint_joint(r, hint, a->text);
    }
    cdy_warn(r, CDY_RULE_REFERENCE_UNKNOWN, a->at, "<%.40s> %s '%.80s' names no %s; expected one of the robot's%s",
             element->name, attribute, a->text, words[what], hint);
}

static void check_children_named(cdy_reader *r, const cdy_element *element, const char *child, const char *attribute,
                                 name_kind what)
{
    for (const cdy_element *e = cdy_first_child(element, child); e; e = cdy_next_alike(e)) {
        check_name(r, e, attribute, what);
    }
}

/* Reports a fixed joint that an element of `whole` names, and returns whether it is fixed. */
static bool warn_if_fixed(cdy_reader *r, const cdy_element *whole, const cdy_element *element)
{
    const cdy_attribute *name = cdy_find_attribute(element, "name");
    const int number = name ? cdy_name_table_find(&r->joint_numbers, name->text) : -1;
    const cdy_joint *joint = number >= 0 ? cdy_joint_of(r, number) : NULL;
    const bool fixed = joint && joint_is_fixed(joint->type);
    if (fixed) {
        cdy_warn(r, CDY_RULE_TRANSMISSION_FIXED, name->at,
                 "a <%.40s> is for the joint '%.80s', which is fixed; expected one that moves", whole->name,
                 name->text);
    }
    return fixed;
}

/* Checks that the joints of a transmission move; the reader checks the rest of a transmission with one joint. */
static void check_transmission(cdy_reader *r, const cdy_element *element)
{
    const bool is_read = cdy_count_children(element, "joint") == 1 && cdy_count_children(element, "actuator") <= 1;
    for (const cdy_element *e = cdy_first_child(element, "joint"); e; e = cdy_next_alike(e)) {
        if (!warn_if_fixed(r, element, e) && !is_read) {
            check_name(r, e, "name", A_JOINT);
        }
    }
}

static void check_control(cdy_reader *r, const cdy_element *element)
{
    for (const cdy_element *e = cdy_first_child(element, "joint"); e; e = cdy_next_alike(e)) {
        warn_if_fixed(r, element, e);
        check_name(r, e, "name", A_JOINT);
    }
    cdy_check_control_values(r, element);
    for (const cdy_element *e = cdy_first_child(element, "transmission"); e; e = cdy_next_alike(e)) {
        check_children_named(r, e, "joint", "name", A_JOINT);
    }
}

void cdy_check_references(cdy_reader *r)
{
    cdy_about_robot(r);
    for (const cdy_element *e = r->document.root->first_child; e; e = e->next) {
        if (strcmp(e->name, "gazebo") == 0) {
            check_name(r, e, "reference", EITHER);
        } else if (strcmp(e->name, "transmission") == 0) {
            check_transmission(r, e);
        } else if (strcmp(e->name, "ros2_control") == 0) {
            check_control(r, e);
        } else if (strcmp(e->name, "sensor") == 0) {
            check_children_named(r, e, "parent", "link", A_LINK);
        } else if (strcmp(e->name, "frame") == 0) {
            check_name(r, e, "link", A_LINK);
        } else if (strcmp(e->name, "loop_joint") == 0) {
            check_children_named(r, e, "link1", "link", A_LINK);
            check_children_named(r, e, "link2", "link", A_LINK);
        }
    }
}
