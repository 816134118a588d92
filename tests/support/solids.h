/* Solids: meshes of known volume, as STL and OBJ, that tests write. */
#ifndef CDY_TESTS_SOLIDS_H
#define CDY_TESTS_SOLIDS_H

#include <stddef.h>

/* A mesh of a test: corners of triangles, 9 numbers each, which the caller frees. */
typedef struct solid_mesh {
    float *corners;
    size_t count; /* number of triangles */
} solid_mesh;

/* Makes a box of these edges with its lowest corner at `at`: twelve triangles. */
solid_mesh make_box_mesh(const double edges[3], const double at[3]);

/* Makes a sphere about the origin of 8 x 4^rounds triangles, by dividing an octahedron. */
solid_mesh make_sphere_mesh(double radius, int rounds);

/* Writes a mesh as binary STL, as STL text, or as OBJ; the caller frees the bytes. */
char *write_binary_stl(solid_mesh mesh, size_t *size);
char *write_text_stl(solid_mesh mesh, size_t *size);
char *write_obj(solid_mesh mesh, size_t *size);

#endif
