/* Batches over floats with faults: the error names the row at fault, the other rows are computed, nothing leaks. */
#include "batch/float_case.h"
#include "support/allocation.h"
#include "support/singular_robots.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

enum { LANES = 3, ROWS = 203 };
static const int all_lanes[LANES] = {4, 8, 16};

static const cdy_batch_options odd_options[] = {
    {.threads = -1}, {.threads = 5000}, {.lanes = 1},  {.lanes = 2},
    {.lanes = 6},    {.lanes = -4},     {.lanes = 32}, {.layout = (cdy_batch_layout)5}};

typedef float scalar;
typedef cdy_batch_f32 some_batch;
#define FAST        1e25F /* the square fits in a double, but not in a float */
#define BATCH(name) cdy_batch_f32_##name

/* States, and their arrays, which tests make invalid. */
typedef struct fault_rows {
    float_states all;
    robot r;
    size_t count, nq, nv, rows6;
    scalar *q, *qd, *qdd, *fext, *out, *expected;
    cdy_status *statuses;
} fault_rows;

static fault_rows make_rows(robot r, size_t count, uint64_t seed)
{
    const float_states s = make_float_states(r, count, seed);
    return (fault_rows){s,          r,         count,        s.nq,  s.nv,           s.rows6,   s.float_q,
                        s.float_qd, s.float_x, s.float_fext, s.out, s.float_second, s.statuses};
}

static void free_rows(fault_rows *s)
{
    free_float_states(&s->all);
}

static cdy_batch_f32 *make_some_batch(const cdy_model *model, int lanes, int threads, cdy_batch_layout layout)
{
    return make_float_batch(model, lanes, threads, layout);
}

static size_t count_calls(void)
{
    return float_quantity_count;
}

static const char *call_name(size_t call)
{
    return float_quantities[call].name;
}

static size_t call_width(size_t call, const float_states *s)
{
    return float_quantities[call].width(s);
}

static cdy_status run_call(size_t call, const float_states *s, cdy_batch_f32 *batch, cdy_error *error)
{
    return float_quantities[call].in_floats(s, batch, error);
}

#include "batch/batch_faults.h"

START_TEST(quaternions_and_followers_fail_alone)
{
    cdy_error error = {0};
    fault_rows s = make_rows(make_large_gear_ratio(), 20, 9);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    ck_assert_uint_eq(s.nq, 8);
    if (batch) {
        for (size_t b = 0; b < s.count; b++) {
            s.qd[b * s.nv + 6] = 0; /* the large gear ratio overflows a float at ordinary velocities */
            s.qdd[b * s.nv + 6] = 0;
            s.q[b * s.nq + 7] = 0;
        }
        memset(s.q + 4 * s.nq, 0, 4 * sizeof(float));
        s.qd[5 * s.nv + 6] = FLT_MAX; /* the follower's velocity overflows a float */
        s.q[6 * s.nq] = 1e20F;        /* the square of the quaternion's norm overflows a float */
        ck_assert_fails(invert(&s, batch, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strstr(error.text, "row 4: the quaternion") == error.text, "%s", error.text);
        for (size_t b = 0; b < s.count; b++) {
            const cdy_status expected = b == 4 || b == 6 ? CDY_ERROR_ARGUMENT : b == 5 ? CDY_ERROR_NUMERIC : CDY_OK;
            ck_assert_msg(s.statuses[b] == expected, "row %zu came to %d", b, (int)s.statuses[b]);
        }
    }
    cdy_batch_f32_destroy(batch);
    free_rows(&s);
}
END_TEST

/* A robot with numbers in the range of doubles, but not of floats. */
START_TEST(a_robot_of_too_large_numbers_has_no_results)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("star", "a", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 1e50, 0, 0, 0, (double[6]){0});
    add_body(tree, &body, "world");
    robot r = make_robot(tree);
    cdy_batch_f32 *batch = make_float_batch(r.model, 0, 1, CDY_BATCH_ROWS);
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
    robot r = make_large_gear_ratio(), other = make_sometimes_singular();
    const cdy_model *m = r.model;
    cdy_batch_f32 *batch = make_float_batch(m, 4, 1, CDY_BATCH_ROWS),
                  *wrong = make_float_batch(other.model, 4, 1, CDY_BATCH_ROWS),
                  *packed = make_float_batch(m, 0, 1, CDY_BATCH_LANES);
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

int main(void)
{
    Suite *suite = suite_create("float_failures");
    TCase *tests = tcase_create("failures");
    add_fault_tests(tests);
    tcase_add_loop_test(tests, quaternions_and_followers_fail_alone, 0, LANES);
    tcase_add_test(tests, a_robot_of_too_large_numbers_has_no_results);
    tcase_add_test(tests, calls_that_cannot_begin_leave_everything);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
