#include "commands/motion/trace.h"

#include "base/error.h"

#include <condyle/configuration.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double unknown = (double)NAN;

/* ---- opening ---- */

static bool create_vectors(trace *t)
{
    t->values = calloc(t->nq + 3 * t->nv + 2, sizeof *t->values);
    t->planes = calloc(t->nv + 1, sizeof *t->planes);
    t->home = calloc(t->nq + 1, sizeof *t->home);
    t->poses = calloc((t->nq + 1) * (MOST_POSES + 1), sizeof *t->poses);
    return envelope_open(&t->curves, t->nq + 3 * t->nv + 2) && t->values && t->planes && t->home && t->poses;
}

cdy_status trace_open(trace *t, const cdy_model *model, cdy_error *error)
{
    const cdy_limit_peak none = {unknown, 0, unknown};
    *t = (trace){.nq = (size_t)cdy_model_nq(model), .nv = (size_t)cdy_model_nv(model), .pose_every = 1};
    t->supply = (supply){.last = unknown, .most = none, .least = none};
    if (!create_vectors(t)) {
        return cdy_fail_memory(error);
    }
    for (size_t i = 0; i < t->nv; i++) {
        plane_open(&t->planes[i]);
    }
    cdy_home_configuration(model, t->home);
    return cdy_limit_report_create(model, &t->report, error);
}

void trace_close(trace *t)
{
    envelope_close(&t->curves);
    free(t->values);
    free(t->planes);
    free(t->home);
    free(t->poses);
    cdy_limit_report_destroy(t->report);
}

/* ---- curves ---- */

size_t trace_curve(const trace *t, trace_group group, size_t index)
{
    const size_t begins[] = {0, t->nq, t->nq + t->nv, t->nq + 2 * t->nv, t->nq + 3 * t->nv, t->nq + 3 * t->nv + 1};
    return begins[group] + index;
}

bool trace_has(const trace *t, trace_group group)
{
    double extent[2];
    bool any = false;
    const size_t count = group >= TRACE_SUPPLY ? 1 : group == TRACE_Q ? t->nq : t->nv;
    for (size_t i = 0; i < count && !any; i++) {
        any = envelope_extent(&t->curves, trace_curve(t, group, i), extent);
    }
    return any;
}

static void set_values(trace *t, const double *q, const double *qd, const double *tau)
{
    double total = 0;
    for (size_t i = 0; i < t->nq; i++) {
        t->values[i] = q ? q[i] : unknown;
    }
    for (size_t i = 0; i < t->nv; i++) {
        const double power = qd && tau ? qd[i] * tau[i] : unknown;
        t->values[trace_curve(t, TRACE_QD, i)] = qd ? qd[i] : unknown;
        t->values[trace_curve(t, TRACE_TAU, i)] = tau ? tau[i] : unknown;
        t->values[trace_curve(t, TRACE_POWER, i)] = power;
        total += power;
        plane_add(&t->planes[i], qd ? qd[i] : unknown, tau ? tau[i] : unknown);
    }
    t->values[trace_curve(t, TRACE_SUPPLY, 0)] = t->nv > 0 ? total : unknown;
}

/* Adds the power of all joints in a row of the input, from 0; dt is 0 for the first row, NaN without times. */
static void add_supply(trace *t, uint64_t row, double time, double dt)
{
    supply *s = &t->supply;
    const double power = t->values[trace_curve(t, TRACE_SUPPLY, 0)];
    if (!isnan(power) && !(power <= s->most.value)) {
        s->most = (cdy_limit_peak){power, row, time};
    }
    if (!isnan(power) && !(power >= s->least.value)) {
        s->least = (cdy_limit_peak){power, row, time};
    }
    if (!isnan(power) && !isnan(s->last)) {
        s->drawn += dt * (fmax(s->last, 0) + fmax(power, 0)) / 2;
        s->returned += dt * (fmax(-s->last, 0) + fmax(-power, 0)) / 2;
    }
    s->last = power;
    t->values[trace_curve(t, TRACE_ENERGY, 0)] = t->timed && !isnan(power) ? s->drawn - s->returned : unknown;
}

/* ---- poses ---- */

static void put_pose(trace *t, size_t at, const double *q)
{
    double *pose = t->poses + at * t->nq;
    for (size_t i = 0; i < t->nq; i++) {
        pose[i] = q && !isnan(q[i]) ? q[i] : t->home[i];
    }
}

/* Keeps every pose_every-th configuration; where the memory is full, drops every second configuration. */
static void add_pose(trace *t, const double *q)
{
    if (t->rows % t->pose_every == 0 && t->pose_count == MOST_POSES) {
        for (size_t i = 1; i < MOST_POSES / 2; i++) {
            memmove(t->poses + i * t->nq, t->poses + 2 * i * t->nq, t->nq * sizeof *t->poses);
        }
        t->pose_count = MOST_POSES / 2;
        t->pose_every *= 2;
    }
    if (t->rows % t->pose_every == 0) {
        put_pose(t, t->pose_count++, q);
    }
    put_pose(t, t->pose_count, q);
}

/* ---- rows ---- */

/* Checks that all rows have times or none has. */
static cdy_status check_time(const trace *t, const double *time, cdy_error *error)
{
    if (t->rows > 0 && t->timed && !time) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the row has no time t, but the first one has; expected t in every row, or in none");
    }
    if (t->rows > 0 && !t->timed && time) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the row has a time t, but the first one has none; expected t in every row, or in none");
    }
    if (t->rows > 0 && time && !isfinite(*time - t->first)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the time is too far from that of the first row for a double");
    }
    return CDY_OK;
}

cdy_status trace_add(void *to, uint64_t row, const double *time, const double *q, const double *qd, const double *tau,
                     cdy_error *error)
{
    trace *t = to;
    cdy_status status = check_time(t, time, error);
    status = status ? status : cdy_limit_report_add(t->report, time, q, qd, tau, error);
    if (status) {
        return status;
    }
    const double x = time ? *time : (double)row, dt = time ? (t->rows > 0 ? *time - t->last : 0) : unknown;
    t->timed = time;
    t->first = t->rows > 0 ? t->first : x;
    t->last = x;
    set_values(t, q, qd, tau);
    add_supply(t, row - 1, time ? *time : unknown, dt);
    envelope_add(&t->curves, x, t->values);
    add_pose(t, q);
    t->rows++;
    return CDY_OK;
}
