/* Meshes: triangles from STL, OBJ, GLB and Collada files, their volume, inertia, tightness and convex hull. */
#ifndef CONDYLE_MESH_H
#define CONDYLE_MESH_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

/* A triangle mesh on the heap. */
typedef struct cdy_mesh cdy_mesh;

/* The solid that the surface of a mesh encloses, at a density of 1 kg/m3, in the mesh's frame.  Volume, center and
 * inertia are integrals over the triangles (divergence theorem, exact but for rounding), which have a meaning where the
 * surface is closed.  Surfaces that are inside out count as if they were not. */
typedef struct cdy_mesh_properties {
    double lower[3], upper[3]; /* bounding box, m */
    double volume;             /* m3 */
    double center[3];          /* of the volume, m; of the bounding box where the volume is 0 */
    double inertia[6];         /* ixx ixy ixz iyy iyz izz about `center`, m5: times the density, kg m2 */
    bool watertight;           /* each edge belongs to two triangles, which agree on inside and outside */
} cdy_mesh_properties;

/* Loads a mesh from a file, whose name tells its format: .stl (text or binary), .obj, .glb (binary glTF 2.0; triangles
 * of the default scene, coordinates as the file has them, without sparse accessors or extensions that the file
 * requires), .dae (Collada 1.4 and 1.5; triangles and
 * polygons of the scene, in meters, axes as the file has them).  `max_bytes` limits the file's size,
 * 0: 256 MiB.  The caller destroys *mesh. Fails with CDY_ERROR_IO (the file cannot be read), CDY_ERROR_ROBOT (its
 * content is at fault: file, line and reason in `error`; or no format that is read) or CDY_ERROR_MEMORY; *mesh is then
 * NULL.  No other file is opened. */
CDY_API cdy_status cdy_mesh_load(const char *path, size_t max_bytes, cdy_mesh **mesh, cdy_error *error);

/* Loads a mesh from `size` bytes in memory; `name` stands for the file.  Otherwise as cdy_mesh_load(). */
CDY_API cdy_status cdy_mesh_from_bytes(const void *bytes, size_t size, const char *name, cdy_mesh **mesh,
                                       cdy_error *error);

/* Frees a mesh; takes NULL. */
CDY_API void cdy_mesh_destroy(cdy_mesh *mesh);

/* Return the number of vertices and their coordinates (count x 3, m as the file has them), the number of triangles and
 * their vertices (count x 3 indices, counterclockwise seen from outside).  They live as long as the mesh. */
CDY_API size_t cdy_mesh_vertex_count(const cdy_mesh *mesh);
CDY_API const double *cdy_mesh_vertices(const cdy_mesh *mesh);
CDY_API size_t cdy_mesh_triangle_count(const cdy_mesh *mesh);
CDY_API const int *cdy_mesh_triangles(const cdy_mesh *mesh);

/* Measures a mesh whose coordinates are multiplied by `scale` (NULL: 1 1 1).  Vertices of equal coordinates count as
 * one.  Fails with CDY_ERROR_ARGUMENT (an argument is missing, a factor is 0 or not finite) or CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_mesh_measure(const cdy_mesh *mesh, const double scale[3], cdy_mesh_properties *properties,
                                    cdy_error *error);

/* Makes the convex hull of a mesh, itself a mesh (quickhull: Barber, Dobkin and Huhdanpaa 1996), to 1e-10 of its size.
 * Fails with CDY_ERROR_ARGUMENT, CDY_ERROR_MEMORY or CDY_ERROR_NUMERIC (the points lie in a plane, or take more than
 * 3000 steps each); *hull is then NULL. */
CDY_API cdy_status cdy_mesh_convex_hull(const cdy_mesh *mesh, cdy_mesh **hull, cdy_error *error);

#endif
