/* The law of a drive (condyle/drives.h) at a velocity qd and a load u, and its derivatives, over `law_number`: double
 * here, double _Complex where a test steps through the complex plane.
 *
 * The signs and the Stribeck factor at a velocity are computed once. */
#ifndef CDY_DYNAMICS_DRIVE_LAW_H
#define CDY_DYNAMICS_DRIVE_LAW_H

#include "model/model.h"

#ifndef law_number
#include <math.h>
#define law_number     double
#define law_bounded(x) fmin(x, 800) /* exp(-800) is 0 */
#endif

/* s, v and S of the law, the saturated velocity t, and their derivatives by qd. */
typedef struct law_signs {
    law_number s, v, S, t;
    law_number ds, dv, dS, dt;
} law_signs;

static inline law_signs law_signs_at(const model_drive_law *l, law_number qd)
{
    const double w = (double)l->width, vs = (double)l->stribeck_velocity, e = (double)l->stribeck_exponent;
    const double V = (double)l->load_velocity;
    law_signs x = {.s = tanh(qd / w), .v = sqrt(qd * qd + w * w)};
    x.ds = (1 - x.s * x.s) / w;
    x.dv = qd / x.v;
    if (l->stribeck != 0 || l->load_stribeck != 0) {
        const law_number power = law_bounded(pow(x.v / vs, e));
        x.S = exp(-power);
        x.dS = -x.S * e * power / x.v * x.dv;
    }
    if (l->load_damping != 0) {
        const law_number ratio = tanh(qd / V);
        x.t = V * ratio;
        x.dt = 1 - ratio * ratio;
    }
    return x;
}

/* The torque of the offset and of asymmetric, Stribeck and power friction, without the friction by the load. */
static inline law_number law_torque(const model_drive_law *l, const law_signs *x, law_number qd)
{
    law_number torque = (double)l->offset;
    torque += x->s * ((double)l->friction_asymmetry * x->s + (double)l->stribeck * x->S);
    torque += (double)l->damping_asymmetry * x->s * qd;
    return l->power_friction != 0 ? torque + (double)l->power_friction * x->s * pow(x->v, (double)l->power_exponent)
                                  : torque;
}

/* Its derivative by qd. */
static inline law_number law_torque_by_qd(const model_drive_law *l, const law_signs *x, law_number qd)
{
    const double e = (double)l->power_exponent;
    law_number slope = 2 * (double)l->friction_asymmetry * x->s * x->ds;
    slope += (double)l->stribeck * (x->ds * x->S + x->s * x->dS);
    slope += (double)l->damping_asymmetry * (x->ds * qd + x->s);
    return l->power_friction != 0 ? slope + (double)l->power_friction * pow(x->v, e) * (x->ds + x->s * e * x->dv / x->v)
                                  : slope;
}

/* Second derivatives of s, S and t by qd. */
typedef struct law_curves {
    law_number dds, ddS, ddt;
    law_number ratio, dratio; /* dv/v, by which powers of v change, and its derivative */
} law_curves;

static inline law_curves law_curves_at(const model_drive_law *l, const law_signs *x)
{
    const double w = (double)l->width, vs = (double)l->stribeck_velocity, e = (double)l->stribeck_exponent;
    const double V = (double)l->load_velocity;
    law_curves c = {.dds = -2 * x->s * x->ds / w, .ratio = x->dv / x->v};
    c.dratio = w * w / (x->v * x->v * x->v * x->v) - c.ratio * c.ratio;
    if (l->stribeck != 0 || l->load_stribeck != 0) {
        const law_number power = law_bounded(pow(x->v / vs, e));
        c.ddS = x->S * e * power * ((e * power - e) * c.ratio * c.ratio - c.dratio);
    }
    if (l->load_damping != 0) {
        c.ddt = -2 * x->t / V * x->dt / V;
    }
    return c;
}

