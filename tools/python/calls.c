#include "calls.h"

#include "batches.h"

#include <math.h>
#include <string.h>

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
    cdy_status (*many_float)(const call *c); /* NULL: computed in doubles */
    array_argument inputs[MAX_INPUTS];
    shape outputs[MAX_OUTPUTS];
    int extras; /* of enum extra; a frame comes before the arrays, all else behind them */
    int needed; /* bits of inputs that have no default */
    PyCFunction method;
    const char *doc;
} quantity;

#define IN(i)  ((const real *)c->in[i])
#define OUT(i) ((real *)c->out[i])

#define ONE(name, ...)                                                                                                 \
    static cdy_status one_##name(const call *c)                                                                        \
    {                                                                                                                  \
        typedef double real;                                                                                           \
        return cdy_##name(c->model, c->workspace, __VA_ARGS__, c->error);                                              \
    }
#define MANY(name, ...)                                                                                                \
    static cdy_status many_##name(const call *c)                                                                       \
    {                                                                                                                  \
        typedef double real;                                                                                           \
        return cdy_batch_##name(c->model, (cdy_batch *)c->batch, c->count, __VA_ARGS__, NULL, c->error);               \
    }
#define MANY_FLOAT(name, ...)                                                                                          \
    static cdy_status float_##name(const call *c)                                                                      \
    {                                                                                                                  \
        typedef float real;                                                                                            \
        return cdy_batch_f32_##name(c->model, (cdy_batch_f32 *)c->batch, c->count, __VA_ARGS__, NULL, c->error);       \
    }
#define DOUBLES(name, ...) ONE(name, __VA_ARGS__) MANY(name, __VA_ARGS__)
#define REALS(name, ...)   DOUBLES(name, __VA_ARGS__) MANY_FLOAT(name, __VA_ARGS__)
#define OWN(name, ...)

/* The calls, with the arguments between the workspace or the batch and the error: REALS for batches over doubles and
 * floats, DOUBLES for batches over doubles only, OWN for functions that are written out. */
#define EACH_CALL(X)                                                                                                   \
    X(REALS, inverse_dynamics, IN(0), IN(1), IN(2), IN(3), OUT(0))                                                     \
    X(REALS, forward_dynamics_by, c->method, IN(0), IN(1), IN(2), IN(3), OUT(0))                                       \
    X(REALS, joint_reactions, IN(0), IN(1), IN(2), IN(3), OUT(0))                                                      \
    X(REALS, mass_matrix, IN(0), OUT(0))                                                                               \
    X(DOUBLES, inverse_mass_matrix, IN(0), OUT(0))                                                                     \
    X(REALS, coriolis_matrix, IN(0), IN(1), OUT(0))                                                                    \
    X(REALS, velocity_product, IN(0), IN(1), OUT(0))                                                                   \
    X(REALS, gravity_torque, IN(0), OUT(0))                                                                            \
    X(REALS, mass_times, IN(0), IN(1), OUT(0))                                                                         \
    X(REALS, inverse_mass_times, IN(0), IN(1), OUT(0))                                                                 \
    X(REALS, get_transform, c->frame, c->relative_to, IN(0), OUT(0))                                                   \
    X(REALS, forward_kinematics, IN(0), OUT(0))                                                                        \
    X(REALS, geometric_jacobian, c->frame, c->axes, IN(0), OUT(0))                                                     \
    X(REALS, jacobian_dot_qd, c->frame, c->axes, IN(0), IN(1), OUT(0))                                                 \
    X(DOUBLES, jacobian_dot, c->frame, c->axes, IN(0), IN(1), OUT(0))                                                  \
    X(DOUBLES, jacobian_derivative, c->frame, c->axes, IN(0), OUT(0))                                                  \
    X(DOUBLES, transform_derivative, c->frame, IN(0), OUT(0))                                                          \
    X(REALS, frame_velocity, c->frame, c->axes, IN(0), IN(1), OUT(0))                                                  \
    X(REALS, frame_acceleration, c->frame, c->axes, IN(0), IN(1), IN(2), OUT(0))                                       \
    X(REALS, center_of_mass, IN(0), OUT(0), OUT(1))                                                                    \
    X(REALS, energy, IN(0), IN(1), OUT(0), OUT(1))                                                                     \
    X(REALS, centroidal_momentum, IN(0), IN(1), IN(2), OUT(0), OUT(1))                                                 \
    X(REALS, centroidal_momentum_matrix, IN(0), OUT(0))                                                                \
    X(DOUBLES, inverse_dynamics_derivatives, IN(0), IN(1), IN(2), IN(3), OUT(0), OUT(1))                               \
    X(DOUBLES, forward_dynamics_derivatives, IN(0), IN(1), IN(2), IN(3),                                               \
      &(const cdy_forward_derivatives){OUT(0), OUT(1), OUT(2)})                                                        \
    X(REALS, inverse_dynamics_vjp, IN(0), IN(1), IN(2), IN(3), IN(4), OUT(0), OUT(1), OUT(2))                          \
    X(REALS, inverse_dynamics_jvp, IN(0), IN(1), IN(2), IN(3), IN(4), IN(5), IN(6), OUT(0))                            \
    X(REALS, forward_dynamics_vjp, IN(0), IN(1), IN(2), IN(3), IN(4), OUT(0), OUT(1), OUT(2))                          \
    X(REALS, forward_dynamics_jvp, IN(0), IN(1), IN(2), IN(3), IN(4), IN(5), IN(6), OUT(0))                            \
    X(REALS, load_vjp, IN(0), IN(1), OUT(0), OUT(1))                                                                   \
    X(REALS, energy_gradient, IN(0), IN(1), OUT(0), OUT(1), OUT(2))                                                    \
    X(DOUBLES, regressor_transpose_times, IN(0), IN(1), IN(2), &c->regressor, IN(3), OUT(0))                           \
    X(DOUBLES, regressor, IN(0), IN(1), IN(2), &c->regressor, OUT(0))                                                  \
    X(OWN, external_force, )

