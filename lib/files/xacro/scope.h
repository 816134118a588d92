/* Scopes: properties, blocks or macros visible at a place, with the enclosing scopes. */
#ifndef CDY_XACRO_SCOPE_H
#define CDY_XACRO_SCOPE_H

#include "xacro/dict.h"

typedef struct cdy_slot {
    const char *name;
    cdy_value value;
    bool text_only;  /* the value is a text that is not evaluated yet */
    bool evaluating; /* it is being evaluated */
    cdy_origin at;   /* where it was set */
} cdy_slot;

typedef struct cdy_scope {
    struct cdy_scope *parent; /* NULL: the outermost */
    bool space;               /* of a file included with ns="..." */
    cdy_dict slots;           /* CDY_KIND_SLOT by name */
} cdy_scope;

/* Returns an empty scope, or NULL. */
cdy_scope *cdy_new_scope(cdy_interpreter *x, cdy_scope *parent, bool space);

/* Returns the slot of a name in this scope or an enclosing one; NULL if the name is not set. *owner becomes the scope
 * of the slot. */
cdy_slot *cdy_find_slot(cdy_interpreter *x, cdy_scope *scope, const char *name, cdy_scope **owner);

/* Sets a name in this scope; `lazy` texts are evaluated at their first use. */
bool cdy_set_slot(cdy_interpreter *x, cdy_scope *scope, const char *name, cdy_value value, bool lazy);

/* Sets a property: like cdy_set_slot(), with quotes removed, numbers and booleans converted, and a warning if the name
 * is global. */
bool cdy_set_property(cdy_interpreter *x, cdy_scope *scope, const char *name, cdy_value value, bool lazy);

/* Returns the evaluated value of a name; of kind CDY_KIND_FAILED on an error, or, without a report, if the name is not
 * defined. */
cdy_value cdy_look_up(cdy_interpreter *x, cdy_scope *scope, const char *name);

/* Removes a name from this scope and all enclosing ones. */
void cdy_remove_slots(cdy_interpreter *x, cdy_scope *scope, const char *name);

/* Returns the most similar name of this scope, its enclosing scopes and the global names, or NULL. */
const char *cdy_similar_name(cdy_interpreter *x, cdy_scope *scope, const char *name);

#endif
