/* Files: reading a file into memory, and saving one atomically. */
#ifndef CDY_TEXT_FILE_H
#define CDY_TEXT_FILE_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* The default limit, more than any robot needs, and the largest size that the XML parser can count. */
enum { CDY_USUAL_FILE = 1 << 30, CDY_LARGEST_FILE = 0x7fffffff };

/* Reads a whole regular file, or a pipe to its end, without decompression. Waits some seconds for the writer of a pipe.
 * `expected` names the kind of file in error messages, for example "robot file" (its article is "a"); `limit` is the
 * largest accepted size in bytes, 0: CDY_USUAL_FILE. The caller frees *bytes with cdy_release(). Fails with
 * CDY_ERROR_IO (the file cannot be opened or read, is a directory or a device, is too large, or a pipe has no writer)
 * or CDY_ERROR_MEMORY; *bytes is then NULL and *size 0. */
cdy_status cdy_read_file(const char *path, const char *expected, size_t limit, char **bytes, size_t *size,
                         cdy_error *error);

/* Appends bytes to the file that cdy_save_file() is saving; `draft` is the second argument of `produce`. Fails with
 * CDY_ERROR_IO. */
cdy_status cdy_write_draft(void *draft, const char *bytes, size_t size);

/* Saves a file completely or not at all: writes a temporary file in the same folder and renames it once it is complete
 * and on the disk. `produce` writes the content with cdy_write_draft(draft, ...). An existing file is replaced only if
 * `replace` is true; it keeps its owner, permissions and extended attributes, or is not replaced if they cannot be kept
 * (text/system.h). A symbolic link stays, and its target is replaced; only regular files are replaced. Fails as
 * `produce` does, or with CDY_ERROR_IO or CDY_ERROR_MEMORY; the existing file is then unchanged, and no temporary file
 * remains. */
cdy_status cdy_save_file(const char *path, bool replace,
                         cdy_status (*produce)(const void *context, void *draft, cdy_error *error), const void *context,
                         cdy_error *error);

/* Checks that a file can be replaced: it is a regular file, has one name only (no further hard links, which would keep
 * the old content), and the caller may write to it. `path` names the file in errors; `target` is the file after
 * following symbolic links, `info` its stat. Fails with CDY_ERROR_IO. */
cdy_status cdy_check_replaceable(const char *path, const char *target, const struct stat *info, cdy_error *error);

/* Reports that a system call failed to `what` (for example "open") a file; `code` is the errno of the call. Returns
 * CDY_ERROR_IO. */
cdy_status cdy_fail_with_errno(cdy_error *error, const char *path, const char *what, int code);

#endif
