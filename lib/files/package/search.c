#include "package/search.h"

#include "base/memory.h"
#include "package/path.h"
#include "text/system.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Folders that are read for packages deeper down, for one package and for all of a robot: a file can name many packages
 * that are nowhere. */
enum { MOST_FOLDERS = 2000, MOST_FOLDERS_IN_ALL = 20000 };

static bool has_description(const char *folder)
{
    char path[CDY_PATH_SIZE];
    struct stat facts;
    return snprintf(path, sizeof path, "%s/package.xml", folder) < CDY_PATH_SIZE && stat(path, &facts) == 0 &&
           S_ISREG(facts.st_mode);
}

/* Reads the name of a package from its package.xml; "" where there is none. */
static void read_name(const char *folder, char name[CDY_PACKAGE_NAME_SIZE])
{
    char path[CDY_PATH_SIZE], text[8192];
    name[0] = '\0';
    if (!has_description(folder) || snprintf(path, sizeof path, "%s/package.xml", folder) >= CDY_PATH_SIZE) {
        return;
    }
    FILE *file = fopen(path, "rb");
    if (!file) {
        return;
    }
    const size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = '\0';
    const char *begin = strstr(text, "<name>");
    if (begin) {
        begin += strlen("<name>");
        begin += strspn(begin, " \t\r\n");
        const size_t length = strcspn(begin, "< \t\r\n");
        snprintf(name, CDY_PACKAGE_NAME_SIZE, "%.*s", length < CDY_PACKAGE_NAME_SIZE ? (int)length : 0, begin);
    }
}

/* Writes the nearest folder from `path` upward that has an entry `name`; "" if none has. */
static void find_above(const char *path, const char *name, char folder[CDY_PATH_SIZE])
{
    snprintf(folder, CDY_PATH_SIZE, "%s", path);
    while (!cdy_exists_in(folder, name)) {
        if (!cdy_cut_last_part(folder)) {
            folder[0] = '\0';
            return;
        }
    }
}

/* Writes the path of an existing file after following symbolic links; returns whether there is one. */
static bool resolve(const char *path, char real[CDY_PATH_SIZE])
{
    char *resolved = cdy_resolve_path(path);
    const bool fits = resolved && strlen(resolved) < CDY_PATH_SIZE;
    if (fits) {
        memcpy(real, resolved, strlen(resolved) + 1);
    }
    cdy_release(resolved);
    return fits;
}

/* Notes where a robot's file is after all links, where its folder is another one then. */
static void find_real_folder(cdy_package_search *s, const char *robot)
{
    char real[CDY_PATH_SIZE];
    if (resolve(robot, real) && cdy_cut_last_part(real) && strcmp(real, s->folder) != 0) {
        memcpy(s->real, real, strlen(real) + 1);
    }
}

void cdy_package_search_begin(cdy_package_search *s, const char *robot, const cdy_package *packages, size_t count)
{
    *s = (cdy_package_search){.packages = packages, .count = count};
    if (!robot || !cdy_make_absolute(robot, s->folder, sizeof s->folder)) {
        s->folder[0] = '\0';
        return;
    }
    cdy_cut_last_part(s->folder);
    find_real_folder(s, robot);
    find_above(s->folder, "package.xml", s->own);
    find_above(s->folder, ".git", s->repository);
    if (s->own[0]) {
        read_name(s->own, s->own_name);
    }
}

static int no_dots(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool may_look(const cdy_package_search *s)
{
    return s->looked_at < MOST_FOLDERS && s->looked_at_in_all < MOST_FOLDERS_IN_ALL;
}

/* Counts a folder that is looked at; false if there were too many. */
static bool look(cdy_package_search *s)
{
    s->looked_at++;
    s->looked_at_in_all++;
    return may_look(s);
}

/* Searches a folder for a package down to a depth: by its own name, by the names in it, and by package.xml files;
 * `plain`: a folder under the name counts without a package.xml.  Writes its path. */
static bool find_in(cdy_package_search *s, const char *folder, const char *name, int depth, bool plain,
                    char found[CDY_PATH_SIZE])
{
    char own[CDY_PACKAGE_NAME_SIZE];
    read_name(folder, own);
    const bool named = plain && !own[0] && strcmp(cdy_last_part(folder), name) == 0 && cdy_is_folder(folder);
    if (strcmp(own, name) == 0 || named) {
        return snprintf(found, CDY_PATH_SIZE, "%s", folder) < CDY_PATH_SIZE;
    }
    if (snprintf(found, CDY_PATH_SIZE, "%s/%s", folder, name) < CDY_PATH_SIZE && cdy_is_folder(found) &&
        (plain || has_description(found))) {
        return true;
    }
    struct dirent **entries = NULL;
    const int count = depth > 0 && !own[0] && may_look(s) ? scandir(folder, &entries, no_dots, alphasort) : 0;
    bool success = false;
    for (int i = 0; i < count; i++) {
        char path[CDY_PATH_SIZE];
        success =
            success || (look(s) && snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) < CDY_PATH_SIZE &&
                        cdy_is_folder(path) && find_in(s, path, name, depth - 1, plain, found));
        free(entries[i]);
    }
    free(entries);
    return success;
}

