/* Every call of batches beside that for one state: those of the rows of dynamics/quantities.def, with all arguments,
 * and others, and other arguments, by hand. */
#include "command/batch_case.h"
#include "dynamics/quantity_forms.h"

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

/* name, the call for one state, the call for many states. */
#define CALL(NAME, ONE, MANY)                                                                                          \
    static cdy_status one_##NAME(const states *s, size_t b, double *out, double *second, cdy_error *error)             \
    {                                                                                                                  \
        const double *q = s->q + b * s->nq, *qd = s->qd + b * s->nv, *qdd = s->qdd + b * s->nv, *x = qdd;              \
        const double *fext = s->fext + b * s->rows6;                                                                   \
        const int frame = last_frame(s), relative_to = 1;                                                              \
        const cdy_axes axes = CDY_AXES_BODY;                                                                           \
        (void)q, (void)qd, (void)qdd, (void)x, (void)fext, (void)second, (void)frame, (void)relative_to, (void)axes;   \
        return ONE;                                                                                                    \
    }                                                                                                                  \
    static cdy_status many_##NAME(const states *s, cdy_batch *batch, cdy_error *error)                                 \
    {                                                                                                                  \
        const double *q = s->q, *qd = s->qd, *qdd = s->qdd, *x = qdd, *fext = s->fext;                                 \
        const int frame = last_frame(s), relative_to = 1;                                                              \
        const cdy_axes axes = CDY_AXES_BODY;                                                                           \
        (void)q, (void)qd, (void)qdd, (void)x, (void)fext, (void)frame, (void)relative_to, (void)axes;                 \
        return MANY;                                                                                                   \
    }

#define ONE_OF  s->r.model, s->r.work
#define MANY_OF s->r.model, batch, s->count

