/* Regressor Y with tau = Y(q, qd, qdd) pi, pi the inertial parameters (Atkeson, An and Hollerbach 1986; Khalil and
 * Dombre 2002, section 9.6).
 *
 * Body i requires the force F_i pi_i, F_i (6 x 10) in the axes of the base about the tree origin (world_frame.h). Each
 * joint k between body i and the base feels S_k^T F_i pi_i: ten entries of row k. An inertia needs no force but a
 * moment, so that F_i has a linear part in the first four columns only, those of m and h. */
#ifndef CDY_KERNELS_REGRESSOR_H
#define CDY_KERNELS_REGRESSOR_H

#include "kernels/chunk.h"
#include "kernels/drnea.h"
#include "kernels/forward_pass.h"

#include <string.h>

enum { PARAMETERS = 10, MASS_PARAMETERS = 4 };

/* F in the axes and about the origin of the frame of the parameters, that of the link of the body's joint. */
typedef struct own_forces {
    real linear[3][MASS_PARAMETERS], moment[3][PARAMETERS];
} own_forces;

/* A moving body, whose own axes are those of the kernels. */
typedef struct regressor_body {
    body_acceleration m; /* in its own axes; the base accelerates by -gravity */
    mat3 A;              /* acceleration tensor of m */
    union {
        transform X; /* from the base's axes at the tree origin */
        motion u;    /* in regressor_product(): velocity if the joints move with w, in its own axes */
    };
    own_forces F;
    int end; /* one past the last body of the subtree */
} regressor_body;

typedef struct regressor_scratch {
    regressor_body *bodies;
    motion *S; /* columns of the degrees of freedom, about the tree origin */
} regressor_scratch;

_Static_assert(sizeof(regressor_body) <= sizeof(body_gradient), "the base alone has room");
_Static_assert(2 * sizeof(regressor_body) + sizeof(motion) <=
                   2 * sizeof(world_body) + sizeof(world_dof) + WORLD_ROWS * sizeof(real),
               "a moving body, which has a degree of freedom at least, has room for itself and the base");

static inline regressor_scratch regressor_scratch_in(const kernel_model *model, void *scratch)
{
    regressor_body *bodies = (regressor_body *)scratch;
    return (regressor_scratch){bodies, (motion *)(void *)(bodies + model->body_count)};
}

/* Forward step of one body's motion. */
ALWAYS_INLINE void regressor_move(dh_kind kind, const model_body *body, const dh_link *l, const real *qd,
                                  const real *qdd, const regressor_body *parent, regressor_body *s)
{
    s->m =
        joint_accelerate(dh_joint_kind(kind, body), qd, qdd, propagate_motion(kind, body, l, &parent->m, &parent->A));
    s->A = acceleration_tensor(s->m.w, s->m.dw);
}

/* The same with its place and the columns of its joint. */
ALWAYS_INLINE void regressor_place(dh_kind kind, const model_body *body, coordinates q, const real *qd, const real *qdd,
                                   const regressor_body *parent, regressor_body *s, motion *S)
{
    dh_link l;
    motion columns[6];
    dh_update(kind, body, q, &l);
    regressor_move(kind, body, &l, qd, qdd, parent, s);
    s->X = place_about_tree_origin(kind, body, &l, &parent->X);
    dh_joint_columns(kind, body, s->X, columns);
    memcpy(S, columns, (size_t)(kind == DH_NONE ? body->nv : 1) * sizeof *S);
}

/* The same with the velocity u. */
ALWAYS_INLINE void regressor_weigh(dh_kind kind, const model_body *body, coordinates q, const real *qd, const real *qdd,
                                   const real *w, const regressor_body *parent, regressor_body *s)
{
    dh_link l;
    dh_update(kind, body, q, &l);
    regressor_move(kind, body, &l, qd, qdd, parent, s);
    const vec3 o = parent->u.angular;
    const vec3 linear = dh_shift_motion(kind, parent->u.linear, o, dh_origin(kind, body, &l));
    s->u = motion_add((motion){dh_rotate(kind, body, &l, o), dh_rotate(kind, body, &l, linear)},
                      joint_motion(dh_joint_kind(kind, body), w));
}

