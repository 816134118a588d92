/* Every call of batches beside that for one state. */
#include "command/batch_case.h"

#include <condyle/derivatives.h>
#include <condyle/energy.h>
#include <condyle/momentum.h>

static int last_frame(const states *s)
{
    return (int)s->frames - 1;
}

static size_t width_n(const states *s)
{
    return s->nv;
}

static size_t width_nn(const states *s)
{
    return s->nv * s->nv;
}

static size_t width_6n(const states *s)
{
    return 6 * s->nv;
}

static size_t width_placement(const states *s)
{
    (void)s;
    return 16;
}

static size_t width_placements(const states *s)
{
    return 16 * s->frames;
}

static size_t width_6(const states *s)
{
    (void)s;
    return 6;
}

static size_t width_1(const states *s)
{
    (void)s;
    return 1;
}

static size_t width_3(const states *s)
{
    (void)s;
    return 3;
}

static size_t width_3n(const states *s)
{
    return 3 * s->nv;
}

static size_t width_16n(const states *s)
{
    return 16 * s->nv;
}

static size_t width_6nn(const states *s)
{
    return 6 * s->nv * s->nv;
}

static const cdy_regressor_options all_parameters = {true, true, true, 0.3};

static size_t width_regressor(const states *s)
{
    return s->nv * (size_t)cdy_parameter_count(s->r.model, NULL);
}

static size_t width_driven_regressor(const states *s)
{
    return s->nv * (size_t)cdy_parameter_count(s->r.model, &all_parameters);
}

/* name, what the call for one state is given, what that for many is given; both between workspace and error. */
#define QUANTITY(NAME, ONE, MANY)                                                                                      \
    static cdy_status single_##NAME(const states *s, size_t b, double *out, double *second, cdy_error *error)          \
    {                                                                                                                  \
        const double *q = s->q + b * s->nq, *qd = s->qd + b * s->nv, *qdd = s->qdd + b * s->nv;                        \
        const double *fext = s->fext + b * s->rows6;                                                                   \
        (void)q, (void)qd, (void)qdd, (void)fext, (void)second;                                                        \
        return ONE;                                                                                                    \
    }                                                                                                                  \
    static cdy_status many_##NAME(const states *s, cdy_batch *batch, cdy_error *error)                                 \
    {                                                                                                                  \
        return MANY;                                                                                                   \
    }

#define ONE_OF  s->r.model, s->r.work
#define MANY_OF s->r.model, batch, s->count

QUANTITY(id, cdy_inverse_dynamics(ONE_OF, q, qd, qdd, fext, out, error),
         cdy_batch_inverse_dynamics(MANY_OF, s->q, s->qd, s->qdd, s->fext, s->out, s->rows, error))
QUANTITY(id_unforced, cdy_inverse_dynamics(ONE_OF, q, qd, qdd, NULL, out, error),
         cdy_batch_inverse_dynamics(MANY_OF, s->q, s->qd, s->qdd, NULL, s->out, s->rows, error))
QUANTITY(id_default, cdy_inverse_dynamics(ONE_OF, NULL, NULL, NULL, NULL, out, error),
         cdy_batch_inverse_dynamics(MANY_OF, NULL, NULL, NULL, NULL, s->out, NULL, error))
QUANTITY(fd, cdy_forward_dynamics(ONE_OF, q, qd, qdd, fext, out, error),
         cdy_batch_forward_dynamics(MANY_OF, s->q, s->qd, s->qdd, s->fext, s->out, s->rows, error))
QUANTITY(fd_default, cdy_forward_dynamics(ONE_OF, q, NULL, NULL, NULL, out, error),
         cdy_batch_forward_dynamics(MANY_OF, s->q, NULL, NULL, NULL, s->out, s->rows, error))
QUANTITY(fd_dense, cdy_forward_dynamics_by(ONE_OF, CDY_FORWARD_MASS_MATRIX, q, qd, qdd, fext, out, error),
         cdy_batch_forward_dynamics_by(MANY_OF, CDY_FORWARD_MASS_MATRIX, s->q, s->qd, s->qdd, s->fext, s->out, s->rows,
                                       error))
QUANTITY(mass, cdy_mass_matrix(ONE_OF, q, out, error), cdy_batch_mass_matrix(MANY_OF, s->q, s->out, s->rows, error))
QUANTITY(product, cdy_velocity_product(ONE_OF, q, qd, out, error),
         cdy_batch_velocity_product(MANY_OF, s->q, s->qd, s->out, s->rows, error))
QUANTITY(gravity, cdy_gravity_torque(ONE_OF, q, out, error),
         cdy_batch_gravity_torque(MANY_OF, s->q, s->out, s->rows, error))
