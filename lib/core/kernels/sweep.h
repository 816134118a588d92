/* One sweep over the bodies in the world frame (world_frame.h), and what is read from the scratch memory that it
 * leaves: results that share kinematics, each at the cost of its own last step.
 *
 * | passes                  | leave                                                | by                           |
 * | none                    | transforms                                           | place_all                    |
 * | SWEEP_MASSES            | rows I S of the joints, masses of each tree          | place_and_gather, turn_trees |
 * | SWEEP_MOTION            | S and its derivatives, velocities, accelerations     | propagate_all (drnea.h)      |
 * | both                    | composite I, 2 B and force of each subtree, rows I S | subtree_rows.h               |
 * | both, SWEEP_DERIVATIVES | besides: the other rows of the derivatives           | subtree_rows.h               |
 * | SWEEP_COLUMNS           | besides SWEEP_MASSES: columns S of the joints        | fill_columns                 |
 * | SWEEP_TREES             | besides SWEEP_MASSES: momentum of each tree          | turn_trees, or sum_momenta   |
 * |                         | and mass and first moment of all trees               | sum_trees                    | */
#ifndef CDY_KERNELS_SWEEP_H
#define CDY_KERNELS_SWEEP_H

#include "kernels/coriolis.h"
#include "kernels/crba.h"
#include "kernels/drnea.h"
#include "kernels/jacobian.h"
#include "kernels/mirror.h"
#include "kernels/placed_axes.h"

static void place_all(const kernel_model *model, coordinates q, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    placed_axes last = axes_of(g.bodies[0].X, g.bodies[0].origin);
    for (int i = 1; i < model->body_count; i++) {
        last = parent_is_previous(bodies, i) ? last : axes_at(&g.bodies[bodies[i].parent]);
        SET_BY_DH_KIND(last, &bodies[i], place_axes, &bodies[i], q, last, &g.bodies[i]);
        g.bodies[i].end = 0;
    }
}

/* Rows I S of a joint, from the composite inertia I in the body's own frame, in that frame. */
static inline void put_own_momenta(const model_body *body, inertia I, world_scratch g)
{
    if (is_revolute(body)) { /* most joints are: S is axis z */
        put_force(g, ROW_IS, body->v, unit_acceleration_force(body, 0, I));
        return;
    }
    for (int k = 0; k < body->nv; k++) {
        put_force(g, ROW_IS, body->v + k, unit_acceleration_force(body, k, I));
    }
}

/* f + s g */
static inline force add_scaled_force(force f, real s, force g)
{
    return (force){add(f.moment, scale(s, g.moment)), add(f.linear, scale(s, g.linear))};
}

/* The same rows in the base's axes about the tree origin; returns the momentum `sum` of other joints and of this one,
 * which moves with qd (NULL: not wanted). */
ALWAYS_INLINE force turn_momenta(const model_body *body, const world_body *s, const real *qd, force sum,
                                 world_scratch g)
{
    if (is_revolute(body)) { /* I S has no linear part along z */
        const force own = force_at(g, ROW_IS, body->v);
        const rotation E = s->X.E;
        const vec3 linear = add(scale(own.linear.x, E.x), scale(own.linear.y, E.y));
        const force f = {add_cross(rotate_back(E, own.moment), s->X.r, linear), linear};
        put_force(g, ROW_IS, body->v, f);
        return qd ? add_scaled_force(sum, qd[body->v], f) : sum;
    }
    for (int l = body->v; l < body->v + body->nv; l++) {
        const force f = transform_force_back(s->X, force_at(g, ROW_IS, l));
        put_force(g, ROW_IS, l, f);
        sum = qd ? add_scaled_force(sum, qd[l], f) : sum;
    }
    return sum;
}

