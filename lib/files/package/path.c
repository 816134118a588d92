#include "package/path.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Appends the parts of a path to an absolute one of *length bytes; false if there is no room. */
static bool append_parts(char *absolute, size_t *length, size_t size, const char *path)
{
    for (const char *p = path; *p;) {
        const size_t part = strcspn(p, "/");
        if (part == 2 && memcmp(p, "..", 2) == 0) {
            while (*length > 0 && absolute[--*length] != '/') {
            }
        } else if (part > 0 && !(part == 1 && *p == '.')) {
            if (part + 2 > size - *length) {
                return false;
            }
            absolute[(*length)++] = '/';
            memcpy(absolute + *length, p, part);
            *length += part;
        }
        p += part + (p[part] == '/');
    }
    return true;
}

bool cdy_make_absolute(const char *path, char *absolute, size_t size)
{
    size_t length = 0;
    char base[4096];
    if (*path != '/' && (!getcwd(base, sizeof base) || !append_parts(absolute, &length, size, base))) {
        return false;
    }
    if (!append_parts(absolute, &length, size, path)) {
        return false;
    }
    if (length == 0) {
        absolute[length++] = '/';
    }
    absolute[length] = '\0';
    return true;
}

bool cdy_cut_last_part(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || !path[1]) {
        return false;
    }
    slash[slash == path] = '\0';
    return true;
}

const char *cdy_last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool cdy_lies_in(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length] || length == 1);
}

bool cdy_path_escapes(const char *path)
{
    int depth = 0;
    for (const char *p = path; *p;) {
        const size_t length = strcspn(p, "/");
        if (length == 2 && memcmp(p, "..", 2) == 0) {
            depth--;
        } else if (length > 0 && !(length == 1 && *p == '.')) {
            depth++;
        }
        if (depth < 0) {
            return true;
        }
        p += length + (p[length] == '/');
    }
    return false;
}

bool cdy_is_folder(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

bool cdy_exists_in(const char *folder, const char *name)
{
    char path[4096];
    struct stat facts;
    return snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path && stat(path, &facts) == 0;
}
