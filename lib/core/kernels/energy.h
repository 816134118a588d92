/* Kinetic and potential energy (Featherstone 2008, equations 2.67 and 3.13), in one pass outward. */
#ifndef CDY_KERNELS_ENERGY_H
#define CDY_KERNELS_ENERGY_H

#include "kernels/scratch.h"

/* Velocity of a body; gravity g in its axes, and g . r for its origin at r from the base's. */
typedef struct energy_scratch {
    motion v;
    vec3 gravity;
    real fall;
} energy_scratch;

_Static_assert(sizeof(energy_scratch) <= sizeof(body_scratch), "the scratch memory has room for it");

/* The same of a body, from its parent's. */
ALWAYS_INLINE energy_scratch energy_step(dh_kind kind, const model_body *body, coordinates q, const real *qd,
                                         energy_scratch parent)
{
    dh_link l;
    dh_update(kind, body, q, &l);
    const vec3 r = dh_origin(kind, body, &l);
    const vec3 linear = dh_shift_motion(kind, parent.v.linear, parent.v.angular, r);
    motion v = {dh_rotate(kind, body, &l, parent.v.angular), dh_rotate(kind, body, &l, linear)};
    if (kind == DH_NONE) {
        v = motion_add(v, joint_motion(joint_kind_of(body), qd));
    } else {
        v.angular.z = v.angular.z + qd[0];
    }
    return (energy_scratch){v, dh_rotate(kind, body, &l, parent.gravity), parent.fall + dot(parent.gravity, r)};
}

/* v . I v */
static inline real twice_kinetic_energy(inertia I, motion v)
{
    const vec3 w = v.angular;
    return dot(w, sym3_apply(I.I, w)) + dot(v.linear, add_cross(scale(I.mass, v.linear), add(w, w), I.h));
}

static void energy(const kernel_model *model, void *scratch, const double gravity[3], const scalar *q_,
                   const scalar *qd_, scalar *kinetic, scalar *potential)
{
    const model_body *bodies = model_bodies(model);
    const real *qd = reals(qd_);
    const coordinates q = read_coordinates(model, scratch, q_);
    energy_scratch *s = (energy_scratch *)scratch;
    real power = {0}, fall = {0};
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    energy_scratch last = {{none, none}, vec3_from(gravity), zero};
    s[0] = last;
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const inertia I = joint_body_inertia(body);
        last = parent_is_previous(bodies, i) ? last : s[body->parent];
        SET_BY_DH_KIND(last, body, energy_step, body, q, qd + body->v, last);
        s[i] = last;
        power = power + twice_kinetic_energy(I, last.v);
        fall = fall + (I.mass * last.fall + dot(last.gravity, I.h));
    }
    *reals_out(kinetic) = power * 0.5;
    *reals_out(potential) = (real){0} - fall;
}

#endif
