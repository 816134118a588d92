/* Inverse kinematics: how often it reaches reachable targets, its reports for unreachable targets, limits, weights. */
#include "support/compare.h"
#include "support/ik_case.h"
#include "support/random_tree.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS = 1000, TREES = 60, MOST = 400 };

static const double pi = 3.14159265358979323846;

/* ---- how often targets are found ---- */

/* Bundled robots and robots of the folder of samples, with the frame that is to reach the targets (NULL: the last
 * frame). */
static const struct {
    const char *robot, *frame;
} arms[] = {
    {"universalUR5e", "tool0"},
    {"kukaIiwa14", "iiwa_link_ee_kuka"},
    {"omronEcobra600", NULL},
    {"corpus/robots/panda-bullet.urdf", "panda_hand"},
    {"corpus/robots/fr3-franka.urdf", NULL},
    {"corpus/robots/panda-gepetto.urdf", NULL},
    {"corpus/robots/ur10e.urdf", "tool0"},
    {"corpus/robots/staubli-tx90.urdf", NULL},
    {"corpus/robots/motoman-sia20d.urdf", NULL},
    {"corpus/robots/kinova-j2n6s300.urdf", "j2n6s300_end_effector"},
    {"corpus/robots/fanuc-m430ia.urdf", NULL},
    {"corpus/robots/talos.urdf", "gripper_left_fingertip_1_link"},
};
enum { ARMS = sizeof arms / sizeof arms[0], BUNDLED = 3 };

