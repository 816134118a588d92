/* Columns of forces, one for each degree of freedom of a subtree, as the composite-rigid-body algorithm carries them
 * from body to body (composite.h), and the entries of M that they make.
 *
 * In lanes a column is a force, and so it is for one state of a robot with short subtrees, as arms have them. For one
 * state of any other, number r of all columns is a row, so that quads of neighbouring columns fill the registers: they
 * are taken from the end of the subtree, and the last quad may begin before it. Numbers there mean nothing yet: their
 * bodies come later. */
#ifndef CDY_KERNELS_FORCE_COLUMNS_H
#define CDY_KERNELS_FORCE_COLUMNS_H

#include "kernels/chunk.h"
#include "kernels/dh_link.h"
#include "kernels/shortcuts.h"

typedef struct force_columns {
    bool by_quads; /* a constant where that is of use */
    bool is_chain; /* of the model */
    force *each;   /* not by quads */
    real *rows;    /* by quads: six, each with QUAD numbers before it; the last quad of each is aligned */
    size_t stride; /* of the rows */
} force_columns;

/* The parent that a body's columns go to. */
typedef struct column_target {
    const model_body *body;
    joint_kind joint; /* of that body, a constant where that is of use */
    bool keeps;       /* its own parents need the columns as well */
    size_t n;
    real *M;
} column_target;

/* ---- column by column ---- */

static inline force_columns single_columns_at(void *memory)
{
    return (force_columns){.each = (force *)memory};
}

/* Store S^T F of a force F on the parent into column l and row l of M. */
ALWAYS_INLINE void put_joint_force(const column_target *to, force F, size_t l)
{
    const size_t v = (size_t)to->body->v, n = to->n;
    if (to->joint == JOINT_REVOLUTE) {
        to->M[v * n + l] = to->M[l * n + v] = F.moment.z;
        return;
    }
    real torque[6];
    joint_force(to->joint, F, torque);
    for (size_t k = 0; k < (size_t)to->body->nv; k++) {
        to->M[(v + k) * n + l] = to->M[l * n + v + k] = torque[k];
    }
}

/* carry_columns() column by column. */
ALWAYS_INLINE void carry_each_column(dh_kind kind, const model_body *body, const dh_link *link, int end, force *each,
                                     column_target to)
{
    for (int l = body->v; l < end; l++) {
        const force F = dh_force_back(kind, body, link, each[l]);
        if (to.keeps) {
            each[l] = F;
        }
        put_joint_force(&to, F, (size_t)l);
    }
}

#ifdef HAS_CHUNKS
/* ---- by quads ---- */

/* Whether quads take less time than single columns: a floating base needs six numbers of each column, and the links of
 * long chains carry many (tests/bench/results/columns.txt). */
static inline bool has_many_columns(const kernel_model *model, bool is_chain)
{
    enum { LONG_CHAIN = 8 };
    return model->body_count > 1 &&
           (model_bodies(model)[1].kind == JOINT_FLOATING || (is_chain && model->tree_nv >= LONG_CHAIN));
}

/* Numbers that the rows take besides those of the columns, with a quad for the alignment: loads of quads that cross a
 * cache line take longer. */
#define NUMBERS_BESIDE_COLUMNS (6 * (2 * QUAD - 1) + 2 * QUAD)

static inline force_columns quad_columns_at(void *memory, size_t n, bool is_chain)
{
    const size_t stride = (n + 2 * QUAD - 1) / QUAD * QUAD;
    real *end = (real *)memory + stride;
    const size_t behind = (uintptr_t)end / sizeof *end % QUAD;
    end += behind ? QUAD - behind : 0;
    return (force_columns){.by_quads = true, .is_chain = is_chain, .rows = end - n, .stride = stride};
}

static inline void put_force_in_rows(force_columns c, int l, force F)
{
    real *to = c.rows + l;
    to[0] = F.moment.x;
    to[c.stride] = F.moment.y;
    to[2 * c.stride] = F.moment.z;
    to[3 * c.stride] = F.linear.x;
    to[4 * c.stride] = F.linear.y;
    to[5 * c.stride] = F.linear.z;
}

typedef struct quad_vec3 {
    quad x, y, z;
} quad_vec3;

