/* Causes of the differences between two robots, by what each does to torques: in a copy of A one property of B after
 * the other takes the place of A's, and the torques of the copy are compared with those of A. */
#include "base/jacobi.h"
#include "commands/files/diff.h"
#include "commands/files/show.h"

#include <condyle/drives.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A property of a link or joint. */
typedef enum property { MASS = 0, CENTER, INERTIA, PLACE, AXIS, DRIVE, FOLLOWER, LIMITS, PROPERTIES } property;

enum { CAUSE_SAMPLES = 100, MOST_CHANGES = 4096 };

/* A property of A's body `a` that differs in B's body `b` (-1: not there), with the factor between them (0: none). */
typedef struct change {
    property what;
    int a, b;
    double factor;
    bool grouped; /* part of a cause that stands for several */
} change;

typedef struct causes {
    diff_report *d;
    change *changes;
    size_t count;
} causes;

static const cdy_tree *tree_of(const causes *c, int which)
{
    return c->d->robots[which]->tree;
}

static const cdy_body *body_of(const causes *c, int which, int index)
{
    return cdy_tree_body(tree_of(c, which), index);
}

/* ---- what differs ---- */

/* Writes mass, center and inertia about it in the body's axes. */
static void find_weight(const cdy_inertial *n, double *mass, double center[3], double I[6])
{
    double J[6];
    static const int place[6] = {0, 3, 5, 4, 2, 1}; /* of xx yy zz yz xz xy among xx xy xz yy yz zz */
    *mass = n->given ? n->mass : 0;
    memcpy(center, n->origin.xyz, 3 * sizeof *center);
    cdy_inertial_about_origin(n, J);
    for (int i = 0; i < 6; i++) {
        const double *m = center;
        const double y = m[(i + 1) % 3], z = m[(i + 2) % 3];
        I[place[i]] = i < 3 ? J[i] - *mass * (y * y + z * z) : J[i] + *mass * y * z;
    }
    for (int i = 0; i < 6 && !n->given; i++) {
        I[i] = 0;
    }
}

/* Returns the number by which all of `count` numbers differ; 0: none. */
static double factor_between(const double *a, const double *b, int count)
{
    double largest = 0, factor = 0;
    for (int i = 0; i < count; i++) {
        if (isfinite(a[i]) && fabs(a[i]) > largest) {
            largest = fabs(a[i]);
            factor = b[i] / a[i];
        }
    }
    for (int i = 0; i < count && largest > 0; i++) {
        const double size = fmax(largest, fabs(factor) * largest);
        factor = isfinite(a[i]) && isfinite(b[i]) && !(fabs(b[i] - factor * a[i]) <= 1e-6 * size) ? 0 : factor;
    }
    return isfinite(factor) && fabs(factor) > 1e-9 ? factor : 0;
}

static void add_change(causes *c, property what, int a, int b, double factor)
{
    if (c->count < MOST_CHANGES) {
        c->changes[c->count++] = (change){what, a, b, factor, false};
    }
}

static void compare_weights(causes *c, int a, int b)
{
    double mass[2], center[2][3], I[2][6];
    find_weight(&body_of(c, 0, a)->inertial, &mass[0], center[0], I[0]);
    find_weight(&body_of(c, 1, b)->inertial, &mass[1], center[1], I[1]);
    if (!diff_same(c->d, &mass[0], &mass[1], 1)) {
        add_change(c, MASS, a, b, factor_between(&mass[0], &mass[1], 1));
    }
    if (mass[0] > 0 && mass[1] > 0 && !diff_same(c->d, center[0], center[1], 3)) {
        add_change(c, CENTER, a, b, factor_between(center[0], center[1], 3));
    }
    if (!diff_same(c->d, I[0], I[1], 6) && mass[1] > 0) {
        add_change(c, INERTIA, a, b, factor_between(I[0], I[1], 6));
    }
}

/* Where the joint's frame stands in the parent, and the body after the motion: equal matrices are equal places. */
static bool same_places(const causes *c, const cdy_placement *x, const cdy_placement *y)
{
    double X[16], Y[16];
    cdy_placement_to_matrix(x, X);
    cdy_placement_to_matrix(y, Y);
    for (int i = 0; i < 12; i++) {
        const double size = i % 4 == 3 ? 0 : 1; /* elements of rotations are compared with 1 */
        const double a[2] = {X[i], size}, b[2] = {Y[i], size};
        if (!diff_same(c->d, a, b, 2)) {
            return false;
        }
    }
    return true;
}