/* All rows, and the momentum and masses of each tree, in the base's axes about the tree origin. */
ALWAYS_INLINE void turn_trees(const kernel_model *model, const real *qd, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const force none = {{zero, zero, zero}, {zero, zero, zero}};
    int tree = 0;
    force sum = none;
    for (int i = 1; i < model->body_count; i++) {
        if (is_on_base(&bodies[i])) {
            g.bodies[tree].momentum = sum;
            g.bodies[i].masses.h = rotate_back(g.bodies[i].X.E, g.bodies[i].masses.h);
            tree = i;
            sum = none;
        }
        sum = turn_momenta(&bodies[i], &g.bodies[i], qd, sum, g);
    }
    g.bodies[tree].momentum = sum;
}

/* Composite inertia of a body in its parent's frame. */
ALWAYS_INLINE inertia inertia_in_parent(dh_kind kind, const model_body *body, coordinates q, inertia I)
{
    dh_link l;
    dh_update(kind, body, q, &l);
    return dh_inertia_back(kind, body, &l, I);
}

/* Backward step of body i without motion: the composite inertia in the body's own frame, as in crba.h, which takes
 * fewer operations than in the base's axes. `I` is the next body's in the frame of its parent; returns the same of body
 * i. */
static inline inertia gather_inertia(const model_body *bodies, int i, bool next_is_child, coordinates q, inertia I,
                                     world_scratch g)
{
    const model_body *body = &bodies[i];
    const int own_end = body->v + body->nv;
    world_body *s = &g.bodies[i], *parent = &g.bodies[body->parent];
    const inertia own = joint_body_inertia(body);
    I = next_is_child ? inertia_add(I, own) : own;
    I = s->end ? inertia_add(I, s->branch_I) : I;
    const int child_end = next_is_child ? s[1].end : own_end;
    s->end = s->end > child_end ? s->end : child_end;
    put_own_momenta(body, I, g);
    if (is_on_base(body)) {
        s->masses = (mass_moment){I.mass, I.h};
        return I;
    }
    SET_BY_DH_KIND(I, body, inertia_in_parent, body, q, I);
    if (!parent_is_previous(bodies, i)) {
        parent->branch_I = parent->end ? inertia_add(parent->branch_I, I) : I;
        parent->end = parent->end > s->end ? parent->end : s->end;
    }
    return I;
}

/* Place all bodies, from the base on, and sum up their inertias, from the last one on: side by side, since each step of
 * both waits for the one before. The rows I S and the masses of the trees stay in the bodies' own frames. */
static void place_and_gather(const kernel_model *model, coordinates q, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    const int count = model->body_count;
    placed_axes last = axes_of(g.bodies[0].X, g.bodies[0].origin);
    inertia I = joint_body_inertia(&bodies[0]); /* zero */
    bool next_is_child = false;
    for (int i = 1; i < count; i++) {
        g.bodies[i].end = 0;
    }
    for (int i = 1, k = count - 1; i < count; i++, k--) {
        I = gather_inertia(bodies, k, next_is_child, q, I, g);
        next_is_child = parent_is_previous(bodies, k);
        last = parent_is_previous(bodies, i) ? last : axes_at(&g.bodies[bodies[i].parent]);
        SET_BY_DH_KIND(last, &bodies[i], place_axes, &bodies[i], q, last, &g.bodies[i]);
    }
}

/* Columns S of the joints. */
static void fill_columns(const kernel_model *model, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        motion S[6];
        joint_columns_in_base(&bodies[i], g.bodies[i].X, S);
        for (int k = 0; k < bodies[i].nv; k++) {
            g.dofs[bodies[i].v + k].S = S[k];
        }
    }
}

/* After the pass with motion: the momentum of each tree. */
static void sum_momenta(const kernel_model *model, const real *qd, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    const force none = {{zero, zero, zero}, {zero, zero, zero}};
    force sum = none;
    for (int i = model->body_count - 1; i > 0; i--) {
        for (int l = bodies[i].v; l < bodies[i].v + bodies[i].nv; l++) {
            sum = add_scaled_force(sum, qd[l], force_at(g, ROW_IS, l));
        }
        if (is_on_base(&bodies[i])) {
            g.bodies[i].momentum = sum;
            sum = none;
        }
    }
}

