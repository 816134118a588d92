/* Matrices of batches over floats: how exact they are, which states are computed in doubles, robots with many degrees
 * of freedom, and external forces. */
#include "batch/float_case.h"
#include "support/singular_robots.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

enum { WIDTHS = 4, TREES = 12 };
static const int all_lanes[WIDTHS] = {4, 8, 16, 0};

static cdy_batch *make_double_batch(const cdy_model *model)
{
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    ck_assert_ok(cdy_batch_create(model, NULL, &batch, &error), error);
    return batch;
}

/* ---- the inverse undoes the mass matrix ---- */

/* The largest number of |A| |B| (n x n), to which the rounding errors of A B are in proportion. */
static double size_of_product(size_t n, const double *A, const double *B)
{
    double most = 0;
    for (size_t i = 0; i < n * n; i++) {
        double sum = 0;
        for (size_t k = 0; k < n; k++) {
            sum += fabs(A[i / n * n + k] * B[k * n + i % n]);
        }
        most = fmax(most, sum);
    }
    return most;
}

/* The largest number of A B - I. */
static double distance_from_unit(size_t n, const double *A, const double *B)
{
    double most = 0;
    for (size_t i = 0; i < n * n; i++) {
        double sum = i / n == i % n ? -1 : 0;
        for (size_t k = 0; k < n; k++) {
            sum += A[i / n * n + k] * B[k * n + i % n];
        }
        most = most >= fabs(sum) || isnan(most) ? most : fabs(sum); /* NaN stays */
    }
    return most;
}

/* The error of the inverse itself is in proportion to the condition of M, which is large for some random trees. */
START_TEST(the_inverse_undoes_the_mass_matrix)
{
    cdy_error error = {0};
    float_states s =
        make_float_states(make_robot(random_tree((uint64_t)(_i + 1), 1 + 2 * _i, RANDOM_JOINTS_ALL)), 17, 7);
    const size_t n = s.nv;
    for (int l = 0; l < WIDTHS; l++) {
        cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[l], 1, CDY_BATCH_ROWS);
        if (batch) {
            ck_assert_ok(cdy_batch_f32_inverse_mass_matrix(s.r.model, batch, s.count, s.float_q, s.out, NULL, &error),
                         error);
        }
        for (size_t b = 0; batch && b < s.count; b++) {
            ck_assert_ok(cdy_mass_matrix(s.r.model, s.r.work, s.q + b * s.nq, s.expected, &error), error);
            widen(s.out + b * n * n, s.second, n * n);
            const double parts = size_of_product(n, s.expected, s.second);
            const double off = distance_from_unit(n, s.expected, s.second);
            ck_assert_msg(off <= 2e-6 * parts, "row %zu: M M^-1 is off by %g, of parts up to %g", b, off, parts);
        }
        cdy_batch_f32_destroy(batch);
    }
    free_float_states(&s);
}
END_TEST

/* ---- states that are computed in doubles ---- */

/* States near to singular, between others: those are computed by the call for one state and rounded, and no others. */
START_TEST(states_near_to_singular_are_computed_in_doubles)
{
    enum { STATES = 64 };
    cdy_error error = {0};
    float_states s = make_float_states(make_sometimes_singular(), STATES, 5);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    const size_t n = s.nv;
    float rounded[64];
    size_t same = 0;
    for (size_t b = 0; b < STATES; b++) {
        s.float_q[b * s.nq + 1] = b % 4 == 0 ? 1e-3F : 0.8F;
        s.q[b * s.nq + 1] = (double)s.float_q[b * s.nq + 1];
    }
    if (batch) {
        ck_assert_ok(cdy_batch_f32_inverse_mass_matrix(s.r.model, batch, STATES, s.float_q, s.out, s.statuses, &error),
                     error);
    }
    for (size_t b = 0; batch && b < STATES; b++) {
        ck_assert_int_eq(s.statuses[b], CDY_OK);
        ck_assert_ok(cdy_inverse_mass_matrix(s.r.model, s.r.work, s.q + b * s.nq, s.expected, &error), error);
        narrow(s.expected, rounded, n * n);
        const bool equal = memcmp(rounded, s.out + b * n * n, n * n * sizeof *rounded) == 0;
        ck_assert_msg(equal || b % 4, "row %zu was computed in floats", b);
        same += equal;
        widen(s.out + b * n * n, s.second, n * n);
        ck_assert_relative(s.second, s.expected, n * n, 1e-4);
    }
    ck_assert_msg(!batch || same < STATES / 4 + 4, "%zu rows have the numbers of doubles", same);
    cdy_batch_f32_destroy(batch);
    free_float_states(&s);
}
END_TEST

