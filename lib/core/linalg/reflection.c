/* Householder reflections, the steps of QR factorizations (Golub and Van Loan 2013, section 5.1). They serve
 * cdy_qr_pick() (qr.c) in every build, and QR and singular values of builds without LAPACK (stand_in.c). */
#include "linalg/reflection.h"

#include <math.h>

double cdy_reflect_to_axis(int count, double *x, double *first)
{
    double norm = 0;
    for (int i = 0; i < count; i++) {
        norm = hypot(norm, x[i]);
    }
    *first = x[0] > 0 ? -norm : norm;
    x[0] -= *first;
    return norm > 0 ? -1 / (*first * x[0]) : 0;
}

void cdy_apply_reflection(int count, const double *v, double beta, double *x)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += v[i] * x[i];
    }
    for (int i = 0; i < count; i++) {
        x[i] -= beta * sum * v[i];
    }
}
