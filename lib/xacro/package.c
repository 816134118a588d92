#define _XOPEN_SOURCE 700 /* realpath */

#include "xacro/package.h"

#include "base/error.h"
#include "base/memory.h"
#include "text/file.h"
#include "xacro/builder.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, NAME_SIZE = 256, MOST_FOLDERS = 2000 };

/* A package that was searched for, or a folder whose files may be read. */
typedef struct cdy_folder {
    const char *name; /* NULL: no package, but a folder with its content */
    const char *path; /* absolute */
    bool guessed;     /* it does not exist */
    struct cdy_folder *next;
} cdy_folder;

typedef struct cdy_packages {
    const char *own;        /* package, repository or folder of the expanded file */
    const char *own_name;   /* its name; "" where the folder is no package */
    const char *repository; /* the enclosing folder with .git; NULL: none */
    cdy_folder *folders;
    int looked_at; /* folders visited by the search for a package */
} cdy_packages;

static bool is_folder(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

static bool exists_in(const char *folder, const char *name)
{
    char path[PATH_SIZE];
    struct stat facts;
    return snprintf(path, sizeof path, "%s/%s", folder, name) < PATH_SIZE && stat(path, &facts) == 0;
}

/* Reads the name of a package from its package.xml; "" where there is none. */
static void read_name(const char *folder, char name[NAME_SIZE])
{
    char path[PATH_SIZE], text[8192];
    name[0] = '\0';
    struct stat facts;
    if (snprintf(path, sizeof path, "%s/package.xml", folder) >= PATH_SIZE || stat(path, &facts) != 0 ||
        !S_ISREG(facts.st_mode)) {
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
        snprintf(name, NAME_SIZE, "%.*s", length < NAME_SIZE ? (int)length : 0, begin);
    }
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Cuts the last part of an absolute path; false at its root. */
static bool go_up(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || !path[1]) {
        return false;
    }
    slash[slash == path] = '\0';
    return true;
}

/* Returns the nearest folder from `path` upward that contains `name`; NULL if none does. */
static const char *find_above(cdy_interpreter *x, const char *path, const char *name)
{
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    do {
        if (exists_in(folder, name)) {
            return cdy_take_text(x, folder, strlen(folder));
        }
    } while (go_up(folder));
    return NULL;
}

static bool add_folder(cdy_interpreter *x, const char *name, const char *path, bool guessed)
{
    cdy_folder *folder = cdy_take(x, 1, sizeof *folder);
    if (!folder) {
        return false;
    }
    folder->name = name ? cdy_take_text(x, name, strlen(name)) : NULL;
    folder->path = cdy_take_text(x, path, strlen(path));
    folder->guessed = guessed;
    folder->next = x->packages->folders;
    x->packages->folders = folder;
    return folder->path && (!name || folder->name);
}

const char *cdy_absolute_path(cdy_interpreter *x, const char *path)
{
    char base[PATH_SIZE] = "";
    if (*path != '/' && !getcwd(base, sizeof base)) {
        cdy_report_error(x, "the working folder has no name");
        return NULL;
    }
    cdy_builder b = {.x = x};
    cdy_add_text(&b, "");
    for (int round = *path == '/'; round < 2; round++) {
        const char *p = round ? path : base;
        while (*p && !x->status) {
            const size_t length = strcspn(p, "/");
            if (length == 2 && memcmp(p, "..", 2) == 0) {
                while (b.length > 0 && b.text[--b.length] != '/') {
                }
            } else if (length > 0 && !(length == 1 && *p == '.')) {
                cdy_add_character(&b, '/');
                cdy_add_bytes(&b, p, length);
            }
            p += length + (p[length] == '/');
        }
    }
    if (!x->status && b.length == 0) {
        cdy_add_character(&b, '/');
    }
    cdy_add_text(&b, "");
    return x->status ? NULL : b.text;
}

const char *cdy_path_beside(cdy_interpreter *x, const char *path)
{
    const char *slash = *path == '/' ? NULL : strrchr(x->file->path, '/');
    return slash ? cdy_take_format(x, "%.*s%s", (int)(slash - x->file->path + 1), x->file->path, path) : path;
}

/* Adds the folders of the options; one without NAME= may be read as a whole. */
static bool add_options(cdy_interpreter *x)
{
    for (size_t i = 0; i < x->options.package_path_count; i++) {
        const char *given = x->options.package_paths[i], *equals = strchr(given, '=');
        const bool named = equals && equals > given && !memchr(given, '/', (size_t)(equals - given));
        const char *path = cdy_absolute_path(x, named ? equals + 1 : given);
        const char *name = named ? cdy_take_text(x, given, (size_t)(equals - given)) : NULL;
        if (!path || (named && !name) || !add_folder(x, name, path, false)) {
            return false;
        }
    }
    return true;
}

bool cdy_find_packages(cdy_interpreter *x, const char *path)
{
    cdy_packages *packages = cdy_take(x, 1, sizeof *packages);
    const char *absolute = packages ? cdy_absolute_path(x, path) : NULL;
    if (!absolute) {
        return false;
    }
    x->packages = packages;
    char folder[PATH_SIZE], name[NAME_SIZE];
    snprintf(folder, sizeof folder, "%s", absolute);
    go_up(folder);
    packages->repository = find_above(x, folder, ".git");
    const char *own = find_above(x, folder, "package.xml");
    packages->own_name = "";
    if (own) {
        read_name(own, name);
        packages->own_name = cdy_take_text(x, name, strlen(name));
    }
    packages->own = own ? own : packages->repository ? packages->repository : cdy_take_text(x, folder, strlen(folder));
    return packages->own && packages->own_name && add_folder(x, NULL, packages->own, false) && add_options(x);
}

static int no_dots(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Searches a folder for a package down to a depth: by its own name, by the names in it, and by package.xml files.
 * Writes its path. */
static bool find_in(cdy_packages *packages, const char *folder, const char *name, int depth, char found[PATH_SIZE])
{
    char own[NAME_SIZE];
    read_name(folder, own);
    if (strcmp(own, name) == 0 || (!own[0] && strcmp(last_part(folder), name) == 0 && is_folder(folder))) {
        return snprintf(found, PATH_SIZE, "%s", folder) < PATH_SIZE;
    }
    if (snprintf(found, PATH_SIZE, "%s/%s", folder, name) < PATH_SIZE && is_folder(found)) {
        return true;
    }
    struct dirent **entries = NULL;
    const int count = depth > 0 && !own[0] ? scandir(folder, &entries, no_dots, alphasort) : 0;
    bool success = false;
    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE];
        success = success || (packages->looked_at++ < MOST_FOLDERS &&
                              snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) < PATH_SIZE &&
                              is_folder(path) && find_in(packages, path, name, depth - 1, found));
        free(entries[i]);
    }
    free(entries);
    return success;
}

