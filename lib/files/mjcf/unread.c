/* Parts of MJCF that a tree does not hold: those that change forces are warned of, others noted. */
#include "mjcf/mjcf.h"

#include <math.h>
#include <string.h>

enum { LONGEST_PAIR = 800 }; /* bytes of an option that a message has room for */

static void report(cdy_mjcf *m, const cdy_element *e)
{
    if (m->r->options.unread) {
        m->r->options.unread(m->r->options.context, e->name);
    }
}

/* Warns of a tendon that has a spring, damping, friction or inertia, by itself or its class; others only measure
 * lengths. */
static void check_tendon(cdy_mjcf *m, const cdy_element *e)
{
    static const char *const forces[] = {"stiffness", "damping", "frictionloss", "armature", "range"};
    const cdy_attribute *class = cdy_find_attribute(e, "class");
    const int own = class ? cdy_name_table_find(&cdy_mjcf_model_of(m, e)->class_numbers, class->text) : -1;
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
        const cdy_attribute *a = cdy_mjcf_find(m, e, own >= 0 ? own : cdy_mjcf_main_class(m, e), forces[i]);
        if (a && strcmp(a->text, "0") != 0) {
            cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, a->at, "the %s of a tendon is not read; its forces are left out",
                     forces[i]);
            return;
        }
    }
}

/* Warns of parts of <option> that the dynamics leave out: forces of fluids, and a gravity that differs from the
 * caller's. */
static void check_option(cdy_mjcf *m, const cdy_element *e)
{
    static const char *const fluid[] = {"density", "viscosity", "wind"};
    double gravity[3] = {0, 0, -9.81};
    const cdy_attribute *a = cdy_find_attribute(e, "gravity");
    for (size_t i = 0; i < sizeof fluid / sizeof *fluid; i++) {
        const cdy_attribute *f = cdy_find_attribute(e, fluid[i]);
        if (f && strspn(f->text, "0. ") != strlen(f->text)) {
            cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, f->at, "<option> %s is not read; forces of fluids are left out",
                     fluid[i]);
        }
    }
    const cdy_attribute *flag =
        cdy_first_child(e, "flag") ? cdy_find_attribute(cdy_first_child(e, "flag"), "gravity") : NULL;
    if (flag && strcmp(flag->text, "disable") == 0) {
        cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, flag->at,
                 "<flag> gravity=\"disable\" is not read; gravity is an option of the call");
    }
    if (a && cdy_mjcf_numbers(m, e, -1, "gravity", gravity, 3, 3, NULL) == CDY_OK &&
        (gravity[0] != 0 || gravity[1] != 0 || fabs(gravity[2] + 9.81) > 0.01)) {
        cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, a->at,
                 "<option> gravity %g %g %g is not read; gravity is an option of the call", gravity[0], gravity[1],
                 gravity[2]);
    }
}

/* Adds a letter to a text of `size` bytes; one that does not fit is only counted. */
static void put(char *text, size_t size, size_t *length, char letter)
{
    if (*length < size) {
        text[*length] = letter;
    }
    ++*length;
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (unsigned char)c >= 128 ||
           (c != '\0' && strchr("_-./:+@,", c));
}

/* Writes BODY,BODY as a shell takes it for one word: in quotes where other letters than these are in the names, and a
 * quote in the names as '\''. False: it does not fit. */
static bool write_pair(char *text, size_t size, const char *const names[2])
{
    bool plain = true;
    size_t length = 0;
    for (int i = 0; i < 2; i++) {
        for (const char *c = names[i]; *c; c++) {
            plain = plain && is_plain(*c);
        }
    }
    for (int i = 0; i < 2; i++) {
        if (i > 0 || !plain) {
            put(text, size, &length, i > 0 ? ',' : '\'');
        }
        for (const char *c = names[i]; *c; c++) {
            for (const char *part = *c == '\'' ? "'\\'" : ""; *part; part++) {
                put(text, size, &length, *part);
            }
            put(text, size, &length, *c);
        }
    }
    if (!plain) {
        put(text, size, &length, '\'');
    }
    put(text, size, &length, '\0');
    return length <= size;
}

