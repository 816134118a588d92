/* Font: letters of 5 x 8 points for pictures made of pixels. */
#ifndef CONDYLE_TOOLS_FONT_H
#define CONDYLE_TOOLS_FONT_H

#include "draw/raster.h"

/* Draws a text with its upper left corner at a pixel; what is outside the picture is cut. Bytes that are not printable
 * ASCII become '?'. */
void font_draw(image *made, int x, int y, const char *text, color paint);

#endif
