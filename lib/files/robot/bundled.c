/* Bundled robots: URDF files found by the robot's name. */
#define _GNU_SOURCE /* dladdr */
#include "base/error.h"
#include "base/memory.h"
#include "robot/search.h"
#include "text/nearest.h"

#include <condyle/catalogue.h>
#include <condyle/check.h>
#include <condyle/urdf.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char suffix[] = ".urdf";

/* The folders of robots, relative to the folder of the library or of the program that contains it: in a build folder,
 * and in an installation wherever it stands. */
static const char *const places[] = {"../urdf", CDY_URDF_FROM_LIBRARY, CDY_URDF_FROM_PROGRAM};

/* Returns the path of the file that contains this function, symbolic links resolved; NULL with errno on failure. The
 * path of a program that was started by way of PATH has no folder. */
static char *path_of_library(void)
{
    static const char symbol = 0;
    Dl_info info;
    errno = 0;
    if (!dladdr(&symbol, &info) || !info.dli_fname) {
        return NULL;
    }
    return realpath(strchr(info.dli_fname, '/') ? info.dli_fname : "/proc/self/exe", NULL);
}

/* Appends a place relative to a file whose path has no symbolic links, without "..": messages name files there. */
static bool push_place(cdy_texts *folders, const char *file, const char *place)
{
    size_t length = (size_t)(strrchr(file, '/') + 1 - file);
    while (strncmp(place, "../", 3) == 0 && length > 1) {
        place += 3;
        do {
            length--;
        } while (file[length - 1] != '/');
    }
    return cdy_push_text(folders, cdy_join_path("", "", file, length, place));
}

/* Appends the places of robots; false if memory runs out. */
static bool push_places(cdy_texts *folders)
{
    char *file = path_of_library();
    bool ok = file || errno != ENOMEM;
    for (size_t i = 0; ok && file && i < sizeof places / sizeof *places; i++) {
        ok = push_place(folders, file, places[i]);
    }
    free(file);
    return ok;
}

static cdy_status list_folders(cdy_texts *folders, cdy_error *error)
{
    bool ok = cdy_push_environment(folders) && push_places(folders) &&
              cdy_push_text(folders, cdy_copy_text(CDY_URDF_DIR, strlen(CDY_URDF_DIR)));
    return ok ? CDY_OK : cdy_fail_memory(error);
}

/* Returns the length of a file name without ".urdf"; 0 if the file is not a robot. */
static size_t robot_length(const char *file)
{
    size_t length = strlen(file);
    size_t end = sizeof suffix - 1;
    return file[0] != '.' && length > end && strcmp(file + length - end, suffix) == 0 ? length - end : 0;
}

static bool push_robots_in(cdy_texts *robots, const char *folder)
{
    errno = 0;
    DIR *directory = opendir(folder);
    bool ok = directory || errno != ENOMEM;
    for (struct dirent *entry; ok && directory && (entry = readdir(directory));) {
        size_t length = robot_length(entry->d_name);
        ok = length == 0 || cdy_push_text(robots, cdy_copy_text(entry->d_name, length));
    }
    if (directory) {
        closedir(directory);
    }
    return ok;
}

static cdy_status list_robots(cdy_texts *robots, const cdy_texts *folders, cdy_error *error)
{
    for (size_t i = 0; i < folders->count; i++) {
        if (!push_robots_in(robots, folders->texts[i])) {
            return cdy_fail_memory(error);
        }
    }
    cdy_sort_texts(robots);
    return CDY_OK;
}

/* Finds the first file NAME.urdf in the search path; *path is NULL if there is none. */
static cdy_status find_file(const cdy_texts *folders, const char *name, char **path, cdy_error *error)
{
    size_t length = robot_length(name);
    for (size_t i = 0; i < folders->count; i++) {
        *path = cdy_join_path(folders->texts[i], "/", name, length ? length : strlen(name), suffix);
        if (!*path) {
            return cdy_fail_memory(error);
        }
        struct stat info;
        if (stat(*path, &info) == 0 && !S_ISDIR(info.st_mode)) {
            return CDY_OK;
        }
        cdy_release(*path);
        *path = NULL;
    }
    return CDY_OK;
}

/* Finds a robot in the packages of CONDYLE_URDF_PATH; *path is NULL if there is none. */
static cdy_status find_packaged(const char *name, char **path, cdy_error *error)
{
    cdy_texts folders = {0}, paths = {0};
    bool ok = cdy_push_environment(&folders);
    for (size_t i = 0; ok && paths.count == 0 && i < folders.count; i++) {
        ok = cdy_push_package_robots(&paths, folders.texts[i], name);
    }
    if (ok && paths.count > 0) {
        *path = cdy_copy_text(paths.texts[0], strlen(paths.texts[0]));
        ok = *path != NULL;
    }
    cdy_clear_texts(&paths);
    cdy_clear_texts(&folders);
    return ok ? CDY_OK : cdy_fail_memory(error);
}

