/* Rows of constraints after the elimination of the joints by the articulated-body algorithm (aba.h).
 *
 * The algorithm factors M^-1 = G^T D^-1 G, where row i of G maps joint torques to the force that reaches joint i while
 * the joints beyond are free (Featherstone 2008, section 7.1; Jain 1991, the innovations factorization). A unit force
 * of a constraint's row goes from its body to the base in the same way,
 *   w_i = S_i^T F,  F := X^T (F - U_i w_i / D_i),
 * so that J M^-1 J^T = W^T D^-1 W with the columns w of all rows, and J M^-1 tau = W^T D^-1 u with the algorithm's own
 * u. Only the ancestors of a constraint's bodies have part in its rows. The rows of one constraint are the numbers of a
 * chunk. */
#ifndef CDY_KERNELS_CONSTRAINT_ROWS_H
#define CDY_KERNELS_CONSTRAINT_ROWS_H

#include "kernels/aba.h"
#include "kernels/chunk.h"
#include "kernels/frame.h"
#include "spatial/relative_motion.h"

enum { CONSTRAINT_ROWS = 6, ROW_CHUNKS = (CONSTRAINT_ROWS + CHUNK - 1) / CHUNK };

/* ---- places and motions of the bodies ---- */

ALWAYS_INLINE void place_body_by(dh_kind kind, const model_body *body, const dh_link *l, const real *qd,
                                 const body_place *parent, vec3 parent_w, body_place *place)
{
    place->X_base = dh_multiply(kind, body, l, parent->X_base);
    const vec3 v = dh_shift_motion(kind, parent->v, parent_w, dh_origin(kind, body, l));
    place->v = add(dh_rotate(kind, body, l, v), joint_motion(dh_joint_kind(kind, body), qd).linear);
}

static void place_bodies(const kernel_model *model, void *scratch, int count, const int *wanted, const scalar *q_,
                         const scalar *qd_)
{
    const model_body *bodies = model_bodies(model);
    const body_kinematics *s = (const body_kinematics *)scratch;
    articulated_branches *b = branches_in(model, scratch);
    const real *qd = reals(qd_), *sine = (const real *)behind_bodies(model, scratch);
    const coordinates q = {reals(q_), sine, sine + model->tree_nq}; /* as aba_eliminate left them */
    for (int i = 1; i < model->body_count; i++) {
        b[i].placed = false;
    }
    for (int k = 0; k < count; k++) {
        for (int i = wanted[k]; i > 0 && !b[i].placed; i = bodies[i].parent) {
            b[i].placed = true;
        }
    }
    for (int i = 1; i < model->body_count; i++) {
        const int p = bodies[i].parent;
        if (!b[i].placed) {
            continue;
        }
        if (!is_on_base(&bodies[i])) {
            BY_DH_KIND(&bodies[i], place_body_by, &bodies[i], &s[i].link, qd + bodies[i].v, &b[p].place, s[p].m.w,
                       &b[i].place);
        } else {
            const motion vJ = joint_motion(joint_kind_of(&bodies[i]), qd + bodies[i].v);
            b[i].place = (body_place){joint_transform(&bodies[i], q), vJ.linear};
        }
    }
}

/* A place on a body, fixed at `place` (12): its axes, the columns of a matrix, and its point, in the body's axes from
 * its origin. `with_axes`: R is wanted. The environment is at rest. */
ALWAYS_INLINE placed_frame frame_on_body(const kernel_model *model, const void *scratch, const double gravity[3],
                                         int body, const double *place, bool with_axes)
{
    const real zero = {0};
    const vec3 none = {zero, zero, zero}, r = vec3_from(place + 9);
    placed_frame x = {{vec3_from(place), vec3_from(place + 3), vec3_from(place + 6)}, r, none, none, none, none};
    if (body) {
        const body_acceleration m = ((const body_kinematics *)scratch)[body].m;
        const body_place *at = &branches_of(model, scratch)[body].place;
        const rotation E = at->X_base.E;
        const vec3 moved = cross(m.w, r);
        x.p = add(at->X_base.r, rotate_back(E, r));
        x.w = rotate_back(E, m.w);
        x.v = rotate_back(E, add(at->v, moved));
        x.alpha = rotate_back(E, m.dw);
        x.a = add(rotate_back(E, add(m.a, add_cross(cross(m.dw, r), m.w, moved))),
                  vec3_from(gravity)); /* the base accelerates by -gravity */
        if (with_axes) {
            x.R = rotation_multiply(rotation_transpose(E), x.R);
        }
    }
    return x;
}

