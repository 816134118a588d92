/* Dynamics of mechanisms in independent coordinates, and the torques of their drives. */
#include "base/error.h"
#include "constraints/mechanism.h"
#include "dynamics/arguments.h"
#include "linalg/cholesky.h"

#include <math.h>
#include <string.h>

cdy_status cdy_read_mechanism_nearby(cdy_mechanism *s, const cdy_model *model, cdy_workspace *workspace,
                                     const double *q, const double *u, cdy_error *error)
{
    constraint_problem p;
    cdy_status status = cdy_read_mechanism(s, model, workspace, q, &p, error);
    status = status ? status : cdy_check_choice(s, error);
    if (!status && u && !cdy_all_finite(u, (size_t)(s->n - s->rank))) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the independent velocities have a number that is not finite");
    }
    status = status ? status : cdy_fill_mechanism_rows(s, &p, error);
    status = status ? status : cdy_eliminate_columns(s, model, error);
    if (status) {
        return status;
    }
    cdy_fill_tangent(s);
    cdy_expand_coordinates(s, u, NULL, s->qd);
    status = cdy_check_result(s->qd, (size_t)s->n, error);
    return status ? status : cdy_fill_mechanism_bias(s, &p, s->qd, error);
}

cdy_status cdy_read_mechanism_state(cdy_mechanism *s, const cdy_model *model, cdy_workspace *workspace, const double *q,
                                    const double *u, cdy_error *error)
{
    constraint_problem p;
    cdy_status status = cdy_read_mechanism(s, model, workspace, q, &p, error);
    status = status ? status : cdy_check_choice(s, error);
    status = status ? status : cdy_check_closed(s, &p, q, error);
    status = status ? status : cdy_read_mechanism_nearby(s, model, workspace, q, u, error);
    return status ? status : cdy_check_left_over(s, model, error);
}

/* s->qdd = G du + g. */
static cdy_status fill_accelerations(cdy_mechanism *s, const double *du, cdy_error *error)
{
    if (du && !cdy_all_finite(du, (size_t)(s->n - s->rank))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the independent accelerations have a number that is not finite");
    }
    cdy_expand_coordinates(s, du, s->b, s->qdd);
    return cdy_check_result(s->qdd, (size_t)s->n, error);
}

cdy_status cdy_mechanism_motion(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                const double *q, const double *u, const double *du, double *qd, double *qdd,
                                cdy_error *error)
{
    cdy_status status = cdy_read_mechanism_state(mechanism, model, workspace, q, u, error);
    status = status ? status : fill_accelerations(mechanism, du, error);
    if (!status && !qd) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the velocities was given");
    }
    if (!status) {
        const size_t n = (size_t)mechanism->n;
        memcpy(qd, mechanism->qd, n * sizeof *qd);
        if (qdd) {
            memcpy(qdd, mechanism->qdd, n * sizeof *qdd);
        }
    }
    return status;
}

/* Checks that a coordinate without a drive needs no torque `needed`, beside torques of this size. */
static cdy_status check_idle(const cdy_model *model, int degree, double needed, double size, cdy_error *error)
{
    const double rounding = 1e-9;
    cdy_coordinate c = {.joint = ""};
    if (fabs(needed) <= rounding * size) {
        return CDY_OK;
    }
    cdy_model_velocity(model, degree, &c);
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "no drive moves joint '%.80s', which would need %.3g %s for this motion; the mechanism has more "
                    "degrees of freedom than drives, or the coordinates were chosen at a singular configuration: "
                    "choose them anew here",
                    c.joint, needed, c.angular ? "N m" : "N");
}

void cdy_fill_drive_matrix(cdy_mechanism *s)
{
    const size_t k = (size_t)(s->n - s->rank);
    const int *independent = s->order + s->rank;
    memset(s->H, 0, k * k * sizeof *s->H);
    for (size_t a = 0; a < (size_t)s->n; a++) {
        for (size_t i = 0; i < k && s->actuated[a]; i++) {
            for (size_t j = 0; j < k; j++) {
                s->H[i * k + j] += s->G[a * k + i] * s->G[a * k + j];
            }
        }
    }
    for (size_t i = 0; i < k; i++) {
        for (size_t j = 0; j < k && !s->actuated[independent[i]]; j++) {
            s->H[i * k + j] = s->H[j * k + i] = i == j;
        }
    }
}

