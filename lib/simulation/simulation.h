/* The simulation from inside: its state, and what the integrators share. */
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

enum { STAGES = 8 }; /* vectors of nv that an integrator may use as it likes */

struct cvode_solver;

struct cdy_simulation {
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_simulation_options options;
    void *allocation;     /* what destroy frees; NULL in the caller's memory */
    double start;         /* time of the last state that was set */
    uint64_t steps;       /* since */
    motion_state now;     /* the state */
    motion_state next;    /* the state that a step makes */
    motion_state stage;   /* of an integrator */
    double *tau;          /* nv: torques of the control law */
    double *held;         /* nv: those of the step's beginning */
    double *fext;         /* force_rows x 6 */
    double *room[STAGES]; /* nv */
    struct cvode_solver *cvode;
};

/* Returns the time after `steps` steps, without the rounding that adding up would bring. */
double cdy_simulation_time_after(const cdy_simulation *s, uint64_t steps);

/* Asks the control law for the torques at t, x into `tau` (nv). */
cdy_status cdy_simulation_control(cdy_simulation *s, double t, motion_state x, double *tau, cdy_error *error);

/* Gives torques (s->tau, s->held where the control is sampled) and wrenches at t, x; *fext is s->fext or NULL. */
cdy_status cdy_simulation_forces(cdy_simulation *s, double t, motion_state x, const double **tau, const double **fext,
                                 cdy_error *error);

/* Gives the accelerations qdd (nv) at t, x. */
cdy_status cdy_simulation_acceleration(cdy_simulation *s, double t, motion_state x, double *qdd, cdy_error *error);

/* Moves from q by a step (nv) to `next`, at time t.  Fails with CDY_ERROR_NUMERIC where the step is not finite. */
cdy_status cdy_simulation_move(const cdy_simulation *s, double t, const double *q, const double *step, double *next,
                               cdy_error *error);

/* Gives a failure of the library at time t a text that names the time.  Its arguments were ours and checked, so that
 * what it refuses is a motion beyond all bounds. */
cdy_status cdy_simulation_fail_at(double t, cdy_status status, const cdy_error *inner, cdy_error *error);

/* The integrators: each makes s->next from s->now. */
cdy_status cdy_step_euler(cdy_simulation *s, cdy_error *error);
cdy_status cdy_step_rk4(cdy_simulation *s, cdy_error *error);
cdy_status cdy_step_variational(cdy_simulation *s, cdy_error *error);
cdy_status cdy_step_cvode(cdy_simulation *s, cdy_error *error);

/* Makes and frees what CVODE needs; cdy_cvode_restart() tells it that the state was set. */
cdy_status cdy_cvode_create(cdy_simulation *s, cdy_error *error);
void cdy_cvode_destroy(struct cvode_solver *solver);
void cdy_cvode_restart(struct cvode_solver *solver);

#endif