static const char *const solved[] = {"inverse mass matrix", "derivatives of forward dynamics",
                                     "derivative of forward dynamics by velocity",
                                     "derivative of forward dynamics by torque"};
enum { SOLVED = sizeof solved / sizeof *solved };

START_TEST(singular_states_have_no_matrices_and_name_the_row)
{
    cdy_error error = {0};
    float_states s = make_float_states(make_sometimes_singular(), 37, 5);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    for (size_t b = 0; b < s.count; b++) {
        s.float_q[b * s.nq + 1] = b == 9 || b == 36 ? 0 : 0.8F;
    }
    for (size_t k = 0; batch && k < SOLVED; k++) {
        const float_quantity *x = find_float_quantity(solved[k]);
        const size_t width = x->width(&s);
        ck_assert_fails(x->in_floats(&s, batch, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strstr(error.text, "row 9: the mass matrix is not positive definite") == error.text, "%s",
                      error.text);
        for (size_t b = 0; b < s.count; b++) {
            const bool fails = b == 9 || b == 36;
            ck_assert_int_eq(s.statuses[b], fails ? CDY_ERROR_NUMERIC : CDY_OK);
            for (size_t i = b * width; i < (b + 1) * width; i++) {
                ck_assert_msg(isnan(s.out[i]) == fails, "%s, row %zu: %g", solved[k], b, (double)s.out[i]);
            }
        }
    }
    cdy_batch_f32_destroy(batch);
    free_float_states(&s);
}
END_TEST

/* The derivatives of forward dynamics are those of doubles, rounded: floats would lose four digits even for arms. */
START_TEST(derivatives_of_forward_dynamics_are_those_of_doubles)
{
    cdy_error error = {0};
    float_states s = make_float_states(make_robot(random_tree((uint64_t)_i + 1, 9, RANDOM_JOINTS_ALL)), 21, 7);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    cdy_batch *doubles = make_double_batch(s.r.model);
    const float_quantity *x = find_float_quantity("derivatives of forward dynamics");
    const size_t width = x->width(&s);
    ck_assert_ok(x->in_doubles(&s, doubles, &error), error);
    if (batch) {
        ck_assert_ok(x->in_floats(&s, batch, &error), error);
    }
    for (size_t b = 0; batch && b < s.count; b++) {
        widen(s.out + b * width, s.second, width);
        ck_assert_relative(s.second, s.expected + b * width, width, 1e-7);
    }
    cdy_batch_f32_destroy(batch);
    cdy_batch_destroy(doubles);
    free_float_states(&s);
}
END_TEST

/* ---- robots with many degrees of freedom ---- */

/* Arms of three links each on one base: 28 of them have 84 degrees of freedom, more than matrices in all lanes have. */
static robot make_star(int arms)
{
    cdy_tree *tree = make_tree("world", 9.81);
    char name[24], parent[24];
    for (int i = 0; i < 3 * arms; i++) {
        snprintf(name, sizeof name, "link%d", i);
        snprintf(parent, sizeof parent, "link%d", i - 1);
        cdy_body body = make_body(name, name, CDY_JOINT_REVOLUTE);
        set_axis(&body, i % 3 == 0, i % 3 == 1, i % 3 == 2);
        set_origin(&body, 0.1 + 0.01 * i, 0.02, -0.2, 0.1, 0, 0.3);
        set_inertial(&body, 2, 0, 0.1, -0.1, (double[6]){0.2, 0, 0, 0.3, 0, 0.1});
        add_body(tree, &body, i % 3 ? parent : "world");
    }
    return make_robot(tree);
}

/* The index of number i of state b: in blocks of `lanes` states, or by columns where `lanes` is 0. */
static size_t place_of(const float_states *s, size_t width, size_t lanes, size_t b, size_t i)
{
    return lanes ? (b / lanes * width + i) * lanes + b % lanes : i * s->count + b;
}

/* Copies an input to another layout. */
static float *lay_out(const float_states *s, size_t width, size_t lanes, const float *rows)
{
    const size_t states = lanes ? (s->count + lanes - 1) / lanes * lanes : s->count;
    float *packed = aligned_alloc(64, (states * width + 16) / 16 * 64);
    ck_assert_ptr_nonnull(packed);
    memset(packed, 0, states * width * sizeof *packed);
    for (size_t k = 0; rows && k < s->count * width; k++) {
        packed[place_of(s, width, lanes, k / width, k % width)] = rows[k];
    }
    return packed;
}

/* Calls with several matrices compute robots of more than 80 degrees of freedom in four lanes, whatever the layout. */
START_TEST(robots_with_many_degrees_of_freedom_agree_in_every_layout)
{
    static const char *const names[] = {"inverse mass matrix",
                                        "derivatives of inverse dynamics",
                                        "derivative of inverse dynamics by velocity",
                                        "derivatives of forward dynamics",
                                        "regressor",
                                        "Jacobian by q",
                                        "mass matrix",
                                        "Coriolis matrix"};
    static const cdy_batch_layout layouts[] = {CDY_BATCH_ROWS, CDY_BATCH_LANES, CDY_BATCH_COLUMNS};
    const cdy_batch_layout layout = layouts[_i / WIDTHS];
    cdy_error error = {0};
    float_states s = make_float_states(make_star(28), 13, 5), other = s;
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i % WIDTHS], 2, layout);
    cdy_batch *doubles = make_double_batch(s.r.model);
    const size_t lanes = layout == CDY_BATCH_LANES ? (size_t)cdy_batch_f32_lanes(batch) : 0;
    if (layout != CDY_BATCH_ROWS) {
        other.float_q = lay_out(&s, s.nq, lanes, s.float_q);
        other.float_qd = lay_out(&s, s.nv, lanes, s.float_qd);
        other.float_x = lay_out(&s, s.nv, lanes, s.float_x);
        other.float_fext = lay_out(&s, s.rows6, lanes, s.float_fext);
        other.out = lay_out(&s, s.widest, lanes, NULL);
        other.float_second = lay_out(&s, s.widest, lanes, NULL);
    }
    for (size_t k = 0; batch && k < sizeof names / sizeof *names; k++) {
        const float_quantity *x = find_float_quantity(names[k]);
        const size_t width = x->width(&s);
        ck_assert_ok(x->in_doubles(&s, doubles, &error), error);
        ck_assert_ok(x->in_floats(&other, batch, &error), error);
        for (size_t b = 0; b < s.count; b++) {
            for (size_t i = 0; i < width; i++) {
                const size_t place = layout == CDY_BATCH_ROWS ? b * width + i : place_of(&s, width, lanes, b, i);
                s.second[i] = (double)other.out[place];
            }
            const double off = relative_error(s.second, s.expected + b * width, width, 1e-3);
            ck_assert_msg(off <= 1e-5, "%s, row %zu: differs by %g", names[k], b, off);
        }
    }
    if (layout != CDY_BATCH_ROWS) {
        free(other.float_q);
        free(other.float_qd);
        free(other.float_x);
        free(other.float_fext);
        free(other.out);
        free(other.float_second);
    }
    cdy_batch_f32_destroy(batch);
    cdy_batch_destroy(doubles);
    free_float_states(&s);
}
END_TEST

