/* Arguments of the dynamics: defaults, refusals, aliases, memory of workspaces. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NQ = 11, NV = 10, ROWS = 11 };

/* A floating body that carries a slide whose limits exclude 0, a hinge, a planar joint, and a follower of the hinge:
 * every kind of joint and argument. */
static robot make_sample(void)
{
    const double inertia[6] = {0.5, 0.01, 0.02, 0.6, 0.03, 0.7};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("trunk", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 3, 0.1, 0.2, 0.3, inertia);
    add_body(tree, &body, "world");
    body = make_body("mast", "slide", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 2, 3);
    set_origin(&body, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6);
    set_inertial(&body, 1, 0.1, 0, 0, inertia);
    body.joint.limit = (cdy_limit){true, 0.25, 1, 0, 0};
    add_body(tree, &body, "trunk");
    body = make_body("arm", "hinge", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0, 1, 1);
    set_origin(&body, 0.3, 0.2, 0.1, 0, 0, 0);
    set_inertial(&body, 1, 0.1, 0.5, 0, inertia);
    add_body(tree, &body, "mast");
    body = make_body("finger", "knuckle", CDY_JOINT_REVOLUTE);
    set_axis(&body, 1, 0, 0);
    set_origin(&body, 0, 0.5, 0, 0, 0, 0);
    set_inertial(&body, 0.5, 0, 0.1, 0, inertia);
    body.joint.mimic = (cdy_mimic){"hinge", -1.5, 0.2};
    add_body(tree, &body, "arm");
    body = make_body("tail", "wag", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 0, 1, 0);
    set_inertial(&body, 0.5, 0.3, 0, 0, inertia);
    add_body(tree, &body, "trunk");
    body = make_body("puck", "zip", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 0, 0, 1);
    set_origin(&body, 0.5, 0.5, 0, 0, 0, 0);
    set_inertial(&body, 0.5, 0.3, 0, 0, inertia);
    add_body(tree, &body, "tail");
    robot r = make_robot(tree);
    ck_assert_int_eq(r.nq, NQ);
    ck_assert_int_eq(r.nv, NV);
    ck_assert_int_eq(cdy_model_force_rows(r.model), ROWS);
    return r;
}

/* One valid value for each argument. */
typedef struct arguments {
    double q[NQ], qd[NV], qdd[NV], tau[NV], fext[6 * ROWS];
} arguments;

static arguments draw_arguments(uint64_t seed)
{
    arguments a;
    draw_array(&seed, 1, a.q, NQ);
    draw_array(&seed, 1, a.qd, NV);
    draw_array(&seed, 1, a.qdd, NV);
    draw_array(&seed, 1, a.tau, NV);
    draw_array(&seed, 1, a.fext, 6 * ROWS);
    a.q[0] += 1.5;
    return a;
}

/* ---- the calls behind one signature ---- */

typedef enum call { INVERSE, FORWARD, MASS, PRODUCT, GRAVITY, FORCE, CALLS } call;

/* The inputs that a call reads, and the size of its result. */
static const struct {
    bool qd, qdd, tau, fext;
    size_t size;
} reads[CALLS] = {
    [INVERSE] = {true, true, false, true, NV},     [FORWARD] = {true, false, true, true, NV},
    [MASS] = {false, false, false, false, NV *NV}, [PRODUCT] = {true, false, false, false, NV},
    [GRAVITY] = {false, false, false, false, NV},  [FORCE] = {false, false, false, false, 6 * ROWS},
};

static cdy_status run(call which, const cdy_model *model, cdy_workspace *work, const double *q, const double *qd,
                      const double *qdd, const double *tau, const double *fext, double *out, cdy_error *error)
{
    const double wrench[6] = {1, 2, 3, 4, 5, 6};
    switch (which) {
    case INVERSE: return cdy_inverse_dynamics(model, work, q, qd, qdd, fext, out, error);
    case FORWARD: return cdy_forward_dynamics(model, work, q, qd, tau, fext, out, error);
    case MASS: return cdy_mass_matrix(model, work, q, out, error);
    case PRODUCT: return cdy_velocity_product(model, work, q, qd, out, error);
    case GRAVITY: return cdy_gravity_torque(model, work, q, out, error);
    case FORCE:
    case CALLS: break;
    }
    return cdy_external_force(model, work, 3, wrench, q, out, error);
}

