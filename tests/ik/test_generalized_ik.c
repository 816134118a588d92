/* Generalized inverse kinematics: problems that a known configuration solves are solved, problems that none solves end
 * at the least violation, which closed forms tell; and what is refused. */
#include "support/compare.h"
#include "support/gik_case.h"
#include "support/ik_case.h"
#include "support/random_tree.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

enum { MOST_NQ = 128, MOST_CONSTRAINTS = 4 };
static const double pi = 3.14159265358979323846;

/* ---- feasible problems ---- */

/* A problem that a random configuration within the limits solves, and a random start. */
typedef struct made_problem {
    cdy_ik_constraint constraints[MOST_CONSTRAINTS];
    int count;
    double start[MOST_NQ];
} made_problem;

static made_problem make_problem(robot *r, uint64_t *seed)
{
    made_problem p = {.count = 1 + draw_below(seed, MOST_CONSTRAINTS)};
    double q[MOST_NQ];
    ck_assert_int_le(r->nq, MOST_NQ);
    cdy_random_configuration(r->model, seed, q);
    cdy_random_configuration(r->model, seed, p.start);
    for (int i = 0; i < p.count; i++) {
        p.constraints[i] = draw_any_constraint(r, q, seed);
    }
    return p;
}

/* The result keeps the limits and, judged by the violations alone, every constraint. */
static void check_solved(robot *r, const made_problem *p, int number)
{
    double q[MOST_NQ];
    cdy_ik_violation found[MOST_CONSTRAINTS], again[MOST_CONSTRAINTS];
    cdy_error error = {0};
    const cdy_gik_report report = solve_constraints(r, p->constraints, p->count, p->start, NULL, q, found);
    ck_assert_msg(report.converged, "problem %d of %s: constraint %d (%s) is violated by %g", number,
                  cdy_model_name(r->model), report.worst,
                  report.worst < 0 ? "" : cdy_ik_constraint_kind_name(p->constraints[report.worst].kind),
                  report.violation);
    ck_assert(!report.at_minimum);
    ck_assert_int_eq(cdy_configuration_limit_violations(r->model, q, 0, NULL), 0);
    ck_assert_ok(cdy_ik_violations(r->model, r->work, q, p->constraints, p->count, again, &error), error);
    double most = 0;
    for (int i = 0; i < p->count; i++) {
        ck_assert_double_le(again[i].size, 1e-6);
        ck_assert_double_eq(again[i].size, found[i].size);
        most = fmax(most, again[i].size);
    }
    ck_assert_double_eq(report.violation, most);
}

START_TEST(problems_of_robots_are_solved)
{
    const char *const names[] = {"universalUR5e", "kukaIiwa14", "frankaEmikaPanda", "rethinkSawyer", "willowgaragePR2"};
    robot r = load_bundled_robot(names[_i]);
    uint64_t seed = 1 + (uint64_t)_i;
    for (int i = 0; i < UNLESS_WATCHED(200, 10); i++) {
        const made_problem p = make_problem(&r, &seed);
        check_solved(&r, &p, i);
    }
    free_robot(&r);
}
END_TEST

/* Floating, spherical, planar, continuous and mimic joints. */
START_TEST(problems_of_all_joints_are_solved)
{
    for (uint64_t tree = 1; tree <= UNLESS_WATCHED(100, 6); tree++) {
        robot r = make_robot(random_tree(tree, 2 + (int)(tree % 5), RANDOM_JOINTS_ALL));
        uint64_t seed = 1000 + tree;
        for (int i = 0; i < 5; i++) {
            const made_problem p = make_problem(&r, &seed);
            check_solved(&r, &p, (int)(10 * tree) + i);
        }
        free_robot(&r);
    }
}
END_TEST

/* A floating base far from its target. */
START_TEST(far_targets_are_reached)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("ball", "ball", CDY_JOINT_FLOATING);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    cdy_ik_constraint c = cdy_ik_constraint_default(CDY_IK_POSE);
    const cdy_placement far = {{1e3, -2e4, 3e5}, {0.5, 1, 2}};
    double q[7];
    c.frame = 1;
    cdy_placement_to_matrix(&far, c.in_reference);
    const cdy_gik_report report = solve_constraints(&r, &c, 1, NULL, NULL, q, NULL);
    ck_assert(report.converged);
    ck_assert_int_eq(report.restarts, 0);
    ck_assert_near(q + 4, far.xyz, 3, 1e-6);
    free_robot(&r);
}
END_TEST