/* The force F pi that the motion of a body requires by its parameters in the frame f: the entries of newton_euler(). */
static inline own_forces forces_by_parameters(const model_frame *f, const regressor_body *s)
{
    const rotation R = rotation_from(f->rotation);
    const vec3 d = rotate(R, acceleration_of_point(s->m.a, s->A, vec3_of_scalars(f->translation)));
    const vec3 w = rotate(R, s->m.w), dw = rotate(R, s->m.dw);
    const mat3 A = acceleration_tensor(w, dw);
    const vec3 products = {w.y * w.z, w.z * w.x, w.x * w.y};
    const real zero = {0};
    return (own_forces){{{d.x, A.x.x, A.x.y, A.x.z}, {d.y, A.y.x, A.y.y, A.y.z}, {d.z, A.z.x, A.z.y, A.z.z}},
                        {{zero, zero, d.z, -d.y, dw.x, -A.z.x, A.y.x, -products.x, A.y.y - A.z.z, products.x},
                         {zero, -d.z, zero, d.x, products.y, A.z.y, A.z.z - A.x.x, dw.y, -A.x.y, -products.y},
                         {zero, d.y, -d.x, zero, -products.z, A.x.x - A.y.y, -A.y.z, products.z, A.x.z, dw.z}}};
}

/* One past the last body of each subtree; body numbers are in depth-first order. */
static void find_subtrees(const kernel_model *model, regressor_body *s)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 0; i < model->body_count; i++) {
        s[i].end = i + 1;
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        regressor_body *parent = &s[bodies[i].parent];
        parent->end = parent->end > s[i].end ? parent->end : s[i].end;
    }
}

/* The base at rest; gravity as in recursive Newton-Euler. */
static inline void place_regressor_base(const double gravity[3], regressor_body *base)
{
    memset(base, 0, sizeof *base);
    base->m.a = subtract(base->m.a, vec3_from(gravity));
}

static void regressor_forces(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                             const scalar *qd_, const scalar *qdd_)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    const coordinates q = read_coordinates(model, scratch, q_);
    const regressor_scratch g = regressor_scratch_in(model, scratch);
    regressor_body *s = g.bodies;
    place_regressor_base(gravity, &s[0]);
    for (int i = 1, frame = 0; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const int v = body->v;
        BY_DH_KIND(body, regressor_place, body, q, qd + v, qdd + v, &s[body->parent], &s[i], g.S + v);
        frame = model_next_link(model, frame, i);
        s[i].F = forces_by_parameters(&model_frames(model)[frame], &s[i]);
    }
    find_subtrees(model, s);
}

/* F as chunks. The columns of m and h are in `linear` and `moment`, the others in `inertia`, whose first chunk may
 * begin with columns of h that are not valid. */
enum { HEADS = MASS_PARAMETERS / QUAD, TAILS = (PARAMETERS - MASS_PARAMETERS + CHUNK - 1) / CHUNK };
typedef struct parameter_forces {
    quad linear[3][HEADS], moment[3][HEADS];
    chunk inertia[3][TAILS];
} parameter_forces;

/* First column of a chunk of the columns of the inertia: they end with the last column. */
static inline int column_of_tail(int tail)
{
    return PARAMETERS - (TAILS - tail) * CHUNK;
}

ALWAYS_INLINE parameter_forces load_forces(const own_forces *own)
{
    parameter_forces F;
#pragma GCC unroll 3
    for (int row = 0; row < 3; row++) {
#pragma GCC unroll 4
        for (int k = 0; k < HEADS; k++) {
            F.linear[row][k] = quad_at(own->linear[row] + k * QUAD);
            F.moment[row][k] = quad_at(own->moment[row] + k * QUAD);
        }
#pragma GCC unroll 6
        for (int k = 0; k < TAILS; k++) {
            F.inertia[row][k] = chunk_at(own->moment[row] + column_of_tail(k));
        }
    }
    return F;
}

