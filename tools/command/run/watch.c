#include "run/watch.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Identity of a file's content: a changed file differs in one of them. */
typedef struct file_stamp {
    struct timespec changed;
    off_t size;
    ino_t inode;
} file_stamp;

typedef struct watched_file {
    char *path;
    file_stamp stamp; /* zero: the file was not there */
    bool wanted;      /* it was added since the list was last pruned */
} watched_file;

static bool read_stamp(const char *path, file_stamp *stamp)
{
    struct stat now;
    if (stat(path, &now) != 0) {
        return false;
    }
    *stamp = (file_stamp){.changed = now.st_mtim, .size = now.st_size, .inode = now.st_ino};
    return true;
}

static bool is_same(const file_stamp *a, const file_stamp *b)
{
    return a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec && a->size == b->size &&
           a->inode == b->inode;
}

/* Makes room for one file more. */
static bool make_room(watch_list *list)
{
    if (list->count < list->capacity) {
        return true;
    }
    const size_t larger = list->capacity ? 2 * list->capacity : 16;
    watched_file *grown = realloc(list->items, larger * sizeof *grown);
    if (grown) {
        list->items = grown;
        list->capacity = larger;
    }
    return grown;
}

bool watch_add(watch_list *list, const char *path)
{
    const int known = cdy_name_table_find(&list->places, path);
    if (known >= 0) {
        file_stamp now;
        list->items[known].wanted = true;
        if (!read_stamp(path, &now)) {
            list->items[known].stamp = (file_stamp){.inode = 0}; /* its return is a change, also of the same file */
        }
        return true;
    }
    watched_file file = {.path = make_room(list) ? strdup(path) : NULL, .wanted = true};
    if (!file.path || list->count >= INT_MAX || !cdy_name_table_set(&list->places, file.path, (int)list->count)) {
        free(file.path);
        return false;
    }
    read_stamp(path, &file.stamp);
    list->items[list->count++] = file;
    return true;
}

/* Whether a file system is one of no disk, such as that of /proc, whose files have bytes where they tell no size. */
static bool is_special(dev_t device)
{
    struct stat proc;
    return stat("/proc/self", &proc) == 0 && proc.st_dev == device;
}

const char *watch_irregular(const watch_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        struct stat now;
        const bool there = stat(list->items[i].path, &now) == 0;
        if (there && !S_ISDIR(now.st_mode) && (!S_ISREG(now.st_mode) || (now.st_size == 0 && is_special(now.st_dev)))) {
            return list->items[i].path;
        }
    }
    return NULL;
}

void watch_prune(watch_list *list)
{
    size_t kept = 0;
    cdy_name_table_clear(&list->places);
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].wanted) {
            list->items[kept] = list->items[i];
            list->items[kept].wanted = false;
            cdy_name_table_set(&list->places, list->items[kept].path, (int)kept); /* or it is watched twice */
            kept++;
        } else {
            free(list->items[i].path);
        }
    }
    list->count = kept;
}

bool watch_look(watch_list *list)
{
    bool changed = false;
    for (size_t i = 0; i < list->count; i++) {
        file_stamp now;
        if (read_stamp(list->items[i].path, &now) && !is_same(&now, &list->items[i].stamp)) {
            list->items[i].stamp = now;
            changed = true;
        }
    }
    return changed;
}

void watch_clear(watch_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].path);
    }
    free(list->items);
    cdy_name_table_clear(&list->places);
    *list = (watch_list){0};
}
