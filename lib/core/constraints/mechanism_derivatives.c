/* Derivatives of the torques of a mechanism's drives in its independent coordinates. */
#include "base/error.h"
#include "constraints/mechanism.h"
#include "dynamics/arguments.h"
#include "linalg/cholesky.h"

#include <condyle/derivatives.h>

#include <string.h>

/* The state at which torques are derived, and work memory (n each) of a step from it. */
typedef struct derivation {
    cdy_mechanism *s;
    const cdy_model *model;
    cdy_workspace *workspace;
    constraint_problem problem;
    const double *q, *u, *fext;
    double *lambda;         /* k: (G^T P G)^-1 G^T tau_tree, for the drives P */
    double *w, *dqd, *dqdd; /* the step of the configuration, velocities and accelerations */
    double *torques;        /* the change of the tree's torques */
} derivation;

static size_t dofs(const derivation *d)
{
    return (size_t)(d->s->n - d->s->rank);
}

/* x (n) = the dependent parts that undo a change `rows` (m) of the loops' rows. */
static void follow_rows(const cdy_mechanism *s, double *rows, double *x)
{
    for (int i = 0; i < s->rows; i++) {
        rows[i] = -rows[i];
    }
    cdy_reflect_rows(s, rows);
    cdy_expand_coordinates(s, NULL, rows, x);
}

/* s->G_step = the change of G along the step w. */
static void step_tangent(derivation *d)
{
    cdy_mechanism *s = d->s;
    const size_t k = dofs(d), n = (size_t)s->n;
    for (size_t j = 0; j < k; j++) {
        for (size_t i = 0; i < n; i++) {
            s->x[i] = s->G[i * k + j];
        }
        const motion_step step = {.qd = s->x, .w = d->w};
        cdy_vary_rows(s, &d->problem, &step, s->rows_step, NULL);
        follow_rows(s, s->rows_step, s->y);
        for (size_t i = 0; i < n; i++) {
            s->G_step[i * k + j] = s->y[i];
        }
    }
}

/* y (n) = A x for A (n x k). */
static void multiply(size_t n, size_t k, const double *A, const double *x, double *y)
{
    for (size_t i = 0; i < n; i++) {
        y[i] = 0;
        for (size_t j = 0; j < k && x; j++) {
            y[i] += A[i * k + j] * x[j];
        }
    }
}

/* y (k) = y + sign A^T x for A (n x k), of the drives alone where `driven`. */
static void add_transposed(const cdy_mechanism *s, const double *A, double sign, const double *x, bool driven,
                           double *y)
{
    const size_t k = (size_t)(s->n - s->rank);
    for (size_t i = 0; i < (size_t)s->n; i++) {
        for (size_t j = 0; j < k && (!driven || s->actuated[i]); j++) {
            y[j] += sign * A[i * k + j] * x[i];
        }
    }
}

/* d->dqdd = d->dqdd + the change of the dependent accelerations along w and dqd. */
static void follow_accelerations(derivation *d)
{
    cdy_mechanism *s = d->s;
    const motion_step step = {s->qd, s->qdd, d->w, d->dqd};
    cdy_vary_rows(s, &d->problem, &step, s->b, s->rows_step);
    follow_rows(s, s->rows_step, s->y);
    for (int i = 0; i < s->n; i++) {
        d->dqdd[i] += s->y[i];
    }
}

/* Writes the change of the drives' torques along w, dqd and dqdd to column `j` of `out` (n x k). `turns`: G changes
 * too, by s->G_step. */
static cdy_status derive_torques(derivation *d, bool turns, size_t j, double *out, cdy_error *error)
{
    cdy_mechanism *s = d->s;
    const size_t k = dofs(d), n = (size_t)s->n;
    cdy_status status = cdy_inverse_dynamics_jvp(d->model, d->workspace, d->q, s->qd, s->qdd, d->fext, d->w, d->dqd,
                                                 d->dqdd, d->torques, error);
    if (status) {
        return status;
    }
    memset(s->z, 0, k * sizeof *s->z);
    add_transposed(s, s->G, 1, d->torques, false, s->z);
    if (turns) { /* less the change of G^T P G, times lambda */
        add_transposed(s, s->G_step, 1, s->tau, false, s->z);
        multiply(n, k, s->G, d->lambda, s->x);
        add_transposed(s, s->G_step, -1, s->x, true, s->z);
        multiply(n, k, s->G_step, d->lambda, s->x);
        add_transposed(s, s->G, -1, s->x, true, s->z);
    } else {
        memset(s->x, 0, n * sizeof *s->x);
    }
    cdy_cholesky_solve((int)k, s->H, s->z);
    multiply(n, k, s->G, s->z, s->y);
    for (size_t i = 0; i < n; i++) {
        out[i * k + j] = s->actuated[i] ? s->x[i] + s->y[i] : 0;
    }
    return CDY_OK;
}

