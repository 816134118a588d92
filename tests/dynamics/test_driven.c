/* Drives in the calls beyond inverse and forward dynamics: energies, derivatives, the regressor, tasks, constraints and
 * motion. */
#include "support/compare.h"
#include "support/differences.h"
#include "support/driven.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 16 };

static const cdy_drive_options conserving = {.friction_width = 0.1, .rotors = true, .springs = true};

static double *new_array(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* y = A x for n x n. */
static void times(const double *A, const double *x, int n, double *y)
{
    for (int i = 0; i < n; i++) {
        y[i] = dot(A + (size_t)i * (size_t)n, x, n);
    }
}

/* ---- energies ---- */

START_TEST(kinetic_energy_is_that_of_the_mass_matrix)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    struct {
        double kinetic, potential;
    } bodies, all;
    ck_assert_ok(cdy_energy(s.r.model, s.r.work, s.q, s.qd, &bodies.kinetic, &bodies.potential, &error), error);
    set_drives(&s.r, all_drives());
    double momentum[MOST], kinetic;
    ck_assert_ok(cdy_mass_times(s.r.model, s.r.work, s.q, s.qd, momentum, &error), error);
    double expected = dot(s.qd, momentum, s.r.nv) / 2;
    ck_assert_ok(cdy_energy(s.r.model, s.r.work, s.q, s.qd, &all.kinetic, &all.potential, &error), error);
    ck_assert_ok(cdy_energy(s.r.model, s.r.work, s.q, s.qd, &kinetic, NULL, &error), error);
    ck_assert_relative(&all.kinetic, &expected, 1, 1e-12);
    ck_assert_near(&all.kinetic, &kinetic, 1, 0);
    set_drives(&s.r, (cdy_drive_options){.damping = true, .friction = true, .friction_width = 1});
    ck_assert_ok(cdy_energy(s.r.model, s.r.work, s.q, s.qd, &all.kinetic, &all.potential, &error), error);
    ck_assert_mem_eq(&all, &bodies, sizeof all); /* damping, friction and rotors store no potential energy */
    free_robot(&s.r);
}
END_TEST

typedef struct along {
    driven *s;
    const double *direction;
    cdy_status (*value)(struct along *a, const double *q, double *result, cdy_error *error);
    const double *tau;
} along;

/* The value after a step of t times the direction. */
static void value_along(void *context, double t, double *result)
{
    along *a = context;
    cdy_error error = {0};
    double step[MOST], q[MOST];
    for (int i = 0; i < a->s->r.nv; i++) {
        step[i] = t * a->direction[i];
    }
    ck_assert_ok(cdy_configuration_integrate(a->s->r.model, a->s->q, step, q, &error), error);
    ck_assert_ok(a->value(a, q, result, &error), error);
}

static cdy_status potential_at(along *a, const double *q, double *result, cdy_error *error)
{
    return cdy_energy(a->s->r.model, a->s->r.work, q, NULL, NULL, result, error);
}

/* At rest, without friction, the torques that hold the robot are the gradient of its potential energy. */
START_TEST(torques_at_rest_are_the_slope_of_the_potential)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    set_drives(&s.r, conserving);
    double tau[MOST], slope;
    along a = {.s = &s, .direction = s.qdd, .value = potential_at};
    ck_assert_ok(cdy_inverse_dynamics(s.r.model, s.r.work, s.q, NULL, NULL, NULL, tau, &error), error);
    differentiate(value_along, &a, 1e-3, &slope, 1);
    ck_assert_msg(fabs(slope - dot(tau, s.qdd, s.r.nv)) < 1e-8 * (1 + fabs(slope)), "slope %g", slope);
    free_robot(&s.r);
}
END_TEST

/* ---- derivatives ---- */

static cdy_status inverse_at(along *a, const double *q, double *result, cdy_error *error)
{
    driven *s = a->s;
    return cdy_inverse_dynamics(s->r.model, s->r.work, q, s->qd, s->qdd, s->fext, result, error);
}

static cdy_status forward_at(along *a, const double *q, double *result, cdy_error *error)
{
    driven *s = a->s;
    return cdy_forward_dynamics(s->r.model, s->r.work, q, s->qd, a->tau, s->fext, result, error);
}

