#include "generate/traced_load.h"

#include "generate/load_system.h"
#include "generate/traced_drives.h"
#include "generate/traced_kernels.h"

#include <string.h>

/* With the loads u = M qdd + bias, M and bias of the bodies and springs, tau is rest + u + F(u) + R qdd, of which the
 * derivative by qdd over 1 + F'(u) is symmetric: M + R share with share = 1 / (1 + F'(u)). */
typedef struct loaded_system {
    expression *M, *factors;      /* n x n: M, then M + R share, and its factors */
    expression *bias, *rest;      /* n */
    expression *qdd;              /* n */
    expression *share, *by_qd;    /* n: 1 / (1 + F'), and the derivative of F by qd */
    expression *D, *load_numbers; /* n; LOAD_OPERANDS(n) */
} loaded_system;

static bool make_system(const tracer *t, loaded_system *x)
{
    const int n = t->model->nv;
    expression **const vectors[] = {&x->bias, &x->rest, &x->qdd, &x->share, &x->by_qd, &x->D};
    bool made = (x->M = cdy_tracer_array(t, n * n)) && (x->factors = cdy_tracer_array(t, n * n)) &&
                (x->load_numbers = cdy_tracer_array(t, LOAD_OPERANDS(n)));
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        made = (*vectors[i] = cdy_tracer_array(t, n)) && made;
    }
    return made;
}

static expression rotor_of(const tracer *t, int i)
{
    return expression_constant(model_drives(t->model)[i].rotor);
}

/* The system at the state, whose accelerations are zero. */
static void express_system(const tracer *t, const tree_state *s, const loaded_system *x)
{
    const cdy_model *model = t->model;
    cdy_kernels_traced.rnea(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                            as_input(s->qdd), cdy_tracer_wrenches(t), as_output(x->bias));
    cdy_kernels_traced.crba(model, t->kernel_scratch, as_input(s->q), as_output(x->M));
    for (int i = 0; i < model->nv; i++) {
        x->bias[i] = cdy_graph_add(x->bias[i], cdy_express_spring(model, i, s->q));
        x->rest[i] = cdy_graph_subtract(t->inputs[INPUT_TAU][i], cdy_express_friction(model, i, s->qd));
    }
}

/* The accelerations that code finds by iteration. */
static void express_iteration(const tracer *t, const tree_state *s, const loaded_system *x)
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    for (int i = 0; i < n; i++) {
        const load_friction f = cdy_express_load_friction(model, i, s->qd, expression_constant(0));
        const expression numbers[LOAD_VECTORS] = {
            x->rest[i], x->bias[i], rotor_of(t, i),
            f.a,        f.b,        expression_constant(model_drives(model)[i].law.load_width)};
        for (int k = 0; k < LOAD_VECTORS; k++) {
            x->load_numbers[k * n + i] = numbers[k];
        }
    }
    for (int i = 0; i < n * n; i++) {
        x->load_numbers[LOAD_VECTORS * n + i] = x->M[i];
    }
    for (int i = 0; i < n; i++) {
        x->qdd[i] = cdy_graph_solution(t->graph, LOAD_OPERANDS(n), x->load_numbers, i);
    }
}

/* Factors of M + R share, and what the kernels keep beside them, which other kernels overwrite: the same nodes again.
 */
static void factor(const tracer *t, const loaded_system *x)
{
    const size_t n = (size_t)t->model->nv;
    memcpy(x->factors, x->M, n * n * sizeof *x->M);
    cdy_kernels_traced.ltdl_factor(t->model, t->kernel_scratch, as_output(x->factors), as_output(x->D));
}

