#include "generate/routine.h"

#include "generate/gradient.h"
#include "generate/traced_model.h"
#include "kernels/kernels.h"

#include <string.h>

/* Kernels whose arrays hold expressions instead of numbers (traced_kernels.cpp). */
extern const cdy_kernels cdy_kernels_traced;

/* Arrays of expressions as the kernels' table names them. */
static const double *as_input(const expression *x)
{
    return (const double *)(const void *)x;
}

static double *as_output(expression *x)
{
    return (double *)(void *)x;
}

static expression *new_array(const tracer *t, int length)
{
    return cdy_arena_allocate(t->arena, (size_t)length + 1, sizeof(expression)); /* zeros */
}

/* The tree's coordinates from those of an input array, of length `count`; zeros for INPUT_COUNT. NULL where memory runs
 * out. */
static expression *tree_coordinates(const tracer *t, input_array array, int count)
{
    expression *x = new_array(t, count);
    if (!x || array == INPUT_COUNT) {
        return x;
    }
    if (array == INPUT_Q) {
        cdy_kernels_traced.expand_positions(t->model, as_input(t->inputs[array]), as_output(x));
    } else {
        cdy_kernels_traced.expand_velocities(t->model, as_input(t->inputs[array]), as_output(x));
    }
    return x;
}

static expression times(double factor, expression x)
{
    return cdy_graph_multiply(expression_constant(factor), x);
}

/* tanh(qd / width), which smooths Coulomb friction. */
static expression smooth_sign(const cdy_model *model, expression qd)
{
    return cdy_graph_function(NODE_TANH, times(1 / model->drive_options.friction_width, qd));
}

/* Torque of damping, friction and spring of tree velocity `i`. */
static expression passive_torque(const tracer *t, int i, const expression *q, const expression *qd)
{
    const model_drive *d = &model_drives(t->model)[i];
    expression sum = times(d->damping, qd[i]);
    if (d->friction != 0) {
        sum = cdy_graph_add(sum, times(d->friction, smooth_sign(t->model, qd[i])));
    }
    if (d->stiffness != 0) {
        const expression stretch = cdy_graph_subtract(q[d->position], expression_constant(d->rest));
        sum = cdy_graph_add(sum, times(d->stiffness, stretch));
    }
    return sum;
}

/* The state of the tree in a routine. */
typedef struct tree_state {
    expression *q, *qd, *qdd;
} tree_state;

static bool read_state(const tracer *t, input_array qd, input_array qdd, tree_state *s)
{
    s->q = tree_coordinates(t, INPUT_Q, t->model->tree_nq);
    s->qd = tree_coordinates(t, qd, t->model->tree_nv);
    s->qdd = tree_coordinates(t, qdd, t->model->tree_nv);
    return s->q && s->qd && s->qdd;
}

static const double *wrenches_of(const tracer *t)
{
    return t->arrays & 1u << INPUT_WRENCHES ? as_input(t->inputs[INPUT_WRENCHES]) : NULL;
}

/* tau (nv) = ID(q, qd, qdd), with drives where `drives` says so. */
static bool inverse_dynamics(const tracer *t, const expression gravity[3], const tree_state *s, bool drives,
                             expression *tau)
{
    const cdy_model *model = t->model;
    expression *tree_tau = new_array(t, model->tree_nv);
    if (!tree_tau) {
        return false;
    }
    cdy_kernels_traced.rnea(model, t->kernel_scratch, as_input(gravity), as_input(s->q), as_input(s->qd),
                            as_input(s->qdd), wrenches_of(t), as_output(tree_tau));
    for (int i = 0; drives && model->drives_act && i < model->tree_nv; i++) {
        tree_tau[i] = cdy_graph_add(tree_tau[i], passive_torque(t, i, s->q, s->qd));
        tree_tau[i] = cdy_graph_add(tree_tau[i], times(model_drives(model)[i].rotor, s->qdd[i]));
    }
    cdy_kernels_traced.project_columns(model, 1, as_input(tree_tau), as_output(tau));
    return true;
}

