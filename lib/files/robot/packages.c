/* Robots in packages of vendors: files NAME.urdf and NAME.urdf.xacro below a folder with a package.xml. */
#include "robot/search.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST = 6, MOST_FOLDERS = 20000 };

/* A walk through folders. */
typedef struct walk {
    cdy_texts *paths;
    const char *name; /* NULL: robots of any name */
    int folders;      /* folders looked at */
} walk;

static bool ends_with(const char *text, size_t length, const char *end)
{
    const size_t size = strlen(end);
    return length > size && memcmp(text + length - size, end, size) == 0;
}

/* Returns the length of the robot's name in a file name; 0: the file is no robot. */
static size_t name_length(const char *file)
{
    const char *const ends[] = {".urdf.xacro", ".urdf"};
    const size_t length = strlen(file);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends_with(file, length, ends[i])) {
            return length - strlen(ends[i]);
        }
    }
    return 0;
}

static bool is_wanted(const walk *w, const char *file)
{
    const size_t length = name_length(file);
    return length > 0 && (!w->name || (strlen(w->name) == length && memcmp(w->name, file, length) == 0));
}

static bool visit_folder(walk *w, const char *folder, bool packaged, int depth);

/* Takes a robot file, or goes down into a folder; false if memory runs out. */
static bool visit_entry(walk *w, const char *folder, const char *entry, bool packaged, int depth)
{
    const bool wanted = packaged && is_wanted(w, entry), descends = depth < DEEPEST && w->folders < MOST_FOLDERS;
    if (!wanted && !descends) {
        return true;
    }
    char *path = cdy_join_path(folder, "/", entry, strlen(entry), "");
    struct stat facts;
    if (path && stat(path, &facts) == 0) {
        if (wanted && S_ISREG(facts.st_mode)) {
            return cdy_push_text(w->paths, path);
        }
        if (descends && S_ISDIR(facts.st_mode) && !visit_folder(w, path, packaged, depth + 1)) {
            cdy_release(path);
            return false;
        }
    }
    cdy_release(path);
    return path != NULL;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_package(const char *folder, bool *is)
{
    char *path = cdy_join_path(folder, "/", "package.xml", strlen("package.xml"), "");
    struct stat facts;
    *is = path && stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
    cdy_release(path);
    return path != NULL;
}

/* Visits the entries of a folder in the order of their names; false if memory runs out. */
static bool visit_folder(walk *w, const char *folder, bool packaged, int depth)
{
    struct dirent **entries = NULL;
    bool ok = packaged || is_package(folder, &packaged);
    w->folders++;
    errno = 0;
    const int count = ok ? scandir(folder, &entries, is_visible, alphasort) : 0;
    ok = ok && (count >= 0 || errno != ENOMEM);
    for (int i = 0; i < count; i++) {
        ok = ok && visit_entry(w, folder, entries[i]->d_name, packaged, depth);
        free(entries[i]);
    }
    free(entries);
    return ok;
}

bool cdy_push_package_robots(cdy_texts *paths, const char *folder, const char *name)
{
    walk w = {.paths = paths, .name = name};
    return visit_folder(&w, folder, false, 0);
}
