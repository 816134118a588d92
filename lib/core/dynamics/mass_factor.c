#include "dynamics/mass_factor.h"

#include "base/error.h"
#include "dynamics/instruction_set.h"
#include "dynamics/mass_matrix.h"
#include "linalg/cholesky.h"

#include <float.h>
#include <string.h>

/* Whether the body itself has inertia in every degree of freedom of its joint, so that these cannot make M singular
 * alone. */
static bool has_own_inertia(const model_body *body)
{
    const double *I = body->inertia; /* about the body's origin */
    const double diagonal[6] = {I[0], I[3], I[5], body->mass, body->mass, body->mass};
    for (int k = 0; k < body->nv; k++) {
        if (!(diagonal[joint_row(body, k)] > 0)) {
            return false;
        }
    }
    return true;
}

/* Returns the moving body whose mass is the smallest fraction of the mass of its subtree; 0 if a body has no inertia of
 * its own in its joint's degrees of freedom, which alone makes M singular. Fills subtree_mass (tree_nv). */
static int find_lightest_body(const cdy_model *model, double *subtree_mass)
{
    const model_body *bodies = model_bodies(model);
    int found = 0;
    double least = 1;
    for (int i = 1; i < model->body_count; i++) {
        subtree_mass[i - 1] = bodies[i].mass;
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        if (!has_own_inertia(&bodies[i])) {
            return 0;
        }
        if (bodies[i].mass < least * subtree_mass[i - 1]) {
            least = bodies[i].mass / subtree_mass[i - 1];
            found = i;
        }
        if (bodies[i].parent) {
            subtree_mass[bodies[i].parent - 1] += subtree_mass[i - 1];
        }
    }
    return found;
}

/* Whether anything that the body carries by moving joints has mass or inertia. */
static bool carries_inertia(const cdy_model *model, int32_t body)
{
    const model_body *bodies = model_bodies(model);
    for (int32_t i = body + 1; i < model->body_count; i++) {
        int32_t ancestor = i;
        while (ancestor > body) {
            ancestor = bodies[ancestor].parent;
        }
        const double *I = bodies[i].inertia;
        if (ancestor == body && (bodies[i].mass > 0 || I[0] > 0 || I[3] > 0 || I[5] > 0)) {
            return true;
        }
    }
    return false;
}

/* The moving body whose joint the coordinate belongs to. */
static int32_t body_of(const cdy_model *model, const cdy_coordinate *c)
{
    int32_t i = model->body_count - 1;
    while (i > 0 && model_name(model, model_joints(model)[i].name) != c->joint) {
        i--;
    }
    return i;
}

/* Fails at a joint that moves inertia: the joints before it can take its motion back, since a body in between has no
 * inertia that resists. */
static cdy_status fail_redundant(const cdy_model *model, int32_t body, const char *joint, cdy_error *error)
{
    const model_body *bodies = model_bodies(model);
    int32_t light = bodies[body].parent;
    while (light > 0 && has_own_inertia(&bodies[light])) {
        light = bodies[light].parent;
    }
    const char *named = light > 0 ? model_name(model, model_joints(model)[light].name) : "";
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the mass matrix is not positive definite at joint '%.80s': it can move together with the joints "
                    "before it so that nothing that has inertia moves%s%.80s%s; give the bodies in between mass and "
                    "inertia, or fix one of the joints",
                    joint, light > 0 ? ", for the body of joint '" : "", named,
                    light > 0 ? "' has no inertia of its own" : "");
}

