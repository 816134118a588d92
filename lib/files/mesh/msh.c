/* MSH, MuJoCo's own binary format of meshes: four numbers of elements, then vertices, normals, places in a texture, all
 * in single precision, and triangles (MuJoCo's XML reference, "asset/mesh"). */
#include "mesh/little_endian.h"
#include "mesh/mesh.h"

#include "base/error.h"

#include <stdint.h>

enum { HEADER = 16, VECTOR = 12, PLACE = 8 };

static cdy_status read_vertices(cdy_mesh *mesh, const char *bytes, size_t count, const char *name, cdy_error *error)
{
    for (size_t i = 0; i < count; i++) {
        double xyz[3];
        for (size_t k = 0; k < 3; k++) {
            xyz[k] = read_float(bytes + VECTOR * i + 4 * k);
            if (!cdy_is_coordinate(xyz[k])) {
                return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                                   "a coordinate of vertex %zu of %zu is not finite or larger than 1e30", i + 1, count);
            }
        }
        if (!cdy_mesh_add_vertex(mesh, xyz)) {
            return cdy_fail_memory(error);
        }
    }
    return CDY_OK;
}

static cdy_status read_triangles(cdy_mesh *mesh, const char *bytes, size_t count, const char *name, cdy_error *error)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t corners[3];
        for (size_t k = 0; k < 3; k++) {
            corners[k] = read_u32(bytes + VECTOR * i + 4 * k);
            if (corners[k] >= mesh->vertex_count) {
                return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                                   "triangle %zu of %zu has the vertex %u, of %zu; expected one that is there", i + 1,
                                   count, (unsigned)corners[k], mesh->vertex_count);
            }
        }
        if (!cdy_mesh_add_triangle(mesh, (int)corners[0], (int)corners[1], (int)corners[2])) {
            return cdy_fail_memory(error);
        }
    }
    return CDY_OK;
}

cdy_status cdy_read_msh(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error)
{
    size_t counts[4] = {0};
    for (size_t i = 0; i < 4 && size >= HEADER; i++) {
        counts[i] = read_u32(bytes + 4 * i);
    }
    const uint64_t faces = HEADER + VECTOR * ((uint64_t)counts[0] + counts[1]) + PLACE * (uint64_t)counts[2];
    if (size < HEADER || faces + VECTOR * (uint64_t)counts[3] != size) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0,
                           "not MSH: it has %zu bytes, and its first 16 tell of another number", size);
    }
    const cdy_status status = read_vertices(mesh, bytes + HEADER, counts[0], name, error);
    return status ? status : read_triangles(mesh, bytes + faces, counts[3], name, error);
}
