/* Rasteriser: a scene as pixels, seen in parallel projection. */
#ifndef CONDYLE_TOOLS_RASTER_H
#define CONDYLE_TOOLS_RASTER_H

#include "draw/scene.h"

/* Direction of view, and how the picture lies in it. */
typedef struct camera {
    double right[3], up[3], toward[3]; /* unit vectors; `toward` points at the viewer */
    double middle[2];                  /* of the picture, along right and up, m */
    double scale;                      /* pixels a meter */
} camera;

typedef struct image {
    int width, height;
    unsigned char *pixels; /* height x width x 3, from the upper left corner */
} image;

/* Returns a camera that looks from an azimuth (from x toward y) and an elevation, rad. */
camera camera_from(double azimuth, double elevation);

/* The extent of a scene in the plane of the picture, m along right and up. */
typedef struct extent {
    double low[2], high[2];
    bool any; /* false: nothing yet */
} extent;

/* Extends an extent by a scene, without its labels. */
void camera_extend(const camera *c, const scene *s, extent *e);

/* Fits an extent into a picture of this size. */
void camera_fit(camera *c, const extent *e, int width, int height);

/* Gives the place of a point in the picture, in pixels from the upper left corner, and how near it is, m. */
void camera_project(const camera *c, int width, int height, const float point[3], double *x, double *y, double *near);

/* Returns the brightness, 0 to 1.02, of a surface with a normal of any length, which is turned to the viewer. */
double camera_light(const camera *c, const double normal[3]);

/* Draws a scene, without lines on top and labels if `marks` is false; false if memory runs out. The caller frees the
 * pixels. */
bool raster_draw(const scene *s, const camera *c, int width, int height, bool marks, image *made);

#endif
