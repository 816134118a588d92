/* Solving: the weighted least squares estimate, its noise and deviations, and what makes it worthless. */
#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "base/random.h"
#include "identification/identification.h"

#include <math.h>
#include <string.h>

/* A fit needs more torques than the parameters that it determines. */
static const double least_freedom = 0.5;

/* The standard deviation of the residuals and their degrees of freedom: rows less the effective number of parameters.
 */
static void compute_noise(const cdy_identification *id, solution *s)
{
    double sum = 0, rows = 0, effective = 0;
    const double w = s->prior_weight;
    for (int i = 0; i < id->n; i++) {
        sum += s->weights[i] * s->weights[i] * cdy_rows_residual(&id->joints[i], s->parameters);
        rows += (double)id->joints[i].count;
    }
    for (int k = 0; k < s->rank; k++) {
        effective += s->sigma[k] * s->sigma[k] / (s->sigma[k] * s->sigma[k] + w * w);
    }
    s->freedom = rows - effective;
    s->noise = s->freedom > 0 ? sqrt(sum / s->freedom) : 0;
}

/* The error for too few torques, with the number that is needed. */
static cdy_status fail_too_few(const cdy_identification *id, int rank, cdy_error *error)
{
    unsigned long long torques = 0;
    for (int i = 0; i < id->n; i++) {
        torques += id->joints[i].count;
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "%llu torque%s in %llu row%s %s too few for %d base parameter%s: it takes more torques than "
                    "parameters; record more, or set the prior's weight",
                    torques, torques == 1 ? "" : "s", id->rows, id->rows == 1 ? "" : "s", torques == 1 ? "is" : "are",
                    rank, rank == 1 ? "" : "s");
}

static cdy_status check_rank(const cdy_identification *id, const solution *s, cdy_error *error)
{
    if (id->rows == 0) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "there are no rows to identify from; add some");
    }
    if (!(s->sigma[0] > 0)) {
        return cdy_fail(
            error, CDY_ERROR_NUMERIC,
            "no parameter has an effect on the torques of these rows; record motions that excite the robot");
    }
    if (!(s->freedom > least_freedom)) {
        return fail_too_few(id, s->rank, error);
    }
    return CDY_OK;
}

/* F test: the torques explained must exceed the residuals, F(rank, freedom) > 10; otherwise the parameters are fitted
 * to noise. */
static cdy_status check_explained(const cdy_identification *id, const solution *s, cdy_error *error)
{
    const double least = 10;
    const double rounding = 1e-9; /* relative to the prior's torques, since a robot may be without mass */
    double torques = 0, expected = 0, residual_square = s->noise * s->noise * s->freedom;
    for (int i = 0; i < id->n; i++) {
        const double square = s->weights[i] * s->weights[i];
        torques += square * cdy_rows_residual(&id->joints[i], NULL);
        expected += square * cdy_rows_residual(&id->joints[i], id->prior);
    }
    if (id->options.prior_weight > 0 || residual_square <= rounding * rounding * expected) {
        return CDY_OK;
    }
    if (torques - residual_square < least * s->rank * s->noise * s->noise) {
        return cdy_fail(
            error, CDY_ERROR_NUMERIC,
            "the torques of these rows are noise beside the motions: no parameters explain them; expected torques "
            "of this robot in N m, in the order of its joints");
    }
    return CDY_OK;
}

static cdy_status fit(cdy_identification *id, solution *s, cdy_error *error)
{
    cdy_status status = cdy_weigh_joints(id, s, error);
    status = status ? status : cdy_solution_factor(id, s, error);
    if (!status) {
        cdy_solution_estimate(id, s, id->options.prior_weight);
        compute_noise(id, s);
        status = check_rank(id, s, error);
    }
    return status;
}

static void compute_deviations(const cdy_identification *id, solution *s)
{
    const int p = id->p;
    for (int i = 0; i < p; i++) {
        s->identifiability[i] = 0;
        for (int k = 0; k < s->rank; k++) {
            s->identifiability[i] += s->V[k * p + i] * s->V[k * p + i];
        }
    }
    for (int i = 0; i < p; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < s->rank; k++) {
                const double d = s->noise * cdy_solution_gain(s, k);
                sum += s->V[k * p + i] * s->V[k * p + j] * d * d;
            }
            s->covariance[i * p + j] = s->covariance[j * p + i] = sum * id->scale[i] * id->scale[j];
        }
        s->deviations[i] = sqrt(s->covariance[i * p + i]);
    }
    s->condition = s->sigma[0] / s->sigma[s->rank - 1];
}

static void compute_joint_residuals(const cdy_identification *id, solution *s)
{
    for (int i = 0; i < id->n; i++) {
        const joint_rows *rows = &id->joints[i];
        const double square = rows->weights_square > 0 ? rows->weights_square : 1;
        s->joint_rms[i] = sqrt(cdy_rows_residual(rows, s->parameters) / square);
        s->joint_prior_rms[i] = sqrt(cdy_rows_residual(rows, id->prior) / square);
    }
}

