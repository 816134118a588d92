/* The kernels: the algorithms, compiled once for each width.  A table of functions stands for one width.
 *
 * Kernels know numbers only: coordinates are the tree's own (followers have theirs), arrays are lane-packed, and
 * every pointer is given unless it says so.  Defaults, checks and mimic joints are the business of dynamics/. */
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

    /* The derivatives of rnea's tau (tree_nv x tree_nv each; NULL: not wanted) by a step of the configuration in
     * velocity coordinates and by the velocity.  `forces` stay as they are in the base frame. */
    void (*drnea)(const cdy_model *model, void *state, const double gravity[3], const double *q, const double *qd,
                  const double *qdd, const double *forces, double *dtau_dq, double *dtau_dqd);

    /* The same in two halves, for accelerations that follow from what the first half gives: rnea's tau (tree_nv) where
     * no joint accelerates, and M as crba makes it; then the derivatives.  Between the two only the calls on factors
     * may use the state. */
    void (*bias_and_mass)(const cdy_model *model, void *state, const double gravity[3], const double *q,
                          const double *qd, const double *forces, double *tau, double *M);
    void (*drnea_after)(const cdy_model *model, void *state, bool with_forces, const double *qdd, double *dtau_dq,
                        double *dtau_dqd);

    /* Turns the lower half of the mass matrix M (tree_nv x tree_nv) into L, M = L^T D L with ones on the diagonal of L,
     * which stands below it, and D (tree_nv) as aba has it.  The zeros of other branches are not touched.  The calls on
     * factors below need what it leaves in the state, which drnea_after does not touch. */
    void (*factor)(const cdy_model *model, void *state, double *M, double *D);

    /* x := M^-1 x (tree_nv), from the factors. */
    void (*factor_solve)(const cdy_model *model, void *state, const double *L, const double *D, double *x);

    /* X := -M^-1 X (tree_nv x tree_nv) for an X of drnea's, with zeros where neither of two joints carries the other.
     */
    void (*factor_turn_over)(const cdy_model *model, void *state, const double *L, const double *D, double *X);

    /* X := M^-1 (tree_nv x tree_nv), symmetric to the last bit. */
    void (*factor_invert)(const cdy_model *model, void *state, const double *L, const double *D, double *X);

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

    /* Kinetic and potential energy (1 each) of all that moves; potential 0 where its centre of mass is at the base's
     * origin. */
    void (*energy)(const cdy_model *model, void *state, const double gravity[3], const double *q, const double *qd,
                   double *kinetic, double *potential);

    /* Momentum h (6) of all that moves about its centre of mass, base axes, and its rate (6).  `inverse_mass` is one
     * over its mass; 0 where it has none, so that all points are alike. */
    void (*momentum)(const cdy_model *model, void *state, double inverse_mass, const double *q, const double *qd,
                     const double *qdd, double *h, double *rate);

    /* The matrix of that momentum, A (6 x tree_nv): h = A qd. */
    void (*momentum_matrix)(const cdy_model *model, void *state, double inverse_mass, const double *q, double *A);

    /* C (tree_nv x tree_nv): C qd is the velocity product, C + C^T the rate of M along qd. */
    void (*coriolis)(const cdy_model *model, void *state, const double *q, const double *qd, double *C);

    /* Leaves in the state how all bodies move, for the blocks of the regressor. */
    void (*regressor_motion)(const cdy_model *model, void *state, const double gravity[3], const double *q,
                             const double *qd, const double *qdd);

    /* The ten columns of the regressor for the parameters m, h, I (xx xy xz yy yz zz) of the body that carries a frame,
     * in that frame: Y[row * stride] to [row * stride + 9], row a tree velocity.  Rows of joints that do not carry the
     * body are not touched. */
    void (*regressor_block)(const cdy_model *model, const void *state, int frame, size_t stride, double *Y);

    /* gradient (tree_nv): the change of the kinetic energy as each degree of freedom moves, velocities fixed. */
    void (*kinetic_gradient)(const cdy_model *model, void *state, const double *q, const double *qd, double *gradient);

    /* What follows has no state.  From J of `jacobian`: its rate while all moves with qd (tree_nv), J_dot (6 x nv), and
     * its derivative by each velocity coordinate, J_q (6 x nv x nv), in the same axes; and from J in the base's axes
     * and T of `placement`, that of T (nv x 4 x 4).  Columns and steps of the tree go to the caller's velocities as
     * they come, since the tree's own results could be larger than all else. */
    void (*jacobian_dot)(const cdy_model *model, int frame, bool in_body, const double *J, const double *qd,
                         double *J_dot);
    void (*jacobian_derivative)(const cdy_model *model, int frame, bool in_body, const double *J, double *J_q);
    void (*placement_derivative)(const cdy_model *model, int frame, const double *T, const double *J, double *T_q);

    /* A^-1 B of two placements: T (4 x 4). */
    void (*relative_placement)(const double *A, const double *B, double *T);

    /* The tree's coordinates (tree_nq, tree_nv) of the caller's (nq, nv). */
    void (*expand_positions)(const cdy_model *model, const double *q, double *tree_q);
    void (*expand_velocities)(const cdy_model *model, const double *qd, double *tree_qd);

    /* The tree's columns (rows x tree_nv), matrices and symmetric matrices (tree_nv x tree_nv) onto the caller's
     * velocities. */
    void (*project_columns)(const cdy_model *model, size_t rows, const double *tree_J, double *J);
    void (*project_square)(const cdy_model *model, const double *tree_M, double *M);
    void (*project_matrix)(const cdy_model *model, const double *tree_M, double *M);

    /* Turns the half of a symmetric A (n x n) below the diagonal into L, A = L D L^T with ones on the diagonal of L,
     * and the pivots D (n): positive, or A has no inverse.  X := A^-1 X (n x columns) from these. */
    void (*dense_factor)(size_t n, double *A, double *D);
    void (*dense_solve)(size_t n, const double *L, const double *D, size_t columns, double *X);

    /* x = A^-1 x for a symmetric A (n x n), which is factored as above. */
    void (*solve)(size_t n, double *A, double *x, double *D);

    /* Packs as many rows of `width` numbers as there are lanes, a row a lane, or unpacks them; or looks at what is
     * packed.  Returns whether all is finite; flaws (lanes) are 0 where the row is.  None over numbers other than
     * double. */
    bool (*pack)(size_t width, const double *rows, double *packed, int64_t *flaws);
    bool (*unpack)(size_t width, const double *packed, double *rows, int64_t *flaws);
    bool (*inspect)(size_t width, const double *packed, int64_t *flaws);
} cdy_kernels;

extern const cdy_kernels cdy_kernels_x1;     /* any machine */
extern const cdy_kernels cdy_kernels_x1_fma; /* x86-64 with AVX2 and FMA */
extern const cdy_kernels cdy_kernels_x1_avx512; /* as x8 */
extern const cdy_kernels cdy_kernels_x2;     /* any x86-64, any 64-bit Arm */
extern const cdy_kernels cdy_kernels_x4;     /* as x1_fma */
extern const cdy_kernels cdy_kernels_x8;     /* x86-64 with AVX-512 F, DQ, VL and FMA */

#endif
