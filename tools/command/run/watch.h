/* Watch list: files, and whether they have changed since they were last looked at. */
#ifndef CONDYLE_TOOLS_WATCH_H
#define CONDYLE_TOOLS_WATCH_H

#include "base/name_table.h"

#include <stdbool.h>
#include <stddef.h>

/* A zero-initialised list is empty. */
typedef struct watch_list {
    struct watched_file *items;
    size_t count, capacity;
    cdy_name_table places; /* of the paths in the list */
} watch_list;

/* Adds a file as it is now, before it is read; one that is in the list stays as it was when it was last looked at. A
 * file that is not there has changed once it is. Returns false where memory runs out. */
bool watch_add(watch_list *list, const char *path);

/* Returns the path of a pipe, a socket, a device, or a file that tells no size in the list, as those of /proc that wait
 * for events do: these cannot be read again and again. NULL: there is none. */
const char *watch_irregular(const watch_list *list);

/* Forgets the files that were not added since the last call. */
void watch_prune(watch_list *list);

/* Looks at all files, and returns whether any has changed. A file that is not there is about to be replaced by an
 * editor, and has not. */
bool watch_look(watch_list *list);

void watch_clear(watch_list *list);

#endif
