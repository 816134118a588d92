/* Kinematics: placements, Jacobians, motions of frames and the centre of mass, on random robots beside the naive 4x4
 * matrices and beside differences. */
#include "support/compare.h"
#include "support/differences.h"
#include "support/naive.h"
#include "support/random_tree.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Differences of the fourth order with steps of 2e-4, or a fourth of that where all joints move: some 1e-12 by
 * rounding, less by the step, where joints move the frame by some metres and radians.  LOOSE of the largest entry
 * leaves room for chains of 60 joints with gears. */
enum { TREES = 60, MOST = 400 };
static const double H = 2e-4, TIGHT = 1e-12, LOOSE = 1e-10;

/* A random robot in a random state, with a frame of interest. */
typedef struct subject {
    robot r;
    naive_robot naive;
    int frame, other;
    double q[MOST], qd[MOST], qdd[MOST];
} subject;

static subject make_subject(int number)
{
    subject s = {0};
    uint64_t state = (uint64_t)number * 1000 + 7;
    s.r = make_robot(random_tree((uint64_t)number + 4000, number + 1, RANDOM_JOINTS_ALL));
    s.naive = naive_create(s.r.tree);
    ck_assert_int_le(s.naive.nq, MOST);
    random_state(&state, s.r.tree, s.q);
    draw_array(&state, 1, s.qd, s.r.nv);
    draw_array(&state, 1, s.qdd, s.r.nv);
    s.frame = draw_below(&state, 2) ? s.naive.bodies - 1 : draw_below(&state, s.naive.bodies);
    s.other = draw_below(&state, s.naive.bodies);
    naive_move(&s.naive, s.q);
    return s;
}

static void free_subject(subject *s)
{
    naive_free(&s->naive);
    free_robot(&s->r);
}

static void jacobian(subject *s, int frame, cdy_axes axes, double *J)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_geometric_jacobian(s->r.model, s->r.work, frame, axes, s->q, J, &error), error);
}

/* y = J x. */
static void multiply(const double *J, const double *x, int rows, int n, double *y)
{
    for (int i = 0; i < rows; i++) {
        y[i] = 0;
        for (int k = 0; k < n; k++) {
            y[i] += J[i * n + k] * x[k];
        }
    }
}

/* Turns the two halves of `count` columns from the base's axes into those of the placement T. */
static void turn_into(const double *T, const double *base, int count, double *body)
{
    for (int i = 0; i < 6 * count; i++) {
        int row = i / count % 3, half = i / count / 3, column = i % count;
        body[i] = 0;
        for (int k = 0; k < 3; k++) {
            body[i] += T[4 * k + row] * base[(3 * half + k) * count + column];
        }
    }
}

/* ---- placements ---- */

START_TEST(placements_are_the_naive_ones)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    int count = cdy_model_frame_count(s.r.model);
    size_t numbers = 16 * (size_t)count;
    double *T = calloc(numbers, sizeof *T), one[16];
    ck_assert_int_eq(count, s.naive.bodies);
    ck_assert_ok(cdy_forward_kinematics(s.r.model, s.r.work, s.q, T, &error), error);
    ck_assert_relative(T, s.naive.T, numbers, TIGHT);
    for (int i = 0; i < count; i++) {
        ck_assert_ok(cdy_get_transform(s.r.model, s.r.work, i, 0, s.q, one, &error), error);
        ck_assert_near(one, T + 16 * i, 16, TIGHT * (1 + largest(one, 16)));
        ck_assert_near(one + 12, ((double[4]){0, 0, 0, 1}), 4, 0);
    }
    free(T);
    free_subject(&s);
}
END_TEST

