#include "generate/graph.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

void cdy_graph_init(graph *g, int32_t most)
{
    memset(g, 0, sizeof *g);
    g->most = most;
}

void cdy_graph_free(graph *g)
{
    cdy_release(g->nodes);
    cdy_release(g->slots);
    memset(g, 0, sizeof *g);
}

/* FNV-1a over the four words of a node. */
static size_t hash_of(const graph_node *n)
{
    uint64_t bits, hash = 14695981039346656037U;
    memcpy(&bits, &n->value, sizeof bits);
    const uint64_t words[] = {(uint64_t)n->kind, (uint64_t)(uint32_t)n->a, (uint64_t)(uint32_t)n->b, bits};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        hash = (hash ^ words[i]) * 1099511628211U;
        hash ^= hash >> 29;
    }
    return (size_t)hash;
}

static bool same_node(const graph_node *x, const graph_node *y)
{
    return x->kind == y->kind && x->a == y->a && x->b == y->b && memcmp(&x->value, &y->value, sizeof x->value) == 0;
}

/* Slot of a node equal to `n`, or the empty one where it belongs. */
static size_t find_slot(const graph *g, const graph_node *n)
{
    size_t slot = hash_of(n) & (g->slot_count - 1);
    while (g->slots[slot] >= 0 && !same_node(&g->nodes[g->slots[slot]], n)) {
        slot = (slot + 1) & (g->slot_count - 1);
    }
    return slot;
}

/* Make room for another node: the table of slots stays at most half full. */
static bool make_room(graph *g)
{
    if (g->count < g->capacity) {
        return true;
    }
    const int32_t capacity = g->capacity ? 2 * g->capacity : 1024;
    const size_t slot_count = 2 * (size_t)capacity;
    graph_node *nodes = cdy_reallocate(g->nodes, (size_t)capacity, sizeof *nodes);
    if (nodes) {
        g->nodes = nodes;
    }
    int32_t *slots = nodes ? cdy_allocate(slot_count, sizeof *slots) : NULL;
    if (!slots) {
        return false;
    }
    cdy_release(g->slots);
    g->slots = slots;
    g->slot_count = slot_count;
    g->capacity = capacity;
    memset(slots, 0xff, slot_count * sizeof *slots);
    for (int32_t i = 0; i < g->count; i++) {
        slots[find_slot(g, &nodes[i])] = i;
    }
    return true;
}

/* The node equal to `n`, made where there is none; -1 after a failure. */
static int32_t intern(graph *g, graph_node n)
{
    if (g->failed || (g->count >= g->most && g->count == g->capacity) || !make_room(g)) {
        g->failed = true;
        return -1;
    }
    const size_t slot = find_slot(g, &n);
    if (g->slots[slot] < 0) {
        if (g->count >= g->most) {
            g->failed = true;
            return -1;
        }
        g->nodes[g->count] = n;
        g->slots[slot] = g->count++;
    }
    return g->slots[slot];
}

static expression expression_of_node(graph *g, graph_node n)
{
    const int32_t node = intern(g, n);
    expression x = expression_constant((double)NAN);
    if (node >= 0) {
        x.owner = g;
        x.is.node = node;
    }
    return x;
}

int32_t cdy_graph_node(graph *g, expression x)
{
    return x.owner ? x.is.node : intern(g, (graph_node){NODE_CONSTANT, 0, 0, x.is.value});
}

expression cdy_graph_input(graph *g, int32_t array, int32_t number)
{
    return expression_of_node(g, (graph_node){NODE_INPUT, number, array, 0});
}

static bool is_constant(expression x, double value)
{
    return !x.owner && x.is.value == value;
}

/* The node of an expression that is no constant; NULL for a constant. */
static const graph_node *node_of(expression x)
{
    return x.owner ? &x.owner->nodes[x.is.node] : NULL;
}

static bool is_kind(expression x, node_kind kind)
{
    const graph_node *n = node_of(x);
    return n && n->kind == kind;
}

expression cdy_graph_expression(graph *g, int32_t i)
{
    expression x = expression_constant(g->nodes[i].value);
    if (g->nodes[i].kind != NODE_CONSTANT) {
        x.owner = g;
        x.is.node = i;
    }
    return x;
}

static expression operand_a(expression x)
{
    return cdy_graph_expression(x.owner, x.owner->nodes[x.is.node].a);
}

static expression operand_b(expression x)
{
    return cdy_graph_expression(x.owner, x.owner->nodes[x.is.node].b);
}

static expression binary(node_kind kind, expression a, expression b)
{
    graph *g = a.owner ? a.owner : b.owner;
    const int32_t i = cdy_graph_node(g, a), j = cdy_graph_node(g, b);
    return g->failed ? expression_constant((double)NAN) : expression_of_node(g, (graph_node){kind, i, j, 0});
}

static expression commutative(node_kind kind, expression a, expression b)
{
    const bool swap = a.owner && b.owner ? a.is.node > b.is.node : !b.owner;
    return swap ? binary(kind, b, a) : binary(kind, a, b);
}

/* Whether two expressions are the same node. */
static bool is_same_node(expression a, expression b)
{
    return a.owner && b.owner && a.is.node == b.is.node;
}

