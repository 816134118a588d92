/* Simulation: integrators compared with closed forms, their orders, and their conserved quantities. */
#include "dynamics/arguments.h"
#include "simulation/group.h"
#include "simulation/simulation_case.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/energy.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double pendulum_period(double amplitude)
{
    double a = 1, b = cos(amplitude / 2); /* 2 pi sqrt(l/g) over the arithmetic-geometric mean */
    for (int i = 0; i < 8; i++) {
        double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    return 2 * 3.14159265358979323846 * sqrt(0.5 / 9.81) / a;
}

START_TEST(a_pendulum_comes_back_after_its_period)
{
    static const double tolerance[INTEGRATORS] = {3e-2, 1e-6, 1e-2, 1e-5, 1e-4, 1e-6};
    SKIP_WITHOUT(integrators[_i]);
    robot r = make_pendulum();
    const double q = 2, qd = 0;
    double q_end, qd_end;
    end_of(&r, integrators[_i], pendulum_period(q), 400, &q, &qd, &q_end, &qd_end);
    ck_assert_double_eq_tol(q_end, q, tolerance[_i]);
    ck_assert_double_eq_tol(qd_end, qd, 5 * tolerance[_i]);
    free_robot(&r);
}
END_TEST

/* A floating body with inertia 0.2, 0.2, 0.5 about its centre of mass, which is at its origin or beside it. */
static robot make_top(double aside, double g)
{
    cdy_tree *tree = make_tree("world", g);
    cdy_body body = make_body("top", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 3, aside, 0, 0, (double[6]){0.2, 0, 0, 0.2, 0, 0.5});
    add_body(tree, &body, "world");
    return make_robot(tree);
}

static void multiply(const double a[4], const double b[4], double c[4])
{
    c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    c[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    c[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* A symmetric top turns about its angular momentum L at |L| / I1 and about its own axis at w3 (I1 - I3) / I1. */
START_TEST(a_free_top_precesses)
{
    static const double tolerance[INTEGRATORS] = {2e-2, 1e-9, 1e-4, 1e-5, 1e-4, 1e-9};
    SKIP_WITHOUT(integrators[_i]);
    robot r = make_top(0, 0);
    const double q[7] = {1, 0, 0, 0, 0.1, 0.2, 0.3}, qd[6] = {0.7, 0, 2, 0, 0, 0}, T = 1;
    const double L[3] = {0.2 * 0.7, 0, 0.5 * 2}, size = sqrt(L[0] * L[0] + L[2] * L[2]);
    const double turn = size / 0.2 * T / 2, spin = 2 * (0.2 - 0.5) / 0.2 * T / 2;
    const double about_L[4] = {cos(turn), sin(turn) * L[0] / size, 0, sin(turn) * L[2] / size};
    const double about_axis[4] = {cos(spin), 0, 0, sin(spin)};
    double expected[7] = {0, 0, 0, 0, 0.1, 0.2, 0.3}, q_end[7], qd_end[6];
    multiply(about_L, about_axis, expected);
    const double w = -2 * spin;
    const double qd_expected[6] = {0.7 * cos(w), 0.7 * sin(w), 2, 0, 0, 0};
    end_of(&r, integrators[_i], T, 500, q, qd, q_end, qd_end);
    double error = distance(&r, expected, qd_expected, q_end, qd_end);
    ck_assert_msg(error < tolerance[_i], "integrator %d is off by %g", _i, error);
    free_robot(&r);
}
END_TEST

/* A body that turns faster than a step can follow is refused, a slightly slower body is not. */
START_TEST(steps_of_large_turns_are_refused)
{
    static const cdy_integrator kinds[] = {CDY_RK4, CDY_VARIATIONAL};
    cdy_error error = {0};
    robot r = make_top(0.1, 0);
    const double q[7] = {1, 0, 0, 0, 0.1, 0.2, 0.3}, fast[6] = {2, 1, 6, 0, 0, 0}, slow[6] = {0.1, 0.1, 0.7, 0, 0, 0};
    cdy_simulation *s = simulate(&r, kinds[_i], 1, q, fast);
    ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "1 rad"));
    ck_assert_near(cdy_simulation_q(s), q, 7, 0);
    cdy_simulation_destroy(s);
    double q_end[7], qd_end[6], q_true[7], qd_true[6];
    end_of(&r, kinds[_i], 1, 1, q, slow, q_end, qd_end);
    end_of(&r, CDY_RK4, 1, 500, q, slow, q_true, qd_true);
    ck_assert_double_le(distance(&r, q_end, qd_end, q_true, qd_true), 0.2);
    free_robot(&r);
}
END_TEST

/* The implicit integrator takes shorter steps within a step that turns too far. */
START_TEST(implicit_steps_are_cut_for_large_turns)
{
    robot r = make_top(0.1, 0);
    const double q[7] = {1, 0, 0, 0, 0.1, 0.2, 0.3}, qd[6] = {2, 1, 6, 0, 0, 0};
    double q_end[7], qd_end[6], q_true[7], qd_true[6];
    end_of(&r, CDY_IMPLICIT, 1, 1, q, qd, q_end, qd_end);
    end_of(&r, CDY_RK4, 1, 2000, q, qd, q_true, qd_true);
    ck_assert_double_le(distance(&r, q_end, qd_end, q_true, qd_true), 0.01);
    free_robot(&r);
}
END_TEST

/* The center of mass of a free body follows a parabola, whether the body turns or not. */
START_TEST(a_projectile_draws_a_parabola)
{
    static const double tolerance[INTEGRATORS] = {2e-2, 1e-9, 1e-4, 1e-6, 1e-5, 1e-9};
    SKIP_WITHOUT(integrators[_i]);
    cdy_error error = {0};
    robot r = make_top(0.1, 9.81);
    const double q[7] = {0.6, 0, 0.8, 0, 0, 0, 0}, qd[6] = {1, -2, 1.5, 3, 1, 2}, T = 0.5;
    double start[3], end[3], com_rate[18], q_end[7], qd_end[6];
    ck_assert_ok(cdy_center_of_mass(r.model, r.work, q, start, com_rate, &error), error);
    end_of(&r, integrators[_i], T, 500, q, qd, q_end, qd_end);
    ck_assert_ok(cdy_center_of_mass(r.model, r.work, q_end, end, NULL, &error), error);
    for (int i = 0; i < 3; i++) {
        double expected = start[i] - (i == 2 ? 9.81 * T * T / 2 : 0);
        for (int k = 0; k < 6; k++) {
            expected += com_rate[6 * i + k] * qd[k] * T;
        }
        ck_assert_double_eq_tol(end[i], expected, tolerance[_i]);
    }
    free_robot(&r);
}
END_TEST

/* Halving the step divides the error by 2 to the order, on robots of the joint types that URDF has. */
START_TEST(integrators_have_their_orders)
{
    static const int orders[3] = {1, 4, 2};
    static const int counts[3] = {400, 40, 40};
    static const uint64_t seeds[2] = {23, 28};
    const int method = _i % 3;
    uint64_t state = 11;
    robot r = make_robot(random_tree(seeds[_i / 3], 7, RANDOM_JOINTS_URDF));
    double q[ROOM], qd[ROOM], q_true[ROOM], qd_true[ROOM], q_end[ROOM], qd_end[ROOM], errors[2];
    ck_assert_int_gt(r.nq, r.nv); /* a joint floats */
    cdy_random_configuration(r.model, &state, q);
    draw_array(&state, 1, qd, r.nv);
    end_of(&r, CDY_RK4, 0.2, 2000, q, qd, q_true, qd_true);
    for (int i = 0; i < 2; i++) {
        end_of(&r, integrators[method], 0.2, counts[method] << i, q, qd, q_end, qd_end);
        errors[i] = distance(&r, q_true, qd_true, q_end, qd_end);
    }
    double order = log2(errors[0] / errors[1]);
    ck_assert_msg(fabs(order - orders[method]) < 0.25, "integrator %d: errors %g, %g, order %g", method, errors[0],
                  errors[1], order);
    free_robot(&r);
}
END_TEST

/* T(q (+) step along one degree of freedom), by differences. */
START_TEST(the_kinetic_gradient_is_that_of_the_energy)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i;
    robot r = make_robot(random_tree((uint64_t)_i, 8, RANDOM_JOINTS_ALL));
    double q[ROOM], qd[ROOM], step[ROOM] = {0}, gradient[ROOM], moved[ROOM], T[2];
    const double *tree_q, *tree_qd, d = 1e-5;
    cdy_random_configuration(r.model, &state, q);
    draw_array(&state, 1, qd, r.nv);
    ck_assert_ok(cdy_read_position(r.model, r.work, q, &tree_q, &error), error);
    ck_assert_ok(cdy_read_velocity(r.model, r.work, qd, r.work->qd, "velocity", &tree_qd, &error), error);
    r.work->kernels->kinetic_gradient(r.model, r.work->kernel_scratch, tree_q, tree_qd, r.work->tau);
    ck_assert_ok(cdy_write_torque(r.model, r.work, gradient, &error), error);
    for (int i = 0; i < r.nv; i++) {
        for (int k = 0; k < 2; k++) {
            step[i] = k ? d : -d;
            ck_assert_ok(cdy_configuration_integrate(r.model, q, step, moved, &error), error);
            ck_assert_ok(cdy_energy(r.model, r.work, moved, qd, &T[k], NULL, &error), error);
        }
        step[i] = 0;
        ck_assert_double_eq_tol(gradient[i], (T[1] - T[0]) / (2 * d), 1e-6 * (1 + fabs(T[0])));
    }
    free_robot(&r);
}
END_TEST

/* A trunk that floats without gravity, with an arm of two bodies and a slide. */
static robot make_diver(void)
{
    cdy_tree *tree = make_tree("world", 0);
    cdy_body body = make_body("trunk", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 5, 0.1, 0.05, 0, (double[6]){0.5, 0.01, 0, 0.7, 0, 0.4});
    add_body(tree, &body, "world");
    static const char *const names[3][2] = {{"upper", "shoulder"}, {"lower", "elbow"}, {"slide", "rail"}};
    for (int i = 0; i < 3; i++) {
        body = make_body(names[i][0], names[i][1], i < 2 ? CDY_JOINT_REVOLUTE : CDY_JOINT_PRISMATIC);
        set_inertial(&body, 1, 0.2, 0, 0.1, (double[6]){0.02, 0, 0, 0.03, 0, 0.03});
        set_origin(&body, 0.3, 0.1, 0, 0.4, 0.2, 0);
        set_axis(&body, 0.3, 1, i);
        add_body(tree, &body, i == 1 ? "upper" : "trunk");
    }
    return make_robot(tree);
}

/* Momentum of the robot on the floating joint, in the base's axes about the base's origin. */
static void total_momentum(const robot *r, const double *q, const double *qd, double momentum[6])
{
    cdy_error error = {0};
    double p[ROOM], T[16];
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, NULL, qd, NULL, p, &error), error);
    ck_assert_ok(cdy_get_transform(r->model, r->work, cdy_model_find_frame(r->model, "trunk"), 0, q, T, &error), error);
    for (int i = 0; i < 3; i++) {
        momentum[i] = T[4 * i] * p[0] + T[4 * i + 1] * p[1] + T[4 * i + 2] * p[2];
        momentum[3 + i] = T[4 * i] * p[3] + T[4 * i + 1] * p[4] + T[4 * i + 2] * p[5];
    }
    const double x = T[3], y = T[7], z = T[11], *f = momentum + 3;
    momentum[0] += y * f[2] - z * f[1];
    momentum[1] += z * f[0] - x * f[2];
    momentum[2] += x * f[1] - y * f[0];
}

