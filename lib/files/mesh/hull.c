/* Convex hull by quickhull (C. Barber, D. Dobkin, H. Huhdanpaa, The quickhull algorithm for convex hulls, 1996): each
 * face keeps the points outside its plane; the farthest point replaces all faces that are visible from it by a cone. */
#include "base/error.h"
#include "base/memory.h"
#include "mesh/mesh.h"

#include <math.h>

enum { STEPS_A_POINT = 3000, NO_INDEX = -1 };

typedef struct face {
    int corner[3];    /* counterclockwise from outside */
    int neighbour[3]; /* across the edge from corner k to corner k + 1 */
    double normal[3], offset;
    int outside;  /* list of the points outside this face, the farthest first; NO_INDEX: none */
    double far;   /* distance of the farthest point */
    bool removed; /* the hull does not have this face any more */
    bool visible; /* the new point is outside this face */
} face;

/* An edge of the horizon: the face beyond, not visible from the new point, and the number of the edge there. */
typedef struct horizon_edge {
    int face, edge;
} horizon_edge;

typedef struct hull {
    const double *points; /* of the mesh */
    double tolerance;     /* points nearer to a plane count as points of the plane */
    face *faces;
    size_t face_count, face_capacity;
    int *next;      /* by point: the next point on the list of the same face */
    int *by_corner; /* by point: the new face whose edge of the horizon begins there */
    int *pending; /* faces that may have points outside, the next one last; find_visible() appends the visible faces */
    size_t pending_count, pending_capacity;
    horizon_edge *horizon;
    size_t horizon_count, horizon_capacity;
    long long steps, most_steps;
    bool out_of_memory;
} hull;

/* Returns the array, enlarged where it is full, for one more element; unchanged if memory runs out. */
static void *grow_array(hull *h, void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return array;
    }
    const size_t larger = *capacity ? 2 * *capacity : 64;
    void *grown = cdy_reallocate(array, larger, size);
    h->out_of_memory = h->out_of_memory || !grown;
    *capacity = grown ? larger : *capacity;
    return grown ? grown : array;
}

static const double *point(const hull *h, int index)
{
    return h->points + 3 * (size_t)index;
}

static double distance(const hull *h, const face *f, int index)
{
    const double *p = point(h, index);
    return f->normal[0] * p[0] + f->normal[1] * p[1] + f->normal[2] * p[2] - f->offset;
}

/* Sets the plane of a face; a face without area has no normal, and no point is outside it. */
static void set_plane(const hull *h, face *f)
{
    const double *a = point(h, f->corner[0]), *b = point(h, f->corner[1]), *c = point(h, f->corner[2]);
    double u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = b[k] - a[k];
        v[k] = c[k] - a[k];
    }
    double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    f->offset = 0;
    for (int k = 0; k < 3; k++) {
        f->normal[k] = length > 0 ? n[k] / length : 0;
        f->offset += f->normal[k] * a[k];
    }
}

/* Adds a face and returns its number; NO_INDEX if memory runs out. */
static int add_face(hull *h, int a, int b, int c)
{
    h->faces = grow_array(h, h->faces, h->face_count, &h->face_capacity, sizeof *h->faces);
    if (h->out_of_memory) {
        return NO_INDEX;
    }
    face *f = &h->faces[h->face_count];
    *f = (face){.corner = {a, b, c}, .neighbour = {NO_INDEX, NO_INDEX, NO_INDEX}, .outside = NO_INDEX};
    set_plane(h, f);
    return (int)h->face_count++;
}

static void push_face(hull *h, int index)
{
    h->pending = grow_array(h, h->pending, h->pending_count, &h->pending_capacity, sizeof *h->pending);
    if (!h->out_of_memory) {
        h->pending[h->pending_count++] = index;
    }
}

/* Puts a point on the list of a face, the farthest first. */
static void put_outside(hull *h, face *f, int index, double far)
{
    if (f->outside == NO_INDEX || far > f->far) {
        h->next[index] = f->outside;
        f->outside = index;
        f->far = far;
    } else {
        h->next[index] = h->next[f->outside];
        h->next[f->outside] = index;
    }
}

