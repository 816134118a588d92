/* Derivatives of inverse dynamics, in the base's axes (Singh, Russell and Wensing 2022, "Efficient Analytical
 * Derivatives of Rigid-Body Dynamics using Spatial Vector Algebra"; Carpentier and Mansard 2018).
 *
 * A step along degree of freedom l carries all that its joint carries along J_l.  Of the force f that a body's motion
 * needs that makes J_l x* f + I Jpp_l + B Jp_l; external forces stay as they are in the base.  A step of its
 * velocity makes B J_l + I (Jp_l + dJ_l/dt). */

/* Most joints carry few others, so that much of wide chunks would be left out: with 8 numbers drnea_after takes 3120 ns
 * for a humanoid and 453 for a UR5e, with 4 2950 and 358. */
#define CHUNK_MOST 4

#include "kernels/link.h"
#include "kernels/pairs.h"
#include "kernels/width.h"

#include <string.h>

/* The degrees of freedom of a joint whose columns are J, and the motion of its body.  Without qdd none accelerates. */
LINK_INLINE void move_joint(int nv, const motion J[6], const ground_body *parent, ground_body *s, ground_dof *dofs,
                            const real *qd, const real *qdd)
{
    const motion before = parent->v, rising = parent->a;
    motion v = before, a = rising;
    for (int k = 0; k < nv; k++) {
        ground_dof *d = &dofs[k];
        const motion Jp = cross_motion(before, J[k]);
        d->J = J[k];
        d->turning = Jp.angular;
        d->sum = Jp; /* so far */
        d->Jpp = add_cross_motion(cross_motion(rising, J[k]), before, Jp);
        v = motion_add(v, motion_scale(qd[k], J[k]));
        a = motion_add(a, motion_scale(qd[k], Jp));
        if (qdd) {
            a = motion_add(a, motion_scale(qdd[k], J[k]));
        }
    }
    s->v = v;
    s->a = a;
    for (int k = 0; k < nv; k++) { /* a column that is alone does not move itself */
        const motion Jp = dofs[k].sum;
        dofs[k].sum = nv == 1 ? motion_add(Jp, Jp) : add_cross_motion(Jp, v, J[k]);
    }
}

/* What the environment applies on a body, about the tree's origin. */
static force external_force_about(const model_body *body, vec3 origin, const real *forces)
{
    const force f = external_force_on(body, forces);
    return (force){subtract(f.moment, cross(origin, f.linear)), f.linear};
}

/* How a body stands and moves with its parent. */
LINK_INLINE void move_body(link_kind kind, const model_body *body, coordinates q, const real *qd, const real *qdd,
                           const real *forces, const ground_body *parent, ground_body *s, ground_dof *dofs)
{
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    motion J[6];
    link l;
    link_stand(kind, body, q, &l);
    s->X = body->parent ? link_multiply(kind, body, &l, parent->X) : (transform){l.X.E, none};
    if (forces) {
        s->origin = body->parent ? parent->origin : l.X.r;
        s->applied = external_force_about(body, s->origin, forces);
    }
    link_columns(kind, body, s->X, J);
    move_joint(kind == LINK_ANY ? body->nv : 1, J, parent, s, dofs, qd, qdd);
    s->end = 0;
}

/* Outward: motions and columns. */
static void move(const cdy_model *model, const double gravity[3], coordinates q, const real *qd, const real *qdd,
                 const real *forces, ground g)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    ground_body *s = g.bodies;
    s->v = (motion){none, none};
    s->a = (motion){none, subtract(none, vec3_from(gravity))};
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const int v = body->v;
        BY_LINK(body, move_body, body, q, qd + v, qdd ? qdd + v : NULL, forces, &s[body->parent], &s[i], g.dofs + v);
    }
}

/* What a body needs by itself: the force is I a + v x* I v, and the second is half of B v. */
static inline burden own_burden(const model_body *body, const ground_body *s)
{
    burden b;
    b.I = transform_inertia_back(s->X, joint_body_inertia(body));
    b.B = momentum_rate_of(b.I, s->v);
    b.f = add_momentum_rate_apply(inertia_apply(b.I, s->a), b.B, scale(real_from(0.5), s->v.angular));
    // cppcheck-suppress uninitvar ; b.external is set and read where forces act
    return b;
}

