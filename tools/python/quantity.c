#include "quantity.h"

#include <string.h>

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
#define SAME(name, ...) ONE(name, __VA_ARGS__) MANY(name, __VA_ARGS__) MANY_FLOAT(name, __VA_ARGS__)
#define OWN(name, ...)

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

static cdy_status float_external_force(const call *c)
{
    memset(c->out[0], 0, c->count * (size_t)cdy_model_force_rows(c->model) * 6 * sizeof(float));
    return cdy_batch_f32_external_force(c->model, (cdy_batch_f32 *)c->batch, c->count, c->frame, c->in[0], c->in[1],
                                        c->out[0], NULL, c->error);
}

static cdy_status one_forward_dynamics_derivatives(const call *c)
{
    const cdy_forward_derivatives places = {c->out[0], c->out[1], c->out[2]};
    return cdy_forward_dynamics_derivatives(c->model, c->workspace, c->in[0], c->in[1], c->in[2], c->in[3], &places,
                                            c->error);
}

static cdy_status many_forward_dynamics_derivatives(const call *c)
{
    const cdy_forward_derivatives places = {c->out[0], c->out[1], c->out[2]};
    return cdy_batch_forward_dynamics_derivatives(c->model, (cdy_batch *)c->batch, c->count, c->in[0], c->in[1],
                                                  c->in[2], c->in[3], &places, NULL, c->error);
}

static cdy_status float_forward_dynamics_derivatives(const call *c)
{
    const cdy_forward_derivatives_f32 places = {c->out[0], c->out[1], c->out[2]};
    return cdy_batch_f32_forward_dynamics_derivatives(c->model, (cdy_batch_f32 *)c->batch, c->count, c->in[0], c->in[1],
                                                      c->in[2], c->in[3], &places, NULL, c->error);
}

#define RUNS(call)      .one = one_##call, .many = many_##call, .many_float = float_##call
#define NAMED(quantity) .name = #quantity

/* What Python says about each call: its signature, then what it returns, with an example. */

static const char doc_inverse_dynamics[] =
    "inverse_dynamics($self, q=None, qd=None, qdd=None, fext=None, *, out=None, threads=1)\n--\n\n"
    "Return the torques tau (..., n) that the accelerations qdd need, N m or N.\n\n"
    ">>> import condyle\n"
    ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
    ">>> robot.inverse_dynamics([0, -1.5, 1.5, 0, 0, 0])[1:3].round(3)\n"
    "array([-17.163, -14.48 ])\n";

static const char doc_forward_dynamics[] =
    "forward_dynamics($self, q=None, qd=None, tau=None, fext=None, method='auto', *, out=None, threads=1)\n"
    "--\n\n"
    "Return the accelerations qdd (..., n) that the torques tau cause, rad/s2 or m/s2.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e', gravity=(0, 0, 0)).forward_dynamics(tau=[0, 0, 0, 0, 0, 0])\n"
    "array([0., 0., 0., 0., 0., 0.])\n";

static const char doc_joint_reactions[] =
    "joint_reactions($self, q=None, qd=None, qdd=None, fext=None, *, out=None, threads=1)\n--\n\n"
    "Return moment (N m) and force (N) that each moving joint transmits to its body (..., joints, 6),\n"
    "about the origin of the body's frame, in its axes.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').joint_reactions().shape\n"
    "(6, 6)\n";

static const char doc_mass_matrix[] =
    "mass_matrix($self, q=None, *, out=None, threads=1)\n--\n\n"
    "Return the joint-space mass matrix M (..., n, n), symmetric, kg m2, kg m or kg.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').mass_matrix().shape\n"
    "(6, 6)\n";

static const char doc_inverse_mass_matrix[] =
    "inverse_mass_matrix($self, q=None, *, out=None, threads=1)\n--\n\n"
    "Return the inverse of the mass matrix (..., n, n), 1/(kg m2), 1/(kg m) or 1/kg.\n\n"
    ">>> import condyle, numpy\n"
    ">>> robot = condyle.load('universalUR5e')\n"
    ">>> numpy.allclose(robot.inverse_mass_matrix() @ robot.mass_matrix(), numpy.eye(6))\n"
    "True\n";

