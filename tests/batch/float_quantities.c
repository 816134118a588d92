/* Every call of batches over floats beside that over doubles: those of the rows of dynamics/quantities.def, with all
 * arguments, and others, and other arguments, by hand. */
#include "batch/float_case.h"
#include "dynamics/quantity_forms.h"

static int last_frame(const float_states *s)
{
    return (int)s->frames - 1;
}

static size_t width_n(const float_states *s)
{
    return s->nv;
}

static size_t width_6n(const float_states *s)
{
    return 6 * s->nv;
}

static size_t width_6(const float_states *s)
{
    (void)s;
    return 6;
}

static size_t width_3(const float_states *s)
{
    (void)s;
    return 3;
}

static size_t width_1(const float_states *s)
{
    (void)s;
    return 1;
}

/* The call by its name, and what it is given between the number of states and the statuses. */
#define CALL(NAME, FUNCTION, ...)                                                                                      \
    static cdy_status doubles_##NAME(const float_states *s, cdy_batch *batch, cdy_error *error)                        \
    {                                                                                                                  \
        const double *q = s->q, *qd = s->qd, *x = s->x, *qdd = x, *fext = s->fext;                                     \
        const int frame = last_frame(s), relative_to = 1;                                                              \
        const cdy_axes axes = CDY_AXES_BODY;                                                                           \
        double *out = s->expected, *second = s->second;                                                                \
        (void)q, (void)qd, (void)x, (void)qdd, (void)fext, (void)second, (void)frame, (void)relative_to, (void)axes;   \
        return cdy_batch_##FUNCTION(s->r.model, batch, s->count, __VA_ARGS__, NULL, error);                            \
    }                                                                                                                  \
    static cdy_status floats_##NAME(const float_states *s, cdy_batch_f32 *batch, cdy_error *error)                     \
    {                                                                                                                  \
        const float *q = s->float_q, *qd = s->float_qd, *x = s->float_x, *qdd = x, *fext = s->float_fext;              \
        const int frame = last_frame(s), relative_to = 1;                                                              \
        const cdy_axes axes = CDY_AXES_BODY;                                                                           \
        float *out = s->out, *second = s->float_second;                                                                \
        (void)q, (void)qd, (void)x, (void)qdd, (void)fext, (void)second, (void)frame, (void)relative_to, (void)axes;   \
        return cdy_batch_f32_##FUNCTION(s->r.model, batch, s->count, __VA_ARGS__, s->rows, error);                     \
    }

#define QUANTITY(name, title, inputs, result, tolerance, float_tolerance)                                              \
    static size_t width_##name(const float_states *s)                                                                  \
    {                                                                                                                  \
        (void)s;                                                                                                       \
        return SIZE_##result(s->r.model);                                                                              \
    }                                                                                                                  \
    CALL(name, name, ARGUMENTS_##inputs, out)
#include "dynamics/quantities.def"
#undef QUANTITY

CALL(id, inverse_dynamics, q, qd, x, NULL, out)
CALL(id_default, inverse_dynamics, NULL, NULL, NULL, NULL, out)
CALL(fd, forward_dynamics, q, qd, x, NULL, out)
CALL(fd_forced, forward_dynamics, q, qd, x, fext, out)
CALL(fd_by_mass, forward_dynamics_by, CDY_FORWARD_MASS_MATRIX, q, qd, x, fext, out)
CALL(inverse_mass_times, inverse_mass_times, q, x, out)
CALL(transform, get_transform, last_frame(s), 0, q, out)
CALL(jacobian, geometric_jacobian, last_frame(s), CDY_AXES_BASE, q, out)
CALL(jdot, jacobian_dot_qd, last_frame(s), CDY_AXES_BASE, q, qd, out)
CALL(com, center_of_mass, q, out, second)
CALL(kinetic, energy, q, qd, out, second)
CALL(potential, energy, q, qd, second, out)
CALL(momentum, centroidal_momentum, q, qd, x, out, second)
CALL(rate, centroidal_momentum, q, qd, x, second, out)

#define ROW(NAME, WIDTH, SHORT, TOLERANCE)                                                                             \
    {                                                                                                                  \
        NAME, WIDTH, doubles_##SHORT, floats_##SHORT, TOLERANCE                                                        \
    }

/* Of random robots, in some of which large parts cancel, and all of the potential energy may.  Accelerations are as
 * exact as the condition of M lets them be: whether they need the torques that they come from is looked at by itself.
 */
const float_quantity float_quantities[] = {
#define QUANTITY(name, title, inputs, result, tolerance, float_tolerance)                                              \
    ROW(title, width_##name, name, float_tolerance),
#include "dynamics/quantities.def"
#undef QUANTITY
    ROW("inverse dynamics without forces", width_n, id, 3e-5),
    ROW("inverse dynamics at home", width_n, id_default, 3e-5),
    ROW("forward dynamics", width_n, fd, 0.1),
    ROW("forward dynamics with forces", width_n, fd_forced, 0.1),
    ROW("inverse mass matrix times", width_n, inverse_mass_times, 0.1),
    ROW("transform in the base", width_get_transform, transform, 1e-5),
    ROW("Jacobian in the base's axes", width_6n, jacobian, 1e-5),
    ROW("Jacobian's derivative in the base's axes", width_6, jdot, 1e-5),
    ROW("centre of mass", width_3, com, 1e-5),
    ROW("energy of motion", width_1, kinetic, 1e-5),
    ROW("potential energy", width_1, potential, 1e-2),
    ROW("momentum", width_6, momentum, 1e-5),
    ROW("rate of the momentum", width_6, rate, 1e-5),
    ROW("forward dynamics by the mass matrix", width_n, fd_by_mass, 0.1),
};
const size_t float_quantity_count = sizeof float_quantities / sizeof float_quantities[0];

const float_quantity *find_float_quantity(const char *name)
{
    const float_quantity *x = float_quantities;
    while (strcmp(x->name, name) != 0) {
        x++;
        ck_assert_msg(x < float_quantities + float_quantity_count, "there is no quantity '%s'", name);
    }
    return x;
}
