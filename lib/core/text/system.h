/* Files of the operating system.  system_posix.c has the calls that all POSIX systems share; system_unix.c and
 * metadata.c have the calls for owners, permissions and processes, and system_wasi.c replaces these two where WASI has
 * neither users nor processes.  system_windows.c has all calls for Windows.  Calls that fail set errno. */
#ifndef CDY_TEXT_SYSTEM_H
#define CDY_TEXT_SYSTEM_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Opens a file for reading; waits neither for the writer of a pipe nor for a device. Returns a descriptor, -1 on
 * failure. */
int cdy_open_to_read(const char *path);

/* Creates a file for writing, which must not exist yet; readable by its owner only if `confidential` is true. Returns
 * a descriptor, -1 on failure. */
int cdy_create_file(const char *path, bool confidential);

/* Read and write up to `size` bytes; return their number, -1 on failure. */
ptrdiff_t cdy_read_bytes(int descriptor, void *bytes, size_t size);
ptrdiff_t cdy_write_bytes(int descriptor, const void *bytes, size_t size);

/* Waits until a pipe has bytes or its writer has closed it; returns false on timeout. A negative timeout waits without
 * limit. */
bool cdy_wait_for_bytes(int descriptor, int milliseconds);

/* Waits until the bytes of a file are on the disk; returns false on a failure. */
bool cdy_flush_to_disk(int descriptor);

/* Writes the text of an errno; empty if there is none. */
void cdy_describe_errno(int code, char *text, size_t size);

/* stat of a symbolic link itself. */
int cdy_stat_link(const char *path, struct stat *info);

/* Returns the path of an existing file after following symbolic links, NULL on failure; the caller frees it with
 * cdy_release(). */
char *cdy_resolve_path(const char *path);

/* Returns the length of the part of a path that names the folder, up to and with its last separator. */
size_t cdy_folder_length(const char *path);

/* Returns a number that no other process has at the same time, 0 on systems without such numbers. */
long cdy_process_number(void);

/* Gives a file a new name in the same folder, at once and for good, if there is no file of that name, even if another
 * process creates one in the meantime (EEXIST). *moved is whether the old name is free afterwards. */
bool cdy_name_new_file(const char *path, const char *name, bool *moved);

/* Renames the file `path` to `existing`, atomically and durably; the existing file is replaced. */
bool cdy_replace_file(const char *path, const char *existing);

/* Returns how many names (hard links) a file has; `info` is its stat. */
unsigned long cdy_count_names(const char *path, const struct stat *info);

/* Returns whether the caller may write to a file. */
bool cdy_may_write(const char *path);

/* Gives the new file behind `descriptor` the owner, group, permissions and extended attributes (access control lists
 * and labels among them) of the file `target`, which the new file will replace. Fails with CDY_ERROR_IO if one of these
 * cannot be set. */
cdy_status cdy_keep_metadata(int descriptor, const char *path, const char *target, const struct stat *info,
                             cdy_error *error);

/* Returns the result of `work`. While `work` runs, a write beyond the process's limit of file sizes fails instead of
 * ending the process. */
cdy_status cdy_without_size_signal(cdy_status (*work)(void *), void *context);

#endif
