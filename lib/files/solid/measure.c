/* Volume, center, inertia and box of shapes. */
#include "base/error.h"
#include "base/finite.h"
#include "spatial/inertia.h"
#include "spatial/placement.h"

#include <condyle/shapes.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* A shape in its own frame, at a density of 1 kg/m3. */
typedef struct body_of_shape {
    inertia I; /* about the shape's origin */
    double lower[3], upper[3];
    bool hull;
} body_of_shape;

/* A body with its center in the origin, and its box. */
static body_of_shape centered(double volume, double xx, double yy, double zz, double x, double y, double z)
{
    return (body_of_shape){.I = {volume, {0, 0, 0}, {xx, 0, 0, yy, 0, zz}}, .lower = {-x, -y, -z}, .upper = {x, y, z}};
}

static body_of_shape measure_box(const double s[3])
{
    const double v = s[0] * s[1] * s[2], x = s[0] * s[0], y = s[1] * s[1], z = s[2] * s[2];
    return centered(v, v * (y + z) / 12, v * (x + z) / 12, v * (x + y) / 12, s[0] / 2, s[1] / 2, s[2] / 2);
}

/* A cylinder along z between half spheres of volume `caps` together, 0 for a plain cylinder. The half spheres' centers
 * of mass are 3/8 r beyond the ends, h / 2: their moment about x is caps (2/5 r^2 + h^2/4 + 3/8 h r). */
static body_of_shape measure_round(double r, double h, double caps)
{
    const double v = pi * r * r * h;
    const double zz = v * r * r / 2 + caps * 0.4 * r * r;
    const double xx = v * (3 * r * r + h * h) / 12 + caps * (0.4 * r * r + h * h / 4 + 0.375 * h * r);
    return centered(v + caps, xx, xx, zz, r, r, h / 2 + (caps > 0 ? r : 0));
}

static cdy_status check_scale(const char *path, const double s[3], cdy_error *error)
{
    bool usable = true;
    for (int k = 0; k < 3; k++) {
        usable = usable && fabs(s[k]) > 0 && fabs(s[k]) <= 1e30;
    }
    return usable
               ? CDY_OK
               : cdy_fail_at(error, CDY_ERROR_ROBOT, path, 0,
                             "the robot scales this mesh by '%g %g %g'; expected factors that are not 0, 1e30 at most",
                             s[0], s[1], s[2]);
}

/* Reads a mesh and measures it, or its convex hull where it is open. */
static cdy_status measure_mesh(const cdy_geometry *g, const cdy_mesh_places *places, body_of_shape *body,
                               cdy_error *error)
{
    char path[4096];
    cdy_mesh *mesh = NULL, *hull = NULL;
    cdy_mesh_properties p;
    cdy_status status = cdy_mesh_locate(g->mesh ? g->mesh : "", places, path, sizeof path, error);
    status = status ? status : check_scale(path, g->scale, error);
    status = status ? status : cdy_mesh_load(path, 0, &mesh, error);
    status = status ? status : cdy_mesh_measure(mesh, g->scale, &p, error);
    if (!status && !p.watertight) {
        status = cdy_mesh_convex_hull(mesh, &hull, error);
        if (status == CDY_ERROR_NUMERIC) { /* flat: it fills nothing */
            status = CDY_OK;
            p.volume = 0;
            memset(p.inertia, 0, sizeof p.inertia);
        } else if (!status) {
            status = cdy_mesh_measure(hull, g->scale, &p, error);
            body->hull = true;
        }
    }
    cdy_mesh_destroy(hull);
    cdy_mesh_destroy(mesh);
    if (!status) {
        const vec3 h = scale(p.volume, vec3_from(p.center));
        const double *I = p.inertia;
        const sym3 about_center = {I[0], I[1], I[2], I[3], I[4], I[5]};
        body->I = (inertia){p.volume, h, sym3_add(about_center, sym3_steiner(h, vec3_from(p.center)))};
        memcpy(body->lower, p.lower, sizeof p.lower);
        memcpy(body->upper, p.upper, sizeof p.upper);
    }
    return status;
}

