/* Plane: the way of a point in a plane, as a line while it has few points, then as the cells of a grid about the origin
 * that the line crosses. The cells double in size where the line leaves the grid, so that its memory does not grow. */
#ifndef CONDYLE_TOOLS_PLANE_H
#define CONDYLE_TOOLS_PLANE_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_POINTS = 1000, PLANE_SIDE = 256, PLANE_HALF = PLANE_SIDE / 2 };

typedef struct plane {
    size_t count;                  /* points */
    double points[MOST_POINTS][2]; /* NaN: the line ends, another begins */
    bool is_grid;
    double cell[2]; /* size of a cell along x and y */
    double last[2]; /* last point, NaN: none */
    double most[2]; /* largest magnitudes */
    unsigned char marks[PLANE_SIDE * PLANE_SIDE / 8];
} plane;

/* Makes an empty plane. */
void plane_open(plane *p);

/* Adds a point; NaN: it is not known. */
void plane_add(plane *p, double x, double y);

/* Returns whether the line crosses a cell, which begins at (column - PLANE_HALF) cell[0] and likewise along y. */
bool plane_has(const plane *p, int column, int row);

#endif
