/* Estimation of a payload: what a robot carries comes back from its torques, with errors of the size that the
 * deviations state, as a body that can exist. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/recording.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 6, MOST = 64 };

static const cdy_payload box = {
    .mass = 2.8, .center_of_mass = {0.03, 0.16, 0.05}, .inertia = {0.02, 0.03, 0.025, 0.002, -0.001, 0.003}};

typedef struct scene {
    robot loaded, empty;
    void *memory;
    cdy_payload_estimator *estimator;
    int frame;
} scene;

static scene make_scene(const cdy_payload *payload, double horizon)
{
    cdy_error error = {0};
    scene s = {.loaded = load_bundled_robot("universalUR5e"), .empty = load_bundled_robot("universalUR5e")};
    ck_assert_ok(cdy_model_require_frame(s.empty.model, "tool0", &s.frame, &error), error);
    ck_assert_ok(cdy_model_set_payload(s.loaded.model, s.frame, payload, &error), error);
    s.memory = malloc(cdy_payload_estimator_size(s.empty.model));
    ck_assert_ok(cdy_payload_estimator_init(s.memory, cdy_payload_estimator_size(s.empty.model), s.empty.model, s.frame,
                                            horizon, &s.estimator, &error),
                 error);
    return s;
}

static void free_scene(scene *s)
{
    free(s->memory);
    free_robot(&s->loaded);
    free_robot(&s->empty);
}

static void record_loaded(scene *s, int rows, double noise, uint64_t *state)
{
    cdy_error error = {0};
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    for (int row = 0; row < rows; row++) {
        draw_state(&s->loaded, state, q, qd, qdd);
        ck_assert_ok(cdy_inverse_dynamics(s->loaded.model, s->loaded.work, q, qd, qdd, NULL, tau, &error), error);
        for (int i = 0; i < JOINTS; i++) {
            tau[i] += noise > 0 ? noise * draw_normal(state) : 0;
        }
        ck_assert_ok(
            cdy_payload_estimator_add(s->estimator, s->empty.model, s->empty.work, q, qd, qdd, NULL, tau, NULL, &error),
            error);
    }
}

/* Without noise the payload comes back whole, also one that is the change of a payload which the model has. */
START_TEST(exact_torques_give_the_payload)
{
    cdy_error error = {0};
    uint64_t state = 1;
    scene s = make_scene(&box, 0);
    cdy_payload_estimate found;
    if (_i == 1) {
        const cdy_payload guess = {.mass = 1, .center_of_mass = {0, 0, 0.1}};
        ck_assert_ok(cdy_model_set_payload(s.empty.model, s.frame, &guess, &error), error);
        ck_assert_ok(cdy_payload_estimator_init(s.memory, cdy_payload_estimator_size(s.empty.model), s.empty.model,
                                                s.frame, 0, &s.estimator, &error),
                     error);
    }
    record_loaded(&s, 50, 0, &state);
    ck_assert_ok(cdy_payload_estimator_solve(s.estimator, &found, &error), error);
    ck_assert_double_eq_tol(found.payload.mass, box.mass, 1e-5);
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(found.payload.center_of_mass[k], box.center_of_mass[k], 1e-5);
    }
    for (int k = 0; k < 6; k++) {
        ck_assert_double_eq_tol(found.payload.inertia[k], box.inertia[k], 1e-5);
    }
    ck_assert_double_eq(found.consistency_cost, 0);
    ck_assert_double_eq(found.torques, 50 * JOINTS);
    free_scene(&s);
}
END_TEST

/* What rounding leaves of the inertia of a point is none that a model would refuse. */
START_TEST(a_point_comes_back_as_one_that_a_robot_takes)
{
    static const cdy_payload point = {.mass = 2, .center_of_mass = {0.01, 0.02, 0.1}};
    cdy_error error = {0};
    uint64_t state = 2;
    scene s = make_scene(&point, 0);
    cdy_payload_estimate found;
    record_loaded(&s, 50, 0, &state);
    ck_assert_ok(cdy_payload_estimator_solve(s.estimator, &found, &error), error);
    ck_assert_double_eq_tol(found.payload.mass, point.mass, 1e-5);
    ck_assert_ok(cdy_model_set_payload(s.empty.model, s.frame, &found.payload, &error), error);
    free_scene(&s);
}
END_TEST

