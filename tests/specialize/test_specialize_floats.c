/* Compiled code over floats: results and failures beside those of the general calls over floats, which batches it is
 * for, and its trial. */
#include "specialize/every_call.h"
#include "specialize/robots.h"
#include "specialize/specialize_case.h"
#include "support/compare.h"
#include "support/singular_robots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* States and results over floats, of the calls that code over floats computes. */
typedef struct float_states {
    float q[STATES * MOST_NUMBERS], qd[STATES * MOST_NUMBERS], x[STATES * MOST_NUMBERS], w[STATES * MOST_NUMBERS];
} float_states;

typedef struct float_results {
    float tau[STATES * MOST_NUMBERS], qdd[STATES * MOST_NUMBERS], M[STATES * MOST_NUMBERS * MOST_NUMBERS];
    float id[3][STATES * MOST_NUMBERS],
        fd[3][STATES * MOST_NUMBERS]; /* products with derivatives by q, qd and the rest */
} float_results;

static const unsigned float_calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS |
                                    CDY_GENERATE_MASS_MATRIX | CDY_GENERATE_INVERSE_DYNAMICS_VJP |
                                    CDY_GENERATE_FORWARD_DYNAMICS_VJP;

static cdy_specialize_options float_options(int lanes)
{
    cdy_specialize_options options = usual_options();
    options.calls = float_calls;
    options.floats = true;
    options.lanes = lanes;
    return options;
}

static float_states draw_floats(const robot *r)
{
    const states s = draw_states(r);
    float_states f;
    for (int i = 0; i < STATES * MOST_NUMBERS; i++) {
        f.q[i] = (float)s.q[i];
        f.qd[i] = (float)s.qd[i];
        f.x[i] = (float)s.x[i];
        f.w[i] = (float)s.w[i];
    }
    return f;
}

static cdy_batch_f32 *make_float_batch(const robot *r, int lanes)
{
    cdy_batch_options options = cdy_batch_options_default();
    cdy_batch_f32 *batch;
    cdy_error error;
    options.threads = 2;
    options.lanes = lanes;
    ck_assert_ok(cdy_batch_f32_create(r->model, &options, &batch, &error), error);
    return batch;
}

static void compute_floats(const robot *r, cdy_batch_f32 *batch, const float_states *s, float_results *out)
{
    const cdy_model *m = r->model;
    cdy_error error;
    ck_assert_ok(cdy_batch_f32_inverse_dynamics(m, batch, STATES, s->q, s->qd, s->x, NULL, out->tau, NULL, &error),
                 error);
    ck_assert_ok(cdy_batch_f32_forward_dynamics(m, batch, STATES, s->q, s->qd, s->x, NULL, out->qdd, NULL, &error),
                 error);
    ck_assert_ok(cdy_batch_f32_mass_matrix(m, batch, STATES, s->q, out->M, NULL, &error), error);
    ck_assert_ok(cdy_batch_f32_inverse_dynamics_vjp(m, batch, STATES, s->q, s->qd, s->x, NULL, s->w, out->id[0],
                                                    out->id[1], out->id[2], NULL, &error),
                 error);
    ck_assert_ok(cdy_batch_f32_forward_dynamics_vjp(m, batch, STATES, s->q, s->qd, s->x, NULL, s->w, out->fd[0],
                                                    out->fd[1], out->fd[2], NULL, &error),
                 error);
}

static double float_difference(const float *a, const float *b, size_t count)
{
    double largest = 0, difference = 0;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, fabs((double)b[i]));
        difference = fmax(difference, isfinite(a[i]) ? fabs((double)a[i] - (double)b[i]) : (double)INFINITY);
    }
    return difference / largest;
}

