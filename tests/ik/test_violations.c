/* Violations of the constraints of generalized inverse kinematics: closed forms of a planar arm, known displacements
 * between random places, and derivatives beside differences. */
#include "ik/violation.h"
#include "support/compare.h"
#include "support/gik_case.h"
#include "support/ik_case.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static cdy_ik_violation violation_of(robot *r, const double *q, const cdy_ik_constraint *c)
{
    cdy_error error = {0};
    cdy_ik_violation v;
    memset(&v, 0x55, sizeof v);
    ck_assert_ok(cdy_ik_violations(r->model, r->work, q, c, 1, &v, &error), error);
    return v;
}

static void expect(robot *r, const double *q, const cdy_ik_constraint *c, const double expected[7])
{
    const cdy_ik_violation v = violation_of(r, q, c);
    const char *name = cdy_ik_constraint_kind_name(c->kind);
    double actual[7];
    memcpy(actual, v.angular, sizeof v.angular);
    memcpy(actual + 3, v.linear, sizeof v.linear);
    actual[6] = v.bound;
    for (int i = 0; i < 7; i++) {
        ck_assert_msg(fabs(actual[i] - expected[i]) < 1e-12, "%s: part %d is %.15g, not %.15g", name, i, actual[i],
                      expected[i]);
    }
    const double angular = hypot(hypot(actual[0], actual[1]), actual[2]);
    const double linear = hypot(hypot(actual[3], actual[4]), actual[5]);
    ck_assert_double_eq_tol(v.size, fmax(fmax(angular, linear), fabs(v.bound)), 1e-15);
}

/* A constraint of the arm's hand in the base; the hand is at 1, 0.5, 0 at q = 0, pi/2, its x axis along y. */
static cdy_ik_constraint of_hand(cdy_ik_constraint_kind kind)
{
    cdy_ik_constraint c = cdy_ik_constraint_default(kind);
    c.frame = 3;
    return c;
}

static void set_bounds(double least, double most, double bounds[2])
{
    bounds[0] = least;
    bounds[1] = most;
}

START_TEST(targets_of_an_arm)
{
    robot r = make_arm(0, 0);
    const double q[2] = {0, pi / 2};
    cdy_ik_constraint c = of_hand(CDY_IK_POSITION);
    c.in_reference[3] = 1;
    expect(&r, q, &c, (double[7]){0, 0, 0, 0, 0.5, 0, 0});
    c.linear_tolerance = 0.1;
    expect(&r, q, &c, (double[7]){0, 0, 0, 0, 0.4, 0, 0});
    c.linear_tolerance = 0.6;
    expect(&r, q, &c, (double[7]){0});
    c = of_hand(CDY_IK_ORIENTATION);
    c.angular_tolerance = 0.5;
    expect(&r, q, &c, (double[7]){0, 0, pi / 2 - 0.5, 0, 0, 0, 0});
    c = of_hand(CDY_IK_POSE);
    expect(&r, q, &c, (double[7]){0, 0, pi / 2, 1, 0.5, 0, 0});
    c.in_frame[3] = 0.25; /* a place on the hand's x axis */
    expect(&r, q, &c, (double[7]){0, 0, pi / 2, 1, 0.75, 0, 0});
    c.weights[2] = c.weights[4] = 0;
    expect(&r, q, &c, (double[7]){0, 0, 0, 1, 0, 0, 0});
    free_robot(&r);
}
END_TEST

START_TEST(aims_of_an_arm)
{
    robot r = make_arm(0, 0);
    const double q[2] = {0, pi / 2};
    cdy_ik_constraint c = of_hand(CDY_IK_AIMING);
    c.axis[2] = 0;
    c.axis[0] = 4;
    c.in_reference[3] = 1;
    c.in_reference[7] = 2.5;
    expect(&r, q, &c, (double[7]){0});
    c.in_reference[3] = 3;
    c.in_reference[7] = 0.5;
    expect(&r, q, &c, (double[7]){0, 0, -pi / 2, 0, 0, 0, 0});
    c.angular_tolerance = 0.25;
    expect(&r, q, &c, (double[7]){0, 0, 0.25 - pi / 2, 0, 0, 0, 0});
    c.in_reference[3] = 1; /* the hand itself: every direction aims at it */
    expect(&r, q, &c, (double[7]){0});
    c.in_reference[7] = -9; /* behind the hand: about any axis */
    ck_assert_double_eq_tol(violation_of(&r, q, &c).size, pi - 0.25, 1e-12);
    free_robot(&r);
}
END_TEST

