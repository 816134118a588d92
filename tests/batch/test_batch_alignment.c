/* Rows of batches may begin at any address: the bits of results and statuses do not depend on the address, and no
 * access needs an alignment, which the undefined behaviour sanitizer checks (-fsanitize=alignment). */
#include "batch/batch_case.h"
#include "batch/float_case.h"
#include "support/near_singular.h"
#include "support/singular_robots.h"
#include "support/suite.h"

#include <math.h>

static const size_t offsets[] = {1, 2, 3, 4, 5, 7};
enum { OFFSETS = 6, COUNT = 21, WIDTHS = 6, ROBOTS = 4 };
static const int all_lanes[] = {1, 2, 4, 8, 16, 0};

/* Bytes that begin `offset` bytes after a multiple of 64. */
typedef struct misplaced {
    char *block, *bytes;
    size_t size;
} misplaced;

static misplaced misplace(const void *from, size_t size, size_t offset)
{
    misplaced m = {.block = aligned_alloc(64, (offset + size + 63) / 64 * 64 + 64), .size = size};
    ck_assert_ptr_nonnull(m.block);
    m.bytes = m.block + offset;
    memcpy(m.bytes, from, size);
    return m;
}

/* The bytes as rows of numbers, which no test reads through this pointer. */
static void *rows_of(const misplaced *m)
{
    return m->bytes;
}

/* A robot with every type of joint, a robot with narrow rows, a robot whose states are all computed by the call for one
 * state and refused, and a robot with some such states. */
static robot make_case(int number)
{
    switch (number) {
    case 0: return make_robot(random_tree(8, 7, RANDOM_JOINTS_ALL));
    case 1: return make_robot(random_tree(5, 2, RANDOM_JOINTS_ONE_DEGREE));
    case 2: return make_near_singular(NEAR_SINGULAR_BASE, 3);
    default: return make_sometimes_singular();
    }
}

static void check_same(const misplaced *m, const void *expected, const char *name, size_t offset, int lanes)
{
    ck_assert_msg(memcmp(m->bytes, expected, m->size) == 0, "%s: differs at an address of 64 n + %zu, %d lanes", name,
                  offset, lanes);
}

/* Compares the results of a call on arrays that malloc aligns with the results on misaligned arrays; some rows have no
 * valid state. */
static void compare_doubles(const states *s, const quantity *x, cdy_batch *batch, size_t offset)
{
    const size_t number = sizeof(double), result_size = s->count * s->widest * number;
    cdy_error error = {0}, other = {0};
    memset(s->out, 0, result_size);
    memset(s->second, 0, result_size);
    memset(s->statuses, 0, s->count * sizeof *s->statuses);
    const cdy_status status = x->many(s, batch, &error);
    misplaced q = misplace(s->q, s->count * s->nq * number, offset),
              qd = misplace(s->qd, s->count * s->nv * number, offset),
              qdd = misplace(s->qdd, s->count * s->nv * number, offset),
              fext = misplace(s->fext, s->count * s->rows6 * number, offset),
              out = misplace(s->out, result_size, offset), second = misplace(s->second, result_size, offset),
              statuses = misplace(s->statuses, s->count * sizeof *s->statuses, offset);
    memset(out.bytes, 0, result_size);
    memset(second.bytes, 0, result_size);
    memset(statuses.bytes, 0, statuses.size);
    states odd = *s;
    odd.q = rows_of(&q);
    odd.qd = rows_of(&qd);
    odd.qdd = rows_of(&qdd);
    odd.fext = rows_of(&fext);
    odd.out = rows_of(&out);
    odd.second = rows_of(&second);
    odd.statuses = rows_of(&statuses);
    ck_assert_int_eq(x->many(&odd, batch, &other), status);
    ck_assert_str_eq(other.text, error.text);
    check_same(&out, s->out, x->name, offset, cdy_batch_lanes(batch));
    check_same(&second, s->second, x->name, offset, cdy_batch_lanes(batch));
    check_same(&statuses, s->statuses, x->name, offset, cdy_batch_lanes(batch));
    const misplaced all[] = {q, qd, qdd, fext, out, second, statuses};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        free(all[i].block);
    }
}

START_TEST(rows_of_doubles_lie_at_any_address)
{
    states s = make_states(make_case(_i), COUNT, 3);
    s.q[4 * s.nq] = (double)NAN;
    s.qd[(COUNT - 1) * s.nv] = HUGE_VAL;
    for (int w = 0; w < WIDTHS; w++) {
        cdy_batch *batch = make_batch(s.r.model, all_lanes[w] > 8 ? 0 : all_lanes[w], 1, CDY_BATCH_ROWS);
        for (size_t k = 0; batch && k < quantity_count; k++) {
            for (size_t i = k % 2; i < OFFSETS; i += UNLESS_WATCHED(1, 2)) {
                compare_doubles(&s, &quantities[k], batch, offsets[i]);
            }
        }
        cdy_batch_destroy(batch);
    }
    free_states(&s);
}
END_TEST

