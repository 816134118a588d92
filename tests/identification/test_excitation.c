/* Excitation: limits at every time, rest at both ends, and a condition number that is correct and better than for
 * random motions. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, SAMPLES = 2000 };

static cdy_excitation_options quick(void)
{
    cdy_excitation_options options = cdy_excitation_options_default();
    options.evaluations = UNLESS_WATCHED(24, 4);
    return options;
}

static cdy_excitation *excite(const robot *r, const cdy_excitation_options *options)
{
    cdy_error error = {0};
    cdy_excitation *e = NULL;
    ck_assert_ok(cdy_excitation_create(r->model, options, &e, &error), error);
    return e;
}

START_TEST(every_limit_is_kept_and_the_ends_are_at_rest)
{
    robot r = load_bundled_robot("universalUR5e");
    double velocity[MOST], acceleration[MOST], effort[MOST], q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    cdy_error error = {0};
    cdy_excitation_options options = quick();
    ck_assert_ok(cdy_tree_motion_limits(r.tree, r.model, velocity, acceleration, effort, &error), error);
    for (int i = 0; i < r.nv; i++) {
        acceleration[i] = 3;
    }
    effort[1] = 100; /* holding the arm horizontally takes most of the effort limit */
    options.velocity = velocity;
    options.acceleration = acceleration;
    options.effort = effort;
    cdy_excitation *e = excite(&r, &options);
    double most = 0, most_effort = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        ck_assert_ok(cdy_excitation_evaluate(e, options.duration * i / (double)SAMPLES, q, qd, qdd, &error), error);
        ck_assert_int_eq(cdy_configuration_limit_violations(r.model, q, 0, NULL), 0);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
        for (int j = 0; j < r.nv; j++) {
            most = fmax(most, fmax(fabs(qd[j]) / velocity[j], fabs(qdd[j]) / acceleration[j]));
            most_effort = fmax(most_effort, fabs(tau[j]) / effort[j]);
        }
    }
    ck_assert_double_le(most, options.scale * (1 + 1e-9));
    ck_assert_double_ge(most, 0.3);
    ck_assert_double_le(most_effort, 1);
    for (int end = 0; end < 2; end++) {
        ck_assert_ok(cdy_excitation_evaluate(e, end * options.duration, q, qd, qdd, &error), error);
        ck_assert_double_le(largest(qd, 6), 1e-9);
        ck_assert_double_le(largest(qdd, 6), 1e-8);
    }
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* The largest torque of a joint at `samples` of the motion. */
static double largest_effort(const robot *r, const cdy_excitation *e, double duration, int samples, int joint)
{
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], most = 0;
    cdy_error error = {0};
    for (int i = 0; i < samples; i++) {
        ck_assert_ok(cdy_excitation_evaluate(e, duration * i / samples, q, qd, qdd, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, NULL, tau, &error), error);
        most = fmax(most, fabs(tau[joint]));
    }
    return most;
}

