#include "trajectory/path_program.h"

#include "base/error.h"
#include "base/memory.h"
#include "trajectory/reachability.h"

#include <math.h>
#include <string.h>

/* Places with rows of jerk within the first and within the last interval, where those at the end of the motion leave
 * derivatives of x free. */
enum { INSIDE = 3 };

static size_t jerk_count(const request *r)
{
    size_t count = 0;
    for (int i = 0; i < r->model->nv; i++) {
        count += r->limits.jerk[i] < HUGE_VAL;
    }
    return count;
}

/* The pace's time at stage i: a knot or the middle of an interval. */
static double stage_time(const path_program *p, size_t i)
{
    const double *at = p->x.at + i / 2;
    return i % 2 ? (at[0] + at[1]) / 2 : at[0];
}

cdy_status cdy_path_program_create(path_program *p, const stage_source *source, const double *jerk,
                                   const path_pace *pace, speed_spline *x, double **share, cdy_error *error)
{
    *p = (path_program){.source = source, .jerk = jerk, .pace = *pace, .x = *x, .share = *share};
    *x = (speed_spline){.count = 0};
    *share = NULL;
    const size_t number = 2 * p->x.count + 1, jerks = 2 * p->x.count + 2 * INSIDE, places = number + jerks;
    p->s = cdy_allocate(number, sizeof *p->s);
    p->program = (speed_program){.x = &p->x};
    p->program.places = cdy_allocate(places, sizeof *p->program.places);
    p->program.rows =
        cdy_allocate(number * ((size_t)source->row_count + 1) + jerks * jerk_count(source->r), sizeof *p->program.rows);
    p->start = cdy_allocate(p->x.count + 2, sizeof *p->start);
    p->program.memory = cdy_allocate(9, (p->x.count + 2) * sizeof(double));
    if (!p->s || !p->start || !p->program.places || !p->program.rows || !p->program.memory) {
        return cdy_fail_memory(error);
    }
    for (size_t i = 0; i < number; i++) {
        double s[4];
        cdy_pace_evaluate(pace, stage_time(p, i), 0, s);
        p->s[i] = i == 0 ? pace->s0 : i + 1 < number ? s[0] : pace->s1;
    }
    return cdy_stages_create(&p->st, source, number, p->s, error);
}

void cdy_path_program_clear(path_program *p)
{
    cdy_stages_clear(&p->st);
    cdy_speed_spline_clear(&p->x);
    cdy_release(p->s);
    cdy_release(p->start);
    cdy_release(p->share);
    cdy_release(p->program.places);
    cdy_release(p->program.rows);
    cdy_release(p->program.memory);
    *p = (path_program){.source = NULL};
}

/* A row whose derivative has less than this share of the largest factor, and that is far from its bound, does not
 * bind near the present speeds. */
static const double relevant = 0.3;

/* A place whose rows follow. */
typedef struct open_place {
    path_program *p;
    program_place *place;
    spline_weights weights;
    double s[4];      /* the pace and its derivatives */
    double x[3];      /* the present speed's square and its derivatives */
    double bound;     /* of the rows at that speed */
    double least_use; /* of a bound, from which on a row counts, */
    double least_by;  /* as it does for so large a factor of the last derivative in it */
} open_place;

static open_place begin_place(path_program *p, size_t interval, double part, bool by_speed, double least_use)
{
    open_place at = {.p = p, .place = &p->program.places[p->program.place_count++], .least_use = least_use};
    const double t = p->x.at[interval] + part * (p->x.at[interval + 1] - p->x.at[interval]);
    at.weights = cdy_speed_spline_weights(&p->x, interval, part);
    cdy_pace_evaluate(&p->pace, part < 1 ? t : p->x.at[interval + 1], part < 0.5, at.s);
    *at.place = (program_place){.interval = interval, .first = p->program.row_count, .by_speed = by_speed};
    memcpy(at.place->share, at.weights.value, sizeof at.place->share);
    cdy_speed_spline_evaluate(&p->x, interval, part, at.x);
    at.bound = by_speed ? 1 / sqrt(at.x[0]) : 1;
    return at;
}

