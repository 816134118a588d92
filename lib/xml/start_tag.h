/* Start tags: a look at the text before the XML parser, which compares every attribute of an element with all others.
 */
#ifndef CDY_XML_START_TAG_H
#define CDY_XML_START_TAG_H

#include "xml/encoding.h"

/* URDF knows some six attributes; this leaves room for extensions and keeps the comparing cheap. */
enum { CDY_MOST_ATTRIBUTES = 256 };

/* Returns the place of the first start tag with more attributes than that, NULL where there is none. */
const char *cdy_find_crowded_tag(const cdy_text *text);

#endif
