#include "linalg/eigenvalues.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

enum { MOST_ROWS = 64 };

/* A matrix of n rows of `n` numbers. */
typedef struct square {
    int n;
    double *A;
} square;

static double *entry(square m, int i, int j)
{
    return m.A + (size_t)i * (size_t)m.n + (size_t)j;
}

/* ---- balancing ---- */

/* Scales rows and columns by powers of two until their lengths are alike (Parlett and Reinsch 1969). */
static bool balance_row(square m, int i)
{
    double column = 0, row = 0, factor = 1;
    for (int j = 0; j < m.n; j++) {
        column += j == i ? 0 : fabs(*entry(m, j, i));
        row += j == i ? 0 : fabs(*entry(m, i, j));
    }
    if (!(column > 0) || !(row > 0)) {
        return false;
    }
    int power = 0;
    (void)frexp(sqrt(row / column), &power);
    factor = ldexp(1, power);
    if ((column * factor + row / factor) > 0.95 * (column + row)) {
        return false;
    }
    for (int j = 0; j < m.n; j++) {
        *entry(m, i, j) /= factor;
        *entry(m, j, i) *= factor;
    }
    return true;
}

static void balance(square m)
{
    bool changed = true;
    for (int round = 0; changed && round < 10; round++) {
        changed = false;
        for (int i = 0; i < m.n; i++) {
            changed = balance_row(m, i) || changed;
        }
    }
}

/* ---- Hessenberg form by elimination with pivots ---- */

static void swap_rows_and_columns(square m, int a, int b)
{
    for (int j = 0; j < m.n; j++) {
        const double saved = *entry(m, a, j);
        *entry(m, a, j) = *entry(m, b, j);
        *entry(m, b, j) = saved;
    }
    for (int i = 0; i < m.n; i++) {
        const double saved = *entry(m, i, a);
        *entry(m, i, a) = *entry(m, i, b);
        *entry(m, i, b) = saved;
    }
}

/* Row i minus `factor` times row `pivot`, and the inverse on the columns: the eigenvalues stay. */
static void eliminate_row(square m, int pivot, int i, double factor)
{
    double *restrict to = entry(m, i, 0);
    const double *restrict from = entry(m, pivot, 0);
    for (int j = pivot - 1; j < m.n; j++) {
        to[j] -= factor * from[j];
    }
}

static void reduce_to_hessenberg(square m)
{
    double factors[MOST_ROWS];
    for (int k = 1; k + 1 < m.n; k++) {
        int pivot = k;
        for (int i = k + 1; i < m.n; i++) {
            pivot = fabs(*entry(m, i, k - 1)) > fabs(*entry(m, pivot, k - 1)) ? i : pivot;
        }
        if (*entry(m, pivot, k - 1) == 0) {
            continue;
        }
        if (pivot != k) {
            swap_rows_and_columns(m, k, pivot);
        }
        for (int i = k + 1; i < m.n; i++) {
            factors[i] = *entry(m, i, k - 1) / *entry(m, k, k - 1);
            eliminate_row(m, k, i, factors[i]);
            *entry(m, i, k - 1) = 0;
        }
        for (int r = 0; r < m.n; r++) {
            double sum = *entry(m, r, k);
            for (int i = k + 1; i < m.n; i++) {
                sum += factors[i] * *entry(m, r, i);
            }
            *entry(m, r, k) = sum;
        }
    }
}

/* ---- the iteration of Francis on the active rows first..last ---- */

/* The first row of the active block that ends at `last`: the subdiagonal before it is negligible. */
static int find_start(square m, int last, double norm)
{
    int first = last;
    while (first > 0) {
        double size = fabs(*entry(m, first - 1, first - 1)) + fabs(*entry(m, first, first));
        size = size > 0 ? size : norm;
        if (fabs(*entry(m, first, first - 1)) <= DBL_EPSILON * size) {
            *entry(m, first, first - 1) = 0;
            break;
        }
        first--;
    }
    return first;
}

/* The eigenvalues of the block of rows last - 1 and last. */
static void eigenvalues_of_two(square m, int last, double *re, double *im)
{
    const double a = *entry(m, last - 1, last - 1), b = *entry(m, last - 1, last), c = *entry(m, last, last - 1),
                 d = *entry(m, last, last);
    const double half = (a - d) / 2, square_root = half * half + b * c, root = sqrt(fabs(square_root));
    im[last - 1] = im[last] = 0;
    if (square_root >= 0) {
        const double far = half >= 0 ? half + root : half - root;
        re[last - 1] = d + far;
        re[last] = far != 0 ? d - b * c / far : d;
    } else {
        re[last - 1] = re[last] = d + half;
        im[last - 1] = root;
        im[last] = -root;
    }
}

