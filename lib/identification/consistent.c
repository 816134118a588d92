/* Consistency: the likeliest parameters of bodies that can exist (Wensing, Kim and Slotine 2018).
 *
 * The deviation from the least squares estimate is so scaled that the square of its length is its loss of
 * likelihood. */
#include "base/error.h"
#include "base/memory.h"
#include "identification/barrier.h"
#include "identification/identification.h"

#include <math.h>
#include <string.h>

/* Least eigenvalue of scaled pseudo-inertias and least scaled parameter of a drive where the search begins; how far, in
 * standard deviations, a direction is that the torques do not determine and that is 100 % off; the loss that counts for
 * nothing, in standard deviations; the scaled size up to which a body may be one without mass. */
static const double inside = 1e-3, open_size = 10, free_loss = 1e-3, nothing = 1e-9;

static int count_inconsistent(const cdy_identification *id, const double *parameters)
{
    const int bodies = id->model->body_count - 1;
    int count = 0;
    for (int i = 0; i < bodies; i++) {
        count += !cdy_is_consistent(parameters + BODY_PARAMETERS * i, NULL);
    }
    for (int i = BODY_PARAMETERS * bodies; i < id->p; i++) {
        count += parameters[i] < -1e-9 * id->scale[i];
    }
    return count;
}

