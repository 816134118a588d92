/* The point of a simplex nearest to the origin, by signed volumes: M. Montanari, N. Petrinic, E. Barbieri, Improving
 * the GJK algorithm for faster and more reliable distance queries between convex objects, 2017. */
#include "distance/simplex.h"

#include <float.h>

/* Corners of a simplex, the weights of their mean, and its square. */
typedef struct part {
    int count, at[4];
    double weights[4];
    vec3 mean;
    double square;
} part;

static part make_part(const corner *c, int count, const int *at, const double *weights)
{
    part p = {.count = count, .mean = {0, 0, 0}};
    for (int i = 0; i < count; i++) {
        p.at[i] = at[i];
        p.weights[i] = weights[i];
        p.mean = add(p.mean, scale(weights[i], c[at[i]].w));
    }
    p.square = dot(p.mean, p.mean);
    return p;
}

static part nearest_on_edge(const corner *c, int i, int j)
{
    const vec3 p = c[i].w, q = c[j].w, edge = subtract(q, p);
    const double on_q = -dot(p, edge), on_p = dot(q, edge), whole = dot(edge, edge);
    if (on_q > 0 && on_p > 0 && whole > 0) {
        return make_part(c, 2, (int[]){i, j}, (double[]){on_p / whole, on_q / whole});
    }
    const int end = dot(p, p) <= dot(q, q) ? i : j;
    return make_part(c, 1, &end, (double[]){1});
}

/* Twice the areas of the triangles that a point makes with two of three corners each, seen along the axis k. */
static void signed_areas(const vec3 corners[3], vec3 point, int k, double areas[3])
{
    double x[3], y[3];
    for (int i = 0; i < 3; i++) {
        const vec3 d = subtract(corners[i], point);
        x[i] = k == 0 ? d.y : k == 1 ? d.z : d.x;
        y[i] = k == 0 ? d.z : k == 1 ? d.x : d.y;
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        areas[i] = x[j] * y[l] - x[l] * y[j];
    }
}

/* The nearest point on the edges of a triangle that do not touch corners whose sign says that it may lie there. */
static part nearest_on_edges(const corner *c, const int at[3], const bool beyond[3])
{
    part best = {.square = (double)INFINITY};
    for (int i = 0; i < 3; i++) {
        if (beyond[i]) {
            const part p = nearest_on_edge(c, at[(i + 1) % 3], at[(i + 2) % 3]);
            best = p.square < best.square ? p : best;
        }
    }
    return best;
}

static part nearest_on_triangle(const corner *c, int i, int j, int k)
{
    const int at[3] = {i, j, k};
    const vec3 corners[3] = {c[i].w, c[j].w, c[k].w};
    const vec3 n = cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0]));
    const double nn = dot(n, n), x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    bool beyond[3] = {true, true, true};
    if (nn > 0) {
        const vec3 foot = scale(dot(corners[0], n) / nn, n);
        const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
        const double whole = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
        double areas[3];
        signed_areas(corners, foot, axis, areas);
        for (int m = 0; m < 3; m++) {
            areas[m] /= whole;
            beyond[m] = !(areas[m] > 0);
        }
        if (!beyond[0] && !beyond[1] && !beyond[2]) {
            return make_part(c, 3, at, areas);
        }
    }
    return nearest_on_edges(c, at, beyond);
}

static part nearest_in_tetrahedron(const corner *c)
{
    static const int all[4] = {0, 1, 2, 3}, faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    double volumes[4], whole = 0, size = 0;
    for (int i = 0; i < 4; i++) {
        const vec3 p = c[faces[i][0]].w, q = c[faces[i][1]].w, r = c[faces[i][2]].w;
        volumes[i] = dot(p, cross(q, r));
        whole += volumes[i];
        size += fabs(volumes[i]);
    }
    part best = {.square = (double)INFINITY};
    const bool flat = fabs(whole) <= 1e-14 * size;
    bool inside = !flat;
    for (int i = 0; i < 4; i++) {
        volumes[i] /= flat ? 1 : whole;
        if (flat || !(volumes[i] > 0)) {
            const part p = nearest_on_triangle(c, faces[i][0], faces[i][1], faces[i][2]);
            best = p.square < best.square ? p : best;
            inside = false;
        }
    }
    return inside ? make_part(c, 4, all, volumes) : best;
}

void cdy_simplex_reduce(simplex *s)
{
    const corner *c = s->corners;
    const part p = s->count == 4   ? nearest_in_tetrahedron(c)
                   : s->count == 3 ? nearest_on_triangle(c, 0, 1, 2)
                   : s->count == 2 ? nearest_on_edge(c, 0, 1)
                                   : make_part(c, 1, (int[]){0}, (double[]){1});
    const simplex old = *s;
    s->count = p.count;
    s->nearest = p.mean;
    for (int i = 0; i < p.count; i++) {
        s->corners[i] = old.corners[p.at[i]];
        s->weights[i] = p.weights[i];
    }
}

core_distance cdy_simplex_distance(const core *a, const simplex *s, double distance, vec3 normal)
{
    core_distance r = {.distance = distance, .on_a = a->p, .on_b = a->p, .normal = normal};
    for (int i = 0; i < s->count; i++) {
        r.on_a = add(r.on_a, scale(s->weights[i], s->corners[i].a));
        r.on_b = add(r.on_b, scale(s->weights[i], s->corners[i].b));
    }
    return r;
}
