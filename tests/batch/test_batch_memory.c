/* The memory of batches: how it grows with the degrees of freedom n, the lanes and the threads. */
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/batch_float.h>
#include <stdio.h>

enum { WIDTHS = 5, LONGEST = 300, HEADERS = 1 << 14 /* structs, gaps between arrays */ };
static const int all_lanes[WIDTHS] = {1, 2, 4, 8, 16};

/* Limits of matrices in batches: degrees of freedom, those of matrices over doubles in lanes, beyond which there is one
 * lane for matrices, and numbers of one result. */
static const size_t largest_dense = 256, largest_in_lanes = 80, largest_result = (size_t)1 << 18;

static robot make_chain_of(int n)
{
    const double inertia[6] = {0.3, 0.01, 0.02, 0.4, 0.03, 0.5};
    cdy_tree *tree = make_tree("world", 9.81);
    char name[16], parent[16] = "world";
    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "link%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_REVOLUTE);
        set_origin(&body, 0.1, 0, 0, 0, 0.5, 0);
        set_inertial(&body, 1, 0.1, 0, 0, inertia);
        add_body(tree, &body, parent);
        snprintf(parent, sizeof parent, "%s", name);
    }
    return make_robot(tree);
}

/* Numbers per state of the widest of the results that have three dimensions: the derivative of a Jacobian, 6 n^2, and
 * regressors with 10 to 13 columns a link. Wider ones than the limit are refused. */
static size_t widest_result(size_t n)
{
    size_t widest = 0;
    for (size_t rows = 1; rows <= 13; rows++) {
        widest = (rows == 6 || rows >= 10) && rows * n * n <= largest_result ? rows * n * n : widest;
    }
    return 10 * n * n <= largest_result && 13 * n * n > largest_result ? largest_result : widest;
}

/* States whose matrices are in memory together: of all lanes, or of the fewest where these are too many. */
static size_t states_of_matrices(size_t n, size_t lanes, size_t least)
{
    return n > largest_in_lanes ? least : lanes;
}

/* Numbers that a block of a call takes: of each state by_q, by_qd and M or its inverse, whose factors take a fourth
 * matrix where there is one lane, or the widest result; besides at most 240 numbers for each degree of freedom, of
 * which 140 are motions, forces and inertias of the kernels. */
static size_t numbers_in_lanes(size_t n, size_t lanes, size_t least)
{
    const size_t states = states_of_matrices(n, lanes, least), wide = widest_result(n);
    const size_t squares = (states == 1 ? 4 : 3) * n * n;
    return (n > largest_dense ? 0 : states * (squares > wide ? squares : wide)) + 240 * (n + 1) * lanes;
}

/* The same over floats, which have results and M of all lanes as well. */
static size_t float_numbers_in_lanes(size_t n, size_t lanes)
{
    const size_t others = 240 * (n + 1) * lanes, numbers = numbers_in_lanes(n, lanes, 4) - others;
    const size_t M = n > largest_dense ? 0 : lanes * n * n;
    return (numbers > M ? numbers : M) + others;
}

/* The call for one state that decides about singular matrices: M, its factors and the results, in doubles. */
static size_t bytes_of_fallback(size_t n)
{
    const size_t matrices = n > largest_dense ? 2 : 5;
    return HEADERS + sizeof(double) * (matrices * n * n + 300 * (n + 1));
}

/* The lanes of doubles that compute for half of the lanes of floats: their inputs and results, and as much as the
 * floats have for what a block overwrites; twice where the matrices have lanes of their own. */
static size_t bytes_of_doubles(size_t n, size_t lanes)
{
    const size_t states = states_of_matrices(n, lanes, 4) / 2, matrices = n > largest_dense ? 0 : 3 * states * n * n;
    const size_t others = n > largest_in_lanes ? bytes_of_fallback(n) : 0;
    return HEADERS + sizeof(double) * (lanes / 2 * 20 * (n + 1) + 2 * matrices) + others;
}

START_TEST(memory_is_bounded_by_the_results_that_are_computed_together)
{
    for (int n = 1; n <= LONGEST; n = n < 8 ? n + 3 : n + n / 4) {
        robot r = make_chain_of(n);
        const size_t bodies = (size_t)n, lanes = (size_t)all_lanes[_i];
        const cdy_batch_options options = {.threads = 1, .lanes = all_lanes[_i]};
        const size_t size = cdy_batch_size(r.model, &options), float_size = cdy_batch_f32_size(r.model, &options);
        const size_t most = sizeof(double) * numbers_in_lanes(bodies, lanes, 1) + bytes_of_fallback(bodies);
        const size_t float_most = sizeof(float) * float_numbers_in_lanes(bodies, lanes) + bytes_of_fallback(bodies) +
                                  bytes_of_doubles(bodies, lanes);
        ck_assert_msg(size <= most, "%d degrees of freedom, %zu lanes: %zu bytes, expected at most %zu", n, lanes, size,
                      most);
        ck_assert_msg(float_size <= float_most, "%d degrees of freedom, %zu lanes of floats: %zu bytes, at most %zu", n,
                      lanes, float_size, float_most);
        free_robot(&r);
    }
}
END_TEST

START_TEST(no_batch_with_matrices_takes_more_than_8_megabytes_or_17_over_floats)
{
    static const int sizes[] = {30, 64, 80, 81, 120, 161, 209, 256};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        robot r = make_chain_of(sizes[i]);
        const cdy_batch_options options = {.threads = 1, .lanes = all_lanes[_i]};
        const size_t size = cdy_batch_size(r.model, &options), float_size = cdy_batch_f32_size(r.model, &options);
        ck_assert_msg(size <= 8000000, "%d degrees of freedom, %d lanes: %zu bytes", sizes[i], all_lanes[_i], size);
        ck_assert_msg(float_size <= 17000000, "%d degrees of freedom, %d lanes of floats: %zu bytes", sizes[i],
                      all_lanes[_i], float_size);
        free_robot(&r);
    }
}
END_TEST

/* Memory that all threads read exists once, and is small. */
START_TEST(threads_take_as_much_memory_each)
{
    robot r = make_chain_of(20);
    size_t sizes[4];
    for (int threads = 1; threads <= 3; threads++) {
        const cdy_batch_options options = {.threads = threads, .lanes = all_lanes[_i]};
        sizes[threads] = cdy_batch_size(r.model, &options);
    }
    ck_assert_uint_eq(sizes[3] - sizes[2], sizes[2] - sizes[1]);
    ck_assert_uint_le(sizes[2], 2 * sizes[1]);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_memory");
    TCase *tests = tcase_create("sizes");
    tcase_add_loop_test(tests, threads_take_as_much_memory_each, 0, WIDTHS);
    tcase_add_loop_test(tests, memory_is_bounded_by_the_results_that_are_computed_together, 0, WIDTHS);
    tcase_add_loop_test(tests, no_batch_with_matrices_takes_more_than_8_megabytes_or_17_over_floats, 0, WIDTHS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
