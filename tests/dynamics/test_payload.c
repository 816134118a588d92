/* Payloads: every result equals the result of a robot with the payload welded on as a body; without the payload, the
 * results are as before. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 40, STATES = 5, MOST = 40 };

/* A random robot with payloads on some bodies, and the same robot with the payloads welded on as bodies. */
typedef struct pair {
    robot carrying, welded;
    double q[STATES * MOST], qd[STATES * MOST], qdd[STATES * MOST], tau[STATES * MOST];
} pair;

/* A payload of any shape: a box of the given edges about its center. */
static cdy_payload draw_payload(uint64_t *state)
{
    cdy_payload p = {.mass = draw(state, 0.1, 4)};
    draw_array(state, 0.3, p.center_of_mass, 3);
    const double a = draw(state, 0, 0.2), b = draw(state, 0, 0.2), c = draw(state, 0, 0.2);
    p.inertia[0] = p.mass * (b * b + c * c) / 12;
    p.inertia[1] = p.mass * (a * a + c * c) / 12;
    p.inertia[2] = p.mass * (a * a + b * b) / 12;
    p.inertia[3] = 0.01 * p.mass * b * c;
    p.inertia[4] = 0.02 * p.mass * a * c;
    p.inertia[5] = -0.03 * p.mass * a * b;
    return p;
}

/* Welds a body with the payload's inertia to a body of a tree. */
static void weld(cdy_tree *tree, const cdy_payload *p, const char *parent, int number)
{
    char name[32], joint[32];
    const double *I = p->inertia, *c = p->center_of_mass;
    snprintf(name, sizeof name, "load %d", number);
    snprintf(joint, sizeof joint, "carries %d", number);
    cdy_body body = make_body(name, joint, CDY_JOINT_FIXED);
    set_inertial(&body, p->mass, c[0], c[1], c[2], (double[6]){I[0], I[5], I[4], I[1], I[3], I[2]});
    add_body(tree, &body, parent);
}

static pair make_pair(int number, random_joints joints)
{
    pair s = {0};
    cdy_error error = {0};
    cdy_tree *welded = NULL;
    uint64_t state = 77 * (uint64_t)number + 1, seed = (uint64_t)number;
    cdy_tree *tree = random_tree((uint64_t)number, 1 + number % 14, joints);
    ck_assert_ok(cdy_tree_copy(tree, &welded, &error), error);
    s.carrying = make_robot(tree);
    const int frames = cdy_model_frame_count(s.carrying.model);
    for (int i = 0; i < 1 + number % 4; i++) {
        const int frame = i == 0 ? frames - 1 : draw_below(&state, frames);
        cdy_payload p = draw_payload(&state), old;
        if (!cdy_model_get_payload(s.carrying.model, frame, &old)) {
            ck_assert_ok(cdy_model_set_payload(s.carrying.model, frame, &p, &error), error);
            weld(welded, &p, cdy_model_frame_name(s.carrying.model, frame), i);
        }
    }
    s.welded = make_robot(welded);
    ck_assert_int_eq(s.welded.nv, s.carrying.nv);
    ck_assert_int_le(s.carrying.nq, MOST);
    for (int i = 0; i < STATES; i++) {
        cdy_random_configuration(s.carrying.model, &seed, s.q + i * s.carrying.nq);
    }
    draw_array(&state, 1, s.qd, STATES * s.carrying.nv);
    draw_array(&state, 1, s.qdd, STATES * s.carrying.nv);
    draw_array(&state, 5, s.tau, STATES * s.carrying.nv);
    return s;
}

static void free_pair(pair *s)
{
    free_robot(&s->carrying);
    free_robot(&s->welded);
}

enum { CALLS = 22, RESULT = 3 * MOST * MOST };

