#include "generate/traced_frame.h"

#include "generate/traced_kernels.h"

bool cdy_trace_transform(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const expression *q = cdy_tracer_coordinates(t, INPUT_Q, t->model->tree_nq);
    if (q) {
        cdy_kernels_traced.placement(t->model, t->kernel_scratch, t->frame, as_input(q), as_output(outputs[0]));
    }
    return q != NULL;
}

bool cdy_trace_geometric_jacobian(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const expression *q = cdy_tracer_coordinates(t, INPUT_Q, t->model->tree_nq);
    expression *tree_J = cdy_tracer_array(t, 6 * t->model->tree_nv);
    if (q && tree_J) {
        cdy_kernels_traced.jacobian(t->model, t->kernel_scratch, t->frame, false, as_input(q), as_output(tree_J));
        cdy_kernels_traced.project_columns(t->model, 6, as_input(tree_J), as_output(outputs[0]));
    }
    return q && tree_J;
}
