#include "generate/emit.h"

#include "base/memory.h"

#include <math.h>

/* The nodes that results need, and how each is written. */
typedef struct listing {
    const graph *g;
    const char *const *inputs;
    const number_type *type;
    int32_t count;  /* nodes */
    int32_t *uses;  /* how often a node is an operand or a result; 0: not needed */
    int32_t *label; /* number in the name of a node's variable; -1: written where it is used */
    int32_t *angle; /* of an operand of sines and cosines: number in their names; -1: none yet */
} listing;

static bool is_operation(node_kind kind)
{
    return kind >= NODE_ADD;
}

static bool has_two_operands(node_kind kind)
{
    return (kind >= NODE_ADD && kind < NODE_NEGATE) || kind == NODE_LIST;
}

static void listing_clear(listing *l)
{
    cdy_release(l->uses);
    cdy_release(l->label);
    cdy_release(l->angle);
}

/* Count uses: operands have smaller indices, so that one sweep from the end sees every node after its users. */
static bool listing_make(listing *l, graph *g, const result_array *results, int result_count)
{
    for (int k = 0; k < result_count; k++) { /* constants become nodes */
        for (int i = 0; i < results[k].count; i++) {
            cdy_graph_node(g, results[k].values[i]);
        }
    }
    *l = (listing){.g = g, .count = g->count};
    l->uses = cdy_allocate((size_t)l->count + 1, sizeof *l->uses);
    l->label = cdy_allocate((size_t)l->count + 1, sizeof *l->label);
    l->angle = cdy_allocate((size_t)l->count + 1, sizeof *l->angle);
    if (g->failed || !l->uses || !l->label || !l->angle) {
        listing_clear(l);
        return false;
    }
    for (int k = 0; k < result_count; k++) {
        for (int i = 0; i < results[k].count; i++) {
            l->uses[cdy_graph_node(g, results[k].values[i])]++;
        }
    }
    for (int32_t i = l->count - 1; i >= 0; i--) {
        const graph_node *n = &g->nodes[i];
        l->label[i] = l->angle[i] = -1;
        if (l->uses[i] && is_operation(n->kind)) {
            l->uses[n->a]++;
        }
        if (l->uses[i] && has_two_operands(n->kind)) {
            l->uses[n->b]++;
        }
    }
    return true;
}

/* Whether an angle is known from the beginning: an input, or an input with an offset. */
static bool is_first_angle(const listing *l, int32_t i)
{
    const graph_node *n = &l->g->nodes[i];
    const bool sum = n->kind == NODE_ADD || n->kind == NODE_SUBTRACT;
    return n->kind == NODE_INPUT ||
           (sum && !is_operation(l->g->nodes[n->a].kind) && !is_operation(l->g->nodes[n->b].kind));
}

bool cdy_count_operations(graph *g, const result_array *results, int result_count, operation_count *count)
{
    listing l;
    *count = (operation_count){.finite = true};
    if (!listing_make(&l, g, results, result_count)) {
        return false;
    }
    for (int32_t i = 0; i < l.count; i++) {
        const node_kind kind = g->nodes[i].kind;
        if (!l.uses[i]) {
            continue;
        }
        if (kind == NODE_CONSTANT) {
            const double size = fabs(g->nodes[i].value);
            count->finite = count->finite && isfinite(size);
            count->largest = isfinite(size) ? fmax(count->largest, size) : count->largest;
        }
        count->arithmetic += has_two_operands(kind) || kind == NODE_NEGATE;
        count->tanhs += kind == NODE_TANH;
        count->roots += kind == NODE_ROOT;
        count->exponentials += kind == NODE_EXPONENTIAL;
        count->logarithms += kind == NODE_LOGARITHM;
        count->solved += kind == NODE_SOLVED;
        if ((kind == NODE_SINE || kind == NODE_COSINE) && l.angle[g->nodes[i].a] < 0) {
            count->first_sines += is_first_angle(&l, g->nodes[i].a);
            l.angle[g->nodes[i].a] = count->sines++;
        }
    }
    listing_clear(&l);
    return true;
}

/* Whether a node is written inside the expression that uses it: a product of a sum, so that compilers may fuse the two
 * operations. */
static bool is_inlined(const listing *l, int32_t i)
{
    return l->uses[i] == 1 && l->g->nodes[i].kind == NODE_MULTIPLY;
}

