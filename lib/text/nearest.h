/* Nearest name: what a misspelled word was probably meant to be. */
#ifndef CDY_TEXT_NEAREST_H
#define CDY_TEXT_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* The best of the names considered so far. */
typedef struct cdy_nearest {
    const char *typed;
    const char *name; /* NULL while none is near */
    size_t distance;
    bool shared;         /* another name is as near */
    size_t typed_length; /* up to one more than the longest that is compared */
    size_t letters;      /* of how many letters the search has compared so far */
} cdy_nearest;

/* Begins a search for the name that `typed` stands for. */
cdy_nearest cdy_nearest_to(const char *typed);

/* Considers a name, which must stay valid as long as the search.  Near is what takes few single-character changes
 * (one added, left out, replaced or two neighbours swapped; upper and lower case are the same): at most a third of the
 * characters typed, a little more in short words; then what contains the word, or is contained in it.  The first of
 * several equally near names wins; names of more than 128 characters are not compared. */
void cdy_nearest_consider(cdy_nearest *search, const char *name);

/* Returns the nearest to `name` of `count` names, NULL where none is near. */
const char *cdy_nearest_name(const char *name, size_t count, const char *const *names);

/* Returns the number of the nearest of `count` names, which name_of(names, i) gives; -1 where none is near.  The search
 * takes what it compares from *letters, and ends without result where that is spent: who asks for many names in turn
 * gives a supply in proportion to what he has read. */
int cdy_nearest_within(const char *name, int count, const char *(*name_of)(const void *names, int i), const void *names,
                       size_t *letters);

#endif