START_TEST(what_floats_keeps_its_momentum)
{
    static const double tolerance[INTEGRATORS] = {1, 1e-6, 1e-11, 1e-5, 1e-4, 1e-6};
    SKIP_WITHOUT(integrators[_i]);
    robot r = make_diver();
    const double q[10] = {0.8, 0, 0.6, 0, 1, 2, 3, 0.3, -0.5, 0.1}, qd[9] = {1, -2, 0.5, 0.3, 0.2, 0.1, 3, -4, 0.2};
    double before[6], after[6], q_end[10], qd_end[9];
    end_of(&r, integrators[_i], 1, 200, q, qd, q_end, qd_end);
    total_momentum(&r, q, qd, before);
    total_momentum(&r, q_end, qd_end, after);
    ck_assert_near(after, before, 6, tolerance[_i]);
    double norm = q_end[0] * q_end[0] + q_end[1] * q_end[1] + q_end[2] * q_end[2] + q_end[3] * q_end[3];
    ck_assert_double_eq_tol(norm, 1, 1e-14);
    free_robot(&r);
}
END_TEST

/* The angular momentum about the center of mass is not among what variational steps keep to rounding: its change falls
 * with the square of the step. */
START_TEST(momentum_about_the_center_of_mass_is_kept_to_second_order)
{
    robot r = make_diver();
    const double q[10] = {0.8, 0, 0.6, 0, 1, 2, 3, 0.3, -0.5, 0.1}, qd[9] = {1, -2, 0.5, 0.3, 0.2, 0.1, 3, -4, 0.2};
    double before[6], after[6], changes[2] = {0}, q_end[10], qd_end[9];
    cdy_error error = {0};
    ck_assert_ok(cdy_centroidal_momentum(r.model, r.work, q, qd, NULL, before, NULL, &error), error);
    for (int k = 0; k < 2; k++) {
        end_of(&r, CDY_VARIATIONAL, 1, k == 0 ? 200 : 400, q, qd, q_end, qd_end);
        ck_assert_ok(cdy_centroidal_momentum(r.model, r.work, q_end, qd_end, NULL, after, NULL, &error), error);
        ck_assert_near(after + 3, before + 3, 3, 1e-11);
        for (int i = 0; i < 3; i++) {
            changes[k] = fmax(changes[k], fabs(after[i] - before[i]));
        }
    }
    ck_assert_double_gt(changes[0], 1e-8);
    ck_assert_double_eq_tol(changes[0] / changes[1], 4, 0.2);
    free_robot(&r);
}
END_TEST

