/* Differences between the descriptions of two robots. */
#include "commands/files/diff.h"
#include "commands/files/show.h"

#include <math.h>
#include <string.h>

/* ---- bodies ---- */

/* Inertia [Ixx Iyy Izz Iyz Ixz Ixy] about the center of mass in the body's axes, independent of the inertial frame's
 * rotation. */
static void find_inertia(const cdy_inertial *inertial, double I[6])
{
    const double m = inertial->mass, *c = inertial->origin.xyz;
    cdy_inertial_about_origin(inertial, I);
    for (int i = 0; i < 3; i++) {
        const double y = c[(i + 1) % 3], z = c[(i + 2) % 3];
        I[i] -= m * (y * y + z * z);
        I[3 + i] += m * y * z;
    }
}

static void compare_bodies(diff_report *d, const cdy_body *a, const cdy_body *b)
{
    static const cdy_inertial none = {0};
    const cdy_inertial *x = a->inertial.given ? &a->inertial : &none, *y = b->inertial.given ? &b->inertial : &none;
    double I[2][6];
    find_inertia(x, I[0]);
    find_inertia(y, I[1]);
    diff_compare_numbers(d, "body", a->name, "mass", "kg", &x->mass, &y->mass, 1);
    diff_compare_numbers(d, "body", a->name, "center of mass", "m", x->origin.xyz, y->origin.xyz, 3);
    diff_compare_numbers(d, "body", a->name, "inertia", "kg m2", I[0], I[1], 6);
}

/* ---- joints ---- */

void diff_compare_placements(diff_report *d, const char *kind, const char *name, const char *position,
                             const char *rotation, const cdy_placement *a, const cdy_placement *b)
{
    double A[16], B[16], squares = 0;
    cdy_placement_to_matrix(a, A);
    cdy_placement_to_matrix(b, B);
    for (int i = 0; i < 12; i++) {
        squares += i % 4 < 3 ? (A[i] - B[i]) * (A[i] - B[i]) : 0;
    }
    const double turned = sqrt(squares / 2),
                 same = fmax(d->options->same, 1e-15); /* |A - B| / sqrt(2), close to the angle between A and B */
    diff_compare_numbers(d, kind, name, position, "m", a->xyz, b->xyz, 3);
    if (turned > same) {
        difference item = {.kind = kind, .name = name, .what = rotation, .unit = "rad"};
        item.a.count = item.b.count = 3;
        memcpy(item.a.numbers, a->rpy, sizeof a->rpy);
        memcpy(item.b.numbers, b->rpy, sizeof b->rpy);
        diff_add(d, &item);
    }
}

/* A number of a joint, in both robots. */
typedef struct joint_number {
    const char *what;
    double a, b;
    const char *angular, *linear; /* unit for revolute and for prismatic joints */
} joint_number;

static void compare_numbers(diff_report *d, const cdy_joint *a, const joint_number *numbers, size_t count)
{
    const bool linear = cdy_joint_type_traits(a->type)->slides == 1;
    for (size_t i = 0; i < count; i++) {
        const joint_number *n = &numbers[i];
        diff_compare_numbers(d, "joint", a->name, n->what, linear ? n->linear : n->angular, &n->a, &n->b, 1);
    }
}

static void compare_limits(diff_report *d, const cdy_joint *a, const cdy_joint *b)
{
    double lower[2], upper[2];
    show_range(a, &lower[0], &upper[0]);
    show_range(b, &lower[1], &upper[1]);
    const joint_number numbers[] = {
        {"lower limit", lower[0], lower[1], "rad", "m"},
        {"upper limit", upper[0], upper[1], "rad", "m"},
        {"effort limit", a->limit.effort, b->limit.effort, "N m", "N"},
        {"velocity limit", a->limit.velocity, b->limit.velocity, "rad/s", "m/s"},
        {"soft lower limit", a->safety.soft_lower, b->safety.soft_lower, "rad", "m"},
        {"soft upper limit", a->safety.soft_upper, b->safety.soft_upper, "rad", "m"},
    };
    compare_numbers(d, a, numbers, sizeof numbers / sizeof *numbers);
}

static void compare_drives(diff_report *d, const cdy_joint *a, const cdy_joint *b)
{
    const cdy_joint_dynamics *x = &a->dynamics, *y = &b->dynamics;
    const cdy_joint_drive *k = &a->drive, *l = &b->drive;
    const joint_number numbers[] = {
        {"damping", x->damping, y->damping, "N m s/rad", "N s/m"},
        {"friction", x->friction, y->friction, "N m", "N"},
        {"stiffness", x->stiffness, y->stiffness, "N m/rad", "N/m"},
        {"rest of the spring", x->spring_rest, y->spring_rest, "rad", "m"},
        {"rotor inertia", a->rotor_inertia, b->rotor_inertia, "kg m2", "kg"},
        {"gear ratio", a->gear_ratio, b->gear_ratio, "", ""},
        {"friction asymmetry", k->friction_asymmetry, l->friction_asymmetry, "N m", "N"},
        {"damping asymmetry", k->damping_asymmetry, l->damping_asymmetry, "N m s/rad", "N s/m"},
        {"Stribeck friction", k->stribeck, l->stribeck, "N m", "N"},
        {"Stribeck velocity", k->stribeck_velocity, l->stribeck_velocity, "rad/s", "m/s"},
        {"Stribeck exponent", k->stribeck_exponent, l->stribeck_exponent, "", ""},
        {"friction by the load", k->load_friction, l->load_friction, "", ""},
        {"asymmetry by the load", k->load_asymmetry, l->load_asymmetry, "", ""},
        {"Stribeck friction by the load", k->load_stribeck, l->load_stribeck, "", ""},
        {"damping by the load", k->load_damping, l->load_damping, "s/rad", "s/m"},
        {"its velocity", k->load_velocity, l->load_velocity, "rad/s", "m/s"},
        {"friction by a power of the velocity", k->power_friction, l->power_friction, "", ""},
        {"that power", k->power_exponent, l->power_exponent, "", ""},
        {"offset", k->offset, l->offset, "N m", "N"},
        {"width of friction", k->friction_width, l->friction_width, "rad/s", "m/s"},
        {"width of the load", k->load_width, l->load_width, "N m", "N"},
        {"friction's fall with temperature", k->friction_temperature, l->friction_temperature, "1/K", "1/K"},
        {"damping's fall with temperature", k->damping_temperature, l->damping_temperature, "1/K", "1/K"},
        {"current gain", k->current_gain, l->current_gain, "N m/A", "N/A"},
        {"torque gain", k->torque_gain, l->torque_gain, "", ""},
    };
    compare_numbers(d, a, numbers, sizeof numbers / sizeof *numbers);
}

