/* Expand: robots in the macro language xacro, on their way to the reader. */
#ifndef CDY_URDF_EXPAND_H
#define CDY_URDF_EXPAND_H

#include "urdf/reader.h"

/* Where a text is in xacro, by the name of its file or by its elements, expands it: *bytes and *size are then those of
 * the expansion, which the reader keeps.  Fails as cdy_xacro_expand(), and with CDY_ERROR_ARGUMENT where arguments are
 * given for a text that is not in xacro. */
cdy_status cdy_expand_if_xacro(cdy_reader *r, const cdy_xacro_options *options, const char **bytes, size_t *size,
                               cdy_error *error);

/* Returns the place in the source of a place in what is read, and its file. */
cdy_place cdy_source_of(const cdy_reader *r, cdy_place at, const char **file);

/* Makes a failure that names a line of the expansion name its place in the source, and the macro calls that led there.
 */
void cdy_name_source(const cdy_reader *r, cdy_error *error);

#endif