static cdy_status run_with(call which, robot *r, const arguments *a, double *out, cdy_error *error)
{
    return run(which, r->model, r->work, a->q, a->qd, a->qdd, a->tau, a->fext, out, error);
}

/* ---- defaults ---- */

START_TEST(null_means_home_zero_and_none)
{
    cdy_error error = {0};
    double home[NQ], zero[6 * ROWS] = {0}, a[NV * NV], b[NV * NV];
    robot r = make_sample();
    cdy_home_configuration(r.model, home);
    ck_assert_double_eq(home[7], 0.25); /* so that home is not 0 */
    for (call c = INVERSE; c < FORCE; c++) {
        ck_assert_ok(run(c, r.model, r.work, NULL, NULL, NULL, NULL, NULL, a, &error), error);
        ck_assert_ok(run(c, r.model, r.work, home, zero, zero, zero, zero, b, &error), error);
        ck_assert_near(a, b, reads[c].size, 0);
        ck_assert(c == PRODUCT || largest(a, reads[c].size) > 0.1);
    }
    free_robot(&r);
}
END_TEST

START_TEST(each_default_stands_for_itself)
{
    cdy_error error = {0};
    const double zero[6 * ROWS] = {0};
    double home[NQ], x[NV], y[NV];
    const arguments a = draw_arguments(1);
    robot r = make_sample();
    cdy_home_configuration(r.model, home);
    for (call c = INVERSE; c <= FORWARD; c++) {
        ck_assert_ok(run(c, r.model, r.work, NULL, a.qd, a.qdd, a.tau, a.fext, x, &error), error);
        ck_assert_ok(run(c, r.model, r.work, home, a.qd, a.qdd, a.tau, a.fext, y, &error), error);
        ck_assert_near(x, y, NV, 0);
        ck_assert_ok(run(c, r.model, r.work, a.q, NULL, a.qdd, a.tau, a.fext, x, &error), error);
        ck_assert_ok(run(c, r.model, r.work, a.q, zero, a.qdd, a.tau, a.fext, y, &error), error);
        ck_assert_near(x, y, NV, 0);
        ck_assert_ok(run(c, r.model, r.work, a.q, a.qd, NULL, NULL, a.fext, x, &error), error);
        ck_assert_ok(run(c, r.model, r.work, a.q, a.qd, zero, zero, a.fext, y, &error), error);
        ck_assert_near(x, y, NV, 0);
        ck_assert_ok(run(c, r.model, r.work, a.q, a.qd, a.qdd, a.tau, NULL, x, &error), error);
        ck_assert_ok(run(c, r.model, r.work, a.q, a.qd, a.qdd, a.tau, zero, y, &error), error);
        ck_assert_near(x, y, NV, 0);
    }
    free_robot(&r);
}
END_TEST

START_TEST(gravity_of_the_model_counts)
{
    cdy_error error = {0};
    const double side[3] = {3, -2, 1}, none[3] = {0}, zero[NV] = {0};
    const arguments a = draw_arguments(2);
    robot r = make_sample();
    double before[NV], after[NV], product[NV], bias[NV];
    ck_assert_ok(cdy_gravity_torque(r.model, r.work, a.q, before, &error), error);
    ck_assert_ok(cdy_model_set_gravity(r.model, side, &error), error);
    ck_assert_ok(cdy_gravity_torque(r.model, r.work, a.q, after, &error), error);
    /* The weight of a free body, 6.5 kg, is its gravity force, whichever way the body is turned. */
    ck_assert_double_eq_tol(hypot(hypot(before[3], before[4]), before[5]), 6.5 * 9.81, 1e-12);
    ck_assert_double_eq_tol(hypot(hypot(after[3], after[4]), after[5]), 6.5 * sqrt(14), 1e-12);
    ck_assert_ok(cdy_velocity_product(r.model, r.work, a.q, a.qd, product, &error), error);
    ck_assert_ok(cdy_model_set_gravity(r.model, none, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, a.q, a.qd, NULL, NULL, bias, &error), error);
    ck_assert_near(product, bias, NV, 0); /* the velocity product does not include gravity */
    ck_assert_ok(cdy_gravity_torque(r.model, r.work, a.q, after, &error), error);
    ck_assert_near(after, zero, NV, 0);
    free_robot(&r);
}
END_TEST

