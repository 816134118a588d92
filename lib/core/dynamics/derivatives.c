/* Derivatives of forward dynamics, and the inverse of the mass matrix, by factors of the mass matrix. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/drives.h"
#include "dynamics/forward_dynamics.h"
#include "dynamics/loaded_mass.h"
#include "dynamics/mass_factor.h"
#include "dynamics/mass_matrix.h"
#include "dynamics/solve.h"

#include <condyle/derivatives.h>
#include <math.h>
#include <string.h>

/* State and external forces of a call, checked and expanded to the tree's coordinates. */
typedef struct tree_state {
    const double *q, *qd, *qdd, *fext;
} tree_state;

static cdy_status check_dense_size(const cdy_model *model, const cdy_workspace *w, cdy_error *error)
{
    if (!w->M) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom, including mimic joints; the call takes %d at most",
                        (int)model->tree_nv, LARGEST_DENSE);
    }
    return CDY_OK;
}

/* Computes the derivatives of inverse dynamics in the tree's coordinates; either may be NULL. */
static void differentiate_tree(const cdy_model *model, const cdy_workspace *w, const tree_state *s, double *dtau_dq,
                               double *dtau_dqd)
{
    w->kernels->drnea(model, w->kernel_scratch, model->gravity, s->q, s->qd, s->qdd, s->fext, false, dtau_dq, dtau_dqd);
    cdy_add_drive_derivatives(model, 1, s->qd, NULL, dtau_dq, dtau_dqd);
}

/* Computes the derivatives of inverse dynamics in the caller's coordinates for robots with mimic joints: the two
 * matrices of the tree one after the other, because the workspace has room for one. */
static void differentiate_with_mimic_joints(const cdy_model *model, const cdy_workspace *w, const tree_state *s,
                                            double *dtau_dq, double *dtau_dqd)
{
    if (dtau_dq) {
        differentiate_tree(model, w, s, w->M, NULL);
        w->kernels->project_square(model, w->M, dtau_dq);
    }
    if (dtau_dqd) {
        differentiate_tree(model, w, s, NULL, w->M);
        w->kernels->project_square(model, w->M, dtau_dqd);
    }
}

/* Checks a square result (nv x nv; NULL: not wanted), in vectors also if it is small: it has been stored in vectors. */
static cdy_status check_square(const cdy_model *model, const cdy_workspace *w, const double *square, cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    int64_t nonfinite;
    return !square || w->kernels->find_nonfinite(n * n, square, &nonfinite) ? CDY_OK : cdy_fail_not_finite(error);
}

static cdy_status factor_mass_matrix(const cdy_model *model, cdy_workspace *w, const double *tree_q, mass_factor *f,
                                     cdy_error *error)
{
    cdy_status status = check_dense_size(model, w, error);
    status = status ? status : cdy_compute_mass_matrix(model, w, tree_q, w->L, error);
    return status ? status : cdy_factor_mass(model, w, f, error);
}

/* Inverts M by the code for one robot. Returns whether it has, with pivots far above rounding errors; the code writes
 * to w->M, because the result stays as it was where M turns out to be singular. */
static bool invert_by_special_code(const cdy_model *model, cdy_workspace *w, const double *tree_q, double *inverse)
{
    const special_functions *special = special_one(w->special, model);
    const bool inverted = special && special->inverse_with_pivots && w->M &&
                          special->inverse_with_pivots(tree_q, w->M, w->tau, w->block) &&
                          cdy_is_clearly_definite(model, w);
    if (inverted) {
        memcpy(inverse, w->M, (size_t)model->nv * (size_t)model->nv * sizeof *inverse);
    }
    return inverted;
}