/* Calls that depend on masses, by number: each writes its result (of up to RESULT numbers). */
static cdy_status run_call(int call, const robot *r, const pair *s, double *out, cdy_error *error)
{
    const cdy_model *m = r->model;
    cdy_workspace *w = r->work;
    const double *q = s->q, *qd = s->qd, *qdd = s->qdd, *tau = s->tau;
    const size_t n = (size_t)r->nv;
    struct {
        double kinetic, potential;
    } energies;
    cdy_status status;
    switch (call) {
    case 0: return cdy_inverse_dynamics(m, w, q, qd, qdd, NULL, out, error);
    case 1: return cdy_forward_dynamics(m, w, q, qd, tau, NULL, out, error);
    case 2: return cdy_forward_dynamics_by(m, w, CDY_FORWARD_MASS_MATRIX, q, qd, tau, NULL, out, error);
    case 3: return cdy_mass_matrix(m, w, q, out, error);
    case 4: return cdy_mass_times(m, w, q, qd, out, error);
    case 5: return cdy_inverse_mass_times(m, w, q, tau, out, error);
    case 6: return cdy_coriolis_matrix(m, w, q, qd, out, error);
    case 7: return cdy_velocity_product(m, w, q, qd, out, error);
    case 8: return cdy_gravity_torque(m, w, q, out, error);
    case 9: return cdy_center_of_mass(m, w, q, out, out + 3, error);
    case 10: out[0] = cdy_total_mass(m); return CDY_OK;
    case 11:
        status = cdy_energy(m, w, q, qd, &energies.kinetic, &energies.potential, error);
        out[0] = energies.kinetic;
        out[1] = energies.potential;
        return status;
    case 12: return cdy_centroidal_momentum(m, w, q, qd, NULL, out, NULL, error);
    case 13: return cdy_centroidal_momentum(m, w, q, qd, qdd, NULL, out, error);
    case 14: return cdy_centroidal_momentum_matrix(m, w, q, out, error);
    case 15: return cdy_inverse_dynamics_derivatives(m, w, q, qd, qdd, NULL, out, out + n * n, error);
    case 16:
        return cdy_forward_dynamics_derivatives(
            m, w, q, qd, tau, NULL, &(const cdy_forward_derivatives){out, out + n * n, out + 2 * n * n}, error);
    case 17: return cdy_inverse_mass_matrix(m, w, q, out, error);
    case 18: return cdy_inertial_parameters(m, out, error);
    case 19: return cdy_energy(m, w, q, qd, out, NULL, error);
    case 20: return cdy_energy(m, w, q, NULL, NULL, out, error);
    default: return cdy_regressor(m, w, q, qd, qdd, NULL, out, error);
    }
}

/* Relative tolerances of the calls that solve with M. */
static double tolerance_of(int call)
{
    return call == 1 || call == 2 || call == 5 || call == 16 || call == 17 ? 1e-8 : 1e-11;
}

START_TEST(results_are_those_of_the_welded_robot)
{
    static double carried[RESULT], welded[RESULT];
    pair s = make_pair(_i, _i % 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE);
    for (int call = 0; call < CALLS; call++) {
        cdy_error error = {0}, other = {0};
        memset(carried, 0, sizeof carried);
        memset(welded, 0, sizeof welded);
        const cdy_status status = run_call(call, &s.welded, &s, welded, &other);
        ck_assert_int_eq(run_call(call, &s.carrying, &s, carried, &error), status);
        const double distance = relative_error(carried, welded, RESULT, 1e-6);
        ck_assert_msg(status || distance <= tolerance_of(call), "call %d differs by %g", call, distance);
    }
    free_pair(&s);
}
END_TEST

START_TEST(constrained_dynamics_and_tasks_see_it)
{
    double carried[MOST] = {0}, welded[MOST] = {0}, forces[2][6] = {{0}};
    cdy_error error = {0};
    cdy_row_solver *solvers[2] = {NULL, NULL};
    pair s = make_pair(_i, RANDOM_JOINTS_ALL);
    const robot *robots[2] = {&s.carrying, &s.welded};
    double *results[2] = {carried, welded};
    cdy_status statuses[2];
    for (int i = 0; i < 2; i++) {
        const robot *r = robots[i];
        const char *last = cdy_model_frame_name(s.carrying.model, cdy_model_frame_count(s.carrying.model) - 1);
        const cdy_constraint tip = {.frame = cdy_model_find_frame(r->model, last), .rows = CDY_ROWS_BALL};
        ck_assert_ok(cdy_row_solver_create(r->model, 6, &solvers[i], &error), error);
        const cdy_constrained_state state = {.q = s.q, .qd = s.qd, .tau = s.tau, .constraints = &tip, .count = 1};
        statuses[i] = cdy_constrained_forward_dynamics(r->model, r->work, solvers[i], &state, results[i], forces[i],
                                                       NULL, &error);
        cdy_row_solver_destroy(solvers[i]);
    }
    ck_assert_int_eq(statuses[0], statuses[1]);
    if (!statuses[0]) {
        ck_assert_relative(carried, welded, (size_t)s.carrying.nv, 1e-6);
        ck_assert_near(forces[0], forces[1], 6, 1e-6 * (1 + largest(forces[1], 6)));
    }
    free_pair(&s);
}
END_TEST

