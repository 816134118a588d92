/* Charts: the rates of a displacement's logarithm and the twists of the body, beside differences, and as inverses. */
#include "dynamics/manifold.h"
#include "support/compare.h"
#include "support/suite.h"
#include "trajectory/chart.h"

#include <math.h>
#include <string.h>

enum { COUNT = 400, MOST_NQ = 7, MOST_NV = 6 };

static const joint_kind kinds[] = {JOINT_PLANAR, JOINT_FLOATING};

/* A curve p + t rate + t^2 / 2 second in the chart at the pose `start`; the rotation vector p has any length up to 6.
 */
typedef struct curve {
    joint_kind kind;
    int n;
    double start[MOST_NQ], p[MOST_NV], rate[MOST_NV], second[MOST_NV];
} curve;

static curve draw_curve(joint_kind kind, uint64_t *state)
{
    curve c = {.kind = kind, .n = kind == JOINT_PLANAR ? 3 : 6};
    draw_array(state, 1, c.start, MOST_NQ);
    draw_array(state, 1, c.p, c.n);
    draw_array(state, 1, c.rate, c.n);
    draw_array(state, 1, c.second, c.n);
    double *w = kind == JOINT_PLANAR ? c.p + 2 : c.p, length = 0;
    const int axes = kind == JOINT_PLANAR ? 1 : 3;
    for (int i = 0; i < axes; i++) {
        length = hypot(length, w[i]);
    }
    const double angle = draw_below(state, 4) ? draw(state, 0, 6) : pow(10, draw(state, -9, -1));
    for (int i = 0; i < axes; i++) {
        w[i] *= angle / length;
    }
    return c;
}

static void curve_at(const curve *c, double t, double *p, double *rate)
{
    for (int i = 0; i < c->n; i++) {
        p[i] = c->p[i] + t * (c->rate[i] + t / 2 * c->second[i]);
        rate[i] = c->rate[i] + t * c->second[i];
    }
}

/* The pose at time t. */
static void pose_at(const curve *c, double t, double *q)
{
    double p[MOST_NV], rate[MOST_NV];
    curve_at(c, t, p, rate);
    cdy_integrate_joint(c->kind, c->start, p, q);
}

/* The twist at time t. */
static void twist_at(const curve *c, double t, double *twist)
{
    double p[MOST_NV], second[MOST_NV];
    curve_at(c, t, p, twist);
    memcpy(second, c->second, sizeof second);
    cdy_chart_to_twist(c->kind, p, twist, second);
}

/* Central differences with steps of 1e-5: an error of some 1e-10 by the step and 1e-11 by rounding. */
START_TEST(twists_are_the_motion_of_the_pose)
{
    const double h = 1e-5;
    uint64_t state = 3;
    for (int k = 0; k < COUNT; k++) {
        const curve c = draw_curve(kinds[_i], &state);
        double before[MOST_NQ], after[MOST_NQ], step[MOST_NV], slower[MOST_NV], faster[MOST_NV];
        double first[MOST_NV], second[MOST_NV];
        memcpy(first, c.rate, sizeof first);
        memcpy(second, c.second, sizeof second);
        cdy_chart_to_twist(c.kind, c.p, first, second);
        pose_at(&c, -h, before);
        pose_at(&c, h, after);
        cdy_subtract_joint(c.kind, before, after, step);
        twist_at(&c, -h, slower);
        twist_at(&c, h, faster);
        for (int i = 0; i < c.n; i++) {
            ck_assert_double_eq_tol(step[i] / (2 * h), first[i], 1e-8);
            ck_assert_double_eq_tol((faster[i] - slower[i]) / (2 * h), second[i], 1e-8);
        }
    }
}
END_TEST

/* dexp(p)^-1 grows as 1 / (2 pi - |w|), so that rotations of 6 rad lose two digits. */
START_TEST(rates_and_twists_are_inverse)
{
    uint64_t state = 5;
    for (int k = 0; k < COUNT; k++) {
        const curve c = draw_curve(kinds[_i], &state);
        double first[MOST_NV], second[MOST_NV];
        memcpy(first, c.rate, sizeof first);
        memcpy(second, c.second, sizeof second);
        cdy_chart_to_twist(c.kind, c.p, first, second);
        cdy_chart_from_twist(c.kind, c.p, first, second);
        for (int i = 0; i < c.n; i++) {
            ck_assert_double_eq_tol(first[i], c.rate[i], 1e-12);
            ck_assert_double_eq_tol(second[i], c.second[i], 1e-11);
        }
        cdy_chart_from_twist(c.kind, c.p, first, second);
        cdy_chart_to_twist(c.kind, c.p, first, second);
        for (int i = 0; i < c.n; i++) {
            ck_assert_double_eq_tol(first[i], c.rate[i], 1e-12);
            ck_assert_double_eq_tol(second[i], c.second[i], 1e-11);
        }
    }
}
END_TEST

int main(void)
{
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    Suite *suite = suite_create("chart");
    TCase *tests = tcase_create("planar and floating joints");
    tcase_add_loop_test(tests, twists_are_the_motion_of_the_pose, 0, KINDS);
    tcase_add_loop_test(tests, rates_and_twists_are_inverse, 0, KINDS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