#define FUNCTIONS(kind, name, ...) kind(name, __VA_ARGS__)
EACH_CALL(FUNCTIONS)

/* The wrench begins a matrix of its own: matrices of several wrenches are added by numpy. */
static cdy_status one_external_force(const call *c)
{
    memset(c->out[0], 0, (size_t)cdy_model_force_rows(c->model) * 6 * sizeof(double));
    return cdy_external_force(c->model, c->workspace, c->frame, c->in[0], c->in[1], c->out[0], c->error);
}

static cdy_status many_external_force(const call *c)
{
    memset(c->out[0], 0, c->count * (size_t)cdy_model_force_rows(c->model) * 6 * sizeof(double));
    return cdy_batch_external_force(c->model, (cdy_batch *)c->batch, c->count, c->frame, c->in[0], c->in[1], c->out[0],
                                    NULL, c->error);
}

#define METHOD(name)                                                                                                   \
    static PyObject *method_##name(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names);

#define DECLARE_METHOD(kind, name, ...) METHOD(name)
EACH_CALL(DECLARE_METHOD)

#define PLACE(kind, name, ...) PLACE_##name,
enum { EACH_CALL(PLACE) QUANTITY_COUNT };

#define RUNS_DOUBLE(call) .method = (PyCFunction)(void (*)(void))method_##call, .one = one_##call, .many = many_##call
#define RUNS(call)        RUNS_DOUBLE(call), .many_float = float_##call
#define NAMED(quantity)   .name = #quantity

