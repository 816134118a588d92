/* Trajectories with limits of jerk: stops by the formulas, blends as near as is said, limits, continuity, errors. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 3, MOST_POINTS = 12, SAMPLES = 4000 };

/* A robot of three slides. */
static robot make_slides(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body x = make_body("x", "jx", CDY_JOINT_PRISMATIC), y = make_body("y", "jy", CDY_JOINT_PRISMATIC),
             z = make_body("z", "jz", CDY_JOINT_PRISMATIC);
    add_body(tree, &x, "base");
    add_body(tree, &y, "x");
    add_body(tree, &z, "y");
    return make_robot(tree);
}

static const double velocity[JOINTS] = {1, 0.8, 2}, acceleration[JOINTS] = {2, 3, 4}, jerk[JOINTS] = {20, 15, 40};

static cdy_trajectory_options options_of(double blend)
{
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.velocity = velocity;
    options.acceleration = acceleration;
    options.jerk = jerk;
    options.blend = blend;
    return options;
}

static cdy_trajectory *make(const robot *r, size_t count, const double *q, const cdy_trajectory_options *options)
{
    cdy_trajectory *trajectory;
    cdy_error error = {0};
    ck_assert_ok(cdy_trajectory_create(r->model, count, q, options, &trajectory, &error), error);
    return trajectory;
}

typedef struct motion {
    double q[JOINTS], qd[JOINTS], qdd[JOINTS];
} motion;

static motion at(const cdy_trajectory *trajectory, double t)
{
    motion m;
    cdy_error error = {0};
    ck_assert_ok(cdy_trajectory_evaluate(trajectory, t, m.q, m.qd, m.qdd, &error), error);
    return m;
}

/* The limits hold in all samples, and velocity, acceleration and, as a difference, jerk are those of the positions. */
static void check_motion(const cdy_trajectory *trajectory, double scale)
{
    const double T = cdy_trajectory_duration(trajectory), h = T / (double)SAMPLES;
    motion before = at(trajectory, 0);
    for (int k = 1; k <= SAMPLES; k++) {
        const motion m = at(trajectory, k < SAMPLES ? k * h : T * (1 - 1e-15));
        for (int i = 0; i < JOINTS; i++) {
            ck_assert_double_le(fabs(m.qd[i]), scale * velocity[i] * (1 + 1e-9));
            ck_assert_double_le(fabs(m.qdd[i]), scale * acceleration[i] * (1 + 1e-9));
            ck_assert_double_le(fabs(m.qdd[i] - before.qdd[i]), scale * jerk[i] * h * (1 + 1e-6) + 1e-9);
            ck_assert_double_eq_tol(m.qd[i] - before.qd[i], h * (m.qdd[i] + before.qdd[i]) / 2,
                                    scale * jerk[i] * h * h + 1e-12);
            ck_assert_double_eq_tol(m.q[i] - before.q[i], h * (m.qd[i] + before.qd[i]) / 2,
                                    scale * acceleration[i] * h * h + 1e-12);
        }
        before = m;
    }
}

static void check_ends(const cdy_trajectory *trajectory, const double *first, const double *last)
{
    const double T = cdy_trajectory_duration(trajectory);
    const motion begin = at(trajectory, 0), end = at(trajectory, T * (1 - 1e-15));
    for (int i = 0; i < JOINTS; i++) {
        ck_assert_double_eq_tol(begin.q[i], first[i], 1e-12);
        ck_assert_double_eq_tol(end.q[i], last[i], 1e-9);
        ck_assert_double_eq_tol(begin.qd[i], 0, 1e-12);
        ck_assert_double_eq_tol(end.qd[i], 0, 1e-9);
        ck_assert_double_eq_tol(begin.qdd[i], 0, 1e-12);
        ck_assert_double_eq_tol(end.qdd[i], 0, 1e-6);
    }
}

static void draw_points(uint64_t *seed, size_t count, double *q)
{
    draw_array(seed, 1, q, (int)count * JOINTS);
}

