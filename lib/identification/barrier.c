/* The barrier method: t |u|^2 / 2 - sum log det (pseudo-inertia) is minimised for a growing t, by Newton's method.
 *
 * The logarithm is not bounded, and where t is small nothing would hold what the torques do not determine: half of the
 * square of the way from the start, over a length that none should need, is added to the sum.  Directions are of very
 * different lengths, and eigenvalues come near 0; so Newton's equations, which are the normal equations of a least
 * squares problem, are solved as that, by QR. */
#include "identification/barrier.h"

#include "base/memory.h"
#include "dynamics/parameters.h"
#include "identification/pseudo_inertia.h"
#include "linalg/qr.h"

#include <math.h>
#include <string.h>

/* How far half of |u|^2 may be from its least in the end, and how far where rounding keeps the method from it; half of
 * the square of Newton's decrement, likewise; and the length, in scales: bodies may be some hundred times the prior's.
 */
static const double final_gap = 1e-6, rough_gap = 1e-2, fine_decrement = 1e-5, rough_decrement = 0.1, far = 100;

void cdy_barrier_destroy(barrier *b)
{
    double *const arrays[] = {b->x0, b->size, b->start, b->u, b->x, b->step, b->trial, b->A, b->scratch, b->blocks};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
}

bool cdy_barrier_create(barrier *b)
{
    const size_t p = (size_t)b->p;
    double **const vectors[] = {&b->x0, &b->size, &b->start, &b->u, &b->x, &b->step, &b->trial};
    bool fine = true;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        fine = (*vectors[i] = cdy_allocate(p, sizeof(double))) && fine;
    }
    b->A = cdy_allocate(2 * p, (p + 1) * sizeof(double));
    b->scratch = cdy_allocate(p + 1, 33 * sizeof(double));
    b->blocks = cdy_allocate((size_t)b->bodies, 100 * sizeof(double));
    return fine && b->A && b->scratch && b->blocks;
}

void cdy_barrier_place(barrier *b, const double *u)
{
    const size_t p = (size_t)b->p;
    memcpy(b->x, b->x0, p * sizeof *b->x);
    for (size_t k = 0; k < p; k++) {
        const double way = b->size[k] * u[k];
        for (size_t i = 0; i < p; i++) {
            b->x[i] += b->V[k * p + i] * way;
        }
    }
}

/* Decomposes the pseudo-inertia of a body; false where it is not positive definite. */
static bool decompose(const double *x, double values[4], double V[4][4])
{
    double J[4][4];
    cdy_pseudo_inertia(x, J);
    cdy_decompose_pseudo_inertia(J, values, V);
    return values[0] > 0 && values[1] > 0 && values[2] > 0 && values[3] > 0;
}