/* ---- problems without a solution ---- */

static cdy_ik_constraint hand_at(double x, double y, double weight)
{
    cdy_ik_constraint c = cdy_ik_constraint_default(CDY_IK_POSITION);
    c.frame = 3;
    c.in_reference[3] = x;
    c.in_reference[7] = y;
    for (int i = 0; i < 7; i++) {
        c.weights[i] = weight;
    }
    return c;
}

static void expect_minimum(const cdy_gik_report *report, double violation, double cost)
{
    ck_assert(!report->converged && report->at_minimum);
    ck_assert_msg(fabs(report->violation - violation) < 1e-7, "%.12g is violated, not %.12g", report->violation,
                  violation);
    ck_assert_double_eq_tol(report->cost, cost, 1e-9 * fmax(cost, 1));
}

START_TEST(targets_out_of_reach)
{
    robot r = make_arm(0, 0); /* 1.5 m long */
    const cdy_ik_constraint c = hand_at(3, 4, 1);
    double q[2];
    const cdy_gik_report report = solve_constraints(&r, &c, 1, (double[2]){-2, 1}, NULL, q, NULL);
    expect_minimum(&report, 3.5, 3.5 * 3.5);
    ck_assert_int_eq(report.worst, 0);
    ck_assert_double_eq_tol(remainder(q[0], 2 * pi), atan2(4, 3), 1e-6);
    ck_assert_double_eq_tol(remainder(q[1], 2 * pi), 0, 1e-6);
    free_robot(&r);
}
END_TEST

/* Targets that contradict each other: the weighted mean is best, with a part of their squared distance. */
START_TEST(weights_decide_between_targets)
{
    robot r = make_arm(0, 0);
    for (int i = 0; i < 5; i++) {
        const double w = 0.25 * (i + 1), a = 1, b = w * w;
        const cdy_ik_constraint list[2] = {hand_at(0.9, 0.3, 1), hand_at(0.5, -0.7, w)};
        const double square = 0.4 * 0.4 + 1, distance = sqrt(square);
        double q[2], T[16];
        cdy_ik_violation v[2];
        const cdy_gik_report report = solve_constraints(&r, list, 2, NULL, NULL, q, v);
        expect_minimum(&report, fmax(a, b) / (a + b) * distance, a * b / (a + b) * square);
        ck_assert_double_eq_tol(v[0].size, b / (a + b) * distance, 1e-7);
        ck_assert_double_eq_tol(v[1].size, a / (a + b) * distance, 1e-7);
        ck_assert_int_eq(report.worst, w > 1 ? 0 : report.worst);
        place(&r, 3, q, T);
        ck_assert_double_eq_tol(T[3], (a * 0.9 + b * 0.5) / (a + b), 1e-7);
        ck_assert_double_eq_tol(T[7], (a * 0.3 - b * 0.7) / (a + b), 1e-7);
    }
    free_robot(&r);
}
END_TEST

START_TEST(bounds_that_exclude_each_other)
{
    robot r = make_arm(-0.5, 0.5);
    cdy_ik_constraint list[2] = {cdy_ik_constraint_default(CDY_IK_JOINT_BOUNDS),
                                 cdy_ik_constraint_default(CDY_IK_JOINT_BOUNDS)};
    double q[2];
    list[0].position = list[1].position = 0;
    list[0].bounds[0][0] = -0.3;
    list[0].bounds[0][1] = -0.2;
    list[1].bounds[0][0] = 0.4;
    list[1].bounds[0][1] = 0.6;
    cdy_gik_report report = solve_constraints(&r, list, 2, NULL, NULL, q, NULL);
    expect_minimum(&report, 0.3, 2 * 0.3 * 0.3);
    ck_assert_double_eq_tol(q[0], 0.1, 1e-7);
    ck_assert_double_eq(q[1], 0);                      /* no constraint depends on it */
    list[1].bounds[0][0] = list[1].bounds[0][1] = 0.9; /* beyond the limit */
    report = solve_constraints(&r, list + 1, 1, NULL, NULL, q, NULL);
    expect_minimum(&report, 0.4, 0.4 * 0.4);
    ck_assert_double_eq(q[0], 0.5);
    ck_assert_int_eq(report.at_limit, 1);
    const cdy_gik_options free_options = {.tolerance = 1e-6, .iterations = 100, .ignore_limits = true};
    report = solve_constraints(&r, list + 1, 1, NULL, &free_options, q, NULL);
    ck_assert(report.converged);
    ck_assert_double_eq_tol(q[0], 0.9, 1e-6);
    free_robot(&r);
}
END_TEST