/* Whether two names are those of two bodies of the robot. */
static bool are_bodies(const cdy_mjcf *m, const char *const names[2])
{
    int links[2];
    for (int i = 0; i < 2; i++) {
        links[i] = cdy_name_table_find(&m->r->link_numbers, names[i]);
        if (links[i] < 0 || m->link_scopes[links[i]] < 0) {
            return false;
        }
    }
    return links[0] != links[1];
}

/* Names a pair of bodies or shapes, and the option that leaves out the bodies of an <exclude>; a message has no room
 * for names of any length. */
static void check_contact(cdy_mjcf *m, const cdy_element *e)
{
    char pair[LONGEST_PAIR];
    const cdy_attribute *first = cdy_find_attribute(e, "body1"), *second = cdy_find_attribute(e, "body2");
    const char *const names[2] = {first ? first->text : "", second ? second->text : ""};
    if (strcmp(e->name, "exclude") == 0 && are_bodies(m, names)) {
        const bool fits = write_pair(pair, sizeof pair, names);
        cdy_warn(m->r, CDY_RULE_PART_UNREAD, e->at,
                 "<exclude> is not kept with the robot; --exclude %s of 'condyle distance' and of other commands "
                 "leaves out this pair of bodies%s",
                 fits ? pair : "BODY,BODY", fits ? "" : ", whose names are too long for this message");
    } else {
        cdy_warn(m->r, CDY_RULE_PART_UNREAD, e->at,
                 "<%.40s> in <contact> is not read: contacts of shapes have no equivalent here", e->name);
    }
}

/* Names sections by what is in them. */
static void check_section(cdy_mjcf *m, const cdy_element *section)
{
    static const char *const read[] = {"actuator", "asset", "compiler", "default", "equality", "keyframe", "worldbody"};
    static const char *const known[] = {"contact", "custom", "deformable", "extension", "option",
                                        "sensor",  "size",   "statistic",  "tendon",    "visual"};
    if (cdy_is_among(section->name, sizeof read / sizeof *read, read)) {
        return;
    }
    report(m, section);
    if (strcmp(section->name, "body") == 0) { /* beside <worldbody>: MuJoCo leaves the body out as well */
        cdy_warn(m->r, CDY_RULE_UNKNOWN_ELEMENT, section->at,
                 "<body> in <%.40s> is ignored; expected it in <worldbody>", section->parent->name);
        return;
    }
    if (!cdy_is_among(section->name, sizeof known / sizeof *known, known)) {
        cdy_mjcf_warn_of_unknown(m, section, cdy_mjcf_sections);
        return;
    }
    if (strcmp(section->name, "option") == 0) {
        check_option(m, section);
    }
    if (strcmp(section->name, "deformable") == 0 && section->first_child) {
        cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, section->at,
                 "<deformable> is not read; the masses of soft bodies are left out");
    }
    for (const cdy_element *e = section->first_child; e && strcmp(section->name, "tendon") == 0; e = e->next) {
        check_tendon(m, e);
    }
    for (const cdy_element *e = section->first_child; e && strcmp(section->name, "contact") == 0; e = e->next) {
        check_contact(m, e);
    }
}

static void tell_of_shapeless(cdy_mjcf *m, cdy_rule rule, const cdy_mjcf_shapeless *s)
{
    if (s->count > 0) {
        cdy_warn(m->r, rule, s->at, "a geom of type %s has no shape here (%d geoms without one in all)", s->type,
                 s->count);
    }
}

void cdy_mjcf_name_unread(cdy_mjcf *m)
{
    for (const cdy_element *e = m->root->first_child; e; e = e->next) {
        check_section(m, e);
    }
    tell_of_shapeless(m, CDY_RULE_SHAPE_UNREAD, &m->unseen);
    tell_of_shapeless(m, CDY_RULE_PART_UNREAD, &m->undrawn);
}
