/* Products of vectors with the derivatives of forward dynamics, d FD = -M^-1 d ID, from the products with the
 * derivatives of inverse dynamics at the accelerations qdd of the state and a solution with the mass matrix M
 * (Carpentier and Mansard 2018). */
#include "dynamics/arguments.h"
#include "dynamics/drives.h"
#include "dynamics/loaded_mass.h"
#include "dynamics/solve.h"

#include <string.h>

/* The vectors of a call, in the second half of w->columns (tree_nv each). The first half has vectors to multiply by. */
typedef struct product_vectors {
    double *qdd, *solved, *result;
} product_vectors;

static product_vectors vectors_in(const cdy_model *model, const cdy_workspace *w)
{
    const size_t n = (size_t)model->tree_nv;
    double *first = w->columns + (QUANTITY_INPUTS - GIVEN_VECTORS) * n;
    return (product_vectors){first, first + n, first + 2 * n};
}

/* Computes the accelerations of the state, in the tree's coordinates. */
static cdy_status accelerate(const cdy_model *model, cdy_workspace *w, const quantity_given *given,
                             const double *const in[QUANTITY_INPUTS], double *qdd, cdy_error *error)
{
    double *const out[QUANTITY_RESULTS] = {qdd};
    const double *tree_qdd;
    cdy_status status = cdy_solve_forward_dynamics(model, w, given, in, out, error);
    status = status ? status : cdy_read_velocity(model, w, qdd, w->qdd, "acceleration", &tree_qdd, error);
    if (!status && tree_qdd != qdd) {
        memcpy(qdd, tree_qdd, (size_t)model->tree_nv * sizeof *qdd);
    }
    return status;
}

/* Solves M x = torque (nv each). */
static cdy_status solve_mass(const cdy_model *model, cdy_workspace *w, const quantity_given *given, const double *q,
                             const double *torque, double *x, cdy_error *error)
{
    const double *const in[QUANTITY_INPUTS] = {q, w->zero, torque};
    double *const out[QUANTITY_RESULTS] = {x};
    return cdy_solve_inverse_mass_times(model, w, given, in, out, error);
}

/* Loads of the drives in w->block, and memory for weights behind them. Factors M + R / (1 + K) and solves with it;
 * `transposed`: divides by 1 + K after it and not before. */
static cdy_status solve_loaded_mass(const cdy_model *model, cdy_workspace *w, const double *const state[4],
                                    bool transposed, double *x, drive_load *load, cdy_error *error)
{
    mass_factor f;
    cdy_status status = cdy_find_loads(model, w, state, w->block + 6 * (size_t)model->tree_nv, load, error);
    status = status ? status : cdy_factor_loaded_mass(model, w, state[0], load, &f, error);
    if (status) {
        return status;
    }
    if (!transposed) {
        cdy_divide_by_load(model, load, x);
    }
    cdy_mass_solve(&f, x);
    if (transposed) {
        cdy_divide_by_load(model, load, x);
    }
    return CDY_OK;
}

/* With friction by the load: l = M^-T w with M = d ID / d qdd, then by tau l, by q and qd -l times the derivatives of
 * inverse dynamics. */
static cdy_status multiply_with_load(const cdy_model *model, cdy_workspace *w, const double *const in[QUANTITY_INPUTS],
                                     const product_vectors *vectors, double *by_qd, cdy_error *error)
{
    const double *const state[] = {in[0], in[1], vectors->qdd, in[GIVEN_FORCES]};
    const size_t n = (size_t)model->nv;
    double *weight = w->block, *scaled = w->block + 8 * n;
    drive_load load;
    memmove(vectors->solved, in[GIVEN_VECTORS], n * sizeof(double));
    const cdy_status status = solve_loaded_mass(model, w, state, true, vectors->solved, &load, error);
    for (size_t i = 0; !status && i < n; i++) {
        weight[i] = -vectors->solved[i];
    }
    if (!status) {
        cdy_scale_by_load(model, 1, &load, weight, scaled);
        w->kernels->rnea_vjp(model, w->kernel_scratch, model->gravity, in[0], in[1], vectors->qdd, in[GIVEN_FORCES],
                             scaled, vectors->result, by_qd, w->tau);
        cdy_add_drive_products(model, 1, in[1], &load, weight, vectors->result, by_qd, w->tau);
    }
    return status;
}

/* Reads the velocity anew: with mimic joints, solving uses its memory. */
static cdy_status read_again(const cdy_model *model, const cdy_workspace *w, const quantity_given *given,
                             const double **qd, cdy_error *error)
{
    return cdy_read_velocity(model, w, given->in[1], w->qd, "velocity", qd, error);
}

/* Projects a product from `tree` to the caller's coordinates, in place, and checks it. */
static cdy_status finish(const cdy_model *model, const cdy_workspace *w, double *tree, cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    if (model->has_followers) {
        w->kernels->project_columns(model, 1, tree, w->tau);
        memcpy(tree, w->tau, n * sizeof *tree);
    }
    return cdy_check_result(tree, n, error);
}

static void write(const cdy_model *model, const double *from, double *to)
{
    if (to) {
        memcpy(to, from, (size_t)model->nv * sizeof *to);
    }
}

/* The products by the code for one robot. Returns whether it has computed them, all finite, with pivots far above
 * rounding errors; everything else is left to the kernels, which tell what fails. */
