/* Schema: attributes that URDF does not know, numbers as other programs want them, angles and lengths in other units.
 */
#include "base/nearest.h"
#include "base/number.h"
#include "urdf/spelling.h"
#include "urdf/value.h"

#include <math.h>
#include <string.h>

/* ---- attributes ---- */

enum { MOST_ATTRIBUTES = 7 };

/* The attributes of an element, whatever it lies in. */
typedef struct vocabulary {
    const char *element;
    const char *attributes[MOST_ATTRIBUTES];
} vocabulary;

static const vocabulary words[] = {
    {"robot", {"name", "version"}},
    {"link", {"name"}},
    {"joint", {"name", "type"}},
    {"inertial", {NULL}},
    {"origin", {"xyz", "rpy", "quat_xyzw"}},
    {"mass", {"value"}},
    {"inertia", {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}},
    {"visual", {"name"}},
    {"collision", {"name"}},
    {"geometry", {NULL}},
    {"box", {"size"}},
    {"cylinder", {"radius", "length"}},
    {"capsule", {"radius", "length"}},
    {"sphere", {"radius"}},
    {"mesh", {"filename", "scale"}},
    {"material", {"name"}},
    {"color", {"rgba"}},
    {"texture", {"filename"}},
    {"parent", {"link"}},
    {"child", {"link"}},
    {"axis", {"xyz"}},
    {"limit", {"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"}},
    {"dynamics", {"damping", "friction"}},
    {"mimic", {"joint", "multiplier", "offset"}},
    {"safety_controller", {"soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity"}},
    {"calibration", {"rising", "falling", "reference_position"}},
};

static const vocabulary *find_words(const char *element)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].element, element) == 0) {
            return &words[i];
        }
    }
    return NULL;
}

bool cdy_is_urdf_element(const char *name)
{
    return find_words(name) != NULL;
}

static size_t count_words(const vocabulary *known)
{
    size_t count = 0;
    while (count < MOST_ATTRIBUTES && known->attributes[count]) {
        count++;
    }
    return count;
}

/* One note stands for all that elements of this name have. */
static bool is_noted(cdy_reader *r, cdy_name_table *noted, const char *element)
{
    if (cdy_name_table_find(noted, element) >= 0) {
        return true;
    }
    const bool noted_now = cdy_name_table_set(noted, element, 1);
    r->starved = r->starved || !noted_now;
    return !noted_now;
}

/* What xacro would have put numbers or names in; where a number should stand, that is a fault already.  One is told of
 * for all. */
static void check_expansion(cdy_reader *r, cdy_name_table *noted, const cdy_element *element, const cdy_attribute *a)
{
    const bool is_text = strcmp(a->name, "name") == 0 || strcmp(a->name, "filename") == 0;
    if (is_text && (strstr(a->text, "${") || strstr(a->text, "$(")) && !is_noted(r, noted, "$")) {
        cdy_warn(r, CDY_RULE_XACRO, a->at, "<%.40s> %.40s '%.80s' is left of xacro; expected what xacro makes of it",
                 element->name, a->name, a->text);
    }
}

/* How many numbers an attribute of this name holds; 0: it is text. */
static size_t count_numbers(const char *attribute)
{
    static const char *const texts[] = {"filename", "joint", "link", "name", "type", "version"};
    static const char *const three[] = {"rpy", "scale", "size", "xyz"}, *const four[] = {"quat_xyzw", "rgba"};
    if (cdy_is_among(attribute, sizeof texts / sizeof *texts, texts)) {
        return 0;
    }
    return cdy_is_among(attribute, sizeof three / sizeof *three, three) ? 3
           : cdy_is_among(attribute, sizeof four / sizeof *four, four)  ? 4
                                                                        : 1;
}

/* Whether a value is one that the attribute of this name can have. */
static bool is_value_of(const char *attribute, const char *text)
{
    double ignored[4];
    const size_t count = count_numbers(attribute);
    return count == 0 ? *text != '\0' : cdy_parse_numbers(text, strlen(text), ignored, count) == CDY_NUMBER_OK;
}

