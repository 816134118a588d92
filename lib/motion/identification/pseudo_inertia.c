#include "identification/pseudo_inertia.h"

#include "base/error.h"
#include "base/finite.h"
#include "base/jacobi.h"

#include <condyle/identification.h>
#include <math.h>
#include <string.h>

void cdy_pseudo_inertia(const double pi[10], double J[4][4])
{
    const double half = (pi[4] + pi[7] + pi[9]) / 2;
    const double rows[4][4] = {{half - pi[4], -pi[5], -pi[6], pi[1]},
                               {-pi[5], half - pi[7], -pi[8], pi[2]},
                               {-pi[6], -pi[8], half - pi[9], pi[3]},
                               {pi[1], pi[2], pi[3], pi[0]}};
    memcpy(J, rows, sizeof rows);
}

void cdy_pseudo_inertia_parameters(double J[4][4], double pi[10])
{
    const double numbers[10] = {J[3][3],  J[0][3],  J[1][3],           J[2][3],  J[1][1] + J[2][2],
                                -J[0][1], -J[0][2], J[0][0] + J[2][2], -J[1][2], J[0][0] + J[1][1]};
    memcpy(pi, numbers, sizeof numbers);
}

void cdy_decompose_pseudo_inertia(double J[4][4], double values[4], double V[4][4])
{
    cdy_jacobi(4, J[0], V[0]);
    for (int i = 0; i < 4; i++) {
        values[i] = J[i][i];
    }
}

/* Divides the parameters by a power of two so that all are below 1 and their sums stay finite; returns the exponent. */
static int scale_parameters(const double parameters[10], double least, double scaled[10])
{
    double most = least;
    int exponent = 0;
    for (int i = 0; i < 10; i++) {
        most = fmax(most, fabs(parameters[i]));
    }
    frexp(most, &exponent);
    for (int i = 0; i < 10; i++) {
        scaled[i] = ldexp(parameters[i], -exponent);
    }
    return exponent;
}

/* Nondimensional pseudo-inertia by mass m and size l: [S / (m l^2), h / (m l); h^T / (m l), 1]. */
static void make_unitless(double J[4][4])
{
    double second = fabs(J[0][0]) + fabs(J[1][1]) + fabs(J[2][2]);
    double mass = fabs(J[3][3]), first = fabs(J[0][3]) + fabs(J[1][3]) + fabs(J[2][3]);
    mass = mass > 0 ? mass : second > 0 ? second : first > 0 ? first : 1;
    const double longest = 1e300; /* bound for a first moment of vanishing mass */
    double length = second > 0 ? sqrt(second) / sqrt(mass) : first > 0 ? fmin(first / mass, longest) : 1;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            J[i][j] = J[i][j] / mass / (i < 3 ? length : 1) / (j < 3 ? length : 1);
        }
    }
}

bool cdy_parameters_are_consistent(const double parameters[10], double *margin)
{
    double J[4][4], values[4], V[4][4], scaled[10], smallest = -HUGE_VAL;
    if (parameters && cdy_all_finite(parameters, 10)) {
        scale_parameters(parameters, 0, scaled);
        cdy_pseudo_inertia(scaled, J);
        make_unitless(J);
        cdy_decompose_pseudo_inertia(J, values, V);
        smallest = fmin(fmin(values[0], values[1]), fmin(values[2], values[3]));
    }
    if (margin) {
        *margin = smallest;
    }
    return smallest >= -1e-9;
}

cdy_status cdy_parameters_make_consistent(const double parameters[10], double margin, double nearest[10],
                                          double *distance, cdy_error *error)
{
    if (!parameters || !nearest || !cdy_all_finite(parameters, 10) || !(margin >= 0 && isfinite(margin))) {
        return cdy_fail(
            error, CDY_ERROR_ARGUMENT,
            "the nearest consistent body needs ten finite parameters, a pointer for the result, and a margin of 0 or "
            "more");
    }
    double J[4][4], values[4], V[4][4], result[10], moved = 0;
    const int exponent = scale_parameters(parameters, margin, result);
    cdy_pseudo_inertia(result, J);
    cdy_decompose_pseudo_inertia(J, values, V);
    for (int k = 0; k < 4; k++) {
        double raised = fmax(values[k], ldexp(margin, -exponent));
        moved = hypot(moved, raised - values[k]);
        values[k] = raised;
    }
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            J[i][j] = 0;
            for (int k = 0; k < 4; k++) {
                J[i][j] += V[k][i] * values[k] * V[k][j];
            }
        }
    }
    cdy_pseudo_inertia_parameters(J, result);
    for (int i = 0; i < 10; i++) {
        result[i] = ldexp(result[i], exponent);
    }
    moved = ldexp(moved, exponent);
    if (!cdy_all_finite(result, 10) || !isfinite(moved)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the nearest consistent body has parameters that are not finite; the numbers are too large");
    }
    /* Consistent parameters are returned unchanged to the bit. */
    memmove(nearest, moved > 0 ? result : parameters, 10 * sizeof *nearest);
    if (distance) {
        *distance = moved;
    }
    return CDY_OK;
}