/* Searches the folders of an environment variable, in the subfolder `middle` of each. */
static bool find_in_list(cdy_packages *packages, const char *variable, const char *middle, const char *name, int depth,
                         char found[PATH_SIZE])
{
    const char *p = getenv(variable);
    while (p && *p) {
        char folder[PATH_SIZE];
        const size_t length = strcspn(p, ":");
        if (length > 0 && length < PATH_SIZE / 2 && *p == '/') {
            snprintf(folder, sizeof folder, "%.*s%s", (int)length, p, middle);
            if (find_in(packages, folder, name, depth, found)) {
                return true;
            }
        }
        p += length + (p[length] == ':');
    }
    return false;
}

/* Searches beside the file's own package and in its repository. */
static bool find_around(cdy_packages *packages, const char *name, char found[PATH_SIZE])
{
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", packages->own);
    if (strcmp(packages->own_name, name) == 0 || strcmp(last_part(packages->own), name) == 0) {
        return snprintf(found, PATH_SIZE, "%s", folder) < PATH_SIZE;
    }
    const bool beside = packages->own_name[0] && go_up(folder) && find_in(packages, folder, name, 1, found);
    return beside || (packages->repository && find_in(packages, packages->repository, name, 3, found));
}

static bool find_package(cdy_interpreter *x, const char *name, char found[PATH_SIZE])
{
    cdy_packages *packages = x->packages;
    packages->looked_at = 0;
    for (size_t i = 0; i < x->options.package_path_count; i++) {
        const char *given = x->options.package_paths[i];
        const char *path = cdy_absolute_path(x, given);
        if (!path) {
            return false;
        }
        if (find_in(packages, path, name, 2, found)) {
            return true;
        }
    }
    return find_in_list(packages, "ROS_PACKAGE_PATH", "", name, 2, found) ||
           find_in_list(packages, "AMENT_PREFIX_PATH", "/share", name, 0, found) || find_around(packages, name, found);
}

/* The folder where a missing package is assumed: in the first folder of the options, or beside the file's own package.
 */
static bool assume_package_folder(cdy_interpreter *x, const char *name, char found[PATH_SIZE])
{
    char folder[PATH_SIZE] = "";
    for (const cdy_folder *f = x->packages->folders; f; f = f->next) {
        if (!f->name && f->next) { /* the first folder added is the file's own */
            snprintf(folder, sizeof folder, "%s", f->path);
        }
    }
    if (!folder[0] && x->packages->own_name[0]) {
        snprintf(folder, sizeof folder, "%s", x->packages->own);
        go_up(folder);
    }
    return folder[0] && snprintf(found, PATH_SIZE, "%s/%s", folder, name) < PATH_SIZE;
}

