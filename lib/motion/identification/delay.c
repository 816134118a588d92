/* The delay between the positions and the torques of a recording, by the least squares that a model leaves. */
#include "identification/delay.h"

#include <condyle/drive_identification.h>
#include <math.h>

double cdy_value_at(const double *times, const double *values, size_t count, size_t *row, double time)
{
    size_t i = *row;
    while (time < times[i] && i > 0 && times[i - 1] < times[i]) {
        i--;
    }
    while (i + 1 < count && times[i] < times[i + 1] && times[i + 1] <= time) {
        i++;
    }
    *row = i;
    if (i + 1 == count || !(times[i] < times[i + 1]) || !(time > times[i])) {
        return values[i];
    }
    const double part = (time - times[i]) / (times[i + 1] - times[i]);
    return values[i] + part * (values[i + 1] - values[i]);
}

/* The rows of a joint, by which a delay is searched. */
typedef struct delay_search {
    size_t count;
    const double *t, *measured, *model, *weights;
} delay_search;

static double square_left(const delay_search *s, double delay)
{
    double sum = 0;
    size_t at = 0;
    for (size_t i = 0; i < s->count; i++) {
        const double weight = s->weights ? s->weights[i] : 1;
        at = i == 0 || s->t[i - 1] < s->t[i] ? at : i; /* another recording */
        const double rest = s->measured[i] - cdy_value_at(s->t, s->model, s->count, &at, s->t[i] - delay);
        sum += weight * weight * rest * rest;
    }
    return sum;
}

/* The least square between two delays (golden section: Kiefer 1953). */
static double refine(const delay_search *s, double low, double high)
{
    const double golden = (sqrt(5) - 1) / 2, resolution = 1e-5;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = square_left(s, a), at_b = square_left(s, b);
    while (high - low > resolution) {
        if (at_a < at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = square_left(s, a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = square_left(s, b);
        }
    }
    return (low + high) / 2;
}

double cdy_find_delay(size_t count, const double *t, const double *measured, const double *model, const double *weights)
{
    enum { STEPS = 20 };
    const double step = 0.005, telling = 1e-3; /* s; part of the square that a delay has to take */
    const delay_search s = {.count = count, .t = t, .measured = measured, .model = model, .weights = weights};
    if (count < 2) {
        return 0;
    }
    const double without = square_left(&s, 0);
    double least = without;
    int best = 0;
    for (int k = -STEPS; k <= STEPS; k++) {
        const double left = k == 0 ? without : square_left(&s, k * step);
        if (left < least) {
            least = left;
            best = k;
        }
    }
    if (best == -STEPS || best == STEPS) { /* a model that is wrong in another way */
        return 0;
    }
    const double delay = refine(&s, (best - 1) * step, (best + 1) * step);
    return square_left(&s, delay) < (1 - telling) * without ? delay : 0;
}

double cdy_drive_identification_find_delay(int count, const double *t, const double *measured, const double *model,
                                           const double *weights)
{
    return count > 0 && t && measured && model ? cdy_find_delay((size_t)count, t, measured, model, weights) : 0;
}
