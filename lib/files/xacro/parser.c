/* Recursive descent parser of Python's expressions; binary operators by precedence. */
#include "xacro/expression.h"
#include "xacro/lexer.h"

#include <string.h>

static const cdy_expression *parse_test(cdy_lexer *l);

static const cdy_expression *wrong(cdy_lexer *l, const char *expected)
{
    const char *found = l->token.kind == CDY_TOKEN_END                                          ? "the end"
                        : l->token.kind == CDY_TOKEN_VALUE || l->token.kind == CDY_TOKEN_FORMAT ? "a value"
                                                                                                : l->token.text;
    cdy_report_error(l->x, "the expression '%.200s' cannot be read: expected %s, found %s%.40s%s", l->start, expected,
                     l->token.kind == CDY_TOKEN_END || !*l->token.text ? "" : "'", found,
                     l->token.kind == CDY_TOKEN_END || !*l->token.text ? "" : "'");
    return NULL;
}

static bool is_at(const cdy_lexer *l, const char *text)
{
    return (l->token.kind == CDY_TOKEN_OPERATOR || l->token.kind == CDY_TOKEN_WORD) && strcmp(l->token.text, text) == 0;
}

static bool accept(cdy_lexer *l, const char *text)
{
    const bool found = is_at(l, text);
    if (found) {
        cdy_next_token(l);
    }
    return found;
}

static bool expect(cdy_lexer *l, const char *text)
{
    if (!accept(l, text)) {
        char words[16] = "'";
        strcat(strncat(words, text, 8), "'");
        wrong(l, words);
        return false;
    }
    return true;
}

static cdy_expression *new_form(cdy_lexer *l, cdy_form form, const char *name)
{
    cdy_expression *e = cdy_take(l->x, 1, sizeof *e);
    if (e) {
        e->form = form;
        e->name = name;
    }
    return e;
}

static bool add_part(cdy_lexer *l, cdy_expression *e, const cdy_expression *part, const char *operator)
{
    if (e->count == e->capacity) {
        const size_t capacity = e->capacity ? 2 * e->capacity : 2;
        const cdy_expression **parts = cdy_take(l->x, capacity, sizeof *parts);
        const char **operators = cdy_take(l->x, capacity, sizeof *operators);
        if (!parts || !operators) {
            return false;
        }
        for (size_t i = 0; i < e->count; i++) {
            parts[i] = e->parts[i];
            operators[i] = e->operators[i];
        }
        e->parts = parts;
        e->operators = operators;
        e->capacity = capacity;
    }
    e->parts[e->count] = part;
    e->operators[e->count++] = operator;
    return true;
}

static const cdy_expression *make(cdy_lexer *l, cdy_form form, const char *name, const cdy_expression *a,
                                  const cdy_expression *b)
{
    cdy_expression *e = a ? new_form(l, form, name) : NULL;
    return e && add_part(l, e, a, NULL) && (!b || add_part(l, e, b, NULL)) ? e : NULL;
}

static const cdy_expression *constant(cdy_lexer *l, cdy_value value)
{
    cdy_expression *e = value.kind ? new_form(l, CDY_FORM_CONSTANT, NULL) : NULL;
    if (e) {
        e->value = value;
    }
    return e;
}

static const cdy_expression *name_form(cdy_lexer *l, const char *name)
{
    if (strncmp(name, "__", 2) == 0) {
        cdy_report_error(
            l->x, "the name '%.80s' is not allowed: names in expressions must not begin with two underscores", name);
        return NULL;
    }
    return new_form(l, CDY_FORM_NAME, name);
}

/* A target of `for`: a name, or names with commas between them, in brackets or not. */
static const cdy_expression *parse_targets(cdy_lexer *l);

static const cdy_expression *parse_target(cdy_lexer *l)
{
    if (is_at(l, "(") || is_at(l, "[")) {
        const char *close = is_at(l, "(") ? ")" : "]";
        cdy_next_token(l);
        const cdy_expression *e = cdy_enter(l->x) ? parse_targets(l) : NULL;
        if (e) {
            cdy_leave(l->x);
        }
        return e && expect(l, close) ? e : NULL;
    }
    if (l->token.kind != CDY_TOKEN_NAME) {
        return wrong(l, "a name");
    }
    const cdy_expression *e = name_form(l, l->token.text);
    cdy_next_token(l);
    return e;
}

