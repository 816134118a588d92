#include "generate/traced_products.h"

#include "generate/gradient.h"
#include "generate/traced_drives.h"
#include "generate/traced_dynamics.h"
#include "generate/traced_kernels.h"

#include <string.h>

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
        const drive_slope slope = cdy_express_drive_slope(model, i, s->qd);
        by_q[i] = cdy_graph_add(by_q[i], cdy_graph_multiply(slope.by_q, vector[i]));
        by_qd[i] = cdy_graph_add(by_qd[i], cdy_graph_multiply(slope.by_qd, vector[i]));
        by_qdd[i] = cdy_graph_add(by_qdd[i], expression_times(model_drives(model)[i].rotor, vector[i]));
    }
}

bool cdy_trace_inverse_dynamics_products(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    if (!cdy_tracer_state(t, INPUT_QD, INPUT_QDD, &s)) {
        return false;
    }
    multiply_derivatives(t, &s, t->inputs[INPUT_WEIGHTS], outputs[0], outputs[1], outputs[2]);
    return true;
}

/* With l = M^-1 w: by tau l, by q and qd -l times the derivatives of inverse dynamics at the accelerations. What both
 * solutions have in common is computed once. */
bool cdy_trace_forward_dynamics_products(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    tree_state s;
    expression *zeros = cdy_tracer_array(t, n), *weight = cdy_tracer_array(t, n), *by_qdd = cdy_tracer_array(t, n);
    expression *D = cdy_tracer_array(t, n);
    if (!cdy_tracer_state(t, INPUT_QD, INPUT_COUNT, &s) || !zeros || !weight || !by_qdd || !D ||
        !cdy_express_articulated_bodies(t, &s, outputs[4], outputs[3])) {
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
    expression *y = cdy_tracer_array(t, n), *x = cdy_tracer_array(t, nq + 2 * n),
               *gradient = cdy_tracer_array(t, nq + 2 * n);
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

bool cdy_trace_inverse_dynamics_vjp(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    return gradient_of(t, cdy_trace_inverse_dynamics, INPUT_QDD, outputs);
}

bool cdy_trace_forward_dynamics_vjp(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    return gradient_of(t, cdy_trace_forward_dynamics, INPUT_TAU, outputs);
}
