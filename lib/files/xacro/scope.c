#include "xacro/scope.h"

#include "text/nearest.h"
#include "xacro/function.h"
#include "xacro/literal.h"
#include "xacro/substitution.h"

#include <string.h>

cdy_scope *cdy_new_scope(cdy_interpreter *x, cdy_scope *parent, bool space)
{
    cdy_scope *scope = cdy_take(x, 1, sizeof *scope);
    if (scope) {
        scope->parent = parent;
        scope->space = space;
    }
    return scope;
}

cdy_slot *cdy_find_slot(cdy_interpreter *x, cdy_scope *scope, const char *name, cdy_scope **owner)
{
    for (cdy_scope *s = scope; s && !x->status; s = s->parent) {
        const cdy_value *found = cdy_dict_get(x, &s->slots, name);
        if (found) {
            if (owner) {
                *owner = s;
            }
            return found->slot;
        }
    }
    return NULL;
}

bool cdy_set_slot(cdy_interpreter *x, cdy_scope *scope, const char *name, cdy_value value, bool lazy)
{
    const cdy_value *found = cdy_dict_get(x, &scope->slots, name);
    cdy_slot *slot = found ? found->slot : cdy_take(x, 1, sizeof *slot);
    if (!slot || x->status) {
        return false;
    }
    slot->value = value;
    slot->text_only = lazy && value.kind == CDY_KIND_TEXT;
    slot->at = x->at;
    if (found) {
        return true;
    }
    const cdy_value key = cdy_copy_of_text(x, name, strlen(name));
    slot->name = key.text.bytes;
    return key.kind && cdy_dict_set(x, &scope->slots, key, (cdy_value){.kind = CDY_KIND_SLOT, .slot = slot});
}

bool cdy_set_property(cdy_interpreter *x, cdy_scope *scope, const char *name, cdy_value value, bool lazy)
{
    if (cdy_find_global(name).kind) {
        cdy_report_warning(x, "the property '%.80s' takes the name of something that xacro has itself", name);
    }
    value = cdy_read_literal(x, value);
    return value.kind && cdy_set_slot(x, scope, name, value, lazy);
}

/* Evaluates the text of a property at its first use, in the scope that holds the property; errors are reported at the
 * place that set the property. */
static cdy_value evaluate_property(cdy_interpreter *x, cdy_slot *slot, cdy_scope *owner)
{
    if (slot->evaluating) {
        cdy_report_error(
            x, "the property '%.80s' needs itself; with lazy_eval=\"false\" it would take the value it had before",
            slot->name);
        return cdy_failed_value;
    }
    if (!cdy_enter(x)) {
        return cdy_failed_value;
    }
    const cdy_origin at = x->at;
    x->at = slot->at;
    slot->evaluating = true;
    cdy_value value = cdy_substitute(x, slot->value.text.bytes, slot->value.text.length, owner);
    value = value.kind ? cdy_read_literal(x, value) : value;
    slot->evaluating = false;
    x->at = at;
    cdy_leave(x);
    if (value.kind) {
        slot->value = value;
        slot->text_only = false;
    }
    return value;
}

cdy_value cdy_look_up(cdy_interpreter *x, cdy_scope *scope, const char *name)
{
    cdy_scope *owner = NULL;
    cdy_slot *slot = cdy_find_slot(x, scope, name, &owner);
    if (!slot) {
        return cdy_failed_value;
    }
    return slot->text_only ? evaluate_property(x, slot, owner) : slot->value;
}

void cdy_remove_slots(cdy_interpreter *x, cdy_scope *scope, const char *name)
{
    for (cdy_scope *s = scope; s && !x->status; s = s->parent) {
        size_t place;
        if (cdy_dict_find(x, &s->slots, cdy_of_words(name), &place)) {
            cdy_dict_remove(x, &s->slots, place);
        }
    }
}

const char *cdy_similar_name(cdy_interpreter *x, cdy_scope *scope, const char *name)
{
    enum { MOST = 2000 }; /* limit of the names compared for a hint */
    cdy_nearest search = cdy_nearest_to(name);
    size_t looked_at = 0;
    (void)x;
    for (const cdy_scope *s = scope; s; s = s->parent) {
        for (size_t i = 0; i < s->slots.count && looked_at < MOST; i++, looked_at++) {
            cdy_nearest_consider(&search, s->slots.keys[i].text.bytes);
        }
    }
    return search.name;
}
