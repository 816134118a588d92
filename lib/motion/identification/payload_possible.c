/* The most likely payload that can exist: minimize t |R (x - x0)|^2 / 2 - log det J(x) for growing t by Newton's
 * method, J the pseudo-inertia, which is linear in x (Boyd and Vandenberghe 2004, section 11.3). */
#include "identification/payload_estimator.h"
#include "identification/pseudo_inertia.h"
#include "linalg/cholesky.h"

#include <condyle/identification.h>
#include <math.h>
#include <string.h>

enum { ORDER = 4, PARAMETERS = BODY_PARAMETERS };

/* The problem, with the factor in parts of the noise. */
typedef struct likelihood {
    double S[PARAMETERS][PARAMETERS]; /* R / noise, upper triangular */
    double x0[PARAMETERS];
} likelihood;

/* S (x - x0). */
static void find_residual(const likelihood *l, const double x[PARAMETERS], double r[PARAMETERS])
{
    for (int i = 0; i < PARAMETERS; i++) {
        r[i] = 0;
        for (int k = i; k < PARAMETERS; k++) {
            r[i] += l->S[i][k] * (x[k] - l->x0[k]);
        }
    }
}

/* The objective; infinite where x is no body. */
static double objective(const likelihood *l, double t, const double x[PARAMETERS])
{
    double J[ORDER][ORDER], r[PARAMETERS], sum = 0;
    cdy_pseudo_inertia(x, J);
    if (cdy_cholesky_factor(ORDER, J[0]) != 0) {
        return HUGE_VAL;
    }
    for (int i = 0; i < ORDER; i++) {
        sum -= 2 * log(J[i][i]);
    }
    find_residual(l, x, r);
    for (int i = 0; i < PARAMETERS; i++) {
        sum += t * r[i] * r[i] / 2;
    }
    return sum;
}

/* J^-1 dJ/dx_k for all k. */
static bool find_slopes(const double x[PARAMETERS], double slopes[PARAMETERS][ORDER][ORDER])
{
    double J[ORDER][ORDER], inverse[ORDER][ORDER], E[ORDER][ORDER];
    cdy_pseudo_inertia(x, J);
    if (cdy_cholesky_factor(ORDER, J[0]) != 0) {
        return false;
    }
    cdy_cholesky_invert(ORDER, J[0], inverse[0]);
    for (int k = 0; k < PARAMETERS; k++) {
        double unit[PARAMETERS] = {0};
        unit[k] = 1;
        cdy_pseudo_inertia(unit, E);
        for (int i = 0; i < ORDER * ORDER; i++) {
            double sum = 0;
            for (int m = 0; m < ORDER; m++) {
                sum += inverse[i / ORDER][m] * E[m][i % ORDER];
            }
            slopes[k][i / ORDER][i % ORDER] = sum;
        }
    }
    return true;
}

/* tr(A B). */
static double trace_of_product(double A[ORDER][ORDER], double B[ORDER][ORDER])
{
    double sum = 0;
    for (int i = 0; i < ORDER * ORDER; i++) {
        sum += A[i / ORDER][i % ORDER] * B[i % ORDER][i / ORDER];
    }
    return sum;
}

/* The gradient, into g, and the Hessian. */
static bool differentiate(const likelihood *l, double t, const double x[PARAMETERS], double g[PARAMETERS],
                          double H[PARAMETERS][PARAMETERS])
{
    double slopes[PARAMETERS][ORDER][ORDER], r[PARAMETERS];
    if (!find_slopes(x, slopes)) {
        return false;
    }
    find_residual(l, x, r);
    for (int i = 0; i < PARAMETERS; i++) {
        g[i] = 0;
        for (int m = 0; m < ORDER; m++) {
            g[i] -= slopes[i][m][m];
        }
        for (int m = 0; m <= i; m++) {
            g[i] += t * l->S[m][i] * r[m];
        }
        for (int k = 0; k < PARAMETERS; k++) {
            H[i][k] = trace_of_product(slopes[i], slopes[k]);
            for (int m = 0; m <= i && m <= k; m++) {
                H[i][k] += t * l->S[m][i] * l->S[m][k];
            }
        }
    }
    return true;
}

/* Newton's method for one t; returns false where there is no step. */
static bool minimize(const likelihood *l, double t, double x[PARAMETERS])
{
    enum { MOST_STEPS = 60, MOST_HALVINGS = 50 };
    const double small = 1e-7;
    for (int step = 0; step < MOST_STEPS; step++) {
        double g[PARAMETERS], d[PARAMETERS], H[PARAMETERS][PARAMETERS], trial[PARAMETERS], slope = 0, length = 1;
        if (!differentiate(l, t, x, g, H) || cdy_cholesky_factor(PARAMETERS, H[0]) != 0) {
            return false;
        }
        memcpy(d, g, sizeof g);
        cdy_cholesky_solve(PARAMETERS, H[0], d);
        for (int i = 0; i < PARAMETERS; i++) {
            slope += g[i] * d[i];
        }
        const double before = objective(l, t, x);
        bool better = false;
        for (int k = 0; k < MOST_HALVINGS && !better && slope > small; k++, length /= 2) {
            for (int i = 0; i < PARAMETERS; i++) {
                trial[i] = x[i] - length * d[i];
            }
            better = objective(l, t, trial) <= before - 0.1 * length * slope;
        }
        if (!better) {
            break;
        }
        memcpy(x, trial, sizeof trial);
    }
    return true;
}

/* A body near the estimate that certainly can exist. */
static bool find_interior(double x[PARAMETERS])
{
    const double part = 1e-3;
    double largest = 0;
    cdy_error error;
    for (int i = 0; i < PARAMETERS; i++) {
        largest = fmax(largest, fabs(x[i]));
    }
    return largest > 0 && cdy_parameters_make_consistent(x, part * largest, x, NULL, &error) == CDY_OK;
}

bool cdy_make_payload_possible(double R[FACTOR][FACTOR], double noise, double x[PARAMETERS])
{
    const double growth = 10, last = 1e7, least_noise = 1e-9;
    likelihood l;
    bool none = true;
    for (int i = 0; i < PARAMETERS; i++) {
        none = none && !(fabs(x[i]) > 0);
        for (int k = 0; k < PARAMETERS; k++) {
            l.S[i][k] = k < i ? 0 : R[i][k] / fmax(noise, least_noise);
        }
    }
    if (none || cdy_parameters_are_consistent(x, NULL)) {
        return true;
    }
    memcpy(l.x0, x, sizeof l.x0);
    bool found = find_interior(x);
    for (double t = 1e-3; t <= last && found; t *= growth) {
        found = minimize(&l, t, x);
    }
    return found;
}