static void compare_followers(diff_report *d, const cdy_joint *a, const cdy_joint *b)
{
    diff_compare_texts(d, "joint", a->name, "mimics", a->mimic.joint, b->mimic.joint);
    if (a->mimic.joint && b->mimic.joint) {
        const joint_number numbers[] = {
            {"multiplier", a->mimic.multiplier, b->mimic.multiplier, "", ""},
            {"offset", a->mimic.offset, b->mimic.offset, "rad", "m"},
        };
        compare_numbers(d, a, numbers, sizeof numbers / sizeof *numbers);
    }
}

static const char *parent_of(const robot *r, int index)
{
    return cdy_tree_body(r->tree, cdy_tree_parent(r->tree, index))->name;
}

static void compare_joints(diff_report *d, int index_a, int index_b)
{
    const cdy_body *x = cdy_tree_body(d->robots[0]->tree, index_a), *y = cdy_tree_body(d->robots[1]->tree, index_b);
    const cdy_joint *a = &x->joint, *b = &y->joint;
    diff_compare_texts(d, "joint", a->name, "type", cdy_joint_type_name(a->type), cdy_joint_type_name(b->type));
    diff_compare_texts(d, "joint", a->name, "parent", parent_of(d->robots[0], index_a),
                       parent_of(d->robots[1], index_b));
    diff_compare_texts(d, "joint", a->name, "child", x->name, y->name);
    const cdy_placement origin = diff_origin(d->robots[0]->tree, index_a, d->robots[1]->tree, index_b);
    diff_compare_placements(d, "joint", a->name, "position", "rotation", &a->origin, &origin);
    diff_compare_placements(d, "joint", a->name, "child's position", "child's rotation", &a->child, &b->child);
    if (show_has_axis(a) && show_has_axis(b)) {
        double axes[2][3];
        show_axis(a, axes[0]);
        show_axis(b, axes[1]);
        diff_compare_numbers(d, "joint", a->name, "axis", "", axes[0], axes[1], 3);
    }
    compare_limits(d, a, b);
    compare_drives(d, a, b);
    compare_followers(d, a, b);
}

/* ---- trees ---- */

void diff_add_presence(diff_report *d, const char *kind, const char *name, bool added)
{
    difference item = {.kind = kind, .name = name, .what = added ? "added" : "removed", .unit = ""};
    diff_add(d, &item);
}

/* Compares the bodies and joints of A with those of B. */
static void compare_trees(diff_report *d, const cdy_tree *a, const cdy_tree *b)
{
    for (int i = 0; i <= cdy_tree_body_count(a); i++) {
        const cdy_body *body = cdy_tree_body(a, i);
        const int same_body = cdy_tree_find_body(b, body->name);
        const int same_joint = body->joint.name ? cdy_tree_find_joint(b, body->joint.name) : -1;
        if (same_joint >= 0) {
            compare_joints(d, i, same_joint);
        } else if (body->joint.name) {
            diff_add_presence(d, "joint", body->joint.name, false);
        }
        if (same_body >= 0) {
            compare_bodies(d, body, cdy_tree_body(b, same_body));
        } else {
            diff_add_presence(d, "body", body->name, false);
        }
    }
}

/* Adds the bodies and joints that only B has. */
static void find_added(diff_report *d, const cdy_tree *a, const cdy_tree *b)
{
    for (int i = 0; i <= cdy_tree_body_count(b); i++) {
        const cdy_body *body = cdy_tree_body(b, i);
        if (body->joint.name && cdy_tree_find_joint(a, body->joint.name) < 0) {
            diff_add_presence(d, "joint", body->joint.name, true);
        }
        if (cdy_tree_find_body(a, body->name) < 0) {
            diff_add_presence(d, "body", body->name, true);
        }
    }
}

static double total_mass(const cdy_tree *tree)
{
    double mass = 0;
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        const cdy_inertial *inertial = &cdy_tree_body(tree, i)->inertial;
        mass += inertial->given ? inertial->mass : 0;
    }
    return mass;
}

void diff_trees(diff_report *d)
{
    const cdy_tree *a = d->robots[0]->tree, *b = d->robots[1]->tree;
    compare_trees(d, a, b);
    find_added(d, a, b);
    diff_loops(d);
    d->mass[0] = total_mass(a);
    d->mass[1] = total_mass(b);
    diff_compare_numbers(d, "robot", NULL, "total mass", "kg", &d->mass[0], &d->mass[1], 1);
}