static cdy_status count_call(void *calls, double t, const double *q, const double *qd, double *tau)
{
    (void)t, (void)q, (void)qd, (void)tau;
    ++*(int *)calls;
    return CDY_OK;
}

/* A UR5e with friction of 1 N m in each joint, of this width, which acts unless the width is 0. */
static robot make_rubbing_arm(double width)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_drive_options drives = cdy_drive_options_default();
    cdy_error error = {0};
    for (int i = 1; i <= cdy_tree_body_count(r.tree); i++) {
        const cdy_body *body = cdy_tree_body(r.tree, i);
        cdy_joint joint = body->joint;
        joint.dynamics = (cdy_joint_dynamics){.given = true, .friction = 1};
        ck_assert_ok(cdy_tree_replace_joint(r.tree, body->name, &joint, &error), error);
    }
    cdy_workspace_destroy(r.work);
    cdy_model_destroy(r.model);
    robot made = make_robot(r.tree);
    drives.friction = width > 0;
    drives.friction_width = width > 0 ? width : 0.005;
    ck_assert_ok(cdy_model_set_drives(made.model, &drives, &error), error);
    return made;
}

/* The evaluations of the dynamics in a step of 1 ms that docs/simulation.md tells. */
START_TEST(steps_cost_what_is_documented)
{
    static const struct {
        cdy_integrator integrator;
        double width, least, most;
    } cases[] = {{CDY_RK4, 0, 4, 4},
                 {CDY_IMPLICIT, 0, 7, 7.2},
                 {CDY_VARIATIONAL, 0.005, 8, 10},
                 {CDY_VARIATIONAL, 1e-6, 55, 70}};
    enum { STEPS = 1000 }; /* fewer would end before the arm swings fast */
    const double q[6] = {0, -0.6, 0.4, 0.2, 0.3, 0}, qd[6] = {0};
    robot r = make_rubbing_arm(cases[_i].width);
    cdy_simulation_options options = cdy_simulation_options_default();
    cdy_simulation *s;
    cdy_error error = {0};
    int calls = 0;
    options.integrator = cases[_i].integrator;
    options.control = count_call;
    options.control_user = &calls;
    ck_assert_ok(cdy_simulation_create(r.model, &options, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0, q, qd, &error), error);
    run(s, STEPS);
    const double each = (double)calls / (double)STEPS;
    ck_assert_msg(each >= cases[_i].least && each <= cases[_i].most, "%g evaluations a step", each);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* The energy after symplectic steps oscillates about the initial energy; after RK4's steps it drifts by h^5 a step. */
START_TEST(variational_steps_keep_the_energy_near)
{
    robot r = make_pendulum();
    const double q = 2.5, qd = 0, h = 0.02;
    cdy_simulation *s = simulate(&r, CDY_VARIATIONAL, h, &q, &qd);
    double start = total_energy(s), early = 0, late = 0;
    const int steps = 20000;
    for (int i = 0; i < steps; i++) {
        run(s, 1);
        double error = fabs(total_energy(s) - start);
        early = i < steps / 10 ? fmax(early, error) : early;
        late = i >= steps - steps / 10 ? fmax(late, error) : late;
    }
    ck_assert_double_lt(early, 2e-2 * 2 * 9.81);
    ck_assert_double_lt(fabs(late - early), 1e-3 * early + 1e-9);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

static cdy_status damp(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)t, (void)q;
    tau[0] = -*(const double *)user * qd[0];
    return CDY_OK;
}

/* The energy that a damper dissipates is the integral of c qd^2: the amplitude of small oscillations decays with exp(-c
 * t / (2 m l^2)). */
START_TEST(dampers_take_energy)
{
    SKIP_WITHOUT(integrators[_i]);
    cdy_error error = {0};
    robot r = make_pendulum();
    double c = 0.2;
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = integrators[_i];
    o.control = damp;
    o.control_user = &c;
    cdy_simulation *s = NULL;
    const double q = 1e-3, decay = c / (2 * 2 * 0.25), w = sqrt(9.81 / 0.5 - decay * decay), T = 2;
    ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0, &q, NULL, &error), error);
    run(s, 2000);
    double expected = q * exp(-decay * T) * (cos(w * T) + decay / w * sin(w * T));
    ck_assert_double_eq_tol(*cdy_simulation_q(s), expected, _i == 0 ? 5e-6 : 1e-8);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

