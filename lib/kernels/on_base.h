/* The shortcut for revolute joints on the base, whose axis does not move: of the force and the inertia of the subtree,
 * the joint needs only the components about its axis; the base, which does not move, needs none.
 *
 * Condition: is_revolute_on_base(). Frame: the body's; z is the axis.
 *
 * | kernel, pass         | any other body           | revolute joint on the base                          |
 * | forward_pass.h       | body_kinematics.f, .link | .axis_moment = I_zz qdd + h_x a_y - h_y a_x         |
 * | rnea.h, backward     | f_p += X^T f             | axis_moment_p += (X^T f).moment.z                   |
 * | aba.h, backward      | .IA, .f (pA)             | .axis_inertia, .axis_moment                         |
 * | aba.h, elimination   | .U_over_D, .u_over_D     | .u_over_D                                           |
 * | aba.h, forward       | acceleration a           | qdd about z only                                    |
 * | crba.h, backward     | composite_state.Ic       | .axis_inertia                                       |
 * | rnea_vjp.h           | body_adjoint.k.f, .w_bar | k.f is not used, of w_bar the component z only      |
 * | rnea_jvp.h           | body_along.df, .k.f      | body_along.axis_moment: derivative of k.axis_moment |
 * | constraint_rows.h    | F := X^T (F - U w / D)   | w = F.moment.z, which ends the walk                 |
 *
 * A field that only one column names is not set for the joints of the other column. */
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
