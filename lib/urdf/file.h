/* Files: their bytes in memory. */
#ifndef CDY_URDF_FILE_H
#define CDY_URDF_FILE_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

/* More than any robot takes, and less than what the XML parser can count. */
enum { CDY_LARGEST_FILE = 1 << 30 };

/* Reads a whole file, or a pipe to its end, as it stands: nothing is inflated.  Some seconds are left to the writer of
 * a pipe to come.  The caller frees *bytes with
 * cdy_release().  Fails with CDY_ERROR_IO (it cannot be opened or read, is a directory or a device, nobody writes, is
 * too large) or CDY_ERROR_MEMORY; then *bytes is NULL. */
cdy_status cdy_read_file(const char *path, char **bytes, size_t *size, cdy_error *error);

/* Reports that the system could not do `what`, "open" for example, with a file, and why: `code` is an errno.  Returns
 * CDY_ERROR_IO. */
cdy_status cdy_fail_with_errno(cdy_error *error, const char *path, const char *what, int code);

/* What hands a text over in pieces through `write`, which gets `to`; what is not CDY_OK ends it. */
typedef cdy_status cdy_source(const void *context, cdy_status (*write)(void *to, const char *text, size_t size),
                              void *to, cdy_error *error);

/* Saves what a source hands over, as cdy_save_urdf_file() does. */
cdy_status cdy_save_file(const char *path, bool replace, cdy_source *source, const void *context, cdy_error *error);

#endif