static void add_operand(source_text *out, const listing *l, int32_t i)
{
    const graph_node *n = &l->g->nodes[i];
    switch (n->kind) {
    case NODE_INPUT: cdy_source_add(out, "%s[%d]", l->inputs[n->b], (int)n->a); break;
    case NODE_CONSTANT: cdy_source_add_number(out, n->value, l->type->floats); break;
    case NODE_SINE: cdy_source_add(out, "s%d", (int)l->angle[n->a]); break;
    case NODE_COSINE: cdy_source_add(out, "c%d", (int)l->angle[n->a]); break;
    case NODE_MULTIPLY:
        if (l->label[i] < 0) {
            add_operand(out, l, n->a);
            cdy_source_add(out, " * ");
            add_operand(out, l, n->b);
            break;
        }
        cdy_source_add(out, "t%d", (int)l->label[i]);
        break;
    case NODE_ADD:
    case NODE_SUBTRACT:
    case NODE_DIVIDE:
    case NODE_NEGATE:
    case NODE_TANH:
    case NODE_ROOT:
    case NODE_EXPONENTIAL:
    case NODE_LOGARITHM: cdy_source_add(out, "t%d", (int)l->label[i]); break;
    case NODE_SOLVED: cdy_source_add(out, "y%d[%d]", (int)l->label[n->a], (int)n->b); break;
    case NODE_LIST: break;
    }
}

/* s and c of the angle in node `angle`, by one call. */
static void emit_sine_and_cosine(source_text *out, listing *l, int32_t angle, int32_t number)
{
    l->angle[angle] = number;
    cdy_source_add(out, "    %s s%d, c%d;\n    {\n        const %s x = ", l->type->type, (int)number, (int)number,
                   l->type->type);
    add_operand(out, l, angle);
    cdy_source_add(out, ";\n        %s_sincos%s(&x, &s%d, &c%d);\n    }\n", l->type->name, l->type->suffix, (int)number,
                   (int)number);
}

/* Such an angle, written as an expression. */
static void add_first_angle(source_text *out, const listing *l, int32_t i)
{
    const graph_node *n = &l->g->nodes[i];
    if (n->kind == NODE_INPUT) {
        add_operand(out, l, i);
        return;
    }
    add_operand(out, l, n->a);
    cdy_source_add(out, n->kind == NODE_ADD ? " + " : " - ");
    add_operand(out, l, n->b);
}

/* s and c of a group of angles, by one call. */
static void emit_sines_at_once(source_text *out, listing *l, const int32_t *angles, int count, int32_t number)
{
    const char *name = l->type->name, *cast = l->type->floats ? "(float)" : "";
    cdy_source_add(out, "    %s_wide sines%d = {0}, cosines%d = {0};\n    {\n        const %s_wide x = {", name,
                   (int)number, (int)number, name);
    for (int k = 0; k < count; k++) {
        cdy_source_add(out, k ? ", " : "");
        add_first_angle(out, l, angles[k]);
    }
    cdy_source_add(out, "};\n        %s_sincos_some(%d, &x, &sines%d, &cosines%d);\n    }\n", name, count, (int)number,
                   (int)number);
    for (int k = 0; k < count; k++) {
        l->angle[angles[k]] = number + k;
        cdy_source_add(out, "    const %s s%d = %ssines%d[%d], c%d = %scosines%d[%d];\n", l->type->type,
                       (int)number + k, cast, (int)number, k, (int)number + k, cast, (int)number, k);
    }
}

/* Finds up to `most` angles that are known from the beginning and have no number yet, from node *i on. */
static int find_first_angles(listing *l, int32_t *i, int most, int32_t *angles)
{
    int count = 0;
    for (; count < most && *i < l->count; ++*i) {
        const graph_node *n = &l->g->nodes[*i];
        const bool sine = l->uses[*i] && (n->kind == NODE_SINE || n->kind == NODE_COSINE);
        if (sine && l->angle[n->a] < 0 && is_first_angle(l, n->a)) {
            l->angle[n->a] = 0; /* found */
            angles[count++] = n->a;
        }
    }
    return count;
}

/* The sines and cosines of the angles that are known from the beginning, in groups of lanes; a single one is left to
 * emit_sine_and_cosine(). Returns how many. */
static int32_t emit_first_sines(source_text *out, listing *l)
{
    enum { MOST_AT_ONCE = 16 };
    int32_t angles[MOST_AT_ONCE], number = 0, i = 0;
    const int most = l->type->sines_at_once;
    int count = most;
    while (most && count == most) {
        count = find_first_angles(l, &i, most, angles);
        if (count > 1) {
            emit_sines_at_once(out, l, angles, count, number);
            number += count;
        } else if (count == 1) {
            l->angle[angles[0]] = -1;
        }
    }
    return number;
}

static void emit_operation(source_text *out, const listing *l, int32_t i)
{
    static const char *const symbols[] = {[NODE_ADD] = " + ",
                                          [NODE_SUBTRACT] = " - ",
                                          [NODE_MULTIPLY] = " * ",
                                          [NODE_DIVIDE] = " / ",
                                          [NODE_NEGATE] = "-"};
    const graph_node *n = &l->g->nodes[i];
    cdy_source_add(out, "    const %s t%d = %s", l->type->type, (int)l->label[i], n->kind == NODE_NEGATE ? "-" : "");
    add_operand(out, l, n->a);
    if (has_two_operands(n->kind)) {
        cdy_source_add(out, "%s", symbols[n->kind]);
        add_operand(out, l, n->b);
    }
    cdy_source_add(out, ";\n");
}

