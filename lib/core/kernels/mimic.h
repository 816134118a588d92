/* Mimic joints: expand the caller's coordinates to the tree's, q_tree = G q + offset, and project the tree's matrices
 * to the caller's velocities, J G and G^T M G. */
#ifndef CDY_KERNELS_MIMIC_H
#define CDY_KERNELS_MIMIC_H

#include "kernels/scratch.h"

static void expand_positions(const kernel_model *model, const scalar *q_, scalar *tree_q_)
{
    const model_coordinate *c = model_positions(model);
    const real *q = reals(q_);
    real *tree_q = reals_out(tree_q_);
    for (int i = 0; i < model->tree_nq; i++) {
        tree_q[i] = c[i].multiplier * q[c[i].index] + c[i].offset;
    }
}

static void expand_velocities(const kernel_model *model, const scalar *qd_, scalar *tree_qd_)
{
    const model_coordinate *c = model_velocities(model);
    const real *qd = reals(qd_);
    real *tree_qd = reals_out(tree_qd_);
    for (int i = 0; i < model->tree_nv; i++) {
        tree_qd[i] = c[i].multiplier * qd[c[i].index];
    }
}

static void project_columns(const kernel_model *model, size_t rows, const scalar *tree_J_, scalar *J_)
{
    const model_coordinate *c = model_velocities(model);
    const size_t n = (size_t)model->nv, tree_n = (size_t)model->tree_nv;
    const real *tree_J = reals(tree_J_);
    real *J = reals_out(J_);
    memset(J, 0, rows * n * sizeof *J);
    for (size_t row = 0; row < rows; row++) {
        for (size_t j = 0; j < tree_n; j++) {
            real *sum = &J[row * n + (size_t)c[j].index];
            *sum = *sum + c[j].multiplier * tree_J[row * tree_n + j];
        }
    }
}

static void project_square(const kernel_model *model, const scalar *tree_M_, scalar *M_)
{
    const model_coordinate *c = model_velocities(model);
    const size_t n = (size_t)model->nv, tree_n = (size_t)model->tree_nv;
    const real *tree_M = reals(tree_M_);
    real *M = reals_out(M_);
    memset(M, 0, n * n * sizeof *M);
    for (size_t i = 0; i < tree_n; i++) {
        for (size_t j = 0; j < tree_n; j++) {
            real *sum = &M[(size_t)c[i].index * n + (size_t)c[j].index];
            *sum = *sum + c[i].multiplier * c[j].multiplier * tree_M[i * tree_n + j];
        }
    }
}

static void project_matrix(const kernel_model *model, const scalar *tree_M, scalar *M_)
{
    const size_t n = (size_t)model->nv;
    real *M = reals_out(M_);
    project_square(model, tree_M, M_);
    /* make the result exactly symmetric: the sums of the two halves were in different orders */
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            M[i * n + j] = M[j * n + i];
        }
    }
}

#endif
