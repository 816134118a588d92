#include "generate/routine.h"

#include "generate/traced_derivatives.h"
#include "generate/traced_dynamics.h"
#include "generate/traced_frame.h"
#include "generate/traced_kernels.h"
#include "generate/traced_mass.h"
#include "generate/traced_model.h"
#include "generate/traced_observer.h"
#include "generate/traced_products.h"
#include "generate/traced_second_derivatives.h"

const array_shape cdy_input_shapes[INPUT_COUNT] = {
    [INPUT_Q] = {"q", LENGTH_NQ, LENGTH_ONE, "configuration, rad and m"},
    [INPUT_QD] = {"qd", LENGTH_NV, LENGTH_ONE, "velocity, rad/s and m/s"},
    [INPUT_QDD] = {"qdd", LENGTH_NV, LENGTH_ONE, "acceleration, rad/s2 and m/s2"},
    [INPUT_TAU] = {"tau", LENGTH_NV, LENGTH_ONE, "joint torques, N m and N"},
    [INPUT_WRENCHES] = {"wrenches", LENGTH_FORCE_ROWS, LENGTH_SIX,
                        "external force matrix, rows Tx Ty Tz Fx Fy Fz in the base frame"},
    [INPUT_GRAVITY] = {"gravity", LENGTH_THREE, LENGTH_ONE, "gravity in the base frame, m/s2"},
    [INPUT_PAYLOAD] = {"payload", LENGTH_TEN, LENGTH_ONE,
                       "mass, center of mass x y z, inertia xx yy zz yz xz xy about it; kg, m, kg m2"},
    [INPUT_WEIGHTS] = {"w", LENGTH_NV, LENGTH_ONE, "weights of the result"},
};

#define BIT(array) (1u << INPUT_##array)
#define LOADS      (BIT(WRENCHES) | BIT(GRAVITY) | BIT(PAYLOAD))

