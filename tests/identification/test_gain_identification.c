/* Identification of gains: drives that give more or less torque a unit of effort than stated come back from recordings
 * with and without a load of known mass. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/recording.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 6, MOST = 64, ROWS = 1500 };

static const cdy_payload load = {
    .mass = 2.8, .center_of_mass = {0.03, 0.16, 0.05}, .inertia = {0.02, 0.03, 0.025, 0.002, -0.001, 0.003}};

typedef struct arm {
    robot empty, loaded, given;
    int frame;
    double gains[JOINTS];
} arm;

/* An arm whose bodies are not those of its file. */
static arm make_arm(uint64_t *state, double spread)
{
    cdy_error error = {0};
    arm a = {.given = load_bundled_robot("universalUR5e")};
    double *other = other_parameters(&a.given, *state);
    for (int i = 0; i < 2; i++) {
        cdy_tree *tree;
        double gravity[3];
        robot *r = i == 0 ? &a.empty : &a.loaded;
        ck_assert_ok(cdy_tree_apply_parameters(a.given.tree, a.given.model, NULL, other, &tree, &error), error);
        *r = make_robot(tree);
        cdy_model_get_gravity(a.given.model, gravity);
        ck_assert_ok(cdy_model_set_gravity(r->model, gravity, &error), error);
    }
    ck_assert_ok(cdy_model_require_frame(a.given.model, "tool0", &a.frame, &error), error);
    ck_assert_ok(cdy_model_set_payload(a.loaded.model, a.frame, &load, &error), error);
    for (int i = 0; i < JOINTS; i++) {
        a.gains[i] = 1.13 * (1 + spread * draw_normal(state));
    }
    free(other);
    return a;
}

static void free_arm(arm *a)
{
    free_robot(&a->empty);
    free_robot(&a->loaded);
    free_robot(&a->given);
}

static cdy_gain_identification *make_identification_of(const arm *a, const double *nominal, bool center)
{
    cdy_error error = {0};
    cdy_gain_identification *id;
    cdy_gain_identification_options options = cdy_gain_identification_options_default();
    options.frame = a->frame;
    options.load = load;
    options.nominal = nominal;
    options.center_is_known = center;
    ck_assert_ok(cdy_gain_identification_create(a->given.model, &options, &id, &error), error);
    return id;
}

/* Rows in which the joints rub, efforts in units of the gains. */
static void record_arm(arm *a, cdy_gain_identification *id, bool loaded, double noise, uint64_t *state)
{
    cdy_error error = {0};
    robot *r = loaded ? &a->loaded : &a->empty;
    double q[MOST], qd[MOST], qdd[MOST], effort[MOST];
    for (int row = 0; row < ROWS; row++) {
        draw_state(r, state, q, qd, qdd);
        ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, NULL, effort, &error), error);
        for (int i = 0; i < JOINTS; i++) {
            effort[i] += 2 * qd[i] + (qd[i] > 0 ? 3 : -3) + 0.2 * qdd[i] + 0.3 + noise * draw_normal(state);
            effort[i] /= a->gains[i];
        }
        ck_assert_ok(cdy_gain_identification_add(id, loaded, q, qd, qdd, NULL, effort, NULL, &error), error);
    }
}

static void record_both(arm *a, cdy_gain_identification *id, double noise, uint64_t *state)
{
    record_arm(a, id, false, noise, state);
    record_arm(a, id, true, noise, state);
}

/* Gains come back within their deviations, which are small; what is not known of the load is found. */
START_TEST(gains_come_back)
{
    static const double ones[JOINTS] = {1, 1, 1, 1, 1, 1};
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 1;
    arm a = make_arm(&state, 0.02);
    cdy_gain_identification *id = make_identification_of(&a, _i % 3 == 2 ? NULL : ones, _i % 2 == 1);
    cdy_gain_identification_result result;
    record_both(&a, id, 0.2, &state);
    ck_assert_ok(cdy_gain_identification_solve(id, &result, &error), error);
    ck_assert_uint_eq(result.rows, 2 * ROWS);
    for (int i = 0; i < JOINTS; i++) {
        ck_assert_msg(fabs(result.gains[i] - a.gains[i]) < 4.5 * result.deviations[i], "joint %d: %g +- %g, not %g", i,
                      result.gains[i], result.deviations[i], a.gains[i]);
        ck_assert_double_lt(result.deviations[i], 0.05);
        ck_assert_double_eq_tol(result.joint_rms[i], 0.22, 0.03); /* the sign of the velocity is made smooth */
    }
    ck_assert_double_eq_tol(result.load.mass, load.mass, 1e-12);
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(result.load.center_of_mass[k], load.center_of_mass[k], 0.01);
    }
    cdy_gain_identification_destroy(id);
    free_arm(&a);
}
END_TEST

