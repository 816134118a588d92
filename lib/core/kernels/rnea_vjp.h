/* Product of a vector with the derivatives of inverse dynamics: the adjoint of the recursive Newton-Euler algorithm
 * (docs/kernels.md, "Products with the derivatives").
 *
 * w . tau = sum of u_i . f_i, where f_i is the force that body i requires (Featherstone 2008, table 5.1) and u_i its
 * velocity if the joints move with w. The dual of a variable is the derivative of this sum by it. The pass outward
 * computes motions, u, and the duals of each body's equations; the pass inward adds the duals of the children. */
#ifndef CDY_KERNELS_RNEA_VJP_H
#define CDY_KERNELS_RNEA_VJP_H

#include "kernels/forward_pass.h"
#include "kernels/rnea_vjp_on_base.h"
#include "kernels/scratch.h"

/* External forces of a subtree, which stay as they are in the base frame while a joint turns the bodies. */
typedef struct body_load {
    transform X_base; /* from the base */
    force turn;       /* sum of u x* f over the subtree, in the base frame: less the dual of a displacement */
} body_load;

_Static_assert(sizeof(body_adjoint) + sizeof(body_load) <= sizeof(body_gradient),
               "the scratch memory has room for both");

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
    forward_step(kind, body, q, qd, qdd, &parent->k, &parent->k.m, &s->k);
    const motion vJ = joint_motion(dh_joint_kind(kind, body), weight);
    if (!is_on_base(body)) {
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

/* Turn the external forces into the axes of the bodies, and subtract them from the forces. */
static void load_bodies(const kernel_model *model, coordinates q, const real *forces, body_adjoint *s, body_load *loads)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        const transform X = joint_transform(&bodies[i], q);
        body_load *load = &loads[i];
        load->X_base = is_on_base(&bodies[i]) ? X : transform_multiply(X, loads[bodies[i].parent].X_base);
        const force f = transform_force(load->X_base, external_force_on(&bodies[i], forces));
        load->turn = transform_force_back(load->X_base, cross_force(s[i].u, f));
        subtract_subtree_force(&bodies[i], f, &s[i]);
    }
}

/* Inward step of one body: the products of its joint; its force and its duals are added to the parent's. */
ALWAYS_INLINE void dual_step(dh_kind kind, const model_body *bodies, const model_body *body, const body_adjoint *s,
                             const real *qd, const real *qdd, const real *weight, force turn, body_adjoint *parent,
                             joint_products to)
{
    const joint_adjoint joint = {s->k.m, s->u, s->k.f, s->w_bar, s->a_bar, turn};
    const vec3 w = joint_duals(dh_joint_kind(kind, body), qd, qdd, weight, joint, to);
    add_to_parent_adjoint(kind, bodies, body, s, w, parent);
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
            BY_DH_KIND(body, dual_step, bodies, body, &s[i], qd + v, qdd + v, weight + v, turn, &s[p], to);
        }
    }
}

#endif
