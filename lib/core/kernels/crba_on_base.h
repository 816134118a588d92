/* Mass matrix of bodies at the base (shortcuts.h): of the composite inertia that a revolute joint on the base carries
 * only the moment about its axis is needed, and of bodies on the base nothing goes further. The plain steps are in
 * composite.h, those that the book prints in book_crba(), book/book.c.
 *
 * Frame: the body's; z is the axis. */
#ifndef CDY_KERNELS_CRBA_ON_BASE_H
#define CDY_KERNELS_CRBA_ON_BASE_H

#include "kernels/composite.h"

/* Backward step where the parent is a revolute joint on the base: of the composite inertia and of the columns of the
 * subtree only the moments about its axis. */
ALWAYS_INLINE void composite_step_to_axis(dh_kind kind, const model_body *body, const composite_scratch *s,
                                          const model_body *parent, inertia Ic, force_columns columns, size_t n,
                                          real *axis_inertia, real *M)
{
    *axis_inertia = *axis_inertia + dh_inertia_back(kind, body, &s->link, Ic).I.zz;
    carry_columns(kind, body, &s->link, own_column(kind, body, Ic), s->end, columns,
                  (column_target){parent, JOINT_REVOLUTE, false, n, M});
}

/* Backward step of body i at the base; `next` is the composite inertia of the next body if that is a child. */
ALWAYS_INLINE void composite_step_at_base(const model_body *bodies, int i, bool next_is_child, inertia next,
                                          composite_scratch *s, force_columns columns, size_t n, real *M)
{
    const model_body *body = &bodies[i];
    const int p = body->parent;
    if (is_revolute_on_base(body)) {
        M[(size_t)body->v * (n + 1)] = s[i].axis_inertia + joint_body_inertia(body).I.zz;
        return;
    }
    const inertia Ic = composite_inertia(body, &s[i], next_is_child, next);
    store_own_columns(body, Ic, columns, n, M);
    if (!is_on_base(body)) {
        extend_subtree(bodies, i, s);
        BY_DH_KIND(body, composite_step_to_axis, body, &s[i], &bodies[p], Ic, columns, n, &s[p].axis_inertia, M);
    }
}

#endif
