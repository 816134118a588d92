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

BOTH(inverse_dynamics, j->in[0], j->in[1], j->in[2], j->in[3], j->out[0])
BOTH(forward_dynamics_by, j->method, j->in[0], j->in[1], j->in[2], j->in[3], j->out[0])
BOTH(joint_reactions, j->in[0], j->in[1], j->in[2], j->in[3], j->out[0])
BOTH(mass_matrix, j->in[0], j->out[0])
BOTH(inverse_mass_matrix, j->in[0], j->out[0])
BOTH(coriolis_matrix, j->in[0], j->in[1], j->out[0])
BOTH(velocity_product, j->in[0], j->in[1], j->out[0])
BOTH(gravity_torque, j->in[0], j->out[0])
BOTH(mass_times, j->in[0], j->in[1], j->out[0])
BOTH(inverse_mass_times, j->in[0], j->in[1], j->out[0])
BOTH(get_transform, j->frame, j->relative_to, j->in[0], j->out[0])
BOTH(forward_kinematics, j->in[0], j->out[0])
BOTH(geometric_jacobian, j->frame, j->axes, j->in[0], j->out[0])
BOTH(jacobian_dot_qd, j->frame, j->axes, j->in[0], j->in[1], j->out[0])
BOTH(frame_velocity, j->frame, j->axes, j->in[0], j->in[1], j->out[0])
BOTH(frame_acceleration, j->frame, j->axes, j->in[0], j->in[1], j->in[2], j->out[0])
BOTH(jacobian_dot, j->frame, j->axes, j->in[0], j->in[1], j->out[0])
BOTH(jacobian_derivative, j->frame, j->axes, j->in[0], j->out[0])
BOTH(transform_derivative, j->frame, j->in[0], j->out[0])
BOTH(center_of_mass, j->in[0], j->out[0], j->out[1])
BOTH(centroidal_momentum_matrix, j->in[0], j->out[0])
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
BOTH(centroidal_momentum, j->in[0], j->in[1], j->in[2], j->out[0], j->out[1])

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

#define NAMED(name) #name, one_##name, many_##name
#define MOTION_FORCE                                                                                                   \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V},                      \
        {                                                                                                              \
            "the external force matrix", SHAPE_FORCES                                                                  \
        }                                                                                                              \
    }
#define TORQUE_FORCE                                                                                                   \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the torque", SHAPE_V},                            \
        {                                                                                                              \
            "the external force matrix", SHAPE_FORCES                                                                  \
        }                                                                                                              \
    }
#define MOTION                                                                                                         \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V},                                                     \
        {                                                                                                              \
            "the acceleration", SHAPE_V                                                                                \
        }                                                                                                              \
    }
#define STATE                                                                                                          \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q},                                                                                \
        {                                                                                                              \
            "the velocity", SHAPE_V                                                                                    \
        }                                                                                                              \
    }
#define PRODUCT                                                                                                        \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q},                                                                                \
        {                                                                                                              \
            "the vector", SHAPE_V                                                                                      \
        }                                                                                                              \
    }
#define POSITION                                                                                                       \
    {                                                                                                                  \
        {                                                                                                              \
            "the configuration", SHAPE_Q                                                                               \
        }                                                                                                              \
    }

#define MOTION_FORCE_WEIGHTS                                                                                           \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V},                      \
            {"the external force matrix", SHAPE_FORCES},                                                               \
        {                                                                                                              \
            "the weights", SHAPE_V                                                                                     \
        }                                                                                                              \
    }
#define TORQUE_FORCE_WEIGHTS                                                                                           \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the torque", SHAPE_V},                            \
            {"the external force matrix", SHAPE_FORCES},                                                               \
        {                                                                                                              \
            "the weights", SHAPE_V                                                                                     \
        }                                                                                                              \
    }
#define MOTION_FORCE_STEPS                                                                                             \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V},                      \
            {"the external force matrix", SHAPE_FORCES}, {"the step of the configuration", SHAPE_V},                   \
            {"the step of the velocity", SHAPE_V},                                                                     \
        {                                                                                                              \
            "the step of the acceleration", SHAPE_V                                                                    \
        }                                                                                                              \
    }
#define TORQUE_FORCE_STEPS                                                                                             \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the torque", SHAPE_V},                            \
            {"the external force matrix", SHAPE_FORCES}, {"the step of the configuration", SHAPE_V},                   \
            {"the step of the velocity", SHAPE_V},                                                                     \
        {                                                                                                              \
            "the step of the torque", SHAPE_V                                                                          \
        }                                                                                                              \
    }
#define MOTION_WEIGHTS                                                                                                 \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q}, {"the velocity", SHAPE_V}, {"the acceleration", SHAPE_V},                      \
        {                                                                                                              \
            "the weights", SHAPE_V                                                                                     \
        }                                                                                                              \
    }
