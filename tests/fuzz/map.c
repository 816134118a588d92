/* Columns under other names: the bytes up to the first empty line are the argument of --map, a JSON map where they
 * begin with '{', else rules FROM=TO, one a line; the other bytes are rows of CSV. */
#include "fuzz.h"
#include "read_rows.h"
#include "support/steps.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RULES = 64 };

/* The bytes up to the first empty line, as a text. */
static char *take_map(const uint8_t *data, size_t size, size_t *taken)
{
    size_t end = 0;
    while (end < size && !(data[end] == '\n' && (end + 1 == size || data[end + 1] == '\n'))) {
        end++;
    }
    char *text = fuzz_allocate(end + 1, 1);
    memcpy(text, data, end);
    text[end] = '\0';
    *taken = end + 2 < size ? end + 2 : size;
    return text;
}

/* Lists the rules of a text, or the name of the file with the rules. */
static size_t list_rules(char *text, const fuzz_file *file, const char *items[MOST_RULES])
{
    size_t count = 0;
    if (*text == '{') {
        items[count++] = file->path;
        return count;
    }
    for (char *rest = text, *line; count < MOST_RULES && (line = strtok_r(rest, "\n", &rest)) != NULL;) {
        if (strchr(line, '=')) { /* other arguments are names of files, which this target does not open */
            items[count++] = line;
        }
    }
    return count;
}

/* The first matching rule gives the name: its TO, followed by the rest of the column behind FROM. */
static void check_names(const text_list *rules, const char *column)
{
    column_map map = {.count = 0};
    text_buffer name = {0};
    const size_t length = strcspn(column, ",\n");
    if (column_map_read(&map, rules) == EXIT_FINE && column_map_find(&map, column, length, &name)) {
        bool fits = false;
        for (size_t i = 0; i < map.count && !fits; i++) {
            const size_t from = strlen(map.rules[i].from), to = strlen(map.rules[i].to);
            fits = from <= length && strncmp(column, map.rules[i].from, from) == 0 &&
                   strncmp(text_get(&name), map.rules[i].to, to) == 0 &&
                   (name.length == to || name.length == to + length - from);
        }
        require(fits, "no rule gives the name '%s'", text_get(&name));
    }
    text_clear(&name);
    column_map_clear(&map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_file rows, json;
    const char *items[MOST_RULES];
    size_t taken;
    char *text = take_map(data, size, &taken), *column = fuzz_allocate(size - taken + 1, 1);
    memcpy(column, data + taken, size - taken);
    column[size - taken] = '\0';
    fuzz_fill_file(&json, text, strlen(text));
    fuzz_fill_file(&rows, data + taken, size - taken);
    const text_list rules = {.items = items, .count = list_rules(text, &json, items)};
    fuzz_target t;
    fuzz_open_target(&t, (variable_set)SET_OF(HAS(TIME), HAS(Q), HAS(QD), HAS(TAU)));
    t.target.map = &rules;
    const uint64_t before = steps_taken();
    check_names(&rules, column);
    fuzz_read_rows(rows.path, INPUT_CSV, &t.target);
    require_steps(before, size, 2, "renaming columns");
    fuzz_close_target(&t);
    free(text);
    free(column);
    return 0;
}
