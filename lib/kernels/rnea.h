/* Inverse dynamics: the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1, in body coordinates). */
#ifndef CDY_KERNELS_RNEA_H
#define CDY_KERNELS_RNEA_H

#include "kernels/forward_pass.h"
#include "kernels/scratch.h"

_Static_assert(sizeof(body_kinematics) + sizeof(transform) <= sizeof(body_state),
               "the scratch memory has room for both");

/* Backward step: tau_i = S_i^T f_i, and return f_parent + X_i^T f_i. */
ALWAYS_INLINE force backward_step(dh_kind kind, const model_body *body, const body_kinematics *s, force f,
                                  force f_parent, real *tau)
{
    joint_force(dh_joint_kind(kind, body), f, tau);
    return dh_add_force_back(kind, body, &s->link, f_parent, f);
}

/* The same for a child of a revolute joint on the base: only the moment about that joint's axis is added. */
ALWAYS_INLINE void backward_step_on_base(dh_kind kind, const model_body *body, const body_kinematics *s, force f,
                                         real *axis_moment, real *tau)
{
    joint_force(dh_joint_kind(kind, body), f, tau);
    *axis_moment = *axis_moment + dh_force_back(kind, body, &s->link, f).moment.z;
}

static void rnea(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_, const scalar *qd_,
                 const scalar *qdd_, const scalar *forces, scalar *tau_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    real *tau = reals_out(tau_);
    body_kinematics *s = (body_kinematics *)scratch;
    const coordinates q = read_coordinates(model, scratch, q_);

    forward_pass(model, q, qd, false, qdd, gravity, s);
    if (forces) {
        subtract_external_forces(model, s, (transform *)(void *)(s + model->body_count), q, reals(forces));
    }

    /* Backward pass. The parent is the previous body in most robots, so that its force is kept in registers: a store
     * and a load would take longer than the sum. */
    force f = s[model->body_count - 1].f;
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        const int p = body->parent;
        if (is_revolute_on_base(body)) {
            tau[body->v] = s[i].axis_moment;
        } else if (!p) {
            joint_force(joint_kind_of(body), f, tau + body->v);
        } else if (is_revolute_on_base(&bodies[p])) {
            BY_DH_KIND(body, backward_step_on_base, body, &s[i], f, &s[p].axis_moment, tau + body->v);
        } else {
            SET_BY_DH_KIND(f, body, backward_step, body, &s[i], f, s[p].f, tau + body->v);
            if (p == i - 1) {
                continue;
            }
            s[p].f = f;
        }
        f = s[i - 1].f;
    }
}

#endif
