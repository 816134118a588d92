#include "description/inertia.h"

#include "base/jacobi.h"

#include <math.h>
#include <stddef.h>

/* Tolerance relative to the largest moment, for rounding to three digits. */
static const double tolerance = 1e-2;

static void sort_two(double *a, double *b)
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
    sort_two(&moments[0], &moments[1]);
    sort_two(&moments[1], &moments[2]);
    sort_two(&moments[0], &moments[1]);
}

/* Writes the inertia as a 3 x 3 matrix, scaled so that no product overflows or underflows, and returns the scale. */
static double scale_matrix(const double I[6], double A[3][3])
{
    double largest = 0;
    for (int i = 0; i < 6; i++) {
        largest = fmax(largest, fabs(I[i]));
    }
    const double scale = largest > 0 ? largest : 1; /* the inertia of a point mass is zero */
    const double rows[3][3] = {{I[0], I[1], I[2]}, {I[1], I[3], I[4]}, {I[2], I[4], I[5]}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            A[i][k] = rows[i][k] / scale;
        }
    }
    return scale;
}

bool cdy_is_physical_inertia(const double inertia[6], double moments[3])
{
    double A[3][3];
    const double scale = scale_matrix(inertia, A);
    find_moments(A, moments);
    const double margin = tolerance * moments[2];
    bool physical = moments[0] >= -margin && moments[2] - moments[1] - moments[0] <= margin;
    for (int i = 0; i < 3; i++) {
        moments[i] *= scale;
    }
    return physical;
}

/* In principal axes the second moments of mass are (I1 + I2 + I3)/2 - Ik; negative ones are replaced by 0, the nearest
 * physical value. */
void cdy_nearest_inertia(const double inertia[6], double nearest[6])
{
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    double A[3][3], V[3][3], second[3];
    const double scale = scale_matrix(inertia, A);
    cdy_jacobi(3, A[0], V[0]);
    for (int i = 0; i < 3; i++) {
        second[i] = fmax((A[0][0] + A[1][1] + A[2][2]) / 2 - A[i][i], 0);
    }
    const double sum = second[0] + second[1] + second[2];
    for (int i = 0; i < 6; i++) {
        nearest[i] = 0;
        for (int k = 0; k < 3; k++) {
            nearest[i] += V[k][row[i]] * (sum - second[k]) * V[k][column[i]];
        }
        nearest[i] *= scale;
    }
}