static bool same_drives(const causes *c, const cdy_joint *x, const cdy_joint *y)
{
    const double gx = x->gear_ratio * x->gear_ratio, gy = y->gear_ratio * y->gear_ratio;
    const double a[5] = {x->dynamics.damping, x->dynamics.friction, x->dynamics.stiffness,
                         x->dynamics.spring_rest * x->dynamics.stiffness, x->rotor_inertia * gx};
    const double b[5] = {y->dynamics.damping, y->dynamics.friction, y->dynamics.stiffness,
                         y->dynamics.spring_rest * y->dynamics.stiffness, y->rotor_inertia * gy};
    for (int i = 0; i < 5; i++) {
        if (!diff_same(c->d, &a[i], &b[i], 1)) {
            return false;
        }
    }
    return memcmp(&x->drive, &y->drive, sizeof x->drive) == 0;
}

static bool same_followers(const cdy_mimic *x, const cdy_mimic *y)
{
    const bool same = x->joint && y->joint && strcmp(x->joint, y->joint) == 0;
    return (!x->joint && !y->joint) ||
           (same && fabs(x->multiplier - y->multiplier) <= 1e-12 && fabs(x->offset - y->offset) <= 1e-12);
}

static void compare_limits(causes *c, int a, int b)
{
    double x[4], y[4];
    const cdy_joint *j = &body_of(c, 0, a)->joint, *k = &body_of(c, 1, b)->joint;
    show_range(j, &x[0], &x[1]);
    show_range(k, &y[0], &y[1]);
    x[2] = j->limit.effort;
    y[2] = k->limit.effort;
    x[3] = j->limit.velocity;
    y[3] = k->limit.velocity;
    if (!diff_same(c->d, x, y, 2) || !diff_same(c->d, &x[2], &y[2], 1) || !diff_same(c->d, &x[3], &y[3], 1)) {
        add_change(c, LIMITS, a, b, factor_between(x, y, 2));
    }
}

static void compare_joint(causes *c, int a, int b)
{
    const cdy_joint *j = &body_of(c, 0, a)->joint, *k = &body_of(c, 1, b)->joint;
    double axes[2][3];
    const cdy_placement origin = diff_origin(tree_of(c, 0), a, tree_of(c, 1), b);
    if (!same_places(c, &j->origin, &origin) || !same_places(c, &j->child, &k->child)) {
        add_change(c, PLACE, a, b, factor_between(j->origin.xyz, origin.xyz, 3));
    }
    if (show_has_axis(j) && show_has_axis(k)) {
        show_axis(j, axes[0]);
        show_axis(k, axes[1]);
        if (!diff_same(c->d, axes[0], axes[1], 3)) {
            add_change(c, AXIS, a, b, 0);
        }
    }
    if (cdy_joint_type_nv(j->type) == 0) {
        return;
    }
    if (!same_drives(c, j, k)) {
        add_change(c, DRIVE, a, b, 0);
    }
    if (!same_followers(&j->mimic, &k->mimic)) {
        add_change(c, FOLLOWER, a, b, 0);
    }
    compare_limits(c, a, b);
}

/* A body that B has not: its mass is lost, unless what moves it has as much more. */
static void compare_lost(causes *c, int a)
{
    const cdy_body *body = body_of(c, 0, a);
    const double missing = c->d->mass[0] - c->d->mass[1], mass = body->inertial.given ? body->inertial.mass : 0;
    if (mass > 0 && missing > 1e-9 * c->d->mass[0]) {
        add_change(c, MASS, a, -1, 0);
    }
}

