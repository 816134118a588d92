/* States at which calls fail: compiled code fails as the general calls do, with the same statuses and messages, and
 * writes as little. */
#include "specialize/every_call.h"
#include "specialize/specialize_case.h"
#include "support/compare.h"
#include "support/singular_robots.h"

#include <math.h>
#include <string.h>

/* ---- one state ---- */

/* The calls that may fail, for one state: results one after the other. */
typedef cdy_status single_call(const robot *r, const double *q, const double *qd, const double *x, double *out,
                               cdy_error *error);

static cdy_status inverse_dynamics(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                   cdy_error *error)
{
    return cdy_inverse_dynamics(r->model, r->work, q, qd, x, NULL, out, error);
}

static cdy_status forward_dynamics(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                   cdy_error *error)
{
    return cdy_forward_dynamics(r->model, r->work, q, qd, x, NULL, out, error);
}

static cdy_status inverse_mass_matrix(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                      cdy_error *error)
{
    (void)qd, (void)x;
    return cdy_inverse_mass_matrix(r->model, r->work, q, out, error);
}

static cdy_status inverse_dynamics_vjp(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                       cdy_error *error)
{
    const int n = r->nv;
    return cdy_inverse_dynamics_vjp(r->model, r->work, q, qd, x, NULL, x, out, out + n, out + 2 * n, error);
}

static cdy_status forward_dynamics_vjp(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                       cdy_error *error)
{
    const int n = r->nv;
    return cdy_forward_dynamics_vjp(r->model, r->work, q, qd, x, NULL, x, out, out + n, out + 2 * n, error);
}

static cdy_status forward_derivatives(const robot *r, const double *q, const double *qd, const double *x, double *out,
                                      cdy_error *error)
{
    const int square = r->nv * r->nv;
    const cdy_forward_derivatives d = {out, out + square, out + 2 * square};
    return cdy_forward_dynamics_derivatives(r->model, r->work, q, qd, x, NULL, &d, error);
}

static single_call *const single_calls[] = {inverse_dynamics,     forward_dynamics,     inverse_mass_matrix,
                                            inverse_dynamics_vjp, forward_dynamics_vjp, forward_derivatives};

/* Statuses, texts and results of calls without and with the code; those that fail write nothing. Returns how many
 * fail. */
static int check_same_failures(const robot *r, const cdy_specialization *code, const double *q, const double *qd,
                               const double *x)
{
    enum { NUMBERS = 3 * MOST_NUMBERS };
    int failed = 0;
    for (size_t i = 0; i < sizeof single_calls / sizeof *single_calls; i++) {
        double general[NUMBERS] = {0}, special[NUMBERS] = {0};
        const double nothing[NUMBERS] = {0};
        cdy_error error, reason = {0}, other = {0};
        ck_assert_ok(cdy_workspace_specialize(r->work, NULL, &error), error);
        const cdy_status status = single_calls[i](r, q, qd, x, general, &reason);
        ck_assert_ok(cdy_workspace_specialize(r->work, code, &error), error);
        ck_assert_int_eq(single_calls[i](r, q, qd, x, special, &other), status);
        ck_assert_str_eq(other.text, reason.text);
        ck_assert_relative(special, general, NUMBERS, 1e-9);
        ck_assert(!status || memcmp(special, nothing, sizeof nothing) == 0);
        failed += status != CDY_OK;
    }
    return failed;
}

