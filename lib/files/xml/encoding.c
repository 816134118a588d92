#include "xml/encoding.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

/* U+FFFD REPLACEMENT CHARACTER, for characters that cannot be decoded. */
enum { REPLACEMENT = 0xfffd };

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

size_t cdy_utf8_length(const char *text, size_t left)
{
    const unsigned char *p = (const unsigned char *)text;
    static const unsigned min_code[] = {0, 0, 0x80, 0x800, 0x10000};
    if (p[0] < 0x80) {
        return 1;
    }
    size_t length = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || length > left) {
        return 0;
    }
    unsigned code = p[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | (p[i] & 0x3fu);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return code >= min_code[length] && code <= 0x10ffff && !surrogate ? length : 0;
}

static bool is_utf8(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size) {
        size_t length = cdy_utf8_length(text + i, size - i);
        if (length == 0) {
            return false;
        }
        i += length;
    }
    return true;
}

/* Writes a code point in UTF-8 and returns the end of the output. */
static char *write_code(char *out, unsigned code)
{
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    } else {
        *out++ = (char)(0xf0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    }
    *out++ = (char)(0x80 | (code & 0x3f));
    return out;
}

/* Converts bytes of the file; a text from UTF-16 is UTF-8 already. */
static cdy_status convert_latin1(cdy_text *text, cdy_error *error)
{
    char *memory = cdy_allocate(text->size, 2);
    if (!memory) {
        return cdy_fail_memory(error);
    }
    char *out = memory;
    for (size_t i = 0; i < text->size; i++) {
        out = write_code(out, (unsigned char)text->start[i]);
    }
    text->memory = memory;
    text->start = memory;
    text->size = (size_t)(out - memory);
    return CDY_OK;
}

static unsigned read_unit(const unsigned char *p, bool big_endian)
{
    return big_endian ? (unsigned)p[0] << 8 | p[1] : (unsigned)p[1] << 8 | p[0];
}

/* Converts UTF-16 to UTF-8; an unpaired surrogate becomes the replacement character. */
static cdy_status convert_utf16(cdy_text *text, bool big_endian, cdy_error *error)
{
    const unsigned char *p = (const unsigned char *)text->start;
    size_t count = text->size / 2;
    char *memory = cdy_allocate(count, 3);
    if (!memory) {
        return cdy_fail_memory(error);
    }
    char *out = memory;
    for (size_t i = 0; i < count; i++) {
        unsigned code = read_unit(p + 2 * i, big_endian);
        unsigned next = i + 1 < count ? read_unit(p + 2 * i + 2, big_endian) : 0;
        if (code >= 0xd800 && code < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
            i++;
        } else if (code >= 0xd800 && code < 0xe000) {
            code = REPLACEMENT;
        }
        out = write_code(out, code);
    }
    text->memory = memory;
    text->start = memory;
    text->size = (size_t)(out - memory);
    return CDY_OK;
}

/* Detects UTF-16 by its byte order mark, or by the zero bytes of the first two characters, '<' and another; a
 * single zero byte is not enough, since any file may contain one. */
static cdy_status convert_if_utf16(cdy_text *text, cdy_error *error)
{
    const char *p = text->start;
    if (text->size < 4) {
        return CDY_OK;
    }
    const bool little_endian = memcmp(p, "\xff\xfe", 2) == 0 || (p[0] == '<' && !p[1] && p[2] && !p[3]);
    const bool big_endian = memcmp(p, "\xfe\xff", 2) == 0 || (!p[0] && p[1] == '<' && !p[2] && p[3]);
    text->utf16 = little_endian || big_endian;
    return text->utf16 ? convert_utf16(text, big_endian, error) : CDY_OK;
}

static void advance(cdy_text *text, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        text->first_column = text->start[i] == '\n' ? 1 : text->first_column + !cdy_continues_character(text->start[i]);
        text->first_line += text->start[i] == '\n';
    }
    text->start += count;
    text->size -= count;
}

static void trim_space(cdy_text *text)
{
    while (text->size > 0 && (is_space(text->start[text->size - 1]) || text->start[text->size - 1] == '\0')) {
        text->size--;
    }
    while (text->size > 0 && is_space(*text->start)) {
        advance(text, 1);
    }
}

static const char *find_word(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(text + i, word, length) == 0) {
            return text + i;
        }
    }
    return NULL;
}

