/* Envelope: curves over a common x, reduced to columns with the least and the largest value of each curve. Its memory
 * does not grow with the rows, and no peak is lost: the first rows have columns of their own; where there are too many,
 * columns of equal width take their place, and the width doubles whenever they become too many again. */
#ifndef CONDYLE_TOOLS_ENVELOPE_H
#define CONDYLE_TOOLS_ENVELOPE_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_COLUMNS = 720 };

typedef struct envelope {
    size_t curves;
    size_t count;   /* columns */
    double begin;   /* x of the first row */
    double width;   /* of a column; 0: each row has its own */
    double *x;      /* columns x 2: x of its first and of its last row */
    double *values; /* columns x curves x 2: least and largest value; NaN: no row gives one */
} envelope;

/* Begins `curves` curves; false where memory runs out. envelope_close() frees them, also then. */
bool envelope_open(envelope *e, size_t curves);
void envelope_close(envelope *e);

/* Adds a row; x never decreases, and its range is finite. A value that is not known is NaN. */
void envelope_add(envelope *e, double x, const double *values);

/* Returns the least and largest value of a curve in a column. */
const double *envelope_range(const envelope *e, size_t column, size_t curve);

/* Finds the least and largest value of a curve; false where no row gives one. */
bool envelope_extent(const envelope *e, size_t curve, double extent[2]);

#endif
