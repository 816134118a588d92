#include "xacro/expression.h"
#include "xacro/format.h"
#include "xacro/function.h"
#include "xacro/integer.h"
#include "xacro/show.h"
#include "xacro/substitution.h"

#include <string.h>

static const struct {
    const char *name, *written;
} moved[] = {{"abs", "python.abs"},
             {"sum", "python.sum"},
             {"any", "python.any"},
             {"all", "python.all"},
             {"tuple", "python.tuple"},
             {"set", "python.set"},
             {"zip", "python.zip"},
             {"type", "python.type"},
             {"filter", "python.filter"},
             {"reversed", "python.reversed"},
             {"enumerate", "python.enumerate"},
             {"isinstance", "python.isinstance"},
             {"divmod", "python.divmod"},
             {"arg", "xacro.arg"}};

/* Reports an undefined name with the most similar one. */
static cdy_value fail_name(cdy_interpreter *x, const char *name, cdy_scope *scope)
{
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
        if (strcmp(name, moved[i].name) == 0) {
            cdy_report_error(x, "'%s' is not defined; xacro has it as '%s'", name, moved[i].written);
        }
    }
    const char *similar = cdy_similar_name(x, scope, name);
    if (similar && strcmp(similar, name) != 0) {
        cdy_report_error(x, "the property '%.80s' is not defined here; did you mean '%.80s'?", name, similar);
    }
    cdy_report_error(x, "the property '%.80s' is not defined here; define it with <xacro:property name=\"%.80s\" .../>",
                     name, name);
    return cdy_failed_value;
}

static cdy_value look_up_name(cdy_interpreter *x, const char *name, const cdy_names *names)
{
    for (const cdy_variable *v = names->variables; v; v = v->outer) {
        if (strcmp(v->name, name) == 0) {
            return v->value;
        }
    }
    if (!names->scope) {
        return cdy_look_up_eval(x, name);
    }
    cdy_value value = cdy_look_up(x, names->scope, name);
    if (value.kind || x->status) {
        return value;
    }
    value = cdy_find_global(name);
    return value.kind ? value : fail_name(x, name, names->scope);
}

/* Binds a target of `for` to a value, which adds its variables to `names`. */
static bool bind(cdy_interpreter *x, const cdy_expression *target, cdy_value value, cdy_names *names)
{
    if (target->form == CDY_FORM_NAME) {
        cdy_variable *variable = cdy_take(x, 1, sizeof *variable);
        if (!variable) {
            return false;
        }
        *variable = (cdy_variable){target->name, value, names->variables};
        names->variables = variable;
        return true;
    }
    const cdy_list *elements = cdy_elements_of(x, value);
    if (elements && elements->count != target->count) {
        return cdy_report_error(x, "%zu values cannot be taken apart into %zu names", elements->count, target->count);
    }
    bool bound = elements != NULL;
    for (size_t i = 0; i < target->count && bound; i++) {
        bound = bind(x, target->parts[i], elements->items[i], names);
    }
    return bound;
}

static bool add_result(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names, cdy_value *result)
{
    const cdy_value element = cdy_evaluate(x, e->parts[0], names);
    if (!element.kind) {
        return false;
    }
    if (e->kind != CDY_KIND_DICT && e->kind != CDY_KIND_SET) {
        return cdy_append(x, result->list, element);
    }
    const cdy_value value = e->count > 1 ? cdy_evaluate(x, e->parts[1], names) : cdy_none;
    return value.kind && cdy_dict_set(x, result->dict, element, value);
}

