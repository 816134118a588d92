/* The base regressor of a motion, and its condition number. */
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "identification/excitation.h"
#include "linalg/qr.h"
#include "linalg/svd.h"

#include <math.h>
#include <string.h>

static bool allocate(conditioning *c, size_t joints)
{
    const size_t p = (size_t)c->p, n = (size_t)c->model->nv;
    c->capacity = 3 * (c->p + 1) + (int)joints;
    c->base = cdy_allocate(p, sizeof *c->base);
    c->Y = cdy_allocate(n * p, sizeof *c->Y);
    c->A = cdy_allocate((size_t)c->capacity * p, sizeof *c->A);
    c->scratch = cdy_allocate(p * p + 33 * (p + 1), sizeof *c->scratch);
    c->sigma = cdy_allocate(p, sizeof *c->sigma);
    c->V = cdy_allocate(p * p, sizeof *c->V);
    c->q = cdy_allocate((size_t)c->model->nq + 3 * n, sizeof *c->q);
    if (!c->base || !c->Y || !c->A || !c->scratch || !c->sigma || !c->V || !c->q) {
        return false;
    }
    c->qd = c->q + c->model->nq;
    c->qdd = c->qd + n;
    c->tau = c->qdd + n;
    return true;
}

void cdy_conditioning_clear(conditioning *c)
{
    cdy_workspace_destroy(c->workspace);
    cdy_release(c->base);
    cdy_release(c->Y);
    cdy_release(c->A);
    cdy_release(c->scratch);
    cdy_release(c->sigma);
    cdy_release(c->V);
    cdy_release(c->q);
}

/* Appends the excited joints' rows of the regressor at c->q, c->qd, c->qdd, in the first `columns` columns of c->base;
 * reduces the rows where they would not fit. */
static cdy_status append(conditioning *c, const cdy_excitation *e, int columns, cdy_error *error)
{
    const size_t stride = (size_t)c->capacity;
    cdy_status status = cdy_regressor(c->model, c->workspace, c->q, c->qd, c->qdd, c->options, c->Y, error);
    if (!status && c->filled + e->joint_count > c->capacity) {
        cdy_qr_reduce(c->filled, columns, c->A, c->capacity, c->scratch);
        c->filled = c->filled < columns ? c->filled : columns;
    }
    for (int i = 0; i < e->joint_count && !status; i++, c->filled++) {
        const double *row = c->Y + (size_t)e->joints[i].v * (size_t)c->p;
        for (int k = 0; k < columns; k++) {
            c->A[(size_t)k * stride + (size_t)c->filled] = row[c->base[k]];
        }
    }
    return status;
}

/* Singular values of the rows, and right singular vectors in c->V. */
static cdy_status decompose(conditioning *c, int columns, cdy_error *error)
{
    const size_t stride = (size_t)c->capacity, n = (size_t)columns;
    cdy_qr_reduce(c->filled, columns, c->A, c->capacity, c->scratch);
    for (size_t k = 0; k < n; k++) { /* R, packed: columns move to the front */
        for (size_t i = 0; i < n; i++) {
            c->A[k * n + i] = i <= k && (int)i < c->filled ? c->A[k * stride + i] : 0;
        }
    }
    return cdy_svd(columns, c->A, c->sigma, c->V, c->scratch)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_NUMERIC, "the regressor has no finite singular values");
}

static void draw_state(conditioning *c, const cdy_excitation *e, uint64_t *seed)
{
    const size_t n = (size_t)c->model->nv;
    memcpy(c->q, e->home, (size_t)e->nq * sizeof *c->q);
    memset(c->qd, 0, n * sizeof *c->qd);
    memset(c->qdd, 0, n * sizeof *c->qdd);
    for (int i = 0; i < e->joint_count; i++) {
        const excited_joint *j = &e->joints[i];
        c->q[j->q] = cdy_random_between(seed, j->center - j->half_range, j->center + j->half_range);
        c->qd[j->v] = cdy_random_normal(seed);
        c->qdd[j->v] = cdy_random_normal(seed);
    }
}

/* Finds the rank of the regressor from random states, and which parameters are a base of all. */
static cdy_status find_base(conditioning *c, const cdy_excitation *e, uint64_t seed, cdy_error *error)
{
    const double tolerance = 1e-10;
    cdy_status status = CDY_OK;
    const int states = 2 * c->p + 10;
    for (int i = 0; i < c->p; i++) {
        c->base[i] = i;
    }
    for (int i = 0; i < states && !status; i++) {
        draw_state(c, e, &seed);
        status = append(c, e, c->p, error);
    }
    status = status ? status : decompose(c, c->p, error);
    if (status) {
        return status;
    }
    while (c->rank < c->p && c->sigma[c->rank] > tolerance * c->sigma[0]) {
        c->rank++;
    }
    for (int i = 0; i < c->p; i++) {
        for (int k = 0; k < c->rank; k++) {
            c->A[(size_t)i * (size_t)c->rank + (size_t)k] = c->V[(size_t)k * (size_t)c->p + (size_t)i];
        }
    }
    cdy_qr_pick(c->rank, c->p, c->A, c->base);
    return CDY_OK;
}

cdy_status cdy_conditioning_create(conditioning *c, const cdy_excitation *e, const cdy_model *model,
                                   const cdy_regressor_options *options, uint64_t seed, cdy_error *error)
{
    *c = (conditioning){.model = model, .options = options, .p = cdy_parameter_count(model, options)};
    cdy_status status = cdy_workspace_create(model, &c->workspace, error);
    if (!status && !allocate(c, (size_t)e->joint_count)) {
        status = cdy_fail_memory(error);
    }
    return status ? status : find_base(c, e, seed, error);
}

cdy_status cdy_condition_of(conditioning *c, const cdy_excitation *e, double *condition, cdy_error *error)
{
    const int samples = 8 * e->harmonics + c->rank / e->joint_count;
    const double period = 2 * 3.14159265358979323846 / e->frequency;
    cdy_status status = CDY_OK;
    c->filled = 0;
    for (int i = 0; i < samples && !status; i++) {
        status = cdy_excitation_evaluate(e, period * i / samples, c->q, c->qd, c->qdd, error);
        status = status ? status : append(c, e, c->rank, error);
    }
    if (!status && c->rank > 0) {
        status = decompose(c, c->rank, error);
    }
    if (!status) {
        *condition = c->rank > 0 ? c->sigma[0] / c->sigma[c->rank - 1] : 1; /* infinite where the motion is too poor */
    }
    return status;
}
