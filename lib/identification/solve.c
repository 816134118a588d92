/* Weighted least squares in scaled deviations from the prior, by the singular values of the rows' factor. */
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

cdy_status cdy_solution_create(int p, int n, solution **made, cdy_error *error)
{
    const size_t k = (size_t)p, square = k * k;
    solution *s = cdy_allocate(1, sizeof *s);
    *made = NULL;
    if (!s) {
        return cdy_fail_memory(error);
    }
    *s = (solution){.p = p, .n = n};
    double **const squares[] = {&s->R, &s->V, &s->covariance, &s->factors, &s->combinations};
    double **const vectors[] = {&s->sigma,      &s->r,     &s->z,           &s->parameters,
                                &s->deviations, &s->share, &s->base_values, &s->base_deviations};
    double **const of_joints[] = {&s->joint_rms, &s->joint_prior_rms, &s->weights, &s->spread};
    bool fine = true;
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
        fine = (*squares[i] = cdy_allocate(square, sizeof(double))) && fine;
    }
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        fine = (*vectors[i] = cdy_allocate(k, sizeof(double))) && fine;
    }
    for (size_t i = 0; i < sizeof of_joints / sizeof *of_joints; i++) {
        fine = (*of_joints[i] = cdy_allocate((size_t)n, sizeof(double))) && fine;
    }
    s->order = cdy_allocate(k, sizeof *s->order);
    s->stack = cdy_allocate(2 * (k + 1), (k + 1) * sizeof(double));
    s->scratch = cdy_allocate(square + 33 * (k + 1), sizeof(double));
    if (!fine || !s->order || !s->stack || !s->scratch) {
        cdy_solution_destroy(s);
        return cdy_fail_memory(error);
    }
    *made = s;
    return CDY_OK;
}

void cdy_solution_destroy(solution *s)
{
    if (!s) {
        return;
    }
    void *const arrays[] = {s->R,
                            s->V,
                            s->covariance,
                            s->factors,
                            s->combinations,
                            s->sigma,
                            s->r,
                            s->z,
                            s->parameters,
                            s->deviations,
                            s->share,
                            s->base_values,
                            s->base_deviations,
                            s->joint_rms,
                            s->joint_prior_rms,
                            s->weights,
                            s->spread,
                            s->order,
                            s->stack,
                            s->scratch};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
    cdy_release(s);
}

/* Puts the rows of a degree of freedom, weighted, scaled, less the prior's torques, under what is stacked so far. */
static int stack_joint(const cdy_identification *id, const joint_rows *rows, double weight, int filled, double *stack)
{
    const size_t room = 2 * ((size_t)id->p + 1), stride = (size_t)rows->room;
    for (size_t k = 0; k <= (size_t)id->p; k++) {
        memset(stack + k * room + filled, 0, (size_t)rows->filled * sizeof *stack);
    }
    for (int i = 0; i < rows->filled; i++) {
        double rest = rows->A[(size_t)rows->columns * stride + (size_t)i];
        for (int k = 0; k < rows->columns; k++) {
            const size_t number = (size_t)rows->numbers[k];
            const double y = rows->A[(size_t)k * stride + (size_t)i];
            rest -= y * id->prior[number];
            stack[number * room + (size_t)(filled + i)] = weight * y * id->scale[number];
        }
        stack[(size_t)id->p * room + (size_t)(filled + i)] = weight * rest;
    }
    return filled + rows->filled;
}

cdy_status cdy_solution_factor(cdy_identification *id, solution *s, cdy_error *error)
{
    const int p = id->p, room = 2 * (p + 1);
    int filled = 0;
    for (int i = 0; i < id->n; i++) {
        cdy_rows_reduce(&id->joints[i]);
        filled = stack_joint(id, &id->joints[i], s->weights[i], filled, s->stack);
        cdy_qr_reduce(filled, p + 1, s->stack, room, s->scratch);
        filled = filled < p + 1 ? filled : p + 1;
    }
    for (int k = 0; k < p; k++) {
        for (int i = 0; i < p; i++) {
            s->R[k * p + i] = i <= k && i < filled ? s->stack[k * room + i] : 0;
        }
    }
    if (!cdy_all_finite(s->R, (size_t)p * (size_t)p) || !cdy_svd(p, s->R, s->sigma, s->V, s->scratch)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the rows have no finite factors; their numbers are too large");
    }
    for (int k = 0; k < p; k++) {
        s->r[k] = 0;
        for (int i = 0; i < p && i < filled; i++) {
            s->r[k] += s->R[k * p + i] * s->stack[p * room + i];
        }
    }
    s->rank = 0;
    while (s->rank < p && s->sigma[s->rank] > id->options.rank_tolerance * s->sigma[0]) {
        s->rank++;
    }
    return CDY_OK;
}

