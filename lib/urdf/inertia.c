#include "urdf/inertia.h"

#include "base/jacobi.h"

#include <math.h>
#include <stddef.h>

/* Of the largest moment: what rounding to three digits can do. */
static const double forgiven = 1e-2;

static void order(double *a, double *b)
{
    double smaller = fmin(*a, *b), larger = fmax(*a, *b);
    *a = smaller;
    *b = larger;
}

static void find_moments(double A[3][3], double moments[3])
{
    cdy_jacobi(3, A[0], NULL);
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
