/* Nearest name: the probable spelling of a misspelled word. */
#ifndef CDY_TEXT_NEAREST_H
#define CDY_TEXT_NEAREST_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

/* A search, with the best name so far. */
typedef struct cdy_nearest {
    const char *typed;
    const char *name; /* NULL: no near name so far */
    size_t distance;
    bool shared;         /* another name has the same distance */
    size_t typed_length; /* at most one more than the longest length that is compared */
    size_t letters;      /* number of letters compared so far, the cost of the search */
} cdy_nearest;

/* Begins a search for the name nearest to `typed`. */
cdy_nearest cdy_nearest_to(const char *typed);

/* Compares a name, which must stay valid during the search. A name is near if its edit distance (insertion, deletion,
 * replacement, swap of neighbours; ignoring case) is at most a third of the length of the word, a little more for short
 * words; otherwise if one contains the other. The first of several equally near names is kept; names of more than 128
 * bytes are skipped. */
void cdy_nearest_consider(cdy_nearest *search, const char *name);

/* Fails with CDY_ERROR_ARGUMENT because the robot has no `kind` ("body" for example) of the name that was searched for;
 * the message suggests the nearest name. */
cdy_status cdy_fail_unknown(const cdy_nearest *search, const char *kind, cdy_error *error);

/* Returns the nearest to `name` of `count` names; NULL if none is near. */
const char *cdy_nearest_name(const char *name, size_t count, const char *const *names);

/* Returns the index of the nearest of `count` names, which name_of(names, i) returns; -1 if none is near. The search
 * subtracts its cost from *letters and returns -1 once that budget is spent, so that many searches in turn cost no
 * more than one budget. */
int cdy_nearest_within(const char *name, int count, const char *(*name_of)(const void *names, int i), const void *names,
                       size_t *letters);

#endif
