/* Inverse dynamics: the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1). */
#include "kernels/width.h"

#include <string.h>

static void subtract_external_forces(const cdy_model *model, body_state *s, const real *forces)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        int p = bodies[i].parent;
        s[i].X_base = p ? transform_multiply(s[i].X, s[p].X_base) : s[i].X;
        s[i].f = force_subtract(s[i].f, transform_force(s[i].X_base, external_force_on(&bodies[i], forces)));
    }
}

void KERNEL(rnea)(const cdy_model *model, void *state, const double gravity[3], const double *q_, const double *qd_,
                  const double *qdd_, const double *forces, double *tau_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    real *tau = reals_out(tau_);
    body_state *s = state;
    const coordinates q = read_coordinates(model, state, q_);

    /* The base rests, but accelerates against gravity, which spares every body its weight. */
    memset(&s[0].v, 0, sizeof s[0].v);
    memset(&s[0].a, 0, sizeof s[0].a);
    s[0].a.linear = subtract(s[0].a.linear, vec3_from(gravity));

    /* Outward: velocities and accelerations, and the forces that they need. */
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const body_state *parent = &s[body->parent];
        transform X = joint_transform(body, q);
        inertia I = joint_body_inertia(body);
        motion v = transform_motion(X, parent->v);
        motion a = transform_motion(X, parent->a);
        joint_add_motion(body, qd + body->v, qdd + body->v, &v, &a);
        s[i].X = X;
        s[i].v = v;
        s[i].a = a;
        s[i].f = force_add(inertia_apply(I, a), cross_force(v, inertia_apply(I, v)));
    }
    if (forces) {
        subtract_external_forces(model, s, reals(forces));
    }

    /* Inward: what of the forces the joints feel; the rest is the parent's to bear. */
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        joint_force(body, s[i].f, tau + body->v);
        if (body->parent) {
            s[body->parent].f = force_add(s[body->parent].f, transform_force_back(s[i].X, s[i].f));
        }
    }
}
