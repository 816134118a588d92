/* Delays between the positions and the torques of a recording. */
#ifndef CDY_IDENTIFICATION_DELAY_H
#define CDY_IDENTIFICATION_DELAY_H

#include <stddef.h>

/* Returns the number that `values` has at a time, on the line between the two rows around it, and that of the first or
 * last row beyond a recording's ends; where a time is not greater than the one before, or NaN, another recording
 * begins. *row is a row of the recording, and becomes the one from which the line goes, so that the next search from
 * there is short. */
double cdy_value_at(const double *times, const double *values, size_t count, size_t *row, double time);

/* cdy_drive_identification_find_delay() for rows of any number, and no NULL but `weights`. */
double cdy_find_delay(size_t count, const double *t, const double *measured, const double *model,
                      const double *weights);

#endif