/* Mass and first moment of all trees about the base's origin, and a list of the trees, from body 0 on. */
static inline void sum_trees(const kernel_model *model, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    mass_moment sum = {zero, {zero, zero, zero}};
    int last = 0;
    for (int i = 1; i < model->body_count; i++) {
        if (is_on_base(&bodies[i])) {
            const mass_moment tree = g.bodies[i].masses;
            sum = (mass_moment){sum.mass + tree.mass, add(sum.h, add(tree.h, scale(tree.mass, g.bodies[i].origin)))};
            g.bodies[last].next = i;
            last = i;
        }
    }
    g.bodies[last].next = 0;
    g.bodies[0].masses = sum;
}

static void sweep(const kernel_model *model, void *scratch, unsigned passes, const double gravity[3], const scalar *q_,
                  const scalar *qd, const scalar *qdd, const scalar *forces_)
{
    const world_scratch g = world_scratch_in(model, scratch);
    const real *forces = forces_ ? reals(forces_) : NULL;
    const coordinates q = read_coordinates(model, scratch, q_);
    place_base(g);
    if (passes & SWEEP_MOTION) {
        propagate_all(model, gravity, q, reals(qd), reals(qdd), forces, g);
    } else if (passes & SWEEP_MASSES) {
        place_and_gather(model, q, g);
        if (passes & SWEEP_TREES) {
            turn_trees(model, reals(qd), g);
        } else {
            turn_trees(model, NULL, g);
        }
    } else {
        place_all(model, q, g);
    }
    if ((passes & SWEEP_MASSES) && (passes & SWEEP_MOTION)) {
        gather_subtrees(model, g, forces != NULL,
                        passes & SWEEP_DERIVATIVES ? MASS_ROWS | MOMENTUM_ROWS | VELOCITY_ROWS | POSITION_ROWS
                                                   : MASS_ROWS);
        if (passes & SWEEP_TREES) {
            sum_momenta(model, reals(qd), g);
        }
    } else if (passes & SWEEP_COLUMNS) {
        fill_columns(model, g);
    }
    if (passes & SWEEP_TREES) {
        sum_trees(model, g);
    }
}

/* Transform from the base's axes at the tree origin to a frame, and from the base frame. */
static inline transform swept_transform(world_scratch g, const model_frame *f)
{
    return transform_multiply(frame_transform(f), g.bodies[f->body].X);
}

static inline transform transform_from_base(transform X, const world_body *body)
{
    return (transform){X.E, add(X.r, body->origin)};
}

#ifdef HAS_WHOLE_QUADS

/* Placement of a frame, 4 x 4: the frame's axes and origin in the base frame as quads, whose last numbers are not used.
 */
static inline void store_placement(const model_frame *f, const world_body *s, real *T)
{
    const quad x = quad_at(&s->X.E.x.x), y = quad_at(&s->X.E.y.x), z = quad_at(&s->X.E.z.x), last = {0, 0, 0, 1};
    const real *E = f->rotation, *r = f->translation;
    const quad columns[QUAD] = {E[0] * x + E[1] * y + E[2] * z, E[3] * x + E[4] * y + E[5] * z,
                                E[6] * x + E[7] * y + E[8] * z,
                                quad_at(&s->X.r.x) + quad_at(&s->origin.x) + r[0] * x + r[1] * y + r[2] * z};
    put_quads_transposed(columns, 4, T);
    put_quad(T + 12, last);
}

#else

static inline void store_placement(const model_frame *f, const world_body *s, real *T)
{
    store_homogeneous(T, transform_from_base(transform_multiply(frame_transform(f), s->X), s));
}

#endif

static void swept_placements(const kernel_model *model, void *scratch, scalar *T)
{
    const model_frame *frames = model_frames(model);
    const world_scratch g = world_scratch_in(model, scratch);
    for (int i = 0; i < model->frame_count; i++) {
        store_placement(&frames[i], &g.bodies[frames[i].body], reals_out(T) + 16 * (size_t)i);
    }
}

