/* Second derivatives of inverse dynamics, at one state. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"

#include <condyle/derivatives.h>
#include <string.h>

/* A state in the tree's coordinates, checked. */
typedef struct tree_state {
    const double *q, *qd, *qdd, *fext;
} tree_state;

static cdy_status check_wanted(const cdy_model *model, const cdy_workspace *w, const cdy_second_derivatives *d,
                               cdy_error *error)
{
    static const char title[] = "second derivatives of inverse dynamics";
    if (!d || (!d->by_q_q && !d->by_q_qd && !d->by_qd_qd && !d->mass_by_q)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the result (%s) was given", title);
    }
    return model->load_acts && !w->M ? cdy_fail_large_matrix(model, title, error) : CDY_OK;
}

static cdy_status check_cube(const cdy_model *model, const cdy_workspace *w, const double *cube, cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    return cube ? cdy_check_matrix(w, cube, n * n * n, error) : CDY_OK;
}

/* The loads of the drives, and in *factors 1 + how fast friction grows with them; in w->M and w->L the derivatives of
 * the loads by q and qd. Only where friction by the load acts. */
static drive_load differentiate_loads(const cdy_model *model, cdy_workspace *w, const tree_state *s,
                                      const double **factors)
{
    const model_drive *drives = model_drives(model);
    const size_t n = (size_t)model->tree_nv;
    double *numbers = w->block + 2 * n;
    w->kernels->rnea(model, w->kernel_scratch, model->gravity, s->q, s->qd, s->qdd, s->fext, w->block);
    const drive_load load = cdy_drive_load(model, 1, s->q, s->qd, w->block);
    w->kernels->drnea(model, w->kernel_scratch, model->gravity, s->q, s->qd, s->qdd, s->fext, false, w->M, w->L);
    for (size_t i = 0; i < n; i++) {
        w->M[i * (n + 1)] += drives[i].stiffness;
        numbers[i] = 1 + load.slopes[i];
    }
    *factors = numbers;
    return load;
}

/* to (n x n) += factor * a b^T, also NULL */
static void add_outer_product(size_t n, double factor, const double *a, const double *b, double *to)
{
    for (size_t j = 0; to && j < n; j++) {
        for (size_t k = 0; k < n; k++) {
            to[j * n + k] += factor * a[j] * b[k];
        }
    }
}

/* Rows of a result that belong to one degree of freedom of the caller's. */
static double *rows_at(double *cube, size_t n, size_t i)
{
    return cube ? cube + i * n * n : NULL;
}

/* Adds the curvature of friction by the load, g(u, qd) with the load u of each drive, to rows that the kernel has
 * multiplied by 1 + dg/du. */
static void add_load_curvature(const cdy_model *model, cdy_workspace *w, const double *qd, const drive_load *load,
                               const cdy_second_derivatives *d)
{
    const model_coordinate *own = model_velocities(model);
    const size_t n = (size_t)model->nv, tree_n = (size_t)model->tree_nv;
    double *by_q = w->columns, *by_qd = by_q + tree_n, *unit = by_qd + tree_n;
    for (size_t l = 0; l < tree_n; l++) {
        const load_curvature c = cdy_load_curvature(model, (int)l, qd, load);
        const double factor = own[l].multiplier;
        const size_t i = (size_t)own[l].index;
        double *q_q = rows_at(d->by_q_q, n, i), *q_qd = rows_at(d->by_q_qd, n, i), *qd_qd = rows_at(d->by_qd_qd, n, i);
        w->kernels->project_columns(model, 1, w->M + l * tree_n, by_q);
        w->kernels->project_columns(model, 1, w->L + l * tree_n, by_qd);
        memset(unit, 0, n * sizeof *unit);
        unit[i] = factor;
        add_outer_product(n, factor * c.by_u_u, by_q, by_q, q_q);
        add_outer_product(n, factor * c.by_u_u, by_q, by_qd, q_qd);
        add_outer_product(n, factor * c.by_u_qd, by_q, unit, q_qd);
        add_outer_product(n, factor * c.by_u_u, by_qd, by_qd, qd_qd);
        add_outer_product(n, factor * c.by_u_qd, by_qd, unit, qd_qd);
        add_outer_product(n, factor * c.by_u_qd, unit, by_qd, qd_qd);
        add_outer_product(n, factor * c.by_qd_qd, unit, unit, qd_qd);
    }
}

static void differentiate_twice(const cdy_model *model, cdy_workspace *w, const tree_state *s,
                                const cdy_second_derivatives *d)
{
    const double *factors = NULL;
    drive_load load = {NULL, NULL};
    if (model->load_acts) { /* before the results, which may share memory with the arguments */
        load = differentiate_loads(model, w, s, &factors);
    }
    w->kernels->second_derivatives(model, w->kernel_scratch, model->gravity, s->q, s->qd, s->qdd, s->fext, factors,
                                   d->by_q_q, d->by_q_qd, d->by_qd_qd, d->mass_by_q);
    if (model->load_acts) {
        add_load_curvature(model, w, s->qd, &load, d);
    }
    if (d->by_qd_qd) {
        cdy_add_drive_curvature(model, s->qd, d->by_qd_qd);
    }
}

cdy_status cdy_inverse_dynamics_second_derivatives(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                                   const double *qd, const double *qdd, const double *fext,
                                                   const cdy_second_derivatives *derivatives, cdy_error *error)
{
    const cdy_second_derivatives *d = derivatives;
    cdy_workspace *w = workspace;
    tree_state s = {.fext = fext};
    cdy_status status = cdy_check_workspace(model, w, error);
    status = status ? status : check_wanted(model, w, d, error);
    status = status ? status : cdy_read_position(model, w, q, &s.q, error);
    status = status ? status : cdy_read_velocity(model, w, qd, w->qd, "velocity", &s.qd, error);
    status = status ? status : cdy_read_velocity(model, w, qdd, w->qdd, "acceleration", &s.qdd, error);
    status = status ? status : cdy_check_forces(model, fext, error);
    if (status) {
        return status;
    }
    if (model->drives_act && s.qd != w->qd) { /* a result may share memory with qd */
        memcpy(w->qd, s.qd, (size_t)model->tree_nv * sizeof *w->qd);
        s.qd = w->qd;
    }
    differentiate_twice(model, w, &s, d);
    status = check_cube(model, w, d->by_q_q, error);
    status = status ? status : check_cube(model, w, d->by_q_qd, error);
    status = status ? status : check_cube(model, w, d->by_qd_qd, error);
    return status ? status : check_cube(model, w, d->mass_by_q, error);
}
