/* <compiler>: units, angles, and what becomes of masses. */
#include "mjcf/mjcf.h"

#include <math.h>
#include <string.h>

cdy_element *cdy_mjcf_next_within(const cdy_element *top, cdy_element *e)
{
    if (e->first_child) {
        return e->first_child;
    }
    while (e != top && !e->next) {
        e = e->parent;
    }
    return e == top ? NULL : e->next;
}

const cdy_element *cdy_mjcf_next_in(const cdy_element *e)
{
    const cdy_element *section = e->parent, *next = e->next;
    while (!next && section) {
        section = cdy_next_alike(section);
        next = section ? section->first_child : NULL;
    }
    return next;
}

const cdy_element *cdy_mjcf_first_in(const cdy_element *root, const char *section)
{
    const cdy_element *s = cdy_first_child(root, section);
    while (s && !s->first_child) {
        s = cdy_next_alike(s);
    }
    return s ? s->first_child : NULL;
}

static bool is_order(const char *text)
{
    return strlen(text) == 3 && strspn(text, "xyzXYZ") == 3;
}

static cdy_status read_words(cdy_mjcf *m, const cdy_element *e, cdy_mjcf_compiler *c)
{
    const cdy_attribute *exact = cdy_find_attribute(e, "exactmeshinertia");
    const cdy_attribute *angle = cdy_find_attribute(e, "angle"), *order = cdy_find_attribute(e, "eulerseq");
    const cdy_attribute *folder = cdy_find_attribute(e, "meshdir"), *assets = cdy_find_attribute(e, "assetdir");
    const cdy_attribute *pictures = cdy_find_attribute(e, "texturedir");
    const cdy_attribute *places = cdy_find_attribute(e, "coordinate");
    if (places && strcmp(places->text, "local") != 0) {
        return cdy_fault(m->r, CDY_RULE_NUMBER, places->at,
                         "<compiler> coordinate '%.80s' is not read, and newer MuJoCo refuses it; expected the file as "
                         "MuJoCo 2.3 saves it",
                         places->text);
    }
    if (exact && strcmp(exact->text, "true") == 0) {
        cdy_warn(m->r, CDY_RULE_DYNAMICS_UNREAD, exact->at,
                 "exactmeshinertia is not read; expected inertia=\"exact\" at each <mesh>, as newer MuJoCo has it");
    }
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
    c->texture_folder = pictures ? pictures->text : c->texture_folder;
    c->asset_folder = assets ? assets->text : c->asset_folder;
    return CDY_OK;
}

static cdy_status read_compiler(cdy_mjcf *m, const cdy_element *e, cdy_mjcf_compiler *c)
{
    int limits = c->autolimits, balance = c->balance, strip = c->strip_path, fuse = c->fuse_static;
    cdy_mjcf_check_attributes(m, e);
    cdy_status status = read_words(m, e, c);
    static const char *const flags[] = {"autolimits", "balanceinertia", "strippath", "fusestatic", "inertiafromgeom"};
    int *const values[] = {&limits, &balance, &strip, &fuse, &c->inertia_from_geom};
    for (int i = 0; i < 5 && !status; i++) {
        status = i < 4 ? cdy_mjcf_truth(m, e, -1, flags[i], values[i]) : cdy_mjcf_flag(m, e, -1, flags[i], values[i]);
    }
    static const char *const names[] = {"boundmass", "boundinertia", "settotalmass"};
    double *const numbers[] = {&c->bound_mass, &c->bound_inertia, &c->total_mass};
    for (int i = 0; i < 3 && !status; i++) {
        status = cdy_mjcf_number(m, e, -1, names[i], numbers[i]);
    }
    c->autolimits = limits == 1;
    c->balance = balance == 1;
    c->strip_path = strip == 1;
    c->fuse_static = fuse == 1;
    status = status ? status : cdy_mjcf_numbers(m, e, -1, "inertiagrouprange", c->groups, 2, 2, NULL);
    const cdy_attribute *groups = cdy_find_attribute(e, "inertiagrouprange");
    if (!status && groups && (c->groups[0] != floor(c->groups[0]) || c->groups[1] != floor(c->groups[1]))) {
        status = cdy_fault(m->r, CDY_RULE_NUMBER, groups->at,
                           "<compiler> inertiagrouprange '%.80s' has a fraction; expected two numbers of groups",
                           groups->text);
    }
    return status;
}

cdy_status cdy_mjcf_read_compilers(cdy_mjcf *m)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < m->model_count && !status; i++) {
        cdy_mjcf_compiler *c = &m->models[i]->compiler;
        *c = (cdy_mjcf_compiler){
            .autolimits = true, .inertia_from_geom = 2, .groups = {0, 5}, .order = "xyz", .total_mass = -1};
        for (const cdy_element *e = cdy_first_child(m->models[i]->root, "compiler"); e && !status;
             e = cdy_next_alike(e)) {
            status = cdy_continue_reading(m->r, read_compiler(m, e, c), NULL);
        }
    }
    return status;
}
