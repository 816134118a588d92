/* Paths of files: absolute ones, and those that lead out of a folder. */
#ifndef CDY_PACKAGE_PATH_H
#define CDY_PACKAGE_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Makes a path absolute, without . and .. in it; links stay.  False if it is longer than `size` - 1 bytes or the
 * working folder has no name. */
bool cdy_make_absolute(const char *path, char *absolute, size_t size);

/* Cuts the last part of an absolute path; false at its root. */
bool cdy_cut_last_part(char *path);

/* Returns the last part of an absolute path. */
const char *cdy_last_part(const char *path);

/* Whether an absolute path is a folder, or lies in it. */
bool cdy_lies_in(const char *path, const char *folder);

/* Whether a prefix of a path leads above the path's root. */
bool cdy_path_escapes(const char *path);

/* Whether a path is a folder. */
bool cdy_is_folder(const char *path);

/* Whether a folder has an entry of this name. */
bool cdy_exists_in(const char *folder, const char *name);

#endif