static inline void add_burden(burden *to, const burden *more, bool with_forces)
{
    to->I = inertia_add(to->I, more->I);
    to->B = momentum_rate_add(to->B, more->B);
    to->f = force_add(to->f, more->f);
    if (with_forces) {
        to->external = force_add(to->external, more->external);
    }
}

/* Inward: what body i has to bear with all that it carries, which has been here before.  The next body's is at hand;
 * those of others were left with the body that carries them. */
static void bear(const cdy_model *model, ground g, int i, bool with_forces)
{
    const model_body *body = &model_bodies(model)[i];
    ground_body *s = &g.bodies[i], *parent = &g.bodies[body->parent];
    burden b = own_burden(body, s);
    if (with_forces) {
        b.external = s->applied;
    }
    if (s->end) {
        add_burden(&b, &s->burden, with_forces);
    } else {
        s->end = body->v + body->nv;
    }
    if (i + 1 < model->body_count && body[1].parent == i) {
        add_burden(&b, &s[1].burden, with_forces);
        s->end = s->end > s[1].end ? s->end : s[1].end;
    }
    s->burden = b;
    if (body->parent == 0 || body->parent == i - 1) {
        return;
    }
    if (parent->end) {
        add_burden(&parent->burden, &b, with_forces);
    } else {
        parent->burden = b;
        parent->end = s->end;
    }
}

/* What the velocities and the inertia of all that degree of freedom l moves make of a step of it. */
static inline void fill_velocity_rows(ground g, const burden *b, int l)
{
    const ground_dof *d = &g.dofs[l];
    put_force(g, ROWS_U, l, inertia_apply(b->I, d->J));
    put_vec3(g, ROWS_W, l, momentum_rate_apply_transposed(b->B, d->J));
    put_force(g, ROWS_BY_QD, l, add_momentum_rate_apply(inertia_apply(b->I, d->sum), b->B, d->J.angular));
}

/* Likewise the forces, and the square that the joint, from `first` to `end` - 1, has of d tau / d q by itself: it does
 * not carry what f the motion needs. */
static inline void fill_position_rows(ground g, const burden *b, int l, int first, int end, bool with_forces,
                                      real *dtau_dq)
{
    const ground_dof *d = &g.dofs[l];
    const force changed = add_momentum_rate_apply(inertia_apply(b->I, d->Jpp), b->B, d->turning);
    force own = changed;
    put_force(g, ROWS_BY_Q, l, add_cross_force(changed, d->J, b->f));
    if (with_forces) {
        const force turned = cross_force(d->J, b->external);
        put_force(g, ROWS_TURNED, l, turned);
        own = force_add(changed, turned);
    }
    for (int k = first; k < end; k++) {
        dtau_dq[(size_t)k * g.n + (size_t)l] = motion_dot_force(g.dofs[k].J, own);
    }
}

static void pair_all(const cdy_model *model, ground g, bool with_forces, real *dtau_dq, real *dtau_dqd)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        if (!dtau_dqd) {
            pair_body(bodies, g, i, dtau_dq, NULL);
        } else if (!dtau_dq) {
            pair_body(bodies, g, i, NULL, dtau_dqd);
        } else {
            pair_body(bodies, g, i, dtau_dq, dtau_dqd);
        }
    }
    for (int i = 1; dtau_dq && with_forces && i < model->body_count; i++) {
        pair_external(bodies, g, i, dtau_dq);
    }
}

/* Whether every body carries the next one. */
static bool is_chain(const cdy_model *model)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        if (bodies[i].parent != i - 1) {
            return false;
        }
    }
    return true;
}

/* Joints on different branches do not know of each other. */
static void clear_strangers(const cdy_model *model, ground g, real *matrix)
{
    if (matrix && !is_chain(model)) {
        memset(matrix, 0, g.n * g.n * sizeof *matrix);
    }
}

