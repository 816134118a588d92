#include "support/same_tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static __attribute__((format(printf, 2, 3))) const char *say(char text[DIFFERENCE_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, DIFFERENCE_SIZE, format, arguments);
    va_end(arguments);
    return text;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_numbers(const double *a, const double *b, size_t count)
{
    return memcmp(a, b, count * sizeof *a) == 0;
}

static bool same_placement(const cdy_placement *a, const cdy_placement *b)
{
    return same_numbers(a->xyz, b->xyz, 3) && same_numbers(a->rpy, b->rpy, 3);
}

/* ---- joints ---- */

static bool same_limit(const cdy_limit *a, const cdy_limit *b)
{
    return a->given == b->given &&
           (!a->given || (same_numbers(&a->lower, &b->lower, 1) && same_numbers(&a->upper, &b->upper, 1) &&
                          same_numbers(&a->effort, &b->effort, 1) && same_numbers(&a->velocity, &b->velocity, 1)));
}

static bool same_mimic(const cdy_mimic *a, const cdy_mimic *b)
{
    return same_text(a->joint, b->joint) && same_numbers(&a->multiplier, &b->multiplier, 1) &&
           same_numbers(&a->offset, &b->offset, 1);
}

static bool same_safety(const cdy_safety *a, const cdy_safety *b)
{
    return a->given == b->given && same_numbers(&a->soft_lower, &b->soft_lower, 1) &&
           same_numbers(&a->soft_upper, &b->soft_upper, 1) && same_numbers(&a->k_position, &b->k_position, 1) &&
           same_numbers(&a->k_velocity, &b->k_velocity, 1);
}

static bool same_calibration(const cdy_calibration *a, const cdy_calibration *b)
{
    return a->rising_given == b->rising_given && a->falling_given == b->falling_given &&
           same_numbers(&a->rising, &b->rising, 1) && same_numbers(&a->falling, &b->falling, 1);
}

static const char *find_joint_difference(const cdy_joint *a, const cdy_joint *b)
{
    return !same_text(a->name, b->name)                                           ? "joint name"
           : a->type != b->type                                                   ? "joint type"
           : !same_placement(&a->origin, &b->origin)                              ? "origin"
           : !same_numbers(a->axis, b->axis, 3)                                   ? "axis"
           : !same_limit(&a->limit, &b->limit)                                    ? "limit"
           : a->dynamics.given != b->dynamics.given                               ? "dynamics"
           : !same_numbers(&a->dynamics.damping, &b->dynamics.damping, 1)         ? "damping"
           : !same_numbers(&a->dynamics.friction, &b->dynamics.friction, 1)       ? "friction"
           : !same_numbers(&a->dynamics.stiffness, &b->dynamics.stiffness, 1)     ? "stiffness"
           : !same_numbers(&a->dynamics.spring_rest, &b->dynamics.spring_rest, 1) ? "spring rest"
           : !same_mimic(&a->mimic, &b->mimic)                                    ? "mimic"
           : !same_safety(&a->safety, &b->safety)                                 ? "safety"
           : !same_calibration(&a->calibration, &b->calibration)                  ? "calibration"
           : !same_placement(&a->child, &b->child)                                ? "child placement"
           : a->home_given != b->home_given                                       ? "home"
           : a->home_given && !same_numbers(a->home, b->home, 7)                  ? "home"
           : !same_numbers(&a->rotor_inertia, &b->rotor_inertia, 1)               ? "rotor inertia"
           : !same_numbers(&a->gear_ratio, &b->gear_ratio, 1)                     ? "gear ratio"
           : !same_numbers(&a->acceleration_limit, &b->acceleration_limit, 1)     ? "acceleration limit"
           : !same_numbers((const double *)(const void *)&a->drive, (const double *)(const void *)&b->drive,
                           sizeof a->drive / sizeof(double))
               ? "drive"
               : NULL;
}

/* ---- bodies ---- */

static bool same_geometry(const cdy_geometry *a, const cdy_geometry *b)
{
    return a->type == b->type && same_numbers(a->size, b->size, 3) && same_numbers(&a->radius, &b->radius, 1) &&
           same_numbers(&a->length, &b->length, 1) && same_text(a->mesh, b->mesh) &&
           same_numbers(a->scale, b->scale, 3);
}

static bool same_material(const cdy_material *a, const cdy_material *b)
{
    return same_text(a->name, b->name) && a->color_given == b->color_given && same_numbers(a->rgba, b->rgba, 4) &&
           same_text(a->texture, b->texture);
}

