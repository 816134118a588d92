/* Profiles of limited jerk that go as far as a duration lets them.
 *
 * Let a rise from a0 to x, fall to y and rise to a1, the accelerations of both ends, all with the jerk J, and hold x
 * and y for the times h and k. With W = J T - (a1 - a0) and K = J (v1 - v0) + (a0^2 - a1^2) / 2 the duration T and the
 * velocities require
 *     W = 2 (x - y) + J (h + k)  and  K = x^2 - y^2 + J (x h + y k),
 * which has one solution where h may differ from 0 only if x = A, and k only if y = -A: these are the profiles that go
 * farthest (Kroeger 2010 has the same ones by decision trees, Berscheid and Kroeger 2021 by cases). */
#include "trajectory/jerk_profile.h"

#include <float.h>
#include <math.h>

/* Extreme accelerations, and how long they are held. */
typedef struct shape {
    double x, y, hold_x, hold_y;
} shape;

jerk_problem cdy_jerk_mirror(const jerk_problem *p)
{
    return (jerk_problem){.start = {-p->start.q, -p->start.qd, -p->start.qdd},
                          .end = {-p->end.q, -p->end.qd, -p->end.qdd},
                          .limits = p->limits};
}

/* The solution of both equations. Where x and y without holding exceed A, A is held for a time that is not negative. */
static shape find_shape(const jerk_problem *p, double T)
{
    const double J = p->limits.jerk, A = p->limits.acceleration, a0 = p->start.qdd, a1 = p->end.qdd;
    const double W = fmax(J * T - (a1 - a0), 0), K = J * (p->end.qd - p->start.qd) + (a0 - a1) * (a0 + a1) / 2;
    const double w = W / 2, sum = w > 0 ? fmin(fmax(K / w, 2 * a0 - w), 2 * a1 + w) : a0 + a1; /* x + y */
    const shape s = {.x = (sum + w) / 2, .y = (sum - w) / 2};
    if (s.x <= A && s.y >= -A) {
        return s;
    }
    const double y = A - sqrt(fmax(A * W - K, 0)), x = sqrt(fmax(A * W + K, 0)) - A;
    if (s.x > A && y >= -A) {
        return (shape){.x = A, .y = y, .hold_x = (W - 2 * (A - y)) / J};
    }
    if (s.y < -A && x <= A) {
        return (shape){.x = x, .y = -A, .hold_y = (W - 2 * (x + A)) / J};
    }
    return (shape){.x = A, .y = -A, .hold_x = (w - 2 * A + K / A / 2) / J, .hold_y = (w - 2 * A - K / A / 2) / J};
}

/* The greatest acceleration between a state and cruising at the limit of velocity, and how long it is held. */
static void reach_cruise(const jerk_limits *l, double qd, double qdd, double *peak, double *hold)
{
    const double square = fmax(l->jerk * (l->velocity - qd) + qdd * qdd / 2, 0);
    *peak = fmax(fmax(fmin(sqrt(square), l->acceleration), qdd), 0);
    *hold = *peak < l->acceleration ? 0 : fmax(square - *peak * *peak, 0) / l->jerk / l->acceleration;
}

static void fill(const jerk_problem *p, const shape *s, double cruise, jerk_profile *profile)
{
    const double J = p->limits.jerk, jerk[JERK_PIECES] = {J, 0, -J, 0, -J, 0, J};
    const bool cruises = cruise > 0;
    const double t[JERK_PIECES] = {(s->x - p->start.qdd) / J,
                                   s->hold_x,
                                   (cruises ? s->x : s->x - s->y) / J,
                                   cruise,
                                   cruises ? -s->y / J : 0,
                                   s->hold_y,
                                   (p->end.qdd - s->y) / J};
    for (int i = 0; i < JERK_PIECES; i++) {
        profile->t[i] = fmax(t[i], 0); /* of rounding */
        profile->jerk[i] = jerk[i];
    }
}

