/* Mesh: triangles over vertices, and how readers build them. */
#ifndef CDY_MESH_MESH_H
#define CDY_MESH_MESH_H

#include <condyle/mesh.h>

struct cdy_mesh {
    double *vertices; /* vertex_count x 3 */
    int *triangles;   /* triangle_count x 3 */
    size_t vertex_count, vertex_capacity;
    size_t triangle_count, triangle_capacity;
};

/* Append a vertex or a triangle; return false if memory runs out or there are more than an int can count. */
bool cdy_mesh_add_vertex(cdy_mesh *mesh, const double xyz[3]);
bool cdy_mesh_add_triangle(cdy_mesh *mesh, int a, int b, int c);

/* Read the content of a file into an empty mesh. */
cdy_status cdy_read_stl(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error);
cdy_status cdy_read_obj(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error);
cdy_status cdy_read_glb(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error);
cdy_status cdy_read_msh(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error);
cdy_status cdy_read_collada(cdy_mesh *mesh, const char *bytes, size_t size, const char *name, cdy_error *error);

/* Numbers the vertices so that vertices of equal coordinates have equal numbers; writes the number of each vertex to
 * `numbers`. */
cdy_status cdy_mesh_weld(const cdy_mesh *mesh, int *numbers, cdy_error *error);

/* Returns whether a coordinate is finite and small enough for its fifth power. */
bool cdy_is_coordinate(double x);

#endif