static const char *name_of_function(node_kind kind)
{
    return kind == NODE_TANH ? "tanh" : kind == NODE_ROOT ? "root" : kind == NODE_EXPONENTIAL ? "exp" : "log";
}

static void emit_function(source_text *out, const listing *l, int32_t i)
{
    const number_type *type = l->type;
    cdy_source_add(out, "    %s t%d;\n    {\n        const %s x = ", type->type, (int)l->label[i], type->type);
    add_operand(out, l, l->g->nodes[i].a);
    cdy_source_add(out, ";\n        %s_%s%s(&x, &t%d);\n    }\n", type->name, name_of_function(l->g->nodes[i].kind),
                   type->suffix, (int)l->label[i]);
}

/* Operand `k` of a system, whose list is at *list; that becomes the rest of the list. */
static void emit_system_operand(source_text *out, const listing *l, int k, int32_t *list)
{
    const graph_node *n = &l->g->nodes[*list];
    const int32_t operand = n->kind == NODE_LIST ? n->a : *list;
    const bool constant = l->type->lanes && l->g->nodes[operand].kind == NODE_CONSTANT;
    cdy_source_add(out, "        x[%d] = %s", k, constant ? "none + " : "");
    add_operand(out, l, operand);
    cdy_source_add(out, ";\n");
    *list = n->kind == NODE_LIST ? n->b : -1;
}

/* The solution of the system with a list of operands, as the array y with the number of the list. */
static void emit_system(source_text *out, listing *l, int32_t list, int32_t number)
{
    const number_type *type = l->type;
    l->label[list] = number;
    cdy_source_add(out, "    %s y%d[%s_FREEDOM];\n    {\n        %s x[%s_LOADS];\n", type->type, (int)number,
                   type->name, type->type, type->name);
    if (type->lanes) {
        cdy_source_add(out, "        const %s none = {0};\n", type->type);
    }
    for (int k = 0; list >= 0; k++) {
        emit_system_operand(out, l, k, &list);
    }
    cdy_source_add(out, "        %s_solve_load%s(x, y%d);\n    }\n", type->name, type->suffix, (int)number);
}

/* A product used by one sum only is written inside the sum, so that compilers fuse the two operations. */
static void choose_inlined(listing *l)
{
    for (int32_t i = 0; i < l->count; i++) {
        const graph_node *n = &l->g->nodes[i];
        const bool sum = l->uses[i] && (n->kind == NODE_ADD || n->kind == NODE_SUBTRACT);
        if (sum && is_inlined(l, n->b)) {
            l->label[n->b] = -2;
        } else if (sum && is_inlined(l, n->a)) {
            l->label[n->a] = -2;
        }
    }
}

static void emit_statements(source_text *out, listing *l)
{
    int32_t temporaries = 0, angles = emit_first_sines(out, l);
    for (int32_t i = 0; i < l->count; i++) {
        const graph_node *n = &l->g->nodes[i];
        if (!l->uses[i] || !is_operation(n->kind) || l->label[i] == -2 || n->kind == NODE_LIST) {
            continue;
        }
        if (n->kind == NODE_SOLVED) {
            if (l->label[n->a] < 0) {
                emit_system(out, l, n->a, temporaries++);
            }
        } else if (n->kind != NODE_SINE && n->kind != NODE_COSINE) {
            l->label[i] = temporaries++;
            if (n->kind >= NODE_TANH) {
                emit_function(out, l, i);
            } else {
                emit_operation(out, l, i);
            }
        } else if (l->angle[n->a] < 0) {
            emit_sine_and_cosine(out, l, n->a, angles++);
        }
    }
}

/* Whether a result is a constant, which lanes take from a sum with zeros: C++ has no compound literals. */
static bool has_constant_result(graph *g, const result_array *results, int result_count)
{
    for (int k = 0; k < result_count; k++) {
        for (int i = 0; i < results[k].count; i++) {
            if (g->nodes[cdy_graph_node(g, results[k].values[i])].kind == NODE_CONSTANT) {
                return true;
            }
        }
    }
    return false;
}

bool cdy_emit(source_text *out, graph *g, const char *const *inputs, const result_array *results, int result_count,
              const number_type *type)
{
    listing l;
    if (!listing_make(&l, g, results, result_count)) {
        return false;
    }
    l.inputs = inputs;
    l.type = type;
    choose_inlined(&l);
    if (type->lanes && has_constant_result(g, results, result_count)) {
        cdy_source_add(out, "    const %s zero = {0};\n", type->type);
    }
    emit_statements(out, &l);
    for (int k = 0; k < result_count; k++) {
        for (int i = 0; i < results[k].count; i++) {
            const int32_t node = cdy_graph_node(g, results[k].values[i]);
            cdy_source_add(out, "    %s[%d] = ", results[k].name, i);
            if (type->lanes && g->nodes[node].kind == NODE_CONSTANT) {
                cdy_source_add(out, "zero + ");
            }
            add_operand(out, &l, node);
            cdy_source_add(out, ";\n");
        }
    }
    listing_clear(&l);
    return !out->failed;
}
