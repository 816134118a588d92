/* Path programs: the speed program of a stretch of a path with limits of velocity, acceleration, effort and jerk. */
#ifndef CDY_TRAJECTORY_PATH_PROGRAM_H
#define CDY_TRAJECTORY_PATH_PROGRAM_H

#include "trajectory/pace.h"
#include "trajectory/speed_program.h"
#include "trajectory/stages.h"

/* The square of the speed relative to a pace, by the pace's time. */
typedef struct path_program {
    const stage_source *source;
    const double *jerk; /* limits of jerk that the rows have, n */
    path_pace pace;
    speed_spline x;
    double *s;     /* 2 x.count + 1: path parameters of the knots and of the middles of the intervals */
    double *start; /* x.count + 2: coefficients from which a solution begins again */
    double *share; /* x.count: of the limits, which an interval may use */
    stages st;     /* at the knots and in the middles */
    speed_program program;
} path_program;

/* Makes a program for a spline's knots and shares of the limits (both taken over, also where this fails), without
 * friction. */
cdy_status cdy_path_program_create(path_program *p, const stage_source *source, const double *jerk,
                                   const path_pace *pace, speed_spline *x, double **share, cdy_error *error);
void cdy_path_program_clear(path_program *p);

/* Moves the squares of the speeds to which the friction belongs by a part of the way to `factor` times the present
 * ones, and computes it. */
cdy_status cdy_path_program_rub(path_program *p, double factor, double part, cdy_error *error);

/* Writes the rows anew, without those of which the present speeds use less than a share of the limit. */
void cdy_path_program_fill(path_program *p, double least_use);

/* Returns the largest x, the same everywhere, within all limits; where efforts do not hold the robot, with a tenth of
 * them left for the motion. */
double cdy_path_program_steady(const path_program *p);

/* Adds the motion to the timing of the path. */
cdy_status cdy_path_program_add(const path_program *p, path_timing *timing, cdy_error *error);

#endif