START_TEST(placements_in_other_frames_add_up)
{
    static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    cdy_error error = {0};
    subject s = make_subject(_i);
    double T[16], back[16], product[16] = {0}, both[16] = {0};
    ck_assert_ok(cdy_get_transform(s.r.model, s.r.work, s.frame, s.other, s.q, T, &error), error);
    ck_assert_ok(cdy_get_transform(s.r.model, s.r.work, s.other, s.frame, s.q, back, &error), error);
    const double *T_other = s.naive.T + 16 * s.other, *T_frame = s.naive.T + 16 * s.frame;
    for (int i = 0; i < 64; i++) {
        product[i / 4] += T_other[i / 16 * 4 + i % 4] * T[i % 4 * 4 + i / 4 % 4];
        both[i / 4] += T[i / 16 * 4 + i % 4] * back[i % 4 * 4 + i / 4 % 4];
    }
    ck_assert_relative(product, T_frame, 16, TIGHT);
    ck_assert_near(both, identity, 16, TIGHT * (1 + largest(T, 16)));
    ck_assert_ok(cdy_get_transform(s.r.model, s.r.work, s.frame, s.frame, s.q, T, &error), error);
    ck_assert_near(T, identity, 16, 1e-13);
    ck_assert_ok(cdy_get_transform(s.r.model, s.r.work, 0, 0, s.q, T, &error), error);
    ck_assert_near(T, identity, 16, 0);
    free_subject(&s);
}
END_TEST

/* ---- Jacobians ---- */

START_TEST(jacobians_are_the_naive_ones)
{
    subject s = make_subject(_i);
    size_t n = (size_t)s.r.nv;
    double *J = calloc(12 * n, sizeof *J), *turned = J + 6 * n;
    for (int frame = 0; frame < s.naive.bodies; frame++) {
        const double *expected = s.naive.J + 6 * (size_t)frame * n;
        jacobian(&s, frame, CDY_AXES_BASE, J);
        ck_assert_relative(J, expected, 6 * n, TIGHT);
        turn_into(s.naive.T + 16 * frame, expected, s.r.nv, turned);
        jacobian(&s, frame, CDY_AXES_BODY, J);
        ck_assert_relative(J, turned, 6 * n, TIGHT);
    }
    free(J);
    free_subject(&s);
}
END_TEST

START_TEST(jacobians_are_rates_of_placements)
{
    subject s = make_subject(_i);
    size_t n = (size_t)s.r.nv;
    double *J = calloc(12 * n, sizeof *J), *expected = J + 6 * n;
    jacobian(&s, s.frame, CDY_AXES_BASE, J);
    jacobian_by_differences(&s.r, s.frame, s.q, H, expected);
    ck_assert_near(J, expected, 6 * n, LOOSE * (1 + largest(J, 6 * n)));
    free(J);
    free_subject(&s);
}
END_TEST

/* A wrench f at the frame's origin causes the joint torques J^T f, as inverse dynamics with the force matrix gives. */
START_TEST(jacobians_carry_wrenches)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    size_t n = (size_t)s.r.nv, rows = (size_t)cdy_model_force_rows(s.r.model);
    double *J = calloc(6 * n, sizeof *J), *fext = calloc(6 * rows, sizeof *fext);
    double wrench[6], expected[MOST] = {0}, with[MOST], without[MOST];
    uint64_t state = (uint64_t)_i;
    draw_array(&state, 4, wrench, 6);
    jacobian(&s, s.frame, CDY_AXES_BODY, J);
    for (size_t i = 0; i < 6 * n; i++) {
        expected[i % n] += J[i] * wrench[i / n];
    }
    ck_assert_ok(cdy_external_force(s.r.model, s.r.work, s.frame, wrench, s.q, fext, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(s.r.model, s.r.work, s.q, NULL, NULL, NULL, without, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(s.r.model, s.r.work, s.q, NULL, NULL, fext, with, &error), error);
    for (size_t i = 0; i < n; i++) {
        with[i] = without[i] - with[i];
    }
    ck_assert_near(with, expected, n, 1e-13 * (1 + largest(expected, n) + largest(without, n)));
    free(fext);
    free(J);
    free_subject(&s);
}
END_TEST

/* ---- motions ---- */

START_TEST(velocities_are_rates_of_placements)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    double v[6], product[6], turned[6], rate[6];
    double *J = calloc(6 * (size_t)s.r.nv, sizeof *J);
    ck_assert_ok(cdy_frame_velocity(s.r.model, s.r.work, s.frame, CDY_AXES_BASE, s.q, s.qd, v, &error), error);
    jacobian(&s, s.frame, CDY_AXES_BASE, J);
    multiply(J, s.qd, 6, s.r.nv, product);
    ck_assert_near(v, product, 6, TIGHT * (1 + largest(v, 6) + largest(J, 6 * (size_t)s.r.nv)));
    velocity_by_differences(&s.r, s.frame, s.q, s.qd, H / 4, rate); /* all joints together are faster */
    ck_assert_near(v, rate, 6, LOOSE * (1 + largest(v, 6)));
    turn_into(s.naive.T + 16 * s.frame, v, 1, turned);
    ck_assert_ok(cdy_frame_velocity(s.r.model, s.r.work, s.frame, CDY_AXES_BODY, s.q, s.qd, v, &error), error);
    ck_assert_near(v, turned, 6, TIGHT * (1 + largest(v, 6)));
    free(J);
    free_subject(&s);
}
END_TEST

