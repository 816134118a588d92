/* The variational integrator of the discrete Lagrangian L_d(q0, q1) = h L(q_m, xi) with q1 = q0 (+) h xi, q_m = q0 (+)
 * h xi / 2, and the forces at (q_m, xi) (Marsden and West 2001, sections 1.5 and 3.2; on groups Bou-Rabee and Marsden
 * 2009). With momenta p, and the maps of group.h, T^ = cdy_momentum_at and D^ = cdy_force_at:
 *
 *   p0 = T^(-h xi) (M(q_m) xi - h/2 D^(-h xi/2) F),
 *   p1 = T^(h xi) (M(q_m) xi + h/2 D^(h xi/2) F),
 *
 * with F = dT/dq at constant velocity + all forces. M includes the inertia of the acting rotors, which is constant and
 * so has no part in dT/dq. The first equation is solved for xi, the second gives the momentum at the end of the step.
 */
#include "base/dot.h"
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/mass_factor.h"
#include "dynamics/mass_matrix.h"
#include "simulation/group.h"
#include "simulation/simulation.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Variables of a step, nv each. */
typedef struct variational_step {
    double *p0;           /* momentum at the beginning */
    double *xi;           /* mean velocity, the unknown */
    double *displacement; /* h xi */
    double *momentum;     /* M(q_m) xi */
    double *force;        /* F */
    double *residual;     /* residual of the first equation, p0 - T^(-h xi) (...) */
    double *scratch;
    double midpoint_time; /* time of q_m */
} variational_step;

/* dT/dq at constant velocity, T = qd^T M qd / 2. */
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
    w->kernels->kinetic_gradient(s->model, w->kernel_scratch, tree_q, tree_qd, w->tau);
    return cdy_write_torque(s->model, w, gradient, error);
}

/* F at (q_m, xi): dT/dq + tau - (ID(q_m, xi, 0, fext) - C xi). The difference in brackets is the negative of all
 * forces but tau. */
static cdy_status compute_force(cdy_simulation *s, variational_step *v, const double *tau, const double *fext,
                                cdy_error *error)
{
    const double *q = s->stage.q, *xi = v->xi;
    double *passive = v->residual, *product = v->scratch;
    cdy_status status = kinetic_gradient(s, q, xi, v->force, error);
    status = status ? status : cdy_inverse_dynamics(s->model, s->workspace, q, xi, NULL, fext, passive, error);
    status = status ? status : cdy_velocity_product(s->model, s->workspace, q, xi, product, error);
    for (int i = 0; !status && i < s->model->nv; i++) {
        v->force[i] += tau[i] - (passive[i] - product[i]);
    }
    return status;
}

/* Momentum M(q_m) xi and force F for the present xi. */
static cdy_status evaluate(cdy_simulation *s, variational_step *v, cdy_error *error)
{
    const int n = s->model->nv;
    const double h = s->options.step;
    const double *tau, *fext;
    cdy_error inner = {.status = CDY_OK};
    for (int i = 0; i < n; i++) {
        v->displacement[i] = h * v->xi[i];
        v->scratch[i] = h / 2 * v->xi[i];
    }
    cdy_status status = cdy_simulation_move(s, v->midpoint_time, s->now.q, v->scratch, s->stage.q, error);
    if (status) {
        return status;
    }
    if (!(cdy_largest_turn(s->model, v->displacement) < 1)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "at t = %.9g s a body turns by more than 1 rad within a step: take a shorter one",
                        v->midpoint_time);
    }
    memcpy(s->stage.qd, v->xi, (size_t)n * sizeof *v->xi);
    status = cdy_simulation_forces(s, v->midpoint_time, s->stage, &tau, &fext, error);
    if (status) {
        return status;
    }
    status = compute_force(s, v, tau, fext, &inner);
    status = status ? status : cdy_mass_times(s->model, s->workspace, s->stage.q, v->xi, v->momentum, &inner);
    return cdy_simulation_fail_at(v->midpoint_time, status, &inner, error);
}

/* The right side of the first (`forward` false) or second equation for the present xi. */
static void momentum_at(cdy_simulation *s, variational_step *v, bool forward, double *p)
{
    const double half = (forward ? 0.5 : -0.5) * s->options.step;
    cdy_force_at(s->model, v->displacement, forward, v->force, v->scratch);
    for (int i = 0; i < s->model->nv; i++) {
        p[i] = v->momentum[i] + half * v->scratch[i];
    }
    cdy_momentum_at(s->model, v->displacement, forward, p, p);
}

/* Evaluates the residual of the first equation for the present xi. */
static cdy_status compute_residual(cdy_simulation *s, variational_step *v, cdy_error *error)
{
    cdy_status status = evaluate(s, v, error);
    if (status) {
        return status;
    }
    momentum_at(s, v, false, v->residual);
    for (int i = 0; i < s->model->nv; i++) {
        v->residual[i] = v->p0[i] - v->residual[i];
    }
    return CDY_OK;
}

