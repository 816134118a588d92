#include "quantity.h"

#include <string.h>

#define ONE(name, ...)                                                                                                 \
    static cdy_status one_##name(const job *j)                                                                         \
    {                                                                                                                  \
        return cdy_##name(j->model, j->workspace, __VA_ARGS__, j->error);                                              \
    }
#define MANY(name, ...)                                                                                                \
    static cdy_status many_##name(const job *j)                                                                        \
    {                                                                                                                  \
        return cdy_batch_##name(j->model, j->batch, j->count, __VA_ARGS__, j->statuses, j->error);                     \
    }
#define BOTH(name, ...) ONE(name, __VA_ARGS__) MANY(name, __VA_ARGS__)

// meson compile -C build declarations writes: octave_calls
// clang-format off
BOTH(inverse_dynamics, j->in[0], j->in[1], j->in[2], j->in[3], j->out[0])
BOTH(velocity_product, j->in[0], j->in[1], j->out[0])
BOTH(gravity_torque, j->in[0], j->out[0])
BOTH(mass_times, j->in[0], j->in[1], j->out[0])
BOTH(joint_reactions, j->in[0], j->in[1], j->in[2], j->in[3], j->out[0])
BOTH(mass_matrix, j->in[0], j->out[0])
BOTH(coriolis_matrix, j->in[0], j->in[1], j->out[0])
BOTH(forward_dynamics_by, j->method, j->in[0], j->in[1], j->in[2], j->in[3], j->out[0])
BOTH(inverse_mass_times, j->in[0], j->in[1], j->out[0])
BOTH(inverse_mass_matrix, j->in[0], j->out[0])
BOTH(inverse_dynamics_derivatives, j->in[0], j->in[1], j->in[2], j->in[3], j->out[0], j->out[1])
BOTH(forward_dynamics_derivatives, j->in[0], j->in[1], j->in[2], j->in[3],
     &(const cdy_forward_derivatives){j->out[0], j->out[1], j->out[2]})
BOTH(inverse_dynamics_vjp, j->in[0], j->in[1], j->in[2], j->in[3], j->in[4], j->out[0], j->out[1], j->out[2])
BOTH(inverse_dynamics_jvp, j->in[0], j->in[1], j->in[2], j->in[3], j->in[4], j->in[5], j->in[6], j->out[0])
BOTH(forward_dynamics_vjp, j->in[0], j->in[1], j->in[2], j->in[3], j->in[4], j->out[0], j->out[1], j->out[2])
BOTH(forward_dynamics_jvp, j->in[0], j->in[1], j->in[2], j->in[3], j->in[4], j->in[5], j->in[6], j->out[0])
BOTH(load_vjp, j->in[0], j->in[1], j->out[0], j->out[1])
BOTH(energy_gradient, j->in[0], j->in[1], j->out[0], j->out[1], j->out[2])
BOTH(regressor_transpose_times, j->in[0], j->in[1], j->in[2], &j->regressor, j->in[3], j->out[0])
BOTH(regressor, j->in[0], j->in[1], j->in[2], &j->regressor, j->out[0])
BOTH(energy, j->in[0], j->in[1], j->out[0], j->out[1])
BOTH(center_of_mass, j->in[0], j->out[0], j->out[1])
BOTH(centroidal_momentum, j->in[0], j->in[1], j->in[2], j->out[0], j->out[1])
BOTH(centroidal_momentum_matrix, j->in[0], j->out[0])
BOTH(get_transform, j->frame, j->relative_to, j->in[0], j->out[0])
BOTH(forward_kinematics, j->in[0], j->out[0])
BOTH(geometric_jacobian, j->frame, j->axes, j->in[0], j->out[0])
BOTH(jacobian_dot_qd, j->frame, j->axes, j->in[0], j->in[1], j->out[0])
BOTH(frame_velocity, j->frame, j->axes, j->in[0], j->in[1], j->out[0])
BOTH(frame_acceleration, j->frame, j->axes, j->in[0], j->in[1], j->in[2], j->out[0])
BOTH(jacobian_dot, j->frame, j->axes, j->in[0], j->in[1], j->out[0])
BOTH(jacobian_derivative, j->frame, j->axes, j->in[0], j->out[0])
BOTH(transform_derivative, j->frame, j->in[0], j->out[0])
// the end of what is written
// clang-format on