/* A motion with the velocity qd and the acceleration `qdd` (NULL: none) at t = 0. */
typedef struct motion {
    subject *s;
    cdy_axes axes;
    bool accelerated;
    double *J;
} motion;

/* J(q(t)) qd(t), q(t) = q (+) t qd, qd(t) = qd + t qdd. */
static void velocity_at(void *context, double t, double *velocity)
{
    motion *m = context;
    subject *s = m->s;
    cdy_error error = {0};
    double q[MOST], step[MOST], qd[MOST];
    for (int i = 0; i < s->r.nv; i++) {
        step[i] = t * s->qd[i];
        qd[i] = s->qd[i] + (m->accelerated ? t * s->qdd[i] : 0);
    }
    ck_assert_ok(cdy_configuration_integrate(s->r.model, s->q, step, q, &error), error);
    ck_assert_ok(cdy_geometric_jacobian(s->r.model, s->r.work, s->frame, m->axes, q, m->J, &error), error);
    multiply(m->J, qd, 6, s->r.nv, velocity);
}

static void check_accelerations(subject *s, cdy_axes axes, double *J)
{
    cdy_error error = {0};
    double product[6], rate[6], expected[6], a[6], v[6], jqdd[6];
    motion m = {s, axes, false, J};
    ck_assert_ok(cdy_jacobian_dot_qd(s->r.model, s->r.work, s->frame, axes, s->q, s->qd, product, &error), error);
    differentiate(velocity_at, &m, H / 4, rate, 6);
    ck_assert_near(product, rate, 6, LOOSE * (1 + largest(product, 6)));
    m.accelerated = true;
    differentiate(velocity_at, &m, H / 4, rate, 6);
    jacobian(s, s->frame, axes, J);
    multiply(J, s->qdd, 6, s->r.nv, jqdd);
    ck_assert_ok(cdy_frame_acceleration(s->r.model, s->r.work, s->frame, axes, s->q, s->qd, s->qdd, a, &error), error);
    ck_assert_ok(cdy_frame_velocity(s->r.model, s->r.work, s->frame, axes, s->q, s->qd, v, &error), error);
    for (int i = 0; i < 6; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        bool turning = axes == CDY_AXES_BODY && i >= 3; /* turning axes: their components lack w x v */
        double more = turning ? v[j] * v[3 + k] - v[k] * v[3 + j] : 0;
        expected[i] = product[i] + jqdd[i] + more;
        rate[i] += more;
    }
    ck_assert_near(a, expected, 6, TIGHT * (1 + largest(a, 6) + largest(product, 6)));
    ck_assert_near(a, rate, 6, LOOSE * (1 + largest(a, 6) + largest(product, 6)));
}