/* The vectors of quads along the parent's axes: dh_rotate_back(). */
ALWAYS_INLINE quad_vec3 quads_rotate_back(dh_kind kind, const model_body *body, const dh_link *l, quad_vec3 v)
{
    if (kind == DH_NONE) {
        const rotation E = l->X.E;
        return (quad_vec3){E.x.x * v.x + E.y.x * v.y + E.z.x * v.z, E.x.y * v.x + E.y.y * v.y + E.z.y * v.z,
                           E.x.z * v.x + E.y.z * v.y + E.z.z * v.z};
    }
    const real s = body->twist[0], c = body->twist[1];
    const quad x = l->c * v.x - l->s * v.y, y = l->s * v.x + l->c * v.y, z = v.z;
    if (kind == DH_PARALLEL) {
        return (quad_vec3){x, y, z};
    }
    return kind == DH_PERPENDICULAR ? (quad_vec3){x, c * y - z, y + c * z}
                                    : (quad_vec3){x, c * y - s * z, s * y + c * z};
}

/* a + r x b without the products with components of r that are zero: dh_add_cross(). */
ALWAYS_INLINE quad_vec3 quads_add_cross(dh_kind kind, quad_vec3 a, vec3 r, quad_vec3 b)
{
    if (kind == DH_PARALLEL || kind == DH_PERPENDICULAR) {
        return (quad_vec3){a.x - r.z * b.y, a.y + r.z * b.x - r.x * b.z, a.z + r.x * b.y};
    }
    return (quad_vec3){a.x + (r.y * b.z - r.z * b.y), a.y + (r.z * b.x - r.x * b.z), a.z + (r.x * b.y - r.y * b.x)};
}

/* The entries of M of degree of freedom v with the columns l to l + QUAD - 1, of which those before `first` mean
 * nothing yet: places from `unfilled` on may hold anything meanwhile, since later bodies write them. */
ALWAYS_INLINE void put_joint_row(const column_target *to, int v, quad torques, int l, int first, int unfilled)
{
    real *row = to->M + (size_t)v * to->n, *column = to->M + v;
    if (l >= unfilled) {
        put_quad(row + l, torques);
        put_quad_column(torques, l, l, to->n, column);
    } else {
        put_quad_column(torques, l, first, 1, row);
        put_quad_column(torques, l, first, to->n, column);
    }
}

enum { FLOATING_NUMBERS = 6 };

/* The same of a floating joint, which has more degrees of freedom of its own than a quad may begin before `first`. */
ALWAYS_INLINE void put_floating_rows(const column_target *to, const quad torques[FLOATING_NUMBERS], int l)
{
    const size_t n = to->n, v = (size_t)to->body->v;
    real *row = to->M + v * n + l, *columns = to->M + (size_t)l * n + v;
#pragma GCC unroll 6
    for (size_t k = 0; k < FLOATING_NUMBERS; k++) {
        put_quad(row + k * n, torques[k]);
    }
#pragma GCC unroll 3
    for (size_t k = 0; k < FLOATING_NUMBERS; k += QUAD) {
        const size_t at = k + QUAD <= FLOATING_NUMBERS ? k : FLOATING_NUMBERS - QUAD;
        put_quads_transposed(torques + at, n, columns + at);
    }
}

/* The same of any joint. Bodies that come later fill the entries of its own subtree; in a chain all. */
ALWAYS_INLINE void put_joint_rows(const column_target *to, bool is_chain, quad_vec3 moment, quad_vec3 linear, int l,
                                  int first)
{
    const int unfilled = is_chain ? 0 : to->body->v;
    if (to->joint == JOINT_REVOLUTE) {
        put_joint_row(to, to->body->v, moment.z, l, first, unfilled);
        return;
    }
    const quad torques[FLOATING_NUMBERS] = {moment.x, moment.y, moment.z, linear.x, linear.y, linear.z};
    if (to->joint == JOINT_FLOATING) {
        put_floating_rows(to, torques, l);
        return;
    }
    for (int k = 0; k < to->body->nv; k++) {
        put_joint_row(to, to->body->v + k, torques[joint_row(to->body, k)], l, first, unfilled);
    }
}

/* Six numbers of QUAD columns. */
typedef struct quad_forces {
    quad_vec3 moment, linear;
} quad_forces;

