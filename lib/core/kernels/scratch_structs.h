/* Scratch structs: the numbers of one body or one degree of freedom while a recursive algorithm runs. (The state of a
 * robot is q and qd.) */
#ifndef CDY_KERNELS_SCRATCH_STRUCTS_H
#define CDY_KERNELS_SCRATCH_STRUCTS_H

#include "kernels/dh_link.h"

/* Motion of a body and the force that it requires, in the body's own axes (kernels/forward_pass.h). */
typedef struct body_kinematics {
    dh_link link;        /* to the parent body; not set for a revolute joint on the base */
    body_acceleration m; /* velocity and acceleration; the base accelerates by -gravity; in aba.h at qdd = 0 */
    mat3 A;              /* acceleration tensor of m; forward_pass.h stores it if STORES_TENSORS */
    union {
        force f;              /* I a + v x* I v less the external force; in aba.h the body's bias force pA */
        force f_without_next; /* the same in a backward pass, plus the forces of the children but the next body */
        real axis_moment;     /* of a revolute joint on the base: the moment about the axis (shortcuts.h) */
    };
} body_kinematics;

/* Where a body is and how its origin moves: its transform from the base, and the velocity in its own axes. */
typedef struct body_place {
    transform X_base;
    vec3 v;
} body_place;

/* Children of a body that are not the next body, in forward dynamics, and the body's acceleration. */
typedef struct articulated_branches {
    motion added_a; /* the acceleration that the joint accelerations add, in the body's axes about its origin */
    union {
        body_place place; /* after the elimination of all joints (constraint_rows.h) */
        articulated
            branch_IA;     /* sum of these children's articulated inertias in this body's frame; set with `branches` */
        real axis_inertia; /* of a revolute joint on the base: that of all children about its axis (shortcuts.h) */
    };
    bool branches; /* the body has children other than the next body */
    bool placed;   /* place_bodies() sets `place` */
} articulated_branches;

/* A body in its own axes, and the derivatives of its numbers along a step, which turns these axes (rnea_jvp.h). */
typedef struct body_along {
    body_kinematics k; /* k.f: force of the subtree; not set for a revolute joint on the base */
    body_acceleration dm;
    mat3 dA;
    union {
        force df;
        real axis_moment_change; /* of a revolute joint on the base: df.moment.z (shortcuts.h) */
    };
} body_along;

/* A body in its own axes, and the derivatives of w . tau by its numbers (rnea_vjp.h). */
typedef struct body_adjoint {
    body_kinematics k; /* k.f: force of the subtree, the dual of u; not set for a revolute joint on the base */
    motion u;          /* velocity if the joints move with the given vector w */
    union {
        vec3 w_bar;     /* derivative of w . tau by the angular velocity (docs/kernels.md: bar(w)) */
        real axis_dual; /* of a revolute joint on the base: w_bar.z (shortcuts.h) */
    };
    force a_bar; /* derivatives by the angular acceleration and by the origin's acceleration: bar(dw), bar(a) */
} body_adjoint;

/* Room for a body of the products with derivatives (rnea_vjp.h, rnea_jvp.h), which keep its kinematics and have their
 * own numbers besides. */
typedef struct body_gradient {
    body_kinematics k;
    real more[42];
} body_gradient;

/* A degree of freedom eliminated by the articulated-body algorithm (Featherstone 2008, table 7.1). */
typedef struct dof_elimination {
    force U_over_D; /* U = IA S, D = S^T U; of a DH link in the axes before the joint's rotation, else in the body's */
    real u_over_D;  /* u = tau - S^T pA: the joint acceleration if the parent does not accelerate */
} dof_elimination;

#endif
