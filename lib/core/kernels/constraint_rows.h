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
#include "kernels/inlining.h"
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

static inline motion motion_in_axes(rotation R, vec3 angular, vec3 linear)
{
    return (motion){rotate_back(R, angular), rotate_back(R, linear)};
}

static void constraint_motion(const kernel_model *model, const void *scratch, const double gravity[3],
                              const int bodies[2], const double *places, scalar *R, scalar *p, scalar *rate,
                              scalar *acceleration, scalar *shift)
{
    const placed_frame b = frame_on_body(model, scratch, gravity, bodies[0], places, shift != NULL);
    const placed_frame o = frame_on_body(model, scratch, gravity, bodies[1], places + 12, true);
    const bool moves = bodies[1] > 0;
    store_rotation(reals_out(R), o.R);
    store_vec3(reals_out(p), b.p);
    if (rate) {
        store_motion(reals_out(rate), moves ? relative_velocity(&b, &o) : motion_in_axes(o.R, b.w, b.v));
    }
    store_motion(reals_out(acceleration), moves ? relative_acceleration(&b, &o) : motion_in_axes(o.R, b.alpha, b.a));
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
    store_motion(reals_out(acceleration),
                 motion_in_axes(axes, subtract(a.angular, b.angular), subtract(a.linear, b.linear)));
}

/* ---- propagation of forces to the base ---- */

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

