/* Generated code before it is text: the traced expressions, evaluated, are the library's results on random robots of
 * all joint types; gradients are those of the derivative matrices; and what cannot be generated is refused. */
#include "base/memory.h"
#include "generate/emit.h"
#include "generate/gradient.h"
#include "generate/kernel_code.h"
#include "generate/load_system.h"
#include "generate/regroup.h"
#include "generate/routine.h"
#include "support/allocation.h"
#include "support/compare.h"
#include "support/driven.h"
#include "support/suite.h"

#include <condyle/configuration.h>
#include <condyle/generate.h>
#include <condyle/model_file.h>
#include <condyle/observer.h>
#include <condyle/payload.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 30, MOST_NODES = 4000000, MOST_RESULTS = 200000 };

/* ---- evaluation ---- */

/* The value of an operation on numbers. */
static double compute(node_kind kind, double a, double b)
{
    switch (kind) {
    case NODE_INPUT:
    case NODE_CONSTANT: break;
    case NODE_ADD: return a + b;
    case NODE_SUBTRACT: return a - b;
    case NODE_MULTIPLY: return a * b;
    case NODE_DIVIDE: return a / b;
    case NODE_NEGATE: return -a;
    case NODE_SINE: return sin(a);
    case NODE_COSINE: return cos(a);
    case NODE_TANH: return tanh(a);
    case NODE_EXPONENTIAL: return exp(a);
    case NODE_ROOT: return sqrt(a);
    case NODE_LOGARITHM: return log(a);
    case NODE_SOLVED:
    case NODE_LIST: break;
    }
    ck_abort_msg("kind %d is no operation", (int)kind);
    return 0;
}

/* One step of the library's iteration (condyle/drives.h): adds (M + R)^-1 of the torques that are missing. */
static void step_to_load(int n, const double *x, double *qdd)
{
    const double *bias = x + n, *rotor = x + 2 * n, *a = x + 3 * n, *b = x + 4 * n, *w = x + 5 * n, *M = x + 6 * n;
    double A[MOST * MOST], missing[MOST];
    for (int i = 0; i < n; i++) {
        double u = bias[i];
        for (int k = 0; k < n; k++) {
            u += M[i * n + k] * qdd[k];
            A[i * n + k] = M[i * n + k] + (i == k ? rotor[i] : 0);
        }
        const double h = sqrt(u * u + w[i] * w[i]);
        missing[i] = x[i] - u - (h - w[i]) * (a[i] + b[i] * u / h) - rotor[i] * qdd[i];
    }
    for (int i = 0; i < n; i++) { /* Gauss's elimination of a definite matrix */
        for (int j = i + 1; j < n; j++) {
            const double factor = A[j * n + i] / A[i * n + i];
            for (int k = i; k < n; k++) {
                A[j * n + k] -= factor * A[i * n + k];
            }
            missing[j] -= factor * missing[i];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            missing[i] -= A[i * n + k] * missing[k];
        }
        missing[i] /= A[i * n + i];
        qdd[i] += missing[i];
    }
}

/* Number `number` of the solution of a system, by that iteration; `nodes` are the values of the nodes of its list. */
static double solve_system(const graph *g, int32_t list, int number, const double *nodes)
{
    double x[LOAD_OPERANDS(MOST)], qdd[MOST] = {0};
    int count = 0, n = 1;
    for (; g->nodes[list].kind == NODE_LIST; list = g->nodes[list].b) {
        x[count++] = nodes[g->nodes[list].a];
    }
    x[count++] = nodes[list];
    while (LOAD_OPERANDS(n) < count) {
        n++;
    }
    ck_assert_int_eq(LOAD_OPERANDS(n), count);
    for (int step = 0; step < 1000; step++) {
        step_to_load(n, x, qdd);
    }
    return qdd[number];
}

/* The values of all nodes for the numbers of the input arrays. */
static double *evaluate(const graph *g, const double *const inputs[INPUT_COUNT])
{
    double *x = calloc((size_t)g->count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    for (int32_t i = 0; i < g->count; i++) {
        const graph_node *n = &g->nodes[i];
        ck_assert(n->kind < NODE_ADD || (n->a < i && n->b < i));
        x[i] = n->kind == NODE_INPUT      ? inputs[n->b][n->a]
               : n->kind == NODE_CONSTANT ? n->value
               : n->kind == NODE_LIST     ? 0
               : n->kind == NODE_SOLVED   ? solve_system(g, n->a, n->b, x)
                                          : compute(n->kind, x[n->a], x[n->b]);
    }
    return x;
}

static double value_of(expression e, const double *nodes)
{
    return e.owner ? nodes[e.is.node] : e.is.value;
}

static cdy_model *simplified(const cdy_model *model)
{
    const size_t size = cdy_model_bytes(model);
    cdy_model *simple = malloc(size);
    ck_assert_ptr_nonnull(simple);
    memcpy(simple, model, size);
    cdy_round_transforms(simple, 0);
    cdy_regroup_inertias(simple);
    return simple;
}

static const routine *routine_named(const char *name)
{
    for (int i = 0; i < cdy_routine_count; i++) {
        if (strcmp(cdy_routines[i].name, name) == 0) {
            return &cdy_routines[i];
        }
    }
    ck_abort_msg("no routine '%s'", name);
    return NULL;
}

static const more_inputs none, forces = {1u << INPUT_WRENCHES, 0, 0};

/* The state of a test, as input arrays. */
typedef struct state {
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], wrenches[6 * MOST], gravity[3], w[MOST];
    cdy_payload payload;
} state;

/* Computes the results of a routine, one output after another; returns their number. */
static size_t trace_and_evaluate(const char *name, const cdy_model *model, more_inputs more, const state *s,
                                 double *results)
{
    const double *const inputs[INPUT_COUNT] = {s->q,        s->qd,      s->qdd,           s->tau,
                                               s->wrenches, s->gravity, &s->payload.mass, s->w};
    const routine *r = routine_named(name);
    cdy_model *simple = simplified(model);
    cdy_arena arena = {0};
    expression *outputs[MOST_OUTPUTS];
    graph g;
    size_t count = 0;
    cdy_graph_init(&g, MOST_NODES);
    ck_assert(cdy_trace(r, simple, more, &g, &arena, outputs) && !g.failed);
    double *nodes = evaluate(&g, inputs);
    for (int k = 0; k < MOST_OUTPUTS && r->outputs[k].name; k++) {
        const int length = cdy_array_length(model, &r->outputs[k]);
        for (int i = 0; i < length; i++) {
            ck_assert_uint_lt(count, MOST_RESULTS);
            results[count++] = value_of(outputs[k][i], nodes);
        }
    }
    free(nodes);
    free(simple);
    cdy_graph_free(&g);
    cdy_arena_clear(&arena);
    return count;
}

/* ---- beside the library ---- */

static state draw_state(const driven *d, uint64_t *seed)
{
    state s = {0};
    memcpy(s.q, d->q, sizeof s.q);
    memcpy(s.qd, d->qd, sizeof s.qd);
    memcpy(s.qdd, d->qdd, sizeof s.qdd);
    draw_array(seed, 10, s.tau, d->r.nv);
    draw_array(seed, 10, s.wrenches, 6 * d->r.model->force_rows);
    draw_array(seed, 1, s.w, d->r.nv);
    return s;
}

static driven robot_number(int i, bool drives)
{
    driven d = make_driven_robot(i % 9, i % 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE);
    if (drives) {
        set_drives(&d.r, all_drives());
    }
    return d;
}

static void check_symmetric(const double *X, size_t n)
{
    for (size_t i = 0; i < n * n; i++) {
        ck_assert_msg(X[i] == X[i % n * n + i / n], "number %zu is %.17g, the mirrored one %.17g", i, X[i],
                      X[i % n * n + i / n]);
    }
}

/* Each of several results beside the one expected, relative to its own largest number. */
static void check_parts(const double *found, const double *expected, size_t parts, size_t length, double tolerance)
{
    for (size_t i = 0; i < parts; i++) {
        ck_assert_relative(found + i * length, expected + i * length, length, tolerance);
    }
}

/* Fails the test where a routine's results are not those of the library's call. */
static void compare_with_library(driven *d, const state *s)
{
    static double found[MOST_RESULTS], expected[MOST_RESULTS];
    const size_t n = (size_t)d->r.nv;
    cdy_model *model = d->r.model;
    cdy_error error;
    for (int wrenches = 0; wrenches < 2; wrenches++) {
        const double *f = wrenches ? s->wrenches : NULL;
        const more_inputs more = wrenches ? forces : none;
        ck_assert_ok(cdy_inverse_dynamics(model, d->r.work, s->q, s->qd, s->qdd, f, expected, &error), error);
        ck_assert_uint_eq(trace_and_evaluate("inverse_dynamics", model, more, s, found), n);
        ck_assert_relative(found, expected, n, 1e-11);
        ck_assert_ok(cdy_forward_dynamics(model, d->r.work, s->q, s->qd, s->tau, f, expected, &error), error);
        trace_and_evaluate("forward_dynamics", model, more, s, found);
        ck_assert_relative(found, expected, n, 1e-7);
        ck_assert_ok(cdy_inverse_dynamics_derivatives(model, d->r.work, s->q, s->qd, s->qdd, f, expected,
                                                      expected + n * n, &error),
                     error);
        ck_assert_uint_eq(trace_and_evaluate("inverse_dynamics_derivatives", model, more, s, found), 2 * n * n);
        ck_assert_relative(found, expected, 2 * n * n, 1e-10);
        const cdy_forward_derivatives d_qdd = {expected, expected + n * n, expected + 2 * n * n};
        ck_assert_ok(cdy_forward_dynamics_derivatives(model, d->r.work, s->q, s->qd, s->tau, f, &d_qdd, &error), error);
        ck_assert_uint_eq(trace_and_evaluate("forward_dynamics_derivatives", model, more, s, found), 3 * n * n);
        check_parts(found, expected, 3, n * n, 1e-6);
        check_symmetric(found + 2 * n * n, n);
    }
    ck_assert_ok(cdy_mass_matrix(model, d->r.work, s->q, expected, &error), error);
    ck_assert_uint_eq(trace_and_evaluate("mass_matrix", model, none, s, found), n * n);
    ck_assert_relative(found, expected, n * n, 1e-11);
    ck_assert_ok(cdy_inverse_mass_matrix(model, d->r.work, s->q, expected, &error), error);
    ck_assert_uint_eq(trace_and_evaluate("inverse_mass_matrix", model, none, s, found), n * n);
    ck_assert_relative(found, expected, n * n, 1e-7);
    check_symmetric(found, n);
    ck_assert_ok(cdy_gravity_torque(model, d->r.work, s->q, expected, &error), error);
    trace_and_evaluate("gravity_torque", model, none, s, found);
    ck_assert_relative(found, expected, n, 1e-11);
    ck_assert_ok(cdy_velocity_product(model, d->r.work, s->q, s->qd, expected, &error), error);
    trace_and_evaluate("velocity_product", model, none, s, found);
    ck_assert_relative(found, expected, n, 1e-11);
}

