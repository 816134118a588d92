/* External forces: frames of wrenches, rows of the matrix, and the joint torques that they cause. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

static const double unit[6] = {1, 0, 0, 1, 0, 1};
static const double half_pi = 1.57079632679489661923;

/* base - (lift, prismatic along z) carriage - (hinge at x = 1, about z) arm - (weld at x = 2) hand; a sensor is welded
 * to the base. */
static robot make_arm(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("carriage", "lift", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    body = make_body("arm", "hinge", CDY_JOINT_REVOLUTE);
    set_origin(&body, 1, 0, 0, 0, 0, 0);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "carriage");
    body = make_body("hand", "weld", CDY_JOINT_FIXED);
    set_origin(&body, 2, 0, 0, 0, 0, half_pi);
    add_body(tree, &body, "arm");
    body = make_body("sensor", "base_weld", CDY_JOINT_FIXED);
    add_body(tree, &body, "base");
    return make_robot(tree);
}

static void push(robot *r, const char *frame, const double wrench[6], const double *q, double *fext)
{
    cdy_error error = {0};
    int index = cdy_model_find_frame(r->model, frame);
    ck_assert_int_ge(index, 0);
    ck_assert_ok(cdy_external_force(r->model, r->work, index, wrench, q, fext, &error), error);
}

/* ---- frames ---- */

START_TEST(a_wrench_in_the_base_frame_is_taken_as_it_is)
{
    const double wrench[6] = {1, 2, 3, 4, 5, 6};
    double fext[12] = {0}, expected[12] = {0};
    robot r = make_arm();
    push(&r, "hand", wrench, NULL, fext);
    memcpy(expected + 6, wrench, sizeof wrench); /* the row of the hinge, which moves the hand */
    ck_assert_near(fext, expected, 12, 0);
    push(&r, "arm", wrench, NULL, fext);
    for (int i = 6; i < 12; i++) {
        expected[i] *= 2;
    }
    ck_assert_near(fext, expected, 12, 0);
    push(&r, "carriage", wrench, NULL, fext);
    memcpy(expected, wrench, sizeof wrench);
    ck_assert_near(fext, expected, 12, 0);
    free_robot(&r);
}
END_TEST

/* With the hinge turned by a quarter the hand stands at (1, 2, h), its x axis along -x of the base, its y along -y. */
START_TEST(a_wrench_in_the_bodys_frame_is_carried_to_the_base)
{
    const double q[2] = {0.5, half_pi}, wrench[6] = {0.1, 0.2, 0.3, 1, 2, 3};
    double fext[12] = {0};
    robot r = make_arm();
    push(&r, "hand", wrench, q, fext);
    /* F = (-1, -2, 3); T = (-0.1, -0.2, 0.3) + (1, 2, 0.5) x F = ... + (7, -3.5, 0) */
    const double expected[12] = {0, 0, 0, 0, 0, 0, 6.9, -3.7, 0.3, -1, -2, 3};
    ck_assert_near(fext, expected, 12, 1e-14);
    free_robot(&r);
}
END_TEST

/* A force on a floating or a planar body tells where the body stands: T = p x F. */
START_TEST(bodies_stand_where_their_coordinates_say)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("bird", "fly", CDY_JOINT_FLOATING);
    set_origin(&body, 0, 0, 10, 0, 0, half_pi);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    body = make_body("puck", "glide", CDY_JOINT_PLANAR);
    set_axis(&body, 1, 0, 0);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    /* The bird: turned by a quarter about x, at (1, 2, 3) of a frame that is itself turned about z and raised. */
    const double q[10] = {2, 2, 0, 0, 1, 2, 3, 4, 5, half_pi}, along_y[6] = {0, 0, 0, 0, 1, 0};
    double fext[54] = {0};
    push(&r, "bird", along_y, q, fext);
    /* its y axis is z; it stands at (-2, 1, 13): T = p x z = (1, 2, 0) */
    const double bird[6] = {1, 2, 0, 0, 0, 1};
    ck_assert_near(fext, bird, 6, 1e-14);
    memset(fext, 0, sizeof fext);
    push(&r, "puck", along_y, q, fext);
    /* the plane's axes are -z and y: the puck stands at (0, 5, -4); turned by a quarter about x its y axis is z */
    const double puck[6] = {5, 0, 0, 0, 0, 1};
    ck_assert_near(fext + 36, puck, 6, 1e-14);
    free_robot(&r);
}
END_TEST

