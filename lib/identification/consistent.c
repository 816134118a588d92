/* Consistency: the likeliest parameters of bodies that can exist (Wensing, Kim and Slotine 2018), by a barrier method
 * (Boyd and Vandenberghe 2004, section 11.3).
 *
 * The deviation from the least squares estimate is z = B u, so scaled that |u|^2 is its loss of likelihood; then
 * t |u|^2 / 2 - sum log det (pseudo-inertia) is minimised for a growing t, by Newton's method. */
#include "base/error.h"
#include "base/memory.h"
#include "identification/identification.h"
#include "identification/pseudo_inertia.h"
#include "linalg/cholesky.h"

#include <math.h>
#include <string.h>

/* Least eigenvalue of scaled pseudo-inertias and least scaled parameter of a drive; where the search begins; how far,
 * in standard deviations, a direction is that the torques do not determine and that is 100 % off; what is left of half
 * of |u|^2 in the end. */
static const double margin = 1e-8, inside = 1e-3, open_size = 10, final_gap = 1e-6;

typedef struct barrier {
    int p, bodies;
    const double *x0;                                /* p: the estimate, scaled */
    double *B;                                       /* p x p, column-major */
    double *u, *step, *trial, *x, *gradient, *slope; /* p */
    double *H, *HB;                                  /* p x p; p x p: the barrier's Hessian times B, column-major */
    double *blocks;                                  /* bodies x 100 */
} barrier;

static int count_inconsistent(const cdy_identification *id, const double *parameters)
{
    const int bodies = id->model->body_count - 1;
    int count = 0;
    for (int i = 0; i < bodies; i++) {
        count += !cdy_is_consistent(parameters + BODY_PARAMETERS * i, NULL);
    }
    for (int i = BODY_PARAMETERS * bodies; i < id->p; i++) {
        count += parameters[i] < -1e-9 * id->scale[i];
    }
    return count;
}

/* x = x0 + B u */
static void place(const barrier *b, const double *u)
{
    memcpy(b->x, b->x0, (size_t)b->p * sizeof *b->x);
    for (int k = 0; k < b->p; k++) {
        for (int i = 0; i < b->p; i++) {
            b->x[i] += b->B[(size_t)k * (size_t)b->p + (size_t)i] * u[k];
        }
    }
}

/* Decomposes the pseudo-inertia of a body less the margin; false where it is not positive definite. */
static bool decompose(const double *x, double values[4], double V[4][4])
{
    double J[4][4];
    bool positive = true;
    cdy_pseudo_inertia(x, J);
    cdy_decompose_pseudo_inertia(J, values, V);
    for (int i = 0; i < 4; i++) {
        values[i] -= margin;
        positive = positive && values[i] > 0;
    }
    return positive;
}

/* The barrier at x; infinite outside. */
static double barrier_value(const barrier *b)
{
    double sum = 0, values[4], V[4][4];
    for (int i = 0; i < b->bodies; i++) {
        if (!decompose(b->x + BODY_PARAMETERS * i, values, V)) {
            return HUGE_VAL;
        }
        sum -= log(values[0]) + log(values[1]) + log(values[2]) + log(values[3]);
    }
    for (int i = BODY_PARAMETERS * b->bodies; i < b->p; i++) {
        if (!(b->x[i] > margin)) {
            return HUGE_VAL;
        }
        sum -= log(b->x[i] - margin);
    }
    return sum;
}

static double half_square(const barrier *b, const double *u)
{
    double sum = 0;
    for (int k = 0; k < b->p; k++) {
        sum += u[k] * u[k] / 2;
    }
    return sum;
}

static void multiply(double A[4][4], double B[4][4], double C[4][4])
{
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            C[i][j] = 0;
            for (int k = 0; k < 4; k++) {
                C[i][j] += A[i][k] * B[k][j];
            }
        }
    }
}

/* Slope and curvature of -log det of one body: -tr(J^-1 E_k) and tr(J^-1 E_k J^-1 E_l), E_k being J of a unit. */
static void differentiate(const double *x, double slope[10], double block[100])
{
    double values[4], V[4][4], inverse[4][4], E[4][4], P[BODY_PARAMETERS][4][4];
    decompose(x, values, V);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            inverse[i][j] = 0;
            for (int k = 0; k < 4; k++) {
                inverse[i][j] += V[k][i] * V[k][j] / values[k];
            }
        }
    }
    for (int k = 0; k < BODY_PARAMETERS; k++) {
        double unit[BODY_PARAMETERS] = {0};
        unit[k] = 1;
        cdy_pseudo_inertia(unit, E);
        multiply(inverse, E, P[k]);
        slope[k] = -(P[k][0][0] + P[k][1][1] + P[k][2][2] + P[k][3][3]);
    }
    for (int k = 0; k < 100; k++) {
        double sum = 0;
        for (int i = 0; i < 16; i++) {
            sum += P[k / 10][i / 4][i % 4] * P[k % 10][i % 4][i / 4];
        }
        block[k] = sum;
    }
}