static const cdy_expression *parse_targets(cdy_lexer *l)
{
    const cdy_expression *first = parse_target(l);
    if (!first || !is_at(l, ",")) {
        return first;
    }
    cdy_expression *e = new_form(l, CDY_FORM_TUPLE, NULL);
    if (!e || !add_part(l, e, first, NULL)) {
        return NULL;
    }
    while (accept(l, ",") && !is_at(l, "in") && !is_at(l, ")") && !is_at(l, "]")) {
        const cdy_expression *next = parse_target(l);
        if (!next || !add_part(l, e, next, NULL)) {
            return NULL;
        }
    }
    return e;
}

static const cdy_expression *parse_or(cdy_lexer *l);

static bool parse_conditions(cdy_lexer *l, cdy_clause *clause)
{
    cdy_expression list = {.form = CDY_FORM_LIST};
    while (accept(l, "if")) {
        const cdy_expression *condition = parse_or(l);
        if (!condition || !add_part(l, &list, condition, NULL)) {
            return false;
        }
    }
    clause->conditions = list.parts;
    clause->condition_count = list.count;
    return true;
}

/* for TARGET in ITERABLE if CONDITION for ... */
static const cdy_clause *parse_clauses(cdy_lexer *l)
{
    cdy_clause *first = NULL, *last = NULL;
    while (accept(l, "for")) {
        cdy_clause *clause = cdy_take(l->x, 1, sizeof *clause);
        if (!clause) {
            return NULL;
        }
        clause->target = parse_targets(l);
        clause->iterable = clause->target && expect(l, "in") ? parse_or(l) : NULL;
        if (!clause->iterable || !parse_conditions(l, clause)) {
            return NULL;
        }
        if (last) {
            last->next = clause;
        } else {
            first = clause;
        }
        last = clause;
    }
    return first;
}

static const cdy_expression *comprehension(cdy_lexer *l, cdy_kind kind, const cdy_expression *element,
                                           const cdy_expression *value)
{
    cdy_expression *e = new_form(l, CDY_FORM_COMPREHENSION, NULL);
    if (!e || !add_part(l, e, element, NULL) || (value && !add_part(l, e, value, NULL))) {
        return NULL;
    }
    e->kind = kind;
    e->clauses = parse_clauses(l);
    return e->clauses ? e : NULL;
}

/* An element of a list, or `*elements`. */
static const cdy_expression *parse_element(cdy_lexer *l)
{
    if (accept(l, "*")) {
        return make(l, CDY_FORM_STAR, "*", parse_or(l), NULL);
    }
    return parse_test(l);
}

/* Elements with commas between them, up to the closing bracket. */
static const cdy_expression *parse_elements(cdy_lexer *l, cdy_form form, const cdy_expression *first, const char *close)
{
    cdy_expression *e = new_form(l, form, NULL);
    if (!e || (first && !add_part(l, e, first, NULL))) {
        return NULL;
    }
    while (!is_at(l, close)) {
        if (e->count > 0 && !expect(l, ",")) {
            return NULL;
        }
        if (is_at(l, close)) {
            break;
        }
        const cdy_expression *next = parse_element(l);
        if (!next || !add_part(l, e, next, NULL)) {
            return NULL;
        }
    }
    return expect(l, close) ? e : NULL;
}

static const cdy_expression *parse_list(cdy_lexer *l)
{
    const cdy_expression *first = is_at(l, "]") ? NULL : parse_element(l);
    if (first && is_at(l, "for")) {
        const cdy_expression *e = comprehension(l, CDY_KIND_LIST, first, NULL);
        return e && expect(l, "]") ? e : NULL;
    }
    return l->x->status ? NULL : parse_elements(l, CDY_FORM_LIST, first, "]");
}

static const cdy_expression *parse_parentheses(cdy_lexer *l)
{
    const cdy_expression *first = is_at(l, ")") ? NULL : parse_element(l);
    if (first && is_at(l, "for")) {
        const cdy_expression *e = comprehension(l, CDY_KIND_ITERATOR, first, NULL);
        return e && expect(l, ")") ? e : NULL;
    }
    if (first && first->form != CDY_FORM_STAR && accept(l, ")")) {
        return first;
    }
    return l->x->status ? NULL : parse_elements(l, CDY_FORM_TUPLE, first, ")");
}

