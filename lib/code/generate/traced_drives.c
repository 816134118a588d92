#include "generate/traced_drives.h"

#include "generate/gradient.h"

/* The signs and the Stribeck factor of a law at a velocity, and their derivatives by it. */
typedef struct law_signs {
    expression s, ds; /* tanh(qd / width), the sign of the velocity */
    expression S, dS; /* the Stribeck factor */
    expression t, dt; /* the velocity, bounded by load_velocity */
    expression size_squared;
} law_signs;

/* 1 - x^2, the derivative of tanh */
static expression tanh_slope(expression x)
{
    return cdy_graph_subtract(expression_constant(1), cdy_graph_multiply(x, x));
}

/* (size^2)^(exponent / 2) of a positive square */
static expression express_power(expression squared, double exponent)
{
    if (exponent == 2) {
        return squared;
    }
    if (exponent == 1) {
        return cdy_graph_function(NODE_ROOT, squared);
    }
    const expression logarithm = cdy_graph_function(NODE_LOGARITHM, squared);
    return cdy_graph_function(NODE_EXPONENTIAL, expression_times(exponent / 2, logarithm));
}

/* S = exp(-P) with the power P of the velocity over Stribeck's; dS = -S e P qd / (qd^2 + width^2) */
static void express_stribeck(const model_drive_law *l, expression qd, law_signs *x)
{
    const double scale = l->stribeck_velocity * l->stribeck_velocity;
    const expression power = express_power(expression_times(1 / scale, x->size_squared), l->stribeck_exponent);
    x->S = cdy_graph_function(NODE_EXPONENTIAL, cdy_graph_negate(power));
    x->dS = cdy_graph_divide(cdy_graph_multiply(cdy_graph_multiply(x->S, power), qd), x->size_squared);
    x->dS = expression_times(-l->stribeck_exponent, x->dS);
}

static law_signs express_signs(const model_drive *d, expression qd)
{
    const model_drive_law *l = &d->law;
    law_signs x = {.s = cdy_graph_function(NODE_TANH, expression_times(1 / l->width, qd))};
    x.ds = expression_times(1 / l->width, tanh_slope(x.s));
    x.size_squared = cdy_graph_add(cdy_graph_multiply(qd, qd), expression_constant(l->width * l->width));
    if (l->stribeck != 0 || l->load_stribeck != 0) {
        express_stribeck(l, qd, &x);
    }
    if (l->load_damping != 0) {
        const expression ratio = cdy_graph_function(NODE_TANH, expression_times(1 / l->load_velocity, qd));
        x.t = expression_times(l->load_velocity, ratio);
        x.dt = tanh_slope(ratio);
    }
    return x;
}

static bool has_sign(const model_drive *d)
{
    return d->friction != 0 || (d->terms & (DRIVE_COULOMB | DRIVE_VISCOUS)) != 0;
}

/* friction + friction_asymmetry s + stribeck S + damping_asymmetry qd + power_friction v^power_exponent, whose product
 * with s is the torque. */
static expression torque_by_sign(const model_drive *d, const law_signs *x, expression qd)
{
    const model_drive_law *l = &d->law;
    expression sum = cdy_graph_add(expression_constant(d->friction), expression_times(l->friction_asymmetry, x->s));
    sum = cdy_graph_add(sum, expression_times(l->stribeck, x->S));
    sum = cdy_graph_add(sum, expression_times(l->damping_asymmetry, qd));
    if (l->power_friction != 0) {
        const expression power = express_power(x->size_squared, l->power_exponent);
        sum = cdy_graph_add(sum, expression_times(l->power_friction, power));
    }
    return sum;
}

/* Its derivative by qd. */
static expression torque_by_sign_slope(const model_drive *d, const law_signs *x, expression qd)
{
    const model_drive_law *l = &d->law;
    expression sum =
        cdy_graph_add(expression_times(l->friction_asymmetry, x->ds), expression_times(l->stribeck, x->dS));
    sum = cdy_graph_add(sum, expression_constant(l->damping_asymmetry));
    if (l->power_friction != 0) { /* v^e' = e v^e qd / v^2 */
        const expression power = express_power(x->size_squared, l->power_exponent);
        const expression slope = cdy_graph_divide(cdy_graph_multiply(power, qd), x->size_squared);
        sum = cdy_graph_add(sum, expression_times(l->power_friction * l->power_exponent, slope));
    }
    return sum;
}

