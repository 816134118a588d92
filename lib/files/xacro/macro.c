/* <xacro:macro>, and the calls of macros. */
#include "xacro/macro.h"

#include "xacro/builder.h"
#include "xacro/function.h"
#include "xacro/processor.h"
#include "xacro/substitution.h"

#include <string.h>

bool cdy_define_macro(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    static const char *const known[] = {"name", "params", NULL};
    cdy_drop_comments(element);
    const char *name = cdy_required(x, element, "name");
    if (!name) {
        return false;
    }
    cdy_check_known(x, element, known);
    if (strcmp(name, "call") == 0) {
        return cdy_report_error(x,
                                "a macro cannot have the name 'call', which calls others: <xacro:call macro=\"...\"/>");
    }
    if (strchr(name, '.')) {
        return cdy_report_error(x, "the name of the macro '%.80s' has a '.', which is for namespaces", name);
    }
    if (strncmp(name, "xacro:", 6) == 0) {
        cdy_report_warning(x, "the name of the macro '%.80s' needs no xacro: before it", name);
        name += 6;
    }
    cdy_macro *macro = cdy_take(x, 1, sizeof *macro);
    if (!macro) {
        return false;
    }
    const char *parameters = cdy_attribute_value(element, "params");
    macro->name = name;
    macro->body = element;
    macro->parameters = parameters ? cdy_read_parameters(x, parameters) : NULL;
    cdy_unlink_node(element);
    return !x->status &&
           cdy_set_slot(x, scopes->macros, name, (cdy_value){.kind = CDY_KIND_MACRO, .macro = macro}, false);
}

static bool fail_unknown(cdy_interpreter *x, const char *name, const cdy_scopes *scopes)
{
    const char *similar = cdy_similar_name(x, scopes->macros, name);
    if (similar) {
        return cdy_report_error(x, "the macro '%.80s' is not defined here; did you mean '%.80s'?", name, similar);
    }
    return cdy_report_error(
        x,
        "the macro '%.80s' is not defined here; <xacro:macro name=\"%.80s\"> defines it, in this file "
        "or in one that is included before",
        name, name);
}

/* Finds a macro by `NAME` or `NAMESPACE.NAME`; *inner becomes the scopes of its definition. */
static cdy_macro *find_macro(cdy_interpreter *x, const char *name, const cdy_scopes *scopes, cdy_scopes *inner)
{
    *inner = *scopes;
    cdy_value found = cdy_look_up(x, scopes->macros, name);
    const char *p = name;
    for (const char *dot = strchr(p, '.'); !found.kind && dot && !x->status; dot = strchr(p, '.')) {
        const char *space = cdy_take_text(x, p, (size_t)(dot - p));
        const cdy_value macros = space ? cdy_look_up(x, inner->macros, space) : cdy_failed_value;
        const cdy_value properties = macros.kind ? cdy_look_up(x, inner->properties, space) : cdy_failed_value;
        if (macros.kind != CDY_KIND_SPACE || properties.kind != CDY_KIND_SPACE) {
            break;
        }
        *inner = (cdy_scopes){macros.space, properties.space};
        p = dot + 1;
        if (!strchr(p, '.')) {
            found = cdy_look_up(x, inner->macros, p);
        }
    }
    if (found.kind != CDY_KIND_MACRO) {
        fail_unknown(x, name, scopes);
        return NULL;
    }
    return found.macro;
}

/* Parameters of a macro call, with marks for those that have a value. */
typedef struct calling {
    const cdy_macro *macro;
    cdy_scope *caller; /* where arguments are evaluated */
    cdy_scope *callee; /* where parameters are set */
    bool set[256];     /* of the first parameters */
    bool *more;        /* of the others */
} calling;

static bool *mark_of(calling *c, size_t i)
{
    const size_t few = sizeof c->set / sizeof *c->set;
    return i < few ? &c->set[i] : &c->more[i - few];
}

static void list_parameters(cdy_builder *b, const cdy_macro *macro)
{
    cdy_add_text(b, "");
    for (const cdy_parameter *p = macro->parameters; p; p = p->next) {
        cdy_add_text(b, p == macro->parameters ? "" : " ");
        cdy_add_text(b, p->name);
    }
}

static bool fail_parameter(cdy_interpreter *x, const calling *c, const char *name)
{
    cdy_builder b = {.x = x};
    list_parameters(&b, c->macro);
    return !x->status && cdy_report_error(x, "the macro '%.80s' has no parameter '%.80s'; its parameters: %.300s",
                                          c->macro->name, name, b.length ? b.text : "none");
}

static bool set_attributes(cdy_interpreter *x, calling *c, cdy_node *element)
{
    for (cdy_tag_attribute *a = element->attributes; a; a = a->next) {
        const cdy_parameter *p = c->macro->parameters;
        size_t i = 0;
        while (p && (strcmp(p->name, a->name) != 0 || *mark_of(c, i))) {
            p = p->next;
            i++;
        }
        if (!p) {
            return fail_parameter(x, c, a->name);
        }
        *mark_of(c, i) = true;
        const cdy_value value = cdy_substitute(x, a->value, strlen(a->value), c->caller);
        if (!value.kind || !cdy_set_property(x, c->callee, a->name, value, false)) {
            return false;
        }
        a->value = "";
    }
    return true;
}