/* Steps of independent coordinate j: of the configuration, of the velocity, and of the acceleration. */
static cdy_status derive_coordinate(derivation *d, size_t j, double *const out[3], cdy_error *error)
{
    cdy_mechanism *s = d->s;
    const size_t n = (size_t)s->n, k = dofs(d);
    cdy_status status = CDY_OK;
    for (int kind = 0; kind < 3 && !status; kind++) {
        double *const own[3] = {d->w, d->dqd, d->dqdd};
        memset(s->stages, 0, 3 * n * sizeof *s->stages);
        for (size_t i = 0; i < n; i++) {
            own[kind][i] = s->G[i * k + j];
        }
        if (kind == 0) {
            step_tangent(d);
            multiply(n, k, s->G_step, d->u, d->dqd);
        }
        if (kind < 2) {
            follow_accelerations(d);
        }
        status = derive_torques(d, kind == 0, j, out[kind], error);
    }
    return status;
}

static cdy_status check_drives(const cdy_mechanism *s, const cdy_model *model, cdy_error *error)
{
    for (int i = s->rank; i < s->n; i++) {
        if (!s->actuated[s->order[i]]) {
            cdy_coordinate c = {.joint = ""};
            cdy_model_velocity(model, s->order[i], &c);
            return cdy_fail(error, CDY_ERROR_NUMERIC,
                            "no drive moves joint '%.80s', so that torques of the drives have no derivatives by its "
                            "motion; the mechanism has more degrees of freedom than drives, or the coordinates were "
                            "chosen at a singular configuration",
                            c.joint);
        }
    }
    return CDY_OK;
}

/* Fills the state: qd, qdd, the tree's torques, the factors of G^T P G, and lambda. */
static cdy_status read_state(derivation *d, const double *du, cdy_error *error)
{
    cdy_mechanism *s = d->s;
    cdy_status status = cdy_read_mechanism_state(s, d->model, d->workspace, d->q, d->u, error);
    status = status ? status : cdy_refuse_load(d->model, error);
    status = status ? status : check_drives(s, d->model, error);
    if (!status && du && !cdy_all_finite(du, dofs(d))) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the independent accelerations have a number that is not finite");
    }
    if (status) {
        return status;
    }
    cdy_expand_coordinates(s, du, s->b, s->qdd);
    status = cdy_inverse_dynamics(d->model, d->workspace, d->q, s->qd, s->qdd, d->fext, s->tau, error);
    status = status ? status : cdy_read_mechanism(s, d->model, d->workspace, d->q, &d->problem, error);
    if (status) {
        return status;
    }
    d->lambda = s->next_qd;
    d->w = s->stages;
    d->dqd = d->w + s->n;
    d->dqdd = d->dqd + s->n;
    d->torques = d->dqdd + s->n;
    cdy_project_forces(s, s->tau, d->lambda);
    cdy_fill_drive_matrix(s);
    if (dofs(d) > 0 && cdy_cholesky_factor((int)dofs(d), s->H) != 0) {
        return cdy_fail_not_finite(error);
    }
    if (dofs(d) > 0) {
        cdy_cholesky_solve((int)dofs(d), s->H, d->lambda);
    }
    return CDY_OK;
}

cdy_status cdy_mechanism_derivatives(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                     const double *q, const double *u, const double *du, const double *fext,
                                     double *by_q, double *by_u, double *by_du, cdy_error *error)
{
    cdy_mechanism *s = mechanism;
    derivation d = {.s = s, .model = model, .workspace = workspace, .q = q, .u = u, .fext = fext};
    cdy_status status = read_state(&d, du, error);
    const size_t size = status ? 0 : (size_t)s->n * dofs(&d);
    double *const wanted[3] = {by_q, by_u, by_du};
    double *found[3] = {NULL};
    for (size_t i = 0; i < 3 && !status; i++) {
        found[i] = s->derivatives + i * size;
    }
    for (size_t j = 0; !status && j < dofs(&d); j++) {
        status = derive_coordinate(&d, j, found, error);
    }
    for (int i = 0; i < 3 && !status; i++) {
        status = cdy_check_result(found[i], wanted[i] ? size : 0, error);
    }
    for (int i = 0; i < 3 && !status && size > 0; i++) {
        if (wanted[i]) {
            memcpy(wanted[i], found[i], size * sizeof(double));
        }
    }
    return status;
}
