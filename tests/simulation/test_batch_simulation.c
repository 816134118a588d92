/* Batches of simulations: each path beside that of a simulation of one robot, in lanes, on threads and in rows, and
 * what fails in one of them. */
#include "simulation/simulation_case.h"
#include "support/driven.h"

#include <stdint.h>
#include <stdlib.h>

enum { COUNT = 21, STEPS = 12 };

/* The arrays of a run; those of COUNT simulations of STEPS steps. */
typedef struct rows {
    double *q, *qd, *tau, *q_path, *qd_path;
    cdy_status statuses[COUNT];
} rows;

static double *draw_rows(uint64_t *state, size_t count, double size)
{
    double *numbers = calloc(count + 1, sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
    draw_array(state, size, numbers, (int)count);
    return numbers;
}

static rows make_rows(const robot *r, uint64_t seed)
{
    const size_t nq = (size_t)r->nq, nv = (size_t)r->nv;
    rows x = {.q = draw_rows(&seed, COUNT * nq, 1),
              .qd = draw_rows(&seed, COUNT * nv, 0.5),
              .tau = draw_rows(&seed, COUNT * STEPS * nv, 3),
              .q_path = draw_rows(&seed, COUNT * STEPS * nq, 1),
              .qd_path = draw_rows(&seed, COUNT * STEPS * nv, 1)};
    for (size_t i = 0; i < COUNT; i++) {
        cdy_random_configuration(r->model, &seed, x.q + i * nq);
    }
    return x;
}

static void free_rows(rows *x)
{
    free(x->q);
    free(x->qd);
    free(x->tau);
    free(x->q_path);
    free(x->qd_path);
}

static cdy_batch_simulation *make_batch(const robot *r, cdy_integrator integrator, int lanes, int threads,
                                        bool saturate)
{
    cdy_simulation_options o = cdy_simulation_options_default();
    cdy_batch_options b = cdy_batch_options_default();
    cdy_batch_simulation *made = NULL;
    cdy_error error = {0};
    o.integrator = integrator;
    o.step = 0.002;
    o.saturate = saturate;
    b.lanes = lanes;
    b.threads = threads;
    ck_assert_ok(cdy_batch_simulation_create(r->model, &o, &b, &made, &error), error);
    return made;
}

static cdy_status row_torque(void *user, double t, const double *q, const double *qd, double *tau)
{
    const double *const *held = user;
    (void)t, (void)q, (void)qd;
    for (int i = 0; i < (int)(held[1] - held[0]); i++) {
        tau[i] = held[0][i];
    }
    return CDY_OK;
}

/* Compares the path of a row with a simulation whose law gives the row's torques. */
static void check_path(const robot *r, cdy_integrator integrator, bool saturate, const rows *x, size_t row,
                       double tolerance)
{
    const size_t nq = (size_t)r->nq, nv = (size_t)r->nv;
    const double *held[2];
    cdy_simulation_options o = cdy_simulation_options_default();
    cdy_simulation *s = NULL;
    cdy_error error = {0};
    o.integrator = integrator;
    o.step = 0.002;
    o.saturate = saturate;
    o.control = row_torque;
    o.control_user = held;
    o.sampled_control = true;
    ck_assert_ok(cdy_simulation_create(r->model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0, x->q + row * nq, x->qd + row * nv, &error), error);
    for (size_t k = 0; k < STEPS; k++) {
        held[0] = x->tau + (row * STEPS + k) * nv;
        held[1] = held[0] + nv;
        run(s, 1);
        ck_assert_near(x->q_path + (row * STEPS + k) * nq, cdy_simulation_q(s), nq, tolerance);
        ck_assert_near(x->qd_path + (row * STEPS + k) * nv, cdy_simulation_qd(s), nv, tolerance);
    }
    cdy_simulation_destroy(s);
}

/* Random trees with all types of joints and with followers, some with drives, by every integrator. */
START_TEST(paths_are_those_of_simulations)
{
    const cdy_integrator integrator = integrators[_i % INTEGRATORS];
    const int kind = _i / INTEGRATORS;
    const bool saturate = kind == 2;
    cdy_error error = {0};
    SKIP_WITHOUT(integrator);
    robot r = make_robot(random_tree((uint64_t)(31 + kind), 6, kind ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE));
    if (kind == 1) {
        cdy_drive_options o = all_drives();
        set_drives(&r, o);
    }
    rows x = make_rows(&r, 5);
    cdy_batch_simulation *batch = make_batch(&r, integrator, 0, 2, saturate);
    ck_assert_ok(
        cdy_batch_simulation_run(batch, COUNT, STEPS, x.q, x.qd, x.tau, x.q_path, x.qd_path, x.statuses, &error),
        error);
    for (size_t row = 0; row < COUNT; row++) {
        ck_assert_int_eq(x.statuses[row], CDY_OK);
        check_path(&r, integrator, saturate, &x, row, 1e-9);
    }
    cdy_batch_simulation_destroy(batch);
    free_rows(&x);
    free_robot(&r);
}
END_TEST

/* The bits of a path depend neither on the number of simulations and threads nor on the place of a row. */
START_TEST(paths_do_not_depend_on_their_neighbours)
{
    const cdy_integrator integrator = _i % 2 ? CDY_RK4 : CDY_SEMI_IMPLICIT_EULER;
    robot r = make_robot(random_tree(41, 7, _i / 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE));
    const size_t nq = (size_t)r.nq, nv = (size_t)r.nv;
    rows x = make_rows(&r, 6);
    double *q_path = calloc(STEPS * nq + 1, sizeof *q_path), *qd_path = calloc(STEPS * nv + 1, sizeof *qd_path);
    cdy_error error = {0};
    cdy_batch_simulation *many = make_batch(&r, integrator, 0, 3, false),
                         *one = make_batch(&r, integrator, 0, 1, false);
    ck_assert_ok(cdy_batch_simulation_run(many, COUNT, STEPS, x.q, x.qd, x.tau, x.q_path, x.qd_path, NULL, &error),
                 error);
    for (size_t row = 0; row < COUNT; row += 4) {
        ck_assert_ok(cdy_batch_simulation_run(one, 1, STEPS, x.q + row * nq, x.qd + row * nv, x.tau + row * STEPS * nv,
                                              q_path, qd_path, NULL, &error),
                     error);
        ck_assert_mem_eq(q_path, x.q_path + row * STEPS * nq, STEPS * nq * sizeof *q_path);
        ck_assert_mem_eq(qd_path, x.qd_path + row * STEPS * nv, STEPS * nv * sizeof *qd_path);
    }
    cdy_batch_simulation_destroy(many);
    cdy_batch_simulation_destroy(one);
    free(q_path);
    free(qd_path);
    free_rows(&x);
    free_robot(&r);
}
END_TEST

/* Without arrays the robots begin at home at rest without torques; one path alone may be wanted. */
START_TEST(arrays_that_are_left_out_have_defaults)
{
    robot r = make_robot(random_tree(43, 5, RANDOM_JOINTS_ALL));
    const size_t nq = (size_t)r.nq, nv = (size_t)r.nv;
    rows x = make_rows(&r, 7), none = make_rows(&r, 8);
    cdy_error error = {0};
    cdy_batch_simulation *batch = make_batch(&r, integrators[_i], 0, 1, false);
    for (size_t row = 0; row < COUNT; row++) {
        cdy_home_configuration(r.model, x.q + row * nq);
    }
    memset(x.qd, 0, COUNT * nv * sizeof *x.qd);
    memset(x.tau, 0, COUNT * STEPS * nv * sizeof *x.tau);
    ck_assert_ok(cdy_batch_simulation_run(batch, COUNT, STEPS, x.q, x.qd, x.tau, x.q_path, x.qd_path, NULL, &error),
                 error);
    ck_assert_ok(cdy_batch_simulation_run(batch, COUNT, STEPS, NULL, NULL, NULL, none.q_path, NULL, NULL, &error),
                 error);
    ck_assert_ok(cdy_batch_simulation_run(batch, COUNT, STEPS, NULL, NULL, NULL, NULL, none.qd_path, NULL, &error),
                 error);
    ck_assert_near(none.q_path, x.q_path, COUNT * STEPS * nq, 1e-12);
    ck_assert_near(none.qd_path, x.qd_path, COUNT * STEPS * nv, 1e-12);
    ck_assert_ok(cdy_batch_simulation_run(batch, 0, STEPS, NULL, NULL, NULL, none.q_path, NULL, NULL, &error), error);
    ck_assert_ok(cdy_batch_simulation_run(batch, COUNT, 0, NULL, NULL, NULL, none.q_path, NULL, NULL, &error), error);
    ck_assert_near(none.q_path, x.q_path, COUNT * STEPS * nq, 1e-12);
    cdy_batch_simulation_destroy(batch);
    free_rows(&x);
    free_rows(&none);
    free_robot(&r);
}
END_TEST

static bool is_lost(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isnan(numbers[i])) {
            return false;
        }
    }
    return true;
}