START_TEST(quaternions_may_have_any_length)
{
    cdy_error error = {0};
    static const double lengths[] = {-1, 1e-3, 1e3, 1e-100, 1e100};
    const arguments a = draw_arguments(3);
    robot r = make_sample();
    double expected[NV], tau[NV];
    ck_assert_ok(run_with(INVERSE, &r, &a, expected, &error), error);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        arguments b = a;
        for (int k = 0; k < 4; k++) {
            b.q[k] *= lengths[i];
        }
        ck_assert_ok(run_with(INVERSE, &r, &b, tau, &error), error);
        ck_assert_relative(tau, expected, NV, 1e-13);
    }
    free_robot(&r);
}
END_TEST

/* ---- refusals ---- */

/* Checks that a call is refused and leaves its output unchanged. */
static void check_refused(call c, const cdy_model *model, cdy_workspace *work, const arguments *a, cdy_status expected)
{
    cdy_error error = {0};
    double out[NV * NV], before[NV * NV];
    memset(out, 0x44, sizeof out);
    memcpy(before, out, sizeof out);
    ck_assert_fails(run(c, model, work, a->q, a->qd, a->qdd, a->tau, a->fext, out, &error), expected, error);
    ck_assert_int_eq(run(c, model, work, a->q, a->qd, a->qdd, a->tau, a->fext, out, NULL), expected);
    ck_assert_msg(memcmp(out, before, sizeof out) == 0, "call %d failed, but wrote: %s", (int)c, error.text);
}

START_TEST(missing_pointers_are_refused)
{
    const arguments a = draw_arguments(4);
    robot r = make_sample();
    cdy_error error = {0};
    for (call c = INVERSE; c < CALLS; c++) {
        check_refused(c, NULL, r.work, &a, CDY_ERROR_ARGUMENT);
        check_refused(c, r.model, NULL, &a, CDY_ERROR_ARGUMENT);
        ck_assert_fails(run_with(c, &r, &a, NULL, &error), CDY_ERROR_ARGUMENT, error);
    }
    double fext[6 * ROWS];
    ck_assert_fails(cdy_external_force(r.model, r.work, 1, NULL, NULL, fext, &error), CDY_ERROR_ARGUMENT, error);
    free_robot(&r);
}
END_TEST

/* Calls without a status return the same for NULL as for an unknown object. */
START_TEST(nothing_is_known_of_null)
{
    robot r = make_sample();
    double numbers[16] = {1, 2, 3};
    const double kept[16] = {1, 2, 3};
    uint64_t seed = 5;
    char text[8] = "table";
    ck_assert_ptr_null(cdy_model_name(NULL));
    ck_assert(cdy_model_nv(NULL) == 0 && cdy_model_nq(NULL) == 0 && cdy_model_force_rows(NULL) == 0);
    ck_assert(cdy_model_frame_count(NULL) == 0 && !cdy_model_frame_name(NULL, 0));
    ck_assert(cdy_model_find_frame(NULL, "arm") == -1 && cdy_model_find_frame(r.model, NULL) == -1);
    ck_assert(!cdy_model_frame_is_fixed(NULL, 0) && !(cdy_total_mass(NULL) > 0));
    ck_assert(!cdy_tree_name(NULL) && cdy_tree_body_count(NULL) == 0 && !cdy_tree_body(NULL, 0));
    ck_assert(cdy_tree_parent(NULL, 1) == -1 && cdy_tree_first_child(NULL, 0) == -1);
    ck_assert(cdy_tree_next_sibling(NULL, 1) == -1 && !cdy_tree_mimic_independent(NULL));
    ck_assert(cdy_tree_write_details(NULL, NULL, 0) == 0 && cdy_tree_write_details(NULL, text, sizeof text) == 0);
    ck_assert_str_eq(text, "");
    ck_assert(cdy_tree_find_body(NULL, "arm") == -1 && cdy_tree_find_joint(NULL, "hinge") == -1);
    ck_assert(cdy_configuration_clamp(NULL, numbers) == 0 && cdy_configuration_clamp(r.model, NULL) == 0);
    ck_assert(cdy_configuration_limit_violations(NULL, numbers, 0, NULL) == 0);
    ck_assert(cdy_configuration_limit_violations(r.model, NULL, 0, NULL) == 0);
    cdy_model_get_gravity(NULL, numbers);
    cdy_model_get_gravity(r.model, NULL);
    cdy_tree_get_gravity(NULL, numbers);
    cdy_tree_set_mimic_independent(NULL, true);
    cdy_home_configuration(NULL, numbers);
    cdy_home_configuration(r.model, NULL);
    cdy_random_configuration(NULL, &seed, numbers);
    cdy_random_configuration(r.model, NULL, numbers);
    cdy_random_configuration(r.model, &seed, NULL);
    cdy_joint_position_limits(NULL, &numbers[0], &numbers[1]);
    cdy_placement_to_matrix(NULL, numbers);
    cdy_inertial_about_origin(NULL, numbers);
    cdy_inertial_set_about_origin(NULL, 1, numbers, numbers);
    ck_assert_mem_eq(numbers, kept, sizeof kept);
    ck_assert_uint_eq(seed, 5);
    free_robot(&r);
}
END_TEST

