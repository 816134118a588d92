/* Name table: from a name to a number in constant time, for robots with any number of bodies. */
#ifndef CDY_BASE_NAME_TABLE_H
#define CDY_BASE_NAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised, a table is empty.  It keeps pointers to the names, not copies.  Each has a random key of its own,
 * so that nobody can choose names that meet in one place and make it slow. */
typedef struct cdy_name_table {
    struct cdy_name_entry *entries;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
    uint64_t key[2]; /* drawn with the first entries */
} cdy_name_table;

/* Makes room for `count` names in all, so that adding them cannot fail; false where memory runs out. */
bool cdy_name_table_reserve(cdy_name_table *table, size_t count);

/* Adds a name, or gives a name that is there a new value; false where memory runs out. */
bool cdy_name_table_set(cdy_name_table *table, const char *name, int value);

/* Returns the value of a name, -1 if it is not there. */
int cdy_name_table_find(const cdy_name_table *table, const char *name);

/* Takes a name out, if it is there. */
void cdy_name_table_remove(cdy_name_table *table, const char *name);

/* Frees the table; it is then empty. */
void cdy_name_table_clear(cdy_name_table *table);

/* Returns the hash of a name under a key: SipHash-1-3 (Aumasson and Bernstein 2012), the same on every machine. */
uint64_t cdy_hash_name(const uint64_t key[2], const char *name);

#endif
