/* Encodings: every field of a decoded text, and the boundaries of UTF-8, UTF-16 and Latin-1. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/suite.h"
#include "xml/encoding.h"

#include "base/memory.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES(literal) (literal), sizeof(literal) - 1

/* ---- UTF-8 ---- */

/* The encoding as RFC 3629 defines it, for a code point of `length` bytes. */
static void encode(unsigned code, size_t length, char *out)
{
    static const unsigned first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code /= 64) {
        out[i] = (char)(128 + code % 64);
    }
    out[0] = (char)(first[length] + code);
}

/* Every code point in its shortest sequence is valid, surrogates excepted, and no longer sequence of it is. */
START_TEST(code_points_have_one_sequence)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000, 0x110000};
    const unsigned step = UNLESS_WATCHED(1, 7);
    for (unsigned code = 0x80; code < 0x110000; code += step) {
        const bool surrogate = code >= 0xd800 && code <= 0xdfff;
        for (size_t length = 2; length <= 4; length++) {
            char text[4];
            if (code >= least[length + 1]) {
                continue; /* does not fit */
            }
            encode(code, length, text);
            const size_t expected = code >= least[length] && !surrogate ? length : 0;
            if (cdy_utf8_length(text, length) != expected) {
                ck_abort_msg("U+%04X in %zu bytes", code, length);
            }
        }
    }
}
END_TEST

START_TEST(broken_sequences_are_invalid)
{
    static const struct {
        const char *bytes;
        size_t left, length;
    } sequences[] = {
        {"a", 1, 1},
        {"\x7f", 1, 1},
        {"\x80\x80", 2, 0},
        {"\xbf\xbf", 2, 0},
        {"\xc2\x80", 2, 2},
        {"\xc2\x80", 1, 0},
        {"\xe0\xa0\x80", 3, 3},
        {"\xe0\xa0\x80", 2, 0},
        {"\xe0\xa0", 1, 0},
        {"\xf0\x90\x80", 3, 0},
        {"\xf0\x90\x80\x80", 4, 4},
        {"\xf4\x90\x80\x80", 4, 0},
        {"\xf5\x80\x80", 4, 0},
        {"\xf8\x90\x80\x80", 4, 0},
        {"\xf9\x90\x80\x80", 4, 0},
        {"\xff\xbf\xbf\xbf", 4, 0},
        {"\xc2\x7f", 2, 0},
        {"\xc2\xc0", 2, 0},
        {"\xe1\x7f\x80", 3, 0},
        {"\xe1\x80\x7f", 3, 0},
        {"\xe1\x80\xc0", 3, 0},
        {"\xf1\x80\x80\x7f", 4, 0},
        {"\xf1\x80\xc0\x80", 4, 0},
        {"\xf1\x40\x80\x80", 4, 0},
    };
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        ck_assert_msg(cdy_utf8_length(sequences[i].bytes, sequences[i].left) == sequences[i].length, "case %zu", i);
    }
    for (int byte = 0; byte < 256; byte++) {
        ck_assert_int_eq(cdy_continues_character((char)byte), byte >= 0x80 && byte < 0xc0);
    }
}
END_TEST

/* ---- decoded texts ---- */

typedef struct decoding {
    const char *bytes;
    size_t size;
    const char *content;
    size_t content_size;
    const char *properties; /* as write_properties() writes them */
} decoding;

/* "line:column", then what is not zero: the place and name of the declaration, and the flags by a letter each. */
static void write_properties(const cdy_text *t, char *out, size_t size)
{
    size_t length = (size_t)snprintf(out, size, "%d:%d", t->first_line, t->first_column);
    if (t->declared_line || t->declared_column || t->declaration) {
        length += (size_t)snprintf(out + length, size - length, " %s%d:%d '%s'", t->declaration ? "<?xml " : "",
                                   t->declared_line, t->declared_column, t->declared);
    }
    snprintf(out + length, size - length, "%s%s%s%s%s", t->after_space ? " after space" : "", t->utf16 ? " UTF-16" : "",
             t->assumed_latin1 ? " assumed Latin-1" : "", t->has_c1_bytes ? " C1" : "", t->memory ? " converted" : "");
}

#define NAME_31 "abcdefghijklmnopqrstuvwxyz01234"