/* Adds a row that is `by_value` x + `by_first` x' + `by_second` x'' + constant, in shares of its limit; one that no
 * speed changes is left out. */
static void add_row(const open_place *at, const double by[3], double constant)
{
    const spline_weights *w = &at->weights;
    program_row row = {.constant = constant};
    double most = 0;
    for (int k = 0; k < 3; k++) {
        row.k[k] = by[0] * w->value[k] + by[1] * w->first[k] + by[2] * w->second[k];
        most = fmax(most, fabs(row.k[k]));
    }
    const double value = by[0] * at->x[0] + by[1] * at->x[1] + by[2] * at->x[2] + constant;
    const bool counts =
        fabs(value) >= at->least_use * at->bound || fabs(by[at->place->by_speed ? 2 : 1]) >= at->least_by;
    if (most > 0 && isfinite(most) && counts) {
        at->p->program.rows[at->p->program.row_count++] = row;
        at->place->count++;
    }
}

/* Adds the rows of velocity, acceleration and effort at stage i: with the square X = s1^2 x of the path's speed and its
 * acceleration u = s2 x + s1 x' / 2, these are a u + b X + c + f. */
static void add_stage_rows(path_program *p, size_t i, double least_use)
{
    const stages *st = &p->st;
    const size_t rows = (size_t)p->source->row_count, interval = i / 2 < p->x.count ? i / 2 : i / 2 - 1;
    const double part = (double)(i - 2 * interval) / 2;
    open_place place = begin_place(p, interval, part, false, least_use);
    const double before = i > 0 ? p->share[(i - 1) / 2] : 1, share = fmin(p->share[interval], before), *s = place.s;
    if (st->most[i] < HUGE_VAL) {
        add_row(&place, (double[3]){s[1] * s[1] / (share * share * st->most[i]), 0, 0}, 0);
    }
    for (size_t row = 0; row < rows; row++) {
        place.least_by = fmax(place.least_by, relevant * fabs(st->a[i * rows + row]) * s[1] / (2 * share * st->g[row]));
    }
    for (size_t row = 0; row < rows; row++) {
        const size_t at = i * rows + row;
        const double g = share * st->g[row];
        const double by[3] = {(st->a[at] * s[2] + st->b[at] * s[1] * s[1]) / g, st->a[at] * s[1] / (2 * g), 0};
        add_row(&place, by, (st->c[at] + st->f[at]) / g);
    }
}

/* Factors of x, x' and x'' in a coordinate's jerk over sqrt(x). */
static void jerk_factors(const double s[4], double first, double second, double third, double by[3])
{
    by[0] = first * s[3] + 3 * second * s[1] * s[2] + third * s[1] * s[1] * s[1];
    by[1] = 1.5 * (first * s[2] + second * s[1] * s[1]);
    by[2] = first * s[1] / 2;
}

/* Adds the rows of jerk at a part of interval i; at its ends, with the derivatives inside of the interval. */
static void add_jerk_rows(path_program *p, size_t i, double part, double least_use)
{
    const request *r = p->source->r;
    const path *way = &r->made->path;
    const size_t n = (size_t)r->model->nv;
    open_place place = begin_place(p, i, part, true, least_use);
    const double nudge = 1e-6 * (p->s[2 * i + 2] - p->s[2 * i]), s = part < 1 ? place.s[0] : p->s[2 * i + 2];
    const size_t segment = cdy_path_segment(way, part < 0.5 ? s + nudge : s - nudge);
    double *first = r->scratch, *second = first + n, *third = second + n;
    cdy_path_evaluate(way, segment, s, NULL, first, second);
    cdy_path_third(way, segment, s, third);
    for (size_t j = 0; j < n; j++) {
        place.least_by = fmax(place.least_by, relevant * fabs(first[j]) * place.s[1] / (2 * p->share[i] * p->jerk[j]));
    }
    for (size_t j = 0; j < n; j++) {
        const double limit = p->share[i] * p->jerk[j];
        if (limit < HUGE_VAL) {
            double by[3];
            jerk_factors(place.s, first[j], second[j], third[j], by);
            add_row(&place, (double[3]){by[0] / limit, by[1] / limit, by[2] / limit}, 0);
        }
    }
}

