/* Batches: every call computes for each state the result of the call for one state. */
#include "batch/batch_case.h"
#include "support/driven.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

static const int all_lanes[] = {1, 2, 4, 8, 0};
static const size_t counts[] = {0, 1, 2, 7, 8, 9, 17, 1000};
enum { LANES = 5, COUNTS = 8, TREES = 12, MOST_LANES = 8 };

/* Computes the expected results of a quantity, state by state, into s->expected and s->expected_second. */
static void expect(states *s, const quantity *x)
{
    cdy_error error = {0};
    const size_t width = x->width(s), second = x->second ? x->second(s) : 0;
    for (size_t b = 0; b < s->count; b++) {
        ck_assert_ok(x->one(s, b, s->expected + b * width, s->expected_second + b * second, &error), error);
    }
}

/* Compares each row relative to its largest magnitude, or to 1 for rows of rounding errors. */
static void compare_rows(const states *s, const quantity *x, const cdy_batch *batch, size_t width, const double *actual,
                         const double *expected)
{
    for (size_t b = 0; b < s->count; b++) {
        double error = relative_error(actual + b * width, expected + b * width, width, 1e-3);
        ck_assert_msg(error <= x->tolerance, "%s, row %zu of %zu, %d lanes, %d threads: differs by %g", x->name, b,
                      s->count, cdy_batch_lanes(batch), cdy_batch_threads(batch), error);
    }
}

static void compare(const states *s, const quantity *x, const cdy_batch *batch)
{
    compare_rows(s, x, batch, x->width(s), s->out, s->expected);
    if (x->second) {
        compare_rows(s, x, batch, x->second(s), s->second, s->expected_second);
    }
}

static void run_and_compare(states *s, const quantity *x, cdy_batch *batch)
{
    cdy_error error = {0};
    memset(s->statuses, 0xff, (s->count + 1) * sizeof *s->statuses);
    const size_t size = s->count * x->width(s), second_size = x->second ? s->count * x->second(s) : 0;
    for (size_t i = 0; i < size; i++) {
        s->out[i] = (double)NAN;
    }
    for (size_t i = 0; i < second_size; i++) {
        s->second[i] = (double)NAN;
    }
    ck_assert_ok(x->many(s, batch, &error), error);
    for (size_t b = 0; b < s->count && s->statuses[b] != (cdy_status)-1; b++) {
        ck_assert_int_eq(s->statuses[b], CDY_OK);
    }
    ck_assert_int_eq(s->statuses[s->count], (cdy_status)-1); /* the guard element is unchanged */
    compare(s, x, batch);
}

/* Compares all calls in all widths. */
static void compare_all(states *s)
{
    for (size_t k = 0; k < quantity_count; k++) {
        expect(s, &quantities[k]);
        for (int l = 0; l < LANES; l++) {
            cdy_batch *batch = make_batch(s->r.model, all_lanes[l], 1, CDY_BATCH_ROWS);
            if (batch) {
                run_and_compare(s, &quantities[k], batch);
            }
            cdy_batch_destroy(batch);
        }
    }
}

START_TEST(all_quantities_of_all_trees_agree)
{
    states s = make_states(make_robot(random_tree((uint64_t)(_i + 1), 1 + _i * 2, RANDOM_JOINTS_ALL)), 11, 7);
    compare_all(&s);
    free_states(&s);
}
END_TEST

/* A random robot whose joints have damping, friction, springs and rotors. */
static robot make_driven(uint64_t seed)
{
    cdy_error error = {0};
    cdy_tree *tree = random_tree(seed, 9, RANDOM_JOINTS_ALL);
    drive_joints(tree, &seed);
    robot r = make_robot(tree);
    const cdy_drive_options all = {
        .damping = true, .friction = true, .friction_width = 0.05, .rotors = true, .springs = true};
    ck_assert_ok(cdy_model_set_drives(r.model, &all, &error), error);
    return r;
}

