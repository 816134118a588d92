/* Weighted least squares in scaled deviations from the prior, by the singular value decomposition of the rows. */
#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "base/random.h"
#include "identification/identification.h"
#include "linalg/qr.h"
#include "linalg/svd.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Appends the rows of a degree of freedom, weighted, scaled and less the prior's torques, to the stacked rows; returns
 * their number. */
static int stack_joint(const cdy_identification *id, const joint_rows *rows, double weight, int filled, double *stack)
{
    const size_t stack_rows = 2 * ((size_t)id->p + 1), stride = (size_t)rows->capacity;
    for (size_t k = 0; k <= (size_t)id->p; k++) {
        memset(stack + k * stack_rows + filled, 0, (size_t)rows->filled * sizeof *stack);
    }
    for (int i = 0; i < rows->filled; i++) {
        double residual = rows->A[(size_t)rows->columns * stride + (size_t)i];
        for (int k = 0; k < rows->columns; k++) {
            const size_t number = (size_t)rows->indices[k];
            const double y = rows->A[(size_t)k * stride + (size_t)i];
            residual -= y * id->prior[number];
            stack[number * stack_rows + (size_t)(filled + i)] = weight * y * id->scale[number];
        }
        stack[(size_t)id->p * stack_rows + (size_t)(filled + i)] = weight * residual;
    }
    return filled + rows->filled;
}

cdy_status cdy_solution_factor(cdy_identification *id, solution *s, cdy_error *error)
{
    const int p = id->p, stack_rows = 2 * (p + 1);
    int filled = 0;
    for (int i = 0; i < id->n; i++) {
        cdy_rows_reduce(&id->joints[i]);
        filled = stack_joint(id, &id->joints[i], s->weights[i], filled, s->stack);
        cdy_qr_reduce(filled, p + 1, s->stack, stack_rows, s->scratch);
        filled = filled < p + 1 ? filled : p + 1;
    }
    for (int k = 0; k < p; k++) {
        for (int i = 0; i < p; i++) {
            s->R[k * p + i] = i <= k && i < filled ? s->stack[k * stack_rows + i] : 0;
        }
    }
    if (!cdy_all_finite(s->R, (size_t)p * (size_t)p) || !cdy_svd(p, s->R, s->sigma, s->V, s->scratch)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the rows have no finite factors; their numbers are too large");
    }
    for (int k = 0; k < p; k++) {
        s->r[k] = 0;
        for (int i = 0; i < p && i < filled; i++) {
            s->r[k] += s->R[k * p + i] * s->stack[p * stack_rows + i];
        }
    }
    s->rank = 0;
    while (s->rank < p && s->sigma[s->rank] > id->options.rank_tolerance * s->sigma[0]) {
        s->rank++;
    }
    return CDY_OK;
}

/* A fit needs more torques than the parameters that it determines. */
static const double least_freedom = 0.5;

/* z_k = gain r_k for direction k: sigma / (sigma^2 + w^2) with the prior's weight w; 0 where the direction is
 * undetermined. */
static double gain(const solution *s, int k)
{
    const double w = s->prior_weight, sigma = s->sigma[k];
    return k < s->rank ? sigma / (sigma * sigma + w * w) : 0;
}

static void estimate(const cdy_identification *id, solution *s)
{
    const int p = id->p;
    memset(s->z, 0, (size_t)p * sizeof *s->z);
    for (int k = 0; k < s->rank; k++) {
        for (int i = 0; i < p; i++) {
            s->z[i] += s->V[k * p + i] * gain(s, k) * s->r[k];
        }
    }
    for (int i = 0; i < p; i++) {
        s->parameters[i] = id->prior[i] + id->scale[i] * s->z[i];
    }
}

/* Effective number of parameters of the rows of one degree of freedom: the trace of its block of the hat matrix. */
static double effective_parameters(const cdy_identification *id, const solution *s, int joint)
{
    const joint_rows *rows = &id->joints[joint];
    const double w = s->prior_weight;
    double trace = 0;
    for (int k = 0; k < s->rank; k++) {
        double square = 0;
        for (int i = 0; i < rows->filled; i++) {
            double sum = 0;
            for (int c = 0; c < rows->columns; c++) {
                const int number = rows->indices[c];
                sum += rows->A[(size_t)c * (size_t)rows->capacity + (size_t)i] * id->scale[number] *
                       s->V[k * id->p + number];
            }
            square += sum * sum;
        }
        trace += square / (s->sigma[k] * s->sigma[k] + w * w);
    }
    return trace * s->weights[joint] * s->weights[joint];
}