/* In the order of EACH_CALL. */
static const quantity quantities[] = {
    {NAMED(inverse_dynamics), RUNS(inverse_dynamics),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"fext", SHAPE_FORCES}}, .outputs = {SHAPE_V},
     .doc = "inverse_dynamics($self, q=None, qd=None, qdd=None, fext=None, *, out=None, threads=1)\n--\n\n"
            "Return the torques tau (..., n) that the accelerations qdd need, N m or N.\n\n"
            ">>> import condyle\n"
            ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
            ">>> robot.inverse_dynamics([0, -1.5, 1.5, 0, 0, 0])[1:3].round(3)\n"
            "array([-17.163, -14.48 ])\n"},
    {NAMED(forward_dynamics), RUNS(forward_dynamics_by),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"tau", SHAPE_V}, {"fext", SHAPE_FORCES}}, .outputs = {SHAPE_V},
     .extras = EXTRA_METHOD,
     .doc = "forward_dynamics($self, q=None, qd=None, tau=None, fext=None, method='auto', *, out=None, threads=1)\n"
            "--\n\n"
            "Return the accelerations qdd (..., n) that the torques tau cause, rad/s2 or m/s2.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').forward_dynamics(tau=[0, 0, 0, 0, 0, 0])\n"
            "array([0., 0., 0., 0., 0., 0.])\n"},
    {NAMED(joint_reactions), RUNS(joint_reactions),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"fext", SHAPE_FORCES}}, .outputs = {SHAPE_WRENCHES},
     .doc = "joint_reactions($self, q=None, qd=None, qdd=None, fext=None, *, out=None, threads=1)\n--\n\n"
            "Return moment (N m) and force (N) that each moving joint transmits to its body (..., joints, 6),\n"
            "about the origin of the body's frame, in its axes.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').joint_reactions().shape\n"
            "(6, 6)\n"},
    {NAMED(mass_matrix), RUNS(mass_matrix), .inputs = {{"q", SHAPE_Q}}, .outputs = {SHAPE_SQUARE},
     .doc = "mass_matrix($self, q=None, *, out=None, threads=1)\n--\n\n"
            "Return the joint-space mass matrix M (..., n, n), symmetric, kg m2, kg m or kg.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').mass_matrix().shape\n"
            "(6, 6)\n"},
    {NAMED(inverse_mass_matrix), RUNS_DOUBLE(inverse_mass_matrix), .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_SQUARE},
     .doc = "inverse_mass_matrix($self, q=None, *, out=None, threads=1)\n--\n\n"
            "Return the inverse of the mass matrix (..., n, n), 1/(kg m2), 1/(kg m) or 1/kg.\n\n"
            ">>> import condyle, numpy\n"
            ">>> robot = condyle.load('universalUR5e')\n"
            ">>> numpy.allclose(robot.inverse_mass_matrix() @ robot.mass_matrix(), numpy.eye(6))\n"
            "True\n"},
    {NAMED(coriolis_matrix), RUNS(coriolis_matrix), .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_SQUARE},
     .doc = "coriolis_matrix($self, q=None, qd=None, *, out=None, threads=1)\n--\n\n"
            "Return the Coriolis matrix C (..., n, n): C qd is the velocity product, Mdot - 2 C is skew-symmetric.\n\n"
            ">>> import condyle\n"
            ">>> not condyle.load('universalUR5e').coriolis_matrix(qd=[0, 0, 0, 0, 0, 0]).any()\n"
            "True\n"},
    {NAMED(velocity_product), RUNS(velocity_product), .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}}, .outputs = {SHAPE_V},
     .doc = "velocity_product($self, q=None, qd=None, *, out=None, threads=1)\n--\n\n"
            "Return the Coriolis and centrifugal torques C(q, qd) qd (..., n) without gravity, N m or N.\n\n"
            ">>> import condyle\n"
            ">>> not condyle.load('universalUR5e').velocity_product().any()\n"
            "True\n"},
    {NAMED(gravity_torque), RUNS(gravity_torque), .inputs = {{"q", SHAPE_Q}}, .outputs = {SHAPE_V},
     .doc = "gravity_torque($self, q=None, *, out=None, threads=1)\n--\n\n"
            "Return the torques (..., n) that hold the robot against gravity at rest, N m or N.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').gravity_torque()        # gravity is 0 by default\n"
            "array([0., 0., 0., 0., 0., 0.])\n"},
    {NAMED(mass_times), RUNS(mass_times), .inputs = {{"q", SHAPE_Q}, {"x", SHAPE_V}}, .outputs = {SHAPE_V},
     .doc = "mass_times($self, q=None, x=None, *, out=None, threads=1)\n--\n\n"
            "Return the product M(q) x (..., n) without making the matrix: N m or N for accelerations x.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').mass_times(x=[0, 0, 0, 0, 0, 0])\n"
            "array([0., 0., 0., 0., 0., 0.])\n"},
    {NAMED(inverse_mass_times), RUNS(inverse_mass_times), .inputs = {{"q", SHAPE_Q}, {"x", SHAPE_V}},
     .outputs = {SHAPE_V},
     .doc = "inverse_mass_times($self, q=None, x=None, *, out=None, threads=1)\n--\n\n"
            "Return the product of the inverse of M(q) and x (..., n) without making the inverse: rad/s2 or m/s2 for\n"
            "torques x.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').inverse_mass_times(x=[0, 0, 0, 0, 0, 0])\n"
            "array([0., 0., 0., 0., 0., 0.])\n"},
    {NAMED(get_transform), RUNS(get_transform), .inputs = {{"q", SHAPE_Q}}, .outputs = {SHAPE_TRANSFORM},
     .extras = EXTRA_FRAME | EXTRA_RELATIVE,
     .doc = "get_transform($self, frame, q=None, relative_to=0, *, out=None, threads=1)\n--\n\n"
            "Return the placement of a frame in another (..., 4, 4), lengths in m.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').get_transform('tool0')[:3, 3].round(4)\n"
            "array([0.8172, 0.2329, 0.0628])\n"},
    {NAMED(forward_kinematics), RUNS(forward_kinematics), .inputs = {{"q", SHAPE_Q}}, .outputs = {SHAPE_TRANSFORMS},
     .doc =
         "forward_kinematics($self, q=None, *, out=None, threads=1)\n--\n\n"
         "Return the placements of all frames in the base (..., frames, 4, 4) in the order of bodies, lengths in m.\n\n"
         ">>> import condyle\n"
         ">>> robot = condyle.load('universalUR5e')\n"
         ">>> robot.forward_kinematics().shape == (len(robot.frames), 4, 4)\n"
         "True\n"},
    {NAMED(geometric_jacobian), RUNS(geometric_jacobian), .inputs = {{"q", SHAPE_Q}}, .outputs = {SHAPE_JACOBIAN},
     .extras = EXTRA_FRAME | EXTRA_AXES,
     .doc = "geometric_jacobian($self, frame, q=None, axes='base', *, out=None, threads=1)\n--\n\n"
            "Return the Jacobian J of a frame (..., 6, n), angular rows first: J qd is the frame's velocity,\n"
            "rad/s and m/s.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').geometric_jacobian('tool0').shape\n"
            "(6, 6)\n"},
    {NAMED(jacobian_dot_qd), RUNS(jacobian_dot_qd), .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_WRENCH}, .extras = EXTRA_FRAME | EXTRA_AXES,
     .doc =
         "jacobian_dot_qd($self, frame, q=None, qd=None, axes='base', *, out=None, threads=1)\n--\n\n"
         "Return the time derivative of a frame's Jacobian times qd (..., 6), [angular; linear], rad/s2 and m/s2.\n\n"
         ">>> import condyle\n"
         ">>> not condyle.load('universalUR5e').jacobian_dot_qd('tool0').any()\n"
         "True\n"},
    {NAMED(jacobian_dot), RUNS_DOUBLE(jacobian_dot), .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_JACOBIAN}, .extras = EXTRA_FRAME | EXTRA_AXES,
     .doc = "jacobian_dot($self, frame, q=None, qd=None, axes='base', *, out=None, threads=1)\n--\n\n"
            "Return the time derivative of a frame's Jacobian (..., 6, n) while the robot moves with qd.\n\n"
            ">>> import condyle\n"
            ">>> not condyle.load('universalUR5e').jacobian_dot('tool0').any()\n"
            "True\n"},
    {NAMED(jacobian_derivative), RUNS_DOUBLE(jacobian_derivative), .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_JACOBIAN_BY_Q}, .extras = EXTRA_FRAME | EXTRA_AXES,
     .doc = "jacobian_derivative($self, frame, q=None, axes='base', *, out=None, threads=1)\n--\n\n"
            "Return the derivative of a frame's Jacobian by q (..., 6, n, n), the last index the coordinate.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').jacobian_derivative('tool0').shape\n"
            "(6, 6, 6)\n"},
    {NAMED(transform_derivative), RUNS_DOUBLE(transform_derivative), .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_TRANSFORM_BY_Q}, .extras = EXTRA_FRAME,
     .doc = "transform_derivative($self, frame, q=None, *, out=None, threads=1)\n--\n\n"
            "Return the derivative of a frame's placement in the base by q (..., n, 4, 4).\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').transform_derivative('tool0').shape\n"
            "(6, 4, 4)\n"},
    {NAMED(frame_velocity), RUNS(frame_velocity), .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_WRENCH}, .extras = EXTRA_FRAME | EXTRA_AXES,
     .doc = "frame_velocity($self, frame, q=None, qd=None, axes='base', *, out=None, threads=1)\n--\n\n"
            "Return the velocity of a frame (..., 6), [angular; linear], rad/s and m/s.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').frame_velocity('tool0', qd=[1, 0, 0, 0, 0, 0]).round(4)\n"
            "array([ 0.    ,  0.    ,  1.    , -0.2329,  0.8172,  0.    ])\n"},
    {NAMED(frame_acceleration), RUNS(frame_acceleration), .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}},
     .outputs = {SHAPE_WRENCH}, .extras = EXTRA_FRAME | EXTRA_AXES,
     .doc = "frame_acceleration($self, frame, q=None, qd=None, qdd=None, axes='base', *, out=None, threads=1)\n"
            "--\n\n"
            "Return the acceleration of a frame (..., 6), [angular; linear], rad/s2 and m/s2; gravity has no part in "
            "it.\n\n"
            ">>> import condyle\n"
            ">>> not condyle.load('universalUR5e').frame_acceleration('tool0').any()\n"
            "True\n"},
    {NAMED(center_of_mass), RUNS(center_of_mass), .inputs = {{"q", SHAPE_Q}}, .outputs = {SHAPE_VECTOR, SHAPE_LINEAR},
     .doc = "center_of_mass($self, q=None, *, out=None, threads=1)\n--\n\n"
            "Return the center of mass of all that moves (..., 3), m, and its Jacobian (..., 3, n).\n\n"
            ">>> import condyle\n"
            ">>> com, jacobian = condyle.load('universalUR5e').center_of_mass()\n"
            ">>> com.shape, jacobian.shape\n"
            "((3,), (3, 6))\n"},
    {NAMED(energy), RUNS(energy), .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}}, .outputs = {SHAPE_NUMBER, SHAPE_NUMBER},
     .doc = "energy($self, q=None, qd=None, *, out=None, threads=1)\n--\n\n"
            "Return the kinetic and the potential energy (...), J: two floats for one state.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').energy()\n"
            "(0.0, 0.0)\n"},
    {NAMED(centroidal_momentum), RUNS(centroidal_momentum),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}}, .outputs = {SHAPE_WRENCH, SHAPE_WRENCH},
     .doc =
         "centroidal_momentum($self, q=None, qd=None, qdd=None, *, out=None, threads=1)\n--\n\n"
         "Return the momentum about the center of mass (..., 6), [angular; linear], kg m2/s and kg m/s, and its rate\n"
         "(..., 6), N m and N.\n\n"
         ">>> import condyle\n"
         ">>> momentum, rate = condyle.load('universalUR5e').centroidal_momentum()\n"
         ">>> not momentum.any() and not rate.any()\n"
         "True\n"},
    {NAMED(centroidal_momentum_matrix), RUNS(centroidal_momentum_matrix), .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_JACOBIAN},
     .doc = "centroidal_momentum_matrix($self, q=None, *, out=None, threads=1)\n--\n\n"
            "Return the centroidal momentum matrix A (..., 6, n): A qd is the centroidal momentum,\n"
            "[angular; linear], kg m2/s and kg m/s.\n\n"
            ">>> import condyle\n"
            ">>> condyle.load('universalUR5e').centroidal_momentum_matrix().shape\n"
            "(6, 6)\n"},
    {NAMED(inverse_dynamics_derivatives), RUNS_DOUBLE(inverse_dynamics_derivatives),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"fext", SHAPE_FORCES}},
     .outputs = {SHAPE_SQUARE, SHAPE_SQUARE},
     .doc = "inverse_dynamics_derivatives($self, q=None, qd=None, qdd=None, fext=None, *, out=None, threads=1)\n"
            "--\n\n"
            "Return the derivatives of inverse_dynamics by q and by qd (..., n, n), N m or N a rad or m, or\n"
            "a rad/s or m/s; by qdd it is mass_matrix.\n\n"
            ">>> import condyle\n"
            ">>> by_q, by_qd = condyle.load('universalUR5e').inverse_dynamics_derivatives()\n"
            ">>> by_q.shape, by_qd.shape\n"
            "((6, 6), (6, 6))\n"},
    {NAMED(forward_dynamics_derivatives), RUNS_DOUBLE(forward_dynamics_derivatives),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"tau", SHAPE_V}, {"fext", SHAPE_FORCES}},
     .outputs = {SHAPE_SQUARE, SHAPE_SQUARE, SHAPE_SQUARE},
     .doc = "forward_dynamics_derivatives($self, q=None, qd=None, tau=None, fext=None, *, out=None, threads=1)\n"
            "--\n\n"
            "Return the derivatives of forward_dynamics by q, by qd and by tau (..., n, n), rad/s2 or m/s2 a unit\n"
            "of each.\n\n"
            ">>> import condyle\n"
            ">>> by_q, by_qd, by_tau = condyle.load('universalUR5e').forward_dynamics_derivatives()\n"
            ">>> by_tau.shape\n"
            "(6, 6)\n"},
    {NAMED(inverse_dynamics_vjp), RUNS(inverse_dynamics_vjp),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"fext", SHAPE_FORCES}, {"w", SHAPE_V}},
     .outputs = {SHAPE_V, SHAPE_V, SHAPE_V},
     .doc = "inverse_dynamics_vjp($self, q=None, qd=None, qdd=None, fext=None, w=None, *, out=None, threads=1)\n"
            "--\n\n"
            "Return w times the derivatives of inverse_dynamics by q, by qd and by qdd (..., n), without matrices.\n\n"
            "They are the gradient of w . tau, by q along steps in velocity coordinates.\n\n"
            ">>> import condyle, numpy\n"
            ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
            ">>> w = numpy.arange(6.0)\n"
            ">>> by_q, by_qd, by_qdd = robot.inverse_dynamics_vjp(w=w)\n"
            ">>> numpy.allclose(by_q, w @ robot.inverse_dynamics_derivatives()[0])\n"
            "True\n"},
    {NAMED(inverse_dynamics_jvp), RUNS(inverse_dynamics_jvp),
     .inputs = {{"q", SHAPE_Q},
                {"qd", SHAPE_V},
                {"qdd", SHAPE_V},
                {"fext", SHAPE_FORCES},
                {"dq", SHAPE_V},
                {"dqd", SHAPE_V},
                {"dqdd", SHAPE_V}},
     .outputs = {SHAPE_V},
     .doc =
         "inverse_dynamics_jvp($self, q=None, qd=None, qdd=None, fext=None, dq=None, dqd=None, dqdd=None, *, "
         "out=None, threads=1)\n"
         "--\n\n"
         "Return the change of inverse_dynamics (..., n) along steps of its arguments, without matrices, N m or N.\n\n"
         ">>> import condyle, numpy\n"
         ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
         ">>> dq = numpy.arange(6.0)\n"
         ">>> numpy.allclose(robot.inverse_dynamics_jvp(dq=dq), robot.inverse_dynamics_derivatives()[0] @ dq)\n"
         "True\n"},
    {NAMED(forward_dynamics_vjp), RUNS(forward_dynamics_vjp),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"tau", SHAPE_V}, {"fext", SHAPE_FORCES}, {"w", SHAPE_V}},
     .outputs = {SHAPE_V, SHAPE_V, SHAPE_V},
     .doc = "forward_dynamics_vjp($self, q=None, qd=None, tau=None, fext=None, w=None, *, out=None, threads=1)\n"
            "--\n\n"
            "Return w times the derivatives of forward_dynamics by q, by qd and by tau (..., n), without matrices.\n\n"
            ">>> import condyle, numpy\n"
            ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
            ">>> w = numpy.arange(6.0)\n"
            ">>> by_q, by_qd, by_tau = robot.forward_dynamics_vjp(w=w)\n"
            ">>> numpy.allclose(by_tau, robot.inverse_mass_times(x=w))\n"
            "True\n"},
    {NAMED(forward_dynamics_jvp), RUNS(forward_dynamics_jvp),
     .inputs = {{"q", SHAPE_Q},
                {"qd", SHAPE_V},
                {"tau", SHAPE_V},
                {"fext", SHAPE_FORCES},
                {"dq", SHAPE_V},
                {"dqd", SHAPE_V},
                {"dtau", SHAPE_V}},
     .outputs = {SHAPE_V},
     .doc = "forward_dynamics_jvp($self, q=None, qd=None, tau=None, fext=None, dq=None, dqd=None, dtau=None, *, "
            "out=None, threads=1)\n"
            "--\n\n"
            "Return the change of forward_dynamics (..., n) along steps of its arguments, without matrices, rad/s2 or\n"
            "m/s2.\n\n"
            ">>> import condyle, numpy\n"
            ">>> robot = condyle.load('universalUR5e')\n"
            ">>> dtau = numpy.arange(6.0)\n"
            ">>> numpy.allclose(robot.forward_dynamics_jvp(dtau=dtau), robot.inverse_mass_times(x=dtau))\n"
            "True\n"},
    {NAMED(load_vjp), RUNS(load_vjp), .inputs = {{"q", SHAPE_Q}, {"w", SHAPE_V}},
     .outputs = {SHAPE_FORCES, SHAPE_VECTOR},
     .doc = "load_vjp($self, q=None, w=None, *, out=None, threads=1)\n--\n\n"
            "Return w times the derivatives of inverse_dynamics by fext (..., rows, 6) and by gravity (..., 3).\n\n"
            "With -by_tau of forward_dynamics_vjp in the place of w they are those of forward_dynamics.\n\n"
            ">>> import condyle, numpy\n"
            ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
            ">>> by_fext, by_gravity = robot.load_vjp(w=[0, 1, 0, 0, 0, 0])\n"
            ">>> bool(numpy.isclose(by_gravity[2] * -9.81, robot.gravity_torque()[1]))\n"
            "True\n"},
    {NAMED(energy_gradient), RUNS(energy_gradient), .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_V, SHAPE_V, SHAPE_V},
     .doc = "energy_gradient($self, q=None, qd=None, *, out=None, threads=1)\n--\n\n"
            "Return the gradients of the kinetic energy by q and by qd, and of the potential energy by q (..., n),\n"
            "J a rad or m, and J a rad/s or m/s.\n\n"
            ">>> import condyle, numpy\n"
            ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
            ">>> numpy.allclose(robot.energy_gradient()[2], robot.gravity_torque())\n"
            "True\n"},
    {NAMED(regressor_transpose_times), RUNS_DOUBLE(regressor_transpose_times),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"w", SHAPE_V}}, .outputs = {SHAPE_PARAMETERS},
     .extras = EXTRA_REGRESSOR,
     .doc = "regressor_transpose_times($self, q=None, qd=None, qdd=None, w=None, damping=False, coulomb=False, "
            "rotor_inertia=False, friction_width=0.005, *, out=None, threads=1)\n--\n\n"
            "Return w times the regressor (..., p) without making it: the gradient of w . tau by the parameters.\n\n"
            ">>> import condyle, numpy\n"
            ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
            ">>> w = numpy.arange(6.0)\n"
            ">>> numpy.allclose(robot.regressor_transpose_times(w=w), w @ robot.regressor())\n"
            "True\n"},
    {NAMED(regressor), RUNS_DOUBLE(regressor), .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}},
     .outputs = {SHAPE_REGRESSOR}, .extras = EXTRA_REGRESSOR,
     .doc = "regressor($self, q=None, qd=None, qdd=None, damping=False, coulomb=False, rotor_inertia=False, "
            "friction_width=0.005, *, out=None, threads=1)\n--\n\n"
            "Return the regressor Y (..., n, p): inverse dynamics is Y times the parameters.\n\n"
            "Each moving body has ten parameters, in the order of inertial_parameters(), kg, kg m and kg m2.\n\n"
            ">>> import condyle, numpy\n"
            ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
            ">>> q = robot.random_configuration(1)\n"
            ">>> numpy.allclose(robot.regressor(q) @ robot.inertial_parameters(), robot.gravity_torque(q))\n"
            "True\n"},
    {NAMED(external_force), RUNS_DOUBLE(external_force), .inputs = {{"wrench", SHAPE_WRENCH}, {"q", SHAPE_Q}},
     .outputs = {SHAPE_FORCES}, .extras = EXTRA_FRAME, .needed = 1,
     .doc = "external_force($self, frame, wrench, q=None, *, out=None, threads=1)\n--\n\n"
            "Return the matrix fext (..., rows, 6) of a wrench [Tx Ty Tz Fx Fy Fz] on a body, N m and N.\n\n"
            "Without q the wrench is in the base frame, about the base's origin; with q it is in the body's frame,\n"
            "about the body's origin. Matrices of several wrenches are added.\n\n"
            ">>> import condyle\n"
            ">>> robot = condyle.load('universalUR5e')\n"
            ">>> fext = robot.external_force('tool0', [0, 0, 0, 0, 0, 10], [0, 0, 0, 0, 0, 0])\n"
            ">>> robot.inverse_dynamics(fext=fext)[:1].round(3)\n"
            "array([-8.172])\n"},
};

