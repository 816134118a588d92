#include "generate/traced_drives.h"

/* tanh(qd / width), which smooths Coulomb friction. */
static expression smooth_sign(const cdy_model *model, expression qd)
{
    return cdy_graph_function(NODE_TANH, expression_times(1 / model->drive_options.friction_width, qd));
}

expression cdy_express_drive_torque(const tracer *t, int i, const expression *q, const expression *qd)
{
    const model_drive *d = &model_drives(t->model)[i];
    expression sum = expression_times(d->damping, qd[i]);
    if (d->friction != 0) {
        sum = cdy_graph_add(sum, expression_times(d->friction, smooth_sign(t->model, qd[i])));
    }
    if (d->stiffness != 0) {
        const expression stretch = cdy_graph_subtract(q[d->position], expression_constant(d->rest));
        sum = cdy_graph_add(sum, expression_times(d->stiffness, stretch));
    }
    return sum;
}

drive_slope cdy_express_drive_slope(const cdy_model *model, int i, const expression *qd)
{
    const model_drive *d = &model_drives(model)[i];
    drive_slope s = {expression_constant(d->stiffness), expression_constant(d->damping)};
    if (d->friction != 0) {
        const expression sign = smooth_sign(model, qd[i]);
        const expression slope = cdy_graph_subtract(expression_constant(1), cdy_graph_multiply(sign, sign));
        s.by_qd = cdy_graph_add(s.by_qd, expression_times(d->friction / model->drive_options.friction_width, slope));
    }
    return s;
}

void cdy_express_drive_slopes(const tracer *t, const expression *qd, expression *by_q, expression *by_qd)
{
    const cdy_model *model = t->model;
    const int n = model->tree_nv;
    for (int i = 0; model->drives_act && i < n; i++) {
        const drive_slope slope = cdy_express_drive_slope(model, i, qd);
        by_q[i * (n + 1)] = cdy_graph_add(by_q[i * (n + 1)], slope.by_q);
        by_qd[i * (n + 1)] = cdy_graph_add(by_qd[i * (n + 1)], slope.by_qd);
    }
}
