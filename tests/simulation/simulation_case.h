/* Shared by the suites of simulation: a motion, its end, its energy, and a pendulum. */
#ifndef CDY_TESTS_SIMULATION_CASE_H
#define CDY_TESTS_SIMULATION_CASE_H

#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/energy.h>
#include <condyle/simulation.h>
#include <math.h>
#include <string.h>

enum { ROOM = 64 }; /* for a configuration */

static const cdy_integrator integrators[] = {CDY_SEMI_IMPLICIT_EULER, CDY_RK4,     CDY_VARIATIONAL, CDY_CVODE,
                                             CDY_CVODE_STIFF,         CDY_IMPLICIT};
enum { INTEGRATORS = sizeof integrators / sizeof *integrators };

/* Ends a test of an integrator that this build lacks. */
#define SKIP_WITHOUT(integrator)                                                                                       \
    do {                                                                                                               \
        if (!cdy_simulation_has_integrator(integrator)) {                                                              \
            return;                                                                                                    \
        }                                                                                                              \
    } while (0)

static inline cdy_simulation *simulate(const robot *r, cdy_integrator integrator, double h, const double *q,
                                       const double *qd)
{
    cdy_error error = {0};
    cdy_simulation *s = NULL;
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = integrator;
    o.step = h;
    ck_assert_ok(cdy_simulation_create(r->model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0, q, qd, &error), error);
    return s;
}

static inline void run(cdy_simulation *s, int steps)
{
    cdy_error error = {0};
    for (int i = 0; i < steps; i++) {
        ck_assert_ok(cdy_simulation_step(s, &error), error);
    }
}

/* Returns a robot's state after `steps` steps over the time T. */
static inline void end_of(const robot *r, cdy_integrator integrator, double T, int steps, const double *q,
                          const double *qd, double *q_end, double *qd_end)
{
    cdy_simulation *s = simulate(r, integrator, T / steps, q, qd);
    run(s, steps);
    ck_assert_double_eq_tol(cdy_simulation_time(s), T, 1e-12 * T);
    memcpy(q_end, cdy_simulation_q(s), (size_t)r->nq * sizeof *q);
    memcpy(qd_end, cdy_simulation_qd(s), (size_t)r->nv * sizeof *qd);
    cdy_simulation_destroy(s);
}

/* The distance of two states. */
static inline double distance(const robot *r, const double *q0, const double *qd0, const double *q1, const double *qd1)
{
    cdy_error error = {0};
    double step[ROOM];
    ck_assert_ok(cdy_configuration_difference(r->model, q0, q1, step, &error), error);
    return fmax(largest(step, (size_t)r->nv), largest_difference(qd0, qd1, (size_t)r->nv));
}

static inline double total_energy(cdy_simulation *s)
{
    cdy_error error = {0};
    double kinetic, potential;
    ck_assert_ok(cdy_simulation_energy(s, &kinetic, &potential, &error), error);
    return kinetic + potential;
}

/* A point of 2 kg on a rod of 0.5 m, hanging along -z at q = 0. */
static inline robot make_pendulum(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("rod", "hinge", CDY_JOINT_CONTINUOUS);
    set_inertial(&body, 2, 0, 0, -0.5, (double[6]){0});
    set_axis(&body, 0, 1, 0);
    add_body(tree, &body, "base");
    return make_robot(tree);
}

#endif
