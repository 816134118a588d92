#include "trajectory/pace.h"

#include <math.h>

path_pace cdy_pace_make(double s0, double s1, double part, double speed)
{
    const double way = part * (s1 - s0), ramp = 2 * way / speed; /* at half of the speed on average */
    return (path_pace){s0, s1, speed, ramp, 2 * ramp + fmax(s1 - s0 - 2 * way, 0) / speed};
}

/* The ramp at time t: its speed is 3 u^2 - 2 u^3. */
static void ramp_at(const path_pace *p, double t, double s[4])
{
    const double u = t / p->ramp, v = p->speed;
    s[0] = v * p->ramp * u * u * u * (1 - u / 2);
    s[1] = v * u * u * (3 - 2 * u);
    s[2] = v / p->ramp * 6 * u * (1 - u);
    s[3] = v / (p->ramp * p->ramp) * (6 - 12 * u);
}

void cdy_pace_evaluate(const path_pace *p, double t, int after, double s[4])
{
    const double last = p->time - p->ramp;
    if (after ? t < p->ramp : t <= p->ramp) {
        ramp_at(p, t, s);
        s[0] += p->s0;
    } else if (after ? t < last : t <= last) {
        s[0] = p->s0 + p->speed * (t - p->ramp / 2);
        s[1] = p->speed;
        s[2] = s[3] = 0;
    } else {
        ramp_at(p, p->time - t, s);
        s[0] = p->s1 - s[0];
        s[2] = -s[2];
    }
}

double cdy_pace_rise(const path_pace *p, double from, double to)
{
    double a[4], b[4];
    if (to <= p->ramp) {
        ramp_at(p, from, a);
        ramp_at(p, to, b);
        return b[0] - a[0];
    }
    if (from >= p->time - p->ramp) {
        ramp_at(p, p->time - from, a);
        ramp_at(p, p->time - to, b);
        return a[0] - b[0];
    }
    cdy_pace_evaluate(p, from, 1, a);
    cdy_pace_evaluate(p, to, 0, b);
    return b[0] - a[0];
}

double cdy_pace_time(const path_pace *p, double s)
{
    enum { STEPS = 60 };
    double before = 0, after = p->time;
    for (int i = 0; i < STEPS; i++) {
        const double middle = (before + after) / 2;
        double state[4];
        cdy_pace_evaluate(p, middle, 0, state);
        if (state[0] < s) {
            before = middle;
        } else {
            after = middle;
        }
    }
    return (before + after) / 2;
}
