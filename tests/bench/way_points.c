#include "way_points.h"

#include <math.h>

double draw_share(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

size_t draw_way_points(const cdy_model *model, size_t most, uint64_t *seed, double *q)
{
    const double part = 0.05 + 0.95 * draw_share(seed);
    const size_t count = 2 + (size_t)(draw_share(seed) * (double)(most - 1)), nq = (size_t)cdy_model_nq(model);
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; i < nq; i++) {
            cdy_coordinate c = {.lower = -HUGE_VAL, .upper = HUGE_VAL};
            cdy_model_position(model, (int)i, &c);
            const double lower = isfinite(c.lower) ? c.lower : -3, upper = isfinite(c.upper) ? c.upper : 3;
            q[k * nq + i] = (lower + upper) / 2 + part * (upper - lower) * (draw_share(seed) - 0.5);
        }
    }
    return count;
}
