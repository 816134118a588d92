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
 * (2 B there), of which all but two blocks vanish about a fixed point: B x = [T x.angular; 2 x.angular x P]. */
typedef struct momentum_rate {
    mat3 T;
    vec3 P; /* linear momentum */
} momentum_rate;

typedef struct ground_body {
    transform X; /* from the base's axes at the tree's origin to the body */
    motion v, a; /* velocity; acceleration less gravity, or what is added to it */
    inertia I;   /* of the body, then of all that it carries; likewise B and the forces */
    momentum_rate B;
    force f;        /* that its motion needs */
    force added;    /* to f by accelerations that were not known at first */
    force external; /* that the environment applies on it */
    vec3 origin;    /* the tree's, in the base; only where external forces act */
    int end;        /* where the degrees of freedom end that the body carries, its own among them */
} ground_body;

/* A degree of freedom: its column of the Jacobian and how that changes as the robot moves. */
typedef struct ground_dof {
    motion J;
    motion Jp, Jpp; /* v x J and a x J + v x Jp, with the motion of the parent body: psi dot and psi dot dot */
    motion sum;     /* Jp and the time derivative of J */
} ground_dof;

/* What joints feel of a degree of freedom, as rows of tree_nv numbers each, so that loops run over neighbours. */
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

/* B(I, v) for the velocity v = [w; u] and the momentum p = I v. */
static inline momentum_rate momentum_rate_of(inertia I, motion v, force p)
{
    const vec3 w = v.angular, u = v.linear, h = I.h;
    const real trace = I.I.xx + I.I.yy + I.I.zz, hu = 2 * dot(h, u);
    /* 2 w x (Ibar - trace / 2), column by column, and -2 h x (u x ...). */
    const vec3 x = cross(w, (vec3){2 * I.I.xx - trace, 2 * I.I.xy, 2 * I.I.xz});
    const vec3 y = cross(w, (vec3){2 * I.I.xy, 2 * I.I.yy - trace, 2 * I.I.yz});
    const vec3 z = cross(w, (vec3){2 * I.I.xz, 2 * I.I.yz, 2 * I.I.zz - trace});
    const vec3 t = scale(real_from(2), u);
    return (momentum_rate){{{x.x + hu - t.x * h.x, y.x - t.x * h.y, z.x - t.x * h.z},
                            {x.y - t.y * h.x, y.y + hu - t.y * h.y, z.y - t.y * h.z},
                            {x.z - t.z * h.x, y.z - t.z * h.y, z.z + hu - t.z * h.z}},
                           p.linear};
}

static inline momentum_rate momentum_rate_add(momentum_rate a, momentum_rate b)
{
    return (momentum_rate){{add(a.T.x, b.T.x), add(a.T.y, b.T.y), add(a.T.z, b.T.z)}, add(a.P, b.P)};
}

/* B x */
static inline force momentum_rate_apply(momentum_rate B, motion x)
{
    return (force){mat3_apply(B.T, x.angular), scale(real_from(2), cross(x.angular, B.P))};
}

/* B^T x, whose linear part is zero. */
static inline vec3 momentum_rate_apply_transposed(momentum_rate B, motion x)
{
    return add(mat3_apply_transposed(B.T, x.angular), scale(real_from(2), cross(B.P, x.linear)));
}

#endif
