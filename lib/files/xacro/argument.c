#include "xacro/argument.h"

#include "text/nearest.h"
#include "xacro/builder.h"
#include "xacro/substitution.h"

#include <string.h>

bool cdy_take_arguments(cdy_interpreter *x)
{
    x->arguments = cdy_new_scope(x, NULL, false);
    bool taken = x->arguments != NULL;
    for (size_t i = 0; i < x->options.argument_count && taken; i++) {
        const cdy_xacro_argument *a = &x->options.arguments[i];
        if (!a->value[0]) { /* `NAME:=` on the command line: an empty value */
            continue;
        }
        const char *value = cdy_take_foreign(x, a->value);
        taken = value && cdy_set_slot(x, x->arguments, a->name, cdy_of_words(value), false);
    }
    return taken;
}

static cdy_declaration *find_declaration(const cdy_interpreter *x, const char *name)
{
    for (cdy_declaration *d = x->declared; d; d = d->older) {
        if (strcmp(d->argument.name, name) == 0) {
            return d;
        }
    }
    return NULL;
}

/* Records the declaration of an argument. */
static cdy_declaration *note(cdy_interpreter *x, const char *name, const char *standard, const cdy_origin *origin)
{
    cdy_declaration *d = find_declaration(x, name);
    if (d) {
        return d;
    }
    d = cdy_take(x, 1, sizeof *d);
    if (d) {
        d->argument = (cdy_declared_argument){name, standard, NULL, origin->file, origin->line};
        d->older = x->declared;
        x->declared = d;
    }
    return d;
}

bool cdy_note_arguments(cdy_interpreter *x, const cdy_node *element)
{
    enum { MOST = 500 }; /* limit of nested references; robots have fewer */
    bool good = true;
    for (const cdy_node *node = element->first; node && good; node = node->next) {
        if (node->kind != CDY_NODE_ELEMENT || strcmp(node->text, "xacro:macro") == 0) {
            continue;
        }
        const char *name = strcmp(node->text, "xacro:arg") == 0 ? cdy_attribute_value(node, "name") : NULL;
        if (name && x->declared_count < MOST) {
            good = note(x, name, cdy_attribute_value(node, "default"), &node->origin);
            x->declared_count++;
        }
        good = good && cdy_note_arguments(x, node);
    }
    return good;
}

bool cdy_declare_argument(cdy_interpreter *x, const char *name, const char *standard, cdy_scope *scope)
{
    cdy_declaration *d = cdy_step(x, 16) ? note(x, name, standard, &x->at) : NULL;
    if (!d) {
        return false;
    }
    const cdy_slot *given = cdy_find_slot(x, x->arguments, name, NULL);
    if (!given && !x->status) {
        const char *value = cdy_substitute_text(x, standard, scope);
        if (!value || !cdy_set_slot(x, x->arguments, name, cdy_of_words(value), false)) {
            return false;
        }
        given = cdy_find_slot(x, x->arguments, name, NULL);
    }
    if (given) {
        d->argument.value = given->value.text.bytes;
    }
    return !x->status;
}

/* Adds the names of the arguments declared so far, oldest first. */
static void list_declared(cdy_builder *b, const cdy_declaration *newest)
{
    enum { SHOWN = 30 };
    const cdy_declaration *order[SHOWN];
    size_t count = 0;
    for (const cdy_declaration *d = newest; d && count < SHOWN; d = d->older) {
        order[count++] = d;
    }
    for (size_t i = count; i-- > 0;) {
        cdy_add_text(b, order[i]->argument.name);
        cdy_add_text(b, i > 0 ? ", " : "");
    }
}

cdy_value cdy_argument_of(cdy_interpreter *x, const char *name)
{
    const cdy_slot *slot = cdy_find_slot(x, x->arguments, name, NULL);
    if (slot) {
        return slot->value;
    }
    cdy_builder b = {.x = x};
    cdy_add_text(&b, "");
    list_declared(&b, x->declared);
    if (!x->status && b.length > 0) {
        cdy_report_error(x, "no value for argument '%.80s'; give %.80s:=VALUE; the file declares the arguments %.400s",
                         name, name, b.text);
    }
    cdy_report_error(x, "no value for argument '%.80s'; give %.80s:=VALUE", name, name);
    return cdy_failed_value;
}

void cdy_check_arguments(cdy_interpreter *x)
{
    for (size_t i = 0; i < x->options.argument_count; i++) {
        const char *name = x->options.arguments[i].name;
        if (find_declaration(x, name)) {
            continue;
        }
        cdy_nearest search = cdy_nearest_to(name);
        for (const cdy_declaration *d = x->declared; d; d = d->older) {
            cdy_nearest_consider(&search, d->argument.name);
        }
        if (search.name) {
            cdy_report_warning(x, "nothing declares the argument '%.80s'; did you mean '%.80s'?", name, search.name);
        }
    }
}