START_TEST(bounds_of_an_arm)
{
    robot r = make_arm(0, 0);
    const double q[2] = {0, pi / 2};
    cdy_ik_constraint c = of_hand(CDY_IK_CARTESIAN_BOUNDS);
    set_bounds(0, 0.5, c.bounds[0]);
    set_bounds(0.5, HUGE_VAL, c.bounds[1]);
    set_bounds(1, 2, c.bounds[2]);
    expect(&r, q, &c, (double[7]){0, 0, 0, 0.5, 0, -1, 0});
    c = of_hand(CDY_IK_DISTANCE_BOUNDS);
    expect(&r, q, &c, (double[7]){0, 0, 0, 0, 0, 0, sqrt(1.25) - 1});
    set_bounds(2, 3, c.bounds[0]);
    expect(&r, q, &c, (double[7]){0, 0, 0, 0, 0, 0, sqrt(1.25) - 2});
    c.relative_to = 2; /* the link that carries the hand */
    expect(&r, q, &c, (double[7]){0, 0, 0, 0, 0, 0, -1.5});
    c = cdy_ik_constraint_default(CDY_IK_JOINT_BOUNDS);
    c.position = 1;
    set_bounds(0, 1, c.bounds[0]);
    expect(&r, q, &c, (double[7]){0, 0, 0, 0, 0, 0, pi / 2 - 1});
    c.weights[6] = 0;
    expect(&r, q, &c, (double[7]){0});
    free_robot(&r);
}
END_TEST

START_TEST(joints_of_an_arm)
{
    robot r = make_arm(0, 0);
    const double q[2] = {0, pi / 2};
    cdy_ik_constraint c = of_hand(CDY_IK_REVOLUTE_JOINT);
    expect(&r, q, &c, (double[7]){0, 0, 0, 1, 0.5, 0, 0});
    set_bounds(0, 1, c.bounds[0]);
    expect(&r, q, &c, (double[7]){0, 0, 0, 1, 0.5, 0, pi / 2 - 1});
    set_bounds(3.5, 4, c.bounds[0]);
    expect(&r, q, &c, (double[7]){0, 0, 0, 1, 0.5, 0, pi / 2 - 3.5});
    set_bounds(2 * pi, 3 * pi, c.bounds[0]); /* pi/2 is 5 pi/2 as well */
    expect(&r, q, &c, (double[7]){0, 0, 0, 1, 0.5, 0, 0});
    c = of_hand(CDY_IK_PRISMATIC_JOINT);
    expect(&r, q, &c, (double[7]){0, 0, pi / 2, 1, 0.5, 0, 0});
    set_bounds(0.1, 0.2, c.bounds[0]);
    expect(&r, q, &c, (double[7]){0, 0, pi / 2, 1, 0.5, 0, -0.1});
    c = of_hand(CDY_IK_FIXED_JOINT);
    c.linear_tolerance = sqrt(1.25) / 2;
    expect(&r, q, &c, (double[7]){0, 0, pi / 2, 0.5, 0.25, 0, 0});
    /* the axis of the joint along the base's x axis: the hand's z axis is a quarter turn off */
    c = of_hand(CDY_IK_REVOLUTE_JOINT);
    memcpy(c.in_reference, (double[16]){0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 1}, sizeof c.in_reference);
    expect(&r, q, &c, (double[7]){0, -pi / 2, 0, 0, 0.5, 1, 0});
    free_robot(&r);
}
END_TEST

/* Every constraint that is made of a configuration has no violation there, and of a known displacement this one. */
START_TEST(kept_constraints_have_no_violation)
{
    uint64_t seed = 5;
    const char *const names[] = {"universalUR5e", "frankaEmikaPanda", "willowgaragePR2"};
    for (int k = 0; k < 3; k++) {
        robot r = load_bundled_robot(names[k]);
        double q[CDY_JOINT_MOST_NQ * 64];
        ck_assert_int_le(r.nq, (int)(sizeof q / sizeof *q));
        for (int i = 0; i < 300; i++) {
            cdy_random_configuration(r.model, &seed, q);
            cdy_ik_constraint c = draw_any_constraint(&r, q, &seed);
            ck_assert_double_le(violation_of(&r, q, &c).size, 1e-12);
            c = draw_kept_constraint(&r, CDY_IK_POSE, q, &seed);
            c.angular_tolerance = c.linear_tolerance = 0;
            c.in_frame[3] += 0.3 * c.in_frame[0]; /* along the place's x axis */
            c.in_frame[7] += 0.3 * c.in_frame[4];
            c.in_frame[11] += 0.3 * c.in_frame[8];
            expect(&r, q, &c, (double[7]){0, 0, 0, 0.3, 0, 0, 0});
        }
        free_robot(&r);
    }
}
END_TEST

/* ---- derivatives ---- */

