/* Solids: shapes of robots as triangles. */
#ifndef CONDYLE_TOOLS_SOLIDS_H
#define CONDYLE_TOOLS_SOLIDS_H

#include "draw/scene.h"

#include <condyle/mesh.h>
#include <condyle/tree.h>

/* Add a primitive, placed by the homogeneous transform T (4 x 4, row-major), or a mesh of these factors. */
void solids_add_primitive(scene *s, const cdy_geometry *geometry, const double T[16], color paint);
void solids_add_mesh(scene *s, const cdy_mesh *mesh, const double scale[3], const double T[16], color paint);

/* C = A B for homogeneous transforms. */
void solids_multiply(const double A[16], const double B[16], double C[16]);

/* Places a point. */
void solids_place(const double T[16], const double point[3], double placed[3]);

#endif