START_TEST(drives_act_on_every_state)
{
    states s = make_states(make_driven((uint64_t)_i + 20), 13, 7);
    compare_all(&s);
    free_states(&s);
}
END_TEST

START_TEST(any_count_on_any_threads_agrees)
{
    states s = make_states(make_robot(random_tree(8, 5, RANDOM_JOINTS_ALL)), counts[_i], 3);
    const size_t step = counts[_i] > 100 ? 7 : 3; /* each quantity is tested with some of the counts */
    for (size_t k = (size_t)_i % 3; k < quantity_count; k += step) {
        expect(&s, &quantities[k]);
        for (int l = 0; l < LANES * 3; l++) {
            cdy_batch *batch = make_batch(s.r.model, all_lanes[l / 3], 1 + l % 3, CDY_BATCH_ROWS);
            if (batch) {
                ck_assert_int_le(cdy_batch_threads(batch), 1 + l % 3);
                run_and_compare(&s, &quantities[k], batch);
            }
            cdy_batch_destroy(batch);
        }
    }
    free_states(&s);
}
END_TEST

/* Rows of one, two, three and more degrees of freedom: narrow rows are no whole number of tiles. */
START_TEST(rows_of_any_width_agree)
{
    states s = make_states(make_robot(random_tree((uint64_t)(_i + 40), 1 + _i, RANDOM_JOINTS_ONE_DEGREE)), 21, 5);
    compare_all(&s);
    free_states(&s);
}
END_TEST

START_TEST(a_robot_without_joints_has_nothing_to_compute)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("table", "bolts", CDY_JOINT_FIXED);
    add_body(tree, &body, "world");
    states s = make_states(make_robot(tree), 11, 1);
    cdy_batch *batch = make_batch(s.r.model, 0, 2, CDY_BATCH_ROWS);
    ck_assert_ok(cdy_batch_inverse_dynamics(s.r.model, batch, 11, s.q, s.qd, s.qdd, s.fext, s.out, s.statuses, &error),
                 error);
    ck_assert_ok(cdy_batch_forward_dynamics(s.r.model, batch, 11, s.q, s.qd, s.qdd, s.fext, s.out, s.statuses, &error),
                 error);
    ck_assert_ok(cdy_batch_mass_matrix(s.r.model, batch, 11, NULL, s.out, s.statuses, &error), error);
    const quantity *placements = find_quantity("all transforms");
    ck_assert_str_eq(placements->name, "all transforms");
    expect(&s, placements);
    run_and_compare(&s, placements, batch);
    cdy_batch_destroy(batch);
    free_states(&s);
}
END_TEST

START_TEST(an_output_may_be_an_input)
{
    cdy_error error = {0};
    states s = make_states(make_robot(random_tree(31, 9, RANDOM_JOINTS_ONE_DEGREE)), 203, 9);
    cdy_batch *batch = make_batch(s.r.model, all_lanes[_i], 2, CDY_BATCH_ROWS);
    if (batch) {
        expect(&s, find_quantity("inverse dynamics"));
        ck_assert_ok(cdy_batch_inverse_dynamics(s.r.model, batch, s.count, s.q, s.qd, s.qdd, s.fext, s.q, NULL, &error),
                     error);
        for (size_t b = 0; b < s.count; b++) {
            ck_assert_relative(s.q + b * s.nv, s.expected + b * s.nv, s.nv, 1e-13);
        }
    }
    cdy_batch_destroy(batch);
    free_states(&s);
}
END_TEST

/* The index of number i of state b: in blocks of `lanes` states, or by columns where `lanes` is 0. */
static size_t place_of(size_t count, size_t width, size_t lanes, size_t b, size_t i)
{
    return lanes ? (b / lanes * width + i) * lanes + b % lanes : i * count + b;
}

/* Copies rows to another layout; to_rows() copies them back. */
static void from_rows(size_t count, size_t width, size_t lanes, const double *rows, double *packed)
{
    for (size_t b = 0; b < (lanes ? (count + lanes - 1) / lanes * lanes : count); b++) {
        for (size_t i = 0; i < width; i++) {
            packed[place_of(count, width, lanes, b, i)] = b < count ? rows[b * width + i] : (double)NAN;
        }
    }
}