QUANTITY(mass_times, cdy_mass_times(ONE_OF, q, qdd, out, error),
         cdy_batch_mass_times(MANY_OF, s->q, s->qdd, s->out, s->rows, error))
QUANTITY(inverse_mass_times, cdy_inverse_mass_times(ONE_OF, q, qdd, out, error),
         cdy_batch_inverse_mass_times(MANY_OF, s->q, s->qdd, s->out, s->rows, error))
QUANTITY(transform, cdy_get_transform(ONE_OF, last_frame(s), 0, q, out, error),
         cdy_batch_get_transform(MANY_OF, last_frame(s), 0, s->q, s->out, s->rows, error))
QUANTITY(relative, cdy_get_transform(ONE_OF, 1, last_frame(s), q, out, error),
         cdy_batch_get_transform(MANY_OF, 1, last_frame(s), s->q, s->out, s->rows, error))
QUANTITY(placements, cdy_forward_kinematics(ONE_OF, q, out, error),
         cdy_batch_forward_kinematics(MANY_OF, s->q, s->out, s->rows, error))
QUANTITY(jacobian, cdy_geometric_jacobian(ONE_OF, last_frame(s), CDY_AXES_BASE, q, out, error),
         cdy_batch_geometric_jacobian(MANY_OF, last_frame(s), CDY_AXES_BASE, s->q, s->out, s->rows, error))
QUANTITY(body_jacobian, cdy_geometric_jacobian(ONE_OF, last_frame(s), CDY_AXES_BODY, q, out, error),
         cdy_batch_geometric_jacobian(MANY_OF, last_frame(s), CDY_AXES_BODY, s->q, s->out, s->rows, error))
QUANTITY(jdot, cdy_jacobian_dot_qd(ONE_OF, last_frame(s), CDY_AXES_BASE, q, qd, out, error),
         cdy_batch_jacobian_dot_qd(MANY_OF, last_frame(s), CDY_AXES_BASE, s->q, s->qd, s->out, s->rows, error))
QUANTITY(body_jdot, cdy_jacobian_dot_qd(ONE_OF, last_frame(s), CDY_AXES_BODY, q, qd, out, error),
         cdy_batch_jacobian_dot_qd(MANY_OF, last_frame(s), CDY_AXES_BODY, s->q, s->qd, s->out, s->rows, error))
QUANTITY(velocity, cdy_frame_velocity(ONE_OF, last_frame(s), CDY_AXES_BODY, q, qd, out, error),
         cdy_batch_frame_velocity(MANY_OF, last_frame(s), CDY_AXES_BODY, s->q, s->qd, s->out, s->rows, error))
QUANTITY(acceleration, cdy_frame_acceleration(ONE_OF, last_frame(s), CDY_AXES_BASE, q, qd, qdd, out, error),
         cdy_batch_frame_acceleration(MANY_OF, last_frame(s), CDY_AXES_BASE, s->q, s->qd, s->qdd, s->out, s->rows,
                                      error))
QUANTITY(com, cdy_center_of_mass(ONE_OF, q, out, second, error),
         cdy_batch_center_of_mass(MANY_OF, s->q, s->out, s->second, s->rows, error))

QUANTITY(momentum, cdy_centroidal_momentum(ONE_OF, q, qd, out, error),
         cdy_batch_centroidal_momentum(MANY_OF, s->q, s->qd, s->qdd, s->out, NULL, s->rows, error))
QUANTITY(rate, cdy_centroidal_momentum_rate(ONE_OF, q, qd, qdd, out, error),
         cdy_batch_centroidal_momentum(MANY_OF, s->q, s->qd, s->qdd, NULL, s->out, s->rows, error))
QUANTITY(kinetic, cdy_kinetic_energy(ONE_OF, q, qd, out, error),
         cdy_batch_energy(MANY_OF, s->q, s->qd, s->out, s->second, s->rows, error))
QUANTITY(potential, cdy_potential_energy(ONE_OF, q, out, error),
         cdy_batch_energy(MANY_OF, s->q, NULL, s->second, s->out, s->rows, error))
QUANTITY(coriolis, cdy_coriolis_matrix(ONE_OF, q, qd, out, error),
         cdy_batch_coriolis_matrix(MANY_OF, s->q, s->qd, s->out, s->rows, error))
QUANTITY(minv, cdy_inverse_mass_matrix(ONE_OF, q, out, error),
         cdy_batch_inverse_mass_matrix(MANY_OF, s->q, s->out, s->rows, error))
