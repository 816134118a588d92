/* Independent coordinates: which degrees of freedom tell the motion of a mechanism, by QR factors of J with pivoting
 * (Golub and Van Loan 2013, section 5.4.2; Wehage and Haug 1982). */
#include "base/error.h"
#include "constraints/mechanism.h"
#include "dynamics/arguments.h"
#include "linalg/reflection.h"

#include <math.h>
#include <string.h>

static double *column_of(const cdy_mechanism *s, int degree)
{
    return s->A + (size_t)degree * (size_t)s->rows;
}

static double norm(int count, const double *x)
{
    double largest = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        largest = fmax(largest, fabs(x[i]));
    }
    for (int i = 0; i < count && largest > 0; i++) {
        sum += x[i] / largest * (x[i] / largest);
    }
    return largest * sqrt(sum);
}

cdy_status cdy_fill_mechanism_rows(cdy_mechanism *s, const constraint_problem *p, cdy_error *error)
{
    const size_t m = (size_t)s->rows, n = (size_t)s->n;
    cdy_fill_constraint_rows(p, NULL);
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k < n; k++) {
            s->A[k * m + i] = p->solver->J[i * n + k];
        }
    }
    for (int k = 0; k < s->n; k++) {
        s->length[k] = norm(s->rows, column_of(s, k));
    }
    return cdy_check_result(s->length, n, error);
}

/* The part of a column that `eliminated` others leave, as a part of its length. */
static double remainder_of(const cdy_mechanism *s, int degree, int eliminated)
{
    const double length = s->length[degree];
    return length > 0 ? norm(s->rows - eliminated, column_of(s, degree) + eliminated) / length : 0;
}

/* Makes the column of a degree of freedom column number `step` of R, and reflects the others that are not picked. */
static void eliminate(cdy_mechanism *s, int degree, int step)
{
    double *v = column_of(s, degree) + step;
    s->picked[degree] = true;
    s->beta[step] = cdy_reflect_to_axis(s->rows - step, v, &s->diagonal[step]);
    for (int k = 0; k < s->n; k++) {
        if (!s->picked[k]) {
            cdy_apply_reflection(s->rows - step, v, s->beta[step], column_of(s, k) + step);
        }
    }
}

/* Lists the degrees of freedom that were not picked behind those that were. */
static void list_others(const cdy_mechanism *s, int rank, int *order)
{
    for (int k = 0; k < s->n; k++) {
        if (!s->picked[k]) {
            order[rank++] = k;
        }
    }
}

int cdy_pick_columns(cdy_mechanism *s, bool drives_last, int *order)
{
    int rank = 0;
    memset(s->picked, 0, (size_t)s->n * sizeof *s->picked);
    for (int pass = drives_last ? 0 : 1; pass < 2; pass++) {
        for (int best = 0; best >= 0 && rank < s->rows;) {
            double most = s->rank_tolerance;
            best = -1;
            for (int k = 0; k < s->n; k++) {
                const double left = s->picked[k] || (pass == 0 && s->actuated[k]) ? 0 : remainder_of(s, k, rank);
                if (left > most) {
                    most = left;
                    best = k;
                }
            }
            if (best >= 0) {
                eliminate(s, best, rank);
                order[rank++] = best;
            }
        }
    }
    list_others(s, rank, order);
    return rank;
}

/* A step chooses coordinates where it begins, the best-conditioned ones: others do not help it. */
static cdy_status fail_singular(const cdy_mechanism *s, const cdy_model *model, int degree, cdy_error *error)
{
    cdy_coordinate c = {.joint = ""};
    cdy_model_velocity(model, degree, &c);
    if (s->steps) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the step meets a configuration where rows of the loops depend on each other, a singular "
                        "one, from which joint '%.80s' can move in more than one way; begin beside it, or "
                        "pass it with a step of another length",
                        c.joint);
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the independent coordinates do not tell the motion of joint '%.80s' here, a singular "
                    "configuration or one that does not close the loops; assemble it, or choose coordinates anew",
                    c.joint);
}

cdy_status cdy_eliminate_columns(cdy_mechanism *s, const cdy_model *model, cdy_error *error)
{
    memset(s->picked, 0, (size_t)s->n * sizeof *s->picked);
    for (int i = 0; i < s->rank; i++) {
        if (remainder_of(s, s->order[i], i) <= s->rank_tolerance) {
            return fail_singular(s, model, s->order[i], error);
        }
        eliminate(s, s->order[i], i);
    }
    return CDY_OK;
}

