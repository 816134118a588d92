#include "compute/limit_watch.h"

#include "values/variable.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.283185307179586;

/* Tolerance for rows written with few digits, relative to the range or the bound. */
static const double margin = 1e-4;

static double margin_of(double lower, double upper)
{
    const double range = isfinite(upper - lower) ? upper - lower : isfinite(lower) ? fabs(lower) : fabs(upper);
    return isfinite(range) ? margin * range + 1e-6 : 0;
}

static bool is_unlimited(const cdy_coordinate *c)
{
    return isinf(c->lower) && isinf(c->upper);
}

/* An angle without limits, except quaternion components. */
static bool is_unlimited_angle(const limit_watch *w, size_t index)
{
    const cdy_coordinate c = vector_coordinate(w->robot->model, VECTOR_Q, (int)index);
    return is_unlimited(&c) && variable_is_angle(w->robot->model, VARIABLE_Q, index);
}

static void set_bounds(double *lower, double *upper, size_t end, size_t n, size_t index, double low, double high)
{
    for (size_t i = index; i < end; i += n) {
        lower[i] = low;
        upper[i] = high;
    }
}

static void set_position_bounds(limit_watch *w)
{
    for (size_t i = 0; i < w->positions; i++) {
        const cdy_coordinate c = vector_coordinate(w->robot->model, VECTOR_Q, (int)i);
        const double extra = margin_of(c.lower, c.upper);
        const bool unlimited = !w->degrees && is_unlimited_angle(w, i);
        set_bounds(w->lower, w->upper, w->tile * w->positions, w->positions, i, unlimited ? -turn : c.lower - extra,
                   unlimited ? turn : c.upper + extra);
    }
}

/* Returns the velocity limit of a degree of freedom, infinite where the file or a compiled model does not give it. */
static double velocity_limit_of(const robot *r, size_t index)
{
    const cdy_coordinate c = vector_coordinate(r->model, VECTOR_QD, (int)index);
    const int found = r->tree ? cdy_tree_find_joint(r->tree, c.joint) : -1;
    const cdy_body *body = found >= 0 ? cdy_tree_body(r->tree, found) : NULL;
    const bool known = body && c.count == 1 && body->joint.limit.given && body->joint.limit.velocity > 0;
    return known ? body->joint.limit.velocity : (double)INFINITY;
}

bool limit_watch_open(limit_watch *w, const robot *r, bool degrees)
{
    const size_t nq = (size_t)cdy_model_nq(r->model), nv = (size_t)cdy_model_nv(r->model);
    const size_t tile = nq < 64 ? 16 : 1;
    *w = (limit_watch){.robot = r, .degrees = degrees, .positions = nq, .velocities = nv, .tile = tile};
    w->lower = calloc(tile * (2 * nq + 2 * nv) + 1, sizeof *w->lower);
    if (!w->lower) {
        return false;
    }
    w->upper = w->lower + tile * nq;
    w->velocity_lower = w->upper + tile * nq;
    w->velocity_upper = w->velocity_lower + tile * nv;
    set_position_bounds(w);
    for (size_t i = 0; i < nv; i++) {
        const double limit = velocity_limit_of(r, i) * (1 + margin);
        set_bounds(w->velocity_lower, w->velocity_upper, w->tile * nv, nv, i, -limit, limit);
    }
    return true;
}

void limit_watch_close(limit_watch *w)
{
    free(w->lower);
    *w = (limit_watch){0};
}

/* Two numbers compared at once (GCC vector extension); compilers emulate it where the machine has no such instructions.
 */
typedef double pair __attribute__((vector_size(16)));
typedef int64_t pair_mask __attribute__((vector_size(16)));

static pair load_pair(const double *numbers)
{
    pair both;
    memcpy(&both, numbers, sizeof both);
    return both;
}

/* Whether any value is outside its bounds. Free of branches, so that the check costs little beside the dynamics. */
static bool any_beyond(size_t n, const double *values, const double *lower, const double *upper)
{
    pair_mask below = {0, 0}, above = {0, 0}; /* gcc 12 splits a combined mask in every iteration */
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        const pair v = load_pair(values + i);
        below |= v < load_pair(lower + i);
        above |= v > load_pair(upper + i);
    }
    below |= above;
    return below[0] != 0 || below[1] != 0 || (i < n && (values[i] < lower[i] || values[i] > upper[i]));
}