/* Runs one `for` clause over its elements, and the next clause within each iteration. */
static bool run_clause(cdy_interpreter *x, const cdy_expression *e, const cdy_clause *clause, const cdy_names *names,
                       cdy_value *result)
{
    const cdy_value iterable = cdy_evaluate(x, clause->iterable, names);
    const cdy_list *elements = iterable.kind ? cdy_elements_of(x, iterable) : NULL;
    bool good = elements && cdy_enter(x);
    if (!good) {
        return false;
    }
    for (size_t i = 0; i < elements->count && good; i++) {
        cdy_names inner = *names;
        good = cdy_step(x, 1) && bind(x, clause->target, elements->items[i], &inner);
        bool kept = true;
        for (size_t k = 0; k < clause->condition_count && good && kept; k++) {
            const cdy_value condition = cdy_evaluate(x, clause->conditions[k], &inner);
            good = condition.kind != CDY_KIND_FAILED;
            kept = cdy_truth_of(condition);
        }
        if (good && kept) {
            good = clause->next ? run_clause(x, e, clause->next, &inner, result) : add_result(x, e, &inner, result);
        }
    }
    cdy_leave(x);
    return good;
}

static cdy_value evaluate_comprehension(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    const bool keyed = e->kind == CDY_KIND_DICT || e->kind == CDY_KIND_SET;
    cdy_value result = keyed ? cdy_new_dict(x, e->kind) : cdy_new_list(x, e->kind, 0);
    return result.kind && run_clause(x, e, e->clauses, names, &result) ? result : cdy_failed_value;
}

/* Evaluates elements; starred ones contribute their elements. */
static cdy_value evaluate_elements(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names, cdy_kind kind)
{
    cdy_value result = cdy_new_list(x, kind, e->count);
    for (size_t i = 0; i < e->count && result.kind; i++) {
        const cdy_expression *part = e->parts[i];
        const bool star = part->form == CDY_FORM_STAR;
        const cdy_value value = cdy_evaluate(x, star ? part->parts[0] : part, names);
        const cdy_list *elements = star && value.kind ? cdy_elements_of(x, value) : NULL;
        for (size_t k = 0; elements && k < elements->count; k++) {
            if (!cdy_step(x, 1) || !cdy_append(x, result.list, elements->items[k])) {
                return cdy_failed_value;
            }
        }
        if (!value.kind || (star && !elements) || (!star && !cdy_append(x, result.list, value))) {
            return cdy_failed_value;
        }
    }
    return result;
}

static cdy_value evaluate_set(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    const cdy_value elements = evaluate_elements(x, e, names, CDY_KIND_LIST);
    const cdy_value result = elements.kind ? cdy_new_dict(x, CDY_KIND_SET) : elements;
    for (size_t i = 0; result.kind && i < elements.list->count; i++) {
        if (!cdy_dict_set(x, result.dict, elements.list->items[i], cdy_none)) {
            return cdy_failed_value;
        }
    }
    return result;
}

static cdy_value evaluate_dict(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    cdy_value result = cdy_new_dict(x, CDY_KIND_DICT);
    for (size_t i = 0; i + 1 < e->count && result.kind; i += 2) {
        const cdy_value key = cdy_evaluate(x, e->parts[i], names);
        const cdy_value value = key.kind ? cdy_evaluate(x, e->parts[i + 1], names) : key;
        if (!value.kind || !cdy_dict_set(x, result.dict, key, value)) {
            return cdy_failed_value;
        }
    }
    return result;
}

/* Arguments of a call while they are collected. */
typedef struct gathering {
    cdy_value items, named; /* a list; a dict by name */
} gathering;

static bool add_named(cdy_interpreter *x, gathering *g, cdy_value name, cdy_value value)
{
    size_t place;
    if (name.kind != CDY_KIND_TEXT) {
        return cdy_report_error(x, "expected texts as keys behind **, not a value of type %s", cdy_type_name(name));
    }
    if (cdy_dict_find(x, g->named.dict, name, &place)) {
        return cdy_report_error(x, "a call has the argument '%.80s' twice", name.text.bytes);
    }
    return cdy_dict_set(x, g->named.dict, name, value);
}

