/* The scalar product of vectors of any length. */
#ifndef CDY_BASE_DOT_H
#define CDY_BASE_DOT_H

#include <stddef.h>

/* Returns a[0] b[0] + a[1] b[1] + ..., summed in this order. */
static inline double cdy_dot(size_t n, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

#endif
