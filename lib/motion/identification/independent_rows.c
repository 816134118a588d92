/* Independent rows by the autocorrelation of residuals. Lags from LAGS on are those of means of two, then of four ...
 * residuals, each of which stands for as many lags: the work is that of some LAGS products a row, however long
 * residuals hold on, and no lag is known to less than a part in LAGS / 2 of it (Ramirez, Sukumaran, Vorselaars and
 * Likhtman, Efficient on the fly calculation of time correlation functions in computer simulations, 2010). */
#include "identification/independent_rows.h"

#include <float.h>

enum { LAGS = 128 };

static double product_at(const double *residuals, size_t count, size_t lag)
{
    double product = 0;
    for (size_t i = lag; i < count; i++) {
        product += residuals[i] * residuals[i - lag];
    }
    return product;
}

/* Replaces residuals by the means of two each; returns their number. */
static size_t average_pairs(double *residuals, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        residuals[i] = 0.5 * (residuals[2 * i] + residuals[2 * i + 1]);
    }
    return count / 2;
}

double cdy_independent_rows(double *residuals, size_t count)
{
    const double square = product_at(residuals, count, 0);
    double sum = 0, each = 1; /* residuals of which one is the mean */
    if (!(square > 0 && square <= DBL_MAX)) {
        return 1;
    }
    for (size_t first = 1; first < count / 4; first = LAGS / 2) {
        for (size_t lag = first; lag < LAGS && lag < count / 4; lag++) {
            const double product = each * product_at(residuals, count, lag);
            if (!(product > 0)) {
                return 1 / (1 + 2 * sum);
            }
            sum += each * product / square;
        }
        count = average_pairs(residuals, count);
        each *= 2;
    }
    return 1 / (1 + 2 * sum);
}
