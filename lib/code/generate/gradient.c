#include "generate/gradient.h"

#include "base/memory.h"

/* Add the terms of node `i` to the derivatives `bar` by its operands: bar_a += bar_i * d node / d a. */
static void propagate(graph *g, int32_t i, expression *bar)
{
    const graph_node n = g->nodes[i]; /* a copy: the nodes move when new ones are made */
    const expression own = bar[i], y = cdy_graph_expression(g, i);
    if (n.kind == NODE_INPUT || n.kind == NODE_CONSTANT || n.kind == NODE_SOLVED) {
        return;
    }
    const expression a = cdy_graph_expression(g, n.a), b = cdy_graph_expression(g, n.b);
    switch (n.kind) {
    case NODE_INPUT:
    case NODE_CONSTANT:
    case NODE_LIST:
    case NODE_SOLVED: break;
    case NODE_ADD:
        bar[n.a] = cdy_graph_add(bar[n.a], own);
        bar[n.b] = cdy_graph_add(bar[n.b], own);
        break;
    case NODE_SUBTRACT:
        bar[n.a] = cdy_graph_add(bar[n.a], own);
        bar[n.b] = cdy_graph_subtract(bar[n.b], own);
        break;
    case NODE_MULTIPLY:
        bar[n.a] = cdy_graph_add(bar[n.a], cdy_graph_multiply(own, b));
        bar[n.b] = cdy_graph_add(bar[n.b], cdy_graph_multiply(own, a));
        break;
    case NODE_DIVIDE: {
        const expression quotient = cdy_graph_divide(own, b);
        bar[n.a] = cdy_graph_add(bar[n.a], quotient);
        bar[n.b] = cdy_graph_subtract(bar[n.b], cdy_graph_multiply(quotient, y));
        break;
    }
    case NODE_NEGATE: bar[n.a] = cdy_graph_subtract(bar[n.a], own); break;
    case NODE_SINE:
        bar[n.a] = cdy_graph_add(bar[n.a], cdy_graph_multiply(own, cdy_graph_function(NODE_COSINE, a)));
        break;
    case NODE_COSINE:
        bar[n.a] = cdy_graph_subtract(bar[n.a], cdy_graph_multiply(own, cdy_graph_function(NODE_SINE, a)));
        break;
    case NODE_TANH: {
        const expression slope = cdy_graph_subtract(expression_constant(1), cdy_graph_multiply(y, y));
        bar[n.a] = cdy_graph_add(bar[n.a], cdy_graph_multiply(own, slope));
        break;
    }
    case NODE_ROOT: bar[n.a] = cdy_graph_add(bar[n.a], cdy_graph_divide(expression_times(0.5, own), y)); break;
    case NODE_EXPONENTIAL: bar[n.a] = cdy_graph_add(bar[n.a], cdy_graph_multiply(own, y)); break;
    case NODE_LOGARITHM: bar[n.a] = cdy_graph_add(bar[n.a], cdy_graph_divide(own, a)); break;
    }
}

bool cdy_graph_gradient(graph *g, int outputs, const expression *y, const expression *weights, int inputs,
                        const expression *x, expression *gradient)
{
    const int32_t count = g->count;
    expression *bar = cdy_allocate((size_t)count, sizeof *bar); /* zero */
    if (!bar) {
        return false;
    }
    for (int i = 0; i < outputs; i++) {
        if (y[i].owner) {
            bar[y[i].is.node] = cdy_graph_add(bar[y[i].is.node], weights[i]);
        }
    }
    for (int32_t i = count - 1; i >= 0 && !g->failed; i--) {
        if (bar[i].owner || bar[i].is.value != 0) {
            propagate(g, i, bar);
        }
    }
    for (int i = 0; i < inputs; i++) {
        gradient[i] = bar[x[i].is.node];
    }
    cdy_release(bar);
    return true;
}