static const char doc_coriolis_matrix[] =
    "coriolis_matrix($self, q=None, qd=None, *, out=None, threads=1)\n--\n\n"
    "Return the Coriolis matrix C (..., n, n): C qd is the velocity product, Mdot - 2 C is skew-symmetric.\n\n"
    ">>> import condyle\n"
    ">>> not condyle.load('universalUR5e').coriolis_matrix(qd=[0, 0, 0, 0, 0, 0]).any()\n"
    "True\n";

static const char doc_velocity_product[] =
    "velocity_product($self, q=None, qd=None, *, out=None, threads=1)\n--\n\n"
    "Return the Coriolis and centrifugal torques C(q, qd) qd (..., n) without gravity, N m or N.\n\n"
    ">>> import condyle\n"
    ">>> not condyle.load('universalUR5e').velocity_product().any()\n"
    "True\n";

static const char doc_gravity_torque[] =
    "gravity_torque($self, q=None, *, out=None, threads=1)\n--\n\n"
    "Return the torques (..., n) that hold the robot against gravity at rest, N m or N.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').gravity_torque()[1:3].round(3)  # gravity is (0, 0, -9.81) by default\n"
    "array([-52.409, -14.48 ])\n";

static const char doc_mass_times[] =
    "mass_times($self, q=None, x=None, *, out=None, threads=1)\n--\n\n"
    "Return the product M(q) x (..., n) without making the matrix: N m or N for accelerations x.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').mass_times(x=[0, 0, 0, 0, 0, 0])\n"
    "array([0., 0., 0., 0., 0., 0.])\n";

static const char doc_inverse_mass_times[] =
    "inverse_mass_times($self, q=None, x=None, *, out=None, threads=1)\n--\n\n"
    "Return the product of the inverse of M(q) and x (..., n) without making the inverse: rad/s2 or m/s2 for\n"
    "torques x.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').inverse_mass_times(x=[0, 0, 0, 0, 0, 0])\n"
    "array([0., 0., 0., 0., 0., 0.])\n";

static const char doc_get_transform[] =
    "get_transform($self, frame, q=None, relative_to=0, *, out=None, threads=1)\n--\n\n"
    "Return the placement of a frame in another (..., 4, 4), lengths in m.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').get_transform('tool0')[:3, 3].round(4)\n"
    "array([0.8172, 0.2329, 0.0628])\n";

static const char doc_forward_kinematics[] =
    "forward_kinematics($self, q=None, *, out=None, threads=1)\n--\n\n"
    "Return the placements of all frames in the base (..., frames, 4, 4) in the order of bodies, lengths in m.\n\n"
    ">>> import condyle\n"
    ">>> robot = condyle.load('universalUR5e')\n"
    ">>> robot.forward_kinematics().shape == (len(robot.frames), 4, 4)\n"
    "True\n";

static const char doc_geometric_jacobian[] =
    "geometric_jacobian($self, frame, q=None, axes='base', *, out=None, threads=1)\n--\n\n"
    "Return the Jacobian J of a frame (..., 6, n), angular rows first: J qd is the frame's velocity,\n"
    "rad/s and m/s.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').geometric_jacobian('tool0').shape\n"
    "(6, 6)\n";

static const char doc_jacobian_dot_qd[] =
    "jacobian_dot_qd($self, frame, q=None, qd=None, axes='base', *, out=None, threads=1)\n--\n\n"
    "Return the time derivative of a frame's Jacobian times qd (..., 6), [angular; linear], rad/s2 and m/s2.\n\n"
    ">>> import condyle\n"
    ">>> not condyle.load('universalUR5e').jacobian_dot_qd('tool0').any()\n"
    "True\n";

static const char doc_jacobian_dot[] =
    "jacobian_dot($self, frame, q=None, qd=None, axes='base', *, out=None, threads=1)\n--\n\n"
    "Return the time derivative of a frame's Jacobian (..., 6, n) while the robot moves with qd.\n\n"
    ">>> import condyle\n"
    ">>> not condyle.load('universalUR5e').jacobian_dot('tool0').any()\n"
    "True\n";

static const char doc_jacobian_derivative[] =
    "jacobian_derivative($self, frame, q=None, axes='base', *, out=None, threads=1)\n--\n\n"
    "Return the derivative of a frame's Jacobian by q (..., 6, n, n), the last index the coordinate.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').jacobian_derivative('tool0').shape\n"
    "(6, 6, 6)\n";

