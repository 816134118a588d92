/* Derivatives: compared with the complex step on random robots of every joint type, with differences where joints
 * follow others and for frames, with closed forms, and by the identities between them. */
#include "dynamics/workspace.h"
#include "support/compare.h"
#include "support/complex_step.h"
#include "support/differences.h"
#include "support/random_tree.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 40, FEW = 12 };

/* A random robot in a random state, and room for results. */
typedef struct subject {
    robot r;
    size_t n, nq, rows; /* of the forces */
    int frame;
    double *q, *qd, *qdd, *tau, *fext;
    double *A, *B, *C, *expected; /* n x n */
} subject;

static double *zeros(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

/* A robot in a random state; takes the tree. */
static subject make_subject_of(cdy_tree *tree, int number)
{
    subject s = {0};
    uint64_t state = (uint64_t)number * 77 + 5;
    s.r = make_robot(tree);
    s.n = (size_t)s.r.nv;
    s.nq = (size_t)s.r.nq;
    s.frame = cdy_model_frame_count(s.r.model) - 1;
    s.q = zeros(s.nq);
    s.qd = zeros(s.n);
    s.qdd = zeros(s.n);
    s.tau = zeros(s.n);
    s.rows = (size_t)cdy_model_force_rows(s.r.model);
    s.fext = zeros(6 * s.rows);
    s.A = zeros(s.n * s.n);
    s.B = zeros(s.n * s.n);
    s.C = zeros(s.n * s.n);
    s.expected = zeros(s.n * s.n);
    random_state(&state, tree, s.q);
    draw_array(&state, 2, s.qd, s.r.nv);
    draw_array(&state, 3, s.qdd, s.r.nv);
    draw_array(&state, 20, s.tau, s.r.nv);
    draw_array(&state, 15, s.fext, 6 * (int)s.rows);
    return s;
}

static subject make_subject(int number, int joints, bool followers)
{
    cdy_tree *tree = random_tree((uint64_t)number + 9000, joints, RANDOM_JOINTS_ALL);
    cdy_tree_set_mimic_independent(tree, !followers);
    return make_subject_of(tree, number);
}

static void add_link(cdy_tree *tree, cdy_body *link, const char *parent)
{
    const double moments[6] = {0.2, 0.01, 0.02, 0.3, 0.03, 0.25};
    set_inertial(link, 1.5, 0.05, -0.1, 0.08, moments);
    add_body(tree, link, parent);
}

/* A trunk that floats, on `before` sliding joints, with two legs of this number of joints. */
static subject make_legged(int before, int joints)
{
    cdy_tree *tree = make_tree("base", 9.81);
    char parent[24] = "base", name[24], joint[24];
    for (int i = 0; i < before; i++) {
        snprintf(name, sizeof name, "slide%d", i);
        snprintf(joint, sizeof joint, "s%d", i);
        cdy_body slide = make_body(name, joint, CDY_JOINT_PRISMATIC);
        add_link(tree, &slide, parent);
        snprintf(parent, sizeof parent, "%s", name);
    }
    cdy_body trunk = make_body("trunk", "floats", CDY_JOINT_FLOATING);
    add_link(tree, &trunk, parent);
    for (int i = 0; i < 2 * joints; i++) {
        snprintf(parent, sizeof parent, "%s", i % joints ? name : "trunk");
        snprintf(name, sizeof name, "link%d", i);
        snprintf(joint, sizeof joint, "j%d", i);
        cdy_body link = make_body(name, joint, CDY_JOINT_REVOLUTE);
        set_origin(&link, 0.3, 0.1 * i, -0.2, 0.5 * i, 0.3, -0.2 * i);
        add_link(tree, &link, parent);
    }
    return make_subject_of(tree, before + joints);
}

static void free_subject(subject *s)
{
    double *const arrays[] = {s->q, s->qd, s->qdd, s->tau, s->fext, s->A, s->B, s->C, s->expected};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free_robot(&s->r);
}

static void inverse(subject *s, const double *fext, double *A, double *B)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_inverse_dynamics_derivatives(s->r.model, s->r.work, s->q, s->qd, s->qdd, fext, A, B, &error),
                 error);
}

static void forward(subject *s, const double *fext, double *A, double *B, double *C)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_forward_dynamics_derivatives(s->r.model, s->r.work, s->q, s->qd, s->tau, fext,
                                                  &(const cdy_forward_derivatives){A, B, C}, &error),
                 error);
}

