/* Inverse kinematics apart from shapes: null-space motion, other branches, what cannot be reached, and what is refused.
 */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { MOST = 16, TARGETS = UNLESS_WATCHED(12, 2) };

/* Balls of 5 cm on every second frame of an arm, and one obstacle in the world. */
typedef struct world {
    robot r;
    cdy_distance_shape shapes[MOST + 1];
    size_t count;
    int tool;
    cdy_distance_scene *scene;
} world;

static cdy_distance_shape ball(int frame, double radius, const double at[3])
{
    cdy_distance_shape s = {.frame = frame,
                            .T = {1, 0, 0, at[0], 0, 1, 0, at[1], 0, 0, 1, at[2], 0, 0, 0, 1},
                            .convex = {.type = CDY_CONVEX_SPHERE, .radius = radius}};
    return s;
}

/* An arm by name, with balls on its moving frames. */
static world make_world(const char *name, const char *tool)
{
    const double zero[3] = {0, 0, 0};
    world w = {.r = load_bundled_robot(name)};
    w.tool = cdy_model_find_frame(w.r.model, tool);
    ck_assert_int_ge(w.tool, 0);
    for (int i = 0; i < cdy_model_frame_count(w.r.model) && w.count < MOST; i++) {
        if (!cdy_model_frame_is_fixed(w.r.model, i)) {
            w.shapes[w.count++] = ball(i, 0.05, zero);
        }
    }
    return w;
}

/* Makes the scene with an obstacle at a place. */
static void put_obstacle(world *w, double radius, const double at[3])
{
    cdy_error error = {0};
    cdy_distance_scene_destroy(w->scene);
    w->shapes[w->count] = ball(CDY_DISTANCE_WORLD, radius, at);
    ck_assert_ok(cdy_distance_scene_create(w->r.model, w->shapes, w->count + 1, &w->scene, &error), error);
    for (size_t i = 0; i < w->count; i++) { /* the obstacle alone is looked at */
        for (size_t k = 0; k < i; k++) {
            ck_assert_ok(cdy_distance_exclude(w->r.model, w->scene, w->shapes[i].frame, w->shapes[k].frame, &error),
                         error);
        }
    }
}

static void free_world(world *w)
{
    cdy_distance_scene_destroy(w->scene);
    free_robot(&w->r);
}

/* Where a frame's origin is at q. */
static void place_of(const world *w, int frame, const double *q, double T[16])
{
    cdy_error error = {0};
    ck_assert_ok(cdy_get_transform(w->r.model, w->r.work, frame, 0, q, T, &error), error);
}

/* Whether q reaches the target, and what its least distance is, measured by other calls. */
static double distance_at(world *w, const double target[16], const double *q)
{
    double T[16];
    cdy_distance nearest;
    cdy_error error = {0};
    place_of(w, w->tool, q, T);
    ck_assert_near(T, target, 16, 1e-7);
    ck_assert_int_eq(cdy_configuration_limit_violations(w->r.model, q, 1e-12, NULL), 0);
    ck_assert_ok(cdy_distance_nearest(w->r.model, w->r.work, w->scene, q, &nearest, NULL, &error), error);
    return nearest.separation.distance;
}

/* Whether the elbow of a seven-joint arm, which begins in an obstacle, comes out of it from the given start alone; the
 * other starts find a way where it does not. */
static bool moves_in_null_space(world *w, uint64_t state)
{
    const int elbow = cdy_model_find_frame(w->r.model, "iiwa_link_4");
    double q[MOST], found[MOST], target[16], T[16];
    cdy_distance_reach reach;
    cdy_error error = {0};
    cdy_random_configuration(w->r.model, &state, q);
    for (int i = 0; i < w->r.nq; i++) {
        q[i] *= 0.5; /* away from the limits */
    }
    q[3] = q[3] > 0 ? fmax(q[3], 0.8) : fmin(q[3], -0.8);
    place_of(w, w->tool, q, target);
    place_of(w, elbow, q, T);
    put_obstacle(w, 0.06, (double[3]){T[3] + 0.02, T[7] - 0.01, T[11] + 0.03});
    ck_assert_double_lt(distance_at(w, target, q), 0);
    const cdy_ik_problem problem = {.frame = w->tool, .target = target, .start = q};
    ck_assert_ok(
        cdy_distance_inverse_kinematics(w->r.model, w->r.work, w->scene, &problem, 0.02, found, &reach, &error), error);
    ck_assert(reach.clear && reach.search.converged);
    const double distance = distance_at(w, target, found);
    ck_assert_double_gt(distance, 0.02);
    ck_assert_near(&distance, &reach.nearest.separation.distance, 1, 1e-12);
    cdy_distance_reach other;
    ck_assert_ok(cdy_distance_inverse_kinematics(w->r.model, w->r.work, w->scene, &problem, -1, found, &other, &error),
                 error);
    ck_assert(other.clear);
    ck_assert_near(found, q, (size_t)w->r.nq, 1e-9); /* it was clear enough where it was */
    return reach.search.restarts == 0;
}

