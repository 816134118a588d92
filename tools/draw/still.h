/* Still: poses of a robot in one picture. */
#ifndef CONDYLE_TOOLS_STILL_H
#define CONDYLE_TOOLS_STILL_H

#include "draw/pose.h"
#include "draw/raster.h"

enum { STILL_SMALLEST = 16, STILL_LARGEST = 8192 }; /* width and height, pixels */

typedef struct still {
    scene shown;
    camera view; /* fitted to the scene */
    image made;
} still;

/* Draws count configurations of nq numbers, the last in full colors, those before it fainter; without lines on top and
 * labels if `marks` is false. still_clear() frees the picture, also after a failure. */
cdy_status still_draw(still *p, subject *s, const double *poses, size_t count, const pose_style *style, camera from,
                      int width, int height, bool marks, cdy_error *error);

void still_clear(still *p);

#endif