/* C = A B, n x n. */
static void multiply(const double *A, const double *B, size_t n, double *C)
{
    memset(C, 0, n * n * sizeof *C);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            for (size_t j = 0; j < n; j++) {
                C[i * n + j] += A[i * n + k] * B[k * n + j];
            }
        }
    }
}

/* ---- beside the complex step ---- */

static void compare_inverse(subject *s, const double *fext)
{
    const step_state state = {s->r.model, s->q, s->qd, s->qdd, fext};
    inverse(s, fext, s->A, s->B);
    complex_derivative(&state, false, STEP_Q, s->expected);
    ck_assert_relative(s->A, s->expected, s->n * s->n, 1e-12);
    complex_derivative(&state, false, STEP_QD, s->expected);
    ck_assert_relative(s->B, s->expected, s->n * s->n, 1e-12);
}

/* Tolerances in proportion to the condition of M. */
static void compare_forward(subject *s, const double *fext)
{
    const step_state state = {s->r.model, s->q, s->qd, s->tau, fext};
    forward(s, fext, s->A, s->B, s->C);
    complex_derivative(&state, true, STEP_Q, s->expected);
    ck_assert_relative(s->A, s->expected, s->n * s->n, 1e-8);
    complex_derivative(&state, true, STEP_QD, s->expected);
    ck_assert_relative(s->B, s->expected, s->n * s->n, 1e-8);
    complex_derivative(&state, true, STEP_THIRD, s->expected);
    ck_assert_relative(s->C, s->expected, s->n * s->n, 1e-8);
}

START_TEST(inverse_dynamics_agree_with_the_complex_step)
{
    subject s = make_subject(_i, 1 + _i % 25, false);
    compare_inverse(&s, NULL);
    compare_inverse(&s, s.fext);
    free_subject(&s);
}
END_TEST

START_TEST(forward_dynamics_agree_with_the_complex_step)
{
    subject s = make_subject(_i, 1 + _i % 25, false);
    compare_forward(&s, NULL);
    compare_forward(&s, s.fext);
    free_subject(&s);
}
END_TEST

/* The trunk's joint has fewer and more descendants than vectors have numbers. */
START_TEST(legged_robots_agree_with_the_complex_step)
{
    subject s = make_legged(_i % 3, 3 + _i / 3);
    compare_inverse(&s, s.fext);
    compare_forward(&s, s.fext);
    free_subject(&s);
}
END_TEST

/* ---- beside differences, in the caller's coordinates ---- */

typedef enum step_of { OF_Q, OF_QD, OF_TAU } step_of;

/* A call's result after a step along one coordinate. */
typedef struct along {
    subject *s;
    int coordinate;
    step_of of;
    bool forward;
} along;

static void call_along(void *context, double t, double *result)
{
    const along *a = context;
    subject *s = a->s;
    cdy_error error = {0};
    double *q = zeros(s->nq), *qd = zeros(s->n), *tau = zeros(s->n), *step = zeros(s->n);
    step[a->coordinate] = t;
    memcpy(q, s->q, s->nq * sizeof *q);
    memcpy(qd, s->qd, s->n * sizeof *qd);
    memcpy(tau, s->tau, s->n * sizeof *tau);
    if (a->of == OF_Q) {
        ck_assert_ok(cdy_configuration_integrate(s->r.model, s->q, step, q, &error), error);
    } else {
        *(a->of == OF_QD ? &qd[a->coordinate] : &tau[a->coordinate]) += t;
    }
    if (a->forward) {
        ck_assert_ok(cdy_forward_dynamics(s->r.model, s->r.work, q, qd, tau, s->fext, result, &error), error);
    } else {
        ck_assert_ok(cdy_inverse_dynamics(s->r.model, s->r.work, q, qd, s->qdd, s->fext, result, &error), error);
    }
    free(q);
    free(qd);
    free(tau);
    free(step);
}

static void matrix_by_differences(subject *s, step_of of, bool forward_too, double *matrix)
{
    double *column = zeros(s->n);
    for (size_t j = 0; j < s->n; j++) {
        along a = {s, (int)j, of, forward_too};
        differentiate(call_along, &a, 1e-3, column, (int)s->n);
        for (size_t i = 0; i < s->n; i++) {
            matrix[i * s->n + j] = column[i];
        }
    }
    free(column);
}