START_TEST(routines_are_the_librarys_calls)
{
    driven d = robot_number(_i / 2, _i % 2);
    uint64_t seed = (uint64_t)_i;
    const state s = draw_state(&d, &seed);
    compare_with_library(&d, &s);
    free_robot(&d.r);
}
END_TEST

/* Fails the test where a routine that takes the place of kernels differs from the library's calls: its results, and the
 * diagonal of M and the accelerations besides. */
static void compare_kernel_routines(driven *d, const state *s)
{
    static double found[MOST_RESULTS], expected[MOST_RESULTS], M[MOST_RESULTS];
    const size_t n = (size_t)d->r.nv;
    cdy_model *model = d->r.model;
    double diagonal[MOST], qdd[MOST];
    cdy_error error;
    ck_assert_ok(cdy_mass_matrix(model, d->r.work, s->q, M, &error), error);
    ck_assert_ok(cdy_forward_dynamics(model, d->r.work, s->q, s->qd, s->tau, NULL, qdd, &error), error);
    for (size_t i = 0; i < n; i++) {
        diagonal[i] = M[i * (n + 1)];
    }
    ck_assert_ok(cdy_inverse_mass_matrix(model, d->r.work, s->q, expected, &error), error);
    ck_assert_uint_eq(trace_and_evaluate("inverse_with_pivots", model, none, s, found), n * n + 2 * n);
    ck_assert_relative(found, expected, n * n, 1e-7);
    ck_assert_relative(found + n * n + n, diagonal, n, 1e-11);
    ck_assert_ok(cdy_inverse_dynamics_vjp(model, d->r.work, s->q, s->qd, s->qdd, NULL, s->w, expected, expected + n,
                                          expected + 2 * n, &error),
                 error);
    ck_assert_uint_eq(trace_and_evaluate("inverse_dynamics_products", model, none, s, found), 3 * n);
    check_parts(found, expected, 3, n, 1e-10);
    ck_assert_ok(cdy_forward_dynamics_vjp(model, d->r.work, s->q, s->qd, s->tau, NULL, s->w, expected, expected + n,
                                          expected + 2 * n, &error),
                 error);
    ck_assert_uint_eq(trace_and_evaluate("forward_dynamics_products", model, none, s, found), 5 * n);
    check_parts(found, expected, 3, n, 1e-6);
    ck_assert_relative(found + 4 * n, qdd, n, 1e-7);
    const cdy_forward_derivatives d_qdd = {expected, expected + n * n, expected + 2 * n * n};
    ck_assert_ok(cdy_forward_dynamics_derivatives(model, d->r.work, s->q, s->qd, s->tau, NULL, &d_qdd, &error), error);
    ck_assert_uint_eq(trace_and_evaluate("forward_derivatives_with_pivots", model, none, s, found), 3 * n * n + 3 * n);
    check_parts(found, expected, 3, n * n, 1e-6);
    for (size_t i = 0; i < n; i++) { /* the diagonal, and a part of what cancels in it */
        const double judged = found[3 * n * n + n + i];
        ck_assert_double_gt(judged, 0.5 * diagonal[i]);
    }
    ck_assert_relative(found + 3 * n * n + 2 * n, qdd, n, 1e-7);
}

/* On random robots of every joint type, those with mimic joints excepted. */
START_TEST(kernel_routines_are_the_librarys_calls)
{
    int compared = 0;
    for (int i = 0; i < TREES; i++) {
        driven d = robot_number(i, i % 4 / 2);
        uint64_t seed = (uint64_t)i;
        const state s = draw_state(&d, &seed);
        if (!d.r.model->has_followers) {
            compare_kernel_routines(&d, &s);
            compared++;
        }
        free_robot(&d.r);
    }
    ck_assert_int_ge(compared, TREES / 3);
}
END_TEST

/* A turning joint at an angle beside which the offsets of the robot's transforms vanish in a sum. */
START_TEST(angles_may_be_huge)
{
    static const double sizes[] = {1e5, 1e8, 1e17, 1e154, 1e290};
    driven d = make_driven_robot(_i, RANDOM_JOINTS_ONE_DEGREE);
    uint64_t seed = (uint64_t)_i;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        state s = draw_state(&d, &seed);
        for (int i = 0; i < d.r.nq; i++) {
            cdy_coordinate c;
            ck_assert_int_eq(cdy_model_position(d.r.model, i, &c), CDY_OK);
            s.q[i] = c.angular ? draw(&seed, -sizes[k], sizes[k]) : s.q[i];
        }
        compare_with_library(&d, &s);
    }
    free_robot(&d.r);
}
END_TEST

static cdy_payload draw_payload(uint64_t *seed)
{
    cdy_payload p = {.mass = draw(seed, 0.1, 4)};
    draw_array(seed, 0.5, p.center_of_mass, 3);
    for (int k = 0; k < 6; k++) {
        p.inertia[k] = k < 3 ? draw(seed, 0.2, 0.3) : draw(seed, -0.02, 0.02);
    }
    return p;
}

/* A frame that moves. */
static int draw_frame(const cdy_model *model, uint64_t *seed)
{
    int frame = 0;
    while (cdy_model_frame_is_fixed(model, frame)) {
        frame = (int)draw(seed, 0, cdy_model_frame_count(model) - 1e-9);
    }
    return frame;
}

/* Gravity and a payload that are arguments of the generated code, beside a model that has them as constants. While the
 * code is traced, the model has another gravity and no such payload, but a fixed payload on some body. */
