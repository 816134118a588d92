/* Simulation: a robot in motion, step by step.
 *
 * A simulation holds a state q (nq), qd (n) at a time t (s) and carries it on by steps of a fixed length h.  Limits of
 * joints act where the options ask for it (`saturate`, `stops`); else a joint that reaches one moves on.  Friction and
 * drives act as far as cdy_forward_dynamics() has them act.  Arrays, frames and units are those of dynamics.h; a
 * simulation has a workspace of its own, and one thread uses it at a time.  Stepping does not allocate; CVODE finishes
 * its own making in the first step, the stiff one in the first step after each time that the state was set. */
#ifndef CONDYLE_SIMULATION_H
#define CONDYLE_SIMULATION_H

#include <condyle/batch.h>

/* How a state is carried on.  Floating and planar joints move along the screws of their twists, so that quaternions
 * keep unit length. */
typedef enum cdy_integrator {
    CDY_SEMI_IMPLICIT_EULER = 0, /* order 1; velocities first, positions with the new velocities */
    CDY_RK4,                     /* order 4: Runge-Kutta and Munthe-Kaas (Munthe-Kaas 1998) */
    CDY_VARIATIONAL,             /* order 2: from the discrete Lagrangian h L(q at the midpoint, mean velocity), so that
                                  * the momentum that nothing changes is kept to rounding, linear and angular about the
                                  * origin of the base, and the energy stays near (Marsden and West 2001).  The angular
                                  * momentum about the center of mass (momentum.h) varies by the square of h: the center
                                  * does not move exactly with the momentum.  Implicit */
    CDY_IMPLICIT,   /* adaptive within the step.  Where damping, friction, springs, slopes of the control law or stops
                     * act, order 4: extrapolated linearly implicit Euler steps (Deuflhard 1985), so that stiff
                     * ones need no short steps, up to 4096 degrees of freedom; else order 5, by the explicit pair
                     * of Dormand and Prince (1980) */
    CDY_CVODE,      /* adaptive, Adams methods of order 1 to 12 (SUNDIALS); in builds that have it */
    CDY_CVODE_STIFF /* adaptive, backward differentiation of order 1 to 5, for stiff control laws */
} cdy_integrator;

/* Tells whether this build has an integrator. */
CDY_API bool cdy_simulation_has_integrator(cdy_integrator integrator);

/* A control law: writes the torques tau (n, zero before) at time t and the state q (nq), qd (n).  A status other than
 * CDY_OK stops the step with that status.  It must not use the simulation that calls it. */
typedef cdy_status (*cdy_control)(void *user, double t, const double *q, const double *qd, double *tau);

/* The slopes of a control law at time t and the state q, qd: writes -d tau_i / d q_i to stiffness (n) and
 * -d tau_i / d qd_i to damping (n), zero before, each from 0 on.  They guide CDY_IMPLICIT and change no result beyond
 * its tolerances; for a law that couples joints, the sum of the magnitudes in row i is a good choice.  Otherwise as
 * cdy_control. */
typedef cdy_status (*cdy_control_slopes)(void *user, double t, const double *q, const double *qd, double *stiffness,
                                         double *damping);

/* The environment: adds wrenches, by cdy_external_force() with a workspace of its own for example, to the external
 * force matrix `fext` (cdy_model_force_rows() x 6, zero before).  Otherwise as cdy_control. */
typedef cdy_status (*cdy_environment)(void *user, double t, const double *q, const double *qd, double *fext);

/* Integrator, step, controller and environment of a simulation. */
typedef struct cdy_simulation_options {
    cdy_integrator integrator;
    double step;                 /* h, s */
    cdy_control control;         /* NULL: no torques */
    void *control_user;          /* handed to it */
    bool sampled_control;        /* the torques of the step's beginning hold through the step, as those of a digital
                                  * controller do; else the law is asked wherever the integrator needs it */
    cdy_environment environment; /* NULL: no wrenches */
    void *environment_user;
    double relative_tolerance;         /* CVODE: of each coordinate and velocity; CDY_IMPLICIT: of each velocity, and of
                                        * 1 rad or m, in each inner step; 0: 1e-8 for CVODE, 1e-5 for CDY_IMPLICIT */
    double absolute_tolerance;         /* rad or m, and per second; 0: 1e-10 for CVODE, 1e-7 for CDY_IMPLICIT */
    cdy_control_slopes control_slopes; /* of `control`, called with control_user; NULL: none are known */
    bool saturate;       /* torques of the law beyond a joint's effort limit are cut to it; those of drives
                          * and wrenches are not */
    bool stops;          /* joints of one degree of freedom stop at their position limits, as at a wall
                          * without rebound; CDY_IMPLICIT only */
    cdy_reserve reserve; /* for members to come: all 0 */
} cdy_simulation_options;

/* Returns the defaults: CDY_IMPLICIT, h = 0.001 s, no torques, no wrenches, the integrator's tolerances (0), no
 * limits. */
CDY_API cdy_simulation_options cdy_simulation_options_default(void);

/* A simulation: its state, integrator and working memory. */
typedef struct cdy_simulation cdy_simulation;