/* Finds a robot's file by its name, its short name in the catalogue, or its name in a package, in this order. */
static cdy_status find_robot(const cdy_texts *folders, const char *name, char **path, cdy_error *error)
{
    cdy_status status = find_file(folders, name, path, error);
    const cdy_catalogue_entry *entry = cdy_catalogue_find(name);
    if (!status && !*path && entry) {
        status = find_file(folders, entry->name, path, error);
    }
    if (!status && !*path) {
        status = find_packaged(name, path, error);
    }
    return status;
}

static void consider_short_names(cdy_nearest *search)
{
    for (int i = 0; i < cdy_catalogue_count(); i++) {
        const char *name = cdy_catalogue_at(i)->short_name;
        if (name) {
            cdy_nearest_consider(search, name);
        }
    }
}

/* Reports an unknown robot with the nearest name and the known names, as many as the message can hold. */
static cdy_status fail_unknown(const cdy_texts *folders, const char *name, cdy_error *error)
{
    cdy_texts robots = {0};
    cdy_status status = list_robots(&robots, folders, error);
    if (!status) {
        char known[CDY_ERROR_TEXT_SIZE / 2] = "";
        const size_t limit = sizeof known - 32; /* for the number of the robots that are left out */
        size_t used = 0, named = 0;
        for (; named < robots.count && used + strlen(robots.texts[named]) + 2 < limit; named++) {
            used += (size_t)snprintf(known + used, limit - used, "%s%s", named ? ", " : "", robots.texts[named]);
        }
        if (named < robots.count) {
            snprintf(known + used, sizeof known - used, "%s%zu more", named ? " and " : "", robots.count - named);
        }
        cdy_nearest search = cdy_nearest_to(name);
        for (size_t i = 0; i < robots.count; i++) {
            cdy_nearest_consider(&search, robots.texts[i]);
        }
        if (robots.count > 0) {
            consider_short_names(&search);
        }
        const char *nearest = search.name;
        status = cdy_fail(error, CDY_ERROR_IO, "there is no bundled robot '%.80s'; %s%.80s%s%s%s", name,
                          nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "",
                          robots.count ? "the bundled robots are " : "none was found; set CONDYLE_URDF_PATH",
                          robots.count ? known : "");
    }
    cdy_clear_texts(&robots);
    return status;
}

static bool is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Of a name that is no bundled robot's. */
static cdy_status fail_directory(const char *name, cdy_error *error)
{
    return cdy_fail_at(error, CDY_ERROR_IO, name, 0,
                       "is a directory; expected a robot's file (URDF, xacro or compiled model) or the name of a "
                       "bundled robot");
}

/* Returns the path of a bundled robot's file in *path, which the caller frees; an unknown robot is an error. */
static cdy_status locate_robot(const char *name, char **path, cdy_error *error)
{
    *path = NULL;
    if (name && *name == '.' && is_directory(name)) {
        return fail_directory(name, error);
    }
    if (!name || !*name || *name == '.' || strchr(name, '/')) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "'%.80s' cannot be a robot's name; expected one without '/'",
                        name ? name : "");
    }
    cdy_texts folders = {0};
    cdy_status status = list_folders(&folders, error);
    if (!status) {
        status = find_robot(&folders, name, path, error);
    }
    if (!status && !*path) {
        status = is_directory(name) ? fail_directory(name, error) : fail_unknown(&folders, name, error);
    }
    cdy_clear_texts(&folders);
    return status;
}

cdy_status cdy_urdf_load_bundled(const char *name, const cdy_load_options *options, cdy_tree **tree, cdy_error *error)
{
    if (!tree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the tree was given");
    }
    *tree = NULL;
    char *path;
    cdy_status status = locate_robot(name, &path, error);
    if (!status) {
        status = cdy_load_file(path, options, tree, error);
    }
    cdy_release(path);
    return status;
}

cdy_status cdy_check_bundled(const char *name, const cdy_check_options *options, cdy_check_summary *summary,
                             cdy_error *error)
{
    char *path;
    cdy_status status = locate_robot(name, &path, error);
    if (!status) {
        status = cdy_check_file(path, options, summary, error);
    }
    cdy_release(path);
    return status;
}

cdy_status cdy_urdf_locate_bundled(const char *name, char *path, size_t size, cdy_error *error)
{
    if (!path || size == 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the robot's path was given");
    }
    char *found;
    cdy_status status = locate_robot(name, &found, error);
    if (!status && strlen(found) >= size) {
        status = cdy_fail(error, CDY_ERROR_IO, "the path of robot '%.80s' is longer than %zu bytes", name, size);
    }
    if (!status) {
        memcpy(path, found, strlen(found) + 1);
    }
    cdy_release(found);
    return status;
}

cdy_status cdy_urdf_list_bundled(void (*visit)(void *context, const char *name), void *context, cdy_error *error)
{
    if (!visit) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no function to visit robots was given");
    }
    cdy_texts folders = {0}, robots = {0};
    cdy_status status = list_folders(&folders, error);
    if (!status) {
        status = list_robots(&robots, &folders, error);
    }
    for (size_t i = 0; !status && i < robots.count; i++) {
        visit(context, robots.texts[i]);
    }
    cdy_clear_texts(&robots);
    cdy_clear_texts(&folders);
    return status;
}
