#include "batch/double_lanes.h"

#include "batch/batch.h"
#include "dynamics/widths.h"

static cdy_batch *batch_of(double_lanes *lanes)
{
    return (void *)lanes;
}

/* Not every machine has two lanes. */
static batch_shape shape_of(const double_lanes_shape *x)
{
    const cdy_kernels *kernels = cdy_choose_kernels(x->lanes);
    return (batch_shape){.model = x->model,
                         .kernels = kernels ? kernels : cdy_choose_kernels(1),
                         .threads = 1,
                         .rows = x->rows,
                         .matrices = x->matrices ? ALL_MATRICES : MASS_MATRIX,
                         .is_part = true};
}

double_lanes_size cdy_double_lanes_size(const double_lanes_shape *x)
{
    const batch_shape shape = shape_of(x);
    const batch_size size = cdy_batch_lay_out(&shape, NULL, NULL);
    return (double_lanes_size){size.kept, size.passing};
}

cdy_status cdy_double_lanes_init(void *kept, void *passing, const double_lanes_shape *x, double_lanes **made,
                                 cdy_workspace **workspace, cdy_row_solver **solver, cdy_error *error)
{
    cdy_batch *batch = kept;
    const batch_shape shape = shape_of(x);
    cdy_batch_lay_out(&shape, kept, passing);
    const cdy_status status = cdy_batch_fill(batch, x->model, error);
    *made = kept;
    *workspace = batch_slot_of(batch, 0)->fallback.workspace;
    *solver = batch_slot_of(batch, 0)->fallback.solver;
    return status;
}

/* The statuses tell which states fail; the caller finds the reason. */
#define CALL(name, inputs, results)                                                                                    \
    void cdy_double_lanes_##name(double_lanes *lanes, const double_states *s)                                          \
    {                                                                                                                  \
        const double *q = s->in[0], *qd = s->in[1], *tau = s->in[2], *x = s->in[2], *fext = s->in[3];                  \
        const double *w = s->in[4], *dq = s->in[4], *dqd = s->in[5], *dtau = s->in[6];                                 \
        double *out = s->out[0], *second = s->out[1], *third = s->out[2];                                              \
        const cdy_forward_method method = s->method;                                                                   \
        (void)qd, (void)tau, (void)x, (void)fext, (void)second, (void)third, (void)method;                             \
        (void)w, (void)dq, (void)dqd, (void)dtau;                                                                      \
        (void)cdy_batch_##name(s->model, batch_of(lanes), s->count, ARGUMENTS_##inputs, OUT_##results, s->statuses,    \
                               NULL);                                                                                  \
    }
CALL(forward_dynamics, Q_QD_TAU_FEXT, ONE(ACCELERATIONS))
CALL(forward_dynamics_by, METHOD_Q_QD_TAU_FEXT, ONE(ACCELERATIONS))
CALL(inverse_mass_times, Q_TORQUE, ONE(ACCELERATIONS))
CALL(inverse_mass_matrix, Q, ONE(OWN_MATRIX))
CALL(forward_dynamics_derivatives, Q_QD_TAU_FEXT, THREE(OWN_MATRIX, OWN_MATRIX, OWN_MATRIX))
CALL(forward_dynamics_vjp, Q_QD_TAU_FEXT_W, EACH(ACCELERATIONS, ACCELERATIONS, ACCELERATIONS))
CALL(forward_dynamics_jvp, Q_QD_TAU_FEXT_STEPS, ONE(ACCELERATIONS))

static cdy_constrained_state constrained_states_of(const double_states *s)
{
    return (cdy_constrained_state){.q = s->in[0],
                                   .qd = s->in[1],
                                   .tau = s->in[2],
                                   .fext = s->in[3],
                                   .constraints = s->constraints,
                                   .count = s->constraint_count,
                                   .options = s->options,
                                   .restitution = s->restitution};
}

void cdy_double_lanes_constrained(double_lanes *lanes, const double_states *s)
{
    const cdy_constrained_state states = constrained_states_of(s);
    (void)cdy_batch_constrained_forward_dynamics(s->model, batch_of(lanes), s->count, &states, s->out[0], s->out[1],
                                                 s->reports, s->statuses, NULL);
}

void cdy_double_lanes_impact(double_lanes *lanes, const double_states *s)
{
    const cdy_constrained_state states = constrained_states_of(s);
    (void)cdy_batch_impact(s->model, batch_of(lanes), s->count, &states, s->out[0], s->out[1], s->reports, s->statuses,
                           NULL);
}