START_TEST(distances_and_boxes_out_of_reach)
{
    robot r = make_arm(0, 0);
    cdy_ik_constraint c = cdy_ik_constraint_default(CDY_IK_DISTANCE_BOUNDS);
    double q[2];
    c.frame = 3;
    c.bounds[0][0] = 2;
    c.bounds[0][1] = 3;
    cdy_gik_report report = solve_constraints(&r, &c, 1, (double[2]){0.3, 1}, NULL, q, NULL);
    expect_minimum(&report, 0.5, 0.25);
    c.bounds[0][0] = 0;
    c.bounds[0][1] = 0.25; /* the arm folded reaches 0.5 */
    report = solve_constraints(&r, &c, 1, (double[2]){0.3, 1}, NULL, q, NULL);
    expect_minimum(&report, 0.25, 0.0625);
    c = cdy_ik_constraint_default(CDY_IK_CARTESIAN_BOUNDS);
    c.frame = 3;
    for (int i = 0; i < 3; i++) {
        c.bounds[i][0] = 1;
        c.bounds[i][1] = 2;
    }
    report = solve_constraints(&r, &c, 1, (double[2]){0.3, 1}, NULL, q, NULL);

    expect_minimum(&report, 1, 1); /* 1, 1 is in reach, z = 0 is 1 m below the box */
    free_robot(&r);
}
END_TEST

/* An infeasible problem of a robot: a second target of the same place, some way from the first.  The least violation
 * of two targets d apart is d / 2, where the point between them is in reach. */
START_TEST(contradictions_of_robots_end_halfway)
{
    robot r = load_bundled_robot("kukaIiwa14");
    uint64_t seed = 3;
    for (int i = 0; i < UNLESS_WATCHED(30, 3); i++) {
        double q[7], found[7];
        cdy_random_configuration(r.model, &seed, q);
        cdy_ik_constraint list[2];
        list[0] = draw_kept_constraint(&r, CDY_IK_POSITION, q, &seed);
        list[0].frame = cdy_model_frame_count(r.model) - 1;
        list[0].relative_to = 0;
        list[0].linear_tolerance = 0;
        double T[16];
        place(&r, list[0].frame, q, T);
        for (int k = 0; k < 3; k++) {
            list[0].in_reference[4 * k + 3] = T[4 * k + 3];
            for (int j = 0; j < 3; j++) {
                list[0].in_reference[4 * k + 3] += T[4 * k + j] * list[0].in_frame[4 * j + 3];
            }
        }
        list[1] = list[0];
        list[0].in_reference[3] -= 0.05;
        list[1].in_reference[3] += 0.05;
        const cdy_gik_report report = solve_constraints(&r, list, 2, NULL, NULL, found, NULL);
        expect_minimum(&report, 0.05, 2 * 0.05 * 0.05);
    }
    free_robot(&r);
}
END_TEST

/* ---- the examples of the documentation ---- */

