#include "trajectory/speed_spline.h"

#include "base/memory.h"

bool cdy_speed_spline_create(speed_spline *s, size_t count)
{
    *s = (speed_spline){.count = count};
    s->at = cdy_allocate(count + 1, sizeof *s->at);
    s->c = cdy_allocate(count + 2, sizeof *s->c);
    return s->at && s->c;
}

void cdy_speed_spline_clear(speed_spline *s)
{
    cdy_release(s->at);
    cdy_release(s->c);
    *s = (speed_spline){.count = 0};
}

/* Adds value and first derivative at knot k, times a factor each, as weights of coefficients k and k + 1. */
static void add_knot(const speed_spline *s, size_t k, double by_value, double by_first, double w[2])
{
    const double before = s->at[k] - s->at[k > 0 ? k - 1 : 0], after = s->at[k < s->count ? k + 1 : k] - s->at[k];
    const double both = before + after;
    w[0] += by_value * after / both - 2 * by_first / both;
    w[1] += by_value * before / both + 2 * by_first / both;
}

spline_weights cdy_speed_spline_weights(const speed_spline *s, size_t i, double part)
{
    const double h = s->at[i + 1] - s->at[i], way = h * part;
    spline_weights w = {.value = {0}};
    add_knot(s, i, 0, -1 / h, w.second);
    add_knot(s, i + 1, 0, 1 / h, w.second + 1);
    add_knot(s, i, 0, 1, w.first);
    for (int k = 0; k < 3; k++) {
        w.first[k] += way * w.second[k];
    }
    if (part == 1) { /* without rounding, in which a coefficient of almost 0 at the end would be lost */
        add_knot(s, i + 1, 1, 0, w.value + 1);
        return w;
    }
    add_knot(s, i, 1, way, w.value);
    for (int k = 0; k < 3; k++) {
        w.value[k] += way * way / 2 * w.second[k];
    }
    return w;
}

static double product(const double w[3], const double *c)
{
    return w[0] * c[0] + w[1] * c[1] + w[2] * c[2];
}

void cdy_speed_spline_evaluate(const speed_spline *s, size_t i, double part, double value[3])
{
    const spline_weights w = cdy_speed_spline_weights(s, i, part);
    value[0] = product(w.value, s->c + i);
    value[1] = product(w.first, s->c + i);
    value[2] = product(w.second, s->c + i);
}

/* The polar form of a polynomial at two places is its value in the middle less half its second derivative times the
 * square of half their distance. */
void cdy_speed_spline_refine(const speed_spline *from, speed_spline *to)
{
    size_t k = 0;
    to->c[0] = from->c[0];
    for (size_t i = 0; i < to->count; i++) {
        while (k + 1 < from->count && from->at[k + 1] <= to->at[i]) {
            k++;
        }
        const double middle = (to->at[i] + to->at[i + 1]) / 2, half = (to->at[i + 1] - to->at[i]) / 2;
        double x[3];
        cdy_speed_spline_evaluate(from, k, (middle - from->at[k]) / (from->at[k + 1] - from->at[k]), x);
        to->c[i + 1] = x[0] - x[2] / 2 * half * half;
    }
    to->c[to->count + 1] = from->c[from->count + 1];
}