/* The same values as functions of the velocity; velocities are steps of a flat space. */
static void inverse_by_velocity(void *context, double t, double *result)
{
    along *a = context;
    driven moved = *a->s;
    cdy_error error = {0};
    for (int i = 0; i < moved.r.nv; i++) {
        moved.qd[i] += t * a->direction[i];
    }
    along there = {.s = &moved, .tau = a->tau};
    ck_assert_ok((a->tau ? forward_at : inverse_at)(&there, moved.q, result, &error), error);
}

static void check_product(const double *matrix, const double *direction, const double *expected, int n,
                          double tolerance)
{
    double product[MOST];
    times(matrix, direction, n, product);
    ck_assert_relative(product, expected, (size_t)n, tolerance);
}

START_TEST(derivatives_have_every_drive)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    set_drives(&s.r, all_drives());
    const int n = s.r.nv;
    const size_t square = (size_t)n * (size_t)n;
    double *A = new_array(3 * square), *B = A + square, *C = B + square, expected[MOST], direction[MOST], tau[MOST];
    uint64_t state = 77;
    draw_array(&state, 1, direction, n);
    draw_array(&state, 2, tau, n);
    along inverse = {.s = &s, .direction = direction, .value = inverse_at};
    along forward = {.s = &s, .direction = direction, .value = forward_at, .tau = tau};
    ck_assert_ok(cdy_inverse_dynamics_derivatives(s.r.model, s.r.work, s.q, s.qd, s.qdd, s.fext, A, B, &error), error);
    differentiate(value_along, &inverse, 1e-4, expected, n);
    check_product(A, direction, expected, n, 1e-7);
    differentiate(inverse_by_velocity, &inverse, 1e-3, expected, n);
    check_product(B, direction, expected, n, 1e-6);
    ck_assert_ok(cdy_forward_dynamics_derivatives(s.r.model, s.r.work, s.q, s.qd, tau, s.fext,
                                                  &(const cdy_forward_derivatives){A, B, C}, &error),
                 error);
    differentiate(value_along, &forward, 1e-4, expected, n);
    check_product(A, direction, expected, n, 1e-6);
    differentiate(inverse_by_velocity, &forward, 1e-3, expected, n);
    check_product(B, direction, expected, n, 1e-6);
    ck_assert_ok(cdy_inverse_mass_times(s.r.model, s.r.work, s.q, direction, expected, &error), error);
    check_product(C, direction, expected, n, 1e-8);
    free(A);
    free_robot(&s.r);
}
END_TEST

/* ---- the regressor ---- */

/* Drive parameters reflected to the joints, kind by kind after the bodies' parameters. */
static void fill_drive_parameters(const robot *r, double *pi)
{
    for (int i = 0; i < r->nv; i++) {
        cdy_coordinate c;
        ck_assert_int_eq(cdy_model_velocity(r->model, i, &c), CDY_OK);
        for (int b = 1; b <= cdy_tree_body_count(r->tree); b++) {
            const cdy_joint *joint = &cdy_tree_body(r->tree, b)->joint;
            if (strcmp(joint->name, c.joint) == 0) {
                pi[i] = joint->dynamics.damping;
                pi[r->nv + i] = joint->dynamics.friction;
                pi[2 * r->nv + i] = joint->rotor_inertia * joint->gear_ratio * joint->gear_ratio;
            }
        }
    }
}

START_TEST(regressor_with_drives_makes_driven_torques)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ONE_DEGREE);
    const cdy_regressor_options options = {
        .damping = true, .coulomb = true, .rotor_inertia = true, .friction_width = 0.1};
    const int p = cdy_parameter_count(s.r.model, &options), n = s.r.nv;
    double *Y = new_array((size_t)n * (size_t)p), *pi = new_array((size_t)p), tau[MOST], expected[MOST];
    ck_assert_ok(cdy_inertial_parameters(s.r.model, pi, &error), error);
    fill_drive_parameters(&s.r, pi + p - 3 * n);
    for (int on = 0; on < 2; on++) { /* the regressor does not depend on whether drives act on the model */
        set_drives(&s.r, (cdy_drive_options){
                             .damping = on, .friction = on, .friction_width = 0.1, .rotors = on, .springs = false});
        ck_assert_ok(cdy_regressor(s.r.model, s.r.work, s.q, s.qd, s.qdd, &options, Y, &error), error);
        for (int i = 0; i < n; i++) {
            tau[i] = dot(Y + (size_t)i * (size_t)p, pi, p);
        }
    }
    ck_assert_ok(cdy_inverse_dynamics(s.r.model, s.r.work, s.q, s.qd, s.qdd, NULL, expected, &error), error);
    ck_assert_relative(tau, expected, (size_t)n, 1e-11);
    free(Y);
    free(pi);
    free_robot(&s.r);
}
END_TEST

