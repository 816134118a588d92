/* Triangles of a polygon by ear clipping (G. Meisters, Polygons have ears, 1975; D. Eberly, Triangulation by ear
 * clipping). The signed volumes of a fan add up to those of any plane polygon, but its triangles overlap where the
 * polygon is not convex, and their areas and unsigned volumes are too large. */
#include "mesh/polygon.h"

#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Of an ear that is looked at, each reflex corner is compared: a polygon of n corners, r of them reflex, takes 3 n r at
 * most. */
enum { COMPARISONS_A_CORNER = 3000 };

/* A corner of the polygon in its plane, and its neighbours in what is left of the polygon. */
typedef struct node {
    double x[2];
    int vertex; /* of the mesh */
    int before, behind;
    bool reflex; /* the polygon does not turn left here */
    bool ear;    /* the triangle with its neighbours is a part of the polygon */
} node;

/* The corners of a polygon that no ear has cut off yet, in a ring. */
typedef struct ring {
    node *nodes;
    int count;
    int *reflex; /* nodes that were reflex to begin with */
    int reflex_count;
    size_t comparisons; /* that are left */
} ring;

bool cdy_polygon_add(cdy_polygon *polygon, int corner)
{
    if (polygon->count == polygon->capacity) {
        const size_t larger = polygon->capacity ? 2 * polygon->capacity : 16;
        int *grown = polygon->count < INT_MAX / 2 ? cdy_reallocate(polygon->corners, larger, sizeof *grown) : NULL;
        if (!grown) {
            return false;
        }
        polygon->corners = grown;
        polygon->capacity = larger;
    }
    polygon->corners[polygon->count++] = corner;
    return true;
}

void cdy_polygon_clear(cdy_polygon *polygon)
{
    cdy_release(polygon->corners);
    *polygon = (cdy_polygon){0};
}

static const double *vertex_at(const cdy_mesh *mesh, int corner)
{
    return mesh->vertices + 3 * (size_t)corner;
}

/* The normal of the mean plane, as long as twice the area (M. Newell), by triangles over the first corner. */
static void find_normal(const cdy_mesh *mesh, const int *corners, size_t count, double normal[3])
{
    const double *o = vertex_at(mesh, corners[0]);
    memset(normal, 0, 3 * sizeof *normal);
    for (size_t i = 2; i < count; i++) {
        const double *p = vertex_at(mesh, corners[i - 1]), *q = vertex_at(mesh, corners[i]);
        for (int k = 0; k < 3; k++) {
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            normal[k] += (p[u] - o[u]) * (q[v] - o[v]) - (p[v] - o[v]) * (q[u] - o[u]);
        }
    }
}

/* Chooses the two axes onto which the polygon is projected so that it runs counterclockwise; false: it has no area. */
static bool find_axes(const cdy_mesh *mesh, const int *corners, size_t count, int axes[2])
{
    double normal[3];
    find_normal(mesh, corners, count, normal);
    int k = fabs(normal[1]) > fabs(normal[0]) ? 1 : 0;
    k = fabs(normal[2]) > fabs(normal[k]) ? 2 : k;
    const bool up = normal[k] > 0;
    axes[0] = (k + (up ? 1 : 2)) % 3;
    axes[1] = (k + (up ? 2 : 1)) % 3;
    return fabs(normal[k]) > 0;
}

/* Twice the area of the triangle of three points; more than 0 where they turn left. */
static double turn(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
}

static bool is_convex(const cdy_mesh *mesh, const int *corners, size_t count, const int axes[2])
{
    for (size_t i = 0; i < count; i++) {
        double x[3][2];
        for (size_t j = 0; j < 3; j++) {
            const double *vertex = vertex_at(mesh, corners[(i + j) % count]);
            x[j][0] = vertex[axes[0]];
            x[j][1] = vertex[axes[1]];
        }
        if (turn(x[0], x[1], x[2]) < 0) {
            return false;
        }
    }
    return true;
}

static bool is_same(const double a[2], const double b[2])
{
    return memcmp(a, b, 2 * sizeof *a) == 0;
}

/* Whether a corner keeps the triangle a b c from being a part of the polygon. Corners at the place of a, b or c are
 * those of a bridge to a hole, and keep nothing. */
static bool is_in_the_way(const double p[2], const double a[2], const double b[2], const double c[2])
{
    return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0 && !is_same(p, a) && !is_same(p, b) &&
           !is_same(p, c);
}

/* Finds whether a node is reflex and whether it is an ear; false where the comparisons are spent. */
static bool look_at(ring *r, int at)
{
    node *n = &r->nodes[at];
    const double *a = r->nodes[n->before].x, *b = n->x, *c = r->nodes[n->behind].x;
    n->reflex = !(turn(a, b, c) > 0);
    n->ear = !n->reflex;
    for (int i = 0; i < r->reflex_count && n->ear; i++) {
        const node *other = &r->nodes[r->reflex[i]];
        if (!other->reflex) { /* not any more */
            r->reflex[i--] = r->reflex[--r->reflex_count];
            continue;
        }
        if (r->comparisons == 0) {
            return false;
        }
        r->comparisons--;
        n->ear = !is_in_the_way(other->x, a, b, c);
    }
    return true;
}