static const decoding decodings[] = {
    {BYTES(""), BYTES(""), "1:1"},
    {BYTES(" \t\r\n\0 "), BYTES(""), "1:1"},
    {BYTES("a"), BYTES("a"), "1:1"},
    {BYTES("a \t\r\n\0"), BYTES("a"), "1:1"},
    {BYTES("a\0b\0"), BYTES("a\0b"), "1:1"},
    {BYTES(" \0 a"), BYTES("\0 a"), "1:2 after space"},
    {BYTES("\0\n"), BYTES(""), "1:1"},
    {BYTES(" \t\r\n\n  a"), BYTES("a"), "3:3 after space"},
    {BYTES("\0a"), BYTES("\0a"), "1:1"},
    /* a byte order mark is no column */
    {BYTES("\xef\xbb\xbf"), BYTES(""), "1:1"},
    {BYTES("\xef\xbb\xbf a"), BYTES("a"), "1:2 after space"},
    {BYTES("\xef\xbb"), BYTES("\xc3\xaf\xc2\xbb"), "1:1 assumed Latin-1 converted"},
    /* declarations */
    {BYTES("<?xml?>"), BYTES(""), "1:8 <?xml 1:1 ''"},
    {BYTES("<?xml?>a"), BYTES("a"), "1:8 <?xml 1:1 ''"},
    {BYTES("<?xml\t?>\n a"), BYTES("\n a"), "1:9 <?xml 1:1 ''"},
    {BYTES("\r\n  <?xml\n\xc3\xa4 ?>a"), BYTES("a"), "3:5 <?xml 2:3 '' after space"},
    {BYTES("<?xml encoding=\"utf-8\"?>a"), BYTES("a"), "1:25 <?xml 1:1 'utf-8'"},
    {BYTES("<?xml encoding = \t\r\n'b' ?>a"), BYTES("a"), "2:7 <?xml 1:1 'b'"},
    {BYTES("<?xml encoding'b'?>a"), BYTES("a"), "1:20 <?xml 1:1 'b'"},
    {BYTES("<?xml encoding=''?>a"), BYTES("a"), "1:20 <?xml 1:1 ''"},
    {BYTES("<?xml encoding=b'c'?>a"), BYTES("a"), "1:22 <?xml 1:1 ''"},
    {BYTES("<?xml encoding='b\"?>a"), BYTES("a"), "1:21 <?xml 1:1 ''"},
    {BYTES("<?xml encoding='b?>'"), BYTES("'"), "1:20 <?xml 1:1 ''"},
    {BYTES("<?xml encoding?>a"), BYTES("a"), "1:17 <?xml 1:1 ''"},
    {BYTES("<?xml encodin='b'?>a"), BYTES("a"), "1:20 <?xml 1:1 ''"},
    {BYTES("<?xml encoding='" NAME_31 "'?>a"), BYTES("a"), "1:51 <?xml 1:1 '" NAME_31 "'"},
    {BYTES("<?xml encoding='" NAME_31 "5'?>a"), BYTES("a"), "1:52 <?xml 1:1 '" NAME_31 "'"},
    {BYTES("<?xml encoding='" NAME_31 "56'?>a"), BYTES("a"), "1:53 <?xml 1:1 '" NAME_31 "'"},
    /* no declarations, and such that have no end of their own */
    {BYTES("<?xml"), BYTES("<?xml"), "1:1"},
    {BYTES("<?xmla?>b"), BYTES("<?xmla?>b"), "1:1"},
    {BYTES("a<?xml?>b"), BYTES("a<?xml?>b"), "1:1"},
    {BYTES("<?xml >?>a"), BYTES("<?xml >?>a"), "1:1"},
    {BYTES("<?xml <?>a"), BYTES("<?xml <?>a"), "1:1"},
    {BYTES("<?xml ><a ?>"), BYTES("<?xml ><a ?>"), "1:1"},
    {BYTES("<?xml ? >"), BYTES("<?xml ? >"), "1:1"},
    /* Latin-1, declared or assumed; the bytes 0x80 to 0x9f are characters of windows-1252 only */
    {BYTES("\x7f\x80\x9f\xa0\xbf\xc0\xff"), BYTES("\x7f\xc2\x80\xc2\x9f\xc2\xa0\xc2\xbf\xc3\x80\xc3\xbf"),
     "1:1 assumed Latin-1 converted"},
    {BYTES("<?xml encoding='latin1'?>\xc3\xa4"), BYTES("\xc3\x83\xc2\xa4"), "1:26 <?xml 1:1 'latin1' converted"},
    {BYTES("<?xml encoding='latin1'?>\x80"), BYTES("\xc2\x80"), "1:26 <?xml 1:1 'latin1' converted"},
    {BYTES("<?xml encoding='utf-8'?>\x80"), BYTES("\xc2\x80"), "1:25 <?xml 1:1 'utf-8' assumed Latin-1 converted"},
    {BYTES("<?xml encoding='cp1252'?>\x7f\xa0"), BYTES("\x7f\xc2\xa0"), "1:26 <?xml 1:1 'cp1252' converted"},
    {BYTES("<?xml encoding='CP1252'?>a\x80"), BYTES("a\xc2\x80"), "1:26 <?xml 1:1 'CP1252' C1 converted"},
    {BYTES("<?xml encoding='Windows-1252'?>\x9f\xa0"), BYTES("\xc2\x9f\xc2\xa0"),
     "1:32 <?xml 1:1 'Windows-1252' C1 converted"},
    {BYTES("\xef\xbb\xbf<?xml encoding='cp1252'?>\xc2\x80"), BYTES("\xc2\x80"), "1:26 <?xml 1:1 'cp1252'"},
    /* UTF-16: by its mark from four bytes on, or by '<' and another character */
    {BYTES("\xff\xfe<"), BYTES("\xc3\xbf\xc3\xbe<"), "1:1 assumed Latin-1 converted"},
    {BYTES("\xff\xfe<\0"), BYTES("<"), "1:1 UTF-16 converted"},
    {BYTES("\xfe\xff\0<"), BYTES("<"), "1:1 UTF-16 converted"},
    {BYTES("<\0a\0"), BYTES("<a"), "1:1 UTF-16 converted"},
    {BYTES("\0<\0a"), BYTES("<a"), "1:1 UTF-16 converted"},
    {BYTES("<\0\0\0"), BYTES("<"), "1:1"},
    {BYTES("<\0ab"), BYTES("<\0ab"), "1:1"},
    {BYTES("<aa\0"), BYTES("<aa"), "1:1"},
    {BYTES("a\0a\0"), BYTES("a\0a"), "1:1"},
    {BYTES("\0<\0\0"), BYTES("\0<"), "1:1"},
    {BYTES("\0<aa"), BYTES("\0<aa"), "1:1"},
    {BYTES("a<\0a"), BYTES("a<\0a"), "1:1"},
    {BYTES("\0a\0a"), BYTES("\0a\0a"), "1:1"},
    {BYTES("<\0a\0b"), BYTES("<a"), "1:1 UTF-16 converted"}, /* half a unit at the end */
    {BYTES("\0<\0?\0x\0m\0l\0?\0>\0\xe4"), BYTES("\xc3\xa4"), "1:8 <?xml 1:1 '' UTF-16 converted"},
};