/* The constant factor and the other factor of an expression: x = factor * rest. */
static double constant_factor(expression x, expression *rest)
{
    if (is_kind(x, NODE_MULTIPLY)) {
        const expression a = operand_a(x);
        if (!a.owner) {
            *rest = operand_b(x);
            return a.is.value;
        }
    }
    *rest = x;
    return 1;
}

expression cdy_graph_add(expression a, expression b)
{
    if (!a.owner && !b.owner) {
        return expression_constant(a.is.value + b.is.value);
    }
    if (is_constant(a, 0)) {
        return b;
    }
    if (is_constant(b, 0)) {
        return a;
    }
    if (is_kind(b, NODE_NEGATE)) {
        return cdy_graph_subtract(a, operand_a(b));
    }
    if (is_kind(a, NODE_NEGATE)) {
        return cdy_graph_subtract(b, operand_a(a));
    }
    return commutative(NODE_ADD, a, b);
}

expression cdy_graph_subtract(expression a, expression b)
{
    if (!a.owner && !b.owner) {
        return expression_constant(a.is.value - b.is.value);
    }
    if (is_constant(b, 0)) {
        return a;
    }
    if (is_constant(a, 0)) {
        return cdy_graph_negate(b);
    }
    if (is_same_node(a, b)) {
        return expression_constant(0);
    }
    if (is_kind(b, NODE_NEGATE)) {
        return cdy_graph_add(a, operand_a(b));
    }
    if (is_kind(a, NODE_NEGATE)) {
        return cdy_graph_negate(cdy_graph_add(operand_a(a), b));
    }
    return binary(NODE_SUBTRACT, a, b);
}

expression cdy_graph_negate(expression a)
{
    if (!a.owner) {
        return expression_constant(-a.is.value);
    }
    if (is_kind(a, NODE_NEGATE)) {
        return operand_a(a);
    }
    if (is_kind(a, NODE_SUBTRACT)) {
        return cdy_graph_subtract(operand_b(a), operand_a(a));
    }
    return expression_of_node(a.owner, (graph_node){NODE_NEGATE, a.is.node, 0, 0});
}

expression cdy_graph_multiply(expression a, expression b)
{
    expression rest;
    if (!a.owner && !b.owner) {
        return expression_constant(a.is.value * b.is.value);
    }
    if (!b.owner) {
        return cdy_graph_multiply(b, a);
    }
    if (is_constant(a, 0)) {
        return expression_constant(0);
    }
    if (is_constant(a, 1)) {
        return b;
    }
    if (is_constant(a, -1)) {
        return cdy_graph_negate(b);
    }
    if (is_kind(a, NODE_NEGATE)) {
        return cdy_graph_negate(cdy_graph_multiply(operand_a(a), b));
    }
    if (is_kind(b, NODE_NEGATE)) {
        return cdy_graph_negate(cdy_graph_multiply(a, operand_a(b)));
    }
    if (!a.owner) {
        const double factor = constant_factor(b, &rest);
        if (factor != 1) {
            return cdy_graph_multiply(expression_constant(a.is.value * factor), rest);
        }
    }
    return commutative(NODE_MULTIPLY, a, b);
}

expression cdy_graph_divide(expression a, expression b)
{
    if (!a.owner && !b.owner) {
        return expression_constant(a.is.value / b.is.value);
    }
    if (is_constant(a, 0)) {
        return a;
    }
    if (!b.owner) {
        return cdy_graph_multiply(expression_constant(1 / b.is.value), a);
    }
    if (is_kind(a, NODE_NEGATE)) {
        return cdy_graph_negate(cdy_graph_divide(operand_a(a), b));
    }
    return binary(NODE_DIVIDE, a, b);
}

static double value_of_function(node_kind kind, double x)
{
    return kind == NODE_SINE          ? sin(x)
           : kind == NODE_COSINE      ? cos(x)
           : kind == NODE_TANH        ? tanh(x)
           : kind == NODE_ROOT        ? sqrt(x)
           : kind == NODE_EXPONENTIAL ? exp(x)
                                      : log(x);
}

expression cdy_graph_solution(graph *g, int count, const expression *operands, int i)
{
    int32_t list = cdy_graph_node(g, operands[count - 1]);
    for (int k = count - 2; k >= 0 && !g->failed; k--) {
        list = intern(g, (graph_node){NODE_LIST, cdy_graph_node(g, operands[k]), list, 0});
    }
    return g->failed ? expression_constant((double)NAN) : expression_of_node(g, (graph_node){NODE_SOLVED, list, i, 0});
}

expression cdy_graph_function(node_kind kind, expression x)
{
    if (!x.owner) {
        return expression_constant(value_of_function(kind, x.is.value));
    }
    /* sin(-x) = -sin(x), cos(-x) = cos(x). */
    const bool has_parity = kind == NODE_SINE || kind == NODE_COSINE || kind == NODE_TANH;
    if (has_parity && is_kind(x, NODE_NEGATE)) {
        const expression f = cdy_graph_function(kind, operand_a(x));
        return kind == NODE_COSINE ? f : cdy_graph_negate(f);
    }
    return expression_of_node(x.owner, (graph_node){kind, x.is.node, 0, 0});
}