START_TEST(followers_are_projected)
{
    subject s = make_subject(_i, 2 + _i % 14, true);
    inverse(&s, s.fext, s.A, s.B);
    matrix_by_differences(&s, OF_Q, false, s.expected);
    ck_assert_relative(s.A, s.expected, s.n * s.n, 1e-7);
    matrix_by_differences(&s, OF_QD, false, s.expected);
    ck_assert_relative(s.B, s.expected, s.n * s.n, 1e-8);
    forward(&s, s.fext, s.A, s.B, s.C);
    matrix_by_differences(&s, OF_TAU, true, s.expected);
    ck_assert_relative(s.C, s.expected, s.n * s.n, 1e-7);
    free_subject(&s);
}
END_TEST

/* ---- identities ---- */

/* The derivatives of forward dynamics are -M^-1 times the derivatives of inverse dynamics at the resulting
 * accelerations. */
START_TEST(forward_undoes_inverse)
{
    cdy_error error = {0};
    subject s = make_subject(_i, 1 + _i % 20, _i % 2);
    forward(&s, s.fext, s.A, s.B, s.C);
    ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q, s.qd, s.tau, s.fext, s.qdd, &error), error);
    double *M = zeros(s.n * s.n), *product = zeros(s.n * s.n);
    double *by_q = zeros(s.n * s.n), *by_qd = zeros(s.n * s.n);
    ck_assert_ok(cdy_mass_matrix(s.r.model, s.r.work, s.q, M, &error), error);
    inverse(&s, s.fext, by_q, by_qd);
    multiply(M, s.A, s.n, product);
    for (size_t i = 0; i < s.n * s.n; i++) {
        by_q[i] = -by_q[i];
        by_qd[i] = -by_qd[i];
    }
    ck_assert_relative(product, by_q, s.n * s.n, 1e-9);
    multiply(M, s.B, s.n, product);
    ck_assert_relative(product, by_qd, s.n * s.n, 1e-9);
    free(M);
    free(product);
    free(by_q);
    free(by_qd);
    free_subject(&s);
}
END_TEST

START_TEST(the_inverse_times_the_mass_matrix_is_one)
{
    cdy_error error = {0};
    subject s = make_subject(_i, 1 + _i, _i % 2);
    for (size_t i = 0; i < s.n; i++) {
        s.expected[i * s.n + i] = 1;
    }
    ck_assert_ok(cdy_mass_matrix(s.r.model, s.r.work, s.q, s.A, &error), error);
    ck_assert_ok(cdy_inverse_mass_matrix(s.r.model, s.r.work, s.q, s.B, &error), error);
    multiply(s.A, s.B, s.n, s.C);
    ck_assert_relative(s.C, s.expected, s.n * s.n, 1e-9);
    for (size_t i = 0; i < s.n * s.n; i++) { /* symmetric to the last bit */
        ck_assert(s.B[i] == s.B[i % s.n * s.n + i / s.n]);
    }
    forward(&s, NULL, NULL, NULL, s.C); /* the derivatives of forward dynamics compute M^-1 by another method */
    ck_assert_relative(s.C, s.B, s.n * s.n, 1e-8);
    for (size_t i = 0; i < s.n * s.n; i++) {
        ck_assert(s.C[i] == s.C[i % s.n * s.n + i / s.n]);
    }
    free_subject(&s);
}
END_TEST

/* Drives add to the diagonals only: a follower's drive to its leader's entry, by the square of the multiplier. */
START_TEST(drives_add_to_the_diagonals)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("thumb", "a", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0.1, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    body.joint.dynamics = (cdy_joint_dynamics){.given = true, .damping = 0.5, .friction = 0.2, .stiffness = 3};
    add_body(tree, &body, "base");
    body.name = "finger";
    body.joint.name = "b";
    body.joint.mimic = (cdy_mimic){"a", -2, 0.1};
    add_body(tree, &body, "thumb");
    robot r = make_robot(tree);
    const double q = 0.4, qd = 0.003, qdd = 1;
    double before[2], after[2], by[3], M;
    ck_assert_ok(cdy_inverse_dynamics_derivatives(r.model, r.work, &q, &qd, &qdd, 0, before, before + 1, &error),
                 error);
    const cdy_drive_options options = {
        .damping = true, .friction = true, .friction_width = 0.005, .rotors = true, .springs = true};
    ck_assert_ok(cdy_model_set_drives(r.model, &options, &error), error);
    ck_assert_ok(cdy_inverse_dynamics_derivatives(r.model, r.work, &q, &qd, &qdd, 0, after, after + 1, &error), error);
    const double near = tanh(0.6), far = tanh(-1.2), slope = 0.2 / 0.005;
    ck_assert_double_eq_tol(after[0] - before[0], 3 + 4 * 3, 1e-12);
    ck_assert_double_eq_tol(after[1] - before[1], 0.5 + slope * (1 - near * near) + 4 * (0.5 + slope * (1 - far * far)),
                            1e-12);
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, &q, &M, &error), error);
    ck_assert_ok(cdy_forward_dynamics_derivatives(r.model, r.work, &q, &qd, NULL, 0,
                                                  &(const cdy_forward_derivatives){by, by + 1, by + 2}, &error),
                 error);
    ck_assert_double_eq_tol(by[1] * M, -after[1], 1e-12); /* the derivative by qd does not depend on qdd here */
    ck_assert_double_eq_tol(by[2] * M, 1, 1e-13);
    free_robot(&r);
}
END_TEST

