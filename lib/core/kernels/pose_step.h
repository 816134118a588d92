/* Steps of inverse kinematics: the derivative of a pose error, and damped least-squares steps by it. In all of them
 * `columns` are the `count` degrees of freedom that move the frame; an array with a row of n numbers has numbers for
 * these alone. */
#ifndef CDY_KERNELS_POSE_STEP_H
#define CDY_KERNELS_POSE_STEP_H

#include "kernels/jacobian.h"
#include "kernels/pose_error.h"

enum { POSE_ROWS = 6 };

/* From the frame's Jacobian J in its own axes (6 x n), in place: the Jacobian of the pose error, -d error / dt = J qd,
 * with each row times its weight. `error` is a rotation vector a and a translation; `cotangent` is
 * (1 - |a|/2 cot(|a|/2)) / |a|^2, of the inverse left Jacobian of the logarithm. */
static void pose_error_jacobian(size_t n, size_t count, const int32_t *columns, const scalar *error_,
                                const scalar *cotangent, const double weights[6], scalar *J_)
{
    const real *error = reals(error_), k = reals(cotangent)[0];
    const vec3 turn = {error[0], error[1], error[2]}, shift = {error[3], error[4], error[5]};
    const vec3 angular = vec3_from(weights), linear = vec3_from(weights + 3);
    real *J = reals_out(J_);
    for (size_t j = 0; j < count; j++) {
        const motion m = load_column(J, n, (size_t)columns[j]);
        const vec3 turned = cross(turn, m.angular);
        const vec3 a = add(m.angular, add(scale(real_from((scalar)-0.5), turned), scale(k, cross(turn, turned))));
        const vec3 b = add(m.linear, cross(m.angular, shift));
        store_column(J, n, (size_t)columns[j],
                     (motion){{angular.x * a.x, angular.y * a.y, angular.z * a.z},
                              {linear.x * b.x, linear.y * b.y, linear.z * b.z}});
    }
}

/* Solve H y = y in place for the lower half of a symmetric H, which becomes its factors L D L^T, with 1 / D on the
 * diagonal. */
static inline void solve_six(real H[POSE_ROWS][POSE_ROWS], real y[POSE_ROWS])
{
    for (size_t j = 0; j < POSE_ROWS; j++) {
        real scaled[POSE_ROWS], pivot = H[j][j];
        for (size_t k = 0; k < j; k++) {
            scaled[k] = H[j][k];
            H[j][k] = scaled[k] * H[k][k];
            pivot = pivot - scaled[k] * H[j][k];
        }
        H[j][j] = real_from(1) / pivot;
        for (size_t i = j + 1; i < POSE_ROWS; i++) {
            for (size_t k = 0; k < j; k++) {
                H[i][j] = H[i][j] - H[i][k] * H[j][k];
            }
        }
    }
    for (size_t i = 0; i < POSE_ROWS; i++) {
        for (size_t k = 0; k < i; k++) {
            y[i] = y[i] - H[i][k] * y[k];
        }
    }
    for (size_t i = POSE_ROWS; i-- > 0;) {
        y[i] = y[i] * H[i][i];
        for (size_t k = i + 1; k < POSE_ROWS; k++) {
            y[i] = y[i] - H[k][i] * y[k];
        }
    }
}

/* x (n) = (A^T A + damping)^-1 A^T r, for up to 6 columns; `mask` (n) is 1 for columns that take part and 0 for the
 * others, whose x is 0. A matrix that is singular to rounding gives an x of no meaning. */
static void damped_step_by_columns(size_t n, size_t count, const int32_t *columns, const scalar *A_,
                                   const scalar *mask_, const scalar *r_, const scalar *damping, scalar *x_)
{
    const real *A = reals(A_), *mask = reals(mask_), *r = reals(r_), zero = {0};
    real *x = reals_out(x_), H[POSE_ROWS][POSE_ROWS], B[POSE_ROWS][POSE_ROWS], y[POSE_ROWS];
    for (size_t j = 0; j < POSE_ROWS; j++) {
        for (size_t i = 0; i < POSE_ROWS; i++) {
            B[j][i] = zero;
            if (j < count) {
                B[j][i] = mask[columns[j]] * A[i * n + (size_t)columns[j]];
            }
        }
    }
    for (size_t j = 0; j < POSE_ROWS; j++) {
        y[j] = zero;
        for (size_t i = 0; i < POSE_ROWS; i++) {
            y[j] = y[j] + B[j][i] * r[i];
        }
        for (size_t k = 0; k <= j; k++) {
            H[j][k] = j == k ? reals(damping)[0] : zero;
            for (size_t i = 0; i < POSE_ROWS; i++) {
                H[j][k] = H[j][k] + B[j][i] * B[k][i];
            }
        }
    }
    solve_six(H, y);
    for (size_t j = 0; j < count && j < POSE_ROWS; j++) {
        x[columns[j]] = mask[columns[j]] * y[j];
    }
}

