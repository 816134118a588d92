/* Inverse dynamics: the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1). */
#include "kernels/outward.h"
#include "kernels/width.h"

_Static_assert(sizeof(moving_body) + sizeof(transform) <= sizeof(body_state), "the state has room for both");

/* What the joint feels of the force on a body; returns that on its parent, which has `borne` to bear besides.
 * `to_turning`: the parent turns on the base. */
LINK_INLINE force bear(link_kind kind, const model_body *body, const moving_body *s, bool to_turning, force f,
                       force borne, real *tau)
{
    joint_force(link_joint(kind, body), f, tau);
    if (!body->parent) {
        return f;
    }
    if (to_turning) {
        borne.moment.z = borne.moment.z + link_force_back(kind, body, &s->link, f).moment.z;
        return borne;
    }
    return link_add_force_back(kind, body, &s->link, borne, f);
}

void KERNEL(rnea)(const cdy_model *model, void *state, const double gravity[3], const scalar *q_, const scalar *qd_,
                  const scalar *qdd_, const scalar *forces, scalar *tau_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    real *tau = reals_out(tau_);
    moving_body *s = state;
    const coordinates q = read_coordinates(model, state, q_);

    move_bodies(model, q, qd, false, qdd, gravity, s);
    if (forces) {
        subtract_external_forces(model, s, (transform *)(void *)(s + model->body_count), q, reals(forces));
    }

    /* Inward: what of the forces the joints feel; the rest is the parent's to bear.  The parent is mostly the next
     * body: its force stays at hand, since the way through memory is longer than the sum. */
    force f = s[model->body_count - 1].f;
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        if (turns_on_base(&bodies[body->parent])) {
            BY_LINK(body, f = bear, body, &s[i], true, f, s[body->parent].f, tau + body->v);
        } else {
            BY_LINK(body, f = bear, body, &s[i], false, f, s[body->parent].f, tau + body->v);
        }
        if (body->parent != i - 1) {
            s[body->parent].f = f;
            f = s[i - 1].f;
        }
    }
}
