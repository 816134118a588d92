/* Reach: a map of the radii and heights that a point of a robot reaches, how well the robot moves it there, and into
 * how many directions it turns an axis of the frame.
 *
 * Arrays, defaults and errors are those of dynamics.h. */
#ifndef CONDYLE_REACH_H
#define CONDYLE_REACH_H

#include <condyle/capacity.h>

/* The directions of the base frame are counted by parts of the unit sphere, all of the same area: a cap about either
 * direction of the base's z axis, and between the caps 7 bands of 12 parts each. */
enum { CDY_REACH_DIRECTIONS = 2 + 7 * 12 };

/* A point of a frame, and an axis there whose directions count.  Zeros are the defaults. */
typedef struct cdy_reach_point {
    int frame;
    double point[3]; /* in the frame's axes from its origin, m */
    double axis[3];  /* in the frame's axes, of any length; 0 0 0: the frame's z axis */
    unsigned rows;   /* components of the point's velocity in the base's axes (CDY_ROWS_LINEAR and so on) whose
                      * manipulability is measured; 0: CDY_ROWS_LINEAR */
} cdy_reach_point;

/* The poses whose point is in one cell of a grid over heights and radii. */
typedef struct cdy_reach_cell {
    double radius, height;         /* of the cell's middle, m: distance from the base's z axis, z in the base frame */
    double farthest;               /* largest distance of the point from the base's origin in these poses, m */
    double least_manipulability;   /* least measure of the point's Jacobian in these poses (cdy_manipulability()) */
    double largest_manipulability; /* largest measure of it */
    double dexterity;              /* share of the CDY_REACH_DIRECTIONS into which the axis points in these poses */
    unsigned long long samples;    /* how many of the random poses these are */
} cdy_reach_cell;

/* Gives a map of the radii and heights that a point reaches in random poses (as many as the options say, drawn as by
 * cdy_payload_capacity_map()), in square cells of `size` m: at most `max_cells` cells, by height, then by radius, to
 * `cells`; *count gets their number.  The dexterity is that of Zacharias, Borst and Hirzinger (2007), over the cells'
 * rings in place of cubes: azimuths of the axis are counted from the direction that is level and outward at the point,
 * so that turning the robot about the base's z axis changes nothing, and, where the point is on that axis, from the
 * base's x axis.  A direction, like a cell, counts once a pose has it: the map grows with the number of poses, and
 * shows no more than what can be reached.  The center of mass of the options plays no part.  Allocates.  `options` NULL
 * means the defaults.
 *
 * Fails with CDY_ERROR_ARGUMENT (a pointer that is NULL, a frame that does not exist, a point or an axis that is not
 * finite, rows that are none, options or a size that are not in their ranges, more cells than there is room for; *count
 * is then the number that is needed) and CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_reach_map(const cdy_model *model, const cdy_reach_point *point,
                                 const cdy_capacity_options *options, double size, size_t max_cells,
                                 cdy_reach_cell *cells, size_t *count, cdy_error *error);

#endif
