/* Sources: the documents that a robot file includes, and the file that a place is in. */
#ifndef CDY_DESCRIPTION_SOURCES_H
#define CDY_DESCRIPTION_SOURCES_H

#include "description/reader.h"

/* An included document, in a list from the newest to the oldest. */
struct cdy_included {
    struct cdy_included *before;
    const char *file;
    cdy_document document;
};

/* Returns the name of the file that a place is in, before mapping to a xacro source. */
const char *cdy_file_of(const cdy_reader *r, cdy_place at);

/* Returns the format that a text begins with, where it is not in XML; NULL: none. */
const cdy_file_format *cdy_format_of_text(const cdy_reader *r, const char *bytes, size_t size);

/* Frees the included documents. */
void cdy_clear_included(cdy_reader *r);

#endif
