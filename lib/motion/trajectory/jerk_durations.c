/* Durations for which a motion of limited jerk exists.
 *
 * Between two candidates of candidates() the greatest displacement rises or falls with the duration throughout, so that
 * it meets the goal once at most; the same holds for the least. The durations at which that happens and the candidates
 * part feasible durations from others. */
#include "trajectory/jerk_profile.h"

#include <float.h>
#include <math.h>

enum { MOST_CANDIDATES = 64 };

typedef struct time_list {
    int count;
    double t[MOST_CANDIDATES];
} time_list;

/* Inserts a time, ascending; times that are not finite or before the first one do not count. */
static void insert(time_list *list, double t)
{
    if (!(t < HUGE_VAL) || list->count == MOST_CANDIDATES || (list->count > 0 && !(t > list->t[0]))) {
        return;
    }
    int i = list->count++;
    for (; i > 0 && list->t[i - 1] > t; i--) {
        list->t[i] = list->t[i - 1];
    }
    list->t[i] = t;
}

/* Roots of x^2 + 2 b x + c: NaN where there are none. */
static void solve_square(double b, double c, double roots[2])
{
    const double far = -b - copysign(sqrt(b * b - c), b);
    roots[0] = far;
    roots[1] = far != 0 ? c / far : 0;
}

/* Durations at which the end's velocity is the greatest that is reached: a rise to x, held at A, and a fall. */
static void insert_velocity_bounds(const jerk_problem *p, time_list *list)
{
    const double J = p->limits.jerk, A = p->limits.acceleration, a0 = p->start.qdd, a1 = p->end.qdd;
    const double square = J * (p->end.qd - p->start.qd) + (a0 * a0 + a1 * a1) / 2, x = sqrt(square);
    if (x > A) {
        insert(list, (2 * A - a0 - a1 + (square - A * A) / A) / J);
    } else {
        insert(list, (2 * x - a0 - a1) / J);
    }
    insert(list, (-2 * x - a0 - a1) / J);
}

/* Durations at which the greatest displacement turns. Its derivative is the Hamiltonian, the costate of the position
 * being 1, and 2 J of that is, W and K being those of jerk_profile.c,
 *     2 J v0 - a0^2 + K + 3 W^2 / 16 + K^2 / W^2           where neither extreme is held,
 *     2 J v1 - a1^2 + 2 y^2 - A y,   A W = (A - y)^2 + K   where only A is,
 *     2 J v0 - a0^2 + 2 x^2 + A x,   A W = (A + x)^2 - K   where only -A is,
 *     2 J v0 - a0^2 + K + A W - A^2                        where both are, and the limit of velocity else. */
static void insert_turns(const jerk_problem *p, time_list *list)
{
    const double J = p->limits.jerk, A = p->limits.acceleration, a0 = p->start.qdd, a1 = p->end.qdd;
    const double rise = a1 - a0, K = J * (p->end.qd - p->start.qd) - rise * (a0 + a1) / 2;
    const double start = 2 * J * p->start.qd - a0 * a0, end = 2 * J * p->end.qd - a1 * a1;
    double roots[2];
    solve_square((start + K) * 8 / 3, K * K * 16 / 3, roots);
    for (int i = 0; i < 2; i++) {
        insert(list, (sqrt(roots[i]) + rise) / J);
    }
    if (A < HUGE_VAL) {
        solve_square(-A / 4, end / 2, roots);
        for (int i = 0; i < 2; i++) {
            insert(list, ((A - roots[i]) * ((A - roots[i]) / A) + K / A + rise) / J);
        }
        solve_square(A / 4, start / 2, roots);
        for (int i = 0; i < 2; i++) {
            insert(list, ((A + roots[i]) * ((A + roots[i]) / A) - K / A + rise) / J);
        }
        insert(list, (A - (start + K) / A + rise) / J);
    }
}

/* How far the greatest displacement of duration T goes beyond the goal. */
static double overshoot(const jerk_problem *p, double T)
{
    jerk_profile profile;
    cdy_jerk_greatest(p, T, &profile);
    return cdy_jerk_final(p, &profile) - p->end.q;
}

/* The duration between a and b at which the overshoots f and g have changed their sign (Chandrupatla 1997). */
static double find_meeting(const jerk_problem *p, double a, double f, double b, double g)
{
    enum { STEPS = 200 };
    double share = 0.5;
    for (int i = 0; i < STEPS && f != 0 && g != 0; i++) {
        const double t = a + share * (b - a), h = overshoot(p, t);
        double c, e; /* the end left */
        if ((h > 0) == (f > 0)) {
            c = a;
            e = f;
        } else {
            c = b;
            e = g;
            b = a;
            g = f;
        }
        a = t;
        f = h;
        const double width = fabs(b - a), least = 2 * DBL_EPSILON * fabs(fabs(f) < fabs(g) ? a : b);
        if (!(width > least)) {
            break;
        }
        const double xi = (a - b) / (c - b), phi = (f - g) / (e - g);
        share = 0.5;
        if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi) {
            share = f / (g - f) * (e / (g - e)) + (c - a) / (b - a) * (f / (e - f)) * (g / (e - g));
        }
        share = fmin(fmax(share, least / (2 * width)), 1 - least / (2 * width));
    }
    return fabs(f) <= fabs(g) ? a : b;
}