_Static_assert(sizeof quantities / sizeof *quantities == QUANTITY_COUNT, "every call has a row");

int calls_count(void)
{
    return QUANTITY_COUNT;
}

/* Arguments of a call besides arrays, and the place of its results. */
typedef struct given {
    PyObject *inputs[MAX_INPUTS];
    PyObject *frame, *relative_to, *axes, *method;
    PyObject *damping, *coulomb, *rotor_inertia, *friction_width;
    PyObject *out, *threads;
} given;

enum { MAX_ARGUMENTS = 16 };

/* The arguments of a method, in order. */
typedef struct signature {
    int count, positional;
    const char *names[MAX_ARGUMENTS];
    PyObject **places[MAX_ARGUMENTS];
} signature;

static void add_argument(signature *s, const char *name, PyObject **place)
{
    s->names[s->count] = name;
    s->places[s->count++] = place;
}

static void make_signature(const quantity *row, given *g, signature *s)
{
    s->count = 0;
    if (row->extras & EXTRA_FRAME) {
        add_argument(s, "frame", &g->frame);
    }
    for (int i = 0; i < MAX_INPUTS && row->inputs[i].shape; i++) {
        add_argument(s, row->inputs[i].name, &g->inputs[i]);
    }
    if (row->extras & EXTRA_RELATIVE) {
        add_argument(s, "relative_to", &g->relative_to);
    }
    if (row->extras & EXTRA_AXES) {
        add_argument(s, "axes", &g->axes);
    }
    if (row->extras & EXTRA_METHOD) {
        add_argument(s, "method", &g->method);
    }
    if (row->extras & EXTRA_REGRESSOR) {
        add_argument(s, "damping", &g->damping);
        add_argument(s, "coulomb", &g->coulomb);
        add_argument(s, "rotor_inertia", &g->rotor_inertia);
        add_argument(s, "friction_width", &g->friction_width);
    }
    s->positional = s->count;
    add_argument(s, "out", &g->out);
    add_argument(s, "threads", &g->threads);
}