/* The factor from the right side to z of a direction; 0 where it is not determined. */
static double gain(const cdy_identification *id, const solution *s, int k)
{
    const double w = id->options.prior_weight, sigma = s->sigma[k];
    return k < s->rank ? sigma / (sigma * sigma + w * w) : 0;
}

static void estimate(const cdy_identification *id, solution *s)
{
    const int p = id->p;
    memset(s->z, 0, (size_t)p * sizeof *s->z);
    for (int k = 0; k < s->rank; k++) {
        for (int i = 0; i < p; i++) {
            s->z[i] += s->V[k * p + i] * gain(id, s, k) * s->r[k];
        }
    }
    for (int i = 0; i < p; i++) {
        s->parameters[i] = id->prior[i] + id->scale[i] * s->z[i];
    }
}

/* How many parameters the rows of one degree of freedom carry: the trace of their part of the hat matrix. */
static double trace_of(const cdy_identification *id, const solution *s, int joint)
{
    const joint_rows *rows = &id->joints[joint];
    const double w = id->options.prior_weight;
    double trace = 0;
    for (int k = 0; k < s->rank; k++) {
        double square = 0;
        for (int i = 0; i < rows->filled; i++) {
            double sum = 0;
            for (int c = 0; c < rows->columns; c++) {
                const int number = rows->numbers[c];
                sum +=
                    rows->A[(size_t)c * (size_t)rows->room + (size_t)i] * id->scale[number] * s->V[k * id->p + number];
            }
            square += sum * sum;
        }
        trace += square / (s->sigma[k] * s->sigma[k] + w * w);
    }
    return trace * s->weights[joint] * s->weights[joint];
}

/* The largest mean torque of a degree of freedom: what rounding is relative to. */
static double torque_size(const cdy_identification *id)
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

/* The residuals' standard deviation, and what a joint's rows have left for its own. */
static void find_noise(const cdy_identification *id, solution *s)
{
    double sum = 0, rows = 0, carried = 0;
    const double w = id->options.prior_weight;
    for (int i = 0; i < id->n; i++) {
        sum += s->weights[i] * s->weights[i] * cdy_rows_residual(&id->joints[i], s->parameters);
        rows += (double)id->joints[i].count;
    }
    for (int k = 0; k < s->rank; k++) {
        carried += s->sigma[k] * s->sigma[k] / (s->sigma[k] * s->sigma[k] + w * w);
    }
    s->freedom = rows - carried;
    s->noise = s->freedom > 0 ? sqrt(sum / s->freedom) : 0;
}

/* Sets each weight to the inverse of its residuals' standard deviation; returns the largest relative change. */
static double reweight(const cdy_identification *id, solution *s, double floor)
{
    double least = HUGE_VAL, change = 0;
    for (int i = 0; i < id->n; i++) {
        double left = fmax((double)id->joints[i].count - trace_of(id, s, i), 1);
        s->spread[i] = fmax(sqrt(cdy_rows_residual(&id->joints[i], s->parameters) / left), floor);
        least = id->joints[i].count ? fmin(least, s->spread[i]) : least;
    }
    for (int i = 0; i < id->n; i++) {
        double weight = id->joints[i].count ? least / s->spread[i] : 1;
        change = fmax(change, fabs(weight - s->weights[i]) / weight);
        s->weights[i] = weight;
    }
    return change;
}

/* Says how many torques there are, and how many it takes. */
static cdy_status fail_few(const cdy_identification *id, int rank, cdy_error *error)
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
    if (!(s->freedom > 0.5)) {
        return fail_few(id, s->rank, error);
    }
    return CDY_OK;
}

/* The torques that the parameters explain must stand out of what they leave (F test, F(rank, freedom) > 10), or the
 * parameters are those of noise. */
static cdy_status check_explained(const cdy_identification *id, const solution *s, cdy_error *error)
{
    const double least = 10;
    const double rounding = 1e-9; /* beside the torques that the prior would have: a robot may be without mass */
    double torques = 0, expected = 0, left = s->noise * s->noise * s->freedom;
    for (int i = 0; i < id->n; i++) {
        const double square = s->weights[i] * s->weights[i];
        torques += square * cdy_rows_residual(&id->joints[i], NULL);
        expected += square * cdy_rows_residual(&id->joints[i], id->prior);
    }
    if (id->options.prior_weight > 0 || left <= rounding * rounding * expected) {
        return CDY_OK;
    }
    if (torques - left < least * s->rank * s->noise * s->noise) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the torques of these rows are noise beside the motions: no parameters explain them; are they "
                        "those of this robot, in N m, in the order of its joints?");
    }
    return CDY_OK;
}

