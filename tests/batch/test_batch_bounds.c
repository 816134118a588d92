/* Bounds within which the states of a batch are computed in lanes, what is left to the call for one state, and that
 * neither of them depends on the states beside. */
#include "batch/batch.h"
#include "dynamics/pivot_bound.h"
#include "support/compare.h"
#include "support/driven.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/batch_float.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 8, STATES = 19, ROWS = 4, TASK_ROWS = 6, CHAIN = 60 };

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
    double q[3 * WIDEST] = {0};
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

/* An arm of eight joints that is straight, and therefore singular, at home. */
static robot make_long_arm(void)
{
    static const char *const names[] = {"base", "a", "b", "c", "d", "e", "f", "g", "h"};
    cdy_tree *tree = make_tree(names[0], 9.81);
    for (int i = 1; i <= 8; i++) {
        cdy_body body = make_body(names[i], names[i], CDY_JOINT_CONTINUOUS);
        set_axis(&body, i % 3 == 0, i % 3 == 1, i % 3 == 2);
        set_origin(&body, 0.3, 0, 0, 0, 0, 0);
        set_inertial(&body, 0.7 + 0.1 * i, 0.11, 0.02, 0.03, (double[6]){0.1, 0.01, 0, 0.2, 0, 0.15});
        add_body(tree, &body, names[i - 1]);
    }
    return make_robot(tree);
}

/* A robot with tasks, at `share` of a configuration: the smaller the share, the nearer to dependent rows. */
typedef struct task_case {
    robot r;
    cdy_row_solver *solver;
    cdy_task tasks[2];
    int count, rows, groups; /* groups: of angular and of linear rows of a task */
    const double *q;         /* nq */
} task_case;

static task_case make_task_case(bool is_long)
{
    static const double bent[8] = {0.4, 0.9, -0.7, 0.8, 1.1, -0.6, 0.5, 0.3}, elbow[2] = {0.4, 1};
    cdy_error error = {0};
    task_case t = {.r = is_long ? make_long_arm() : make_planar_arm(), .q = is_long ? bent : elbow};
    t.tasks[0] = is_long ? (cdy_task){.frame = 8, .rows = CDY_ROWS_ALL - CDY_ROW_VZ, .axes = CDY_AXES_BODY} : tip;
    t.tasks[1] = (cdy_task){.frame = 4, .rows = CDY_ROW_VY, .point = {0.1, 0, 0.2}};
    t.count = is_long ? 2 : 1;
    t.rows = is_long ? 6 : 2;
    t.groups = is_long ? 3 : 1;
    ck_assert_ok(cdy_row_solver_create(t.r.model, TASK_ROWS, &t.solver, &error), error);
    return t;
}

static void free_task_case(task_case *t)
{
    cdy_row_solver_destroy(t->solver);
    free_robot(&t->r);
}

static void place_at(const task_case *t, double share, double *q)
{
    for (int i = 0; i < t->r.nq; i++) {
        q[i] = share * t->q[i];
    }
}

/* The bound of the condition: the number of groups times the sum of A_ii, over the rows of a group, times the diagonal
 * of Lambda, with A = J M^-1 J^T. */
static double condition_at(task_case *t, double share)
{
    static const int group_of[TASK_ROWS] = {0, 0, 0, 1, 1, 2};
    cdy_error error = {0};
    const int n = t->r.nv, m = t->rows;
    double q[WIDEST], J[TASK_ROWS * WIDEST], L[TASK_ROWS * TASK_ROWS], inverse[WIDEST * WIDEST], sums[3] = {0}, sum = 0;
    place_at(t, share, q);
    ck_assert_ok(cdy_task_dynamics(t->r.model, t->r.work, t->solver,
                                   &(cdy_task_state){.q = q, .tasks = t->tasks, .count = t->count},
                                   &(cdy_operational_space){.J = J, .Lambda = L}, &error),
                 error);
    ck_assert_ok(cdy_inverse_mass_matrix(t->r.model, t->r.work, q, inverse, &error), error);
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < n * n; k++) {
            sums[t->groups > 1 ? group_of[i] : 0] += J[i * n + k / n] * inverse[k] * J[i * n + k % n];
        }
    }
    for (int i = 0; i < m; i++) {
        sum += sums[t->groups > 1 ? group_of[i] : 0] * L[i * m + i];
    }
    return t->groups * sum;
}

