/* The formats that robots are read from. */
#ifndef CDY_LINT_FORMATS_H
#define CDY_LINT_FORMATS_H

#include "description/reader.h"

/* The formats, the most usual first; ends with NULL. */
extern const cdy_file_format *const cdy_file_formats[];

/* Loads the bytes of a robot file, whose folder holds the files that it names. As cdy_load_text() otherwise. */
cdy_status cdy_load_bytes(const char *bytes, size_t size, const char *path, const cdy_load_options *options,
                          cdy_tree **tree, cdy_error *error);

#endif