/* M (nv x nv) with the inertias of rotors. */
static bool mass_matrix(const tracer *t, const expression *q, expression *M)
{
    const cdy_model *model = t->model;
    const int n = model->tree_nv;
    expression *tree_M = new_array(t, n * n);
    if (!tree_M) {
        return false;
    }
    cdy_kernels_traced.crba(model, t->kernel_scratch, as_input(q), as_output(tree_M));
    for (int i = 0; model->drives_act && i < n; i++) {
        expression *diagonal = &tree_M[i * (n + 1)];
        *diagonal = cdy_graph_add(*diagonal, expression_constant(model_drives(model)[i].rotor));
    }
    cdy_kernels_traced.project_matrix(model, as_input(tree_M), as_output(M));
    return true;
}

static bool trace_inverse_dynamics(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    return read_state(t, INPUT_QD, INPUT_QDD, &s) && inverse_dynamics(t, t->gravity, &s, true, outputs[0]);
}

static bool trace_gravity_torque(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    return read_state(t, INPUT_COUNT, INPUT_COUNT, &s) && inverse_dynamics(t, t->gravity, &s, false, outputs[0]);
}

static bool trace_velocity_product(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    return read_state(t, INPUT_QD, INPUT_COUNT, &s) && inverse_dynamics(t, t->nothing, &s, false, outputs[0]);
}

static bool trace_mass_matrix(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const expression *q = tree_coordinates(t, INPUT_Q, t->model->tree_nq);
    return q && mass_matrix(t, q, outputs[0]);
}

/* Inverse of a dense matrix (nv x nv) by its factors L and D: its columns, of which the lower half is kept. */
static void invert_factors(const tracer *t, const expression *L, const expression *D, expression *inverse)
{
    const size_t n = (size_t)t->model->nv;
    for (size_t i = 0; i < n; i++) {
        inverse[i * (n + 1)] = expression_constant(1);
    }
    cdy_kernels_traced.ldl_solve(n, as_input(L), as_input(D), n, as_output(inverse));
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            inverse[i * n + j] = inverse[j * n + i];
        }
    }
}

/* Inverse of the dense matrix M, which the factors overwrite. */
static bool invert_dense(const tracer *t, expression *M, expression *inverse)
{
    expression *D = new_array(t, t->model->nv);
    if (D) {
        cdy_kernels_traced.ldl_factor((size_t)t->model->nv, as_output(M), as_output(D));
        invert_factors(t, M, D, inverse);
    }
    return D != NULL;
}

/* Inverse of the mass matrix M, which its factors overwrite: those that branches leave sparse, without mimic joints. D
 * receives the pivots. */
static bool invert_sparse(const tracer *t, expression *M, expression *inverse, expression *D)
{
    if (!D) {
        return false;
    }
    cdy_kernels_traced.ltdl_factor(t->model, t->kernel_scratch, as_output(M), as_output(D));
    cdy_kernels_traced.ltdl_solve_with_inverse(t->model, t->kernel_scratch, as_input(M), NULL, NULL,
                                               as_output(inverse));
    return true;
}

/* Mimic joints make M dense. */
static bool trace_inverse_mass_matrix(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const cdy_model *model = t->model;
    const expression *q = tree_coordinates(t, INPUT_Q, model->tree_nq);
    expression *M = new_array(t, model->nv * model->nv);
    return q && M && mass_matrix(t, q, M) &&
           (model->has_followers ? invert_dense(t, M, outputs[0])
                                 : invert_sparse(t, M, outputs[0], new_array(t, model->nv)));
}

static bool trace_inverse_with_pivots(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const int n = t->model->nv;
    const expression *q = tree_coordinates(t, INPUT_Q, t->model->tree_nq);
    expression *M = new_array(t, n * n);
    if (!q || !M || !mass_matrix(t, q, M)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        outputs[2][i] = M[i * (n + 1)];
    }
    return invert_sparse(t, M, outputs[0], outputs[1]);
}