/* The same x as A^T (A A^T + damping)^-1 r, for any number of columns. */
static void damped_step_by_rows(size_t n, size_t count, const int32_t *columns, const scalar *A_, const scalar *mask_,
                                const scalar *r_, const scalar *damping, scalar *x_)
{
    const real *A = reals(A_), *mask = reals(mask_), *r = reals(r_), zero = {0};
    real *x = reals_out(x_), G[POSE_ROWS][POSE_ROWS], y[POSE_ROWS];
    for (size_t i = 0; i < POSE_ROWS; i++) {
        y[i] = r[i];
        for (size_t k = 0; k <= i; k++) {
            G[i][k] = i == k ? reals(damping)[0] : zero;
        }
    }
    for (size_t j = 0; j < count; j++) {
        const real *a = A + columns[j];
        for (size_t i = 0; i < POSE_ROWS; i++) {
            const real masked = mask[columns[j]] * a[i * n];
            for (size_t k = 0; k <= i; k++) {
                G[i][k] = G[i][k] + masked * a[k * n];
            }
        }
    }
    solve_six(G, y);
    for (size_t j = 0; j < count; j++) {
        const real *a = A + columns[j];
        real sum = a[0] * y[0];
        for (size_t i = 1; i < POSE_ROWS; i++) {
            sum = sum + a[i * n] * y[i];
        }
        x[columns[j]] = mask[columns[j]] * sum;
    }
}

/* r (6) := r - A x, and the decrease of its square length, |r|^2 - |r - A x|^2. */
static void step_decrease(size_t n, size_t count, const int32_t *columns, const scalar *A_, const scalar *x_,
                          scalar *r_, scalar *decrease)
{
    const real *A = reals(A_), *x = reals(x_);
    real *r = reals_out(r_), sum = {0};
    for (size_t i = 0; i < POSE_ROWS; i++) {
        real rest = r[i];
        for (size_t j = 0; j < count; j++) {
            rest = rest - A[i * n + (size_t)columns[j]] * x[columns[j]];
        }
        sum = sum + (r[i] * r[i] - rest * rest);
        r[i] = rest;
    }
    reals_out(decrease)[0] = sum;
}

#ifndef CDY_REAL

/* to (width) := from in lanes whose bits in `chosen` are all set; lanes whose bits are all 0 keep theirs. */
static void choose_lanes(size_t width, const scalar_bits *chosen, const scalar *from_, scalar *to_)
{
    const real *from = reals(from_);
    real *to = reals_out(to_);
    real_bits bits;
    memcpy(&bits, chosen, sizeof bits);
    for (size_t i = 0; i < width; i++) {
        to[i] = real_select(bits, from[i], to[i]);
    }
}

/* mask (n), in lanes whose bits in `wanted` are set: 1 for the columns that are not zero and whose coordinate is not at
 * a bound that A^T r, the direction of descent, crosses; 0 for the others. `free` (1) receives their number. */
static void find_free_columns(size_t n, size_t count, const int32_t *columns, const scalar_bits *wanted,
                              const scalar *A_, const scalar *r_, const scalar *lower_, const scalar *upper_,
                              scalar *mask_, scalar *x_, scalar *free)
{
    const real *A = reals(A_), *r = reals(r_), *lower = reals(lower_), *upper = reals(upper_);
    const real zero = {0}, one = real_from(1);
    real *mask = reals_out(mask_), *x = reals_out(x_), sum = {0};
    real_bits bits;
    memcpy(&bits, wanted, sizeof bits);
    for (size_t j = 0; j < count; j++) {
        const int32_t c = columns[j];
        const real *a = A + c;
        real along = a[0] * r[0], square = a[0] * a[0];
        for (size_t i = 1; i < POSE_ROWS; i++) {
            along = along + a[i * n] * r[i];
            square = square + a[i * n] * a[i * n];
        }
        const real_bits held =
            (WHERE(along >= zero) & WHERE(upper[c] <= zero)) | (WHERE(along <= zero) & WHERE(lower[c] >= zero));
        mask[c] = real_select(bits & WHERE(square > zero) & ~held, one, zero);
        x[c] = zero;
        sum = sum + mask[c];
    }
    reals_out(free)[0] = sum;
}

/* Where the step y takes a coordinate over a bound: clamps it, masks its column a, and subtracts a x from r. `bits` are
 * the lanes in which it is free. */
static inline real clamp_coordinate(size_t n, const real *a, real_bits bits, real y, real lower, real upper, real *mask,
                                    real *x, real *r)
{
    const real zero = {0};
    const real raised = real_select(WHERE(y > lower), y, lower);
    const real clamped = real_select(WHERE(raised < upper), raised, upper);
    const real_bits over = bits & ~(WHERE(clamped >= y) & WHERE(clamped <= y));
    const real taken = real_select(over, clamped, zero);
    *x = real_select(bits, clamped, *x);
    *mask = real_select(over, zero, *mask);
    for (size_t i = 0; real_any_set(over) && i < POSE_ROWS; i++) {
        r[i] = real_select(over, r[i] - a[i * n] * taken, r[i]);
    }
    return *mask;
}

static void clamp_steps(size_t n, size_t count, const int32_t *columns, const scalar_bits *pending, const scalar *A_,
                        const scalar *y_, const scalar *lower_, const scalar *upper_, scalar *mask_, scalar *x_,
                        scalar *r_, scalar *free)
{
    const real *A = reals(A_), *y = reals(y_), *lower = reals(lower_), *upper = reals(upper_), zero = {0};
    real *mask = reals_out(mask_), *x = reals_out(x_), *r = reals_out(r_), sum = {0};
    real_bits bits;
    memcpy(&bits, pending, sizeof bits);
    for (size_t j = 0; j < count; j++) {
        const int32_t c = columns[j];
        sum = sum +
              clamp_coordinate(n, A + c, bits & WHERE(mask[c] > zero), y[c], lower[c], upper[c], mask + c, x + c, r);
    }
    reals_out(free)[0] = sum;
}

#endif

#endif
