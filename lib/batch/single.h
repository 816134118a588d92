/* Batches over floats (CDY_SINGLE): the names of the second compilation of lib/batch, and the constants that differ
 * between doubles and floats. */
#ifndef CDY_BATCH_SINGLE_H
#define CDY_BATCH_SINGLE_H

#include "dynamics/single.h"
#include "model/single.h"

#include <condyle/batch.h>
#include <condyle/batch_single.h>

#ifdef CDY_SINGLE

#define cdy_batch                            cdy_batch_f32
#define cdy_batch_create                     cdy_batch_f32_create
#define cdy_batch_destroy                    cdy_batch_f32_destroy
#define cdy_batch_size                       cdy_batch_f32_size
#define cdy_batch_init                       cdy_batch_f32_init
#define cdy_batch_lanes                      cdy_batch_f32_lanes
#define cdy_batch_threads                    cdy_batch_f32_threads
#define cdy_batch_inverse_dynamics           cdy_batch_f32_inverse_dynamics
#define cdy_batch_forward_dynamics           cdy_batch_f32_forward_dynamics
#define cdy_batch_forward_dynamics_by        cdy_batch_f32_forward_dynamics_by
#define cdy_batch_mass_matrix                cdy_batch_f32_mass_matrix
#define cdy_batch_coriolis_matrix            cdy_batch_f32_coriolis_matrix
#define cdy_batch_centroidal_momentum_matrix cdy_batch_f32_centroidal_momentum_matrix
#define cdy_batch_check_dense                cdy_batch_f32_check_dense
#define cdy_batch_check_room                 cdy_batch_f32_check_room
#define cdy_batch_make_mass_matrix           cdy_batch_f32_make_mass_matrix
#define cdy_batch_project_mass_matrix        cdy_batch_f32_project_mass_matrix
#define cdy_batch_solve_mimic                cdy_batch_f32_solve_mimic
#define cdy_batch_velocity_product           cdy_batch_f32_velocity_product
#define cdy_batch_gravity_torque             cdy_batch_f32_gravity_torque
#define cdy_batch_mass_times                 cdy_batch_f32_mass_times
#define cdy_batch_inverse_mass_times         cdy_batch_f32_inverse_mass_times
#define cdy_batch_get_transform              cdy_batch_f32_get_transform
#define cdy_batch_forward_kinematics         cdy_batch_f32_forward_kinematics
#define cdy_batch_geometric_jacobian         cdy_batch_f32_geometric_jacobian
#define cdy_batch_jacobian_dot_qd            cdy_batch_f32_jacobian_dot_qd
#define cdy_batch_frame_velocity             cdy_batch_f32_frame_velocity
#define cdy_batch_frame_acceleration         cdy_batch_f32_frame_acceleration
#define cdy_batch_center_of_mass             cdy_batch_f32_center_of_mass
#define cdy_batch_energy                     cdy_batch_f32_energy
#define cdy_batch_centroidal_momentum        cdy_batch_f32_centroidal_momentum
#define cdy_batch_check                      cdy_batch_f32_check
#define cdy_batch_run                        cdy_batch_f32_run
#define cdy_batch_compute_block              cdy_batch_f32_compute_block
#define cdy_batch_input_width                cdy_batch_f32_input_width
#define cdy_batch_output_width               cdy_batch_f32_output_width
#define cdy_batch_fail_lane                  cdy_batch_f32_fail_lane
#define cdy_batch_fill_pivot_thresholds      cdy_batch_f32_fill_pivot_thresholds
#define cdy_batch_check_pivots               cdy_batch_f32_check_pivots

#define LEAST_LANES             4
#define LANES_TEXT              "4, 8 or 16"
#define PIVOT_THRESHOLD         1e-4   /* relative to the bound of the diagonal, see batch_alone.c */
#define LARGEST_PIVOT_THRESHOLD 1.0F   /* relative to the largest pivot; 1: never met */
#define SMALLEST_SQUARE         1e-30F /* limits of a quaternion's squared length */
#define LARGEST_SQUARE          1e30F

/* Bytes of the batch's float copy of a model; 0 over doubles. */
static inline size_t cdy_float_model_size(const cdy_model *model)
{
    return (size_t)model->size;
}

static inline void cdy_make_float_model(const cdy_model *model, cdy_model *float_model)
{
    cdy_model_to_single(model, float_model);
}

static inline void cdy_update_float_inertias(const cdy_model *model, cdy_model *float_model)
{
    cdy_model_inertias_to_single(model, float_model);
}

/* The model that the kernels read: over floats the float copy, updated with the present drives. */
static inline const cdy_model *cdy_kernel_model(const cdy_model *model, cdy_model *float_model)
{
    cdy_model_drives_to_single(model, float_model);
    return float_model;
}

#else

#define LEAST_LANES             1
#define LANES_TEXT              "1, 2, 4 or 8"
#define PIVOT_THRESHOLD         1e-8
#define LARGEST_PIVOT_THRESHOLD 1e-7
#define SMALLEST_SQUARE         1e-300
#define LARGEST_SQUARE          1e300

static inline size_t cdy_float_model_size(const cdy_model *model)
{
    (void)model;
    return 0;
}

static inline void cdy_make_float_model(const cdy_model *model, cdy_model *float_model)
{
    (void)model, (void)float_model;
}

static inline void cdy_update_float_inertias(const cdy_model *model, cdy_model *float_model)
{
    (void)model, (void)float_model;
}

static inline const cdy_model *cdy_kernel_model(const cdy_model *model, cdy_model *float_model)
{
    (void)float_model;
    return model;
}

#endif

#endif
