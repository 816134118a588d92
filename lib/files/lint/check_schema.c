/* Schema: unknown contents of elements, numbers that other programs read otherwise, angles and lengths in other units.
 */
#include "lint/check_attributes.h"
#include "lint/checks.h"
#include "urdf/urdf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- contents ---- */

/* Whether the reader checks the children of an element. */
static bool is_checked_by_reader(const char *name)
{
    static const char *const read[] = {"robot", "link", "joint", "inertial", "visual", "collision"};
    return cdy_is_among(name, sizeof read / sizeof *read, read);
}

/* Checks the children of <geometry> after the first shape, which the reader checks. */
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

/* Returns the character of `&#65;` or `&#x41;`; 0 for named references such as `&gt;`, all of which are punctuation. */
static unsigned long referred_character(const char *reference)
{
    const bool hexadecimal = reference[1] == '#' && reference[2] == 'x';
    return reference[1] == '#' ? strtoul(reference + (hexadecimal ? 3 : 2), NULL, hexadecimal ? 16 : 10) : 0;
}

/* Whether a text contains a letter or a digit; remains of a tag, a quote or `&gt;` do not. */
static bool has_letter_or_digit(const char *text)
{
    for (; *text; text++) {
        const char *close = *text == '&' ? strchr(text, ';') : NULL;
        const unsigned long c = close ? referred_character(text) : (unsigned char)*text;
        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c >= 0x80) {
            return true;
        }
        text = close ? close : text;
    }
    return false;
}

/* Reports text in an element, since URDF has attributes only. */
static void check_stray_text(cdy_reader *r, const cdy_element *e)
{
    if (e->stray_text) {
        cdy_warn(r, has_letter_or_digit(e->stray_text) ? CDY_RULE_TEXT_IGNORED : CDY_RULE_TEXT_STRAY, e->stray,
                 "the text '%.80s' in <%.40s> is ignored; expected elements and attributes only", e->stray_text,
                 e->name);
    }
}

static void check_contents(cdy_reader *r, const cdy_element *e)
{
    static const char *const looks[] = {"color", "texture"};
    if (strcmp(e->name, "geometry") == 0) {
        check_geometry(r, e);
    } else if (strcmp(e->name, "material") == 0) {
        cdy_check_children(r, e, sizeof looks / sizeof *looks, looks);
    } else if (!is_checked_by_reader(e->name)) {
        cdy_check_children(r, e, 0, NULL);
    }
}

/* Checks an element and its descendants within elements of URDF. */
static void check_subtree(cdy_reader *r, cdy_ignored_attributes *ignored, const cdy_element *top)
{
    const cdy_element *e = top;
    while (e) {
        const bool known = cdy_is_urdf_element(e->name);
        if (known) {
            cdy_judge_part(r, e);
            cdy_check_attributes(r, ignored, e);
            check_stray_text(r, e);
            check_contents(r, e);
            r->unused_by = NULL;
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

static void check_link(cdy_reader *r, cdy_ignored_attributes *ignored, const cdy_link_entry *link)
{
    const cdy_element *inertial = cdy_first_child(link->element, "inertial");
    const cdy_body *body = &link->body;
    cdy_about_link(r, body->name);
    check_subtree(r, ignored, link->element);
    if (inertial) {
        check_placement(r, inertial, &body->inertial.origin);
    }
    check_shapes(r, cdy_first_child(link->element, "visual"), body->visuals, body->visual_count);
    check_shapes(r, cdy_first_child(link->element, "collision"), body->collisions, body->collision_count);
}

void cdy_check_schema(cdy_reader *r)
{
    cdy_ignored_attributes ignored = {0};
    const cdy_element *robot = r->document.root;
    cdy_about_robot(r);
    cdy_check_attributes(r, &ignored, robot);
    check_stray_text(r, robot);
    if (r->document.macro.line > 0) {
        cdy_warn(r, CDY_RULE_XACRO_LEFT, r->document.macro,
                 "<xacro:%.80s> calls a macro that the file does not have, and is ignored; expected the macro's "
                 "elements",
                 r->document.macro_name);
    }
    for (const cdy_element *m = cdy_first_child(robot, "material"); m; m = cdy_next_alike(m)) {
        check_subtree(r, &ignored, m);
    }
    for (int i = 0; i < r->link_count; i++) {
        check_link(r, &ignored, &r->links[i]);
    }
    for (int i = 0; i < r->joint_count; i++) {
        const cdy_joint_entry *joint = &r->joints[i];
        cdy_about_joint(r, joint->name);
        check_subtree(r, &ignored, joint->element);
        if (joint->child >= 0 && r->links[joint->child].joint == i) {
            check_placement(r, joint->element, &r->links[joint->child].body.joint.origin);
        }
    }
    cdy_report_ignored_attributes(r, &ignored);
    cdy_about_robot(r);
}
