/* Base parameters: a set of independent parameters that the torques determine, each with the combination of dependent
 * parameters that it includes.
 *
 * Which parameters are independent follows from the structure of the robot, from the base outward, and not from the
 * numbers of the rows: of a body that turns about an axis z, the mass, the first moment hz and one of the moments of
 * inertia about axes across z are regrouped into the bodies that carry it (Gautier and Khalil 1990; Khalil and Dombre
 * 2002, section 9.4). First moments are then combined with masses times lengths only. Pivoting by size (Gautier 1991)
 * may take the same row space apart by 1/d^2 times an inertia instead. */
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

/* Orders the parameters of a body that turns about an axis (given in the frame of the parameters): last the moment of
 * inertia across the axis that takes the place of Iyy for the axis z, the first moment along the axis, the mass. */
static void prefer_turning(const double axis[3], int preference[BODY_PARAMETERS])
{
    static const int moments[3] = {4, 7, 9};
    int along = 2;
    for (int k = 1; k >= 0; k--) {
        along = fabs(axis[k]) > fabs(axis[along]) + 1e-9 ? k : along;
    }
    preference[moments[(along + 2) % 3]] = BODY_PARAMETERS;
    preference[1 + along] = BODY_PARAMETERS + 1;
    preference[0] = BODY_PARAMETERS + 2;
}

void cdy_prefer_parameters(const cdy_model *model, int p, int *preference)
{
    enum { SPAN = BODY_PARAMETERS + 3 }; /* of the numbers of a body */
    const int bodies = model->body_count - 1;
    for (int i = 0; i < p; i++) {
        preference[i] = i < BODY_PARAMETERS * bodies ? i % BODY_PARAMETERS : SPAN * bodies + i;
    }
    for (int body = 1, link = 0; body <= bodies; body++) {
        link = model_next_link(model, link, body);
        const double *E = model_frames(model)[link].rotation;
        int *own = preference + (size_t)BODY_PARAMETERS * (size_t)(body - 1);
        if (is_revolute(&model_bodies(model)[body])) {
            prefer_turning((const double[3]){E[2], E[5], E[8]}, own);
        }
        for (int k = 0; k < BODY_PARAMETERS; k++) {
            own[k] += SPAN * body;
        }
    }
}

void cdy_find_base(const cdy_identification *id, solution *s)
{
    const int p = id->p;
    const double *V = s->rank == id->full_rank ? id->structure : s->V; /* the same space, without noise */
    for (int i = 0; i < p; i++) {
        for (int k = 0; k < s->rank; k++) {
            s->factors[(size_t)i * (size_t)s->rank + (size_t)k] = V[(size_t)k * (size_t)p + (size_t)i];
        }
    }
    cdy_qr_pick_in_order(s->rank, p, id->preference, s->factors, s->order);
    for (int b = 0; b < s->rank; b++) {
        double *combination = s->combinations + (size_t)b * (size_t)p;
        fill_combination(id, s, b, combination);
        compute_value(s, combination, &s->base_values[b], &s->base_deviations[b]);
    }
}