static const char doc_transform_derivative[] =
    "transform_derivative($self, frame, q=None, *, out=None, threads=1)\n--\n\n"
    "Return the derivative of a frame's placement in the base by q (..., n, 4, 4).\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').transform_derivative('tool0').shape\n"
    "(6, 4, 4)\n";

static const char doc_frame_velocity[] =
    "frame_velocity($self, frame, q=None, qd=None, axes='base', *, out=None, threads=1)\n--\n\n"
    "Return the velocity of a frame (..., 6), [angular; linear], rad/s and m/s.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').frame_velocity('tool0', qd=[1, 0, 0, 0, 0, 0]).round(4)\n"
    "array([ 0.    ,  0.    ,  1.    , -0.2329,  0.8172,  0.    ])\n";

static const char doc_frame_acceleration[] =
    "frame_acceleration($self, frame, q=None, qd=None, qdd=None, axes='base', *, out=None, threads=1)\n"
    "--\n\n"
    "Return the acceleration of a frame (..., 6), [angular; linear], rad/s2 and m/s2; gravity has no part in "
    "it.\n\n"
    ">>> import condyle\n"
    ">>> not condyle.load('universalUR5e').frame_acceleration('tool0').any()\n"
    "True\n";

static const char doc_center_of_mass[] =
    "center_of_mass($self, q=None, *, out=None, threads=1)\n--\n\n"
    "Return the center of mass of all that moves (..., 3), m, and its Jacobian (..., 3, n).\n\n"
    ">>> import condyle\n"
    ">>> com, jacobian = condyle.load('universalUR5e').center_of_mass()\n"
    ">>> com.shape, jacobian.shape\n"
    "((3,), (3, 6))\n";

static const char doc_energy[] = "energy($self, q=None, qd=None, *, out=None, threads=1)\n--\n\n"
                                 "Return the kinetic and the potential energy (...), J: two floats for one state.\n\n"
                                 ">>> import condyle\n"
                                 ">>> condyle.load('universalUR5e', gravity=(0, 0, 0)).energy()\n"
                                 "(0.0, 0.0)\n";

static const char doc_centroidal_momentum[] =
    "centroidal_momentum($self, q=None, qd=None, qdd=None, *, out=None, threads=1)\n--\n\n"
    "Return the momentum about the center of mass (..., 6), [angular; linear], kg m2/s and kg m/s, and its rate\n"
    "(..., 6), N m and N.\n\n"
    ">>> import condyle\n"
    ">>> momentum, rate = condyle.load('universalUR5e').centroidal_momentum()\n"
    ">>> not momentum.any() and not rate.any()\n"
    "True\n";

static const char doc_centroidal_momentum_matrix[] =
    "centroidal_momentum_matrix($self, q=None, *, out=None, threads=1)\n--\n\n"
    "Return the centroidal momentum matrix A (..., 6, n): A qd is the centroidal momentum,\n"
    "[angular; linear], kg m2/s and kg m/s.\n\n"
    ">>> import condyle\n"
    ">>> condyle.load('universalUR5e').centroidal_momentum_matrix().shape\n"
    "(6, 6)\n";

static const char doc_inverse_dynamics_derivatives[] =
    "inverse_dynamics_derivatives($self, q=None, qd=None, qdd=None, fext=None, *, out=None, threads=1)\n"
    "--\n\n"
    "Return the derivatives of inverse_dynamics by q and by qd (..., n, n), N m or N a rad or m, or\n"
    "a rad/s or m/s; by qdd it is mass_matrix.\n\n"
    ">>> import condyle\n"
    ">>> by_q, by_qd = condyle.load('universalUR5e').inverse_dynamics_derivatives()\n"
    ">>> by_q.shape, by_qd.shape\n"
    "((6, 6), (6, 6))\n";

static const char doc_forward_dynamics_derivatives[] =
    "forward_dynamics_derivatives($self, q=None, qd=None, tau=None, fext=None, *, out=None, threads=1)\n"
    "--\n\n"
    "Return the derivatives of forward_dynamics by q, by qd and by tau (..., n, n), rad/s2 or m/s2 a unit\n"
    "of each.\n\n"
    ">>> import condyle\n"
    ">>> by_q, by_qd, by_tau = condyle.load('universalUR5e').forward_dynamics_derivatives()\n"
    ">>> by_tau.shape\n"
    "(6, 6)\n";

