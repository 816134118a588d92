/* Base parameters: a set of independent parameters that the torques determine, each with the combination of dependent
 * parameters that it includes (Gautier 1991). */
#include "identification/identification.h"
#include "linalg/qr.h"

#include <math.h>
#include <string.h>

/* Coefficients below this are rounding noise of 0. */
static const double least_coefficient = 1e-8;

/* The coefficients of base parameter `b` as a combination of all parameters. */
static void fill_combination(const cdy_identification *id, const solution *s, int b, double *combination)
{
    const int p = id->p, own = s->order[b];
    memset(combination, 0, (size_t)p * sizeof *combination);
    combination[own] = 1;
    for (int j = s->rank; j < p; j++) {
        const int other = s->order[j];
        const double factor = s->factors[(size_t)j * (size_t)s->rank + (size_t)b];
        combination[other] = fabs(factor) > least_coefficient ? factor * id->scale[own] / id->scale[other] : 0;
    }
}

static void compute_value(const solution *s, const double *combination, double *value, double *deviation)
{
    const int p = s->p;
    double sum = 0, variance = 0;
    for (int i = 0; i < p; i++) {
        sum += combination[i] * s->parameters[i];
        for (int j = 0; j < p && fabs(combination[i]) > 0; j++) {
            variance += combination[i] * s->covariance[i * p + j] * combination[j];
        }
    }
    *value = sum;
    *deviation = sqrt(fmax(variance, 0));
}

void cdy_find_base(const cdy_identification *id, solution *s)
{
    const int p = id->p;
    for (int i = 0; i < p; i++) {
        for (int k = 0; k < s->rank; k++) {
            s->factors[(size_t)i * (size_t)s->rank + (size_t)k] = s->V[(size_t)k * (size_t)p + (size_t)i];
        }
    }
    cdy_qr_pick(s->rank, p, s->factors, s->order);
    for (int b = 0; b < s->rank; b++) {
        double *combination = s->combinations + (size_t)b * (size_t)p;
        fill_combination(id, s, b, combination);
        compute_value(s, combination, &s->base_values[b], &s->base_deviations[b]);
    }
}
