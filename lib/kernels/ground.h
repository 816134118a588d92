/* Bodies as the base sees them: spatial vectors in the base's axes, about the origin of the first body on the base that
 * carries them, as it stands at the moment.
 *
 * There the columns of the joints, the inertias and the forces of all bodies may be added and multiplied as they are,
 * which algorithms want that pair every joint with every joint that carries it; and nothing depends on how far from the
 * base a robot floats. */
#ifndef CDY_KERNELS_GROUND_H
#define CDY_KERNELS_GROUND_H

#include "kernels/joint.h"
#include "spatial/articulated.h"

/* How the force that a body needs changes with the velocity of its motion: B(I, v) of Singh, Russell and Wensing 2022
 * (2 B there), of which all but two blocks vanish about a fixed point: B x = [T x.angular; x.angular x P]. */
typedef struct momentum_rate {
    mat3 T;
    vec3 two_p; /* twice the linear momentum */
} momentum_rate;

/* What a body has by itself, or with all that it carries. */
typedef struct burden {
    inertia I;
    momentum_rate B;
    force f;        /* that its motion needs */
    force external; /* that the environment applies on it; where there is none, not set */
} burden;

typedef struct ground_body {
    transform X;       /* from the base's axes at the tree's origin to the body */
    motion v, a;       /* velocity; acceleration less gravity, or what is added to it */
    burden burden;     /* with all that it carries */
    union {            /* one after the other: */
        force applied; /* what the environment applies on the body alone, if anything */
        force added;   /* to the force of its burden by accelerations that were not known at first */
    };
    vec3 origin; /* the tree's, in the base; where something is applied */
    int end;     /* where the degrees of freedom end that the body carries, its own among them; 0: nothing yet */
} ground_body;

/* A degree of freedom: its column of the Jacobian and how that changes as the robot moves. */
typedef struct ground_dof {
    motion J;
    vec3 turning; /* angular part of Jp = v x J, with the motion of the parent body: psi dot */
    motion Jpp;   /* a x J + v x Jp: psi dot dot */
    motion sum;   /* Jp and the time derivative of J */
} ground_dof;

/* What joints feel of a degree of freedom; how it lies in memory is the business of pairs.h. */
enum ground_row {
    ROWS_U = 0,       /* I J */
    ROWS_W = 6,       /* B^T J, whose linear part is zero */
    ROWS_BY_Q = 9,    /* the force that a step of its position makes */
    ROWS_BY_QD = 15,  /* and one of its velocity */
    ROWS_TURNED = 21, /* J x* external forces */
    GROUND_ROWS = 27
};

typedef struct ground {
    ground_body *bodies;
    ground_dof *dofs;
    real *rows;
    size_t n; /* degrees of freedom */
} ground;

static inline size_t ground_size(const cdy_model *model)
{
    return (size_t)model->body_count * sizeof(ground_body) +
           (size_t)model->tree_nv * (sizeof(ground_dof) + GROUND_ROWS * sizeof(real));
}

static inline ground ground_in(const cdy_model *model, void *state)
{
    const size_t n = (size_t)model->tree_nv;
    ground_body *bodies = state;
    ground_dof *dofs = (ground_dof *)(void *)(bodies + model->body_count);
    return (ground){bodies, dofs, (real *)(void *)(dofs + n), n};
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

/* B(I, v) for the velocity v = [w; u]. */
static inline momentum_rate momentum_rate_of(inertia I, motion v)
{
    const vec3 w = v.angular, t = scale(real_from(2), v.linear), h = I.h;
    const real trace = I.I.xx + I.I.yy + I.I.zz, th = dot(t, h);
    /* 2 w x (Ibar - trace / 2), column by column, and -2 h x (u x ...). */
    const real xy = 2 * I.I.xy, xz = 2 * I.I.xz, yz = 2 * I.I.yz;
    const vec3 x = add_cross((vec3){th - t.x * h.x, -t.y * h.x, -t.z * h.x}, w, (vec3){2 * I.I.xx - trace, xy, xz});
    const vec3 y = add_cross((vec3){-t.x * h.y, th - t.y * h.y, -t.z * h.y}, w, (vec3){xy, 2 * I.I.yy - trace, yz});
    const vec3 z = add_cross((vec3){-t.x * h.z, -t.y * h.z, th - t.z * h.z}, w, (vec3){xz, yz, 2 * I.I.zz - trace});
    return (momentum_rate){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}},
                           add_cross(scale(I.mass, t), w, add(h, h))};
}

static inline momentum_rate momentum_rate_add(momentum_rate a, momentum_rate b)
{
    return (momentum_rate){{add(a.T.x, b.T.x), add(a.T.y, b.T.y), add(a.T.z, b.T.z)}, add(a.two_p, b.two_p)};
}

/* f + B x, of whose x the angular part counts. */
static inline force add_momentum_rate_apply(force f, momentum_rate B, vec3 x)
{
    const vec3 moment = {add_dot(f.moment.x, B.T.x, x), add_dot(f.moment.y, B.T.y, x), add_dot(f.moment.z, B.T.z, x)};
    return (force){moment, add_cross(f.linear, x, B.two_p)};
}

/* B x */
static inline force momentum_rate_apply(momentum_rate B, motion x)
{
    return (force){mat3_apply(B.T, x.angular), cross(x.angular, B.two_p)};
}

/* B^T x, whose linear part is zero. */
static inline vec3 momentum_rate_apply_transposed(momentum_rate B, motion x)
{
    return add_cross(mat3_apply_transposed(B.T, x.angular), B.two_p, x.linear);
}

#endif
