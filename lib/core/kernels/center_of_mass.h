/* Center of mass and its Jacobian, and the torques of gravity: masses and first moments in the base's axes, about the
 * tree origin. */
#ifndef CDY_KERNELS_CENTER_OF_MASS_H
#define CDY_KERNELS_CENTER_OF_MASS_H

#include "kernels/frame.h"
#include "kernels/placed_axes.h"

/* Mass and first moment of a subtree. */
typedef struct placed_mass {
    real mass;
    axis3 h;
} placed_mass;

static inline placed_mass placed_mass_of(const world_body *s)
{
    return (placed_mass){s->masses.mass, axis_at(&s->masses.h)};
}

static inline placed_mass placed_mass_add(placed_mass a, placed_mass b)
{
    return (placed_mass){a.mass + b.mass, add_axis(a.h, b.h)};
}

/* Writes the number behind the moment as well, which is of composite.I and not used. */
static inline void put_placed_mass(world_body *s, placed_mass m)
{
    s->masses.mass = m.mass;
    put_axis(&s->masses.h, m.h);
}

/* The same about the point from which the origin is at r. */
static inline placed_mass shift_placed_mass(axis3 r, placed_mass m)
{
    return (placed_mass){m.mass, add_axis(m.h, scale_axis(m.mass, r))};
}

/* Forward pass: place the bodies with their own masses; returns the mass of all. */
ALWAYS_INLINE real place_masses(const kernel_model *model, coordinates q, world_scratch g)
{
    const model_body *bodies = model_bodies(model);
    real total = {0};
    place_base(g);
    placed_axes last = axes_of(g.bodies[0].X, g.bodies[0].origin);
    for (int i = 1; i < model->body_count; i++) {
        const inertia I = joint_body_inertia(&bodies[i]);
        last = parent_is_previous(bodies, i) ? last : axes_at(&g.bodies[bodies[i].parent]);
        SET_BY_DH_KIND(last, &bodies[i], place_axes, &bodies[i], q, last, &g.bodies[i]);
        put_placed_mass(&g.bodies[i], shift_placed_mass(last.r, (placed_mass){I.mass, combine_axes(I.h, last)}));
        total = total + I.mass;
    }
    return total;
}

/* Backward pass: calls `visit` for each body with the mass of its subtree, from the last; returns that of all bodies,
 * about the base's origin. */
ALWAYS_INLINE placed_mass gather_masses(const kernel_model *model, world_scratch g,
                                        void (*visit)(const model_body *, const world_body *, placed_mass,
                                                      const void *),
                                        const void *to)
{
    const model_body *bodies = model_bodies(model);
    const real zero = {0};
    placed_mass sum = {zero, axis_of((vec3){zero, zero, zero})}, m = sum;
    bool next_is_child = false;
    for (int i = model->body_count - 1; i > 0; i--) {
        world_body *parent = &g.bodies[bodies[i].parent];
        const placed_mass own = placed_mass_of(&g.bodies[i]);
        m = next_is_child ? placed_mass_add(own, m) : own;
        visit(&bodies[i], &g.bodies[i], m, to);
        next_is_child = parent_is_previous(bodies, i) && !is_on_base(&bodies[i]);
        if (is_on_base(&bodies[i])) {
            sum = placed_mass_add(sum, shift_placed_mass(axis_at(&g.bodies[i].origin), m));
        } else if (!next_is_child) {
            put_placed_mass(parent, placed_mass_add(placed_mass_of(parent), m));
        }
    }
    return sum;
}

/* Where put_center_columns() writes. */
typedef struct center_columns {
    real share; /* 1 / total mass */
    size_t n;
    real *J;
} center_columns;

/* Columns of the Jacobian: linear momentum of the subtree for a unit velocity of the joint, over the total mass. */
static inline void put_center_columns(const model_body *body, const world_body *s, placed_mass m, const void *to)
{
    const center_columns *c = (const center_columns *)to;
    real *J = c->J + body->v;
    if (is_revolute(body)) { /* most joints are: the moment is about a point on the axis */
        const axis3 h = subtract_axis(m.h, scale_axis(m.mass, axis_at(&s->X.r)));
        const vec3 column = cross(s->X.E.z, scale(c->share, vec3_of_axis(h)));
        J[0] = column.x;
        J[c->n] = column.y;
        J[2 * c->n] = column.z;
        return;
    }
    const vec3 h = scale(c->share, vec3_of_axis(m.h));
    motion S[6];
    joint_columns_in_base(body, s->X, S);
    for (int k = 0; k < body->nv; k++) {
        const vec3 column = add_cross(scale(c->share * m.mass, S[k].linear), S[k].angular, h);
        J[k] = column.x;
        J[c->n + (size_t)k] = column.y;
        J[2 * c->n + (size_t)k] = column.z;
    }
}

static void center_of_mass(const kernel_model *model, void *scratch, const scalar *q, scalar *com, scalar *J)
{
    const world_scratch g = world_scratch_in(model, scratch);
    const real share = 1 / place_masses(model, read_coordinates(model, scratch, q), g);
    const center_columns columns = {share, g.n, reals_out(J)};
    const placed_mass sum = gather_masses(model, g, put_center_columns, &columns);
    store_vec3(reals_out(com), scale(share, vec3_of_axis(sum.h)));
}

/* What put_gravity_torque() multiplies by, and where it writes. */
typedef struct gravity_torques {
    vec3 upward; /* -gravity */
    real *tau;
} gravity_torques;

/* The torques against gravity: the power of m (-g) for a unit velocity of the joint. */
ALWAYS_INLINE void put_gravity_torque(const model_body *body, const world_body *s, placed_mass m, const void *to)
{
    const gravity_torques *t = (const gravity_torques *)to;
    real *tau = t->tau + body->v;
    if (is_revolute(body)) { /* about a point on the axis, as above */
        const axis3 h = subtract_axis(m.h, scale_axis(m.mass, axis_at(&s->X.r)));
        tau[0] = dot(s->X.E.z, cross(vec3_of_axis(h), t->upward));
        return;
    }
    const vec3 weight = scale(m.mass, t->upward), moment = cross(vec3_of_axis(m.h), t->upward);
    motion S[6];
    joint_columns_in_base(body, s->X, S);
    for (int k = 0; k < body->nv; k++) {
        tau[k] = dot(S[k].angular, moment) + dot(S[k].linear, weight);
    }
}

static void gravity_torque(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q,
                           scalar *tau)
{
    const world_scratch g = world_scratch_in(model, scratch);
    const gravity_torques torques = {subtract(vec3_zero(), vec3_from(gravity)), reals_out(tau)};
    place_masses(model, read_coordinates(model, scratch, q), g);
    gather_masses(model, g, put_gravity_torque, &torques);
}

#endif