/* One joint from rest to rest: way / V + V / A + A / J; a straight line of several takes the slowest one's time. */
START_TEST(stops_take_the_times_of_the_formulas)
{
    robot r = make_slides();
    const double q[] = {0, 0, 0, 1.5, 0, 0, 1.5, 0, 0, 1.5, -0.004, 0};
    const cdy_trajectory_options options = options_of(0);
    cdy_trajectory *trajectory = make(&r, 4, q, &options);
    const double first = 1.5 / 1 + 1. / 2 + 2. / 20, second = 4 * cbrt(0.004 / (2 * 15));
    ck_assert_double_eq_tol(cdy_trajectory_waypoint_time(trajectory, 1), first, 1e-9);
    ck_assert_double_eq_tol(cdy_trajectory_waypoint_time(trajectory, 2), first, 1e-9);
    ck_assert_double_eq_tol(cdy_trajectory_duration(trajectory), first + second, 1e-9);
    check_motion(trajectory, 1);
    check_ends(trajectory, q, q + 9);
    cdy_trajectory_destroy(trajectory);
    free_robot(&r);
}
END_TEST

/* Random way points: limits, ends, straight lines, a stop at each. */
START_TEST(stops_are_on_straight_lines)
{
    robot r = make_slides();
    uint64_t seed = 4;
    for (int trial = 0; trial < UNLESS_WATCHED(20, 2); trial++) {
        double q[5 * JOINTS];
        cdy_trajectory_options options = options_of(0);
        options.scale = trial % 2 ? 0.5 : 1;
        draw_points(&seed, 5, q);
        cdy_trajectory *trajectory = make(&r, 5, q, &options);
        check_motion(trajectory, options.scale);
        check_ends(trajectory, q, q + 4 * JOINTS);
        for (size_t k = 0; k < 5; k++) {
            const double t = cdy_trajectory_waypoint_time(trajectory, k);
            const motion m = at(trajectory, t);
            ck_assert_near(m.q, q + k * JOINTS, JOINTS, 1e-9);
            ck_assert_double_le(fabs(m.qd[0]) + fabs(m.qd[1]) + fabs(m.qd[2]), 1e-9);
            if (k > 0) { /* halfway all have gone half */
                const motion half = at(trajectory, (t + cdy_trajectory_waypoint_time(trajectory, k - 1)) / 2);
                for (int i = 0; i < JOINTS; i++) {
                    ck_assert_double_eq_tol(half.q[i],
                                            (q[k * JOINTS + (size_t)i] + q[(k - 1) * JOINTS + (size_t)i]) / 2, 1e-9);
                }
            }
        }
        cdy_trajectory_destroy(trajectory);
    }
    free_robot(&r);
}
END_TEST

/* Largest distance of a coordinate from a way point. */
static double distance_of(const motion *m, const double *q)
{
    double distance = 0;
    for (int i = 0; i < JOINTS; i++) {
        distance = fmax(distance, fabs(m->q[i] - q[i]));
    }
    return distance;
}

/* Distance of a point from the line between two way points, in the largest coordinate, where u is that of its foot. */
static double distance_from_line(const motion *m, const double *a, const double *b)
{
    double best = HUGE_VAL;
    for (int k = 0; k <= 400; k++) {
        double point[JOINTS];
        for (int i = 0; i < JOINTS; i++) {
            point[i] = a[i] + k / 400. * (b[i] - a[i]);
        }
        best = fmin(best, distance_of(m, point));
    }
    return best;
}

