/* Inertias: moments that no body has, or no body of the mass, compared with the robot as a whole. */
#include "base/error.h"
#include "description/inertia.h"
#include "lint/checks.h"
#include "tree/joint_traits.h"

#include <math.h>

/* Scale of the robot and welded links. */
typedef struct robot_masses {
    double scale; /* mass of the robot times its size squared */
    double *mass; /* mass of a set of welded links, at the set's representative */
    int *welded;  /* disjoint sets: the next link towards the representative */
} robot_masses;

static int find_set(int *welded, int link)
{
    while (welded[link] != link) {
        welded[link] = welded[welded[link]];
        link = welded[link];
    }
    return link;
}

static double mass_of(const cdy_link_entry *link)
{
    return link->body.inertial.given && !link->unweighed ? link->body.inertial.mass : 0;
}

/* Computes scale and sets. Faulty robots are checked too: joints may form cycles, and the tree need not be connected.
 */
static bool sum_masses(cdy_reader *r, double robot_size, robot_masses *s)
{
    double mass = 0;
    s->mass = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *s->mass);
    s->welded = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *s->welded);
    if (!s->mass || !s->welded) {
        return false;
    }
    for (int i = 0; i < r->link_count; i++) {
        s->welded[i] = i;
        mass += fmax(mass_of(&r->links[i]), 0);
    }
    for (int i = 0; i < r->joint_count; i++) {
        const cdy_joint *joint = cdy_joint_of(r, i);
        if (joint && joint_is_fixed(joint->type) && r->joints[i].parent >= 0) {
            s->welded[find_set(s->welded, r->joints[i].child)] = find_set(s->welded, r->joints[i].parent);
        }
    }
    for (int i = 0; i < r->link_count; i++) {
        s->mass[find_set(s->welded, i)] += mass_of(&r->links[i]);
    }
    s->scale = mass * robot_size * robot_size;
    return true;
}

/* Whether every link welded to this link is massless, so that the link's inertia is the inertia of a moving body. */
static bool has_whole_mass(const robot_masses *s, int link, double mass)
{
    return !(fabs(s->mass[find_set(s->welded, link)] - mass) > 1e-12 * mass);
}

/* Reports the violated inequality, and the nearest physical inertia. */
static void warn_of_moments(cdy_reader *r, const double inertia[6], const double moments[3], bool negative,
                            cdy_place at)
{
    const double excess = moments[2] - moments[1] - moments[0];
    double I[6];
    cdy_nearest_inertia(inertia, I);
    cdy_warn(r, negative ? CDY_RULE_INERTIA_NOT_POSITIVE : CDY_RULE_INERTIA_NOT_PHYSICAL, at,
             "no body has the principal moments of inertia %.6g, %.6g and %.6g kg m^2: %s by %.6g; expected none to be "
             "negative or larger than the other two together, the nearest is ixx=%.6g ixy=%.6g ixz=%.6g iyy=%.6g "
             "iyz=%.6g izz=%.6g",
             moments[0], moments[1], moments[2],
             moments[0] < 0 ? "the first is negative" : "the last exceeds the other two together",
             moments[0] < 0 ? -moments[0] : excess, I[0], I[1], I[2], I[3], I[4], I[5]);
}

/* Whether a moment about an axis of the file is negative, which neither rounding nor the choice of axes explains. */
static bool has_negative_moment(const double I[6])
{
    const double slack = 1e-6 * (fabs(I[0]) + fabs(I[3]) + fabs(I[5]));
    return I[0] < -slack || I[3] < -slack || I[5] < -slack;
}

/* Whether a principal moment is negative beyond rounding, relative to the inertia about the joint. */
static bool is_clearly_negative(const cdy_inertial *inertial, const double moments[3])
{
    const double *c = inertial->origin.xyz;
    const double size =
        moments[0] + moments[1] + moments[2] + 2 * inertial->mass * (c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
    return moments[0] < -0.02 * moments[2] && moments[0] < -1e-9 * size;
}

/* Whether the moments are rounding errors of 0: the mass lies within a micrometer. */
static bool is_rounded(const double moments[3], double mass)
{
    return fmax(fabs(moments[0]), fabs(moments[2])) <= 1e-12 * mass;
}

/* Whether the violation is too small to influence the motion of the robot. */
static bool is_negligible(const double moments[3], double scale)
{
    return fmax(-moments[0], moments[2] - moments[1] - moments[0]) <= 1e-9 * scale;
}

static void check_moments(cdy_reader *r, int number, const robot_masses *s, cdy_place at)
{
    cdy_link_entry *link = &r->links[number];
    const cdy_inertial *inertial = &link->body.inertial;
    double moments[3];
    if (cdy_is_physical_inertia(inertial->inertia, moments) || is_rounded(moments, inertial->mass)) {
        return;
    }
    for (int i = 0; i < 6; i++) {
        if (!isfinite(inertial->inertia[i])) {
            return; /* of a shape too large for a double, which is an error of its own */
        }
    }
    const bool negative = has_negative_moment(inertial->inertia);
    if (negative || !is_negligible(moments, s->scale)) {
        link->negative =
            negative || (has_whole_mass(s, number, inertial->mass) && is_clearly_negative(inertial, moments));
        link->doubtful = true;
        warn_of_moments(r, inertial->inertia, moments, link->negative, at);
    }
}

/* Of all bodies with mass m and trace 2 m s^2, the ball has the largest volume: radius 1.29 s, volume 9 s^3. No metal
 * is denser than 23000 kg/m^3. Points are reported by another rule, small placeholders are accepted. */
static void check_smallness(cdy_reader *r, cdy_link_entry *link, cdy_place at)
{
    static const double densest = 3e11;
    const double *I = link->body.inertial.inertia, m = link->body.inertial.mass;
    const double s = sqrt((I[0] + I[3] + I[5]) / 2 / m), density = m / (9 * s * s * s);
    if (s > 2e-6 && density > densest) {
        link->doubtful = true;
        cdy_warn(r, CDY_RULE_INERTIA_SIZE, at,
                 "%g kg with so small an inertia are within %.3g mm of their center, at %.2g kg/m^3 or more; expected "
                 "kilograms and kg m^2",
                 m, 1290 * s, density);
    }
}

void cdy_check_inertias(cdy_reader *r, double robot_size)
{
    robot_masses s;
    if (!sum_masses(r, robot_size, &s)) {
        return; /* the reader has recorded the lack of memory */
    }
    for (int i = 0; i < r->link_count; i++) {
        cdy_link_entry *link = &r->links[i];
        if (mass_of(link) > 0) {
            const cdy_place at = cdy_place_in_inertial(link, "inertia", NULL);
            cdy_about_link(r, link->body.name);
            check_moments(r, i, &s, at);
            check_smallness(r, link, at);
        }
    }
}
