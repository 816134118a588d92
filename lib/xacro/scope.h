/* Scopes: the properties, blocks or macros that are known in a place, and those of the places around it. */
#ifndef CDY_XACRO_SCOPE_H
#define CDY_XACRO_SCOPE_H

#include "xacro/dict.h"

typedef struct cdy_slot {
    const char *name;
    cdy_value value;
    bool text_only;  /* the value is a text that is not evaluated yet */
    bool evaluating; /* it is just being evaluated */
    cdy_origin at;   /* where it was set */
} cdy_slot;

typedef struct cdy_scope {
    struct cdy_scope *parent; /* NULL: the outermost */
    struct cdy_scope *other;  /* looked through last; NULL: there is none */
    bool space;               /* that of a file which is included with ns="..." */
    cdy_dict slots;           /* CDY_KIND_SLOT by name */
} cdy_scope;

/* Returns an empty scope, or NULL. */
cdy_scope *cdy_new_scope(cdy_interpreter *x, cdy_scope *parent, bool space);

/* Returns the slot of a name here or in the scopes around; NULL: there is none.  *owner is the scope that has it. */
cdy_slot *cdy_find_slot(cdy_interpreter *x, cdy_scope *scope, const char *name, cdy_scope **owner);

/* Gives a name a value in this very scope; texts are evaluated at their first use where `lazy` says so. */
bool cdy_set_slot(cdy_interpreter *x, cdy_scope *scope, const char *name, cdy_value value, bool lazy);

/* Sets a property: as above, with quotes taken off, numbers and booleans read, and a warning where the name is a global
 * one. */
bool cdy_set_property(cdy_interpreter *x, cdy_scope *scope, const char *name, cdy_value value, bool lazy);

/* Returns the value of a name, evaluated; of kind CDY_KIND_FAILED where it fails, or, without a report, where nothing
 * here has this name. */
cdy_value cdy_look_up(cdy_interpreter *x, cdy_scope *scope, const char *name);

/* Takes a name out, here and in all scopes around. */
void cdy_remove_slots(cdy_interpreter *x, cdy_scope *scope, const char *name);

/* Returns the name among those of a scope, those around it and the global ones that is most like this one, or NULL. */
const char *cdy_similar_name(cdy_interpreter *x, cdy_scope *scope, const char *name);

#endif
