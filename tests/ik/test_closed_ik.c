/* Inverse kinematics in closed form: robots by name, random arms, counts of solutions, singular poses, targets out of
 * reach, limits, refused arguments, memory. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/ik_case.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, POSES = 60, ARMS = 40, REGULAR_ARMS = 250 };

static const double pi = 3.141592653589793;

/* The largest difference of the joints between a and b. */
static double distance_between(int n, const double *a, const double *b)
{
    double largest = 0;
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(a[i] - b[i]));
    }
    return largest;
}

/* The same with whole turns left out: of two turns as far from the start either may be chosen. */
static double turned_distance(int n, const double *a, const double *b)
{
    double largest = 0;
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(remainder(a[i] - b[i], 2 * pi)));
    }
    return largest;
}

/* Asserts that a frame is placed at T to 1e-12 rad and m. */
static void check_reached(robot *r, int frame, const double *q, const double T[16])
{
    double S[16];
    place(r, frame, q, S);
    for (int i = 0; i < 16; i++) {
        ck_assert_double_eq_tol(S[i], T[i], 2e-12); /* of which the test's own placement rounds a part */
    }
}

/* Solves for a target from a start; asserts that all solutions are reached, differ, and are sorted. */
static cdy_ik_closed_report solve_all(robot *r, const cdy_ik_closed *arm, int frame, const double T[16],
                                      const double *start, double *q)
{
    const cdy_ik_closed_problem problem = {.target = T, .start = start};
    const size_t nq = (size_t)r->nq;
    cdy_ik_closed_report report;
    cdy_error error = {0};
    double before = 0;
    ck_assert_ok(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), error);
    for (int i = 0; i < report.count; i++) {
        double square = 0;
        check_reached(r, frame, q + (size_t)i * nq, T);
        for (int j = 0; j < i; j++) {
            ck_assert_double_gt(distance_between(r->nq, q + (size_t)i * nq, q + (size_t)j * nq), 1e-7);
        }
        for (size_t k = 0; k < nq; k++) {
            square += pow(q[(size_t)i * nq + k] - start[k], 2);
        }
        ck_assert_double_ge(sqrt(square), before - 1e-12);
        before = sqrt(square);
    }
    return report;
}

static cdy_ik_closed *make_arm_of(const robot *r, int frame, bool ignore_limits)
{
    cdy_ik_closed_options options = cdy_ik_closed_options_default();
    cdy_ik_closed *arm = NULL;
    cdy_error error = {0};
    options.ignore_limits = ignore_limits;
    ck_assert_ok(cdy_ik_closed_create(r->model, frame, &options, &arm, &error), error);
    return arm;
}

/* ---- robots by name ---- */

static const struct named_arm {
    const char *robot, *frame;
    cdy_ik_structure structure;
    int given;
} named_arms[] = {
    {"universalUR5e", "tool0", CDY_IK_PARALLEL_AXES, -1},
    {"universalUR3", "tool0", CDY_IK_PARALLEL_AXES, -1},
    {"universalUR10", "tool0", CDY_IK_PARALLEL_AXES, -1},
    {"abbIrb120", "tool0", CDY_IK_SPHERICAL_WRIST, -1},
    {"abbIrb1600", "tool0", CDY_IK_SPHERICAL_WRIST, -1},
    {"fanucM16ib", "tool0", CDY_IK_SPHERICAL_WRIST, -1},
    {"kukaIiwa14", "iiwa_link_ee", CDY_IK_ARM_ANGLE, -1},
    {"frankaEmikaPanda", "panda_hand", CDY_IK_SPHERICAL_SHOULDER, 6},
    {"kinovaJacoJ2N6S200", "j2n6s200_end_effector", CDY_IK_GENERAL, -1},
    {"kinovaJacoJ2S7S300", "j2s7s300_end_effector", CDY_IK_SPHERICAL_WRIST, 2},
};

/* The target is that of a random configuration q within the limits, which is then among the solutions: the first where
 * the search starts from it. */