/* Shapes and units of the arguments, for the docstrings. */
static const struct argument_text {
    const char *name, *text;
} argument_texts[] = {
    {"frame", "a body's name or index"},
    {"q", "configuration (..., nq), rad or m; home where not given"},
    {"qd", "velocities (..., n), rad/s or m/s; zero where not given"},
    {"qdd", "accelerations (..., n), rad/s2 or m/s2; zero where not given"},
    {"tau", "torques (..., n), N m or N; zero where not given"},
    {"fext", "forces that act on the bodies (..., rows, 6), of external_force(); none where not given"},
    {"x", "a vector (..., n); zero where not given"},
    {"w", "a factor of each torque or acceleration (..., n); zero where not given"},
    {"dq", "step (..., n) of q in velocity coordinates, rad or m; zero where not given"},
    {"dqd", "step (..., n) of qd; zero where not given"},
    {"dqdd", "step (..., n) of qdd; zero where not given"},
    {"dtau", "step (..., n) of tau; zero where not given"},
    {"wrench", "[Tx Ty Tz Fx Fy Fz] (..., 6), N m and N"},
    {"relative_to", "the other frame, a body's name or index; 0 is the base"},
    {"axes", "'base', the axes of the base, or 'body', the frame's own"},
    {"method", "'auto', 'aba' (articulated bodies), 'mass-matrix' or 'lapack'"},
    {"damping", "parameters of the joints' viscous damping as well"},
    {"coulomb", "parameters of their Coulomb friction as well"},
    {"rotor_inertia", "parameters of their rotors as well"},
    {"friction_width", "velocity at which Coulomb friction is 76 % of its limit, rad/s or m/s"},
    {"out", "takes the results: an array of their shape, or a tuple of such"},
    {"threads", "of many states; 0: as many as there are processors"},
};