static void compare_floats(const float_states *s, const float_quantity *x, cdy_batch_f32 *batch, size_t offset)
{
    const size_t number = sizeof(float), result_size = s->count * s->widest * number;
    cdy_error error = {0}, other = {0};
    memset(s->out, 0, result_size);
    memset(s->float_second, 0, result_size);
    memset(s->statuses, 0, s->count * sizeof *s->statuses);
    const cdy_status status = x->in_floats(s, batch, &error);
    misplaced q = misplace(s->float_q, s->count * s->nq * number, offset),
              qd = misplace(s->float_qd, s->count * s->nv * number, offset),
              vector = misplace(s->float_x, s->count * s->nv * number, offset),
              fext = misplace(s->float_fext, s->count * s->rows6 * number, offset),
              out = misplace(s->out, result_size, offset), second = misplace(s->float_second, result_size, offset),
              statuses = misplace(s->statuses, s->count * sizeof *s->statuses, offset);
    memset(out.bytes, 0, result_size);
    memset(second.bytes, 0, result_size);
    memset(statuses.bytes, 0, statuses.size);
    float_states odd = *s;
    odd.float_q = rows_of(&q);
    odd.float_qd = rows_of(&qd);
    odd.float_x = rows_of(&vector);
    odd.float_fext = rows_of(&fext);
    odd.out = rows_of(&out);
    odd.float_second = rows_of(&second);
    odd.statuses = rows_of(&statuses);
    ck_assert_int_eq(x->in_floats(&odd, batch, &other), status);
    ck_assert_str_eq(other.text, error.text);
    check_same(&out, s->out, x->name, offset, cdy_batch_f32_lanes(batch));
    check_same(&second, s->float_second, x->name, offset, cdy_batch_f32_lanes(batch));
    check_same(&statuses, s->statuses, x->name, offset, cdy_batch_f32_lanes(batch));
    const misplaced all[] = {q, qd, vector, fext, out, second, statuses};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        free(all[i].block);
    }
}

START_TEST(rows_of_floats_lie_at_any_address)
{
    float_states s = make_float_states(make_case(_i), COUNT, 3);
    s.float_q[4 * s.nq] = NAN;
    s.float_qd[(COUNT - 1) * s.nv] = HUGE_VALF;
    for (int w = 2; w < WIDTHS; w++) {
        cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[w], 1, CDY_BATCH_ROWS);
        for (size_t k = 0; batch && k < float_quantity_count; k++) {
            for (size_t i = k % 2; i < OFFSETS; i += UNLESS_WATCHED(1, 2)) {
                compare_floats(&s, &float_quantities[k], batch, offsets[i]);
            }
        }
        cdy_batch_f32_destroy(batch);
    }
    free_float_states(&s);
}
END_TEST

/* ---- the batch itself ---- */

/* Memory with former content: every number in it is NaN. */
static void *used_memory(size_t size)
{
    void *memory = malloc(size);
    ck_assert_ptr_nonnull(memory);
    return memset(memory, 0xff, size);
}

START_TEST(batches_of_doubles_begin_in_used_memory)
{
    const cdy_batch_options options = {.threads = 1, .lanes = 0, .layout = CDY_BATCH_ROWS};
    states s = make_states(make_case(_i), COUNT, 3);
    cdy_error error = {0};
    cdy_batch *fresh = make_batch(s.r.model, 0, 1, CDY_BATCH_ROWS), *batch;
    const size_t size = cdy_batch_size(s.r.model, &options), result_size = s.count * s.widest * sizeof *s.out;
    void *memory = used_memory(size);
    ck_assert_ok(cdy_batch_init(memory, size, s.r.model, &options, &batch, &error), error);
    for (size_t k = 0; k < quantity_count; k++) {
        memset(s.out, 0, result_size);
        const cdy_status status = quantities[k].many(&s, fresh, &error);
        memcpy(s.expected, s.out, result_size);
        memset(s.out, 0, result_size);
        ck_assert_msg(quantities[k].many(&s, batch, &error) == status, "%s: %s", quantities[k].name, error.text);
        ck_assert_msg(memcmp(s.out, s.expected, result_size) == 0, "%s differs", quantities[k].name);
    }
    free(memory);
    cdy_batch_destroy(fresh);
    free_states(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_alignment");
    TCase *tests = tcase_create("rows");
    tcase_add_loop_test(tests, rows_of_doubles_lie_at_any_address, 0, ROBOTS);
    tcase_add_loop_test(tests, rows_of_floats_lie_at_any_address, 0, ROBOTS);
    tcase_add_loop_test(tests, batches_of_doubles_begin_in_used_memory, 0, ROBOTS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
