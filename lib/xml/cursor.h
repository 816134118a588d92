/* Cursors: a place in a text that moves forward only, and knows its line and column. */
#ifndef CDY_XML_CURSOR_H
#define CDY_XML_CURSOR_H

#include "xml/document.h"

typedef struct cdy_cursor {
    const char *at, *end;
    cdy_place place; /* of `at` */
    bool broken; /* the value of the last attribute has tabs or line breaks that do not stand behind a blank and before
                    something else */
} cdy_cursor;

/* Returns a cursor at the first character of a text. */
cdy_cursor cdy_cursor_at_start(const cdy_text *text);

/* Moves to a place further on and returns its line and column; to places before it does not go back. */
cdy_place cdy_move_cursor(cdy_cursor *cursor, const char *to);

/* Moves from anywhere before an attribute in a well-formed start tag, outside of quotes, behind it, passing over
 * declarations of namespaces; returns where its name begins, or the cursor's place where the tag has no more. */
cdy_place cdy_next_attribute(cdy_cursor *cursor);

#endif