/* The description of an argument; empty where it has none, which the tests refuse. */
static const char *text_of(const char *argument)
{
    for (size_t i = 0; i < sizeof argument_texts / sizeof argument_texts[0]; i++) {
        if (strcmp(argument_texts[i].name, argument) == 0) {
            return argument_texts[i].text;
        }
    }
    return "";
}

static char *append(char *end, const char *text, size_t length)
{
    memcpy(end, text, length);
    return end + length;
}

/* Returns a row's docstring with a line for each argument before its example; NULL where memory runs out. */
static char *make_doc(const quantity *row)
{
    given unused;
    signature s;
    make_signature(row, &unused, &s);
    size_t size = strlen(row->doc) + 2;
    for (int i = 0; i < s.count; i++) {
        size += strlen(s.names[i]) + strlen(text_of(s.names[i])) + sizeof ": \n";
    }
    char *doc = PyMem_Malloc(size);
    if (!doc) {
        return NULL;
    }
    const char *example = strstr(row->doc, ">>>");
    char *end = append(doc, row->doc, (size_t)(example - row->doc));
    for (int i = 0; i < s.count; i++) {
        const char *text = text_of(s.names[i]);
        end = append(end, s.names[i], strlen(s.names[i]));
        end = append(end, ": ", 2);
        end = append(end, text, strlen(text));
        end = append(end, "\n", 1);
    }
    end = append(end, "\n", 1);
    append(end, example, strlen(example) + 1);
    return doc;
}

PyMethodDef calls_method(int index)
{
    static char *docs[QUANTITY_COUNT]; /* which live as long as the process */
    const quantity *row = &quantities[index];
    docs[index] = docs[index] ? docs[index] : make_doc(row);
    return (PyMethodDef){row->name, row->method, METH_FASTCALL | METH_KEYWORDS, docs[index] ? docs[index] : row->doc};
}

