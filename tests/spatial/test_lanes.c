/* Lanes of this machine: transposing rows into lanes and back, and sines to the last digit. */
#include "support/any_kernels.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* KERNELS: those for any machine, and the library's of 1, 2, 4 and 8 lanes. */
enum { KERNELS = ANY_MACHINE + 4, MOST_LANES = 8, WIDEST = 21 };

/* The kernels of all widths that run on this machine; NULL where it lacks the instructions. */
static const cdy_kernels *kernels_of(int i)
{
    return i < ANY_MACHINE ? kernels_for_any_machine(i) : cdy_choose_kernels(1 << (i - ANY_MACHINE));
}

static double *allocate(size_t count)
{
    double *memory = aligned_alloc(64, (count + 8) / 8 * 64);
    ck_assert_ptr_nonnull(memory);
    return memory;
}

/* Heap blocks of exactly `count` numbers: sanitizers, valgrind and the guard value detect accesses behind the end. */
static double *make_rows(size_t count)
{
    double *rows = malloc((count + 1) * sizeof *rows);
    ck_assert_ptr_nonnull(rows);
    for (size_t i = 0; i < count; i++) {
        rows[i] = 1 + (double)i / 3;
    }
    rows[count] = -12345;
    return rows;
}

static bool same_bits(const double *a, const double *b, size_t count)
{
    return memcmp(a, b, count * sizeof *a) == 0;
}

/* The chosen kernels have as many lanes as were asked for; other numbers of lanes have none. */
START_TEST(kernels_have_the_lanes_that_are_asked_for)
{
    for (int lanes = -1; lanes <= 64; lanes++) {
        const cdy_kernels *k = cdy_choose_kernels(lanes);
        const bool possible = lanes == 0 || lanes == 1 || lanes == 2 || lanes == 4 || lanes == 8;
        ck_assert_msg(possible || !k, "%d lanes were found for %d", k ? k->lanes : 0, lanes);
        ck_assert(!k || lanes == 0 || k->lanes == lanes);
    }
    ck_assert_ptr_nonnull(cdy_choose_kernels(1));
    const cdy_kernels *most = cdy_choose_kernels(0);
    ck_assert_ptr_nonnull(most);
    for (int lanes = 2 * most->lanes; lanes <= 64; lanes *= 2) {
        ck_assert_ptr_null(cdy_choose_kernels(lanes));
    }
}
END_TEST

/* Lanes hold the rows that are there; those behind hold the last row. */
static void check_lanes(const double *packed, const double *rows, size_t width, size_t used, size_t lanes)
{
    for (size_t i = 0; i < width * lanes; i++) {
        const size_t lane = i % lanes, row = lane < used ? lane : used - 1;
        ck_assert(same_bits(&packed[i], &rows[row * width + i / lanes], 1));
    }
}

/* Rows begin at every offset within a cache line. */
static void check_rows(const cdy_kernels *k, size_t width, size_t used)
{
    const size_t lanes = (size_t)k->lanes, count = width * used;
    int64_t flaws[MOST_LANES];
    double *rows = make_rows(count), *packed = allocate(width * lanes);
    ck_assert(k->pack(width, used, rows, packed, flaws));
    check_lanes(packed, rows, width, used, lanes);
    ck_assert(k->find_nonfinite(width, packed, flaws));
    for (size_t ahead = 0; ahead < 8; ahead++) {
        double *again = make_rows(ahead + count);
        memset(again + ahead, 0, count * sizeof *again);
        memset(flaws, 0xff, sizeof flaws);
        ck_assert(k->unpack(width, used, packed, again + ahead, flaws));
        ck_assert(same_bits(again + ahead, rows, count) && same_bits(again + ahead + count, rows + count, 1));
        ck_assert(ahead == 0 || same_bits(again, rows, ahead < count ? ahead : 0));
        for (size_t lane = 0; lane < lanes; lane++) {
            ck_assert(flaws[lane] == 0);
        }
        free(again);
    }
    free(rows);
    free(packed);
}

START_TEST(rows_become_lanes_and_come_back)
{
    const cdy_kernels *k = kernels_of(_i % KERNELS);
    for (size_t used = 1; k && used <= (size_t)k->lanes; used++) {
        check_rows(k, (size_t)(_i / KERNELS), used);
    }
}
END_TEST