static void placements(const kernel_model *model, void *scratch, const scalar *q, scalar *T)
{
    static const double no_gravity[3] = {0, 0, 0};
    sweep(model, scratch, 0, no_gravity, q, NULL, NULL, NULL);
    swept_placements(model, scratch, T);
}

static void swept_placement(const kernel_model *model, void *scratch, int frame, scalar *T)
{
    const model_frame *f = &model_frames(model)[frame];
    const world_scratch g = world_scratch_in(model, scratch);
    store_homogeneous(reals_out(T), transform_from_base(swept_transform(g, f), &g.bodies[f->body]));
}

/* Columns of the Jacobian of the point p, about the tree origin: the columns of the joints about p. */
static inline void columns_about(const model_body *body, const world_body *s, vec3 p, motion columns[6])
{
    joint_columns_in_base(body, (transform){s->X.E, subtract(s->X.r, p)}, columns);
}

static inline motion motion_rotate(rotation E, motion m)
{
    return (motion){rotate(E, m.angular), rotate(E, m.linear)};
}

/* Columns of the joint of a body in the Jacobian of the frame that X maps the base to, about the tree origin. */
static inline void put_columns(const model_body *body, const world_body *s, bool in_body, transform X, size_t n,
                               real *J)
{
    if (is_revolute(body)) { /* most joints are */
        const vec3 axis = s->X.E.z;
        const motion column = {axis, cross(subtract(s->X.r, X.r), axis)};
        store_column(J, n, (size_t)body->v, in_body ? motion_rotate(X.E, column) : column);
        return;
    }
    motion columns[6];
    columns_about(body, s, X.r, columns);
    for (int k = 0; k < body->nv; k++) {
        store_column(J, n, (size_t)(body->v + k), in_body ? motion_rotate(X.E, columns[k]) : columns[k]);
    }
}

static void swept_jacobian(const kernel_model *model, void *scratch, int frame, bool in_body, scalar *J_)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const world_scratch g = world_scratch_in(model, scratch);
    real *J = reals_out(J_);
    memset(J, 0, 6 * g.n * sizeof *J);
    const transform X = swept_transform(g, f);
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        put_columns(&bodies[i], &g.bodies[i], in_body, X, g.n, J);
    }
}

/* Velocity of the point p of a body, about p. */
static inline motion velocity_at(const world_body *s, vec3 p)
{
    return (motion){s->v.angular, add_cross(s->v.linear, s->v.angular, p)};
}

/* dJ/dt: the column [a; l] of body i's joint about the frame's origin p turns with body i; l changes besides with the
 * velocity of p less the velocity that the point of body i at p has. In the frame's own axes the rotation of the frame
 * is subtracted. */
static void swept_jacobian_dot(const kernel_model *model, void *scratch, int frame, bool in_body, scalar *J_dot_)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const world_scratch g = world_scratch_in(model, scratch);
    const transform X = swept_transform(g, f);
    const motion v = velocity_at(&g.bodies[f->body], X.r);
    real *J_dot = reals_out(J_dot_);
    memset(J_dot, 0, 6 * g.n * sizeof *J_dot);
    for (int i = f->body; i > 0; i = bodies[i].parent) {
        const motion own = velocity_at(&g.bodies[i], X.r);
        const vec3 away = subtract(v.linear, own.linear);
        const vec3 turn = in_body ? subtract(own.angular, v.angular) : own.angular;
        motion columns[6];
        columns_about(&bodies[i], &g.bodies[i], X.r, columns);
        for (int k = 0; k < bodies[i].nv; k++) {
            const vec3 a = columns[k].angular, l = columns[k].linear;
            const motion rate = {cross(turn, a), add(cross(turn, l), cross(a, away))};
            store_column(J_dot, g.n, (size_t)(bodies[i].v + k), in_body ? motion_rotate(X.E, rate) : rate);
        }
    }
}

