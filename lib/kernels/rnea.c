/* Inverse dynamics: the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1; the bodies' equations as in
 * Luh, Walker and Paul 1980). */
#include "kernels/width.h"

typedef struct newton_euler_state {
    transform X;         /* from the parent body */
    body_acceleration m; /* gravity taken off */
    mat3 A;              /* its acceleration tensor */
    force f;             /* on the body through its joint */
    transform X_base;    /* from the base, only where external forces act */
} newton_euler_state;

_Static_assert(sizeof(newton_euler_state) <= sizeof(body_state), "the state has room for it");

static void subtract_external_forces(const cdy_model *model, newton_euler_state *s, const real *forces)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        int p = bodies[i].parent;
        s[i].X_base = p ? transform_multiply(s[i].X, s[p].X_base) : s[i].X;
        s[i].f = force_subtract(s[i].f, transform_force(s[i].X_base, external_force_on(&bodies[i], forces)));
    }
}

/* How a body moves with its parent, in its own axes. */
static inline body_acceleration hand_on(transform X, const newton_euler_state *parent)
{
    const vec3 a = acceleration_of_point(parent->m.a, parent->A, X.r);
    return (body_acceleration){rotate(X.E, parent->m.w), rotate(X.E, parent->m.dw), rotate(X.E, a)};
}

void KERNEL(rnea)(const cdy_model *model, void *state, const double gravity[3], const scalar *q_, const scalar *qd_,
                  const scalar *qdd_, const scalar *forces, scalar *tau_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    real *tau = reals_out(tau_);
    newton_euler_state *s = state;
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    const coordinates q = read_coordinates(model, state, q_);

    /* The base rests, but accelerates against gravity, which spares every body its weight. */
    s[0].m = (body_acceleration){none, none, subtract(none, vec3_from(gravity))};
    s[0].A = (mat3){none, none, none};
    s[0].f = (force){none, none};

    /* Outward: how each body moves, and the force that it needs. */
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const newton_euler_state *parent = &s[body->parent];
        transform X = joint_transform(body, q);
        body_acceleration m =
            body->parent ? hand_on(X, parent) : (body_acceleration){none, none, rotate(X.E, s[0].m.a)};
        m = joint_accelerate(body, qd + body->v, qdd + body->v, m);
        s[i].X = X;
        s[i].m = m;
        s[i].A = acceleration_tensor(m.w, m.dw);
        s[i].f = newton_euler(joint_body_inertia(body), m, s[i].A);
    }
    if (forces) {
        subtract_external_forces(model, s, reals(forces));
    }

    /* Inward: what of the forces the joints feel; the rest is the parent's to bear.  The parent is mostly the next
     * body: its force stays at hand, since the way through memory is longer than the sum. */
    force f = s[model->body_count - 1].f;
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        joint_force(body, f, tau + body->v);
        if (body->parent) {
            f = add_force_back(s[body->parent].f, s[i].X, f);
        }
        if (body->parent != i - 1) {
            s[body->parent].f = f;
            f = s[i - 1].f;
        }
    }
}
