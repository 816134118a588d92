/* Smoothing by local polynomials: at each row the cubic that fits the rows around it best. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/manifold.h"
#include "linalg/cholesky.h"
#include "model/model.h"
#include "trajectory/chart.h"

#include <condyle/smoothing.h>
#include <math.h>
#include <string.h>

/* Coefficients of the cubic, and the least number of rows that it is fitted to where there are as many. */
enum { TERMS = 4, LEAST_ROWS = 8, MOST_NV = 6 };

/* Where the rows of a window lie closer together or further apart, or positions are larger, derivatives may be too
 * large for a double. */
static const double least_scale = 1e-75, most_scale = 1e75, most_position = 1e100;

/* Half width times cutoff: the response of the fit to a sine at evenly spaced rows is then 1/2. */
static const double half_width_cycles = 0.947337150057528;

double cdy_smoothing_half_width(double cutoff)
{
    return cutoff > 0 ? half_width_cycles / cutoff : (double)NAN;
}

/* The rows of the fit at one row, and the factors of their normal equations. */
typedef struct window {
    const double *t;
    size_t first, end;
    double at, half_width;
    double scale; /* of times in the polynomial: the half width, or how far the rows go where that is much less */
    double U[TERMS * TERMS]; /* upper Cholesky factor of sum w u^(i + j), u = (t - at) / scale */
} window;

static double weight_of(const window *w, size_t row)
{
    const double u = (w->t[row] - w->at) / w->half_width, rest = 1 - u * u;
    return rest > 0 ? rest * rest * rest : 0;
}

/* Widens the window by the nearest rows on either side, and its half width, until the window has enough rows. */
static void widen(window *w, size_t count)
{
    const size_t wanted = count < LEAST_ROWS ? count : LEAST_ROWS;
    double farthest = 0;
    while (w->end - w->first < wanted) {
        const double before = w->first > 0 ? w->at - w->t[w->first - 1] : HUGE_VAL;
        const double after = w->end < count ? w->t[w->end] - w->at : HUGE_VAL;
        if (w->end == count || before <= after) { /* a time may be NaN: check_times() reports it */
            w->first--;
        } else {
            w->end++;
        }
        farthest = fmin(before, after);
    }
    w->half_width = fmax(w->half_width, 1.25 * farthest); /* the farthest has weight, too */
}

/* Factors the normal equations; false where the times are too close together for a cubic. */
static bool factor(window *w)
{
    double moments[2 * TERMS - 1] = {0}, least;
    for (size_t row = w->first; row < w->end; row++) {
        const double u = (w->t[row] - w->at) / w->scale;
        double term = weight_of(w, row);
        for (int i = 0; i < 2 * TERMS - 1; i++, term *= u) {
            moments[i] += term;
        }
    }
    for (int i = 0; i < TERMS; i++) {
        for (int j = 0; j < TERMS; j++) {
            w->U[i * TERMS + j] = moments[i + j];
        }
    }
    return cdy_cholesky_factor_least(TERMS, w->U, &least) == 0 && least > 1e-14;
}

static cdy_status check_times(const window *w, cdy_error *error)
{
    for (size_t row = w->first; row < w->end; row++) {
        if (!isfinite(w->t[row]) || (row > w->first && !(w->t[row] > w->t[row - 1]))) {
            return cdy_fail(
                error, CDY_ERROR_ARGUMENT,
                "the time of row %zu, %.9g, does not come after that of the row before; expected times that "
                "increase",
                row + 1, w->t[row]);
        }
    }
    return CDY_OK;
}

/* Sets the scale of times; with a cutoff far below the resolution of the rows, all rows fit one cubic. */
static cdy_status set_scale(window *w, size_t row, cdy_error *error)
{
    const double farthest = fmax(w->at - w->t[w->first], w->t[w->end - 1] - w->at);
    w->scale = farthest < 1e-3 * w->half_width ? farthest : w->half_width;
    if (!(w->scale >= least_scale && w->scale <= most_scale)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the rows around row %zu reach %.3g s to either side, which velocities divide by; "
                        "expected times in s",
                        row + 1, farthest);
    }
    return CDY_OK;
}

static cdy_status place_window(window *w, size_t count, size_t row, double cutoff, cdy_error *error)
{
    w->at = w->t[row];
    w->half_width = cdy_smoothing_half_width(cutoff);
    w->first = row;
    w->end = row + 1;
    while (w->first > 0 && w->at - w->t[w->first - 1] < w->half_width) {
        w->first--;
    }
    while (w->end < count && w->t[w->end] - w->at < w->half_width) {
        w->end++;
    }
    widen(w, count);
    cdy_status status = check_times(w, error);
    status = status ? status : set_scale(w, row, error);
    if (!status && !factor(w)) {
        status = cdy_fail(error, CDY_ERROR_NUMERIC, "the rows around row %zu are too close together in time", row + 1);
    }
    return status;
}

