/* Bounds within which the states of a batch are computed in lanes, what is left to the call for one state, and that
 * neither of them depends on the states beside. */
#include "batch/batch.h"
#include "dynamics/pivot_bound.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/batch_float.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8, STATES = 19, ROWS = 4 };

/* ---- pivots ---- */

/* A hinge that carries a slide and a second hinge. */
static robot make_arm_with_slide(void)
{
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE, CDY_JOINT_PRISMATIC, CDY_JOINT_REVOLUTE};
    static const char *const names[] = {"a", "b", "c"}, *const parents[] = {"base", "a", "b"};
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < 3; i++) {
        cdy_body body = make_body(names[i], names[i], types[i]);
        set_inertial(&body, 1 + i, 0.1, 0.2, 0, (double[6]){1, 0, 0, 2, 0, 3});
        set_axis(&body, i, 0, 1);
        body.joint.limit = (cdy_limit){i == 1, -0.5, 2, 0, 0};
        add_body(tree, &body, parents[i]);
    }
    return make_robot(tree);
}

/* Sets the pivots of one lane to multiples of their bounds and tells whether the state is regular. */
static bool is_regular(const cdy_model *model, cdy_batch *batch, bool articulated, const double pivots[3], double slide)
{
    const size_t lanes = (size_t)cdy_batch_lanes(batch), lane = lanes - 1;
    batch_slot *slot = batch_slot_of(batch, 0);
    const batch_call call = {.model = model, .batch = batch, .articulated = articulated};
    const batch_block block = {.call = &call, .slot = slot, .lanes = lanes, .used = lanes};
    double q[3 * MOST] = {0};
    memset(slot->pivots, 0, 3 * lanes * sizeof *slot->pivots); /* other lanes are no concern */
    for (size_t i = 0; i < 3; i++) {
        slot->pivots[i * lanes + lane] = pivots[i];
    }
    q[lanes + lane] = slide;
    return cdy_batch_is_regular(&block, lane, q);
}

/* Pivots are compared with 1e-8 of their bounds while slides stay within twice their limits, and those of articulated
 * bodies with 1e-7 of the largest, too. */
START_TEST(pivots_are_compared_with_bounds)
{
    robot r = make_arm_with_slide();
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    double bound[3], range[3], scratch[64];
    ck_assert_uint_le(cdy_pivot_scratch_size(r.model), sizeof scratch);
    cdy_bound_pivots(r.model, scratch, bound, range);
    ck_assert_double_eq(range[1], 4);
    ck_assert_ok(cdy_batch_create(r.model, NULL, &batch, &error), error);
    ck_assert(batch->has_pivot_range && !batch->needs_doubles);
    for (int small = 0; small < 3; small++) {
        for (int side = 0; side < 2; side++) {
            double by_bound[3], by_largest[3] = {2, 2, 2};
            for (int i = 0; i < 3; i++) {
                by_bound[i] = bound[i] * (i == small ? 1e-8 * (side ? 1.003 : 0.997) : 1);
            }
            by_bound[(small + 1) % 3] = 1e300; /* so that the others are far from the largest */
            by_largest[small] *= 1e-7 * (side ? 1.003 : 0.997);
            ck_assert_int_eq(is_regular(r.model, batch, true, by_bound, 0), side);
            ck_assert_int_eq(is_regular(r.model, batch, false, by_bound, 0), side);
            ck_assert_int_eq(is_regular(r.model, batch, true, by_largest, 5), side);
            ck_assert(!is_regular(r.model, batch, false, by_largest, 5));
        }
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        ck_assert(is_regular(r.model, batch, false, bound, 4 * sign));
        ck_assert(!is_regular(r.model, batch, false, bound, 4.001 * sign));
        ck_assert(is_regular(r.model, batch, true, bound, 4.001 * sign));
    }
    cdy_batch_destroy(batch);
    free_robot(&r);
}
END_TEST

/* ---- tasks ---- */