/* Its second derivative by qd. */
static inline law_number law_torque_by_qd_qd(const model_drive_law *l, const law_signs *x, law_number qd)
{
    const law_curves c = law_curves_at(l, x);
    law_number curve = 2 * (double)l->friction_asymmetry * (x->ds * x->ds + x->s * c.dds);
    curve += (double)l->stribeck * (c.dds * x->S + 2 * x->ds * x->dS + x->s * c.ddS);
    curve += (double)l->damping_asymmetry * (c.dds * qd + 2 * x->ds);
    if (l->power_friction != 0) {
        const double p = (double)l->power_exponent;
        const law_number P = pow(x->v, p), dP = P * p * c.ratio, ddP = dP * p * c.ratio + P * p * c.dratio;
        curve += (double)l->power_friction * (c.dds * P + 2 * x->ds * dP + x->s * ddP);
    }
    return curve;
}

/* Friction by the load is L a + L g b with the absolute value L and the sign g of the load, and numbers a and b that
 * depend on the velocity. */
typedef struct law_load {
    law_number a, b, da, db; /* derivatives by qd */
} law_load;

static inline law_load law_load_at(const model_drive_law *l, const law_signs *x)
{
    const law_number mu = (double)l->load_friction + (double)l->load_stribeck * x->S;
    return (law_load){
        .a = mu * x->s + (double)l->load_damping * x->t,
        .b = (double)l->load_asymmetry * x->s * x->s,
        .da = mu * x->ds + (double)l->load_stribeck * x->dS * x->s + (double)l->load_damping * x->dt,
        .db = 2 * (double)l->load_asymmetry * x->s * x->ds,
    };
}

/* Absolute value and sign of a load, smooth at 0. */
static inline law_number law_size(const model_drive_law *l, law_number u)
{
    const double w = (double)l->load_width;
    return u * u / (sqrt(u * u + w * w) + w);
}

static inline law_number law_sign(const model_drive_law *l, law_number u)
{
    const double w = (double)l->load_width;
    return u / sqrt(u * u + w * w);
}

static inline law_number law_load_torque(const model_drive_law *l, const law_load *y, law_number u)
{
    return law_size(l, u) * (y->a + law_sign(l, u) * y->b);
}

static inline law_number law_load_torque_by_qd(const model_drive_law *l, const law_load *y, law_number u)
{
    return law_size(l, u) * (y->da + law_sign(l, u) * y->db);
}

/* The derivative by u; its size is at most that of cdy_joint_drive's bound, 0.9. */
static inline law_number law_load_torque_by_load(const model_drive_law *l, const law_load *y, law_number u)
{
    const double w = (double)l->load_width;
    const law_number g = law_sign(l, u), h = sqrt(u * u + w * w), dg = w / h * (w / h) / h;
    return g * y->a + (g * g + law_size(l, u) * dg) * y->b;
}

/* Second derivatives of friction by the load. */
typedef struct law_curvature {
    law_number by_u_u, by_u_qd, by_qd_qd;
} law_curvature;

static inline law_curvature law_load_curvature(const model_drive_law *l, const law_signs *x, law_number u)
{
    const double w = (double)l->load_width;
    const law_load y = law_load_at(l, x);
    const law_curves c = law_curves_at(l, x);
    const law_number mu = (double)l->load_friction + (double)l->load_stribeck * x->S;
    const law_number bend = (double)l->load_stribeck * (2 * x->dS * x->ds + c.ddS * x->s);
    const law_number dda = mu * c.dds + bend + (double)l->load_damping * c.ddt;
    const law_number ddb = 2 * (double)l->load_asymmetry * (x->ds * x->ds + x->s * c.dds);
    const law_number h = sqrt(u * u + w * w), g = u / h, L = law_size(l, u), dg = w / h * (w / h) / h;
    const law_number ddg = -3 * dg * g / h;
    return (law_curvature){
        .by_u_u = dg * y.a + (3 * g * dg + L * ddg) * y.b,
        .by_u_qd = g * y.da + (g * g + L * dg) * y.db,
        .by_qd_qd = L * (dda + g * ddb),
    };
}

#endif