START_TEST(solutions_contain_the_configuration_of_the_target)
{
    const struct named_arm *named = &named_arms[_i];
    robot r = load_bundled_robot(named->robot);
    const int frame = cdy_model_find_frame(r.model, named->frame);
    ck_assert_int_gt(frame, 0);
    cdy_ik_closed *arm = make_arm_of(&r, frame, false);
    double *q = calloc((size_t)r.nq * (MOST + 1), sizeof *q), *start = q + r.nq * MOST, T[16];
    uint64_t seed = 7;
    ck_assert_int_eq(cdy_ik_closed_structure(arm), named->structure);
    ck_assert_int_eq(cdy_ik_closed_given(arm), named->given);
    for (int i = 0; i < POSES; i++) {
        cdy_random_configuration(r.model, &seed, start);
        place(&r, frame, start, T);
        const cdy_ik_closed_report report = solve_all(&r, arm, frame, T, start, q);
        ck_assert_msg(report.count > 0 && distance_between(r.nq, q, start) < 1e-6,
                      "%s: pose %d: of %d solutions none "
                      "is where the target is from",
                      named->robot, i, report.count);
        ck_assert_double_eq(report.linear_error, 0);
    }
    free(q);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* Each configuration that the iterative search finds from many starts is a solution in closed form. */
START_TEST(solutions_contain_those_of_the_search)
{
    static const char *const robots[][2] = {
        {"universalUR5e", "tool0"}, {"abbIrb120", "tool0"}, {"kinovaJacoJ2N6S200", "j2n6s200_end_effector"}};
    robot r = load_bundled_robot(robots[_i][0]);
    const int frame = cdy_model_find_frame(r.model, robots[_i][1]);
    cdy_ik_closed *arm = make_arm_of(&r, frame, false);
    double *q = calloc((size_t)r.nq * (2 * MOST + 1), sizeof *q), *found = q + r.nq * MOST,
           *start = found + r.nq * MOST;
    cdy_ik_options options = cdy_ik_options_default();
    uint64_t seed = 3;
    options.restarts = 60;
    for (int i = 0; i < 3; i++) {
        double T[16];
        int count = 0;
        cdy_error error = {0};
        cdy_random_configuration(r.model, &seed, start);
        place(&r, frame, start, T);
        const cdy_ik_problem problem = {.frame = frame, .target = T, .start = start, .options = &options};
        const cdy_ik_closed_report report = solve_all(&r, arm, frame, T, start, q);
        ck_assert_ok(cdy_inverse_kinematics_all(r.model, r.work, &problem, MOST, found, &count, &error), error);
        ck_assert_int_ge(report.count, count);
        for (int k = 0; k < count; k++) {
            double nearest = HUGE_VAL;
            for (int j = 0; j < report.count; j++) {
                nearest = fmin(nearest, turned_distance(r.nq, q + j * r.nq, found + k * r.nq));
            }
            ck_assert_double_lt(nearest, 1e-4);
        }
    }
    free(q);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* A UR5e with its arm bent over its base reaches a pose before it in eight postures: shoulder left and right, elbow up
 * and down, wrist turned or not. */
START_TEST(a_ur_has_eight)
{
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    cdy_ik_closed *arm = make_arm_of(&r, frame, true);
    const double start[6] = {0.3, -1.2, 1.4, -0.8, 0.9, 0.2};
    double q[MOST * 6], T[16];
    place(&r, frame, start, T);
    const cdy_ik_closed_report report = solve_all(&r, arm, frame, T, start, q);
    ck_assert_int_eq(report.count, 8);
    ck_assert_int_eq((int)report.families, 0);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* Of eight solutions where three have room, the three nearest to the start are written, and nothing behind them. */
START_TEST(the_nearest_solutions_have_room)
{
    enum { ROOM = 3 };
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    cdy_ik_closed *arm = make_arm_of(&r, frame, true);
    const double start[6] = {0.3, -1.2, 1.4, -0.8, 0.9, 0.2};
    double all[MOST * 6], few[MOST * 6], T[16];
    cdy_ik_closed_report report;
    cdy_error error;
    place(&r, frame, start, T);
    solve_all(&r, arm, frame, T, start, all);
    for (int i = 0; i < MOST * 6; i++) {
        few[i] = -99;
    }
    const cdy_ik_closed_problem problem = {T, start, NULL};
    ck_assert_int_eq(cdy_ik_closed_solve(arm, &problem, ROOM, few, &report, &error), CDY_OK);
    ck_assert_int_eq(report.count, ROOM);
    ck_assert_mem_eq(few, all, ROOM * 6 * sizeof *few);
    for (int i = ROOM * 6; i < MOST * 6; i++) {
        ck_assert_double_eq(few[i], -99);
    }
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* At q5 = 0 axes 4 and 6 of a UR are parallel: joints 2 to 4 and 6 may turn against each other, a family. */
START_TEST(families_are_told)
{
    robot r = load_bundled_robot("universalUR5e");
    const int frame = cdy_model_find_frame(r.model, "tool0");
    cdy_ik_closed *arm = make_arm_of(&r, frame, true);
    const double start[6] = {0.3, -1.2, 1.4, -0.8, 0, 0.2};
    double q[MOST * 6], T[16];
    place(&r, frame, start, T);
    const cdy_ik_closed_report report = solve_all(&r, arm, frame, T, start, q);
    ck_assert_int_ge(report.count, 1);
    ck_assert_double_lt(distance_between(6, q, start), 1e-6);
    ck_assert_int_eq((int)(report.families & 1), 1);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* The number of solutions for a target from `start`, which is among them. */
static int count_solutions(robot *r, int frame, const double *start, double *q)
{
    double T[16], nearest = HUGE_VAL;
    cdy_ik_closed *arm = make_arm_of(r, frame, true);
    place(r, frame, start, T);
    const cdy_ik_closed_report report = solve_all(r, arm, frame, T, start, q);
    for (int i = 0; i < report.count; i++) {
        nearest = fmin(nearest, turned_distance(r->nq, q + i * r->nq, start));
    }
    ck_assert_double_lt(nearest, 1e-6);
    cdy_ik_closed_destroy(arm);
    return report.count;
}

/* Turns the axis of the joint whose position is `position` round; the joint's angle then has the other sign. */
static robot turn_axis(const robot *r, int position)
{
    cdy_tree *tree = NULL;
    cdy_error error = {0};
    int moving = -1;
    ck_assert_ok(cdy_tree_copy(r->tree, &tree, &error), error);
    for (int i = 1; moving < position; i++) {
        cdy_joint joint = cdy_tree_body(tree, i)->joint;
        moving += cdy_joint_type_nv(joint.type);
        if (moving == position) {
            for (int k = 0; k < 3; k++) {
                joint.axis[k] = -joint.axis[k];
            }
            ck_assert_ok(cdy_tree_replace_joint(tree, cdy_tree_body(tree, i)->name, &joint, &error), error);
        }
    }
    return make_robot(tree);
}

/* The sense of an axis changes the sign of its joint's angle and nothing else, whichever axes are parallel. */
START_TEST(the_sense_of_an_axis_loses_no_solutions)
{
    const struct named_arm *named = &named_arms[_i];
    robot r = load_bundled_robot(named->robot);
    const int frame = cdy_model_find_frame(r.model, named->frame);
    double *q = calloc((size_t)r.nq * (MOST + 1), sizeof *q), *start = q + r.nq * MOST;
    uint64_t seed = 17;
    for (int k = 0; k < 6; k++) {
        robot turned = turn_axis(&r, k);
        for (int i = 0; i < 4; i++) {
            cdy_random_configuration(r.model, &seed, start);
            const int count = count_solutions(&r, frame, start, q);
            start[k] = -start[k];
            ck_assert_int_eq(count_solutions(&turned, frame, start, q), count);
        }
        free_robot(&turned);
    }
    free(q);
    free_robot(&r);
}
END_TEST

/* Arm angles: the configurations of an iiwa at a given arm angle have this angle, and all of 32 at four angles differ.
 */
START_TEST(arm_angles_choose_the_elbow)
{
    robot r = load_bundled_robot("kukaIiwa14");
    const int frame = cdy_model_find_frame(r.model, "iiwa_link_ee");
    cdy_ik_closed *arm = make_arm_of(&r, frame, true);
    const double start[7] = {0.3, 0.7, -0.4, -1.2, 0.5, 0.9, 0.2};
    double q[MOST * 7], T[16], angle = 0;
    cdy_error error = {0};
    place(&r, frame, start, T);
    ck_assert_ok(cdy_ik_closed_arm_angle(arm, start, &angle, &error), error);
    for (int i = 0; i < 4; i++) {
        const double given = i == 0 ? angle : -3 + 1.6 * i;
        cdy_ik_closed_report report;
        const cdy_ik_closed_problem problem = {.target = T, .start = start, .given = &given};
        ck_assert_ok(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), error);
        ck_assert_int_eq(report.count, 8);
        for (int k = 0; k < report.count; k++) {
            double back = 0;
            check_reached(&r, frame, q + k * 7, T);
            ck_assert_ok(cdy_ik_closed_arm_angle(arm, q + k * 7, &back, &error), error);
            ck_assert_double_eq_tol(remainder(back - given, 2 * pi), 0, 1e-9);
        }
        if (i == 0) {
            ck_assert_double_lt(distance_between(7, q, start), 1e-6);
        }
    }
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* Each joint of seven can be the given one: it then stands where it is told. */
START_TEST(any_joint_can_be_given)
{
    robot r = load_bundled_robot("frankaEmikaPanda");
    const int frame = cdy_model_find_frame(r.model, "panda_hand");
    double *q = calloc((size_t)r.nq * (MOST + 1), sizeof *q), *start = q + r.nq * MOST, T[16];
    uint64_t seed = 5;
    cdy_ik_closed_options options = cdy_ik_closed_options_default();
    cdy_ik_closed *arm = NULL;
    cdy_error error = {0};
    options.given = _i;
    ck_assert_ok(cdy_ik_closed_create(r.model, frame, &options, &arm, &error), error);
    ck_assert_int_eq(cdy_ik_closed_given(arm), _i);
    for (int i = 0; i < 8; i++) {
        cdy_random_configuration(r.model, &seed, start);
        place(&r, frame, start, T);
        const cdy_ik_closed_report report = solve_all(&r, arm, frame, T, start, q);
        ck_assert_int_gt(report.count, 0);
        ck_assert_double_lt(distance_between(r.nq, q, start), 1e-6);
        for (int k = 0; k < report.count; k++) {
            ck_assert_double_eq_tol(q[k * r.nq + _i], start[_i], 1e-12);
        }
    }
    free(q);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* Near wrist poses where axes 4 and 6 are almost parallel the eigenvalues of a general arm are far off: both orders of
 * its equations together have all solutions. */
START_TEST(nearly_singular_poses_of_general_arms_are_solved)
{
    static const double starts[2][6] = {{-1.230466, 1.173341, 1.148047, -0.350268, 0.029132, 1.593209},
                                        {-2.907603, 4.767616, 1.524566, -0.483660, 0.061087, -2.094767}};
    robot r = load_bundled_robot("kinovaJacoJ2N6S200");
    const int frame = cdy_model_find_frame(r.model, "j2n6s200_end_effector");
    cdy_ik_closed *arm = make_arm_of(&r, frame, true);
    double *q = calloc((size_t)r.nq * (MOST + 1), sizeof *q), *start = q + r.nq * MOST, T[16];
    memcpy(start, starts[_i], sizeof starts[_i]);
    place(&r, frame, start, T);
    const cdy_ik_closed_report report = solve_all(&r, arm, frame, T, start, q);
    ck_assert_int_eq(report.count % 2, 0);
    ck_assert_double_lt(distance_between(6, q, start), 1e-6);
    free(q);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* ---- random arms ---- */

/* A chain of six joints with random axes a random way apart, some 1 m long, and a frame `hand`. */
static robot make_random_arm(uint64_t *seed)
{
    cdy_tree *tree = make_tree("base", 0);
    char name[2] = "a", parent[5] = "base";
    for (int i = 0; i < 7; i++) {
        char joint[3] = {'j', name[0], 0};
        cdy_body body = make_body(i < 6 ? name : "hand", joint, i < 6 ? CDY_JOINT_CONTINUOUS : CDY_JOINT_FIXED);
        double u[6];
        for (int k = 0; k < 6; k++) {
            u[k] = draw(seed, -1, 1);
        }
        set_origin(&body, 0.15 * u[0], 0.15 * u[1], 0.15 * u[2], 3 * u[3], u[4], 3 * u[5]);
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof name);
        name[0]++;
    }
    return make_robot(tree);
}

/* General arms have an even number of solutions, up to 16, which contain the configuration of the target. */
START_TEST(random_arms_are_solved)
{
    uint64_t seed = 11;
    int most = 0;
    for (int i = 0; i < ARMS; i++) {
        robot r = make_random_arm(&seed);
        const int frame = cdy_model_find_frame(r.model, "hand");
        cdy_ik_closed *arm = make_arm_of(&r, frame, true);
        double q[MOST * 6], start[6], T[16];
        ck_assert_int_eq(cdy_ik_closed_structure(arm), CDY_IK_GENERAL);
        for (int k = 0; k < 5; k++) {
            cdy_random_configuration(r.model, &seed, start);
            place(&r, frame, start, T);
            const cdy_ik_closed_report report = solve_all(&r, arm, frame, T, start, q);
            ck_assert_int_ge(report.count, 2);
            ck_assert_int_le(report.count, 16);
            ck_assert_int_eq(report.count % 2, 0);
            ck_assert_double_lt(distance_between(6, q, start), 1e-6);
            most = report.count > most ? report.count : most;
        }
        cdy_ik_closed_destroy(arm);
        free_robot(&r);
    }
    ck_assert_int_ge(most, 8);
}
END_TEST

/* A chain of six joints by Denavit and Hartenberg whose twists are 0, 90, -90, 45 and 180 degrees and whose offsets are
 * 0 or 0.3 m, as arms are built. */
static robot make_regular_arm(uint64_t *seed)
{
    static const double twists[] = {0, 90, -90, 90, -90, 45, 180};
    cdy_tree *tree = make_tree("base", 0);
    char name[2] = "a", parent[5] = "base";
    for (int i = 0; i < 7; i++) {
        char joint[3] = {'j', name[0], 0};
        cdy_body body = make_body(i < 6 ? name : "hand", joint, i < 6 ? CDY_JOINT_CONTINUOUS : CDY_JOINT_FIXED);
        const double twist = twists[(int)draw(seed, 0, 7)] * pi / 180;
        const double x = draw(seed, 0, 1) < 0.5 ? 0 : 0.3, z = draw(seed, 0, 1) < 0.5 ? 0 : 0.3;
        set_axis(&body, 0, 0, 1);
        set_origin(&body, x, -z * sin(twist), z * cos(twist), twist, 0, 0);
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof name);
        name[0]++;
    }
    return make_robot(tree);
}

/* Asserts that the arm, where it is not refused, finds 20 configurations by their placements; returns whether it is
 * solved. */
static bool check_regular_arm(robot *r, int number, uint64_t *seed)
{
    const int frame = cdy_model_find_frame(r->model, "hand");
    cdy_ik_closed_options options = cdy_ik_closed_options_default();
    cdy_ik_closed *arm = NULL;
    cdy_error error = {0};
    options.ignore_limits = true;
    const cdy_status status = cdy_ik_closed_create(r->model, frame, &options, &arm, &error);
    ck_assert(status == CDY_OK || (status == CDY_ERROR_UNSUPPORTED && strstr(error.text, "use the search")));
    for (int k = 0; k < 20 && arm; k++) {
        double q[MOST * 6], start[6], T[16], nearest = HUGE_VAL;
        cdy_random_configuration(r->model, seed, start);
        place(r, frame, start, T);
        const cdy_ik_closed_report report = solve_all(r, arm, frame, T, start, q);
        for (int i = 0; i < report.count; i++) {
            nearest = fmin(nearest, turned_distance(6, q + i * 6, start));
        }
        ck_assert_msg(nearest < 1e-4, "arm %d (%s), pose %d: none of %d solutions is where the target is from", number,
                      cdy_ik_structure_name(cdy_ik_closed_structure(arm)), k, report.count);
    }
    cdy_ik_closed_destroy(arm);
    return status == CDY_OK;
}

/* Right angles, parallel axes and axes that meet lose no solutions: each such arm is solved, or refused. */
START_TEST(regular_arms_are_solved_or_refused)
{
    uint64_t seed = 29;
    int solved = 0;
    for (int i = 0; i < REGULAR_ARMS; i++) {
        robot r = make_regular_arm(&seed);
        solved += check_regular_arm(&r, i, &seed);
        free_robot(&r);
    }
    ck_assert_int_gt(solved, REGULAR_ARMS / 4);
    ck_assert_int_lt(solved, REGULAR_ARMS);
}
END_TEST

/* Joints at 0, quarter and half turns, and one in three anywhere. */
static void draw_right_angles(uint64_t *seed, double q[6])
{
    for (int i = 0; i < 6; i++) {
        q[i] = draw(seed, 0, 1) < 0.33 ? draw(seed, -3, 3) : pi / 2 * (floor(draw(seed, 0, 4)) - 1);
    }
}

/* At right angles joints stand alike in several solutions, so that eigenvalues are equal: none is lost where the pose
 * is not singular. */
START_TEST(poses_of_right_angles_are_solved)
{
    uint64_t seed = 31 + (uint64_t)_i;
    cdy_ik_closed_options options = cdy_ik_closed_options_default();
    options.ignore_limits = true;
    for (int i = 0; i < UNLESS_WATCHED(40, 4); i++) {
        robot r = make_regular_arm(&seed);
        const int frame = cdy_model_find_frame(r.model, "hand");
        cdy_ik_closed *arm = NULL;
        cdy_error error = {0};
        cdy_ik_closed_create(r.model, frame, &options, &arm, &error);
        for (int k = 0; k < 20 && arm; k++) {
            cdy_manipulability_measures measures;
            double q[MOST * 6], start[6], T[16], nearest = HUGE_VAL;
            draw_right_angles(&seed, start);
            ck_assert_ok(cdy_manipulability(r.model, r.work, frame, CDY_AXES_BASE, CDY_ROWS_ANGULAR | CDY_ROWS_LINEAR,
                                            start, &measures, &error),
                         error);
            place(&r, frame, start, T);
            const cdy_ik_closed_report report = solve_all(&r, arm, frame, T, start, q);
            for (int j = 0; j < report.count; j++) {
                nearest = fmin(nearest, turned_distance(6, q + j * 6, start));
            }
            ck_assert_msg(measures.condition > 200 || nearest < 1e-4,
                          "arm %d (%s), pose %d, condition %g: none of %d solutions is where the target is from", i,
                          cdy_ik_structure_name(cdy_ik_closed_structure(arm)), k, measures.condition, report.count);
        }
        cdy_ik_closed_destroy(arm);
        free_robot(&r);
    }
}
END_TEST

/* With its elbow given, an iiwa still turns about the line from shoulder to wrist: no number of solutions is all. */
START_TEST(self_motions_are_refused)
{
    robot r = load_bundled_robot("kukaIiwa14");
    cdy_ik_closed_options options = cdy_ik_closed_options_default();
    cdy_ik_closed *arm = NULL;
    cdy_error error = {0};
    options.given = 3;
    ck_assert_int_eq(
        cdy_ik_closed_create(r.model, cdy_model_find_frame(r.model, "iiwa_link_ee"), &options, &arm, &error),
        CDY_ERROR_UNSUPPORTED);
    ck_assert_ptr_null(arm);
    ck_assert_ptr_nonnull(strstr(error.text, "infinitely many solutions"));
    options.given = 2;
    ck_assert_ok(cdy_ik_closed_create(r.model, cdy_model_find_frame(r.model, "iiwa_link_ee"), &options, &arm, &error),
                 error);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* ---- an arm of two links of 1 m with a spherical wrist ---- */

static robot make_wrist_arm_of(double lower, double upper, double link, double offset)
{
    static const double axes[6][3] = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}};
    cdy_tree *tree = make_tree("base", 0);
    char name[2] = "a", parent[5] = "base";
    for (int i = 0; i < 6; i++) {
        char joint[3] = {'j', name[0], 0};
        cdy_body body = make_body(name, joint, CDY_JOINT_REVOLUTE);
        set_axis(&body, axes[i][0], axes[i][1], axes[i][2]);
        set_origin(&body, i == 0 ? offset : (i == 2 || i == 3) * link, 0, 0, 0, 0, 0);
        body.joint.limit = (cdy_limit){.given = true, .lower = lower, .upper = upper};
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof name);
        name[0]++;
    }
    return make_robot(tree);
}

static robot make_wrist_arm(double lower, double upper)
{
    return make_wrist_arm_of(lower, upper, 1, 0);
}

/* Neither the arm's size nor its distance from the base's origin loses solutions; the position is reached to 1e-12 of
 * the arm's length, or to its rounding. */
START_TEST(sizes_and_offsets_lose_no_solutions)
{
    static const double cases[][2] = {{1, 0}, {1, 1e4}, {1e4, 0}, {1e-4, 0}, {1e-3, 10}, {1e4, -1e6}, {1, 1e6}};
    const double link = cases[_i][0], offset = cases[_i][1], allowed = 4e-12 * link + 8e-16 * fabs(offset);
    robot r = make_wrist_arm_of(-13, 13, link, offset);
    cdy_ik_closed *arm = make_arm_of(&r, 6, true);
    uint64_t seed = 21;
    ck_assert_int_eq(cdy_ik_closed_structure(arm), CDY_IK_SPHERICAL_WRIST);
    for (int i = 0; i < 20; i++) {
        double start[6], q[MOST * 6], T[16], S[16];
        cdy_ik_closed_report report;
        cdy_error error = {0};
        for (int k = 0; k < 6; k++) {
            start[k] = draw(&seed, -1.2, 1.2);
        }
        place(&r, 6, start, T);
        const cdy_ik_closed_problem problem = {.target = T, .start = start};
        ck_assert_ok(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), error);
        ck_assert_int_eq(report.count, 8);
        ck_assert_double_lt(distance_between(6, q, start), 1e-6);
        for (int k = 0; k < report.count; k++) {
            place(&r, 6, q + (size_t)k * 6, S);
            for (int j = 0; j < 16; j++) {
                ck_assert_double_eq_tol(S[j], T[j], j == 3 || j == 7 || j == 11 ? allowed : 2e-12);
            }
        }
    }
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* A wrist 3 m away is 1 m out of reach; its rotation can be reached. */
START_TEST(the_distance_out_of_reach_is_told)
{
    robot r = make_wrist_arm(-3, 3);
    const int frame = cdy_model_find_frame(r.model, "f");
    cdy_ik_closed *arm = make_arm_of(&r, frame, true);
    const double T[16] = {1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 2, 0, 0, 0, 1};
    const cdy_ik_closed_problem problem = {.target = T};
    double q[MOST * 6];
    cdy_ik_closed_report report;
    cdy_error error = {0};
    ck_assert_ok(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), error);
    ck_assert_int_eq(report.count, 0);
    ck_assert_int_eq(report.outside, 0);
    ck_assert_double_eq_tol(report.linear_error, 1, 1e-9);
    ck_assert_double_eq_tol(report.angular_error, 0, 1e-9);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* Asserts that no solution was found, and that no error of 0 says the opposite. */
static void check_unreached(const cdy_ik_closed *arm, const double T[16])
{
    const cdy_ik_closed_problem problem = {.target = T};
    double q[MOST * 7];
    cdy_ik_closed_report report;
    cdy_error error = {0};
    ck_assert_ok(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), error);
    ck_assert_int_eq(report.count + report.outside, 0);
    ck_assert(isnan(report.linear_error) == isnan(report.angular_error));
    ck_assert(isnan(report.linear_error) || report.linear_error > 1e-3);
}

/* General arms whose eigenvalues are all complex, a wrist in the shoulder, and numbers that overflow have no branch
 * whose distance could be told. */
START_TEST(no_branch_is_no_distance_of_zero)
{
    uint64_t seed = 11;
    double T[16] = {1, 0, 0, 0.126, 0, 1, 0, 0, 0, 0, 1, 0.36, 0, 0, 0, 1};
    robot r = load_bundled_robot("kukaIiwa14");
    cdy_ik_closed *arm = make_arm_of(&r, cdy_model_find_frame(r.model, "iiwa_link_ee"), true);
    check_unreached(arm, T); /* the wrist in the shoulder */
    T[11] = 1e300;
    check_unreached(arm, T);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
    for (int i = 0; i < 5; i++) {
        r = make_random_arm(&seed);
        arm = make_arm_of(&r, cdy_model_find_frame(r.model, "hand"), true);
        for (int k = 0; k < 3; k++) {
            T[11] = k == 0 ? 30 : k == 1 ? 1e4 : 1e300;
            check_unreached(arm, T);
        }
        cdy_ik_closed_destroy(arm);
        free_robot(&r);
    }
}
END_TEST

/* A joint that is given stands where it is told, not a turn away, and is refused outside its limits. */
START_TEST(a_given_joint_keeps_its_turn)
{
    const double given = 3.5;
    robot r = load_bundled_robot("frankaEmikaPanda");
    const int frame = cdy_model_find_frame(r.model, "panda_hand");
    const double from[9] = {0.2, -0.3, 0.4, -1.8, 0.3, 1.5, given}, start[9] = {0, 0, 0, -1.5};
    double q[MOST * 9], T[16];
    place(&r, frame, from, T);
    for (int i = 0; i < 2; i++) {
        const bool is_start = i == 1;
        const cdy_ik_closed_problem problem = {T, is_start ? from : start, is_start ? NULL : &given};
        cdy_ik_closed_report report;
        cdy_error error = {0};
        cdy_ik_closed *arm = make_arm_of(&r, frame, true);
        ck_assert_int_eq(cdy_ik_closed_given(arm), 6);
        ck_assert_ok(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), error);
        ck_assert_int_gt(report.count, 0);
        for (int k = 0; k < report.count; k++) {
            ck_assert_double_eq(q[k * r.nq + 6], given);
        }
        cdy_ik_closed_destroy(arm);
        arm = make_arm_of(&r, frame, false);
        ck_assert_ok(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), error);
        ck_assert_int_eq(report.count, 0);
        ck_assert_int_gt(report.outside, 0);
        cdy_ik_closed_destroy(arm);
    }
    free_robot(&r);
}
END_TEST

