#include "mesh/mesh.h"

#include "base/error.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void cdy_mesh_destroy(cdy_mesh *mesh)
{
    if (mesh) {
        cdy_release(mesh->vertices);
        cdy_release(mesh->triangles);
        cdy_release(mesh);
    }
}

size_t cdy_mesh_vertex_count(const cdy_mesh *mesh)
{
    return mesh ? mesh->vertex_count : 0;
}

const double *cdy_mesh_vertices(const cdy_mesh *mesh)
{
    return mesh ? mesh->vertices : NULL;
}

size_t cdy_mesh_triangle_count(const cdy_mesh *mesh)
{
    return mesh ? mesh->triangle_count : 0;
}

const int *cdy_mesh_triangles(const cdy_mesh *mesh)
{
    return mesh ? mesh->triangles : NULL;
}

/* Makes room for one element more of three numbers; false if memory runs out or an int cannot count them. */
static bool reserve(void **array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const size_t larger = *capacity ? 2 * *capacity : 64;
    void *grown = count < INT_MAX / 2 ? cdy_reallocate(*array, larger, 3 * size) : NULL;
    if (!grown) {
        return false;
    }
    *array = grown;
    *capacity = larger;
    return true;
}

bool cdy_mesh_add_vertex(cdy_mesh *mesh, const double xyz[3])
{
    void *array = mesh->vertices;
    if (!reserve(&array, mesh->vertex_count, &mesh->vertex_capacity, sizeof *mesh->vertices)) {
        return false;
    }
    mesh->vertices = array;
    for (int k = 0; k < 3; k++) { /* -0 becomes 0, so that equal coordinates have equal bits */
        mesh->vertices[3 * mesh->vertex_count + (size_t)k] = xyz[k] + 0.0;
    }
    mesh->vertex_count++;
    return true;
}

bool cdy_mesh_add_triangle(cdy_mesh *mesh, int a, int b, int c)
{
    void *array = mesh->triangles;
    if (!reserve(&array, mesh->triangle_count, &mesh->triangle_capacity, sizeof *mesh->triangles)) {
        return false;
    }
    mesh->triangles = array;
    int *corners = mesh->triangles + 3 * mesh->triangle_count++;
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
    return true;
}

bool cdy_is_coordinate(double x)
{
    return fabs(x) <= 1e30;
}

/* A vertex with its place in the mesh. */
typedef struct numbered {
    double xyz[3];
    int index;
} numbered;

static int compare_vertices(const void *a, const void *b)
{
    const numbered *p = a, *q = b;
    for (int k = 0; k < 3; k++) {
        if (p->xyz[k] < q->xyz[k] || p->xyz[k] > q->xyz[k]) {
            return p->xyz[k] < q->xyz[k] ? -1 : 1;
        }
    }
    return p->index < q->index ? -1 : p->index > q->index;
}

cdy_status cdy_mesh_weld(const cdy_mesh *mesh, int *numbers, cdy_error *error)
{
    numbered *sorted = cdy_allocate(mesh->vertex_count + 1, sizeof *sorted);
    if (!sorted) {
        return cdy_fail_memory(error);
    }
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        memcpy(sorted[i].xyz, mesh->vertices + 3 * i, sizeof sorted[i].xyz);
        sorted[i].index = (int)i;
    }
    qsort(sorted, mesh->vertex_count, sizeof *sorted, compare_vertices);
    int first = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const bool same = i > 0 && memcmp(sorted[i].xyz, sorted[i - 1].xyz, sizeof sorted[i].xyz) == 0;
        first = same ? first : sorted[i].index;
        numbers[sorted[i].index] = first;
    }
    cdy_release(sorted);
    return CDY_OK;
}
