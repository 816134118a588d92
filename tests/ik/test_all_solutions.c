/* All solutions of inverse kinematics: closed forms, distinct solutions, the order of solutions, and refused
 * arguments. */
#include "ik/solutions.h"
#include "support/compare.h"
#include "support/ik_case.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

enum { MOST = 32 };

/* An arm in the plane x y with two links of 1 m and 0.7 m and joints about z. */
static robot make_planar_arm(cdy_joint_type type)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("upper", "shoulder", type);
    body.joint.limit = (cdy_limit){.given = true, .lower = -3, .upper = 9};
    add_body(tree, &body, "base");
    body = make_body("lower", "elbow", type);
    body.joint.limit = (cdy_limit){.given = true, .lower = -3, .upper = 3};
    set_origin(&body, 1, 0, 0, 0, 0, 0);
    add_body(tree, &body, "upper");
    body = make_body("hand", "wrist", CDY_JOINT_FIXED);
    set_origin(&body, 0.7, 0, 0, 0, 0, 0);
    add_body(tree, &body, "lower");
    return make_robot(tree);
}

static cdy_ik_options for_position(void)
{
    cdy_ik_options o = cdy_ik_options_default();
    o.weights[0] = o.weights[1] = o.weights[2] = o.weights[5] = 0;
    return o;
}