/* A parallelogram of 0.3 m and 0.5 m, closed by a revolute joint: crank and rocker turn by the same angle. */
START_TEST(a_four_bar_linkage_is_closed)
{
    const char *const names[] = {"crank", "coupler", "rocker"}, *const parents[] = {"base", "crank", "base"};
    const double places[] = {0, 0.3, 0.5};
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < 3; i++) {
        cdy_body body = make_body(names[i], names[i], CDY_JOINT_REVOLUTE);
        set_origin(&body, places[i], 0, 0, 0, 0, 0);
        add_body(tree, &body, parents[i]);
    }
    robot r = make_robot(tree);
    cdy_ik_constraint list[2] = {cdy_ik_constraint_default(CDY_IK_REVOLUTE_JOINT),
                                 cdy_ik_constraint_default(CDY_IK_JOINT_BOUNDS)};
    list[0].frame = cdy_model_find_frame(r.model, "rocker");
    list[0].relative_to = cdy_model_find_frame(r.model, "coupler");
    list[0].in_frame[3] = 0.3;
    list[0].in_reference[3] = 0.5;
    list[1].position = 0;
    double q[3] = {0.5, -0.5, 0.5};
    for (double angle = 0.5; angle < 2.5; angle += 0.1) {
        list[1].bounds[0][0] = list[1].bounds[0][1] = angle;
        const cdy_gik_report report = solve_constraints(&r, list, 2, q, NULL, q, NULL);
        ck_assert(report.converged);
        ck_assert_near(q, ((double[3]){angle, -angle, angle}), 3, 1e-5);
    }
    free_robot(&r);
}
END_TEST

/* Above a cup, the hand's axis to a point below it, away from another body, the elbow up. */
START_TEST(a_reaching_task_is_solved)
{
    robot r = load_bundled_robot("kukaIiwa14");
    const int tip = cdy_model_find_frame(r.model, "iiwa_link_ee_kuka");
    cdy_ik_constraint list[4] = {
        cdy_ik_constraint_default(CDY_IK_CARTESIAN_BOUNDS), cdy_ik_constraint_default(CDY_IK_DISTANCE_BOUNDS),
        cdy_ik_constraint_default(CDY_IK_AIMING), cdy_ik_constraint_default(CDY_IK_JOINT_BOUNDS)};
    const double point[3] = {0.5, 0.2, 0};
    list[0].frame = list[1].frame = list[2].frame = tip;
    for (int i = 0; i < 2; i++) {
        list[0].bounds[i][0] = -HUGE_VAL;
        list[0].bounds[i][1] = HUGE_VAL;
    }
    list[0].bounds[2][0] = 0.3;
    list[0].bounds[2][1] = 0.6;
    list[1].relative_to = cdy_model_find_frame(r.model, "iiwa_link_4");
    list[1].bounds[0][0] = 0.4;
    list[1].bounds[0][1] = 2;
    list[2].angular_tolerance = 0.01;
    list[3].position = 3;
    list[3].bounds[0][0] = -1.5;
    list[3].bounds[0][1] = -1;
    for (int i = 0; i < 3; i++) {
        list[2].in_reference[4 * i + 3] = point[i];
    }
    double q[7], T[16], along = 0, square = 0;
    ck_assert(solve_constraints(&r, list, 4, NULL, NULL, q, NULL).converged);
    place(&r, tip, q, T);
    ck_assert(T[11] > 0.3 - 1e-6 && T[11] < 0.6 + 1e-6);
    for (int i = 0; i < 3; i++) {
        along += T[4 * i + 2] * (point[i] - T[4 * i + 3]);
        square += pow(point[i] - T[4 * i + 3], 2);
    }
    ck_assert_double_lt(acos(along / sqrt(square)), 0.01 + 2e-6);
    ck_assert(q[3] > -1.5 - 1e-6 && q[3] < -1 + 1e-6);
    free_robot(&r);
}
END_TEST

/* ---- the call ---- */

START_TEST(no_constraints_leave_the_start)
{
    robot r = make_arm(-0.5, 0.5);
    double q[2];
    const cdy_gik_report report = solve_constraints(&r, NULL, 0, (double[2]){0.25, 7}, NULL, q, NULL);
    ck_assert(report.converged && report.worst == -1 && report.iterations == 0 && report.restarts == 0);
    ck_assert_near(q, ((double[2]){0.25, 0.5}), 2, 0);
    free_robot(&r);
}
END_TEST

