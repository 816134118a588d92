/* Trace: curves, powers and poses of a motion for its report, gathered row by row in memory that does not grow with the
 * rows. */
#ifndef CONDYLE_TOOLS_TRACE_H
#define CONDYLE_TOOLS_TRACE_H

#include "page/envelope.h"
#include "page/plane.h"

#include <condyle/limit_report.h>
#include <stdint.h>

enum { MOST_POSES = 8 };

/* The power of all joints together, W, its peaks, and its integrals, J. */
typedef struct supply {
    double last;          /* power of the last row; NaN: not known */
    double drawn;         /* integral of the power above 0 over time, by trapezoids */
    double returned;      /* likewise of the power below 0, as a positive number */
    cdy_limit_peak most;  /* largest power, its row that of the input, from 0 */
    cdy_limit_peak least; /* least power */
} supply;

typedef struct trace {
    size_t nq, nv;
    bool timed;              /* x is time, s; else the number of the row in the input, from 1 */
    unsigned long long rows; /* taken */
    double first, last;      /* x of the first and the last row */
    double *values;          /* of a row, a number for each curve */
    envelope curves;         /* q (nq), qd, tau, power (nv each), power of all joints, energy of all joints */
    plane *planes;           /* nv: torque over velocity */
    double *home;            /* nq */
    double *poses;           /* configurations of rows at equal distances, and the last one */
    size_t pose_count;       /* count without the last pose, which stands behind the others */
    unsigned long long pose_every;
    supply supply;
    cdy_limit_report *report;
} trace;

/* Groups of curves. */
typedef enum trace_group { TRACE_Q, TRACE_QD, TRACE_TAU, TRACE_POWER, TRACE_SUPPLY, TRACE_ENERGY } trace_group;

/* Makes the trace of a model's motion. trace_close() frees it, also after a failure. */
cdy_status trace_open(trace *t, const cdy_model *model, cdy_error *error);
void trace_close(trace *t);

/* Adds a row to the trace `to`, as a recording_add. */
cdy_status trace_add(void *to, uint64_t row, const double *time, const double *q, const double *qd, const double *tau,
                     cdy_error *error);

/* Returns the curve of element `index` of a group. */
size_t trace_curve(const trace *t, trace_group group, size_t index);

/* Returns whether a row gives a number of a group. */
bool trace_has(const trace *t, trace_group group);

#endif