/* Adds a step of Newton's method to the accelerations; M becomes M + R share, factored. */
static void express_step(const tracer *t, const tree_state *s, const loaded_system *x)
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    expression *change = x->rest;
    for (int i = 0; i < n; i++) {
        expression load = x->bias[i];
        for (int k = 0; k < n; k++) {
            load = cdy_graph_add(load, cdy_graph_multiply(x->M[i * n + k], x->qdd[k]));
        }
        const load_friction f = cdy_express_load_friction(model, i, s->qd, load);
        x->share[i] = cdy_graph_divide(expression_constant(1), cdy_graph_add(expression_constant(1), f.by_load));
        x->by_qd[i] = f.by_qd;
        const expression rotor = cdy_graph_multiply(rotor_of(t, i), x->qdd[i]);
        const expression found = cdy_graph_add(cdy_graph_add(load, f.torque), rotor);
        change[i] = cdy_graph_multiply(x->share[i], cdy_graph_subtract(x->rest[i], found));
    }
    for (int i = 0; i < n; i++) {
        expression *element = &x->M[i * (n + 1)];
        *element = cdy_graph_add(*element, cdy_graph_multiply(rotor_of(t, i), x->share[i]));
    }
    factor(t, x);
    cdy_kernels_traced.ltdl_solve(model, t->kernel_scratch, as_input(x->factors), as_output(change));
    for (int i = 0; i < n; i++) {
        x->qdd[i] = cdy_graph_add(x->qdd[i], change[i]);
    }
}

static bool solve(const tracer *t, const tree_state *s, loaded_system *x)
{
    if (!make_system(t, x)) {
        return false;
    }
    express_system(t, s, x);
    express_iteration(t, s, x);
    express_step(t, s, x);
    return true;
}

bool cdy_express_loaded_accelerations(const tracer *t, const tree_state *s, expression *qdd)
{
    loaded_system x;
    if (!solve(t, s, &x)) {
        return false;
    }
    for (int i = 0; i < t->model->nv; i++) {
        qdd[i] = x.qdd[i];
    }
    return true;
}

/* The system whose solution are the loads u that with their friction are the torques: M = 1, without bias and rotors.
 */
bool cdy_express_overcome_friction(const tracer *t, const tree_state *s, expression *torque)
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    expression *numbers = cdy_tracer_array(t, LOAD_OPERANDS(n)), *spring = cdy_tracer_array(t, n);
    if (!numbers || !spring) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        const load_friction f = cdy_express_load_friction(model, i, s->qd, expression_constant(0));
        spring[i] = cdy_express_spring(model, i, s->q);
        numbers[i] = cdy_graph_add(torque[i], spring[i]);
        numbers[3 * n + i] = f.a;
        numbers[4 * n + i] = f.b;
        numbers[5 * n + i] = expression_constant(model_drives(model)[i].law.load_width);
        numbers[LOAD_VECTORS * n + i * (n + 1)] = expression_constant(1);
    }
    for (int i = 0; i < n; i++) { /* and a step of Newton's method */
        const expression load = cdy_graph_solution(t->graph, LOAD_OPERANDS(n), numbers, i);
        const load_friction f = cdy_express_load_friction(model, i, s->qd, load);
        const expression excess = cdy_graph_subtract(cdy_graph_add(load, f.torque), numbers[i]);
        const expression slope = cdy_graph_add(expression_constant(1), f.by_load);
        torque[i] = cdy_graph_subtract(cdy_graph_subtract(load, cdy_graph_divide(excess, slope)), spring[i]);
    }
    return true;
}

bool cdy_express_loaded_derivatives(const tracer *t, const tree_state *s, expression *const outputs[3])
{
    const cdy_model *model = t->model;
    const int n = model->nv;
    loaded_system x;
    if (!solve(t, s, &x)) {
        return false;
    }
    cdy_kernels_traced.drnea(model, t->kernel_scratch, as_input(t->gravity), as_input(s->q), as_input(s->qd),
                             as_input(x.qdd), cdy_tracer_wrenches(t), false, as_output(outputs[0]),
                             as_output(outputs[1]));
    for (int i = 0; i < n; i++) {
        const drive_slope slope = cdy_express_drive_slope(model, i, s->qd);
        const expression by_qd = cdy_graph_multiply(x.share[i], cdy_graph_add(slope.by_qd, x.by_qd[i]));
        outputs[0][i * (n + 1)] = cdy_graph_add(outputs[0][i * (n + 1)], slope.by_q);
        outputs[1][i * (n + 1)] = cdy_graph_add(outputs[1][i * (n + 1)], by_qd);
    }
    factor(t, &x);
    cdy_kernels_traced.ltdl_solve_with_inverse(model, t->kernel_scratch, as_input(x.factors), as_output(outputs[0]),
                                               as_output(outputs[1]), as_output(outputs[2]));
    for (int i = 0; i < n * n; i++) {
        outputs[2][i] = cdy_graph_multiply(outputs[2][i], x.share[i % n]);
    }
    return true;
}
