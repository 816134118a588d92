/* Mass matrix: the composite-rigid-body algorithm (Featherstone 2008, table 6.2), in another order: each body carries
 * the force columns of its whole subtree inward (docs/design.md). The steps are in composite.h; the book's own are
 * book_crba() in book/book.c. */
#ifndef CDY_KERNELS_CRBA_H
#define CDY_KERNELS_CRBA_H

#include "kernels/composite.h"
#include "kernels/on_base.h"
#include "kernels/scratch.h"

#include <string.h>

/* Forward pass: transforms of the links. */
static void place_links(const kernel_model *model, coordinates q, composite_scratch *s)
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
                                       const model_body *parent, joint_kind parent_joint, inertia *Ic, force *columns,
                                       size_t n, real *M)
{
    *Ic = dh_inertia_back(kind, body, &s->link, *Ic);
    for (int l = body->v; l < s->end; l++) {
        columns[l] = dh_force_back(kind, body, &s->link, columns[l]);
        store_joint_force(parent_joint, parent, columns[l], (size_t)l, n, M);
    }
}

/* Dispatch on the kinds of both joints. */
ALWAYS_INLINE inertia composite_step(const model_body *bodies, int i, inertia Ic, composite_scratch *s, force *columns,
                                     size_t n, real *M)
{
    const model_body *body = &bodies[i], *parent = &bodies[body->parent];
    if (is_revolute(parent)) {
        BY_DH_KIND(body, composite_to_parent, body, &s[i], parent, JOINT_REVOLUTE, &Ic, columns, n, M);
    } else {
        BY_DH_KIND(body, composite_to_parent, body, &s[i], parent, joint_kind_of(parent), &Ic, columns, n, M);
    }
    return Ic;
}

static void fill_by_composites(const kernel_model *model, void *scratch, const scalar *q_, bool has_zeros, scalar *M_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    /* M does not depend on the first body's coordinates. */
    const int first = model->body_count > 2 ? bodies[2].q : model->tree_nq;
    const coordinates q = read_coordinates_from(model, scratch, q_, first);
    real *M = reals_out(M_);
    composite_scratch *s = (composite_scratch *)scratch;
    force *columns = (force *)(void *)(s + model->body_count);
    place_links(model, q, s);
    if (!has_zeros && !is_chain(model)) {
        clear_numbers(M, n * n); /* after reading q: M and q may share memory */
    }

    /* Backward pass. */
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

static void crba(const kernel_model *model, void *scratch, const scalar *q, scalar *M)
{
    fill_by_composites(model, scratch, q, false, M);
}

#endif