static void check_attributes(cdy_reader *r, cdy_name_table *noted, const cdy_element *element, const vocabulary *known)
{
    const size_t count = count_words(known);
    for (size_t i = 0; i < element->attribute_count; i++) {
        const cdy_attribute *a = &element->attributes[i];
        cdy_nearest search = cdy_nearest_to(a->name);
        bool is_known = false;
        for (size_t k = 0; k < count && !is_known; k++) {
            is_known = strcmp(a->name, known->attributes[k]) == 0;
            cdy_nearest_consider(&search, known->attributes[k]);
        }
        if (is_known) {
            check_expansion(r, noted, element, a);
            continue;
        }
        if (cdy_is_misspelled(&search) && !cdy_find_attribute(element, search.name)) {
            if (is_value_of(search.name, a->text)) {
                cdy_propose_nearest(r, CDY_RULE_ATTRIBUTE_MISSPELLED, element, a, &search);
            }
            cdy_warn(r, CDY_RULE_ATTRIBUTE_MISSPELLED, a->at,
                     "<%.40s> has an unknown attribute %.80s, which is ignored, and no %s; did you mean '%s'?",
                     element->name, a->name, search.name, search.name);
        } else if (!is_noted(r, noted, element->name)) {
            cdy_warn(r, CDY_RULE_UNKNOWN_ATTRIBUTE, a->at, "<%.40s> has an unknown attribute %.80s, which is ignored",
                     element->name, a->name);
        }
    }
}

/* ---- contents ---- */

/* The elements whose children are looked through as they are read. */
static bool is_looked_through(const char *name)
{
    static const char *const read[] = {"robot", "link", "joint", "inertial", "visual", "collision"};
    return cdy_is_among(name, sizeof read / sizeof *read, read);
}

/* Of the shapes in a <geometry> the first counts, which is looked at as it is read. */
static void check_geometry(cdy_reader *r, const cdy_element *geometry)
{
    static const char *const shapes[] = {"box", "cylinder", "sphere", "capsule", "mesh"};
    const size_t count = sizeof shapes / sizeof *shapes;
    const cdy_element *first = geometry->first_child;
    for (const cdy_element *e = first ? first->next : NULL; e; e = e->next) {
        if (!cdy_is_among(e->name, count, shapes)) {
            continue;
        }
        if (cdy_is_among(first->name, count, shapes)) {
            cdy_warn(r, CDY_RULE_ELEMENT_REPEATED, e->at,
                     "<geometry> has a second shape, <%s>; expected one, and the other in a <%s> of its own", e->name,
                     geometry->parent->name);
        } else {
            cdy_warn(r, CDY_RULE_ELEMENT_REPEATED, e->at,
                     "<geometry> has <%s> behind <%.80s>, and so it is ignored; expected the shape alone", e->name,
                     first->name);
        }
    }
    if (first) {
        cdy_check_followers(r, first, count, shapes);
    }
}

static void check_contents(cdy_reader *r, const cdy_element *e)
{
    static const char *const looks[] = {"color", "texture"};
    if (strcmp(e->name, "geometry") == 0) {
        check_geometry(r, e);
    } else if (strcmp(e->name, "material") == 0) {
        cdy_check_children(r, e, sizeof looks / sizeof *looks, looks);
    } else if (!is_looked_through(e->name)) {
        cdy_check_children(r, e, 0, NULL);
    }
}

/* Goes through an element and what lies in it, as far as URDF knows it. */
static void check_inside(cdy_reader *r, cdy_name_table *noted, const cdy_element *top)
{
    const cdy_element *e = top;
    while (e) {
        const vocabulary *known = find_words(e->name);
        if (known) {
            check_attributes(r, noted, e, known);
            check_contents(r, e);
        }
        if (known && e->first_child) {
            e = e->first_child;
            continue;
        }
        while (e != top && !e->next) {
            e = e->parent;
        }
        e = e == top ? NULL : e->next;
    }
}

/* ---- blanks ---- */

void cdy_check_blanks(cdy_reader *r, const cdy_element *element, const cdy_attribute *attribute)
{
    static const char blanks[] = " \t\r\n";
    const char *text = attribute->text;
    const size_t length = strlen(text);
    if (length > 0 && (strchr(blanks, text[0]) || strchr(blanks, text[length - 1]))) {
        cdy_propose(r, CDY_RULE_NUMBER_SPACE, element, attribute, NULL);
        cdy_warn(r, CDY_RULE_NUMBER_SPACE, attribute->at,
                 "<%.40s> %.40s: '%.80s' has white space around the number; expected none", element->name,
                 attribute->name, text);
    }
}