/* Applies the reflection 1 - beta v v^T of up to three rows and columns from k on; m is a Hessenberg matrix. */
static void reflect(square m, int k, int size, const double v[3], double beta, int first, int last)
{
    const int n = m.n;
    double *const row = entry(m, k, 0);
    for (int j = k > first ? k - 1 : first; j <= last; j++) {
        double sum = row[j] + v[1] * row[n + j];
        sum = beta * (size == 3 ? sum + v[2] * row[2 * n + j] : sum);
        row[j] -= sum;
        row[n + j] -= sum * v[1];
        if (size == 3) {
            row[2 * n + j] -= sum * v[2];
        }
    }
    const int end = k + 3 < last ? k + 3 : last;
    for (int i = first; i <= end; i++) {
        double *const at = entry(m, i, k);
        double sum = at[0] + v[1] * at[1];
        sum = beta * (size == 3 ? sum + v[2] * at[2] : sum);
        at[0] -= sum;
        at[1] -= sum * v[1];
        if (size == 3) {
            at[2] -= sum * v[2];
        }
    }
}

/* The Householder vector (1, v1, v2) of x and its factor beta; 0 where x is along its first axis. */
static double reflection_of(int size, const double x[3], double v[3])
{
    const double tail = x[1] * x[1] + (size == 3 ? x[2] * x[2] : 0);
    if (!(tail > 0)) {
        return 0;
    }
    const double length = sqrt(x[0] * x[0] + tail), head = x[0] <= 0 ? x[0] - length : -tail / (x[0] + length);
    v[0] = 1;
    v[1] = x[1] / head;
    v[2] = size == 3 ? x[2] / head : 0;
    return 2 * head * head / (tail + head * head);
}

/* A sweep with both shifts, of which `sum` and `product` are known. */
static void francis_sweep(square m, int first, int last, double sum, double product)
{
    const double a = *entry(m, first, first), b = *entry(m, first, first + 1), c = *entry(m, first + 1, first),
                 d = *entry(m, first + 1, first + 1);
    double x[3] = {a * (a - sum) + b * c + product, c * (a + d - sum), 0}, v[3];
    x[2] = first + 2 <= last ? c * *entry(m, first + 2, first + 1) : 0;
    for (int k = first; k < last; k++) {
        const int size = k + 2 <= last ? 3 : 2;
        const double scale = fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
        for (int i = 0; i < 3 && scale > 0; i++) {
            x[i] /= scale;
        }
        const double beta = reflection_of(size, x, v);
        if (beta != 0) {
            reflect(m, k, size, v, beta, first, last);
        }
        x[0] = *entry(m, k + 1, k);
        x[1] = k + 2 <= last ? *entry(m, k + 2, k) : 0;
        x[2] = k + 3 <= last ? *entry(m, k + 3, k) : 0;
    }
    for (int i = first + 2; i <= last; i++) { /* what rounding left below the subdiagonal */
        *entry(m, i, i - 2) = 0;
        if (i > first + 2) {
            *entry(m, i, i - 3) = 0;
        }
    }
}

/* The sum and product of the shifts: the eigenvalues of the last two rows, or others after ten sweeps in vain. */
static void choose_shifts(square m, int last, int sweeps, double *sum, double *product)
{
    const double a = *entry(m, last - 1, last - 1), b = *entry(m, last - 1, last), c = *entry(m, last, last - 1),
                 d = *entry(m, last, last);
    *sum = a + d;
    *product = a * d - b * c;
    if (sweeps % 10 == 0) {
        const double size = fabs(c) + (last > 1 ? fabs(*entry(m, last - 1, last - 2)) : 0);
        *sum = 1.5 * size;
        *product = size * size;
    }
}

static bool find_eigenvalues(square m, double norm, double *re, double *im)
{
    int sweeps = 0;
    for (int last = m.n - 1; last >= 0;) {
        const int first = find_start(m, last, norm);
        if (first == last) {
            re[last] = *entry(m, last, last);
            im[last] = 0;
            last--;
            sweeps = 0;
        } else if (first == last - 1) {
            eigenvalues_of_two(m, last, re, im);
            last -= 2;
            sweeps = 0;
        } else {
            double sum, product;
            if (++sweeps > 60) {
                return false;
            }
            choose_shifts(m, last, sweeps, &sum, &product);
            francis_sweep(m, first, last, sum, product);
        }
    }
    return true;
}

bool cdy_real_eigenvalues(int n, double *A, double *re, double *im)
{
    const square m = {n, A};
    double norm = 0;
    if (n > MOST_ROWS) {
        return false;
    }
    balance(m);
    reduce_to_hessenberg(m);
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++) {
        norm += fabs(A[i]);
    }
    return isfinite(norm) && find_eigenvalues(m, norm, re, im);
}