START_TEST(a_workspace_of_another_model_is_refused)
{
    const arguments a = draw_arguments(5);
    robot r = make_sample(), other = make_robot(make_tree("rock", 0));
    for (call c = INVERSE; c < CALLS; c++) {
        check_refused(c, r.model, other.work, &a, CDY_ERROR_ARGUMENT);
    }
    free_robot(&other);
    free_robot(&r);
}
END_TEST

/* A robot that differs only in a limit, and so in its home configuration, which a workspace stores. */
START_TEST(a_workspace_of_a_model_that_looks_alike_is_refused)
{
    cdy_error error = {0};
    robot r[2];
    for (int i = 0; i < 2; i++) {
        cdy_tree *tree = make_tree("base", 0);
        cdy_body body = make_body("cart", "slide", CDY_JOINT_PRISMATIC);
        body.joint.limit = (cdy_limit){true, i, 2, 0, 0};
        add_body(tree, &body, "base");
        r[i] = make_robot(tree);
    }
    double tau = 7;
    ck_assert_fails(cdy_inverse_dynamics(r[0].model, r[1].work, NULL, NULL, NULL, NULL, &tau, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_double_eq(tau, 7);
    free_robot(&r[0]);
    free_robot(&r[1]);
}
END_TEST

START_TEST(numbers_that_are_not_finite_are_refused)
{
    const double bad[] = {(double)NAN, -(double)NAN, (double)INFINITY, -(double)INFINITY};
    robot r = make_sample();
    for (call c = INVERSE; c < CALLS; c++) {
        for (int i = 0; i < 4 * NV; i++) {
            arguments q = draw_arguments(6), qd = q, qdd = q, tau = q, fext = q;
            q.q[i % NV + (i / 4) % 2] = bad[i % 4];
            qd.qd[i % NV] = bad[i / NV];
            qdd.qdd[i % NV] = bad[i / NV];
            tau.tau[i % NV] = bad[i / NV];
            fext.fext[i * 6 * ROWS / (4 * NV)] = bad[i % 4];
            check_refused(c, r.model, r.work, &q, CDY_ERROR_ARGUMENT);
            if (reads[c].qd) {
                check_refused(c, r.model, r.work, &qd, CDY_ERROR_ARGUMENT);
            }
            if (reads[c].qdd) {
                check_refused(c, r.model, r.work, &qdd, CDY_ERROR_ARGUMENT);
            }
            if (reads[c].tau) {
                check_refused(c, r.model, r.work, &tau, CDY_ERROR_ARGUMENT);
            }
            if (reads[c].fext) {
                check_refused(c, r.model, r.work, &fext, CDY_ERROR_ARGUMENT);
            }
        }
    }
    free_robot(&r);
}
END_TEST

START_TEST(a_zero_quaternion_is_refused)
{
    robot r = make_sample();
    arguments a = draw_arguments(7);
    memset(a.q, 0, 4 * sizeof(double));
    for (call c = INVERSE; c < CALLS; c++) {
        check_refused(c, r.model, r.work, &a, CDY_ERROR_ARGUMENT);
    }
    free_robot(&r);
}
END_TEST

START_TEST(frames_and_wrenches_are_checked)
{
    cdy_error error = {0};
    const double good[6] = {0}, bad[6] = {0, 0, 0, 0, (double)NAN, 0};
    double fext[6 * ROWS] = {0};
    const double none[6 * ROWS] = {0};
    robot r = make_sample();
    int count = cdy_model_frame_count(r.model);
    ck_assert_fails(cdy_external_force(r.model, r.work, -1, good, NULL, fext, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_external_force(r.model, r.work, count, good, NULL, fext, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_external_force(r.model, r.work, 1, bad, NULL, fext, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_external_force(r.model, r.work, 0, bad, NULL, fext, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_near(fext, none, 6 * ROWS, 0);
    free_robot(&r);
}
END_TEST

/* A matrix may be written before an element is found not to be finite. */
static void check_overflow(call c, robot *r, const arguments *a)
{
    cdy_error error = {0};
    double out[NV * NV] = {0};
    if (c == MASS || c == FORCE) {
        ck_assert_fails(run_with(c, r, a, out, &error), CDY_ERROR_NUMERIC, error);
    } else {
        check_refused(c, r->model, r->work, a, CDY_ERROR_NUMERIC);
    }
}

/* Finite numbers with a result that is not finite: the call fails instead of returning the result. */
START_TEST(results_that_overflow_are_refused)
{
    robot r = make_sample();
    arguments a = draw_arguments(8);
    arguments fast = a, far = a;
    fast.qd[0] = 1e200;
    check_overflow(INVERSE, &r, &fast);
    check_overflow(FORWARD, &r, &fast);
    check_overflow(PRODUCT, &r, &fast);
    far.q[7] = 1e200; /* position of the slide, whose square is in the inertia */
    check_overflow(MASS, &r, &far);
    check_overflow(FORWARD, &r, &far);
    far.q[4] = 1e308; /* position of the trunk, which gives the force a moment about the base's origin */
    far.q[5] = -1e308;
    far.q[6] = 1e308;
    check_overflow(FORCE, &r, &far);
    arguments geared = a;
    geared.q[8] = 1.5e308; /* position of the hinge; its follower is at -1.5 times this position */
    check_overflow(INVERSE, &r, &geared);
    check_overflow(GRAVITY, &r, &geared);
    check_overflow(FORCE, &r, &geared);
    free_robot(&r);
}
END_TEST

/* The torque at the leader is the multiplier times the follower's torque, and may overflow where no other number does.
 */
START_TEST(a_projection_that_overflows_is_refused)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("motor", "lead", CDY_JOINT_CONTINUOUS);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    body = make_body("wheel", "follow", CDY_JOINT_CONTINUOUS);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1e200});
    body.joint.mimic = (cdy_mimic){"lead", 1e60, 0};
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    const double qdd[1] = {1}, qd[1] = {1};
    double tau = 7;
    ck_assert_fails(cdy_inverse_dynamics(r.model, r.work, NULL, qd, qdd, NULL, &tau, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_double_eq(tau, 7);
    ck_assert_fails(cdy_mass_matrix(r.model, r.work, NULL, &tau, &error), CDY_ERROR_NUMERIC, error);
    free_robot(&r);
}
END_TEST

/* A wheel, and beside it a hinge that carries two slides along one line: the overflow is behind the wheel's part of
 * each matrix. */
START_TEST(every_number_of_a_matrix_is_checked)
{
    static const char *const names[] = {"wheel", "arm", "rail", "mass"}, *const parents[] = {"base", "base", "arm",
                                                                                             "rail"};
    enum { N = 4 };
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < N; i++) {
        cdy_body body =
            make_body(names[i], (char[]){(char)('a' + i), 0}, i < 2 ? CDY_JOINT_CONTINUOUS : CDY_JOINT_PRISMATIC);
        set_axis(&body, i >= 2, 0, i < 2);
        set_inertial(&body, 1e3, 0, 1, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, parents[i]);
    }
    robot r = make_robot(tree);
    const cdy_model *m = r.model;
    const int mass = cdy_model_find_frame(m, "mass");
    double large[10 * N * N], more[N * N];
    const double far[N] = {0, 0, 1.5e308, 1.5e308}, fast[N] = {0, 1.5e308, 0, 0};
    for (int way = 0; way < 2; way++) {
        const double *q = way ? far : NULL, *qd = way ? fast : NULL;
        const cdy_status expected = way ? CDY_ERROR_NUMERIC : CDY_OK;
        ck_assert_int_eq(cdy_mass_matrix(m, r.work, q, large, &error), expected);
        ck_assert_int_eq(cdy_coriolis_matrix(m, r.work, NULL, qd, large, &error), expected);
        ck_assert_int_eq(cdy_geometric_jacobian(m, r.work, mass, CDY_AXES_BASE, q, large, &error), expected);
        ck_assert_int_eq(cdy_jacobian_derivative(m, r.work, mass, CDY_AXES_BASE, q, large, &error), expected);
        ck_assert_int_eq(cdy_transform_derivative(m, r.work, mass, q, large, &error), expected);
        ck_assert_int_eq(cdy_inverse_dynamics_derivatives(m, r.work, NULL, qd, NULL, NULL, large, NULL, &error),
                         expected);
        ck_assert_int_eq(cdy_inverse_dynamics_derivatives(m, r.work, NULL, qd, NULL, NULL, NULL, more, &error),
                         expected);
        ck_assert_int_eq(cdy_regressor(m, r.work, NULL, qd, NULL, NULL, large, &error), expected);
    }
    free_robot(&r);
}
END_TEST

/* ---- memory ---- */

START_TEST(outputs_may_be_inputs)
{
    cdy_error error = {0};
    const arguments a = draw_arguments(9);
    robot r = make_sample();
    for (call c = INVERSE; c < FORCE; c++) {
        double expected[NV * NV];
        ck_assert_ok(run_with(c, &r, &a, expected, &error), error);
        double matrix[NV * NV] = {0}; /* the size of the result; the first numbers are the input vector */
        memcpy(matrix, a.q, sizeof a.q);
        if (c == MASS) {
            ck_assert_ok(cdy_mass_matrix(r.model, r.work, matrix, matrix, &error), error);
            ck_assert_near(matrix, expected, NV * NV, 0);
        }
        for (int which = 0; which < 5 && c != MASS; which++) {
            arguments b = a;
            double *const arrays[] = {b.q, b.qd, b.qdd, b.tau, b.fext};
            ck_assert_ok(run_with(c, &r, &b, arrays[which], &error), error);
            ck_assert_near(arrays[which], expected, reads[c].size, 0);
        }
    }
    free_robot(&r);
}
END_TEST

/* A matrix may begin where an input begins, since the call reads the input before it writes the matrix. */
START_TEST(derivatives_may_take_the_place_of_inputs)
{
    cdy_error error = {0};
    const arguments a = draw_arguments(9);
    robot r = make_sample();
    const double *const inputs[] = {a.q, a.qd, a.qdd, a.fext};
    const size_t sizes[] = {NQ, NV, NV, 6 * ROWS};
    for (int forward = 0; forward < 2; forward++) {
        double expected[2][NV * NV], place[NV * NV], out[3][NV * NV];
        for (int which = -1; which < 4; which++) {
            const double *in[4] = {a.q, a.qd, a.qdd, a.fext};
            double *first = which < 0 ? expected[0] : place;
            if (which >= 0) {
                memcpy(place, inputs[which], sizes[which] * sizeof *place);
                in[which] = place;
            }
            ck_assert_ok(forward ? cdy_forward_dynamics_derivatives(
                                       r.model, r.work, in[0], in[1], in[2], in[3],
                                       &(const cdy_forward_derivatives){first, out[1], out[2]}, &error)
                                 : cdy_inverse_dynamics_derivatives(r.model, r.work, in[0], in[1], in[2], in[3], first,
                                                                    out[1], &error),
                         error);
            if (which < 0) {
                memcpy(expected[1], out[1], sizeof out[1]);
            }
            ck_assert_mem_eq(first, expected[0], sizeof place);
            ck_assert_mem_eq(out[1], expected[1], sizeof place);
        }
    }
    free_robot(&r);
}
END_TEST

START_TEST(a_workspace_fits_its_size_exactly)
{
    cdy_error error = {0};
    const arguments a = draw_arguments(10);
    robot r = make_sample();
    size_t size = cdy_workspace_size(r.model);
    for (size_t offset = 0; offset < 80; offset += 13) { /* memory of any alignment */
        unsigned char *memory = malloc(size + 128);
        memset(memory, 0xa5, size + 128);
        cdy_workspace *work = NULL;
        double expected[NV * NV], out[NV * NV];
        ck_assert_fails(cdy_workspace_init(memory + offset, size - 1, r.model, &work, &error), CDY_ERROR_ARGUMENT,
                        error);
        ck_assert_ptr_null(work);
        ck_assert_ok(cdy_workspace_init(memory + offset, size, r.model, &work, &error), error);
        for (call c = INVERSE; c < FORCE; c++) {
            ck_assert_ok(run_with(c, &r, &a, expected, &error), error);
            ck_assert_ok(run(c, r.model, work, a.q, a.qd, a.qdd, a.tau, a.fext, out, &error), error);
            ck_assert_near(out, expected, reads[c].size, 0);
            ck_assert_ok(run(c, r.model, work, NULL, NULL, NULL, NULL, NULL, out, &error), error);
            ck_assert_ok(run(c, r.model, r.work, NULL, NULL, NULL, NULL, NULL, expected, &error), error);
            ck_assert_near(out, expected, reads[c].size, 0);
        }
        for (size_t i = 0; i < size + 128; i++) {
            ck_assert((i >= offset && i < offset + size) || memory[i] == 0xa5);
        }
        free(memory);
    }
    cdy_workspace *other = r.work;
    ck_assert_fails(cdy_workspace_init(NULL, size, r.model, &other, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(other);
    cdy_workspace *work = NULL;
    ck_assert_fails(cdy_workspace_create(NULL, &work, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_workspace_create(r.model, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_workspace_destroy(NULL);
    free_robot(&r);
}
END_TEST

/* A call leaves nothing in the workspace that changes a later call's result. */
START_TEST(calls_do_not_disturb_each_other)
{
    cdy_error error = {0};
    const arguments a = draw_arguments(11), b = draw_arguments(12);
    robot r = make_sample();
    for (call c = INVERSE; c < CALLS; c++) {
        double fresh[NV * NV] = {0};
        ck_assert_ok(run_with(c, &r, &a, fresh, &error), error);
        for (call other = INVERSE; other < CALLS; other++) {
            double out[NV * NV] = {0}, again[NV * NV] = {0};
            ck_assert_ok(run_with(other, &r, &b, out, &error), error);
            ck_assert_ok(run_with(c, &r, &a, again, &error), error);
            ck_assert_mem_eq(again, fresh, sizeof fresh);
        }
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("arguments");
    TCase *tests = add_case(suite, "defaults", null_means_home_zero_and_none);
    tcase_add_test(tests, each_default_stands_for_itself);
    tcase_add_test(tests, gravity_of_the_model_counts);
    tcase_add_test(tests, quaternions_may_have_any_length);
    tests = add_case(suite, "refusals", missing_pointers_are_refused);
    tcase_add_test(tests, nothing_is_known_of_null);
    tcase_add_test(tests, a_workspace_of_another_model_is_refused);
    tcase_add_test(tests, a_workspace_of_a_model_that_looks_alike_is_refused);
    tcase_add_test(tests, numbers_that_are_not_finite_are_refused);
    tcase_add_test(tests, a_zero_quaternion_is_refused);
    tcase_add_test(tests, frames_and_wrenches_are_checked);
    tcase_add_test(tests, results_that_overflow_are_refused);
    tcase_add_test(tests, a_projection_that_overflows_is_refused);
    tcase_add_test(tests, every_number_of_a_matrix_is_checked);
    tests = add_case(suite, "memory", outputs_may_be_inputs);
    tcase_add_test(tests, derivatives_may_take_the_place_of_inputs);
    tcase_add_test(tests, a_workspace_fits_its_size_exactly);
    tcase_add_test(tests, calls_do_not_disturb_each_other);
    return run_suites(suite, NULL);
}
