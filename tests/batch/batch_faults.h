/* Faults in batches: the error names the row at fault, the other rows are computed, nothing leaks. The suites of
 * batches over doubles and over floats include this file; before, a suite defines:
 *
 *   scalar, FAST              the type of numbers, and a velocity whose square overflows it
 *   some_batch                the type of the batch
 *   BATCH(name)               the public call
 *   LANES, all_lanes, ROWS    the widths, and a number of states
 *   odd_options               options that no batch can have
 *   fault_rows                the states (`all`), and their arrays, which tests make invalid; make_rows(), free_rows()
 *   make_some_batch()         makes a batch; NULL where the machine has no such lanes
 *   count_calls(), call_name(), call_width(), run_call()   every call
 */
#ifndef CDY_TESTS_BATCH_FAULTS_H
#define CDY_TESTS_BATCH_FAULTS_H

static cdy_status invert(fault_rows *s, some_batch *batch, cdy_error *error)
{
    return BATCH(inverse_dynamics)(s->r.model, batch, s->count, s->q, s->qd, s->qdd, s->fext, s->out, s->statuses,
                                   error);
}

/* Keeps the results of valid states in s->expected. */
static void keep(fault_rows *s)
{
    memcpy(s->expected, s->out, s->count * s->nv * sizeof(scalar));
}

/* Checks that `bad` rows have the status `expected` and NaN, and all other rows the results that keep() kept. */
static void check_rows(const fault_rows *s, const size_t *bad, size_t bad_count, cdy_status expected)
{
    size_t next = 0;
    for (size_t b = 0; b < s->count; b++) {
        const bool fails = next < bad_count && bad[next] == b;
        next += fails;
        ck_assert_msg(s->statuses[b] == (fails ? expected : CDY_OK), "row %zu came to %d", b, (int)s->statuses[b]);
        for (size_t i = b * s->nv; i < (b + 1) * s->nv; i++) {
            ck_assert_msg(fails ? isnan(s->out[i]) : memcmp(&s->out[i], &s->expected[i], sizeof(scalar)) == 0,
                          "row %zu has %g, not %g", b, (double)s->out[i], (double)s->expected[i]);
        }
    }
}