static const cdy_expression *parse_rest_of_dict(cdy_lexer *l, const cdy_expression *key)
{
    cdy_expression *e = new_form(l, CDY_FORM_DICT, NULL);
    const cdy_expression *value = e && expect(l, ":") ? parse_test(l) : NULL;
    if (value && is_at(l, "for")) {
        const cdy_expression *made = comprehension(l, CDY_KIND_DICT, key, value);
        return made && expect(l, "}") ? made : NULL;
    }
    while (value && add_part(l, e, key, NULL) && add_part(l, e, value, NULL)) {
        if (!accept(l, ",") || is_at(l, "}")) {
            return expect(l, "}") ? e : NULL;
        }
        key = parse_test(l);
        value = key && expect(l, ":") ? parse_test(l) : NULL;
    }
    return NULL;
}

static const cdy_expression *parse_braces(cdy_lexer *l)
{
    if (accept(l, "}")) {
        return new_form(l, CDY_FORM_DICT, NULL);
    }
    const cdy_expression *first = parse_element(l);
    if (first && is_at(l, ":")) {
        return parse_rest_of_dict(l, first);
    }
    if (first && is_at(l, "for")) {
        const cdy_expression *e = comprehension(l, CDY_KIND_SET, first, NULL);
        return e && expect(l, "}") ? e : NULL;
    }
    return first ? parse_elements(l, CDY_FORM_SET, first, "}") : NULL;
}

/* Parses a replacement field of an f-string: EXPRESSION !CONVERSION :FORMAT. */
static bool add_field(cdy_lexer *l, cdy_expression *e, const char *p, const char *end)
{
    int brackets = 0;
    const char *stop = p;
    for (; stop < end; stop++) {
        brackets += *stop == '(' || *stop == '[' ? 1 : *stop == ')' || *stop == ']' ? -1 : 0;
        if (brackets == 0 && (*stop == ':' || (*stop == '!' && stop + 1 < end && stop[1] != '='))) {
            break;
        }
    }
    const cdy_expression *part = cdy_parse_expression(l->x, p, (size_t)(stop - p));
    const char *format = cdy_take_text(l->x, stop, (size_t)(end - stop));
    return part && format && add_part(l, e, part, format);
}

static bool add_piece(cdy_lexer *l, cdy_expression *e, const char *p, size_t length, bool raw)
{
    const cdy_value text = raw ? cdy_copy_of_text(l->x, p, length) : cdy_unescape(l->x, p, length);
    const cdy_expression *part = length > 0 ? constant(l, text) : NULL;
    return length == 0 || (part && add_part(l, e, part, ""));
}

static const cdy_expression *parse_format(cdy_lexer *l)
{
    const char *p = l->token.value.text.bytes, *end = p + l->token.value.text.length;
    const bool raw = l->token.text[0] == 'r';
    cdy_expression *e = new_form(l, CDY_FORM_FORMAT, NULL);
    const char *piece = p;
    while (e && p < end) {
        if (*p != '{' && *p != '}') {
            p++;
            continue;
        }
        const bool doubled = p + 1 < end && p[1] == *p;
        if (!add_piece(l, e, piece, (size_t)(p - piece) + doubled, raw)) {
            return NULL;
        }
        if (doubled) {
            p += 2;
        } else {
            const char *close = memchr(p, '}', (size_t)(end - p));
            if (*p == '}' || !close) {
                cdy_report_error(l->x, "the braces of an f-string do not match");
                return NULL;
            }
            if (!add_field(l, e, p + 1, close)) {
                return NULL;
            }
            p = close + 1;
        }
        piece = p;
    }
    return e && add_piece(l, e, piece, (size_t)(end - piece), raw) ? e : NULL;
}

