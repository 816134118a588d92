/* Distances of the shapes that the page gives, by condyle/distance.h. */
#include "view.h"

#include <condyle/distance.h>
#include <condyle/mesh.h>
#include <condyle/shapes.h>
#include <stdlib.h>
#include <string.h>

/* T (16 by rows), size (3), radius, length; behind them the points of a hull. */
enum { SHAPE_NUMBERS = 21, NEAREST_NUMBERS = 10 };

static struct {
    cdy_distance_shape *shapes; /* their points are copies */
    size_t count, capacity;
    cdy_distance_scene *scene; /* NULL: the shapes are not complete yet */
    cdy_mesh *hull;
    double nearest[NEAREST_NUMBERS]; /* whether there are pairs, distance (m), points on both, their shapes */
} distances;

/* Declared here, since nothing but the page calls them. */
void view_forget_shapes(void);
int view_add_shape(const double *numbers, size_t bytes, int frame, int type);
int view_exclude(int a, int b);
int view_nearest(const double *q);
const double *view_nearest_numbers(void);
int view_make_hull(const void *bytes, size_t size, const char *name);
int view_hull_vertex_count(void);
int view_hull_triangle_count(void);
const double *view_hull_vertices(void);
const int *view_hull_triangles(void);

static void forget_scene(void)
{
    cdy_distance_scene_destroy(distances.scene);
    distances.scene = NULL;
}

EXPORT(view_forget_shapes) void view_forget_shapes(void)
{
    forget_scene();
    for (size_t i = 0; i < distances.count; i++) {
        free((void *)distances.shapes[i].convex.points);
    }
    distances.count = 0;
}

static cdy_convex_type convex_type(cdy_geometry_type type)
{
    switch (type) {
    case CDY_GEOMETRY_BOX: return CDY_CONVEX_BOX;
    case CDY_GEOMETRY_CYLINDER: return CDY_CONVEX_CYLINDER;
    case CDY_GEOMETRY_SPHERE: return CDY_CONVEX_SPHERE;
    case CDY_GEOMETRY_CAPSULE: return CDY_CONVEX_CAPSULE;
    case CDY_GEOMETRY_NONE:
    case CDY_GEOMETRY_MESH: break;
    }
    return CDY_CONVEX_HULL;
}

static bool make_room(void)
{
    if (distances.count == distances.capacity) {
        const size_t larger = distances.capacity ? 2 * distances.capacity : 32;
        cdy_distance_shape *grown = realloc(distances.shapes, larger * sizeof *grown);
        if (!grown) {
            return false;
        }
        distances.shapes = grown;
        distances.capacity = larger;
    }
    return true;
}

/* Adds a shape of a frame, by the type of its geometry, to those that distances are measured between. */
EXPORT(view_add_shape) int view_add_shape(const double *numbers, size_t bytes, int frame, int type)
{
    const size_t count = bytes / sizeof *numbers - SHAPE_NUMBERS, size = count * sizeof *numbers;
    double *points = count > 0 ? malloc(size) : NULL;
    if (!make_room() || (count > 0 && !points)) {
        free(points);
        return CDY_ERROR_MEMORY;
    }
    if (points) {
        memcpy(points, numbers + SHAPE_NUMBERS, size);
    }
    cdy_distance_shape *s = &distances.shapes[distances.count++];
    *s = (cdy_distance_shape){.frame = frame,
                              .convex = {.type = convex_type((cdy_geometry_type)type),
                                         .size = {numbers[16], numbers[17], numbers[18]},
                                         .radius = numbers[19],
                                         .length = numbers[20],
                                         .points = points,
                                         .point_count = count / 3}};
    memcpy(s->T, numbers, sizeof s->T);
    forget_scene();
    return CDY_OK;
}

static cdy_status make_scene(void)
{
    return distances.scene ? CDY_OK
                           : cdy_distance_scene_create(view_model(), distances.shapes, distances.count,
                                                       &distances.scene, view_fault());
}

/* Leaves out the pairs of two frames. */
EXPORT(view_exclude) int view_exclude(int a, int b)
{
    const cdy_status status = make_scene();
    return (int)(status ? status : cdy_distance_exclude(view_model(), distances.scene, a, b, view_fault()));
}

/* Finds the nearest pair at q. */
EXPORT(view_nearest) int view_nearest(const double *q)
{
    cdy_distance d;
    cdy_status status = make_scene();
    status = status ? status
                    : cdy_distance_nearest(view_model(), view_workspace(), distances.scene, q, &d, NULL, view_fault());
    if (status) {
        return (int)status;
    }
    double *to = distances.nearest;
    memset(to, 0, sizeof distances.nearest);
    to[0] = d.found;
    if (d.found) {
        size_t a = 0, b = 0;
        cdy_distance_pair(distances.scene, d.pair, &a, &b);
        to[1] = d.separation.distance;
        memcpy(to + 2, d.separation.on_a, sizeof d.separation.on_a);
        memcpy(to + 5, d.separation.on_b, sizeof d.separation.on_b);
        to[8] = (double)a;
        to[9] = (double)b;
    }
    return CDY_OK;
}

EXPORT(view_nearest_numbers) const double *view_nearest_numbers(void)
{
    return distances.nearest;
}

/* Makes the convex hull of a mesh from the bytes of its file, in place of the last hull; the mesh itself where its
 * points lie in a plane. */
EXPORT(view_make_hull) int view_make_hull(const void *bytes, size_t size, const char *name)
{
    cdy_mesh *mesh = NULL;
    cdy_mesh_destroy(distances.hull);
    distances.hull = NULL;
    cdy_status status = cdy_mesh_from_bytes(bytes, size, name, &mesh, view_fault());
    status = status ? status : cdy_mesh_convex_hull(mesh, &distances.hull, view_fault());
    if (status == CDY_ERROR_NUMERIC) {
        distances.hull = mesh;
        return CDY_OK;
    }
    cdy_mesh_destroy(mesh);
    return (int)status;
}

EXPORT(view_hull_vertex_count) int view_hull_vertex_count(void)
{
    return (int)cdy_mesh_vertex_count(distances.hull);
}

EXPORT(view_hull_triangle_count) int view_hull_triangle_count(void)
{
    return (int)cdy_mesh_triangle_count(distances.hull);
}

EXPORT(view_hull_vertices) const double *view_hull_vertices(void)
{
    return cdy_mesh_vertices(distances.hull);
}

EXPORT(view_hull_triangles) const int *view_hull_triangles(void)
{
    return cdy_mesh_triangles(distances.hull);
}