START_TEST(states_fail_as_before)
{
    robot r = make_sometimes_singular();
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    cdy_specialization *code = specialize(r.model, &options);
    const double q[3] = {0.3, 0, 0.2}, regular[3] = {0.3, 1, 0.2}, x[3] = {1, 2, 3};
    const double bad[3] = {0, (double)NAN, 0}, fast[3] = {1e200, 1e200, 1e200};
    ck_assert_int_eq(check_same_failures(&r, code, q, x, x), 4);
    ck_assert_int_eq(check_same_failures(&r, code, bad, x, x), 6);
    ck_assert_int_eq(check_same_failures(&r, code, regular, fast, x), 5);
    ck_assert_int_eq(check_same_failures(&r, code, regular, x, bad), 5);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* ---- many states ---- */

/* The same calls for many states, without velocities. */
typedef cdy_status many_call(const robot *r, cdy_batch *batch, size_t count, const double *q, const double *x,
                             double *out, cdy_status *statuses, cdy_error *error);

static cdy_status many_forward_dynamics(const robot *r, cdy_batch *batch, size_t count, const double *q,
                                        const double *x, double *out, cdy_status *statuses, cdy_error *error)
{
    return cdy_batch_forward_dynamics(r->model, batch, count, q, NULL, x, NULL, out, statuses, error);
}

static cdy_status many_inverse_mass_matrix(const robot *r, cdy_batch *batch, size_t count, const double *q,
                                           const double *x, double *out, cdy_status *statuses, cdy_error *error)
{
    (void)x;
    return cdy_batch_inverse_mass_matrix(r->model, batch, count, q, out, statuses, error);
}

static cdy_status many_forward_dynamics_vjp(const robot *r, cdy_batch *batch, size_t count, const double *q,
                                            const double *x, double *out, cdy_status *statuses, cdy_error *error)
{
    return cdy_batch_forward_dynamics_vjp(r->model, batch, count, q, NULL, x, NULL, x, out, NULL, NULL, statuses,
                                          error);
}

static cdy_status many_forward_derivatives(const robot *r, cdy_batch *batch, size_t count, const double *q,
                                           const double *x, double *out, cdy_status *statuses, cdy_error *error)
{
    static double others[2][9 * STATES];
    const cdy_forward_derivatives d = {out, others[0], others[1]};
    return cdy_batch_forward_dynamics_derivatives(r->model, batch, count, q, NULL, x, NULL, &d, statuses, error);
}

static const struct {
    many_call *call;
    size_t width; /* of a state's result */
    bool reads_x;
} many_calls[] = {{many_forward_dynamics, 3, true},
                  {many_inverse_mass_matrix, 9, false},
                  {many_forward_dynamics_vjp, 3, true},
                  {many_forward_derivatives, 9, true}};

/* In a batch of singular, faulty and regular states. */
START_TEST(rows_fail_as_before)
{
    enum { ROWS = 9 };
    robot r = make_sometimes_singular();
    cdy_specialize_options options = usual_options();
    ask_for_all(&options);
    cdy_specialization *code = specialize(r.model, &options);
    const size_t width = many_calls[_i].width;
    double q[3 * ROWS], x[3 * ROWS], general[9 * ROWS], special[9 * ROWS];
    cdy_status expected[ROWS], statuses[ROWS];
    cdy_batch *batch;
    cdy_error error, reason, other;
    for (int i = 0; i < 3 * ROWS; i++) {
        q[i] = 0.1 * (i + 1);
        x[i] = 1 - 0.2 * i;
    }
    q[3 * 2 + 1] = 0;       /* singular */
    q[3 * 4] = (double)NAN; /* refused */
    q[3 * 6] = 1e7;         /* an angle beyond those of lanes */
    x[3 * 7] = (double)INFINITY;
    ck_assert_ok(cdy_batch_create(r.model, NULL, &batch, &error), error);
    const cdy_status status = many_calls[_i].call(&r, batch, ROWS, q, x, general, expected, &reason);
    ck_assert_ok(cdy_batch_specialize(batch, code, &error), error);
    ck_assert_int_eq(many_calls[_i].call(&r, batch, ROWS, q, x, special, statuses, &other), status);
    ck_assert_str_eq(other.text, reason.text);
    ck_assert_mem_eq(statuses, expected, sizeof expected);
    for (size_t i = 0; i < ROWS; i++) {
        ck_assert_int_eq(expected[i] != CDY_OK, i == 2 || i == 4 || (many_calls[_i].reads_x && i == 7));
        ck_assert_int_eq(isnan(special[width * i]) != 0, expected[i] != CDY_OK);
        if (!expected[i]) {
            ck_assert_relative(special + width * i, general + width * i, width, 1e-9);
        }
    }
    cdy_batch_destroy(batch);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("specialize_failures");
    TCase *tests = add_compiling_case(suite, "specialize_failures");
    tcase_add_test(tests, states_fail_as_before);
    tcase_add_loop_test(tests, rows_fail_as_before, 0, sizeof many_calls / sizeof *many_calls);
    return run_suites(suite, NULL);
}