/* Solutions may be written over the start. */
START_TEST(the_start_may_lie_in_the_solutions)
{
    robot r = load_bundled_robot("frankaEmikaPanda");
    const int frame = cdy_model_find_frame(r.model, "panda_hand");
    cdy_ik_closed *arm = make_arm_of(&r, frame, true);
    const double start[8] = {0.2, -0.3, 0.4, -1.8, 0.3, 1.5, 0.7, 0.01};
    double apart[MOST * 8] = {0}, q[MOST * 8 + 12] = {0}, T[16];
    ck_assert_int_eq(r.nq, 8);
    cdy_ik_closed_report report, again;
    cdy_error error = {0};
    place(&r, frame, start, T);
    for (int most = 1; most <= MOST; most += MOST - 1) {
        const cdy_ik_closed_problem problem = {.target = T, .start = start};
        ck_assert_ok(cdy_ik_closed_solve(arm, &problem, most, apart, &report, &error), error);
        ck_assert_int_gt(report.count, most > 1);
        for (int at = 0; at < 12; at++) {
            const cdy_ik_closed_problem inside = {.target = T, .start = q + at};
            memcpy(q + at, start, sizeof start);
            ck_assert_ok(cdy_ik_closed_solve(arm, &inside, most, q, &again, &error), error);
            ck_assert_int_eq(again.count, report.count);
            ck_assert_mem_eq(q, apart, (size_t)report.count * sizeof start);
        }
    }
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* ---- seven joints with axes of all kinds ---- */

/* Three axes at the origin, joint 4 at (0, 0, 1), and three axes 1 m along x from there. */
static robot make_seven(const double *axes)
{
    cdy_tree *tree = make_tree("base", 0);
    char name[2] = "a", parent[5] = "base";
    for (int i = 0; i < 7; i++) {
        char joint[3] = {'j', name[0], 0};
        cdy_body body = make_body(name, joint, CDY_JOINT_CONTINUOUS);
        set_axis(&body, axes[3 * i], axes[3 * i + 1], axes[3 * i + 2]);
        set_origin(&body, i == 4, 0, i == 3, 0, 0, 0);
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof name);
        name[0]++;
    }
    return make_robot(tree);
}

