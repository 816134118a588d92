/* Name table: hash table from names to integers, with constant time per search for robots with any number of bodies. */
#ifndef CDY_BASE_NAME_TABLE_H
#define CDY_BASE_NAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zero-initialised table is empty. A table keeps pointers to the names, not copies. Each table has a random key, so
 * that nobody can write a file whose names all collide. */
typedef struct cdy_name_table {
    struct cdy_name_entry *entries;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
    uint64_t key[2]; /* chosen at the first insertion */
} cdy_name_table;

/* Makes room for `count` names in total, so that inserting them cannot fail; returns false if memory runs out. */
bool cdy_name_table_reserve(cdy_name_table *table, size_t count);

/* Inserts a name, or replaces the value of a name that is present; returns false if memory runs out. */
bool cdy_name_table_set(cdy_name_table *table, const char *name, int value);

/* Returns the value of a name; -1 if the name is absent. */
int cdy_name_table_find(const cdy_name_table *table, const char *name);

/* Removes a name if it is present. */
void cdy_name_table_remove(cdy_name_table *table, const char *name);

/* Frees the table, which is then empty. */
void cdy_name_table_clear(cdy_name_table *table);

/* Returns the hash of a name under a key: SipHash-1-3 (Aumasson and Bernstein 2012), the same on every machine. */
uint64_t cdy_hash_name(const uint64_t key[2], const char *name);

#endif
