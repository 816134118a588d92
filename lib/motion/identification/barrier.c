/* The barrier method: minimize t |u|^2 / 2 - sum_i log det J_i - sum_k log x_k for growing t by Newton's method,
 * with the pseudo-inertia J_i of body i and the parameters x_k of the drives.
 *
 * The barrier is unbounded below as bodies grow, so that for small t the parameters that the torques do not determine
 * would diverge: a regularization, half the squared distance from the start in units of `regularization_length`, is
 * added. The lengths of the directions differ widely, and eigenvalues come near 0; Newton's equations are therefore
 * solved as a least squares problem by QR instead of as normal equations. */
#include "identification/barrier.h"

#include "base/memory.h"
#include "dynamics/parameters.h"
#include "identification/pseudo_inertia.h"
#include "linalg/qr.h"

#include <math.h>
#include <string.h>

/* Bounds on the gap of |u|^2 / 2 to its minimum: the target, and the limit where rounding stops the method earlier,
 * both times `distant` |u|^2 / 2 where that exceeds 1, since rounding of |u|^2 grows with it; the same for half the
 * squared Newton decrement; and the length of the regularization in scales, as bodies may be some hundred times the
 * prior's. */
static const double target_gap = 1e-6, rough_gap = 1e-2, distant = 1e-3, target_decrement = 1e-5, rough_decrement = 0.1,
                    regularization_length = 100;

void cdy_barrier_destroy(barrier *b)
{
    double *const arrays[] = {b->x0,    b->size,     b->start, b->u,       b->x,     b->step,
                              b->trial, b->interior, b->A,     b->scratch, b->blocks};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
}

bool cdy_barrier_create(barrier *b)
{
    const size_t p = (size_t)b->p;
    double **const vectors[] = {&b->x0, &b->size, &b->start, &b->u, &b->x, &b->step, &b->trial, &b->interior};
    bool made = true;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        made = (*vectors[i] = cdy_allocate(p, sizeof(double))) && made;
    }
    b->A = cdy_allocate(2 * p, (p + 1) * sizeof(double));
    b->scratch = cdy_allocate(p + 1, 33 * sizeof(double));
    b->blocks = cdy_allocate((size_t)b->bodies, 100 * sizeof(double));
    return made && b->A && b->scratch && b->blocks;
}

void cdy_barrier_place(barrier *b, const double *u)
{
    const size_t p = (size_t)b->p;
    memcpy(b->x, b->x0, p * sizeof *b->x);
    for (size_t k = 0; k < p; k++) {
        const double distance = b->size[k] * u[k];
        for (size_t i = 0; i < p; i++) {
            b->x[i] += b->V[k * p + i] * distance;
        }
    }
}

/* Eigenvalues and eigenvectors of a body's pseudo-inertia; returns false where it is not positive definite. */
static bool decompose(const double *x, double values[4], double V[4][4])
{
    double J[4][4];
    cdy_pseudo_inertia(x, J);
    cdy_decompose_pseudo_inertia(J, values, V);
    return values[0] > 0 && values[1] > 0 && values[2] > 0 && values[3] > 0;
}

/* -sum_i log det J_i - sum_k log x_k at x; infinite outside of the domain. */
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

/* The objective at u; places x at u. */
static double objective_at(barrier *b, double t, const double *u)
{
    double sum = t * half_square(b, u);
    for (int k = 0; k < b->p; k++) {
        const double distance = b->size[k] / regularization_length * (u[k] - b->start[k]);
        sum += distance * distance / 2;
    }
    cdy_barrier_place(b, u);
    return sum + log_barrier(b);
}

/* The factor F (10 x 10) of a body's barrier Hessian F^T F: elements of J^-1/2 E_k J^-1/2 in the eigenvectors of J,
 * where E_k = dJ/dpi_k; off-diagonal rows are scaled by sqrt(2). The gradient is -F^T e, with e = 1 for the first four
 * rows. */
