/* The shortcut for revolute joints on the base, whose axis does not move: of the force and the inertia of the subtree,
 * the joint needs only the components about its axis, z of the body; the base, which does not move, needs none.
 *
 * | pass               | of a subtree, elsewhere   | for a revolute joint on the base   |
 * | rnea.h, forward    | body_kinematics.f         | .axis_moment                       |
 * | rnea.h, backward   | f, added to the parent's  | its moment z, added to axis_moment |
 * | aba.h, backward    | IA, pA                    | axis_inertia, axis_moment          |
 * | crba.h, backward   | Ic                        | axis_inertia                       |
 *
 * A field of the left column is not set for such a joint, nor one of the right column for any other. */
#ifndef CDY_KERNELS_ON_BASE_H
#define CDY_KERNELS_ON_BASE_H

#include "kernels/body_states.h"

/* Whether the shortcut holds for a body. */
static inline bool is_revolute_on_base(const model_body *body)
{
    return body->parent == 0 && body->kind == JOINT_REVOLUTE && body->nv == 1; /* the base itself has nv = 0 */
}

/* Forward step of the recursive Newton-Euler algorithm (forward_pass.h). */
static inline void forward_step_on_base(const model_body *body, coordinates q, const real *qd, const real *qdd, vec3 a0,
                                        body_kinematics *s)
{
    const real zero = {0};
    const vec3 a = rotate(rotation_from(body->rotation), a0);
    const real sine = q.sine[body->q], cosine = q.cosine[body->q];
    const inertia I = joint_body_inertia(body);
    s->m.w = (vec3){zero, zero, qd[0]};
    s->m.dw = (vec3){zero, zero, qdd[0]};
    s->m.a = (vec3){cosine * a.x + sine * a.y, cosine * a.y - sine * a.x, a.z};
    s->A = acceleration_tensor(s->m.w, s->m.dw);
    s->axis_moment = I.I.zz * qdd[0] + I.h.x * s->m.a.y - I.h.y * s->m.a.x;
}

#endif
