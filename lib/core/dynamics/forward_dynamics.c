/* Forward dynamics: M qdd = tau - ID(q, qd, 0), solved by a factorization of M (Featherstone 2008, sections 6.1 and
 * 6.5) or by the articulated-body algorithm (table 7.1); and M x = tau, the same without gravity and velocities. */
#include "dynamics/forward_dynamics.h"

#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"
#include "dynamics/mass_factor.h"
#include "dynamics/mass_matrix.h"
#include "dynamics/solve.h"
#include "linalg/cholesky.h"

#include <math.h>
#include <string.h>

/* The system to solve, with checked arguments. */
typedef struct forward_problem {
    const double *gravity;             /* NULL: solve M x = tau, without any bias */
    const double *q, *qd, *tau, *fext; /* q and qd in tree coordinates; tau and fext in the caller's */
} forward_problem;

cdy_status cdy_subtract_bias(const cdy_model *model, cdy_workspace *w, const double *tree_q, const double *tree_qd,
                             const double *tau, const double *fext, double *net, cdy_error *error)
{
    w->kernels->rnea(model, w->kernel_scratch, model->gravity, tree_q, tree_qd, w->zero, fext, w->tau);
    cdy_add_drive_torque(model, 1, tree_q, tree_qd, w->zero, w->tau);
    cdy_status status = cdy_write_torque(model, w, net, error);
    for (int i = 0; !status && i < model->nv; i++) {
        net[i] = (tau ? tau[i] : 0) - net[i];
    }
    return status;
}

static cdy_status check_accelerations(const cdy_model *model, const double *qdd, cdy_error *error)
{
    if (!cdy_all_finite(qdd, (size_t)model->nv)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the accelerations are not finite; the numbers are too large");
    }
    return CDY_OK;
}

static cdy_status solve_by_mass_matrix(const cdy_model *model, cdy_workspace *w, cdy_forward_method method,
                                       const forward_problem *p, double *qdd, cdy_error *error)
{
    mass_factor factor;
    cdy_status status = CDY_OK;
    if (p->gravity) {
        status = cdy_subtract_bias(model, w, p->q, p->qd, p->tau, p->fext, qdd, error);
    } else {
        memcpy(qdd, p->tau, (size_t)model->nv * sizeof *qdd);
    }
    status = status ? status : cdy_compute_mass_matrix(model, w, p->q, w->L, error);
    if (status || model->nv == 0) {
        return status;
    }
    status = method == CDY_FORWARD_LAPACK ? cdy_factor_dense_mass(model, w, &factor, error)
                                          : cdy_factor_mass(model, w, &factor, error);
    if (status) {
        return status;
    }
    cdy_mass_solve(&factor, qdd);
    return check_accelerations(model, qdd, error);
}

/* Runs the articulated-body kernel; leaves the pivots in w->tau. */
static void run_articulated_bodies(const cdy_model *model, cdy_workspace *w, const forward_problem *p, double *qdd)
{
    const double *tau = p->tau;
    const special_functions *special = p->gravity && !p->fext ? special_one(w->special, model) : NULL;
    if (special && special->articulated_bodies && special->articulated_bodies(p->q, p->qd, tau, qdd, w->tau)) {
        return;
    }
    if (p->gravity && model->drives_act) {
        memcpy(qdd, tau, (size_t)model->nv * sizeof *qdd);
        cdy_subtract_drive_torque(model, 1, p->q, p->qd, qdd);
        tau = qdd;
    }
    w->kernels->aba(model, w->kernel_scratch, p->gravity ? p->gravity : no_gravity, p->q, p->qd, tau, p->fext, qdd,
                    w->tau);
}

/* Whether degree of freedom `v` is the only one of a body without children. Its pivot is its diagonal element of M, not
 * a difference, and so no rounding error, however small. */
static bool is_of_leaf(const cdy_model *model, int v)
{
    const model_body *bodies = model_bodies(model);
    int leaf = 1;
    while (leaf < model->body_count - 1 && bodies[leaf].v != v) {
        leaf++;
    }
    bool has_children = false;
    for (int i = leaf + 1; i < model->body_count; i++) {
        has_children = has_children || bodies[i].parent == leaf;
    }
    return bodies[leaf].v == v && bodies[leaf].nv == 1 && !has_children;
}

/* Returns the row (from 1) of the first pivot below `least` times the largest that rounding may have made; 0 if there
 * is none. */
static int find_small_pivot(const cdy_model *model, const double *pivots, double least)
{
    double largest = 0;
    for (int i = 0; i < model->nv; i++) {
        largest = pivots[i] > largest ? pivots[i] : largest;
    }
    for (int i = 0; i < model->nv; i++) {
        if (!(pivots[i] > least * largest) && !(pivots[i] > 0 && is_of_leaf(model, i))) {
            return i + 1;
        }
    }
    return 0;
}

