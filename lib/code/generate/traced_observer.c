#include "generate/traced_observer.h"

#include "generate/traced_drives.h"
#include "generate/traced_dynamics.h"
#include "generate/traced_kernels.h"
#include "generate/traced_load.h"

/* rate += sign times the caller's torques of the tree's. */
static bool add_projected(const tracer *t, double sign, const expression *tree, expression *rate)
{
    const int n = t->model->nv;
    expression *torque = cdy_tracer_array(t, n);
    if (!torque) {
        return false;
    }
    cdy_kernels_traced.project_columns(t->model, 1, as_input(tree), as_output(torque));
    for (int i = 0; i < n; i++) {
        rate[i] = cdy_graph_add(rate[i], expression_times(sign, torque[i]));
    }
    return true;
}

/* rate = tau less the torques of the drives */
static bool subtract_drives(const tracer *t, const tree_state *s, expression *rate)
{
    const cdy_model *model = t->model;
    expression *drives = cdy_tracer_array(t, model->tree_nv);
    if (!drives) {
        return false;
    }
    for (int i = 0; i < model->nv; i++) {
        rate[i] = t->inputs[INPUT_TAU][i];
    }
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        drives[i] = cdy_express_drive_torque(t, i, s->q, s->qd);
    }
    return add_projected(t, -1, drives, rate) && (!model->load_acts || cdy_express_overcome_friction(t, s, rate));
}

/* C^T qd: the gradient of the kinetic energy, where every joint has one degree of freedom. */
static bool transpose_coriolis(const tracer *t, const tree_state *s, expression *torque)
{
    const cdy_model *model = t->model;
    const int n = model->tree_nv;
    bool wide = false;
    for (int i = 1; i < n; i++) {
        wide = wide || model_velocities(model)[i].body == model_velocities(model)[i - 1].body;
    }
    if (!wide) {
        cdy_kernels_traced.kinetic_gradient(model, t->kernel_scratch, as_input(s->q), as_input(s->qd),
                                            as_output(torque));
        return true;
    }
    expression *C = cdy_tracer_array(t, n * n);
    if (!C) {
        return false;
    }
    cdy_kernels_traced.coriolis(model, t->kernel_scratch, as_input(s->q), as_input(s->qd), false, as_output(C));
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
            torque[i] = cdy_graph_add(torque[i], cdy_graph_multiply(C[k * n + i], s->qd[k]));
        }
    }
    return true;
}

/* M qd: inverse dynamics at rest with the velocity as acceleration, without gravity. */
static bool express_momentum(const tracer *t, const tree_state *s, expression *momentum)
{
    const cdy_model *model = t->model;
    expression *zeros = cdy_tracer_array(t, model->tree_nv), *tree = cdy_tracer_array(t, model->tree_nv);
    if (!zeros || !tree) {
        return false;
    }
    cdy_kernels_traced.rnea(model, t->kernel_scratch, as_input(t->nothing), as_input(s->q), as_input(zeros),
                            as_input(s->qd), NULL, as_output(tree));
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        tree[i] = cdy_graph_add(tree[i], expression_times(model_drives(model)[i].rotor, s->qd[i]));
    }
    cdy_kernels_traced.project_columns(model, 1, as_input(tree), as_output(momentum));
    return true;
}

bool cdy_trace_momentum(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const int n = t->model->tree_nv;
    tree_state s, rest;
    expression *torque = cdy_tracer_array(t, n), *weight = cdy_tracer_array(t, n);
    if (!torque || !weight || !cdy_tracer_state(t, INPUT_QD, INPUT_COUNT, &s) ||
        !cdy_tracer_state(t, INPUT_COUNT, INPUT_COUNT, &rest) || !express_momentum(t, &s, outputs[0]) ||
        !subtract_drives(t, &s, outputs[1]) || !transpose_coriolis(t, &s, torque) ||
        !add_projected(t, 1, torque, outputs[1]) ||
        !cdy_express_inverse_dynamics(t, t->gravity, &rest, false, weight)) {
        return false;
    }
    for (int i = 0; i < t->model->nv; i++) {
        outputs[1][i] = cdy_graph_subtract(outputs[1][i], weight[i]);
    }
    return true;
}