/* Loads an arm; false for an arm of the folder of samples where this folder is missing. */
static bool load_arm(int number, robot *r, int *frame)
{
    if (number < BUNDLED) {
        *r = load_bundled_robot(arms[number].robot);
    } else {
        char *path = reference_path(arms[number].robot);
        if (!path) {
            return false;
        }
        *r = load_robot_file(path, false, false);
        free(path);
    }
    *frame =
        arms[number].frame ? cdy_model_find_frame(r->model, arms[number].frame) : cdy_model_frame_count(r->model) - 1;
    ck_assert_int_ge(*frame, 0);
    return true;
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static bool check_trial(robot *r, int frame, uint64_t *seed, int *iterations)
{
    double q[MOST], T[16], reached[16], distance, half_sine;
    cdy_random_configuration(r->model, seed, q);
    place(r, frame, q, T);
    cdy_ik_report report = solve(r, frame, T, NULL, NULL, q);
    *iterations = report.iterations;
    place(r, frame, q, reached);
    compare_placements(reached, T, &distance, &half_sine);
    ck_assert_double_eq_tol(distance, report.linear_error, 1e-13 + 1e-9 * distance);
    ck_assert_double_eq_tol(half_sine, sin(report.angular_error / 2), 1e-13 + 1e-9 * half_sine);
    ck_assert_int_eq(report.converged, report.linear_error <= 1e-8 && report.angular_error <= 1e-8);
    ck_assert_int_eq(cdy_configuration_limit_violations(r->model, q, 0, NULL), 0);
    return report.converged;
}

START_TEST(reachable_targets_are_reached)
{
    static int iterations[TRIALS];
    robot r;
    int frame, reached = 0;
    uint64_t seed = 1;
    if (!load_arm(_i, &r, &frame)) {
        return;
    }
    ck_assert_int_le(r.nq, MOST);
    for (int i = 0; i < TRIALS; i++) {
        reached += check_trial(&r, frame, &seed, &iterations[i]);
    }
    qsort(iterations, TRIALS, sizeof *iterations, compare_ints);
    fprintf(stderr, "%s: reached %d of %d, iterations: median %d, 99 of 100 under %d\n", arms[_i].robot, reached,
            TRIALS, iterations[TRIALS / 2], iterations[TRIALS * 99 / 100]);
    ck_assert_int_gt(reached, TRIALS * 99 / 100);
    free_robot(&r);
}
END_TEST

/* A start near a solution leads to this solution in few iterations. */
START_TEST(small_moves_stay_on_the_branch)
{
    robot r;
    int frame, found = 0;
    uint64_t seed = 2, state = 3;
    if (!load_arm(0, &r, &frame)) {
        return;
    }
    for (int i = 0; i < TRIALS; i++) {
        double q[6], start[6], T[16], result[6];
        cdy_random_configuration(r.model, &seed, q);
        place(&r, frame, q, T);
        draw_array(&state, 0.02, start, 6);
        for (int k = 0; k < 6; k++) {
            start[k] += q[k];
        }
        cdy_ik_report report = solve(&r, frame, T, start, NULL, result);
        found += report.converged && report.restarts == 0 && report.iterations <= 12 &&
                 largest_difference(result, q, 6) < 0.3;
    }
    ck_assert_int_gt(found, TRIALS * 97 / 100); /* the other targets are near singularities or limits */
    free_robot(&r);
}
END_TEST

/* Two hinges cannot turn the frame as wanted: the search ends at the least error, which stays large, in tens of
 * iterations. This takes the derivative of the logarithm of large rotations. */
START_TEST(large_errors_end_in_few_iterations)
{
    static int iterations[TRIALS];
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("fork", "yaw", CDY_JOINT_CONTINUOUS);
    add_body(tree, &body, "base");
    body = make_body("hand", "pitch", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 0, 1, 0);
    add_body(tree, &body, "fork");
    body = make_body("target", "roll", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 1, 0, 0);
    add_body(tree, &body, "hand");
    robot r = make_robot(tree);
    const int hand = cdy_model_find_frame(r.model, "hand"), target = cdy_model_find_frame(r.model, "target");
    cdy_ik_options options = cdy_ik_options_default();
    uint64_t seed = 3;
    options.restarts = 0;
    for (int i = 0; i < TRIALS; i++) {
        double q[3], start[3], T[16], result[3];
        cdy_random_configuration(r.model, &seed, q);
        cdy_random_configuration(r.model, &seed, start);
        place(&r, target, q, T);
        iterations[i] = solve(&r, hand, T, start, &options, result).iterations;
    }
    qsort(iterations, TRIALS, sizeof *iterations, compare_ints);
    ck_assert_int_lt(iterations[TRIALS / 2], 40);
    free_robot(&r);
}
END_TEST

/* The slide has the limits [-1, 1]; its follower, at twice the position of the slide, has [-0.5, 0.5]. From every
 * start, the slide stops at 0.25 and -0.25, unless limits are ignored. */
START_TEST(followers_keep_their_limits)
{
    static const double targets[] = {0.1, 0.25, 0.6, -0.2, -0.9}, ends[] = {0.1, 0.25, 0.25, -0.2, -0.25};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("carriage", "slide", CDY_JOINT_PRISMATIC);
    body.joint.limit = (cdy_limit){true, -1, 1, 0, 0};
    add_body(tree, &body, "base");
    body = make_body("finger", "follower", CDY_JOINT_PRISMATIC);
    body.joint.limit = (cdy_limit){true, -0.5, 0.5, 0, 0};
    body.joint.mimic = (cdy_mimic){"slide", 2, 0};
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    const int frame = cdy_model_find_frame(r.model, "carriage");
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        const double T[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, targets[i], 0, 0, 0, 1};
        cdy_ik_options free = cdy_ik_options_default();
        double q = 0, start = 0.9;
        cdy_ik_report report = solve(&r, frame, T, &start, NULL, &q);
        ck_assert_double_eq_tol(q, ends[i], 1e-8);
        ck_assert_int_eq(report.converged, fabs(targets[i]) <= 0.25);
        ck_assert_int_eq(report.at_limit, fabs(targets[i]) > 0.25 || fabs(q) >= 0.25);
        ck_assert_int_eq(cdy_configuration_limit_violations(r.model, &q, 0, NULL), 0);
        free.ignore_limits = true;
        report = solve(&r, frame, T, &start, &free, &q);
        ck_assert_double_eq_tol(q, targets[i], 1e-8);
        ck_assert(report.converged);
    }
    free_robot(&r);
}
END_TEST

