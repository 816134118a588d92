#include "support/compare.h"

#include <math.h>

double largest(const double *x, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        if (isnan(x[i])) {
            return (double)NAN;
        }
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

double largest_difference(const double *a, const double *b, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        double difference = fabs(a[i] - b[i]);
        if (isnan(difference)) {
            return (double)NAN;
        }
        most = fmax(most, difference);
    }
    return most;
}

double relative_error(const double *actual, const double *expected, size_t count, double floor)
{
    double scale = largest(expected, count);
    return largest_difference(actual, expected, count) / (scale < floor ? 1.0 : scale);
}

/* splitmix64 (Steele, Lea and Flood 2014). */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

double draw(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(next(state) >> 11) * 0x1p-53); /* in this order the product is finite */
}

int draw_below(uint64_t *state, int count)
{
    return (int)(next(state) % (uint64_t)count);
}

void draw_array(uint64_t *state, double magnitude, double *x, int count)
{
    for (int i = 0; i < count; i++) {
        x[i] = draw(state, -magnitude, magnitude);
    }
}