/* The share at which the rows have this condition number. */
static double share_for(task_case *t, double condition)
{
    double low = 1e-5, high = 1;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        *(condition_at(t, middle) > condition ? &low : &high) = middle;
    }
    return high;
}

/* Whether the results of a block of equal states are those of the call for one state to the bit. */
static bool is_by_the_call_for_one(const task_case *t, cdy_batch *batch, const double *q, double tolerance)
{
    cdy_error error = {0};
    const size_t lanes = (size_t)cdy_batch_lanes(batch), n = (size_t)t->r.nq, m = (size_t)t->rows;
    static const double qd[WIDEST] = {0.3, -0.8, 0.7, 0.2, -0.5, 0.9, 0.1, -0.4};
    double rows[WIDEST * WIDEST], speeds[WIDEST * WIDEST], many[TASK_ROWS * TASK_ROWS * WIDEST],
        bias[TASK_ROWS * WIDEST];
    double one[TASK_ROWS * TASK_ROWS], one_bias[TASK_ROWS];
    for (size_t i = 0; i < n * lanes; i++) {
        rows[i] = q[i % n];
        speeds[i] = qd[i % n];
    }
    const cdy_task_state states = {
        .q = rows, .qd = speeds, .tasks = t->tasks, .count = t->count, .tolerance = tolerance};
    const cdy_task_state state = {.q = q, .qd = qd, .tasks = t->tasks, .count = t->count, .tolerance = tolerance};
    ck_assert_ok(cdy_batch_task_dynamics(t->r.model, batch, lanes, &states,
                                         &(cdy_operational_space){.Lambda = many, .mu = bias}, NULL, NULL, &error),
                 error);
    ck_assert_ok(cdy_task_dynamics(t->r.model, t->r.work, t->solver, &state,
                                   &(cdy_operational_space){.Lambda = one, .mu = one_bias}, &error),
                 error);
    ck_assert_relative(many, one, m * m, 1e-5);
    return memcmp(many, one, m * m * sizeof *one) == 0 && memcmp(bias, one_bias, m * sizeof *bias) == 0;
}

static cdy_batch *make_task_batch(const task_case *t)
{
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    const cdy_batch_options options = {.threads = 1, .constraint_rows = TASK_ROWS};
    ck_assert_ok(cdy_batch_create(t->r.model, &options, &batch, &error), error);
    return batch;
}

START_TEST(tasks_are_inverted_within_bounds)
{
    static const struct {
        double condition, tolerance;
    } limits[] = {{1e7, 1e-14}, {1e4, 1e-6}};
    task_case t = make_task_case(_i);
    cdy_batch *batch = make_task_batch(&t);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        for (int side = 0; side < 2; side++) {
            double q[WIDEST];
            place_at(&t, share_for(&t, limits[i].condition * (side ? 1.003 : 0.997)), q);
            ck_assert_int_eq(is_by_the_call_for_one(&t, batch, q, limits[i].tolerance), side);
        }
    }
    cdy_batch_destroy(batch);
    free_task_case(&t);
}
END_TEST

/* A row counts where its largest number is above 1e-12 and 1e-10 of the sizes that it may be a difference of: here that
 * of the tip's velocity, and its distance from the base as far as both links reach. */