cdy_status cdy_fail_singular(const cdy_model *model, cdy_workspace *workspace, int row, cdy_error *error)
{
    const double least_ratio = 1e-9; /* smaller pivots, relative to the diagonal element, may be rounding errors */
    const model_body *bodies = model_bodies(model);
    cdy_coordinate c = {.joint = "?"};
    const int body = find_lightest_body(model, workspace->tau);
    const double mass = body ? bodies[body].mass : 0, subtree_mass = body ? workspace->tau[body - 1] : 0;
    if (body && mass < least_ratio * subtree_mass) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the mass matrix is singular to rounding: of the bodies, the one of joint '%.80s' has "
                        "%.3g kg and carries %.3g kg, more than 16 digits hold side by side; make the masses more "
                        "alike, or fix the joint",
                        model_name(model, model_joints(model)[body].name), mass, subtree_mass - mass);
    }
    cdy_model_velocity(model, row - 1, &c);
    const int32_t moved = body_of(model, &c);
    if (moved > 0 && bodies[moved].parent > 0 && (has_own_inertia(&bodies[moved]) || carries_inertia(model, moved))) {
        return fail_redundant(model, moved, c.joint, error);
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the mass matrix is not positive definite at joint '%.80s': the subtree of this joint has no "
                    "positive inertia along the joint's motion; give its bodies mass and inertia, or fix the joint",
                    c.joint);
}

/* Returns the row (from 1) of the first pivot that is a rounding error relative to its diagonal element; 0 if none is.
 */
static int find_singular_row(const cdy_model *model, const double *D, const double *diagonal)
{
    const int n = model->nv;
    for (int i = n - 1; i >= 0; i--) { /* in the order of elimination */
        if (!(D[i] > 4 * n * DBL_EPSILON * diagonal[i])) {
            return i + 1;
        }
    }
    return 0;
}

/* Sums of the depths of all degrees of freedom and of their squares, in proportion to the operations by which sparse
 * LTDL factors solve for a column and by which they are made. */
typedef struct depth_sums {
    double depths, squares;
} depth_sums;

/* Overwrites w->block. */
static depth_sums sum_depths(const cdy_model *model, const cdy_workspace *w)
{
    const model_body *bodies = model_bodies(model);
    int32_t *depths = (void *)w->block, depth = 0;
    int64_t sum = 0, squares = 0;
    for (int i = 1; i < model->body_count; i++) {
        if (bodies[i].parent != i - 1) { /* else the depth is at hand */
            const model_body *parent = &bodies[bodies[i].parent];
            depth = bodies[i].parent ? depths[parent->v + parent->nv - 1] : 0;
        }
        for (int k = bodies[i].v; k < bodies[i].v + bodies[i].nv; k++) {
            depths[k] = ++depth;
            sum += depth;
            squares += (int64_t)depth * depth;
        }
    }
    return (depth_sums){(double)sum, (double)squares};
}

/* Whether the factor is nearly full, so that routines for dense matrices take no more operations. */
static bool is_nearly_full(const cdy_model *model, const cdy_workspace *w)
{
    const double n = model->nv;
    return 2 * sum_depths(model, w).squares > n * n * n / 3;
}

/* All widths choose alike where they are to give the same bits. */
#ifdef CDY_REPRODUCIBLE
enum { HAS_SAME_BITS = true };
#else
enum { HAS_SAME_BITS = false };
#endif

typedef struct depth_pair {
    int of_inverse, of_derivatives;
} depth_pair;

/* The mean depth from which articulated bodies are faster: they take the same time for a column whatever the depth.
 * Where M comes with the derivatives of inverse dynamics, LTDL is faster up to a larger depth. us of M^-1 and of all
 * derivatives of forward dynamics of one state, by LTDL / by articulated bodies: SSE2, chains of 16 joints 2.0 / 1.9
 * and 6.2 / 7.7, of 28 6.5 / 4.2 and 19.1 / 17.9, of 48 22.4 / 9.3 and 66 / 42; AVX2, of 22 2.2 / 2.2 and 6.5 / 8.3, of
 * 36 5.0 / 4.1 and 16.4 / 16.0, of 48 9.2 / 6.1 and 27.9 / 23.6; AVX-512, of 18 1.5 / 1.4 and 3.9 / 4.9, of 36 4.2
 * / 3.1 and 11.9 / 11.5, of 48 6.3 / 4.7 and 21.0 / 17.3. M^-1 in 2, 4 and 8 lanes, a state, of 20 1.95 / 1.74, 1.16
 * / 1.10 and 0.66 / 0.58. */
