#include "generate/traced_second_derivatives.h"

#include "generate/traced_derivatives.h"
#include "generate/traced_drives.h"
#include "generate/traced_dynamics.h"
#include "generate/traced_kernels.h"

/* What friction by the load needs: in the tree's coordinates the torques of the bodies and their derivatives, with
 * springs, and 1 + how fast friction grows with each load; and a row of these derivatives in the caller's coordinates.
 */
typedef struct drive_loads {
    expression *bodies, *by_q, *by_qd, *factors, *row_by_q, *row_by_qd;
} drive_loads;

static bool make_loads(const tracer *t, drive_loads *x)
{
    const int n = t->model->tree_nv;
    *x = (drive_loads){cdy_tracer_array(t, n), cdy_tracer_array(t, n * n),        cdy_tracer_array(t, n * n),
                       cdy_tracer_array(t, n), cdy_tracer_array(t, t->model->nv), cdy_tracer_array(t, t->model->nv)};
    return !t->arena->failed;
}

static void express_loads(const tracer *t, const tree_state *s, const drive_loads *x)
{
    const cdy_model *model = t->model;
    const int n = model->tree_nv;
    cdy_kernels_traced.rnea(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                            as_input(s->qdd), cdy_tracer_wrenches(t), as_output(x->bodies));
    cdy_kernels_traced.drnea(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                             as_input(s->qdd), cdy_tracer_wrenches(t), false, as_output(x->by_q), as_output(x->by_qd));
    for (int i = 0; i < n; i++) {
        expression *by_own_q = &x->by_q[i * (n + 1)];
        x->bodies[i] = cdy_graph_add(x->bodies[i], cdy_express_spring(model, i, s->q));
        *by_own_q = cdy_graph_add(*by_own_q, expression_constant(model_drives(model)[i].stiffness));
        const load_friction f = cdy_express_load_friction(model, i, s->qd, x->bodies[i]);
        x->factors[i] = cdy_graph_add(expression_constant(1), f.by_load);
    }
}

/* to (n x n) += factor a b^T */
static void add_outer_product(int n, expression factor, const expression *a, const expression *b, expression *to)
{
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++) {
            const expression product = cdy_graph_multiply(cdy_graph_multiply(factor, a[j]), b[k]);
            to[j * n + k] = cdy_graph_add(to[j * n + k], product);
        }
    }
}

/* Adds the curvature of friction by the load in the drive of tree velocity l to the rows of its coordinate. */
static bool add_load_curvature(const tracer *t, const tree_state *s, const drive_loads *x, int l,
                               expression *const outputs[MOST_OUTPUTS])
{
    const cdy_model *model = t->model;
    const model_coordinate *own = &model_velocities(model)[l];
    const int n = model->nv, tree_n = model->tree_nv;
    const expression factor = expression_constant(own->multiplier);
    expression *unit = cdy_tracer_array(t, n), *rows[3];
    load_curvature c;
    if (!unit || !cdy_express_load_curvature(t, l, s->qd, x->bodies[l], &c)) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        rows[k] = outputs[k] + own->index * n * n;
    }
    unit[own->index] = factor;
    cdy_kernels_traced.project_columns(model, 1, as_input(x->by_q + l * tree_n), as_output(x->row_by_q));
    cdy_kernels_traced.project_columns(model, 1, as_input(x->by_qd + l * tree_n), as_output(x->row_by_qd));
    const expression by_u_u = cdy_graph_multiply(factor, c.by_u_u), by_u_qd = cdy_graph_multiply(factor, c.by_u_qd);
    add_outer_product(n, by_u_u, x->row_by_q, x->row_by_q, rows[0]);
    add_outer_product(n, by_u_u, x->row_by_q, x->row_by_qd, rows[1]);
    add_outer_product(n, by_u_qd, x->row_by_q, unit, rows[1]);
    add_outer_product(n, by_u_u, x->row_by_qd, x->row_by_qd, rows[2]);
    add_outer_product(n, by_u_qd, x->row_by_qd, unit, rows[2]);
    add_outer_product(n, by_u_qd, unit, x->row_by_qd, rows[2]);
    add_outer_product(n, cdy_graph_multiply(factor, c.by_qd_qd), unit, unit, rows[2]);
    return true;
}