START_TEST(the_regressor_times_the_parameters_is_the_torque)
{
    static double Y[MOST * 10 * MOST], pi[10 * MOST];
    double tau[MOST], product[MOST] = {0};
    cdy_error error = {0};
    pair s = make_pair(_i, RANDOM_JOINTS_ALL);
    const robot *r = &s.carrying;
    const int p = cdy_parameter_count(r->model, NULL);
    ck_assert_ok(cdy_regressor(r->model, r->work, s.q, s.qd, s.qdd, NULL, Y, &error), error);
    ck_assert_ok(cdy_inertial_parameters(r->model, pi, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, s.q, s.qd, s.qdd, NULL, tau, &error), error);
    for (int i = 0; i < r->nv * p; i++) {
        product[i / p] += Y[i] * pi[i % p];
    }
    ck_assert_relative(product, tau, (size_t)r->nv, 1e-11);
    free_pair(&s);
}
END_TEST

/* ---- batches ---- */

static void compare_batches(const pair *s, cdy_batch *batch)
{
    double id[STATES * MOST], fd[STATES * MOST], M[STATES * MOST * MOST], one[MOST * MOST];
    cdy_status rows[STATES];
    const robot *r = &s->carrying;
    const size_t n = (size_t)r->nv, nq = (size_t)r->nq;
    cdy_error error = {0};
    ck_assert_ok(cdy_batch_inverse_dynamics(r->model, batch, STATES, s->q, s->qd, s->qdd, NULL, id, NULL, &error),
                 error);
    cdy_batch_forward_dynamics(r->model, batch, STATES, s->q, s->qd, s->tau, NULL, fd, rows, NULL);
    ck_assert_ok(cdy_batch_mass_matrix(r->model, batch, STATES, s->q, M, NULL, &error), error);
    for (size_t i = 0; i < STATES; i++) {
        const double *q = s->q + i * nq, *qd = s->qd + i * n;
        ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, s->qdd + i * n, NULL, one, &error), error);
        ck_assert_relative(id + i * n, one, n, 1e-11);
        ck_assert_int_eq(cdy_forward_dynamics(r->model, r->work, q, qd, s->tau + i * n, NULL, one, &error), rows[i]);
        if (!rows[i]) {
            ck_assert_relative(fd + i * n, one, n, 1e-8);
        }
        ck_assert_ok(cdy_mass_matrix(r->model, r->work, q, one, &error), error);
        ck_assert_relative(M + i * n * n, one, n * n, 1e-12);
    }
}

START_TEST(batches_follow_a_change)
{
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    pair s = make_pair(_i, RANDOM_JOINTS_ALL);
    const int last = cdy_model_frame_count(s.carrying.model) - 1;
    ck_assert_ok(cdy_batch_create(s.carrying.model, NULL, &batch, &error), error);
    compare_batches(&s, batch);
    const cdy_payload heavy = {.mass = 50, .center_of_mass = {0.3, 0.2, -0.1}};
    ck_assert_ok(cdy_model_set_payload(s.carrying.model, last, &heavy, &error), error);
    compare_batches(&s, batch);
    ck_assert_ok(cdy_model_set_payload(s.carrying.model, last, NULL, &error), error);
    compare_batches(&s, batch);
    cdy_batch_destroy(batch);
    free_pair(&s);
}
END_TEST

