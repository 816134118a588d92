#include "generate/traced_drives.h"

/* tanh(qd / width), the sign of the velocity. */
static expression smooth_sign(const model_drive *d, expression qd)
{
    return cdy_graph_function(NODE_TANH, expression_times(1 / d->law.width, qd));
}

static bool has_sign(const model_drive *d)
{
    return d->friction != 0 || d->law.friction_asymmetry != 0 || d->law.damping_asymmetry != 0;
}

/* s (friction + friction_asymmetry s + damping_asymmetry qd) */
static expression signed_torque(const model_drive *d, expression sign, expression qd)
{
    const expression coulomb =
        cdy_graph_add(expression_constant(d->friction), expression_times(d->law.friction_asymmetry, sign));
    return cdy_graph_multiply(sign, cdy_graph_add(coulomb, expression_times(d->law.damping_asymmetry, qd)));
}

expression cdy_express_drive_torque(const tracer *t, int i, const expression *q, const expression *qd)
{
    const model_drive *d = &model_drives(t->model)[i];
    expression sum = cdy_graph_add(expression_times(d->damping, qd[i]), expression_constant(d->law.offset));
    if (has_sign(d)) {
        sum = cdy_graph_add(sum, signed_torque(d, smooth_sign(d, qd[i]), qd[i]));
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
    if (has_sign(d)) {
        const expression sign = smooth_sign(d, qd[i]);
        const expression slope = cdy_graph_subtract(expression_constant(1), cdy_graph_multiply(sign, sign));
        const expression by_sign = cdy_graph_add(expression_constant(d->friction),
                                                 cdy_graph_add(expression_times(2 * d->law.friction_asymmetry, sign),
                                                               expression_times(d->law.damping_asymmetry, qd[i])));
        s.by_qd = cdy_graph_add(s.by_qd, cdy_graph_multiply(by_sign, expression_times(1 / d->law.width, slope)));
        s.by_qd = cdy_graph_add(s.by_qd, expression_times(d->law.damping_asymmetry, sign));
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
