#include "page/axis.h"

#include "text/decimal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Returns the round number whose ratio to `raw` is nearest to 1. */
static double nearest_step(double raw, bool degrees)
{
    static const double angles[] = {15, 30, 45, 90, 180, 360}, parts[] = {1, 2, 5, 10};
    const double power = pow(10, floor(log10(raw)));
    const bool round_angle = degrees && raw > 12 && raw < 500;
    const double *steps = round_angle ? angles : parts, unit = round_angle ? 1 : power;
    const int count = round_angle ? 6 : 4;
    double nearest = steps[0];
    for (int i = 1; i < count; i++) {
        nearest = fabs(log(unit * steps[i] / raw)) < fabs(log(unit * nearest / raw)) ? steps[i] : nearest;
    }
    return unit * nearest;
}

axis axis_fit(double low, double high, int ticks, bool degrees)
{
    const double size = fmax(fabs(low), fabs(high)), least = size > 0 ? 1e-9 * size : 1;
    if (!(high - low > least)) {
        const double middle = low / 2 + high / 2;
        low = middle - (size > 0 ? 0.1 * size : least);
        high = middle + (size > 0 ? 0.1 * size : least);
    }
    axis a = {.low = low, .high = high, .step = nearest_step((high - low) / ticks, degrees)};
    a.decimals = (int)fmin(fmax(-floor(log10(a.step) + 1e-9), 0), 12);
    return a;
}

double axis_place(const axis *a, double value)
{
    return (value - a->low) / (a->high - a->low);
}

double axis_first(const axis *a, int *count)
{
    const double first = ceil(a->low / a->step - 1e-9), last = floor(a->high / a->step + 1e-9);
    *count = (int)fmin(fmax(last - first + 1, 0), 50);
    return first;
}

void axis_label(const axis *a, double value, char label[AXIS_LABEL_SIZE])
{
    const double size = fmax(fabs(a->low), fabs(a->high));
    if (size >= 1e5 || size < 1e-3) {
        char text[CDY_DECIMAL_SIZE];
        const double digits = ceil(log10(size / a->step) - 1e-9) + 1;
        cdy_write_decimal(fabs(value) < a->step / 2 ? 0 : value, (int)fmin(fmax(digits, 1), 15), text);
        snprintf(label, AXIS_LABEL_SIZE, "%s", text);
        return;
    }
    snprintf(label, AXIS_LABEL_SIZE, "%.*f", a->decimals, fabs(value) < a->step / 2 ? 0 : value);
}
