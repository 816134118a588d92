/* Edits: replacements of bytes of a file. */
#ifndef CDY_LINT_FIX_H
#define CDY_LINT_FIX_H

#include "description/findings.h"
#include "description/proposals.h"

#include <condyle/fix.h>

/* Text of a file, with the changes so far. */
typedef struct cdy_bytes {
    char *start; /* NULL: none */
    size_t size;
    bool is_single_byte; /* one byte a character, as in ISO 8859-1; false: UTF-8 */
} cdy_bytes;

typedef struct cdy_edit {
    size_t from, length; /* replaced bytes */
    const char *text;    /* replacement */
    size_t size;
    const struct cdy_change_entry *entry; /* change that the edit belongs to */
} cdy_edit;

/* A change to be reported, in a list from the newest to the oldest. */
typedef struct cdy_change_entry {
    struct cdy_change_entry *before;
    size_t number; /* in the order of finding */
    cdy_level level;
    bool kept; /* the change leaves the robot no worse */
    cdy_change change;
    const struct cdy_change_entry *other; /* another change of the same value; NULL: none */
    const char *is_with_other;            /* new value if the other change is kept too */
} cdy_change_entry;

/* Changes of one round, in the arena; edits are in the order of finding and do not overlap. */
typedef struct cdy_mending {
    const cdy_bytes *bytes;
    const char *file;
    cdy_arena *memory;
    const cdy_element *swapped;        /* element whose limits were swapped last; NULL: none */
    const cdy_change_entry *swap;      /* change that swapped them */
    const char *new_lower, *new_upper; /* its new limits, without blanks */
    cdy_edit *edits;
    size_t edit_count;
    cdy_change_entry *changes; /* newest */
    size_t change_count;
    bool out_of_memory;
} cdy_mending;

/* Turns the list of `count` proposals into edits and changes. */
void cdy_edit_proposals(cdy_mending *m, const cdy_proposal *newest, size_t count);

#endif