START_TEST(texts_are_decoded_with_their_properties)
{
    const decoding *d = &decodings[_i];
    char properties[256];
    cdy_error error = {0};
    cdy_text t;
    char *bytes = malloc(d->size + 1);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, d->bytes, d->size);
    bytes[d->size] = '\x80'; /* behind the text, where it must not count */
    ck_assert_ok(cdy_decode_text(bytes, d->size, &t, &error), error);
    write_properties(&t, properties, sizeof properties);
    ck_assert_msg(strcmp(properties, d->properties) == 0, "case %d: %s, not %s", _i, properties, d->properties);
    ck_assert_uint_eq(t.size, d->content_size);
    ck_assert_mem_eq(t.start, d->content, t.size);
    free(bytes);
    cdy_release(t.memory);
}
END_TEST

typedef struct units {
    unsigned units[4];
    size_t count;
    const char *text;
} units;

/* The boundaries of the lengths in UTF-8, of surrogates, and of pairs, of which half may be missing. */
static const units wide[] = {
    {{0x7f, 'x'}, 2, "\x7fx"},
    {{0x80, 'x'}, 2, "\xc2\x80x"},
    {{0x7ff, 'x'}, 2, "\xdf\xbfx"},
    {{0x800, 'x'}, 2, "\xe0\xa0\x80x"},
    {{0xd7ff, 0xdc00}, 2, "\xed\x9f\xbf\xef\xbf\xbd"},
    {{0xe000, 0xdc00}, 2, "\xee\x80\x80\xef\xbf\xbd"},
    {{0xffff, 'x'}, 2, "\xef\xbf\xbfx"},
    {{0xd800, 0xdc00}, 2, "\xf0\x90\x80\x80"},
    {{0xdbff, 0xdfff}, 2, "\xf4\x8f\xbf\xbf"},
    {{0xd83d, 0xde00, 'x'}, 3, "\xf0\x9f\x98\x80x"},
    {{0xd800, 'x'}, 2, "\xef\xbf\xbdx"},
    {{'x', 0xd800}, 2, "x\xef\xbf\xbd"},
    {{0xdbff, 0xdbff, 0xdc00}, 3, "\xef\xbf\xbd\xf4\x8f\xb0\x80"},
    {{0xdfff, 'x'}, 2, "\xef\xbf\xbdx"},
    {{0xdc00, 0xdc00}, 2, "\xef\xbf\xbd\xef\xbf\xbd"},
    {{0xd800, 0xe000}, 2, "\xef\xbf\xbd\xee\x80\x80"},
    {{0xd800, 0xdbff}, 2, "\xef\xbf\xbd\xef\xbf\xbd"},
};

