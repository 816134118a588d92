/* Convex hull by quickhull (C. Barber, D. Dobkin, H. Huhdanpaa, The quickhull algorithm for convex hulls, 1996): each
 * face keeps the points outside its plane; the farthest of them replaces all faces that it sees by a cone. */
#include "base/error.h"
#include "base/memory.h"
#include "mesh/mesh.h"

#include <math.h>

enum { STEPS_A_POINT = 3000, NOBODY = -1 };

typedef struct face {
    int corner[3];    /* counterclockwise from outside */
    int neighbour[3]; /* across the edge from corner k to corner k + 1 */
    double normal[3], offset;
    int outside; /* first of the points outside, NOBODY: none; the farthest is the first */
    double far;  /* its distance */
    bool dead;
    bool seen; /* from the point that is being added */
} face;

/* An edge of the hull as a point sees it: the face on the far side, and which of its edges. */
typedef struct rim_edge {
    int face, edge;
} rim_edge;

typedef struct hull {
    const double *points; /* of the mesh */
    double tolerance;     /* points nearer to a plane lie in it */
    face *faces;
    size_t face_count, face_capacity;
    int *next;      /* point that is outside the same face */
    int *by_corner; /* new face whose edge of the rim begins at a point */
    int *stack;     /* faces to look at */
    size_t stack_count, stack_capacity;
    rim_edge *rim;
    size_t rim_count, rim_capacity;
    long long steps, most_steps;
    bool starved;
} hull;

/* Makes room in an array for one element more; NULL if memory runs out. */
static void *with_room(hull *h, void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return array;
    }
    const size_t larger = *capacity ? 2 * *capacity : 64;
    void *grown = cdy_reallocate(array, larger, size);
    h->starved = h->starved || !grown;
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

/* Sets the plane of a face; a face without area has no normal and sees no point. */
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

/* Adds a face and returns its number; NOBODY if memory runs out. */
static int add_face(hull *h, int a, int b, int c)
{
    h->faces = with_room(h, h->faces, h->face_count, &h->face_capacity, sizeof *h->faces);
    if (h->starved) {
        return NOBODY;
    }
    face *f = &h->faces[h->face_count];
    *f = (face){.corner = {a, b, c}, .neighbour = {NOBODY, NOBODY, NOBODY}, .outside = NOBODY};
    set_plane(h, f);
    return (int)h->face_count++;
}

static void push_face(hull *h, int index)
{
    h->stack = with_room(h, h->stack, h->stack_count, &h->stack_capacity, sizeof *h->stack);
    if (!h->starved) {
        h->stack[h->stack_count++] = index;
    }
}

/* Puts a point on the list of a face, the farthest first. */
static void put_outside(hull *h, face *f, int index, double far)
{
    if (f->outside == NOBODY || far > f->far) {
        h->next[index] = f->outside;
        f->outside = index;
        f->far = far;
    } else {
        h->next[index] = h->next[f->outside];
        h->next[f->outside] = index;
    }
}

/* Puts a point on the list of the first face, among some, whose plane it is outside of. */
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
    for (int i = 0; !h->starved && i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
            link_faces(h, i, j);
        }
    }
    for (size_t i = 0; !h->starved && i < count; i++) {
        assign(h, (int)i, 0);
    }
    return !h->starved;
}

/* Finds the faces that a point sees, from one of them on, which the end of the stack lists from `first` on, and the rim
 * around them. */
static void find_seen(hull *h, int start, int eye, size_t first)
{
    h->rim_count = 0;
    h->faces[start].seen = true;
    push_face(h, start);
    for (size_t i = first; !h->starved && i < h->stack_count; i++) {
        const int from = h->stack[i];
        for (int k = 0; k < 3 && !h->starved; k++) {
            const int to = h->faces[from].neighbour[k];
            face *f = &h->faces[to];
            h->steps++;
            if (f->seen) {
                continue;
            }
            if (distance(h, f, eye) > h->tolerance) {
                f->seen = true;
                push_face(h, to);
                continue;
            }
            int edge = 0;
            while (edge < 2 && (f->neighbour[edge] != from || f->corner[edge] != h->faces[from].corner[(k + 1) % 3])) {
                edge++;
            }
            h->rim = with_room(h, h->rim, h->rim_count, &h->rim_capacity, sizeof *h->rim);
            if (!h->starved) {
                h->rim[h->rim_count++] = (rim_edge){to, edge};
            }
        }
    }
}

