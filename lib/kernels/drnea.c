/* Derivatives of inverse dynamics, in the base's axes (Singh, Russell and Wensing 2022, "Efficient Analytical
 * Derivatives of Rigid-Body Dynamics using Spatial Vector Algebra"; Carpentier and Mansard 2018).
 *
 * A step along degree of freedom l carries all that its joint carries along J_l.  Of the force f that a body's motion
 * needs that makes J_l x* f + I Jpp_l + B Jp_l; external forces stay as they are in the base.  A step of its
 * velocity makes B J_l + I (Jp_l + dJ_l/dt). */

/* Most joints carry few others, so that much of wide chunks would be left out: with 8 numbers drnea_after takes 3120 ns
 * for a humanoid and 453 for a UR5e, with 4 2950 and 358. */
#define CHUNK_MOST 4

#include "kernels/chunk.h"
#include "kernels/ground.h"
#include "kernels/width.h"

#include <string.h>

/* The columns of a joint, and the motion of its body.  qdd may be NULL: none accelerates. */
static void move_joint(const model_body *body, const ground_body *parent, ground_body *s, ground_dof *dofs,
                       const real *qd, const real *qdd)
{
    motion J[6];
    joint_columns_in_base(body, s->X, J);
    s->v = parent->v;
    s->a = parent->a;
    for (int k = 0; k < body->nv; k++) {
        ground_dof *d = &dofs[k];
        d->J = J[k];
        d->Jp = cross_motion(parent->v, J[k]);
        d->Jpp = motion_add(cross_motion(parent->a, J[k]), cross_motion(parent->v, d->Jp));
        s->v = motion_add(s->v, motion_scale(qd[k], J[k]));
        s->a = motion_add(s->a, motion_scale(qd[k], d->Jp));
        if (qdd) {
            s->a = motion_add(s->a, motion_scale(qdd[k], J[k]));
        }
    }
    if (body->nv == 1) { /* a column does not move itself */
        dofs->sum = motion_add(dofs->Jp, dofs->Jp);
        return;
    }
    for (int k = 0; k < body->nv; k++) {
        dofs[k].sum = motion_add(dofs[k].Jp, cross_motion(s->v, J[k]));
    }
}

/* What the environment applies on a body, about the tree's origin. */
static force external_force_about(const model_body *body, vec3 origin, const real *forces)
{
    const force f = external_force_on(body, forces);
    return (force){subtract(f.moment, cross(origin, f.linear)), f.linear};
}

/* Outward: motions and columns, and what each body needs by itself. */
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
        const int p = body->parent;
        const transform X = joint_transform(body, q);
        s[i].X = p ? transform_multiply(X, s[p].X) : (transform){X.E, none};
        s[i].end = body->v + body->nv;
        move_joint(body, &s[p], &s[i], g.dofs + body->v, qd + body->v, qdd ? qdd + body->v : NULL);
        s[i].I = transform_inertia_back(s[i].X, joint_body_inertia(body));
        const force momentum = inertia_apply(s[i].I, s[i].v);
        s[i].B = momentum_rate_of(s[i].I, s[i].v, momentum);
        s[i].f = force_add(inertia_apply(s[i].I, s[i].a), cross_force(s[i].v, momentum));
        if (forces) {
            s[i].origin = p ? s[p].origin : X.r;
            s[i].external = external_force_about(body, s[i].origin, forces);
        }
    }
}

static void add_to_parent(ground_body *parent, const ground_body *child, bool with_forces)
{
    parent->I = inertia_add(parent->I, child->I);
    parent->B = momentum_rate_add(parent->B, child->B);
    parent->f = force_add(parent->f, child->f);
    parent->end = parent->end < child->end ? child->end : parent->end;
    if (with_forces) {
        parent->external = force_add(parent->external, child->external);
    }
}

/* Forces and motions as rows: those of degree of freedom l stand in column l. */
static inline void put_vec3(ground g, int row, int l, vec3 v)
{
    real *p = g.rows + (size_t)row * g.n + l;
    p[0] = v.x;
    p[g.n] = v.y;
    p[2 * g.n] = v.z;
}

static inline void put_force(ground g, int row, int l, force f)
{
    put_vec3(g, row, l, f.moment);
    put_vec3(g, row + 3, l, f.linear);
}

static inline force force_at(ground g, int row, int l)
{
    const size_t n = g.n;
    const real *p = g.rows + (size_t)row * n + l;
    return (force){{p[0], p[n], p[2 * n]}, {p[3 * n], p[4 * n], p[5 * n]}};
}

