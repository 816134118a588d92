/* Internals of the simulation: its state, and functions shared by the integrators. */
#ifndef CDY_SIMULATION_SIMULATION_H
#define CDY_SIMULATION_SIMULATION_H

#include <condyle/configuration.h>
#include <condyle/simulation.h>
#include <stdint.h>

/* A point of the motion: configuration and velocity. */
typedef struct motion_state {
    double *q;  /* nq */
    double *qd; /* nv */
} motion_state;

enum {
    SCRATCH_VECTORS = 8, /* number of scratch vectors of the integrators */
    MOST_STAGES = 7      /* of a Runge-Kutta method */
};

struct cvode_solver;

struct cdy_simulation {
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_simulation_options options;
    void *allocation;                 /* for destroy; NULL where the caller owns the memory */
    double start;                     /* time of the last state that was set */
    uint64_t steps;                   /* steps taken since */
    uint64_t payload_mark;            /* of the model's payloads in the last step */
    motion_state now;                 /* present state */
    motion_state next;                /* result of a step */
    motion_state stage;               /* intermediate state of an integrator */
    double *tau;                      /* nv: torques of the control law */
    double *sampled_tau;              /* nv: torques at the beginning of the step, with sampled control */
    double *fext;                     /* force_rows x 6 */
    double *held;                     /* nv: 1 where a stop holds the degree of freedom, else 0 */
    double inner_step;                /* s: of CDY_IMPLICIT, 0 before the first step */
    double *scratch[SCRATCH_VECTORS]; /* nv each: of the integrators */
    double *rates;                    /* MOST_STAGES x nv: of the displacement in each stage */
    double *accelerations;            /* MOST_STAGES x nv: in each stage */
    bool is_flat;                     /* each coordinate is the integral of the velocity with its number */
    bool knows_acceleration;          /* the first of `accelerations` is that of the present state */
    struct cvode_solver *cvode;
};

/* Returns the time after `steps` steps, start + steps h; a running sum would accumulate rounding. */
double cdy_simulation_time_after(const cdy_simulation *s, uint64_t steps);

/* Evaluates the control law at time t and state x into `tau` (nv). */
cdy_status cdy_simulation_control(cdy_simulation *s, double t, motion_state x, double *tau, cdy_error *error);

/* Evaluates torques and external forces at time t and state x. *tau becomes s->tau, or s->sampled_tau where the control
 * is sampled; *fext becomes s->fext, or NULL. */
cdy_status cdy_simulation_forces(cdy_simulation *s, double t, motion_state x, const double **tau, const double **fext,
                                 cdy_error *error);

/* Computes the accelerations qdd (nv) at time t and state x. */
cdy_status cdy_simulation_acceleration(cdy_simulation *s, double t, motion_state x, double *qdd, cdy_error *error);

/* Computes the diagonal D (nv) of q_weight * d tau / d q + qd_weight * d tau / d qd for the torque tau of the acting
 * drives at the velocity qd (nv). D must not be qd. */
cdy_status cdy_simulation_drive_slopes(cdy_simulation *s, const double *qd, double q_weight, double qd_weight,
                                       double *D, cdy_error *error);

/* Computes the slopes K and D (nv each) of drives and control law at time t and state x: the derivatives of the torque
 * that resists, with respect to q and qd, 0 for torques that are sampled or saturated. Overwrites s->tau. */
cdy_status cdy_simulation_slopes(cdy_simulation *s, double t, motion_state x, double *K, double *D, cdy_error *error);

/* Cuts torques tau (nv) to the effort limits. */
void cdy_saturate(const cdy_model *model, double *tau);

/* Returns whether a torque is at or beyond the effort limit of a degree of freedom. */
bool cdy_is_saturated(const cdy_model *model, int index, double torque);

/* Fails with CDY_ERROR_ARGUMENT and a joint's name where a configuration is beyond the position limits. */
cdy_status cdy_check_stops(const cdy_model *model, const double *q, cdy_error *error);

/* Returns the limits of a degree of freedom and its place in a configuration; infinite ones, and 0, for a joint of
 * several degrees. */
typedef struct stop_range {
    double lower, upper;
    int position;
} stop_range;
stop_range cdy_stop_range(const cdy_model *model, int index);

/* Integrates the configuration: next := q (+) step, where `next` is no part of q. Fails with CDY_ERROR_NUMERIC where
 * the step is not finite; the message names time t. */
cdy_status cdy_simulation_move(const cdy_simulation *s, double t, const double *q, const double *step, double *next,
                               cdy_error *error);

/* Forwards a failure of a library call with a message that names time t. Its arguments were checked, so that
 * CDY_ERROR_ARGUMENT means that the motion is out of range and becomes CDY_ERROR_NUMERIC. */
cdy_status cdy_simulation_fail_at(double t, cdy_status status, const cdy_error *inner, cdy_error *error);

/* The integrators: each computes s->next from s->now. */
cdy_status cdy_step_euler(cdy_simulation *s, cdy_error *error);
cdy_status cdy_step_rk4(cdy_simulation *s, cdy_error *error);
cdy_status cdy_step_variational(cdy_simulation *s, cdy_error *error);
cdy_status cdy_step_implicit(cdy_simulation *s, cdy_error *error);
cdy_status cdy_step_cvode(cdy_simulation *s, cdy_error *error);

/* Creates and frees the solver of CVODE; cdy_cvode_restart() resets its history after the state was set. */
cdy_status cdy_cvode_create(cdy_simulation *s, cdy_error *error);
void cdy_cvode_destroy(struct cvode_solver *solver);
void cdy_cvode_restart(struct cvode_solver *solver);

#endif
