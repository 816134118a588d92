/* Quantities of all bodies in one frame: the base's axes, about the origin of the first moving body of each tree ("tree
 * origin").
 *
 * In one frame the columns of the joints, the inertias and the forces of all bodies can be added and multiplied without
 * transforms, which algorithms over all pairs of joint and ancestor joint need. With the tree origin the results do not
 * lose digits when a floating robot is far from the base. */
#ifndef CDY_KERNELS_WORLD_FRAME_H
#define CDY_KERNELS_WORLD_FRAME_H

#include "kernels/dh_link.h"
#include "kernels/shortcuts.h"
#include "spatial/articulated.h"

#include <stddef.h>

/* Body-level Coriolis matrix 2 B(I, v) (Singh, Russell and Wensing 2022), the derivative of v x* I v by v. About a
 * fixed point it has two nonzero blocks: 2 B x = [T x.angular; x.angular x 2 p]. */
typedef struct body_coriolis {
    mat3 T;
    vec3 two_p; /* 2 p, twice the linear momentum */
} body_coriolis;

/* Inertial quantities of a body, or of a subtree. */
typedef struct composite {
    inertia I;
    body_coriolis B;
    force f;        /* I a + v x* I v */
    force external; /* external force on the body or subtree; set only where forces are given */
} composite;

/* The inertia of a subtree with all its joints locked, and with those behind its first joint free to move. */
typedef struct subtree_inertia {
    inertia locked;
    articulated movable;
} subtree_inertia;

typedef struct world_body {
    transform X;        /* from the base's axes at the tree origin to the body */
    motion v;           /* velocity; in a sweep without motion, not set */
    union {             /* used one after the other */
        motion a;       /* acceleration; the base accelerates by -gravity */
        motion added_a; /* the part of a that the joint accelerations of drnea_finish cause */
    };
    union {
        struct composite composite; /* of the body's subtree; before, with body lanes, of the body (subtree_rows.h) */
        struct composite
            branches;     /* the same before the backward pass, of the children but the next body (shortcuts.h) */
        inertia branch_I; /* in a sweep without motion: their inertia, in the body's own frame */
        subtree_inertia branch_inertia; /* in articulated_factors.h: their inertias */
        mass_moment masses; /* of a body on the base, also after a sweep without motion: composite.I.mass, .h; of the
                               base: the sum of all trees, about the base's origin. In center_of_mass.h: of a body
                               and of those of its subtrees that do not follow it in the array, about the tree
                               origin */
    };
    vec3 origin;             /* the tree origin in the base frame */
    union {                  /* used one after the other */
        force applied_force; /* external force on this body alone; set where forces are given */
        force added_force;   /* force on the subtree by the accelerations of drnea_finish */
        force momentum;      /* of the tree of a body on the base, after a sweep with SWEEP_TREES */
    };
    union {        /* used one after the other */
        int depth; /* degrees of freedom between the base and the body, its own included */
        int end;   /* one past the last degree of freedom of the subtree; 0: not computed yet */
    };
    int next; /* of the base and bodies on it, after a sweep: the next body on the base, 0 after the last */
} world_body;

_Static_assert(offsetof(inertia, mass) == offsetof(mass_moment, mass) &&
                   offsetof(inertia, h) == offsetof(mass_moment, h),
               "the masses of a composite are where its inertia has them");

/* A degree of freedom: its column of S in the base's axes, and the column's derivatives (Singh et al. 2022, table 1).
 */
typedef struct world_dof {
    motion S;
    vec3 psi_dot_angular;      /* angular part of psi_dot = v_parent x S */
    motion psi_ddot;           /* psi_ddot = a_parent x S + v_parent x psi_dot */
    motion psi_dot_plus_S_dot; /* psi_dot + dS/dt */
} world_dof;

/* Rows of the forces of a degree of freedom l; joint_pairs.h decides their layout in memory. */
enum world_row {
    ROW_IS = 0,          /* I S */
    ROW_BTS = 6,         /* B^T S, whose linear part is zero */
    ROW_F_QD = 9,        /* dF/dqd: derivative of the subtree's force by velocity l */
    ROW_F_Q = 15,        /* dF/dq: its derivative by position l */
    ROW_OWN = 21,        /* S . dF/dq without S x* F: dtau_l/dq_l */
    ROW_F_OWN = 22,      /* dF/dq without S x* F */
    ROW_F_EXTERNAL = 22, /* then: S x* external force */
    ROW_BEHIND = 28,     /* room for what body lanes write behind the row before (subtree_rows.h) */
    WORLD_ROWS = 29
};

typedef struct world_scratch {
    world_body *bodies;
    world_dof *dofs;
    real *rows;
    size_t n; /* degrees of freedom */
} world_scratch;