/* What the velocities and the inertia of all that degree of freedom l moves make of a step of it. */
static void fill_velocity_rows(ground g, const ground_body *s, int l)
{
    const ground_dof *d = &g.dofs[l];
    put_force(g, ROWS_U, l, inertia_apply(s->I, d->J));
    put_vec3(g, ROWS_W, l, momentum_rate_apply_transposed(s->B, d->J));
    put_force(g, ROWS_BY_QD, l, force_add(inertia_apply(s->I, d->sum), momentum_rate_apply(s->B, d->J)));
}

/* Likewise the forces, and the square that the joint, from `first` to `end` - 1, has of d tau / d q by itself: it does
 * not carry what f the motion needs. */
static void fill_position_rows(ground g, const ground_body *s, int l, int first, int end, bool with_forces,
                               real *dtau_dq)
{
    const ground_dof *d = &g.dofs[l];
    const force changed = force_add(inertia_apply(s->I, d->Jpp), momentum_rate_apply(s->B, d->Jp));
    force own = changed;
    put_force(g, ROWS_BY_Q, l, force_add(changed, cross_force(d->J, s->f)));
    if (with_forces) {
        const force turned = cross_force(d->J, s->external);
        put_force(g, ROWS_TURNED, l, turned);
        own = force_add(changed, turned);
    }
    for (int k = first; k < end; k++) {
        dtau_dq[(size_t)k * g.n + (size_t)l] = motion_dot_force(g.dofs[k].J, own);
    }
}

/* For some neighbouring degrees of freedom l: m . f_l. */
static inline chunk multiply_forces(const real *f, size_t n, motion m)
{
    return m.angular.x * chunk_at(f) + m.angular.y * chunk_at(f + n) + m.angular.z * chunk_at(f + 2 * n) +
           (m.linear.x * chunk_at(f + 3 * n) + m.linear.y * chunk_at(f + 4 * n) + m.linear.z * chunk_at(f + 5 * n));
}

/* m . u_l + a . w_l, the rows of w below those of u. */
static inline chunk multiply_momenta(const real *u, size_t n, motion m, vec3 a)
{
    return multiply_forces(u, n, m) +
           (a.x * chunk_at(u + 6 * n) + a.y * chunk_at(u + 7 * n) + a.z * chunk_at(u + 8 * n));
}

/* Writes the numbers of the degrees of freedom l, l + 1, ... from `first` on, those of neighbours `stride` apart. */
static inline void put_column(chunk numbers, int l, int first, size_t stride, real *to)
{
    real all[CHUNK];
    put_chunk(all, numbers);
#pragma GCC unroll 8
    for (int j = 0; j < CHUNK; j++) {
        if (l + j >= first) {
            to[(size_t)(l + j) * stride] = all[j];
        }
    }
}

static inline void put_row(chunk numbers, int l, int first, real *to)
{
    if (l >= first) {
        put_chunk(to + l, numbers);
    } else {
        put_column(numbers, l, first, 1, to);
    }
}

/* Row and column k of the derivatives: its joint, which ends at `joint_end`, feels the steps of all that it carries,
 * and they feel its.  Chunks are taken from behind; what the last one has before those is in the state, too, and is
 * left out. */
static void pair_positions(ground g, int k, int joint_end, int end, real *dtau_dq)
{
    const ground_dof *d = &g.dofs[k];
    const size_t n = g.n;
    const motion J = d->J, Jpp = d->Jpp;
    const vec3 a = d->Jp.angular;
    for (int l = end - CHUNK; l > joint_end - CHUNK; l -= CHUNK) {
        const chunk felt = multiply_forces(g.rows + ROWS_BY_Q * n + l, n, J);
        const chunk caused = multiply_momenta(g.rows + ROWS_U * n + l, n, Jpp, a);
        put_row(felt, l, joint_end, dtau_dq + (size_t)k * n);
        put_column(caused, l, joint_end, n, dtau_dq + k);
    }
}

static void pair_velocities(ground g, int k, int joint_first, int joint_end, int end, real *dtau_dqd)
{
    const ground_dof *d = &g.dofs[k];
    const size_t n = g.n;
    const motion J = d->J, sum = d->sum;
    for (int l = end - CHUNK; l > joint_first - CHUNK; l -= CHUNK) {
        const chunk felt = multiply_forces(g.rows + ROWS_BY_QD * n + l, n, J);
        const chunk caused = multiply_momenta(g.rows + ROWS_U * n + l, n, sum, J.angular);
        put_row(felt, l, joint_first, dtau_dqd + (size_t)k * n);
        put_column(caused, l, joint_end, n, dtau_dqd + k);
    }
}

/* External forces stay as they are while joint k moves what it carries. */
static void pair_external(ground g, int k, int joint_end, int end, real *dtau_dq)
{
    const ground_dof *d = &g.dofs[k];
    const size_t n = g.n;
    for (int l = joint_end; l < end; l++) {
        real *to = dtau_dq + (size_t)l * n + k;
        *to = *to - motion_dot_force(d->J, force_at(g, ROWS_TURNED, l));
    }
}