/* Articulated bodies, which take no mimic joints; D receives the pivots of the mass matrix. */
static bool articulated_bodies(const tracer *t, const tree_state *s, expression *qdd, expression *D)
{
    const cdy_model *model = t->model;
    expression *tau = new_array(t, model->nv);
    if (!tau || !D) {
        return false;
    }
    for (int i = 0; i < model->nv; i++) {
        const expression passive = model->drives_act ? passive_torque(t, i, s->q, s->qd) : expression_constant(0);
        tau[i] = cdy_graph_subtract(t->inputs[INPUT_TAU][i], passive);
    }
    cdy_kernels_traced.aba(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                           as_input(tau), wrenches_of(t), as_output(qdd), as_output(D));
    return true;
}

/* M qdd = tau - ID(q, qd, 0) with mimic joints projected. M (nv x nv) and D (nv) receive the factors. */
static bool solve_mass_matrix(const tracer *t, const tree_state *s, expression *qdd, expression *M, expression *D)
{
    const int n = t->model->nv;
    expression *bias = new_array(t, n);
    if (!M || !bias || !D || !mass_matrix(t, s->q, M) || !inverse_dynamics(t, t->gravity, s, true, bias)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        qdd[i] = cdy_graph_subtract(t->inputs[INPUT_TAU][i], bias[i]);
    }
    cdy_kernels_traced.solve((size_t)n, as_output(M), as_output(qdd), as_output(D));
    return true;
}

static bool trace_forward_dynamics(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const int n = t->model->nv;
    tree_state s; /* qdd = 0 */
    return read_state(t, INPUT_QD, INPUT_COUNT, &s) &&
           (t->model->has_followers ? solve_mass_matrix(t, &s, outputs[0], new_array(t, n * n), new_array(t, n))
                                    : articulated_bodies(t, &s, outputs[0], new_array(t, n)));
}

static bool trace_articulated_bodies(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s; /* qdd = 0 */
    return read_state(t, INPUT_QD, INPUT_COUNT, &s) && articulated_bodies(t, &s, outputs[0], outputs[1]);
}

/* Derivatives of the torque of drive `i` by its position and its velocity; it depends on no others. */
typedef struct drive_slope {
    expression by_q, by_qd;
} drive_slope;

static drive_slope differentiate_drive(const cdy_model *model, int i, const expression *qd)
{
    const model_drive *d = &model_drives(model)[i];
    drive_slope s = {expression_constant(d->stiffness), expression_constant(d->damping)};
    if (d->friction != 0) {
        const expression sign = smooth_sign(model, qd[i]);
        const expression slope = cdy_graph_subtract(expression_constant(1), cdy_graph_multiply(sign, sign));
        s.by_qd = cdy_graph_add(s.by_qd, times(d->friction / model->drive_options.friction_width, slope));
    }
    return s;
}

/* Add the derivatives of drive torques, which are diagonal. */
static void add_drive_derivatives(const tracer *t, const expression *qd, expression *by_q, expression *by_qd)
{
    const cdy_model *model = t->model;
    const int n = model->tree_nv;
    for (int i = 0; model->drives_act && i < n; i++) {
        const drive_slope slope = differentiate_drive(model, i, qd);
        by_q[i * (n + 1)] = cdy_graph_add(by_q[i * (n + 1)], slope.by_q);
        by_qd[i * (n + 1)] = cdy_graph_add(by_qd[i * (n + 1)], slope.by_qd);
    }
}

/* Derivatives of inverse dynamics (nv x nv each) at a state of the tree. */
static bool differentiate(const tracer *t, const tree_state *s, expression *dtau_dq, expression *dtau_dqd)
{
    const cdy_model *model = t->model;
    const int n = model->tree_nv;
    expression *by_q = new_array(t, n * n), *by_qd = new_array(t, n * n);
    if (!by_q || !by_qd) {
        return false;
    }
    cdy_kernels_traced.drnea(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                             as_input(s->qdd), wrenches_of(t), false, as_output(by_q), as_output(by_qd));
    add_drive_derivatives(t, s->qd, by_q, by_qd);
    cdy_kernels_traced.project_square(model, as_input(by_q), as_output(dtau_dq));
    cdy_kernels_traced.project_square(model, as_input(by_qd), as_output(dtau_dqd));
    return true;
}

static bool trace_derivatives(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    return read_state(t, INPUT_QD, INPUT_QDD, &s) && differentiate(t, &s, outputs[0], outputs[1]);
}