static cdy_status blow(void *user, double t, const double *q, const double *qd, double *fext)
{
    (void)user, (void)q, (void)qd;
    fext[5] = 29.43 + 6 * t; /* the top's weight, and a force that grows */
    return CDY_OK;
}

START_TEST(the_environment_acts)
{
    SKIP_WITHOUT(integrators[_i]);
    cdy_error error = {0};
    robot r = make_top(0, 9.81);
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = integrators[_i];
    o.environment = blow;
    cdy_simulation *s = NULL;
    ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0, NULL, NULL, &error), error);
    run(s, 1000);
    ck_assert_double_eq_tol(cdy_simulation_q(s)[6], 1.0 / 3, _i == 0 ? 2e-3 : 1e-6);
    ck_assert_double_eq_tol(cdy_simulation_qd(s)[5], 1, _i == 0 ? 2e-3 : 1e-6);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

static cdy_status count_calls(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)q, (void)qd;
    ++*(int *)user;
    tau[0] = t < 0.0035 ? 1 : 2;
    return CDY_OK;
}

/* A sampled law is called once a step, and its torque is constant in the step: velocities are sums of tau h / I without
 * gravity. */
START_TEST(sampled_control_holds_through_the_step)
{
    SKIP_WITHOUT(integrators[_i]);
    cdy_error error = {0};
    robot r = make_pendulum();
    int calls = 0;
    const double none[3] = {0, 0, 0};
    ck_assert_ok(cdy_model_set_gravity(r.model, none, &error), error);
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = integrators[_i];
    o.sampled_control = true;
    o.control = count_calls;
    o.control_user = &calls;
    cdy_simulation *s = NULL;
    ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
    run(s, 10);
    ck_assert_int_eq(calls, 10);
    ck_assert_double_eq_tol(*cdy_simulation_qd(s), (4 * 1 + 6 * 2) * 0.001 / 0.5, 1e-9);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

START_TEST(the_same_start_gives_the_same_motion)
{
    SKIP_WITHOUT(integrators[_i]);
    robot r = make_diver();
    const double qd[9] = {1, -2, 0.5, 0.3, 0.2, 0.1, 3, -4, 0.2};
    cdy_simulation *a = simulate(&r, integrators[_i], 0.01, NULL, qd),
                   *b = simulate(&r, integrators[_i], 0.01, NULL, qd);
    cdy_error error = {0};
    run(a, 20);
    run(b, 7);
    ck_assert_ok(cdy_simulation_set_state(b, 0, NULL, qd, &error), error); /* earlier steps have no effect */
    run(b, 20);
    ck_assert_mem_eq(cdy_simulation_q(a), cdy_simulation_q(b), 10 * sizeof(double));
    ck_assert_mem_eq(cdy_simulation_qd(a), cdy_simulation_qd(b), 9 * sizeof(double));
    cdy_simulation_destroy(a);
    cdy_simulation_destroy(b);
    free_robot(&r);
}
END_TEST

static cdy_status fail_late(void *user, double t, const double *q, const double *qd, double *tau)
{
    (void)q, (void)qd;
    tau[0] = t > 0.0145 ? *(const double *)user : 0;
    return t > 0.0145 && isfinite(tau[0]) ? CDY_ERROR_IO : CDY_OK;
}

/* A law that fails, or gives NaN, stops the step; the state is unchanged, and the next step fails likewise. */
START_TEST(a_failing_law_stops_the_motion)
{
    SKIP_WITHOUT(integrators[_i]);
    cdy_error error = {0};
    robot r = make_pendulum();
    double bad[2] = {0, (double)NAN};
    for (int k = 0; k < 2; k++) {
        cdy_simulation_options o = cdy_simulation_options_default();
        cdy_simulation *s = NULL;
        o.integrator = integrators[_i];
        o.sampled_control = true;
        o.control = fail_late;
        o.control_user = &bad[k];
        ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
        run(s, 15);
        double q = *cdy_simulation_q(s), qd = *cdy_simulation_qd(s);
        for (int again = 0; again < 2; again++) {
            ck_assert_fails(cdy_simulation_step(s, &error), k ? CDY_ERROR_ARGUMENT : CDY_ERROR_IO, error);
            ck_assert_ptr_nonnull(strstr(error.text, "t = 0.015 s"));
        }
        ck_assert_double_eq(*cdy_simulation_q(s), q);
        ck_assert_double_eq(*cdy_simulation_qd(s), qd);
        ck_assert_double_eq(cdy_simulation_time(s), 0.015);
        cdy_simulation_destroy(s);
    }
    free_robot(&r);
}
END_TEST

START_TEST(motion_beyond_bounds_is_an_error)
{
    SKIP_WITHOUT(integrators[_i]);
    cdy_error error = {0};
    robot r = make_pendulum();
    cdy_simulation_options o = cdy_simulation_options_default();
    cdy_simulation *s = NULL;
    o.integrator = integrators[_i];
    o.step = 1e10;
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){1e300, 0, 0}, &error), error);
    ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
    cdy_status status = CDY_OK;
    for (int i = 0; i < 100 && status == CDY_OK; i++) {
        status = cdy_simulation_step(s, &error);
    }
    ck_assert_msg(status == CDY_ERROR_NUMERIC, "came to '%s': %s", cdy_status_text(status), error.text);
    ck_assert_msg(strstr(error.text, "t = ") != NULL, "%s", error.text);
    ck_assert(isfinite(*cdy_simulation_q(s)) && isfinite(*cdy_simulation_qd(s)));
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* The middle of the step is finite, and its end is not: the error has the time of the end. */
START_TEST(a_step_that_ends_beyond_numbers_is_an_error)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "slide", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    cdy_simulation_options o = cdy_simulation_options_default();
    cdy_simulation *s = NULL;
    const double q = 1.2e308, qd = 1e298;
    o.integrator = CDY_VARIATIONAL;
    o.step = 1e10;
    ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 2e10, &q, &qd, &error), error);
    ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text, "t = 3e+10") != NULL, "%s", error.text);
    ck_assert_double_eq(*cdy_simulation_q(s), q);
    ck_assert_double_eq(cdy_simulation_time(s), 2e10);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* The squares of these forces are infinite. */
