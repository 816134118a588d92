/* Column map: names that other programs' logs use for the columns of rows. */
#ifndef CONDYLE_TOOLS_COLUMN_MAP_H
#define CONDYLE_TOOLS_COLUMN_MAP_H

#include "options/options.h"

/* One rule: a column named `from`, or whose name begins with `from`, is renamed to `to`, or to a name that begins with
 * `to`. */
typedef struct column_rule {
    char *from, *to;
    bool fits; /* a column was found by it */
} column_rule;

typedef struct column_map {
    column_rule *rules;
    size_t count;
} column_map;

/* Reads the values of --map: FROM=TO, or the name of a JSON file {"FROM": "TO", ...}. column_map_clear() frees the map,
 * also after a failure. */
exit_code column_map_read(column_map *map, const text_list *given);
void column_map_clear(column_map *map);

/* Writes the name that a column has by the first rule that fits into `name`, marks that rule, and returns true; false
 * where none fits. A rule fits the whole name, and, where TO ends in '.' or FROM in a letter that is no digit, any name
 * that begins with FROM; an empty FROM fits every name without a '.'. */
bool column_map_find(const column_map *map, const char *column, size_t length, text_buffer *name);

/* Writes which rules no column has fitted so far, the first of many, to the end of a text; nothing where all have. */
void column_map_add_idle(const column_map *map, text_buffer *text);

#endif
