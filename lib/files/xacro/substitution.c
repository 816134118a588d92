#include "xacro/substitution.h"

#include "xacro/expression.h"
#include "xacro/show.h"
#include "xacro/text.h"

#include <string.h>

/* Parts of a text while they are joined; a single part keeps its type. */
typedef struct pieces {
    cdy_builder joined;
    cdy_value first;
    size_t count;
} pieces;

static bool add_piece(pieces *p, cdy_value value)
{
    if (!value.kind) {
        return false;
    }
    if (p->count == 1) {
        cdy_add_value(&p->joined, p->first);
    }
    if (p->count > 0) {
        cdy_add_value(&p->joined, value);
    }
    p->first = p->count++ == 0 ? value : p->first;
    return !p->joined.x->status;
}

/* The text in the braces or parentheses is substituted before it is parsed. */
static cdy_value evaluate_inner(cdy_interpreter *x, const char *text, size_t length, cdy_scope *scope, bool expression)
{
    cdy_value inner = cdy_substitute(x, text, length, scope);
    inner = inner.kind ? cdy_to_text(x, inner) : inner;
    if (!inner.kind) {
        return inner;
    }
    return expression ? cdy_evaluate_text(x, inner.text.bytes, inner.text.length, scope) : cdy_run_command(x, inner);
}

/* Handles a `$`: returns the place after the construct, NULL if it begins none. */
static const char *add_dollar(cdy_interpreter *x, pieces *p, const char *at, const char *end, cdy_scope *scope)
{
    size_t dollars = 0;
    while (at + dollars < end && at[dollars] == '$') {
        dollars++;
    }
    const char next = at + dollars < end ? at[dollars] : '\0';
    const bool opens = at + dollars < end && (next == '{' || next == '(');
    if (dollars > 1 && opens) { /* `$${` stands for `${` */
        return add_piece(p, cdy_copy_of_text(x, at + 1, dollars)) ? at + dollars + 1 : NULL;
    }
    if (dollars == 1 && opens) {
        const char *close = memchr(at, next == '{' ? '}' : ')', (size_t)(end - at));
        if (!close) {
            cdy_report_error(x, "'%.200s' has no closing %s", at, next == '{' ? "brace" : "parenthesis");
            return NULL;
        }
        const cdy_value value = evaluate_inner(x, at + 2, (size_t)(close - at - 2), scope, next == '{');
        return add_piece(p, value) ? close + 1 : NULL;
    }
    if (dollars > 1) {
        cdy_report_error(x, "'%.200s' has no meaning: expected { or ( after $$", at);
        return NULL;
    }
    const char *stop = at + 1;
    while (stop < end && *stop != '{' && *stop != '(' && *stop != '$') {
        stop++;
    }
    return add_piece(p, cdy_copy_of_text(x, at, (size_t)(stop - at))) ? stop : NULL;
}

cdy_value cdy_substitute(cdy_interpreter *x, const char *text, size_t length, cdy_scope *scope)
{
    if (!memchr(text, '$', length)) {
        return !cdy_step(x, 1) ? cdy_failed_value
               : text[length]  ? cdy_copy_of_text(x, text, length) /* a part of a longer text */
                               : cdy_of_text(text, length);
    }
    if (!cdy_enter(x)) {
        return cdy_failed_value;
    }
    pieces p = {.joined = {.x = x}};
    const char *at = text, *end = text + length;
    while (at && at < end && cdy_step(x, 1)) {
        const char *dollar = memchr(at, '$', (size_t)(end - at));
        const char *stop = dollar ? dollar : end;
        if (stop > at) {
            at = add_piece(&p, cdy_copy_of_text(x, at, (size_t)(stop - at))) ? stop : NULL;
        } else {
            at = add_dollar(x, &p, at, end, scope);
        }
    }
    cdy_leave(x);
    if (x->status) {
        return cdy_failed_value;
    }
    return p.count == 1 ? p.first : cdy_of_text(p.joined.text ? p.joined.text : "", p.joined.length);
}

const char *cdy_substitute_text(cdy_interpreter *x, const char *text, cdy_scope *scope)
{
    cdy_value value = cdy_substitute(x, text, strlen(text), scope);
    value = value.kind ? cdy_to_text(x, value) : value;
    if (value.kind && memchr(value.text.bytes, '\0', value.text.length)) {
        cdy_report_error(x, "XML cannot contain a text with a zero character");
    }
    return x->status ? NULL : value.text.bytes;
}
