/* Edits: what to put in the place of which bytes of a file. */
#ifndef CDY_LINT_FIX_H
#define CDY_LINT_FIX_H

#include "urdf/findings.h"
#include "urdf/proposals.h"

#include <condyle/fix.h>

/* Bytes of a file, or of a copy of it in which some is mended already. */
typedef struct cdy_bytes {
    char *start; /* NULL: none */
    size_t size;
    bool single; /* every byte is a character; false: UTF-8 */
} cdy_bytes;

typedef struct cdy_edit {
    size_t from, length; /* the bytes that go */
    const char *text;    /* what comes instead */
    size_t size;
    const struct cdy_change_entry *entry; /* of the change that it is a part of */
} cdy_edit;

/* A change before it is reported, and the next one found. */
typedef struct cdy_change_entry {
    struct cdy_change_entry *before;
    size_t number; /* in the order of finding */
    cdy_level level;
    bool kept; /* it leaves the robot no worse */
    cdy_change change;
    const struct cdy_change_entry *other; /* a change of the same value; NULL: none */
    const char *is_with_other;            /* what stands there where that one is kept too */
} cdy_change_entry;

/* What one round of mending gathers; all in the arena, edits in the order of finding and apart from each other. */
typedef struct cdy_mending {
    const cdy_bytes *bytes;
    const char *file;
    cdy_arena *memory;
    const cdy_element *swapped;        /* the element whose limits were swapped last; NULL: none */
    const cdy_change_entry *swap;      /* that change */
    const char *new_lower, *new_upper; /* its limits then, as numbers without blanks */
    cdy_edit *edits;
    size_t edit_count;
    cdy_change_entry *changes; /* the newest */
    size_t change_count;
    bool out_of_memory;
} cdy_mending;

/* Turns the proposals, `count` of them, into edits and changes. */
void cdy_edit_proposals(cdy_mending *m, const cdy_proposal *newest, size_t count);

#endif