cdy_status cdy_solve_inverse_mass_matrix(const cdy_model *model, cdy_workspace *workspace, const quantity_given *given,
                                         const double *const in[QUANTITY_INPUTS], double *const out[QUANTITY_RESULTS],
                                         cdy_error *error)
{
    mass_factor f;
    (void)given;
    if (invert_by_special_code(model, workspace, in[0], out[0])) {
        return check_square(model, workspace, out[0], error);
    }
    if (!cdy_prefers_articulated_factors(model, workspace, 1, false) ||
        !cdy_try_articulated_factors(model, workspace, in[0], &f)) {
        const cdy_status status = factor_mass_matrix(model, workspace, in[0], &f, error);
        if (status) {
            return status;
        }
    }
    cdy_mass_solve_with_inverse(&f, NULL, NULL, out[0]);
    return check_square(model, workspace, out[0], error);
}

/* Computes s->qdd and the factors of M for robots with mimic joints. */
static cdy_status solve_with_mimic_joints(const cdy_model *model, cdy_workspace *w, tree_state *s, const double *qd,
                                          const double *tau, mass_factor *f, cdy_error *error)
{
    cdy_status status = cdy_subtract_bias(model, w, s->q, s->qd, tau, s->fext, w->qdd, error);
    status = status ? status : factor_mass_matrix(model, w, s->q, f, error);
    if (status) {
        return status;
    }
    cdy_mass_solve(f, w->qdd);
    status = cdy_check_result(w->qdd, (size_t)model->nv, error);
    if (status) {
        return status;
    }
    /* w->qd, which cdy_subtract_bias() used as scratch, is read again below; w->tau holds qdd meanwhile. */
    memcpy(w->tau, w->qdd, (size_t)model->nv * sizeof *w->tau);
    status = cdy_read_velocity(model, w, w->tau, w->qdd, "acceleration", &s->qdd, error);
    return status ? status : cdy_read_velocity(model, w, qd, w->qd, "velocity", &s->qd, error);
}

/* Computes the bias ID(q, qd, 0) in w->tau, the lower half of M in `M`, and in w->block the sizes of what cancels in
 * its diagonal. */
static void compute_bias_and_mass(const cdy_model *model, cdy_workspace *w, const tree_state *s, double *M)
{
    w->kernels->bias_and_mass(model, w->kernel_scratch, model->gravity, s->q, s->qd, s->fext, w->tau, M, w->block);
    cdy_add_drive_torque(model, 1, s->q, s->qd, w->zero, w->tau);
    cdy_add_rotor_inertia(model, 1, M);
}

/* Factors a nearly singular M, whose rounding errors decide whether it is definite: M is computed as in all other
 * calls, for the same verdict. The intermediate results of drnea are then computed again. */
static cdy_status factor_nearly_singular(const cdy_model *model, cdy_workspace *w, const tree_state *s, mass_factor *f,
                                         cdy_error *error)
{
    cdy_status status = cdy_compute_mass_matrix(model, w, s->q, w->L, error);
    status = status ? status : cdy_factor_mass_both_ways(model, w, f, error);
    if (!status) {
        compute_bias_and_mass(model, w, s, w->M);
    }
    return status;
}

/* Whether the diagonal of M is far above its rounding errors, which are those of moments of inertia about the tree's
 * origin: in all other calls the diagonal element of a joint that moves no mass is 0. After compute_bias_and_mass(). */
static bool has_clear_diagonal(const cdy_model *model, const cdy_workspace *w, const double *M)
{
    const double threshold = 1e-8;
    const size_t n = (size_t)model->nv;
    bool clear = true;
    for (size_t i = 0; i < n; i++) {
        clear = clear && M[i * (n + 1)] > threshold * fabs(w->block[i]);
    }
    return clear;
}

/* Computes s->qdd and the factors of M for robots without mimic joints: the first pass of drnea yields M and the bias.
 */
