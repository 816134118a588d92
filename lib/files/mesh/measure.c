/* Volume, center and inertia of the solid that triangles enclose (B. Mirtich, Fast and accurate computation of
 * polyhedral mass properties, 1996; here by tetrahedra over one point), and whether they enclose it. */
#include "base/error.h"
#include "base/memory.h"
#include "mesh/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Integrals over a volume: 1, x, and x y (xx xy xz yy yz zz). */
typedef struct integrals {
    double one, x[3], xx[6];
} integrals;

static const int pairs[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};

static void scaled_vertex(const cdy_mesh *mesh, int index, const double scale[3], double xyz[3])
{
    for (int k = 0; k < 3; k++) {
        xyz[k] = scale[k] * mesh->vertices[3 * (size_t)index + (size_t)k];
    }
}

static void find_box(const cdy_mesh *mesh, const double scale[3], double lower[3], double upper[3])
{
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        double xyz[3];
        scaled_vertex(mesh, mesh->triangles[i], scale, xyz);
        for (int k = 0; k < 3; k++) {
            lower[k] = i == 0 ? xyz[k] : fmin(lower[k], xyz[k]);
            upper[k] = i == 0 ? xyz[k] : fmax(upper[k], xyz[k]);
        }
    }
}

/* Adds the tetrahedron of the origin and three points: with s = a + b + c and d = a . (b x c), the integral of 1 is
 * d / 6, of x_i d s_i / 24, of x_i x_j d (s_i s_j + a_i a_j + b_i b_j + c_i c_j) / 120. */
static void add_tetrahedron(integrals *sum, const double a[3], const double b[3], const double c[3])
{
    const double d =
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    double s[3];
    sum->one += d / 6;
    for (int i = 0; i < 3; i++) {
        s[i] = a[i] + b[i] + c[i];
        sum->x[i] += d * s[i] / 24;
    }
    for (int k = 0; k < 6; k++) {
        const int i = pairs[k][0], j = pairs[k][1];
        sum->xx[k] += d * (s[i] * s[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]) / 120;
    }
}

/* Integrates about a point; a point amid the mesh keeps cancellation small. */
static integrals integrate(const cdy_mesh *mesh, const double scale[3], const double about[3])
{
    integrals sum = {0};
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        double corners[3][3];
        for (size_t c = 0; c < 3; c++) {
            scaled_vertex(mesh, mesh->triangles[3 * t + c], scale, corners[c]);
            for (int k = 0; k < 3; k++) {
                corners[c][k] -= about[k];
            }
        }
        add_tetrahedron(&sum, corners[0], corners[1], corners[2]);
    }
    return sum;
}

/* Moves the second moments to the center of the volume and makes an inertia of them: I = tr(S) 1 - S. */
static void set_inertia(cdy_mesh_properties *p, const integrals *sum, const double about[3], double sign)
{
    double r[3], S[6];
    p->volume = sign * sum->one;
    for (int k = 0; k < 3; k++) {
        r[k] = sum->x[k] / sum->one;
        p->center[k] = about[k] + r[k];
    }
    for (int k = 0; k < 6; k++) {
        S[k] = sign * (sum->xx[k] - sum->one * r[pairs[k][0]] * r[pairs[k][1]]);
    }
    const double I[6] = {S[3] + S[5], -S[1], -S[2], S[0] + S[5], -S[4], S[0] + S[3]};
    memcpy(p->inertia, I, sizeof I);
}

/* An edge of a triangle from its lower to its higher vertex, and whether the triangle runs along the edge in this
 * direction. */
typedef struct edge {
    int low, high;
    int along; /* 1: from low to high; -1: back */
} edge;

static int compare_edges(const void *a, const void *b)
{
    const edge *p = a, *q = b;
    if (p->low != q->low) {
        return p->low < q->low ? -1 : 1;
    }
    return p->high < q->high ? -1 : p->high > q->high;
}

/* Lists the edges of all triangles with three different corners. */
static size_t list_edges(const cdy_mesh *mesh, const int *numbers, edge *edges)
{
    size_t count = 0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        int v[3];
        for (size_t c = 0; c < 3; c++) {
            v[c] = numbers[mesh->triangles[3 * t + c]];
        }
        for (int c = 0; c < 3 && v[0] != v[1] && v[1] != v[2] && v[2] != v[0]; c++) {
            const int from = v[c], to = v[(c + 1) % 3];
            edges[count++] = from < to ? (edge){from, to, 1} : (edge){to, from, -1};
        }
    }
    return count;
}

/* Whether one triangle runs along each edge in either direction, as on a closed surface. */
static bool edges_close(const edge *edges, size_t count)
{
    for (size_t i = 0; i < count;) {
        int sum = 0, uses = 0;
        const edge *first = &edges[i];
        for (; i < count && compare_edges(first, &edges[i]) == 0; i++) {
            sum += edges[i].along;
            uses++;
        }
        if (sum != 0 || uses != 2) {
            return false;
        }
    }
    return count > 0;
}

static cdy_status find_tightness(const cdy_mesh *mesh, bool *watertight, cdy_error *error)
{
    int *numbers = cdy_allocate(mesh->vertex_count + 1, sizeof *numbers);
    edge *edges = cdy_allocate(3 * mesh->triangle_count + 1, sizeof *edges);
    cdy_status status = numbers && edges ? cdy_mesh_weld(mesh, numbers, error) : cdy_fail_memory(error);
    if (!status) {
        const size_t count = list_edges(mesh, numbers, edges);
        qsort(edges, count, sizeof *edges, compare_edges);
        *watertight = edges_close(edges, count);
    }
    cdy_release(edges);
    cdy_release(numbers);
    return status;
}

cdy_status cdy_mesh_measure(const cdy_mesh *mesh, const double scale[3], cdy_mesh_properties *properties,
                            cdy_error *error)
{
    static const double unscaled[3] = {1, 1, 1};
    const double *s = scale ? scale : unscaled;
    for (int k = 0; k < 3; k++) {
        if (!mesh || !properties || !(fabs(s[k]) > 0 && fabs(s[k]) <= 1e30)) {
            return cdy_fail(
                error, CDY_ERROR_ARGUMENT,
                "measuring a mesh needs a mesh, scale factors other than 0 and a pointer for the properties");
        }
    }
    cdy_mesh_properties p = {0};
    cdy_status status = find_tightness(mesh, &p.watertight, error);
    if (status) {
        return status;
    }
    double middle[3];
    find_box(mesh, s, p.lower, p.upper);
    for (int k = 0; k < 3; k++) {
        middle[k] = p.center[k] = 0.5 * (p.lower[k] + p.upper[k]);
    }
    const integrals sum = integrate(mesh, s, middle);
    if (fabs(sum.one) > 0) {
        set_inertia(&p, &sum, middle, sum.one < 0 ? -1 : 1);
    }
    *properties = p;
    return CDY_OK;
}
