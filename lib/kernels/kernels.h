/* The kernels: the algorithms, compiled once for each width.  A table of functions stands for one width.
 *
 * Kernels know numbers only: coordinates are the tree's own (followers have theirs), arrays are lane-packed, and
 * every pointer but `forces` is given.  Defaults, checks and mimic joints are the business of dynamics/. */
#ifndef CDY_KERNELS_KERNELS_H
#define CDY_KERNELS_KERNELS_H

#include "model/model.h"

#include <stddef.h>

typedef struct cdy_kernels {
    int lanes;

    /* Bytes of the state that each call below writes as it goes, aligned to 64. */
    size_t (*state_size)(const cdy_model *model);

    /* tau (tree_nv) = ID(q, qd, qdd): recursive Newton-Euler.  `forces` (force_rows x 6, base frame) may be NULL. */
    void (*rnea)(const cdy_model *model, void *state, const double gravity[3], const double *q, const double *qd,
                 const double *qdd, const double *forces, double *tau);

    /* qdd (tree_nv) = FD(q, qd, tau): articulated bodies, the rotors that act (model_drives) among their inertia.  D
     * (tree_nv) are the pivots, the inertias that each degree of freedom feels; where one is 0 or less, the mass matrix
     * is singular.  `forces` as above; qdd may be tau. */
    void (*aba)(const cdy_model *model, void *state, const double gravity[3], const double *q, const double *qd,
                const double *tau, const double *forces, double *qdd, double *D);

    /* M (tree_nv x tree_nv): composite rigid bodies. */
    void (*crba)(const cdy_model *model, void *state, const double *q, double *M);

    /* The placement of a frame in the base: T (4 x 4). */
    void (*placement)(const cdy_model *model, void *state, int frame, const double *q, double *T);

    /* The placements of all frames: T (frame_count x 4 x 4). */
    void (*placements)(const cdy_model *model, void *state, const double *q, double *T);

    /* J (6 x tree_nv): the geometric Jacobian of a frame at its origin, in the base's axes or in its own. */
    void (*jacobian)(const cdy_model *model, void *state, int frame, bool in_body, const double *q, double *J);

    /* Velocity and acceleration (6) of a frame's origin, in the base's axes or in its own. */
    void (*frame_motion)(const cdy_model *model, void *state, int frame, bool in_body, const double *q,
                         const double *qd, const double *qdd, double *velocity, double *acceleration);

    /* Centre of mass (3) of all that moves and its Jacobian J (3 x tree_nv), in the base. */
    void (*center_of_mass)(const cdy_model *model, void *state, const double *q, double *com, double *J);
} cdy_kernels;

extern const cdy_kernels cdy_kernels_x1;     /* any machine */
extern const cdy_kernels cdy_kernels_x1_fma; /* x86-64 with AVX2 and FMA */

#endif
