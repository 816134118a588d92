/* Every call of batches over floats beside the call over doubles: the calls of dynamics/quantities.def with all
 * arguments, and by hand further calls, and calls without some arguments. */
#include "batch/float_case.h"
#include "dynamics/quantity_forms.h"

static int last_frame(const float_states *s)
{
    return (int)s->frames - 1;
}

static const cdy_regressor_options all_parameters = {
    .damping = true, .coulomb = true, .rotor_inertia = true, .friction_width = 0.1};

static size_t width_n(const float_states *s)
{
    return s->nv;
}

static size_t width_6(const float_states *s)
{
    (void)s;
    return 6;
}

static size_t width_1(const float_states *s)
{
    (void)s;
    return 1;
}

/* A call by its name; the arguments are those between the number of states and the statuses. */
#define CALL(NAME, FUNCTION, ...)                                                                                      \
    static cdy_status doubles_##NAME(const float_states *s, cdy_batch *batch, cdy_error *error)                        \
    {                                                                                                                  \
        DECLARE_ARGUMENTS(double, s->q, s->qd, s->x, s->fext, last_frame(s), 1, CDY_AXES_BODY);                        \
        DECLARE_PLACES(double, s->expected, s->second, NULL);                                                          \
        return cdy_batch_##FUNCTION(s->r.model, batch, s->count, __VA_ARGS__, NULL, error);                            \
    }                                                                                                                  \
    static cdy_status floats_##NAME(const float_states *s, cdy_batch_f32 *batch, cdy_error *error)                     \
    {                                                                                                                  \
        DECLARE_ARGUMENTS(float, s->float_q, s->float_qd, s->float_x, s->float_fext, last_frame(s), 1, CDY_AXES_BODY); \
        DECLARE_PLACES(float, s->out, s->float_second, NULL);                                                          \
        return cdy_batch_f32_##FUNCTION(s->r.model, batch, s->count, __VA_ARGS__, s->statuses, error);                 \
    }

