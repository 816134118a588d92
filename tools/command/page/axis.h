/* Axis: a range of a plot with ticks at round numbers. */
#ifndef CONDYLE_TOOLS_AXIS_H
#define CONDYLE_TOOLS_AXIS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct axis {
    double low, high;
    double step; /* distance of two ticks; ticks are its multiples */
    int decimals;
} axis;

enum { AXIS_LABEL_SIZE = 48 };

/* Makes an axis from `low` to `high` with about `ticks` ticks, in steps of 1, 2 or 5 times a power of ten; `degrees`:
 * in those of 15, 30, 45, 90 and 180 where they are nearer. An empty range is widened. */
axis axis_fit(double low, double high, int ticks, bool degrees);

/* Returns the place of a value, 0 at the low end and 1 at the high one. */
double axis_place(const axis *a, double value);

/* Gives the first tick, as a multiple of the step, and the number of ticks. */
double axis_first(const axis *a, int *count);

/* Writes the label of a tick. */
void axis_label(const axis *a, double value, char label[AXIS_LABEL_SIZE]);

#endif
