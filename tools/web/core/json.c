/* A parser of JSON (RFC 8259) behind jansson's interface, with jansson's words for faults: the rows of a motion are
 * refused in the page as on the command line. */
#include "base/name_table.h"
#include "jansson.h"
#include "text/number.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 2048, LONGEST_CONTEXT = 20 };

/* Of an array, the keys are NULL. */
typedef struct json_member {
    char *key;
    json_t *value;
} json_member;

struct json_t {
    json_type type;
    double number;
    char *text;
    json_member *members;
    size_t count, capacity;
    cdy_name_table names; /* of an object: the numbers of its members */
};

static void *(*take_memory)(size_t size) = malloc;
static void (*release_memory)(void *memory) = free;

void json_set_alloc_funcs(void *(*allocate)(size_t size), void (*release)(void *memory))
{
    take_memory = allocate;
    release_memory = release;
}

/* ---- values ---- */

static json_t *make_value(json_type type)
{
    json_t *value = take_memory(sizeof *value);
    if (value) {
        *value = (json_t){.type = type};
    }
    return value;
}

/* Returns memory of `size` bytes that begins with a copy of the first `held` at `old`, which it frees; NULL, and the
 * old one stays. */
static void *enlarge(void *old, size_t held, size_t size)
{
    void *larger = take_memory(size);
    if (larger && old) {
        memcpy(larger, old, held);
        release_memory(old);
    }
    return larger;
}

/* Adds a member, and owns key and value also after a failure. */
static int add_member(json_t *to, char *key, json_t *value)
{
    bool made = to && value;
    if (made && to->count == to->capacity) {
        const size_t larger = to->capacity ? 2 * to->capacity : 8;
        json_member *grown = enlarge(to->members, to->count * sizeof *grown, larger * sizeof *grown);
        made = grown;
        to->members = made ? grown : to->members;
        to->capacity = made ? larger : to->capacity;
    }
    if (!made || (key && !cdy_name_table_set(&to->names, key, (int)to->count))) {
        release_memory(key);
        json_decref(value);
        return -1;
    }
    to->members[to->count++] = (json_member){key, value};
    return 0;
}

void json_decref(json_t *value)
{
    if (!value) {
        return;
    }
    for (size_t i = 0; i < value->count; i++) {
        release_memory(value->members[i].key);
        json_decref(value->members[i].value);
    }
    cdy_name_table_clear(&value->names);
    release_memory(value->members);
    release_memory(value->text);
    release_memory(value);
}

json_type json_typeof(const json_t *value)
{
    return value->type;
}

bool json_is_object(const json_t *value)
{
    return value && value->type == JSON_OBJECT;
}

bool json_is_array(const json_t *value)
{
    return value && value->type == JSON_ARRAY;
}

bool json_is_string(const json_t *value)
{
    return value && value->type == JSON_STRING;
}

bool json_is_number(const json_t *value)
{
    return value && value->type == JSON_REAL;
}

bool json_is_null(const json_t *value)
{
    return value && value->type == JSON_NULL;
}

double json_number_value(const json_t *value)
{
    return json_is_number(value) ? value->number : 0;
}

const char *json_string_value(const json_t *value)
{
    return json_is_string(value) ? value->text : NULL;
}

bool json_equal(const json_t *one, const json_t *other)
{
    if (!one || !other || one->type != other->type || one->count != other->count || one->number != other->number ||
        (one->type == JSON_STRING && strcmp(one->text, other->text) != 0)) {
        return false;
    }
    for (size_t i = 0; i < one->count; i++) {
        const char *key = one->members[i].key;
        const json_t *partner = key ? json_object_get(other, key) : other->members[i].value;
        if (!json_equal(one->members[i].value, partner)) {
            return false;
        }
    }
    return true;
}

json_t *json_array(void)
{
    return make_value(JSON_ARRAY);
}

json_t *json_null(void)
{
    return make_value(JSON_NULL);
}

