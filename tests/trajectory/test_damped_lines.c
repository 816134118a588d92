/* Lines near singularities: what a stated deviation allows, at ten times the rate of rows, and what it does not. */
#include "spatial/exponential.h"
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A deviation from lines, m and rad. */
typedef struct allowed {
    double linear, angular;
} allowed;

static cdy_status follow_lines(const robot *r, const char *frame, size_t count, const double *T, const double *start,
                               allowed a, cdy_trajectory **trajectory, cdy_error *error)
{
    double velocity[6], acceleration[6];
    for (int i = 0; i < 6; i++) {
        velocity[i] = 1;
        acceleration[i] = 3;
    }
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.velocity = velocity;
    options.acceleration = acceleration;
    options.linear_deviation = a.linear;
    options.angular_deviation = a.angular;
    return cdy_trajectory_create_lines(r->model, cdy_model_find_frame(r->model, frame), count, T, start, &options,
                                       trajectory, error);
}

static cdy_status follow(const robot *r, const char *frame, const double *T, const double *start, allowed a,
                         cdy_trajectory **trajectory, cdy_error *error)
{
    return follow_lines(r, frame, 2, T, start, a, trajectory, error);
}

/* The distance of a point from the segment between two others. */
static double distance_from_segment(const double *T, const double *a, const double *b)
{
    double along[3], off[3], dot = 0, length = 0, distance = 0;
    for (int i = 0; i < 3; i++) {
        along[i] = b[4 * i + 3] - a[4 * i + 3];
        off[i] = T[4 * i + 3] - a[4 * i + 3];
        dot += along[i] * off[i];
        length += along[i] * along[i];
    }
    for (int i = 0; i < 3; i++) {
        distance = hypot(distance, off[i] - (length > 0 ? fmin(fmax(dot / length, 0), 1) * along[i] : 0));
    }
    return distance;
}

static quaternion rotation_between(const double *A, const double *B)
{
    const rotation a = {{A[0], A[1], A[2]}, {A[4], A[5], A[6]}, {A[8], A[9], A[10]}},
                   b = {{B[0], B[1], B[2]}, {B[4], B[5], B[6]}, {B[8], B[9], B[10]}};
    return quaternion_multiply(quaternion_conjugate(rotation_quaternion(a)), rotation_quaternion(b));
}

/* The angle between a rotation and the nearest one that turns from a to b about one axis. */
static double angle_from_turn(const double *T, const double *a, const double *b)
{
    const quaternion whole = rotation_between(a, b), now = rotation_between(a, T);
    const double length = sqrt(dot(whole.v, whole.v));
    const vec3 axis = length > 1e-9 ? scale(1 / length, whole.v) : (vec3){0, 0, 0};
    const double along = dot(now.v, axis);
    const vec3 off = subtract(now.v, scale(along, axis));
    return 2 * atan2(sqrt(dot(off, off)), hypot(now.w, along));
}

/* Checks at 40,960 times, ten times the largest number of points of a path, that the frame stays within the deviation
 * of the line between two placements, from rest at one to rest at the other, and that the joints keep their limits.
 * Returns how much of the deviation is used. */
static double check_motion(const robot *r, const char *name, const double *T, allowed a,
                           const cdy_trajectory *trajectory)
{
    enum { TIMES = 40960 };
    const double duration = cdy_trajectory_duration(trajectory);
    const int frame = cdy_model_find_frame(r->model, name);
    const size_t n = (size_t)cdy_model_nv(r->model);
    double q[6], qd[6], qdd[6], now[16], used = 0;
    cdy_error error = {0};
    for (int i = 0; i <= TIMES; i++) {
        ck_assert_ok(cdy_trajectory_evaluate(trajectory, duration * i / (double)TIMES, q, qd, qdd, &error), error);
        ck_assert_ok(cdy_get_transform(r->model, r->work, frame, 0, q, now, &error), error);
        const double distance = distance_from_segment(now, T, T + 16), angle = angle_from_turn(now, T, T + 16);
        ck_assert_double_le(distance, a.linear);
        ck_assert_double_le(angle, a.angular);
        used = fmax(used, fmax(distance / a.linear, angle / a.angular));
        ck_assert_double_le(largest(qd, n), 1 + 1e-9);
        ck_assert_double_le(largest(qdd, n), 3 + 1e-9);
    }
    for (int end = 0; end < 2; end++) {
        ck_assert_ok(cdy_trajectory_evaluate(trajectory, end * duration, q, qd, NULL, &error), error);
        ck_assert_ok(cdy_get_transform(r->model, r->work, frame, 0, q, now, &error), error);
        ck_assert_double_le(distance_from_segment(now, T + 16 * end, T + 16 * end), a.linear);
        ck_assert_double_le(largest(qd, n), 1e-9);
    }
    return used;
}

