/* One robot described in several ways: dynamics and kinematics must be equal. */
#include "support/compare.h"
#include "support/placement.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 40, MOST = 400, NAME_SIZE = 64 };

/* The differences between a copy and its original tree. */
typedef struct changes {
    bool shuffle;   /* add the bodies in another order */
    bool insert;    /* put a welded link before every joint */
    bool split;     /* move half of each inertia to a welded link */
    bool move_base; /* put the base on a new base, moved and turned */
} changes;

static cdy_placement draw_placement(uint64_t *state)
{
    cdy_placement p;
    draw_array(state, 0.5, p.xyz, 3);
    draw_array(state, 1.4, p.rpy, 3);
    return p;
}

/* Adds "pre_NAME", welded to the parent by a joint with the name of `body`'s joint, and so with its position among the
 * siblings; `body` becomes a child of "pre_NAME", its placement unchanged. */
static void insert_link(cdy_tree *copy, cdy_body *body, const char **parent, uint64_t *state, char names[3][NAME_SIZE])
{
    snprintf(names[0], NAME_SIZE, "pre_%s", body->name);
    cdy_body link = make_body(names[0], body->joint.name, CDY_JOINT_FIXED);
    link.joint.origin = draw_placement(state);
    add_body(copy, &link, *parent);
    cdy_placement back = placement_inverse(&link.joint.origin);
    body->joint.origin = placement_compose(&back, &body->joint.origin);
    snprintf(names[1], NAME_SIZE, "moved_%s", body->joint.name);
    body->joint.name = names[1];
    if (body->joint.mimic.joint) {
        snprintf(names[2], NAME_SIZE, "moved_%s", body->joint.mimic.joint);
        body->joint.mimic.joint = names[2];
    }
    *parent = names[0];
}

/* Adds "half_NAME" to the body in the copy, with half of the inertia in a frame of its own. */
static void add_half(cdy_tree *copy, const cdy_body *body, uint64_t *state)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "half_%s", body->name);
    cdy_body half = make_body(name, name, CDY_JOINT_FIXED);
    half.joint.origin = draw_placement(state);
    half.inertial = body->inertial;
    cdy_placement back = placement_inverse(&half.joint.origin);
    half.inertial.origin = placement_compose(&back, &body->inertial.origin);
    add_body(copy, &half, body->name);
}

static void copy_body(cdy_tree *copy, const cdy_tree *tree, int index, changes c, uint64_t *state)
{
    char names[3][NAME_SIZE];
    cdy_body body = *cdy_tree_body(tree, index);
    const char *parent = cdy_tree_body(tree, cdy_tree_parent(tree, index))->name;
    if (c.insert) {
        insert_link(copy, &body, &parent, state, names);
    }
    bool split = c.split && body.inertial.given;
    for (int k = 0; k < 6 && split; k++) {
        body.inertial.inertia[k] /= 2;
    }
    body.inertial.mass /= split ? 2 : 1;
    add_body(copy, &body, parent);
    if (split) {
        add_half(copy, &body, state);
    }
}

/* Makes the base a body on a new base, and rotates gravity so that its direction relative to the robot stays. */
static cdy_tree *make_base(const cdy_tree *tree, changes c, uint64_t *state)
{
    double g[3], turned[3] = {0}, R[9];
    cdy_error error = {0};
    cdy_tree_get_gravity(tree, g);
    cdy_tree *copy = make_tree(c.move_base ? "floor" : "base", 0);
    if (c.move_base) {
        cdy_body base = make_body("base", "pedestal", CDY_JOINT_FIXED);
        set_inertial(&base, 3, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1}); /* a welded body: its inertia has no effect */
        base.joint.origin = draw_placement(state);
        add_body(copy, &base, "floor");
        placement_rotation(&base.joint.origin, R);
        for (int k = 0; k < 9; k++) {
            turned[k / 3] += R[k] * g[k % 3];
        }
        memcpy(g, turned, sizeof g);
    }
    ck_assert_ok(cdy_tree_set_gravity(copy, g, &error), error);
    return copy;
}

static cdy_tree *copy_tree(const cdy_tree *tree, changes c, uint64_t seed)
{
    cdy_tree *copy = make_base(tree, c, &seed);
    int count = cdy_tree_body_count(tree);
    if (!c.shuffle) {
        for (int i = 1; i <= count; i++) {
            copy_body(copy, tree, i, c, &seed);
        }
        return copy;
    }
    for (int left = count; left > 0;) {
        int i = 1 + draw_below(&seed, count);
        const char *parent = cdy_tree_body(tree, cdy_tree_parent(tree, i))->name;
        if (cdy_tree_find_body(copy, cdy_tree_body(tree, i)->name) < 0 && cdy_tree_find_body(copy, parent) >= 0) {
            copy_body(copy, tree, i, c, &seed);
            left--;
        }
    }
    return copy;
}

/* ---- comparing ---- */

/* Dynamics of a robot in a fixed state, with a wrench on each body in its own frame: torques and M. */
static void describe(robot *r, const cdy_tree *original, const double *q, const double *qd, const double *qdd,
                     double *tau, double *M)
{
    cdy_error error = {0};
    double *fext = calloc(6 * (size_t)cdy_model_force_rows(r->model) + 1, sizeof *fext);
    uint64_t state = 3;
    for (int i = 1; i <= cdy_tree_body_count(original); i++) {
        double wrench[6];
        draw_array(&state, 2, wrench, 6);
        int frame = cdy_model_find_frame(r->model, cdy_tree_body(original, i)->name);
        ck_assert_ok(cdy_external_force(r->model, r->work, frame, wrench, q, fext, &error), error);
    }
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, fext, tau, &error), error);
    ck_assert_ok(cdy_mass_matrix(r->model, r->work, q, M, &error), error);
    free(fext);
}