static bool gather_star(cdy_interpreter *x, gathering *g, const char *star, cdy_value value)
{
    bool added = true;
    if (strcmp(star, "**") == 0) {
        if (value.kind != CDY_KIND_DICT) {
            return cdy_report_error(x, "expected a dict behind **, not a value of type %s", cdy_type_name(value));
        }
        for (size_t i = 0; i < value.dict->count && added; i++) {
            added = add_named(x, g, value.dict->keys[i], value.dict->values[i]);
        }
        return added;
    }
    const cdy_list *elements = cdy_elements_of(x, value);
    for (size_t i = 0; elements && i < elements->count && added; i++) {
        added = cdy_append(x, g->items.list, elements->items[i]);
    }
    return elements && added;
}

static bool gather(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names, gathering *g)
{
    bool added = true;
    for (size_t i = 1; i < e->count && added; i++) {
        const cdy_expression *part = e->parts[i];
        const bool star = part->form == CDY_FORM_STAR;
        const cdy_value value = cdy_evaluate(x, star ? part->parts[0] : part, names);
        if (!value.kind) {
            return false;
        }
        added = star              ? gather_star(x, g, part->name, value)
                : e->operators[i] ? add_named(x, g, cdy_of_words(e->operators[i]), value)
                                  : cdy_append(x, g->items.list, value);
    }
    return added;
}

static cdy_value evaluate_call(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    const cdy_value callee = cdy_evaluate(x, e->parts[0], names);
    gathering g = {.items = cdy_new_list(x, CDY_KIND_LIST, e->count), .named = cdy_new_dict(x, CDY_KIND_DICT)};
    if (!callee.kind || !g.items.kind || !g.named.kind || !gather(x, e, names, &g)) {
        return cdy_failed_value;
    }
    const size_t named_count = g.named.dict->count;
    const char **words = named_count > 0 ? cdy_take(x, named_count, sizeof *words) : NULL;
    if (named_count > 0 && !words) {
        return cdy_failed_value;
    }
    for (size_t i = 0; i < named_count; i++) {
        words[i] = g.named.dict->keys[i].text.bytes;
    }
    const cdy_arguments a = {.items = g.items.list->items,
                             .count = g.items.list->count,
                             .names = words,
                             .named = g.named.dict->values,
                             .named_count = named_count};
    return cdy_call_value(x, callee, &a);
}

static bool compare_pair(cdy_interpreter *x, const char *comparison, cdy_value a, cdy_value b)
{
    if (strcmp(comparison, "==") == 0 || strcmp(comparison, "!=") == 0) {
        return cdy_equals(x, a, b) == (*comparison == '=');
    }
    if (strncmp(comparison, "is", 2) == 0) {
        return cdy_is_same(a, b) == !comparison[2];
    }
    if (strcmp(comparison, "in") == 0 || strcmp(comparison, "not in") == 0) {
        return cdy_contains(x, b, a) == (*comparison == 'i');
    }
    int order;
    if (!cdy_compare(x, a, b, &order) || order == 2) {
        return false;
    }
    const bool equal = order == 0 && comparison[1] == '=';
    return equal || (*comparison == '<' ? order < 0 : order > 0);
}

static cdy_value evaluate_comparison(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    cdy_value left = cdy_evaluate(x, e->parts[0], names);
    bool holds = left.kind;
    for (size_t i = 1; i < e->count && holds; i++) {
        const cdy_value right = cdy_evaluate(x, e->parts[i], names);
        holds = right.kind && compare_pair(x, e->operators[i], left, right);
        left = right;
    }
    return x->status ? cdy_failed_value : cdy_of_bool(holds);
}

/* `and` and `or`: the value of the first part that decides, else of the last. */
static cdy_value evaluate_chain(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    cdy_value value = cdy_failed_value;
    for (size_t i = 0; i < e->count; i++) {
        value = cdy_evaluate(x, e->parts[i], names);
        if (!value.kind || cdy_truth_of(value) == (e->form == CDY_FORM_OR)) {
            break;
        }
    }
    return value;
}

