/* Bodies: deep copies, and conversion of their inertia between the center of mass and the origin. */
#include "base/memory.h"
#include "tree/inertial.h"
#include "tree/node.h"

cdy_body cdy_body_default(void)
{
    return (cdy_body){.inertial = {.given = true, .mass = 1, .inertia = {1, 0, 0, 1, 0, 1}},
                      .joint = {.axis = {0, 0, 1}, .mimic = {.multiplier = 1}, .gear_ratio = 1}};
}

void cdy_inertial_about_origin(const cdy_inertial *inertial, double about_origin[6])
{
    if (!inertial || !about_origin) {
        return;
    }
    const sym3 I = inertial_about_origin(inertial).I;
    const double result[6] = {I.xx, I.yy, I.zz, I.yz, I.xz, I.xy};
    for (int i = 0; i < 6; i++) {
        about_origin[i] = inertial->given ? result[i] : 0;
    }
}

void cdy_inertial_set_about_origin(cdy_inertial *inertial, double mass, const double center_of_mass[3],
                                   const double about_origin[6])
{
    if (!inertial || !center_of_mass || !about_origin) {
        return;
    }
    const double *I = about_origin;
    vec3 c = vec3_from(center_of_mass);
    sym3 shift = sym3_steiner(scale(mass, c), c);
    *inertial = (cdy_inertial){.given = true,
                               .mass = mass,
                               .origin = {{c.x, c.y, c.z}, {0}},
                               .inertia = {I[0] - shift.xx, I[5] - shift.xy, I[4] - shift.xz, I[1] - shift.yy,
                                           I[3] - shift.yz, I[2] - shift.zz}};
}

/* Replaces a string, if there is one, by a copy in `memory`. */
static bool copy_text(cdy_arena *memory, const char **text)
{
    return !*text || (*text = cdy_arena_copy(memory, *text)) != NULL;
}

static bool copy_shapes(cdy_arena *memory, const cdy_shape **shapes, size_t count)
{
    if (count == 0) {
        *shapes = NULL;
        return true;
    }
    cdy_shape *copies = cdy_arena_allocate(memory, count, sizeof *copies);
    if (!copies) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        cdy_shape *s = &copies[i];
        *s = (*shapes)[i];
        if (!copy_text(memory, &s->name) || !copy_text(memory, &s->geometry.mesh) ||
            !copy_text(memory, &s->material.name) || !copy_text(memory, &s->material.texture)) {
            return false;
        }
    }
    *shapes = copies;
    return true;
}

node *cdy_node_create(const cdy_body *body)
{
    node *n = cdy_allocate(1, sizeof *n);
    if (!n) {
        return NULL;
    }
    n->body = *body;
    if (!copy_text(&n->memory, &n->body.name) || !copy_text(&n->memory, &n->body.joint.name) ||
        !copy_text(&n->memory, &n->body.joint.mimic.joint) ||
        !copy_shapes(&n->memory, &n->body.visuals, body->visual_count) ||
        !copy_shapes(&n->memory, &n->body.collisions, body->collision_count)) {
        cdy_node_destroy(n);
        return NULL;
    }
    return n;
}

void cdy_node_destroy(node *n)
{
    if (n) {
        cdy_arena_clear(&n->memory);
        cdy_release(n);
    }
}