/* Searches a folder that may be relative, in its subfolder `middle`. */
static bool find_below(cdy_package_search *s, const char *folder, const char *middle, const char *name, int depth,
                       char found[CDY_PATH_SIZE])
{
    char path[CDY_PATH_SIZE], absolute[CDY_PATH_SIZE];
    return snprintf(path, sizeof path, "%s%s", folder, middle) < CDY_PATH_SIZE &&
           cdy_make_absolute(path, absolute, sizeof absolute) && find_in(s, absolute, name, depth, true, found);
}

/* Searches the folders of an environment variable, in the subfolder `middle` of each. */
static bool find_in_list(cdy_package_search *s, const char *variable, const char *middle, const char *name, int depth,
                         char found[CDY_PATH_SIZE])
{
    const char *p = getenv(variable);
    while (p && *p) {
        char folder[CDY_PATH_SIZE];
        const size_t length = strcspn(p, ":");
        if (length > 0 && length < CDY_PATH_SIZE) {
            snprintf(folder, sizeof folder, "%.*s", (int)length, p);
            if (find_below(s, folder, middle, name, depth, found)) {
                return true;
            }
        }
        p += length + (p[length] == ':');
    }
    return false;
}

/* Searches a folder and those above it: robots are in NAME/urdf/ or deeper, packages that they need beside theirs,
 * where a package.xml proves them to be packages. */
static bool find_upward(const char *folder, const char *name, char found[CDY_PATH_SIZE])
{
    char path[CDY_PATH_SIZE], own[CDY_PACKAGE_NAME_SIZE];
    snprintf(path, sizeof path, "%s", folder);
    do {
        read_name(path, own);
        if (strcmp(own, name) == 0 || strcmp(cdy_last_part(path), name) == 0) {
            return snprintf(found, CDY_PATH_SIZE, "%s", path) < CDY_PATH_SIZE && cdy_is_folder(found);
        }
        if (snprintf(found, CDY_PATH_SIZE, "%s/%s", path[1] ? path : "", name) < CDY_PATH_SIZE &&
            cdy_is_folder(found) && has_description(found)) {
            return true;
        }
    } while (cdy_cut_last_part(path));
    return false;
}

/* Searches around the robot's file: above it, beside its own package, and in its repository. */
static bool find_around(cdy_package_search *s, const char *name, char found[CDY_PATH_SIZE])
{
    if (!s->folder[0]) {
        return false;
    }
    if (find_upward(s->folder, name, found) || (s->real[0] && find_upward(s->real, name, found))) {
        return true;
    }
    char beside[CDY_PATH_SIZE], repository[CDY_PATH_SIZE] = "";
    snprintf(beside, sizeof beside, "%s", s->own);
    if (s->own_name[0] && cdy_cut_last_part(beside) && find_in(s, beside, name, 1, false, found)) {
        return true;
    }
    if (s->repository[0] && find_in(s, s->repository, name, 3, false, found)) {
        return true;
    }
    if (s->real[0]) {
        find_above(s->real, ".git", repository);
    }
    return repository[0] && find_in(s, repository, name, 3, false, found);
}

bool cdy_find_package(cdy_package_search *s, const char *name, char found[CDY_PATH_SIZE])
{
    s->looked_at = 0;
    if (!*name || strchr(name, '/') || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
        strlen(name) >= CDY_PACKAGE_NAME_SIZE) {
        return false;
    }
    for (size_t i = 0; i < s->count; i++) {
        const cdy_package *p = &s->packages[i];
        if (p->name && strcmp(p->name, name) == 0) {
            return cdy_make_absolute(p->path, found, CDY_PATH_SIZE);
        }
        if (!p->name && find_below(s, p->path, "", name, 2, found)) {
            return true;
        }
    }
    return find_in_list(s, "ROS_PACKAGE_PATH", "", name, 2, found) ||
           find_in_list(s, "AMENT_PREFIX_PATH", "/share", name, 0, found) || find_around(s, name, found);
}

bool cdy_is_in_given_folder(const cdy_package_search *s, const char *path)
{
    char real[CDY_PATH_SIZE], folder[CDY_PATH_SIZE];
    bool inside = false;
    for (size_t i = 0; i < s->count && !inside; i++) {
        inside = resolve(path, real) && resolve(s->packages[i].path, folder) && cdy_lies_in(real, folder);
    }
    return inside;
}
