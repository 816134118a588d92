/* DH links: the frames that compiling chooses between two axes of rotation change the work, and no result. */
#include "kernels/dh_link.h"
#include "model/dh_link.h"
#include "support/compare.h"
#include "support/naive.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double QUARTER = 1.5707963267948966;

enum { LENGTH = 7, MOST = 2 * LENGTH };

/* A twist between two neighbouring axes, and the kind of DH link that compiling makes of it. */
typedef struct twisted {
    double roll;
    dh_kind kind;
} twisted;

static const twisted twists[] = {
    {0, DH_PARALLEL},
    {QUARTER, DH_PERPENDICULAR},
    {-QUARTER, DH_PERPENDICULAR},
    {1.570796327, DH_PERPENDICULAR}, /* the same angle as files round it */
    {-1.57079633, DH_PERPENDICULAR},
    {1.5708, DH_TWISTED},
    {0.3, DH_TWISTED},
    {-2.5, DH_TWISTED},
    {1e-9, DH_TWISTED},
    {2 * QUARTER, DH_TWISTED},
};
enum { TWISTS = sizeof twists / sizeof twists[0] };

static void give_inertia(cdy_body *body, uint64_t *state)
{
    const double tensor[6] = {draw(state, 0.02, 0.03), draw(state, -0.005, 0.005), draw(state, -0.005, 0.005),
                              draw(state, 0.02, 0.03), draw(state, -0.005, 0.005), draw(state, 0.02, 0.03)};
    set_inertial(body, draw(state, 0.5, 2), draw(state, -0.2, 0.2), draw(state, -0.2, 0.2), draw(state, -0.2, 0.2),
                 tensor);
}

/* Adds a body `name` under `parent` at a placement from a twist, a turn and random numbers. */
static void add_link(cdy_tree *tree, const char *name, const char *parent, cdy_joint_type type, double roll,
                     uint64_t *state)
{
    char joint[32];
    snprintf(joint, sizeof joint, "to_%s", name);
    cdy_body body = make_body(name, joint, type);
    const double turn = draw_below(state, 2) ? QUARTER * draw_below(state, 4) : draw(state, -3, 3);
    set_origin(&body, draw(state, -0.5, 0.5), draw(state, -0.5, 0.5), draw(state, -0.5, 0.5), roll, 0, turn);
    give_inertia(&body, state);
    add_body(tree, &body, parent);
}

/* A chain: two bodies for every pair of twists, then random ones; fixed bodies on the turned frames, and side branches
 * on bodies that have a DH link already. */
static cdy_tree *make_chain(int number, int kinds[LENGTH])
{
    uint64_t state = (uint64_t)number + 1;
    cdy_tree *tree = make_tree("base", 9.81);
    char parent[16] = "base", name[16], side[16];
    for (int i = 0; i < LENGTH; i++) {
        const int drawn = i == 1 ? number % TWISTS : i == 2 ? number / TWISTS % TWISTS : draw_below(&state, TWISTS);
        const bool slides = i > 2 && draw_below(&state, 5) == 0;
        kinds[i] = drawn;
        snprintf(name, sizeof name, "b%d", i);
        if (i > 2 && draw_below(&state, 3) == 0) { /* added before the child for whose axis the frame is turned */
            snprintf(side, sizeof side, "fixed%d", i);
            add_link(tree, side, parent, CDY_JOINT_FIXED, 0.4, &state);
        }
        add_link(tree, name, parent, slides ? CDY_JOINT_PRISMATIC : CDY_JOINT_REVOLUTE, twists[drawn].roll, &state);
        if (i > 2 && draw_below(&state, 3) == 0) {
            snprintf(side, sizeof side, "side%d", i);
            add_link(tree, side, parent, CDY_JOINT_REVOLUTE, 1.2, &state);
        }
        snprintf(parent, sizeof parent, "%s", name);
    }
    return tree;
}