/* The second result of a call is compared where a call writes it first. */
#define QUANTITY(name, title, inputs, results, ...)                                                                    \
    static size_t width_##name(const float_states *s)                                                                  \
    {                                                                                                                  \
        const cdy_model *model = s->r.model;                                                                           \
        const cdy_regressor_options *columns = NULL;                                                                   \
        const size_t widths[3] = {SIZES_##results};                                                                    \
        (void)model, (void)columns;                                                                                    \
        return widths[0];                                                                                              \
    }                                                                                                                  \
    CALL(name, name, ARGUMENTS_##inputs, OUT_##results)
#include "dynamics/quantities.def"
#undef QUANTITY

static size_t width_driven_regressor(const float_states *s)
{
    return s->nv * (size_t)cdy_parameter_count(s->r.model, &all_parameters);
}

/* One of the derivatives of forward dynamics alone. */
#define ALONE(member)                                                                                                  \
    _Generic(*out, float                                                                                               \
             : &(const cdy_forward_derivatives_f32){.member = (void *)out}, double                                     \
             : &(const cdy_forward_derivatives){.member = (void *)out})

CALL(id, inverse_dynamics, q, qd, x, NULL, out)
CALL(id_default, inverse_dynamics, NULL, NULL, NULL, NULL, out)
CALL(fd_unforced, forward_dynamics, q, qd, x, NULL, out)
CALL(transform, get_transform, frame, 0, q, out)
CALL(jacobian, geometric_jacobian, frame, CDY_AXES_BASE, q, out)
CALL(jdot, jacobian_dot_qd, frame, CDY_AXES_BASE, q, qd, out)
CALL(kinetic, energy, q, qd, out, NULL)
CALL(potential, energy, q, qd, second, out)
CALL(id_by_qd, inverse_dynamics_derivatives, q, qd, x, NULL, NULL, out)
CALL(fd_by_q, forward_dynamics_derivatives, q, qd, x, NULL, ALONE(by_q))
CALL(fd_by_qd, forward_dynamics_derivatives, q, qd, x, fext, ALONE(by_qd))
CALL(fd_by_tau, forward_dynamics_derivatives, q, qd, x, NULL, ALONE(by_tau))
CALL(driven_regressor, regressor, q, qd, x, &all_parameters, out)
CALL(jdot_base, jacobian_dot, frame, CDY_AXES_BASE, q, qd, out)
CALL(j_by_q_base, jacobian_derivative, frame, CDY_AXES_BASE, q, out)
CALL(rate, centroidal_momentum, q, qd, x, second, out)

/* Each term of one sweep alone. */
#define TERM_CALL(MEMBER, FORM, DOUBLES, FLOATS)                                                                       \
    static size_t width_term_##MEMBER(const float_states *s)                                                           \
    {                                                                                                                  \
        const cdy_model *model = s->r.model;                                                                           \
        (void)model;                                                                                                   \
        return SIZE_##FORM;                                                                                            \
    }                                                                                                                  \
    static cdy_status doubles_term_##MEMBER(const float_states *s, cdy_batch *batch, cdy_error *error)                 \
    {                                                                                                                  \
        const cdy_terms terms = DOUBLES;                                                                               \
        return cdy_batch_all_terms(s->r.model, batch, s->count, s->q, s->qd, s->x, s->fext, &terms, NULL, error);      \
    }                                                                                                                  \
    static cdy_status floats_term_##MEMBER(const float_states *s, cdy_batch_f32 *batch, cdy_error *error)              \
    {                                                                                                                  \
        const cdy_terms_f32 terms = FLOATS;                                                                            \
        return cdy_batch_f32_all_terms(s->r.model, batch, s->count, s->float_q, s->float_qd, s->float_x,               \
                                       s->float_fext, &terms, s->statuses, error);                                     \
    }
#define OF_ROBOT(TYPE, MEMBER, PLACE) ((TYPE){.MEMBER = (PLACE)})
#define OF_FRAME(TYPE, FRAME_TYPE, MEMBER, PLACE)                                                                      \
    ((TYPE){.frames = &(const FRAME_TYPE){.frame = last_frame(s), .axes = CDY_AXES_BODY, .MEMBER = (PLACE)},           \
            .frame_count = 1})
#define TERM(member, title, form, passes, tolerance)                                                                   \
    TERM_CALL(member, form, OF_ROBOT(cdy_terms, member, s->expected), OF_ROBOT(cdy_terms_f32, member, s->out))
#define FRAME_TERM(member, title, form, passes, tolerance)                                                             \
    TERM_CALL(member, form, OF_FRAME(cdy_terms, cdy_frame_terms, member, s->expected),                                 \
              OF_FRAME(cdy_terms_f32, cdy_frame_terms_f32, member, s->out))
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM

#define ROW(NAME, WIDTH, SHORT, TOLERANCE)                                                                             \
    {                                                                                                                  \
        NAME, WIDTH, doubles_##SHORT, floats_##SHORT, TOLERANCE                                                        \
    }

/* Tolerances for random robots, in some of which large terms cancel, in the potential energy even all terms. The
 * condition of M limits the accelerations: a test by itself checks whether accelerations reproduce their torques. */
const float_quantity float_quantities[] = {
#define QUANTITY(name, title, inputs, results, needs, numbers, tolerance, float_tolerance)                             \
    ROW(title, width_##name, name, float_tolerance),
#include "dynamics/quantities.def"
#undef QUANTITY
    ROW("inverse dynamics without forces", width_n, id, 3e-5),
    ROW("inverse dynamics at home", width_n, id_default, 3e-5),
    ROW("forward dynamics without forces", width_n, fd_unforced, 0.1),
    ROW("transform in the base", width_get_transform, transform, 1e-5),
    ROW("Jacobian in the base's axes", width_geometric_jacobian, jacobian, 1e-5),
    ROW("Jacobian's derivative in the base's axes", width_6, jdot, 1e-5),
    ROW("kinetic energy alone", width_1, kinetic, 1e-5),
    ROW("potential energy", width_1, potential, 1e-2),
    ROW("derivative of inverse dynamics by velocity", width_inverse_dynamics_derivatives, id_by_qd, 1e-4),
    ROW("derivative of forward dynamics by position", width_forward_dynamics_derivatives, fd_by_q, 1e-6),
    ROW("derivative of forward dynamics by velocity", width_forward_dynamics_derivatives, fd_by_qd, 1e-6),
    ROW("derivative of forward dynamics by torque", width_forward_dynamics_derivatives, fd_by_tau, 1e-6),
    ROW("regressor with drives", width_driven_regressor, driven_regressor, 1e-5),
    ROW("Jacobian's rate in the base's axes", width_jacobian_dot, jdot_base, 1e-5),
    ROW("Jacobian by q in the base's axes", width_jacobian_derivative, j_by_q_base, 1e-5),
    ROW("rate of the momentum", width_6, rate, 1e-5),
#define TERM(member, title, form, passes, tolerance)                                                                   \
    ROW("term " #member, width_term_##member, term_##member, tolerance),
#define FRAME_TERM TERM
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
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
