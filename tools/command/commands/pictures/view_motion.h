/* The motion of condyle view: the rows t, q, qd, qdd and tau of --input, as they stand in the page. */
#ifndef CONDYLE_TOOLS_VIEW_MOTION_H
#define CONDYLE_TOOLS_VIEW_MOTION_H

#include "options/row_options.h"
#include "run/output.h"
#include "values/robot.h"

/* The vectors of a row, in the order of the numbers. */
typedef enum motion_vector { MOTION_T, MOTION_Q, MOTION_QD, MOTION_QDD, MOTION_TAU, MOTION_VECTORS } motion_vector;

typedef struct view_motion {
    char *file;                    /* name of the input in messages */
    size_t sizes[MOTION_VECTORS];  /* numbers a row */
    bool given[MOTION_VECTORS];    /* any row gives a number */
    double *numbers;               /* row by row: t, q, qd, qdd, tau; NaN: not given */
    size_t width, count, capacity; /* numbers a row; rows, and rows that fit the memory */
} view_motion;

/* Reads the rows of --input. A position that a row does not give stays where the row before had it, at first at the
 * configuration `q`. Where not every row has a time, none has. view_motion_clear() frees the motion, also after a
 * failure. */
exit_code view_motion_read(view_motion *m, const row_options *o, const robot *r, const double *q, bool degrees,
                           bool gravity_given);
void view_motion_clear(view_motion *m);

/* Writes the motion as an object: its file, the number of its rows, and each vector as base 64 of its numbers, 8 bytes
 * each, the least first; null for a vector that no row gives. */
exit_code view_motion_write(const view_motion *m, output *out);

#endif
