/* Delays of efforts behind positions, by which rows are brought together: filters of currents lag. */
#ifndef CONDYLE_TOOLS_EFFORT_DELAYS_H
#define CONDYLE_TOOLS_EFFORT_DELAYS_H

#include <stdbool.h>
#include <stddef.h>

/* Rows of n joints, each array count x n but the times. */
typedef struct effort_rows {
    size_t count, n;
    const double *t;
    const double *velocity, *acceleration, *model, *weights, *efforts; /* weight 0: no effort */
    bool of_unknown_gain; /* efforts are a gain of each joint times torques, of any sign */
} effort_rows;

/* Finds the delay of each joint (n, s), as 'explain' does: beside friction and an offset that the model may lack; 0
 * where a time is not known.  Returns false where memory runs out. */
bool effort_delays_find(const effort_rows *rows, double *delays);

/* The efforts of the rows' times: those that come a delay later. */
void effort_delays_align(const effort_rows *rows, const double *delays, double *aligned);

#endif