static void swept_frame_motion(const kernel_model *model, void *scratch, const double gravity[3], int frame,
                               bool in_body, scalar *velocity, scalar *acceleration)
{
    const model_frame *f = &model_frames(model)[frame];
    const world_scratch g = world_scratch_in(model, scratch);
    const world_body *s = &g.bodies[f->body];
    const transform X = swept_transform(g, f);
    const vec3 w = s->v.angular, dw = s->a.angular;
    motion v = velocity_at(s, X.r);
    /* the spatial acceleration less that of the base, which accelerates by -g; then the classical one */
    const vec3 at_origin = add(s->a.linear, vec3_from(gravity));
    motion a = {dw, add_cross(add_cross(at_origin, dw, X.r), w, v.linear)};
    if (in_body) {
        v = motion_rotate(X.E, v);
        a = motion_rotate(X.E, a);
    }
    store_vec3(reals_out(velocity), v.angular);
    store_vec3(reals_out(velocity) + 3, v.linear);
    store_vec3(reals_out(acceleration), a.angular);
    store_vec3(reals_out(acceleration) + 3, a.linear);
}

/* The center of mass. */
static inline vec3 swept_center(world_scratch g, scalar inverse_mass)
{
    return scale(real_from(inverse_mass), g.bodies[0].masses.h);
}

static void swept_center_of_mass(const kernel_model *model, void *scratch, scalar inverse_mass, scalar *com)
{
    store_vec3(reals_out(com), swept_center(world_scratch_in(model, scratch), inverse_mass));
}

/* Column of the Jacobian: linear momentum of the subtree for a unit velocity of the joint, over the total mass. */
static void swept_center_of_mass_jacobian(const kernel_model *model, void *scratch, scalar inverse_mass, scalar *J_)
{
    const world_scratch g = world_scratch_in(model, scratch);
    const real share = real_from(inverse_mass);
    const size_t step = IN_ROWS ? 1 : WORLD_ROWS;
    real *J = reals_out(J_);
    for (int row = 0; row < 3; row++) {
        const real *momenta = row_entry(g, ROW_IS + 3 + row, 0);
        for (size_t l = 0; l < g.n; l++) {
            J[(size_t)row * g.n + l] = share * momenta[l * step];
        }
    }
}

/* A force with its moment about the point c instead of the origin. */
static inline force force_about(vec3 c, force f)
{
    return (force){add_cross(f.moment, f.linear, c), f.linear};
}

/* Columns first <= l < end of the momentum matrix: the momentum I S_l of the subtree about the center of mass, which is
 * at c. */
static inline void fill_momentum_columns(world_scratch g, vec3 c, int first, int end, real *A)
{
    const size_t n = g.n;
    int left = end;
    while (IN_ROWS && end - first >= QUAD && left > first) { /* the last quad overlaps the one before */
        left = left - QUAD > first ? left - QUAD : first;
        const real *p = g.rows + ROW_IS * n + left;
        real *to = A + left;
        const quad x = quad_at(p + 3 * n), y = quad_at(p + 4 * n), z = quad_at(p + 5 * n);
        put_quad(to, quad_at(p) + y * c.z - z * c.y);
        put_quad(to + n, quad_at(p + n) + z * c.x - x * c.z);
        put_quad(to + 2 * n, quad_at(p + 2 * n) + x * c.y - y * c.x);
        put_quad(to + 3 * n, x);
        put_quad(to + 4 * n, y);
        put_quad(to + 5 * n, z);
    }
    for (int l = first; l < left; l++) {
        const force column = force_about(c, force_at(g, ROW_IS, l));
        store_column(A, n, (size_t)l, (motion){column.moment, column.linear});
    }
}

