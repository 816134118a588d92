/* Verdicts on mass matrices: the bounds of pivots, on both sides of each threshold, and what the messages about
 * singular matrices tell. */
#include "dynamics/external_force.h"
#include "dynamics/forward_dynamics.h"
#include "dynamics/mass_factor.h"
#include "dynamics/pivot_bound.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_BODIES = 4 };

/* A body of a robot; its inertia is diagonal about its origin. */
typedef struct part {
    const char *name, *parent; /* NULL: no further body */
    cdy_joint_type type;
    double axis[3], mass, diagonal[3];
} part;

static robot make_links(const part links[MOST_BODIES])
{
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < MOST_BODIES && links[i].name; i++) {
        const double *d = links[i].diagonal, *axis = links[i].axis;
        cdy_body body = make_body(links[i].name, links[i].name, links[i].type);
        set_axis(&body, axis[0], axis[1], axis[2]);
        set_inertial(&body, links[i].mass, 0, 0, 0, (double[6]){d[0], 0, 0, d[1], 0, d[2]});
        add_body(tree, &body, links[i].parent);
    }
    return make_robot(tree);
}

/* ---- pivots ---- */

/* Three slides along one line, each on the one before: the pivots are the masses, and the diagonal element of each is
 * the sum of its mass and the masses behind it. */
static robot make_slides(double first, double second, double third)
{
    const part links[MOST_BODIES] = {{"a", "base", CDY_JOINT_PRISMATIC, {0, 0, 1}, first, {0}},
                                     {"b", "a", CDY_JOINT_PRISMATIC, {0, 0, 1}, second, {0}},
                                     {"c", "b", CDY_JOINT_PRISMATIC, {0, 0, 1}, third, {0}}};
    return make_links(links);
}

/* Factors the mass matrix; *clear: whether its pivots are far above rounding errors. */
static mass_factor factor_at_home(robot *r, bool *clear)
{
    cdy_error error = {0};
    mass_factor factor;
    ck_assert_ok(cdy_mass_matrix(r->model, r->work, NULL, r->work->L, &error), error);
    *clear = cdy_try_factor_mass(r->model, r->work, &factor);
    return factor;
}