static void find_changes(causes *c)
{
    const cdy_tree *b = tree_of(c, 1);
    for (int i = 0; i <= cdy_tree_body_count(tree_of(c, 0)); i++) {
        const cdy_body *body = body_of(c, 0, i);
        const int same_body = cdy_tree_find_body(b, body->name);
        const int same_joint = body->joint.name ? cdy_tree_find_joint(b, body->joint.name) : -1;
        if (same_body >= 0 && i > 0) {
            compare_weights(c, i, same_body);
        } else if (same_body < 0 && i > 0) {
            compare_lost(c, i);
        }
        if (same_joint >= 0) {
            compare_joint(c, i, same_joint);
        }
    }
}

/* ---- trials ---- */

static void set_weight(cdy_inertial *n, double mass, const double center[3], const double I[6])
{
    *n = (cdy_inertial){.given = true, .mass = mass};
    memcpy(n->origin.xyz, center, sizeof n->origin.xyz);
    memcpy(n->inertia, I, sizeof n->inertia);
}

/* Gives a body the property of B. */
static void apply_weight(const cdy_inertial *of_b, property what, cdy_inertial *n)
{
    double mass[2], center[2][3], I[2][6];
    find_weight(n, &mass[0], center[0], I[0]);
    find_weight(of_b, &mass[1], center[1], I[1]);
    const int from = what == MASS, at = what == CENTER, tensor = what == INERTIA;
    set_weight(n, mass[from], center[at], I[tensor]);
}

static void apply_joint(const cdy_joint *of_b, property what, cdy_joint *j)
{
    if (what == PLACE) {
        j->child = of_b->child;
    } else if (what == AXIS) {
        memcpy(j->axis, of_b->axis, sizeof j->axis);
    } else if (what == DRIVE) {
        j->dynamics = of_b->dynamics;
        j->drive = of_b->drive;
        j->rotor_inertia = of_b->rotor_inertia;
        j->gear_ratio = of_b->gear_ratio;
    } else if (what == FOLLOWER) {
        j->mimic = of_b->mimic;
    }
}

/* Changes a copy of A; fails where the tree refuses it. */
static cdy_status apply(const causes *c, const change *x, cdy_tree *copy, cdy_error *error)
{
    static const cdy_inertial none = {0};
    const cdy_body *a = body_of(c, 0, x->a), *b = x->b >= 0 ? body_of(c, 1, x->b) : NULL;
    if (x->what == LIMITS) {
        return CDY_OK;
    }
    if (x->what <= INERTIA) {
        cdy_inertial n = cdy_tree_body(copy, cdy_tree_find_body(copy, a->name))->inertial;
        if (b) {
            apply_weight(&b->inertial, x->what, &n);
        } else {
            n = none;
        }
        return cdy_tree_set_inertial(copy, a->name, &n, error);
    }
    cdy_joint joint = cdy_tree_body(copy, cdy_tree_find_body(copy, a->name))->joint;
    apply_joint(&b->joint, x->what, &joint);
    if (x->what == PLACE) {
        joint.origin = diff_origin(tree_of(c, 0), x->a, tree_of(c, 1), x->b);
    }
    return cdy_tree_replace_joint(copy, a->name, &joint, error);
}

/* ---- texts ---- */

/* Writes an axis and the angle of the rotation that turns the columns of A into those of B; by the quaternion's largest
 * component, so that half turns are exact. */
static double find_turn(const double A[9], const double B[9], double axis[3])
{
    double R[3][3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            R[i][k] = 0;
            for (int n = 0; n < 3; n++) {
                R[i][k] += B[3 * n + i] * A[3 * n + k];
            }
        }
    }
    const double cosine = (R[0][0] + R[1][1] + R[2][2] - 1) / 2, angle = acos(fmax(-1, fmin(1, cosine)));
    axis[0] = R[2][1] - R[1][2];
    axis[1] = R[0][2] - R[2][0];
    axis[2] = R[1][0] - R[0][1];
    double length = hypot(hypot(axis[0], axis[1]), axis[2]);
    if (length < 1e-6) { /* half a turn: R + 1 = 2 axis axis^T */
        int k = R[0][0] > R[1][1] ? 0 : 1;
        k = R[2][2] > R[k][k] ? 2 : k;
        for (int i = 0; i < 3; i++) {
            axis[i] = R[i][k] + (i == k);
        }
        length = hypot(hypot(axis[0], axis[1]), axis[2]);
    }
    for (int i = 0; i < 3 && length > 0; i++) {
        axis[i] /= length;
    }
    return angle;
}

