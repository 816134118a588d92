/* The kernels: the algorithms, compiled once for each width.  A table of functions stands for one width.
 *
 * Kernels know numbers only, scalars: those over floats take a model over floats, too (model/single.h), and are not
 * seen where a scalar is a double, nor the others where it is a float.  Coordinates are the tree's own (followers have
 * theirs), arrays are lane-packed, and every pointer is given unless it says so.  Defaults, checks and mimic joints are
 * the business of dynamics/. */
#ifndef CDY_KERNELS_KERNELS_H
#define CDY_KERNELS_KERNELS_H

#include "model/model.h"

#include <stddef.h>

typedef struct cdy_kernels {
    int lanes;

    /* Bytes of the state that each call below writes as it goes, aligned to 64. */
    size_t (*state_size)(const cdy_model *model);

    /* tau (tree_nv) = ID(q, qd, qdd): recursive Newton-Euler.  `forces` (force_rows x 6, base frame) may be NULL. */
    void (*rnea)(const cdy_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                 const scalar *qdd, const scalar *forces, scalar *tau);

    /* qdd (tree_nv) = FD(q, qd, tau): articulated bodies, the rotors that act (model_drives) among their inertia.  D
     * (tree_nv) are the pivots, the inertias that each degree of freedom feels; where one is 0 or less, the mass matrix
     * is singular.  `forces` as above; qdd may be tau. */
    void (*aba)(const cdy_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                const scalar *tau, const scalar *forces, scalar *qdd, scalar *D);

    /* M (tree_nv x tree_nv): composite rigid bodies. */
    void (*crba)(const cdy_model *model, void *state, const scalar *q, scalar *M);

    /* The derivatives of rnea's tau (tree_nv x tree_nv each; NULL: not wanted) by a step of the configuration in
     * velocity coordinates and by the velocity.  `forces` stay as they are in the base frame. */
    void (*drnea)(const cdy_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                  const scalar *qdd, const scalar *forces, scalar *dtau_dq, scalar *dtau_dqd);

    /* The same in two halves, for accelerations that follow from what the first half gives: rnea's tau (tree_nv) where
     * no joint accelerates, and M as crba makes it, but zeros above the diagonal; then the derivatives.  Between the
     * two only factor and factor_solve may use the state, and the second is called once: it writes over what the
     * first left. */
    void (*bias_and_mass)(const cdy_model *model, void *state, const double gravity[3], const scalar *q,
                          const scalar *qd, const scalar *forces, scalar *tau, scalar *M);
    void (*drnea_after)(const cdy_model *model, void *state, bool with_forces, const scalar *qdd, scalar *dtau_dq,
                        scalar *dtau_dqd);

    /* Turns the lower half of the mass matrix M (tree_nv x tree_nv) into L, M = L^T D L with ones on the diagonal of L:
     * below the diagonal stands L, on it 1 / D; and D (tree_nv) as aba has it.  The zeros of other branches and the
     * upper half are not touched.  The calls on factors below need what it leaves in the state, which drnea_after does
     * not touch. */
    void (*factor)(const cdy_model *model, void *state, scalar *M, scalar *D);

    /* x := M^-1 x (tree_nv), from the factors. */
    void (*factor_solve)(const cdy_model *model, void *state, const scalar *L, scalar *x);

    /* X := -M^-1 X (tree_nv x tree_nv) for the two X of drnea's, which must be zero where neither of two joints carries
     * the other; and M^-1, symmetric to the last bit.  NULL: not wanted.  Writes where the bodies are in the state. */
    void (*factor_turn_over)(const cdy_model *model, void *state, const scalar *L, scalar *by_q, scalar *by_qd,
                             scalar *inverse);

    /* The placement of a frame in the base: T (4 x 4). */
    void (*placement)(const cdy_model *model, void *state, int frame, const scalar *q, scalar *T);

    /* The placements of all frames: T (frame_count x 4 x 4). */
    void (*placements)(const cdy_model *model, void *state, const scalar *q, scalar *T);

    /* J (6 x tree_nv): the geometric Jacobian of a frame at its origin, in the base's axes or in its own. */
    void (*jacobian)(const cdy_model *model, void *state, int frame, bool in_body, const scalar *q, scalar *J);

    /* Velocity and acceleration (6) of a frame's origin, in the base's axes or in its own. */
    void (*frame_motion)(const cdy_model *model, void *state, int frame, bool in_body, const scalar *q,
                         const scalar *qd, const scalar *qdd, scalar *velocity, scalar *acceleration);

    /* Center of mass (3) of all that moves and its Jacobian J (3 x tree_nv), in the base. */
    void (*center_of_mass)(const cdy_model *model, void *state, const scalar *q, scalar *com, scalar *J);

    /* Kinetic and potential energy (1 each) of all that moves; potential 0 where its center of mass is at the base's
     * origin. */
    void (*energy)(const cdy_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                   scalar *kinetic, scalar *potential);

    /* Momentum h (6) of all that moves about its center of mass, base axes, and its rate (6).  `inverse_mass` is one
     * over its mass; 0 where it has none, so that all points are alike. */
    void (*momentum)(const cdy_model *model, void *state, scalar inverse_mass, const scalar *q, const scalar *qd,
                     const scalar *qdd, scalar *h, scalar *rate);

    /* The matrix of that momentum, A (6 x tree_nv): h = A qd. */
    void (*momentum_matrix)(const cdy_model *model, void *state, scalar inverse_mass, const scalar *q, scalar *A);

    /* C (tree_nv x tree_nv): C qd is the velocity product, C + C^T the rate of M along qd. */
    void (*coriolis)(const cdy_model *model, void *state, const scalar *q, const scalar *qd, scalar *C);

    /* Leaves in the state how all bodies move, for the blocks of the regressor. */
    void (*regressor_motion)(const cdy_model *model, void *state, const double gravity[3], const scalar *q,
                             const scalar *qd, const scalar *qdd);

    /* The ten columns of the regressor for the parameters m, h, I (xx xy xz yy yz zz) of the body that carries a frame,
     * in that frame: Y[row * stride] to [row * stride + 9], row a tree velocity.  Rows of joints that do not carry the
     * body are not touched. */
    void (*regressor_block)(const cdy_model *model, const void *state, int frame, size_t stride, scalar *Y);

    /* gradient (tree_nv): the change of the kinetic energy as each degree of freedom moves, velocities fixed. */
    void (*kinetic_gradient)(const cdy_model *model, void *state, const scalar *q, const scalar *qd, scalar *gradient);

    /* What follows has no state.  From J of `jacobian`: its rate while all moves with qd (tree_nv), J_dot (6 x nv), and
     * its derivative by each velocity coordinate, J_q (6 x nv x nv), in the same axes; and from J in the base's axes
     * and T of `placement`, that of T (nv x 4 x 4).  Columns and steps of the tree go to the caller's velocities as
     * they come, since the tree's own results could be larger than all else. */
    void (*jacobian_dot)(const cdy_model *model, int frame, bool in_body, const scalar *J, const scalar *qd,
                         scalar *J_dot);
    void (*jacobian_derivative)(const cdy_model *model, int frame, bool in_body, const scalar *J, scalar *J_q);
    void (*placement_derivative)(const cdy_model *model, int frame, const scalar *T, const scalar *J, scalar *T_q);

    /* A^-1 B of two placements: T (4 x 4). */
    void (*relative_placement)(const scalar *A, const scalar *B, scalar *T);

    /* The tree's coordinates (tree_nq, tree_nv) of the caller's (nq, nv). */
    void (*expand_positions)(const cdy_model *model, const scalar *q, scalar *tree_q);
    void (*expand_velocities)(const cdy_model *model, const scalar *qd, scalar *tree_qd);

    /* The tree's columns (rows x tree_nv), matrices and symmetric matrices (tree_nv x tree_nv) onto the caller's
     * velocities. */
    void (*project_columns)(const cdy_model *model, size_t rows, const scalar *tree_J, scalar *J);
    void (*project_square)(const cdy_model *model, const scalar *tree_M, scalar *M);
    void (*project_matrix)(const cdy_model *model, const scalar *tree_M, scalar *M);

    /* Turns the half of a symmetric A (n x n) below the diagonal into L, A = L D L^T with ones on the diagonal of L,
     * and the pivots D (n): positive, or A has no inverse.  X := A^-1 X (n x columns) from these. */
    void (*dense_factor)(size_t n, scalar *A, scalar *D);
    void (*dense_solve)(size_t n, const scalar *L, const scalar *D, size_t columns, scalar *X);

    /* x = A^-1 x for a symmetric A (n x n), which is factored as above. */
    void (*solve)(size_t n, scalar *A, scalar *x, scalar *D);

    /* Packs as many rows of `width` numbers as there are lanes, a row a lane, or unpacks them; or looks at what is
     * packed.  Returns whether all is finite; flaws (lanes) are 0 where the row is.  None over numbers other than
     * double and float. */
    bool (*pack)(size_t width, const loose_scalar *rows, scalar *packed, scalar_bits *flaws);
    bool (*unpack)(size_t width, const scalar *packed, loose_scalar *rows, scalar_bits *flaws);
    bool (*inspect)(size_t width, const scalar *packed, scalar_bits *flaws);

    /* Whether packed numbers (count) are above floor (count, one for all lanes), all of them. */
    bool (*all_above)(size_t count, const scalar *floor, const scalar *packed);
} cdy_kernels;

#ifdef CDY_SINGLE
extern const cdy_kernels cdy_kernels_s4;  /* any machine */
extern const cdy_kernels cdy_kernels_s8;  /* x86-64 with AVX2 and FMA */
extern const cdy_kernels cdy_kernels_s16; /* x86-64 with AVX-512 F, DQ, VL and FMA */
#else
extern const cdy_kernels cdy_kernels_x1;        /* any machine */
extern const cdy_kernels cdy_kernels_x1_fma;    /* x86-64 with AVX2 and FMA */
extern const cdy_kernels cdy_kernels_x1_avx512; /* as x8 */
extern const cdy_kernels cdy_kernels_x2;        /* any x86-64, any 64-bit Arm */
extern const cdy_kernels cdy_kernels_x4;        /* as x1_fma */
extern const cdy_kernels cdy_kernels_x8;        /* x86-64 with AVX-512 F, DQ, VL and FMA */
#endif

#endif
