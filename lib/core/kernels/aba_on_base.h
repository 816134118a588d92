/* Forward dynamics of bodies at the base (shortcuts.h): of the articulated inertia that a revolute joint on the base
 * carries only the moment about its axis is needed, and of bodies on the base nothing goes further. The plain steps are
 * in elimination.h and aba.h, those that the book prints in book_aba(), book/book.c.
 *
 * Frame: the body's; z is the axis. */
#ifndef CDY_KERNELS_ABA_ON_BASE_H
#define CDY_KERNELS_ABA_ON_BASE_H

#include "kernels/elimination.h"

/* Eliminate the joint of body i at the base; `next` is of the next body if that is a child. No body needs the
 * remainder, or only its parent the moments about its axis. */
ALWAYS_INLINE void eliminate_at_base(const model_body *bodies, int i, bool next_is_child, const articulated_body *next,
                                     body_kinematics *s, articulated_branches *children, joint_space joints)
{
    const model_body *body = &bodies[i];
    const int p = body->parent, v = body->v;
    if (is_revolute_on_base(body)) {
        joints.D[v] = children[i].axis_inertia + joint_body_inertia(body).I.zz + real_from(joints.drives[v].rotor);
        joints.dofs[v].u_over_D = (joints.tau[v] - s[i].axis_moment) / joints.D[v];
        return;
    }
    const articulated_body b = assemble(body, &s[i], &children[i], next_is_child, next);
    if (is_on_base(body)) {
        eliminate_joint(body, b, joints);
    } else {
        const articulated_body seen = articulated_to_parent(body, &s[i].link, b, joints);
        children[p].axis_inertia = children[p].axis_inertia + seen.IA.I.zz;
        s[p].axis_moment = s[p].axis_moment + seen.pA.moment.z;
    }
}

/* Joint acceleration of a revolute joint on the base; returns the acceleration of the body. */
static inline motion acceleration_step_on_base(const model_body *body, const dof_elimination *dofs, real *qdd)
{
    const real zero = {0};
    qdd[body->v] = dofs[body->v].u_over_D;
    return (motion){{zero, zero, qdd[body->v]}, {zero, zero, zero}};
}

#endif
