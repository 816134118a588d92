/* Centroidal momentum, its rate, and its matrix (Orin, Goswami and Lee 2013, sections 3 and 4): about the center of
 * mass, in the base's axes. */
#ifndef CDY_KERNELS_MOMENTUM_H
#define CDY_KERNELS_MOMENTUM_H

#include "kernels/frame.h"

#include <string.h>

/* A force or momentum with its moment about the point c instead of the origin. */
static force moment_about(vec3 c, force f)
{
    return (force){subtract(f.moment, cross(c, f.linear)), f.linear};
}

static void store_force(real *to, force f)
{
    store_vec3(to, f.moment);
    store_vec3(to + 3, f.linear);
}

static void momentum(const kernel_model *model, void *scratch, scalar inverse_mass, const scalar *q_, const scalar *qd_,
                     const scalar *qdd_, scalar *h, scalar *rate)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_), *qdd = reals(qdd_);
    const coordinates q = read_coordinates(model, scratch, q_);
    body_scratch *s = (body_scratch *)scratch;

    /* Forward pass: momentum I v and its rate I a + v x* I v of each body. */
    memset(&s[0], 0, sizeof s[0]);
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const body_scratch *parent = &s[body->parent];
        s[i].X = joint_transform(body, q);
        s[i].v = transform_motion(s[i].X, parent->v);
        s[i].a = transform_motion(s[i].X, parent->a);
        joint_add_motion(joint_kind_of(body), qd + body->v, qdd + body->v, &s[i].v, &s[i].a);
        const inertia I = joint_body_inertia(body);
        s[i].masses = (mass_moment){I.mass, I.h};
        s[i].l = inertia_apply(I, s[i].v);
        s[i].f = force_add(inertia_apply(I, s[i].a), cross_force(s[i].v, s[i].l));
    }

    /* Backward pass: sums in the base frame. */
    for (int i = model->body_count - 1; i > 0; i--) {
        body_scratch *parent = &s[bodies[i].parent];
        parent->masses = add_mass_moment_back(parent->masses, s[i].X, s[i].masses);
        parent->l = force_add(parent->l, transform_force_back(s[i].X, s[i].l));
        parent->f = force_add(parent->f, transform_force_back(s[i].X, s[i].f));
    }

    /* the center of mass moves parallel to the linear momentum: its motion does not change the moment */
    const vec3 center = scale(real_from(inverse_mass), s[0].masses.h);
    store_force(reals_out(h), moment_about(center, s[0].l));
    store_force(reals_out(rate), moment_about(center, s[0].f));
}

static void momentum_matrix(const kernel_model *model, void *scratch, scalar inverse_mass, const scalar *q_, scalar *A_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    const coordinates q = read_coordinates(model, scratch, q_);
    real *A = reals_out(A_);
    body_scratch *s = (body_scratch *)scratch;
    memset(&s[0].Ic, 0, sizeof s[0].Ic);
    s[0].X_base = transform_identity();
    for (int i = 1; i < model->body_count; i++) {
        s[i].X = joint_transform(&bodies[i], q);
        s[i].X_base = transform_multiply(s[i].X, s[bodies[i].parent].X_base);
        s[i].Ic = joint_body_inertia(&bodies[i]);
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        inertia *parent = &s[bodies[i].parent].Ic;
        *parent = inertia_add(*parent, transform_inertia_back(s[i].X, s[i].Ic));
    }
    const vec3 center = scale(real_from(inverse_mass), s[0].Ic.h);

    /* Column of the matrix: momentum of the subtree as one rigid body for a unit velocity of its joint. */
    for (int i = 1; i < model->body_count; i++) {
        for (int k = 0; k < bodies[i].nv; k++) {
            force l = inertia_apply(s[i].Ic, joint_column(&bodies[i], k));
            real column[6];
            store_force(column, moment_about(center, transform_force_back(s[i].X_base, l)));
            for (size_t row = 0; row < 6; row++) {
                A[row * n + (size_t)(bodies[i].v + k)] = column[row];
            }
        }
    }
}

#endif