/* The differences are rounding errors, but not none: the code has computed them. */
static void check_floats(const robot *r, const float_results *special, const float_results *general)
{
    const size_t n = (size_t)r->nv;
    const double tau = float_difference(special->tau, general->tau, STATES * n),
                 qdd = float_difference(special->qdd, general->qdd, STATES * n),
                 M = float_difference(special->M, general->M, STATES * n * n);
    ck_assert_msg(0 < tau && tau < 1e-5 && 0 < qdd && qdd < 1e-3 && 0 < M && M < 1e-5, "differ by %g, %g, %g", tau, qdd,
                  M);
    for (int i = 0; i < 3; i++) {
        const double id = float_difference(special->id[i], general->id[i], STATES * n),
                     fd = float_difference(special->fd[i], general->fd[i], STATES * n);
        ck_assert_msg(0 < id && id < 1e-5 && 0 < fd && fd < 1e-3, "products %d differ by %g, %g", i, id, fd);
    }
}

/* With every width of floats that the machine has. */
static void compare_floats(const robot *r, const float_states *s)
{
    static float_results general, special;
    for (int lanes = 4; lanes <= 16; lanes *= 2) {
        const cdy_specialize_options options = float_options(lanes);
        cdy_specialization *code;
        cdy_error error;
        const cdy_status status = cdy_specialize(r->model, &options, &code, &error);
        ck_assert(status == CDY_OK || (status == CDY_ERROR_UNSUPPORTED && lanes > 4));
        if (!status) {
            cdy_batch_f32 *batch = make_float_batch(r, lanes);
            compute_floats(r, batch, s, &general);
            ck_assert_ok(cdy_batch_f32_specialize(batch, code, &error), error);
            compute_floats(r, batch, s, &special);
            check_floats(r, &special, &general);
            cdy_batch_f32_destroy(batch);
        }
        cdy_specialization_destroy(code);
    }
}

START_TEST(floats_have_the_same_results)
{
    robot robots[] = {load_bundled_robot("universalUR5e"), load_bundled_robot("kukaIiwa14"), make_floating()};
    const float_states s = draw_floats(&robots[_i]);
    put_compiler("exec \"$COMPILER\" \"$@\"\n");
    compare_floats(&robots[_i], &s);
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
        free_robot(&robots[i]);
    }
}
END_TEST

/* Angles near the limit of the lanes' sines, and beyond it in one state, which leaves its block to the kernels. */
START_TEST(large_angles_of_floats_have_the_same_results)
{
    static const float near[] = {2990, -2990, 1e3F}, beyond[] = {3010, -3010, 1e7F};
    robot r = load_bundled_robot("kukaIiwa14");
    float_states s = draw_floats(&r);
    for (int i = 0; i < STATES * r.nq; i++) {
        s.q[i] += i / r.nq == 3 ? beyond[i % 3] : i % 5 == 0 ? near[i % 3] : 0;
    }
    compare_floats(&r, &s);
    free_robot(&r);
}
END_TEST

/* The calls by floats that have the mark of the code, with all that may keep it from being used. */
START_TEST(what_float_code_lacks_is_general)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = float_options(4);
    const float_states s = draw_floats(&r);
    const double usual[3] = {0, 0, -9.81}, other[3] = {0, 0, -1.62};
    static const float fext[STATES * 6 * MOST_NUMBERS];
    const size_t n = (size_t)r.nv;
    cdy_batch_f32 *batch = make_float_batch(&r, 4);
    cdy_error error;
    put_changing_compiler("inverse_dynamics", 4, "for (int i = 0; i < 4; i++) tau[i] *= 1.0005f");
    cdy_specialization *code = specialize(r.model, &options);
    for (int i = 0; i < 4; i++) {
        float general[STATES * MOST_NUMBERS], special[STATES * MOST_NUMBERS];
        const float *forces = i == 2 ? fext : NULL;
        ck_assert_ok(cdy_model_set_gravity(r.model, i == 1 ? other : usual, &error), error);
        for (int k = 0; k < 2; k++) {
            ck_assert_ok(cdy_batch_f32_specialize(batch, k && i < 3 ? code : NULL, &error), error);
            ck_assert_ok(cdy_batch_f32_inverse_dynamics(r.model, batch, STATES, s.q, s.qd, s.x, forces,
                                                        k ? special : general, NULL, &error),
                         error);
        }
        const double expected = i == 0 ? 5e-4 : 0;
        for (size_t state = 0; state < STATES; state++) {
            const double first = (double)general[state * n];
            const double change = (double)special[state * n] / first - 1;
            ck_assert_msg(fabs(change - expected) <= (i == 0 ? 1e-5 : 0), "changed by %g", change);
        }
    }
    cdy_batch_f32_destroy(batch);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* In a batch of singular, faulty and regular states. */