expression cdy_express_spring(const cdy_model *model, int i, const expression *q)
{
    const model_drive *d = &model_drives(model)[i];
    if (d->stiffness == 0) {
        return expression_constant(0);
    }
    return expression_times(d->stiffness, cdy_graph_subtract(q[d->position], expression_constant(d->rest)));
}

expression cdy_express_friction(const cdy_model *model, int i, const expression *qd)
{
    const model_drive *d = &model_drives(model)[i];
    expression sum = cdy_graph_add(expression_times(d->damping, qd[i]), expression_constant(d->law.offset));
    if (has_sign(d)) {
        const law_signs x = express_signs(d, qd[i]);
        sum = cdy_graph_add(sum, cdy_graph_multiply(x.s, torque_by_sign(d, &x, qd[i])));
    }
    return sum;
}

expression cdy_express_drive_torque(const tracer *t, int i, const expression *q, const expression *qd)
{
    return cdy_graph_add(cdy_express_friction(t->model, i, qd), cdy_express_spring(t->model, i, q));
}

/* L (a + b g) */
static expression load_torque(expression size, expression sign, expression a, expression b)
{
    return cdy_graph_multiply(size, cdy_graph_add(a, cdy_graph_multiply(b, sign)));
}

/* load_friction + load_stribeck S */
static expression friction_coefficient(const model_drive_law *l, const law_signs *x)
{
    return cdy_graph_add(expression_constant(l->load_friction), expression_times(l->load_stribeck, x->S));
}

/* The derivative of a by qd: of coefficient s + load_damping t. */
static expression a_slope(const model_drive_law *l, const law_signs *x)
{
    expression sum = cdy_graph_multiply(friction_coefficient(l, x), x->ds);
    sum = cdy_graph_add(sum, expression_times(l->load_stribeck, cdy_graph_multiply(x->dS, x->s)));
    return cdy_graph_add(sum, expression_times(l->load_damping, x->dt));
}

/* The size L and the sign g of a load u, and the derivatives of the sign by it; L' = g. */
typedef struct load_signs {
    expression size, sign, sign_slope, sign_curvature;
} load_signs;

/* With h^2 = u^2 + width^2: L = h - width, g = u / h, g' = width^2 / h^3, g'' = -3 g' g / h */
static load_signs express_load_signs(const model_drive_law *l, expression load)
{
    const expression width = expression_constant(l->load_width), squared = cdy_graph_multiply(load, load);
    const expression h = cdy_graph_function(NODE_ROOT, cdy_graph_add(squared, cdy_graph_multiply(width, width)));
    const expression ratio = cdy_graph_divide(width, h);
    load_signs x = {.size = cdy_graph_divide(squared, cdy_graph_add(h, width)), .sign = cdy_graph_divide(load, h)};
    x.sign_slope = cdy_graph_divide(cdy_graph_multiply(ratio, ratio), h);
    x.sign_curvature = cdy_graph_divide(expression_times(-3, cdy_graph_multiply(x.sign_slope, x.sign)), h);
    return x;
}

/* The derivative of a + b g times L by the load: a g + b (g^2 + L g'). */
static expression load_torque_slope(const load_signs *u, expression a, expression b)
{
    const expression by_b =
        cdy_graph_add(cdy_graph_multiply(u->sign, u->sign), cdy_graph_multiply(u->size, u->sign_slope));
    return cdy_graph_add(cdy_graph_multiply(u->sign, a), cdy_graph_multiply(by_b, b));
}

/* The derivative of b by qd, of load_asymmetry s^2. */
static expression b_slope(const model_drive_law *l, const law_signs *x)
{
    return expression_times(2 * l->load_asymmetry, cdy_graph_multiply(x->s, x->ds));
}

load_friction cdy_express_load_friction(const cdy_model *model, int i, const expression *qd, expression load)
{
    const model_drive *d = &model_drives(model)[i];
    const model_drive_law *l = &d->law;
    if (!(d->terms & DRIVE_LOAD)) {
        const expression zero = expression_constant(0);
        return (load_friction){zero, zero, zero, zero, zero};
    }
    const law_signs x = express_signs(d, qd[i]);
    const load_signs u = express_load_signs(l, load);
    load_friction f = {.a = cdy_graph_add(cdy_graph_multiply(friction_coefficient(l, &x), x.s),
                                          expression_times(l->load_damping, x.t)),
                       .b = expression_times(l->load_asymmetry, cdy_graph_multiply(x.s, x.s))};
    f.torque = load_torque(u.size, u.sign, f.a, f.b);
    f.by_load = load_torque_slope(&u, f.a, f.b);
    f.by_qd = load_torque(u.size, u.sign, a_slope(l, &x), b_slope(l, &x));
    return f;
}