/* The mass matrix of a robot without mimic joints, as its factors that branches leave sparse, with what tells how close
 * it is to a singular one, and the accelerations. */
typedef struct sparse_system {
    expression *L; /* nv x nv */
    expression *D, *diagonal, *qdd;
} sparse_system;

/* Derivatives of forward dynamics, by tau the inverse of M: of inverse dynamics at the accelerations, times -M^-1. The
 * first pass of the derivatives also gives M and the bias torque. A hundredth of the size of what cancels in the
 * diagonal of M is added to the diagonal that pivots are compared with: pivots above a millionth of that sum are no
 * rounding errors. */
static bool differentiate_sparse(const tracer *t, const tree_state *s, expression *const outputs[3],
                                 const sparse_system *x)
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    const double part_of_size = 0.01;
    expression *bias = new_array(t, n), *sizes = new_array(t, n);
    if (!bias || !sizes || !x->L || !x->D || !x->diagonal || !x->qdd) {
        return false;
    }
    cdy_kernels_traced.bias_and_mass(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                                     wrenches_of(t), as_output(bias), as_output(x->L), as_output(sizes));
    for (int i = 0; i < n; i++) {
        expression *element = &x->L[i * (n + 1)];
        if (model->drives_act) {
            bias[i] = cdy_graph_add(bias[i], passive_torque(t, i, s->q, s->qd));
            *element = cdy_graph_add(*element, expression_constant(model_drives(model)[i].rotor));
        }
        x->diagonal[i] = cdy_graph_add(*element, times(part_of_size, sizes[i]));
        x->qdd[i] = cdy_graph_subtract(t->inputs[INPUT_TAU][i], bias[i]);
    }
    cdy_kernels_traced.ltdl_factor(model, t->kernel_scratch, as_output(x->L), as_output(x->D));
    cdy_kernels_traced.ltdl_solve(model, t->kernel_scratch, as_input(x->L), as_output(x->qdd));
    cdy_kernels_traced.drnea_finish(model, t->kernel_scratch, wrenches_of(t) != NULL, as_input(x->qdd),
                                    as_output(outputs[0]), as_output(outputs[1]));
    add_drive_derivatives(t, s->qd, outputs[0], outputs[1]);
    cdy_kernels_traced.ltdl_solve_with_inverse(model, t->kernel_scratch, as_input(x->L), as_output(outputs[0]),
                                               as_output(outputs[1]), as_output(outputs[2]));
    return true;
}

/* The same with mimic joints, which make M dense. */
static bool differentiate_dense(const tracer *t, tree_state *s, expression *const outputs[3])
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    expression *M = new_array(t, n * n), *D = new_array(t, n), *qdd = new_array(t, n);
    if (!qdd || !solve_mass_matrix(t, s, qdd, M, D)) {
        return false;
    }
    cdy_kernels_traced.expand_velocities(model, as_input(qdd), as_output(s->qdd));
    if (!differentiate(t, s, outputs[0], outputs[1])) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        cdy_kernels_traced.ldl_solve((size_t)n, as_input(M), as_input(D), (size_t)n, as_output(outputs[k]));
        for (int i = 0; i < n * n; i++) {
            outputs[k][i] = cdy_graph_negate(outputs[k][i]);
        }
    }
    invert_factors(t, M, D, outputs[2]);
    return true;
}

static bool trace_forward_derivatives(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const int n = t->model->nv;
    const sparse_system unused = {new_array(t, n * n), new_array(t, n), new_array(t, n), new_array(t, n)};
    tree_state s;
    return read_state(t, INPUT_QD, INPUT_COUNT, &s) &&
           (t->model->has_followers ? differentiate_dense(t, &s, outputs)
                                    : differentiate_sparse(t, &s, outputs, &unused));
}

static bool trace_forward_derivatives_with_pivots(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const sparse_system system = {new_array(t, t->model->nv * t->model->nv), outputs[3], outputs[4], outputs[5]};
    tree_state s;
    return read_state(t, INPUT_QD, INPUT_COUNT, &s) && differentiate_sparse(t, &s, outputs, &system);
}

/* Products of a vector with the derivatives of inverse dynamics with drives, along the velocities and not by the
 * numbers of q. Without mimic joints. */
