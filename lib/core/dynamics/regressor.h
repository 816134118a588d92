/* The regressor of inverse dynamics for states in lanes: compiled over doubles and over floats. */
#ifndef CDY_DYNAMICS_REGRESSOR_H
#define CDY_DYNAMICS_REGRESSOR_H

#ifdef CDY_FLOAT
#include "dynamics_float_names.h"
#endif
#include "kernels/kernels.h"

#include <condyle/regressor.h>

/* Writes the regressor Y (nv x p) in the caller's coordinates at q, qd, qdd of the tree, all lane-packed. `block` has
 * room for tree_nv x 10 numbers if the robot has mimic joints. `has_zeros`: Y is zero already in the columns of bodies
 * that the row's joint does not move, and of drives. The kernels read `robot`, which is the model or its float model.
 */
void cdy_fill_regressor(const cdy_model *model, const kernel_model *robot, const cdy_kernels *kernels,
                        void *kernel_scratch, const cdy_regressor_options *options, const scalar *q, const scalar *qd,
                        const scalar *qdd, scalar *block, bool has_zeros, scalar *Y);

/* Writes w^T Y (p), Y of cdy_fill_regressor(), without Y; w is in the tree's coordinates, likewise packed. */
void cdy_multiply_regressor(const cdy_model *model, const kernel_model *robot, const cdy_kernels *kernels,
                            void *kernel_scratch, const cdy_regressor_options *options, const scalar *q,
                            const scalar *qd, const scalar *qdd, const scalar *w, scalar *product);

#endif
