#include "support/solids.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_corner(solid_mesh *mesh, size_t place, const double xyz[3])
{
    for (size_t k = 0; k < 3; k++) {
        mesh->corners[3 * place + k] = (float)xyz[k];
    }
}

solid_mesh make_box_mesh(const double edges[3], const double at[3])
{
    static const int sides[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                     {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    solid_mesh mesh = {.corners = malloc(12 * 9 * sizeof(float)), .count = 12};
    for (size_t t = 0; t < 12; t++) {
        for (size_t c = 0; c < 3; c++) {
            double xyz[3];
            for (int k = 0; k < 3; k++) {
                xyz[k] = at[k] + (sides[t][c] >> k & 1 ? edges[k] : 0);
            }
            add_corner(&mesh, 3 * t + c, xyz);
        }
    }
    return mesh;
}

static void middle(double radius, const double a[3], const double b[3], double m[3])
{
    double length = 0;
    for (int k = 0; k < 3; k++) {
        m[k] = a[k] + b[k];
        length += m[k] * m[k];
    }
    for (int k = 0; k < 3; k++) {
        m[k] *= radius / sqrt(length);
    }
}

/* Divides a triangle of the sphere in four, or adds it. */
static void divide(solid_mesh *mesh, double radius, const double t[3][3], int rounds)
{
    if (rounds == 0) {
        for (size_t c = 0; c < 3; c++) {
            add_corner(mesh, 3 * mesh->count + c, t[c]);
        }
        mesh->count++;
        return;
    }
    double m[3][3], part[3][3];
    for (int c = 0; c < 3; c++) {
        middle(radius, t[c], t[(c + 1) % 3], m[c]);
    }
    for (int c = 0; c < 3; c++) {
        memcpy(part[0], t[c], sizeof part[0]);
        memcpy(part[1], m[c], sizeof part[1]);
        memcpy(part[2], m[(c + 2) % 3], sizeof part[2]);
        divide(mesh, radius, (const double(*)[3])part, rounds - 1);
    }
    divide(mesh, radius, (const double(*)[3])m, rounds - 1);
}

solid_mesh make_sphere_mesh(double radius, int rounds)
{
    solid_mesh mesh = {.corners = malloc(((size_t)8 << 2 * rounds) * 9 * sizeof(float))};
    for (int octant = 0; octant < 8; octant++) {
        double t[3][3] = {{0}};
        int flips = 0;
        for (int k = 0; k < 3; k++) {
            const int back = octant >> k & 1;
            t[k][k] = back ? -radius : radius;
            flips += back;
        }
        if (flips % 2) { /* mirroring keeps the outside outside */
            double other[3];
            memcpy(other, t[0], sizeof other);
            memcpy(t[0], t[1], sizeof other);
            memcpy(t[1], other, sizeof other);
        }
        divide(&mesh, radius, (const double(*)[3])t, rounds);
    }
    return mesh;
}

static void put_u32(char *place, uint32_t number)
{
    for (int k = 0; k < 4; k++) {
        place[k] = (char)(number >> 8 * k & 0xff);
    }
}

char *write_binary_stl(solid_mesh mesh, size_t *size)
{
    *size = 84 + 50 * mesh.count;
    char *bytes = calloc(*size, 1);
    memcpy(bytes, "solid in binary", 15); /* the header of some programs begins with "solid" */
    put_u32(bytes + 80, (uint32_t)mesh.count);
    for (size_t i = 0; i < 9 * mesh.count; i++) {
        uint32_t bits;
        memcpy(&bits, &mesh.corners[i], sizeof bits);
        put_u32(bytes + 84 + 50 * (i / 9) + 12 + 4 * (i % 9), bits);
    }
    return bytes;
}

char *write_text_stl(solid_mesh mesh, size_t *size)
{
    const size_t room = 64 + 400 * mesh.count;
    char *text = malloc(room);
    size_t used = (size_t)snprintf(text, room, "solid a name of words\n");
    for (size_t t = 0; t < mesh.count; t++) {
        const float *c = mesh.corners + 9 * t;
        used += (size_t)snprintf(text + used, room - used, "  facet normal nan 0 0\n    outer loop\n");
        for (int k = 0; k < 3; k++) {
            used += (size_t)snprintf(text + used, room - used, "      vertex %.9g %.9g %.9g\n", (double)c[3 * k],
                                     (double)c[3 * k + 1], (double)c[3 * k + 2]);
        }
        used += (size_t)snprintf(text + used, room - used, "    endloop\n  endfacet\n");
    }
    used += (size_t)snprintf(text + used, room - used, "endsolid a name of words\n");
    ck_assert_uint_lt(used, room);
    *size = used;
    return text;
}

char *write_obj(solid_mesh mesh, size_t *size)
{
    const size_t room = 64 + 400 * mesh.count;
    char *text = malloc(room);
    size_t used = (size_t)snprintf(text, room, "# a comment\nmtllib other.mtl\no thing\n");
    for (size_t t = 0; t < mesh.count; t++) {
        const float *c = mesh.corners + 9 * t;
        for (int k = 0; k < 3; k++) {
            used += (size_t)snprintf(text + used, room - used, "v %.9g %.9g %.9g\n", (double)c[3 * k],
                                     (double)c[3 * k + 1], (double)c[3 * k + 2]);
        }
        used += t % 2
                    ? (size_t)snprintf(text + used, room - used, "f -3/1/1 -2//2 \\\n-1\n")
                    : (size_t)snprintf(text + used, room - used, "f %zu %zu/3 %zu\n", 3 * t + 1, 3 * t + 2, 3 * t + 3);
    }
    ck_assert_uint_lt(used, room);
    *size = used;
    return text;
}