START_TEST(kinds_are_known)
{
    int drawn[LENGTH];
    robot r = make_robot(make_chain(_i, drawn));
    const model_body *bodies = model_bodies(r.model);
    ck_assert_int_eq(bodies[1].link, DH_NONE);
    for (int i = 2; i <= 3; i++) {
        ck_assert_int_eq((int)bodies[i].link, (int)twists[drawn[i - 1]].kind);
        ck_assert(cdy_dh_link_is_right(&bodies[i]));
        model_body other = bodies[i];
        other.link = other.link == DH_PARALLEL ? DH_PERPENDICULAR : DH_PARALLEL;
        ck_assert(!cdy_dh_link_is_right(&other));
        other = bodies[i];
        other.offset[0] += 0.1;
        ck_assert(!cdy_dh_link_is_right(&other));
    }
    free_robot(&r);
}
END_TEST

static void compare_placements(const robot *r, naive_robot *n, const double *q)
{
    cdy_error error = {0};
    naive_move(n, q);
    for (int i = 0; i < n->bodies; i++) {
        double T[16];
        ck_assert_ok(cdy_get_transform(r->model, r->work, i, 0, q, T, &error), error);
        ck_assert_near(T, n->T + 16 * (size_t)i, 16, 1e-13);
    }
}

START_TEST(results_are_the_naive_ones)
{
    int drawn[LENGTH];
    uint64_t state = (uint64_t)_i + 77;
    cdy_error error = {0};
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], expected[MOST], back[MOST], M[MOST * MOST], N[MOST * MOST];
    robot r = make_robot(make_chain(_i, drawn));
    naive_robot naive = naive_create(r.tree);
    const size_t n = (size_t)r.nv;
    ck_assert_int_le(r.nv, MOST);
    draw_array(&state, 3, q, r.nq);
    draw_array(&state, 1, qd, r.nv);
    draw_array(&state, 1, qdd, r.nv);
    compare_placements(&r, &naive, q);
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, q, M, &error), error);
    naive_mass_matrix(&naive, q, N);
    ck_assert_relative(M, N, n * n, 1e-13);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, qd, tau, NULL, back, &error), error);
    ck_assert_near(back, qdd, n, 1e-9);
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0, 0, 0}, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
    naive_inertial_torque(&naive, q, qd, qdd, expected);
    ck_assert_relative(tau, expected, n, 1e-8);
    naive_free(&naive);
    free_robot(&r);
}
END_TEST

/* The functions for DH links give the same forces and inertias in the parent's frame and the same motion in the body's
 * frame as the general transform. After eliminating a revolute joint, the articulated inertia has no entries about z.
 */
ALWAYS_INLINE void compare_with_transform(dh_kind kind, const model_body *body, const dh_link *l, transform X)
{
    const force U = {{0.1, 0.5, -0.2}, {0.3, -0.6, 0.4}}; /* so that A is no inertia of a rigid body */
    const articulated A = articulated_subtract(articulated_from(joint_body_inertia(body)), force_scale(0.01, U), U);
    const articulated turned = rotate_z_articulated_back(l->s, l->c, A);
    const vec3 r = dh_origin(kind, body, l);
    const revolute_remainder left =
        revolute_remainder_from(turned, force_scale(1 / turned.I.zz, articulated_column(turned, 2)));
    const articulated transformed = dh_shift_articulated_back(kind, r, dh_twist_remainder_back(kind, body, left));

    const force z = articulated_column(A, 2);
    const articulated B = articulated_subtract(A, force_scale(1 / A.I.zz, z), z);
    const articulated back = {rotate_tensor_back(X.E, B.I), rotate_matrix_back(X.E, B.H), rotate_tensor_back(X.E, B.M)};
    const articulated expected = articulated_shift_back(X.r, back);
    ck_assert_near((const double *)&transformed, (const double *)&expected, sizeof expected / sizeof(double), 1e-14);

    const motion parent = {{0.7, -1.1, 0.4}, {0.3, 2, -0.8}}, moved = transform_motion(X, parent);
    const motion carried = {dh_rotate(kind, body, l, parent.angular),
                            dh_rotate(kind, body, l, dh_shift_motion(kind, parent.linear, parent.angular, r))};
    ck_assert_near((const double *)&carried, (const double *)&moved, 6, 1e-14);
}