/* The same for rows that are stored by columns, of more states than there are lanes. */
START_TEST(columns_become_lanes_and_come_back)
{
    const cdy_kernels *k = kernels_of(_i % KERNELS);
    const size_t width = (size_t)(_i / KERNELS), lanes = k ? (size_t)k->lanes : 0, stride = lanes + 3;
    int64_t flaws[MOST_LANES];
    for (size_t used = 1; width > 0 && used <= lanes; used++) {
        const size_t count = (width - 1) * stride + used;
        double *columns = make_rows(count), *packed = allocate(width * lanes), *again = make_rows(count);
        ck_assert(k->pack_columns(width, stride, used, columns, packed, flaws));
        for (size_t i = 0; i < width * lanes; i++) {
            const size_t lane = i % lanes, state = lane < used ? lane : used - 1;
            ck_assert(same_bits(&packed[i], &columns[i / lanes * stride + state], 1));
            packed[i] += 1;
        }
        ck_assert(k->unpack_columns(width, stride, used, packed, again, flaws));
        for (size_t i = 0; i <= count; i++) {
            ck_assert(again[i] == columns[i] + (i < count && i % stride < used));
        }
        free(columns);
        free(packed);
        free(again);
    }
}
END_TEST

/* Random runs, each several units long, of rows with `units` units and some numbers more. */
static size_t draw_runs(uint64_t *random, size_t units, size_t width, number_run *runs)
{
    size_t count = 0;
    for (size_t unit = (size_t)draw_below(random, 3); unit < units; unit += 1 + (size_t)draw_below(random, 3)) {
        const size_t end = unit + 1 + (size_t)draw_below(random, 4);
        runs[count].start = (uint32_t)(unit * RUN_UNIT);
        runs[count++].end = (uint32_t)(end < units ? end * RUN_UNIT : width);
        unit = end;
    }
    return count;
}

/* Numbers outside of the runs become zero, whatever was there. */
START_TEST(rows_are_zero_between_their_runs)
{
    enum { UNITS = 12 };
    const cdy_kernels *k = kernels_of(_i % KERNELS);
    const size_t lanes = k ? (size_t)k->lanes : 0, width = UNITS * RUN_UNIT + (size_t)(_i / KERNELS % RUN_UNIT);
    uint64_t random = (uint64_t)_i + 1;
    number_run runs[UNITS];
    int64_t flaws[MOST_LANES];
    for (size_t used = 1; used <= lanes; used++) {
        const size_t count = draw_runs(&random, UNITS, width, runs);
        double *packed = allocate(width * lanes), *rows = make_rows(used * width), *expected = make_rows(used * width);
        memset(packed, 0, width * lanes * sizeof *packed);
        memset(expected, 0, used * width * sizeof *expected);
        for (size_t i = 0; i < count; i++) {
            for (size_t j = runs[i].start * lanes; j < runs[i].end * lanes; j++) {
                packed[j] = 2 + (double)j;
                if (j % lanes < used) {
                    expected[j % lanes * width + j / lanes] = packed[j];
                }
            }
        }
        ck_assert(k->unpack_runs(width, used, count, runs, packed, rows, flaws));
        ck_assert(same_bits(rows, expected, used * width + 1));
        if (count > 0) {
            packed[(runs[count - 1].end - 1) * lanes + used - 1] = (double)NAN;
            ck_assert(!k->unpack_runs(width, used, count, runs, packed, rows, flaws));
            ck_assert(flaws[used - 1] != 0);
        }
        free(packed);
        free(rows);
        free(expected);
    }
}
END_TEST

/* Numbers that are not finite are found in their own row only; large numbers and zeros are not reported. */
START_TEST(what_is_not_finite_is_found)
{
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY}, good[] = {DBL_MAX, -DBL_MAX, -0.0};
    const cdy_kernels *k = kernels_of(_i % KERNELS);
    const size_t width = 1 + (size_t)(_i / KERNELS), lanes = k ? (size_t)k->lanes : 0, count = width * lanes;
    int64_t flaws[3][MOST_LANES];
    if (!k) {
        return;
    }
    double *rows = make_rows(count), *packed = allocate(count);
    for (size_t place = 0; place < count; place++) {
        rows[(place + 1) % count] = good[place % 3];
        rows[place] = bad[place % 3];
        ck_assert(!k->pack(width, lanes, rows, packed, flaws[0]));
        ck_assert(!k->find_nonfinite(width, packed, flaws[1]));
        ck_assert(!k->unpack(width, lanes, packed, rows, flaws[2]));
        for (size_t i = 0; i < 3 * lanes; i++) {
            const size_t lane = i % lanes;
            ck_assert((flaws[i / lanes][lane] != 0) == (lane == place / width));
        }
        rows[place] = 1;
    }
    free(rows);
    free(packed);
}
END_TEST