/* Puts a point on the list of the first face, from `first_face` on, whose plane has the point outside. */
static void assign(hull *h, int index, size_t first_face)
{
    for (size_t i = first_face; i < h->face_count; i++) {
        const double far = distance(h, &h->faces[i], index);
        h->steps++;
        if (far > h->tolerance) {
            put_outside(h, &h->faces[i], index, far);
            return;
        }
    }
}

/* Links two faces by the edge that they share. */
static void link_faces(hull *h, int a, int b)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            face *f = &h->faces[a], *g = &h->faces[b];
            if (f->corner[i] == g->corner[(j + 1) % 3] && f->corner[(i + 1) % 3] == g->corner[j]) {
                f->neighbour[i] = b;
                g->neighbour[j] = a;
            }
        }
    }
}

/* Returns the first point with the largest `measure`, its distance from the points of `base`; *far becomes that
 * distance. */
static int farthest(const hull *h, size_t count, double (*measure)(const hull *h, const int *base, int index),
                    const int *base, double *far)
{
    int found = 0;
    *far = -1;
    for (size_t i = 0; i < count; i++) {
        const double d = measure(h, base, (int)i);
        if (d > *far) {
            *far = d;
            found = (int)i;
        }
    }
    return found;
}

static double from_point(const hull *h, const int *base, int index)
{
    const double *a = point(h, base[0]), *p = point(h, index);
    return sqrt((p[0] - a[0]) * (p[0] - a[0]) + (p[1] - a[1]) * (p[1] - a[1]) + (p[2] - a[2]) * (p[2] - a[2]));
}

