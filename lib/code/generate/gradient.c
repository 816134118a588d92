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
    expression *bar = g->failed ? NULL : cdy_allocate((size_t)count, sizeof *bar); /* zero */
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

/* The derivative of a product or of a quotient y = a / b, by those of its operands. */
static expression slope_of_product(expression a, expression b, expression by_a, expression by_b)
{
    return cdy_graph_add(cdy_graph_multiply(by_a, b), cdy_graph_multiply(a, by_b));
}

static expression slope_of_quotient(expression y, expression b, expression by_a, expression by_b)
{
    return cdy_graph_divide(cdy_graph_subtract(by_a, cdy_graph_multiply(y, by_b)), b);
}

/* The derivative of node `i` by those of its operands. */
static expression slope_of(graph *g, int32_t i, const expression *slope)
{
    const graph_node n = g->nodes[i]; /* a copy: the nodes move when new ones are made */
    if (n.kind == NODE_INPUT || n.kind == NODE_CONSTANT || n.kind >= NODE_SOLVED) {
        return slope[i];
    }
    const expression y = cdy_graph_expression(g, i), a = cdy_graph_expression(g, n.a), by_a = slope[n.a];
    switch (n.kind) {
    case NODE_INPUT:
    case NODE_CONSTANT:
    case NODE_SOLVED:
    case NODE_LIST: break;
    case NODE_ADD: return cdy_graph_add(by_a, slope[n.b]);
    case NODE_SUBTRACT: return cdy_graph_subtract(by_a, slope[n.b]);
    case NODE_MULTIPLY: return slope_of_product(a, cdy_graph_expression(g, n.b), by_a, slope[n.b]);
    case NODE_DIVIDE: return slope_of_quotient(y, cdy_graph_expression(g, n.b), by_a, slope[n.b]);
    case NODE_NEGATE: return cdy_graph_negate(by_a);
    case NODE_SINE: return cdy_graph_multiply(cdy_graph_function(NODE_COSINE, a), by_a);
    case NODE_COSINE: return cdy_graph_negate(cdy_graph_multiply(cdy_graph_function(NODE_SINE, a), by_a));
    case NODE_TANH:
        return cdy_graph_multiply(cdy_graph_subtract(expression_constant(1), cdy_graph_multiply(y, y)), by_a);
    case NODE_ROOT: return cdy_graph_divide(expression_times(0.5, by_a), y);
    case NODE_EXPONENTIAL: return cdy_graph_multiply(y, by_a);
    case NODE_LOGARITHM: return cdy_graph_divide(by_a, a);
    }
    return slope[i];
}

/* Marks the nodes that results depend on, those of a graph's first `count` nodes. */
static void mark_operands(const graph *g, int32_t count, int outputs, const expression *y, bool *needed)
{
    for (int i = 0; i < outputs; i++) {
        if (y[i].owner) {
            needed[y[i].is.node] = true;
        }
    }
    for (int32_t i = count - 1; i >= 0; i--) {
        const graph_node *n = &g->nodes[i];
        if (needed[i] && n->kind >= NODE_ADD && n->kind < NODE_SOLVED) {
            needed[n->a] = true;
            needed[n->b] = needed[n->b] || n->kind < NODE_NEGATE;
        }
    }
}

/* The slopes of the nodes that results depend on: those of others would be nodes that nobody reads. */
static bool sweep_forwards(graph *g, expression x, int32_t count, int outputs, const expression *y, expression *slope,
                           bool *needed)
{
    mark_operands(g, count, outputs, y, needed);
    slope[x.is.node] = expression_constant(1);
    for (int32_t i = 0; i < count && !g->failed; i++) {
        if (needed[i]) {
            slope[i] = slope_of(g, i, slope);
        }
    }
    return !g->failed;
}

bool cdy_graph_slopes(graph *g, expression x, int outputs, const expression *y, expression *slopes)
{
    const int32_t count = g->count;
    expression *slope = g->failed ? NULL : cdy_allocate((size_t)count, sizeof *slope); /* zero */
    bool *needed = g->failed ? NULL : cdy_allocate((size_t)count, sizeof *needed);
    const bool made = slope && needed && sweep_forwards(g, x, count, outputs, y, slope, needed);
    for (int i = 0; made && i < outputs; i++) {
        slopes[i] = y[i].owner ? slope[y[i].is.node] : expression_constant(0);
    }
    cdy_release(slope);
    cdy_release(needed);
    return made;
}