static cdy_status solve_accelerations(const cdy_model *model, cdy_workspace *w, tree_state *s, const double *tau,
                                      mass_factor *f, cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    compute_bias_and_mass(model, w, s, w->L);
    cdy_status status = cdy_check_result(w->tau, n, error);
    for (size_t i = 0; i < n; i++) {
        w->qdd[i] = tau[i] - w->tau[i];
    }
    status = status ? status : cdy_check_matrix(w, w->L, n * n, error);
    const bool clear = !status && has_clear_diagonal(model, w, w->L);
    if (!status && (!cdy_try_factor_mass(model, w, f) || !clear)) {
        status = factor_nearly_singular(model, w, s, f, error);
    }
    if (status) {
        return status;
    }
    cdy_mass_solve(f, w->qdd);
    s->qdd = w->qdd;
    return CDY_OK;
}

/* Completes the derivatives of inverse dynamics after solve_accelerations(). */
static void finish_derivatives(const cdy_model *model, const cdy_workspace *w, const tree_state *s, double *dtau_dq,
                               double *dtau_dqd)
{
    w->kernels->drnea_finish(model, w->kernel_scratch, s->fext != NULL, s->qdd, dtau_dq, dtau_dqd);
    cdy_add_drive_derivatives(model, 1, s->qd, NULL, dtau_dq, dtau_dqd);
}

/* Derivatives of inverse dynamics at the accelerations, which solve_accelerations() has begun. */
static void differentiate(const cdy_model *model, const cdy_workspace *w, const tree_state *s, bool articulated,
                          double *dtau_dq, double *dtau_dqd)
{
    if (model->has_followers) {
        differentiate_with_mimic_joints(model, w, s, dtau_dq, dtau_dqd);
    } else if (articulated && (dtau_dq || dtau_dqd)) {
        differentiate_tree(model, w, s, dtau_dq, dtau_dqd);
    } else if (dtau_dq || dtau_dqd) {
        finish_derivatives(model, w, s, dtau_dq, dtau_dqd);
    }
}

/* Computes s->qdd and the factors of M^-1 by articulated bodies. f->articulated tells whether the pivots are far above
 * rounding errors, so that the factors hold. */
static cdy_status solve_by_articulated_bodies(const cdy_model *model, cdy_workspace *w, tree_state *s,
                                              const double *tau, mass_factor *f, cdy_error *error)
{
    const cdy_status status = cdy_compute_accelerations(model, w, s->q, s->qd, tau, s->fext, error);
    s->qdd = w->qdd;
    f->articulated = !status && cdy_try_articulated_factors(model, w, s->q, f);
    return status;
}

/* Memory for a matrix besides w->M and w->L: the scratch memory of the kernels, which is larger for robots that are
 * small enough for code of their own; NULL where it is not. */
static double *third_matrix(const cdy_model *model, const cdy_workspace *w)
{
    const size_t bytes = (size_t)model->nv * (size_t)model->nv * sizeof(double);
    return w->M && w->L && bytes <= w->kernels->scratch_size(model) ? w->kernel_scratch : NULL;
}

/* Differentiates by the code for one robot, which makes all three matrices, where all are wanted: the kernels are
 * faster with fewer. It writes to the workspace, because results stay as they were where M turns out to be singular.
 * Returns whether it has, all finite, with pivots far above rounding errors; everything else is left to the kernels,
 * which tell what fails. */
static bool differentiate_by_special_code(const cdy_model *model, cdy_workspace *w,
                                          const double *const in[QUANTITY_INPUTS], double *const out[QUANTITY_RESULTS])
{
    const special_functions *special = in[3] ? NULL : special_one(w->special, model);
    double *const made[QUANTITY_RESULTS] = {w->M, w->L, third_matrix(model, w)};
    const size_t n = (size_t)model->nv;
    bool done =
        special && special->forward_derivatives && out[0] && out[1] && out[2] && made[2] &&
        special->forward_derivatives(in[0], in[1], in[2], made[0], made[1], made[2], w->tau, w->block, w->qdd) &&
        cdy_is_clearly_definite(model, w) && cdy_all_finite(w->qdd, n);
    for (int i = 0; done && i < QUANTITY_RESULTS; i++) {
        done = check_square(model, w, made[i], NULL) == CDY_OK;
    }
    for (int i = 0; done && i < QUANTITY_RESULTS; i++) {
        memcpy(out[i], made[i], n * n * sizeof *out[i]);
    }
    return done;
}