const char *cdy_package_folder(cdy_interpreter *x, const char *name)
{
    for (const cdy_folder *f = x->packages->folders; f; f = f->next) {
        if (f->name && strcmp(f->name, name) == 0) {
            return f->path;
        }
    }
    char found[PATH_SIZE];
    if (!*name || strchr(name, '/') || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strlen(name) > 200) {
        cdy_report_error(x, "'%.80s' is no name of a package", name);
        return NULL;
    }
    const bool there = find_package(x, name, found);
    if (!there && (x->status || !assume_package_folder(x, name, found))) {
        cdy_report_error(x,
                         "the package '%.80s' is not found; give the folder in which it lies: --package-path DIR, or "
                         "packages in a call",
                         name);
        return NULL;
    }
    if (!there) {
        cdy_report_warning(x,
                           "the package '%.80s' is not found; its folder is taken to be %.300s; --package-path DIR, or "
                           "packages in a call, tells where it is",
                           name, found);
    }
    return add_folder(x, name, found, !there) ? x->packages->folders->path : NULL;
}

static bool lies_in(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length] || length == 1);
}

/* Whether a path is beside the file's own package or in its repository, where packages may be read. */
static bool lies_around(cdy_interpreter *x, const char *path)
{
    char around[PATH_SIZE], folder[PATH_SIZE];
    if (!x->packages->own_name[0]) {
        return false;
    }
    snprintf(around, sizeof around, "%s", x->packages->repository ? x->packages->repository : x->packages->own);
    if (!x->packages->repository) {
        go_up(around);
    }
    snprintf(folder, sizeof folder, "%s", path);
    while (go_up(folder) && lies_in(folder, around)) {
        if (exists_in(folder, "package.xml")) {
            return true;
        }
    }
    return x->packages->repository && lies_in(path, around);
}

/* Whether a link out of a package leads to a package again, as in a workspace installed by links. */
static bool is_allowed_behind_links(cdy_interpreter *x, const char *path)
{
    char real[PATH_MAX], folder[PATH_MAX];
    if (!realpath(path, real)) {
        return true; /* opening the file will report that it does not exist */
    }
    for (const cdy_folder *f = x->packages->folders; f; f = f->next) {
        if (realpath(f->path, folder) && lies_in(real, folder)) {
            return true;
        }
    }
    if (lies_around(x, real)) {
        return true;
    }
    snprintf(folder, sizeof folder, "%s", real);
    while (go_up(folder)) {
        if (exists_in(folder, "package.xml")) {
            return true;
        }
    }
    return false;
}

bool cdy_may_read(cdy_interpreter *x, const char *path)
{
    const char *absolute = cdy_absolute_path(x, path);
    bool inside = false;
    for (const cdy_folder *f = x->packages->folders; absolute && f && !inside; f = f->next) {
        inside = lies_in(absolute, f->path);
    }
    if (absolute && (inside || lies_around(x, absolute)) && is_allowed_behind_links(x, absolute)) {
        return true;
    }
    return cdy_report_error(x,
                            "the file '%.300s' lies outside of the robot's package and may not be read; "
                            "--package-path DIR, or packages in a call, allows the folder DIR",
                            path);
}

static bool note(cdy_interpreter *x, const char *path, cdy_noted_file **newest)
{
    cdy_noted_file *file = cdy_take(x, 1, sizeof *file);
    if (file) {
        *file = (cdy_noted_file){path, *newest};
        *newest = file;
    }
    return file != NULL;
}

bool cdy_note_file(cdy_interpreter *x, const char *path)
{
    return note(x, path, &x->files);
}

const char *cdy_read_source(cdy_interpreter *x, const char *path, const char *kind, size_t *size)
{
    struct stat facts;
    const char *absolute = cdy_may_read(x, path) ? cdy_absolute_path(x, path) : NULL;
    if (!absolute) {
        return NULL;
    }
    if (stat(absolute, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        if (!note(x, path, &x->missing)) {
            return NULL;
        }
        x->file_missing = true;
        cdy_report_error(x, "there is no file '%.300s'", path);
        return NULL;
    }
    char *bytes = NULL;
    cdy_error error;
    const cdy_status status = cdy_read_file(absolute, kind, x->options.max_bytes, &bytes, size, &error);
    if (status == CDY_ERROR_MEMORY) {
        cdy_report_no_memory(x);
    } else if (status) {
        x->file_missing = status == CDY_ERROR_IO;
        cdy_report_error(x, "the file '%.300s' %.300s", path, error.text);
    }
    const char *copy = status || !cdy_note_file(x, path) ? NULL : cdy_take_text(x, bytes, *size);
    cdy_release(bytes);
    return copy;
}
