/* Batches with faults: the error names the row at fault, the other rows are computed, nothing crashes or leaks. */
#include "batch/batch_case.h"
#include "support/allocation.h"
#include "support/singular_robots.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

enum { LANES = 4, ROWS = 203 };
static const int all_lanes[LANES] = {1, 2, 4, 8};

static const cdy_batch_options odd_options[] = {{.threads = -1}, {.threads = 5000}, {.lanes = 3},
                                                {.lanes = -2},   {.lanes = 16},     {.layout = (cdy_batch_layout)5}};

typedef double scalar;
typedef cdy_batch some_batch;
#define FAST        1e200
#define BATCH(name) cdy_batch_##name

/* States, and their arrays, which tests make invalid. */
typedef struct fault_rows {
    states all;
    robot r;
    size_t count, nq, nv, rows6;
    scalar *q, *qd, *qdd, *fext, *out, *expected;
    cdy_status *statuses;
} fault_rows;

static fault_rows make_rows(robot r, size_t count, uint64_t seed)
{
    const states s = make_states(r, count, seed);
    return (fault_rows){s, r, count, s.nq, s.nv, s.rows6, s.q, s.qd, s.qdd, s.fext, s.out, s.expected, s.statuses};
}

static void free_rows(fault_rows *s)
{
    free_states(&s->all);
}

static cdy_batch *make_some_batch(const cdy_model *model, int lanes, int threads, cdy_batch_layout layout)
{
    return make_batch(model, lanes, threads, layout);
}

static size_t count_calls(void)
{
    return quantity_count;
}

static const char *call_name(size_t call)
{
    return quantities[call].name;
}

static size_t call_width(size_t call, const states *s)
{
    return quantities[call].width(s);
}

static cdy_status run_call(size_t call, const states *s, cdy_batch *batch, cdy_error *error)
{
    return quantities[call].many(s, batch, error);
}

#include "batch/batch_faults.h"