static void multiply_derivatives(const tracer *t, const tree_state *s, const expression *vector, expression *by_q,
                                 expression *by_qd, expression *by_qdd)
{
    const cdy_model *model = t->model;
    cdy_kernels_traced.rnea_vjp(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                                as_input(s->qdd), NULL, as_input(vector), as_output(by_q), as_output(by_qd),
                                as_output(by_qdd));
    for (int i = 0; model->drives_act && i < model->nv; i++) {
        const drive_slope slope = differentiate_drive(model, i, s->qd);
        by_q[i] = cdy_graph_add(by_q[i], cdy_graph_multiply(slope.by_q, vector[i]));
        by_qd[i] = cdy_graph_add(by_qd[i], cdy_graph_multiply(slope.by_qd, vector[i]));
        by_qdd[i] = cdy_graph_add(by_qdd[i], times(model_drives(model)[i].rotor, vector[i]));
    }
}

static bool trace_inverse_dynamics_products(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    if (!read_state(t, INPUT_QD, INPUT_QDD, &s)) {
        return false;
    }
    multiply_derivatives(t, &s, t->inputs[INPUT_WEIGHTS], outputs[0], outputs[1], outputs[2]);
    return true;
}

/* With l = M^-1 w: by tau l, by q and qd -l times the derivatives of inverse dynamics at the accelerations. What both
 * solutions have in common is computed once. */
static bool trace_forward_dynamics_products(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    tree_state s;
    expression *zeros = new_array(t, n), *weight = new_array(t, n), *by_qdd = new_array(t, n);
    expression *D = new_array(t, n);
    if (!read_state(t, INPUT_QD, INPUT_COUNT, &s) || !zeros || !weight || !by_qdd || !D ||
        !articulated_bodies(t, &s, outputs[4], outputs[3])) {
        return false;
    }
    cdy_kernels_traced.aba(model, t->kernel_scratch, as_input(t->nothing), as_input(s.q), as_input(zeros),
                           as_input(t->inputs[INPUT_WEIGHTS]), NULL, as_output(outputs[2]), as_output(D));
    for (int i = 0; i < n; i++) {
        weight[i] = cdy_graph_negate(outputs[2][i]);
    }
    s.qdd = outputs[4];
    multiply_derivatives(t, &s, weight, outputs[0], outputs[1], by_qdd);
    return true;
}

/* Vector-Jacobian product of a routine: the gradient of w . result by q, qd and the input `third`. */
static bool gradient_of(tracer *t, bool (*function)(tracer *, expression *const *), input_array third,
                        expression *const outputs[MOST_OUTPUTS])
{
    const cdy_model *model = t->model;
    const int nq = model->nq, n = model->nv;
    expression *y = new_array(t, n), *x = new_array(t, nq + 2 * n), *gradient = new_array(t, nq + 2 * n);
    expression *const results[MOST_OUTPUTS] = {y};
    if (!y || !x || !gradient || !function(t, results)) {
        return false;
    }
    memcpy(x, t->inputs[INPUT_Q], (size_t)nq * sizeof *x);
    memcpy(x + nq, t->inputs[INPUT_QD], (size_t)n * sizeof *x);
    memcpy(x + nq + n, t->inputs[third], (size_t)n * sizeof *x);
    if (!cdy_graph_gradient(t->graph, n, y, t->inputs[INPUT_WEIGHTS], nq + 2 * n, x, gradient)) {
        return false;
    }
    memcpy(outputs[0], gradient, (size_t)nq * sizeof *x);
    memcpy(outputs[1], gradient + nq, (size_t)n * sizeof *x);
    memcpy(outputs[2], gradient + nq + n, (size_t)n * sizeof *x);
    return true;
}

static bool trace_inverse_dynamics_vjp(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    return gradient_of(t, trace_inverse_dynamics, INPUT_QDD, outputs);
}

static bool trace_forward_dynamics_vjp(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    return gradient_of(t, trace_forward_dynamics, INPUT_TAU, outputs);
}

