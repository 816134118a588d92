/* Reachability: the fastest speeds that keep the constraints of stages (Pham and Pham 2018, TOPP-RA). */
#ifndef CDY_TRAJECTORY_REACHABILITY_H
#define CDY_TRAJECTORY_REACHABILITY_H

#include "trajectory/stages.h"

/* The share of each limit that a solution leaves free, so that between the stages, where nothing holds it, and in
 * digits that are rounded, the motion still keeps the limit. */
static const double solved_margin = 4e-4;

/* Squared speeds of each stage from which the end can be reached, and the solution's acceleration from each stage to
 * the next. */
typedef struct reachable {
    double *lower, *upper, *u; /* count each */
} reachable;

bool cdy_reachable_create(reachable *K, size_t count);
void cdy_reachable_clear(reachable *K);

/* Computes the largest speeds st->x from rest to rest, and K->u, until the friction in st->f belongs to these speeds.
 * Fails with CDY_ERROR_NUMERIC where no speed keeps the limits, or nothing bounds the speed. */
cdy_status cdy_solve_stages(stages *st, reachable *K, cdy_error *error);

#endif