/* ---- frames ---- */

static void jacobian(subject *s, const double *q, cdy_axes axes, double *J)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_geometric_jacobian(s->r.model, s->r.work, s->frame, axes, q, J, &error), error);
}

typedef struct frame_along {
    subject *s;
    const double *direction; /* of the step */
    cdy_axes axes;
    bool placement; /* instead of the Jacobian */
} frame_along;

static void frame_at(void *context, double t, double *result)
{
    const frame_along *a = context;
    subject *s = a->s;
    cdy_error error = {0};
    double *q = zeros(s->nq), *step = zeros(s->n);
    for (size_t i = 0; i < s->n; i++) {
        step[i] = t * a->direction[i];
    }
    ck_assert_ok(cdy_configuration_integrate(s->r.model, s->q, step, q, &error), error);
    if (a->placement) {
        ck_assert_ok(cdy_get_transform(s->r.model, s->r.work, s->frame, 0, q, result, &error), error);
    } else {
        jacobian(s, q, a->axes, result);
    }
    free(q);
    free(step);
}

START_TEST(frames_agree_with_differences)
{
    cdy_error error = {0};
    subject s = make_subject(_i, 2 + _i % 12, _i % 2);
    const cdy_axes axes = _i % 3 ? CDY_AXES_BASE : CDY_AXES_BODY;
    const size_t n = s.n;
    double *J_dot = zeros(6 * n), *J_q = zeros(6 * n * n), *T_q = zeros(16 * n), *unit = zeros(n);
    double *expected = zeros(6 * n + 16), *column = zeros(6 * n), sum[6] = {0}, product[6];
    frame_along a = {&s, s.qd, axes, false};
    ck_assert_ok(cdy_jacobian_dot(s.r.model, s.r.work, s.frame, axes, s.q, s.qd, J_dot, &error), error);
    differentiate(frame_at, &a, 2e-4, expected, (int)(6 * n));
    ck_assert_relative(J_dot, expected, 6 * n, 1e-9);
    ck_assert_ok(cdy_jacobian_dot_qd(s.r.model, s.r.work, s.frame, axes, s.q, s.qd, product, &error), error);
    for (size_t i = 0; i < 6 * n; i++) {
        sum[i / n] += J_dot[i] * s.qd[i % n];
    }
    ck_assert_relative(sum, product, 6, 1e-11);
    ck_assert_ok(cdy_jacobian_derivative(s.r.model, s.r.work, s.frame, axes, s.q, J_q, &error), error);
    ck_assert_ok(cdy_transform_derivative(s.r.model, s.r.work, s.frame, s.q, T_q, &error), error);
    a.direction = unit;
    for (size_t k = 0; k < n; k++) {
        memset(unit, 0, n * sizeof *unit);
        unit[k] = 1;
        a.placement = false;
        differentiate(frame_at, &a, 1e-3, expected, (int)(6 * n));
        for (size_t i = 0; i < 6 * n; i++) {
            column[i] = J_q[i * n + k];
        }
        ck_assert_relative(column, expected, 6 * n, 1e-8);
        a.placement = true;
        differentiate(frame_at, &a, 1e-3, expected, 16);
        ck_assert_relative(T_q + 16 * k, expected, 16, 1e-8);
    }
    double *const arrays[] = {J_dot, J_q, T_q, unit, expected, column};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free_subject(&s);
}
END_TEST

