/* Every call of batches beside the call for one state: the calls of dynamics/quantities.def with all arguments, and by
 * hand further calls, and calls without some arguments. */
#include "batch/batch_case.h"
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

static size_t width_1(const states *s)
{
    (void)s;
    return 1;
}

static size_t width_6(const states *s)
{
    (void)s;
    return 6;
}

static size_t width_nn(const states *s)
{
    return s->nv * s->nv;
}

static const cdy_regressor_options all_parameters = {
    .damping = true, .coulomb = true, .rotor_inertia = true, .friction_width = 0.3};

static size_t width_driven_regressor(const states *s)
{
    return s->nv * (size_t)cdy_parameter_count(s->r.model, &all_parameters);
}

/* A call for one state and for many states, with the same arguments. */
#define CALL(NAME, FUNCTION, ...)                                                                                      \
    static cdy_status one_##NAME(const states *s, size_t b, double *out_, double *second_, cdy_error *error)           \
    {                                                                                                                  \
        DECLARE_ARGUMENTS(double, s->q + b * s->nq, s->qd + b * s->nv, s->qdd + b * s->nv, s->fext + b * s->rows6,     \
                          last_frame(s), 1, CDY_AXES_BODY);                                                            \
        DECLARE_PLACES(double, out_, second_, NULL);                                                                   \
        return cdy_##FUNCTION(s->r.model, s->r.work, __VA_ARGS__, error);                                              \
    }                                                                                                                  \
    static cdy_status many_##NAME(const states *s, cdy_batch *batch, cdy_error *error)                                 \
    {                                                                                                                  \
        DECLARE_ARGUMENTS(double, s->q, s->qd, s->qdd, s->fext, last_frame(s), 1, CDY_AXES_BODY);                      \
        DECLARE_PLACES(double, s->out, s->second, NULL);                                                               \
        return cdy_batch_##FUNCTION(s->r.model, batch, s->count, __VA_ARGS__, s->statuses, error);                     \
    }

/* Widths of the first and the second result of a row. */
#define WIDTH(NAME, RESULT, results)                                                                                   \
    static size_t NAME(const states *s)                                                                                \
    {                                                                                                                  \
        const cdy_model *model = s->r.model;                                                                           \
        const cdy_regressor_options *columns = NULL;                                                                   \
        const size_t widths[3] = {SIZES_##results};                                                                    \
        (void)model, (void)columns;                                                                                    \
        return widths[RESULT];                                                                                         \
    }

#define QUANTITY(name, title, inputs, results, ...)                                                                    \
    WIDTH(width_##name, 0, results)                                                                                    \
    WIDTH(second_##name, 1, results)                                                                                   \
    CALL(name, name, ARGUMENTS_##inputs, OUT_##results)
#include "dynamics/quantities.def"
#undef QUANTITY

CALL(id_unforced, inverse_dynamics, q, qd, qdd, NULL, out)
CALL(id_default, inverse_dynamics, NULL, NULL, NULL, NULL, out)
CALL(fd_default, forward_dynamics, q, NULL, NULL, NULL, out)
CALL(transform, get_transform, frame, 0, q, out)
CALL(jacobian, geometric_jacobian, frame, CDY_AXES_BASE, q, out)
CALL(jdot, jacobian_dot_qd, frame, CDY_AXES_BASE, q, qd, out)
CALL(com, center_of_mass, q, out, NULL)
CALL(momentum, centroidal_momentum, q, qd, NULL, out, NULL)
CALL(rate, centroidal_momentum, q, qd, qdd, NULL, out)
CALL(bias, centroidal_momentum, q, qd, NULL, NULL, out)
CALL(kinetic, energy, q, qd, out, NULL)
CALL(potential, energy, q, NULL, NULL, out)
CALL(drnea_q, inverse_dynamics_derivatives, q, qd, qdd, NULL, out, NULL)
CALL(drnea_qd, inverse_dynamics_derivatives, q, qd, NULL, fext, NULL, out)
CALL(daba_qd, forward_dynamics_derivatives, q, qd, NULL, NULL, &(const cdy_forward_derivatives){NULL, out, NULL})
CALL(daba_tau, forward_dynamics_derivatives, q, qd, tau, fext, &(const cdy_forward_derivatives){NULL, second, out})
CALL(jacobian_q, jacobian_derivative, frame, CDY_AXES_BASE, q, out)
CALL(driven_regressor, regressor, q, qd, qdd, &all_parameters, out)
CALL(still_regressor, regressor, NULL, NULL, NULL, &all_parameters, out)

/* Accelerations of one state and of many states are from different algorithms: the condition of M magnifies the
 * difference. */
const quantity quantities[] = {
#define QUANTITY(name, title, inputs, results, needs, numbers, tolerance, ...)                                         \
    {title, width_##name, one_##name, many_##name, tolerance, second_##name},
#include "dynamics/quantities.def"
#undef QUANTITY
    {"inverse dynamics without forces", width_n, one_id_unforced, many_id_unforced, 1e-13, NULL},
    {"inverse dynamics at home", width_n, one_id_default, many_id_default, 1e-13, NULL},
    {"forward dynamics at rest", width_n, one_fd_default, many_fd_default, 1e-8, NULL},
    {"transform in the base", width_get_transform, one_transform, many_transform, 1e-13, NULL},
    {"Jacobian in the base's axes", width_geometric_jacobian, one_jacobian, many_jacobian, 1e-13, NULL},
    {"Jacobian's derivative in the base's axes", width_6, one_jdot, many_jdot, 1e-12, NULL},
    {"center of mass alone", width_center_of_mass, one_com, many_com, 1e-13, NULL},
    {"momentum alone", width_6, one_momentum, many_momentum, 1e-12, NULL},
    {"rate of the momentum", width_6, one_rate, many_rate, 1e-12, NULL},
    {"momentum's bias", width_6, one_bias, many_bias, 1e-12, NULL},
    {"kinetic energy alone", width_1, one_kinetic, many_kinetic, 1e-12, NULL},
    {"potential energy alone", width_1, one_potential, many_potential, 1e-12, NULL},
    {"inverse dynamics by q", width_nn, one_drnea_q, many_drnea_q, 1e-12, NULL},
    {"inverse dynamics by qd", width_nn, one_drnea_qd, many_drnea_qd, 1e-12, NULL},
    {"forward dynamics by qd", width_nn, one_daba_qd, many_daba_qd, 1e-8, NULL},
    {"forward dynamics by tau", width_nn, one_daba_tau, many_daba_tau, 1e-8, width_nn},
    {"Jacobian in the base's axes by q", width_jacobian_derivative, one_jacobian_q, many_jacobian_q, 1e-12, NULL},
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