/* The bounds are repeated `tile` times, for as many rows at once. */
static bool any_row_beyond(size_t tile, size_t count, size_t n, const double *values, const double *lower,
                           const double *upper)
{
    bool beyond = false;
    for (size_t row = 0; row < count && !beyond; row += tile) {
        const size_t rows = count - row < tile ? count - row : tile;
        beyond = any_beyond(rows * n, values + row * n, lower, upper);
    }
    return beyond;
}

/* Whether a number fits its limits when taken as degrees. */
static bool fits_as_degrees(const limit_watch *w, const cdy_coordinate *c, double value, double lower, double upper)
{
    const double converted = radians(value);
    return !w->degrees && c->angular && fabs(value) > turn && converted >= lower && converted <= upper;
}

/* Whether all angles are multiples of 5, as people type degrees; a log in rad has no such configuration. */
static bool looks_typed_in_degrees(const limit_watch *w, const double *q)
{
    bool typed = true;
    for (size_t i = 0; i < w->positions; i++) {
        typed = typed && (!variable_is_angle(w->robot->model, VARIABLE_Q, i) || !(fabs(remainder(q[i], 5)) > 0));
    }
    return typed;
}

/* Removes the bounds of unlimited angles: such joints are wheels. */
static void remove_angle_bounds(limit_watch *w)
{
    for (size_t i = 0; i < w->positions; i++) {
        if (is_unlimited_angle(w, i)) {
            set_bounds(w->lower, w->upper, w->tile * w->positions, w->positions, i, (double)-INFINITY,
                       (double)INFINITY);
        }
    }
}

/* Appends the value beyond its bound, and the number of further such values in its row. */
static void add_fault(const limit_watch *w, vector_kind kind, size_t index, double value, double bound, size_t more,
                      text_buffer *message)
{
    const cdy_coordinate c = vector_coordinate(w->robot->model, kind, (int)index);
    const char *unit = coordinate_unit(kind, &c, w->degrees);
    const bool in_degrees = w->degrees && c.angular;
    coordinate_add_label(&c, message);
    text_add(message, " %s %.6g %s",
             kind == VECTOR_Q ? "is at"
             : c.angular      ? "turns at"
                              : "moves at",
             in_degrees ? value / radians(1) : value, unit);
    if (isfinite(bound)) {
        text_add(message, ", beyond its limit of %.6g %s", in_degrees ? bound / radians(1) : bound, unit);
    } else {
        text_add(message, ", %.3g turns", fabs(value) / turn);
    }
    if (more) {
        text_add(message, " (and %zu more value%s)", more, more == 1 ? "" : "s");
    }
}

/* Returns the limit that a value exceeds; infinite: none, the value is several turns. */
static double bound_of(const limit_watch *w, vector_kind kind, size_t index, double value)
{
    if (kind == VECTOR_QD) {
        const double limit = velocity_limit_of(w->robot, index);
        return value < 0 ? -limit : limit;
    }
    const cdy_coordinate c = vector_coordinate(w->robot->model, kind, (int)index);
    return value < c.lower ? c.lower : value > c.upper ? c.upper : (double)INFINITY;
}

/* Appends the faults of one state. *in_degrees is set where degrees explain them; returns whether there is a fault. */
static bool explain_faults(limit_watch *w, vector_kind kind, const double *values, text_buffer *message,
                           bool *in_degrees)
{
    const size_t n = kind == VECTOR_Q ? w->positions : w->velocities;
    const double *lower = kind == VECTOR_Q ? w->lower : w->velocity_lower,
                 *upper = kind == VECTOR_Q ? w->upper : w->velocity_upper;
    size_t first = n, count = 0;
    bool many_turns = false;
    for (size_t i = 0; i < n; i++) {
        const bool beyond = values[i] < lower[i] || values[i] > upper[i];
        const bool limited = beyond && isfinite(bound_of(w, kind, i, values[i]));
        many_turns = many_turns || (beyond && !limited);
        if (limited) {
            const cdy_coordinate c = vector_coordinate(w->robot->model, kind, (int)i);
            *in_degrees = *in_degrees || fits_as_degrees(w, &c, values[i], lower[i], upper[i]);
            first = count++ ? first : i;
        }
    }
    if (many_turns && !looks_typed_in_degrees(w, values)) {
        remove_angle_bounds(w);
    } else if (many_turns) {
        *in_degrees = true;
        for (size_t i = 0; i < n; i++) {
            if ((values[i] < lower[i] || values[i] > upper[i]) && is_unlimited_angle(w, i)) {
                first = count++ ? first : i;
            }
        }
    }
    if (count) {
        add_fault(w, kind, first, values[first], bound_of(w, kind, first, values[first]), count - 1, message);
    }
    return count > 0;
}

