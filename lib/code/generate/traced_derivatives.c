#include "generate/traced_derivatives.h"

#include "generate/traced_drives.h"
#include "generate/traced_dynamics.h"
#include "generate/traced_kernels.h"
#include "generate/traced_load.h"
#include "generate/traced_mass.h"

/* Derivatives of inverse dynamics (nv x nv each) at a state of the tree. */
static bool differentiate(const tracer *t, const tree_state *s, expression *dtau_dq, expression *dtau_dqd)
{
    const cdy_model *model = t->model;
    const int n = model->tree_nv;
    expression *by_q = cdy_tracer_array(t, n * n), *by_qd = cdy_tracer_array(t, n * n);
    expression *bodies = cdy_tracer_array(t, n);
    if (!by_q || !by_qd || !bodies) {
        return false;
    }
    cdy_kernels_traced.drnea(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                             as_input(s->qdd), cdy_tracer_wrenches(t), false, as_output(by_q), as_output(by_qd));
    if (model->load_acts) {
        cdy_kernels_traced.rnea(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                                as_input(s->qdd), cdy_tracer_wrenches(t), as_output(bodies));
    }
    cdy_express_drive_slopes(t, s->q, s->qd, bodies, by_q, by_qd);
    cdy_kernels_traced.project_square(model, as_input(by_q), as_output(dtau_dq));
    cdy_kernels_traced.project_square(model, as_input(by_qd), as_output(dtau_dqd));
    return true;
}

bool cdy_trace_inverse_dynamics_derivatives(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    tree_state s;
    return cdy_tracer_state(t, INPUT_QD, INPUT_QDD, &s) && differentiate(t, &s, outputs[0], outputs[1]);
}

/* The mass matrix of a robot without mimic joints, as its factors that branches leave sparse, with what tells how close
 * it is to a singular one, and the accelerations. */
typedef struct sparse_system {
    expression *L; /* nv x nv */
    expression *D, *diagonal, *qdd;
} sparse_system;

/* Derivatives of forward dynamics, by tau the inverse of M: of inverse dynamics at the accelerations, times -M^-1. The
 * first pass of the derivatives also gives M and the bias torque. A hundredth of the size of what cancels in the
 * diagonal of M is added to the diagonal that pivots are compared with: pivots above a millionth of that sum are no
 * rounding errors. */
static bool differentiate_sparse(const tracer *t, const tree_state *s, expression *const outputs[3],
                                 const sparse_system *x)
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    const double part_of_size = 0.01;
    expression *bias = cdy_tracer_array(t, n), *sizes = cdy_tracer_array(t, n);
    if (!bias || !sizes || !x->L || !x->D || !x->diagonal || !x->qdd) {
        return false;
    }
    cdy_kernels_traced.bias_and_mass(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                                     cdy_tracer_wrenches(t), as_output(bias), as_output(x->L), as_output(sizes));
    for (int i = 0; i < n; i++) {
        expression *element = &x->L[i * (n + 1)];
        if (model->drives_act) {
            bias[i] = cdy_graph_add(bias[i], cdy_express_drive_torque(t, i, s->q, s->qd));
            *element = cdy_graph_add(*element, expression_constant(model_drives(model)[i].rotor));
        }
        x->diagonal[i] = cdy_graph_add(*element, expression_times(part_of_size, sizes[i]));
        x->qdd[i] = cdy_graph_subtract(t->inputs[INPUT_TAU][i], bias[i]);
    }
    cdy_kernels_traced.ltdl_factor(model, t->kernel_scratch, as_output(x->L), as_output(x->D));
    cdy_kernels_traced.ltdl_solve(model, t->kernel_scratch, as_input(x->L), as_output(x->qdd));
    cdy_kernels_traced.drnea_finish(model, t->kernel_scratch, cdy_tracer_wrenches(t) != NULL, as_input(x->qdd),
                                    as_output(outputs[0]), as_output(outputs[1]));
    cdy_express_drive_slopes(t, s->q, s->qd, NULL, outputs[0], outputs[1]);
    cdy_kernels_traced.ltdl_solve_with_inverse(model, t->kernel_scratch, as_input(x->L), as_output(outputs[0]),
                                               as_output(outputs[1]), as_output(outputs[2]));
    return true;
}

/* The same with mimic joints, which make M dense. */
static bool differentiate_dense(const tracer *t, tree_state *s, expression *const outputs[3])
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    expression *M = cdy_tracer_array(t, n * n), *D = cdy_tracer_array(t, n), *qdd = cdy_tracer_array(t, n);
    if (!qdd || !cdy_express_accelerations(t, s, qdd, M, D)) {
        return false;
    }
    cdy_kernels_traced.expand_velocities(model, as_input(qdd), as_output(s->qdd));
    if (!differentiate(t, s, outputs[0], outputs[1])) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        cdy_kernels_traced.ldl_solve((size_t)n, as_input(M), as_input(D), (size_t)n, as_output(outputs[k]));
        for (int i = 0; i < n * n; i++) {
            outputs[k][i] = cdy_graph_negate(outputs[k][i]);
        }
    }
    cdy_express_inverse_of_factors(t, M, D, outputs[2]);
    return true;
}

bool cdy_trace_forward_dynamics_derivatives(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const int n = t->model->nv;
    const sparse_system unused = {cdy_tracer_array(t, n * n), cdy_tracer_array(t, n), cdy_tracer_array(t, n),
                                  cdy_tracer_array(t, n)};
    tree_state s;
    if (!cdy_tracer_state(t, INPUT_QD, INPUT_COUNT, &s)) {
        return false;
    }
    return t->model->load_acts       ? cdy_express_loaded_derivatives(t, &s, outputs)
           : t->model->has_followers ? differentiate_dense(t, &s, outputs)
                                     : differentiate_sparse(t, &s, outputs, &unused);
}

bool cdy_trace_forward_derivatives_with_pivots(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const sparse_system system = {cdy_tracer_array(t, t->model->nv * t->model->nv), outputs[3], outputs[4], outputs[5]};
    tree_state s;
    return cdy_tracer_state(t, INPUT_QD, INPUT_COUNT, &s) && differentiate_sparse(t, &s, outputs, &system);
}