/* The barrier's slope and curvature at x. */
static void differentiate_all(const barrier *b)
{
    const size_t p = (size_t)b->p;
    for (int i = 0; i < b->bodies; i++) {
        const int first = BODY_PARAMETERS * i;
        double *block = b->blocks + 100 * i;
        differentiate(b->x + first, b->slope + first, block);
        for (size_t c = 0; c < p; c++) {
            for (int k = 0; k < BODY_PARAMETERS; k++) {
                double sum = 0;
                for (int l = 0; l < BODY_PARAMETERS; l++) {
                    sum += block[10 * k + l] * b->B[c * p + (size_t)(first + l)];
                }
                b->HB[c * p + (size_t)(first + k)] = sum;
            }
        }
    }
    for (size_t i = (size_t)(BODY_PARAMETERS * b->bodies); i < p; i++) {
        const double inverse = 1 / (b->x[i] - margin);
        b->slope[i] = -inverse;
        for (size_t c = 0; c < p; c++) {
            b->HB[c * p + i] = inverse * inverse * b->B[c * p + i];
        }
    }
}

static double inner_product(size_t count, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* Newton's direction into `step`; returns half of its decrement's square, negative where there is none. */
static double find_direction(const barrier *b, double t)
{
    const size_t p = (size_t)b->p;
    place(b, b->u);
    differentiate_all(b);
    for (size_t k = 0; k < p; k++) {
        b->gradient[k] = t * b->u[k] + inner_product(p, b->B + k * p, b->slope);
        b->step[k] = -b->gradient[k];
        for (size_t l = 0; l <= k; l++) {
            b->H[k * p + l] = inner_product(p, b->B + k * p, b->HB + l * p);
        }
        b->H[k * p + k] = b->H[k * p + k] * (1 + 1e-12) + t;
    }
    if (cdy_cholesky_factor(b->p, b->H) != 0) {
        return -1;
    }
    cdy_cholesky_solve(b->p, b->H, b->step);
    return -inner_product(p, b->gradient, b->step) / 2;
}

/* Goes along the direction as far as it helps; false where it does not. */
static bool search_line(barrier *b, double t, double decrement)
{
    enum { HALVINGS = 60 };
    const double before = t * half_square(b, b->u) + barrier_value(b);
    double length = 1;
    for (int i = 0; i < HALVINGS; i++, length /= 2) {
        for (int k = 0; k < b->p; k++) {
            b->trial[k] = b->u[k] + length * b->step[k];
        }
        place(b, b->trial);
        double after = t * half_square(b, b->trial) + barrier_value(b);
        if (after <= before - 0.2 * length * decrement) {
            memcpy(b->u, b->trial, (size_t)b->p * sizeof *b->u);
            return true;
        }
    }
    return false;
}

static void minimize(barrier *b)
{
    enum { STEPS = 60 };
    const double nu = 4 * b->bodies + (b->p - BODY_PARAMETERS * b->bodies), growth = 20;
    for (double t = nu / (half_square(b, b->u) + 1);; t *= growth) {
        for (int i = 0; i < STEPS; i++) {
            double decrement = find_direction(b, t);
            if (!(decrement > 1e-5) || !search_line(b, t, decrement)) {
                break;
            }
        }
        if (t > nu / final_gap) {
            return;
        }
    }
}

static void destroy_barrier(barrier *b)
{
    double *const arrays[] = {b->B, b->u, b->step, b->trial, b->x, b->gradient, b->slope, b->H, b->HB, b->blocks};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
}

static bool create_barrier(barrier *b)
{
    const size_t p = (size_t)b->p;
    double **const vectors[] = {&b->u, &b->step, &b->trial, &b->x, &b->gradient, &b->slope};
    double **const squares[] = {&b->B, &b->H, &b->HB};
    bool fine = true;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        fine = (*vectors[i] = cdy_allocate(p, sizeof(double))) && fine;
    }
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
        fine = (*squares[i] = cdy_allocate(p * p, sizeof(double))) && fine;
    }
    b->blocks = cdy_allocate((size_t)b->bodies, 100 * sizeof(double));
    return fine && b->blocks;
}

