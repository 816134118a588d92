/* Expression graphs: the operations of an algorithm on its inputs, one node an operation.
 *
 * A node is made once: equal operations on equal operands are one node, operations on constants are computed, and
 * terms that are 0 and factors that are 1 vanish. Nodes are in the order in which they were made, so that the operands
 * of a node have smaller indices. */
#ifndef CDY_GENERATE_GRAPH_H
#define CDY_GENERATE_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum node_kind {
    NODE_INPUT, /* number `a` of input array `b` */
    NODE_CONSTANT,
    NODE_ADD,
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_NEGATE, /* from here on one operand, a */
    NODE_SINE,
    NODE_COSINE,
    NODE_TANH,
    NODE_EXPONENTIAL,
    NODE_ROOT,
    NODE_LOGARITHM,
    NODE_SOLVED, /* number `b` of the solution of the system with the list `a` of operands (load_system.h) */
    NODE_LIST    /* operands of a system: one, and the rest of the list or the last one */
} node_kind;

typedef struct graph_node {
    node_kind kind;
    int32_t a, b;
    double value; /* of a constant */
} graph_node;

typedef struct graph {
    graph_node *nodes;
    int32_t count, capacity, most;
    int32_t *slots; /* hash table of node indices, -1 where empty */
    size_t slot_count;
    bool failed; /* no memory, or more than `most` nodes: all results are meaningless */
} graph;

/* A node of a graph, or a constant, which needs no graph. All bits zero: the constant 0. */
typedef struct expression {
    struct graph *owner; /* NULL: a constant */
    union {
        double value;
        int32_t node;
    } is;
} expression;

/* Starts an empty graph of at most `most` nodes. */
void cdy_graph_init(graph *g, int32_t most);
void cdy_graph_free(graph *g);

static inline expression expression_constant(double value)
{
    expression x;
    x.owner = NULL;
    x.is.value = value;
    return x;
}

/* Returns the expression of node `i`. */
expression cdy_graph_expression(graph *g, int32_t i);

expression cdy_graph_input(graph *g, int32_t array, int32_t number);
expression cdy_graph_add(expression a, expression b);
expression cdy_graph_subtract(expression a, expression b);
expression cdy_graph_multiply(expression a, expression b);
expression cdy_graph_divide(expression a, expression b);
expression cdy_graph_negate(expression a);

static inline expression expression_times(double factor, expression x)
{
    return cdy_graph_multiply(expression_constant(factor), x);
}

/* A function of x: `kind` is NODE_SINE, NODE_COSINE, NODE_TANH, NODE_ROOT, NODE_EXPONENTIAL or NODE_LOGARITHM. */
expression cdy_graph_function(node_kind kind, expression x);

/* Number `i` of the solution of a system with `count` operands (two or more). It counts as a constant where the graph
 * is differentiated. */
expression cdy_graph_solution(graph *g, int count, const expression *operands, int i);

/* Returns the index of the node of an expression, making a node for a constant; -1 where the graph has failed. */
int32_t cdy_graph_node(graph *g, expression x);

#ifdef __cplusplus
}
#endif

#endif
