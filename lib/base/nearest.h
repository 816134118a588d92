/* Nearest name: what a misspelled word was probably meant to be. */
#ifndef CDY_BASE_NEAREST_H
#define CDY_BASE_NEAREST_H

#include <stddef.h>

/* Returns the one of `count` names that takes the fewest single-character changes (one added, left out, replaced or
 * two neighbours swapped) to turn into `name`, the first of several; NULL where none is near: more than a third of
 * the characters, or more than three, differ, or the name has more than 64. */
const char *cdy_nearest_name(const char *name, size_t count, const char *const *names);

#endif