static cdy_status fit(cdy_identification *id, solution *s, cdy_error *error)
{
    enum { ITERATIONS = 50 };
    for (int i = 0; i < id->n; i++) {
        s->weights[i] = 1;
    }
    for (int iteration = 0;; iteration++) {
        cdy_status status = cdy_solution_factor(id, s, error);
        if (status) {
            return status;
        }
        estimate(id, s);
        find_noise(id, s);
        status = check_rank(id, s, error);
        if (status || !id->options.weight_by_joint || iteration == ITERATIONS ||
            reweight(id, s, 1e-9 * torque_size(id)) < 1e-3) {
            return status;
        }
    }
}

static void find_deviations(const cdy_identification *id, solution *s)
{
    const int p = id->p;
    for (int i = 0; i < p; i++) {
        s->share[i] = 0;
        for (int k = 0; k < s->rank; k++) {
            s->share[i] += s->V[k * p + i] * s->V[k * p + i];
        }
    }
    for (int i = 0; i < p; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < s->rank; k++) {
                const double d = s->noise * gain(id, s, k);
                sum += s->V[k * p + i] * s->V[k * p + j] * d * d;
            }
            s->covariance[i * p + j] = s->covariance[j * p + i] = sum * id->scale[i] * id->scale[j];
        }
        s->deviations[i] = sqrt(s->covariance[i * p + i]);
    }
    s->condition = s->sigma[0] / s->sigma[s->rank - 1];
}

static void find_joint_residuals(const cdy_identification *id, solution *s)
{
    for (int i = 0; i < id->n; i++) {
        const joint_rows *rows = &id->joints[i];
        const double square = rows->weights_square > 0 ? rows->weights_square : 1;
        s->joint_rms[i] = sqrt(cdy_rows_residual(rows, s->parameters) / square);
        s->joint_prior_rms[i] = sqrt(cdy_rows_residual(rows, id->prior) / square);
    }
}

/* Adds rows of random motions, more than there are parameters. */
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

/* The base parameters that rich motions determine. */
static cdy_status find_full_rank(cdy_identification *id, cdy_error *error)
{
    cdy_identification_options options = id->options;
    cdy_identification *rich = NULL;
    options.prior = id->prior;
    cdy_status status = cdy_identification_create(id->model, &options, &rich, error);
    status = status ? status : cdy_solution_create(id->p, id->n, &rich->solution, error);
    status = status ? status : add_random_rows(rich, error);
    for (int i = 0; i < id->n && !status; i++) {
        rich->solution->weights[i] = 1;
    }
    status = status ? status : cdy_solution_factor(rich, rich->solution, error);
    id->full_rank = status ? -1 : rich->solution->rank;
    cdy_identification_destroy(rich);
    return status;
}

/* The directions whose deviation is below 1, in parts of the scales. */
static int count_certain(const cdy_identification *id, const solution *s)
{
    int certain = 0;
    while (certain < s->rank && s->noise * gain(id, s, certain) < 1) {
        certain++;
    }
    return certain;
}

static cdy_identification_result result_of(const cdy_identification *id)
{
    const solution *s = id->solution;
    return (cdy_identification_result){.rows = id->rows,
                                       .parameter_count = id->p,
                                       .velocity_count = id->n,
                                       .rank = s->rank,
                                       .full_rank = id->full_rank > s->rank ? id->full_rank : s->rank,
                                       .certain = count_certain(id, s),
                                       .condition_number = s->condition,
                                       .noise = s->noise,
                                       .parameters = s->parameters,
                                       .prior = id->prior,
                                       .standard_deviations = s->deviations,
                                       .covariance = s->covariance,
                                       .identifiability = s->share,
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
        (status = id->full_rank < 0 ? find_full_rank(id, error) : CDY_OK)) {
        return status;
    }
    solution *s = id->solution;
    find_deviations(id, s);
    cdy_find_base(id, s);
    if ((status = cdy_make_consistent(id, s, error))) {
        return status;
    }
    find_joint_residuals(id, s);
    if (!cdy_all_finite(s->parameters, (size_t)s->p) || !cdy_all_finite(s->deviations, (size_t)s->p)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the parameters are not finite; the rows' numbers are too large");
    }
    if (result) {
        *result = result_of(id);
    }
    return CDY_OK;
}