/* The arm has two solutions, q2 = +-acos((d^2 - 1 - 0.49) / 1.4); the solution nearest to the start is the first. */
START_TEST(a_planar_arm_has_two)
{
    static const cdy_joint_type types[2] = {CDY_JOINT_REVOLUTE, CDY_JOINT_CONTINUOUS};
    robot r = make_planar_arm(types[_i]);
    cdy_error error = {0};
    const int frame = cdy_model_find_frame(r.model, "hand");
    const double d = 1.2, elbow = acos((d * d - 1.49) / 1.4), lift = atan2(0.7 * sin(elbow), 1 + 0.7 * cos(elbow));
    const double T[16] = {1, 0, 0, d, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const cdy_ik_options o = for_position();
    for (int side = -1; side <= 1; side += 2) {
        const double start[2] = {-0.3 * side, 0.4 * side};
        const cdy_ik_problem p = {.frame = frame, .target = T, .start = start, .options = &o};
        double found[MOST * 2] = {0};
        int count = 0;
        ck_assert_ok(cdy_inverse_kinematics_all(r.model, r.work, &p, MOST, found, &count, &error), error);
        ck_assert_int_eq(count, 2);
        for (int i = 0; i < 2; i++) {
            const int which = i ? -side : side;
            ck_assert_double_eq_tol(found[2 * i], -which * lift, 1e-6);
            ck_assert_double_eq_tol(found[2 * i + 1], which * elbow, 1e-6);
        }
        ck_assert_ok(cdy_inverse_kinematics_all(r.model, r.work, &p, 1, found, &count, &error), error);
        ck_assert_int_eq(count, 1); /* the solution nearest to the start remains */
        ck_assert_double_eq_tol(found[1], side * elbow, 1e-6);
    }
    free_robot(&r);
}
END_TEST

/* Of solutions that differ by whole turns, only the solution nearest to the start within the limits counts. */
START_TEST(whole_turns_make_no_solution)
{
    robot r = make_planar_arm(CDY_JOINT_REVOLUTE);
    cdy_error error = {0};
    const int frame = cdy_model_find_frame(r.model, "hand");
    const double T[16] = {1, 0, 0, 1.2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, turn = 6.283185307179586;
    const double starts[3] = {0, turn, 40};
    const cdy_ik_options o = for_position();
    for (int k = 0; k < 3; k++) {
        const double start[2] = {starts[k], 0};
        const cdy_ik_problem p = {.frame = frame, .target = T, .start = start, .options = &o};
        double found[MOST * 2];
        int count = 0;
        ck_assert_ok(cdy_inverse_kinematics_all(r.model, r.work, &p, MOST, found, &count, &error), error);
        ck_assert_int_eq(count, 2);
        for (int i = 0; i < 2; i++) {
            ck_assert_double_eq_tol(found[2 * i], k ? turn : 0, 1);
            ck_assert_double_le(found[2 * i], 9);
        }
    }
    free_robot(&r);
}
END_TEST

/* Solutions are turned towards the start by up to a million turns. */
START_TEST(far_starts_count_turns_up_to_a_million)
{
    robot r = make_planar_arm(CDY_JOINT_CONTINUOUS);
    cdy_error error = {0};
    const double T[16] = {1, 0, 0, 1.2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, turn = 6.283185307179586;
    const cdy_ik_options o = for_position();
    for (int k = 0; k < 4; k++) {
        const double turns = (k % 2 ? -1 : 1) * (k < 2 ? 999000 : 1001000), start[2] = {turns * turn, 0.1};
        const cdy_ik_problem p = {
            .frame = cdy_model_find_frame(r.model, "hand"), .target = T, .start = start, .options = &o};
        double found[MOST * 2];
        int count = 0;
        ck_assert_ok(cdy_inverse_kinematics_all(r.model, r.work, &p, MOST, found, &count, &error), error);
        ck_assert_int_eq(count, 2);
        for (int i = 0; i < 2; i++) {
            const bool far = fabs(found[2 * i]) > turn; /* from the search that begins at the start, in any case */
            ck_assert(i == 0 || far == (k < 2));
            ck_assert(!far || fabs(found[2 * i] - start[0]) < 1);
        }
    }
    free_robot(&r);
}
END_TEST

/* A UR5e has up to eight solutions for a pose; each result reaches the pose, and no two results are equal. */
START_TEST(arms_have_their_postures)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_error error = {0};
    uint64_t seed = 40;
    const int frame = cdy_model_find_frame(r.model, "tool0");
    cdy_ik_options o = cdy_ik_options_default();
    int most = 0;
    o.restarts = 200;
    for (int pose = 0; pose < UNLESS_WATCHED(10, 2); pose++) {
        double q[6], T[16], reached[16], found[MOST * 6], step[6], last = 0;
        int count = 0;
        const cdy_ik_problem p = {.frame = frame, .target = T, .start = q, .options = &o};
        cdy_random_configuration(r.model, &seed, q);
        place(&r, frame, q, T);
        ck_assert_ok(cdy_inverse_kinematics_all(r.model, r.work, &p, MOST, found, &count, &error), error);
        ck_assert_int_ge(count, 1);
        ck_assert_int_le(count, 8);
        ck_assert_near(found, q, 6, 0); /* the start is a solution */
        most = count > most ? count : most;
        for (int i = 0; i < count; i++) {
            place(&r, frame, found + 6 * i, reached);
            ck_assert_near(reached, T, 16, 3e-8);
            ck_assert_int_eq(cdy_configuration_limit_violations(r.model, found + 6 * i, 0, NULL), 0);
            ck_assert_ok(cdy_configuration_difference(r.model, q, found + 6 * i, step, &error), error);
            double distance = 0;
            for (int k = 0; k < 6; k++) {
                distance = hypot(distance, step[k]);
            }
            ck_assert_double_ge(distance, last);
            last = distance;
        }
    }
    ck_assert_int_ge(most, UNLESS_WATCHED(8, 1));
    free_robot(&r);
}
END_TEST

/* ---- the list of solutions ---- */

/* One hinge, a slide and a planar joint, all without limits. */
static robot make_mixed(void)
{
    static const cdy_joint_type types[] = {CDY_JOINT_CONTINUOUS, CDY_JOINT_PRISMATIC, CDY_JOINT_PLANAR};
    static const char *const names[] = {"a", "b", "c"};
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < 3; i++) {
        cdy_body body = make_body(names[i], names[i], types[i]);
        add_body(tree, &body, "base");
    }
    robot r = make_robot(tree);
    ck_assert_int_eq(r.nq, 5);
    return r;
}

enum { MIXED = 5 };

/* Two solutions are one where no coordinate differs by 1e-3, whole turns of the hinge and of the planar joint's angle
 * left out, but not those of a slide. */
START_TEST(solutions_differ_by_a_thousandth)
{
    const double turn = 6.283185307179586;
    robot r = make_mixed();
    for (int k = 0; k < MIXED; k++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int apart = 0; apart < 2; apart++) {
                double found[2 * MIXED], q[MIXED] = {0.1, 0.2, 0.3, 0.4, 0}, start[MIXED] = {0};
                ik_solutions s = {.model = r.model, .w = r.work, .start = start, .q = found, .most = 2};
                cdy_add_solution(&s, q);
                ck_assert_int_eq(s.count, 1);
                q[k] += sign * (apart ? 1.003e-3 : 0.997e-3) + (k == 0 ? 2 * turn : 0);
                cdy_add_solution(&s, q);
                ck_assert_int_eq(s.count, 1 + apart);
            }
        }
    }
    free_robot(&r);
}
END_TEST