/* Random robots with planar and floating joints, followers, chains of 1 to 60 joints. */
START_TEST(random_robots_reach_their_poses)
{
    robot r = make_robot(random_tree((uint64_t)_i + 9000, _i + 1, RANDOM_JOINTS_ALL));
    uint64_t seed = (uint64_t)_i, state = seed;
    int reached = 0, count = cdy_model_frame_count(r.model);
    for (int i = 0; i < 20; i++) {
        double q[MOST], T[16], again[16], distance, half_sine;
        int frame = draw_below(&state, count);
        cdy_random_configuration(r.model, &seed, q);
        place(&r, frame, q, T);
        cdy_ik_report report = solve(&r, frame, T, NULL, NULL, q);
        place(&r, frame, q, again);
        compare_placements(again, T, &distance, &half_sine);
        ck_assert(!report.converged || (distance <= 1.1e-8 && half_sine <= 1.1e-8));
        reached += report.converged;
    }
    ck_assert_int_ge(reached, 19);
    free_robot(&r);
}
END_TEST

/* At the start the rotation error is exactly pi, so that the shortest rotation is not unique. */
START_TEST(half_a_turn_is_made_either_way)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("wheel", "spin", CDY_JOINT_CONTINUOUS);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    double T[16], q;
    at(0, 0, 0, T);
    T[0] = T[5] = -1;
    cdy_ik_report report = solve(&r, 1, T, NULL, NULL, &q);
    ck_assert(report.converged);
    ck_assert_double_eq_tol(fabs(q), pi, 1e-8);
    free_robot(&r);
}
END_TEST

/* ---- unreachable targets ---- */

START_TEST(out_of_reach_the_arm_points_at_the_target)
{
    robot r = make_arm(0, 0);
    cdy_ik_options options = position_only();
    int hand = cdy_model_find_frame(r.model, "hand");
    for (int i = 0; i < 24; i++) {
        double angle = 0.26 * i - 3, T[16], q[2], reached[16];
        at(3 * cos(angle), 3 * sin(angle), 0.4, T);
        cdy_ik_report report = solve(&r, hand, T, NULL, &options, q);
        place(&r, hand, q, reached);
        ck_assert(!report.converged);
        ck_assert_double_eq_tol(report.linear_error, hypot(1.5, 0.4), 1e-9);
        ck_assert_double_eq(report.angular_error, 0); /* the orientation has weight 0 */
        ck_assert_double_eq_tol(reached[3], 1.5 * cos(angle), 1e-4);
        ck_assert_double_eq_tol(reached[7], 1.5 * sin(angle), 1e-4);
    }
    /* A target nearer to the base than 0.5 m is unreachable as well. */
    double T[16], q[2];
    at(0.3, 0, 0, T);
    cdy_ik_report report = solve(&r, hand, T, NULL, &options, q);
    ck_assert(!report.converged);
    ck_assert_double_eq_tol(report.linear_error, 0.2, 1e-9);
    ck_assert_int_eq(report.restarts, options.restarts);
    free_robot(&r);
}
END_TEST

/* The target is the hand's position at q = (2, 0.5), beyond the limits of 1 rad. The nearest configuration has the
 * shoulder at 1 rad; the far limits are another local minimum. */
