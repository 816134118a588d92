/* Speed programs: the square x of a speed, a spline, whose duration, the integral of 1 / sqrt(x), is least within rows
 * |value| <= 1 or 1 / sqrt(x), where each value is linear in x and its derivatives. */
#ifndef CDY_TRAJECTORY_SPEED_PROGRAM_H
#define CDY_TRAJECTORY_SPEED_PROGRAM_H

#include "trajectory/speed_spline.h"

enum { SIDES = 2 };

/* Sides of rows: of the upper and of the lower bound. */
typedef struct row_sides {
    double slack[SIDES], multiplier[SIDES];
    double slack_step[SIDES], multiplier_step[SIDES];
} row_sides;

/* The value constant + k . c, with the coefficients of an interval. */
typedef struct program_row {
    double k[3], constant;
    row_sides sides;
} program_row;

/* A place in an interval, the share of its coefficients in x there, and the rows of it. */
typedef struct program_place {
    size_t interval, first, count;
    double share[3];
    bool by_speed; /* the bound is 1 / sqrt(x), else 1 */
} program_place;

typedef struct speed_program {
    speed_spline *x;
    size_t place_count, row_count;
    program_place *places;
    program_row *rows;
    bool signs;     /* barriers keep the coefficients above 0; else steps only end before it, which takes fewer of
                       them where the least of a speed is far from 0, and does not converge where it is near */
    double *memory; /* 9 (x->count + 2) */
} speed_program;

/* Outcome: the duration, the largest of all rows' excess, and whether the duration is the least to the tolerance. */
typedef struct program_outcome {
    double duration, excess;
    bool converged;
    int steps;
} program_outcome;

/* Improves x, whose coefficients are greater than 0, until its duration is the least to a relative tolerance.  Begins
 * with barriers of so large a share of the duration. */
program_outcome cdy_speed_program_solve(const speed_program *p, double barrier, double tolerance);

#endif