START_TEST(gravity_and_payload_are_arguments)
{
    static const char *const names[] = {"inverse_dynamics",     "forward_dynamics",
                                        "mass_matrix",          "gravity_torque",
                                        "velocity_product",     "inverse_dynamics_derivatives",
                                        "inverse_dynamics_vjp", "forward_dynamics_vjp",
                                        "inverse_mass_matrix",  "forward_dynamics_derivatives"};
    enum { CALLS = sizeof names / sizeof names[0] };
    static double traced[CALLS][MOST_RESULTS], expected[MOST_RESULTS];
    driven d = robot_number(_i / 2, _i % 2);
    uint64_t seed = (uint64_t)_i;
    cdy_model *model = d.r.model;
    state s = draw_state(&d, &seed);
    const more_inputs loads = {1u << INPUT_WRENCHES | 1u << INPUT_GRAVITY | 1u << INPUT_PAYLOAD,
                               draw_frame(model, &seed), 0};
    const cdy_payload other = draw_payload(&seed);
    const size_t n = (size_t)d.r.nv, gradient = (size_t)d.r.nq + 2 * n;
    cdy_error error;
    s.payload = draw_payload(&seed);
    draw_array(&seed, 10, s.gravity, 3);
    ck_assert_ok(cdy_model_set_payload(model, draw_frame(model, &seed), &other, &error), error);
    ck_assert_ok(cdy_model_set_payload(model, loads.payload_frame, NULL, &error), error);
    for (int k = 0; k < CALLS; k++) {
        trace_and_evaluate(names[k], model, loads, &s, traced[k]);
    }
    ck_assert_ok(cdy_model_set_gravity(model, s.gravity, &error), error);
    ck_assert_ok(cdy_model_set_payload(model, loads.payload_frame, &s.payload, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(model, d.r.work, s.q, s.qd, s.qdd, s.wrenches, expected, &error), error);
    ck_assert_relative(traced[0], expected, n, 1e-11);
    ck_assert_ok(cdy_forward_dynamics(model, d.r.work, s.q, s.qd, s.tau, s.wrenches, expected, &error), error);
    ck_assert_relative(traced[1], expected, n, 1e-7);
    ck_assert_ok(cdy_mass_matrix(model, d.r.work, s.q, expected, &error), error);
    ck_assert_relative(traced[2], expected, n * n, 1e-11);
    ck_assert_ok(cdy_gravity_torque(model, d.r.work, s.q, expected, &error), error);
    ck_assert_relative(traced[3], expected, n, 1e-11);
    ck_assert_ok(cdy_velocity_product(model, d.r.work, s.q, s.qd, expected, &error), error);
    ck_assert_relative(traced[4], expected, n, 1e-11);
    ck_assert_ok(cdy_inverse_dynamics_derivatives(model, d.r.work, s.q, s.qd, s.qdd, s.wrenches, expected,
                                                  expected + n * n, &error),
                 error);
    ck_assert_relative(traced[5], expected, 2 * n * n, 1e-10);
    trace_and_evaluate(names[6], model, forces, &s, expected);
    ck_assert_relative(traced[6], expected, gradient, 1e-10);
    trace_and_evaluate(names[7], model, forces, &s, expected);
    ck_assert_relative(traced[7], expected, gradient, 1e-6);
    ck_assert_ok(cdy_inverse_mass_matrix(model, d.r.work, s.q, expected, &error), error);
    ck_assert_relative(traced[8], expected, n * n, 1e-7);
    const cdy_forward_derivatives d_qdd = {expected, expected + n * n, expected + 2 * n * n};
    ck_assert_ok(cdy_forward_dynamics_derivatives(model, d.r.work, s.q, s.qd, s.tau, s.wrenches, &d_qdd, &error),
                 error);
    check_parts(traced[9], expected, 3, n * n, 1e-6);
    free_robot(&d.r);
}
END_TEST

/* w . tau differentiated: the transposed derivative matrices times w, for joints of one degree of freedom, whose
 * positions are their velocity coordinates. */
START_TEST(gradients_of_torques_are_the_matrices_products)
{
    static double found[MOST_RESULTS], by_q[MOST_RESULTS], by_qd[MOST_RESULTS], M[MOST_RESULTS];
    driven d = make_driven_robot(_i % 9, RANDOM_JOINTS_ONE_DEGREE);
    set_drives(&d.r, all_drives());
    uint64_t seed = (uint64_t)_i;
    const state s = draw_state(&d, &seed);
    const size_t n = (size_t)d.r.nv;
    double expected[3 * MOST] = {0};
    cdy_error error;
    ck_assert_ok(
        cdy_inverse_dynamics_derivatives(d.r.model, d.r.work, s.q, s.qd, s.qdd, s.wrenches, by_q, by_qd, &error),
        error);
    ck_assert_ok(cdy_mass_matrix(d.r.model, d.r.work, s.q, M, &error), error);
    for (size_t i = 0; i < n * n; i++) {
        expected[i % n] += by_q[i] * s.w[i / n];
        expected[n + i % n] += by_qd[i] * s.w[i / n];
        expected[2 * n + i % n] += M[i] * s.w[i / n];
    }
    ck_assert_uint_eq(trace_and_evaluate("inverse_dynamics_vjp", d.r.model, forces, &s, found), 3 * n);
    ck_assert_relative(found, expected, 3 * n, 1e-10);
    /* qdd = M^-1 (tau - ...): with z = M^-1 w the gradients are z by tau, and those of -z . tau by q and qd. */
    state at_solution = s;
    ck_assert_ok(cdy_forward_dynamics(d.r.model, d.r.work, s.q, s.qd, s.tau, s.wrenches, at_solution.qdd, &error),
                 error);
    ck_assert_ok(cdy_inverse_mass_times(d.r.model, d.r.work, s.q, s.w, at_solution.w, &error), error);
    trace_and_evaluate("inverse_dynamics_vjp", d.r.model, forces, &at_solution, expected);
    for (size_t i = 0; i < 3 * n; i++) {
        expected[i] = i < 2 * n ? -expected[i] : at_solution.w[i - 2 * n];
    }
    ck_assert_uint_eq(trace_and_evaluate("forward_dynamics_vjp", d.r.model, forces, &s, found), 3 * n);
    ck_assert_relative(found, expected, 3 * n, 1e-6);
    free_robot(&d.r);
}
END_TEST

/* ---- friction by the load ---- */

static driven robot_with_laws(int number, random_joints joints)
{
    static const cdy_drive_options drives = {.damping = true,
                                             .friction = true,
                                             .friction_width = 0.1,
                                             .rotors = true,
                                             .springs = true,
                                             .load = true,
                                             .offsets = true};
    driven d = make_robot_with_laws(number % 9, joints, number % 3 ? 0.5 : 0.8);
    cdy_drive_options options = drives;
    options.rotors = number % 2;
    set_drives(&d.r, options);
    return d;
}

static bool mimics(const driven *d)
{
    return d->r.model->has_followers;
}

/* Inverse dynamics and its derivatives on all robots, forward dynamics where no joint mimics another. */
START_TEST(laws_of_drives_are_the_librarys)
{
    static double found[MOST_RESULTS], expected[MOST_RESULTS];
    driven d = robot_with_laws(_i, _i / 9 % 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE);
    uint64_t seed = (uint64_t)_i;
    const state s = draw_state(&d, &seed);
    const size_t n = (size_t)d.r.nv;
    cdy_error error;
    for (int wrenches = 0; wrenches < 2; wrenches++) {
        const double *f = wrenches ? s.wrenches : NULL;
        const more_inputs more = wrenches ? forces : none;
        ck_assert_ok(cdy_inverse_dynamics(d.r.model, d.r.work, s.q, s.qd, s.qdd, f, expected, &error), error);
        ck_assert_uint_eq(trace_and_evaluate("inverse_dynamics", d.r.model, more, &s, found), n);
        ck_assert_relative(found, expected, n, 1e-12);
        ck_assert_ok(cdy_inverse_dynamics_derivatives(d.r.model, d.r.work, s.q, s.qd, s.qdd, f, expected,
                                                      expected + n * n, &error),
                     error);
        trace_and_evaluate("inverse_dynamics_derivatives", d.r.model, more, &s, found);
        ck_assert_relative(found, expected, 2 * n * n, 1e-11);
        if (!mimics(&d)) {
            ck_assert_ok(cdy_forward_dynamics(d.r.model, d.r.work, s.q, s.qd, s.tau, f, expected, &error), error);
            trace_and_evaluate("forward_dynamics", d.r.model, more, &s, found);
            ck_assert_relative(found, expected, n, 1e-10);
            const cdy_forward_derivatives by = {expected, expected + n * n, expected + 2 * n * n};
            ck_assert_ok(cdy_forward_dynamics_derivatives(d.r.model, d.r.work, s.q, s.qd, s.tau, f, &by, &error),
                         error);
            trace_and_evaluate("forward_dynamics_derivatives", d.r.model, more, &s, found);
            check_parts(found, expected, 3, n * n, 1e-9);
        }
    }
    free_robot(&d.r);
}
END_TEST

/* Second derivatives of inverse dynamics, with drives, with their laws and without, with mimic joints and all types. */
START_TEST(second_derivatives_are_the_librarys)
{
    static double found[MOST_RESULTS], expected[MOST_RESULTS];
    const random_joints joints = _i / 9 % 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE;
    driven d = _i % 3 == 2 ? robot_with_laws(_i, joints) : robot_number(_i / 3, _i % 3);
    uint64_t seed = (uint64_t)_i;
    const state s = draw_state(&d, &seed);
    const size_t n = (size_t)d.r.nv, cube = n * n * n;
    const cdy_second_derivatives by = {expected, expected + cube, expected + 2 * cube, expected + 3 * cube};
    cdy_error error;
    for (int wrenches = 0; wrenches < 2; wrenches++) {
        ck_assert_ok(cdy_inverse_dynamics_second_derivatives(d.r.model, d.r.work, s.q, s.qd, s.qdd,
                                                             wrenches ? s.wrenches : NULL, &by, &error),
                     error);
        ck_assert_uint_eq(
            trace_and_evaluate("inverse_dynamics_second_derivatives", d.r.model, wrenches ? forces : none, &s, found),
            4 * cube);
        check_parts(found, expected, 4, cube, 1e-10);
    }
    free_robot(&d.r);
}
END_TEST

/* w . tau and w . qdd differentiated: the library's products, where positions are their velocity coordinates. */
START_TEST(gradients_with_laws_are_the_librarys)
{
    static double found[MOST_RESULTS];
    driven d = robot_with_laws(_i, RANDOM_JOINTS_ONE_DEGREE);
    uint64_t seed = (uint64_t)_i;
    const state s = draw_state(&d, &seed);
    const size_t n = (size_t)d.r.nv;
    double expected[3 * MOST];
    cdy_error error;
    ck_assert_ok(cdy_inverse_dynamics_vjp(d.r.model, d.r.work, s.q, s.qd, s.qdd, s.wrenches, s.w, expected,
                                          expected + n, expected + 2 * n, &error),
                 error);
    trace_and_evaluate("inverse_dynamics_vjp", d.r.model, forces, &s, found);
    check_parts(found, expected, 3, n, 1e-10);
    if (!mimics(&d)) {
        ck_assert_ok(cdy_forward_dynamics_vjp(d.r.model, d.r.work, s.q, s.qd, s.tau, s.wrenches, s.w, expected,
                                              expected + n, expected + 2 * n, &error),
                     error);
        trace_and_evaluate("forward_dynamics_vjp", d.r.model, forces, &s, found);
        check_parts(found, expected, 3, n, 1e-8);
    }
    free_robot(&d.r);
}
END_TEST

/* ---- the observer ---- */

/* A sample of a motion of sines about the robot's state, with torques that push now and then. */
static state sample_at(driven *d, double t)
{
    state s = {0};
    double step[MOST];
    cdy_error error;
    for (int i = 0; i < d->r.nv; i++) {
        const double w = 2 + 0.7 * (i % 5), a = 0.2 + 0.05 * (i % 3);
        step[i] = a * sin(w * t);
        s.qd[i] = a * w * cos(w * t);
        s.qdd[i] = -a * w * w * sin(w * t);
    }
    ck_assert_ok(cdy_configuration_integrate(d->r.model, d->q, step, s.q, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(d->r.model, d->r.work, s.q, s.qd, s.qdd, NULL, s.tau, &error), error);
    for (int i = 0; i < d->r.nv; i++) {
        s.tau[i] += t > 0.1 ? 3 * sin(20 * t + i) : 0;
    }
    return s;
}

/* The residual by the filter of condyle/observer.h from what the routine gives, beside the library's, over a motion;
 * every second robot has joints of several degrees of freedom. */
START_TEST(observers_are_the_librarys)
{
    static double now[MOST_RESULTS];
    const bool laws = _i % 3 == 0;
    driven d = laws ? robot_with_laws(_i, RANDOM_JOINTS_ONE_DEGREE) : robot_number(_i, _i % 3 == 1);
    const size_t n = (size_t)d.r.nv;
    double last[2 * MOST], gains[MOST], found[MOST] = {0}, expected[MOST];
    const double dt = 0.004;
    cdy_momentum_observer *observer;
    cdy_error error;
    const size_t size = cdy_momentum_observer_size(d.r.model);
    void *memory = malloc(size);
    for (size_t i = 0; i < n; i++) {
        gains[i] = 20 + 5 * (double)(i % 3);
    }
    ck_assert_ok(cdy_momentum_observer_init(memory, size, d.r.model, gains, &observer, &error), error);
    for (int k = 0; k < 60 && !(laws && mimics(&d)); k++) {
        const state s = sample_at(&d, k * dt);
        ck_assert_ok(
            cdy_momentum_observer_update(observer, d.r.model, d.r.work, dt, s.q, s.qd, s.tau, expected, &error), error);
        ck_assert_uint_eq(trace_and_evaluate("observer", d.r.model, none, &s, now), 2 * n);
        double largest = 1;
        for (size_t i = 0; i < n && k > 0; i++) {
            const double external = (now[i] - last[i]) / dt - (now[n + i] + last[n + i]) / 2;
            found[i] -= expm1(-gains[i] * dt) * (external - found[i]);
            largest = fmax(largest, fmax(fabs(now[n + i]), fabs(now[i]) / dt)); /* of what cancels */
        }
        memcpy(last, now, 2 * n * sizeof *last);
        for (size_t i = 0; i < n; i++) {
            ck_assert_double_eq_tol(found[i], expected[i], 1e-12 * largest);
        }
    }
    free(memory);
    free_robot(&d.r);
}
END_TEST

/* Joints of every type, quaternions among them: the gradients equal differences. */
START_TEST(gradients_are_differences)
{
    static double found[MOST_RESULTS], tau[2][MOST_RESULTS];
    driven d = make_driven_robot(_i % 9, RANDOM_JOINTS_ALL);
    uint64_t seed = (uint64_t)_i;
    state s = draw_state(&d, &seed);
    const double h = 1e-6;
    trace_and_evaluate("inverse_dynamics_vjp", d.r.model, none, &s, found);
    for (int i = 0; i < d.r.nq; i++) {
        const double middle = s.q[i];
        double expected = 0;
        for (int side = 0; side < 2; side++) {
            s.q[i] = middle + (side ? h : -h);
            trace_and_evaluate("inverse_dynamics", d.r.model, none, &s, tau[side]);
        }
        s.q[i] = middle;
        for (int k = 0; k < d.r.nv; k++) {
            expected += s.w[k] * (tau[1][k] - tau[0][k]) / (2 * h);
        }
        const double scale = largest(tau[0], (size_t)d.r.nv);
        ck_assert_msg(fabs(found[i] - expected) < 1e-6 * (1 + scale), "coordinate %d: %.10g, differences %.10g", i,
                      found[i], expected);
    }
    free_robot(&d.r);
}
END_TEST

/* ---- simpler models ---- */

static model_body *bodies_of(cdy_model *model)
{
    return (model_body *)(void *)((char *)model + model->bodies);
}

static model_frame *frames_of(cdy_model *model)
{
    return (model_frame *)(void *)((char *)model + model->frames);
}

/* Lists every sine and cosine of a model; returns how many there are. */
static int list_cosines(cdy_model *model, double **places)
{
    int count = 0;
    for (int i = 1; i < model->body_count; i++) {
        model_body *b = &bodies_of(model)[i];
        for (int k = 0; k < 9; k++) {
            places[count++] = &b->rotation[k];
        }
        for (int k = 0; k < 2; k++) {
            places[count++] = &b->twist[k];
            places[count++] = &b->offset[k];
        }
    }
    for (int i = 0; i < model->frame_count; i++) {
        for (int k = 0; k < 9; k++) {
            places[count++] = &frames_of(model)[i].rotation[k];
        }
    }
    return count;
}

/* Sines and cosines within the tolerance of a whole number become that number, the others stay; the tolerance is 4e-16
 * at least. */
START_TEST(near_cosines_are_rounded)
{
    static const struct {
        double tolerance, near, beyond;
    } rows[] = {{1e-3, 0.998e-3, 1.002e-3}, {1e-9, 0.998e-9, 1.002e-9}, {0, 3.99e-16, 4.01e-16}};
    driven d = make_driven_robot(6, RANDOM_JOINTS_ALL);
    double *places[4000];
    for (int side = 0; side < 6; side++) {
        const double tolerance = rows[side / 2].tolerance, sign = side % 2 ? -1 : 1;
        const double whole = tolerance > 0 ? sign : 0, near = sign * rows[side / 2].near;
        const double beyond = whole + sign * rows[side / 2].beyond;
        const int count = list_cosines(d.r.model, places);
        ck_assert_int_gt(count, 20);
        for (int i = 0; i < count; i++) {
            *places[i] = i % 2 ? whole + near : beyond;
        }
        cdy_round_transforms(d.r.model, tolerance);
        for (int i = 0; i < count; i++) {
            ck_assert_msg(*places[i] == (i % 2 ? whole : beyond), "number %d is %.17g", i, *places[i]);
        }
        for (int i = 0; i < count; i++) {
            *places[i] = i % 2 ? beyond : whole + near;
        }
        cdy_round_transforms(d.r.model, tolerance);
        for (int i = 0; i < count; i++) {
            ck_assert_msg(*places[i] == (i % 2 ? beyond : whole), "number %d is %.17g", i, *places[i]);
        }
    }
    free_robot(&d.r);
}
END_TEST

/* Translations are rounding where they are below 4e-16 of the longest, whichever body has that one. */
START_TEST(short_translations_vanish)
{
    driven d = make_driven_robot(6, RANDOM_JOINTS_ALL);
    const int count = 3 * (d.r.model->body_count - 1);
    for (int longest = 0; longest < count; longest++) {
        model_body *bodies = bodies_of(d.r.model);
        for (int i = 0; i < count; i++) {
            const double size = i % 2 ? 3.99e-16 : 4.01e-16;
            bodies[1 + i / 3].translation[i % 3] = i == longest ? -50 : 50 * (i % 4 < 2 ? size : -size);
        }
        cdy_round_transforms(d.r.model, 1e-3);
        for (int i = 0; i < count; i++) {
            const double size = fabs(bodies[1 + i / 3].translation[i % 3]);
            const double expected = i == longest ? 50 : i % 2 ? 0 : 50 * 4.01e-16;
            ck_assert_msg(size == expected, "number %d is %.17g, expected %.17g", i, size, expected);
        }
    }
    free_robot(&d.r);
}
END_TEST

/* Inertial parameters that are moved to the parent are 0 in the body: of a turning joint the mass, h_z and I_yy, of a
 * sliding joint the moments of inertia. Torques and accelerations stay (routines_are_the_librarys_calls). */
START_TEST(inertias_without_effect_are_moved)
{
    for (int number = 0; number < 9; number++) {
        driven d = make_driven_robot(number, RANDOM_JOINTS_ALL);
        cdy_regroup_inertias(d.r.model);
        for (int i = 1; i < d.r.model->body_count; i++) {
            const model_body *b = &bodies_of(d.r.model)[i];
            bool childless = true;
            for (int k = i + 1; k < d.r.model->body_count; k++) {
                childless = childless && bodies_of(d.r.model)[k].parent != i;
            }
            if (b->kind == JOINT_REVOLUTE && childless) { /* xx xy xz yy yz zz */
                ck_assert(b->mass == 0 && b->h[2] == 0 && b->inertia[3] == 0 && b->inertia[5] != 0);
            }
            if (b->kind == JOINT_PRISMATIC && childless) {
                ck_assert_near(b->inertia, ((double[6]){0}), 6, 0);
                ck_assert(b->mass > 0);
            }
        }
        free_robot(&d.r);
    }
}
END_TEST

/* ---- the graph ---- */

START_TEST(expressions_are_simplified)
{
    graph g;
    cdy_graph_init(&g, 1000);
    const expression x = cdy_graph_input(&g, 0, 0), y = cdy_graph_input(&g, 0, 1);
    const expression zero = {0}, one = expression_constant(1), two = expression_constant(2);
    const int32_t before = g.count;
    ck_assert_int_eq(cdy_graph_add(x, zero).is.node, x.is.node);
    ck_assert_int_eq(cdy_graph_add(zero, x).is.node, x.is.node);
    ck_assert_int_eq(cdy_graph_subtract(x, zero).is.node, x.is.node);
    ck_assert_int_eq(cdy_graph_multiply(one, x).is.node, x.is.node);
    ck_assert_int_eq(cdy_graph_multiply(x, one).is.node, x.is.node);
    ck_assert_int_eq(cdy_graph_divide(x, one).is.node, x.is.node);
    ck_assert(!cdy_graph_multiply(x, zero).owner && !cdy_graph_subtract(x, x).owner &&
              !cdy_graph_divide(zero, x).owner);
    ck_assert(cdy_graph_add(one, two).is.value == 3 && cdy_graph_subtract(one, two).is.value == -1);
    ck_assert(cdy_graph_multiply(two, two).is.value == 4 && cdy_graph_divide(one, two).is.value == 0.5);
    ck_assert_int_eq(g.count, before);
    /* Equal operations are one node; commuted operands of a sum or product, too. */
    ck_assert_int_eq(cdy_graph_add(x, y).is.node, cdy_graph_add(y, x).is.node);
    ck_assert_int_eq(cdy_graph_multiply(x, y).is.node, cdy_graph_multiply(y, x).is.node);
    ck_assert_int_ne(cdy_graph_subtract(x, y).is.node, cdy_graph_subtract(y, x).is.node);
    ck_assert_int_ne(cdy_graph_divide(x, y).is.node, cdy_graph_divide(y, x).is.node);
    const expression angle = expression_constant(0.3);
    ck_assert_double_eq_tol(cdy_graph_function(NODE_SINE, angle).is.value, sin(0.3), 1e-15);
    ck_assert_double_eq_tol(cdy_graph_function(NODE_COSINE, angle).is.value, cos(0.3), 1e-15);
    ck_assert_double_eq_tol(cdy_graph_function(NODE_TANH, angle).is.value, tanh(0.3), 1e-15);
    /* Signs move outward and cancel. */
    const expression minus = cdy_graph_negate(x);
    ck_assert_int_eq(cdy_graph_negate(minus).is.node, x.is.node);
    ck_assert_int_eq(cdy_graph_multiply(expression_constant(-1), x).is.node, minus.is.node);
    ck_assert_int_eq(cdy_graph_add(y, minus).is.node, cdy_graph_subtract(y, x).is.node);
    ck_assert_int_eq(cdy_graph_multiply(minus, cdy_graph_negate(y)).is.node, cdy_graph_multiply(x, y).is.node);
    ck_assert_int_eq(cdy_graph_function(NODE_COSINE, minus).is.node, cdy_graph_function(NODE_COSINE, x).is.node);
    ck_assert_int_eq(cdy_graph_negate(cdy_graph_function(NODE_SINE, minus)).is.node,
                     cdy_graph_function(NODE_SINE, x).is.node);
    ck_assert_int_eq(cdy_graph_multiply(two, cdy_graph_multiply(two, x)).is.node,
                     cdy_graph_multiply(expression_constant(4), x).is.node);
    ck_assert(!g.failed);
    cdy_graph_free(&g);
}
END_TEST

/* The expression of an operation. */
static expression apply(node_kind kind, expression a, expression b)
{
    switch (kind) {
    case NODE_ADD: return cdy_graph_add(a, b);
    case NODE_SUBTRACT: return cdy_graph_subtract(a, b);
    case NODE_MULTIPLY: return cdy_graph_multiply(a, b);
    case NODE_DIVIDE: return cdy_graph_divide(a, b);
    case NODE_NEGATE: return cdy_graph_negate(a);
    case NODE_INPUT:
    case NODE_CONSTANT:
    case NODE_SINE:
    case NODE_COSINE:
    case NODE_TANH:
    case NODE_EXPONENTIAL:
    case NODE_ROOT:
    case NODE_LOGARITHM: break;
    case NODE_SOLVED:
    case NODE_LIST: ck_abort_msg("kind %d is no operation", (int)kind);
    }
    return cdy_graph_function(kind, a);
}

enum { FORMS = 18, OPERATIONS = NODE_EXPONENTIAL - NODE_ADD + 1, PAIRS = FORMS * FORMS * OPERATIONS };

/* Expressions of every kind that is simplified where it is an operand. */
static void make_forms(graph *g, expression forms[FORMS])
{
    const expression x = cdy_graph_input(g, INPUT_Q, 0), y = cdy_graph_input(g, INPUT_Q, 1);
    const expression made[FORMS] = {x,
                                    y,
                                    expression_constant(0),
                                    expression_constant(1),
                                    expression_constant(-1),
                                    expression_constant(3),
                                    expression_constant(0.7),
                                    cdy_graph_negate(x),
                                    cdy_graph_negate(y),
                                    cdy_graph_multiply(expression_constant(3), x),
                                    cdy_graph_multiply(expression_constant(-5), y),
                                    cdy_graph_add(x, y),
                                    cdy_graph_subtract(x, y),
                                    cdy_graph_subtract(y, x),
                                    cdy_graph_multiply(x, y),
                                    cdy_graph_divide(y, x),
                                    cdy_graph_function(NODE_SINE, y),
                                    cdy_graph_function(NODE_TANH, x)};
    memcpy(forms, made, sizeof made);
}

/* Operation number `number` on two of the forms, in a graph of its own. */
typedef struct operation {
    graph g;
    expression forms[FORMS], a, b, result;
    node_kind kind;
} operation;

static bool make_operation(int number, operation *o)
{
    cdy_graph_init(&o->g, 1000);
    make_forms(&o->g, o->forms);
    o->kind = (node_kind)(NODE_ADD + number % OPERATIONS);
    o->a = o->forms[number / OPERATIONS % FORMS];
    o->b = o->forms[number / OPERATIONS / FORMS];
    o->result = apply(o->kind, o->a, o->b);
    return o->kind != NODE_DIVIDE || o->b.owner || o->b.is.value != 0;
}

/* However an operation is simplified, its value is that of the operation on the values of its operands. */
START_TEST(operations_are_those_of_numbers)
{
    static const double point[2] = {0.7, -1.3};
    const double *const inputs[INPUT_COUNT] = {point};
    for (int number = 0; number < PAIRS; number++) {
        operation o;
        if (make_operation(number, &o)) {
            double *nodes = evaluate(&o.g, inputs);
            const double expected = compute(o.kind, value_of(o.a, nodes), value_of(o.b, nodes));
            const double found = value_of(o.result, nodes), tolerance = o.a.owner || o.b.owner ? 1e-14 : 0;
            ck_assert_msg(fabs(found - expected) <= tolerance * fmax(1, fabs(expected)),
                          "operation %d of numbers %d and %d is %.17g, expected %.17g", (int)o.kind,
                          number / OPERATIONS % FORMS, number / OPERATIONS / FORMS, found, expected);
            free(nodes);
        }
        cdy_graph_free(&o.g);
    }
}
END_TEST

/* 2 r + w b + 3 w for the result r and the second operand b of an operation. */
static double weighted_sum(const operation *o, const double point[2], double w)
{
    const double *const inputs[INPUT_COUNT] = {[INPUT_Q] = point, [INPUT_WEIGHTS] = &w};
    double *nodes = evaluate(&o->g, inputs);
    const double sum = 2 * value_of(o->result, nodes) + w * value_of(o->b, nodes);
    free(nodes);
    return sum + 3 * w;
}

/* The gradient of weighted results, of which some are constants and some weights are, beside differences. */
START_TEST(gradients_of_operations_are_differences)
{
    const double point[2] = {0.7, -1.3}, w = 0.9, h = 1e-5;
    for (int number = 0; number < PAIRS; number++) {
        operation o;
        if (make_operation(number, &o)) {
            const expression weight = cdy_graph_input(&o.g, INPUT_WEIGHTS, 0);
            const expression y[3] = {o.result, o.b, expression_constant(3)};
            const expression weights[3] = {expression_constant(2), weight, weight};
            expression gradient[2];
            double expected[2];
            for (int i = 0; i < 2; i++) {
                double low[2] = {point[0], point[1]}, high[2] = {point[0], point[1]};
                low[i] -= h;
                high[i] += h;
                expected[i] = (weighted_sum(&o, high, w) - weighted_sum(&o, low, w)) / (2 * h);
            }
            ck_assert(cdy_graph_gradient(&o.g, 3, y, weights, 2, o.forms, gradient) && !o.g.failed);
            const double *const inputs[INPUT_COUNT] = {[INPUT_Q] = point, [INPUT_WEIGHTS] = &w};
            double *nodes = evaluate(&o.g, inputs);
            for (int i = 0; i < 2; i++) {
                const double found = value_of(gradient[i], nodes);
                ck_assert_msg(fabs(found - expected[i]) <= 1e-7 * fmax(1, fabs(expected[i])),
                              "operation %d of numbers %d and %d by input %d is %.17g, expected %.17g", (int)o.kind,
                              number / OPERATIONS % FORMS, number / OPERATIONS / FORMS, i, found, expected[i]);
            }
            free(nodes);
        }
        cdy_graph_free(&o.g);
    }
}
END_TEST

/* Square roots and logarithms of positive numbers. */
START_TEST(roots_and_logarithms_have_their_slopes)
{
    static const struct {
        node_kind kind;
        double at_one, value, slope;
    } functions[] = {{NODE_ROOT, 1, 0.83666002653407556, 0.59761430466719682},
                     {NODE_LOGARITHM, 0, -0.35667494393873238, 1.4285714285714286}};
    const double point = 0.7, w = 3;
    const double *const inputs[INPUT_COUNT] = {[INPUT_Q] = &point, [INPUT_WEIGHTS] = &w};
    for (int i = 0; i < 2; i++) {
        graph g;
        cdy_graph_init(&g, 100);
        const expression x = cdy_graph_input(&g, INPUT_Q, 0), weight = cdy_graph_input(&g, INPUT_WEIGHTS, 0);
        const expression y = cdy_graph_function(functions[i].kind, x);
        expression slope;
        ck_assert_double_eq(cdy_graph_function(functions[i].kind, expression_constant(1)).is.value,
                            functions[i].at_one);
        ck_assert(cdy_graph_gradient(&g, 1, &y, &weight, 1, &x, &slope));
        double *nodes = evaluate(&g, inputs);
        ck_assert_double_eq_tol(value_of(y, nodes), functions[i].value, 1e-15);
        ck_assert_double_eq_tol(value_of(slope, nodes), w * functions[i].slope, 1e-14);
        /* Neither is odd or even: no sign is drawn out of them. */
        ck_assert_int_eq(g.nodes[cdy_graph_function(functions[i].kind, cdy_graph_negate(x)).is.node].kind,
                         functions[i].kind);
        free(nodes);
        cdy_graph_free(&g);
    }
}
END_TEST

START_TEST(a_full_graph_fails)
{
    graph g;
    cdy_graph_init(&g, 3);
    expression x = cdy_graph_input(&g, 0, 0);
    x = cdy_graph_add(x, expression_constant(2));
    ck_assert(!g.failed);
    ck_assert_int_eq(g.count, 3);
    ck_assert_int_eq(cdy_graph_input(&g, 0, 0).is.node, 0); /* the node exists already */
    ck_assert(!g.failed);
    x = cdy_graph_multiply(x, x);
    ck_assert(g.failed && !x.owner && isnan(x.is.value));
    ck_assert_int_eq(cdy_graph_node(&g, expression_constant(5)), -1);
    cdy_graph_free(&g);
}
END_TEST

/* A mass matrix of different constants alone, which become nodes only when they are counted. */
START_TEST(constant_results_are_counted)
{
    cdy_tree *tree = make_tree("l0", 9.81);
    char name[16], parent[16] = "l0";
    for (int i = 1; i <= 20; i++) {
        snprintf(name, sizeof name, "l%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_PRISMATIC);
        set_axis(&body, sin(i), cos(i), sin(3.0 * i));
        set_inertial(&body, i, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof parent);
    }
    robot r = make_robot(tree);
    cdy_arena arena = {0};
    expression *outputs[MOST_OUTPUTS];
    graph g;
    operation_count count;
    cdy_graph_init(&g, MOST_NODES);
    ck_assert(cdy_trace(routine_named("mass_matrix"), r.model, none, &g, &arena, outputs) && !g.failed);
    const int32_t traced = g.count;
    const result_array result = {"M", 400, outputs[0]};
    ck_assert(cdy_count_operations(&g, &result, 1, &count));
    ck_assert_int_ge(g.count, traced + 150);
    ck_assert_int_eq(count.arithmetic, 0);
    ck_assert_double_gt(count.largest, 100);
    cdy_graph_free(&g);
    cdy_arena_clear(&arena);
    free_robot(&r);
}
END_TEST

/* Sines and cosines of one angle count once; of constants, the largest that a result needs. */
START_TEST(operations_of_results_are_counted)
{
    graph g;
    operation_count count;
    cdy_graph_init(&g, 1000);
    const expression x = cdy_graph_input(&g, 0, 0), y = cdy_graph_input(&g, 0, 1), angle = cdy_graph_add(x, y);
    const expression sine = cdy_graph_function(NODE_SINE, angle), tanh_y = cdy_graph_function(NODE_TANH, y);
    cdy_graph_node(&g, expression_constant(100)); /* no result needs it */
    const expression values[] = {cdy_graph_multiply(sine, cdy_graph_function(NODE_COSINE, angle)),
                                 cdy_graph_negate(cdy_graph_function(NODE_COSINE, y)), cdy_graph_divide(tanh_y, x),
                                 expression_constant(-7)};
    const result_array results[] = {{"a", 2, values}, {"b", 2, values + 2}};
    ck_assert(cdy_count_operations(&g, results, 2, &count));
    ck_assert_int_eq(count.arithmetic, 4); /* x + y, a product, a sign, a quotient */
    ck_assert_int_eq(count.sines, 2);
    ck_assert_int_eq(count.first_sines, 2);
    ck_assert_int_eq(count.tanhs, 1);
    ck_assert(count.finite);
    ck_assert_double_eq(count.largest, 7);
    const expression wrong[] = {expression_constant(2), expression_constant((double)INFINITY)};
    const result_array infinite = {"c", 2, wrong};
    ck_assert(cdy_count_operations(&g, &infinite, 1, &count));
    ck_assert(!count.finite);
    ck_assert_double_eq(count.largest, 2);
    cdy_graph_free(&g);
}
END_TEST

/* ---- statements ---- */

/* Fails the test where the statements for some results are not the expected ones. */
static void check_statements(number_type type, const char *expected)
{
    static const char *const names[] = {"q", "u"};
    source_text text = {0};
    graph g;
    cdy_graph_init(&g, 1000);
    const expression x = cdy_graph_input(&g, 0, 0), y = cdy_graph_input(&g, 0, 1), u = cdy_graph_input(&g, 1, 0);
    const expression shifted = cdy_graph_add(x, expression_constant(0.5)), square = cdy_graph_multiply(x, x);
    const expression xy = cdy_graph_multiply(x, y), xu = cdy_graph_multiply(x, u), seven = expression_constant(7);
    const expression sum = cdy_graph_add(xy, u), difference = cdy_graph_subtract(xu, y);
    const expression sine = cdy_graph_function(NODE_SINE, shifted), cosine = cdy_graph_function(NODE_COSINE, y);
    const expression product = cdy_graph_multiply(sine, cosine), sine_of_square = cdy_graph_function(NODE_SINE, square);
    const expression quotient = cdy_graph_divide(sine_of_square, square), tanh_u = cdy_graph_function(NODE_TANH, u);
    const expression minus = cdy_graph_negate(tanh_u), shift = cdy_graph_subtract(u, y);
    const expression last_sine = cdy_graph_function(NODE_SINE, shift), last = cdy_graph_function(NODE_COSINE, x);
    const expression a[] = {sum, difference, product, quotient, seven};
    const expression b[] = {minus, last_sine, last, expression_constant(-0.1)};
    const result_array results[] = {{"a", 5, a}, {"b", 4, b}};
    ck_assert(cdy_emit(&text, &g, names, results, 2, &type));
    ck_assert_str_eq(text.text, expected);
    cdy_source_clear(&text);
    cdy_graph_free(&g);
}

/* A product that one sum uses stands inside the sum; sines are computed where they are needed, each with the cosine. */
START_TEST(statements_are_written_in_order)
{
    check_statements((number_type){"robot", "double", "", false, false, 0},
                     "    const double t0 = 0.5 + q[0];\n"
                     "    const double t1 = q[0] * q[0];\n"
                     "    const double t2 = u[0] + q[0] * q[1];\n"
                     "    const double t3 = q[0] * u[0] - q[1];\n"
                     "    double s0, c0;\n"
                     "    {\n"
                     "        const double x = t0;\n"
                     "        robot_sincos(&x, &s0, &c0);\n"
                     "    }\n"
                     "    double s1, c1;\n"
                     "    {\n"
                     "        const double x = q[1];\n"
                     "        robot_sincos(&x, &s1, &c1);\n"
                     "    }\n"
                     "    const double t4 = s0 * c1;\n"
                     "    double s2, c2;\n"
                     "    {\n"
                     "        const double x = t1;\n"
                     "        robot_sincos(&x, &s2, &c2);\n"
                     "    }\n"
                     "    const double t5 = s2 / t1;\n"
                     "    double t6;\n"
                     "    {\n"
                     "        const double x = u[0];\n"
                     "        robot_tanh(&x, &t6);\n"
                     "    }\n"
                     "    const double t7 = -t6;\n"
                     "    const double t8 = u[0] - q[1];\n"
                     "    double s3, c3;\n"
                     "    {\n"
                     "        const double x = t8;\n"
                     "        robot_sincos(&x, &s3, &c3);\n"
                     "    }\n"
                     "    double s4, c4;\n"
                     "    {\n"
                     "        const double x = q[0];\n"
                     "        robot_sincos(&x, &s4, &c4);\n"
                     "    }\n"
                     "    a[0] = t2;\n"
                     "    a[1] = t3;\n"
                     "    a[2] = t4;\n"
                     "    a[3] = t5;\n"
                     "    a[4] = 7.0;\n"
                     "    b[0] = t7;\n"
                     "    b[1] = s3;\n"
                     "    b[2] = c4;\n"
                     "    b[3] = (-0.1);\n");
}
END_TEST

START_TEST(statements_of_lanes_add_constants_to_zero)
{
    check_statements((number_type){"robot", "robot_lanes", "_lanes", true, true, 0},
                     "    const robot_lanes zero = {0};\n"
                     "    const robot_lanes t0 = 0.5F + q[0];\n"
                     "    const robot_lanes t1 = q[0] * q[0];\n"
                     "    const robot_lanes t2 = u[0] + q[0] * q[1];\n"
                     "    const robot_lanes t3 = q[0] * u[0] - q[1];\n"
                     "    robot_lanes s0, c0;\n"
                     "    {\n"
                     "        const robot_lanes x = t0;\n"
                     "        robot_sincos_lanes(&x, &s0, &c0);\n"
                     "    }\n"
                     "    robot_lanes s1, c1;\n"
                     "    {\n"
                     "        const robot_lanes x = q[1];\n"
                     "        robot_sincos_lanes(&x, &s1, &c1);\n"
                     "    }\n"
                     "    const robot_lanes t4 = s0 * c1;\n"
                     "    robot_lanes s2, c2;\n"
                     "    {\n"
                     "        const robot_lanes x = t1;\n"
                     "        robot_sincos_lanes(&x, &s2, &c2);\n"
                     "    }\n"
                     "    const robot_lanes t5 = s2 / t1;\n"
                     "    robot_lanes t6;\n"
                     "    {\n"
                     "        const robot_lanes x = u[0];\n"
                     "        robot_tanh_lanes(&x, &t6);\n"
                     "    }\n"
                     "    const robot_lanes t7 = -t6;\n"
                     "    const robot_lanes t8 = u[0] - q[1];\n"
                     "    robot_lanes s3, c3;\n"
                     "    {\n"
                     "        const robot_lanes x = t8;\n"
                     "        robot_sincos_lanes(&x, &s3, &c3);\n"
                     "    }\n"
                     "    robot_lanes s4, c4;\n"
                     "    {\n"
                     "        const robot_lanes x = q[0];\n"
                     "        robot_sincos_lanes(&x, &s4, &c4);\n"
                     "    }\n"
                     "    a[0] = t2;\n"
                     "    a[1] = t3;\n"
                     "    a[2] = t4;\n"
                     "    a[3] = t5;\n"
                     "    a[4] = zero + 7.0F;\n"
                     "    b[0] = t7;\n"
                     "    b[1] = s3;\n"
                     "    b[2] = c4;\n"
                     "    b[3] = zero + (-0.100000001F);\n");
}
END_TEST

/* Inputs, and inputs with an offset: their sines and cosines come first, three at once, but for one alone. */
START_TEST(first_angles_are_computed_at_once)
{
    check_statements((number_type){"code", "double", "", false, false, 3},
                     "    code_wide sines0 = {0}, cosines0 = {0};\n"
                     "    {\n"
                     "        const code_wide x = {0.5 + q[0], q[1], u[0] - q[1]};\n"
                     "        code_sincos_some(3, &x, &sines0, &cosines0);\n"
                     "    }\n"
                     "    const double s0 = sines0[0], c0 = cosines0[0];\n"
                     "    const double s1 = sines0[1], c1 = cosines0[1];\n"
                     "    const double s2 = sines0[2], c2 = cosines0[2];\n"
                     "    const double t0 = 0.5 + q[0];\n"
                     "    const double t1 = q[0] * q[0];\n"
                     "    const double t2 = u[0] + q[0] * q[1];\n"
                     "    const double t3 = q[0] * u[0] - q[1];\n"
                     "    const double t4 = s0 * c1;\n"
                     "    double s3, c3;\n"
                     "    {\n"
                     "        const double x = t1;\n"
                     "        code_sincos(&x, &s3, &c3);\n"
                     "    }\n"
                     "    const double t5 = s3 / t1;\n"
                     "    double t6;\n"
                     "    {\n"
                     "        const double x = u[0];\n"
                     "        code_tanh(&x, &t6);\n"
                     "    }\n"
                     "    const double t7 = -t6;\n"
                     "    const double t8 = u[0] - q[1];\n"
                     "    double s4, c4;\n"
                     "    {\n"
                     "        const double x = q[0];\n"
                     "        code_sincos(&x, &s4, &c4);\n"
                     "    }\n"
                     "    a[0] = t2;\n"
                     "    a[1] = t3;\n"
                     "    a[2] = t4;\n"
                     "    a[3] = t5;\n"
                     "    a[4] = 7.0;\n"
                     "    b[0] = t7;\n"
                     "    b[1] = s2;\n"
                     "    b[2] = c4;\n"
                     "    b[3] = (-0.1);\n");
}
END_TEST

/* Text begins with 4096 bytes and doubles, so that the last byte is the terminator's. */
START_TEST(text_grows_in_time)
{
    static const struct {
        int length;
        size_t capacity;
    } rows[] = {{1, 4096}, {4095, 4096}, {4096, 8192}, {8191, 8192}, {8192, 16384}, {70000, 131072}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        source_text once = {0}, twice = {0};
        cdy_source_add(&once, "%*d", rows[i].length, 7);
        ck_assert_uint_eq(once.length, (size_t)rows[i].length);
        ck_assert_uint_eq(once.capacity, rows[i].capacity);
        cdy_source_add(&twice, "%d", 5);
        cdy_source_append(&twice, &once);
        ck_assert_uint_eq(twice.length, once.length + 1);
        ck_assert(twice.text[0] == '5' && strcmp(twice.text + 1, once.text) == 0);
        cdy_source_clear(&once);
        cdy_source_clear(&twice);
    }
}
END_TEST

/* ---- code in place of kernels ---- */

/* The code of a robot's mass matrix; `turns`: its three joints turn, so that it needs two
 * sines. */
static char *make_kernel_code(bool turns, int lanes)
{
    static const double unit[6] = {1, 0, 0, 1, 0, 1};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("upper", "first", turns ? CDY_JOINT_REVOLUTE : CDY_JOINT_PRISMATIC);
    set_axis(&body, 0, 1, 0);
    set_inertial(&body, 1, 0.1, 0, 0.2, unit);
    add_body(tree, &body, "base");
    body.name = "lower";
    body.joint.name = "second";
    set_axis(&body, 1, 0, 0);
    add_body(tree, &body, "upper");
    body.name = "tip";
    body.joint.name = "third";
    set_axis(&body, 0, 1, 0);
    add_body(tree, &body, "lower");
    robot r = make_robot(tree);
    char *source;
    size_t bytes;
    cdy_error error;
    const kernel_code code = {.calls = CDY_GENERATE_MASS_MATRIX, .lanes = lanes, .most_bytes = 100000};
    ck_assert_ok(cdy_generate_kernel_code(r.model, &code, &source, &bytes, &error), error);
    free_robot(&r);
    return source;
}

/* An entry for one state, and one for packed states where there are lanes, which refuses large angles where there are
 * sines. Those of one state are computed at once, but by lanes of two. */
START_TEST(entries_of_kernel_code_refuse_large_angles)
{
    for (int turns = 0; turns < 2; turns++) {
        for (int lanes = 1; lanes <= 8; lanes *= 2) {
            char entry[400], *source = make_kernel_code(turns, lanes);
            ck_assert_ptr_nonnull(strstr(source, "int code_mass_matrix_1(const double *q, double *M)\n"
                                                 "{\n"
                                                 "    code_mass_matrix(q, M);\n"
                                                 "    return 1;\n"
                                                 "}\n"));
            snprintf(entry, sizeof entry,
                     "int code_mass_matrix_%d(const double *q, double *M)\n"
                     "{\n"
                     "%s%.0d%s"
                     "    code_mass_matrix_lanes((const void *)q, (void *)M);\n"
                     "    return 1;\n"
                     "}\n",
                     lanes, turns ? "    if (!code_all_small((const void *)q, " : "", turns ? 3 : 0,
                     turns ? ")) {\n        return 0;\n    }\n" : "");
            ck_assert_msg((strstr(source, entry) != NULL) == (lanes > 1), "'%s' in\n%s", entry, source);
            ck_assert_int_eq(strstr(source, "code_sincos_some(") != NULL, turns && lanes != 2);
            ck_assert_int_eq(strstr(source, "_lanes") != NULL, lanes > 1);
            cdy_release(source);
        }
    }
}
END_TEST

/* In the place of kernels over floats, sines are of floats too, of angles as large as the kernels take; over doubles
 * they are of doubles. */
START_TEST(kernel_code_has_sines_of_its_numbers)
{
    robot r = load_bundled_robot("universalUR5e");
    for (int floats = 0; floats < 2; floats++) {
        const kernel_code wanted = {
            .calls = CDY_GENERATE_MASS_MATRIX, .floats = floats, .lanes = 4, .most_bytes = 1000000};
        char *source;
        size_t bytes;
        cdy_error error;
        ck_assert_ok(cdy_generate_kernel_code(r.model, &wanted, &source, &bytes, &error), error);
        const char *largest = strstr(source, "#define code_LARGEST_ANGLE ");
        ck_assert_ptr_nonnull(largest);
        ck_assert_double_eq(strtod(largest + strlen("#define code_LARGEST_ANGLE "), NULL), floats ? 3000 : 9e5);
        ck_assert((strstr(source, "code_whole") != NULL) == floats);
        ck_assert((strstr(source, "code_sincos_some(") != NULL) == !floats);
        cdy_release(source);
    }
    free_robot(&r);
}
END_TEST

/* Matrices of derivatives of arms of 7 degrees of freedom take the general code less time: for one state all, in lanes
 * those of inverse dynamics with many operations. Nothing but such functions is refused. */
START_TEST(kernel_code_leaves_out_what_is_slower)
{
    static const struct {
        const char *robot;
        bool one, packed; /* whether there is code: for one state, and in lanes of derivatives of inverse dynamics */
    } arms[] = {{"universalUR5e", true, true},
                {"universalUR10e", true, true},
                {"kukaIiwa14", false, true},
                {"frankaFR3", false, true},
                {"kinovaGen3", false, false}};
    for (size_t i = 0; i < sizeof arms / sizeof *arms; i++) {
        robot r = load_bundled_robot(arms[i].robot);
        kernel_code wanted = {.lanes = 8, .most_bytes = 1000000};
        char *source;
        size_t bytes;
        cdy_error error;
        wanted.calls = CDY_GENERATE_MASS_MATRIX | CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES |
                       CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES;
        ck_assert_ok(cdy_generate_kernel_code(r.model, &wanted, &source, &bytes, &error), error);
        ck_assert_ptr_nonnull(strstr(source, "int code_mass_matrix_1("));
        ck_assert_ptr_nonnull(strstr(source, "int code_forward_derivatives_with_pivots_8("));
        ck_assert(!strstr(source, "int code_inverse_dynamics_derivatives_1(") == !arms[i].one);
        ck_assert(!strstr(source, "int code_forward_derivatives_with_pivots_1(") == !arms[i].one);
        ck_assert(!strstr(source, "int code_inverse_dynamics_derivatives_8(") == !arms[i].packed);
        cdy_release(source);
        wanted.calls = CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES;
        const cdy_status status = cdy_generate_kernel_code(r.model, &wanted, &source, &bytes, &error);
        ck_assert_int_eq(status, arms[i].packed ? CDY_OK : CDY_ERROR_UNSUPPORTED);
        ck_assert(arms[i].packed || (!source && strstr(error.text, "the general code computes the functions faster")));
        cdy_release(source);
        free_robot(&r);
    }
}
END_TEST

/* ---- the call ---- */

START_TEST(options_out_of_range_are_refused)
{
    static const char *const names[] = {"",   "1x",   "a b", "x-y",         "int", "class",
                                        "_x", "a__b", "x_",  "n\xc3\xa4me", NULL};
    robot r = load_bundled_robot("universalUR5e");
    const cdy_generated poison = {(char *)&r, (char *)&r, (char *)&r, NULL, 0};
    cdy_generated code = poison;
    cdy_error error;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        cdy_generate_options o = cdy_generate_options_default();
        o.name = names[i];
        code = poison;
        ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert(!code.header && !code.source && !code.test);
    }
    const struct {
        unsigned calls;
        int lanes;
        double tolerance;
    } bad[] = {{0, 1, 0},  {16384, 1, 0}, {1, 0, 0},    {1, 3, 0},          {1, 32, 0},
               {1, -1, 0}, {1, 1, -1e-9}, {1, 1, 2e-3}, {1, 1, (double)NAN}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cdy_generate_options o = cdy_generate_options_default();
        o.calls = bad[i].calls;
        o.lanes = bad[i].lanes;
        o.angle_tolerance = bad[i].tolerance;
        ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_ARGUMENT, error);
    }
    cdy_generate_options o = cdy_generate_options_default();
    o.target = CDY_GENERATE_CUDA;
    o.lanes = 4;
    ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_ARGUMENT, error);
    o.target = CDY_GENERATE_CASADI;
    ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_ARGUMENT, error);
    o.target = CDY_GENERATE_CUDA;
    o.lanes = 1;
    o.calls = CDY_GENERATE_OBSERVER;
    ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, "observer"), "%s", error.text);
    o.target = (cdy_generate_target)17;
    ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, "target 17"), "%s", error.text);
    for (unsigned call = CDY_GENERATE_TRANSFORM; call <= CDY_GENERATE_JACOBIAN; call *= 2) {
        o.target = CDY_GENERATE_C;
        o.calls = call;
        o.frame = NULL;
        ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strstr(error.text, "those of a frame"), "%s", error.text);
        o.frame = "tool1";
        ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strstr(error.text, "tool0"), "%s", error.text);
    }
    o.frame = NULL;
    o.calls = CDY_GENERATE_INVERSE_DYNAMICS;
    o.target = CDY_GENERATE_C;
    o.payload_body = "tool1";
    ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, "tool0"), "%s", error.text);
    o.payload_body = "base_link";
    ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, "'base_link' has no effect"), "%s", error.text);
    ck_assert_fails(cdy_generate(NULL, NULL, NULL, &code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_generate(r.model, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_generated_clear(NULL);
    free_robot(&r);
}
END_TEST

/* Compiled code in the place of kernels takes no friction by the load, and forward dynamics none where joints mimic
 * others, whose inverse dynamics are generated. */
START_TEST(friction_by_the_load_is_refused_where_it_is_not_solved)
{
    const kernel_code kernels = {.calls = CDY_GENERATE_INVERSE_DYNAMICS, .lanes = 1};
    cdy_generate_options o = cdy_generate_options_default();
    char *source;
    size_t bytes;
    cdy_generated code;
    cdy_error error;
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("disk", "axle", CDY_JOINT_CONTINUOUS);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){2, 0, 0, 2, 0, 2});
    body.joint.drive.load_friction = 0.1;
    add_body(tree, &body, "base");
    body.name = "follower";
    body.joint.name = "second";
    body.joint.mimic = (cdy_mimic){"axle", 2, 0};
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    set_drives(&r, (cdy_drive_options){.load = true, .friction_width = 1e-3});
    ck_assert_fails(cdy_generate_kernel_code(r.model, &kernels, &source, &bytes, &error), CDY_ERROR_UNSUPPORTED, error);
    ck_assert_msg(strstr(error.text, "'axle'"), "%s", error.text);
    ck_assert_fails(cdy_generate(r.model, "wheel", NULL, &code, &error), CDY_ERROR_UNSUPPORTED, error);
    ck_assert_msg(strstr(error.text, "mimic"), "%s", error.text);
    o.calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_INVERSE_DYNAMICS_VJP;
    ck_assert_ok(cdy_generate(r.model, "wheel", &o, &code, &error), error);
    cdy_generated_clear(&code);
    o.target = CDY_GENERATE_CASADI;
    o.hessians = true;
    o.calls = CDY_GENERATE_INVERSE_DYNAMICS;
    ck_assert_ok(cdy_generate(r.model, "wheel", &o, &code, &error), error);
    cdy_generated_clear(&code);
    o.calls = CDY_GENERATE_FORWARD_DYNAMICS;
    ck_assert_fails(cdy_generate(r.model, "wheel", &o, &code, &error), CDY_ERROR_UNSUPPORTED, error);
    ck_assert_msg(strstr(error.text, "no second derivatives"), "%s", error.text);
    free_robot(&r);
}
END_TEST