START_TEST(equal_arguments_give_equal_results)
{
    robot r = load_bundled_robot("universalUR5e");
    uint64_t seed = 9;
    int different = 0;
    for (int i = 0; i < 30; i++) {
        const made_problem p = make_problem(&r, &seed);
        cdy_gik_options options = cdy_gik_options_default();
        double a[6], b[6];
        const cdy_gik_report report = solve_constraints(&r, p.constraints, p.count, p.start, &options, a, NULL);
        memcpy(b, p.start, sizeof b);
        solve_constraints(&r, p.constraints, p.count, b, &options, b, NULL); /* q may be the start */
        ck_assert_mem_eq(a, b, sizeof a);
        made_problem scaled = p;
        for (int k = 0; k < p.count; k++) {
            for (int j = 0; j < 7; j++) {
                scaled.constraints[k].weights[j] *= 1024; /* only their ratios matter */
            }
        }
        solve_constraints(&r, scaled.constraints, p.count, p.start, &options, b, NULL);
        ck_assert_mem_eq(a, b, sizeof a);
        options.seed = 77;
        solve_constraints(&r, p.constraints, p.count, p.start, &options, b, NULL);
        different += report.restarts > 0 && memcmp(a, b, sizeof a) != 0;
    }
    ck_assert_int_gt(different, 0);
    free_robot(&r);
}
END_TEST

START_TEST(joints_without_a_part_keep_their_place)
{
    robot r = load_bundled_robot("willowgaragePR2");
    cdy_ik_constraint c = cdy_ik_constraint_default(CDY_IK_POSITION);
    const int shoulder = cdy_model_find_joint(r.model, "l_shoulder_pan_joint");
    double start[MOST_NQ], q[MOST_NQ];
    uint64_t seed = 4;
    ck_assert_int_ge(shoulder, 0);
    ck_assert_int_le(r.nq, MOST_NQ);
    cdy_random_configuration(r.model, &seed, start);
    c.frame = cdy_model_find_frame(r.model, "l_wrist_roll_link");
    c.relative_to = cdy_model_find_frame(r.model, "torso_lift_link"); /* what carries both does not move either */
    c.in_reference[7] = 0.3;
    for (int far = 0; far < 2; far++) { /* a search in vain uses all restarts */
        c.in_reference[3] = far ? 5 : 0.5;
        const cdy_gik_report report = solve_constraints(&r, &c, 1, start, NULL, q, NULL);
        ck_assert(far ? report.restarts == 200 : report.converged);
        int moved = 0;
        for (int i = 0; i < r.nq; i++) {
            cdy_coordinate coordinate;
            ck_assert_int_eq(cdy_model_position(r.model, i, &coordinate), CDY_OK);
            const bool is_left_arm = !strncmp(coordinate.joint, "l_", 2);
            moved += fabs(q[i] - start[i]) > 1e-3;
            ck_assert_msg(is_left_arm || !(fabs(q[i] - start[i]) > 0), "'%s' has moved by %g", coordinate.joint,
                          q[i] - start[i]);
        }
        ck_assert_int_ge(moved, 2);
    }
    free_robot(&r);
}
END_TEST

START_TEST(effort_is_limited)
{
    robot r = make_arm(0, 0);
    const cdy_ik_constraint c = hand_at(3, 4, 1);
    double q[2];
    for (int iterations = 1; iterations < 40; iterations += 3) {
        for (int restarts = 0; restarts < 4; restarts++) {
            const cdy_gik_options options = {.tolerance = 1e-6, .iterations = iterations, .restarts = restarts};
            const cdy_gik_report report = solve_constraints(&r, &c, 1, (double[2]){2, 1}, &options, q, NULL);
            ck_assert(!report.converged);
            ck_assert_int_le(report.iterations, iterations);
            ck_assert_int_le(report.restarts, restarts);
        }
    }
    free_robot(&r);
}
END_TEST

/* ---- what is refused ---- */