static const char doc_inverse_dynamics_vjp[] =
    "inverse_dynamics_vjp($self, q=None, qd=None, qdd=None, fext=None, w=None, *, out=None, threads=1)\n"
    "--\n\n"
    "Return w times the derivatives of inverse_dynamics by q, by qd and by qdd (..., n), without matrices.\n\n"
    "They are the gradient of w . tau, by q along steps in velocity coordinates.\n\n"
    ">>> import condyle, numpy\n"
    ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
    ">>> w = numpy.arange(6.0)\n"
    ">>> by_q, by_qd, by_qdd = robot.inverse_dynamics_vjp(w=w)\n"
    ">>> numpy.allclose(by_q, w @ robot.inverse_dynamics_derivatives()[0])\n"
    "True\n";

static const char doc_inverse_dynamics_jvp[] =
    "inverse_dynamics_jvp($self, q=None, qd=None, qdd=None, fext=None, dq=None, dqd=None, dqdd=None, *, "
    "out=None, threads=1)\n"
    "--\n\n"
    "Return the change of inverse_dynamics (..., n) along steps of its arguments, without matrices, N m or N.\n\n"
    ">>> import condyle, numpy\n"
    ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
    ">>> dq = numpy.arange(6.0)\n"
    ">>> numpy.allclose(robot.inverse_dynamics_jvp(dq=dq), robot.inverse_dynamics_derivatives()[0] @ dq)\n"
    "True\n";

static const char doc_forward_dynamics_vjp[] =
    "forward_dynamics_vjp($self, q=None, qd=None, tau=None, fext=None, w=None, *, out=None, threads=1)\n"
    "--\n\n"
    "Return w times the derivatives of forward_dynamics by q, by qd and by tau (..., n), without matrices.\n\n"
    ">>> import condyle, numpy\n"
    ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
    ">>> w = numpy.arange(6.0)\n"
    ">>> by_q, by_qd, by_tau = robot.forward_dynamics_vjp(w=w)\n"
    ">>> numpy.allclose(by_tau, robot.inverse_mass_times(x=w))\n"
    "True\n";

static const char doc_forward_dynamics_jvp[] =
    "forward_dynamics_jvp($self, q=None, qd=None, tau=None, fext=None, dq=None, dqd=None, dtau=None, *, "
    "out=None, threads=1)\n"
    "--\n\n"
    "Return the change of forward_dynamics (..., n) along steps of its arguments, without matrices, rad/s2 or\n"
    "m/s2.\n\n"
    ">>> import condyle, numpy\n"
    ">>> robot = condyle.load('universalUR5e')\n"
    ">>> dtau = numpy.arange(6.0)\n"
    ">>> numpy.allclose(robot.forward_dynamics_jvp(dtau=dtau), robot.inverse_mass_times(x=dtau))\n"
    "True\n";

static const char doc_load_vjp[] =
    "load_vjp($self, q=None, w=None, *, out=None, threads=1)\n--\n\n"
    "Return w times the derivatives of inverse_dynamics by fext (..., rows, 6) and by gravity (..., 3).\n\n"
    "With -by_tau of forward_dynamics_vjp in the place of w they are those of forward_dynamics.\n\n"
    ">>> import condyle, numpy\n"
    ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
    ">>> by_fext, by_gravity = robot.load_vjp(w=[0, 1, 0, 0, 0, 0])\n"
    ">>> bool(numpy.isclose(by_gravity[2] * -9.81, robot.gravity_torque()[1]))\n"
    "True\n";

static const char doc_energy_gradient[] =
    "energy_gradient($self, q=None, qd=None, *, out=None, threads=1)\n--\n\n"
    "Return the gradients of the kinetic energy by q and by qd, and of the potential energy by q (..., n),\n"
    "J a rad or m, and J a rad/s or m/s.\n\n"
    ">>> import condyle, numpy\n"
    ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
    ">>> numpy.allclose(robot.energy_gradient()[2], robot.gravity_torque())\n"
    "True\n";

static const char doc_regressor_transpose_times[] =
    "regressor_transpose_times($self, q=None, qd=None, qdd=None, w=None, damping=False, coulomb=False, "
    "rotor_inertia=False, friction_width=0.005, *, out=None, threads=1)\n--\n\n"
    "Return w times the regressor (..., p) without making it: the gradient of w . tau by the parameters.\n\n"
    ">>> import condyle, numpy\n"
    ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
    ">>> w = numpy.arange(6.0)\n"
    ">>> numpy.allclose(robot.regressor_transpose_times(w=w), w @ robot.regressor())\n"
    "True\n";

