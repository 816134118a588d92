/* Cells: a square grid over the radii and heights of points, and the samples that lie in each cell. */
#ifndef CDY_CAPACITY_CELLS_H
#define CDY_CAPACITY_CELLS_H

#include "capacity/poses.h"

/* A sample of a map: its cell, and what the map shows there. */
typedef struct cell_sample {
    double height, radius; /* numbers of the cell, whole */
    double value;          /* of which the map shows the least and the largest: a mass or a measure */
    double distance;       /* of the point from the base's origin, m */
    int number;            /* a joint or a direction; -1: none */
} cell_sample;

/* How one kind of map (of reach, of payloads, of contact) makes samples of poses, and cells of samples. */
typedef struct map_kind {
    /* Takes pose number i of the block, whose numbers are finite, as a sample; *taken: it has one. */
    cdy_status (*take)(poses *p, size_t i, const void *context, double size, cell_sample *sample, bool *taken,
                       cdy_error *error);
    /* Writes cell number k of the map: `count` samples, by value, and the cell's middle. */
    void (*write)(const cell_sample *samples, size_t count, double radius, double height, void *cells, size_t k);
    const void *context;
} map_kind;

/* Fails with CDY_ERROR_ARGUMENT where the size of cells (m) is not above 0 and finite. */
cdy_status cdy_check_cell_size(double size, cdy_error *error);

/* The place in the base frame of a point in the frame T. */
void cdy_place_point(const double T[16], const double point[3], double place[3]);

/* Whether a point at `place` is off the base's z axis, by more than rounding. */
bool cdy_is_off_axis(const double T[16], const double point[3], const double place[3]);

/* Finds the cell of a point in the base frame; `name` is what messages call it.  Fails with CDY_ERROR_ARGUMENT where
 * the cells are too small to count. */
cdy_status cdy_find_cell(const char *name, const double point[3], double size, cell_sample *sample, cdy_error *error);

/* Draws all random poses and writes the cells of the samples that the kind of map takes, by height, then by radius;
 * *count gets the number of cells. Cells beyond `max_cells` are only counted, with CDY_ERROR_ARGUMENT. */
cdy_status cdy_draw_map(poses *p, const map_kind *kind, double size, size_t max_cells, void *cells, size_t *count,
                        cdy_error *error);

#endif