/* ---- tasks and constraints ---- */

/* One row: the velocity of the last frame along its own x. */
START_TEST(tasks_and_impacts_feel_the_rotors)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    const int n = s.r.nv, frame = cdy_model_frame_count(s.r.model) - 1;
    double J[MOST], by_M[MOST], Lambda = 0, after[MOST], impulse, change[MOST], expected[MOST];
    cdy_row_solver *solver = NULL;
    ck_assert_ok(cdy_row_solver_create(s.r.model, 3, &solver, &error), error);
    set_drives(&s.r, all_drives());
    const cdy_task task = {.frame = frame, .axes = CDY_AXES_BODY, .rows = 1u << 3};
    cdy_operational_space space = {.J = J, .Lambda = &Lambda};
    ck_assert_ok(cdy_task_dynamics(s.r.model, s.r.work, solver,
                                   &(cdy_task_state){.q = s.q, .qd = s.qd, .tasks = &task, .count = 1}, &space, &error),
                 error);
    if (space.rank == 1) {
        ck_assert_ok(cdy_inverse_mass_times(s.r.model, s.r.work, s.q, J, by_M, &error), error);
        ck_assert_double_eq_tol(Lambda * dot(J, by_M, n), 1, 1e-8);

        cdy_constraint stop = {.row_count = 1, .J = J};
        ck_assert_ok(cdy_impact(s.r.model, s.r.work, solver,
                                &(cdy_constrained_state){
                                    .q = s.q, .qd = s.qd, .constraints = &stop, .count = 1, .restitution = 0.5},
                                after, &impulse, NULL, &error),
                     error);
        for (int i = 0; i < n; i++) {
            change[i] = after[i] - s.qd[i];
            expected[i] = by_M[i] * impulse;
        }
        ck_assert_relative(change, expected, (size_t)n, 1e-8);
        ck_assert_double_eq_tol(dot(J, after, n), -0.5 * dot(J, s.qd, n), 1e-9);
    }
    cdy_row_solver_destroy(solver);
    free_robot(&s.r);
}
END_TEST

/* With a constraint the accelerations are the accelerations under the torques plus the constraint's force. */
START_TEST(constrained_motion_feels_all_drives)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    const int n = s.r.nv;
    double J[MOST], gamma = 0.3, qdd[MOST], force, tau[MOST], back[MOST];
    uint64_t state = 5;
    cdy_row_solver *solver = NULL;
    ck_assert_ok(cdy_row_solver_create(s.r.model, 1, &solver, &error), error);
    set_drives(&s.r, all_drives());
    draw_array(&state, 1, J, n);
    const cdy_constraint row = {.row_count = 1, .J = J, .gamma = &gamma};
    ck_assert_ok(cdy_constrained_forward_dynamics(
                     s.r.model, s.r.work, solver,
                     &(cdy_constrained_state){.q = s.q, .qd = s.qd, .fext = s.fext, .constraints = &row, .count = 1},
                     qdd, &force, NULL, &error),
                 error);
    for (int i = 0; i < n; i++) {
        tau[i] = J[i] * force;
    }
    ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q, s.qd, tau, s.fext, back, &error), error);
    ck_assert_relative(qdd, back, (size_t)n, 1e-8);
    ck_assert_double_eq_tol(dot(J, qdd, n), gamma, 1e-8);
    cdy_row_solver_destroy(solver);
    free_robot(&s.r);
}
END_TEST

/* ---- motion ---- */

