/* Limit reports: how much of the limits of its joints a motion uses.
 *
 * A report gathers rows (t, q, qd, tau) in memory of fixed size, however many rows there are, and gives for each degree
 * of freedom the peaks of torque, velocity and power with their rows, the least distance to a position limit, the mean
 * torque and the energy.  The limits are those of the model: lower and upper, effort and velocity of joints of one
 * degree of freedom (cdy_model_velocity(), cdy_model_position()); a limit of 0 in the robot's file counts as not known.
 * Limits of joints that follow a leader do not affect the report.  After a report is made no call allocates. */
#ifndef CONDYLE_LIMIT_REPORT_H
#define CONDYLE_LIMIT_REPORT_H

#include <condyle/model.h>

/* A report of the limits that the rows of a motion use.  One thread uses it at a time. */
typedef struct cdy_limit_report cdy_limit_report;

/* Makes a report for a model on the heap, without rows; it does not need the model any more.  Fails with
 * CDY_ERROR_MEMORY or CDY_ERROR_ARGUMENT. */
CDY_API cdy_status cdy_limit_report_create(const cdy_model *model, cdy_limit_report **report, cdy_error *error);

/* Frees a report made by cdy_limit_report_create(); takes NULL. */
CDY_API void cdy_limit_report_destroy(cdy_limit_report *report);

/* Returns the bytes that a model's report takes in memory of any alignment. */
CDY_API size_t cdy_limit_report_size(const cdy_model *model);

/* Makes a report in the caller's `memory` of `size` bytes; *report then points into it and must not be destroyed. Fails
 * with CDY_ERROR_ARGUMENT where `size` is under cdy_limit_report_size(). */
CDY_API cdy_status cdy_limit_report_init(void *memory, size_t size, const cdy_model *model, cdy_limit_report **report,
                                         cdy_error *error);

/* Sets the part of a limit, for positions of the range between both limits (1 rad or m where there is one alone), by
 * which it may be exceeded and yet counts as kept: 0 to 1; 1e-9, for rounding, before the call.  It counts for all
 * rows, also those before.  Fails with CDY_ERROR_ARGUMENT for another number; the report is then as it was. */
CDY_API cdy_status cdy_limit_report_set_tolerance(cdy_limit_report *report, double tolerance, cdy_error *error);

/* Returns the tolerance; 0 without a report. */
CDY_API double cdy_limit_report_tolerance(const cdy_limit_report *report);

/* Removes all rows; the tolerance stays. */
CDY_API void cdy_limit_report_clear(cdy_limit_report *report);

/* Adds a row at time *t (s; NULL: a row without time): q (nq), qd (n) and tau (n).  NULL, and NaN for a single number,
 * means not known: unknown numbers do not affect the report.  Fails with CDY_ERROR_ARGUMENT where a number is infinite
 * or the time is NaN or before the time of the last row; the report is then as it was. */
CDY_API cdy_status cdy_limit_report_add(cdy_limit_report *report, const double *t, const double *q, const double *qd,
                                        const double *tau, cdy_error *error);

/* Returns the number of rows. */
CDY_API unsigned long long cdy_limit_report_rows(const cdy_limit_report *report);

/* An extreme value with its place. */
typedef struct cdy_limit_peak {
    double value;           /* NaN where no row gives it */
    unsigned long long row; /* from 0 */
    double time;            /* s; NaN for a row without time */
} cdy_limit_peak;

/* The use of the limits of one degree of freedom by a motion. */
typedef struct cdy_limit_use {
    cdy_limit_peak torque; /* of the largest magnitude, with its sign, N m or N */
    double rms_torque;     /* root mean square; over time where all rows have times, else over rows */
    double effort_used;    /* magnitude of the peak in parts of the effort limit; NaN where either is not known */
    cdy_limit_peak speed;  /* of the largest magnitude, with its sign, rad/s or m/s */
    double velocity_used;  /* magnitude of the peak in parts of the velocity limit; NaN where either is not known */
    cdy_limit_peak margin; /* least distance to a position limit, rad or m, negative beyond it; NaN without limits */
    cdy_limit_peak power;  /* tau qd of the largest magnitude, with its sign, W: above 0 the joint drives */
    double energy_driven;  /* J, integral of the power above 0 over time (trapezoids); NaN without times */
    double energy_braked;  /* J, minus the integral of the power below 0 over time */
    bool effort_exceeded;  /* each beyond its limit by more than the tolerance, in some row */
    bool velocity_exceeded;
    bool position_exceeded;
    /* Whether an excess may have stayed unseen: the limit is not known, or some row does not tell the torque, velocity
     * or position.  False for a joint of several degrees of freedom, which has no limits, and for the position of a
     * joint without them. */
    bool effort_unknown;
    bool velocity_unknown;
    bool position_unknown;
} cdy_limit_use;

/* Gives the use of the limits of degree of freedom `velocity` (0 to n-1).  Fails with CDY_ERROR_ARGUMENT where there is
 * none, and with CDY_ERROR_NUMERIC where a sum is not finite. */
CDY_API cdy_status cdy_limit_report_use(const cdy_limit_report *report, int velocity, cdy_limit_use *use,
                                        cdy_error *error);

/* Returns the number of degrees of freedom that exceed a limit. */
CDY_API int cdy_limit_report_exceeded(const cdy_limit_report *report);

/* Returns the number of degrees of freedom of which an excess may have stayed unseen (cdy_limit_use), so that a report
 * without excess says nothing about them. */
CDY_API int cdy_limit_report_unknown(const cdy_limit_report *report);

#endif