/* The list stays sorted by the distance from the start; where it is full, the farthest is left out. */
START_TEST(solutions_are_sorted_by_their_distance)
{
    static const double slides[] = {3, 1, 4, -1.5, 5, 0.9, -2.6};
    static const double kept[][4] = {
        {3}, {1, 3}, {1, 3, 4}, {1, -1.5, 3, 4}, {1, -1.5, 3, 4}, {0.9, 1, -1.5, 3}, {0.9, 1, -1.5, -2.6}};
    static const int counts[] = {1, 2, 3, 4, 4, 4, 4};
    robot r = make_mixed();
    double found[4 * MIXED + 1], home[MIXED];
    cdy_home_configuration(r.model, home);
    for (int given = 0; given < 2; given++) {
        ik_solutions s = {.model = r.model, .w = r.work, .start = given ? home : NULL, .q = found, .most = 4};
        found[4 * MIXED] = 77; /* behind the last */
        for (int i = 0; i < 7; i++) {
            double q[MIXED] = {0, slides[i], 0, 0, 0};
            cdy_add_solution(&s, q);
            ck_assert_int_eq(s.count, counts[i]);
            for (int k = 0; k < s.count; k++) {
                ck_assert_double_eq(found[MIXED * k + 1], kept[i][k]);
                ck_assert(fabs(found[MIXED * k]) <= 0 && fabs(found[MIXED * k + 2]) <= 0);
            }
        }
        ck_assert_double_eq(found[4 * MIXED], 77);
    }
    free_robot(&r);
}
END_TEST

/* Without a start the distance is that from the home configuration, here 2; no restart is one search. */
START_TEST(the_start_is_home_by_default)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("a", "a", CDY_JOINT_PRISMATIC);
    body.joint.limit = (cdy_limit){true, 2, 9, 0, 0};
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    cdy_error error = {0};
    double found[2], one[1] = {-1}, other[1] = {2.5};
    ik_solutions s = {.model = r.model, .w = r.work, .q = found, .most = 2};
    cdy_add_solution(&s, one);
    cdy_add_solution(&s, other);
    ck_assert(s.count == 2 && fabs(found[0] - 2.5) <= 0 && fabs(found[1] + 1) <= 0);
    const double T[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 3, 0, 0, 0, 1};
    cdy_ik_options o = cdy_ik_options_default();
    o.restarts = 0;
    ck_assert_ok(cdy_inverse_kinematics_all(r.model, r.work, &(cdy_ik_problem){.frame = 1, .target = T, .options = &o},
                                            2, found, &s.count, &error),
                 error);
    ck_assert_int_eq(s.count, 1);
    ck_assert_double_eq_tol(found[0], 3, 1e-7);
    free_robot(&r);
}
END_TEST

