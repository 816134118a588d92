/* Physical consistency: the most likely parameters of bodies that can exist (Wensing, Kim and Slotine 2018).
 *
 * Deviations from the least squares estimate are scaled so that their squared length is the loss of likelihood. */
#include "base/dot.h"
#include "base/error.h"
#include "base/memory.h"
#include "identification/barrier.h"
#include "identification/identification.h"

#include <math.h>
#include <string.h>

/* Margin of the start: least eigenvalue of scaled pseudo-inertias and least scaled drive parameter; standard deviation,
 * in scales, of directions that the torques do not determine; loss that counts as none, in standard deviations; scaled
 * size below which a body may be one without mass. */
static const double start_margin = 1e-3, undetermined_deviation = 10, negligible_cost = 1e-3, massless_size = 1e-9;

/* Drive parameters that are negative by no more than this, in scales, are 0 but for rounding. */
static const double rounding_of_drives = 1e-9;

static int count_inconsistent(const cdy_identification *id, const double *parameters)
{
    const int bodies = id->model->body_count - 1;
    int count = 0;
    for (int i = 0; i < bodies; i++) {
        count += !cdy_parameters_are_consistent(parameters + BODY_PARAMETERS * i, NULL);
    }
    for (int i = BODY_PARAMETERS * bodies; i < id->p; i++) {
        count += parameters[i] < -rounding_of_drives * id->scale[i];
    }
    return count;
}

/* sqrt(sigma_k^2 + w^2): the singular value of direction k combined with the prior's weight w. */
static double certainty(const cdy_identification *id, const solution *s, int k)
{
    return hypot(k < s->rank ? s->sigma[k] : 0, id->options.prior_weight);
}

/* The estimate in scales; components that the rows hardly determine shrink to the prior. */
static void compute_estimate(const cdy_identification *id, const solution *s, double noise, double *x)
{
    const size_t p = (size_t)id->p;
    for (size_t i = 0; i < p; i++) {
        x[i] = id->prior[i] / id->scale[i];
    }
    for (size_t k = 0; k < (size_t)s->rank; k++) {
        const double sigma = certainty(id, s, (int)k) * undetermined_deviation / noise;
        const double z = cdy_dot(p, s->V + k * p, s->z) / (1 + 1 / (sigma * sigma));
        for (size_t i = 0; i < p; i++) {
            x[i] += z * s->V[k * p + i];
        }
    }
}

/* Distance of the parameters x from the estimate, in standard deviations. */
static double compute_cost(const cdy_identification *id, const solution *s, double noise, const double *x)
{
    const size_t p = (size_t)id->p;
    double cost = 0;
    for (size_t k = 0; k < (size_t)s->rank; k++) {
        double deviation = 0;
        for (size_t i = 0; i < p; i++) {
            deviation += s->V[k * p + i] * (x[i] - id->prior[i] / id->scale[i] - s->z[i]);
        }
        cost = hypot(cost, deviation * certainty(id, s, (int)k) / noise);
    }
    return cost;
}

/* The prior made strictly consistent, in scales. */
static void set_interior(const cdy_identification *id, barrier *b)
{
    for (int i = 0; i < b->p; i++) {
        b->interior[i] = id->prior[i] / id->scale[i];
    }
    for (int i = 0; i < b->bodies; i++) {
        double *x = b->interior + BODY_PARAMETERS * i;
        cdy_parameters_make_consistent(x, start_margin, x, NULL, NULL);
    }
    for (int i = BODY_PARAMETERS * b->bodies; i < b->p; i++) {
        b->interior[i] = fmax(b->interior[i], start_margin);
    }
}

/* Lengths of the directions, one standard deviation each; and the start, the interior parameters. */
static void set_start(const cdy_identification *id, const solution *s, double noise, barrier *b)
{
    const size_t p = (size_t)b->p;
    for (size_t i = 0; i < p; i++) {
        b->trial[i] = b->interior[i] - b->x0[i];
    }
    for (size_t k = 0; k < p; k++) {
        b->size[k] = noise / hypot(certainty(id, s, (int)k), noise / undetermined_deviation);
        b->start[k] = cdy_dot(p, s->V + k * p, b->trial) / b->size[k];
    }
}

