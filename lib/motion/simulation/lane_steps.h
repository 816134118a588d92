/* Steps of several simulations in the lanes of a batch: explicit integrators over packed states. */
#ifndef CDY_SIMULATION_LANE_STEPS_H
#define CDY_SIMULATION_LANE_STEPS_H

#include "simulation/simulation.h"

#include <condyle/batch.h>

enum { MOST_SIDE_BY_SIDE = 64 }; /* simulations that a thread carries on together */

/* A point of several motions, packed in lanes as condyle/batch.h describes them. */
typedef struct lane_states {
    double *q;  /* nq */
    double *qd; /* nv */
} lane_states;

/* Simulations that a thread carries on together. Arrays are packed, of `room` states, of which `count` are in use. */
typedef struct lane_steps {
    const cdy_model *model;
    cdy_batch *batch;          /* of packed lanes, on one thread */
    bool is_flat;              /* each coordinate is the integral of the velocity with its number */
    size_t lanes, room, count; /* `room` is a multiple of 8, `count` one of `lanes` */
    double h;
    lane_states now, next, stage;
    double *torques;                                                          /* nv: of the step */
    const double *tau;                                                        /* these, or NULL: none */
    double *rate, *acceleration, *displacement, *rate_sum, *acceleration_sum; /* nv */
    bool failed[MOST_SIDE_BY_SIDE]; /* in the present step: `next` is not valid */
} lane_steps;

/* Returns how many doubles the arrays of s->room simulations take, and lays them out from `numbers` on, which is
 * aligned to 64 bytes; NULL: tells the size alone. */
size_t cdy_lay_out_lanes(lane_steps *s, double *numbers);

/* The place of number i of a state in an array with `width` numbers a state. */
static inline size_t lane_place(const lane_steps *s, size_t width, size_t i, size_t state)
{
    return (state / s->lanes * width + i) * s->lanes + state % s->lanes;
}

/* Compute s->next from s->now by semi-implicit Euler or RK4, and tell in s->failed whose step has no result; by the
 * formulas of cdy_step_euler() and cdy_step_rk4(). */
void cdy_lane_step_euler(lane_steps *s);
void cdy_lane_step_rk4(lane_steps *s);

#endif
