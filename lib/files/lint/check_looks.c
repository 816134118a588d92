/* Looks: sizes of shapes, colors, names of materials; and missing products of inertia. */
#include "lint/checks.h"
#include "text/number.h"

#include <math.h>
#include <string.h>

enum { MOST = 4 };

/* Reads an attribute of `count` numbers, at most MOST; false where it is absent or invalid, which the reader reports.
 */
static bool read_numbers(const cdy_element *element, const char *attribute, double *values, size_t count)
{
    const cdy_attribute *a = cdy_find_attribute(element, attribute);
    return a && cdy_parse_numbers(a->text, strlen(a->text), values, count) == CDY_NUMBER_OK;
}

static void warn_if_zero(cdy_reader *r, const cdy_element *shape, const char *attribute, size_t count)
{
    double values[MOST];
    if (!read_numbers(shape, attribute, values, count)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (!(fabs(values[i]) > 0)) {
            const cdy_attribute *a = cdy_find_attribute(shape, attribute);
            cdy_warn(r, CDY_RULE_SIZE_ZERO, a->at, "<%.40s> %s: '%.80s' leaves nothing of the shape; expected %s",
                     shape->name, attribute, a->text, strcmp(attribute, "scale") == 0 ? "factors" : "meters above 0");
            return;
        }
    }
}

/* Radius 0 is accepted: some programs use such spheres as contact points. */
static void check_sphere(cdy_reader *r, const cdy_element *sphere)
{
    double radius;
    if (read_numbers(sphere, "radius", &radius, 1) && !(fabs(radius) > 0)) {
        cdy_warn(r, CDY_RULE_POINT_SHAPE, cdy_place_of(sphere, NULL, "radius"),
                 "<sphere> radius: '0' makes it a point; expected meters above 0, unless that is meant");
    }
}

/* A capsule of length 0 is accepted: it is a sphere. */
static void check_geometry(cdy_reader *r, const cdy_element *geometry)
{
    const cdy_element *shape = geometry->first_child;
    if (!shape) {
        return;
    }
    if (strcmp(shape->name, "box") == 0) {
        warn_if_zero(r, shape, "size", 3);
    } else if (strcmp(shape->name, "mesh") == 0) {
        warn_if_zero(r, shape, "scale", 3);
    } else if (strcmp(shape->name, "cylinder") == 0) {
        warn_if_zero(r, shape, "radius", 1);
        warn_if_zero(r, shape, "length", 1);
    } else if (strcmp(shape->name, "capsule") == 0) {
        warn_if_zero(r, shape, "radius", 1);
    } else if (strcmp(shape->name, "sphere") == 0) {
        check_sphere(r, shape);
    }
}

static void check_color(cdy_reader *r, const cdy_element *color)
{
    double rgba[4];
    if (!read_numbers(color, "rgba", rgba, 4)) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        if (rgba[i] < 0 || rgba[i] > 1) {
            cdy_warn(r, CDY_RULE_COLOR_RANGE, cdy_place_of(color, NULL, "rgba"),
                     "rgba %g %g %g %g has %g; expected 0 to 1", rgba[0], rgba[1], rgba[2], rgba[3], rgba[i]);
            return;
        }
    }
}

static void check_material(cdy_reader *r, const cdy_element *material)
{
    const cdy_attribute *name = cdy_find_attribute(material, "name");
    const cdy_element *color = cdy_first_child(material, "color"), *texture = cdy_first_child(material, "texture");
    const cdy_attribute *file = texture ? cdy_find_attribute(texture, "filename") : NULL;
    if (!name) {
        cdy_warn(r, CDY_RULE_MATERIAL_UNNAMED, material->at, "<material> has no name; expected name=\"...\"");
    }
    if (color) {
        check_color(r, color);
    }
    if (texture && !color && (!file || !*file->text)) { /* some exporters write an empty texture beside every color */
        cdy_warn(r, CDY_RULE_TEXTURE_UNNAMED, cdy_place_of(material, "texture", "filename"),
                 "<texture> names no file; expected filename=\"...\"");
    }
}

static void check_shapes(cdy_reader *r, const cdy_element *link, const char *name)
{
    for (const cdy_element *e = cdy_first_child(link, name); e; e = cdy_next_alike(e)) {
        const cdy_element *geometry = cdy_first_child(e, "geometry"), *material = cdy_first_child(e, "material");
        if (geometry) {
            check_geometry(r, geometry);
        }
        if (material && strcmp(name, "visual") == 0) {
            check_material(r, material);
        }
    }
}

/* A missing moment is an error of the reader already. */
static void check_products(cdy_reader *r, const cdy_element *inertia)
{
    static const char *const products[] = {"ixy", "ixz", "iyz"};
    bool missing[3];
    int count = 0;
    if (!cdy_find_attribute(inertia, "ixx") || !cdy_find_attribute(inertia, "iyy") ||
        !cdy_find_attribute(inertia, "izz")) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        missing[i] = !cdy_find_attribute(inertia, products[i]);
        count += missing[i];
    }
    if (count > 0) {
        cdy_warn(r, CDY_RULE_INERTIA_INCOMPLETE, inertia->at,
                 "<inertia> lacks%s%s%s, taken as 0, while urdfdom keeps the mass, sets all six to 0 and drops the "
                 "link's visuals, and MuJoCo refuses the file; expected all six numbers",
                 missing[0] ? " ixy" : "", missing[1] ? " ixz" : "", missing[2] ? " iyz" : "");
    }
}

void cdy_check_looks(cdy_reader *r)
{
    cdy_about_robot(r);
    for (const cdy_element *m = cdy_first_child(r->document.root, "material"); m; m = cdy_next_alike(m)) {
        check_material(r, m);
    }
    for (int i = 0; i < r->link_count; i++) {
        const cdy_element *link = r->links[i].element, *inertial = cdy_first_child(link, "inertial");
        cdy_about_link(r, r->links[i].body.name);
        if (inertial && cdy_first_child(inertial, "inertia")) {
            check_products(r, cdy_first_child(inertial, "inertia"));
        }
        check_shapes(r, link, "visual");
        check_shapes(r, link, "collision");
    }
    cdy_about_robot(r);
}