START_TEST(the_elbow_moves_away_in_the_null_space)
{
    world w = make_world("kukaIiwa14", "iiwa_link_ee");
    int moved = 0;
    for (int i = 0; i < TARGETS; i++) {
        moved += moves_in_null_space(&w, (uint64_t)i + 1);
    }
    ck_assert_int_ge(moved, TARGETS - 1); /* one is between the obstacle and a limit */
    free_world(&w);
}
END_TEST

/* Six joints have no null space: another branch is found, from another start. */
START_TEST(six_joints_take_another_branch)
{
    world w = make_world("universalUR5e", "tool0");
    const double q[6] = {0.3, -1.2, 1.5, -1.9, -1.57, 0.4};
    double found[6], target[16], T[16];
    cdy_distance_reach reach;
    cdy_error error = {0};
    place_of(&w, w.tool, q, target);
    place_of(&w, cdy_model_find_frame(w.r.model, "forearm_link"), q, T); /* the elbow */
    put_obstacle(&w, 0.05, (double[3]){T[3], T[7], T[11]});
    ck_assert_double_lt(distance_at(&w, target, q), -0.09);
    const cdy_ik_problem problem = {.frame = w.tool, .target = target, .start = q};
    ck_assert_ok(cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, &problem, 0.05, found, &reach, &error),
                 error);
    ck_assert(reach.clear && reach.search.restarts > 0);
    ck_assert_double_gt(distance_at(&w, target, found), 0.05);
    free_world(&w);
}
END_TEST

/* A margin that no solution has: the result still reaches the pose, is not clear, and is not worse than its start. What
 * cannot be reached at all is told by the search. */
START_TEST(what_cannot_be_kept_is_told)
{
    world w = make_world("kukaIiwa14", "iiwa_link_ee");
    const double q[7] = {0.2, 0.5, 0.1, -1.2, 0.3, 0.6, 0.1}, at[3] = {0.5, 0, 0.5};
    double found[7], target[16];
    cdy_distance_reach reach;
    cdy_error error = {0};
    cdy_ik_options options = cdy_ik_options_default();
    place_of(&w, w.tool, q, target);
    put_obstacle(&w, 0.05, at);
    options.restarts = 3;
    cdy_ik_problem problem = {.frame = w.tool, .target = target, .start = q, .options = &options};
    ck_assert_ok(cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, &problem, 100, found, &reach, &error),
                 error);
    ck_assert(!reach.clear && reach.search.converged && reach.search.restarts == 3);
    ck_assert_double_ge(distance_at(&w, target, found), distance_at(&w, target, q) - 1e-9);
    target[3] += 10;
    ck_assert_ok(cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, &problem, 0, found, &reach, &error),
                 error);
    ck_assert(!reach.clear && !reach.search.converged && reach.search.linear_error > 8);
    free_world(&w);
}
END_TEST

/* Counts how often a search asks, before each of its steps, and ends it at the last time. */
typedef struct asked {
    int times, most;
} asked;

static bool count_up(void *context)
{
    asked *a = context;
    return ++a->times >= a->most;
}

/* Nothing is asked again after the caller has ended the search, neither of a pose out of reach (0) nor of one that is
 * reached and has no place apart (1); then the pose that was reached is given. */
START_TEST(callers_interrupt_a_search)
{
    world w = make_world("kukaIiwa14", "iiwa_link_ee");
    const double q[7] = {0.2, 0.5, 0.1, -1.2, 0.3, 0.6, 0.1}, at[3] = {0.5, 0, 0.5};
    double found[7], target[16];
    cdy_error error = {0};
    place_of(&w, w.tool, q, target);
    target[3] += _i == 0 ? 10 : 0;
    put_obstacle(&w, 0.05, at);
    for (int most = 1; most < 200; most += 11) {
        asked a = {.most = most};
        cdy_ik_options options = cdy_ik_options_default();
        options.restarts = INT_MAX;
        options.stop = (cdy_ik_stop){.interrupt = count_up, .context = &a};
        const cdy_ik_problem problem = {.frame = w.tool, .target = target, .start = q, .options = &options};
        cdy_distance_reach reach;
        ck_assert_ok(
            cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, &problem, 100, found, &reach, &error), error);
        ck_assert_int_eq(a.times, most);
        ck_assert_int_eq(reach.search.end, CDY_IK_INTERRUPTED);
        ck_assert_int_eq(reach.search.converged, _i);
        ck_assert(!reach.clear && reach.search.iterations < most);
    }
    free_world(&w);
}
END_TEST

