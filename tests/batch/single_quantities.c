/* Every call of batches over floats beside that over doubles. */
#include "batch/single_case.h"

static int last_frame(const single_states *s)
{
    return (int)s->frames - 1;
}

static size_t width_n(const single_states *s)
{
    return s->nv;
}

static size_t width_nn(const single_states *s)
{
    return s->nv * s->nv;
}

static size_t width_6n(const single_states *s)
{
    return 6 * s->nv;
}

static size_t width_placement(const single_states *s)
{
    (void)s;
    return 16;
}

static size_t width_placements(const single_states *s)
{
    return 16 * s->frames;
}

static size_t width_6(const single_states *s)
{
    (void)s;
    return 6;
}

static size_t width_3(const single_states *s)
{
    (void)s;
    return 3;
}

static size_t width_1(const single_states *s)
{
    (void)s;
    return 1;
}

/* The call by its name, and what it is given between the number of states and the statuses. */
#define QUANTITY(NAME, CALL, ...)                                                                                      \
    static cdy_status doubles_##NAME(const single_states *s, cdy_batch *batch, cdy_error *error)                       \
    {                                                                                                                  \
        const double *q = s->q, *qd = s->qd, *x = s->x, *fext = s->fext;                                               \
        double *out = s->expected, *second = s->second;                                                                \
        (void)q, (void)qd, (void)x, (void)fext, (void)second;                                                          \
        return cdy_batch_##CALL(s->r.model, batch, s->count, __VA_ARGS__, NULL, error);                                \
    }                                                                                                                  \
    static cdy_status floats_##NAME(const single_states *s, cdy_batch_f32 *batch, cdy_error *error)                    \
    {                                                                                                                  \
        const float *q = s->single_q, *qd = s->single_qd, *x = s->single_x, *fext = s->single_fext;                    \
        float *out = s->out, *second = s->single_second;                                                               \
        (void)q, (void)qd, (void)x, (void)fext, (void)second;                                                          \
        return cdy_batch_f32_##CALL(s->r.model, batch, s->count, __VA_ARGS__, s->rows, error);                         \
    }

QUANTITY(id, inverse_dynamics, q, qd, x, NULL, out)
QUANTITY(id_forced, inverse_dynamics, q, qd, x, fext, out)
QUANTITY(id_default, inverse_dynamics, NULL, NULL, NULL, NULL, out)
QUANTITY(fd, forward_dynamics, q, qd, x, NULL, out)
QUANTITY(fd_forced, forward_dynamics, q, qd, x, fext, out)
QUANTITY(fd_by_mass, forward_dynamics_by, CDY_FORWARD_MASS_MATRIX, q, qd, x, fext, out)
QUANTITY(mass, mass_matrix, q, out)
QUANTITY(product, velocity_product, q, qd, out)
QUANTITY(coriolis, coriolis_matrix, q, qd, out)
QUANTITY(gravity, gravity_torque, q, out)
QUANTITY(mass_times, mass_times, q, x, out)
QUANTITY(inverse_mass_times, inverse_mass_times, q, x, out)
QUANTITY(transform, get_transform, last_frame(s), 0, q, out)
QUANTITY(relative, get_transform, 1, last_frame(s), q, out)
QUANTITY(placements, forward_kinematics, q, out)
QUANTITY(jacobian, geometric_jacobian, last_frame(s), CDY_AXES_BASE, q, out)
QUANTITY(body_jacobian, geometric_jacobian, last_frame(s), CDY_AXES_BODY, q, out)
QUANTITY(jdot, jacobian_dot_qd, last_frame(s), CDY_AXES_BASE, q, qd, out)
QUANTITY(body_jdot, jacobian_dot_qd, last_frame(s), CDY_AXES_BODY, q, qd, out)
QUANTITY(velocity, frame_velocity, last_frame(s), CDY_AXES_BODY, q, qd, out)
QUANTITY(acceleration, frame_acceleration, last_frame(s), CDY_AXES_BASE, q, qd, x, out)
QUANTITY(com, center_of_mass, q, out, second)
QUANTITY(kinetic, energy, q, qd, out, second)
QUANTITY(potential, energy, q, qd, second, out)
QUANTITY(momentum, centroidal_momentum, q, qd, x, out, second)
QUANTITY(rate, centroidal_momentum, q, qd, x, second, out)
QUANTITY(momentum_matrix, centroidal_momentum_matrix, q, out)

#define ROW(NAME, WIDTH, SHORT, TOLERANCE)                                                                             \
    {                                                                                                                  \
        NAME, WIDTH, doubles_##SHORT, floats_##SHORT, TOLERANCE                                                        \
    }

/* Of random robots, in some of which large parts cancel, and all of the potential energy may.  Accelerations are as
 * exact as the condition of M lets them be: whether they need the torques that they come from is looked at by itself.
 */
const single_quantity single_quantities[] = {
    ROW("inverse dynamics", width_n, id, 3e-5),
    ROW("inverse dynamics with forces", width_n, id_forced, 3e-5),
    ROW("inverse dynamics at home", width_n, id_default, 3e-5),
    ROW("forward dynamics", width_n, fd, 0.1),
    ROW("forward dynamics with forces", width_n, fd_forced, 0.1),
    ROW("mass matrix", width_nn, mass, 1e-5),
    ROW("velocity product", width_n, product, 1e-5),
    ROW("gravity torque", width_n, gravity, 1e-5),
    ROW("mass matrix times", width_n, mass_times, 1e-5),
    ROW("inverse mass matrix times", width_n, inverse_mass_times, 0.1),
    ROW("transform", width_placement, transform, 1e-5),
    ROW("relative transform", width_placement, relative, 1e-5),
    ROW("all transforms", width_placements, placements, 1e-5),
    ROW("Jacobian", width_6n, jacobian, 1e-5),
    ROW("Jacobian in the body's axes", width_6n, body_jacobian, 1e-5),
    ROW("Jacobian's derivative", width_6, jdot, 1e-5),
    ROW("Jacobian's derivative in the body's axes", width_6, body_jdot, 3e-4),
    ROW("frame velocity", width_6, velocity, 1e-5),
    ROW("frame acceleration", width_6, acceleration, 1e-5),
    ROW("centre of mass", width_3, com, 1e-5),
    ROW("energy of motion", width_1, kinetic, 1e-5),
    ROW("potential energy", width_1, potential, 1e-2),
    ROW("momentum", width_6, momentum, 1e-5),
    ROW("rate of the momentum", width_6, rate, 1e-5),
    ROW("forward dynamics by the mass matrix", width_n, fd_by_mass, 0.1),
    ROW("Coriolis matrix", width_nn, coriolis, 1e-5),
    ROW("matrix of the momentum", width_6n, momentum_matrix, 1e-5),
};
const size_t single_quantity_count = sizeof single_quantities / sizeof single_quantities[0];