/* A start, a velocity and a torque that are no numbers, a motion beyond bounds: their rows end, the others do not
 * notice. */
START_TEST(failures_end_their_row_alone)
{
    const cdy_integrator integrator = integrators[_i];
    SKIP_WITHOUT(integrator);
    if (integrator == CDY_CVODE || integrator == CDY_CVODE_STIFF) {
        return; /* steps of large torques take them long */
    }
    robot r = make_robot(random_tree(44, 5, RANDOM_JOINTS_ONE_DEGREE));
    const size_t nq = (size_t)r.nq, nv = (size_t)r.nv;
    rows x = make_rows(&r, 9), whole = make_rows(&r, 9);
    cdy_error error = {0};
    cdy_batch_simulation *batch = make_batch(&r, integrator, 0, 2, false);
    ck_assert_ok(cdy_batch_simulation_run(batch, COUNT, STEPS, whole.q, whole.qd, whole.tau, whole.q_path,
                                          whole.qd_path, NULL, &error),
                 error);
    x.q[7 * nq] = (double)NAN;
    x.qd[9 * nv] = HUGE_VAL;
    x.tau[(2 * STEPS + 5) * nv] = (double)NAN;
    x.tau[(11 * STEPS + 3) * nv] = 1e308;
    const cdy_status status =
        cdy_batch_simulation_run(batch, COUNT, STEPS, x.q, x.qd, x.tau, x.q_path, x.qd_path, x.statuses, &error);
    ck_assert_int_eq(status, CDY_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "row 2: the torque of step 5 has a number that is not finite");
    for (size_t row = 0; row < COUNT; row++) {
        const size_t first = row == 2 ? 5 : row == 7 || row == 9 ? 0 : row == 11 ? 3 : STEPS;
        const double *q = x.q_path + row * STEPS * nq, *qd = x.qd_path + row * STEPS * nv;
        ck_assert_near(q, whole.q_path + row * STEPS * nq, first * nq, 1e-12);
        ck_assert_near(qd, whole.qd_path + row * STEPS * nv, first * nv, 1e-12);
        if (row == 11) {
            ck_assert_int_eq(x.statuses[row], CDY_ERROR_NUMERIC);
            ck_assert(is_lost(q + (STEPS - 1) * nq, nq) && is_lost(qd + (STEPS - 1) * nv, nv));
        } else {
            ck_assert_int_eq(x.statuses[row], first < STEPS ? CDY_ERROR_ARGUMENT : CDY_OK);
            ck_assert(is_lost(q + first * nq, (STEPS - first) * nq));
            ck_assert(is_lost(qd + first * nv, (STEPS - first) * nv));
        }
    }
    cdy_batch_simulation_destroy(batch);
    free_rows(&x);
    free_rows(&whole);
    free_robot(&r);
}
END_TEST