/* The weighted root mean square torque of the degree of freedom where it is largest, of the torques or the prior's. */
static double largest_weighted_torque(const cdy_identification *id, const solution *s)
{
    double size = 0;
    for (int i = 0; i < id->n; i++) {
        const joint_rows *rows = &id->joints[i];
        size = fmax(size, s->weights[i] * cdy_rows_weight(rows) * cdy_rows_size(rows, id->prior));
    }
    return size;
}

/* The standard deviation of the residuals, at least rounding noise, which is relative to the torques. */
static double noise_above_rounding(const cdy_identification *id, const solution *s)
{
    return fmax(fmax(s->noise, 1e-10 * largest_weighted_torque(id, s)), 1e-300);
}

static void scale_to_parameters(const cdy_identification *id, const double *x, double *parameters)
{
    for (int i = 0; i < id->p; i++) {
        parameters[i] = x[i] * id->scale[i];
    }
}

/* The nearest consistent parameters to the estimate, irrespective of likelihood; bodies below `least_size` lose their
 * mass. */
static void find_nearest(const cdy_identification *id, const solution *s, double least_size, double *x)
{
    const int bodies = id->model->body_count - 1;
    for (int i = 0; i < id->p; i++) {
        x[i] = s->parameters[i] / id->scale[i];
    }
    for (int i = 0; i < bodies; i++) {
        double *body = x + BODY_PARAMETERS * i;
        if (!cdy_parameters_are_consistent(s->parameters + BODY_PARAMETERS * i, NULL)) {
            cdy_parameters_make_consistent(body, 0, body, NULL, NULL);
        }
        if (body[0] + (body[4] + body[7] + body[9]) / 2 < least_size) {
            memset(body, 0, BODY_PARAMETERS * sizeof *body);
        }
    }
    for (int i = BODY_PARAMETERS * bodies; i < id->p; i++) {
        x[i] = fmax(x[i], 0);
    }
}

/* Accepts the nearest consistent parameters where their loss of likelihood is negligible, so that the estimate was
 * inconsistent by rounding only: bodies without mass and point masses stay as they are. */
static bool accept_nearest(const cdy_identification *id, solution *s, double noise, double *x, double *parameters)
{
    const double massless_sizes[2] = {massless_size, 0};
    for (int i = 0; i < 2; i++) {
        find_nearest(id, s, massless_sizes[i], x);
        scale_to_parameters(id, x, parameters);
        if (count_inconsistent(id, parameters) == 0 && compute_cost(id, s, noise, x) < negligible_cost) {
            return true;
        }
    }
    return false;
}

/* Refuses torques that are far larger than bodies of the prior's size explain: the search would end on its way to
 * bodies so much larger, with others. Noise alone is not refused. */
static cdy_status check_size(const solution *s, cdy_error *error)
{
    const double most = 1000; /* bodies are found up to some hundred times the prior's, see barrier.c */
    const double least = 10;  /* F, as in solve.c */
    double explained = 0, size = 0;
    for (int k = 0; k < s->rank; k++) {
        explained = hypot(explained, s->r[k]);
        size = hypot(size, s->sigma[k]);
    }
    if (explained > most * size && explained > sqrt(least * s->rank) * s->noise) {
        return cdy_fail(
            error, CDY_ERROR_NUMERIC,
            "the torques are about %.2g times as large as those of bodies of the prior's size, too large to "
            "look for bodies that can exist; expected torques in N m or N, and a prior of the robot's size",
            explained / size);
    }
    return CDY_OK;
}

/* Searches from the interior parameters with this standard deviation of the residuals; the likeliest parameters become
 * the interior ones where they are found. */
static bool search_at(const cdy_identification *id, const solution *s, double noise, barrier *b)
{
    compute_estimate(id, s, noise, b->x0);
    set_start(id, s, noise, b);
    if (!cdy_barrier_minimize(b)) {
        return false;
    }
    cdy_barrier_place(b, b->u);
    scale_to_parameters(id, b->x, b->trial);
    if (count_inconsistent(id, b->trial) > 0) {
        return false;
    }
    memcpy(b->interior, b->x, (size_t)b->p * sizeof *b->x);
    return true;
}

