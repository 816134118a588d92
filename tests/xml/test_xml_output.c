/* XML output: its text byte by byte, its blocks, and writes that fail. */
#include "support/compare.h"
#include "support/suite.h"
#include "xml/xml_output.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <string.h>

typedef struct sink {
    char text[20000];
    size_t length, calls;
    size_t sizes[8]; /* of the first blocks */
    size_t failing;  /* the call that fails, counted from 1; 0: none */
} sink;

static cdy_status take(void *context, const char *text, size_t size)
{
    sink *s = context;
    if (++s->calls == s->failing) {
        return CDY_ERROR_IO;
    }
    ck_assert_uint_lt(s->length + size, sizeof s->text);
    memcpy(s->text + s->length, text, size);
    s->length += size;
    s->sizes[(s->calls - 1) % 8] = size;
    return CDY_OK;
}

#define HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

START_TEST(elements_are_indented)
{
    static sink s;
    cdy_xml_output out = cdy_xml_begin(take, &s);
    cdy_xml_open(&out, "a");
    cdy_xml_text(&out, "x", "&<>\"'\t\n\r ]]>");
    cdy_xml_open(&out, "b");
    cdy_xml_numbers(&out, "y", (double[]){1, -0.25, 1e30}, 3);
    cdy_xml_number(&out, "z", 7);
    cdy_xml_numbers(&out, "none", NULL, 0);
    cdy_xml_close(&out, "b");
    cdy_xml_open(&out, "c");
    cdy_xml_text_element(&out, "d", "<e>");
    cdy_xml_number_element(&out, "f", 0.5);
    cdy_xml_open(&out, "g");
    cdy_xml_open(&out, "h");
    cdy_xml_close(&out, "h");
    cdy_xml_close(&out, "g");
    cdy_xml_close(&out, "c");
    cdy_xml_close(&out, "a");
    ck_assert_int_eq(cdy_xml_end(&out), CDY_OK);
    s.text[s.length] = '\0';
    ck_assert_str_eq(s.text, HEAD "<a x=\"&amp;&lt;&gt;&quot;'&#9;&#10;&#13; ]]&gt;\">\n"
                                  "  <b y=\"1 -0.25 1e+30\" z=\"7\" none=\"\"/>\n"
                                  "  <c>\n"
                                  "    <d>&lt;e&gt;</d>\n"
                                  "    <f>0.5</f>\n"
                                  "    <g>\n"
                                  "      <h/>\n"
                                  "    </g>\n"
                                  "  </c>\n"
                                  "</a>\n");
    ck_assert_uint_eq(s.calls, 1);
}
END_TEST

/* Writes `size` bytes. */
static cdy_status write_bytes(sink *s, size_t size)
{
    static char name[16384];
    memset(name, 'n', sizeof name);
    const size_t around = strlen(HEAD "</>\n");
    name[size - around] = '\0';
    cdy_xml_output out = cdy_xml_begin(take, s);
    cdy_xml_open(&out, name);
    cdy_xml_close(&out, name);
    return cdy_xml_end(&out);
}

START_TEST(blocks_are_full_but_the_last)
{
    enum { BLOCK = 4096 };
    static const size_t sizes[] = {BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK - 1, 2 * BLOCK, 3 * BLOCK + 5};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        sink s = {0};
        ck_assert_int_eq(write_bytes(&s, sizes[i]), CDY_OK);
        ck_assert_uint_eq(s.length, sizes[i]);
        ck_assert_uint_eq(s.calls, (sizes[i] + BLOCK - 1) / BLOCK);
        for (size_t k = 0; k < s.calls; k++) {
            ck_assert_uint_eq(s.sizes[k], k + 1 < s.calls ? BLOCK : sizes[i] - k * BLOCK);
        }
        ck_assert(strncmp(s.text, HEAD "<nnn", strlen(HEAD "<nnn")) == 0);
        ck_assert_str_eq(s.text + s.length - 5, "nn/>\n");
    }
}
END_TEST

START_TEST(a_failed_write_is_the_last)
{
    for (size_t failing = 1; failing <= 3; failing++) {
        sink s = {.failing = failing};
        ck_assert_int_eq(write_bytes(&s, 10000), CDY_ERROR_IO);
        ck_assert_uint_eq(s.calls, failing);
    }
    sink s = {.failing = 4};
    ck_assert_int_eq(write_bytes(&s, 10000), CDY_OK);
}
END_TEST

START_TEST(texts_are_held_or_not)
{
    static const struct {
        const char *text;
        bool held;
    } texts[] = {
        {"", true},
        {"a\t\n\r b", true},
        {"\x7f\xc2\x80", true},
        {"\x20", true},
        {"\x1f", false},
        {"\x01", false},
        {"a\x08", false},
        {"\x0b", false},
        {"\x0c", false},
        {"\x0e", false},
        {"\xef\xbf\xbd", true},
        {"\xef\xbf\xbe", false},
        {"\xef\xbf\xbf", false},
        {"\xef\xbe\xbe", true},
        {"\xee\xbf\xbe", true},
        {"\xf0\x9f\xbf\xbe", true},
        {"\xed\xa0\x80", false},
        {"a\xe4", false},
        {"\xc3\xa4\xe6\xb7\xb1", true},
        {"\xc3\xa4\x01", false},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ck_assert_msg(cdy_xml_can_hold(texts[i].text) == texts[i].held, "text %zu", i);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("xml_output");
    TCase *output = add_case(suite, "output", elements_are_indented);
    tcase_add_test(output, blocks_are_full_but_the_last);
    tcase_add_test(output, a_failed_write_is_the_last);
    tcase_add_test(output, texts_are_held_or_not);
    return run_suites(suite, NULL);
}
