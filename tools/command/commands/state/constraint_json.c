#include "commands/state/constraint_json.h"

#include "run/message.h"

#include <errno.h>
#include <string.h>

exit_code constraint_json_load(const char *path, const char *expected, json_t **list)
{
    json_error_t error;
    json_watch_memory();
    errno = 0;
    *list = strcmp(path, "-") == 0 ? json_loadf(stdin, JSON_REJECT_DUPLICATES, &error)
                                   : json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!*list && (json_lacks_memory() || errno == ENOMEM)) {
        return fail_memory();
    }
    if (!*list && error.line < 1) {
        return fail(EXIT_IO, "cannot read %s: %s", path, errno ? strerror(errno) : error.text);
    }
    if (!*list) {
        error_at(path, error.line, error.text);
        return EXIT_INPUT;
    }
    return json_is_array(*list) ? EXIT_FINE : fail(EXIT_INPUT, "%s is no JSON list of constraints: %s", path, expected);
}

exit_code constraint_json_fail(const json_source *s, const char *key, const char *expected)
{
    return fail(EXIT_INPUT, "%s: constraint %zu: \"%.80s\" is not %s", s->path, s->index + 1, key, expected);
}

exit_code constraint_json_body(const json_source *s, const char *key, const json_t *value, int *frame)
{
    cdy_error error;
    if (!json_is_string(value)) {
        return constraint_json_fail(s, key, "the name of a body");
    }
    if (cdy_model_require_frame(s->model, json_string_value(value), frame, &error) != CDY_OK) {
        return fail(EXIT_INPUT, "%s: constraint %zu: %s", s->path, s->index + 1, error.text);
    }
    return EXIT_FINE;
}

exit_code constraint_json_numbers(const json_source *s, const char *key, const json_t *value, size_t count,
                                  const char *expected, double *numbers)
{
    bool good = json_array_size(value) == count;
    for (size_t k = 0; k < count && good; k++) {
        good = json_is_number(json_array_get(value, k));
        numbers[k] = json_number_value(json_array_get(value, k));
    }
    return good ? EXIT_FINE : constraint_json_fail(s, key, expected);
}