START_TEST(accelerations_are_rates_of_velocities)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    double base[6], body[6], turned[6];
    double *J = calloc(6 * (size_t)s.r.nv, sizeof *J);
    check_accelerations(&s, CDY_AXES_BASE, J);
    check_accelerations(&s, CDY_AXES_BODY, J);
    ck_assert_ok(cdy_frame_acceleration(s.r.model, s.r.work, s.frame, CDY_AXES_BASE, s.q, s.qd, s.qdd, base, &error),
                 error);
    ck_assert_ok(cdy_frame_acceleration(s.r.model, s.r.work, s.frame, CDY_AXES_BODY, s.q, s.qd, s.qdd, body, &error),
                 error);
    turn_into(s.naive.T + 16 * s.frame, base, 1, turned);
    ck_assert_near(body, turned, 6, TIGHT * (1 + largest(base, 6)));
    free(J);
    free_subject(&s);
}
END_TEST

/* ---- centre of mass ---- */

static void center_at(void *context, double t, double *com)
{
    motion *m = context;
    subject *s = m->s;
    cdy_error error = {0};
    double q[MOST], step[MOST];
    for (int i = 0; i < s->r.nv; i++) {
        step[i] = t * s->qd[i];
    }
    ck_assert_ok(cdy_configuration_integrate(s->r.model, s->q, step, q, &error), error);
    ck_assert_ok(cdy_center_of_mass(s->r.model, s->r.work, q, com, NULL, &error), error);
}

START_TEST(center_of_mass_is_the_sum_over_bodies)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    size_t n = (size_t)s.r.nv;
    double com[3], expected[3], velocity[3], rate[3];
    double *J = calloc(6 * n, sizeof *J), *J_expected = J + 3 * n;
    motion m = {.s = &s};
    ck_assert_ok(cdy_center_of_mass(s.r.model, s.r.work, s.q, com, J, &error), error);
    double mass = naive_center_of_mass(&s.naive, s.q, expected, J_expected);
    ck_assert_double_eq_tol(cdy_total_mass(s.r.model), mass, 1e-13 * mass);
    ck_assert_near(com, expected, 3, TIGHT * (1 + largest(expected, 3)));
    ck_assert_near(J, J_expected, 3 * n, TIGHT * (1 + largest(J_expected, 3 * n)));
    multiply(J, s.qd, 3, s.r.nv, velocity);
    differentiate(center_at, &m, H / 4, rate, 3);
    ck_assert_near(velocity, rate, 3, LOOSE * (1 + largest(velocity, 3)));
    free(J);
    free_subject(&s);
}
END_TEST

/* A cart of 2 kg on a rail, and a rock of 100 kg welded to the base: neither the rock nor the base's own mass counts.
 */
START_TEST(what_does_not_move_has_no_part_in_the_center_of_mass)
{
    static const double point[6] = {0};
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    cdy_body body = make_body("base", NULL, CDY_JOINT_FIXED);
    set_inertial(&body, 50, 1, 1, 1, point);
    ck_assert_ok(cdy_tree_create("cart", &body, &tree, &error), error);
    body = make_body("rock", "weld", CDY_JOINT_FIXED);
    set_inertial(&body, 100, 3, 0, 0, point);
    add_body(tree, &body, "base");
    robot still = make_robot(tree);
    double com[3] = {7, 7, 7}, J[3] = {7, 7, 7};
    ck_assert_double_eq(cdy_total_mass(still.model), 0);
    ck_assert_fails(cdy_center_of_mass(still.model, still.work, NULL, com, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "nothing that moves has mass"));
    ck_assert_near(com, ((double[3]){7, 7, 7}), 3, 0);
    body = make_body("cart", "rail", CDY_JOINT_PRISMATIC);
    set_origin(&body, 0, 5, 0, 0, 0, 0);
    set_inertial(&body, 2, 0.5, 0, 0.25, point);
    add_body(tree, &body, "rock");
    cdy_workspace_destroy(still.work);
    cdy_model_destroy(still.model);
    robot r = make_robot(tree);
    const double q[1] = {0.125};
    ck_assert_double_eq(cdy_total_mass(r.model), 2);
    ck_assert_ok(cdy_center_of_mass(r.model, r.work, q, com, J, &error), error);
    ck_assert_near(com, ((double[3]){0.5, 5, 0.375}), 3, 1e-15);
    ck_assert_near(J, ((double[3]){0, 0, 1}), 3, 1e-15);
    free_robot(&r);
}
END_TEST