/* Where axis 4 runs through the wrist the elbow may stand anywhere: every solution is one of infinitely many. */
START_TEST(a_free_elbow_is_a_family)
{
    static const double axes[7][3] = {{0, 0, 1}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
    const double start[7] = {0.3, 0.7, -0.4, -1.2, 0.5, 0.9, 0.2};
    robot r = make_seven(axes[0]);
    cdy_ik_closed *arm = make_arm_of(&r, 7, true);
    double q[MOST * 7], T[16];
    ck_assert_int_eq(cdy_ik_closed_structure(arm), CDY_IK_ARM_ANGLE);
    place(&r, 7, start, T);
    const cdy_ik_closed_report report = solve_all(&r, arm, 7, T, start, q);
    ck_assert_int_gt(report.count, 0);
    ck_assert_uint_eq(report.families, ((uint64_t)1 << report.count) - 1);
    for (int i = 0; i < report.count; i++) {
        ck_assert_double_eq_tol(q[7 * i + 3], start[3], 1e-9);
    }
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* Three axes that meet turn a hand in all directions only if neighbours are not parallel: else there is no shoulder and
 * no wrist. */
START_TEST(parallel_neighbours_are_no_shoulder)
{
    static const double z[3] = {0, 0, 1}, y[3] = {0, 1, 0};
    static const int turned[4] = {0, 2, 4, 6}; /* the axis that is as the middle one */
    double axes[7][3];
    for (int k = 0; k < 7; k++) {
        memcpy(axes[k], k == 1 || k == 5 ? y : z, sizeof y);
    }
    axes[3][1] = 1;
    axes[3][2] = 0;
    memcpy(axes[turned[_i]], y, sizeof y);
    robot r = make_seven(axes[0]);
    cdy_ik_closed *arm = make_arm_of(&r, 7, true);
    ck_assert_int_ne(cdy_ik_closed_structure(arm), CDY_IK_ARM_ANGLE);
    ck_assert_int_ge(cdy_ik_closed_given(arm), 0);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* A limit of a third of a turn leaves some of the eight, and tells the others; limits of two turns let solutions be
 * near a start a turn away. */
START_TEST(limits_choose_solutions_and_turns)
{
    const double from[6] = {0.4, 0.5, 0.7, 0.3, 0.6, -0.2};
    double q[MOST * 6], T[16], far[6];
    robot r = make_wrist_arm(-1, 1);
    const int frame = cdy_model_find_frame(r.model, "f");
    cdy_ik_closed *arm = make_arm_of(&r, frame, false);
    place(&r, frame, from, T);
    cdy_ik_closed_report report = solve_all(&r, arm, frame, T, from, q);
    ck_assert_int_eq(report.count, 1);
    ck_assert_int_eq(report.outside, 7);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
    r = make_wrist_arm(-13, 13);
    arm = make_arm_of(&r, frame, false);
    for (int i = 0; i < 6; i++) {
        far[i] = from[i] + 2 * pi;
    }
    report = solve_all(&r, arm, frame, T, far, q);
    ck_assert_int_eq(report.count, 8);
    ck_assert_double_lt(distance_between(6, q, far), 1e-9);
    const cdy_ik_closed_problem problem = {.target = T, .start = far};
    cdy_error error = {0};
    ck_assert_ok(cdy_ik_closed_solve(arm, &problem, 2, q, &report, &error), error);
    ck_assert_int_eq(report.count, 2); /* the nearest stay */
    ck_assert_double_lt(distance_between(6, q, far), 1e-9);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

/* ---- what is refused ---- */

START_TEST(other_robots_are_refused)
{
    robot r = make_arm(0, 0);
    cdy_ik_closed *arm = NULL;
    cdy_error error = {0};
    ck_assert_int_eq(cdy_ik_closed_create(r.model, 3, NULL, &arm, &error), CDY_ERROR_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(error.text, "2 joints"));
    ck_assert_int_eq(cdy_ik_closed_create(r.model, 30, NULL, &arm, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_ik_closed_create(NULL, 0, NULL, &arm, &error), CDY_ERROR_ARGUMENT);
    free_robot(&r);
    r = make_wrist_arm(-3, 3);
    cdy_ik_closed_options options = cdy_ik_closed_options_default();
    options.given = 2;
    ck_assert_int_eq(cdy_ik_closed_create(r.model, 6, &options, &arm, &error), CDY_ERROR_ARGUMENT);
    options.given = 6;
    ck_assert_int_eq(cdy_ik_closed_create(r.model, 6, &options, &arm, &error), CDY_ERROR_ARGUMENT);
    options = (cdy_ik_closed_options){.tolerance = (double)NAN, .given = -1};
    ck_assert_int_eq(cdy_ik_closed_create(r.model, 6, &options, &arm, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ptr_null(arm);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_problems_are_refused)
{
    robot r = make_wrist_arm(-3, 3);
    cdy_ik_closed *arm = make_arm_of(&r, 6, false);
    double T[16] = {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, q[MOST * 6], angle;
    double start[6] = {0};
    cdy_ik_closed_report report;
    cdy_ik_closed_problem problem = {.target = T, .start = start};
    cdy_error error = {0};
    ck_assert_int_eq(cdy_ik_closed_solve(arm, &problem, 0, q, &report, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_ik_closed_solve(arm, NULL, 1, q, &report, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_ik_closed_arm_angle(arm, start, &angle, &error), CDY_ERROR_ARGUMENT);
    problem.given = &start[0];
    ck_assert_int_eq(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "six joints leave none to choose"));
    problem.given = NULL;
    start[3] = (double)INFINITY;
    ck_assert_int_eq(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), CDY_ERROR_ARGUMENT);
    start[3] = 0;
    T[0] = 2;
    ck_assert_int_eq(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), CDY_ERROR_ARGUMENT);
    cdy_ik_closed_destroy(arm);
    cdy_ik_closed_destroy(NULL);
    free_robot(&r);
}
END_TEST

/* Solving allocates nothing; creating fails cleanly wherever memory runs out. */
START_TEST(memory_is_taken_at_creation_alone)
{
    robot r = make_wrist_arm(-3, 3);
    cdy_ik_closed *arm = NULL;
    cdy_error error = {0};
    const size_t live = heap_count().live;
    size_t number = 1;
    for (; !arm; number++) {
        heap_fail_at(number);
        const cdy_status status = cdy_ik_closed_create(r.model, 6, NULL, &arm, &error);
        heap_fail_at(0);
        ck_assert_int_eq(status, arm ? CDY_OK : CDY_ERROR_MEMORY);
        ck_assert(arm || heap_count().live == live);
    }
    ck_assert_uint_gt(number, heap_is_counted() ? 3 : 1);
    const double start[6] = {0.4, 0.5, 0.7, 0.3, 0.6, -0.2};
    double q[MOST * 6], T[16];
    cdy_ik_closed_report report;
    place(&r, 6, start, T);
    const cdy_ik_closed_problem problem = {.target = T, .start = start};
    const size_t before = heap_count().calls;
    const cdy_status status = cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error);
    const size_t after = heap_count().calls;
    ck_assert_ok(status, error);
    ck_assert_uint_eq(after, before);
    cdy_ik_closed_destroy(arm);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("closed_ik");
    TCase *c = tcase_create("closed_ik");
    suite_add_tcase(suite, c);
    tcase_add_loop_test(c, solutions_contain_the_configuration_of_the_target, 0,
                        (int)(sizeof named_arms / sizeof *named_arms));
    tcase_add_loop_test(c, solutions_contain_those_of_the_search, 0, 3);
    tcase_add_test(c, a_ur_has_eight);
    tcase_add_test(c, the_nearest_solutions_have_room);
    tcase_add_test(c, families_are_told);
    tcase_add_test(c, arm_angles_choose_the_elbow);
    tcase_add_loop_test(c, the_sense_of_an_axis_loses_no_solutions, 0, (int)(sizeof named_arms / sizeof *named_arms));
    tcase_add_loop_test(c, any_joint_can_be_given, 0, 7);
    tcase_add_loop_test(c, nearly_singular_poses_of_general_arms_are_solved, 0, 2);
    tcase_add_test(c, random_arms_are_solved);
    tcase_add_test(c, regular_arms_are_solved_or_refused);
    tcase_add_loop_test(c, poses_of_right_angles_are_solved, 0, 3);
    tcase_add_test(c, self_motions_are_refused);
    tcase_add_loop_test(c, sizes_and_offsets_lose_no_solutions, 0, 7);
    tcase_add_test(c, the_distance_out_of_reach_is_told);
    tcase_add_test(c, no_branch_is_no_distance_of_zero);
    tcase_add_test(c, a_given_joint_keeps_its_turn);
    tcase_add_test(c, the_start_may_lie_in_the_solutions);
    tcase_add_test(c, a_free_elbow_is_a_family);
    tcase_add_loop_test(c, parallel_neighbours_are_no_shoulder, 0, 4);
    tcase_add_test(c, limits_choose_solutions_and_turns);
    tcase_add_test(c, other_robots_are_refused);
    tcase_add_test(c, wrong_problems_are_refused);
    tcase_add_test(c, memory_is_taken_at_creation_alone);
    return run_suites(suite, NULL);
}