static inline void store_rotation(real *to, rotation R)
{
    store_vec3(to, R.x);
    store_vec3(to + 3, R.y);
    store_vec3(to + 6, R.z);
}

static void constraint_motion(const kernel_model *model, const void *scratch, const double gravity[3],
                              const int bodies[2], const double *places, scalar *R, scalar *p, scalar *rate,
                              scalar *acceleration, scalar *shift)
{
    const placed_frame b = frame_on_body(model, scratch, gravity, bodies[0], places, shift != NULL);
    const placed_frame o = frame_on_body(model, scratch, gravity, bodies[1], places + 12, true);
    const motion v = relative_velocity(&b, &o), a = relative_acceleration(&b, &o);
    store_rotation(reals_out(R), o.R);
    store_vec3(reals_out(p), b.p);
    store_motion(reals_out(rate), v);
    store_motion(reals_out(acceleration), a);
    if (shift) {
        store_vec3(reals_out(shift), rotate_back(o.R, subtract(b.p, o.p)));
        store_rotation(reals_out(shift) + 3, rotation_multiply(rotation_transpose(o.R), b.R));
    }
}

/* The acceleration that the joint accelerations add to a body, at its point p in the base frame. */
static inline motion added_acceleration(const kernel_model *model, const void *scratch, int body, vec3 p)
{
    const articulated_branches *b = &branches_of(model, scratch)[body];
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    if (!body) {
        return (motion){none, none};
    }
    const transform X = b->place.X_base;
    const vec3 angular = rotate_back(X.E, b->added_a.angular);
    return (motion){angular, add_cross(rotate_back(X.E, b->added_a.linear), angular, subtract(p, X.r))};
}

static void constraint_acceleration(const kernel_model *model, const void *scratch, const int bodies[2],
                                    const scalar *R_, const scalar *p_, scalar *acceleration)
{
    const real *R = reals(R_), *p = reals(p_);
    const rotation axes = {{R[0], R[1], R[2]}, {R[3], R[4], R[5]}, {R[6], R[7], R[8]}};
    const motion a = added_acceleration(model, scratch, bodies[0], (vec3){p[0], p[1], p[2]});
    const motion b = added_acceleration(model, scratch, bodies[1], (vec3){p[0], p[1], p[2]});
    store_motion(reals_out(acceleration), (motion){rotate_back(axes, subtract(a.angular, b.angular)),
                                                   rotate_back(axes, subtract(a.linear, b.linear))});
}

/* ---- propagation of forces to the base ---- */

/* The bodies between a constraint's two bodies and the base, by number, the highest first. */
static inline int body_on_path(const int path[2])
{
    return path[0] > path[1] ? path[0] : path[1];
}

/* Replaces the body nearer to the leaves by its parent. */
static inline void step_to_parent(const model_body *bodies, int path[2])
{
    const int i = body_on_path(path), p = bodies[i].parent;
    path[0] = path[0] == i ? p : path[0];
    path[1] = path[1] == i ? p : path[1];
}

typedef struct chunk3 {
    chunk x, y, z;
} chunk3;

/* Forces, one a row. */
typedef struct chunk_force {
    chunk3 moment, linear;
} chunk_force;