/* The iterations are those of all starts, and of all moves apart: about the steps before which the search asks, which
 * it also does before it looks at a start, and before a base moves from afar. */
START_TEST(iterations_are_of_all_starts)
{
    world w = make_world("kukaIiwa14", "iiwa_link_ee");
    const double q[7] = {0.2, 0.5, 0.1, -1.2, 0.3, 0.6, 0.1}, at[3] = {0.5, 0, 0.5};
    double found[7], target[16];
    cdy_error error = {0};
    place_of(&w, w.tool, q, target);
    target[3] += _i == 0 ? 10 : 0;
    put_obstacle(&w, 0.05, at);
    int last = 0;
    for (int restarts = 1; restarts < 6; restarts++) {
        asked a = {.most = INT_MAX};
        cdy_ik_options options = cdy_ik_options_default();
        options.restarts = restarts;
        options.stop = (cdy_ik_stop){.interrupt = count_up, .context = &a};
        const cdy_ik_problem problem = {.frame = w.tool, .target = target, .start = q, .options = &options};
        cdy_distance_reach reach;
        ck_assert_ok(
            cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, &problem, 100, found, &reach, &error), error);
        ck_assert_int_gt(reach.search.iterations, last);
        ck_assert_int_le(reach.search.iterations, a.times);
        ck_assert_double_ge(reach.search.iterations, 0.5 * a.times);
        last = reach.search.iterations;
    }
    free_world(&w);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    world w = make_world("universalUR5e", "tool0");
    const double at[3] = {1, 0, 0};
    double found[6] = {7, 7, 7, 7, 7, 7}, target[16];
    cdy_distance_reach reach = {.search = {.iterations = 77}};
    cdy_error error = {0};
    put_obstacle(&w, 0.05, at);
    place_of(&w, w.tool, NULL, target);
    cdy_ik_options options = cdy_ik_options_default();
    cdy_ik_problem problem = {.frame = w.tool, .target = target, .options = &options};
    const double margins[] = {(double)NAN, (double)INFINITY};
    for (int i = 0; i < 2; i++) {
        ck_assert_fails(
            cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, &problem, margins[i], found, &reach, &error),
            CDY_ERROR_ARGUMENT, error);
    }
    options.restarts = -1;
    ck_assert_fails(cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, &problem, 0, found, &reach, &error),
                    CDY_ERROR_ARGUMENT, error);
    options.restarts = 0;
    problem.frame = 99;
    ck_assert_fails(cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, &problem, 0, found, &reach, &error),
                    CDY_ERROR_ARGUMENT, error);
    problem.frame = w.tool;
    target[0] = 9;
    ck_assert_fails(cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, &problem, 0, found, &reach, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, NULL, 0, found, &reach, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert(found[0] > 6.9 && reach.search.iterations == 77);
    free_world(&w);
}
END_TEST

/* Every allocation that fails is told and leaks nothing. */
START_TEST(running_out_of_memory_is_an_error)
{
    if (!heap_is_counted()) {
        return;
    }
    world w = make_world("universalUR5e", "tool0");
    const double at[3] = {1, 0, 0};
    double found[6], target[16];
    cdy_distance_reach reach;
    cdy_error error = {0};
    put_obstacle(&w, 0.05, at);
    place_of(&w, w.tool, NULL, target);
    const cdy_ik_problem problem = {.frame = w.tool, .target = target};
    const size_t live = heap_count().live;
    size_t failures = 0;
    for (bool failed = true; failed; failures += failed) {
        heap_fail_at(failures + 1);
        const cdy_status status =
            cdy_distance_inverse_kinematics(w.r.model, w.r.work, w.scene, &problem, 0, found, &reach, &error);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
        ck_assert_uint_eq(heap_count().live, live);
    }
    ck_assert_uint_ge(failures, 2);
    free_world(&w);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("distance_reach");
    TCase *tests = tcase_create("distance_reach");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, the_elbow_moves_away_in_the_null_space);
    tcase_add_test(tests, six_joints_take_another_branch);
    tcase_add_test(tests, what_cannot_be_kept_is_told);
    tcase_add_loop_test(tests, callers_interrupt_a_search, 0, 2);
    tcase_add_loop_test(tests, iterations_are_of_all_starts, 0, 2);
    tcase_add_test(tests, wrong_arguments_are_refused);
    tcase_add_test(tests, running_out_of_memory_is_an_error);
    return run_suites(suite, NULL);
}
