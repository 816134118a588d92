/* The payload that the rows of an estimator tell, and how well. */
#include "base/error.h"
#include "base/finite.h"
#include "identification/payload_estimator.h"
#include "linalg/cholesky.h"

#include <condyle/identification.h>
#include <math.h>
#include <string.h>

/* Places of Ixx Iyy Izz Iyz Ixz Ixy, the order of cdy_payload, among the parameters. */
static const int places[6] = {4, 7, 9, 8, 6, 5};

/* Axes of these products of inertia. */
static const int rows[6] = {0, 1, 2, 1, 0, 0}, columns[6] = {0, 1, 2, 2, 2, 1};

/* The number of h.h 1 - h h^T in the order of cdy_payload. */
static double steiner_number(const double h[3], int k)
{
    const double square = rows[k] == columns[k] ? h[0] * h[0] + h[1] * h[1] + h[2] * h[2] : 0;
    return square - h[rows[k]] * h[columns[k]];
}

void cdy_payload_parameters(const cdy_payload *payload, double parameters[BODY_PARAMETERS])
{
    parameters[0] = payload->mass;
    for (int k = 0; k < 3; k++) {
        parameters[1 + k] = payload->mass * payload->center_of_mass[k];
    }
    for (int k = 0; k < 6; k++) {
        parameters[places[k]] = payload->inertia[k] + payload->mass * steiner_number(payload->center_of_mass, k);
    }
}

cdy_payload cdy_payload_of_parameters(const double parameters[BODY_PARAMETERS])
{
    cdy_payload payload = {.mass = fmax(parameters[0], 0)};
    if (!(payload.mass > 0)) {
        return payload;
    }
    for (int k = 0; k < 3; k++) {
        payload.center_of_mass[k] = parameters[1 + k] / payload.mass;
    }
    double largest = 0;
    for (int k = 0; k < 6; k++) {
        payload.inertia[k] = parameters[places[k]] - payload.mass * steiner_number(payload.center_of_mass, k);
        largest = fmax(largest, fabs(payload.inertia[k]));
    }
    /* What rounding leaves of a point is an inertia that no body has. */
    const double about_origin = parameters[4] + parameters[7] + parameters[9], rounding = 1e-6;
    if (largest <= rounding * about_origin) {
        memset(payload.inertia, 0, sizeof payload.inertia);
    }
    return payload;
}

/* x = R^-1 b of the upper triangle; returns false where it is singular. */
static bool solve_factor(double R[FACTOR][FACTOR], const double b[BODY_PARAMETERS], double x[BODY_PARAMETERS])
{
    for (int i = BODY_PARAMETERS - 1; i >= 0; i--) {
        double sum = b[i];
        for (int k = i + 1; k < BODY_PARAMETERS; k++) {
            sum -= R[i][k] * x[k];
        }
        x[i] = sum / R[i][i];
    }
    return cdy_all_finite(x, BODY_PARAMETERS);
}

/* Standard deviation of g . x, noise |R^-T g|. */
static double deviation_of(double R[FACTOR][FACTOR], const double g[BODY_PARAMETERS], double noise)
{
    double y[BODY_PARAMETERS] = {0}, square = 0;
    for (int i = 0; i < BODY_PARAMETERS; i++) {
        double sum = g[i];
        for (int k = 0; k < i; k++) {
            sum -= R[k][i] * y[k];
        }
        y[i] = sum / R[i][i];
        square += y[i] * y[i];
    }
    return noise * sqrt(square);
}

/* Deviations of the payload's numbers, by their derivatives with respect to the parameters. */
static void find_deviations(double R[FACTOR][FACTOR], const double x[BODY_PARAMETERS], cdy_payload_estimate *found)
{
    double g[BODY_PARAMETERS] = {1};
    const double m = x[0];
    found->mass_deviation = deviation_of(R, g, found->noise);
    for (int k = 0; k < 3; k++) {
        memset(g, 0, sizeof g);
        g[0] = -x[1 + k] / m / m;
        g[1 + k] = 1 / m;
        found->center_of_mass_deviation[k] = deviation_of(R, g, found->noise);
    }
    for (int k = 0; k < 6; k++) {
        memset(g, 0, sizeof g);
        const double *h = x + 1;
        g[places[k]] = 1;
        g[0] = steiner_number(h, k) / m / m;
        for (int l = 0; l < 3; l++) {
            const double along = (rows[k] == l ? h[columns[k]] : 0) + (columns[k] == l ? h[rows[k]] : 0);
            g[1 + l] = (along - (rows[k] == columns[k] ? 2 * h[l] : 0)) / m;
        }
        found->inertia_deviation[k] = deviation_of(R, g, found->noise);
    }
}

/* |R (x - y)|. */
static double distance(double R[FACTOR][FACTOR], const double *x, const double *y)
{
    double square = 0;
    for (int i = 0; i < BODY_PARAMETERS; i++) {
        double sum = 0;
        for (int k = i; k < BODY_PARAMETERS; k++) {
            sum += R[i][k] * (x[k] - y[k]);
        }
        square += sum * sum;
    }
    return sqrt(square);
}

cdy_status cdy_payload_estimator_solve(const cdy_payload_estimator *e, cdy_payload_estimate *estimate, cdy_error *error)
{
    if (!e || !estimate) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a payload's estimate needs the estimator and a pointer for it");
    }
    const double freedom = e->torques - (double)BODY_PARAMETERS;
    if (!(freedom > 0)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "%g torques do not tell ten parameters of a payload; add more rows",
                        e->torques);
    }
    double R[FACTOR][FACTOR], right[BODY_PARAMETERS], x[BODY_PARAMETERS] = {0}, possible[BODY_PARAMETERS];
    memcpy(R, e->R, sizeof R);
    for (int i = 0; i < BODY_PARAMETERS; i++) {
        right[i] = R[i][BODY_PARAMETERS];
    }
    const double rest = fabs(R[BODY_PARAMETERS][BODY_PARAMETERS]);
    cdy_payload_estimate found = {.torques = e->torques, .noise = rest / sqrt(freedom)};
    bool solved = solve_factor(R, right, x);
    for (int i = 0; i < BODY_PARAMETERS; i++) {
        x[i] += e->carried[i];
    }
    memcpy(possible, x, sizeof x);
    solved = solved && cdy_make_payload_possible(R, found.noise, possible);
    if (!solved) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "no body that can exist is found near the estimate; expected torques in N m of a body of some "
                        "grams to tons");
    }
    found.payload = cdy_payload_of_parameters(possible);
    found.consistency_cost = found.noise > 0 ? distance(R, possible, x) / found.noise : 0;
    if (possible[0] > 0) {
        find_deviations(R, possible, &found);
    }
    *estimate = found;
    return CDY_OK;
}