/* Adjacent strings are concatenated. */
static const cdy_expression *parse_value(cdy_lexer *l)
{
    const cdy_expression *e = l->token.kind == CDY_TOKEN_FORMAT ? parse_format(l) : constant(l, l->token.value);
    bool text = l->token.kind == CDY_TOKEN_FORMAT || l->token.value.kind == CDY_KIND_TEXT;
    cdy_next_token(l);
    while (e && text &&
           (l->token.kind == CDY_TOKEN_FORMAT ||
            (l->token.kind == CDY_TOKEN_VALUE && l->token.value.kind == CDY_KIND_TEXT))) {
        const cdy_expression *next = l->token.kind == CDY_TOKEN_FORMAT ? parse_format(l) : constant(l, l->token.value);
        e = next ? make(l, CDY_FORM_OPERATION, "+", e, next) : NULL;
        cdy_next_token(l);
    }
    return e;
}

static const cdy_expression *parse_atom(cdy_lexer *l)
{
    if (l->token.kind == CDY_TOKEN_VALUE || l->token.kind == CDY_TOKEN_FORMAT) {
        return parse_value(l);
    }
    if (l->token.kind == CDY_TOKEN_NAME) {
        const cdy_expression *e = name_form(l, l->token.text);
        cdy_next_token(l);
        return e;
    }
    if (accept(l, "True")) {
        return constant(l, cdy_of_bool(true));
    }
    if (accept(l, "False")) {
        return constant(l, cdy_of_bool(false));
    }
    if (accept(l, "None")) {
        return constant(l, cdy_none);
    }
    if (accept(l, "(")) {
        return parse_parentheses(l);
    }
    if (accept(l, "[")) {
        return parse_list(l);
    }
    return accept(l, "{") ? parse_braces(l) : wrong(l, "a value");
}

/* An argument of a call: VALUE, NAME=VALUE, *VALUES, **VALUES, or a single comprehension without brackets, VALUE for
 * ... */
static bool parse_argument(cdy_lexer *l, cdy_expression *call)
{
    if (is_at(l, "*") || is_at(l, "**")) {
        const char *star = l->token.text;
        cdy_next_token(l);
        const cdy_expression *e = make(l, CDY_FORM_STAR, star, parse_test(l), NULL);
        return e && add_part(l, call, e, NULL);
    }
    const bool named = l->token.kind == CDY_TOKEN_NAME;
    const cdy_expression *e = parse_test(l);
    if (e && named && e->form == CDY_FORM_NAME && accept(l, "=")) {
        const cdy_expression *value = parse_test(l);
        return value && add_part(l, call, value, e->name);
    }
    if (e && is_at(l, "for")) {
        e = comprehension(l, CDY_KIND_ITERATOR, e, NULL);
    }
    return e && add_part(l, call, e, NULL);
}

static const cdy_expression *parse_call(cdy_lexer *l, const cdy_expression *callee)
{
    cdy_expression *call = new_form(l, CDY_FORM_CALL, NULL);
    if (!call || !add_part(l, call, callee, NULL)) {
        return NULL;
    }
    while (!is_at(l, ")")) {
        if ((call->count > 1 && !expect(l, ",")) || (!is_at(l, ")") && !parse_argument(l, call))) {
            return NULL;
        }
    }
    return expect(l, ")") ? call : NULL;
}

static const cdy_expression *parse_index(cdy_lexer *l, const cdy_expression *container)
{
    const cdy_expression *bounds[3] = {NULL, NULL, NULL};
    size_t colons = 0;
    while (!is_at(l, "]") && !is_at(l, ",")) {
        if (accept(l, ":")) {
            colons++;
        } else {
            bounds[colons] = bounds[colons] ? NULL : parse_test(l);
            if (!bounds[colons]) {
                return l->x->status ? NULL : wrong(l, "']'");
            }
        }
        if (colons > 2) {
            return wrong(l, "']'");
        }
    }
    if (colons == 0) {
        if (!bounds[0]) {
            return wrong(l, "an index");
        }
        const cdy_expression *index = is_at(l, ",")    ? parse_elements(l, CDY_FORM_TUPLE, bounds[0], "]")
                                      : expect(l, "]") ? bounds[0]
                                                       : NULL;
        return index ? make(l, CDY_FORM_INDEX, NULL, container, index) : NULL;
    }
    cdy_expression *e = new_form(l, CDY_FORM_SLICE, NULL);
    bool made = e && expect(l, "]") && add_part(l, e, container, NULL);
    for (size_t i = 0; i < 3 && made; i++) {
        made = add_part(l, e, bounds[i], NULL);
    }
    return made ? e : NULL;
}