const routine cdy_routines[] = {
    {.call = CDY_GENERATE_INVERSE_DYNAMICS,
     .name = "inverse_dynamics",
     .sentence = "Inverse dynamics: tau = M(q) qdd + C(q, qd) qd + G(q) - J(q)^T f.",
     .inputs = BIT(Q) | BIT(QD) | BIT(QDD),
     .more = LOADS,
     .outputs = {{"tau", LENGTH_NV, LENGTH_ONE, "joint torques, N m and N"}},
     .trace = cdy_trace_inverse_dynamics},
    {.call = CDY_GENERATE_FORWARD_DYNAMICS,
     .name = "forward_dynamics",
     .sentence = "Forward dynamics: M(q) qdd = tau - C(q, qd) qd - G(q) + J(q)^T f.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU),
     .more = LOADS,
     .outputs = {{"qdd", LENGTH_NV, LENGTH_ONE, "acceleration, rad/s2 and m/s2"}},
     .trace = cdy_trace_forward_dynamics},
    {.call = CDY_GENERATE_MASS_MATRIX,
     .name = "mass_matrix",
     .sentence = "Mass matrix M(q).",
     .inputs = BIT(Q),
     .more = BIT(PAYLOAD),
     .outputs = {{"M", LENGTH_NV, LENGTH_NV, "symmetric"}},
     .trace = cdy_trace_mass_matrix},
    {.call = CDY_GENERATE_INVERSE_MASS_MATRIX,
     .name = "inverse_mass_matrix",
     .sentence = "Inverse of the mass matrix M(q).",
     .inputs = BIT(Q),
     .more = BIT(PAYLOAD),
     .outputs = {{"M_inverse", LENGTH_NV, LENGTH_NV, "symmetric"}},
     .trace = cdy_trace_inverse_mass_matrix},
    {.call = CDY_GENERATE_GRAVITY_TORQUE,
     .name = "gravity_torque",
     .sentence = "Torques that hold the robot against gravity, G(q), without drives.",
     .inputs = BIT(Q),
     .more = BIT(GRAVITY) | BIT(PAYLOAD),
     .outputs = {{"tau", LENGTH_NV, LENGTH_ONE, "joint torques, N m and N"}},
     .trace = cdy_trace_gravity_torque},
    {.call = CDY_GENERATE_VELOCITY_PRODUCT,
     .name = "velocity_product",
     .sentence = "Torques of Coriolis and centrifugal forces, C(q, qd) qd, without drives.",
     .inputs = BIT(Q) | BIT(QD),
     .more = BIT(PAYLOAD),
     .outputs = {{"tau", LENGTH_NV, LENGTH_ONE, "joint torques, N m and N"}},
     .trace = cdy_trace_velocity_product},
    {.call = CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES,
     .name = "inverse_dynamics_derivatives",
     .sentence = "Derivatives of inverse dynamics by the configuration, in velocity coordinates, and by the velocity.",
     .inputs = BIT(Q) | BIT(QD) | BIT(QDD),
     .more = LOADS,
     .outputs = {{"dtau_dq", LENGTH_NV, LENGTH_NV, "column k: by coordinate k"},
                 {"dtau_dqd", LENGTH_NV, LENGTH_NV, "column k: by velocity k"}},
     .trace = cdy_trace_inverse_dynamics_derivatives},
    {.call = CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES,
     .name = "forward_dynamics_derivatives",
     .sentence = "Derivatives of forward dynamics by configuration, in velocity coordinates, velocity and torques.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU),
     .more = LOADS,
     .outputs = {{"by_q", LENGTH_NV, LENGTH_NV, "column k: by coordinate k"},
                 {"by_qd", LENGTH_NV, LENGTH_NV, "column k: by velocity k"},
                 {"by_tau", LENGTH_NV, LENGTH_NV, "column k: by torque k"}},
     .trace = cdy_trace_forward_dynamics_derivatives},
    {.call = CDY_GENERATE_INVERSE_DYNAMICS_SECOND_DERIVATIVES,
     .name = "inverse_dynamics_second_derivatives",
     .sentence = "Second derivatives of inverse dynamics by configuration, in velocity coordinates, and velocity.",
     .inputs = BIT(Q) | BIT(QD) | BIT(QDD),
     .more = LOADS,
     .outputs = {{"by_q_q", LENGTH_NV, LENGTH_NV_SQUARED, "row i, number j nv + k: of dtau_dq[i][j], by coordinate k"},
                 {"by_q_qd", LENGTH_NV, LENGTH_NV_SQUARED, "of dtau_dq[i][j], by velocity k"},
                 {"by_qd_qd", LENGTH_NV, LENGTH_NV_SQUARED, "of dtau_dqd[i][j], by velocity k"},
                 {"mass_by_q", LENGTH_NV, LENGTH_NV_SQUARED, "of M[i][j], by coordinate k"}},
     .trace = cdy_trace_inverse_dynamics_second_derivatives},
    {.call = CDY_GENERATE_INVERSE_DYNAMICS_VJP,
     .name = "inverse_dynamics_vjp",
     .sentence = "Gradient of the sum of w[i] tau[i] of inverse dynamics.",
     .inputs = BIT(Q) | BIT(QD) | BIT(QDD) | BIT(WEIGHTS),
     .more = LOADS,
     .outputs = {{"by_q", LENGTH_NQ, LENGTH_ONE, "by the numbers of q"},
                 {"by_qd", LENGTH_NV, LENGTH_ONE, "by the velocity"},
                 {"by_qdd", LENGTH_NV, LENGTH_ONE, "by the acceleration"}},
     .trace = cdy_trace_inverse_dynamics_vjp},
    {.call = CDY_GENERATE_FORWARD_DYNAMICS_VJP,
     .name = "forward_dynamics_vjp",
     .sentence = "Gradient of the sum of w[i] qdd[i] of forward dynamics.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU) | BIT(WEIGHTS),
     .more = LOADS,
     .outputs = {{"by_q", LENGTH_NQ, LENGTH_ONE, "by the numbers of q"},
                 {"by_qd", LENGTH_NV, LENGTH_ONE, "by the velocity"},
                 {"by_tau", LENGTH_NV, LENGTH_ONE, "by the torques"}},
     .trace = cdy_trace_forward_dynamics_vjp},
    {.call = CDY_GENERATE_OBSERVER,
     .name = "observer",
     .sentence = "Momentum p = M(q) qd, and the known part of its rate, tau - drives + C^T qd - G.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU),
     .more = BIT(GRAVITY) | BIT(PAYLOAD),
     .outputs = {{"p", LENGTH_NV, LENGTH_ONE, "momentum"}, {"rate", LENGTH_NV, LENGTH_ONE, "N m and N"}},
     .trace = cdy_trace_momentum},
    {.call = CDY_GENERATE_TRANSFORM,
     .name = "transform",
     .sentence = "Placement of the frame in the base frame: rotation, origin, and a last row 0 0 0 1.",
     .inputs = BIT(Q),
     .outputs = {{"T", LENGTH_FOUR, LENGTH_FOUR, "homogeneous transform, m"}},
     .trace = cdy_trace_transform},
    {.call = CDY_GENERATE_JACOBIAN,
     .name = "geometric_jacobian",
     .sentence = "Geometric Jacobian of the frame at its origin, in the base's axes: [w; v] = J qd.",
     .inputs = BIT(Q),
     .outputs = {{"J", LENGTH_SIX, LENGTH_NV, "three angular rows, then three linear ones"}},
     .trace = cdy_trace_geometric_jacobian},
    {.call = ROUTINE_ARTICULATED_BODIES,
     .name = "articulated_bodies",
     .sentence = "Forward dynamics, and the pivots D of the mass matrix, M = L^T D L.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU),
     .outputs = {{"qdd", LENGTH_NV, LENGTH_ONE, "acceleration, rad/s2 and m/s2"},
                 {"D", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"}},
     .trace = cdy_trace_articulated_bodies},
    {.call = ROUTINE_INVERSE_WITH_PIVOTS,
     .name = "inverse_with_pivots",
     .sentence = "Inverse of the mass matrix M = L^T D L, the pivots D, and the diagonal of M.",
     .inputs = BIT(Q),
     .outputs = {{"M_inverse", LENGTH_NV, LENGTH_NV, "symmetric"},
                 {"D", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"},
                 {"diagonal", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"}},
     .trace = cdy_trace_inverse_with_pivots},
    {.call = ROUTINE_INVERSE_DYNAMICS_PRODUCTS,
     .name = "inverse_dynamics_products",
     .sentence = "Products of w with the derivatives of inverse dynamics, along the velocities.",
     .inputs = BIT(Q) | BIT(QD) | BIT(QDD) | BIT(WEIGHTS),
     .outputs = {{"by_q", LENGTH_NV, LENGTH_ONE, "along the velocity"},
                 {"by_qd", LENGTH_NV, LENGTH_ONE, "by the velocity"},
                 {"by_qdd", LENGTH_NV, LENGTH_ONE, "by the acceleration"}},
     .trace = cdy_trace_inverse_dynamics_products},
    {.call = ROUTINE_FORWARD_DYNAMICS_PRODUCTS,
     .name = "forward_dynamics_products",
     .sentence = "Products of w with the derivatives of forward dynamics, the pivots D of M, and qdd.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU) | BIT(WEIGHTS),
     .outputs = {{"by_q", LENGTH_NV, LENGTH_ONE, "along the velocity"},
                 {"by_qd", LENGTH_NV, LENGTH_ONE, "by the velocity"},
                 {"by_tau", LENGTH_NV, LENGTH_ONE, "by the torques"},
                 {"D", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"},
                 {"qdd", LENGTH_NV, LENGTH_ONE, "acceleration, rad/s2 and m/s2"}},
     .trace = cdy_trace_forward_dynamics_products},
    {.call = ROUTINE_FORWARD_DERIVATIVES_WITH_PIVOTS,
     .name = "forward_derivatives_with_pivots",
     .sentence = "Derivatives of forward dynamics, the pivots D and the diagonal of M, and qdd.",
     .inputs = BIT(Q) | BIT(QD) | BIT(TAU),
     .outputs = {{"by_q", LENGTH_NV, LENGTH_NV, "column k: by coordinate k"},
                 {"by_qd", LENGTH_NV, LENGTH_NV, "column k: by velocity k"},
                 {"by_tau", LENGTH_NV, LENGTH_NV, "column k: by torque k"},
                 {"D", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"},
                 {"diagonal", LENGTH_NV, LENGTH_ONE, "kg m2 and kg"},
                 {"qdd", LENGTH_NV, LENGTH_ONE, "acceleration, rad/s2 and m/s2"}},
     .trace = cdy_trace_forward_derivatives_with_pivots},
};
const int cdy_routine_count = (int)(sizeof cdy_routines / sizeof cdy_routines[0]);

int cdy_dimension(const cdy_model *model, dimension d)
{
    switch (d) {
    case LENGTH_ONE: break;
    case LENGTH_THREE: return 3;
    case LENGTH_FOUR: return 4;
    case LENGTH_SIX: return 6;
    case LENGTH_TEN: return 10;
    case LENGTH_NQ: return model->nq;
    case LENGTH_NV: return model->nv;
    case LENGTH_NV_SQUARED: return model->nv * model->nv;
    case LENGTH_FORCE_ROWS: return model->force_rows;
    }
    return 1;
}

int cdy_array_length(const cdy_model *model, const array_shape *shape)
{
    return cdy_dimension(model, shape->rows) * cdy_dimension(model, shape->columns);
}

unsigned cdy_routine_inputs(const routine *r, unsigned more)
{
    return r->inputs | (r->more & more);
}

/* The constant vector of gravity; zeros for NULL. */
static expression *constant_gravity(const tracer *t, const double gravity[3])
{
    expression *x = cdy_tracer_array(t, 3);
    for (int k = 0; x && gravity && k < 3; k++) {
        x[k] = expression_constant(gravity[k]);
    }
    return x;
}

/* The model with the payload that is an input. */
static bool trace_model(tracer *t, const cdy_model *model, int payload_frame)
{
    cdy_model *traced = cdy_arena_allocate(t->arena, cdy_traced_model_size(model), 1);
    if (traced) {
        const bool has_payload = (t->arrays & BIT(PAYLOAD)) != 0;
        cdy_traced_model_init(traced, model, payload_frame, has_payload ? t->inputs[INPUT_PAYLOAD] : NULL);
    }
    t->model = traced;
    return traced;
}

bool cdy_trace(const routine *r, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena,
               expression *outputs[MOST_OUTPUTS])
{
    tracer t = {.graph = g, .arena = arena, .frame = more.frame, .arrays = cdy_routine_inputs(r, more.arrays)};
    t.kernel_scratch = cdy_arena_allocate(arena, cdy_kernels_traced.scratch_size(model) + 1, 1);
    t.nothing = constant_gravity(&t, NULL);
    for (int array = 0; array < INPUT_COUNT; array++) {
        const int length = cdy_array_length(model, &cdy_input_shapes[array]);
        expression *x = cdy_tracer_array(&t, length);
        t.inputs[array] = x;
        for (int i = 0; x && i < length && t.arrays & 1u << array; i++) {
            x[i] = cdy_graph_input(g, array, i);
        }
    }
    for (int k = 0; k < MOST_OUTPUTS; k++) {
        outputs[k] = r->outputs[k].name ? cdy_tracer_array(&t, cdy_array_length(model, &r->outputs[k])) : NULL;
    }
    t.gravity = t.arrays & BIT(GRAVITY) ? t.inputs[INPUT_GRAVITY] : constant_gravity(&t, model->gravity);
    return !arena->failed && trace_model(&t, model, more.payload_frame) && r->trace(&t, outputs);
}
