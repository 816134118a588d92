/* Packages: the folders in which files may be read. */
#ifndef CDY_XACRO_PACKAGE_H
#define CDY_XACRO_PACKAGE_H

#include "xacro/interpreter.h"

/* Starts with the folder of the file to expand. */
bool cdy_find_packages(cdy_interpreter *x, const char *path);

/* Returns the folder of a package: from the options; from ROS_PACKAGE_PATH or AMENT_PREFIX_PATH; the package of the
 * file itself, or one beside that package.  Where none exists, returns the folder in which the package would lie, with
 * a warning, since many paths are only written and never read; NULL, with a report, where no such folder is known. */
const char *cdy_package_folder(cdy_interpreter *x, const char *name);

/* Returns a path made absolute, without . and .. in it. */
const char *cdy_absolute_path(cdy_interpreter *x, const char *path);

/* Returns the path relative to the folder of the current file; absolute paths stay. */
const char *cdy_path_beside(cdy_interpreter *x, const char *path);

/* Whether a file may be read: where the file lies in the package of the expanded file (in the repository or folder of
 * the expanded file, where that belongs to no package), or in a package that was found.  Reports the file where it may
 * not. */
bool cdy_may_read(cdy_interpreter *x, const char *path);

/* Notes that a file was read. */
bool cdy_note_file(cdy_interpreter *x, const char *path);

/* Reads a file; `kind` names it in messages. Reports an error and returns NULL; x->file_missing tells whether the file
 * does not exist. */
const char *cdy_read_source(cdy_interpreter *x, const char *path, const char *kind, size_t *size);

#endif