/* Adds rows of random motions, more of them than parameters. */
static cdy_status add_random_rows(cdy_identification *id, cdy_error *error)
{
    uint64_t seed = 1;
    double *q = cdy_allocate((size_t)cdy_model_nq(id->model) + 3 * (size_t)id->n, sizeof *q);
    if (!q) {
        return cdy_fail_memory(error);
    }
    double *qd = q + cdy_model_nq(id->model), *qdd = qd + id->n, *tau = qdd + id->n;
    cdy_status status = CDY_OK;
    for (int row = 0; row < 2 * id->p + 10 && !status; row++) {
        cdy_random_configuration(id->model, &seed, q);
        for (int i = 0; i < 2 * id->n; i++) {
            qd[i] = cdy_random_between(&seed, -2, 2);
        }
        status = cdy_identification_add(id, q, qd, qdd, NULL, tau, NULL, error);
    }
    cdy_release(q);
    return status;
}

/* Keeps the space that random motions determine: its dimension is the number of base parameters. */
static cdy_status keep_structure(cdy_identification *id, const solution *excited, cdy_error *error)
{
    const size_t size = (size_t)excited->rank * (size_t)id->p;
    id->structure = cdy_allocate(size, sizeof *id->structure);
    if (!id->structure) {
        return cdy_fail_memory(error);
    }
    memcpy(id->structure, excited->V, size * sizeof *id->structure);
    id->full_rank = excited->rank;
    return CDY_OK;
}

/* Computes the number of base parameters, the rank for random motions. */
static cdy_status compute_full_rank(cdy_identification *id, cdy_error *error)
{
    cdy_identification_options options = id->options;
    cdy_identification *excited = NULL;
    options.prior = id->prior;
    cdy_status status = cdy_identification_create(id->model, &options, &excited, error);
    status = status ? status : cdy_solution_create(id->p, id->n, &excited->solution, error);
    status = status ? status : add_random_rows(excited, error);
    for (int i = 0; i < id->n && !status; i++) {
        excited->solution->weights[i] = 1;
    }
    status = status ? status : cdy_solution_factor(excited, excited->solution, error);
    status = status ? status : keep_structure(id, excited->solution, error);
    cdy_identification_destroy(excited);
    return status;
}

/* The number of directions with a standard deviation below 1 scale. */
static int count_certain(const solution *s)
{
    int certain = 0;
    while (certain < s->rank && s->noise * cdy_solution_gain(s, certain) < 1) {
        certain++;
    }
    return certain;
}

static cdy_identification_result make_result(const cdy_identification *id)
{
    const solution *s = id->solution;
    return (cdy_identification_result){.rows = id->rows,
                                       .parameter_count = id->p,
                                       .velocity_count = id->n,
                                       .rank = s->rank,
                                       .full_rank = id->full_rank > s->rank ? id->full_rank : s->rank,
                                       .certain = count_certain(s),
                                       .condition_number = s->condition,
                                       .noise = s->noise,
                                       .parameters = s->parameters,
                                       .prior = id->prior,
                                       .standard_deviations = s->deviations,
                                       .covariance = s->covariance,
                                       .identifiability = s->identifiability,
                                       .base_values = s->base_values,
                                       .base_deviations = s->base_deviations,
                                       .base_combinations = s->combinations,
                                       .base_parameters = s->order,
                                       .joint_rms = s->joint_rms,
                                       .joint_prior_rms = s->joint_prior_rms,
                                       .joint_weights = s->weights,
                                       .inconsistent_before = s->before,
                                       .inconsistent_after = s->after,
                                       .consistency_cost = s->cost};
}

cdy_status cdy_identification_solve(cdy_identification *id, cdy_identification_result *result, cdy_error *error)
{
    if (!id) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "solving needs an identification");
    }
    cdy_status status = id->solution ? CDY_OK : cdy_solution_create(id->p, id->n, &id->solution, error);
    status = status ? status : fit(id, id->solution, error);
    status = status ? status : check_explained(id, id->solution, error);
    if (!status && id->full_rank < 0) {
        status = compute_full_rank(id, error);
    }
    if (status) {
        return status;
    }
    solution *s = id->solution;
    compute_deviations(id, s);
    cdy_find_base(id, s);
    status = cdy_make_consistent(id, s, error);
    if (status) {
        return status;
    }
    compute_joint_residuals(id, s);
    if (!cdy_all_finite(s->parameters, (size_t)s->p) || !cdy_all_finite(s->deviations, (size_t)s->p)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the parameters are not finite; the rows' numbers are too large");
    }
    if (result) {
        *result = make_result(id);
    }
    return CDY_OK;
}
