/* Batches over floats where something is wrong: the row at fault is named, the others are computed, nothing leaks. */
#include "single_case.h"
#include "support/allocation.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

enum { LANES = 3, ROWS = 203 };
static const int all_lanes[LANES] = {4, 8, 16};

static cdy_status invert(const single_states *s, cdy_batch_f32 *batch, cdy_error *error)
{
    return cdy_batch_f32_inverse_dynamics(s->r.model, batch, s->count, s->single_q, s->single_qd, s->single_x,
                                          s->single_fext, s->out, s->rows, error);
}

/* Keeps the results of states with which nothing is wrong. */
static void keep(single_states *s)
{
    memcpy(s->single_second, s->out, s->count * s->nv * sizeof(float));
}

/* Checks that `bad` rows have a status and NaN, and all others what was kept. */
static void check_rows(const single_states *s, const size_t *bad, size_t bad_count, cdy_status expected)
{
    size_t next = 0;
    for (size_t b = 0; b < s->count; b++) {
        const bool fails = next < bad_count && bad[next] == b;
        next += fails;
        ck_assert_msg(s->rows[b] == (fails ? expected : CDY_OK), "row %zu came to %d", b, (int)s->rows[b]);
        for (size_t i = b * s->nv; i < (b + 1) * s->nv; i++) {
            ck_assert_msg(fails ? isnan(s->out[i]) : s->out[i] == s->single_second[i], "row %zu has %g, not %g", b,
                          (double)s->out[i], (double)s->single_second[i]);
        }
    }
}

START_TEST(rows_with_what_is_not_finite_fail_alone)
{
    static const char *const names[] = {"configuration", "velocity", "acceleration", "external force"};
    cdy_error error = {0};
    char row[16];
    single_states s = make_single_states(make_robot(random_tree(31, 9, RANDOM_JOINTS_ONE_DEGREE)), ROWS, 9);
    const size_t bad[] = {3, 64, 65, 130, ROWS - 1}, count = sizeof bad / sizeof bad[0];
    const float values[] = {NAN, INFINITY, -INFINITY, -NAN, NAN};
    float *const inputs[] = {s.single_q, s.single_qd, s.single_x, s.single_fext};
    cdy_batch_f32 *batch = make_single_batch(s.r.model, all_lanes[_i % LANES], 1 + _i / LANES, CDY_BATCH_ROWS);
    for (int k = 0; batch && k < 4; k++) {
        const size_t width = k == 3 ? s.rows6 : s.nv;
        float kept[8];
        ck_assert_ok(invert(&s, batch, &error), error);
        keep(&s);
        for (size_t i = 0; i < count; i++) {
            float *place = &inputs[k][bad[i] * width + i];
            kept[i] = *place;
            *place = values[i];
        }
        ck_assert_fails(invert(&s, batch, &error), CDY_ERROR_ARGUMENT, error);
        snprintf(row, sizeof row, "row %zu:", bad[0]);
        ck_assert_msg(strncmp(error.text, row, strlen(row)) == 0, "%s", error.text);
        ck_assert_msg(strstr(error.text, names[k]) != NULL, "%s", error.text);
        check_rows(&s, bad, count, CDY_ERROR_ARGUMENT);
        for (size_t i = 0; i < count; i++) {
            inputs[k][bad[i] * width + i] = kept[i];
        }
    }
    cdy_batch_f32_destroy(batch);
    free_single_states(&s);
}
END_TEST

