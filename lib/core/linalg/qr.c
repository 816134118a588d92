/* Steps beyond LAPACK's QR factorization: R alone, and the choice of independent columns.
 *
 * cdy_qr_pick() is written here although LAPACK has QR with column pivoting (dgeqp3): builds without LAPACK need it,
 * and ties between columns must not be broken by rounding, since they name the base parameters of a robot. */
#include "linalg/qr.h"

#include "linalg/reflection.h"
#include "linalg/routines.h"

#include <math.h>
#include <stddef.h>

void cdy_qr_reduce(int rows, int columns, double *A, int stride, double *scratch)
{
    const int height = rows < columns ? rows : columns;
    cdy_geqrf(rows, columns, A, stride, scratch);
    for (int j = 0; j < columns; j++) {
        for (int i = j + 1; i < height; i++) {
            A[(size_t)j * (size_t)stride + (size_t)i] = 0;
        }
    }
}

/* Swaps two columns of A and their entries in `order`. */
static void swap_columns(int count, double *A, int *order, int a, int b)
{
    double *x = A + (size_t)a * (size_t)count, *y = A + (size_t)b * (size_t)count;
    int number = order[a];
    order[a] = order[b];
    order[b] = number;
    for (int i = 0; i < count && a != b; i++) {
        double swapped = x[i];
        x[i] = y[i];
        y[i] = swapped;
    }
}

/* The square of the length of column j in the rows from `first` on. */
static double column_square(int count, const double *A, int j, int first)
{
    double sum = 0;
    for (int i = first; i < count; i++) {
        const double x = A[(size_t)j * (size_t)count + (size_t)i];
        sum += x * x;
    }
    return sum;
}

/* The column from `step` on with the largest norm in the rows from `step` on. */
static int find_pivot(int count, int columns, const double *A, int step)
{
    int best = step;
    double largest_sum = -1;
    for (int j = step; j < columns; j++) {
        const double sum = column_square(count, A, j, step);
        if (sum > largest_sum * (1 + 1e-9)) { /* ties go to the first column, independently of rounding */
            largest_sum = sum;
            best = j;
        }
    }
    return best;
}

/* The preferred column from `step` on that is no combination of the columns before `step`, nor 0 but for rounding
 * beside the longest; -1: none. Reflections keep the lengths of whole columns. */
static int find_preferred(int count, int columns, const double *A, const int *order, const int *preference, int step)
{
    const double independent = 1e-6, rounding = 1e-9;
    double longest = 0;
    int best = -1;
    for (int j = 0; j < columns; j++) {
        longest = fmax(longest, column_square(count, A, j, 0));
    }
    for (int j = step; j < columns; j++) {
        const double left = column_square(count, A, j, step);
        if ((best < 0 || preference[order[j]] < preference[order[best]]) && left > rounding * rounding * longest &&
            left > independent * independent * column_square(count, A, j, 0)) {
            best = j;
        }
    }
    return best;
}

/* Insertion sort of columns `from` to `to` - 1 by `order`. */
static void sort_columns(int count, double *A, int *order, int from, int to)
{
    for (int i = from + 1; i < to; i++) {
        for (int j = i; j > from && order[j] < order[j - 1]; j--) {
            swap_columns(count, A, order, j, j - 1);
        }
    }
}

/* Solves R x = b in place by columns; R (count x count) is upper triangular. */
static void solve_upper(int count, const double *R, double *b)
{
    for (int i = count - 1; i >= 0; i--) {
        const double *column = R + (size_t)i * (size_t)count;
        b[i] /= column[i];
        for (int k = 0; k < i; k++) {
            b[k] -= column[k] * b[i];
        }
    }
}

void cdy_qr_pick(int count, int columns, double *A, int *order)
{
    cdy_qr_pick_in_order(count, columns, NULL, A, order);
}

void cdy_qr_pick_in_order(int count, int columns, const int *preference, double *A, int *order)
{
    const size_t stride = (size_t)count;
    for (int j = 0; j < columns; j++) {
        order[j] = j;
    }
    for (int j = 0; j < count; j++) {
        const int preferred = preference ? find_preferred(count, columns, A, order, preference, j) : -1;
        swap_columns(count, A, order, j, preferred < 0 ? find_pivot(count, columns, A, j) : preferred);
        double *v = A + (size_t)j * stride + (size_t)j, first;
        double beta = cdy_reflect_to_axis(count - j, v, &first);
        for (int k = j + 1; k < columns; k++) {
            cdy_apply_reflection(count - j, v, beta, A + (size_t)k * stride + (size_t)j);
        }
        v[0] = first;
    }
    for (int j = count; j < columns; j++) {
        solve_upper(count, A, A + (size_t)j * stride);
    }
    /* Sort the picked columns by number, with the rows of the factors. */
    sort_columns(count, A, order, count, columns);
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && order[j] < order[j - 1]; j--) {
            int number = order[j];
            order[j] = order[j - 1];
            order[j - 1] = number;
            for (int k = count; k < columns; k++) {
                double *x = A + (size_t)k * stride + (size_t)j, swapped = x[0];
                x[0] = x[-1];
                x[-1] = swapped;
            }
        }
    }
}
