/* The shortcuts of the kernels: operations of the book's passes that some bodies do not need.
 *
 * The loop of a kernel is the pass of the book, one step a body. One line of it leaves the plain step, for bodies at
 * the base; every other shortcut is inside of a step's function. A field that holds less than the whole value has a
 * name of its own, in a union with the field for the whole value.
 *
 * | shortcut        | condition                 | frame   | valid fields                           | where            |
 * | force on a      | is_revolute_on_base       | body    | body_kinematics.axis_moment for .f;    | forward_pass.h,  |
 * | fixed axis      |                           | z: axis | .link is not set                       | rnea.h, aba.h    |
 * | inertia about a | is_revolute_on_base       | body    | .axis_inertia for Ic, IA; of           | crba.h, aba.h    |
 * | fixed axis      |                           |         | dof_elimination .u_over_D alone        |                  |
 * | derivatives     | is_revolute_on_base       | body    | body_along.axis_moment_change for .df, | rnea_jvp.h,      |
 * | about it        |                           |         | body_adjoint.axis_dual for .w_bar;     | rnea_vjp.h       |
 * |                 |                           |         | k.f and k.axis_moment are not set      |                  |
 * | row of it       | is_revolute_on_base       | body    | F.moment.z; F goes no further          | constraint_rows  |
 * | next to the     | is_at_base                | parent  | of X^T f, X^T I X the component about  | *_on_base.h      |
 * | base            |                           |         | the parent's fixed axis, or none       |                  |
 * | parent at rest  | is_on_base                | body    | all; of the base's motion only the     | forward_pass.h,  |
 * |                 |                           |         | acceleration -gravity is transformed   | rnea_jvp.h,      |
 * |                 |                           |         |                                        | rnea_vjp.h,      |
 * |                 |                           |         |                                        | aba.h,           |
 * |                 |                           |         |                                        | constraint_rows  |
 * | last qdd of it  | is_on_base, the last      | -       | all; dof_elimination.u_over_D is qdd   | aba.h            |
 * |                 | degree of freedom         |         |                                        |                  |
 * | nothing to the  | is_on_base                | -       | all but the base's sums over children  | subtree_rows.h,  |
 * | base            |                           |         |                                        | sweep.h,         |
 * |                 |                           |         |                                        | coriolis.h,      |
 * |                 |                           |         |                                        | constraint_rows, |
 * |                 |                           |         |                                        | kinetic_gradient |
 * |                 |                           |         |                                        | and articulated_ |
 * |                 |                           |         |                                        | factors.h        |
 * | mass of a tree  | is_on_base                | base's  | .masses for .composite, in a sweep     | sweep.h          |
 * |                 |                           |         | without motion                         |                  |
 * | M without first | is_on_base;               | -       | all but composite_scratch.link; of     | crba.h           |
 * | position        | body 1                    |         | body 1 all but its sine and cosine     |                  |
 * | no clearing of  | is_chain                  | -       | all, each stored by a pair of joints   | crba.h, drnea.h, |
 * | a matrix        |                           |         |                                        | coriolis.h       |
 * | next body at    | parent_is_previous,       | parent  | all in registers; in memory, without   | rnea.h, crba.h,  |
 * | hand            | has_next_as_child         |         | the next body: .f_without_next,        | aba.h, sweep.h,  |
 * |                 |                           |         | .branch_Ic, .branch_IA, .branches,     | subtree_rows.h,  |
 * |                 |                           |         | .branch_inertia, .masses               | articulated_     |
 * |                 |                           |         |                                        | factors.h,       |
 * |                 |                           |         |                                        | center_of_mass.h |
 * | whole tiles     | begins_links              | -       | all entries, QUAD rows at a time       | joint_pairs.h,   |
 * |                 |                           |         |                                        | drnea.h          |
 * | tip in one tile | links_of_tip              | -       | all entries, a quad for each row       | joint_pairs.h,   |
 * |                 |                           |         |                                        | drnea.h          |
 * | chunks of a     | is_joint_of_six           | -       | all entries, a chunk of descendants at | joint_pairs.h,   |
 * | floating joint  |                           |         | a time                                 | drnea.h          |
 * | whole rows      | is_narrow_chain,          | -       | all entries, a chunk for each row      | joint_pairs.h,   |
 * |                 | has_chunk_rows            |         |                                        | drnea.h,         |
 * |                 |                           |         |                                        | sweep.h,         |
 * |                 |                           |         |                                        | ltdl_few.h,      |
 * |                 |                           |         |                                        | ltdl_products.h  |
 * | DH link         | body->link, a dh_kind     | parent  | dh_link.s and .c for .X                | dh_link.h        |
 * | S = z           | JOINT_REVOLUTE            | body    | all                                    | joint.h          |
 * | zero row of IA  | is_revolute_without_rotor | body    | revolute_remainder for articulated     | elimination.h    |
 * | elimination     | is_dh_without_rotor       | before  | dof_elimination.U_over_D in this frame | elimination.h    |
 * | before Rz       |                           | Rz      |                                        |                  |
 *
 * The suite widths compares the kernels with the plain passes of kernels/book/book.c. */