/* Angles are turned towards the start as far as the limits allow: `lower`, `upper`, the start, an angle, and the turns
 * that are taken off it. */
START_TEST(angles_are_turned_towards_the_start)
{
    static const struct {
        double lower, upper, start, q;
        int turns;
    } cases[] = {
        {-20, 20, 0, 0.5, 0},    {-20, 20, 6, 0.5, -1},  {-20, 20, -6, 0.5, 1},   {-20, 20, 3.5, 0.5, 0},
        {-20, 20, 3.7, 0.5, -1}, {-20, 20, 14, 0.5, -2}, {-20, 20, 100, 0.5, -3}, {-20, 20, -100, 0.5, 3},
        {-1, 7, 100, 0.5, -1},   {-1, 6, 100, 0.5, 0},   {-6, 1, -100, 0.5, 1},   {-5.7, 1, -100, 0.5, 0},
        {-5.8, 1, -100, 0.5, 1}, {0, 0.6, -100, 0.5, 0}, {-13, 0, -3, -12.8, -2}, {-13, -9, -3, -12.8, 0},
    };
    const double turn = 6.283185307179586;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_tree *tree = make_tree("base", 0);
        cdy_body body = make_body("a", "a", CDY_JOINT_REVOLUTE);
        body.joint.limit = (cdy_limit){true, cases[i].lower, cases[i].upper, 0, 0};
        add_body(tree, &body, "base");
        robot r = make_robot(tree);
        double found, q = cases[i].q;
        ik_solutions s = {.model = r.model, .w = r.work, .start = &cases[i].start, .q = &found, .most = 1};
        cdy_add_solution(&s, &q);
        ck_assert_msg(fabs(found - (cases[i].q - cases[i].turns * turn)) <= 1e-14, "case %zu: %g", i, found);
        s = (ik_solutions){
            .model = r.model, .w = r.work, .start = &cases[i].start, .ignore_limits = true, .q = &found, .most = 1};
        q = cases[i].q;
        cdy_add_solution(&s, &q);
        ck_assert_double_le(fabs(found - cases[i].start), turn / 2);
        free_robot(&r);
    }
}
END_TEST

START_TEST(what_none_reaches_has_none)
{
    robot r = make_planar_arm(CDY_JOINT_REVOLUTE);
    cdy_error error = {0};
    const int frame = cdy_model_find_frame(r.model, "hand");
    double T[16] = {1, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, found[MOST * 2] = {7};
    int count = 9;
    const cdy_ik_options o = for_position();
    const cdy_ik_problem p = {.frame = frame, .target = T, .options = &o};
    ck_assert_ok(cdy_inverse_kinematics_all(r.model, r.work, &p, MOST, found, &count, &error), error);
    ck_assert_int_eq(count, 0);
    ck_assert_double_eq(found[0], 7);
    ck_assert_fails(cdy_inverse_kinematics_all(r.model, r.work, &p, 0, found, &count, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_inverse_kinematics_all(r.model, r.work, &p, MOST, NULL, &count, &error), CDY_ERROR_ARGUMENT,
                    error);
    T[15] = 2;
    ck_assert_fails(cdy_inverse_kinematics_all(r.model, r.work, &p, MOST, found, &count, &error), CDY_ERROR_ARGUMENT,
                    error);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("all_solutions");
    TCase *tests = tcase_create("solutions");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, a_planar_arm_has_two, 0, 2);
    tcase_add_test(tests, whole_turns_make_no_solution);
    tcase_add_test(tests, far_starts_count_turns_up_to_a_million);
    tcase_add_test(tests, arms_have_their_postures);
    tcase_add_test(tests, solutions_differ_by_a_thousandth);
    tcase_add_test(tests, solutions_are_sorted_by_their_distance);
    tcase_add_test(tests, the_start_is_home_by_default);
    tcase_add_test(tests, angles_are_turned_towards_the_start);
    tcase_add_test(tests, what_none_reaches_has_none);
    return run_suites(suite, NULL);
}