/* Three rows of F along other axes, and the product with a vector. */
#define ROW_ALONG(v, rows, k) ((v).x * (rows)[0][k] + (v).y * (rows)[1][k] + (v).z * (rows)[2][k])

/* F in the axes of the base about the tree origin; X maps these to the frame of the parameters. */
ALWAYS_INLINE parameter_forces parameter_forces_back(transform X, parameter_forces own)
{
    const rotation R = rotation_transpose(X.E);
    parameter_forces F;
#pragma GCC unroll 4
    for (int k = 0; k < HEADS; k++) {
        const quad x = ROW_ALONG(R.x, own.linear, k), y = ROW_ALONG(R.y, own.linear, k);
        const quad z = ROW_ALONG(R.z, own.linear, k);
        F.linear[0][k] = x;
        F.linear[1][k] = y;
        F.linear[2][k] = z;
        F.moment[0][k] = ROW_ALONG(R.x, own.moment, k) + X.r.y * z - X.r.z * y;
        F.moment[1][k] = ROW_ALONG(R.y, own.moment, k) + X.r.z * x - X.r.x * z;
        F.moment[2][k] = ROW_ALONG(R.z, own.moment, k) + X.r.x * y - X.r.y * x;
    }
#pragma GCC unroll 6
    for (int k = 0; k < TAILS; k++) {
        F.inertia[0][k] = ROW_ALONG(R.x, own.inertia, k);
        F.inertia[1][k] = ROW_ALONG(R.y, own.inertia, k);
        F.inertia[2][k] = ROW_ALONG(R.z, own.inertia, k);
    }
    return F;
}

/* S^T F: ten entries of a row. The heads come last, over columns that the first tail may have written. */
ALWAYS_INLINE void store_parameter_row(const parameter_forces *F, motion S, real *row)
{
#pragma GCC unroll 6
    for (int k = 0; k < TAILS; k++) {
        put_chunk(row + column_of_tail(k), ROW_ALONG(S.angular, F->inertia, k));
    }
#pragma GCC unroll 4
    for (int k = 0; k < HEADS; k++) {
        put_quad(row + k * QUAD, ROW_ALONG(S.angular, F->moment, k) + ROW_ALONG(S.linear, F->linear, k));
    }
}

/* The same of a floating joint on the base, whose origin is the tree's: three columns of S have no linear part, and
 * three no angular one. */
ALWAYS_INLINE void store_floating_rows(const parameter_forces *F, const motion S[6], size_t stride, real *rows)
{
    const chunk zeros = {0};
#pragma GCC unroll 3
    for (size_t i = 0; i < 3; i++) {
        const vec3 turn = S[i].angular, shift = S[i + 3].linear;
        real *turned = rows + i * stride, *shifted = turned + 3 * stride;
#pragma GCC unroll 6
        for (int k = 0; k < TAILS; k++) {
            put_chunk(turned + column_of_tail(k), ROW_ALONG(turn, F->inertia, k));
            put_chunk(shifted + column_of_tail(k), zeros);
        }
#pragma GCC unroll 4
        for (int k = 0; k < HEADS; k++) {
            put_quad(turned + k * QUAD, ROW_ALONG(turn, F->moment, k));
            put_quad(shifted + k * QUAD, ROW_ALONG(shift, F->linear, k));
        }
    }
}

/* The rows of the joint of a body. */
ALWAYS_INLINE void store_joint_rows(const parameter_forces *F, const model_body *body, const motion *S, size_t stride,
                                    real *Y)
{
    for (int k = body->v; k < body->v + body->nv; k++) {
        store_parameter_row(F, S[k], Y + (size_t)k * stride);
    }
}