static const cdy_expression *parse_primary(cdy_lexer *l)
{
    const cdy_expression *e = parse_atom(l);
    while (e) {
        if (accept(l, "(")) {
            e = parse_call(l, e);
        } else if (accept(l, "[")) {
            e = parse_index(l, e);
        } else if (accept(l, ".")) {
            if (l->token.kind != CDY_TOKEN_NAME) {
                return wrong(l, "a name");
            }
            e = name_form(l, l->token.text) ? make(l, CDY_FORM_ATTRIBUTE, l->token.text, e, NULL) : NULL;
            cdy_next_token(l);
        } else {
            break;
        }
    }
    return e;
}

static const cdy_expression *parse_unary(cdy_lexer *l);

static const cdy_expression *parse_power(cdy_lexer *l)
{
    const cdy_expression *e = parse_primary(l);
    if (!e || !accept(l, "**") || !cdy_enter(l->x)) {
        return l->x->status ? NULL : e;
    }
    const cdy_expression *exponent = parse_unary(l);
    cdy_leave(l->x);
    return exponent ? make(l, CDY_FORM_OPERATION, "**", e, exponent) : NULL;
}

static const cdy_expression *parse_unary(cdy_lexer *l)
{
    if (!is_at(l, "-") && !is_at(l, "+") && !is_at(l, "~")) {
        return parse_power(l);
    }
    const char *operation = l->token.text;
    cdy_next_token(l);
    const bool entered = cdy_enter(l->x);
    const cdy_expression *e = entered ? make(l, CDY_FORM_UNARY, operation, parse_unary(l), NULL) : NULL;
    if (entered) {
        cdy_leave(l->x);
    }
    return e;
}

static int precedence_of(const cdy_lexer *l)
{
    static const char *const levels[] = {"|", "^", "&", "<< >>", "+ -", "* / // %"};
    if (l->token.kind != CDY_TOKEN_OPERATOR) {
        return -1;
    }
    const size_t length = strlen(l->token.text);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        for (const char *p = levels[i]; *p; p += strcspn(p, " "), p += *p == ' ') {
            if (strcspn(p, " ") == length && memcmp(p, l->token.text, length) == 0) {
                return (int)i;
            }
        }
    }
    return -1;
}

static const cdy_expression *parse_operations(cdy_lexer *l, int least)
{
    const cdy_expression *e = parse_unary(l);
    for (int level = precedence_of(l); e && level >= least; level = precedence_of(l)) {
        const char *operation = l->token.text;
        cdy_next_token(l);
        const cdy_expression *right = parse_operations(l, level + 1);
        e = right ? make(l, CDY_FORM_OPERATION, operation, e, right) : NULL;
    }
    return e;
}

/* Consumes and returns the comparison operator at the lexer; NULL if there is none. */
static const char *take_comparison(cdy_lexer *l)
{
    static const char *const comparisons[] = {"<", ">", "<=", ">=", "==", "!=", "in"};
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        if (accept(l, comparisons[i])) {
            return comparisons[i];
        }
    }
    if (accept(l, "is")) {
        return accept(l, "not") ? "is not" : "is";
    }
    if (accept(l, "not")) {
        return expect(l, "in") ? "not in" : NULL;
    }
    return NULL;
}

static const cdy_expression *parse_comparison(cdy_lexer *l)
{
    const cdy_expression *first = parse_operations(l, 0);
    const char *comparison = first ? take_comparison(l) : NULL;
    if (!comparison) {
        return l->x->status ? NULL : first;
    }
    cdy_expression *e = new_form(l, CDY_FORM_COMPARE, NULL);
    bool made = e && add_part(l, e, first, NULL);
    while (made && comparison) {
        const cdy_expression *next = parse_operations(l, 0);
        made = next && add_part(l, e, next, comparison);
        comparison = made ? take_comparison(l) : NULL;
    }
    return made && !l->x->status ? e : NULL;
}

static const cdy_expression *parse_not(cdy_lexer *l)
{
    if (!accept(l, "not")) {
        return parse_comparison(l);
    }
    const bool entered = cdy_enter(l->x);
    const cdy_expression *e = entered ? make(l, CDY_FORM_UNARY, "not", parse_not(l), NULL) : NULL;
    if (entered) {
        cdy_leave(l->x);
    }
    return e;
}

