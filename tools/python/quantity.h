/* Quantities: the calls of the library that compute arrays from arrays, for one state or many, as a table. */
#ifndef CONDYLE_PYTHON_QUANTITY_H
#define CONDYLE_PYTHON_QUANTITY_H

#include "array.h"

/* Shapes of arguments and results of one state; n = nv. */
typedef enum shape {
    SHAPE_END = 0,
    SHAPE_Q,      /* nq */
    SHAPE_V,      /* n */
    SHAPE_FORCES, /* force_rows x 6 */
    SHAPE_WRENCH, /* 6 */
    SHAPE_NUMBER,
    SHAPE_VECTOR,     /* 3 */
    SHAPE_TRANSFORM,  /* 4 x 4 */
    SHAPE_TRANSFORMS, /* frames x 4 x 4 */
    SHAPE_SQUARE,     /* n x n */
    SHAPE_JACOBIAN,   /* 6 x n */
    SHAPE_LINEAR,     /* 3 x n */
    SHAPE_JACOBIAN_BY_Q,
    SHAPE_TRANSFORM_BY_Q,
    SHAPE_REGRESSOR,  /* n x p */
    SHAPE_PARAMETERS, /* p */
    SHAPE_WRENCHES    /* joints x 6 */
} shape;

/* Arguments that are no arrays. */
typedef enum extra {
    EXTRA_FRAME = 1,
    EXTRA_AXES = 2,
    EXTRA_RELATIVE = 4,
    EXTRA_METHOD = 8,
    EXTRA_REGRESSOR = 16,
} extra;

/* The arguments of the C functions, gathered. */
typedef struct call {
    const cdy_model *model;
    cdy_workspace *workspace;
    void *batch;
    size_t count;
    const void *in[MAX_INPUTS];
    void *out[MAX_OUTPUTS];
    int frame, relative_to;
    cdy_axes axes;
    cdy_forward_method method;
    cdy_regressor_options regressor;
    cdy_error *error;
} call;

typedef struct array_argument {
    const char *name;
    shape shape;
} array_argument;

typedef struct quantity {
    const char *name;
    cdy_status (*one)(const call *c);
    cdy_status (*many)(const call *c);
    cdy_status (*many_float)(const call *c);
    array_argument inputs[MAX_INPUTS];
    shape outputs[MAX_OUTPUTS];
    int extras; /* of enum extra; a frame comes before the arrays, all else behind them */
    int needed; /* bits of inputs that have no default */
    const char *doc;
} quantity;

/* The calls, with the arguments between the workspace or the batch and the error: SAME where those over doubles and
 * floats differ in their numbers alone, OWN for functions that are written out. */
#define EACH_CALL(X)                                                                                                   \
    /* meson compile -C build declarations writes: python_calls */                                                     \
    X(SAME, inverse_dynamics, IN(0), IN(1), IN(2), IN(3), OUT(0))                                                      \
    X(SAME, velocity_product, IN(0), IN(1), OUT(0))                                                                    \
    X(SAME, gravity_torque, IN(0), OUT(0))                                                                             \
    X(SAME, mass_times, IN(0), IN(1), OUT(0))                                                                          \
    X(SAME, joint_reactions, IN(0), IN(1), IN(2), IN(3), OUT(0))                                                       \
    X(SAME, mass_matrix, IN(0), OUT(0))                                                                                \
    X(SAME, coriolis_matrix, IN(0), IN(1), OUT(0))                                                                     \
    X(SAME, forward_dynamics_by, c->method, IN(0), IN(1), IN(2), IN(3), OUT(0))                                        \
    X(SAME, inverse_mass_times, IN(0), IN(1), OUT(0))                                                                  \
    X(SAME, inverse_mass_matrix, IN(0), OUT(0))                                                                        \
    X(SAME, inverse_dynamics_derivatives, IN(0), IN(1), IN(2), IN(3), OUT(0), OUT(1))                                  \
    X(OWN, forward_dynamics_derivatives, )                                                                             \
    X(SAME, inverse_dynamics_vjp, IN(0), IN(1), IN(2), IN(3), IN(4), OUT(0), OUT(1), OUT(2))                           \
    X(SAME, inverse_dynamics_jvp, IN(0), IN(1), IN(2), IN(3), IN(4), IN(5), IN(6), OUT(0))                             \
    X(SAME, forward_dynamics_vjp, IN(0), IN(1), IN(2), IN(3), IN(4), OUT(0), OUT(1), OUT(2))                           \
    X(SAME, forward_dynamics_jvp, IN(0), IN(1), IN(2), IN(3), IN(4), IN(5), IN(6), OUT(0))                             \
    X(SAME, load_vjp, IN(0), IN(1), OUT(0), OUT(1))                                                                    \
    X(SAME, energy_gradient, IN(0), IN(1), OUT(0), OUT(1), OUT(2))                                                     \
    X(SAME, regressor_transpose_times, IN(0), IN(1), IN(2), &c->regressor, IN(3), OUT(0))                              \
    X(SAME, regressor, IN(0), IN(1), IN(2), &c->regressor, OUT(0))                                                     \
    X(SAME, energy, IN(0), IN(1), OUT(0), OUT(1))                                                                      \
    X(SAME, center_of_mass, IN(0), OUT(0), OUT(1))                                                                     \
    X(SAME, centroidal_momentum, IN(0), IN(1), IN(2), OUT(0), OUT(1))                                                  \
    X(SAME, centroidal_momentum_matrix, IN(0), OUT(0))                                                                 \
    X(SAME, get_transform, c->frame, c->relative_to, IN(0), OUT(0))                                                    \
    X(SAME, forward_kinematics, IN(0), OUT(0))                                                                         \
    X(SAME, geometric_jacobian, c->frame, c->axes, IN(0), OUT(0))                                                      \
    X(SAME, jacobian_dot_qd, c->frame, c->axes, IN(0), IN(1), OUT(0))                                                  \
    X(SAME, frame_velocity, c->frame, c->axes, IN(0), IN(1), OUT(0))                                                   \
    X(SAME, frame_acceleration, c->frame, c->axes, IN(0), IN(1), IN(2), OUT(0))                                        \
    X(SAME, jacobian_dot, c->frame, c->axes, IN(0), IN(1), OUT(0))                                                     \
    X(SAME, jacobian_derivative, c->frame, c->axes, IN(0), OUT(0))                                                     \
    X(SAME, transform_derivative, c->frame, IN(0), OUT(0))                                                             \
    /* the end of what is written */                                                                                   \
    X(OWN, external_force, )

#define PLACE(kind, name, ...) PLACE_##name,
enum { EACH_CALL(PLACE) QUANTITY_COUNT };

/* The table, in the order of EACH_CALL. */
extern const quantity quantities[];

#endif
