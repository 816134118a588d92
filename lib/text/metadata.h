/* Metadata: owner, permissions and extended attributes, which a file keeps when it is replaced. */
#ifndef CDY_TEXT_METADATA_H
#define CDY_TEXT_METADATA_H

#include <condyle/status.h>
#include <sys/stat.h>

/* Checks that a regular file can be replaced: it has one name only (no further hard links, which would keep the old
 * content), and the caller may write to it. `path` names the file in errors; `target` is the file after following
 * symbolic links, `info` its stat. Fails with CDY_ERROR_IO. */
cdy_status cdy_check_replaceable(const char *path, const char *target, const struct stat *info, cdy_error *error);

/* Gives the new file behind `descriptor` the owner, group, permissions and extended attributes (access control lists
 * and labels among them) of the file `target`, which it will replace. Fails with CDY_ERROR_IO if one of them cannot be
 * kept. */
cdy_status cdy_keep_metadata(int descriptor, const char *path, const char *target, const struct stat *info,
                             cdy_error *error);

#endif