/* Puts one keyword argument in its place. */
static int bind_keyword(const quantity *row, const signature *s, given *g, PyObject *name, PyObject *value)
{
    if (name == module_get_state()->out_name && !g->out) {
        g->out = value;
        return 0;
    }
    for (int i = 0; i < s->count; i++) {
        if (PyUnicode_CompareWithASCIIString(name, s->names[i]) == 0) {
            if (*s->places[i]) {
                PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%s'", row->name, s->names[i]);
                return -1;
            }
            *s->places[i] = value;
            return 0;
        }
    }
    PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", row->name, name);
    return -1;
}

static int bind(const quantity *row, given *g, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    signature s;
    make_signature(row, g, &s);
    if (count > s.positional) {
        PyErr_Format(PyExc_TypeError, "%s() takes at most %d positional arguments (%zd given)", row->name, s.positional,
                     count);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        *s.places[i] = arguments[i];
    }
    Py_ssize_t keywords = names ? PyTuple_Size(names) : 0;
    for (Py_ssize_t i = 0; i < keywords; i++) {
        if (bind_keyword(row, &s, g, PyTuple_GetItem(names, i), arguments[count + i])) {
            return -1;
        }
    }
    if ((row->extras & EXTRA_FRAME) && !g->frame) {
        PyErr_Format(PyExc_TypeError, "%s() needs a frame: a body's name or index", row->name);
        return -1;
    }
    for (int i = 0; i < MAX_INPUTS; i++) {
        if ((row->needed & 1 << i) && (!g->inputs[i] || g->inputs[i] == Py_None)) {
            PyErr_Format(PyExc_TypeError, "%s() needs the argument '%s'", row->name, row->inputs[i].name);
            return -1;
        }
    }
    return 0;
}

/* Reads a flag. */
static int read_flag(PyObject *object, bool *flag)
{
    int truth = object ? PyObject_IsTrue(object) : 0;
    *flag = truth > 0;
    return truth < 0 ? -1 : 0;
}

static int read_regressor(const given *g, cdy_regressor_options *options)
{
    *options = cdy_regressor_options_default();
    if (read_flag(g->damping, &options->damping) || read_flag(g->coulomb, &options->coulomb) ||
        read_flag(g->rotor_inertia, &options->rotor_inertia)) {
        return -1;
    }
    if (g->friction_width) {
        options->friction_width = PyFloat_AsDouble(g->friction_width);
    }
    return PyErr_Occurred() ? -1 : 0;
}

/* Returns the options of a regressor with the columns of drives that bits stand for. */
static cdy_regressor_options regressor_of(int drives)
{
    cdy_regressor_options options = cdy_regressor_options_default();
    options.damping = drives & 1;
    options.coulomb = drives & 2;
    options.rotor_inertia = drives & 4;
    return options;
}

/* Reads what is no array. */
static int read_extras(const robot_object *self, const given *g, call *c, int *threads)
{
    static const char *const axes[] = {"base", "body", NULL};
    static const char *const methods[] = {"auto", "aba", "mass-matrix", "lapack", NULL};
    if (g->frame && read_frame(self, g->frame, &c->frame)) {
        return -1;
    }
    if (g->relative_to && read_frame(self, g->relative_to, &c->relative_to)) {
        return -1;
    }
    int axis = g->axes ? read_word(g->axes, "axes", axes) : 0;
    int method = g->method ? read_word(g->method, "method", methods) : 0;
    if (axis < 0 || method < 0 || read_regressor(g, &c->regressor)) {
        return -1;
    }
    c->axes = (cdy_axes)axis;
    c->method = (cdy_forward_method)method;
    *threads = 1;
    return !g->threads || convert_threads(g->threads, threads) ? 0 : -1;
}

/* Returns the dimensions of one state. */
static core_shape core_of(const robot_object *self, shape shape, const call *c)
{
    const cdy_model *model = cdy_robot_model(self->robot);
    Py_ssize_t n = cdy_model_nv(model);
    switch (shape) {
    case SHAPE_Q: return (core_shape){1, {cdy_model_nq(model)}};
    case SHAPE_V: return (core_shape){1, {n}};
    case SHAPE_FORCES: return (core_shape){2, {cdy_model_force_rows(model), 6}};
    case SHAPE_WRENCH: return (core_shape){1, {6}};
    case SHAPE_VECTOR: return (core_shape){1, {3}};
    case SHAPE_TRANSFORM: return (core_shape){2, {4, 4}};
    case SHAPE_TRANSFORMS: return (core_shape){3, {cdy_model_frame_count(model), 4, 4}};
    case SHAPE_SQUARE: return (core_shape){2, {n, n}};
    case SHAPE_JACOBIAN: return (core_shape){2, {6, n}};
    case SHAPE_LINEAR: return (core_shape){2, {3, n}};
    case SHAPE_JACOBIAN_BY_Q: return (core_shape){3, {6, n, n}};
    case SHAPE_TRANSFORM_BY_Q: return (core_shape){3, {n, 4, 4}};
    case SHAPE_REGRESSOR: return (core_shape){2, {n, cdy_parameter_count(model, &c->regressor)}};
    case SHAPE_PARAMETERS: return (core_shape){1, {cdy_parameter_count(model, &c->regressor)}};
    case SHAPE_WRENCHES: return (core_shape){2, {cdy_model_joint_count(model), 6}};
    case SHAPE_END:
    case SHAPE_NUMBER: break;
    }
    return (core_shape){0};
}

/* Computes many states without the interpreter's lock. */
static cdy_status run_many(robot_object *self, const quantity *row, call *c, int threads, bool by_columns,
                           bool is_float)
{
    batch_loan loan;
    cdy_status status = batches_borrow(self, threads, by_columns, is_float, &loan, c->error);
    if (!status) {
        c->batch = loan.kept->batch;
        self->running++;
        Py_BEGIN_ALLOW_THREADS status = is_float ? row->many_float(c) : row->many(c);
        Py_END_ALLOW_THREADS self->running--;
    }
    batches_return(&loan);
    return status;
}

