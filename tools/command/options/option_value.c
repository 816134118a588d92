#include "options/option_value.h"

#include "run/number.h"

#include <stdlib.h>
#include <string.h>

/* Appends a text to a list, which grows by doubling. */
static exit_code add_text(text_list *list, const char *text)
{
    if ((list->count & (list->count - 1)) == 0) { /* full: 0 or a power of 2 */
        const char **items = realloc(list->items, (list->count ? 2 * list->count : 1) * sizeof *items);
        if (!items) {
            return fail_memory();
        }
        list->items = items;
    }
    list->items[list->count++] = text;
    return EXIT_FINE;
}

static exit_code fail_file_name(const option_row *row)
{
    return fail(EXIT_USAGE, "%s needs the name of a file", row->name);
}

static exit_code read_file(const option_row *row, const char *text, const char **path)
{
    if (!*text || (row->kind == OPTION_NEW_FILE && strcmp(text, "-") == 0)) {
        return fail_file_name(row);
    }
    *path = text;
    return EXIT_FINE;
}

static exit_code read_whole(const option_row *row, const char *text, uint64_t *value)
{
    uint64_t number;
    exit_code code = number_read_whole(row->name, text, &number);
    if (code == EXIT_FINE && row->most > 0 && ((double)number < row->least || (double)number > row->most)) {
        return fail(EXIT_USAGE, "%s: expected %g to %.9g%s%s, not %s", row->name, row->least, row->most,
                    row->unit ? " " : "", row->unit ? row->unit : "", text);
    }
    if (code == EXIT_FINE && (double)number < row->least) {
        return fail(EXIT_USAGE, "%s: expected %g or more, not %s", row->name, row->least, text);
    }
    *value = code == EXIT_FINE ? number : *value;
    return code;
}

static exit_code read_integer(const option_row *row, const char *text, int *value)
{
    uint64_t number = (uint64_t)*value;
    exit_code code = read_whole(row, text, &number);
    *value = (int)number;
    return code;
}

static exit_code read_number(const option_row *row, const char *text, double *value)
{
    size_t count;
    double number;
    exit_code code = number_read_list(row->name, text, &number, 1, &count);
    if (code != EXIT_FINE) {
        return code;
    }
    if (count != 1) {
        return fail(EXIT_USAGE, "%s has %zu values; expected one number", row->name, count);
    }
    if (!(number > 0 || (!row->above_zero && number >= 0))) {
        return fail(EXIT_USAGE, "%s: expected a number %s 0, not %s", row->name, row->above_zero ? "above" : "from",
                    text);
    }
    if (number < row->least) {
        return fail(EXIT_USAGE, "%s: expected %g%s%s or more, not %s", row->name, row->least, row->unit ? " " : "",
                    row->unit ? row->unit : "", text);
    }
    if (row->most > 0 && number > row->most) {
        return fail(EXIT_USAGE, "%s: expected %g%s%s at most, not %s", row->name, row->most, row->unit ? " " : "",
                    row->unit ? row->unit : "", text);
    }
    *value = number;
    return EXIT_FINE;
}

static exit_code read_numbers(const option_row *row, const char *text, double *values)
{
    size_t count;
    exit_code code = number_read_list(row->name, text, values, row->count, &count);
    if (code == EXIT_FINE && count != row->count) {
        return fail(EXIT_USAGE, "%s has %zu values; expected %zu: %s", row->name, count, row->count, row->expected);
    }
    return code;
}

/* Reports a word that is none of the option's, with the nearest. */
static exit_code fail_word(const option_row *row, const char *word)
{
    cdy_nearest search = cdy_nearest_to(word);
    text_buffer message = {0};
    text_add(&message, "%s: '%s' is not one of ", row->name, word);
    for (size_t i = 0; row->words[i]; i++) {
        cdy_nearest_consider(&search, row->words[i]);
        text_add(&message, "%s%s", i ? ", " : "", row->words[i]);
    }
    message_suggest(&search, &message);
    return fail_text(EXIT_USAGE, &message);
}

/* Returns the index of a word of the option, -1 where it is none. */
static int find_word(const option_row *row, const char *word, size_t length)
{
    for (int i = 0; row->words[i]; i++) {
        if (strlen(row->words[i]) == length && memcmp(row->words[i], word, length) == 0) {
            return i;
        }
    }
    return -1;
}

static exit_code read_choice(const option_row *row, const char *text, int *value)
{
    const int index = find_word(row, text, strlen(text));
    if (index < 0) {
        return fail_word(row, text);
    }
    *value = row->first + index;
    return EXIT_FINE;
}

static exit_code fail_set_word(const option_row *row, const char *word, size_t length)
{
    text_buffer copy = {0};
    text_add_bytes(&copy, word, length);
    exit_code code = copy.failed ? fail_memory() : fail_word(row, text_get(&copy));
    text_clear(&copy);
    return code;
}

/* The bits of a word: all before "all", none of "none". */
static unsigned bits_of(const option_row *row, int index)
{
    const bool all = strcmp(row->words[index], "all") == 0, none = strcmp(row->words[index], "none") == 0;
    return all ? (1u << index) - 1 : none ? 0 : 1u << index;
}

/* Whether a text is the name of a file and no word. */
static bool is_file_name(const char *text)
{
    return strpbrk(text, "./") != NULL;
}

static unsigned all_bits(const option_row *row)
{
    return bits_of(row, find_word(row, "all", 3));
}

/* Reads words separated by commas, and the name of a file behind them where the row takes one. */
static exit_code read_set(const option_row *row, const char *text, void *value)
{
    set_or_file set = {0, NULL};
    const char *item = text;
    for (bool more = true; more;) {
        const size_t length = strcspn(item, ",");
        const int index = find_word(row, item, length);
        if (index < 0 && row->file && is_file_name(item)) {
            set.file = item;
            set.words = item == text ? all_bits(row) : set.words;
            break;
        }
        if (index < 0) {
            return fail_set_word(row, item, length);
        }
        set.words |= bits_of(row, index);
        more = item[length] == ',';
        item += length + more;
    }
    if (row->file) {
        *(set_or_file *)value = set;
    } else {
        *(unsigned *)value = set.words;
    }
    return EXIT_FINE;
}

bool option_value_may_repeat(const option_row *row)
{
    return row->kind == OPTION_TEXTS || row->repeats;
}

exit_code option_value_read(const option_row *row, const char *text, void *value)
{
    exit_code code = row->check && text ? row->check(row, text) : EXIT_FINE;
    if (code != EXIT_FINE) {
        return code;
    }
    if (row->reads && text && !*text) {
        return fail_file_name(row);
    }
    switch (row->kind) {
    case OPTION_FLAG: *(bool *)value = true; return EXIT_FINE;
    case OPTION_TEXT: *(const char **)value = text; return EXIT_FINE;
    case OPTION_TEXTS: return add_text(value, text);
    case OPTION_READ_FILE:
    case OPTION_WRITE_FILE:
    case OPTION_NEW_FILE: return read_file(row, text, value);
    case OPTION_WHOLE: return read_whole(row, text, value);
    case OPTION_INTEGER: return read_integer(row, text, value);
    case OPTION_NUMBER: return read_number(row, text, value);
    case OPTION_NUMBERS: return read_numbers(row, text, value);
    case OPTION_CHOICE: return read_choice(row, text, value);
    case OPTION_SET: return read_set(row, text, value);
    case OPTION_END:
    case OPTION_TABLE: break;
    }
    return EXIT_USAGE;
}
