/* Bundled robots: URDF files found by the robot's name. */
#define _GNU_SOURCE /* dladdr */
#include "base/error.h"
#include "base/memory.h"
#include "text/nearest.h"

#include <condyle/check.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char suffix[] = ".urdf";

/* A list of strings, which the list owns. */
typedef struct text_list {
    char **texts;
    size_t count, capacity;
} text_list;

/* Appends a string and takes ownership of it; returns false, with the string freed, if memory runs out. `text` NULL is
 * a failed allocation of the caller. */
static bool push_text(text_list *list, char *text)
{
    if (text && list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 8;
        char **grown = cdy_reallocate(list->texts, capacity, sizeof *grown);
        if (!grown) {
            cdy_release(text);
            return false;
        }
        list->texts = grown;
        list->capacity = capacity;
    }
    if (text) {
        list->texts[list->count++] = text;
    }
    return text != NULL;
}

static void clear_list(text_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        cdy_release(list->texts[i]);
    }
    cdy_release(list->texts);
    *list = (text_list){0};
}

static char *join(const char *directory, const char *separator, const char *name, size_t name_length, const char *end)
{
    size_t size = strlen(directory) + strlen(separator) + name_length + strlen(end) + 1;
    char *path = cdy_allocate(size, 1);
    if (path) {
        snprintf(path, size, "%s%s%.*s%s", directory, separator, (int)name_length, name, end);
    }
    return path;
}

/* Adds the directories of CONDYLE_URDF_PATH. */
static bool push_environment(text_list *folders)
{
    const char *p = getenv("CONDYLE_URDF_PATH");
    while (p && *p) {
        size_t length = strcspn(p, ":");
        if (length > 0 && !push_text(folders, cdy_copy_text(p, length))) {
            return false;
        }
        p += length + (p[length] == ':');
    }
    return true;
}

/* Adds the folder ../urdf beside the library or the statically linked program, which exists in a build folder. The path
 * of a program that was started by way of PATH has no folder. */
static bool push_build_folder(text_list *folders)
{
    static const char symbol = 0;
    Dl_info info;
    if (!dladdr(&symbol, &info) || !info.dli_fname) {
        return true;
    }
    const char *slash = strrchr(info.dli_fname, '/');
    size_t length = slash ? (size_t)(slash - info.dli_fname) : 0;
    return !slash || push_text(folders, join("", "", info.dli_fname, length, "/../urdf"));
}

static cdy_status list_folders(text_list *folders, cdy_error *error)
{
    bool ok = push_environment(folders) && push_build_folder(folders) &&
              push_text(folders, cdy_copy_text(CDY_URDF_DIR, strlen(CDY_URDF_DIR)));
    return ok ? CDY_OK : cdy_fail_memory(error);
}

/* Returns the length of a file name without ".urdf"; 0 if the file is not a robot. */
static size_t robot_length(const char *file)
{
    size_t length = strlen(file);
    size_t end = sizeof suffix - 1;
    return file[0] != '.' && length > end && strcmp(file + length - end, suffix) == 0 ? length - end : 0;
}

static bool push_robots_in(text_list *robots, const char *folder)
{
    errno = 0;
    DIR *directory = opendir(folder);
    bool ok = directory || errno != ENOMEM;
    for (struct dirent *entry; ok && directory && (entry = readdir(directory));) {
        size_t length = robot_length(entry->d_name);
        ok = length == 0 || push_text(robots, cdy_copy_text(entry->d_name, length));
    }
    if (directory) {
        closedir(directory);
    }
    return ok;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the names and removes duplicates. */
static void sort_robots(text_list *robots)
{
    size_t kept = 0;
    if (robots->count > 0) {
        qsort(robots->texts, robots->count, sizeof *robots->texts, compare_texts);
    }
    for (size_t i = 0; i < robots->count; i++) {
        if (kept > 0 && strcmp(robots->texts[kept - 1], robots->texts[i]) == 0) {
            cdy_release(robots->texts[i]);
        } else {
            robots->texts[kept++] = robots->texts[i];
        }
    }
    robots->count = kept;
}

static cdy_status list_robots(text_list *robots, const text_list *folders, cdy_error *error)
{
    for (size_t i = 0; i < folders->count; i++) {
        if (!push_robots_in(robots, folders->texts[i])) {
            return cdy_fail_memory(error);
        }
    }
    sort_robots(robots);
    return CDY_OK;
}

/* Finds the first file of a robot in the search path; *path is NULL if there is none. */
static cdy_status find_robot(const text_list *folders, const char *name, char **path, cdy_error *error)
{
    size_t length = robot_length(name);
    for (size_t i = 0; i < folders->count; i++) {
        *path = join(folders->texts[i], "/", name, length ? length : strlen(name), suffix);
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

/* Reports an unknown robot with the nearest name and the known names, as many as the message can hold. */
static cdy_status fail_unknown(const text_list *folders, const char *name, cdy_error *error)
{
    text_list robots = {0};
    cdy_status status = list_robots(&robots, folders, error);
    if (!status) {
        char known[CDY_ERROR_TEXT_SIZE / 2] = "";
        size_t used = 0;
        for (size_t i = 0; i < robots.count && used < sizeof known; i++) {
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%.80s", i ? ", " : "", robots.texts[i]);
        }
        const char *nearest = cdy_nearest_name(name, robots.count, (const char *const *)robots.texts);
        status = cdy_fail(error, CDY_ERROR_IO, "there is no bundled robot '%.80s'; %s%.80s%s%s; %s", name,
                          nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "",
                          robots.count ? "known" : "none was found", robots.count ? known : "set CONDYLE_URDF_PATH");
    }
    clear_list(&robots);
    return status;
}

/* Returns the path of a bundled robot's file in *path, which the caller frees; an unknown robot is an error. */
static cdy_status locate_robot(const char *name, char **path, cdy_error *error)
{
    *path = NULL;
    if (!name || !*name || *name == '.' || strchr(name, '/')) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "'%.80s' cannot be a robot's name; expected one without '/'",
                        name ? name : "");
    }
    text_list folders = {0};
    cdy_status status = list_folders(&folders, error);
    if (!status) {
        status = find_robot(&folders, name, path, error);
    }
    if (!status && !*path) {
        status = fail_unknown(&folders, name, error);
    }
    clear_list(&folders);
    return status;
}

cdy_status cdy_urdf_load_bundled(const char *name, const cdy_urdf_options *options, cdy_tree **tree, cdy_error *error)
{
    if (!tree) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the tree was given");
    }
    *tree = NULL;
    char *path;
    cdy_status status = locate_robot(name, &path, error);
    if (!status) {
        status = cdy_urdf_load_file(path, options, tree, error);
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
        status = cdy_check_urdf_file(path, options, summary, error);
    }
    cdy_release(path);
    return status;
}

cdy_status cdy_urdf_list_bundled(void (*visit)(void *context, const char *name), void *context, cdy_error *error)
{
    if (!visit) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no function to visit robots was given");
    }
    text_list folders = {0}, robots = {0};
    cdy_status status = list_folders(&folders, error);
    if (!status) {
        status = list_robots(&robots, &folders, error);
    }
    for (size_t i = 0; !status && i < robots.count; i++) {
        visit(context, robots.texts[i]);
    }
    clear_list(&robots);
    clear_list(&folders);
    return status;
}