/* Two links of 1 m and a hand in the horizontal plane, the elbow within +-`range` (0: no limit), and a line of the tip
 * beside the x axis. */
static robot make_planar_arm(double T[32], double y, double x_end, double range)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body first = make_body("upper", "shoulder", CDY_JOINT_CONTINUOUS);
    cdy_body second = make_body("lower", "elbow", range > 0 ? CDY_JOINT_REVOLUTE : CDY_JOINT_CONTINUOUS);
    cdy_body turn = make_body("hand", "wrist", CDY_JOINT_CONTINUOUS), tip = make_body("tip", "weld", CDY_JOINT_FIXED);
    set_origin(&second, 1, 0, 0, 0, 0, 0);
    set_origin(&turn, 1, 0, 0, 0, 0, 0);
    if (range > 0) {
        second.joint.limit = (cdy_limit){.given = true, .lower = -range, .upper = range};
    }
    add_body(tree, &first, "base");
    add_body(tree, &second, "upper");
    add_body(tree, &turn, "lower");
    add_body(tree, &tip, "hand");
    const double placed[32] = {1, 0, 0, 1.5,   0, 1, 0, y, 0, 0, 1, 0, 0, 0, 0, 1,
                               1, 0, 0, x_end, 0, 1, 0, y, 0, 0, 1, 0, 0, 0, 0, 1};
    memcpy(T, placed, sizeof placed);
    return make_robot(tree);
}

static const double planar_start[3] = {0.7, -1.4, 0.7};

