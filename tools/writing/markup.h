/* Markup: text and numbers in HTML and SVG, well-formed as XML. */
#ifndef CONDYLE_TOOLS_MARKUP_H
#define CONDYLE_TOOLS_MARKUP_H

#include "writing/sink.h"

/* Writes text for elements and attributes: <, >, & and " as entities, '?' for a byte that is no text. */
void markup_text(const sink *to, const char *text);

/* Writes a name as HTML, in which a browser may break lines behind underscores. */
void markup_breakable(const sink *to, const char *name);

/* Writes a name of at most `columns` characters, a longer one with an ellipsis at its end. */
void markup_name(const sink *to, const char *name, size_t columns);

/* Writes a number with `digits` significant digits (0: as many as read back exactly), whatever the locale is. */
void markup_number(const sink *to, double value, int digits);

/* Writes a number for people, with a minus sign in place of the hyphen. */
void markup_figure(const sink *to, const char *number);

#endif