START_TEST(float_batches_follow_a_change)
{
    float q[MOST] = {0}, tau[MOST];
    double expected[MOST], wide[MOST] = {0}, found[MOST];
    cdy_error error = {0};
    cdy_batch_f32 *batch = NULL;
    robot r = load_bundled_robot("universalUR5e");
    const int tool = cdy_model_find_frame(r.model, "tool0");
    ck_assert_ok(cdy_batch_f32_create(r.model, NULL, &batch, &error), error);
    for (int mass = 0; mass <= 20; mass += 5) {
        const cdy_payload load = {.mass = mass, .center_of_mass = {0, 0, 0.1}};
        ck_assert_ok(cdy_model_set_payload(r.model, tool, &load, &error), error);
        for (int i = 0; i < r.nv; i++) {
            q[i] = 0.25F * (float)i;
            wide[i] = (double)q[i];
        }
        ck_assert_ok(cdy_batch_f32_gravity_torque(r.model, batch, 1, q, tau, NULL, &error), error);
        ck_assert_ok(cdy_gravity_torque(r.model, r.work, wide, expected, &error), error);
        for (int i = 0; i < r.nv; i++) {
            found[i] = (double)tau[i];
        }
        ck_assert_relative(found, expected, (size_t)r.nv, 1e-5);
        if (mass > 0) {
            ck_assert_double_gt(largest(expected, (size_t)r.nv), 50);
        }
    }
    cdy_batch_f32_destroy(batch);
    free_robot(&r);
}
END_TEST

/* A double pendulum whose second link has no mass: M is singular until the link carries a payload. */
static robot make_massless_tip(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body arm = make_body("arm", "shoulder", CDY_JOINT_REVOLUTE);
    set_inertial(&arm, 1, 0.5, 0, 0, (double[6]){0});
    set_axis(&arm, 0, -1, 0);
    add_body(tree, &arm, "base");
    cdy_body tip = make_body("tip", "elbow", CDY_JOINT_REVOLUTE);
    set_axis(&tip, 0, -1, 0);
    set_origin(&tip, 1, 0, 0, 0, 0, 0);
    add_body(tree, &tip, "arm");
    return make_robot(tree);
}

START_TEST(a_massless_leaf_with_a_payload_is_regular)
{
    double qdd[2], many[2 * STATES], q[2 * STATES] = {0};
    cdy_status rows[STATES];
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    robot r = make_massless_tip();
    const int tip = cdy_model_find_frame(r.model, "tip");
    const cdy_payload load = {.mass = 1e-3, .center_of_mass = {1e-2, 0, 0}};
    ck_assert_ok(cdy_batch_create(r.model, NULL, &batch, &error), error);
    for (int pass = 0; pass < 2; pass++) {
        ck_assert_fails(cdy_forward_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, qdd, &error), CDY_ERROR_NUMERIC,
                        error);
        cdy_batch_forward_dynamics(r.model, batch, STATES, q, NULL, NULL, NULL, many, rows, NULL);
        ck_assert_int_eq(rows[STATES - 1], CDY_ERROR_NUMERIC);
        ck_assert_ok(cdy_model_set_payload(r.model, tip, &load, &error), error);
        ck_assert_ok(cdy_forward_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, qdd, &error), error);
        ck_assert_ok(cdy_batch_forward_dynamics(r.model, batch, STATES, q, NULL, NULL, NULL, many, rows, &error),
                     error);
        ck_assert_relative(many + 2 * (STATES - 1), qdd, 2, 1e-8);
        ck_assert_ok(cdy_model_set_payload(r.model, tip, NULL, &error), error);
    }
    cdy_batch_destroy(batch);
    free_robot(&r);
}
END_TEST

/* ---- by hand ---- */

/* A rod of 2 kg at 0.5 m with 3 kg at 0.8 m: tau = m g r cos q + m r^2 qdd of both. */
START_TEST(a_pendulum_with_a_payload)
{
    const double q = 0.4, qdd = 1.5, g = 9.81;
    const double expected = (2 * 0.5 + 3 * 0.8) * g * cos(q) + (2 * 0.25 + 3 * 0.64 + 0.05) * qdd;
    double tau;
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", g);
    cdy_body bob = make_body("bob", "joint", CDY_JOINT_REVOLUTE);
    set_inertial(&bob, 2, 0.5, 0, 0, (double[6]){0});
    set_axis(&bob, 0, -1, 0);
    add_body(tree, &bob, "base");
    robot r = make_robot(tree);
    const cdy_payload load = {.mass = 3, .center_of_mass = {0.8, 0, 0}, .inertia = {0.02, 0.05, 0.04, 0, 0, 0}};
    ck_assert_ok(cdy_model_set_payload(r.model, cdy_model_find_frame(r.model, "bob"), &load, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, &q, NULL, &qdd, NULL, &tau, &error), error);
    ck_assert_near(&tau, &expected, 1, 1e-12);
    free_robot(&r);
}
END_TEST