/* A pivot that is exactly zero in theory is computed as some 1e-16 of the inertias it is the difference of, in two of a
 * million states above 1e-9. */
static const double doubtful_ratio = 1e-8;

bool cdy_pivots_are_significant(const cdy_model *model, const double *pivots)
{
    return find_small_pivot(model, pivots, doubtful_ratio) == 0;
}

/* Solves in time and memory linear in the number of bodies. Small pivots are left to the mass matrix, if the workspace
 * has room for it. */
static cdy_status solve_by_articulated_bodies(const cdy_model *model, cdy_workspace *w, const forward_problem *p,
                                              double *qdd, cdy_error *error)
{
    if (model->has_followers && model->tree_nv <= LARGEST_DENSE) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "articulated bodies take no mimic joints; use the mass matrix, which takes them");
    }
    if (model->has_followers) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "articulated bodies take no mimic joints; of the mass matrix, which takes them, there may be "
                        "%d degrees of freedom at most, including mimic joints; the robot has %d",
                        LARGEST_DENSE, (int)model->tree_nv);
    }
    run_articulated_bodies(model, w, p, qdd);
    int row = find_small_pivot(model, w->tau, w->L ? doubtful_ratio : 0);
    if (row && w->L) {
        return solve_by_mass_matrix(model, w, CDY_FORWARD_MASS_MATRIX, p, qdd, error);
    }
    return row ? cdy_fail_singular(model, w, row, error) : check_accelerations(model, qdd, error);
}

/* The articulated-body algorithm is faster at every size, so that only robots with mimic joints use the mass matrix,
 * which projects them. Measured with tests/bench/methods.c, us a call, LAPACK / mass matrix / articulated bodies
 * (x86-64, AVX-512, one core): chains of 2 joints 0.16 / 0.11 / 0.08, of 6 0.45 / 0.32 / 0.20, of 16 1.5 / 1.0 / 0.53,
 * of 72 15.7 / 10.5 / 2.5, of 175 98.5 / 68.8 / 6.2. */
static bool prefers_mass_matrix(const cdy_model *model, const cdy_workspace *w)
{
    return w->L && model->has_followers;
}

cdy_status cdy_check_forward_method(cdy_forward_method method, cdy_error *error)
{
    if ((unsigned)method > CDY_FORWARD_LAPACK) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no method number %d of forward dynamics; expected 0 to %d",
                        (int)method, CDY_FORWARD_LAPACK);
    }
    if (method == CDY_FORWARD_LAPACK && !cdy_has_lapack()) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "this build has no LAPACK; use the mass matrix, or build with -Dlapack=enabled");
    }
    return CDY_OK;
}

/* Computes the accelerations in w->qdd, with friction by the load as at rest or without rotors. */
static cdy_status solve_without_load(const cdy_model *model, cdy_workspace *w, cdy_forward_method method,
                                     const forward_problem *p, cdy_error *error)
{
    const bool dense =
        method >= CDY_FORWARD_MASS_MATRIX || (method == CDY_FORWARD_AUTO && prefers_mass_matrix(model, w));
    if (dense && !w->L) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom, more than the %d of which a mass matrix is kept; use "
                        "articulated bodies",
                        (int)model->tree_nv, LARGEST_DENSE);
    }
    return dense ? solve_by_mass_matrix(model, w, method, p, w->qdd, error)
                 : solve_by_articulated_bodies(model, w, p, w->qdd, error);
}

/* The iteration for friction by the load, in the last vectors of w->block, which no factor overwrites. */
typedef struct load_iteration {
    double *qdd;      /* nv: the present accelerations */
    double *tree_qdd; /* tree_nv */
    double *rest;     /* nv: tau - ID(q, qd, qdd) */
    double *tree_qd;  /* tree_nv: a copy, because projecting torques overwrites w->qd */
} load_iteration;

static load_iteration load_iteration_in(const cdy_model *model, const cdy_workspace *w)
{
    const size_t n = (size_t)model->tree_nv;
    double *first = w->block + 6 * n;
    return (load_iteration){first, first + n, first + 2 * n, first + 3 * n};
}

/* Computes the torque that is missing at the present accelerations. */
static cdy_status find_rest(const cdy_model *model, cdy_workspace *w, const forward_problem *p,
                            const load_iteration *it, cdy_error *error)
{
    const double *qdd;
    cdy_status status = cdy_read_velocity(model, w, it->qdd, it->tree_qdd, "acceleration", &qdd, error);
    if (status) {
        return status;
    }
    w->kernels->rnea(model, w->kernel_scratch, model->gravity, p->q, it->tree_qd, qdd, p->fext, w->tau);
    cdy_add_drive_torque(model, 1, p->q, it->tree_qd, qdd, w->tau);
    status = cdy_write_torque(model, w, it->rest, error);
    for (int i = 0; !status && i < model->nv; i++) {
        it->rest[i] = p->tau[i] - it->rest[i];
    }
    return status;
}