/* Larger matrices than a batch has room for, and regressors without room, are refused. */
START_TEST(too_large_matrices_are_refused)
{
    cdy_error error = {0};
    robot r = make_star(_i ? 86 : 80); /* 258 or 240 degrees of freedom */
    cdy_batch_f32 *batch = make_float_batch(r.model, 0, 1, CDY_BATCH_ROWS);
    float number = 5;
    if (_i) {
        ck_assert_fails(cdy_batch_f32_inverse_mass_matrix(r.model, batch, 1, NULL, &number, NULL, &error),
                        CDY_ERROR_UNSUPPORTED, error);
    }
    ck_assert_fails(cdy_batch_f32_regressor(r.model, batch, 1, NULL, NULL, NULL, NULL, &number, NULL, &error),
                    CDY_ERROR_UNSUPPORTED, error);
    ck_assert_fails(cdy_batch_f32_jacobian_derivative(r.model, batch, 1, 0, CDY_AXES_BASE, NULL, &number, NULL, &error),
                    CDY_ERROR_UNSUPPORTED, error);
    ck_assert(number == 5.0F); // NOLINT(clang-diagnostic-float-equal): it was not written
    cdy_batch_f32_destroy(batch);
    free_robot(&r);
}
END_TEST

/* ---- external forces ---- */