START_TEST(removed_payloads_leave_nothing)
{
    cdy_error error = {0};
    robot r = make_robot(random_tree((uint64_t)_i, 6, RANDOM_JOINTS_ALL));
    const size_t size = cdy_model_bytes(r.model);
    char *before = malloc(size), *after = malloc(size);
    uint64_t state = 5;
    ck_assert_ok(cdy_model_to_bytes(r.model, before, size, &error), error);
    for (int pass = 0; pass < 50; pass++) {
        const cdy_payload p = draw_payload(&state);
        const int frame = draw_below(&state, cdy_model_frame_count(r.model));
        ck_assert_ok(cdy_model_set_payload(r.model, frame, &p, &error), error);
    }
    for (int i = 0; i < cdy_model_frame_count(r.model); i++) {
        const cdy_payload empty = {0};
        ck_assert_ok(cdy_model_set_payload(r.model, i, i % 2 ? NULL : &empty, &error), error);
    }
    ck_assert_ok(cdy_model_to_bytes(r.model, after, size, &error), error);
    ck_assert_mem_eq(before, after, size);
    free(before);
    free(after);
    free_robot(&r);
}
END_TEST

START_TEST(saved_models_keep_it)
{
    cdy_error error = {0};
    double tau[MOST], loaded_tau[MOST];
    pair s = make_pair(3, RANDOM_JOINTS_ALL);
    const robot *r = &s.carrying;
    const int last = cdy_model_frame_count(r->model) - 1;
    const size_t size = cdy_model_bytes(r->model);
    char *bytes = malloc(size);
    cdy_model *loaded = NULL;
    cdy_payload was, is;
    ck_assert_ok(cdy_model_to_bytes(r->model, bytes, size, &error), error);
    ck_assert_ok(cdy_model_from_bytes(bytes, size, &loaded, &error), error);
    ck_assert(cdy_model_get_payload(r->model, last, &was) && cdy_model_get_payload(loaded, last, &is));
    ck_assert_mem_eq(&was, &is, sizeof was);
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, s.q, s.qd, s.qdd, NULL, tau, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(loaded, r->work, s.q, s.qd, s.qdd, NULL, loaded_tau, &error), error);
    ck_assert_mem_eq(tau, loaded_tau, (size_t)r->nv * sizeof *tau);
    free(bytes);
    cdy_model_destroy(loaded);
    free_pair(&s);
}
END_TEST

/* ---- simulations and identification ---- */

START_TEST(a_simulation_goes_on_with_the_new_masses)
{
    cdy_error error = {0};
    cdy_simulation *changed = NULL, *anew = NULL;
    robot r = make_massless_tip();
    const int tip = cdy_model_find_frame(r.model, "tip");
    const cdy_payload light = {.mass = 1, .center_of_mass = {0.5, 0, 0}}, heavy = {.mass = 4};
    cdy_simulation_options options = cdy_simulation_options_default();
    options.integrator = (cdy_integrator)_i;
    cdy_payload load = heavy;
    load.center_of_mass[0] = 0.5;
    ck_assert_ok(cdy_model_set_payload(r.model, tip, &light, &error), error);
    if (cdy_simulation_create(r.model, &options, &changed, &error) == CDY_ERROR_UNSUPPORTED) {
        free_robot(&r);
        return; /* a build without CVODE */
    }
    for (int i = 0; i < 20; i++) {
        ck_assert_ok(cdy_simulation_step(changed, &error), error);
    }
    ck_assert_ok(cdy_model_set_payload(r.model, tip, &load, &error), error);
    ck_assert_ok(cdy_simulation_create(r.model, &options, &anew, &error), error);
    ck_assert_ok(cdy_simulation_set_state(anew, cdy_simulation_time(changed), cdy_simulation_q(changed),
                                          cdy_simulation_qd(changed), &error),
                 error);
    for (int i = 0; i < 20; i++) {
        ck_assert_ok(cdy_simulation_step(changed, &error), error);
        ck_assert_ok(cdy_simulation_step(anew, &error), error);
    }
    ck_assert_near(cdy_simulation_q(changed), cdy_simulation_q(anew), 2, 1e-12);
    ck_assert_near(cdy_simulation_qd(changed), cdy_simulation_qd(anew), 2, 1e-12);
    cdy_simulation_destroy(changed);
    cdy_simulation_destroy(anew);
    free_robot(&r);
}
END_TEST