static double largest_of(const double *x, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

/* Adds M^-1 (tau - ID(q, qd, qdd)) to qdd until it no longer changes: each step leaves at most the part of the load
 * that friction may take of the error, in the norm x^T R^-1 x of torques, with the inertias R of the rotors. */
static cdy_status iterate_for_load(const cdy_model *model, cdy_workspace *w, cdy_forward_method method,
                                   const forward_problem *p, const load_iteration *it, cdy_error *error)
{
    enum { MOST_STEPS = 500 };
    const double slowest = 0.95; /* slower than any iteration that rounding errors do not end */
    const forward_problem step = {NULL, p->q, w->zero, it->rest, NULL};
    double last = HUGE_VAL;
    for (int k = 0; k < MOST_STEPS; k++) {
        cdy_status status = find_rest(model, w, p, it, error);
        status = status ? status : solve_without_load(model, w, method, &step, error);
        if (status) {
            return status;
        }
        const double change = largest_of(w->qdd, model->nv), size = largest_of(it->qdd, model->nv);
        for (int i = 0; i < model->nv; i++) {
            it->qdd[i] += w->qdd[i];
        }
        if (change <= 1e-15 * size || (change <= 1e-9 * size && change >= slowest * last)) {
            return CDY_OK;
        }
        last = change;
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "friction by the load finds no accelerations in %d steps: joints that mimic others press on each "
                    "other; use less friction by the load",
                    MOST_STEPS);
}

static cdy_status solve_with_load(const cdy_model *model, cdy_workspace *w, cdy_forward_method method,
                                  const forward_problem *p, cdy_error *error)
{
    const load_iteration it = load_iteration_in(model, w);
    const size_t bytes = (size_t)model->tree_nv * sizeof *it.tree_qd;
    const bool qd_in_workspace = p->qd == w->qd;
    memcpy(it.tree_qd, p->qd, bytes);
    cdy_status status = solve_without_load(model, w, method, p, error);
    if (!status) {
        memcpy(it.qdd, w->qdd, (size_t)model->nv * sizeof *it.qdd);
        status = iterate_for_load(model, w, method, p, &it, error);
    }
    if (qd_in_workspace) {
        memcpy(w->qd, it.tree_qd, bytes);
    }
    if (!status) {
        memcpy(w->qdd, it.qdd, (size_t)model->nv * sizeof *it.qdd);
    }
    return status ? status : check_accelerations(model, w->qdd, error);
}

/* Computes the accelerations in w->qdd. */
static cdy_status solve_in_workspace(const cdy_model *model, cdy_workspace *w, cdy_forward_method method,
                                     const forward_problem *p, cdy_error *error)
{
    return model->load_acts && p->gravity ? solve_with_load(model, w, method, p, error)
                                          : solve_without_load(model, w, method, p, error);
}

cdy_status cdy_compute_accelerations(const cdy_model *model, cdy_workspace *w, const double *tree_q,
                                     const double *tree_qd, const double *tau, const double *fext, cdy_error *error)
{
    const forward_problem p = {model->gravity, tree_q, tree_qd, tau, fext};
    return solve_in_workspace(model, w, CDY_FORWARD_AUTO, &p, error);
}

static cdy_status solve(const cdy_model *model, cdy_workspace *w, cdy_forward_method method, const forward_problem *p,
                        double *qdd, cdy_error *error)
{
    const cdy_status status = solve_in_workspace(model, w, method, p, error);
    if (!status) {
        memcpy(qdd, w->qdd, (size_t)model->nv * sizeof *qdd);
    }
    return status;
}

cdy_status cdy_solve_forward_dynamics_by(const cdy_model *model, cdy_workspace *workspace, const quantity_given *given,
                                         const double *const in[QUANTITY_INPUTS], double *const out[QUANTITY_RESULTS],
                                         cdy_error *error)
{
    const forward_problem p = {model->gravity, in[0], in[1], in[2], in[3]};
    return solve(model, workspace, given->settings.method, &p, out[0], error);
}

cdy_status cdy_solve_forward_dynamics(const cdy_model *model, cdy_workspace *workspace, const quantity_given *given,
                                      const double *const in[QUANTITY_INPUTS], double *const out[QUANTITY_RESULTS],
                                      cdy_error *error)
{
    return cdy_solve_forward_dynamics_by(model, workspace, given, in, out, error);
}

cdy_status cdy_solve_inverse_mass_times(const cdy_model *model, cdy_workspace *workspace, const quantity_given *given,
                                        const double *const in[QUANTITY_INPUTS], double *const out[QUANTITY_RESULTS],
                                        cdy_error *error)
{
    const forward_problem p = {NULL, in[0], in[1], in[2], NULL};
    return solve(model, workspace, given->settings.method, &p, out[0], error);
}