START_TEST(links_do_what_transforms_do)
{
    int drawn[LENGTH];
    const double angle = -1.3, q[MOST] = {0, angle}, sine[MOST] = {0, sin(angle)}, cosine[MOST] = {1, cos(angle)};
    robot r = make_robot(make_chain(_i, drawn));
    const model_body *body = &model_bodies(r.model)[2];
    const coordinates all = {q, sine, cosine};
    dh_link l = {.s = 0, .c = 1};
    ck_assert_int_eq(body->link, (int)twists[_i].kind);
    BY_DH_KIND(body, dh_update, body, all, &l);
    BY_DH_KIND(body, compare_with_transform, body, &l, joint_transform(body, all));
    free_robot(&r);
}
END_TEST

/* Two joints of a chain with a body on each, the second at xyz with this axis. */
static cdy_tree *make_pair(const double xyz[3], const double axis[3])
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body a = make_body("a", "j1", CDY_JOINT_REVOLUTE), b = make_body("b", "j2", CDY_JOINT_REVOLUTE);
    const double tensor[6] = {0.02, 0, 0, 0.03, 0, 0.04};
    set_inertial(&a, 1, 0.1, 0.2, 0.3, tensor);
    set_inertial(&b, 2, 0.3, -0.2, 0.1, tensor);
    set_origin(&b, xyz[0], xyz[1], xyz[2], 0, 0, 0);
    set_axis(&b, axis[0], axis[1], axis[2]);
    add_body(tree, &a, "base");
    add_body(tree, &b, "a");
    return tree;
}

static void mass_of_pair(const double xyz[3], const double axis[3], double M[4])
{
    cdy_error error = {0};
    robot r = make_robot(make_pair(xyz, axis));
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, (double[2]){0.3, 0.5}, M, &error), error);
    free_robot(&r);
}

/* Directions of subnormal length give a valid frame. */
START_TEST(vanishing_directions_change_nothing)
{
    static const double tiny[] = {5e-324, 1e-323, 1e-318, 1e-310, 1e-200, 1e-20};
    const double up[3] = {0, 0, 1}, down[3] = {0, 0, -1}, here[3] = {0.1, 0.2, 0.3}, nowhere[3] = {0, 0, 0};
    const double t = tiny[_i], off[3] = {t, 2 * t, 0}, tilted[3] = {t, t, -1};
    double M[4], expected[4];
    mass_of_pair(off, up, M);
    mass_of_pair(nowhere, up, expected);
    ck_assert_near(M, expected, 4, 1e-15);
    mass_of_pair(here, tilted, M);
    mass_of_pair(here, down, expected);
    ck_assert_near(M, expected, 4, 1e-15);
}
END_TEST

/* The kinds end where dh_link.c says: axes are perpendicular up to a cosine of 1e-8 and a slide of 1e6 m, parallel up
 * to a sine of 4e-16. */
START_TEST(kinds_have_their_limits)
{
    static const struct {
        double sine, cosine, y;
        dh_kind kind;
    } cases[] = {
        {1, 0.997e-8, 0, DH_PERPENDICULAR}, {1, 1.003e-8, 0, DH_TWISTED},       {1, -0.997e-8, 0, DH_PERPENDICULAR},
        {1, -1.003e-8, 0, DH_TWISTED},      {0.997 * 4e-16, 1, 0, DH_PARALLEL}, {1.003 * 4e-16, 1, 0, DH_TWISTED},
        {0.997 * 4e-16, -1, 0, DH_TWISTED}, {1, 0, 0.997e6, DH_PERPENDICULAR},  {1, 0, 1.003e6, DH_TWISTED},
        {1, 0, -0.997e6, DH_PERPENDICULAR}, {1, 0, -1.003e6, DH_TWISTED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double s = cases[i].sine, c = cases[i].cosine;
        const dh_choice l =
            cdy_choose_dh_link((transform){{{1, 0, 0}, {0, c, -s}, {0, s, c}}, {0.1, cases[i].y, cases[i].y * 1e-3}});
        ck_assert_msg(l.kind == cases[i].kind, "case %zu: %d, not %d", i, (int)l.kind, (int)cases[i].kind);
    }
}
END_TEST

/* A link whose parameters are 1e-6 off is not that of its placement. */
START_TEST(links_agree_to_the_accuracy_of_files)
{
    int drawn[LENGTH];
    robot r = make_robot(make_chain(8 + TWISTS, drawn)); /* two twists that are neither 0 nor 90 degrees */
    for (int i = 2; i <= 3; i++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            model_body other = model_bodies(r.model)[i];
            const double s = other.offset[0], c = other.offset[1], inside = sign * 0.999e-6, outside = sign * 1.002e-6;
            other.offset[0] = s + c * inside;
            other.offset[1] = c - s * inside;
            ck_assert(cdy_dh_link_is_right(&other));
            other.offset[0] = s + c * outside;
            other.offset[1] = c - s * outside;
            ck_assert(!cdy_dh_link_is_right(&other));
        }
    }
    free_robot(&r);
}
END_TEST