START_TEST(utf16_has_pairs)
{
    for (int big = 0; big < 2; big++) {
        char bytes[12] = {(char)(big ? 0xfe : 0xff), (char)(big ? 0xff : 0xfe)};
        const units *u = &wide[_i];
        for (size_t i = 0; i < u->count; i++) {
            bytes[2 + 2 * i + (size_t)big] = (char)(u->units[i] & 0xff);
            bytes[3 + 2 * i - (size_t)big] = (char)(u->units[i] >> 8);
        }
        bytes[2 + 2 * u->count + (size_t)!big] = (char)0xdc; /* half a pair behind the text, which must not count */
        cdy_text t;
        ck_assert_int_eq(cdy_decode_text(bytes, 2 + 2 * u->count, &t, NULL), CDY_OK);
        ck_assert_uint_eq(t.size, strlen(u->text));
        ck_assert_mem_eq(t.start, u->text, t.size);
        cdy_release(t.memory);
    }
}
END_TEST

START_TEST(lines_are_counted_from_the_declaration)
{
    cdy_text t;
    ck_assert_int_eq(cdy_decode_text(BYTES("\n<?xml?>\nb\nc"), &t, NULL), CDY_OK);
    const int expected[] = {2, 3, 3, 4, 4};
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(cdy_line_of(&t, t.start + i), expected[i]);
    }
}
END_TEST

START_TEST(declarations_begin_with_a_word)
{
    static const char *const texts[] = {"<?xml ", "<?xml\t", "<?xml\r", "<?xml\n", "<?xml?", "<?xmla", "<?xnl "};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const cdy_text whole = {.start = texts[i], .size = 6}, cut = {.start = texts[i], .size = 5};
        ck_assert_int_eq(cdy_begins_declaration(&whole), i < 5);
        ck_assert(!cdy_begins_declaration(&cut));
    }
}
END_TEST

START_TEST(failed_conversions_are_reported)
{
    static const char *const texts[] = {"\xe4", "<\0a\0"};
    static const size_t sizes[] = {1, 4};
    for (int i = 0; i < 2 && heap_is_counted(); i++) {
        cdy_error error = {0};
        cdy_text t;
        const size_t live = heap_count().live;
        heap_fail_at(1);
        const cdy_status status = cdy_decode_text(texts[i], sizes[i], &t, &error);
        heap_fail_at(0);
        ck_assert_int_eq(status, CDY_ERROR_MEMORY);
        ck_assert_int_eq(error.status, CDY_ERROR_MEMORY);
        ck_assert_ptr_null(t.memory);
        ck_assert_uint_eq(heap_count().live, live);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("encoding");
    TCase *utf8 = add_case(suite, "UTF-8", code_points_have_one_sequence);
    tcase_add_test(utf8, broken_sequences_are_invalid);
    TCase *texts = add_case(suite, "texts", lines_are_counted_from_the_declaration);
    tcase_add_loop_test(texts, texts_are_decoded_with_their_properties, 0, sizeof decodings / sizeof *decodings);
    tcase_add_loop_test(texts, utf16_has_pairs, 0, sizeof wide / sizeof *wide);
    tcase_add_test(texts, declarations_begin_with_a_word);
    tcase_add_test(texts, failed_conversions_are_reported);
    return run_suites(suite, NULL);
}
