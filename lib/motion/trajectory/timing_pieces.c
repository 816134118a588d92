/* Pieces of timings: the path parameter by time, polynomials of fifth degree one behind another. */
#include "base/memory.h"
#include "trajectory/trajectory.h"

#include <math.h>
#include <string.h>

static bool reserve(path_timing *timing, size_t count)
{
    if (count <= timing->capacity) {
        return true;
    }
    const size_t capacity = 2 * count;
    double *t = cdy_reallocate(timing->t, capacity + 1, sizeof *t);
    timing->t = t ? t : timing->t;
    double *s = cdy_reallocate(timing->s, capacity + 1, sizeof *s);
    timing->s = s ? s : timing->s;
    double *coef = cdy_reallocate(timing->coef, capacity, PATH_COEFFICIENTS * sizeof *coef);
    timing->coef = coef ? coef : timing->coef;
    if (!t || !s || !coef) {
        return false;
    }
    timing->capacity = capacity;
    return true;
}

bool cdy_timing_add(path_timing *timing, double T, double rise, const double begin[2], const double end[2])
{
    const size_t k = timing->count;
    if (!reserve(timing, k + 1)) {
        return false;
    }
    if (k == 0) {
        timing->t[0] = timing->s[0] = 0;
    }
    cdy_polynomial_hermite(rise, T * begin[0], T * T * begin[1], T * end[0], T * T * end[1],
                           timing->coef + k * PATH_COEFFICIENTS);
    timing->t[k + 1] = timing->t[k] + T;
    timing->s[k + 1] = timing->s[k] + rise;
    timing->count++;
    return true;
}

bool cdy_timing_add_steady(path_timing *timing, double rise, double begin, double end, double acceleration)
{
    const double T = 2 * rise / (begin + end), speeds[2] = {begin, acceleration}, speeds_end[2] = {end, acceleration};
    if (!cdy_timing_add(timing, T, rise, speeds, speeds_end)) {
        return false;
    }
    double *coef = timing->coef + (timing->count - 1) * PATH_COEFFICIENTS;
    coef[3] = coef[4] = coef[5] = 0; /* of rounding, which short pieces would divide by T^3 */
    return true;
}

bool cdy_timing_add_cubic(path_timing *timing, double T, double rise, const double c[3])
{
    if (!cdy_timing_add(timing, T, rise, (double[2]){0}, (double[2]){0})) {
        return false;
    }
    const double coef[PATH_COEFFICIENTS] = {0, c[0], c[1], c[2], 0, 0};
    memcpy(timing->coef + (timing->count - 1) * PATH_COEFFICIENTS, coef, sizeof coef);
    return true;
}

void cdy_timing_clear(path_timing *timing)
{
    cdy_release(timing->t);
    cdy_release(timing->s);
    cdy_release(timing->coef);
    memset(timing, 0, sizeof *timing);
}

size_t cdy_timing_evaluate(const path_timing *timing, double t, double s[3])
{
    size_t low = 0, high = timing->count;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (timing->t[middle] <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const double T = timing->t[low + 1] - timing->t[low], u = fmin(fmax((t - timing->t[low]) / T, 0), 1);
    polynomial_evaluate(timing->coef + low * PATH_COEFFICIENTS, u, s);
    s[0] += timing->s[low];
    s[1] /= T;
    s[2] /= T * T;
    return low;
}

void cdy_timing_stretch(path_timing *timing, size_t first, double factor)
{
    const double begin = timing->t[first];
    for (size_t k = first + 1; k <= timing->count; k++) {
        timing->t[k] = begin + factor * (timing->t[k] - begin);
    }
}
