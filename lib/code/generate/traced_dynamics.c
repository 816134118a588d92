#include "generate/traced_dynamics.h"

#include "generate/traced_drives.h"
#include "generate/traced_kernels.h"
#include "generate/traced_load.h"
#include "generate/traced_mass.h"

/* Adds the torques of the drives to those of the bodies. */
static void add_drives(const tracer *t, const tree_state *s, expression *tau)
{
    const cdy_model *model = t->model;
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const expression load = cdy_graph_add(tau[i], cdy_express_spring(model, i, s->q));
        tau[i] = cdy_graph_add(tau[i], cdy_express_drive_torque(t, i, s->q, s->qd));
        tau[i] = cdy_graph_add(tau[i], cdy_express_load_friction(model, i, s->qd, load).torque);
        tau[i] = cdy_graph_add(tau[i], expression_times(model_drives(model)[i].rotor, s->qdd[i]));
    }
}

bool cdy_express_inverse_dynamics(const tracer *t, const expression gravity[3], const tree_state *s, bool drives,
                                  expression *tau)
{
    const cdy_model *model = t->model;
    expression *tree_tau = cdy_tracer_array(t, model->tree_nv);
    if (!tree_tau) {
        return false;
    }
    cdy_kernels_traced.rnea(model, t->kernel_scratch, as_input(gravity), as_input(s->q), as_input(s->qd),
                            as_input(s->qdd), cdy_tracer_wrenches(t), as_output(tree_tau));
    if (drives) {
        add_drives(t, s, tree_tau);
    }
    cdy_kernels_traced.project_columns(model, 1, as_input(tree_tau), as_output(tau));
    return true;
}

bool cdy_trace_inverse_dynamics(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    return cdy_tracer_state(t, INPUT_QD, INPUT_QDD, &s) &&
           cdy_express_inverse_dynamics(t, t->gravity, &s, true, outputs[0]);
}

bool cdy_trace_gravity_torque(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    return cdy_tracer_state(t, INPUT_COUNT, INPUT_COUNT, &s) &&
           cdy_express_inverse_dynamics(t, t->gravity, &s, false, outputs[0]);
}

bool cdy_trace_velocity_product(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    return cdy_tracer_state(t, INPUT_QD, INPUT_COUNT, &s) &&
           cdy_express_inverse_dynamics(t, t->nothing, &s, false, outputs[0]);
}

bool cdy_express_articulated_bodies(const tracer *t, const tree_state *s, expression *qdd, expression *D)
{
    const cdy_model *model = t->model;
    expression *tau = cdy_tracer_array(t, model->nv);
    if (!tau || !D) {
        return false;
    }
    for (int i = 0; i < model->nv; i++) {
        const expression passive =
            model->drives_act ? cdy_express_drive_torque(t, i, s->q, s->qd) : expression_constant(0);
        tau[i] = cdy_graph_subtract(t->inputs[INPUT_TAU][i], passive);
    }
    cdy_kernels_traced.aba(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                           as_input(tau), cdy_tracer_wrenches(t), as_output(qdd), as_output(D));
    return true;
}

bool cdy_express_accelerations(const tracer *t, const tree_state *s, expression *qdd, expression *M, expression *D)
{
    const int n = t->model->nv;
    expression *bias = cdy_tracer_array(t, n);
    if (!M || !bias || !D || !cdy_express_mass_matrix(t, s->q, M) ||
        !cdy_express_inverse_dynamics(t, t->gravity, s, true, bias)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        qdd[i] = cdy_graph_subtract(t->inputs[INPUT_TAU][i], bias[i]);
    }
    cdy_kernels_traced.solve((size_t)n, as_output(M), as_output(qdd), as_output(D));
    return true;
}

bool cdy_trace_forward_dynamics(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const int n = t->model->nv;
    tree_state s; /* qdd = 0 */
    if (!cdy_tracer_state(t, INPUT_QD, INPUT_COUNT, &s)) {
        return false;
    }
    if (t->model->load_acts) {
        return cdy_express_loaded_accelerations(t, &s, outputs[0]);
    }
    return (t->model->has_followers
                ? cdy_express_accelerations(t, &s, outputs[0], cdy_tracer_array(t, n * n), cdy_tracer_array(t, n))
                : cdy_express_articulated_bodies(t, &s, outputs[0], cdy_tracer_array(t, n)));
}

bool cdy_trace_articulated_bodies(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s; /* qdd = 0 */
    return cdy_tracer_state(t, INPUT_QD, INPUT_COUNT, &s) &&
           cdy_express_articulated_bodies(t, &s, outputs[0], outputs[1]);
}