/* The singular value of a direction, the prior's weight with it. */
static double certainty(const cdy_identification *id, const solution *s, int k)
{
    return hypot(k < s->rank ? s->sigma[k] : 0, id->options.prior_weight);
}

/* The estimate, scaled; where it says nearly nothing of a direction, that goes back to the prior. */
static void fill_estimate(const cdy_identification *id, const solution *s, double noise, double *x)
{
    const size_t p = (size_t)id->p;
    for (size_t i = 0; i < p; i++) {
        x[i] = id->prior[i] / id->scale[i];
    }
    for (size_t k = 0; k < (size_t)s->rank; k++) {
        const double sigma = certainty(id, s, (int)k) * open_size / noise;
        const double z = inner_product(p, s->V + k * p, s->z) / (1 + 1 / (sigma * sigma));
        for (size_t i = 0; i < p; i++) {
            x[i] += z * s->V[k * p + i];
        }
    }
}

/* How far the consistent parameters are from the estimate, in standard deviations. */
static double find_cost(const cdy_identification *id, const solution *s, double noise, const double *x)
{
    const size_t p = (size_t)id->p;
    double cost = 0;
    for (size_t k = 0; k < (size_t)s->rank; k++) {
        double moved = 0;
        for (size_t i = 0; i < p; i++) {
            moved += s->V[k * p + i] * (x[i] - id->prior[i] / id->scale[i] - s->z[i]);
        }
        cost = hypot(cost, moved * certainty(id, s, (int)k) / noise);
    }
    return cost;
}

/* Directions, each as long as a standard deviation; and the start, the prior made strictly consistent. */
static void begin(const cdy_identification *id, const solution *s, double noise, barrier *b)
{
    const size_t p = (size_t)b->p;
    for (size_t i = 0; i < p; i++) {
        b->trial[i] = id->prior[i] / id->scale[i];
    }
    for (int i = 0; i < b->bodies; i++) {
        double *x = b->trial + BODY_PARAMETERS * i;
        cdy_nearest_consistent(x, inside, x, NULL, NULL);
    }
    for (size_t i = (size_t)(BODY_PARAMETERS * b->bodies); i < p; i++) {
        b->trial[i] = fmax(b->trial[i], inside);
    }
    for (size_t i = 0; i < p; i++) {
        b->trial[i] -= b->x0[i];
    }
    for (size_t k = 0; k < p; k++) {
        const double size = noise / hypot(certainty(id, s, (int)k), noise / open_size);
        for (size_t i = 0; i < p; i++) {
            b->B[k * p + i] = size * s->V[k * p + i];
        }
        b->u[k] = inner_product(p, s->V + k * p, b->trial) / size;
    }
}

/* The standard deviation of the residuals, but for rounding not 0. */
static double usable_noise(const cdy_identification *id, const solution *s)
{
    double size = 0;
    for (int i = 0; i < id->n; i++) {
        const joint_rows *rows = &id->joints[i];
        double square = rows->weights_square > 0 ? cdy_rows_residual(rows, NULL) / rows->weights_square : 0;
        size = fmax(size, s->weights[i] * sqrt(square));
    }
    return fmax(fmax(s->noise, 1e-9 * size), 1e-300);
}

cdy_status cdy_make_consistent(const cdy_identification *id, solution *s, cdy_error *error)
{
    s->cost = 0;
    s->before = s->after = count_inconsistent(id, s->parameters);
    if (s->before == 0 || !id->options.consistent) {
        return CDY_OK;
    }
    barrier b = {.p = id->p, .bodies = id->model->body_count - 1, .x0 = NULL};
    double *x0 = cdy_allocate((size_t)id->p, sizeof *x0);
    bool made = create_barrier(&b) && x0;
    if (made) {
        const double noise = usable_noise(id, s);
        fill_estimate(id, s, noise, x0);
        b.x0 = x0;
        begin(id, s, noise, &b);
        minimize(&b);
        place(&b, b.u);
        for (int i = 0; i < id->p; i++) {
            s->parameters[i] = b.x[i] * id->scale[i];
        }
        s->after = count_inconsistent(id, s->parameters);
        s->cost = find_cost(id, s, noise, b.x);
    }
    destroy_barrier(&b);
    cdy_release(x0);
    return made ? CDY_OK : cdy_fail_memory(error);
}