/* A body whose distance overflows is refused by its name; a body very far away is not. */
START_TEST(overflowing_directions_are_refused)
{
    cdy_error error = {0};
    cdy_model *model;
    cdy_tree *tree = make_pair((double[3]){1.5e308, 1.5e308, 0}, (double[3]){0, 0, 1});
    ck_assert_fails(cdy_model_create(tree, &model, &error), CDY_ERROR_ROBOT, error);
    ck_assert_msg(strstr(error.text, "'b'") != NULL, "%s", error.text);
    cdy_tree_destroy(tree);
    robot r = make_robot(make_pair((double[3]){0.3, 1e160, 0.1}, (double[3]){0, 1, 0})); /* no frame slides so far */
    ck_assert_int_eq(model_bodies(r.model)[2].link, DH_TWISTED);
    free_robot(&r);
}
END_TEST

/* A point mass on a rod, about z and then x: M = diag(sin^2 q2, 1), exact to rounding where M is nearly singular. */
START_TEST(small_moments_outlive_large_ones)
{
    static const double angles[] = {1e-2, 1e-4, 1e-6, 1e-7, 1e-8, 1e-12};
    cdy_error error = {0};
    double M[4], qdd[2], dqdd_dtau[4];
    cdy_tree *tree = make_tree("base", 0);
    cdy_body a = make_body("a", "j1", CDY_JOINT_REVOLUTE), b = make_body("b", "j2", CDY_JOINT_REVOLUTE);
    set_axis(&b, 1, 0, 0);
    set_inertial(&b, 1, 0, 0, -1, (double[6]){0});
    add_body(tree, &a, "base");
    add_body(tree, &b, "a");
    robot r = make_robot(tree);
    const double q[2] = {0.3, angles[_i]}, zero[2] = {0, 0};
    const double moment = sin(q[1]) * sin(q[1]);
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, q, M, &error), error);
    ck_assert_double_eq_tol(M[0], moment, 1e-14 * moment);
    ck_assert_double_eq_tol(M[3], 1, 1e-15);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, zero, (double[2]){moment, 0}, NULL, qdd, &error), error);
    ck_assert_double_eq_tol(qdd[0], 1, 1e-13);
    ck_assert_ok(cdy_forward_dynamics_derivatives(r.model, r.work, q, zero, zero, NULL,
                                                  &(const cdy_forward_derivatives){NULL, NULL, dqdd_dtau}, &error),
                 error);
    ck_assert_double_eq_tol(dqdd_dtau[0], 1 / moment, 1e-13 / moment);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("dh_link");
    TCase *links = tcase_create("dh_link");
    tcase_add_loop_test(links, kinds_are_known, 0, TWISTS * TWISTS);
    tcase_add_loop_test(links, results_are_the_naive_ones, 0, TWISTS * TWISTS);
    tcase_add_loop_test(links, links_do_what_transforms_do, 0, TWISTS);
    tcase_add_loop_test(links, vanishing_directions_change_nothing, 0, 6);
    tcase_add_test(links, kinds_have_their_limits);
    tcase_add_test(links, links_agree_to_the_accuracy_of_files);
    tcase_add_test(links, overflowing_directions_are_refused);
    tcase_add_loop_test(links, small_moments_outlive_large_ones, 0, 6);
    suite_add_tcase(suite, links);
    return run_suites(suite, NULL);
}