START_TEST(limits_are_kept_and_told)
{
    robot r = make_arm(-1, 1), open = make_arm(0, 0);
    int hand = cdy_model_find_frame(r.model, "hand");
    cdy_ik_options options = position_only();
    double T[16], q[2], start[2] = {3, -3};
    at(cos(2) + 0.5 * cos(2.5), sin(2) + 0.5 * sin(2.5), 0, T);
    cdy_ik_report report = solve(&r, hand, T, start, &options, q);
    ck_assert(!report.converged);
    /* The shoulder stays at its limit; the elbow turns the forearm along the line to the target. */
    double x = T[3] - cos(1), y = T[7] - sin(1), far = hypot(x, y), bearing = atan2(y, x) - 1;
    double elbow = fmin(fmax(bearing, -1), 1);
    ck_assert_double_eq(q[0], 1);
    ck_assert_double_eq_tol(q[1], elbow, 1e-9);
    ck_assert_double_eq_tol(report.linear_error, hypot(far - 0.5 * cos(bearing - elbow), 0.5 * sin(bearing - elbow)),
                            1e-9);
    ck_assert_int_eq(report.at_limit, 1 + (bearing > 1));
    T[7] = -T[7]; /* the mirrored target, at the lower limits */
    report = solve(&r, hand, T, NULL, &options, q);
    ck_assert_double_eq(q[0], -1);
    ck_assert_double_eq_tol(q[1], -elbow, 1e-9);
    ck_assert_int_eq(report.at_limit, 1 + (bearing > 1));
    T[7] = -T[7];
    options.ignore_limits = true;
    report = solve(&r, hand, T, NULL, &options, q);
    ck_assert(report.converged);
    ck_assert_int_gt(cdy_configuration_limit_violations(r.model, q, 0, NULL), 0);
    ck_assert_int_gt(report.at_limit, 0);
    report = solve(&open, hand, T, NULL, &options, q);
    ck_assert(report.converged);
    ck_assert_int_eq(report.at_limit, 0);
    free_robot(&open);
    free_robot(&r);
}
END_TEST

/* For targets beyond the limits -1 and 2 of a single link, both limits are local minima; the call returns the nearer
 * one, in whatever order the restarts find them. */
START_TEST(the_best_of_all_starts_is_kept)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("link", "joint", CDY_JOINT_REVOLUTE);
    body.joint.limit = (cdy_limit){true, -1, 2, 0, 0};
    add_body(tree, &body, "base");
    body = make_body("tip", "weld", CDY_JOINT_FIXED);
    set_origin(&body, 1, 0, 0, 0, 0, 0);
    add_body(tree, &body, "link");
    robot r = make_robot(tree);
    cdy_ik_options options = position_only();
    for (int i = 0; i < 40; i++) {
        double angle = 2.2 + 0.075 * i, T[16], q,
               start = angle < 0.5 + pi ? -1 : 2; /* 0.5 + pi: the middle of the angles beyond the limits */
        double nearest = angle < 0.5 + pi ? 2 : -1;
        at(1.5 * cos(angle), 1.5 * sin(angle), 0, T);
        options.seed = (uint64_t)i;
        cdy_ik_report report = solve(&r, 2, T, &start, &options, &q);
        ck_assert(!report.converged);
        ck_assert_double_eq(q, nearest);
        ck_assert_int_eq(report.at_limit, 1);
        ck_assert_double_eq_tol(report.linear_error, hypot(1.5 * cos(angle) - cos(q), 1.5 * sin(angle) - sin(q)),
                                1e-14);
    }
    free_robot(&r);
}
END_TEST

/* A joint whose limits are equal stays at its position, and the search ends. */
START_TEST(locked_joints_stay_where_they_are)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("a", "locked", CDY_JOINT_PRISMATIC);
    body.joint.limit = (cdy_limit){true, 0.25, 0.25, 0, 0};
    set_axis(&body, 1, 0, 0);
    add_body(tree, &body, "base");
    body = make_body("b", "free", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 0, 0);
    add_body(tree, &body, "a");
    robot r = make_robot(tree);
    double T[16], q[2];
    at(2, 0, 0, T);
    cdy_ik_report report = solve(&r, 2, T, NULL, NULL, q);
    ck_assert(report.converged);
    ck_assert_int_eq(report.at_limit, 1);
    ck_assert_double_eq(q[0], 0.25);
    ck_assert_double_eq_tol(q[1], 1.75, 1e-8);
    free_robot(&r);
}
END_TEST