static bool multiply_by_special_code(const cdy_model *model, const cdy_workspace *w,
                                     const double *const in[QUANTITY_INPUTS], const product_vectors *to, double *by_qd)
{
    const special_functions *special = in[GIVEN_FORCES] ? NULL : special_one(w->special, model);
    const size_t n = (size_t)model->nv;
    return special && special->forward_dynamics_products && w->L &&
           special->forward_dynamics_products(in[0], in[1], in[2], in[GIVEN_VECTORS], to->result, by_qd, to->solved,
                                              w->tau, to->qdd) &&
           cdy_pivots_are_significant(model, w->tau) && cdy_all_finite(to->qdd, n) && cdy_all_finite(to->solved, n) &&
           cdy_all_finite(to->result, n) && cdy_all_finite(by_qd, n);
}

static void write_products(const cdy_model *model, const product_vectors *from, const double *by_qd,
                           double *const out[QUANTITY_RESULTS])
{
    write(model, from->result, out[0]);
    write(model, by_qd, out[1]);
    write(model, from->solved, out[2]);
}

/* With l = M^-1 w: by tau l, by q and qd -l times the derivatives of inverse dynamics. */
cdy_status cdy_solve_forward_dynamics_vjp(const cdy_model *model, cdy_workspace *workspace, const quantity_given *given,
                                          const double *const in[QUANTITY_INPUTS], double *const out[QUANTITY_RESULTS],
                                          cdy_error *error)
{
    cdy_workspace *w = workspace;
    const product_vectors vectors = vectors_in(model, w);
    double *by_q = vectors.result, *by_qd = w->columns, *by_qdd = w->tau;
    const double *tree_weight = NULL, *qd = NULL;
    if (multiply_by_special_code(model, w, in, &vectors, by_qd)) {
        write_products(model, &vectors, by_qd, out);
        return CDY_OK;
    }
    cdy_status status = accelerate(model, w, given, in, vectors.qdd, error);
    if (!status && model->load_acts) {
        status = multiply_with_load(model, w, in, &vectors, by_qd, error);
        status = status ? status : cdy_check_result(by_q, (size_t)model->nv, error);
        status = status ? status : cdy_check_result(by_qd, (size_t)model->nv, error);
        if (!status) {
            write_products(model, &vectors, by_qd, out);
        }
        return status;
    }
    status = status ? status : solve_mass(model, w, given, in[0], in[GIVEN_VECTORS], vectors.solved, error);
    status = status ? status : read_again(model, w, given, &qd, error);
    if (status) {
        return status;
    }
    for (int i = 0; i < model->nv; i++) {
        w->block[i] = -vectors.solved[i];
    }
    status = cdy_read_velocity(model, w, w->block, w->qdd, "vector", &tree_weight, error);
    if (status) {
        return status;
    }
    w->kernels->rnea_vjp(model, w->kernel_scratch, model->gravity, in[0], qd, vectors.qdd, in[GIVEN_FORCES],
                         tree_weight, by_q, by_qd, by_qdd);
    cdy_add_drive_products(model, 1, qd, NULL, tree_weight, by_q, by_qd, by_qdd);
    status = finish(model, w, by_q, error);
    status = status ? status : finish(model, w, by_qd, error);
    if (!status) {
        write_products(model, &vectors, by_qd, out);
    }
    return status;
}

/* M dqdd = dtau - the change of inverse dynamics along the step at constant accelerations. */
cdy_status cdy_solve_forward_dynamics_jvp(const cdy_model *model, cdy_workspace *workspace, const quantity_given *given,
                                          const double *const in[QUANTITY_INPUTS], double *const out[QUANTITY_RESULTS],
                                          cdy_error *error)
{
    cdy_workspace *w = workspace;
    const product_vectors vectors = vectors_in(model, w);
    const double *dq = in[GIVEN_VECTORS], *dqd = in[GIVEN_VECTORS + 1], *dtau = in[GIVEN_VECTORS + 2], *qd = NULL;
    cdy_status status = accelerate(model, w, given, in, vectors.qdd, error);
    status = status ? status : read_again(model, w, given, &qd, error);
    if (status) {
        return status;
    }
    drive_load load;
    const double *const state[] = {in[0], qd, vectors.qdd, in[GIVEN_FORCES]};
    double *memory = w->block + 6 * (size_t)model->tree_nv;
    if (model->load_acts) {
        status = cdy_find_loads(model, w, state, memory, &load, error);
    }
    if (status) {
        return status;
    }
    w->kernels->rnea_jvp(model, w->kernel_scratch, model->gravity, in[0], qd, vectors.qdd, in[GIVEN_FORCES], dq, dqd,
                         w->zero, vectors.result);
    cdy_add_drive_change(model, 1, qd, model->load_acts ? &load : NULL, dq, dqd, w->zero, vectors.result);
    status = finish(model, w, vectors.result, error);
    if (status) {
        return status;
    }
    for (int i = 0; i < model->nv; i++) {
        vectors.result[i] = dtau[i] - vectors.result[i];
    }
    if (model->load_acts) {
        memcpy(vectors.solved, vectors.result, (size_t)model->nv * sizeof(double));
        status = solve_loaded_mass(model, w, state, false, vectors.solved, &load, error);
    } else {
        status = solve_mass(model, w, given, in[0], vectors.result, vectors.solved, error);
    }
    if (!status) {
        write(model, vectors.solved, out[0]);
    }
    return status;
}
