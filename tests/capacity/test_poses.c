/* The poses of a search: each random one has the numbers of the pose alone, blocks follow one another, poses whose
 * numbers are too large are left out, and the best few are kept. */
#include "capacity/poses.h"
#include "capacity/shortlist.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/configuration.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double unit[6] = {1, 0, 0, 1, 0, 1};

static void add_link(cdy_tree *tree, const char *name, const char *parent, cdy_joint_type type, double lower,
                     double upper)
{
    cdy_body body = make_body(name, name, type);
    set_axis(&body, 0, 1, 0.3);
    set_origin(&body, 0.5, 0.1, 0.2, 0.3, 0, 0.4);
    set_inertial(&body, 2, 0.2, 0.1, -0.3, unit);
    body.joint.limit = (cdy_limit){true, lower, upper, 40, 2};
    add_body(tree, &body, parent);
}

/* A base that turns, a slide and a hand that turns; the slide's positions reach up to `far`. */
static robot make_arm(double far)
{
    cdy_tree *tree = make_tree("base", 9.81);
    add_link(tree, "first", "base", CDY_JOINT_REVOLUTE, -2, 1);
    add_link(tree, "second", "first", CDY_JOINT_PRISMATIC, -0.25 * far, far);
    add_link(tree, "third", "second", CDY_JOINT_REVOLUTE, -1, 3);
    return make_robot(tree);
}

static void open_poses(poses *p, const robot *r, uint64_t seed)
{
    cdy_capacity_options options = cdy_capacity_options_default();
    cdy_error error;
    memcpy(options.center_of_mass, ((double[]){0.3, -0.2, 0.1}), sizeof options.center_of_mass);
    options.seed = seed;
    ck_assert_ok(cdy_poses_open(p, r->model, cdy_model_find_frame(r->model, "third"), &options, true, &error), error);
}

/* ---- blocks ---- */

START_TEST(rows_are_those_of_single_poses)
{
    robot r = make_arm(1);
    poses p;
    cdy_error error;
    open_poses(&p, &r, 5);
    ck_assert_ok(cdy_poses_draw(&p, POSE_BLOCK, &error), error);
    for (size_t i = 0; i < POSE_BLOCK; i++) {
        ck_assert(cdy_pose_is_finite(&p, i));
        ck_assert_ok(cdy_poses_evaluate(&p, p.q + 3 * i, &error), error);
        ck_assert_near(p.tau + 3 * i, p.one_tau, 3, 1e-11);
        ck_assert_near(p.J + 18 * i, p.one_J, 18, 1e-12);
        ck_assert_near(p.T + 16 * i, p.one_T, 16, 1e-12);
        ck_assert_near(p.d + 3 * i, p.one_d, 3, 1e-11);
        ck_assert(fabs(p.d[3 * i]) > 0 && fabs(p.tau[3 * i + 1]) > 0);
    }
    cdy_poses_clear(&p);
    free_robot(&r);
}
END_TEST

/* Poses are the random configurations of the seed, one after another, whatever the blocks. */
START_TEST(blocks_follow_one_another)
{
    static const size_t counts[] = {1, 7, POSE_BLOCK, 3};
    robot r = make_arm(1);
    poses p;
    cdy_error error;
    uint64_t seed = 11;
    double expected[3];
    open_poses(&p, &r, seed);
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        ck_assert_ok(cdy_poses_draw(&p, counts[k], &error), error);
        for (size_t i = 0; i < counts[k]; i++) {
            cdy_random_configuration(r.model, &seed, expected);
            ck_assert_mem_eq(p.q + 3 * i, expected, sizeof expected);
        }
    }
    cdy_poses_clear(&p);
    free_robot(&r);
}
END_TEST

/* On most of the slide's way torques are larger than a double holds: the block has these poses, too, but they do not
 * count. */
START_TEST(poses_of_too_large_numbers_do_not_count)
{
    robot r = make_arm(1.4e308);
    poses p;
    cdy_error error;
    int finite = 0;
    open_poses(&p, &r, 3);
    ck_assert_ok(cdy_poses_draw(&p, POSE_BLOCK, &error), error);
    for (size_t i = 0; i < POSE_BLOCK; i++) {
        const bool evaluated = cdy_poses_evaluate(&p, p.q + 3 * i, NULL) == CDY_OK;
        const bool holds = evaluated && isfinite(p.one_d[0]) && isfinite(p.one_d[1]) && isfinite(p.one_d[2]);
        ck_assert_int_eq(cdy_pose_is_finite(&p, i), holds);
        finite += holds;
    }
    ck_assert(finite > 0 && finite < POSE_BLOCK);
    cdy_poses_clear(&p);
    free_robot(&r);
}
END_TEST

/* ---- ranges ---- */

/* Turning joints vary within their limits; without, two turns to either side, or from the limit that they have. Sliding
 * ones vary within two limits only, planar ones not at all. */
