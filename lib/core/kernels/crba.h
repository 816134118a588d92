/* Mass matrix: the composite-rigid-body algorithm (Featherstone 2008, table 6.2), in another order: each body carries
 * the force columns of its whole subtree inward (docs/design.md). The steps are in composite.h; the book's own are
 * book_crba() in book/book.c. */
#ifndef CDY_KERNELS_CRBA_H
#define CDY_KERNELS_CRBA_H

#include "kernels/crba_on_base.h"
#include "kernels/scratch.h"

#include <string.h>

/* Forward pass: transforms of the links. As a call, M of UR5e by AVX2 takes 114 ns, not 105. */
ALWAYS_INLINE void place_links(const kernel_model *model, coordinates q, composite_scratch *s)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    for (int i = 1; i < model->body_count; i++) {
        if (!is_on_base(&bodies[i])) {
            BY_DH_KIND(&bodies[i], dh_update, &bodies[i], q, &s[i].link);
        }
        s[i].branches = false;
        s[i].axis_inertia = zero;
        s[i].end = bodies[i].v + bodies[i].nv;
    }
}

/* Backward step: I_p += X^T I X for the composite inertias, F := X^T F for the columns of the subtree, M_jl = S_j^T F_l
 * for the parent's joint j, which is of the kind `parent_joint`. */
ALWAYS_INLINE void composite_to_parent(dh_kind kind, const model_body *body, const composite_scratch *s,
                                       const model_body *parent, joint_kind parent_joint, inertia *Ic,
                                       force_columns columns, size_t n, real *M)
{
    const force own = own_column(kind, body, *Ic);
    *Ic = dh_inertia_back(kind, body, &s->link, *Ic);
    carry_columns(kind, body, &s->link, own, s->end, columns, (column_target){parent, parent_joint, true, n, M});
}

/* Dispatch on the kinds of both joints. */
ALWAYS_INLINE inertia composite_step(const model_body *bodies, int i, inertia Ic, composite_scratch *s,
                                     force_columns columns, size_t n, real *M)
{
    const model_body *body = &bodies[i], *parent = &bodies[body->parent];
    if (is_revolute(parent)) {
        BY_DH_KIND(body, composite_to_parent, body, &s[i], parent, JOINT_REVOLUTE, &Ic, columns, n, M);
    } else {
        BY_DH_KIND(body, composite_to_parent, body, &s[i], parent, joint_kind_of(parent), &Ic, columns, n, M);
    }
    return Ic;
}

/* Backward pass: the composite inertias, their columns and M. */
ALWAYS_INLINE void carry_composites(const kernel_model *model, composite_scratch *s, force_columns columns, size_t n,
                                    real *M)
{
    const model_body *bodies = model_bodies(model);
    bool next_is_child = false;
    inertia Ic = joint_body_inertia(&bodies[0]); /* zero */
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        if (is_at_base(bodies, body)) {
            composite_step_at_base(bodies, i, next_is_child, Ic, s, columns, n, M);
            next_is_child = false;
        } else {
            Ic = composite_inertia(body, &s[i], next_is_child, Ic);
            store_own_columns(body, Ic, columns, n, M);
            Ic = composite_step(bodies, i, Ic, s, columns, n, M);
            next_is_child = add_composite(bodies, i, Ic, s);
        }
    }
}

#ifdef HAS_CHUNKS
/* A function of its own: that of single columns would else save registers for both. */
static NOT_INLINE void carry_quads_of_composites(const kernel_model *model, composite_scratch *s, bool chain, size_t n,
                                                 real *M)
{
    carry_composites(model, s, quad_columns_at(s + model->body_count, n, chain), n, M);
}
#endif

static void fill_by_composites(const kernel_model *model, void *scratch, const scalar *q_, bool has_zeros, scalar *M_)
{
    const size_t n = (size_t)model->tree_nv;
    /* M does not depend on the first body's coordinates. */
    const int first = model->body_count > 2 ? model_bodies(model)[2].q : model->tree_nq;
    const coordinates q = read_coordinates_from(model, scratch, q_, first);
    real *M = reals_out(M_);
    composite_scratch *s = (composite_scratch *)scratch;
    place_links(model, q, s);
    /* Now, while the processor waits for the sines. */
    const bool chain = is_chain(model);
    if (!has_zeros && !chain) {
        clear_numbers(M, n * n); /* after reading q: M and q may share memory */
    }
#ifdef HAS_CHUNKS
    if (has_many_columns(model, chain)) {
        carry_quads_of_composites(model, s, chain, n, M);
        return;
    }
#endif
    carry_composites(model, s, single_columns_at(s + model->body_count), n, M);
}

static void crba(const kernel_model *model, void *scratch, const scalar *q, scalar *M)
{
    fill_by_composites(model, scratch, q, false, M);
}

#endif