static double from_line(const hull *h, const int *base, int index)
{
    const face f = {.corner = {base[0], base[1], index}};
    const double *a = point(h, f.corner[0]), *b = point(h, f.corner[1]), *p = point(h, index);
    const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {p[0] - a[0], p[1] - a[1], p[2] - a[2]};
    const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    return sqrt((n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
}

static double from_plane(const hull *h, const int *base, int index)
{
    face f = {.corner = {base[0], base[1], base[2]}};
    set_plane(h, &f);
    return fabs(distance(h, &f, index));
}

/* Makes the first tetrahedron of far points; false where all points lie in a plane, or memory runs out. */
static bool begin(hull *h, size_t count)
{
    int t[4] = {0};
    double far;
    t[0] = farthest(h, count, from_point, t, &far);
    t[1] = farthest(h, count, from_point, t, &far);
    h->tolerance = 1e-10 * far;
    if (!(far > 0)) {
        return false;
    }
    t[2] = farthest(h, count, from_line, t, &far);
    if (!(far > h->tolerance)) {
        return false;
    }
    t[3] = farthest(h, count, from_plane, t, &far);
    if (!(far > h->tolerance)) {
        return false;
    }
    face base = {.corner = {t[0], t[1], t[2]}};
    set_plane(h, &base);
    if (distance(h, &base, t[3]) > 0) { /* the fourth point has to be below the first face */
        const int swapped = t[0];
        t[0] = t[1];
        t[1] = swapped;
    }
    add_face(h, t[0], t[1], t[2]);
    add_face(h, t[3], t[1], t[0]);
    add_face(h, t[3], t[2], t[1]);
    add_face(h, t[3], t[0], t[2]);
    for (int i = 0; !h->out_of_memory && i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
            link_faces(h, i, j);
        }
    }
    for (size_t i = 0; !h->out_of_memory && i < count; i++) {
        assign(h, (int)i, 0);
    }
    return !h->out_of_memory;
}

/* Finds the faces visible from point `eye` by a breadth-first search from the face `start`, and their boundary, the
 * horizon (Barber 1996). Appends the visible faces to the pending faces, from `first` on. */
static void find_visible(hull *h, int start, int eye, size_t first)
{
    h->horizon_count = 0;
    h->faces[start].visible = true;
    push_face(h, start);
    for (size_t i = first; !h->out_of_memory && i < h->pending_count; i++) {
        const int from = h->pending[i];
        for (int k = 0; k < 3 && !h->out_of_memory; k++) {
            const int to = h->faces[from].neighbour[k];
            face *f = &h->faces[to];
            h->steps++;
            if (f->visible) {
                continue;
            }
            if (distance(h, f, eye) > h->tolerance) {
                f->visible = true;
                push_face(h, to);
                continue;
            }
            int edge = 0;
            while (edge < 2 && (f->neighbour[edge] != from || f->corner[edge] != h->faces[from].corner[(k + 1) % 3])) {
                edge++;
            }
            h->horizon = grow_array(h, h->horizon, h->horizon_count, &h->horizon_capacity, sizeof *h->horizon);
            if (!h->out_of_memory) {
                h->horizon[h->horizon_count++] = (horizon_edge){to, edge};
            }
        }
    }
}

/* Whether the horizon is one ring, with each point on it once. Rounding can make a horizon touch itself. */
static bool is_ring(hull *h)
{
    bool once = h->horizon_count >= 3;
    for (size_t i = 0; i < h->horizon_count; i++) {
        const face *f = &h->faces[h->horizon[i].face];
        int *mark = &h->by_corner[f->corner[(h->horizon[i].edge + 1) % 3]];
        once = once && *mark == NO_INDEX;
        *mark = 0;
    }
    for (size_t i = 0; i < h->horizon_count; i++) {
        const face *f = &h->faces[h->horizon[i].face];
        h->by_corner[f->corner[(h->horizon[i].edge + 1) % 3]] = NO_INDEX;
    }
    return once;
}

/* Adds the cone of faces from the horizon to a point. */
static void add_cone(hull *h, int eye)
{
    const size_t first = h->face_count;
    for (size_t i = 0; i < h->horizon_count; i++) {
        const horizon_edge r = h->horizon[i];
        const int from = h->faces[r.face].corner[(r.edge + 1) % 3], to = h->faces[r.face].corner[r.edge];
        const int made = add_face(h, from, to, eye);
        if (made == NO_INDEX) {
            return;
        }
        h->faces[made].neighbour[0] = r.face;
        h->faces[r.face].neighbour[r.edge] = made;
        h->by_corner[from] = made;
    }
    for (size_t i = first; i < h->face_count; i++) {
        const int other = h->by_corner[h->faces[i].corner[1]];
        h->faces[i].neighbour[1] = other;
        h->faces[other].neighbour[2] = (int)i;
    }
    for (size_t i = first; i < h->face_count; i++) {
        h->by_corner[h->faces[i].corner[0]] = NO_INDEX;
    }
}

/* Assigns the points outside the removed faces to the new faces. */
static void reassign_points(hull *h, size_t first_visible, size_t first_new, int eye)
{
    for (size_t i = first_visible; i < h->pending_count; i++) {
        face *f = &h->faces[h->pending[i]];
        f->removed = true;
        for (int p = f->outside; p != NO_INDEX;) {
            const int next = h->next[p];
            if (p != eye) {
                assign(h, p, first_new);
            }
            p = next;
        }
    }
}

/* Adds the farthest point outside a face to the hull. */
static void add_point(hull *h, int start)
{
    face *f = &h->faces[start];
    const int eye = f->outside;
    const size_t first_visible = h->pending_count, first_new = h->face_count;
    find_visible(h, start, eye, first_visible);
    if (h->out_of_memory) {
        return;
    }
    if (!is_ring(h)) { /* leave the point out: it is outside by a rounding error only */
        for (size_t i = first_visible; i < h->pending_count; i++) {
            h->faces[h->pending[i]].visible = false;
        }
        f->outside = h->next[eye];
        f->far = 0;
        for (int p = f->outside; p != NO_INDEX; p = h->next[p]) {
            f->far = fmax(f->far, distance(h, f, p));
        }
        h->pending_count = first_visible;
        push_face(h, start);
        return;
    }
    add_cone(h, eye);
    if (h->out_of_memory) {
        return;
    }
    reassign_points(h, first_visible, first_new, eye);
    h->pending_count = first_visible;
    for (size_t i = first_new; i < h->face_count && !h->out_of_memory; i++) {
        push_face(h, (int)i);
    }
}

static void grow(hull *h)
{
    for (int i = 0; i < 4; i++) {
        push_face(h, i);
    }
    while (h->pending_count > 0 && !h->out_of_memory && h->steps < h->most_steps) {
        const int next = h->pending[--h->pending_count];
        if (!h->faces[next].removed && h->faces[next].outside != NO_INDEX) {
            add_point(h, next);
        }
    }
}

/* Makes a mesh of the faces of the hull. `numbers`, by point: NO_INDEX; gets the vertices' numbers. */
static cdy_status make_mesh(const hull *h, int *numbers, cdy_mesh **made, cdy_error *error)
{
    cdy_mesh *mesh = cdy_allocate(1, sizeof *mesh);
    bool ok = mesh != NULL;
    for (size_t i = 0; ok && i < h->face_count; i++) {
        const face *f = &h->faces[i];
        for (int k = 0; ok && k < 3 && !f->removed; k++) {
            if (numbers[f->corner[k]] == NO_INDEX) {
                numbers[f->corner[k]] = (int)mesh->vertex_count;
                ok = cdy_mesh_add_vertex(mesh, point(h, f->corner[k]));
            }
        }
        ok = ok && (f->removed ||
                    cdy_mesh_add_triangle(mesh, numbers[f->corner[0]], numbers[f->corner[1]], numbers[f->corner[2]]));
    }
    if (!ok) {
        cdy_mesh_destroy(mesh);
        return cdy_fail_memory(error);
    }
    *made = mesh;
    return CDY_OK;
}

static cdy_status compute(hull *h, size_t count, cdy_mesh **made, cdy_error *error)
{
    h->next = cdy_allocate(count + 1, sizeof *h->next);
    h->by_corner = cdy_allocate(count + 1, sizeof *h->by_corner);
    h->out_of_memory = !h->next || !h->by_corner;
    for (size_t i = 0; !h->out_of_memory && i < count; i++) {
        h->by_corner[i] = NO_INDEX;
    }
    const bool solid = !h->out_of_memory && begin(h, count);
    if (!h->out_of_memory && !solid) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the points of the mesh lie in a plane, which encloses no volume");
    }
    if (!h->out_of_memory) {
        grow(h);
    }
    if (h->out_of_memory) {
        return cdy_fail_memory(error);
    }
    if (h->pending_count > 0) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the convex hull of %zu points takes more than %lld steps; expected a mesh with fewer points",
                        count, h->most_steps);
    }
    return make_mesh(h, h->by_corner, made, error); /* what stitching set in by_corner, it has reset */
}

