#include "values/vector.h"

#include "run/number.h"
#include "values/assignment.h"
#include "values/variable.h"

#include <condyle/dynamics.h>
#include <string.h>

/* Appends the names of the first few elements of a vector, in order. */
static void add_order(const cdy_model *model, vector_kind kind, text_buffer *message)
{
    enum { SHOWN = 12 };
    int length = vector_length(model, kind);
    for (int i = 0; i < length && i < SHOWN; i++) {
        cdy_coordinate coordinate = vector_coordinate(model, kind, i);
        const char *component = coordinate_component(kind, &coordinate);
        text_add(message, "%s", i ? ", " : ": ");
        coordinate_add_label(&coordinate, message);
        text_add(message, "%s%s", *component ? " " : "", component);
    }
    if (length > SHOWN) {
        text_add(message, ", ... (see 'condyle show --format json')");
    }
}

static exit_code fail_count(const cdy_model *model, vector_kind kind, const char *option, size_t count)
{
    int length = vector_length(model, kind);
    text_buffer message = {0};
    text_add(&message, "%s has %zu value%s; expected %d", option, count, count == 1 ? "" : "s", length);
    add_order(model, kind, &message);
    return fail_text(EXIT_USAGE, &message);
}

/* Reports a word that is no value of a vector, with the valid ones. */
static exit_code fail_word(const char *option, const char *word)
{
    static const char *const words[] = {"home", "zero", "random"};
    cdy_nearest search = cdy_nearest_to(word);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        cdy_nearest_consider(&search, words[i]);
    }
    text_buffer message = {0};
    text_add(&message, "%s: '%s' is not home, zero, random, a list of numbers or joint=value,...", option, word);
    message_suggest(&search, &message);
    return fail_text(EXIT_USAGE, &message);
}

static exit_code read_numbers(const cdy_model *model, vector_kind kind, const char *option, const char *list,
                              bool degrees, double *values)
{
    size_t length = (size_t)vector_length(model, kind), count;
    exit_code code = number_read_list(option, list, values, length, &count);
    for (size_t i = 0; code == EXIT_FINE && i < length && i < count && degrees; i++) {
        values[i] = variable_is_angle(model, (variable)kind, i) ? radians(values[i]) : values[i];
    }
    return code == EXIT_FINE && count != length ? fail_count(model, kind, option, count) : code;
}

/* Sets all elements to zero, except for identity quaternions. */
static void set_zero(const cdy_model *model, vector_kind kind, double *values)
{
    int length = vector_length(model, kind);
    for (int i = 0; i < length; i++) {
        values[i] = 0;
        if (kind == VECTOR_Q) {
            cdy_coordinate coordinate = vector_coordinate(model, kind, i);
            values[i] = coordinate.component == cdy_joint_type_traits(coordinate.type)->quaternion ? 1 : 0;
        }
    }
}

static void set_home(const cdy_model *model, vector_kind kind, double *values)
{
    if (kind == VECTOR_Q) {
        cdy_home_configuration(model, values);
    } else {
        set_zero(model, kind, values);
    }
}

/* Generator splitmix64 (Steele, Lea and Flood 2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint64_t vector_seed(vector_kind kind, uint64_t seed)
{
    return seed + ((uint64_t)kind << 56);
}

double vector_next_random(uint64_t *state)
{
    return (double)(next_random(state) >> 11) * 0x1p-52 - 1;
}

static void set_random(const cdy_model *model, vector_kind kind, uint64_t seed, double *values)
{
    if (kind == VECTOR_Q) {
        cdy_random_configuration(model, &seed, values);
        return;
    }
    int length = vector_length(model, kind);
    uint64_t state = vector_seed(kind, seed);
    for (int i = 0; i < length; i++) {
        values[i] = vector_next_random(&state);
    }
}

exit_code vector_read(const robot *r, vector_kind kind, const char *option, const char *given, uint64_t seed,
                      bool degrees, double *values)
{
    const cdy_model *model = r->model;
    set_home(model, kind, values);
    if (!given || strcmp(given, "home") == 0) {
        return EXIT_FINE;
    }
    if (strcmp(given, "zero") == 0) {
        set_zero(model, kind, values);
        return EXIT_FINE;
    }
    if (strcmp(given, "random") == 0) {
        set_random(model, kind, seed, values);
        return EXIT_FINE;
    }
    if (strchr(given, '=')) {
        return assignment_read(r, kind, option, given, degrees, values);
    }
    double value;
    const char *end;
    if (*given && !strchr(given, ',') && number_scan(given, &value, &end) == CDY_NUMBER_NONE) {
        return fail_word(option, given);
    }
    return read_numbers(model, kind, option, given, degrees, values);
}