/* Returns the first of many states that could not be computed: its results are NaN. */
static Py_ssize_t find_failed(const output *o, size_t count, bool by_columns)
{
    const float *floats = o->held.data;
    const double *doubles = o->held.data;
    size_t size = count ? (size_t)o->held.bytes / count / (size_t)o->held.itemsize : 0;
    size_t step = by_columns ? 1 : size;
    for (size_t i = 0; size && i < count; i++) {
        if (isnan(o->held.kind == 'f' ? (double)floats[i * step] : doubles[i * step])) {
            return (Py_ssize_t)i;
        }
    }
    return -1;
}

/* Computes one state or many; in doubles where the library has no kernel for floats. */
static PyObject *compute(robot_object *self, const quantity *row, const given *g, call *c, int threads)
{
    input inputs[MAX_INPUTS];
    output outputs[MAX_OUTPUTS];
    leading_shape leading;
    bool is_float = false;
    int input_count = 0, output_count = 0;
    PyObject *result = NULL;
    for (; input_count < MAX_INPUTS && row->inputs[input_count].shape; input_count++) {
        input *in = &inputs[input_count];
        in->name = row->inputs[input_count].name;
        in->core = core_of(self, row->inputs[input_count].shape, c);
        in->object = g->inputs[input_count];
        in->held.owner = NULL;
    }
    for (; output_count < MAX_OUTPUTS && row->outputs[output_count]; output_count++) {
        outputs[output_count].core = core_of(self, row->outputs[output_count], c);
        outputs[output_count].held.owner = NULL;
    }
    if (!inputs_take_in_order(self->state, inputs, input_count, !row->many_float, outputs, output_count, g->out,
                              &leading, &is_float) &&
        !outputs_take(self->state, outputs, output_count, g->out, &leading, is_float, inputs, input_count)) {
        for (int i = 0; i < input_count; i++) {
            c->in[i] = inputs[i].held.owner ? inputs[i].held.data : NULL;
        }
        for (int i = 0; i < output_count; i++) {
            c->out[i] = outputs[i].held.data;
        }
        c->count = leading.count;
        bool one = leading.rank == 0 && !is_float;
        cdy_status status = one ? row->one(c) : run_many(self, row, c, threads, leading.order == ORDER_F, is_float);
        if (status) {
            raise_error(self->state, c->error,
                        leading.rank ? find_failed(&outputs[0], leading.count, leading.order == ORDER_F) : -1);
        } else {
            result = outputs_give(outputs, output_count, &leading);
        }
    }
    outputs_release(outputs, output_count);
    inputs_release(inputs, input_count);
    return result;
}

static PyObject *run(PyObject *object, const quantity *row, PyObject *const *arguments, Py_ssize_t count,
                     PyObject *names)
{
    robot_object *self = (robot_object *)object;
    given g = {0};
    cdy_error error;
    int threads;
    call c = {.model = cdy_robot_model(self->robot), .workspace = cdy_robot_workspace(self->robot), .error = &error};
    if (bind(row, &g, arguments, count, names) || read_extras(self, &g, &c, &threads)) {
        return NULL;
    }
    return compute(self, row, &g, &c, threads);
}

#define DEFINE_METHOD(kind, name, ...)                                                                                 \
    static PyObject *method_##name(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names)      \
    {                                                                                                                  \
        return run(self, &quantities[PLACE_##name], arguments, count, names);                                          \
    }
EACH_CALL(DEFINE_METHOD)

cdy_status calls_compute_raw(const robot_object *self, const raw_call *raw)
{
    if (raw->quantity < 0 || raw->quantity >= QUANTITY_COUNT) {
        return CDY_ERROR_ARGUMENT;
    }
    const quantity *row = &quantities[raw->quantity];
    call c = {.model = cdy_robot_model(self->robot),
              .batch = raw->batch,
              .count = raw->count,
              .frame = raw->frame,
              .regressor = regressor_of(raw->drives),
              .error = raw->error};
    memcpy(c.in, raw->in, sizeof c.in);
    memcpy(c.out, raw->out, sizeof c.out);
    return raw->is_float ? row->many_float(&c) : row->many(&c);
}

bool calls_in_doubles_only(int index)
{
    return index >= 0 && index < QUANTITY_COUNT && !quantities[index].many_float;
}

/* Adds the dimensions of one argument or result to a list. */
static int add_core(const robot_object *self, shape shape, const call *c, PyObject *list)
{
    core_shape core = core_of(self, shape, c);
    PyObject *sizes = core_tuple(&core);
    int failed = sizes ? PyList_Append(list, sizes) : -1;
    Py_XDECREF(sizes);
    return failed;
}

PyObject *calls_shapes(PyObject *object, PyObject *arguments)
{
    const robot_object *self = (const robot_object *)object;
    const char *name;
    int drives, index = 0;
    if (!PyArg_ParseTuple(arguments, "si", &name, &drives)) {
        return NULL;
    }
    while (index < QUANTITY_COUNT && strcmp(quantities[index].name, name) != 0) {
        index++;
    }
    if (index == QUANTITY_COUNT) {
        return PyErr_Format(PyExc_KeyError, "no call %s", name);
    }
    call c = {.regressor = regressor_of(drives)};
    const quantity *row = &quantities[index];
    PyObject *inputs = PyList_New(0), *outputs = PyList_New(0);
    int failed = inputs && outputs ? 0 : -1;
    for (int i = 0; !failed && i < MAX_INPUTS && row->inputs[i].shape; i++) {
        failed = add_core(self, row->inputs[i].shape, &c, inputs);
    }
    for (int i = 0; !failed && i < MAX_OUTPUTS && row->outputs[i]; i++) {
        failed = add_core(self, row->outputs[i], &c, outputs);
    }
    PyObject *result = failed ? NULL : Py_BuildValue("(iOO)", index, inputs, outputs);
    Py_XDECREF(inputs);
    Py_XDECREF(outputs);
    return result;
}