static inline quad_forces quad_forces_at(force_columns c, int l)
{
    const real *from = c.rows + l;
    return (quad_forces){{quad_at(from), quad_at(from + c.stride), quad_at(from + 2 * c.stride)},
                         {quad_at(from + 3 * c.stride), quad_at(from + 4 * c.stride), quad_at(from + 5 * c.stride)}};
}

static inline void put_quad_forces(force_columns c, int l, quad_forces f)
{
    real *to = c.rows + l;
    put_quad(to, f.moment.x);
    put_quad(to + c.stride, f.moment.y);
    put_quad(to + 2 * c.stride, f.moment.z);
    put_quad(to + 3 * c.stride, f.linear.x);
    put_quad(to + 4 * c.stride, f.linear.y);
    put_quad(to + 5 * c.stride, f.linear.z);
}

static inline quad spread(real x)
{
    return (quad){0} + x;
}

static inline quad_forces spread_force(force f)
{
    return (quad_forces){{spread(f.moment.x), spread(f.moment.y), spread(f.moment.z)},
                         {spread(f.linear.x), spread(f.linear.y), spread(f.linear.z)}};
}

/* The columns of `before` in the places before `end`, those of `after` from there on. */
static inline quad_vec3 join_quad_vec3(quad_vec3 before, quad_vec3 after, int end)
{
    return (quad_vec3){join_quads(before.x, after.x, end), join_quads(before.y, after.y, end),
                       join_quads(before.z, after.z, end)};
}

/* The columns l to l + QUAD - 1 of a subtree that ends before `end`, the column of a body with one degree of freedom
 * among them: the processor is slow to read numbers together that were stored one by one. */
ALWAYS_INLINE quad_forces quad_forces_with(force own, force_columns c, const model_body *body, int l, int end)
{
    const quad_forces alone = spread_force(own);
    if (end == body->v + 1) {
        return alone;
    }
    const quad_forces behind = quad_forces_at(c, l);
    const int place = body->v - l + 1;
    return (quad_forces){join_quad_vec3(alone.moment, behind.moment, place),
                         join_quad_vec3(alone.linear, behind.linear, place)};
}

ALWAYS_INLINE void carry_quad(dh_kind kind, const model_body *body, const dh_link *link, quad_forces f, int l,
                              force_columns c, const column_target *to)
{
    const quad_vec3 linear = quads_rotate_back(kind, body, link, f.linear);
    const quad_vec3 moment =
        quads_add_cross(kind, quads_rotate_back(kind, body, link, f.moment), dh_origin(kind, body, link), linear);
    if (to->keeps) {
        put_quad_forces(c, l, (quad_forces){moment, linear});
    }
    put_joint_rows(to, c.is_chain, moment, linear, l, body->v);
}

/* carry_columns() by quads. */
ALWAYS_INLINE void carry_quads(dh_kind kind, const model_body *body, const dh_link *link, force own, int end,
                               force_columns c, column_target to)
{
    const bool at_hand = kind != DH_NONE || body->nv == 1;
    int l = end - QUAD;
    for (; l > (at_hand ? body->v : body->v - QUAD); l -= QUAD) {
        carry_quad(kind, body, link, quad_forces_at(c, l), l, c, &to);
    }
    if (at_hand) {
        carry_quad(kind, body, link, quad_forces_with(own, c, body, l, end), l, c, &to);
    }
}

#else
#define NUMBERS_BESIDE_COLUMNS 0
#endif

/* ---- either ---- */

ALWAYS_INLINE void put_force_column(force_columns c, int l, force F)
{
#ifdef HAS_CHUNKS
    if (c.by_quads) {
        put_force_in_rows(c, l, F);
        return;
    }
#endif
    c.each[l] = F;
}

/* Carry the columns of the subtree of `body`, which ends before `end`, to its parent: F := X^T F, M_jl = S_j^T F_l.
 * `own` is the body's column where it has one degree of freedom; not by quads it is among the columns. */
ALWAYS_INLINE void carry_columns(dh_kind kind, const model_body *body, const dh_link *link, force own, int end,
                                 force_columns c, column_target to)
{
#ifdef HAS_CHUNKS
    if (c.by_quads) {
        carry_quads(kind, body, link, own, end, c, to);
        return;
    }
#endif
    (void)own;
    carry_each_column(kind, body, link, end, c.each, to);
}

#endif