/* The start is beyond the limits: the search moves it to the limits, and the elbow leaves its limit again. */
START_TEST(a_limit_lets_go_of_what_turns_back)
{
    robot r = make_arm(-1, 1);
    int hand = cdy_model_find_frame(r.model, "hand");
    double T[16], q[2], start[2] = {-7, 9};
    const double goal[2] = {0.4, -0.3};
    cdy_ik_options options = cdy_ik_options_default();
    options.restarts = 0;
    place(&r, hand, goal, T);
    cdy_ik_report report = solve(&r, hand, T, start, &options, q);
    ck_assert(report.converged);
    ck_assert_int_eq(report.restarts, 0);
    ck_assert_near(q, goal, 2, 1e-7);
    free_robot(&r);
}
END_TEST

/* ---- weights ---- */

START_TEST(positions_alone_are_reached_in_any_attitude)
{
    robot r = load_bundled_robot("universalUR5e");
    int frame = cdy_model_find_frame(r.model, "tool0"), reached = 0;
    cdy_ik_options options = position_only();
    uint64_t seed = 4;
    for (int i = 0; i < 200; i++) {
        double q[6], T[16], there[16];
        cdy_random_configuration(r.model, &seed, q);
        place(&r, frame, q, T);
        const double x[3] = {T[3], T[7], T[11]};
        at(x[0], x[1], x[2], T); /* a target with another orientation, which has no weight */
        cdy_ik_report report = solve(&r, frame, T, NULL, &options, q);
        place(&r, frame, q, there);
        const double y[3] = {there[3], there[7], there[11]};
        ck_assert_double_eq(report.angular_error, 0);
        ck_assert(!report.converged || largest_difference(x, y, 3) <= 1e-8);
        reached += report.converged;
    }
    ck_assert_int_ge(reached, 199);
    free_robot(&r);
}
END_TEST

/* With weight 0 for the rotation about the tool's z axis, the z axis and the origin of the tool reach the target, and
 * the angle about the z axis is free. */
START_TEST(a_free_spin_is_not_counted)
{
    robot r = load_bundled_robot("kukaIiwa14");
    int frame = cdy_model_find_frame(r.model, "iiwa_link_ee_kuka"), reached = 0;
    cdy_ik_options options = cdy_ik_options_default();
    options.weights[2] = 0;
    uint64_t seed = 5;
    for (int i = 0; i < 200; i++) {
        double q[7], T[16], there[16];
        cdy_random_configuration(r.model, &seed, q);
        place(&r, frame, q, T);
        double c = cos(2), s = sin(2);
        for (int row = 0; row < 3; row++) { /* rotates the target by 2 rad about its z axis */
            double x = T[4 * row], y = T[4 * row + 1];
            T[4 * row] = c * x + s * y;
            T[4 * row + 1] = c * y - s * x;
        }
        cdy_ik_report report = solve(&r, frame, T, NULL, &options, q);
        place(&r, frame, q, there);
        for (int row = 0; row < 3 && report.converged; row++) {
            ck_assert_double_eq_tol(there[4 * row + 2], T[4 * row + 2], 2e-8);
            ck_assert_double_eq_tol(there[4 * row + 3], T[4 * row + 3], 2e-8);
        }
        reached += report.converged;
    }
    ck_assert_int_ge(reached, 198);
    free_robot(&r);
}
END_TEST

/* A SCARA arm cannot tilt its tool. With weight 0 for tilts the arm reaches the position of a tilted target; with the
 * default weights the search fails. */
START_TEST(four_joints_go_where_four_weights_say)
{
    robot r = load_bundled_robot("omronEcobra600");
    int frame = cdy_model_frame_count(r.model) - 1;
    cdy_ik_options options = cdy_ik_options_default();
    const double q0[4] = {0.3, 0.4, 0.1, 0.5};
    double T[16], tilted[16], q[4], there[16], c = cos(0.1), s = sin(0.1);
    place(&r, frame, q0, T);
    memcpy(tilted, T, sizeof T);
    for (int row = 0; row < 3; row++) { /* a tilt by 0.1 rad about the tool's x axis */
        tilted[4 * row + 1] = c * T[4 * row + 1] + s * T[4 * row + 2];
        tilted[4 * row + 2] = c * T[4 * row + 2] - s * T[4 * row + 1];
    }
    cdy_ik_report report = solve(&r, frame, tilted, NULL, &options, q);
    ck_assert(!report.converged);
    ck_assert(report.angular_error > 1e-3 && report.angular_error <= 0.1 + 1e-9);
    options.weights[0] = options.weights[1] = 0;
    report = solve(&r, frame, tilted, NULL, &options, q);
    ck_assert(report.converged);
    place(&r, frame, q, there);
    ck_assert(fabs(there[3] - T[3]) < 2e-8 && fabs(there[7] - T[7]) < 2e-8 && fabs(there[11] - T[11]) < 2e-8);
    free_robot(&r);
}
END_TEST

