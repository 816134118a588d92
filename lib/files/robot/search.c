#include "robot/search.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cdy_push_text(cdy_texts *list, char *text)
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

void cdy_clear_texts(cdy_texts *list)
{
    for (size_t i = 0; i < list->count; i++) {
        cdy_release(list->texts[i]);
    }
    cdy_release(list->texts);
    *list = (cdy_texts){0};
}

char *cdy_join_path(const char *folder, const char *separator, const char *name, size_t length, const char *end)
{
    size_t size = strlen(folder) + strlen(separator) + length + strlen(end) + 1;
    char *path = cdy_allocate(size, 1);
    if (path) {
        snprintf(path, size, "%s%s%.*s%s", folder, separator, (int)length, name, end);
    }
    return path;
}

bool cdy_push_environment(cdy_texts *folders)
{
    const char *p = getenv("CONDYLE_URDF_PATH");
    while (p && *p) {
        size_t length = strcspn(p, ":");
        if (length > 0 && !cdy_push_text(folders, cdy_copy_text(p, length))) {
            return false;
        }
        p += length + (p[length] == ':');
    }
    return true;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void cdy_sort_texts(cdy_texts *list)
{
    size_t kept = 0;
    if (list->count > 0) {
        qsort(list->texts, list->count, sizeof *list->texts, compare_texts);
    }
    for (size_t i = 0; i < list->count; i++) {
        if (kept > 0 && strcmp(list->texts[kept - 1], list->texts[i]) == 0) {
            cdy_release(list->texts[i]);
        } else {
            list->texts[kept++] = list->texts[i];
        }
    }
    list->count = kept;
}