static void factor_hessian(const double *x, double F[BODY_PARAMETERS * BODY_PARAMETERS])
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

/* One column of the barrier's part of the least squares problem: F times a direction. */
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

/* Fills the least squares problem [F B; diag sqrt(t + (size / regularization_length)^2)] and its right side; the
 * solution is the Newton step. */
static void fill_problem(const barrier *b, double t)
{
    const size_t p = (size_t)b->p, rows = 2 * p;
    double *right = b->A + p * rows;
    for (int i = 0; i < b->bodies; i++) {
        factor_hessian(b->x + BODY_PARAMETERS * i, b->blocks + 100 * i);
    }
    for (size_t i = 0; i < p; i++) {
        right[i] = i >= (size_t)(BODY_PARAMETERS * b->bodies) || i % BODY_PARAMETERS < 4;
    }
    for (size_t k = 0; k < p; k++) {
        const double weight = b->size[k] / regularization_length, regularization = weight * weight,
                     root = sqrt(t + regularization);
        double *column = b->A + k * rows;
        fill_column(b, b->V + k * p, b->size[k], column);
        memset(column + p, 0, p * sizeof *column);
        column[p + k] = root;
        right[p + k] = -(t * b->u[k] + regularization * (b->u[k] - b->start[k])) / root;
    }
}

/* Computes the Newton step at u, where x is placed, into `step`; returns half of the squared decrement. */
static double compute_newton_step(barrier *b, double t)
{
    const int p = b->p, rows = 2 * p;
    double sum = 0;
    fill_problem(b, t);
    cdy_qr_reduce(rows, p + 1, b->A, rows, b->scratch);
    const double *right = b->A + (size_t)p * (size_t)rows;
    for (int k = p - 1; k >= 0; k--) {
        double residual = right[k];
        for (int l = k + 1; l < p; l++) {
            residual -= b->A[(size_t)l * (size_t)rows + (size_t)k] * b->step[l];
        }
        b->step[k] = residual / b->A[(size_t)k * (size_t)rows + (size_t)k];
        sum += right[k] * right[k] / 2;
    }
    return sum;
}

/* Backtracking line search; returns false where no step decreases the objective. */
static bool search_line(barrier *b, double t, double decrement)
{
    enum { MOST_HALVINGS = 60 };
    const double before = objective_at(b, t, b->u);
    double length = 1;
    for (int i = 0; i < MOST_HALVINGS; i++, length /= 2) {
        for (int k = 0; k < b->p; k++) {
            b->trial[k] = b->u[k] + length * b->step[k];
        }
        if (objective_at(b, t, b->trial) <= before - 0.2 * length * decrement) {
            memcpy(b->u, b->trial, (size_t)b->p * sizeof *b->u);
            return true;
        }
    }
    return false;
}

/* Newton's method for one t; returns false where the method does not converge. Far from the minimum a step decreases
 * the objective by little more than 1, whatever the distance: bodies that grow a thousandfold take hundreds of steps
 * (Boyd and Vandenberghe 2004, section 9.6.4). Near it, where rounding may keep the decrement from its target, few are
 * left. */
static bool minimize_at(barrier *b, double t)
{
    enum { FEW_STEPS = 100, MOST_STEPS = 500 };
    double decrement = HUGE_VAL;
    for (int i = 0; i < (decrement <= rough_decrement ? FEW_STEPS : MOST_STEPS); i++) {
        cdy_barrier_place(b, b->u);
        decrement = compute_newton_step(b, t);
        if (decrement <= target_decrement || !search_line(b, t, decrement)) {
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
        const bool reached = minimize_at(b, t);
        const double unit = fmax(1, distant * half_square(b, b->u));
        if (!reached) {
            return t * unit > growth * nu / rough_gap; /* whether the last t was large enough */
        }
        if (t * unit > nu / target_gap) {
            return true;
        }
    }
}
