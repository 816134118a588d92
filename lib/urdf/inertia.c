#include "urdf/inertia.h"

#include <math.h>

/* Of the largest moment: what rounding to three digits can do. */
static const double forgiven = 1e-2;

/* Turns about the axis that is neither p nor q so that A[p][q] becomes 0 (Golub and Van Loan, 8.5.2). */
static void rotate(double A[3][3], int p, int q)
{
    if (fabs(A[p][q]) > 0) {
        double theta = (A[q][q] - A[p][p]) / (2 * A[p][q]);
        double t = copysign(1, theta) / (fabs(theta) + hypot(theta, 1));
        double c = 1 / hypot(t, 1), s = t * c;
        int r = 3 - p - q;
        double rp = A[r][p], rq = A[r][q];
        A[p][p] -= t * A[p][q];
        A[q][q] += t * A[p][q];
        A[p][q] = A[q][p] = 0;
        A[r][p] = A[p][r] = c * rp - s * rq;
        A[r][q] = A[q][r] = s * rp + c * rq;
    }
}

static void order(double *a, double *b)
{
    double smaller = fmin(*a, *b), larger = fmax(*a, *b);
    *a = smaller;
    *b = larger;
}

/* Eight sweeps are twice what 3x3 matrices take. */
static void find_moments(double A[3][3], double moments[3])
{
    for (int sweep = 0; sweep < 8; sweep++) {
        rotate(A, 0, 1);
        rotate(A, 0, 2);
        rotate(A, 1, 2);
    }
    for (int i = 0; i < 3; i++) {
        moments[i] = A[i][i];
    }
    order(&moments[0], &moments[1]);
    order(&moments[1], &moments[2]);
    order(&moments[0], &moments[1]);
}

bool cdy_is_physical_inertia(const double inertia[6], double moments[3])
{
    double size = 0;
    for (int i = 0; i < 6; i++) {
        size = fmax(size, fabs(inertia[i]));
    }
    /* Scaled, so that no product overflows or vanishes; without inertia a body is a point. */
    const double *I = inertia;
    double scale = size > 0 ? size : 1;
    double A[3][3] = {{I[0] / scale, I[1] / scale, I[2] / scale},
                      {I[1] / scale, I[3] / scale, I[4] / scale},
                      {I[2] / scale, I[4] / scale, I[5] / scale}};
    find_moments(A, moments);
    double slack = forgiven * fmax(fabs(moments[0]), fabs(moments[2]));
    bool physical = moments[0] >= -slack && moments[2] - moments[1] - moments[0] <= slack;
    for (int i = 0; i < 3; i++) {
        moments[i] *= scale;
    }
    return physical;
}
