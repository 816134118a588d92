/* Expansion of the macro language xacro before reading. */
#ifndef CDY_DESCRIPTION_EXPAND_H
#define CDY_DESCRIPTION_EXPAND_H

#include "description/reader.h"

/* Whether a text is in xacro, by its file name or its elements. */
bool cdy_is_in_xacro(const char *file, const char *bytes, size_t size);

/* Expands a text in xacro; *bytes and *size are then the expansion, which the reader owns. Fails as cdy_xacro_expand()
 * does. */
cdy_status cdy_expand_whole(cdy_reader *r, const cdy_xacro_options *options, const char **bytes, size_t *size,
                            cdy_error *error);

/* Expands a text that is in xacro, by its file name or its elements; *bytes and *size are then the expansion, which the
 * reader owns. Fails as cdy_xacro_expand() does, or with CDY_ERROR_ARGUMENT if there are arguments for a text that is
 * not in xacro. */
cdy_status cdy_expand_if_xacro(cdy_reader *r, const cdy_xacro_options *options, const char **bytes, size_t *size,
                               cdy_error *error);

/* Returns the place in the xacro source for a place in the text that is read, and its file. */
cdy_place cdy_source_of(const cdy_reader *r, cdy_place at, const char **file);

/* Replaces the place of an error in the expansion by its place in the source, and appends the macro calls that led
 * there. */
void cdy_name_source(const cdy_reader *r, cdy_error *error);

#endif
