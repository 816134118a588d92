#include "base/name_table.h"

#include "base/memory.h"

#include <stdint.h>
#include <string.h>

typedef struct cdy_name_entry {
    const char *name; /* NULL: free */
    uint64_t hash;
    int value;
} entry;

/* FNV-1a, 64 bits. */
static uint64_t hash_name(const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *name; name++) {
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    }
    return hash ^ hash >> 32;
}

/* Open addressing with linear probing: the entry of the name, or the free one where it belongs. */
static entry *find_entry(const cdy_name_table *table, const char *name, uint64_t hash)
{
    size_t mask = table->capacity - 1;
    size_t i = (size_t)hash & mask;
    while (table->entries[i].name && (table->entries[i].hash != hash || strcmp(table->entries[i].name, name) != 0)) {
        i = (i + 1) & mask;
    }
    return &table->entries[i];
}

static bool grow(cdy_name_table *table, size_t capacity)
{
    cdy_name_table larger = {cdy_allocate(capacity, sizeof(entry)), capacity, table->count};
    if (!larger.entries) {
        return false;
    }
    for (size_t i = 0; i < table->capacity; i++) {
        const entry *old = &table->entries[i];
        if (old->name) {
            *find_entry(&larger, old->name, old->hash) = *old;
        }
    }
    cdy_release(table->entries);
    *table = larger;
    return true;
}

bool cdy_name_table_reserve(cdy_name_table *table, size_t count)
{
    size_t capacity = table->capacity ? table->capacity : 16;
    while (capacity / 2 < count) {
        if (capacity > SIZE_MAX / 2) {
            return false;
        }
        capacity *= 2;
    }
    return capacity == table->capacity || grow(table, capacity);
}

bool cdy_name_table_set(cdy_name_table *table, const char *name, int value)
{
    if (!cdy_name_table_reserve(table, table->count + 1)) {
        return false;
    }
    uint64_t hash = hash_name(name);
    entry *e = find_entry(table, name, hash);
    table->count += !e->name;
    *e = (entry){e->name ? e->name : name, hash, value};
    return true;
}

int cdy_name_table_find(const cdy_name_table *table, const char *name)
{
    if (table->count == 0) {
        return -1;
    }
    const entry *e = find_entry(table, name, hash_name(name));
    return e->name ? e->value : -1;
}

void cdy_name_table_remove(cdy_name_table *table, const char *name)
{
    entry *hole = table->count ? find_entry(table, name, hash_name(name)) : NULL;
    if (!hole || !hole->name) {
        return;
    }
    /* Entries behind the hole move into it where their search would pass it (Knuth, vol. 3, algorithm 6.4R). */
    size_t mask = table->capacity - 1;
    size_t free_place = (size_t)(hole - table->entries);
    for (size_t i = (free_place + 1) & mask; table->entries[i].name; i = (i + 1) & mask) {
        size_t home = (size_t)table->entries[i].hash & mask;
        if (((i - home) & mask) >= ((i - free_place) & mask)) {
            table->entries[free_place] = table->entries[i];
            free_place = i;
        }
    }
    table->entries[free_place] = (entry){0};
    table->count--;
}

void cdy_name_table_clear(cdy_name_table *table)
{
    cdy_release(table->entries);
    *table = (cdy_name_table){0};
}
