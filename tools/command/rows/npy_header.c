/* The header of a .npy file: magic, version, and a Python dictionary with three keys. */
#include "rows/rows.h"

#include <string.h>

enum { LONGEST_HEADER = 1 << 20 };

/* Read position in the dictionary. */
typedef struct cursor {
    const char *next, *end;
} cursor;

static row_status fail_header(row_reader *rows, const char *problem)
{
    return row_fail(rows, ROW_FATAL, "the header of the .npy file %s", problem);
}

static void skip_blanks(cursor *c)
{
    while (c->next < c->end && memchr(" \t\r\n", *c->next, 4)) {
        c->next++;
    }
}

/* Skips a character and returns true if it is the next one. */
static bool take(cursor *c, char character)
{
    skip_blanks(c);
    if (c->next == c->end || *c->next != character) {
        return false;
    }
    c->next++;
    return true;
}

static bool take_word(cursor *c, const char *word)
{
    size_t length = strlen(word);
    skip_blanks(c);
    if ((size_t)(c->end - c->next) < length || memcmp(c->next, word, length) != 0) {
        return false;
    }
    c->next += length;
    return true;
}

/* Reads 'text' or "text", without escapes. */
static bool take_text(cursor *c, const char **text, size_t *length)
{
    skip_blanks(c);
    if (c->next == c->end || (*c->next != '\'' && *c->next != '"')) {
        return false;
    }
    const char *close = memchr(c->next + 1, *c->next, (size_t)(c->end - c->next - 1));
    if (!close) {
        return false;
    }
    *text = c->next + 1;
    *length = (size_t)(close - *text);
    c->next = close + 1;
    return true;
}

/* Reads an integer from 0 to 2^63 - 1; Python 2 wrote a trailing L. */
static bool take_whole(cursor *c, uint64_t *value)
{
    skip_blanks(c);
    const char *first = c->next;
    for (*value = 0; c->next < c->end && *c->next >= '0' && *c->next <= '9'; c->next++) {
        uint64_t digit = (uint64_t)(*c->next - '0');
        if (*value > (INT64_MAX - digit) / 10) {
            return false;
        }
        *value = 10 * *value + digit;
    }
    bool any = c->next > first;
    take(c, 'L');
    return any;
}

/* Reads a type such as "<f8". */
static row_status read_type(row_reader *rows, const char *text, size_t length)
{
    npy_layout *n = &rows->npy;
    bool well_formed = length == 3 && strchr("<>=|", text[0]) && strchr("fiu", text[1]) && text[0] && text[1];
    n->size = well_formed ? (size_t)(text[2] - '0') : 0;
    bool known = well_formed && (text[1] == 'f' ? n->size == 4 || n->size == 8
                                                : n->size == 1 || n->size == 2 || n->size == 4 || n->size == 8);
    if (!known) {
        return row_fail(rows, ROW_FATAL,
                        "numbers of type '%.*s' cannot be read; expected '<f8' (numpy.float64), f4 or integers",
                        (int)(length < 40 ? length : 40), text);
    }
    n->kind = text[1];
    n->big_endian = text[0] == '>';
    return ROW_OK;
}

static row_status read_shape(row_reader *rows, cursor *c)
{
    npy_layout *n = &rows->npy;
    uint64_t sizes[2] = {0, 0};
    if (!take(c, '(')) {
        return fail_header(rows, "has a shape that is no list of whole numbers");
    }
    while (!take(c, ')')) {
        uint64_t size;
        if (!take_whole(c, &size)) {
            return fail_header(rows, "has a shape that is no list of whole numbers from 0 to 2^63 - 1");
        }
        if (n->dimensions == 2) {
            return fail_header(rows, "describes more than two dimensions; expected rows x columns");
        }
        sizes[n->dimensions++] = size;
        if (!take(c, ',')) {
            if (!take(c, ')')) {
                return fail_header(rows, "has a shape without its closing bracket");
            }
            break;
        }
    }
    if (n->dimensions != 2) {
        return row_fail(rows, ROW_FATAL, "the array has %d dimension%s; expected two, rows x columns", n->dimensions,
                        n->dimensions == 1 ? "" : "s");
    }
    n->rows = sizes[0];
    n->columns = sizes[1];
    return ROW_OK;
}