/* ---- closed forms ---- */

/* Two links of 1 m and 0.5 m in the plane x y, with a flange turned half around about x. */
static robot make_arm(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("upper", "shoulder", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "base");
    body = make_body("lower", "elbow", CDY_JOINT_REVOLUTE);
    set_origin(&body, 1, 0, 0, 0, 0, 0);
    add_body(tree, &body, "upper");
    body = make_body("flange", "weld", CDY_JOINT_FIXED);
    set_origin(&body, 0.5, 0, 0, 3.14159265358979323846, 0, 0);
    add_body(tree, &body, "lower");
    return make_robot(tree);
}

START_TEST(two_links_in_a_plane)
{
    cdy_error error = {0};
    robot r = make_arm();
    int flange = cdy_model_find_frame(r.model, "flange");
    const double q[2] = {0.3, 0.5}, qd[2] = {2, -3}, qdd[2] = {1, 4};
    double c1 = cos(0.3), s1 = sin(0.3), c = cos(0.8), s = sin(0.8), w = qd[0] + qd[1], wd = qdd[0] + qdd[1];
    const double T[16] = {c, s, 0, c1 + c / 2, s, -c, 0, s1 + s / 2, 0, 0, -1, 0, 0, 0, 0, 1};
    const double J[12] = {0, 0, 0, 0, 1, 1, -s1 - s / 2, -s / 2, c1 + c / 2, c / 2, 0, 0};
    const double a[6] = {
        0,
        0,
        wd,
        -s1 * qdd[0] - c1 * qd[0] * qd[0] - s / 2 * wd - c / 2 * w * w,
        c1 * qdd[0] - s1 * qd[0] * qd[0] + c / 2 * wd - s / 2 * w * w,
        0,
    };
    double out[16];
    ck_assert_ok(cdy_get_transform(r.model, r.work, flange, 0, q, out, &error), error);
    ck_assert_near(out, T, 16, 1e-15);
    ck_assert_ok(cdy_geometric_jacobian(r.model, r.work, flange, CDY_AXES_BASE, q, out, &error), error);
    ck_assert_near(out, J, 12, 1e-15);
    ck_assert_ok(cdy_geometric_jacobian(r.model, r.work, flange, CDY_AXES_BODY, q, out, &error), error);
    ck_assert_near(out + 4, ((double[2]){-1, -1}), 2, 1e-15); /* the flange's z points down */
    ck_assert_ok(cdy_frame_acceleration(r.model, r.work, flange, CDY_AXES_BASE, q, qd, qdd, out, &error), error);
    ck_assert_near(out, a, 6, 1e-14);
    free_robot(&r);
}
END_TEST

START_TEST(frames_of_the_base_do_not_move)
{
    cdy_error error = {0};
    static const double none[12] = {0}, qd[2] = {1, 1};
    robot r = make_arm();
    double J[12], v[6];
    for (cdy_axes axes = CDY_AXES_BASE; axes <= CDY_AXES_BODY; axes++) {
        memset(J, 0x44, sizeof J);
        ck_assert_ok(cdy_geometric_jacobian(r.model, r.work, 0, axes, NULL, J, &error), error);
        ck_assert_near(J, none, 12, 0);
        ck_assert_ok(cdy_frame_velocity(r.model, r.work, 0, axes, NULL, qd, v, &error), error);
        ck_assert_near(v, none, 6, 0);
        ck_assert_ok(cdy_frame_acceleration(r.model, r.work, 0, axes, NULL, qd, qd, v, &error), error);
        ck_assert_near(v, none, 6, 0);
    }
    free_robot(&r);
}
END_TEST

/* Two hinges on the same axis, which carry two slides along x, one on the other. */
static robot make_slides(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("one", "hinge", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "base");
    body = make_body("two", "hinge on it", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "one");
    body = make_body("three", "slide", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 0, 0);
    add_body(tree, &body, "two");
    body = make_body("four", "slide on it", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 0, 0);
    add_body(tree, &body, "three");
    return make_robot(tree);
}

