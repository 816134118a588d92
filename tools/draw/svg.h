/* SVG: a scene as a picture for pages: surfaces as pixels, lines on top and labels as vectors. */
#ifndef CONDYLE_TOOLS_SVG_H
#define CONDYLE_TOOLS_SVG_H

#include "draw/png.h"

/* Writes the beginning and the end of a picture. */
void svg_begin(int width, int height, const char *title, const sink *to);
void svg_end(const sink *to);

/* Writes a line of a scene. */
void svg_line(const scene_line *line, const camera *c, int width, int height, const sink *to);

/* Writes a scene, whose `surfaces` are drawn already; false where memory runs out. */
bool svg_write(const scene *s, const camera *c, const image *surfaces, const char *title, packer *pack, const sink *to);

#endif