static inline world_scratch world_scratch_in(const kernel_model *model, void *scratch)
{
    const size_t n = (size_t)model->tree_nv;
    world_body *bodies = (world_body *)scratch;
    world_dof *dofs = (world_dof *)(void *)(bodies + model->body_count);
    return (world_scratch){bodies, dofs, (real *)(void *)(dofs + n), n};
}

static inline void place_base(world_scratch g)
{
    const real zero = {0};
    const vec3 none = {zero, zero, zero};
    g.bodies[0].X = (transform){rotation_identity(), none};
    g.bodies[0].origin = none;
}

/* Transform of a body from the base's axes at the tree origin, by its link to the parent. */
ALWAYS_INLINE transform place_about_tree_origin(dh_kind kind, const model_body *body, const dh_link *l,
                                                const transform *parent)
{
    const real zero = {0};
    if (kind == DH_NONE && is_on_base(body)) { /* the first joint of a tree is no DH link */
        return (transform){l->X.E, {zero, zero, zero}};
    }
    return dh_multiply(kind, body, l, *parent);
}

/* A body's transform from the base's axes at the tree origin, and this origin in the base frame. */
typedef struct body_position {
    transform X;
    vec3 origin;
} body_position;

static inline body_position position_of(const world_body *s)
{
    return (body_position){s->X, s->origin};
}

/* Place a body. */
ALWAYS_INLINE void place_body(dh_kind kind, const model_body *body, const dh_link *l, body_position parent,
                              world_body *s)
{
    s->X = place_about_tree_origin(kind, body, l, &parent.X);
    s->origin = kind == DH_NONE && is_on_base(body) ? l->X.r : parent.origin;
}

/* m + v x x */
static inline motion add_cross_motion(motion m, motion v, motion x)
{
    return (motion){add_cross(m.angular, v.angular, x.angular),
                    add_cross(add_cross(m.linear, v.angular, x.linear), v.linear, x.angular)};
}

/* f + v x* g */
static inline force add_cross_force(force f, motion v, force g)
{
    return (force){add_cross(add_cross(f.moment, v.angular, g.moment), v.linear, g.linear),
                   add_cross(f.linear, v.angular, g.linear)};
}

/* f + I m */
static inline force add_inertia_apply(force f, inertia I, motion m)
{
    const vec3 w = m.angular, u = m.linear;
    const vec3 turned = {add_dot(f.moment.x, (vec3){I.I.xx, I.I.xy, I.I.xz}, w),
                         add_dot(f.moment.y, (vec3){I.I.xy, I.I.yy, I.I.yz}, w),
                         add_dot(f.moment.z, (vec3){I.I.xz, I.I.yz, I.I.zz}, w)};
    return (force){add_cross(turned, I.h, u), add_cross(add(f.linear, scale(I.mass, u)), w, I.h)};
}

/* 2 B(I, v) for v = [w; u]. */
static inline body_coriolis body_coriolis_from(inertia I, motion v)
{
    const vec3 w = v.angular, t = scale(real_from(2), v.linear), h = I.h;
    const real trace = I.I.xx + I.I.yy + I.I.zz, th = dot(t, h);
    /* columns of 2 w x (I - tr(I)/2 1) - 2 h x (u x ...) */
    const real xy = 2 * I.I.xy, xz = 2 * I.I.xz, yz = 2 * I.I.yz;
    const vec3 x = add_cross((vec3){th - t.x * h.x, -t.y * h.x, -t.z * h.x}, w, (vec3){2 * I.I.xx - trace, xy, xz});
    const vec3 y = add_cross((vec3){-t.x * h.y, th - t.y * h.y, -t.z * h.y}, w, (vec3){xy, 2 * I.I.yy - trace, yz});
    const vec3 z = add_cross((vec3){-t.x * h.z, -t.y * h.z, th - t.z * h.z}, w, (vec3){xz, yz, 2 * I.I.zz - trace});
    return (body_coriolis){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}},
                           add_cross(scale(I.mass, t), w, add(h, h))};
}

static inline body_coriolis body_coriolis_add(body_coriolis a, body_coriolis b)
{
    return (body_coriolis){{add(a.T.x, b.T.x), add(a.T.y, b.T.y), add(a.T.z, b.T.z)}, add(a.two_p, b.two_p)};
}

/* f + 2 B x, which depends on x.angular only. */
static inline force add_body_coriolis_apply(force f, body_coriolis B, vec3 x)
{
    const vec3 moment = {add_dot(f.moment.x, B.T.x, x), add_dot(f.moment.y, B.T.y, x), add_dot(f.moment.z, B.T.z, x)};
    return (force){moment, add_cross(f.linear, x, B.two_p)};
}

/* (2 B)^T x, whose linear part is zero. */
static inline vec3 body_coriolis_apply_transposed(body_coriolis B, motion x)
{
    return add_cross(mat3_apply_transposed(B.T, x.angular), B.two_p, x.linear);
}

#endif