static inline chunk3 chunk3_rotate(rotation E, chunk3 v)
{
    return (chunk3){E.x.x * v.x + E.x.y * v.y + E.x.z * v.z, E.y.x * v.x + E.y.y * v.y + E.y.z * v.z,
                    E.z.x * v.x + E.z.y * v.y + E.z.z * v.z};
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

/* What forces meet on their way, and the columns of W of their constraint. */
typedef struct row_results {
    const model_body *bodies;
    const model_drive *drives;
    const body_kinematics *s;
    const dof_elimination *dofs;
    const real *inverse_D;
    real *W;
    size_t stride, columns;
} row_results;

/* Sums over the joints: the size of each row, and its response to the joint forces. Functions have copies of their own,
 * so that sums are in registers. */
typedef struct row_sums {
    chunk size, response;
} row_sums;

/* Store the numbers w of the forces that reach degree of freedom i, with zeros behind them; `square`: of the forces. */
static inline void add_dof(int i, chunk w, chunk square, const row_results *to, row_sums *sums)
{
    real *row = to->W + (size_t)i * to->stride;
    put_chunk(row, w);
    for (size_t j = CHUNK; j < to->columns; j += CHUNK) {
        put_chunk(row + j, (chunk){0});
    }
    sums->size = sums->size + to->inverse_D[i] * square;
    sums->response = sums->response + to->dofs[i].u_over_D * w;
}

/* Pass the force F through a degree of freedom along component `row`: F - U w / D. */
ALWAYS_INLINE chunk_force pass_dof(int row, int i, chunk_force F, const row_results *to, row_sums *sums)
{
    const chunk3 v = row < 3 ? F.moment : F.linear;
    const chunk w = row % 3 == 0 ? v.x : row % 3 == 1 ? v.y : v.z;
    add_dof(i, w, chunk3_square(v), to, sums);
    return chunk_force_subtract(F, to->dofs[i].U_over_D, w);
}

/* A joint of any kind. Not inlined, so that the fast path does not reserve registers for it. */
static NOT_INLINE void pass_joint(int i, chunk_force *F, const row_results *to, row_sums *all)
{
    const model_body *body = &to->bodies[i];
    chunk_force f = *F;
    row_sums sums = *all;
    for (int k = 0; k < body->nv; k++) {
        switch (joint_row(body, k)) { /* a row that is a constant needs no indices at run time */
        case 0: f = pass_dof(0, body->v + k, f, to, &sums); break;
        case 1: f = pass_dof(1, body->v + k, f, to, &sums); break;
        case 2: f = pass_dof(2, body->v + k, f, to, &sums); break;
        case 3: f = pass_dof(3, body->v + k, f, to, &sums); break;
        case 4: f = pass_dof(4, body->v + k, f, to, &sums); break;
        default: f = pass_dof(5, body->v + k, f, to, &sums); break;
        }
    }
    if (!is_on_base(body)) {
        const transform X = parent_transform(body, &to->s[i].link);
        f.linear = chunk3_rotate_back(X.E, f.linear);
        f.moment = chunk3_add_cross(chunk3_rotate_back(X.E, f.moment), X.r, f.linear);
    }
    *F = f;
    *all = sums;
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
ALWAYS_INLINE void pass_dh(dh_kind kind, const model_body *body, const dh_link *l, chunk_force *F,
                           const row_results *to, row_sums *sums)
{
    if (kind == DH_NONE) {
        return; /* never a DH link */
    }
    const chunk_force turned = {chunk3_rotate_z_back(l->s, l->c, F->moment),
                                chunk3_rotate_z_back(l->s, l->c, F->linear)};
    const chunk_force left = pass_dof(2, body->v, turned, to, sums);
    const vec3 r = dh_origin(kind, body, l);
    F->linear = chunk3_twist_back(kind, body, left.linear);
    F->moment = chunk3_add_cross(chunk3_twist_back(kind, body, left.moment), r, F->linear);
}

/* Dispatch on the kind of joint. */
ALWAYS_INLINE chunk_force pass_body(int i, chunk_force F, const row_results *to, row_sums *sums)
{
    const model_body *body = &to->bodies[i];
    if (!is_dh_without_rotor(body, to->drives)) {
        chunk_force any = F; /* local copies: a variable whose address is taken stays in memory */
        row_sums any_sums = *sums;
        pass_joint(i, &any, to, &any_sums);
        *sums = any_sums;
        return any;
    }
    BY_DH_KIND(body, pass_dh, body, &to->s[i].link, &F, to, sums);
    return F;
}

/* Propagate the force on body i through the joints toward the base, F := X^T (F - U w / D), until a body with a number
 * not above `above`; return the number of that body. */
static inline int pass_joints(int i, int above, chunk_force *F, const row_results *to, row_sums *all)
{
    chunk_force f = *F;
    row_sums sums = *all;
    while (i > above) {
        const model_body *body = &to->bodies[i];
        if (is_revolute_on_base(body)) {
            add_dof(body->v, f.moment.z, chunk3_square(f.moment), to, &sums); /* the way ends here */
        } else {
            f = pass_body(i, f, to, &sums);
        }
        i = body->parent;
    }
    *F = f;
    *all = sums;
    return i;
}

#ifdef HAS_CHUNKS
/* The components that the rows of a constraint are, four bits each, the first row lowest. */
static inline long long list_components(unsigned mask)
{
    long long list = -1;
    for (int k = CONSTRAINT_ROWS - 1; k >= 0; k--) {
        list = mask >> k & 1 ? list * 16 + k : list;
    }
    return list;
}

/* 1 for each row whose component has its bit in `wanted`, 0 for other rows and behind the last one. */
static inline chunk rows_among(long long wanted, long long components)
{
    const chunk_bits at = *(const chunk_bits *)(const void *)chunk_places;
    const chunk_bits bits = ((chunk_bits){0} + wanted) >> ((components >> 4 * at) & 15) & 1;
    return (chunk)((chunk_bits)((chunk){0} + 1) & -bits);
}

/* The unit forces of up to a chunk of rows from row `first` on, at the point p along the axes R, in the axes of a body
 * about its origin; `sign` is +1 on the constraint's first body, -1 on the other. Rows are told apart by products with
 * 0 and 1: numbers that are stored one by one and then read as a chunk would stall. */
static chunk_force unit_forces(const body_place *place, const real *R, const real *p, unsigned mask, int first,
                               real sign)
{
    const transform X = place->X_base;
    const vec3 arm = rotate(X.E, subtract((vec3){p[0], p[1], p[2]}, X.r));
    const rotation to_body =
        rotation_multiply(X.E, (rotation){{R[0], R[1], R[2]}, {R[3], R[4], R[5]}, {R[6], R[7], R[8]}});
    const long long components = list_components(mask) >> 4 * first;
    const chunk linear = sign * rows_among(0x38, components), angular = sign * rows_among(0x07, components);
    const chunk3 axes = {rows_among(0x09, components), rows_among(0x12, components), rows_among(0x24, components)};
    const chunk3 unit = chunk3_rotate(to_body, axes), none = {{0}, {0}, {0}};
    const chunk3 moment = chunk3_add_cross(none, arm, unit);
    return (chunk_force){{linear * moment.x + angular * unit.x, linear * moment.y + angular * unit.y,
                          linear * moment.z + angular * unit.z},
                         {linear * unit.x, linear * unit.y, linear * unit.z}};
}
#else
/* The same for one row. */
static chunk_force unit_forces(const body_place *place, const real *R, const real *p, unsigned mask, int first,
                               real sign)
{
    int component = 0;
    for (; !(mask >> component & 1) || first > 0; component++) {
        first -= (int)(mask >> component & 1);
    }
    const transform X = place->X_base;
    const real *axis = R + component % 3, zero = {0};
    const vec3 unit = scale(sign, rotate(X.E, (vec3){axis[0], axis[3], axis[6]}));
    if (component < 3) {
        return (chunk_force){{unit.x, unit.y, unit.z}, {zero, zero, zero}};
    }
    const vec3 moment = cross(rotate(X.E, subtract((vec3){p[0], p[1], p[2]}, X.r)), unit);
    return (chunk_force){{moment.x, moment.y, moment.z}, {unit.x, unit.y, unit.z}};
}
#endif

static chunk_force chunk_force_add(chunk_force a, chunk_force b)
{
    const real one = real_from(1);
    return (chunk_force){chunk3_scale_add(a.moment, one, b.moment), chunk3_scale_add(a.linear, one, b.linear)};
}

/* Adds to the size the squares of two forces whose sum goes on from body i, at each joint that passes the sum: where
 * they cancel, their sum has rounding errors of their size, not of its own. */
static void add_cancelled_size(int i, const chunk_force F[2], const row_results *to, row_sums *sums)
{
    const chunk moment = chunk3_square(F[0].moment) + chunk3_square(F[1].moment);
    const chunk linear = chunk3_square(F[0].linear) + chunk3_square(F[1].linear);
    for (const model_body *body = &to->bodies[i]; body->nv > 0; body = &to->bodies[body->parent]) {
        for (int k = 0; k < body->nv; k++) {
            sums->size = sums->size + to->inverse_D[body->v + k] * (joint_row(body, k) < 3 ? moment : linear);
        }
    }
}

/* Up to a chunk of rows: each force is propagated separately up to the lowest common ancestor of the two bodies, and
 * from there their sum. */
static void fill_rows(const articulated_branches *branches, const int body[2], const real *R, const real *p,
                      unsigned mask, int first, const row_results *to, row_sums *sums)
{
    chunk_force F[2];
    int at[2] = {body[0], body[1]};
    for (int side = 0; side < 2; side++) {
        if (at[side]) {
            F[side] = unit_forces(&branches[at[side]].place, R, p, mask, first, real_from(side ? -1 : 1));
        }
    }
    while (at[0] != at[1]) {
        const int side = at[1] > at[0];
        at[side] = pass_joints(at[side], at[!side], &F[side], to, sums);
    }
    if (at[0]) {
        add_cancelled_size(at[0], F, to, sums);
        F[0] = chunk_force_add(F[0], F[1]);
        pass_joints(at[0], 0, &F[0], to, sums);
    }
}

static void constraint_rows(const kernel_model *model, const void *scratch, const int body[2], const scalar *R,
                            const scalar *p, unsigned mask, const scalar *inverse_D, size_t stride, int columns,
                            scalar *W, scalar *size, scalar *response)
{
    int rows = 0;
    for (int k = 0; k < CONSTRAINT_ROWS; k++) {
        rows += (int)(mask >> k & 1);
    }
    for (int first = 0; first < rows; first += CHUNK) {
        const int count = rows - first < CHUNK ? rows - first : CHUNK;
        const row_results to = {.bodies = model_bodies(model),
                                .drives = model_drives(model),
                                .s = (const body_kinematics *)scratch,
                                .dofs = eliminations_of(model, scratch),
                                .inverse_D = reals(inverse_D),
                                .W = reals_out(W) + first,
                                .stride = stride,
                                .columns = first + count < rows ? 0 : (size_t)(columns - first)};
        const chunk none = {0};
        row_sums sums = {none, none};
        fill_rows(branches_of(model, scratch), body, reals(R), reals(p), mask, first, &to, &sums);
        put_chunk_part(reals_out(size) + first, sums.size, 0, count - 1);
        put_chunk_part(reals_out(response) + first, sums.response, 0, count - 1);
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
    const int *J_path, *J_end, *K_path, *K_end;
    const real *J, *K, *inverse_D;
    size_t stride, to_stride;
    real *to;
    int columns;
} row_block;

/* Sum over the degrees of freedom that both paths have, for `chunks` chunks of columns. */
ALWAYS_INLINE void multiply_block(const row_block *B, int rows, int chunks)
{
    chunk sum[CONSTRAINT_ROWS][COLUMN_CHUNKS], x[COLUMN_CHUNKS];
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++) {
#pragma GCC unroll 4
        for (int c = 0; c < chunks; c++) {
            sum[r][c] = (chunk){0};
        }
    }
    for (const int *j = B->J_path, *k = B->K_path; j < B->J_end && k < B->K_end;) {
        const int dof = *j, other = *k;
        j += dof >= other;
        k += other >= dof;
        if (dof != other) {
            continue;
        }
        const real *w = B->J + (size_t)dof * B->stride, *K = B->K + (size_t)dof * B->stride;
#pragma GCC unroll 4
        for (int c = 0; c < chunks; c++) {
            x[c] = B->inverse_D[dof] * chunk_at(K + c * CHUNK);
        }
#pragma GCC unroll 8
        for (int r = 0; r < rows; r++) {
#pragma GCC unroll 4
            for (int c = 0; c < chunks; c++) {
                sum[r][c] = sum[r][c] + w[r] * x[c];
            }
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

static void constraint_block(const int *J_path, size_t J_depth, const scalar *J_W, int rows, const int *K_path,
                             size_t K_depth, const scalar *K_W, int columns, const scalar *inverse_D, size_t stride,
                             size_t to_stride, scalar *to)
{
    for (int first = 0; first < columns;) {
        const int left = columns - first;
        const row_block B = {J_path,
                             J_path + J_depth,
                             K_path,
                             K_path + K_depth,
                             reals(J_W),
                             reals(K_W) + first,
                             reals(inverse_D),
                             stride,
                             to_stride,
                             reals_out(to) + first,
                             left < CHUNK ? left : CHUNK};
        const int chunks = left < COLUMN_CHUNKS * CHUNK ? 1 : COLUMN_CHUNKS;
        if (chunks == 1) {
            multiply_rows(&B, rows, 1);
        } else {
            multiply_rows(&B, rows, COLUMN_CHUNKS);
        }
        first += chunks * CHUNK;
    }
}

/* The number of rows is a constant. */
ALWAYS_INLINE void add_force(const int *path, size_t depth, int rows, const real *inverse_D, size_t stride,
                             const real *W, const real *f, dof_elimination *dofs)
{
    for (const int *dof = path; dof < path + depth; dof++) {
        const real *w = W + (size_t)*dof * stride;
        real sum = w[0] * f[0];
#pragma GCC unroll 8
        for (int r = 1; r < rows; r++) {
            sum = sum + w[r] * f[r];
        }
        dofs[*dof].u_over_D = dofs[*dof].u_over_D + inverse_D[*dof] * sum;
    }
}

static void add_constraint_force(const kernel_model *model, void *scratch, const int *path, size_t depth, int rows,
                                 const scalar *inverse_D_, size_t stride, const scalar *W_, const scalar *f_)
{
    dof_elimination *dofs = eliminations_in(model, scratch);
    const real *inverse_D = reals(inverse_D_), *W = reals(W_), *f = reals(f_);
    switch (rows) {
    case 1: add_force(path, depth, 1, inverse_D, stride, W, f, dofs); break;
    case 2: add_force(path, depth, 2, inverse_D, stride, W, f, dofs); break;
    case 3: add_force(path, depth, 3, inverse_D, stride, W, f, dofs); break;
    case 4: add_force(path, depth, 4, inverse_D, stride, W, f, dofs); break;
    case 5: add_force(path, depth, 5, inverse_D, stride, W, f, dofs); break;
    default: add_force(path, depth, 6, inverse_D, stride, W, f, dofs); break;
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
