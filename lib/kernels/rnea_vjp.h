/* Product of a vector with the derivatives of inverse dynamics: the adjoint of the recursive Newton-Euler algorithm
 * (docs/design.md, "Products with the derivatives").
 *
 * w . tau = sum of u_i . f_i, where f_i is the force that body i requires (Featherstone 2008, table 5.1) and u_i its
 * velocity if the joints move with w. The dual of a variable is the derivative of this sum by it. The pass outward
 * computes motions, u, and the duals of each body's equations; the pass inward adds the duals of the children. */
#ifndef CDY_KERNELS_RNEA_VJP_H
#define CDY_KERNELS_RNEA_VJP_H

#include "kernels/forward_pass.h"
#include "kernels/scratch.h"

/* A body in its own axes. */
typedef struct body_adjoint {
    body_kinematics k; /* k.f: force of the subtree, which is the dual of u */
    motion u;          /* velocity if the joints move with the given vector w */
    vec3 w_bar;        /* derivative of w . tau by the angular velocity (docs/design.md: bar(w)) */
    force a_bar;       /* derivatives by the angular acceleration and by the origin's acceleration: bar(dw), bar(a) */
} body_adjoint;

/* External forces of a subtree, which stay as they are in the base frame while a joint turns the bodies. */
typedef struct body_load {
    transform X_base; /* from the base */
    force turn;       /* sum of u x* f over the subtree, in the base frame: less the dual of a displacement */
} body_load;

_Static_assert(sizeof(body_adjoint) + sizeof(body_load) <= sizeof(body_gradient),
               "the scratch memory has room for both");

/* Dual of w in d . (w x (w x p)): (w . p) d + (w . d) p - 2 (d . p) w. */
ALWAYS_INLINE vec3 centripetal_dual(vec3 w, vec3 p, vec3 d)
{
    const real wp = dot(w, p), wd = dot(w, d), dp = -2 * dot(d, p);
    return (vec3){wp * d.x + wd * p.x + dp * w.x, wp * d.y + wd * p.y + dp * w.y, wp * d.z + wd * p.z + dp * w.z};
}

/* Dual of w in u . (moment; force) of the Newton-Euler equations: that of u.angular . (w x I w) and of u.linear . (w x
 * (w x h)). */
ALWAYS_INLINE vec3 newton_euler_velocity_dual(inertia I, vec3 w, motion u)
{
    const vec3 turning = add(cross(sym3_apply(I.I, w), u.angular), sym3_apply(I.I, cross(u.angular, w)));
    return add(turning, centripetal_dual(w, I.h, u.linear));
}

/* Outward step of one body. */
ALWAYS_INLINE void adjoint_step(dh_kind kind, const model_body *body, coordinates q, const real *qd, const real *qdd,
                                const real *weight, const body_adjoint *parent, body_adjoint *s)
{
    const inertia I = joint_body_inertia(body);
    forward_step(kind, body, q, qd, qdd, &parent->k, &s->k);
    const motion vJ = joint_motion(dh_joint_kind(kind, body), weight);
    if (body->parent) {
        const vec3 angular = parent->u.angular;
        const vec3 linear = dh_shift_motion(kind, parent->u.linear, angular, dh_origin(kind, body, &s->k.link));
        s->u = motion_add(
            (motion){dh_rotate(kind, body, &s->k.link, angular), dh_rotate(kind, body, &s->k.link, linear)}, vJ);
    } else {
        s->u = vJ;
    }
    s->w_bar = newton_euler_velocity_dual(I, s->k.m.w, s->u);
    s->a_bar = inertia_apply(I, s->u);
}

/* The same for a revolute joint on the base: velocity and u are along its fixed axis, so that the dual of its velocity
 * is zero, and no force is needed. */
static inline void adjoint_step_on_base(const model_body *body, coordinates q, const real *qd, const real *qdd,
                                        const real *weight, vec3 a0, body_adjoint *s)
{
    const real zero = {0};
    const inertia I = joint_body_inertia(body);
    forward_step_on_base(body, q, qd, qdd, a0, &s->k);
    s->u = joint_motion(JOINT_REVOLUTE, weight);
    s->w_bar = (vec3){zero, zero, zero};
    s->a_bar = inertia_apply(I, s->u);
}

