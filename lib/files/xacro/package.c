#include "xacro/package.h"

#include "base/error.h"
#include "base/memory.h"
#include "package/path.h"
#include "package/search.h"
#include "text/file.h"
#include "text/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = CDY_PATH_SIZE };

/* A package that was searched for, or a folder whose files may be read. */
typedef struct cdy_folder {
    const char *name; /* NULL: no package, but a folder with its content */
    const char *path; /* absolute */
    bool guessed;     /* it does not exist */
    struct cdy_folder *next;
} cdy_folder;

typedef struct cdy_packages {
    cdy_package_search search;
    cdy_folder *folders;
} cdy_packages;

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
    const size_t size = strlen(path) + PATH_SIZE + 2;
    char *absolute = cdy_take(x, size, 1);
    if (absolute && !cdy_make_absolute(path, absolute, size)) {
        cdy_report_error(x, "the working folder has no name");
        return NULL;
    }
    return absolute;
}

const char *cdy_path_beside(cdy_interpreter *x, const char *path)
{
    const char *slash = *path == '/' ? NULL : strrchr(x->file->path, '/');
    return slash ? cdy_take_format(x, "%.*s%s", (int)(slash - x->file->path + 1), x->file->path, path) : path;
}

/* Splits a text of the options, NAME=FOLDER or FOLDER, whose path becomes absolute. */
static bool read_option(cdy_interpreter *x, const char *given, cdy_package *package)
{
    const char *equals = strchr(given, '=');
    const bool named = equals && equals > given && !memchr(given, '/', (size_t)(equals - given));
    package->path = cdy_absolute_path(x, named ? equals + 1 : given);
    package->name = named ? cdy_take_text(x, given, (size_t)(equals - given)) : NULL;
    return package->path && (!named || package->name);
}

/* Reads the packages and folders of the options; one without NAME= may be read as a whole. */
static cdy_package *read_options(cdy_interpreter *x)
{
    cdy_package *packages = cdy_take(x, x->options.package_path_count, sizeof *packages);
    for (size_t i = 0; i < x->options.package_path_count && packages; i++) {
        if (!read_option(x, x->options.package_paths[i], &packages[i]) ||
            !add_folder(x, packages[i].name, packages[i].path, false)) {
            return NULL;
        }
    }
    return packages;
}

/* The folder in which files are read first: the package, the repository or the folder of the expanded file. */
static const char *own_folder(const cdy_package_search *s)
{
    return s->own[0] ? s->own : s->repository[0] ? s->repository : s->folder;
}

bool cdy_find_packages(cdy_interpreter *x, const char *path)
{
    cdy_packages *packages = cdy_take(x, 1, sizeof *packages);
    const char *absolute = packages ? cdy_absolute_path(x, path) : NULL;
    if (!absolute) {
        return false;
    }
    x->packages = packages;
    cdy_package_search_begin(&packages->search, absolute, NULL, 0);
    const cdy_package *given = add_folder(x, NULL, own_folder(&packages->search), false) ? read_options(x) : NULL;
    packages->search.packages = given;
    packages->search.count = given ? x->options.package_path_count : 0;
    return given != NULL;
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
    if (!folder[0] && x->packages->search.own_name[0]) {
        snprintf(folder, sizeof folder, "%s", x->packages->search.own);
        cdy_cut_last_part(folder);
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
    const bool there = cdy_find_package(&x->packages->search, name, found);
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

/* Whether a path is beside the file's own package or in its repository, where packages may be read. */
static bool lies_around(cdy_interpreter *x, const char *path)
{
    const cdy_package_search *s = &x->packages->search;
    char around[PATH_SIZE], folder[PATH_SIZE];
    if (!s->own_name[0]) {
        return false;
    }
    snprintf(around, sizeof around, "%s", s->repository[0] ? s->repository : s->own);
    if (!s->repository[0]) {
        cdy_cut_last_part(around);
    }
    snprintf(folder, sizeof folder, "%s", path);
    while (cdy_cut_last_part(folder) && cdy_lies_in(folder, around)) {
        if (cdy_exists_in(folder, "package.xml")) {
            return true;
        }
    }
    return s->repository[0] && cdy_lies_in(path, around);
}

/* The path without links; NULL where nothing is there, or after a report of exhausted memory. */
static char *resolve(cdy_interpreter *x, const char *path)
{
    char *real = cdy_resolve_path(path);
    if (!real && errno == ENOMEM) {
        cdy_report_no_memory(x);
    }
    return real;
}

/* Whether a path without links lies in one of the packages' folders, after all links. */
static bool lies_in_folders(cdy_interpreter *x, const char *real)
{
    bool inside = false;
    for (const cdy_folder *f = x->packages->folders; f && !inside; f = f->next) {
        char *folder = resolve(x, f->path);
        inside = folder && cdy_lies_in(real, folder);
        cdy_release(folder);
    }
    return inside;
}

/* Whether a link out of a package leads to a package again, as in a workspace installed by links. */
static bool is_allowed_behind_links(cdy_interpreter *x, const char *path)
{
    char *real = resolve(x, path);
    if (!real) {
        return !x->status; /* opening the file will report that it does not exist */
    }
    bool allowed = lies_in_folders(x, real) || lies_around(x, real);
    while (!allowed && cdy_cut_last_part(real)) {
        allowed = cdy_exists_in(real, "package.xml");
    }
    cdy_release(real);
    return allowed;
}

bool cdy_may_read(cdy_interpreter *x, const char *path)
{
    const char *absolute = cdy_absolute_path(x, path);
    bool inside = false;
    for (const cdy_folder *f = x->packages->folders; absolute && f && !inside; f = f->next) {
        inside = cdy_lies_in(absolute, f->path);
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