/* The largest root mean square torque of a degree of freedom, the reference of rounding errors. */
static double largest_torque(const cdy_identification *id)
{
    double size = 0;
    for (int i = 0; i < id->n; i++) {
        const joint_rows *rows = &id->joints[i];
        if (rows->weights_square > 0) {
            size = fmax(size, sqrt(cdy_rows_residual(rows, NULL) / rows->weights_square));
        }
    }
    return size;
}

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

/* Sets the weight of each degree of freedom to the inverse of its residuals' standard deviation, relative to the least;
 * returns the largest relative change. */
static double reweight(const cdy_identification *id, solution *s, double least_deviation)
{
    double least = HUGE_VAL, change = 0;
    for (int i = 0; i < id->n; i++) {
        double residual_rows = fmax((double)id->joints[i].count - effective_parameters(id, s, i), 1);
        s->joint_deviations[i] =
            fmax(sqrt(cdy_rows_residual(&id->joints[i], s->parameters) / residual_rows), least_deviation);
        least = id->joints[i].count ? fmin(least, s->joint_deviations[i]) : least;
    }
    for (int i = 0; i < id->n; i++) {
        double weight = id->joints[i].count ? least / s->joint_deviations[i] : 1;
        change = fmax(change, fabs(weight - s->weights[i]) / weight);
        s->weights[i] = weight;
    }
    return change;
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

/* Fits with the present weights and this weight of the prior. */
static cdy_status fit_once(cdy_identification *id, solution *s, double prior_weight, cdy_error *error)
{
    cdy_status status = cdy_solution_factor(id, s, error);
    if (!status) {
        s->prior_weight = prior_weight;
        estimate(id, s);
        compute_noise(id, s);
    }
    return status;
}

/* Whether every degree of freedom has more torques than they determine parameters: the rest is its noise. */
static bool residuals_tell_noise(const cdy_identification *id, const solution *s)
{
    bool told = true;
    for (int i = 0; i < id->n; i++) {
        const double count = (double)id->joints[i].count;
        told = told && (!(count > 0) || count - effective_parameters(id, s, i) >= 1);
    }
    return told;
}

/* Fits with this weight of the prior, and finds the weights of the degrees of freedom by iteration; *told gets whether
 * the residuals tell them. */
static cdy_status fit_by_joint(cdy_identification *id, solution *s, double prior_weight, bool *told, cdy_error *error)
{
    enum { ITERATIONS = 50 };
    *told = true;
    for (int i = 0; i < id->n; i++) {
        s->weights[i] = 1;
    }
    for (int iteration = 0;; iteration++) {
        const cdy_status status = fit_once(id, s, prior_weight, error);
        *told = *told && !status && iteration < ITERATIONS && residuals_tell_noise(id, s);
        if (status || !(s->sigma[0] > 0) || !(s->freedom > least_freedom) || iteration == ITERATIONS ||
            reweight(id, s, 1e-9 * largest_torque(id)) < 1e-3) {
            return status;
        }
    }
}

/* Fits. Beside a prior, the weights of the degrees of freedom come from a fit without it, since what the prior's pull
 * leaves of the torques is no noise, and a weight that shrinks for it lets the prior pull more. Where the torques are
 * too few for that, the prior takes part. */
static cdy_status fit(cdy_identification *id, solution *s, cdy_error *error)
{
    const double prior_weight = id->options.prior_weight;
    cdy_status status;
    if (id->options.weight_by_joint) {
        bool told;
        status = fit_by_joint(id, s, 0, &told, error);
        if (!status && prior_weight > 0) {
            status = told ? fit_once(id, s, prior_weight, error) : fit_by_joint(id, s, prior_weight, &told, error);
        }
    } else {
        for (int i = 0; i < id->n; i++) {
            s->weights[i] = 1;
        }
        status = fit_once(id, s, prior_weight, error);
    }
    return status ? status : check_rank(id, s, error);
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
                const double d = s->noise * gain(s, k);
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
    id->full_rank = status ? -1 : excited->solution->rank;
    cdy_identification_destroy(excited);
    return status;
}

/* The number of directions with a standard deviation below 1 scale. */
static int count_certain(const solution *s)
{
    int certain = 0;
    while (certain < s->rank && s->noise * gain(s, certain) < 1) {
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
    if (status || (status = fit(id, id->solution, error)) || (status = check_explained(id, id->solution, error)) ||
        (status = id->full_rank < 0 ? compute_full_rank(id, error) : CDY_OK)) {
        return status;
    }
    solution *s = id->solution;
    compute_deviations(id, s);
    cdy_find_base(id, s);
    if ((status = cdy_make_consistent(id, s, error))) {
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