/* Makes a simulation of a model on the heap, home at rest at time 0; `options` NULL: the defaults.  The model must
 * stay as it is while the simulation lives, but for its payloads, which may change between two steps: the motion goes
 * on with the present velocities.  Fails with CDY_ERROR_ARGUMENT where h is not positive and finite, a
 * tolerance is negative or not finite, or stops are asked of another integrator than CDY_IMPLICIT, with
 * CDY_ERROR_UNSUPPORTED where the build does not have the integrator, and with CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_simulation_create(const cdy_model *model, const cdy_simulation_options *options,
                                         cdy_simulation **simulation, cdy_error *error);

/* Frees a simulation made by cdy_simulation_create(); takes NULL. */
CDY_API void cdy_simulation_destroy(cdy_simulation *simulation);

/* Returns the bytes that a model's simulation takes in memory of any alignment. */
CDY_API size_t cdy_simulation_size(const cdy_model *model);

/* Makes a simulation in the caller's `memory` of `size` bytes; it must not be destroyed.  Fails as
 * cdy_simulation_create() does, with CDY_ERROR_ARGUMENT also where `size` is under cdy_simulation_size(), and with
 * CDY_ERROR_UNSUPPORTED for CVODE, which has memory of its own. */
CDY_API cdy_status cdy_simulation_init(void *memory, size_t size, const cdy_model *model,
                                       const cdy_simulation_options *options, cdy_simulation **simulation,
                                       cdy_error *error);

/* Sets time (s), configuration (nq; NULL: home) and velocity (n; NULL: zero); quaternions are normalised.  Fails
 * with CDY_ERROR_ARGUMENT where a number is not finite, or with stops a joint is beyond its limits; the state is then
 * as it was. */
CDY_API cdy_status cdy_simulation_set_state(cdy_simulation *simulation, double t, const double *q, const double *qd,
                                            cdy_error *error);

/* Takes a step: the state at t becomes the state at t + h; with stops, no joint is then beyond its limits.  On any
 * failure the state stays as it was at time t.  Fails with CDY_ERROR_NUMERIC where the motion is not finite or an
 * implicit step finds no solution, with CDY_ERROR_ARGUMENT where a callback gives numbers that are not finite, and with
 * the status of a callback that fails; the text names the time. */
CDY_API cdy_status cdy_simulation_step(cdy_simulation *simulation, cdy_error *error);

/* Returns the time, the configuration (nq) and the velocity (n).  The arrays are the simulation's and valid until the
 * next step or cdy_simulation_set_state(): ask for them anew.  Of a simulation that is NULL the time is 0, the arrays
 * are NULL. */
CDY_API double cdy_simulation_time(const cdy_simulation *simulation);
CDY_API const double *cdy_simulation_q(const cdy_simulation *simulation);
CDY_API const double *cdy_simulation_qd(const cdy_simulation *simulation);

/* Gives the torques tau (n) of the control law at the present state, cut to the effort limits where they saturate.
 * Fails as a step does. */
CDY_API cdy_status cdy_simulation_torque(cdy_simulation *simulation, double *tau, cdy_error *error);

/* Gives the kinetic and the potential energy (J) at the present state, as cdy_energy() does.  Fails with
 * CDY_ERROR_NUMERIC where one is not finite. */
CDY_API cdy_status cdy_simulation_energy(cdy_simulation *simulation, double *kinetic, double *potential,
                                         cdy_error *error);

/* Many simulations of one robot side by side: one after the other, several an instruction, on several threads. */
typedef struct cdy_batch_simulation cdy_batch_simulation;

/* Makes a batch of simulations of a model on the heap; `options` NULL: the defaults of cdy_simulation, `batch_options`
 * NULL: one thread, the most lanes.  CDY_SEMI_IMPLICIT_EULER and CDY_RK4 carry on as many simulations an instruction as
 * there are lanes, other integrators one on each thread.  The model must stay as it is while the batch lives, but for
 * its payloads, which may change between two runs.  Fails as cdy_simulation_create() and cdy_batch_create() do, and
 * with CDY_ERROR_ARGUMENT where a control law, its slopes or an environment are given (torques are rows), or a layout
 * other than rows. */
CDY_API cdy_status cdy_batch_simulation_create(const cdy_model *model, const cdy_simulation_options *options,
                                               const cdy_batch_options *batch_options,
                                               cdy_batch_simulation **simulation, cdy_error *error);

/* Frees a batch made by cdy_batch_simulation_create(); takes NULL. */
CDY_API void cdy_batch_simulation_destroy(cdy_batch_simulation *simulation);

/* Takes `steps` steps of each of `count` simulations: from the states q (count x nq; NULL: home) and qd (count x n;
 * NULL: zero) at time 0, under torques tau (count x steps x n; NULL: none), each of which holds through a step, to the
 * states after each step, q_path (count x steps x nq) and qd_path (count x steps x n); NULL: not wanted, one of them.
 * All arrays are rows, and the paths must not overlap another array.  Each motion is that of a cdy_simulation with
 * sampled control, to rounding, and does not depend on how many there are and on the threads.  Returns the status of
 * the first simulation that fails, as cdy_simulation_set_state() and cdy_simulation_step() do, and whose row and time
 * `error` names; its path is NaN from there on, and the others go on.  `statuses` (count; NULL: not wanted) receives
 * the status of each.  Fails with CDY_ERROR_ARGUMENT, and leaves all arrays as they were, where no path is wanted or
 * the arrays would have more than SIZE_MAX bytes. */
CDY_API cdy_status cdy_batch_simulation_run(cdy_batch_simulation *simulation, size_t count, size_t steps,
                                            const double *q, const double *qd, const double *tau, double *q_path,
                                            double *qd_path, cdy_status *statuses, cdy_error *error);

#endif
