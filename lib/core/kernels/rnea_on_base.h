/* Inverse dynamics of bodies at the base (shortcuts.h): revolute joints on the base, whose axis does not move, and the
 * bodies next to the base, whose forces go to no moving body or to such an axis only. The plain steps are in
 * forward_pass.h and rnea.h, those that the book prints in book_rnea(), book/book.c.
 *
 * Frame: the body's; z is the axis. */
#ifndef CDY_KERNELS_RNEA_ON_BASE_H
#define CDY_KERNELS_RNEA_ON_BASE_H

#include "kernels/scratch_structs.h"
#include "kernels/shortcuts.h"

/* Whether the forward pass stores acceleration tensors.  In the widest registers it computes them from the motion anew:
 * a store takes time of multiply-adds there (docs/performance.md). */
enum { STORES_TENSORS = sizeof(real) < 64 };

/* Motion of a revolute joint on the base, which accelerates by a0. */
static inline void move_on_base(const model_body *body, coordinates q, const real *qd, const real *qdd, vec3 a0,
                                body_kinematics *s)
{
    const real zero = {0};
    const vec3 a = rotate(rotation_from(body->rotation), a0);
    const real sine = q.sine[body->q], cosine = q.cosine[body->q];
    s->m.w = (vec3){zero, zero, qd[0]};
    s->m.dw = (vec3){zero, zero, qdd[0]};
    s->m.a = (vec3){cosine * a.x + sine * a.y, cosine * a.y - sine * a.x, a.z};
}

/* Moves a body on the base in the forward pass, with the tensor that the next bodies read there. */
static inline void move_on_base_in_pass(const model_body *body, coordinates q, const real *qd, const real *qdd, vec3 a0,
                                        body_kinematics *s)
{
    move_on_base(body, q, qd, qdd, a0, s);
    if (STORES_TENSORS) {
        s->A = acceleration_tensor(s->m.w, s->m.dw);
    }
}

/* Forward step: motion, and the moment I_zz qdd + h_x a_y - h_y a_x that the body requires about its axis. */
static inline void forward_step_on_base(const model_body *body, coordinates q, const real *qd, const real *qdd, vec3 a0,
                                        body_kinematics *s)
{
    const inertia I = joint_body_inertia(body);
    move_on_base_in_pass(body, q, qd, qdd, a0, s);
    s->axis_moment = I.I.zz * qdd[0] + I.h.x * s->m.a.y - I.h.y * s->m.a.x;
}

/* Subtract an external force, in the body's axes about its origin, from the force that the body requires. */
static inline void subtract_force(const model_body *body, force f, body_kinematics *s)
{
    if (is_revolute_on_base(body)) {
        s->axis_moment = s->axis_moment - f.moment.z;
    } else {
        s->f = force_subtract(s->f, f);
    }
}

/* Backward step where the parent is a revolute joint on the base: tau = S^T f, axis_moment_p += (X^T f).moment.z. */
ALWAYS_INLINE void backward_step_to_axis(dh_kind kind, const model_body *body, const dh_link *l, force f,
                                         real *axis_moment, real *tau)
{
    joint_force(dh_joint_kind(kind, body), f, tau);
    *axis_moment = *axis_moment + dh_force_back(kind, body, l, f).moment.z;
}

/* Backward step of a body at the base. */
ALWAYS_INLINE void backward_step_at_base(const model_body *body, const body_kinematics *s, force f,
                                         body_kinematics *parent, real *tau)
{
    if (is_revolute_on_base(body)) {
        tau[0] = s->axis_moment;
    } else if (is_on_base(body)) {
        joint_force(joint_kind_of(body), f, tau);
    } else {
        BY_DH_KIND(body, backward_step_to_axis, body, &s->link, f, &parent->axis_moment, tau);
    }
}

#endif
