/* The linear system of an implicit step: the matrix A = M + h D + h^2 K, and the impulse on its right side. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/mass_matrix.h"
#include "model/model.h"
#include "simulation/implicit.h"

cdy_status cdy_implicit_matrix(cdy_simulation *s, const implicit_step *p, const double *q, double h, cdy_error *error)
{
    cdy_workspace *w = s->workspace;
    const size_t n = (size_t)s->model->nv;
    const double *tree_q;
    if (!w->L) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the integrator 'implicit' takes %d degrees of freedom at most where drives, slopes or stops "
                        "act, and the robot has %d; use the integrator 'rk4'",
                        LARGEST_DENSE, s->model->nv);
    }
    cdy_status status = cdy_read_position(s->model, w, q, &tree_q, error);
    status = status ? status : cdy_compute_mass_matrix(s->model, w, tree_q, w->L, error);
    for (size_t i = 0; i < n && !status; i++) {
        w->L[i * (n + 1)] += h * (p->D[i] + h * p->K[i]);
    }
    return status;
}

/* Replaces rows and columns of held degrees of freedom by those of the unit matrix. */
static void mask_held(const cdy_simulation *s)
{
    const size_t n = (size_t)s->model->nv;
    double *A = s->workspace->L;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n && s->held[i] > 0; j++) {
            A[i * n + j] = A[j * n + i] = i == j ? 1 : 0;
        }
    }
}

cdy_status cdy_implicit_solve(cdy_simulation *s, double *x, cdy_error *error)
{
    mass_factor factor;
    mask_held(s);
    cdy_status status = cdy_factor_mass(s->model, s->workspace, &factor, error);
    if (!status) {
        cdy_mass_solve(&factor, x);
    }
    return status;
}

cdy_status cdy_implicit_impulse(cdy_simulation *s, const implicit_step *p, double t, motion_state x, double h,
                                double *impulse, cdy_error *error)
{
    const double *tau, *fext;
    cdy_error inner = {.status = CDY_OK};
    cdy_status status = cdy_simulation_forces(s, t, x, &tau, &fext, error);
    if (status) {
        return status;
    }
    status = cdy_inverse_dynamics(s->model, s->workspace, x.q, x.qd, NULL, fext, impulse, &inner);
    for (int i = 0; i < s->model->nv && !status; i++) {
        impulse[i] = h * (tau[i] - impulse[i] - h * p->K[i] * x.qd[i]);
    }
    return cdy_simulation_fail_at(t, status, &inner, error);
}