/* Turn the external forces into the axes of the bodies, and subtract them from the forces. */
static void load_bodies(const kernel_model *model, coordinates q, const real *forces, body_adjoint *s, body_load *loads)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        const transform X = joint_transform(&bodies[i], q);
        const int p = bodies[i].parent;
        body_load *load = &loads[i];
        load->X_base = p ? transform_multiply(X, loads[p].X_base) : X;
        const force f = transform_force(load->X_base, external_force_on(&bodies[i], forces));
        load->turn = transform_force_back(load->X_base, cross_force(s[i].u, f));
        if (!is_revolute_on_base(&bodies[i])) {
            s[i].k.f = force_subtract(s[i].k.f, f);
        }
    }
}

/* Inward step of one body: the products of its joint, and its duals added to the parent's. A parent with a revolute
 * joint on the base needs no force. */
ALWAYS_INLINE void dual_step(dh_kind kind, const model_body *body, const body_adjoint *s, const real *qd,
                             const real *qdd, const real *weight, force turn, bool to_axis, body_adjoint *parent,
                             joint_products to)
{
    const dh_link *l = &s->k.link;
    const joint_kind joint = dh_joint_kind(kind, body);
    const vec3 w =
        joint_duals(joint, qd, qdd, weight, (joint_adjoint){s->k.m, s->u, s->k.f, s->w_bar, s->a_bar, turn}, to);
    if (!body->parent) {
        return;
    }
    const force a = dh_force_back(kind, body, l, s->a_bar);
    const vec3 back = dh_rotate_back(kind, body, l, w);
    if (!to_axis) {
        parent->k.f = dh_add_force_back(kind, body, l, parent->k.f, s->k.f);
    }
    parent->a_bar = force_add(parent->a_bar, a);
    parent->w_bar = add(parent->w_bar, add(back, centripetal_dual(parent->k.m.w, dh_origin(kind, body, l), a.linear)));
}

/* The products of a revolute joint on the base: a turn of it changes the acceleration of its origin only. */
static inline void dual_step_on_base(const body_adjoint *s, force turn, joint_products to)
{
    to.by_q[0] = s->a_bar.linear.x * s->k.m.a.y - s->a_bar.linear.y * s->k.m.a.x - turn.moment.z;
    to.by_qd[0] = s->w_bar.z;
    to.by_qdd[0] = s->a_bar.moment.z;
}

static void rnea_vjp(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                     const scalar *qd_, const scalar *qdd_, const scalar *forces, const scalar *weight_, scalar *by_q_,
                     scalar *by_qd_, scalar *by_qdd_)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const force none = {{zero, zero, zero}, {zero, zero, zero}};
    const real *qd = reals(qd_), *qdd = reals(qdd_), *weight = reals(weight_);
    body_adjoint *s = (body_adjoint *)scratch;
    body_load *loads = (body_load *)(void *)(s + model->body_count);
    const coordinates q = read_coordinates(model, scratch, q_);

    s[0].k.m = (body_acceleration){none.linear, none.linear, subtract(none.linear, vec3_from(gravity))};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const int v = body->v;
        if (is_revolute_on_base(body)) {
            adjoint_step_on_base(body, q, qd + v, qdd + v, weight + v, s[0].k.m.a, &s[i]);
        } else {
            BY_DH_KIND(body, adjoint_step, body, q, qd + v, qdd + v, weight + v, &s[body->parent], &s[i]);
        }
    }
    if (forces) {
        load_bodies(model, q, reals(forces), s, loads);
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        const int v = body->v, p = body->parent;
        const joint_products to = {reals_out(by_q_) + v, reals_out(by_qd_) + v, reals_out(by_qdd_) + v};
        force turn = none;
        if (forces) {
            turn = transform_force(loads[i].X_base, loads[i].turn);
            loads[p].turn = force_add(loads[p].turn, loads[i].turn);
        }
        if (is_revolute_on_base(body)) {
            dual_step_on_base(&s[i], turn, to);
        } else {
            BY_DH_KIND(body, dual_step, body, &s[i], qd + v, qdd + v, weight + v, turn, is_revolute_on_base(&bodies[p]),
                       &s[p], to);
        }
    }
}

#endif