/* Twelve epsilons of a diagonal element, for three degrees of freedom, may be rounding errors. */
START_TEST(pivots_of_rounding_errors_are_found)
{
    static const struct {
        double mass[3]; /* 0: the tiny one */
        int epsilons, row;
    } cases[] = {{{0, 1, 1}, 24, 1}, {{0, 1, 1}, 26, 0}, {{1, 0, 1}, 12, 2}, {{1, 0, 1}, 14, 0},
                 {{0, 0, 1}, 12, 2}, {{0, 2, 2}, 48, 1}, {{0, 2, 2}, 52, 0}, {{1, 1, 1}, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double m[3], sum = 0, least = 1;
        bool clear;
        for (int k = 2; k >= 0; k--) {
            m[k] = cases[i].mass[k] > 0 ? cases[i].mass[k] : cases[i].epsilons * DBL_EPSILON;
            sum += m[k];
            least = fmin(least, m[k] / sum);
        }
        robot r = make_slides(m[0], m[1], m[2]);
        const mass_factor factor = factor_at_home(&r, &clear);
        ck_assert_msg(factor.row == cases[i].row, "case %zu: row %d", i, factor.row);
        ck_assert_int_eq(clear, least > 0.1);
        ck_assert_msg(cases[i].row || fabs(factor.least - least) <= 1e-15 * least, "case %zu: %g", i, factor.least);
        free_robot(&r);
    }
}
END_TEST

START_TEST(pivots_under_a_millionth_are_doubtful)
{
    for (int i = 0; i < 4; i++) {
        const double ratio = 1e-6 * (i % 2 ? 1.003 : 0.997), light = ratio / (1 - ratio);
        bool clear;
        robot r = i < 2 ? make_slides(2 * light, 1, 1) : make_slides(1, light, 1);
        const mass_factor factor = factor_at_home(&r, &clear);
        ck_assert_int_eq(clear, i % 2);
        ck_assert_int_eq(factor.row, 0);
        ck_assert_double_eq_tol(factor.least / ratio, 1, 1e-6);
        free_robot(&r);
    }
}
END_TEST

/* A mass matrix with a doubtful pivot is factored again, densely, and its equations are solved. */
START_TEST(doubtful_matrices_are_solved)
{
    const double light = 0x1p-26; /* which adds to 4 kg without rounding */
    cdy_error error = {0};
    robot r = make_slides(light, 1, 3);
    for (int dense = 0; dense < 2; dense++) {
        double x[3] = {1, 2, 3}; /* of M x: the sums of mass times acceleration from each joint on */
        mass_factor factor;
        ck_assert_ok(cdy_mass_matrix(r.model, r.work, NULL, r.work->L, &error), error);
        ck_assert_ok((dense ? cdy_factor_dense_mass : cdy_factor_mass)(r.model, r.work, &factor, &error), error);
        ck_assert(factor.dense && factor.row == 0);
        cdy_mass_solve(&factor, x);
        ck_assert_double_eq_tol(x[0] * light, -1, 1e-7);
        ck_assert_double_eq_tol(x[0] + x[1], -1, 1e-7);
        ck_assert_double_eq_tol(x[0] + x[1] + x[2], 1, 1e-7);
    }
    free_robot(&r);
}
END_TEST

/* Two hinges on one line, the first with little inertia of its own, carry a pendulum: M is doubtful, and the
 * derivatives are those of the accelerations all the same. */
START_TEST(doubtful_matrices_have_derivatives)
{
    enum { N = 3 };
    static const double axes[N][3] = {{0, 1, 0}, {0, 1, 0}, {1, 0, 0}}, h = 1e-5;
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < N; i++) {
        const char *const name = (const char *const[]){"a", "b", "c"}[i];
        cdy_body body = make_body(name, name, CDY_JOINT_CONTINUOUS);
        set_axis(&body, axes[i][0], axes[i][1], axes[i][2]);
        set_origin(&body, 0, 0, i == 2 ? -0.4 : 0, 0, 0, 0);
        set_inertial(&body, i ? 1 : 1e-4, 0, 0, i ? -0.2 : 0, (double[6]){1e-7, 0, 0, 1e-7, 0, 1e-7});
        add_body(tree, &body, i ? (i == 1 ? "a" : "b") : "base");
    }
    robot r = make_robot(tree);
    const double q[N] = {0.3, 0.5, -0.7}, qd[N] = {0.2, -0.4, 0.6}, tau[N] = {1e-7, 0.3, -0.2};
    double by_q[N * N], by_qd[N * N];
    bool clear;
    factor_at_home(&r, &clear);
    ck_assert(!clear);
    ck_assert_ok(cdy_forward_dynamics_derivatives(r.model, r.work, q, qd, tau, NULL,
                                                  &(const cdy_forward_derivatives){by_q, by_qd, NULL}, &error),
                 error);
    for (int k = 0; k < 2 * N; k++) {
        double change[N], x[2][N];
        for (int side = 0; side < 2; side++) {
            double moved[2 * N] = {q[0], q[1], q[2], qd[0], qd[1], qd[2]};
            moved[k] += side ? h : -h;
            ck_assert_ok(cdy_forward_dynamics(r.model, r.work, moved, moved + N, tau, NULL, x[side], &error), error);
        }
        for (int i = 0; i < N; i++) {
            const double *row = k < N ? &by_q[i * N + k] : &by_qd[i * N + k - N];
            change[i] = (x[1][i] - x[0][i]) / (2 * h);
            ck_assert_msg(fabs(*row - change[i]) <= 1e-5 * (1 + fabs(change[i])), "%d, %d: %.9g, not %.9g", i, k, *row,
                          change[i]);
        }
    }
    free_robot(&r);
}
END_TEST

/* A trunk with an arm of two joints, a finger and a planar table: the pivots in the order of the velocities. */
static robot make_tree_of_leaves(void)
{
    const part links[MOST_BODIES] = {{"a", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 1, {1, 1, 1}},
                                     {"b", "a", CDY_JOINT_REVOLUTE, {1, 0, 0}, 1, {1, 1, 1}},
                                     {"c", "b", CDY_JOINT_REVOLUTE, {0, 1, 0}, 1, {1, 1, 1}},
                                     {"d", "a", CDY_JOINT_PLANAR, {0, 0, 1}, 1, {1, 1, 1}}};
    return make_links(links);
}