/* s->x (n) = the torques of the drives of the smallest sum of squares with G^T x = G^T s->tau. */
static cdy_status share_among_drives(cdy_mechanism *s, const cdy_model *model, cdy_error *error)
{
    const int k = s->n - s->rank, *independent = s->order + s->rank;
    double size = 0;
    for (int i = 0; i < s->n; i++) {
        size = fmax(size, fabs(s->tau[i]));
    }
    cdy_project_forces(s, s->tau, s->y);
    for (int i = 0; i < k; i++) {
        if (!s->actuated[independent[i]]) {
            cdy_status status = check_idle(model, independent[i], s->y[i], size, error);
            if (status) {
                return status;
            }
            s->y[i] = 0;
        }
    }
    cdy_fill_drive_matrix(s);
    if (k > 0 && cdy_cholesky_factor(k, s->H) != 0) {
        return cdy_fail_not_finite(error);
    }
    if (k > 0) {
        cdy_cholesky_solve(k, s->H, s->y);
    }
    for (int i = 0; i < s->n; i++) {
        s->x[i] = 0;
        for (int j = 0; j < k && s->actuated[i]; j++) {
            s->x[i] += s->G[(size_t)i * (size_t)k + (size_t)j] * s->y[j];
        }
    }
    return CDY_OK;
}

/* s->b (rows) = the constraint forces with J^T f = s->tau - applied, checked. */
static cdy_status fill_forces(cdy_mechanism *s, const double *applied, cdy_error *error)
{
    for (int i = 0; i < s->n; i++) {
        s->y[i] = s->tau[i] - (applied ? applied[i] : 0);
    }
    cdy_solve_forces(s, s->y, s->b);
    return cdy_check_result(s->b, (size_t)s->rows, error);
}

cdy_status cdy_mechanism_inverse_dynamics(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                          const double *q, const double *u, const double *du, const double *fext,
                                          double *tau, double *forces, cdy_error *error)
{
    cdy_mechanism *s = mechanism;
    cdy_status status = cdy_read_mechanism_state(s, model, workspace, q, u, error);
    status = status ? status : cdy_refuse_load(model, error);
    status = status ? status : fill_accelerations(s, du, error);
    if (!status && !tau) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the torques was given");
    }
    status = status ? status : cdy_inverse_dynamics(model, workspace, q, s->qd, s->qdd, fext, s->tau, error);
    status = status ? status : share_among_drives(s, model, error);
    status = status ? status : fill_forces(s, s->x, error);
    status = status ? status : cdy_check_result(s->x, (size_t)s->n, error);
    if (!status) {
        memcpy(tau, s->x, (size_t)s->n * sizeof *tau);
        if (forces && s->rows > 0) {
            memcpy(forces, s->b, (size_t)s->rows * sizeof *forces);
        }
    }
    return status;
}

/* s->M = M, and s->H = G^T M G. */
static cdy_status fill_mass_matrix(cdy_mechanism *s, const cdy_model *model, cdy_workspace *workspace, const double *q,
                                   cdy_error *error)
{
    const size_t n = (size_t)s->n, k = (size_t)(s->n - s->rank);
    cdy_status status = cdy_mass_matrix(model, workspace, q, s->M, error);
    for (size_t j = 0; j < k && !status; j++) {
        for (size_t i = 0; i < n; i++) {
            s->y[i] = 0;
            for (size_t l = 0; l < n; l++) {
                s->y[i] += s->M[i * n + l] * s->G[l * k + j];
            }
        }
        cdy_project_forces(s, s->y, s->H + j * k);
    }
    return status;
}