/* The gain of a current may be any number, also one of a drive that is mounted the other way round. */
START_TEST(currents_have_gains_of_any_size)
{
    cdy_error error = {0};
    uint64_t state = 77;
    arm a = make_arm(&state, 0);
    const double gains[JOINTS] = {10, -10.7, 8.5, 9, 9.5, -0.1};
    cdy_gain_identification *id = make_identification_of(&a, NULL, false);
    cdy_gain_identification_result result;
    for (int i = 0; i < JOINTS; i++) {
        a.gains[i] = gains[i];
    }
    record_both(&a, id, 0.02, &state);
    ck_assert_ok(cdy_gain_identification_solve(id, &result, &error), error);
    for (int i = 0; i < JOINTS; i++) {
        ck_assert_double_eq_tol(result.gains[i] / gains[i], 1, 0.02);
    }
    cdy_gain_identification_destroy(id);
    free_arm(&a);
}
END_TEST

/* Adds a smooth motion, whose rows resemble each other, of an arm that rubs. */
static void record_smoothly(arm *a, cdy_gain_identification *id, int seed, uint64_t *state)
{
    enum { HARMONICS = 4 };
    const double pi = acos(-1), duration = 10, friction = seed % 3 == 0 ? 8 : 2, noise = seed % 2 ? 0.05 : 0;
    cdy_error error = {0};
    double size[JOINTS][HARMONICS], phase[JOINTS][HARMONICS], effort[MOST];
    for (int i = 0; i < JOINTS; i++) {
        for (int k = 0; k < HARMONICS; k++) {
            size[i][k] = 0.7 * draw_normal(state) / (k + 1);
            phase[i][k] = pi * draw_normal(state);
        }
    }
    for (int row = 0; row < 2 * ROWS; row++) {
        double q[MOST] = {0}, qd[MOST] = {0}, qdd[MOST] = {0};
        robot *r = row < ROWS ? &a->empty : &a->loaded;
        for (int i = 0; i < JOINTS; i++) {
            for (int k = 0; k < HARMONICS; k++) {
                const double w = 2 * pi * (k + 1) / duration, t = (row % ROWS) * duration / (double)ROWS,
                             s = size[i][k];
                q[i] += s * sin(w * t + phase[i][k]);
                qd[i] += s * w * cos(w * t + phase[i][k]);
                qdd[i] -= s * w * w * sin(w * t + phase[i][k]);
            }
        }
        ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, NULL, effort, &error), error);
        for (int i = 0; i < JOINTS; i++) {
            effort[i] += friction * (qd[i] + tanh(qd[i] / 0.002)) + noise * draw_normal(state);
            effort[i] /= a->gains[i];
        }
        ck_assert_ok(cdy_gain_identification_add(id, row >= ROWS, q, qd, qdd, NULL, effort, NULL, &error), error);
    }
}

/* Gains of any size and sign that nothing states come back; where a motion tells them too badly, the refusal says what
 * to do. */
START_TEST(smooth_motions_tell_gains_that_nothing_states)
{
    static const double gains[JOINTS] = {10, -11, 8, 9, 9.5, 0.5};
    const int arms = UNLESS_WATCHED(12, 2);
    int solved = 0;
    for (int seed = 0; seed < arms; seed++) {
        cdy_error error = {0};
        uint64_t state = (uint64_t)seed + 400;
        arm a = make_arm(&state, 0);
        cdy_gain_identification *id = make_identification_of(&a, NULL, false);
        cdy_gain_identification_result result;
        memcpy(a.gains, gains, sizeof gains);
        record_smoothly(&a, id, seed, &state);
        const cdy_status status = cdy_gain_identification_solve(id, &result, &error);
        ck_assert_msg(!status || strstr(error.text, "nominal gains, as current_gain"), "%s", error.text);
        for (int i = 0; i < JOINTS && !status; i++) {
            ck_assert_msg(fabs(result.gains[i] / gains[i] - 1) < 0.02 + 4 * result.deviations[i] / fabs(gains[i]),
                          "joint %d: %g +- %g, not %g", i, result.gains[i], result.deviations[i], gains[i]);
        }
        solved += status == CDY_OK;
        cdy_gain_identification_destroy(id);
        free_arm(&a);
    }
    ck_assert_int_ge(solved, arms * 3 / 4);
}
END_TEST