const array_shape cdy_input_shapes[INPUT_COUNT] = {
    [INPUT_Q] = {"q", LENGTH_NQ, LENGTH_ONE, "configuration, rad and m"},
    [INPUT_QD] = {"qd", LENGTH_NV, LENGTH_ONE, "velocity, rad/s and m/s"},
    [INPUT_QDD] = {"qdd", LENGTH_NV, LENGTH_ONE, "acceleration, rad/s2 and m/s2"},
    [INPUT_TAU] = {"tau", LENGTH_NV, LENGTH_ONE, "joint torques, N m and N"},
    [INPUT_WRENCHES] = {"wrenches", LENGTH_FORCE_ROWS, LENGTH_SIX,
                        "external force matrix, rows Tx Ty Tz Fx Fy Fz in the base frame"},
    [INPUT_GRAVITY] = {"gravity", LENGTH_THREE, LENGTH_ONE, "gravity in the base frame, m/s2"},
    [INPUT_PAYLOAD] = {"payload", LENGTH_TEN, LENGTH_ONE,
                       "mass, center of mass x y z, inertia xx yy zz yz xz xy about it; kg, m, kg m2"},
    [INPUT_WEIGHTS] = {"w", LENGTH_NV, LENGTH_ONE, "weights of the result"},
};

#define BIT(array) (1u << INPUT_##array)
#define LOADS      (BIT(WRENCHES) | BIT(GRAVITY) | BIT(PAYLOAD))

