/* Cursor: a position in a text that moves forward only, with its line and column in the file. */
#ifndef CDY_XML_CURSOR_H
#define CDY_XML_CURSOR_H

#include "xml/document.h"

typedef struct cdy_cursor {
    const char *at, *end;
    const char *source; /* the character of the text as the file has it, without the blanks of cdy_mend_text() */
    cdy_place place;    /* line and column of `at` */
    bool has_break; /* in the value of the last attribute, a tab or line break elsewhere than just before a number */
} cdy_cursor;

/* Returns a cursor at the first character of a text. `source` is the start of the text before cdy_mend_text(), which
 * must outlive the cursor. */
cdy_cursor cdy_cursor_at_start(const cdy_text *text, const char *source);

/* Advances to a later position and returns its line and column; does not move for an earlier position. */
cdy_place cdy_move_cursor(cdy_cursor *cursor, const char *to);

/* Advances past the next attribute of a well-formed start tag, skipping namespace declarations. The cursor must be
 * before the attribute and outside quotes. Returns the place of the attribute's name, or the cursor's place if the tag
 * has no further attribute. */
cdy_place cdy_next_attribute(cdy_cursor *cursor);

#endif