/* y = T^-1 x for a placement T and a point x. */
static void point_in(const double T[16], const double x[3], double y[3])
{
    for (int i = 0; i < 3; i++) {
        y[i] = 0;
        for (int k = 0; k < 3; k++) {
            y[i] += T[4 * k + i] * (x[k] - T[4 * k + 3]);
        }
    }
}

/* Kinematics of a robot in a fixed state: placements of the bodies relative to the old base, their accelerations and
 * Jacobians in their own axes, the centre of mass.  Returns the count of the numbers, which the caller frees. */
static size_t describe_kinematics(robot *r, const cdy_tree *original, const double *q, const double *qd,
                                  const double *qdd, double **numbers)
{
    cdy_error error = {0};
    size_t n = (size_t)r->nv, each = 22 + 6 * n, count = 3;
    int bodies = cdy_tree_body_count(original), base = cdy_model_find_frame(r->model, "base");
    double T[16], com[3], *x = calloc(3 + each * (size_t)bodies, sizeof *x);
    ck_assert_ok(cdy_get_transform(r->model, r->work, base, 0, q, T, &error), error);
    ck_assert_ok(cdy_center_of_mass(r->model, r->work, q, com, NULL, &error), error);
    point_in(T, com, x);
    for (int i = 1; i <= bodies; i++, count += each) {
        int frame = cdy_model_find_frame(r->model, cdy_tree_body(original, i)->name);
        double *at = x + count;
        ck_assert_ok(cdy_get_transform(r->model, r->work, frame, base, q, at, &error), error);
        ck_assert_ok(cdy_frame_acceleration(r->model, r->work, frame, CDY_AXES_BODY, q, qd, qdd, at + 16, &error),
                     error);
        ck_assert_ok(cdy_geometric_jacobian(r->model, r->work, frame, CDY_AXES_BODY, q, at + 22, &error), error);
    }
    *numbers = x;
    return count;
}

static void compare_kinematics(robot *r, robot *copy, const cdy_tree *original, const double *q, const double *qd,
                               const double *qdd, double tolerance)
{
    double *one = NULL, *other = NULL;
    size_t count = describe_kinematics(r, original, q, qd, qdd, &one);
    ck_assert_uint_eq(describe_kinematics(copy, original, q, qd, qdd, &other), count);
    ck_assert_relative(other, one, count, tolerance);
    free(one);
    free(other);
}

static void check_copy(int number, changes c, double tolerance)
{
    cdy_tree *tree = random_tree((uint64_t)number + 500, number + 1, RANDOM_JOINTS_ALL);
    robot copy = make_robot(copy_tree(tree, c, (uint64_t)number));
    robot r = make_robot(tree);
    double q[MOST], qd[MOST], qdd[MOST], tau[2][MOST];
    size_t n = (size_t)r.nv;
    uint64_t state = (uint64_t)number;
    ck_assert_int_eq(copy.nv, r.nv);
    random_state(&state, tree, q);
    draw_array(&state, 1, qd, r.nv);
    draw_array(&state, 1, qdd, r.nv);
    double *M[2] = {calloc(n * n, sizeof(double)), calloc(n * n, sizeof(double))};
    describe(&r, tree, q, qd, qdd, tau[0], M[0]);
    describe(&copy, tree, q, qd, qdd, tau[1], M[1]);
    ck_assert_relative(tau[1], tau[0], n, tolerance);
    ck_assert_relative(M[1], M[0], n * n, tolerance);
    compare_kinematics(&r, &copy, tree, q, qd, qdd, tolerance);
    free(M[0]);
    free(M[1]);
    free_robot(&copy);
    free_robot(&r);
}

START_TEST(the_order_of_adding_does_not_matter)
{
    check_copy(_i, (changes){.shuffle = true}, 0);
}
END_TEST

START_TEST(welded_links_in_between_do_not_matter)
{
    check_copy(_i, (changes){.insert = true}, 1e-12);
}
END_TEST

START_TEST(an_inertia_in_two_halves_is_the_same)
{
    check_copy(_i, (changes){.split = true}, 1e-12);
}
END_TEST

START_TEST(where_the_base_stands_does_not_matter)
{
    check_copy(_i, (changes){.move_base = true}, 1e-12);
}
END_TEST

START_TEST(all_of_it_at_once_does_not_matter)
{
    check_copy(_i, (changes){true, true, true, true}, 1e-12);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("invariance");
    TCase *tests = tcase_create("copies");
    tcase_add_loop_test(tests, the_order_of_adding_does_not_matter, 0, TREES);
    tcase_add_loop_test(tests, welded_links_in_between_do_not_matter, 0, TREES);
    tcase_add_loop_test(tests, an_inertia_in_two_halves_is_the_same, 0, TREES);
    tcase_add_loop_test(tests, where_the_base_stands_does_not_matter, 0, TREES);
    tcase_add_loop_test(tests, all_of_it_at_once_does_not_matter, 0, TREES);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