#define QUANTITY(name, title, inputs, result, tolerance, float_tolerance)                                              \
    static size_t width_##name(const states *s)                                                                        \
    {                                                                                                                  \
        (void)s;                                                                                                       \
        return SIZE_##result(s->r.model);                                                                              \
    }                                                                                                                  \
    CALL(name, cdy_##name(ONE_OF, ARGUMENTS_##inputs, out, error),                                                     \
         cdy_batch_##name(MANY_OF, ARGUMENTS_##inputs, s->out, s->rows, error))
#include "dynamics/quantities.def"
#undef QUANTITY

CALL(id_unforced, cdy_inverse_dynamics(ONE_OF, q, qd, qdd, NULL, out, error),
     cdy_batch_inverse_dynamics(MANY_OF, s->q, s->qd, s->qdd, NULL, s->out, s->rows, error))
CALL(id_default, cdy_inverse_dynamics(ONE_OF, NULL, NULL, NULL, NULL, out, error),
     cdy_batch_inverse_dynamics(MANY_OF, NULL, NULL, NULL, NULL, s->out, NULL, error))
CALL(fd, cdy_forward_dynamics(ONE_OF, q, qd, qdd, fext, out, error),
     cdy_batch_forward_dynamics(MANY_OF, s->q, s->qd, s->qdd, s->fext, s->out, s->rows, error))
CALL(fd_default, cdy_forward_dynamics(ONE_OF, q, NULL, NULL, NULL, out, error),
     cdy_batch_forward_dynamics(MANY_OF, s->q, NULL, NULL, NULL, s->out, s->rows, error))
CALL(fd_dense, cdy_forward_dynamics_by(ONE_OF, CDY_FORWARD_MASS_MATRIX, q, qd, qdd, fext, out, error),
     cdy_batch_forward_dynamics_by(MANY_OF, CDY_FORWARD_MASS_MATRIX, s->q, s->qd, s->qdd, s->fext, s->out, s->rows,
                                   error))
CALL(inverse_mass_times, cdy_inverse_mass_times(ONE_OF, q, qdd, out, error),
     cdy_batch_inverse_mass_times(MANY_OF, s->q, s->qdd, s->out, s->rows, error))
CALL(transform, cdy_get_transform(ONE_OF, last_frame(s), 0, q, out, error),
     cdy_batch_get_transform(MANY_OF, last_frame(s), 0, s->q, s->out, s->rows, error))
CALL(jacobian, cdy_geometric_jacobian(ONE_OF, last_frame(s), CDY_AXES_BASE, q, out, error),
     cdy_batch_geometric_jacobian(MANY_OF, last_frame(s), CDY_AXES_BASE, s->q, s->out, s->rows, error))
CALL(jdot, cdy_jacobian_dot_qd(ONE_OF, last_frame(s), CDY_AXES_BASE, q, qd, out, error),
     cdy_batch_jacobian_dot_qd(MANY_OF, last_frame(s), CDY_AXES_BASE, s->q, s->qd, s->out, s->rows, error))
CALL(com, cdy_center_of_mass(ONE_OF, q, out, second, error),
     cdy_batch_center_of_mass(MANY_OF, s->q, s->out, s->second, s->rows, error))

CALL(momentum, cdy_centroidal_momentum(ONE_OF, q, qd, out, error),
     cdy_batch_centroidal_momentum(MANY_OF, s->q, s->qd, s->qdd, s->out, NULL, s->rows, error))
CALL(rate, cdy_centroidal_momentum_rate(ONE_OF, q, qd, qdd, out, error),
     cdy_batch_centroidal_momentum(MANY_OF, s->q, s->qd, s->qdd, NULL, s->out, s->rows, error))
CALL(kinetic, cdy_kinetic_energy(ONE_OF, q, qd, out, error),
     cdy_batch_energy(MANY_OF, s->q, s->qd, s->out, s->second, s->rows, error))
CALL(potential, cdy_potential_energy(ONE_OF, q, out, error),
     cdy_batch_energy(MANY_OF, s->q, NULL, s->second, s->out, s->rows, error))
CALL(minv, cdy_inverse_mass_matrix(ONE_OF, q, out, error),
     cdy_batch_inverse_mass_matrix(MANY_OF, s->q, s->out, s->rows, error))
CALL(drnea, cdy_inverse_dynamics_derivatives(ONE_OF, q, qd, qdd, fext, out, second, error),
     cdy_batch_inverse_dynamics_derivatives(MANY_OF, s->q, s->qd, s->qdd, s->fext, s->out, s->second, s->rows, error))
CALL(drnea_q, cdy_inverse_dynamics_derivatives(ONE_OF, q, qd, qdd, NULL, out, NULL, error),
     cdy_batch_inverse_dynamics_derivatives(MANY_OF, s->q, s->qd, s->qdd, NULL, s->out, NULL, s->rows, error))
CALL(drnea_qd, cdy_inverse_dynamics_derivatives(ONE_OF, q, qd, NULL, fext, NULL, out, error),
     cdy_batch_inverse_dynamics_derivatives(MANY_OF, s->q, s->qd, NULL, s->fext, NULL, s->out, s->rows, error))
CALL(daba, cdy_forward_dynamics_derivatives(ONE_OF, q, qd, qdd, fext, out, second, NULL, error),
     cdy_batch_forward_dynamics_derivatives(MANY_OF, s->q, s->qd, s->qdd, s->fext, s->out, s->second, NULL, s->rows,
                                            error))
CALL(daba_qd, cdy_forward_dynamics_derivatives(ONE_OF, q, qd, NULL, NULL, NULL, out, NULL, error),
     cdy_batch_forward_dynamics_derivatives(MANY_OF, s->q, s->qd, NULL, NULL, NULL, s->out, NULL, s->rows, error))
CALL(daba_tau, cdy_forward_dynamics_derivatives(ONE_OF, q, qd, qdd, fext, NULL, NULL, out, error),
     cdy_batch_forward_dynamics_derivatives(MANY_OF, s->q, s->qd, s->qdd, s->fext, NULL, NULL, s->out, s->rows, error))
CALL(bias, cdy_centroidal_momentum_bias(ONE_OF, q, qd, out, error),
     cdy_batch_centroidal_momentum(MANY_OF, s->q, s->qd, NULL, NULL, s->out, s->rows, error))
CALL(kinetic_alone, cdy_kinetic_energy(ONE_OF, q, qd, out, error),
     cdy_batch_energy(MANY_OF, s->q, s->qd, s->out, NULL, s->rows, error))
CALL(potential_alone, cdy_potential_energy(ONE_OF, q, out, error),
     cdy_batch_energy(MANY_OF, s->q, NULL, NULL, s->out, s->rows, error))
CALL(jacobian_dot, cdy_jacobian_dot(ONE_OF, last_frame(s), CDY_AXES_BODY, q, qd, out, error),
     cdy_batch_jacobian_dot(MANY_OF, last_frame(s), CDY_AXES_BODY, s->q, s->qd, s->out, s->rows, error))
CALL(jacobian_q, cdy_jacobian_derivative(ONE_OF, last_frame(s), CDY_AXES_BASE, q, out, error),
     cdy_batch_jacobian_derivative(MANY_OF, last_frame(s), CDY_AXES_BASE, s->q, s->out, s->rows, error))
CALL(body_jacobian_q, cdy_jacobian_derivative(ONE_OF, last_frame(s), CDY_AXES_BODY, q, out, error),
     cdy_batch_jacobian_derivative(MANY_OF, last_frame(s), CDY_AXES_BODY, s->q, s->out, s->rows, error))
CALL(transform_q, cdy_transform_derivative(ONE_OF, last_frame(s), q, out, error),
     cdy_batch_transform_derivative(MANY_OF, last_frame(s), s->q, s->out, s->rows, error))
CALL(regressor, cdy_regressor(ONE_OF, q, qd, qdd, NULL, out, error),
     cdy_batch_regressor(MANY_OF, s->q, s->qd, s->qdd, NULL, s->out, s->rows, error))
CALL(driven_regressor, cdy_regressor(ONE_OF, q, qd, qdd, &all_parameters, out, error),
     cdy_batch_regressor(MANY_OF, s->q, s->qd, s->qdd, &all_parameters, s->out, s->rows, error))
CALL(still_regressor, cdy_regressor(ONE_OF, NULL, NULL, NULL, &all_parameters, out, error),
     cdy_batch_regressor(MANY_OF, NULL, NULL, NULL, &all_parameters, s->out, s->rows, error))

/* Accelerations come by different algorithms, and differ by the condition of M. */
const quantity quantities[] = {
#define QUANTITY(name, title, inputs, result, tolerance, float_tolerance)                                              \
    {title, width_##name, one_##name, many_##name, tolerance, NULL},
#include "dynamics/quantities.def"
#undef QUANTITY
    {"inverse dynamics without forces", width_n, one_id_unforced, many_id_unforced, 1e-13, NULL},
    {"inverse dynamics at home", width_n, one_id_default, many_id_default, 1e-13, NULL},
    {"forward dynamics", width_n, one_fd, many_fd, 1e-8, NULL},
    {"forward dynamics at rest", width_n, one_fd_default, many_fd_default, 1e-8, NULL},
    {"transform in the base", width_get_transform, one_transform, many_transform, 1e-13, NULL},
    {"Jacobian in the base's axes", width_6n, one_jacobian, many_jacobian, 1e-13, NULL},
    {"Jacobian's derivative in the base's axes", width_6, one_jdot, many_jdot, 1e-12, NULL},
    {"inverse mass matrix times", width_n, one_inverse_mass_times, many_inverse_mass_times, 1e-8, NULL},
    {"momentum", width_6, one_momentum, many_momentum, 1e-12, NULL},
    {"rate of the momentum", width_6, one_rate, many_rate, 1e-12, NULL},
    {"kinetic energy", width_1, one_kinetic, many_kinetic, 1e-12, NULL},
    {"potential energy", width_1, one_potential, many_potential, 1e-12, NULL},
    {"centre of mass", width_3, one_com, many_com, 1e-13, width_3n},
    {"forward dynamics by the mass matrix", width_n, one_fd_dense, many_fd_dense, 1e-8, NULL},
    {"inverse mass matrix", width_nn, one_minv, many_minv, 1e-8, NULL},
    {"derivatives of inverse dynamics", width_nn, one_drnea, many_drnea, 1e-12, width_nn},
    {"inverse dynamics by q", width_nn, one_drnea_q, many_drnea_q, 1e-12, NULL},
    {"inverse dynamics by qd", width_nn, one_drnea_qd, many_drnea_qd, 1e-12, NULL},
    {"derivatives of forward dynamics", width_nn, one_daba, many_daba, 1e-8, width_nn},
    {"forward dynamics by qd", width_nn, one_daba_qd, many_daba_qd, 1e-8, NULL},
    {"forward dynamics by tau", width_nn, one_daba_tau, many_daba_tau, 1e-8, NULL},
    {"momentum's bias", width_6, one_bias, many_bias, 1e-12, NULL},
    {"kinetic energy alone", width_1, one_kinetic_alone, many_kinetic_alone, 1e-12, NULL},
    {"potential energy alone", width_1, one_potential_alone, many_potential_alone, 1e-12, NULL},
    {"Jacobian's rate", width_6n, one_jacobian_dot, many_jacobian_dot, 1e-12, NULL},
    {"Jacobian by q", width_6nn, one_jacobian_q, many_jacobian_q, 1e-12, NULL},
    {"Jacobian in the body's axes by q", width_6nn, one_body_jacobian_q, many_body_jacobian_q, 1e-12, NULL},
    {"transform by q", width_16n, one_transform_q, many_transform_q, 1e-12, NULL},
    {"regressor", width_regressor, one_regressor, many_regressor, 1e-12, NULL},
    {"regressor of drives", width_driven_regressor, one_driven_regressor, many_driven_regressor, 1e-12, NULL},
    {"regressor at rest", width_driven_regressor, one_still_regressor, many_still_regressor, 1e-12, NULL},
};
const size_t quantity_count = sizeof quantities / sizeof quantities[0];

const quantity *find_quantity(const char *name)
{
    const quantity *x = quantities;
    while (strcmp(x->name, name) != 0) {
        x++;
        ck_assert_msg(x < quantities + quantity_count, "there is no quantity '%s'", name);
    }
    return x;
}