/* - sum log det at x; infinite outside. */
static double log_barrier(const barrier *b)
{
    double sum = 0, values[4], V[4][4];
    for (int i = 0; i < b->bodies; i++) {
        if (!decompose(b->x + BODY_PARAMETERS * i, values, V)) {
            return HUGE_VAL;
        }
        sum -= log(values[0]) + log(values[1]) + log(values[2]) + log(values[3]);
    }
    for (int i = BODY_PARAMETERS * b->bodies; i < b->p; i++) {
        if (!(b->x[i] > 0)) {
            return HUGE_VAL;
        }
        sum -= log(b->x[i]);
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

/* What is minimised, at u, where x is placed then. */
static double value_at(barrier *b, double t, const double *u)
{
    double sum = t * half_square(b, u);
    for (int k = 0; k < b->p; k++) {
        const double way = b->size[k] / far * (u[k] - b->start[k]);
        sum += way * way / 2;
    }
    cdy_barrier_place(b, u);
    return sum + log_barrier(b);
}

/* The factor F of a body's curvature F^T F: J^-1/2 E_k J^-1/2 in J's own axes, E_k being J of a unit; ten rows, those
 * off the diagonal for two.  The slope is -F^T e, e being 1 for each of the first four rows. */
static void differentiate(const double *x, double F[BODY_PARAMETERS * BODY_PARAMETERS])
{
    static const int rows[10] = {0, 1, 2, 3, 0, 0, 0, 1, 1, 2}, columns[10] = {0, 1, 2, 3, 1, 2, 3, 2, 3, 3};
    double values[4], V[4][4], E[4][4];
    decompose(x, values, V);
    for (int k = 0; k < BODY_PARAMETERS; k++) {
        double unit[BODY_PARAMETERS] = {0};
        unit[k] = 1;
        cdy_pseudo_inertia(unit, E);
        for (int r = 0; r < 10; r++) {
            const int a = rows[r], b = columns[r];
            double sum = 0;
            for (int i = 0; i < 16; i++) {
                sum += V[a][i / 4] * E[i / 4][i % 4] * V[b][i % 4];
            }
            F[10 * r + k] = (r < 4 ? 1 : sqrt(2)) * sum / sqrt(values[a]) / sqrt(values[b]);
        }
    }
}

/* The barrier's part of the least squares problem, one column: F times a direction. */
static void fill_column(const barrier *b, const double *direction, double length, double *column)
{
    for (int i = 0; i < b->bodies; i++) {
        const int first = BODY_PARAMETERS * i;
        const double *F = b->blocks + 100 * i;
        for (int r = 0; r < 10; r++) {
            double sum = 0;
            for (int k = 0; k < BODY_PARAMETERS; k++) {
                sum += F[10 * r + k] * direction[first + k];
            }
            column[first + r] = length * sum;
        }
    }
    for (int i = BODY_PARAMETERS * b->bodies; i < b->p; i++) {
        column[i] = length * direction[i] / b->x[i];
    }
}

/* Fills [F B; sqrt(t + (size/far)^2)] and its right side, whose solution is Newton's direction. */
static void fill_problem(const barrier *b, double t)
{
    const size_t p = (size_t)b->p, rows = 2 * p;
    double *right = b->A + p * rows;
    for (int i = 0; i < b->bodies; i++) {
        differentiate(b->x + BODY_PARAMETERS * i, b->blocks + 100 * i);
    }
    for (size_t i = 0; i < p; i++) {
        right[i] = i >= (size_t)(BODY_PARAMETERS * b->bodies) || i % BODY_PARAMETERS < 4;
    }
    for (size_t k = 0; k < p; k++) {
        const double weight = b->size[k] / far, hold = weight * weight, root = sqrt(t + hold);
        double *column = b->A + k * rows;
        fill_column(b, b->V + k * p, b->size[k], column);
        memset(column + p, 0, p * sizeof *column);
        column[p + k] = root;
        right[p + k] = -(t * b->u[k] + hold * (b->u[k] - b->start[k])) / root;
    }
}

/* Newton's direction into `step`, x being at u; returns half of its decrement's square. */
static double find_direction(barrier *b, double t)
{
    const int p = b->p, rows = 2 * p;
    double sum = 0;
    fill_problem(b, t);
    cdy_qr_reduce(rows, p + 1, b->A, rows, b->scratch);
    const double *right = b->A + (size_t)p * (size_t)rows;
    for (int k = p - 1; k >= 0; k--) {
        double rest = right[k];
        for (int l = k + 1; l < p; l++) {
            rest -= b->A[(size_t)l * (size_t)rows + (size_t)k] * b->step[l];
        }
        b->step[k] = rest / b->A[(size_t)k * (size_t)rows + (size_t)k];
        sum += right[k] * right[k] / 2;
    }
    return sum;
}

/* Goes along the direction as far as it helps; false where it does not. */
static bool search_line(barrier *b, double t, double decrement)
{
    enum { HALVINGS = 60 };
    const double before = value_at(b, t, b->u);
    double length = 1;
    for (int i = 0; i < HALVINGS; i++, length /= 2) {
        for (int k = 0; k < b->p; k++) {
            b->trial[k] = b->u[k] + length * b->step[k];
        }
        if (value_at(b, t, b->trial) <= before - 0.2 * length * decrement) {
            memcpy(b->u, b->trial, (size_t)b->p * sizeof *b->u);
            return true;
        }
    }
    return false;
}

/* Newton's method for one t; false where it does not come to its end. */
static bool minimize_at(barrier *b, double t)
{
    enum { STEPS = 100 };
    double decrement = HUGE_VAL;
    for (int i = 0; i < STEPS; i++) {
        cdy_barrier_place(b, b->u);
        decrement = find_direction(b, t);
        if (decrement <= fine_decrement || !search_line(b, t, decrement)) {
            break;
        }
    }
    return decrement <= rough_decrement;
}

bool cdy_barrier_minimize(barrier *b)
{
    const double nu = 4 * b->bodies + (b->p - BODY_PARAMETERS * b->bodies), growth = 20;
    memcpy(b->u, b->start, (size_t)b->p * sizeof *b->u);
    for (double t = nu / (half_square(b, b->u) + 1);; t *= growth) {
        if (!minimize_at(b, t)) {
            return t > growth * nu / rough_gap; /* the last t was large enough */
        }
        if (t > nu / final_gap) {
            return true;
        }
    }
}
