/* Parts of MJCF that a tree does not hold: those that change forces are warned of, others noted. */
#include "mjcf/mjcf.h"

#include <math.h>
#include <string.h>

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

/* Names sections by what is in them. */
static void check_section(cdy_mjcf *m, const cdy_element *section)
{
    static const char *const read[] = {"actuator", "asset",    "compiler", "contact",
                                       "default",  "equality", "keyframe", "worldbody"};
    static const char *const known[] = {"custom", "deformable", "extension", "option", "sensor",
                                        "size",   "statistic",  "tendon",    "visual"};
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
