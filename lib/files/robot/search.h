/* Search path of robots by name: the folders of CONDYLE_URDF_PATH, those at the library's own place, the installed
 * folder. */
#ifndef CDY_ROBOT_SEARCH_H
#define CDY_ROBOT_SEARCH_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

/* A list of strings, which the list owns. */
typedef struct cdy_texts {
    char **texts;
    size_t count, capacity;
} cdy_texts;

/* Appends a string and takes ownership of it; returns false, with the string freed, if memory runs out. `text` NULL is
 * a failed allocation of the caller. */
bool cdy_push_text(cdy_texts *list, char *text);

/* Sorts the strings by their bytes and removes duplicates. */
void cdy_sort_texts(cdy_texts *list);

/* Frees all strings; the list is then empty. */
void cdy_clear_texts(cdy_texts *list);

/* Returns `folder` `separator` `name` (`length` bytes) `end` in one new string; NULL on failure. */
char *cdy_join_path(const char *folder, const char *separator, const char *name, size_t length, const char *end);

/* Appends the folders of CONDYLE_URDF_PATH; false if memory runs out. */
bool cdy_push_environment(cdy_texts *folders);

/* Appends the paths of all robot files in packages below a folder, NAME.urdf and NAME.urdf.xacro, in order; a package
 * is a folder with a file package.xml. Where `name` is not NULL only the files of that name count. Looks at folders to
 * a depth of 6, 20,000 of them at most, without those whose name begins with a dot. Returns false if memory runs out.
 */
bool cdy_push_package_robots(cdy_texts *paths, const char *folder, const char *name);

#endif