static int least_depth(int lanes, bool with_derivatives)
{
    static const depth_pair in_lanes = {10, 10}, /* batches choose once, for both */
        one_state[] = {
            [INSTRUCTIONS_OF_ANY_MACHINE] = {8, 14}, [INSTRUCTIONS_AVX2] = {12, 18}, [INSTRUCTIONS_AVX512] = {10, 18}};
    const depth_pair *least = lanes > 1 || HAS_SAME_BITS ? &in_lanes : &one_state[cdy_instruction_set()];
    return with_derivatives ? least->of_derivatives : least->of_inverse;
}

bool cdy_prefers_articulated_factors(const cdy_model *model, const cdy_workspace *w, int lanes, bool with_derivatives)
{
    const int least = least_depth(lanes, with_derivatives);
    return w->L && !model->has_followers && model->nv >= 2 * least - 1 && model->nv >= ARTICULATED_FACTOR &&
           sum_depths(model, w).depths >= (double)least * model->nv;
}

/* Blocked dense factorization pays off where the factor is large and nearly full. Measured with tests/bench/large.c, us
 * to factor, to solve for 2 n columns and to invert, LTDL / LAPACK (x86-64, AVX-512, OpenBLAS, one core): chains of 256
 * joints 1680 / 3480, of 512 18300 / 27100, of 1024 272000 / 254000; trees of 256 250 / 3480, of 1024 12400 / 242000.
 */
static bool prefers_lapack(const cdy_model *model, const cdy_workspace *w)
{
    if (model->has_followers || !cdy_cholesky_is_fast(model->nv)) {
        return model->has_followers;
    }
    return is_nearly_full(model, w);
}

/* Copies the lower half of M to the upper half, which LAPACK reads. */
static void mirror_lower_half(size_t n, double *M)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            M[j * n + i] = M[i * n + j];
        }
    }
}

/* Sets the verdict on M by the pivots in w->tau and the diagonal of M in w->block. */
static void find_least_pivot(mass_factor *f)
{
    const cdy_workspace *w = f->workspace;
    f->row = find_singular_row(f->model, w->tau, w->block);
    f->least = 1;
    for (int i = 0; i < f->model->nv; i++) {
        const double ratio = w->tau[i] / w->block[i];
        f->least = ratio < f->least ? ratio : f->least;
    }
}

/* Saves the diagonal of M in w->block: with the half that the factor does not overwrite, it restores M. */
static void factor_in_place(mass_factor *f)
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
        w->kernels->ltdl_factor(model, w->kernel_scratch, w->L, w->tau);
        find_least_pivot(f);
    }
}

/* Restores the upper half of M from the half that the factor did not overwrite. */
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

/* The upper half of M with rows and columns reversed, so that elimination proceeds from the leaves to the base. */
static void reverse_order(size_t n, const double *M, double *reversed)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++) {
            reversed[i * n + j] = M[(n - 1 - j) * n + n - 1 - i];
        }
    }
}

cdy_status cdy_factor_mass_both_ways(const cdy_model *model, cdy_workspace *w, mass_factor *factor, cdy_error *error)
{
    const int n = model->nv;
    *factor = (mass_factor){model, w, n > 0, false, 0, 1};
    reverse_order((size_t)n, w->L, w->M);
    const int found = cdy_cholesky_factor(n, w->M), inward = found ? n + 1 - found : 0;
    const int outward = cdy_cholesky_factor_least(n, w->L, &factor->least);
    /* The elimination from the base outward names the redundant joint. */
    factor->row = outward ? outward : inward;
    return factor->row ? cdy_fail_singular(model, w, factor->row, error) : CDY_OK;
}