static const char *find_shape_difference(const cdy_shape *a, size_t a_count, const cdy_shape *b, size_t b_count)
{
    if (a_count != b_count) {
        return "number of shapes";
    }
    for (size_t i = 0; i < a_count; i++) {
        const char *part = !same_text(a[i].name, b[i].name)                 ? "shape name"
                           : !same_placement(&a[i].origin, &b[i].origin)    ? "shape origin"
                           : !same_geometry(&a[i].geometry, &b[i].geometry) ? "geometry"
                           : !same_material(&a[i].material, &b[i].material) ? "material"
                                                                            : NULL;
        if (part) {
            return part;
        }
    }
    return NULL;
}

static const char *find_inertial_difference(const cdy_inertial *a, const cdy_inertial *b)
{
    return a->given != b->given                       ? "inertial"
           : !a->given                                ? NULL
           : !same_placement(&a->origin, &b->origin)  ? "centre of mass"
           : !same_numbers(&a->mass, &b->mass, 1)     ? "mass"
           : !same_numbers(a->inertia, b->inertia, 6) ? "inertia"
                                                      : NULL;
}

const char *find_body_difference(const cdy_body *a, const cdy_body *b, char text[DIFFERENCE_SIZE])
{
    const char *part = !same_text(a->name, b->name) ? "name" : find_joint_difference(&a->joint, &b->joint);
    part = part ? part : find_inertial_difference(&a->inertial, &b->inertial);
    part = part ? part : find_shape_difference(a->visuals, a->visual_count, b->visuals, b->visual_count);
    part = part ? part : find_shape_difference(a->collisions, a->collision_count, b->collisions, b->collision_count);
    return part ? say(text, "body '%s': another %s", a->name, part) : NULL;
}

/* ---- trees ---- */

const char *find_difference(const cdy_tree *a, const cdy_tree *b, char text[DIFFERENCE_SIZE])
{
    double g[3], h[3];
    cdy_tree_get_gravity(a, g);
    cdy_tree_get_gravity(b, h);
    if (strcmp(cdy_tree_name(a), cdy_tree_name(b)) != 0 || !same_numbers(g, h, 3) ||
        cdy_tree_mimic_independent(a) != cdy_tree_mimic_independent(b)) {
        return say(text, "another robot name, gravity or mimic mode");
    }
    if (cdy_tree_body_count(a) != cdy_tree_body_count(b)) {
        return say(text, "%d and %d bodies", cdy_tree_body_count(a), cdy_tree_body_count(b));
    }
    const char *difference = NULL;
    for (int i = 0; i <= cdy_tree_body_count(a) && !difference; i++) {
        difference = find_body_difference(cdy_tree_body(a, i), cdy_tree_body(b, i), text);
        if (!difference && cdy_tree_parent(a, i) != cdy_tree_parent(b, i)) {
            difference = say(text, "body %d has another parent", i);
        }
    }
    return difference;
}

/* Children are in the order of their joints' names, have the right parent, and are all counted. */
static const char *find_wrong_child(const cdy_tree *tree, int parent, int *count, char text[DIFFERENCE_SIZE])
{
    const char *last = "";
    for (int i = cdy_tree_first_child(tree, parent); i >= 0; i = cdy_tree_next_sibling(tree, i)) {
        if (++*count > cdy_tree_body_count(tree) || cdy_tree_parent(tree, i) != parent) {
            return say(text, "the children of body %d lead to body %d", parent, i);
        }
        if (strcmp(last, cdy_tree_body(tree, i)->joint.name) >= 0) {
            return say(text, "joint '%s' comes before '%s'", last, cdy_tree_body(tree, i)->joint.name);
        }
        last = cdy_tree_body(tree, i)->joint.name;
    }
    return NULL;
}

const char *find_broken_link(const cdy_tree *tree, char text[DIFFERENCE_SIZE])
{
    int children = 0;
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        if (cdy_tree_find_body(tree, body->name) != i || (i > 0 && cdy_tree_find_joint(tree, body->joint.name) != i)) {
            return say(text, "body %d is not found by its names", i);
        }
        /* Depth-first: the parent is the body before, or an ancestor of that body. */
        int above = i - 1;
        while (above > cdy_tree_parent(tree, i)) {
            above = cdy_tree_parent(tree, above);
        }
        if (above != cdy_tree_parent(tree, i)) {
            return say(text, "body %d is not in depth-first order", i);
        }
        const char *fault = find_wrong_child(tree, i, &children, text);
        if (fault) {
            return fault;
        }
    }
    return children == cdy_tree_body_count(tree) ? NULL : say(text, "%d children in all", children);
}
