#include "urdf/package.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
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

/* Returns the path `prefix` (`length` bytes) `middle` `name` if it is a folder, NULL otherwise. */
static char *folder_at(cdy_arena *memory, const char *prefix, size_t length, const char *middle, const char *name)
{
    const size_t size = length + strlen(middle) + strlen(name) + 1;
    char *path = cdy_arena_allocate(memory, size, 1);
    if (!path) {
        return NULL;
    }
    snprintf(path, size, "%.*s%s%s", (int)length, prefix, middle, name);
    return is_directory(path) ? path : NULL;
}

/* Whether the last component of a path of `length` bytes is `name`. */
static bool ends_in(const char *path, size_t length, const char *name)
{
    const size_t end = strlen(name);
    while (length > 0 && path[length - 1] == '/') {
        length--;
    }
    return length >= end && memcmp(path + length - end, name, end) == 0 &&
           (length == end || path[length - end - 1] == '/');
}

static char *find_in_list(cdy_arena *memory, const char *variable, const char *middle, const char *name)
{
    const char *p = getenv(variable);
    char *found = NULL;
    while (p && *p && !found) {
        const size_t length = strcspn(p, ":");
        if (length > 0 && ends_in(p, length, name)) {
            found = folder_at(memory, p, length, "", "");
        }
        if (length > 0 && !found) {
            found = folder_at(memory, p, length, middle, name);
        }
        p += length + (p[length] == ':');
    }
    return found;
}

/* Returns the folder NAME in a folder of `length` bytes of a path if it is a package, one with a package.xml. */
static char *find_sibling(cdy_arena *memory, const char *folder, size_t length, const char *name)
{
    char *path = folder_at(memory, folder, length, "/", name);
    const size_t size = path ? strlen(path) + sizeof "/package.xml" : 0;
    char *description = path ? cdy_arena_allocate(memory, size, 1) : NULL;
    struct stat info;
    if (!description) {
        return NULL;
    }
    snprintf(description, size, "%s/package.xml", path);
    return stat(description, &info) == 0 && S_ISREG(info.st_mode) ? path : NULL;
}

/* Searches the folders of a robot's path upwards for the package: robots are in NAME/urdf/ or deeper, packages that
 * they need beside theirs. */
static char *find_above(cdy_arena *memory, const char *folder, const char *name)
{
    for (size_t length = strlen(folder); length > 0; length--) {
        const bool part = length == strlen(folder) || folder[length] == '/';
        if (part && ends_in(folder, length, name)) {
            return folder_at(memory, folder, length, "", "");
        }
        char *sibling = part ? find_sibling(memory, folder, length, name) : NULL;
        if (sibling) {
            return sibling;
        }
    }
    return *folder == '/' ? NULL : find_sibling(memory, ".", 1, name);
}

char *cdy_find_package(cdy_arena *memory, const cdy_check_options *options, const char *folder, const char *name)
{
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        return NULL;
    }
    char *found = NULL;
    for (size_t i = 0; i < options->package_count && !found; i++) {
        const cdy_package *p = &options->packages[i];
        if (p->name && strcmp(p->name, name) == 0) {
            return cdy_arena_copy(memory, p->path);
        }
        if (!p->name) {
            found = ends_in(p->path, strlen(p->path), name) ? folder_at(memory, p->path, strlen(p->path), "", "")
                                                            : folder_at(memory, p->path, strlen(p->path), "/", name);
        }
    }
    found = found ? found : find_in_list(memory, "ROS_PACKAGE_PATH", "/", name);
    if (!found) {
        found = find_in_list(memory, "AMENT_PREFIX_PATH", "/share/", name);
    }
    return found || !folder ? found : find_above(memory, folder, name);
}