/* Adds the curvature of the drives' torques; springs, damping and rotors have none. */
static bool add_drive_curvature(const tracer *t, const tree_state *s, const drive_loads *x,
                                expression *const outputs[MOST_OUTPUTS])
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    for (int l = 0; model->drives_act && l < model->tree_nv; l++) {
        const model_coordinate *own = &model_velocities(model)[l];
        const double factor = own->multiplier;
        expression curvature, *place = &outputs[2][own->index * (n * n + n + 1)];
        if (!cdy_express_curvature(t, l, cdy_express_drive_slope(model, l, s->qd).by_qd, &curvature) ||
            (model->load_acts && !add_load_curvature(t, s, x, l, outputs))) {
            return false;
        }
        *place = cdy_graph_add(*place, expression_times(factor * factor * factor, curvature));
    }
    return true;
}

/* The second derivatives at a state of the tree. */
static bool express_second_derivatives(const tracer *t, const tree_state *s, expression *const outputs[MOST_OUTPUTS])
{
    const cdy_model *model = t->model;
    drive_loads loads = {0};
    if (model->load_acts && !make_loads(t, &loads)) {
        return false;
    }
    if (model->load_acts) {
        express_loads(t, s, &loads);
    }
    cdy_kernels_traced.second_derivatives(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q),
                                          as_input(s->qd), as_input(s->qdd), cdy_tracer_wrenches(t),
                                          as_input(loads.factors), as_output(outputs[0]), as_output(outputs[1]),
                                          as_output(outputs[2]), as_output(outputs[3]));
    return add_drive_curvature(t, s, &loads, outputs);
}

bool cdy_trace_inverse_dynamics_second_derivatives(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    return cdy_tracer_state(t, INPUT_QD, INPUT_QDD, &s) && express_second_derivatives(t, &s, outputs);
}

/* ---- of weighted results ---- */

/* The sum of w[i] cube[i][.][.] (n x n); `turned`: of w[i] cube[i][k][j] as number j, k. */
static void weigh(int n, const expression *w, const expression *cube, bool turned, expression *sum)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n * n; j++) {
            const int place = turned ? j % n * n + j / n : j;
            sum[j] = cdy_graph_add(sum[j], cdy_graph_multiply(w[i], cube[i * n * n + place]));
        }
    }
}

/* Where positions are sums of steps, the order of steps does not matter: one half, mirrored. */
static void mirror(int n, expression *matrix)
{
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++) {
            matrix[j * n + k] = matrix[k * n + j];
        }
    }
}

/* Those of w . tau at a state of the tree. */
static bool weigh_second_derivatives(const tracer *t, const tree_state *s, const expression *w,
                                     expression *const outputs[MOST_OUTPUTS])
{
    const int n = t->model->nv;
    expression *cubes[MOST_OUTPUTS] = {NULL};
    for (int k = 0; k < 4; k++) {
        cubes[k] = cdy_tracer_array(t, n * n * n);
    }
    if (t->arena->failed || !express_second_derivatives(t, s, cubes)) {
        return false;
    }
    for (int k = 0; k < 4; k++) {
        weigh(n, w, cubes[k], k == HESSIAN_Q_THIRD, outputs[k]);
    }
    mirror(n, outputs[HESSIAN_Q_Q]);
    mirror(n, outputs[HESSIAN_QD_QD]);
    return true;
}

static bool trace_inverse_hessian(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    return cdy_tracer_state(t, INPUT_QD, INPUT_QDD, &s) &&
           weigh_second_derivatives(t, &s, t->inputs[INPUT_WEIGHTS], outputs);
}

/* product (n x n) = a b */
static void multiply(int n, const expression *a, const expression *b, expression *product)
{
    for (int i = 0; i < n * n; i++) {
        for (int k = 0; k < n; k++) {
            product[i] = cdy_graph_add(product[i], cdy_graph_multiply(a[i / n * n + k], b[k * n + i % n]));
        }
    }
}

/* The arrays that the second derivatives of forward dynamics are computed from. */
typedef struct forward_parts {
    expression *qdd, *weights;            /* M^-1 w */
    expression *by[3];                    /* of qdd by q, qd and tau */
    expression *inverse[4], *products[3]; /* of inverse dynamics; its part by q and qdd times each of `by` */
} forward_parts;

