/* WASI has neither owners, permissions, processes nor signals, one name a file, and does not resolve symbolic links:
 * the target of a link is not replaced. */
#include "base/memory.h"
#include "text/system.h"

#include <errno.h>
#include <string.h>

char *cdy_resolve_path(const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0 || S_ISLNK(info.st_mode)) {
        errno = ENOTSUP;
        return NULL;
    }
    char *copy = cdy_copy_text(path, strlen(path));
    errno = copy ? 0 : ENOMEM;
    return copy;
}

long cdy_process_number(void)
{
    return 0;
}

unsigned long cdy_count_names(const char *path, const struct stat *info)
{
    (void)path, (void)info;
    return 1;
}

bool cdy_may_write(const char *path)
{
    (void)path;
    return true;
}

cdy_status cdy_keep_metadata(int descriptor, const char *path, const char *target, const struct stat *info,
                             cdy_error *error)
{
    (void)descriptor, (void)path, (void)target, (void)info, (void)error;
    return CDY_OK;
}

cdy_status cdy_without_size_signal(cdy_status (*work)(void *), void *context)
{
    return work(context);
}