/* Copies the vertices that are corners of triangles. */
static size_t copy_corners(const cdy_mesh *mesh, double *points, bool *taken)
{
    size_t count = 0;
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        const size_t v = (size_t)mesh->triangles[i];
        for (size_t k = 0; k < 3 && !taken[v]; k++) {
            points[3 * count + k] = mesh->vertices[3 * v + k];
        }
        count += !taken[v];
        taken[v] = true;
    }
    return count;
}

static void free_hull(hull *h)
{
    cdy_release(h->faces);
    cdy_release(h->next);
    cdy_release(h->by_corner);
    cdy_release(h->pending);
    cdy_release(h->horizon);
}

cdy_status cdy_mesh_convex_hull(const cdy_mesh *mesh, cdy_mesh **made, cdy_error *error)
{
    if (made) {
        *made = NULL;
    }
    if (!mesh || !made) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a convex hull needs a mesh and a pointer for the hull");
    }
    double *points = cdy_allocate(mesh->vertex_count + 1, 3 * sizeof *points);
    bool *taken = cdy_allocate(mesh->vertex_count + 1, sizeof *taken);
    cdy_status status = points && taken ? CDY_OK : cdy_fail_memory(error);
    if (!status) {
        const size_t count = copy_corners(mesh, points, taken);
        hull h = {.points = points, .most_steps = STEPS_A_POINT * ((long long)count + 100)};
        status = compute(&h, count, made, error);
        free_hull(&h);
    }
    cdy_release(taken);
    cdy_release(points);
    return status;
}
