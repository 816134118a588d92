/* The table of kernels: the algorithms, compiled once for each width, one table a width.
 *
 * Kernels work on scalars: double, or float in the widths that begin with f, which read a float model
 * (model/float_model.h). Coordinates are the tree's, in which mimic joints have coordinates of their own; arrays are
 * lane-packed; no pointer may be NULL unless the sentence says so. Defaults, checks and mimic joints are the business
 * of dynamics/. */
#ifndef CDY_KERNELS_KERNELS_H
#define CDY_KERNELS_KERNELS_H

#include "model/model.h"

#include <stddef.h>

typedef struct cdy_kernels {
    int lanes;

    /* Bytes of the state that the calls below write, aligned to 64. */
    size_t (*state_size)(const cdy_model *model);

    /* tau (tree_nv) = ID(q, qd, qdd) by recursive Newton-Euler. `forces` (force_rows x 6, base frame) may be NULL. */
    void (*rnea)(const kernel_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                 const scalar *qdd, const scalar *forces, scalar *tau);

    /* qdd (tree_nv) = FD(q, qd, tau) by articulated bodies, with the inertia of acting rotors (model_drives). D
     * (tree_nv) receives the pivots S^T IA S + rotor; one that is not positive means a singular mass matrix. `forces`
     * as above; qdd may be tau. */
    void (*aba)(const kernel_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                const scalar *tau, const scalar *forces, scalar *qdd, scalar *D);

    /* M (tree_nv x tree_nv) by composite rigid bodies. */
    void (*crba)(const kernel_model *model, void *state, const scalar *q, scalar *M);

    /* Derivatives of rnea's tau (tree_nv x tree_nv each; NULL: not wanted) by a step of the configuration in velocity
     * coordinates, and by the velocity. `forces` are constant in the base frame. */
    void (*drnea)(const kernel_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                  const scalar *qdd, const scalar *forces, scalar *dtau_dq, scalar *dtau_dqd);

    /* The same in two calls, where the accelerations follow from the first call's results. First: tau (tree_nv) for qdd
     * = 0 and the lower half of M, zeros above. Then: the derivatives. Between the two calls only ltdl_factor and
     * ltdl_solve may use the state; the second call overwrites what the first left there. */
    void (*bias_and_mass)(const kernel_model *model, void *state, const double gravity[3], const scalar *q,
                          const scalar *qd, const scalar *forces, scalar *tau, scalar *M);
    void (*drnea_finish)(const kernel_model *model, void *state, bool with_forces, const scalar *qdd, scalar *dtau_dq,
                         scalar *dtau_dqd);

    /* LTDL factorization M = L^T D L of the lower half of M (tree_nv x tree_nv): in place, L below the diagonal and 1 /
     * D on it; D (tree_nv) receives the pivots as in aba. Zeros between branches and the upper half are not touched.
     * The two calls below need what this call leaves in the state, which drnea_finish does not touch. */
    void (*ltdl_factor)(const kernel_model *model, void *state, scalar *M, scalar *D);

    /* x := M^-1 x (tree_nv). */
    void (*ltdl_solve)(const kernel_model *model, void *state, const scalar *L, scalar *x);

    /* X := -M^-1 X (tree_nv x tree_nv) for the two results of drnea, which must be zero between unrelated joints, and
     * M^-1, exactly symmetric. NULL: not wanted. Overwrites the bodies in the state. */
    void (*ltdl_solve_with_inverse)(const kernel_model *model, void *state, const scalar *L, scalar *by_q,
                                    scalar *by_qd, scalar *inverse);

    /* T (4 x 4): placement of a frame in the base frame. */
    void (*placement)(const kernel_model *model, void *state, int frame, const scalar *q, scalar *T);

    /* T (frame_count x 4 x 4): placements of all frames. */
    void (*placements)(const kernel_model *model, void *state, const scalar *q, scalar *T);

    /* J (6 x tree_nv): geometric Jacobian of a frame at its origin, in the base's axes or the frame's own. */
    void (*jacobian)(const kernel_model *model, void *state, int frame, bool in_body, const scalar *q, scalar *J);

    /* Velocity and acceleration (6 each) of a frame's origin, in the base's axes or the frame's own. */
    void (*frame_motion)(const kernel_model *model, void *state, int frame, bool in_body, const scalar *q,
                         const scalar *qd, const scalar *qdd, scalar *velocity, scalar *acceleration);

    /* Center of mass (3) and its Jacobian J (3 x tree_nv), in the base frame. */
    void (*center_of_mass)(const kernel_model *model, void *state, const scalar *q, scalar *com, scalar *J);

    /* Kinetic and potential energy (1 each); the potential is 0 with the center of mass at the base's origin. */
    void (*energy)(const kernel_model *model, void *state, const double gravity[3], const scalar *q, const scalar *qd,
                   scalar *kinetic, scalar *potential);

    /* Centroidal momentum h (6), base axes, and its rate (6). `inverse_mass`: 1 / total mass, 0 for a massless robot.
     */
    void (*momentum)(const kernel_model *model, void *state, scalar inverse_mass, const scalar *q, const scalar *qd,
                     const scalar *qdd, scalar *h, scalar *rate);

    /* A (6 x tree_nv) with h = A qd. */
    void (*momentum_matrix)(const kernel_model *model, void *state, scalar inverse_mass, const scalar *q, scalar *A);

    /* C (tree_nv x tree_nv): C qd is the velocity product, C + C^T = dM/dt. */
    void (*coriolis)(const kernel_model *model, void *state, const scalar *q, const scalar *qd, scalar *C);

    /* Leave the motion of all bodies in the state, for regressor_block. */
    void (*regressor_motion)(const kernel_model *model, void *state, const double gravity[3], const scalar *q,
                             const scalar *qd, const scalar *qdd);

    /* Ten columns of the regressor for the parameters m, h, I (xx xy xz yy yz zz) of the body of a frame, in that
     * frame: Y[row * stride] to [row * stride + 9] for each tree velocity `row`. Rows of joints that are no ancestors
     * of the body are not touched. */
    void (*regressor_block)(const kernel_model *model, const void *state, int frame, size_t stride, scalar *Y);

    /* gradient (tree_nv): derivative of the kinetic energy by position at constant velocity. */
    void (*kinetic_gradient)(const kernel_model *model, void *state, const scalar *q, const scalar *qd,
                             scalar *gradient);

    /* The next three have no state, and write the caller's velocities (nv), since results over the tree's could be
     * larger than anything else. From J of `jacobian`: dJ/dt for the velocity qd (tree_nv), J_dot (6 x nv), and the
     * derivative by each velocity coordinate, J_q (6 x nv x nv), in J's axes; from T of `placement` and J in the base's
     * axes, the derivative of T, T_q (nv x 4 x 4). */
    void (*jacobian_dot)(const kernel_model *model, int frame, bool in_body, const scalar *J, const scalar *qd,
                         scalar *J_dot);
    void (*jacobian_derivative)(const kernel_model *model, int frame, bool in_body, const scalar *J, scalar *J_q);
    void (*placement_derivative)(const kernel_model *model, int frame, const scalar *T, const scalar *J, scalar *T_q);

    /* T (4 x 4) = A^-1 B. */
    void (*relative_placement)(const scalar *A, const scalar *B, scalar *T);

    /* The tree's coordinates (tree_nq, tree_nv) from the caller's (nq, nv). */
    void (*expand_positions)(const kernel_model *model, const scalar *q, scalar *tree_q);
    void (*expand_velocities)(const kernel_model *model, const scalar *qd, scalar *tree_qd);

    /* Projections of columns (rows x tree_nv), square matrices and symmetric matrices (tree_nv x tree_nv) to the
     * caller's velocities. */
    void (*project_columns)(const kernel_model *model, size_t rows, const scalar *tree_J, scalar *J);
    void (*project_square)(const kernel_model *model, const scalar *tree_M, scalar *M);
    void (*project_matrix)(const kernel_model *model, const scalar *tree_M, scalar *M);

    /* LDL factorization of a symmetric A (n x n): L below the diagonal, unit diagonal, pivots D (n), all positive or A
     * is not positive definite. X := A^-1 X (n x columns). */
    void (*ldl_factor)(size_t n, scalar *A, scalar *D);
    void (*ldl_solve)(size_t n, const scalar *L, const scalar *D, size_t columns, scalar *X);

    /* x := A^-1 x; A is replaced by its factors. */
    void (*solve)(size_t n, scalar *A, scalar *x, scalar *D);

    /* Pack one row of `width` numbers for each lane, unpack them, or check packed numbers. Return whether all numbers
     * are finite; `nonfinite` (lanes) is nonzero for rows that are not. Only over double and float. */
    bool (*pack)(size_t width, const loose_scalar *rows, scalar *packed, scalar_bits *nonfinite);
    bool (*unpack)(size_t width, const scalar *packed, loose_scalar *rows, scalar_bits *nonfinite);
    bool (*find_nonfinite)(size_t width, const scalar *packed, scalar_bits *nonfinite);

    /* Whether packed[i] > threshold[i] in every lane, for all i < count. */
    bool (*all_above)(size_t count, const scalar *threshold, const scalar *packed);
} cdy_kernels;

#ifdef CDY_FLOAT
extern const cdy_kernels cdy_kernels_f4;  /* any machine */
extern const cdy_kernels cdy_kernels_f8;  /* x86-64 with AVX2 and FMA */
extern const cdy_kernels cdy_kernels_f16; /* x86-64 with AVX-512 F, DQ, VL and FMA */
#else
extern const cdy_kernels cdy_kernels_x1;        /* any machine */
extern const cdy_kernels cdy_kernels_x1_fma;    /* x86-64 with AVX2 and FMA */
extern const cdy_kernels cdy_kernels_x1_avx512; /* as x8 */
extern const cdy_kernels cdy_kernels_x2;        /* any x86-64, any 64-bit Arm */
extern const cdy_kernels cdy_kernels_x4;        /* as x1_fma */
extern const cdy_kernels cdy_kernels_x8;        /* x86-64 with AVX-512 F, DQ, VL and FMA */
#endif

#endif