START_TEST(a_number_that_is_not_above_its_floor_is_found)
{
    const cdy_kernels *k = kernels_of(_i);
    enum { COUNT = 5 };
    if (!k) {
        return;
    }
    const double floor[COUNT] = {0, 1, -1, 2, 0.5}, low[] = {0, -3, (double)NAN};
    const size_t lanes = (size_t)k->lanes;
    double *x = allocate(COUNT * lanes);
    for (size_t i = 0; i < COUNT * lanes; i++) {
        x[i] = floor[i / lanes] + 0.125;
    }
    ck_assert(k->all_above(COUNT, floor, x) && k->all_above(0, floor, x));
    for (size_t i = 0; i < COUNT * lanes; i++) {
        const double kept = x[i];
        x[i] = floor[i / lanes] + low[i % 3];
        ck_assert(!k->all_above(COUNT, floor, x));
        x[i] = kept;
    }
    free(x);
}
END_TEST

/* The error of `value` in units of the last place of the exact number. */
static double units(double value, long double exact)
{
    int exponent;
    frexp((double)exact, &exponent);
    return (double)(fabsl((long double)value - exact) / (long double)ldexp(DBL_EPSILON, exponent - 1));
}

/* A body that turns about the base's z axis: its placement consists of the sine, the cosine, 0 and 1. */
typedef struct turning {
    robot r;
    const cdy_kernels *kernels;
    double *state, *q, *T;
} turning;

static double placement_error(const turning *t, const double *angles)
{
    const size_t lanes = (size_t)t->kernels->lanes;
    double worst = 0;
    memcpy(t->q, angles, lanes * sizeof *angles);
    t->kernels->placement(t->r.model, t->state, 1, t->q, t->T);
    for (size_t lane = 0; lane < lanes; lane++) {
        const long double angle = (long double)angles[lane];
        worst = fmax(worst, units(t->T[lane], cosl(angle)));
        worst = fmax(worst, units(t->T[4 * lanes + lane], sinl(angle)));
    }
    return worst;
}

/* Random angles, and angles beside the multiples of pi/2, where the sine or the cosine is tiny and every digit of pi
 * counts. */
START_TEST(sines_are_right_in_every_width)
{
    static const double ranges[] = {1e-8, 0.8, 4, 100, 1e4, 1e6, 1e9};
    turning t = {.kernels = kernels_of(_i)};
    if (!t.kernels) {
        return;
    }
    cdy_body body = make_body("arm", "turn", CDY_JOINT_CONTINUOUS);
    cdy_tree *tree = make_tree("base", 0);
    set_axis(&body, 0, 0, 1);
    add_body(tree, &body, "base");
    t.r = make_robot(tree);
    t.state = allocate(t.kernels->scratch_size(t.r.model) / sizeof(double));
    t.q = allocate(MOST_LANES);
    t.T = allocate(16 * MOST_LANES);
    uint64_t random = 1;
    double worst = 0, angles[MOST_LANES];
    for (int i = 0; i < 7 * 1500; i++) {
        for (int lane = 0; lane < MOST_LANES; lane++) {
            angles[lane] = draw(&random, -ranges[i % 7], ranges[i % 7]);
        }
        worst = fmax(worst, placement_error(&t, angles));
    }
    for (int n = -640000; n <= 640000; n += n < -1000 || n >= 1000 ? 997 : 1) {
        for (int lane = 0; lane < MOST_LANES; lane++) {
            const double near = (double)((n + lane) * 1.570796326794896619231321691639751442L);
            angles[lane] = n + lane == 0 ? 0.5 : lane % 2 ? near : nextafter(near, lane % 4 ? 1e9 : -1e9);
        }
        worst = fmax(worst, placement_error(&t, angles));
    }
    ck_assert_msg(worst < 1, "%g units in %d lanes", worst, t.kernels->lanes);
    free(t.state);
    free(t.q);
    free(t.T);
    free_robot(&t.r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lanes");
    TCase *tests = tcase_create("lanes");
    tcase_add_test(tests, kernels_have_the_lanes_that_are_asked_for);
    tcase_add_loop_test(tests, rows_become_lanes_and_come_back, 0, KERNELS * (WIDEST + 1));
    tcase_add_loop_test(tests, columns_become_lanes_and_come_back, 0, KERNELS * (WIDEST + 1));
    tcase_add_loop_test(tests, rows_are_zero_between_their_runs, 0, KERNELS * 4 * RUN_UNIT);
    tcase_add_loop_test(tests, what_is_not_finite_is_found, 0, KERNELS * WIDEST);
    tcase_add_loop_test(tests, a_number_that_is_not_above_its_floor_is_found, 0, KERNELS);
    const bool sees_units = LDBL_MANT_DIG > DBL_MANT_DIG;
    add_or_skip(tests, sines_are_right_in_every_width, 0, KERNELS,
                sees_units ? NULL : "long double has no more digits than double here");
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