/* Divides row i of `rows` and column i of `columns` (n x n each; NULL: not wanted) by 1 + K_i. */
static void divide_by_load(const cdy_model *model, const drive_load *load, double *rows, double *columns)
{
    const size_t n = (size_t)model->nv;
    for (size_t i = 0; i < n * n; i++) {
        if (rows) {
            rows[i] /= 1 + load->slopes[i / n];
        }
        if (columns) {
            columns[i] /= 1 + load->slopes[i % n];
        }
    }
}

/* The derivatives with friction by the load: d qdd = (M + R / (1 + K))^-1 (d tau - d ID) / (1 + K) (loaded_mass.h). */
static cdy_status differentiate_with_load(const cdy_model *model, cdy_workspace *w, const tree_state *s,
                                          const double *tau, double *const out[QUANTITY_RESULTS], cdy_error *error)
{
    mass_factor f;
    drive_load load;
    cdy_status status = cdy_compute_accelerations(model, w, s->q, s->qd, tau, s->fext, error);
    const double *const state[] = {s->q, s->qd, w->qdd, s->fext};
    status = status ? status : cdy_find_loads(model, w, state, w->columns, &load, error);
    status = status ? status : cdy_factor_loaded_mass(model, w, s->q, &load, &f, error);
    if (status) {
        return status;
    }
    if (out[0] || out[1]) {
        w->kernels->drnea(model, w->kernel_scratch, model->gravity, s->q, s->qd, w->qdd, s->fext, false, out[0],
                          out[1]);
        cdy_add_drive_derivatives(model, 1, s->qd, &load, out[0], out[1]);
        divide_by_load(model, &load, out[0], NULL);
        divide_by_load(model, &load, out[1], NULL);
        /* The derivatives have overwritten what the factors keep in the scratch memory; before them, results would not
         * have stayed as they were where M is singular. */
        status = cdy_factor_loaded_mass(model, w, s->q, &load, &f, error);
    }
    cdy_mass_solve_with_inverse(&f, out[0], out[1], out[2]);
    divide_by_load(model, &load, NULL, out[2]);
    for (int i = 0; !status && i < QUANTITY_RESULTS; i++) {
        status = check_square(model, w, out[i], error);
    }
    return status;
}

cdy_status cdy_solve_forward_dynamics_derivatives(const cdy_model *model, cdy_workspace *workspace,
                                                  const quantity_given *given, const double *const in[QUANTITY_INPUTS],
                                                  double *const out[QUANTITY_RESULTS], cdy_error *error)
{
    tree_state s = {in[0], in[1], NULL, in[3]};
    mass_factor f = {.articulated = false};
    cdy_status status = check_dense_size(model, workspace, error);
    if (status || model->nv == 0 || differentiate_by_special_code(model, workspace, in, out)) {
        return status;
    }
    if (model->load_acts) {
        return differentiate_with_load(model, workspace, &s, in[2], out, error);
    }
    if (cdy_prefers_articulated_factors(model, workspace, 1, true)) {
        status = solve_by_articulated_bodies(model, workspace, &s, in[2], &f, error);
    }
    if (!status && !f.articulated) {
        status = model->has_followers ? solve_with_mimic_joints(model, workspace, &s, given->in[1], in[2], &f, error)
                                      : solve_accelerations(model, workspace, &s, in[2], &f, error);
    }
    status = status ? status : cdy_check_result(s.qdd, (size_t)model->tree_nv, error);
    if (status) {
        return status;
    }
    differentiate(model, workspace, &s, f.articulated, out[0], out[1]);
    cdy_mass_solve_with_inverse(&f, out[0], out[1], out[2]);
    for (int i = 0; !status && i < QUANTITY_RESULTS; i++) {
        status = check_square(model, workspace, out[i], error);
    }
    return status;
}