static double inner_product(size_t count, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* The singular value of a direction, the prior's weight with it. */
static double certainty(const cdy_identification *id, const solution *s, int k)
{
    return hypot(k < s->rank ? s->sigma[k] : 0, id->options.prior_weight);
}

/* The estimate, scaled; where it says nearly nothing of a direction, that goes back to the prior. */
static void fill_estimate(const cdy_identification *id, const solution *s, double noise, double *x)
{
    const size_t p = (size_t)id->p;
    for (size_t i = 0; i < p; i++) {
        x[i] = id->prior[i] / id->scale[i];
    }
    for (size_t k = 0; k < (size_t)s->rank; k++) {
        const double sigma = certainty(id, s, (int)k) * open_size / noise;
        const double z = inner_product(p, s->V + k * p, s->z) / (1 + 1 / (sigma * sigma));
        for (size_t i = 0; i < p; i++) {
            x[i] += z * s->V[k * p + i];
        }
    }
}

/* How far the consistent parameters are from the estimate, in standard deviations. */
static double find_cost(const cdy_identification *id, const solution *s, double noise, const double *x)
{
    const size_t p = (size_t)id->p;
    double cost = 0;
    for (size_t k = 0; k < (size_t)s->rank; k++) {
        double moved = 0;
        for (size_t i = 0; i < p; i++) {
            moved += s->V[k * p + i] * (x[i] - id->prior[i] / id->scale[i] - s->z[i]);
        }
        cost = hypot(cost, moved * certainty(id, s, (int)k) / noise);
    }
    return cost;
}

/* Directions, each as long as a standard deviation; and the start, the prior made strictly consistent. */
static void begin(const cdy_identification *id, const solution *s, double noise, barrier *b)
{
    const size_t p = (size_t)b->p;
    for (size_t i = 0; i < p; i++) {
        b->trial[i] = id->prior[i] / id->scale[i];
    }
    for (int i = 0; i < b->bodies; i++) {
        double *x = b->trial + BODY_PARAMETERS * i;
        cdy_nearest_consistent(x, inside, x, NULL, NULL);
    }
    for (size_t i = (size_t)(BODY_PARAMETERS * b->bodies); i < p; i++) {
        b->trial[i] = fmax(b->trial[i], inside);
    }
    for (size_t i = 0; i < p; i++) {
        b->trial[i] -= b->x0[i];
    }
    for (size_t k = 0; k < p; k++) {
        b->size[k] = noise / hypot(certainty(id, s, (int)k), noise / open_size);
        b->start[k] = inner_product(p, s->V + k * p, b->trial) / b->size[k];
    }
}

/* The standard deviation of the residuals, but for rounding not 0.  Rounding is relative to the torques, or to those of
 * the prior where they are larger. */
static double usable_noise(const cdy_identification *id, const solution *s)
{
    double size = 0;
    for (int i = 0; i < id->n; i++) {
        const joint_rows *rows = &id->joints[i];
        double square = fmax(cdy_rows_residual(rows, NULL), cdy_rows_residual(rows, id->prior));
        size = rows->weights_square > 0 ? fmax(size, s->weights[i] * sqrt(square / rows->weights_square)) : size;
    }
    return fmax(fmax(s->noise, 1e-10 * size), 1e-300);
}

static void scale_back(const cdy_identification *id, const double *x, double *parameters)
{
    for (int i = 0; i < id->p; i++) {
        parameters[i] = x[i] * id->scale[i];
    }
}

/* The consistent parameters next to the estimate, of which none need be likely; bodies that are `small` vanish. */
static void project(const cdy_identification *id, const solution *s, double small, double *x)
{
    const int bodies = id->model->body_count - 1;
    for (int i = 0; i < id->p; i++) {
        x[i] = s->parameters[i] / id->scale[i];
    }
    for (int i = 0; i < bodies; i++) {
        double *body = x + BODY_PARAMETERS * i;
        if (!cdy_is_consistent(s->parameters + BODY_PARAMETERS * i, NULL)) {
            cdy_nearest_consistent(body, 0, body, NULL, NULL);
        }
        if (body[0] + (body[4] + body[7] + body[9]) / 2 < small) {
            memset(body, 0, BODY_PARAMETERS * sizeof *body);
        }
    }
    for (int i = BODY_PARAMETERS * bodies; i < id->p; i++) {
        x[i] = fmax(x[i], 0);
    }
}

/* Where it was rounding that put the estimate over the border, the nearest on the border is as likely: bodies without
 * mass and points of mass stay what they are. */
static bool settle(const cdy_identification *id, solution *s, double noise, double *x, double *parameters)
{
    const double smallness[2] = {nothing, 0};
    for (int i = 0; i < 2; i++) {
        project(id, s, smallness[i], x);
        scale_back(id, x, parameters);
        if (count_inconsistent(id, parameters) == 0 && find_cost(id, s, noise, x) < free_loss) {
            return true;
        }
    }
    return false;
}

static cdy_status search(const cdy_identification *id, solution *s, double noise, barrier *b, cdy_error *error)
{
    fill_estimate(id, s, noise, b->x0);
    begin(id, s, noise, b);
    bool found = cdy_barrier_minimize(b);
    cdy_barrier_place(b, b->u);
    scale_back(id, b->x, b->trial);
    if (!found || count_inconsistent(id, b->trial) > 0) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "no bodies that can exist were found near the estimate: give a prior that is nearer to the "
                        "robot, or solve without consistency");
    }
    return CDY_OK;
}

cdy_status cdy_make_consistent(const cdy_identification *id, solution *s, cdy_error *error)
{
    s->cost = 0;
    s->before = s->after = count_inconsistent(id, s->parameters);
    if (s->before == 0 || !id->options.consistent) {
        return CDY_OK;
    }
    barrier b = {.p = id->p, .bodies = id->model->body_count - 1, .V = s->V};
    cdy_status status = cdy_barrier_create(&b) ? CDY_OK : cdy_fail_memory(error);
    if (!status) {
        const double noise = usable_noise(id, s);
        status = settle(id, s, noise, b.x, b.trial) ? CDY_OK : search(id, s, noise, &b, error);
        if (!status) {
            memcpy(s->parameters, b.trial, (size_t)id->p * sizeof *s->parameters);
            s->after = 0;
            s->cost = find_cost(id, s, noise, b.x);
        }
    }
    cdy_barrier_destroy(&b);
    return status;
}