/* The power that friction and damping dissipate: inverse dynamics with drives less inverse dynamics without. */
static double lost_power(const robot *with, const robot *without, const double *q, const double *qd)
{
    cdy_error error = {0};
    double a[MOST], b[MOST];
    ck_assert_ok(cdy_inverse_dynamics(with->model, with->work, q, qd, NULL, NULL, a, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(without->model, without->work, q, qd, NULL, NULL, b, &error), error);
    for (int i = 0; i < with->nv; i++) {
        a[i] -= b[i];
    }
    return dot(a, qd, with->nv);
}

static double total_energy(cdy_simulation *simulation)
{
    cdy_error error = {0};
    double kinetic, potential;
    ck_assert_ok(cdy_simulation_energy(simulation, &kinetic, &potential, &error), error);
    return kinetic + potential;
}

/* The error of the energy balance after 0.1 s: energy less the initial energy and the work of friction (Simpson's rule
 * over the steps). */
static double imbalance(driven *s, const robot *without, cdy_integrator integrator, double h)
{
    cdy_error error = {0};
    cdy_simulation *simulation = NULL;
    cdy_simulation_options options = cdy_simulation_options_default();
    options.integrator = integrator;
    options.step = h;
    ck_assert_ok(cdy_simulation_create(s->r.model, &options, &simulation, &error), error);
    ck_assert_ok(cdy_simulation_set_state(simulation, 0, s->q, s->qd, &error), error);
    const double before = total_energy(simulation);
    const int steps = 2 * (int)lround(0.05 / h);
    double lost = 0;
    for (int k = 0; k <= steps; k++) {
        double weight = k == 0 || k == steps ? 1 : k % 2 ? 4 : 2;
        lost +=
            weight * h / 3 * lost_power(&s->r, without, cdy_simulation_q(simulation), cdy_simulation_qd(simulation));
        if (k < steps) {
            ck_assert_ok(cdy_simulation_step(simulation, &error), error);
        }
    }
    double balance = fabs(total_energy(simulation) + lost - before);
    cdy_simulation_destroy(simulation);
    return balance;
}

START_TEST(energy_lost_is_what_friction_takes)
{
    static const int order[] = {1, 4, 2, 0, 0, 0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    robot other = make_driven_robot(_i, RANDOM_JOINTS_ALL).r;
    cdy_drive_options lossy = all_drives();
    lossy.friction_width = 1; /* slow enough for the shortest steps of all integrators */
    set_drives(&other, conserving);
    for (int friction = 0; friction < 2; friction++) {
        set_drives(&s.r, friction ? lossy : conserving);
        for (int k = CDY_SEMI_IMPLICIT_EULER; k <= CDY_CVODE_STIFF; k++) {
            if (!cdy_simulation_has_integrator((cdy_integrator)k)) {
                continue;
            }
            double coarse = imbalance(&s, &other, (cdy_integrator)k, 1e-3);
            double fine = imbalance(&s, &other, (cdy_integrator)k, 5e-4);
            double bound = order[k] ? 0.75 * pow(0.5, order[k] - 1) * coarse + 1e-5 : 1e-5;
            ck_assert_msg(fine < 0.5 && fine <= bound, "robot %d, friction %d, integrator %d: %g J, then %g J", _i,
                          friction, k, coarse, fine);
        }
    }
    free_robot(&s.r);
    free_robot(&other);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("driven");
    TCase *tests = tcase_create("robots");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, kinetic_energy_is_that_of_the_mass_matrix, 0, TREES);
    tcase_add_loop_test(tests, torques_at_rest_are_the_slope_of_the_potential, 0, TREES);
    tcase_add_loop_test(tests, derivatives_have_every_drive, 0, TREES);
    tcase_add_loop_test(tests, regressor_with_drives_makes_driven_torques, 0, TREES);
    tcase_add_loop_test(tests, tasks_and_impacts_feel_the_rotors, 0, TREES);
    tcase_add_loop_test(tests, constrained_motion_feels_all_drives, 0, TREES);
    tcase_add_loop_test(tests, energy_lost_is_what_friction_takes, 0, 3);
    return run_suites(suite, NULL);
}