static void swept_momentum_matrix(const kernel_model *model, void *scratch, scalar inverse_mass, scalar *A)
{
    const model_body *bodies = model_bodies(model);
    const world_scratch g = world_scratch_in(model, scratch);
    const vec3 center = swept_center(g, inverse_mass);
    for (int i = g.bodies[0].next; i > 0; i = g.bodies[i].next) {
        const vec3 c = subtract(center, g.bodies[i].origin);
        fill_momentum_columns(g, c, bodies[i].v, g.bodies[i].end, reals_out(A));
    }
}

static inline void store_wrench(real *to, force f)
{
    store_vec3(to, f.moment);
    store_vec3(to + 3, f.linear);
}

/* Momentum A qd about the center of mass, without A. */
static void swept_momentum(const kernel_model *model, void *scratch, scalar inverse_mass, scalar *h)
{
    const world_scratch g = world_scratch_in(model, scratch);
    const vec3 center = swept_center(g, inverse_mass);
    const real zero = {0};
    force sum = {{zero, zero, zero}, {zero, zero, zero}};
    for (int i = g.bodies[0].next; i > 0; i = g.bodies[i].next) {
        sum = force_add(sum, force_about(subtract(center, g.bodies[i].origin), g.bodies[i].momentum));
    }
    store_wrench(reals_out(h), sum);
}

/* Rate of the momentum: the forces that the bodies require, whose accelerations contain -g. */
static void swept_momentum_rate(const kernel_model *model, void *scratch, const double gravity[3], scalar inverse_mass,
                                scalar *rate)
{
    const world_scratch g = world_scratch_in(model, scratch);
    const vec3 center = swept_center(g, inverse_mass), fall = vec3_from(gravity);
    const real zero = {0};
    force sum = {{zero, zero, zero}, {zero, zero, zero}};
    for (int i = g.bodies[0].next; i > 0; i = g.bodies[i].next) {
        const composite *b = &g.bodies[i].composite;
        const force f = {add_cross(b->f.moment, b->I.h, fall), add(b->f.linear, scale(b->I.mass, fall))};
        sum = force_add(sum, force_about(subtract(center, g.bodies[i].origin), f));
    }
    store_wrench(reals_out(rate), sum);
}

static void swept_torques(const kernel_model *model, void *scratch, bool with_forces, scalar *tau_)
{
    const model_body *bodies = model_bodies(model);
    const world_scratch g = world_scratch_in(model, scratch);
    real *tau = reals_out(tau_);
    for (int i = 1; i < model->body_count; i++) {
        const composite *b = &g.bodies[i].composite;
        const force f = with_forces ? force_subtract(b->f, b->external) : b->f;
        for (int l = bodies[i].v; l < bodies[i].v + bodies[i].nv; l++) {
            tau[l] = motion_dot_force(g.dofs[l].S, f);
        }
    }
}

/* Row and column k of M for the degrees of freedom k <= l < end: M_kl = S_k . I S_l. */
static inline void fill_mass_matrix_pairs(world_scratch g, int k, int end, real *M)
{
    const motion S = g.dofs[k].S;
    const size_t n = g.n;
    for (int l = end - QUAD; l > k - QUAD; l -= QUAD) {
        if (IN_ROWS) {
            const quad entries = dot_forces(g.rows + ROW_IS * n + l, n, S);
            put_quad_row(entries, l, k, M + (size_t)k * n);
            put_quad_column(entries, l, k, n, M + k);
        } else {
            M[(size_t)l * n + (size_t)k] = M[(size_t)k * n + (size_t)l] = motion_dot_force(S, force_at(g, ROW_IS, l));
        }
    }
}

static void fill_mass_matrix(const kernel_model *model, world_scratch g, real *M)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        for (int k = bodies[i].v; k < bodies[i].v + bodies[i].nv; k++) {
            fill_mass_matrix_pairs(g, k, g.bodies[i].end, M);
        }
    }
}

#ifdef HAS_CHUNKS

