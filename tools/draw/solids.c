#include "draw/solids.h"

#include <math.h>
#include <string.h>

enum { AROUND = 36, RINGS = 18 };

static const double pi = 3.14159265358979323846;

void solids_multiply(const double A[16], const double B[16], double C[16])
{
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            double sum = 0;
            for (int k = 0; k < 4; k++) {
                sum += A[4 * i + k] * B[4 * k + j];
            }
            C[4 * i + j] = sum;
        }
    }
}

void solids_place(const double T[16], const double point[3], double placed[3])
{
    for (int i = 0; i < 3; i++) {
        placed[i] = T[4 * i] * point[0] + T[4 * i + 1] * point[1] + T[4 * i + 2] * point[2] + T[4 * i + 3];
    }
}

/* Adds a triangle with a normal at each corner, in the frame T. */
static void add(scene *s, const double T[16], const double corners[3][3], const double normals[3][3], color paint)
{
    scene_triangle t = {.paint = paint};
    for (int c = 0; c < 3; c++) {
        double placed[3];
        solids_place(T, corners[c], placed);
        for (int k = 0; k < 3; k++) {
            const double *row = T + (ptrdiff_t)4 * k;
            t.corner[c][k] = (float)placed[k];
            t.normal[c][k] = (float)(row[0] * normals[c][0] + row[1] * normals[c][1] + row[2] * normals[c][2]);
        }
    }
    scene_add_triangle(s, &t);
}

/* Adds a rectangle of four corners in turn. */
static void add_quad(scene *s, const double T[16], const double q[4][3], const double n[4][3], color paint)
{
    static const int halves[2][3] = {{0, 1, 2}, {0, 2, 3}};
    for (int h = 0; h < 2; h++) {
        double corners[3][3], normals[3][3];
        for (int c = 0; c < 3; c++) {
            memcpy(corners[c], q[halves[h][c]], sizeof corners[c]);
            memcpy(normals[c], n[halves[h][c]], sizeof normals[c]);
        }
        add(s, T, (const double(*)[3])corners, (const double(*)[3])normals, paint);
    }
}

static void add_box(scene *s, const double size[3], const double T[16], color paint)
{
    for (int side = 0; side < 6; side++) {
        const int axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        const double sign = side % 2 ? -1 : 1;
        double q[4][3], n[4][3] = {{0}};
        for (int c = 0; c < 4; c++) {
            q[c][axis] = sign * size[axis] / 2;
            q[c][u] = (c == 1 || c == 2 ? 1 : -1) * size[u] / 2;
            q[c][v] = (c >= 2 ? 1 : -1) * size[v] / 2;
            n[c][axis] = sign;
        }
        add_quad(s, T, (const double(*)[3])q, (const double(*)[3])n, paint);
    }
}

/* A point of a surface of revolution about z: its radius and height, and the same of its normal. */
typedef struct profile {
    double r, z, nr, nz;
} profile;

/* Adds the band between two rings of a surface of revolution. */
static void add_band(scene *s, const profile *a, const profile *b, const double T[16], color paint)
{
    for (int i = 0; i < AROUND; i++) {
        const double angle[2] = {2 * pi * i / (double)AROUND, 2 * pi * (i + 1) / (double)AROUND};
        double q[4][3], n[4][3];
        for (int c = 0; c < 4; c++) {
            const profile *p = c < 2 ? a : b;
            const double turn = angle[c == 1 || c == 2], x = cos(turn), y = sin(turn);
            const double at[3] = {p->r * x, p->r * y, p->z}, normal[3] = {p->nr * x, p->nr * y, p->nz};
            memcpy(q[c], at, sizeof at);
            memcpy(n[c], normal, sizeof normal);
        }
        add_quad(s, T, (const double(*)[3])q, (const double(*)[3])n, paint);
    }
}

static void add_cylinder(scene *s, double r, double length, const double T[16], color paint)
{
    const double z = length / 2;
    const profile rings[6] = {{0, -z, 0, -1}, {r, -z, 0, -1}, {r, -z, 1, 0}, {r, z, 1, 0}, {r, z, 0, 1}, {0, z, 0, 1}};
    for (int i = 0; i < 6; i += 2) {
        add_band(s, &rings[i], &rings[i + 1], T, paint);
    }
}

/* Adds two half spheres with a tube of this length between them; 0: a sphere. */
static void add_round(scene *s, double r, double length, const double T[16], color paint)
{
    profile before = {0, -r - length / 2, 0, -1};
    for (int i = 1; i <= RINGS; i++) {
        const double angle = pi * i / (double)RINGS - pi / 2;
        const double shift = 2 * i <= RINGS ? -length / 2 : length / 2;
        const profile next = {r * cos(angle), r * sin(angle) + shift, cos(angle), sin(angle)};
        add_band(s, &before, &next, T, paint);
        if (2 * i == RINGS && length > 0) {
            const profile above = {next.r, length / 2, 1, 0};
            add_band(s, &next, &above, T, paint);
            before = above;
        } else {
            before = next;
        }
    }
}

void solids_add_primitive(scene *s, const cdy_geometry *g, const double T[16], color paint)
{
    switch (g->type) {
    case CDY_GEOMETRY_BOX: add_box(s, g->size, T, paint); break;
    case CDY_GEOMETRY_CYLINDER: add_cylinder(s, g->radius, g->length, T, paint); break;
    case CDY_GEOMETRY_SPHERE: add_round(s, g->radius, 0, T, paint); break;
    case CDY_GEOMETRY_CAPSULE: add_round(s, g->radius, g->length, T, paint); break;
    case CDY_GEOMETRY_MESH:
    case CDY_GEOMETRY_NONE: break;
    }
}

void solids_add_mesh(scene *s, const cdy_mesh *mesh, const double scale[3], const double T[16], color paint)
{
    const double *vertices = cdy_mesh_vertices(mesh);
    const int *triangles = cdy_mesh_triangles(mesh);
    const size_t count = cdy_mesh_triangle_count(mesh);
    for (size_t t = 0; t < count && !s->out_of_memory; t++) {
        double corners[3][3], normals[3][3], u[3], v[3];
        for (size_t c = 0; c < 3; c++) {
            for (size_t k = 0; k < 3; k++) {
                corners[c][k] = scale[k] * vertices[3 * (size_t)triangles[3 * t + c] + k];
            }
        }
        for (int k = 0; k < 3; k++) {
            u[k] = corners[1][k] - corners[0][k];
            v[k] = corners[2][k] - corners[0][k];
        }
        for (int c = 0; c < 3; c++) { /* flat: one normal for all corners */
            for (int k = 0; k < 3; k++) {
                normals[c][k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
            }
        }
        add(s, T, (const double(*)[3])corners, (const double(*)[3])normals, paint);
    }
}
