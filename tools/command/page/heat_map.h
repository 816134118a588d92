/* Heat map: a picture of a quantity over radius and height, one color a cell, as SVG. */
#ifndef CONDYLE_TOOLS_HEAT_MAP_H
#define CONDYLE_TOOLS_HEAT_MAP_H

#include "run/output.h"

/* A cell of the grid. */
typedef struct heat_cell {
    double radius, height; /* of its middle, m */
    double value;          /* not finite: as infinite */
} heat_cell;

typedef struct heat_map {
    const char *title;      /* of the quantity, with its point */
    const char *robot;      /* name */
    const char *quantity;   /* beside the bar of colors, with its unit */
    const heat_cell *cells; /* by height, then by radius */
    size_t count;           /* of the cells, one at least */
    double size;            /* of a cell, m */
    bool wide;              /* the quantity may range over powers of ten, as masses do */
} heat_map;

/* Writes the picture: the radius to the right, the height upward, both to one scale. The colors grow lighter with the
 * quantity; with the logarithm of a wide one where all values are above 0 and range over a power of ten. */
void heat_map_write(const heat_map *m, output *out);

/* Gives the color of a place on the scale, 0 to 1: red, green and blue, 0 to 255. */
void heat_color(double place, int rgb[3]);

#endif
