/* Cells: a square grid over the radii and heights of points, and the samples that lie in each cell. */
#ifndef CDY_CAPACITY_CELLS_H
#define CDY_CAPACITY_CELLS_H

#include "capacity/poses.h"

/* A sample of a map: its cell, the mass there, and what bounds it. */
typedef struct cell_sample {
    double height, radius; /* numbers of the cell, whole */
    double mass;
    int velocity;
} cell_sample;

/* Fails with CDY_ERROR_ARGUMENT where the size of cells (m) is not above 0 and finite. */
cdy_status cdy_check_cell_size(double size, cdy_error *error);

/* Finds the cell of a point in the base frame; `name` is what messages call it.  Fails with CDY_ERROR_ARGUMENT where
 * the cells are too small to count. */
cdy_status cdy_find_cell(const char *name, const double point[3], double size, cell_sample *sample, cdy_error *error);

/* Sorts samples by height, radius, mass and joint. */
void cdy_sort_cells(cell_sample *samples, size_t count);

/* Returns the end of the cell whose samples begin at `first`. */
size_t cdy_cell_end(const cell_sample *samples, size_t count, size_t first);

/* Fails with CDY_ERROR_ARGUMENT where a map has more cells than there is room for. */
cdy_status cdy_check_cell_room(size_t count, size_t max_cells, cdy_error *error);

#endif