static double determinant(const double V[9])
{
    return V[0] * (V[4] * V[8] - V[5] * V[7]) - V[1] * (V[3] * V[8] - V[5] * V[6]) + V[2] * (V[3] * V[7] - V[4] * V[6]);
}

/* Principal moments in ascending order, and their axes as rows of a rotation. */
static void find_axes(const double I[6], double moments[3], double V[9])
{
    double A[9] = {I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5]}, W[9];
    int order[3] = {0, 1, 2};
    cdy_jacobi(3, A, W);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            if (A[4 * order[k]] > A[4 * order[k + 1]]) {
                const int swapped = order[k];
                order[k] = order[k + 1];
                order[k + 1] = swapped;
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        moments[i] = A[4 * order[i]];
        memcpy(V + 3 * i, W + 3 * order[i], 3 * sizeof *V);
    }
    for (int i = 6; i < 9 && determinant(V) < 0; i++) {
        V[i] = -V[i];
    }
}

/* Whether two inertias have the same moments, about other axes; gives the least turn between them. */
static bool is_turned(double I[2][6], double *angle, double axis[3])
{
    double moments[2][3], V[2][9], trial[9], best[3];
    find_axes(I[0], moments[0], V[0]);
    find_axes(I[1], moments[1], V[1]);
    for (int i = 0; i < 3; i++) {
        if (fabs(moments[0][i] - moments[1][i]) > 1e-5 * fabs(moments[0][2])) {
            return false;
        }
    }
    *angle = 10;
    for (int signs = 0; signs < 4; signs++) {
        memcpy(trial, V[1], sizeof trial);
        for (int i = 0; i < 9; i++) { /* two axes of three change their sign, or none */
            const bool turns = signs > 0 && i / 3 != signs - 1;
            trial[i] = turns ? -trial[i] : trial[i];
        }
        const double turn = find_turn(V[0], trial, best);
        if (turn < *angle) {
            *angle = turn;
            memcpy(axis, best, sizeof best);
        }
    }
    return *angle > 1e-6;
}

enum { DIGITS = 4 };

static void add_vector(text_buffer *t, const double vector[3], int digits)
{
    for (int i = 0; i < 3; i++) {
        text_add(t, "%s", i ? " " : "");
        text_add_number(t, vector[i], digits);
    }
}

static void add_axis(text_buffer *t, const double axis[3])
{
    static const char *const names[3] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++) {
        if (fabs(axis[i]) > 0.9999) {
            text_add(t, "%s", names[i]);
            return;
        }
    }
    add_vector(t, axis, 3);
}

static void add_factor(text_buffer *t, double factor)
{
    const double degree = 57.29577951308232;
    if (!(factor > 0) || fabs(factor - 1) < 1e-9) {
        return;
    }
    text_add(t, ", ");
    text_add_number(t, factor, DIGITS);
    text_add(t, " times%s",
             fabs(factor - 1000) < 1e-3              ? ": millimeters or grams for meters or kilograms"
             : fabs(factor - 1e-3) < 1e-9            ? ": meters or kilograms for millimeters or grams"
             : fabs(factor - degree) < 1e-3 * degree ? ": degrees for radians"
             : fabs(factor * degree - 1) < 1e-3      ? ": radians for degrees"
             : fabs(factor - 1e-6) < 1e-12           ? ": square meters for square millimeters"
             : fabs(factor - 1e6) < 1                ? ": square millimeters for square meters"
                                                     : "");
}

static void add_inertia_text(text_buffer *t, const causes *c, const change *x)
{
    double mass[2], center[2][3], I[2][6], angle, axis[3];
    const char *name = body_of(c, 0, x->a)->name;
    find_weight(&body_of(c, 0, x->a)->inertial, &mass[0], center[0], I[0]);
    find_weight(&body_of(c, 1, x->b)->inertial, &mass[1], center[1], I[1]);
    text_add(t, "inertia of %s", name);
    if (is_turned(I, &angle, axis)) {
        text_add(t, " turned by ");
        text_add_number(t, angle * 57.29577951308232, DIGITS);
        text_add(t, " degrees about ");
        add_axis(t, axis);
    } else {
        text_add(t, " is other");
        add_factor(t, x->factor);
    }
}