cdy_status cdy_check_left_over(const cdy_mechanism *s, const cdy_model *model, cdy_error *error)
{
    for (int i = s->rank; i < s->n; i++) {
        if (remainder_of(s, s->order[i], s->rank) > s->rank_tolerance) {
            return fail_singular(s, model, s->order[i], error);
        }
    }
    return CDY_OK;
}

void cdy_reflect_rows(const cdy_mechanism *s, double *b)
{
    for (int i = 0; i < s->rank; i++) {
        cdy_apply_reflection(s->rows - i, column_of(s, s->order[i]) + i, s->beta[i], b + i);
    }
}

cdy_status cdy_fill_mechanism_bias(cdy_mechanism *s, const constraint_problem *p, const double *qd, cdy_error *error)
{
    const double *tree_qd = NULL;
    cdy_status status = cdy_read_velocity(p->model, p->workspace, qd, p->workspace->qd, "velocity", &tree_qd, error);
    if (status) {
        return status;
    }
    cdy_fill_constraint_rows(p, tree_qd);
    for (int i = 0; i < s->rows; i++) {
        s->b[i] = -p->solver->bias[i];
    }
    cdy_reflect_rows(s, s->b);
    return cdy_check_result(s->b, (size_t)s->rows, error);
}

/* Solves R x = y in place for the `rank` dependent degrees of freedom. */
static void solve_upper(const cdy_mechanism *s, double *y)
{
    for (int i = s->rank - 1; i >= 0; i--) {
        for (int j = i + 1; j < s->rank; j++) {
            y[i] -= column_of(s, s->order[j])[i] * y[j];
        }
        y[i] /= s->diagonal[i];
    }
}

void cdy_fill_tangent(cdy_mechanism *s)
{
    const int k = s->n - s->rank;
    for (int j = 0; j < k; j++) {
        const int independent = s->order[s->rank + j];
        for (int i = 0; i < s->rank; i++) {
            s->z[i] = -column_of(s, independent)[i];
        }
        solve_upper(s, s->z);
        for (int i = 0; i < s->n; i++) {
            s->G[(size_t)s->order[i] * (size_t)k + (size_t)j] = i < s->rank ? s->z[i] : i - s->rank == j;
        }
    }
}

void cdy_expand_coordinates(const cdy_mechanism *s, const double *u, const double *b, double *x)
{
    const size_t k = (size_t)(s->n - s->rank);
    for (int i = 0; i < s->rank; i++) {
        s->z[i] = b ? b[i] : 0;
    }
    solve_upper(s, s->z);
    for (int i = 0; i < s->n; i++) {
        const double *row = s->G + (size_t)s->order[i] * k;
        double sum = i < s->rank ? s->z[i] : 0;
        for (size_t j = 0; j < k && u; j++) {
            sum += row[j] * u[j];
        }
        x[s->order[i]] = sum;
    }
}

void cdy_project_forces(const cdy_mechanism *s, const double *x, double *y)
{
    const size_t k = (size_t)(s->n - s->rank);
    memset(y, 0, k * sizeof *y);
    for (size_t i = 0; i < (size_t)s->n; i++) {
        for (size_t j = 0; j < k; j++) {
            y[j] += s->G[i * k + j] * x[i];
        }
    }
}

void cdy_solve_forces(const cdy_mechanism *s, const double *x, double *f)
{
    memset(f, 0, (size_t)s->rows * sizeof *f);
    for (int i = 0; i < s->rank; i++) {
        const double *column = column_of(s, s->order[i]);
        f[i] = x[s->order[i]];
        for (int j = 0; j < i; j++) {
            f[i] -= column[j] * f[j];
        }
        f[i] /= s->diagonal[i];
    }
    for (int i = s->rank - 1; i >= 0; i--) {
        cdy_apply_reflection(s->rows - i, column_of(s, s->order[i]) + i, s->beta[i], f + i);
    }
}

cdy_status cdy_mechanism_choose(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                const double *q, cdy_error *error)
{
    constraint_problem p;
    cdy_status status = cdy_read_mechanism(mechanism, model, workspace, q, &p, error);
    status = status ? status : cdy_check_closed(mechanism, &p, q, error);
    status = status ? status : cdy_fill_mechanism_rows(mechanism, &p, error);
    if (!status) {
        mechanism->rank = cdy_pick_columns(mechanism, true, mechanism->order);
        mechanism->chosen = true;
    }
    return status;
}