START_TEST(rows_with_what_is_not_finite_fail_alone)
{
    static const char *const names[] = {"configuration", "velocity", "acceleration", "external force"};
    cdy_error error = {0};
    char row[16];
    fault_rows s = make_rows(make_robot(random_tree(31, 9, RANDOM_JOINTS_ONE_DEGREE)), ROWS, 9);
    const size_t bad[] = {3, 64, 65, 130, ROWS - 1}, count = sizeof bad / sizeof bad[0];
    const scalar values[] = {(scalar)NAN, (scalar)INFINITY, -(scalar)INFINITY, -(scalar)NAN, (scalar)NAN};
    scalar *const inputs[] = {s.q, s.qd, s.qdd, s.fext};
    some_batch *batch = make_some_batch(s.r.model, all_lanes[_i % LANES], 1 + _i / LANES, CDY_BATCH_ROWS);
    for (int k = 0; batch && k < 4; k++) {
        const size_t width = k == 3 ? s.rows6 : s.nv;
        scalar kept[8];
        ck_assert_ok(invert(&s, batch, &error), error);
        keep(&s);
        for (size_t i = 0; i < count; i++) {
            scalar *place = &inputs[k][bad[i] * width + i];
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
    BATCH(destroy)(batch);
    free_rows(&s);
}
END_TEST

static void transpose_rows(size_t count, size_t width, const scalar *rows, scalar *columns)
{
    for (size_t i = 0; i < count * width; i++) {
        columns[i % width * count + i / width] = rows[i];
    }
}

/* States stored by columns fail as the same states stored by rows do, and their results are NaN. */
START_TEST(states_by_columns_fail_alone)
{
    cdy_error error = {0};
    fault_rows s = make_rows(make_robot(random_tree(31, 9, RANDOM_JOINTS_ONE_DEGREE)), ROWS, 9), c = s;
    const size_t bad[] = {3, 64, 65, ROWS - 1};
    some_batch *batch = make_some_batch(s.r.model, all_lanes[_i], 2, CDY_BATCH_ROWS),
               *by_columns = make_some_batch(s.r.model, all_lanes[_i], 2, CDY_BATCH_COLUMNS);
    const size_t widths[] = {s.nq, s.nv, s.nv, s.rows6, s.nv};
    const scalar *const rows[] = {s.q, s.qd, s.qdd, s.fext, s.out};
    scalar **const columns[] = {&c.q, &c.qd, &c.qdd, &c.fext, &c.out};
    s.q[bad[0] * s.nq] = s.qd[bad[1] * s.nv] = (scalar)NAN;
    s.qdd[bad[2] * s.nv] = s.fext[bad[3] * s.rows6 + 1] = (scalar)INFINITY;
    for (int k = 0; k < 5; k++) {
        *columns[k] = malloc(s.count * widths[k] * sizeof(scalar));
        ck_assert_ptr_nonnull(*columns[k]);
        transpose_rows(s.count, widths[k], rows[k], *columns[k]);
    }
    if (batch) {
        ck_assert_fails(invert(&s, batch, &error), CDY_ERROR_ARGUMENT, error);
        transpose_rows(s.count, s.nv, s.out, c.expected);
        ck_assert_fails(invert(&c, by_columns, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strncmp(error.text, "row 3: the configuration", 24) == 0, "%s", error.text);
        for (size_t i = 0; i < s.count * s.nv; i++) {
            const size_t b = i % s.count;
            const bool fails = b == bad[0] || b == bad[1] || b == bad[2] || b == bad[3];
            ck_assert_msg(fails ? isnan(c.out[i]) : memcmp(&c.out[i], &c.expected[i], sizeof(scalar)) == 0,
                          "number %zu is %g, not %g", i, (double)c.out[i], (double)c.expected[i]);
        }
    }
    for (int k = 0; k < 5; k++) {
        free(*columns[k]);
    }
    BATCH(destroy)(by_columns);
    BATCH(destroy)(batch);
    free_rows(&s);
}
END_TEST

START_TEST(rows_whose_results_are_too_large_fail_alone)
{
    cdy_error error = {0};
    fault_rows s = make_rows(make_robot(random_tree(31, 9, RANDOM_JOINTS_ONE_DEGREE)), ROWS, 9);
    const size_t bad[] = {ROWS - 2, ROWS - 1};
    some_batch *batch = make_some_batch(s.r.model, all_lanes[_i], 2, CDY_BATCH_ROWS);
    if (batch) {
        ck_assert_ok(invert(&s, batch, &error), error);
        keep(&s);
        for (size_t i = 0; i < 2 * s.nv; i++) {
            s.qd[bad[0] * s.nv + i] = FAST;
        }
        ck_assert_fails(invert(&s, batch, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strncmp(error.text, "row 201: the result is not finite", 33) == 0, "%s", error.text);
        check_rows(&s, bad, 2, CDY_ERROR_NUMERIC);
    }
    BATCH(destroy)(batch);
    free_rows(&s);
}
END_TEST

START_TEST(singular_rows_are_found_and_name_the_joint)
{
    cdy_error error = {0};
    fault_rows s = make_rows(make_sometimes_singular(), 37, 5);
    some_batch *batch = make_some_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    const size_t bad[] = {9, 10, 36};
    for (size_t b = 0; b < s.count; b++) {
        s.q[b * s.nq + 1] = (scalar)0.8;
    }
    for (int straight = 0; batch && straight < 2; straight++) {
        const cdy_status status =
            BATCH(forward_dynamics)(s.r.model, batch, s.count, s.q, s.qd, s.qdd, NULL, s.out, s.statuses, &error);
        ck_assert_msg(status == (straight ? CDY_ERROR_NUMERIC : CDY_OK), "%s", error.text);
        if (straight) {
            ck_assert_msg(strstr(error.text, "row 9: the mass matrix is not positive definite at joint 'roll'"), "%s",
                          error.text);
        } else {
            keep(&s);
        }
        check_rows(&s, bad, straight ? 3 : 0, CDY_ERROR_NUMERIC);
        for (size_t i = 0; i < 3; i++) {
            s.q[bad[i] * s.nq + 1] = 0;
        }
    }
    BATCH(destroy)(batch);
    free_rows(&s);
}
END_TEST

/* Bounds of pivots hold for sliding joints within a range. The call for one state decides rows beyond this range, in
 * every lane, also where rounding noise is above the thresholds of the bounds. */
START_TEST(singular_rows_are_found_far_out)
{
    enum { STATES = 256 };
    cdy_error error = {0};
    fault_rows s = make_rows(make_far_reaching(), STATES, 5);
    some_batch *batch = make_some_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    size_t bad[STATES / 16], count = 0;
    for (size_t b = 0; b < STATES; b++) {
        s.q[b * s.nq + 1] = (scalar)0.8;
        if (b == 17 * count) { /* another lane in each block */
            bad[count++] = b;
            s.q[b * s.nq + 3] = count % 2 ? (scalar)-1e9 : (scalar)1e9;
        }
    }
    if (batch) {
        ck_assert_fails(
            BATCH(forward_dynamics)(s.r.model, batch, s.count, s.q, s.qd, s.qdd, NULL, s.out, s.statuses, &error),
            CDY_ERROR_NUMERIC, error);
        keep(&s);
        check_rows(&s, bad, count, CDY_ERROR_NUMERIC);
    }
    BATCH(destroy)(batch);
    free_rows(&s);
}
END_TEST

/* Quaternions along each axis are valid in each row, and a zero quaternion fails its row alone, the last row
 * included. */
START_TEST(quaternions_are_read_row_by_row)
{
    cdy_error error = {0};
    fault_rows s = make_rows(make_large_gear_ratio(), 19, 9);
    some_batch *batch = make_some_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    if (batch) {
        for (size_t b = 0; b < s.count; b++) {
            memset(s.q + b * s.nq, 0, s.nq * sizeof(scalar));
            memset(s.qd + b * s.nv, 0, s.nv * sizeof(scalar));
            memset(s.qdd + b * s.nv, 0, s.nv * sizeof(scalar));
            s.q[b * s.nq + b % 4] = b % 3 ? 1 : -2; /* a quaternion of any length */
        }
        ck_assert_ok(invert(&s, batch, &error), error);
        keep(&s);
        for (size_t b = 0; b < s.count; b++) {
            const scalar kept = s.q[b * s.nq + b % 4];
            s.q[b * s.nq + b % 4] = 0;
            ck_assert_fails(invert(&s, batch, &error), CDY_ERROR_ARGUMENT, error);
            check_rows(&s, &b, 1, CDY_ERROR_ARGUMENT);
            s.q[b * s.nq + b % 4] = kept;
        }
    }
    BATCH(destroy)(batch);
    free_rows(&s);
}
END_TEST

START_TEST(options_that_make_no_batch_are_refused)
{
    cdy_error error = {0};
    robot r = make_large_gear_ratio();
    some_batch *batch = (void *)&r;
    for (size_t i = 0; i < sizeof odd_options / sizeof odd_options[0]; i++) {
        ck_assert_fails(BATCH(create)(r.model, &odd_options[i], &batch, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_null(batch);
        ck_assert_uint_eq(BATCH(size)(r.model, &odd_options[i]), 0);
    }
    ck_assert_fails(BATCH(create)(NULL, NULL, &batch, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(BATCH(create)(r.model, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    const cdy_batch_options zero = {0};
    ck_assert_ok(BATCH(create)(r.model, &zero, &batch, &error), error);
    ck_assert_int_ge(BATCH(threads)(batch), 1);
    ck_assert_uint_eq(BATCH(size)(r.model, &zero),
                      BATCH(size)(r.model, &(cdy_batch_options){.threads = BATCH(threads)(batch)}));
    BATCH(destroy)(batch);
    ck_assert_uint_eq(BATCH(size)(NULL, NULL), 0);
    ck_assert_int_eq(BATCH(lanes)(NULL), 0);
    ck_assert_int_eq(BATCH(threads)(NULL), 0);
    BATCH(destroy)(NULL);
    free_robot(&r);
}
END_TEST

/* Whether the library has kernels with these instructions, and the processor the instructions. */
static bool has_avx2(void)
{
#ifdef CDY_HAVE_X4
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

static bool has_avx512(void)
{
#ifdef CDY_HAVE_X8
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

static bool has_lanes(int lanes)
{
#ifdef CDY_HAVE_X2
    const bool two = true;
#else
    const bool two = false;
#endif
    const int size = (int)sizeof(scalar);
#ifdef CDY_HAVE_F4
    const bool four = true;
#else
    const bool four = false;
#endif
    const bool plain = size == 4 ? lanes == 4 && four : lanes == 1 || (lanes == 2 && two);
    return plain || (lanes == 32 / size && has_avx2()) || (lanes == 64 / size && has_avx512());
}

START_TEST(lanes_are_those_of_the_machine)
{
    cdy_error error = {0};
    robot r = make_large_gear_ratio();
    int widest = 0;
    for (int lanes = 1; lanes <= 33; lanes++) {
        some_batch *batch = NULL;
        const cdy_batch_options options = {.lanes = lanes, .threads = 1};
        const cdy_status status = BATCH(create)(r.model, &options, &batch, &error);
        ck_assert_msg((status == CDY_OK) == has_lanes(lanes), "%d lanes came to %d", lanes, (int)status);
        ck_assert_int_eq(BATCH(lanes)(batch), batch ? lanes : 0);
        widest = batch ? lanes : widest;
        BATCH(destroy)(batch);
    }
    some_batch *batch = NULL;
    const cdy_batch_options options = {.threads = 1};
    ck_assert_ok(BATCH(create)(r.model, &options, &batch, &error), error);
    ck_assert_int_eq(BATCH(lanes)(batch), widest);
    BATCH(destroy)(batch);
    free_robot(&r);
}
END_TEST

START_TEST(memory_of_the_caller_is_enough_at_any_address)
{
    cdy_error error = {0};
    fault_rows s = make_rows(make_robot(random_tree(8, 12, RANDOM_JOINTS_ALL)), 40, 9);
    const cdy_batch_options options = {.threads = 2};
    const size_t size = BATCH(size)(s.r.model, &options);
    char *memory = malloc(size + 3);
    some_batch *batch = NULL, *usual = make_some_batch(s.r.model, 0, 2, CDY_BATCH_ROWS);
    ck_assert_fails(BATCH(init)(memory, size - 1, s.r.model, &options, &batch, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(BATCH(init)(NULL, size, s.r.model, &options, &batch, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(invert(&s, usual, &error), error);
    keep(&s);
    for (size_t shift = 0; shift < 4; shift++) {
        memset(memory, 0xff, size + 3); /* the memory need not be zero */
        ck_assert_ok(BATCH(init)(memory + shift, size, s.r.model, &options, &batch, &error), error);
        ck_assert_ok(invert(&s, batch, &error), error);
        check_rows(&s, NULL, 0, CDY_OK);
    }
    BATCH(destroy)(usual);
    free(memory);
    free_rows(&s);
}
END_TEST

/* Changes a state to an invalid or an extreme one, in one of several ways; the last way makes the state singular, where
 * the robot has singular states. */
static void spoil(fault_rows *s, size_t row, int way)
{
    const scalar values[] = {(scalar)NAN, (scalar)INFINITY, -(scalar)INFINITY, (scalar)NAN, FAST, 0, (scalar)1e9, 0};
    scalar *const inputs[] = {s->q, s->qd, s->qdd, s->fext, s->qd, s->q, s->q, s->q};
    const size_t widths[] = {s->nq, s->nv, s->nv, s->rows6, s->nv, s->nq, s->nq, s->nq};
    for (size_t i = 0; i < widths[way]; i++) {
        inputs[way][row * widths[way] + i] = values[way];
    }
}

/* Every call: the results of a state have the same bits beside invalid or extreme states as beside valid ones. */
START_TEST(bad_neighbours_change_no_bit)
{
    enum { STATES = 37, WAYS = 8 };
    cdy_error error = {0};
    const bool singular = _i >= LANES;
    robot r = singular ? make_sometimes_singular() : make_robot(random_tree(31, 5, RANDOM_JOINTS_ALL));
    fault_rows s = make_rows(r, STATES, 9), good = make_rows(r, STATES, 9);
    some_batch *batch = make_some_batch(r.model, all_lanes[_i % LANES], 1, CDY_BATCH_ROWS);
    const size_t spoilt[WAYS] = {2, 5, 9, 10, 16, 23, 30, 36};
    for (size_t b = 0; b < STATES && singular; b++) {
        s.q[b * s.nq + 1] = good.q[b * s.nq + 1] = (scalar)0.8;
    }
    for (int way = 0; way < WAYS; way++) {
        spoil(&s, spoilt[way], way);
    }
    for (size_t k = 0; batch && k < count_calls(); k++) {
        const size_t width = call_width(k, &s.all);
        ck_assert_msg(run_call(k, &good.all, batch, &error) == CDY_OK, "%s: %s", call_name(k), error.text);
        run_call(k, &s.all, batch, &error);
        for (size_t b = 0, next = 0; b < STATES; b++) {
            const bool bad = next < WAYS && spoilt[next] == b;
            next += bad;
            if (!bad && memcmp(s.out + b * width, good.out + b * width, width * sizeof(scalar)) != 0) {
                ck_abort_msg("%s, %d lanes: row %zu has other numbers", call_name(k), BATCH(lanes)(batch), b);
            }
        }
    }
    BATCH(destroy)(batch);
    good.all.r = s.all.r = (robot){0};
    free_rows(&good);
    free_rows(&s);
    free_robot(&r);
}
END_TEST

/* States that are computed by the call for one state need no allocation either. */
static void check_heap_where_singular(void)
{
    fault_rows s = make_rows(make_sometimes_singular(), 20, 5);
    some_batch *batch = make_some_batch(s.r.model, 0, 1, CDY_BATCH_ROWS);
    memset(s.q, 0, s.count * s.nq * sizeof *s.q);
    const heap_counts before = heap_count();
    const cdy_status came_to =
        BATCH(forward_dynamics)(s.r.model, batch, s.count, s.q, s.qd, s.qdd, NULL, s.out, s.statuses, NULL);
    const heap_counts after = heap_count();
    ck_assert_int_eq(came_to, CDY_ERROR_NUMERIC);
    ck_assert(after.calls == before.calls || !heap_is_counted());
    BATCH(destroy)(batch);
    free_rows(&s);
}

START_TEST(calls_on_one_thread_do_not_allocate)
{
    cdy_error error = {0};
    fault_rows s = make_rows(make_robot(random_tree(8, 12, RANDOM_JOINTS_ALL)), 50, 9);
    const heap_counts start = heap_count();
    some_batch *batch = NULL;
    const cdy_status status = BATCH(create)(s.r.model, NULL, &batch, &error);
    const heap_counts made = heap_count();
    ck_assert_int_eq(status, CDY_OK);
    ck_assert_int_eq(BATCH(threads)(batch), 1);
    for (size_t k = 0; heap_is_counted() && k < count_calls(); k++) {
        const heap_counts before = heap_count();
        const cdy_status came_to = run_call(k, &s.all, batch, &error);
        const heap_counts after = heap_count();
        ck_assert_int_eq(came_to, CDY_OK);
        ck_assert_msg(after.calls == before.calls, "%s called the heap", call_name(k));
    }
    check_heap_where_singular();
    BATCH(destroy)(batch);
    if (heap_is_counted()) {
        ck_assert_uint_eq(made.calls, start.calls + 1);
        ck_assert_uint_eq(made.live, start.live + 1);
        heap_fail_at(1);
        ck_assert_fails(BATCH(create)(s.r.model, NULL, &batch, &error), CDY_ERROR_MEMORY, error);
        ck_assert_ptr_null(batch);
    }
    free_rows(&s);
}
END_TEST

static void add_fault_tests(TCase *tests)
{
    tcase_add_loop_test(tests, rows_with_what_is_not_finite_fail_alone, 0, 2 * LANES);
    tcase_add_loop_test(tests, states_by_columns_fail_alone, 0, LANES);
    tcase_add_loop_test(tests, rows_whose_results_are_too_large_fail_alone, 0, LANES);
    tcase_add_loop_test(tests, singular_rows_are_found_and_name_the_joint, 0, LANES);
    tcase_add_loop_test(tests, singular_rows_are_found_far_out, 0, LANES);
    tcase_add_loop_test(tests, bad_neighbours_change_no_bit, 0, 2 * LANES);
    tcase_add_loop_test(tests, quaternions_are_read_row_by_row, 0, LANES);
    tcase_add_test(tests, options_that_make_no_batch_are_refused);
    tcase_add_test(tests, lanes_are_those_of_the_machine);
    tcase_add_test(tests, memory_of_the_caller_is_enough_at_any_address);
    tcase_add_test(tests, calls_on_one_thread_do_not_allocate);
}

#endif
