/* Limit of the attributes per start tag, checked before XML parsing: the parser compares every attribute of an element
 * with all others, in quadratic time. */
#ifndef CDY_XML_START_TAG_H
#define CDY_XML_START_TAG_H

#include "xml/encoding.h"

/* URDF elements have about six attributes; the limit leaves room for extensions. */
enum { CDY_MOST_ATTRIBUTES = 256 };

/* Returns the first start tag with more than CDY_MOST_ATTRIBUTES attributes; NULL if there is none. */
const char *cdy_find_oversized_tag(const cdy_text *text);

#endif