static bool make_parts(const tracer *t, forward_parts *x)
{
    const int n = t->model->nv;
    x->qdd = cdy_tracer_array(t, n);
    x->weights = cdy_tracer_array(t, n);
    for (int k = 0; k < 4; k++) {
        x->inverse[k] = cdy_tracer_array(t, n * n);
    }
    for (int k = 0; k < 3; k++) {
        x->by[k] = cdy_tracer_array(t, n * n);
        x->products[k] = cdy_tracer_array(t, n * n);
    }
    return !t->arena->failed;
}

/* Inverse dynamics at the accelerations is the torques: differentiated twice and weighted by m = M^-1 w, with the
 * derivative G of M m by q, w . qdd has -(H + G qdd_q + (G qdd_q)^T) by q and q, and so on. */
static bool express_parts(tracer *t, forward_parts *x)
{
    const int n = t->model->nv;
    expression *const qdd[MOST_OUTPUTS] = {x->qdd}, *const by[MOST_OUTPUTS] = {x->by[0], x->by[1], x->by[2]};
    expression *const inverse[MOST_OUTPUTS] = {x->inverse[0], x->inverse[1], x->inverse[2], x->inverse[3]};
    tree_state s;
    if (!cdy_tracer_state(t, INPUT_QD, INPUT_COUNT, &s) || !cdy_trace_forward_dynamics(t, qdd) ||
        !cdy_trace_forward_dynamics_derivatives(t, by)) {
        return false;
    }
    for (int i = 0; i < n * n; i++) {
        x->weights[i / n] =
            cdy_graph_add(x->weights[i / n], cdy_graph_multiply(x->by[2][i], t->inputs[INPUT_WEIGHTS][i % n]));
    }
    cdy_kernels_traced.expand_velocities(t->model, as_input(x->qdd), as_output(s.qdd));
    return weigh_second_derivatives(t, &s, x->weights, inverse);
}

static bool trace_forward_hessian(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const int n = t->model->nv;
    forward_parts x;
    if (!make_parts(t, &x) || !express_parts(t, &x)) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        multiply(n, x.inverse[HESSIAN_Q_THIRD], x.by[k], x.products[k]);
    }
    for (int i = 0; i < n * n; i++) {
        const int turned = i % n * n + i / n;
        const expression both = cdy_graph_add(x.products[0][i], x.products[0][turned]);
        outputs[HESSIAN_Q_Q][i] = cdy_graph_negate(cdy_graph_add(x.inverse[HESSIAN_Q_Q][i], both));
        outputs[HESSIAN_Q_QD][i] = cdy_graph_negate(cdy_graph_add(x.inverse[HESSIAN_Q_QD][i], x.products[1][i]));
        outputs[HESSIAN_QD_QD][i] = cdy_graph_negate(x.inverse[HESSIAN_QD_QD][i]);
        outputs[HESSIAN_Q_THIRD][i] = cdy_graph_negate(x.products[2][i]);
    }
    mirror(n, outputs[HESSIAN_Q_Q]);
    return true;
}

#define BIT(array) (1u << INPUT_##array)
#define LOADS      (BIT(WRENCHES) | BIT(GRAVITY) | BIT(PAYLOAD))
#define PARTS                                                                                                          \
    {                                                                                                                  \
        {"by_q_q", LENGTH_NV, LENGTH_NV, ""}, {"by_q_qd", LENGTH_NV, LENGTH_NV, ""},                                   \
            {"by_qd_qd", LENGTH_NV, LENGTH_NV, ""},                                                                    \
        {                                                                                                              \
            "by_q_third", LENGTH_NV, LENGTH_NV, ""                                                                     \
        }                                                                                                              \
    }

const routine cdy_inverse_dynamics_hessian = {.inputs = BIT(Q) | BIT(QD) | BIT(QDD) | BIT(WEIGHTS),
                                              .more = LOADS,
                                              .outputs = PARTS,
                                              .trace = trace_inverse_hessian};
const routine cdy_forward_dynamics_hessian = {.inputs = BIT(Q) | BIT(QD) | BIT(TAU) | BIT(WEIGHTS),
                                              .more = LOADS,
                                              .outputs = PARTS,
                                              .trace = trace_forward_hessian};