/* Adds the rows of jerk of interval i. */
static void add_interval_rows(path_program *p, size_t i, double least_use)
{
    const bool at_end = i == 0 || i + 1 == p->x.count;
    add_jerk_rows(p, i, 0, least_use);
    for (int k = 1; k <= INSIDE && at_end; k++) {
        add_jerk_rows(p, i, (double)k / (double)(INSIDE + 1), 0);
    }
    add_jerk_rows(p, i, 1, least_use);
}

cdy_status cdy_path_program_rub(path_program *p, double factor, double part, cdy_error *error)
{
    for (size_t i = 0; i < p->st.count; i++) {
        const size_t interval = i / 2 < p->x.count ? i / 2 : i / 2 - 1;
        double s[4], x[3];
        cdy_pace_evaluate(&p->pace, stage_time(p, i), 0, s);
        cdy_speed_spline_evaluate(&p->x, interval, (double)(i - 2 * interval) / 2, x);
        p->st.x[i] += part * (s[1] * s[1] * factor * x[0] - p->st.x[i]);
    }
    return cdy_stages_add_friction(&p->st, error);
}

void cdy_path_program_fill(path_program *p, double least_use)
{
    p->program.place_count = p->program.row_count = 0;
    for (size_t i = 0; i < p->st.count; i++) {
        add_stage_rows(p, i, least_use);
        if (i % 2) {
            add_interval_rows(p, i / 2, least_use);
        }
    }
}

double cdy_path_program_steady(const path_program *p)
{
    double x = HUGE_VAL;
    for (size_t k = 0; k < p->program.place_count; k++) {
        const program_place *place = &p->program.places[k];
        for (size_t r = place->first; r < place->first + place->count; r++) {
            const program_row *row = &p->program.rows[r];
            const double rate = fabs(row->k[0] + row->k[1] + row->k[2]); /* of one x everywhere */
            if (place->by_speed) {
                x = fmin(x, pow(rate, -2. / 3));
            } else {
                x = fmin(x, fmax(1 - fabs(row->constant), 0.1) / rate);
            }
        }
    }
    return x;
}

/* The duration of interval i by Gauss's five points. */
static double interval_duration(const path_program *p, size_t i)
{
    static const double points[5] = {0, 0.538469310105683, -0.538469310105683, 0.906179845938664, -0.906179845938664},
                        weights[5] = {0.568888888888889, 0.478628670499366, 0.478628670499366, 0.236926885056189,
                                      0.236926885056189};
    const double h = p->x.at[i + 1] - p->x.at[i];
    double duration = 0, x[3];
    for (int k = 0; k < 5; k++) {
        cdy_speed_spline_evaluate(&p->x, i, (1 + points[k]) / 2, x);
        duration += weights[k] * h / 2 / sqrt(x[0]);
    }
    return duration;
}

/* The path's speed and acceleration at knot i. */
static void knot_motion(const path_program *p, size_t i, double state[2])
{
    double s[4], x[3];
    cdy_pace_evaluate(&p->pace, p->x.at[i], 0, s);
    cdy_speed_spline_evaluate(&p->x, i < p->x.count ? i : i - 1, i == p->x.count, x);
    state[0] = s[1] * sqrt(x[0]);
    state[1] = s[2] * x[0] + s[1] * x[1] / 2;
}

cdy_status cdy_path_program_add(const path_program *p, path_timing *timing, cdy_error *error)
{
    double begin[2] = {0, 0}, end[2];
    for (size_t i = 0; i < p->x.count; i++, memcpy(begin, end, sizeof begin)) {
        knot_motion(p, i + 1, end);
        if (i + 1 == p->x.count) {
            end[0] = end[1] = 0;
        }
        if (!cdy_timing_add(timing, interval_duration(p, i), cdy_pace_rise(&p->pace, p->x.at[i], p->x.at[i + 1]), begin,
                            end)) {
            return cdy_fail_memory(error);
        }
    }
    timing->s[timing->count] = p->pace.s1; /* exactly, so that the next stretch begins there */
    return CDY_OK;
}