/* A pivot may be a rounding error of 1e-8 of the largest, unless its body has one joint and no children. */
START_TEST(small_pivots_are_significant_at_leaves)
{
    static const struct {
        double pivots[6]; /* a, b, c, and d with three */
        bool expected;
    } cases[] = {
        {{1, 1, 1, 1, 1, 1}, true},
        {{0.997e-8, 1, 1, 1, 1, 1}, false},
        {{1.003e-8, 1, 1, 1, 1, 1}, true},
        {{1, 0.997e-8, 1, 1, 1, 1}, false},
        {{1, 1.003e-8, 1, 1, 1, 1}, true},
        {{1, 1, 1e-200, 1, 1, 1}, true},
        {{1, 1, 0, 1, 1, 1}, false},
        {{1, 1, -1, 1, 1, 1}, false},
        {{1, 1, (double)NAN, 1, 1, 1}, false},
        {{1, 1, 1, 0.997e-8, 1, 1}, false},
        {{1, 1, 1, 1, 0.997e-8, 1}, false},
        {{1, 1, 1, 1, 1, 0.997e-8}, false},
        {{1, 1, 1, 1, 1, 1.003e-8}, true},
        {{4, 3.99e-8, 1, 1, 1, 1}, false},
        {{4, 4.01e-8, 1, 1, 1, 1}, true},
        {{3.99e-8, 1, 1, 1, 1, 4}, false},
        {{4.01e-8, 1, 1, 1, 1, 4}, true},
        {{1e-300, 1e-300, 1e-300, 1e-300, 1e-300, 1e-300}, true},
    };
    robot r = make_tree_of_leaves();
    ck_assert_int_eq(r.nv, 6);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(cdy_pivots_are_significant(r.model, cases[i].pivots) == cases[i].expected, "case %zu", i);
    }
    free_robot(&r);
}
END_TEST

/* The first body may be the leaf, too, and a robot may have no more than one body. */
START_TEST(the_first_body_may_be_a_leaf)
{
    const part twins[MOST_BODIES] = {{"a", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 1, {1, 1, 1}},
                                     {"b", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 1, {1, 1, 1}}};
    for (int count = 1; count <= 2; count++) {
        part some[MOST_BODIES] = {{0}};
        memcpy(some, twins, (size_t)count * sizeof *some);
        robot r = make_links(some);
        for (int small = 0; small < count; small++) {
            double pivots[2] = {1, 1};
            pivots[small] = 1e-100;
            ck_assert(cdy_pivots_are_significant(r.model, pivots));
            pivots[small] = 0;
            ck_assert(!cdy_pivots_are_significant(r.model, pivots));
        }
        free_robot(&r);
    }
}
END_TEST

/* ---- bounds of pivots ---- */

enum { MOST_RANGES = 16 };

typedef struct bounds {
    double bound[MOST_RANGES], range[MOST_RANGES];
} bounds;

static bounds find_bounds(const robot *r)
{
    bounds b;
    double scratch[64];
    ck_assert_uint_le(cdy_pivot_scratch_size(r->model), sizeof scratch);
    memset(&b, 0xff, sizeof b);
    cdy_bound_pivots(r->model, scratch, b.bound, b.range);
    return b;
}

/* A hinge with the inertia `I` that carries another body 0.5 m away. */
static robot make_carrier(cdy_joint_type type, cdy_limit limit)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("a", "a", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){3, 0, 0, 3, 0, 3});
    add_body(tree, &body, "base");
    body = make_body("b", "b", type);
    set_origin(&body, 0.3, 0.4, 0, 0, 0, 0);
    set_inertial(&body, 5, 0, 0, 0, (double[6]){0.1, 0, 0, 0.1, 0, 0.1});
    body.joint.limit = limit;
    add_body(tree, &body, "a");
    return make_robot(tree);
}

