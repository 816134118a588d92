/* Products of the columns of each joint, by which an identification of gains knows its rows. */
#ifndef CDY_IDENTIFICATION_GAIN_PRODUCTS_H
#define CDY_IDENTIFICATION_GAIN_PRODUCTS_H

#include "identification/gain_identification.h"

/* The products of a joint's columns (width x width). */
static inline double *gain_products(const cdy_gain_identification *g, int joint)
{
    const size_t width = (size_t)gain_width(g);
    return g->products + (size_t)joint * width * width;
}

static inline double inner(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++) {
        sum += a[k] * b[k];
    }
    return sum;
}

/* Computes the products of all rows' columns, and the fastest velocity of each joint. */
cdy_status cdy_gather_gain_products(cdy_gain_identification *g, cdy_error *error);

/* Replaces the products of a joint by those beside its friction; false where they are not finite. */
bool cdy_reduce_gain_products(cdy_gain_identification *g, int joint);

/* Factors of a joint's columns in its model: effort = columns . factors, but for the friction and with 0 for the effort
 * itself. */
void cdy_fill_gain_factors(const cdy_gain_identification *g, int joint, double *factors);

/* Finds the residuals of the rows: their root mean squares in units of effort, and how many are independent. */
cdy_status cdy_measure_gains(cdy_gain_identification *g, cdy_error *error);

#endif