/* The squares of the errors in parts of the deviations have the mean 1 that a normal error has: of 10 numbers and 40
 * recordings 400 squares, whose mean deviates by sqrt(2/400) = 0.07; those of one recording depend on each other. */
START_TEST(errors_have_the_size_of_the_deviations)
{
    enum { RECORDINGS = 40 };
    cdy_error error = {0};
    double sum = 0, noise = 0;
    for (int seed = 0; seed < RECORDINGS; seed++) {
        uint64_t state = (uint64_t)seed + 100;
        scene s = make_scene(&box, 0);
        cdy_payload_estimate found;
        record_loaded(&s, 200, 0.05, &state);
        ck_assert_ok(cdy_payload_estimator_solve(s.estimator, &found, &error), error);
        const double e = (found.payload.mass - box.mass) / found.mass_deviation;
        sum += e * e;
        noise += found.noise / (double)RECORDINGS;
        for (int k = 0; k < 3; k++) {
            const double d = found.payload.center_of_mass[k] - box.center_of_mass[k];
            sum += d * d / found.center_of_mass_deviation[k] / found.center_of_mass_deviation[k];
        }
        for (int k = 0; k < 6; k++) {
            const double d = found.payload.inertia[k] - box.inertia[k];
            sum += d * d / found.inertia_deviation[k] / found.inertia_deviation[k];
        }
        free_scene(&s);
    }
    ck_assert_double_eq_tol(noise, 0.05, 0.001);
    ck_assert_double_gt(sum / (double)RECORDINGS / 10, 0.7);
    ck_assert_double_lt(sum / (double)RECORDINGS / 10, 1.3);
}
END_TEST

/* Noise as large as the torques of a small body makes estimates that no body has; what comes back can be carried. */
START_TEST(what_comes_back_can_exist)
{
    const cdy_payload point = {.mass = 1, .center_of_mass = {0, 0, 0.05}};
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 7;
    scene s = make_scene(&point, 0);
    cdy_payload_estimate found;
    record_loaded(&s, 100, 1, &state);
    ck_assert_ok(cdy_payload_estimator_solve(s.estimator, &found, &error), error);
    ck_assert_ok(cdy_model_set_payload(s.empty.model, s.frame, &found.payload, &error), error);
    ck_assert_double_gt(found.consistency_cost, 0);
    ck_assert_double_lt(found.consistency_cost, 6);
    ck_assert_double_le(fabs(found.payload.mass - 1), 5 * found.mass_deviation);
    free_scene(&s);
}
END_TEST

/* With a horizon, the estimate follows a load that is put down. */
START_TEST(old_rows_fade)
{
    cdy_error error = {0};
    uint64_t state = 3;
    scene s = make_scene(&box, 20);
    cdy_payload_estimate found;
    record_loaded(&s, 200, 0.01, &state);
    ck_assert_ok(cdy_payload_estimator_solve(s.estimator, &found, &error), error);
    ck_assert_double_eq_tol(found.payload.mass, box.mass, 0.02);
    ck_assert_double_eq_tol(found.torques, (double)JOINTS / (1 - exp(-1 / 20.0)), 1);
    ck_assert_ok(cdy_model_set_payload(s.loaded.model, s.frame, NULL, &error), error);
    record_loaded(&s, 400, 0.01, &state);
    ck_assert_ok(cdy_payload_estimator_solve(s.estimator, &found, &error), error);
    ck_assert_double_eq_tol(found.payload.mass, 0, 0.02);
    free_scene(&s);
}
END_TEST