START_TEST(small_rows_are_left_to_the_call_for_one)
{
    task_case t = make_task_case(false);
    cdy_batch *batch = make_task_batch(&t);
    t.rows = 1;
    for (int side = 0; side < 2; side++) {
        const double share = side ? 1.003 : 0.997;
        t.tasks[0] = (cdy_task){.frame = 2, .rows = CDY_ROW_VX, .point = {0.53, 0, 0}};
        double q[2] = {share * (1e-12 + 1e-10 * (1.23 + 0.7 + 0.53)) / 1.23, 0};
        ck_assert_int_eq(is_by_the_call_for_one(&t, batch, q, 0), !side);
        t.tasks[0] = (cdy_task){.frame = 1, .rows = CDY_ROW_VX, .point = {0, share * 1e-12, 0}};
        q[0] = 0;
        q[1] = 0.3;
        ck_assert_int_eq(is_by_the_call_for_one(&t, batch, q, 0), !side);
    }
    cdy_batch_destroy(batch);
    free_task_case(&t);
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

/* A chain of 60 hinges, of whose states floats judge few, and beside it two links with a point at the end: stretched,
 * its mass matrix is singular. */
static robot make_chain_beside_point(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    char name[16], parent[16] = "base";
    for (int i = 0; i < CHAIN; i++) {
        snprintf(name, sizeof name, "link%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_CONTINUOUS);
        set_axis(&body, i % 2, 0, 1 - i % 2);
        set_origin(&body, 0.2, 0, 0, 0, 0, 0);
        set_inertial(&body, 1, 0.1, 0, 0, (double[6]){0.01, 0, 0, 0.01, 0, 0.01});
        add_body(tree, &body, parent);
        snprintf(parent, sizeof parent, "%s", name);
    }
    cdy_body body = make_body("upper", "shoulder", CDY_JOINT_CONTINUOUS);
    add_body(tree, &body, "base");
    body = make_body("point", "elbow", CDY_JOINT_CONTINUOUS);
    set_origin(&body, 1, 0, 0, 0, 0, 0);
    set_inertial(&body, 1, 0.5, 0, 0, (double[6]){0});
    add_body(tree, &body, "upper");
    return make_robot(tree);
}

/* Lanes of doubles refuse what the call for one state refuses, in its words, and leave the other states as they are. */
START_TEST(lanes_of_doubles_refuse_singular_states)
{
    enum { N = CHAIN + 2, BAD = 6 };
    robot r = make_chain_beside_point();
    cdy_error error = {0}, alone = {0};
    cdy_batch_f32 *batch = NULL;
    static float q[STATES * N], tau[STATES * N], x[STATES * N], kept[STATES * N];
    double wide_q[N], wide_tau[N], expected[N];
    cdy_status statuses[STATES];
    char text[CDY_ERROR_TEXT_SIZE];
    uint64_t random = 4;
    const int elbow = cdy_model_nq(r.model) - 1;
    ck_assert_int_eq(r.nv, N);
    ck_assert_ok(cdy_batch_f32_create(r.model, NULL, &batch, &error), error);
    for (int i = 0; i < STATES * N; i++) {
        q[i] = (float)draw(&random, 0.3, 1);
        tau[i] = (float)draw(&random, -1, 1);
    }
    ck_assert_ok(cdy_batch_f32_forward_dynamics(r.model, batch, STATES, q, NULL, tau, NULL, kept, statuses, &error),
                 error);
    q[BAD * N + elbow] = 0;
    const cdy_status status =
        cdy_batch_f32_forward_dynamics(r.model, batch, STATES, q, NULL, tau, NULL, x, statuses, &error);
    for (int b = 0; b < STATES; b++) {
        for (int i = 0; i < N; i++) {
            wide_q[i] = (double)q[b * N + i];
            wide_tau[i] = (double)tau[b * N + i];
            ck_assert(b == BAD ? isnan(x[b * N + i]) : x[b * N + i] == kept[b * N + i]);
        }
        ck_assert_int_eq(statuses[b], cdy_forward_dynamics(r.model, r.work, wide_q, NULL, wide_tau, NULL, expected,
                                                           b == BAD ? &alone : NULL));
        ck_assert_int_eq(statuses[b], b == BAD ? CDY_ERROR_NUMERIC : CDY_OK);
        for (int i = 0; b != BAD && i < N; i++) { /* rounded doubles */
            ck_assert_double_eq_tol((double)x[b * N + i], expected[i], 1e-7 * (1 + fabs(expected[i])));
        }
    }
    snprintf(text, sizeof text, "row 6: %.480s", alone.text);
    ck_assert_int_eq(status, CDY_ERROR_NUMERIC);
    ck_assert_str_eq(error.text, text);
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

/* ---- drives ---- */

enum { LARGEST = 40, SQUARE = LARGEST * LARGEST, DRIVEN_CALLS = 4 };

/* The calls that read drives of their own, with q, qd and x for torques and steps. */
static cdy_status call_many(int call, const cdy_model *m, cdy_batch *batch, const double *const in[3],
                            double results[3][SQUARE * WIDEST], cdy_error *error)
{
    const size_t lanes = (size_t)cdy_batch_lanes(batch);
    const double *q = in[0], *qd = in[1], *x = in[2];
    const cdy_forward_derivatives places = {results[0], results[1], results[2]};
    switch (call) {
    case 0:
        return cdy_batch_forward_dynamics_by(m, batch, lanes, CDY_FORWARD_MASS_MATRIX, q, qd, x, NULL, results[0], NULL,
                                             error);
    case 1: return cdy_batch_forward_dynamics_derivatives(m, batch, lanes, q, qd, x, NULL, &places, NULL, error);
    case 2: return cdy_batch_forward_dynamics_jvp(m, batch, lanes, q, qd, x, NULL, qd, x, qd, results[0], NULL, error);
    default:
        return cdy_batch_forward_dynamics_vjp(m, batch, lanes, q, qd, x, NULL, x, results[0], results[1], results[2],
                                              NULL, error);
    }
}

static cdy_status call_one(int call, const cdy_model *m, cdy_workspace *w, const double *const in[3],
                           double results[3][SQUARE], cdy_error *error)
{
    const double *q = in[0], *qd = in[1], *x = in[2];
    const cdy_forward_derivatives places = {results[0], results[1], results[2]};
    switch (call) {
    case 0: return cdy_forward_dynamics_by(m, w, CDY_FORWARD_MASS_MATRIX, q, qd, x, NULL, results[0], error);
    case 1: return cdy_forward_dynamics_derivatives(m, w, q, qd, x, NULL, &places, error);
    case 2: return cdy_forward_dynamics_jvp(m, w, q, qd, x, NULL, qd, x, qd, results[0], error);
    default: return cdy_forward_dynamics_vjp(m, w, q, qd, x, NULL, x, results[0], results[1], results[2], error);
    }
}

/* Springs read positions, damping and friction velocities, rotors accelerations: over packed states as in the calls for
 * one state. */
START_TEST(drives_act_in_batches)
{
    static _Alignas(64) double packed[3][LARGEST * WIDEST], results[3][SQUARE * WIDEST];
    driven s = make_driven_robot(4 + _i / 2, _i % 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE);
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    const cdy_batch_options options = {.threads = 1, .layout = CDY_BATCH_LANES};
    const double *const rows[3] = {s.q, s.qd, s.qdd}, *const in[3] = {packed[0], packed[1], packed[2]};
    double one[3][SQUARE];
    set_drives(&s.r, all_drives());
    ck_assert_ok(cdy_batch_create(s.r.model, &options, &batch, &error), error);
    const size_t lanes = (size_t)cdy_batch_lanes(batch), n = (size_t)s.r.nv, nq = (size_t)s.r.nq;
    ck_assert_uint_le(nq, LARGEST);
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < (k ? n : nq) * lanes; i++) {
            packed[k][i] = rows[k][i / lanes];
        }
    }
    for (int call = 0; call < DRIVEN_CALLS; call++) {
        memset(results, 0, sizeof results);
        memset(one, 0, sizeof one);
        ck_assert_ok(call_many(call, s.r.model, batch, in, results, &error), error);
        ck_assert_ok(call_one(call, s.r.model, s.r.work, rows, one, &error), error);
        for (int k = 0; k < 3; k++) {
            const double size = 1 + largest(one[k], SQUARE);
            for (size_t i = 0; i < SQUARE * lanes; i++) {
                ck_assert_msg(fabs(results[k][i] - one[k][i / lanes]) <= 1e-7 * size, "call %d, result %d", call, k);
            }
        }
    }
    cdy_batch_destroy(batch);
    free_robot(&s.r);
}
END_TEST

/* ---- packed arrays ---- */

/* Every array of packed states must begin at a multiple of 64 bytes: each of them in turn does not. */
START_TEST(every_packed_array_is_aligned)
{
    enum { INPUTS = 4, NUMBERS = 64 * WIDEST };
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
    tcase_add_loop_test(tests, tasks_are_inverted_within_bounds, 0, 2);
    tcase_add_test(tests, small_rows_are_left_to_the_call_for_one);
    tests = add_case(suite, "states beside", doubtful_states_leave_others_as_they_are);
    tcase_add_test(tests, lanes_of_doubles_refuse_singular_states);
    tcase_add_test(tests, failures_are_forgotten);
    tcase_add_loop_test(tests, drives_act_in_batches, 0, 12);
    tcase_add_test(tests, every_packed_array_is_aligned);
    return run_suites(suite, NULL);
}