static void refuse(robot *r, const cdy_ik_constraint *c, const char *words)
{
    cdy_error error = {0};
    cdy_ik_violation v;
    double q[MOST_NQ] = {[0] = 42};
    const cdy_ik_constraint list[2] = {cdy_ik_constraint_default(CDY_IK_POSE), *c};
    const cdy_gik_problem problem = {.constraints = list, .count = 2};
    ck_assert_fails(cdy_generalized_inverse_kinematics(r->model, r->work, &problem, q, NULL, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, words) && strstr(error.text, "constraint number 1"), "'%s' does not say '%s'",
                  error.text, words);
    ck_assert_double_eq(q[0], 42);
    ck_assert_fails(cdy_ik_violations(r->model, r->work, NULL, c, 1, &v, &error), CDY_ERROR_ARGUMENT, error);
}

START_TEST(constraints_that_are_none_are_refused)
{
    robot r = make_arm(0, 0);
    const double none = (double)NAN;
#define REFUSE(kind, words, change)                                                                                    \
    do {                                                                                                               \
        cdy_ik_constraint c = cdy_ik_constraint_default(kind);                                                         \
        c.frame = 3;                                                                                                   \
        c.position = 0;                                                                                                \
        change;                                                                                                        \
        refuse(&r, &c, words);                                                                                         \
    } while (0)
    REFUSE(CDY_IK_POSE, "(pose): there is no body number 4; expected 0 to 3", c.frame = 4);
    REFUSE(CDY_IK_POSE, "no body number -1", c.relative_to = -1);
    REFUSE(CDY_IK_POSE, "no placement", c.in_reference[3] = none);
    REFUSE(CDY_IK_POSE, "no placement", c.in_frame[0] = 2);
    REFUSE(CDY_IK_POSE, "weight", c.weights[5] = -1);
    REFUSE(CDY_IK_POSE, "weight", c.weights[0] = none);
    REFUSE(CDY_IK_POSE, "tolerances are -1 rad", c.angular_tolerance = -1);
    REFUSE(CDY_IK_POSITION, "tolerances", c.linear_tolerance = (double)INFINITY);
    REFUSE(CDY_IK_AIMING, "axis", c.axis[2] = 0);
    REFUSE(CDY_IK_AIMING, "axis", c.axis[0] = none);
    REFUSE(CDY_IK_CARTESIAN_BOUNDS, "bounds are 1 and 0", c.bounds[2][0] = 1);
    REFUSE(CDY_IK_CARTESIAN_BOUNDS, "bounds", c.bounds[1][1] = none);
    REFUSE(CDY_IK_DISTANCE_BOUNDS, "no distance is below 0", (c.bounds[0][0] = -2, c.bounds[0][1] = -1));
    REFUSE(CDY_IK_REVOLUTE_JOINT, "bounds", c.bounds[0][0] = (double)INFINITY);
    REFUSE(CDY_IK_JOINT_BOUNDS, "no coordinate number -1 of q; expected 0 to 1", c.position = -1);
    REFUSE(CDY_IK_JOINT_BOUNDS, "no coordinate number 2", c.position = 2);
    REFUSE(CDY_IK_POSE, "no kind number 10", c.kind = (cdy_ik_constraint_kind)10);
    free_robot(&r);
}
END_TEST

START_TEST(bounds_of_quaternions_are_refused)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("ball", "ball", CDY_JOINT_FLOATING);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    cdy_ik_constraint c = cdy_ik_constraint_default(CDY_IK_JOINT_BOUNDS);
    for (c.position = 0; c.position < 7; c.position++) {
        refuse(&r, &c, "several degrees of freedom");
    }
    free_robot(&r);
}
END_TEST

