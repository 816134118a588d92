/* Files: their bytes in memory, and saved. */
#ifndef CDY_TEXT_FILE_H
#define CDY_TEXT_FILE_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

/* More than any robot takes; and what the XML parser can count. */
enum { CDY_USUAL_FILE = 1 << 30, CDY_LARGEST_FILE = 0x7fffffff };

/* Reads a whole file, or a pipe to its end, as it stands: nothing is inflated.  Some seconds are left to the writer of
 * a pipe to come.  `expected` says in errors what kind of file it should be, "URDF file" for example, whose article is
 * "a"; `most` is the size up to which it is read, 0: CDY_USUAL_FILE.  The caller frees *bytes with cdy_release(). Fails
 * with CDY_ERROR_IO (it cannot be opened or read, is a directory or a device, nobody writes, is too large) or
 * CDY_ERROR_MEMORY; then *bytes is NULL. */
cdy_status cdy_read_file(const char *path, const char *expected, size_t most, char **bytes, size_t *size,
                         cdy_error *error);

/* Writes bytes to a file being saved; `draft` is what cdy_save_file() hands over.  Fails with CDY_ERROR_IO. */
cdy_status cdy_write_draft(void *draft, const char *bytes, size_t size);

/* Saves a file whole or not at all: a new file in the same folder takes the name when it is complete and on the disk.
 * `produce` writes it with cdy_write_draft(draft, ...) and gets `context`.  An existing file is replaced only where
 * `replace` says so, and keeps owner, permissions and extended attributes, or stays where it could not
 * (text/metadata.h); of a symbolic link, the file it leads to is replaced; what is not a regular file never is.  Fails
 * as `produce` does, or with CDY_ERROR_IO or CDY_ERROR_MEMORY; then what was there is as it was, and nothing else is
 * left behind. */
cdy_status cdy_save_file(const char *path, bool replace,
                         cdy_status (*produce)(const void *context, void *draft, cdy_error *error), const void *context,
                         cdy_error *error);

/* Reports that the system could not do `what`, "open" for example, with a file, and why: `code` is an errno.  Returns
 * CDY_ERROR_IO. */
cdy_status cdy_fail_with_errno(cdy_error *error, const char *path, const char *what, int code);

#endif