static char *copy_text(const char *text, size_t length)
{
    char *copy = take_memory(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

json_t *json_string(const char *text)
{
    json_t *value = make_value(JSON_STRING);
    if (value) {
        value->text = copy_text(text, strlen(text));
    }
    if (value && !value->text) {
        json_decref(value);
        value = NULL;
    }
    return value;
}

int json_array_append_new(json_t *array, json_t *value)
{
    return add_member(array, NULL, value);
}

size_t json_array_size(const json_t *array)
{
    return json_is_array(array) ? array->count : 0;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    return index < json_array_size(array) ? array->members[index].value : NULL;
}

json_t *json_object_get(const json_t *object, const char *key)
{
    const int found = json_is_object(object) ? cdy_name_table_find(&object->names, key) : -1;
    return found >= 0 ? object->members[found].value : NULL;
}

const char *json_object_key(const json_t *object, size_t index)
{
    return json_is_object(object) && index < object->count ? object->members[index].key : NULL;
}

json_t *json_object_member(const json_t *object, size_t index)
{
    return json_is_object(object) && index < object->count ? object->members[index].value : NULL;
}

/* ---- characters ---- */

enum { END = -1, FAULT = -2 };

typedef enum token_kind { TOKEN_INVALID, TOKEN_END, TOKEN_STRING, TOKEN_NUMBER, TOKEN_WORD, TOKEN_MARK } token_kind;

typedef struct token {
    token_kind kind;
    char mark;       /* one of {}[]:, */
    json_type word;  /* true, false, null */
    double number;   /* of a number */
    char *text;      /* of a string, decoded; whoever takes it sets it to NULL */
    size_t length;   /* of the text, which may have NULs */
    size_t from, to; /* bytes of the token, the last of them possibly at fault */
} token;

typedef struct reader {
    const char *bytes;
    size_t size, place;
    size_t rest;  /* bytes that the last character still has */
    bool stopped; /* by bytes that are no UTF-8 */
    int column, depth;
    token token;
    json_error_t *error;
} reader;

/* Notes the first fault, with the text of the token behind it, as jansson does. */
static void __attribute__((format(printf, 2, 3))) refuse(reader *r, const char *format, ...)
{
    json_error_t *e = r->error;
    char text[sizeof e->text];
    const size_t length = r->token.to - r->token.from;
    const char *found = r->bytes + r->token.from;
    const bool has_text = length > 0 && found[0];
    va_list arguments;
    if (*e->text) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    e->column = r->column;
    if (has_text && length <= LONGEST_CONTEXT) {
        snprintf(e->text, sizeof e->text, "%.150s near '%.*s'", text, (int)length, found);
    } else {
        snprintf(e->text, sizeof e->text, "%.140s%s", text, has_text || r->stopped ? "" : " near end of file");
    }
}

/* How many bytes the UTF-8 character takes that begins here; 0: it is none. */
static size_t character_size(const char *bytes, size_t left)
{
    const unsigned char *b = (const unsigned char *)bytes;
    const size_t size = b[0] < 0x80 ? 1 : b[0] < 0xc2 ? 0 : b[0] < 0xe0 ? 2 : b[0] < 0xf0 ? 3 : b[0] < 0xf5 ? 4 : 0;
    uint32_t code = b[0] & (0xffu >> (size + 1));
    if (size > left) {
        return 0;
    }
    for (size_t i = 1; i < size; i++) {
        if ((b[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | (b[i] & 0x3f);
    }
    const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    return overlong || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0 : size;
}

/* Takes the next byte; END or FAULT where there is none. */
static int take(reader *r)
{
    if (r->stopped) {
        return FAULT;
    }
    if (r->place == r->size) {
        return END;
    }
    const char *next = r->bytes + r->place;
    if (r->rest == 0) {
        r->rest = character_size(next, r->size - r->place);
        if (r->rest == 0) {
            r->stopped = true;
            refuse(r, "unable to decode byte 0x%x", (unsigned)(unsigned char)*next);
            return FAULT;
        }
        r->column++;
    }
    r->rest--;
    r->place++;
    return (unsigned char)*next;
}

/* Takes the next byte into the token. */
static int keep(reader *r)
{
    const int c = take(r);
    r->token.to += c >= 0;
    return c;
}

/* Gives back the last byte that was kept, the first of a character. */
static void give_back(reader *r, int c)
{
    if (c >= 0) {
        r->place--;
        r->column--;
        r->rest = 0;
        r->token.to--;
    }
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* ---- strings ---- */

static int hexadecimal(int c)
{
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Scans an escape behind its backslash; returns the byte behind it, FAULT where it is none. */
static int scan_escape(reader *r)
{
    int c = keep(r);
    if (c == 'u') {
        c = keep(r);
        for (int i = 0; i < 4; i++) {
            if (hexadecimal(c) < 0) {
                refuse(r, "invalid escape");
                return FAULT;
            }
            c = keep(r);
        }
        return c;
    }
    if (c <= 0 || !strchr("\"\\/bfnrt", c)) {
        refuse(r, "invalid escape");
        return FAULT;
    }
    return keep(r);
}

/* Scans a string up to its closing quote. */
static bool scan_quoted(reader *r)
{
    int c = keep(r);
    while (c != '"') {
        if (c == FAULT) {
            return false;
        }
        if (c == END) {
            refuse(r, "premature end of input");
            return false;
        }
        if (c <= 0x1f) {
            give_back(r, c);
            if (c == '\n') {
                refuse(r, "unexpected newline");
            } else {
                refuse(r, "control character 0x%x", (unsigned)c);
            }
            return false;
        }
        c = c == '\\' ? scan_escape(r) : keep(r);
    }
    return true;
}

static uint32_t four_digits(const char *text)
{
    uint32_t code = 0;
    for (int i = 0; i < 4; i++) {
        code = code << 4 | (uint32_t)hexadecimal(text[i]);
    }
    return code;
}

/* Writes a character as UTF-8; returns the end. */
static char *encode(char *to, uint32_t code)
{
    if (code < 0x80) {
        *to++ = (char)code;
        return to;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(first[more] | code >> 6 * more);
    for (int i = more - 1; i >= 0; i--) {
        *to++ = (char)(0x80 | (code >> 6 * i & 0x3f));
    }
    return to;
}

/* Reads the escape \uXXXX at `text`, or a pair of them, into UTF-8; returns the byte behind it, NULL for half a pair.
 */
static const char *decode_unicode(reader *r, const char *text, char **to)
{
    uint32_t code = four_digits(text + 2);
    text += 6;
    if (code >= 0xd800 && code <= 0xdbff && text[0] == '\\' && text[1] == 'u') {
        const uint32_t second = four_digits(text + 2);
        if (second < 0xdc00 || second > 0xdfff) {
            refuse(r, "invalid Unicode '\\u%04X\\u%04X'", (unsigned)code, (unsigned)second);
            return NULL;
        }
        code = ((code - 0xd800) << 10) + (second - 0xdc00) + 0x10000;
        text += 6;
    }
    if (code >= 0xd800 && code <= 0xdfff) {
        refuse(r, "invalid Unicode '\\u%04X'", (unsigned)code);
        return NULL;
    }
    *to = encode(*to, code);
    return text;
}

/* Decodes the string that was scanned; it is never longer than its text. */
static bool decode(reader *r)
{
    const char *from = r->bytes + r->token.from + 1, *end = r->bytes + r->token.to - 1;
    static const char names[] = "bfnrt", values[] = "\b\f\n\r\t";
    char *to = r->token.text = take_memory((size_t)(end - from) + 1);
    if (!to) {
        return false;
    }
    while (from && from < end) {
        if (*from != '\\') {
            *to++ = *from++;
        } else if (from[1] == 'u') {
            from = decode_unicode(r, from, &to);
        } else {
            const char *name = strchr(names, from[1]);
            *to++ = name ? values[name - names] : from[1];
            from += 2;
        }
    }
    *to = '\0';
    r->token.length = (size_t)(to - r->token.text);
    return from;
}

static void scan_string(reader *r)
{
    if (scan_quoted(r) && decode(r)) {
        r->token.kind = TOKEN_STRING;
    }
}

/* ---- tokens ---- */

static int skip_digits(reader *r)
{
    int c;
    do {
        c = keep(r);
    } while (is_digit(c));
    return c;
}

/* Scans the digits before the point, of which `c` is the first or a sign; returns the byte behind them, FAULT where
 * they are none. */
static int scan_whole(reader *r, int c)
{
    c = c == '-' ? keep(r) : c;
    const bool zero = c == '0';
    if (!is_digit(c)) {
        give_back(r, c);
        return FAULT;
    }
    c = zero ? keep(r) : skip_digits(r);
    if (zero && is_digit(c)) {
        give_back(r, c);
        return FAULT;
    }
    return c;
}

/* Scans a number that begins with `c`. */
static void scan_number(reader *r, int c)
{
    c = scan_whole(r, c);
    if (c == FAULT) {
        return;
    }
    if (c == '.') {
        c = keep(r);
        if (!is_digit(c)) { /* jansson has the point in the token, and not what follows */
            give_back(r, c);
            return;
        }
        c = skip_digits(r);
    }
    if (c == 'e' || c == 'E') {
        c = keep(r);
        c = c == '+' || c == '-' ? keep(r) : c;
        if (!is_digit(c)) {
            give_back(r, c);
            return;
        }
        c = skip_digits(r);
    }
    give_back(r, c);
    cdy_number_status status;
    cdy_scan_number(r->bytes + r->token.from, r->bytes + r->token.to, &r->token.number, &status);
    if (status == CDY_NUMBER_OK) {
        r->token.kind = TOKEN_NUMBER;
    } else {
        refuse(r, "real number overflow");
    }
}

static void scan_word(reader *r)
{
    static const struct {
        const char *word;
        json_type type;
    } words[] = {{"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};
    int c;
    do {
        c = keep(r);
    } while (is_letter(c));
    give_back(r, c);
    const size_t length = r->token.to - r->token.from;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (length == strlen(words[i].word) && memcmp(r->bytes + r->token.from, words[i].word, length) == 0) {
            r->token.kind = TOKEN_WORD;
            r->token.word = words[i].type;
        }
    }
}

/* Reads the next token in place of the last. */
static void scan(reader *r)
{
    release_memory(r->token.text);
    r->token = (token){.from = r->place, .to = r->place};
    int c;
    do {
        r->token.from = r->token.to = r->place;
        c = take(r);
    } while (c == ' ' || c == '\t' || c == '\n' || c == '\r');
    if (c < 0) {
        r->token.kind = c == END ? TOKEN_END : TOKEN_INVALID;
        return;
    }
    r->token.to++;
    if (c && strchr("{}[]:,", c)) {
        r->token.kind = TOKEN_MARK;
        r->token.mark = (char)c;
    } else if (c == '"') {
        scan_string(r);
    } else if (is_digit(c) || c == '-') {
        scan_number(r, c);
    } else if (is_letter(c)) {
        scan_word(r);
    } else { /* the whole character, for the message */
        while (r->rest > 0) {
            keep(r);
        }
    }
}

static bool is_mark(const reader *r, char mark)
{
    return r->token.kind == TOKEN_MARK && r->token.mark == mark;
}

/* ---- values from text ---- */

static json_t *read_value(reader *r);

/* Reads `"key": value` of an object; the token is the key. */
static bool read_member(reader *r, json_t *object)
{
    if (r->token.kind != TOKEN_STRING) {
        refuse(r, "string or '}' expected");
        return false;
    }
    char *key = r->token.text;
    r->token.text = NULL;
    const bool has_nul = strlen(key) != r->token.length;
    if (has_nul || json_object_get(object, key)) {
        refuse(r, has_nul ? "NUL byte in object key not supported" : "duplicate object key");
        release_memory(key);
        return false;
    }
    scan(r);
    if (!is_mark(r, ':')) {
        refuse(r, "':' expected");
        release_memory(key);
        return false;
    }
    scan(r);
    json_t *value = read_value(r);
    if (!value) {
        release_memory(key);
        return false;
    }
    return add_member(object, key, value) == 0;
}

/* Whether an object or an array has ended, or, as jansson looks for arrays, the text with it. */
static bool has_ended(const reader *r, json_type type)
{
    return is_mark(r, type == JSON_OBJECT ? '}' : ']') || (type == JSON_ARRAY && r->token.kind == TOKEN_END);
}

/* Reads what an object or an array has up to its end; the token is the begin. */
static json_t *read_members(reader *r, json_type type)
{
    const char end = type == JSON_OBJECT ? '}' : ']';
    json_t *value = make_value(type);
    bool good = value;
    scan(r);
    for (bool more = !has_ended(r, type); good && more;) {
        good = type == JSON_OBJECT ? read_member(r, value) : add_member(value, NULL, read_value(r)) == 0;
        if (good) {
            scan(r);
            more = is_mark(r, ',');
        }
        if (good && more) {
            scan(r);
            more = type == JSON_OBJECT || r->token.kind != TOKEN_END;
        }
    }
    if (good && !is_mark(r, end)) {
        refuse(r, "'%c' expected", end);
        good = false;
    }
    if (!good) {
        json_decref(value);
    }
    return good ? value : NULL;
}

/* Takes the text of the token. */
static json_t *read_text(reader *r)
{
    if (strlen(r->token.text) != r->token.length) {
        refuse(r, "\\u0000 is not allowed without JSON_ALLOW_NUL");
        return NULL;
    }
    json_t *value = make_value(JSON_STRING);
    if (value) {
        value->text = r->token.text;
        r->token.text = NULL;
    }
    return value;
}

static json_t *read_number(const reader *r)
{
    json_t *value = make_value(JSON_REAL);
    if (value) {
        value->number = r->token.number;
    }
    return value;
}

/* Reads the value that begins with the token. */
static json_t *read_value(reader *r)
{
    json_t *value = NULL;
    if (++r->depth > MOST_DEPTH) {
        refuse(r, "maximum parsing depth reached");
        return NULL;
    }
    switch (r->token.kind) {
    case TOKEN_STRING: value = read_text(r); break;
    case TOKEN_NUMBER: value = read_number(r); break;
    case TOKEN_WORD: value = make_value(r->token.word); break;
    case TOKEN_MARK:
        if (is_mark(r, '{') || is_mark(r, '[')) {
            value = read_members(r, is_mark(r, '{') ? JSON_OBJECT : JSON_ARRAY);
        } else {
            refuse(r, "unexpected token");
        }
        break;
    case TOKEN_END: refuse(r, "unexpected token"); break;
    case TOKEN_INVALID: refuse(r, "invalid token"); break;
    }
    r->depth--;
    return value;
}

json_t *json_loadb(const char *bytes, size_t size, size_t flags, json_error_t *error)
{
    reader r = {.bytes = bytes, .size = size, .error = error};
    json_t *value = NULL;
    (void)flags;
    *error = (json_error_t){.column = 0};
    scan(&r);
    if (is_mark(&r, '{') || is_mark(&r, '[')) {
        value = read_value(&r);
    } else {
        refuse(&r, "'[' or '{' expected");
    }
    if (value) {
        scan(&r);
        if (r.token.kind != TOKEN_END) {
            refuse(&r, "end of file expected");
            json_decref(value);
            value = NULL;
        }
    }
    release_memory(r.token.text);
    return value;
}