/* The block of body i, whose parameters are in the frame f. */
static inline void fill_block(const model_body *bodies, const model_frame *f, regressor_scratch g, int i, size_t stride,
                              real *Y)
{
    const regressor_body *s = &g.bodies[i];
    const transform X = transform_multiply(frame_transform(f), s->X);
    const parameter_forces F = parameter_forces_back(X, load_forces(&s->F));
    int p = i;
    for (; bodies[p].parent > 0; p = bodies[p].parent) {
        store_joint_rows(&F, &bodies[p], g.S, stride, Y);
    }
    if (bodies[p].kind == JOINT_FLOATING) {
        const size_t first = (size_t)bodies[p].v;
        store_floating_rows(&F, g.S + first, stride, Y + first * stride);
    } else {
        store_joint_rows(&F, &bodies[p], g.S, stride, Y); /* none of the base itself */
    }
}

static void regressor_block(const kernel_model *model, void *scratch, int frame, size_t stride, scalar *Y)
{
    const model_frame *f = &model_frames(model)[frame];
    fill_block(model_bodies(model), f, regressor_scratch_in(model, scratch), f->body, stride, reals_out(Y));
}

/* Zeros for the bodies that the joints of body i do not move. Few numbers take less time without memset(), in chunks of
 * up to 256 bits and where none follow the subtree, as in arms (tests/bench/results/columns.txt). */
static inline void clear_unmoved(const model_body *body, int i, int end, int count, size_t stride, real *Y)
{
    enum { MANY = CHUNK > 4 ? 0 : 64 };
    const int before = PARAMETERS * (i - 1), behind = PARAMETERS * (count - end);
    for (int k = body->v; k < body->v + body->nv; k++) {
        real *row = Y + (size_t)k * stride;
        if (behind == 0 && before < MANY) {
            clear_numbers(row, (size_t)before);
        } else {
            memset(row, 0, (size_t)before * sizeof *row);
            memset(row + PARAMETERS * (end - 1), 0, (size_t)behind * sizeof *row);
        }
    }
}

static void regressor_blocks(const kernel_model *model, void *scratch, size_t stride, bool has_zeros, scalar *Y_)
{
    const model_body *bodies = model_bodies(model);
    const regressor_scratch g = regressor_scratch_in(model, scratch);
    real *Y = reals_out(Y_);
    for (int i = 1, frame = 0; i < model->body_count; i++) {
        frame = model_next_link(model, frame, i);
        if (!has_zeros) {
            clear_unmoved(&bodies[i], i, g.bodies[i].end, model->body_count, stride, Y);
        }
        fill_block(bodies, &model_frames(model)[frame], g, i, stride, Y + PARAMETERS * (i - 1));
    }
}

/* S^T F, S in the frame of the parameters. */
ALWAYS_INLINE void store_own_row(const own_forces *F, motion S, real *row)
{
#pragma GCC unroll 10
    for (int k = 0; k < PARAMETERS; k++) {
        row[k] = ROW_ALONG(S.angular, F->moment, k);
    }
#pragma GCC unroll 4
    for (int k = 0; k < MASS_PARAMETERS; k++) {
        row[k] = row[k] + ROW_ALONG(S.linear, F->linear, k);
    }
}

static void regressor_product(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                              const scalar *qd_, const scalar *qdd_, const scalar *w_, scalar *product_)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *frames = model_frames(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_), *w = reals(w_);
    const coordinates q = read_coordinates(model, scratch, q_);
    real *product = reals_out(product_);
    regressor_body *s = regressor_scratch_in(model, scratch).bodies;
    place_regressor_base(gravity, &s[0]);
    for (int i = 1, frame = 0; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const int v = body->v;
        BY_DH_KIND(body, regressor_weigh, body, q, qd + v, qdd + v, w + v, &s[body->parent], &s[i]);
        frame = model_next_link(model, frame, i);
        const own_forces F = forces_by_parameters(&frames[frame], &s[i]);
        store_own_row(&F, transform_motion(frame_transform(&frames[frame]), s[i].u), product + PARAMETERS * (i - 1));
    }
}

#endif