/* A problem, its mirror image, and what counts as equal to rounding. */
typedef struct search {
    jerk_problem sides[2];
    double velocity_error;
} search;

static double position_error(const jerk_problem *p, double T)
{
    const double speed = fabs(p->start.qd) + fabs(p->end.qd) + (fabs(p->start.qdd) + fabs(p->end.qdd)) * T;
    return 1e-13 * (fabs(p->start.q) + fabs(p->end.q) + speed * T);
}

static bool is_reached(const search *s, double T)
{
    const double error = position_error(&s->sides[0], T);
    return cdy_jerk_misses(&s->sides[0], T) <= s->velocity_error && overshoot(&s->sides[0], T) >= -error &&
           overshoot(&s->sides[1], T) >= -error;
}

/* Adds a duration behind all others from which on both profiles go as far as they need. */
static void insert_last(const search *s, time_list *list)
{
    enum { DOUBLINGS = 1000 };
    double T = 2 * list->t[list->count - 1] + DBL_MIN, first = 0;
    for (int i = 0; i < 2; i++) { /* a time within which the limits are reached, where there are any */
        const motion_state *end = i ? &s->sides[0].end : &s->sides[0].start;
        first = fmax(first, fabs(end->qdd) / s->sides[0].limits.jerk);
    }
    T = fmax(T, first);
    const double jerk = s->sides[0].limits.jerk, way = fabs(s->sides[0].end.q - s->sides[0].start.q);
    T = fmax(T, cbrt(way / jerk));
    for (int i = 0; i < DOUBLINGS && !is_reached(s, T); i++) {
        T *= 2;
    }
    insert(list, T);
}

static void insert_meetings(const jerk_problem *p, const time_list *candidates, time_list *list)
{
    double before = 0;
    bool known = false;
    for (int i = 0; i + 1 < candidates->count; i++) {
        const double a = candidates->t[i], b = candidates->t[i + 1];
        if (cdy_jerk_misses(p, (a + b) / 2) > 0) {
            known = false;
            continue;
        }
        const double f = known ? before : overshoot(p, a), g = overshoot(p, b);
        if ((f < 0 && g > 0) || (f > 0 && g < 0)) {
            insert(list, find_meeting(p, a, f, b, g));
        }
        before = g;
        known = true;
    }
}

/* Adds an interval, joined to the one before where that ends at its begin. */
static void add_interval(feasible_durations *durations, double begin, double end)
{
    const int last = durations->count - 1;
    if (last >= 0 && durations->end[last] >= begin) {
        durations->end[last] = end;
    } else if (durations->count < MOST_DURATIONS) {
        durations->begin[durations->count] = begin;
        durations->end[durations->count++] = end;
    } else {
        durations->begin[last] = begin;
        durations->end[last] = end;
    }
}

void cdy_jerk_durations(const jerk_problem *p, feasible_durations *durations)
{
    const double most = p->limits.velocity < HUGE_VAL ? p->limits.velocity : 0;
    const search s = {.sides = {*p, cdy_jerk_mirror(p)},
                      .velocity_error = 1e-13 * (fabs(p->start.qd) + fabs(p->end.qd) + most)};
    time_list candidates = {.count = 0};
    insert(&candidates, fabs(p->end.qdd - p->start.qdd) / p->limits.jerk);
    for (int i = 0; i < 2; i++) {
        insert_velocity_bounds(&s.sides[i], &candidates);
        insert_turns(&s.sides[i], &candidates);
    }
    insert_last(&s, &candidates);
    time_list times = candidates;
    for (int i = 0; i < 2; i++) {
        insert_meetings(&s.sides[i], &candidates, &times);
    }
    durations->count = 0;
    for (int i = 0; i < times.count; i++) {
        const double t = times.t[i], next = i + 1 < times.count ? times.t[i + 1] : HUGE_VAL;
        if (!(next < HUGE_VAL)) {
            add_interval(durations, t, HUGE_VAL);
        } else if (is_reached(&s, (t + next) / 2)) {
            add_interval(durations, t, next);
        } else if (is_reached(&s, t)) {
            add_interval(durations, t, t);
        }
    }
}