static inline chunk3 chunk3_scale_add(chunk3 a, real s, chunk3 b)
{
    return (chunk3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline chunk3 chunk3_rotate_back(rotation E, chunk3 v)
{
    return (chunk3){E.x.x * v.x + E.y.x * v.y + E.z.x * v.z, E.x.y * v.x + E.y.y * v.y + E.z.y * v.z,
                    E.x.z * v.x + E.y.z * v.y + E.z.z * v.z};
}

/* a + r x b */
static inline chunk3 chunk3_add_cross(chunk3 a, vec3 r, chunk3 b)
{
    return (chunk3){a.x + r.y * b.z - r.z * b.y, a.y + r.z * b.x - r.x * b.z, a.z + r.x * b.y - r.y * b.x};
}

static inline chunk chunk3_square(chunk3 v)
{
    return v.x * v.x + v.y * v.y + v.z * v.z;
}

/* F - w n */
static inline chunk_force chunk_force_subtract(chunk_force F, force n, chunk w)
{
    return (chunk_force){{F.moment.x - n.moment.x * w, F.moment.y - n.moment.y * w, F.moment.z - n.moment.z * w},
                         {F.linear.x - n.linear.x * w, F.linear.y - n.linear.y * w, F.linear.z - n.linear.z * w}};
}

/* Outputs of one constraint: its columns of W, and the scale of each row. */
typedef struct row_results {
    const model_body *bodies;
    const model_drive *drives;
    const body_kinematics *s;
    const dof_elimination *dofs;
    const real *inverse_D;
    real *W;
    size_t stride;
    chunk size;
} row_results;

/* Pass the force F through a degree of freedom along component `row`: F - U w / D. */
ALWAYS_INLINE chunk_force pass_dof(int row, int i, chunk_force F, row_results *to)
{
    const chunk3 v = row < 3 ? F.moment : F.linear;
    const chunk w = row % 3 == 0 ? v.x : row % 3 == 1 ? v.y : v.z;
    put_chunk(to->W + (size_t)i * to->stride, w);
    to->size = to->size + to->inverse_D[i] * chunk3_square(v);
    return chunk_force_subtract(F, to->dofs[i].U_over_D, w);
}

/* A joint of any kind. Not inlined, so that the fast path does not reserve registers for it. */
static __attribute__((noinline)) void pass_joint(int i, chunk_force *F, row_results *to)
{
    const model_body *body = &to->bodies[i];
    chunk_force f = *F;
    for (int k = 0; k < body->nv; k++) {
        switch (joint_row(body, k)) { /* a row that is a constant needs no indices at run time */
        case 0: f = pass_dof(0, body->v + k, f, to); break;
        case 1: f = pass_dof(1, body->v + k, f, to); break;
        case 2: f = pass_dof(2, body->v + k, f, to); break;
        case 3: f = pass_dof(3, body->v + k, f, to); break;
        case 4: f = pass_dof(4, body->v + k, f, to); break;
        default: f = pass_dof(5, body->v + k, f, to); break;
        }
    }
    if (!is_on_base(body)) {
        const transform X = parent_transform(body, &to->s[i].link);
        f.linear = chunk3_rotate_back(X.E, f.linear);
        f.moment = chunk3_add_cross(chunk3_rotate_back(X.E, f.moment), X.r, f.linear);
    }
    *F = f;
}

/* Rx(alpha)^T v. */
ALWAYS_INLINE chunk3 chunk3_twist_back(dh_kind kind, const model_body *body, chunk3 v)
{
    const real s = real_from(body->twist[0]), c = real_from(body->twist[1]);
    switch (kind) {
    case DH_PERPENDICULAR: return (chunk3){v.x, c * v.y - v.z, v.y + c * v.z};
    case DH_TWISTED: return (chunk3){v.x, c * v.y - s * v.z, s * v.y + c * v.z};
    case DH_PARALLEL:
    case DH_NONE: break;
    }
    return v;
}

static inline chunk3 chunk3_rotate_z_back(real s, real c, chunk3 v)
{
    return (chunk3){c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

/* The same for a DH link without rotor, whose elimination is in the axes before the joint's rotation. */
ALWAYS_INLINE void pass_dh(dh_kind kind, const model_body *body, const dh_link *l, chunk_force *F, row_results *to)
{
    if (kind == DH_NONE) {
        return; /* never a DH link */
    }
    const chunk_force turned = {chunk3_rotate_z_back(l->s, l->c, F->moment),
                                chunk3_rotate_z_back(l->s, l->c, F->linear)};
    const chunk_force left = pass_dof(2, body->v, turned, to);
    const vec3 r = dh_origin(kind, body, l);
    F->linear = chunk3_twist_back(kind, body, left.linear);
    F->moment = chunk3_add_cross(chunk3_twist_back(kind, body, left.moment), r, F->linear);
}

/* A revolute joint on the base, which ends the way: w = F.moment.z. */
static inline void pass_joint_on_base(int v, chunk_force F, row_results *to)
{
    put_chunk(to->W + (size_t)v * to->stride, F.moment.z);
    to->size = to->size + to->inverse_D[v] * chunk3_square(F.moment);
}

/* Dispatch on the kind of joint. */
ALWAYS_INLINE chunk_force pass_body(int i, chunk_force F, row_results *to)
{
    const model_body *body = &to->bodies[i];
    if (!is_dh_without_rotor(body, to->drives)) {
        chunk_force any = F; /* a local copy: a variable whose address is taken stays in memory */
        pass_joint(i, &any, to);
        return any;
    }
    BY_DH_KIND(body, pass_dh, body, &to->s[i].link, &F, to);
    return F;
}

/* Propagate the force on body i through the joints toward the base, F := X^T (F - U w / D), until a body with a number
 * not above `above`; return the number of that body. */
static inline int pass_joints(int i, int above, chunk_force *F, row_results *to)
{
    chunk_force f = *F;
    while (i > above) {
        const model_body *body = &to->bodies[i];
        if (is_revolute_on_base(body)) {
            pass_joint_on_base(body->v, f, to);
        } else {
            f = pass_body(i, f, to);
        }
        i = body->parent;
    }
    *F = f;
    return i;
}

/* The unit forces of up to a chunk of rows at the point p along the axes R, in the axes of a body about its origin;
 * `sign` is +1 on the constraint's first body, -1 on the other. */
static chunk_force unit_forces(const body_place *place, const real *R, const real *p, const int *components, int count,
                               real sign)
{
    const transform X = place->X_base;
    const vec3 arm = rotate(X.E, subtract((vec3){p[0], p[1], p[2]}, X.r));
    const real zero = {0};
    vec3 units[3], moments[3];
    real numbers[6][CHUNK];
    for (int k = 0; k < 3; k++) {
        units[k] = scale(sign, rotate(X.E, (vec3){R[k], R[3 + k], R[6 + k]}));
        moments[k] = cross(arm, units[k]);
    }
    for (int row = 0; row < 6; row++) {
        put_chunk(numbers[row], (chunk){0});
    }
    for (int j = 0; j < count; j++) {
        const bool is_linear = components[j] >= 3;
        const int axis = is_linear ? components[j] - 3 : components[j];
        const vec3 moment = is_linear ? moments[axis] : units[axis];
        numbers[0][j] = moment.x;
        numbers[1][j] = moment.y;
        numbers[2][j] = moment.z;
        numbers[3][j] = is_linear ? units[axis].x : zero;
        numbers[4][j] = is_linear ? units[axis].y : zero;
        numbers[5][j] = is_linear ? units[axis].z : zero;
    }
    return (chunk_force){{chunk_at(numbers[0]), chunk_at(numbers[1]), chunk_at(numbers[2])},
                         {chunk_at(numbers[3]), chunk_at(numbers[4]), chunk_at(numbers[5])}};
}

static chunk_force chunk_force_add(chunk_force a, chunk_force b)
{
    const real one = real_from(1);
    return (chunk_force){chunk3_scale_add(a.moment, one, b.moment), chunk3_scale_add(a.linear, one, b.linear)};
}

/* Adds to the size the squares of two forces whose sum goes on from body i, at each joint that passes the sum: where
 * they cancel, their sum has rounding errors of their size, not of its own. */
static void add_cancelled_size(int i, const chunk_force F[2], row_results *to)
{
    const chunk moment = chunk3_square(F[0].moment) + chunk3_square(F[1].moment);
    const chunk linear = chunk3_square(F[0].linear) + chunk3_square(F[1].linear);
    for (const model_body *body = &to->bodies[i]; body->nv > 0; body = &to->bodies[body->parent]) {
        for (int k = 0; k < body->nv; k++) {
            to->size = to->size + to->inverse_D[body->v + k] * (joint_row(body, k) < 3 ? moment : linear);
        }
    }
}

/* Up to a chunk of rows: each force is propagated separately up to the lowest common ancestor of the two bodies, and
 * from there their sum. */
static void fill_rows(const articulated_branches *branches, const int body[2], const real *R, const real *p,
                      const int *components, int count, row_results *to)
{
    chunk_force F[2];
    int at[2] = {body[0], body[1]};
    for (int side = 0; side < 2; side++) {
        if (at[side]) {
            F[side] = unit_forces(&branches[at[side]].place, R, p, components, count, real_from(side ? -1 : 1));
        }
    }
    while (at[0] != at[1]) {
        const int side = at[1] > at[0];
        at[side] = pass_joints(at[side], at[!side], &F[side], to);
    }
    if (at[0]) {
        add_cancelled_size(at[0], F, to);
        F[0] = chunk_force_add(F[0], F[1]);
        pass_joints(at[0], 0, &F[0], to);
    }
}

static void constraint_rows(const kernel_model *model, const void *scratch, const int body[2], const scalar *R,
                            const scalar *p, unsigned mask, const scalar *inverse_D, size_t stride, scalar *W,
                            scalar *size)
{
    int components[CONSTRAINT_ROWS], rows = 0;
    for (int k = 0; k < CONSTRAINT_ROWS; k++) {
        if (mask >> k & 1) {
            components[rows++] = k;
        }
    }
    for (int first = 0; first < rows; first += CHUNK) {
        const int count = rows - first < CHUNK ? rows - first : CHUNK;
        row_results to = {.bodies = model_bodies(model),
                          .drives = model_drives(model),
                          .s = (const body_kinematics *)scratch,
                          .dofs = eliminations_of(model, scratch),
                          .inverse_D = reals(inverse_D),
                          .W = reals_out(W) + first,
                          .stride = stride,
                          .size = (chunk){0}};
        fill_rows(branches_of(model, scratch), body, reals(R), reals(p), components + first, count, &to);
        put_chunk_part(reals_out(size) + first, to.size, 0, count - 1);
    }
}

/* ---- products of rows ---- */

/* Chunks of columns that are summed together. */
#ifdef HAS_CHUNKS
enum { COLUMN_CHUNKS = 1 };
#else
enum { COLUMN_CHUNKS = 3 };
#endif

/* A block of J M^-1 J^T: rows of one constraint with columns of another. */
typedef struct row_block {
    const model_body *bodies;
    const int *J_bodies, *K_bodies;
    const real *J, *K, *inverse_D;
    size_t stride, to_stride;
    real *to;
    int columns;
} row_block;

/* Sum over the degrees of freedom that both constraints have part in, for `chunks` chunks of columns. */
ALWAYS_INLINE void multiply_block(const row_block *B, int rows, int chunks)
{
    chunk sum[CONSTRAINT_ROWS][COLUMN_CHUNKS], x[COLUMN_CHUNKS];
    int a[2] = {B->J_bodies[0], B->J_bodies[1]}, b[2] = {B->K_bodies[0], B->K_bodies[1]};
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++) {
#pragma GCC unroll 4
        for (int c = 0; c < chunks; c++) {
            sum[r][c] = (chunk){0};
        }
    }
    for (;;) {
        const int i = body_on_path(a), k = body_on_path(b);
        if (!i || !k) {
            break;
        }
        if (i == k) {
            for (int v = B->bodies[i].v; v < B->bodies[i].v + B->bodies[i].nv; v++) {
                const real *w = B->J + (size_t)v * B->stride, *K = B->K + (size_t)v * B->stride;
#pragma GCC unroll 4
                for (int c = 0; c < chunks; c++) {
                    x[c] = B->inverse_D[v] * chunk_at(K + c * CHUNK);
                }
#pragma GCC unroll 8
                for (int r = 0; r < rows; r++) {
#pragma GCC unroll 4
                    for (int c = 0; c < chunks; c++) {
                        sum[r][c] = sum[r][c] + w[r] * x[c];
                    }
                }
            }
        }
        if (i >= k) {
            step_to_parent(B->bodies, a);
        }
        if (k >= i) {
            step_to_parent(B->bodies, b);
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++) {
#pragma GCC unroll 4
        for (int c = 0; c < chunks; c++) {
            put_chunk_part(B->to + (size_t)r * B->to_stride + c * CHUNK, sum[r][c], 0, B->columns - 1);
        }
    }
}

/* The number of chunks is a constant. */
ALWAYS_INLINE void multiply_rows(const row_block *B, int rows, int chunks)
{
    switch (rows) { /* a constant, so that the sums stay in registers */
    case 1: multiply_block(B, 1, chunks); break;
    case 2: multiply_block(B, 2, chunks); break;
    case 3: multiply_block(B, 3, chunks); break;
    case 4: multiply_block(B, 4, chunks); break;
    case 5: multiply_block(B, 5, chunks); break;
    default: multiply_block(B, 6, chunks); break;
    }
}

static void constraint_block(const kernel_model *model, const int J_bodies[2], const scalar *J_W, int J_rows,
                             const int K_bodies[2], const scalar *K_W, int K_rows, const scalar *inverse_D,
                             size_t stride, size_t to_stride, scalar *to)
{
    for (int first = 0; first < K_rows;) {
        const int left = K_rows - first;
        const row_block B = {model_bodies(model),
                             J_bodies,
                             K_bodies,
                             reals(J_W),
                             reals(K_W) + first,
                             reals(inverse_D),
                             stride,
                             to_stride,
                             reals_out(to) + first,
                             left < CHUNK ? left : CHUNK};
        const int chunks = left < COLUMN_CHUNKS * CHUNK ? 1 : COLUMN_CHUNKS;
        if (chunks == 1) {
            multiply_rows(&B, J_rows, 1);
        } else {
            multiply_rows(&B, J_rows, COLUMN_CHUNKS);
        }
        first += chunks * CHUNK;
    }
}

static void constraint_response(const kernel_model *model, const void *scratch, const int bodies[2], int rows,
                                size_t stride, const scalar *W_, scalar *response)
{
    const model_body *b = model_bodies(model);
    const dof_elimination *dofs = eliminations_of(model, scratch);
    const int chunks = ROW_CHUNKS == 1 ? 1 : (rows + CHUNK - 1) / CHUNK;
    chunk sum[ROW_CHUNKS];
    for (int c = 0; c < chunks; c++) {
        sum[c] = (chunk){0};
    }
    for (int path[2] = {bodies[0], bodies[1]}; body_on_path(path); step_to_parent(b, path)) {
        const model_body *body = &b[body_on_path(path)];
        for (int v = body->v; v < body->v + body->nv; v++) {
            const real *w = reals(W_) + (size_t)v * stride;
            for (int c = 0; c < chunks; c++) {
                sum[c] = sum[c] + dofs[v].u_over_D * chunk_at(w + c * CHUNK);
            }
        }
    }
    for (int c = 0; c < chunks; c++) {
        const int left = rows - c * CHUNK;
        put_chunk_part(reals_out(response) + c * CHUNK, sum[c], 0, (left < CHUNK ? left : CHUNK) - 1);
    }
}

static void add_constraint_force(const kernel_model *model, void *scratch, const int bodies[2], int rows,
                                 const scalar *inverse_D_, size_t stride, const scalar *W_, const scalar *f_)
{
    const model_body *b = model_bodies(model);
    dof_elimination *dofs = eliminations_in(model, scratch);
    const real *inverse_D = reals(inverse_D_), *f = reals(f_);
    for (int path[2] = {bodies[0], bodies[1]}; body_on_path(path); step_to_parent(b, path)) {
        const model_body *body = &b[body_on_path(path)];
        for (int v = body->v; v < body->v + body->nv; v++) {
            const real *w = reals(W_) + (size_t)v * stride;
            real sum = {0};
            for (int r = 0; r < rows; r++) {
                sum = sum + w[r] * f[r];
            }
            dofs[v].u_over_D = dofs[v].u_over_D + inverse_D[v] * sum;
        }
    }
}

static void clear_joint_forces(const kernel_model *model, void *scratch)
{
    dof_elimination *dofs = eliminations_in(model, scratch);
    const real zero = {0};
    for (int v = 0; v < model->tree_nv; v++) {
        dofs[v].u_over_D = zero;
    }
}

#endif