/* Writes the corners into the plane and finds the ears among them. */
static bool fill_ring(ring *r, const cdy_mesh *mesh, const int *corners, const int axes[2])
{
    for (int i = 0; i < r->count; i++) {
        const double *vertex = vertex_at(mesh, corners[i]);
        r->nodes[i] = (node){.x = {vertex[axes[0]], vertex[axes[1]]},
                             .vertex = corners[i],
                             .before = i > 0 ? i - 1 : r->count - 1,
                             .behind = i + 1 < r->count ? i + 1 : 0};
    }
    for (int i = 0; i < r->count; i++) {
        node *n = &r->nodes[i];
        n->reflex = !(turn(r->nodes[n->before].x, n->x, r->nodes[n->behind].x) > 0);
        if (n->reflex) {
            r->reflex[r->reflex_count++] = i;
        }
    }
    bool enough = true;
    for (int i = 0; i < r->count && enough; i++) {
        enough = look_at(r, i);
    }
    return enough;
}

/* Adds the triangle of a node and its neighbours, and takes the node from the ring. */
static cdy_status clip(ring *r, int at, cdy_mesh *mesh)
{
    node *n = &r->nodes[at], *before = &r->nodes[n->before], *behind = &r->nodes[n->behind];
    if (!cdy_mesh_add_triangle(mesh, before->vertex, n->vertex, behind->vertex)) {
        return CDY_ERROR_MEMORY;
    }
    before->behind = n->behind;
    behind->before = n->before;
    n->reflex = false;
    r->count--;
    return look_at(r, n->before) && look_at(r, n->behind) ? CDY_OK : CDY_ERROR_ROBOT;
}

/* Goes to the next ear from a node on, each step of which counts as a comparison; -1: there is none. */
static int find_ear(ring *r, int at)
{
    for (int i = 0; i < r->count && r->comparisons > 0; i++) {
        if (r->nodes[at].ear) {
            return at;
        }
        at = r->nodes[at].behind;
        r->comparisons--;
    }
    return -1;
}

/* Adds what is left as a fan around a node. */
static cdy_status add_rest(ring *r, int at, cdy_mesh *mesh)
{
    const node *first = &r->nodes[at];
    for (int i = first->behind; r->nodes[i].behind != at; i = r->nodes[i].behind) {
        if (!cdy_mesh_add_triangle(mesh, first->vertex, r->nodes[i].vertex, r->nodes[r->nodes[i].behind].vertex)) {
            return CDY_ERROR_MEMORY;
        }
    }
    return CDY_OK;
}

/* Clips ear after ear. Where edges cross or lie on each other, what is left may have none. */
static cdy_status clip_all(ring *r, cdy_mesh *mesh)
{
    cdy_status status = CDY_OK;
    int at = 0;
    while (r->count > 3 && !status) {
        const int ear = find_ear(r, at);
        if (ear < 0) {
            return r->comparisons > 0 ? add_rest(r, at, mesh) : CDY_ERROR_ROBOT;
        }
        at = r->nodes[r->nodes[ear].behind].behind; /* triangles around one corner would become narrow */
        status = clip(r, ear, mesh);
    }
    return status ? status : add_rest(r, at, mesh);
}

static cdy_status clip_ears(cdy_mesh *mesh, const int *corners, size_t count, const int axes[2])
{
    ring r = {.count = (int)count, .comparisons = COMPARISONS_A_CORNER * count};
    r.nodes = cdy_allocate(count, sizeof *r.nodes);
    r.reflex = cdy_allocate(count, sizeof *r.reflex);
    cdy_status status = r.nodes && r.reflex ? CDY_OK : CDY_ERROR_MEMORY;
    if (!status && !fill_ring(&r, mesh, corners, axes)) {
        status = CDY_ERROR_ROBOT;
    }
    status = status ? status : clip_all(&r, mesh);
    cdy_release(r.reflex);
    cdy_release(r.nodes);
    return status;
}

static cdy_status add_fan(cdy_mesh *mesh, const int *corners, size_t count)
{
    for (size_t i = 2; i < count; i++) {
        if (!cdy_mesh_add_triangle(mesh, corners[0], corners[i - 1], corners[i])) {
            return CDY_ERROR_MEMORY;
        }
    }
    return CDY_OK;
}

cdy_status cdy_mesh_add_polygon(cdy_mesh *mesh, const int *corners, size_t count)
{
    int axes[2];
    const bool convex = count < 4 || !find_axes(mesh, corners, count, axes) || is_convex(mesh, corners, count, axes);
    return convex ? add_fan(mesh, corners, count) : clip_ears(mesh, corners, count, axes);
}