#ifndef CDY_KERNELS_SHORTCUTS_H
#define CDY_KERNELS_SHORTCUTS_H

#include "model/model.h"

/* Whether the parent is the base, which is at rest and whose force and inertia no joint needs. */
static inline bool is_on_base(const model_body *body)
{
    return body->parent == 0;
}

/* Whether the axis of the joint does not move: of the force on the subtree and of its inertia the joint needs only the
 * components about the axis, and no other body needs any. The base itself has nv = 0. (With is_on_base() in place of
 * the comparison, gcc 12 makes aba_eliminate() 5 % longer, and with is_revolute() in its place 3 %.) */
static inline bool is_revolute_on_base(const model_body *body)
{
    return body->parent == 0 && body->kind == JOINT_REVOLUTE && body->nv == 1;
}

/* Whether a backward step has less to do: the body is on the base, which needs no force, or its parent's axis does not
 * move. */
static inline bool is_at_base(const model_body *bodies, const model_body *body)
{
    return is_on_base(body) || is_revolute_on_base(&bodies[body->parent]);
}

/* Whether the parent is the previous body, as in most robots: the backward pass comes to it next and still has the
 * contribution of body i in registers; a store and a load would take longer than the sum. */
static inline bool parent_is_previous(const model_body *bodies, int i)
{
    return bodies[i].parent == i - 1;
}

/* Whether the next body is a child of body i. */
static inline bool has_next_as_child(const kernel_model *model, int i)
{
    return i + 1 < model->body_count && parent_is_previous(model_bodies(model), i + 1);
}

/* Whether every body's parent is the previous body: each joint moves all bodies behind it, so that the kernels store
 * all entries of a matrix of pairs of joints. In any other tree, joints on different branches have entries that are
 * zero and that no step stores. */
static inline bool is_chain(const kernel_model *model)
{
    const model_body *bodies = model_bodies(model);
    for (int i = 1; i < model->body_count; i++) {
        if (!parent_is_previous(bodies, i)) {
            return false;
        }
    }
    return true;
}

/* Whether the joint is revolute without rotor, so that row z of the remainder IA - U U^T / D vanishes. */
static inline bool is_revolute_without_rotor(const model_body *body, const model_drive *drives)
{
    return body->kind == JOINT_REVOLUTE && body->nv == 1 && !(drives[body->v].rotor > 0);
}

/* Whether the joint is a DH link (model/model.h) without rotor: the elimination precedes the joint's rotation, which
 * need not wait for 1 / D. */
static inline bool is_dh_without_rotor(const model_body *body, const model_drive *drives)
{
    return body->link != DH_NONE && !(drives[body->v].rotor > 0);
}

#endif