/* The tool is at the distance `half` from the hinges: two such numbers are finite, their sum is not. */
START_TEST(jacobians_are_finite_or_refused)
{
    cdy_error error = {0};
    robot r = make_slides();
    const int tool = cdy_model_find_frame(r.model, "four");
    const double half = 0.9e308, inside[4] = {0, 0, half / 2, half / 2}, outside[4] = {0, 0, half, half};
    double J[24];
    for (cdy_axes axes = CDY_AXES_BASE; axes <= CDY_AXES_BODY; axes++) {
        const double expected[24] = {[8] = 1, [9] = 1, [14] = 1, [15] = 1, [16] = half, [17] = half};
        memset(J, 0, sizeof J);
        ck_assert_ok(cdy_geometric_jacobian(r.model, r.work, tool, axes, inside, J, &error), error);
        for (int i = 0; i < 24; i++) {
            const double unit = i / 4 == 4 ? half : 1;
            ck_assert_double_eq_tol(J[i] / unit, expected[i] / unit, 1e-15);
        }
        ck_assert_fails(cdy_geometric_jacobian(r.model, r.work, tool, axes, outside, J, &error), CDY_ERROR_NUMERIC,
                        error);
    }
    free_robot(&r);
}
END_TEST

/* A Jacobian has no part of where the base's slides have brought the frame, and loses no digits by it. */
START_TEST(slides_of_the_base_cost_no_digits)
{
    static const double far[] = {1e4, 1e7, 1e12, 0.9e308};
    static const char *const names[] = {"x", "y", "z", "yaw", "arm", "tool"};
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < 6; i++) {
        cdy_body body = make_body(names[i], names[i], i < 3 ? CDY_JOINT_PRISMATIC : CDY_JOINT_REVOLUTE);
        set_axis(&body, i % 3 == 0, i % 3 == 1, i % 3 == 2);
        set_origin(&body, 0.1, 0.2, 0.3, 0.1 * i, 0.2, 0);
        add_body(tree, &body, i == 0 ? "base" : names[i - 1]);
    }
    robot r = make_robot(tree);
    const int tool = cdy_model_find_frame(r.model, "tool");
    double q[6] = {3, 1, 2, 0.3, 0.7, -0.4}, J[36], expected[36];
    for (cdy_axes axes = CDY_AXES_BASE; axes <= CDY_AXES_BODY; axes++) {
        q[1] = q[2] = 1;
        ck_assert_ok(cdy_geometric_jacobian(r.model, r.work, tool, axes, q, expected, &error), error);
        q[1] = q[2] = far[_i];
        ck_assert_ok(cdy_geometric_jacobian(r.model, r.work, tool, axes, q, J, &error), error);
        ck_assert_near(J, expected, 36, 1e-15);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kinematics");
    TCase *tests = tcase_create("random trees");
    tcase_add_loop_test(tests, placements_are_the_naive_ones, 0, TREES);
    tcase_add_loop_test(tests, placements_in_other_frames_add_up, 0, TREES);
    tcase_add_loop_test(tests, jacobians_are_the_naive_ones, 0, TREES);
    tcase_add_loop_test(tests, jacobians_are_rates_of_placements, 0, TREES);
    tcase_add_loop_test(tests, jacobians_carry_wrenches, 0, TREES);
    tcase_add_loop_test(tests, velocities_are_rates_of_placements, 0, TREES);
    tcase_add_loop_test(tests, accelerations_are_rates_of_velocities, 0, TREES);
    tcase_add_loop_test(tests, center_of_mass_is_the_sum_over_bodies, 0, TREES);
    suite_add_tcase(suite, tests);
    tests = add_case(suite, "closed forms", two_links_in_a_plane);
    tcase_add_test(tests, frames_of_the_base_do_not_move);
    tcase_add_test(tests, jacobians_are_finite_or_refused);
    tcase_add_loop_test(tests, slides_of_the_base_cost_no_digits, 0, 4);
    tcase_add_test(tests, what_does_not_move_has_no_part_in_the_center_of_mass);
    return run_suites(suite, NULL);
}
