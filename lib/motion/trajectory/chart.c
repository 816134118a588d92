#include "trajectory/chart.h"

#include "model/twist.h"
#include "spatial/exponential.h"

#include <float.h>
#include <math.h>

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
    const motion m = joint_twist(kind, numbers);
    return (twist){m.angular, m.linear};
}

static void write_twist(joint_kind kind, twist t, double *numbers)
{
    write_joint_twist(kind, (motion){t.w, t.v}, numbers);
}

void cdy_chart_to_twist(joint_kind kind, const double *p, double *first, double *second)
{
    twist a = twist_of(kind, first), b = twist_of(kind, second);
    sum_series(twist_of(kind, p), &a, &b);
    write_twist(kind, a, first);
    write_twist(kind, b, second);
}

/* dexp(p)^-1 t. Angular and linear rows of dexp(p) (w, v) are J w and Q w + J v, with J the right Jacobian of the
 * rotation vector p.w, whose inverse is twist_velocity() at -p.w (Sola, Deray and Atchuthan 2018, appendix B). */
static twist solve_twist(twist p, twist t)
{
    const vec3 back = scale(-1, p.w);
    const vec3 w = twist_velocity(back, t.w);
    twist turning = {w, {0, 0, 0}}, unused = {{0, 0, 0}, {0, 0, 0}};
    sum_series(p, &turning, &unused); /* its linear part is Q w */
    return (twist){w, twist_velocity(back, subtract(t.v, turning.v))};
}

void cdy_chart_from_twist(joint_kind kind, const double *p, double *first, double *second)
{
    const twist at = twist_of(kind, p), rate = solve_twist(at, twist_of(kind, first));
    twist moved = rate, bias = {{0, 0, 0}, {0, 0, 0}};
    sum_series(at, &moved, &bias); /* bias = (d dexp(p) / dt) rate */
    write_twist(kind, rate, first);
    write_twist(kind, solve_twist(at, twist_sum(twist_of(kind, second), twist_scale(-1, bias))), second);
}