/* ---- closed forms ---- */

/* A pendulum: tau = I qdd + m g c cos q about a level axis, so that d tau / d q = -m g c sin q and d qdd / d q =
 * m g c sin q / I. */
START_TEST(a_pendulum_has_its_closed_form)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("bob", "swing", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0, -1, 0);
    set_inertial(&body, 2, 0.5, 0, 0, (double[6]){0, 0, 0, 0.1, 0, 0});
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    const double q = 0.3, qd = 2, about = 0.1 + 2 * 0.25, slope = -2 * 9.81 * 0.5 * sin(q);
    double dq, dqd, x[3];
    ck_assert_ok(cdy_inverse_dynamics_derivatives(r.model, r.work, &q, &qd, NULL, NULL, &dq, &dqd, &error), error);
    ck_assert_double_eq_tol(dq, slope, 1e-13);
    ck_assert_double_eq_tol(dqd, 0, 1e-14);
    ck_assert_ok(cdy_forward_dynamics_derivatives(r.model, r.work, &q, &qd, NULL, NULL,
                                                  &(const cdy_forward_derivatives){&x[0], &x[1], &x[2]}, &error),
                 error);
    ck_assert_double_eq_tol(x[0], -slope / about, 1e-13);
    ck_assert_double_eq_tol(x[1], 0, 1e-14);
    ck_assert_double_eq_tol(x[2], 1 / about, 1e-13);
    free_robot(&r);
}
END_TEST

/* Joints on different branches of a fixed base do not affect each other: exact zeros. */
START_TEST(branches_leave_zeros)
{
    cdy_tree *tree = make_tree("base", 9.81);
    const char *const names[4] = {"a", "b", "c", "d"};
    for (int i = 0; i < 4; i++) {
        cdy_body body = make_body(names[i], names[i], CDY_JOINT_REVOLUTE);
        set_axis(&body, 0.6, 0.8, 0);
        set_origin(&body, 0.3, 0, 0.2, 1, 2, 3);
        set_inertial(&body, 2, 0.5, 0.1, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, i % 2 ? names[i - 1] : "base");
    }
    robot r = make_robot(tree);
    const double x[4] = {0.4, 0.5, 0.6, 0.7};
    double A[16], B[16], C[16];
    for (int forward_too = 0; forward_too < 2; forward_too++) {
        cdy_error error = {0};
        memset(C, 0, sizeof C);
        cdy_status status = forward_too
                                ? cdy_forward_dynamics_derivatives(r.model, r.work, x, x, x, NULL,
                                                                   &(const cdy_forward_derivatives){A, B, C}, &error)
                                : cdy_inverse_dynamics_derivatives(r.model, r.work, x, x, x, NULL, A, B, &error);
        ck_assert_ok(status, error);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                bool zero = i / 2 != j / 2;
                ck_assert(!zero || (A[4 * i + j] == 0 && B[4 * i + j] == 0 && C[4 * i + j] == 0));
                ck_assert(zero || fabs(A[4 * i + j]) > 0);
            }
        }
    }
    free_robot(&r);
}
END_TEST

/* ---- arguments ---- */

/* A result may overlap any input. */
START_TEST(results_may_lie_on_inputs)
{
    subject s = make_subject(_i, 3 + _i % 8, _i % 2);
    const size_t room = s.n * s.n + 6 * s.rows + s.nq;
    const double *const inputs[4] = {s.q, s.qd, s.tau, s.fext};
    const size_t sizes[4] = {s.nq, s.n, s.n, 6 * s.rows};
    double *shared = zeros(room), *expected[3] = {s.A, s.B, s.C}, *other[3] = {zeros(room), zeros(room), zeros(room)};
    forward(&s, s.fext, s.A, s.B, s.C);
    for (int i = 0; i < 12; i++) {
        cdy_error error = {0};
        const int in = i % 4, out = i / 4;
        const double *x[4] = {s.q, s.qd, s.tau, s.fext};
        double *y[3] = {other[0], other[1], other[2]};
        memcpy(shared, inputs[in], sizes[in] * sizeof *shared);
        x[in] = shared;
        y[out] = shared;
        ck_assert_ok(cdy_forward_dynamics_derivatives(s.r.model, s.r.work, x[0], x[1], x[2], x[3],
                                                      &(const cdy_forward_derivatives){y[0], y[1], y[2]}, &error),
                     error);
        for (int k = 0; k < 3; k++) {
            ck_assert_near(y[k], expected[k], s.n * s.n, 0);
        }
        inverse(&s, s.fext, s.expected, other[0]);
        memcpy(shared, inputs[in], sizes[in] * sizeof *shared);
        if (in != 2) {
            x[2] = s.qdd;
            ck_assert_ok(
                cdy_inverse_dynamics_derivatives(s.r.model, s.r.work, x[0], x[1], x[2], x[3], shared, other[1], &error),
                error);
            ck_assert_near(shared, s.expected, s.n * s.n, 0);
            ck_assert_near(other[1], other[0], s.n * s.n, 0);
        }
    }
    for (int k = 0; k < 3; k++) {
        free(other[k]);
    }
    free(shared);
    free_subject(&s);
}
END_TEST