/* ---- units ---- */

static void check_angles(cdy_reader *r, const double rpy[3], cdy_place at)
{
    static const double few_turns = 12.6, many = 720;
    for (int i = 0; i < 3; i++) {
        const double angle = fabs(rpy[i]);
        if (angle > few_turns && angle <= many) {
            cdy_warn(r, CDY_RULE_ANGLE_IN_DEGREES, at,
                     "rpy %g %g %g looks like degrees; expected radians, such as %.6g", rpy[0], rpy[1], rpy[2],
                     rpy[i] * 0.017453292519943295);
            return;
        }
    }
}

static void check_lengths(cdy_reader *r, const char *what, const double lengths[3], cdy_place at)
{
    static const double most = 100;
    if (fabs(lengths[0]) > most || fabs(lengths[1]) > most || fabs(lengths[2]) > most) {
        cdy_warn(r, CDY_RULE_LENGTH_IN_MILLIMETERS, at,
                 "%s %g %g %g looks like millimeters; expected meters, such as %g %g %g", what, lengths[0], lengths[1],
                 lengths[2], lengths[0] / 1000, lengths[1] / 1000, lengths[2] / 1000);
    }
}

static void check_placement(cdy_reader *r, const cdy_element *element, const cdy_placement *placement)
{
    check_angles(r, placement->rpy, cdy_place_of(element, "origin", "rpy"));
    check_lengths(r, "xyz", placement->xyz, cdy_place_of(element, "origin", "xyz"));
}

static void check_shapes(cdy_reader *r, const cdy_element *first, const cdy_shape *shapes, size_t count)
{
    const cdy_element *e = first;
    for (size_t i = 0; i < count && e; i++, e = cdy_next_alike(e)) {
        check_placement(r, e, &shapes[i].origin);
        if (shapes[i].geometry.type == CDY_GEOMETRY_BOX) {
            check_lengths(r, "size", shapes[i].geometry.size, cdy_place_of(e, "geometry", NULL));
        } else if (shapes[i].geometry.type != CDY_GEOMETRY_NONE && shapes[i].geometry.type != CDY_GEOMETRY_MESH) {
            const double sizes[3] = {shapes[i].geometry.radius, shapes[i].geometry.length, 0};
            check_lengths(r, "radius and length", sizes, cdy_place_of(e, "geometry", NULL));
        }
    }
}

static void check_link(cdy_reader *r, cdy_name_table *noted, const cdy_urdf_link *link)
{
    const cdy_element *inertial = cdy_first_child(link->element, "inertial");
    const cdy_body *body = &link->body;
    cdy_about_link(r, body->name);
    check_inside(r, noted, link->element);
    if (inertial) {
        check_placement(r, inertial, &body->inertial.origin);
    }
    check_shapes(r, cdy_first_child(link->element, "visual"), body->visuals, body->visual_count);
    check_shapes(r, cdy_first_child(link->element, "collision"), body->collisions, body->collision_count);
}

void cdy_check_schema(cdy_reader *r)
{
    cdy_name_table noted = {0};
    const cdy_element *robot = r->document.root;
    cdy_about_robot(r);
    check_attributes(r, &noted, robot, find_words("robot"));
    if (r->document.macro.line > 0) {
        cdy_warn(r, CDY_RULE_XACRO, r->document.macro,
                 "an element of xacro is left, which is ignored; expected what xacro makes of the file");
    }
    for (const cdy_element *m = cdy_first_child(robot, "material"); m; m = cdy_next_alike(m)) {
        check_inside(r, &noted, m);
    }
    for (int i = 0; i < r->link_count; i++) {
        check_link(r, &noted, &r->links[i]);
    }
    for (int i = 0; i < r->joint_count; i++) {
        const cdy_urdf_joint *joint = &r->joints[i];
        cdy_about_joint(r, joint->name);
        check_inside(r, &noted, joint->element);
        if (joint->child >= 0 && r->links[joint->child].joint == i) {
            check_placement(r, joint->element, &r->links[joint->child].body.joint.origin);
        }
    }
    cdy_about_robot(r);
    cdy_name_table_clear(&noted);
}