/* Lines that pass the axis of the shoulder so near that the exact line is refused. */
START_TEST(a_line_through_a_singularity_keeps_the_deviation)
{
    static const struct {
        double y;
        allowed a;
    } cases[] = {
        {1e-7, {1e-3, 1e-3}}, {1e-4, {1e-3, 1e-3}}, {1e-3, {1e-3, 1e-2}}, {1e-3, {5e-3, 1e-2}}, {1e-4, {1e-2, 0}}};
    double T[32];
    robot r = make_planar_arm(T, cases[_i].y, -1.5, 0);
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_fails(follow(&r, "tip", T, planar_start, (allowed){0, 0}, &trajectory, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text, "or a stated deviation") != NULL, "%s", error.text);
    ck_assert_ok(follow(&r, "tip", T, planar_start, cases[_i].a, &trajectory, &error), error);
    const allowed a = {fmax(cases[_i].a.linear, 1e-5), fmax(cases[_i].a.angular, 1e-5)};
    const double used = check_motion(&r, "tip", T, a, trajectory);
    ck_assert_double_ge(used, 0.9 * fmin(cases[_i].y / fmax(cases[_i].a.linear, 1e-5), 0.1)); /* it is no exact line */
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* 20 mm beside the axis the exact line takes long; who allows 40 mm need not wait for the turn. */
START_TEST(a_deviation_makes_lines_near_singularities_faster)
{
    double T[32];
    robot r = make_planar_arm(T, 0.02, -1.5, 0);
    cdy_error error = {0};
    cdy_trajectory *exact = NULL, *damped = NULL;
    ck_assert_ok(follow(&r, "tip", T, planar_start, (allowed){0, 0}, &exact, &error), error);
    ck_assert_ok(follow(&r, "tip", T, planar_start, (allowed){0.04, 0.01}, &damped, &error), error);
    check_motion(&r, "tip", T, (allowed){0.04, 0.01}, damped);
    ck_assert_double_le(cdy_trajectory_duration(damped), 0.1 * cdy_trajectory_duration(exact));
    cdy_trajectory_destroy(exact);
    cdy_trajectory_destroy(damped);
    free_robot(&r);
}
END_TEST

/* The disk of radius 2 ends half way to x = 2.5: the message tells where, and the deviation it names is one that does,
 * which is 0.5 m at least. */
START_TEST(the_deviation_of_the_message_does)
{
    double T[32], at = 0;
    robot r = make_planar_arm(T, 0, 2.5, 0);
    allowed a = {1e-3, 1e-3};
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_fails(follow(&r, "tip", T, planar_start, a, &trajectory, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_null(trajectory);
    ck_assert_msg(strstr(error.text, "line 1 of 'tip' cannot be followed within 0.001 m and 0.001 rad: at ") != NULL,
                  "%s", error.text);
    ck_assert_int_eq(sscanf(strstr(error.text, "rad: at ") + 8, "%lf %%", &at), 1);
    ck_assert_double_ge(at, 50);
    ck_assert_int_eq(sscanf(strstr(error.text, "a deviation of ") + 15, "%lf m and %lf rad", &a.linear, &a.angular), 2);
    ck_assert_double_ge(a.linear, 0.5);
    ck_assert_double_le(a.linear, 0.7);
    ck_assert_ok(follow(&r, "tip", T, planar_start, a, &trajectory, &error), error);
    check_motion(&r, "tip", T, a, trajectory);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* A line that ends a little beyond the reach is followed as far as the arm reaches. */
START_TEST(a_line_a_little_beyond_the_reach_is_followed)
{
    double T[32];
    const allowed a = {2e-3, 2e-3};
    robot r = make_planar_arm(T, 0, 2.0005, 0);
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_fails(follow(&r, "tip", T, planar_start, (allowed){0, 0}, &trajectory, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ok(follow(&r, "tip", T, planar_start, a, &trajectory, &error), error);
    check_motion(&r, "tip", T, a, trajectory);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* No deviation above the largest one that the call takes is named: the line ends 998 m outside of it. */
START_TEST(no_deviation_out_of_range_is_named)
{
    double T[32];
    robot r = make_planar_arm(T, 0, 2000, 0);
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_fails(follow(&r, "tip", T, planar_start, (allowed){1e-3, 1e-3}, &trajectory, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert_msg(strstr(error.text, "cannot be followed within 0.001 m and 0.001 rad: at ") != NULL, "%s", error.text);
    ck_assert_msg(strstr(error.text, "a deviation of ") == NULL, "%s", error.text);
    free_robot(&r);
}
END_TEST

/* No joint moves the base: there is no damped motion, and the message is that of the exact line. */
START_TEST(a_frame_that_does_not_move_has_no_damped_motion)
{
    double T[32], start[3] = {0};
    robot r = make_planar_arm(T, 0, 1, 0);
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    T[3] = 0;
    ck_assert_fails(follow(&r, "base", T, start, (allowed){0.01, 0.01}, &trajectory, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text, "line 1 of 'base' leaves the reach of the robot at 0 %") != NULL, "%s",
                  error.text);
    free_robot(&r);
}
END_TEST

/* Through the axis of the shoulder the elbow turns to -pi and on; a limit before that leaves no path. */
START_TEST(limits_of_joints_are_kept)
{
    double T[32];
    robot r = make_planar_arm(T, 1e-7, -1.5, 3.1);
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_fails(follow(&r, "tip", T, planar_start, (allowed){1e-3, 1e-3}, &trajectory, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert_msg(strstr(error.text, "joint 'elbow' out of its limits") != NULL, "%s", error.text);
    ck_assert_msg(strstr(error.text, "expected another start, or a line") != NULL, "%s", error.text);
    free_robot(&r);
}
END_TEST

/* Where the tip is at a time, and the configuration there. */
static void find_tip(const robot *r, const cdy_trajectory *trajectory, double t, double *q, double T[16])
{
    cdy_error error = {0};
    ck_assert_ok(cdy_trajectory_evaluate(trajectory, t, q, NULL, NULL, &error), error);
    ck_assert_ok(cdy_get_transform(r->model, r->work, cdy_model_find_frame(r->model, "tip"), 0, q, T, &error), error);
}

/* The first line passes the axis of the shoulder and ends 0.2 m behind it, before the tip is back on the line. The next
 * ones are ordinary: the second leads from where the tip is to the way point, as fast as the exact line from there. */
START_TEST(the_line_after_a_damped_one_is_exact)
{
    enum { COUNT = 4, TIMES = 4096 };
    const allowed a = {1e-2, 1e-2};
    double T[16 * COUNT], now[16], from[32], q[3];
    robot r = make_planar_arm(T, 1e-3, -0.2, 0);
    cdy_error error = {0};
    cdy_trajectory *whole = NULL, *second = NULL;
    for (int k = 2; k < COUNT; k++) {
        memcpy(T + 16 * k, T, 16 * sizeof *T);
        T[16 * k + 3] = k == 2 ? -1.2 : -1.5;
        T[16 * k + 7] = k == 2 ? 0.5 : 0.1;
    }
    ck_assert_ok(follow_lines(&r, "tip", COUNT, T, planar_start, a, &whole, &error), error);
    const double begin = cdy_trajectory_waypoint_time(whole, 1), end = cdy_trajectory_waypoint_time(whole, 2);
    find_tip(&r, whole, begin, q, from);
    memcpy(from + 16, T + 32, 16 * sizeof *T);
    ck_assert_double_ge(distance_from_segment(from, T + 16, T + 16), 1e-4);
    ck_assert_ok(follow(&r, "tip", from, q, (allowed){0, 0}, &second, &error), error);
    ck_assert_double_eq_tol(end - begin, cdy_trajectory_duration(second), 1e-6);
    for (int i = 0; i <= TIMES; i++) {
        find_tip(&r, whole, begin + (end - begin) * i / (double)TIMES, q, now);
        ck_assert_double_le(distance_from_segment(now, from, from + 16), 1e-5);
    }
    for (int k = 0; k + 1 < COUNT; k++) {
        const double t = cdy_trajectory_waypoint_time(whole, (size_t)k);
        for (int i = 0; i <= TIMES; i++) {
            find_tip(&r, whole, t + (cdy_trajectory_waypoint_time(whole, (size_t)k + 1) - t) * i / (double)TIMES, q,
                     now);
            ck_assert_double_le(distance_from_segment(now, T + 16 * k, T + 16 * (k + 1)), a.linear);
            ck_assert_double_le(angle_from_turn(now, T + 16 * k, T + 16 * (k + 1)), a.angular);
        }
        ck_assert(k == 0 || distance_from_segment(now, T + 16 * (k + 1), T + 16 * (k + 1)) <= 1e-9);
    }
    cdy_trajectory_destroy(whole);
    cdy_trajectory_destroy(second);
    free_robot(&r);
}
END_TEST

/* The wrist of a UR5e is singular where the fifth joint is at 0: axes 4 and 6 are then parallel. A turn about axis 5
 * passes there, by `miss` beside it where axis 4 turns as well. */
START_TEST(a_wrist_singularity_keeps_the_deviation)
{
    static const double misses[] = {0, 1e-5, 1e-3, 4e-3};
    const double before[6] = {0.3, -1.2, 1.5, -1.8, 0.15, 0.2},
                 after[6] = {0.3, -1.2, 1.5, -1.8 + 2 * misses[_i], -0.15, 0.2};
    const allowed a = {2e-3, 1e-2};
    robot r = load_bundled_robot("universalUR5e");
    double T[32];
    cdy_error error = {0};
    cdy_trajectory *exact = NULL, *damped = NULL;
    const int frame = cdy_model_find_frame(r.model, "tool0");
    ck_assert_ok(cdy_get_transform(r.model, r.work, frame, 0, before, T, &error), error);
    ck_assert_ok(cdy_get_transform(r.model, r.work, frame, 0, after, T + 16, &error), error);
    ck_assert_ok(follow(&r, "tool0", T, before, (allowed){0, 0}, &exact, &error), error);
    ck_assert_ok(follow(&r, "tool0", T, before, a, &damped, &error), error);
    check_motion(&r, "tool0", T, a, damped);
    ck_assert_double_le(cdy_trajectory_duration(damped), 0.01 * cdy_trajectory_duration(exact));
    cdy_trajectory_destroy(exact);
    cdy_trajectory_destroy(damped);
    free_robot(&r);
}
END_TEST

/* Every allocation of making a damped line fails once: an error, no leak, and no trajectory. */
START_TEST(running_out_of_memory_is_an_error)
{
    double T[32];
    robot r = make_planar_arm(T, 0.04, -1.5, 0);
    cdy_error error = {0};
    const size_t live = heap_count().live;
    bool failed = heap_is_counted();
    for (size_t number = 1; failed; number += 1 + number / 10) {
        cdy_trajectory *trajectory = NULL;
        heap_fail_at(number);
        const cdy_status status = follow(&r, "tip", T, planar_start, (allowed){0.06, 0.01}, &trajectory, &error);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
        cdy_trajectory_destroy(trajectory);
        ck_assert_uint_eq(heap_count().live, live);
    }
    free_robot(&r);
}
END_TEST

/* Away from singularities a deviation changes nothing. */
START_TEST(a_line_without_singularities_is_exact)
{
    const double start[6] = {0.3, -1.2, 1.5, -1.8, -1.5, 0.2};
    robot r = load_bundled_robot("universalUR5e");
    double T[32];
    cdy_error error = {0};
    cdy_trajectory *exact = NULL, *allowing = NULL;
    ck_assert_ok(cdy_get_transform(r.model, r.work, cdy_model_find_frame(r.model, "tool0"), 0, start, T, &error),
                 error);
    memcpy(T + 16, T, 16 * sizeof *T);
    T[16 + 3] += 0.1;
    ck_assert_ok(follow(&r, "tool0", T, start, (allowed){0, 0}, &exact, &error), error);
    ck_assert_ok(follow(&r, "tool0", T, start, (allowed){1e-3, 1e-3}, &allowing, &error), error);
    for (int i = 0; i <= 20; i++) {
        double q[2][6];
        const double t = cdy_trajectory_duration(exact) * i / 20;
        ck_assert_ok(cdy_trajectory_evaluate(exact, t, q[0], NULL, NULL, &error), error);
        ck_assert_ok(cdy_trajectory_evaluate(allowing, t, q[1], NULL, NULL, &error), error);
        ck_assert_near(q[0], q[1], 6, 0);
    }
    cdy_trajectory_destroy(exact);
    cdy_trajectory_destroy(allowing);
    free_robot(&r);
}
END_TEST

START_TEST(deviations_out_of_range_are_refused)
{
    static const allowed bad[] = {{-1e-3, 0}, {(double)NAN, 1e-3}, {1e-3, HUGE_VAL}, {1e-6, 1e-3}, {1e-3, 2e3}};
    double T[32], q[6] = {0};
    robot r = make_planar_arm(T, 1, -1, 0);
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_fails(follow(&r, "tip", T, planar_start, bad[i], &trajectory, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strstr(error.text, "the deviation from lines is ") != NULL, "%s", error.text);
    }
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.acceleration = (double[]){1, 1, 1};
    options.linear_deviation = 1e-3;
    q[3] = 1;
    ck_assert_fails(cdy_trajectory_create(r.model, 2, q, &options, &trajectory, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, "straight lines of a frame") != NULL, "%s", error.text);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("damped_lines");
    TCase *lines = tcase_create("lines");
    suite_add_tcase(suite, lines);
    tcase_set_timeout(lines, 60);
    tcase_add_loop_test(lines, a_line_through_a_singularity_keeps_the_deviation, 0, 5);
    tcase_add_test(lines, a_deviation_makes_lines_near_singularities_faster);
    tcase_add_test(lines, the_deviation_of_the_message_does);
    tcase_add_test(lines, a_line_a_little_beyond_the_reach_is_followed);
    tcase_add_test(lines, no_deviation_out_of_range_is_named);
    tcase_add_test(lines, a_frame_that_does_not_move_has_no_damped_motion);
    tcase_add_test(lines, limits_of_joints_are_kept);
    tcase_add_test(lines, the_line_after_a_damped_one_is_exact);
    tcase_add_loop_test(lines, a_wrist_singularity_keeps_the_deviation, 0, 4);
    tcase_add_test(lines, running_out_of_memory_is_an_error);
    tcase_add_test(lines, a_line_without_singularities_is_exact);
    tcase_add_test(lines, deviations_out_of_range_are_refused);
    return run_suites(suite, NULL);
}