static void to_rows(size_t count, size_t width, size_t lanes, const double *packed, double *rows)
{
    for (size_t b = 0; b < count; b++) {
        for (size_t i = 0; i < width; i++) {
            rows[b * width + i] = packed[place_of(count, width, lanes, b, i)];
        }
    }
}

/* Two slides and a hinge: the mass of the first slide is 1e-9 of the next mass, so that every state is computed by the
 * call for one state. */
static cdy_tree *make_thin(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"thin", "thick", "last"};
        cdy_body body = make_body(names[i], names[i], i < 2 ? CDY_JOINT_PRISMATIC : CDY_JOINT_REVOLUTE);
        set_inertial(&body, i ? 1 : 1e-9, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, i ? names[i - 1] : "base");
    }
    return tree;
}

/* Compares all quantities of states in another layout; arrays by columns begin 8 bytes past a 64-byte boundary. */
static void compare_layout(cdy_tree *tree, size_t count, cdy_batch_layout layout, int most_lanes)
{
    states s = make_states(make_robot(tree), count, 3), packed = s;
    cdy_batch *batch = make_batch(s.r.model, most_lanes, 2, layout);
    const size_t lanes = layout == CDY_BATCH_LANES ? (size_t)cdy_batch_lanes(batch) : 0, odd = lanes ? 0 : 1;
    const size_t widths[] = {s.nq, s.nv, s.nv, s.rows6, s.widest};
    double *const rows[] = {s.q, s.qd, s.qdd, s.fext, s.out};
    double **const arrays[] = {&packed.q, &packed.qd, &packed.qdd, &packed.fext, &packed.out, &packed.second};
    for (int i = 0; batch && i < 6; i++) {
        *arrays[i] = aligned_alloc(64, 64 * (widths[i < 5 ? i : 4] * (s.count + MOST_LANES) / 8 + 2));
        ck_assert_ptr_nonnull(*arrays[i]);
        *arrays[i] += odd;
        if (i < 4) {
            from_rows(s.count, widths[i], lanes, rows[i], *arrays[i]);
        }
    }
    for (size_t k = 0; batch && k < quantity_count; k++) {
        cdy_error error = {0};
        expect(&s, &quantities[k]);
        ck_assert_ok(quantities[k].many(&packed, batch, &error), error);
        to_rows(s.count, quantities[k].width(&s), lanes, packed.out, s.out);
        to_rows(s.count, quantities[k].second ? quantities[k].second(&s) : 0, lanes, packed.second, s.second);
        compare(&s, &quantities[k], batch);
    }
    for (int i = 0; batch && i < 6; i++) {
        free(*arrays[i] - odd);
    }
    cdy_batch_destroy(batch);
    free_states(&s);
}

START_TEST(other_layouts_agree)
{
    const cdy_batch_layout layouts[] = {CDY_BATCH_LANES, CDY_BATCH_COLUMNS};
    for (int i = 0; i < 2; i++) {
        cdy_tree *tree = _i < LANES ? random_tree(8, 7, RANDOM_JOINTS_ALL) : make_thin();
        compare_layout(tree, 45, layouts[i], all_lanes[_i % LANES]);
    }
}
END_TEST

/* Beyond 80 degrees of freedom, 56 in four lanes or fewer, matrices have one lane. */
START_TEST(other_layouts_of_large_robots_agree)
{
    const cdy_batch_layout layouts[] = {CDY_BATCH_LANES, CDY_BATCH_COLUMNS};
    for (int i = 0; i < 2; i++) {
        compare_layout(random_tree(5, _i < LANES ? 98 : 66, RANDOM_JOINTS_ONE_DEGREE), 11, layouts[i],
                       all_lanes[_i % LANES]);
    }
}
END_TEST

static cdy_error ignored;