#define WEIGHTED                                                                                                       \
    {                                                                                                                  \
        {"the configuration", SHAPE_Q},                                                                                \
        {                                                                                                              \
            "the weights", SHAPE_V                                                                                     \
        }                                                                                                              \
    }

/* Frequently called quantities come first, because the search is linear. */
static const quantity quantities[] = {
    {NAMED(inverse_dynamics), MOTION_FORCE, {SHAPE_V}, 0, false},
    {"forward_dynamics",
     one_forward_dynamics_by,
     many_forward_dynamics_by,
     TORQUE_FORCE,
     {SHAPE_V},
     EXTRA_METHOD,
     false},
    {NAMED(get_transform), POSITION, {SHAPE_TRANSFORM}, EXTRA_FRAME | EXTRA_RELATIVE | EXTRA_STRUCT, false},
    {NAMED(geometric_jacobian), POSITION, {SHAPE_JACOBIAN}, EXTRA_FRAME | EXTRA_AXES | EXTRA_STRUCT, false},
    {NAMED(mass_matrix), POSITION, {SHAPE_SQUARE}, 0, false},
    {NAMED(gravity_torque), POSITION, {SHAPE_V}, 0, false},
    {NAMED(velocity_product), STATE, {SHAPE_V}, 0, false},
    {NAMED(center_of_mass), POSITION, {SHAPE_VECTOR, SHAPE_LINEAR}, 0, false},
    {NAMED(external_force),
     {{"the wrench", SHAPE_WRENCH}, {"the configuration", SHAPE_Q}},
     {SHAPE_FORCES},
     EXTRA_FRAME,
     true},
    {NAMED(joint_reactions), MOTION_FORCE, {SHAPE_WRENCHES}, 0, false},
    {NAMED(inverse_mass_matrix), POSITION, {SHAPE_SQUARE}, 0, false},
    {NAMED(coriolis_matrix), STATE, {SHAPE_SQUARE}, 0, false},
    {NAMED(mass_times), PRODUCT, {SHAPE_V}, 0, false},
    {NAMED(inverse_mass_times), PRODUCT, {SHAPE_V}, 0, false},
    {NAMED(forward_kinematics), POSITION, {SHAPE_TRANSFORMS}, EXTRA_STRUCT, false},
    {NAMED(jacobian_dot_qd), STATE, {SHAPE_WRENCH}, EXTRA_FRAME | EXTRA_AXES, false},
    {NAMED(jacobian_dot), STATE, {SHAPE_JACOBIAN}, EXTRA_FRAME | EXTRA_AXES, false},
    {NAMED(jacobian_derivative), POSITION, {SHAPE_JACOBIAN_BY_Q}, EXTRA_FRAME | EXTRA_AXES, false},
    {NAMED(transform_derivative), POSITION, {SHAPE_TRANSFORM_BY_Q}, EXTRA_FRAME, false},
    {NAMED(frame_velocity), STATE, {SHAPE_WRENCH}, EXTRA_FRAME | EXTRA_AXES, false},
    {NAMED(frame_acceleration), MOTION, {SHAPE_WRENCH}, EXTRA_FRAME | EXTRA_AXES, false},
    {NAMED(energy), STATE, {SHAPE_NUMBER, SHAPE_NUMBER}, 0, false},
    {NAMED(centroidal_momentum), MOTION, {SHAPE_WRENCH, SHAPE_WRENCH}, 0, false},
    {NAMED(centroidal_momentum_matrix), POSITION, {SHAPE_JACOBIAN}, 0, false},
    {NAMED(inverse_dynamics_derivatives), MOTION_FORCE, {SHAPE_SQUARE, SHAPE_SQUARE}, 0, false},
    {NAMED(forward_dynamics_derivatives), TORQUE_FORCE, {SHAPE_SQUARE, SHAPE_SQUARE, SHAPE_SQUARE}, 0, false},
    {NAMED(inverse_dynamics_vjp), MOTION_FORCE_WEIGHTS, {SHAPE_V, SHAPE_V, SHAPE_V}, 0, false},
    {NAMED(inverse_dynamics_jvp), MOTION_FORCE_STEPS, {SHAPE_V}, 0, false},
    {NAMED(forward_dynamics_vjp), TORQUE_FORCE_WEIGHTS, {SHAPE_V, SHAPE_V, SHAPE_V}, 0, false},
    {NAMED(forward_dynamics_jvp), TORQUE_FORCE_STEPS, {SHAPE_V}, 0, false},
    {NAMED(load_vjp), WEIGHTED, {SHAPE_FORCES, SHAPE_VECTOR}, 0, false},
    {NAMED(energy_gradient), STATE, {SHAPE_V, SHAPE_V, SHAPE_V}, 0, false},
    {NAMED(regressor_transpose_times), MOTION_WEIGHTS, {SHAPE_PARAMETERS}, EXTRA_REGRESSOR, false},
    {NAMED(regressor), MOTION, {SHAPE_REGRESSOR}, EXTRA_REGRESSOR, false},
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