/* The same push told in both ways moves the robot in the same way. */
START_TEST(both_frames_tell_the_same)
{
    cdy_error error = {0};
    robot r = make_arm();
    const double q[2] = {0.5, 0.7}, own[6] = {0.3, -0.2, 0.5, 1, -2, 3};
    /* The hand's frame: turned by 0.7 + pi/2 about z, at (1 + 2 cos 0.7, 2 sin 0.7, 0.5). */
    double c = cos(0.7 + half_pi), s = sin(0.7 + half_pi), p[3] = {1 + 2 * cos(0.7), 2 * sin(0.7), 0.5};
    const double F[3] = {c * own[3] - s * own[4], s * own[3] + c * own[4], own[5]};
    const double base[6] = {c * own[0] - s * own[1] + p[1] * F[2] - p[2] * F[1],
                            s * own[0] + c * own[1] + p[2] * F[0] - p[0] * F[2],
                            own[2] + p[0] * F[1] - p[1] * F[0],
                            F[0],
                            F[1],
                            F[2]};
    double f1[12] = {0}, f2[12] = {0}, qdd1[2], qdd2[2];
    push(&r, "hand", own, q, f1);
    push(&r, "hand", base, NULL, f2);
    ck_assert_near(f1, f2, 12, 1e-14);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, NULL, NULL, f1, qdd1, &error), error);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, NULL, NULL, f2, qdd2, &error), error);
    ck_assert_near(qdd1, qdd2, 2, 1e-14);
    ck_assert(fabs(qdd1[0]) > 0.1 && fabs(qdd1[1]) > 0.1);
    free_robot(&r);
}
END_TEST

/* ---- joint torques ---- */

START_TEST(joints_hold_against_a_wrench)
{
    cdy_error error = {0};
    const double q[2] = {0.5, half_pi}, wrench[6] = {0.1, 0.2, 0.3, 1, 2, 3};
    double fext[12] = {0}, tau[2], qdd[2];
    robot r = make_arm();
    push(&r, "hand", wrench, q, fext);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, fext, tau, &error), error);
    /* The lift bears Fz = 3; the hinge, at (1, 0), the moment 0.3 + 2 (1) of the force -x on the arm's end at y = 2. */
    const double expected[2] = {-3, -2.3};
    ck_assert_near(tau, expected, 2, 1e-14);
    /* Left alone, the robot gives way: 2 kg on the lift, 1 kg m2 on the hinge. */
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, NULL, NULL, fext, qdd, &error), error);
    const double given[2] = {1.5, 2.3};
    ck_assert_near(qdd, given, 2, 1e-14);
    free_robot(&r);
}
END_TEST

START_TEST(what_is_welded_to_the_base_feels_nothing)
{
    const double q[2] = {0.5, 1}, wrench[6] = {1, 2, 3, 4, 5, 6}, none[12] = {0};
    double fext[12] = {0};
    robot r = make_arm();
    push(&r, "base", wrench, NULL, fext);
    push(&r, "sensor", wrench, NULL, fext);
    push(&r, "sensor", wrench, q, fext);
    ck_assert_near(fext, none, 12, 0);
    free_robot(&r);
}
END_TEST

/* A joint with several degrees of freedom has several rows; a wrench counts in whichever it stands. */
START_TEST(rows_of_one_joint_act_together)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("puck", "glide", CDY_JOINT_PLANAR);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    const double wrench[6] = {1, 2, 3, 4, 5, 6}, q[3] = {1, 2, 0};
    double first[18] = {0}, spread[18] = {0}, tau[3], again[3];
    push(&r, "puck", wrench, NULL, first);
    const double none[12] = {0};
    ck_assert_near(first, wrench, 6, 0);
    ck_assert_near(first + 6, none, 12, 0);
    memcpy(spread + 6, wrench, 3 * sizeof(double));
    memcpy(spread + 15, wrench + 3, 3 * sizeof(double));
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, first, tau, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, spread, again, &error), error);
    /* Forces as they are; the moment about (1, 2): 3 - (1 5 - 2 4) = 6. */
    const double expected[3] = {-4, -5, -6};
    ck_assert_near(tau, expected, 3, 1e-14);
    ck_assert_near(again, expected, 3, 1e-14);
    free_robot(&r);
}
END_TEST

/* A follower has a row of its own after the degrees of freedom; its wrench acts on the leader by the multiplier. */
START_TEST(a_follower_has_a_row_of_its_own)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("wheel", "b_lead", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    body = make_body("slider", "a_follow", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 0, 0);
    set_inertial(&body, 1, 0, 0, 0, unit);
    body.joint.mimic = (cdy_mimic){"b_lead", -0.5, 2};
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    ck_assert_int_eq(r.nv, 1);
    ck_assert_int_eq(cdy_model_force_rows(r.model), 2);
    const double wrench[6] = {0, 0, 0, 8, 0, 3}, q[1] = {4}, none[6] = {0};
    double fext[12] = {0}, tau;
    push(&r, "slider", wrench, q, fext);
    /* q = -0.5 4 + 2 = 0: the slider stands at the base's origin */
    ck_assert_near(fext, none, 6, 0);
    ck_assert_near(fext + 6, wrench, 6, 1e-14);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, fext, &tau, &error), error);
    ck_assert_double_eq_tol(tau, 4, 1e-14);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("external_force");
    TCase *tests = add_case(suite, "frames", a_wrench_in_the_base_frame_is_taken_as_it_is);
    tcase_add_test(tests, a_wrench_in_the_bodys_frame_is_carried_to_the_base);
    tcase_add_test(tests, bodies_stand_where_their_coordinates_say);
    tcase_add_test(tests, both_frames_tell_the_same);
    tests = add_case(suite, "joints", joints_hold_against_a_wrench);
    tcase_add_test(tests, what_is_welded_to_the_base_feels_nothing);
    tcase_add_test(tests, rows_of_one_joint_act_together);
    tcase_add_test(tests, a_follower_has_a_row_of_its_own);
    return run_suites(suite, NULL);
}