/* Efforts that are exact, or nearly so, tell the gains as well as any: the iteration has an end. */
START_TEST(nearly_exact_efforts_tell_gains)
{
    static const double noises[] = {0, 1e-12, 1e-9, 1e-6, 1e-4, 1e-3};
    static const double ones[JOINTS] = {1, 1, 1, 1, 1, 1};
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 30;
    const double noise = noises[_i % 6];
    arm a = make_arm(&state, 0.02);
    cdy_gain_identification *id = make_identification_of(&a, _i < 6 ? ones : NULL, false);
    cdy_gain_identification_result result;
    double q[MOST], qd[MOST], qdd[MOST], effort[MOST];
    for (int row = 0; row < ROWS; row++) {
        robot *r = row % 2 ? &a.loaded : &a.empty;
        draw_state(r, &state, q, qd, qdd);
        ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, NULL, effort, &error), error);
        for (int i = 0; i < JOINTS; i++) {
            effort[i] = (effort[i] + noise * draw_normal(&state)) / a.gains[i];
        }
        ck_assert_ok(cdy_gain_identification_add(id, row % 2 == 1, q, qd, qdd, NULL, effort, NULL, &error), error);
    }
    ck_assert_ok(cdy_gain_identification_solve(id, &result, &error), error);
    for (int i = 0; i < JOINTS; i++) {
        ck_assert_double_eq_tol(result.gains[i], a.gains[i], 1e-6 + 0.1 * noise);
    }
    cdy_gain_identification_destroy(id);
    free_arm(&a);
}
END_TEST

/* Residuals that hold on for many rows tell less: deviations grow by the root of their length. */
START_TEST(rows_that_hang_together_count_less)
{
    static const double ones[JOINTS] = {1, 1, 1, 1, 1, 1};
    cdy_error error = {0};
    double deviations[2];
    for (int k = 0; k < 2; k++) {
        uint64_t state = 5;
        arm a = make_arm(&state, 0.02);
        cdy_gain_identification *id = make_identification_of(&a, ones, false);
        cdy_gain_identification_result result;
        double q[MOST], qd[MOST], qdd[MOST], effort[MOST], rest[JOINTS] = {0};
        for (int row = 0; row < 2 * ROWS; row++) {
            robot *r = row < ROWS ? &a.empty : &a.loaded;
            draw_state(r, &state, q, qd, qdd);
            ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, NULL, effort, &error), error);
            for (int i = 0; i < JOINTS; i++) {
                const double drawn = draw_normal(&state);
                rest[i] = k == 0 || row % 10 == 0 ? 0.2 * drawn : rest[i];
                effort[i] = (effort[i] + rest[i]) / a.gains[i];
            }
            ck_assert_ok(cdy_gain_identification_add(id, row >= ROWS, q, qd, qdd, NULL, effort, NULL, &error), error);
        }
        ck_assert_ok(cdy_gain_identification_solve(id, &result, &error), error);
        deviations[k] = result.deviations[1];
        cdy_gain_identification_destroy(id);
        free_arm(&a);
    }
    ck_assert_double_gt(deviations[1] / deviations[0], 2.2);
    ck_assert_double_lt(deviations[1] / deviations[0], 4.5);
}
END_TEST