START_TEST(rows_of_floats_fail_as_before)
{
    enum { ROWS = 9 };
    robot r = make_sometimes_singular();
    cdy_specialize_options options = float_options(0);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_batch_f32 *batch = make_float_batch(&r, 0);
    float q[3 * ROWS], x[3 * ROWS], general[3 * ROWS], special[3 * ROWS];
    cdy_status expected[ROWS], statuses[ROWS];
    cdy_error error, reason, other;
    for (int i = 0; i < 3 * ROWS; i++) {
        q[i] = 0.1F * (float)(i + 1);
        x[i] = 1 - 0.2F * (float)i;
    }
    q[3 * 2 + 1] = 0; /* singular */
    q[3 * 4] = (float)NAN;
    x[3 * 7] = (float)INFINITY;
    const cdy_status status =
        cdy_batch_f32_forward_dynamics(r.model, batch, ROWS, q, NULL, x, NULL, general, expected, &reason);
    ck_assert_ok(cdy_batch_f32_specialize(batch, code, &error), error);
    ck_assert_int_eq(cdy_batch_f32_forward_dynamics(r.model, batch, ROWS, q, NULL, x, NULL, special, statuses, &other),
                     status);
    ck_assert_int_ne(status, CDY_OK);
    ck_assert_str_eq(other.text, reason.text);
    ck_assert_mem_eq(statuses, expected, sizeof expected);
    for (int i = 0; i < ROWS; i++) {
        ck_assert_int_eq(expected[i] != CDY_OK, i == 2 || i == 4 || i == 7);
        ck_assert_int_eq(isnan(special[3 * i]) != 0, expected[i] != CDY_OK);
        ck_assert(expected[i] || float_difference(special + 3 * i, general + 3 * i, 3) < 1e-3);
    }
    cdy_batch_f32_destroy(batch);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* The results of a state are the same bits whatever the number of states in its block. */
START_TEST(missing_states_of_floats_change_no_bit)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = float_options(0);
    const float_states s = draw_floats(&r);
    static float_results all, one;
    cdy_specialization *code = specialize(r.model, &options);
    cdy_batch_f32 *batch = make_float_batch(&r, 0);
    const size_t n = (size_t)r.nv;
    cdy_error error;
    ck_assert_ok(cdy_batch_f32_specialize(batch, code, &error), error);
    compute_floats(&r, batch, &s, &all);
    for (size_t i = 0; i < STATES; i++) {
        ck_assert_ok(cdy_batch_f32_inverse_dynamics(r.model, batch, 1, s.q + i * n, s.qd + i * n, s.x + i * n, NULL,
                                                    one.tau, NULL, &error),
                     error);
        ck_assert_ok(cdy_batch_f32_mass_matrix(r.model, batch, 1, s.q + i * n, one.M, NULL, &error), error);
        ck_assert_mem_eq(one.tau, all.tau + i * n, n * sizeof *one.tau);
        ck_assert_mem_eq(one.M, all.M + i * n * n, n * n * sizeof *one.M);
    }
    cdy_batch_f32_destroy(batch);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

START_TEST(options_of_floats_are_checked)
{
    static const struct {
        unsigned calls;
        int lanes;
        const char *said;
    } wrong[] = {{CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES, 0, "calls over floats"},
                 {CDY_GENERATE_INVERSE_MASS_MATRIX, 0, "calls over floats"},
                 {1, 1, "1 lanes; expected of floats 4, 8 or 16"},
                 {1, 2, "2 lanes; expected of floats 4, 8 or 16"},
                 {1, 32, "32 lanes; expected of floats 4, 8 or 16"}};
    robot r = make_pendulum();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cdy_specialize_options options = float_options(wrong[i].lanes);
        options.calls = wrong[i].calls;
        check_refusal(r.model, &options, CDY_ERROR_ARGUMENT, wrong[i].said);
    }
    ck_assert_int_eq(compiler_runs(), 0);
    free_robot(&r);
}
END_TEST