cdy_status cdy_accelerate_mechanism(cdy_mechanism *s, const cdy_model *model, cdy_workspace *workspace, const double *q,
                                    const double *tau, const double *fext, cdy_error *error)
{
    const int k = s->n - s->rank;
    cdy_status status = cdy_refuse_load(model, error);
    if (!status && tau && !cdy_all_finite(tau, (size_t)s->n)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the torque has a number that is not finite");
    }
    status = status ? status : fill_accelerations(s, NULL, error);
    status = status ? status : cdy_inverse_dynamics(model, workspace, q, s->qd, s->qdd, fext, s->tau, error);
    status = status ? status : fill_mass_matrix(s, model, workspace, q, error);
    if (status) {
        return status;
    }
    for (int i = 0; i < s->n; i++) {
        s->y[i] = (tau ? tau[i] : 0) - s->tau[i];
    }
    cdy_project_forces(s, s->y, s->x);
    const int singular = k > 0 ? cdy_cholesky_factor(k, s->H) : 0;
    if (singular) {
        cdy_coordinate c = {.joint = ""};
        cdy_model_velocity(model, s->order[s->rank + singular - 1], &c);
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "nothing that moves with joint '%.80s' has mass, so that its acceleration is not known",
                        c.joint);
    }
    if (k > 0) {
        cdy_cholesky_solve(k, s->H, s->x);
    }
    status = cdy_check_result(s->x, (size_t)k, error);
    status = status ? status : fill_accelerations(s, s->x, error);
    return status ? status : cdy_inverse_dynamics(model, workspace, q, s->qd, s->qdd, fext, s->tau, error);
}

cdy_status cdy_mechanism_forward_dynamics(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                          const double *q, const double *u, const double *tau, const double *fext,
                                          double *du, double *forces, cdy_error *error)
{
    cdy_mechanism *s = mechanism;
    cdy_status status = cdy_read_mechanism_state(s, model, workspace, q, u, error);
    if (!status && !du) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the accelerations was given");
    }
    status = status ? status : cdy_accelerate_mechanism(s, model, workspace, q, tau, fext, error);
    status = status ? status : fill_forces(s, tau, error);
    if (!status) {
        memcpy(du, s->x, (size_t)(s->n - s->rank) * sizeof *du);
        if (forces && s->rows > 0) {
            memcpy(forces, s->b, (size_t)s->rows * sizeof *forces);
        }
    }
    return status;
}

/* s->y (k) = G^T (M g + C qd). */
static cdy_status fill_product(cdy_mechanism *s, const cdy_model *model, cdy_workspace *workspace, const double *q,
                               cdy_error *error)
{
    const size_t n = (size_t)s->n;
    cdy_status status = fill_accelerations(s, NULL, error);
    status = status ? status : cdy_velocity_product(model, workspace, q, s->qd, s->tau, error);
    for (size_t i = 0; i < n && !status; i++) {
        for (size_t l = 0; l < n; l++) {
            s->tau[i] += s->M[i * n + l] * s->qdd[l];
        }
    }
    if (!status) {
        cdy_project_forces(s, s->tau, s->y);
    }
    return status;
}

/* Numbers of a term, and where they are wanted. */
typedef struct term {
    const double *numbers;
    size_t count;
    double *wanted; /* NULL: nowhere */
} term;

cdy_status cdy_mechanism_compute_terms(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                       const double *q, const double *u, const cdy_mechanism_terms *terms,
                                       cdy_error *error)
{
    cdy_mechanism *s = mechanism;
    cdy_status status = cdy_read_mechanism_state(s, model, workspace, q, u, error);
    if (!status && !terms) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no struct for the terms was given");
    }
    status = status ? status : fill_mass_matrix(s, model, workspace, q, error);
    status = status ? status : cdy_gravity_torque(model, workspace, q, s->x, error);
    status = status ? status : fill_product(s, model, workspace, q, error);
    if (status) {
        return status;
    }
    const size_t n = (size_t)s->n, k = (size_t)(s->n - s->rank);
    cdy_project_forces(s, s->x, s->z);
    const term found[] = {
        {s->G, n * k, terms->G}, {s->H, k * k, terms->M}, {s->y, k, terms->product}, {s->z, k, terms->gravity}};
    enum { TERMS = sizeof found / sizeof *found };
    for (size_t i = 0; i < TERMS && !status; i++) {
        status = cdy_check_result(found[i].numbers, found[i].wanted ? found[i].count : 0, error);
    }
    for (size_t i = 0; i < TERMS && !status; i++) {
        if (found[i].wanted && found[i].count > 0) {
            memcpy(found[i].wanted, found[i].numbers, found[i].count * sizeof(double));
        }
    }
    return status;
}
