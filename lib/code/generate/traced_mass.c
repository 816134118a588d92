#include "generate/traced_mass.h"

#include "generate/traced_kernels.h"

bool cdy_express_mass_matrix(const tracer *t, const expression *q, expression *M)
{
    const cdy_model *model = t->model;
    const int n = model->tree_nv;
    expression *tree_M = cdy_tracer_array(t, n * n);
    if (!tree_M) {
        return false;
    }
    cdy_kernels_traced.crba(model, t->kernel_scratch, as_input(q), as_output(tree_M));
    for (int i = 0; model->drives_act && i < n; i++) {
        expression *diagonal = &tree_M[i * (n + 1)];
        *diagonal = cdy_graph_add(*diagonal, expression_constant(model_drives(model)[i].rotor));
    }
    cdy_kernels_traced.project_matrix(model, as_input(tree_M), as_output(M));
    return true;
}

void cdy_express_inverse_of_factors(const tracer *t, const expression *L, const expression *D, expression *inverse)
{
    const size_t n = (size_t)t->model->nv;
    for (size_t i = 0; i < n; i++) {
        inverse[i * (n + 1)] = expression_constant(1);
    }
    cdy_kernels_traced.ldl_solve(n, as_input(L), as_input(D), n, as_output(inverse));
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            inverse[i * n + j] = inverse[j * n + i];
        }
    }
}

/* Inverse of the dense matrix M, which the factors overwrite. */
static bool invert_dense(const tracer *t, expression *M, expression *inverse)
{
    expression *D = cdy_tracer_array(t, t->model->nv);
    if (D) {
        cdy_kernels_traced.ldl_factor((size_t)t->model->nv, as_output(M), as_output(D));
        cdy_express_inverse_of_factors(t, M, D, inverse);
    }
    return D != NULL;
}

/* Inverse of the mass matrix M, which its factors overwrite: those that branches leave sparse, without mimic joints. D
 * receives the pivots. */
static bool invert_sparse(const tracer *t, expression *M, expression *inverse, expression *D)
{
    if (!D) {
        return false;
    }
    cdy_kernels_traced.ltdl_factor(t->model, t->kernel_scratch, as_output(M), as_output(D));
    cdy_kernels_traced.ltdl_solve_with_inverse(t->model, t->kernel_scratch, as_input(M), NULL, NULL,
                                               as_output(inverse));
    return true;
}

bool cdy_trace_mass_matrix(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const expression *q = cdy_tracer_coordinates(t, INPUT_Q, t->model->tree_nq);
    return q && cdy_express_mass_matrix(t, q, outputs[0]);
}

/* Mimic joints make M dense. */
bool cdy_trace_inverse_mass_matrix(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const cdy_model *model = t->model;
    const expression *q = cdy_tracer_coordinates(t, INPUT_Q, model->tree_nq);
    expression *M = cdy_tracer_array(t, model->nv * model->nv);
    return q && M && cdy_express_mass_matrix(t, q, M) &&
           (model->has_followers ? invert_dense(t, M, outputs[0])
                                 : invert_sparse(t, M, outputs[0], cdy_tracer_array(t, model->nv)));
}

bool cdy_trace_inverse_with_pivots(tracer *t, expression *const outputs[MOST_OUTPUTS])
{
    const int n = t->model->nv;
    const expression *q = cdy_tracer_coordinates(t, INPUT_Q, t->model->tree_nq);
    expression *M = cdy_tracer_array(t, n * n);
    if (!q || !M || !cdy_express_mass_matrix(t, q, M)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        outputs[2][i] = M[i * (n + 1)];
    }
    return invert_sparse(t, M, outputs[0], outputs[1]);
}
