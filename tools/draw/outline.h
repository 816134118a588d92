/* Outline: a shape of a robot as vectors, its edge and the faces that are seen. */
#ifndef CONDYLE_TOOLS_OUTLINE_H
#define CONDYLE_TOOLS_OUTLINE_H

#include "draw/pose.h"
#include "draw/raster.h"
#include "writing/sink.h"

/* Where outlines are drawn. */
typedef struct outline_page {
    const camera *view;
    int width, height; /* pixels */
    const sink *to;
} outline_page;

/* Writes the outline of a shape as paths, in pixels; a mesh as the convex hull of its picture. Returns false where
 * memory runs out. */
bool outline_write(const outline_page *p, const placed_shape *shape);

/* Writes a place of a picture, to a tenth of a pixel, behind a command of a path. */
void outline_point(const sink *to, char command, double x, double y);

#endif