/* One operand, or several joined by a keyword. */
static const cdy_expression *parse_chain(cdy_lexer *l, cdy_form form, const char *word,
                                         const cdy_expression *(*parse)(cdy_lexer *))
{
    const cdy_expression *first = parse(l);
    if (!first || !is_at(l, word)) {
        return first;
    }
    cdy_expression *e = new_form(l, form, NULL);
    bool made = e && add_part(l, e, first, NULL);
    while (made && accept(l, word)) {
        const cdy_expression *next = parse(l);
        made = next && add_part(l, e, next, NULL);
    }
    return made ? e : NULL;
}

static const cdy_expression *parse_and(cdy_lexer *l)
{
    return parse_chain(l, CDY_FORM_AND, "and", parse_not);
}

static const cdy_expression *parse_or(cdy_lexer *l)
{
    return parse_chain(l, CDY_FORM_OR, "or", parse_and);
}

/* lambda NAME, NAME=DEFAULT: BODY; the defaults are the parts' operands of `=`. */
static const cdy_expression *parse_lambda(cdy_lexer *l)
{
    cdy_expression *e = new_form(l, CDY_FORM_LAMBDA, NULL);
    bool made = e && add_part(l, e, NULL, NULL);
    while (made && !is_at(l, ":")) {
        made = e->count == 1 || expect(l, ",");
        if (made && e->count > 1 && is_at(l, ":")) {
            break;
        }
        made = made && (l->token.kind == CDY_TOKEN_NAME || wrong(l, "a name"));
        const char *name = l->token.text;
        if (made) {
            cdy_next_token(l);
            const cdy_expression *standard = accept(l, "=") ? parse_test(l) : NULL;
            made = !l->x->status && add_part(l, e, standard, name);
        }
    }
    if (!made || !expect(l, ":")) {
        return NULL;
    }
    e->parts[0] = parse_test(l);
    return e->parts[0] ? e : NULL;
}

static const cdy_expression *parse_condition(cdy_lexer *l)
{
    const cdy_expression *value = parse_or(l);
    if (!value || !accept(l, "if")) {
        return value;
    }
    const cdy_expression *condition = parse_or(l);
    const cdy_expression *otherwise = condition && expect(l, "else") ? parse_test(l) : NULL;
    cdy_expression *e = otherwise ? new_form(l, CDY_FORM_CONDITION, NULL) : NULL;
    return e && add_part(l, e, value, NULL) && add_part(l, e, condition, NULL) && add_part(l, e, otherwise, NULL)
               ? e
               : NULL;
}

static const cdy_expression *parse_test(cdy_lexer *l)
{
    if (!cdy_enter(l->x)) {
        return NULL;
    }
    const cdy_expression *e = accept(l, "lambda") ? parse_lambda(l) : parse_condition(l);
    cdy_leave(l->x);
    return e;
}

const cdy_expression *cdy_parse_expression(cdy_interpreter *x, const char *text, size_t length)
{
    const cdy_value trimmed = cdy_copy_of_text(x, text, length);
    if (!trimmed.kind) {
        return NULL;
    }
    const char *p = trimmed.text.bytes, *end = p + length;
    while (p < end && strchr(" \t\r\n\f\v", *p)) {
        p++;
    }
    while (end > p && strchr(" \t\r\n\f\v", end[-1])) {
        end--;
    }
    cdy_lexer l = {.x = x, .start = p, .at = p, .end = end};
    cdy_next_token(&l);
    const cdy_expression *e = parse_test(&l);
    if (e && is_at(&l, ",")) { /* a tuple needs no brackets here */
        cdy_expression *tuple = new_form(&l, CDY_FORM_TUPLE, NULL);
        bool made = tuple && add_part(&l, tuple, e, NULL);
        while (made && accept(&l, ",") && l.token.kind != CDY_TOKEN_END) {
            const cdy_expression *next = parse_element(&l);
            made = next && add_part(&l, tuple, next, NULL);
        }
        e = made ? tuple : NULL;
    }
    if (e && l.token.kind != CDY_TOKEN_END) {
        wrong(&l, "the end");
    }
    return x->status ? NULL : e;
}