START_TEST(what_is_wrong_is_refused)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    cdy_model *m = r.model;
    cdy_workspace *w = r.work;
    double bad[6] = {0, (double)NAN}, far[36] = {0}, A[36], large[216];
    const double *fext = far;
    far[7] = (double)INFINITY;
    const cdy_status wrong = CDY_ERROR_ARGUMENT;
    ck_assert_fails(cdy_inverse_dynamics_derivatives(NULL, w, 0, 0, 0, 0, A, NULL, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_derivatives(m, NULL, 0, 0, 0, 0, A, NULL, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_derivatives(m, w, bad, 0, 0, 0, A, NULL, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_derivatives(m, w, 0, bad, 0, 0, A, NULL, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_derivatives(m, w, 0, 0, bad, 0, A, NULL, &error), wrong, error);
    ck_assert_fails(cdy_inverse_dynamics_derivatives(m, w, 0, 0, 0, fext, A, NULL, &error), wrong, error);
    ck_assert_fails(
        cdy_forward_dynamics_derivatives(m, w, bad, 0, 0, 0, &(const cdy_forward_derivatives){A, 0, 0}, &error), wrong,
        error);
    ck_assert_fails(
        cdy_forward_dynamics_derivatives(m, w, 0, bad, 0, 0, &(const cdy_forward_derivatives){A, 0, 0}, &error), wrong,
        error);
    ck_assert_fails(
        cdy_forward_dynamics_derivatives(m, w, 0, 0, bad, 0, &(const cdy_forward_derivatives){A, 0, 0}, &error), wrong,
        error);
    ck_assert_fails(
        cdy_forward_dynamics_derivatives(m, w, 0, 0, 0, fext, &(const cdy_forward_derivatives){A, 0, 0}, &error), wrong,
        error);
    ck_assert_fails(
        cdy_forward_dynamics_derivatives(m, NULL, 0, 0, 0, 0, &(const cdy_forward_derivatives){A, 0, 0}, &error), wrong,
        error);
    ck_assert_fails(cdy_inverse_mass_matrix(m, w, 0, NULL, &error), wrong, error);
    ck_assert_fails(cdy_inverse_mass_matrix(m, w, bad, A, &error), wrong, error);
    ck_assert_fails(cdy_jacobian_dot(m, w, 99, CDY_AXES_BASE, 0, 0, A, &error), wrong, error);
    ck_assert_fails(cdy_jacobian_dot(m, w, 1, (cdy_axes)7, 0, 0, A, &error), wrong, error);
    ck_assert_fails(cdy_jacobian_dot(m, w, 1, CDY_AXES_BASE, 0, bad, A, &error), wrong, error);
    ck_assert_fails(cdy_jacobian_dot(m, w, 1, CDY_AXES_BASE, 0, 0, NULL, &error), wrong, error);
    ck_assert_fails(cdy_jacobian_derivative(m, w, -1, CDY_AXES_BASE, 0, large, &error), wrong, error);
    ck_assert_fails(cdy_jacobian_derivative(m, w, 1, CDY_AXES_BASE, 0, NULL, &error), wrong, error);
    ck_assert_fails(cdy_transform_derivative(m, w, 1, 0, NULL, &error), wrong, error);
    ck_assert_fails(cdy_transform_derivative(NULL, w, 1, 0, large, &error), wrong, error);
    bad[1] = 1e200;
    ck_assert_fails(cdy_inverse_dynamics_derivatives(m, w, 0, bad, 0, 0, A, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_fails(
        cdy_forward_dynamics_derivatives(m, w, 0, bad, 0, 0, &(const cdy_forward_derivatives){A, 0, 0}, &error),
        CDY_ERROR_NUMERIC, error);
    free_robot(&r);
}
END_TEST

/* A refused call leaves the workspace unchanged too, where the state has neighbours. */
START_TEST(at_least_one_result_must_be_wanted)
{
    cdy_error error = {0};
    subject s = make_subject(_i, 1 + _i, false);
    cdy_workspace *w = s.r.work, before = *w;
    const cdy_forward_derivatives none = {NULL, NULL, NULL};
    ck_assert_fails(cdy_inverse_dynamics_derivatives(s.r.model, w, 0, 0, 0, 0, NULL, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_forward_dynamics_derivatives(s.r.model, w, 0, 0, 0, 0, &none, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_forward_dynamics_derivatives(s.r.model, w, 0, 0, 0, 0, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert(memcmp(&before, w, sizeof before) == 0);
    free_subject(&s);
}
END_TEST

/* A joint that moves no mass is named in the error, and no result is written. */
START_TEST(a_singular_mass_matrix_is_named)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("arm", "shoulder", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    body = make_body("hand", "wrist", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "arm");
    robot r = make_robot(tree);
    double A[4] = {1, 2, 3, 4}, B[4] = {1, 2, 3, 4}, C[4] = {1, 2, 3, 4};
    const double expected[4] = {1, 2, 3, 4};
    ck_assert_fails(cdy_forward_dynamics_derivatives(r.model, r.work, 0, 0, 0, 0,
                                                     &(const cdy_forward_derivatives){A, B, C}, &error),
                    CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "wrist"));
    ck_assert_fails(cdy_inverse_mass_matrix(r.model, r.work, 0, C, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "wrist"));
    ck_assert_near(A, expected, 4, 0);
    ck_assert_near(B, expected, 4, 0);
    ck_assert_near(C, expected, 4, 0);
    free_robot(&r);
}
END_TEST

/* A robot without moving joints has matrices without entries. */
START_TEST(nothing_moves)
{
    cdy_error error = {0};
    robot r = make_robot(make_tree("base", 9.81));
    double A[1] = {7};
    ck_assert_ok(cdy_inverse_dynamics_derivatives(r.model, r.work, 0, 0, 0, 0, A, A, &error), error);
    ck_assert_ok(cdy_forward_dynamics_derivatives(r.model, r.work, 0, 0, 0, 0,
                                                  &(const cdy_forward_derivatives){A, A, A}, &error),
                 error);
    ck_assert_ok(cdy_inverse_mass_matrix(r.model, r.work, 0, A, &error), error);
    ck_assert_ok(cdy_jacobian_dot(r.model, r.work, 0, CDY_AXES_BASE, 0, 0, A, &error), error);
    ck_assert_ok(cdy_jacobian_derivative(r.model, r.work, 0, CDY_AXES_BODY, 0, A, &error), error);
    ck_assert_ok(cdy_transform_derivative(r.model, r.work, 0, 0, A, &error), error);
    ck_assert(A[0] == 7);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("derivatives");
    TCase *tests = tcase_create("derivatives");
    tcase_add_loop_test(tests, inverse_dynamics_agree_with_the_complex_step, 0, TREES);
    tcase_add_loop_test(tests, forward_dynamics_agree_with_the_complex_step, 0, TREES);
    tcase_add_loop_test(tests, legged_robots_agree_with_the_complex_step, 0, 3 * 7);
    tcase_add_loop_test(tests, followers_are_projected, 0, FEW);
    tcase_add_loop_test(tests, forward_undoes_inverse, 0, TREES);
    tcase_add_loop_test(tests, the_inverse_times_the_mass_matrix_is_one, 0, TREES);
    tcase_add_test(tests, drives_add_to_the_diagonals);
    tcase_add_loop_test(tests, frames_agree_with_differences, 0, FEW);
    tcase_add_test(tests, a_pendulum_has_its_closed_form);
    tcase_add_test(tests, branches_leave_zeros);
    tcase_add_loop_test(tests, results_may_lie_on_inputs, 0, FEW);
    tcase_add_test(tests, what_is_wrong_is_refused);
    tcase_add_loop_test(tests, at_least_one_result_must_be_wanted, 0, FEW);
    tcase_add_test(tests, a_singular_mass_matrix_is_named);
    tcase_add_test(tests, nothing_moves);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
