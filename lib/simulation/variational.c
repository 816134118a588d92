/* The variational integrator of the discrete Lagrangian L_d(q0, q1) = h L(q_m, xi), where q1 = q0 (+) h xi and q_m =
 * q0 (+) h xi / 2, with the forces at q_m, xi (Marsden and West 2001, sections 1.5 and 3.2; on groups Bou-Rabee and
 * Marsden 2009).  In momenta p, with T^ and D^ the transposed rates of displacements (group.h):
 *
 *   p0 = T^(-h xi) (M(q_m) xi - h/2 D^(-h xi/2) F),   p1 = T^(h xi) (M(q_m) xi + h/2 D^(h xi/2) F),
 *
 * F = dT/dq at fixed velocities + all forces.  M has the inertia of the rotors that act, which is the same everywhere
 * and so has no part in dT/dq.  The first equation gives xi, the second the momentum at the end. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "simulation/group.h"
#include "simulation/simulation.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What a step works on, all vectors of nv. */
typedef struct variational_step {
    double *p0;           /* momentum at the beginning */
    double *xi;           /* the mean velocity that is looked for */
    double *displacement; /* h xi */
    double *momentum;     /* M(q_m) xi */
    double *force;        /* F */
    double *rest;         /* what p0 lacks */
    double *room;
    double middle; /* time of q_m */
} variational_step;

/* dT/dq at fixed velocities. */
static cdy_status kinetic_gradient(cdy_simulation *s, const double *q, const double *qd, double *gradient,
                                   cdy_error *error)
{
    cdy_workspace *w = s->workspace;
    const double *tree_q, *tree_qd;
    cdy_status status = cdy_read_position(s->model, w, q, &tree_q, error);
    status = status ? status : cdy_read_velocity(s->model, w, qd, w->qd, "velocity", &tree_qd, error);
    if (status) {
        return status;
    }
    w->kernels->kinetic_gradient(s->model, w->state, tree_q, tree_qd, w->tau);
    return cdy_write_torque(s->model, w, gradient, error);
}

/* F at q_m, xi.  Inverse dynamics without acceleration, less the velocity product, are all forces but the torques. */
static cdy_status force_of(cdy_simulation *s, variational_step *v, const double *tau, const double *fext,
                           cdy_error *error)
{
    const double *q = s->stage.q, *xi = v->xi;
    double *passive = v->rest, *product = v->room;
    cdy_status status = kinetic_gradient(s, q, xi, v->force, error);
    status = status ? status : cdy_inverse_dynamics(s->model, s->workspace, q, xi, NULL, fext, passive, error);
    status = status ? status : cdy_velocity_product(s->model, s->workspace, q, xi, product, error);
    for (int i = 0; !status && i < s->model->nv; i++) {
        v->force[i] += tau[i] - (passive[i] - product[i]);
    }
    return status;
}

/* Momentum and force for the present xi. */
static cdy_status evaluate(cdy_simulation *s, variational_step *v, cdy_error *error)
{
    const int n = s->model->nv;
    const double h = s->options.step;
    const double *tau, *fext;
    cdy_error inner = {.status = CDY_OK};
    for (int i = 0; i < n; i++) {
        v->displacement[i] = h * v->xi[i];
        v->room[i] = h / 2 * v->xi[i];
    }
    cdy_status status = cdy_simulation_move(s, v->middle, s->now.q, v->room, s->stage.q, error);
    if (status) {
        return status;
    }
    if (!(cdy_largest_turn(s->model, v->displacement) < 1)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "at t = %.9g s a body turns by more than 1 rad within a step: take a shorter one", v->middle);
    }
    memcpy(s->stage.qd, v->xi, (size_t)n * sizeof *v->xi);
    status = cdy_simulation_forces(s, v->middle, s->stage, &tau, &fext, error);
    if (status) {
        return status;
    }
    status = force_of(s, v, tau, fext, &inner);
    status = status ? status : cdy_mass_times(s->model, s->workspace, s->stage.q, v->xi, v->momentum, &inner);
    return cdy_simulation_fail_at(v->middle, status, &inner, error);
}

/* The momentum at the step's end (`forward`) or beginning that xi stands for. */
static void momentum_at(cdy_simulation *s, variational_step *v, bool forward, double *p)
{
    const double half = (forward ? 0.5 : -0.5) * s->options.step;
    cdy_force_at(s->model, v->displacement, forward, v->force, v->room);
    for (int i = 0; i < s->model->nv; i++) {
        p[i] = v->momentum[i] + half * v->room[i];
    }
    cdy_momentum_at(s->model, v->displacement, forward, p, p);
}

/* Newton's method with M(q0) for the derivative, which leaves out terms of order h; each round brings several digits.
 * It ends where rounding keeps the changes from getting smaller. */
static cdy_status solve(cdy_simulation *s, variational_step *v, cdy_error *error)
{
    enum { ROUNDS = 100 };
    const int n = s->model->nv;
    double last = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        cdy_error inner = {.status = CDY_OK};
        cdy_status status = evaluate(s, v, error);
        if (status) {
            return status;
        }
        momentum_at(s, v, false, v->rest);
        for (int i = 0; i < n; i++) {
            v->rest[i] = v->p0[i] - v->rest[i];
        }
        status = cdy_inverse_mass_times(s->model, s->workspace, s->now.q, v->rest, v->room, &inner);
        if (status) {
            return cdy_simulation_fail_at(v->middle, status, &inner, error);
        }
        double change = 0, size = 1;
        for (int i = 0; i < n; i++) {
            v->xi[i] += v->room[i];
            change = fmax(change, fabs(v->room[i]));
            size = fmax(size, fabs(v->xi[i]));
        }
        if (change <= DBL_EPSILON * size || (change <= 1e-10 * size && change > last / 2)) {
            return evaluate(s, v, error);
        }
        last = change;
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the implicit step at t = %.9g s finds no solution: take a shorter step, or another integrator "
                    "where a control law is stiff",
                    cdy_simulation_time(s));
}

cdy_status cdy_step_variational(cdy_simulation *s, cdy_error *error)
{
    variational_step v = {.p0 = s->room[0],
                          .xi = s->room[1],
                          .displacement = s->room[2],
                          .momentum = s->room[3],
                          .force = s->room[4],
                          .rest = s->room[5],
                          .room = s->room[6]};
    const double t = cdy_simulation_time(s), h = s->options.step;
    cdy_error inner = {.status = CDY_OK};
    v.middle = t + h / 2;
    memcpy(v.xi, s->now.qd, (size_t)s->model->nv * sizeof *v.xi);
    cdy_status status = cdy_mass_times(s->model, s->workspace, s->now.q, s->now.qd, v.p0, &inner);
    if (status) {
        return cdy_simulation_fail_at(t, status, &inner, error);
    }
    status = solve(s, &v, error);
    if (status) {
        return status;
    }
    momentum_at(s, &v, true, v.rest);
    status = cdy_integrate_configuration(s->model, s->now.q, v.displacement, s->next.q, &inner);
    status = status ? status : cdy_inverse_mass_times(s->model, s->workspace, s->next.q, v.rest, s->next.qd, &inner);
    return cdy_simulation_fail_at(t + h, status, &inner, error);
}