/* A robot that does not move; one whose last joint moves no mass; code beyond the limit, with its size. */
START_TEST(what_cannot_be_generated_is_said)
{
    cdy_generated code;
    cdy_error error;
    cdy_generate_options o = cdy_generate_options_default();
    robot still = make_robot(make_tree("base", 9.81));
    ck_assert_fails(cdy_generate(still.model, NULL, NULL, &code, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "no moving joints"));
    free_robot(&still);
    cdy_tree *tree = make_tree("base", 9.81);
    add_massless(tree, "tip", "joint", CDY_JOINT_REVOLUTE, "base");
    robot massless = make_robot(tree);
    ck_assert_fails(cdy_generate(massless.model, NULL, NULL, &code, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "forward_dynamics: the mass matrix is singular in every state"));
    o.calls = CDY_GENERATE_INVERSE_MASS_MATRIX;
    ck_assert_fails(cdy_generate(massless.model, NULL, &o, &code, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "inverse_mass_matrix: the mass matrix is singular in every state"));
    o.calls = CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES;
    ck_assert_fails(cdy_generate(massless.model, NULL, &o, &code, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(
        strstr(error.text, "forward_dynamics_derivatives: the mass matrix is singular in every state"));
    o.calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_MASS_MATRIX;
    ck_assert_ok(cdy_generate(massless.model, NULL, &o, &code, &error), error);
    cdy_generated_clear(&code);
    free_robot(&massless);
    robot r = load_bundled_robot("universalUR5e");
    o.calls = CDY_GENERATE_ALL;
    o.most_bytes = 5000;
    ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_UNSUPPORTED, error);
    ck_assert_ptr_nonnull(strstr(error.text, "more than 5000"));
    free_robot(&r);
}
END_TEST

/* What grows with the cube of the degrees of freedom is refused before it is made. */
START_TEST(second_derivatives_of_long_chains_are_refused)
{
    cdy_error error = {0};
    cdy_generated code = {0};
    cdy_generate_options o = cdy_generate_options_default();
    cdy_tree *tree = make_tree("base", 9.81);
    char name[16], parent[16] = "base";
    for (int i = 0; i < 101; i++) {
        snprintf(name, sizeof name, "b%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_PRISMATIC);
        set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof parent);
    }
    robot r = make_robot(tree);
    o.calls = CDY_GENERATE_INVERSE_DYNAMICS_SECOND_DERIVATIVES;
    ck_assert_fails(cdy_generate(r.model, "chain", &o, &code, &error), CDY_ERROR_UNSUPPORTED, error);
    ck_assert_ptr_nonnull(strstr(error.text, "expected 100 at most"));
    o.calls = CDY_GENERATE_MASS_MATRIX;
    o.target = CDY_GENERATE_CASADI;
    o.hessians = true;
    ck_assert_fails(cdy_generate(r.model, "chain", &o, &code, &error), CDY_ERROR_UNSUPPORTED, error);
    free_robot(&r);
}
END_TEST

/* A slide of 1e200 m on a turning joint has moments of inertia of 1e400 kg m^2, which no double holds. The code is
 * generated, but its self-test is not, since the expected results are not finite. */
START_TEST(calls_without_results_have_no_self_test)
{
    static const unsigned calls[] = {CDY_GENERATE_INVERSE_DYNAMICS,
                                     CDY_GENERATE_FORWARD_DYNAMICS,
                                     CDY_GENERATE_MASS_MATRIX,
                                     CDY_GENERATE_INVERSE_DYNAMICS_VJP,
                                     CDY_GENERATE_FORWARD_DYNAMICS_VJP,
                                     CDY_GENERATE_INVERSE_MASS_MATRIX,
                                     CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("turning", "hinge", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0, 1, 0);
    add_body(tree, &body, "base");
    body = make_body("sliding", "slide", CDY_JOINT_PRISMATIC);
    body.joint.limit = (cdy_limit){true, 1e200, 2e200, 1, 1};
    set_inertial(&body, 1, 0.5, 0.1, 0.2, (double[6]){1, 0.1, 0, 1, 0.2, 1});
    add_body(tree, &body, "turning");
    robot r = make_robot(tree);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        cdy_generated code = {NULL, NULL, NULL, NULL, 0};
        cdy_error error = {0};
        cdy_generate_options o = cdy_generate_options_default();
        o.calls = calls[i];
        ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strstr(error.text, "finite"), "%s", error.text);
        ck_assert_ptr_null(code.test);
    }
    free_robot(&r);
}
END_TEST