/* The bound of a hinge is the sum of all elements of its body's inertia matrix, twice the largest possible moment. */
START_TEST(the_bound_of_a_body_is_the_sum_of_its_inertia)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("a", "a", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 7, 0, 0, 0, (double[6]){10, 0.5, -0.25, 11, 0.125, 12});
    add_body(tree, &body, "base");
    body = make_body("b", "b", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 3, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    const bounds b = find_bounds(&r);
    ck_assert_double_eq_tol(b.bound[0], 33 + 2 * 0.875, 1e-13);
    ck_assert_double_eq_tol(b.bound[1], 3, 1e-15);
    ck_assert(isinf(b.range[0]) && isinf(b.range[1])); /* nothing turns a slide on the base */
    free_robot(&r);
}
END_TEST

/* A slide on a hinge: its range is twice the limit that is farther from 0, and 6 m where that is 100 m or more. */
START_TEST(slides_that_turn_have_a_range)
{
    static const struct {
        cdy_limit limit;
        double range;
    } cases[] = {{{true, -0.5, 2, 0, 0}, 4},     {{true, -3, 2, 0, 0}, 6},        {{true, -99.6, 1, 0, 0}, 199.2},
                 {{true, 1, 99.6, 0, 0}, 199.2}, {{true, -100.4, 1, 0, 0}, 6},    {{true, -100, 1, 0, 0}, 6},
                 {{true, -1, 100.4, 0, 0}, 6},   {{true, 0.25, 0.25, 0, 0}, 0.5}, {{false, 0, 0, 0, 0}, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        robot r = make_carrier(CDY_JOINT_PRISMATIC, cases[i].limit);
        const bounds b = find_bounds(&r);
        const double carried = sqrt(0.3) + (0.5 + cases[i].range) * sqrt(2 * 5);
        ck_assert(isinf(b.range[0]));
        ck_assert_double_eq_tol(b.range[1], cases[i].range, 1e-12);
        ck_assert_double_eq_tol(b.bound[0] / (9 + carried * carried), 1, 1e-14);
        ck_assert_double_eq_tol(b.bound[1], 5, 1e-14);
        free_robot(&r);
    }
}
END_TEST

START_TEST(planar_and_floating_joints_have_ranges_to_translate)
{
    static const struct {
        cdy_joint_type type;
        int angles, first, velocities; /* coordinates that are no translations before (and after) the others */
        double distance;
    } cases[] = {{CDY_JOINT_PLANAR, 0, 2, 3, 8.48528137423857},
                 {CDY_JOINT_FLOATING, 4, 7, 6, 10.3923048454132638},
                 {CDY_JOINT_REVOLUTE, 1, 1, 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        robot r = make_carrier(cases[i].type, (cdy_limit){0});
        const bounds b = find_bounds(&r);
        const double carried = sqrt(0.3) + (0.5 + cases[i].distance) * sqrt(2 * 5);
        ck_assert_double_eq_tol(b.bound[0] / (9 + carried * carried), 1, 1e-14);
        for (int k = 1; k < r.nq; k++) {
            const bool translates = k - 1 >= cases[i].angles && k - 1 < cases[i].first;
            ck_assert(translates ? fabs(b.range[k] - 6) <= 0 : isinf(b.range[k]));
        }
        for (int k = 1; k < r.nv; k++) { /* planar: x y and the angle; floating: three angles before x y z */
            const bool turns = cases[i].type == CDY_JOINT_PLANAR ? k == 3 : k < 4;
            ck_assert_double_eq_tol(b.bound[k], turns ? 0.3 : 5, 1e-14);
        }
        free_robot(&r);
    }
}
END_TEST

/* Slides on slides keep an infinite range; what a slide carries adds to its mass. */
START_TEST(masses_add_up_along_slides)
{
    const double sums[3] = {12, 10, 7};
    robot r = make_slides(2, 3, 7);
    const bounds b = find_bounds(&r);
    for (int i = 0; i < 3; i++) {
        ck_assert(isinf(b.range[i]));
        ck_assert_double_eq_tol(b.bound[i], sums[i], 1e-13);
    }
    free_robot(&r);
}
END_TEST

/* A leader feels its follower's bound times the square of the ratio, and twice the geometric mean of both. */
START_TEST(followers_add_to_the_bound_of_their_leader)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("a", "a", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){3, 0, 0, 3, 0, 3});
    add_body(tree, &body, "base");
    body = make_body("b", "b", CDY_JOINT_PRISMATIC);
    body.joint.mimic = (cdy_mimic){"a", -2, 0.1};
    set_inertial(&body, 5, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    const bounds b = find_bounds(&r);
    ck_assert_int_eq(r.nv, 1);
    ck_assert_double_eq_tol(b.bound[0], pow(3 + 2 * sqrt(5), 2), 1e-12);
    free_robot(&r);
}
END_TEST

/* ---- messages ---- */

#define REDUNDANT(joint, body)                                                                                         \
    "the mass matrix is not positive definite at joint '" joint "': it can move together with the joints before it "   \
    "so that nothing that has inertia moves" body "; give the bodies in between mass and inertia, or fix one of the "  \
    "joints"
#define IDLE(joint, against, count, all)                                                                               \
    "the mass matrix is singular in every state: no inertia resists when joint '" joint "' moves" against " (" count   \
    " of "                                                                                                             \
    "the robot's " all " degrees of freedom); give the links in between mass and inertia, or fix a joint"

static const struct {
    part links[MOST_BODIES];
    const char *text;
} singular[] = {
    /* nothing has inertia; the second of two hinges has none; a slide has inertia but no mass */
    {{{"a", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}}}, IDLE("a", "", "1", "1")},
    {{{"a", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 1, {1, 1, 1}}, {"b", "a", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}}},
     IDLE("b", "", "1", "2")},
    {{{"a", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}},
      {"b", "a", CDY_JOINT_REVOLUTE, {1, 0, 0}, 1, {0, 1, 1}},
      {"c", "a", CDY_JOINT_REVOLUTE, {1, 0, 0}, 1, {1, 1, 1}}},
     IDLE("b", "", "1", "3")},
    /* what a body's sister has moves with neither */
    {{{"a", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 1, {1, 1, 1}},
      {"b", "a", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}},
      {"c", "a", CDY_JOINT_REVOLUTE, {1, 0, 0}, 1, {1, 1, 1}}},
     IDLE("b", "", "1", "3")},
    /* the first of two joints on a line carries nothing of its own */
    {{{"a", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}}, {"b", "a", CDY_JOINT_REVOLUTE, {0, 0, 1}, 1, {1, 1, 1}}},
     IDLE("a", " against 'b'", "1", "2")},
    {{{"a", "base", CDY_JOINT_PRISMATIC, {0, 0, 1}, 0, {1, 1, 1}},
      {"b", "a", CDY_JOINT_PRISMATIC, {0, 0, 1}, 1, {1, 1, 1}}},
     IDLE("a", " against 'b'", "1", "2")},
    /* the body of the joint in between has inertia, but no mass for the slides at either side */
    {{{"a", "base", CDY_JOINT_PRISMATIC, {0, 0, 1}, 0, {0}},
      {"b", "a", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {1, 1, 1}},
      {"c", "b", CDY_JOINT_PRISMATIC, {0, 0, 1}, 1, {1, 1, 1}}},
     IDLE("a", " against 'b', 'c'", "1", "3")},
    /* the body itself has none, but it carries some: mass, or a moment about one axis */
    {{{"a", "base", CDY_JOINT_PRISMATIC, {0, 0, 1}, 0, {0}},
      {"b", "a", CDY_JOINT_PRISMATIC, {0, 0, 1}, 0, {0}},
      {"c", "b", CDY_JOINT_REVOLUTE, {1, 0, 0}, 1, {1, 1, 1}}},
     IDLE("a", " against 'b', 'c'", "1", "3")},
    {{{"a", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}},
      {"b", "a", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}},
      {"c", "b", CDY_JOINT_REVOLUTE, {1, 0, 0}, 0, {0, 0, 1}}},
     IDLE("a", " against 'b', 'c'", "2", "3")},
    {{{"a", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}},
      {"b", "a", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}},
      {"c", "b", CDY_JOINT_REVOLUTE, {0, 1, 0}, 0, {0, 0, 1}}},
     IDLE("a", " against 'b', 'c'", "2", "3")},
    {{{"a", "base", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}},
      {"b", "a", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}},
      {"c", "b", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0, 0, 1}}},
     IDLE("a", " against 'b', 'c'", "2", "3")},
    /* carried by a body further on */
    {{{"a", "base", CDY_JOINT_PRISMATIC, {0, 0, 1}, 0, {0}},
      {"b", "a", CDY_JOINT_PRISMATIC, {0, 0, 1}, 0, {0}},
      {"c", "b", CDY_JOINT_REVOLUTE, {0, 0, 1}, 0, {0}},
      {"d", "c", CDY_JOINT_REVOLUTE, {1, 0, 0}, 1, {1, 1, 1}}},
     IDLE("a", " against 'b', 'c', 'd'", "1", "4")},
    /* a planar joint turns nothing */
    {{{"a", "base", CDY_JOINT_PLANAR, {0, 0, 1}, 1, {1, 1, 0}}}, IDLE("a", "", "1", "3")},
};