static const char doc_regressor[] =
    "regressor($self, q=None, qd=None, qdd=None, damping=False, coulomb=False, rotor_inertia=False, "
    "friction_width=0.005, *, out=None, threads=1)\n--\n\n"
    "Return the regressor Y (..., n, p): inverse dynamics is Y times the parameters.\n\n"
    "Each moving body has ten parameters, in the order of inertial_parameters(), kg, kg m and kg m2.\n\n"
    ">>> import condyle, numpy\n"
    ">>> robot = condyle.load('universalUR5e', gravity=(0, 0, -9.81))\n"
    ">>> q = robot.random_configuration(1)\n"
    ">>> numpy.allclose(robot.regressor(q) @ robot.inertial_parameters(), robot.gravity_torque(q))\n"
    "True\n";

const quantity quantities[] = {
    // meson compile -C build declarations writes: python_rows
    // clang-format off
    {NAMED(inverse_dynamics), RUNS(inverse_dynamics),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"fext", SHAPE_FORCES}},
     .outputs = {SHAPE_V}, .doc = doc_inverse_dynamics},
    {NAMED(velocity_product), RUNS(velocity_product),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_V}, .doc = doc_velocity_product},
    {NAMED(gravity_torque), RUNS(gravity_torque),
     .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_V}, .doc = doc_gravity_torque},
    {NAMED(mass_times), RUNS(mass_times),
     .inputs = {{"q", SHAPE_Q}, {"x", SHAPE_V}},
     .outputs = {SHAPE_V}, .doc = doc_mass_times},
    {NAMED(joint_reactions), RUNS(joint_reactions),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"fext", SHAPE_FORCES}},
     .outputs = {SHAPE_WRENCHES}, .doc = doc_joint_reactions},
    {NAMED(mass_matrix), RUNS(mass_matrix),
     .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_SQUARE}, .doc = doc_mass_matrix},
    {NAMED(coriolis_matrix), RUNS(coriolis_matrix),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_SQUARE}, .doc = doc_coriolis_matrix},
    {NAMED(forward_dynamics), RUNS(forward_dynamics_by),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"tau", SHAPE_V}, {"fext", SHAPE_FORCES}},
     .outputs = {SHAPE_V}, .extras = EXTRA_METHOD, .doc = doc_forward_dynamics},
    {NAMED(inverse_mass_times), RUNS(inverse_mass_times),
     .inputs = {{"q", SHAPE_Q}, {"x", SHAPE_V}},
     .outputs = {SHAPE_V}, .doc = doc_inverse_mass_times},
    {NAMED(inverse_mass_matrix), RUNS(inverse_mass_matrix),
     .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_SQUARE}, .doc = doc_inverse_mass_matrix},
    {NAMED(inverse_dynamics_derivatives), RUNS(inverse_dynamics_derivatives),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"fext", SHAPE_FORCES}},
     .outputs = {SHAPE_SQUARE, SHAPE_SQUARE}, .doc = doc_inverse_dynamics_derivatives},
    {NAMED(forward_dynamics_derivatives), RUNS(forward_dynamics_derivatives),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"tau", SHAPE_V}, {"fext", SHAPE_FORCES}},
     .outputs = {SHAPE_SQUARE, SHAPE_SQUARE, SHAPE_SQUARE}, .doc = doc_forward_dynamics_derivatives},
    {NAMED(inverse_dynamics_vjp), RUNS(inverse_dynamics_vjp),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"fext", SHAPE_FORCES}, {"w", SHAPE_V}},
     .outputs = {SHAPE_V, SHAPE_V, SHAPE_V}, .doc = doc_inverse_dynamics_vjp},
    {NAMED(inverse_dynamics_jvp), RUNS(inverse_dynamics_jvp),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"fext", SHAPE_FORCES}, {"dq", SHAPE_V},
                {"dqd", SHAPE_V}, {"dqdd", SHAPE_V}},
     .outputs = {SHAPE_V}, .doc = doc_inverse_dynamics_jvp},
    {NAMED(forward_dynamics_vjp), RUNS(forward_dynamics_vjp),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"tau", SHAPE_V}, {"fext", SHAPE_FORCES}, {"w", SHAPE_V}},
     .outputs = {SHAPE_V, SHAPE_V, SHAPE_V}, .doc = doc_forward_dynamics_vjp},
    {NAMED(forward_dynamics_jvp), RUNS(forward_dynamics_jvp),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"tau", SHAPE_V}, {"fext", SHAPE_FORCES}, {"dq", SHAPE_V},
                {"dqd", SHAPE_V}, {"dtau", SHAPE_V}},
     .outputs = {SHAPE_V}, .doc = doc_forward_dynamics_jvp},
    {NAMED(load_vjp), RUNS(load_vjp),
     .inputs = {{"q", SHAPE_Q}, {"w", SHAPE_V}},
     .outputs = {SHAPE_FORCES, SHAPE_VECTOR}, .doc = doc_load_vjp},
    {NAMED(energy_gradient), RUNS(energy_gradient),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_V, SHAPE_V, SHAPE_V}, .doc = doc_energy_gradient},
    {NAMED(regressor_transpose_times), RUNS(regressor_transpose_times),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}, {"w", SHAPE_V}},
     .outputs = {SHAPE_PARAMETERS}, .extras = EXTRA_REGRESSOR, .doc = doc_regressor_transpose_times},
    {NAMED(regressor), RUNS(regressor),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}},
     .outputs = {SHAPE_REGRESSOR}, .extras = EXTRA_REGRESSOR, .doc = doc_regressor},
    {NAMED(energy), RUNS(energy),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_NUMBER, SHAPE_NUMBER}, .doc = doc_energy},
    {NAMED(center_of_mass), RUNS(center_of_mass),
     .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_VECTOR, SHAPE_LINEAR}, .doc = doc_center_of_mass},
    {NAMED(centroidal_momentum), RUNS(centroidal_momentum),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}},
     .outputs = {SHAPE_WRENCH, SHAPE_WRENCH}, .doc = doc_centroidal_momentum},
    {NAMED(centroidal_momentum_matrix), RUNS(centroidal_momentum_matrix),
     .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_JACOBIAN}, .doc = doc_centroidal_momentum_matrix},
    {NAMED(get_transform), RUNS(get_transform),
     .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_TRANSFORM}, .extras = EXTRA_FRAME | EXTRA_RELATIVE, .doc = doc_get_transform},
    {NAMED(forward_kinematics), RUNS(forward_kinematics),
     .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_TRANSFORMS}, .doc = doc_forward_kinematics},
    {NAMED(geometric_jacobian), RUNS(geometric_jacobian),
     .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_JACOBIAN}, .extras = EXTRA_FRAME | EXTRA_AXES, .doc = doc_geometric_jacobian},
    {NAMED(jacobian_dot_qd), RUNS(jacobian_dot_qd),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_WRENCH}, .extras = EXTRA_FRAME | EXTRA_AXES, .doc = doc_jacobian_dot_qd},
    {NAMED(frame_velocity), RUNS(frame_velocity),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_WRENCH}, .extras = EXTRA_FRAME | EXTRA_AXES, .doc = doc_frame_velocity},
    {NAMED(frame_acceleration), RUNS(frame_acceleration),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}, {"qdd", SHAPE_V}},
     .outputs = {SHAPE_WRENCH}, .extras = EXTRA_FRAME | EXTRA_AXES, .doc = doc_frame_acceleration},
    {NAMED(jacobian_dot), RUNS(jacobian_dot),
     .inputs = {{"q", SHAPE_Q}, {"qd", SHAPE_V}},
     .outputs = {SHAPE_JACOBIAN}, .extras = EXTRA_FRAME | EXTRA_AXES, .doc = doc_jacobian_dot},
    {NAMED(jacobian_derivative), RUNS(jacobian_derivative),
     .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_JACOBIAN_BY_Q}, .extras = EXTRA_FRAME | EXTRA_AXES, .doc = doc_jacobian_derivative},
    {NAMED(transform_derivative), RUNS(transform_derivative),
     .inputs = {{"q", SHAPE_Q}},
     .outputs = {SHAPE_TRANSFORM_BY_Q}, .extras = EXTRA_FRAME, .doc = doc_transform_derivative},
    // the end of what is written
    // clang-format on
    {NAMED(external_force), RUNS(external_force), .inputs = {{"wrench", SHAPE_WRENCH}, {"q", SHAPE_Q}},
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
