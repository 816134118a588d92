#include "dynamics/mass_factor.h"

#include "dynamics/forward_dynamics.h"
#include "linalg/cholesky.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A pivot is rounding noise where it is tiny beside the diagonal element that it came from. */
static int find_singular_row(const cdy_model *model, const double *D, const double *diagonal)
{
    const int n = model->nv;
    for (int i = n - 1; i >= 0; i--) { /* in the order of the pivots */
        if (!(D[i] > 4 * n * DBL_EPSILON * diagonal[i])) {
            return i + 1;
        }
    }
    return 0;
}

/* The operations that factoring by branches takes: the squares of how many degrees of freedom carry each, itself among
 * them.  `depths` has room for tree_nv. */
static double count_operations(const cdy_model *model, int32_t *depths)
{
    const model_body *bodies = model_bodies(model);
    double sum = 0;
    for (int i = 1; i < model->body_count; i++) {
        const model_body *parent = &bodies[bodies[i].parent];
        int32_t depth = bodies[i].parent ? depths[parent->v + parent->nv - 1] : 0;
        for (int k = bodies[i].v; k < bodies[i].v + bodies[i].nv; k++) {
            depths[k] = ++depth;
            sum += (double)depth * depth;
        }
    }
    return sum;
}

/* Where factors are large and nearly full LAPACK's blocks are worth what they waste.  Measured with
 * tests/bench/large.c, us to factor, to solve for 2 n columns and to invert, by branches / by LAPACK (x86-64, AVX-512,
 * OpenBLAS, one core): chains of 256 joints 1680 / 3480, of 512 18300 / 27100, of 1024 272000 / 254000; trees of 256
 * 250 / 3480, of 1024 12400 / 242000. */
static bool prefers_dense(const cdy_model *model, const cdy_workspace *w)
{
    const double n = model->nv;
    if (model->has_followers || !cdy_cholesky_is_fast(model->nv)) {
        return model->has_followers;
    }
    return 2 * count_operations(model, (void *)w->block) > n * n * n / 3;
}

/* LAPACK is given the upper half, which need not be there. */
static void mirror_lower_half(size_t n, double *M)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            M[j * n + i] = M[i * n + j];
        }
    }
}

/* Leaves the diagonal of M in w->block, for the half that a factor does not take is M's yet. */
static void factor_in_one_order(mass_factor *f)
{
    const cdy_model *model = f->model;
    cdy_workspace *w = f->workspace;
    const size_t n = (size_t)model->nv;
    double *diagonal = w->block;
    for (size_t i = 0; i < n; i++) {
        diagonal[i] = w->L[i * n + i];
    }
    f->row = 0;
    f->least = 1;
    if (f->dense) {
        f->row = cdy_cholesky_factor_least(model->nv, w->L, &f->least);
    } else if (n > 0) {
        w->kernels->ltdl_factor(model, w->state, w->L, w->tau);
        f->row = find_singular_row(model, w->tau, diagonal);
        for (size_t i = 0; i < n; i++) {
            f->least = fmin(f->least, w->tau[i] / diagonal[i]);
        }
    }
}

/* Makes the upper half of M anew from the half that the factor did not take. */
static void restore_upper_half(const mass_factor *f)
{
    const size_t n = (size_t)f->model->nv;
    double *M = f->workspace->L;
    const double *diagonal = f->workspace->block;
    for (size_t i = 0; i < n; i++) {
        M[i * n + i] = diagonal[i];
        for (size_t j = i + 1; f->dense && j < n; j++) {
            M[i * n + j] = M[j * n + i];
        }
    }
}

/* The upper half of M with rows and columns in the reverse order, so that joints are eliminated from the leaves
 * inward. */
static void turn_round(size_t n, const double *M, double *turned)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++) {
            turned[i * n + j] = M[(n - 1 - j) * n + n - 1 - i];
        }
    }
}

cdy_status cdy_judge_mass(const cdy_model *model, cdy_workspace *w, mass_factor *factor, cdy_error *error)
{
    const int n = model->nv;
    *factor = (mass_factor){model, w, n > 0, 0, 1};
    turn_round((size_t)n, w->L, w->M);
    const int found = cdy_cholesky_factor(n, w->M), inward = found ? n + 1 - found : 0;
    const int outward = cdy_cholesky_factor_least(n, w->L, &factor->least);
    /* From the base outward it names the joint that is one too many. */
    factor->row = outward ? outward : inward;
    return factor->row ? cdy_fail_singular(model, w, factor->row, error) : CDY_OK;
}

/* Whether rounding cannot have made any of the pivots.  Where those before are above s of their diagonal elements, what
 * should be zero comes out as some n DBL_EPSILON / s of its own.  That is under s from sqrt(n DBL_EPSILON) on, 4e-8 for
 * 6 joints, and here a thousandth of it. */
static bool is_sound(const mass_factor *f)
{
    const double suspicious = 1e-6;
    return f->row == 0 && f->least > suspicious;
}

static cdy_status judge_unless_sound(mass_factor *f, cdy_error *error)
{
    if (is_sound(f)) {
        return CDY_OK;
    }
    restore_upper_half(f);
    return cdy_judge_mass(f->model, f->workspace, f, error);
}

bool cdy_factor_sound_mass(const cdy_model *model, cdy_workspace *w, mass_factor *factor)
{
    *factor = (mass_factor){model, w, model->nv > 0 && prefers_dense(model, w), 0, 1};
    if (factor->dense) {
        mirror_lower_half((size_t)model->nv, w->L);
    }
    factor_in_one_order(factor);
    return is_sound(factor);
}

cdy_status cdy_factor_mass(const cdy_model *model, cdy_workspace *w, mass_factor *factor, cdy_error *error)
{
    cdy_factor_sound_mass(model, w, factor);
    return judge_unless_sound(factor, error);
}

cdy_status cdy_factor_dense_mass(const cdy_model *model, cdy_workspace *w, cdy_error *error)
{
    mass_factor factor = {model, w, model->nv > 0, 0, 1};
    factor_in_one_order(&factor);
    return judge_unless_sound(&factor, error);
}

void cdy_mass_solve(const mass_factor *f, double *x)
{
    const cdy_workspace *w = f->workspace;
    if (f->dense) {
        cdy_cholesky_solve(f->model->nv, w->L, x);
    } else {
        w->kernels->ltdl_solve(f->model, w->state, w->L, x);
    }
}

/* -M^-1 X by LAPACK. */
static void turn_over_dense(const mass_factor *f, double *X)
{
    const int n = f->model->nv;
    cdy_cholesky_solve_square(n, f->workspace->L, X);
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++) {
        X[i] = -X[i];
    }
}

void cdy_mass_turn_over(const mass_factor *f, double *by_q, double *by_qd, double *inverse)
{
    const cdy_workspace *w = f->workspace;
    if (!f->dense) {
        w->kernels->ltdl_solve_with_inverse(f->model, w->state, w->L, by_q, by_qd, inverse);
        return;
    }
    if (by_q) {
        turn_over_dense(f, by_q);
    }
    if (by_qd) {
        turn_over_dense(f, by_qd);
    }
    if (inverse) {
        cdy_cholesky_invert(f->model->nv, w->L, inverse);
    }
}