/* A float holds up to 3.4e38: a mass of 1e39 kg is too large a constant, and a mass of 1e38 kg at 20 m has too large a
 * moment of inertia.  Doubles hold both. */
START_TEST(floats_hold_what_they_are_given)
{
    static const double masses[] = {1e39, 1e38, 1e30}, distances[] = {0.1, 20, 0.1};
    static const double unit[6] = {1, 0, 0, 1, 0, 1};
    for (int i = 0; i < 3; i++) {
        cdy_tree *tree = make_tree("base", 9.81);
        cdy_body body = make_body("link", "joint", CDY_JOINT_REVOLUTE);
        set_axis(&body, 0, 1, 0);
        set_inertial(&body, masses[i], distances[i], 0, 0, unit);
        add_body(tree, &body, "base");
        robot r = make_robot(tree);
        cdy_generated code = {NULL, NULL, NULL, NULL, 0};
        cdy_error error = {0};
        cdy_generate_options o = cdy_generate_options_default();
        o.floats = true;
        if (i < 2) {
            ck_assert_fails(cdy_generate(r.model, NULL, &o, &code, &error), CDY_ERROR_UNSUPPORTED, error);
            ck_assert_msg(strstr(error.text, "more than a float holds (3.4e+38); generate code of doubles") != NULL,
                          "%s", error.text);
            ck_assert_ptr_null(code.source);
        } else {
            ck_assert_ok(cdy_generate(r.model, NULL, &o, &code, &error), error);
        }
        cdy_generated_clear(&code);
        o.floats = false;
        ck_assert_ok(cdy_generate(r.model, NULL, &o, &code, &error), error);
        cdy_generated_clear(&code);
        free_robot(&r);
    }
}
END_TEST