START_TEST(quaternions_and_followers_fail_as_in_single_calls)
{
    cdy_error error = {0};
    fault_rows s = make_rows(make_large_gear_ratio(), 20, 9);
    cdy_batch *batch = make_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    ck_assert_uint_eq(s.nq, 8);
    for (size_t row = 4; batch && row < 12; row += 7) {
        memset(s.q + row * s.nq, 0, 4 * sizeof(double));
        s.qd[(row + 1) * s.nv + 6] = DBL_MAX; /* the follower's velocity overflows a double */
        ck_assert_fails(invert(&s, batch, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strstr(error.text, "row 4: the quaternion") == error.text, "%s", error.text);
        ck_assert_int_eq(s.statuses[row + 1], CDY_ERROR_NUMERIC);
        for (size_t b = 0; b < s.count; b++) {
            double tau[7];
            ck_assert_int_eq(s.statuses[b], cdy_inverse_dynamics(s.r.model, s.r.work, s.q + b * s.nq, s.qd + b * s.nv,
                                                                 s.qdd + b * s.nv, s.fext + b * s.rows6, tau, NULL));
        }
    }
    cdy_batch_destroy(batch);
    free_rows(&s);
}
END_TEST

/* Checks that all derivatives of the rows `bad` are NaN, and the derivatives of all other rows unchanged. */
static void check_matrices(const states *s, const size_t *bad, size_t count, cdy_status expected)
{
    const size_t size = s->nv * s->nv;
    for (size_t b = 0; b < s->count; b++) {
        bool fails = false;
        for (size_t i = 0; i < count; i++) {
            fails = fails || bad[i] == b;
        }
        ck_assert_int_eq(s->statuses[b], fails ? expected : CDY_OK);
        for (size_t i = b * size; i < (b + 1) * size; i++) {
            ck_assert(fails ? isnan(s->out[i]) : memcmp(&s->out[i], &s->expected[i], sizeof(double)) == 0);
            ck_assert(fails ? isnan(s->second[i]) : memcmp(&s->second[i], &s->expected_second[i], sizeof(double)) == 0);
        }
    }
}

static cdy_status differentiate(const states *s, cdy_batch *batch, double *first, double *second, cdy_error *error)
{
    return cdy_batch_forward_dynamics_derivatives(s->r.model, batch, s->count, s->q, s->qd, s->qdd, s->fext,
                                                  &(const cdy_forward_derivatives){first, NULL, second}, s->statuses,
                                                  error);
}

START_TEST(derivatives_of_failing_rows_are_no_numbers)
{
    cdy_error error = {0};
    states s = make_states(make_robot(random_tree(31, 6, RANDOM_JOINTS_ONE_DEGREE)), 37, 9);
    double *const inputs[] = {s.q, s.qd, s.qdd, s.fext};
    const size_t bad[] = {9, 10, 36};
    cdy_batch *batch = make_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    for (int k = 0; batch && k < 4; k++) {
        const size_t width = k == 3 ? s.rows6 : s.nv;
        double kept[3];
        ck_assert_ok(differentiate(&s, batch, s.expected, s.expected_second, &error), error);
        for (size_t i = 0; i < 3; i++) {
            kept[i] = inputs[k][bad[i] * width];
            inputs[k][bad[i] * width] = (double)INFINITY;
        }
        ck_assert_fails(differentiate(&s, batch, s.out, s.second, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strncmp(error.text, "row 9:", 6) == 0, "%s", error.text);
        check_matrices(&s, bad, 3, CDY_ERROR_ARGUMENT);
        for (size_t i = 0; i < 3; i++) {
            inputs[k][bad[i] * width] = kept[i];
        }
    }
    cdy_batch_destroy(batch);
    free_states(&s);
}
END_TEST

START_TEST(singular_rows_have_no_derivatives_and_no_inverse)
{
    cdy_error error = {0};
    states s = make_states(make_sometimes_singular(), 37, 5);
    const size_t bad[] = {9, 10, 36};
    cdy_batch *batch = make_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    for (size_t b = 0; b < s.count; b++) {
        s.q[b * s.nq + 1] = 0.8;
    }
    if (batch) {
        ck_assert_ok(differentiate(&s, batch, s.expected, s.expected_second, &error), error);
        for (size_t i = 0; i < 3; i++) {
            s.q[bad[i] * s.nq + 1] = 0;
        }
        ck_assert_fails(differentiate(&s, batch, s.out, s.second, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strstr(error.text, "row 9: the mass matrix is not positive definite at joint 'roll'"), "%s",
                      error.text);
        check_matrices(&s, bad, 3, CDY_ERROR_NUMERIC);
        ck_assert_fails(cdy_batch_forward_dynamics_by(s.r.model, batch, s.count, CDY_FORWARD_MASS_MATRIX, s.q, s.qd,
                                                      s.qdd, NULL, s.out, s.statuses, &error),
                        CDY_ERROR_NUMERIC, error);
        ck_assert_int_eq(s.statuses[8], CDY_OK);
        ck_assert_int_eq(s.statuses[9], CDY_ERROR_NUMERIC);
        ck_assert_fails(cdy_batch_inverse_mass_matrix(s.r.model, batch, s.count, s.q, s.out, s.statuses, &error),
                        CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strstr(error.text, "row 9: the mass matrix is not positive definite at joint 'roll'"), "%s",
                      error.text);
        for (size_t b = 0; b < s.count; b++) {
            ck_assert_int_eq(!!isnan(s.out[b * s.nv * s.nv]), b == 9 || b == 10 || b == 36);
        }
    }
    cdy_batch_destroy(batch);
    free_states(&s);
}
END_TEST

/* A massless root on a floating joint, and one arm: M has rank 6 of 7 in every state. */
START_TEST(what_is_singular_everywhere_fails_in_every_row)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("root", "fly", CDY_JOINT_FLOATING);
    add_body(tree, &body, "world");
    body = make_body("arm", "swing", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0.3, -0.4, 0.8);
    set_inertial(&body, 2, 0.1, 0.2, 0.3, (double[6]){0.3, 0.01, 0.02, 0.2, 0.03, 0.1});
    add_body(tree, &body, "root");
    states s = make_states(make_robot(tree), ROWS, 5);
    cdy_batch *batch = make_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    for (int call = 0; batch && call < 3; call++) {
        const cdy_status status =
            call == 0   ? differentiate(&s, batch, s.out, s.second, &error)
            : call == 1 ? cdy_batch_inverse_mass_matrix(s.r.model, batch, s.count, s.q, s.out, s.statuses, &error)
                        : cdy_batch_forward_dynamics_by(s.r.model, batch, s.count, CDY_FORWARD_MASS_MATRIX, s.q, s.qd,
                                                        s.qdd, NULL, s.out, s.statuses, &error);
        ck_assert_int_eq(status, CDY_ERROR_NUMERIC);
        for (size_t b = 0; b < s.count; b++) {
            ck_assert_msg(s.statuses[b] == CDY_ERROR_NUMERIC, "call %d, row %zu passes", call, b);
        }
    }
    cdy_batch_destroy(batch);
    free_states(&s);
}
END_TEST

/* Rows of which one number alone is beyond doubles, and not the first: beside a wheel without gravity, a pendulum of
 * 1001 kg m^2, on which a gravity of 1e4 m/s^2 acts by 1e7 N m/rad, so that its by_q is 1e7 times its by_tau. */
START_TEST(one_product_beyond_doubles_fails_its_row)
{
    enum { COUNT = 5, N = 2 };
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 1e4);
    cdy_body body = make_body("bob", "swing", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0, 1, 0);
    set_inertial(&body, 1000, 0, 0, 1, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "world");
    body = make_body("axle", "hold", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0, 0, 1);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "world");
    robot r = make_robot(tree);
    ck_assert_int_eq(cdy_model_find_joint(r.model, "swing"), 1);
    cdy_batch *batch = make_batch(r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    const double q[COUNT * N] = {0}, w[COUNT * N] = {1, 1, 1, 1, 1, 1e306, 1, 1, 1, 1e300};
    double by_q[COUNT * N], by_qd[COUNT * N], by_tau[COUNT * N], alone[3][N];
    cdy_status statuses[COUNT];
    if (batch) {
        ck_assert_fails(cdy_batch_forward_dynamics_vjp(r.model, batch, COUNT, q, NULL, NULL, NULL, w, by_q, by_qd,
                                                       by_tau, statuses, &error),
                        CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strstr(error.text, "row 2:") == error.text, "%s", error.text);
        for (int row = 0; row < COUNT; row++) {
            ck_assert_int_eq(statuses[row], cdy_forward_dynamics_vjp(r.model, r.work, q, NULL, NULL, NULL, &w[row * N],
                                                                     alone[0], alone[1], alone[2], NULL));
            ck_assert_int_eq(statuses[row], row == 2 ? CDY_ERROR_NUMERIC : CDY_OK);
        }
        ck_assert_fails(cdy_batch_forward_dynamics_vjp(r.model, batch, COUNT, q, NULL, NULL, NULL, w, NULL, NULL,
                                                       by_tau, statuses, &error),
                        CDY_ERROR_NUMERIC, error); /* also where by_q is not wanted, as in the call for one state */
        ck_assert(statuses[2] == CDY_ERROR_NUMERIC && statuses[1] == CDY_OK && statuses[3] == CDY_OK);
        ck_assert_fails(
            cdy_forward_dynamics_vjp(r.model, r.work, q, NULL, NULL, NULL, &w[4], NULL, NULL, alone[2], &error),
            CDY_ERROR_NUMERIC, error);
        ck_assert_double_eq_tol(by_q[9] / by_tau[9], 1e7, 1e-3);
        ck_assert_double_eq_tol(by_tau[9] / 1e300, 1 / 1001.0, 1e-12);
    }
    cdy_batch_destroy(batch);
    free_robot(&r);
}
END_TEST

START_TEST(matrices_that_cannot_begin_leave_everything)
{
    cdy_error error = {0};
    cdy_status row = CDY_ERROR_IO;
    robot r = make_large_gear_ratio(), other = make_sometimes_singular();
    const cdy_model *m = r.model;
    const cdy_axes base = CDY_AXES_BASE;
    const cdy_regressor_options sharp = {.coulomb = true, .friction_width = 0};
    const int frames = cdy_model_frame_count(m);
    cdy_batch *b = make_batch(m, 1, 1, CDY_BATCH_ROWS), *wrong = make_batch(other.model, 1, 1, CDY_BATCH_ROWS);
    double q[8] = {1, 0, 0, 0, 0, 0, 0, 0}, out[600], before[600];
    draw_array(&(uint64_t){1}, 1, out, 600);
    memcpy(before, out, sizeof out);
#define REFUSED(CALL) ck_assert_fails(CALL, CDY_ERROR_ARGUMENT, error)
    REFUSED(cdy_batch_inverse_dynamics_derivatives(m, b, 1, q, NULL, NULL, NULL, NULL, NULL, &row, &error));
    REFUSED(cdy_batch_inverse_dynamics_derivatives(NULL, b, 1, q, NULL, NULL, NULL, out, NULL, &row, &error));
    REFUSED(cdy_batch_forward_dynamics_derivatives(m, b, 1, q, NULL, NULL, NULL,
                                                   &(const cdy_forward_derivatives){NULL, NULL, NULL}, &row, &error));
    REFUSED(cdy_batch_forward_dynamics_derivatives(NULL, b, 1, q, NULL, NULL, NULL,
                                                   &(const cdy_forward_derivatives){out, NULL, NULL}, &row, &error));
    REFUSED(cdy_batch_forward_dynamics_derivatives(m, wrong, 1, q, NULL, NULL, NULL,
                                                   &(const cdy_forward_derivatives){out, NULL, NULL}, &row, &error));
    REFUSED(cdy_batch_forward_dynamics_by(m, b, 1, (cdy_forward_method)4, q, NULL, NULL, NULL, out, &row, &error));
    REFUSED(cdy_batch_forward_dynamics_by(NULL, b, 1, CDY_FORWARD_AUTO, q, NULL, NULL, NULL, out, &row, &error));
    ck_assert_fails(
        cdy_batch_forward_dynamics_by(m, b, 1, CDY_FORWARD_ARTICULATED_BODIES, q, NULL, NULL, NULL, out, &row, &error),
        CDY_ERROR_UNSUPPORTED, error); /* the robot has a follower */
    REFUSED(cdy_batch_inverse_mass_matrix(m, b, 1, q, NULL, &row, &error));
    REFUSED(cdy_batch_inverse_mass_matrix(NULL, b, 1, q, out, &row, &error));
    REFUSED(cdy_batch_coriolis_matrix(m, b, 1, q, NULL, NULL, &row, &error));
    REFUSED(cdy_batch_coriolis_matrix(m, NULL, 1, q, NULL, out, &row, &error));
    REFUSED(cdy_batch_centroidal_momentum_matrix(m, b, 1, q, NULL, &row, &error));
    REFUSED(cdy_batch_energy(m, b, 1, q, NULL, NULL, NULL, &row, &error));
    REFUSED(cdy_batch_jacobian_dot(m, b, 1, frames, base, q, NULL, out, &row, &error));
    REFUSED(cdy_batch_jacobian_dot(NULL, b, 1, 0, base, q, NULL, out, &row, &error));
    REFUSED(cdy_batch_jacobian_derivative(m, b, 1, 0, (cdy_axes)7, q, out, &row, &error));
    REFUSED(cdy_batch_jacobian_derivative(m, b, 1, 0, base, q, NULL, &row, &error));
    REFUSED(cdy_batch_transform_derivative(m, b, 1, -1, q, out, &row, &error));
    REFUSED(cdy_batch_transform_derivative(NULL, NULL, 1, 0, q, out, &row, &error));
    REFUSED(cdy_batch_external_force(m, b, 1, 1, NULL, q, out, &row, &error));
    REFUSED(cdy_batch_external_force(m, b, 1, 1, q, q, NULL, &row, &error));
    REFUSED(cdy_batch_external_force(m, b, 1, frames, q, q, out, &row, &error));
    REFUSED(cdy_batch_external_force(NULL, b, 1, 0, q, q, out, &row, &error));
    REFUSED(cdy_batch_regressor(m, b, 1, q, NULL, NULL, NULL, NULL, &row, &error));
    REFUSED(cdy_batch_regressor(NULL, b, 1, q, NULL, NULL, NULL, out, &row, &error));
    REFUSED(cdy_batch_regressor(m, b, 1, q, NULL, NULL, &sharp, out, &row, &error));
    REFUSED(cdy_batch_regressor(m, b, SIZE_MAX / 8, q, NULL, NULL, NULL, out, &row, &error));
#undef REFUSED
    ck_assert_mem_eq(out, before, sizeof out);
    ck_assert_int_eq(row, CDY_ERROR_IO);
    cdy_batch_destroy(b);
    cdy_batch_destroy(wrong);
    free_robot(&r);
    free_robot(&other);
}
END_TEST

START_TEST(calls_that_cannot_begin_leave_everything)
{
    cdy_error error = {0};
    cdy_status row = CDY_ERROR_IO;
    robot r = make_large_gear_ratio(), other = make_sometimes_singular();
    const cdy_model *m = r.model;
    cdy_batch *batch = make_batch(m, 1, 1, CDY_BATCH_ROWS), *wrong = make_batch(other.model, 1, 1, CDY_BATCH_ROWS),
              *packed = make_batch(m, 0, 1, CDY_BATCH_LANES);
    double q[8] = {1, 0, 0, 0, 0, 0, 0, 0}, out[400], before[400];
    draw_array(&(uint64_t){1}, 1, out, 400);
    memcpy(before, out, sizeof out);
    const int frames = cdy_model_frame_count(m);
    ck_assert_fails(cdy_batch_inverse_dynamics(NULL, batch, 1, q, NULL, NULL, NULL, out, &row, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_forward_dynamics(NULL, batch, 1, q, NULL, NULL, NULL, out, &row, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_forward_kinematics(NULL, batch, 1, q, out, &row, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_inverse_dynamics(m, NULL, 1, q, NULL, NULL, NULL, out, &row, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_batch_gravity_torque(m, wrong, 1, q, out, &row, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_mass_matrix(m, batch, 1, q, NULL, &row, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_center_of_mass(m, batch, 1, q, NULL, NULL, &row, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_get_transform(m, batch, 1, frames, 0, q, out, &row, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_get_transform(m, batch, 1, 0, -1, q, out, &row, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_geometric_jacobian(m, batch, 1, 0, (cdy_axes)7, q, out, &row, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_batch_frame_velocity(m, batch, 1, -1, CDY_AXES_BASE, q, NULL, out, &row, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_external_force_at(m, batch, 1, 0, (cdy_axes)7, before, q, out, &row, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_external_force_at(m, batch, 1, frames, CDY_AXES_BASE, before, q, out, &row, &error),
                    CDY_ERROR_ARGUMENT, error);
    /* Counts of states for which an array would be larger than the address space. */
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 4 + 1, SIZE_MAX / 8 + 2, SIZE_MAX / 64};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        ck_assert_fails(cdy_batch_gravity_torque(m, batch, counts[i], q, out, NULL, &error), CDY_ERROR_ARGUMENT, error);
    }
    double *odd = (uintptr_t)out % 64 == 0 ? out + 1 : out;
    ck_assert_fails(cdy_batch_gravity_torque(m, packed, 1, NULL, odd, &row, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_mem_eq(out, before, sizeof out);
    ck_assert_int_eq(row, CDY_ERROR_IO);
    ck_assert_int_eq(cdy_batch_gravity_torque(m, batch, 1, NULL, NULL, NULL, NULL), CDY_ERROR_ARGUMENT);
    cdy_batch_destroy(batch);
    cdy_batch_destroy(wrong);
    cdy_batch_destroy(packed);
    free_robot(&r);
    free_robot(&other);
}
END_TEST

/* A chain of prismatic joints; 300 joints are too many for matrices of several lanes. */
static robot make_long_chain(int count)
{
    cdy_tree *tree = make_tree("l0", 9.81);
    char name[16], parent[16] = "l0";
    for (int i = 1; i <= count; i++) {
        snprintf(name, sizeof name, "l%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_PRISMATIC);
        set_axis(&body, i % 3 == 0, i % 3 == 1, i % 3 == 2);
        set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof parent);
    }
    return make_robot(tree);
}

START_TEST(a_mass_matrix_for_lanes_has_a_limit)
{
    cdy_error error = {0};
    cdy_status row = CDY_ERROR_IO;
    states s = make_states(make_long_chain(300), 9, 4);
    cdy_batch *batch = make_batch(s.r.model, 0, 1, CDY_BATCH_ROWS);
    ck_assert_fails(cdy_batch_mass_matrix(s.r.model, batch, 1, s.q, s.out, &row, &error), CDY_ERROR_UNSUPPORTED, error);
#define UNSUPPORTED(CALL) ck_assert_fails(CALL, CDY_ERROR_UNSUPPORTED, error)
    UNSUPPORTED(cdy_batch_coriolis_matrix(s.r.model, batch, 1, s.q, NULL, s.out, &row, &error));
    UNSUPPORTED(cdy_batch_inverse_mass_matrix(s.r.model, batch, 1, s.q, s.out, &row, &error));
    UNSUPPORTED(
        cdy_batch_inverse_dynamics_derivatives(s.r.model, batch, 1, s.q, NULL, NULL, NULL, s.out, NULL, &row, &error));
    UNSUPPORTED(cdy_batch_forward_dynamics_derivatives(
        s.r.model, batch, 1, s.q, NULL, NULL, NULL, &(const cdy_forward_derivatives){s.out, NULL, NULL}, &row, &error));
    UNSUPPORTED(cdy_batch_forward_dynamics_by(s.r.model, batch, 1, CDY_FORWARD_MASS_MATRIX, s.q, NULL, NULL, NULL,
                                              s.out, &row, &error));
    UNSUPPORTED(cdy_batch_regressor(s.r.model, batch, 1, s.q, NULL, NULL, NULL, s.out, &row, &error));
    UNSUPPORTED(cdy_batch_jacobian_derivative(s.r.model, batch, 1, 1, CDY_AXES_BASE, s.q, s.out, &row, &error));
#undef UNSUPPORTED
    ck_assert_ok(cdy_batch_jacobian_dot(s.r.model, batch, 1, 9, CDY_AXES_BASE, s.q, s.qd, s.out, NULL, &error), error);
    ck_assert_int_eq(row, CDY_ERROR_IO);
    ck_assert_ok(
        cdy_batch_forward_dynamics(s.r.model, batch, s.count, s.q, s.qd, s.qdd, s.fext, s.out, s.statuses, &error),
        error);
    for (size_t b = 0; b < s.count; b++) {
        ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q + b * s.nq, s.qd + b * s.nv, s.qdd + b * s.nv,
                                          s.fext + b * s.rows6, s.expected, &error),
                     error);
        ck_assert_relative(s.out + b * s.nv, s.expected, s.nv, 1e-6);
    }
    cdy_batch_destroy(batch);
    free_states(&s);
}
END_TEST

/* Batches of several lanes have matrices up to 256 degrees of freedom, and none beyond. */
START_TEST(matrices_for_lanes_end_behind_256_degrees_of_freedom)
{
    cdy_error error = {0};
    robot r = make_long_chain(255 + _i);
    const size_t n = (size_t)r.nv;
    double *q = calloc(n, sizeof *q), *results[4];
    cdy_batch *batch = make_batch(r.model, 0, 1, CDY_BATCH_ROWS);
    const cdy_status expected = n <= 256 ? CDY_OK : CDY_ERROR_UNSUPPORTED;
    for (int i = 0; i < 4; i++) {
        results[i] = calloc(n * n, sizeof(double));
        ck_assert(q && results[i]);
    }
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, q, results[0], &error), error);
    ck_assert_int_eq(cdy_batch_mass_matrix(r.model, batch, 1, q, results[1], NULL, &error), expected);
    ck_assert_int_eq(cdy_batch_inverse_mass_matrix(r.model, batch, 1, q, results[2], NULL, &error), expected);
    ck_assert_int_eq(cdy_batch_coriolis_matrix(r.model, batch, 1, q, NULL, results[2], NULL, &error), expected);
    ck_assert_int_eq(cdy_batch_forward_dynamics_by(r.model, batch, 1, CDY_FORWARD_MASS_MATRIX, q, NULL, NULL, NULL,
                                                   results[2], NULL, &error),
                     expected);
    ck_assert_int_eq(cdy_batch_inverse_dynamics_derivatives(r.model, batch, 1, q, NULL, NULL, NULL, results[2],
                                                            results[3], NULL, &error),
                     expected);
    ck_assert_int_eq(cdy_batch_forward_dynamics(r.model, batch, 1, q, NULL, NULL, NULL, results[3], NULL, &error),
                     CDY_OK);
    if (!expected) {
        ck_assert_relative(results[1], results[0], n * n, 1e-12);
    }
    for (int i = 0; i < 4; i++) {
        free(results[i]);
    }
    free(q);
    cdy_batch_destroy(batch);
    free_robot(&r);
}
END_TEST

/* With 120 bodies on revolute joints the regressor has 144000 numbers; with 170 it has 289000, more than batches of
 * several lanes hold. */
START_TEST(a_regressor_for_lanes_has_a_limit)
{
    cdy_error error = {0};
    for (int bodies = 120; bodies <= 170; bodies += 50) {
        robot r = make_robot(random_tree(3, bodies, RANDOM_JOINTS_ONE_DEGREE));
        const size_t size = (size_t)r.nv * (size_t)cdy_parameter_count(r.model, NULL);
        double *Y = calloc(3 * size, sizeof *Y), *expected = calloc(size, sizeof *expected);
        cdy_batch *batch = make_batch(r.model, 2, 1, CDY_BATCH_ROWS);
        ck_assert_ok(cdy_regressor(r.model, r.work, NULL, NULL, NULL, NULL, expected, &error), error);
        if (batch && size <= 262144) {
            ck_assert_ok(cdy_batch_regressor(r.model, batch, 3, NULL, NULL, NULL, NULL, Y, NULL, &error), error);
            ck_assert_relative(Y + 2 * size, expected, size, 1e-12);
        } else if (batch) {
            ck_assert_fails(cdy_batch_regressor(r.model, batch, 3, NULL, NULL, NULL, NULL, Y, NULL, &error),
                            CDY_ERROR_UNSUPPORTED, error);
        }
        cdy_batch_destroy(batch);
        free(Y);
        free(expected);
        free_robot(&r);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_failures");
    TCase *tests = tcase_create("failures");
    add_fault_tests(tests);
    tcase_add_loop_test(tests, quaternions_and_followers_fail_as_in_single_calls, 0, LANES);
    tcase_add_loop_test(tests, derivatives_of_failing_rows_are_no_numbers, 0, LANES);
    tcase_add_loop_test(tests, singular_rows_have_no_derivatives_and_no_inverse, 0, LANES);
    tcase_add_loop_test(tests, what_is_singular_everywhere_fails_in_every_row, 0, LANES);
    tcase_add_loop_test(tests, one_product_beyond_doubles_fails_its_row, 0, LANES);
    tcase_add_test(tests, matrices_that_cannot_begin_leave_everything);
    tcase_add_test(tests, calls_that_cannot_begin_leave_everything);
    tcase_add_test(tests, a_mass_matrix_for_lanes_has_a_limit);
    tcase_add_loop_test(tests, matrices_for_lanes_end_behind_256_degrees_of_freedom, 0, 3);
    tcase_add_test(tests, a_regressor_for_lanes_has_a_limit);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
