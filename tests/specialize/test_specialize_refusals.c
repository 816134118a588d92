/* Robots, options, workspaces and batches that specialization refuses. */
#include "specialize/specialize_case.h"
#include "support/compare.h"
#include "support/singular_robots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(robots_without_code_are_refused)
{
    robot mimic = make_large_gear_ratio(), arm = load_bundled_robot("universalUR5e");
    robot still = make_robot(make_tree("rock", 9.81));
    cdy_specialize_options options = usual_options();
    check_refusal(mimic.model, &options, CDY_ERROR_UNSUPPORTED, "mimic");
    check_refusal(still.model, &options, CDY_ERROR_UNSUPPORTED, "no moving joints");
    check_refusal(NULL, &options, CDY_ERROR_ARGUMENT, "needs a model");
    options.most_bytes = 100;
    check_refusal(arm.model, &options, CDY_ERROR_UNSUPPORTED, "more than 100");
    ck_assert_int_eq(compiler_runs(), 0);
    free_robot(&mimic);
    free_robot(&still);
    free_robot(&arm);
}
END_TEST

START_TEST(options_are_checked)
{
    robot r = load_bundled_robot("universalUR5e");
    const struct {
        unsigned calls;
        int lanes;
        double time_limit, angle_tolerance;
        const char *compiler, *cache, *said;
    } wrong[] = {
        {0, 0, 1, 0, NULL, NULL, "functions"},       {CDY_GENERATE_GRAVITY_TORQUE, 0, 1, 0, NULL, NULL, "functions"},
        {1, 3, 1, 0, NULL, NULL, "3 lanes"},         {1, 16, 1, 0, NULL, NULL, "16 lanes"},
        {1, -1, 1, 0, NULL, NULL, "-1 lanes"},       {1, 0, 0, 0, NULL, NULL, "0 s"},
        {1, 0, (double)NAN, 0, NULL, NULL, "nan s"}, {1, 0, 3601, 0, NULL, NULL, "3601 s"},
        {1, 0, 1, -1, NULL, NULL, "angles is -1"},   {1, 0, 1, 0.001001, NULL, NULL, "angles is 0.001001"},
        {1, 0, 1, 0, "", NULL, "compiler is empty"}, {1, 0, 1, 0, NULL, "", "cache is empty"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cdy_specialize_options options = usual_options();
        options.calls = wrong[i].calls;
        options.lanes = wrong[i].lanes;
        options.time_limit = wrong[i].time_limit;
        options.angle_tolerance = wrong[i].angle_tolerance;
        options.compiler = wrong[i].compiler ? wrong[i].compiler : options.compiler;
        options.cache = wrong[i].cache ? wrong[i].cache : options.cache;
        check_refusal(r.model, &options, CDY_ERROR_ARGUMENT, wrong[i].said);
    }
    ck_assert_int_eq(compiler_runs(), 0);
    free_robot(&r);
}
END_TEST

/* The largest time and tolerance, and the limit of bytes that the code just meets, new or from the cache. */
START_TEST(options_may_be_at_their_limits)
{
    robot r = load_bundled_robot("omronEcobra600");
    cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.time_limit = 3600;
    options.angle_tolerance = 1e-3;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    const char *bytes = strchr(strrchr(path, '/'), '-'); /* KEY-BYTES-SUM.so */
    ck_assert_ptr_nonnull(bytes);
    options.most_bytes = (size_t)strtoull(bytes + 1, NULL, 16);
    for (int fresh = 0; fresh < 2; fresh++) {
        cdy_specialization *code = specialize(r.model, &options);
        ck_assert_int_eq(cdy_specialization_is_cached(code), !fresh);
        cdy_specialization_destroy(code);
        options.most_bytes--;
        check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "bytes");
        options.most_bytes++;
        ck_assert(fresh || remove(path) == 0);
    }
    free_robot(&r);
}
END_TEST

START_TEST(code_is_for_its_model_and_lanes)
{
    robot r = load_bundled_robot("universalUR5e"), other = load_bundled_robot("kukaIiwa14");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.lanes = 2;
    const cdy_batch_options one_lane = {.lanes = 1, .threads = 1};
    cdy_batch *batch;
    cdy_error error;
    ck_assert_ok(cdy_batch_create(r.model, &one_lane, &batch, &error), error);
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert_fails(cdy_workspace_specialize(other.work, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_workspace_specialize(NULL, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_specialize(NULL, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_specialize(batch, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "2 lanes"));
    ck_assert_fails(cdy_specialize(r.model, &options, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_batch_destroy(batch);
    cdy_specialization_destroy(code);
    cdy_specialization_destroy(NULL);
    ck_assert(!cdy_specialization_is_cached(NULL));
    free_robot(&r);
    free_robot(&other);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("specialize_refusals");
    TCase *tests = add_compiling_case(suite, "specialize_refusals");
    tcase_add_test(tests, robots_without_code_are_refused);
    tcase_add_test(tests, options_are_checked);
    tcase_add_test(tests, options_may_be_at_their_limits);
    tcase_add_test(tests, code_is_for_its_model_and_lanes);
    return run_suites(suite, NULL);
}
