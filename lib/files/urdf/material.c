/* Reading of materials: colors and textures, by name or inline. */
#include "base/error.h"
#include "description/value.h"
#include "urdf/urdf.h"

#include <string.h>

enum { UNREADABLE = -2 }; /* number of a material with only unreadable definitions */

static bool is_definition(const cdy_element *material)
{
    return cdy_first_child(material, "color") || cdy_first_child(material, "texture");
}

static cdy_status read_appearance(cdy_reader *r, const cdy_element *element, cdy_material *material)
{
    const cdy_element *color, *texture;
    cdy_status status = cdy_only_child(r, element, "color", &color);
    if (!status) {
        status = cdy_only_child(r, element, "texture", &texture);
    }
    if (status) {
        return status;
    }
    const cdy_attribute *file = texture ? cdy_find_attribute(texture, "filename") : NULL;
    material->texture = file && *file->text ? file->text : NULL;
    material->color_given = color != NULL;
    return color ? cdy_required_numbers(r, color, "rgba", material->rgba, 4) : CDY_OK;
}

/* Reads the color and texture of a material element; a texture without file name is ignored. While a robot is loaded,
 * an unreadable appearance is dropped, and *dropped is set. */
static cdy_status read_material(cdy_reader *r, const cdy_element *element, cdy_leniency leniency,
                                cdy_material *material, bool *dropped)
{
    const cdy_attribute *name = cdy_find_attribute(element, "name");
    *material = (cdy_material){.name = name ? name->text : ""};
    r->leniency = leniency;
    cdy_status status = cdy_ignore_appearance_fault(r, read_appearance(r, element, material), dropped);
    if (*dropped) {
        *material = (cdy_material){.name = material->name};
    }
    return status;
}

static bool appearances_equal(const cdy_material *a, const cdy_material *b)
{
    bool same_texture = a->texture && b->texture ? strcmp(a->texture, b->texture) == 0 : a->texture == b->texture;
    bool same_color = a->color_given == b->color_given;
    for (int i = 0; i < 4; i++) {
        same_color = same_color && !(a->rgba[i] < b->rgba[i]) && !(a->rgba[i] > b->rgba[i]);
    }
    return same_texture && same_color;
}

/* Adds a material to the table, unless its name has a definition already. */
static cdy_status define_material(cdy_reader *r, const cdy_element *element)
{
    cdy_material *m = &r->materials[r->material_count];
    bool dropped;
    cdy_status status = read_material(r, element, CDY_WARNS, m, &dropped);
    const int defined = cdy_name_table_find(&r->material_numbers, m->name);
    /* Materials of <robot> are read first: if this one is in <robot>, so is the earlier definition. */
    const bool in_robot = element->parent == r->document.root;
    if ((status == CDY_ERROR_ROBOT || dropped) && defined < 0 && *m->name &&
        !cdy_name_table_set(&r->material_numbers, m->name, UNREADABLE)) {
        return cdy_fail_memory(r->error);
    }
    if (status || dropped || !*m->name) {
        return status;
    }
    if (defined < 0) {
        return cdy_name_table_set(&r->material_numbers, m->name, r->material_count++) ? CDY_OK
                                                                                      : cdy_fail_memory(r->error);
    }
    if (!appearances_equal(m, &r->materials[defined])) {
        cdy_warn_for(
            r, CDY_RULE_MATERIAL_CONFLICT, in_robot ? CDY_FOR_EVERY_URDFDOM : 0, element->at,
            "material '%.80s' is defined differently before; the first definition counts, expected another name",
            m->name);
    } else if (in_robot) {
        cdy_warn(r, CDY_RULE_MATERIAL_REDEFINED, element->at,
                 "material '%.80s' is defined twice in <robot>; expected it once", m->name);
    }
    return CDY_OK;
}

/* Defines the materials of all visuals, or only counts them if `count` is not NULL. */
static cdy_status define_materials_of_visuals(cdy_reader *r, const cdy_element *robot, int *count)
{
    for (const cdy_element *l = cdy_first_child(robot, "link"); l; l = cdy_next_alike(l)) {
        const cdy_attribute *name = cdy_find_attribute(l, "name");
        cdy_about_robot(r);
        if (name && *name->text) {
            cdy_about_link(r, name->text);
        }
        for (const cdy_element *v = cdy_first_child(l, "visual"); v; v = cdy_next_alike(v)) {
            const cdy_element *m = cdy_first_child(v, "material");
            if (!m || !is_definition(m)) {
                continue;
            }
            cdy_status status = count ? CDY_OK : cdy_continue_reading(r, define_material(r, m), NULL);
            if (status) {
                return status;
            }
            if (count) {
                ++*count;
            }
        }
    }
    cdy_about_robot(r);
    return CDY_OK;
}

cdy_status cdy_read_materials(cdy_reader *r, const cdy_element *robot)
{
    int count = cdy_count_children(robot, "material");
    define_materials_of_visuals(r, robot, &count);
    r->materials = cdy_arena_allocate(&r->memory, (size_t)count + 1, sizeof *r->materials);
    if (!r->materials) {
        return cdy_fail_memory(r->error);
    }
    cdy_status status = CDY_OK;
    for (const cdy_element *m = cdy_first_child(robot, "material"); m && !status; m = cdy_next_alike(m)) {
        status = is_definition(m) ? cdy_continue_reading(r, define_material(r, m), NULL) : CDY_OK;
    }
    return status ? status : define_materials_of_visuals(r, robot, NULL);
}

static bool has_appearance(const cdy_material *material)
{
    return material->color_given || material->texture;
}

/* A material without color and texture is dropped; a named material that the file does not define is kept, since its
 * definition may be elsewhere. */
cdy_status cdy_read_visual_material(cdy_reader *r, const cdy_element *visual, cdy_material *material)
{
    const cdy_element *element = cdy_first_child(visual, "material");
    if (!element) {
        return CDY_OK;
    }
    const cdy_element *repeated = cdy_next_alike(element);
    if (repeated) {
        cdy_warn(r, CDY_RULE_MATERIAL_REPEATED, repeated->at,
                 "<visual> has a second <material>; the first counts, expected only one");
    }
    bool dropped; /* the warning was given when the materials were read */
    cdy_status status = read_material(r, element, CDY_IGNORES, material, &dropped);
    if (status) {
        return status;
    }
    int number = *material->name ? cdy_name_table_find(&r->material_numbers, material->name) : UNREADABLE;
    if (number >= 0) {
        *material = r->materials[number];
    }
    if (!has_appearance(material) && (number >= 0 || number == UNREADABLE)) {
        *material = (cdy_material){0};
    } else if (number < 0 && number != UNREADABLE) {
        cdy_warn(r, CDY_RULE_MATERIAL_UNDEFINED, element->at,
                 "material '%.80s' is defined nowhere in the file; expected it in <robot>, or with a <color>",
                 material->name);
    }
    return CDY_OK;
}
