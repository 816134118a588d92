/* Composites of subtrees, and the rows of their joints (world_frame.h): the pass from the leaves to the base of
 * drnea.h, by the steps of body_rows.h.
 *
 * In lanes a pass goes from body to body, whose numbers are in registers then. For one state the steps of single bodies
 * and of single joints, which do not wait for each other, are computed for several at once, one a lane, by the kernels
 * bodies_in_lanes() and rows_in_lanes() of a width with as many lanes. */
#ifndef CDY_KERNELS_SUBTREE_ROWS_H
#define CDY_KERNELS_SUBTREE_ROWS_H

#include "kernels/body_rows.h"
#include "kernels/shortcuts.h"

#ifndef HAS_BODY_LANES

/* ---- composites, body by body ---- */

static inline void composite_add(composite *to, const composite *more, bool with_forces)
{
    to->I = inertia_add(to->I, more->I);
    to->B = body_coriolis_add(to->B, more->B);
    to->f = force_add(to->f, more->f);
    if (with_forces) {
        to->external = force_add(to->external, more->external);
    }
}

/* Backward step: the composite of body i's subtree. The next body's composite is at hand if it is a child; other
 * children have been added before. */
static void gather_composite(const kernel_model *model, world_scratch g, int i, bool with_forces)
{
    const model_body *body = &model_bodies(model)[i];
    world_body *s = &g.bodies[i], *parent = &g.bodies[body->parent];
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    composite b;
    set_single_body(joint_body_inertia(body), s->X, s->v, s->a, &b);
    b.external = with_forces ? s->applied_force : (force){none, none};
    if (s->end) {
        composite_add(&b, &s->branches, with_forces);
    } else {
        s->end = body->v + body->nv;
    }
    if (has_next_as_child(model, i)) {
        composite_add(&b, &s[1].composite, with_forces);
        s->end = s->end > s[1].end ? s->end : s[1].end;
    }
    s->composite = b;
    if (is_on_base(body) || parent_is_previous(model_bodies(model), i)) {
        return;
    }
    if (parent->end) {
        composite_add(&parent->branches, &b, with_forces);
    } else {
        parent->branches = b;
        parent->end = s->end;
    }
}

/* Composites of all subtrees, and rows of their joints. */
static void gather_subtrees(const kernel_model *model, world_scratch g, bool with_forces, unsigned wanted)
{
    for (int i = model->body_count - 1; i > 0; i--) {
        gather_composite(model, g, i, with_forces);
        fill_rows_of_body(model_bodies(model), g, i, wanted);
    }
}

/* Rows of all joints at once: they have been filled body by body, with the numbers of each at hand. */
enum { FILLS_AT_ONCE = false };
static inline void fill_joint_rows(const kernel_model *model, world_scratch g, unsigned wanted)
{
    (void)model, (void)g, (void)wanted;
}

#else

/* ---- one state: several bodies at once ---- */

enum { BODY_LANES = CHUNK };

/* The composites of the bodies alone. */
static void set_single_bodies(const kernel_model *model, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    const int last = model->body_count - 1;
    for (int i = 1; i <= last; i += BODY_LANES) {
        const loose_scalar *inertias[BODY_LANES], *places[BODY_LANES];
        loose_scalar *composites[BODY_LANES];
        for (int k = 0; k < BODY_LANES; k++) {
            const int body = i + k < last ? i + k : last;
            inertias[k] = &bodies[body].mass;
            places[k] = &g.bodies[body].X.E.x.x;
            composites[k] = &g.bodies[body].composite.I.mass;
        }
        WIDE_KERNELS.bodies_in_lanes(inertias, places, composites);
    }
}

_Static_assert(COMPOSITE_NUMBERS % QUAD == 0, "composites are added by quads");

/* to += more, in the quads that bodies_in_lanes() has stored. */
static inline void composite_add(composite *to, const composite *more, bool with_forces)
{
    real *sum = (real *)(void *)to;
    const real *numbers = (const real *)(const void *)more;
    for (size_t i = 0; i < COMPOSITE_NUMBERS; i += QUAD) {
        put_quad(sum + i, quad_at(sum + i) + quad_at(numbers + i));
    }
    if (with_forces) {
        to->external = force_add(to->external, more->external);
    }
}

_Static_assert(offsetof(model_body, h) == offsetof(model_body, mass) + sizeof(double) &&
                   offsetof(model_body, inertia) == offsetof(model_body, mass) + 4 * sizeof(double),
               "bodies_in_lanes() reads the ten numbers of a body from its mass on");

/* Composites of all subtrees from those of the bodies alone. */
static void add_subtrees(const kernel_model *model, world_scratch g, bool with_forces)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        g.bodies[i].end = bodies[i].v + bodies[i].nv;
        if (with_forces) {
            g.bodies[i].composite.external = g.bodies[i].applied_force;
        }
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        world_body *s = &g.bodies[i], *parent = &g.bodies[bodies[i].parent];
        if (is_on_base(&bodies[i])) {
            continue;
        }
        composite_add(&parent->composite, &s->composite, with_forces);
        parent->end = parent->end > s->end ? parent->end : s->end;
    }
}

_Static_assert(BODY_LANES - QUAD <= QUAD, "a row has room for what lanes write behind the one before");

/* Rows of all joints. The last block of lanes overlaps the one before; fewer degrees of freedom than lanes write behind
 * each row, where the next row follows. */
static void fill_rows_in_lanes(const kernel_model *model, world_scratch g, unsigned wanted)
{
    const model_body *body = model_bodies(model) + 1; /* of the degree of freedom at hand, like `s` */
    const world_body *s = g.bodies + 1;
    const int n = (int)g.n;
    for (int l = 0; l < n; l += BODY_LANES) {
        const int start = l + BODY_LANES <= n || n < BODY_LANES ? l : n - BODY_LANES;
        const loose_scalar *dofs[BODY_LANES], *composites[BODY_LANES];
        while (body->v > start) {
            body--;
            s--;
        }
        for (int k = 0, dof = start; k < BODY_LANES; k++) {
            if (dof == body->v + body->nv) {
                body++;
                s++;
            }
            dofs[k] = &g.dofs[dof].S.angular.x;
            composites[k] = &s->composite.I.mass;
            dof += dof + 1 < n;
        }
        WIDE_KERNELS.rows_in_lanes(wanted, dofs, composites, g.n, g.rows + start);
    }
}

/* Rows of all joints, after the composites. */
enum { FILLS_AT_ONCE = true };
static void fill_joint_rows(const kernel_model *model, world_scratch g, unsigned wanted)
{
    const model_body *bodies = model_bodies(model);
    const bool in_lanes = g.n >= QUAD; /* behind fewer columns, what the lanes write would not end in the rows */
    if (in_lanes) {
        fill_rows_in_lanes(model, g, wanted);
    }
    for (int i = 1; !in_lanes && i < model->body_count; i++) {
        fill_rows_of_body(bodies, g, i, wanted);
    }
}

/* Composites of all subtrees, and rows of their joints. */
static void gather_subtrees(const kernel_model *model, world_scratch g, bool with_forces, unsigned wanted)
{
    set_single_bodies(model, g);
    add_subtrees(model, g, with_forces);
    fill_joint_rows(model, g, wanted);
}

#endif

#endif