/* Whether a quarter of M or more is not zero, so that it is better mirrored as a whole. */
static bool is_dense(const kernel_model *model, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    size_t related = 0; /* entries on and above the diagonal */
    for (int i = 1; i < model->body_count; i++) {
        related += (size_t)(bodies[i].nv * (g.bodies[i].end - bodies[i].v));
    }
    return 8 * related >= g.n * g.n;
}

/* The upper half in quads from the end of each row; the last may write entries of the lower half, which is then the
 * mirror image. */
static void fill_dense_mass_matrix(const kernel_model *model, world_scratch g, real *M)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = g.n;
    for (int i = 1; i < model->body_count; i++) {
        for (int k = bodies[i].v; k < bodies[i].v + bodies[i].nv; k++) {
            const motion S = g.dofs[k].S;
            for (int l = g.bodies[i].end - QUAD; l > k - QUAD; l -= QUAD) {
                put_quad_row(dot_forces(g.rows + ROW_IS * n + l, n, S), l, 0, M + (size_t)k * n);
            }
        }
    }
    mirror_upper_half(n, n, M);
}

#endif

static void fill_swept_mass_matrix(const kernel_model *model, void *scratch, bool has_zeros, scalar *M_)
{
    const world_scratch g = world_scratch_in(model, scratch);
    real *M = reals_out(M_);
    clear_unrelated(model, g, has_zeros, M);
#ifdef HAS_LONG_CHUNKS
    if (is_narrow_chain(model)) {
        fill_chain_mass_matrix(g, false, M);
        return;
    }
#endif
#ifdef HAS_CHUNKS
    if (is_dense(model, g)) {
        fill_dense_mass_matrix(model, g, M);
        return;
    }
#endif
    fill_mass_matrix(model, g, M);
}

static void swept_mass_matrix(const kernel_model *model, void *scratch, scalar *M)
{
    fill_swept_mass_matrix(model, scratch, false, M);
}

static void swept_derivatives(const kernel_model *model, void *scratch, bool with_forces, scalar *dtau_dq_,
                              scalar *dtau_dqd_)
{
    const world_scratch g = world_scratch_in(model, scratch);
    real *dtau_dq = dtau_dq_ ? reals_out(dtau_dq_) : NULL, *dtau_dqd = dtau_dqd_ ? reals_out(dtau_dqd_) : NULL;
    clear_unrelated(model, g, false, dtau_dq);
    clear_unrelated(model, g, false, dtau_dqd);
    fill_pairs(model, g, with_forces, dtau_dq, dtau_dqd);
}

/* C, as in coriolis.h; replaces rows and columns that the derivatives need. */
static void swept_coriolis(const kernel_model *model, void *scratch, scalar *C_)
{
    const model_body *bodies = model_bodies(model);
    const world_scratch g = world_scratch_in(model, scratch);
    real *C = reals_out(C_);
    for (int i = 1; i < model->body_count; i++) {
        for (int l = bodies[i].v; l < bodies[i].v + bodies[i].nv; l++) {
            fill_coriolis_rows(g, &g.bodies[i], l);
        }
    }
    clear_unrelated(model, g, false, C);
    fill_pairs(model, g, false, NULL, C);
}

/* Half the sum of v . I v, in each body's axes. */
static void swept_kinetic_energy(const kernel_model *model, void *scratch, scalar *kinetic)
{
    const model_body *bodies = model_bodies(model);
    const world_scratch g = world_scratch_in(model, scratch);
    real power = {0};
    for (int i = 1; i < model->body_count; i++) {
        const motion v = transform_motion(g.bodies[i].X, g.bodies[i].v);
        power = power + motion_dot_force(v, inertia_apply(joint_body_inertia(&bodies[i]), v));
    }
    *reals_out(kinetic) = power * 0.5;
}

static void swept_potential_energy(const kernel_model *model, void *scratch, const double gravity[3], scalar *potential)
{
    const vec3 moment = swept_center(world_scratch_in(model, scratch), 1);
    *reals_out(potential) = (real){0} - dot(vec3_from(gravity), moment);
}

#endif
