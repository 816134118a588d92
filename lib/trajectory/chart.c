#include "trajectory/chart.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct twist {
    vec3 w, v;
} twist;

/* Lie bracket [a, b] of two twists. */
static twist bracket(twist a, twist b)
{
    return (twist){cross(a.w, b.w), add(cross(a.w, b.v), cross(a.v, b.w))};
}

static twist twist_scale(double k, twist a)
{
    return (twist){scale(k, a.w), scale(k, a.v)};
}

static twist twist_sum(twist a, twist b)
{
    return (twist){add(a.w, b.w), add(a.v, b.v)};
}

static double twist_size(twist a)
{
    return sqrt(dot(a.w, a.w) + dot(a.v, a.v));
}

/* Twist and its derivative from p and its rates: the series sum_i (-1)^i / (i + 1)! ad_p^i first, which converges for
 * every p (Murray, Li and Sastry 1994, section 2.4), and its derivative by the product rule. */
static void sum_series(twist p, twist *first, twist *second)
{
    enum { MOST_TERMS = 60 };
    const twist rate = *first;
    twist term = rate, term_rate = *second;
    const double small = DBL_EPSILON * 0.1;
    for (int i = 1; i < MOST_TERMS; i++) {
        const double k = -1.0 / (i + 1);
        term_rate = twist_scale(k, twist_sum(bracket(rate, term), bracket(p, term_rate)));
        term = twist_scale(k, bracket(p, term));
        *first = twist_sum(*first, term);
        *second = twist_sum(*second, term_rate);
        if (twist_size(term) <= small * twist_size(*first) && twist_size(term_rate) <= small * twist_size(*second)) {
            return;
        }
    }
}

static twist twist_of(joint_kind kind, const double *numbers)
{
    return kind == JOINT_PLANAR ? (twist){{0, 0, numbers[2]}, {numbers[0], numbers[1], 0}}
                                : (twist){vec3_from(numbers), vec3_from(numbers + 3)};
}

static void write_twist(joint_kind kind, twist t, double *numbers)
{
    const double planar[3] = {t.v.x, t.v.y, t.w.z}, floating[6] = {t.w.x, t.w.y, t.w.z, t.v.x, t.v.y, t.v.z};
    memcpy(numbers, kind == JOINT_PLANAR ? planar : floating, kind == JOINT_PLANAR ? sizeof planar : sizeof floating);
}

void cdy_chart_to_twist(joint_kind kind, const double *p, double *first, double *second)
{
    twist a = twist_of(kind, first), b = twist_of(kind, second);
    sum_series(twist_of(kind, p), &a, &b);
    write_twist(kind, a, first);
    write_twist(kind, b, second);
}

enum { MOST_NV = 6 };

static void exchange_rows(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        const double kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

/* Solves A x = b (n x n, with b as column n of A) by elimination with row pivoting; A is regular for turns below 2 pi.
 */
static void solve(int n, double A[MOST_NV][MOST_NV + 1], double *x)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++) {
            pivot = fabs(A[i][k]) > fabs(A[pivot][k]) ? i : pivot;
        }
        exchange_rows(n + 1, A[k], A[pivot]);
        for (int i = k + 1; i < n; i++) {
            const double factor = A[i][k] / A[k][k];
            for (int j = k; j <= n; j++) {
                A[i][j] -= factor * A[k][j];
            }
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        x[k] = A[k][n];
        for (int j = k + 1; j < n; j++) {
            x[k] -= A[k][j] * x[j];
        }
        x[k] /= A[k][k];
    }
}

/* x := dexp(p)^-1 x */
static void solve_twist(joint_kind kind, const double *p, double *x)
{
    const int n = kind == JOINT_PLANAR ? 3 : 6;
    double A[MOST_NV][MOST_NV + 1];
    for (int j = 0; j < n; j++) {
        double column[MOST_NV] = {0}, unused[MOST_NV] = {0};
        column[j] = 1;
        cdy_chart_to_twist(kind, p, column, unused);
        for (int i = 0; i < n; i++) {
            A[i][j] = column[i];
        }
    }
    for (int i = 0; i < n; i++) {
        A[i][n] = x[i];
    }
    solve(n, A, x);
}

void cdy_chart_from_twist(joint_kind kind, const double *p, double *first, double *second)
{
    const int n = kind == JOINT_PLANAR ? 3 : 6;
    solve_twist(kind, p, first);
    double rate[MOST_NV], bias[MOST_NV] = {0};
    memcpy(rate, first, (size_t)n * sizeof *rate);
    cdy_chart_to_twist(kind, p, rate, bias); /* bias = d dexp(p) / dt first */
    for (int i = 0; i < n; i++) {
        second[i] -= bias[i];
    }
    solve_twist(kind, p, second);
}