START_TEST(faults_are_refused)
{
    cdy_error error = {0};
    uint64_t state = 9;
    arm a = make_arm(&state, 0);
    const double zero[JOINTS] = {0};
    double effort[MOST] = {0};
    cdy_gain_identification *id = NULL;
    cdy_gain_identification_options options = cdy_gain_identification_options_default();
    ck_assert_fails(cdy_gain_identification_create(a.given.model, &options, &id, &error), CDY_ERROR_ARGUMENT, error);
    options.frame = a.frame;
    ck_assert_fails(cdy_gain_identification_create(a.given.model, &options, &id, &error), CDY_ERROR_ARGUMENT, error);
    options.load.mass = 1;
    options.nominal = zero;
    ck_assert_fails(cdy_gain_identification_create(a.given.model, &options, &id, &error), CDY_ERROR_ARGUMENT, error);
    options.nominal = NULL;
    options.spread = 0;
    ck_assert_fails(cdy_gain_identification_create(a.given.model, &options, &id, &error), CDY_ERROR_ARGUMENT, error);
    options.spread = 1;
    options.inertia_is_known = true;
    ck_assert_fails(cdy_gain_identification_create(a.given.model, &options, &id, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(id);
    id = make_identification_of(&a, NULL, false);
    ck_assert_fails(cdy_gain_identification_solve(id, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ok(cdy_gain_identification_add(id, true, NULL, NULL, NULL, NULL, effort, NULL, &error), error);
    ck_assert_fails(cdy_gain_identification_solve(id, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ok(cdy_gain_identification_add(id, false, NULL, NULL, NULL, NULL, effort, NULL, &error), error);
    ck_assert_fails(cdy_gain_identification_solve(id, NULL, &error), CDY_ERROR_NUMERIC, error); /* nothing moves */
    effort[1] = (double)NAN;
    ck_assert_fails(cdy_gain_identification_add(id, true, NULL, NULL, NULL, NULL, effort, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_gain_identification_solve(NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_gain_identification_destroy(id);
    cdy_gain_identification_destroy(NULL);
    free_arm(&a);
}
END_TEST

/* Creates, fills and solves an identification. */
static cdy_status identify(arm *a)
{
    cdy_error error = {0};
    cdy_gain_identification *id = NULL;
    cdy_gain_identification_options options = cdy_gain_identification_options_default();
    const double nominal[JOINTS] = {1, 1, 1, 1, 1, 1};
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    uint64_t state = 4;
    options.frame = a->frame;
    options.load = load;
    options.nominal = nominal;
    cdy_status status = cdy_gain_identification_create(a->given.model, &options, &id, &error);
    for (int row = 0; row < 120 && !status; row++) {
        robot *r = row % 2 ? &a->loaded : &a->empty;
        for (int i = 0; i < JOINTS; i++) {
            q[i] = draw_normal(&state);
            qd[i] = draw_normal(&state);
            qdd[i] = draw_normal(&state);
        }
        status = cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, NULL, tau, &error);
        for (int i = 0; i < JOINTS; i++) {
            tau[i] += 0.1 * draw_normal(&state);
        }
        status = status ? status : cdy_gain_identification_add(id, row % 2, q, qd, qdd, NULL, tau, NULL, &error);
    }
    status = status ? status : cdy_gain_identification_solve(id, NULL, &error);
    cdy_gain_identification_destroy(id);
    return status;
}

START_TEST(each_failing_allocation_is_reported)
{
    uint64_t state = 2;
    arm a = make_arm(&state, 0);
    bool failed = heap_is_counted();
    ck_assert_int_eq(identify(&a), CDY_OK);
    for (size_t number = 1; failed; number++) {
        const size_t live = heap_count().live;
        heap_fail_at(number);
        const cdy_status status = identify(&a);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_msg(status == (failed ? CDY_ERROR_MEMORY : CDY_OK), "allocation %zu: status %d", number, (int)status);
        ck_assert_uint_eq(heap_count().live, live);
    }
    free_arm(&a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gain_identification");
    TCase *tests = tcase_create("gain_identification");
    tcase_add_loop_test(tests, gains_come_back, 0, UNLESS_WATCHED(12, 3));
    tcase_add_test(tests, currents_have_gains_of_any_size);
    tcase_add_test(tests, smooth_motions_tell_gains_that_nothing_states);
    tcase_add_loop_test(tests, nearly_exact_efforts_tell_gains, 0, UNLESS_WATCHED(12, 3));
    tcase_add_test(tests, rows_that_hang_together_count_less);
    tcase_add_test(tests, faults_are_refused);
    tcase_add_test(tests, each_failing_allocation_is_reported);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