START_TEST(ranges_are_the_limits_or_two_turns)
{
    static const double turns = 4 * 3.14159265358979323846, none = HUGE_VAL;
    static const struct {
        cdy_joint_type type;
        double lower, upper;
        bool varies;
        double low, high;
    } rows[] = {{CDY_JOINT_REVOLUTE, -0.5, 1.5, true, -0.5, 1.5},
                {CDY_JOINT_CONTINUOUS, 0, 0, true, -turns, turns},
                {CDY_JOINT_REVOLUTE, -none, 1.5, true, 1.5 - turns, 1.5},
                {CDY_JOINT_REVOLUTE, -0.5, none, true, -0.5, turns - 0.5},
                {CDY_JOINT_PRISMATIC, -2, 3, true, -2, 3},
                {CDY_JOINT_PRISMATIC, -none, 3, false, 0, 0},
                {CDY_JOINT_PRISMATIC, -2, none, false, 0, 0},
                {CDY_JOINT_PLANAR, 0, 0, false, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cdy_tree *tree = make_tree("base", 9.81);
        add_link(tree, "first", "base", CDY_JOINT_REVOLUTE, -2, 1);
        add_link(tree, "third", "first", rows[i].type, rows[i].lower, rows[i].upper);
        robot r = make_robot(tree);
        poses p;
        open_poses(&p, &r, 0);
        ck_assert_int_eq(p.ranges[1].varies, rows[i].varies);
        ck_assert(p.ranges[0].varies && p.ranges[0].position == 0);
        if (rows[i].varies) {
            ck_assert_int_eq(p.ranges[1].position, 1);
            ck_assert_double_eq_tol(p.ranges[1].lower, rows[i].low, 1e-14);
            ck_assert_double_eq_tol(p.ranges[1].upper, rows[i].high, 1e-14);
        }
        cdy_poses_clear(&p);
        free_robot(&r);
    }
}
END_TEST

/* ---- the best few ---- */

enum { LISTS = 3, WIDTH = 2, MOST_POSES = 40 };

static int order(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Pose i of a list has its mass as the first number, and its list as the second. */
static void check_list(const shortlist *s, size_t list, const double *masses, size_t count)
{
    double sorted[MOST_POSES];
    memcpy(sorted, masses, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, order);
    for (size_t i = 0; i < SHORTLIST_LENGTH; i++) {
        const size_t place = list * SHORTLIST_LENGTH + i;
        if (i < count) {
            ck_assert_double_eq(s->mass[place], sorted[i]);
            ck_assert_double_eq(s->q[WIDTH * place], sorted[i]);
            ck_assert_double_eq(s->q[WIDTH * place + 1], (double)list);
        } else {
            ck_assert(isinf(s->mass[place]) && s->mass[place] > 0);
        }
    }
}

/* The four least of each list, in order; poses of infinite mass are none. */
START_TEST(the_least_masses_are_kept)
{
    uint64_t seed = (uint64_t)_i + 1;
    double masses[LISTS][MOST_POSES];
    size_t counts[LISTS] = {0};
    shortlist s;
    ck_assert(cdy_shortlist_open(&s, LISTS, WIDTH));
    for (int round = 0; round < 2; round++) { /* the second begins with empty lists */
        cdy_shortlist_empty(&s);
        memset(counts, 0, sizeof counts);
        for (size_t number = 0; number < LISTS * MOST_POSES; number++) {
            const size_t list = number % LISTS;
            const double mass = draw(&seed, 0, 100), pose[WIDTH] = {mass, (double)list};
            cdy_shortlist_insert(&s, list, mass, pose);
            cdy_shortlist_insert(&s, list, HUGE_VAL, (double[WIDTH]){-1, -1});
            masses[list][counts[list]++] = mass;
            for (size_t k = 0; k < LISTS; k++) {
                check_list(&s, k, masses[k], counts[k]);
            }
        }
    }
    cdy_shortlist_close(&s);
}
END_TEST

/* Of poses with the same mass the first ones stay. */
START_TEST(equal_masses_do_not_replace_one_another)
{
    shortlist s;
    ck_assert(cdy_shortlist_open(&s, 1, 1));
    cdy_shortlist_empty(&s);
    for (int i = 0; i < 6; i++) {
        cdy_shortlist_insert(&s, 0, 5, (double[]){i});
    }
    ck_assert_near(s.q, ((double[]){0, 1, 2, 3}), SHORTLIST_LENGTH, 0);
    cdy_shortlist_close(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("poses");
    TCase *tests = tcase_create("poses");
    tcase_add_test(tests, rows_are_those_of_single_poses);
    tcase_add_test(tests, blocks_follow_one_another);
    tcase_add_test(tests, poses_of_too_large_numbers_do_not_count);
    tcase_add_test(tests, ranges_are_the_limits_or_two_turns);
    tcase_add_loop_test(tests, the_least_masses_are_kept, 0, 5);
    tcase_add_test(tests, equal_masses_do_not_replace_one_another);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