START_TEST(motion_too_fast_for_squares_is_an_error)
{
    SKIP_WITHOUT(integrators[_i]);
    cdy_error error = {0};
    robot r = make_pendulum();
    cdy_simulation_options o = cdy_simulation_options_default();
    cdy_simulation *s = NULL;
    o.integrator = integrators[_i];
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){1e305, 0, 0}, &error), error);
    ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
    ck_assert_ok(cdy_simulation_set_state(s, 0, &(double){0.5}, NULL, &error), error);
    cdy_status status = cdy_simulation_step(s, &error);
    ck_assert_msg(status == CDY_ERROR_NUMERIC || fabs(*cdy_simulation_qd(s)) > 1e290, "qd is %g after '%s'",
                  *cdy_simulation_qd(s), cdy_status_text(status));
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = make_pendulum();
    cdy_simulation *s = NULL;
    static const double wrong[] = {-1, (double)NAN, HUGE_VAL, 0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cdy_simulation_options o = cdy_simulation_options_default();
        o.step = wrong[i];
        ck_assert_fails(cdy_simulation_create(r.model, &o, &s, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_null(s);
        if (!(fabs(wrong[i]) > 0)) {
            continue; /* a tolerance of 0: the integrator's own */
        }
        o = cdy_simulation_options_default();
        o.relative_tolerance = wrong[i];
        ck_assert_fails(cdy_simulation_create(r.model, &o, &s, &error), CDY_ERROR_ARGUMENT, error);
        o = cdy_simulation_options_default();
        o.absolute_tolerance = wrong[i];
        ck_assert_fails(cdy_simulation_create(r.model, &o, &s, &error), CDY_ERROR_ARGUMENT, error);
    }
    cdy_simulation_options o = cdy_simulation_options_default();
    o.integrator = (cdy_integrator)17;
    ck_assert_fails(cdy_simulation_create(r.model, &o, &s, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_simulation_create(NULL, NULL, &s, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_simulation_create(r.model, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_simulation_step(NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_simulation_set_state(NULL, 0, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(cdy_simulation_create(r.model, NULL, &s, &error), error);
    const double one = 1, nan = (double)NAN;
    ck_assert_ok(cdy_simulation_set_state(s, 5, &one, &one, &error), error);
    ck_assert_fails(cdy_simulation_set_state(s, (double)NAN, &one, &one, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_simulation_set_state(s, 0, &nan, &one, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_simulation_set_state(s, 0, &one, &nan, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_double_eq(cdy_simulation_time(s), 5);
    ck_assert_double_eq(*cdy_simulation_q(s), 1);
    ck_assert_double_eq(*cdy_simulation_qd(s), 1);
    double x;
    ck_assert_fails(cdy_simulation_energy(s, NULL, &x, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_simulation_torque(s, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_simulation_destroy(s);
    cdy_simulation_destroy(NULL);
    free_robot(&r);
}
END_TEST

/* A body in a plane that no force acts on moves straight while it turns; its velocity is that in axes that turn. */
START_TEST(a_free_body_in_a_plane_moves_straight)
{
    SKIP_WITHOUT(integrators[_i]);
    cdy_tree *tree = make_tree("ground", 0);
    cdy_body body = make_body("puck", "slide", CDY_JOINT_PLANAR);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "ground");
    robot r = make_robot(tree);
    const double q[3] = {0.3, -0.2, 0.7}, qd[3] = {1.1, -0.4, 2}, T = 0.8, rough = 2e-3, fine = 2e-6;
    const double x = cos(q[2]) * qd[0] - sin(q[2]) * qd[1], y = sin(q[2]) * qd[0] + cos(q[2]) * qd[1];
    const double angle = q[2] + qd[2] * T, expected[3] = {q[0] + x * T, q[1] + y * T, angle};
    const double velocity[3] = {cos(angle) * x + sin(angle) * y, cos(angle) * y - sin(angle) * x, qd[2]};
    double q_end[3], qd_end[3];
    end_of(&r, integrators[_i], T, 2000, q, qd, q_end, qd_end);
    const double tolerance = integrators[_i] == CDY_SEMI_IMPLICIT_EULER ? rough : fine;
    ck_assert_near(q_end, expected, 3, tolerance);
    ck_assert_near(qd_end, velocity, 3, tolerance);
    free_robot(&r);
}
END_TEST

/* CVODE squares errors over tolerances: it takes rates up to 1e130, whose squares are numbers. */
START_TEST(rates_that_no_solver_takes_are_refused)
{
    const cdy_integrator integrator = _i ? CDY_CVODE_STIFF : CDY_CVODE;
    SKIP_WITHOUT(integrator);
    cdy_error error = {0};
    cdy_tree *tree = make_tree("ground", 0);
    cdy_body body = make_body("cart", "slide", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "ground");
    robot r = make_robot(tree);
    for (int sign = -1; sign <= 1; sign += 2) {
        const double fast = sign * 0.997e130, faster = sign * 1.003e130;
        cdy_simulation *s = simulate(&r, integrator, 0.001, NULL, &fast);
        cdy_simulation_step(s, &error);
        ck_assert_msg(!strstr(error.text, "changes by 9.97e+129"), "%s", error.text);
        ck_assert_ok(cdy_simulation_set_state(s, 0, NULL, &faster, &error), error);
        ck_assert_fails(cdy_simulation_step(s, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strstr(error.text, "changes by 1.003e+130 a second"), "%s", error.text);
        error = (cdy_error){0};
        cdy_simulation_destroy(s);
    }
    free_robot(&r);
}
END_TEST

START_TEST(the_memory_may_be_the_callers)
{
    cdy_error error = {0};
    robot r = make_diver();
    size_t size = cdy_simulation_size(r.model);
    char *memory = malloc(size + 1);
    cdy_simulation *s = NULL, *other = simulate(&r, CDY_IMPLICIT, 0.001, NULL, NULL);
    cdy_simulation_options o = cdy_simulation_options_default();
    ck_assert_fails(cdy_simulation_init(memory, size - 1, r.model, NULL, &s, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_simulation_init(NULL, size, r.model, NULL, &s, &error), CDY_ERROR_ARGUMENT, error);
    o.integrator = CDY_CVODE;
    ck_assert_fails(cdy_simulation_init(memory, size, r.model, &o, &s, &error), CDY_ERROR_UNSUPPORTED, error);
    ck_assert_ok(cdy_simulation_init(memory + 1, size, r.model, NULL, &s, &error), error); /* of any alignment */
    run(s, 10);
    run(other, 10);
    ck_assert_mem_eq(cdy_simulation_q(s), cdy_simulation_q(other), 10 * sizeof(double));
    cdy_simulation_destroy(other);
    free(memory);
    free_robot(&r);
}
END_TEST

START_TEST(what_cannot_move_stands)
{
    SKIP_WITHOUT(integrators[_i]);
    robot r = make_robot(make_tree("rock", 9.81));
    cdy_simulation *s = simulate(&r, integrators[_i], 0.1, NULL, NULL);
    run(s, 10);
    ck_assert_double_eq_tol(cdy_simulation_time(s), 1, 1e-15);
    ck_assert_double_eq(total_energy(s), 0);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* The two maps are inverse: a force at the midpoint of a step of 2 d acts on its end by the transposed rate of a turn
 * by d; the map of the momentum is the inverse. Turns of nearly 1 rad need all terms of both series. */
START_TEST(forces_are_carried_as_momenta_are)
{
    const bool forward = _i % 2;
    uint64_t seed = (uint64_t)_i + 3;
    robot r = make_robot(random_tree((uint64_t)_i / 2 + 1, 5, RANDOM_JOINTS_ALL));
    double d[64], twice[64], given[64], carried[64];
    ck_assert_int_le(r.nv, 64);
    draw_array(&seed, 0.5, d, r.nv);
    draw_array(&seed, 9, given, r.nv);
    const double turn = cdy_largest_turn(r.model, d), factor = turn > 0 ? 0.999 / turn : 1;
    for (int i = 0; i < r.nv; i++) {
        d[i] *= factor;
        twice[i] = 2 * d[i];
    }
    cdy_force_at(r.model, twice, forward, given, carried);
    cdy_momentum_at(r.model, d, forward, carried, carried);
    ck_assert_near(carried, given, (size_t)r.nv, 1e-13);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simulation");
    TCase *tests = tcase_create("closed forms");
    tcase_add_loop_test(tests, a_pendulum_comes_back_after_its_period, 0, INTEGRATORS);
    tcase_add_loop_test(tests, a_free_top_precesses, 0, INTEGRATORS);
    tcase_add_loop_test(tests, steps_of_large_turns_are_refused, 0, 2);
    tcase_add_test(tests, implicit_steps_are_cut_for_large_turns);
    tcase_add_loop_test(tests, a_projectile_draws_a_parabola, 0, INTEGRATORS);
    tcase_add_loop_test(tests, integrators_have_their_orders, 0, 6);
    tcase_add_loop_test(tests, forces_are_carried_as_momenta_are, 0, 24);
    tcase_add_loop_test(tests, the_kinetic_gradient_is_that_of_the_energy, 0, 5);
    suite_add_tcase(suite, tests);
    tests = tcase_create("what is kept");
    tcase_add_loop_test(tests, what_floats_keeps_its_momentum, 0, INTEGRATORS);
    tcase_add_loop_test(tests, steps_cost_what_is_documented, 0, 4);
    tcase_add_test(tests, momentum_about_the_center_of_mass_is_kept_to_second_order);
    tcase_add_test(tests, variational_steps_keep_the_energy_near);
    tcase_add_loop_test(tests, dampers_take_energy, 0, INTEGRATORS);
    tcase_add_loop_test(tests, the_environment_acts, 0, INTEGRATORS);
    tcase_add_loop_test(tests, sampled_control_holds_through_the_step, 0, INTEGRATORS);
    tcase_add_loop_test(tests, the_same_start_gives_the_same_motion, 0, INTEGRATORS);
    suite_add_tcase(suite, tests);
    tests = tcase_create("errors");
    tcase_add_loop_test(tests, a_failing_law_stops_the_motion, 0, INTEGRATORS);
    tcase_add_loop_test(tests, motion_beyond_bounds_is_an_error, 0, INTEGRATORS);
    tcase_add_test(tests, a_step_that_ends_beyond_numbers_is_an_error);
    tcase_add_loop_test(tests, motion_too_fast_for_squares_is_an_error, 0, INTEGRATORS);
    tcase_add_test(tests, wrong_arguments_are_refused);
    tcase_add_loop_test(tests, a_free_body_in_a_plane_moves_straight, 0, INTEGRATORS);
    tcase_add_loop_test(tests, rates_that_no_solver_takes_are_refused, 0, 2);
    tcase_add_test(tests, the_memory_may_be_the_callers);
    tcase_add_loop_test(tests, what_cannot_move_stands, 0, INTEGRATORS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