static cdy_status measure_shape(const cdy_geometry *g, const cdy_mesh_places *places, body_of_shape *body,
                                cdy_error *error)
{
    const double ball = 4.0 / 3 * pi * g->radius * g->radius * g->radius;
    *body = (body_of_shape){0};
    switch (g->type) {
    case CDY_GEOMETRY_BOX: *body = measure_box(g->size); break;
    case CDY_GEOMETRY_CYLINDER: *body = measure_round(g->radius, g->length, 0); break;
    case CDY_GEOMETRY_SPHERE: *body = measure_round(g->radius, 0, ball); break;
    case CDY_GEOMETRY_CAPSULE: *body = measure_round(g->radius, g->length, ball); break;
    case CDY_GEOMETRY_MESH: return measure_mesh(g, places, body, error);
    case CDY_GEOMETRY_NONE: break;
    }
    return CDY_OK;
}

/* Extends a box by the corners of another box, transformed by X. */
static void extend_box(cdy_solid *solid, const body_of_shape *body, const transform X)
{
    for (int corner = 0; corner < 8; corner++) {
        const double xyz[3] = {corner & 1 ? body->upper[0] : body->lower[0],
                               corner & 2 ? body->upper[1] : body->lower[1],
                               corner & 4 ? body->upper[2] : body->lower[2]};
        const vec3 p = add(rotate_back(X.E, vec3_from(xyz)), X.r);
        const double placed[3] = {p.x, p.y, p.z};
        for (int k = 0; k < 3; k++) {
            solid->lower[k] = fmin(solid->lower[k], placed[k]);
            solid->upper[k] = fmax(solid->upper[k], placed[k]);
        }
    }
}

/* Sets center and inertia about it from the inertia about the origin. */
static void set_center(cdy_solid *solid, const inertia *sum)
{
    const double volume = sum->mass;
    const vec3 c = volume > 0 ? scale(1 / volume, sum->h) : (vec3){0, 0, 0};
    const sym3 I = sym3_add(sum->I, sym3_steiner(scale(-1, sum->h), c));
    solid->volume = volume;
    solid->center[0] = c.x;
    solid->center[1] = c.y;
    solid->center[2] = c.z;
    const double numbers[6] = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
    memcpy(solid->inertia, numbers, sizeof numbers);
}

cdy_status cdy_shapes_measure(const cdy_shape *shapes, size_t count, const cdy_mesh_places *places, cdy_solid *solid,
                              cdy_error *error)
{
    if (!solid || (!shapes && count > 0) || count > SIZE_MAX / sizeof *shapes) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "cdy_shapes_measure() needs shapes and a pointer for the solid");
    }
    const double inf = (double)INFINITY;
    cdy_solid made = {.lower = {inf, inf, inf}, .upper = {-inf, -inf, -inf}};
    inertia sum = {0};
    for (size_t i = 0; i < count; i++) {
        body_of_shape body;
        const cdy_status status = measure_shape(&shapes[i].geometry, places, &body, error);
        if (status) {
            return status;
        }
        if (shapes[i].geometry.type != CDY_GEOMETRY_NONE) {
            const transform X = transform_from_placement(shapes[i].origin.xyz, shapes[i].origin.rpy);
            sum = inertia_add(sum, transform_inertia_back(X, body.I));
            extend_box(&made, &body, X);
            made.hulls += body.hull;
        }
    }
    for (int k = 0; k < 3 && !(made.lower[k] <= made.upper[k]); k++) {
        made.lower[k] = made.upper[k] = 0;
    }
    set_center(&made, &sum);
    if (!isfinite(made.volume) || !cdy_all_finite(made.inertia, 6)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the volume of the shapes overflows; expected lengths in m");
    }
    *solid = made;
    return CDY_OK;
}