const routine cdy_routines[] = {
    {.call = CDY_GENERATE_INVERSE_DYNAMICS,
     .name = "inverse_dynamics",
     .sentence = "Inverse dynamics: tau = M(q) qdd + C(q, qd) qd + G(q) - J(q)^T f.",
     .inputs = BIT(Q) | BIT(QD) | BIT(QDD),
     .more = LOADS,
     .outputs = {{"tau", LENGTH_NV, LENGTH_ONE, "joint torques, N m and N"}},
     .trace = trace_inverse_dynamics},
    {.call = CDY_GENERATE_FORWARD_DYNAMICS,
     .name = "forward_dynamics",
     .sentence = "Forward dynamics: M(q) qdd = tau - C(q, qd) qd - G(q) + J(q)^T f.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU),
     .more = LOADS,
     .outputs = {{"qdd", LENGTH_NV, LENGTH_ONE, "acceleration, rad/s2 and m/s2"}},
     .trace = trace_forward_dynamics},
    {.call = CDY_GENERATE_MASS_MATRIX,
     .name = "mass_matrix",
     .sentence = "Mass matrix M(q).",
     .inputs = BIT(Q),
     .more = BIT(PAYLOAD),
     .outputs = {{"M", LENGTH_NV, LENGTH_NV, "symmetric"}},
     .trace = trace_mass_matrix},
    {.call = CDY_GENERATE_INVERSE_MASS_MATRIX,
     .name = "inverse_mass_matrix",
     .sentence = "Inverse of the mass matrix M(q).",
     .inputs = BIT(Q),
     .more = BIT(PAYLOAD),
     .outputs = {{"M_inverse", LENGTH_NV, LENGTH_NV, "symmetric"}},
     .trace = trace_inverse_mass_matrix},
    {.call = CDY_GENERATE_GRAVITY_TORQUE,
     .name = "gravity_torque",
     .sentence = "Torques that hold the robot against gravity, G(q), without drives.",
     .inputs = BIT(Q),
     .more = BIT(GRAVITY) | BIT(PAYLOAD),
     .outputs = {{"tau", LENGTH_NV, LENGTH_ONE, "joint torques, N m and N"}},
     .trace = trace_gravity_torque},
    {.call = CDY_GENERATE_VELOCITY_PRODUCT,
     .name = "velocity_product",
     .sentence = "Torques of Coriolis and centrifugal forces, C(q, qd) qd, without drives.",
     .inputs = BIT(Q) | BIT(QD),
     .more = BIT(PAYLOAD),
     .outputs = {{"tau", LENGTH_NV, LENGTH_ONE, "joint torques, N m and N"}},
     .trace = trace_velocity_product},
    {.call = CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES,
     .name = "inverse_dynamics_derivatives",
     .sentence = "Derivatives of inverse dynamics by the configuration, in velocity coordinates, and by the velocity.",
     .inputs = BIT(Q) | BIT(QD) | BIT(QDD),
     .more = LOADS,
     .outputs = {{"dtau_dq", LENGTH_NV, LENGTH_NV, "column k: by coordinate k"},
                 {"dtau_dqd", LENGTH_NV, LENGTH_NV, "column k: by velocity k"}},
     .trace = trace_derivatives},
    {.call = CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES,
     .name = "forward_dynamics_derivatives",
     .sentence = "Derivatives of forward dynamics by configuration, in velocity coordinates, velocity and torques.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU),
     .more = LOADS,
     .outputs = {{"by_q", LENGTH_NV, LENGTH_NV, "column k: by coordinate k"},
                 {"by_qd", LENGTH_NV, LENGTH_NV, "column k: by velocity k"},
                 {"by_tau", LENGTH_NV, LENGTH_NV, "column k: by torque k"}},
     .trace = trace_forward_derivatives},
    {.call = CDY_GENERATE_INVERSE_DYNAMICS_VJP,
     .name = "inverse_dynamics_vjp",
     .sentence = "Gradient of the sum of w[i] tau[i] of inverse dynamics.",
     .inputs = BIT(Q) | BIT(QD) | BIT(QDD) | BIT(WEIGHTS),
     .more = LOADS,
     .outputs = {{"by_q", LENGTH_NQ, LENGTH_ONE, "by the numbers of q"},
                 {"by_qd", LENGTH_NV, LENGTH_ONE, "by the velocity"},
                 {"by_qdd", LENGTH_NV, LENGTH_ONE, "by the acceleration"}},
     .trace = trace_inverse_dynamics_vjp},
    {.call = CDY_GENERATE_FORWARD_DYNAMICS_VJP,
     .name = "forward_dynamics_vjp",
     .sentence = "Gradient of the sum of w[i] qdd[i] of forward dynamics.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU) | BIT(WEIGHTS),
     .more = LOADS,
     .outputs = {{"by_q", LENGTH_NQ, LENGTH_ONE, "by the numbers of q"},
                 {"by_qd", LENGTH_NV, LENGTH_ONE, "by the velocity"},
                 {"by_tau", LENGTH_NV, LENGTH_ONE, "by the torques"}},
     .trace = trace_forward_dynamics_vjp},
    {.call = ROUTINE_ARTICULATED_BODIES,
     .name = "articulated_bodies",
     .sentence = "Forward dynamics, and the pivots D of the mass matrix, M = L^T D L.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU),
     .outputs = {{"qdd", LENGTH_NV, LENGTH_ONE, "acceleration, rad/s2 and m/s2"},
                 {"D", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"}},
     .trace = trace_articulated_bodies},
    {.call = ROUTINE_INVERSE_WITH_PIVOTS,
     .name = "inverse_with_pivots",
     .sentence = "Inverse of the mass matrix M = L^T D L, the pivots D, and the diagonal of M.",
     .inputs = BIT(Q),
     .outputs = {{"M_inverse", LENGTH_NV, LENGTH_NV, "symmetric"},
                 {"D", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"},
                 {"diagonal", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"}},
     .trace = trace_inverse_with_pivots},
    {.call = ROUTINE_INVERSE_DYNAMICS_PRODUCTS,
     .name = "inverse_dynamics_products",
     .sentence = "Products of w with the derivatives of inverse dynamics, along the velocities.",
     .inputs = BIT(Q) | BIT(QD) | BIT(QDD) | BIT(WEIGHTS),
     .outputs = {{"by_q", LENGTH_NV, LENGTH_ONE, "along the velocity"},
                 {"by_qd", LENGTH_NV, LENGTH_ONE, "by the velocity"},
                 {"by_qdd", LENGTH_NV, LENGTH_ONE, "by the acceleration"}},
     .trace = trace_inverse_dynamics_products},
    {.call = ROUTINE_FORWARD_DYNAMICS_PRODUCTS,
     .name = "forward_dynamics_products",
     .sentence = "Products of w with the derivatives of forward dynamics, the pivots D of M, and qdd.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU) | BIT(WEIGHTS),
     .outputs = {{"by_q", LENGTH_NV, LENGTH_ONE, "along the velocity"},
                 {"by_qd", LENGTH_NV, LENGTH_ONE, "by the velocity"},
                 {"by_tau", LENGTH_NV, LENGTH_ONE, "by the torques"},
                 {"D", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"},
                 {"qdd", LENGTH_NV, LENGTH_ONE, "acceleration, rad/s2 and m/s2"}},
     .trace = trace_forward_dynamics_products},
    {.call = ROUTINE_FORWARD_DERIVATIVES_WITH_PIVOTS,
     .name = "forward_derivatives_with_pivots",
     .sentence = "Derivatives of forward dynamics, the pivots D and the diagonal of M, and qdd.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU),
     .outputs = {{"by_q", LENGTH_NV, LENGTH_NV, "column k: by coordinate k"},
                 {"by_qd", LENGTH_NV, LENGTH_NV, "column k: by velocity k"},
                 {"by_tau", LENGTH_NV, LENGTH_NV, "column k: by torque k"},
                 {"D", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"},
                 {"diagonal", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"},
                 {"qdd", LENGTH_NV, LENGTH_ONE, "acceleration, rad/s2 and m/s2"}},
     .trace = trace_forward_derivatives_with_pivots},
};
const int cdy_routine_count = (int)(sizeof cdy_routines / sizeof cdy_routines[0]);

int cdy_dimension(const cdy_model *model, dimension d)
{
    switch (d) {
    case LENGTH_ONE: break;
    case LENGTH_THREE: return 3;
    case LENGTH_SIX: return 6;
    case LENGTH_TEN: return 10;
    case LENGTH_NQ: return model->nq;
    case LENGTH_NV: return model->nv;
    case LENGTH_FORCE_ROWS: return model->force_rows;
    }
    return 1;
}

int cdy_array_length(const cdy_model *model, const array_shape *shape)
{
    return cdy_dimension(model, shape->rows) * cdy_dimension(model, shape->columns);
}

unsigned cdy_routine_inputs(const routine *r, unsigned more)
{
    return r->inputs | (r->more & more);
}

/* The constant vector of gravity; zeros for NULL. */
static expression *constant_gravity(const tracer *t, const double gravity[3])
{
    expression *x = new_array(t, 3);
    for (int k = 0; x && gravity && k < 3; k++) {
        x[k] = expression_constant(gravity[k]);
    }
    return x;
}

/* The model with the payload that is an input. */
static bool trace_model(tracer *t, const cdy_model *model, int payload_frame)
{
    cdy_model *traced = cdy_arena_allocate(t->arena, cdy_traced_model_size(model), 1);
    if (traced) {
        const bool has_payload = (t->arrays & BIT(PAYLOAD)) != 0;
        cdy_traced_model_init(traced, model, payload_frame, has_payload ? t->inputs[INPUT_PAYLOAD] : NULL);
    }
    t->model = traced;
    return traced;
}

bool cdy_trace(const routine *r, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena,
               expression *outputs[MOST_OUTPUTS])
{
    tracer t = {.graph = g, .arena = arena, .arrays = cdy_routine_inputs(r, more.arrays)};
    t.kernel_scratch = cdy_arena_allocate(arena, cdy_kernels_traced.scratch_size(model) + 1, 1);
    t.nothing = constant_gravity(&t, NULL);
    for (int array = 0; array < INPUT_COUNT; array++) {
        const int length = cdy_array_length(model, &cdy_input_shapes[array]);
        expression *x = new_array(&t, length);
        t.inputs[array] = x;
        for (int i = 0; x && i < length && t.arrays & 1u << array; i++) {
            x[i] = cdy_graph_input(g, array, i);
        }
    }
    for (int k = 0; k < MOST_OUTPUTS; k++) {
        outputs[k] = r->outputs[k].name ? new_array(&t, cdy_array_length(model, &r->outputs[k])) : NULL;
    }
    t.gravity = t.arrays & BIT(GRAVITY) ? t.inputs[INPUT_GRAVITY] : constant_gravity(&t, model->gravity);
    return !arena->failed && trace_model(&t, model, more.payload_frame) && r->trace(&t, outputs);
}
