/* Dicts and sets: values by key, in the order of insertion. */
#ifndef CDY_XACRO_DICT_H
#define CDY_XACRO_DICT_H

#include "xacro/value.h"

/* Returns an empty dict or set. */
cdy_value cdy_new_dict(cdy_interpreter *x, cdy_kind kind);

/* Finds a key; *place becomes its index. A key of a type that cannot be hashed is an error, recorded in x->status. */
bool cdy_dict_find(cdy_interpreter *x, const cdy_dict *dict, cdy_value key, size_t *place);

/* Returns the value of a text key; NULL if there is none. */
cdy_value *cdy_dict_get(cdy_interpreter *x, const cdy_dict *dict, const char *key);

/* Sets the value of a key; new keys go to the end. */
bool cdy_dict_set(cdy_interpreter *x, cdy_dict *dict, cdy_value key, cdy_value value);

/* Removes the key at a place. */
void cdy_dict_remove(cdy_interpreter *x, cdy_dict *dict, size_t place);

/* Adds all keys and values of another dict. */
bool cdy_dict_update(cdy_interpreter *x, cdy_dict *dict, const cdy_dict *other);

#endif
