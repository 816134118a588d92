#include "rows/passed.h"

#include "rows/json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool passed_is_open(const passed *p)
{
    return p && (p->format == FORMAT_CSV || p->format == FORMAT_JSON);
}

/* Makes room for one column more. */
static bool grow(passed *p)
{
    if (p->count < p->capacity) {
        return true;
    }
    const size_t capacity = 2 * p->capacity + 8;
    passed_column *larger = realloc(p->columns, capacity * sizeof *larger);
    if (!larger) {
        return false;
    }
    p->columns = larger;
    p->capacity = capacity;
    return true;
}

int passed_known(const passed *p, const char *name, size_t length)
{
    for (size_t i = 0; i < p->count; i++) {
        if (strlen(p->columns[i].name) == length && memcmp(p->columns[i].name, name, length) == 0) {
            return (int)i;
        }
    }
    return -1;
}

int passed_find(passed *p, const char *name, size_t length)
{
    const int known = passed_known(p, name, length);
    if (known >= 0) {
        return known;
    }
    if (p->complete || !passed_is_open(p) || memchr(name, 0, length)) {
        return -1;
    }
    char *copy = grow(p) ? malloc(length + 1) : NULL;
    if (!copy) {
        p->failed = true;
        return -1;
    }
    memcpy(copy, name, length);
    copy[length] = 0;
    p->columns[p->count] = (passed_column){.name = copy};
    return (int)p->count++;
}

int passed_await(passed *p, const char *name, size_t length)
{
    const int number = passed_find(p, name, length);
    if (number >= 0) {
        p->columns[number].awaited = true;
    }
    return number;
}

void passed_complete(passed *p)
{
    p->complete = true;
}

void passed_reset(passed *p)
{
    for (size_t i = 0; i < p->count; i++) {
        p->columns[i].given = false;
        text_reset(&p->columns[i].value);
    }
}

/* Appends a field of CSV, in quotes where it needs them. */
static void add_csv(text_buffer *text, const char *bytes, size_t length)
{
    bool quoted = length > 0 && (strchr(" \t", bytes[0]) || strchr(" \t", bytes[length - 1]));
    for (size_t i = 0; i < length; i++) {
        quoted = quoted || (bytes[i] && strchr(",\"\r\n", bytes[i]));
    }
    text_add_bytes(text, "\"", quoted);
    for (size_t i = 0; i < length; i++) {
        text_add_bytes(text, "\"", quoted && bytes[i] == '"');
        text_add_bytes(text, bytes + i, 1);
    }
    text_add_bytes(text, "\"", quoted);
}

static size_t count_digits(const char *text, size_t length)
{
    size_t count = 0;
    while (count < length && isdigit((unsigned char)text[count])) {
        count++;
    }
    return count;
}

/* Whether a text is a number of JSON (RFC 8259, section 6). */
static bool is_json_number(const char *text, size_t length)
{
    size_t i = length > 0 && text[0] == '-', digits = count_digits(text + i, length - i);
    if (digits == 0 || (digits > 1 && text[i] == '0')) {
        return false;
    }
    i += digits;
    if (i < length && text[i] == '.') {
        digits = count_digits(text + i + 1, length - i - 1);
        i += digits ? 1 + digits : 0;
    }
    if (i > 0 && i < length && (text[i] == 'e' || text[i] == 'E')) {
        const size_t sign = i + 1 < length && (text[i + 1] == '-' || text[i + 1] == '+');
        digits = count_digits(text + i + 1 + sign, length - i - 1 - sign);
        i += digits ? 1 + sign + digits : 0;
    }
    return i == length;
}

/* Appends a value as JSON text. */
static void add_dump(text_buffer *text, const json_t *value)
{
    char *dump = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) : NULL;
    text->failed = text->failed || !dump;
    text_add_bytes(text, dump ? dump : "", dump ? strlen(dump) : 0);
    free(dump);
}

void passed_put_text(passed *p, int number, const char *text, size_t length)
{
    text_buffer *value = &p->columns[number].value;
    p->columns[number].given = true;
    p->columns[number].awaited = false;
    text_reset(value);
    if (p->format == FORMAT_CSV) {
        add_csv(value, text, length);
    } else if (length == 0) {
        text_add_bytes(value, "null", 4);
    } else if (is_json_number(text, length)) {
        text_add_bytes(value, text, length);
    } else {
        text_buffer copy = {0};
        text_add_bytes(&copy, text, length);
        json_t *string = json_from_text(text_get(&copy)); /* with U+FFFD for what is not UTF-8 */
        add_dump(value, string);
        value->failed = value->failed || copy.failed;
        json_decref(string);
        text_clear(&copy);
    }
}

void passed_put_json(passed *p, int number, const json_t *given)
{
    text_buffer *value = &p->columns[number].value;
    p->columns[number].given = true;
    p->columns[number].awaited = false;
    text_reset(value);
    if (p->format == FORMAT_JSON) {
        add_dump(value, given);
    } else if (json_is_string(given)) {
        add_csv(value, json_string_value(given), json_string_length(given));
    } else if (!json_is_null(given)) {
        text_buffer text = {0};
        add_dump(&text, given);
        add_csv(value, text_get(&text), text.length);
        value->failed = value->failed || text.failed;
        text_clear(&text);
    }
}

void passed_add_name(const passed *p, size_t number, text_buffer *row)
{
    const char *name = p->columns[number].name;
    if (p->format == FORMAT_CSV) {
        add_csv(row, name, strlen(name));
        return;
    }
    json_t *string = json_from_text(name);
    add_dump(row, string);
    json_decref(string);
}

static void add_size(text_buffer *rows, size_t size)
{
    text_add_bytes(rows, (const char *)&size, sizeof size);
}

static size_t size_at(const char *row, size_t index)
{
    size_t size;
    memcpy(&size, row + index * sizeof size, sizeof size);
    return size;
}

/* A row: the number of its columns, where the value of each ends, and the values. */
void passed_add_row(const passed *p, text_buffer *rows)
{
    size_t end = 0;
    add_size(rows, p->count);
    for (size_t i = 0; i < p->count; i++) {
        end += p->columns[i].given ? p->columns[i].value.length : 0;
        add_size(rows, end);
    }
    for (size_t i = 0; i < p->count; i++) {
        const text_buffer *value = &p->columns[i].value;
        text_add_bytes(rows, text_get(value), p->columns[i].given ? value->length : 0);
        rows->failed = rows->failed || value->failed;
    }
}

const char *passed_value(const char *row, size_t number, size_t *length)
{
    *length = 0;
    if (!row || number >= size_at(row, 0)) {
        return "";
    }
    const size_t from = number > 0 ? size_at(row, number) : 0;
    *length = size_at(row, number + 1) - from;
    return row + (size_at(row, 0) + 1) * sizeof(size_t) + from;
}

void passed_clear(passed *p)
{
    for (size_t i = 0; i < p->count; i++) {
        free(p->columns[i].name);
        text_clear(&p->columns[i].value);
    }
    free(p->columns);
    *p = (passed){0};
}