/* Copies the quoted value after `encoding =` in the declaration. */
static void read_declared_encoding(cdy_text *text, size_t size)
{
    const char *end = text->start + size;
    const char *p = find_word(text->start, size, "encoding");
    if (!p) {
        return;
    }
    p += strlen("encoding");
    while (is_space(*p) || *p == '=') { /* the declaration ends in "?>" */
        p++;
    }
    if (*p != '"' && *p != '\'') {
        return;
    }
    const char *close = memchr(p + 1, *p, (size_t)(end - p - 1));
    size_t length = close ? (size_t)(close - p - 1) : 0;
    length = length < sizeof text->declared ? length : sizeof text->declared - 1;
    memcpy(text->declared, p + 1, length);
}

bool cdy_begins_declaration(const cdy_text *text)
{
    static const char opening[] = "<?xml";
    size_t length = sizeof opening - 1;
    return text->size > length && memcmp(text->start, opening, length) == 0 &&
           (is_space(text->start[length]) || text->start[length] == '?');
}

/* Skips the XML declaration; only its encoding matters, and misspelled declarations (`verison`) occur. A declaration
 * without its own "?>" is not skipped, since the next "?>" may end another instruction. */
static void skip_declaration(cdy_text *text)
{
    const char *end = cdy_begins_declaration(text) ? find_word(text->start, text->size, "?>") : NULL;
    if (end) {
        size_t size = (size_t)(end - text->start);
        if (!memchr(text->start + 1, '<', size - 1) && !memchr(text->start, '>', size)) {
            read_declared_encoding(text, size + 2);
            text->declared_line = text->first_line;
            text->declared_column = text->first_column;
            advance(text, size + 2);
            text->declaration = true;
        }
    }
}

bool cdy_continues_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

int cdy_line_of(const cdy_text *text, const char *place)
{
    int line = text->first_line;
    for (const char *p = text->start; p < place; p++) {
        line += *p == '\n';
    }
    return line;
}

/* Whether the text uses the bytes 0x80 to 0x9f, printable characters in windows-1252 and control characters in Latin-1.
 */
static bool has_controls(const cdy_text *text)
{
    bool found = false;
    if (strcasecmp(text->declared, "windows-1252") == 0 || strcasecmp(text->declared, "cp1252") == 0) {
        for (size_t i = 0; i < text->size && !found; i++) {
            found = (text->start[i] & 0xe0) == 0x80;
        }
    }
    return found;
}

static bool is_latin1_name(const char *name)
{
    static const char *const names[] = {"iso-8859-1", "iso_8859-1", "iso8859-1",    "latin1",
                                        "latin-1",    "l1",         "windows-1252", "cp1252"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcasecmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool cdy_is_encoding(const char *name)
{
    static const char *const names[] = {"ascii", "us-ascii", "utf8", "gbk", "big5", "koi8-u", "macintosh"};
    static const char *const families[] = {"utf-",   "iso-8859-", "iso_8859-", "iso8859-",  "windows-", "cp",
                                           "ucs-",   "koi8-r",    "gb2312",    "gb18030",   "shift",    "sjis",
                                           "euc-",   "iso-2022-", "ibm",       "iso-10646", "latin",    "l1",
                                           "x-mac-", "tis-620",   "ebcdic"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcasecmp(name, names[i]) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (strncasecmp(name, families[i], strlen(families[i])) == 0) {
            return true;
        }
    }
    return false;
}

cdy_status cdy_decode_text(const char *bytes, size_t size, cdy_text *text, cdy_error *error)
{
    *text = (cdy_text){.start = bytes, .size = size, .first_line = 1, .first_column = 1};
    cdy_status status = convert_if_utf16(text, error);
    if (status) {
        return status;
    }
    bool is_unicode = text->utf16;
    if (text->size >= 3 && memcmp(text->start, "\xef\xbb\xbf", 3) == 0) {
        is_unicode = true;
        advance(text, 3);
        text->first_column = 1;
    }
    const char *untrimmed_start = text->start;
    trim_space(text);
    text->after_space = text->start > untrimmed_start;
    skip_declaration(text);
    bool latin1 = !is_unicode && is_latin1_name(text->declared);
    if (latin1 || !is_utf8(text->start, text->size)) {
        text->assumed_latin1 = !latin1;
        text->has_c1_bytes = latin1 && has_controls(text);
        status = convert_latin1(text, error);
    }
    return status;
}