/* Finds the first faulty row and appends its faults to the message; returns `count` where there is none. */
static size_t find_row(limit_watch *w, vector_kind kind, size_t count, const double *values, text_buffer *message,
                       bool *in_degrees)
{
    const size_t n = kind == VECTOR_Q ? w->positions : w->velocities;
    const double *lower = kind == VECTOR_Q ? w->lower : w->velocity_lower,
                 *upper = kind == VECTOR_Q ? w->upper : w->velocity_upper;
    if (!values || !any_row_beyond(w->tile, count, n, values, lower, upper)) {
        return count;
    }
    for (size_t row = 0; row < count; row++, values += n) {
        if (any_beyond(n, values, lower, upper) && explain_faults(w, kind, values, message, in_degrees)) {
            return row;
        }
    }
    return count;
}

/* Prints a warning for the first faulty row. */
static void print_warning(const text_buffer *found, bool in_degrees, const char *file, long long line)
{
    text_buffer message = {0};
    text_add(&message, "%s%s", text_get(found),
             in_degrees ? "; if these numbers are degrees, add --deg; they are taken as rad"
                        : "; the numbers are taken as they are: check their order and units");
    warn_at(file, line, message.failed || found->failed ? "a joint is beyond its limit" : text_get(&message));
    text_clear(&message);
}

/* Checks rows; `lines` NULL: the state of the command line. */
static void watch(limit_watch *w, const char *option, const char *file, size_t count, const long long *lines,
                  const double *q, const double *qd, progress *shown)
{
    text_buffer found = {0};
    bool in_degrees = false;
    text_add(&found, "%s%s", option ? option : "", option ? ": " : "");
    const size_t q_row = w->position_warned ? count : find_row(w, VECTOR_Q, count, q, &found, &in_degrees);
    w->position_warned = w->position_warned || q_row < count;
    text_buffer velocity = {0};
    const size_t qd_row = w->velocity_warned ? count : find_row(w, VECTOR_QD, count, qd, &velocity, &in_degrees);
    w->velocity_warned = w->velocity_warned || qd_row < count;
    if (q_row < count && qd_row < count) {
        text_add(&found, "; %s%s", option ? "--qd: " : "", text_get(&velocity));
        if (lines && qd_row != q_row) {
            text_add(&found, " at %s:%lld", file, lines[qd_row]);
        }
    } else if (qd_row < count) {
        text_reset(&found);
        text_add(&found, "%s%s", option ? "--qd: " : "", text_get(&velocity));
    }
    if (q_row < count || qd_row < count) {
        const size_t row = q_row < count ? q_row : qd_row;
        if (shown) {
            progress_clear(shown);
        }
        print_warning(&found, in_degrees, file, lines ? lines[row] : 0);
    }
    text_clear(&found);
    text_clear(&velocity);
}

void limit_watch_state(limit_watch *w, const char *option, const double *q, const double *qd)
{
    watch(w, option, "", 1, NULL, q, qd, NULL);
}

void limit_watch_rows(limit_watch *w, const char *file, size_t count, const long long *lines, const double *q,
                      const double *qd, progress *shown)
{
    watch(w, NULL, file, count, lines, q, qd, shown);
}

void limit_watch_pose(const double angles[3])
{
    bool beyond = false;
    for (int i = 0; i < 3; i++) {
        beyond = beyond || fabs(angles[i]) > turn;
    }
    if (beyond) {
        warn_at("", 0,
                "--pose: an angle is more than a turn; if these numbers are degrees, add --deg; they are taken as rad");
    }
}