static void add_center_text(text_buffer *t, const causes *c, const change *x)
{
    const double *p = body_of(c, 0, x->a)->inertial.origin.xyz, *q = body_of(c, 1, x->b)->inertial.origin.xyz;
    const double a = hypot(hypot(p[0], p[1]), p[2]), b = hypot(hypot(q[0], q[1]), q[2]);
    text_add(t, "center of mass of %s at ", body_of(c, 0, x->a)->name);
    add_vector(t, q, DIGITS);
    text_add(t, " m, not ");
    add_vector(t, p, DIGITS);
    if (fabs(x->factor) > 0) {
        add_factor(t, x->factor);
    } else {
        text_add(t, "%s", fabs(a - b) < 1e-6 * a ? ": in a frame that is turned" : ": in another frame");
    }
}

static void add_mass_text(text_buffer *t, const causes *c, const change *x)
{
    const cdy_body *a = body_of(c, 0, x->a), *b = x->b >= 0 ? body_of(c, 1, x->b) : NULL;
    if (!b || !b->inertial.given || !(b->inertial.mass > 0)) {
        text_add(t, "mass of %s lost, ", a->name);
        text_add_number(t, a->inertial.mass, DIGITS);
        text_add(t, " kg%s", b ? "" : ", with the link and its joint");
        return;
    }
    text_add(t, "mass of %s ", a->name);
    text_add_number(t, b->inertial.mass, DIGITS);
    text_add(t, " kg, not ");
    text_add_number(t, a->inertial.given ? a->inertial.mass : 0, DIGITS);
    add_factor(t, x->factor);
}

static void add_axis_text(text_buffer *t, const causes *c, const change *x)
{
    double axes[2][3];
    const cdy_joint *a = &body_of(c, 0, x->a)->joint, *b = &body_of(c, 1, x->b)->joint;
    show_axis(a, axes[0]);
    show_axis(b, axes[1]);
    const double cosine = axes[0][0] * axes[1][0] + axes[0][1] * axes[1][1] + axes[0][2] * axes[1][2];
    text_add(t, "axis of %s ", a->name);
    if (cosine < -1 + 1e-9) {
        text_add(t, "flipped");
    } else {
        text_add(t, "turned by ");
        text_add_number(t, acos(fmax(-1, fmin(1, cosine))) * 57.29577951308232, DIGITS);
        text_add(t, " degrees");
    }
}

static void add_drive_text(text_buffer *t, const causes *c, const change *x)
{
    const cdy_joint *a = &body_of(c, 0, x->a)->joint, *b = &body_of(c, 1, x->b)->joint;
    const struct {
        const char *what;
        double a, b;
    } parts[] = {{"friction", a->dynamics.friction, b->dynamics.friction},
                 {"damping", a->dynamics.damping, b->dynamics.damping},
                 {"stiffness", a->dynamics.stiffness, b->dynamics.stiffness},
                 {"rotor inertia at the joint", a->rotor_inertia * a->gear_ratio * a->gear_ratio,
                  b->rotor_inertia * b->gear_ratio * b->gear_ratio}};
    bool any = false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (diff_same(c->d, &parts[i].a, &parts[i].b, 1)) {
            continue;
        }
        text_add(t, "%s", any ? ", " : "");
        if (parts[i].b > 0 || parts[i].b < 0) {
            text_add(t, "%s of %s ", parts[i].what, a->name);
            text_add_number(t, parts[i].b, DIGITS);
            text_add(t, ", not ");
        } else {
            text_add(t, "%s of %s lost, ", parts[i].what, a->name);
        }
        text_add_number(t, parts[i].a, DIGITS);
        any = true;
    }
    if (!any) {
        text_add(t, "law of friction of %s is other", a->name);
    }
}

static void add_follower_text(text_buffer *t, const causes *c, const change *x)
{
    const cdy_joint *a = &body_of(c, 0, x->a)->joint, *b = &body_of(c, 1, x->b)->joint;
    if (a->mimic.joint && !b->mimic.joint) {
        text_add(t, "mimic of %s lost, which follows %s", a->name, a->mimic.joint);
    } else if (!a->mimic.joint) {
        text_add(t, "mimic of %s added, which follows %s", a->name, b->mimic.joint);
    } else {
        text_add(t, "mimic of %s is other", a->name);
    }
}