/* A slide along x and y distributes the error of an unreachable target in inverse proportion to the squares of the
 * weights. */
START_TEST(weights_share_out_what_is_left)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "slide", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 1, 0);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    cdy_ik_options options = cdy_ik_options_default();
    options.weights[3] = 2;
    double T[16], q;
    at(1, 0, 0, T);
    cdy_ik_report report = solve(&r, 1, T, NULL, &options, &q);
    /* 4 (1 - t)^2 + t^2 is least at t = 4/5. */
    ck_assert(!report.converged);
    ck_assert_double_eq_tol(q / sqrt(2), 0.8, 1e-6); /* the cost is flat near its minimum */
    ck_assert_double_eq_tol(report.linear_error, hypot(0.2, 0.8), 1e-6);
    free_robot(&r);
}
END_TEST

/* An arm on a planar, floating, prismatic or fixed base, which is `far` metres away from the origin. */
static robot make_far_arm(cdy_joint_type type, double far)
{
    cdy_tree *tree = make_tree("world", 0);
    cdy_body base = make_body("stand", "drive", type);
    set_axis(&base, type == CDY_JOINT_PRISMATIC, 0, type != CDY_JOINT_PRISMATIC);
    set_origin(&base, type == CDY_JOINT_FIXED ? far : 0, type == CDY_JOINT_FIXED ? -far : 0, 0, 0.1, 0.2, 0.3);
    add_body(tree, &base, "world");
    static const char *const names[] = {"stand", "a", "b", "c", "d", "e", "f"};
    for (int i = 1; i < 7; i++) {
        cdy_body body = make_body(names[i], names[i], CDY_JOINT_CONTINUOUS);
        set_axis(&body, i == 5, i == 2 || i == 3, i == 1 || i == 4 || i == 6);
        set_origin(&body, i == 3 || i == 4 ? 0.4 : 0, 0, i < 3 ? 0.2 : 0.1, 0, 0, 0);
        add_body(tree, &body, names[i - 1]);
    }
    return make_robot(tree);
}

/* Targets 1 km to 1e6 km away: near 1e6 m doubles are 1e-10 m apart, near 1e9 m 1e-7 m. */
START_TEST(far_targets_are_reached)
{
    static const cdy_joint_type types[] = {CDY_JOINT_FIXED, CDY_JOINT_PRISMATIC, CDY_JOINT_PLANAR, CDY_JOINT_FLOATING};
    static const double distances[] = {1e3, 1e4, 1e6, 1e9};
    const double far = distances[_i / 4];
    cdy_error error = {0};
    robot r = make_far_arm(types[_i % 4], far);
    const int frame = cdy_model_find_frame(r.model, "f"), slides = r.nq - 6;
    uint64_t seed = 7;
    int converged = 0;
    for (int i = 0; i < 20; i++) {
        double q[13], found[13], T[16], reached[16];
        cdy_ik_report report;
        cdy_random_configuration(r.model, &seed, q);
        for (int k = slides == 7 ? 4 : 0; k < (slides == 3 ? 2 : slides); k++) {
            q[k] *= far;
        }
        ck_assert_ok(cdy_get_transform(r.model, r.work, frame, 0, q, T, &error), error);
        ck_assert_ok(cdy_inverse_kinematics(r.model, r.work, &(cdy_ik_problem){.frame = frame, .target = T}, found,
                                            &report, &error),
                     error);
        ck_assert_ok(cdy_get_transform(r.model, r.work, frame, 0, found, reached, &error), error);
        converged += report.converged;
        ck_assert(!report.converged || largest_difference(T, reached, 16) <= 1.1e-8 + 1e-14 * far);
    }
    ck_assert_int_ge(converged, 19);
    free_robot(&r);
}
END_TEST