void cdy_jerk_greatest(const jerk_problem *p, double T, jerk_profile *profile)
{
    const double J = p->limits.jerk, a0 = p->start.qdd, a1 = p->end.qdd;
    shape s = find_shape(p, T);
    double cruise = 0;
    s.x = fmax(s.x, a0);
    s.y = fmin(s.y, a1);
    if (s.x > 0 && s.y < 0 && p->start.qd + (2 * s.x * s.x - a0 * a0) / (2 * J) + s.x * s.hold_x > p->limits.velocity) {
        double y;
        reach_cruise(&p->limits, p->start.qd, a0, &s.x, &s.hold_x);
        reach_cruise(&p->limits, p->end.qd, -a1, &y, &s.hold_y);
        s.y = -y;
        cruise = T - (2 * (s.x - s.y) + a1 - a0) / J - s.hold_x - s.hold_y;
    }
    fill(p, &s, cruise, profile);
}

double cdy_jerk_final(const jerk_problem *p, const jerk_profile *profile)
{
    motion_state s = p->start;
    for (int i = 0; i < JERK_PIECES; i++) {
        s = motion_advance(s, profile->jerk[i], profile->t[i]);
    }
    return s.q;
}

/* The greatest velocity that the duration T lets a problem reach. */
static double greatest_velocity(const jerk_problem *p, double T)
{
    const double J = p->limits.jerk, a0 = p->start.qdd, a1 = p->end.qdd;
    const double x = (J * T + a0 + a1) / 2, peak = fmin(x, p->limits.acceleration);
    const double hold = x > peak ? 2 * (x - peak) / J : 0;
    return p->start.qd + (2 * peak * peak - a0 * a0 - a1 * a1) / (2 * J) + (hold > 0 ? peak * hold : 0);
}

double cdy_jerk_misses(const jerk_problem *p, double T)
{
    const jerk_problem mirrored = cdy_jerk_mirror(p);
    if (!(p->limits.jerk * T >= fabs(p->end.qdd - p->start.qdd) * (1 - 4 * DBL_EPSILON))) {
        return HUGE_VAL;
    }
    return fmax(fmax(p->end.qd - greatest_velocity(p, T), mirrored.end.qd - greatest_velocity(&mirrored, T)), 0);
}

/* Whether a state is above the limit of velocity, or passes it even if the jerk is -J. */
static bool runs_over(double v, double a, const jerk_limits *l)
{
    return v > l->velocity || (a > 0 && v + a * a / (2 * l->jerk) > l->velocity);
}

bool cdy_jerk_keeps(motion_state s, const jerk_limits *limits)
{
    return fabs(s.qdd) <= limits->acceleration && !runs_over(s.qd, s.qdd, limits) && !runs_over(-s.qd, -s.qdd, limits);
}

/* How long an acceleration A upwards is held until the velocity is above the lower limit, but not so long that the
 * upper one is passed. */
static double hold_time(double v, const jerk_limits *l)
{
    const double A = l->acceleration;
    return fmax(fmin((-l->velocity - v) / A, (l->velocity - v) / A - A / (2 * l->jerk)), 0);
}

/* The brake of a state whose acceleration or velocity is too high: the jerk -J for t[0], then 0 for t[1]. */
static void brake_down(double v, double a, const jerk_limits *l, double t[2])
{
    const double V = l->velocity, A = l->acceleration, J = l->jerk;
    if (a > A) {
        t[0] = (a - A) / J;
        v += t[0] * (a + A) / 2;
        a = A;
        if (!runs_over(v, a, l)) {
            t[1] = hold_time(v, l);
            return;
        }
    }
    /* accelerations -a at which the limit is reached, and behind which the lower one would be passed */
    const double reached = sqrt(fmax(a * a + 2 * J * (v - V), 0)), passed = sqrt(fmax(a * a / 2 + J * (v + V), 0));
    const double least = fmin(fmin(reached, passed), A), fall = fmax(a + least, 0);
    t[0] += fall / J;
    if (!(least < A)) {
        t[1] = hold_time(-(v + (a - least) * fall / (2 * J)), l);
    }
}

void cdy_jerk_brake(motion_state start, const jerk_limits *limits, double t[2], double jerk[2])
{
    const double v = start.qd, a = start.qdd, A = limits->acceleration;
    const bool low = a < -A || (a <= A && runs_over(-v, -a, limits) && !(a > 0 && runs_over(v, a, limits)));
    t[0] = t[1] = 0;
    if (low) {
        brake_down(-v, -a, limits, t);
    } else if (a > A || runs_over(v, a, limits)) {
        brake_down(v, a, limits, t);
    }
    jerk[0] = low ? limits->jerk : -limits->jerk;
    jerk[1] = 0;
}
