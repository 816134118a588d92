#include "base/name_table.h"

#include "base/entropy.h"
#include "base/memory.h"

#include <string.h>

typedef struct cdy_name_entry {
    const char *name; /* NULL: the entry is free */
    uint64_t hash;
    int value;
} entry;

static uint64_t rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

/* SipRound (Aumasson and Bernstein 2012, figure 2.1). */
static void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32) + v[3];
    v[2] += v[1];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
}

static void absorb(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
}

/* Reads `count` bytes, 8 at most, in little-endian order on every machine. */
static uint64_t read_word(const char *p, size_t count)
{
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) {
        word |= (uint64_t)(unsigned char)p[i] << 8 * i;
    }
    return word;
}

uint64_t cdy_hash_name(const uint64_t key[2], const char *name)
{
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du, key[0] ^ 0x6c7967656e657261u,
                     key[1] ^ 0x7465646279746573u};
    size_t length = strlen(name), left = length;
    for (; left >= 8; left -= 8, name += 8) {
        absorb(v, read_word(name, 8));
    }
    absorb(v, read_word(name, left) | (uint64_t)length << 56);
    v[2] ^= 0xff;
    sip_round(v);
    sip_round(v);
    sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* If the system has no random bytes, addresses still vary. */
static void choose_key(const entry *entries, uint64_t key[2])
{
    uint64_t bytes[2] = {0};
    cdy_gather_entropy(bytes, sizeof bytes);
    key[0] = bytes[0] ^ (uint64_t)(uintptr_t)entries;
    key[1] = bytes[1] ^ (uint64_t)(uintptr_t)&bytes;
}

/* Open addressing with linear probing: returns the entry of the name, or the free entry where the name belongs. */
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
    cdy_name_table larger = *table;
    larger.capacity = capacity;
    larger.entries = cdy_allocate(capacity, sizeof(entry));
    if (!larger.entries) {
        return false;
    }
    if (table->capacity == 0) {
        choose_key(larger.entries, larger.key);
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
    uint64_t hash = cdy_hash_name(table->key, name);
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
    const entry *e = find_entry(table, name, cdy_hash_name(table->key, name));
    return e->name ? e->value : -1;
}

void cdy_name_table_remove(cdy_name_table *table, const char *name)
{
    entry *removed = table->count ? find_entry(table, name, cdy_hash_name(table->key, name)) : NULL;
    if (!removed || !removed->name) {
        return;
    }
    /* Move each later entry of the cluster whose probe sequence includes the free entry (Knuth, vol. 3, algorithm
     * 6.4R). */
    size_t mask = table->capacity - 1;
    size_t free_index = (size_t)(removed - table->entries);
    for (size_t i = (free_index + 1) & mask; table->entries[i].name; i = (i + 1) & mask) {
        size_t home = (size_t)table->entries[i].hash & mask;
        if (((i - home) & mask) >= ((i - free_index) & mask)) {
            table->entries[free_index] = table->entries[i];
            free_index = i;
        }
    }
    table->entries[free_index] = (entry){0};
    table->count--;
}

void cdy_name_table_clear(cdy_name_table *table)
{
    cdy_release(table->entries);
    *table = (cdy_name_table){0};
}