/* A motion that respects a limit at the samples of the search, but exceeds it between the samples, is not accepted. */
START_TEST(efforts_are_kept_between_samples)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_excitation_options options = quick();
    double effort[MOST];
    options.evaluations = 1;
    options.seed = (uint64_t)_i;
    cdy_excitation *free_of_limits = excite(&r, &options);
    for (int i = 0; i < r.nv; i++) {
        effort[i] = 1e6;
    }
    const double sampled = largest_effort(&r, free_of_limits, options.duration, 64 * options.harmonics, 1);
    ck_assert_double_gt(largest_effort(&r, free_of_limits, options.duration, 64 * 40 * options.harmonics, 1), sampled);
    effort[1] = sampled / options.scale * (1 + 1e-12);
    options.effort = effort;
    cdy_excitation *e = excite(&r, &options);
    ck_assert_double_le(largest_effort(&r, e, options.duration, 64 * 40 * options.harmonics, 1),
                        options.scale * effort[1]);
    cdy_excitation_destroy(free_of_limits);
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* A leader moves no further than its followers' limits allow. */
START_TEST(followers_keep_their_limits)
{
    static const char urdf[] =
        "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
        "ixy='0' ixz='0' iyz='0'/></inertial></link><link name='c'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
        "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='revolute'><parent link='a'/>"
        "<child link='b'/><limit lower='-1' upper='1' effort='5' velocity='2'/></joint><joint name='k' type='revolute'>"
        "<parent link='b'/><child link='c'/><mimic joint='j' multiplier='-2' offset='0.5'/><limit lower='-0.5' "
        "upper='1.5' effort='5' velocity='2'/></joint></robot>";
    robot r = {.tree = NULL};
    cdy_error error = {0};
    ck_assert_ok(cdy_urdf_load_text(urdf, strlen(urdf), "r", NULL, &r.tree, &error), error);
    ck_assert_ok(cdy_model_create(r.tree, &r.model, &error), error);
    cdy_excitation_options options = quick();
    cdy_excitation *e = excite(&r, &options);
    double least = 1, most = -1;
    for (int i = 0; i < SAMPLES; i++) {
        double q;
        ck_assert_ok(cdy_excitation_evaluate(e, options.duration * i / (double)SAMPLES, &q, NULL, NULL, &error), error);
        least = fmin(least, q);
        most = fmax(most, q);
    }
    ck_assert_double_ge(least, -0.5);
    ck_assert_double_le(most, 0.5);
    ck_assert_double_gt(most - least, 0.3);
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* An identification with rows of the motion has as many base parameters as the report of the motion says. */
START_TEST(rank_is_that_of_an_identification)
{
    robot r = load_bundled_robot("universalUR5e");
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    cdy_error error = {0};
    const cdy_excitation_options options = quick();
    cdy_excitation *e = excite(&r, &options);
    cdy_identification *id;
    cdy_identification_result result;
    ck_assert_ok(cdy_identification_create(r.model, NULL, &id, &error), error);
    for (int i = 0; i < 100; i++) {
        ck_assert_ok(cdy_excitation_evaluate(e, 0.1 * i, q, qd, qdd, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
        ck_assert_ok(cdy_identification_add(id, q, qd, qdd, NULL, tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(cdy_excitation_rank(e), result.full_rank);
    ck_assert_int_eq(result.rank, result.full_rank);
    cdy_identification_destroy(id);
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* The rank does not depend on the size of the numbers: links of 0.001 m to 1000 m. Without gravity the first body has
 * one base parameter, its moment about the axis, and each body beyond it seven. */
START_TEST(rank_does_not_depend_on_units)
{
    static const char *const lengths[] = {"0.001", "1", "1000"};
    static const char form[] =
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
        "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0.6 0 0.8'/>"
        "<limit lower='-1' upper='1' effort='1e12' velocity='2'/></joint>"
        "<joint name='k' type='revolute'><parent link='b'/><child link='c'/><axis xyz='0 0.6 0.8'/>"
        "<origin xyz='%s 0 0' rpy='0.3 0.2 0.1'/><limit lower='-1' upper='1' effort='1e12' velocity='2'/></joint>"
        "<joint name='l' type='revolute'><parent link='c'/><child link='d'/><axis xyz='0.8 0.6 0'/>"
        "<origin xyz='0 0 %s' rpy='0.1 0.2 0.3'/><limit lower='-1' upper='1' effort='1e12' "
        "velocity='2'/></joint></robot>";
    char urdf[sizeof form + 16];
    robot r = {.tree = NULL};
    cdy_error error = {0};
    snprintf(urdf, sizeof urdf, form, lengths[_i], lengths[_i]);
    ck_assert_ok(cdy_urdf_load_text(urdf, strlen(urdf), "r", NULL, &r.tree, &error), error);
    ck_assert_ok(cdy_model_create(r.tree, &r.model, &error), error);
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0}, &error), error);
    const cdy_excitation_options options = quick();
    cdy_excitation *e = excite(&r, &options);
    ck_assert_int_eq(cdy_excitation_rank(e), 1 + 7 + 7);
    cdy_excitation_destroy(e);
    free_robot(&r);
}
END_TEST

/* A longer search finds no worse motion; the same arguments give the same motion. */
START_TEST(searching_longer_is_no_worse)
{
    robot r = load_bundled_robot("omronEcobra600");
    cdy_excitation_options options = quick();
    double a[MOST], b[MOST];
    options.evaluations = 3;
    cdy_excitation *few = excite(&r, &options), *again = excite(&r, &options);
    options.evaluations = 40;
    cdy_excitation *many = excite(&r, &options);
    ck_assert_double_lt(cdy_excitation_condition(many), cdy_excitation_condition(few));
    ck_assert_double_gt(cdy_excitation_condition(many), 1);
    cdy_excitation_evaluate(few, 1.3, a, NULL, NULL, NULL);
    cdy_excitation_evaluate(again, 1.3, b, NULL, NULL, NULL);
    ck_assert_mem_eq(a, b, (size_t)r.nq * sizeof *a);
    cdy_excitation_destroy(few);
    cdy_excitation_destroy(again);
    cdy_excitation_destroy(many);
    free_robot(&r);
}
END_TEST

static void expect(const robot *r, const cdy_excitation_options *options, cdy_status status, const char *words)
{
    cdy_error error = {0};
    cdy_excitation *e = NULL;
    ck_assert_int_eq(cdy_excitation_create(r->model, options, &e, &error), status);
    ck_assert_ptr_null(e);
    ck_assert_msg(strstr(error.text, words) != NULL, "'%s' lacks '%s'", error.text, words);
}

START_TEST(what_excites_nothing_is_refused)
{
    robot r = load_bundled_robot("universalUR5e");
    double weak[MOST];
    cdy_excitation_options options = quick(), bad = options;
    cdy_error error = {0};
    bad.duration = 0;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "duration");
    bad.duration = 1e-7;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "the duration is 1e-07 s; expected 1e-06 to 1e+09 s");
    bad.duration = 1e10;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "duration");
    bad = options;
    bad.harmonics = 1;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "harmonics");
    bad = options;
    bad.scale = 1.5;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "scale");
    bad = options;
    bad.evaluations = 0;
    expect(&r, &bad, CDY_ERROR_ARGUMENT, "evaluations");
    for (int i = 0; i < r.nv; i++) {
        weak[i] = 1e-3;
    }
    for (int i = 0; i < r.nv; i++) {
        weak[i] = i % 2 ? -1 : 0;
        bad = options;
        bad.velocity = weak;
        expect(&r, &bad, CDY_ERROR_ARGUMENT, "limit of velocity");
        bad = options;
        bad.acceleration = weak;
        expect(&r, &bad, CDY_ERROR_ARGUMENT, "limit of acceleration");
        weak[i] = 1e-3;
    }
    bad = options;
    bad.effort = weak;
    bad.evaluations = 2;
    expect(&r, &bad, CDY_ERROR_NUMERIC, "no motion was found");
    ck_assert_int_eq(cdy_excitation_create(NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_excitation_evaluate(NULL, 0, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert(isnan(cdy_excitation_condition(NULL)));
    ck_assert_int_eq(cdy_excitation_rank(NULL), 0);
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("ball", "ball", CDY_JOINT_FLOATING);
    add_body(tree, &body, "base");
    robot floating = make_robot(tree);
    expect(&floating, &options, CDY_ERROR_ARGUMENT, "no joint of one degree");
    free_robot(&floating);
    free_robot(&r);
}
END_TEST

START_TEST(running_out_of_memory_is_an_error)
{
    robot r = load_bundled_robot("omronEcobra600");
    cdy_excitation_options options = quick();
    cdy_error error = {0};
    bool failed = heap_is_counted();
    options.evaluations = 1;
    for (size_t number = 1; failed; number++) {
        const size_t live = heap_count().live;
        cdy_excitation *e = NULL;
        heap_fail_at(number);
        const cdy_status status = cdy_excitation_create(r.model, &options, &e, &error);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
        cdy_excitation_destroy(e);
        ck_assert_uint_eq(heap_count().live, live);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("excitation");
    TCase *tests = add_case(suite, "motion", every_limit_is_kept_and_the_ends_are_at_rest);
    tcase_add_loop_test(tests, efforts_are_kept_between_samples, 0, UNLESS_WATCHED(10, 1));
    tcase_add_test(tests, followers_keep_their_limits);
    tcase_add_test(tests, rank_is_that_of_an_identification);
    tcase_add_loop_test(tests, rank_does_not_depend_on_units, 0, 3);
    tcase_add_test(tests, searching_longer_is_no_worse);
    tcase_add_test(tests, what_excites_nothing_is_refused);
    tcase_add_test(tests, running_out_of_memory_is_an_error);
    return run_suites(suite, NULL);
}