/* The mass of a slide is its mass matrix, as constant of the code and as result of the self-test. */
START_TEST(the_largest_float_is_held)
{
    static const double unit[6] = {1, 0, 0, 1, 0, 1};
    for (int larger = 0; larger < 2; larger++) {
        const double mass = larger ? nextafter((double)FLT_MAX, HUGE_VAL) : (double)FLT_MAX;
        cdy_tree *tree = make_tree("base", 9.81);
        cdy_body body = make_body("slider", "rail", CDY_JOINT_PRISMATIC);
        set_inertial(&body, mass, 0, 0, 0, unit);
        add_body(tree, &body, "base");
        robot r = make_robot(tree);
        cdy_generate_options o = cdy_generate_options_default();
        cdy_generated code;
        cdy_error error = {0};
        o.calls = CDY_GENERATE_MASS_MATRIX;
        o.floats = true;
        ck_assert_int_eq(cdy_generate(r.model, NULL, &o, &code, &error), larger ? CDY_ERROR_UNSUPPORTED : CDY_OK);
        cdy_generated_clear(&code);
        free_robot(&r);
    }
}
END_TEST

/* Generated comments have the names of robots and joints, which cannot end a comment. */
START_TEST(names_cannot_leave_their_comment)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("link", "a*/ int broken; /*\n\"", CDY_JOINT_REVOLUTE);
    static const double unit[6] = {1, 0, 0, 1, 0, 1};
    set_inertial(&body, 1, 0.1, 0, 0, unit);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    cdy_generated code;
    cdy_error error;
    ck_assert_ok(cdy_generate(r.model, "x */ y?\n", NULL, &code, &error), error);
    ck_assert_ptr_nonnull(strstr(code.header, "/* x __ y__: its dynamics"));
    ck_assert_ptr_nonnull(strstr(code.header, " *   0 a__ int broken_ ____ */"));
    cdy_generated_clear(&code);
    free_robot(&r);
}
END_TEST

