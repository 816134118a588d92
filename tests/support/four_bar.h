/* A four-bar whose crank turns all around, and its equations written by hand. */
#ifndef CDY_TESTS_FOUR_BAR_H
#define CDY_TESTS_FOUR_BAR_H

#include "support/loaded_chain.h"

#include <math.h>

/* Lengths of crank, coupler, rocker and ground (m), and the masses of the first three, at the middle of each bar. */
static const double l1 = 0.3, l2 = 0.8, l3 = 0.6, ground = 0.9, masses[3] = {1, 2, 1.5}, gravity = 9.81;

/* The joints crank and rocker stand on the ground, the coupler on the crank; its end is tied to the rocker's end by a
 * revolute joint about y. All joints turn about y, which takes x to -z. */
static inline robot make_four_bar_robot(double pivots, const double inertia[6])
{
    cdy_tree *tree = make_tree("ground", gravity);
    cdy_body bars[3] = {make_bar("crank", masses[0], l1, 0), make_bar("coupler", masses[1], l2, l1),
                        make_bar("rocker", masses[2], l3, pivots)};
    const double lengths[3] = {l1, l2, l3};
    for (int i = 0; i < 3; i++) {
        set_inertial(&bars[i], masses[i], lengths[i] / 2, 0, 0, inertia);
    }
    add_body(tree, &bars[0], "ground");
    add_body(tree, &bars[1], "crank");
    add_body(tree, &bars[2], "ground");
    return make_robot(tree);
}

/* The joint between the ends of coupler and rocker. */
static inline cdy_constraint four_bar_loop(const cdy_model *model)
{
    const double quarter = 1.57079632679489662;
    return (cdy_constraint){.frame = cdy_model_find_frame(model, "coupler"),
                            .other = cdy_model_find_frame(model, "rocker"),
                            .rows = CDY_ROWS_REVOLUTE,
                            .in_frame = {{l2, 0, 0}, {-quarter, 0, 0}},
                            .in_other = {{l3, 0, 0}, {-quarter, 0, 0}}};
}

/* The four-bar by hand: angles of the bars against x, their rates and accelerations, and the torque of the crank. */
typedef struct by_hand {
    double angle[3], rate[3], acceleration[3], torque;
} by_hand;

/* d = ratios of the rates to that of the crank. */
static inline void find_ratios(const double angle[3], double d[3])
{
    d[0] = 1;
    d[1] = -l1 * sin(angle[2] - angle[0]) / (l2 * sin(angle[2] - angle[1]));
    d[2] = l1 * sin(angle[1] - angle[0]) / (l3 * sin(angle[1] - angle[2]));
}

/* Virtual work: the torque of the crank, from the accelerations of the centers of mass and the bars' turning. A point
 * at distance r along a bar at angle t has the velocity r t' (-sin t, cos t); up is -y here, since y is -z. */
static inline double find_torque(const by_hand *x, const double d[3])
{
    double torque = 0;
    for (int bar = 0; bar < 3; bar++) {
        const int chain[3][2] = {{0, -1}, {0, 1}, {2, -1}};
        const double reach[3][2] = {{l1 / 2, 0}, {l1, l2 / 2}, {l3 / 2, 0}};
        double a[2] = {0, 0}, v[2] = {0, 0}; /* acceleration, and velocity for a crank rate of 1 */
        for (int k = 0; k < 2 && chain[bar][k] >= 0; k++) {
            const int i = chain[bar][k];
            const double r = reach[bar][k], s = sin(x->angle[i]), c = cos(x->angle[i]);
            const double w2 = x->rate[i] * x->rate[i];
            a[0] += r * (-s * x->acceleration[i] - c * w2);
            a[1] += r * (c * x->acceleration[i] - s * w2);
            v[0] += r * -s * d[i];
            v[1] += r * c * d[i];
        }
        torque += masses[bar] * (a[0] * v[0] + (a[1] - gravity) * v[1]) + slender[3] * x->acceleration[bar] * d[bar];
    }
    return torque;
}

static inline by_hand solve_by_hand(double crank, double rate, double acceleration, int side)
{
    by_hand x = {{crank}, {rate}, {acceleration}, 0};
    const double px = ground - l1 * cos(crank), py = -l1 * sin(crank), r = hypot(px, py);
    x.angle[1] = atan2(py, px) + side * acos((l2 * l2 + r * r - l3 * l3) / (2 * l2 * r));
    x.angle[2] = atan2(l1 * sin(crank) + l2 * sin(x.angle[1]), l1 * cos(crank) + l2 * cos(x.angle[1]) - ground);
    const double *t = x.angle;
    double d[3];
    find_ratios(t, d);
    for (int i = 0; i < 3; i++) {
        x.rate[i] = d[i] * rate;
    }
    const double w[3] = {x.rate[0] * x.rate[0], x.rate[1] * x.rate[1], x.rate[2] * x.rate[2]};
    /* the second derivative of the closure, along the rocker and along the coupler */
    x.acceleration[1] = -(l1 * acceleration * sin(t[2] - t[0]) - l1 * w[0] * cos(t[0] - t[2]) -
                          l2 * w[1] * cos(t[1] - t[2]) + l3 * w[2]) /
                        (l2 * sin(t[2] - t[1]));
    x.acceleration[2] = (l1 * acceleration * sin(t[1] - t[0]) - l1 * w[0] * cos(t[0] - t[1]) - l2 * w[1] +
                         l3 * w[2] * cos(t[2] - t[1])) /
                        (l3 * sin(t[1] - t[2]));
    x.torque = find_torque(&x, d);
    return x;
}

/* Joint coordinates of the angles or their rates. */
static inline void to_joints(const double bars[3], double joints[3])
{
    joints[0] = bars[0];
    joints[1] = bars[1] - bars[0];
    joints[2] = bars[2];
}

#endif