static cdy_value evaluate_unary(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    const cdy_value v = cdy_evaluate(x, e->parts[0], names);
    if (!v.kind) {
        return v;
    }
    if (strcmp(e->name, "not") == 0) {
        return cdy_of_bool(!cdy_truth_of(v));
    }
    if (*e->name == '~' && cdy_is_whole(v)) {
        return cdy_invert(x, v);
    }
    if (*e->name == '~' || !cdy_is_number(v)) {
        cdy_report_error(x, "%s does not take a value of type %s", e->name, cdy_type_name(v));
        return cdy_failed_value;
    }
    if (v.kind == CDY_KIND_FLOAT) {
        return cdy_of_number(*e->name == '-' ? -v.number : v.number);
    }
    return *e->name == '-' ? cdy_negate(x, v) : cdy_operate(x, "+", v, cdy_of_integer(0));
}

static cdy_value evaluate_slice(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    cdy_value parts[4];
    for (size_t i = 0; i < 4; i++) {
        parts[i] = e->parts[i] ? cdy_evaluate(x, e->parts[i], names) : cdy_none;
        if (!parts[i].kind) {
            return cdy_failed_value;
        }
    }
    return cdy_slice_value(x, parts[0], parts[1], parts[2], parts[3]);
}

static cdy_value evaluate_lambda(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    cdy_lambda *lambda = cdy_take(x, 1, sizeof *lambda);
    cdy_value *defaults = cdy_take(x, e->count, sizeof *defaults);
    if (!lambda || !defaults) {
        return cdy_failed_value;
    }
    for (size_t i = 1; i < e->count; i++) {
        defaults[i - 1] = e->parts[i] ? cdy_evaluate(x, e->parts[i], names) : cdy_failed_value;
    }
    *lambda = (cdy_lambda){e, *names, defaults};
    return x->status ? cdy_failed_value : (cdy_value){.kind = CDY_KIND_LAMBDA, .lambda = lambda};
}

/* The value of a lambda's parameter: by its place, by its name, or its default; of kind CDY_KIND_FAILED: none. */
static cdy_value parameter_value(cdy_interpreter *x, const cdy_lambda *lambda, size_t number, const cdy_arguments *a)
{
    const char *name = lambda->form->operators[number + 1];
    const cdy_value named = cdy_named_argument(a, name, cdy_failed_value);
    if (number < a->count) {
        if (named.kind) {
            cdy_report_error(x, "a lambda has two values for its parameter '%.80s'", name);
        }
        return named.kind ? cdy_failed_value : a->items[number];
    }
    return named.kind ? named : lambda->defaults[number];
}

/* Whether a lambda has a parameter for each argument that is given by its name. */
static bool has_parameters(cdy_interpreter *x, const cdy_lambda *lambda, const cdy_arguments *a)
{
    for (size_t k = 0; k < a->named_count; k++) {
        bool found = false;
        for (size_t i = 1; i < lambda->form->count; i++) {
            found = found || strcmp(lambda->form->operators[i], a->names[k]) == 0;
        }
        if (!found) {
            return cdy_report_error(x, "a lambda has no parameter '%.80s'", a->names[k]);
        }
    }
    return true;
}

cdy_value cdy_call_lambda(cdy_interpreter *x, const cdy_lambda *lambda, const cdy_arguments *a)
{
    cdy_names names = lambda->names;
    const size_t expected = lambda->form->count - 1;
    if (a->count > expected) {
        cdy_report_error(x, "a lambda takes %zu arguments, not %zu", expected, a->count);
        return cdy_failed_value;
    }
    if (!has_parameters(x, lambda, a)) {
        return cdy_failed_value;
    }
    for (size_t i = 0; i < expected; i++) {
        const cdy_value value = parameter_value(x, lambda, i, a);
        cdy_variable *variable = value.kind ? cdy_take(x, 1, sizeof *variable) : NULL;
        if (!variable) {
            cdy_report_error(x, "a lambda takes %zu arguments, not %zu", expected, a->count + a->named_count);
            return cdy_failed_value;
        }
        *variable = (cdy_variable){lambda->form->operators[i + 1], value, names.variables};
        names.variables = variable;
    }
    return cdy_evaluate(x, lambda->form->parts[0], &names);
}

