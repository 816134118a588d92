/* A straight line of a frame, and the search for configurations on it. */
#ifndef CDY_TRAJECTORY_LINE_H
#define CDY_TRAJECTORY_LINE_H

#include "trajectory/spline.h"
#include "trajectory/trajectory.h"

#include <condyle/inverse_kinematics.h>

/* Points on a line. */
enum { LEAST_POINTS = 8, MOST_POINTS = 4096 };

/* A line of the frame: translation and rotation vector, in the axes of the base. */
typedef struct line {
    double from[16];
    vec3 displacement, turn;
    size_t number; /* from 1 */
} line;

/* The largest deviation from a line, in parts of a tolerance, and the fraction of the line where it is. */
typedef struct deviation {
    double size, at;
} deviation;

typedef struct line_search {
    request *r;
    int frame;
    cdy_workspace *workspace;
    cdy_ik_options options;
    double *q; /* (MOST_POINTS + 1) x nq */
    knots knots;
    double *ends;   /* nq: configuration at the line's begin */
    bool off_line;  /* `ends` is off the end of the line before, which was damped */
    double *J;      /* 6 x n: the frame's Jacobian */
    double *stages; /* 5 n: rates of a Runge-Kutta step */
} line_search;

bool cdy_line_search_create(line_search *s);
void cdy_line_search_clear(line_search *s);

/* The line from one placement (4 x 4) to another. */
line cdy_line_between(const double *from, const double *to, size_t number);

/* Computes the placement at a fraction of the line. */
void cdy_line_place(const line *l, double fraction, double T[16]);

/* Adds the spline through the configurations s->q at evenly spaced points of a line to the path; false where memory
 * runs out. */
bool cdy_line_add_points(line_search *s, size_t points);

/* Measures the largest deviation of the path's last `points` segments from the line, at `parts` - 1 places within each
 * and at its end. */
cdy_status cdy_line_measure(line_search *s, const line *l, size_t points, int parts, line_tolerances tolerances,
                            deviation *largest, cdy_error *error);

/* The pace of the path from segment `begin` on: the time that it takes at a steady speed within the limits of velocity
 * and acceleration; velocities without limits count as limited to 1. */
double cdy_line_pace(const request *r, size_t begin);

/* Adds the path of the damped motion along a line whose pace is the shortest within the tolerances, if it is shorter
 * than `pace`; *added tells whether. Fails with CDY_ERROR_NUMERIC where none keeps within the tolerances and `pace` is
 * infinite.  Adds nothing where no joint moves the frame at the line's begin. */
cdy_status cdy_add_damped_line(line_search *s, const line *l, line_tolerances tolerances, double pace, bool *added,
                               cdy_error *error);

#endif
