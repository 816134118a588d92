/* Reading of visuals and collisions with their geometry. */
#include "base/error.h"
#include "description/spelling.h"
#include "description/value.h"
#include "text/nearest.h"
#include "urdf/urdf.h"

#include <math.h>
#include <string.h>

static void warn_if_negative(cdy_reader *r, const cdy_element *element, const char *attribute, double size)
{
    if (size < 0) {
        cdy_warn(r, CDY_RULE_NEGATIVE_SIZE, cdy_place_of(element, NULL, attribute),
                 "<%s> %s: a size of %g; expected 0 or more", element->name, attribute, size);
    }
}

static cdy_status read_box(cdy_reader *r, const cdy_element *element, cdy_geometry *geometry)
{
    geometry->type = CDY_GEOMETRY_BOX;
    cdy_status status = cdy_required_numbers(r, element, "size", geometry->size, 3);
    warn_if_negative(r, element, "size", fmin(fmin(geometry->size[0], geometry->size[1]), geometry->size[2]));
    return status;
}

static cdy_status read_round(cdy_reader *r, const cdy_element *element, cdy_geometry *geometry, cdy_geometry_type type)
{
    geometry->type = type;
    static const char *const names[] = {"radius", "length", NULL}, *const name_of_sphere[] = {"radius", NULL};
    cdy_status status = cdy_required_list(r, element, type == CDY_GEOMETRY_SPHERE ? name_of_sphere : names,
                                          (double *const[]){&geometry->radius, &geometry->length});
    warn_if_negative(r, element, "radius", geometry->radius);
    warn_if_negative(r, element, "length", geometry->length);
    return status;
}

/* A negative scale, which mirrors the mesh, is allowed. */
static cdy_status read_mesh(cdy_reader *r, const cdy_element *element, cdy_geometry *geometry)
{
    geometry->type = CDY_GEOMETRY_MESH;
    bool faulty = false;
    cdy_status status = cdy_continue_reading(
        r, cdy_required_text(r, element, "filename", "package://robot/link.stl", &geometry->mesh), &faulty);
    if (!status) {
        status = cdy_continue_reading(r, cdy_optional_numbers(r, element, "scale", geometry->scale, 3), &faulty);
    }
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}

static void warn_of_geometry(cdy_reader *r, const cdy_element *e, size_t count, const char *const *known)
{
    char hint[CDY_HINT_SIZE];
    cdy_nearest search = cdy_nearest_to(e->name);
    for (size_t i = 0; i < count; i++) {
        cdy_nearest_consider(&search, known[i]);
    }
    if (cdy_is_misspelled(&search)) {
        cdy_propose_nearest(r, CDY_RULE_ELEMENT_MISSPELLED, e, NULL, &search);
    }
    cdy_warn(r, cdy_is_misspelled(&search) ? CDY_RULE_ELEMENT_MISSPELLED : CDY_RULE_UNKNOWN_GEOMETRY, e->at,
             "<%.80s> is no geometry, and ignored; expected <box>, <cylinder>, <sphere>, <capsule> or <mesh>%s",
             e->name, cdy_hint(hint, cdy_means_something_else(e->name) ? NULL : search.name));
}

static void clear_geometry(cdy_geometry *geometry)
{
    *geometry = (cdy_geometry){.type = CDY_GEOMETRY_NONE, .scale = {1, 1, 1}};
}

static cdy_status read_any_geometry(cdy_reader *r, const cdy_element *element, cdy_geometry *geometry)
{
    static const char *const known[] = {"box", "cylinder", "sphere", "capsule", "mesh"};
    const cdy_element *e = element->first_child;
    const char *name = e ? e->name : "";
    if (strcmp(name, "box") == 0) {
        return read_box(r, e, geometry);
    }
    if (strcmp(name, "cylinder") == 0) {
        return read_round(r, e, geometry, CDY_GEOMETRY_CYLINDER);
    }
    if (strcmp(name, "sphere") == 0) {
        return read_round(r, e, geometry, CDY_GEOMETRY_SPHERE);
    }
    if (strcmp(name, "capsule") == 0) {
        return read_round(r, e, geometry, CDY_GEOMETRY_CAPSULE);
    }
    if (strcmp(name, "mesh") == 0) {
        return read_mesh(r, e, geometry);
    }
    if (e) {
        warn_of_geometry(r, e, sizeof known / sizeof *known, known);
    } else {
        cdy_warn(r, CDY_RULE_GEOMETRY_MISSING, element->at, "<geometry> is empty; expected <box>, <mesh> or the like");
    }
    return CDY_OK;
}

/* While a robot is loaded, an unreadable geometry is dropped as an unknown one is; the tree omits a shape without
 * geometry. */
static cdy_status read_geometry(cdy_reader *r, const cdy_element *element, cdy_geometry *geometry)
{
    bool dropped;
    r->leniency = CDY_WARNS;
    cdy_status status = cdy_ignore_appearance_fault(r, read_any_geometry(r, element, geometry), &dropped);
    if (dropped) {
        clear_geometry(geometry);
    }
    return status;
}

static cdy_status read_shape(cdy_reader *r, const cdy_element *element, cdy_shape *shape)
{
    static const char *const known[] = {"origin", "geometry", "material"};
    const cdy_attribute *name = cdy_find_attribute(element, "name");
    shape->name = name && *name->text ? name->text : NULL;
    clear_geometry(&shape->geometry);
    cdy_check_children(r, element, sizeof known / sizeof *known, known);
    const cdy_element *geometry = NULL;
    bool faulty = false;
    cdy_status status = cdy_continue_reading(r, cdy_read_origin(r, element, &shape->origin), &faulty);
    if (!status) {
        status = cdy_continue_reading(r, cdy_only_child(r, element, "geometry", &geometry), &faulty);
    }
    if (!status && geometry) {
        status = cdy_continue_reading(r, read_geometry(r, geometry, &shape->geometry), &faulty);
    } else if (!status) {
        cdy_warn(r, CDY_RULE_GEOMETRY_MISSING, element->at,
                 "<%s> has no <geometry>; expected one with a <box>, <mesh> or the like", element->name);
    }
    if (!status && strcmp(element->name, "visual") == 0) {
        status = cdy_continue_reading(r, cdy_read_visual_material(r, element, &shape->material), &faulty);
    }
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}

cdy_status cdy_read_shapes(cdy_reader *r, const cdy_element *link, const char *name, const cdy_shape **shapes,
                           size_t *count)
{
    *count = (size_t)cdy_count_children(link, name);
    if (*count == 0) {
        return CDY_OK;
    }
    cdy_shape *shape = cdy_arena_allocate(&r->memory, *count, sizeof *shape);
    if (!shape) {
        return cdy_fail_memory(r->error);
    }
    *shapes = shape;
    bool faulty = false;
    cdy_status status = CDY_OK;
    for (const cdy_element *e = cdy_first_child(link, name); e && !status; e = cdy_next_alike(e)) {
        status = cdy_continue_reading(r, read_shape(r, e, shape++), &faulty);
    }
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}