/* A body that turns by more than 1 rad in a step ends its row in RK4, with the message of the simulation. */
START_TEST(turns_end_their_row)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 0);
    cdy_body body = make_body("ball", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 3, 0, 0, 0, (double[6]){0.2, 0, 0, 0.2, 0, 0.2});
    add_body(tree, &body, "world");
    robot r = make_robot(tree);
    const double qd[3][6] = {{0, 400, 0}, {600, 0, 0}, {0, 0, 300}};
    double path[3 * 7];
    cdy_batch_simulation *batch = make_batch(&r, CDY_RK4, 0, 1, false);
    ck_assert_fails(cdy_batch_simulation_run(batch, 3, 1, NULL, qd[0], NULL, path, NULL, NULL, &error),
                    CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text, "row 1: at t = 0.002 s a body turns by more than 1 rad within a step"), "%s",
                  error.text);
    ck_assert(is_lost(path + 7, 7));
    ck_assert_double_eq_tol(path[0], cos(0.4), 1e-12);
    ck_assert_double_eq_tol(path[14], cos(0.3), 1e-12);
    cdy_batch_simulation_destroy(batch);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    robot r = make_pendulum();
    cdy_simulation_options o = cdy_simulation_options_default();
    cdy_batch_options b = cdy_batch_options_default();
    cdy_batch_simulation *made = NULL;
    cdy_error error = {0};
    double path[1];
    ck_assert_fails(cdy_batch_simulation_create(NULL, &o, &b, &made, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_simulation_create(r.model, &o, &b, NULL, &error), CDY_ERROR_ARGUMENT, error);
    o.control = row_torque;
    ck_assert_fails(cdy_batch_simulation_create(r.model, &o, &b, &made, &error), CDY_ERROR_ARGUMENT, error);
    o.control = NULL;
    o.step = 0;
    ck_assert_fails(cdy_batch_simulation_create(r.model, &o, &b, &made, &error), CDY_ERROR_ARGUMENT, error);
    o.step = 0.001;
    o.integrator = CDY_RK4;
    b.lanes = 3;
    ck_assert_fails(cdy_batch_simulation_create(r.model, &o, &b, &made, &error), CDY_ERROR_ARGUMENT, error);
    b.lanes = 0;
    b.threads = -1;
    ck_assert_fails(cdy_batch_simulation_create(r.model, &o, &b, &made, &error), CDY_ERROR_ARGUMENT, error);
    b.threads = 1;
    b.layout = CDY_BATCH_LANES;
    ck_assert_fails(cdy_batch_simulation_create(r.model, &o, &b, &made, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(made);
    ck_assert_ok(cdy_batch_simulation_create(r.model, NULL, NULL, &made, &error), error);
    ck_assert_fails(cdy_batch_simulation_run(NULL, 1, 1, NULL, NULL, NULL, path, NULL, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_simulation_run(made, 1, 1, NULL, NULL, NULL, NULL, NULL, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_simulation_run(made, SIZE_MAX / 8, 8, NULL, NULL, NULL, path, NULL, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_simulation_run(made, SIZE_MAX, 0, NULL, NULL, NULL, path, NULL, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    cdy_batch_simulation_destroy(made);
    cdy_batch_simulation_destroy(NULL);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_simulation");
    TCase *tests = tcase_create("paths");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, paths_are_those_of_simulations, 0, 3 * INTEGRATORS);
    tcase_add_loop_test(tests, paths_do_not_depend_on_their_neighbours, 0, 4);
    tcase_add_loop_test(tests, arrays_that_are_left_out_have_defaults, 0, 3);
    tests = tcase_create("failures");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, failures_end_their_row_alone, 0, INTEGRATORS);
    tcase_add_test(tests, turns_end_their_row);
    tcase_add_test(tests, wrong_arguments_are_refused);
    return run_suites(suite, NULL);
}