/* Two links in the plane x y. */
static robot make_planar_arm(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < 2; i++) {
        cdy_body body = make_body(i ? "b" : "a", i ? "b" : "a", CDY_JOINT_CONTINUOUS);
        set_origin(&body, 0.7 * i, 0, 0, 0, 0, 0);
        set_inertial(&body, 1.3 + i, 0.31, 0.02, 0, (double[6]){0.1, 0, 0, 0.2, 0, 0.3});
        add_body(tree, &body, i ? "a" : "base");
    }
    return make_robot(tree);
}

static const cdy_task tip = {.frame = 2, .rows = CDY_ROW_VX | CDY_ROW_VY, .point = {0.53, 0, 0}};

/* The sum of the diagonal of A = J M^-1 J^T times that of its inverse, Lambda. */
static double condition_at(robot *r, cdy_row_solver *solver, const double q[2])
{
    cdy_error error = {0};
    double L[4];
    ck_assert_ok(cdy_task_dynamics(r->model, r->work, solver, &(cdy_task_state){.q = q, .tasks = &tip, .count = 1},
                                   &(cdy_operational_space){.Lambda = L}, &error),
                 error);
    const double determinant = L[0] * L[3] - L[1] * L[2];
    return (L[0] + L[3]) * (L[0] + L[3]) / determinant;
}

/* The angle of the elbow at which the arm has this condition number, which grows as the arm is stretched. */
static double elbow_for(robot *r, cdy_row_solver *solver, double condition)
{
    double low = 1e-6, high = 1;
    for (int i = 0; i < 80; i++) {
        const double middle = (low + high) / 2;
        *(condition_at(r, solver, (double[2]){0.4, middle}) > condition ? &low : &high) = middle;
    }
    return high;
}

/* Whether the results of a block of equal states are those of the call for one state to the bit. */
static bool is_by_the_call_for_one(robot *r, cdy_batch *batch, cdy_row_solver *solver, const double q[2],
                                   double tolerance)
{
    cdy_error error = {0};
    const size_t lanes = (size_t)cdy_batch_lanes(batch);
    double rows[2 * MOST], speeds[2 * MOST], many[4 * MOST], bias[2 * MOST], one[4], one_bias[2];
    const double qd[2] = {0.3, -0.8};
    for (size_t i = 0; i < 2 * lanes; i++) {
        rows[i] = q[i % 2];
        speeds[i] = qd[i % 2];
    }
    const cdy_task_state states = {.q = rows, .qd = speeds, .tasks = &tip, .count = 1, .tolerance = tolerance};
    const cdy_task_state state = {.q = q, .qd = qd, .tasks = &tip, .count = 1, .tolerance = tolerance};
    ck_assert_ok(cdy_batch_task_dynamics(r->model, batch, lanes, &states,
                                         &(cdy_operational_space){.Lambda = many, .mu = bias}, NULL, NULL, &error),
                 error);
    ck_assert_ok(cdy_task_dynamics(r->model, r->work, solver, &state,
                                   &(cdy_operational_space){.Lambda = one, .mu = one_bias}, &error),
                 error);
    ck_assert_relative(many, one, 4, 1e-5);
    return memcmp(many, one, sizeof one) == 0 && memcmp(bias, one_bias, sizeof one_bias) == 0;
}

START_TEST(tasks_are_inverted_within_bounds)
{
    static const struct {
        double condition, tolerance;
    } limits[] = {{1e7, 1e-14}, {1e4, 1e-6}};
    robot r = make_planar_arm();
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    cdy_row_solver *solver = NULL;
    const cdy_batch_options options = {.threads = 1, .constraint_rows = ROWS};
    ck_assert_ok(cdy_batch_create(r.model, &options, &batch, &error), error);
    ck_assert_ok(cdy_row_solver_create(r.model, ROWS, &solver, &error), error);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        for (int side = 0; side < 2; side++) {
            const double q[2] = {0.4, elbow_for(&r, solver, limits[i].condition * (side ? 1.003 : 0.997))};
            ck_assert_int_eq(is_by_the_call_for_one(&r, batch, solver, q, limits[i].tolerance), side);
        }
    }
    cdy_row_solver_destroy(solver);
    cdy_batch_destroy(batch);
    free_robot(&r);
}
END_TEST