/* The result of a state depends neither on its neighbours nor on the thread that computes it. */
START_TEST(a_result_does_not_depend_on_its_neighbours)
{
    states s = make_states(make_robot(random_tree(8, 7, RANDOM_JOINTS_ALL)), 1000, 3);
    const size_t lanes[] = {1, 2, 4, 8};
    cdy_batch *one = make_batch(s.r.model, (int)lanes[_i % 4], 1, CDY_BATCH_ROWS),
              *three = make_batch(s.r.model, (int)lanes[_i % 4], 3, CDY_BATCH_ROWS);
    const quantity *x = find_quantity(_i / 4 == 0 ? "inverse dynamics" : "forward dynamics");
    if (one) {
        const size_t size = s.nv * s.count * sizeof(double);
        ck_assert_int_eq(x->many(&s, one, &ignored), CDY_OK);
        memcpy(s.expected, s.out, size);
        ck_assert_int_eq(x->many(&s, three, &ignored), CDY_OK);
        ck_assert_mem_eq(s.out, s.expected, size);
        /* The last three states alone, in other lanes, beside a state at very large angles and an invalid state. */
        states few = s;
        few.count = 5;
        few.q = s.q + 995 * s.nq;
        few.qd = s.qd + 995 * s.nv;
        few.qdd = s.qdd + 995 * s.nv;
        few.fext = s.fext + 995 * s.rows6;
        for (size_t i = 0; i < s.nq; i++) {
            few.q[i] = (double)NAN;
            few.q[s.nq + i] = 1e9;
        }
        ck_assert_int_eq(x->many(&few, one, &ignored), CDY_ERROR_ARGUMENT);
        ck_assert_mem_eq(s.out + 2 * s.nv, s.expected + 997 * s.nv, 3 * s.nv * sizeof(double));
    }
    cdy_batch_destroy(one);
    cdy_batch_destroy(three);
    free_states(&s);
}
END_TEST

/* State b of many, for a batch of one. */
static states state_of(const states *s, size_t b)
{
    states one = *s;
    one.count = 1;
    one.q = s->q + b * s->nq;
    one.qd = s->qd + b * s->nv;
    one.qdd = s->qdd + b * s->nv;
    one.fext = s->fext + b * s->rows6;
    return one;
}

/* Expects of each state alone the bits, the status and the message that it has among others; `error` is that of the
 * first, which alone may fail. */
static void expect_same_alone(const states *s, const quantity *x, cdy_batch *batch, const cdy_error *error)
{
    const size_t width = x->width(s), second = x->second ? x->second(s) : 0;
    cdy_status statuses[9];
    memcpy(statuses, s->statuses, sizeof statuses);
    for (size_t b = 0; b < s->count; b++) {
        const states one = state_of(s, b);
        cdy_error alone = {0};
        ck_assert_int_eq(x->many(&one, batch, &alone), statuses[b]);
        ck_assert_int_eq(one.statuses[0], statuses[b]);
        ck_assert_str_eq(alone.text, b == 0 ? error->text : "");
        ck_assert_msg(memcmp(s->out, s->expected + b * width, width * sizeof(double)) == 0 &&
                          memcmp(s->second, s->expected_second + b * second, second * sizeof(double)) == 0,
                      "%s, row %zu, %d lanes: differs alone", x->name, b, cdy_batch_lanes(batch));
    }
}

START_TEST(a_state_alone_has_the_result_that_it_has_among_others)
{
    states s = make_states(make_robot(random_tree(8 + (uint64_t)(_i / LANES), 7, RANDOM_JOINTS_ALL)), 9, 3);
    cdy_batch *batch = make_batch(s.r.model, all_lanes[_i % LANES], 1, CDY_BATCH_ROWS);
    s.qd[0] = (double)INFINITY;
    for (size_t k = 0; batch && k < quantity_count; k++) {
        cdy_error error = {0};
        const cdy_status status = quantities[k].many(&s, batch, &error);
        ck_assert_int_eq(status, s.statuses[0]);
        memcpy(s.expected, s.out, s.count * s.widest * sizeof(double));
        memcpy(s.expected_second, s.second, s.count * s.widest * sizeof(double));
        expect_same_alone(&s, &quantities[k], batch, &error);
    }
    cdy_batch_destroy(batch);
    free_states(&s);
}
END_TEST