START_TEST(each_failing_allocation_is_reported)
{
    robot r = load_bundled_robot(_i ? "omronEcobra600" : "universalUR5e");
    cdy_generate_options o = cdy_generate_options_default();
    o.lanes = _i ? 1 : 4;
    o.target = (cdy_generate_target[]){CDY_GENERATE_C, CDY_GENERATE_CASADI, CDY_GENERATE_ROS2_CONTROL,
                                       CDY_GENERATE_CORTEX_M}[_i];

    o.calls = CDY_GENERATE_INVERSE_DYNAMICS | (_i ? CDY_GENERATE_MASS_MATRIX : CDY_GENERATE_INVERSE_DYNAMICS_VJP);
    o.frame = _i ? "link4" : NULL;
    o.hessians = o.target == CDY_GENERATE_CASADI;
    o.calls |= _i ? CDY_GENERATE_TRANSFORM | CDY_GENERATE_JACOBIAN : 0;
    if (heap_is_counted()) {
        bool failed = true;
        for (size_t number = 1; failed; number++) {
            const size_t live = heap_count().live;
            cdy_generated code;
            cdy_error error;
            heap_fail_at(number);
            const cdy_status status = cdy_generate(r.model, "ur5e", &o, &code, &error);
            failed = heap_has_failed();
            heap_fail_at(0);
            ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
            ck_assert_int_eq(failed, !code.header);
            cdy_generated_clear(&code);
            ck_assert_uint_eq(heap_count().live, live);
        }
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generate");
    TCase *beside = tcase_create("beside the library");
    tcase_add_loop_test(beside, routines_are_the_librarys_calls, 0, 2 * TREES);
    tcase_add_test(beside, kernel_routines_are_the_librarys_calls);
    tcase_add_loop_test(beside, angles_may_be_huge, 0, 9);
    tcase_add_loop_test(beside, gravity_and_payload_are_arguments, 0, 2 * TREES);
    tcase_add_loop_test(beside, gradients_of_torques_are_the_matrices_products, 0, TREES);
    tcase_add_loop_test(beside, gradients_are_differences, 0, 12);
    tcase_add_loop_test(beside, laws_of_drives_are_the_librarys, 0, TREES);
    tcase_add_loop_test(beside, second_derivatives_are_the_librarys, 0, 36);
    tcase_add_loop_test(beside, observers_are_the_librarys, 0, TREES);
    tcase_add_loop_test(beside, gradients_with_laws_are_the_librarys, 0, TREES);
    tcase_set_timeout(beside, 120);
    suite_add_tcase(suite, beside);
    TCase *graphs = tcase_create("graph");
    tcase_add_test(graphs, near_cosines_are_rounded);
    tcase_add_test(graphs, short_translations_vanish);
    tcase_add_test(graphs, inertias_without_effect_are_moved);
    tcase_add_test(graphs, expressions_are_simplified);
    tcase_add_test(graphs, operations_are_those_of_numbers);
    tcase_add_test(graphs, gradients_of_operations_are_differences);
    tcase_add_test(graphs, roots_and_logarithms_have_their_slopes);
    tcase_add_test(graphs, a_full_graph_fails);
    tcase_add_test(graphs, constant_results_are_counted);
    tcase_add_test(graphs, operations_of_results_are_counted);
    tcase_add_test(graphs, statements_are_written_in_order);
    tcase_add_test(graphs, statements_of_lanes_add_constants_to_zero);
    tcase_add_test(graphs, first_angles_are_computed_at_once);
    tcase_add_test(graphs, text_grows_in_time);
    tcase_add_test(graphs, entries_of_kernel_code_refuse_large_angles);
    tcase_add_test(graphs, kernel_code_has_sines_of_its_numbers);
    tcase_add_test(graphs, kernel_code_leaves_out_what_is_slower);
    suite_add_tcase(suite, graphs);
    TCase *call = tcase_create("call");
    tcase_add_test(call, options_out_of_range_are_refused);
    tcase_add_test(call, friction_by_the_load_is_refused_where_it_is_not_solved);
    tcase_add_test(call, what_cannot_be_generated_is_said);
    tcase_add_test(call, second_derivatives_of_long_chains_are_refused);
    tcase_add_test(call, calls_without_results_have_no_self_test);
    tcase_add_test(call, floats_hold_what_they_are_given);
    tcase_add_test(call, the_largest_float_is_held);
    tcase_add_test(call, names_cannot_leave_their_comment);
    tcase_add_loop_test(call, each_failing_allocation_is_reported, 0, 4); /* C, CasADi */
    tcase_set_timeout(call, 120);
    suite_add_tcase(suite, call);
    return run_suites(suite, NULL);
}
