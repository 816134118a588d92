/* Writing of materials and shapes. */
#include "base/memory.h"
#include "urdf/writer.h"

#include <string.h>

static bool is_text(const char *text)
{
    return text && *text;
}

static bool has_appearance(const cdy_material *m)
{
    return m->color_given || is_text(m->texture);
}

/* A shape without geometry is not written. */
static bool has_geometry(const cdy_shape *shape)
{
    return shape->geometry.type != CDY_GEOMETRY_NONE;
}

static bool is_definition(const cdy_shape *shape)
{
    return has_geometry(shape) && is_text(shape->material.name) && has_appearance(&shape->material);
}

static const cdy_material *find_definition(const cdy_palette *palette, const char *name)
{
    int number = cdy_name_table_find(&palette->numbers, name);
    return number >= 0 ? palette->materials[number] : NULL;
}

static size_t count_visuals(const cdy_tree *tree)
{
    size_t count = 0;
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        count += cdy_tree_body(tree, i)->visual_count;
    }
    return count;
}

bool cdy_palette_fill(cdy_palette *palette, const cdy_tree *tree)
{
    palette->materials = cdy_allocate(count_visuals(tree), sizeof *palette->materials);
    bool ok = palette->materials != NULL;
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        for (size_t k = 0; k < body->visual_count && ok; k++) {
            const cdy_material *m = &body->visuals[k].material;
            if (is_definition(&body->visuals[k]) && !find_definition(palette, m->name)) {
                ok = cdy_name_table_set(&palette->numbers, m->name, palette->count);
                palette->materials[palette->count++] = m;
            }
        }
    }
    return ok;
}

void cdy_palette_clear(cdy_palette *palette)
{
    cdy_release(palette->materials);
    cdy_name_table_clear(&palette->numbers);
    *palette = (cdy_palette){0};
}

static void write_appearance(cdy_xml_output *out, const cdy_material *m)
{
    if (m->color_given) {
        cdy_xml_open(out, "color");
        cdy_xml_numbers(out, "rgba", m->rgba, 4);
        cdy_xml_close(out, "color");
    }
    if (is_text(m->texture)) {
        cdy_xml_open(out, "texture");
        cdy_xml_text(out, "filename", m->texture);
        cdy_xml_close(out, "texture");
    }
}

void cdy_write_palette(cdy_xml_output *out, const cdy_palette *palette)
{
    for (int i = 0; i < palette->count; i++) {
        cdy_xml_open(out, "material");
        cdy_xml_text(out, "name", palette->materials[i]->name);
        write_appearance(out, palette->materials[i]);
        cdy_xml_close(out, "material");
    }
}

static bool appearances_equal(const cdy_material *a, const cdy_material *b)
{
    const char *left = a->texture ? a->texture : "", *right = b->texture ? b->texture : "";
    return strcmp(left, right) == 0 && a->color_given == b->color_given &&
           (!a->color_given || memcmp(a->rgba, b->rgba, sizeof a->rgba) == 0);
}

/* Writes a material by name if the name is defined with the same appearance or not at all; otherwise inline, without
 * name. A material without name and appearance is omitted. */
static void write_material(cdy_xml_output *out, const cdy_palette *palette, const cdy_material *m)
{
    if (!m->name) {
        return;
    }
    const cdy_material *definition = find_definition(palette, m->name);
    bool by_name = is_text(m->name) && (!definition || appearances_equal(m, definition));
    if (!by_name && !has_appearance(m)) {
        return;
    }
    cdy_xml_open(out, "material");
    cdy_xml_text(out, "name", by_name ? m->name : "");
    if (!by_name) {
        write_appearance(out, m);
    }
    cdy_xml_close(out, "material");
}

static void write_mesh(cdy_xml_output *out, const cdy_geometry *g)
{
    static const double unscaled[3] = {1, 1, 1};
    cdy_xml_open(out, "mesh");
    cdy_xml_text(out, "filename", g->mesh);
    if (memcmp(g->scale, unscaled, sizeof unscaled) != 0) {
        cdy_xml_numbers(out, "scale", g->scale, 3);
    }
    cdy_xml_close(out, "mesh");
}

static void write_round(cdy_xml_output *out, const cdy_geometry *g, const char *element)
{
    cdy_xml_open(out, element);
    cdy_xml_number(out, "radius", g->radius);
    if (g->type != CDY_GEOMETRY_SPHERE) {
        cdy_xml_number(out, "length", g->length);
    }
    cdy_xml_close(out, element);
}

static void write_geometry(cdy_xml_output *out, const cdy_geometry *g)
{
    cdy_xml_open(out, "geometry");
    switch (g->type) {
    case CDY_GEOMETRY_NONE: break;
    case CDY_GEOMETRY_BOX:
        cdy_xml_open(out, "box");
        cdy_xml_numbers(out, "size", g->size, 3);
        cdy_xml_close(out, "box");
        break;
    case CDY_GEOMETRY_CYLINDER: write_round(out, g, "cylinder"); break;
    case CDY_GEOMETRY_SPHERE: write_round(out, g, "sphere"); break;
    case CDY_GEOMETRY_CAPSULE: write_round(out, g, "capsule"); break;
    case CDY_GEOMETRY_MESH: write_mesh(out, g); break;
    }
    cdy_xml_close(out, "geometry");
}

static void write_shape(cdy_xml_output *out, const cdy_palette *palette, const char *element, const cdy_shape *shape)
{
    if (!has_geometry(shape)) {
        return;
    }
    cdy_xml_open(out, element);
    if (is_text(shape->name)) {
        cdy_xml_text(out, "name", shape->name);
    }
    cdy_write_origin(out, &shape->origin);
    write_geometry(out, &shape->geometry);
    if (palette) {
        write_material(out, palette, &shape->material);
    }
    cdy_xml_close(out, element);
}

void cdy_write_shapes(cdy_xml_output *out, const cdy_palette *palette, const cdy_body *body)
{
    for (size_t i = 0; i < body->visual_count; i++) {
        write_shape(out, palette, "visual", &body->visuals[i]);
    }
    for (size_t i = 0; i < body->collision_count; i++) {
        write_shape(out, NULL, "collision", &body->collisions[i]);
    }
}