#ifdef CDY_REPRODUCIBLE

/* A chain with rows so long that one lane might sum them in another order than several lanes. */
static cdy_tree *make_chain(int count)
{
    const double inertia[6] = {0.02, 0, 0, 0.03, 0, 0.04};
    cdy_tree *tree = make_tree("link0", 9.81);
    for (int i = 1; i <= count; i++) {
        char name[16], parent[16];
        snprintf(name, sizeof name, "link%d", i);
        snprintf(parent, sizeof parent, "link%d", i - 1);
        cdy_body body = make_body(name, name, CDY_JOINT_REVOLUTE);
        set_axis(&body, i % 3 == 0, i % 3 == 1, i % 3 == 2);
        set_inertial(&body, 1, 0.1, 0.02, 0.03, inertia);
        body.joint.origin.xyz[0] = 0.2;
        add_body(tree, &body, parent);
    }
    return tree;
}

#endif

/* With -Dreproducible=true, results have the same bits in all widths. */
START_TEST(all_lanes_give_the_same_bits)
{
#ifdef CDY_REPRODUCIBLE
    cdy_tree *tree = _i < TREES ? random_tree((uint64_t)(_i + 1), 3 + _i, RANDOM_JOINTS_ALL) : make_chain(32);
    states s = make_states(make_robot(tree), 19, 3);
    for (size_t i = 0; i < s.nq && _i < TREES; i++) {
        s.q[3 * s.nq + i] *= 1e7; /* beyond the angles that lanes reduce themselves */
    }
    for (size_t k = 0; k < quantity_count; k++) {
        const size_t size = s.count * quantities[k].width(&s) * sizeof(double);
        cdy_status came_to = CDY_OK;
        for (int l = 0; l < LANES; l++) {
            cdy_batch *batch = make_batch(s.r.model, all_lanes[l], 1, CDY_BATCH_ROWS);
            if (batch) {
                /* Prismatic joints go to 1e7 m, too: where M becomes singular there, the state fails in all widths. */
                const cdy_status status = quantities[k].many(&s, batch, &ignored);
                came_to = l == 0 ? status : came_to;
                ck_assert_int_eq(status, came_to);
                ck_assert_msg(l == 0 || memcmp(s.out, s.expected, size) == 0, "%s: %d lanes differ", quantities[k].name,
                              all_lanes[l]);
                memcpy(s.expected, s.out, size);
            }
            cdy_batch_destroy(batch);
        }
    }
    free_states(&s);
#endif
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_calls");
    TCase *tests = tcase_create("calls");
    tcase_add_loop_test(tests, all_quantities_of_all_trees_agree, 0, TREES);
    tcase_add_loop_test(tests, drives_act_on_every_state, 0, 6);
    tcase_add_loop_test(tests, any_count_on_any_threads_agrees, 0, COUNTS);
    tcase_add_loop_test(tests, rows_of_any_width_agree, 0, 10);
    tcase_add_test(tests, a_robot_without_joints_has_nothing_to_compute);
    tcase_add_loop_test(tests, an_output_may_be_an_input, 0, LANES);
    tcase_add_loop_test(tests, other_layouts_agree, 0, 2 * (LANES));
    tcase_add_loop_test(tests, other_layouts_of_large_robots_agree, 0, 2 * LANES);
    tcase_add_loop_test(tests, a_state_alone_has_the_result_that_it_has_among_others, 0, 3 * LANES);
    tcase_add_loop_test(tests, a_result_does_not_depend_on_its_neighbours, 0, 8);
    tcase_add_loop_test(tests, all_lanes_give_the_same_bits, 0, TREES + 1);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
