#include "base/random.h"

#include <math.h>

uint64_t cdy_random_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

double cdy_random_unit(uint64_t *state)
{
    return (double)((cdy_random_bits(state) >> 11) + 1) * 0x1p-53;
}

double cdy_random_between(uint64_t *state, double lower, double upper)
{
    /* A weighted mean of the bounds instead of lower + u (upper - lower), whose difference can overflow. */
    double u = cdy_random_unit(state);
    return fmin(fmax(u * upper + (1 - u) * lower, lower), upper);
}

double cdy_random_normal(uint64_t *state)
{
    double radius = sqrt(-2 * log(cdy_random_unit(state)));
    return radius * cos(6.283185307179586 * cdy_random_unit(state));
}