START_TEST(identification_gives_the_robot_alone)
{
    cdy_error error = {0};
    cdy_identification *id = NULL;
    cdy_identification_result result;
    double pi[10 * MOST], with_payload[10 * MOST];
    robot r = load_bundled_robot("universalUR5e");
    const int tool = cdy_model_find_frame(r.model, "tool0");
    const cdy_payload load = {.mass = 2.5, .center_of_mass = {0.02, 0, 0.07}, .inertia = {0.01, 0.012, 0.008, 0, 0, 0}};
    ck_assert_ok(cdy_inertial_parameters(r.model, pi, &error), error);
    ck_assert_ok(cdy_model_set_payload(r.model, tool, &load, &error), error);
    ck_assert_ok(cdy_inertial_parameters(r.model, with_payload, &error), error);
    ck_assert_near(&(double){with_payload[50] - pi[50]}, &load.mass, 1, 1e-12);
    ck_assert_ok(cdy_identification_create(r.model, NULL, &id, &error), error);
    uint64_t seed = 1;
    for (int i = 0; i < 100; i++) {
        double q[6], qd[6], qdd[6], tau[6];
        cdy_random_configuration(r.model, &seed, q);
        draw_array(&seed, 1, qd, 6);
        draw_array(&seed, 2, qdd, 6);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
        ck_assert_ok(cdy_identification_add(id, q, qd, qdd, NULL, tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_near(result.prior, pi, 60, 1e-12);
    ck_assert_near(result.parameters, pi, 60, 1e-6);
    double parameters[60];
    ck_assert_ok(cdy_tree_parameters(r.tree, r.model, NULL, parameters, &error), error);
    ck_assert_near(parameters, pi, 60, 1e-12);
    cdy_tree *same = NULL;
    ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, NULL, parameters, &same, &error), error);
    ck_assert_double_eq(cdy_tree_body(same, 6)->inertial.mass, cdy_tree_body(r.tree, 6)->inertial.mass);
    cdy_tree_destroy(same);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

START_TEST(an_overwhelming_payload_stops_the_identification)
{
    cdy_error error = {0};
    cdy_identification *id = NULL;
    const double one[2] = {1, 1};
    robot r = make_massless_tip();
    const cdy_payload load = {.mass = 1e120, .center_of_mass = {0.5, 0, 0}};
    ck_assert_ok(cdy_model_set_payload(r.model, cdy_model_find_frame(r.model, "tip"), &load, &error), error);
    ck_assert_ok(cdy_identification_create(r.model, NULL, &id, &error), error);
    ck_assert_fails(cdy_identification_add(id, NULL, one, one, NULL, one, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* ---- refusals, and the front door ---- */

START_TEST(what_no_body_is_is_refused)
{
    const cdy_payload wrong[] = {
        {.mass = -1},
        {.mass = (double)NAN},
        {.mass = (double)INFINITY},
        {.mass = 1, .center_of_mass = {0, (double)NAN, 0}},
        {.mass = 1, .inertia = {1, 1, 1, 0, 0, (double)INFINITY}},
        {.mass = 1, .inertia = {1, 1, 3, 0, 0, 0}},
        {.mass = 1, .inertia = {1, 1, 2.0203, 0, 0, 0}}, /* exceeds the sum by more than a hundredth */
        {.mass = 1, .inertia = {-1, 1, 1, 0, 0, 0}},
        {.mass = 1, .inertia = {1, 1, 1, 0, 0, 2}},
        {.mass = 0, .inertia = {1, 1, 1, 0, 0, 0}},
        {.mass = 0, .inertia = {0, 0, 0, 0, 0, 1e-3}},
        {.mass = 0, .inertia = {-1e-3, 0, 0, 0, 0, 0}},
        {.mass = 1e300, .center_of_mass = {1e300, 0, 0}},
    };
    cdy_error error = {0};
    robot r = make_massless_tip();
    const cdy_payload fine = {.mass = 2, .inertia = {0, 0.0123, 0.0124, 0, 0, 0}};
    cdy_payload kept;
    const int tip = cdy_model_find_frame(r.model, "tip");
    const cdy_payload rounded = {.mass = 2, .inertia = {2.02, 1, 1, 0, 0, 0}};
    ck_assert_ok(cdy_model_set_payload(r.model, tip, &rounded, &error), error);
    ck_assert_ok(cdy_model_set_payload(r.model, tip, &fine, &error), error);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_fails(cdy_model_set_payload(r.model, tip, &wrong[i], &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_nonnull(strstr(error.text, "'tip'"));
        ck_assert(cdy_model_get_payload(r.model, tip, &kept));
        ck_assert_mem_eq(&kept, &fine, sizeof fine);
        ck_assert_double_eq(cdy_total_mass(r.model), 3);
    }
    ck_assert_fails(cdy_model_set_payload(r.model, 3, &fine, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_set_payload(r.model, -1, &fine, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_set_payload(NULL, 0, &fine, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert(!cdy_model_get_payload(r.model, 3, &kept) && !cdy_model_get_payload(NULL, 0, &kept));
    ck_assert(!cdy_model_get_payload(r.model, 1, &kept) && !(kept.mass > 0));
    free_robot(&r);
}
END_TEST

/* Principal moments a, a and c, of which c may be larger than 2 a by a hundredth of itself, or negative by a hundredth
 * of a: about the base's axes, and turned so that c is about (1, 1, 1). */
START_TEST(moments_may_be_rounded_to_three_digits)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_error error = {0};
    static const double sizes[] = {1e-9, 1, 1e7};
    for (int k = 0; k < 2 * 2 * 2 * 3; k++) {
        const bool turned = k & 1, negative = k & 2, possible = k & 4;
        const double a = sizes[k / 8], part = possible ? 0.996e-2 : 1.004e-2;
        const double c = negative ? -part * a : 2 * a / (1 - part);
        const double on = turned ? a + (c - a) / 3 : a, off = turned ? (c - a) / 3 : 0;
        const cdy_payload load = {.mass = 1, .inertia = {on, turned ? on : c, on, off, off, off}};
        const cdy_status status = cdy_model_set_payload(r.model, 3, &load, &error);
        ck_assert_msg(status == (possible ? CDY_OK : CDY_ERROR_ARGUMENT), "%g %g: %s", a, c, error.text);
        ck_assert(possible || strstr(error.text, "a principal moment is negative or larger"));
    }
    free_robot(&r);
}
END_TEST

START_TEST(on_the_base_it_has_no_effect)
{
    cdy_error error = {0};
    cdy_payload found;
    robot r = make_massless_tip();
    const cdy_payload load = {.mass = 2};
    ck_assert_ok(cdy_model_set_payload(r.model, 0, &load, &error), error);
    ck_assert(cdy_model_get_payload(r.model, 0, &found));
    ck_assert_double_eq(cdy_total_mass(r.model), 1);
    free_robot(&r);
}
END_TEST

START_TEST(the_front_door_takes_names)
{
    cdy_error error = {0};
    cdy_robot *opened = NULL;
    const cdy_payload load = {.mass = 2};
    ck_assert_ok(cdy_robot_open("universalUR5e", NULL, &opened, &error), error);
    const double before = cdy_total_mass(cdy_robot_model(opened));
    ck_assert_ok(cdy_robot_set_payload(opened, "tool0", &load, &error), error);
    ck_assert_near(&(double){cdy_total_mass(cdy_robot_model(opened)) - before}, &load.mass, 1, 1e-12);
    ck_assert_fails(cdy_robot_set_payload(opened, "tol0", &load, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "did you mean 'tool0'"));
    ck_assert_fails(cdy_robot_set_payload(NULL, "tool0", &load, &error), CDY_ERROR_ARGUMENT, error);
    cdy_robot_destroy(opened);
}
END_TEST

/* ---- wrenches at a body in the base's axes ---- */

START_TEST(a_wrench_at_a_body_makes_the_torques_of_its_jacobian)
{
    double J[6 * MOST], with[MOST], without[MOST], many[MOST], expected[MOST];
    double fext[6 * MOST] = {0}, rows[6 * MOST] = {0};
    const double wrench[6] = {1, -2, 3, 40, 5, -6};
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    pair s = make_pair(_i, RANDOM_JOINTS_ALL);
    const robot *r = &s.carrying;
    const int frame = cdy_model_frame_count(r->model) - 1;
    const size_t n = (size_t)r->nv;
    const cdy_axes axes = _i % 2 ? CDY_AXES_BASE : CDY_AXES_BODY;
    const double *q = _i % 3 ? s.q : NULL;
    ck_assert_ok(cdy_external_force_at(r->model, r->work, frame, axes, wrench, q, fext, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, NULL, NULL, fext, with, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, NULL, NULL, NULL, without, &error), error);
    ck_assert_ok(cdy_geometric_jacobian(r->model, r->work, frame, axes, q, J, &error), error);
    for (size_t i = 0; i < n; i++) {
        expected[i] = without[i];
        for (size_t k = 0; k < 6; k++) {
            expected[i] -= J[k * n + i] * wrench[k];
        }
    }
    ck_assert_relative(with, expected, n, 1e-11);
    ck_assert_ok(cdy_batch_create(r->model, NULL, &batch, &error), error);
    ck_assert_ok(cdy_batch_external_force_at(r->model, batch, 1, frame, axes, wrench, q, rows, NULL, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, NULL, NULL, rows, many, &error), error);
    ck_assert_relative(many, expected, n, 1e-11);
    ck_assert_fails(cdy_batch_external_force_at(r->model, batch, 1, frame, (cdy_axes)2, wrench, q, rows, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_external_force_at(r->model, r->work, frame, (cdy_axes)2, wrench, q, rows, &error),
                    CDY_ERROR_ARGUMENT, error);
    cdy_batch_destroy(batch);
    free_pair(&s);
}
END_TEST

START_TEST(the_front_door_presses_a_tool_down)
{
    double by_name[36] = {0}, by_number[36] = {0};
    const double press[6] = {0, 0, 0, 0, 0, -50}, q[6] = {0.1, -1, 1, 0.2, 0.3, 0.4};
    cdy_error error = {0};
    cdy_robot *opened = NULL;
    robot r = load_bundled_robot("universalUR5e");
    ck_assert_ok(cdy_robot_open("universalUR5e", NULL, &opened, &error), error);
    ck_assert_ok(cdy_robot_external_force_at(opened, "tool0", CDY_AXES_BASE, press, q, by_name, &error), error);
    ck_assert_ok(cdy_external_force_at(r.model, r.work, cdy_model_find_frame(r.model, "tool0"), CDY_AXES_BASE, press, q,
                                       by_number, &error),
                 error);
    ck_assert_near(by_name, by_number, 36, 1e-12);
    ck_assert_double_eq(by_name[5 * 6 + 5], -50);
    ck_assert_fails(cdy_robot_external_force_at(opened, "tol0", CDY_AXES_BASE, press, q, by_name, &error),
                    CDY_ERROR_ARGUMENT, error);
    cdy_robot_destroy(opened);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("payload");
    TCase *tests = tcase_create("payloads");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, results_are_those_of_the_welded_robot, 0, TREES);
    tcase_add_loop_test(tests, constrained_dynamics_and_tasks_see_it, 0, TREES);
    tcase_add_loop_test(tests, the_regressor_times_the_parameters_is_the_torque, 0, TREES);
    tcase_add_loop_test(tests, batches_follow_a_change, 0, TREES);
    tcase_add_test(tests, float_batches_follow_a_change);
    tcase_add_test(tests, a_massless_leaf_with_a_payload_is_regular);
    tcase_add_test(tests, a_pendulum_with_a_payload);
    tcase_add_loop_test(tests, removed_payloads_leave_nothing, 0, 8);
    tcase_add_test(tests, saved_models_keep_it);
    tcase_add_loop_test(tests, a_simulation_goes_on_with_the_new_masses, 0, CDY_CVODE_STIFF + 1);
    tcase_add_test(tests, identification_gives_the_robot_alone);
    tcase_add_test(tests, an_overwhelming_payload_stops_the_identification);
    tcase_add_test(tests, what_no_body_is_is_refused);
    tcase_add_test(tests, on_the_base_it_has_no_effect);
    tcase_add_test(tests, moments_may_be_rounded_to_three_digits);
    tcase_add_test(tests, the_front_door_takes_names);
    tcase_add_loop_test(tests, a_wrench_at_a_body_makes_the_torques_of_its_jacobian, 0, TREES);
    tcase_add_test(tests, the_front_door_presses_a_tool_down);
    return run_suites(suite, NULL);
}
