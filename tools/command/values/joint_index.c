#include "values/joint_index.h"

#include <stdlib.h>
#include <string.h>

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const joint_entry *)a)->name, ((const joint_entry *)b)->name);
}

bool joint_index_create(joint_index *index, const cdy_model *model, vector_kind kind)
{
    int length = vector_length(model, kind);
    *index = (joint_index){0};
    index->entries = calloc(length > 0 ? (size_t)length : 1, sizeof *index->entries);
    if (!index->entries) {
        return false;
    }
    for (int i = 0; i < length;) {
        cdy_coordinate coordinate = vector_coordinate(model, kind, i);
        index->entries[index->count++] = (joint_entry){coordinate.joint, i, coordinate.count};
        i += coordinate.count > 0 ? coordinate.count : 1;
    }
    qsort(index->entries, index->count, sizeof *index->entries, compare_entries);
    return true;
}

/* Compares `length` bytes, which may include NUL, with a name. */
static int compare_name(const char *bytes, size_t length, const char *name)
{
    const size_t own = strnlen(name, length + 1);
    const int order = memcmp(bytes, name, length < own ? length : own);
    return order != 0 ? order : (length > own) - (length < own);
}

const joint_entry *joint_index_find(const joint_index *index, const char *name, size_t length)
{
    size_t low = 0, high = index->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const joint_entry *entry = &index->entries[middle];
        int order = compare_name(name, length, entry->name);
        if (order == 0) {
            return entry;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

void joint_index_clear(joint_index *index)
{
    free(index->entries);
    *index = (joint_index){0};
}