void KERNEL(drnea)(const cdy_model *model, void *state, const double gravity[3], const scalar *q_, const scalar *qd_,
                   const scalar *qdd_, const scalar *forces_, scalar *dtau_dq_, scalar *dtau_dqd_)
{
    const model_body *bodies = model_bodies(model);
    const real *forces = forces_ ? reals(forces_) : NULL;
    const ground g = ground_in(model, state);
    real *dtau_dq = dtau_dq_ ? reals_out(dtau_dq_) : NULL, *dtau_dqd = dtau_dqd_ ? reals_out(dtau_dqd_) : NULL;
    ground_body *s = g.bodies;
    move(model, gravity, read_coordinates(model, state, q_), reals(qd_), reals(qdd_), forces, g);

    /* Only now: the results may lie where q, qd or qdd lay. */
    clear_strangers(model, g, dtau_dq);
    clear_strangers(model, g, dtau_dqd);
    /* Inward: what each body carries, and what its joint makes of it. */
    for (int i = model->body_count - 1; i > 0; i--) {
        const int first = bodies[i].v, end = first + bodies[i].nv;
        bear(model, g, i, forces != NULL);
        for (int l = first; l < end; l++) {
            fill_velocity_rows(g, &s[i].burden, l);
            if (dtau_dq) {
                fill_position_rows(g, &s[i].burden, l, first, end, forces != NULL, dtau_dq);
            }
        }
    }
    pair_all(model, g, forces != NULL, dtau_dq, dtau_dqd);
}

void KERNEL(bias_and_mass)(const cdy_model *model, void *state, const double gravity[3], const scalar *q_,
                           const scalar *qd_, const scalar *forces_, scalar *tau_, scalar *M_)
{
    const model_body *bodies = model_bodies(model);
    const real *forces = forces_ ? reals(forces_) : NULL;
    const ground g = ground_in(model, state);
    const size_t n = g.n;
    real *tau = reals_out(tau_), *M = reals_out(M_);
    ground_body *s = g.bodies;
    move(model, gravity, read_coordinates(model, state, q_), reals(qd_), NULL, forces, g);
    memset(M, 0, n * n * sizeof *M);
    for (int i = model->body_count - 1; i > 0; i--) {
        const int first = bodies[i].v;
        const burden *b = &s[i].burden;
        bear(model, g, i, forces != NULL);
        const force f = forces ? force_subtract(b->f, b->external) : b->f;
        for (int l = first; l < first + bodies[i].nv; l++) {
            fill_velocity_rows(g, b, l);
            tau[l] = motion_dot_force(g.dofs[l].J, f);
        }
        for (int k = first; k < first + bodies[i].nv; k++) {
            pair_momenta(g, k, s[i].end, M);
        }
    }
}

/* Outward: what the accelerations qdd add to the motions of the bodies and the columns of the joints. */
static void accelerate(const cdy_model *model, const real *qdd, ground g)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    g.bodies->a = (motion){none, none};
    g.bodies->added = (force){none, none};
    for (int i = 1; i < model->body_count; i++) {
        const motion before = g.bodies[bodies[i].parent].a;
        motion a = before;
        for (int l = bodies[i].v; l < bodies[i].v + bodies[i].nv; l++) {
            ground_dof *d = &g.dofs[l];
            d->Jpp = add_cross_motion(d->Jpp, before, d->J);
            a = motion_add(a, motion_scale(qdd[l], d->J));
        }
        g.bodies[i].a = a;
        g.bodies[i].added = (force){none, none};
    }
}

void KERNEL(drnea_after)(const cdy_model *model, void *state, bool with_forces, const scalar *qdd_, scalar *dtau_dq_,
                         scalar *dtau_dqd_)
{
    const model_body *bodies = model_bodies(model);
    const ground g = ground_in(model, state);
    const real *qdd = reals(qdd_);
    real *dtau_dq = dtau_dq_ ? reals_out(dtau_dq_) : NULL, *dtau_dqd = dtau_dqd_ ? reals_out(dtau_dqd_) : NULL;
    accelerate(model, qdd, g);
    clear_strangers(model, g, dtau_dq);
    clear_strangers(model, g, dtau_dqd);
    /* Inward: what the joints of a body and those that it carries add to the force on all of that, and what those do
     * that carry the body. */
    for (int i = model->body_count - 1; i > 0 && dtau_dq; i--) {
        const int first = bodies[i].v, end = first + bodies[i].nv, p = bodies[i].parent;
        ground_body *s = &g.bodies[i];
        for (int l = first; l < end; l++) {
            s->added = force_add(s->added, force_scale(qdd[l], force_at(g, ROWS_U, l)));
        }
        s->burden.f = add_inertia_apply(force_add(s->burden.f, s->added), s->burden.I, g.bodies[p].a);
        for (int l = first; l < end; l++) {
            fill_position_rows(g, &s->burden, l, first, end, with_forces, dtau_dq);
        }
        g.bodies[p].added = force_add(g.bodies[p].added, s->added);
    }
    pair_all(model, g, with_forces, dtau_dq, dtau_dqd);
}