/* Blends pass each way point as near as is said, leave the lines no further, keep the limits, and take less time. */
START_TEST(blends_pass_as_near_as_is_said)
{
    robot r = make_slides();
    uint64_t seed = 17;
    int faster = 0;
    static const double blends[] = {1e-6, 1e-3, 0.02, 0.1, 10};
    for (int trial = 0; trial < UNLESS_WATCHED(25, 5); trial++) {
        enum { POINTS = 6 };
        double q[POINTS * JOINTS], blend = blends[trial % 5];
        const cdy_trajectory_options stopping = options_of(0), options = options_of(blend);
        draw_points(&seed, POINTS, q);
        if (trial % 4 == 1) { /* straight on, and back */
            for (int i = 0; i < JOINTS; i++) {
                q[2 * JOINTS + i] = 2 * q[JOINTS + i] - q[i];
                q[4 * JOINTS + i] = q[2 * JOINTS + i];
            }
        }
        cdy_trajectory *stops = make(&r, POINTS, q, &stopping), *trajectory = make(&r, POINTS, q, &options);
        check_motion(trajectory, 1);
        check_ends(trajectory, q, q + (POINTS - 1) * JOINTS);
        ck_assert_double_lt(cdy_trajectory_duration(trajectory), cdy_trajectory_duration(stops) * (1 + 1e-12));
        faster += cdy_trajectory_duration(trajectory) < 0.9 * cdy_trajectory_duration(stops);
        for (size_t k = 0; k < POINTS; k++) {
            const motion m = at(trajectory, cdy_trajectory_waypoint_time(trajectory, k));
            ck_assert_double_le(distance_of(&m, q + k * JOINTS), blend * (1 + 1e-6) + 1e-9);
        }
        for (int k = 0; k <= 60 && blend < 1; k++) {
            const motion m = at(trajectory, cdy_trajectory_duration(trajectory) * k / 60);
            double nearest = HUGE_VAL;
            for (int line = 0; line + 1 < POINTS; line++) {
                nearest = fmin(nearest, distance_from_line(&m, q + line * JOINTS, q + (line + 1) * JOINTS));
            }
            ck_assert_double_le(nearest, blend + 4e-3);
        }
        cdy_trajectory_destroy(stops);
        cdy_trajectory_destroy(trajectory);
    }
    ck_assert_int_ge(faster, UNLESS_WATCHED(3, 2));
    free_robot(&r);
}
END_TEST

/* A way point on a straight line costs no time with a blend. */
START_TEST(straight_on_is_as_fast_as_without_the_way_point)
{
    robot r = make_slides();
    const double q[] = {0, 0, 0, 1, 0.5, 0, 4, 2, 0}, ends[] = {0, 0, 0, 4, 2, 0};
    const cdy_trajectory_options options = options_of(0.01);
    cdy_trajectory *through = make(&r, 3, q, &options), *direct = make(&r, 2, ends, &options);
    ck_assert_double_eq_tol(cdy_trajectory_duration(through), cdy_trajectory_duration(direct), 1e-6);
    check_motion(through, 1);
    cdy_trajectory_destroy(through);
    cdy_trajectory_destroy(direct);
    free_robot(&r);
}
END_TEST

static void check_refused(const robot *r, const cdy_trajectory_options *options, const char *text)
{
    const double q[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    cdy_trajectory *trajectory;
    cdy_error error = {0};
    ck_assert_int_eq(cdy_trajectory_create(r->model, 3, q, options, &trajectory, &error), CDY_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, text) != NULL, "'%s' lacks '%s'", error.text, text);
    ck_assert_ptr_null(trajectory);
}

START_TEST(faults_are_named)
{
    robot r = make_slides();
    static const double zero[JOINTS] = {1, 0, 1}, infinite[JOINTS] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    cdy_trajectory_options options = options_of(0);
    options.jerk = zero;
    check_refused(&r, &options, "the limit of jerk of joint 'jy' is 0");
    options = options_of(-1);
    check_refused(&r, &options, "the blend is -1");
    options = options_of((double)NAN);
    check_refused(&r, &options, "the blend is nan");
    options = options_of(1e-12);
    check_refused(&r, &options, "the blend is 1e-12; expected 0, or 1e-09 to 1e+09");
    options = options_of(0.1);
    options.jerk = NULL;
    check_refused(&r, &options, "a blend needs limits of jerk");
    options.jerk = infinite;
    check_refused(&r, &options, "nothing bounds the jerk from way point 1 to the next");
    options = options_of(0);
    options.profile = CDY_PROFILE_CUBIC;
    check_refused(&r, &options, "kept by the trapezoid on straight lines in joint space, and by time-optimal motions");
    free_robot(&r);
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("free", "jf", CDY_JOINT_FLOATING);
    add_body(tree, &body, "base");
    robot floating = make_robot(tree);
    double q[14], limits[6];
    cdy_trajectory *trajectory;
    cdy_error error = {0};
    uint64_t seed = 2;
    cdy_random_configuration(floating.model, &seed, q);
    cdy_random_configuration(floating.model, &seed, q + 7);
    for (int i = 0; i < 6; i++) {
        limits[i] = 3;
    }
    options = options_of(0.1);
    options.velocity = options.acceleration = options.jerk = limits;
    ck_assert_int_eq(cdy_trajectory_create(floating.model, 2, q, &options, &trajectory, &error), CDY_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "one degree of freedom") != NULL, "%s", error.text);
    options.blend = 0;
    ck_assert_ok(cdy_trajectory_create(floating.model, 2, q, &options, &trajectory, &error), error);
    ck_assert_double_gt(cdy_trajectory_duration(trajectory), 0);
    cdy_trajectory_destroy(trajectory);
    free_robot(&floating);
}
END_TEST