/* Exact torques put the prior many millions of standard deviations away, where rounding ends a search at once. The
 * search therefore begins with a noise of 1e-4 of the torques, and goes on from what it finds with less, until the
 * residuals' own noise or rounding is reached. */
static cdy_status search(const cdy_identification *id, const solution *s, double noise, barrier *b, cdy_error *error)
{
    const double size = largest_weighted_torque(id, s), coarsest = 1e-4, refinement = 1e-2;
    const cdy_status status = check_size(s, error);
    if (status) {
        return status;
    }
    set_interior(id, b);
    bool found = false, goes_on = true;
    for (double part = coarsest; goes_on; part *= refinement) {
        const double present = fmax(noise, part * size);
        goes_on = search_at(id, s, present, b);
        found = found || goes_on;
        goes_on = goes_on && present > noise;
    }
    if (!found) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "no bodies that can exist were found near the estimate: give a prior that is nearer to the "
                        "robot, or solve without consistency");
    }
    memcpy(b->x, b->interior, (size_t)b->p * sizeof *b->x);
    scale_to_parameters(id, b->x, b->trial);
    return CDY_OK;
}

static void round_drives(const cdy_identification *id, double *parameters)
{
    for (int i = BODY_PARAMETERS * (id->model->body_count - 1); i < id->p; i++) {
        parameters[i] = fmax(parameters[i], 0);
    }
}

/* Sum of the squares of a joint's torques less their mean. */
static double square_about_mean(const joint_rows *rows)
{
    const double square = cdy_rows_residual(rows, NULL);
    return rows->weights_square > 0 ? square - rows->torque_sum * rows->torque_sum / rows->weights_square : square;
}

/* Noise of accelerations, of sensors at rest, excites all parameters, and the estimate is a robot that no acceleration
 * moves: certain, and impossible. Refuses parameters that explain the torques of a joint worse than their mean does,
 * where the estimate explains them. */
static cdy_status check_motions(const cdy_identification *id, const solution *s, double noise, const double *parameters,
                                cdy_error *error)
{
    const double worse = 4; /* of squares */
    for (int i = 0; i < id->n && !(id->options.prior_weight > 0); i++) {
        const joint_rows *rows = &id->joints[i];
        const double residual = cdy_rows_residual(rows, parameters), expected = noise / s->weights[i];
        if (residual > square_about_mean(rows) && residual > worse * cdy_rows_residual(rows, s->parameters) &&
            residual > worse * expected * expected * (double)rows->count) {
            cdy_coordinate c = {.joint = "?"};
            cdy_model_velocity(id->model, i, &c);
            return cdy_fail(error, CDY_ERROR_NUMERIC,
                            "the torques of joint '%.80s' do not follow the motions: a robot that can exist explains "
                            "them worse than their mean does; are the accelerations noise of a robot at rest? "
                            "Record motions, or set the prior's weight",
                            c.joint);
        }
    }
    return CDY_OK;
}

cdy_status cdy_make_consistent(const cdy_identification *id, solution *s, cdy_error *error)
{
    s->cost = 0;
    s->before = s->after = count_inconsistent(id, s->parameters);
    if (!id->options.consistent) {
        return CDY_OK;
    }
    if (s->before == 0) {
        round_drives(id, s->parameters);
        return CDY_OK;
    }
    barrier b = {.p = id->p, .bodies = id->model->body_count - 1, .V = s->V};
    cdy_status status = cdy_barrier_create(&b) ? CDY_OK : cdy_fail_memory(error);
    if (!status) {
        const double noise = noise_above_rounding(id, s);
        status = accept_nearest(id, s, noise, b.x, b.trial) ? CDY_OK : search(id, s, noise, &b, error);
        status = status ? status : check_motions(id, s, noise, b.trial, error);
        if (!status) {
            memcpy(s->parameters, b.trial, (size_t)id->p * sizeof *s->parameters);
            round_drives(id, s->parameters);
            s->after = 0;
            s->cost = compute_cost(id, s, noise, b.x);
        }
    }
    cdy_barrier_destroy(&b);
    return status;
}
