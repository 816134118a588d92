/* Polygon: the corners of one face of a mesh file, and its triangles. */
#ifndef CDY_MESH_POLYGON_H
#define CDY_MESH_POLYGON_H

#include "mesh/mesh.h"

/* The corners of a face, in order, as indices of vertices of a mesh; it begins as {0}. */
typedef struct cdy_polygon {
    int *corners;
    size_t count, capacity;
} cdy_polygon;

/* Appends a corner; false if memory runs out. */
bool cdy_polygon_add(cdy_polygon *polygon, int corner);

/* Adds the triangles of a polygon to the mesh: a fan around its first corner where it is convex or has no plane, else
 * ears in its mean plane. Fails with CDY_ERROR_MEMORY or, where it is not convex and takes too long, CDY_ERROR_ROBOT;
 * the caller tells of it. */
cdy_status cdy_mesh_add_polygon(cdy_mesh *mesh, const int *corners, size_t count);

/* The part of a message that follows the face of which cdy_mesh_add_polygon() fails with CDY_ERROR_ROBOT. */
#define CDY_POLYGON_TOO_LONG "is not convex and has too many corners; expected triangles"

/* Frees the corners. */
void cdy_polygon_clear(cdy_polygon *polygon);

#endif