/* One or two revolute joints with levers of 1e2 m to 1e9 m; the second lever leads back to the base. */
START_TEST(long_levers_are_turned)
{
    static const double levers[] = {1e2, 1e5, 1e8, 1e9};
    const double lever = levers[_i / 2];
    const bool folds = _i % 2;
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 0);
    cdy_body first = make_body("a", "a", CDY_JOINT_CONTINUOUS), second = make_body("b", "b", CDY_JOINT_CONTINUOUS),
             tip = make_body("tip", "tip", CDY_JOINT_FIXED);
    set_axis(&first, 0, 0, 1);
    set_axis(&second, 0, 0, 1);
    set_origin(&second, lever, 0, 0, 0, 0, 0);
    set_origin(&tip, folds ? -lever : lever, 0.5, 0, 0, 0, 0);
    add_body(tree, &first, "world");
    if (folds) {
        add_body(tree, &second, "a");
    }
    add_body(tree, &tip, folds ? "b" : "a");
    robot r = make_robot(tree);
    const int frame = cdy_model_find_frame(r.model, "tip");
    uint64_t seed = 3;
    for (int i = 0; i < 20; i++) {
        double q[2] = {0}, found[2], T[16], reached[16];
        cdy_ik_report report;
        cdy_random_configuration(r.model, &seed, q);
        q[1] *= i % 2 ? 1 : 1e-9; /* in every other trial the levers are folded, and the frame is near the base */
        ck_assert_ok(cdy_get_transform(r.model, r.work, frame, 0, q, T, &error), error);
        ck_assert_ok(cdy_inverse_kinematics(r.model, r.work, &(cdy_ik_problem){.frame = frame, .target = T}, found,
                                            &report, &error),
                     error);
        ck_assert_ok(cdy_get_transform(r.model, r.work, frame, 0, found, reached, &error), error);
        ck_assert_msg(report.converged, "%d: %g rad, %g m", i, report.angular_error, report.linear_error);
        ck_assert_double_le(largest_difference(T, reached, 16), 1.1e-8 + 1e-14 * lever);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("inverse kinematics");
    TCase *tests = tcase_create("targets");
    tcase_add_loop_test(tests, reachable_targets_are_reached, 0, ARMS);
    tcase_add_test(tests, small_moves_stay_on_the_branch);
    tcase_add_loop_test(tests, random_robots_reach_their_poses, 0, TREES);
    tcase_add_test(tests, half_a_turn_is_made_either_way);
    suite_add_tcase(suite, tests);
    tests = add_case(suite, "limits", out_of_reach_the_arm_points_at_the_target);
    tcase_add_test(tests, limits_are_kept_and_told);
    tcase_add_test(tests, large_errors_end_in_few_iterations);
    tcase_add_test(tests, followers_keep_their_limits);
    tcase_add_test(tests, the_best_of_all_starts_is_kept);
    tcase_add_test(tests, locked_joints_stay_where_they_are);
    tcase_add_test(tests, a_limit_lets_go_of_what_turns_back);
    tests = add_case(suite, "weights", positions_alone_are_reached_in_any_attitude);
    tcase_add_test(tests, a_free_spin_is_not_counted);
    tcase_add_test(tests, four_joints_go_where_four_weights_say);
    tcase_add_test(tests, weights_share_out_what_is_left);
    TCase *far = tcase_create("far");
    tcase_add_loop_test(far, far_targets_are_reached, 0, 16);
    tcase_add_loop_test(far, long_levers_are_turned, 0, 8);
    suite_add_tcase(suite, far);
    return run_suites(suite, NULL);
}
