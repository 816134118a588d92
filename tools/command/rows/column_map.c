#include "rows/column_map.h"

#include "rows/json.h"
#include "run/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *copy_bytes(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

static exit_code add_rule(column_map *map, const char *from, size_t length, const char *to)
{
    column_rule *larger = realloc(map->rules, (map->count + 1) * sizeof *larger);
    if (!larger) {
        return fail_memory();
    }
    map->rules = larger;
    column_rule *rule = &map->rules[map->count++];
    *rule = (column_rule){.from = copy_bytes(from, length), .to = copy_bytes(to, strlen(to))};
    return rule->from && rule->to ? EXIT_FINE : fail_memory();
}

static exit_code read_file(column_map *map, const char *path)
{
    json_error_t error;
    json_watch_memory();
    errno = 0;
    json_t *object = json_load_file(path, JSON_REJECT_DUPLICATES, &error), *value;
    const char *key;
    exit_code code = EXIT_FINE;
    if (!object && (json_lacks_memory() || errno == ENOMEM)) {
        code = fail_memory();
    } else if (!json_is_object(object)) {
        code = object ? fail(EXIT_INPUT, "--map: %s is no JSON object {\"FROM\": \"TO\", ...}", path)
                      : fail(EXIT_INPUT, "--map: '%s' is neither FROM=TO nor a JSON file {\"FROM\": \"TO\", ...}: %s",
                             path, error.text);
    }
    json_object_foreach(object, key, value)
    {
        if (code == EXIT_FINE) {
            code = json_is_string(value)
                       ? add_rule(map, key, strlen(key), json_string_value(value))
                       : fail(EXIT_INPUT, "--map: %s: the value of \"%.80s\" is no text; expected a name", path, key);
        }
    }
    json_decref(object);
    return code;
}

exit_code column_map_read(column_map *map, const text_list *given)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < given->count && code == EXIT_FINE; i++) {
        const char *equals = strchr(given->items[i], '=');
        code = equals ? add_rule(map, given->items[i], (size_t)(equals - given->items[i]), equals + 1)
                      : read_file(map, given->items[i]);
    }
    return code;
}

void column_map_clear(column_map *map)
{
    for (size_t i = 0; i < map->count; i++) {
        free(map->rules[i].from);
        free(map->rules[i].to);
    }
    free(map->rules);
    *map = (column_map){.count = 0};
}

/* Whether a rule is for every column whose name begins with FROM. */
static bool is_prefix(const column_rule *rule, const char *column, size_t length)
{
    const size_t from = strlen(rule->from), to = strlen(rule->to);
    if (from == 0) {
        return !memchr(column, '.', length);
    }
    const char last = rule->from[from - 1];
    const bool open = (to > 0 && rule->to[to - 1] == '.') || last == '_' || last == '.';
    return open && length > from && memcmp(column, rule->from, from) == 0;
}

bool column_map_find(const column_map *map, const char *column, size_t length, text_buffer *name)
{
    for (size_t i = 0; i < map->count; i++) {
        column_rule *rule = &map->rules[i];
        const size_t from = strlen(rule->from);
        const bool whole = length == from && memcmp(column, rule->from, from) == 0;
        if (whole || is_prefix(rule, column, length)) {
            rule->fits = true;
            text_add(name, "%s", rule->to);
            text_add_bytes(name, column + from, whole ? 0 : length - from);
            return true;
        }
    }
    return false;
}

void column_map_add_idle(const column_map *map, text_buffer *text)
{
    enum { SHOWN = 3 };
    size_t count = 0;
    for (size_t i = 0; i < map->count; i++) {
        if (!map->rules[i].fits && ++count <= SHOWN) {
            text_add(text, "%s'%.60s'", count > 1 ? ", " : "", map->rules[i].from);
        }
    }
    text_add(text, "%s", count > SHOWN ? " and others" : "");
}