/* The wrench begins a matrix of its own: matrices of several wrenches are added. */
static cdy_status one_external_force(const job *j)
{
    memset(j->out[0], 0, (size_t)cdy_model_force_rows(j->model) * 6 * sizeof(double));
    return cdy_external_force(j->model, j->workspace, j->frame, j->in[0], j->in[1], j->out[0], j->error);
}

static cdy_status many_external_force(const job *j)
{
    size_t states = (j->count + j->lanes - 1) / j->lanes * j->lanes;
    memset(j->out[0], 0, states * (size_t)cdy_model_force_rows(j->model) * 6 * sizeof(double));
    return cdy_batch_external_force(j->model, j->batch, j->count, j->frame, j->in[0], j->in[1], j->out[0], j->statuses,
                                    j->error);
}

static const quantity quantities[] = {
    // meson compile -C build declarations writes: octave_rows
    // clang-format off
    {"inverse_dynamics", one_inverse_dynamics, many_inverse_dynamics,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V},
      {"the external force matrix", SHAPE_FORCES}},
     {SHAPE_V}, 0, false},
    {"velocity_product", one_velocity_product, many_velocity_product,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}},
     {SHAPE_V}, 0, false},
    {"gravity_torque", one_gravity_torque, many_gravity_torque,
     {{"the configuration", SHAPE_Q}},
     {SHAPE_V}, 0, false},
    {"mass_times", one_mass_times, many_mass_times,
     {{"the configuration", SHAPE_Q}, {"the vector", SHAPE_V}},
     {SHAPE_V}, 0, false},
    {"joint_reactions", one_joint_reactions, many_joint_reactions,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V},
      {"the external force matrix", SHAPE_FORCES}},
     {SHAPE_WRENCHES}, 0, false},
    {"mass_matrix", one_mass_matrix, many_mass_matrix,
     {{"the configuration", SHAPE_Q}},
     {SHAPE_SQUARE}, 0, false},
    {"coriolis_matrix", one_coriolis_matrix, many_coriolis_matrix,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}},
     {SHAPE_SQUARE}, 0, false},
    {"forward_dynamics", one_forward_dynamics_by, many_forward_dynamics_by,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the torque", SHAPE_V},
      {"the external force matrix", SHAPE_FORCES}},
     {SHAPE_V}, EXTRA_METHOD, false},
    {"inverse_mass_times", one_inverse_mass_times, many_inverse_mass_times,
     {{"the configuration", SHAPE_Q}, {"the vector", SHAPE_V}},
     {SHAPE_V}, 0, false},
    {"inverse_mass_matrix", one_inverse_mass_matrix, many_inverse_mass_matrix,
     {{"the configuration", SHAPE_Q}},
     {SHAPE_SQUARE}, 0, false},
    {"inverse_dynamics_derivatives", one_inverse_dynamics_derivatives, many_inverse_dynamics_derivatives,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V},
      {"the external force matrix", SHAPE_FORCES}},
     {SHAPE_SQUARE, SHAPE_SQUARE}, 0, false},
    {"forward_dynamics_derivatives", one_forward_dynamics_derivatives, many_forward_dynamics_derivatives,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the torque", SHAPE_V},
      {"the external force matrix", SHAPE_FORCES}},
     {SHAPE_SQUARE, SHAPE_SQUARE, SHAPE_SQUARE}, 0, false},
    {"inverse_dynamics_vjp", one_inverse_dynamics_vjp, many_inverse_dynamics_vjp,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V},
      {"the external force matrix", SHAPE_FORCES}, {"the weights", SHAPE_V}},
     {SHAPE_V, SHAPE_V, SHAPE_V}, 0, false},
    {"inverse_dynamics_jvp", one_inverse_dynamics_jvp, many_inverse_dynamics_jvp,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V},
      {"the external force matrix", SHAPE_FORCES}, {"the step of the configuration", SHAPE_V},
      {"the step of the velocity", SHAPE_V}, {"the step of the acceleration", SHAPE_V}},
     {SHAPE_V}, 0, false},
    {"forward_dynamics_vjp", one_forward_dynamics_vjp, many_forward_dynamics_vjp,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the torque", SHAPE_V},
      {"the external force matrix", SHAPE_FORCES}, {"the weights", SHAPE_V}},
     {SHAPE_V, SHAPE_V, SHAPE_V}, 0, false},
    {"forward_dynamics_jvp", one_forward_dynamics_jvp, many_forward_dynamics_jvp,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the torque", SHAPE_V},
      {"the external force matrix", SHAPE_FORCES}, {"the step of the configuration", SHAPE_V},
      {"the step of the velocity", SHAPE_V}, {"the step of the torque", SHAPE_V}},
     {SHAPE_V}, 0, false},
    {"load_vjp", one_load_vjp, many_load_vjp,
     {{"the configuration", SHAPE_Q}, {"the weights", SHAPE_V}},
     {SHAPE_FORCES, SHAPE_VECTOR}, 0, false},
    {"energy_gradient", one_energy_gradient, many_energy_gradient,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}},
     {SHAPE_V, SHAPE_V, SHAPE_V}, 0, false},
    {"regressor_transpose_times", one_regressor_transpose_times, many_regressor_transpose_times,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V},
      {"the weights", SHAPE_V}},
     {SHAPE_PARAMETERS}, EXTRA_REGRESSOR, false},
    {"regressor", one_regressor, many_regressor,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V}},
     {SHAPE_REGRESSOR}, EXTRA_REGRESSOR, false},
    {"energy", one_energy, many_energy,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}},
     {SHAPE_NUMBER, SHAPE_NUMBER}, 0, false},
    {"center_of_mass", one_center_of_mass, many_center_of_mass,
     {{"the configuration", SHAPE_Q}},
     {SHAPE_VECTOR, SHAPE_LINEAR}, 0, false},
    {"centroidal_momentum", one_centroidal_momentum, many_centroidal_momentum,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V}},
     {SHAPE_WRENCH, SHAPE_WRENCH}, 0, false},
    {"centroidal_momentum_matrix", one_centroidal_momentum_matrix, many_centroidal_momentum_matrix,
     {{"the configuration", SHAPE_Q}},
     {SHAPE_JACOBIAN}, 0, false},
    {"get_transform", one_get_transform, many_get_transform,
     {{"the configuration", SHAPE_Q}},
     {SHAPE_TRANSFORM}, EXTRA_FRAME | EXTRA_RELATIVE | EXTRA_STRUCT, false},
    {"forward_kinematics", one_forward_kinematics, many_forward_kinematics,
     {{"the configuration", SHAPE_Q}},
     {SHAPE_TRANSFORMS}, EXTRA_STRUCT, false},
    {"geometric_jacobian", one_geometric_jacobian, many_geometric_jacobian,
     {{"the configuration", SHAPE_Q}},
     {SHAPE_JACOBIAN}, EXTRA_FRAME | EXTRA_AXES | EXTRA_STRUCT, false},
    {"jacobian_dot_qd", one_jacobian_dot_qd, many_jacobian_dot_qd,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}},
     {SHAPE_WRENCH}, EXTRA_FRAME | EXTRA_AXES, false},
    {"frame_velocity", one_frame_velocity, many_frame_velocity,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}},
     {SHAPE_WRENCH}, EXTRA_FRAME | EXTRA_AXES, false},
    {"frame_acceleration", one_frame_acceleration, many_frame_acceleration,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V}},
     {SHAPE_WRENCH}, EXTRA_FRAME | EXTRA_AXES, false},
    {"jacobian_dot", one_jacobian_dot, many_jacobian_dot,
     {{"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}},
     {SHAPE_JACOBIAN}, EXTRA_FRAME | EXTRA_AXES, false},
    {"jacobian_derivative", one_jacobian_derivative, many_jacobian_derivative,
     {{"the configuration", SHAPE_Q}},
     {SHAPE_JACOBIAN_BY_Q}, EXTRA_FRAME | EXTRA_AXES, false},
    {"transform_derivative", one_transform_derivative, many_transform_derivative,
     {{"the configuration", SHAPE_Q}},
     {SHAPE_TRANSFORM_BY_Q}, EXTRA_FRAME, false},
    // the end of what is written
    // clang-format on
    {"external_force",
     one_external_force,
     many_external_force,
     {{"the wrench", SHAPE_WRENCH}, {"the configuration", SHAPE_Q}},
     {SHAPE_FORCES},
     EXTRA_FRAME,
     true},
};

const quantity *quantity_find(const char *name)
{
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
        if (strcmp(quantities[i].name, name) == 0) {
            return &quantities[i];
        }
    }
    return NULL;
}