START_TEST(messages_tell_what_is_singular)
{
    cdy_error error = {0};
    double out[36];
    robot r = make_links(singular[_i].links);
    ck_assert_fails(cdy_inverse_mass_matrix(r.model, r.work, NULL, out, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_str_eq(error.text, singular[_i].text);
    free_robot(&r);
}
END_TEST

/* A point on a planar joint of an arm has mass and a moment of inertia, but cannot resist all three motions: no body is
 * without inertia. */
START_TEST(redundant_joints_between_bodies_with_inertia_are_named)
{
    cdy_error error = {0};
    double out[16];
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("arm", "hinge", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    body = make_body("puck", "table", CDY_JOINT_PLANAR);
    set_inertial(&body, 1, 0.5, 0, 0, (double[6]){0});
    add_body(tree, &body, "arm");
    robot r = make_robot(tree);
    ck_assert_fails(cdy_inverse_mass_matrix(r.model, r.work, NULL, out, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_str_eq(error.text, IDLE("table", "", "1", "4"));
    free_robot(&r);
}
END_TEST

/* Masses that 16 digits cannot hold side by side: a billionth of the mass of the subtree. Of several light bodies the
 * lightest beside its subtree is named. */
START_TEST(messages_tell_of_masses_too_far_apart)
{
    static const struct {
        double mass[3];
        const char *said; /* NULL: another message */
    } cases[] = {
        {{0.997e-9, 0.5, 0.5}, "the one of joint 'a' has 9.97e-10 kg and carries 1 kg, more than 16 digits hold"},
        {{1.003e-9, 0.5, 0.5}, NULL},
        {{1, 1.994e-9, 2}, "the one of joint 'b' has 1.99e-09 kg and carries 2 kg, more than 16 digits hold"},
        {{1, 2.006e-9, 2}, NULL},
        {{1e-10, 5e-11, 1}, "the one of joint 'b' has 5e-11 kg and carries 1 kg, more than 16 digits hold"},
        {{5e-11, 1e-10, 1}, "the one of joint 'a' has 5e-11 kg and carries 1 kg, more than 16 digits hold"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        robot r = make_slides(cases[i].mass[0], cases[i].mass[1], cases[i].mass[2]);
        ck_assert_fails(cdy_fail_singular(r.model, r.work, 2, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_str_eq(strstr(error.text, "singular to rounding") ? "" : error.text,
                         cases[i].said ? "" : REDUNDANT("b", ""));
        ck_assert_msg(!cases[i].said || strstr(error.text, cases[i].said), "%s", error.text);
        free_robot(&r);
    }
}
END_TEST

/* Of bodies that are as light as each other beside their subtrees the last is named. */
START_TEST(of_equally_light_bodies_one_is_named)
{
    const part twins[MOST_BODIES] = {{"a", "base", CDY_JOINT_PRISMATIC, {0, 0, 1}, 1e-10, {0}},
                                     {"b", "a", CDY_JOINT_PRISMATIC, {0, 0, 1}, 1, {0}},
                                     {"c", "base", CDY_JOINT_PRISMATIC, {0, 0, 1}, 1e-10, {0}},
                                     {"d", "c", CDY_JOINT_PRISMATIC, {0, 0, 1}, 1, {0}}};
    cdy_error error = {0};
    robot r = make_links(twins);
    ck_assert_fails(cdy_fail_singular(r.model, r.work, 1, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text, "the one of joint 'c' has 1e-10 kg and carries 1 kg"), "%s", error.text);
    free_robot(&r);
}
END_TEST

/* ---- torques of external forces ---- */

/* The torques of external forces are taken off: those that inverse dynamics has at rest, without gravity and drives. */
START_TEST(wrenches_are_taken_off_the_torques)
{
    for (int number = 0; number < 6; number++) {
        cdy_error error = {0};
        robot r = make_robot(random_tree((uint64_t)number + 40, 4 + 3 * number, RANDOM_JOINTS_ALL));
        enum { MOST_NUMBERS = 256 };
        double q[MOST_NUMBERS], fext[MOST_NUMBERS], tau[MOST_NUMBERS], expected[MOST_NUMBERS];
        uint64_t state = (uint64_t)number + 3;
        const int rows = 6 * cdy_model_force_rows(r.model);
        ck_assert_int_le(rows, MOST_NUMBERS);
        random_state(&state, r.tree, q);
        draw_array(&state, 2, fext, rows);
        draw_array(&state, 3, tau, r.nv);
        ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0, 0, 0}, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, fext, expected, &error), error);
        for (int i = 0; i < r.nv; i++) {
            expected[i] = tau[i] - expected[i];
        }
        ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0, 0, -9.81}, &error), error);
        ck_assert_ok(cdy_add_wrench_torque(r.model, r.work, q, fext, tau, &error), error);
        ck_assert_near(tau, expected, (size_t)r.nv, 1e-12 * (1 + largest(expected, (size_t)r.nv)));
        ck_assert_ok(cdy_add_wrench_torque(r.model, r.work, q, NULL, tau, &error), error);
        ck_assert_near(tau, expected, (size_t)r.nv, 1e-12 * (1 + largest(expected, (size_t)r.nv)));
        for (int i = 0; i < rows; i++) {
            fext[i] = 1.7e308;
        }
        ck_assert_fails(cdy_add_wrench_torque(r.model, r.work, q, fext, tau, &error), CDY_ERROR_NUMERIC, error);
        fext[rows - 1] = (double)NAN;
        ck_assert_fails(cdy_add_wrench_torque(r.model, r.work, q, fext, tau, &error), CDY_ERROR_ARGUMENT, error);
        q[0] = (double)NAN;
        ck_assert_fails(cdy_add_wrench_torque(r.model, r.work, q, NULL, tau, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_fails(cdy_add_wrench_torque(r.model, NULL, NULL, NULL, tau, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_near(tau, expected, (size_t)r.nv, 1e-12 * (1 + largest(expected, (size_t)r.nv)));
        free_robot(&r);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mass_factor");
    TCase *tests = add_case(suite, "pivots", pivots_of_rounding_errors_are_found);
    tcase_add_test(tests, pivots_under_a_millionth_are_doubtful);
    tcase_add_test(tests, doubtful_matrices_are_solved);
    tcase_add_test(tests, doubtful_matrices_have_derivatives);
    tcase_add_test(tests, small_pivots_are_significant_at_leaves);
    tcase_add_test(tests, the_first_body_may_be_a_leaf);
    tests = add_case(suite, "bounds", the_bound_of_a_body_is_the_sum_of_its_inertia);
    tcase_add_test(tests, slides_that_turn_have_a_range);
    tcase_add_test(tests, planar_and_floating_joints_have_ranges_to_translate);
    tcase_add_test(tests, masses_add_up_along_slides);
    tcase_add_test(tests, followers_add_to_the_bound_of_their_leader);
    tests = add_case(suite, "messages", redundant_joints_between_bodies_with_inertia_are_named);
    tcase_add_loop_test(tests, messages_tell_what_is_singular, 0, sizeof singular / sizeof *singular);
    tcase_add_test(tests, messages_tell_of_masses_too_far_apart);
    tcase_add_test(tests, of_equally_light_bodies_one_is_named);
    add_case(suite, "wrenches", wrenches_are_taken_off_the_torques);
    return run_suites(suite, NULL);
}
