#include "support/json_numbers.h"

#include "support/compare.h"
#include "support/suite.h"

#include <stdlib.h>

json_t *parse_json(char *text)
{
    json_t *value = json_loads(text, 0, NULL);
    ck_assert_ptr_nonnull(value);
    free(text);
    return value;
}

/* Copies up to `capacity` numbers of a value; returns how many numbers it has. */
static size_t copy_numbers(const json_t *value, double *numbers, size_t capacity)
{
    if (!json_is_array(value)) {
        if (capacity > 0) {
            *numbers = json_number_value(value);
        }
        return 1;
    }
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const size_t used = count < capacity ? count : capacity;
        count += copy_numbers(json_array_get(value, i), numbers + used, capacity - used);
    }
    return count;
}

void read_numbers(const json_t *object, const char *key, double *numbers, size_t count)
{
    const json_t *value = json_object_get(object, key);
    ck_assert_msg(value != NULL, "there is no %s", key);
    ck_assert_uint_eq(copy_numbers(value, numbers, count), count);
}

void check_numbers(const json_t *object, const char *key, const double *expected, size_t count, double tolerance)
{
    double actual[512];
    ck_assert_uint_le(count, sizeof actual / sizeof *actual);
    read_numbers(object, key, actual, count);
    ck_assert_near(actual, expected, count, tolerance);
}

void check_name(const json_t *object, const char *key, size_t index, const char *expected)
{
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(object, key), index)), expected);
}