/* ---- states beside ---- */

/* The stretched arm among bent ones: its rows depend on each other, and the others keep their bits. */
START_TEST(doubtful_states_leave_others_as_they_are)
{
    robot r = make_planar_arm();
    cdy_error error = {0};
    cdy_batch_f32 *batch = NULL;
    const cdy_batch_options options = {.threads = 1, .constraint_rows = ROWS};
    const cdy_constraint c = {.frame = 2, .rows = CDY_ROW_VX | CDY_ROW_VY, .in_frame = {.xyz = {0.53, 0, 0}}};
    float q[2 * STATES], qd[2 * STATES], tau[2 * STATES], x[2][2 * STATES], f[2][2 * STATES];
    uint64_t random = 3;
    cdy_constrained_state_f32 states = {.q = q, .qd = qd, .tau = tau, .constraints = &c, .count = 1};
    ck_assert_ok(cdy_batch_f32_create(r.model, &options, &batch, &error), error);
    for (int i = 0; i < 2 * STATES; i++) {
        q[i] = (float)draw(&random, 0.5, 1.5);
        qd[i] = (float)draw(&random, -1, 1);
        tau[i] = (float)draw(&random, -1, 1);
    }
    for (int impact = 0; impact < 2; impact++) {
        for (int stretched = 0; stretched < 2; stretched++) {
            const float bent = q[2 * 5 + 1];
            q[2 * 5 + 1] = stretched ? 0 : bent;
            ck_assert_ok(impact ? cdy_batch_f32_impact(r.model, batch, STATES, &states, x[stretched], f[stretched],
                                                       NULL, NULL, &error)
                                : cdy_batch_f32_constrained_forward_dynamics(
                                      r.model, batch, STATES, &states, x[stretched], f[stretched], NULL, NULL, &error),
                         error);
            q[2 * 5 + 1] = bent;
        }
        for (int b = 0; b < STATES; b++) {
            const bool same = memcmp(&x[0][2 * b], &x[1][2 * b], 2 * sizeof(float)) == 0 &&
                              memcmp(&f[0][2 * b], &f[1][2 * b], 2 * sizeof(float)) == 0;
            ck_assert_msg(same == (b != 5), "impact %d, state %d", impact, b);
        }
    }
    cdy_batch_f32_destroy(batch);
    free_robot(&r);
}
END_TEST

/* A call that fails leaves nothing behind: the same batch succeeds with good states. */
START_TEST(failures_are_forgotten)
{
    robot r = make_planar_arm();
    double targets[16 * STATES] = {0}, q[2 * STATES] = {0}, out[2 * STATES];
    for (int threads = 1; threads <= 3; threads++) {
        cdy_error error = {0};
        cdy_batch *batch = NULL;
        const cdy_batch_options options = {.threads = threads};
        const cdy_ik_options search = {
            .weights = {0, 0, 0, 1, 1, 0}, .angular_tolerance = 1e-6, .linear_tolerance = 1e-6, .iterations = 50};
        const cdy_ik_problem problem = {.frame = 2, .target = targets, .options = &search};
        ck_assert_ok(cdy_batch_create(r.model, &options, &batch, &error), error);
        for (int i = 0; i < 16 * STATES; i++) {
            targets[i] = i % 16 % 5 == 0 || i % 16 == 3 ? 0.6 + 0.4 * (i % 16 != 3) : 0;
        }
        for (int bad = 0; bad < STATES; bad += 6) {
            targets[16 * bad] = (double)NAN;
            ck_assert_fails(cdy_batch_inverse_kinematics(r.model, batch, STATES, &problem, out, NULL, NULL, &error),
                            CDY_ERROR_ARGUMENT, error);
            ck_assert_int_eq(atoi(error.text + strlen("row ")), bad);
            targets[16 * bad] = 1;
            ck_assert_ok(cdy_batch_inverse_kinematics(r.model, batch, STATES, &problem, out, NULL, NULL, &error),
                         error);
            q[2 * bad + 1] = (double)INFINITY;
            ck_assert_fails(cdy_batch_gravity_torque(r.model, batch, STATES, q, out, NULL, &error), CDY_ERROR_ARGUMENT,
                            error);
            ck_assert_int_eq(atoi(error.text + strlen("row ")), bad);
            q[2 * bad + 1] = 0;
            ck_assert_ok(cdy_batch_gravity_torque(r.model, batch, STATES, q, out, NULL, &error), error);
        }
        cdy_batch_destroy(batch);
    }
    free_robot(&r);
}
END_TEST