static rotation random_rotation(uint64_t *seed)
{
    vec3 w = {draw(seed, -1.5, 1.5), draw(seed, -1.5, 1.5), draw(seed, -1, 1)};
    double T[16];
    const cdy_placement p = {{0, 0, 0}, {w.x, w.y, w.z}};
    cdy_placement_to_matrix(&p, T);
    return (rotation){vec3_from(T), vec3_from(T + 4), vec3_from(T + 8)};
}

/* R after a small rotation w in the axes of the reference. */
static rotation turn(vec3 w, rotation R)
{
    const quaternion a = quaternion_exponential(w);
    rotation transposed = rotation_transpose(R);
    transposed.x = quaternion_turn(a, transposed.x);
    transposed.y = quaternion_turn(a, transposed.y);
    transposed.z = quaternion_turn(a, transposed.z);
    return rotation_transpose(transposed);
}

static void compare_with_differences(const cdy_ik_constraint *c, rotation R, vec3 p)
{
    const double h = 1e-6;
    violation_parts at, ahead, behind;
    cdy_compare_places(c, R, p, &at);
    for (int k = 0; k < 6; k++) {
        const vec3 unit = {h * (k % 3 == 0), h * (k % 3 == 1), h * (k % 3 == 2)}, none = {0, 0, 0};
        const vec3 w = k < 3 ? unit : none, v = k < 3 ? none : unit;
        cdy_compare_places(c, turn(w, R), add(p, v), &ahead);
        cdy_compare_places(c, turn(scale(-1, w), R), add(p, scale(-1, v)), &behind);
        for (int i = 0; i < VIOLATION_PARTS; i++) {
            const double slope = (ahead.e[i] - behind.e[i]) / (2 * h);
            ck_assert_msg(fabs(slope - at.rows[i][k]) < 1e-7, "%s: row %d by %d is %.12g, not %.12g",
                          cdy_ik_constraint_kind_name(c->kind), i, k, at.rows[i][k], slope);
        }
    }
}

START_TEST(derivatives_are_those_of_differences)
{
    uint64_t seed = 11;
    for (int i = 0; i < 2000; i++) {
        cdy_ik_constraint c = cdy_ik_constraint_default((cdy_ik_constraint_kind)(i % 10));
        const rotation R = random_rotation(&seed);
        const vec3 p = {draw(&seed, 0.2, 1), draw(&seed, 0.2, 1), draw(&seed, 0.2, 1)};
        if (i % 20 < 10) {
            c.angular_tolerance = 0.1;
            c.linear_tolerance = 0.1;
        }
        if (i % 40 < 20) {
            c.weights[draw_below(&seed, 7)] = 0;
        }
        draw_array(&seed, 1, c.axis, 3);
        for (int k = 0; k < 3 && c.kind != CDY_IK_REVOLUTE_JOINT; k++) {
            set_bounds(-0.1, 0.1, c.bounds[k]);
        }
        if (c.kind == CDY_IK_REVOLUTE_JOINT) {
            set_bounds(-0.05, 0.05, c.bounds[0]);
        }
        if (c.kind == CDY_IK_AIMING && dot(rotate(R, vec3_from(c.axis)), p) > 0) { /* not behind it */
            for (int k = 0; k < 3; k++) {
                c.axis[k] *= -1;
            }
        }
        compare_with_differences(&c, R, p);
    }
}
END_TEST

START_TEST(kinds_have_names_and_bounds)
{
    const char *const names[] = {"pose",     "position", "orientation", "aiming",   "cartesian",
                                 "distance", "joint",    "fixed",       "revolute", "prismatic"};
    const double bounds[][2] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 0}, {0, 0}, {-pi, pi}, {-0.5, 0.5}};
    for (int i = 0; i < 10; i++) {
        const cdy_ik_constraint c = cdy_ik_constraint_default((cdy_ik_constraint_kind)i);
        ck_assert_int_eq((int)c.kind, i);
        ck_assert_str_eq(cdy_ik_constraint_kind_name(c.kind), names[i]);
        ck_assert_near(c.bounds[0], bounds[i], 2, 0);
    }
    ck_assert_str_eq(cdy_ik_constraint_kind_name((cdy_ik_constraint_kind)10), "unknown");
    ck_assert_str_eq(cdy_ik_constraint_kind_name((cdy_ik_constraint_kind)-1), "unknown");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("violations");
    TCase *closed = add_case(suite, "closed forms", targets_of_an_arm);
    tcase_add_test(closed, kinds_have_names_and_bounds);
    tcase_add_test(closed, aims_of_an_arm);
    tcase_add_test(closed, bounds_of_an_arm);
    tcase_add_test(closed, joints_of_an_arm);
    add_case(suite, "random places", kept_constraints_have_no_violation);
    add_case(suite, "derivatives", derivatives_are_those_of_differences);
    return run_suites(suite, NULL);
}
