/* Metadata: what a file has beside its content, and another that takes its place must have as well. */
#ifndef CDY_TEXT_METADATA_H
#define CDY_TEXT_METADATA_H

#include <condyle/status.h>
#include <sys/stat.h>

/* Refuses a regular file that another cannot take the place of: one with several names (hard links), of which the
 * others would keep the old content, and one that the caller may not write.  `path` names it in errors, and `facts` are
 * those of the file `target` that the path leads to.  Fails with CDY_ERROR_IO. */
cdy_status cdy_check_replaceable(const char *path, const char *target, const struct stat *facts, cdy_error *error);

/* Gives the new file behind `descriptor` the owner, the group, the permissions and the extended attributes (access
 * control lists and labels among them) of the file `target`, which it is to replace.  Fails with CDY_ERROR_IO where one
 * of them cannot be kept. */
cdy_status cdy_keep_metadata(int descriptor, const char *path, const char *target, const struct stat *facts,
                             cdy_error *error);

#endif