QUANTITY(drnea, cdy_inverse_dynamics_derivatives(ONE_OF, q, qd, qdd, fext, out, second, error),
         cdy_batch_inverse_dynamics_derivatives(MANY_OF, s->q, s->qd, s->qdd, s->fext, s->out, s->second, s->rows,
                                                error))
QUANTITY(drnea_q, cdy_inverse_dynamics_derivatives(ONE_OF, q, qd, qdd, NULL, out, NULL, error),
         cdy_batch_inverse_dynamics_derivatives(MANY_OF, s->q, s->qd, s->qdd, NULL, s->out, NULL, s->rows, error))
QUANTITY(drnea_qd, cdy_inverse_dynamics_derivatives(ONE_OF, q, qd, NULL, fext, NULL, out, error),
         cdy_batch_inverse_dynamics_derivatives(MANY_OF, s->q, s->qd, NULL, s->fext, NULL, s->out, s->rows, error))
QUANTITY(daba, cdy_forward_dynamics_derivatives(ONE_OF, q, qd, qdd, fext, out, second, NULL, error),
         cdy_batch_forward_dynamics_derivatives(MANY_OF, s->q, s->qd, s->qdd, s->fext, s->out, s->second, NULL, s->rows,
                                                error))
QUANTITY(daba_qd, cdy_forward_dynamics_derivatives(ONE_OF, q, qd, NULL, NULL, NULL, out, NULL, error),
         cdy_batch_forward_dynamics_derivatives(MANY_OF, s->q, s->qd, NULL, NULL, NULL, s->out, NULL, s->rows, error))
QUANTITY(daba_tau, cdy_forward_dynamics_derivatives(ONE_OF, q, qd, qdd, fext, NULL, NULL, out, error),
         cdy_batch_forward_dynamics_derivatives(MANY_OF, s->q, s->qd, s->qdd, s->fext, NULL, NULL, s->out, s->rows,
                                                error))
QUANTITY(momentum_matrix, cdy_centroidal_momentum_matrix(ONE_OF, q, out, error),
         cdy_batch_centroidal_momentum_matrix(MANY_OF, s->q, s->out, s->rows, error))
QUANTITY(bias, cdy_centroidal_momentum_bias(ONE_OF, q, qd, out, error),
         cdy_batch_centroidal_momentum(MANY_OF, s->q, s->qd, NULL, NULL, s->out, s->rows, error))
QUANTITY(kinetic_alone, cdy_kinetic_energy(ONE_OF, q, qd, out, error),
         cdy_batch_energy(MANY_OF, s->q, s->qd, s->out, NULL, s->rows, error))
QUANTITY(potential_alone, cdy_potential_energy(ONE_OF, q, out, error),
         cdy_batch_energy(MANY_OF, s->q, NULL, NULL, s->out, s->rows, error))
QUANTITY(jacobian_dot, cdy_jacobian_dot(ONE_OF, last_frame(s), CDY_AXES_BODY, q, qd, out, error),
         cdy_batch_jacobian_dot(MANY_OF, last_frame(s), CDY_AXES_BODY, s->q, s->qd, s->out, s->rows, error))
QUANTITY(jacobian_q, cdy_jacobian_derivative(ONE_OF, last_frame(s), CDY_AXES_BASE, q, out, error),
         cdy_batch_jacobian_derivative(MANY_OF, last_frame(s), CDY_AXES_BASE, s->q, s->out, s->rows, error))
QUANTITY(body_jacobian_q, cdy_jacobian_derivative(ONE_OF, last_frame(s), CDY_AXES_BODY, q, out, error),
         cdy_batch_jacobian_derivative(MANY_OF, last_frame(s), CDY_AXES_BODY, s->q, s->out, s->rows, error))
QUANTITY(transform_q, cdy_transform_derivative(ONE_OF, last_frame(s), q, out, error),
         cdy_batch_transform_derivative(MANY_OF, last_frame(s), s->q, s->out, s->rows, error))
QUANTITY(regressor, cdy_regressor(ONE_OF, q, qd, qdd, NULL, out, error),
         cdy_batch_regressor(MANY_OF, s->q, s->qd, s->qdd, NULL, s->out, s->rows, error))
QUANTITY(driven_regressor, cdy_regressor(ONE_OF, q, qd, qdd, &all_parameters, out, error),
         cdy_batch_regressor(MANY_OF, s->q, s->qd, s->qdd, &all_parameters, s->out, s->rows, error))
QUANTITY(still_regressor, cdy_regressor(ONE_OF, NULL, NULL, NULL, &all_parameters, out, error),
         cdy_batch_regressor(MANY_OF, NULL, NULL, NULL, &all_parameters, s->out, s->rows, error))