/* ---- packed arrays ---- */

/* Every array of packed states must begin at a multiple of 64 bytes: each of them in turn does not. */
START_TEST(every_packed_array_is_aligned)
{
    enum { INPUTS = 4, NUMBERS = 64 * MOST };
    static const char text[] = "an array of packed states does not begin at a multiple of 64 bytes";
    static _Alignas(64) double memory[8][NUMBERS + 8];
    robot r = make_planar_arm();
    const cdy_model *m = r.model;
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    const cdy_batch_options options = {.threads = 1, .constraint_rows = ROWS, .layout = CDY_BATCH_LANES};
    const cdy_constraint c = {.frame = 2, .rows = CDY_ROW_VX};
    ck_assert_ok(cdy_batch_create(m, &options, &batch, &error), error);
    for (int odd = -1; odd < 8; odd++) {
        double *a[8];
        for (int i = 0; i < 8; i++) {
            memset(memory[i], 0, sizeof memory[i]);
            a[i] = memory[i] + (i == odd);
        }
        const cdy_constrained_state states = {
            .q = a[0], .qd = a[1], .tau = a[2], .fext = a[3], .constraints = &c, .count = 1};
        const cdy_terms terms = {.torques = a[4], .mass_matrix = a[5], .transforms = a[6]};
        const cdy_task_state tasks = {.q = a[0], .qd = a[1], .tasks = &tip, .count = 1};
        const cdy_operational_space space = {a[2], a[3], a[4], a[5], a[6], a[7], 0};
        const struct {
            cdy_status status;
            int arrays;
        } calls[] = {
            {cdy_batch_forward_dynamics(m, batch, 3, a[0], a[1], a[2], a[3], a[4], NULL, &error), 5},
            {cdy_batch_inverse_dynamics_derivatives(m, batch, 3, a[0], a[1], a[2], a[3], a[4], a[5], NULL, &error), 6},
            {cdy_batch_inverse_dynamics_vjp(m, batch, 3, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], NULL, &error),
             8},
            {cdy_batch_constrained_forward_dynamics(m, batch, 3, &states, a[4], a[5], NULL, NULL, &error), 6},
            {cdy_batch_all_terms(m, batch, 3, a[0], a[1], a[2], a[3], &terms, NULL, &error), 7},
            {cdy_batch_task_dynamics(m, batch, 3, &tasks, &space, NULL, NULL, &error), 8},
        };
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            const bool fails = odd >= 0 && odd < calls[i].arrays;
            ck_assert_msg(calls[i].status == (fails ? CDY_ERROR_ARGUMENT : CDY_OK), "call %zu, array %d", i, odd);
        }
        ck_assert(odd < 0 || strcmp(error.text, text) == 0);
    }
    cdy_batch_destroy(batch);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_bounds");
    TCase *tests = add_case(suite, "bounds", pivots_are_compared_with_bounds);
    tcase_add_test(tests, tasks_are_inverted_within_bounds);
    tests = add_case(suite, "states beside", doubtful_states_leave_others_as_they_are);
    tcase_add_test(tests, failures_are_forgotten);
    tcase_add_test(tests, every_packed_array_is_aligned);
    return run_suites(suite, NULL);
}