/* Fits one joint: sums the steps from its position at this row to its positions at the other rows, and solves. */
static void fit_joint(const window *w, joint_kind kind, int nv, const double *q_rows, size_t nq, size_t row,
                      double fit[MOST_NV][TERMS])
{
    memset(fit, 0, MOST_NV * sizeof *fit);
    for (size_t k = w->first; k < w->end; k++) {
        const double weight = weight_of(w, k), u = (w->t[k] - w->at) / w->scale;
        double step[MOST_NV];
        cdy_subtract_joint(kind, q_rows + row * nq, q_rows + k * nq, step);
        for (int i = 0; i < nv; i++) {
            double term = weight * step[i];
            for (int j = 0; j < TERMS; j++, term *= u) {
                fit[i][j] += term;
            }
        }
    }
    for (int i = 0; i < nv; i++) {
        cdy_cholesky_solve(TERMS, w->U, fit[i]);
    }
}

static void copy_if_wanted(const double *from, int count, double *to)
{
    if (to) {
        memcpy(to, from, (size_t)count * sizeof *to);
    }
}

static void smooth_joint(const cdy_model *model, int body, const window *w, const double *q_rows, size_t row, double *q,
                         double *qd, double *qdd)
{
    const model_joint *joint = &model_joints(model)[body];
    const joint_kind kind = (joint_kind)model_bodies(model)[body].kind;
    const int nv = model_bodies(model)[body].nv, nq = cdy_joint_type_nq((cdy_joint_type)joint->type);
    double fit[MOST_NV][TERMS], step[MOST_NV], first[MOST_NV], second[MOST_NV], next[7];
    fit_joint(w, kind, nv, q_rows + joint->position, (size_t)model->nq, row, fit);
    for (int i = 0; i < nv; i++) {
        step[i] = fit[i][0];
        first[i] = fit[i][1] / w->scale;
        second[i] = 2 * fit[i][2] / (w->scale * w->scale);
    }
    cdy_integrate_joint(kind, q_rows + row * (size_t)model->nq + joint->position, step, next);
    if (nv > 1) {
        cdy_chart_to_twist(kind, step, first, second);
    }
    copy_if_wanted(next, nq, q ? q + joint->position : NULL);
    copy_if_wanted(first, nv, qd ? qd + joint->velocity : NULL);
    copy_if_wanted(second, nv, qdd ? qdd + joint->velocity : NULL);
}

static cdy_status check_arguments(const cdy_model *model, const cdy_recorded_motion *recorded, cdy_error *error)
{
    if (!model || !recorded || !recorded->t || !recorded->q) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "smoothing needs a model, times and configurations");
    }
    if (recorded->count < TERMS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "smoothing needs 4 rows at least; there are %zu", recorded->count);
    }
    if (recorded->count > SIZE_MAX / sizeof(double) / ((size_t)model->nq + 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no memory holds %zu rows", recorded->count);
    }
    if (!(recorded->cutoff > 0 && isfinite(recorded->cutoff))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the cutoff is %g Hz; expected a finite frequency above 0",
                        recorded->cutoff);
    }
    return CDY_OK;
}

static cdy_status check_positions(const double *q, size_t count, size_t row, cdy_error *error)
{
    if (!cdy_all_finite(q, count)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "row %zu has a number that is not finite", row + 1);
    }
    for (size_t i = 0; i < count; i++) {
        if (fabs(q[i]) > most_position) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "row %zu has the position %g; expected rad or m, %g at most",
                            row + 1, q[i], most_position);
        }
    }
    return CDY_OK;
}

cdy_status cdy_smoothing_row(const cdy_model *model, const cdy_recorded_motion *recorded, size_t row, double *q,
                             double *qd, double *qdd, cdy_error *error)
{
    cdy_status status = check_arguments(model, recorded, error);
    if (!status && row >= recorded->count) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no row %zu of %zu", row + 1, recorded->count);
    }
    if (status) {
        return status;
    }
    window w = {.t = recorded->t};
    const size_t nq = (size_t)model->nq;
    status = place_window(&w, recorded->count, row, recorded->cutoff, error);
    for (size_t k = w.first; k < w.end && !status; k++) {
        status = check_positions(recorded->q + k * nq, nq, k, error);
        status = status ? status : cdy_check_quaternions(model, recorded->q + k * nq, error);
    }
    for (int i = 1; i < model->body_count && !status; i++) {
        if (!model_joints(model)[i].is_follower) {
            smooth_joint(model, i, &w, recorded->q, row, q, qd, qdd);
        }
    }
    return status;
}

cdy_status cdy_smoothing_rows(const cdy_model *model, const cdy_recorded_motion *recorded, double *q, double *qd,
                              double *qdd, cdy_error *error)
{
    cdy_status status = check_arguments(model, recorded, error);
    for (size_t row = 0; !status && row < recorded->count; row++) {
        const size_t nq = (size_t)model->nq, n = (size_t)model->nv;
        status = cdy_smoothing_row(model, recorded, row, q ? q + row * nq : NULL, qd ? qd + row * n : NULL,
                                   qdd ? qdd + row * n : NULL, error);
    }
    return status;
}