/* Constraints without weight would be met anywhere; one error with weight, of the kind of its constraint, is enough. */
START_TEST(constraints_without_weight_are_refused)
{
    static const struct {
        cdy_ik_constraint_kind kind;
        unsigned parts; /* whose weight counts, bit i that of weight i */
    } kinds[] = {{CDY_IK_POSE, 0x3f},           {CDY_IK_POSITION, 0x38},         {CDY_IK_ORIENTATION, 0x07},
                 {CDY_IK_AIMING, 0x07},         {CDY_IK_CARTESIAN_BOUNDS, 0x38}, {CDY_IK_DISTANCE_BOUNDS, 0x40},
                 {CDY_IK_JOINT_BOUNDS, 0x40},   {CDY_IK_FIXED_JOINT, 0x3f},      {CDY_IK_REVOLUTE_JOINT, 0x7f},
                 {CDY_IK_PRISMATIC_JOINT, 0x7f}};
    robot r = make_arm(0, 0);
    cdy_error error = {0};
    double q[2];
    for (int part = 0; part < 7; part++) {
        cdy_ik_constraint both[2] = {cdy_ik_constraint_default(kinds[_i].kind), cdy_ik_constraint_default(CDY_IK_POSE)};
        const cdy_gik_problem p = {.constraints = both, .count = 2};
        both[0].position = 0;
        both[0].frame = 3;
        for (int k = 0; k < 7; k++) {
            both[0].weights[k] = k == part;
            both[1].weights[k] = 0;
        }
        const cdy_status status = cdy_generalized_inverse_kinematics(r.model, r.work, &p, q, NULL, NULL, &error);
        ck_assert_int_eq(status, kinds[_i].parts >> part & 1 ? CDY_OK : CDY_ERROR_ARGUMENT);
        ck_assert(!status || strstr(error.text, "all weights of the constraints are 0"));
    }
    free_robot(&r);
}
END_TEST

START_TEST(problems_that_are_none_are_refused)
{
    robot r = make_arm(0, 0);
    const cdy_ik_constraint c = hand_at(1, 0, 1);
    cdy_gik_options options = cdy_gik_options_default();
    cdy_gik_problem p = {.constraints = &c, .count = 1, .options = &options};
    cdy_error error = {0};
    double q[2], start[2] = {0, (double)NAN};
#define CALL(problem, q) cdy_generalized_inverse_kinematics(r.model, r.work, problem, q, NULL, NULL, &error)
    ck_assert_fails(CALL(NULL, q), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(CALL(&p, NULL), CDY_ERROR_ARGUMENT, error);
    p.count = -1;
    ck_assert_fails(CALL(&p, q), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "there are -1 constraints; expected 0 or more");
    p = (cdy_gik_problem){.count = 1};
    ck_assert_fails(CALL(&p, q), CDY_ERROR_ARGUMENT, error);
    p = (cdy_gik_problem){.constraints = &c, .count = 1, .options = &options, .start = start};
    ck_assert_fails(CALL(&p, q), CDY_ERROR_ARGUMENT, error);
    p.start = NULL;
    for (int i = 0; i < 4; i++) {
        options = cdy_gik_options_default();
        options.tolerance = i == 0 ? 0 : i == 1 ? (double)NAN : 1e-6;
        options.iterations = i == 2 ? 0 : 10;
        options.restarts = i == 3 ? -1 : 0;
        ck_assert_fails(CALL(&p, q), CDY_ERROR_ARGUMENT, error);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generalized inverse kinematics");
    TCase *feasible = tcase_create("feasible");
    tcase_add_loop_test(feasible, problems_of_robots_are_solved, 0, 5);
    tcase_add_test(feasible, problems_of_all_joints_are_solved);
    tcase_add_test(feasible, far_targets_are_reached);
    suite_add_tcase(suite, feasible);
    TCase *infeasible = add_case(suite, "infeasible", targets_out_of_reach);
    tcase_add_test(infeasible, weights_decide_between_targets);
    tcase_add_test(infeasible, bounds_that_exclude_each_other);
    tcase_add_test(infeasible, distances_and_boxes_out_of_reach);
    tcase_add_test(infeasible, contradictions_of_robots_end_halfway);
    TCase *examples = add_case(suite, "examples", a_four_bar_linkage_is_closed);
    tcase_add_test(examples, a_reaching_task_is_solved);
    TCase *calls = add_case(suite, "calls", no_constraints_leave_the_start);
    tcase_add_test(calls, equal_arguments_give_equal_results);
    tcase_add_test(calls, joints_without_a_part_keep_their_place);
    tcase_add_test(calls, effort_is_limited);
    TCase *refused = add_case(suite, "refused", constraints_that_are_none_are_refused);
    tcase_add_test(refused, bounds_of_quaternions_are_refused);
    tcase_add_test(refused, problems_that_are_none_are_refused);
    tcase_add_loop_test(refused, constraints_without_weight_are_refused, 0, 10);
    return run_suites(suite, NULL);
}
