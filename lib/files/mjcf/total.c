/* settotalmass: masses are scaled so that their sum is the mass that the file states. With fusestatic, MuJoCo makes a
 * body without joints, to which no element of the file refers, a part of the body that carries it. Bodies that become
 * parts of the world by this weigh nothing in the sum. */
#include "mjcf/mjcf.h"

#include "base/error.h"

#include <string.h>

/* Whether an attribute of an element of a section names a body. */
static bool names_body(const cdy_element *e, const cdy_attribute *a)
{
    static const char *const bodies[] = {"body", "body1", "body2", "target"};
    const bool is_object = strcmp(a->name, "objname") == 0;
    if (!is_object && strcmp(a->name, "refname") != 0) {
        return cdy_is_among(a->name, sizeof bodies / sizeof *bodies, bodies);
    }
    const cdy_attribute *type = cdy_find_attribute(e, is_object ? "objtype" : "reftype");
    return type && (strcmp(type->text, "body") == 0 || strcmp(type->text, "xbody") == 0);
}

/* Returns the link of the body that an element refers to by an attribute; -1: none. */
static int find_referenced(const cdy_mjcf *m, const cdy_element *e, const cdy_attribute *a)
{
    if (names_body(e, a)) {
        return cdy_name_table_find(&m->r->link_numbers, a->text);
    }
    const bool weighs = strcmp(e->name, "force") == 0 || strcmp(e->name, "torque") == 0;
    const int site = weighs && strcmp(a->name, "site") == 0 ? cdy_name_table_find(&m->site_numbers, a->text) : -1;
    return site >= 0 ? m->r->joints[m->r->links[site].joint].parent : -1;
}

/* Marks the links of bodies that something refers to. */
static void mark_referenced(const cdy_mjcf *m, bool *referenced)
{
    static const char *const sections[] = {"worldbody", "contact", "equality", "sensor", "actuator", "custom"};
    cdy_element *root = m->r->document.root;
    for (cdy_element *section = root->first_child; section; section = section->next) {
        if (!cdy_is_among(section->name, sizeof sections / sizeof *sections, sections)) {
            continue;
        }
        for (cdy_element *e = section; e; e = cdy_mjcf_next_within(section, e)) {
            for (size_t i = 0; i < e->attribute_count; i++) {
                const int link = find_referenced(m, e, &e->attributes[i]);
                referenced[link >= 0 ? link : 0] = true;
            }
        }
    }
}

/* Marks the links whose mass the world takes up. */
static cdy_status mark_fused(const cdy_mjcf *m, bool *fused)
{
    bool *referenced = cdy_arena_allocate(&m->r->memory, (size_t)m->r->link_count + 1, sizeof *referenced);
    if (!referenced) {
        return cdy_fail_memory(m->r->error);
    }
    mark_referenced(m, referenced);
    for (int i = 1; i < m->scope_count; i++) {
        const cdy_mjcf_scope *s = &m->scopes[i];
        const cdy_attribute *mocap = cdy_find_attribute(s->element, "mocap");
        if (s->body == i && s->joints.count == 0 && !referenced[s->link] &&
            !(mocap && strcmp(mocap->text, "true") == 0)) {
            const int outer = m->scopes[s->outer].body;
            fused[s->link] = outer == 0 || fused[m->scopes[outer].link];
        }
    }
    return CDY_OK;
}

cdy_status cdy_mjcf_set_total_mass(cdy_mjcf *m)
{
    const cdy_mjcf_compiler *c = &m->models[0]->compiler;
    bool *fused = cdy_arena_allocate(&m->r->memory, (size_t)m->r->link_count + 1, sizeof *fused);
    double sum = 0;
    if (!fused || !(c->total_mass > 0)) {
        return fused ? CDY_OK : cdy_fail_memory(m->r->error);
    }
    const cdy_status status = c->fuse_static ? mark_fused(m, fused) : CDY_OK;
    for (int i = 1; i < m->r->link_count; i++) {
        sum += fused[i] ? 0 : m->r->links[i].body.inertial.mass;
    }
    for (int i = 1; i < m->r->link_count && sum > 0; i++) {
        cdy_inertial *inertial = &m->r->links[i].body.inertial;
        inertial->mass *= c->total_mass / sum;
        for (int k = 0; k < 6; k++) {
            inertial->inertia[k] *= c->total_mass / sum;
        }
    }
    return status;
}