/* Names a property for a cause that stands for several. */
static const char *property_name(property what)
{
    static const char *const names[PROPERTIES] = {
        [MASS] = "masses", [CENTER] = "lengths",  [INERTIA] = "inertias",      [PLACE] = "lengths",
        [AXIS] = "axes",   [DRIVE] = "frictions", [FOLLOWER] = "mimic joints", [LIMITS] = "limits",
    };
    return names[what];
}

static void add_text(text_buffer *t, const causes *c, const change *x)
{
    switch (x->what) {
    case MASS: add_mass_text(t, c, x); break;
    case CENTER: add_center_text(t, c, x); break;
    case INERTIA: add_inertia_text(t, c, x); break;
    case PLACE:
        text_add(t, "place of %s is other", body_of(c, 0, x->a)->joint.name);
        add_factor(t, x->factor);
        break;
    case AXIS: add_axis_text(t, c, x); break;
    case DRIVE: add_drive_text(t, c, x); break;
    case FOLLOWER: add_follower_text(t, c, x); break;
    case LIMITS:
        text_add(t, "limits of %s are other", body_of(c, 0, x->a)->joint.name);
        add_factor(t, x->factor);
        break;
    case PROPERTIES: break;
    }
}

/* ---- causes ---- */

/* Places and centers of mass are lengths both. */
static property kind_of(property what)
{
    return what == CENTER ? PLACE : what;
}

static bool belongs_to(const change *x, const change *first)
{
    const double factor = first->factor;
    return x == first || (factor > 0 && fabs(factor - 1) > 1e-9 && kind_of(x->what) == kind_of(first->what) &&
                          fabs(x->factor - factor) <= 1e-6 * factor);
}

/* Tries a change with those that have its factor, and adds it as a cause. */
static exit_code try_cause(causes *c, change *first)
{
    cdy_tree *copy = NULL;
    cdy_error error;
    size_t members = 0;
    diff_cause cause = {0};
    text_buffer text = {0};
    if (cdy_tree_copy(tree_of(c, 0), &copy, &error) != CDY_OK) {
        return fail_library(&error);
    }
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < c->count && status != CDY_ERROR_MEMORY; i++) {
        change *x = &c->changes[i];
        if (!x->grouped && belongs_to(x, first)) {
            x->grouped = true;
            status = apply(c, x, copy, &error);
            members++;
        }
    }
    if (members > 1) {
        text_add(&text, "%s of %zu links and joints", property_name(kind_of(first->what)), members);
        add_factor(&text, first->factor);
    } else {
        add_text(&text, c, first);
    }
    exit_code code = status == CDY_ERROR_MEMORY ? fail_memory() : diff_compare_with(c->d, copy, CAUSE_SAMPLES, &cause);
    cause.text = text.failed ? NULL : strdup(text_get(&text));
    cdy_tree_destroy(copy);
    text_clear(&text);
    if (code == EXIT_FINE && !(cause.text && diff_add_cause(c->d, &cause))) {
        code = fail_memory();
    }
    if (code != EXIT_FINE) {
        free(cause.text);
    }
    return code;
}

static int compare_causes(const void *a, const void *b)
{
    const diff_cause *x = a, *y = b;
    return x->rms > y->rms ? -1 : x->rms < y->rms ? 1 : x->number - y->number;
}

exit_code diff_causes(diff_report *d)
{
    causes c = {.d = d, .changes = calloc(MOST_CHANGES, sizeof(change))};
    exit_code code = c.changes ? EXIT_FINE : fail_memory();
    if (code == EXIT_FINE) {
        find_changes(&c);
    }
    for (size_t i = 0; i < c.count && code == EXIT_FINE; i++) {
        if (!c.changes[i].grouped) {
            code = try_cause(&c, &c.changes[i]);
        }
    }
    if (code == EXIT_FINE && d->cause_count > 0) {
        qsort(d->causes, d->cause_count, sizeof *d->causes, compare_causes);
    }
    free(c.changes);
    return code;
}