/* Code over floats is for batches over floats alone, with its lanes, and other code for all others. */
START_TEST(code_is_for_its_numbers)
{
    robot r = make_pendulum(), other = make_chain();
    const cdy_specialize_options options = float_options(4);
    cdy_specialize_options of_doubles = usual_options();
    cdy_batch *doubles;
    cdy_error error;
    cdy_batch_f32 *four = make_float_batch(&r, 4), *foreign = make_float_batch(&other, 4);
    of_doubles.calls = float_calls;
    of_doubles.lanes = 4;
    ck_assert_ok(cdy_batch_create(r.model, NULL, &doubles, &error), error);
    cdy_specialization *code = specialize(r.model, &options);
    cdy_specialization *double_code = NULL;
    ck_assert_int_eq(compiler_runs(), 1);
    ck_assert_fails(cdy_workspace_specialize(r.work, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "the code is over floats, the workspace is over doubles"));
    ck_assert_fails(cdy_batch_specialize(doubles, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_specialize(NULL, code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_specialize(foreign, code, &error), CDY_ERROR_ARGUMENT, error);
    if (cdy_specialize(r.model, &of_doubles, &double_code, NULL) == CDY_OK) { /* the machine has four lanes */
        ck_assert_int_eq(compiler_runs(), 2);
        ck_assert_fails(cdy_batch_f32_specialize(four, double_code, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_nonnull(strstr(error.text, "the code is over doubles, the batch is over floats"));
        cdy_specialization_destroy(double_code);
        cdy_batch_f32 *most = make_float_batch(&r, 8);
        ck_assert_fails(cdy_batch_f32_specialize(most, code, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_nonnull(strstr(error.text, "4 lanes"));
        cdy_batch_f32_destroy(most);
    }
    cdy_batch_destroy(doubles);
    cdy_batch_f32_destroy(four);
    cdy_batch_f32_destroy(foreign);
    cdy_specialization_destroy(code);
    free_robot(&r);
    free_robot(&other);
}
END_TEST

/* Code over floats that is wrong or lacks a function. */
START_TEST(float_code_is_tried)
{
    static const struct {
        const char *function, *result, *said;
    } rows[] = {{"inverse_dynamics", "tau", "inverse dynamics"},
                {"articulated_bodies", "qdd", "forward dynamics"},
                {"mass_matrix", "M", "the mass matrix"},
                {"inverse_dynamics_products", "by_qdd", "product with derivatives of inverse"},
                {"forward_dynamics_products", "by_tau", "product with derivatives of forward"}};
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = float_options(4);
    char text[256], path[PATH_SIZE];
    put_changing_compiler(rows[_i].function, 4, "");
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    ck_assert_int_eq(remove(path), 0);
    snprintf(text, sizeof text, "%s[0] *= 1.05f", rows[_i].result);
    put_changing_compiler(rows[_i].function, 4, text);
    check_refusal(r.model, &options, CDY_ERROR_NUMERIC, rows[_i].said);
    snprintf(text, sizeof text, "exec \"$COMPILER\" -Dcode_%s_4=other \"$@\" -O0\n", rows[_i].function);
    put_compiler(text);
    check_refusal(r.model, &options, CDY_ERROR_IO, "lacks a function that it is to have");
    ck_assert_int_eq(count_code(path), 0);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("specialize_floats");
    TCase *tests = add_compiling_case(suite, "specialize_floats");
    tcase_add_loop_test(tests, floats_have_the_same_results, 0, 3);
    tcase_add_test(tests, large_angles_of_floats_have_the_same_results);
    tcase_add_test(tests, what_float_code_lacks_is_general);
    tcase_add_test(tests, rows_of_floats_fail_as_before);
    tcase_add_test(tests, missing_states_of_floats_change_no_bit);
    tcase_add_test(tests, options_of_floats_are_checked);
    tcase_add_test(tests, code_is_for_its_numbers);
    tcase_add_loop_test(tests, float_code_is_tried, 0, 5);
    return run_suites(suite, NULL);
}
