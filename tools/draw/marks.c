#include "draw/marks.h"

#include "base/jacobi.h"
#include "draw/solids.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const color dark = {60, 64, 70}, violet = {140, 60, 170};

/* c = a x b */
static void cross3(const double a[3], const double b[3], double c[3])
{
    for (int k = 0; k < 3; k++) {
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
}

static double length3(const double a[3])
{
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/* Finds two unit vectors u and v, so that u, v and the direction of `axis` are a right-handed frame. */
static void span_normal(const double axis[3], double u[3], double v[3])
{
    const double length = length3(axis);
    double n[3], other[3] = {0};
    int least = 0;
    for (int k = 0; k < 3; k++) {
        n[k] = axis[k] / length;
        least = fabs(n[k]) < fabs(n[least]) ? k : least;
    }
    other[least] = 1;
    cross3(n, other, u);
    const double scale = 1 / length3(u);
    for (int k = 0; k < 3; k++) {
        u[k] *= scale;
    }
    cross3(n, u, v);
}

static void point_along(const double from[3], double s, const double along[3], double to[3])
{
    for (int k = 0; k < 3; k++) {
        to[k] = from[k] + s * along[k];
    }
}

void marks_add_frame(scene *s, const double T[16], double size)
{
    static const color paints[3] = {{210, 40, 40}, {30, 150, 50}, {40, 70, 210}};
    const double origin[3] = {T[3], T[7], T[11]};
    for (int axis = 0; axis < 3; axis++) {
        double tip[3], unit[3] = {0};
        unit[axis] = size;
        solids_place(T, unit, tip);
        scene_add_line(s, origin, tip, 2, paints[axis], true);
    }
}

/* Finds the ends of a line along a joint's axis; false where the joint has none. */
static bool find_axis(const cdy_joint *joint, const double T[16], double size, double ends[2][3])
{
    const double origin[3] = {T[3], T[7], T[11]};
    double axis[3];
    if (!cdy_joint_type_traits(joint->type)->has_axis || !(length3(joint->axis) > 0)) {
        return false;
    }
    for (int i = 0; i < 3; i++) { /* the frame turns with the joint about this axis, whose direction stays */
        axis[i] = (T[4 * i] * joint->axis[0] + T[4 * i + 1] * joint->axis[1] + T[4 * i + 2] * joint->axis[2]) /
                  length3(joint->axis);
    }
    point_along(origin, -size, axis, ends[0]);
    point_along(origin, size, axis, ends[1]);
    return true;
}

void marks_add_joint(scene *s, const cdy_joint *joint, const double T[16], double size)
{
    double ends[2][3];
    if (find_axis(joint, T, size, ends)) {
        scene_add_line(s, ends[0], ends[1], cdy_joint_type_traits(joint->type)->slides == 1 ? 4 : 7,
                       cdy_joint_type_traits(joint->type)->slides == 1 ? (color){40, 150, 90} : (color){225, 120, 30},
                       false);
    }
}

void marks_add_axis(scene *s, const cdy_joint *joint, const double T[16], double size)
{
    double ends[2][3];
    if (find_axis(joint, T, size, ends)) {
        scene_add_center_line(
            s, ends[0], ends[1], 1.5,
            cdy_joint_type_traits(joint->type)->slides == 1 ? (color){30, 130, 76} : (color){200, 95, 10}, joint->name);
    }
}

/* Adds the ellipse a cos(t) + b sin(t) about a center. */
static void add_ellipse(scene *s, const double center[3], const double a[3], const double b[3], color paint)
{
    enum { PARTS = 48 };
    double before[3];
    for (int i = 0; i <= PARTS; i++) {
        const double t = 2 * pi * i / (double)PARTS;
        double here[3];
        for (int k = 0; k < 3; k++) {
            here[k] = center[k] + a[k] * cos(t) + b[k] * sin(t);
        }
        if (i > 0) {
            scene_add_line(s, before, here, 1.2, paint, true);
        }
        memcpy(before, here, sizeof before);
    }
}

void marks_add_inertia(scene *s, const cdy_inertial *inertial, const double T[16], double size)
{
    if (!inertial->given || !(inertial->mass > 0)) {
        return;
    }
    const double *I = inertial->inertia;
    double A[9] = {I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5]}, V[9], own[16], placed[16], axes[3][3];
    cdy_jacobi(3, A, V);
    cdy_placement_to_matrix(&inertial->origin, own);
    solids_multiply(T, own, placed);
    const double center[3] = {placed[3], placed[7], placed[11]}, trace = A[0] + A[4] + A[8];
    for (int e = 0; e < 3; e++) { /* a^2 = 5/2 (I1 + I2 + I3 - 2 I_a) / m */
        const double square = 2.5 * (trace - 2 * A[4 * e]) / inertial->mass, a = square > 0 ? sqrt(square) : 0;
        for (int i = 0; i < 3; i++) {
            axes[e][i] = 0;
            for (int k = 0; k < 3; k++) {
                axes[e][i] += a * placed[4 * i + k] * V[3 * e + k];
            }
        }
    }
    for (int e = 0; e < 3; e++) {
        double from[3], to[3], unit[3] = {0};
        add_ellipse(s, center, axes[e], axes[(e + 1) % 3], violet);
        unit[e] = size / 3;
        point_along(center, -1, unit, from);
        point_along(center, 1, unit, to);
        scene_add_line(s, from, to, 2.5, dark, true);
    }
}

void marks_add_arrow(scene *s, const double from[3], const double along[3], double width, color paint)
{
    const double length = length3(along);
    double tip[3], u[3], v[3];
    if (!(length > 0)) {
        return;
    }
    point_along(from, 1, along, tip);
    span_normal(along, u, v);
    scene_add_line(s, from, tip, width, paint, true);
    for (int i = 0; i < 8; i++) { /* a head of eight ribs, which shows from every side */
        const double t = 2 * pi * i / 8, wide = 0.08 * length;
        double rib[3];
        for (int k = 0; k < 3; k++) {
            rib[k] = tip[k] - 0.22 * along[k] + wide * (u[k] * cos(t) + v[k] * sin(t));
        }
        scene_add_line(s, tip, rib, width, paint, true);
    }
}

void marks_add_arc(scene *s, const double center[3], const double axis[3], double radius, double angle, double width,
                   color paint)
{
    enum { LEAST = 8, FULL = 54 }; /* lines of an arc, and of a full turn */
    double u[3], v[3], before[3], here[3];
    if (!(length3(axis) > 0) || !(fabs(angle) > 0)) {
        return;
    }
    span_normal(axis, u, v);
    const double turns = fmin(fabs(angle) / (8 * atan(1)), 1);
    const int parts = (int)fmax((double)LEAST, ceil((double)FULL * turns));
    for (int i = 0; i <= parts; i++) {
        const double t = angle * i / parts;
        for (int k = 0; k < 3; k++) {
            here[k] = center[k] + radius * (u[k] * cos(t) + v[k] * sin(t));
        }
        if (i > 0) {
            scene_add_line(s, before, here, width, paint, true);
        }
        memcpy(before, here, sizeof before);
    }
    /* The head ends on the arc: on a short one it is smaller. */
    const double back = fmin(0.35, 0.6 * fabs(angle)), wide = 0.25 * back / 0.35;
    for (int side = 0; side < 2; side++) {
        const double r = radius * (side ? 1 - wide : 1 + wide), t = angle - (angle < 0 ? -back : back);
        double rib[3];
        for (int k = 0; k < 3; k++) {
            rib[k] = center[k] + r * (u[k] * cos(t) + v[k] * sin(t));
        }
        scene_add_line(s, here, rib, width, paint, true);
    }
}
