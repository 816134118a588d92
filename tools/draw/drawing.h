/* Drawing: poses of a robot as vectors alone: outlines, lines, and labels beside them. */
#ifndef CONDYLE_TOOLS_DRAWING_H
#define CONDYLE_TOOLS_DRAWING_H

#include "draw/pose.h"
#include "draw/raster.h"
#include "writing/sink.h"

/* Writes `count` configurations of nq numbers as SVG, the last in full colors, those before it fainter. It has no
 * ground, and its labels are dark on a light page and light on a dark one. */
cdy_status drawing_write(subject *s, const double *poses, size_t count, const pose_style *style, camera from, int width,
                         int height, const char *title, const sink *to, cdy_error *error);

#endif
