/* <compiler>: units, angles, and what becomes of masses. */
#include "mjcf/mjcf.h"

#include <string.h>

const cdy_element *cdy_mjcf_next_in(const cdy_element *e)
{
    const cdy_element *section = e->parent, *next = e->next;
    while (!next && section) {
        section = cdy_next_alike(section);
        next = section ? section->first_child : NULL;
    }
    return next;
}

const cdy_element *cdy_mjcf_first_in(const cdy_mjcf *m, const char *section)
{
    const cdy_element *s = cdy_first_child(m->root, section);
    while (s && !s->first_child) {
        s = cdy_next_alike(s);
    }
    return s ? s->first_child : NULL;
}

static bool is_order(const char *text)
{
    return strlen(text) == 3 && strspn(text, "xyzXYZ") == 3;
}

static cdy_status read_words(cdy_mjcf *m, const cdy_element *e)
{
    cdy_mjcf_compiler *c = &m->compiler;
    const cdy_attribute *angle = cdy_find_attribute(e, "angle"), *order = cdy_find_attribute(e, "eulerseq");
    const cdy_attribute *folder = cdy_find_attribute(e, "meshdir"), *assets = cdy_find_attribute(e, "assetdir");
    if (angle && strcmp(angle->text, "radian") != 0 && strcmp(angle->text, "degree") != 0) {
        return cdy_fault(m->r, CDY_RULE_NUMBER, angle->at,
                         "<compiler> angle '%.80s' is unknown; expected radian or degree", angle->text);
    }
    if (order && !is_order(order->text)) {
        return cdy_fault(m->r, CDY_RULE_NUMBER, order->at,
                         "<compiler> eulerseq '%.80s' is no sequence; expected one such as xyz", order->text);
    }
    c->radians = angle ? strcmp(angle->text, "radian") == 0 : c->radians;
    if (order) {
        memcpy(c->order, order->text, sizeof c->order);
    }
    c->mesh_folder = folder ? folder->text : c->mesh_folder;
    c->asset_folder = assets ? assets->text : c->asset_folder;
    return CDY_OK;
}

static cdy_status read_compiler(cdy_mjcf *m, const cdy_element *e)
{
    cdy_mjcf_compiler *c = &m->compiler;
    int limits = c->autolimits, balance = c->balance, strip = c->strip_path;
    cdy_mjcf_check_attributes(m, e);
    cdy_status status = read_words(m, e);
    static const char *const flags[] = {"autolimits", "balanceinertia", "strippath", "inertiafromgeom"};
    int *const values[] = {&limits, &balance, &strip, &c->inertia_from_geom};
    for (int i = 0; i < 4 && !status; i++) {
        status = cdy_mjcf_flag(m, e, -1, flags[i], values[i]);
    }
    static const char *const names[] = {"boundmass", "boundinertia", "settotalmass"};
    double *const numbers[] = {&c->bound_mass, &c->bound_inertia, &c->total_mass};
    for (int i = 0; i < 3 && !status; i++) {
        status = cdy_mjcf_number(m, e, -1, names[i], numbers[i]);
    }
    c->autolimits = limits == 1;
    c->balance = balance == 1;
    c->strip_path = strip == 1;
    return status ? status : cdy_mjcf_numbers(m, e, -1, "inertiagrouprange", c->groups, 2, 2, NULL);
}

cdy_status cdy_mjcf_read_compiler(cdy_mjcf *m)
{
    m->compiler = (cdy_mjcf_compiler){
        .autolimits = true, .inertia_from_geom = 2, .groups = {0, 5}, .order = "xyz", .total_mass = -1};
    cdy_status status = CDY_OK;
    for (const cdy_element *e = cdy_first_child(m->root, "compiler"); e && !status; e = cdy_next_alike(e)) {
        status = cdy_continue_reading(m->r, read_compiler(m, e), NULL);
    }
    return status;
}