/* What doubles would hold. */
START_TEST(rows_whose_results_are_too_large_fail_alone)
{
    cdy_error error = {0};
    single_states s = make_single_states(make_robot(random_tree(31, 9, RANDOM_JOINTS_ONE_DEGREE)), ROWS, 9);
    const size_t bad[] = {ROWS - 2, ROWS - 1};
    cdy_batch_f32 *batch = make_single_batch(s.r.model, all_lanes[_i], 2, CDY_BATCH_ROWS);
    if (batch) {
        ck_assert_ok(invert(&s, batch, &error), error);
        keep(&s);
        for (size_t i = 0; i < 2 * s.nv; i++) {
            s.single_qd[bad[0] * s.nv + i] = 1e25F;
        }
        ck_assert_fails(invert(&s, batch, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strncmp(error.text, "row 201: the result is not finite", 33) == 0, "%s", error.text);
        check_rows(&s, bad, 2, CDY_ERROR_NUMERIC);
    }
    cdy_batch_f32_destroy(batch);
    free_single_states(&s);
}
END_TEST

/* A floating trunk with a leader and a follower. */
static robot make_geared(void)
{
    const double unit[6] = {1, 0, 0, 1, 0, 1};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("trunk", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 3, 0.1, 0, 0, unit);
    add_body(tree, &body, "world");
    body = make_body("thumb", "a", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0.1, 0, 0, unit);
    add_body(tree, &body, "trunk");
    body.name = "finger";
    body.joint.name = "b";
    body.joint.mimic = (cdy_mimic){"a", -1e10, 0.1};
    add_body(tree, &body, "trunk");
    return make_robot(tree);
}

START_TEST(quaternions_and_followers_fail_alone)
{
    cdy_error error = {0};
    single_states s = make_single_states(make_geared(), 20, 9);
    cdy_batch_f32 *batch = make_single_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    ck_assert_uint_eq(s.nq, 8);
    if (batch) {
        for (size_t b = 0; b < s.count; b++) {
            s.single_qd[b * s.nv + 6] = 0; /* the gear turns fast enough to fail otherwise */
            s.single_x[b * s.nv + 6] = 0;
            s.single_q[b * s.nq + 7] = 0;
        }
        memset(s.single_q + 4 * s.nq, 0, 4 * sizeof(float));
        s.single_qd[5 * s.nv + 6] = FLT_MAX; /* the follower turns faster than floats go */
        s.single_q[6 * s.nq] = 1e20F;        /* and this has a square that they do not hold */
        ck_assert_fails(invert(&s, batch, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strstr(error.text, "row 4: the quaternion") == error.text, "%s", error.text);
        for (size_t b = 0; b < s.count; b++) {
            const cdy_status expected = b == 4 || b == 6 ? CDY_ERROR_ARGUMENT : b == 5 ? CDY_ERROR_NUMERIC : CDY_OK;
            ck_assert_msg(s.rows[b] == expected, "row %zu came to %d", b, (int)s.rows[b]);
        }
    }
    cdy_batch_f32_destroy(batch);
    free_single_states(&s);
}
END_TEST

/* Two joints about one axis with nothing between them, where the second stands straight. */
static robot make_sometimes_singular(void)
{
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("shoulder", "swing", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "world");
    body = make_body("wrist", "turn", CDY_JOINT_REVOLUTE);
    set_axis(&body, 1, 0, 0);
    add_body(tree, &body, "shoulder");
    body = make_body("hand", "roll", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 2, 0.1, 0.2, 0.3, (double[6]){0.3, 0, 0, 0.2, 0, 0.1});
    add_body(tree, &body, "wrist");
    return make_robot(tree);
}

START_TEST(singular_rows_are_found_and_name_the_joint)
{
    cdy_error error = {0};
    single_states s = make_single_states(make_sometimes_singular(), 37, 5);
    cdy_batch_f32 *batch = make_single_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    const size_t bad[] = {9, 10, 36};
    for (size_t b = 0; b < s.count; b++) {
        s.single_q[b * s.nq + 1] = 0.8F;
    }
    for (int straight = 0; batch && straight < 2; straight++) {
        const cdy_status status = cdy_batch_f32_forward_dynamics(s.r.model, batch, s.count, s.single_q, s.single_qd,
                                                                 s.single_x, NULL, s.out, s.rows, &error);
        ck_assert_msg(status == (straight ? CDY_ERROR_NUMERIC : CDY_OK), "%s", error.text);
        if (straight) {
            ck_assert_msg(strstr(error.text, "row 9: the mass matrix is not positive definite at joint 'swing'"), "%s",
                          error.text);
        } else {
            keep(&s);
        }
        check_rows(&s, bad, straight ? 3 : 0, CDY_ERROR_NUMERIC);
        for (size_t i = 0; i < 3; i++) {
            s.single_q[bad[i] * s.nq + 1] = 0;
        }
    }
    cdy_batch_f32_destroy(batch);
    free_single_states(&s);
}
END_TEST

/* What doubles hold and floats do not. */
START_TEST(a_robot_of_too_large_numbers_has_no_results)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("star", "a", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 1e50, 0, 0, 0, (double[6]){0});
    add_body(tree, &body, "world");
    robot r = make_robot(tree);
    cdy_batch_f32 *batch = make_single_batch(r.model, 0, 1, CDY_BATCH_ROWS);
    float tau = 0;
    ck_assert_fails(cdy_batch_f32_gravity_torque(r.model, batch, 1, NULL, &tau, NULL, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert(isnan(tau));
    cdy_batch_f32_destroy(batch);
    free_robot(&r);
}
END_TEST

START_TEST(calls_that_cannot_begin_leave_everything)
{
    cdy_error error = {0};
    cdy_status row = CDY_ERROR_IO;
    robot r = make_geared(), other = make_sometimes_singular();
    const cdy_model *m = r.model;
    cdy_batch_f32 *batch = make_single_batch(m, 4, 1, CDY_BATCH_ROWS),
                  *wrong = make_single_batch(other.model, 4, 1, CDY_BATCH_ROWS),
                  *packed = make_single_batch(m, 0, 1, CDY_BATCH_LANES);
    float q[8] = {1}, out[400] = {1, 2, 3}, before[400];
    memcpy(before, out, sizeof out);
    ck_assert_fails(cdy_batch_f32_inverse_dynamics(NULL, batch, 1, q, NULL, NULL, NULL, out, &row, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_forward_dynamics(m, NULL, 1, q, NULL, NULL, NULL, out, &row, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_gravity_torque(m, wrong, 1, q, out, &row, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_mass_matrix(m, batch, 1, q, NULL, &row, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_get_transform(m, batch, 1, cdy_model_frame_count(m), 0, q, out, &row, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_gravity_torque(m, batch, SIZE_MAX / 4, q, out, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    float *odd = (uintptr_t)out % 64 == 0 ? out + 1 : out;
    ck_assert_fails(cdy_batch_f32_gravity_torque(m, packed, 1, NULL, odd, &row, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_mem_eq(out, before, sizeof out);
    ck_assert_int_eq(row, CDY_ERROR_IO);
    cdy_batch_f32_destroy(batch);
    cdy_batch_f32_destroy(wrong);
    cdy_batch_f32_destroy(packed);
    free_robot(&r);
    free_robot(&other);
}
END_TEST

START_TEST(options_that_make_no_batch_are_refused)
{
    static const cdy_batch_options odd[] = {
        {.threads = -1}, {.threads = 5000}, {.lanes = 1},  {.lanes = 2},
        {.lanes = 6},    {.lanes = -4},     {.lanes = 32}, {.layout = (cdy_batch_layout)5}};
    cdy_error error = {0};
    robot r = make_geared();
    cdy_batch_f32 *batch = (void *)&r;
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        ck_assert_fails(cdy_batch_f32_create(r.model, &odd[i], &batch, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_null(batch);
        ck_assert_uint_eq(cdy_batch_f32_size(r.model, &odd[i]), 0);
    }
    ck_assert_fails(cdy_batch_f32_create(NULL, NULL, &batch, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_create(r.model, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_int_eq(cdy_batch_f32_lanes(NULL), 0);
    ck_assert_int_eq(cdy_batch_f32_threads(NULL), 0);
    cdy_batch_f32_destroy(NULL);
    free_robot(&r);
}
END_TEST

START_TEST(memory_of_the_caller_is_enough_at_any_address)
{
    cdy_error error = {0};
    single_states s = make_single_states(make_robot(random_tree(8, 12, RANDOM_JOINTS_ALL)), 40, 9);
    const cdy_batch_options options = {.threads = 2};
    const size_t size = cdy_batch_f32_size(s.r.model, &options);
    char *memory = malloc(size + 3);
    cdy_batch_f32 *batch = NULL, *usual = make_single_batch(s.r.model, 0, 2, CDY_BATCH_ROWS);
    ck_assert_fails(cdy_batch_f32_init(memory, size - 1, s.r.model, &options, &batch, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_ok(invert(&s, usual, &error), error);
    keep(&s);
    for (size_t shift = 0; shift < 4; shift++) {
        memset(memory, 0xff, size + 3); /* it need not be zero */
        ck_assert_ok(cdy_batch_f32_init(memory + shift, size, s.r.model, &options, &batch, &error), error);
        ck_assert_ok(invert(&s, batch, &error), error);
        check_rows(&s, NULL, 0, CDY_OK);
    }
    cdy_batch_f32_destroy(usual);
    free(memory);
    free_single_states(&s);
}
END_TEST

START_TEST(calls_on_one_thread_do_not_allocate)
{
    cdy_error error = {0};
    single_states s = make_single_states(make_robot(random_tree(8, 12, RANDOM_JOINTS_ALL)), 50, 9);
    const heap_counts start = heap_count();
    cdy_batch_f32 *batch = NULL;
    const cdy_status status = cdy_batch_f32_create(s.r.model, NULL, &batch, &error);
    const heap_counts made = heap_count();
    ck_assert_int_eq(status, CDY_OK);
    ck_assert_int_eq(cdy_batch_f32_threads(batch), 1);
    for (size_t k = 0; heap_is_counted() && k < single_quantity_count; k++) {
        const heap_counts before = heap_count();
        const cdy_status came_to = single_quantities[k].in_floats(&s, batch, &error);
        const heap_counts after = heap_count();
        ck_assert_int_eq(came_to, CDY_OK);
        ck_assert_msg(after.calls == before.calls, "%s called the heap", single_quantities[k].name);
    }
    cdy_batch_f32_destroy(batch);
    if (heap_is_counted()) {
        ck_assert_uint_eq(made.calls, start.calls + 1);
        heap_fail_at(1);
        ck_assert_fails(cdy_batch_f32_create(s.r.model, NULL, &batch, &error), CDY_ERROR_MEMORY, error);
        ck_assert_ptr_null(batch);
    }
    free_single_states(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("single_failures");
    TCase *tests = tcase_create("failures");
    tcase_add_loop_test(tests, rows_with_what_is_not_finite_fail_alone, 0, 2 * LANES);
    tcase_add_loop_test(tests, rows_whose_results_are_too_large_fail_alone, 0, LANES);
    tcase_add_loop_test(tests, quaternions_and_followers_fail_alone, 0, LANES);
    tcase_add_loop_test(tests, singular_rows_are_found_and_name_the_joint, 0, LANES);
    tcase_add_test(tests, a_robot_of_too_large_numbers_has_no_results);
    tcase_add_test(tests, calls_that_cannot_begin_leave_everything);
    tcase_add_test(tests, options_that_make_no_batch_are_refused);
    tcase_add_test(tests, memory_of_the_caller_is_enough_at_any_address);
    tcase_add_test(tests, calls_on_one_thread_do_not_allocate);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