/* Adds wrenches over doubles and over floats: in the base frame, in that of the body, and in the base's axes. */
static void add_wrenches(float_states *s, int way, cdy_batch *doubles, cdy_batch_f32 *batch, const double *wrench,
                         const float *float_wrench)
{
    cdy_error error = {0};
    const cdy_model *m = s->r.model;
    const int frame = (int)s->frames - 1;
    const double *q = way ? s->q : NULL;
    const float *float_q = way ? s->float_q : NULL;
    if (way < 2) {
        ck_assert_ok(cdy_batch_external_force(m, doubles, s->count, frame, wrench, q, s->fext, NULL, &error), error);
        ck_assert_ok(cdy_batch_f32_external_force(m, batch, s->count, frame, float_wrench, float_q, s->float_fext,
                                                  s->statuses, &error),
                     error);
    } else {
        ck_assert_ok(
            cdy_batch_external_force_at(m, doubles, s->count, frame, CDY_AXES_BASE, wrench, q, s->fext, NULL, &error),
            error);
        ck_assert_ok(cdy_batch_f32_external_force_at(m, batch, s->count, frame, CDY_AXES_BASE, float_wrench, float_q,
                                                     s->float_fext, s->statuses, &error),
                     error);
    }
}

START_TEST(external_forces_agree)
{
    cdy_error error = {0};
    float_states s = make_float_states(make_robot(random_tree((uint64_t)_i + 1, 7, RANDOM_JOINTS_ALL)), 21, 7);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    cdy_batch *doubles = make_double_batch(s.r.model);
    double *wrench = calloc(s.count, 6 * sizeof *wrench);
    float *float_wrench = calloc(s.count, 6 * sizeof *float_wrench);
    uint64_t seed = 3;
    ck_assert(wrench && float_wrench);
    draw_array(&seed, 10, wrench, (int)(6 * s.count));
    narrow(wrench, float_wrench, 6 * s.count);
    widen(float_wrench, wrench, 6 * s.count);
    for (int way = 0; batch && way < 3; way++) {
        add_wrenches(&s, way, doubles, batch, wrench, float_wrench);
        widen(s.float_fext, s.second, s.count * s.rows6);
        ck_assert_relative(s.second, s.fext, s.count * s.rows6, 1e-6);
    }
    if (batch) {
        float_wrench[6 * 5 + 2] = NAN;
        ck_assert_fails(cdy_batch_f32_external_force(s.r.model, batch, s.count, 1, float_wrench, s.float_q,
                                                     s.float_fext, s.statuses, &error),
                        CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strstr(error.text, "row 5: the wrench") == error.text, "%s", error.text);
        ck_assert(isnan(s.float_fext[5 * s.rows6]) && !isnan(s.float_fext[4 * s.rows6]));
    }
    free(wrench);
    free(float_wrench);
    cdy_batch_f32_destroy(batch);
    cdy_batch_destroy(doubles);
    free_float_states(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("float_matrices");
    TCase *tests = tcase_create("matrices");
    tcase_add_loop_test(tests, the_inverse_undoes_the_mass_matrix, 0, TREES);
    tcase_add_loop_test(tests, states_near_to_singular_are_computed_in_doubles, 0, WIDTHS);
    tcase_add_loop_test(tests, singular_states_have_no_matrices_and_name_the_row, 0, WIDTHS);
    tcase_add_loop_test(tests, derivatives_of_forward_dynamics_are_those_of_doubles, 0, WIDTHS);
    tcase_add_loop_test(tests, robots_with_many_degrees_of_freedom_agree_in_every_layout, 0, 3 * WIDTHS);
    tcase_add_loop_test(tests, too_large_matrices_are_refused, 0, 2);
    tcase_add_loop_test(tests, external_forces_agree, 0, WIDTHS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
