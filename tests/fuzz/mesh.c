/* Meshes: a file is read or refused with a reason; a mesh that is read has a box, a volume and a hull, in steps in
 * proportion to its size. The first byte chooses the format: o is OBJ, g GLB, c Collada, any other STL. */
#include "fuzz.h"
#include "support/steps.h"

#include <math.h>

static void check_corners(const cdy_mesh *mesh)
{
    const size_t vertices = cdy_mesh_vertex_count(mesh), corners = 3 * cdy_mesh_triangle_count(mesh);
    for (size_t i = 0; i < corners; i++) {
        const int v = cdy_mesh_triangles(mesh)[i];
        require(v >= 0 && (size_t)v < vertices, "corner %zu is vertex %d of %zu", i, v, vertices);
    }
}

static void check_properties(const cdy_mesh *mesh)
{
    cdy_mesh_properties p;
    cdy_error error = {0};
    const cdy_status status = cdy_mesh_measure(mesh, NULL, &p, &error);
    if (require_status(status, CDY_OK, &error)) {
        require(p.volume >= 0 && isfinite(p.volume), "the volume is %g", p.volume);
        for (int k = 0; k < 3; k++) {
            require(p.lower[k] <= p.upper[k], "the box is reversed");
        }
    }
}

static void check_hull(const cdy_mesh *mesh)
{
    cdy_mesh *hull = NULL;
    cdy_error error = {0};
    const cdy_status status = cdy_mesh_convex_hull(mesh, &hull, &error);
    if (require_status(status, CDY_ERROR_NUMERIC, &error)) {
        check_corners(hull);
        check_properties(hull);
    } else {
        require(!hull, "a hull after a failure");
    }
    cdy_mesh_destroy(hull);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t format = size > 0 ? data[0] : 0;
    const char *name = format == 'o' ? "a.obj" : format == 'g' ? "a.glb" : format == 'c' ? "a.dae" : "a.stl";
    cdy_mesh *mesh = NULL;
    cdy_error error = {0};
    const uint64_t before = steps_taken();
    const cdy_status status =
        cdy_mesh_from_bytes(size > 1 ? (const char *)data + 1 : "", size > 1 ? size - 1 : 0, name, &mesh, &error);
    require_steps(before, size, 1, "reading a mesh");
    if (require_status(status, CDY_ERROR_ROBOT, &error)) {
        check_corners(mesh);
        check_properties(mesh);
        require_steps(before, size, 4, "measuring a mesh");
        check_hull(mesh);
    } else {
        require(!mesh, "a mesh after a failure");
    }
    cdy_mesh_destroy(mesh);
    return 0;
}
