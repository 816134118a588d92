/* <xacro:property>. */
#include "xacro/function.h"
#include "xacro/lexer.h"
#include "xacro/processor.h"
#include "xacro/substitution.h"

#include <string.h>

/* The attributes of a property. */
typedef struct definition {
    const char *name, *value, *standard, *scope;
    bool remove, lazy;
} definition;

static bool check_name(cdy_interpreter *x, const char *name)
{
    size_t length = 0;
    while (cdy_continues_name(name[length])) {
        length++;
    }
    if (!cdy_begins_name(*name) || name[length] || cdy_is_keyword(name, length)) {
        return cdy_report_error(
            x,
            "'%.80s' cannot be the name of a property; expected letters, digits and _, no word of the "
            "language",
            name);
    }
    if (strncmp(name, "__", 2) == 0) {
        return cdy_report_error(x, "the name of the property '%.80s' must not begin with two underscores", name);
    }
    return true;
}

static bool read_flag(cdy_interpreter *x, const cdy_node *element, const char *name, cdy_scope *scope, bool *flag)
{
    const char *text = cdy_attribute_value(element, name);
    return !text || !*text || cdy_read_condition(x, text, scope, flag);
}

static bool read_definition(cdy_interpreter *x, const cdy_node *element, cdy_scope *scope, definition *d)
{
    static const char *const known[] = {"name", "value", "default", "remove", "scope", "lazy_eval", NULL};
    const char *name = cdy_required(x, element, "name");
    cdy_check_known(x, element, known);
    *d = (definition){.name = name ? cdy_substitute_text(x, name, scope) : NULL,
                      .value = cdy_attribute_value(element, "value"),
                      .standard = cdy_attribute_value(element, "default"),
                      .scope = cdy_attribute_value(element, "scope"),
                      .lazy = true};
    if (!d->name || !check_name(x, d->name) || !read_flag(x, element, "remove", scope, &d->remove)) {
        return false;
    }
    if ((d->value != NULL) + (d->standard != NULL) + d->remove > 1) {
        return cdy_report_error(x, "the property '%.80s' has more than one of value, default and remove; expected one",
                                d->name);
    }
    return true;
}

static bool is_known(cdy_interpreter *x, cdy_scope *scope, const char *name)
{
    return cdy_find_slot(x, scope, name, NULL) || cdy_find_global(name).kind;
}

/* The scope that a property is set in; NULL if there is none. */
static cdy_scope *find_target(cdy_interpreter *x, definition *d, cdy_scope *scope)
{
    if (!d->scope || (strcmp(d->scope, "global") != 0 && strcmp(d->scope, "parent") != 0)) {
        return scope;
    }
    d->lazy = false;
    cdy_scope *target = scope;
    if (*d->scope == 'g') {
        while (target->parent) {
            target = target->parent;
        }
        return target;
    }
    target = scope->parent;
    while (target && !scope->space && target->space) { /* to the scope of the caller */
        target = target->parent;
    }
    if (!target) {
        cdy_report_warning(x, "the property '%.80s' is for the parent scope, but there is none around the file",
                           d->name);
    }
    return target;
}

bool cdy_define_property(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    definition d;
    cdy_drop_comments(element);
    cdy_scope *scope = scopes->properties;
    if (!read_definition(x, element, scope, &d)) {
        return false;
    }
    cdy_unlink_node(element);
    if (d.remove) {
        cdy_remove_slots(x, scope, d.name);
        return !x->status;
    }
    if (d.standard && is_known(x, scope, d.name)) {
        return !x->status;
    }
    if (d.standard && d.scope) {
        cdy_report_warning(x, "the default of the property '%.80s' can be for its own scope only", d.name);
    }
    const char *text = d.standard ? d.standard : d.value;
    if (!read_flag(x, element, "lazy_eval", scope, &d.lazy)) {
        return false;
    }
    cdy_scope *target = find_target(x, &d, scope);
    if (!target || x->status) {
        return !x->status;
    }
    if (!text) {
        const char *name = cdy_take_format(x, "**%s", d.name);
        return name && cdy_set_slot(x, target, name, (cdy_value){.kind = CDY_KIND_BLOCK, .block = element}, false);
    }
    const cdy_value value = d.lazy ? cdy_of_text(text, strlen(text)) : cdy_substitute(x, text, strlen(text), scope);
    return value.kind && cdy_set_property(x, target, d.name, value, d.lazy);
}