enum { KEY_TYPE = 1, KEY_ORDER = 2, KEY_SHAPE = 4 };

/* Reads one `key: value` of the dictionary. */
static row_status read_entry(row_reader *rows, cursor *c, unsigned *keys)
{
    const char *key, *text;
    size_t length, size;
    if (!take_text(c, &key, &length) || !take(c, ':')) {
        return fail_header(rows, "is no dictionary of descr, fortran_order and shape");
    }
    unsigned found = 0;
    row_status status = ROW_OK;
    if (length == 5 && memcmp(key, "descr", 5) == 0) {
        found = KEY_TYPE;
        status = take_text(c, &text, &size) ? read_type(rows, text, size)
                                            : fail_header(rows, "describes records; expected an array of numbers");
    } else if (length == 13 && memcmp(key, "fortran_order", 13) == 0) {
        found = KEY_ORDER;
        rows->npy.fortran_order = take_word(c, "True");
        if (!rows->npy.fortran_order && !take_word(c, "False")) {
            status = fail_header(rows, "has a fortran_order that is neither True nor False");
        }
    } else if (length == 5 && memcmp(key, "shape", 5) == 0) {
        found = KEY_SHAPE;
        status = *keys & KEY_SHAPE ? ROW_OK : read_shape(rows, c);
    } else {
        status = fail_header(rows, "has a key besides descr, fortran_order and shape");
    }
    if (status == ROW_OK && *keys & found) {
        status = fail_header(rows, "has a key twice");
    }
    *keys |= found;
    return status;
}

static row_status read_dictionary(row_reader *rows, cursor *c)
{
    unsigned keys = 0;
    if (!take(c, '{')) {
        return fail_header(rows, "is no dictionary");
    }
    while (!take(c, '}')) {
        row_status status = read_entry(rows, c, &keys);
        if (status != ROW_OK) {
            return status;
        }
        if (!take(c, ',')) {
            if (!take(c, '}')) {
                return fail_header(rows, "is a dictionary without its closing brace");
            }
            break;
        }
    }
    skip_blanks(c);
    if (c->next != c->end) {
        return fail_header(rows, "has more behind its dictionary");
    }
    return keys == (KEY_TYPE | KEY_ORDER | KEY_SHAPE) ? ROW_OK
                                                      : fail_header(rows, "lacks descr, fortran_order or shape");
}

/* Reads magic, version and *length, the length of the dictionary that follows. */
static row_status read_preamble(row_reader *rows, size_t *length)
{
    size_t available;
    input_status status = input_need(&rows->in, 12, &available);
    if (status != INPUT_OK) {
        return row_fail_input(rows, status);
    }
    const unsigned char *bytes = available ? (const unsigned char *)input_bytes(&rows->in) : NULL;
    if (available < 10 || memcmp(bytes, "\x93NUMPY", 6) != 0) {
        return row_fail(rows, ROW_FATAL, "this is no .npy file: it does not begin with \\x93NUMPY");
    }
    if (bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0) {
        return row_fail(rows, ROW_FATAL, "version %d.%d of the .npy format is not known; expected 1.0, 2.0 or 3.0",
                        bytes[6], bytes[7]);
    }
    size_t width = bytes[6] == 1 ? 2 : 4;
    if (available < 8 + width) {
        return fail_header(rows, "is cut off");
    }
    *length = 0;
    for (size_t i = width; i-- > 0;) {
        *length = *length << 8 | bytes[8 + i];
    }
    input_take(&rows->in, 8 + width);
    return *length <= LONGEST_HEADER ? ROW_OK : fail_header(rows, "is longer than 1 MiB");
}

row_status npy_header_read(row_reader *rows)
{
    size_t length = 0, available;
    row_status status = read_preamble(rows, &length);
    if (status != ROW_OK) {
        return status;
    }
    input_status read = input_need(&rows->in, length, &available);
    if (read != INPUT_OK) {
        return row_fail_input(rows, read);
    }
    if (available < length) {
        return fail_header(rows, "is cut off");
    }
    cursor c = {input_bytes(&rows->in), input_bytes(&rows->in) + length};
    status = read_dictionary(rows, &c);
    input_take(&rows->in, length);
    return status;
}
