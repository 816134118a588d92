/* The implicit integrator's inner step: the parts that contacts at stops use. */
#ifndef CDY_SIMULATION_IMPLICIT_H
#define CDY_SIMULATION_IMPLICIT_H

#include "dynamics/mass_factor.h"
#include "simulation/simulation.h"

/* Vectors (nv each) of an inner step. */
typedef struct implicit_step {
    double *K, *D;                           /* slopes of the forces */
    double *displacement;                    /* from the step's beginning */
    double *change;                          /* impulse h F, then the change of velocity */
    double *high_position, *high_change;     /* result: displacement and change of velocity */
    double *position_error, *velocity_error; /* its differences from the result of one order less */
    bool fatal;                              /* the step failed in a way that a shorter one cannot avoid */
    bool coupled;                            /* slopes or stops act, so that steps solve with M + h D + h^2 K */
    bool knows_acceleration;                 /* the first of s->accelerations is that of s->next */
} implicit_step;

/* Computes A = M(q) + h D + h^2 K in s->workspace->L. */
cdy_status cdy_implicit_matrix(cdy_simulation *s, const implicit_step *p, const double *q, double h, cdy_error *error);

/* Solves A x = x in place with A in s->workspace->L, which is overwritten; degrees of freedom that are held keep their
 * x. */
cdy_status cdy_implicit_solve(cdy_simulation *s, double *x, cdy_error *error);

/* Computes the impulse h F at time t and state x: all forces over the time h. */
cdy_status cdy_implicit_impulse(cdy_simulation *s, const implicit_step *p, double t, motion_state x, double h,
                                double *impulse, cdy_error *error);

/* Stops: lets the velocities of s->next change where joints hit a limit, without rebound, and finds the degrees of
 * freedom that stops hold through an inner step of length h from time t (s->held). */
cdy_status cdy_contact_begin(cdy_simulation *s, implicit_step *p, double t, double h, cdy_error *error);

/* Lets the velocities change in the same way at the end of a step, without finding held degrees of freedom. */
cdy_status cdy_contact_impact(cdy_simulation *s, implicit_step *p, double h, cdy_error *error);

/* Returns the part of an inner step from s->next.q to `end` after which a joint reaches a stop; 1: no joint passes a
 * stop by more than 1e-9, and joints beyond one are moved back to it in `end`. */
double cdy_contact_fraction(const cdy_simulation *s, double *end);

#endif