/* Whether rounding errors cannot have produced any of the pivots. If all earlier pivots are above s times their
 * diagonal elements, a pivot that should be zero is at most about n DBL_EPSILON / s of its own. That is below s for
 * s above sqrt(n DBL_EPSILON), 4e-8 for 6 joints, and at the threshold below it is a thousandth of s. */
static bool is_clearly_definite(const mass_factor *f)
{
    const double threshold = 1e-6;
    return f->row == 0 && f->least > threshold;
}

bool cdy_is_clearly_definite(const cdy_model *model, cdy_workspace *w)
{
    mass_factor f = {.model = model, .workspace = w};
    find_least_pivot(&f);
    return is_clearly_definite(&f);
}

static cdy_status check_if_doubtful(mass_factor *f, cdy_error *error)
{
    if (is_clearly_definite(f)) {
        return CDY_OK;
    }
    restore_upper_half(f);
    return cdy_factor_mass_both_ways(f->model, f->workspace, f, error);
}

bool cdy_try_articulated_factors(const cdy_model *model, cdy_workspace *w, const double *tree_q, mass_factor *factor)
{
    double *diagonal = w->block;
    *factor = (mass_factor){.model = model, .workspace = w, .articulated = true};
    w->kernels->articulated_factors(model, w->kernel_scratch, tree_q, w->L, w->tau, diagonal);
    find_least_pivot(factor);
    return is_clearly_definite(factor);
}

bool cdy_try_factor_mass(const cdy_model *model, cdy_workspace *w, mass_factor *factor)
{
    *factor = (mass_factor){model, w, model->nv > 0 && prefers_lapack(model, w), false, 0, 1};
    if (factor->dense) {
        mirror_lower_half((size_t)model->nv, w->L);
    }
    factor_in_place(factor);
    return is_clearly_definite(factor);
}

cdy_status cdy_factor_mass(const cdy_model *model, cdy_workspace *w, mass_factor *factor, cdy_error *error)
{
    cdy_try_factor_mass(model, w, factor);
    return check_if_doubtful(factor, error);
}

cdy_status cdy_factor_dense_mass(const cdy_model *model, cdy_workspace *w, mass_factor *factor, cdy_error *error)
{
    *factor = (mass_factor){model, w, model->nv > 0, false, 0, 1};
    factor_in_place(factor);
    return check_if_doubtful(factor, error);
}

cdy_status cdy_factor_mass_matrix(const cdy_model *model, cdy_workspace *w, const double *tree_q, cdy_error *error)
{
    mass_factor factor;
    cdy_status status = cdy_compute_mass_matrix(model, w, tree_q, w->L, error);
    return status ? status : cdy_factor_dense_mass(model, w, &factor, error);
}

void cdy_mass_solve(const mass_factor *f, double *x)
{
    const cdy_workspace *w = f->workspace;
    if (f->dense) {
        cdy_cholesky_solve(f->model->nv, w->L, x);
    } else {
        w->kernels->ltdl_solve(f->model, w->kernel_scratch, w->L, x);
    }
}

/* X := -M^-1 X by LAPACK. */
static void solve_negative_dense(const mass_factor *f, double *X)
{
    const int n = f->model->nv;
    cdy_cholesky_solve_square(n, f->workspace->L, X);
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++) {
        X[i] = -X[i];
    }
}

void cdy_mass_solve_with_inverse(const mass_factor *f, double *X, double *Y, double *inverse)
{
    const cdy_workspace *w = f->workspace;
    if (f->articulated) {
        w->kernels->articulated_products(f->model, w->kernel_scratch, w->L, X, Y, inverse);
        return;
    }
    if (!f->dense) {
        w->kernels->ltdl_solve_with_inverse(f->model, w->kernel_scratch, w->L, X, Y, inverse);
        return;
    }
    if (X) {
        solve_negative_dense(f, X);
    }
    if (Y) {
        solve_negative_dense(f, Y);
    }
    if (inverse) {
        cdy_cholesky_invert(f->model->nv, w->L, inverse);
    }
}