/* All samples are finite and near the way points, the largest coordinate of which is 5. */
static void check_finite_motion(const cdy_trajectory *trajectory, const cdy_trajectory_options *o)
{
    const double T = cdy_trajectory_duration(trajectory);
    ck_assert_msg(isfinite(T) && T > 0, "v %g, a %g, j %g, blend %g: %g s", o->velocity[0], o->acceleration[0],
                  o->jerk[0], o->blend, T);
    for (int i = 0; i <= 100; i++) {
        const motion m = at(trajectory, T * i / 100);
        for (int n = 0; n < JOINTS; n++) {
            ck_assert(isfinite(m.q[n]) && isfinite(m.qd[n]) && isfinite(m.qdd[n]));
            ck_assert_double_le(fabs(m.q[n]), 5.1);
        }
    }
}

/* Limits and distances of any size have motions whose numbers are finite; those are refused that bound neither
 * acceleration nor jerk, with a blend those that do not bound the jerk. */
START_TEST(any_limits_give_finite_motions)
{
    robot r = make_slides();
    static const double sizes[] = {1e-50, 1e-12, 1, 1e12, 1e50, HUGE_VAL};
    const double q[] = {0, 0, 0, 1, 1e-9, -5, 1, 1, 1};
    for (size_t k = 0; k < 6 * 6 * 6 * 2; k++) {
        double v[JOINTS], a[JOINTS], j[JOINTS];
        cdy_trajectory_options options = options_of(k % 2 ? 0.1 : 0);
        cdy_trajectory *trajectory;
        cdy_error error = {0};
        for (int i = 0; i < JOINTS; i++) {
            v[i] = sizes[k / 2 % 6], a[i] = sizes[k / 12 % 6], j[i] = sizes[k / 72 % 6];
        }
        options.velocity = v, options.acceleration = a, options.jerk = j;
        const bool blends = options.blend > 0, is_bounded = j[0] < HUGE_VAL || (a[0] < HUGE_VAL && !blends);
        const cdy_status status = cdy_trajectory_create(r.model, 3, q, &options, &trajectory, &error);
        ck_assert_msg(status == (is_bounded ? CDY_OK : CDY_ERROR_ARGUMENT), "v %g, a %g, j %g, blend %g: '%s'", v[0],
                      a[0], j[0], options.blend, error.text);
        if (is_bounded) {
            check_finite_motion(trajectory, &options);
            cdy_trajectory_destroy(trajectory);
        } else {
            ck_assert_ptr_nonnull(strstr(error.text, blends ? "nothing bounds the jerk from way point 1"
                                                            : "nothing bounds the acceleration of the joints"));
        }
    }
    free_robot(&r);
}
END_TEST

START_TEST(failing_allocations_are_reported)
{
    robot r = make_slides();
    const double q[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    const cdy_trajectory_options options = options_of(0.05);
    bool done = !heap_is_counted();
    for (size_t k = 1; k < 200 && !done; k++) {
        cdy_trajectory *trajectory = NULL;
        cdy_error error = {0};
        heap_fail_at(k);
        const cdy_status status = cdy_trajectory_create(r.model, 3, q, &options, &trajectory, &error);
        done = !heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, done ? CDY_OK : CDY_ERROR_MEMORY);
        cdy_trajectory_destroy(trajectory);
    }
    ck_assert(done);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("jerk_trajectory");
    TCase *tests = add_case(suite, "motions", stops_take_the_times_of_the_formulas);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, stops_are_on_straight_lines);
    tcase_add_test(tests, blends_pass_as_near_as_is_said);
    tcase_add_test(tests, straight_on_is_as_fast_as_without_the_way_point);
    tests = add_case(suite, "calls", faults_are_named);
    tcase_add_test(tests, any_limits_give_finite_motions);
    tcase_add_test(tests, failing_allocations_are_reported);
    return run_suites(suite, NULL);
}