/* A joint of weight 0 has no part in the estimate. */
START_TEST(a_torque_can_be_left_out)
{
    cdy_error error = {0};
    uint64_t state = 5;
    scene s = make_scene(&box, 0);
    cdy_payload_estimate found;
    const double weights[JOINTS] = {1, 0, 1, 1, 1, 1};
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    for (int row = 0; row < 50; row++) {
        draw_state(&s.loaded, &state, q, qd, qdd);
        ck_assert_ok(cdy_inverse_dynamics(s.loaded.model, s.loaded.work, q, qd, qdd, NULL, tau, &error), error);
        tau[1] = 1000;
        ck_assert_ok(
            cdy_payload_estimator_add(s.estimator, s.empty.model, s.empty.work, q, qd, qdd, NULL, tau, weights, &error),
            error);
    }
    ck_assert_ok(cdy_payload_estimator_solve(s.estimator, &found, &error), error);
    ck_assert_double_eq_tol(found.payload.mass, box.mass, 1e-5);
    ck_assert_double_eq(found.torques, 50.0 * (JOINTS - 1));
    free_scene(&s);
}
END_TEST

START_TEST(a_controller_needs_no_heap)
{
    cdy_error error = {0};
    uint64_t state = 9;
    scene s = make_scene(&box, 0);
    cdy_payload_estimate found = {.noise = 0};
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST] = {5, 50, 20, 3, 2, 1};
    record_loaded(&s, 20, 0.1, &state);
    draw_state(&s.loaded, &state, q, qd, qdd);
    const size_t before = heap_count().calls;
    cdy_status status =
        cdy_payload_estimator_add(s.estimator, s.empty.model, s.empty.work, q, qd, qdd, NULL, tau, NULL, &error);
    status = status ? status : cdy_payload_estimator_solve(s.estimator, &found, &error);
    const size_t after = heap_count().calls;
    ck_assert_ok(status, error);
    ck_assert_uint_eq(after, before);
    free_scene(&s);
}
END_TEST

START_TEST(faults_are_refused)
{
    cdy_error error = {0};
    uint64_t state = 9;
    scene s = make_scene(&box, 0);
    robot other = load_bundled_robot("kukaIiwa14");
    cdy_payload_estimate found;
    cdy_payload_estimator *made = s.estimator;
    const size_t size = cdy_payload_estimator_size(s.empty.model);
    double tau[MOST] = {0}, weights[MOST] = {-1};
    ck_assert_uint_eq(cdy_payload_estimator_size(NULL), 0);
    ck_assert_fails(cdy_payload_estimator_init(s.memory, size - 1, s.empty.model, s.frame, 0, &made, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(made);
    ck_assert_fails(cdy_payload_estimator_init(s.memory, size, s.empty.model, 0, 0, &made, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_payload_estimator_init(s.memory, size, s.empty.model, s.frame, -1, &made, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_payload_estimator_solve(s.estimator, &found, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_fails(cdy_payload_estimator_solve(NULL, &found, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(
        cdy_payload_estimator_add(s.estimator, other.model, other.work, NULL, NULL, NULL, NULL, tau, NULL, &error),
        CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_payload_estimator_add(s.estimator, s.empty.model, s.empty.work, NULL, NULL, NULL, NULL, tau,
                                              weights, &error),
                    CDY_ERROR_ARGUMENT, error);
    tau[2] = (double)NAN;
    ck_assert_fails(
        cdy_payload_estimator_add(s.estimator, s.empty.model, s.empty.work, NULL, NULL, NULL, NULL, tau, NULL, &error),
        CDY_ERROR_ARGUMENT, error);
    record_loaded(&s, 10, 0, &state);
    cdy_payload_estimator_reset(s.estimator);
    cdy_payload_estimator_reset(NULL);
    ck_assert_fails(cdy_payload_estimator_solve(s.estimator, &found, &error), CDY_ERROR_NUMERIC, error);
    free_robot(&other);
    free_scene(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("payload_estimation");
    TCase *tests = tcase_create("payload_estimation");
    tcase_add_loop_test(tests, exact_torques_give_the_payload, 0, 2);
    tcase_add_test(tests, a_point_comes_back_as_one_that_a_robot_takes);
    tcase_add_test(tests, errors_have_the_size_of_the_deviations);
    tcase_add_loop_test(tests, what_comes_back_can_exist, 0, 10);
    tcase_add_test(tests, old_rows_fade);
    tcase_add_test(tests, a_torque_can_be_left_out);
    tcase_add_test(tests, a_controller_needs_no_heap);
    tcase_add_test(tests, faults_are_refused);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