bool cdy_express_curvature(const tracer *t, int i, expression slope, expression *curvature)
{
    const model_coordinate *own = &model_velocities(t->model)[i];
    *curvature = expression_constant(0);
    if (own->multiplier == 0 || !slope.owner) {
        return true;
    }
    const bool made = cdy_graph_slopes(t->graph, t->inputs[INPUT_QD][own->index], 1, &slope, curvature);
    *curvature = expression_times(1 / own->multiplier, *curvature);
    return made;
}

bool cdy_express_load_curvature(const tracer *t, int i, const expression *qd, expression load, load_curvature *c)
{
    const model_drive *d = &model_drives(t->model)[i];
    const model_drive_law *l = &d->law;
    expression by_a, by_b;
    *c = (load_curvature){expression_constant(0), expression_constant(0), expression_constant(0)};
    if (!(d->terms & DRIVE_LOAD)) {
        return true;
    }
    const law_signs x = express_signs(d, qd[i]);
    const load_signs u = express_load_signs(l, load);
    const load_friction f = cdy_express_load_friction(t->model, i, qd, load);
    const expression a = a_slope(l, &x), b = b_slope(l, &x);
    if (!cdy_express_curvature(t, i, a, &by_a) || !cdy_express_curvature(t, i, b, &by_b)) {
        return false;
    }
    const expression of_b = cdy_graph_add(expression_times(3, cdy_graph_multiply(u.sign, u.sign_slope)),
                                          cdy_graph_multiply(u.size, u.sign_curvature));
    c->by_u_u = cdy_graph_add(cdy_graph_multiply(u.sign_slope, f.a), cdy_graph_multiply(of_b, f.b));
    c->by_u_qd = load_torque_slope(&u, a, b);
    c->by_qd_qd = load_torque(u.size, u.sign, by_a, by_b);
    return true;
}

drive_slope cdy_express_drive_slope(const cdy_model *model, int i, const expression *qd)
{
    const model_drive *d = &model_drives(model)[i];
    drive_slope slope = {expression_constant(d->stiffness), expression_constant(d->damping)};
    if (has_sign(d)) {
        const law_signs x = express_signs(d, qd[i]);
        slope.by_qd = cdy_graph_add(slope.by_qd, cdy_graph_multiply(torque_by_sign(d, &x, qd[i]), x.ds));
        slope.by_qd = cdy_graph_add(slope.by_qd, cdy_graph_multiply(x.s, torque_by_sign_slope(d, &x, qd[i])));
    }
    return slope;
}

/* Multiplies row `i` of a matrix of n columns by 1 + slope. */
static void scale_row(int n, int i, expression slope, expression *matrix)
{
    const expression factor = cdy_graph_add(expression_constant(1), slope);
    for (int k = 0; k < n; k++) {
        matrix[i * n + k] = cdy_graph_multiply(factor, matrix[i * n + k]);
    }
}

void cdy_express_drive_slopes(const tracer *t, const expression *q, const expression *qd, const expression *bodies,
                              expression *by_q, expression *by_qd)
{
    const cdy_model *model = t->model;
    const int n = model->tree_nv;
    for (int i = 0; model->drives_act && i < n; i++) {
        const drive_slope slope = cdy_express_drive_slope(model, i, qd);
        by_q[i * (n + 1)] = cdy_graph_add(by_q[i * (n + 1)], slope.by_q);
        if (model_drives(model)[i].terms & DRIVE_LOAD) {
            const expression load = cdy_graph_add(bodies[i], cdy_express_spring(model, i, q));
            const load_friction f = cdy_express_load_friction(model, i, qd, load);
            scale_row(n, i, f.by_load, by_q);
            scale_row(n, i, f.by_load, by_qd);
            by_qd[i * (n + 1)] = cdy_graph_add(by_qd[i * (n + 1)], f.by_qd);
        }
        by_qd[i * (n + 1)] = cdy_graph_add(by_qd[i * (n + 1)], slope.by_qd);
    }
}