/* Assigns the elements of the call to the block parameters, in order. */
static bool set_blocks(cdy_interpreter *x, calling *c, cdy_node *element)
{
    cdy_node *block = cdy_element_from(element->first);
    size_t i = 0;
    for (const cdy_parameter *p = c->macro->parameters; p; p = p->next, i++) {
        if (*p->name != '*') {
            continue;
        }
        if (!block) {
            return cdy_report_error(x, "the macro '%.80s' needs an element for its block '%.80s'", c->macro->name,
                                    p->name);
        }
        if (!cdy_set_slot(x, c->callee, p->name, (cdy_value){.kind = CDY_KIND_BLOCK, .block = block}, false)) {
            return false;
        }
        *mark_of(c, i) = true;
        block = cdy_element_from(block->next);
    }
    return !block || cdy_report_error(x, "the macro '%.80s' has no use for the element <%.80s> in its call",
                                      c->macro->name, block->text);
}

static bool set_default(cdy_interpreter *x, calling *c, const cdy_parameter *p)
{
    cdy_value value = p->forwarded ? cdy_look_up(x, c->caller, p->name) : cdy_failed_value;
    if (p->forwarded && !value.kind && !x->status) {
        value = cdy_find_global(p->name);
    }
    if (!value.kind && !x->status && !p->standard) {
        return cdy_report_error(
            x,
            "the macro '%.80s' takes its parameter '%.80s' from the property of this name, which is not "
            "defined here; write %.80s=\"...\"",
            c->macro->name, p->name, p->name);
    }
    if (!value.kind && !x->status) {
        value = cdy_substitute(x, p->standard, strlen(p->standard), c->caller);
    }
    return value.kind && cdy_set_property(x, c->callee, p->name, value, false);
}

static bool set_defaults(cdy_interpreter *x, calling *c)
{
    size_t i = 0;
    for (const cdy_parameter *p = c->macro->parameters; p; p = p->next, i++) {
        if (*mark_of(c, i)) {
            continue;
        }
        if (!p->has_default) {
            return cdy_report_error(x, "the macro '%.80s' needs its parameter '%.80s'; write %.80s=\"...\"",
                                    c->macro->name, p->name, p->name);
        }
        if (!set_default(x, c, p)) {
            return false;
        }
    }
    return true;
}

static bool prepare(cdy_interpreter *x, calling *c)
{
    size_t count = 0;
    for (const cdy_parameter *p = c->macro->parameters; p; p = p->next) {
        count++;
    }
    const size_t few = sizeof c->set / sizeof *c->set;
    c->more = count > few ? cdy_take(x, count - few, sizeof *c->more) : NULL;
    return count <= few || c->more;
}

/* The macro's name; `<xacro:call macro="...">` evaluates it. */
static const char *read_name(cdy_interpreter *x, cdy_node *element, cdy_scope *scope)
{
    if (strcmp(element->text, "xacro:call") != 0) {
        return element->text + 6;
    }
    const char *given = cdy_required(x, element, "macro");
    const char *name = given ? cdy_substitute_text(x, given, scope) : NULL;
    cdy_remove_attribute(element, "macro");
    return name;
}

static bool set_parameters(cdy_interpreter *x, calling *c, cdy_node *element, const cdy_scopes *scopes)
{
    const cdy_origin at = element->origin;
    bool good = set_attributes(x, c, element) && cdy_process(x, element, scopes);
    x->at = at;
    return good && set_blocks(x, c, element) && set_defaults(x, c);
}

/* Copies the body, records the call in its elements, evaluates it and replaces the call by it. */
static bool expand(cdy_interpreter *x, const cdy_macro *macro, cdy_node *element, const cdy_scopes *inner)
{
    cdy_call *call = cdy_take(x, 1, sizeof *call);
    if (!call) {
        return false;
    }
    *call = (cdy_call){macro->name, element->origin.file, element->origin.line, element->origin.calls};
    cdy_node *body = cdy_clone_node(x, macro->body, call);
    if (!body) {
        return false;
    }
    cdy_remove_attribute(body, "name"); /* these attributes belong to the macro */
    cdy_remove_attribute(body, "params");
    if (!cdy_process(x, body, inner)) {
        return false;
    }
    x->at = element->origin;
    cdy_drop_comments(element);
    if (!cdy_lift_namespaces(x, element->parent, body)) {
        return false;
    }
    cdy_replace_by_children(element, body);
    return true;
}

/* Arguments, defaults and blocks are evaluated where the macro is called, its body where the macro is defined. */
bool cdy_call_macro(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    cdy_scopes inner;
    const char *name = read_name(x, element, scopes->properties);
    const cdy_macro *macro = name ? find_macro(x, name, scopes, &inner) : NULL;
    if (!macro || !cdy_enter(x)) {
        return false;
    }
    x->called = true;
    inner.properties = cdy_new_scope(x, inner.properties, false);
    inner.macros = cdy_new_scope(x, inner.macros, false);
    calling *c = cdy_take(x, 1, sizeof *c);
    bool good = inner.properties && inner.macros && c;
    if (good) {
        *c = (calling){.macro = macro, .caller = scopes->properties, .callee = inner.properties};
        good = prepare(x, c) && set_parameters(x, c, element, scopes) && expand(x, macro, element, &inner);
    }
    cdy_leave(x);
    return good;
}