/* Joins the parts of an f-string, each formatted as its format says. */
static cdy_value evaluate_format(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    cdy_builder b = {.x = x};
    cdy_add_text(&b, "");
    for (size_t i = 0; i < e->count && !x->status; i++) {
        const cdy_value value = cdy_evaluate(x, e->parts[i], names);
        const char *format = e->operators[i];
        if (value.kind && *format == '!' && format[1] == 'r') {
            cdy_add_repr(&b, value);
        } else if (value.kind) {
            format += *format == '!' ? strcspn(format, ":") : 0;
            cdy_add_formatted(&b, value, *format ? format + 1 : "");
        }
    }
    return x->status ? cdy_failed_value : cdy_of_text(b.text, b.length);
}

static cdy_value evaluate_two(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    const cdy_value a = cdy_evaluate(x, e->parts[0], names);
    const cdy_value b = a.kind ? cdy_evaluate(x, e->parts[1], names) : a;
    if (!b.kind) {
        return b;
    }
    return e->form == CDY_FORM_INDEX ? cdy_index_value(x, a, b) : cdy_operate(x, e->name, a, b);
}

static cdy_value evaluate_form(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    cdy_value v;
    switch (e->form) {
    case CDY_FORM_CONSTANT: return e->value;
    case CDY_FORM_NAME: return look_up_name(x, e->name, names);
    case CDY_FORM_OPERATION:
    case CDY_FORM_INDEX: return evaluate_two(x, e, names);
    case CDY_FORM_UNARY: return evaluate_unary(x, e, names);
    case CDY_FORM_AND:
    case CDY_FORM_OR: return evaluate_chain(x, e, names);
    case CDY_FORM_COMPARE: return evaluate_comparison(x, e, names);
    case CDY_FORM_CONDITION:
        v = cdy_evaluate(x, e->parts[1], names);
        return v.kind ? cdy_evaluate(x, e->parts[cdy_truth_of(v) ? 0 : 2], names) : v;
    case CDY_FORM_ATTRIBUTE:
        v = cdy_evaluate(x, e->parts[0], names);
        return v.kind ? cdy_attribute_of(x, v, e->name) : v;
    case CDY_FORM_SLICE: return evaluate_slice(x, e, names);
    case CDY_FORM_CALL: return evaluate_call(x, e, names);
    case CDY_FORM_STAR: cdy_report_error(x, "a star is allowed in lists and calls only"); return cdy_failed_value;
    case CDY_FORM_LIST: return evaluate_elements(x, e, names, CDY_KIND_LIST);
    case CDY_FORM_TUPLE: return evaluate_elements(x, e, names, CDY_KIND_TUPLE);
    case CDY_FORM_SET: return evaluate_set(x, e, names);
    case CDY_FORM_DICT: return evaluate_dict(x, e, names);
    case CDY_FORM_COMPREHENSION: return evaluate_comprehension(x, e, names);
    case CDY_FORM_LAMBDA: return evaluate_lambda(x, e, names);
    case CDY_FORM_FORMAT: return evaluate_format(x, e, names);
    }
    return cdy_failed_value;
}

cdy_value cdy_evaluate(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names)
{
    if (!cdy_step(x, 1) || !cdy_enter(x)) {
        return cdy_failed_value;
    }
    const cdy_value value = evaluate_form(x, e, names);
    cdy_leave(x);
    return x->status ? cdy_failed_value : value;
}

cdy_value cdy_evaluate_text(cdy_interpreter *x, const char *text, size_t length, cdy_scope *scope)
{
    const cdy_expression *e = cdy_parse_expression(x, text, length);
    const cdy_names names = {.scope = scope};
    return e ? cdy_evaluate(x, e, &names) : cdy_failed_value;
}
