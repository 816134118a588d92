/* Dicts and sets: values by key, in the order in which keys were added. */
#ifndef CDY_XACRO_DICT_H
#define CDY_XACRO_DICT_H

#include "xacro/value.h"

/* Returns an empty dict or set. */
cdy_value cdy_new_dict(cdy_interpreter *x, cdy_kind kind);

/* Finds a key; *place is where it stands.  A key that cannot be one is a failure, which x->status tells. */
bool cdy_dict_find(cdy_interpreter *x, const cdy_dict *dict, cdy_value key, size_t *place);

/* Finds the value of a text; NULL: it is not there. */
cdy_value *cdy_dict_get(cdy_interpreter *x, const cdy_dict *dict, const char *key);

/* Gives a key a value, in the place that it has or behind the others. */
bool cdy_dict_set(cdy_interpreter *x, cdy_dict *dict, cdy_value key, cdy_value value);

/* Takes out the key at a place. */
void cdy_dict_remove(cdy_interpreter *x, cdy_dict *dict, size_t place);

/* Adds all keys of another one, with their values. */
bool cdy_dict_update(cdy_interpreter *x, cdy_dict *dict, const cdy_dict *other);

#endif
