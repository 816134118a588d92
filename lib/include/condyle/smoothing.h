/* Smoothing: velocities and accelerations from recorded positions, by a filter without delay.
 *
 * At each time a polynomial of third degree is fitted to the rows around it, by least squares with the weights
 * (1 - (dt/r)^2)^3 within r = cdy_smoothing_half_width() of it; its value and derivatives are q, qd and qdd (Savitzky
 * and Golay 1964; Fan and Gijbels 1996, chapter 3).  The weights are symmetric, so that nothing is delayed, and times
 * need not be evenly spaced: where fewer than 8 rows lie within r, a larger r includes the 8 nearest rows.  A motion
 * that is a cubic in time is unchanged.  Within r of the first and the last row the fit has rows on one side only and
 * follows noise more: accelerations there have some ten times the noise. */
#ifndef CONDYLE_SMOOTHING_H
#define CONDYLE_SMOOTHING_H

#include <condyle/configuration.h>

/* Returns half the width r of the filter's window, s; NaN for a cutoff that is not greater than 0.  Of a sine of the
 * frequency `cutoff` (Hz), half the amplitude of the positions remains. */
CDY_API double cdy_smoothing_half_width(double cutoff);

/* A recorded motion, and how smooth it is to become. */
typedef struct cdy_recorded_motion {
    size_t count;    /* rows; 4 at least */
    const double *t; /* count: times, s, increasing */
    const double *q; /* count x nq: configurations */
    double cutoff;   /* Hz */
} cdy_recorded_motion;

/* Gives smooth q (nq), qd and qdd (n each; NULL: not wanted) at row `row` of a recorded motion, without allocating.
 * Only rows within r, or the nearest 8, play a part; those of joints on manifolds are compared there.  Fails with
 * CDY_ERROR_ARGUMENT where there are fewer than 4 rows or no such row, the cutoff is not greater than 0, times do not
 * increase, the rows around this one are closer together than 1e-75 s or further apart than 1e75 s, or a number is not
 * finite or a position beyond 1e100.  With a cutoff so low that all rows lie within r, one cubic fits all of them. */
CDY_API cdy_status cdy_smoothing_row(const cdy_model *model, const cdy_recorded_motion *recorded, size_t row, double *q,
                                     double *qd, double *qdd, cdy_error *error);

/* Gives smooth q (count x nq), qd and qdd (count x n; NULL: not wanted) at all rows; q must not overlap the motion's.
 * Fails as cdy_smoothing_row() does. */
CDY_API cdy_status cdy_smoothing_rows(const cdy_model *model, const cdy_recorded_motion *recorded, double *q,
                                      double *qd, double *qdd, cdy_error *error);

#endif
