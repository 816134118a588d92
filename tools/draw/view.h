/* View: directions to look from, by name or by angles. */
#ifndef CONDYLE_TOOLS_VIEW_H
#define CONDYLE_TOOLS_VIEW_H

#include "draw/raster.h"

/* Reads iso, front, back, side, top, or AZIMUTH,ELEVATION of the viewer in degrees; false where it is none of them. */
bool view_read(const char *text, camera *c);

#endif