/* The Newton step (M(q0) + D)^-1 residual. */
static cdy_status compute_newton_step(cdy_simulation *s, variational_step *v, double *step, cdy_error *error)
{
    const cdy_model *model = s->model;
    cdy_workspace *w = s->workspace;
    const size_t n = (size_t)model->nv;
    const double *tree_q;
    mass_factor factor;
    if (!model->drives_act || !w->L || n == 0) {
        return cdy_inverse_mass_times(model, w, s->now.q, v->residual, step, error);
    }
    double *D = v->scratch;
    const double half = s->options.step / 2; /* h/2 for damping and friction, h^2/4 for springs */
    cdy_status status = cdy_simulation_drive_slopes(s, v->xi, half * half, half, D, error);
    status = status ? status : cdy_read_position(model, w, s->now.q, &tree_q, error);
    status = status ? status : cdy_compute_mass_matrix(model, w, tree_q, w->L, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < n; i++) {
        w->L[i * n + i] += D[i];
    }
    status = cdy_factor_mass(model, w, &factor, error);
    if (!status) {
        memcpy(step, v->residual, n * sizeof *step);
        cdy_mass_solve(&factor, step);
    }
    return status;
}

/* Adds a part of the Newton step to xi and evaluates the residual there; *along becomes its product with the step. */
static cdy_status move_along(cdy_simulation *s, variational_step *v, const double *step, double part, double *along,
                             cdy_error *error)
{
    const int n = s->model->nv;
    for (int i = 0; i < n; i++) {
        v->xi[i] += part * step[i];
    }
    cdy_status status = compute_residual(s, v, error);
    *along = status ? 0 : cdy_dot((size_t)n, step, v->residual);
    return status;
}

/* Takes the Newton step if `whole`, and else the part of it that friction allows. But for terms of order h the residual
 * is the negative gradient of a convex function of xi: the kinetic energy, and what friction dissipates, which has a
 * kink at rest. A Newton step from a slope of the kink leads far beyond it, and the next one back. So a step that goes
 * too far ends where its product with the residual nearly vanishes, at the least value of the function along the step:
 * mostly in the kink, where the next derivative knows how steep it is. */
static cdy_status take_newton_step(cdy_simulation *s, variational_step *v, const double *step, bool whole,
                                   cdy_error *error)
{
    enum { MOST_BISECTIONS = 50 };
    const double small = 0.1 * cdy_dot((size_t)s->model->nv, step, v->residual);
    double low = 0, high = 1, fraction = 1, along;
    cdy_status status = move_along(s, v, step, 1, &along, error);
    if (status || whole || along > 0) {
        return status;
    }
    for (int i = 0; i < MOST_BISECTIONS && !status && fabs(along) > small; i++) {
        const double middle = (low + high) / 2;
        status = move_along(s, v, step, middle - fraction, &along, error);
        *(along < 0 ? &high : &low) = fraction = middle;
    }
    return status;
}

/* Newton's method with the approximate derivative M(q0) + D, which omits terms of order h: each iteration gains several
 * digits. It ends where rounding keeps the steps from shrinking. */
static cdy_status solve_momentum_equation(cdy_simulation *s, variational_step *v, cdy_error *error)
{
    enum { MOST_ITERATIONS = 100 };
    double last = HUGE_VAL, *step = s->scratch[7];
    cdy_status status = compute_residual(s, v, error);
    for (int iteration = 0; iteration < MOST_ITERATIONS && !status; iteration++) {
        cdy_error inner = {.status = CDY_OK};
        status = cdy_simulation_fail_at(v->midpoint_time, compute_newton_step(s, v, step, &inner), &inner, error);
        if (status) {
            return status;
        }
        double largest = 0, size = 1;
        for (int i = 0; i < s->model->nv; i++) {
            largest = fmax(largest, fabs(step[i]));
            size = fmax(size, fabs(v->xi[i] + step[i]));
        }
        const bool near = largest <= 1e-10 * size;
        status = take_newton_step(s, v, step, near || !s->model->drives_act, error);
        if (status || largest <= DBL_EPSILON * size || (near && largest > last / 2)) {
            return status;
        }
        last = largest;
    }
    return status ? status
                  : cdy_fail(error, CDY_ERROR_NUMERIC,
                             "the implicit step at t = %.9g s finds no solution: take a shorter step, or another "
                             "integrator where a control law is stiff",
                             cdy_simulation_time(s));
}

cdy_status cdy_step_variational(cdy_simulation *s, cdy_error *error)
{
    variational_step v = {.p0 = s->scratch[0],
                          .xi = s->scratch[1],
                          .displacement = s->scratch[2],
                          .momentum = s->scratch[3],
                          .force = s->scratch[4],
                          .residual = s->scratch[5],
                          .scratch = s->scratch[6]};
    const double t = cdy_simulation_time(s), h = s->options.step;
    cdy_error inner = {.status = CDY_OK};
    v.midpoint_time = t + h / 2;
    memcpy(v.xi, s->now.qd, (size_t)s->model->nv * sizeof *v.xi);
    cdy_status status = cdy_mass_times(s->model, s->workspace, s->now.q, s->now.qd, v.p0, &inner);
    if (status) {
        return cdy_simulation_fail_at(t, status, &inner, error);
    }
    status = solve_momentum_equation(s, &v, error);
    if (status) {
        return status;
    }
    momentum_at(s, &v, true, v.residual);
    status = cdy_configuration_integrate(s->model, s->now.q, v.displacement, s->next.q, &inner);
    status =
        status ? status : cdy_inverse_mass_times(s->model, s->workspace, s->next.q, v.residual, s->next.qd, &inner);
    return cdy_simulation_fail_at(t + h, status, &inner, error);
}