/* Whether the rim is one ring: it leaves each of its points once. Rounding can make it touch itself. */
static bool is_ring(hull *h)
{
    bool once = h->rim_count >= 3;
    for (size_t i = 0; i < h->rim_count; i++) {
        const face *f = &h->faces[h->rim[i].face];
        int *mark = &h->by_corner[f->corner[(h->rim[i].edge + 1) % 3]];
        once = once && *mark == NOBODY;
        *mark = 0;
    }
    for (size_t i = 0; i < h->rim_count; i++) {
        const face *f = &h->faces[h->rim[i].face];
        h->by_corner[f->corner[(h->rim[i].edge + 1) % 3]] = NOBODY;
    }
    return once;
}

/* Adds the cone from the rim to a point. */
static void add_cone(hull *h, int eye)
{
    const size_t first = h->face_count;
    for (size_t i = 0; i < h->rim_count; i++) {
        const rim_edge r = h->rim[i];
        const int from = h->faces[r.face].corner[(r.edge + 1) % 3], to = h->faces[r.face].corner[r.edge];
        const int made = add_face(h, from, to, eye);
        if (made == NOBODY) {
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
        h->by_corner[h->faces[i].corner[0]] = NOBODY;
    }
}

/* Gives the points outside dead faces to new ones. */
static void hand_over(hull *h, size_t first_seen, size_t first_new, int eye)
{
    for (size_t i = first_seen; i < h->stack_count; i++) {
        face *f = &h->faces[h->stack[i]];
        f->dead = true;
        for (int p = f->outside; p != NOBODY;) {
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
    const size_t first_seen = h->stack_count, first_new = h->face_count;
    find_seen(h, start, eye, first_seen);
    if (h->starved) {
        return;
    }
    if (!is_ring(h)) { /* leave the point out: it is outside by a rounding error only */
        for (size_t i = first_seen; i < h->stack_count; i++) {
            h->faces[h->stack[i]].seen = false;
        }
        f->outside = h->next[eye];
        f->far = 0;
        for (int p = f->outside; p != NOBODY; p = h->next[p]) {
            f->far = fmax(f->far, distance(h, f, p));
        }
        h->stack_count = first_seen;
        push_face(h, start);
        return;
    }
    add_cone(h, eye);
    if (h->starved) {
        return;
    }
    hand_over(h, first_seen, first_new, eye);
    h->stack_count = first_seen;
    for (size_t i = first_new; i < h->face_count && !h->starved; i++) {
        push_face(h, (int)i);
    }
}

static void grow(hull *h)
{
    for (int i = 0; i < 4; i++) {
        push_face(h, i);
    }
    while (h->stack_count > 0 && !h->starved && h->steps < h->most_steps) {
        const int next = h->stack[--h->stack_count];
        if (!h->faces[next].dead && h->faces[next].outside != NOBODY) {
            add_point(h, next);
        }
    }
}

/* Makes a mesh of the faces that live. */
static cdy_status make_mesh(const hull *h, size_t count, int *numbers, cdy_mesh **made, cdy_error *error)
{
    cdy_mesh *mesh = cdy_allocate(1, sizeof *mesh);
    bool ok = mesh != NULL;
    for (size_t i = 0; i < count; i++) {
        numbers[i] = NOBODY;
    }
    for (size_t i = 0; ok && i < h->face_count; i++) {
        const face *f = &h->faces[i];
        for (int k = 0; ok && k < 3 && !f->dead; k++) {
            if (numbers[f->corner[k]] == NOBODY) {
                numbers[f->corner[k]] = (int)mesh->vertex_count;
                ok = cdy_mesh_add_vertex(mesh, point(h, f->corner[k]));
            }
        }
        ok = ok && (f->dead ||
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
    h->starved = !h->next || !h->by_corner;
    for (size_t i = 0; !h->starved && i < count; i++) {
        h->by_corner[i] = NOBODY;
    }
    const bool solid = !h->starved && begin(h, count);
    if (!h->starved && !solid) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the points of the mesh lie in a plane, which encloses no volume");
    }
    if (!h->starved) {
        grow(h);
    }
    if (h->starved) {
        return cdy_fail_memory(error);
    }
    if (h->stack_count > 0) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the convex hull of %zu points takes more than %lld steps; expected a mesh with fewer points",
                        count, h->most_steps);
    }
    return make_mesh(h, count, h->by_corner, made, error);
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
    cdy_release(h->stack);
    cdy_release(h->rim);
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