static void pair_all(const cdy_model *model, ground g, bool with_forces, real *dtau_dq, real *dtau_dqd)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        const int first = bodies[i].v, end = first + bodies[i].nv;
        for (int k = first; k < end; k++) {
            if (dtau_dq) {
                pair_positions(g, k, end, g.bodies[i].end, dtau_dq);
            }
            if (dtau_dq && with_forces) {
                pair_external(g, k, end, g.bodies[i].end, dtau_dq);
            }
            if (dtau_dqd) {
                pair_velocities(g, k, first, end, g.bodies[i].end, dtau_dqd);
            }
        }
    }
}

/* Joints on different branches do not know of each other. */
static void clear(ground g, real *matrix)
{
    if (matrix) {
        memset(matrix, 0, g.n * g.n * sizeof *matrix);
    }
}

void KERNEL(drnea)(const cdy_model *model, void *state, const double gravity[3], const scalar *q_, const scalar *qd_,
                   const scalar *qdd_, const scalar *forces, scalar *dtau_dq_, scalar *dtau_dqd_)
{
    const model_body *bodies = model_bodies(model);
    const ground g = ground_in(model, state);
    real *dtau_dq = dtau_dq_ ? reals_out(dtau_dq_) : NULL, *dtau_dqd = dtau_dqd_ ? reals_out(dtau_dqd_) : NULL;
    ground_body *s = g.bodies;
    move(model, gravity, read_coordinates(model, state, q_), reals(qd_), reals(qdd_), forces ? reals(forces) : NULL, g);

    /* Only now: the results may lie where q, qd or qdd lay. */
    clear(g, dtau_dq);
    clear(g, dtau_dqd);
    /* Inward: what each body carries, and what its joint makes of it. */
    for (int i = model->body_count - 1; i > 0; i--) {
        const int first = bodies[i].v, end = first + bodies[i].nv;
        for (int l = first; l < end; l++) {
            fill_velocity_rows(g, &s[i], l);
            if (dtau_dq) {
                fill_position_rows(g, &s[i], l, first, end, forces != NULL, dtau_dq);
            }
        }
        if (bodies[i].parent) {
            add_to_parent(&s[bodies[i].parent], &s[i], forces != NULL);
        }
    }
    pair_all(model, g, forces != NULL, dtau_dq, dtau_dqd);
}

void KERNEL(bias_and_mass)(const cdy_model *model, void *state, const double gravity[3], const scalar *q_,
                           const scalar *qd_, const scalar *forces, scalar *tau_, scalar *M_)
{
    const model_body *bodies = model_bodies(model);
    const ground g = ground_in(model, state);
    const size_t n = g.n;
    real *tau = reals_out(tau_), *M = reals_out(M_);
    ground_body *s = g.bodies;
    move(model, gravity, read_coordinates(model, state, q_), reals(qd_), NULL, forces ? reals(forces) : NULL, g);
    clear(g, M);
    for (int i = model->body_count - 1; i > 0; i--) {
        const int first = bodies[i].v;
        const force f = forces ? force_subtract(s[i].f, s[i].external) : s[i].f;
        for (int l = first; l < first + bodies[i].nv; l++) {
            fill_velocity_rows(g, &s[i], l);
            tau[l] = motion_dot_force(g.dofs[l].J, f);
        }
        for (int k = first; k < first + bodies[i].nv; k++) {
            for (int l = s[i].end - CHUNK; l > k - CHUNK; l -= CHUNK) {
                put_column(multiply_forces(g.rows + ROWS_U * n + l, n, g.dofs[k].J), l, k, n, M + k);
            }
        }
        if (bodies[i].parent) {
            add_to_parent(&s[bodies[i].parent], &s[i], forces != NULL);
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
            d->Jpp = motion_add(d->Jpp, cross_motion(before, d->J));
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
    clear(g, dtau_dq);
    clear(g, dtau_dqd);
    /* Inward: what the joints of a body and those that it carries add to the force on all of that, and what those do
     * that carry the body. */
    for (int i = model->body_count - 1; i > 0 && dtau_dq; i--) {
        const int first = bodies[i].v, end = first + bodies[i].nv, p = bodies[i].parent;
        ground_body *s = &g.bodies[i];
        for (int l = first; l < end; l++) {
            s->added = force_add(s->added, force_scale(qdd[l], force_at(g, ROWS_U, l)));
        }
        s->f = force_add(s->f, force_add(s->added, inertia_apply(s->I, g.bodies[p].a)));
        for (int l = first; l < end; l++) {
            fill_position_rows(g, s, l, first, end, with_forces, dtau_dq);
        }
        g.bodies[p].added = force_add(g.bodies[p].added, s->added);
    }
    pair_all(model, g, with_forces, dtau_dq, dtau_dqd);
}