/* Accelerations come by different algorithms, and differ by the condition of M. */
const quantity quantities[] = {
    {"inverse dynamics", width_n, single_id, many_id, 1e-13, NULL},
    {"inverse dynamics without forces", width_n, single_id_unforced, many_id_unforced, 1e-13, NULL},
    {"inverse dynamics at home", width_n, single_id_default, many_id_default, 1e-13, NULL},
    {"forward dynamics", width_n, single_fd, many_fd, 1e-8, NULL},
    {"forward dynamics at rest", width_n, single_fd_default, many_fd_default, 1e-8, NULL},
    {"mass matrix", width_nn, single_mass, many_mass, 1e-13, NULL},
    {"velocity product", width_n, single_product, many_product, 1e-13, NULL},
    {"gravity torque", width_n, single_gravity, many_gravity, 1e-13, NULL},
    {"transform", width_placement, single_transform, many_transform, 1e-13, NULL},
    {"relative transform", width_placement, single_relative, many_relative, 1e-13, NULL},
    {"all transforms", width_placements, single_placements, many_placements, 1e-13, NULL},
    {"Jacobian", width_6n, single_jacobian, many_jacobian, 1e-13, NULL},
    {"Jacobian in the body's axes", width_6n, single_body_jacobian, many_body_jacobian, 1e-13, NULL},
    {"Jacobian's derivative", width_6, single_jdot, many_jdot, 1e-12, NULL},
    {"Jacobian's derivative in the body's axes", width_6, single_body_jdot, many_body_jdot, 1e-12, NULL},
    {"frame velocity", width_6, single_velocity, many_velocity, 1e-13, NULL},
    {"frame acceleration", width_6, single_acceleration, many_acceleration, 1e-13, NULL},
    {"mass matrix times", width_n, single_mass_times, many_mass_times, 1e-13, NULL},
    {"inverse mass matrix times", width_n, single_inverse_mass_times, many_inverse_mass_times, 1e-8, NULL},
    {"momentum", width_6, single_momentum, many_momentum, 1e-12, NULL},
    {"rate of the momentum", width_6, single_rate, many_rate, 1e-12, NULL},
    {"kinetic energy", width_1, single_kinetic, many_kinetic, 1e-12, NULL},
    {"potential energy", width_1, single_potential, many_potential, 1e-12, NULL},
    {"centre of mass", width_3, single_com, many_com, 1e-13, width_3n},
    {"forward dynamics by the mass matrix", width_n, single_fd_dense, many_fd_dense, 1e-8, NULL},
    {"Coriolis matrix", width_nn, single_coriolis, many_coriolis, 1e-13, NULL},
    {"inverse mass matrix", width_nn, single_minv, many_minv, 1e-8, NULL},
    {"derivatives of inverse dynamics", width_nn, single_drnea, many_drnea, 1e-12, width_nn},
    {"inverse dynamics by q", width_nn, single_drnea_q, many_drnea_q, 1e-12, NULL},
    {"inverse dynamics by qd", width_nn, single_drnea_qd, many_drnea_qd, 1e-12, NULL},
    {"derivatives of forward dynamics", width_nn, single_daba, many_daba, 1e-8, width_nn},
    {"forward dynamics by qd", width_nn, single_daba_qd, many_daba_qd, 1e-8, NULL},
    {"forward dynamics by tau", width_nn, single_daba_tau, many_daba_tau, 1e-8, NULL},
    {"momentum matrix", width_6n, single_momentum_matrix, many_momentum_matrix, 1e-13, NULL},
    {"momentum's bias", width_6, single_bias, many_bias, 1e-12, NULL},
    {"kinetic energy alone", width_1, single_kinetic_alone, many_kinetic_alone, 1e-12, NULL},
    {"potential energy alone", width_1, single_potential_alone, many_potential_alone, 1e-12, NULL},
    {"Jacobian's rate", width_6n, single_jacobian_dot, many_jacobian_dot, 1e-12, NULL},
    {"Jacobian by q", width_6nn, single_jacobian_q, many_jacobian_q, 1e-12, NULL},
    {"Jacobian in the body's axes by q", width_6nn, single_body_jacobian_q, many_body_jacobian_q, 1e-12, NULL},
    {"transform by q", width_16n, single_transform_q, many_transform_q, 1e-12, NULL},
    {"regressor", width_regressor, single_regressor, many_regressor, 1e-12, NULL},
    {"regressor of drives", width_driven_regressor, single_driven_regressor, many_driven_regressor, 1e-12, NULL},
    {"regressor at rest", width_driven_regressor, single_still_regressor, many_still_regressor, 1e-12, NULL},
};
const size_t quantity_count = sizeof quantities / sizeof quantities[0];
